"""The baseline: what each claim is expected to give, per preset, and why it last changed.

It holds verdicts with the point means and errors behind them. Only `theorycheck baseline update` writes
it, and never without a reason, so that its history says why an expectation moved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from importlib import metadata, resources
from pathlib import Path
from typing import Final

import msgspec

from ..claim import Seed, Value
from ..document import ClaimRecord, Document, Outcome, Record, StepRecord
from ..errors import UsageError, visible
from ..evidence.files import alone_in, write_text
from ..upgrade import SCHEMA_VERSION, decode, encode
from ..wording import Medium
from ..wording.statements import headline
from . import BESIDE

DEFAULT_PATH: Final = Path("reports") / "baseline.json"
PACKAGE: Final = "theorycheck.reports"

_MACHINE: Final = ("processor", "library modes", "torch")
"""Of a document's environment, what fixes the bits of its numbers."""


class Change(Record, frozen=True, kw_only=True):
    """One update: when, why, by which version, how many claims of which preset it set, on what machine."""

    date: str
    reason: str
    theorycheck: str
    preset: str
    claims: int
    machine: dict[str, str] = msgspec.field(default_factory=dict)


class PointEntry(Record, frozen=True, kw_only=True):
    """One design point's mean with its standard error or error bound; `failures` where it is a proportion."""

    at: dict[str, Value]
    mean: float
    stderr: float | None
    error_bound: float | None
    n_trials: int = msgspec.field(name="draws")
    failures: float | None = None


class Entry(Record, frozen=True, kw_only=True):
    """What is expected of a claim under one preset; the formulas are texts.

    `steps` are those of the derivation, each by a digest of its formula, its rule and its label, so that
    a regression can name the step that changed; `code` is the digest of all that measured it.
    """

    verdict: Outcome
    holds: str
    tight: str
    basis: str
    claimed: str
    derived: str | None
    device: str
    points: list[PointEntry]
    steps: list[str] = msgspec.field(default_factory=list)
    code: str | None = None


class Section(Record, frozen=True, kw_only=True):
    """One preset: the root seed and the entry of each claim, by id.

    `machine` is where they were last updated: the family of processors, the modes of libraries, and torch.
    `definitions` are digests of the functions, classes and constants that measured, by where they are.
    """

    seed: Seed
    claims: dict[str, Entry]
    machine: dict[str, str] = msgspec.field(default_factory=dict)
    definitions: dict[str, str] = msgspec.field(default_factory=dict)


class Baseline(Record, frozen=True, kw_only=True):
    """The whole file."""

    schema: int = SCHEMA_VERSION
    history: list[Change]
    presets: dict[str, Section]


def entry(claim: ClaimRecord) -> Entry:
    """What a document says of a claim, as the baseline keeps it."""
    return Entry(
        verdict=claim.verdict,
        holds=claim.holds,
        tight=claim.tight,
        basis=claim.basis,
        claimed=claim.formulas.claimed,
        derived=claim.formulas.derived,
        device=claim.scope.device,
        points=[
            PointEntry(
                at=point.at,
                mean=point.mean,
                stderr=point.stderr,
                error_bound=point.error_bound,
                n_trials=point.trials,
                failures=point.failures,
            )
            for point in claim.points
        ],
        steps=[_step(step) for step in claim.derivation.chain],
        code=claim.code,
    )


def find(path: Path | None, *, of: Sequence[Path] = ()) -> tuple[Baseline | None, str]:
    """The baseline in force and where it is: `path`, else ./reports/baseline.json, else the packaged one.

    That of a user's papers, in the files and folders `of`, is `path`, else the first beside them.
    Raises UsageError for a file that was named and is missing, or one that cannot be read.
    """
    if of and path is None:
        beside = [(one if one.is_dir() else one.parent) / BESIDE for one in of]
        found = next((one for one in beside if one.is_file()), None)
        return (None, "no baseline") if found is None else (read(found), visible(str(found)))
    if path is not None or DEFAULT_PATH.is_file():
        chosen = path or DEFAULT_PATH
        return read(chosen), visible(str(chosen))
    try:
        packaged = resources.files(PACKAGE) / DEFAULT_PATH.name
        # It is of this version, and written by it.
        return msgspec.json.decode(packaged.read_bytes(), type=Baseline), "the packaged baseline"
    except (ModuleNotFoundError, FileNotFoundError):
        return None, "no baseline"


def in_force(path: Path | None, *, of: Sequence[Path] = ()) -> tuple[Baseline, str]:
    """As `find`; raises UsageError where there is none."""
    found, where = find(path, of=of)
    if found is None:
        raise UsageError("There is no baseline; write one with `theorycheck baseline update --reason ...`.")
    return found, where


