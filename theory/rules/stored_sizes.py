r"""How many tokens are stored: the size at which an error reaches a level, or up to which it stays below.

Student's tail $P(t_d > \sqrt{d/(P-1)})$ rises in P, so that one P has a given tail, by Student's quantile; as
that lies between the normal one and Cauchy's, P grows like d. What only a bound says of P is bounded so too.
"""

from __future__ import annotations

from typing import Final

import mpmath
import sympy as sp
from flint import arb, ctx, fmpq
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import Growth, leading, sign
from .balls import Enclosed
from .events import Named, Probability
from .isolating import isolated
from .points import number, random_points
from .vectors import with_right

_LOST: Final = (16, 32, 48)
"""Bits by which the ends of an enclosure are apart, as tails of many degrees lose some."""
_SIZES: Final = ((4, sp.Rational(1, 20)), (30, sp.Rational(3, 10)))
_FAR: Final = (10**3, 10**6)


class StudentQuantile(Enclosed):
    r"""The t with $\mathbb{P}(t_d > t) = p$, for $0 < p < 1/2$."""

    nargs = 2
    is_positive = True

    @staticmethod
    def enclosed(chance: fmpq | arb, degrees: fmpq | arb) -> arb:
        """A ball around the quantile; raises `TypeError` where the chance is not between 0 and 1/2."""
        if not (isinstance(chance, fmpq) and 0 < chance < fmpq(1, 2)):
            raise TypeError(f"A quantile is known for chances between 0 and 1/2, not at {chance}.")
        return _quantile(arb(chance), arb(degrees))

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        chance, degrees = (printer._print(part) for part in self.args)
        return rf"t_{{{degrees}}}({chance})" + ("" if exp is None else rf"^{{{exp}}}")


def _quantile(chance: arb, degrees: arb) -> arb:
    """Newton's steps from the middle of halved intervals, and a change of sign beside where they end."""
    low, high = arb(0), arb(1)
    while _tail(high, degrees) > chance:
        low, high = high, 2 * high
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if _tail(middle, degrees) > chance else (low, middle)
    t = ((low + high) / 2).mid()
    for _ in range(ctx.prec.bit_length()):
        t = (t + (_tail(t, degrees) - chance) / _density(t, degrees)).mid()
    for lost in _LOST:
        step = t * arb(2) ** (lost - ctx.prec)
        ends = ((t - step).mid(), (t + step).mid())
        if _tail(ends[0], degrees) > chance > _tail(ends[1], degrees):
            return ends[0].union(ends[1])
    raise TypeError("No change of sign encloses the quantile.")


def _tail(t: arb, degrees: arb) -> arb:
    return (degrees / (degrees + t * t)).beta_lower(degrees / 2, arb("0.5"), True) / 2


def _density(t: arb, degrees: arb) -> arb:
    half = (degrees + 1) / 2
    scale = (half.lgamma() - (degrees / 2).lgamma()).exp() / (degrees * arb.pi()).sqrt()
    return scale * (1 + t * t / degrees) ** -half


def _at_level(fact: sp.Eq, *, variable: sp.Symbol, level: sp.Expr, name: sp.Symbol) -> sp.Eq:
    integral = _integral(fact)
    degrees = 2 * integral.args[0]
    square = sp.cancel(degrees * (1 - integral.args[3]) / integral.args[3])
    root = isolated(sp.cancel(1 / square), variable, 1 / StudentQuantile(level, degrees) ** 2)
    return sp.Eq(name, root, evaluate=False)


def _integral(fact: sp.Eq) -> sp.Expr:
    """The beta integral of Student's tail, of which the fact is half."""
    found = fact.rhs.atoms(sp.betainc_regularized)
    integral = next(iter(found)) if len(found) == 1 else None
    if integral is None or fact.rhs != integral / 2 or integral.args[1:3] != (sp.Rational(1, 2), sp.S.Zero):
        raise SideConditionError(f"{fact.rhs} is no tail of Student's law.")
    return integral


