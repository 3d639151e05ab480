"""What the command line prints. Tables on a terminal, plain lines in a pipe; colours obey NO_COLOR."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, Self

import msgspec
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ..claim import Claim
from ..document import ClaimRecord, Document, Outcome
from ..evidence.progress import Event, Observer, Said, State, sentence, unobserved
from ..figure import Figure
from ..statement import Statement
from ..wording import Medium, words
from ..wording.formulas import plain_text, set_formula
from ..wording.latex import unicode_math
from ..wording.outcomes import tally, word
from ..wording.statements import counted, headline
from .verbosity import Verbosity, verbosity

if TYPE_CHECKING:
    from ..evidence.doctor import Diagnostic
    from ..evidence.plan import Plan
    from ..evidence.power import Forecast
    from ..evidence.preset import Preset
    from ..theory.derivation import Derivation
    from ..user.installed import Installed

_STYLES: Final = {
    Outcome.AGREES: "green",
    Outcome.BOUND_ONLY: "cyan",
    Outcome.REFUTED: "red",
    Outcome.INCONCLUSIVE: "yellow",
    Outcome.ERROR: "bold magenta",
}


_SHOWN: Final = 6
"""Open claims that are named."""

_LONG: Final = 90
"""Characters beyond which a chain of relations is broken into lines."""

_REFRESH: Final = 0.2
"""Seconds between two drawings of the progress."""


def print_claims(claims: Sequence[Claim], *, as_json: bool) -> None:
    """Ids, relations, formulas and interpretations."""
    if as_json:
        _print_json([msgspec.to_builtins(claim) | {"topic": claim.topic} for claim in claims])
    else:
        rows = [(claim.id, _relation(claim), claim.claimed, _text(claim.interpretation)) for claim in claims]
        _print_rows(("claim", "relation", "claimed", "interpretation"), rows)


def print_statements(statements: Sequence[Statement], claims: Sequence[Claim], *, as_json: bool) -> None:
    """Statements with their claims, or with the reason why nothing tests them."""
    interpretations = {s.id: [claim.id for claim in claims if claim.statement_id == s.id] for s in statements}
    if as_json:
        _print_json([msgspec.to_builtins(s) | {"claims": interpretations[s.id]} for s in statements])
    else:
        rows = [
            (s.id, _text(s.title), _coverage(s, interpretations[s.id]), _text(s.text)) for s in statements
        ]
        _print_rows(("statement", "title", "covered", "text"), rows)


def print_figures(figures: Sequence[Figure], *, as_json: bool) -> None:
    """Ids, kinds, titles and the claims beside which the figures are."""
    if as_json:
        _print_json([msgspec.to_builtins(figure) | {"topic": figure.topic} for figure in figures])
    else:
        rows = [(f.id, f.kind, f.title, ", ".join(f.supports)) for f in figures]
        _print_rows(("figure", "kind", "title", "beside"), rows)


def print_installed(papers: Sequence[Installed]) -> None:
    """The papers that other packages bring, with the command that lists each."""
    for paper in papers:
        print(f"{paper.name} comes with {paper.package}: theorycheck list {paper.name}")


def print_claim(claim: Claim, statement: Statement, preset: Preset) -> None:
    """One claim with its derivation and its plan."""
    from ..evidence import routes
    from ..papers.plans import plan

    out = Console(highlight=False, soft_wrap=True)
    access = f"{statement.place}; {statement.source_access} at hand"
    out.print(f"[bold]{claim.id}[/bold]  ({_relation(claim)}, {claim.role}, {claim.severity})")
    _print_line(out, "statement", _text(statement.text))
    _print_line(out, "", access)
    if claim.terms:
        terms = ", ".join(f"{name}: {term}" for name, term in claim.terms.items())
        _print_line(out, "terms", terms)
    _print_line(out, "interpretation", _text(claim.interpretation))
    _print_line(out, "claimed", claim.claimed)
    if claim.alternatives:
        _print_line(out, "alternatives", ", ".join(claim.alternatives))
    _print_derivation(out, routes.derivation(claim))
    _print_plan(out, plan(claim, preset), preset)


def print_verdicts(document: Document, out: Path) -> None:
    """A line a claim: verdict, id, sentence; then counts and where the report is (on standard error)."""
    console = Console(highlight=False)
    if console.is_terminal:
        table = Table(box=None, padding=(0, 1), header_style="bold")
        for column in ("verdict", "claim", "what was found"):
            table.add_column(column, no_wrap=column != "what was found")
        for claim in document.claims:
            style = _STYLES[claim.verdict]
            table.add_row(f"[{style}]{word(claim)}[/{style}]", claim.id, escape(_headline(claim)))
        console.print(table)
    else:
        for claim in document.claims:
            print(f"{claim.verdict}\t{claim.id}\t{_headline(claim)}")
    _print_counts(document)
    _print_where(out)


def print_forecast(plan: Plan, preset: Preset, expected: Forecast) -> None:
    """What a claim of a file will measure, its cost and its power, on standard error."""
    out = Console(stderr=True, highlight=False, soft_wrap=True)
    claim = plan.claim
    out.print(f"[bold]{claim.id}[/bold]  {_relation(claim)} {escape(claim.claimed)}")
    _print_measurement(out, plan, preset, expected)


def print_check(document: Document, out: Path | None, expected: Mapping[str, Outcome | None]) -> None:
    """Of each claim its verdict, the alternatives, and what would change the verdict."""
    from ..report.explanation import remarks

    console = Console(highlight=False, soft_wrap=True)
    for claim in document.claims:
        if console.is_terminal:
            style = _STYLES[claim.verdict]
            console.print(f"[{style}]{word(claim)}[/{style}]  {claim.id}  {escape(_headline(claim))}")
        else:
            # Rich would turn the tabs into spaces.
            print(f"{claim.verdict}\t{claim.id}\t{_headline(claim)}")
        for line in remarks(claim):
            console.print(f"  {escape(line)}")
        if (wanted := expected.get(claim.id)) is not None and surprises(claim, wanted):
            console.print(f"  expected: {wanted}")
    if out is not None:
        _print_where(out)


def _text(text: str) -> str:
    return plain_text(text, Medium.TERMINAL)


def _headline(claim: ClaimRecord) -> str:
    return headline(claim, Medium.TERMINAL)


def _print_counts(document: Document) -> None:
    """How many sentences of each source came to what, a line a topic, on standard error."""
    if verbosity() is Verbosity.QUIET:
        return
    console = Console(stderr=True, highlight=False)
    claims = {claim.id: claim for claim in document.claims}
    topics = {claim.statement_id: claim.topic for claim in claims.values()}
    for topic in dict.fromkeys(topics.values()):
        mine = [one for one in document.statements if topics.get(one.id, one.id.partition(".")[0]) == topic]
        console.print(f"{topic}: {counted(*tally(mine, document.claims))}", soft_wrap=True)


def surprises(claim: ClaimRecord, expected: Outcome | None) -> bool:
    """Whether a verdict differs from the one expected; refuted, where none is."""
    return claim.verdict is Outcome.REFUTED if expected is None else claim.verdict is not expected


def print_diagnostics(diagnostics: Iterable[Diagnostic]) -> int:
    """What `doctor` found, a line each; returns 4 if anything is broken, else 0."""
    console = Console(highlight=False)
    broken = False
    for diagnostic in diagnostics:
        broken |= not diagnostic.ok
        mark = "[green]ok[/green]    " if diagnostic.ok else "[red]broken[/red]"
        console.print(f"{mark}  {diagnostic.label:<12} {escape(diagnostic.sentence)}", soft_wrap=True)
    return 4 if broken else 0


class Progress:
    """On a terminal, on standard error: claims settled, blocks, time left, and what open claims need.

    The time left is for the blocks asked for, and after a dash with every round that may follow. Nothing
    is shown in a pipe. `log` is told of the same events. A verbose command also prints a line for each.
    """

    def __init__(self, *, claims: int, workers: int = 1, log: Observer = unobserved) -> None:
        from rich.live import Live

        self._state = State(claims=claims, workers=workers)
        self._log = log
        self._lock = Lock()
        self._start = time.monotonic()
        console = Console(stderr=True)
        self._live = Live(
            console=console, transient=True, auto_refresh=False, get_renderable=self._drawn, screen=False
        )
        self._shown = console.is_terminal and verbosity() is not Verbosity.QUIET
        self._tells = verbosity() is Verbosity.VERBOSE
        self._next = 0.0

    def __enter__(self) -> Self:
        if self._shown:
            self._live.start(refresh=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def __call__(self, event: Event) -> None:
        """Take an event in."""
        self._log(event)
        with self._lock:
            self._state.add(event)
            if self._tells:
                self._live.console.print(sentence(event), markup=False, highlight=False, soft_wrap=True)
            if self._shown and time.monotonic() >= self._next:
                self._next = time.monotonic() + _REFRESH
                self._live.refresh()

    def says(self, text: str) -> None:
        """What is being done besides."""
        self._next = 0.0
        self(Said(text=text))

    def _drawn(self) -> RenderableType:
        state = self._state
        head = f"{state.text}; {state.done} of {state.asked} blocks; {_clock(time.monotonic() - self._start)}"
        if (left := state.time_left()) is not None:
            head += f", left {_clock(left[0])}" + (f" - {_clock(left[1])}" if left[1] > left[0] + 1 else "")
        lines = [f"  {claim}  [dim]{escape(what)}[/dim]" for claim, what in list(state.open.items())[:_SHOWN]]
        more = len(state.open) - len(lines)
        if more > 0:
            lines.append(f"  [dim]and {more} more open[/dim]")
        return Text.from_markup("\n".join([head, *lines]), overflow="ellipsis")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def _print_where(out: Path) -> None:
    if verbosity() is Verbosity.QUIET:
        return
    Console(stderr=True, highlight=False).print(f"Report: {out / 'report.html'}", soft_wrap=True)


def _relation(claim: Claim) -> str:
    return f"{claim.relation} {claim.bound_type}" if claim.bound_type else str(claim.relation)


def _coverage(statement: Statement, claims: Sequence[str]) -> str:
    own = "; our own question" if statement.own_question else ""
    return f"{len(claims)} claims{own}" if claims else f"not covered: {_text(statement.not_covered or '')}"


def _power(claim: Claim, expected: Forecast) -> str:
    if expected.power is None:
        return f"the pilot cannot tell: {expected.obstacle}"
    margin = (
        f"exponent within ±{claim.margin:g}" if claim.bound_type else f"value within {100 * claim.margin:g} %"
    )
    least = f"above {math.floor(100 * expected.least_power)} %"
    power = f"{100 * expected.power:.0f} %" if expected.power < 1 else least
    return f"if the claim is true, this run confirms it ({margin}) with probability {power}"


def _print_line(out: Console, name: str, text: str) -> None:
    """A line of a table: what a thing is called, and the thing."""
    out.print(f"{name:<14}  {escape(text)}")


def _print_derivation(out: Console, derivation: Derivation | None) -> None:
    if derivation is None:
        out.print()
        _print_line(out, "derivation", "none")
        return
    out.print()
    rules = {step.rule.name for step in derivation.steps}
    # A rule that all steps have is told once.
    steps = _numbered(len(derivation.steps), "step") + (f" by {min(rules)}" if len(rules) == 1 else "")
    _print_line(out, "derivation", f"{derivation.status}, {steps}; {derivation.title}")
    for premise in derivation.premises:
        out.print(f"  premise  {escape(_text(premise))}")
    for number, step in enumerate(derivation.steps, start=1):
        rule = f"  [dim]by {escape(step.rule.name)}[/dim]" if len(rules) > 1 else ""
        out.print(f"  {number:>2}. {escape(_text(step.label))}{rule}")
        for line in lines_of_chain(unicode_math(step.latex)):
            out.print(f"      {escape(line)}", soft_wrap=True)
        for condition in step.conditions:
            out.print(f"      [dim]since {escape(_text(condition))}[/dim]")
        if step.check:
            out.print(f"      [dim]checked: {escape(_text(step.check))}[/dim]")
    formula = set_formula(str(derivation.formula), Medium.TERMINAL)
    out.print(f"  hence    {derivation.relation} {escape(formula)}", soft_wrap=True)


def lines_of_chain(formula: str) -> list[str]:
    """A long chain of relations, each link on a line of its own.

    >>> lines_of_chain("E[x] = 1"), len(lines_of_chain("x = ∑_(j = 1)ⁿ y_j = " + 40 * "z + " + "1"))
    (['E[x] = 1'], 3)
    """
    if len(formula) <= _LONG:
        return [formula]
    lines, depth = [""], 0
    for before, sign in pairwise(" " + formula):
        depth += (sign in "([{⟨⌊") - (sign in ")]}⟩⌋")
        if depth == 0 and before == " " and sign in "=≤≥<≈":
            lines.append("")
        lines[-1] += sign
    return [line if place == 0 else f"  {line}" for place, line in enumerate(map(str.strip, lines))]


def _print_plan(out: Console, plan: Plan, preset: Preset) -> None:
    from ..evidence.power import forecast

    out.print()
    _print_measurement(out, plan, preset, forecast(plan, preset.simulations))


def _print_measurement(out: Console, plan: Plan, preset: Preset, expected: Forecast) -> None:
    points = sum(len(target.points) for target in plan.targets)
    if plan.quantity is None or not points:
        given = plan.resolved.given
        known = f"{_numbered(len(given), 'setting')}, measured already" if given else "nothing to measure"
        _print_line(out, "plan", known)
        return
    name = plan.quantity.title if plan.user_code else plan.quantity.name
    from ..evidence.power import few_sizes

    for few in few_sizes(plan):
        _print_line(out, "sizes", words(few, Medium.TERMINAL))
    if not plan.groups:
        _print_line(out, "plan", f"{_numbered(points, 'setting')} of {name}, computed and not sampled")
        return
    trials = sum(group.trials_per_block for group in plan.groups) * plan.blocks[-1]
    most = f"at most {trials:,} trials in {_numbered(plan.rounds, 'round')}"
    _print_line(out, "plan", f"{preset.name}: {_numbered(points, 'setting')} of {name}, {most}")
    _print_line(out, "cost", f"about {expected.seconds:.2g} CPU seconds if every round is needed")
    _print_line(out, "power", _power(plan.claim, expected))


def _numbered(count: int, noun: str) -> str:
    """A number of things.

    >>> _numbered(1, "round"), _numbered(28, "setting")
    ('1 round', '28 settings')
    """
    return f"{count} {noun}" + "s" * (count != 1)


def _print_json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _print_rows(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        for row in rows:
            print("\t".join(row))
        return
    table = Table(*header, box=None, padding=(0, 1), header_style="bold")
    for row in rows:
        table.add_row(*map(escape, row))
    console.print(table)