def read(path: Path) -> Baseline:
    """The baseline at `path`. Raises UsageError where there is none that can be read."""
    try:
        return decode(path.read_bytes(), Baseline)
    except OSError as error:
        raise UsageError(f"The baseline {path} cannot be read ({error.strerror}).") from error
    except msgspec.DecodeError as error:
        raise UsageError(f"{path} is not a baseline this version reads ({error}).") from error


def section(baseline: Baseline, preset: str) -> Section:
    """The part of one preset; empty where nothing was recorded for it."""
    return baseline.presets.get(preset, Section(seed=0, claims={}))


def updated(
    baseline: Baseline | None, document: Document, *, reason: str, date: str, ids: Collection[str] | None
) -> Baseline:
    """The baseline with the entries of a run: those of `ids`, or with None exactly the run's claims.

    Raises UsageError without a reason, for a run that ended in an error or was cut by its budget,
    and for a partial update at another seed than the preset's.
    """
    require_reason(reason)
    claims = [claim for claim in document.claims if ids is None or claim.id in ids]
    _require_whole(claims)
    presets = {} if baseline is None else dict(baseline.presets)
    before = presets.get(document.preset)
    if ids is not None and before is not None and before.claims and before.seed != document.seed:
        raise UsageError(
            f"The baseline of preset {document.preset} has seed {before.seed}, not {document.seed}; update "
            "all of its claims to change the seed."
        )
    kept = {} if ids is None or before is None else before.claims
    entries = kept | {claim.id: entry(claim) for claim in claims}
    made_on = machine(document)
    known = {} if ids is None or before is None else before.definitions
    presets[document.preset] = Section(
        seed=document.seed,
        claims=dict(sorted(entries.items())),
        machine=made_on,
        definitions=dict(sorted((known | document.definitions).items())),
    )
    change = Change(
        date=date,
        reason=reason.strip(),
        theorycheck=metadata.version("theorycheck"),
        preset=document.preset,
        claims=len(claims),
        machine=made_on,
    )
    history = [] if baseline is None else baseline.history
    return Baseline(history=[*history, change], presets=dict(sorted(presets.items())))


def require_reason(reason: str) -> None:
    """Raise UsageError for a reason that says nothing."""
    if not reason.strip():
        raise UsageError("A baseline changes for a reason; say it with --reason.")


def machine(document: Document) -> dict[str, str]:
    """What the last bits of a run depend on beside its seed."""
    return {name: found for name in _MACHINE if (found := document.environment.get(name))}


def chosen(baseline: Baseline, ids: Collection[str] | None) -> Baseline:
    """The baseline with the entries of `ids` alone; all of them for None."""
    if ids is None:
        return baseline
    parts = {
        preset: msgspec.structs.replace(
            part, claims={name: found for name, found in part.claims.items() if name in ids}
        )
        for preset, part in baseline.presets.items()
    }
    return msgspec.structs.replace(baseline, presets=parts)


def lines(baseline: Baseline) -> list[str]:
    """A line an entry: preset, verdict, claim, basis, points, formulas."""
    return [
        f"{preset}\t{found.verdict}\t{name}\t{found.basis}\t{len(found.points)} points\t"
        f"claimed {found.claimed}\tderived {found.derived or 'nothing'}"
        for preset, part in baseline.presets.items()
        for name, found in part.claims.items()
    ]


def record(path: Path, document: Document, *, reason: str, date: str, ids: Collection[str] | None) -> None:
    """Write the baseline at `path` as `updated` by a run, complete or not at all, one process at a time.

    It is read anew, as another update may have ended while this one measured. Raises UsageError as `updated`
    does, and where it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path.parent} cannot be made ({error.strerror}).") from error
    with alone_in(path.parent, waiting=True):
        before = read(path) if path.exists() else None
        write(path, updated(before, document, reason=reason, date=date, ids=ids))


def write(path: Path, baseline: Baseline) -> None:
    """Write the baseline, complete or not at all. Raises UsageError where that is impossible."""
    write_text(path, encode(baseline))


def _step(step: StepRecord) -> str:
    digest = hashlib.blake2b(f"{step.rule}\0{step.latex}".encode(), digest_size=4).hexdigest()
    return f"{digest} {step.rule}: {step.label}"


def _require_whole(claims: list[ClaimRecord]) -> None:
    if not claims:
        raise UsageError("None of the claims to update is in this run.")
    for claim in claims:
        if claim.verdict is Outcome.ERROR:
            said = headline(claim, Medium.TERMINAL)
            raise UsageError(f"{claim.id} ended in an error, which no baseline expects: {said}")
        if claim.scope.cut_by_budget:
            raise UsageError(f"{claim.id} was cut short by a time budget; run it without --budget.")
