"""What a page shows of a theorem: its premises as sentences, and the steps that it needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from . import laws, prose
from .display import braced, latex
from .heads import BINDERS
from .kernel import Ground, Theorem
from .kernel.theorem import Hypothesis
from .letters import letters
from .node import Term
from .substitution import fresh_names, opened, subterms, unfolded
from .terms import parts_of_stack, stacked

_MOST_STEPS: Final = 40
_PLAIN: Final = {"the case considered", "the range of the sum"}
_GROUNDS: Final = {
    Ground.CONDITION: ": {}",
    Ground.ASSUMPTION: " (assumed: {})",
    Ground.APPROXIMATION: " (approximately: {})",
    Ground.CITATION: " (cited: {})",
}
_SIGNS: Final = {"=": "=", "≠": r"\ne", "≤": r"\le", "<": "<", "≥": r"\ge", ">": ">"}
_SPACE: Final = re.compile(r"R\^\$(.*?)\$")
_SHORT: Final = 240
"""Signs of LaTeX of a fact that is told in place of the step that is left out."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step as the page shows it: what it says, and its chain of relations in LaTeX without dollar signs."""

    label: str
    latex: str


def resting_on(theorem: Theorem, *grounds: Ground) -> list[Hypothesis]:
    """The hypotheses with one of these grounds, or all, in a fixed order."""
    found = (h for h in theorem.hypotheses if not grounds or h.ground in grounds)
    return sorted(found, key=lambda h: (repr(h.proposition), h.because))


def _premises(theorem: Theorem) -> tuple[str, ...]:
    """The model, the definitions and the hypotheses."""
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
    law = _spaces(laws.describe(own.args[0], lambda term: f"${latex(term)}$"))
    if own.head == "random":
        return f"${latex(own)}$ is {law}"
    together = "" if own.args[0].head == "markov_chain" else "independent and "
    indices = fresh_names(len(own.args) - 1, own)
    pairs = zip(indices, own.args[1:], strict=True)
    ranges = ", ".join(rf"${j} = 1, \dots, {latex(count)}$" for j, count in pairs)
    below = indices[0] if len(indices) == 1 else f"{{{', '.join(indices)}}}"
    whole = f", {parts} of ${latex(own)}$" if parts else ""
    return rf"${braced(latex(own))}_{below}$, {ranges}{whole}, are {together}{law}"


def _spaces(text: str) -> str:
    """A text with R^d as a formula."""
    return _SPACE.sub(r"$\\mathbb{R}^{\1}$", text)


def _defined(name: Term, term: Term) -> str:
    family = stacked(term)
    if family is None:
        return f"${latex(name)} = {latex(term)}$"
    indices = ", ".join(fresh_names(len(family.args) - 1, family, name))
    return f"${latex(name)}$ has {parts_of_stack(family, term)} ${braced(latex(family))}_{{{indices}}}$"


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


@dataclass(frozen=True, kw_only=True)
class Exposition:
    """The premises as sentences, and the steps as a page shows them."""

    premises: tuple[str, ...]
    steps: tuple[Step, ...]


def exposition(theorem: Theorem) -> Exposition:
    """What a page shows of the theorem; long parts of many lines have letters, which the first steps tell."""
    every = {step.number: step for step in prose.steps(theorem)}
    needed = sorted(_needed(every))
    names = letters([term for number in needed for term in _terms(every[number])])
    kept = {number: place for place, number in enumerate(needed, start=len(names) + 1)}
    told = (Step(label="for short", latex=_written_out(term, names)) for term in names)
    steps = (_step(every[number], every, kept, names) for number in kept)
    return Exposition(premises=_premises(theorem), steps=(*told, *steps))


def _written_out(term: Term, names: Mapping[Term, str]) -> str:
    """What a letter stands for, with the letters of its parts."""
    others = {own: letter for own, letter in names.items() if own is not term}
    return f"{names[term]} = {latex(term, names=others)}"


def _needed(every: Mapping[int, prose.Step]) -> list[int]:
    """The steps that the last one needs, the nearest first to be kept where there are many."""
    kept: list[int] = []
    waiting = [max(every)]
    while waiting and len(kept) < _MOST_STEPS:
        number = waiting.pop(0)
        if number not in kept:
            kept.append(number)
            waiting += [part for part in _used(every[number]) if isinstance(part, int)]
    return kept


def _used(step: prose.Step) -> Iterator[str | int | Term]:
    return (part for line in step.lines for reason in line.reasons for part in reason)


def _terms(step: prose.Step) -> Iterator[Term]:
    """What is printed of a step."""
    yield from (*step.where, step.left, *(line.right for line in step.lines if line.relation))
    yield from (part for part in _used(step) if isinstance(part, Term))


def _step(
    step: prose.Step, every: Mapping[int, prose.Step], kept: Mapping[int, int], names: Mapping[Term, str]
) -> Step:
    def told(part: str | int | Term) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Term):
            return f"${latex(part, names=names)}$"
        if part in kept:
            return f"step {kept[part]}"
        stated = latex(every[part].stated, names=names)
        return f"${stated}$" if len(stated) <= _SHORT else "a step of the record"

    where = " and ".join(f"${latex(one, names=names)}$" for one in step.where)
    case = f"for {where}: " if where else ""
    reasons = [
        "; ".join(_spaces("".join(map(told, reason))) for reason in line.reasons) for line in step.lines
    ]
    lines = (
        f" {_SIGNS[line.relation]} {latex(line.right, names=names)}" for line in step.lines if line.relation
    )
    # Lines that use the same are told once.
    told_once = [reason for reason, _ in groupby(reasons)]
    return Step(label=case + "; then ".join(told_once), latex=latex(step.left, names=names) + "".join(lines))
