"""Textbook inequalities as schemas: each with typed hypotheses, and a proof in one line."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Final

from .. import laws
from ..node import TRUE, Term, add, is_number, multiply, number, power, value_of
from ..substitution import abstracted, fresh_name, fresh_names, instantiated, occurs, rebuilt, replaced
from ..terms import PI, absolute, exp, gamma, incomplete_beta, log, zero_like
from .conditions import is_nonnegative_by_form, require_numbers, require_told
from .events import over_pairs, require_independent_items
from .functions import CONVEX, between, of_beta
from .logic import closed_binder, require_any, require_general, said_between
from .probability import (
    Distinct,
    avoids,
    body_of,
    distinct_by,
    has_moments,
    is_above_a_number,
    law_of,
    mean_of,
    parted,
    require_independent,
    require_law_exists,
)
from .theorem import (
    EQUATION,
    ORDER,
    RELATION,
    SIDE,
    TAIL,
    Conclusion,
    Refused,
    Theorem,
    ordered,
    require,
    rule,
    sign_of,
)


def _finite(*terms: Term) -> None:
    for term in terms:
        require(has_moments(term) and not term.shape, "The mean of {} is not known to be finite.", term)


def _tail(x: Term, relation: str, t: Term) -> Term:
    require(relation in {"gt", "ge"}, "A tail is > or >=, and not {}.", relation)
    return Term("P", (Term(relation, (x, t)),))


@rule(
    "Markov: P(x >= t) <= E x / t for x >= 0 and t > 0, since t 1[x >= t] <= x.",
    SIDE,
    ORDER,
    others=SIDE,
    schema=True,
)
def markov(sign: Theorem, threshold: Theorem, *conditions: Theorem, relation: str) -> Conclusion:
    """From 0 <= x and 0 < t: P(x > t) <= E x / t, and so for >=; E x is finite, by the conditions if any."""
    x, t = sign_of(sign), sign_of(threshold, strict=True)
    body_of(Term("E", (x,)), conditions)
    return Conclusion(Term("le", (_tail(x, relation, t), Term("E", (x,)) / t)))


@rule("Chebyshev: P(|x - E x| >= t) <= Var x / t^2 for t > 0, Markov for the square.", ORDER, schema=True)
def chebyshev(threshold: Theorem, *, x: Term, relation: str) -> Conclusion:
    """From 0 < t: P(|x - E x| >= t) <= Var x / t^2."""
    t = sign_of(threshold, strict=True)
    _finite(x)
    deviation = absolute(x - Term("E", (x,)))
    return Conclusion(Term("le", (_tail(deviation, relation, t), Term("Var", (x,)) / power(t, 2))))


@rule(
    "Cantelli: P(x - E x >= t) <= Var x / (Var x + t^2) for t > 0, Markov for (x - E x + u)^2 at the best u.",
    ORDER,
    schema=True,
)
def cantelli(threshold: Theorem, *, x: Term, relation: str) -> Conclusion:
    """From 0 < t: P(x - E x >= t) <= Var x / (Var x + t^2)."""
    t = sign_of(threshold, strict=True)
    _finite(x)
    spread = Term("Var", (x,))
    return Conclusion(Term("le", (_tail(x - Term("E", (x,)), relation, t), spread / (spread + power(t, 2)))))


@rule(
    "Union bound: P(some A_j) <= sum_j P(A_j), since an indicator of a union is at most the sum.", schema=True
)
def union(*, event: Term) -> Conclusion:
    """|- P(any_j A_j) <= sum_j P(A_j); |- P(A or B) <= P(A) + P(B)."""
    if event.head == "any":
        upper, condition, body = event.args
        total = Term("sum", (upper, condition, Term("P", (body,))))
    else:
        require(event.head == "or", "{} is no union.", event)
        total = Term("P", (event.args[0],)) + Term("P", (event.args[1],))
    return Conclusion(Term("le", (Term("P", (event,)), total)))


@rule(
    "Union bound over pairs: each pair of a symmetric event stands twice among all i and j != i.", schema=True
)
def union_of_pairs(*, event: Term) -> Conclusion:
    """|- P(any_{i: c(i)} any_{j: c(j), j != i} A_ij) <= sum_{i: c(i)} sum_{j: c(j), j != i} P(A_ij) / 2,
    where A_ij is A_ji; there may be no c.
    """
    i, own, j, condition, body = over_pairs(event, "any", "{} is no union over pairs.")
    apart = Term("ne", (j, i))
    wanted = apart if own is TRUE else Term("and", (replaced(own, i, j), apart))
    require(
        condition is wanted, "{} takes out more than equal indices, or not what {} does.", condition, wanted
    )
    other = Term("index", i.args, (fresh_name(event, i, j),))
    turned = replaced(replaced(replaced(body, i, other), j, i), other, j)
    require(_unordered(turned) is _unordered(body), "{} is not symmetric.", body)
    chances = closed_binder("sum", condition, Term("P", (body,)), j)
    return Conclusion(Term("le", (Term("P", (event,)), closed_binder("sum", own, chances, i) / 2)))


def _unordered(term: Term) -> Term:
    """The term with the sides of products and equations, and the parts of joint events, in one order."""

    def change(part: Term, _: int) -> Term | None:
        if part.head not in {"inner", "eq", "ne", "and"}:
            return None
        return Term(part.head, tuple(sorted(map(_unordered, part.args), key=repr)))

    return rebuilt(term, change)


@rule("Cauchy and Schwarz: (E x y)^2 <= E x^2 E y^2, since E (x E y^2 - y E x y)^2 >= 0.", schema=True)
def cauchy_schwarz_of_means(*, x: Term, y: Term) -> Conclusion:
    """|- (E x y)^2 <= E x^2 E y^2."""
    _finite(x, y)
    means = [Term("E", (power(part, 2),)) for part in (x, y)]
    return Conclusion(Term("le", (power(Term("E", (multiply(x, y),)), 2), multiply(*means))))


@rule("Cauchy and Schwarz: <x, y>^2 <= |x|^2 |y|^2.", schema=True)
def cauchy_schwarz(*, x: Term, y: Term) -> Conclusion:
    """|- <x, y>^2 <= |x|^2 |y|^2."""
    lengths = multiply(Term("norm2", (x,)), Term("norm2", (y,)))
    return Conclusion(Term("le", (power(Term("inner", (x, y)), 2), lengths)))


@rule(
    "Softmax weights of scores that differ by at most b: as scores move along a line, at rates d_j, a weight "
    "moves at the rate w_j (d_j - d), d = sum_j w_j d_j, and sum_j w_j |d_j - d| is at most the root of "
    "sum_j w_j d_j^2. As much is gained as is lost, so that no weight moves by more than half of the total.",
    RELATION,
    schema=True,
)
def softmax_near(premise: Theorem, *, x: Term, y: Term, index: Term) -> Conclusion:
    """From |- |x_j - y_j| <= b for any j: sum_j |softmax(x)_j - softmax(y)_j| <= b, and
    |softmax(x) - softmax(y)|^2 <= b^2/2.
    """
    distance, _, b = ordered(premise.proposition)
    require(distance is absolute(x[index] - y[index]), "{} is not about {} and {}.", premise, x, y)
    require(len(x.shape) == 1 and not occurs(index, b), "{} is no bound for all entries of a vector.", b)
    require_general(index, TRUE, (premise,))
    require(not any(occurs(index, part) for part in (x, y)), "{} or {} is about {}.", x, y, index)
    weights = [Term("softmax", (part,)) for part in (x, y)]
    moved = closed_binder("sum", TRUE, absolute(weights[0][index] - weights[1][index]), index)
    total = Term("le", (moved, b))
    square = Term("le", (Term("norm2", (weights[0] - weights[1],)), power(b, 2) / 2))
    return Conclusion(Term("and", (total, square)))


@rule(
    "Median: |median x - E x| <= (Var x)^(1/2), since it makes E|x - m| least.", RELATION, ORDER, schema=True
)
def median_near_mean(spread: Theorem, sign: Theorem, *, side: str) -> Conclusion:
    """From Var x <= s^2 and 0 <= s: E x - s <= median x ("below"), or median x <= E x + s ("above")."""
    s = sign_of(sign)
    variance, _, square = ordered(spread.proposition)
    fits = variance.head == "Var" and square is power(s, 2) and not s.is_random
    require(fits, "{} does not bound a variance by {}^2.", spread.proposition, s)
    (x,) = variance.args
    _finite(x)
    mean, median = Term("E", (x,)), Term("quantile", (x, number(Fraction(1, 2))))
    return Conclusion(between(side, mean - s, median, mean + s))


@rule("A quantile is at most a number above which little probability lies.", RELATION)
def quantile_below(tail: Theorem) -> Conclusion:
    """From P(x > t) <= c, for a number t and 0 < c < 1: the (1 - c)-quantile of x is at most t."""
    chance, _, c = ordered(tail.proposition)
    fits = chance.head == "P" and chance.args[0].head == "gt"
    require(fits and is_number(c) and 0 < value_of(c) < 1, "{} bounds no tail by a number.", tail)
    x, t = chance.args[0].args
    require(not t.is_random, "{} is random.", t)
    return Conclusion(Term("le", (Term("quantile", (x, number(1 - value_of(c)))), t)))


@rule(
    "A quantile is the first number above which no more probability lies than is left to it.",
    RELATION,
    ORDER,
    ORDER,
)
def quantile_at(value: Theorem, before: Theorem, room: Theorem) -> Conclusion:
    """From P(x > t) <= c, a < t, and a < s, s < t |- c < P(x > s) for any number s: the (1 - c)-quantile of x
    is t.
    """
    (chance, _, c), (least_value, relation, other) = ordered(value.proposition), ordered(before.proposition)
    for side in (chance, other):
        require(side.head == "P" and side.args[0].head == "gt", "{} is no tail.", side)
    (x, t), (y, s) = chance.args[0].args, other.args[0].args
    require(x is y and least_value is c and relation == "lt", "{} is not above {}.", before, c)
    a, strict, end = ordered(room.proposition)
    require(strict == "lt" and end is t, "{} leaves no room below {}.", room, t)
    require_any(s, (value, room), x, t, c, a)
    require_numbers(t, c)
    return Conclusion(Term("eq", (Term("quantile", (x, 1 - c)), t)), said_between(before, s, (a, t)))


@rule(
    "A function first reaches a level where it is below it at all smaller positive numbers.",
    EQUATION,
    ORDER,
    ORDER,
)
def first_number(value: Theorem, before: Theorem, sign: Theorem, *, variable: Term) -> Conclusion:
    """From f(t) = c, 0 < t, and 0 < s, s < t |- f(s) < c for any number s: the least positive number at
    which f is c is t.
    """
    (reached, c), (f, relation, level) = value.proposition.args, ordered(before.proposition)
    t = sign_of(sign, strict=True)
    require(relation == "lt" and level is c, "{} is not below {}.", before, c)
    require(replaced(f, variable, t) is reached, "{} is not {} at {}.", reached, f, t)
    require_any(variable, (value, sign), t, c)
    first = Term("first_at", (abstracted(f, variable), c))
    return Conclusion(Term("eq", (first, t)), said_between(before, variable, (number(0), t)))


@rule("Jensen: f(E x) <= E f(x) for a convex f, which lies above its tangent at E x.", schema=True)
def jensen(*, x: Term, function: str) -> Conclusion:
    """|- f(E x) <= E f(x), for the square, exp, |x|, relu, softplus; 1/x for x above a positive number;
    erfc(x^(1/2)), "tail", for x that is nonnegative by its form: its slope -exp(-x)/(pi x)^(1/2) grows.
    """
    convex = function in CONVEX or function in _CONVEX_WHERE
    require(convex, "{} is not known to be convex.", function)
    above = function != "reciprocal" or is_above_a_number(x)
    require(above, "{} is not known to be above a positive number.", x)
    signed = function != "tail" or is_nonnegative_by_form(x)
    require(signed, "{} is not known to be nonnegative.", x)
    one, other = (_CONVEX_WHERE.get(function, _function(function))(side) for side in (Term("E", (x,)), x))
    _finite(x, other)
    return Conclusion(Term("le", (one, Term("E", (other,)))))


def _function(name: str) -> Callable[[Term], Term]:
    return lambda x: Term("function", (x,), (name,))


_CONVEX_WHERE: Final[dict[str, Callable[[Term], Term]]] = {
    "square": lambda x: power(x, 2),
    "reciprocal": lambda x: power(x, -1),
    "tail": lambda x: _function("erfc")(power(x, Fraction(1, 2))),
}


@rule(
    "What the largest weight of softmax leaves: every other weight is at most the smaller of two, its own "
    "score's and the largest score's; over all pairs, each of which stands twice. Of two weights it is that.",
    schema=True,
)
def beside_the_largest(*, logits: Term) -> Conclusion:
    """|- 1 - max_j softmax(x)_j <= sum_i sum_{j != i} sigmoid(-|x_i - x_j|)/2, and = for two entries."""
    require(len(logits.shape) == 1, "{} is no vector.", logits)
    i, j = (Term("index", logits.shape, (name,)) for name in fresh_names(2, logits))
    gap = absolute(Term("component", (logits, i)) - Term("component", (logits, j)))
    smaller = Term("function", (-gap,), ("sigmoid",))
    pairs = closed_binder("sum", TRUE, closed_binder("sum", Term("ne", (j, i)), smaller, j), i)
    weight = Term("component", (Term("softmax", (logits,)), i))
    largest_weight = Term("max", (logits.shape[0], TRUE, abstracted(weight, i)))
    head = "eq" if is_number(logits.shape[0], 2) else "le"
    return Conclusion(Term(head, (1 - largest_weight, pairs / 2)))


# Exponential moments: from the law, or from a variance proxy.


def _linear_in(term: Term, x: Term, apart: Distinct) -> Term | None:
    """The w of <x, w>, or the number c of c x, where the term is linear in x, which is not in w, c."""
    factors = term.args if term.head == "mul" else (term,)
    own = [part for part in factors if not avoids(part, x, apart)]
    if len(own) != 1:
        return None
    rest = [part for part in factors if part is not own[0]]
    if own[0] is x and not x.shape:
        return multiply(number(1), *rest)
    one, other = own[0].args if own[0].head == "inner" else (None, None)
    partner = other if one is x else one if other is x else None
    return None if partner is None or not avoids(partner, x, apart) else multiply(*rest, partner)


@rule(
    "Exponential moments of a law; mean cosines and sines of a normal number, its characteristic function.",
    others=SIDE,
)
def exponential_moment(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """|- E exp(c x + b) F = E M(c) exp(b) F, M the moment generating function of x;
    E cos(c x + b) F = E exp(-s c^2/2) cos(b) F for a number x ~ N(0, s), and so for sin; for a vector <x, w>
    in place of c x, and M(w), or |w|^2 for c^2: the mean over x alone, which is not in b, c, w and F.
    """
    law, apart = law_of(x), distinct_by(conditions)
    require_law_exists(law, conditions)
    own, left = parted(body_of(term), x, apart)
    name = own.data[0] if own.head == "function" else own.head
    require(
        name in {"exp", "cos", "sin"}, "{} is no multiple of one exponential, cosine or sine in {}.", term, x
    )
    summands = own.args[0].args if own.args[0].head == "add" else own.args
    moving = [part for part in summands if not avoids(part, x, apart)]
    rest = [part for part in summands if part not in moving]
    c = _linear_in(moving[0], x, apart) if len(moving) == 1 else None
    growth = None if c is None else laws.generating_function(law, c)
    require(growth is not None, "{} is not known here: it is not linear in {}, or its law.", term, x)
    if name != "exp":
        require(
            law.head == "normal" and law.args[0] is zero_like(x.shape), "The law of {} is not N(0, s).", x
        )
        growth = exp(-growth.args[0])
    steady = _function(name)(add(*rest)) if rest else number(name != "sin")
    return Conclusion(Term("eq", (term, mean_of(multiply(growth, steady, left)))))


@rule(
    "Moments of the modulus of a linear form in a vector whose law is the same in all directions: times an "
    "independent length it is a normal number, and both of these have moments of any order.",
    others=SIDE,
)
def modulus_moment(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """|- E|<x, u>|^e = (r |u|)^e Gamma(d/2) Gamma((e + 1)/2)/(pi^(1/2) Gamma((d + e)/2)) for x on the sphere
    of radius r in R^d, and (2 s |u|^2)^(e/2) Gamma((e + 1)/2)/pi^(1/2) for x ~ N(0, s I); so E|x|^e, |u| = 1,
    for a number x ~ N(0, s). Here u is not random, and e > 0 by the conditions.
    """
    (body,), law, half = term.args, law_of(x), Fraction(1, 2)
    modulus, e = body.args if body.head == "power" else (body, number(1))
    fits = term.head == "E" and modulus.head == "function" and modulus.data == ("abs",)
    (form,) = modulus.args if fits else (body,)
    linear = form.head == "inner" and x in form.args if x.shape else form is x
    require(fits and linear, "{} is no mean modulus of what is linear in {}.", term, x)
    square = Term("norm2", (form.args[form.args[0] is x],)) if x.shape else number(1)
    require_numbers(e, square)
    require_told(conditions, e > 0)
    require_law_exists(law, conditions)
    centred = law.head == "sphere" or (law.head == "normal" and law.args[0] is zero_like(x.shape))
    require(centred and not law.args[1].shape, "The law of {} is not the same in all directions.", x)
    value = (1 if is_number(e, 1) else gamma((e + 1) / 2)) / power(PI, half)
    if law.head == "sphere":
        d, radius = law.args
        value, spread = value * gamma(d / 2) / gamma(d / 2 + e / 2), power(radius, 2)
    else:
        spread = 2 * law.args[1]
    return Conclusion(Term("eq", (term, multiply(power(spread, e / 2), power(square, e / 2), value))))


def _relative_level(conditions: tuple[Theorem, ...], term: Term, x: Term, t: Term, least: int) -> Term:
    """t/(r |u|) for the term <x, u>, or <u, x>, of an x on the sphere of radius r in so many dimensions or
    more and a u that is not random, |u|^2 as a condition tells it, where 0 <= t <= r |u| and 0 < r |u|.
    """
    law = law_of(x)
    require(law.head == "sphere", "The law of {} is not that of a sphere.", x)
    fits = term.head == "inner" and x in term.args and not all(part is x for part in term.args)
    require(fits, "{} is no inner product of {} and another vector.", term, x)
    square = Term("norm2", (term.args[term.args[0] is x],))
    equations = (c.proposition.args for c in conditions if c.proposition.head == "eq")
    told = next((value for own, value in equations if own is square), square)
    require_numbers(t, square, told)
    longest = multiply(law.args[1], power(told, Fraction(1, 2)))
    require_told(conditions, longest > 0, t >= 0, t <= longest, law.args[0] >= least)
    return t / longest


@rule(
    "The overlap with a vector exceeds a share z of the largest one with probability at most 1 - z in 3 "
    "dimensions or more: its modulus has a density that is proportional to (1 - z^2)^((d - 3)/2), which "
    "does not rise.",
    others=SIDE,
)
def falling_density(*conditions: Theorem, term: Term, x: Term, t: Term) -> Conclusion:
    """|- P(|<x, u>| > t) <= 1 - t/(r |u|) for x on the sphere of radius r in R^d, 3 <= d, u not random, with
    0 <= t, t <= r |u| and 0 < r |u| by the conditions.
    """
    level = _relative_level(conditions, term, x, t, 3)
    return Conclusion(Term("le", (_tail(absolute(term), "gt", t), 1 - level)))


@rule(
    "The squared overlap of a vector on a sphere with another, over its largest value, has a Beta law; the "
    "overlap itself has a density, and is as often below -t as above t.",
    others=SIDE,
)
def overlap_tail(
    *conditions: Theorem, term: Term, x: Term, t: Term, relation: str = "gt", side: str = "both"
) -> Conclusion:
    """|- P(|<x, u>| > t) = I_{1 - z^2}((d - 1)/2, 1/2), z = t/(r |u|), x on the sphere of radius r in R^d,
    2 <= d: (<x, u>/(r |u|))^2 has the density c z^(-1/2) (1 - z)^((d - 3)/2); u not random, with 0 <= t,
    t <= r |u| and 0 < r |u| by the conditions. So for >=; P(<x, u> > t) and P(<x, u> < -t) are half of it;
    1 and 1/2 for t = 0.
    """
    require(side in {"above", "below", "both"}, "{} is no side.", side)
    level = _relative_level(conditions, term, x, t, 2)
    beyond = incomplete_beta(1 - power(level, 2), (x.shape[0] - 1) / 2, Fraction(1, 2))
    share = number(1) if is_number(level, 0) else beyond
    tail = _tail(absolute(term) if side == "both" else term, relation, t)
    if side == "below":
        tail = Term("P", (Term({"gt": "lt", "ge": "le"}[relation], (term, -t)),))
    return Conclusion(Term("eq", (tail, share if side == "both" else share / 2)))


@rule(
    "An incomplete Beta function grows with its end, as an integral of what is positive.", ORDER, others=SIDE
)
def beta_monotone(premise: Theorem, *facts: Theorem, a: Term, b: Term) -> Conclusion:
    """From x <= y, 0 < x, y < 1, 0 < a and 0 < b: I_x(a, b) <= I_y(a, b); so for <."""
    x, relation, y = ordered(premise.proposition)
    require_told(facts, x > 0, y < 1, a > 0, b > 0)
    return Conclusion(Term(relation, (incomplete_beta(x, a, b), incomplete_beta(y, a, b))))


@rule(
    "An incomplete Beta function falls with its first parameter: the ratio of the densities of u, a power of "
    "u, grows.",
    EQUATION,
    others=SIDE,
)
def beta_injective(premise: Theorem, *facts: Theorem) -> Conclusion:
    """From I_x(a, b) = I_x(c, b), 0 < x, x < 1, 0 < a, 0 < b and 0 < c: a = c."""
    one, other = premise.proposition.args
    ((x, a, b), conditions), ((y, c, e), others) = of_beta(one), of_beta(other)
    require_told(facts, *conditions, *others)
    require(x is y and b is e, "{} and {} differ in more than one parameter.", one, other)
    return Conclusion(Term("eq", (a, c)))


@rule("Lambert's W is the inverse of w exp(w), which grows for w >= 0.", RELATION, RELATION)
def lambert(premise: Theorem, sign: Theorem, *, w: Term) -> Conclusion:
    """From w exp(w) <= x and 0 <= x: w <= W(x); it holds for w < 0 too, since W(x) >= 0; so for =."""
    product, relation, x = ordered(premise.proposition)
    require(sign_of(sign) is x, "0 <= {} must be a theorem.", x)
    require(product is w * exp(w), "{} is not {}.", product, w * exp(w))
    head = "eq" if relation == "eq" else "le"
    return Conclusion(Term(head, (w, Term("function", (x,), ("lambert_w",)))))


@rule("One of some numbers is at most the largest, and at least the least.")
def largest(*, term: Term, index: Term) -> Conclusion:
    """|- x_i <= max_j x_j; |- min_j x_j <= x_i."""
    extreme = term.head in {"max", "min"} and term.args[1] is TRUE
    require(extreme, "{} is no largest of a family, and no least.", term)
    upper, _, body = term.args
    require(index.head == "index" and index.args[0] is upper, "{} has another range.", index)
    sides = instantiated(body, index), term
    return Conclusion(Term("le", sides if term.head == "max" else sides[::-1]))


@rule("The largest of a family is below what each is below, the least above what each is above.", RELATION)
def largest_below(premise: Theorem, *, index: Term) -> Conclusion:
    """From |- x_j <= b for any j: max_j x_j <= b; from b <= x_j: b <= min_j x_j; for a b without j."""
    small, _, large = ordered(premise.proposition)
    require_general(index, TRUE, (premise,))
    head, x, b = ("min", large, small) if occurs(index, large) else ("max", small, large)
    require(not occurs(index, b) and not x.shape, "{} depends on {}.", b, index)
    extreme = closed_binder(head, TRUE, x, index)
    return Conclusion(Term("le", (extreme, b) if head == "max" else (b, extreme)))


def _proxy(premise: Theorem) -> tuple[Term, Term]:
    x, v = premise.proposition.args
    return x, v


def _sub_gaussian(x: Term, v: Term) -> Conclusion:
    return Conclusion(Term("sub_gaussian", (x, v)))


@rule("The variance proxy of a linear form in a normal, sign, sphere or uniform object.", others=SIDE)
def proxy_of_law(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """|- <x, w> is sub-Gaussian with proxy <w, C w>, c x with c^2 Var x: these laws have the least proxy."""
    law, w = law_of(x), _linear_in(term, x, distinct_by(conditions))
    spread = laws.proxy(law)
    require(
        spread is not None and w is not None and not w.is_random, "No variance proxy of {} is known.", term
    )
    require_law_exists(law, conditions)
    if not x.shape:
        return _sub_gaussian(term, multiply(power(w, 2), spread))
    form = Term("inner", (w, spread @ w)) if spread.shape else multiply(spread, Term("norm2", (w,)))
    return _sub_gaussian(term, form)


@rule("Hoeffding's lemma: a variable in [a, b] has the proxy (b - a)^2 / 4.", ORDER, ORDER, schema=True)
def hoeffding(low: Theorem, high: Theorem) -> Conclusion:
    """From a <= x and x <= b: x is sub-Gaussian with proxy (b - a)^2/4."""
    (a, _, x), (y, _, b) = ordered(low.proposition), ordered(high.proposition)
    require(x is y, "{} and {} are about two variables.", low.proposition, high.proposition)
    require(not a.is_random and not b.is_random, "{} and {} are no numbers.", a, b)
    return _sub_gaussian(x, power(b - a, 2) / 4)


@rule("The ranges of sizes, indices, laws, Beta functions, and of what is bounded by its form.", others=SIDE)
def bounded(*conditions: Theorem, term: Term, end: str) -> Conclusion:
    """|- a <= x, or x <= b; 0 < exp x; 0 <= I_x(a, b) <= 1 for 0 < x < 1, 0 < a, 0 < b by the conditions."""
    require(end in {"low", "high"} and not term.shape, "An end of a number is low or high.")
    if term.head in {"random", "item"}:
        law = law_of(term)
        require_law_exists(law, conditions)
        ends = laws.support(law) or laws.density_range(law)
    elif term.head == "incomplete_beta":
        require_told(conditions, *of_beta(term)[1])
        ends = number(0), number(1)
    else:
        ends = _range_by_form(term)
    value = ends[end == "high"] if ends is not None else None
    if not isinstance(value, Term):
        raise Refused(f"{term} has no known bounds.")
    # Some numbers are above 0 by their law, as the exponential of a number is.
    is_drawn = term.head in {"random", "item"}
    strict = (is_drawn and laws.positive_where(law_of(term)) is not None) or (
        term.head == "function" and term.data == ("exp",)
    )
    return Conclusion(Term("lt" if strict else "le", (value, term) if end == "low" else (term, value)))


def _range_by_form(term: Term) -> tuple[Term | None, Term | None]:
    """The least and the largest value, where they are known."""
    low, high = number(0) if is_nonnegative_by_form(term) else None, None
    match term.head:
        case "size":
            low, high = (None if value is None else number(value) for value in term.data[1:])
        case "index" | "permuted":
            low, high = number(1), term.args[0]
        case "P" | "indicator":
            low, high = number(0), number(1)
        case "component" if term.args[0].head == "softmax":
            high = number(1)
        case "function" if term.data[0] in {"sigmoid", "tanh", "sin", "cos"}:
            low, high = number(-1) if low is None else low, number(1)
    return low, high


@rule("Proxies of independent summands, and of their multiples, add up.", TAIL, others=TAIL)
def proxy_of_sum(first: Theorem, *others: Theorem, factors: tuple[Term, ...], shift: Term) -> Conclusion:
    """From x_i with v_i, independent: sum_i c_i x_i + a is sub-Gaussian with sum_i c_i^2 v_i."""
    pairs = [_proxy(premise) for premise in (first, *others)]
    require(not any(c.is_random for c in (*factors, shift)), "{}, {} are no numbers.", factors, shift)
    for (x, _), (y, _) in combinations(pairs, 2):
        require_independent(x, y, ())
    summands = [(c * x, multiply(power(c, 2), v)) for c, (x, v) in zip(factors, pairs, strict=True)]
    return _sub_gaussian(add(*(x for x, _ in summands), shift), add(*(v for _, v in summands)))


@rule("Proxies of independent items add up.", TAIL)
def proxy_of_family(premise: Theorem, *, condition: Term, index: Term) -> Conclusion:
    """From c(j) |- f(j) sub-Gaussian with v(j), the f(j) independent: sum_j f(j) with sum_j v(j)."""
    x, v = _proxy(premise)
    require_general(index, condition, (premise,))
    require_independent_items(index, x)
    sums = [closed_binder("sum", condition, part, index) for part in (x, v)]
    return Conclusion(Term("sub_gaussian", tuple(sums)), (condition,))


@rule(
    "Sub-Gaussian tail: P(x - E x >= t) <= exp(-t^2 / (2 v)), Chernoff at s = t / v.",
    TAIL,
    ORDER,
    schema=True,
)
def sub_gaussian_tail(premise: Theorem, threshold: Theorem, *, relation: str, side: str) -> Conclusion:
    """From x with proxy v and 0 < t: P(x - E x >= t) <= exp(-t^2/(2 v)), so below; twice for both."""
    (x, v), t = _proxy(premise), sign_of(threshold, strict=True)
    centred = x - Term("E", (x,))
    sides = {"above": (centred, 1), "below": (-centred, 1), "both": (absolute(centred), 2)}
    require(side in sides, "A side is above, below or both.")
    deviation, count = sides[side]
    bound = multiply(number(count), exp(-(power(t, 2) / (2 * v))))
    return Conclusion(Term("le", (_tail(deviation, relation, t), bound)))


@rule(
    "Maximum: E max_j x_j <= m + (2 v log n)^(1/2), Jensen for exp(s max) <= sum_j exp(s x_j) at the best s.",
    TAIL,
    EQUATION,
    schema=True,
)
def maximum_of_sub_gaussians(premise: Theorem, mean: Theorem, *, index: Term, side: str) -> Conclusion:
    """From x_j with proxy v and E x_j = m for j = 1, ..., n: E max_j x_j <= m + sqrt(2 v log n), and
    E max_j |x_j| <= sqrt(2 v log(2 n)) for m = 0, the maximum of x_j and -x_j.
    """
    x, v = _proxy(premise)
    require_general(index, TRUE, (premise, mean))
    own, m = mean.proposition.args
    require(own is Term("E", (x,)), "{} is not the mean of {}.", mean.proposition, x)
    require(not occurs(index, v) and not occurs(index, m), "{} or {} depends on {}.", v, m, index)
    centred = side == "both" and is_number(m, 0)
    require(side == "above" or centred, "A side is above, or both for the mean 0.")
    body, count = (absolute(x), 2 * index.args[0]) if centred else (x, index.args[0])
    largest = Term("max", (index.args[0], TRUE, abstracted(body, index)))
    return Conclusion(Term("le", (Term("E", (largest,)), m + power(2 * v * log(count), Fraction(1, 2)))))
