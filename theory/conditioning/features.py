r"""Feature maps that act on coordinates (S6): relative noise and capacity, raw and centred.

The memory is $S = \sum_j f_j v_j^\top$, $f_j$ with the entries $\phi(k_{ja})$, the query a stored key, the
crosstalk $\eta_i = \sum_{j \ne i} \langle f_i, f_j \rangle v_j$. The mean output along the stored value is
$\mathbb{E} |f_i|^2$; the relative noise is $\mathbb{E} |\eta_i|^2 / (\mathbb{E} |f_i|^2)^2$, of means, and
capacity the n at which it is 1. (The mean of the ratio for each query is another quantity, infinite for
raw ReLU, where a key may have no positive coordinate.) A centred map has the mean of an entry taken away.

With $A = \mathbb{E} f_1^2$ and $B = \mathbb{E} f_1 f_2$ for two entries of an image the relative noise is
$(n-1)(1 + (d_k-1) (B/A)^2)/d_k$. Whatever the map, its centred capacity lies between $d_k$ and $d_k + 1$. A
raw map with a mean that does not vanish beside its spread has a capacity that does not grow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Refused, Theorem, apply
from ..laws import Sphere, squared_norm
from ..model import Index, Model, Parameter, Size, iid
from ..node import Term, number, power
from ..prove import derive, prove, suppose
from ..tactics import bound, moments, products
from ..tactics.coordinates import Images, axis_of, coordinate_mean, linear_parts
from ..tactics.rewriting import (
    by_modulus,
    collected,
    factored,
    itself,
    left,
    nonnegative,
    occurring,
    replaced_within,
    right,
    then,
)
from ..tactics.steps import at_least, at_most, calculation, equals, specialized
from ..terms import E, Sum, absolute, any_function, define, exp, inner, norm2, relu, sqrt
from .definitions import d_v, n

d_k = Size("d_k", minimum=2)
i, j = Index("i", n), Index("j", n)
_KEYS: Final = Sphere(d_k)
_VALUES: Final = Sphere(d_v)
_PHI: Final = any_function("phi")
_X, _Y = Parameter("xi"), Parameter("rho")
"""Any two numbers."""


def elu_plus_one(x: Term) -> Term:
    """ELU + 1: x + 1 above 0, exp(x) below."""
    return relu(x) + exp(-relu(-x))


@dataclass(frozen=True, kw_only=True)
class FeatureMemory:
    """A map on coordinates and the keys' law; with `centred` the mean of an entry is taken away."""

    feature_map: Callable[[Term], Term] = relu
    law: Term = _KEYS
    value_law: Term = _VALUES
    centred: bool = False

    @property
    def dimension(self) -> Term:
        """That of keys."""
        return self.law.shape[0]

    @property
    def images(self) -> Images:
        """The map of one coordinate, and a key x at whose coordinates means are given."""
        x = Model(x=self.law).x
        mean = E(self.feature_map(x[1]))
        return Images(self.feature_map, x, mean if self.centred else number(0))

    def image(self, item: Term) -> Term:
        """f_j, the image of a key."""
        return define("f", self.images.of(self.model.k[item]), item)

    @property
    def model(self) -> Model:
        """The keys k and the values v."""
        return Model(k=iid(self.law, n), v=iid(self.value_law, n))

    @property
    def crosstalk(self) -> Term:
        """eta_i, what the other items add to the output of item i."""
        terms = inner(self.image(i), self.image(j)) * self.model.v[j]
        return define("eta", Sum(j != i, terms), i)


RELU: Final = FeatureMemory()
RELU_CENTRED: Final = FeatureMemory(centred=True)
ANY_CENTRED: Final = FeatureMemory(feature_map=_PHI, centred=True)
"""Any map that is bounded on bounded sets, less its mean."""
_LONG: Final = Sphere(d_k, sqrt(d_k))
EXP: Final = FeatureMemory(feature_map=exp)
EXP_ROOT: Final = FeatureMemory(feature_map=exp, law=_LONG)
EXP_CENTRED: Final = FeatureMemory(feature_map=exp, centred=True)
EXP_ROOT_CENTRED: Final = FeatureMemory(feature_map=exp, law=_LONG, centred=True)
ELU1: Final = FeatureMemory(feature_map=elu_plus_one)
ELU1_ROOT: Final = FeatureMemory(feature_map=elu_plus_one, law=_LONG)


