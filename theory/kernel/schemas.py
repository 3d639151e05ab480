"""Textbook inequalities as schemas: each with typed hypotheses, and a proof in one line."""

from __future__ import annotations

from ..terms import Term, absolute, is_number, multiply, number, power
from .probability import has_moments
from .theorem import ORDER, SIDE, Conclusion, Theorem, ordered, require, rule


def _positive(premise: Theorem, *, strict: bool) -> Term:
    """x, from 0 <= x or 0 < x."""
    low, relation, x = ordered(premise.proposition)
    require(is_number(low, 0), "{} does not say that something is nonnegative.", premise.proposition)
    require(
        relation == "lt" or not strict, "{} does not say that something is positive.", premise.proposition
    )
    return x


def _threshold(premise: Theorem) -> Term:
    t = _positive(premise, strict=True)
    require(not t.is_random, "The threshold {} is random.", t)
    return t


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
    schema=True,
)
def markov(sign: Theorem, threshold: Theorem, *, relation: str) -> Conclusion:
    """From 0 <= x and 0 < t: P(x > t) <= E x / t, and so for >=."""
    x, t = _positive(sign, strict=False), _threshold(threshold)
    _finite(x)
    return Conclusion(Term("le", (_tail(x, relation, t), Term("E", (x,)) / t)))


@rule("Chebyshev: P(|x - E x| >= t) <= Var x / t^2 for t > 0, Markov for the square.", ORDER, schema=True)
def chebyshev(threshold: Theorem, *, x: Term, relation: str) -> Conclusion:
    """From 0 < t: P(|x - E x| >= t) <= Var x / t^2."""
    t = _threshold(threshold)
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
    t = _threshold(threshold)
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


@rule("Jensen for the square: (E x)^2 <= E x^2, since the variance is nonnegative.", schema=True)
def jensen_square(*, x: Term) -> Conclusion:
    """|- (E x)^2 <= E x^2."""
    _finite(x)
    return Conclusion(Term("le", (power(Term("E", (x,)), 2), Term("E", (power(x, 2),)))))


@rule("A variance is nonnegative.", schema=True)
def variance_nonnegative(*, x: Term) -> Conclusion:
    """|- 0 <= Var x."""
    _finite(x)
    spread = Term("Var", (x,))
    return Conclusion(Term("le", (number(0), spread)))
