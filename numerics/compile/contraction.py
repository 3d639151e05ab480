"""Products contracted to one array, in a good order.

opt_einsum finds the order of pairs from the sizes. What it does not know is weighed here: an operation entry
by entry moves memory and costs more than the same number of operations in a matrix product; two halves of a
product that are the same up to names are worked out once; and a condition j != i is a mask, or everything
minus the part with j = i.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from itertools import product as choices
from math import prod
from typing import Any, Final

import opt_einsum

from .graph import TRIALS, Graph, Node
from .pairs import paired
from .products import OPERATION, TRIAL, Factor, Label, Labels, Product, pruned, trials_first
from .tables import by_products, is_sign, parts_of, without_tables

_TRIALS_WEIGHED: Final = 256
"""Trials that a contraction is planned for, so that what holds for all trials costs next to nothing."""
MUCH_LESS: Final = 0.7
"""Share of the cost below which another order is taken than that of the fewest operations."""
_MOST_HALVES: Final = 4
"""Pairs of equal factors among which halves are looked for."""


@dataclass(frozen=True)
class Plan:
    """What a contraction costs, and the products whose sum it is; each has one half where it is a square.

    `is_square` says that the sum is none of negative numbers, which rounding might make of it.
    """

    cost: float
    parts: tuple[tuple[Product, Product | None], ...]
    is_square: bool = False


@lru_cache(maxsize=4096)
def _path(
    terms: tuple[str, ...],
    output: str,
    sizes: tuple[tuple[str, int], ...],
    masks: frozenset[int],
    has_condition: bool,
) -> tuple[float, Any]:
    """The cost and the order of pairs of a contraction; `masks` are the places of conditions j != i.

    A condition on two indices costs no operation more where it gives an array the index that it lacks, but
    memory, so that with one the order of least memory is tried as well.
    """
    known = dict(sizes)
    shapes = [tuple(known[letter] for letter in term) for term in terms]
    einsum = f"{','.join(terms)}->{output}"
    paths = [opt_einsum.contract_path(einsum, *shapes, shapes=True)[0]]
    # The search for the fewest operations passes over orders in which a product entry by entry is summed. Of
    # three arrays the order stays the one in which stored evidence was drawn.
    if len(terms) > 3:  # noqa: PLR2004
        paths.append(opt_einsum.contract_path(einsum, *shapes, shapes=True, optimize="greedy")[0])
    if has_condition:
        smallest = opt_einsum.DynamicProgramming(minimize="write")
        paths.append(opt_einsum.contract_path(einsum, *shapes, shapes=True, optimize=smallest)[0])
    first, *others = [(_cost(path, terms, output, known, masks), tuple(path)) for path in paths]
    return min([first, *(other for other in others if other[0] < MUCH_LESS * first[0])])


def _cost(
    path: Any,  # noqa: ANN401 - groups of places
    terms: tuple[str, ...],
    output: str,
    known: dict[str, int],
    masks: frozenset[int],
) -> float:
    """The numbers that are read and written, and the operations, of pairs in an order."""
    left = [(set(term), place in masks) for place, term in enumerate(terms)]
    cost = 0.0
    for group in path:
        chosen = [left[k] for k in group]
        left = [term for k, term in enumerate(left) if k not in group]
        every = set[str]().union(*(letters for letters, _ in chosen))
        made = every & set(output).union(*(letters for letters, _ in left))
        left.append((made, False))
        # What one of them alone has, and nothing after it, is summed over before they meet.
        alone = {x for x in every - made if sum(x in letters for letters, _ in chosen) == 1}
        every -= alone if len(chosen) > 1 else set()
        # Filling a diagonal costs next to nothing.
        if any(is_mask for _, is_mask in chosen) and any(letters == made for letters, _ in chosen):
            continue
        if len(chosen) > 1 or made != every:
            cost += sum(prod(known[x] for x in letters) for letters in (*(term for term, _ in chosen), made))
        cost += OPERATION * prod(known[x] for x in every) * (made != every)
    return cost


@dataclass
class Contractor:
    """Makes nodes of products; knows the size of every label."""

    graph: Graph
    sizes: dict[Label, int] = field(default_factory=lambda: {TRIAL: TRIALS})
    bins: dict[Node, int] = field(default_factory=dict)
    """The largest value of draws that are whole numbers from 1."""
    _serial: Iterator[int] = field(default_factory=count)

    # Labels.

    def fresh(self, size: int) -> Label:
        """A label that is used nowhere else."""
        label = ("label", next(self._serial))
        self.sizes[label] = size
        return label

    def refreshed(self, product: Product) -> Product:
        """The product with labels of its own for what it sums over and for its axes."""
        own = dict.fromkeys((*sorted(product.summed, key=str), *product.axes))
        return product.renamed({label: self.fresh(self.sizes[label]) for label in own})

    def joined(self, *products: Product) -> Product:
        """The product of products, their axes one after the other."""
        fresh = [products[0], *map(self.refreshed, products[1:])]
        return Product(
            coefficient=prod(one.coefficient for one in fresh),
            factors=tuple(factor for one in fresh for factor in one.factors),
            summed=frozenset().union(*(one.summed for one in fresh)),
            axes=tuple(axis for one in fresh for axis in one.axes),
        )

    def summed(self, product: Product, *labels: Label) -> Product:
        """The sum over labels, under names of their own."""
        names = {label: self.fresh(self.sizes[label]) for label in labels}
        renamed = product.renamed(names)
        return replace(
            renamed, summed=renamed.summed | set(names.values()), axes=pruned(renamed.axes, names.values())
        )

    def sizes_of(self, labels: Labels, *, weighed: bool = False) -> tuple[int, ...]:
        """The sizes of labels; the number of trials as planned for."""
        return tuple(_TRIALS_WEIGHED if weighed and label == TRIAL else self.sizes[label] for label in labels)

    # Contractions.

    def cost(self, product: Product) -> float:
        """What the contraction costs, in numbers read or written, for a block of trials."""
        return self._plan(product).cost

    def cost_of_square(self, product: Product) -> float:
        """The cost of the whole product, and of reading it once more."""
        return self.cost(product) + prod(self.sizes_of(product.open, weighed=True))

    def contracted(self, product: Product) -> tuple[float, Factor | None]:
        """A coefficient and one factor with the open labels, or none for a number."""
        plan = self._plan(product)
        parts = [self._carried_out(*part) for part in plan.parts]
        if plan.is_square:
            total = self.combined(parts, product.open)
            return 1.0, self.pointwise("maximum_number", [total], params=(0.0,))
        if len(parts) == 1:
            return parts[0]
        if not product.open and all(factor is None for _, factor in parts):
            return sum(c for c, _ in parts), None
        return 1.0, self.combined(parts, product.open)

    def combined(
        self, parts: Sequence[tuple[float, Factor | None]], labels: Labels, constant: float = 0.0
    ) -> Factor:
        """c_1 x_1 + c_2 x_2 + ... + constant over the labels."""
        constant += sum(c for c, factor in parts if factor is None)
        # Written to the memory of one of two equal factors, the other would be read wrong.
        multiples = dict.fromkeys((factor for _, factor in parts if factor is not None), 0.0)
        for c, factor in parts:
            if factor is not None:
                multiples[factor] += c
        named = [(c, factor) for factor, c in multiples.items()]
        # The first is not multiplied where its coefficient is 1, and its memory may be written to.
        named.sort(key=lambda part: part[0] != 1.0)
        present = {label for _, factor in named for label in factor.labels}
        labels = tuple(label for label in labels if label in present or label != TRIAL)
        missing = [(0.0, self.ones((label,))) for label in labels if label not in present]
        named += missing if named or labels else [(0.0, self.ones(()))]
        coefficients = tuple(c for c, _ in named)
        return self.pointwise("linear", [factor for _, factor in named], labels, (coefficients, constant))

    def pointwise(
        self, op: str, factors: list[Factor], labels: Labels | None = None, params: tuple[Any, ...] = ()
    ) -> Factor:
        """A function of numbers, entry by entry, over the labels of all factors."""
        factors = [self._without_repeats(factor) for factor in factors]
        labels = Product(factors=tuple(factors)).open if labels is None else labels
        views = tuple(
            tuple(factor.labels.index(x) if x in factor.labels else None for x in labels)
            for factor in factors
        )
        nodes = tuple(factor.node for factor in factors)
        return Factor(self.graph.node(op, nodes, self.sizes_of(labels), (views, *params)), labels)

    def ones(self, labels: Labels) -> Factor:
        """Ones over the labels, none of them the trials."""
        return Factor(self.graph.node("constant", (), self.sizes_of(labels), ("ones",)), labels)

    # Plans: a mask or everything minus the diagonal; a square of one half or the whole.

    def _plan(self, product: Product) -> Plan:
        bare = self._simplified(product)
        product = self._with_masks(bare)
        plans = [
            self._plan_of_one(product),
            *self._plan_without_mask(product),
            *self._plan_expanded(product),
            *self._plan_distributed(product),
            *self._plan_by_products(product),
            *self._plan_paired(bare),
        ]
        return min(plans, key=lambda plan: plan.cost)

    def _plan_of_one(self, product: Product) -> Plan:
        best = Plan(self._ordered_pairs(product)[0], ((product, None),))
        for half in self._halves(product):
            cost = self._ordered_pairs(half)[0] + prod(self.sizes_of(half.open, weighed=True))
            if cost < best.cost:
                best = Plan(cost, ((product, half),))
        return best

    def _plan_without_mask(self, product: Product) -> list[Plan]:
        for factor in product.factors:
            if factor.node.op != "unequal" or not product.summed & set(factor.labels):
                continue
            one, other = factor.labels
            if one not in product.summed:
                one, other = other, one
            everything = replace(product, factors=tuple(x for x in product.factors if x is not factor))
            equal = replace(everything, summed=product.summed - {one}, coefficient=-product.coefficient)
            plans = [self._plan(everything), self._plan(equal.renamed({one: other}))]
            output = 3 * prod(self.sizes_of(product.open, weighed=True))
            return [Plan(sum(x.cost for x in plans) + output, plans[0].parts + plans[1].parts)]
        return []

    def _plan_expanded(self, product: Product) -> list[Plan]:
        """A square of a table of sums x_i + y_j by its three products, summed over the axes of x and y."""
        if len(product.factors) != 2 or product.factors[0] != product.factors[1]:  # noqa: PLR2004
            return []
        whole = product.factors[0]
        parts = parts_of(whole)
        if not parts or any(set(x.labels) == set(whole.labels) for _, x in parts):
            return []
        plans = []
        for place, (c, x) in enumerate(parts):
            for other, (e, y) in enumerate(parts[: place + 1]):
                by = product.coefficient * c * e * (1 if other == place else 2)
                plans.append(self._plan(replace(product, coefficient=by, factors=(y, x))))
        return [replace(self._total(plans, product, whole), is_square=product.coefficient > 0)]

    def _plan_distributed(self, product: Product) -> list[Plan]:
        """A sum over a table of sums x_i + y_j by those over x and over y."""
        for place, table in enumerate(product.factors):
            parts = parts_of(table) if product.summed & set(table.labels) else []
            others = (*product.factors[:place], *product.factors[place + 1 :])
            if not parts or table in others or any(set(x.labels) == set(table.labels) for _, x in parts):
                continue
            return [self._plan_of_parts(product, table, others, [(c, (x,)) for c, x in parts])]
        return []

    def _plan_by_products(self, product: Product) -> list[Plan]:
        """Sums of 1{x = y}, x and y of few values, by those of x y."""
        for table in product.factors:
            parts = by_products(self, table)
            pair = next((xs for _, xs in parts if len(xs) > 1), ())
            if not pair or not product.summed.intersection(*(x.labels for x in pair)):
                continue
            rest = tuple(x for x in product.factors if x is not table)
            return [self._plan_of_parts(product, table, rest, parts)]
        return []

    def _plan_paired(self, product: Product) -> list[Plan]:
        """A sum over pairs of a function of both items, without the tables of which it is a function."""
        found = paired(self, product)
        if found is None:
            return []
        left, tables, share = found
        plan = self._plan(left)
        saved = sum(prod(self.sizes_of(x.labels, weighed=True)) for x in tables)
        return [replace(plan, cost=plan.cost - (2 - share) * saved)]

    def _plan_of_parts(
        self,
        product: Product,
        table: Factor,
        others: tuple[Factor, ...],
        parts: list[tuple[float, tuple[Factor, ...]]],
    ) -> Plan:
        """The product with parts in place of a table that is their sum."""
        plans = [
            self._plan(replace(product, coefficient=product.coefficient * c, factors=(*others, *xs)))
            for c, xs in parts
        ]
        return self._total(plans, product, table)

    def _total(self, plans: list[Plan], product: Product, table: Factor) -> Plan:
        """The sum of plans, with which a table is not made."""
        output = (len(plans) + 1) * prod(self.sizes_of(product.open, weighed=True))
        saved = 2 * prod(self.sizes_of(table.labels, weighed=True))
        cost = sum(plan.cost for plan in plans) + output - saved
        return Plan(cost, tuple(x for plan in plans for x in plan.parts))

    def _simplified(self, product: Product) -> Product:
        """Identities rename labels, squares of signs go, sums that need no table are carried out."""
        for factor in product.factors:
            if factor.node.op != "identity" or not product.summed & set(factor.labels):
                continue
            one, other = factor.labels
            if one not in product.summed:
                one, other = other, one
            rest = replace(product, factors=tuple(x for x in product.factors if x is not factor))
            summed = rest.summed - {one} if one != other else rest.summed
            return self._simplified(replace(rest, summed=summed).renamed({one: other}))
        for one in product.factors:
            if product.factors.count(one) > 1 and is_sign(self, one.node):
                twice = [k for k, x in enumerate(product.factors) if x == one][:2]
                left = tuple(x for k, x in enumerate(product.factors) if k not in twice)
                return self._simplified(replace(product, factors=left))
        return self._with_squares(without_tables(self, product))

    def _with_masks(self, product: Product) -> Product:
        """Conditions are multiplied in, repeated labels become diagonals, sums of nothing are multiples."""
        factors = self._masked(self._squared([self._without_repeats(factor) for factor in product.factors]))
        present = {label for factor in factors for label in factor.labels}
        unused = [label for label in product.summed if label not in present]
        factors += [self.ones((label,)) for label in product.axes if label not in present]
        return replace(
            product,
            coefficient=product.coefficient * prod(self.sizes[label] for label in unused),
            factors=tuple(factors),
            summed=product.summed - set(unused),
        )

    def _with_squares(self, product: Product) -> Product:
        """The product, its sums of squares of a table x_i + y_j made without the table."""
        for whole in product.factors:
            others = [x for x in product.factors if x != whole]
            within = product.summed.intersection(whole.labels).difference(*(x.labels for x in others))
            if len(product.factors) - len(others) != 2 or not others or not within:  # noqa: PLR2004
                continue
            squares = Product(factors=(whole, whole), summed=within)
            if self._plan(squares).is_square:
                c, made = self.contracted(squares)
                factors = (*([made] if made else []), *others)
                left = replace(product, coefficient=product.coefficient * c, factors=factors)
                return replace(left, summed=product.summed - within)
        return product

    def _squared(self, factors: list[Factor]) -> list[Factor]:
        """A factor that stands twice among others as its square."""
        for factor in factors:
            if len(factors) > 2 and factors.count(factor) > 1:  # noqa: PLR2004 - two alone are one sum of squares
                rest = list(factors)
                rest.remove(factor)
                rest.remove(factor)
                return self._squared([*rest, self.pointwise("multiply", [factor, factor], factor.labels)])
        return factors

    def _masked(self, factors: list[Factor]) -> list[Factor]:
        """Constant matrices multiplied into the smallest random array that has their labels."""
        masks = [x for x in factors if len(x.labels) > 1 and not x.node.is_random and x.node.op != "unequal"]
        for mask in masks:
            hosts = [x for x in factors if x.node.is_random and set(mask.labels) <= set(x.labels)]
            if hosts:
                host = min(hosts, key=lambda x: x.node.numbers)
                made = self.pointwise("multiply", [host, mask], host.labels)
                factors = [made if x is host else x for x in factors if x is not mask]
        return factors

    def _without_repeats(self, factor: Factor) -> Factor:
        labels = factor.labels
        repeated = next((x for x in labels if labels.count(x) > 1), None)
        if repeated is None:
            return factor
        first = labels.index(repeated)
        second = labels.index(repeated, first + 1)
        rest = tuple(x for k, x in enumerate(labels) if k not in {first, second})
        sizes = tuple(s for k, s in enumerate(factor.node.sizes) if k not in {first, second})
        places = (first, second)
        node = self.graph.node("diagonal", (factor.node,), (*sizes, factor.node.sizes[first]), places)
        return self._without_repeats(Factor(node, (*rest, repeated)))

    def _halves(self, product: Product) -> list[Product]:
        """Products of half the factors, of which the rest is a copy under other names."""
        counts = Counter(factor.node for factor in product.factors)
        if not counts or any(number != 2 for number in counts.values()) or len(counts) > _MOST_HALVES:  # noqa: PLR2004
            return []
        pairs = [[x for x in product.factors if x.node is node] for node in counts]
        found = []
        for rest in choices((0, 1), repeat=len(pairs) - 1):
            one = [pair[k] for pair, k in zip(pairs, (0, *rest), strict=True)]
            other = [pair[1 - k] for pair, k in zip(pairs, (0, *rest), strict=True)]
            halves = [self._half(x, y, product) for x, y in ((one, other), (other, one))]
            if len(pairs) > 1 and self._pattern(halves[0]) == self._pattern(halves[1]):
                found.append(halves[0])
        return found

    def _half(self, own: list[Factor], others: list[Factor], product: Product) -> Product:
        outside = {label for factor in others for label in factor.labels}
        summed = frozenset(x for factor in own for x in factor.labels if x in product.summed - outside)
        return Product(factors=tuple(own), summed=summed)

    def _pattern(self, product: Product) -> tuple[tuple[str, ...], str]:
        letters: dict[Label, str] = {}
        for factor in product.factors:
            for label in factor.labels:
                letters.setdefault(label, opt_einsum.get_symbol(len(letters)))
        terms = tuple("".join(letters[x] for x in factor.labels) for factor in product.factors)
        return terms, "".join(letters[x] for x in product.open)

    def _ordered_pairs(self, product: Product) -> tuple[float, Any]:
        """The cost and the order of pairs."""
        if not product.factors:
            return 0.0, ()
        terms, output = self._pattern(product)
        letters: dict[str, int] = {}
        for factor, term in zip(product.factors, terms, strict=True):
            letters |= dict(zip(term, self.sizes_of(factor.labels, weighed=True), strict=True))
        masks = frozenset(k for k, x in enumerate(product.factors) if x.node.op == "unequal")
        has_condition = any(
            x.node.op in {"compare", "unequal"} and len(x.labels) > 1 and not x.node.is_random
            for x in product.factors
        )
        return _path(terms, output, tuple(letters.items()), masks, has_condition)

    # Carrying a plan out.

    def _carried_out(self, product: Product, half: Product | None) -> tuple[float, Factor | None]:
        if not product.factors:
            return product.coefficient, None
        if half is None:
            return product.coefficient, self._in_pairs(product)
        own = {id(factor) for factor in half.factors}
        others = [
            next(x for x in product.factors if x.node is factor.node and id(x) not in own)
            for factor in half.factors
        ]
        other = self._half(others, list(half.factors), product)
        needed = set(product.open)
        found = self._pair(self._in_pairs(half), self._in_pairs(other), needed)
        found = self._reduced(found, needed)
        return product.coefficient, self._permuted(found, product.open)

    def _in_pairs(self, product: Product) -> Factor:
        factors = list(product.factors)
        keep = product.open
        for group in self._ordered_pairs(product)[1]:
            chosen = [factors[k] for k in group]
            factors = [factor for k, factor in enumerate(factors) if k not in group]
            outside = {*keep, *(label for factor in factors for label in factor.labels)}
            factors.append(self._multiplied(chosen, outside))
        (last,) = factors
        return self._permuted(self._reduced(last, set(keep)), keep)

    def _multiplied(self, chosen: list[Factor], outside: set[Label]) -> Factor:
        while len(chosen) > 1:
            *rest, one, other = chosen
            needed = outside | {label for factor in rest for label in factor.labels}
            chosen = [*rest, self._pair(one, other, needed)]
        return chosen[0]

    def _reduced(self, factor: Factor, needed: set[Label]) -> Factor:
        """The factor summed over the labels that nothing else has."""
        kept = tuple(x for x in factor.labels if x in needed)
        if kept == factor.labels:
            return factor
        places = tuple(k for k, x in enumerate(factor.labels) if x not in needed)
        return Factor(self.graph.node("sum", (factor.node,), self.sizes_of(kept), (places,)), kept)

    def _permuted(self, factor: Factor, labels: Labels) -> Factor:
        if factor.labels == labels:
            return factor
        places = tuple(factor.labels.index(x) for x in labels)
        return Factor(self.graph.node("permute", (factor.node,), self.sizes_of(labels), (places,)), labels)

    def _pair(self, one: Factor, other: Factor, needed: set[Label]) -> Factor:
        """The product of two factors, summed over what is not needed."""
        if other.node.is_random and not one.node.is_random:
            one, other = other, one
        one = self._reduced(one, needed | set(other.labels))
        other = self._reduced(other, needed | set(one.labels))
        if other.node.op == "unequal" and set(other.labels) <= needed & set(one.labels):
            return self.with_diagonal(one, other.labels, 0.0)
        shared = [x for x in one.labels if x in other.labels]
        batch = tuple(x for x in shared if x in needed)
        contracted = tuple(x for x in shared if x not in needed)
        left, right = pruned(one.labels, shared), pruned(other.labels, shared)
        if not contracted:
            larger = next(
                (x.labels for x in (one, other) if not pruned((*batch, *left, *right), x.labels)), None
            )
            labels = larger or trials_first((*batch, *left, *right))
            return self.pointwise("multiply", [one, other], labels)
        if not right and (not left or set(batch) - {TRIAL}):
            return self._dot(one, other, trials_first((*batch, *left)), contracted)
        return self._matrix_product(one, other, (batch, left, contracted, right))

    def with_diagonal(self, factor: Factor, labels: Labels, value: float) -> Factor:
        """The factor with another number where two labels are equal."""
        places = sorted(factor.labels.index(x) for x in labels)
        sizes = factor.node.sizes
        return Factor(
            self.graph.node("fill_diagonal", (factor.node,), sizes, (*places, value)), factor.labels
        )

    def _matrix_product(self, one: Factor, other: Factor, groups: tuple[Labels, ...]) -> Factor:
        batch, left, contracted, right = groups
        made = (*batch, *left, *right)
        labels = trials_first(made)
        orders = (
            tuple(one.labels.index(x) for x in (*batch, *left, *contracted)),
            tuple(other.labels.index(x) for x in (*batch, *contracted, *right)),
            tuple(made.index(x) for x in labels),
        )
        params = (orders, tuple(map(len, groups)))
        return Factor(
            self.graph.node("matmul", (one.node, other.node), self.sizes_of(labels), params), labels
        )

    def _dot(self, one: Factor, other: Factor, kept: Labels, contracted: Labels) -> Factor:
        """The sum of a product entry by entry; a symmetric matrix is read along its rows."""
        order = (*kept, *(x for x in one.labels if x in contracted))
        views = [
            tuple(x.labels.index(label) if label in x.labels else None for label in order)
            for x in (one, other)
        ]
        swapped = symmetric_axes(other.node)
        if one.node is other.node and swapped and views[0] == tuple(swapped.get(k, k) for k in views[1]):
            views[1] = views[0]
        node = self.graph.node("dot", (one.node, other.node), self.sizes_of(kept), (tuple(views), len(kept)))
        return Factor(node, kept)


@lru_cache(maxsize=4096)
def symmetric_axes(node: Node) -> dict[int | None, int]:
    """Two axes that may be exchanged, each by the other: those of x^T x, x + x^T, u u^T, and their sums."""
    if len(set(node.sizes[-2:])) != 1 or len(node.sizes) == 1:
        return {}
    match node.op:
        case "linear" | "multiply" if len(node.inputs) > 1:
            return _of_parts(node)
        case "linear" if len(node.inputs) == 1 and node.params[0][0] == tuple(range(len(node.sizes))):
            return symmetric_axes(node.inputs[0])
        case "fill_diagonal":
            return symmetric_axes(node.inputs[0])
        case "matmul" if node.inputs[0] is node.inputs[1]:
            (left, right, places), (batch, rows, inner, columns) = node.params
            mirrored = left == (*right[:batch], *right[batch + inner :], *right[batch : batch + inner])
            square = left == right and set(left[batch:]) == set(symmetric_axes(node.inputs[0]))
            if rows == columns == 1 and (mirrored or square) and places == tuple(range(batch + 2)):
                return {batch: batch + 1, batch + 1: batch}
    return {}


def _of_parts(node: Node) -> dict[int | None, int]:
    """The last two axes of a sum or product of parts, where exchanging them exchanges the parts."""
    views, *coefficients = node.params[:2]
    last = len(node.sizes) - 1
    factors = coefficients[0] if coefficients else (1.0,) * len(views)
    parts = list(zip(node.inputs, factors, views, strict=True))
    swapped = [
        (x, c, view if set(view[-2:]) == set(symmetric_axes(x)) else (*view[:-2], view[-1], view[-2]))
        for x, c, view in parts
    ]
    return {last - 1: last, last: last - 1} if Counter(parts) == Counter(swapped) else {}