def relu_overlap_ratio(premises: FeatureMemory = RELU) -> Derivation:
    r"""$\mathbb{E} \langle f_i, f_j \rangle / \mathbb{E} |f_i|^2$ of ReLU: tends to $1/\pi$ (S6)."""
    images, (k, _) = premises.images, premises.model
    overlap = images.overlap(k[i], k[j], suppose(i != j))
    together = then(_opened(E(inner(premises.image(i), premises.image(j)))), overlap)
    own = then(_opened(E(norm2(premises.image(i)))), images.length(k[i]))
    share = images.mean**2 / images.square
    ratio = calculation(left(together) / left(own), equals(share, together, own, _positive(premises)))
    theorem = _with_values(ratio, images, images.mean, images.square)
    title = "Mean overlap of two images beside their length"
    return proved("relu_overlap_ratio", title, theorem, d_k)


def feature_noise_relu(premises: FeatureMemory = RELU) -> Derivation:
    r"""Relative noise of ReLU: $(n-1)(1 + (d_k-1)/\pi^2)/d_k$ (S6).

    >>> feature_noise_relu().formula
    (n - 1)*((d_k - 1)/pi**2 + 1)/d_k
    """
    noise = _valued(_relative_noise(premises), premises)
    return proved("feature_noise_relu", "Relative noise of ReLU features", noise, n, d_k)


def capacity_relu(premises: FeatureMemory = RELU) -> Derivation:
    r"""The n at relative noise 1 of raw ReLU: $1 + d_k/(1 + (d_k-1)/\pi^2) \to 1 + \pi^2$ (S6)."""
    size = _valued(_size(premises), premises)
    return proved("capacity_relu", "Capacity of ReLU features", size, d_k)


def capacity_relu_centred(premises: FeatureMemory = RELU_CENTRED) -> Derivation:
    r"""The n at relative noise 1 of centred ReLU, exactly: exponent 1 (S6)."""
    return _between_dimensions(premises, "capacity_relu_centred", "Capacity of centred ReLU features")


def capacity_exp(premises: FeatureMemory = EXP) -> Derivation:
    r"""The n at relative noise 1 of $e^{k}$ on unit keys: tends to 2 (S6)."""
    return _between_constants(premises, "capacity_exp", "Capacity of exponential features, unit keys")


def capacity_exp_root(premises: FeatureMemory = EXP_ROOT) -> Derivation:
    r"""The n at relative noise 1 of $e^{k}$ on keys of length $\sqrt{d_k}$: tends to $1 + e^2$ (S6)."""
    return _between_constants(premises, "capacity_exp_root", "Capacity of exponential features, long keys")


def capacity_exp_centred(premises: FeatureMemory = EXP_CENTRED) -> Derivation:
    r"""The n at relative noise 1 of centred $e^{k}$ on unit keys: exponent 1 (S6)."""
    return _between_dimensions(premises, "capacity_exp_centred", "Capacity of centred exponential features")


def capacity_exp_root_centred(premises: FeatureMemory = EXP_ROOT_CENTRED) -> Derivation:
    r"""The same on keys of length $\sqrt{d_k}$: exponent 1 (S6)."""
    name = "capacity_exp_root_centred"
    return _between_dimensions(premises, name, "Capacity of centred exponential features, long keys")


def capacity_elu1(premises: FeatureMemory = ELU1) -> Derivation:
    r"""An upper bound, which does not grow, on the capacity of ELU + 1 on unit keys (S6)."""
    return _of_elu(premises, "capacity_elu1", "Capacity of ELU + 1, unit keys")


def capacity_elu1_root(premises: FeatureMemory = ELU1_ROOT) -> Derivation:
    r"""An upper bound, which does not grow, on the capacity of ELU + 1, keys of length $\sqrt{d_k}$ (S6)."""
    return _of_elu(premises, "capacity_elu1_root", "Capacity of ELU + 1, long keys")


