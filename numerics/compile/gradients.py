"""Steps again and again, and gradients, by contractions or by automatic differentiation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import torch

from ...theory.node import Term
from ...theory.substitution import fresh_name, instantiated, occurs, rebuilt, replaced, subterms
from .derivatives import at_point, copies, gradient_of
from .graph import Node
from .products import TRIAL, Factor, Label, Product, pruned
from .program import Program
from .symbols import declared, selected

if TYPE_CHECKING:
    from .lowering import Lowering

_MOST_STEPS: Final = 1_000
"""Steps that are written out one by one, each with operations of its own."""
_CHECKED: Final = 3
"""The step that is worked out beside its copy of the second, which is given up where both differ."""


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
        index = _place_of_step(count, j)
        lowering.values = {**lowering.values, index: j}
        names = {place: index}
        for own, product in products.items():
            names[own] = lowering.variable(())
            lowering.variables[names[own]] = selected(lowering, product, lowering.label(place), j - 1)
        found = instantiated(rebuilt(template, lambda node, _: names.get(node)), variable)
        lowering.share(found)
        return found

    are_alike = all(
        place not in node.args or (node.head in {"item", "component"} and node.args[0] is not place)
        for node in subterms(template)
    )
    return _repeated(lowering, term, step, are_alike=are_alike)


def _place_of_step(count: Term, j: int) -> Term:
    return Term("index", (count,), (f"step {j}",))


def _repeated(
    lowering: Lowering, term: Term, step: Callable[[int, Term], Term], *, are_alike: bool = True
) -> Product:
    """The start, and then the term of each step, in which a variable has the last value.

    Steps that are alike but for the last value and the place are worked out twice, and copied from then on.
    """
    _, start, count = term.args
    value, steps = lowering.product(start), lowering.size(count)
    if steps > _MOST_STEPS:
        raise ValueError(
            f"{term} has {steps:,} steps at this design point, and {_MOST_STEPS:,} is the most: write this"
            " quantity as a @simulator."
        )
    second: _Second | None = None
    for j in range(1, steps + 1):
        last, before = lowering.single(value), len(lowering.denominators)
        variable = lowering.variable(start.shape, f"the value after step {j - 1}")
        if second is not None and _CHECKED < j < steps:
            value, divided = second.copied(lowering, last, j, variable)
            lowering.denominators += divided
            continue
        lowering.variables[variable] = last
        value = lowering.product(step(j, variable))
        if are_alike and j == _CHECKED - 1 < steps - 2:
            second = _second(last, lowering.single(value), lowering.denominators[before:], variable, count)
        elif second is not None and j == _CHECKED:
            found = second.copied(lowering, last, j, variable)
            second = (
                second if _is_same(found, lowering.single(value), lowering.denominators[before:]) else None
            )
    return value


@dataclass(frozen=True)
class _Second:
    """The second step: its nodes that depend on the last value or the place, and what it is copied with."""

    last: Node
    value: Product
    divided: tuple[tuple[Term, Factor], ...]
    nodes: tuple[Node, ...]
    variable: Term
    place: Term

    def copied(
        self, lowering: Lowering, last: Product, j: int, variable: Term
    ) -> tuple[Product, list[tuple[Term, Factor]]]:
        """The value of another step, and what is divided by in it."""
        graph, made = lowering.graph, {self.last: last.factors[0].node}
        for node in self.nodes:
            if node.op == "select" and node.inputs[0] not in made:
                made[node] = graph.node("select", node.inputs, node.sizes, (node.params[0], j - 1))
        made = copies(graph, self.nodes, made)
        place = _place_of_step(self.place.args[0], j)

        def at_step(factor: Factor) -> Factor:
            return Factor(made.get(factor.node, factor.node), factor.labels)

        divided = [
            (replaced(replaced(own, self.variable, variable), self.place, place), at_step(x))
            for own, x in self.divided
        ]
        return replace(self.value, factors=tuple(map(at_step, self.value.factors))), divided


def _second(
    last: Product, value: Product, divided: list[tuple[Term, Factor]], variable: Term, count: Term
) -> _Second | None:
    if not last.factors or not value.factors:
        return None
    (own,), made, nodes = last.factors, {last.factors[0].node}, []
    ends = tuple(x.node for x in (*value.factors, *(x for _, x in divided)))
    for node in Program(ends, torch.tensor).order:
        is_item = node.op == "select" and node.params[1] == 1
        if node not in made and (is_item or not made.isdisjoint(node.inputs)):
            made.add(node)
            nodes.append(node)
    if any(node.op in {"variable", "gradient"} for node in nodes):
        return None
    return _Second(own.node, value, tuple(divided), tuple(nodes), variable, _place_of_step(count, 2))


def _is_same(
    copied: tuple[Product, list[tuple[Term, Factor]]], value: Product, divided: list[tuple[Term, Factor]]
) -> bool:
    """Whether a copy of a step has the nodes of the step itself."""
    found, others = copied
    renamed = value.renamed(dict(zip(value.axes, found.axes, strict=True)))
    return renamed == found and [x.node for _, x in divided] == [x.node for _, x in others]


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
