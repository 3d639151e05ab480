"""`prove` a stated formula, `derive` one that is not known: the author states, tactics find the steps.

Statements are terms, or texts that `parse` reads over a model of texts:

>>> prove("E|sum_{j != i} <k_i, k_j> v_j|^2 == (n - 1)/d_k", laws=["k: sphere(d_k)", "v: sphere(d_v)"])
⊢ E[|∑_{j ≠ i} ⟨k_i, k_j⟩ v_j|²] = (n - 1)/d_k
>>> derive("P(|z - E[z]| > tau)", laws=["z: normal(0, s^2)"], where=["tau > 0"])
τ > 0 ⊢ P(abs(z - E[z]) > τ) ≤ s²/τ²

>>> from theorycheck.theory.laws import Sphere
>>> from theorycheck.theory.model import Index, Model, Parameter, Size, iid
>>> from theorycheck.theory.terms import E, P, Sum, all_, define, inner, norm2
>>> from theorycheck.theory.tactics import markov, moments, union
>>> n, d_k, d_v, tau = Size("n", minimum=2), Size("d_k"), Size("d_v"), Parameter("tau")
>>> i, j = Index("i", n), Index("j", n)
>>> k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))
>>> eta = define("eta", Sum(j != i, inner(k[i], k[j]) * v[j]), i)
>>> power = prove(E(norm2(eta)) == (n - 1) / d_k, by=moments)
>>> one = prove(P(norm2(eta) > tau) <= (n - 1) / (d_k * tau), by=[markov, power], where=[tau > 0])
>>> prove(P(all_(i, norm2(eta) <= tau)) >= 1 - n * (n - 1) / (d_k * tau), by=[union, one])
τ > 0 ⊢ P(|η_j|² ≤ τ for all j) ≥ 1 - n (n - 1)/(d_k τ)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from . import laws as laws_
from .check import instances_of
from .kernel import Refused, Theorem, apply
from .kernel.conditions import is_told
from .kernel.theorem import ORDER, SIDE, ordered
from .node import Term, is_number
from .parse import Parsed, ParseError, listed, parse
from .tactics import TACTICS
from .tactics.asymptotics import asymptotics
from .tactics.auto import auto
from .tactics.formula_orders import by_ways
from .tactics.goals import Tactic

_SIZES: Final = frozenset("nmdkNMDKLTHP")

Attempt = Callable[[Term, tuple[Theorem, ...]], Theorem]
By = Tactic | Theorem | str | Sequence[Tactic | Theorem | str]
Statement = Term | str | Parsed


def suppose(proposition: Term, because: str = "the case considered") -> Theorem:
    """p |- p: a condition under which a statement is made. It stays left of the turnstile."""
    return apply("assume", proposition=proposition, ground="condition", because=because)


def granted(proposition: Term, because: str = "the case considered") -> Theorem:
    """The proposition as a condition, or proved where it is about numbers alone.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.terms import as_term
    >>> granted(Parameter("x") > 1), granted(as_term(2) > 1)
    (x > 1 ⊢ x > 1, ⊢ 2 > 1)
    """
    return suppose(proposition, because) if proposition.declarations else prove(proposition, by="bound")


def assume(proposition: Term, *, because: str, approximate: bool = False) -> Theorem:
    """p |- p: what the source assumes, with its reason; `approximate` where it holds only nearly."""
    ground = "approximation" if approximate else "assumption"
    return apply("assume", proposition=proposition, ground=ground, because=because)


def cite(proposition: Term, *, source: str) -> Theorem:
    """p |- p: a result of the literature, with its place."""
    return apply("assume", proposition=proposition, ground="citation", because=source)


def prove(
    statement: Statement,
    *,
    by: By = auto,
    where: Sequence[Term | str] = (),
    laws: Sequence[str] = (),
    sizes: Sequence[str] = (),
) -> Theorem:
    """The statement as a theorem. Raises `Refused` with what is missing where the tactic does not prove it.

    `by` is a tactic or its name, or a list of tactics and theorems to use, `auto` where no tactic is given;
    `where` are conditions, which the result keeps. `laws` ("k: sphere(d)") and `sizes` ("n >= 2") are the
    model of a statement that is a text.
    """
    asked = read(statement, where, laws, sizes)
    goal = asked.term
    if not (type(goal) is Term and goal.sort == "event"):
        raise TypeError(f"{goal!r} is no proposition: relate two terms by ==, <=, < or the like.")
    tactics, given = _sorted(by, asked.where)
    refusals = []
    for tactic in tactics:
        try:
            return by_laws(tactic.prove, goal, given)
        except Refused as refusal:
            refusals.append(_named(tactic, refusal))
    raise Refused(" ".join((*refusals, *_about_sizes(goal))))


def by_laws(attempt: Attempt, about: Term, given: tuple[Theorem, ...]) -> Theorem:
    """What a tactic makes, under what laws need to be ones, or to have densities, where it lacks just that.

    >>> derive("E x", laws=["x: exponential(r)"])
    r > 0 ⊢ E[x] = 1/r
    """
    facts = _with_conditions(about, given, laws_.existence)
    try:
        return attempt(about, facts)
    except Refused as refusal:
        told = str(refusal)
    dense = _with_conditions(about, given, _density)
    if dense != given and ("Missing hypothesis" in told or _says(told, dense)):
        with suppress(Refused):
            return attempt(about, _with_conditions(about, dense, laws_.existence))
    raise Refused(told)


def _with_conditions(
    about: Term, given: tuple[Theorem, ...], needed: Callable[[Term], tuple[Term, ...]]
) -> tuple[Theorem, ...]:
    """What is given, and what is needed of the parameters of laws, where all together can hold."""
    orders = [fact for fact in given if fact.proposition.head in SIDE]
    laws = [x.args[0] for _, x in about.declarations if x.head in {"random", "family"}]
    facts = given
    for condition in (one for law in laws for one in needed(law)):
        if condition.declarations and not is_told(condition, orders):
            fact = _from_facts(condition, given) or suppose(condition, "what a law needs")
            facts, orders = (*facts, fact), [*orders, fact]
    possible = facts == given or instances_of((about,), [fact.proposition for fact in facts], 1)
    return facts if possible else given


def _from_facts(condition: Term, given: tuple[Theorem, ...]) -> Theorem | None:
    """A condition that follows from what is given, as a <= b from a < t and t < b."""
    if given:
        with suppress(Refused):
            return by_ways(*ordered(condition), given)
    return None


def _says(told: str, facts: Sequence[Theorem]) -> bool:
    """Whether a refusal asks for one of these, be it as 0 < x or as x > 0."""
    orders = (fact.proposition for fact in facts if fact.proposition.head in ORDER)
    return any(repr(one) in told for own in orders for one in (own, Term("lt", ordered(own)[::2])))


def _density(law: Term) -> tuple[Term, ...]:
    """On what a law has a density: s^2 > 0, from what is mostly meant by that, s > 0."""
    conditions = (laws_.density_range(law) or ())[2:]
    squares = [one.args[0] for one in conditions if one.head == "gt" and one.args[0].head == "power"]
    return (*(square.args[0] > 0 for square in squares if is_number(square.args[1], 2)), *conditions)


def _about_sizes(goal: Term) -> list[str]:
    """That letters which mostly stand for sizes were taken for any numbers."""
    names = [own.data[0] for _, own in goal.declarations if own.head == "parameter"]
    sizes = [name for name in names if name.split("_")[0] in _SIZES]
    return [
        f'{name} is any number here; as a size, --size "{name} >= 1", it is a whole one.'
        for name in sizes[:1]
    ]


def derive(
    term: Statement,
    *,
    by: By = auto,
    where: Sequence[Term | str] = (),
    laws: Sequence[str] = (),
    sizes: Sequence[str] = (),
) -> Theorem:
    """The value of a term, a bound on it, or its expansion, as a theorem; arguments as for `prove`."""
    asked = read(term, where, laws, sizes)
    about = asked.term
    if about.sort == "event":
        raise TypeError(f"{about!r} is a proposition: use prove, or derive the probability P(...) of it.")
    tactics, given = _sorted(by, asked.where)
    if asked.along and auto in tactics:
        tactics = [asymptotics(*asked.along, order=asked.order)]
    refusals = []
    for tactic in tactics:
        if tactic.derive is None:
            refusals.append(f"{tactic.name} proves what is stated; use prove.")
            continue
        try:
            return by_laws(tactic.derive, about, given)
        except Refused as refusal:
            refusals.append(_named(tactic, refusal))
    raise Refused(" ".join(refusals))


def _named(tactic: Tactic, refusal: Refused) -> str:
    return str(refusal) if tactic is auto else f"{tactic.name}: {refusal}"


def read(
    statement: Statement, where: Sequence[Term | str], laws: Sequence[str], sizes: Sequence[str]
) -> Parsed:
    """The statement and its conditions as terms. Raises `ParseError`."""
    where = listed(where)
    texts = [one for one in where if isinstance(one, str)]
    terms = tuple(one for one in where if not isinstance(one, str))
    if isinstance(statement, str):
        statement = parse(statement, laws=laws, sizes=sizes, where=texts)
    elif texts or laws or sizes:
        raise ParseError("Laws, sizes and conditions in text are for a statement in text.")
    asked = statement if isinstance(statement, Parsed) else Parsed(statement)
    return replace(asked, where=tuple(_taken_apart((*asked.where, *terms))))


def _taken_apart(conditions: Iterable[Term]) -> Iterator[Term]:
    """The conditions, of `A and B` both."""
    for condition in conditions:
        if condition.head == "and":
            yield from _taken_apart(condition.args)
        else:
            yield condition


def _sorted(by: By, where: Sequence[Term]) -> tuple[list[Tactic], tuple[Theorem, ...]]:
    parts = [by] if isinstance(by, Tactic | Theorem | str) else list(by)
    parts = [_tactic(part) if isinstance(part, str) else part for part in parts]
    tactics = [part for part in parts if isinstance(part, Tactic)]
    theorems = [part for part in parts if isinstance(part, Theorem)]
    return tactics or [auto], (*theorems, *map(suppose, where))


def _tactic(name: str) -> Tactic:
    """The tactic of this name. Raises `ParseError`."""
    named = {tactic.name: tactic for tactic in TACTICS}
    if name not in named:
        raise ParseError(f"There is no tactic {name!r}; there are {', '.join(named)}.")
    return named[name]
