"""Attacks made by machine, from the kernel's table of rules and uses of each.

Every premise of a use is turned, weakened, altered by one, exchanged, dropped, or replaced by a fact about
another quantity; every parameter is altered: another symbol of its kind, another exponent, a part or a
condition left out, a relation turned, a number or word changed. What a rule then accepts is refuted,
confirmed or left open by the search of `theory.check`: all outcomes where they are few, or random instances.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from random import Random
from typing import Any, Final

from theorycheck.theory.array_functions import NoInstance
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.heads import BINDERS, RELATIONS
from theorycheck.theory.kernel import Refused, Theorem, apply
from theorycheck.theory.node import TRUE, Term, number, value_of
from theorycheck.theory.prove import derive, suppose
from theorycheck.theory.substitution import rebuilt, subterms

DERIVED: Final = (
    ("E|sum_{j != i} <k_i, k_j> v_j|^2", ("k: sphere(d, s)", "v: sphere(m)"), ()),
    ("Var(|g_i|^2)", ("g: normal(u, s^2)", "u: fixed(d)"), ()),
    ("Var(sum_{i, j != i} <h_i, h_j>)", ("h: one_hot(d)",), ()),
    ("E[(sum_j r_j)^4]", ("r: rademacher(scale=s)",), ()),
    ("P(|g_i|^2 <= t for all i)", ("g: normal(dimension=d)",), ("t > 0",)),
    ("P(z - E[z] >= t)", ("z: normal(m, s^2)",), ("t > 0",)),
    ("P(|z - E[z]| >= t)", ("z: normal(m, s^2)",), ("t > 0",)),
    ("grad_u log(1 + exp(<u, w>))", ("u: fixed(d)", "w: fixed(d)"), ()),
)
"""What is derived, so that the steps are attacked: a text, its laws and its conditions."""
MOST_STEPS: Final = 1
"""Steps of derivations that are attacked, by each rule."""

Use = tuple[tuple[Theorem, ...], dict[str, Any]]
INSTANCES: Final = 4
"""Those in which a theorem from other premises is checked."""
ELSEWHERE: Final = "premise about another quantity"
MOST: Final = 16
"""Attacks on the parameters of one rule."""

OTHERS: Final = {
    "eq": ("le", "ge", "lt", "ne"),
    "le": ("ge", "lt", "eq", "ne"),
    "lt": ("gt", "ge", "le", "eq", "ne"),
    "ge": ("le", "gt", "eq", "ne"),
    "gt": ("lt", "le", "ge", "eq", "ne"),
    "ne": ("eq", "le"),
}
WORDS: Final = (("lt", "le", "eq"), ("gt", "ge", "lt"), ("low", "high"))


class Outcome(StrEnum):
    """What became of an attack."""

    REFUSED = "refused"
    CONFIRMED = "confirmed"
    FALSE = "false"
    OPEN = "open"


@dataclass(frozen=True)
class Attack:
    """A rule applied to what it was not meant for."""

    rule: str
    kind: str
    premises: tuple[Theorem, ...]
    parameters: dict[str, Any]

    def outcome(self) -> tuple[Outcome, str]:
        """Whether the rule refuses, and whether what it accepts holds; with the theorem or the reason."""
        try:
            theorem = apply(self.rule, *self.premises, **self.parameters)
        except Refused as refusal:
            return Outcome.REFUSED, str(refusal)
        given = sorted((hypothesis.proposition for hypothesis in theorem.hypotheses), key=repr)
        # A sign that a premise told is right by chance in one instance of two. A quantity of its own is also
        # zero in some, where rounding decides whether a small power lies above it.
        instances = INSTANCES if self.kind.startswith("premise") and self.kind != ELSEWHERE else 1
        try:
            check(theorem.proposition, given, instances=instances)
        except NoInstance:
            return Outcome.OPEN, repr(theorem)
        except CheckFailed as failure:
            return Outcome.FALSE, f"{theorem}: {failure}"
        return Outcome.CONFIRMED, repr(theorem)


def attacks(rule: str, use: Use) -> list[Attack]:
    """All attacks on the premises of a use, and a sample of those on its parameters."""
    premises, parameters = use
    found = [Attack(rule, kind, changed, parameters) for kind, changed in _other_premises(premises)]
    altered = [
        Attack(rule, f"{key}: {kind}", premises, {**parameters, key: value})
        for key, old in parameters.items()
        for kind, value in _other_values(old)
    ]
    random = Random(rule)
    return found + (random.sample(altered, MOST) if len(altered) > MOST else altered)


def consistent(rule: str, use: Use) -> list[Attack]:
    """A sample of attacks that put what is awkward for a symbol, everywhere in premises and parameters."""
    premises, parameters = use
    found = []
    for node in dict.fromkeys(node for term in _terms_of(use) for node in subterms(term) if not node.loose):
        for kind, other in _awkward(node):
            stated = [_put(premise.proposition, node, other) for premise in premises]
            changed = {key: _put(value, node, other) for key, value in parameters.items()}
            if all(type(x) is Term and not x.is_random for x in stated) and None not in changed.values():
                found.append(Attack(rule, f"{kind} everywhere", tuple(map(suppose, stated)), changed))
    random = Random(rule)
    return random.sample(found, MOST) if len(found) > MOST else found


def _terms_of(value: object) -> Iterator[Term]:
    """The terms in a use, or in a part of one."""
    if type(value) is Term:
        yield value
    elif type(value) is Theorem:
        yield value.proposition
    elif isinstance(value, tuple | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _terms_of(part)


def _awkward(node: Term) -> Iterator[tuple[str, Term]]:
    """What may stand for a symbol by its shape, and is no symbol of its kind."""
    if node.head == "parameter":
        law = Term("normal", (number(0), number(1)))
        yield from (("an opposite", -node), ("a square", node * node), ("zero", number(0)))
        yield "a random number", Term("random", (law,), ("awkward",))
    elif node.head == "index":
        yield from (("a number", number(k)) for k in (1, 2))
    elif node.head == "fixed" and len(node.shape) == 1:
        law = Term("normal", (Term("zeros", node.shape), number(1)))
        yield from (("an opposite", -node), ("equal entries", Term("ones", node.shape)))
        yield "a random vector", Term("random", (law,), ("awkward",))
    elif node.head == "size":
        yield from (("the next size", node + 1), ("a number", number(max(node.data[1], 1))))
    elif node.head in {"random", "item"}:
        yield from (("an opposite", -node), ("twice itself", node + node))


def _put(value: Any, node: Term, other: Term) -> Any:
    """The value with the node replaced everywhere; nothing where that does not fit."""
    if type(value) is tuple:
        parts = tuple(_put(part, node, other) for part in value)
        return None if None in parts else parts
    if type(value) is not Term:
        return value
    try:
        found = rebuilt(value, lambda part, _: other if part is node else None)
    except ValueError:
        return None
    return None if found.loose else found


def steps_in_use() -> dict[str, list[Use]]:
    """Steps of derivations, by rule."""
    found: dict[str, dict[Term, Use]] = {}
    for text, laws, where in DERIVED:
        stack = [derive(text, laws=laws, where=where)]
        while stack:
            theorem = stack.pop()
            stack.extend(theorem.premises)
            own = found.setdefault(theorem.rule, {})
            if len(own) < MOST_STEPS:
                own.setdefault(theorem.proposition, (theorem.premises, dict(theorem.parameters)))
    return {rule: list(uses.values()) for rule, uses in found.items()}


# Premises.


def _other_premises(premises: tuple[Theorem, ...]) -> Iterator[tuple[str, tuple[Theorem, ...]]]:
    for position, premise in enumerate(premises):
        around = premises[:position], premises[position + 1 :]
        yield "premise dropped", (*around[0], *around[1])
        for kind, proposition in _other_propositions(premise.proposition):
            if not proposition.is_random:
                yield f"premise {kind}", (*around[0], suppose(proposition), *around[1])
    for position in range(len(premises) - 1):
        swapped = list(premises)
        swapped[position], swapped[position + 1] = swapped[position + 1], swapped[position]
        yield "premises exchanged", tuple(swapped)


def _other_propositions(proposition: Term) -> Iterator[tuple[str, Term]]:
    """The proposition with another relation, its sides exchanged or altered, or about another quantity."""
    if proposition.head not in OTHERS:
        yield from _other_terms(proposition)
        return
    one, other = proposition.args
    scalar = not one.shape and one.sort == "real"
    for head in OTHERS[proposition.head]:
        if scalar or head in {"eq", "ne"}:
            yield f"turned to {head}", Term(head, (one, other))
    yield "with its sides exchanged", Term(proposition.head, (other, one))
    if scalar:
        yield "altered by one", Term(proposition.head, (one + number(1), other))
        another = Term("parameter", (), ("foreign",))
        yield ELSEWHERE.removeprefix("premise "), Term(proposition.head, (one, another))


# Parameters.


def _other_values(value: object) -> Iterator[tuple[str, Any]]:
    if type(value) is Term:
        yield from _other_terms(value)
    elif type(value) is int:
        yield from (("another number", value + step) for step in (-1, 1))
    elif type(value) is str:
        for words in WORDS:
            if value in words:
                yield from (("another word", word) for word in words if word != value)
    elif type(value) is tuple:
        for position, part in enumerate(value):
            yield "a part left out", value[:position] + value[position + 1 :]
            for kind, other in _other_values(part):
                yield kind, (*value[:position], other, *value[position + 1 :])


def _other_terms(term: Term) -> Iterator[tuple[str, Term]]:
    """Terms that differ from this one in one respect, as far as they fit together."""
    for node in subterms(term):
        for kind, *parts in chain(_other_symbols(node, term), _other_nodes(node)):
            try:
                other = parts[0] if type(parts[0]) is Term else Term(*parts)
                changed = rebuilt(
                    term, lambda part, _, node=node, other=other: other if part is node else None
                )
            except ValueError:
                continue
            if changed is not term and not changed.loose:
                yield kind, changed


Change = tuple[Any, ...]
"""What is changed, and a term or the head, parts and data of one, which need not fit together."""


def _other_symbols(node: Term, term: Term) -> Iterator[Change]:
    """Another symbol of the kind, from the same term or a new one; another law."""
    if node.loose:
        return
    if node.head in {"parameter", "fixed", "index"}:
        yield "another symbol", node.head, node.args, (f"{node.data[0]}_2",)
    if node.head in {"random", "item", "fixed", "parameter", "index"}:
        for other in subterms(term):
            alike = (other.sort, other.shape, other.head) == (node.sort, node.shape, node.head)
            if other is not node and not other.loose and alike:
                yield "one symbol for two", other
    if node.head == "random":
        for law in _other_laws(node.args[0]):
            yield "another law", node.head, (law,), node.data


def _other_laws(law: Term) -> Iterator[Term]:
    one = number(1)
    if law.shape:
        yield Term("normal", (Term("ones", law.shape), one))
        yield Term("one_hot", law.shape)
    else:
        yield Term("normal", (one, one))
        yield Term("bernoulli", (number(1) / 2,))


def _other_nodes(node: Term) -> Iterator[Change]:
    """The node with a part left out, another exponent, another condition, or another relation."""
    head, args, data = node.head, node.args, node.data
    if head == "number":
        yield "another number", number(value_of(node) + 1)
    if head in {"add", "mul"}:
        yield "a part left out", args[0]
        yield "a part left out", head, args[1:]
        yield "another operation", "mul" if head == "add" else "add", args
    if head == "inner":
        yield "a square", "inner", (args[0], args[0])
    if head in BINDERS and args[1] is not TRUE:
        yield "a condition left out", head, (args[0], TRUE, args[2]), data
    if head in RELATIONS:
        for other in OTHERS[head]:
            yield "another relation", other, args
        yield "sides exchanged", head, args[::-1]
    if head == "power":
        yield "the inverse", "power", (args[0], number(-1))
        yield "a root", "power", (args[0], number(1) / 2)
