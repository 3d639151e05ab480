"""What binds an index: sums, products, extremes, events for all or any, argmax, tabulated entries."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Final, NamedTuple

from ...theory.heads import RELATIONS
from ...theory.node import Term, both, is_number, negation
from ...theory.substitution import opened
from ...theory.terms import any_
from .arithmetic import at_place, by_parts, compared
from .products import Factor, Label, Product
from .symbols import declared
from .tables import MIRRORED, SIDES, tuples

if TYPE_CHECKING:
    from .lowering import Lowering


_MONOTONE: Final = {"amax": {"add", "minimum"}, "amin": {"add", "maximum"}}
"""What an extreme may be taken inside of."""


def _sum(lowering: Lowering, term: Term) -> Product:
    _, label, condition, body = lowering.opened(term)
    conditions = lowering.conditions(condition)

    def summed(x: Product) -> Product:
        return lowering.contractor.summed(lowering.contractor.joined(x, *conditions), label)

    return by_parts(lowering, body, summed) or summed(lowering.product(body))


class _Over(NamedTuple):
    """What an extreme is taken over, which one, and what stands where the condition fails."""

    bound: Term
    label: Label
    condition: Term
    op: str
    fill: float


def _reduced(lowering: Lowering, term: Term, op: str, fill: float) -> Product:
    index, label, condition, body = lowering.opened(term)
    return _extreme(lowering, body, _Over(index, label, condition, op, fill))


def _extreme(lowering: Lowering, x: Term, over: _Over) -> Product:
    """The largest min(c, x_j) is min(c, the largest x_j), and so for sums: no table of c_i and x_j."""
    parts = x.args if x.head in _MONOTONE[over.op] else ()
    within = [part for part in parts if over.bound in declared(part)]
    if not 0 < len(within) < len(parts):
        return _among(lowering, lowering.product(x), over)
    variable = lowering.variable(())
    inner = Term(x.head, tuple(within)) if len(within) > 1 else within[0]
    lowering.variables[variable] = _extreme(lowering, inner, over)
    return lowering.product(Term(x.head, (variable, *(part for part in parts if part not in within))))


def _among(lowering: Lowering, x: Product, over: _Over) -> Product:
    factor = lowering.spread(x, over.label)
    return _beside(lowering, factor, over) or lowering.reduction(
        lowering.masked(factor, over.condition, over.fill), over.label, over.op
    )


def _beside(lowering: Lowering, factor: Factor, over: _Over) -> Product | None:
    """The extreme of x_j over j < i, j != i and the like, where x_j does not depend on i: cumulative."""
    condition, label = over.condition, over.label
    plain = condition.head in SIDES and all(
        x.head == "index" and x not in lowering.values for x in condition.args
    )
    if not plain or not factor.node.is_random or factor.node.is_tracked:
        return None
    first, second = map(lowering.label, condition.args)
    is_first = first == label
    other = second if is_first else first
    sizes = lowering.contractor.sizes
    if label not in {first, second} or sizes[label] != sizes[other] or other in factor.labels:
        return None
    sides = SIDES[condition.head if is_first else MIRRORED[condition.head]]
    place = factor.labels.index(label)
    node = lowering.graph.node(
        "beside", (factor.node,), factor.node.sizes, (place, over.op, over.fill, *sides)
    )
    return Product(factors=(Factor(node, factor.labels).renamed({label: other}),))


def _product(lowering: Lowering, term: Term) -> Product:
    """The product of x_j as that of 1 + (x_j - 1) 1_{j meets the condition}; of events as that all happen."""
    events = _of_events(lowering, term, "all")
    if events is not None:
        return events
    _, label, condition, body = lowering.opened(term)
    factor = lowering.spread(lowering.product(body), label)
    if condition.head != "true":
        less = lowering.contractor.combined([(1.0, factor)], factor.labels, -1.0)
        kept = lowering.masked(less, condition, 0.0)
        factor = lowering.contractor.combined([(1.0, kept)], kept.labels, 1.0)
    return lowering.reduction(factor, label, "prod")


def _of_events(lowering: Lowering, term: Term, head: str) -> Product | None:
    """Whether all or some of the events happen that a binder's body tells of; none where it tells of none."""
    *range_, body = term.args
    event = _event(body)
    return None if event is None else lowering.product(Term(head, (*range_, event)))


