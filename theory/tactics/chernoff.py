"""`chernoff`: P(x > t) <= exp(-s t) E exp(s x), with the moment generating function of x, at a stated s or at
the best one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import permutations

import sympy as sp

from ..kernel import Refused, Theorem, apply
from ..kernel.algebra import expander
from ..kernel.probability import each_exponential, heavy
from ..kernel.theorem import EQUATION, ORDER, ordered
from ..node import Term, add, is_number, multiply, number, power
from ..requirements import is_integer
from ..substitution import fresh_name, fresh_names, replaced, subterms
from ..terms import E, exp, log
from .bounds import positive, with_strict
from .certificates import by_products, require_no_failure
from .exponential_means import exponential_of_sum
from .extremes import at_most, linear_objects, proxy, relations, tail_parts, with_bound
from .formula_orders import by_ways
from .goals import Given, Tactic, finish, positive_values, same, stated, strict_facts, with_head
from .moments import evaluated
from .rewriting import as_term_of, assumed, collected, converted, itself, left, replaced_within, right, then
from .tails import chernoff_tail

Attempt = Callable[[], Theorem]


def moment_of(term: Term, given: Given) -> Theorem:
    """E exp(...) = its value, for a linear form in one object, or a sum over independent items."""
    inside = term.args[0].args[0]
    if any(part.head == "sum" for part in (inside, *inside.args)):
        return exponential_of_sum(term, lambda mean: moment_of(mean, given), *relations(given))
    for own in linear_objects(inside):
        try:
            return apply("exponential_moment", *relations(given), term=term, x=own)
        except Refused:
            continue
    with suppress(Refused):
        return evaluated(term, given)
    raise Refused(f"Missing theorem: the value of {term}, or a bound on it.")


def _prove_chernoff(goal: Term, given: Given) -> Theorem:
    """P(x >= t) <= b from exp(-s t) E exp(s x), with the s of a condition s > 0, or a best s."""
    probability, relation, _ = ordered(goal)
    if relation == "le" and probability.head == "E" and probability.args[0].data == ("exp",):
        return at_most(_by_proxy(probability, given), goal, given)
    if relation not in {"le", "lt"} or probability.head != "P":
        raise Refused(f"A Chernoff bound has the form P(x > t) <= b, and {goal} has not.")
    own, given = given, _facts(given)
    found, refusals = [], []
    for bounds in (_at_stated, _at_best):
        for attempt in bounds(probability.args[0], own if bounds is _at_stated else given):
            try:
                found.append(attempt())
                return finish(with_bound(found[-1], ordered(goal)[2], given), goal, given)
            except Refused as refusal:
                refusals.append(str(refusal))
    for one in found[::-1]:
        with suppress(Refused):
            return at_most(one, goal, given)
    if found:
        raise Refused(f"What follows is {found[-1].proposition}, and {goal} was asked.")
    hint = "Or state an exponent s of exp(s x), by s > 0 in `where`, and a bound that holds for any."
    raise Refused(" ".join((*dict.fromkeys(refusals), hint)))


def _by_proxy(moment: Term, given: Given) -> Theorem:
    """E exp(y) <= exp(E y + v/2), with a variance proxy v of y."""
    y = moment.args[0].args[0]
    own, mean = proxy(y, given), evaluated(E(y), relations(given))
    m, centred = right(mean), apply("exponential_bound", own, s=number(1))
    centred = apply("rewrite", mean, centred)
    low, _, high = ordered(centred.proposition)
    plain = apply("within", apply("ring", left=exp(y), right=exp(m) * low.args[0]), term=moment)
    apart = then(plain, apply("linear", term=right(plain)))
    order = by_products(right(apart), exp(m) * high, (1, centred, apply("positive", term=exp(m))))
    bound = same(exp(m) * high, exp(collected(m + high.args[0])), given)
    return apply("transitive", apply("transitive", apart, order), bound)


def _facts(given: Given) -> Given:
    """What is given, that values are positive, and a < c from a < b and b < c."""
    known = (*given, *positive_values(given))
    orders = with_head(strict_facts(known), ORDER)
    chained = (
        apply("transitive", one, other)
        for one, other in permutations(orders, 2)
        if ordered(one.proposition)[2] is ordered(other.proposition)[0]
    )
    return (*known, *chained)


def _at_stated(event: Term, given: Given) -> Iterator[Attempt]:
    """The bound at each s of a condition 0 < s that the event is not about."""
    x, _ = _one_sided(event)
    for fact in given:
        positive = fact.proposition.head in {"lt", "gt"} and is_number(ordered(fact.proposition)[0], 0)
        s = ordered(fact.proposition)[2] if positive else x
        if positive and s not in subterms(event):
            yield partial(_at_exponent, fact, E(exp(s * x)), event, given)


def _at_exponent(slope: Theorem, mean: Term, event: Term, given: Given) -> Theorem:
    return chernoff_tail(_known_moment(mean, given), slope, event)


def _one_sided(event: Term) -> tuple[Term, Term]:
    """The x that lies above a level with exp(x), and the level of the event: x > t, or -x < t."""
    if event.head in {"lt", "le"}:
        return -event.args[0], event.args[1]
    _, side, t, _ = tail_parts(event)
    if side == "both":
        raise Refused(f"A Chernoff bound is for one side, and P({event}) is for both.")
    return event.args[0], t


def _known_moment(term: Term, given: Given) -> Theorem:
    for fact in given:
        if fact.proposition.head in {"eq", "le", "lt", "ge", "gt"} and ordered(fact.proposition)[0] is term:
            return fact
    return moment_of(term, given)


def _derive(term: Term, given: Given) -> Theorem:
    """E exp(s x), or P(x > t) below its bound at the best s."""
    if term.head == "P":
        refusals = []
        for attempt in _at_best(term.args[0], _facts(given)):
            try:
                return attempt()
            except Refused as refusal:
                refusals.append(str(refusal))
        raise Refused(next(iter(refusals), f"No exponent of exp(s x) makes the bound on {term} least."))
    if term.head != "E" or term.args[0].head != "function" or term.args[0].data != ("exp",):
        raise Refused(f"chernoff finds E exp(s x) and bounds P(x > t), and {term} is neither.")
    return moment_of(term, given)


# The best exponent.


def _at_best(event: Term, given: Given) -> Iterator[Attempt]:
    """The bound at each s at which the slope of log m(s) - s t is 0, m(s) being E exp(s x), or exp(n (u - 1))
    where that is u^n.
    """
    (x, t), y = _one_sided(event), event.args[0]
    s = Term("parameter", (), (fresh_name(event, *stated(given)),))
    held = (s > 0, *_rooms(exp(s * x)))
    facts = tuple(assumed(p, "the exponent") for p in held)
    moment = converted(moment_of(E(exp(s * x)), (*given, *facts)), partial(_with_values, given=given))
    for bound_on in (moment, *_below_exponential(moment, (*given, *facts))):
        for best in _stationary(right(bound_on), s, t if x is y else -t, strict_facts(given)):
            yield partial(_bound_at, bound_on, facts, (s, best), event, given)


def _below_exponential(moment: Theorem, given: Given) -> Iterator[Theorem]:
    """E exp(s x) <= exp(n (u - 1)) where it is u^n, u a sum: 1 + y <= exp y, each exponential in u being any
    positive number.
    """
    value = right(moment)
    if value.head == "power" and value.args[0].head == "add":
        powers = list(dict.fromkeys(part for part in subterms(value.args[0]) if part.data == ("exp",)))
        names = fresh_names(len(powers), value, *stated(given))
        letters = [Term("parameter", (), (name,)) for name in names]
        for part, own in zip(powers, letters, strict=True):
            value = replaced(value, part, own)
        signs = [Term("lt", (number(0), own)) for own in letters]
        held = [assumed(p, "any number") for p in signs]
        base, n = value.args
        with suppress(Refused):
            below = _below_tangent(base, n, (*held, *given))
            for part, own in zip(powers, letters, strict=True):
                below = apply("instance", below, symbol=own, value=part)
                below = apply("cut", apply("positive", term=part), below)
            yield apply("transitive", moment, below)


def _below_tangent(base: Term, n: Term, given: Given) -> Theorem:
    """u^n <= exp(n (u - 1)), for 0 <= u and 0 < n."""
    sign = by_ways(number(0), "le", base, with_strict(given))
    tangent = apply("tangent", x=base - 1)
    below = apply("transitive", same(base, ordered(tangent.proposition)[0], ()), tangent)
    grown = apply("monotone", below, sign, *strict_facts(given), function="power", exponent=n)
    value = ordered(grown.proposition)[2]
    return apply("transitive", grown, same(value, exp(collected(n * (base - 1))), given))


def _bound_at(moment: Theorem, held: Given, at: tuple[Term, Term], event: Term, given: Given) -> Theorem:
    """The bound at one s, where 0 < s and the mean is finite."""
    symbol, value = at
    own = apply("instance", moment, symbol=symbol, value=value)
    shown = [_shown(replaced(fact.proposition, symbol, value), given) for fact in held]
    for fact in shown:
        if any(h.proposition is fact.proposition for h in own.hypotheses):
            own = apply("cut", fact, own)
    found = chernoff_tail(own, shown[0], event, *shown)
    return apply("transitive", found, _neat(right(found), strict_facts((*shown, *given))))


def _shown(goal: Term, given: Given) -> Theorem:
    """The condition x > 0 on the exponent. Raises `Refused` with what it lacks, the sign of a numerator."""
    value = _with_values(goal.args[0], given)
    try:
        require_no_failure(number(0) < right(value), given, defined=True)
        above = positive(right(value), given)
    except Refused:
        known = expander(strict_facts(given))
        lacking = [
            side
            for side in _quotient(right(value), strict_facts(given))
            if not known.positive(known.expanded(side))
        ]
        parts = expander(()).expanded(lacking[-1] if lacking else right(value)).items()
        more, less = (as_term_of({m: c * k for m, c in parts if c * k > 0}) for k in (1, -1))
        raise Refused(f"Missing hypothesis: {more} > {less}.") from None
    return apply("symmetric", apply("transitive", above, apply("symmetric", value)))


def _with_values(term: Term, given: Given) -> Theorem:
    """The term with what the facts say that its lengths are."""
    facts = (fact for fact in with_head(given, EQUATION) if not fact.proposition.is_random)
    return replaced_within(itself(term), [fact for fact in facts if left(fact).head == "norm2"])


def _rooms(power_of: Term) -> list[Term]:
    """What must be positive so that E exp(x) is finite."""
    each = each_exponential(power_of, ())
    found, room = heavy(power_of if each is None else each[1])
    return [] if found is None else [room > 0]


def _stationary(bound_on: Term, s: Term, t: Term, facts: Given) -> Iterator[Term]:
    """The s at which the slope of log m(s) - s t is 0."""
    letters: dict[Term, sp.Symbol] = {}
    m, level, own = (_formula(part, letters) for part in (bound_on, t, s))
    names = {symbol: letter for letter, symbol in letters.items()}
    with suppress(NotImplementedError, KeyError):
        slope = sp.diff(sp.expand_log(sp.log(m), force=True), own)
        yield from (_oriented(_term(root, names), facts) for root in sp.solve(slope - level, own))


def _neat(term: Term, facts: Given) -> Theorem:
    """The term with what is in its exponentials, powers and their bases as quotients of factors."""
    match term.head:
        case "mul":
            powers = [part for part in term.args if part.data == ("exp",)]
            rest = [part for part in term.args if part not in powers]
            one = [exp(add(*(part.args[0] for part in powers)))] if powers else []
            parts = [_neat(part, facts) for part in dict.fromkeys((*one, *rest))]
            found = replaced_within(same(term, multiply(*one, *rest), facts), parts)
            whole = right(found)
            return then(found, same(whole, multiply(*whole.args), facts)) if whole.head == "mul" else found
        case "power" if term.args[0].head == "power":
            (base, e), times = term.args[0].args, term.args[1]
            above, below = _quotient(base, facts, inside=True)
            return same(term, multiply(power(above, e * times), power(below, -e * times)), facts)
        case "power":
            above, below = _quotient(term.args[0], facts, inside=True)
            return same(term, multiply(power(above, term.args[1]), power(below, -term.args[1])), facts)
        case "function" if term.data == ("exp",):
            above, below = _quotient(term.args[0], facts)
            return apply("within", same(term.args[0], above / below, facts), term=term)
    return itself(term)


def _oriented(term: Term, facts: Given) -> Term:
    """The term with its logarithms, and itself where it has none, as quotients of positive factors."""
    logs = [part for part in subterms(term) if part.data == ("log",)]
    for part in dict.fromkeys(logs):
        above, below = _quotient(part.args[0], facts)
        whole = is_number(above, 1)
        term = replaced(term, part, -log(below) if whole else log(above / below))
    above, below = (term, number(1)) if logs else _quotient(term, facts)
    return above / below


def _quotient(term: Term, facts: Given, *, inside: bool = False) -> tuple[Term, Term]:
    """The numerator and the denominator, in factors that are positive where that is known."""
    letters: dict[Term, sp.Symbol] = {}
    formula = sp.cancel(_formula(term, letters, inside=inside))
    names, known = {symbol: letter for letter, symbol in letters.items()}, expander(facts)
    sign, sides = 1, []
    for side in sp.fraction(formula):
        try:
            c, factors = (side, []) if side.is_Rational else sp.factor_list(side)
        except sp.PolynomialError:
            return term, number(1)
        product = _term(c, names)
        for factor, times in factors:
            own = _term(factor, names)
            if known.positive(known.expanded(-own)):
                sign, own = sign * (-1) ** int(times), collected(-own)
            product = product * power(own, int(times))
        sides.append(product)
    return sign * sides[0], sides[1]


def _formula(term: Term, letters: dict[Term, sp.Symbol], *, inside: bool = True) -> sp.Expr:
    """The term in SymPy; a letter is what is no sum, product or whole power of symbols, and no other power,
    exponential or logarithm that is looked inside.
    """
    if term.head == "number":
        return sp.Rational(*term.data)
    if term.data == ("exp",):
        # exp(c log u) is u^c.
        (x,) = term.args
        x = multiply(*x.args) if x.head == "mul" else x
        *c, last = x.args if x.head == "mul" else (x,)
        if last.data == ("log",):
            return _formula(power(last.args[0], multiply(number(1), *c)), letters, inside=inside)
    heads = {"add": sp.Add, "mul": sp.Mul, "power": sp.Pow}
    heads |= {"exp": sp.exp, "log": sp.log} if inside else {}
    make = heads.get(term.data[0] if term.head == "function" else term.head)
    whole = inside or term.head != "power" or is_integer(term.args[1])
    if make is None or not (term.declarations and whole):
        return letters.setdefault(term, sp.Symbol(f"x{len(letters)}", positive=True))
    return make(*(_formula(part, letters, inside=inside) for part in term.args))


def _term(formula: sp.Expr, names: Mapping[sp.Symbol, Term]) -> Term:
    """The same as a term. Raises `KeyError` for what has no such form."""
    if formula.is_Rational:
        return number(Fraction(int(formula.p), int(formula.q)))
    if formula.is_Symbol:
        return names[formula]
    make: Callable[..., Term] = {sp.Add: add, sp.Mul: multiply, sp.Pow: power, sp.exp: exp, sp.log: log}[
        formula.func
    ]
    return make(*(_term(part, names) for part in formula.args))


chernoff = Tactic(
    name="chernoff",
    prove=_prove_chernoff,
    derive=_derive,
    states="E exp(s x), and P(x > t) <= exp(-s t) E exp(s x), at a stated s or the best one",
    example='tc.derive("E exp(s z)", laws=["z: normal(0, 1)"], by="chernoff")',
)
