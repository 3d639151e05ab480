r"""Tokens and classes counted: unions over competitors, the largest class, the heavy tokens, the rest.

Each rule takes statements about one token or class and produces one about many.
"""

from __future__ import annotations

from random import Random

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from ..notation import symbol
from .events import Named, Probability
from .points import WORKING_DIGITS, number, random_points, require_equal
from .relations import require_side


class ClassMass(sp.Expr):
    """The sum of the squared weights of class z, or of all classes where z is none."""

    is_commutative = True
    is_nonnegative = True

    def __new__(cls, z: sp.Symbol) -> ClassMass:
        """S_z."""
        return sp.Expr.__new__(cls, z)

    def _latex(self, printer: sp.printing.latex.LatexPrinter) -> str:
        return f"S_{{{printer._print(self.args[0])}}}"


def _competitors(gap: sp.Le, near: sp.Le, overlapping: sp.Le, *, classes: sp.Symbol) -> sp.Le:
    one = gap.rhs + near.rhs + (classes - 2) * overlapping.rhs
    return sp.Le(Probability(Named("the answer is wrong")), (classes - 1) * one, evaluate=False)


def _competitors_conditions(
    gap: sp.Le, near: sp.Le, overlapping: sp.Le, *, classes: sp.Symbol
) -> tuple[str, ...]:
    for fact in (gap, near, overlapping):
        if not isinstance(fact, sp.Le) or not isinstance(fact.lhs, Probability):
            raise SideConditionError(
                f"The union bound adds upper bounds on probabilities, and {fact} is none."
            )
    return (
        f"${sp.latex(classes - 1)}$ competitors, each with ${sp.latex(classes - 2)}$ further classes",
        "where neither unembeddings are too near nor a further class overlaps, only the gap can fail",
    )


def _check_competitors(
    result: sp.Le, gap: sp.Le, near: sp.Le, overlapping: sp.Le, *, classes: sp.Symbol
) -> str:
    """Added up competitor by competitor and class by class."""
    require_side(result, sp.Le)
    for size in (2, 3, 5):
        for point in random_points((result.rhs.free_symbols) - {classes}):
            with mpmath.workdps(WORKING_DIGITS):
                one, two, three = (number(fact.rhs, point) for fact in (gap, near, overlapping))
                whole = mpmath.mpf(0)
                for competitor in range(1, size):
                    whole += one + two + sum(three for z in range(1, size) if z != competitor)
                found = number(result.rhs, {**point, classes: sp.Integer(size)})
                if abs(whole - found) > mpmath.mpf(10) ** -40:
                    raise CheckFailed(f"With {size} classes the events add up to {whole}, not {found}.")
    return "added up competitor by competitor for 2, 3 and 5 classes"


def _pigeonhole(total: sp.Eq, *, largest: sp.Symbol, classes: sp.Symbol) -> sp.Ge:
    return sp.Ge(largest, total.lhs / classes, evaluate=False)


