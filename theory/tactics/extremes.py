"""`concentration`: tails of sub-Gaussian variables, Hoeffding's inequality among them; `extremes`: the mean
of the largest of n variables.

A variance proxy is built along the term: laws of linear forms, Hoeffding's lemma for bounded variables,
multiples, sums of what is independent. What the model does not give may be declared:
`where=[sub_gaussian(x, v)]`.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

from ..kernel import Refused, Theorem, apply
from ..kernel.probability import law_of
from ..kernel.theorem import EQUATION, ORDER, TAIL, UNEQUAL, ordered
from ..laws import INFINITE, density_range
from ..node import TRUE, Term, add, is_number, multiply, negation, number, value_of
from ..substitution import abstracted, opened, replaced, subterms, unfolded
from ..terms import E, P, exp
from .antiderivatives import antiderivative
from .bounds import positive
from .certificates import by_products, require_no_failure
from .events import events
from .goals import STRICT, Given, Tactic, counterexample, fact_about, finish, stated, strict_facts, with_head
from .integrals import letter, numbers_in
from .moments import evaluated
from .overlaps import overlap_bound
from .rewriting import assumed, converted, factored, itself, left, replaced_within, right, simplified, tidied
from .slopes import any_order
from .tails import union, with_values

# Variance proxies, along the term.


def proxy(x: Term, given: Given) -> Theorem:
    """|- x is sub-Gaussian with a proxy, from its law, its bounds, its parts, or what is declared."""
    declared = (fact for fact in with_head(given, TAIL) if left(fact) is x)
    found = next(declared, None) or _of_law(x, given) or _of_parts(x, given) or _of_bounds(x, given)
    if found is not None:
        return found
    raise Refused(f"Missing hypothesis: a variance proxy of {x}; declare sub_gaussian({x}, v) in `where`.")


def _of_law(x: Term, given: Given) -> Theorem | None:
    for own in linear_objects(x):
        with suppress(Refused):
            return apply("proxy_of_law", *relations(given), term=x, x=own)
    return None


def linear_objects(x: Term) -> list[Term]:
    """The random objects that may be the one in a linear form."""
    parts = [*x.args, x] if x.head in {"inner", "mul"} else [x]
    return [part for part in parts if part.head in {"random", "item"}]


def relations(given: Given) -> Given:
    """The theorems that relate two numbers, or say that indices differ."""
    return with_head(given, ORDER | UNEQUAL)


def _of_parts(x: Term, given: Given) -> Theorem | None:
    match x.head:
        case "definition":
            known = apply("written_out", term=x)
            return apply("rewrite", apply("symmetric", known), proxy(unfolded(x), given))
        case "add":
            return _of_sum(x, given)
        case "mul":
            varying = [part for part in x.args if part.is_random]
            if len(varying) == 1:
                factor = multiply(*(part for part in x.args if not part.is_random))
                own = apply("proxy_of_sum", proxy(varying[0], given), factors=(factor,), shift=number(0))
                return _renamed(own, x)
        case "sum":
            index, condition, body = opened(x, *stated(given))
            facts = given
            if condition is not TRUE:
                reason = "the range of the sum"
                facts = (*given, assumed(condition, reason))
            return apply("proxy_of_family", proxy(body, facts), condition=condition, index=index)
    return None


def _of_sum(x: Term, given: Given) -> Theorem:
    varying = [proxy(part, given) for part in x.args if part.is_random]
    shift = add(number(0), *(part for part in x.args if not part.is_random))
    theorem = apply("proxy_of_sum", *varying, factors=(number(1),) * len(varying), shift=shift)
    return _renamed(theorem, x)


def _renamed(theorem: Theorem, x: Term) -> Theorem:
    """The proxy of a term that equals x by algebra, for x."""
    own = theorem.proposition.args[0]
    return theorem if own is x else apply("rewrite", apply("ring", left=own, right=x), theorem)


def _of_bounds(x: Term, given: Given) -> Theorem | None:
    try:
        ends = [_end(x, end, given) for end in ("low", "high")]
    except Refused:
        return None
    return apply("hoeffding", *ends)


def _end(x: Term, end: str, given: Given) -> Theorem:
    """a <= x, or x <= b: from a theorem at hand, the law, or the form of x."""
    for fact in with_head(given, ORDER):
        low, _, high = ordered(fact.proposition)
        if (high if end == "low" else low) is x and not (low if end == "low" else high).is_random:
            return fact
    return apply("bounded", *relations(given), term=x, end=end)


# Tails.


def tail_parts(event: Term) -> tuple[Term, str, Term, str]:
    """What stays above the threshold, its side of the mean, the threshold, and the relation."""
    if event.head not in {"gt", "ge"}:
        raise Refused(f"A tail is P(x > t) or P(|x - E x| > t), and {event} is no such event.")
    x, t = event.args
    if x.head == "function" and x.data == ("abs",):
        return x.args[0], "both", t, event.head
    return x, "above", t, event.head


def _centre(x: Term) -> tuple[Term, bool]:
    """The y of y - E y, and whether it was written so."""
    if x.head == "add":
        for part in x.args:
            inside = part.args[1] if part.head == "mul" and is_number(part.args[0], -1) else None
            if inside is not None and inside.head == "E":
                y = inside.args[0]
                if (y - E(y)) is x:
                    return y, True
    return x, False


def _tail(event: Term, given: Given) -> Theorem:
    """P(event) <= exp(-t^2 / (2 v)), or twice that for both sides."""
    x, side, t, relation = tail_parts(event)
    y, centred = _centre(x)
    if x.head == "inner" and all(part.is_random for part in x.args):
        return _overlap(x, _positive(t, given), relation, side, given)
    own = proxy(y, given)
    mean = itself(E(y)) if centred else _mean(y, given)
    if not centred and not is_number(right(mean), 0):
        if side == "above":
            return _beyond_mean(event, mean, given)
        raise Refused(f"The mean of {y} is {right(mean)}: ask for P(|{y} - E({y})| > t).")
    theorem = apply("sub_gaussian_tail", own, _positive(t, given), relation=relation, side=side)
    if centred:
        return theorem
    theorem = apply("rewrite", mean, theorem)
    inside = theorem.proposition.args[0].args[0].args[0]
    plain = apply("ring", left=inside.args[0] if side == "both" else inside, right=y)
    return apply("rewrite", plain, theorem)


def _overlap(x: Term, positive: Theorem, relation: str, side: str, given: Given) -> Theorem:
    """The tail of an inner product of two independent vectors, of which one has a fixed length."""
    apart, (one, other) = with_head(given, UNEQUAL), x.args
    try:
        return overlap_bound(other, one, positive, *apart, relation=relation, side=side)
    except Refused as refusal:
        raise Refused(f"No tail of {x} is known: {refusal}") from refusal


def _beyond_mean(event: Term, mean: Theorem, given: Given) -> Theorem:
    """P(x > t) <= exp(-(t - m)^2 / (2 v)) for an x with the mean m."""
    x, t = event.args
    centred = Term(event.head, (x - E(x), factored(t - right(mean))))
    try:
        theorem = apply("rewrite", mean, _tail(centred, given))
    except Refused as refusal:
        raise Refused(f"The mean of {x} is {right(mean)}. {refusal}") from refusal
    other = ordered(theorem.proposition)[0].args[0]
    return apply("transitive", apply("same_event", event=event, other=other, factor=number(1)), theorem)


def _mean(x: Term, given: Given) -> Theorem:
    """E x = its value: given, or by moments."""
    for fact in with_head(given, EQUATION):
        if left(fact) is E(x):
            return fact
    if x.head == "sum" and not x.is_random:
        return itself(E(x))
    return evaluated(E(x), relations(given))


def _positive(t: Term, given: Given) -> Theorem:
    """0 < t."""
    try:
        return positive(t, given)
    except Refused:
        if is_number(t):
            raise Refused(f"No tail bound is known here from {t} on, which is not above the mean.") from None
        return fact_about(given, lambda fact: fact in {number(0) < t, t > 0}, f"{t} > 0")


def _derive_tail(term: Term, given: Given) -> Theorem:
    """P(...) <= its bound, the exponent with its sums written out."""
    if term.head != "P":
        raise Refused(f"concentration bounds probabilities, and {term} is none.")
    if term.args[0].head in {"all", "any"}:
        raise Refused(f"State the bound for all items, and prove it by concentration: {term}.")
    theorem = _tail(term.args[0], given)
    return with_bound(theorem, _neat(ordered(theorem.proposition)[2]), given)


def _neat(value: Term) -> Term:
    """The bound with the sums of equal terms counted, and its exponent in factored form."""
    if value.head == "mul":
        return value.args[0] * _neat(value.args[1])
    if value.head == "function" and value.data == ("exp",):
        return exp(factored(_counted(value.args[0])))
    return value


def _counted(term: Term) -> Term:
    if not term.args or term.loose:
        return term
    if term.head == "sum" and not term.args[2].loose and term.args[1] is TRUE:
        return term.args[0] * _counted(term.args[2])
    if term.head == "norm2" and term.args[0].head == "ones":
        return term.args[0].args[0]
    return simplified(Term(term.head, tuple(map(_counted, term.args)), term.data))


def with_bound(theorem: Theorem, value: Term, given: Given) -> Theorem:
    """a <= b as a <= value, where the two are equal."""
    own = ordered(theorem.proposition)[2]
    if own is value:
        return theorem
    try:
        same = apply("componentwise", *strict_facts(given), left=own, right=value)
    except Refused:
        return theorem
    return apply("transitive", theorem, same)


def _prove_tail(goal: Term, given: Given) -> Theorem:
    """P(x > t) <= b, P(some x_j > t) <= b, or P(all x_j <= t) >= b."""
    small, relation, large = ordered(goal)
    probability = small if small.head == "P" else large
    if relation == "eq" or probability.head != "P":
        raise Refused(
            f"concentration bounds a probability from above, or P(all ...) from below; {goal} is neither."
        )
    event = probability.args[0]
    try:
        if event.head in {"all", "any"}:
            _, _, body = opened(event, *stated(given))
            one = _tail(negation(body) if event.head == "all" else body, given)
            one = with_values(with_bound(one, _neat(ordered(one.proposition)[2]), given), given)
            return union.prove(goal, (*given, one))
        return at_most(_tail(event, given), goal, given)
    except Refused as refusal:
        raise Refused(f"{refusal} {counterexample(goal, given)}") from refusal


def at_most(theorem: Theorem, goal: Term, given: Given) -> Theorem:
    """The goal, whose bound equals or exceeds the theorem's."""
    _, _, large = ordered(goal)
    theorem = with_values(theorem, given)
    exponentials = [part for part in subterms(large) if part.head == "function" and not part.loose]
    for form in (large, *exponentials, *(2 * part for part in exponentials)):
        if ordered(theorem.proposition)[2] is not large:
            theorem = with_bound(theorem, form, given)
    if ordered(theorem.proposition)[2] is not large:
        theorem = with_bound(theorem, _neat(ordered(theorem.proposition)[2]), given)
        try:
            order = ordered(theorem.proposition)[2] <= large
            require_no_failure(order, given)
            theorem = apply("transitive", theorem, any_order(order, given))
        except Refused as refusal:
            raise Refused(f"What follows is {theorem.proposition}, and {goal} was asked.") from refusal
    return finish(theorem, goal, given)


