r"""Prop. 2: the error of the weights $q = p^\rho$ with infinitely many tokens and two answers (S4).

The error is half the mass of the tokens beyond a place that one coordinate Y of a sphere decides. Integrals
on both sides of that mass give, with $m_s = \mathbb{E}|Y|^{2s}$,
$\frac{C}{2} (\frac{\zeta(r)^\kappa}{\alpha-1} m_\kappa \pm \zeta(r)^{\kappa'} m_{\kappa'})$
with $r = 2\rho\alpha > 1$, $\kappa = (\alpha-1)/r$, $\kappa' = \alpha/r$: the order $d^{-\kappa}$, without a
logarithm, in every dimension. The exact error is a Mellin integral whose only pole beyond the first gives
the leading term, so that no power of d corrects the Gamma ratio.

The other tokens are infinitely many independent normal vectors with weights whose squares have a finite sum:
under any signs they add up to a normal vector, the root of that sum times w.

| letter | meaning |
|---|---|
| `alpha`, `rho` | exponent of the Zipf law, and of the weights $q = p^\rho$ |
| `X`, `e` | the token that is asked for, and its embedding |
| `w` | what the others add, over the root of their squared weights $\zeta(r) - X^{-r}$ |
| `Z` | own score less that of the other class, over one minus the overlap of the unembeddings |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ..derivation import Derivation, proved, table
from ..kernel import Theorem, apply
from ..laws import Bernoulli, Normal, Sphere, Zipf
from ..model import Index, Model, Parameter, Size
from ..node import Term, Value, as_term, is_number, number
from ..prove import derive, granted, prove, suppose
from ..tactics import algebra, bound, combined, fallen, named, positive, rewritten, same, summed
from ..tactics.events import joint_chance
from ..tactics.rewriting import itself, left, occurring, replaced_within, right, then
from ..tactics.telescopes import hurwitz_sum
from ..terms import E, P, Sum, absolute, hurwitz_zeta, inner, norm2, sqrt, unit, zeta
from .exact import by_student, dimension
from .finite_data import alpha

rho: Final = Parameter("rho")
_x, _y = Size("x"), Parameter("y")
_ONE, _HALF = number(1), Fraction(1, 2)
_TITLE: Final = "Error of the weights $q = p^\\rho$"


@dataclass(frozen=True, kw_only=True)
class PowerWeights:
    """Exponents of the Zipf law and of the weights, and the dimension; each may be a number."""

    alpha: Value = alpha
    rho: Value = rho
    dimension: Term = dimension

    @property
    def half(self) -> Term:
        r"""$r/2 = \rho \alpha$, the exponent of the weights."""
        return as_term(self.rho) * as_term(self.alpha)

    @property
    def squares(self) -> Term:
        r"""$\zeta(r)$, the sum of all squared weights."""
        return zeta(2 * self.half)

    @property
    def token(self) -> Term:
        """The token that is asked for."""
        return Model(X=Zipf(self.alpha)).X

    @property
    def law(self) -> list[Theorem]:
        """What makes it a law."""
        above = as_term(self.alpha) > 1
        return [] if is_number(as_term(self.alpha)) else [suppose(above, "the law of the tokens")]

    @property
    def summable(self) -> Theorem:
        """1 < r. Raises `Refused` where it is a number that is not above one."""
        return granted(2 * self.half > 1, "the squared weights have a finite sum")

    def error(self) -> tuple[Theorem, Theorem]:
        r"""$P(Z \le 0) = P(|Y| X^{r/2} > \zeta(r)^{-1/2})/2$, and that as a mean over the tokens."""
        given, place = self._given_token(), self._place()
        halved = self._halved(left(place))
        halved = then(halved, apply("within", place, term=right(halved)))
        given, place, halved = (
            apply("held_fixed", found, *self.law, fixed=_x, x=self.token) for found in (given, place, halved)
        )
        gap = named("Z", left(given).args[0].args[0])
        found = replaced_within(itself(P(left(gap) <= 0)), [gap, given])
        found = then(then(found, apply("symmetric", halved)), self._halved(left(place)))
        return found, replaced_within(found, [place])

    def _given_token(self) -> Theorem:
        r"""$P(Z \le 0) = I_{1 - x^{-r}/\zeta(r)}(d/2, 1/2)/2$ for a token x."""
        law = Normal(0, 1 / self.dimension, dimension=self.dimension)
        e, w, z = Model(e=law, w=law, z=Normal(0, 1 / self.dimension))
        weight, along, noise = _x**-self.half, inner(w, e), self.squares - _x ** (-2 * self.half)
        signs = positive(weight), self._noise(), apply("nonzero_length", x=e)
        chance = itself(P(weight * norm2(e) + sqrt(noise) * along <= 0))
        return self._as_share(by_student(chance, weight, noise, _ONE, e, along, z, *signs))

    def _noise(self) -> Theorem:
        r"""$0 < \zeta(r) - x^{-r}$: each of the first x squares is at least the last of them."""
        r, j = 2 * self.half, Index("j", _x)
        each = summed(fallen(apply("bounded", term=j, end="high"), r, self.summable), j)
        whole, rest = hurwitz_sum(Sum(j, j**-r), self.summable), hurwitz_zeta(r, _x + 1)
        first = apply("bounded", term=_x, end="low"), _x**-r
        return combined(self.squares - _x**-r > 0, first, each, whole, rest, known=[self.summable])

    def _as_share(self, found: Theorem) -> Theorem:
        """The incomplete Beta function on the right in one form."""
        (share,) = occurring(right(found), "incomplete_beta")
        wanted = 1 - _x ** (-2 * self.half) / self.squares, self.dimension / 2
        pairs = zip(share.args, wanted, strict=False)
        return replaced_within(found, [same(a, b, (self.summable,)) for a, b in pairs])

    @property
    def _coordinate(self) -> tuple[Term, Term]:
        """A coordinate vector in one dimension more, and a point of the unit sphere."""
        return unit(Index("i", self.dimension + 1)), Model(y=Sphere(self.dimension + 1)).y

    @property
    def _length(self) -> Theorem:
        return derive(norm2(self._coordinate[0]), by=algebra)

    def _place(self) -> Theorem:
        r"""$P(|Y| x^{r/2} > \zeta(r)^{-1/2}) = I_{1 - x^{-r}/\zeta(r)}(d/2, 1/2)$ for a token x."""
        level, overlap, steep = self.squares**-_HALF, inner(*self._coordinate), self.summable
        t = _x**-self.half * level
        square = combined(t**2 <= 1, (self._noise(), 1 / self.squares), known=[steep])
        most = combined(t <= 1, (square, 1 / (1 + t)), known=[steep])
        wide = prove(self.dimension + 1 >= number(2), by=bound)
        ends = apply("weakened", positive(t, steep)), most, wide
        tail = apply("overlap_tail", self._length, *ends, term=overlap, x=self._coordinate[1], t=t)
        other, factor = absolute(overlap) * _x**self.half > level, _x**-self.half
        alike = apply("same_event", steep, event=left(tail).args[0], other=other, factor=factor)
        return self._as_share(then(apply("symmetric", alike), tail))

    def _halved(self, chance: Term) -> Theorem:
        """P(g = 1 and A) = P(A)/2 for a fair coin g."""
        coin = Model(g=Bernoulli(_HALF)).g
        return joint_chance(coin == 1, chance.args[0], apply("atom", x=coin, value=_ONE))

    def sides(self) -> tuple[Theorem, Theorem]:
        """Bounds on the error from below and from above, by two moments of the coordinate."""
        error, _ = self.error()
        low, high = self._beside("below"), self._beside("above")
        below = combined(left(low) / 2 <= left(error), low, error)
        return apply("symmetric", below), combined(left(error) <= right(high) / 2, high, error)

    def _beside(self, side: str) -> Theorem:
        """A bound on the probability that the token is beyond its place."""
        (u, point), a, total = self._coordinate, as_term(self.alpha), self.squares
        orders = (a - 1) / self.half, a / self.half
        first, second = (total ** (e / 2) / zeta(a) for e in orders)
        turn, modulus = 1 if side == "above" else -1, absolute(inner(u, point))
        factors = first / (a - 1), turn * second
        known = suppose(_y >= 0), *self.law, self.summable
        tail = apply("zipf_tail", *known, x=self.token, s=self.half, t=total**-_HALF, side=side)
        value = right(tail) if side == "above" else left(tail)
        powers = factors[0] * _y ** orders[0] + factors[1] * _y ** orders[1]
        tail = rewritten(tail, same(value, powers, (self.summable,)))
        sign = apply("symmetric", apply("bounded", term=modulus, end="low"))
        tail = apply("held_fixed", tail, sign, fixed=_y, x=modulus)
        mean = apply("linear", term=right(tail) if side == "above" else left(tail))
        mean = replaced_within(mean, [apply("linear", term=part) for part in occurring(right(mean), "E")])
        moments = [apply("modulus_moment", self.summable, term=E(modulus**e), x=point) for e in orders]
        return rewritten(tail, replaced_within(mean, [*moments, self._length]))


POWERS: Final = PowerWeights()
"""Symbolic exponents and dimension."""


def weighted_error(premises: PowerWeights = POWERS) -> Derivation:
    r"""$E = \frac{C}{2} \sum_x x^{-\alpha} \mathbb{P}(Y^2 > x^{-r}/\zeta(r))$, $r = 2\rho\alpha$ (S4).

    >>> weighted_error().formula
    MissedMass(alpha, 2*alpha*rho, d)/(2*zeta(alpha))
    """
    return proved("weighted_error", _TITLE, premises.error()[1])


_ALPHAS: Final = {"3_halves": Fraction(3, 2), "2": 2, "3": 3}
_RHOS: Final = {"quarter": Fraction(1, 4), "half": _HALF, "1": 1, "2": 2}
_EXPONENTS: Final = {"3_halves": ("half", "1"), "2": ("half", "1", "2"), "3": ("half", "quarter")}


def _ordered(name: str, premises: PowerWeights) -> Derivation:
    r"""$E \asymp d^{-(\alpha-1)/(2 \rho \alpha)}$ at given exponents, by the bounds on both sides.

    >>> DERIVATIONS["weighted_order_alpha_3_rho_quarter"]().exponents
    {'d': Fraction(-4, 3)}
    """
    title, found = "Order of the error of the weights $q = p^\\rho$", premises.error()[1]
    return proved(name, title, found, premises.dimension, between=premises.sides())


DERIVATIONS: Final = table(
    _ordered,
    **{
        f"weighted_order_alpha_{a}_rho_{r}": PowerWeights(alpha=_ALPHAS[a], rho=_RHOS[r])
        for a, rhos in _EXPONENTS.items()
        for r in rhos
    },
)
"""A derivation for each of these exponents."""
