r"""Errors weighed by a Zipf law: sums of $x^{-\alpha} \mathbb{P}(|X| > \ldots)$, turned inside out.

A token is missed where an overlap X exceeds a threshold that falls in x. By Tonelli the sum over tokens of
these probabilities is the mean over X of the mass of all tokens beyond a place that X decides; an integral
on either side of that mass leaves moments of X, which are ratios of Gamma functions. Every term is
nonnegative, so that no dominating function is needed, and both sides hold in every dimension.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

import mpmath
import sympy as sp
from flint import arb, ctx
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Expectation, Probability
from .laws import Sphere
from .missed_mass import MissedMass, leading_mass, missed_mass
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import vectors, with_right

_DIMENSION: Final = 9
_TOKENS: Final = 60


class TailMass(sp.Expr):
    r"""$\sum_{x \ge y} x^{-\alpha}$ over whole x."""

    is_commutative = True
    is_positive = True

    def __new__(cls, alpha: sp.Expr, start: sp.Expr) -> TailMass:
        """The tail of the power `alpha` from `start` on."""
        return sp.Expr.__new__(cls, alpha, start)

    def _latex(self, printer: LatexPrinter) -> str:
        alpha, start = (printer._print(part) for part in self.args)
        return rf"\sum_{{x \ge {start}}} x^{{-{alpha}}}"


def _put_weights(fact: sp.Eq, weights: sp.Eq) -> sp.Eq:
    q, x = weights.lhs.func, weights.lhs.args[0]
    body = sp.Lambda(x, weights.rhs)
    right = fact.rhs.replace(
        lambda e: isinstance(e, sp.core.function.AppliedUndef) and e.func == q, lambda e: body(*e.args)
    )
    return with_right(fact, right.replace(lambda e: isinstance(e, sp.Sum), _power_series))


def _power_series(total: sp.Sum) -> sp.Expr:
    last = total.limits[0][2]
    power = -sp.powsimp(sp.expand_power_base(total.function)).as_base_exp()[1]
    power = sp.simplify(power)
    return sp.zeta(power) if last == sp.oo else sp.harmonic(last, power)


def _weights_conditions(fact: sp.Eq, weights: sp.Eq) -> tuple[str, ...]:
    x = weights.lhs.args[0]
    base, exponent = weights.rhs.as_base_exp()
    if base != x or exponent.has(x):
        raise SideConditionError(f"The weights {weights.rhs} are no power of the token's rank.")
    if sp.sympify(exponent).is_number and not -2 * exponent > 1:
        raise SideConditionError(
            f"The squared weights of {weights.rhs} have no finite sum: 2 rho alpha <= 1."
        )
    return (f"${sp.latex(sp.simplify(-2 * exponent))} > 1$: the squared weights have a finite sum",)


def _check_weights(result: sp.Eq, fact: sp.Eq, weights: sp.Eq) -> str:
    """What the level says the squares add up to, against 2,000 terms and the integrals beyond them."""
    (before,), (after,) = (side.rhs.atoms(Probability) for side in (fact, result))
    if result.rhs.xreplace({after: before}) != fact.rhs or after.args[0].lhs != before.args[0].lhs:
        raise CheckFailed(f"{result.rhs} is another multiple of its probability than {fact.rhs}.")
    exponent = sp.simplify(-2 * weights.rhs.as_base_exp()[1])
    squared = (weights.rhs / after.args[0].rhs) ** 2
    for token, drawn in ((2, sp.Rational(3, 2)), (5, sp.Rational(4, 3))):
        point = dict.fromkeys(squared.free_symbols, drawn) | {weights.lhs.args[0]: sp.Integer(token)}
        power, total = number(exponent, point), number(squared, point)
        with mpmath.workdps(30):
            head = mpmath.fsum(mpmath.mpf(k) ** -power for k in range(1, 2000))
            low, high = (
                head + (2000 - one) ** (1 - power) / (power - 1) for one in (mpmath.mpf(0), mpmath.mpf(1))
            )
        if not low <= total <= high:
            raise CheckFailed(f"At {point} the squares add up to {total}, not between {low} and {high}.")
    return "the sum of the squares between 2,000 terms and the integrals beyond them"


def _weigh(fact: sp.Eq, law: sp.Eq, overlap: sp.Eq, *, error: sp.Symbol) -> sp.Eq:
    x = law.lhs.args[0]
    (chance,) = fact.rhs.atoms(Probability)
    alpha, r = -_power_of(law.rhs, x), -2 * _power_of(chance.args[0].rhs, x)
    d = next(iter(vectors(overlap.rhs))).law.dimension - 1
    constant = fact.rhs / chance * law.rhs * x**alpha
    return sp.Eq(error, constant * MissedMass(alpha, sp.simplify(r), d), evaluate=False)


def _power_of(expression: sp.Expr, x: sp.Symbol) -> sp.Expr:
    """The exponent a of a monomial c x^a."""
    return sp.simplify(x * sp.diff(sp.log(expression), x))


def _weigh_conditions(fact: sp.Eq, law: sp.Eq, overlap: sp.Eq, *, error: sp.Symbol) -> tuple[str, ...]:
    x = law.lhs.args[0]
    (chance,) = fact.rhs.atoms(Probability)
    level = chance.args[0].rhs
    r = -2 * _power_of(level, x)
    if r.has(x) or sp.simplify(level**2 * x**r - 1 / sp.zeta(r)) != 0:
        raise SideConditionError(f"{level} is not the root of a power over the sum of all of them.")
    return ("the error is the mean over tokens of their probabilities: all terms are nonnegative",)


def _check_weigh(result: sp.Eq, fact: sp.Eq, law: sp.Eq, overlap: sp.Eq, *, error: sp.Symbol) -> str:
    """Where nothing but the residue counts, the sum is the residue of its Mellin transform."""
    for alpha, r, d in ((sp.Integer(2), sp.Integer(2), 10**4), (sp.Rational(3, 2), sp.Rational(3, 2), 10**3)):
        value = missed_mass(alpha, r, sp.Integer(d), 100)
        with mpmath.workdps(30):
            residue = leading_mass(number(alpha, {}), number(r, {}), mpmath.mpf(d))
            if abs(mpmath.mpf(value.mid().str(30, radius=False)) / residue - 1) > mpmath.mpf(10) ** -8:
                raise CheckFailed(f"At {(alpha, r, d)} the sum is {value}, its residue {residue}.")
    _require_added_up(result, fact, law, overlap)
    return (
        "the residue of the Mellin transform, which no power of the dimension corrects, to 8 digits; "
        f"between bounds of the sum over tokens, {_TOKENS} of them one by one"
    )


def _require_added_up(result: sp.Eq, fact: sp.Eq, law: sp.Eq, overlap: sp.Eq) -> None:
    """Raise `CheckFailed` unless the result is the sum over tokens of a mass times a probability."""
    x, (chance,) = law.lhs.args[0], fact.rhs.atoms(Probability)
    dimension = next(iter(vectors(overlap.rhs))).law.dimension - 1
    share = sp.betainc_regularized(dimension / 2, sp.S.Half, 0, 1 - chance.args[0].rhs ** 2)
    missed, whole = (fact.rhs.xreplace({chance: chances}) for chances in (share, sp.S.One))
    others = sorted((missed * result.rhs).free_symbols - law.rhs.free_symbols, key=str, reverse=True)
    for size in (1, 2):
        # Numbers of their own, so that symbols that change places do not say the same.
        point = {s: sp.Integer(1 + k * size) for k, s in enumerate(others)}
        point |= dict.fromkeys(law.rhs.free_symbols - {x}, sp.Integer(1 + size))
        places = [{**point, x: sp.Integer(k)} for k in range(1, _TOKENS + 1)]
        with mpmath.workdps(WORKING_DIGITS):
            masses = [number(law.rhs, place) for place in places]
            chances = [number(missed, place) for place in places]
            # Later tokens are missed at least as often as the last of these.
            least, most = chances[-1], number(whole, point)
            head, rest = mpmath.fdot(masses, chances), 1 - mpmath.fsum(masses)
            found = number(result.rhs, point)
        if not head + rest * least <= found <= head + rest * most:
            raise CheckFailed(f"At {point} the tokens come to {head + rest * least}, not {found}.")


def _invert(fact: sp.Eq, overlap: sp.Eq) -> sp.Eq:
    def turned(alpha: sp.Expr, r: sp.Expr, d: sp.Expr) -> sp.Expr:
        return Expectation(TailMass(alpha, sp.zeta(r) ** (-1 / r) * sp.Abs(overlap.lhs) ** (-2 / r)))

    return with_right(fact, fact.rhs.replace(MissedMass, turned))


def _invert_conditions(fact: sp.Eq, overlap: sp.Eq) -> tuple[str, ...]:
    (mass,) = fact.rhs.atoms(MissedMass)
    if {v.law for v in vectors(overlap.rhs)} != {Sphere(mass.args[2] + 1)}:
        raise SideConditionError(f"{overlap.rhs} is not the overlap that {mass} is about.")
    return ("sum and mean of nonnegative terms may be exchanged (Tonelli)",)


def _check_invert(result: sp.Eq, fact: sp.Eq, overlap: sp.Eq) -> str:
    """In dimension two, X^2 = sin^2: the mean of the tails over the angle against the sum."""
    gap = _gap_on_the_circle()
    if gap > mpmath.mpf(1) / 3000:
        raise CheckFailed(f"On the circle (d = 1) the two orders of summation differ by {gap}.")
    (mean,), (mass,) = result.rhs.atoms(Expectation), fact.rhs.atoms(MissedMass)
    alpha, start = mean.args[0].args
    if alpha != mass.args[0] or result.rhs.xreplace({mean: mass}) != fact.rhs:
        raise CheckFailed(f"{result.rhs} does not come from {fact.rhs}.")
    r = mass.args[1]
    for point in random_points(r.free_symbols | start.free_symbols):
        # A token that begins at this place is missed from this overlap on.
        level = number(start**-r, point)
        require_close(level, number(sp.zeta(r) * overlap.lhs**2, point), f"At {point} the places")
    return "on the circle, summed in both orders; the place where an overlap begins to matter, turned back"


@lru_cache(maxsize=1)
def _gap_on_the_circle() -> mpmath.mpf:
    """The difference of both orders for alpha = r = 2, over 4,000 terms."""
    alpha, r = 2, 2
    with mpmath.workdps(20), ctx.workdps(30):
        level = mpmath.zeta(r)
        edges = [mpmath.asin(min(mpmath.mpf(1), 1 / (mpmath.sqrt(level) * k))) for k in range(1, 4000)]
        tails = [mpmath.mpf(arb(alpha).zeta(arb(k)).str(25, radius=False)) for k in range(1, 4000)]
        steps = (one - next_one for one, next_one in pairwise(edges))
        mean = mpmath.fdot(steps, tails[1:]) + (mpmath.pi / 2 - edges[0]) * tails[0]
        added = mpmath.fsum(
            (mpmath.pi / 2 - a) / mpmath.mpf(k) ** alpha for k, a in enumerate(edges, start=1)
        )
        return abs(mean - added) * 2 / mpmath.pi


def _tail(fact: sp.Eq, *, above: bool) -> sp.Rel:
    def bounded(mean: Expectation) -> sp.Expr:
        alpha, start = mean.args[0].args
        first, second = (_mean_of_power(start, power) for power in (1 - alpha, -alpha))
        return first / (alpha - 1) + (second if above else -second)

    right = fact.rhs.replace(
        lambda e: isinstance(e, Expectation) and isinstance(e.args[0], TailMass), bounded
    )
    return (sp.Le if above else sp.Ge)(fact.lhs, sp.expand(right), evaluate=False)


def _mean_of_power(start: sp.Expr, power: sp.Expr) -> sp.Expr:
    """E of (c |X|^a)^power, the constant taken out."""
    constant, monomial = start.as_independent(sp.Abs)
    modulus, exponent = monomial.as_base_exp()
    outside = sp.powdenest(sp.expand_power_base(constant, force=True) ** power, force=True)
    return outside * Expectation(modulus ** sp.simplify(exponent * power))


def _tail_conditions(fact: sp.Eq, **_: bool) -> tuple[str, ...]:
    (mass,) = fact.rhs.atoms(TailMass)
    alpha = mass.args[0]
    if alpha.is_number and not alpha > 1:
        raise SideConditionError(f"The tail of the power {alpha} is infinite.")
    if not _is_positive(fact.rhs / Expectation(mass)):
        raise SideConditionError(f"{fact.rhs} is not known to be a positive multiple of a tail.")
    return (f"${sp.latex(alpha)} > 1$", r"the first whole $x \ge y$ lies between y and y + 1")


def _is_positive(constant: sp.Expr) -> bool:
    """Whether the constant is positive; zeta functions are, to the right of their pole."""
    return bool(constant.replace(sp.zeta, lambda *_: sp.Dummy(positive=True)).is_positive)


def _check_tail(result: sp.Rel, fact: sp.Eq, *, above: bool) -> str:
    """Tails added up at rational places, also below one, against the two powers."""
    for alpha in (mpmath.mpf(3) / 2, mpmath.mpf(3)):
        for start in (mpmath.mpf(1) / 3, mpmath.mpf(1), mpmath.mpf(22) / 7, mpmath.mpf(30)):
            exact = mpmath.zeta(alpha, max(1, mpmath.ceil(start)))
            bound = start ** (1 - alpha) / (alpha - 1) + (1 if above else -1) * start**-alpha
            if (exact > bound) if above else (exact < bound):
                raise CheckFailed(
                    f"The tail from {start} of the power {alpha} is {exact}, its bound {bound}."
                )
    _require_two_powers(result, fact, above=above)
    return "Hurwitz zeta functions at four places for two powers, one of the places below 1"


def _require_two_powers(result: sp.Rel, fact: sp.Eq, *, above: bool) -> None:
    """Raise `CheckFailed` unless the result is the two powers where the overlap has one value."""
    (mean,) = (e for e in fact.rhs.atoms(Expectation) if isinstance(e.args[0], TailMass))
    alpha, start = mean.args[0].args
    bound = start ** (1 - alpha) / (alpha - 1) + (1 if above else -1) * start**-alpha
    one_value = result.rhs.replace(Expectation, lambda power: power)
    for point in random_points(one_value.free_symbols | fact.rhs.free_symbols):
        stated = number(one_value, point)
        require_close(stated, number(fact.rhs.xreplace({mean: bound}), point), f"At {point} the two powers")
    if not isinstance(result, sp.Le if above else sp.Ge):
        raise CheckFailed(f"{result} bounds from the other side.")


def _moments(bound: sp.Rel, moment: sp.Eq, overlap: sp.Eq, *, order: sp.Symbol) -> sp.Rel:
    def value(mean: Expectation) -> sp.Expr:
        exponent = mean.args[0].as_base_exp()[1]
        return moment.rhs.subs(order, sp.simplify(exponent / 2))

    return with_right(bound, bound.rhs.replace(lambda e: isinstance(e, Expectation), value))


def _moments_conditions(bound: sp.Rel, moment: sp.Eq, overlap: sp.Eq, *, order: sp.Symbol) -> tuple[str, ...]:
    if moment.lhs != Expectation(sp.Abs(overlap.rhs) ** (2 * order)):
        raise SideConditionError(f"{moment.lhs} is not the moment of order 2 {order} of {overlap.lhs}.")
    if not bound.rhs.has(Expectation):
        raise SideConditionError(f"{bound.rhs} holds no moment.")
    for mean in bound.rhs.atoms(Expectation):
        base, exponent = mean.args[0].as_base_exp()
        if base != sp.Abs(overlap.lhs) and not (base == overlap.lhs and exponent.is_even):
            raise SideConditionError(f"{mean} is no moment of {overlap.lhs}.")
    return ("moments of every positive order exist: the overlap is at most 1",)


def _check_moments(result: sp.Rel, bound: sp.Rel, moment: sp.Eq, overlap: sp.Eq, *, order: sp.Symbol) -> str:
    """Both sides with each moment by quadrature over the angle."""
    (d,) = moment.rhs.free_symbols - {order}
    size = int((next(iter(vectors(overlap.rhs))).law.dimension - 1).subs(d, _DIMENSION))
    symbols = (bound.rhs.free_symbols | result.rhs.free_symbols) - {d, overlap.lhs}
    (point,) = random_points(symbols, count=1)
    point = {**point, d: sp.Integer(_DIMENSION)}
    with mpmath.workdps(30):
        areas = {
            mean: sp.Float(str(_angle_moment(number(mean.args[0].as_base_exp()[1], point), size)), 30)
            for mean in sorted(bound.rhs.atoms(Expectation), key=sp.default_sort_key)
        }
        area, formula = number(bound.rhs.xreplace(areas), point), number(result.rhs, point)
        if abs(area - formula) > mpmath.mpf(10) ** -15 * (1 + abs(area)):
            raise CheckFailed(f"In dimension {_DIMENSION} the angle gives {area}, not {formula}.")
    if type(result) is not type(bound):
        raise CheckFailed(f"{result} says something else of its left-hand side than {bound}.")
    return "each moment by quadrature over the angle, to 15 digits"


def _angle_moment(power: mpmath.mpf, d: int) -> mpmath.mpf:
    """The mean of |cos|^power over the sphere of R^(d+1)."""
    stops = [0, mpmath.pi / 4, mpmath.pi / 2]
    area = mpmath.quad(lambda y: mpmath.cos(y) ** power * mpmath.sin(y) ** (d - 1), stops)
    return area / mpmath.quad(lambda y: mpmath.sin(y) ** (d - 1), stops)


put_weights = Rule(
    name="weights that are a power of the rank",
    statement=r"$\sum_x x^{-r} = \zeta(r)$ for $r > 1$.",
    apply=_put_weights,
    conditions=_weights_conditions,
    check=_check_weights,
)

weigh = Rule(
    name="mean over the tokens",
    statement=r"$E = \sum_x p(x)\, \mathbb{P}(\text{x is missed})$.",
    apply=_weigh,
    conditions=_weigh_conditions,
    check=_check_weigh,
)

invert = Rule(
    name="the sum turned inside out",
    statement=(
        r"$\sum_x x^{-\alpha} \mathbb{P}(X^2 > x^{-r}/Z) = \mathbb{E} \sum_{x > (Z X^2)^{-1/r}} x^{-\alpha}$."
    ),
    apply=_invert,
    conditions=_invert_conditions,
    check=_check_invert,
)

tail_between = Rule(
    name="integrals beside a tail",
    statement=(
        r"$\frac{y^{1-\alpha}}{\alpha-1} - y^{-\alpha} \le \sum_{x \ge y} x^{-\alpha} \le "
        r"\frac{y^{1-\alpha}}{\alpha-1} + y^{-\alpha}$ for all $y > 0$."
    ),
    apply=_tail,
    conditions=_tail_conditions,
    check=_check_tail,
)

moments = Rule(
    name="moments of the overlap",
    statement="A moment of any positive order is the Gamma ratio at that order.",
    apply=_moments,
    conditions=_moments_conditions,
    check=_check_moments,
)
