"""Sums over an index: one term taken out, equal terms counted; what linear operations do to sums."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..node import TRUE, Term, add, multiply, negation, number, power
from ..requirements import is_integer, is_natural, least
from ..substitution import abstracted, instantiated, occurs, opened, replaced, subterms
from ..terms import zero_like
from .logic import closed_binder, require_general
from .theorem import EQUATION, ORDER, SIDE, UNEQUAL, Conclusion, Theorem, ordered, require, rule

LINEAR: Final = frozenset({"inner", "outer", "matmul", "transpose", "trace", "component", "scale", "mul"})
"""Heads that are linear in each of their (value) arguments."""


def equation(left: Term, right: Term) -> Conclusion:
    """|- left = right."""
    return Conclusion(Term("eq", (left, right)))


def pushed(term: Term, position: int) -> Term:
    """The term with its linear operation carried into one part."""
    part = term.args[position]

    def around(inside: Term) -> Term:
        args = (*term.args[:position], inside, *term.args[position + 1 :])
        return multiply(*args) if term.head in {"mul", "scale"} else Term(term.head, args, term.data)

    match part.head:
        case "add":
            return add(*map(around, part.args))
        case "zeros":
            return zero_like(term.shape)
        case "mul" | "scale":
            inside = [x for x in part.args if x.shape or _stays(term, x)]
            outside = [x for x in part.args if not x.shape and not _stays(term, x)]
            require(bool(inside) and bool(outside), "No factor of {} leaves {}.", part, term)
            return multiply(*outside, around(multiply(*inside)))
        case "E" if term.head in LINEAR and not term.is_random:
            return Term("E", (around(part.args[0]),))
        case "sum" if term.head != "sum":
            upper, condition, body = part.args
            return Term("sum", (upper, condition, around(body)))
    require(False, "{} is no sum or multiple.", part)
    return part


def _stays(term: Term, factor: Term) -> bool:
    """Whether a number stays below the operation: what varies with the index of a sum, or is random."""
    return bool(factor.loose) if term.head == "sum" else factor.is_random if term.head == "E" else False


def at_allowed(binder: Term, value: Term, allowed: tuple[Theorem, ...]) -> Term:
    """What stands below a binder at an index that meets its condition, by a theorem or by having none."""
    upper, condition, body = binder.args
    require(value.head == "index" and value.args[0] is upper, "{} has another range than {}.", value, binder)
    needed = instantiated(condition, value)
    known = condition is TRUE or (len(allowed) == 1 and allowed[0].proposition is needed)
    require(known, "{} must be a theorem.", needed)
    return instantiated(body, value)


@rule("A sum over an index is one of its terms and the sum of the others.", others=SIDE | {"and"})
def taken_out(*allowed: Theorem, term: Term, value: Term) -> Conclusion:
    """|- sum_{j: c(j)} f(j) = f(i) + sum_{j: c(j), j != i} f(j), from |- c(i), or where there is no c."""
    require(term.head == "sum", "{} is no sum over an index.", term)
    own, (upper, condition, body) = at_allowed(term, value, allowed), term.args
    index, _, _ = opened(term, value)
    other = abstracted(Term("ne", (index, value)), index)
    both = other if condition is TRUE else Term("and", (condition, other))
    rest = Term("sum", (upper, both, body))
    return equation(term, Term("add", (own, rest)))


@rule("A sum over an index is the sum of the terms for which something holds, and that of the others.")
def parted(*, term: Term, case: Term, index: Term) -> Conclusion:
    """|- sum_j f(j) = sum_{j: c(j)} f(j) + sum_{j: not c(j)} f(j), for a case c(j) that is not random."""
    require(term.head == "sum" and term.args[1] is TRUE, "{} is no sum over all j up to the last.", term)
    upper, _, body = term.args
    require(index.head == "index" and index.args[0] is upper, "{} has another range than {}.", index, term)
    require(case.sort == "event" and not case.is_random, "{} is no case that is not random.", case)
    parts = (Term("sum", (upper, abstracted(one, index), body)) for one in (case, negation(case)))
    return equation(term, Term("add", tuple(parts)))


@rule("A sum of differences telescopes; so does a product of ratios.", EQUATION, others=ORDER)
def telescoped(
    difference: Theorem,
    *within: Theorem,
    index: Term,
    whole: Term,
    condition: Term = TRUE,
    head: str = "sum",
) -> Conclusion:
    """From |- f(j) = F(j) - F(j - 1) for any j: sum_{j <= n} f(j) = F(n) - F(0); for the head "product", from
    F(j) = f(j) F(j - 1): F(0) prod_{j <= n} f(j) = F(n). N may be an index, by the condition j <= n. By the
    condition m <= j, under which the premise may be, they begin at a whole number m >= 1, by m <= n + 1.
    """
    one, other = difference.proposition.args
    later = condition.head == "ge" and condition.args[0] is index
    require_general(index, condition if later else TRUE, (difference,))
    before = replaced(whole, index, index - 1)
    is_product = head == "product"
    parts = other.args[:1] if is_product and other.head == "mul" else (one,)
    ratio = is_product and one is whole and other.args[1:] == (before,)
    difference_of = not is_product and other is whole - before
    require(
        ratio or difference_of, "{} is no {} of {}.", other, "ratio" if is_product else "difference", whole
    )
    found = closed_binder("product" if is_product else "sum", condition, parts[0], index)
    first = _first_of(condition.args[1], index, within) - 1 if later else number(0)
    last = index.args[0] if later else last_of(found)
    start, end = (replaced(whole, index, at) for at in (first, last))
    told = equation(multiply(start, found), end) if is_product else equation(found, end - start)
    return replace(told, discharged=(condition,)) if later else told


def _first_of(start: Term, index: Term, within: tuple[Theorem, ...]) -> Term:
    """The start m of a sum over m <= j <= n: one of 1, ..., n + 1 by its form or by m <= n + 1."""
    require_general(index, TRUE, within)
    upper = index.args[0]
    whole = is_integer(start) and (least(start) or 0) >= 1 and not occurs(index, start)
    told = len(within) == 1 and ordered(within[0].proposition) == (start, "le", upper + 1)
    inside = start.head == "index" and start.args[0] is upper
    numbered = start.head == "number" and start.data[0] <= (least(upper) or 0) + 1
    require(whole and (inside or numbered or told), "{} is not known to be an index of {}.", start, index)
    return start


_SIDES: Final = frozenset({"le", "lt", "gt", "ge"})
_FORMULA: Final = frozenset({"number", "constant", "size", "parameter", "add", "mul", "power", "function"})


@rule("A sum over all j is that over all but the last, and the last term; so is a product.")
def last_apart(*, term: Term) -> Conclusion:
    """|- sum_{j <= n + 1} f(j) = sum_{j <= n} f(j) + f(n + 1), n >= 1 by its form; so of a product. F is a
    formula of numbers, which says nothing of where j ends.
    """
    require(term.head in {"sum", "product"} and term.args[1] is TRUE, "{} is not over all j.", term)
    (upper, *_), (index, _, body) = term.args, opened(term)
    require(is_integer(upper) and (least(upper) or 0) > 1, "{} may be less than 2.", upper)
    plain = all(part.head in _FORMULA or part is index for part in subterms(body))
    require(plain, "{} is no formula of numbers.", body)
    other = Term("index", (upper - 1,), index.data)
    both = closed_binder(term.head, TRUE, replaced(body, index, other), other), replaced(body, index, upper)
    return equation(term, add(*both) if term.head == "sum" else multiply(*both))


@rule("A sum of equal terms is their number times one of them; a product that power of one.", others=UNEQUAL)
def count(*distinct: Theorem, term: Term) -> Conclusion:
    """|- sum_{j: j != i_1, ..., i_m} x = (n - m) x, from theorems that the i are different from each
    other; so the product is x^(n - m). |- sum_{j <= i} x = i x, and so for <, > and >=.
    """
    require(term.head in {"sum", "product"}, "{} is no sum or product over an index.", term)
    upper, condition, body = term.args
    require(not body.loose, "{} depends on the index.", body)
    excluded = [] if condition.head in _SIDES else _excluded(condition)
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
    number_of = upper - len(excluded)
    if condition.head in _SIDES:
        end, is_strict = _end_of(term), condition.head in {"lt", "gt"}
        number_of = (
            end - int(is_strict) if condition.head in {"le", "lt"} else upper - end + int(not is_strict)
        )
    return equation(term, multiply(number_of, body) if term.head == "sum" else power(body, number_of))


def last_of(term: Term) -> Term:
    """The last index of a sum or product over all j = 1, ..., n, or over j <= i or j < i: n, i, or i - 1."""
    upper, condition, _ = term.args
    if condition is TRUE:
        return upper
    require(condition.head in {"le", "lt"}, "{} is not over all j up to the last.", term)
    return _end_of(term) - int(condition.head == "lt")


def _end_of(term: Term) -> Term:
    """The i of a sum over j <= i, j < i, j > i or j >= i: an index, or a whole number from 1 to n, where 0 is
    an i too beside <= and >.
    """
    upper, condition, _ = term.args
    own, end = condition.args
    inside = end.head == "index" and end.args[0] is upper
    if end.head == "number" and is_natural(end):
        inside = int(condition.head in {"lt", "ge"}) <= end.data[0] <= (least(upper) or 0)
    ends = own.head == "bound_index" and own.data == (0,) and inside
    require(ends, "{} is not over all j up to the last, up to an index, or a number up to the last.", term)
    return end


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
