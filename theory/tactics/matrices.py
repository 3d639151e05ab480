"""Orders about products of matrices and vectors: |A x| <= |A| |x| and |A B| <= |A| |B| with the Frobenius
norm |A|^2 = tr(A^T A), tr(A^T B)^2 <= |A|^2 |B|^2, tr(A)^2 <= d |A|^2, and |relu(x) - relu(y)| <= |x - y|.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..model import Index, fixed
from ..node import TRUE, Term, add, number
from ..substitution import fresh_name, subterms
from ..terms import identity, inner, norm2, relu, tabulate
from .bounds import by_any_way
from .certificates import by_products
from .goals import Given, finish, same
from .over_items import by_items
from .rewriting import between, itself, nonnegative, replaced_within, right
from .slopes import no_farther
from .textbook import from_square


def by_matrices(goal: Term, given: Given) -> Theorem:
    """A goal a <= b with products of matrices, by the lengths of what is multiplied.

    >>> from theorycheck.theory.model import Size, fixed
    >>> m, d = Size("m"), Size("d")
    >>> A, x = fixed("A", m, d), fixed("x", d)
    >>> by_matrices(norm2(A @ x) <= norm2(A) * norm2(x), ())
    ⊢ |A x|² ≤ |A|² |x|²
    """
    small, relation, large = ordered(goal)
    sides = [_with_lengths(side) for side in (small, large)]
    low, high = map(right, sides)
    parts = [part for part in subterms(low <= high) if not part.loose]
    known = [order for part in parts for order in _known(part)]
    if any(part.head == "power" and part.args[0].head == "norm2" for part in parts):
        squares = (order for order in known if ordered(order.proposition)[0].head == "power")
        known += [root for order in squares for root in from_square(order)]
    if not known and low is small and high is large:
        raise Refused(f"{goal} is about no product of matrices.")
    order = by_any_way(Term(relation, (low, high)), (*known, *given))
    return finish(between(sides[0], order, sides[1]), goal, given)


def _with_lengths(term: Term) -> Theorem:
    """The term with tr(A^T A) = |A|^2 and tr(X Y) = <X^T, Y>."""
    found = itself(term)
    for part in dict.fromkeys(x for x in subterms(term) if x.head == "trace" and not x.loose):
        (product,) = part.args
        if product.head == "matmul":
            x, y = product.args
            one = x.args[0] if x.head == "transpose" else x.T
            value = norm2(y) if one is y else inner(one, y)
            found = replaced_within(found, [same(part, value, ())])
    return found


def _known(part: Term) -> Iterator[Theorem]:
    """What is known of a length, of an inner product, or of a trace."""
    if part.head == "norm2":
        for step in (_one_step, _length):
            with suppress(Refused):
                yield step(part.args[0])
    elif part.head == "inner" and any(len(x.shape) > 1 or _is_apart(x) for x in part.args):
        order = apply("cauchy_schwarz", x=part.args[0], y=part.args[1])
        yield order
        yield apply("transitive", order, _product_of(*map(_length_or_itself, part.args)))
        for sign in (-1, 1):
            one, other = (x.args[0] if x.head == "transpose" else x for x in part.args)
            square = norm2(part.args[0] + sign * part.args[1])
            value = same(square, norm2(one) + norm2(other) + 2 * sign * part, ())
            yield apply("transitive", nonnegative(square), value)
    elif part.head == "trace":
        (square,) = part.args
        order = apply("cauchy_schwarz", x=square, y=identity(square.shape[0]))
        low, _, high = ordered(order.proposition)
        yield between(same(part**2, low, ()), order, same(norm2(square) * square.shape[0], high, ()))


def _is_apart(x: Term) -> bool:
    """Whether it is made of a product, a difference or a matrix that is turned."""
    return x.head in {"matmul", "transpose"} or (x.head == "add" and len(x.shape) == 1)


def _length_or_itself(x: Term) -> Theorem:
    """|x|^2 <= b by what is multiplied in x, or b = |x|^2."""
    with suppress(Refused):
        return _length(x)
    return apply("weakened", itself(norm2(x)))


def _length(x: Term) -> Theorem:
    """|x|^2 <= b with the lengths of all that is multiplied in x."""
    order = _one_step(x)
    lengths = [part.args[0] for part in subterms(ordered(order.proposition)[2]) if part.head == "norm2"]
    for part in dict.fromkeys(lengths):
        with suppress(Refused):
            later = _length(part)
            high = ordered(order.proposition)[2]
            factors = high.args if high.head == "mul" else (high,)
            if norm2(part) in factors:
                orders = [later if f is norm2(part) else apply("weakened", itself(f)) for f in factors]
                order = apply("transitive", order, _product_of(*orders))
    return order


def _product_of(first: Theorem, *others: Theorem) -> Theorem:
    """a c <= b d from 0 <= a <= b and 0 <= c <= d."""
    for other in others:
        (a, _, b), (c, _, d) = ordered(first.proposition), ordered(other.proposition)
        # b d - a c = (b - a) c + b (d - c), where b = (b - a) + a.
        low, least = nonnegative(c), nonnegative(a)
        first = by_products(a * c, b * d, (1, first, low), (1, first, other), (1, least, other))
    return first


def _one_step(x: Term) -> Theorem:
    """|X Y|^2 <= |X|^2 |Y|^2, |A x - A y|^2 <= |A|^2 |x - y|^2, |relu(x)|^2 <= |x|^2, and
    |relu(x) - relu(y)|^2 <= |x - y|^2.
    """
    if x.head == "matmul":
        return _of_product(*x.args)
    if x.data == ("relu",) and len(x.shape) == 1:
        letter = fixed(fresh_name(x), *x.shape)
        return apply("instance", _positive_parts(letter), symbol=letter, value=x.args[0])
    if x.head == "transpose":
        return apply("transitive", same(norm2(x), norm2(x.args[0]), ()), _length_or_itself(x.args[0]))
    parts = [_multiple(part) for part in x.args] if x.head == "add" else []
    if len(parts) == 2 and [c for c, _ in parts] == [number(1), number(-1)]:  # noqa: PLR2004
        (_, one), (_, other) = parts
        if one.data == other.data == ("relu",) and len(one.shape) == 1:
            order = no_farther(*one.args, *other.args)
            return apply("transitive", same(norm2(x), ordered(order.proposition)[0], ()), order)
    if parts and all(y.head == "matmul" and y.args[0] is parts[0][1].args[0] for _, y in parts):
        whole = add(*(c * y.args[1] for c, y in parts))
        order = _of_product(parts[0][1].args[0], whole)
        return apply("transitive", same(norm2(x), ordered(order.proposition)[0], ()), order)
    raise Refused(f"The length of {x} is not that of a product.")


@lru_cache(maxsize=2**6)
def _positive_parts(x: Term) -> Theorem:
    """|relu(x)|^2 <= |x|^2."""
    return by_items(norm2(relu(x)) <= norm2(x), ())


def _multiple(x: Term) -> tuple[Term, Term]:
    return (x.args[0], x.args[1]) if x.head == "scale" else (number(1), x)


def _of_product(x: Term, y: Term) -> Theorem:
    """|X Y|^2 <= |X|^2 |Y|^2, by <x_i, y>^2 <= |x_i|^2 |y|^2 for the rows of X, and so for those of Y^T."""
    index = Index(fresh_name(x, y), x.shape[0])
    column = Index(fresh_name(x, y, index), x.shape[1])
    row = tabulate(column, x[index, column])
    each = apply("cauchy_schwarz", x=row, y=y) if len(y.shape) == 1 else _of_product(y.T, row)
    total = apply("sum_monotone", each, condition=TRUE, index=index)
    low, _, high = ordered(total.proposition)
    return between(same(norm2(x @ y), low, ()), total, same(norm2(x) * norm2(y), high, ()))
