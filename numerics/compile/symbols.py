"""Numbers, sizes, fixed arrays and random objects, with places in them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ...theory.node import Term, value_of
from ...theory.substitution import unfolded
from .graph import TRIALS, Array
from .products import TRIAL, Factor, Label, Product, pruned
from .tables import gathered

if TYPE_CHECKING:
    from .lowering import Lowering


def _number(lowering: Lowering, term: Term) -> Product:
    try:
        return Product(coefficient=float(value_of(term)))
    except OverflowError:
        raise ValueError("A number of the term has more than 308 digits, and is not simulated.") from None


def _constant(lowering: Lowering, term: Term) -> Product:
    return Product(coefficient={"pi": math.pi, "euler_gamma": float(np.euler_gamma)}[term.data[0]])


def _missing(lowering: Lowering, term: Term) -> Product:
    raise ValueError(f"{term} has no value: give it in at={{{str(term)!r}: ...}}.")


def _fixed(lowering: Lowering, term: Term) -> Product:
    if term not in lowering.values:
        return _missing(lowering, term)
    sizes = tuple(map(lowering.size, term.shape))
    array = np.asarray(lowering.values[term], dtype=np.float64)
    if array.shape not in {(), sizes}:
        raise ValueError(f"{term} has the shape {sizes} here, and its value has the shape {array.shape}.")
    return lowering.given("array", *sizes, content=Array(np.broadcast_to(array, sizes)))


def _index(lowering: Lowering, term: Term) -> Product:
    label = lowering.label(term)
    node = lowering.graph.node("constant", (), (lowering.contractor.sizes[label],), ("range",))
    return Product(factors=(Factor(node, (label,)),))


def _random(lowering: Lowering, term: Term) -> Product:
    return _of(lowering, _drawn(lowering, term, ()), len(term.shape))


def _drawn(lowering: Lowering, term: Term, counts: tuple[int, ...]) -> Factor:
    sizes = (TRIALS, *counts, *map(lowering.size, term.shape))
    law = term.args[0]
    node = lowering.graph.node("draw", (), sizes, (term.data[0], law))
    match law.head:
        case "discrete_uniform":
            lowering.contractor.bins[node] = lowering.size(law.args[0])
        case "zipf" if len(law.args) > 1:
            lowering.contractor.bins[node] = lowering.size(law.args[1])
        case "markov_chain":
            lowering.contractor.bins[node] = lowering.size(law.args[0].shape[0])
    return Factor(node, (TRIAL, *map(lowering.contractor.fresh, sizes[1:])))


def _of(lowering: Lowering, factor: Factor, rank: int) -> Product:
    """The factor with fresh names for its last axes."""
    labels = factor.labels[: len(factor.labels) - rank]
    axes = tuple(
        lowering.contractor.fresh(lowering.contractor.sizes[x]) for x in factor.labels[len(labels) :]
    )
    return Product(factors=(Factor(factor.node, (*labels, *axes)),), axes=axes)


def _item(lowering: Lowering, term: Term) -> Product:
    family, *places = term.args
    drawn = _drawn(lowering, family, tuple(map(lowering.size, family.args[1:])))
    return _placed(lowering, _of(lowering, drawn, len(places) + len(family.shape)), tuple(places))


def _component(lowering: Lowering, term: Term) -> Product:
    x, *places = term.args
    return _placed(lowering, lowering.product(x), tuple(places))


def _placed(lowering: Lowering, product: Product, places: tuple[Term, ...]) -> Product:
    """The product with its first axes at places: an open index, a number, or an argmax."""
    for place in places:
        axis, rest = product.axes[0], product.axes[1:]
        if place.head == "index" and place not in lowering.values:
            label = lowering.label(place)
            product = replace(product, axes=rest).renamed({axis: label})
        elif place.head == "argmax":
            product = _gathered(lowering, product, place)
        else:
            product = selected(lowering, product, axis, round(lowering.number(place)) - 1)
    return product


def selected(lowering: Lowering, product: Product, axis: Label, place: int) -> Product:
    """The product at a place, from 0, of an axis or an open index."""
    size = lowering.contractor.sizes[axis]
    if not 0 <= place < size:
        raise ValueError(f"The place {place + 1} is not among 1, ..., {size}.")

    def at(factor: Factor) -> Factor:
        while axis in factor.labels:
            position = factor.labels.index(axis)
            sizes = factor.node.sizes[:position] + factor.node.sizes[position + 1 :]
            node = lowering.graph.node("select", (factor.node,), sizes, (position, place))
            factor = Factor(node, factor.labels[:position] + factor.labels[position + 1 :])
        return factor

    return replace(product, factors=tuple(map(at, product.factors)), axes=pruned(product.axes, (axis,)))


def _gathered(lowering: Lowering, product: Product, place: Term) -> Product:
    array, index = lowering.factor(product), lowering.factor(lowering.product(place))
    if array is None or index is None:
        raise ValueError(f"{place} is no place of an array here.")
    found = gathered(lowering.contractor, array, product.axes[0], index)
    return Product(factors=(found,), axes=product.axes[1:])


def _definition(lowering: Lowering, term: Term) -> Product:
    body = unfolded(term)
    lowering.share(body)
    return lowering.product(body)


def declared(term: Term) -> set[Term]:
    """The indices, sizes and random objects that stand in a term."""
    return {own for _, own in term.declarations}


HEADS: Final[dict[str, Callable[[Lowering, Term], Product]]] = {
    "number": _number,
    "constant": _constant,
    "size": _missing,
    "parameter": _missing,
    "fixed": _fixed,
    "index": _index,
    "random": _random,
    "item": _item,
    "component": _component,
    "definition": _definition,
}
