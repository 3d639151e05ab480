"""What the command line prints. Tables on a terminal, plain lines in a pipe; colours obey NO_COLOR."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..claim import Claim
from ..document import ClaimRecord, Document, Outcome
from ..figure import Figure
from ..statement import Statement
from ..wording import Medium, words
from ..wording.formulas import plain_text, set_formula
from ..wording.latex import unicode_math
from ..wording.outcomes import word
from ..wording.statements import headline
from .findings import STYLES, print_screen
from .folder import DEFAULT_FOLDER
from .numbered import numbered
from .verbosity import Verbosity, verbosity

if TYPE_CHECKING:
    from ..evidence.doctor import Diagnostic
    from ..evidence.plan import Plan
    from ..evidence.power import Forecast
    from ..evidence.preset import Preset
    from ..theory.derivation import Derivation
    from ..user.installed import Installed

FEW: Final = 3
"""So many claims are told in full."""

_LONG: Final = 90
"""Characters beyond which a chain of relations is broken into lines."""


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


def print_verdicts(
    document: Document, out: Path, *, whole: bool = False, seconds: float | None = None
) -> None:
    """What a run found on one screen, or all of it; then, on standard error, where to go from here."""
    if whole:
        print_every_claim(document)
    else:
        print_screen(document, seconds=seconds)
    _print_ways(out, resumable=True)


def print_every_claim(document: Document) -> None:
    """Each claim with its verdict and its sentence; in a pipe a line a claim, its parts between tabs."""
    console = Console(highlight=False)
    for claim in document.claims:
        if console.is_terminal:
            _print_verdict(console, claim)
        else:
            # Rich would turn the tabs into spaces.
            print(f"{claim.verdict}\t{claim.id}\t{_headline(claim)}")


def _print_verdict(console: Console, claim: ClaimRecord) -> None:
    console.print(Text(word(claim), STYLES[claim.verdict]) + Text(f"  {claim.id}"), soft_wrap=True)
    console.print(Padding(Text(_headline(claim)), (0, 0, 0, 2)))


def print_forecast(plan: Plan, preset: Preset, expected: Forecast) -> None:
    """What a claim of a file will measure, its cost and its power, on standard error."""
    out = Console(stderr=True, highlight=False, soft_wrap=True)
    claim = plan.claim
    out.print(f"[bold]{claim.id}[/bold]  {_relation(claim)} {escape(claim.claimed)}")
    _print_measurement(out, plan, preset, expected)


def print_check(
    document: Document, out: Path | None, expected: Mapping[str, Outcome | None], *, whole: bool = False
) -> None:
    """Of each claim its verdict, the alternatives, and what would change the verdict; of many a screen."""
    surprising = [one for one in document.claims if _is_told(one, expected.get(one.id))]
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


def _is_told(claim: ClaimRecord, wanted: Outcome | None) -> bool:
    return wanted is not None and surprises(claim, wanted)


def _print_found(claim: ClaimRecord) -> None:
    """A claim's verdict, its alternatives, and what would change the verdict."""
    from ..report.explanation import remarks

    console = Console(highlight=False)
    if console.is_terminal:
        _print_verdict(console, claim)
    else:
        print(f"{claim.verdict}\t{claim.id}\t{_headline(claim)}")
    for line in remarks(claim):
        if console.is_terminal:
            console.print(Padding(Text(line), (0, 0, 0, 2)))
        else:
            print(f"  {line}")


def _text(text: str) -> str:
    return plain_text(text, Medium.TERMINAL)


def _headline(claim: ClaimRecord) -> str:
    return headline(claim, Medium.TERMINAL)


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


def _print_ways(out: Path, *, resumable: bool = False) -> None:
    """Where everything is: on standard error, for who does not only want findings."""
    if verbosity() is Verbosity.QUIET:
        return
    folder = "" if out == DEFAULT_FOLDER else f" {out}"
    ways = [f"all: theorycheck show{folder} --all", f"open: theorycheck open{folder}"]
    told = "   ".join(ways + ["resume: same command"] * resumable)
    Console(stderr=True, highlight=False).print(
        Text(f"Report: {out / 'report.html'}\n{told}"), soft_wrap=True
    )


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
    steps = numbered(len(derivation.steps), "step") + (f" by {min(rules)}" if len(rules) == 1 else "")
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
    _print_line(out, "cost", f"about {expected.seconds:.2g} CPU seconds if every round is needed")
    _print_line(out, "power", _power(plan.claim, expected))


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
