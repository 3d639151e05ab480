"""Row Limit: where a quantity goes as one variable grows.

| row | agrees | refuted |
|---|---|---|
| Limit | derived; or far end inside the margin and the trend towards it | far end outside, trend away |

The far end is the largest size of the variable in each line of cells that differ in it alone, and
the distance is |measured - limit| with simultaneous limits. *Towards*: some earlier distance of the
line is larger than that at the far end, or all are inside the margin. *Away or steady*: over the
upper half of the line's logarithmic range the distance did not even shrink as slowly as 1/log(1 + x);
so an approach slower than a logarithm counts as none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..document import Outcome
from ..law import LawError, parse
from .advice import draws_for_values
from .asymptote import limit_of, strays_from
from .case import Case, Finding, Verdict
from .cells import alike_words, derived_against_measured, simultaneous_limits
from .edges import Edges
from .symbolic import same_formula
from .wording import between, capital, number, percent, place, span
from .wording import cells as count_of


def decide_limit(case: Case) -> Verdict:
    """The verdict of a Limit claim; raises `LawError` where its variable cannot be told."""
    edges = Edges(
        case=case,
        symbolic=symbolic_limit(case),
        inference=_inference(case),
        agreement=derived_against_measured(case, case.claim.margin),
    )
    return edges.verdict(_summary(edges))


def diverging(case: Case) -> str:
    """The variable that goes to infinity: the one declared, or the only one the limit leaves out."""
    if case.claim.diverging is not None:
        return case.claim.diverging
    fixed = {str(s) for s in parse(case.claim.claimed).free_symbols}
    derived = case.derived.formula if case.derived is not None else None
    of_formula = tuple(sorted(str(s) for s in derived.free_symbols)) if derived is not None else ()
    for names in (case.varying, case.variables, of_formula):
        free = [name for name in names if name not in fixed]
        if len(free) == 1:
            return free[0]
        if free:
            raise LawError(
                f"{case.claim.id} is a limit, and {', '.join(free)} could go to infinity; name one of them "
                "in `diverging`."
            )
    raise LawError(f"{case.claim.id} is a limit, and no variable is left to go to infinity.")


@dataclass(frozen=True)
class _Distances:
    """|measured - limit| of each cell: limits that hold together, and the margin as a distance."""

    case: Case
    variable: str

    @cached_property
    def bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        low, high = simultaneous_limits(self.case, self.case.level)
        below, above = low - self.case.expected, high - self.case.expected
        return np.maximum(np.maximum(below, -above), 0.0), np.maximum(np.abs(below), np.abs(above))

    @cached_property
    def margin(self) -> NDArray[np.float64]:
        expected = self.case.expected
        return self.case.claim.margin * np.where(expected == 0, 1.0, np.abs(expected))

    @cached_property
    def lines(self) -> list[NDArray[np.intp]]:
        """The cells of each line, the far end last."""
        groups, sizes = np.asarray(self.case.groups(self.variable)), self.case.sizes(self.variable)
        members = [np.flatnonzero(groups == group) for group in np.unique(groups)]
        return [line[np.argsort(sizes[line], kind="stable")] for line in members]

    def inside(self, line: NDArray[np.intp]) -> bool:
        return bool(self.bounds[1][line[-1]] <= self.margin[line[-1]])

    def outside(self, line: NDArray[np.intp]) -> bool:
        return bool(self.bounds[0][line[-1]] > self.margin[line[-1]])

    def towards(self, line: NDArray[np.intp]) -> bool:
        low, high = self.bounds
        approached = bool(np.any(low[line[:-1]] > high[line[-1]]))
        return approached or (line.size > 1 and bool(np.all(high[line] <= self.margin[line])))

    def away(self, line: NDArray[np.intp]) -> bool:
        """Whether the distance times log(1 + x) is larger at the far end than everywhere before."""
        weights = np.log1p(self.case.sizes(self.variable))
        middle = (weights[line[0]] + weights[line[-1]]) / 2
        early = line[:-1][weights[line[:-1]] <= middle]
        low, high = self.bounds
        far = weights[line[-1]] * low[line[-1]]
        return bool(early.size) and bool(np.all(far > weights[early] * high[early]))


def _inference(case: Case) -> Finding:
    """Claimed limit against measurement: refuted by a line, supported by all."""
    distances = _Distances(case, diverging(case))
    findings = [_line(distances, line) for line in distances.lines]
    for outcome in (Outcome.REFUTED, Outcome.INCONCLUSIVE):
        found = [finding for finding in findings if finding.outcome is outcome]
        if found:
            return found[0]
    ends = "The far end is" if len(findings) == 1 else f"The far ends of all {len(findings)} lines are"
    sentence = f"{ends} within {_margin_words(case)} of {case.claim.claimed}, and the trend is towards it."
    return Finding(outcome=Outcome.AGREES, sentence=sentence)


def _line(distances: _Distances, line: NDArray[np.intp]) -> Finding:
    case, far = distances.case, int(line[-1])
    found = (
        f"at {place(case, far)} measured {number(float(case.means[far]))}, "
        f"|difference| {between(*(float(b[far]) for b in distances.bounds))}"
    )
    margin, away = _margin_words(case), distances.away(line)
    if distances.outside(line) and away and not case.alike[far]:
        sentence = (
            f"The far end is beyond {margin} of {case.claim.claimed} and does not approach it: {found}."
        )
        return Finding(outcome=Outcome.REFUTED, sentence=sentence)
    if distances.inside(line) and distances.towards(line) and not away:
        return Finding(outcome=Outcome.AGREES, sentence=f"The far end is within {margin}: {found}.")
    if distances.inside(line):
        reason = "it does not approach" if away else "no trend towards it is shown"
        sentence = f"The far end is within {margin} of {case.claim.claimed}, but {reason}: {found}."
        missing = f"More sizes of {distances.variable}, or more draws at the near end."
    elif distances.outside(line):
        sentence = f"The far end is still beyond {margin} of {case.claim.claimed}: {found}."
        missing = f"Larger sizes of {distances.variable}."
        if case.alike[far]:
            sentence += alike_words(case, np.arange(len(case.means)) == far)
            missing = "Draws at the far end that are not all alike."
    else:
        sentence = f"The far end neither is within {margin} of {case.claim.claimed} nor beyond it: {found}."
        times = draws_for_values(case, distances.margin, line[-1:])
        missing = (
            f"{times} draws, until the {percent(case.level)} interval at the far end is within {margin}."
        )
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def symbolic_limit(case: Case) -> Finding:
    """The limit of the derived formula, by the rules of growth, against the claimed one."""
    derived = case.derived
    if derived is None or derived.formula is None or derived.relation != "=":
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence="No formula is derived to take the limit of.")
    name, claimed = diverging(case), parse(case.claim.claimed)
    limit = limit_of(derived.formula, name)
    if limit is None:
        sentence = f"No rule gives the limit of {derived.formula} in {name}."
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence)
    same = limit.is_finite is not False and same_formula(claimed, limit)
    if same is None or (same and strays_from(derived.formula, claimed, name)):
        sentence = (
            f"Algebra gives the limit {limit}, and it is not settled that this is {case.claim.claimed}."
        )
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence)
    if same:
        sentence = f"The derived formula tends to {limit} as {name} grows."
        return Finding(outcome=Outcome.AGREES, sentence=sentence)
    sentence = f"The derived formula tends to {limit} as {name} grows, not to {case.claim.claimed}."
    return Finding(outcome=Outcome.REFUTED, sentence=sentence)


def _margin_words(case: Case) -> str:
    relative = bool(np.any(case.expected != 0))
    return f"{100 * case.claim.margin:.3g} %" if relative else f"{case.claim.margin:g}"


def _summary(edges: Edges) -> str:
    case, decided = edges.case, edges.decided
    if decided.outcome is not Outcome.AGREES:
        return capital(decided.sentence)
    name = diverging(case)
    where = f"{count_of(len(case.means))}, {span(case, case.varying)}"
    how = "derived; not contradicted in" if edges.by_derivation else "on this range:"
    return capital(f"{case.claim.subject} tends to {case.claim.claimed} as {name} grows ({how} {where}).")
