"""The words of papers: functions, vectors and matrices, sums and extremes, events, means and iterations.

Each makes one term (`node.Term`), or a composition of a few. Papers take `number` and `power` from here too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain
from typing import Any, Final

from .heads import RELATIONS
from .node import TRUE, Term, Value, add, as_term, is_number, multiply, number, power, summands, value_of
from .requirements import MATRIX, is_natural
from .substitution import abstracted, fresh_name, instantiated, occurs, opened, rebuilt, unfolded


def zero_like(shape: tuple[Term, ...]) -> Term:
    """Zero of that shape."""
    return Term("zeros", shape) if shape else number(0)


def sqrt(x: Value) -> Term:
    """The square root."""
    return power(x, Fraction(1, 2))


def function(name: str) -> Callable[[Value], Term]:
    """An elementary function, applied entry by entry."""

    def apply(x: Value) -> Term:
        return Term("function", (as_term(x),), (name,))

    apply.__name__ = name
    apply.__doc__ = f"{name}(x)."
    return apply


exp, log, absolute, tanh, sin, cos = map(function, ("exp", "log", "abs", "tanh", "sin", "cos"))
relu, softplus, sigmoid, gamma, log_gamma, zeta, lambert_w = map(
    function, ("relu", "softplus", "sigmoid", "gamma", "log_gamma", "zeta", "lambert_w")
)


def any_function(name: str) -> Callable[..., Term]:
    """A function of which no more is known than that it is bounded on bounded sets: of numbers, entry by
    entry, or of several numbers and vectors together.
    """
    return lambda *x: Term("applied", tuple(map(as_term, x)), (name,))


def any_permutation(name: str) -> Callable[[Term], Term]:
    """A permutation of the values of an index, of which no more is known.

    >>> from theorycheck.theory.model import Index, Size
    >>> any_permutation("sigma")(Index("i", Size("n")))
    σ(i)
    """
    return lambda place: Term("permuted", (place.upper, place), (name,))


def hypergeometric(upper: Iterable[Value], lower: Iterable[Value], z: Value) -> Term:
    """The series pFq(upper; lower; z) = sum_k prod (a)_k / prod (b)_k z^k / k!, for p <= q."""
    a, b = (tuple(map(as_term, part)) for part in (upper, lower))
    return Term("hypergeometric", (*a, *b, as_term(z)), (len(a), len(b)))


def meijer_g(m: int, n: int, upper: Iterable[Value], lower: Iterable[Value], z: Value) -> Term:
    """Meijer's G-function G^{m,n}_{p,q}(z | upper; lower): the integral of z^s prod_{j <= m} Gamma(b_j - s)
    prod_{j <= n} Gamma(1 - a_j + s) / (prod_{j > m} Gamma(1 - b_j + s) prod_{j > n} Gamma(a_j - s)) over
    2 pi i, along a line between the poles of the two kinds.
    """
    a, b = (tuple(map(as_term, part)) for part in (upper, lower))
    return Term("meijer_g", (*a, *b, as_term(z)), (m, n, len(a), len(b)))


def incomplete_beta(x: Value, a: Value, b: Value) -> Term:
    """The regularised incomplete Beta function I_x(a, b)."""
    return Term("incomplete_beta", tuple(map(as_term, (x, a, b))))


def upper_gamma(a: Value, x: Value) -> Term:
    """The regularised upper incomplete Gamma function Q(a, x)."""
    return Term("upper_gamma", tuple(map(as_term, (a, x))))


def hurwitz_zeta(s: Value, a: Value) -> Term:
    """The sum of (k + a)^(-s) over k >= 0, Riemann's zeta(s) for a = 1."""
    return zeta(s) if is_number(as_term(a), 1) else Term("hurwitz_zeta", tuple(map(as_term, (s, a))))


_SMALL: Final = 30


def factorial(n: Value) -> Term:
    """The factorial n! = Gamma(n + 1), worked out for small numbers."""
    n = as_term(n)
    if is_natural(n) and is_number(n) and value_of(n) <= _SMALL:
        return number(math.factorial(int(value_of(n))))
    return gamma(n + 1)


def binomial(n: Value, k: Value) -> Term:
    """The binomial coefficient n! / (k! (n - k)!)."""
    return factorial(n) / (factorial(k) * factorial(_difference(as_term(n), as_term(k))))


