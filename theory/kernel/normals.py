"""Normal vectors: what a family of them makes of independent numbers or vectors, and powers of lengths."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product, starmap

from .. import laws
from ..node import TRUE, Term, add, is_number, multiply, number, power, summands
from ..substitution import abstracted, instantiated, occurs, opened, replaced
from ..terms import PI, absolute, exp, gamma, incomplete_beta, inner, log, meijer_g, upper_gamma, zero_like
from .components import Components
from .conditions import is_told, require_numbers, require_told
from .logic import require_any, require_in_domain, require_pointwise
from .probability import (
    Distinct,
    avoids,
    body_of,
    centred_normal,
    distinct_by,
    excluded,
    has_moments,
    item_below,
    law_of,
    mean_of,
    moved,
    parted,
    require_independent,
    require_law_exists,
    require_new,
    strictly,
)
from .sums import equation
from .theorem import EQUATION, ORDER, RELATION, SIDE, Conclusion, Theorem, ordered, require, rule, sign_of

_HALF, _ONE = Fraction(1, 2), number(1)
_Part = tuple[Term, Term, Term | None]


def _image_of(image: Term, body: Term, w: Term) -> tuple[Term, Distinct, Term, Term, Term]:
    """The object or family of an image, or its item at an index where others are left out, which the pairs
    of indices tell; its law, the squared length of its weights, and the law of w.
    """
    if image.head == "inner":
        x, u = image.args
        require(x.head == "random" and avoids(u, x, frozenset()), "{} and {} are not independent.", x, u)
        law = law_of(x)
        return x, frozenset(), law, Term("norm2", (u,)), Term("normal", (zero_like(()), law.args[-1]))
    require(image.head in {"sum", "tabulate"}, "{} is no product, sum or vector over an index.", image)
    index, without, inside = opened(image, w, body)
    require(inside.head == {"sum": "scale", "tabulate": "inner"}[image.head], "{} is no image.", image)
    items = [part for part in inside.args if part.shape and part.head == "item" and part.args[1:] == (index,)]
    require(len(items) == 1, "{} holds no item at its index.", image)
    (item,) = items
    (factor,) = (part for part in inside.args if part is not item)
    law, family = law_of(item), item.args[0]
    upper, condition, _ = image.args
    require(avoids(factor, family, frozenset()), "{} and {} are not independent.", factor, family)
    if image.head == "sum":
        square = Term("sum", (upper, condition, abstracted(power(factor, 2), index)))
        return item, frozenset(excluded(without)), law, square, law
    steady = all(own is not index for _, own in factor.declarations)
    require(steady, "{} is no vector of products with one vector.", image)
    wanted = Term("normal", (zero_like((upper,)), law.args[-1]))
    return family, frozenset(), law, Term("norm2", (factor,)), wanted


@rule(
    "Independent normal vectors with independent weights add up to a normal vector times the length of the "
    "weights; their products with an independent vector are a normal vector, or number, times its length.",
    others=SIDE,
)
def normal_image(*conditions: Theorem, term: Term, image: Term, w: Term) -> Conclusion:
    """|- E F(sum_j a_j v_j) = E F(|a| w) for v_j of the law N(0, s I) of w; |- E F((<k_j, u>)_j) = E F(|u| w)
    for k_j ~ N(0, s I) and w ~ N(0, s I) with an entry for each j; |- E F(<k, u>) = E F(|u| w) for a number
    w ~ N(0, s). The v_j, k_j stand nowhere else, but for those that the sum leaves out; so for P.
    """
    require_new(w, term)
    body = body_of(term, conditions, also="P")
    source, apart, law, square, wanted = _image_of(image, body, w)
    centred = law.head == "normal" and law.args[0] is zero_like(law.shape) and not law.args[1].shape
    require(centred, "The law of {} is not N(0, s I).", source)
    require_law_exists(law, conditions)
    require(law_of(w) is wanted, "The law of {} must be {}.", w, wanted)
    length = power(square, _HALF)
    value = Term("scale", (length, w)) if w.shape else multiply(length, w)
    return equation(term, Term(term.head, (moved(body, {image: value}, (source,), apart),)))


@rule("What is jointly normal has the law that its means and covariances tell.", others=SIDE)
def jointly_normal(
    *conditions: Theorem, term: Term, images: tuple[Term, ...], values: tuple[Term, ...]
) -> Conclusion:
    """|- E F(L_1, ..., L_k) = E F(M_1, ..., M_k), for linear forms L_i and M_i in independent normal numbers,
    products of normal vectors with fixed ones, or vectors N(m, s I), of the same means and covariances, by
    expansion or as the conditions say. Their objects stand in F in no other way; so for P.
    """
    body, known, sources = body_of(term, conditions, also="P"), strictly(conditions), dict[Term, None]()
    for side in (images, values):
        objects = dict.fromkeys(x for form in side for _, x, _ in normal_parts(form)[0])
        sources.update(objects)
        for x in objects:
            require_law_exists(law_of(x), conditions)
        for x, y in combinations(objects, 2):
            require_independent(x, y, conditions)
    told = {fact.proposition for fact in conditions}
    for one, other in zip(normal_moments(images), normal_moments(values), strict=True):
        alike = one.shape == other.shape and known.is_zero(known.expanded(one - other))
        require(alike or Term("eq", (one, other)) in told, "{} = {} must be known.", one, other)
    pairs = dict(zip(images, values, strict=True))
    return equation(term, Term(term.head, (moved(body, pairs, sources, distinct_by(conditions)),)))


@rule(
    "Integration by parts for a smooth function of a normal number or vector (Stein's identity).",
    EQUATION,
    others=SIDE,
)
def stein(slope: Theorem, *conditions: Theorem, x: Term, variable: Term, y: Term = _ONE) -> Conclusion:
    """From grad_u f(u) = g(u) for any u: E <x, y> f(x) = <m, y> E f(x) + s E <y, g(x)>, for x ~ N(m, s I) and
    a fixed y; so for numbers, with y = 1. F is smooth by its form, and f(x) and g(x) have all moments by
    theirs: f(t) exp(-(t - m)^2/(2 s)) vanishes as t grows. Nothing else that is random is in f or g.
    """
    change, g = slope.proposition.args
    require(
        change.head == "gradient" and change.args[1] is variable, "{} is no slope in {}.", slope, variable
    )
    f = instantiated(change.args[0], variable)
    law = law_of(x)
    require(law.head == "normal" and not law.args[-1].shape, "The law of {} is not N(m, s I).", x)
    require_law_exists(law, conditions)
    require_in_domain(variable, x)
    said = (h.proposition for fact in (slope, *conditions) for h in fact.hypotheses)
    for part in (law, y, *(fact.proposition for fact in conditions), *said):
        require(not occurs(variable, part), "{} speaks of {}, which is to be any.", part, variable)
    require(y.shape == x.shape and not y.is_random, "{} is no fixed vector.", y)
    require(bool(x.shape) or y is _ONE, "The product of {} is with 1.", x)
    require(not f.is_random and not f.shape, "{} is no function of {} alone.", f, variable)
    Components().require_smooth(f, variable)
    for part in (f, g):
        require_pointwise(part, variable)
        require(has_moments(replaced(part, variable, x)), "{} may have no moments.", part)
    at_x, slope_at_x = (replaced(part, variable, x) for part in (f, g))
    mean, spread = law.args
    weighed, along = (
        multiply(inner(a, y) if x.shape else a, b) for a, b in ((x, at_x), (mean, Term("E", (at_x,))))
    )
    grown = inner(y, slope_at_x) if x.shape else slope_at_x
    return equation(Term("E", (weighed,)), add(along, multiply(spread, Term("E", (grown,)))))


def normal_moments(forms: tuple[Term, ...]) -> list[Term]:
    """The means of linear forms, and their covariances where their objects are independent."""
    means, every = list[Term](), [normal_parts(form) for form in forms]
    for parts, rest in every:
        shifted = ((c, u, law_of(x).args[0]) for c, x, u in parts)
        centres = (
            c * (m if u is None else inner(m, u)) for c, u, m in shifted if m is not zero_like(m.shape)
        )
        means.append(add(rest, *centres))
    pairs = combinations_with_replacement((parts for parts, _ in every), 2)
    return [*means, *(add(number(0), *starmap(_covariance, product(*pair))) for pair in pairs)]


def _covariance(one: _Part, other: _Part) -> Term:
    (c, x, u), (e, y, v) = one, other
    if x is not y:
        return number(0)
    require((u is None) == (v is None), "{} stands in products, and in no product.", x)
    weights = [] if u is None or v is None else [Term("norm2", (u,)) if u is v else inner(u, v)]
    return multiply(c, e, law_of(x).args[-1], *weights)


def normal_parts(form: Term) -> tuple[list[_Part], Term]:
    """The c, x and u of each summand c x or c <x, u> of a linear form in normal objects x, and the rest."""
    parts, rest = [], zero_like(form.shape)
    for summand in summands(form):
        factors = summand.args if summand.head in {"mul", "scale"} else (summand,)
        random = [factor for factor in factors if factor.is_random]
        require(len(random) < 2, "{} is not linear.", form)  # noqa: PLR2004
        if random:
            c = multiply(number(1), *(factor for factor in factors if factor is not random[0]))
            parts.append((c, *_normal_object(random[0])))
        else:
            rest = add(rest, summand)
    return parts, rest


@rule("Moments of the length of a normal vector.", others=SIDE)
def length_moment(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """|- E |x|^(2 e) F = (2 s)^e Gamma(d/2 + e)/Gamma(d/2) E F, for x ~ N(0, s I) in R^d, which is not in F,
    and e > 0 by the conditions, or s > 0 and d/2 + e > 0. X may be the sum of a family, of n s for s.
    """
    found, apart = centred_normal(x), distinct_by(conditions)
    require(found is not None, "{} is no mean over N(0, s I).", term)
    (source, spread), square = found, Term("norm2", (x,))
    own, rest = parted(body_of(term, conditions), source, apart)
    plain = own.head == "power" and own.args[0] is square and not own.args[1].is_random
    require(plain, "{} has no one power of {}.", own, square)
    e, half = own.args[1], x.shape[0] / 2
    if is_told(e > 0, conditions):
        require_law_exists(Term("normal", (number(0), spread)), conditions)
    else:
        require_told(conditions, half + e > 0)
        _spread(x, conditions)
    value = power(2 * spread, e) * gamma(half + e) / gamma(half)
    return equation(term, mean_of(value * rest))


@rule("The mean of an exponential of a normal vector's squared length and of its product.", others=SIDE)
def length_exponential(
    *conditions: Theorem, x: Term, c: Term, w: Term | None = None, b: Term | None = None
) -> Conclusion:
    """|- E exp(b + <x, w> - c |x|^2) = (1 + 2 c s)^(-d/2) exp(b + s |w|^2/(2 (1 + 2 c s))), x ~ N(0, s I) in
    R^d, for w and b that are not random, if any, where s > 0 and 1 + 2 c s > 0 by the conditions: the density
    of each of d independent entries is that of a normal number with variance s/(1 + 2 c s), but for a factor.
    """
    spread = _spread(x, conditions)
    require(bool(x.shape), "{} is no vector.", x)
    require_numbers(c, *([] if b is None else [b]))
    narrower = 1 + 2 * c * spread
    require_told(conditions, narrower > 0)
    inside, outside = ([], []) if b is None else ([b], [b])
    if w is not None:
        require(w.shape == x.shape and not w.is_random, "{} is no vector that is not random.", w)
        inside.append(Term("inner", (x, w)))
        outside.append(spread * Term("norm2", (w,)) / (2 * narrower))
    mean = Term("E", (exp(add(-multiply(c, Term("norm2", (x,))), *inside)),))
    factor = power(narrower, -x.shape[0] / 2)
    return equation(mean, multiply(factor, exp(add(*outside))) if outside else factor)


def _spread(x: Term, conditions: tuple[Theorem, ...]) -> Term:
    """s, of a normal x of the law N(0, s I) where s > 0 is known."""
    found = centred_normal(x)
    require(found is not None, "The law of {} is not N(0, s I).", x)
    require_told(conditions, found[1] > 0)
    return found[1]


def _squared_length(x: Term) -> Term:
    return Term("norm2", (x,)) if x.shape else power(x, 2)


@rule("A normal vector is almost surely not zero.", others=SIDE)
def nonzero_length(*conditions: Theorem, x: Term) -> Conclusion:
    """|- 0 < |x|^2 almost surely, for x ~ N(0, s I) with s > 0 by the conditions; so for a number."""
    _spread(x, conditions)
    return Conclusion(Term("lt", (number(0), _squared_length(x))))


@rule("Tails of a normal number, and of the squared length of a normal vector, a Gamma law.", others=SIDE)
def normal_tail(*conditions: Theorem, x: Term, t: Term, relation: str = "gt") -> Conclusion:
    """|- P(x > t) = erfc((t - m)/(2 s)^(1/2))/2 for a number x ~ N(m, s), and so for >=; P(x < t), and so for
    <=, with m - t. |- P(|x| > t) = erfc(t/(2 s)^(1/2)), and so for >=, for x ~ N(0, s) and t > 0. <g, u> with
    a fixed u is such a number for g ~ N(m, s I), with <m, u> and s |u|^2.
    |- P(|x|^2 > t) = Q(d/2, t/(2 s)), and so for >=, for a vector x ~ N(0, s I) in R^d and t > 0. Here s > 0,
    |u|^2 > 0 and t > 0 by the conditions. The sum of such numbers, all n items of a family, has n times their
    mean and variance.
    """
    require_numbers(t)
    if x.shape:
        spread = _spread(x, conditions)
        require(relation in {"gt", "ge"} and is_told(t > 0, conditions), "0 < {} must be known.", t)
        return _tail(Term("norm2", (x,)), relation, t, upper_gamma(x.shape[0] / 2, t / (2 * spread)))
    modulus = x.head == "function" and x.data == ("abs",)
    mean, spread = _normal_total(x.args[0] if modulus else x)
    require_told(conditions, spread > 0)
    if modulus:
        require(mean is zero_like(()), "The mean of {} is not 0.", x.args[0])
        require(relation in {"gt", "ge"} and is_told(t > 0, conditions), "0 < {} must be known.", t)
        return _tail(x, relation, t, 2 * _half_tail(t, spread))
    require(relation in {"gt", "ge", "lt", "le"}, "{} is no side.", relation)
    return _tail(x, relation, t, _half_tail(t - mean if relation in {"gt", "ge"} else mean - t, spread))


def _normal_total(x: Term) -> list[Term]:
    """The mean and the variance of a normal number, or of the sum of all items of a family of such."""
    if x.head != "sum" or x.args[1] is not TRUE:
        _normal_object(x)
        return normal_moments((x,))
    mean, spread = normal_moments((item_below(x),))
    return [x.args[0] * mean, x.args[0] * spread]


def _normal_object(x: Term) -> tuple[Term, Term | None]:
    """The normal object of law N(m, s I) that x is, or of which x is the product with a fixed vector u; u."""
    vector, u = x, None
    if x.head == "inner" and sum(part.is_random for part in x.args) == 1:
        u, vector = sorted(x.args, key=lambda part: part.is_random)
    law = law_of(vector)
    require(law.head == "normal" and not law.args[-1].shape, "The law of {} is not N(m, s).", vector)
    return vector, u


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
    same = _spread(x, conditions) is _spread(y, conditions)
    require(same, "The variances of {} and {} differ.", x, y)
    require_independent(x, y, conditions)
    require_numbers(a, b)
    require_told(conditions, a > 0, b > 0)
    of_x, of_y = ((part.shape[0] if part.shape else number(1)) / 2 for part in (x, y))
    event = Term("gt", (multiply(a, _squared_length(x)), multiply(b, _squared_length(y))))
    return equation(Term("P", (event,)), incomplete_beta(a / (a + b), of_y, of_x))


@rule(
    "The tail of a product of squared lengths of independent normal vectors: the integral of "
    "t^(s-1) P(x > t), E x^s/s, is C^s Gamma(s)/Gamma(s + 1) prod_i Gamma(a_i + s)/Gamma(a_i) for s > 0, "
    "and Mellin's inversion of it is the integral that defines a G-function.",
    others=SIDE,
)
def product_of_lengths(*conditions: Theorem, objects: tuple[Term, ...], t: Term) -> Conclusion:
    """|- P(|x_1|^2 ... |x_k|^2 > t) = G^{k+1,0}_{1,k+1}(t/C | 1; 0, a_1, ..., a_k)/prod_i Gamma(a_i) for
    independent x_i ~ N(0, s_i I) in R^(d_i), with a_i = d_i/2 and C = 2^k s_1 ... s_k, where all s_i > 0 and
    t > 0 by the conditions; for numbers the dimension is 1.
    """
    require(len(objects) > 0, "There is no vector.")
    scale = multiply(*(2 * _spread(x, conditions) for x in objects))
    for x, y in combinations(objects, 2):
        require_independent(x, y, conditions)
    require_numbers(t)
    require_told(conditions, t > 0)
    halves = [(x.shape[0] if x.shape else number(1)) / 2 for x in objects]
    value = meijer_g(len(objects) + 1, 0, [1], [0, *halves], t / scale)
    product = multiply(*(_squared_length(x) for x in objects))
    return _tail(product, "gt", t, value / multiply(*map(gamma, halves)))


@rule(
    "A normal density is at most its peak: the mean of F >= 0 at the modulus is at most twice the peak times "
    "the integral of F over the positive numbers, at most G(0) for a G >= 0 with G' = -F.",
    EQUATION,
    RELATION,
    RELATION,
    others=SIDE,
)
def below_peak(
    slope: Theorem, sign: Theorem, low: Theorem, *conditions: Theorem, x: Term, at: Term
) -> Conclusion:
    """From grad_t G(t) = -F(t), 0 <= F(t) and 0 <= G(t) for any number t: E F(|x|) <= (2/(pi s))^(1/2) G(0),
    for a number x ~ N(0, s), s > 0 by the conditions; `at` is the letter t.
    """
    derivative, value = slope.proposition.args
    f, g = sign_of(sign), sign_of(low)
    require(not x.shape and not f.shape, "{} is no number.", x)
    require_any(at, (slope, sign, low))
    fits = derivative is Term("gradient", (abstracted(g, at), at)) and value is multiply(number(-1), f)
    require(fits, "{} does not say that {} falls by {}.", slope, g, f)
    require(not f.is_random and not g.is_random, "{} or {} is random.", f, g)
    require_pointwise(f, at)
    spread = _spread(x, conditions)
    bound = multiply(power(2 / (PI * spread), _HALF), replaced(g, at, number(0)))
    return Conclusion(Term("le", (Term("E", (replaced(f, at, absolute(x)),)), bound)))


@rule(
    "The logistic function of the modulus of a normal number, and its slope: exp(-y) >= 1 - y there; the "
    "integrals of F, g^2 F over g > 0 are log 2, 3 zeta(3)/2 for F = 1/(1 + e^g), and 1/2, pi^2/6 for its "
    "slope, term by term of the geometric series.",
    others=SIDE,
    schema=True,
)
def logistic_above(*conditions: Theorem, x: Term, r: Term, slope: int) -> Conclusion:
    """|- (2/(pi s))^(1/2) (log 2/r - 3 zeta(3)/(4 s r^3)) <= E sigmoid(-r |x|), x ~ N(0, s) a number; with
    `slope` = 1: (2/(pi s))^(1/2) (1/(2 r) - pi^2/(12 s r^3)) <= E sigmoid(r |x|) sigmoid(-r |x|). Here s > 0
    and r > 0 by the conditions.
    """
    require(not x.shape and slope in {0, 1}, "{} is no number.", x)
    require_numbers(r)
    require_told(conditions, r > 0)
    spread = _spread(x, conditions)
    smaller, larger = (
        Term("function", (multiply(number(sign), r, absolute(x)),), ("sigmoid",)) for sign in (-1, 1)
    )
    zeta = Term("function", (number(3),), ("zeta",))
    area, second = (number(_HALF), power(PI, 2) / 6) if slope else (log(number(2)), 3 * zeta / 2)
    value = area / r - second / (2 * spread * power(r, 3))
    mean = Term("E", (multiply(larger, smaller) if slope else smaller,))
    return Conclusion(Term("le", (multiply(power(2 / (PI * spread), _HALF), value), mean)))


@rule(
    "A vector whose law is the same in all directions has in the plane of two others a direction p that is "
    "uniform on the circle and independent of its length there: it is in both half-spaces of two vectors at "
    "an angle a for pi - a of 2 pi. With c = cos p cos(p - a) = (cos a + cos(2 p - a))/2, |c| has the mean "
    "(sin a + (pi/2 - a) cos a)/pi, and c |c| has ((2 cos^2 a + 1) (pi/2 - a) + 3 sin a cos a)/(4 pi).",
    others=SIDE,
    schema=True,
)
def two_directions(*conditions: Theorem, term: Term, x: Term) -> Conclusion:
    """|- P(<x, u> > 0) = 1/2 and P(<x, u> > 0 and <x, v> > 0) = 1/2 - arccos(r)/(2 pi), so for >=, and for <
    with -u or -v; E |<x, u>||<x, v>| = 2 s/pi (t + <u, v> (pi/2 - arccos r)), t^2 = |u|^2 |v|^2 - <u, v>^2;
    E <x, u>|<x, u>| <x, v>|<x, v>| = f/(4 pi) ((2 <u, v>^2 + |u|^2 |v|^2) (pi/2 - arccos r) + 3 <u, v> t),
    f the mean fourth power of x's length in the plane, 8 s^2 if x is normal, 8 d s^2/(d + 2) on a sphere.
    Here r = <u, v>/(|u| |v|), s is the variance of a coordinate, and u and v are not random; for P they are
    not 0, and neither is s, by the conditions.
    """
    law, (body,) = law_of(x), term.args
    require(laws.is_isotropic(law), "The law of {} is not the same in all directions.", x)
    require_law_exists(law, conditions)
    spread, joint = laws.covariance(law), {"E": "mul", "P": "and"}.get(term.head, "")
    every = body.args if body.head == joint else (body,)
    signed = [part for part in every if term.head == "E" and part.head == "inner"]
    parts = [part for part in every if part not in signed]
    (sign, u), *more = [_direction(part, x) for part in parts]
    own = [frozenset(part.args[0].args) for part in parts] if signed else []
    alike = len(set(own)) == len(own) == len(signed) and {frozenset(p.args) for p in signed} == set(own)
    require(alike, "{} is not about each direction once.", term)
    require(len(more) == 1 or (term.head == "P" and not more), "{} is not about two directions.", term)
    turn, v = more[0] if more else (sign, u)
    lengths, product = [inner(y, y) for y in (u, v)], multiply(number(sign * turn), inner(u, v))
    angle = Term("function", (product / power(multiply(*lengths), _HALF),), ("arccos",))
    if term.head == "P":
        require_told(conditions, spread > 0, *(length > 0 for length in lengths))
        return equation(term, number(_HALF) - angle / (2 * PI) if more else number(_HALF))
    root, turned = power(multiply(*lengths) - power(product, 2), _HALF), PI / 2 - angle
    if signed:
        fourth = 8 * power(spread, 2) * (x.shape[0] / (x.shape[0] + 2) if law.head == "sphere" else 1)
        value = (2 * power(product, 2) + multiply(*lengths)) * turned + 3 * product * root
        return equation(term, fourth / (4 * PI) * value)
    return equation(term, 2 * spread / PI * (root + product * turned))


def _direction(part: Term, x: Term) -> tuple[int, Term]:
    """1 and the u of |<x, u>|, of <x, u> > 0 or of <x, u> >= 0; -1 and the u of <x, u> < 0 or <= 0."""
    if part.head in ORDER:
        low, _, high = ordered(part)
        sign, product, other = (1, high, low) if is_number(low, 0) else (-1, low, high)
        require(is_number(other, 0), "{} is about no half-space.", part)
    else:
        require(part.head == "function" and part.data == ("abs",), "{} is no modulus.", part)
        sign, product = 1, part.args[0]
    require(product.head == "inner" and x in product.args, "{} is no product with {}.", part, x)
    u = product.args[product.args[0] is x]
    require(not u.is_random, "{} is random.", u)
    return sign, u
