"""Normal vectors: what a family of them makes of independent numbers or vectors, and powers of lengths."""

from __future__ import annotations

from fractions import Fraction

from ..terms import (
    STATISTICS,
    Term,
    abstracted,
    gamma,
    incomplete_beta,
    inner,
    multiply,
    number,
    power,
    rebuilt,
    upper_gamma,
    zero_like,
)
from .algebra import Expander, expander
from .components import is_nonnegative_by_form
from .probability import avoids, distinct_by, has_moments, independent_of, law_of, require_law_exists
from .sums import equation
from .theorem import ORDER, RELATION, SIDE, Conclusion, Theorem, ordered, require, rule

_HALF = Fraction(1, 2)


def _image_of(image: Term, w: Term) -> tuple[Term, Term, Term, Term]:
    """The object or family of an image, its law, the squared length of its weights, and the law of w."""
    if image.head == "inner":
        x, u = image.args
        require(x.head == "random" and avoids(u, x, frozenset()), "{} and {} are not independent.", x, u)
        law = law_of(x)
        return x, law, Term("norm2", (u,)), Term("normal", (zero_like(()), law.args[-1]))
    require(image.head in {"sum", "tabulate"}, "{} is no product, sum or vector over an index.", image)
    index, _, inside = image.opened(w)
    require(inside.head == {"sum": "scale", "tabulate": "inner"}[image.head], "{} is no image.", image)
    items = [part for part in inside.args if part.shape and part.head == "item" and part.args[1:] == (index,)]
    require(len(items) == 1, "{} holds no item at its index.", image)
    (item,) = items
    (factor,) = (part for part in inside.args if part is not item)
    law, family = law_of(item), item.args[0]
    upper, condition, _ = image.args
    require(avoids(factor, family, frozenset()), "{} and {} are not independent.", factor, family)
    if image.head == "sum":
        return family, law, Term("sum", (upper, condition, abstracted(power(factor, 2), index))), law
    steady = all(own is not index for _, own in factor.declarations)
    require(steady, "{} is no vector of products with one vector.", image)
    return family, law, Term("norm2", (factor,)), Term("normal", (zero_like((upper,)), law.args[-1]))


def _known(conditions: tuple[Theorem, ...]) -> Expander:
    return expander(tuple(c for c in conditions if c.proposition.head in {"lt", "gt", "ne"}))


def _require_finite(body: Term, known: Expander) -> None:
    """Each factor has all moments, or is x^s of such an x that is nonnegative, where s > 0 is known."""
    for factor in body.args if body.head == "mul" else (body,):
        raised = factor.head == "power" and not factor.args[1].is_random
        fits = raised and is_nonnegative_by_form(factor.args[0]) and has_moments(factor.args[0])
        steep = fits and known.positive(known.expanded(factor.args[1]))
        require(has_moments(factor) or steep, "The mean of {} is not known to be finite.", factor)


def _is_centred(law: Term) -> bool:
    """Whether it is the normal law with mean 0 and covariance s I, or of a number with mean 0."""
    return law.head == "normal" and law.args[0] is zero_like(law.shape) and not law.args[1].shape


@rule(
    "Independent normal vectors with independent weights add up to a normal vector times the length of the "
    "weights; their products with an independent vector are a normal vector, or number, times its length.",
    others=SIDE,
)
def normal_image(*conditions: Theorem, term: Term, image: Term, w: Term) -> Conclusion:
    """|- E F(sum_j a_j v_j) = E F(|a| w) for v_j of the law N(0, s I) of w; |- E F((<k_j, u>)_j) = E F(|u| w)
    for k_j ~ N(0, s I) and w ~ N(0, s I) with an entry for each j; |- E F(<k, u>) = E F(|u| w) for a number
    w ~ N(0, s). The v_j, k_j stand nowhere else; so for P.
    """
    require(term.head in {"E", "P"} and w.head == "random", "{} is no mean, or {} no object.", term, w)
    require(all(name != w.data[0] for name, _ in term.declarations), "{} occurs in {}.", w, term)
    family, law, square, wanted = _image_of(image, w)
    require(_is_centred(law), "The law of {} is not N(0, s I).", family)
    require_law_exists(law, conditions)
    require(law_of(w) is wanted, "The law of {} must be {}.", w, wanted)
    (body,) = term.args
    if term.head == "E":
        _require_finite(body, _known(conditions))

    def put(value: Term) -> Term:
        return rebuilt(
            body, lambda part, _: part if part.head in STATISTICS else value if part is image else None
        )

    rest = put(zero_like(image.shape))
    require(rest is not body, "{} does not occur in {}.", image, body)
    require(avoids(rest, family, frozenset()), "{} holds more of {}.", body, family)
    length = power(square, _HALF)
    value = Term("scale", (length, w)) if w.shape else multiply(length, w)
    return equation(term, Term(term.head, (put(value),)))