def _difference(one: Term, other: Term) -> Term:
    """The difference one - other, with the multiples of one symbol added up.

    >>> from theorycheck.theory.model import Size
    >>> n = Size("n")
    >>> _difference(2 * n, n), _difference(2 * n, number(0))
    (n, 2 n)
    """
    total: dict[Term, Fraction] = {}
    whole = one - other
    for part in summands(whole):
        multiple = part.head == "mul" and part.args[0].head == "number"
        factor, *rest = part.args if multiple else (number(1), part)
        symbol = multiply(*rest)
        total[symbol] = total.get(symbol, Fraction(0)) + value_of(factor)
    return add(number(0), *(multiply(number(c), symbol) for symbol, c in total.items()))


def similar(f: Value, g: Value, along: Term, *ties: Term) -> Term:
    """The relation f ~ g: f/g -> 1 as the variable grows, with each tie n = path exactly."""
    return Term("similar", (as_term(f), as_term(g), along, *ties))


def expansion(f: Value, main: Value, order: Value, along: Term, *ties: Term) -> Term:
    """The expansion f = main + O(order) as the variable grows, with each tie n = path exactly."""
    return Term("big_o", (*map(as_term, (f, main, order)), along, *ties))


def inner(x: Term, y: Term) -> Term:
    """<x, y>, the sum of products of entries."""
    return Term("inner", (x, y))


def norm2(x: Term) -> Term:
    """|x|^2 = <x, x>."""
    return Term("norm2", (x,))


def outer(x: Term, y: Term) -> Term:
    """The matrix x y^T."""
    return Term("outer", (x, y))


def trace(x: Term) -> Term:
    """The sum of the diagonal."""
    return Term("trace", (x,))


def softmax(logits: Term) -> Term:
    """exp(x_a) / sum_b exp(x_b)."""
    return Term("softmax", (logits,))


def diagonal(x: Term) -> Term:
    """The matrix with the entries of x on its diagonal, and zeros elsewhere."""
    return Term("diagonal", (x,))


def vector(*entries: Value) -> Term:
    """The vector with these entries."""
    return Term("array", tuple(map(as_term, entries)), (len(entries),))


def matrix(*rows: Iterable[Value]) -> Term:
    """The matrix with these rows.

    >>> matrix([1, 2], [3, 4])
    ((1, 2), (3, 4))
    """
    entries = [list(map(as_term, row)) for row in rows]
    return Term("array", tuple(chain.from_iterable(entries)), (len(entries), len(entries[0])))


def identity(dimension: Value) -> Term:
    """The identity matrix."""
    return Term("identity", (as_term(dimension),))


def ones(dimension: Value) -> Term:
    """The vector of ones."""
    return Term("ones", (as_term(dimension),))


def separable(x: Term) -> Term:
    """Some vector w has a positive product with every row of x."""
    return Term("separable", (x,))


def least_missed(x: Term, p: Term) -> Term:
    """The least weight, over all vectors w, of the rows of x that have no positive product with w."""
    return Term("least_missed", (x, p))


def projection(x: Term) -> Term:
    """The matrix that projects orthogonally on the span of the columns of x."""
    return Term("projection", (x,))


def unit(index: Term) -> Term:
    """The coordinate vector e_j of an index j."""
    other = Term("index", index.args, (fresh_name(index),))
    return tabulate(other, indicator(Term("eq", (other, index))))


def unit_place(term: Term) -> Term | None:
    """The place of the one in a unit vector; None for what is none."""
    if term.head != "tabulate":
        return None
    index, _, body = opened(term)
    event = body.args[0] if body.head == "indicator" else body
    return event.args[1] if event is not body and event.head == "eq" and event.args[0] is index else None


def log_sum_exp(logits: Term) -> Term:
    """The logarithm of sum_b exp(x_b)."""
    index = Term("index", logits.shape[:1], (fresh_name(logits),))
    return log(Sum(index, exp(logits[index])))


def maximum(*parts: Value) -> Term:
    """The largest of some numbers."""
    return Term("maximum", tuple(map(as_term, parts)))


def minimum(*parts: Value) -> Term:
    """The least of some numbers."""
    return Term("minimum", tuple(map(as_term, parts)))


PI, EULER_GAMMA = Term("constant", (), ("pi",)), Term("constant", (), ("euler_gamma",))


def indicator(event: Term) -> Term:
    """1 where the event happens, else 0."""
    return Term("indicator", (event,))


def E(x: Value) -> Term:  # noqa: N802 - the field's letter
    """The mean over all random objects in x."""
    return Term("E", (as_term(x),))


def P(event: Term) -> Term:  # noqa: N802 - the field's letter
    """The probability of an event."""
    return Term("P", (event,))


