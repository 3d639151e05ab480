"""`prove` a stated formula, `derive` one that is not known: the author states, tactics find the steps.

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

from collections.abc import Sequence

from .kernel import Refused, Theorem, apply
from .tactics.goals import Tactic
from .terms import Term

By = Tactic | Theorem | Sequence[Tactic | Theorem]


def suppose(proposition: Term, because: str = "the case considered") -> Theorem:
    """P |- p: a condition under which a statement is made. It stays left of the turnstile."""
    return apply("assume", proposition=proposition, ground="condition", because=because)


def assume(proposition: Term, *, because: str, approximate: bool = False) -> Theorem:
    """P |- p: what the source assumes, with its reason; `approximate` where it holds only nearly."""
    ground = "approximation" if approximate else "assumption"
    return apply("assume", proposition=proposition, ground=ground, because=because)


def cite(proposition: Term, *, source: str) -> Theorem:
    """P |- p: a result of the literature, with its place."""
    return apply("assume", proposition=proposition, ground="citation", because=source)


def prove(statement: Term, *, by: By, where: Sequence[Term] = ()) -> Theorem:
    """The statement as a theorem. Raises `Refused` with what is missing where the tactic does not prove it.

    `by` is a tactic, or a list of tactics and theorems to use; `where` are conditions, which the result
    keeps.
    """
    if not (type(statement) is Term and statement.sort == "event"):
        raise TypeError(f"{statement!r} is no proposition: relate two terms by ==, <=, < or the like.")
    tactics, given = _sorted(by, where)
    refusals = []
    for tactic in tactics:
        try:
            return tactic.prove(statement, given)
        except Refused as refusal:
            refusals.append(f"{tactic.name}: {refusal}")
    raise Refused(" ".join(refusals) or f"No tactic was given for {statement}.")


def derive(term: Term, *, by: By, where: Sequence[Term] = ()) -> Theorem:
    """The value of a term, or a bound on it, as a theorem `term = value`."""
    tactics, given = _sorted(by, where)
    refusals = []
    for tactic in tactics:
        if tactic.derive is None:
            refusals.append(f"{tactic.name} proves what is stated; use prove.")
            continue
        try:
            return tactic.derive(term, given)
        except Refused as refusal:
            refusals.append(f"{tactic.name}: {refusal}")
    raise Refused(" ".join(refusals) or f"No tactic was given for {term}.")


def _sorted(by: By, where: Sequence[Term]) -> tuple[list[Tactic], tuple[Theorem, ...]]:
    parts = [by] if isinstance(by, Tactic | Theorem) else list(by)
    tactics = [part for part in parts if isinstance(part, Tactic)]
    theorems = [part for part in parts if isinstance(part, Theorem)]
    return tactics, (*theorems, *map(suppose, where))
