r"""Products of one matrix, and what a two-state chain tells of its past (S15).

W has the spectral radius $\rho$: its block is a Jordan block of size 2 with 1 beside the diagonal. The
symmetric chain of two states keeps its state with probability $(1 + \lambda)/2$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem
from ..model import Parameter, Size, fixed
from ..node import Term, Value, add, as_term, number, power
from ..prove import prove, suppose
from ..tactics import flow
from ..tactics.rewriting import factored
from ..tactics.steps import calculation, equals
from ..terms import define, iterate, log, matrix, norm2, sqrt, vector

rho, lam = Parameter("rho"), Parameter("lam")
T, k = Size("T"), Size("k")
one: Final = number(1)


@dataclass(frozen=True, kw_only=True)
class Linear:
    """The eigenvalue, and what stands beside the diagonal of its block."""

    eigenvalue: Value = rho
    beside: Value = one

    @property
    def block(self) -> Term:
        """The block of W."""
        return define("W", matrix([self.eigenvalue, self.beside], [0, self.eigenvalue]))

    @property
    def positive(self) -> Theorem:
        """The eigenvalue is a positive number."""
        return suppose(as_term(self.eigenvalue) > 0)

    def after(self, *start: int) -> Term:
        """W^T x, the Jacobian over T steps of the linear recurrence applied to a vector."""
        x = fixed("x", 2)
        return iterate(self.block @ x, x, vector(*start), T)


@dataclass(frozen=True, kw_only=True)
class TwoStates:
    """The probability of a change of state; both states are equally likely at the start."""

    change: Term = (1 - lam) / 2

    @property
    def possible(self) -> tuple[Theorem, Theorem]:
        """Either state may follow either."""
        return suppose(self.change > 0), suppose(self.change < 1)

    def later(self, state: int) -> Term:
        """The law of the state k steps after a state."""
        x, change = fixed("x", 2), self.change
        step = define("P", matrix([1 - change, change], [change, 1 - change]))
        return iterate(step @ x, x, vector(*(int(state == other) for other in (0, 1))), k)

    @property
    def information(self) -> Term:
        """The sum over the four pairs of states of m log(m/(1/2 1/2)), m the probability of a pair."""
        pairs = [self.later(a)[b + 1] / 2 for a in (0, 1) for b in (0, 1)]
        return define("I", add(*(pair * log(4 * pair) for pair in pairs)))


LINEAR: Final = Linear()
TWO_STATES: Final = TwoStates()


def jacobian_norm(premises: Linear = LINEAR) -> Derivation:
    r"""$|W^T v| = \rho^T$ along an eigenvector v of length one.

    >>> jacobian_norm().formula
    rho**T
    """
    grown = prove(premises.after(1, 0) == vector(power(premises.eigenvalue, T), 0), by=flow)
    norm = define("J", sqrt(norm2(premises.after(1, 0))))
    found = calculation(norm, equals(power(premises.eigenvalue, T), grown, premises.positive))
    return proved("jacobian_norm", "A power along an eigenvector", found)


def jordan_corner(premises: Linear = LINEAR) -> Derivation:
    r"""The corner of the T-th power of a Jordan block over $\rho^T$: $T/\rho$.

    >>> jordan_corner().formula
    T/rho
    """
    value, beside = as_term(premises.eigenvalue), as_term(premises.beside)
    column = premises.after(0, 1)
    form = vector(T * beside * power(value, T) / value, power(value, T))
    grown = prove(column == form, by=[flow, premises.positive])
    corner = define("c", column[1] / power(value, T))
    found = calculation(corner, equals(T * beside / value, grown, premises.positive))
    return proved("jordan_corner", "A power of a Jordan block", found)


def lag_information(premises: TwoStates = TWO_STATES) -> Derivation:
    r"""$I(x_0; x_k) = \frac12 \sum_\pm (1 \pm \lambda^k) \log(1 \pm \lambda^k)$.

    >>> lag_information().formula
    (1 - lam**k)*log(1 - lam**k)/2 + (lam**k + 1)*log(lam**k + 1)/2
    """
    kept = factored(1 - 2 * premises.change)
    half = [(1 + power(kept, k)) / 2, (1 - power(kept, k)) / 2]
    laws = [prove(premises.later(0) == vector(*half), by=flow)]
    laws.append(prove(premises.later(1) == vector(*half[::-1]), by=flow))
    total = add(*(chance * log(2 * chance) for chance in half))
    found = calculation(premises.information, equals(total, *laws, *premises.possible))
    return proved("lag_information", "Information at a lag", found)
