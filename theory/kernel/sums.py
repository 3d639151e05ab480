"""Linearity and sums over an index: distribute, split, pick, count. Each rule proves an equation."""

from __future__ import annotations

from typing import Final

from ..terms import TRUE, Term, abstracted, add, instantiated, multiply, negation, zero_like
from .theorem import SIDE, UNEQUAL, Conclusion, Theorem, require, rule

LINEAR: Final = frozenset({"inner", "outer", "matmul", "transpose", "trace", "component", "scale", "mul"})
"""Heads that are linear in each of their (value) arguments."""


def equation(left: Term, right: Term) -> Conclusion:
    """|- left = right."""
    return Conclusion(Term("eq", (left, right)))


@rule("What a name stands for.")
def unfold(*, term: Term) -> Conclusion:
    """|- eta = its definition."""
    require(term.head == "definition", "{} is no name for anything.", term)
    return equation(term, term.unfolded())


@rule("The squared norm is the inner product with itself.")
def norm_as_inner(*, term: Term) -> Conclusion:
    """|- |x|^2 = <x, x>."""
    require(term.head == "norm2", "{} is no squared norm.", term)
    return equation(term, Term("inner", (term.args[0], term.args[0])))


@rule("The inner product is symmetric.")
def inner_symmetric(*, term: Term) -> Conclusion:
    """|- <x, y> = <y, x>."""
    require(term.head == "inner", "{} is no inner product.", term)
    return equation(term, Term("inner", term.args[::-1]))


@rule("A whole power is a product.")
def power_as_product(*, term: Term) -> Conclusion:
    """|- x^k = x ... x, for a whole k >= 2, of a number or of a matrix."""
    require(
        term.head in {"power", "matrix_power"} and term.args[1].head == "number",
        "{} is no whole power.",
        term,
    )
    base, exponent = term.args
    count, denominator = exponent.data
    require(denominator == 1 and count > 1, "{} is no whole number above 1.", exponent)
    if term.head == "power":
        return equation(term, Term("mul", (base,) * count))
    product = base
    for _ in range(count - 1):
        product = Term("matmul", (product, base))
    return equation(term, product)


@rule("Linear operations pass through sums, multiples and sums over an index.")
def linear(*, term: Term, position: int) -> Conclusion:
    """|- L(x + y) = L(x) + L(y), L(c x) = c L(x), L(sum_j x_j) = sum_j L(x_j), in one argument of L."""
    require(term.head in LINEAR, "{} is not linear in its parts.", term)
    require(0 <= position < (1 if term.head == "component" else len(term.args)), "There is no such part.")
    return equation(term, pushed(term, position))


def pushed(term: Term, position: int) -> Term:
    """The term with its linear operation carried into one part."""
    part = term.args[position]

    def around(inside: Term) -> Term:
        args = (*term.args[:position], inside, *term.args[position + 1 :])
        return multiply(*args) if term.head in {"mul", "scale"} else Term(term.head, args, term.data)

    match part.head:
        case "add":
            return add(*map(around, part.args))
        case "scale":
            factor, vector = part.args
            return multiply(factor, around(vector))
        case "zeros":
            return zero_like(term.shape)
        case "sum":
            upper, condition, body = part.args
            return Term("sum", (upper, condition, around(body)))
    require(False, "{} is no sum or multiple.", part)
    return part


@rule("Outer products contract with what stands beside them.")
def contract(*, term: Term) -> Conclusion:
    """|- (a b^T) x = <b, x> a; (a b^T)(c d^T) = <b, c> a d^T; tr a b^T = <a, b>; and the like."""
    heads = (term.head, *(part.head for part in term.args))
    match heads:
        case ("matmul", "outer", _) if len(term.args[1].shape) == 1:
            (a, b), x = term.args[0].args, term.args[1]
            return equation(term, multiply(Term("inner", (b, x)), a))
        case ("matmul", _, "outer") if len(term.args[0].shape) == 1:
            x, (a, b) = term.args[0], term.args[1].args
            return equation(term, multiply(Term("inner", (x, a)), b))
        case ("matmul", "outer", "outer"):
            (a, b), (c, d) = term.args[0].args, term.args[1].args
            return equation(term, multiply(Term("inner", (b, c)), Term("outer", (a, d))))
        case ("trace", "outer"):
            return equation(term, Term("inner", term.args[0].args))
        case ("transpose", "outer"):
            return equation(term, Term("outer", term.args[0].args[::-1]))
        case ("inner", "outer", "outer"):
            (a, b), (c, d) = term.args[0].args, term.args[1].args
            return equation(term, multiply(Term("inner", (a, c)), Term("inner", (b, d))))
    require(False, "{} does not contract.", term)
    return equation(term, term)


@rule("A sum over an index of sums is the sum of the sums.")
def sum_of_sums(*, term: Term) -> Conclusion:
    """|- sum_j (f_j + g_j) = sum_j f_j + sum_j g_j."""
    upper, condition, body = _sum(term)
    require(body.head == "add", "{} is no sum.", body)
    return equation(term, add(*(Term("sum", (upper, condition, part)) for part in body.args)))


