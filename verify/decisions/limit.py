"""Row Limit: where a quantity goes as one variable grows.

| row | agrees | refuted |
|---|---|---|
| Limit | derived; or far end inside the margin and the trend towards it | far end outside, trend away |

The far end is the largest size of the variable in each line of points that differ in it alone, and
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
from ..reason import Confidence, Formula, Kind, PartOrPlain, Reason, interval, reason
from .advice import trials_for_values
from .asymptote import limit_of, strays_from
from .case import Case, Finding, Verdict
from .edges import Edges
from .points import alike_words, derived_against_measured, farthest_of, simultaneous_limits
from .symbolic import same_formula
from .terms import claimed, derived, how, label, margin, setting, settings, tested, two


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
    """|measured - limit| of each point: limits that hold together, and the margin as a distance."""

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
        """The points of each line, the far end last."""
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
    far = np.array([int(line[-1]) for line in distances.lines])
    excess = (distances.bounds[0] - distances.margin)[far]
    for outcome in (Outcome.REFUTED, Outcome.INCONCLUSIVE, Outcome.AGREES):
        found = np.array([finding.outcome is outcome for finding in findings])
        if found.any():
            return findings[farthest_of(case.expected[far], excess, found)]
    raise AssertionError("There is no line of points.")


def _line(distances: _Distances, line: NDArray[np.intp]) -> Finding:
    case, far = distances.case, int(line[-1])
    away, inside, outside = distances.away(line), distances.inside(line), distances.outside(line)
    if outside and away and not case.alike[far]:
        return Finding(
            outcome=Outcome.REFUTED,
            sentence=_said(distances, far, Kind.FAR_END_AWAY),
            counterexample=far,
        )
    if inside and distances.towards(line) and not away:
        return Finding(outcome=Outcome.AGREES, sentence=_said(distances, far, Kind.TENDS_MEASURED))
    alike = None
    variable = Formula(code=distances.variable)
    if inside:
        kind = Kind.FAR_END_RECEDES if away else Kind.FAR_END_WITHOUT_TREND
        missing = reason(Kind.MORE_SIZES, variable=variable)
    elif outside:
        kind, missing = Kind.FAR_END_STILL_FAR, reason(Kind.LARGER_SIZES, variable=variable)
        if case.alike[far]:
            alike = alike_words(case, np.arange(len(case.means)) == far)
            missing = reason(Kind.ALIKE_NEEDED)
    else:
        kind = Kind.FAR_END_OPEN
        missing = reason(
            Kind.UNTIL_FAR_END_WITHIN,
            trials=trials_for_values(case, distances.margin, line[-1:]),
            confidence=Confidence(level=case.level),
            within=margin(case),
        )
    sentence = _said(distances, far, kind, alike=alike)
    return Finding(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _said(distances: _Distances, far: int, kind: Kind, **parts: PartOrPlain) -> Reason:
    case, (low, high) = distances.case, distances.bounds
    numbers = two(case.means[far], case.expected[far])
    if kind is not Kind.FAR_END_AWAY:
        numbers["value"] = float(case.means[far])
    return reason(
        kind,
        label=label(case),
        claimed=claimed(case),
        variable=Formula(code=distances.variable),
        how=how(case),
        **numbers,
        distance=interval(float(low[far]), float(high[far])),
        at=setting(case, far),
        within=margin(case),
        where=settings(case),
        tested=tested(case),
        **parts,
    )


def symbolic_limit(case: Case) -> Finding:
    """The limit of the derived formula, by the rules of growth, against the claimed one."""
    known = case.derived
    if known is None or known.formula is None or known.relation != "=":
        return Finding(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_DERIVED_VALUE))
    name, wanted = diverging(case), parse(case.claim.claimed)
    limit = limit_of(known.formula, name)

    def found(outcome: Outcome, kind: Kind) -> Finding:
        parts = {"derived": derived(case), "claimed": claimed(case), "variable": Formula(code=name)}
        return Finding(outcome=outcome, sentence=reason(kind, limit=Formula(code=str(limit)), **parts))

    if limit is None:
        return found(Outcome.INCONCLUSIVE, Kind.NO_LIMIT_RULE)
    same = limit.is_finite is not False and same_formula(wanted, limit)
    if same is None or (same and strays_from(known.formula, wanted, name)):
        return found(Outcome.INCONCLUSIVE, Kind.LIMIT_UNSETTLED)
    if same:
        return found(Outcome.AGREES, Kind.DERIVED_LIMIT)
    return found(Outcome.REFUTED, Kind.OTHER_LIMIT)


def _summary(edges: Edges) -> Reason:
    """The sentence of the edge that decides; a derived limit is said with its subject and the settings."""
    found = edges.symbolic.sentence
    if not edges.by_derivation:
        return edges.decided.sentence
    case, agrees = edges.case, edges.decided.outcome is Outcome.AGREES
    return reason(
        Kind.TENDS_DERIVED if agrees else Kind.TENDS_ELSEWHERE,
        label=label(case),
        where=settings(case),
        tested=tested(case),
        how=how(case),
        **found.parts,
    )
