"""The formulas of a claim file: parsed, evaluated on the grid, and refused in one sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from .. import law
from ..claim import EXPONENT_MARGIN, VALUE_MARGIN, BoundType, Relation, Towards, Value, point_words
from ..decide.asymptote import vanishes
from ..errors import UsageError
from ..law.towards import deduced, require_limits
from .entry import Entry, read_event

BOUND_TYPES: Final[dict[str, tuple[Relation, BoundType | None]]] = {
    "Theta": (Relation.LAW, BoundType.THETA),
    "O": (Relation.LAW, BoundType.O),
    "Omega": (Relation.LAW, BoundType.OMEGA),
    "limit": (Relation.LAW, BoundType.THETA),
    "equals": (Relation.EQUALS, None),
    "equals in the limit": (Relation.EQUALS, None),
    "at most": (Relation.AT_MOST, None),
    "at least": (Relation.AT_LEAST, None),
    "tends to": (Relation.LIMIT, None),
    "exceeds": (Relation.ORDERING, None),
    "vanishes": (Relation.IDENTITY, None),
    "reported": (Relation.REPORTED, None),
}
ASYMPTOTIC: Final = ("limit", "equals in the limit")
"""Bounds about the limit alone, which may be approached as slowly as a logarithm."""

ALTERNATIVE_SHARE: Final = 3.0
"""The nearest alternative is at least so many margins away, or the margin could not tell them apart."""


ROUNDING: Final = 1e-9

_VALUED: Final = (Relation.EQUALS, Relation.LIMIT, Relation.IDENTITY, Relation.REPORTED)
"""Relations to a value, whose margin is relative to it."""


def margin_of(entry: Entry, variables: Iterable[str] = ()) -> float:
    """The margin that is declared, or the default of its bound type: 0 where a published spread is it.

    `variables` are those of the data, where the entry declares no grid.
    """
    if entry.margin is not None:
        return entry.margin
    if entry.bound == "exceeds" or _spread(entry) is not None:
        return 0.0
    if not is_law(entry):
        return VALUE_MARGIN
    nearest, _ = _nearest_alternative(entry, variables)
    return min(EXPONENT_MARGIN, nearest / ALTERNATIVE_SHARE)


def _spread(entry: Entry) -> float | None:
    """The spread that is published with the value, if any."""
    printed = entry.published and entry.published.spread
    return float(printed) if printed else None


def error_aimed_at(
    entry: Entry, point: Mapping[str, Value], scale: float, *, proportion: bool = False
) -> float:
    """The standard error of a point's mean that the last round should reach; `scale` is the mean's size.

    A proportion that is claimed to be at least 1 - delta is told from it in units of delta.
    """
    from .precision import ERRORS_IN_VALUE, error_for_exponents

    # Where nothing may be beyond a bound, numbers are told from it as values are.
    spread = (_spread(entry) or 0.0) if entry.margin is None else 0.0
    margin = (margin_of(entry) or spread / (scale or 1.0) or VALUE_MARGIN) / math.sqrt(_widening(entry))
    if is_law(entry):
        return error_for_exponents(_bases(entry), margin) * scale
    if entry.measure.solve is not None:
        # The pilot knows a threshold by its logarithm.
        return margin / ERRORS_IN_VALUE * scale
    # What is claimed sets no scale but by being zero, where margins are absolute: so an edited formula is
    # decided on the evidence that is there.
    claimed = law.evaluate(law.parse(entry.law), point)
    absolute = _relation(entry) in _VALUED and claimed == 0
    error = margin / ERRORS_IN_VALUE * (1.0 if absolute else scale)
    if proportion and _relation(entry) is Relation.AT_LEAST and 0 < claimed < 1:
        return min(error, (1 - claimed) / ERRORS_IN_VALUE)
    return error


def _bases(entry: Entry) -> Mapping[str, Sequence[Value]]:
    """The grid, with its distance to a pole, 1 - alpha, in place of a variable whose power is that of it."""
    claimed = law.form(entry.law, entry.grid)
    poles = {
        factor.variable: factor.base
        for term in claimed.terms
        for factor in term.factors
        if law.falls(factor.base)
    }
    distances = {
        name: tuple(law.evaluate(base, {name: value}) for value in entry.grid[name])
        for name, base in poles.items()
    }
    return {**entry.grid, **distances}


def _widening(entry: Entry) -> float:
    """By how much the variance of a largest number is wider than that of each of its family."""
    from ..evidence.families import widened_by

    variable = entry.measure.largest or entry.measure.smallest
    return 1.0 if variable is None else widened_by(len(entry.grid[variable]))


CONSTANT: Final = "C"
"""The law that claims no growth in any variable."""


def require_formulas(entry: Entry, points: Sequence[Mapping[str, Value]], where: str) -> None:
    """Raise UsageError unless law, alternatives and domain can be read and evaluated on the grid."""
    if not points:
        return
    points = inside_domain(entry, points, where)
    if entry.measure.event is not None:
        _, bound = read_event(entry.measure.event) or ("", "")
        solved = {} if entry.measure.range is None else {entry.measure.solve or "": entry.measure.range[1]}
        _require(bound, "measure.event", where, [{**point, **solved} for point in points])
    points = _outside_family(entry, points, where)
    _require_formula(entry, entry.law, "law", where, points)
    for number, alternative in enumerate(entry.alternatives, start=1):
        _require_formula(entry, alternative, f"alternative {number}", where, points)
    if is_law(entry):
        require_limits(entry.limits, {name: [point[name] for point in points] for name in points[0]}, where)
    require_margin(entry, where)
    numbers = [name for name, value in points[0].items() if not isinstance(value, str)]
    require_exponent(entry, numbers, where)
    require_corrections(entry, numbers, where)


def require_exponent(entry: Entry, variables: Iterable[str], where: str) -> None:
    """Raise UsageError for a law whose powers are all free: it claims no exponent that data could refute."""
    if not is_law(entry):
        return
    read = law.form(entry.law, tuple(variables))
    powers = [factor for term in read.terms for factor in term.factors]
    free = [str(factor.written) for factor in powers if factor.exponent is None]
    if free and len(free) == len(powers):
        raise UsageError(
            f"{where}: law {entry.law!r} claims no exponent, since {free[0]!r} is fitted; write a number in "
            "its place, or describe a table by `theorycheck fit`."
        )


def require_corrections(entry: Entry, variables: Iterable[str], where: str) -> None:
    """Raise UsageError unless each correction vanishes at the limit; one of a law stands beside a product."""
    names = tuple(variables)
    if entry.corrections and is_law(entry) and not law.form(entry.law, names).is_single:
        raise UsageError(
            f"{where}: corrections belong to a law of one term, unlike {entry.law!r}; leave them out."
        )
    for text in entry.corrections:
        try:
            formula = law.parse(text)
        except law.LawError as error:
            raise UsageError(f"{where}: correction {text!r}: {error}") from error
        inside = [symbol.name for symbol in formula.free_symbols]
        strange = [name for name in inside if name not in names]
        if strange or not inside:
            raise UsageError(
                f"{where}: correction {text!r} names {strange[0] if strange else 'no variable'}; it is a "
                f"formula of the variables, which are {', '.join(names)}."
            )
        if not any(vanishes(formula, name, to_zero=_goes_to_zero(entry, name)) for name in inside):
            raise UsageError(
                f"{where}: correction {text!r} does not vanish as {' or '.join(sorted(inside))} goes to its "
                "limit; write what is added to one, as log(log(n))/log(n) or n**(-1/4)."
            )


def _goes_to_zero(entry: Entry, name: str) -> bool:
    """Whether a variable goes to 0: as the claim says, or as its sizes tell."""
    sizes = np.asarray(entry.grid.get(name, (1.0,)), dtype=np.float64)
    return entry.limits.get(name, deduced(sizes)) == Towards.ZERO


def require_margin(entry: Entry, where: str, variables: Iterable[str] = ()) -> None:
    """Raise UsageError for a declared margin that reaches a third of the way to an alternative's exponent."""
    if entry.margin is None or not is_law(entry):
        return
    gap, alternative = _nearest_alternative(entry, variables)
    if gap < ALTERNATIVE_SHARE * entry.margin * (1 - ROUNDING):
        raise UsageError(
            f"{where}: margin {entry.margin:g} is more than a third of the gap {gap:g} to the alternative "
            f"{alternative!r}; declare margin = {gap / ALTERNATIVE_SHARE:.3g} or less."
        )


