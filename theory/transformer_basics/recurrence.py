r"""Products of one matrix, and what a two-state chain tells of its past (S15).

W has the spectral radius $\rho$: $W v = \rho v$, or a Jordan block of size 2 with 1 beside the diagonal. The
symmetric chain of two states keeps its state with probability $(1 + \lambda)/2$; $r_k$ is the correlation of
states k steps apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import symbol
from ..rules.components import insert
from ..rules.contraction import substitute
from ..rules.recurrences import linear_recurrence

rho: Final = symbol("rho")
lam: Final = symbol("lam")
T: Final = symbol("T")
k: Final = symbol("k")
r: Final = sp.Symbol("r", real=True)
_t = sp.Symbol("t", integer=True, nonnegative=True)
_x, _c, _r = (sp.Function(name) for name in "xcr")


@dataclass(frozen=True, kw_only=True)
class Linear:
    """The eigenvalue, and what stands beside the diagonal of its block."""

    eigenvalue: sp.Expr = rho
    beside: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        value, beside = sp.latex(self.eigenvalue), sp.latex(self.beside)
        return (
            "the Jacobian over T steps of a linear recurrence is $W^T$",
            rf"the block of $W$ has ${value}$ on its diagonal and ${beside}$ beside it",
        )


@dataclass(frozen=True, kw_only=True)
class TwoStates:
    """The probability of a change of state."""

    change: sp.Expr = (1 - lam) / 2

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"either state changes with probability ${sp.latex(self.change)}$",
            "both states are equally likely at the start",
        )


LINEAR: Final = Linear()
TWO_STATES: Final = TwoStates()


def jacobian_norm(premises: Linear = LINEAR) -> Derivation:
    r"""$|W^T v| = \rho^T$ along an eigenvector of length one.

    >>> jacobian_norm().formula
    rho**T
    """
    chain = Chain(name="jacobian_norm", title="A power along an eigenvector", premises=premises.sentences)
    step = chain.define("one step", _x(_t + 1), premises.eigenvalue * _x(_t))
    start = chain.define("a vector of length one", _x(0), sp.S.One)
    return chain.close(chain.apply("run it", linear_recurrence, step, start, count=T))


def jordan_corner(premises: Linear = LINEAR) -> Derivation:
    r"""The corner of the T-th power of a Jordan block over $\rho^T$: $T/\rho$.

    >>> jordan_corner().formula
    T/rho
    """
    chain = Chain(name="jordan_corner", title="A power of a Jordan block", premises=premises.sentences)
    rest = premises.beside / premises.eigenvalue
    step = chain.define("one step, over the power of the diagonal", _c(_t + 1), _c(_t) + rest)
    start = chain.define("the identity has no corner", _c(0), sp.S.Zero)
    return chain.close(chain.apply("run it", linear_recurrence, step, start, count=T))


def lag_information(premises: TwoStates = TWO_STATES) -> Derivation:
    r"""$I(x_0; x_k) = \frac12 \sum_\pm (1 \pm \lambda^k) \log(1 \pm \lambda^k)$.

    >>> lag_information().formula.subs({lam: sp.Rational(1, 2), k: 1})
    -log(2)/4 + 3*log(3/2)/4
    """
    chain = Chain(name="lag_information", title="Information at a lag", premises=premises.sentences)
    step = _correlation(chain, premises)
    start = chain.define("a state is itself", _r(0), sp.S.One)
    found = chain.apply("run it", linear_recurrence, step, start, count=k)
    named = chain.define("the correlation at lag k", r, found.result.lhs)
    named = chain.apply("its value", substitute, named, found)
    total = chain.define("mutual information of the joint law", sp.Symbol("I"), _information())
    return chain.close(chain.apply("put the correlation in", insert, total, named))


def _correlation(chain: Chain, premises: TwoStates) -> Step:
    kept = 1 - 2 * premises.change
    return chain.define("a change turns the sign of the correlation", _r(_t + 1), sp.expand(kept) * _r(_t))


def _information() -> sp.Expr:
    """The sum over the four pairs of states of P log(P/(1/2 1/2))."""
    same, other = (1 + r) / 4, (1 - r) / 4
    return 2 * same * sp.log(4 * same) + 2 * other * sp.log(4 * other)
