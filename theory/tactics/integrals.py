r"""`integrals`: means of functions of one number that has a density, by an antiderivative on each piece.

The pieces end where a modulus, a relu, a maximum or an indicator has its kink. On each of them the function
times the density is written as a sum of products of powers, exponentials of quadratic polynomials, erfc,
logarithms, cosines and sines, which are integrated one by one; the kernel differentiates the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations

from ..heads import RELATIONS
from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import Expander, expander
from ..kernel.integrals import coefficients
from ..kernel.probability import distinct_by, law_of, parted
from ..kernel.theorem import ordered
from ..laws import End, density, density_range
from ..node import Term, add, is_number, multiply, number, power, summands, value_of
from ..requirements import is_natural
from ..substitution import fresh_name, fresh_names, occurs, rebuilt, replaced, subterms
from ..terms import PI, cos, exp, gradient, log, sin
from .bounds import bound
from .goals import Tactic, finish, strict_facts
from .rewriting import (
    as_term_of,
    by_entries,
    by_modulus,
    collected,
    converted,
    itself,
    left,
    of_two,
    parts_converted,
    replaced_within,
    right,
    then,
    tidied,
)

Given = tuple[Theorem, ...]
_KINKED = frozenset({"abs", "relu"})
_MOST_KINKS = 6
_PIECE = "a piece of the range"
NO_ANTIDERIVATIVE = "has no antiderivative that is known here."


def over_density(term: Term, x: Term, given: Given) -> Theorem:
    """E f(x) = its value, for a number x with a density and an f in which nothing else is random.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model
    >>> from theorycheck.theory.terms import E, absolute
    >>> z = Model(z=Normal()).z
    >>> over_density(E(absolute(z) ** 3), z, ())
    ⊢ E[abs(z)³] = 2 √2/√π
    """
    law, given = law_of(x), _usable(given)
    if x.head == "random" and law.head == "normal" and law.args[-1].head == "add":
        with suppress(Refused):
            return _with_spread(term, x, given)
    if products := [part for part in subterms(term) if _is_product(part)]:
        return _in_letters(term, x, given, products)
    t = letter(term, law, *(fact.proposition for fact in given))
    own, _ = parted(term.args[0], x, distinct_by(given))
    weight, value, found = density(law, t), replaced(own, x, t), density_range(law)
    if weight is None or found is None or value.is_random:
        raise Refused(f"{x} has no density, or is not alone with its factors in {term}.")
    low, high, exists = found
    given = _with_fact(exists, given)
    kinks = _between(_kinks(value, t, given), low, high, given)
    ends = (low, *kinks, high)
    orders = [_order(a, b, given) for a, b in pairwise(ends) if _finite(a, b)]
    pieces = [_on_piece(value, weight, t, piece, given) for piece in pairwise(ends)]
    mean = apply(
        "by_density", *(slope for slope, _ in pieces), *orders, *given, term=term, x=x, variable=t,
        ends=ends, wholes=tuple(whole for _, whole in pieces),
    )  # fmt: skip
    return neat(mean, given)


def _with_spread(term: Term, x: Term, given: Given) -> Theorem:
    """E f(x) of a normal x whose variance is a sum, from the same for any variance v > 0."""
    mean, spread = law_of(x).args
    v = letter(term, *(fact.proposition for fact in given))
    above = apply("assume", proposition=number(0) < v, ground="condition", because="the variance")
    own = Term("random", (Term("normal", (mean, v)),), x.data)
    found = over_density(replaced(term, x, own), own, (*given, above))
    found = apply("instance", found, symbol=v, value=spread)
    return neat(apply("cut", apply("positive", *strict_facts(given), term=spread), found), given)


def _is_product(part: Term) -> bool:
    return part.head in {"inner", "norm2"} and not part.is_random and not part.loose


def _in_letters(term: Term, x: Term, given: Given, products: list[Term]) -> Theorem:
    """E f(x) = its value, found with a letter for each product of fixed vectors."""
    in_law = [part for part in subterms(law_of(x)) if part in products]
    forms = {frozenset(part.args): part for part in (*products, *in_law)}
    names = fresh_names(len(forms), term, *(fact.proposition for fact in given))
    letters = {key: Term("parameter", (), (name,)) for key, name in zip(forms, names, strict=True)}

    def put(whole: Term, values: Mapping[frozenset[Term], Term]) -> Term:
        return rebuilt(whole, lambda part, _: values.get(frozenset(part.args)) if _is_product(part) else None)

    # What is said of other products has no part in the mean.
    apart = [fact for fact in given if not any(map(_is_product, subterms(put(fact.proposition, letters))))]
    stated = [same_order(fact, put(fact.proposition, forms)) for fact in apart]
    held = [
        apply(
            "assume",
            proposition=put(fact.proposition, letters),
            ground="condition",
            because="so is the product",
        )
        for fact in stated
    ]
    found = over_density(put(term, letters), put(x, letters), tuple(held))
    for key, symbol in letters.items():
        found = apply("instance", found, symbol=symbol, value=forms[key])
    for fact in stated:
        with suppress(Refused):
            found = apply("cut", fact, found)
    alike = (apply("ring", left=part, right=forms[frozenset(part.args)]) for part in dict.fromkeys(products))
    return then(replaced_within(itself(term), alike), found)


def same_order(fact: Theorem, stated: Term) -> Theorem:
    """The order of two numbers in other words, equal by algebra."""
    if fact.proposition is stated:
        return fact
    low, relation, high = ordered(stated)
    return apply("certificate", fact, left=low, right=high, relation=relation, parts=((1, 1, (0,), ()),))


def letter(*used: Term) -> Term:
    """A letter for the values of a number, that is used nowhere."""
    names = {name for term in used for name, _ in term.declarations}
    name = next((one for one in "tuvw" if one not in names), None) or fresh_name(*used)
    return Term("parameter", (), (name,))


def _usable(given: Given) -> Given:
    return tuple(
        fact for fact in given if fact.proposition.head in {"lt", "gt", "le", "ge", "ne"} and _is_plain(fact)
    )


def _is_plain(fact: Theorem) -> bool:
    return not fact.proposition.is_random and not fact.proposition.args[0].shape


def _finite(*ends: End) -> bool:
    return all(type(end) is Term for end in ends)


def _with_fact(wanted: Term, given: Given) -> Given:
    """The facts, with an inequality that a density needs: by signs that are known, or by two of the facts."""
    strict = strict_facts(given)
    known = expander(strict)
    low, _, high = ordered(wanted)
    if known.positive(known.expanded(high - low)):
        return given
    for one, other in permutations((fact for fact in strict if fact.proposition.head != "ne"), 2):
        if ordered(one.proposition)[0] is low and ordered(other.proposition)[2] is high:
            parts = ((1, 1, (0,), ()), (1, 1, (1,), ()))
            try:
                found = apply("certificate", one, other, left=low, right=high, relation="lt", parts=parts)
            except Refused:
                continue
            return (*given, found)
    if is_number(low) and is_number(high):
        raise Refused(f"A law has no density where {low} < {high} does not hold.")
    raise Refused(f"Missing hypothesis: {low < high}.")


# Pieces.


def _kinks(value: Term, t: Term, given: Given) -> list[Term]:
    """The places at which a modulus, a relu, a maximum or an indicator changes."""
    found: dict[Term, None] = {}
    known = expander(strict_facts(given))
    for line in dict.fromkeys(_lines(value)):
        if not occurs(t, line):
            continue
        parts = coefficients(line, t, known)
        if set(parts) - {0, 1}:
            raise Refused(f"{line} changes its sign at more than one place.")
        slope, rest = (as_term_of(parts.get(n, {})) for n in (1, 0))
        found[collected(-rest / slope, *strict_facts(given))] = None
    if len(found) > _MOST_KINKS:
        raise Refused(f"{value} has more than {_MOST_KINKS} kinks.")
    return list(found)


def _lines(value: Term) -> Iterable[Term]:
    """What changes its sign where there is a kink."""
    for part in subterms(value):
        if part.head == "function" and part.data[0] in _KINKED:
            yield part.args[0]
        if part.head in {"maximum", "minimum"}:
            yield from (a - b for k, a in enumerate(part.args) for b in part.args[:k])
        if part.head in {"le", "lt", "ge", "gt", "eq", "ne"}:
            yield from _without_moduli(part.args[0] - part.args[1])


def _without_moduli(line: Term) -> Iterable[Term]:
    """The line for either sign of each modulus in it."""
    modulus = next((p for p in subterms(line) if p.head == "function" and p.data == ("abs",)), None)
    if modulus is None:
        yield line
        return
    for value in (modulus.args[0], -modulus.args[0]):
        yield from _without_moduli(replaced_part(line, modulus, value))


def replaced_part(term: Term, part: Term, value: Term) -> Term:
    """The term with a part replaced."""
    return rebuilt(term, lambda node, _: value if node is part else None)


def _between(kinks: list[Term], low: End, high: End, given: Given) -> list[Term]:
    """The kinks inside the range, in order."""
    inside: list[Term] = []
    for kink in kinks:
        if (type(low) is Term and _ordered(kink, low, given)) or (
            type(high) is Term and _ordered(high, kink, given)
        ):
            continue
        for small, large in ((low, kink), (kink, high)):
            if _finite(small, large):
                _order(small, large, given)
        place = next((k for k, other in enumerate(inside) if _ordered(kink, other, given)), len(inside))
        for other in inside[:place]:
            _order(other, kink, given)
        inside.insert(place, kink)
    return inside


def _ordered(small: Term, large: Term, given: Given) -> bool:
    try:
        return bool(_order(small, large, given))
    except Refused:
        return False


def _order(small: End, large: End, given: Given) -> Theorem:
    """The smaller <= the larger, or a stronger fact."""
    for fact in given:
        if fact.proposition.head != "ne" and ordered(fact.proposition)[::2] == (small, large):
            return fact
    attempts: list[Callable[[], Theorem]] = [
        lambda: bound.prove(small <= large, given),
        lambda: apply(
            "certificate", apply("positive", *strict_facts(given), term=collected(large - small)),
            left=small, right=large, relation="le", parts=((1, 1, (0,), ()),),
        ),
    ]  # fmt: skip
    sides = (fact for fact in given if fact.proposition.head != "ne")
    attempts.extend(partial(_with_room, fact, small, large) for fact in sides)
    for attempt in attempts:
        try:
            return attempt()
        except (Refused, KeyError):
            continue
    raise Refused(f"Missing hypothesis: {small <= large}.")


def _with_room(fact: Theorem, small: Term, large: Term) -> Theorem:
    """The smaller <= the larger, since they are at least as far apart as two sides of a fact."""
    low, _, high = ordered(fact.proposition)
    room = collected(large - small - (high - low))
    if not is_number(room) or value_of(room) < 0:
        raise Refused(f"{fact} does not say that {small} <= {large}.")
    rest = ((*room.data, (), ()),) if value_of(room) else ()
    parts = ((1, 1, (0,), ()), *rest)
    return apply("certificate", fact, left=small, right=large, relation="le", parts=parts)


def _on_piece(
    value: Term, weight: Term, t: Term, piece: tuple[End, End], given: Given
) -> tuple[Theorem, Term]:
    """The slope of an antiderivative on a piece, as the kernel asks for it, and the antiderivative."""
    low, high = piece
    inside = [low < t] if type(low) is Term else []
    inside += [t < high] if type(high) is Term else []
    held = tuple(apply("assume", proposition=p, ground="condition", because=_PIECE) for p in inside)
    plain = _without_kinks(value, t, held, given)
    facts = (*held, *_positive_there(t, low, held, given), *strict_facts(given))
    whole = _antiderivative(right(plain) * weight, t, facts)
    change, product = gradient(whole, t), Term("mul", (right(plain), weight))
    try:
        slope = apply("componentwise", *facts, left=change, right=product)
    except Refused:
        slope = apply("componentwise", *facts, left=change, right=by_entries(change, facts))
        slope = then(slope, apply("ring", *facts, left=right(slope), right=product))
    if left(plain) is not right(plain):
        back = replaced_within(itself(Term("mul", (value, weight))), [plain])
        slope = then(slope, apply("symmetric", back))
    return slope, whole


def _positive_there(t: Term, low: End, held: Given, given: Given) -> Given:
    """0 < t, where the piece begins at zero or later."""
    if type(low) is not Term or is_number(low, 0) or not _ordered(number(0), low, given):
        return ()
    parts = ((1, 1, (0,), ()), (1, 1, (1,), ()))
    order = _order(number(0), low, given)
    return (apply("certificate", held[0], order, left=number(0), right=t, relation="lt", parts=parts),)


def _without_kinks(value: Term, t: Term, held: Given, given: Given) -> Theorem:
    """F(t) = g(t) on a piece, g without moduli, maxima and indicators."""

    def plain(term: Term) -> Theorem:
        if not occurs(t, term) or not term.args:
            return itself(term)
        if term.head == "indicator":
            sides = [side for part in subterms(term) if part.head in RELATIONS for side in part.args]
            straight = replaced_within(itself(term), [plain(side) for side in dict.fromkeys(sides)])
            return converted(straight, lambda event: _truth(event.args[0], sign))
        theorem = parts_converted(term, plain)
        return converted(theorem, lambda part: _smooth(part, t, sign, plain))

    def sign(small: Term, large: Term) -> Theorem | None:
        """The smaller <= the larger on the piece, strictly."""
        return _sign_on_piece(small, large, t, held, given)

    return plain(value)


Sign = Callable[[Term, Term], "Theorem | None"]


def _smooth(term: Term, t: Term, sign: Sign, plain: Callable[[Term], Theorem]) -> Theorem:
    """A modulus, a relu or a maximum whose parts are plain, as one of the parts."""
    if term.head == "function" and term.data == ("relu",):
        return converted(by_modulus(term.args[0]), plain)
    if term.head == "function" and term.data == ("abs",):
        (x,) = term.args
        above = sign(number(0), x)
        if above is not None:
            return apply("own_modulus", above, x=x)
        opposite = collected(-x)
        below = sign(number(0), opposite)
        if below is None:
            raise Refused(f"The sign of {x} is not known.")
        turned = apply("componentwise", left=term, right=Term("function", (opposite,), ("abs",)))
        return then(turned, apply("own_modulus", below, x=opposite))
    if term.head not in {"maximum", "minimum"} or len(term.args) != 2:  # noqa: PLR2004
        return itself(term)
    one, other = term.args
    order = sign(one, other) or sign(other, one)
    if order is None:
        raise Refused(f"The order of {one} and {other} is not known.")
    return of_two(order, term)


def _truth(event: Term, sign: Sign) -> Theorem:
    """1[A] = 1 or 0 on a piece."""
    whole = Term("indicator", (event,))
    if event.head in {"and", "or", "not", "ne", "eq"}:
        if event.head == "eq":
            raise Refused(f"{event} holds at one place alone.")
        inside = apply("indicator_of", term=whole)
        parts = [part for part in subterms(right(inside)) if part.head == "indicator"]
        return replaced_within(inside, [_truth(part.args[0], sign) for part in parts])
    small, large = event.args if event.head in {"le", "lt"} else event.args[::-1]
    holds = sign(small, large)
    if holds is not None:
        return apply("certain", _as(holds, event))
    fails = sign(large, small)
    if fails is None:
        raise Refused(f"Whether {event} is not known.")
    opposite = Term({"le": "gt", "lt": "ge", "ge": "lt", "gt": "le"}[event.head], event.args)
    never = apply("certain", _as(fails, opposite))
    if event.head in {"gt", "ge"}:
        return replaced_within(apply("indicator_of", term=whole), [never])
    other = apply("indicator_of", term=left(never))
    return apply("ring", other, never, left=whole, right=number(0), multipliers=(number(1), number(-1)))


def _as(order: Theorem, event: Term) -> Theorem:
    """A strict order in the words of an event."""
    if event.head in {"le", "ge"}:
        order = apply("weakened", order)
    return order if order.proposition is event else apply("symmetric", order)


def _sign_on_piece(small: Term, large: Term, t: Term, held: Given, given: Given) -> Theorem | None:
    """a < b on a piece for lines a and b in t, from one end of the piece on."""
    strict = strict_facts(given)
    parts = coefficients(large - small, t, expander(strict))
    slope, rest = (as_term_of(parts.get(n, {})) for n in (1, 0))
    if is_number(slope, 0):
        return None
    kink = collected(-rest / slope, *strict)
    for fact in held:
        end = fact.proposition.args[0 if fact.proposition.args[1] is t else 1]
        rises = fact.proposition.args[1] is t
        steep = slope if rises else collected(-slope)
        try:
            beyond = _order(kink, end, given) if rises else _order(end, kink, given)
            facts, times = ([fact, beyond], steep) if kink is not end else ([fact], steep)
            if is_number(times):
                c = value_of(times)
                if c <= 0:
                    continue
                summands = tuple((c.numerator, c.denominator, (k,), ()) for k in range(len(facts)))
            else:
                facts.append(apply("positive", *strict, term=times))
                summands = tuple((1, 1, (k, len(facts) - 1), ()) for k in range(len(facts) - 1))
            return apply(
                "certificate", *facts, *strict, left=small, right=large, relation="lt", parts=summands
            )
        except Refused:
            continue
    return None


# Antiderivatives.


@dataclass(frozen=True)
class _Summand:
    """c u^n (log u)^k exp(q) prod erfc(x) prod of cosines and sines; u is a line in t, q a polynomial."""

    c: Term
    u: Term
    n: Term
    logs: int
    q: Term
    fading: tuple[Term, ...]
    waves: tuple[Term, ...]


def _antiderivative(product: Term, t: Term, facts: Given) -> Term:
    """An antiderivative in t, summand by summand."""
    return _antiderivative_of(product, t, expander(facts))


def _antiderivative_of(product: Term, t: Term, known: Expander) -> Term:
    summands = [as_term_of({m: c}) for m, c in known.expanded(product).items()]
    return add(number(0), *(_integral(_sorted(one, t), t, known) for one in summands))


def _sorted(summand: Term, t: Term) -> _Summand:
    """A product by the kinds of its factors."""
    c, u, n, logs, q = number(1), t, number(0), 0, number(0)
    fading: list[Term] = []
    waves: list[Term] = []
    for factor in summand.args if summand.head == "mul" else (summand,):
        base, exponent = factor.args if factor.head == "power" else (factor, number(1))
        if not occurs(t, factor):
            c = multiply(c, factor)
        elif factor.head == "function" and factor.data == ("exp",):
            q = add(q, factor.args[0])
        elif base.head != "function":
            if occurs(t, exponent) or (u is not base and u is not t):
                raise Refused(f"{summand} {NO_ANTIDERIVATIVE}")
            u, n = base, add(n, exponent)
        elif base.data[0] in {"log", "erfc", "cos", "sin"} and is_natural(exponent) and is_number(exponent):
            times = exponent.data[0]
            if base.data == ("log",):
                if u not in {t, base.args[0]}:
                    raise Refused(f"{summand} {NO_ANTIDERIVATIVE}")
                u, logs = base.args[0], logs + times
            else:
                (fading if base.data == ("erfc",) else waves).extend([base] * times)
        else:
            raise Refused(f"{summand} {NO_ANTIDERIVATIVE}")
    powers = (
        [f for f in summand.args if f.head == "power" and f.args[0] is t] if summand.head == "mul" else []
    )
    if u is not t and (powers or t in summand.args):
        raise Refused(f"{summand} {NO_ANTIDERIVATIVE}")
    return _Summand(c, u, n, logs, q, tuple(fading), tuple(waves))


def _integral(s: _Summand, t: Term, known: Expander) -> Term:
    """An antiderivative of one product. Raises `Refused` where there is no rule for it."""
    q = {k: as_term_of(p) for k, p in coefficients(s.q, t, known).items() if k}
    if s.fading:
        return _by_parts(s, q, t, known)
    whole = is_number(s.n) and s.n.data[1] == 1 and s.n.data[0] >= 0 and s.u is t
    if s.waves:
        if q or not whole or len(s.waves) > 1 or s.logs:
            raise Refused(f"No antiderivative of a product with {s.waves[0]} is known here.")
        return multiply_out(s.c, _of_wave(s.waves[0], s.n.data[0], t, known))
    if not q:
        return multiply_out(s.c * exp_of(s.q), _of_power(s, t, known))
    if not whole or s.logs or max(q) > 2:  # noqa: PLR2004
        product = multiply(power(s.u, s.n), exp(s.q))
        raise Refused(f"No antiderivative of {product} is known here; the mean may be infinite.")
    a, b = (-q.get(k, number(0)) for k in (2, 1))
    if is_number(a, 0):
        found = _of_exponential(s.n.data[0], b, t, s.q)
    else:
        if not known.positive(known.expanded(a)):
            raise Refused(f"The mean may be infinite: 0 < {a} must be known.")
        found = _of_gaussian(s.n.data[0], a, b, t, s.q, known)
    return multiply_out(s.c, found)


def exp_of(q: Term) -> Term:
    """The exponential of a number, 1 for zero."""
    return number(1) if is_number(q, 0) else exp(q)


def multiply_out(c: Term, total: Term) -> Term:
    """c times each summand."""
    parts = summands(total)
    return add(number(0), *(multiply(c, part) for part in parts))


def _of_power(s: _Summand, t: Term, known: Expander) -> Term:
    """The integral of u^n (log u)^k, for u = c t + d."""
    slope = as_term_of(coefficients(s.u, t, known).get(1, {}))
    if is_number(s.n, -1):
        return power(log(s.u), s.logs + 1) / (slope * (s.logs + 1))
    n = collected(s.n + 1)
    if not known.nonzero(known.expanded(n)):
        raise Refused(f"Missing hypothesis: {n} ≠ 0.")
    total: list[Term] = []
    factor = number(1)
    for k in range(s.logs, -1, -1):
        logs = power(log(s.u), k) if k else number(1)
        total.append(multiply(factor / (n * slope), power(s.u, n), logs))
        factor = multiply(factor, number(-k)) / n
    return add(*total)


def _of_exponential(n: int, b: Term, t: Term, q: Term) -> Term:
    """The integral of t^n exp(q), q = -b t + c."""
    total = -exp(q) / b
    for k in range(1, n + 1):
        total = add(-power(t, k) * exp(q) / b, multiply_out(k / b, total))
    return total


def _of_gaussian(n: int, a: Term, b: Term, t: Term, q: Term, known: Expander) -> Term:
    """The integral of t^n exp(q), q = -a t^2 - b t + c with a > 0."""
    root = as_term_of(known.expanded(power(a, Fraction(1, 2))))
    rest = as_term_of(known.expanded(q + a * t**2 + b * t + b**2 / (4 * a)))
    half = as_term_of(known.expanded(root * t + b / (2 * root)))
    tail = Term("function", (half,), ("erfc",))
    zero = -multiply(power(PI, Fraction(1, 2)) / (2 * root), exp_of(_plain(rest, t, known)), tail)
    values = [zero]
    for k in range(1, n + 1):
        parts = [-multiply(power(t, k - 1) if k > 1 else number(1), exp(q)) / (2 * a)]
        if k > 1:
            parts.append(multiply_out((k - 1) / (2 * a), values[k - 2]))
        if not is_number(b, 0):
            parts.append(multiply_out(-b / (2 * a), values[k - 1]))
        values.append(add(*parts))
    return values[n]


def _plain(rest: Term, t: Term, known: Expander) -> Term:
    """What does not vary with t, written without it."""
    return as_term_of(coefficients(rest, t, known).get(0, {}))


def _of_wave(wave: Term, n: int, t: Term, known: Expander) -> Term:
    """The integral of t^n cos(w t + b), or of the sine."""
    (angle,) = wave.args
    parts = coefficients(angle, t, known)
    if set(parts) - {0, 1}:
        raise Refused(f"{angle} is no line in {t}.")
    w = as_term_of(parts.get(1, {}))
    if not known.nonzero(known.expanded(w)):
        raise Refused(f"Missing hypothesis: {w} ≠ 0.")
    if wave.data == ("cos",):
        first, rest, sign = sin(angle), sin(angle), -1
    else:
        first, rest, sign = -cos(angle), cos(angle), 1
    head = multiply(power(t, n) if n else number(1), first) / w
    if n == 0:
        return head
    return add(head, multiply_out(number(sign * n) / w, _of_wave(rest, n - 1, t, known)))


def _by_parts(s: _Summand, q: dict[int, Term], t: Term, known: Expander) -> Term:
    """The integral of g erfc(x), from that G of g: G erfc(x) + 2/pi^(1/2) times that of G x' exp(-x^2)."""
    (x,), others = s.fading[0].args, s.fading[1:]
    line = coefficients(x, t, known)
    if set(line) - {0, 1}:
        raise Refused(f"{x} is no line in {t}.")
    slope = as_term_of(line.get(1, {}))
    own = exp(collected(-(x**2)))
    # A derivative of erfc(x)^k gives k slopes of one factor.
    constant = as_term_of(known.expanded(s.q + x**2))
    plain = is_number(s.n, 0) and not s.logs and not s.waves
    if plain and not occurs(t, constant) and set(others) <= {s.fading[0]}:
        k = len(s.fading) + 1
        scale = -multiply(power(PI, Fraction(1, 2)) / (2 * k * slope), exp_of(constant))
        return multiply(s.c, scale, power(s.fading[0], k))
    if others:
        raise Refused(f"No antiderivative of a product of {s.fading} is known here.")
    alone = _Summand(s.c, s.u, s.n, s.logs, s.q, (), s.waves)
    first = _integral(alone, t, known)
    fading = {part for part in subterms(first) if part.head == "function" and part.data == ("erfc",)}
    if fading - {s.fading[0]} and q:
        raise Refused(f"No antiderivative of a product of {s.fading[0]} and {fading} is known here.")
    rest = _antiderivative_of(multiply(first, own, slope, 2 / power(PI, Fraction(1, 2))), t, known)
    return add(multiply_out(s.fading[0], first), rest)


