r"""When an answer is wrong: not where its gap to every competitor is positive, so only where a premise fails.

The answers are those of nearest directions and of rectified overlaps (`answers`).
"""

from __future__ import annotations

from itertools import combinations, product

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Named, Probability
from .points import number
from .relations import require_side
from .vectors import Inner, vectors

_POINTS = ((1, 2, 2, 3), (2, 3, 6, 7), (-2, 1, 2, 3), (6, -2, 3, 7), (1, 4, 8, 9), (-4, -4, 7, 9))
"""Rational points of the unit sphere of three dimensions, the last number being the divisor."""
_LEVELS = (sp.Rational(1, 3), sp.Rational(3, 4))
_OVERLAPS = tuple(sp.Rational(k, 10) for k in (-9, 0, 5, 8, 9))
_NEAR = (10, 20, 40)
_SIZES = (2, 3, 8)


def _require_gap(gap: sp.Eq, below: sp.Lt | None = None) -> None:
    """Raise `SideConditionError` unless the gap is positive where the symbols of `below` are."""
    known = gap.rhs if below is None else gap.rhs.subs(below.lhs, below.rhs - sp.Dummy(positive=True))
    if not sp.expand(known).is_positive:
        raise SideConditionError(f"The gap {gap.rhs} is not known to be positive.")


def _require_beyond(apart: sp.Le, tail: sp.Eq) -> None:
    if not isinstance(tail.lhs, Probability) or tail.lhs.args[0] != sp.Gt(*apart.args):
        raise SideConditionError(f"{tail} is not the probability that {apart} fails.")


def _only_beyond(gap: sp.Eq, apart: sp.Le, below: sp.Lt, tail: sp.Eq, bound: sp.Le) -> sp.Le:
    return sp.Le(Probability(Named("an answer is wrong")), bound.rhs, evaluate=False)


def _only_beyond_conditions(
    gap: sp.Eq, apart: sp.Le, below: sp.Lt, tail: sp.Eq, bound: sp.Le
) -> tuple[str, ...]:
    _require_gap(gap, below)
    _require_beyond(apart, tail)
    if not isinstance(bound, sp.Le) or not isinstance(bound.lhs, Probability) or not bound.rhs.has(tail.rhs):
        raise SideConditionError(f"{bound} bounds no probability by that of {tail.lhs}.")
    return ("where no two overlap so, the gap to every competitor is positive, and no answer is wrong",)


def _check_only_beyond(result: sp.Le, *facts: sp.Basic) -> str:
    require_side(result, sp.Le)
    if not isinstance(result, sp.Le) or result.rhs != facts[-1].rhs:
        raise CheckFailed(f"{result} is not bounded by {facts[-1].rhs}.")
    return _listed_families()


def _none_wrong(gap: sp.Eq, apart: sp.Le, below: sp.Lt) -> sp.Eq:
    return sp.Eq(Probability(Named("an answer is wrong, no two overlapping so")), sp.S.Zero, evaluate=False)


def _none_wrong_conditions(gap: sp.Eq, apart: sp.Le, below: sp.Lt) -> tuple[str, ...]:
    _require_gap(gap, below)
    if not isinstance(apart, sp.Le):
        raise SideConditionError(f"{apart} is no bound on overlaps.")
    return ("the gap to every competitor is positive",)


def _check_none_wrong(result: sp.Eq, *facts: sp.Basic) -> str:
    if result.rhs != 0:
        raise CheckFailed(f"{result} is not zero.")
    return _listed_families()


def _listed_families() -> str:
    """Model (23) on all families of three rational unit vectors in two classes, exactly."""
    points = [sp.Matrix(point[:3]) / point[3] for point in _POINTS]
    overlaps = {pair: pair[0].dot(pair[1]) for pair in product(map(sp.ImmutableMatrix, points), repeat=2)}
    outputs = [sp.ImmutableMatrix(point) for point in points[:2]]
    for family in combinations(map(sp.ImmutableMatrix, points), 3):
        for level in _LEVELS:
            apart = all(abs(overlaps[pair]) <= level for pair in combinations(family, 2))
            if apart and any(_is_wrong(family, asked, outputs, overlaps, level) for asked in range(3)):
                raise CheckFailed(f"The family {family} is wrong at the level {level}, no two overlapping.")
    return "all families of three of six rational unit vectors, at two levels, exactly"


def _is_wrong(
    family: tuple[sp.ImmutableMatrix, ...],
    asked: int,
    outputs: list[sp.ImmutableMatrix],
    overlaps: dict[tuple[sp.ImmutableMatrix, sp.ImmutableMatrix], sp.Rational],
    level: sp.Rational,
) -> bool:
    answer = sum(
        (
            max(sp.S.Zero, overlaps[family[asked], other] - level) * outputs[k % 2]
            for k, other in enumerate(family)
        ),
        start=sp.zeros(3, 1),
    )
    own, competitor = (outputs[(asked + step) % 2].dot(answer) for step in (0, 1))
    return bool(own <= competitor)


def _two_needed(answer: sp.Eq, below: sp.Lt, two: sp.Le) -> sp.Le:
    return sp.Le(Probability(Named("a stored token is wrong")), two.rhs, evaluate=False)


def _two_needed_conditions(answer: sp.Eq, below: sp.Lt, two: sp.Le) -> tuple[str, ...]:
    rectified = answer.rhs.atoms(sp.Max)
    if len(rectified) != 1 or not next(iter(rectified)).has(below.lhs) or below.rhs != 1:
        raise SideConditionError(f"{answer} is no sum of overlaps rectified at {below.lhs} < 1.")
    if not isinstance(two.lhs, Probability):
        raise SideConditionError(f"{two} is no bound on two overlaps at once.")
    return (
        "unembeddings are orthonormal, so that a class scores the sum of its own tokens' terms",
        "the own term is one less the level, and another's is less, as no overlap is one",
    )


