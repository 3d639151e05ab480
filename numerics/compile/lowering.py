"""From a term to a graph: every head has one function, which joins factors where it can.

The functions are in `symbols`, `arithmetic`, `arrays`, `binders` and `gradients`.

An index that is open is its own label, so that `k[i]` is the family with the index in place of its items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from ...theory.heads import BINDERS
from ...theory.node import Term
from ...theory.requirements import is_natural
from ...theory.substitution import occurs, opened, subterms
from . import arithmetic, arrays, binders, gradients, symbols
from .contraction import Contractor
from .graph import Graph
from .products import Factor, Label, Product, pruned

Values = Mapping[Term, Any]
_HEADS: Final = symbols.HEADS | arithmetic.HEADS | arrays.HEADS | binders.HEADS | gradients.HEADS


class Lowering:
    """Terms at one design point as products over a graph.

    `values` gives sizes, parameters and fixed arrays, and numbers of indices that are held fast; `evaluate`
    the values of other terms that are not random. Without `makes_matrices` a matrix that is a sum stays one
    wherever it stands.
    """

    is_of_estimates = False
    """Whether it makes a function of estimates, and not of a draw."""

    def __init__(
        self,
        values: Values,
        uses: Iterable[Term] = (),
        evaluate: Callable[[Term], Any] | None = None,
        *,
        makes_matrices: bool = True,
    ) -> None:
        self.values = values
        self.evaluate = evaluate
        self.graph = Graph()
        self.contractor = Contractor(self.graph)
        self.denominators: list[tuple[Term, Factor]] = []
        self.has_made_matrices = False
        self._makes_matrices = makes_matrices
        self._shared = _used_twice(uses)
        self._labels: dict[Term, Label] = {}
        self._known: dict[tuple[Term, tuple[Term, ...]], Product] = {}
        self._conditions: tuple[Term, ...] = ()
        self.variables: dict[Term, Product] = {}

    def product(self, term: Term) -> Product:
        """The term as a product, its open indices as labels. Raises ValueError for what is not simulated."""
        key = (term, self._conditions if self._conditions and _has_pole(term) else ())
        known = self._known.get(key)
        if known is None:
            known = self._made(term)
            is_matrix = len(term.shape) > 1
            if term in self._shared and known.summed and (self._makes_matrices or not is_matrix):
                known = self.single(known)
                self.has_made_matrices |= is_matrix
            self._known[key] = known
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
            if term.head == "index" and self.values[term] > self.size(term.args[0]):
                last = self.size(term.args[0])
                raise ValueError(f"The place {self.values[term]} is not among 1, ..., {last}.")
            return Product(coefficient=float(self.values[term]))
        if term in self.variables:
            return self.contractor.refreshed(self.variables[term])
        if term.head in BINDERS:
            index, condition, _ = opened(term, *self.held)
            with self.within(condition, hiding=index):
                return _HEADS[term.head](self, term)
        if term.head in _HEADS:
            return _HEADS[term.head](self, term)
        if term.head in {"E", "P", "Var", "Cov", "quantile"}:
            raise ValueError(
                f"{term} stands inside a function of another draw, and its value is not known there: write"
                " this quantity as a @simulator."
            )
        raise ValueError(f"{term} is not simulated.")

    def given(self, kind: str, *sizes: int, content: Any = None) -> Product:  # noqa: ANN401
        """An array that is known at the design point: its kind, its sizes and its content."""
        axes = tuple(map(self.contractor.fresh, sizes))
        params = (kind,) if content is None else (kind, content)
        op = kind if kind in {"identity", "unequal"} else "constant"
        return Product(factors=(Factor(self.graph.node(op, (), sizes, params), axes),), axes=axes)

    def share(self, term: Term) -> None:
        """Vectors and matrices that stand in the term twice are worked out once."""
        self._shared |= _used_twice((term,))

    def label(self, index: Term) -> Label:
        """The label of an open index."""
        if index not in self._labels:
            label = ("index", len(self._labels))
            self.contractor.sizes[label] = self.size(index.args[0])
            self._labels[index] = label
        return self._labels[index]

    @property
    def held(self) -> list[Term]:
        """The indices that have a value, whose names no bound index takes."""
        return [symbol for symbol in self.values if symbol.head == "index"]

    def opened(self, binder: Term) -> tuple[Term, Label, Term, Term]:
        """The index of a binder, its label, the condition and the body."""
        index, condition, body = opened(binder, *self.held)
        self.share(body)
        return index, self.label(index), condition, body

    def total(self, parts: list[Product]) -> Product:
        """The sum of products, over the axes of the first."""
        parts = [self.single(part) for part in parts]
        axes = parts[0].axes
        parts = [part.renamed(dict(zip(part.axes, axes, strict=True))) for part in parts]
        named = [(part.coefficient, part.factors[0] if part.factors else None) for part in parts]
        labels = Product(factors=tuple(x for _, x in named if x is not None), axes=axes).open
        if not axes and all(factor is None for _, factor in named):
            return Product(coefficient=sum(c for c, _ in named))
        return Product(factors=(self.contractor.combined(named, labels),), axes=axes)

    def whole(self, product: Product) -> Factor:
        """The product as one factor, a number included."""
        one = self.single(product)
        return self.factor(one) or self.contractor.combined([(one.coefficient, None)], ())

    def variable(self, shape: tuple[Term, ...], name: str = "") -> Term:
        """A symbol of its own, for the variable of a step or of a gradient."""
        head, name = "fixed" if shape else "parameter", name or f"#variable_{len(self.variables) + 1}"
        while (own := Term(head, shape, (name,))) in self.variables:
            name += "'"
        return own

    def conditions(self, condition: Term) -> list[Product]:
        """Each condition as a factor of 0 and 1."""
        if condition.head == "true":
            return []
        if condition.head == "and":
            return [one for part in condition.args for one in self.conditions(part)]
        return [self.unequal(condition) or self.product(condition)]

    @contextmanager
    def within(self, *conditions: Term, hiding: Term | None = None) -> Iterator[None]:
        """What is made meanwhile counts only where the conditions hold; `hiding` hides one of its name."""
        before = self._conditions
        known = [x for x in before if hiding is None or not occurs(hiding, x)]
        self._conditions = (*known, *(x for x in conditions if x.head != "true"))
        try:
            yield
        finally:
            self._conditions = before

    def are_apart(self, one: Term, other: Term) -> bool:
        """Whether the conditions say that two places are not the same."""
        return any(x.head in {"ne", "lt", "gt"} and {one, other} <= set(x.args) for x in self._conditions)

    def away_from_pole(self, x: Factor) -> Factor:
        """What a function is not defined for everywhere is taken of, with 1 where it does not count."""
        around = self._conditions
        try:
            for place, condition in enumerate(around):
                self._conditions = around[:place]
                for mask in map(self.whole, self.conditions(condition)):
                    if not mask.labels or not set(mask.labels) <= set(x.labels):
                        continue
                    if mask.node.op == "unequal":
                        x = self.contractor.with_diagonal(x, mask.labels, 1.0)
                    else:
                        x = self.contractor.pointwise("where", [x, mask], x.labels, (1.0,))
        finally:
            self._conditions = around
        return x

    def unequal(self, condition: Term) -> Product | None:
        """The mask of i != j for two open indices over one range; none for another condition."""
        one, other = condition.args
        plain = all(x.head == "index" and x not in self.values for x in (one, other))
        if condition.head != "ne" or not plain or one.args[0] is not other.args[0] or one is other:
            return None
        labels = self.label(one), self.label(other)
        sizes = self.contractor.sizes_of(labels)
        return Product(factors=(Factor(self.graph.node("unequal", (), sizes, ("unequal",)), labels),))

    def masked(self, body: Factor, condition: Term, fill: float) -> Factor:
        """The body with another number where the condition fails: 0, an infinity, or 1 for an event."""
        for mask in self.conditions(condition):
            factor = self.whole(mask)
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

    def reduction(self, body: Factor, label: Label, op: str) -> Product:
        """An operation over one label: a maximum, a minimum, a product, the place of the largest."""
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

    def spread(self, product: Product, label: Label) -> Factor:
        """The product as a factor that has the label."""
        factor = self.whole(product)
        if label in factor.labels:
            return factor
        return self.contractor.combined([(1.0, factor)], (*factor.labels, label))

    def spread_over(self, product: Product, labels: tuple[Label, ...]) -> Factor:
        """The product as a factor with all the labels, the trials among them."""
        factor = self.whole(product)
        places = tuple(factor.labels.index(x) if x in factor.labels else None for x in labels)
        node = self.graph.node("spread", (factor.node,), self.contractor.sizes_of(labels), (places,))
        return Factor(node, labels)


def _has_pole(term: Term) -> bool:
    """Whether something in the term is divided by, or has a root, a logarithm or an arccosine taken."""
    return any(
        (part.head == "power" and not is_natural(part.args[1])) or part.data in {("log",), ("arccos",)}
        for part in subterms(term)
    )


def _used_twice(terms: Iterable[Term]) -> frozenset[Term]:
    """Vectors and matrices that stand in two places: worked out whole, once."""
    seen: set[Term] = set()
    twice: set[Term] = set()
    for term in {node for root in terms for node in subterms(root)}:
        parts = [part for part in term.args if part.shape and part.sort == "real" and not part.loose]
        twice |= seen & set(parts)
        seen |= set(parts)
    return frozenset(twice)
