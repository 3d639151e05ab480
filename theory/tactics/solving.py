"""`isolated`: from f(x) = c, or an inequality, to x by itself, where x occurs once in f.

Each operation around x is undone on both sides: a sum by a difference, a product by a quotient, a power by a
root, an exponent by logarithms. What must be positive, or not zero, follows from the facts.
"""

from __future__ import annotations

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term, add, is_number, multiply, number, power, value_of
from ..substitution import subterms
from ..terms import exp, log
from .certificates import by_products
from .goals import Given


def isolated(relation: Theorem, x: Term, *facts: Theorem) -> Theorem:
    """The relation solved for x, which then stands on the left. Raises `Refused` where that is not seen."""
    for side in relation.proposition.args:
        if x in subterms(side):
            value = side
    while value is not x:
        relation = _step(relation, value, x, facts)
        value = _inside(value, x)
    one, _ = relation.proposition.args
    return relation if one is x else apply("symmetric", relation)


def _inside(value: Term, x: Term) -> Term:
    """The part of the value that holds x."""
    parts = [part for part in value.args if x in subterms(part)]
    if len(parts) != 1 or value.head not in {"add", "mul", "power", "function"}:
        raise Refused(f"{x} does not occur once in {value}, below sums, products, powers and logarithms.")
    return parts[0]


def _step(relation: Theorem, value: Term, x: Term, facts: Given) -> Theorem:
    """The relation with one operation around x undone."""
    inside = _inside(value, x)
    rest = [part for part in value.args if part is not inside]
    one, kind, other = ordered(relation.proposition)
    match value.head:
        case "add":
            found = _combined(relation, one - add(*rest), other - add(*rest), (), number(1), facts)
        case "mul":
            factor = _reciprocal(multiply(*rest))
            signs = () if kind == "eq" else (apply("positive", *facts, term=factor),)
            found = _combined(relation, one * factor, other * factor, signs, factor, facts)
        case "power" if inside is value.args[0] and is_number(rest[0]) and value_of(rest[0]) < 0:
            found = _raised(_inverted(relation, facts), number(-1 / value_of(rest[0])), facts)
        case "power" if inside is value.args[0] and rest[0].head == "add":
            return _root(relation, value, facts)
        case "power" if inside is value.args[0]:
            found = _raised(relation, 1 / rest[0], facts)
        case "power":
            below = log(rest[0])
            found = apply("monotone", relation, *facts, function="log", exponent=number(1))
            found = _simplified(found, log(value), inside * below, facts)
            return _step(found, inside * below, x, facts)
        case _:
            undoing = {"log": "exp", "exp": "log"}[value.data[0]]
            found = apply("monotone", relation, *facts, function=undoing, exponent=number(1))
    changed = next(side for side in found.proposition.args if x in subterms(side))
    return _simplified(found, changed, inside, facts)


def _root(relation: Theorem, value: Term, facts: Given) -> Theorem:
    """From x^(a + b) = c: x = c^(1/(a + b)), through logarithms."""
    base, exponent = value.args
    level = next(side for side in relation.proposition.args if side is not value)
    found = apply("monotone", relation, *facts, function="log", exponent=number(1))
    found = _simplified(found, log(value), exponent * log(base), facts)
    found = apply(
        "monotone",
        _step(found, exponent * log(base), log(base), facts),
        *facts,
        function="exp",
        exponent=number(1),
    )
    root = next(side for side in found.proposition.args if side is not exp(log(base)))
    return _simplified(
        _simplified(found, root, power(level, 1 / exponent), facts), exp(log(base)), base, facts
    )


def _simplified(relation: Theorem, old: Term, new: Term, facts: Given) -> Theorem:
    """The relation with one of its sides written as what it equals."""
    same = apply("ring", *facts, left=new, right=old)
    one, _, _ = ordered(relation.proposition)
    if one is old:
        return apply("transitive", same, relation)
    return apply("transitive", relation, apply("symmetric", same))


def _combined(relation: Theorem, one: Term, other: Term, signs: Given, factor: Term, facts: Given) -> Theorem:
    """The relation times a factor, which is positive by the signs, and shifted."""
    _, kind, _ = ordered(relation.proposition)
    if kind == "eq":
        return apply("ring", relation, *facts, left=one, right=other, multipliers=(factor,))
    return by_products(one, other, (1, relation, *signs), relation=kind, known=facts)


def _inverted(relation: Theorem, facts: Given) -> Theorem:
    """From a <= b: 1/b <= 1/a, both positive."""
    one, kind, other = ordered(relation.proposition)
    swapped = [_reciprocal(side) for side in (other, one)]
    if kind == "eq":
        found = apply("symmetric", apply("within", relation, term=1 / one))
        return _simplified(found, found.proposition.args[0], swapped[0], facts)
    signs = tuple(apply("positive", *facts, term=1 / side) for side in (one, other))
    return _combined(relation, *swapped, signs, number(1), (*signs, *facts))


def _reciprocal(x: Term) -> Term:
    """The term 1/x, where quotients are turned."""
    if x.head == "mul":
        return multiply(*map(_reciprocal, x.args))
    turned = x.head == "power" and is_number(x.args[1])
    return power(x.args[0], -x.args[1]) if turned else 1 / x


def _raised(relation: Theorem, exponent: Term, facts: Given) -> Theorem:
    if is_number(exponent, 1):
        return relation
    return apply("monotone", relation, *facts, function="power", exponent=exponent)
