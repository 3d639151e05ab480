"""Sums, powers and functions of numbers; events, as numbers 0 and 1."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Final

import numpy as np
import scipy.special

from ...theory.heads import RELATIONS
from ...theory.node import Term
from ...theory.substitution import opened, replaced
from .contraction import MUCH_LESS
from .graph import Node
from .products import Factor, Product
from .symbols import selected
from .tables import MIRRORED

if TYPE_CHECKING:
    from .lowering import Lowering

_FEWEST_RANKED: Final = 48
"""Items from which the one of a rank is found faster than all ranks."""
_NUMBER_FUNCTIONS: Final[dict[str, Callable[[float], float]]] = {
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "sign": lambda x: float((x > 0) - (x < 0)),
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "arccos": math.acos,
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


def _add(lowering: Lowering, term: Term) -> Product:
    return lowering.total([lowering.product(part) for part in term.args])


def by_parts(lowering: Lowering, whole: Term, linear: Callable[[Product], Product]) -> Product | None:
    """What is linear in x + y, such as a sum over one of its indices, by x and by y.

    None where this does not cost much less than their table, some part of which is a product.
    """
    contractor = lowering.contractor
    parts = [lowering.product(x) for x in whole.args] if whole.head == "add" else []
    if all(len(x.factors) < 2 for x in parts):  # noqa: PLR2004
        return None
    made = [linear(x) for x in parts]
    labels = tuple({x for part in parts for x in part.open})
    table = math.prod(contractor.sizes_of(labels, weighed=True))
    together = sum(contractor.cost(x) for x in parts if len(x.factors) > 1) + table * len(parts)
    if sum(map(contractor.cost, made)) > MUCH_LESS * together:
        return None
    return lowering.total(made)


def _mul(lowering: Lowering, term: Term) -> Product:
    return lowering.contractor.joined(*map(lowering.product, term.args))


def _power(lowering: Lowering, term: Term) -> Product:
    base, exponent = lowering.product(term.args[0]), lowering.single(lowering.product(term.args[1]))
    if exponent.factors:
        return _general_power(lowering, lowering.single(base), exponent)
    p, parts = exponent.coefficient, list(map(lowering.single, _apart(base)))
    if p != round(p) and not all(_is_nonnegative(y.node) for x in parts for y in x.factors):
        parts = [lowering.single(base)]
    return lowering.contractor.joined(*(_power_of_one(lowering, term, x, p) for x in parts))


def _apart(base: Product) -> list[Product]:
    """The parts of a product by their labels, where none has all: their powers need no table."""
    parts: list[Product] = []
    for factor in base.factors:
        own = Product(factors=(factor,), summed=base.summed.intersection(factor.labels))
        met = [x for x in parts if x.summed & own.summed or set(x.open) == set(own.open)]
        factors = (*(y for x in met for y in x.factors), factor)
        summed = own.summed.union(*(x.summed for x in met))
        parts = [*(x for x in parts if x not in met), Product(factors=factors, summed=summed)]
    if base.coefficient < 0 or any(set(x.open) == set(base.open) for x in parts):
        return [base]
    return [parts[0].scaled(base.coefficient), *parts[1:]] if parts else [base]


def _power_of_one(lowering: Lowering, term: Term, base: Product, p: float) -> Product:
    if not base.factors:
        return Product(coefficient=_number_power(lowering, term, base.coefficient, p))
    if p == 0:
        return Product()
    (factor,) = base.factors
    scale = 1.0
    if base.coefficient > 0 or p == round(p):
        scale = _number_power(lowering, term, base.coefficient, p)
    else:
        factor = lowering.whole(base)
    if p < 0 or (p != round(p) and not _is_nonnegative(factor.node)):
        factor = lowering.away_from_pole(factor)
    if p < 0 and (factor.node.is_random or lowering.is_of_estimates):
        lowering.denominators.append((term.args[0], factor))
    half = p / 2
    if p in {2.0, 4.0, 6.0, 8.0}:
        root = factor if half == 1 else _raised(lowering, factor, half)
        return Product(coefficient=scale, factors=(root, root))
    return Product(coefficient=scale, factors=(_raised(lowering, factor, p),))


def _is_nonnegative(node: Node) -> bool:
    """Whether no entry is negative, as far as the operations tell."""
    match node.op:
        case "dot" | "multiply" if node.inputs[0] is node.inputs[1] and len(set(node.params[0])) == 1:
            return True
        case "dot" | "multiply" | "sum" | "diagonal" | "select" | "spread" | "permute":
            return all(map(_is_nonnegative, node.inputs))
        case "maximum_number":
            return bool(node.params[1] >= 0)
        case "power":
            return node.params[1] == 0.5 or _is_nonnegative(node.inputs[0])  # noqa: PLR2004
    return node.op == "function" and node.params[1] in {"exp", "abs"}


def _raised(lowering: Lowering, factor: Factor, exponent: float) -> Factor:
    return lowering.contractor.pointwise("power", [factor], params=(exponent,))


def _number_power(lowering: Lowering, term: Term, base: float, exponent: float) -> float:
    if base == 0 and exponent < 0:
        raise ValueError(f"The denominator {term.args[0]} is zero at this design point.")
    if base < 0 and exponent != round(exponent):
        raise ValueError(f"{term.args[0]} is negative at this design point, and has no such power.")
    try:
        return float(base**exponent)
    except OverflowError:
        raise ValueError(f"{term} is beyond the largest number at this design point.") from None


def _general_power(lowering: Lowering, base: Product, exponent: Product) -> Product:
    return function_of(lowering, "float_power", lowering.whole(base), lowering.whole(exponent))


def function_of(lowering: Lowering, op: str, *factors: Factor) -> Product:
    """An operation on each entry."""
    return Product(factors=(lowering.contractor.pointwise(op, list(factors)),))


def _function(lowering: Lowering, term: Term) -> Product:
    (name,) = term.data
    if name not in _NUMBER_FUNCTIONS:
        raise ValueError(f"{term} is not simulated; functions are {', '.join(_NUMBER_FUNCTIONS)}.")
    x = lowering.single(lowering.product(term.args[0]))
    factor = lowering.factor(x)
    if factor is None:
        try:
            return Product(coefficient=float(_NUMBER_FUNCTIONS[name](x.coefficient)))
        except (ValueError, OverflowError):
            raise ValueError(f"{name} has no finite value at {x.coefficient:.6g}.") from None
    if name in {"log", "arccos"}:
        factor = lowering.away_from_pole(factor)
    labels = factor.labels
    made = lowering.contractor.pointwise("function", [factor], labels, (name,))
    return Product(factors=(made,), axes=x.axes)


def _extreme(lowering: Lowering, term: Term) -> Product:
    parts = [lowering.single(lowering.product(part)) for part in term.args]
    numbers = [part.coefficient for part in parts if not part.factors]
    choose = max if term.head == "maximum" else min
    if len(numbers) == len(parts):
        return Product(coefficient=choose(numbers))
    join = lowering.contractor.pointwise
    found = reduce(lambda x, y: join(term.head, [x, y]), [lowering.whole(x) for x in parts if x.factors])
    if numbers:
        found = join(f"{term.head}_number", [found], params=(choose(numbers),))
    return Product(factors=(found,))


def _true(lowering: Lowering, _: Term) -> Product:
    return Product()


def _false(lowering: Lowering, _: Term) -> Product:
    return Product(coefficient=0.0)


def _indicator(lowering: Lowering, term: Term) -> Product:
    return lowering.product(term.args[0])


def _relation(lowering: Lowering, term: Term) -> Product:
    mask = lowering.unequal(term)
    if mask is not None:
        return mask
    x, y = term.args
    if not x.shape:
        one, other = (at_place(lowering, of, to) or lowering.product(to) for of, to in ((y, x), (x, y)))
        return compared(lowering, term.head, one, other)
    one, other = map(lowering.product, term.args)
    other = other.renamed(dict(zip(other.axes, one.axes, strict=True)))
    entries = compared(lowering, "eq", one, other)
    factor = lowering.whole(entries)
    for axis in one.axes:
        (factor,) = lowering.reduction(factor, axis, "amin").factors
    found = Product(factors=(factor,))
    return found if term.head == "eq" else negated(lowering, found)


def at_place(lowering: Lowering, x: Term, y: Term) -> Product | None:
    """y, where it is x or an extreme of x at some place, as what x has there: it is rounded alike."""
    if x.head in {"max", "min"}:
        _, condition, x = opened(x, y)
        if condition.head != "true":
            return None
    found = _differing(x, y) if x.is_random else None
    if found is None or len(found) != 1:
        return None
    ((index, place),) = found.items()
    if place.head not in {"index", "number"} or replaced(x, index, place) is not y:
        return None
    if index in lowering.values or lowering.are_apart(index, place):
        return None
    product, label = lowering.single(lowering.product(x)), lowering.label(index)
    if place.head == "index" and place not in lowering.values:
        return product.renamed({label: lowering.label(place)})
    return selected(lowering, product, label, round(lowering.number(place)) - 1)


def _differing(x: Term, y: Term) -> dict[Term, Term] | None:
    """What stands in y where x has an index; none where they differ otherwise."""
    if x is y:
        return {}
    if x.head == "index":
        return {x: y}
    if (x.head, x.data, len(x.args)) != (y.head, y.data, len(y.args)):
        return None
    found: dict[Term, Term] = {}
    for parts in zip(x.args, y.args, strict=True):
        within = _differing(*parts)
        if within is None or any(found.setdefault(own, place) is not place for own, place in within.items()):
            return None
    return found


def compared(lowering: Lowering, relation: str, one: Product, other: Product) -> Product:
    """1 where the relation of two numbers holds, else 0."""
    one, other = lowering.single(one), lowering.single(other)
    if not one.factors:
        if not other.factors:
            return Product(coefficient=float(getattr(operator, relation)(one.coefficient, other.coefficient)))
        one, other, relation = other, one, MIRRORED[relation]
    if one.coefficient < 0:
        one, other, relation = one.scaled(-1.0), other.scaled(-1.0), MIRRORED[relation]
    if one.coefficient > 0:
        one, other = one.scaled(1 / one.coefficient), other.scaled(1 / one.coefficient)
    left = lowering.whole(one)
    ranked = None if other.factors else _by_rank(lowering, left, relation, other.coefficient)
    if ranked is not None:
        return ranked
    if not other.factors:
        made = lowering.contractor.pointwise("compare_number", [left], params=(relation, other.coefficient))
    else:
        made = lowering.contractor.pointwise("compare", [left, lowering.whole(other)], params=(relation,))
    return Product(factors=(made,))


def _by_rank(lowering: Lowering, count: Factor, relation: str, bound: float) -> Product | None:
    """At most m of all x_j are above x_i where x_i is at least the largest but m; and so for the others."""
    node = count.node
    if node.op != "counted" or node.inputs[0] is not node.inputs[-1] or len(node.inputs) > 2:  # noqa: PLR2004
        return None
    order, before, own, after = node.params
    most = math.ceil(bound) - 1 if relation in {"lt", "ge"} else math.floor(bound)
    fits = before and after and (own or order in {"lt", "gt"}) and not {order, relation} & {"eq", "ne"}
    if not fits or not 0 <= most < node.sizes[1] or node.sizes[1] < _FEWEST_RANKED:
        return None
    place = lowering.graph.node("ranked", node.inputs[:1], node.sizes[:1], (most, order in {"lt", "le"}))
    sides = [Factor(node.inputs[0], count.labels), Factor(place, count.labels[:1])]
    among = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}[order]
    found = Product(factors=(lowering.contractor.pointwise("compare", sides, params=(among,)),))
    return found if relation in {"lt", "le"} else negated(lowering, found)


def _and(lowering: Lowering, term: Term) -> Product:
    return lowering.contractor.joined(*map(lowering.product, term.args))


def _or(lowering: Lowering, term: Term) -> Product:
    one, other = (lowering.single(lowering.product(part)) for part in term.args)
    for first, second in ((one, other), (other, one)):
        if not first.factors:
            return first if first.coefficient else second
    return function_of(lowering, "maximum", lowering.whole(one), lowering.whole(other))


def _not(lowering: Lowering, term: Term) -> Product:
    return negated(lowering, lowering.product(term.args[0]))


def negated(lowering: Lowering, event: Product) -> Product:
    """1 - x of an event x."""
    one = lowering.single(event)
    if not one.factors:
        return Product(coefficient=1.0 - one.coefficient)
    (factor,) = one.factors
    return Product(factors=(lowering.contractor.combined([(-1.0, factor)], factor.labels, 1.0),))


HEADS: Final[dict[str, Callable[[Lowering, Term], Product]]] = {
    "add": _add,
    "mul": _mul,
    "scale": _mul,
    "power": _power,
    "function": _function,
    "maximum": _extreme,
    "minimum": _extreme,
    "true": _true,
    "false": _false,
    "indicator": _indicator,
    "and": _and,
    "or": _or,
    "not": _not,
    **dict.fromkeys(RELATIONS, _relation),
}
