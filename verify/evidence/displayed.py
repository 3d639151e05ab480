"""One set of estimates of a quantity: what is shown comes from the deepest round that any claim gathered.

Each claim is decided by its own rounds, since a verdict must not depend on what ran beside it. Its
readers, however, compare tables, where one exponent of one quantity cannot have three values.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from ..claim import Relation
from ..decide.verdict import Verdict
from ..document import Exponent
from ..law import form
from ..reason import Reason

if TYPE_CHECKING:
    from .record import Decided


def one_set_of_estimates(decided: Sequence[Decided]) -> list[Decided]:
    """The same verdicts, each law with the estimates of the deepest round of its quantity and form."""
    deepest: dict[Hashable, Decided] = {}
    for item in decided:
        key = _measured(item)
        if key is not None and (key not in deepest or item.analysis.round > deepest[key].analysis.round):
            deepest[key] = item
    return [_showing(item, deepest.get(_measured(item), item)) for item in decided]


def _measured(item: Decided) -> Hashable | None:
    """What fixes a law's estimates but for the number of rounds: quantity, points, and what is fitted."""
    claim, plan = item.claim, item.analysis.plan
    if claim.relation is not Relation.LAW or plan.quantity is None or not item.verdict.exponents:
        return None
    points = tuple((target.group, target.positions) for target in plan.targets)
    read = form(claim.claimed, tuple(item.verdict.exponents))
    if not read.is_single:
        return None
    term = read.terms[0]
    bases = tuple(sorted((factor.variable, str(factor.base)) for factor in term.factors))
    rates = tuple(str(rate.argument) for rate in term.rates)
    number = (claim.output, claim.statistic, claim.threshold, claim.up_to_logs)
    return plan.quantity.name, plan.quantity.version, points, number, bases, rates, str(term.fixed)


def _showing(item: Decided, deepest: Decided) -> Decided:
    if deepest is item or item.analysis.round == deepest.analysis.round:
        return item
    return replace(item, verdict=shown(item.verdict, deepest.verdict))


def shown(verdict: Verdict, deepest: Verdict) -> Verdict:
    """The verdict with the measured exponents of another one, in its records and in its headline."""
    summary = verdict.summary
    if isinstance(summary, Reason) and isinstance(deepest.summary, Reason):
        mine, theirs = summary.parts.get("measured"), deepest.summary.parts.get("measured")
        if mine is not None and theirs is not None:
            summary = msgspec.structs.replace(summary, parts={**summary.parts, "measured": theirs})
    return replace(
        verdict,
        summary=summary,
        exponents=_exponents(verdict.exponents, deepest.exponents),
        rates=_exponents(verdict.rates, deepest.rates),
        measured_formula=deepest.measured_formula,
        measured_latex=deepest.measured_latex,
    )


def _exponents(mine: Mapping[str, Exponent], theirs: Mapping[str, Exponent]) -> dict[str, Exponent]:
    """What is claimed and derived stays; what is measured comes from the other."""
    return {
        name: msgspec.structs.replace(theirs[name], claimed=one.claimed, derived=one.derived)
        if name in theirs
        else one
        for name, one in mine.items()
    }
