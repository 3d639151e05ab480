"""A finished run held to its evidence before anything is believed of it: each claim is decided again.

Nothing is drawn and nothing in the folder of the run is touched.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..baseline import BESIDE, expected
from ..baseline.expected import Entry
from ..baseline.two_sample import EXACT_ROUNDING
from ..document import Document
from ..errors import UsageError
from ..evidence.files import STORE, alone_in
from ..evidence.machine import ComputeDevice
from ..evidence.run import RunOptions, nearby, run
from ..evidence.work import perform
from ..report import output
from ..terminal.progress import Progress
from ..user import arguments
from ..wording import Medium
from ..wording.statements import headline
from . import baseline_check
from .options import PILOT_TIMEOUT

if TYPE_CHECKING:
    from ..evidence.plan import Plan

_NUMBERS: Final = ("mean", "stderr", "error_bound", "failures")


def require_as_decided(
    document: Document, folder: Path, baseline: Path, ids: Collection[str] | None, workers: int
) -> str | None:
    """Decide the claims of `ids`, all for None, on the evidence in the run's folder, and compare the records.

    Returns what was taken as the document has it, as a sentence, or None: all of it where the folder has no
    evidence, and a user's claims that no file beside the `baseline` states. Raises UsageError that names the
    first claim whose record differs.
    """
    chosen = {claim.id for claim in document.claims if ids is None or claim.id in ids}
    if not (folder / STORE).is_file():
        return f"{folder} has no {STORE}: what its {output.VERDICTS} says is taken as it stands."
    options = _options(document, workers)
    plans = _plans(chosen, baseline, options)
    again = _decided(plans, options, folder)
    found = {claim.id: claim for claim in again.claims}
    same_machine = expected.machine(document) == expected.machine(again)
    for claim in document.claims:
        now = found.get(claim.id)
        if (
            now is None
            or (part := _difference(expected.entry(claim), expected.entry(now), exact=same_machine)) is None
        ):
            continue
        said = headline(now, Medium.TERMINAL)
        raise UsageError(
            f"{folder / output.VERDICTS} has another {part} of {claim.id} than the evidence beside it "
            f"({said}); run its command again into this folder, which draws only what is missing."
        )
    if not again.definitions.items() <= document.definitions.items():
        raise UsageError(
            f"{folder / output.VERDICTS} has other definitions than its claims were measured by."
        )
    unknown = sorted(chosen - found.keys())
    if not unknown:
        return None
    return f"No file beside {baseline} states {', '.join(unknown)}: taken as {output.VERDICTS} has them."


def _options(document: Document, workers: int) -> RunOptions:
    """Those of the run, on whatever device it drew."""
    return RunOptions(
        preset=arguments.preset(document.preset),
        seed=document.seed,
        device="cpu",
        workers=workers,
        memory=0,
        command=document.command,
        compute_device=ComputeDevice(device="cpu", device_class=document.device),
    )


def _plans(ids: set[str], baseline: Path, options: RunOptions) -> tuple[Plan, ...]:
    """The plans of claims that come with theorycheck, and of those beside a user's baseline.

    A document names files too, but who altered it would choose the code that is run.
    """
    from ..papers import index
    from ..papers.plans import plan
    from .session import plans_of_files

    known = {claim.id: claim for claim in index.read().claims}
    plans = tuple(plan(known[name], options.preset) for name in sorted(ids) if name in known)
    if ids <= known.keys() or baseline.name != BESIDE:
        return plans
    own = plans_of_files([baseline.parent], options, arguments.timeout(PILOT_TIMEOUT)).plans
    return (*plans, *(one for one in own if one.claim.id in ids))


def _decided(plans: Sequence[Plan], options: RunOptions, folder: Path) -> Document:
    """The document of the plans on a copy of the folder's evidence; raises UsageError where it is altered."""
    with (
        alone_in(folder),
        baseline_check.run_folder(None) as copy,
        output.prepared(copy, fresh=True) as store,
        nearby(options.workers) as pool,
        Progress(claims=len(plans)) as progress,
    ):
        # The log beside a store has what was committed last, where a run was killed.
        for name in (STORE, f"{STORE}-wal"):
            if (folder / name).is_file():
                shutil.copyfile(folder / name, copy / name)
        try:
            return run(plans, options, store, progress, _DrawingNothing(pool))
        except UsageError as error:
            raise UsageError(str(error).replace(str(copy), str(folder))) from error


def _difference(was: Entry, now: Entry, *, exact: bool) -> str | None:
    """The first part in which two entries differ, in words; None where they say the same.

    Where the machine is another one, numbers of the same evidence may differ by rounding.
    """
    for name in Entry.__struct_fields__:
        if name != "points" and getattr(was, name) != getattr(now, name):
            return name
    same_places = [(one.at, one.n_trials) for one in was.points] == [
        (one.at, one.n_trials) for one in now.points
    ]
    rounding = 0.0 if exact else EXACT_ROUNDING
    pairs = zip(was.points, now.points, strict=True) if same_places else ()
    near = all(_near(getattr(a, x), getattr(b, x), rounding) for a, b in pairs for x in _NUMBERS)
    return None if same_places and near else "points"


def _near(was: float | None, now: float | None, rounding: float) -> bool:
    if was is None or now is None:
        return was is now
    return math.isclose(was, now, rel_tol=rounding, abs_tol=0.0)


class _DrawingNothing(Executor):
    """A pool that derives and decides; a block that is asked for is missing."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401 - as Executor has it
        if function is not perform:
            return self._pool.submit(function, *args, **kwargs)
        missing: Future[Any] = Future()
        missing.set_exception(UsageError("evidence that this version asks for is not there"))
        return missing
