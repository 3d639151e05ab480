"""`flow`: iterations. Linear recurrences are solved and proved by induction, as is any form or bound that is
stated; the rate near a fixed point is the modulus of the derivative.
"""

from __future__ import annotations

from collections.abc import Callable

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import EQUATION, ORDER, ordered
from ..node import Term, is_number, number, power, value_of
from ..substitution import instantiated, occurs, replaced
from ..terms import absolute
from .bounds import bound
from .goals import Given, Tactic, counterexample, denominators, finish, strict_facts, with_head
from .gradients import formula
from .rewriting import (
    Letters,
    assumed,
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

_MOST_STEPS = 16


def _equal(one: Term, other: Term, given: Given) -> Theorem:
    return apply("componentwise", *strict_facts(given), left=one, right=other)


def by_induction(iteration: Term, count: Term, value: Term, given: Given) -> Theorem:
    """f^count(x) = value, where it holds at the least count, and one step keeps it.

    `count` is a size without a largest value that occurs in the iteration and in the value.
    """

    def stated(at: Term) -> Term:
        return Term("eq", (replaced(iteration, count, at), replaced(value, count, at)))

    first = number(count.data[1])
    base = _unrolled(stated(first).args[0])
    base = then(base, _equal(right(base), stated(first).args[1], given))
    last = assumed(stated(count), "it holds one step before")
    step = apply("iterated", term=stated(count + 1).args[0])
    step = replaced_within(step, [last])
    step = then(step, _equal(right(step), stated(count + 1).args[1], given))
    return apply("induction", base, step, symbol=count, statement=stated(count))


def by_induction_bounded(
    goal: Term,
    given: Given,
    shown: Callable[[Term, Given], Theorem] = bound.prove,
) -> Theorem:
    """A bound on f^count(x) that holds at the least count, and that one step keeps, as is shown so."""
    iterations = [side for side in goal.args if side.head == "iterate" and side.args[2].head == "size"]
    if goal.head not in ORDER or len(iterations) != 1:
        raise Refused(f"flow proves equations, and bounds of one iteration, and {goal} is none.")
    (iteration,) = iterations
    count = iteration.args[2]

    def stepped(at: Term, values: Theorem, known: Given) -> Theorem:
        stated = replaced(goal, count, at)
        own, _, _ = ordered(stated)
        value = right(values)
        of_value = Term(goal.head, tuple(value if side is left(values) else side for side in stated.args))
        links = [shown(of_value, known)]
        links = [values, *links] if own is left(values) else [*links, apply("symmetric", values)]
        return finish(apply("transitive", *links), stated)

    first = number(count.data[1])
    base = stepped(first, _unrolled(replaced(iteration, count, first)), given)
    last = assumed(goal, "it holds one step before")
    step = stepped(count + 1, apply("iterated", term=replaced(iteration, count, count + 1)), (last, *given))
    return apply("induction", base, step, symbol=count, statement=goal)


def _unrolled(iteration: Term) -> Theorem:
    """f^k(x) = f(...f(x)), for a number k."""
    count = iteration.args[2]
    if not is_number(count) or count.data[0] > _MOST_STEPS:
        raise Refused(f"{count} must be a number of at most {_MOST_STEPS} steps, or a size.")
    theorem = apply("iterated", term=iteration)
    inside = occurring(right(theorem), "iterate")
    return replaced_within(theorem, [_unrolled(part) for part in inside if part.args[0] is iteration.args[0]])


def _solved(iteration: Term, given: Given) -> Theorem:
    """f^t(x) in closed form for f(x) = a x + b."""
    body, start, count = iteration.args
    if is_number(count):
        theorem = _unrolled(iteration)
        return converted(theorem, lambda t: _equal(t, factored(t), given))
    steps = count if count.head == "size" else Term("size", (), (free_name("t", iteration), 0, None))
    own = Term("iterate", (body, start, steps))
    theorem = by_induction(own, steps, _form(body, start, steps, given), given)
    return theorem if steps is count else apply("instance", theorem, symbol=steps, value=count)


def free_name(name: str, term: Term) -> str:
    """The name, with primes where the term has it."""
    used = {own for own, _ in term.declarations}
    return next(own for own in (name + "'" * k for k in range(len(used) + 1)) if own not in used)


def _form(body: Term, start: Term, t: Term, given: Given) -> Term:
    """The closed form of a step a x + b of a number, or A x of a vector."""
    if body.head == "matmul" and body.args[1].head == "bound_value" and not body.args[0].loose:
        return Term("matrix_power", (body.args[0], t)) @ start
    return _closed_form(*_affine(body), start, t, given)


def _affine(body: Term) -> tuple[Term, Term]:
    """A and b of a step a x + b."""
    import sympy as sp

    if body.shape:
        raise Refused(
            "flow solves a x + b of one number and A x of a vector; state another form, and prove it."
        )
    x = Term("parameter", (), (free_name("x", body),))
    letters = Letters()
    step = letters.formula(instantiated(body, x))
    symbol = letters.formula(x)
    affine = sp.Poly(step, symbol) if step.is_polynomial(symbol) else None
    hidden = any(occurs(x, letter) for letter in letters.symbols if letter is not x)
    if affine is None or affine.degree() > 1 or hidden:
        raise Refused(
            f"flow solves x_(t+1) = a x_t + b, and the step {instantiated(body, x)} is not of this form. "
            "Where a closed form is known, state it: prove(iterate(...) == form, by=flow)."
        )
    return letters.term(affine.coeff_monomial(symbol)), letters.term(affine.coeff_monomial(1))


def _closed_form(a: Term, b: Term, start: Term, t: Term, given: Given) -> Term:
    """x + b t for a = 1; else a^t x + b (1 - a^t) / (1 - a), which needs that a is not 1."""
    if is_number(a, 1):
        return start + b * t
    geometric = power(a, t)
    if is_number(b, 0):
        return geometric * start
    try:
        _equal((1 - a) / (1 - a), number(1), given)
    except Refused as refusal:
        raise Refused(
            f"Missing hypothesis: {a} ≠ 1 (where it is 1, the sum is {start + b * t})."
        ) from refusal
    if is_number(a) and value_of(a) > 1:
        return geometric * start + b * (geometric - 1) / (a - 1)
    return geometric * start + b * (1 - geometric) / factored(1 - a)


def _rate(term: Term, given: Given) -> Theorem:
    """rate(f, p) = |f'(p)|, where p is a fixed point."""
    body, point = term.args
    theorem = apply("rate_of_fixed_point", _fixed(body, point, given), *strict_facts(given), step=term)
    slope = Term("gradient", (body, point))
    theorem = replaced_within(theorem, [_equal(slope, formula(slope), given)])
    value = factored(simplified(right(theorem).args[0]))
    forms = [value, simplified(-value), absolute(value), absolute(simplified(-value))]
    by_length = sorted(forms[2:], key=lambda form: -len(repr(form)))
    for form in (*by_length, *forms[:2], number(0)):
        theorem = _or_same(theorem, form, given)
    return theorem


def _or_same(theorem: Theorem, form: Term, given: Given) -> Theorem:
    """The equation with the form as its right-hand side, where the two are equal."""
    try:
        return converted(theorem, lambda t: _equal(t, form, given))
    except Refused:
        return theorem


def _fixed(body: Term, point: Term, given: Given) -> Theorem:
    """f(p) = p, by algebra or from the theorems at hand."""
    wanted = Term("eq", (instantiated(body, point), point))
    known = next((fact for fact in given if fact.proposition is wanted), None)
    if known is not None:
        return known
    equations = with_head(given, EQUATION)
    try:
        return converted(
            replaced_within(itself(wanted.args[0]), equations), lambda t: _equal(t, point, given)
        )
    except Refused as refusal:
        hint = denominators(given, *wanted.args)
        raise Refused(
            f"Missing hypothesis: {wanted}, that {point} is a fixed point, in `where`. {hint}".strip()
        ) from refusal


def _derive(term: Term, given: Given) -> Theorem:
    """Term = its formula, with every iteration solved and every rate found."""
    found = [*occurring(term, "iterate"), *occurring(term, "rate")]
    if not found:
        raise Refused(f"{term} has no iteration: write iterate(f, x, start, t) or rate(f, x, point).")
    known = [_solved(part, given) if part.head == "iterate" else _rate(part, given) for part in found]
    return replaced_within(itself(term), known)


def _prove(goal: Term, given: Given) -> Theorem:
    """A stated form or bound of an iteration by induction, else an equation by the formulas of both sides."""
    if goal.head != "eq":
        return by_induction_bounded(goal, given)
    one, other = goal.args
    try:
        if one.head == "iterate" and one.args[2].head == "size" and not occurring(other, "iterate"):
            return by_induction(one, one.args[2], other, given)
        here = _derive(one, given)
        return finish(then(here, _equal(right(here), other, given)), goal, given)
    except Refused as refusal:
        hint = denominators(given, *goal.args)
        raise Refused(f"{refusal} {hint} {counterexample(goal, given)}") from refusal


flow = Tactic(
    name="flow",
    prove=_prove,
    derive=_derive,
    states="iterations in closed form, or a form or bound by induction; the rate near a fixed point",
    example='tc.derive("rate(r x (1 - x), x, 1 - 1/r)", where=["r != 0"], by="flow")',
)