@rule("Factors without the index leave the sum.")
def sum_of_multiples(*, term: Term) -> Conclusion:
    """|- sum_j c f_j = c sum_j f_j, for all factors c of the body in which j does not occur."""
    upper, condition, body = _sum(term)
    require(body.head in {"mul", "scale"}, "{} is no product.", body)
    outside = [part for part in body.args if not part.loose and not part.shape]
    inside = [part for part in body.args if part.loose or part.shape]
    require(bool(outside) and bool(inside), "No factor of {} leaves the sum.", term)
    return equation(term, multiply(*outside, Term("sum", (upper, condition, multiply(*inside)))))


@rule("A sum is split by a condition on its index.")
def split(*, term: Term, index: Term, event: Term) -> Conclusion:
    """|- sum_{c} f = sum_{c and e} f + sum_{c and not e} f."""
    upper, condition, body = _sum(term)
    require(index.head == "index" and index.args[0] is upper, "{} has another range than {}.", index, term)
    require(all(index is not own for _, own in term.declarations), "{} occurs in {}.", index, term)
    require(event.sort == "event" and not event.is_random, "{} is no condition on an index.", event)
    halves = []
    for part in (event, negation(event)):
        closed = abstracted(part, index)
        both = closed if condition is TRUE else Term("and", (condition, closed))
        halves.append(Term("sum", (upper, both, body)))
    return equation(term, Term("add", tuple(halves)))


@rule("A sum over one value of its index is the term there.", others=SIDE | {"and"})
def pick(*allowed: Theorem, term: Term) -> Conclusion:
    """|- sum_{j: c(j) and j = i} f(j) = f(i), from |- c(i), or where there is no c."""
    _, condition, body = _sum(term)
    rest = condition.args[0] if condition.head == "and" else None
    last = condition.args[1] if condition.head == "and" else condition
    require(last.head == "eq" and last.args[0].head == "bound_index", "{} does not fix the index.", condition)
    own, value = last.args
    require(
        own.data == (0,) and not value.loose and value.sort == "index", "{} is no value of the index.", value
    )
    require(value.args[0] is own.args[0], "{} has another range than {}.", value, term)
    if rest is not None:
        needed = instantiated(rest, value)
        require(len(allowed) == 1 and allowed[0].proposition is needed, "{} must be a theorem.", needed)
    return equation(term, instantiated(body, value))


@rule("A sum of equal terms is their number times one of them.", others=UNEQUAL)
def count(*distinct: Theorem, term: Term) -> Conclusion:
    """|- sum_{j: j != i_1, ..., i_m} x = (n - m) x, from theorems that the i are different from each
    other.
    """
    upper, condition, body = _sum(term)
    require(not body.loose, "{} depends on the index.", body)
    excluded = _excluded(condition)
    known = {frozenset(d.proposition.args) for d in distinct}
    for position, one in enumerate(excluded):
        require(one.sort == "index" and one.args[0] is upper, "{} has another range than the sum.", one)
        for other in excluded[:position]:
            require(
                frozenset((one, other)) in known and one is not other,
                "{} != {} must be a theorem.",
                one,
                other,
            )
    return equation(term, multiply(upper - len(excluded), body))


def _excluded(condition: Term) -> list[Term]:
    """The values that a condition j != i_1 and ... and j != i_m takes out."""
    if condition is TRUE:
        return []
    if condition.head == "and":
        return [value for part in condition.args for value in _excluded(part)]
    own, value = condition.args
    plain = condition.head == "ne" and own.head == "bound_index" and own.data == (0,)
    require(plain and not value.loose and value.head == "index", "{} does not exclude one value.", condition)
    return [value]


@rule("The order of two sums does not matter.")
def exchange(*, term: Term) -> Conclusion:
    """|- sum_j sum_l f = sum_l sum_j f, where no condition of one sum speaks of the other's index."""
    upper, condition, inner_sum = _sum(term)
    inner_upper, inner_condition, _body = _sum(inner_sum)
    free = all(depth == 0 for depth, _ in inner_condition.loose)
    require(free, "{}: the inner condition speaks of the outer index.", term)
    outer = Term("index", (upper,), ("outer",))
    other = Term("index", (inner_upper,), ("inner",))
    require(
        not any(name in {"outer", "inner"} for name, _ in term.declarations),
        "The names outer, inner are taken.",
    )
    opened = instantiated(inner_sum, outer)
    inside = instantiated(opened.args[2], other)
    swapped = Term("sum", (upper, condition, abstracted(inside, outer)))
    return equation(term, Term("sum", (inner_upper, inner_condition, abstracted(swapped, other))))


def _sum(term: Term) -> tuple[Term, Term, Term]:
    require(term.head == "sum", "{} is no sum over an index.", term)
    upper, condition, body = term.args
    return upper, condition, body
