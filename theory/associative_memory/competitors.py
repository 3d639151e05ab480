r"""One of several competitors: the gap to it, and how often the token is wrong at least (Theorem 1, Eq. 8).

The memory is asked with a token of weight q, and other tokens of its class, of one competitor's and of
further classes are stored too. The gap to the competitor is q times the squared length of the token's
embedding plus noise; further classes only add noise.

| letter | meaning |
|---|---|
| `q` | weight of the token, nonnegative |
| `u`, `v` | its class's unembedding, and those of its competitors, unit vectors |
| `a`, `b` | another token of weight b has the unembedding u, a = b, or the competitor's, a = -b |
| `g`, `x` | weights and unembeddings of the tokens of further classes, for which a = b = 0 |
| `kappa` | distance of the unembedding from the competitor's |
| `S`, `R` | squared weights of the others of the token's class, and of the competitor's |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..kernel import Theorem, apply
from ..laws import Normal
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, Value, as_term, is_number, number
from ..prove import derive, prove, suppose
from ..substitution import replaced, subterms
from ..tactics import at, combined, grown, linked, named, nonnegative, positive, rewritten, same, summed
from ..tactics.directions import drawn
from ..tactics.rewriting import converted, itself, left, occurring, replaced_within, right, root_of_square
from ..tactics.tails import one_side
from ..terms import E, P, Sum, all_, any_, any_function, inner, norm2, outer, sqrt, tabulate, unit, zero_like
from .exact import in_one_vector, one_number

dimension, others, classes = Size("d"), Size("n"), Size("M")
weight, same_class, other_class, largest_class, kappa = map(Parameter, ("q", "S", "R", "Q", "kappa"))
_LEAD: Final = kappa**2 / 2
_LAW: Final = Normal(0, 1 / dimension, dimension=dimension)
_j, _z, _c = Index("j", others), Index("z", classes), Index("c", classes)
_u, _v, _x = fixed("u", dimension), fixed("v", classes, dimension), fixed("x", others, dimension)
_a, _b, _g = (fixed(name, others) for name in "abg")
_own: Final = _u
_competitor: Final = _v.T @ unit(_z)
_further: Final = _g[_j] * inner(_own - _competitor, _x.T @ unit(_j))
_HALF: Final = Fraction(1, 2)
_UNIT: Final = "the unembeddings are unit vectors"


@dataclass(frozen=True, kw_only=True)
class OneOfSeveral:
    """The law of the embeddings, the token's weight, and the least of the squared weights of both classes."""

    law: Term = _LAW
    weight: Value = weight
    noise: Value = same_class + other_class
    because: str = "the squared weights of both classes"
    length: Value = 1

    def gap(self, competitor: Term) -> Term:
        """The own score less that of a class."""
        e, k = Model(e=self.law, k=iid(self.law, others))
        stored = _b[_j] * (_own + _competitor) / 2 + _a[_j] * (_own - _competitor) / 2
        stored = stored + _g[_j] * (_x.T @ unit(_j))
        memory = self.weight * outer(_own, e) + Sum(_j, outer(stored, k[_j]))
        return inner(_own - competitor, memory @ e)

    @property
    def wrong(self) -> Term:
        """Some class is not below the own one."""
        return any_(_c, self.gap(_v.T @ unit(_c)) <= 0)

    @property
    def split(self) -> Theorem:
        """The gap to the competitor, as (kappa^2/2) q |e|^2 + <sum_j c_j k_j, e>."""
        e, k = Model(e=self.law, k=iid(self.law, others))
        distance, both = _own - _competitor, inner(_own, _competitor)
        plain = (norm2(_own) - norm2(_competitor)) / 2
        along = (norm2(_own) + norm2(_competitor) - 2 * both) / 2
        share, lead = plain * _b[_j] + along * _a[_j] + _further, norm2(_own) - both
        signal = lead * self.weight * norm2(e)
        found = prove(self.gap(_competitor) == signal + inner(Sum(_j, share * k[_j]), e), by="gradients")
        apart = [
            suppose(norm2(distance) == kappa**2, "the distance from the competitor"),
            same(norm2(distance), 2 * along, ()),
        ]
        lengths = [suppose(norm2(x) == self.length, _UNIT) for x in (_own, _competitor)]
        known = combined(lead == _LEAD, *apart, *lengths)
        each = *((one, _a[_j]) for one in apart), *((one, _b[_j]) for one in lengths)
        each = combined(share == self.share, *each)
        total = next(part for part in subterms(right(found)) if part.head == "sum")
        return replaced_within(found, [apply("under", each, binder=total, index=_j), known])

    @property
    def share(self) -> Term:
        """What a stored token adds to the gap, over its embedding's product with the token's."""
        return _LEAD * _a[_j] + _further

    @property
    def least(self) -> Theorem:
        """(kappa^2/2)^2 N <= sum_j c_j^2, N the least of the squared weights of both classes."""
        a, along, noise = _a[_j], inner(_own - _competitor, _x.T @ unit(_j)), as_term(self.noise)
        products = tabulate(_j, a * _g[_j])
        apart = suppose(products == zero_like((others,)), "a token has one class")
        one_class = linked(same(a * _g[_j], products[_j], ()), apply("within", apart, term=products[_j]))
        one_class = converted(one_class, lambda zero: same(zero, number(0), ()))
        least = combined(_LEAD**2 * a**2 <= self.share**2, (one_class, 2 * _LEAD * along), _further**2)
        total = summed(least, _j)
        whole = same(left(total), _LEAD**2 * Sum(_j, a**2), ())
        enough = suppose(noise <= Sum(_j, a**2), self.because)
        return linked(combined(_LEAD**2 * noise <= right(whole), (enough, _LEAD**2)), whole, total)

    def beaten(self, sign: Theorem) -> Theorem:
        """P(gap <= 0) = P(h <= -r |e|) for a normal h of the embeddings' variance, from 0 < N.

        Raises `Refused` for embeddings that are not normal with mean 0.
        """
        e, k, w, h = Model(e=self.law, k=iid(self.law, others), w=self.law, h=Normal(0, self.law.args[1]))
        found = replaced_within(itself(P(self.gap(_competitor) <= 0)), [self.split])
        found = in_one_vector(found, Sum(_j, self.share * k[_j]), w, e, self.total)
        signs = *self.positive(sign), apply("nonzero_length", x=e)
        return one_number(found, _LEAD * self.weight, self.total, number(1), e, inner(w, e), h, *signs)

    def positive(self, sign: Theorem) -> tuple[Theorem, Theorem]:
        """0 < kappa, and 0 < sum_j c_j^2."""
        apart, least = suppose(kappa > 0, "the unembeddings differ"), self.least
        return apart, linked(combined(left(least) > 0, (apart, apart, apart, apart, sign)), least)

    def student(self, some: Theorem, heavy: Theorem) -> Theorem:
        r"""$I_{N/(N + q^2)}(d/2, 1/2)/2 \le P(\text{wrong})$, Student's tail, from 0 < N and 0 < q."""
        found = self.beaten(some)
        (beaten,) = occurring(right(found), "P")
        (h, level), e = beaten.args[0].args, self.token
        q, noise, total, least = as_term(self.weight), as_term(self.noise), self.total, self.least
        known = (heavy, *self.positive(some), apply("nonzero_length", x=e))
        half = one_side(positive(-level, *known), positive(self.law.args[1]), h, "le")
        signal = _LEAD**2 * q**2
        shares = apply("length_shares", *known, x=h, y=e, a=total, b=signal)
        (event,) = occurring(right(half), "P")
        alike = apply("same_event", *known, event=event.args[0], other=left(shares).args[0], factor=1 / total)
        found = replaced_within(linked(found, half), [linked(alike, shares)])
        ends = noise + q**2, total + signal
        sums = combined(ends[0] > 0, some, (heavy, heavy)), positive(ends[1], *known)
        over = [1 / end for end in ends]
        share = combined(noise / ends[0] <= total / ends[1], (least, heavy, heavy, *over), known=sums)
        ends = (
            combined(left(share) > 0, (some, over[0]), known=sums),
            combined(right(share) < 1, (signal, over[1]), known=(*known, *sums)),
        )
        smaller = apply("beta_monotone", share, *ends, a=self.law.shape[0] / 2, b=number(_HALF))
        return self.some_class(linked(combined(left(smaller) / 2 <= right(found), smaller), found))

    def falling(self, some: Theorem, sign: Theorem) -> Theorem:
        r"""$\mathrm{erfc}(q (d/(2 N))^{1/2})/2 \le P(\text{wrong})$, from 0 < N and 0 <= q."""
        found = self.beaten(some)
        (beaten,) = occurring(right(found), "P")
        (h, level), e = beaten.args[0].args, self.token
        spread, any_token = self.law.args[1], fixed("t", *self.law.shape)
        given = apply("normal_tail", positive(spread), x=h, t=replaced(level, e, any_token), relation="le")
        found = linked(found, drawn(given, any_token, e))
        known = (*self.positive(some), apply("nonzero_length", x=e))
        (tail,) = (part for part in subterms(right(found)) if part.head == "function")
        y = _LEAD**2 * norm2(e) / self.total / (2 * spread)
        q, dim, noise = as_term(self.weight), self.law.shape[0], as_term(self.noise)
        scaled = combined(tail.args[0] == q * sqrt(y), known=known)
        found = replaced_within(found, [linked(scaled, self.rooted(y, sign))])
        found = converted(found, lambda mean: apply("linear", term=mean))
        signal = _LEAD**2 * (dim / 2) / self.total
        mean = derive(E(q**2 * y), by="moments")
        mean = converted(mean, lambda value: same(value, q**2 * signal, known))
        convex = rewritten(apply("jensen", x=q**2 * y, function="tail"), mean)
        over = dim, 1 / noise, 1 / self.total
        ratio = combined(signal <= dim / (2 * noise), (self.least, *over), known=(some, *known))
        root = grown(ratio, _HALF, *known)
        root = combined(q * left(root) <= q * right(root), (sign, root))
        falls = grown(linked(self.rooted(signal, sign), root), "erfc")
        least = linked(falls, convex)
        return self.some_class(linked(combined(left(least) / 2 <= right(found), least), found))

    def rooted(self, y: Term, sign: Theorem, above: Theorem | None = None) -> Theorem:
        """q y^(1/2) = (q^2 y)^(1/2), from 0 <= q, and 0 <= y where y is not nonnegative by its form."""
        q = as_term(self.weight)
        if is_number(q, 1):
            return itself(sqrt(y))
        found = apply("power_of_product", above or nonnegative(y), x=q**2, y=y, e=number(_HALF))
        return apply("symmetric", replaced_within(found, [root_of_square(q, sign)]))

    def some_class(self, beaten: Theorem) -> Theorem:
        """B <= P(wrong), from B <= P(gap <= 0)."""
        return linked(beaten, apply("one_of_some", event=self.wrong, index=_z))

    @property
    def token(self) -> Term:
        """Its embedding."""
        return Model(e=self.law).e

    @property
    def total(self) -> Term:
        """The noise in the gap, over the variance of an embedding's entry and the token's squared length."""
        return Sum(_j, self.share**2)


