"""What `derive` answers: a theorem whose record was replayed, as text, JSON and LaTeX."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ..theory.array_functions import NoInstance
from ..theory.check import CheckFailed, check
from ..theory.display import latex
from ..theory.kernel import Hypothesis, Theorem, believe, record
from ..theory.kernel.theorem import RULES
from ..theory.model import Model
from ..theory.node import Term
from ..theory.prose import Step, steps


@dataclass(frozen=True)
class Derived:
    """A theorem as readers and programs need it."""

    proposition: Term
    hypotheses: tuple[Hypothesis, ...]
    status: str
    schemas: tuple[str, ...]
    """The textbook inequalities used."""
    second_check: str
    steps: tuple[Step, ...]
    record: str

    @property
    def domains(self) -> tuple[str, ...]:
        """The sizes and free indices, with their ranges."""
        found = sorted(self.proposition.declarations, key=lambda pair: pair[0])
        sizes = [_domain(own) for _, own in found if own.head == "size"]
        return (*sizes, *(f"{own} = 1, ..., {own.args[0]}" for _, own in found if own.head == "index"))

    @property
    def model(self) -> tuple[str, ...]:
        """What is assumed of each random object."""
        return Model.of(self.proposition).sentences()

    def text(self, *, with_steps: bool) -> str:
        """For a terminal."""
        because = [f"{h.proposition} ({h.ground}: {h.because})" for h in self.hypotheses]
        rows = [
            ("for", ", ".join(self.domains)),
            *(("model", sentence) for sentence in self.model),
            *(("hypothesis", one) for one in because or ["none"]),
            *(("uses", _cited(name)) for name in self.schemas),
            ("status", self.status),
            ("second check", self.second_check),
        ]
        lines = [repr(self.proposition), "", *(f"{name:<13} {value}" for name, value in rows if value)]
        if with_steps:
            lines += ["", *(step.text for step in self.steps)]
        return "\n".join(lines)

    def json(self) -> str:
        """For programs; `record` is what `python -m theorycheck.theory.kernel` replays."""
        return json.dumps(
            {
                "statement": repr(self.proposition),
                "latex": latex(self.proposition),
                "domains": self.domains,
                "model": self.model,
                "hypotheses": [
                    {"statement": repr(h.proposition), "ground": h.ground, "because": h.because}
                    for h in self.hypotheses
                ],
                "status": self.status,
                "schemas": self.schemas,
                "second_check": self.second_check,
                "steps": [_as_json(step) for step in self.steps],
                "record": json.loads(self.record),
            },
            ensure_ascii=False,
            indent=2,
        )

    def latex(self, *, with_steps: bool) -> str:
        """For a paper: the statement, and the steps as aligned equations."""
        given = ", ".join(latex(h.proposition) for h in self.hypotheses)
        stated = latex(self.proposition) + (rf" \qquad ({given})" if given else "")
        shown = [rf"\[ {stated} \]"]
        if with_steps:
            shown += [_aligned(step) for step in self.steps]
        return "\n".join(shown)


def derived(theorem: Theorem) -> Derived:
    """What the replay of the theorem's record gives, with a second check of the statement."""
    text = record(theorem)
    belief = believe(text)
    return Derived(
        belief.proposition,
        belief.hypotheses,
        belief.status,
        belief.schemas,
        _second_check(belief.proposition, belief.hypotheses),
        steps(theorem),
        text,
    )


def _second_check(proposition: Term, hypotheses: tuple[Hypothesis, ...]) -> str:
    try:
        return check(proposition, [h.proposition for h in hypotheses])
    except CheckFailed as failure:
        return f"FAILS: {failure}"
    except (NoInstance, ArithmeticError, ValueError) as nothing:
        return f"not evaluated: {nothing}"


def _cited(name: str) -> str:
    """A textbook inequality, with its place where it is taken without proof."""
    stated, source = RULES[name].statement, RULES[name].source
    return f"{stated} [{source}]" if source else stated


def _domain(size: Term) -> str:
    _, low, high = size.data
    return f"{size} ≥ {low}" if high is None else f"{low} ≤ {size} ≤ {high}"


def _as_json(step: Step) -> dict[str, Any]:
    lines = [
        {
            "relation": line.relation,
            "right": repr(line.right),
            "reason": line.reason,
            "latex": latex(line.right),
        }
        for line in step.lines
    ]
    return {
        "number": step.number,
        "where": [repr(one) for one in step.where],
        "left": repr(step.left),
        "lines": lines,
    }


_RELATIONS = {"=": "=", "≤": r"\le", "<": "<", "≥": r"\ge", ">": ">", "≠": r"\ne"}


def _aligned(step: Step) -> str:
    from ..report.tex_text import escape

    context = f" ({', '.join(map(latex, step.where))})" if step.where else ""
    rows = [
        rf"  &{_RELATIONS.get(line.relation, '')} {latex(line.right)} && \text{{{escape(line.reason)}}}"
        for line in step.lines
    ]
    head = rf"\text{{{step.number}.}}{context}\quad {latex(step.left)}"
    return "\\begin{align*}\n" + head + "\n" + " \\\\\n".join(rows) + "\n\\end{align*}"
