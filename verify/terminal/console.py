"""What the command line prints. Tables on a terminal, plain lines in a pipe; colours obey NO_COLOR."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from ..claim import Claim
from ..document import ClaimRecord, Document, Outcome
from ..errors import UsageError
from ..evidence.files import DEFAULT_OUT
from ..wording import Medium, words
from ..wording.formulas import unicode_formula
from ..wording.outcomes import word
from ..wording.parts import numbered
from ..wording.statements import headline
from .findings import STYLES, print_screen
from .verbosity import Verbosity, verbosity

if TYPE_CHECKING:
    from ..evidence.doctor import Diagnostic
    from ..evidence.plan import Plan
    from ..evidence.power import Forecast
    from ..evidence.preset import Preset

FEW: Final = 3
"""So many claims are told in full."""


def print_verdicts(
    document: Document,
    out: Path,
    *,
    whole: bool = False,
    seconds: float | None = None,
    resumable: bool = False,
) -> None:
    """What a run found on one screen, or all of it; then, on standard error, where to go from here."""
    if whole:
        print_every_claim(document)
    else:
        print_screen(document, seconds=seconds)
    _print_ways(out, resumable=resumable)


def print_every_claim(document: Document) -> None:
    """Each claim with its verdict and its sentence; in a pipe a line a claim, its parts between tabs."""
    console = Console(highlight=False)
    for claim in document.claims:
        _print_headline(console, claim)


def _print_headline(console: Console, claim: ClaimRecord) -> None:
    """Verdict, id and sentence; in a pipe on one line, between tabs."""
    if not console.is_terminal:
        # Rich would turn the tabs into spaces.
        print(f"{claim.verdict}\t{claim.id}\t{headline(claim, Medium.TERMINAL)}")
        return
    console.print(Text(word(claim), STYLES[claim.verdict]) + Text(f"  {claim.id}"), soft_wrap=True)
    console.print(Padding(Text(headline(claim, Medium.TERMINAL)), (0, 0, 0, 2)))


def print_forecast(plan: Plan, preset: Preset, expected: Forecast) -> None:
    """What a claim of a file will measure, its cost and its power, on standard error."""
    out = Console(stderr=True, highlight=False)
    claim = plan.claim
    formula = unicode_formula(claim.claimed)
    out.print(f"[bold]{claim.id}[/bold]  {relation_words(claim)} {escape(formula)}", soft_wrap=True)
    print_measurement(out, plan, preset, expected)


def print_fitted(document: Document, out: Path | None, *, plot: bool) -> None:
    """The verdict on each law that was fitted, its table, and what would change the verdict.

    Of several fits there is one table, and of several laws their ranking.
    """
    from ..report.explanation import change
    from .fit_table import print_fit, print_fits, print_ranking

    console = Console(highlight=False)
    for ranking in document.rankings:
        print_ranking(ranking)
    for claim in document.claims:
        _print_headline(console, claim)
        if len(document.claims) == 1:
            print_fit(claim, plot=plot)
            console.print(Text(change(claim)), soft_wrap=not console.is_terminal)
    if len(document.claims) > 1:
        print_fits(document.claims, plot=plot)
    if out is not None:
        _print_ways(out)


def print_check(
    document: Document, out: Path | None, expected: Mapping[str, Outcome | None], *, whole: bool = False
) -> None:
    """Of each claim its verdict, the alternatives, and what would change the verdict; of many a screen."""
    told = {name: outcome for name, outcome in expected.items() if outcome is not None}
    surprising = [one for one in document.claims if one.id in told and surprises(one, told[one.id])]
    if len(document.claims) > FEW and not whole:
        print_screen(document)
        for claim in surprising:
            print(f"  {claim.id}: {word(claim)}, expected: {expected[claim.id]}")
    else:
        for claim in document.claims:
            _print_found(claim)
            if claim in surprising:
                print(f"  expected: {expected[claim.id]}")
    if out is not None:
        _print_ways(out)


def _print_found(claim: ClaimRecord) -> None:
    """A claim's verdict, its alternatives, and what would change the verdict."""
    from ..report.explanation import remarks

    console = Console(highlight=False)
    _print_headline(console, claim)
    for line in remarks(claim):
        if console.is_terminal:
            console.print(Padding(Text(line), (0, 0, 0, 2)))
        else:
            print(f"  {line}")