concentration = Tactic(
    name="concentration",
    prove=_prove_tail,
    derive=_derive_tail,
    states="P(x > t) for sub-Gaussian x (Hoeffding included), and for all or some of a family",
    example='tc.derive("P(z > t)", laws=["z: normal(0, s^2)"], where=["t > 0"], by="concentration")',
)


# The largest of n.


def _upper(term: Term, given: Given) -> Theorem:
    """E max_j x_j <= m + sqrt(2 v log n), and E max_j |x_j| <= sqrt(2 v log(2 n)) for the mean 0."""
    index, body = _maximum(term)
    modulus = body.head == "function" and body.data == ("abs",)
    x, side = (body.args[0], "both") if modulus else (body, "above")
    mean = _mean(x, relations(given))
    theorem = apply("maximum_of_sub_gaussians", proxy(x, given), mean, index=index, side=side)
    return with_bound(theorem, simplified(ordered(theorem.proposition)[2]), given)


def exact(term: Term, given: Given) -> Theorem:
    """E max_j x_j and E min_j x_j of independent numbers with a density from a number on, or between two."""
    with suppress(Refused):
        return apply("longest_wait", *relations(given), term=term)
    with suppress(Refused):
        return _longest_multiple(term, given)
    if term.head != "E" or term.args[0].head not in {"max", "min"} or term.args[0].args[1] is not TRUE:
        raise Refused(f"{term} is no mean of an extreme of a family.")
    (x,) = term.args
    index, _, body = opened(x)
    facts, t = relations(given), letter(term)
    ends = _ends(body, facts)
    sides = [ordered(end.proposition)[2 * place] for place, end in enumerate(ends)]
    levels = [low < high for low, high in pairwise((sides[0], t, *sides[1:]))]
    held = tuple(assumed(p, "a level in the range") for p in levels)
    chance = events.derive(P(x > t), (*facts, *held))
    strict = (*held, *with_head(facts, STRICT))
    whole, slope = antiderivative(right(chance), t, strict)
    signs = strict[len(held) :]
    how = {"end": INFINITE[1]} if len(ends) == 1 else {}
    found = apply("extreme_mean", chance, slope, *ends, *signs, variable=t, whole=whole, index=index, **how)
    return converted(
        tidied(found, *signs), lambda value: apply("ring", *signs, left=value, right=factored(value))
    )


