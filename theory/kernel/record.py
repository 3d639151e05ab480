"""Records: a proof as plain data, and its replay, which is the only thing that is believed.

A record is JSON: a table of terms (head, positions of its parts, data), steps (rule, positions of premises,
parameters), and the position of the last. It holds no conclusion that is trusted: `believe` builds every
term by its constructor and applies every rule again, in a record of its own, from text alone. Changing
memory while it runs is out of scope.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from ..node import Term
from .theorem import RULES, Hypothesis, Refused, Status, Theorem, apply, require, status_of

FORMAT: Final = 1


@dataclass(frozen=True)
class Belief:
    """What a replay established."""

    proposition: Term
    hypotheses: tuple[Hypothesis, ...]
    status: Status
    schemas: tuple[str, ...]
    rules: tuple[str, ...]


class _Writer:
    def __init__(self) -> None:
        self.terms: list[list[Any]] = []
        self.steps: list[list[Any]] = []
        self._terms: dict[Term, int] = {}
        self._steps: dict[int, int] = {}

    def term(self, term: Term) -> int:
        if term not in self._terms:
            row = [term.head, [self.term(part) for part in term.args], list(term.data)]
            self._terms[term] = len(self.terms)
            self.terms.append(row)
        return self._terms[term]

    def value(self, value: Any) -> Any:  # noqa: ANN401 - JSON
        if type(value) is Term:
            return {"term": self.term(value)}
        return [self.value(part) for part in value] if type(value) is tuple else value

    def step(self, theorem: Theorem) -> int:
        for one in _in_order(theorem):
            if id(one) in self._steps:
                continue
            premises = [self._steps[id(premise)] for premise in one.premises]
            parameters = {name: self.value(value) for name, value in one.parameters}
            self._steps[id(one)] = len(self.steps)
            self.steps.append([one.rule, premises, parameters])
        return self._steps[id(theorem)]


def _in_order(theorem: Theorem) -> list[Theorem]:
    """The theorem's steps, each after its premises."""
    order: dict[int, Theorem] = {}
    stack = [(theorem, False)]
    while stack:
        one, is_done = stack.pop()
        if is_done:
            order[id(one)] = one
        elif id(one) not in order:
            stack.append((one, True))
            stack.extend((premise, False) for premise in one.premises)
    return list(order.values())


def record(theorem: Theorem) -> str:
    """The proof as text: what `believe` replays."""
    writer = _Writer()
    writer.step(theorem)
    statement = writer.term(theorem.proposition)
    body = {"format": FORMAT, "terms": writer.terms, "steps": writer.steps, "statement": statement}
    return json.dumps(body, separators=(",", ":"))


def believe(text: str | bytes) -> Belief:
    """Replay a record. Raises `Refused` where a step does not apply or the statement is not what follows."""
    theorem = replay(text)
    hypotheses = tuple(sorted(theorem.hypotheses, key=lambda h: (repr(h.proposition), h.ground, h.because)))
    return Belief(
        proposition=theorem.proposition,
        hypotheses=hypotheses,
        status=status_of(hypotheses, theorem.proposition, theorem.schemas),
        schemas=tuple(sorted(theorem.schemas)),
        rules=tuple(sorted({step[0] for step in json.loads(text)["steps"]})),
    )


def replay(text: str | bytes) -> Theorem:
    """The theorem that a record proves, every step taken by its rule. Raises `Refused` as `believe` does."""
    require(type(text) in {str, bytes}, "A record is text; no object counts.")
    try:
        body = json.loads(text)
        require(body["format"] == FORMAT, "This is no record of format {}.", FORMAT)
        terms: list[Term] = []
        for head, parts, data in body["terms"]:
            terms.append(Term(head, tuple(terms[_before(part, terms)] for part in parts), tuple(data)))
        theorem = _replayed(body["steps"], terms)
        statement = terms[_before(body["statement"], terms)]
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, RecursionError) as error:
        raise Refused(f"The record does not replay: {error}") from error
    require(
        theorem.proposition is statement,
        "The record proves {}, and claims {}.",
        theorem.proposition,
        statement,
    )
    return theorem


def _replayed(steps: list[list[Any]], terms: list[Term]) -> Theorem:
    made: list[Theorem] = []
    for name, premises, parameters in steps:
        require(name in RULES, "There is no rule {!r}.", name)
        given = {key: _value(value, terms) for key, value in parameters.items()}
        made.append(apply(name, *(made[_before(position, made)] for position in premises), **given))
    require(bool(made), "A record without steps proves nothing.")
    return made[-1]


def _before(position: object, known: list[Any]) -> int:
    require(type(position) is int and 0 <= position < len(known), "{!r} is no earlier position.", position)
    return position  # type: ignore[return-value]


def _value(value: object, terms: list[Term]) -> object:
    if isinstance(value, dict):
        return terms[_before(value["term"], terms)]
    return tuple(_value(part, terms) for part in value) if isinstance(value, list) else value
