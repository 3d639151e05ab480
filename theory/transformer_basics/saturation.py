r"""Softmax of unscaled scores (S3, S4): how far the largest weight is from 1, and derivatives.

Query and keys have independent normal coordinates. With the gap $g \ge 0$ of two scores the weights are
$1/(1+e^{-g})$ and $1/(1+e^g)$. The softmax has the Jacobian
$\alpha_1 \alpha_2 \begin{pmatrix} 1 & -1 \\ -1 & 1 \end{pmatrix}$ by the scores, of Frobenius norm
$2 \alpha_1 \alpha_2$; by the query, $\sqrt 2\, \alpha_1 \alpha_2 |k_1 - k_2|$.

In law g is $\sqrt 2 |q| z$, z as an entry of a key, or $\sqrt 2 |w| z$, w as a key and z standard normal.
Given the length, the mean of what is seen near ties alone is at most what the peak of the density of z gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Index, Model, Parameter, Size, fixed, iid, indices
from ..node import TRUE, Term, Value, as_term, number
from ..prove import suppose
from ..substitution import replaced, subterms
from ..tactics.certificates import by_products
from ..tactics.rewriting import (
    at_modulus,
    below,
    itself,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    then,
)
from ..tactics.steps import at_most, calculation, equals
from ..terms import (
    PI,
    E,
    Sum,
    absolute,
    define,
    diagonal,
    exp,
    gradient,
    indicator,
    inner,
    log,
    max_over,
    norm2,
    outer,
    sigmoid,
    softmax,
    softplus,
    sqrt,
    tabulate,
    unit,
    zeta,
)

d_k, _wide, n = Size("d_k", minimum=2), Size("d_k", minimum=4), Size("n", minimum=2)
i, j = indices("i j", n)
scores: Final = fixed("s", n)
t, p = Parameter("t"), Parameter("p")
"""A number, and the squared length of the query or of half the difference of the keys."""
_one, _two, _half = number(1), number(2), Fraction(1, 2)
_scale: Final = sqrt(2) * sqrt(p)


@dataclass(frozen=True, kw_only=True)
class TwoKeys:
    """The variance of one coordinate of each key."""

    variance: Value = 1


@dataclass(frozen=True, kw_only=True)
class Weights:
    """The factor on scores inside the exponentials."""

    sharpness: Value = 1


PAIR: Final = TwoKeys()
SOFTMAX: Final = Weights()


@dataclass(frozen=True, kw_only=True)
class _Seen:
    """What is seen of two scores, and a bound on its mean given the length, of which p is the square."""

    of_gap: Callable[[Term, Term], Term]
    """By the gap and the difference of the keys."""
    at: Term
    """At a gap of modulus 2^(1/2) p^(1/2) t."""
    falls: Term
    """What falls by that along t."""
    above: Callable[[Term], Term]
    """By the variance of an entry of a key."""
    below: Callable[[Term], Term] = lambda _: number(0)
    """From below, by the same."""
    by_query: bool = True
    """Whether the length is that of the query."""


def _peak(variance: Term) -> Term:
    """Twice the peak of the density of 2^(1/2) z, for a normal z of that variance."""
    return sqrt(2 / (PI * variance)) / sqrt(2)


_SMALLER: Final = _Seen(
    of_gap=lambda gap, _: sigmoid(-absolute(gap)),
    at=sigmoid(-_scale * t),
    falls=softplus(-_scale * t) / _scale,
    above=lambda v: _peak(v) * log(_two) * p**-_half,
    below=lambda v: _peak(v) * log(_two) * p**-_half - _peak(v) * 3 * zeta(3) / (8 * v) * p ** -(1 + _half),
)
_SLOPE: Final = _Seen(
    of_gap=lambda gap, _: 2 * sigmoid(gap) * sigmoid(-gap),
    at=2 * sigmoid(_scale * t) * sigmoid(-_scale * t),
    falls=2 * sigmoid(-_scale * t) / _scale,
    above=lambda v: _peak(v) * p**-_half,
    below=lambda v: _peak(v) * p**-_half - _peak(v) * PI**2 / (12 * v) * p ** -(1 + _half),
)
_BY_QUERY: Final = _Seen(
    of_gap=lambda gap, apart: sqrt(2) * sigmoid(gap) * sigmoid(-gap) * sqrt(norm2(apart)),
    at=2 * sqrt(p) * sigmoid(_scale * t) * sigmoid(-_scale * t),
    falls=sqrt(2) * sigmoid(-_scale * t),
    above=lambda _: 1 / sqrt(PI),
    by_query=False,
)


@dataclass(frozen=True, kw_only=True)
class _Row:
    """A normal query, and so many normal keys of this variance."""

    variance: Term
    count: Term = _two
    dimension: Term = d_k

    @property
    def query(self) -> Term:
        """The query, q."""
        return Model(q=Normal(dimension=self.dimension)).q

    def key(self, place: Term) -> Term:
        """One key."""
        law = Normal(0, self.variance, dimension=self.dimension)
        return Model(k=iid(law, self.count)).k[place]

    def products(self, query: Term) -> Term:
        """The products of a query with all keys."""
        place = Index("l", self.count)
        return tabulate(place, inner(query, self.key(place)))

    def gap(self, one: Term = _one, other: Term = _two) -> Term:
        """The difference of two scores."""
        return inner(self.query, self.key(one)) - inner(self.query, self.key(other))

    def apart(self, one: Term = _one, other: Term = _two) -> Term:
        """The difference of two keys."""
        return self.key(one) - self.key(other)

    @property
    def missing(self) -> Term:
        """One minus the largest weight."""
        place = Index("l", self.count)
        return define("m", 1 - max_over(place, softmax(self.products(self.query))[place]))

    @property
    def jacobian(self) -> Term:
        """The Jacobian of the weights by the scores, as `softmax_jacobian` finds it."""
        weights = softmax(self.products(self.query))
        return diagonal(weights) - outer(weights, weights)

    def mean_above(self, seen: _Seen, one: Term = _one, other: Term = _two, *differ: Theorem) -> Theorem:
        """E F(g) <= a bound, for the gap g of two keys that differ."""
        found, x, z = self._by_length(seen, one, other, differ)
        held = apply("held_fixed", _above(seen, z, self.variance), _length(x), fixed=p, x=norm2(x))
        held = apply("transitive", _with_body(found, left(held), x), held)
        return apply("transitive", held, _averaged(right(held), x))

    def mean_below(self, seen: _Seen) -> Theorem:
        """A bound <= E F(g)."""
        found, x, z = self._by_length(seen, _one, _two, ())
        held = apply("held_fixed", _below(seen, z, self.variance), _length(x), fixed=p, x=norm2(x))
        held = apply("transitive", held, apply("symmetric", _with_body(found, right(held), x)))
        return apply("transitive", apply("symmetric", _averaged(left(held), x)), held)

    def _by_length(
        self, seen: _Seen, one: Term, other: Term, differ: tuple[Theorem, ...]
    ) -> tuple[Theorem, Term, Term]:
        """E F(g) = E F(2^(1/2) |x| z), with x and z."""
        q, place = self.query, Index("l", self.count)
        w, y = Model(w=Normal(0, self.variance, dimension=self.dimension), y=Normal())
        v = Model(v=Normal(0, self.variance)).v
        weight = indicator(place == one) - indicator(place == other)
        total = Sum(place, weight * self.key(place))
        gap, apart = self.gap(one, other), self.apart(one, other)
        found = itself(E(seen.of_gap(gap, apart)))
        known = [(gap, inner(total, q)), (apart, total)]
        for old, new in known:
            if old in subterms(right(found)):
                found = replaced_within(found, [apply("componentwise", left=old, right=new)])
        found = then(found, apply("normal_image", term=right(found), image=total, w=w))
        found = replaced_within(found, [_square_of(Sum(place, weight**2), differ)])
        x, image, z = (q, inner(w, q), v) if seen.by_query else (w, inner(q, w), y)
        along = apply("componentwise", left=inner(sqrt(2) * w, q), right=sqrt(2) * image)
        found = replaced_within(found, [along])
        return then(found, apply("normal_image", term=right(found), image=image, w=z)), x, z


def softmax_jacobian(premises: Weights = SOFTMAX) -> Derivation:
    r"""$\partial \alpha_i / \partial s_j - \alpha_i (\delta_{ij} - \alpha_j)$: zero (S4).

    >>> softmax_jacobian().formula
    0
    """
    alpha, same = softmax(premises.sharpness * scores), indicator(Term("eq", (i, j)))
    gap = gradient(alpha, scores)[i, j] - alpha[i] * (same - alpha[j])
    none = apply("componentwise", left=define("J", gap), right=as_term(0))
    return proved("softmax_jacobian", "Jacobian of the softmax", none)


def shortfall_above(premises: TwoKeys = PAIR) -> Derivation:
    r"""$\mathbb{E}(1 - \max) \le \log 2\, \Gamma(\frac{d_k-1}{2}) / (\sqrt{2 \pi} \Gamma(\frac{d_k}{2}))$."""
    low, high = _shortfall(premises)
    title = "One minus the largest weight, from above"
    return proved("shortfall_above", title, high, _wide, between=(low, high))


def shortfall_below(premises: TwoKeys = PAIR) -> Derivation:
    r"""The same from below, of the same order $d_k^{-1/2}$ (S3)."""
    low, high = _shortfall(premises)
    title = "One minus the largest weight, from below"
    return proved("shortfall_below", title, low, _wide, between=(low, high))


def row_shortfall_above(premises: TwoKeys = PAIR) -> Derivation:
    r"""$\mathbb{E}(1 - \max)$ over n keys: at most $n (n-1)/2$ times the bound for two keys (S3)."""
    row = _Row(variance=as_term(premises.variance), count=n)
    pairs = Sum(i, Sum(j != i, sigmoid(-absolute(row.gap(i, j)))))
    most = apply("beside_the_largest", logits=row.products(row.query))
    most = apply("rewrite", apply("componentwise", left=right(most), right=pairs / 2), most)
    most = apply("rewrite", apply("symmetric", apply("written_out", term=row.missing)), most)
    most = apply("mean_monotone", most)
    total = apply("linear", term=right(most))
    total = replaced_within(total, [_through(mean) for mean in occurring(right(total), "E")])
    differ = suppose(j != i, "the range of the sum")
    pair = row.mean_above(_SMALLER, i, j, apply("symmetric", differ))
    every = apply("sum_monotone", pair, condition=j != i, index=j)
    every = apply("sum_monotone", every, condition=TRUE, index=i)
    most = calculation(
        left(most), at_most(right(most), most), equals(right(total), total), at_most(right(every) / 2, every)
    )
    counted = below(right(every), lambda inside: apply("count", term=inside))
    counted = then(counted, apply("count", term=right(counted)))
    title = "One minus the largest of n weights, from above"
    return proved("row_shortfall_above", title, apply("rewrite", counted, most), d_k, n)


def jacobian_above(premises: TwoKeys = PAIR) -> Derivation:
    r"""$\mathbb{E} |J| \le \Gamma(\frac{d_k-1}{2})/(\sqrt{2\pi} \Gamma(\frac{d_k}{2}))$, by scores (S4)."""
    row = _Row(variance=as_term(premises.variance), dimension=_wide)
    slope = row.jacobian
    weights = _product_of_weights(row.gap())
    square = apply("componentwise", left=norm2(slope), right=4 * weights**2)
    root = apply("componentwise", left=sqrt(right(square)), right=sqrt(4) * weights)
    root = replaced_within(root, [apply("ring", left=sqrt(4), right=_two)])
    seen = apply("componentwise", left=right(root), right=_SLOPE.of_gap(row.gap(), row.apart()))
    about = define("m", sqrt(norm2(slope)))
    low, high = _both_sides(row, _SLOPE, about, square, then(root, seen))
    title = "Norm of the softmax Jacobian, from above"
    return proved("jacobian_above", title, high, _wide, between=(low, high))


def query_gradient_above(premises: TwoKeys = PAIR) -> Derivation:
    r"""$\mathbb{E} |\partial \alpha / \partial q|_F \le 1/\sqrt{\pi}$ in every dimension (S4).

    >>> query_gradient_above().formula
    1/sqrt(pi)
    """
    row, place = _Row(variance=as_term(premises.variance)), Index("l", _two)
    slope = row.jacobian @ Sum(place, outer(unit(place), row.key(place)))
    weights, apart = _product_of_weights(row.gap()), norm2(row.apart())
    square = apply("componentwise", left=norm2(slope), right=2 * weights**2 * apart)
    half = apply("positive", term=number(_half))
    root = apply("power_of_product", nonnegative(apart), half, x=2 * weights**2, y=apart, e=number(_half))
    of_weights = apply("componentwise", left=sqrt(2 * weights**2), right=sqrt(2) * weights)
    root = replaced_within(root, [of_weights])
    seen = apply("componentwise", left=right(root), right=_BY_QUERY.of_gap(row.gap(), row.apart()))
    mean = _mean_of(define("m", sqrt(norm2(slope))), square, then(root, seen))
    title = "Norm of the weights' derivative by the query, from above"
    found = apply("transitive", mean, row.mean_above(_BY_QUERY))
    return proved("query_gradient_above", title, found, d_k)


def _shortfall(premises: TwoKeys) -> tuple[Theorem, Theorem]:
    """Both bounds on the mean of one minus the larger of two weights."""
    row = _Row(variance=as_term(premises.variance), dimension=_wide)
    beside = apply("beside_the_largest", logits=row.products(row.query))
    smaller = _SMALLER.of_gap(row.gap(), row.apart())
    beside = then(beside, apply("componentwise", left=right(beside), right=smaller))
    return _both_sides(row, _SMALLER, row.missing, beside)


def _both_sides(row: _Row, seen: _Seen, about: Term, *known: Theorem) -> tuple[Theorem, Theorem]:
    """E m >= a bound, and E m <= a bound."""
    mean = _mean_of(about, *known)
    low = apply("transitive", row.mean_below(seen), apply("symmetric", mean))
    return apply("symmetric", low), apply("transitive", mean, row.mean_above(seen))


def _mean_of(about: Term, *known: Theorem) -> Theorem:
    """E m, as that of what is seen of the gap."""
    return replaced_within(itself(E(about)), [apply("written_out", term=about), *known])


def _product_of_weights(gap: Term) -> Term:
    """The product of two weights, as a function of the gap of their scores: even by its form."""
    return (exp(gap / 2) + exp(-gap / 2)) ** -2


def _square_of(total: Term, differ: tuple[Theorem, ...]) -> Theorem:
    """The squared length of a difference of two coordinate vectors: 2, where they are known to differ."""
    theorem = itself(total)
    if differ:
        (apart,) = differ
        theorem = apply("componentwise", left=total, right=2 * indicator(apart.proposition))
        theorem = replaced_within(theorem, [apply("certain", apart)])
    return then(theorem, apply("componentwise", left=right(theorem), right=_two))


def _through(mean: Term) -> Theorem:
    """E sum_i sum_j f = sum_i sum_j E f."""
    theorem = apply("linear", term=mean)
    return then(theorem, below(right(theorem), lambda inside: apply("linear", term=inside)))


def _length(x: Term) -> Theorem:
    """0 < |x|^2 almost surely."""
    return apply("nonzero_length", x=x)


def _with_body(found: Theorem, mean: Term, x: Term) -> Theorem:
    """The equation with another body of the mean on its right-hand side, the same where x is not zero."""
    body = apply("componentwise", _length(x), left=right(found).args[0], right=mean.args[0])
    return replaced_within(found, [body])


def _averaged(mean: Term, x: Term) -> Theorem:
    """The mean of a sum of powers of a length."""
    theorem = itself(mean)
    if mean.head == "E" and mean.args[0].head == "add":
        theorem = apply("linear", term=mean)
    means = occurring(right(theorem), "E")
    return replaced_within(theorem, [apply("length_moment", term=one, x=x) for one in means])


def _positive() -> Theorem:
    """The squared length is positive."""
    return suppose(Term("lt", (number(0), p)))


def _above(seen: _Seen, z: Term, variance: Term) -> Theorem:
    """E F(z) <= a bound, given the length."""
    known = _positive()
    slope = apply("componentwise", known, left=gradient(seen.falls, t), right=-seen.at)
    signs = (_nonnegative(part, known) for part in (seen.at, seen.falls))
    found = apply("below_peak", slope, *signs, x=z, at=t)
    value = apply("componentwise", known, left=right(found), right=seen.above(variance))
    return _of_number(seen, apply("rewrite", value, found), z)


def _nonnegative(term: Term, known: Theorem) -> Theorem:
    """0 <= a product of logistic functions and of what is positive."""
    weights = [part for part in subterms(term) if part.data in {("softplus",), ("sigmoid",)}]
    rest = term
    for weight in weights:
        rest = replaced(rest, weight, _one)
    positive = apply("positive", known, term=rest)
    return by_products(number(0), term, (1, *map(nonnegative, weights), positive))


def _below(seen: _Seen, z: Term, variance: Term) -> Theorem:
    """A bound <= E F(z), given the length."""
    known = _positive()
    found = apply("logistic_above", known, x=z, r=_scale, slope=int(seen is _SLOPE))
    if seen is _SLOPE:
        twice = apply("linear", term=E(replaced(seen.at, t, absolute(z))))
        found = by_products(2 * left(found), 2 * right(found), (2, found))
        found = apply("rewrite", apply("symmetric", twice), found)
    value = apply("componentwise", known, left=left(found), right=seen.below(variance))
    return _of_number(seen, apply("rewrite", value, found), z)


def _of_number(seen: _Seen, found: Theorem, z: Term) -> Theorem:
    """The same of F(z) for that of F(|z|), where F is even."""
    if seen is _SMALLER:
        return found
    opposite = apply("componentwise", left=seen.at, right=replaced(seen.at, t, -t))
    return apply("rewrite", apply("instance", at_modulus(opposite, t), symbol=t, value=z), found)