def is_law(entry: Entry) -> bool:
    """Whether the claim is about an order of growth."""
    return _relation(entry) is Relation.LAW


def _relation(entry: Entry) -> Relation:
    return BOUND_TYPES[entry.bound][0]


def _outside_family(
    entry: Entry, points: Sequence[Mapping[str, Value]], where: str
) -> Sequence[Mapping[str, Value]]:
    """The points without the variable over whose values a claim is about the largest or smallest number.

    Raises UsageError for a peak that is claimed where nothing is measured.
    """
    measure = entry.measure
    variable = measure.largest or measure.smallest or measure.peak
    if variable is None:
        return points
    others = [{name: value for name, value in point.items() if name != variable} for point in points]
    rest = list({tuple(point.items()): point for point in others}.values())
    if measure.at is not None:
        _require(measure.at, "measure.at", where, rest)
        there = {(tuple(v for k, v in point.items() if k != variable), point[variable]) for point in points}
        for point in rest:
            value = law.evaluate(law.parse(measure.at), point)
            if (tuple(point.values()), value) not in there:
                at = point_words(point)
                raise UsageError(
                    f"{where}: the peak is claimed at {variable} = {value:g}{' where ' if at else ''}{at}, "
                    "which is not on the grid; add it."
                )
    return rest


