"""What a page shows of a theorem: its premises as sentences, and the steps that it needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from . import laws, prose
from .display import latex
from .heads import BINDERS
from .kernel import Ground, Theorem
from .kernel.theorem import Hypothesis
from .node import Term
from .substitution import fresh_names, opened, subterms, unfolded
from .terms import parts_of_stack, stacked

_MOST_STEPS: Final = 24
_PLAIN: Final = {"the case considered", "the range of the sum"}
_GROUNDS: Final = {
    Ground.CONDITION: ": {}",
    Ground.ASSUMPTION: " (assumed: {})",
    Ground.APPROXIMATION: " (approximately: {})",
    Ground.CITATION: " (cited: {})",
}
_SIGNS: Final = {"=": "=", "≠": r"\ne", "≤": r"\le", "<": "<", "≥": r"\ge", ">": ">"}
_SPACE: Final = re.compile(r"R\^\$(.*?)\$")
_REFERENCE: Final = re.compile(r"\bstep (\d+)")


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step as the page shows it: what it says, and its chain of relations in LaTeX without dollar signs."""

    label: str
    latex: str


def resting_on(theorem: Theorem, *grounds: Ground) -> list[Hypothesis]:
    """The hypotheses with one of these grounds, or all, in a fixed order."""
    found = (h for h in theorem.hypotheses if not grounds or h.ground in grounds)
    return sorted(found, key=lambda h: (repr(h.proposition), h.because))


def premises(theorem: Theorem) -> tuple[str, ...]:
    """The model, the definitions and the hypotheses, as sentences."""
    hypotheses = resting_on(theorem)
    stated = (theorem.proposition, *(h.proposition for h in hypotheses))
    own = {own for term in stated for _, own in term.declarations}
    objects = sorted((o for o in own if o.head in {"family", "random"}), key=lambda o: str(o.data))
    names = " and ".join(f"${latex(o)}$" for o in objects)
    definitions = {name: unfolded(name) for name in _definitions(stated)}
    shown_whole = (*stated, *(term for term in definitions.values() if stacked(term) is None))
    return (
        *(_declared(o, parts_of_stack(o, *shown_whole)) for o in objects),
        *([f"{names} are independent of each other"] if len(objects) > 1 else []),
        *(_defined(name, term) for name, term in definitions.items()),
        *map(shown, hypotheses),
    )


def _declared(own: Term, parts: str = "") -> str:
    law = _SPACE.sub(r"$\\mathbb{R}^{\1}$", laws.describe(own.args[0], lambda term: f"${latex(term)}$"))
    if own.head == "random":
        return f"${latex(own)}$ is {law}"
    together = "" if own.args[0].head == "markov_chain" else "independent and "
    letters = fresh_names(len(own.args) - 1, own)
    pairs = zip(letters, own.args[1:], strict=True)
    ranges = ", ".join(rf"${j} = 1, \dots, {latex(count)}$" for j, count in pairs)
    below = letters[0] if len(letters) == 1 else f"{{{', '.join(letters)}}}"
    whole = f", {parts} of ${latex(own)}$" if parts else ""
    return rf"${latex(own)}_{below}$, {ranges}{whole}, are {together}{law}"


def _defined(name: Term, term: Term) -> str:
    family = stacked(term)
    if family is None:
        return f"${latex(name)} = {latex(term)}$"
    letters = ", ".join(fresh_names(len(family.args) - 1, family, name))
    return f"${latex(name)}$ has {parts_of_stack(family, term)} ${latex(family)}_{{{letters}}}$"


def _definitions(stated: Iterable[Term]) -> Iterable[Term]:
    """The names that the statement uses, then those that their definitions use."""
    found: dict[str, Term] = {}
    waiting = list(stated)
    while waiting:
        for part in subterms(waiting.pop(0)):
            if part.head == "definition" and not part.loose:
                if found.setdefault(part.data[0], part) is part:
                    waiting.append(unfolded(part))
            elif part.head in BINDERS and not part.loose:
                waiting += opened(part)[1:]
    return found.values()


def shown(hypothesis: Hypothesis) -> str:
    """The hypothesis as a sentence, with the reason given for it."""
    because = "" if hypothesis.because in _PLAIN else _GROUNDS[hypothesis.ground].format(hypothesis.because)
    return f"${latex(hypothesis.proposition)}$" + because


def steps(theorem: Theorem) -> tuple[Step, ...]:
    """The steps that the last one needs, the nearest first to be kept where there are many."""
    every = {step.number: step for step in prose.steps(theorem)}
    kept: list[int] = []
    waiting = [max(every)]
    while waiting and len(kept) < _MOST_STEPS:
        number = waiting.pop(0)
        if number not in kept:
            kept.append(number)
            waiting += [int(n) for line in every[number].lines for n in _REFERENCE.findall(line.reason)]
    places = {number: place for place, number in enumerate(sorted(kept), start=1)}
    return tuple(_step(every[number], places) for number in sorted(kept))


def _step(step: prose.Step, places: Mapping[int, int]) -> Step:
    def renumbered(match: re.Match[str]) -> str:
        place = places.get(int(match[1]))
        return f"step {place}" if place else "a step of the record"

    case = f"for ${' and '.join(map(latex, step.where))}$: " if step.where else ""
    reasons = "; then ".join(_REFERENCE.sub(renumbered, line.reason) for line in step.lines)
    lines = "".join(f" {_SIGNS[line.relation]} {latex(line.right)}" for line in step.lines if line.relation)
    return Step(label=case + reasons, latex=latex(step.left) + lines)
