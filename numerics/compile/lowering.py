"""From a term to a graph: every head has one method, and joins factors where it can.

An index that is open is its own label, so that `k[i]` is the family with the index in place of its items.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
import scipy.special
from numpy.typing import NDArray

from ...theory.terms import RELATIONS, STATISTICS, Term, instantiated, replaced, subterms, value_of
from .contraction import Contractor
from .graph import TRIALS, Graph
from .products import TRIAL, Factor, Label, Product, pruned

Values = Mapping[Term, Any]
_MIRRORED: Final = {"le": "ge", "lt": "gt", "ge": "le", "gt": "lt", "eq": "eq", "ne": "ne"}
_HOLDS: Final[dict[str, Callable[[float, float], bool]]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "le": lambda a, b: a <= b,
    "lt": lambda a, b: a < b,
    "ge": lambda a, b: a >= b,
    "gt": lambda a, b: a > b,
}
_SIDES: Final = {"ne": (True, True), "lt": (True, False), "gt": (False, True)}
"""Whether j is before or after i, by the relation of j to i."""
_NUMBER_FUNCTIONS: Final[dict[str, Callable[[float], float]]] = {
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "sign": lambda x: float((x > 0) - (x < 0)),
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "relu": lambda x: max(x, 0.0),
    "softplus": lambda x: float(np.logaddexp(0.0, x)),
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "erfc": math.erfc,
    "gamma": math.gamma,
    "log_gamma": math.lgamma,
    "floor": math.floor,
    "ceiling": math.ceil,
    "zeta": lambda x: float(scipy.special.zeta(x)),
}


class Lowering:
    """Terms at one design point as products over a graph.

    `values` gives sizes, parameters and fixed arrays, and numbers of indices that are held fast; `evaluate`
    the values of other terms that are not random.
    """

    def __init__(
        self,
        values: Values,
        uses: Iterable[Term] = (),
        evaluate: Callable[[Term], Any] | None = None,
    ) -> None:
        self.values = values
        self.evaluate = evaluate
        self.graph = Graph()
        self.contractor = Contractor(self.graph)
        self.denominators: list[tuple[Term, Factor]] = []
        self._shared = _used_twice(uses)
        self._labels: dict[Term, Label] = {}
        self._known: dict[Term, Product] = {}
        self._variables: dict[Term, Product] = {}

    def product(self, term: Term) -> Product:
        """The term as a product, its open indices as labels. Raises ValueError for what is not simulated."""
        known = self._known.get(term)
        if known is None:
            known = self._made(term)
            if term in self._shared and known.summed:
                known = self.single(known)
            self._known[term] = known
        return known

    def size(self, dimension: Term) -> int:
        """A dimension at the design point."""
        return round(self.number(dimension))

    def number(self, term: Term) -> float:
        """The value of a term that is one number, not random."""
        found = self.single(self.product(term))
        if found.factors:
            raise ValueError(f"{term} is one number here, and it depends on an index or on a draw.")
        return found.coefficient

    def single(self, product: Product) -> Product:
        """The product as one factor, without sums."""
        plain = all(len(set(factor.labels)) == len(factor.labels) for factor in product.factors)
        if len(product.factors) <= 1 and not product.summed and plain:
            return product
        coefficient, factor = self.contractor.contracted(product)
        factors = () if factor is None else (factor,)
        return Product(coefficient=coefficient, factors=factors, axes=product.axes)

    def factor(self, product: Product) -> Factor | None:
        """One factor with the coefficient multiplied in, or none for a number."""
        one = self.single(product)
        if not one.factors and not one.axes:
            return None
        if not one.factors:
            return self.contractor.combined([], one.open, one.coefficient)
        if set(one.axes) - set(one.factors[0].labels):
            return self.contractor.combined([(one.coefficient, one.factors[0])], one.open)
        if one.coefficient == 1.0:
            return one.factors[0]
        return self.contractor.combined([(one.coefficient, one.factors[0])], one.factors[0].labels)

    def _made(self, term: Term) -> Product:
        if term in self.values and term.head in {"size", "parameter", "index"}:
            return Product(coefficient=float(self.values[term]))
        if term in self._variables:
            return self.contractor.refreshed(self._variables[term])
        method = getattr(self, f"_{term.head}", None)
        if method is not None:
            made: Product = method(term)
            return made
        if term.head in RELATIONS:
            return self._relation(term)
        if term.head in STATISTICS:
            raise ValueError(
                f"{term} stands inside a function of another draw, and its value is not known there: write"
                " this quantity as a @simulator."
            )
        raise ValueError(f"{term} is not simulated.")

    def _of(self, factor: Factor, rank: int) -> Product:
        """The factor with fresh names for its last axes."""
        labels = factor.labels[: len(factor.labels) - rank]
        axes = tuple(self.contractor.fresh(self.contractor.sizes[x]) for x in factor.labels[len(labels) :])
        return Product(factors=(Factor(factor.node, (*labels, *axes)),), axes=axes)

    def _given(self, kind: str, *sizes: int, content: Any = None) -> Product:  # noqa: ANN401
        axes = tuple(map(self.contractor.fresh, sizes))
        params = (kind,) if content is None else (kind, content)
        op = kind if kind in {"identity", "unequal"} else "constant"
        return Product(factors=(Factor(self.graph.node(op, (), sizes, params), axes),), axes=axes)

    def label(self, index: Term) -> Label:
        """The label of an open index."""
        if index not in self._labels:
            label = ("index", len(self._labels))
            self.contractor.sizes[label] = self.size(index.args[0])
            self._labels[index] = label
        return self._labels[index]

    def _opened(self, binder: Term) -> tuple[Term, Label, Term, Term]:
        """The index of a binder, its label, the condition and the body."""
        index, condition, body = binder.opened()
        self._shared |= _used_twice((body,))
        return index, self.label(index), condition, body

    # Symbols and random objects.

    def _number(self, term: Term) -> Product:
        return Product(coefficient=float(value_of(term)))

    def _constant(self, term: Term) -> Product:
        return Product(coefficient={"pi": math.pi, "euler_gamma": float(np.euler_gamma)}[term.data[0]])

    def _missing(self, term: Term) -> Product:
        raise ValueError(f"{term} has no value: give it in at={{{str(term)!r}: ...}}.")

    _size = _parameter = _missing

    def _fixed(self, term: Term) -> Product:
        if term not in self.values:
            return self._missing(term)
        sizes = tuple(map(self.size, term.shape))
        array = np.asarray(self.values[term], dtype=np.float64)
        if array.shape not in {(), sizes}:
            raise ValueError(f"{term} has the shape {sizes} here, and its value has the shape {array.shape}.")
        return self._given("array", *sizes, content=Array(np.broadcast_to(array, sizes)))

    def _index(self, term: Term) -> Product:
        label = self.label(term)
        node = self.graph.node("constant", (), (self.contractor.sizes[label],), ("range",))
        return Product(factors=(Factor(node, (label,)),))

    def _random(self, term: Term) -> Product:
        return self._of(self._drawn(term, ()), len(term.shape))

    def _drawn(self, term: Term, counts: tuple[int, ...]) -> Factor:
        sizes = (TRIALS, *counts, *map(self.size, term.shape))
        node = self.graph.node("draw", (), sizes, (term.data[0], term.args[0]))
        return Factor(node, (TRIAL, *map(self.contractor.fresh, sizes[1:])))

    def _item(self, term: Term) -> Product:
        family, *places = term.args
        drawn = self._drawn(family, tuple(map(self.size, family.args[1:])))
        return self._placed(self._of(drawn, len(places) + len(family.shape)), tuple(places))

    def _component(self, term: Term) -> Product:
        x, *places = term.args
        return self._placed(self.product(x), tuple(places))

    def _placed(self, product: Product, places: tuple[Term, ...]) -> Product:
        """The product with its first axes at places: an open index, a number, or an argmax."""
        for place in places:
            axis, rest = product.axes[0], product.axes[1:]
            if place.head == "index" and place not in self.values:
                label = self.label(place)
                product = replace(product, axes=rest).renamed({axis: label})
            elif place.head == "argmax":
                product = self._gathered(product, place)
            else:
                product = self._selected(product, axis, round(self.number(place)) - 1)
        return product

    def _selected(self, product: Product, axis: Label, place: int) -> Product:
        size = self.contractor.sizes[axis]
        if not 0 <= place < size:
            raise ValueError(f"The place {place + 1} is not among 1, ..., {size}.")

        def at(factor: Factor) -> Factor:
            while axis in factor.labels:
                position = factor.labels.index(axis)
                sizes = factor.node.sizes[:position] + factor.node.sizes[position + 1 :]
                node = self.graph.node("select", (factor.node,), sizes, (position, place))
                factor = Factor(node, factor.labels[:position] + factor.labels[position + 1 :])
            return factor

        return replace(product, factors=tuple(map(at, product.factors)), axes=pruned(product.axes, (axis,)))

    def _gathered(self, product: Product, place: Term) -> Product:
        array, index = self.factor(product), self.factor(self.product(place))
        if array is None or index is None:
            raise ValueError(f"{place} is no place of an array here.")
        axis, rest = product.axes[0], product.axes[1:]
        own = pruned(array.labels, (axis, *rest, *index.labels))
        shared = tuple(x for x in index.labels if x in array.labels)
        labels = (*index.labels, *own, *rest)
        orders = tuple(array.labels.index(x) for x in (*shared, axis, *own, *rest))
        kept = tuple(x in shared for x in index.labels)
        node = self.graph.node(
            "gather", (array.node, index.node), self.contractor.sizes_of(labels), (orders, kept)
        )
        return Product(factors=(Factor(node, labels),), axes=rest)

    def _definition(self, term: Term) -> Product:
        unfolded = term.unfolded()
        self._shared |= _used_twice((unfolded,))
        return self.product(unfolded)

    # Arithmetic.

    def _add(self, term: Term) -> Product:
        return self._total([self.product(part) for part in term.args])

    def _total(self, parts: list[Product]) -> Product:
        """The sum of products, over the axes of the first."""
        parts = [self.single(part) for part in parts]
        axes = parts[0].axes
        parts = [part.renamed(dict(zip(part.axes, axes, strict=True))) for part in parts]
        named = [(part.coefficient, part.factors[0] if part.factors else None) for part in parts]
        labels = Product(factors=tuple(x for _, x in named if x is not None), axes=axes).open
        if not axes and all(factor is None for _, factor in named):
            return Product(coefficient=sum(c for c, _ in named))
        return Product(factors=(self.contractor.combined(named, labels),), axes=axes)

    def _mul(self, term: Term) -> Product:
        return self.contractor.joined(*map(self.product, term.args))

    _scale = _mul

    def _power(self, term: Term) -> Product:
        base, exponent = (self.single(self.product(part)) for part in term.args)
        if exponent.factors:
            return self._general_power(base, exponent)
        p = exponent.coefficient
        if not base.factors:
            return Product(coefficient=self._number_power(term, base.coefficient, p))
        if p == 0:
            return Product()
        (factor,) = base.factors
        scale = base.coefficient**p if base.coefficient > 0 or p == round(p) else None
        if scale is None:
            factor, scale = self._whole(base), 1.0
        if p < 0 and factor.node.is_random:
            self.denominators.append((term.args[0], factor))
        half = p / 2
        if p in {2.0, 4.0, 6.0, 8.0}:
            root = factor if half == 1 else self._raised(factor, half)
            return Product(coefficient=scale, factors=(root, root))
        return Product(coefficient=scale, factors=(self._raised(factor, p),))

    def _whole(self, product: Product) -> Factor:
        one = self.single(product)
        return self.factor(one) or self.contractor.combined([(one.coefficient, None)], ())

    def _raised(self, factor: Factor, exponent: float) -> Factor:
        return self.contractor.pointwise("power", [factor], params=(exponent,))

    def _number_power(self, term: Term, base: float, exponent: float) -> float:
        if base == 0 and exponent < 0:
            raise ValueError(f"The denominator {term.args[0]} is zero at this design point.")
        if base < 0 and exponent != round(exponent):
            raise ValueError(f"{term.args[0]} is negative at this design point, and has no such power.")
        return float(base**exponent)

    def _general_power(self, base: Product, exponent: Product) -> Product:
        return self._function_of("float_power", self._whole(base), self._whole(exponent))

    def _function_of(self, op: str, *factors: Factor) -> Product:
        return Product(factors=(self.contractor.pointwise(op, list(factors)),))

    def _function(self, term: Term) -> Product:
        (name,) = term.data
        x = self.single(self.product(term.args[0]))
        factor = self.factor(x)
        if factor is None:
            try:
                return Product(coefficient=float(_NUMBER_FUNCTIONS[name](x.coefficient)))
            except (ValueError, OverflowError):
                raise ValueError(f"{name} has no finite value at {x.coefficient:.6g}.") from None
        labels = factor.labels
        made = self.contractor.pointwise("function", [factor], labels, (name,))
        return Product(factors=(made,), axes=x.axes)

    def _extreme(self, term: Term) -> Product:
        parts = [self.single(self.product(part)) for part in term.args]
        numbers = [part.coefficient for part in parts if not part.factors]
        choose = max if term.head == "maximum" else min
        if len(numbers) == len(parts):
            return Product(coefficient=choose(numbers))
        found = self._whole(next(part for part in parts if part.factors))
        seen = False
        for part in parts:
            if part.factors and not seen:
                seen = True
            elif part.factors:
                found = self.contractor.pointwise(term.head, [found, self._whole(part)])
        if numbers:
            found = self.contractor.pointwise(f"{term.head}_number", [found], params=(choose(numbers),))
        return Product(factors=(found,))

    _maximum = _minimum = _extreme

    # Vectors and matrices: only labels are joined.

    def _inner(self, term: Term) -> Product:
        x, y = map(self.product, term.args)
        if term.args[0] is term.args[1]:
            return self._norm2(term)
        rank = len(x.axes)
        both = self.contractor.joined(x, y)
        names = dict(zip(both.axes[rank:], both.axes[:rank], strict=True))
        return self.contractor.summed(replace(both, axes=()).renamed(names), *both.axes[:rank])

    def _norm2(self, term: Term) -> Product:
        """|x|^2 of the whole x, or as one contraction of two copies where that costs less."""
        x = self.product(term.args[0])
        rank = len(x.axes)
        twice = self.contractor.joined(x, x)
        names = dict(zip(twice.axes[rank:], twice.axes[:rank], strict=True))
        expanded = self.contractor.summed(replace(twice, axes=()).renamed(names), *twice.axes[:rank])
        if x.summed and self.contractor.cost(expanded) < self.contractor.cost_of_square(x):
            return expanded
        one = self.single(x)
        return self.contractor.summed(
            Product(coefficient=one.coefficient**2, factors=one.factors * 2, axes=one.axes), *one.axes
        )

    def _outer(self, term: Term) -> Product:
        return self.contractor.joined(*map(self.product, term.args))

    def _matmul(self, term: Term) -> Product:
        return self._chained(*map(self.product, term.args))

    def _chained(self, x: Product, y: Product) -> Product:
        both = self.contractor.joined(x, y)
        last, first = both.axes[len(x.axes) - 1], both.axes[len(x.axes)]
        axes = pruned(both.axes, (last, first))
        return self.contractor.summed(replace(both.renamed({first: last}), axes=axes), last)

    def _transpose(self, term: Term) -> Product:
        x = self.product(term.args[0])
        return replace(x, axes=x.axes[::-1])

    def _trace(self, term: Term) -> Product:
        x = self.product(term.args[0])
        row, column = x.axes
        return self.contractor.summed(replace(x.renamed({column: row}), axes=()), row)

    def _matrix_power(self, term: Term) -> Product:
        """x^p by squaring; x = A B with a smaller B A is A (B A)^(p - 1) B."""
        base, p = self.product(term.args[0]), self.size(term.args[1])
        if p == 0:
            return self._given("identity", *map(self.size, term.shape))
        if p == 1:
            return base
        split = self._split(base) if p > 2 else None  # noqa: PLR2004 - a square is one contraction
        if split is None:
            return self._matrix_powers(base, p)
        left, right = split
        middle = self._matrix_powers(self._chained(right, left), p - 1)
        return self._chained(self._chained(left, middle), right).scaled(base.coefficient**p)

    def _matrix_powers(self, base: Product, p: int) -> Product:
        one = self.single(base)
        if p == 1:
            return one
        half = self.single(self._matrix_powers(one, p // 2))
        other = half if p % 2 == 0 else self.single(self._matrix_powers(one, p - p // 2))
        return self._chained(half, other)

    def _split(self, base: Product) -> tuple[Product, Product] | None:
        """A and B with x = c A B and a sum over fewer places than x has rows, or none."""
        if len(base.factors) != 2 or len(base.summed) != 1:  # noqa: PLR2004
            return None
        (label,), (row, column) = base.summed, base.axes
        if self.contractor.sizes[label] >= self.contractor.sizes[row]:
            return None
        left, right = sorted(base.factors, key=lambda factor: column in factor.labels)
        others = pruned((*left.labels, *right.labels), (TRIAL, label, row, column))
        if others or left.labels.count(row) != 1 or right.labels.count(column) != 1:
            return None
        if column in left.labels or row in right.labels or label not in left.labels:
            return None
        return Product(factors=(left,), axes=(row, label)), Product(factors=(right,), axes=(label, column))

    def _identity(self, term: Term) -> Product:
        return self._given("identity", *map(self.size, term.shape))

    def _ones(self, term: Term) -> Product:
        axes = tuple(self.contractor.fresh(self.size(x)) for x in term.shape)
        return Product(axes=axes)

    def _zeros(self, term: Term) -> Product:
        return self._ones(term).scaled(0.0)

    def _diagonal(self, term: Term) -> Product:
        """x_a times the identity."""
        x = self.product(term.args[0])
        (axis,) = x.axes
        identity = self._given("identity", *(self.contractor.sizes[axis],) * 2)
        row, column = identity.axes
        joined = self.contractor.joined(replace(x.renamed({axis: row}), axes=()), replace(identity, axes=()))
        return replace(joined, axes=(row, column))

    def _array(self, term: Term) -> Product:
        """The sum of the entries, each at its place."""
        axes = tuple(map(self.contractor.fresh, term.data))
        parts = []
        for place, entry in zip(np.ndindex(*term.data), term.args, strict=True):
            spot = np.zeros(term.data)
            spot[place] = 1.0
            node = self.graph.node("constant", (), term.data, ("array", Array(spot)))
            one = self.single(self.product(entry))
            parts.append(replace(one, factors=(*one.factors, Factor(node, axes)), axes=axes))
        return self._total(parts)

    def _stationary(self, term: Term) -> Product:
        """The solution of pi P = pi with total 1, for a matrix that is not random."""
        size = self.size(term.shape[0])
        if self.evaluate is None:
            raise ValueError(f"{term} is not simulated here.")
        moved = np.eye(size) - self.evaluate(term.args[0]).numpy().T
        law, _, rank, _ = np.linalg.lstsq(
            np.vstack([moved, np.ones(size)]), np.eye(size + 1)[size], rcond=None
        )
        if rank < size:
            raise ValueError(f"{term.args[0]} has more than one stationary law at this design point.")
        return self._given("array", size, content=Array(law))

    def _iterate(self, term: Term) -> Product:
        """The step, again and again, each with the last value as its variable."""
        body, start, count = term.args
        value = self.product(start)
        for _ in range(self.size(count)):
            variable = self._variable(start.shape)
            self._variables[variable] = self.single(value)
            value = self.product(instantiated(body, variable))
        return value

    def _variable(self, shape: tuple[Term, ...]) -> Term:
        """A symbol of its own, for the variable of a step or of a gradient."""
        name = (f"variable {len(self._variables) + 1}",)
        return Term("fixed", shape, name) if shape else Term("parameter", (), name)

    def _softmax(self, term: Term) -> Product:
        x = self.product(term.args[0])
        logits = self._whole(x)
        place = logits.labels.index(x.axes[0])
        node = self.graph.node("softmax", (logits.node,), logits.node.sizes, (place,))
        return Product(factors=(Factor(node, logits.labels),), axes=x.axes)

    # Binders.

    def _sum(self, term: Term) -> Product:
        _, label, condition, body = self._opened(term)
        product = self.contractor.joined(self.product(body), *self.conditions(condition))
        return self.contractor.summed(product, label)

    def conditions(self, condition: Term) -> list[Product]:
        """Each condition as a factor of 0 and 1."""
        if condition.head == "true":
            return []
        if condition.head == "and":
            return [one for part in condition.args for one in self.conditions(part)]
        return [self._unequal(condition) or self.product(condition)]

    def _unequal(self, condition: Term) -> Product | None:
        one, other = condition.args
        plain = all(x.head == "index" and x not in self.values for x in (one, other))
        if condition.head != "ne" or not plain or one.args[0] is not other.args[0] or one is other:
            return None
        labels = self.label(one), self.label(other)
        sizes = self.contractor.sizes_of(labels)
        return Product(factors=(Factor(self.graph.node("unequal", (), sizes, ("unequal",)), labels),))

    def _masked(self, body: Factor, condition: Term, fill: float) -> Factor:
        """The body with another number where the condition fails: 0, an infinity, or 1 for an event."""
        for mask in self.conditions(condition):
            factor = self._whole(mask)
            if factor.node.op == "unequal" and set(factor.labels) <= set(body.labels):
                body = self.contractor.with_diagonal(body, factor.labels, fill)
            elif fill == 0.0:
                body = self.contractor.pointwise("multiply", [body, factor])
            else:
                zero = self.contractor.combined([(0.0, factor)], factor.labels)
                other = self.contractor.pointwise("where", [zero, factor], params=(fill,))
                op = "maximum" if fill == 1.0 else "linear"
                body = self.contractor.pointwise(
                    op, [body, other], params=((1.0, 1.0), 0.0) if op == "linear" else ()
                )
        return body

    def _reduction(self, body: Factor, label: Label, op: str) -> Product:
        place = body.labels.index(label)
        labels = pruned(body.labels, (label,))
        source, places = body.node, (place,)
        if source.op == op and op in {"amax", "amin"}:
            # A maximum of maxima is one maximum.
            (within,) = source.params
            outside = [k for k in range(len(source.inputs[0].sizes)) if k not in within]
            source, places = source.inputs[0], tuple(sorted((*within, outside[place])))
        node = self.graph.node(op, (source,), self.contractor.sizes_of(labels), (places,))
        return Product(factors=(Factor(node, labels),))

    def _reduced(self, term: Term, op: str, fill: float) -> Product:
        _, label, condition, body = self._opened(term)
        factor = self._spread(self.product(body), label)
        return self._reduction(self._masked(factor, condition, fill), label, op)

    def _spread(self, product: Product, label: Label) -> Factor:
        """The product as a factor that has the label."""
        factor = self._whole(product)
        if label in factor.labels:
            return factor
        return self.contractor.combined([(1.0, factor)], (*factor.labels, label))

    def _product(self, term: Term) -> Product:
        """The product of x_j as that of 1 + (x_j - 1) 1_{j meets the condition}."""
        _, label, condition, body = self._opened(term)
        factor = self._spread(self.product(body), label)
        if condition.head != "true":
            less = self.contractor.combined([(1.0, factor)], factor.labels, -1.0)
            kept = self._masked(less, condition, 0.0)
            factor = self.contractor.combined([(1.0, kept)], kept.labels, 1.0)
        return self._reduction(factor, label, "prod")

    def _max(self, term: Term) -> Product:
        return self._reduced(term, "amax", -math.inf)

    def _min(self, term: Term) -> Product:
        return self._reduced(term, "amin", math.inf)

    def _all(self, term: Term) -> Product:
        repeats = self._repeats(term, "ne")
        if repeats is not None:
            return self._negated(repeats)
        return self._extreme_event(term) or self._reduced(term, "amin", 1.0)

    def _any(self, term: Term) -> Product:
        return self._repeats(term, "eq") or self._extreme_event(term) or self._reduced(term, "amax", 0.0)

    def _repeats(self, term: Term, relation: str) -> Product | None:
        """Whether x_i = x_j for some j before, after, or beside i, without a table of pairs."""
        index, _, condition, body = self._opened(term)
        if body.head != relation or body.args[0].shape or condition.head not in _SIDES:
            return None
        item = next((x for x in condition.args if x is not index), index)
        if item.head != "index" or item in self.values or item.args[0] is not index.args[0]:
            return None
        own = next((x for x in body.args if index in _declared(x)), item)
        if item in _declared(own) or {own, replaced(own, index, item)} != set(body.args):
            return None
        is_first = condition.args[0] is index
        factor = self._spread(self.product(replaced(own, index, item)), self.label(item))
        if not factor.node.is_random or factor.labels.count(self.label(item)) != 1:
            return None
        place = factor.labels.index(self.label(item))
        sides = _SIDES[condition.head] if is_first else _SIDES[_MIRRORED[condition.head]]
        node = self.graph.node("repeats", (factor.node,), factor.node.sizes, (place, *sides))
        return Product(factors=(Factor(node, factor.labels),))

    def _extreme_event(self, term: Term) -> Product | None:
        """x_j <= c for all j as max_j x_j <= c, where c does not depend on j; and so for the others."""
        index, label, condition, body = self._opened(term)
        if body.head not in RELATIONS - {"eq", "ne"}:
            return None
        x, bound = body.args
        relation = body.head
        if index in _declared(bound):
            x, bound, relation = bound, x, _MIRRORED[relation]
        if index in _declared(bound):
            return None
        largest = (relation in {"le", "lt"}) == (term.head == "all")
        factor = self._spread(self.product(x), label)
        factor = self._masked(factor, condition, -math.inf if largest else math.inf)
        return self._compared(
            relation, self._reduction(factor, label, "amax" if largest else "amin"), self.product(bound)
        )

    def _argmax(self, term: Term) -> Product:
        _, label, _, body = self._opened(term)
        return self._reduction(self._spread(self.product(body), label), label, f"argmax_{term.data[0]}")

    def _tabulate(self, term: Term) -> Product:
        _, label, _, body = self._opened(term)
        product = self.product(body)
        axis = self.contractor.fresh(self.contractor.sizes[label])
        return replace(product.renamed({label: axis}), axes=(axis,))

    # Events, as numbers 0 and 1.

    def _true(self, _: Term) -> Product:
        return Product()

    def _false(self, _: Term) -> Product:
        return Product(coefficient=0.0)

    def _indicator(self, term: Term) -> Product:
        return self.product(term.args[0])

    def _relation(self, term: Term) -> Product:
        mask = self._unequal(term)
        if mask is not None:
            return mask
        one, other = map(self.product, term.args)
        if not term.args[0].shape:
            return self._compared(term.head, one, other)
        other = other.renamed(dict(zip(other.axes, one.axes, strict=True)))
        entries = self._compared("eq", one, other)
        factor = self._whole(entries)
        for axis in one.axes:
            (factor,) = self._reduction(factor, axis, "amin").factors
        found = Product(factors=(factor,))
        return found if term.head == "eq" else self._negated(found)

    def _compared(self, relation: str, one: Product, other: Product) -> Product:
        one, other = self.single(one), self.single(other)
        if not one.factors:
            if not other.factors:
                return Product(coefficient=float(_HOLDS[relation](one.coefficient, other.coefficient)))
            one, other, relation = other, one, _MIRRORED[relation]
        if one.coefficient < 0:
            one, other, relation = one.scaled(-1.0), other.scaled(-1.0), _MIRRORED[relation]
        if one.coefficient > 0:
            one, other = one.scaled(1 / one.coefficient), other.scaled(1 / one.coefficient)
        left = self._whole(one)
        if not other.factors:
            made = self.contractor.pointwise("compare_number", [left], params=(relation, other.coefficient))
        else:
            made = self.contractor.pointwise("compare", [left, self._whole(other)], params=(relation,))
        return Product(factors=(made,))

    def _and(self, term: Term) -> Product:
        return self.contractor.joined(*map(self.product, term.args))

    def _or(self, term: Term) -> Product:
        one, other = (self.single(self.product(part)) for part in term.args)
        for first, second in ((one, other), (other, one)):
            if not first.factors:
                return first if first.coefficient else second
        return self._function_of("maximum", self._whole(one), self._whole(other))

    def _not(self, term: Term) -> Product:
        return self._negated(self.product(term.args[0]))

    def _negated(self, event: Product) -> Product:
        one = self.single(event)
        if not one.factors:
            return Product(coefficient=1.0 - one.coefficient)
        (factor,) = one.factors
        return Product(factors=(self.contractor.combined([(-1.0, factor)], factor.labels, 1.0),))

    # Gradients.

    def _gradient(self, term: Term) -> Product:
        """The gradient by automatic differentiation, apart for each draw and each open index."""
        template, point = term.args
        variable = self._variable(point.shape)
        body = instantiated(template, variable)
        open_indices = [own for own in _declared(body) if own.head == "index" and own not in self.values]
        labels: list[Label] = [TRIAL] if self._is_random(body) or self._is_random(point) else []
        labels += [self.label(index) for index in sorted(open_indices, key=str)]
        at = self.product(point)
        axes = at.axes
        start = self.spread_over(at, (*labels, *axes))
        node = self.graph.node("variable", (start.node,), start.node.sizes, (len(self._variables),))
        self._variables[variable] = Product(factors=(Factor(node, start.labels),), axes=axes)
        value = self.product(body)
        target = self._whole(value)
        outputs = value.axes
        order = (*labels, *outputs)
        missing = pruned(order, target.labels)
        if missing:
            target = self.contractor.combined([(1.0, target)], order)
        result = (*labels, *outputs, *axes)
        places = tuple(target.labels.index(x) for x in order)
        made = self.graph.node(
            "gradient", (target.node, node), self.contractor.sizes_of(result), (places, len(labels))
        )
        return Product(factors=(Factor(made, result),), axes=(*outputs, *axes))

    def _is_random(self, term: Term) -> bool:
        """Whether the term, or a variable in it, depends on a draw."""
        inside = [self._variables[own] for own in _declared(term) if own in self._variables]
        return term.is_random or any(TRIAL in product.open for product in inside)

    def spread_over(self, product: Product, labels: tuple[Label, ...]) -> Factor:
        """The product as a factor with all the labels, the trials among them."""
        factor = self._whole(product)
        places = tuple(factor.labels.index(x) if x in factor.labels else None for x in labels)
        node = self.graph.node("spread", (factor.node,), self.contractor.sizes_of(labels), (places,))
        return Factor(node, labels)


class Array:
    """An array of numbers that stands in a node's parameters: equal only to itself."""

    def __init__(self, content: NDArray[np.float64]) -> None:
        self.content = content


def _declared(term: Term) -> set[Term]:
    return {own for _, own in term.declarations}


def _used_twice(terms: Iterable[Term]) -> frozenset[Term]:
    """Vectors and matrices that stand in two places: worked out whole, once."""
    seen: set[Term] = set()
    twice: set[Term] = set()
    for term in {node for root in terms for node in subterms(root)}:
        parts = [part for part in term.args if part.shape and part.sort == "real" and not part.loose]
        twice |= seen & set(parts)
        seen |= set(parts)
    return frozenset(twice)