def inside_domain(
    entry: Entry, points: Sequence[Mapping[str, Value]], where: str
) -> Sequence[Mapping[str, Value]]:
    """The points inside the domain.

    A condition on one variable must hold at each of its values; one that joins several selects.
    """
    for name, text in entry.domain.items():
        try:
            condition = law.condition(text)
            inside = [point for point in points if condition.holds(point)]
        except (law.LawError, TypeError, ArithmeticError) as error:
            raise UsageError(f"{where}: domain.{name}: {error}") from error
        alone = condition.variables <= {name}
        if (alone and len(inside) < len(points)) or not inside:
            outside = next(point for point in points if point not in inside)
            raise UsageError(
                f"{where}: grid.{name} has {outside[name]}, outside the domain {text!r}; change one of them."
            )
        points = inside
    return points


def _require_formula(
    entry: Entry, text: str, key: str, where: str, points: Sequence[Mapping[str, Value]]
) -> None:
    variables = [name for name, value in points[0].items() if not isinstance(value, str)]
    try:
        names = {symbol.name for symbol in law.parse(text).free_symbols}
        if is_law(entry):
            law.form(text, variables)
    except (law.LawError, TypeError, ValueError, ArithmeticError) as error:
        raise UsageError(f"{where}: {key}: {error}") from error
    if not is_law(entry):
        _require(text, key, where, points)
    if is_law(entry) and key == "law" and text.strip() != CONSTANT and not names & set(variables):
        raise UsageError(
            f"{where}: law {text!r} names no variable of the grid, which has "
            f"{', '.join(variables) or 'no numbers'}."
        )


def _require(text: str, key: str, where: str, points: Sequence[Mapping[str, Value]]) -> None:
    """Raise UsageError unless a formula is a number at every point."""
    try:
        _require_values(text, points)
    except (law.LawError, TypeError, ValueError, ArithmeticError) as error:
        raise UsageError(f"{where}: {key}: {error}") from error


def _require_values(text: str, points: Sequence[Mapping[str, Value]]) -> None:
    expr = law.parse(text)
    for point in points:
        value = law.evaluate(expr, point)
        if not math.isfinite(value):
            raise law.LawError(f"The formula {text!r} has no finite value at {point_words(point)}.")


def _nearest_alternative(entry: Entry, variables: Iterable[str]) -> tuple[float, str]:
    """The least gap between an exponent of the law and of an alternative that is a power law too."""
    names = tuple(variables) or tuple(entry.grid)
    claimed = _exponents(entry.law, names)
    gaps = [
        (
            max(abs(float(claimed.get(name, 0) - other.get(name, 0))) for name in {*claimed, *other}),
            alternative,
        )
        for alternative in entry.alternatives
        if names and (other := _exponents(alternative, names))
    ]
    return min(((gap, alternative) for gap, alternative in gaps if gap > 0), default=(math.inf, ""))


def _exponents(text: str, variables: tuple[str, ...]) -> dict[str, Fraction]:
    """The exponents of a law; none where it is no power law."""
    try:
        found = law.form(text, variables)
        return found.exponents if found.is_power_law else {}
    except law.LawError:
        return {}
