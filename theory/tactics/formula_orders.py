"""Orders of formulas by one way at a time: at the corner of the domain, by what exponentials, logarithms and
powers are of, by squares, by textbook inequalities, by the signs of the factors of the difference, and of
constants by fractions between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from typing import Final

import sympy as sp

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Monomial, Polynomial, expander
from ..kernel.theorem import EQUATION, ORDER, ordered
from ..node import Term, is_number, number, power, value_of
from ..substitution import subterms
from ..terms import exp, log
from .certificates import (
    at_corner,
    by_products,
    certified,
    corner_of,
    letters_of,
    require_no_failure,
    symbols_of,
)
from .goals import Given, same, strict_facts, with_head
from .products import by_facts
from .rewriting import (
    as_term_of,
    collected,
    factored,
    nonnegative,
)
from .textbook import ends_of, growing, textbook

Way = Callable[[Term, str, Term, Given], Theorem]
"""From a, a relation, b and what is given to a theorem a <= b or a < b."""
Sign = Callable[[Term, str, Given], Theorem]
"""From x to 0 <= x or 0 < x."""
_MOST_FACTORS = 5
"""So many multiples of one inequality are tried."""
_REFUSED: Final[dict[Hashable, str]] = {}
"""What was refused, by the order and what was given: larger goals lead to the same smaller ones."""
_MOST_REFUSED: Final = 2**12
_MOST_INSIDE = 4
"""So deep is looked inside exponentials, logarithms and powers for an order of two terms."""


def by_ways(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    """An order at the corner, by what powers are of, by squares, or by textbook inequalities."""
    asked = small, relation, large, frozenset(fact.proposition for fact in given)
    if told := _REFUSED.get(asked):
        raise Refused(told)
    try:
        return _by_some_way(small, relation, large, given)
    except Refused as refusal:
        if len(_REFUSED) >= _MOST_REFUSED:
            _REFUSED.clear()
        _REFUSED[asked] = str(refusal)
        raise


def _by_some_way(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    symbols = bool(Term("le", (small, large)).declarations)
    refusals: list[Exception] = []
    for way in (at_corner, *((_by_orders, _by_squares, _by_textbook) if symbols else (_by_enclosures,))):
        try:
            return way(small, relation, large, given)
        except Refused as refusal:
            refusals.append(refusal)
    raise Refused(str(refusals[0 if symbols else -1]))


def by_factors(small: Term, relation: str, large: Term, given: Given, shown: Sign | None = None) -> Theorem:
    """A difference that is a product of factors, each of one sign that is shown so, or at the corner."""
    corner = corner_of(Term("le", (small, large)), given)
    sides = corner.difference(small, large)
    (c, above), (d, below) = (sp.factor_list(side, *corner.symbols) for side in sides)
    if not below and sum(times for _, times in above) < 2:  # noqa: PLR2004
        raise Refused("the difference is no product")
    c, signs, denominators = c / d, list[Theorem](), list[Theorem]()
    for factor, times in (*above, *below):
        own, is_below = corner.term(factor), (factor, times) in below
        if times % 2 == 0 and relation == "le" and not is_below:
            with suppress(Refused):
                signs += [nonnegative(own**2)] * (times // 2)
                continue
        for sign in (1, -1):
            with suppress(Refused):
                x = collected(sign * own)
                require_no_failure(Term("le", (number(0), x)), given)
                found = (shown or sign_of)(x, "lt" if is_below else relation, given)
                if is_below:
                    denominators.append(found)
                    found = apply("positive", found, term=1 / x)
                signs += [found] * times
                c *= sign**times
                break
        else:
            raise Refused(f"{own} has no sign that is known")
    factor = Fraction(int(c.p), int(c.q))
    return by_products(small, large, (factor, *signs), relation=relation, known=tuple(denominators))


def sign_of(x: Term, relation: str, given: Given) -> Theorem:
    """0 <= x, or 0 < x, by its form, from one fact, the range of a function, by enclosing a constant, or at
    the corner.
    """
    if not x.declarations:
        return _by_enclosures(number(0), relation, x, given)
    with suppress(Refused):
        above = apply("positive", *strict_facts(given), term=x)
        return above if relation == "lt" else apply("weakened", above)
    functions = (part for part in subterms(x) if part.head == "function" and not part.loose)
    known = (*given, *(high for part in functions for high in ends_of(part, "high")))
    for fact in with_head(known, ORDER | EQUATION):
        with suppress(Refused):
            low, _, high = ordered(fact.proposition)
            more = collected(x - (high - low))
            beside = ((value_of(more),),) if is_number(more) and value_of(more) > 0 else ()
            return by_products(number(0), x, (1, fact), *beside, relation=relation)
    for way in (_sign_of_logarithm, _sign_as_squares):
        with suppress(Refused):
            return way(x, relation, given)
    return at_corner(number(0), relation, x, given)


def _sign_as_squares(x: Term, relation: str, given: Given) -> Theorem:
    """0 <= x, or 0 < x, of a sum of squares."""
    return _by_squares(number(0), relation, x, given)


def _orders(
    letters: Mapping[Term, sp.Symbol], relation: str, given: Given, most: int
) -> Mapping[Term, Theorem]:
    """a <= b by the letters b: a fact, or of two exponentials, logarithms or powers by what is in them. No b
    is an a.
    """
    found: dict[Term, Theorem] = {}
    distinct = {symbol: letter for letter, symbol in letters.items()}
    for low, high in permutations(distinct.values(), 2):
        lower = {ordered(fact.proposition)[0] for fact in found.values()}
        if high not in lower and not {low, high} & found.keys():
            fact = _order(low, high, relation, given, most)
            found.update({high: fact} if fact else {})
    return found


def _order(
    low: Term, high: Term, relation: str, given: Given, most: int, *, simple: bool = True
) -> Theorem | None:
    """a <= b, a fact or by what is in them, at most so deep; where it is not `simple`, of a number or a root
    and anything.
    """
    for fact in given:
        if fact.proposition.head in ORDER and ordered(fact.proposition)[::2] == (low, high):
            return fact
    ends, (x, kind, e), (y, name, k) = (low, high), *map(growing, (low, high))
    if kind == "power" and name == "exp":
        # x^e <= exp y from x <= exp(y/e).
        high = power(exp(factored(y / e)), e)
    elif not simple and not (kind and name):
        facts = strict_facts(given)
        low, high = (low, _alike(high, x, kind, e, facts)) if kind else (_alike(low, y, name, k, facts), high)
    (one, kind, e), (other, *same_kind) = map(growing, (low, high))
    if kind and same_kind == [kind, e]:
        ways = (at_corner, *([partial(_by_orders, most=most - 1)] if most > 1 else []), _by_textbook)
        for sharp, way in product(dict.fromkeys((relation, "le")), ways):
            with suppress(Refused):
                order = way(one, sharp, other, given)
                signs = _base_sign(one, given) if kind == "power" else ()
                grown = apply("monotone", order, *signs, *strict_facts(given), function=kind, exponent=e)
                less, _, more = ordered(grown.proposition)
                grown = apply("transitive", same(ends[0], less, given), grown)
                return apply("transitive", grown, same(more, ends[1], given))
    return None


def _base_sign(x: Term, given: Given) -> Given:
    """0 <= x, of what a power is of."""
    for way in (lambda: at_corner(number(0), "le", x, given), lambda: by_facts(number(0) <= x, given)):
        with suppress(Refused):
            return (way(),)
    return ()


def _alike(plain: Term, x: Term, kind: str, e: Term, facts: Given) -> Term:
    """A number as exp x, and any term as log x or as a root, like the other side, which is of x."""
    if kind in {"exp", "log"} and (is_number(plain) or (kind == "log" and not is_number(x))):
        return Term("function", ({"exp": log, "log": exp}[kind](plain),), (kind,))
    is_root = kind == "power" and is_number(e) and value_of(e) < 1
    return Term("power", (collected(power(plain, 1 / e), *facts), e)) if is_root else plain


def _by_orders(small: Term, relation: str, large: Term, given: Given, most: int = _MOST_INSIDE) -> Theorem:
    order = _order(small, large, relation, given, most, simple=False)
    if order is not None and relation in {"le", ordered(order.proposition)[1]}:
        return order
    goal = Term("le", (small, large))
    above = _orders(symbols_of(goal), relation, given, most)
    return certified(small, relation, large, corner_of(goal, given, above))


def _by_enclosures(small: Term, relation: str, large: Term, _: Given) -> Theorem:
    """An order of two constants that are apart, by fractions between them."""
    if relation == "le":
        with suppress(Refused):
            return apply("weakened", same(small, large, ()))
    apart = apply("told_apart", small=small, large=large)
    return apart if relation == "lt" else apply("weakened", apart)


def _by_squares(small: Term, relation: str, large: Term, _: Given) -> Theorem:
    """A difference of degree two as a sum of squares, by completing one square after the other."""
    corner = corner_of(Term("le", (small, large)), ())
    (left, below), parts = corner.difference(small, large), []
    if not below.is_Rational:
        raise Refused("the difference is no polynomial")
    left = sp.expand(left / below)
    for symbol in corner.symbols:
        *_, a, b, rest = (sp.S.Zero, sp.S.Zero, *sp.Poly(left, symbol).all_coeffs())
        if not (a.is_Rational and a > 0):
            continue
        parts.append((int(a.p), int(a.q), (), (corner.term(symbol + b / (2 * a)),)))
        left = sp.expand(rest - b**2 / (4 * a))
    if not left.is_Rational or left < 0:
        raise Refused("the difference is no sum of squares")
    parts += [(int(left.p), int(left.q), (), ())] if left else []
    return apply("certificate", left=small, right=large, relation=relation, parts=tuple(parts))


def _by_textbook(small: Term, relation: str, large: Term, given: Given, most: int = 2) -> Theorem:
    """Multiples of at most two inequalities, textbook ones about parts of the goal or at hand, and what is
    left at the corner.
    """
    facts, ends = strict_facts(given), {"left": small, "right": large, "relation": relation}
    known = expander(facts)
    rise = known.expanded(large - small)
    equations = [fact for fact in with_head(given, EQUATION) if not fact.proposition.is_random]
    for found in (*with_head(given, ORDER), *textbook(small, large, given)):
        lemma = _with_equations(found, equations)
        low, own_relation, high = ordered(lemma.proposition)
        if (low, high) == (small, large) and relation in {"le", own_relation}:
            return lemma
        left = "le" if own_relation == "lt" else relation
        for factor, positive in _factors(known.expanded(high - low), rise, facts):
            above, used = large - factor * (high - low), (lemma, *positive)
            own = (1, 1, tuple(range(len(used))), ()) if positive else (*factor.data, (0,), ())
            with suppress(Refused):
                if known.is_zero(known.expanded(above - small)):
                    return apply("certificate", *used, *facts, **ends, parts=(own,))
                above = collected(above, *facts)
                rest = _left_over(small, left, above, given, 0 if positive else most - 1)
                parts = ((1, 1, (len(used),), ()), own)
                return apply("certificate", *used, rest, *facts, **ends, parts=parts)
    raise Refused("no textbook inequality is known for it")


def _left_over(small: Term, relation: str, large: Term, given: Given, most: int) -> Theorem:
    """What a multiple of one inequality leaves, unless it is false: at the corner, a product, or by so many
    more.
    """
    require_no_failure(Term("le", (small, large)), given, any_mean=True)
    with suppress(Refused):
        return at_corner(small, relation, large, given, digits=True)
    # A constant may be too large at the corner, as in x (3 - exp 1), and so may a square, as n x^2 at x = -1.
    has_constants = any(not letter.declarations for letter in letters_of(Term("le", (small, large))))
    if has_constants or collected(large - small).head == "mul":
        with suppress(Refused):
            return by_factors(small, relation, large, given)
    if most == 0:
        raise Refused("what is left is of no known sign")
    return _by_textbook(small, relation, large, given, most)


def _with_equations(lemma: Theorem, equations: Iterable[Theorem]) -> Theorem:
    """The inequality with what the equations say that its parts are."""
    for equation in equations:
        with suppress(Refused):
            lemma = apply("rewrite", equation, lemma)
    return lemma


def _factors(own: Polynomial, rise: Polynomial, facts: Given) -> Iterator[tuple[Term, list[Theorem]]]:
    """Numbers, and then positive products, by which one term of a difference is one of another."""
    found: dict[tuple[Monomial, Fraction], None] = {}
    for (m, c), (n, e) in product(own.items(), rise.items()):
        exponents = Counter(dict(n))
        exponents.subtract(dict(m))
        found[frozenset((atom, k) for atom, k in exponents.items() if k), e / c] = None
    kinds = sorted((pair for pair in found if pair[1] > 0), key=lambda pair: (len(pair[0]), -pair[1]))
    for ratio, c in kinds[:_MOST_FACTORS]:
        factor = as_term_of({ratio: c})
        with suppress(Refused):
            yield factor, [apply("positive", *facts, term=factor)] if ratio else []


def _sign_of_logarithm(x: Term, relation: str, given: Given) -> Theorem:
    """0 <= log y from 1 <= y, and 0 <= -log y from y <= 1."""
    logs = [part for part in subterms(x) if part.data == ("log",)]
    if len(logs) != 1 or x not in {logs[0], collected(-logs[0])}:
        raise Refused(f"{x} is no logarithm.")
    (y,) = logs[0].args
    sides = (number(1), y) if x is logs[0] else (y, number(1))
    facts = strict_facts(given)
    grown = apply(
        "monotone",
        by_ways(sides[0], relation, sides[1], given),
        *facts,
        function="log",
        exponent=number(1),
    )
    none = same(log(number(1)), number(0), ())
    return by_products(number(0), x, (1, grown), (1, none) if x is logs[0] else (-1, none), relation=relation)
