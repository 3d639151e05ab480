"""The baseline as its user meets it: a run held against it, `ci`, and its updates."""

from __future__ import annotations

import inspect
import os
import secrets
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from ..baseline import ci, regression
from ..baseline import expected as baseline
from ..baseline.expected import Baseline, Section
from ..baseline.news import Measured
from ..claim import Claim
from ..document import Document
from ..errors import InterruptedRunError, one_line
from ..evidence.files import STORE, append_text, write_text
from ..report import output
from ..terminal.catalogue import print_json
from ..terminal.progress import Progress
from ..terminal.regressions import print_regressions
from ..wording.parts import numbered
from .process import ending_as_interrupted

if TYPE_CHECKING:
    from ..evidence.plan import Plan
    from ..evidence.run import RunOptions

DIFFERS: Final = 1
CHECK_FAILED: Final = 4
STEP_SUMMARY: Final = "GITHUB_STEP_SUMMARY"
"""The variable that names the file of a workflow's summary."""

NAMED: Final = 3
"""How many ids a line lists before it only counts."""


def hold_against(document: Document, expected: Baseline | None, where: str, code: int) -> int:
    """Say how a run's verdicts differ from the baseline, and return the exit code that follows.

    Only verdicts count: a run may have any seed. An error keeps its code, 4.
    """
    entries = {} if expected is None else baseline.section(expected, document.preset).claims
    regressions, lapses, unlisted = list[regression.Regression](), list[str](), list[str]()
    for claim in document.claims:
        if (known := entries.get(claim.id)) is None:
            unlisted.append(claim.id)
        elif (known.verdict, known.holds) != (claim.verdict, claim.holds):
            now = baseline.entry(claim)
            regressions += regression.verdict_regression(claim.id, known, now)
            lapses += [claim.id] if regression.lapsed(known, now) else []
    for item in regressions:
        _say(f"Differs from {where}: {item.sentence}")
    for name in lapses:
        _say(f"Warning: {name} was {entries[name].verdict} in {where}, and is now inconclusive.")
    _say_unlisted(unlisted, document.preset, where)
    return DIFFERS if regressions and code != CHECK_FAILED else code


def check_regression(
    plans: Sequence[Plan],
    options: RunOptions,
    expected: Section,
    where: str,
    out: Path | None,
    failing: ci.FailingClaims,
    files: Sequence[Path],
    *,
    fresh: bool,
) -> ci.BaselineFinding:
    """Run plans at the baseline's seed, compare, and run again at a fresh seed what differs.

    Where a folder `out` is named reports are written, and a run goes on with the evidence in it unless it is
    to be `fresh`; `files` are those of a user's claims. Raises InterruptedRunError on Ctrl-C.
    """
    from ..evidence.run import run
    from ..exchange.location import places

    with (
        run_folder(out) as folder,
        output.prepared(folder, fresh=fresh) as store,
        Progress(claims=len(plans)) as progress,
    ):
        document = run(plans, options, store, progress)
        if out is not None:
            output.write(out, document)

        def rerun(names: Sequence[str], seed: int) -> Document:
            progress.says(f"{len(names)} claims differ; running them at a fresh seed")
            chosen = [plan for plan in plans if plan.claim.id in names]
            with output.prepared(folder / "confirmation", fresh=fresh) as store:
                return run(chosen, replace(options, seed=seed), store, progress)

        groups = {plan.claim.id: shared_trials(plan) for plan in plans}
        entries = _selected(expected.claims, [plan.claim for plan in plans])
        functions = {plan.claim.id: named for plan in plans if (named := measured_by(plan))}
        finding = ci.examine(document, entries, where, groups, rerun, expected, functions)
        own = places(files, [plan.claim.id for plan in plans]) if files else {}
        return structs.replace(ci.with_advisory(finding, document.claims, failing), places=own)


def print_finding(finding: ci.BaselineFinding, *, as_json: bool, whole: bool) -> None:
    """The finding as a document, or a line for each regression and notice and one that concludes.

    On a terminal it is one screen, unless the `whole` is asked for.
    """
    if as_json:
        print_json(finding)
        return
    if sys.stdout.isatty():
        print_regressions(finding, partial(_place, finding), whole=whole)
    else:
        _print_lines(finding)
    _print_conclusion(finding)


def _print_lines(finding: ci.BaselineFinding) -> None:
    """A line for each regression, error and notice, its parts between tabs."""
    for one in finding.discrepancies():
        parts = (one.rank, one.kind, one.cause, one_line(one.sentence) + _place(finding, one.claim))
        print("\t".join(filter(None, parts)))
    for notice in finding.notices:
        print(f"notice\t{one_line(notice)}")


