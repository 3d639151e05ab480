"""Whether a user's papers can be decided: what each claim needs is tried, and nothing is gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ..claim import point_words
from ..errors import UsageError
from ..evidence.doctor import Diagnostic
from ..evidence.plan import ResolvedClaim
from ..evidence.spot_checks import LARGEST_Z, MANY, batch_z, meetings, memory_per_trial
from ..numerics.quantity import SampledQuantity
from ..simulator import Simulator
from ..wording.parts import numbered
from .asked import read_files
from .derivation_fit import points_of
from .resolve import resolved
from .sandbox import Sandbox
from .sizing import Batch

if TYPE_CHECKING:
    from ..evidence.derivations import DerivationResult

P = ParamSpec("P")
R = TypeVar("R")


def diagnose(files: Sequence[Path], timeout: float) -> Iterator[Diagnostic]:
    """What cannot be read, the coverage of each source, and formulas, simulator, derivation of each claim."""
    with Sandbox(timeout) as sandbox:
        claims, faults = read_files(files, sandbox)
        for fault in faults:
            yield Diagnostic(label="file", ok=False, sentence=str(fault))
        batch = Batch(claims, sandbox)
        for source in {claim.source.title: claim.source for claim in claims}.values():
            open_ones = [one.id for one in source.statements if one.not_covered is not None]
            told = numbered(len(source.statements), "statement")
            told += f", not covered: {', '.join(open_ones)}" if open_ones else ", all tested"
            yield Diagnostic(label=source.title, ok=True, sentence=told)
        for claim in claims:
            try:
                found = resolved(claim, sandbox, batch)
                yield Diagnostic(label=claim.entry.id, ok=True, sentence=_told(found, sandbox))
            except UsageError as error:
                yield Diagnostic(label=claim.entry.id, ok=False, sentence=str(error))


def _told(found: ResolvedClaim, sandbox: Sandbox) -> str:
    parts = [numbered(len(points_of(found)), "design point")]
    if isinstance(found.route, Simulator) and not found.route.computed:
        parts.append(f"{found.route.where} repeats itself under one seed and differs under another")
        _require_batches_alike(found, found.route, sandbox)
    if found.derivation_result is not None:
        parts.append(f"its derivation is {found.derivation_result.status}")
        met = require_meetings(found, found.derivation_result, sandbox)
        parts += [f"it meets what is measured at {met} of them"] if met else []
    return "; ".join(parts)


def _require_batches_alike(found: ResolvedClaim, route: Simulator, sandbox: Sandbox) -> None:
    """Raise UsageError for a simulator whose mean depends on how many trials a call has."""
    groups = found.quantity.groups if isinstance(found.quantity, SampledQuantity) else ()
    if not groups:
        return
    z = sandbox.call(route.where, batch_z, route, min(groups, key=memory_per_trial))
    if z > LARGEST_Z:
        raise UsageError(
            f"{route.where} has another mean in a call of {MANY} trials than in calls of one (z = {z:.1f}); "
            "compute each trial from its own draws alone."
        )


def require_meetings(found: ResolvedClaim, known: DerivationResult, sandbox: Sandbox) -> int:
    """At how many points the derivation is what is measured; raises UsageError where it is not."""

    def call(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return sandbox.call(found.claim.id, function, *args, **kwargs)

    points = meetings(found, known, call)
    for meeting in points:
        if meeting.of(known.formula) > 1:
            at = point_words(meeting.point.at)
            raise UsageError(
                f"its derivation, {known.relation} {known.text}, is not what is measured at {at}: "
                f"{meeting.point.mean:.6g}; one of them is of another quantity, or wrong."
            )
    return len(points)
