"""Expansion: polynomials of vectors and matrices as sums, over indices, of products of inner products."""

from __future__ import annotations

from ..kernel import Refused, Theorem, apply
from ..node import Term, is_number, multiply, value_of
from ..substitution import fresh_name, occurs, unfolded
from ..terms import Sum, entry, inner, stacked, unit
from .rewriting import (
    below,
    collected,
    converted,
    itself,
    left,
    parts_converted,
    replaced_within,
    right,
    then,
)

_FEW = 4
"""Powers of sums that are multiplied out factor by factor."""


def expand(term: Term) -> Theorem:
    """t = a sum, over indices, of products of inner products, by linearity alone."""
    match term.head:
        case "definition" if not _is_entrywise(unfolded(term)):
            return converted(apply("written_out", term=term), expand)
        case "norm2" | "component" | "inner" if any(map(has_entries, term.args)) and not _is_product(term):
            return converted(apply("componentwise", left=term, right=_by_entries(term)), expand)
        case "norm2":
            return converted(as_inner(term), expand)
        case "power" if _is_whole_power(term):
            base = expand(term.args[0])
            theorem = replaced_within(itself(term), [base])
            if right(base).head == "add" and value_of(term.args[1]) > _FEW:
                try:
                    return then(theorem, apply("ring", left=right(theorem), right=collected(right(theorem))))
                except Refused:
                    pass
            if right(base).head in {"add", "sum", "mul"} and right(theorem).head == "power":
                return converted(converted(theorem, lambda t: apply("written_out", term=t)), expand)
            return theorem
        case "matrix_power" if is_number(term.args[1]) and term.args[1].data[0] > 1:
            return converted(apply("written_out", term=term), expand)
        case "sum":
            return _expanded_sum(term)
        case "add" | "inner" | "mul" | "scale" | "outer" | "matmul" | "trace" | "transpose":
            return _pushed_in(parts_converted(term, expand))
    return itself(term)


def of_products(equation: Theorem) -> Theorem:
    """The equation, about <x, x> where it is about |x|^2 of an x that is not random."""
    about = left(equation)
    if about.head != "norm2" or about.is_random:
        return equation
    return then(apply("symmetric", as_inner(about)), equation)


def squared_vector(term: Term) -> Term | None:
    """The x of <x, x>."""
    return term.args[0] if term.head == "inner" and term.args[0] is term.args[1] else None


def as_inner(norm: Term) -> Theorem:
    """|x|^2 = <x, x>."""
    return apply("ring", left=norm, right=Term("inner", norm.args * 2))


def _is_entrywise(term: Term) -> bool:
    """Whether it is a vector whose entries are functions of entries, which do not expand."""
    if term.head in {"add", "scale"}:
        return any(map(_is_entrywise, term.args))
    return bool(term.shape) and term.is_random and term.head in {"function", "applied"}


def has_entries(x: Term) -> bool:
    """Whether it is a vector given by its entries: a table, rows times a vector, or a function of such."""
    match x.head:
        case "tabulate":
            return x.args[2].head != "indicator"
        case "matmul":
            return len(x.shape) == 1 and stacked(x.args[0]) is not None
        case "function":
            return bool(x.shape) and has_entries(x.args[0])
        case "add" | "scale":
            return any(map(has_entries, x.args))
    return False


def _is_product(term: Term) -> bool:
    """Whether it is <x, y> of a random vector x that is integrated out as it is, since y is about others."""
    return term.head == "inner" and any(
        one.head in {"random", "item"} and not occurs(one, other)
        for one, other in (term.args, term.args[::-1])
    )


def _by_entries(term: Term) -> Term:
    """An entry of a vector, or the sum of the products of entries of two, the squares of one."""
    if term.head == "component":
        return entry(*term.args)
    place = Term("index", term.args[0].shape, (fresh_name(term),))
    one, other = (entry(x, place) for x in (term.args * 2)[:2])
    return Sum(place, one * other if term.head == "inner" else one**2)


def _is_whole_power(term: Term) -> bool:
    base, exponent = term.args
    return base.is_random and exponent.head == "number" and exponent.data[1] == 1 and exponent.data[0] > 1


def _expanded_sum(term: Term) -> Theorem:
    theorem = below(term, expand)
    if right(theorem).args[2].head == "add":
        return converted(theorem, lambda t: apply("linear", term=t))
    return theorem


def _pushed_in(theorem: Theorem) -> Theorem:
    """Linear operations carried into sums; outer products contracted."""
    term = right(theorem)
    if term.head == "add":
        return theorem
    compound = {"add", "sum", "zeros"} | ({"scale"} if term.head not in {"mul", "scale"} else set())
    for position, part in enumerate(term.args):
        if part.head in compound and part.is_random:
            return converted(then(theorem, apply("linear", term=term, position=position)), expand)
    contracted = _contraction(term)
    if contracted is None:
        return theorem
    return converted(then(theorem, apply("componentwise", left=term, right=contracted)), expand)


def _is_image(term: Term) -> bool:
    """Whether it is a matrix that is not random times a random vector."""
    matrix, x = term.args if term.head == "matmul" else (term, term)
    return x.is_random and not matrix.is_random and len(x.shape) == 1


def _of_image(image: Term, y: Term) -> Term | None:
    """<M x, y> as <x, M^T y>, and as a sum over the entries of M x where x stands in y too."""
    matrix, x = image.args
    turned = matrix.args[0] if matrix.head == "transpose" else matrix.T
    if not y.is_random:
        return inner(x, turned @ y)
    own = y.args[1] if _is_image(y) else y
    if own is x:
        a = Term("index", matrix.shape[:1], (fresh_name(image),))
        return Sum(a, inner(x, turned @ unit(a)) * inner(y, unit(a)))
    return inner(x, (turned @ y.args[0]) @ own) if _is_image(y) else None


def _contraction(term: Term) -> Term | None:
    """(a b^T) x as <b, x> a; (a b^T)(c d^T) as <b, c> a d^T; tr a b^T as <a, b>; and the like."""
    if term.head not in {"matmul", "trace", "transpose", "inner"}:
        return None
    one, other = term.args[0], term.args[-1]
    outer = [part.head == "outer" for part in term.args]
    match term.head, outer:
        case "matmul", [True, True]:
            return multiply(inner(one.args[1], other.args[0]), Term("outer", (one.args[0], other.args[1])))
        case "matmul", [True, False] if len(other.shape) == 1:
            return multiply(inner(one.args[1], other), one.args[0])
        case "matmul", [False, True] if len(one.shape) == 1:
            return multiply(inner(one, other.args[0]), other.args[1])
        case "matmul", [True, False] | [False, True]:
            moved = (one.args[0], other.T @ one.args[1]) if outer[0] else (one @ other.args[0], other.args[1])
            return Term("outer", moved)
        case "trace", [True]:
            return inner(*one.args)
        case "transpose", [True]:
            return Term("outer", one.args[::-1])
        case "inner", [False, True] if len(one.shape) > 1:
            return inner(other.args[0], one @ other.args[1])
        case "inner", [True, False] if len(other.shape) > 1:
            return inner(one.args[0], other @ one.args[1])
        case "matmul", _ if _is_image(other) and not one.is_random:
            return (one @ other.args[0]) @ other.args[1]
        case "inner", _ if any(map(_is_image, term.args)):
            return _of_image(one, other) if _is_image(one) else _of_image(other, one)
        case "inner", [True, True]:
            return multiply(inner(one.args[0], other.args[0]), inner(one.args[1], other.args[1]))
    return None
