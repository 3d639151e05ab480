"""Tables of pairs that are summed at once, and so need not be formed.

A sum over j of 1{x_i R y_j} w_j is counted one shift of the items after another, a sum over j of
1{x_j = s} w_j is a histogram, tuples of equal values are counted by how many items each value has, and a sum
over j under the condition j = f(i) takes one item for each i. Extremes over the items before or after i, or
over all but i, are cumulative.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from itertools import product as product_of
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import torch

from ...theory.node import is_number
from .graph import VIEWS, Array, Node
from .products import TRIAL, Factor, Label, Labels, Product, pruned
from .program import Program

if TYPE_CHECKING:
    from .contraction import Contractor

MIRRORED: Final = {"le": "ge", "lt": "gt", "ge": "le", "gt": "lt", "eq": "eq", "ne": "ne"}
"""The relation of b to a, where that of a to b is given."""
ENTRY_BY_ENTRY: Final = frozenset(
    {"compare", "compare_number", "float_power", "function", "linear", "maximum", "maximum_number"}
    | {"minimum", "minimum_number", "multiply", "power", "where"}
)
"""Functions of numbers, which at a place are functions of what they are of there."""
_FEWEST_COUNTED: Final = 16
"""Items from which those like each of others are read off a histogram faster than counted; like each of
themselves three times as many."""
_FEWEST_BINS: Final = 8
"""Bins from which a histogram is faster than a table of items and bins."""
_PLACES: Final = range(3, 7)
"""How many places of equal values have their orders gone through."""
_EXACT_BITS: Final = 24
"""Digits in base 2 of whole numbers that float32 has all."""


class Sides(NamedTuple):
    """Which j there are beside i: those before it, itself, those after it."""

    before: bool
    own: bool
    after: bool


SIDES: Final = {
    "ne": Sides(True, False, True),
    "lt": Sides(True, False, False),
    "le": Sides(True, True, False),
    "gt": Sides(False, False, True),
    "ge": Sides(False, True, True),
}
"""The sides of j, by its relation to i."""
EVERY: Final = Sides(True, True, True)


class _Comparison(NamedTuple):
    """x R y of two factors."""

    x: Factor
    relation: str
    y: Factor


def without_tables(contractor: Contractor, product: Product) -> Product:
    """The product, its sums over tables of pairs carried out where that needs no table."""
    for label in sorted(product.summed, key=str):
        having = [x for x in product.factors if label in x.labels]
        met = _met(contractor, product, having, label)
        if met is not None:
            return without_tables(contractor, met)
        for table in having:
            coded = _by_codes(contractor, table)
            if coded is not None:
                factors = tuple(coded if x is table else x for x in product.factors)
                return without_tables(contractor, replace(product, factors=factors))
            joined = (
                tuples(contractor, product, table)
                or _taken_numbers(contractor, product, table)
                or _pairs(contractor, product, table)
            )
            if joined is not None:
                return without_tables(contractor, joined)
            made = _summed(contractor, table, label, [x for x in having if x is not table])
            if made is not None:
                return without_tables(contractor, _without(product, label, made))
    return product


def _met(contractor: Contractor, product: Product, tables: list[Factor], label: Label) -> Product | None:
    """The sum over s of 1{x_i = s} 1{x_j = s} as 1{x_i = x_j}, where a condition is on i and j."""
    found = [x for x in map(_comparison, tables) if x is not None and x.relation == "eq"]
    drawn = [y for x in found for y in (x.x, x.y) if label not in y.labels]
    ranges = [y for x in found for y in (x.x, x.y) if _is_range(y.node) and y.labels == (label,)]
    if not 1 < len(tables) == len(drawn) == len(ranges):
        return None
    places = {place for x in drawn for place in x.labels} - {TRIAL}
    largest = [_bins(contractor, x.node) or math.inf for x in drawn]
    are_joined = any(not x.node.is_random and len(places & set(x.labels)) > 1 for x in product.factors)
    if not are_joined or len(places) < len(drawn) or max(largest) > contractor.sizes[label]:
        return None
    equal = tuple(contractor.pointwise("compare", [x, y], params=("eq",)) for x, y in pairwise(drawn))
    return _without(product, label, equal)


def _without(product: Product, label: Label, made: tuple[Factor, ...]) -> Product:
    """The product with what its sum over a label is."""
    others = [x for x in product.factors if label not in x.labels]
    return replace(product, factors=(*others, *made), summed=product.summed - {label})


def _taken_numbers(contractor: Contractor, product: Product, table: Factor) -> Product | None:
    """The sum over j of 1{x_i = j} w_j as w at x_i, unless one histogram of x gives that over i as well."""
    found = _comparison(table)
    if found is None or not table.node.is_random:
        return None
    x, y = (found.y, found.x) if _is_range(found.x.node) else (found.x, found.y)
    rest = [w for w in product.factors if set(w.labels) & set(y.labels) and w is not table]
    if not _is_range(y.node) or not product.summed.issuperset(y.labels):
        return None
    if len(x.labels) == 2 and x.labels[1] in product.summed:  # noqa: PLR2004 - an index beside the trials
        return None
    (label,) = y.labels
    if label in x.labels or any(set(w.labels) != {TRIAL, label} or w.node.is_tracked for w in rest):
        return None
    made = _looked_up(contractor, _Comparison(x, found.relation, y), label, rest)
    return None if made is None else _without(product, label, made)


def _summed(
    contractor: Contractor, table: Factor, label: Label, rest: list[Factor]
) -> tuple[Factor, ...] | None:
    rows = _of_rows(contractor, table)
    found = rows or _comparison(table)
    if found is None or len(table.labels) != len(set(table.labels)):
        return None
    if label in found.x.labels and label not in found.y.labels:
        found = _Comparison(found.y, MIRRORED[found.relation], found.x)
    if label not in found.y.labels or label in found.x.labels:
        return None
    if not table.node.is_random:
        return _taken(contractor, table, label, rest) if not rows and found.relation == "eq" else None
    if any(x.node.is_tracked for x in rest):
        return None
    if rows:
        return _counted(contractor, found, label, rest)
    # Numbers that have an index of their own beside the items are no rows.
    if len(found.x.labels) > 2:  # noqa: PLR2004
        return _histogram(contractor, found, label, rest)
    made = _histogram(contractor, found, label, rest) or _counted(contractor, found, label, rest)
    is_table = any(found.x.labels[-1] in x.labels for x in rest)
    return made or (_looked_up(contractor, found, label, rest) if is_table else None)


def _comparison(factor: Factor) -> _Comparison | None:
    if factor.node.op != "compare":
        return None
    x, y = inputs_of(factor)
    return _Comparison(x, factor.node.params[1], y)


def _of_rows(contractor: Contractor, factor: Factor) -> _Comparison | None:
    """The comparison of rows of numbers that holds where it does for all numbers of both."""
    node = factor.node
    if node.op != "amin" or node.inputs[0].op != "compare":
        return None
    table, labels = node.inputs[0], iter(factor.labels)
    within = {place: contractor.fresh(table.sizes[place]) for place in node.params[0]}
    x, y = inputs_of(Factor(table, tuple(within.get(k) or next(labels) for k in range(len(table.sizes)))))
    fits = all(set(one.labels) >= set(within.values()) for one in (x, y))
    return _Comparison(x, table.params[1], y) if fits else None


def _by_codes(contractor: Contractor, table: Factor) -> Factor | None:
    """Rows that are equal in all places as equal numbers, whose digits their few values are."""
    found = _of_rows(contractor, table)
    digits = _digits(contractor, found.x.node) if found is not None and found.relation == "eq" else None
    if found is None or digits is None or digits != _digits(contractor, found.y.node):
        return None
    least, step, base = digits
    within = pruned(found.x.labels, table.labels)
    sizes = contractor.sizes_of(within)
    if math.prod(sizes) * math.log2(base) > _EXACT_BITS:
        return None
    powers = _powers(base, sizes)
    weights = Factor(contractor.graph.node("constant", (), sizes, ("array", powers)), within)
    codes = []
    for x in (found.x, found.y):
        c, code = contractor.contracted(Product(factors=(x, weights), summed=frozenset(within)))
        total = float(powers.content.sum()) / step
        codes.append(contractor.combined([(c / step, code)], pruned(x.labels, within), 1 - least * total))
        contractor.bins[codes[-1].node] = base ** math.prod(sizes)
    return contractor.pointwise("compare", codes, table.labels, ("eq",))


@lru_cache(maxsize=256)
def _powers(base: int, sizes: tuple[int, ...]) -> Array:
    return Array(np.float64(base) ** np.arange(math.prod(sizes), dtype=np.float64).reshape(sizes))


def _digits(contractor: Contractor, node: Node) -> tuple[int, int, int] | None:
    """The least value, the step to the next and their number, where values are few."""
    few, bins = _few_values(contractor, node), _bins(contractor, node)
    return (few[0], few[1] - few[0], len(few)) if few else (1, 1, bins) if bins else None


def inputs_of(factor: Factor) -> list[Factor]:
    """The arrays of which a factor is a function entry by entry."""
    return [
        Factor(one, tuple(factor.labels[view.index(k)] for k in range(len(one.sizes))))
        for one, view in zip(factor.node.inputs, factor.node.params[0], strict=True)
    ]


def inputs_of_matmul(
    contractor: Contractor, factor: Factor
) -> tuple[tuple[Factor, Factor], frozenset[Label]]:
    """The two arrays of which a factor is the matrix product, and what is summed over."""
    (left, right, places), (batch, rows, *_) = factor.node.params
    one, other = factor.node.inputs
    made = [label for _, label in sorted(zip(places, factor.labels, strict=True), key=lambda pair: pair[0])]
    within = [contractor.fresh(one.sizes[k]) for k in left[batch + rows :]]
    x = _ordered(one, left, [*made[: batch + rows], *within])
    return (x, _ordered(other, right, [*made[:batch], *within, *made[batch + rows :]])), frozenset(within)


def _ordered(node: Node, places: tuple[int, ...], labels: list[Label]) -> Factor:
    """The node, whose axes at the places have the labels."""
    by_place = dict(zip(places, labels, strict=True))
    return Factor(node, tuple(by_place[k] for k in range(len(node.sizes))))


def _counted(
    contractor: Contractor, found: _Comparison, label: Label, rest: list[Factor]
) -> tuple[Factor, ...] | None:
    """The sum over j of 1{x_i R y_j} w_j, j before, beside or after i, as numbers for each i."""
    x, y = found.x.labels, found.y.labels
    other = x[1] if len(x) > 1 else None
    if x[:1] != (TRIAL,) or other is None or y[:2] != (TRIAL, label) or x[2:] != y[2:]:
        return None
    masks = [x for x in rest if not x.node.is_random and set(x.labels) == {label, other}]
    weights = [x for x in rest if x not in masks]
    sides = [sides_of(x, label) for x in masks]
    plain = len(masks) <= 1 and None not in sides and all(set(x.labels) <= {TRIAL, label} for x in weights)
    if not plain or contractor.sizes[label] != contractor.sizes[other]:
        return None
    inputs = [found.x.node, found.y.node]
    if weights:
        inputs.append(_product(contractor, weights, Factor(found.y.node, y[:2])).node)
    params = (found.relation, *(sides[0] or EVERY if sides else EVERY))
    op = "counted" if len(x) == 2 else "counted_rows"  # noqa: PLR2004
    node = contractor.graph.node(op, tuple(inputs), found.x.node.sizes[:2], params)
    return (Factor(node, x[:2]),)


def _pairs(contractor: Contractor, product: Product, table: Factor) -> Product | None:
    """The product with a sum of 1{x_i = y_j} v_i w_j over i, or over both, carried out by histograms."""
    found = _comparison(table)
    if found is None or found.relation != "eq":
        return None
    if not product.summed & set(pruned(found.x.labels, found.y.labels)):
        found = _Comparison(found.y, "eq", found.x)
    apart = (*pruned(found.x.labels, found.y.labels), *pruned(found.y.labels, found.x.labels))
    if len(apart) != 2 or apart[0] not in product.summed:  # noqa: PLR2004
        return None
    first, second = apart
    x, y, is_open = found.x, found.y.renamed({second: first}), second not in product.summed
    having = [z for z in product.factors if {first, second} & set(z.labels) and z is not table]
    masks = [z for z in having if set(z.labels) == {first, second} and not z.node.is_random]
    by = [z for z in having if set(z.labels) <= set(x.labels)]
    to = [z.renamed({second: first}) for z in having if set(z.labels) <= set(found.y.labels)]
    if len(masks) > 1 or len((*by, *to, *masks)) < len(having) or any(z.node.is_tracked for z in having):
        return None
    sides = sides_of(masks[0], second) if masks else EVERY
    if sides != EVERY and (sides is None or x != y or (by != to and sides.before != sides.after)):
        return None
    values, beyond = (_bins(contractor, z.node) or 0 for z in (x, y))
    most, items = max(values, beyond), contractor.sizes[first]
    if not values or not beyond or 2 * most > items * contractor.sizes[second]:
        return None
    fewest = _FEWEST_COUNTED * (3 if x == y else 1)
    if is_open and (items < fewest or sides not in {EVERY, SIDES["ne"]} or (by and sides != EVERY)):
        return None
    bins = contractor.fresh(most)
    loads = _loads(contractor, x, first, bins, by)
    if x != y or is_open:
        left = tuple(z for z in product.factors if z is not table and z not in (*by, *masks))
        taken = gathered(contractor, loads, bins, found.y)
        if sides != EVERY:
            taken = contractor.combined([(1.0, taken)], taken.labels, -1.0)
        return replace(product, factors=(*left, taken), summed=product.summed - {first})
    both = (loads, _loads(contractor, y, first, bins, to))
    parts = [contractor.contracted(Product(factors=both, summed=frozenset({bins})))]
    if sides != EVERY:
        alone = contractor.contracted(Product(factors=(*by, *to), summed=frozenset({first})))
        share = (sides.before + sides.after) / 2
        parts = [(share * parts[0][0], parts[0][1]), ((sides.own - share) * alone[0], alone[1])]
    made = contractor.combined(parts, pruned(x.labels, (first,)))
    left = tuple(z for z in product.factors if z is not table and z not in having)
    return replace(product, factors=(*left, made), summed=product.summed - {first, second})


def _loads(
    contractor: Contractor, values: Factor, label: Label, bins: Label, weights: list[Factor]
) -> Factor:
    """How many items have each value, or their weight."""
    labels = (*pruned(values.labels, (label,)), bins)
    inputs = (values.node, *([_product(contractor, weights, values).node] if weights else []))
    params = (values.labels.index(label), True)
    return Factor(contractor.graph.node("histogram", inputs, contractor.sizes_of(labels), params), labels)


def tuples(contractor: Contractor, product: Product, table: Factor) -> Product | None:
    """The product with a sum over k places of equal values, three or more, carried out by loads.

    Of a value with load L there are binom(L, m) sets of m items, on which the places lie in as many ways as
    the conditions on them allow.
    """
    found = _comparison(table)
    if found is None or found.relation != "eq" or found.x.node is not found.y.node:
        return None
    alike = [x for x in product.factors if x.node is table.node]
    places = set(table.labels[1:])
    for _ in alike:
        places.update(*(x.labels[1:] for x in alike if places & set(x.labels)))
    equal = [x for x in alike if places & set(x.labels)]
    masks = [x for x in product.factors if places & set(x.labels) and x not in equal]
    fits = len(places) in _PLACES and places <= product.summed
    if len(table.node.sizes) > 3:  # noqa: PLR2004 - an index of their own beside the items
        return None
    if not fits or any(x.node.is_random or not set(x.labels) <= places for x in masks):
        return None
    sides = [(x.labels, sides_of(x, x.labels[-1])) for x in masks]
    known = [(labels, x) for labels, x in sides if x is not None]
    orders = [_onto(sorted(places, key=str), m, known) for m in range(1, len(places) + 1)]
    values, items = _bins(contractor, found.x.node), contractor.sizes[found.x.labels[-1]]
    # Increasing places are counted by comparisons where values are many; those in any order are not.
    most = items**2 * (1 if sum(orders) == 1 else len(places)) // 2
    if values is None or values > most or len(known) < len(sides):
        return None
    ways = loads = _loads(contractor, found.x, found.x.labels[-1], contractor.fresh(values), [])
    parts = []
    for m, allowed in enumerate(orders, start=1):
        if m > 1:
            fewer = contractor.combined([(1.0, loads)], loads.labels, 1.0 - m)
            ways = contractor.pointwise("multiply", [fewer, ways], loads.labels)
        if allowed:
            c, total = contractor.contracted(Product(factors=(ways,), summed=frozenset(loads.labels[1:])))
            parts.append((c * allowed / math.factorial(m), total))
    left = [x for x in product.factors if x not in equal and x not in masks]
    made = contractor.combined(parts, (TRIAL,))
    return replace(product, factors=(*left, made), summed=product.summed - places)


def _onto(places: list[Label], m: int, sides: list[tuple[Labels, Sides]]) -> int:
    """In how many ways the places lie on all of m items in order, as the conditions allow."""
    count = 0
    for chosen in product_of(range(m), repeat=len(places)):
        at = dict(zip(places, chosen, strict=True))
        count += len(set(chosen)) == m and all(
            x[0 if at[q] < at[p] else 1 if at[q] == at[p] else 2] for (p, q), x in sides
        )
    return count


def _product(contractor: Contractor, weights: Sequence[Factor], like: Factor) -> Factor:
    """The product of weights over the labels of another factor."""
    total = weights[0]
    for one in weights[1:]:
        total = contractor.pointwise("multiply", [total, one])
    places = tuple(total.labels.index(x) if x in total.labels else None for x in like.labels)
    sizes = contractor.sizes_of(like.labels)
    return Factor(contractor.graph.node("spread", (total.node,), sizes, (places,)), like.labels)


def sides_of(mask: Factor, label: Label) -> Sides | None:
    """The sides of j beside i that a constant mask leaves; none where it says something else."""
    if mask.node.op == "unequal":
        return SIDES["ne"]
    found = _comparison(mask)
    if found is None or any(not _is_range(x.node) for x in (found.x, found.y)):
        return None
    return SIDES.get(found.relation if found.x.labels == (label,) else MIRRORED[found.relation])


def _bins(contractor: Contractor, node: Node) -> int | None:
    """The largest value, where all are whole numbers from 1."""
    if node.op.startswith("argmax"):
        ((place,),) = node.params
        return int(node.inputs[0].sizes[place])
    if node.op in {"taken", *VIEWS}:
        return _bins(contractor, node.inputs[0])
    return contractor.bins.get(node)


Parts = list[tuple[float, tuple[Factor, ...]]]
"""Multiples of products whose sum a table is."""


def by_products(contractor: Contractor, factor: Factor) -> Parts:
    """A table of two arrays as a sum of products of functions of each: 1{x = y}, 1{x y < 0}, cos(x + y)."""
    node = factor.node
    match (node.op, *node.params[-1:]):
        case "compare", "eq" | "ne" as relation:
            parts = _of_equality(contractor, *inputs_of(factor))
        case "compare_number", 0.0 if node.inputs[0].op == "multiply":
            parts, relation = _of_signs(contractor, factor), node.params[1]
        case "function", "cos" | "sin":
            return _of_angles(contractor, factor)
        case _:
            return []
    if relation in {"ne", "le", "ge"}:
        parts = [(float(not xs) - c, xs) for c, xs in parts]
    return [part for part in parts if part[0]]


def _of_equality(contractor: Contractor, x: Factor, y: Factor) -> Parts:
    """1{x = y}, where x and y have the same two values, or are signs.

    With m the sum of two values and D their difference it is 1/2 + (m^2/2 - m x - m y + 2 x y) / D^2. Of
    signs, 0 included, it is 1 - x^2 - y^2 + x y / 2 + 3 x^2 y^2 / 2.
    """
    values = _few_values(contractor, x.node)
    if values != _few_values(contractor, y.node):
        return []
    match values:
        case (low, high):
            total, square = low + high, (high - low) ** 2
            of_each = [(-total / square, (one,)) for one in (x, y)]
            return [(0.5 + total**2 / square / 2, ()), (2 / square, (x, y)), *of_each]
        case (_, _, _):
            squares = tuple(contractor.pointwise("multiply", [one, one]) for one in (x, y))
            return [(1.0, ()), (0.5, (x, y)), *((-1.0, (one,)) for one in squares), (1.5, squares)]
    return []


def _of_signs(contractor: Contractor, factor: Factor) -> Parts:
    """1{x y > 0} or 1{x y < 0}, or the opposite of 1{x y <= 0} or 1{x y >= 0}, by the signs of x and y."""
    (product,), relation = inputs_of(factor), factor.node.params[1]
    if relation in {"eq", "ne"}:
        return []
    signs = [contractor.pointwise("function", [x], x.labels, ("sign",)) for x in inputs_of(product)]
    squares = tuple(contractor.pointwise("multiply", [x, x], x.labels) for x in signs)
    return [(0.0, ()), (0.5, squares), (0.5 if relation in {"gt", "le"} else -0.5, tuple(signs))]


def _of_angles(contractor: Contractor, factor: Factor) -> Parts:
    """cos(x + y) = cos x cos y - sin x sin y, and so the sine, where neither x nor y has all indices."""
    addends, constant = _addends(contractor, inputs_of(factor)[0])
    if len(addends) < 2:  # noqa: PLR2004
        return []
    first, *rest = addends
    if len(rest) > 1 or constant:
        labels = Product(factors=tuple(x for _, x in rest)).open
        rest = [(1.0, contractor.combined(rest, labels, constant))]
    if any(set(x.labels) == set(factor.labels) for _, x in (first, *rest)):
        return []
    # Of -x as of x, so that both are worked out once where x stands in both places.
    (one, x), (other, y) = (
        (math.copysign(1, c), x if abs(c) == 1 else contractor.combined([(abs(c), x)], x.labels))
        for c, x in (first, *rest)
    )
    cosines, sines = (
        [contractor.pointwise("function", [z], z.labels, (name,)) for z in (x, y)] for name in ("cos", "sin")
    )
    if factor.node.params[1] == "cos":
        return [(1.0, tuple(cosines)), (-one * other, tuple(sines))]
    return [(one, (sines[0], cosines[1])), (other, (cosines[0], sines[1]))]


def _addends(contractor: Contractor, factor: Factor) -> tuple[list[tuple[float, Factor]], float]:
    """The multiples of arrays whose sum a factor is, a matrix product of sums included, and a constant."""
    if factor.node.op == "linear":
        _, multiples, constant = factor.node.params
        return list(zip(multiples, inputs_of(factor), strict=True)), constant
    pair, within = inputs_of_matmul(contractor, factor) if factor.node.op == "matmul" else ((), frozenset())
    for whole, other in zip(pair, pair[::-1], strict=True):
        products = [Product(coefficient=c, factors=(x, other), summed=within) for c, x in parts_of(whole)]
        if products:
            made = map(contractor.contracted, products)
            return [(c, x) for c, x in made if x is not None], 0.0
    return [], 0.0


def parts_of(factor: Factor) -> list[tuple[float, Factor]]:
    """The multiples of arrays whose sum a factor is; none where it is no sum."""
    if factor.node.op != "linear" or len(factor.node.inputs) < 2 or factor.node.params[2]:  # noqa: PLR2004
        return []
    return list(zip(factor.node.params[1], inputs_of(factor), strict=True))


def _few_values(contractor: Contractor, node: Node) -> tuple[int, ...]:
    """The two values of a draw, or those of a sign; none of others."""
    if node.op in {"taken", "gather", *VIEWS}:
        return _few_values(contractor, node.inputs[0])
    if node.op == "function" and node.params[-1] == "sign" and not node.is_tracked:
        return -1, 0, 1
    if node.op != "draw":
        return ()
    law = node.params[1]
    match law.head:
        case "rademacher" if is_number(law.args[0], 1):
            return -1, 1
        case "bernoulli":
            return 0, 1
    return (1, 2) if contractor.bins.get(node) == 2 else ()  # noqa: PLR2004


def is_sign(contractor: Contractor, node: Node) -> bool:
    """Whether each number is 1 or -1, whose square is 1."""
    return _few_values(contractor, node) == (-1, 1)


def _is_range(node: Node) -> bool:
    return node.op == "constant" and node.params[0] == "range"


def _histogram(
    contractor: Contractor, found: _Comparison, label: Label, rest: list[Factor]
) -> tuple[Factor, ...] | None:
    """The sum over j of 1{x_j = s} w_j for each s."""
    fits = found.relation == "eq" and _is_range(found.x.node) and found.y.labels[:1] == (TRIAL,)
    bins, known = contractor.sizes[found.x.labels[0]] if fits else 0, _bins(contractor, found.y.node)
    if known is None or bins < _FEWEST_BINS:
        return None
    if any(not set(x.labels) <= set(found.y.labels) for x in rest):
        return None
    inputs = [found.y.node, *([_product(contractor, rest, found.y).node] if rest else [])]
    labels = (*pruned(found.y.labels, (label,)), *found.x.labels)
    place = found.y.labels.index(label)
    node = contractor.graph.node(
        "histogram", tuple(inputs), contractor.sizes_of(labels), (place, known <= bins)
    )
    return (Factor(node, labels),)


def _taken(
    contractor: Contractor, table: Factor, label: Label, rest: list[Factor]
) -> tuple[Factor, ...] | None:
    """The items at the one place j = f(i) that each i has, or nothing where it has none."""
    if len(table.labels) != 2 or not rest:  # noqa: PLR2004
        return None
    (other,) = pruned(table.labels, (label,))
    if any(x.labels.count(label) != 1 for x in rest):
        return None
    # A condition on indices has no law, whose parameters it would ask for.
    holds = Program((table.node,), torch.tensor).evaluated({})[0]
    holds = holds if table.labels[0] == label else holds.mT
    if bool((holds.sum(0) > 1).any()):
        return None
    places = tuple(holds.argmax(0).tolist())

    def taken(x: Factor) -> Factor:
        labels = tuple(other if one == label else one for one in x.labels)
        if places == tuple(range(contractor.sizes[label])):
            return Factor(x.node, labels)
        params = (x.labels.index(label), places)
        return Factor(contractor.graph.node("taken", (x.node,), contractor.sizes_of(labels), params), labels)

    known = [_put(contractor, x, label, (other,), taken) for x in rest]
    made = [x for x in known if x is not None]
    if len(made) < len(known):
        return None
    there = holds.sum(0)
    if not bool(there.all()):
        content = Array(there.numpy())
        made.append(
            Factor(contractor.graph.node("constant", (), tuple(there.shape), ("array", content)), (other,))
        )
    return tuple(made)


def _looked_up(
    contractor: Contractor, found: _Comparison, label: Label, rest: list[Factor]
) -> tuple[Factor, ...] | None:
    """The items at the random place j = x_i of each i, without a table of i and j."""
    x, largest = found.x, _bins(contractor, found.x.node)
    plain = found.relation == "eq" and _is_range(found.y.node) and rest
    if not plain or largest is None or largest > contractor.sizes[label]:
        return None
    if any(y.labels.count(label) != 1 for y in rest):
        return None

    def at_place(y: Factor) -> Factor:
        return x if _is_range(y.node) else gathered(contractor, y, label, x)

    known = [_put(contractor, y, label, x.labels[1:], at_place) for y in rest]
    made = tuple(y for y in known if y is not None)
    return made if len(made) == len(known) else None


def _put(
    contractor: Contractor, factor: Factor, label: Label, others: Labels, item: Callable[[Factor], Factor]
) -> Factor | None:
    """A factor at j = f(i): its items there, or, of a table over i and j, its function of the items."""
    if label not in factor.labels:
        return factor
    if not set(others) & set(factor.labels):
        return item(factor)
    op, params, inputs = factor.node.op, factor.node.params[1:], []
    if op == "unequal":
        graph, labels = contractor.graph, factor.labels
        op, params = "compare", ("ne",)
        inputs = [
            Factor(graph.node("constant", (), (contractor.sizes[x],), ("range",)), (x,)) for x in labels
        ]
    elif op in ENTRY_BY_ENTRY and not factor.node.is_tracked:
        inputs = inputs_of(factor)
    made = [x for x in (_put(contractor, x, label, others, item) for x in inputs) if x is not None]
    return contractor.pointwise(op, made, params=params) if inputs and len(made) == len(inputs) else None


def gathered(contractor: Contractor, array: Factor, axis: Label, index: Factor) -> Factor:
    """The items of an array along an axis at places that another array holds."""
    own = pruned(array.labels, (axis, *index.labels))
    shared = tuple(x for x in index.labels if x in array.labels)
    labels = (*index.labels, *own)
    orders = tuple(array.labels.index(x) for x in (*shared, axis, *own))
    kept = tuple(x in shared for x in index.labels)
    sizes = contractor.sizes_of(labels)
    return Factor(contractor.graph.node("gather", (array.node, index.node), sizes, (orders, kept)), labels)