def _print_conclusion(finding: ci.BaselineFinding) -> None:
    _say_unlisted(finding.unlisted, finding.preset, finding.baseline)
    if finding.gone:
        _say(f"In {finding.baseline}, but no claim any more: {_names(finding.gone)}.")
    counts = f"{len(finding.identical)} equal to the last bit, "
    counts += numbered(len(finding.regressions), "regression")
    counts += f", {len(finding.errors)} in error ({_names(finding.errors)})" if finding.errors else ""
    counts += f", {len(finding.advisory)} more that do not fail the check" if finding.advisory else ""
    again = f"; {len(finding.rerun)} run again at a fresh seed" if finding.rerun else ""
    if finding.baseline_machine and finding.baseline_machine != finding.machine:
        made, here = (_machine(told) for told in (finding.baseline_machine, finding.machine))
        _say(f"The baseline was made on {made}, and this run on {here}: last bits may differ.")
    _say(
        f"{numbered(len(finding.compared), 'claim')} compared with {finding.baseline} "
        f"(preset {finding.preset}, seed {finding.seed}): {counts}{again}."
    )


def _place(finding: ci.BaselineFinding, claim: str) -> str:
    """The file and line that state a claim, in brackets; nothing for one of no paper."""
    from ..exchange.location import location

    found = location(claim, finding.places)
    return "" if found is None else f" ({found.path}:{found.line})"


@contextmanager
def without_commands(*, github: bool) -> Iterator[None]:
    """Nothing that is printed meanwhile is a command to GitHub's workflows, whatever a claim says."""
    if not github:
        yield
        return
    token = secrets.token_hex(16)
    print(f"::stop-commands::{token}", flush=True)
    try:
        yield
    finally:
        sys.stderr.flush()
        print(f"::{token}::", flush=True)


def write_formats(
    finding: ci.BaselineFinding,
    *,
    junit: Path | None,
    sarif: Path | None,
    github: bool,
    summary: Path | None,
    badges: Sequence[Path],
) -> None:
    """The finding in the files that other tools read, and as annotations on standard output.

    A summary is added to what its file holds; with `github` to that of GitHub's environment as well.
    """
    from ..exchange import formats

    told = [summary] if summary is not None else []
    told += [Path(given)] if github and (given := os.environ.get(STEP_SUMMARY)) else []
    for path in told:
        append_text(path, formats.summary(finding))
    for path in badges:
        write_text(path, formats.badge(finding) if path.suffix == ".svg" else formats.shields(finding))

    if junit is not None:
        write_text(junit, formats.junit(finding))
    if sarif is not None:
        write_text(sarif, formats.sarif(finding))
    if github:
        print(formats.github(finding), end="")


def measure(claims: Sequence[Claim], options: RunOptions) -> Document:
    """Run claims for an update, leaving no folder behind."""
    from ..evidence.run import run
    from ..papers.plans import plans_of

    with (
        run_folder(None) as folder,
        output.prepared(folder, fresh=True) as store,
        Progress(claims=len(claims)) as progress,
    ):
        return run(plans_of(claims, options), options, store, progress)


def function_of(plan: Plan) -> str | None:
    """The function that measures a plan's quantity, as file and name; None for what is derived only."""
    quantity = plan.quantity
    if quantity is None:
        return None
    if plan.user_code:
        return quantity.title
    from ..numerics.quantity import SampledQuantity

    measures = quantity.sample if isinstance(quantity, SampledQuantity) else quantity.evaluate
    function: Any = inspect.unwrap(measures)
    if not inspect.isfunction(function):
        return quantity.name
    line = function.__code__.co_firstlineno
    return f"{function.__qualname__} ({function.__module__}, line {line})"


def measured_by(plan: Plan) -> Measured | None:
    """What measures a plan's quantity; None for what is derived only."""
    function = function_of(plan)
    if function is None or plan.quantity is None:
        return None
    return Measured(function=function, definitions=plan.quantity.code.definitions)


def shared_trials(plan: Plan) -> tuple[int, ...]:
    """The group of each point of a plan's evidence: those of one group share trials, others do not."""
    if plan.claim.threshold is not None:
        return tuple(range(len(plan.targets)))
    return tuple(number for number, target in enumerate(plan.targets) for _ in target.points)


def _selected(entries: Mapping[str, baseline.Entry], claims: Sequence[Claim]) -> dict[str, baseline.Entry]:
    """The entries of the claims, and, where all claims run, those that are of no claim any more."""
    from ..papers import index

    if len(claims) == len(index.read().claims):
        return dict(entries)
    return {claim.id: entries[claim.id] for claim in claims if claim.id in entries}


@contextmanager
def run_folder(out: Path | None) -> Iterator[Path]:
    """The folder named, or one that is gone afterwards, also where a signal ends the command."""
    try:
        with ending_as_interrupted():
            if out is not None:
                yield out
                return
            with tempfile.TemporaryDirectory(prefix="theorycheck-") as folder:
                yield Path(folder) / "run"
    except KeyboardInterrupt:
        kept = "nothing was recorded" if out is None else f"the evidence so far is in {out / STORE}"
        raise InterruptedRunError(f"interrupted; {kept}, run the same command again.") from None


def _say_unlisted(names: Sequence[str], preset: str, where: str) -> None:
    if names:
        _say(f"No entry of preset {preset} in {where}: {_names(names)}.")


def _machine(told: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in told.items())


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _say(sentence: str) -> None:
    print(one_line(sentence), file=sys.stderr)