def _longest_multiple(term: Term, given: Given) -> Theorem:
    """E max_j c x_j = c E max_j x_j of waiting times x_j, for c > 0: each is at most the other."""
    (x,) = term.args if term.head == "E" else (term,)
    if x.head != "max" or x.args[1] is not TRUE:
        raise Refused(f"{term} is no mean of a largest.")
    index, _, body = opened(x)
    factors, facts = body.args if body.head == "mul" else (body,), strict_facts(given)
    own, c = (multiply(number(1), *(f for f in factors if f.is_random is kind)) for kind in (True, False))
    plain = Term("max", (x.args[0], TRUE, abstracted(own, index)))
    wait = apply("longest_wait", *relations(given), term=E(plain))
    positive, inverse = (apply("positive", *facts, term=factor) for factor in (c, 1 / c))
    one, other = (apply("largest", term=largest, index=index) for largest in (plain, x))
    above = apply("largest_below", by_products(body, c * plain, (1, one, positive)), index=index)
    below = by_products(own, x / c, (1, other, inverse), known=facts)
    below = apply("largest_below", below, index=index)
    below = by_products(c * plain, x, (1, below, positive), known=facts)
    outside = apply("within", apply("antisymmetric", above, below), term=term)
    return replaced_within(converted(outside, lambda mean: apply("linear", term=mean)), [wait])