def _event(x: Term) -> Term | None:
    """The event that a term 1_A, or 1 - 1_A, tells of; none for another."""
    if x.head == "indicator":
        return x.args[0]
    (whole, part) = sorted(x.args, key=lambda y: y.head == "mul") if len(x.args) == 2 else (x, x)  # noqa: PLR2004
    is_rest = x.head == "add" and is_number(whole, 1) and part.head == "mul" and len(part.args) == 2  # noqa: PLR2004
    if is_rest and is_number(part.args[0], -1) and part.args[1].head == "indicator":
        return negation(part.args[1].args[0])
    return None


def _max(lowering: Lowering, term: Term) -> Product:
    events = _of_events(lowering, term, "any") if term.args[1].head == "true" else None
    return events or _reduced(lowering, term, "amax", -math.inf)


def _min(lowering: Lowering, term: Term) -> Product:
    events = _of_events(lowering, term, "all") if term.args[1].head == "true" else None
    return events or _reduced(lowering, term, "amin", math.inf)


def _all(lowering: Lowering, term: Term) -> Product:
    found = _occurrences(lowering, term, "ne")
    if found is not None:
        return compared(lowering, "eq", found, Product(coefficient=0.0))
    return _extreme_event(lowering, term) or _reduced(lowering, term, "amin", 1.0)


def _any(lowering: Lowering, term: Term) -> Product:
    found = _some_tuple(lowering, term) or _occurrences(lowering, term, "eq")
    if found is not None:
        return compared(lowering, "gt", found, Product(coefficient=0.0))
    return _extreme_event(lowering, term) or _reduced(lowering, term, "amax", 0.0)


def _some_tuple(lowering: Lowering, term: Term) -> Product | None:
    """The number of places of equal values, three or more, where it follows from how many items have each."""
    labels, conditions = [], []
    while term.head == "any":
        _, label, condition, term = lowering.opened(term)
        labels.append(label)
        conditions += lowering.conditions(condition)
    if len(labels) < 3:  # noqa: PLR2004
        return None
    contractor = lowering.contractor
    product = contractor.summed(contractor.joined(lowering.product(term), *conditions), *labels)
    made = tuples(contractor, product, product.factors[0]) if product.factors else None
    return None if made is None or made.summed else made


def _occurrences(lowering: Lowering, term: Term, relation: str) -> Product | None:
    """How many x_j are equal to a number, where counting them needs no table of pairs.

    Of several events at once the others are weights, and those that do not depend on j factors.
    """
    index, label, condition, body = lowering.opened(term)
    events = _conjuncts(body) if relation == "eq" else [body]
    equal = [x for x in events if x.head == relation and not x.args[0].shape and index in declared(x)]
    if not equal:
        return None
    within = [x for x in events if index in declared(x) and x is not equal[0]]
    outside = [lowering.product(x) for x in events if index not in declared(x)]
    equality = compared(lowering, "eq", *map(lowering.product, equal[0].args))
    product = lowering.contractor.joined(
        equality, *map(lowering.product, within), *lowering.conditions(condition)
    )
    found = lowering.single(lowering.contractor.summed(product, label))
    counted = found.factors[0].node if len(found.factors) == 1 else None
    while counted is not None and counted.op in {"linear", "gather"}:
        counted = counted.inputs[0] if counted.inputs else None
    if counted is None or counted.op not in {"counted", "histogram"}:
        return None
    return lowering.contractor.joined(found, *outside) if outside else found


def _conjuncts(event: Term) -> list[Term]:
    """The events that all happen where one does; what does not depend on an index is taken out of its any."""
    if event.head == "and":
        return [one for part in event.args for one in _conjuncts(part)]
    if event.head == "any":
        index, condition, body = opened(event)
        parts = _conjuncts(body)
        within = [part for part in parts if index in declared(part)]
        if 0 < len(within) < len(parts) and (condition.head == "true" or condition.args[0] is index):
            binding = index if condition.head == "true" else condition
            return [*(x for x in parts if x not in within), any_(binding, reduce(both, within))]
    return [event]


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
    op, fill = ("amax", -math.inf) if largest else ("amin", math.inf)
    extreme = _extreme(lowering, x, _Over(index, label, condition, op, fill))
    return compared(lowering, relation, extreme, at_place(lowering, x, bound) or lowering.product(bound))


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
