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
from ..tactics.certificates import by_products
from ..tactics.goals import same
from ..tactics.rewriting import converted, left, nonnegative, occurring, of_two, replaced_within, right, then
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

    def missed_by_items(self) -> Theorem:
        """The same for any matrix, item by item."""
        apart = Sum(i, norm2(self.value(i) - Sum(l, _ANY[i, l] * self.value(l))))
        return apply("componentwise", left=self.missed(_ANY), right=apart)


_ANY: Final = fixed("M", n, n)
CONVERGED: Final = Converged()
WIDE_VALUES: Final = Converged(value_law=_WIDE_VALUES)
"""Values of one dimension are signs, which a key may match by chance."""


def delta_converged_error(premises: Converged = CONVERGED) -> Derivation:
    r"""$\mathbb{E}$ mean square error at convergence: $\max(0, 1 - d_k/n)$, zero for $n \le d_k$ (S7).

    >>> delta_converged_error().formula
    1 - Min(d_k, n)/n
    """
    error = _error(premises)
    theorem = apply("within", error, term=left(error) / n)
    power, rank = _power(premises), right(_rank(premises))
    apart = power - power * rank / n
    theorem = then(theorem, apply("ring", left=right(theorem), right=apart))
    return proved("delta_converged_error", "Error of the delta rule at convergence", theorem)


def delta_exact_recall(premises: Converged = CONVERGED) -> Derivation:
    r"""At convergence all of $n \le d_k$ items are recalled exactly, almost surely (S7.1).

    >>> delta_exact_recall().formula
    1
    """
    few = suppose(n <= premises.key_law.shape[0], "no more items than dimensions")
    error = converted(replaced_within(_error(premises), [_smaller(few)]), lambda x: same(x, number(0), ()))
    (missed,) = left(error).args
    nothing = apply("zero_in_the_mean", error, nonnegative(missed))
    chance = apply("within", nothing, term=_recalled(missed))
    chance = then(chance, apply("written_out", term=right(chance)))
    (sure,) = right(chance).args
    chance = replaced_within(chance, [apply("componentwise", left=sure, right=number(1))])
    return proved("delta_exact_recall", _TITLE, converted(chance, lambda x: apply("linear", term=x)))


def delta_no_exact_recall(premises: Converged = WIDE_VALUES) -> Derivation:
    r"""At convergence $n > d_k$ items are almost never all recalled exactly (S7.1).

    >>> delta_no_exact_recall().formula
    0
    """
    many = suppose(premises.key_law.shape[0] < n, "more items than dimensions")
    rank = then(_rank(premises), _smaller(apply("weakened", many)))
    own = suppose(trace(_ANY) == right(rank), "the dimension of the span")
    rest = identity(n) - _ANY
    length = apply("componentwise", left=norm2(rest), right=_length(_ANY))
    length = replaced_within(length, [*_PROJECTS, own])
    some = by_products(number(0), norm2(rest), (1, many), (-1, length), relation="lt")
    missed = premises.missed(_ANY)
    never = apply("never_annihilated", some, x=premises.values)
    same_error = apply("componentwise", left=missed, right=norm2(rest @ premises.values))
    never = then(apply("within", same_error, term=_recalled(missed)), never)
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
    apart, power = premises.missed_by_items(), _power(premises)
    error = apply("within", apart, term=E(left(apart)))
    error = then(error, derive(right(error), by=moments))
    error = converted(error, lambda value: same(value, power * _length(_ANY), ()))
    error = replaced_within(error, _PROJECTS)
    error = converted(error, lambda value: same(value, power * n - power * trace(_ANY), ()))
    error = converted(_at_keys(error, premises), lambda value: apply("linear", term=value))
    rank = apply("mean_monotone", _rank(premises))
    rank = converted(rank, lambda value: apply("linear", term=value))
    parts = [apply("linear", term=part) for part in occurring(right(error), "E") if part is not left(rank)]
    error = replaced_within(error, [*parts, rank])
    return converted(error, lambda value: apply("ring", left=value, right=power * n - power * right(rank)))


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