def _ends(body: Term, facts: Given) -> list[Theorem]:
    """The least value of c x + b, and the largest where there is one, x a number with a density."""
    x, *others = *numbers_in(body), body
    b = replaced(body, x, number(0))
    c = simplified(replaced(body, x, number(1)) - b)
    if len(others) > 1 or density_range(law_of(x)) is None or not is_number(c) or is_number(c, 0):
        raise Refused(f"The extremes of {body} have no density that is known here.")
    sides = ("low", "high") if value_of(c) > 0 else ("high", "low")
    found = []
    for place, side in enumerate(sides):
        with suppress(Refused):
            own = apply("bounded", *facts, term=x, end=side)
            end = simplified(c * next(one for one in own.proposition.args if one is not x) + b)
            shown = (end, body) if place == 0 else (body, end)
            found.append(own if body is x else by_products(*shown, (abs(value_of(c)), own)))
    if not found or ordered(found[0].proposition)[2] is not body:
        raise Refused(f"{body} has no least value.")
    return found


def _first(term: Term, given: Given) -> Theorem:
    """The mean of an extreme, or a bound on it."""
    try:
        return exact(term, given)
    except Refused:
        return _upper(term, given)


def _maximum(term: Term) -> tuple[Term, Term]:
    if term.head != "E" or term.args[0].head != "max" or term.args[0].args[1] is not TRUE:
        raise Refused(f"extremes bounds E max_j x_j over a whole range, and {term} is not of this form.")
    index, _, body = opened(term.args[0])
    return index, body


def _lower(term: Term, given: Given) -> Theorem:
    """(2/3) sqrt(v log n) <= E max_j x_j for independent normal x_j of mean 0 and variance v: cited."""
    index, body = _maximum(term)
    return apply("largest_normal", *relations(given), index=index, x=body)


def _prove_maximum(goal: Term, given: Given) -> Theorem:
    """The mean of an extreme, or an upper or a lower bound on E max."""
    small, relation, large = ordered(goal)
    if relation == "eq":
        found = exact(small if small.head == "E" else large, given)
        return finish(found if small.head == "E" else apply("symmetric", found), goal, given)
    if relation not in {"le", "lt"}:
        raise Refused(f"extremes proves upper and lower bounds, and {goal} is none.")
    try:
        return finish(_upper(small, given) if small.head == "E" else _lower(large, given), goal, given)
    except Refused as refusal:
        raise Refused(f"{refusal} {counterexample(goal, given)}") from refusal


extremes = Tactic(
    name="extremes",
    prove=_prove_maximum,
    derive=_first,
    states="the mean of the largest or smallest of n variables: uniform and exponential ones exactly, else "
    "from above, and for normal numbers from below",
    example='tc.derive("E max_j z_j", laws=["z: normal(0, 1)"], by="extremes")',
)