@rule("Moments of the length of a normal vector.", others=SIDE)
def length_moment(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """|- E |x|^(2 e) F = (2 s)^e Gamma(d/2 + e)/Gamma(d/2) E F, for x ~ N(0, s I) in R^d, which is not in F,
    and e > 0 by the conditions.
    """
    law, apart, known = law_of(x), distinct_by(conditions), _known(conditions)
    require(term.head == "E" and _is_centred(law), "{} is no mean over N(0, s I).", term)
    require_law_exists(law, conditions)
    (body,) = term.args
    _require_finite(body, known)
    factors = body.args if body.head == "mul" else (body,)
    own = [part for part in factors if not avoids(part, x, apart)]
    square = Term("norm2", (x,))
    plain = len(own) == 1 and own[0].head == "power" and own[0].args[0] is square
    require(plain and not own[0].args[1].is_random, "{} has no one power of {}.", body, square)
    e, half = own[0].args[1], x.shape[0] / 2
    require(known.positive(known.expanded(e)), "0 < {} must be known.", e)
    value = power(2 * law.args[1], e) * gamma(half + e) / gamma(half)
    rest = multiply(value, *(part for part in factors if part is not own[0]))
    return equation(term, Term("E", (rest,)) if rest.is_random else rest)


def _spread(x: Term, known: Expander) -> Term:
    """s, of a normal x of the law N(0, s I) where s > 0 is known."""
    law = law_of(x)
    require(_is_centred(law), "The law of {} is not N(0, s I).", x)
    spread: Term = law.args[1]
    require(known.positive(known.expanded(spread)), "0 < {} must be known.", spread)
    return spread


def _squared_length(x: Term) -> Term:
    return Term("norm2", (x,)) if x.shape else power(x, 2)


@rule("A normal vector is almost surely not zero.", others=SIDE)
def nonzero_length(*conditions: Theorem, x: Term) -> Conclusion:
    """|- 0 < |x|^2 almost surely, for x ~ N(0, s I) with s > 0 by the conditions; so for a number."""
    _spread(x, _known(conditions))
    return Conclusion(Term("lt", (number(0), _squared_length(x))))


@rule("Tails of a normal number, and of the squared length of a normal vector, a Gamma law.", others=SIDE)
def normal_tail(*conditions: Theorem, x: Term, t: Term, relation: str = "gt") -> Conclusion:
    """|- P(x > t) = erfc((t - m)/(2 s)^(1/2))/2 for a number x ~ N(m, s), and so for >=; P(x < t), and so for
    <=, with m - t. |- P(|x| > t) = erfc(t/(2 s)^(1/2)), and so for >=, for x ~ N(0, s) and t > 0. <g, u> with
    a fixed u is such a number for g ~ N(m, s I), with <m, u> and s |u|^2.
    |- P(|x|^2 > t) = Q(d/2, t/(2 s)) for a vector x ~ N(0, s I) in R^d and t > 0. Here s > 0, |u|^2 > 0 and
    t > 0 by the conditions.
    """
    known = _known(conditions)
    require(not t.is_random and not t.shape, "{} is no number.", t)
    if x.shape:
        spread = _spread(x, known)
        require(relation == "gt" and known.positive(known.expanded(t)), "0 < {} must be known.", t)
        return _tail(Term("norm2", (x,)), relation, t, upper_gamma(x.shape[0] / 2, t / (2 * spread)))
    modulus = x.head == "function" and x.data == ("abs",)
    mean, spread = _normal_number(x.args[0] if modulus else x)
    require(known.positive(known.expanded(spread)), "0 < {} must be known.", spread)
    if modulus:
        require(mean is zero_like(()), "The mean of {} is not 0.", x.args[0])
        require(relation in {"gt", "ge"} and known.positive(known.expanded(t)), "0 < {} must be known.", t)
        return _tail(x, relation, t, 2 * _half_tail(t, spread))
    require(relation in {"gt", "ge", "lt", "le"}, "{} is no side.", relation)
    return _tail(x, relation, t, _half_tail(t - mean if relation in {"gt", "ge"} else mean - t, spread))


def _normal_number(x: Term) -> tuple[Term, Term]:
    """The mean and the variance of a normal number, or of a product of a normal vector with a fixed one."""
    vector, u = x, None
    if x.head == "inner" and sum(part.is_random for part in x.args) == 1:
        u, vector = sorted(x.args, key=lambda part: part.is_random)
    law = law_of(vector)
    require(law.head == "normal" and not law.args[-1].shape, "The law of {} is not N(m, s).", vector)
    mean, spread = law.args
    if u is None:
        return mean, spread
    return number(0) if mean is zero_like(law.shape) else inner(mean, u), multiply(
        spread, Term("norm2", (u,))
    )


def _half_tail(t: Term, spread: Term) -> Term:
    """P(x > t) for a normal x with mean 0 and this variance."""
    return Term("function", (t / power(2 * spread, _HALF),), ("erfc",)) / 2


def _tail(x: Term, relation: str, t: Term, value: Term) -> Conclusion:
    return equation(Term("P", (Term(relation, (x, t)),)), value)


@rule(
    "The squared length of a normal vector has a Gamma law, its share in the sum with another's a Beta law.",
    others=SIDE,
)
def length_shares(*conditions: Theorem, x: Term, y: Term, a: Term, b: Term) -> Conclusion:
    """|- P(a |x|^2 > b |y|^2) = I_{a/(a + b)}(q/2, p/2), for independent x ~ N(0, s I_p) and y ~ N(0, s I_q),
    where s, a, b > 0 by the conditions; for numbers the dimension is 1.
    """
    known, apart = _known(conditions), distinct_by(conditions)
    require(_spread(x, known) is _spread(y, known), "The variances of {} and {} differ.", x, y)
    require(independent_of(x, y, apart) and independent_of(y, x, apart), "{} and {} share a draw.", x, y)
    for part in (a, b):
        positive = not part.is_random and not part.shape and known.positive(known.expanded(part))
        require(positive, "0 < {} must be known.", part)
    of_x, of_y = ((part.shape[0] if part.shape else number(1)) / 2 for part in (x, y))
    event = Term("gt", (multiply(a, _squared_length(x)), multiply(b, _squared_length(y))))
    return equation(Term("P", (event,)), incomplete_beta(a / (a + b), of_y, of_x))


@rule("A positive power of a product of nonnegative numbers.", RELATION, RELATION, ORDER)
def power_of_product(first: Theorem, second: Theorem, order: Theorem) -> Conclusion:
    """From 0 <= x, 0 <= y and 0 < e: (x y)^e = x^e y^e."""
    x, y = (_nonnegative(sign) for sign in (first, second))
    low, relation, e = ordered(order.proposition)
    positive = relation == "lt" and low is zero_like(()) and not e.is_random
    require(positive, "{} does not say that an exponent is positive.", order)
    return equation(power(multiply(x, y), e), multiply(power(x, e), power(y, e)))


def _nonnegative(sign: Theorem) -> Term:
    low, relation, x = ordered(sign.proposition)
    require(low is zero_like(()) and relation != "eq", "{} does not say that a number is nonnegative.", sign)
    return x


@rule(
    "Markov for a power: P(x > t) <= E x^e / t^e for x >= 0, t > 0 and e > 0.",
    RELATION,
    RELATION,
    ORDER,
    ORDER,
    schema=True,
)
def moment_tail(moment: Theorem, sign: Theorem, threshold: Theorem, order: Theorem) -> Conclusion:
    """From E x^e <= b, 0 <= x, 0 < t and 0 < e: P(x > t) <= b / t^e."""
    x = _nonnegative(sign)
    t, e = (_positive(fact) for fact in (threshold, order))
    mean, _, bound = ordered(moment.proposition)
    require(mean is Term("E", (power(x, e),)), "{} is not about E {}.", moment, power(x, e))
    require(not bound.is_random, "{} is no number.", bound)
    return Conclusion(Term("le", (Term("P", (Term("gt", (x, t)),)), bound / power(t, e))))


def _positive(fact: Theorem) -> Term:
    low, relation, x = ordered(fact.proposition)
    positive = relation == "lt" and low is zero_like(()) and not x.is_random
    require(positive, "{} does not say that a number is positive.", fact)
    return x


@rule(
    "A normal number lies as often beyond a level as below its opposite, and at no level with a positive "
    "probability.",
    RELATION,
    others=SIDE,
)
def one_side(sign: Theorem, *conditions: Theorem, x: Term, relation: str) -> Conclusion:
    """From 0 <= r: P(x > r) = P(x^2 > r^2)/2, and so for >=; P(x < -r) = P(x^2 > r^2)/2, and so for <=. For a
    number x ~ N(0, s), s > 0 by the conditions, and an r that is independent of x by the model.
    """
    _spread(x, _known(conditions))
    require(not x.shape, "{} is no number.", x)
    r, apart = _nonnegative(sign), distinct_by(conditions)
    require(independent_of(x, r, apart) and independent_of(r, x, apart), "{} and {} share a draw.", x, r)
    require(relation in {"gt", "ge", "lt", "le"}, "{} is no side.", relation)
    level = r if relation in {"gt", "ge"} else -r
    beyond = Term("P", (Term("gt", (power(x, 2), power(r, 2))),))
    return equation(Term("P", (Term(relation, (x, level)),)), beyond / 2)
