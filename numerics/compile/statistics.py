"""The outermost statistics of a term: which numbers of a draw are averaged, and what is made of their means.

`P`, `Var` and `Cov` are written by means. A term that is linear in its means is one mean; any other is a
function of several, whose standard error follows by the delta method from their covariance. Free indices are
averaged within a draw, the independent unit, or kept apart where the function is not linear and the indices
are not exchangeable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import mul
from typing import Any, Final

import torch
from torch import Tensor

from ...theory.node import Term
from ...theory.substitution import rebuilt, subterms, unfolded
from ...theory.terms import E, indicator
from ..trials import Source
from .contraction import MUCH_LESS, Contractor
from .graph import Node
from .lowering import Lowering
from .products import TRIAL, Factor, Product
from .program import Program

_MOST_MEANS: Final = 1024
_HIGH_POWER: Final = 4
_FIRST_CHUNK: Final = 2**10
_LINEAR_IN_EACH: Final = frozenset({"add", "sum", "trace", "transpose", "component", "tabulate"})
_LINEAR_IN_ONE: Final = frozenset({"mul", "scale", "inner", "outer", "matmul"})
_STATISTICS: Final = frozenset({"E", "quantile"})


@dataclass(frozen=True)
class Leaf:
    """Numbers of a draw: their means, or a quantile, are estimated."""

    term: Term
    body: Term
    node: Node
    """In the graph of the function: where the estimates go."""
    kept: tuple[Term, ...]
    """Indices whose values are kept apart."""
    level: float | None
    """The level of a quantile, or none for means."""


class Function(Lowering):
    """The function of estimates: a lowering in which a mean or quantile is a leaf."""

    is_of_estimates = True

    def __init__(self, term: Term, values: Mapping[Term, Any], free: tuple[Term, ...]) -> None:
        super().__init__(values, (term,), parameter_values(values))
        self.leaves: list[Leaf] = []
        self._free = free
        self._pooled = _linear(term) is not None or all(_is_exchangeable(term, index) for index in free)

    def _made(self, term: Term) -> Product:
        if not _has_statistics(term):
            return super()._made(term)
        body = _linear(term)
        if body is not None:
            return self._leaf(term, body, None) if body.is_random else super()._made(body)
        if term.head == "quantile":
            return self._leaf(term, term.args[0], self.number(term.args[1]))
        if term.head == "E":
            raise ValueError(_nested(term))
        return super()._made(term)

    def _leaf(self, term: Term, body: Term, level: float | None) -> Product:
        if _has_statistics(body):
            raise ValueError(_nested(term))
        indices = [own for _, own in body.declarations if own.head == "index" and own not in self.values]
        kept = tuple(
            sorted((x for x in indices if not (self._pooled and x in self._free)), key=lambda x: str(x.data))
        )
        if level is not None and kept:
            raise ValueError(f"{term} depends on {kept[0]}: give that index a value in at.")
        labels = tuple(map(self.label, kept))
        sizes = (*self.contractor.sizes_of(labels), *map(self.size, body.shape))
        node = self.graph.node("estimate", (), sizes, (len(self.leaves),))
        self.leaves.append(Leaf(term, body, node, kept, level))
        axes = tuple(map(self.contractor.fresh, sizes[len(labels) :]))
        return Product(factors=(Factor(node, (*labels, *axes)),), axes=axes)


@dataclass(frozen=True, kw_only=True)
class Compiled:
    """A term at a design point: the program of its trials, and the function of their estimates."""

    term: Term
    program: Program
    leaves: tuple[Leaf, ...]
    result: Node
    denominators: tuple[Term, ...]
    """What random numbers are divided by; the last outputs of the program are their least absolute values."""
    divisors: tuple[tuple[Term, Node], ...]
    """What estimates are divided by."""

    @property
    def may_be_heavy(self) -> bool:
        """Whether a function of a draw stands in it that grows so fast that its mean may have no variance."""
        return any(node.is_random and _grows_fast(node) for node in self.program.order)

    def chunks(self, n_trials: int, source: Source) -> Iterator[list[Tensor]]:
        """The program's outputs, chunk by chunk; the last is drawn whole, so that longer runs begin alike.

        A block begins with small chunks, each as large as all before it, up to the chunk that memory allows.
        """
        start = 0
        while start < n_trials:
            size = min(self.program.trials_per_chunk, max(start, _FIRST_CHUNK))
            yield [x[: n_trials - start] for x in self.program.run(size, source)]
            start += size

    def drawn(self, n_trials: int, source: Source) -> Tensor:
        """The numbers of so many trials, a row each, all in memory at once."""
        return torch.stack([x.reshape(n_trials) for x in self.program.run(n_trials, source)], dim=-1)

    def values(self, estimates: Sequence[Tensor]) -> list[Tensor]:
        """The function of the estimates, one for each leaf and of its node's shape, and its denominators."""
        known = {leaf.node: x for leaf, x in zip(self.leaves, estimates, strict=True)}
        nodes = (self.result, *(node for _, node in self.divisors))
        return Program(nodes, self.program.value).evaluated(known)


