"""Orders about vectors that stand in them by their lengths alone, or numbers by their moduli or roots: those
of any number t in place of |x| or x^(1/2); and about multiples of vectors, whose numbers go in front.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import islice
from typing import Final

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ordered
from ..node import Term, is_number, multiply, number, summands, value_of
from ..substitution import occurs, replaced, subterms
from ..terms import absolute, inner, norm2, sqrt
from .certificates import by_products
from .factors import factors_of
from .formula_orders import by_ways
from .goals import Given, finish, same, stated, strict_facts
from .integrals import letter
from .rewriting import assumed, between, itself, left, nonnegative, replaced_within, right, root_of
from .textbook import from_square, product_written_out

_HALF: Final = number(Fraction(1, 2))


def by_lengths(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """A goal a <= b about |c x|, |x| and |x|^2, from that of |c| t, t and t^2 for 0 <= t, or 0 < t where x is
    known not to be 0, which is shown in that way; about <c x, b y> from that of c b <x, y>.

    >>> from theorycheck.theory.model import Parameter, Size, fixed
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.tactics.slopes import by_cases
    >>> from theorycheck.theory.terms import maximum, norm2
    >>> x, c = fixed("x", Size("d")), Parameter("c")
    >>> by_lengths(sqrt(norm2(x)) / maximum(c, sqrt(norm2(x))) <= 1, (suppose(norm2(x) > 0),), by_cases)
    |x|² > 0 ⊢ √|x|²/maximum(c, √|x|²) ≤ 1
    """
    small, _, large = ordered(goal)
    sides = [replaced_within(itself(side), map(_in_front, _multiples(side))) for side in (small, large)]
    plain = Term(ordered(goal)[1], (right(sides[0]), right(sides[1])))
    is_other = any(left(side) is not right(side) for side in sides)
    if is_other and any(part.head == "inner" for part in subterms(plain)):
        return finish(between(sides[0], shown(plain, given), sides[1]), goal, given)
    parts = subterms(plain)
    roots = (part.args[0] for part in parts if part.head == "power" and part.args[1] is _HALF)
    lengths = dict.fromkeys(part for part in parts if part.head == "norm2")
    lengths |= dict.fromkeys(x for x in roots if x.head == "parameter")
    lengths |= dict.fromkeys(part.args[0] ** 2 for part in parts if _is_modulus(part))
    drawn = goal.is_random or any(part.is_random for part in lengths)
    if not lengths or drawn or any(part.loose for part in lengths):
        raise Refused(f"{goal} is about no length that is a number.")
    order = _for_any_lengths(plain, list(lengths), given, shown)
    return finish(between(sides[0], order, sides[1]), goal, given)


def _is_modulus(part: Term) -> bool:
    return part.data == ("abs",) and part.args[0].head == "parameter"


def _multiples(side: Term) -> list[Term]:
    """The moduli of products, and the lengths, and products, of multiples of vectors, not drawn."""
    parts = [part for part in subterms(side) if not (part.loose or part.is_random)]
    moduli = [part for part in parts if part.data == ("abs",) and part.args[0].head == "mul"]
    own = [x for x in parts if x.head in {"norm2", "inner"} and any(y.head == "scale" for y in x.args)]
    roots = [x for x in parts if x.head == "power" and x.args[1] is _HALF and x.args[0] in own]
    return [*moduli, *(x for x in roots if not is_number(x.args[0].args[0].args[0])), *own]


def _in_front(part: Term) -> Theorem:
    """|c x| = |c| |x|, |c x|^2 = c^2 |x|^2, and <c x, b y> = c b <x, y>."""
    if part.head == "function":
        return same(part, multiply(*(_modulus(x) for x in factors_of(part.args[0]))), ())
    if part.head == "power":
        c, x = part.args[0].args[0].args
        return same(part, absolute(c) * sqrt(norm2(x)), ())
    numbers, vectors = zip(*(x.args if x.head == "scale" else (number(1), x) for x in part.args), strict=True)
    times = numbers[0] ** 2 if part.head == "norm2" else multiply(*numbers)
    return same(part, times * Term(part.head, vectors), ())


def _modulus(x: Term) -> Term:
    return number(abs(value_of(x))) if is_number(x) else absolute(x)


def _for_any_lengths(
    order: Term, lengths: list[Term], given: Given, shown: Callable[[Term, Given], Theorem]
) -> Theorem:
    """The order of numbers with a letter t for |x|, t^2 for |x|^2, and then these put for the letters; so
    with t for x^(1/2), where 0 <= x is known.
    """
    if not lengths:
        return shown(order, given)
    (square, *others), t = lengths, letter(order, *stated(given))
    x = square.args[0] if square.args else square
    if square.head == "power":
        length = absolute(x)
        least, root = nonnegative(length), apply("even_power", term=length**2)
    else:
        length = sqrt(square)
        least, root = root_of(by_ways(number(0), "le", square, given))
    own = [fact for fact in given if {square, length} & {*subterms(fact.proposition)}]
    strict = [fact for fact in strict_facts(given) if fact.proposition in {square > 0, number(0) < square}]
    sign = apply("positive", *strict, term=length) if strict else least
    turned = (
        fact if _holds(length, fact) else apply("rewrite", apply("symmetric", root), fact) for fact in own
    )
    told = [sign, *turned]
    held = [assumed(replaced(fact.proposition, length, t), "a length") for fact in told]
    known = tuple(fact for fact in given if fact not in own)
    at = replaced(replaced(order, length, t), square, t**2)
    if occurs(x, at):
        raise Refused(f"{order} is about more of {x} than its length.")
    found = _for_any_lengths(at, others, (*held, *known), shown)
    found = apply("instance", found, symbol=t, value=length)
    if length**2 in subterms(found.proposition):
        found = apply("rewrite", root, found)
    for fact in told:
        if any(h.proposition is fact.proposition for h in found.hypotheses):
            found = apply("cut", fact, found)
    return found


def _holds(part: Term, fact: Theorem) -> bool:
    return part in subterms(fact.proposition)


def of_two_vectors(goal: Term) -> tuple[Term, Term] | None:
    """The x and y of an order of the lengths of two sums of their multiples."""
    sums = [
        side.args[0].args[0] for side in goal.args if side.head == "power" and side.args[0].head == "norm2"
    ]
    if len(sums) != 2 or goal.is_random or any(side.args[1:] != (_HALF,) for side in goal.args):  # noqa: PLR2004
        return None
    parts = [x.args[1] if x.head == "scale" else x for own in sums for x in summands(own)]
    x, *others = dict.fromkeys(parts)
    return (x, *others) if len(others) == 1 and all(own.head == "fixed" for own in (x, *others)) else None


def by_directions(goal: Term, given: Given, shown: Callable[[Term, Given], Theorem]) -> Theorem:
    """|a x + b y| <= |c x + d y| as it holds where x and y have one direction, and where these are opposite:
    squares are linear in <x, y>, which lies between -|x| |y| and |x| |y|. Neither vector is 0.

    >>> from theorycheck.theory.model import Size, fixed
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.tactics.bounds import by_any_way
    >>> from theorycheck.theory.terms import norm2
    >>> x, y = fixed("x", Size("d")), fixed("y", Size("d"))
    >>> goal = sqrt(norm2(x + y / 2)) <= sqrt(norm2(2 * x + y))
    >>> by_directions(goal, (suppose(norm2(x) > 0), suppose(norm2(y) > 0)), by_any_way)
    |x|² > 0, |y|² > 0 ⊢ √|x + 1/2 y|² ≤ √|2 x + y|²
    """
    small, relation, large = ordered(goal)
    vectors = of_two_vectors(goal)
    if vectors is None or relation != "le":
        raise Refused(f"{goal} is no order of two lengths.")
    x, y = vectors
    inside = [side.args[0].args[0] for side in (small, large)]
    squares = [same(norm2(own), product_written_out(inner(own, own)), ()) for own in inside]
    low, high = map(right, squares)
    product, ends = inner(x, y), sqrt(norm2(x)) * sqrt(norm2(y))
    rise = replaced(high - low, inner(y, x), product)
    rise = reduce(lambda own, z: replaced(own, inner(z, z), norm2(z)), vectors, rise)
    facts = strict_facts(given)
    known = (*facts, apply("positive", *facts, term=ends))
    half = apply("positive", *known, term=1 / (2 * ends))
    parts = []
    for bound in islice(from_square(apply("cauchy_schwarz", x=x, y=y)), 2):
        end = ends if ordered(bound.proposition)[2] is product else -ends
        parts.append((1, half, bound, by_lengths(number(0) <= replaced(rise, product, end), given, shown)))
    order = by_products(low, high, *parts, known=known)
    order = between(squares[0], order, squares[1])
    return finish(
        apply("monotone", order, nonnegative(small.args[0]), function="power", exponent=_HALF), goal
    )
