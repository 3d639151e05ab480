"""Gradients as contractions: from a number back to what it is differentiated by, one node after another.

The derivative of a number by the entries of a node, the node's adjoint, is a product like any other: the
gradient of a squared error is the contraction of the errors with the inputs. Where a node has no rule there
is no such product, and the gradient is left to automatic differentiation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import torch

from .graph import Graph, Node
from .products import Factor, Label, Labels, Product
from .program import Program
from .tables import inputs_of, inputs_of_matmul

if TYPE_CHECKING:
    from .contraction import Contractor
    from .lowering import Lowering

Parts = Iterator[tuple[Factor, Product]]
"""Inputs of a node, each with a part of its adjoint, that is to be summed over what the input lacks."""
Rule = Callable[["Contractor", Factor, Product], Parts]


def gradient_of(lowering: Lowering, value: Product, variable: Factor, kept: set[Label]) -> Product | None:
    """The derivative of a number, for each value of the labels that are kept, by the entries of a variable.

    None where a node on the way has no rule, or stands with a kept label in one place and not in another.
    """
    contractor, own = lowering.contractor, variable.node
    labels: dict[Node, Labels] = {own: variable.labels}
    adjoints = defaultdict[Node, list[Product]](list)

    def given(factor: Factor, adjoint: Product) -> bool:
        """Whether the part is added to the adjoint of the factor's node, under the labels of this."""
        fresh = (x if x in kept else contractor.fresh(contractor.sizes[x]) for x in factor.labels)
        names = dict(zip(factor.labels, labels.setdefault(factor.node, tuple(fresh)), strict=True))
        if len(names) < len(factor.labels) or any(x != y and kept & {x, y} for x, y in names.items()):
            return False
        summed = adjoint.summed.difference(factor.labels, kept)
        adjoints[factor.node].append(contractor.refreshed(replace(adjoint, summed=summed)).renamed(names))
        return True

    def all_given(parts: Parts) -> bool:
        return all(given(*part) for part in parts if own.params[0] in part[0].node.variables)

    if not all_given(_of_product(value)):
        return None
    for node in reversed(Program(tuple(x.node for x in value.factors), torch.tensor).order):
        if node is own or node not in adjoints:
            continue
        if node.op not in _RULES or node.params[-1] in _WITHOUT_RULE:
            return None
        adjoint = lowering.total(adjoints[node]) if len(adjoints[node]) > 1 else adjoints[node][0]
        parts = _RULES[node.op](contractor, Factor(node, labels[node]), adjoint)
        if not all_given((x, replace(part, summed=part.summed.union(labels[node]))) for x, part in parts):
            return None
    return lowering.total(adjoints[own]) if adjoints[own] else Product(coefficient=0.0)


def at_point(graph: Graph, nodes: list[Node], variable: Node) -> dict[Node, Node]:
    """The nodes that depend on a variable, with its point in its place."""
    order = Program(tuple(nodes), torch.tensor).order
    dependent = [x for x in order if variable.params[0] in x.variables and x is not variable]
    return copies(graph, dependent, {variable: variable.inputs[0]})


def copies(graph: Graph, nodes: Iterable[Node], made: dict[Node, Node]) -> dict[Node, Node]:
    """The nodes, each after its inputs, with others in the place of these; `made` has the known ones."""
    for node in nodes:
        if node not in made:
            inputs = tuple(made.get(x, x) for x in node.inputs)
            made[node] = graph.node(node.op, inputs, node.sizes, node.params)
    return made


def _times(adjoint: Product, *factors: Factor, by: float = 1.0) -> Product:
    return replace(adjoint, coefficient=by * adjoint.coefficient, factors=(*adjoint.factors, *factors))


def _of_product(product: Product) -> Parts:
    for place, factor in enumerate(product.factors):
        others = (*product.factors[:place], *product.factors[place + 1 :])
        yield factor, replace(product, factors=others, axes=())


def _linear(contractor: Contractor, factor: Factor, adjoint: Product) -> Parts:
    for c, x in zip(factor.node.params[1], inputs_of(factor), strict=True):
        yield x, _times(adjoint, by=c)


