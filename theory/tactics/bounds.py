"""`bound`: an inequality of rational functions on the domain of its symbols, by shifting to the corner.

Where the difference has no negative coefficient there, that is the proof (`certificates`). Else it may be a
sum of squares, begin with a multiple of a textbook inequality (`textbook`), or follow by induction, by
logarithms, or by squaring.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Monomial, expander
from ..kernel.theorem import ORDER, ordered
from ..model import Parameter, Size
from ..node import Term, is_number, multiply, number, power
from ..requirements import is_integer, least
from ..substitution import fresh_name, fresh_names, replaced, subterms
from ..terms import Sum, absolute, log
from .certificates import NOT_SEEN, at_corner, by_products, require_no_failure
from .factors import factors_of
from .formula_orders import Way, by_factors, by_ways, sign_of
from .goals import NOT_FOR_THIS, Given, Tactic, counterexample, finish, same, strict_facts, with_head
from .products import by_facts
from .rewriting import (
    Conversion,
    as_term_of,
    assumed,
    between,
    by_entries,
    by_pair,
    collected,
    converted,
    from_modulus,
    from_squares,
    itself,
    left,
    occurring,
    replaced_within,
    right,
    root_of,
    simplified,
    then,
    whole_gamma,
    whole_gammas,
)
from .telescopes import gamma_product

_ENOUGH = 2
"""Moduli of which the two sides are tried together."""
_HALF = number(Fraction(1, 2))
_GROWN = frozenset({"sum", "product", "power"})
"""What grows by one term or factor where its last part, or its exponent, grows by one."""


def _prove(goal: Term, given: Given) -> Theorem:
    """The goal a <= b or a < b, or a counterexample to it."""
    try:
        return by_any_way(goal, given)
    except Refused as refusal:
        why, hint = str(refusal).rstrip("."), counterexample(goal, given)
        if hint.startswith("Counterexample"):
            raise Refused(hint) from refusal
        told = f"No tactic proves {goal}." if why == NOT_SEEN else f"{goal}: {why}."
        raise Refused(told + (f" {hint}" if goal.declarations else "")) from refusal


def by_any_way(goal: Term, given: Given) -> Theorem:
    """The goal a <= b or a < b, where denominators are positive at the corner and beyond."""
    small, relation, large = ordered(goal)
    if relation == "eq":
        raise Refused(f"bound proves inequalities, and {goal} is an equation.")
    require_no_failure(Term("le", (small, large)), given)
    given = with_strict((*given, *(end for fact in given for end in ends_of_modulus(fact))))
    try:
        return finish(by_ways(small, relation, large, given), goal, given)
    except Refused as refusal:
        for way in (
            _by_moduli,
            _by_common_factor,
            _by_factors_with_roots,
            _by_induction,
            by_logarithms,
            _by_roots,
            _by_bernoulli,
        ):
            with suppress(Refused):
                return finish(way(small, relation, large, given), goal, given)
        raise refusal


def ends_of_modulus(fact: Theorem) -> Iterator[Theorem]:
    """-b <= x and x <= b from |x| <= b."""
    if fact.proposition.head == "le" and fact.proposition.args[0].data == ("abs",):
        both = apply("within_modulus", fact)
        yield from (apply("one_of_both", both, position=place) for place in (0, 1))


def with_strict(given: Given) -> Given:
    """What is given, with a strict order below each that may be met."""
    return (*given, *map(_weaker, with_head(given, {"le", "ge"})))


def _weaker(fact: Theorem) -> Theorem:
    """a - 1/2 < b from a <= b: what is strict tells which sums are not zero."""
    low, _, high = ordered(fact.proposition)
    half = Fraction(1, 2)
    return by_products(low - half, high, (1, fact), (half,), relation="lt")


def _by_induction(small: Term, relation: str, large: Term, given: Given, *, stronger: bool = True) -> Theorem:
    """By induction over a size up to which there is a sum or product, or in an exponent; of what is stronger
    by one step or by 1/n, too.
    """
    goal, refusals = Term(relation, (small, large)), ["no size"]
    grown = (part.args[part.head == "power"] for part in subterms(goal) if part.head in _GROWN)
    for n in dict.fromkeys(own for own in grown if own.head == "size"):
        held = assumed(goal, "it holds one step before")

        def shown(value: Term, convert: Conversion, *known: Theorem, n: Term = n) -> Theorem:
            sides = [converted(itself(side), convert) for side in replaced(goal, n, value).args]
            times = (_multiplied(held, fact) for held in known for fact in with_head(given, ORDER))
            order = by_ways(right(sides[0]), relation, right(sides[1]), (*known, *times, *given))
            return between(sides[0], order, sides[1])

        try:
            for side in replaced(goal, n, n + 1).args:
                # What has no last term apart, as a sum over what is drawn, is not tried at its start.
                last_apart(side, given)
            base = shown(number(n.data[1]), written_out)
            step = shown(n + 1, lambda x: last_apart(x, given), held)
            return apply("induction", base, step, symbol=n, statement=goal)
        except NOT_FOR_THIS as refusal:
            refusals.append(str(refusal))
        later = replaced(small, n, n + 1), large
        for one, other in (later, (small, large - 1 / n)) if stronger else ():
            with suppress(*NOT_FOR_THIS):
                require_no_failure(Term("le", (one, other)), given)
                found = _by_induction(one, "le", other, given, stronger=False)
                below, above = by_ways(small, relation, one, given), by_ways(other, relation, large, given)
                return apply("transitive", apply("transitive", below, found), above)
    raise Refused(refusals[-1])


def _multiplied(held: Theorem, fact: Theorem) -> Theorem:
    """0 <= (b - a) (d - c) from a <= b and c <= d."""
    (a, _, b), (c, _, d) = ordered(held.proposition), ordered(fact.proposition)
    return by_products(number(0), collected((b - a) * (d - c)), (1, held, fact))


def written_out(term: Term) -> Theorem:
    """The term with its sums and products written out, and with log 1 and the like worked out."""
    parts = (part for head in ("sum", "product") for part in occurring(term, head))
    written = [same(part, by_entries(part), ()) for part in parts]
    found = replaced_within(itself(term), written)
    found = replaced_within(found, map(whole_gamma, whole_gammas(right(found))))
    return converted(found, lambda own: same(own, simplified(own), ()))


def last_apart(term: Term, given: Given) -> Theorem:
    """The term with the last terms of its sums apart, and x^(n + 1) = x x^n."""
    sums = [part for head in ("sum", "product") for part in occurring(term, head)]
    found = replaced_within(itself(term), [apply("last_apart", term=part) for part in sums])
    for part in occurring(term, "power"):
        base, e = part.args
        if e.head == "add" and number(1) in e.args:
            with suppress(Refused):
                found = replaced_within(found, [same(part, base * power(base, e - 1), given)])
    return found


def _by_common_factor(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    """c a <= c b from a <= b, for a positive c."""
    own, rest = factors_of(small), factors_of(large)
    common = [x for x in dict.fromkeys(own) if x in rest and x.declarations]
    if not common or any(x in own for x in (number(0), small)):
        raise Refused("the sides have no factor in common")
    for x in common:
        own.remove(x)
        rest.remove(x)
    positive = apply("positive", *strict_facts(given), term=multiply(*common))
    order = by_any_way(Term(relation, (multiply(number(1), *own), multiply(number(1), *rest))), given)
    return by_products(small, large, (1, order, positive), relation=relation)


def _by_factors_with_roots(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    return by_factors(small, relation, large, given, _sign_with_roots)


def _sign_with_roots(x: Term, relation: str, given: Given) -> Theorem:
    """0 <= x, or 0 < x, of what holds moduli and roots, too."""
    if x.head == "power" and relation == "lt":
        return positive(x, given)
    with suppress(Refused):
        return sign_of(x, relation, given)
    with suppress(Refused):
        return _by_moduli(number(0), relation, x, given)
    return _by_roots_apart(number(0), relation, x, given)


def _by_moduli(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    """An order in which positive parts and the larger of two numbers are written by moduli."""
    found = subterms(small <= large)
    written = list(filter(None, map(by_pair, found)))
    sides = [replaced_within(itself(side), written) for side in (small, large)]
    if not written and not any(part.data == ("abs",) for part in found):
        raise Refused("no modulus")
    order = _between_sides(right(sides[0]), relation, right(sides[1]), given)
    return between(sides[0], order, sides[1])


def _between_sides(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    """An order by -r <= x <= r where |x| counts against it, and by -x <= |x| and x <= |x| elsewhere."""
    rise = expander(strict_facts(given)).expanded(large - small)
    counted = [(atom, c) for m, c in rise.items() for atom, e in m if len(m) == 1 and e == 1]
    moduli = [(atom, c) for atom, c in counted if type(atom) is Term and atom.data == ("abs",)]
    for atom, c in moduli:
        if c < 0:
            (x,) = atom.args
            reach = collected((large - small) / -c + atom)
            ends = (_between_sides(*pair, given) for pair in ((-reach, "le", x), (x, "le", reach)))
            return by_products(small, large, (-c, apply("modulus", *ends)), relation=relation)
    same_modulus = (apply("weakened", itself(atom)) for atom, _ in moduli)
    both = [apply("within_modulus", one) for one in same_modulus]
    known = [apply("one_of_both", one, position=place) for one in both for place in (0, 1)]
    try:
        return by_ways(small, relation, large, (*given, *known))
    except Refused as refusal:
        with suppress(Refused):
            return _by_factors_with_roots(small, relation, large, given)
        with suppress(Refused):
            return _by_roots_apart(small, relation, large, given)
        for place, (_, c) in list(enumerate(moduli))[_ENOUGH:]:
            for side in known[2 * place : 2 * place + 2]:
                low, _, high = ordered(side.proposition)
                with suppress(Refused):
                    order = _between_sides(small, relation, collected(large - c * (high - low)), given)
                    return by_products(small, large, (1, order), (c, side), relation=relation)
        raise refusal from None


def _by_roots(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    """An order by the signs of roots, or of two terms that are not negative by that of their squares, where
    roots vanish.
    """
    parts = subterms(small <= large)
    inside = [x.args[0] for x in parts if x.head == "power" and x.args[1] is _HALF and not x.loose]
    roots = [root_of(_not_below_zero(x, given)) for x in dict.fromkeys(inside)]
    if not roots:
        raise Refused("no root")
    known = (*given, *(sign for sign, _ in roots))
    with suppress(Refused):
        return by_ways(small, relation, large, known)
    high = by_ways(number(0), "le", large, known)
    try:
        low = by_ways(number(0), "le", small, known)
    except Refused:
        if small.data == ("abs",):
            raise
        # Where a may be negative, |a| is no larger than b.
        return from_modulus(_by_roots(absolute(small), relation, large, given))
    worked_out = [square for _, square in roots]
    one, other = (replaced_within(_square(side), worked_out) for side in (small, large))
    return from_squares((low, high), (one, other), by_ways(right(one), relation, right(other), known))


def _not_below_zero(x: Term, given: Given) -> Theorem:
    """0 <= x, as that order is shown without roots, or by products of what is given."""
    try:
        return by_ways(number(0), "le", x, given)
    except Refused:
        return by_facts(number(0) <= x, given)


def _by_bernoulli(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    """An order by 1 + n (y - 1) <= y^n for powers of numbers y that are not negative."""
    powers = (x.args for x in subterms(small <= large) if x.head == "power" and not x.loose)
    found = []
    for y, n in (own for own in powers if is_integer(own[1]) and not is_number(own[1])):
        with suppress(Refused):
            lemma, x, size = _bernoulli(*fresh_names(2, y, n))
            lemma = apply("instance", apply("instance", lemma, symbol=size, value=n), symbol=x, value=y - 1)
            sign = finish(_not_below_zero(y, given), next(iter(lemma.hypotheses)).proposition, given)
            found.append(apply("cut", sign, lemma))
    if not found:
        raise Refused("no power of a number that is not negative")
    return by_ways(small, relation, large, (*found, *given))


@lru_cache(maxsize=2**3)
def _bernoulli(one: str, other: str) -> tuple[Theorem, Term, Term]:
    """0 <= 1 + x |- 1 + n x <= (1 + x)^n, and x and n."""
    x, n = Parameter(one), Size(other)
    held = assumed(number(0) <= 1 + x, "a base")
    return _by_induction(1 + n * x, "le", power(1 + x, n), (held,)), x, n


def _by_roots_apart(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    """|u| - |v| <= |u - v|: what counts against it, or may, is on the smaller side."""
    if not any(part.head == "power" and part.args[1] is _HALF for part in subterms(large - small)):
        raise Refused("no root")
    rise = expander(strict_facts(given)).expanded(large - small)
    above: dict[Monomial, Fraction] = {}
    for m, c in rise.items():
        with suppress(Refused):
            at_corner(number(0), "le", as_term_of({m: c}), given)
            above[m] = c
    low, high = as_term_of({m: -c for m, c in rise.items() if m not in above}), as_term_of(above)
    order = _by_roots(low, relation, high, given)
    return by_products(small, large, (1, order), relation=relation, known=strict_facts(given))


def _square(x: Term) -> Theorem:
    """x^2 multiplied out, of a modulus without it."""
    if x.data == ("abs",):
        plain = apply("even_power", term=x**2)
        return then(plain, same(right(plain), collected(right(plain)), ()))
    return same(x**2, collected(x**2), ())


def positive(x: Term, given: Given) -> Theorem:
    """0 < x, by its form and what is strict, by what is in its powers, or as an order of numbers is shown.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import sqrt
    >>> t = Parameter("t")
    >>> positive(sqrt(2 * log(t)), (suppose(t > 1),))
    t > 1 ⊢ 0 < √(2 log(t))
    """
    with suppress(Refused):
        return apply("positive", *strict_facts(given), term=x)
    powers = [part for part in factors_of(x) if part.head == "power" and not is_number(part.args[1], 2)]
    if powers:
        with suppress(Refused):
            inside = [positive(part.args[0], given) for part in powers]
            return apply("positive", *strict_facts(given), *inside, term=x)
    return by_any_way(number(0) < x, given)


def squared_roots(term: Term, given: Given) -> Theorem:
    """The term with (r^(1/2))^2 = r in its exponents and in itself, for each r >= 0.

    >>> from theorycheck.theory.model import Parameter
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import exp, sqrt
    >>> x = Parameter("x")
    >>> squared_roots(exp(-2 * sqrt(log(x)) ** 2), (suppose(x > 1),))
    x > 1 ⊢ exp(-2 (√log(x))²) = exp(-2 log(x))
    """
    found = itself(term)
    exponents = [part.args[0] for part in subterms(term) if part.data == ("exp",) and not part.loose]
    for whole in dict.fromkeys((*exponents, term)):
        for root in dict.fromkeys(part for part in subterms(whole) if part.head == "power"):
            if root.args[1] is _HALF and not root.loose:
                with suppress(Refused):
                    found = replaced_within(found, [_square_of(root, whole, given)])
    return found


def _square_of(root: Term, whole: Term, given: Given) -> Theorem:
    """c + b r = c + b (r^(1/2))^2."""
    at = [collected(replaced(whole, root, number(k))) for k in (-1, 0, 1)]
    c, b = at[1], collected((at[2] + at[0]) / 2 - at[1])
    square = root_of(by_any_way(number(0) <= root.args[0], given))[1]
    value = c + b * root.args[0]
    return apply("ring", square, *strict_facts(given), left=whole, right=value, multipliers=(b,))


def by_logarithms(small: Term, relation: str, large: Term, given: Given, shown: Way | None = None) -> Theorem:
    """An order of two products of positive terms by that of their logarithms, which is shown in that way, or
    at the corner or by induction; factorials as sums of logarithms.
    """
    facts, heads = strict_facts(given), {("gamma",), *([] if shown is None else [("exp",)])}
    parts = [p for p in subterms(small <= large) if p.data in heads or p.head == "power"]
    if all(part.head == "power" and is_number(part.args[1]) for part in parts):
        raise Refused("no power that varies, and no factorial")
    gammas = list(map(_factorial, dict.fromkeys(part for part in parts if part.head != "power")))
    sides = [
        replaced_within(itself(x), [g for g in gammas if left(g) in subterms(x)]) for x in (small, large)
    ]
    forms = [collected(right(side), *facts) for side in sides]
    logs = [collected(log(form), *facts) for form in forms]
    apart = [x is not log(form) for x, form in zip(logs, forms, strict=True)]
    split = all(apart) or (shown is not None and any(apart))
    if not split and forms == [collected(x, *facts) for x in (small, large)]:
        raise Refused("no product of positive terms, or factorial")
    low, high = logs if split else forms
    order = (shown or _at_corner_or_next)(low, relation, high, given)
    if split:
        order = apply("monotone", order, *facts, function="exp", exponent=number(1))
    ends = zip(sides, ordered(order.proposition)[::2], strict=True)
    one, other = (converted(side, lambda x, end=end: same(x, end, given)) for side, end in ends)
    return between(one, order, other)


def _at_corner_or_next(small: Term, relation: str, large: Term, given: Given) -> Theorem:
    for way in (by_ways, by_factors):
        with suppress(Refused):
            return way(small, relation, large, given)
    return _by_induction(small, relation, large, given)


def _factorial(part: Term) -> Theorem:
    """The factorial n! = exp(sum_j log j); Gamma elsewhere is itself."""
    n = part.args[0] - 1
    if not (is_integer(n) and (least(n) or 0) >= 1):
        return itself(part)
    j = Term("index", (n,), (fresh_name(part),))
    sum_of_logs = gamma_product(Sum(j, log(j)), number(1))
    found = apply("gamma_as_exponential", z=part.args[0])
    return replaced_within(found, [apply("symmetric", sum_of_logs)])


bound = Tactic(
    name="bound",
    prove=_prove,
    states="an inequality of rational functions on the domain of its symbols, or of constants, or a "
    "counterexample",
    example='tc.prove("(n - 1)/d < n/d", sizes=["n >= 2", "d >= 1"], by="bound")',
)
