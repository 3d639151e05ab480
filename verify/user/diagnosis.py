"""Whether a user's papers can be decided: what each claim needs is tried, and nothing is gathered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ..errors import UsageError
from ..evidence.doctor import Diagnostic
from ..evidence.plan import ResolvedClaim
from ..simulator import Simulator
from .derivation_fit import points_of
from .resolve import Batch, read_files, resolved
from .sandbox import Sandbox


def diagnose(files: Sequence[Path], timeout: float) -> Iterator[Diagnostic]:
    """What cannot be read, the coverage of each source, and formulas, simulator, derivation of each claim."""
    with Sandbox(timeout) as sandbox:
        claims, faults = read_files(files, sandbox)
        for fault in faults:
            yield Diagnostic(label="file", ok=False, sentence=str(fault))
        batch = Batch(claims, sandbox)
        for source in {claim.source.title: claim.source for claim in claims}.values():
            open_ones = [one.id for one in source.statements if one.not_covered is not None]
            told = f"{len(source.statements)} statements"
            told += f", not covered: {', '.join(open_ones)}" if open_ones else ", all tested"
            yield Diagnostic(label=source.title, ok=True, sentence=told)
        for claim in claims:
            try:
                found = resolved(claim, sandbox, batch)
                yield Diagnostic(label=claim.entry.id, ok=True, sentence=_told(found))
            except UsageError as error:
                yield Diagnostic(label=claim.entry.id, ok=False, sentence=str(error))


def _told(found: ResolvedClaim) -> str:
    parts = [f"{len(points_of(found))} design points"]
    if isinstance(found.route, Simulator):
        parts.append(f"{found.route.where} repeats itself under one seed and differs under another")
    if found.derivation_result is not None:
        parts.append(f"its derivation is {found.derivation_result.status}")
    return "; ".join(parts)