SEVERAL: Final = OneOfSeveral()
"""Squared weights S and R of the two classes."""

LARGE: Final = OneOfSeveral(
    noise=largest_class - weight**2, because="the largest class is the token's own, or the competitor's"
)
"""Squared weights Q of the largest class, which the token or its competitor belongs to."""


def known_positive(term: Term) -> Theorem:
    """0 < x, by the form of x."""
    return apply("positive", term=term)


def of_each(found: Theorem, token: Term, own: Term, *facts: Theorem, mark: str = "") -> Theorem:
    """What was found, for any token of a family, with its own weight, classes and noise.

    Their letters get a mark. What the facts do not say is supposed of all tokens.
    """
    count, entry = token.upper, Index("a", dimension)
    listed = tabulate(entry, any_function("V" + mark)(token, _c, entry))
    values = {weight: own, kappa: fixed("kappa" + mark, count)[token]}
    values |= {x: fixed(x.data[0] + mark, count, *x.shape).T @ unit(token) for x in (_u, _a, _b, _g)}
    values |= {_v: left(named("v" + mark, Sum(_c, outer(unit(_c), listed)), at=[token]))}
    for symbol, value in values.items():
        found = apply("instance", found, symbol=symbol, value=value)
    known = {fact.proposition: fact for fact in facts}
    for one in sorted(found.hypotheses, key=lambda h: repr(h.proposition)):
        fact = one.proposition
        if any(x is token for _, x in fact.declarations):
            every = known.get(fact) or at(suppose(all_(token, fact), one.because), token)
            found = apply("cut", every, found)
    return found