def surprises(claim: ClaimRecord, expected: Outcome | None) -> bool:
    """Whether a verdict differs from the one expected; refuted, where none is."""
    return claim.verdict is Outcome.REFUTED if expected is None else claim.verdict is not expected


def print_faults(faults: Iterable[UsageError]) -> None:
    """What is amiss with claims that are left out, a line each, on standard error."""
    for fault in faults:
        Console(stderr=True, highlight=False).print(f"left out: {fault}", markup=False, soft_wrap=True)


def print_diagnostics(diagnostics: Iterable[Diagnostic]) -> int:
    """What `doctor` found, a line each; returns 4 if anything is broken, else 0."""
    console = Console(highlight=False)
    broken = False
    for diagnostic in diagnostics:
        broken |= not diagnostic.ok
        mark = "[green]ok[/green]    " if diagnostic.ok else "[red]broken[/red]"
        told = escape(f"{diagnostic.label:<12} {diagnostic.sentence}")
        console.print(f"{mark}  {told}", soft_wrap=True)
    return 4 if broken else 0


def _print_ways(out: Path, *, resumable: bool = False) -> None:
    """Where everything is: on standard error, for who does not only want findings."""
    if verbosity() is Verbosity.QUIET:
        return
    folder = "" if out == DEFAULT_OUT else f" {shlex.quote(str(out))}"
    ways = [f"all: theorycheck show{folder} --all", f"open: theorycheck open{folder}"]
    told = "   ".join(ways + ["resume: same command"] * resumable)
    Console(stderr=True, highlight=False).print(
        Text(f"Report: {out / 'report.html'}\n{told}"), soft_wrap=True
    )


def relation_words(claim: Claim) -> str:
    """The relation of a claim, of a law with its bound type."""
    return f"{claim.relation} {claim.bound_type}" if claim.bound_type else str(claim.relation)


def _power(claim: Claim, expected: Forecast) -> str:
    if expected.power is None:
        return f"the pilot cannot tell: {expected.obstacle}"
    least = f"above {math.floor(100 * expected.least_power)} %"
    power = f"{100 * expected.power:.0f} %" if expected.power < 1 else least
    return f"if the claim is true, this run confirms it{_within(claim)} with probability {power}"


def _within(claim: Claim) -> str:
    """The margin of a claim; nothing where it has none."""
    if claim.bound_type:
        return f" (exponents and rates within {claim.margin:g})"
    return f" (within {100 * claim.margin:g} %)" if claim.margin else ""


def _print_line(out: Console, name: str, text: str) -> None:
    """A line of a table: what a thing is called, and the thing."""
    out.print(f"{name:<14}  {escape(text)}", soft_wrap=not out.is_terminal)


def print_measurement(out: Console, plan: Plan, preset: Preset, expected: Forecast) -> None:
    """What a plan will measure, its cost and its power."""
    points = sum(len(target.points) for target in plan.targets)
    if plan.quantity is None or not points:
        given = plan.resolved.given
        known = f"{numbered(len(given), 'setting')}, measured already" if given else "nothing to measure"
        _print_line(out, "plan", known)
        return
    name = plan.quantity.title if plan.user_code else plan.quantity.name
    from ..evidence.power import few_sizes

    for few in few_sizes(plan):
        _print_line(out, "sizes", words(few, Medium.TERMINAL))
    if not plan.groups:
        _print_line(out, "plan", f"{numbered(points, 'setting')} of {name}, computed and not sampled")
        return
    trials = sum(group.trials_per_block for group in plan.groups) * plan.blocks[-1]
    most = f"at most {trials:,} trials in {numbered(plan.rounds, 'round')}"
    _print_line(out, "plan", f"{preset.name}: {numbered(points, 'setting')} of {name}, {most}")
    _print_line(
        out, "cost", f"about {float(f'{expected.seconds:.2g}'):g} CPU seconds if every round is needed"
    )
    _print_line(out, "power", _power(plan.claim, expected))
    if expected.missing is not None:
        _print_line(out, "to decide", words(expected.missing, Medium.TERMINAL))
