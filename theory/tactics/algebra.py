"""`algebra`: the value of a formula, its sums over an index counted, equations put in, in factored form."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ..kernel import Refused, Theorem, apply
from ..node import TRUE, Term, is_number, multiply, number
from ..substitution import abstracted, instantiated, occurs, opened, replaced, subterms
from .bounds import last_apart, written_out
from .certificates import by_products
from .goals import NOT_FOR_THIS, Given, Tactic, counterexample, denominators, finish, same, strict_facts
from .gradients import with_equations
from .rewriting import (
    Letters,
    assumed,
    below,
    by_entries,
    converted,
    factored,
    itself,
    left,
    occurring,
    raised,
    replaced_within,
    right,
    simplified,
    then,
    whole_gamma,
    whole_gammas,
    with_least_gammas,
)

_MOST_ROUNDS = 8
_RATIONAL = frozenset({"number", "add", "mul", "power", "index", "size", "parameter"})


def evaluated(term: Term, given: Given = ()) -> Theorem:
    """t = its value: names written out, sums over indices counted or split, known values put in, factored.

    `given` are equations, and what is positive or not zero. Raises `Refused`.

    >>> from theorycheck.theory.model import Index, fixed, sizes
    >>> from theorycheck.theory.prove import suppose
    >>> from theorycheck.theory.terms import Sum
    >>> H, D = sizes("H D")
    >>> h, w = Index("h", H), fixed("w", H)
    >>> evaluated(Sum(h, D / H * (D + w[h])), (suppose(Sum(h, w[h]) == H),))
    ∑_j w_j = H ⊢ ∑_j D (D + w_j)/H = D (D + 1)
    """
    found = _collected(itself(term), given)
    if not occurring(right(found), "sum"):
        return found
    other = _collected(replaced_within(itself(term), _from_inside(term, given)), given)
    return min(found, other, key=lambda one: len(occurring(right(one), "sum")))


def _from_inside(term: Term, given: Given) -> Iterator[Theorem]:
    """Its sums as they stand in closed form, those inside others before."""
    stated = [fact.proposition for fact in given]
    for own in occurring(term, "sum"):
        with suppress(Refused):
            inside = below(own, lambda x: evaluated(x, given) if occurring(x, "sum") else itself(x), *stated)
            yield converted(inside, lambda one: summed(one, given))


def _collected(theorem: Theorem, given: Given) -> Theorem:
    """The equation with the value on its right-hand side collected, its sums counted, and factored."""
    facts = strict_facts(given)
    theorem = converted(theorem, lambda own: with_least_gammas(own, facts))
    for _ in range(_MOST_ROUNDS):
        before = right(theorem)
        theorem = converted(theorem, lambda own: same(own, by_entries(own, facts), given))
        theorem = with_equations(theorem, given)
        if right(theorem) is before:
            break
    for find in (_up_to, summed):
        for own in occurring(right(theorem), "sum"):
            with suppress(Refused):
                theorem = replaced_within(theorem, [find(own, given)])
    return converted(theorem, lambda own: same(own, factored(own), given))


def _up_to(total: Term, given: Given) -> Theorem:
    """sum_j 1[j <= i] x = i x, for an x without j."""
    index, _, body = opened(total)
    factors = body.args if body.head == "mul" else (body,)
    ends = [
        x for x in factors if x.head == "indicator" and x.args[0].head == "le" and x.args[0].args[0] is index
    ]
    if len(ends) != 1:
        raise Refused(f"{total} has no one condition j <= i.")
    rest = multiply(number(1), *(x for x in factors if x not in ends))
    short = Term("sum", (total.args[0], *(abstracted(x, index) for x in (ends[0].args[0], rest))))
    return then(same(total, short, given), apply("count", term=short))


def summed(total: Term, given: Given = ()) -> Theorem:
    """A sum of r(j) c^j with a rational function r, in closed form by Gosper's algorithm; else itself.

    Raises `Refused` with what is missing where the form holds under hypotheses.

    >>> from theorycheck.theory.model import Index, Size
    >>> from theorycheck.theory.terms import Sum
    >>> j = Index("j", Size("n"))
    >>> summed(Sum(j, j**2))
    ⊢ ∑_j j² = n (n + 1) (2 n + 1)/6
    """
    import sympy as sp
    from sympy.concrete.gosper import gosper_term

    index, condition, body = opened(total)
    powers = list(_powers(body))
    growing = [(base, e) for base, e in powers if occurs(index, e)]
    plain = multiply(number(1), *(raised(base, e) for base, e in powers if not occurs(index, e)))
    rises = [factored(e - replaced(e, index, index - 1)) for _, e in growing]
    ratio = multiply(number(1), *(raised(base, e) for (base, _), e in zip(growing, rises, strict=True)))
    letters = Letters()
    j, c, r = map(letters.formula, (index, ratio, plain))
    if condition is not TRUE or any(occurs(index, own) for own in letters.symbols if own is not index):
        return itself(total)
    letter = c if c.is_number else sp.Dummy()
    found = gosper_term(r * letter**j, j)
    if found is None:
        return itself(total)
    whole = letters.term(sp.factor((found * r).subs(letter, c).subs(j, j + 1)))
    whole = multiply(whole, *(raised(base, replaced(e, index, index + 1)) for base, e in growing))
    try:
        steps = same(body, whole - replaced(whole, index, index - 1), given)
    except Refused as refusal:
        raise Refused(denominators(given, whole) or str(refusal)) from refusal
    theorem = apply("telescoped", steps, index=index, whole=whole)
    value = simplified(right(theorem))
    forms = [factored(simplified(form)) for form in (value, by_entries(value, strict_facts(given)))]
    return converted(theorem, lambda own: same(own, min(forms, key=_length), given))


def _length(form: Term) -> tuple[int, int]:
    """By which forms are preferred: few sums in exponents, then few letters."""
    exponents = [part.args[1] for part in subterms(form) if part.head == "power"]
    return sum(part.head == "add" for e in exponents for part in subterms(e)), len(repr(form))


def _powers(term: Term) -> Iterator[tuple[Any, Term]]:
    """The factors of a product as bases with exponents; exp(x) has the base "e"."""
    match term.head:
        case "mul":
            for part in term.args:
                yield from _powers(part)
        case "power":
            for base, e in _powers(term.args[0]):
                yield base, factored(e * term.args[1])
        case "function" if term.data == ("exp",):
            yield "e", term.args[0]
        case _:
            yield term, number(1)


def _derive(term: Term, given: Given) -> Theorem:
    """The value of a term that is not written as one. Raises `Refused`."""
    found = evaluated(term, given)
    for own in occurring(right(found), "sum"):
        summed(own, given)
    if right(found) is term:
        raise Refused(f"{term} is a value already.")
    return found


def _prove(goal: Term, given: Given) -> Theorem:
    """An equation, from the value of its left-hand side, those of both sides, or by induction."""
    if goal.head != "eq":
        raise Refused(f"algebra proves equations, and {goal} is none.")
    try:
        return finish(evaluated(goal.args[0], given), goal, given)
    except Refused as refusal:
        for way in (_by_gammas, _by_both_sides, _by_induction, _by_recurrence):
            with suppress(*NOT_FOR_THIS):
                return way(goal, given)
        hint = denominators(given, *goal.args)
        raise Refused(f"{refusal} {hint} {counterexample(goal, given)}") from refusal


def _by_both_sides(goal: Term, given: Given) -> Theorem:
    one, other = (evaluated(side, given) for side in goal.args)
    return finish(then(one, apply("symmetric", other)), goal, given)


def _by_induction(goal: Term, given: Given) -> Theorem:
    """By induction over a size up to which there is a sum or product."""
    wholes = [part for head in ("sum", "product") for part in occurring(goal, head)]
    for n in dict.fromkeys(part.args[0] for part in wholes if part.args[0].head == "size"):
        with suppress(Refused):
            return _by_steps(goal, n, given)
    raise Refused(f"{goal} does not follow by induction.")


def _by_steps(goal: Term, n: Term, given: Given) -> Theorem:
    held = assumed(goal, "it holds one step before")

    def stepped(side: Term) -> Theorem:
        return replaced_within(last_apart(side, given), [held])

    proved = []
    for value, convert in ((number(n.data[1]), written_out), (n + 1, stepped)):
        one, other = (converted(itself(side), convert) for side in replaced(goal, n, value).args)
        equal = Term("eq", (right(one), right(other)))
        try:
            between = same(*equal.args, given)
        except Refused:
            between = _by_gammas(equal, given)
        proved.append(then(then(one, between), apply("symmetric", other)))
    return apply("induction", *proved, symbol=n, statement=goal)


def _by_recurrence(goal: Term, given: Given) -> Theorem:
    """What a sum up to a size n is whose terms F speak of n too, by induction (Zeilberger): F(n + 1, j) is
    c F(n, j) + G(j) - G(j - 1) with a multiple G of F, by Gosper's algorithm.

    >>> from theorycheck.theory.model import Index, Size
    >>> from theorycheck.theory.terms import Sum, binomial
    >>> n = Size("n")
    >>> j = Index("j", n)
    >>> _by_recurrence(Term("eq", (Sum(j, j * binomial(n, j)), n * 2 ** (n - 1))), ())
    ⊢ ∑_j j Γ(n + 1)/(Γ(j + 1) Γ(n - j + 1)) = n 2^(n - 1)
    """
    one, value = goal.args
    if occurring(value, "sum") and not occurring(one, "sum"):
        return apply("symmetric", _by_recurrence(Term("eq", (value, one)), given))
    sums = [part for part in occurring(one, "sum") if part.args[1] is TRUE and part.args[0].head == "size"]
    if len(sums) != 1 or occurring(value, "sum") or not occurs(sums[0].args[0], sums[0].args[2]):
        raise Refused(f"{goal} is not about one sum up to a size of which its terms speak.")
    (total,), n = sums, sums[0].args[0]
    apart = last_apart(replaced(total, n, n + 1), given)
    (later,) = occurring(right(apart), "sum")
    (index, _, body), after = opened(total), instantiated(later.args[2], opened(total)[0])
    c, whole = _recurrence(body, after, value, index, n)
    last = apply("bounded", term=index, end="high")
    room = by_products(number(0), n - index + 1, (1, last), (1,), relation="lt")
    step = Term("eq", (after - c * body, whole - replaced(whole, index, index - 1)))
    known = (*given, room, *(apply("positive", room, term=part) for part in (index, n)))
    summed_up = apply("telescoped", _by_gammas(step, known), index=index, whole=whole)
    found = same(later, left(summed_up) + c * total, given)
    held = assumed(goal, "it holds one step before")
    own = apply("ring", held, left=total, right=value - (one - total), multipliers=(number(1),))
    found = replaced_within(found, [summed_up, own])
    (first, next_value) = replaced(goal, n, n + 1).args
    stepped = replaced_within(itself(first), [apart, found])
    stepped = then(stepped, _by_gammas(Term("eq", (right(stepped), next_value)), given))
    sides = (converted(itself(side), written_out) for side in replaced(goal, n, number(n.data[1])).args)
    begun, ended = sides
    base = then(then(begun, same(right(begun), right(ended), given)), apply("symmetric", ended))
    return apply("induction", base, stepped, symbol=n, statement=goal)


def _recurrence(body: Term, after: Term, value: Term, index: Term, n: Term) -> tuple[Term, Term]:
    """The c and G of F(n + 1, j) = c F(n, j) + G(j) - G(j - 1), c the ratio of the values at n + 1 and n."""
    import sympy as sp
    from sympy.concrete.gosper import gosper_term

    from ..formula import as_formula

    letters = Letters()
    numbers = (own for _, own in body.declarations if own.head in {"size", "parameter"})
    letters.symbols = {own: as_formula(own) for own in (index, *numbers)}
    j, F, F_after, V = map(as_formula, (index, body, after, value))
    c = sp.simplify(sp.gammasimp(V.subs(letters.symbols[n], letters.symbols[n] + 1) / V))
    own = sp.simplify(sp.gammasimp(F_after / F)) - c
    ratio = gosper_term(F * own, j) if own.is_rational_function() else None
    if ratio is None:
        raise Refused(f"{body} has no such recurrence.")
    multiple = sp.gammasimp((ratio * F * own).subs(j, j + 1) / F)
    # A rational factor of F and the multiple are one, lest a zero of the one be a pole of the other.
    factors = body.args if body.head == "mul" else (body,)
    plain = [part for part in factors if all(own.head in _RATIONAL for own in subterms(part))]
    plain = [part for part in plain if part.head != "power" or is_number(part.args[1])]
    rest = (part for part in factors if part not in plain)
    whole = factored(multiply(letters.term(sp.factor(multiple)), *plain))
    return letters.term(sp.factor(c)), multiply(whole, *rest)


def _by_gammas(goal: Term, given: Given) -> Theorem:
    """An equation whose sides are one rational function of the least Gamma functions in them."""
    facts, (one, other) = strict_facts(given), goal.args
    gap = with_least_gammas(one - other, facts)
    gap = replaced_within(gap, map(whole_gamma, whole_gammas(right(gap))))
    below = [x.args[0] for x in subterms(right(gap)) if x.head == "power" and x.args[0].head == "mul"]
    gap = then(gap, apply("ring", *facts, *_products(below, facts), left=right(gap), right=number(0)))
    return apply("ring", gap, left=one, right=other, multipliers=(number(1),))


def _products(terms: list[Term], facts: Given) -> Iterator[Theorem]:
    """0 < x y of positive x and y, where that is seen of the factors alone."""
    for term in dict.fromkeys(terms):
        with suppress(Refused):
            factors = [apply("positive", *facts, term=part) for part in _plain_factors(term)]
            yield by_products(number(0), term, (1, *factors), relation="lt", known=facts)


def _plain_factors(term: Term) -> list[Term]:
    if term.head != "mul":
        return [term]
    return [factor for part in term.args for factor in _plain_factors(part)]


algebra = Tactic(
    name="algebra",
    prove=_prove,
    derive=_derive,
    states="the value of a formula: sums over an index counted, known values put in, factored",
    example='tc.derive("sum_{j=1}^n (2 n + 3)", by="algebra")',
)
