"""`chains`: stationary laws and entropy rates of Markov chains whose transitions are written in symbols.

The law is solved for over rational functions by SymPy, and proved by putting it back: pi P = pi, total one,
and any vector with both is pi. The last needs that a determinant is not zero, which positive transition
probabilities of an irreducible chain give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..kernel import Refused, Theorem, apply
from ..node import Term, add, multiply, number
from ..substitution import instantiated, rebuilt, unfolded
from ..terms import inner, vector
from .bounds import bound
from .flow import free_name
from .goals import Tactic, counterexample, finish, strict_facts
from .rewriting import (
    Letters,
    converted,
    factored,
    itself,
    left,
    occurring,
    replaced_within,
    right,
    simplified,
    then,
)

if TYPE_CHECKING:
    import sympy as sp

_MOST_STATES: Final = 6
_MOST_STATES_OF_NUMBERS: Final = 8


def stationary_law(term: Term, given: tuple[Theorem, ...]) -> Theorem:
    """stationary(P) = its formula, for a matrix P of at most six states, or eight of numbers."""
    (transition,) = term.args
    opened = unfolded(transition) if transition.head == "definition" else transition
    most = _MOST_STATES if opened.declarations else _MOST_STATES_OF_NUMBERS
    if opened.head != "array" or opened.data[0] > most:
        raise Refused(f"{transition} must be a matrix of at most {most} states: write matrix([...], ...).")
    letters = Letters()
    _require_rows(opened, letters)
    inverse, determinant, law = _solved(opened, letters)
    facts = (*strict_facts(given), *_not_zero((determinant, *law), letters, given))
    pi = vector(*map(letters.term, law))
    balance = _entrywise(pi @ transition, pi, facts, "its rows do not add up to one")
    total = _entrywise(inner(pi, Term("ones", pi.shape)), number(1), facts, "its rows do not add up to one")
    only = _only(transition, pi, inverse, letters, facts)
    return apply("stationary_law", balance, total, only)


def _require_rows(transition: Term, letters: Letters) -> None:
    """Each row of a matrix adds up to 1."""
    import sympy as sp

    k = transition.data[0]
    for row in range(k):
        total = sp.factor(sum(map(letters.formula, transition.args[row * k : (row + 1) * k])))
        if total != 1:
            raise Refused(f"Row {row + 1} of {transition} adds up to {letters.term(total)}, and not to 1.")


def _solved(transition: Term, letters: Letters) -> tuple[sp.Matrix, sp.Expr, list[sp.Expr]]:
    """The inverse of P - I with its last column put to one, its determinant, and the law: its last row."""
    import sympy as sp

    k = transition.data[0]
    entries = sp.Matrix(k, k, list(map(letters.formula, transition.args)))
    system = entries - sp.eye(k)
    system[:, k - 1] = sp.ones(k, 1)
    determinant = sp.factor(system.det(method="berkowitz"))
    if determinant == 0:
        raise Refused(f"The chain with the matrix {transition} has more than one stationary law, or none.")
    inverse = system.adjugate().applyfunc(lambda x: sp.factor(x / determinant))
    return inverse, determinant, list(inverse[k - 1, :])


def _not_zero(formulas: tuple[sp.Expr, ...], letters: Letters, given: tuple[Theorem, ...]) -> list[Theorem]:
    """That the factors of the determinant, and of the denominators, are positive."""
    import sympy as sp

    factors: dict[sp.Expr, None] = {}
    below = [formulas[0], *(sp.fraction(sp.together(x))[1] for x in formulas[1:])]
    for formula in below:
        for factor, _ in sp.factor_list(formula)[1]:
            factors[factor] = None
        factors[sp.expand(formula)] = None
    return [_positive(letters.term(factor), given) for factor in factors if factor.free_symbols]


def _positive(x: Term, given: tuple[Theorem, ...]) -> Theorem:
    """0 < x, or 0 < -x."""
    for side in (x, -x):
        for way in (_by_signs, bound.prove):
            try:
                return way(number(0) < side, given)
            except Refused:
                continue
    raise Refused(
        f"Missing hypothesis: {factored(x)} ≠ 0, without which the stationary law is not unique. Transition "
        "probabilities that make the chain irreducible are positive: say so in `where`."
    )


def _by_signs(goal: Term, given: tuple[Theorem, ...]) -> Theorem:
    """0 < x, a sum or product of what is positive."""
    return apply("positive", *strict_facts(given), term=goal.args[1])


def _entrywise(one: Term, other: Term, facts: tuple[Theorem, ...], why: str) -> Theorem:
    try:
        return apply("componentwise", *facts, left=one, right=other)
    except Refused as refusal:
        raise Refused(f"{one} is not {other}: {why}.") from refusal


def _only(
    transition: Term, pi: Term, inverse: object, letters: Letters, facts: tuple[Theorem, ...]
) -> Theorem:
    """x P = x, <x, 1> = 1 |- x = pi: each entry is a combination of the equations' entries."""
    k = len(pi.args)
    x = Term("fixed", pi.shape, (free_name("q", transition),))
    balance, total = (
        apply("assume", proposition=Term("eq", sides), ground="condition", because="any stationary law")
        for sides in ((x @ transition, x), (inner(x, Term("ones", pi.shape)), number(1)))
    )
    equations = [_entry_of(balance, number(j)) for j in range(1, k)]
    equations.append(
        then(_flipped(apply("componentwise", left=left(total), right=written(left(total)))), total)
    )
    entries = []
    for i, value in enumerate(pi.args):
        multipliers = tuple(letters.term(m) for m in inverse[:, i])
        entries.append(
            apply("ring", *equations, *facts, left=x[number(i + 1)], right=value, multipliers=multipliers)
        )
    whole = apply("componentwise", left=x, right=vector(*(left(entry) for entry in entries)))
    return replaced_within(whole, entries)


