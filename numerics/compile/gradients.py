"""Steps again and again, and gradients, by contractions or by automatic differentiation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ...theory.terms import Term, fresh_name, instantiated, occurs, rebuilt, replaced
from .derivatives import at_point, gradient_of
from .products import TRIAL, Factor, Label, Product, pruned
from .symbols import declared, selected

if TYPE_CHECKING:
    from .lowering import Lowering

_MOST_STEPS: Final = 1_000
"""Steps that are written out one by one, each with operations of its own."""


def _iterate(lowering: Lowering, term: Term) -> Product:
    """The step, again and again, each with the last value as its variable."""
    return _repeated(lowering, term, lambda _, variable: instantiated(term.args[0], variable))


def _fold(lowering: Lowering, term: Term) -> Product:
    """The step at 1, 2, ..., each with the last value as its variable.

    Random numbers that depend on the place and not on the variable are worked out for all places at once.
    """
    body, _, count = term.args
    place = Term("index", (count,), (fresh_name(term),))
    held: dict[Term, Term] = {}

    def standing_for(node: Term, _: int) -> Term | None:
        is_number = node.sort == "real" and not node.shape and node.head not in {"item", "component"}
        if node.loose or not (is_number and node.is_random and occurs(place, node)):
            return None
        return held.setdefault(node, Term("parameter", (), (f"#held_{len(held) + 1}",)))

    template = rebuilt(instantiated(body, place), standing_for)
    products = {own: lowering.single(lowering.product(x)) for x, own in held.items()}

    def step(j: int, variable: Term) -> Term:
        index = Term("index", (count,), (f"step {j}",))
        lowering.values = {**lowering.values, index: j}
        names = {place: index}
        for own, product in products.items():
            names[own] = lowering.variable(())
            lowering.variables[names[own]] = selected(lowering, product, lowering.label(place), j - 1)
        found = instantiated(rebuilt(template, lambda node, _: names.get(node)), variable)
        lowering.share(found)
        return found

    return _repeated(lowering, term, step)


def _repeated(lowering: Lowering, term: Term, step: Callable[[int, Term], Term]) -> Product:
    """The start, and then the term of each step, in which a variable has the last value."""
    _, start, count = term.args
    value, steps = lowering.product(start), lowering.size(count)
    if steps > _MOST_STEPS:
        raise ValueError(
            f"{term} has {steps:,} steps at this design point, and {_MOST_STEPS:,} is the most: write this"
            " quantity as a @simulator."
        )
    for j in range(1, steps + 1):
        variable = lowering.variable(start.shape, f"the value after step {j - 1}")
        lowering.variables[variable] = lowering.single(value)
        value = lowering.product(step(j, variable))
    return value


def _gradient(lowering: Lowering, term: Term) -> Product:
    """The gradient as a contraction, or else by automatic differentiation."""
    point, before = lowering.product(term.args[1]), len(lowering.denominators)
    found = _contracted(lowering, term, point)
    if found is None:
        del lowering.denominators[before:]
        found = _automatic(lowering, term, point)
    return found


def _contracted(lowering: Lowering, term: Term, at: Product) -> Product | None:
    """The gradient as a contraction; none where something on the way has no rule."""
    template, point = term.args
    variable, start = lowering.variable(point.shape), lowering.whole(at)
    node = lowering.graph.node("variable", (start.node,), start.node.sizes, (len(lowering.variables),))
    lowering.variables[variable] = Product(factors=(Factor(node, start.labels),), axes=at.axes)
    before = len(lowering.denominators)
    value = lowering.product(instantiated(template, variable))
    kept = set(pruned((*value.open, *start.labels), at.axes))
    found = gradient_of(lowering, value, Factor(node, start.labels), kept)
    if found is None:
        return None
    whole = lowering.single(replace(found, axes=(*value.axes, *at.axes)))
    divided = lowering.denominators[before:]
    placed = at_point(lowering.graph, [x.node for x in (*whole.factors, *(x for _, x in divided))], node)
    lowering.denominators[before:] = [
        (replaced(own, variable, point), Factor(placed.get(x.node, x.node), x.labels)) for own, x in divided
    ]
    factors = tuple(Factor(placed.get(x.node, x.node), x.labels) for x in whole.factors)
    return lowering.contractor.refreshed(replace(whole, factors=factors))


def _automatic(lowering: Lowering, term: Term, at: Product) -> Product:
    """The gradient by automatic differentiation, apart for each draw and each open index."""
    template, point = term.args
    variable, axes, before = lowering.variable(point.shape), at.axes, len(lowering.denominators)
    body = instantiated(template, variable)
    open_indices = [own for own in declared(body) if own.head == "index" and own not in lowering.values]
    labels: list[Label] = [TRIAL] if _is_random(lowering, body) or _is_random(lowering, point) else []
    labels += [lowering.label(index) for index in sorted(open_indices, key=str)]
    start = lowering.spread_over(at, (*labels, *axes))
    node = lowering.graph.node("variable", (start.node,), start.node.sizes, (len(lowering.variables),))
    lowering.variables[variable] = Product(factors=(Factor(node, start.labels),), axes=axes)
    value = lowering.product(body)
    divided = [(replaced(own, variable, point), x) for own, x in lowering.denominators[before:]]
    lowering.denominators[before:] = divided
    target = lowering.whole(value)
    outputs = value.axes
    order = (*labels, *outputs)
    missing = pruned(order, target.labels)
    if missing:
        target = lowering.contractor.combined([(1.0, target)], order)
    result = (*labels, *outputs, *axes)
    places = tuple(target.labels.index(x) for x in order)
    made = lowering.graph.node(
        "gradient", (target.node, node), lowering.contractor.sizes_of(result), (places, len(labels))
    )
    return Product(factors=(Factor(made, result),), axes=(*outputs, *axes))


def _is_random(lowering: Lowering, term: Term) -> bool:
    """Whether the term, or a variable in it, depends on a draw."""
    inside = [lowering.variables[own] for own in declared(term) if own in lowering.variables]
    return term.is_random or any(TRIAL in product.open for product in inside)


HEADS: Final[dict[str, Callable[[Lowering, Term], Product]]] = {
    "iterate": _iterate,
    "fold": _fold,
    "gradient": _gradient,
}
