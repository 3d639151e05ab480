"""What binds an index: sums, products, extremes, events for all or any, argmax, tabulated entries."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ...theory.terms import RELATIONS, Term, replaced
from .arithmetic import MIRRORED, compared, negated
from .products import Factor, Product
from .symbols import declared

if TYPE_CHECKING:
    from .lowering import Lowering

_SIDES: Final = {"ne": (True, True), "lt": (True, False), "gt": (False, True)}
"""Whether j is before or after i, by the relation of j to i."""


def _sum(lowering: Lowering, term: Term) -> Product:
    _, label, condition, body = lowering.opened(term)
    product = lowering.contractor.joined(lowering.product(body), *lowering.conditions(condition))
    return lowering.contractor.summed(product, label)


def _reduced(lowering: Lowering, term: Term, op: str, fill: float) -> Product:
    _, label, condition, body = lowering.opened(term)
    factor = lowering.spread(lowering.product(body), label)
    return lowering.reduction(lowering.masked(factor, condition, fill), label, op)


def _product(lowering: Lowering, term: Term) -> Product:
    """The product of x_j as that of 1 + (x_j - 1) 1_{j meets the condition}."""
    _, label, condition, body = lowering.opened(term)
    factor = lowering.spread(lowering.product(body), label)
    if condition.head != "true":
        less = lowering.contractor.combined([(1.0, factor)], factor.labels, -1.0)
        kept = lowering.masked(less, condition, 0.0)
        factor = lowering.contractor.combined([(1.0, kept)], kept.labels, 1.0)
    return lowering.reduction(factor, label, "prod")


def _max(lowering: Lowering, term: Term) -> Product:
    return _reduced(lowering, term, "amax", -math.inf)


def _min(lowering: Lowering, term: Term) -> Product:
    return _reduced(lowering, term, "amin", math.inf)


def _all(lowering: Lowering, term: Term) -> Product:
    repeats = _repeats(lowering, term, "ne")
    if repeats is not None:
        return negated(lowering, repeats)
    return _extreme_event(lowering, term) or _reduced(lowering, term, "amin", 1.0)


def _any(lowering: Lowering, term: Term) -> Product:
    return (
        _repeats(lowering, term, "eq")
        or _extreme_event(lowering, term)
        or _reduced(lowering, term, "amax", 0.0)
    )


def _repeats(lowering: Lowering, term: Term, relation: str) -> Product | None:
    """Whether x_i = x_j for some j before, after, or beside i, without a table of pairs."""
    index, _, condition, body = lowering.opened(term)
    if body.head != relation or body.args[0].shape or condition.head not in _SIDES:
        return None
    item = next((x for x in condition.args if x is not index), index)
    if item.head != "index" or item in lowering.values or item.args[0] is not index.args[0]:
        return None
    own = next((x for x in body.args if index in declared(x)), item)
    if item in declared(own) or {own, replaced(own, index, item)} != set(body.args):
        return None
    is_first = condition.args[0] is index
    factor = lowering.spread(lowering.product(replaced(own, index, item)), lowering.label(item))
    if not factor.node.is_random or factor.labels.count(lowering.label(item)) != 1:
        return None
    place = factor.labels.index(lowering.label(item))
    sides = _SIDES[condition.head] if is_first else _SIDES[MIRRORED[condition.head]]
    node = lowering.graph.node("repeats", (factor.node,), factor.node.sizes, (place, *sides))
    return Product(factors=(Factor(node, factor.labels),))


def _extreme_event(lowering: Lowering, term: Term) -> Product | None:
    """x_j <= c for all j as max_j x_j <= c, where c does not depend on j; and so for the others."""
    index, label, condition, body = lowering.opened(term)
    if body.head not in RELATIONS - {"eq", "ne"}:
        return None
    x, bound = body.args
    relation = body.head
    if index in declared(bound):
        x, bound, relation = bound, x, MIRRORED[relation]
    if index in declared(bound):
        return None
    largest = (relation in {"le", "lt"}) == (term.head == "all")
    factor = lowering.spread(lowering.product(x), label)
    factor = lowering.masked(factor, condition, -math.inf if largest else math.inf)
    return compared(
        lowering,
        relation,
        lowering.reduction(factor, label, "amax" if largest else "amin"),
        lowering.product(bound),
    )


def _argmax(lowering: Lowering, term: Term) -> Product:
    _, label, _, body = lowering.opened(term)
    return lowering.reduction(lowering.spread(lowering.product(body), label), label, f"argmax_{term.data[0]}")


def _tabulate(lowering: Lowering, term: Term) -> Product:
    _, label, _, body = lowering.opened(term)
    product = lowering.product(body)
    axis = lowering.contractor.fresh(lowering.contractor.sizes[label])
    return replace(product.renamed({label: axis}), axes=(axis,))


HEADS: Final[dict[str, Callable[[Lowering, Term], Product]]] = {
    "sum": _sum,
    "product": _product,
    "max": _max,
    "min": _min,
    "all": _all,
    "any": _any,
    "argmax": _argmax,
    "tabulate": _tabulate,
}
