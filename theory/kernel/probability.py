"""Means and probabilities: linearity, independence from the model, moments of the laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain, combinations
from typing import Final

from .. import laws
from ..heads import BINDERS, STATISTICS
from ..node import TRUE, Term, add, is_number, multiply, negation, number, power, summands
from ..requirements import is_natural
from ..substitution import fresh_name, instantiated, occurs, opened, rebuilt, replaced, unfolded
from ..terms import exp, inner, stacked, trace, zero_like
from .conditions import is_nonnegative_by_form, require_told, strictly
from .sums import LINEAR, equation, pushed
from .theorem import RELATION, SIDE, Conclusion, Theorem, ordered, require, rule

_CLOSED_UNDER = (
    frozenset({"add", "mul", "scale", "inner", "norm2", "outer", "matmul", "transpose", "trace", "component"})
    | frozenset({"sum", "product", "tabulate", "maximum", "minimum", "max", "min"})
)  # fmt: skip
_BOUNDED = frozenset({"indicator", "softmax", "argmax", "projection"})
_BOUNDED_FUNCTIONS = frozenset({"tanh", "sigmoid", "sin", "cos", "sign", "erfc"})
_MOST_FACTORS: Final = 1_000
"""A power is written out as at most so many factors."""
_LIPSCHITZ = frozenset({"abs", "relu", "softplus"})
_BILINEAR = frozenset({"mul", "scale", "inner", "outer", "matmul"})
Distinct = frozenset[frozenset[Term]]


def tameness(term: Term) -> int:
    """By its form: 3 for what is bounded, 2 where E exp(s x) is finite for every s, as for what is at most
    linear in tame objects, 1 where every moment is finite, as for polynomials, 0 where none is known.
    """
    if not term.is_random or term.head in _BOUNDED:
        return 3
    match term.head:
        case "random" | "family":
            law = term.args[0]
            exponential = 2 * laws.has_exponential_moments(law)
            return 3 if laws.is_bounded(law) else exponential or int(laws.has_all_moments(law))
        case "item":
            return tameness(term.args[0])
        case "definition":
            return tameness(unfolded(term))
        case "power" | "matrix_power":
            base, exponent = term.args
            whole = is_number(exponent) and exponent.data[1] == 1
            if whole and exponent.data[0] < 0:
                return int(is_above_a_number(base))
            # A positive power of what is nonnegative is at most one plus a whole power.
            rises = is_number(exponent) and exponent.data[0] > 0 and is_nonnegative_by_form(base)
            return _of_product(tameness(base)) if whole or rises else 0
        case "function":
            (name,), inside = term.data, tameness(term.args[0])
            if name in _BOUNDED_FUNCTIONS or (name == "exp" and is_nonnegative_by_form(-term.args[0])):
                return 3
            if name == "log" and (each := _exponent(term.args[0])) is not None:
                # Between the least exponent and the largest one with the logarithm of their number.
                return tameness(each)
            # From a positive number on a logarithm has a slope that is bounded.
            lipschitz = name in _LIPSCHITZ or (name == "log" and is_above_a_number(term.args[0]))
            return {3: 3, 2: 1}.get(inside, 0) if name == "exp" else inside * lipschitz
        case "applied":
            return 3 * all(tameness(part) == 3 for part in term.args)  # noqa: PLR2004
        case "fold":
            body, start, count = term.args
            at = instantiated(body, Term("index", (count,), ("#j",)))
            both = tameness(start), tameness(instantiated(at, with_moments_alone(start.shape)))
            return int(min(both) > 0)
    if term.head not in _CLOSED_UNDER:
        return 0
    values = [part for part in term.args if part.sort not in {"event", "index"}]
    least, several = min(map(tameness, values)), sum(part.is_random for part in values) > 1
    multiplied = term.head in {"norm2", "product"} or (term.head in _BILINEAR and several)
    return _of_product(least) if multiplied else least


def _exponent(total: Term) -> Term | None:
    """The f_j of sum_j exp f_j over all values of an index; none of another term."""
    if total.head != "sum" or total.args[1] is not TRUE or total.args[2].data != ("exp",):
        return None
    return total.args[2].args[0]


def _of_product(factors: int) -> int:
    """Products of bounded factors are bounded, those of what has moments have moments."""
    return factors if factors == 3 else min(factors, 1)  # noqa: PLR2004


def has_moments(term: Term) -> bool:
    """Whether every moment of the term is finite, by its form."""
    return tameness(term) > 0


def has_mean(term: Term, conditions: tuple[Theorem, ...] = ()) -> bool:
    """Whether the mean of the term is finite: every moment is, or it is a sum of products of what has every
    moment and of |x|^(2 e) or exp(c |x|^2), each of an x ~ N(0, s I) in R^d that stands in no other factor,
    where 0 < d/2 + e, or 0 < 1 - 2 c s, by the conditions, and so of x^e, e > 0, of an x with a Zipf law of
    exponent alpha, where 1 < alpha - e, and of exp(c x) of an exponential x of rate r, where 0 < r - c.
    Powers x^s with s > 0 of an x >= 0 have moments as x has, and exp(-x) with x > 0 by the conditions is at
    most one. Of a power of a sum those of its terms are enough (Minkowski), of exp(c sum_j f_j) with
    independent f_j those of exp(c f_j).
    """
    if has_moments(term):
        return True
    if (each := each_exponential(term, conditions)) is not None:
        return has_independent_items(*each) and has_mean(each[1], conditions)
    if term.head == "definition":
        return has_mean(unfolded(term), conditions)
    if term.head == "add":
        return all(has_mean(part, conditions) for part in term.args)
    if term.head == "sum":
        return has_mean(opened(term, *(c.proposition for c in conditions))[2], conditions)
    if term.head == "power" and is_natural(term.args[1]) and term.args[0].head in {"add", "mul"}:
        (base, k) = term.args
        parts = [power(part, k) for part in base.args]
        return all(has_mean(x, conditions) for x in (parts if base.head == "add" else [multiply(*parts)]))
    known = strictly(conditions)
    times = Counter(term.args if term.head == "mul" else (term,))
    factors = [power(part, k) for part, k in times.items()]
    for position, part in enumerate(factors):
        falling = part.head == "function" and part.data == ("exp",)
        if has_moments(part) or (falling and known.positive(known.expanded(-part.args[0]))):
            continue
        base, e = part.args if part.head == "power" else (part, part)
        rises = base is not part and not e.is_random and known.positive(known.expanded(e))
        if rises and is_nonnegative_by_form(base) and has_moments(base):
            continue
        found, room = heavy(part)
        if found is None or not known.positive(known.expanded(room)):
            return False
        others = factors[:position] + factors[position + 1 :]
        if not all(avoids(other, found, distinct_by(conditions)) for other in others):
            return False
    return True


def each_exponential(term: Term, conditions: tuple[Theorem, ...]) -> tuple[Term, Term] | None:
    """The index j and exp(c f_j), of exp(c sum_j f_j)."""
    inside = term.args[0] if term.head == "function" and term.data == ("exp",) else term
    factors = inside.args if inside.head == "mul" else (inside,)
    sums = [part for part in factors if part.head == "sum"]
    if inside is term or len(sums) != 1:
        return None
    index, _, body = opened(sums[0], term, *(c.proposition for c in conditions))
    return index, exp(multiply(*(part for part in factors if part is not sums[0]), body))


def heavy(part: Term) -> tuple[Term | None, Term]:
    """What x ~ N(0, s I) in |x|^(2 e) or exp(c |x|^2) is made of, with d/2 + e or 1 - 2 c s; of x^e, with a
    Zipf law, x and alpha - e - 1; of exp(c x), with an exponential law of rate r, x and r - c. The mean is
    finite where the latter is positive.
    """
    is_power = part.head == "power"
    base, order = part.args if is_power else (part, number(1))
    if base.head in {"random", "item"} and not base.shape and is_number(order) and order.data[0] > 0:
        law = law_of(base) if not any(place.is_random for place in base.args[1:]) else base
        return (base, law.args[0] - order - 1) if law.head == "zipf" else (None, part)
    if not is_power and not (part.head == "function" and part.data == ("exp",)):
        return None, part
    inside, e = part.args if is_power else (part.args[0], number(0))
    factors = inside.args if inside.head == "mul" and not is_power else (inside,)
    random = [x for x in factors if x.is_random]
    c = multiply(number(1), *(x for x in factors if not x.is_random))
    if len(random) != 1 or e.is_random:
        return None, part
    (x,) = random
    if not is_power and x.head in {"random", "item"} and not any(place.is_random for place in x.args[1:]):
        law = law_of(x)
        return (x, law.args[0] - c) if law.head == "exponential" else (None, part)
    is_square = x.head == "norm2" or (x.head == "inner" and x.args[0] is x.args[1])
    squared = is_square or (not is_power and x.head == "power" and is_number(x.args[1], 2))
    found = centred_normal(x.args[0]) if squared else None
    if found is None:
        return None, part
    return found[0], x.args[0].shape[0] / 2 + e if is_power else 1 - 2 * c * found[1]


def centred_normal(x: Term) -> tuple[Term, Term] | None:
    """What a normal number or vector with mean 0 and covariance s I is made of, and s: one object, all items
    of a family, added up, or normal rows times a vector of known length, which they are independent of.
    """
    source, one, count = x, x, number(1)
    if x.head == "matmul":
        rows, u = x.args
        family, square = stacked(rows), Term("norm2", (u,)) if not u.is_random else _fixed_length(u)
        if family is None or not family.shape or square is None or occurs(family, u):
            return None
        one, source, count = family[number(1)], family, square
    if x.head == "sum" and x.args[1] is TRUE:
        index, _, one = opened(x)
        if one.head != "item" or one.args[1:] != (index,):
            return None
        source, count = one.args[0], x.args[0]
    if one.head not in {"random", "item"} or one.args[0].args[0].head == "markov_chain":
        return None
    law = law_of(one)
    centred = law.head == "normal" and law.args[0] is zero_like(law.shape) and not law.args[1].shape
    return (source, multiply(count, law.args[1])) if centred else None


def _fixed_length(x: Term) -> Term | None:
    """|x|^2 of a random object whose law has it as a number."""
    return laws.squared_norm(law_of(x)) if x.head in {"random", "item"} else None


def with_moments_alone(shape: tuple[Term, ...]) -> Term:
    """A random object of that shape of which no more is seen than that all its moments are finite."""
    normal = (Term("random", (Term("normal", (number(0), number(1))),), (name,)) for name in ("#x", "#y"))
    product = multiply(*normal)
    vectors = [Term("scale", (product, Term("ones", (dim,)))) for dim in shape]
    return product if not vectors else vectors[0] if len(vectors) == 1 else Term("outer", tuple(vectors))


def is_above_a_number(term: Term) -> bool:
    """Whether the term is, by its form, at least one positive number: that number and what is nonnegative."""
    whole = unfolded(term) if term.head == "definition" else term
    parts = summands(whole)
    positive = any(part.head == "number" and part.data[0] > 0 for part in parts)
    return positive and all(map(is_nonnegative_by_form, parts))


def body_of(term: Term, conditions: tuple[Theorem, ...] = (), *, also: str = "E") -> Term:
    """What a mean is about, where it is known to be finite; also what a probability is about, for `also`."""
    require(term.head in {"E", also}, "{} is no mean.", term)
    body: Term = term.args[0]
    finite = term.head == "P" or has_mean(body, conditions)
    require(finite, "The mean of {} is not known to be finite.", body)
    return body


def distinct_by(conditions: tuple[Theorem, ...]) -> Distinct:
    """The pairs of indices that are different."""
    return frozenset(frozenset(c.proposition.args) for c in conditions if c.proposition.head == "ne")


def avoids(term: Term, x: Term, distinct: Distinct) -> bool:
    """Whether x, one random object or a whole family, does not occur in the term, given which indices are
    different.
    """
    if not term.is_random:
        return True
    if x.head in {"random", "family"}:
        return all(own is not x for _, own in term.declarations)
    family, *places = x.args
    if all(own is not family for _, own in term.declarations):
        return True
    if term.head == "item" and term.args[0] is family:
        pairs = zip(term.args[1:], places, strict=True)
        apart = any(are_different(other, place, distinct) for other, place in pairs)
        return apart and all(avoids(place, x, distinct) for place in term.args[1:])
    if term is family:
        return False
    if term.head == "definition":
        return avoids(unfolded(term), x, distinct)
    if term.head in BINDERS and not term.loose:
        _, condition, body = opened(term, x, *chain.from_iterable(distinct))
        return avoids(body, x, distinct | frozenset(excluded(condition)))
    return all(avoids(part, x, distinct) for part in term.args)


def excluded(condition: Term) -> Iterable[frozenset[Term]]:
    """The pairs of indices that a condition says are different."""
    if condition.head == "and":
        return (pair for part in condition.args for pair in excluded(part))
    return (frozenset(condition.args),) if condition.head == "ne" else ()


def are_different(one: Term, other: Term, distinct: Distinct) -> bool:
    """Whether two places are different numbers, or indices known to differ."""
    numbers = one.head == "number" and other.head == "number"
    plain = not one.is_random and not one.loose
    return one is not other and plain and (numbers or frozenset((one, other)) in distinct)


def independent_of(one: Term, other: Term, distinct: Distinct) -> bool:
    """Whether no random object occurs in both, by the model and the indices that are different."""
    used = (other, *chain.from_iterable(distinct))
    return all(avoids(other, x, distinct | apart) for x, apart in _objects(one, used))


def has_independent_items(index: Term, body: Term) -> bool:
    """Whether f_j and f_l are independent for j != l, by the model."""
    other = Term("index", index.args, (fresh_name(index, body),))
    twin, apart = replaced(body, index, other), frozenset({frozenset({index, other})})
    return independent_of(body, twin, apart) and independent_of(twin, body, apart)


def require_independent(x: Term, y: Term, conditions: tuple[Theorem, ...]) -> None:
    """The model makes the two independent, given which indices differ."""
    apart = distinct_by(conditions)
    free = independent_of(x, y, apart) and independent_of(y, x, apart)
    require(free, "{} and {} are not independent by the model.", x, y)


def item_below(binder: Term) -> Term:
    """The item x_j of a family of which all items stand below a sum, or an extreme, over j."""
    index, _, item = opened(binder)
    require(item.head == "item" and item.args[1:] == (index,), "{} is no item at its index.", item)
    return item


def total_of(x: Term, conditions: tuple[Theorem, ...]) -> tuple[Term, Term]:
    """The n and the law, where x is the sum of n independent numbers of one law: of all items of a family, or
    of n numbers.
    """
    if x.head == "sum" and x.args[1] is TRUE:
        return x.args[0], law_of(item_below(x))
    require(x.head == "add", "{} is no sum.", x)
    law, *others = map(law_of, x.args)
    require(all(other is law for other in others), "{} is no sum of numbers of one law.", x)
    for one, other in combinations(x.args, 2):
        require_independent(one, other, conditions)
    return number(len(x.args)), law


def _objects(term: Term, used: tuple[Term, ...]) -> list[tuple[Term, Distinct]]:
    """The random objects of a term: single ones, items at closed indices, or whole families; each with the
    indices that differ where it stands.

    The index of a binder is one that is not used elsewhere: no more is known of it than its condition says.
    """
    if not term.is_random or term.head in STATISTICS:
        return []
    if term.head == "random":
        return [(term, frozenset())]
    if term.head == "definition":
        return _objects(unfolded(term), used)
    if term.head in BINDERS and not term.loose:
        index, condition, body = opened(term, *used)
        apart, inside = frozenset(excluded(condition)), (*used, index)
        return [(x, apart | more) for part in (condition, body) for x, more in _objects(part, inside)]
    is_item = term.head == "item" and term.args[0].args[0].head != "markov_chain"
    if is_item and not any(place.loose or place.is_random for place in term.args[1:]):
        return [(term, frozenset())]
    if term.head == "item":
        return [(own, frozenset()) for _, own in term.declarations if own.head in {"family", "random"}]
    return [x for part in term.args for x in _objects(part, used)]


@rule("Linear operations, sums over an index and means pass through sums and multiples.", others=SIDE)
def linear(*conditions: Theorem, term: Term, position: int = 0) -> Conclusion:
    """|- L(x + y) = L(x) + L(y), L(c x) = c L(x), L(sum_j x_j) = sum_j L(x_j), in one argument of L, and
    L(E x) = E L(x) where the other is not random, and the mean finite.

    L may be a sum over an index, in its body, and E where the mean of each part is finite; E c = c.
    """
    if term.head == "E":
        body = body_of(term, conditions)
        return equation(term, pushed(term, 0) if body.is_random else body)
    if term.head == "sum":
        return equation(term, pushed(term, 2))
    require(term.head in LINEAR, "{} is not linear in its parts.", term)
    require(0 <= position < (1 if term.head == "component" else len(term.args)), "There is no such part.")
    if term.args[position].head == "E":
        body_of(term.args[position], conditions)
    return equation(term, pushed(term, position))


@rule("A name, a power, a variance, a covariance, a probability stands for what it abbreviates.", others=SIDE)
def written_out(*conditions: Theorem, term: Term) -> Conclusion:
    """|- eta = its definition; x^k = x ... x for a whole k >= 2, of a number or matrix;
    Var x = E x^2 - (E x)^2; Cov(x, y) = E x y - E x E y; P(A) = E 1[A].
    """
    match term.head:
        case "definition":
            return equation(term, unfolded(term))
        case "Var" | "Cov":
            squares = (power(x, 2) for x in term.args if not has_moments(x))
            require(all(has_mean(x, conditions) for x in squares), "{} is not known to be finite.", term)
            one = term.head == "Var"
            product = power(term.args[0], 2) if one else multiply(*term.args)
            means = [Term("E", (x,)) for x in term.args]
            return equation(term, Term("E", (product,)) - (power(means[0], 2) if one else multiply(*means)))
        case "P":
            return equation(term, Term("E", (Term("indicator", term.args),)))
    require(term.head in {"power", "matrix_power"}, "{} is no name for anything.", term)
    base, exponent = term.args
    whole = is_number(exponent) and exponent.data[1] == 1 and exponent.data[0] > 1
    require(whole, "{} is no whole number above 1.", exponent)
    require(exponent.data[0] <= _MOST_FACTORS, "{} has more than {} factors.", term, _MOST_FACTORS)
    if term.head == "power":
        return equation(term, Term("mul", (base,) * exponent.data[0]))
    product = base
    for _ in range(exponent.data[0] - 1):
        product = Term("matmul", (product, base))
    return equation(term, product)


@rule("The mean of a product of independent factors is the product of the means.", others=SIDE)
def mean_of_independent(*different: Theorem, term: Term, first: tuple[int, ...]) -> Conclusion:
    """|- E(x y) = E x E y, where the model makes the factors at positions `first` independent of the
    others.
    """
    body = body_of(term, different)
    require(body.head == "mul", "{} is no product.", body)
    one = [part for position, part in enumerate(body.args) if position in first]
    other = [part for position, part in enumerate(body.args) if position not in first]
    require(bool(one) and bool(other), "Each group needs a factor.")
    distinct = distinct_by(different)
    free = all(independent_of(a, b, distinct) and independent_of(b, a, distinct) for a in one for b in other)
    require(free, "The factors of {} are not independent by the model and the indices known to differ.", body)
    return equation(term, multiply(Term("E", (multiply(*one),)), Term("E", (multiply(*other),))))


@rule("What is smaller almost surely has the smaller mean.", RELATION)
def mean_monotone(premise: Theorem) -> Conclusion:
    """From x <= y: E x <= E y."""
    small, relation, large = ordered(premise.proposition)
    require(not small.shape or relation == "eq", "Vectors are not ordered.")
    require(has_moments(small) and has_moments(large), "A mean is not known to be finite.")
    head = "eq" if relation == "eq" else "le"
    return Conclusion(Term(head, (Term("E", (small,)), Term("E", (large,)))))


@rule("An event and its opposite have total probability one.")
def complement(*, event: Term) -> Conclusion:
    """|- P(A) = 1 - P(not A)."""
    return equation(Term("P", (event,)), 1 - Term("P", (negation(event),)))


@rule("A mixture is one of its laws, by its weight.", others=SIDE)
def of_mixture(*conditions: Theorem, term: Term, x: Term, parts: tuple[Term, ...]) -> Conclusion:
    """|- E f(x) = sum_k w_k E f(y_k), for an x of the mixture of the laws of the y_k, by weights w_k >= 0
    that add up to 1; all else in f is independent of x by the model; so for P.
    """
    law, apart = law_of(x), distinct_by(conditions)
    require(law.head == "mixture" and term.head in {"E", "P"}, "{} is no mean over a mixture.", term)
    (body,), half = term.args, len(law.args) // 2
    weights, laws_of = law.args[:half], law.args[half:]
    tools = strictly(conditions)
    require(not tools.expanded(add(*weights) - 1), "The weights {} do not add up to 1.", weights)
    require_told(conditions, *(w >= 0 for w in weights))
    require(len(parts) == half, "There are {} laws.", half)
    means = []
    for y, own in zip(parts, laws_of, strict=True):
        require_new(y, term)
        require(y.args[0] is own, "The law of {} is not {}.", y, own)
        require_law_exists(own, conditions)
        means.append(Term(term.head, (moved(body, {x: y}, (x,), apart),)))
        body_of(means[-1], conditions, also="P")
    return equation(term, add(*(multiply(w, mean) for w, mean in zip(weights, means, strict=True))))


def moved(body: Term, values: Mapping[Term, Term], sources: Iterable[Term], apart: Distinct) -> Term:
    """The body with values for parts of it, outside of which it holds none of the random sources."""
    rest = put(body, {part: zero_like(part.shape) for part in values})
    require(rest is not body, "{} holds none of {}.", body, tuple(values))
    for x in sources:
        require(avoids(rest, x, apart), "{} holds more of {}.", body, x)
    return put(body, values)


def parted(body: Term, x: Term, apart: Distinct) -> tuple[Term, Term]:
    """The product of the factors in which x stands, and that of the others."""
    factors = body.args if body.head == "mul" else (body,)
    own = [part for part in factors if not avoids(part, x, apart)]
    return multiply(number(1), *own), multiply(number(1), *(p for p in factors if p not in own))


def mean_of(x: Term) -> Term:
    """E x, or x itself where it is not random."""
    return Term("E", (x,)) if x.is_random else x


def require_new(w: Term, term: Term) -> None:
    """w is a random object whose name the term does not use."""
    fresh = w.head == "random" and all(name != w.data[0] for name, _ in term.declarations)
    require(fresh, "{} is no new random object.", w)


def put(body: Term, values: Mapping[Term, Term]) -> Term:
    """The body with values for parts of it, but inside means."""
    return rebuilt(body, lambda part, _: part if part.head in STATISTICS else values.get(part))


# One random object integrated out of a monomial: E over x alone, the others given (Fubini).


@rule("Objects of fixed length.")
def fixed_norm(*, term: Term) -> Conclusion:
    """|- <x, x> = r^2 on a sphere, 1 for one-hot vectors, s^2 d for signs; x^2 = s^2 for one sign."""
    x = term.args[0]
    square = all(part is x for part in term.args) if term.head in {"norm2", "inner"} else term is power(x, 2)
    require(square, "{} is no squared norm.", term)
    length = _fixed_length(x)
    require(length is not None, "The law of {} has no fixed length.", x)
    return equation(term, length)


def law_of(x: Term) -> Term:
    """The law of one random object; its index may be any that is not random."""
    if x.head == "random":
        return x.args[0]
    steady = x.head == "item" and not any(place.is_random for place in x.args[1:])
    require(steady, "{} is no random object of the model.", x)
    law: Term = x.args[0].args[0]
    require(law.head != "markov_chain", "The states of a chain are not independent.")
    return law


class _Monomial:
    """A product seen from one random object x: linear factors, squared norms of x, and factors without x."""

    def __init__(self, body: Term, x: Term, distinct: Distinct) -> None:
        self.x = x
        self.linear: dict[Term, int] = {}
        """<x, y>^e by y; for a number x the factor x^e by 1."""
        self.squares = 0
        self.rest: list[Term] = []
        for factor in body.args if body.head == "mul" else (body,):
            self._add(factor, distinct)

    def _add(self, factor: Term, distinct: Distinct) -> None:
        x, base, exponent = self.x, factor, 1
        if avoids(factor, x, distinct):
            self.rest.append(factor)
            return
        if factor.head == "power" and factor.args[1].head == "number":
            base, (exponent, denominator) = factor.args[0], factor.args[1].data
            require(denominator == 1 and exponent > 0, "{} is no whole power.", factor)
        if base is x and not x.shape:
            self.linear[number(1)] = self.linear.get(number(1), 0) + exponent
        elif base.head in {"inner", "norm2"} and all(part is x for part in base.args):
            self.squares += exponent
        else:
            partner = self._partner(base, distinct)
            self.linear[partner] = self.linear.get(partner, 0) + exponent

    def _partner(self, base: Term, distinct: Distinct) -> Term:
        if base.head == "inner":
            one, other = base.args
            for own, partner in ((one, other), (other, one)):
                if own is self.x and avoids(partner, self.x, distinct):
                    return partner
        require(False, "{} is no product of {} with something independent of it.", base, self.x)
        return base

    @property
    def degree(self) -> int:
        """The number of factors x, squared norms included."""
        return sum(self.linear.values()) + 2 * self.squares

    def without(self, partner: Term) -> _Monomial:
        """One linear factor fewer."""
        return self._copy({**self.linear, partner: self.linear[partner] - 1}, self.squares)

    def _copy(self, linear: dict[Term, int], squares: int) -> _Monomial:
        other = object.__new__(_Monomial)
        other.x, other.rest, other.squares = self.x, self.rest, squares
        other.linear = {y: e for y, e in linear.items() if e}
        return other

    def without_square(self) -> _Monomial:
        """One squared norm fewer."""
        return self._copy(self.linear, self.squares - 1)

    def mean(self, *extra: Term) -> Term:
        """E of the monomial times more factors, those that are not random outside."""
        x = self.x
        own = [power(inner(x, y) if x.shape else x, e) for y, e in self.linear.items()]
        own += [power(inner(x, x), self.squares)] if self.squares else []
        every = [*extra, *own, *self.rest]
        constant = [part for part in every if not part.is_random]
        varying = [part for part in every if part.is_random]
        mean = (Term("E", (multiply(*varying),)),) if varying else ()
        return multiply(number(1), *constant, *mean)


def _times(x: Term, spread: Term, y: Term, z: Term) -> tuple[Term, ...]:
    """The factors of <y, C z>: for a number x the variance alone."""
    if not x.shape:
        return (spread,)
    if spread.shape:
        return (inner(y, Term("matmul", (spread, z))),)
    return spread, inner(y, z)


def _monomial(term: Term, x: Term, conditions: tuple[Theorem, ...]) -> _Monomial:
    return _Monomial(body_of(term, conditions), x, distinct_by(conditions))


def require_law_exists(law: Term, conditions: tuple[Theorem, ...]) -> None:
    """A normal law has a nonnegative variance, a probability is between 0 and 1, an interval is not empty,
    the exponent of a Zipf law on all whole numbers exceeds 1: by form, or by theorems among the conditions.
    """
    require_told(conditions, *laws.existence(law))
    if law.head == "with_moments":
        _require_moments_fit(law, conditions)
    if law.head == "normal" and (spread := law.args[1]).shape:
        square = (
            spread.head == "matmul"
            and spread.args[1].head == "transpose"
            and spread.args[1].args[0] is spread.args[0]
        )
        require(square or spread.head == "identity", "The covariance {} is not written as A A^T.", spread)


def _require_moments_fit(law: Term, conditions: tuple[Theorem, ...]) -> None:
    """Some law has these first moments: 0 < E x^2 - (E x)^2, and
    (E x^3 - E x E x^2)^2 <= (E x^2 - (E x)^2) (E x^4 - (E x^2)^2), the moment matrix (Hamburger).
    """
    if len(law.args) == 1:
        return
    spread = laws.covariance(law)
    require_told(conditions, spread > 0)
    if len(law.args) == 4:  # noqa: PLR2004
        m_1, m_2, m_3, m_4 = law.args
        require_told(conditions, spread * (m_4 - m_2**2) - (m_3 - m_1 * m_2) ** 2 >= 0)


@rule("Integration by parts on a sphere and for normal vectors.", others=SIDE)
def by_parts(*conditions: Theorem, term: Term, x: Term, partner: Term) -> Conclusion:
    """One factor <x, y> of a monomial in x integrated out, x independent of all else.

    On the sphere of radius r, with m further factors <x, z>: E <x, y> F = r^2/(d + m - 1) E <y, grad F>, and
    0 for m = 0. For a normal x (Stein): E <x, y> F = <mean, y> E F + E <y, C grad F>; where y is x and C is
    s I, E <x, x> F = E <mean, x> F + s (d + deg F) E F.
    """
    law, whole = law_of(x), _monomial(term, x, conditions)
    require(law.head in {"sphere", "normal"}, "{} is neither uniform on a sphere nor normal.", x)
    require_law_exists(law, conditions)
    own = partner is x and bool(x.shape) and whole.squares > 0
    require(own or partner in whole.linear, "There is no factor <{}, {}>.", x, partner)
    left = whole.without_square() if own else whole.without(partner)
    if law.head == "sphere":
        require(not whole.squares, "Put |{}|^2 = r^2 first.", x)
        dimension, radius = law.args
        spread, shifted = power(radius, 2) / (dimension + (left.degree - 1)), None
    else:
        shifted, spread = law.args
    require(not whole.squares or not spread.shape, "Squared norms need a covariance s I.")
    if own:
        parts = [left.mean(spread, x.shape[0] + left.degree)]
    else:
        parts = [
            left.without(z).mean(number(e), *_times(x, spread, partner, z)) for z, e in left.linear.items()
        ]
        if whole.squares:
            parts.append(left.without_square().mean(number(2 * whole.squares), spread, inner(x, partner)))
    if shifted is not None and not _is_zero(shifted):
        parts.append(left.mean(inner(shifted, partner) if x.shape else shifted))
    return equation(term, add(number(0), *parts))


def _is_zero(term: Term) -> bool:
    return term.head == "zeros" or is_number(term, 0)


@rule("The first two moments of a law, and those that are told.", others=SIDE)
def by_covariance(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """E <x, y> F = <mean, y> F and E <x, y><x, z> F = (<mean, y><mean, z> + <y, C z>) F, F without x.

    For a vector E <x, x> F = (<mean, mean> + tr C) F, where tr (s I) is s d. For a number of which
    moments are told E x^k F = m_k F.
    """
    law, whole = law_of(x), _monomial(term, x, conditions)
    if law.head == "with_moments":
        require_law_exists(law, conditions)
        require(1 <= whole.degree <= len(law.args), "E {}^{} is not told.", x, whole.degree)
        return equation(term, whole._copy({}, 0).mean(law.args[whole.degree - 1]))
    mean, spread = laws.mean(law), laws.covariance(law)
    require(mean is not None and spread is not None, "The moments of {} are not known.", x)
    require_law_exists(law, conditions)
    require(1 <= whole.degree <= 2, "{} has not one or two factors {}.", term, x)  # noqa: PLR2004
    partners = [y for y, e in whole.linear.items() for _ in range(e)]
    rest = whole._copy({}, 0)
    if whole.squares:
        require(bool(x.shape), "{} is no vector.", x)
        power_of_mean = [] if _is_zero(mean) else [rest.mean(inner(mean, mean))]
        total = (trace(spread),) if spread.shape else (spread, x.shape[0])
        return equation(term, add(*power_of_mean, rest.mean(*total)))
    means = [inner(mean, y) if x.shape else mean for y in partners]
    parts = [] if _is_zero(mean) else [rest.mean(*means)]
    if len(partners) > 1:
        parts.append(rest.mean(*_times(x, spread, *partners)))
    return equation(term, add(number(0), *parts))


@rule("A law that is symmetric about zero has no odd moments.", others=SIDE)
def odd_moment(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """E of an odd monomial in x is 0, where x and -x have one law."""
    law, whole = law_of(x), _monomial(term, x, conditions)
    require(laws.is_symmetric(law), "The law of {} is not symmetric about zero.", x)
    require_law_exists(law, conditions)
    require(whole.degree % 2 == 1, "{} is even in {}.", term, x)
    return equation(term, number(0))


@rule("An odd function of an object whose law is symmetric about zero has mean zero.", RELATION, others=SIDE)
def odd_function(premise: Theorem, *conditions: Theorem, x: Term) -> Conclusion:
    """From F(-x) = -F(x): E F(x) = 0, where x and -x have one law and all else in F is independent of x."""
    turned, relation, opposite = ordered(premise.proposition)
    body, law, apart = -opposite, law_of(x), distinct_by(conditions)
    body_of(Term("E", (body,)), conditions)
    require(
        relation == "eq" and turned is replaced(body, x, -x), "{} is not about {} at {}.", premise, body, -x
    )
    require(avoids(replaced(body, x, zero_like(x.shape)), x, apart), "{} stands elsewhere in {}.", x, body)
    require(laws.is_symmetric(law), "The law of {} is not symmetric about zero.", x)
    require_law_exists(law, conditions)
    return equation(Term("E", (body,)), number(0) if not body.shape else zero_like(body.shape))


@rule("One-hot vectors that meet a third meet each other.")
def one_hot_chain(*, x: Term, y: Term, z: Term) -> Conclusion:
    """|- <x, y><x, z> = <x, y><y, z> for one-hot vectors."""
    require(all(law_of(part).head == "one_hot" for part in (x, y, z)), "{}, {}, {} are not one-hot.", x, y, z)
    return equation(multiply(inner(x, y), inner(x, z)), multiply(inner(x, y), inner(y, z)))


@rule("A one-hot vector adds up to one.")
def one_hot_total(*, x: Term) -> Conclusion:
    """|- <x, (1, ..., 1)> = 1."""
    law = law_of(x)
    require(law.head == "one_hot", "{} is not one-hot.", x)
    return equation(inner(x, Term("ones", law.args)), number(1))