def _grows_fast(node: Node) -> bool:
    """Whether it is an exponential, or a high power: of a normal's, few trials show the largest values."""
    match node.op:
        case "function":
            return node.params[-1] in {"exp", "gamma", "zeta"}
        case "power":
            return bool(node.params[-1] >= _HIGH_POWER)
    return node.op == "float_power"


def compiled(term: Term, values: Mapping[Term, Any], where: Sequence[Term] = ()) -> Compiled:
    """The term at the design point that gives `values`. Raises ValueError for what cannot be simulated."""
    if term.loose:
        raise ValueError(f"{term} has an index that nothing binds: close it by Sum, or use a free index.")
    if term.is_random:
        such = f"P({term})" if term.sort == "event" else f"E({term})"
        raise ValueError(f"{term} is random: say which of its statistics to simulate, such as {such}.")
    if term.sort != "real":
        raise ValueError(f"{term} is no number: simulate a side of a relation, or P of an event.")
    term = by_means(term)
    free = _free(term, values)
    conditions = _conditions(free, where, values)
    function = Function(term, values, free)
    product = function.product(term)
    averaged = _averaged(
        product, function, [x for x in free if function.label(x) in product.open], conditions
    )
    result = function.spread_over(averaged, averaged.axes).node
    numbers = sum(leaf.node.numbers for leaf in function.leaves)
    if numbers > _MOST_MEANS:
        raise ValueError(
            f"{term} needs the covariance of {numbers} means, and {_MOST_MEANS} is the most: give an index"
            " a value in at."
        )
    try:
        program, denominators = _program(function.leaves, values, conditions)
    except RecursionError:
        raise ValueError(f"{term} is nested too deeply at this design point: take fewer steps.") from None
    return Compiled(
        term=term,
        program=program,
        leaves=tuple(function.leaves),
        result=result,
        denominators=denominators,
        divisors=tuple((own, factor.node) for own, factor in function.denominators),
    )


def _program(
    leaves: Sequence[Leaf], values: Mapping[Term, Any], conditions: Sequence[Term]
) -> tuple[Program, tuple[Term, ...]]:
    """The numbers of a draw behind all leaves, and what is divided by.

    A matrix that stands in two places is worked out once, unless never making it costs much less.
    """

    def lowered(**options: bool) -> tuple[Program, tuple[Term, ...], bool]:
        lowering = Lowering(values, [leaf.body for leaf in leaves], parameter_values(values), **options)
        outputs = [_output(leaf, lowering, conditions) for leaf in leaves]
        denominators = [(own, _least(factor, lowering.contractor)) for own, factor in lowering.denominators]
        program = Program((*outputs, *(node for _, node in denominators)), parameter_values(values))
        return program, tuple(own for own, _ in denominators), lowering.has_made_matrices

    program, denominators, has_made_matrices = lowered()
    if has_made_matrices:
        other, named, _ = lowered(makes_matrices=False)
        if other.cost < MUCH_LESS * program.cost:
            return other, named
    return program, denominators


def parameter_values(values: Mapping[Term, Any]) -> Any:  # noqa: ANN401 - a function of a term
    """The values of terms that are not random, at the design point."""

    def value(term: Term) -> Tensor:
        lowering = Lowering(values, (), value)
        product = lowering.product(term)
        if set(product.open) - set(product.axes):
            raise ValueError(f"{term} depends on an index or a draw, and a law's parameters do not.")
        node = lowering.spread_over(product, product.axes).node
        return Program((node,), value).evaluated({})[0]

    return value


def by_means(term: Term) -> Term:
    """The term with E alone: P(A) = E 1_A, Var x = E x^2 - (E x)^2, and E(a x + b) = a E x + b."""

    def change(node: Term, _: int) -> Term | None:
        match node.head:
            case "P":
                return by_means(E(indicator(node.args[0])))
            case "Var":
                (x,) = node.args
                return by_means(E(x**2) - E(x) ** 2)
            case "Cov":
                x, y = node.args
                return by_means(E(x * y) - E(x) * E(y))
            case "E" if _has_statistics(node.args[0]):
                return _distributed(by_means(node.args[0]))
        return None

    return rebuilt(term, change)


def _distributed(x: Term) -> Term:
    """E x, where x holds means: what is not random is taken out."""
    if not x.is_random:
        return x
    if x.head == "add":
        return sum((_distributed(part) for part in x.args[1:]), _distributed(x.args[0]))
    if x.head in {"mul", "scale"}:
        known = [part for part in x.args if not part.is_random]
        random = [part for part in x.args if part.is_random]
        if not any(map(_has_statistics, random)):
            found = E(reduce(mul, random))
            return reduce(mul, [*(part for part in known if not part.shape), found])
    return E(x)