def capacity_centred(premises: FeatureMemory = ANY_CENTRED) -> Derivation:
    r"""The capacity of any centred map of coordinates is at least $d_k$: it generalises across kernels (S6).

    The length of keys and the map do not enter: functions of two coordinates of a unit vector have a
    correlation of at most $1/(d_k-1)$.

    >>> capacity_centred().formula
    d_k
    """
    title = "Capacity of every centred map, from below"
    return proved("capacity_centred", title, _at_least_dimension(premises), d_k)


def capacity_centred_limit(premises: FeatureMemory = ANY_CENTRED) -> Derivation:
    r"""The capacity of any centred map of coordinates is at most $d_k + 1$ (S6).

    >>> capacity_centred_limit().formula
    d_k + 1
    """
    title = "Capacity of every centred map, from above"
    return proved("capacity_centred_limit", title, _at_most_dimension(premises), d_k)


def _between_dimensions(premises: FeatureMemory, name: str, title: str) -> Derivation:
    """The exact size, with the exponents of the two bounds that hold for every centred map."""
    bounds = (_at_least_dimension(premises), _at_most_dimension(premises))
    return proved(name, title, _valued(_size(premises), premises), d_k, between=bounds)


def _between_constants(premises: FeatureMemory, name: str, title: str) -> Derivation:
    """The exact size, with the exponents of 2, below it for every map, and of a bound for the exponential."""
    images = premises.images
    one, other = (images.entry(images.x[place]) for place in (1, 2))
    schwarz = apply("cauchy_schwarz_of_means", x=one, y=other)
    schwarz = apply("rewrite", images.at_one(E(other**2)), schwarz)
    most = prove(_correlation(premises) ** 2 <= 1, by=[products, schwarz, _positive(premises)])
    bounds = (_size_bound(premises, most, number(2)), _size_below(premises, _floor_of_exponential(premises)))
    return proved(name, title, _valued(_size(premises), premises), d_k, between=bounds)


def _of_elu(premises: FeatureMemory, name: str, title: str) -> Derivation:
    floor, positive = _floor_of_elu(premises)
    size = apply("cut", apply("symmetric", positive), _size_below(premises, floor))
    return proved(name, title, size, d_k)


@lru_cache
def _relative_noise(premises: FeatureMemory) -> Theorem:
    r"""E|eta|^2/(E|f|^2)^2 = (n-1)(1 + (d-1) (B/A)^2)/d."""
    images, (k, _), d = premises.images, premises.model, premises.dimension
    pair = E(inner(premises.image(i), premises.image(j)) ** 2)
    pair = then(_opened(pair), images.square_overlap(k[i], k[j], suppose(j != i)))
    noise = derive(E(norm2(premises.crosstalk)), by=[moments, pair])
    own = then(_opened(E(norm2(premises.image(i)))), images.length(k[i]))
    share = (n - 1) * (1 + (d - 1) * _correlation(premises) ** 2) / d
    return calculation(left(noise) / left(own) ** 2, equals(share, noise, own, _positive(premises)))


def _opened(term: Term) -> Theorem:
    """The term with the images of keys written out."""
    names = occurring(term, "definition")
    return replaced_within(itself(term), (apply("written_out", term=name) for name in names))


def _correlation(premises: FeatureMemory) -> Term:
    """B/A."""
    return premises.images.mixed / premises.images.square


@lru_cache
def _positive(premises: FeatureMemory) -> Theorem:
    """0 < A: by its value where that shows it, else for maps that are not constant."""
    images = premises.images
    try:
        value = coordinate_mean(images.square, images.x)
        return apply("rewrite", apply("symmetric", value), apply("positive", term=right(value)))
    except Refused:
        return suppose(images.square > 0, "the map is not constant")


def _valued(theorem: Theorem, premises: FeatureMemory) -> Theorem:
    """The equation with the values of A and B."""
    images = premises.images
    return _with_values(theorem, images, images.square, images.mixed)


def _with_values(theorem: Theorem, images: Images, *means: Term) -> Theorem:
    return replaced_within(theorem, (coordinate_mean(mean, images.x) for mean in means))


def _reached(premises: FeatureMemory) -> Theorem:
    """(n-1)(1 + (d-1) (B/A)^2)/d = 1, where the relative noise is 1."""
    noise = _relative_noise(premises)
    return apply("rewrite", noise, suppose(left(noise) == 1, "the noise has reached the signal"))