def _at_level_conditions(
    fact: sp.Eq, *, variable: sp.Symbol, level: sp.Expr, name: sp.Symbol
) -> tuple[str, ...]:
    share = _integral(fact).args[3]
    rise = sp.factor(sp.diff(share, variable).xreplace({variable: 1 + sp.Dummy(positive=True)}))
    if not rise.is_positive:
        raise SideConditionError(f"{share} is not known to rise with {variable}.")
    if level.is_number and not 0 < level < sp.Rational(1, 2):
        raise SideConditionError(f"The level {level} is not between 0 and 1/2.")
    return (
        f"the tail rises with ${sp.latex(variable)}$, which is a real number",
        f"$0 < {sp.latex(level)} < 1/2$",
    )


def _check_at_level(
    result: sp.Eq, fact: sp.Eq, *, variable: sp.Symbol, level: sp.Expr, name: sp.Symbol
) -> str:
    """Put back: the tail there is at the level, by mpmath's beta integral."""
    integral = _integral(fact)
    (size,) = integral.args[0].free_symbols
    for d, chosen in _SIZES:
        chance = level if level.is_number else chosen
        at = {size: sp.Integer(d), **({} if level.is_number else {level: chosen})}
        with mpmath.workdps(30):
            root = number(result.rhs, at)
            half, share = (sp.lambdify((size, variable), part, "mpmath") for part in
                           (integral.args[0], integral.args[3]))  # fmt: skip
            tail = mpmath.betainc(half(d, root), 0.5, 0, share(mpmath.mpf(d), root), regularized=True) / 2
            if abs(tail - number(chance, {})) > mpmath.mpf(10) ** -20:
                raise CheckFailed(f"With {root} tokens the tail is {tail}, not {chance}.")
    return "put back: the tail is at the level, to 20 digits"


def _quantile_growth(fact: sp.Eq, *, variable: sp.Symbol) -> Growth:
    return Growth(fact.lhs, sp.Tuple((variable, _growth(fact, variable)[1])))