def Var(x: Term) -> Term:  # noqa: N802 - the field's name
    """E x^2 - (E x)^2."""
    return Term("Var", (x,))


def Cov(x: Term, y: Term) -> Term:  # noqa: N802 - the field's name
    """E x y - E x E y."""
    return Term("Cov", (x, y))


def quantile(x: Term, level: Value) -> Term:
    """The least t with P(x <= t) >= level."""
    return Term("quantile", (x, as_term(level)))


def fullest_class(x: Term, classes: Value) -> Term:
    """The least probability that the likeliest of so many classes has, over all functions f of x to these."""
    return Term("fullest_class", (x, as_term(classes)))


def median(x: Term) -> Term:
    """The quantile of level one half."""
    return quantile(x, Fraction(1, 2))


def sub_gaussian(x: Term, proxy: Value) -> Term:
    """x is sub-Gaussian with that variance proxy v: E exp(s (x - E x)) <= exp(s^2 v / 2) for every s."""
    return Term("sub_gaussian", (x, as_term(proxy)))


def _range(binding: Term) -> tuple[Term, Term]:
    """The index and the condition of a binder: `j`, or a condition whose first letter is the index."""
    first = binding
    while first.head in {"and", "or"} | RELATIONS:
        first = first.args[0]
    if first.head != "index":
        raise ValueError(
            f"{binding} binds no index: write an index, or a condition that begins with it, j != i."
        )
    return first, TRUE if binding is first else binding


def _bound(head: str, bindings: tuple[Term, ...], body: Value, data: tuple[Any, ...] = ()) -> Term:
    term = as_term(body)
    for binding in reversed(bindings):
        index, condition = _range(binding)
        term = Term(head, (index.args[0], abstracted(condition, index), abstracted(term, index)), data)
    return term


def Sum(*parts: Value) -> Term:  # noqa: N802 - the field's sign
    """`Sum(j != i, body)`: the sum of the body over the indices that meet the condition; several nest."""
    return _bound("sum", parts[:-1], parts[-1])


def Product(*parts: Value) -> Term:  # noqa: N802 - the field's sign
    """The product of the body over an index."""
    return _bound("product", parts[:-1], parts[-1])


def all_(*parts: Term) -> Term:
    """The event holds for every index."""
    return _bound("all", parts[:-1], parts[-1])


def any_(*parts: Term) -> Term:
    """The event holds for some index."""
    return _bound("any", parts[:-1], parts[-1])


def max_over(binding: Term, body: Value) -> Term:
    """The largest value over an index."""
    return _bound("max", (binding,), body)


def min_over(binding: Term, body: Value) -> Term:
    """The least value over an index."""
    return _bound("min", (binding,), body)


def argmax(binding: Term, body: Value, *, ties: str = "first") -> Term:
    """The index at which the body is largest; ties go to the first such index, or are broken uniformly."""
    return _bound("argmax", (binding,), body, (ties,))


def tabulate(binding: Term, body: Value) -> Term:
    """The vector whose entry j is the body."""
    return _bound("tabulate", (binding,), body)


def stack(family: Term) -> Term:
    """The items of a family as one array: vectors as the rows of a matrix, numbers as entries.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model, iid, sizes
    >>> m, n = sizes("m n")
    >>> W = Model(W=iid(Normal(dimension=n), m)).W
    >>> stack(W), stack(W).shape
    (W, (m, n))
    """
    counts = family.args[1:]
    if len(counts) + len(family.shape) > MATRIX:
        raise ValueError(f"{family} has {len(counts)} indices; an array of its items is no vector or matrix.")
    place = Term("index", (counts[0],), (fresh_name(family),))
    if len(counts) + len(family.shape) < MATRIX:
        return tabulate(place, family[place])
    return Sum(place, outer(unit(place), row(family, place)))


def row(family: Term, place: Term) -> Term:
    """The row at a place of the matrix that a family stacks up to."""
    if family.shape:
        return family[place]
    column = Term("index", family.args[2:], (fresh_name(family, place),))
    return tabulate(column, family[place, column])


def stacked(term: Term) -> Term | None:
    """The family whose items the term is an array of."""
    if term.head not in {"sum", "tabulate"} or term.args[2].head not in {"outer", "item"}:
        return None
    families = [own for _, own in term.declarations if own.head == "family"]
    counts = families[0].args[1:] if len(families) == 1 else ()
    if not counts or len(counts) + len(families[0].shape) != len(term.shape):
        return None
    return families[0] if stack(families[0]) is term else None


