"""Row Limit: where a quantity goes as one variable grows; and a formula claimed asymptotically, whose ratio
to the quantity goes to one.

| row | agrees | refuted |
|---|---|---|
| Limit | derived; or far end inside the margin and the trend towards it | far end outside, trend away |

The far end is the largest size of the variable in each line of points that differ in it alone, and in what
has one value for each of its sizes, as d has where n = 2 d; the smallest of one that goes to 0. The
distance is |measured - limit| with simultaneous limits. *Towards*: some earlier distance of the line is
larger than that at the far end, or all are inside the margin. *Away or steady*: over the upper half of the
line's logarithmic range the distance did not even shrink as slowly as 1/log(1 + x); so an approach slower
than a logarithm counts as none. A far end that is inside is open where it is farther from the limit than
the size before it, or where the line surely leaves the margin with one of the usual corrections that
describe it as well as any (`extrapolated`), or where one more step like the last surely leads beyond the
margin, and so do all further ones as the last two shrink. A claim that is asymptotic may be approached as
slowly as log log x / log x, as the largest of n normals approaches sqrt(2 log n). Where a claim names
corrections, a far end that is still outside agrees if it goes inside the margin with them, and one that is
inside is open if it goes through and leaves it.

Of an asymptotic equality distances are relative: |measured / formula - 1|.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from ..document import Outcome
from ..law import LawError, parse, without
from ..law.towards import follows, independent
from ..reason import Confidence, Formula, Kind, PartOrPlain, Reason, interval, reason
from ..statistics.intervals import sidak
from ..theory.notation import symbol
from .advice import trials_for_trend, trials_for_values
from .asymptote import limit_of, strays_from
from .context import DecisionContext, Diagnostic, Verdict
from .extrapolated import Approach, approaches, approaching, extrapolated, grows, inside_from
from .points import degenerate_words, derived_against_measured, farthest_of, simultaneous_limits
from .symbolic import same_formula
from .terms import claimed, how, label, margin, setting, settings, some, two
from .three_comparisons import ThreeComparisons


def decide_limit(context: DecisionContext) -> Verdict:
    """The verdict of a Limit claim; raises `LawError` where its variable cannot be told."""
    found = ThreeComparisons(
        context=context,
        symbolic=symbolic_limit(context),
        inference=_inference(context),
        agreement=derived_against_measured(context, context.claim.margin),
    )
    return found.verdict(replace(found.decided, sentence=_summary(found)))


def beyond(context: DecisionContext, steps: int) -> list[tuple[int, float]]:
    """So many sizes beyond each far end, in the last step of its line: the far end's number, and the size."""
    variable = diverging(context)
    sizes = context.sizes(variable)
    lines = [line for line in _Distances(context, variable).lines if line.size > 1]
    return [
        (int(line[-1]), float(sizes[line[-1]] * (sizes[line[-1]] / sizes[line[-2]]) ** step))
        for line in lines
        for step in range(1, steps + 1)
    ]


def on_the_way(context: DecisionContext, seen: int) -> NDArray[np.float64]:
    """The means if the limit is true: each line goes there with the correction that describes it best.

    The first `seen` points are measured, others lie beyond the far ends of their lines.
    """
    variable, truth = diverging(context), context.expected.copy()
    for line in _Distances(context, variable).lines:
        scale, goal = _relative(truth[line])
        known = int(np.sum(line < seen))
        truth[line] = scale * approaching(context, line, scale, variable=variable, goal=goal, seen=known)
    return truth


def diverging(context: DecisionContext) -> str:
    """The variable that goes to infinity: the one declared, or the only one the limit leaves out."""
    if context.claim.diverging is not None:
        return context.claim.diverging
    in_formula = {str(s) for s in parse(context.claim.claimed).free_symbols}
    columns = context.evidence.at
    if context.claim.is_ratio:
        return _only(context, independent(context.varying, columns) or tuple(sorted(in_formula)))
    fixed = in_formula
    derived = context.derived.formula if context.derived is not None else None
    of_formula = tuple(sorted(str(s) for s in derived.free_symbols)) if derived is not None else ()
    for names in (independent(context.varying, columns), context.variables, of_formula):
        free = [name for name in names if name not in fixed]
        if len(free) == 1:
            return free[0]
        if free:
            raise LawError(
                f"{context.claim.id} is a limit, and {', '.join(free)} could go to infinity; name one "
                "of them in `diverging`."
            )
    raise LawError(
        f"{context.claim.claimed!r} names every variable, and a limit is of one that it leaves out; "
        "write the number that it tends to, such as 0."
    )


