"""Spans of random vectors: the projection on them, their dimension, what separates them, what avoids them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from ..node import TRUE, Term, is_number, number, power
from ..requirements import is_integer, least
from ..substitution import instantiated, occurs, opened, unfolded
from ..terms import incomplete_beta, unit, zero_like
from .conditions import require_numbers, require_told
from .integrals import require_density
from .logic import closed_binder, require_general
from .probability import has_moments, law_of
from .sums import equation
from .theorem import EQUATION, ORDER, RELATION, SIDE, Conclusion, Theorem, ordered, require, rule, sign_of

_LINE = 1
SIGNS: Final = frozenset({"all"})


@rule("What an orthogonal projection on the columns of a matrix is.")
def projected(*, x: Term) -> Conclusion:
    """|- Pi X = X, Pi Pi = Pi and Pi^T = Pi, for the projection Pi on the columns of X."""
    own = Term("projection", (x,))
    transposed = Term("transpose", (own,))
    kept, twice = Term("eq", (own @ x, x)), Term("eq", (own @ own, own))
    return Conclusion(Term("and", (Term("and", (kept, twice)), Term("eq", (transposed, own)))))


@rule("The columns of a product lie in the span of the first factor's, which are as many as it is wide.")
def rank_of_product(*, x: Term) -> Conclusion:
    """|- tr Pi <= d, Pi the projection on the columns of X = A B, A with d columns."""
    whole = unfolded(x) if x.head == "definition" else x
    fits = whole.head == "matmul" and all(len(part.shape) == len(x.shape) for part in whole.args)
    require(fits and len(x.shape) > _LINE, "{} is no product of two matrices.", x)
    return Conclusion(Term("le", (Term("trace", (Term("projection", (x,)),)), whole.args[0].shape[1])))


def _rows(x: Term) -> tuple[Term, Term]:
    """The item that is row j of a matrix sum_j e_j x_j^T of independent rows, and its law."""
    whole = unfolded(x) if x.head == "definition" else x
    require(whole.head == "sum" and whole.args[1] is TRUE, "{} is no matrix of rows.", x)
    index, _, body = opened(whole)
    fits = body.head == "outer" and body.args[0] is unit(index) and body.args[1].head == "item"
    require(fits and body.args[1].args[1:] == (index,), "{} is no matrix with the items of a family.", x)
    return body.args[1], law_of(body.args[1])


def _require_spread(law: Term, conditions: tuple[Theorem, ...], dimension: int) -> None:
    """The law has a density, or is uniform on a sphere in so many dimensions or more."""
    require(law.head in {"normal", "sphere"}, "The law {} may have atoms.", law)
    if law.head == "normal":
        spread = law.args[1]
        require_numbers(spread)
        require_told(conditions, spread > 0)
        return
    size, radius = law.args
    require_told(conditions, radius != 0)
    require((least(size) or 0) >= dimension, "The dimension {} may be below {}.", size, dimension)


@rule(
    "Independent rows span as many dimensions as there may be: each lies almost surely in no subspace that "
    "is fixed by the others and is not the whole space, under a law with a density or uniform on a sphere.",
    others=SIDE,
)
def generic_span(*conditions: Theorem, x: Term) -> Conclusion:
    """|- tr Pi = min(n, d) almost surely, Pi the projection on the columns of the n rows x_j in R^d."""
    _, law = _rows(x)
    _require_spread(law, conditions, _LINE)
    trace = Term("trace", (Term("projection", (x,)),))
    return equation(trace, Term("minimum", x.shape))


@rule("A projection on all dimensions is the identity.", EQUATION)
def full_projection(premise: Theorem) -> Conclusion:
    """From tr Pi = n, Pi the projection on the columns of a matrix of n rows: Pi = 1."""
    trace, size = premise.proposition.args
    fits = trace.head == "trace" and trace.args[0].head == "projection"
    require(fits and trace.args[0].shape[0] is size, "{} is no full trace of a projection.", premise)
    return equation(trace.args[0], Term("identity", (size,)))


@rule(
    "Cover and Wendel: N planes through 0, any d of them independent, cut space into C(N, d) = C(N - 1, d) + "
    "C(N - 1, d - 1) parts, since the last one cuts those parts that the others leave on it. Each part is a "
    "pattern of signs, and each of the 2^N patterns is as likely where x and -x have one law: C(N, d)/2^N is "
    "the chance that N - 1 fair coins show fewer than d heads, a Beta function.",
    SIGNS,
    others=SIDE,
    schema=True,
)
def separable_rows(signs: Theorem, *conditions: Theorem, x: Term) -> Conclusion:
    """From y_j != 0 for all j: P(separable(X)) = I_{1/2}(N - d, d) for X with the N rows y_j x_j, x_j
    independent of a law with a density or on a sphere, with mean 0, where d < N by the conditions.
    """
    index, dimension = _signed_rows(signs, conditions, x)
    return equation(Term("P", (Term("separable", (x,)),)), _separable(index.args[0], dimension, conditions))


def _signed_rows(signs: Theorem, conditions: tuple[Theorem, ...], x: Term) -> tuple[Term, Term]:
    """The index and the dimension of the rows y_j x_j of a matrix, y_j != 0, x_j independent of a law with a
    density or on a sphere, which is that of -x_j.
    """
    whole = unfolded(x) if x.head == "definition" else x
    require(whole.head == "sum" and whole.args[1] is TRUE, "{} is no matrix of rows.", x)
    index, _, body = opened(whole, signs.proposition)
    fits = body.head == "outer" and body.args[0] is unit(index) and body.args[1].head == "scale"
    require(fits, "{} has other rows than multiples of items.", x)
    label, item = body.args[1].args
    require(item.head == "item" and item.args[1:] == (index,) and not label.is_random, "{} is no item.", item)
    upper, condition, told = signs.proposition.args
    own = condition is TRUE and upper is whole.args[0]
    signed = Term("ne", (label, number(0)))
    require(own and instantiated(told, index) is signed, "{} does not tell that {} has a sign.", signs, label)
    law = law_of(item)
    _require_spread(law, conditions, _LINE + 1)
    centred = law.head == "sphere" or law.args[0] is zero_like(law.shape)
    require(centred, "The law {} is not that of -x.", law)
    return index, law.shape[0]


def _separable(count: Term, dimension: Term, conditions: tuple[Theorem, ...]) -> Term:
    """I_{1/2}(N - d, d), where d < N is known."""
    require_numbers(count)
    require_told(conditions, dimension < count)
    return incomplete_beta(Fraction(1, 2), count - dimension, dimension)


def _weighed(sign: Theorem, count: Term, index: Term, x: Term) -> tuple[Term, Term]:
    """p_j, and the mean of the least weight of missed rows, from 0 <= p_j for any j."""
    weight = sign_of(sign)
    plain = not weight.is_random and index.args[0] is count
    require(plain, "{} does not say that weights are not negative.", sign)
    require_general(index, TRUE, (sign,))
    return weight, Term("E", (Term("least_missed", (x, closed_binder("tabulate", TRUE, weight, index))),))


def _require_without(index: Term, *parts: Term) -> None:
    for part in parts:
        require(not occurs(index, part), "{} is about {}, which is bound.", part, index)


@rule(
    "No vector misses few rows. With the signs of a set S of n rows turned these are as likely separable, so "
    "that for the least number l of them that is missed t^l has a mean of at most that chance times the sum "
    "of all t^|S|, (1 + t)^n; rows that a vector is orthogonal to, less than d and independent, are turned "
    "too. And l >= k (1 - t^(l - k)) for any l >= 0.",
    SIGNS,
    RELATION,
    RELATION,
    RELATION,
    others=SIDE,
    schema=True,
)
def missed_by_all(
    signs: Theorem, sign: Theorem, heavy: Theorem, room: Theorem,
    *conditions: Theorem, x: Term, index: Term, k: Term, t: Term,
) -> Conclusion:  # fmt: skip
    """From y_j != 0 for all j, 0 <= p_j, j <= n |- q <= p_j, and n <= N: q k (1 - t^-k (1 + t)^n
    I_{1/2}(n - d, d)) <= E least_missed(X, p) for X as for `separable_rows`, where n is whole by its form,
    and d < n, 0 < q, 0 < k, 0 < t and t < 1 by the conditions.
    """
    place, dimension = _signed_rows(signs, conditions, x)
    weight, mean = _weighed(sign, place.args[0], index, x)
    (n, _, total), (q, _, own) = ordered(room.proposition), ordered(heavy.proposition)
    fits = own is weight and total is place.args[0] and is_integer(n)
    require(fits, "{} and {} are not about the first rows.", heavy, room)
    _require_without(index, n, q, k, t)
    among = Term("le", (index, n))
    require_general(index, among, (heavy,))
    require_general(index, TRUE, (signs, room, *conditions))
    require_numbers(q, k, t)
    require_told(conditions, q > 0, k > 0, t > 0, t < 1)
    some = power(t, -k) * power(1 + t, n) * _separable(n, dimension, conditions)
    return Conclusion(Term("le", (q * k * (1 - some), mean)), (among,))


@rule(
    "Where the first rows are separable, by a vector that they tell, it misses each other row with chance "
    "1/2; where not, one of w and -w misses at most half of all weight. They are at most y, and what is "
    "put for the chance that the first y are separable falls in y.",
    SIGNS,
    RELATION,
    others=SIDE,
    schema=True,
)
def missed_by_one(
    signs: Theorem, sign: Theorem, *conditions: Theorem, x: Term, index: Term, y: Term
) -> Conclusion:
    """From y_j != 0 for all j and 0 <= p_j: E least_missed(X, p) <= (sum_{j > y} p_j + (1 - I_{1/2}(y - d,
    d)) sum_j p_j)/2 for X as for `separable_rows`, where d < y by the conditions.
    """
    place, dimension = _signed_rows(signs, conditions, x)
    weight, mean = _weighed(sign, place.args[0], index, x)
    _require_without(index, y)
    beyond, whole = (closed_binder("sum", c, weight, index) for c in (Term("gt", (index, y)), TRUE))
    fails = 1 - _separable(y, dimension, conditions)
    return Conclusion(Term("le", (mean, (beyond + fails * whole) / 2)))


def _not_zero(some: Theorem) -> Term:
    """A fixed vector or matrix, from 0 < |x|^2."""
    length = sign_of(some, strict=True)
    require(length.head == "norm2", "{} does not say that a vector or matrix is not zero.", some)
    return length.args[0]


@rule(
    "A fixed matrix takes independent rows to zero with probability zero, if it is not zero.",
    ORDER,
    others=SIDE,
)
def never_annihilated(some: Theorem, *conditions: Theorem, x: Term) -> Conclusion:
    """From 0 < |M|^2: P(|M X|^2 = 0) = 0. With M_aj != 0 that is M_aj x_j = -sum_{l != j} M_al x_l: given the
    other rows, one value of x_j, whose law has none of positive probability.
    """
    m = _not_zero(some)
    _require_spread(_rows(x)[1], conditions, _LINE + 1)
    event = Term("eq", (Term("norm2", (m @ x,)), number(0)))
    return equation(Term("P", (event,)), number(0))


@rule(
    "A number with a density is any given number with probability zero; so is the product of a fixed vector "
    "with one whose law has a density, or is uniform on a sphere that is no pair of points: a plane is met "
    "with probability zero.",
    others=SIDE,
)
def no_atom(*conditions: Theorem, x: Term, value: Term) -> Conclusion:
    """|- P(x = t) = 0 for a number x whose law has a density; |- P(<u, x> = t) = 0, 0 < |u|^2 by the
    conditions; u and t are not random.
    """
    require_numbers(value)
    require_atomless(x, conditions)
    return equation(Term("P", (Term("eq", (x, value)),)), number(0))


def require_atomless(x: Term, conditions: tuple[Theorem, ...]) -> None:
    """A number with a density, or the product of a fixed vector that is not 0 with a vector x: it has each
    value with probability zero.
    """
    if x.head != "inner":
        require_density(law_of(x), conditions)
        return
    u, drawn = sorted(x.args, key=lambda part: part.is_random)
    length = Term("norm2", (u,))
    require_numbers(length)
    require_told(conditions, length > 0)
    _require_spread(law_of(drawn), conditions, _LINE + 1)


@rule("What is nonnegative and zero in the mean is almost surely zero.", EQUATION, RELATION)
def zero_in_the_mean(mean: Theorem, sign: Theorem) -> Conclusion:
    """From E x = 0 and 0 <= x: x = 0."""
    statistic, value = mean.proposition.args
    x = sign_of(sign)
    fits = is_number(value, 0) and statistic is Term("E", (x,))
    require(fits, "{} and {} are not about one nonnegative number of mean zero.", mean, sign)
    require(has_moments(x), "The mean of {} is not known to be finite.", x)
    return equation(x, number(0))