def _multiply(contractor: Contractor, factor: Factor, adjoint: Product) -> Parts:
    one, other = inputs_of(factor)
    yield one, _times(adjoint, other)
    yield other, _times(adjoint, one)


def _power(contractor: Contractor, factor: Factor, adjoint: Product) -> Parts:
    (x,), p = inputs_of(factor), factor.node.params[1]
    yield x, _times(adjoint, contractor.pointwise("power", [x], x.labels, (p - 1,)), by=p)


def _function(contractor: Contractor, factor: Factor, adjoint: Product) -> Parts:
    (x,), name = inputs_of(factor), factor.node.params[1]

    def of_x(op: str, *params: object) -> Factor:
        return contractor.pointwise(op, [x], x.labels, params)

    match name:
        case "exp":
            yield x, _times(adjoint, factor)
        case "log":
            yield x, _times(adjoint, of_x("power", -1.0))
        case "sigmoid" | "tanh":
            square = contractor.pointwise("multiply", [factor, factor], factor.labels)
            yield x, _times(adjoint, factor) if name == "sigmoid" else adjoint
            yield x, _times(adjoint, square, by=-1.0)
        case "softplus":
            yield x, _times(adjoint, of_x("function", "sigmoid"))
        case "relu":
            yield x, _times(adjoint, of_x("compare_number", "ge", 0.0))
        case "abs":
            yield x, _times(adjoint, of_x("function", "sign"))
        case "sin":
            yield x, _times(adjoint, of_x("function", "cos"))
        case "cos":
            yield x, _times(adjoint, of_x("function", "sin"), by=-1.0)


def _matmul(contractor: Contractor, factor: Factor, adjoint: Product) -> Parts:
    (x, y), _ = inputs_of_matmul(contractor, factor)
    yield x, _times(adjoint, y)
    yield y, _times(adjoint, x)


def _dot(contractor: Contractor, factor: Factor, adjoint: Product) -> Parts:
    views, kept = factor.node.params
    sizes = {
        k: x.sizes[axis]
        for view, x in zip(views, factor.node.inputs, strict=True)
        for k, axis in enumerate(view)
        if axis is not None
    }
    labels = (*factor.labels, *(contractor.fresh(sizes[k]) for k in range(kept, len(views[0]))))
    one, other = (
        Factor(x, tuple(labels[view.index(k)] for k in range(len(x.sizes))))
        for view, x in zip(views, factor.node.inputs, strict=True)
    )
    adjoint = replace(adjoint, summed=adjoint.summed.union(labels))
    yield one, _times(adjoint, other)
    yield other, _times(adjoint, one)


def _sum(contractor: Contractor, factor: Factor, adjoint: Product) -> Parts:
    (x,), (places,), labels = factor.node.inputs, factor.node.params, iter(factor.labels)
    yield (
        Factor(
            x,
            tuple(contractor.fresh(size) if k in places else next(labels) for k, size in enumerate(x.sizes)),
        ),
        adjoint,
    )


def _moved(contractor: Contractor, factor: Factor, adjoint: Product) -> Parts:
    """Of axes in another order, or spread over more of them."""
    (x,), (places,) = factor.node.inputs, factor.node.params
    yield Factor(x, tuple(factor.labels[places.index(k)] for k in range(len(x.sizes)))), adjoint


def _softmax(contractor: Contractor, factor: Factor, adjoint: Product) -> Parts:
    (x,), (place,) = factor.node.inputs, factor.node.params
    along = frozenset(factor.labels[place : place + 1])
    mean, total = contractor.contracted(replace(_times(adjoint, factor), summed=adjoint.summed | along))
    yield Factor(x, factor.labels), _times(adjoint, factor)
    yield Factor(x, factor.labels), Product(coefficient=-mean, factors=(factor, *([total] if total else [])))


_WITHOUT_RULE: Final = frozenset({"arccos", "erfc", "gamma", "log_gamma", "zeta"})
_RULES: Final[dict[str, Rule]] = {
    "linear": _linear,
    "multiply": _multiply,
    "power": _power,
    "function": _function,
    "matmul": _matmul,
    "dot": _dot,
    "sum": _sum,
    "permute": _moved,
    "spread": _moved,
    "softmax": _softmax,
}