def _nested(term: Term) -> str:
    inner = next(part for part in subterms(term.args[0]) if part.head in _STATISTICS | {"P", "Var", "Cov"})
    return (
        f"{inner} stands inside a function of another draw in {term}, and its value is not known there: write"
        " this quantity as a @simulator."
    )


def _has_statistics(term: Term) -> bool:
    return any(part.head in _STATISTICS | {"P", "Var", "Cov"} for part in subterms(term))


def _linear(term: Term) -> Term | None:
    """x where the term is E x because it is linear in its means, else none."""
    if not _has_statistics(term):
        return None if term.is_random else term
    if term.head == "E":
        return None if _has_statistics(term.args[0]) else term.args[0]
    if term.head == "definition":
        return _linear(unfolded(term))
    holding = [part for part in term.args if _has_statistics(part)]
    if term.head not in _LINEAR_IN_EACH and not (term.head in _LINEAR_IN_ONE and len(holding) == 1):
        return None
    bodies = {part: _linear(part) for part in holding}
    args = tuple(bodies.get(part, part) for part in term.args)
    return None if None in args else Term(term.head, tuple(x for x in args if x is not None), term.data)


def _is_exchangeable(term: Term, index: Term) -> bool:
    """Whether the index is only the place of an independent item, or compared for being the same."""
    for node in subterms(term):
        if index not in node.args:
            continue
        is_item = node.head == "item" and node.args[0].args[0].head != "markov_chain"
        if not is_item and node.head not in {"eq", "ne", "definition"}:
            return False
        if node.head == "definition" and not _is_exchangeable(unfolded(node), index):
            return False
    return True


def _free(term: Term, values: Mapping[Term, Any]) -> tuple[Term, ...]:
    found = {own for _, own in term.declarations if own.head == "index" and own not in values}
    return tuple(sorted(found, key=lambda own: str(own.data)))


def _conditions(
    free: tuple[Term, ...], where: Sequence[Term], values: Mapping[Term, Any]
) -> tuple[Term, ...]:
    """The conditions on free indices; the others must hold at the design point."""
    among = []
    for condition in where:
        if condition.is_random:
            raise ValueError(f"The condition {condition} is random: multiply the term by its indicator.")
        own = _free(condition, values)
        if own and set(own) <= set(free):
            among.append(condition)
        elif own:
            raise ValueError(f"The condition {condition} is on an index that is not free in the term.")
        elif not Lowering(values).number(condition):
            raise ValueError(f"The condition {condition} does not hold at this design point.")
    for one, other in combinations(free, 2):
        if one.args[0] is other.args[0] and not any({one, other} <= set(_free(x, values)) for x in among):
            raise ValueError(
                f"{one} and {other} are free and may be equal: say where=[{one} != {other}], bind one by Sum,"
                " or give them values in at."
            )
    return tuple(among)


def _averaged(
    product: Product, lowering: Lowering, indices: Sequence[Term], conditions: Sequence[Term]
) -> Product:
    """The mean over indices that meet the conditions."""
    contractor = lowering.contractor
    labels = tuple(map(lowering.label, indices))
    masks = [
        mask
        for condition in conditions
        if set(_free(condition, lowering.values)) & set(indices)
        for mask in lowering.conditions(condition)
    ]
    ones = contractor.summed(contractor.joined(Product(), *masks), *labels)
    node = lowering.spread_over(ones, ()).node
    total = float(Program((node,), parameter_values(lowering.values)).evaluated({})[0])
    if not total:
        raise ValueError(f"The conditions {', '.join(map(str, conditions))} leave no index to average over.")
    joined = contractor.joined(product, *masks)
    return contractor.summed(joined, *labels).scaled(1 / total)


def _output(leaf: Leaf, lowered: Lowering, conditions: Sequence[Term]) -> Node:
    """The numbers of a draw behind a leaf: means over the indices that are not kept, or all values."""
    with lowered.within(*conditions):
        product = lowered.product(leaf.body)
    pooled = [index for index in _free(leaf.body, lowered.values) if index not in leaf.kept]
    kept = tuple(map(lowered.label, leaf.kept))
    if leaf.level is None:
        product = _averaged(product, lowered, pooled, conditions)
        return lowered.spread_over(product, (TRIAL, *kept, *product.axes)).node
    if conditions and pooled:
        raise ValueError(f"{leaf.term} is a quantile: give {pooled[0]} a value in at instead of a condition.")
    return lowered.spread_over(product, (TRIAL, *map(lowered.label, pooled))).node


def _least(factor: Factor, contractor: Contractor) -> Node:
    """The least absolute value of a draw's denominators."""
    absolute = contractor.pointwise("function", [factor], factor.labels, ("abs",))
    if len(factor.labels) == 1:
        return absolute.node
    places = tuple(range(1, len(factor.labels)))
    return contractor.graph.node("amin", (absolute.node,), absolute.node.sizes[:1], (places,))