def _flipped(equation: Theorem) -> Theorem:
    return apply("symmetric", equation)


def _entry_of(equation: Theorem, place: Term) -> Theorem:
    """The equation of one entry, its left side written out, as (x P)_j = x_j."""
    x = left(equation)
    here = apply("within", equation, term=x[place])
    return then(_flipped(apply("componentwise", left=x[place], right=written(x[place]))), here)


def written(term: Term) -> Term:
    """A term over few states with its sums written out, and entries of arrays put in."""

    def change(node: Term, _: int) -> Term | None:
        if node.loose:
            return None
        match node.head:
            case "sum" if node.args[0].head == "number" and node.args[1].head == "true":
                values = (number(j) for j in range(1, node.args[0].data[0] + 1))
                return add(*(written(instantiated(node.args[2], j)) for j in values))
            case "inner" if node.args[0].shape[0].head == "number" and len(node.args[0].shape) == 1:
                places = [number(j) for j in range(1, node.args[0].shape[0].data[0] + 1)]
                x, y = node.args
                return add(*(multiply(written(x[j]), written(y[j])) for j in places))
            case "component":
                return _entry(node)
        return None

    return simplified(rebuilt(term, change))


def _entry(node: Term) -> Term | None:
    x, *places = node.args
    if x.head == "definition":
        return written(unfolded(x)[tuple(places)])
    if x.head == "ones":
        return number(1)
    if x.head == "matmul" and len(x.args[0].shape) == 1:
        one, other = x.args
        along = [number(j) for j in range(1, one.shape[0].data[0] + 1)]
        return add(*(multiply(written(one[j]), written(other[j, places[0]])) for j in along))
    if x.head == "array" and all(place.head == "number" for place in places):
        position = 0
        for place, size in zip(places, x.data, strict=True):
            position = position * size + place.data[0] - 1
        return x.args[position]
    return None


def _evaluated(term: Term, given: tuple[Theorem, ...]) -> Theorem:
    """Term = its formula, with every stationary law in it solved."""
    found = occurring(term, "stationary")
    if not found:
        raise Refused(f"{term} speaks of no stationary law: write stationary(P) or entropy_rate(P).")
    laws = [stationary_law(part, given) for part in found]
    theorem = replaced_within(itself(term), laws)
    if theorem.proposition.args[1].shape:
        return theorem
    facts = (*strict_facts(given), *(f for law in laws for f in _facts_of(law)))
    return converted(theorem, lambda t: apply("componentwise", *facts, left=t, right=written(t)))


def _facts_of(theorem: Theorem) -> list[Theorem]:
    """The strict inequalities that a proof of a stationary law rests on."""
    balance = theorem.premises[0]
    return [p for p in balance.premises if p.proposition.head in {"lt", "gt", "ne"}]


def _prove(goal: Term, given: tuple[Theorem, ...]) -> Theorem:
    """An equation between terms with stationary laws, from the formulas of both sides."""
    if goal.head != "eq":
        raise Refused(f"chains proves equations, and {goal} is none.")
    laws = [stationary_law(part, given) for part in occurring(goal, "stationary")]
    facts = (*strict_facts(given), *(f for law in laws for f in _facts_of(law)))
    sides = [replaced_within(itself(side), laws) for side in goal.args]
    try:
        middle = apply("componentwise", *facts, left=right(sides[0]), right=right(sides[1]))
    except Refused as refusal:
        raise Refused(f"{refusal} {counterexample(goal, given)}") from refusal
    return finish(then(then(sides[0], middle), _flipped(sides[1])), goal, given)


chains = Tactic(
    name="chains",
    prove=_prove,
    derive=_evaluated,
    states="stationary laws and entropy rates of Markov chains of up to six states, eight of numbers",
    example='tc.derive("stationary([[1 - a, a], [b, 1 - b]])", where=["a > 0", "b > 0"], by="chains")',
)