def antiderivative(value: Term, t: Term, facts: Given) -> tuple[Term, Theorem]:
    """F and grad_t F(t) = f(t), where the facts hold."""
    whole = _antiderivative(value, t, facts)
    change = gradient(whole, t)
    slope = apply("componentwise", *facts, left=change, right=by_entries(change, facts))
    return whole, then(slope, apply("ring", *facts, left=right(slope), right=value))


# The value, and quantiles.


def neat(theorem: Theorem, given: Given) -> Theorem:
    """The equation with its right-hand side collected, what stands below erfc, exp, cos, sin too."""
    strict = strict_facts(given)
    for part in dict.fromkeys(p for p in subterms(right(theorem)) if _has_argument(p)):
        (x,) = part.args
        plain = apply("ring", *strict, left=x, right=collected(x, *strict))
        theorem = replaced_within(theorem, [plain])
    for part in dict.fromkeys(p for p in subterms(right(theorem)) if p.data == ("erfc",) and not p.loose):
        opposite = Term("function", (collected(-part.args[0], *strict),), ("erfc",))
        both = {part, opposite} <= set(subterms(right(theorem)))
        if both and len(repr(part)) < len(repr(opposite)):
            plain = apply("ring", *strict, left=opposite.args[0], right=-part.args[0])
            turned = replaced_within(itself(opposite), [plain, apply("erfc_turned", x=part.args[0])])
            theorem = replaced_within(theorem, [turned])
    zero = Term("function", (number(0),), ("erfc",))
    if zero in subterms(right(theorem)):
        turned = apply("erfc_turned", x=number(0))
        half = apply("ring", turned, left=zero, right=number(1), multipliers=(number(Fraction(1, 2)),))
        theorem = replaced_within(theorem, [half])
    waves = [p for p in subterms(right(theorem)) if p.head == "function" and p.data[0] in {"cos", "sin"}]
    for wave in dict.fromkeys(waves):
        plain = apply("componentwise", *strict, left=wave, right=by_entries(wave, strict))
        theorem = replaced_within(theorem, [plain])
    return tidied(theorem, *strict)