def _pigeonhole_conditions(total: sp.Eq, *, largest: sp.Symbol, classes: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(total.rhs, sp.Sum) or total.rhs.limits[0][1:] != (1, classes):
        raise SideConditionError(f"{total.rhs} is no sum over {classes} classes.")
    return (f"the largest of ${sp.latex(classes)}$ classes is at least their mean",)


def _check_pigeonhole(result: sp.Ge, total: sp.Eq, *, largest: sp.Symbol, classes: sp.Symbol) -> str:
    random = Random(3)
    for size in (1, 2, 5):
        masses = [sp.Rational(random.randint(0, 9), 7) for _ in range(size)]
        if max(masses) < result.rhs.subs({classes: size, total.lhs: sum(masses)}):
            raise CheckFailed(f"The classes {masses} have a smaller largest one.")
    return "random masses of 1, 2 and 5 classes"


def _heavy(light: sp.Le, share: sp.Ge, *, count: sp.Symbol) -> sp.Le:
    """Every heavy token takes more than its part of the total: the total over that part bounds them."""
    part = (light.rhs**2).subs(share.lhs, share.rhs)
    (total,) = [s for s in share.rhs.free_symbols if sp.cancel(part / s).has(s) is False]
    return sp.Le(count, sp.cancel(total / part), evaluate=False)


def _heavy_conditions(light: sp.Le, share: sp.Ge, *, count: sp.Symbol) -> tuple[str, ...]:
    if not isinstance(light, sp.Le) or not isinstance(share, sp.Ge) or not light.rhs.has(share.lhs):
        raise SideConditionError(f"{light} and {share} do not say when a token is light.")
    return (
        "the squares of the heavy weights add up to at most those of all",
        "a heavy weight exceeds the bound",
    )


def _check_heavy(result: sp.Le, light: sp.Le, share: sp.Ge, *, count: sp.Symbol) -> str:
    """Equal weights of as many tokens as the bound allows are just heavy; of more they are light."""
    for point in random_points(result.rhs.free_symbols):
        allowed = result.rhs.subs(point)
        (total,) = share.rhs.free_symbols - result.rhs.free_symbols
        for many, heavy in ((allowed * sp.Rational(9, 10), True), (allowed * sp.Rational(11, 10), False)):
            bound = (light.rhs**2).subs(share.lhs, share.rhs).subs({**point, total: 1})
            if (1 / many > bound) != heavy:
                raise CheckFailed(f"At {point} {many} equal weights are on the wrong side.")
    return "equal weights of a tenth fewer and a tenth more tokens, at random rational points"


def _outside(fact: sp.Ge, few: sp.Le, law: sp.Eq, *, token: sp.Symbol) -> sp.Ge:
    """The constant times the least mass of all tokens but so many: the tail beyond them, by an integral."""
    constant, exponent = _zipf(law, token)
    tail = constant * (few.rhs + 1) ** (1 - exponent) / (exponent - 1)
    return sp.Ge(sp.Symbol("E"), fact.rhs * tail, evaluate=False)


def _zipf(law: sp.Eq, token: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    constant, power = law.rhs.as_independent(token)
    base, exponent = power.as_base_exp()
    if base != token:
        raise SideConditionError(f"{law.rhs} is no power of {token}.")
    return constant, -exponent


def _outside_conditions(fact: sp.Ge, few: sp.Le, law: sp.Eq, *, token: sp.Symbol) -> tuple[str, ...]:
    _, exponent = _zipf(law, token)
    if not isinstance(fact, sp.Ge) or not isinstance(few, sp.Le):
        raise SideConditionError(
            "A lower bound for each light token and an upper bound on the heavy ones are needed."
        )
    if not (exponent - 1).is_positive:
        raise SideConditionError(
            f"The law {law.rhs} has no mean over all whole numbers unless {exponent} > 1."
        )
    return (
        "the law falls: no other tokens weigh as much as the first ones",
        f"${sp.latex(exponent)} > 1$",
        r"$\sum_{x > K} x^{-a} \ge \int_{K+1}^{\infty} x^{-a} dx$ for every real $K \ge 0$",
    )


def _check_outside(result: sp.Ge, fact: sp.Ge, few: sp.Le, law: sp.Eq, *, token: sp.Symbol) -> str:
    """The tail as a Hurwitz zeta function, at whole and broken numbers of tokens."""
    constant, exponent = _zipf(law, token)
    for point in random_points(few.rhs.free_symbols | exponent.free_symbols, least=2):
        heavy, power = number(few.rhs, point), number(exponent, point)
        with mpmath.workdps(30):
            tail = mpmath.zeta(power, mpmath.floor(heavy) + 1)
            bound = number(sp.cancel(result.rhs / fact.rhs / constant), point)
            if not bound <= tail:
                raise CheckFailed(f"At {point} the tail {tail} lies below {bound}.")
            if heavy > 100 and tail > bound * (1 + power / heavy * 2):  # noqa: PLR2004 - far out both agree
                raise CheckFailed(f"At {point} the bound {bound} is far below the tail {tail}.")
    return "below the tail as a Hurwitz zeta function at random rational points"


def _in_units(fact: sp.Rel, *, unit: sp.Symbol) -> sp.Rel:
    return fact.func(fact.lhs / unit, sp.cancel(fact.rhs / unit), evaluate=False)


def _in_units_conditions(fact: sp.Rel, *, unit: sp.Symbol) -> tuple[str, ...]:
    if not unit.is_positive or sp.cancel(fact.rhs / unit).has(unit):
        raise SideConditionError(f"{fact.rhs} is not in proportion to a positive {unit}.")
    return (f"${sp.latex(unit)} > 0$",)


def _check_in_units(result: sp.Rel, fact: sp.Rel, *, unit: sp.Symbol) -> str:
    return require_equal(result.rhs * unit, fact.rhs)


def _at_sizes(fact: sp.Rel) -> sp.Rel:
    plain = {s: symbol(s.name) for s in fact.rhs.free_symbols}
    return fact.func(fact.lhs, fact.rhs.xreplace(plain), evaluate=False)


def _check_at_sizes(result: sp.Rel, fact: sp.Rel) -> str:
    """Named back the formula is the one before."""
    back = {symbol(s.name): s for s in fact.rhs.free_symbols}
    same = result.func is fact.func and result.rhs.xreplace(back) == fact.rhs
    if not same or len(back) != len(fact.rhs.free_symbols):
        raise CheckFailed(f"{result.rhs} is not {fact.rhs} with its sizes named anew.")
    return "named back it is the formula before"


at_sizes = Rule(
    name="a formula of sizes",
    statement="A formula for all whole sizes is one of the sizes of a grid.",
    apply=_at_sizes,
    check=_check_at_sizes,
)

in_units = Rule(
    name="in units",
    statement="Both sides of a bound may be divided by a positive number.",
    apply=_in_units,
    conditions=_in_units_conditions,
    check=_check_in_units,
)


union_over_competitors = Rule(
    name="union over the competitors",
    statement="A wrong answer needs one of M-1 competitors; each may fail by its gap or one of its overlaps.",
    apply=_competitors,
    conditions=_competitors_conditions,
    check=_check_competitors,
)


pigeonhole = Rule(
    name="pigeonhole",
    statement="The largest of M classes has at least a share 1/M of the whole.",
    apply=_pigeonhole,
    conditions=_pigeonhole_conditions,
    check=_check_pigeonhole,
)

heavy_tokens = Rule(
    name="number of heavy tokens",
    statement=r"Fewer than $\sum q^2 / b$ tokens have $q^2 > b$.",
    apply=_heavy,
    conditions=_heavy_conditions,
    check=_check_heavy,
    bounds=frozenset({1}),
)

tail_of_the_rest = Rule(
    name="mass of the rest",
    statement=r"All but K tokens of a falling law $C x^{-a}$ weigh at least $C (K+1)^{1-a}/(a-1)$.",
    apply=_outside,
    conditions=_outside_conditions,
    check=_check_outside,
    bounds=frozenset({1}),
)
