"""Log-sum-exp beside its tangents, whose slope is softmax."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term
from ..substitution import fresh_names, subterms
from ..terms import inner, log_sum_exp, softmax
from .goals import finish
from .items import Given, as_sums
from .over_items import by_items
from .products import by_facts
from .rewriting import between, right


def by_log_sum_exp(goal: Term, given: Given) -> Theorem:
    """A goal a <= b by log-sum-exp's tangents at the points whose softmax it holds, as that the gradient of
    a convex function is monotone.

    >>> from theorycheck.theory.model import Size, fixed
    >>> n = Size("n")
    >>> u, w = fixed("u", n), fixed("w", n)
    >>> by_log_sum_exp(inner(softmax(u) - softmax(w), u - w) >= 0, ())
    ⊢ ⟨softmax(u) - softmax(w), u - w⟩ ≥ 0
    """
    small, relation, large = ordered(goal)
    weights = [part for part in subterms(goal) if part.head == "softmax" and not part.loose]
    points = dict.fromkeys(part.args[0] for part in weights)
    if len(points) < 2 or goal.is_random:  # noqa: PLR2004
        raise Refused(f"{goal} holds no softmax of two vectors.")
    tangents = [_tangent_of_log_sum_exp(*pair) for pair in permutations(points, 2)]
    low, high = map(as_sums, (small, large))
    order = by_facts(Term(relation, (right(low), right(high))), (*tangents, *given))
    return finish(between(low, order, high), goal, given)


def _tangent_of_log_sum_exp(x: Term, y: Term) -> Theorem:
    """log sum_j exp x_j + <softmax(x), y - x> <= log sum_j exp y_j, in sums."""
    one, other = (Term("fixed", x.shape, (name,)) for name in fresh_names(2, x, y))
    found = _tangent_of_any(one, other)
    for symbol, value in ((one, x), (other, y)):
        found = apply("instance", found, symbol=symbol, value=value)
    low, high = map(as_sums, found.proposition.args)
    return between(apply("symmetric", low), found, apply("symmetric", high))


@lru_cache(maxsize=2**3)
def _tangent_of_any(x: Term, y: Term) -> Theorem:
    return by_items(log_sum_exp(x) + inner(softmax(x), y - x) <= log_sum_exp(y), ())
