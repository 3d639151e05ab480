r"""The delta rule at convergence (S7, S7.1): least squares, whose outputs are projections of the values.

Repeated on the same items, the rule comes to rest at a state S with $K^\top (V - K S) = 0$, the rows of K and
V being keys and values. Then $K S = \Pi V$, $\Pi$ projecting on the columns of K.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..kernel.theorem import ordered
from ..laws import Sphere
from ..model import Model, Size, fixed, iid, indices
from ..node import Term, number
from ..prove import derive, suppose
from ..tactics import moments
from ..tactics.rewriting import left, nonnegative, of_two, right, then
from ..tactics.steps import calculation, equals, less_than
from ..terms import E, P, Sum, define, identity, minimum, norm2, outer, projection, trace, unit
from .definitions import d_k, d_v, n

_KEYS: Final = Sphere(d_k)
_VALUES: Final = Sphere(d_v)
_WIDE_VALUES: Final = Sphere(Size("d_v", minimum=2))
i, l = indices("i l", n)


@dataclass(frozen=True, kw_only=True)
class Converged:
    """The laws of keys and values of items that are repeated until convergence."""

    key_law: Term = _KEYS
    value_law: Term = _VALUES

    @property
    def keys(self) -> Term:
        """K, with the key of each item as a row."""
        return define("K", Sum(i, outer(unit(i), Model(k=iid(self.key_law, n)).k[i])))

    @property
    def values(self) -> Term:
        """V, with the value of each item as a row."""
        return define("V", Sum(i, outer(unit(i), self.value(i))))

    def value(self, index: Term) -> Term:
        """The value of an item."""
        return Model(v=iid(self.value_law, n)).v[index]

    def missed(self, matrix: Term) -> Term:
        """The squared errors of all items that recall the values weighed by the rows of a matrix."""
        return norm2(self.values - matrix @ self.values)

    def missed_by_items(self) -> Term:
        """The same for any matrix, item by item."""
        return Sum(i, norm2(self.value(i) - Sum(l, _ANY[i, l] * self.value(l))))


_ANY: Final = fixed("M", n, n)
CONVERGED: Final = Converged()
WIDE_VALUES: Final = Converged(value_law=_WIDE_VALUES)
"""Values of one dimension are signs, which a key may match by chance."""


def delta_converged_error(premises: Converged = CONVERGED) -> Derivation:
    r"""$\mathbb{E}$ mean square error at convergence: $\max(0, 1 - d_k/n)$, zero for $n \le d_k$ (S7).

    >>> delta_converged_error().formula
    1 - Min(d_k, n)/n
    """
    error, power, rank = _error(premises), _power(premises), right(_rank(premises))
    theorem = calculation(left(error) / n, equals(power - power * rank / n, error))
    return proved("delta_converged_error", "Error of the delta rule at convergence", theorem)


def delta_exact_recall(premises: Converged = CONVERGED) -> Derivation:
    r"""At convergence all of $n \le d_k$ items are recalled exactly, almost surely (S7.1).

    >>> delta_exact_recall().formula
    1
    """
    few = suppose(n <= premises.key_law.shape[0], "no more items than dimensions")
    error = _error(premises)
    (missed,) = left(error).args
    nothing = apply(
        "zero_in_the_mean", calculation(E(missed), equals(0, error, _smaller(few))), nonnegative(missed)
    )
    return proved("delta_exact_recall", _TITLE, calculation(_recalled(missed), equals(1, nothing)))


def delta_no_exact_recall(premises: Converged = WIDE_VALUES) -> Derivation:
    r"""At convergence $n > d_k$ items are almost never all recalled exactly (S7.1).

    >>> delta_no_exact_recall().formula
    0
    """
    many = suppose(premises.key_law.shape[0] < n, "more items than dimensions")
    rank = then(_rank(premises), _smaller(apply("weakened", many)))
    own = suppose(trace(_ANY) == right(rank), "the dimension of the span")
    rest = identity(n) - _ANY
    length = calculation(norm2(rest), equals(_length(_ANY)), equals(n - right(rank), *_PROJECTS, own))
    some = calculation(0, less_than(n - right(rank), many), equals(norm2(rest), length))
    never = apply("never_annihilated", some, x=premises.values)
    never = calculation(_recalled(premises.missed(_ANY)), equals(left(never)), equals(right(never), never))
    return proved("delta_no_exact_recall", _TITLE, _at_keys(never, premises, rank))


_TITLE: Final = "Probability that all items are recalled exactly"
_PROJECTS: Final = (
    suppose(_ANY.T == _ANY, "a projection"),
    suppose(_ANY @ _ANY == _ANY, "a projection"),
)


def _recalled(missed: Term) -> Term:
    return P(Term("eq", (missed, number(0))))


def _length(matrix: Term) -> Term:
    """|I - M|^2, multiplied out."""
    return n - 2 * trace(matrix) + trace(matrix.T @ matrix)


def _error(premises: Converged) -> Theorem:
    """The mean squared error of all items: (n - min(n, d)) E|v|^2."""
    power, rank = _power(premises), _rank(premises)
    error = calculation(
        E(premises.missed(_ANY)),
        equals(E(premises.missed_by_items())),
        equals(power * _length(_ANY), moments),
        equals(power * n - power * trace(_ANY), *_PROJECTS),
    )
    error = _at_keys(error, premises)
    return calculation(left(error), equals(power * n - power * right(rank), error, rank))


def _power(premises: Converged) -> Term:
    """The mean square length of a value."""
    return right(derive(E(norm2(premises.value(i))), by=moments))


def _at_keys(theorem: Theorem, premises: Converged, *known: Theorem) -> Theorem:
    """What holds for any projection, in the mean over that on the columns of the keys."""
    facts = apply("projected", x=premises.keys)
    kept, symmetric = (apply("one_of_both", facts, position=position) for position in (0, 1))
    twice = apply("one_of_both", kept, position=1)
    return apply("held_fixed", theorem, symmetric, twice, *known, fixed=_ANY, x=projection(premises.keys))


def _rank(premises: Converged) -> Theorem:
    return apply("generic_span", x=premises.keys)


def _smaller(order: Theorem) -> Theorem:
    """min(n, d) = the smaller one, whichever that is."""
    low, _, high = ordered(order.proposition)
    return of_two(order, minimum(n, high if low is n else low))