def _growth(fact: sp.Eq, variable: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    held = {t: sp.Dummy("t", positive=True) for t in fact.rhs.atoms(StudentQuantile)}
    return leading(fact.rhs.xreplace(held), variable)


def _quantile_growth_conditions(fact: sp.Eq, *, variable: sp.Symbol) -> tuple[str, ...]:
    if not fact.rhs.has(StudentQuantile) or sign(_growth(fact, variable)[0]) != 1:
        raise SideConditionError(f"The leading term of {fact.rhs} is not known to be positive.")
    return (
        "Student's tail falls as its degrees grow: $t_d$ lies between the normal quantile and Cauchy's",
        "whatever positive number stands for $t_d$, the power is the same",
    )


def _check_quantile_growth(result: Growth, fact: sp.Eq, *, variable: sp.Symbol) -> str:
    """The slope between a thousand and a million."""
    (exponent,) = (a for _, a in result.args[1])
    others = dict.fromkeys(fact.rhs.free_symbols - {variable}, sp.Rational(1, 20))
    near, far = (number(fact.rhs, {**others, variable: sp.Integer(d)}) for d in _FAR)
    slope = mpmath.log(far / near) / mpmath.log(mpmath.mpf(_FAR[1]) / _FAR[0])
    if abs(slope - number(exponent, {})) > mpmath.mpf(1) / 100:
        raise CheckFailed(f"Between {_FAR} the slope is {slope}, not {exponent}.")
    return "the slope between a thousand and a million, to a hundredth"


def _power_above(fact: sp.Eq) -> sp.Le:
    a, _, _, share = _integral(fact).args
    return sp.Le(fact.lhs, share**a / 2, evaluate=False)


def _power_above_conditions(fact: sp.Eq) -> tuple[str, ...]:
    _integral(fact)
    return (
        r"$I_x(a, \frac12)/x^a$ is a multiple of $\int_0^1 s^{a-1} (1 - x s)^{-1/2} ds$",
        "this rises in x, to 1 at x = 1",
    )


def _check_power_above(result: sp.Le, fact: sp.Eq) -> str:
    """Shares and degrees of their own, by mpmath's beta integral, up to the end where both are one half."""
    factor = sp.cancel(2 * result.rhs / _integral(fact).args[3] ** _integral(fact).args[0])
    for a in (mpmath.mpf(1) / 2, mpmath.mpf(3), mpmath.mpf(40)):
        for share in (mpmath.mpf(1) / 9, mpmath.mpf(2) / 3, mpmath.mpf(99) / 100, mpmath.mpf(1)):
            area = mpmath.betainc(a, 0.5, 0, share, regularized=True)
            if not factor.is_number or area > number(factor, {}) * share**a * (1 + mpmath.mpf(10) ** -12):
                raise CheckFailed(
                    f"At the share {share} the integral {area} exceeds {factor} times the power."
                )
    return "the beta integral below the power at four shares, one to eighty degrees"


def _compound(fact: sp.Le) -> sp.Le:
    right = fact.rhs.replace(lambda e: isinstance(e, sp.Pow) and _is_compound(e), _exponential)
    return with_right(fact, right)


def _is_compound(power: sp.Pow) -> bool:
    return bool(power.exp.free_symbols) and bool(power.base.free_symbols)


def _exponential(power: sp.Pow) -> sp.Expr:
    """u^b at most exp(b (u - 1))."""
    return sp.exp(power.exp * sp.cancel(power.base - 1))


def _compound_conditions(fact: sp.Le) -> tuple[str, ...]:
    powers = [p for p in fact.rhs.atoms(sp.Pow) if _is_compound(p)]
    if not isinstance(fact, sp.Le) or len(powers) != 1:
        raise SideConditionError(f"{fact.rhs} holds no single compound power, or {fact} is no upper bound.")
    if not powers[0].exp.is_nonnegative:
        raise SideConditionError(f"The exponent {powers[0].exp} is not known to be positive.")
    return (r"$\log u \le u - 1$ for $u > 0$",)


def _check_compound(result: sp.Le, fact: sp.Le) -> str:
    for point in random_points(fact.rhs.free_symbols):
        if number(fact.rhs, point) > number(result.rhs, point):
            raise CheckFailed(f"At {point} the exponential is below the power.")
    return "above the power at random rational points"


def _any_token(fact: sp.Le, *, count: sp.Symbol) -> sp.Le:
    return sp.Le(Probability(Named("some token is wrong")), count * fact.rhs, evaluate=False)


def _any_token_conditions(fact: sp.Le, *, count: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(fact, sp.Le) or not isinstance(fact.lhs, Probability):
        raise SideConditionError("The union bound needs an upper bound on the probability of one event.")
    return (f"${sp.latex(count)}$ tokens are wrong with one probability each",)


def _check_any_token(result: sp.Le, fact: sp.Le, *, count: sp.Symbol) -> str:
    """Attained by one to four events that exclude each other."""
    for size in range(1, 5):
        for point in random_points((fact.rhs.free_symbols | {count}) - {count}, least=4):
            at = {**point, count: sp.Integer(size + 1)}
            masses = [number(fact.rhs, at)] * (size + 1)
            if abs(mpmath.fsum(masses) - number(result.rhs, at)) > mpmath.mpf(10) ** -14:
                raise CheckFailed(f"{size + 1} masses add up to {mpmath.fsum(masses)}.")
    return "attained by two to five events that exclude each other"


def _largest_size(fact: sp.Le, most: sp.Le, *, level: sp.Expr, name: sp.Symbol) -> sp.Ge:
    variable = most.lhs
    (decay,) = fact.rhs.atoms(sp.exp)
    factor = sp.cancel(fact.rhs / decay).subs(variable, most.rhs)
    root = isolated(-decay.exp, variable, sp.log(factor / level))
    return sp.Ge(name, root, evaluate=False)


def _largest_size_conditions(fact: sp.Le, most: sp.Le, *, level: sp.Expr, name: sp.Symbol) -> tuple[str, ...]:
    variable, decays = most.lhs, fact.rhs.atoms(sp.exp)
    if not isinstance(fact, sp.Le) or not isinstance(most, sp.Le) or len(decays) != 1:
        raise SideConditionError(f"{fact} is no upper bound with one exponential.")
    (decay,) = decays
    factor = sp.cancel(fact.rhs / decay)
    rises = (sp.diff(decay.exp, variable).is_positive, sp.diff(factor, variable).is_positive)
    if not all(rises):
        raise SideConditionError(f"{fact.rhs} is not known to rise with {variable}.")
    root = _largest_size(fact, most, level=level, name=name).rhs
    for size in (2, 3, 10, 10**6):
        at = dict.fromkeys(root.free_symbols, sp.Integer(size))
        if number(root, at) > number(most.rhs, at):
            raise SideConditionError(f"At {size} the root {root} exceeds {most.rhs}.")
    return (
        f"the bound rises with ${sp.latex(variable)}$",
        f"the root is at most ${sp.latex(most.rhs)}$ from size 2 on",
    )


def _check_largest_size(result: sp.Ge, fact: sp.Le, most: sp.Le, *, level: sp.Expr, name: sp.Symbol) -> str:
    """At the root the bound itself is at most the level."""
    for size in (2, 5, 100, 10**9):
        at = dict.fromkeys(result.rhs.free_symbols, sp.Integer(size))
        root = result.rhs.xreplace(at)
        reached = number(fact.rhs.subs(most.lhs, root), at)
        if reached > number(level, {}) * (1 + mpmath.mpf(10) ** -20):
            raise CheckFailed(f"At size {size} the bound is {reached} at the root, above {level}.")
    return "the bound is within the level at the root, sizes 2 to 10^9"


at_level: Final = Rule(
    name="size at a level, by Student's quantile",
    statement=r"$\mathbb{P}(t_d > t) = p$ at one t: what rises with a size is at the level at one size.",
    apply=_at_level,
    conditions=_at_level_conditions,
    check=_check_at_level,
)

quantile_growth: Final = Rule(
    name="growth beside a bounded quantile",
    statement=r"$0 < z_p \le t_d(p) \le t_1(p)$: Student's quantile has no power of d.",
    apply=_quantile_growth,
    conditions=_quantile_growth_conditions,
    check=_check_quantile_growth,
)

power_above: Final = Rule(
    name="a power above Student's tail",
    statement=r"$I_x(a, \frac12) \le x^a$: $\mathbb{P}(t_d > t) \le \frac12 (1 + t^2/d)^{-d/2}$.",
    apply=_power_above,
    conditions=_power_above_conditions,
    check=_check_power_above,
)

compound_exponential: Final = Rule(
    name="exponential above a compound power",
    statement=r"$u^b \le e^{b (u - 1)}$ for $b \ge 0$, $u > 0$.",
    apply=_compound,
    conditions=_compound_conditions,
    check=_check_compound,
)

any_token: Final = Rule(
    name="union over the tokens",
    statement=r"$\mathbb{P}(\text{some of P events}) \le P\, \mathbb{P}(\text{one})$.",
    apply=_any_token,
    conditions=_any_token_conditions,
    check=_check_any_token,
)

size_within: Final = Rule(
    name="a size within the level",
    statement="Where a rising bound is at the level, with its factor at its largest, it is within it.",
    apply=_largest_size,
    conditions=_largest_size_conditions,
    check=_check_largest_size,
    bounds=frozenset({0, 1}),
)