def along_with(context: DecisionContext, variable: str) -> tuple[str, ...]:
    """The variables that have one value for each size of this one, and go along with it."""
    others = (name for name in context.varying if name != variable)
    return tuple(name for name in others if follows(name, variable, context.evidence.at))


def _only(context: DecisionContext, names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return names[0]
    raise LawError(
        f"{context.claim.id} is an asymptotic equality in {', '.join(names) or 'no variable'}; name the one "
        "that goes to infinity in `diverging`."
    )


def _relative(expected: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """What the numbers of a line are relative to at each point, and where they go in parts of it.

    They are as they are where 0 is claimed.
    """
    return np.where(expected == 0, 1.0, expected), 0.0 if expected[-1] == 0 else 1.0


@dataclass(frozen=True)
class _Distances:
    """|measured - limit| of each point: limits that hold together, and the margin as a distance.

    Of an asymptotic equality all of them are relative to the formula.
    """

    context: DecisionContext
    variable: str

    @cached_property
    def shown(self) -> Formula:
        """What grows, as a sentence has it."""
        return Formula(code=grows(self.context, self.variable))

    @cached_property
    def _limits(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return simultaneous_limits(self.context, self.context.level)

    @cached_property
    def bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        low, high = self._limits
        below, above = low - self.context.expected, high - self.context.expected
        near, far = np.maximum(np.maximum(below, -above), 0.0), np.maximum(np.abs(below), np.abs(above))
        return near / self.unit, far / self.unit

    @cached_property
    def margin(self) -> NDArray[np.float64]:
        expected = self.context.expected
        return self.context.claim.margin * np.where(expected == 0, 1.0, np.abs(expected)) / self.unit

    @cached_property
    def unit(self) -> NDArray[np.float64]:
        """What distances are measured in at each point; raises `LawError` for a ratio to zero."""
        expected = np.abs(self.context.expected)
        if not self.context.claim.is_ratio:
            return np.ones_like(expected)
        if np.any(expected == 0):
            raise LawError(
                f"{self.context.claim.id} is an asymptotic equality, and its formula is 0 in some setting; "
                "leave that setting out."
            )
        return expected

    @cached_property
    def lines(self) -> list[NDArray[np.intp]]:
        """The points of each line, the far end last."""
        along = along_with(self.context, self.variable)
        groups = np.asarray(self.context.groups(self.variable, *along))
        sizes = self.context.growing(self.variable)
        members = [np.flatnonzero(groups == group) for group in np.unique(groups)]
        return [line[np.argsort(sizes[line], kind="stable")] for line in members]

    def inside(self, line: NDArray[np.intp]) -> bool:
        return bool(self.bounds[1][line[-1]] <= self.margin[line[-1]])

    def outside(self, line: NDArray[np.intp]) -> bool:
        return bool(self.bounds[0][line[-1]] > self.margin[line[-1]])

    def beyond(self, line: NDArray[np.intp]) -> tuple[float, float] | None:
        """Where the line goes with the corrections that the claim names, less the limit, over its size."""
        scale, goal = _relative(self.context.expected[line])
        found = extrapolated(self.context, line, scale, sidak(self.context.level, len(self.lines)))
        return None if found is None else (found[0] - goal, found[1] - goal)

    def elsewhere(self, line: NDArray[np.intp]) -> Approach | None:
        """A usual correction with which the line surely leaves the margin, less the limit; None for none."""
        scale, goal = _relative(self.context.expected[line])
        level, margin = sidak(self.context.level, len(self.lines)), self.context.claim.margin
        for found in approaches(self.context, line, scale, variable=self.variable, level=level):
            low, high = found.ends[0] - goal, found.ends[1] - goal
            if max(low, -high) > margin:
                return Approach(formula=found.formula, ends=(low, high))
        return None

    def inside_from(self, line: NDArray[np.intp]) -> float | None:
        """The size from which the line is within half the margin of the limit; None: not known."""
        (scale, goal), margin = _relative(self.context.expected[line]), self.context.claim.margin / 2
        return inside_from(self.context, line, scale, variable=self.variable, goal=goal, margin=margin)

    def towards(self, line: NDArray[np.intp]) -> bool:
        low, high = self.bounds
        approached = bool(np.any(low[line[:-1]] > high[line[-1]]))
        return approached or (line.size > 1 and bool(np.all(high[line] <= self.margin[line])))

    def trials_for_trend(self, line: NDArray[np.intp]) -> Reason | None:
        """How many times the trials show a trend towards the limit; None for no number of them."""
        if line.size == 1:
            return None
        low, high = (limits[line] for limits in simultaneous_limits(self.context, self.context.level))
        gaps = np.abs((low + high) / 2 - self.context.expected[line]) / self.unit[line]
        return trials_for_trend(self.context, gaps, (high - low) / 2 / self.unit[line], self.margin[line])

    def recedes(self, line: NDArray[np.intp]) -> bool:
        """Whether the distance at the far end is larger than at the size before it."""
        low, high = self.bounds
        return line.size > 1 and bool(low[line[-1]] > high[line[-2]])

    def passes(self, line: NDArray[np.intp]) -> bool:
        """Whether the line surely goes on beyond the margin: by a step like the last in the logarithm of the
        size, and by all further steps, as its last two shrink (`_further`).

        So does what goes through a number on its way. Of a power x**-w of the size all further steps end
        where it comes to rest.
        """
        if line.size < 2:  # noqa: PLR2004 - a step
            return False
        low, high = (limits[line] / self.unit[line] for limits in self._limits)
        goal = (self.context.expected / self.unit)[line[-1]]
        if low[-1] <= high[-2]:
            low, high, goal = -high, -low, -goal
        with np.errstate(divide="ignore", invalid="ignore"):  # a size of 0 has a run without end
            runs = np.diff(np.log(self.context.growing(self.variable)[line]))
        least, most = low[1:] - high[:-1], high[1:] - low[:-1]
        further = min(least[-1], _further(least[-1] / runs[-1], (most / runs)[:-1], runs))
        return bool(least[-1] > 0 and low[-1] + further - goal > self.margin[line[-1]])

    def away(self, line: NDArray[np.intp]) -> bool:
        """Whether the distance times log(1 + x) is larger at the far end than everywhere before.

        Of an asymptotic claim the weight is log x / log log x, from e^e on, where it begins to grow.
        """
        sizes = self.context.growing(self.variable)
        weights = np.log1p(np.maximum(sizes, 0.0))
        if self.context.claim.asymptotic:
            logs = np.log(np.maximum(sizes, np.exp(np.e)))
            weights = logs / np.log(logs)
        middle = (weights[line[0]] + weights[line[-1]]) / 2
        early = line[:-1][weights[line[:-1]] <= middle]
        low, high = self.bounds
        far = weights[line[-1]] * low[line[-1]]
        return bool(early.size) and bool(np.all(far > weights[early] * high[early]))


def _further(slope: float, before: NDArray[np.float64], runs: NDArray[np.float64]) -> float:
    """How far a line goes on whose slope in log x, of which the last two are known, falls like x**-w.

    w = log(slope before / slope) / (half the last two runs), and from the far end on there remains the
    integral of the slope, slope exp(-w run / 2) / w.
    """
    if not before.size or before[-1] <= slope:
        return np.inf
    w = np.log(before[-1] / slope) / (runs[-2:].sum() / 2) if slope > 0 else np.inf
    return float(slope * np.exp(-w * runs[-1] / 2) / w)


def _inference(context: DecisionContext) -> Diagnostic:
    """Claimed limit against measurement: refuted by a line, supported by all."""
    distances = _Distances(context, diverging(context))
    diagnostics = [_line(distances, line) for line in distances.lines]
    far = np.array([int(line[-1]) for line in distances.lines])
    excess = (distances.bounds[0] - distances.margin)[far]
    for outcome in (Outcome.REFUTED, Outcome.INCONCLUSIVE, Outcome.AGREES):
        found = np.array([diagnostic.outcome is outcome for diagnostic in diagnostics])
        if found.any():
            return diagnostics[farthest_of(context.expected[far], excess, found)]
    raise AssertionError("There is no line of points.")


def _line(distances: _Distances, line: NDArray[np.intp]) -> Diagnostic:
    context, far = distances.context, int(line[-1])
    away, inside, outside = distances.away(line), distances.inside(line), distances.outside(line)
    recedes = away or distances.recedes(line)
    if outside and away and not context.degenerate[far]:
        return Diagnostic(
            outcome=Outcome.REFUTED, sentence=_said(distances, far, Kind.FAR_END_AWAY), counterexample=far
        )
    if (corrected := _corrected(distances, line, inside=inside)) is not None:
        return corrected
    if inside and distances.towards(line) and not recedes:
        if distances.passes(line):
            missing = reason(Kind.LARGER_SIZES, variable=distances.shown)
            sentence = _said(distances, far, Kind.FAR_END_PASSING)
            return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)
        if not context.claim.corrections and (found := distances.elsewhere(line)) is not None:
            return _through(distances, far, (found.formula,), found.ends)
        return Diagnostic(outcome=Outcome.AGREES, sentence=_said(distances, far, Kind.TENDS_MEASURED))
    degenerate = None
    variable = distances.shown
    if inside:
        kind = Kind.FAR_END_RECEDES if recedes else Kind.FAR_END_WITHOUT_TREND
        trials = None if recedes else distances.trials_for_trend(line)
        missing = (
            reason(Kind.MORE_SIZES, variable=variable)
            if trials is None
            else reason(Kind.MORE_SIZES_OR_TRIALS, variable=variable, trials=trials, within=margin(context))
        )
    elif outside:
        kind, missing = Kind.FAR_END_STILL_FAR, _farther(distances, line)
        if context.degenerate[far]:
            degenerate = degenerate_words(context, np.arange(len(context.means)) == far)
            missing = reason(Kind.DEGENERATE_NEEDED)
    else:
        kind = Kind.FAR_END_OPEN
        missing = reason(
            Kind.UNTIL_FAR_END_WITHIN,
            trials=trials_for_values(context, distances.margin * distances.unit, line[-1:]),
            confidence=Confidence(level=context.level),
            within=margin(context),
        )
    sentence = _said(distances, far, kind, degenerate=degenerate)
    return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=sentence, missing=missing)


def _farther(distances: _Distances, line: NDArray[np.intp]) -> Reason:
    """What would decide a line whose far end is still outside: how large sizes, or a named correction."""
    variable = distances.shown
    if distances.context.claim.corrections:
        return reason(Kind.LARGER_SIZES, variable=variable)
    size = distances.inside_from(line)
    if size is None:
        return reason(Kind.SIZES_OR_CORRECTIONS, variable=variable)
    return reason(Kind.SIZES_UP_TO_OR_CORRECTIONS, variable=variable, size=size)


def _corrected(distances: _Distances, line: NDArray[np.intp], *, inside: bool) -> Diagnostic | None:
    """What the corrections that the claim names decide of a line; None where its far end decides."""
    if (reached := distances.beyond(line)) is None:
        return None
    (low, high), margin_, far = reached, distances.context.claim.margin, int(line[-1])
    named = distances.context.claim.corrections
    if not inside and max(-low, high) <= margin_:
        kind = Kind.TENDS_NOT_YET if distances.outside(line) else Kind.TENDS_CORRECTED
        return Diagnostic(outcome=Outcome.AGREES, sentence=_reaching(distances, far, kind, named, reached))
    if inside and max(low, -high) > margin_:
        return _through(distances, far, named, reached)
    return None


def _through(
    distances: _Distances, far: int, corrections: tuple[str, ...], reached: tuple[float, float]
) -> Diagnostic:
    """Open: inside the margin at the far end, and with corrections on its way out of it."""
    return Diagnostic(
        outcome=Outcome.INCONCLUSIVE,
        sentence=_reaching(distances, far, Kind.TENDS_THROUGH, corrections, reached),
        missing=reason(Kind.SIZES_OR_CORRECTIONS, variable=distances.shown),
    )


def _reaching(
    distances: _Distances, far: int, kind: Kind, corrections: tuple[str, ...], reached: tuple[float, float]
) -> Reason:
    named = tuple(Formula(code=text) for text in corrections)
    return _said(distances, far, kind, named=named, reached=interval(*reached))


def _said(distances: _Distances, far: int, kind: Kind, **parts: PartOrPlain) -> Reason:
    context, (low, high) = distances.context, distances.bounds
    ratio, (value, goal) = context.claim.is_ratio, _ends(context, far)
    numbers = two(value, goal)
    if kind is not Kind.FAR_END_AWAY:
        numbers["value"] = value
    return reason(
        kind,
        label=label_of(context),
        claimed=Formula(code="1") if ratio else claimed(context),
        variable=distances.shown,
        how=how(context),
        **numbers,
        distance=interval(float(low[far]), float(high[far])),
        at=setting(context, far),
        within=margin(context),
        where=settings(context),
        tested=some(context),
        **parts,
    )


def _ends(context: DecisionContext, far: int) -> tuple[float, float]:
    """The number at a far end, or its ratio to the formula, and where it is claimed to go."""
    value, expected = float(context.means[far]), float(context.expected[far])
    return (value / expected, 1.0) if context.claim.is_ratio else (value, expected)


def label_of(context: DecisionContext) -> PartOrPlain:
    """What the sentence says goes somewhere: the quantity, or its ratio to the formula."""
    if not context.claim.is_ratio:
        return label(context)
    return reason(Kind.RATIO_TO, label=label(context), formula=claimed(context))


def symbolic_limit(context: DecisionContext) -> Diagnostic:
    """The limit of the derived formula, by the rules of growth, against the claimed one."""
    known = context.derived
    if known is None or known.formula is None or known.relation != "=":
        return Diagnostic(outcome=Outcome.INCONCLUSIVE, sentence=reason(Kind.NO_DERIVED_VALUE))
    name, wanted, formula = diverging(context), parse(context.claim.claimed), known.formula
    said = claimed(context)
    if context.claim.is_ratio:
        wanted, formula, said = sp.Integer(1), formula / wanted, Formula(code="1")
    shown = Formula(code=grows(context, name))
    along = along_with(context, name) if name in context.varying else ()
    joint = without(formula, along, context.claim.domain)
    outward = joint.subs(symbol(name), 1 / symbol(name)) if context.towards_zero(name) else joint
    is_tied = any(symbol(other) in joint.free_symbols for other in along)
    limit = None if is_tied else limit_of(outward, name)

    def found(outcome: Outcome, kind: Kind) -> Diagnostic:
        parts = {"derived": Formula(code=str(formula)), "claimed": said, "variable": shown}
        return Diagnostic(outcome=outcome, sentence=reason(kind, limit=Formula(code=str(limit)), **parts))

    if limit is None:
        return found(Outcome.INCONCLUSIVE, Kind.NO_LIMIT_RULE)
    same = limit.is_finite is not False and same_formula(wanted, limit)
    if same is None or (same and strays_from(outward, wanted, name)):
        return found(Outcome.INCONCLUSIVE, Kind.LIMIT_UNSETTLED)
    if same:
        return found(Outcome.AGREES, Kind.DERIVED_LIMIT)
    return found(Outcome.REFUTED, Kind.OTHER_LIMIT)


def _summary(compared: ThreeComparisons) -> Reason:
    """The sentence of the comparison that decides; a derived limit is told with label and settings."""
    found = compared.symbolic.sentence
    if not compared.by_derivation:
        return compared.decided.sentence
    context, agrees = compared.context, compared.decided.outcome is Outcome.AGREES
    far = _outside(context) if agrees and len(context.means) else None
    if far is not None:
        parts = {"at": setting(context, far), "within": margin(context), "how": how(context)}
        return reason(
            Kind.TENDS_DERIVED_NOT_YET,
            label=label_of(context),
            **parts,
            **two(*_ends(context, far)),
            **found.parts,
        )
    return reason(
        Kind.TENDS_DERIVED if agrees else Kind.TENDS_ELSEWHERE,
        label=label_of(context),
        where=settings(context),
        tested=some(context),
        how=how(context),
        **found.parts,
    )


def _outside(context: DecisionContext) -> int | None:
    """A far end that is still farther than the margin from the limit; None where there is none."""
    distances = _Distances(context, diverging(context))
    return next((int(line[-1]) for line in distances.lines if distances.outside(line)), None)
