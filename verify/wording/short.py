"""What was found of a claim in a few words, for one line of a screen: its deciding number first of all.

Each kind of reason has templates from the fullest to the shortest; the fullest that a line holds is said.
They leave out what the line says already (the label) and what the whole sentence is for (ranges, notes).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..document import ClaimRecord
from ..reason import (
    Courses,
    Drift,
    Exponential,
    Kind,
    PartOrPlain,
    Power,
    Ranges,
    Reason,
    Settings,
    Slope,
)
from .formulas import set_name
from .media import Medium
from .orders import DECIMALS, RATE, course_words
from .outcomes import Answer, of_claim
from .parts import RESOLVED, ROUNDING, listed, number, written
from .sentences import filled, words

SHORT_TEMPLATES: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.UNMEASURED: ("undecided: no value of it was found", "no value was found"),
    Kind.OBSTRUCTED: ("undecided: no value of it was found", "no value was found"),
    Kind.HEAVY_TAIL: ("open: few trials make up its mean", "few trials make up its mean"),
    Kind.EQUALS_BY_ALGEBRA: ("equals {claimed}: derived exactly", "derived exactly"),
    Kind.EQUALS_DERIVED: (
        "equals {claimed}: derived, {how:lower} within {within}{where:in}",
        "derived; {how:lower} within {within}{where:in}",
        "derived; within {within}{where:in}",
        "derived; {how:lower} the same|{where:in}",
    ),
    Kind.EQUALS_DERIVED_EXACTLY: (
        "equals {claimed}: derived exactly",
        "derived exactly; {how:lower} the same",
    ),
    Kind.EQUALS_MEASURED: (
        "equals {claimed}: {how:lower} within {within}{where:in}",
        "{how:lower} within {within}|{where:in}",
    ),
    Kind.EQUALS_COMPUTED_EXACTLY: (
        "equals {claimed}: computed exactly{where:in}",
        "computed exactly{where:in}",
    ),
    Kind.DIFFERS_BY_ALGEBRA: ("it is {derived}, not {claimed}", "derived: {derived}"),
    Kind.DIFFERS_DERIVED: (
        "it is {derived}{number}, not {claimed}{here:at}",
        "it is {derived}, not {claimed}",
        "derived: {derived}",
    ),
    Kind.DIFFERS_FROM_LONG: ("not {claimed}|{example}", "the derived formula is another"),
    Kind.DIFFERS: (
        "not {claimed}: {how:lower} {value}{instead}{at:at}",
        "{how:lower} {value}|{instead}|{at:at}",
    ),
    Kind.DIFFERS_TOGETHER: (
        "not {claimed}: off by more than {within} in all settings together",
        "off by more than {within}, all settings together",
    ),
    Kind.NEARLY_EQUAL: (
        "within {within}, yet not equal: {how:lower} {value}{instead}",
        "within {within}, not equal",
    ),
    Kind.TENDS_BY_ALGEBRA: ("tends to {limit}| as {variable} grows, by derivation",),
    Kind.TENDS_DERIVED: ("tends to {claimed} as {variable} grows: derived", "derived limit {claimed}"),
    Kind.TENDS_DERIVED_NOT_YET: (
        "tends to {claimed} as {variable} grows: derived, not yet{at:at}",
        "derived limit {claimed}, not yet{at:at}",
        "derived limit, not yet{at:at}",
    ),
    Kind.TENDS_CORRECTED: ("tends to {claimed} with corrections|: {how:lower} {value}{at:at}",),
    Kind.TENDS_NOT_YET: (
        "tends to {claimed} with corrections, not yet{at:at}: {how:lower} {value}",
        "tends to {claimed}, not yet{at:at}",
        "not yet{at:at}",
    ),
    Kind.TENDS_ELSEWHERE: (
        "tends to {limit} as {variable} grows, not to {claimed}: derived",
        "tends to {limit}, not to {claimed}",
    ),
    Kind.TENDS_ELSEWHERE_BY_ALGEBRA: ("tends to {limit}|, not to {claimed}, by derivation",),
    Kind.TENDS_MEASURED: ("tends to {claimed}: {how:lower} {value}|{at:at}", "{how:lower} {value}{at:at}"),
    Kind.FAR_END_AWAY: (
        "does not tend to {claimed}: {how:lower} {value}|{at:at}",
        "{how:lower} {value} instead of {expected}",
    ),
    Kind.ORDERED_DERIVED: ("{side:lower}{tested:in}: derived| {value}{at:at}",),
    Kind.ORDERED_MEASURED: ("{side:lower}{tested:in}|: {how:lower} {value}|{at:at}{test}",),
    Kind.REVERSED_DERIVED: ("not {side:lower}: derived {value}|{at:at}",),
    Kind.REVERSED: ("not {side:lower}: {how:lower} {value}|{at:at}|{test}",),
    Kind.ORDER_OPEN: ("open|: {how:lower} {value}|{at:at}",),
    Kind.REPRODUCTION_OPEN: ("open: {how:lower} {value}|, published {expected}",),
    Kind.EQUALITY_OPEN: ("open|: {how:lower} {value}|{instead}{at:at}",),
    Kind.BOUND_OPEN: ("open|: {how:lower} {value}|{at:at}{bound}",),
    Kind.FAR_END_OPEN: ("open|: {how:lower} {value}|{at:at}",),
    Kind.REPRODUCED_DERIVED: (
        "derived {value}{at:at}, published {expected}",
        "derived {value}, published {expected}",
    ),
    Kind.REPRODUCED_MEASURED: (
        "{how:lower} {value}{at:at}, published {expected}",
        "{how:lower} {value}, published {expected}",
    ),
    Kind.NOT_REPRODUCED_DERIVED: (
        "derived {value}{at:at}, published {expected}",
        "derived {value}, published {expected}",
    ),
    Kind.NOT_REPRODUCED: (
        "{how:lower} {value}{at:at}, published {expected}",
        "{how:lower} {value}, published {expected}",
    ),
    Kind.FORMULA_NEAR_DERIVED: (
        "derived {value}{at:at}, the formula gives {expected}",
        "derived {value}, within {within}",
    ),
    Kind.FORMULA_NEAR_MEASURED: (
        "{how:lower} {value}{at:at}, the formula gives {expected}",
        "{how:lower} {value}, within {within}",
    ),
    Kind.FORMULA_OFF: (
        "{how:lower} {value}{at:at}, the formula gives {expected}",
        "{how:lower} {value}, not {expected}",
    ),
    Kind.FORMULA_OFF_DERIVED: ("derived {value}|{at:at}, the formula gives {expected}",),
    Kind.BOUND_DERIVED: (
        "{side:lower} {claimed}: derived|, not broken{where:in}",
        "derived; not broken{where:in}",
    ),
    Kind.BOUND_MEASURED: ("{side:lower} {claimed}: {how:lower}{where:in}", "{how:lower}{where:in}"),
    Kind.BOUND_COMPUTED: ("{side:lower} {claimed}: computed{where:in}", "computed{where:in}"),
    Kind.BOUND_BROKEN_DERIVED: (
        "not {side:lower} {claimed}: derived {derived}|{at:at}{bound}",
        "derived {derived}|{bound}",
    ),
    Kind.BOUND_BROKEN: (
        "not {side:lower} {claimed}: {how:lower} {value}{at:at}{bound}|{test}",
        "not {side:lower} {claimed}: {how:lower} {value}|{bound}",
        "{how:lower} {value}|{bound}",
    ),
    Kind.LAW_AGREES: ("{order}: {seen}", "{seen}", "{order}"),
    Kind.LAW_AGREES_BEYOND: ("{order}, corrections allowed for: {seen}", "{order}|: {seen}"),
    Kind.LAW_NOT_YET: ("{order}, not yet at {far}|: {seen}", "not yet at {far}"),
    Kind.LAW_TIGHT: ("{order}, tight: {seen}", "{order}: {seen}", "{seen}", "{order}"),
    Kind.LAW_LOOSE: ("{order}: {seen}", "{seen}", "{run}", "{order}"),
    Kind.LAW_BOUND: ("{order}: {seen}", "{seen}", "{run}", "{order}"),
    Kind.LAW_REFUTED: ("{order}: {seen}", "{seen}", "{order}"),
    Kind.LAW_REFUTED_EXPONENTIAL: ("{order}: {seen}", "{seen}", "{order}"),
    Kind.LAW_DESCRIBES: ("{constants:list}", "a description"),
    Kind.DESCRIBES_OPEN: ("open|: {seen}",),
    Kind.DESCRIBES_NOT: ("it does not fit|: {seen}",),
    Kind.LAW_OPEN: ("open|: {seen}",),
    Kind.LAW_BY_ALGEBRA: ("{order}, by derivation", "{order}: derived"),
    Kind.LAW_TIGHT_BY_ALGEBRA: ("{order}, tight, by derivation", "{order}: derived"),
    Kind.LAW_LOOSE_BY_ALGEBRA: ("derived: it {derived}",),
    Kind.LAW_REFUTED_BY_ALGEBRA: ("{order}: derived, it {derived}", "derived: it {derived}"),
    Kind.LAW_DERIVED: ("{order}: derived|; {seen}", "derived; {seen}"),
    Kind.LAW_DERIVED_TIGHT: ("{order}, tight: derived|; {seen}", "{order}: derived"),
    Kind.LAW_DERIVED_LOOSE: ("derived: it {derived}|; {seen}",),
    Kind.LAW_DERIVED_BOUND: ("{order}: derived|; {seen}",),
    Kind.LAW_REFUTED_BY_DERIVATION: ("{order}: derived, it {derived}|; {seen}", "derived: it {derived}"),
}
"""By kind, from the fullest to the shortest; each may end at a bar. Else the whole sentence is told."""

BEFORE: Final[Mapping[Answer, str]] = {
    Answer.LOWER_BOUND: "lower bound only",
    Answer.UPPER_BOUND: "upper bound only",
    Answer.AT_OUR_THRESHOLD: "at our threshold",
}
"""What a finding begins with where a sign alone does not say what became of the claim."""


def short_finding(claim: ClaimRecord, room: int) -> str:
    """What was found of the claim, the fullest that so many characters hold; else the shortest, whole."""
    told = list(every_length(claim))
    return next((text for text in told if len(text) <= room), min(told, key=len))


def every_length(claim: ClaimRecord) -> Iterator[str]:
    """What was found of the claim, from the fullest to the shortest; of a bound its side comes first."""
    answer = of_claim(claim)
    before = BEFORE.get(answer, "")
    said = claim.reason
    # A reason that adds something to what was found holds it as its first part.
    while said is not None and isinstance(found := said.parts.get("found"), Reason):
        said = found
    if said is None or said.kind not in SHORT_TEMPLATES:
        yield _joined(before, words(claim.reason or claim.summary, Medium.TERMINAL))
        return
    run, over = _run(said.parts), said.parts.get("range")
    how = "computed" if isinstance(over, Ranges) and over.computed else "measured"
    parts = {name: _short(part) for name, part in said.parts.items()}
    parts |= {"run": run, "seen": f"{how} {run}"}
    for template in _lengths(SHORT_TEMPLATES[said.kind]):
        if run or not ("{seen}" in template or "{run}" in template):
            yield _joined(before, filled(template, parts, Medium.TERMINAL))


def _lengths(templates: Sequence[str]) -> Iterator[str]:
    """The templates, each whole and up to every bar.

    >>> list(_lengths(["open|: {value}|{at:at}"]))
    ['open: {value}{at:at}', 'open: {value}', 'open']
    """
    for template in templates:
        pieces = template.split("|")
        yield from ("".join(pieces[:end]) for end in range(len(pieces), 0, -1))


def _joined(before: str, told: str) -> str:
    """What a finding begins with, and the finding; a second colon would mislead."""
    return f"{before}{';' if ': ' in told else ':'} {told}" if before else told


def _short(part: PartOrPlain) -> PartOrPlain:
    """A part without what a line has no room for: ranges of settings, numbers of trials."""
    match part:
        case Settings():
            return Settings(count=part.count, of=part.of)
        case Reason(kind=Kind.MEASURED):
            return Reason(kind=Kind.MEASURED, parts={"trials": None})
    return part


def _run(parts: Mapping[str, PartOrPlain]) -> str:
    """How a quantity was seen to run in its variables; what was not resolved says nothing."""
    courses = parts.get("measured")
    return listed([_course(one) for one in courses.of]) if isinstance(courses, Courses) else ""


def _course(part: Slope | Drift | Exponential) -> str:
    """An exponent, as a power with its interval, and whether other factors of the law stand beside it.

    >>> from theorycheck.reason import Interval
    >>> _course(Slope(name="d_k", value=1.012, interval=Interval(low=1.0031, high=1.0209)))
    'd_k^1.01 (1.00 to 1.02)'
    >>> _course(Slope(name="d", value=-1.0, beside=True))
    '1/d, other factors as claimed'
    >>> _course(Drift(name="d_k", first=0.826, last=0.944))
    'd_k^0.826 to d_k^0.944'
    """
    if isinstance(part, Exponential):
        return course_words(part, Medium.TERMINAL).partition(" like ")[2].partition(" (")[0]
    if part.name.startswith(RATE):
        return course_words(part, Medium.TERMINAL)
    told = _power(part)
    return f"{told}, other factors as claimed" if told and part.beside else told


def _power(part: Slope | Drift) -> str:
    if isinstance(part, Drift):
        name = set_name(part.name, Medium.TERMINAL)
        return " to ".join(f"{name}^{number(end, Medium.TERMINAL)}" for end in (part.first, part.last))
    if part.value is None or (part.interval is not None and part.interval.width > RESOLVED):
        return ""
    exponent = round(part.value, DECIMALS)
    interval = part.interval if part.interval and part.interval.width > ROUNDING else None
    if exponent == 0 and interval is None and not part.beside:
        return f"constant in {set_name(part.name, Medium.TERMINAL)}"
    return written(Power(variable=part.name, exponent=exponent, interval=interval), Medium.TERMINAL)
