r"""Paths that keep away from one state of a finite Markov chain: how their probability decays.

Without row and column of the state the transition matrix is Q, and the mass that has not met it after n
steps is $u Q^n 1$. By Perron and Frobenius it decays at the rate $-\log \rho(Q)$, the spectral radius, where
the paths that survive can go from any state to any other, or where the class of largest radius is entered.
"""

from __future__ import annotations

import mpmath
import sympy as sp
from flint import arb, ctx, fmpq

from ..derivation import CheckFailed, Rule, SideConditionError

_FAR = 1000
_DIGITS = 30
_IMAGINARY = 1e-20
"""A real root that radicals write with complex numbers has an imaginary part of rounding."""

_TOLERANCE = mpmath.mpf(10) ** -12


def _without(matrix: sp.Matrix, state: int) -> sp.Matrix:
    kept = [i for i in range(matrix.rows) if i != state]
    return matrix.extract(kept, kept)


def _radius(matrix: sp.Matrix) -> sp.Expr:
    """The largest eigenvalue: of a nonnegative matrix it is real, and its spectral radius."""
    polynomial = matrix.charpoly()
    roots = sp.roots(sp.Poly(polynomial.as_expr(), polynomial.gen))
    if sum(roots.values()) != matrix.rows:
        raise SideConditionError(f"The roots of {polynomial.as_expr()} have no formula in radicals.")
    real = [root for root in roots if abs(sp.im(sp.N(root, _DIGITS))) < _IMAGINARY]
    return max(real, key=lambda root: sp.re(sp.N(root, _DIGITS)))


def _slowest(fact: sp.Eq) -> sp.Eq:
    """The state that is kept away from longest decides."""
    matrix = sp.Matrix(fact.rhs)
    radii = [_radius(_without(matrix, state)) for state in range(matrix.rows)]
    largest = max(radii, key=lambda radius: sp.re(sp.N(radius, _DIGITS)))
    return sp.Eq(sp.Symbol("r"), -sp.log(largest), evaluate=False)


def _slowest_conditions(fact: sp.Eq) -> tuple[str, ...]:
    matrix = sp.Matrix(fact.rhs)
    if any(entry.free_symbols or entry < 0 for entry in matrix) or any(
        sum(matrix.row(i)) != 1 for i in range(matrix.rows)
    ):
        raise SideConditionError("The rows must be laws, in numbers.")
    if not all(entry > 0 for entry in matrix**matrix.rows):
        raise SideConditionError("Not every state is reached from every other.")
    return ("every state is reached from every other in as many steps as there are states",)


def _check_slowest(result: sp.Eq, fact: sp.Eq) -> str:
    """The recursion itself: the first meeting with a state, over all states, far out."""
    with mpmath.workdps(_DIGITS), ctx.workdps(2 * _DIGITS):
        balls = (sum(met, start=arb(0)) for met in zip(*_first_met(sp.Matrix(fact.rhs)), strict=True))
        near, far = (mpmath.mpf(ball.str(_DIGITS, radius=False)) for ball in balls)
        measured = mpmath.log(near / far)
        rate = mpmath.mpf(str(sp.N(result.rhs, _DIGITS)))
        if abs(measured - rate) > _TOLERANCE:
            raise CheckFailed(f"Between {_FAR} and {_FAR + 1} steps the decay is {measured}, not {rate}.")
    return f"the recursion, {_FAR} steps far, decays at this rate to twelve digits"


def _first_met(matrix: sp.Matrix) -> list[tuple[arb, arb]]:
    """For each state the probabilities to meet it first after so many steps and one more, from elsewhere."""
    size = matrix.rows
    moves = [(i, j, arb(fmpq(int(e.p), int(e.q)))) for (i, j), e in matrix.todok().items()]
    found = []
    for state in range(size):
        masses = [arb(int(i != state)) for i in range(size)]
        met = [arb(0)]
        for _ in range(_FAR + 1):
            after = [arb(0)] * size
            for i, j, share in moves:
                after[j] += masses[i] * share
            met.append(after[state])
            masses, masses[state] = after, arb(0)
        found.append((met[-2], met[-1]))
    return found


slowest_taboo = Rule(
    name="spectral radius without a state",
    statement=r"$\mathbb{P}(\text{state first met after n steps}) = e^{-rn + O(\log n)}$, $r = -\log \rho$.",
    apply=_slowest,
    conditions=_slowest_conditions,
    check=_check_slowest,
)
