"""Which tactics, schemas and rules a term meets: each is tried on it, and what it gives is shown.

Nothing is matched by name: a tactic is listed where it proves something about the term, or would with one
more hypothesis; a rule of the kernel where it concludes something from a part of the term, or where a proof
that was found uses it.

>>> [way.name for way in rules_for("E|g|^2", laws=["g: normal(dimension=d)"]) if way.kind == "tactic"]
['moments', 'events']
>>> print(rules_for("E <g_i, g_j>^2", laws=["g: normal(dimension=d)"])[0])
tactic  moments  Missing hypothesis: i ≠ j.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

from .kernel import RULES, Refused, Rule, Theorem, apply
from .node import Term
from .parse import Parsed
from .prove import Statement, by_laws, read, suppose
from .substitution import subterms
from .tactics import TACTICS, union
from .tactics.asymptotics import asymptotics
from .tactics.auto import auto
from .tactics.goals import NOT_FOR_THIS, Tactic
from .tactics.missing import missing
from .tactics.tail_bounds import tail_goals, tails

Kind = Literal["tactic", "schema", "rule"]

_ONE_TERM: Final = frozenset({"term", "event", "step"})
"""The parameter of a rule that concludes from a part of a term alone."""
_PLUMBING: Final = frozenset({"assume", "reflexive", "positive"})
"""Rules that conclude something of nearly every term, and little about it."""


@dataclass(frozen=True)
class Way:
    """A tactic, a schema or a rule whose conditions a term meets."""

    name: str
    kind: Kind
    signature: str
    """How it is called."""
    states: str
    """What it says, or does."""
    shown: str
    """What it gives for the term, or the hypothesis that it needs."""
    applies: bool
    """Whether it gives something as the term is, without one more hypothesis."""
    example: str = ""
    """A call that a tactic answers."""

    def __str__(self) -> str:
        return f"{self.kind:<7} {self.name}  {self.shown or self.states}"


def rules_for(
    term: Statement,
    *,
    where: Sequence[Term | str] = (),
    laws: Sequence[str] = (),
    sizes: Sequence[str] = (),
) -> tuple[Way, ...]:
    """The tactics, schemas and rules whose conditions a term or a proposition meets; arguments of `prove`."""
    asked = read(term, where, laws, sizes)
    given = tuple(map(suppose, asked.where))
    proofs: list[Theorem] = []
    tactics = sorted(_tactics(asked, given, proofs), key=lambda way: not way.applies)
    direct = {way.name: way for way in _direct(asked.term, given)}
    used = {way.name: way for way in _used(proofs) if way.name not in direct}
    rules = sorted({**direct, **used}.values(), key=lambda way: way.kind != "schema")
    return (*tactics, *rules)


def every() -> tuple[Way, ...]:
    """All tactics, schemas and rules, with what each states."""
    tactics = [_tactic(one, "", applies=False) for one in TACTICS if one is not auto]
    rules = [_rule(one, "") for one in RULES.values() if one.name not in _PLUMBING]
    return (*tactics, *sorted(rules, key=lambda way: way.kind != "schema"))


def _tactics(asked: Parsed, given: tuple[Theorem, ...], proofs: list[Theorem]) -> Iterator[Way]:
    """The tactics that find something, or lack one hypothesis; what is proved is added to `proofs`."""
    for tactic in TACTICS:
        attempt = None if tactic is auto else _attempt(tactic, asked)
        if attempt is None:
            continue
        try:
            found = by_laws(attempt, asked.term, given)
        except NOT_FOR_THIS:
            lacks = missing(asked.term, given, attempt)
            if lacks:
                yield _tactic(tactic, f"{lacks}.", applies=False)
            continue
        proofs.append(found)
        yield _tactic(tactic, repr(found), applies=True)


def _attempt(tactic: Tactic, asked: Parsed) -> Callable[[Term, tuple[Theorem, ...]], Theorem] | None:
    """How the tactic is tried on a term: as a proof, a value, or a tail bound. None where it has none."""
    if asked.term.sort == "event":
        return tactic.prove
    if tactic is asymptotics:
        return asymptotics(*asked.along, order=asked.order).derive if asked.along else None
    if tactic.derive is not None:
        return lambda term, given: _informative(tactic.derive(term, given))
    return lambda term, given: _tail(tactic, term, given)


def _tail(tactic: Tactic, term: Term, given: tuple[Theorem, ...]) -> Theorem:
    """The bound that a tail tactic gives for a probability, with the mean or variance in it."""
    if term.head != "P":
        raise Refused(f"{term} is no probability.")
    if tactic is union:
        found = next(tails(term, given))
        if tactic.name in found.schemas:
            return found
    for other, goal, lemmas in tail_goals(term.args[0], given):
        if other is tactic:
            return tactic.prove(goal(), (*given, *lemmas()))
    raise Refused(f"{tactic.name} does not bound {term}.")


def _informative(found: Theorem) -> Theorem:
    """The theorem, unless it says that a thing equals itself."""
    left, right = found.proposition.args[:2]
    if found.proposition.head == "eq" and repr(left) == repr(right):
        raise Refused(f"{left} stays as it is.")
    return found


def _direct(term: Term, given: tuple[Theorem, ...]) -> Iterator[Way]:
    """The rules that conclude something from a part of the term and the conditions alone."""
    parts = [part for part in dict.fromkeys(subterms(term)) if not part.loose]
    for rule in RULES.values():
        parameter = _only_parameter(rule)
        if parameter is None:
            continue
        accepted = rule.others or frozenset()
        facts = [fact for fact in given if fact.proposition.head in accepted]
        for part, told in product(parts, dict.fromkeys(((), tuple(facts)))):
            try:
                found = _informative(apply(rule.name, *told, **{parameter: part}))
            except Refused:
                continue
            yield _rule(rule, repr(found))
            break


def _only_parameter(rule: Rule) -> str | None:
    """The one term that a rule without premises takes; None for other rules."""
    if rule.premises or rule.name in _PLUMBING:
        return None
    needed = [
        one.name
        for one in inspect.signature(rule.conclude).parameters.values()
        if one.kind is one.KEYWORD_ONLY and one.default is one.empty
    ]
    return needed[0] if len(needed) == 1 and needed[0] in _ONE_TERM else None


def _used(proofs: Iterable[Theorem]) -> Iterator[Way]:
    """The rules that proofs use, each with what it concluded first; those of plain logic are left out."""
    seen: set[str] = set()
    waiting = list(proofs)
    for theorem in waiting:
        waiting += theorem.premises
        rule = RULES[theorem.rule]
        if theorem.rule in {*seen, *_PLUMBING} or rule.conclude.__module__.endswith(".logic"):
            continue
        with suppress(Refused):
            yield _rule(rule, repr(_informative(theorem)))
            seen.add(theorem.rule)


def _tactic(tactic: Tactic, shown: str, *, applies: bool) -> Way:
    return Way(tactic.name, "tactic", f'by="{tactic.name}"', tactic.states, shown, applies, tactic.example)


def _rule(rule: Rule, shown: str) -> Way:
    arguments = [
        ("*" if one.kind is one.VAR_POSITIONAL else "")
        + one.name
        + ("=..." if one.kind is one.KEYWORD_ONLY else "")
        for one in inspect.signature(rule.conclude).parameters.values()
    ]
    kind: Kind = "schema" if rule.is_schema else "rule"
    signature = f'apply("{", ".join([rule.name + chr(34), *arguments])})'
    return Way(rule.name, kind, signature, rule.statement, shown, applies=bool(shown))
