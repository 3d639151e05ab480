"""What `show` prints of one claim: its sentence, its derivation as mathematics, and its plan.

On a terminal it is one screen, of which a long derivation keeps its last steps; in a pipe it is everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

from ..claim import Claim
from ..document import KERNEL
from ..statement import Statement
from ..wording.formulas import unicode_formula, unicode_text
from ..wording.latex import unicode_math
from ..wording.parts import numbered
from .console import print_measurement, relation_words

if TYPE_CHECKING:
    from ..evidence.preset import Preset
    from ..theory.derivation import Derivation

LONG: Final = 90
"""Characters beyond which a chain of relations is broken into lines."""

NAME: Final = 16
"""Columns before what is told."""

BELOW: Final = 7
"""Lines of a screen for the plan, its cost and power, and the prompt."""

Told = list[tuple[int, Text]]
"""Lines, each with the columns before it."""


def print_claim(claim: Claim, statement: Statement, preset: Preset, *, whole: bool = False) -> None:
    """One claim with its derivation and its plan."""
    from ..evidence import routes
    from ..evidence.power import forecast
    from ..papers.plans import plan

    out = Console(highlight=False)
    head = _head(claim, statement)
    derivation = _derivation(routes.derivation(claim))
    if out.is_terminal and not whole:
        taken = sum(_height(out, *line) for line in head)
        derivation = _as_fits(out, derivation, max(0, out.height - BELOW - taken))
    for indent, text in (*head, *(line for step in derivation for line in step)):
        print_line(out, indent, text)
    out.print()
    wanted = plan(claim, preset)
    print_measurement(out, wanted, preset, forecast(wanted, preset.simulations))


def _head(claim: Claim, statement: Statement) -> Told:
    told = {
        "statement": unicode_text(statement.text),
        "": f"{statement.place}; {statement.source_access} at hand",
        "terms": ", ".join(f"{name}: {unicode_text(term)}" for name, term in claim.terms.items()),
        "interpretation": unicode_text(claim.interpretation),
        "claimed": unicode_formula(claim.claimed),
        "alternatives": ", ".join(map(unicode_formula, claim.alternatives)),
        "code": "; ".join(_code(claim)),
    }
    title = Text(claim.id, "bold") + Text(
        f"  ({relation_words(claim)}, {claim.role}, {claim.severity})", "not bold"
    )
    return [(0, title), *(_line(name, text) for name, text in told.items() if text)]


def _code(claim: Claim) -> Iterator[str]:
    """Where the claim, its derivation and its simulation are written."""
    from ..evidence import routes
    from ..exchange.location import code_location, location

    route = routes.route(claim)
    quantity = None if route is None else routes.quantity(route)
    measured = getattr(quantity, "sample", None) or getattr(quantity, "evaluate", None)
    found = {
        "claim": location(claim.id),
        "derivation": code_location(routes.derivation_function(claim)),
        "simulation": code_location(measured),
    }
    for name, place in found.items():
        if place is not None:
            yield f"{name} {place.path}:{place.line}"


def _line(name: str, text: str) -> tuple[int, Text]:
    """A line of a table: what a thing is called, and the thing."""
    return NAME, Text(f"{name:<{NAME}}{text}")


def _derivation(derivation: Derivation | None) -> list[Told]:
    """What the derivation is, its premises, each step, and its result."""
    if derivation is None:
        return [[(0, Text()), _line("derivation", "none")]]
    steps = numbered(len(derivation.steps), "step") + f" by {KERNEL}"
    told: list[Told] = [
        [(0, Text()), _line("derivation", f"{derivation.status}, {steps}; {derivation.title}")],
        [(11, Text(f"  premise  {unicode_text(premise)}")) for premise in derivation.premises],
    ]
    for number, step in enumerate(derivation.steps, start=1):
        told.append([
            (6, Text(f"  {number:>2}. {unicode_text(step.label)}")),
            *((8, Text(f"      {line}")) for line in lines_of_chain(unicode_math(step.latex))),
        ])  # fmt: skip
    return [
        *told,
        [(11, Text(f"  hence    {derivation.relation} {unicode_formula(str(derivation.formula))}"))],
    ]


def _as_fits(out: Console, told: list[Told], room: int) -> list[Told]:
    """The derivation's first line and its last parts, as many as there is room for."""
    heights = [sum(_height(out, *line) for line in part) for part in told]
    if sum(heights) <= room:
        return told
    kept, room = len(told) - 1, room - heights[0] - heights[-1] - 1
    while kept > 1 and room >= heights[kept - 1]:
        kept -= 1
        room -= heights[kept]
    left = numbered(kept - 2, "step") if kept > 2 else ""  # noqa: PLR2004 - its first line and the premises
    before = " and ".join(filter(None, ["premises" if len(told[1]) else "", left]))
    return [told[0], [(2, Text(f"  … {before} before: --all", "dim"))], *told[kept:]]


def _height(out: Console, indent: int, text: Text) -> int:
    return len(text.wrap(out, max(1, out.width - indent))) if text else 1


def print_line(out: Console, indent: int, text: Text) -> None:
    """A line; on a terminal what is too long for it goes on below, behind the indent."""
    if not out.is_terminal:
        out.print(text, soft_wrap=True)
        return
    first, *rest = wrapped(text, out, indent)
    out.print(first)
    for line in rest:
        out.print(Text(" " * indent) + line)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each of which may begin with an indent."""
    console = Console(highlight=False)
    for line in lines:
        indent = len(line) - len(line.lstrip())
        print_line(console, indent + 2, Text(line))


def wrapped(text: Text, out: Console, indent: int) -> list[Text]:
    """The text in lines of the console, all but the first with room for the indent; words are not cut."""
    if len(text) <= out.width or not text:
        return [text]
    first = text.wrap(out, out.width)[0]
    rest = text[len(first) :]
    lines = [first, *rest.wrap(out, max(1, out.width - indent))]
    for line in lines:
        line.rstrip()
    return lines


def lines_of_chain(formula: str) -> list[str]:
    """A long chain of relations, each link on a line of its own.

    >>> lines_of_chain("E[x] = 1"), len(lines_of_chain("x = ∑_(j = 1)ⁿ y_j = " + 40 * "z + " + "1"))
    (['E[x] = 1'], 3)
    """
    if len(formula) <= LONG:
        return [formula]
    lines, depth = [""], 0
    for before, sign in pairwise(" " + formula):
        depth += (sign in "([{⟨⌊") - (sign in ")]}⟩⌋")
        if depth == 0 and before == " " and sign in "=≤≥<≈":
            lines.append("")
        lines[-1] += sign
    return [line if place == 0 else f"  {line}" for place, line in enumerate(map(str.strip, lines))]
