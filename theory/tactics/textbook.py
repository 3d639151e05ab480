"""Textbook inequalities about the parts of a goal: tangents, chords, squares, Cauchy and Schwarz."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, islice, permutations, product

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import EQUATION, ORDER, ordered
from ..node import Term, add, is_number, multiply, number, power, summands, value_of
from ..substitution import subterms
from ..terms import exp, inner, norm2
from .certificates import at_corner, by_products
from .goals import Given, same, strict_facts, with_head
from .rewriting import (
    collected,
    converted,
    itself,
    left,
    modulus_below,
    nonnegative,
    replaced_within,
    root_of,
)


def textbook(small: Term, large: Term, given: Given) -> Iterator[Theorem]:
    """1 + x <= exp x, exp x (1 + y - x) <= exp y, 1 + log x - log y <= x/y, 1 + e log x <= x^e, orders of two
    logarithms or powers, 2 (x y)^(1/2) <= x + y, Cauchy and Schwarz, and |x + y|^2 >= 0, for what stands in
    the goal.
    """
    parts, facts = [x for x in subterms(Term("le", (small, large))) if not x.loose], strict_facts(given)
    powers, logs = ([p for p in parts if p.head == "function" and p.data == (f,)] for f in ("exp", "log"))
    for f in (p for p in parts if p.head in {"function", "power"}):
        yield from _chords(f, given)
        yield from ends_of(f, "high")
    yield from _of_exponentials(powers)
    raised = [x for x in parts if x.head == "power" and not is_number(x.args[0])]
    of_powers = [x.args[1] * y for x, y in product(raised, logs) if y.args[0] is x.args[0]]
    of_powers += [x - 1 for x in of_powers]
    for x in (*logs, *(-x for x in logs), *(x - y for x, y in permutations(logs, 2)), *of_powers):
        with suppress(Refused):
            above = apply("tangent", x=x)
            yield apply("transitive", above, same(exp(x), collected(exp(x), *facts), facts))
    half = Fraction(1, 2)
    bases = [x.args[0] for x in raised if x.args[1] in {number(half), number(-half)}]
    factors = [part for base in bases for part in (base.args if base.head == "mul" else (base,))]
    roots = dict.fromkeys(power(part, half) for part in factors if not is_number(part))
    for x, y in combinations([*roots, number(1)], 2):
        yield nonnegative((x - y) ** 2)
    for x, y in (*permutations(logs, 2), *permutations(raised, 2)):
        with suppress(Refused):
            (one, kind, e), (other, _, k) = growing(x), growing(y)
            if e is k:
                order = at_corner(one, "le", other, given)
                yield apply("monotone", order, *facts, function=kind, exponent=e)
    yield from _of_vectors(parts, roots, given)


def _of_exponentials(powers: list[Term]) -> Iterator[Theorem]:
    """1 + x <= exp x and 1 - x <= exp(-x), and exp x (1 + y - x) <= exp y."""
    for part in powers:
        yield from (apply("tangent", x=x) for x in (part.args[0], -part.args[0]))
    for x, y in permutations(powers, 2):
        tangent, positive = apply("tangent", x=y.args[0] - x.args[0]), apply("bounded", term=x, end="low")
        low = x * (1 + y.args[0] - x.args[0])
        yield by_products(low, y, (1, tangent, positive))


def _of_vectors(parts: list[Term], roots: Iterable[Term], given: Given) -> Iterator[Theorem]:
    """Squared lengths of sums written out, Cauchy and Schwarz, and |x + y|^2 >= 0."""
    for part in (p for p in parts if p.head == "norm2" and p.args[0].head == "add"):
        value = same(part, product_written_out(inner(part.args[0], part.args[0])), ())
        yield apply("weakened", value)
        yield apply("weakened", apply("symmetric", value))
    yield from _by_sums(roots)
    equations = map(left, with_head(given, EQUATION))
    lengths_matter = any(x.head == "norm2" for x in (*equations, *(root.args[0] for root in roots)))
    for part in (p for p in parts if p.head == "inner"):
        x, y = part.args
        yield apply("cauchy_schwarz", x=x, y=y)
        if lengths_matter:
            yield from _by_lengths(x, y)
        for sign in (-1, 1):
            square = nonnegative(norm2(x + sign * y))
            value = inner(x, x) + 2 * sign * part + inner(y, y)
            yield apply("transitive", square, same(norm2(x + sign * y), value, ()))


def _by_sums(roots: Iterable[Term]) -> Iterator[Theorem]:
    """<x, y> <= |x| |y| and -<x, y> <= |x| |y|, written out, for two lengths of which one is of a sum."""
    vectors = [root.args[0].args[0] for root in roots if root.args[0].head == "norm2"]
    for x, y in combinations(vectors, 2):
        if "add" in {x.head, y.head} and x.shape == y.shape:
            value = converted(itself(inner(x, y)), lambda own: same(own, product_written_out(own), ()))
            yield from (apply("rewrite", value, order) for order in islice(_by_lengths(x, y), 2))


def product_written_out(product: Term) -> Term:
    """The inner product of two sums of multiples of vectors, by those of the vectors."""
    sides = (summands(part) for part in product.args)
    one, other = ([x.args if x.head == "scale" else (number(1), x) for x in side] for side in sides)
    return add(*(a * b * inner(x, y) for a, x in one for b, y in other))


def _by_lengths(x: Term, y: Term) -> Iterator[Theorem]:
    """<x, y> <= |x| |y|, and -<x, y> too, by Cauchy and Schwarz."""
    return from_square(apply("cauchy_schwarz", x=x, y=y))


def from_square(order: Theorem) -> Iterator[Theorem]:
    """q <= r, -q <= r and |q| <= r from q^2 <= a b ... with a, b, ... that are not negative by their form or
    range, for the product r of their roots.
    """
    _, _, high = ordered(order.proposition)
    factors = high.args if high.head == "mul" else (high,)
    lengths = [power(part, Fraction(1, 2)) for part in factors]
    signs, squares = zip(*(root_of(_above_zero(part)) for part in factors), strict=True)
    sign = by_products(number(0), multiply(*lengths), (1, *signs))
    whole = apply("ring", left=multiply(*lengths) ** 2, right=multiply(*(length**2 for length in lengths)))
    below = apply("transitive", order, apply("symmetric", replaced_within(whole, squares)))
    modulus = modulus_below(below, sign)
    yield from (apply("one_of_both", apply("within_modulus", modulus), position=place) for place in (0, 1))
    yield modulus


def _above_zero(x: Term) -> Theorem:
    """0 <= x by c <= x for a number c that is not negative."""
    low = apply("bounded", term=x, end="low")
    c = ordered(low.proposition)[0]
    return low if is_number(c, 0) else by_products(number(0), x, (1, low), (value_of(c),))


def _chords(part: Term, given: Given) -> Iterator[Theorem]:
    """f(x) below its chord, for a convex f and an x that the facts, or its form, put between two numbers."""
    is_square = part.head == "power" and is_number(part.args[1], 2)
    x, name = part.args[0], "square" if is_square else part.data[0] if part.head == "function" else ""
    orders = [ordered(fact.proposition) for fact in with_head(given, ORDER)]
    ends = tuple(ends_of(x, "low", "high"))
    orders += [ordered(end.proposition) for end in ends]
    lows, highs = [a for a, _, b in orders if b is x], [b for a, _, b in orders if a is x]
    for low, high in product(lows, highs):
        with suppress(Refused):
            yield apply("chord", *given, *ends, x=x, a=low, b=high, function=name)


def ends_of(part: Term, *ends: str) -> Iterator[Theorem]:
    """The bounds of a number by its form."""
    for end in ends:
        with suppress(Refused):
            yield apply("bounded", term=part, end=end)


def growing(atom: Term) -> tuple[Term, str, Term]:
    """The x, the name and the exponent of exp x, log x or x^e; no name for others; softplus is a log."""
    if atom.data == ("softplus",):
        return 1 + exp(atom.args[0]), "log", number(1)
    if atom.head == "function" and atom.data[0] in {"exp", "log"}:
        return atom.args[0], atom.data[0], number(1)
    if atom.head == "power" and (not is_number(atom.args[1]) or value_of(atom.args[1]) > 0):
        return atom.args[0], "power", atom.args[1]
    return atom, "", number(1)