def _size(premises: FeatureMemory) -> Theorem:
    """N = 1 + d/(1 + (d-1) (B/A)^2) at relative noise 1."""
    d, square = premises.dimension, _correlation(premises) ** 2
    known = (_positive(premises), nonnegative(square), prove(d >= 1, by=bound), _reached(premises))
    return prove(n == 1 + d / (1 + (d - 1) * square), by=[products, *known])


def _size_bound(premises: FeatureMemory, correlation: Theorem, size: Term) -> Theorem:
    """From x <= (B/A)^2: n <= 1 + d/(1 + (d-1) x) at relative noise 1, which is `size`; so for >=."""
    square = _correlation(premises) ** 2
    low = right(correlation) is square
    value = left(correlation) if low else right(correlation)
    facts = (correlation, _reached(premises), prove(number(0) <= value, by=bound))
    found = specialized(_solved(premises.dimension, low=low), {_X: value, _Y: square}, *facts)
    return calculation(n, (at_most if low else at_least)(size, found))


@lru_cache
def _solved(d: Term, *, low: bool) -> Theorem:
    """From (n-1)(1 + (d-1) y)/d = 1: n <= 1 + d/(1 + (d-1) x) for x <= y, so for >=."""
    order = suppose(_X <= _Y if low else _Y <= _X)
    reached = suppose((n - 1) * (1 + (d - 1) * _Y) / d == 1)
    signs = (suppose(number(0) <= _X), prove(n >= 1, by=bound), prove(d >= 1, by=bound))
    size = 1 + d / (1 + (d - 1) * _X)
    return prove(n <= size if low else n >= size, by=[products, order, reached, *signs])


def _at_most_dimension(premises: FeatureMemory) -> Theorem:
    """N <= d + 1: the rest is a square."""
    return _size_bound(premises, nonnegative(_correlation(premises) ** 2), premises.dimension + 1)


def _at_least_dimension(premises: FeatureMemory) -> Theorem:
    """N >= d, since (B/A)^2 <= 1/(d-1)^2: the mean square of sum_a f_a is nonnegative, and Funk and Hecke."""
    if not premises.centred:
        raise Refused("Only a centred map has a capacity of the order of the dimension.")
    images, d = premises.images, premises.dimension
    entry = images.entry(images.x[1])
    one, other = number(1), number(2)
    together = apply("zonal", term=entry, x=images.x, places=(one, other))
    for part in (left(together).args[1], right(together)):
        together = apply("rewrite", _centred_moment(part, images), together)
    least, steep = prove(d > 1, by=bound), (together, _sum_is_real(images), _positive(premises))
    hardly = prove(_correlation(premises) ** 2 <= power(d - 1, -2), by=[products, least, *steep])
    return _size_bound(premises, hardly, d)


def _sum_is_real(images: Images) -> Theorem:
    """0 <= A + (d - 1) B, from the mean square of the sum of all entries."""
    square = images.square_of_sum()
    real = calculation(
        0, at_most(left(square), nonnegative(left(square).args[0])), equals(right(square), square)
    )
    return prove(number(0) <= images.square + (images.x.shape[0] - 1) * images.mixed, by=[products, real])


def _centred_moment(part: Term, images: Images) -> Theorem:
    """Var f_1 = A, Cov(f_1, f_2) = B, for entries of mean zero."""
    theorem = apply("written_out", term=part)
    one, other = images.mean, E(images.entry(images.x[2]))
    zero = linear_parts(itself(one))
    zero = then(zero, apply("ring", left=right(zero), right=number(0)))
    theorem = replaced_within(theorem, [images.at_one(other), zero])
    value = images.square if part.head == "Var" else images.mixed
    return then(theorem, apply("ring", left=right(theorem), right=value))


def _size_below(premises: FeatureMemory, floor: Theorem) -> Theorem:
    """From 0 <= l and l <= B/A: n <= 1 + d/(1 + (d-1) l^2)."""
    low, correlation = floor.proposition.args
    square = prove(low**2 <= correlation**2, by=[products, prove(low >= 0, by=bound), floor])
    d = premises.dimension
    return _size_bound(premises, square, 1 + d / (1 + (d - 1) * low**2))


