"""Tails: `markov`, `chebyshev`, `cantelli` for one event, `union` for all of a family."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import ORDER, ordered
from ..node import Term, is_number, number
from ..substitution import opened, replaced
from ..terms import absolute, exp
from .bounds import positive
from .certificates import by_products
from .events import known_at
from .goals import Given, Tactic, fact_about, finish, same, stated, with_head
from .integrals import letter
from .rewriting import assumed, left, nonnegative, right, then
from .unions import some_of


def _positive(t: Term, given: Given) -> Theorem:
    """0 < t, from the theorems at hand."""

    def says_so(proposition: Term) -> bool:
        return proposition.head in {"lt", "gt"} and _bounds_below(proposition, t)

    try:
        return fact_about(given, says_so, f"{t} > 0")
    except Refused as refusal:
        try:
            return positive(t, given)
        except Refused:
            if is_number(t):
                raise Refused(f"A tail is bounded above a level that is positive, and {t} is not.") from None
            raise refusal from None


def _sign(x: Term, given: Given) -> Theorem:
    """0 <= x, by the form of x or from the theorems at hand."""
    try:
        return _by_parts(x, given)
    except Refused:
        return fact_about(
            given, lambda p: p.head in {"le", "ge", "lt", "gt"} and _bounds_below(p, x), f"{x} ≥ 0"
        )


def _by_parts(x: Term, given: Given) -> Theorem:
    """0 <= x, by the form of x, by the law of a number, or of sums and products of what is nonnegative."""
    with suppress(Refused):
        return nonnegative(x)
    match x.head:
        case "sum":
            index, condition, one = opened(x, *stated(given))
            each = apply("sum_monotone", _by_parts(one, given), condition=condition, index=index)
            zero = apply("componentwise", left=number(0), right=ordered(each.proposition)[0])
            return apply("transitive", zero, each)
        case "mul" | "add":
            signs = [_by_parts(part, given) for part in x.args]
            parts = [signs] if x.head == "mul" else [[sign] for sign in signs]
            return by_products(number(0), x, *((1, *own) for own in parts))
    low = apply("bounded", *with_head(given, ORDER), term=x, end="low")
    least = ordered(low.proposition)[0]
    return low if is_number(least, 0) else apply("transitive", _by_parts(least, given), low)


def _bounds_below(proposition: Term, x: Term) -> bool:
    low, _, high = ordered(proposition)
    return high is x and is_number(low, 0)


def _tail_of(goal: Term) -> tuple[Term, Term, str]:
    """The variable, the threshold and the relation of a goal P(x > t) <= b."""
    probability, relation, _ = ordered(goal)
    if probability.head != "P" or relation != "le" or probability.args[0].head not in {"gt", "ge"}:
        raise Refused(f"A tail bound has the form P(x > t) <= b, and {goal} has not.")
    x, t = probability.args[0].args
    return x, t, probability.args[0].head


def moment_tail(moment: Theorem, level: Theorem, order: Theorem) -> Theorem:
    """P(x > t) <= b/t^e, Markov's inequality for x^e, from E x^e <= b, 0 < t and 0 < e, for an x that is
    nonnegative by its form.
    """
    (x, e), t = ordered(moment.proposition)[0].args[0].args, ordered(level.proposition)[2]

    def raised(above: Theorem) -> Theorem:
        return apply("monotone", above, level, order, function="power", exponent=e)

    return _by_markov(moment, x > t, raised, apply("positive", level, term=t**e), order)


def chernoff_tail(moment: Theorem, slope: Theorem, event: Term, *conditions: Theorem) -> Theorem:
    """P(x > t) <= exp(-s t) b, by Markov for exp(s x), from E exp(s x) <= b and 0 < s; so for >=, and for
    P(x < t) and P(x <= t) with -s for s. The mean is finite, by the conditions if any.
    """
    (_, t), sign = event.args, -1 if event.head in {"lt", "le"} else 1
    s = ordered(slope.proposition)[2]

    def raised(beyond: Theorem) -> Theorem:
        low, relation, high = ordered(beyond.proposition)
        ends, parts = (sign * s * low, sign * s * high)[::sign], ((1, 1, (0, 1), ()),)
        scaled = apply(
            "certificate", beyond, slope, left=ends[0], right=ends[1], relation=relation, parts=parts
        )
        return apply("monotone", scaled, function="exp", exponent=number(1))

    level = apply("positive", term=exp(sign * s * t))
    found = _by_markov(moment, event, raised, level, *conditions)
    most = ordered(moment.proposition)[2]
    return apply("transitive", found, apply("ring", left=right(found), right=exp(-sign * s * t) * most))


def _by_markov(
    moment: Theorem, event: Term, raised: Callable[[Theorem], Theorem], positive: Theorem, *given: Theorem
) -> Theorem:
    """P(x > t) <= b/f(t) from E f(x) <= b, 0 < f(t), and f(t) < f(u) for any u > t; so for >=, < and <=."""
    mean, _, most = ordered(moment.proposition)
    if mean.head != "E":
        raise Refused(f"{moment} bounds no mean from above.")
    (x, t), value, level = event.args, mean.args[0], ordered(positive.proposition)[2]
    u = letter(x, t, value)
    stated = Term(event.head, (u, t))
    above = assumed(stated)
    higher = apply("implied", apply("symmetric", raised(above)), event=stated, fixed=u, x=x)
    relation = {"lt": "gt", "le": "ge"}.get(event.head, event.head)
    (own, _), wanted = right(higher).args[0].args, Term("P", (Term(relation, (value, level)),))
    if own is not value:
        higher = then(higher, apply("within", same(own.args[0], value.args[0], ()), term=right(higher)))
    if right(higher) is not wanted:
        raise Refused(f"{moment} is not about {own}.")
    tail = apply("markov", nonnegative(value), positive, *given, relation=relation)
    bound = by_products(mean / level, most / level, (1, moment, apply("positive", positive, term=1 / level)))
    return apply("transitive", higher, apply("transitive", tail, bound))


def one_side(sign: Theorem, spread: Theorem, x: Term, relation: str) -> Theorem:
    """P(x > r) = P(x^2 > r^2)/2 from 0 < r, and so for >=; P(x < -r) = P(x^2 > r^2)/2, and so for <=: for a
    number x ~ N(0, s), 0 < s, that is independent of r, which is first held fixed.
    """
    r = ordered(sign.proposition)[2]
    u = letter(x, r) if r.is_random else r
    stated = replaced(sign.proposition, r, u)
    held = assumed(stated, "the level")
    level = u if relation in {"gt", "ge"} else -u
    side = apply("normal_tail", spread, x=x, t=level, relation=relation)
    powers = apply("same_power", nonnegative(absolute(x)), held, relation="gt", exponent=2)
    sides = then(apply("symmetric", powers), apply("normal_tail", spread, held, x=absolute(x), t=u))
    found = [side, sides]
    if r.is_random:
        one, both = (apply("held_fixed", one, sign, fixed=u, x=r) for one in found)
        found = [then(one, apply("linear", term=right(one))), both]
    half, end = number(Fraction(1, 2)), r if level is u else -r
    one, both = map(left, found)
    halves = apply("ring", *found, left=one, right=half * both, multipliers=(number(1), -half))
    stated = Term("P", (Term(relation, (x, end)),))
    return then(apply("within", apply("ring", left=end, right=one.args[0].args[1]), term=stated), halves)


_VALUED = frozenset({"E", "Var", "P", "norm2"})


def with_values(theorem: Theorem, given: Given) -> Theorem:
    """a <= b with known values, or bounds where b grows with them, put for the statistics in b."""
    for fact in given:
        if fact.proposition.head == "eq" and fact.proposition.args[0].head in _VALUED:
            bound = ordered(theorem.proposition)[2]
            theorem = apply("transitive", theorem, apply("within", fact, term=bound))
    return theorem


def _prove_markov(goal: Term, given: Given) -> Theorem:
    """P(x > t) <= E x / t with the value of E x, or an upper bound on it, among the theorems at hand."""
    x, t, relation = _tail_of(goal)
    threshold = _positive(t, given)
    tail = apply("markov", _sign(x, given), threshold, relation=relation)
    mean = Term("E", (x,))
    met = with_head(given, {"le", "ge"})
    bound = next((fact for fact in met if ordered(fact.proposition)[0] is mean), None)
    if bound is not None:
        _, _, value = ordered(bound.proposition)
        step = by_products(mean / t, value / t, (1, bound, apply("positive", threshold, term=1 / t)))
        return finish(apply("transitive", tail, step), goal, given)
    return finish(with_values(tail, given), goal, given)


def _deviation(name: str) -> Callable[[Term, Given], Theorem]:
    def prove(goal: Term, given: Given) -> Theorem:
        deviation, t, relation = _tail_of(goal)
        inside = deviation.args[0] if name == "chebyshev" and deviation.head == "function" else deviation
        x = inside.args[0] if inside.head == "add" else inside
        return finish(
            with_values(apply(name, _positive(t, given), x=x, relation=relation), given), goal, given
        )

    return prove


def _prove_union(goal: Term, given: Given) -> Theorem:
    """P(all A_i) >= 1 - b, or P(any A_i) <= b, from a theorem P(A_i) <= c for one index."""
    small, relation, large = ordered(goal)
    if relation != "le" or "P" not in {small.head, large.head}:
        raise Refused(f"A union bound has the form P(all A) >= b or P(any A) <= b, and {goal} has not.")
    if small.head == "P" and small.args[0].head == "any":
        return finish(_some(small.args[0], given), goal, given)
    if large.head != "P" or large.args[0].head != "all":
        raise Refused(f"{goal} is about no event of all, or of some, items.")
    complement = apply("complement", event=large.args[0])
    negated = complement.proposition.args[1].args[0].args[1]
    some = _some(negated.args[0], given)
    _, _, bound = ordered(some.proposition)
    theorem = by_products(1 - bound, large, (1, some), (-1, complement))
    return finish(theorem, goal, given)


def _some(event: Term, given: Given) -> Theorem:
    """P(any A_i) <= the number of items times the bound on one, from the theorems at hand."""

    def one(chance: Term, facts: Given) -> Theorem:
        found = known_at(chance, given, {"le", "lt", "eq"})
        if found is None:
            raise Refused(f"Missing theorem: a bound on {chance}, for free indices.")
        for turned in (apply("symmetric", fact) for fact in facts if fact.proposition.head == "ne"):
            if any(h.proposition is turned.proposition for h in found.hypotheses):
                found = apply("cut", turned, found)
        return found

    return some_of(event, one, given)


markov = Tactic(
    name="markov",
    prove=_prove_markov,
    states="P(x > t) <= E x/t for x >= 0",
    example='tc.prove("P(|g|^2 > t) <= d/t", laws=["g: normal(dimension=d)"], where=["t > 0"])',
)
chebyshev = Tactic(
    name="chebyshev",
    prove=_deviation("chebyshev"),
    states="P(|x - E x| > t) <= Var x/t^2",
    example='tc.prove("P(|z - E[z]| > t) <= s^2/t^2", laws=["z: normal(0, s^2)"], where=["t > 0"])',
)
cantelli = Tactic(
    name="cantelli",
    prove=_deviation("cantelli"),
    states="P(x - E x > t) <= Var x/(Var x + t^2)",
    example='tc.prove("P(z - E[z] > t) <= s^2/(s^2 + t^2)", laws=["z: normal(0, s^2)"], where=["t > 0"])',
)
union = Tactic(
    name="union",
    prove=_prove_union,
    states="all of a family, or some, from a bound on one",
    example='tc.derive("P(z_i > t for some i)", laws=["z: normal(0, 1)"], where=["t > 0"])',
)