def _has_argument(part: Term) -> bool:
    return part.head == "function" and part.data[0] in {"erfc", "cos", "sin"}


def _derive(term: Term, given: Given) -> Theorem:
    """The mean of a function of one number with a density, a probability of one, or its quantile."""
    if term.head == "quantile":
        return _quantile(*term.args, given)
    if term.head == "P":
        return converted(apply("written_out", term=term), lambda mean: _derive(mean, given))
    if term.head != "E":
        raise Refused(f"{term} is no mean, probability or quantile.")
    objects = numbers_in(term.args[0])
    if len(objects) != 1:
        raise Refused(f"{term} is a mean over {len(objects)} numbers.")
    return over_density(term, objects[0], given)


def numbers_in(body: Term) -> list[Term]:
    """The random numbers of a term, at closed indices."""
    objects = (part for part in subterms(body) if part.head in {"random", "item"} and not part.shape)
    return list(dict.fromkeys(x for x in objects if not x.loose))


def _quantile(x: Term, level: Term, given: Given) -> Theorem:
    """The level that a uniform or exponential number is below with a probability; a normal median."""
    law = law_of(x)
    if law.head == "uniform":
        low, high = law.args
        place = collected(low + level * (high - low))
    elif law.head == "exponential":
        place = log(1 / (1 - level)) / law.args[0]
    elif law.head == "normal" and is_number(level) and value_of(level) == Fraction(1, 2):
        place = law.args[0]
    else:
        raise Refused(f"The quantile of {x} at {level} has no form here.")
    chance = _derive(Term("P", (x <= place,)), given)
    chance = then(chance, apply("ring", *strict_facts(given), left=right(chance), right=level))
    return apply("quantile_by_density", chance, *strict_facts(given))


def _prove(goal: Term, given: Given) -> Theorem:
    """A relation between two such terms, from the value of the first."""
    small, _, large = ordered(goal)
    if small.head in {"E", "P", "quantile"}:
        return finish(_derive(small, given), goal, given)
    return finish(apply("symmetric", _derive(large, given)), goal, given)


integrals = Tactic(
    name="integrals",
    prove=_prove,
    derive=_derive,
    states="means of functions of one number with a density (normal, uniform, exponential), tails, quantiles",
    example='tc.derive("E exp(-x^2)", laws=["x: normal(0, 1)"], by="integrals")',
)