def entry(x: Term, place: Term) -> Term:
    """The entry of a vector at a place, below the functions of entries."""
    match x.head:
        case "tabulate":
            return instantiated(x.args[2], place)
        case "function":
            return Term("function", (entry(x.args[0], place),), x.data)
        case "add":
            return add(*(entry(part, place) for part in x.args))
        case "scale":
            return multiply(x.args[0], entry(x.args[1], place))
        case "matmul" if (family := stacked(x.args[0])) is not None:
            return inner(row(family, place), x.args[1])
        case "sum":
            index, condition, body = opened(x, place)
            parts = (abstracted(part, index) for part in (condition, entry(body, place)))
            return Term("sum", (index.args[0], *parts))
    return Term("component", (x, place))


def parts_of_stack(family: Term, *terms: Term) -> str:
    """What the items are of the array that stands for their family in the terms: "the rows", or nothing.

    What a name stands for is not looked into.
    """
    waiting = list(terms)
    while waiting:
        part = waiting.pop()
        if stacked(part) is family:
            return "the rows" if family.shape else "the entries"
        waiting += part.args if part.head != "definition" else part.args[1:]
    return ""


def gradient(body: Term, variable: Term) -> Term:
    """The gradient of the body with respect to a fixed vector or parameter, at its own value."""
    return Term("gradient", (_of_variable(body, variable), variable))


def iterate(step: Term, variable: Term, start: Value, count: Value) -> Term:
    """x_count, for x_0 = start and x_(t+1) the step at x_t; `variable` is the letter of x in the step.

    >>> from theorycheck.theory.model import Parameter, Size
    >>> x, t = Parameter("x"), Size("t", minimum=0)
    >>> iterate(2 * x + 1, x, 0, t)
    (x ↦ 2 x + 1)^t(0)
    """
    return Term("iterate", (_of_variable(step, variable), as_term(start), as_term(count)))


def fold(step: Term, variable: Term, index: Term, start: Value) -> Term:
    """x_n, for x_0 = start and x_j the step at j and x_(j-1), j = 1, ..., n; `variable` is the letter of x.

    >>> from theorycheck.theory.model import Index, Parameter, Size
    >>> x, j = Parameter("x"), Index("j", Size("n"))
    >>> fold(x + j, x, j, 0)
    (x ↦ x + j)_{j ≤ n}(0)
    """
    body = abstracted(_of_variable(step, variable), index)
    return Term("fold", (body, as_term(start), index.args[0]))


def rate(step: Term, variable: Term, point: Value) -> Term:
    """The limit of |f(x) - f(p)| / |x - p| as x goes to p: the factor of one step near a fixed point."""
    return Term("rate", (_of_variable(step, variable), as_term(point)))


def first_at(function: Term, variable: Term, level: Value) -> Term:
    """The least x > 0 with f(x) = level, 0 where there is none; `variable` is the letter of x in f.

    >>> from theorycheck.theory.model import Parameter
    >>> x = Parameter("x")
    >>> first_at(x * exp(x), x, 3)
    first(x ↦ x exp(x), 3)
    """
    return Term("first_at", (_of_variable(function, variable), as_term(level)))


def stationary(transition: Term) -> Term:
    """The law pi of total 1 with pi P = pi, where there is exactly one."""
    return Term("stationary", (transition,))


def entropy_rate(transition: Term) -> Term:
    """The mean entropy of the next state, -sum_i pi_i sum_j P_ij log P_ij, of a stationary chain."""
    states = transition.shape[:1]
    i, j = (Term("index", states, (name,)) for name in ("entropy_i", "entropy_j"))
    entry = transition[i, j]
    return -Sum(i, stationary(transition)[i] * Sum(j, entry * log(entry)))


def _of_variable(body: Term, variable: Term) -> Term:
    """The body with its variable bound; definitions that hold the variable are opened."""
    if variable.head not in {"fixed", "parameter"}:
        raise ValueError(f"The variable is a fixed vector or a parameter, and {variable} is none.")

    def written_out(node: Term, _: int) -> Term | None:
        return unfolded(node) if node.head == "definition" and occurs(variable, node) else None

    return abstracted(rebuilt(body, written_out), variable)


def define(name: str, body: Term, *parameters: Term) -> Term:
    """A name for a term; `parameters` are the free indices that the name shows."""
    template = body
    for parameter in parameters:
        template = abstracted(template, parameter)
    return Term("definition", (template, *parameters), (name,))