def _check_two_needed(result: sp.Le, answer: sp.Eq, below: sp.Lt, two: sp.Le) -> str:
    """One other token at any rational overlap below one; the bound is that on two overlaps at once."""
    if not isinstance(result, sp.Le) or result.rhs != two.rhs:
        raise CheckFailed(f"{result} is not bounded by {two.rhs}.")
    require_side(result, sp.Le)
    if result.rhs != two.rhs:
        raise CheckFailed(f"{result} is not bounded by {two.rhs}.")
    (rectified,) = answer.rhs.atoms(sp.Max)
    (overlap,) = rectified.atoms(Inner)
    for level in _LEVELS:
        own = rectified.xreplace({overlap: sp.S.One, below.lhs: level})
        for other in _OVERLAPS:
            if rectified.xreplace({overlap: other, below.lhs: level}) >= own:
                raise CheckFailed(f"One overlap of {other} reaches the own term at the level {level}.")
    return "one other token at five overlaps and two levels, exactly"


def _never_equal(tail: sp.Eq, *, threshold: sp.Symbol) -> sp.Eq:
    return sp.Eq(Probability(Named("two of them are equal")), _at_one(tail, threshold), evaluate=False)


def _at_one(tail: sp.Eq, threshold: sp.Symbol) -> sp.Expr:
    """The tail's limit at an overlap of one: a beta integral from one to one."""
    share = tail.rhs
    if not isinstance(share, sp.betainc_regularized) or share.args[2:] != (threshold**2, sp.S.One):
        raise SideConditionError(f"{share} is no tail of a beta law from {threshold}^2 on.")
    return sp.S.Zero


def _never_equal_conditions(tail: sp.Eq, *, threshold: sp.Symbol) -> tuple[str, ...]:
    _at_one(tail, threshold)
    (law,) = {v.law for v in vectors(tail.lhs)}
    if not (tail.rhs.args[1].subs(law.dimension, 2 + sp.Dummy(nonnegative=True))).is_positive:
        raise SideConditionError(f"The density of {tail.rhs} is not integrable from two dimensions on.")
    return ("two or more dimensions", "equal vectors overlap by more than any level below one")


def _check_never_equal(result: sp.Eq, tail: sp.Eq, *, threshold: sp.Symbol) -> str:
    """The tail at levels ever nearer to one falls to the result."""
    (size,) = tail.rhs.args[1].free_symbols
    for many in _SIZES:
        ends = [
            number(tail.rhs, {threshold: 1 - sp.Rational(1, 10**k), size: sp.Integer(many)}) for k in _NEAR
        ]
        left = [end - number(result.rhs, {}) for end in ends]
        if not (left[0] > left[1] > left[2] > 0 and left[2] < mpmath.mpf(10) ** -19):
            raise CheckFailed(f"In {many} dimensions the tail does not fall to {result.rhs}: {left}.")
    return "the tail at levels up to 1 - 10^-40 in two, three and eight dimensions"


def _where_equal(gap: sp.Eq, equal: sp.Eq, *, share: sp.Symbol) -> sp.Eq:
    return sp.Eq(share, equal.rhs, evaluate=False)


def _where_equal_conditions(gap: sp.Eq, equal: sp.Eq, *, share: sp.Symbol) -> tuple[str, ...]:
    _require_gap(gap)
    if not isinstance(equal.lhs, Probability) or equal.rhs != 0:
        raise SideConditionError(f"{equal} does not say that no two unembeddings are equal.")
    return (
        "a competitor at a distance leaves a positive gap",
        "a union over finitely many competitors of probability zero has probability zero",
    )


def _check_where_equal(result: sp.Eq, gap: sp.Eq, equal: sp.Eq, *, share: sp.Symbol) -> str:
    """The gap between rational unit vectors is positive unless they are one."""
    (distance,) = gap.rhs.free_symbols
    for one, other in product(_POINTS, repeat=2):
        u, v = (sp.Matrix(point[:3]) / point[3] for point in (one, other))
        value = gap.rhs.subs(distance, sp.sqrt((u - v).dot(u - v)))
        if (value > 0) != (one != other) or result.rhs != 0:
            raise CheckFailed(f"Between {one} and {other} the gap is {value}.")
    return "all pairs of six rational unit vectors, exactly"


only_beyond = Rule(
    name="wrong only where two overlap",
    statement=r"An event that implies another is no likelier: without overlaps beyond $\eta$ no answer of "
    "model (23) is wrong.",
    apply=_only_beyond,
    conditions=_only_beyond_conditions,
    check=_check_only_beyond,
)

none_wrong = Rule(
    name="no mistake",
    statement="Where the gap to every competitor is positive no answer is wrong: the event is empty.",
    apply=_none_wrong,
    conditions=_none_wrong_conditions,
    check=_check_none_wrong,
    bounds=frozenset({1, 2}),
)

two_needed = Rule(
    name="one overlap is not enough",
    statement=r"$x - \eta < 1 - \eta$ for an overlap $x < 1$: a class is beaten by two terms at least.",
    apply=_two_needed,
    conditions=_two_needed_conditions,
    check=_check_two_needed,
)

never_equal = Rule(
    name="equal directions",
    statement=r"Equal unit vectors overlap by more than any $t < 1$: a probability that falls to zero.",
    apply=_never_equal,
    conditions=_never_equal_conditions,
    check=_check_never_equal,
)

where_equal = Rule(
    name="wrong only where two are equal",
    statement=r"A gap of $\kappa^2/2$ fails only at $\kappa = 0$.",
    apply=_where_equal,
    conditions=_where_equal_conditions,
    check=_check_where_equal,
)