def _floor_of_exponential(premises: FeatureMemory) -> Theorem:
    """exp(-2 r^2/d) <= B/A of exp: 1 <= B by Jensen; A <= exp(2 r^2/d), a coordinate being sub-Gaussian."""
    images, x = premises.images, premises.images.x
    one, other, axis = x[1], x[2], inner(x, axis_of(x, number(1)))
    jensen = apply("jensen", x=one + other, function="exp")
    mixed = calculation(
        1,
        equals(left(jensen), coordinate_mean(E(one + other), x)),
        at_most(right(jensen), jensen),
        equals(images.mixed),
    )
    moment = apply("exponential_bound", apply("proxy_of_law", term=axis, x=x), s=number(2))
    value = exp(collected(2 * squared_norm(premises.law) / premises.dimension))
    square = calculation(
        images.square,
        equals(left(moment), apply("odd_moment", term=E(axis), x=x)),
        at_most(value, moment),
    )
    return prove(1 / value <= _correlation(premises), by=[products, mixed, square, _positive(premises)])


def _floor_of_elu(premises: FeatureMemory) -> tuple[Theorem, Theorem]:
    """(1 - v/(d-1))/(1 + v) <= B/A, v = r^2/d: m = E f_1 >= 1, Var f_1 <= v, -Var f_1 <= (d-1) Cov; 0 < A."""
    images, x, d = premises.images, premises.images.x, premises.dimension
    (f, other), m = (images.entry(x[place]) for place in (1, 2)), images.mean
    either = (apply("instance", order, symbol=_X, value=x[1]) for order in _elu_between())
    above, within = (apply("mean_monotone", order) for order in either)
    mean = apply("rewrite", coordinate_mean(left(above), x), above)
    spread = apply("rewrite", coordinate_mean(right(within), x), within)
    spread = apply("rewrite", _linear(left(spread), f**2 - 2 * f + 1, f), spread)
    centred = replace(premises, centred=True).images
    together = _sum_is_real(centred)
    squared, product = f**2 - 2 * m * f + m**2, f * other - m * f - m * other + m**2
    for part, body in ((centred.square, squared), (centred.mixed, product)):
        value = replaced_within(_linear(part, body, f, other), [images.at_one(E(other))])
        together = apply("rewrite", value, together)
    v, square = right(spread), nonnegative((m - 1) ** 2)
    low = factored((1 - v / (d - 1)) / (1 + v))
    own = apply("jensen", x=f, function="square")
    positive = prove(number(0) < images.square, by=[products, own, mean])
    known = (together, spread, square, mean, positive)
    return prove(low <= _correlation(premises), by=[products, *known]), positive


def _linear(mean: Term, body: Term, *entries: Term) -> Theorem:
    """E x = the sum of the means of the parts of the body, which is x written out, with entries whole."""
    opened = apply("within", apply("ring", left=mean.args[0], right=body), term=mean)
    return linear_parts(opened, *map(E, entries))


@lru_cache
def _elu_between() -> tuple[Theorem, Theorem]:
    """1 + x <= f(x) and (f(x) - 1)^2 <= x^2 for f of ELU + 1, p + exp(-u) with p = relu(x), u = relu(-x)."""
    x, p, u, f = _X, relu(_X), relu(-_X), elu_plus_one(_X)
    modulus = apply("componentwise", left=absolute(-x), right=absolute(x))
    halves = [by_modulus(part) for part in (x, -x)]
    split, meet = (replaced_within(itself(term), [*halves, modulus]) for term in (p - u, p * u))
    split = then(split, apply("ring", left=right(split), right=x))
    square = apply("even_power", term=absolute(x) ** 2)
    meet = then(meet, prove(right(meet) == 0, by=[products, square]))
    tangent = apply("tangent", x=-u)
    falls = calculation(exp(-u), at_most(exp(number(0)), nonnegative(u)), equals(1))
    above = prove(1 + x <= f, by=[products, tangent, split])
    signs = (nonnegative(u), nonnegative(p))
    within = calculation(
        (f - 1) ** 2, at_most((p - u) ** 2, tangent, falls, meet, *signs), equals(x**2, split)
    )
    return above, within
