r"""One attention head as matrices (Eqs. 1-12): its loss, and the letters of what it is made of.

T positions, C classes and dimensions $d_x$, $d_k$, $d_v$ are symbols. Query i sees position j with the weight
$\delta_{ij} + m_{ij}^2$, so that every position sees itself and one derivation serves the full and the causal
sequence. $Y_{iz}$ is 1 for the target class $z = y_i$ and 0 elsewhere, U has the upstream gradients in its
rows, and $B = U V^\top$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..model import Index, Parameter, Size, fixed
from ..node import Term, Value
from ..terms import Sum, exp, identity, inner, log_sum_exp, ones, outer, softmax, sqrt, unit

T, C, d_x, d_k, d_v = map(Size, ("T", "C", "d_x", "d_k", "d_v"))
i, j, n = (Index(name, T) for name in "ijn")
x, seen, targets = fixed("x", T, d_x), fixed("m", T, T), fixed("Y", T, C)
logits, contexts, alpha = fixed("l", T, C), fixed("g", T, d_v), fixed("alpha", T, T)
scores, queries, keys, values = fixed("s", T, T), fixed("q", T, d_k), fixed("k", T, d_k), fixed("v", T, d_v)
W_Q, W_K, W_V = fixed("W_Q", d_k, d_x), fixed("W_K", d_k, d_x), fixed("W_V", d_v, d_x)
W_O, bias = fixed("W_O", C, d_v), fixed("beta", C)
eta: Final = Parameter("eta")
ROOT: Final = sqrt(d_k)


@dataclass(frozen=True, kw_only=True)
class Head:
    """The `divisor` of scores, the `factor` on them under the softmax, and the `weight` of the loss.

    `sink` is added to the softmax's sum, so that weights sum to less than one; the source has none.
    """

    divisor: Term = ROOT
    factor: Value = 1
    sink: Value = 0
    weight: Value = 1

    def scores(self, q: Term, k: Term) -> Term:
        """The matrix of scores (Eq. 2)."""
        return q @ k.T / self.divisor

    def weight_of(self, s: Term, query: Term, position: Term) -> Term:
        """The weight of a position (Eq. 3)."""

        def mass(position: Term) -> Term:
            return seen[query, position] ** 2 * exp(self.factor * s[query, position])

        own = exp(self.factor * s[query, query])
        share = identity(T)[query, position] * own + mass(position)
        return share / (self.sink + own + Sum(n, mass(n)))

    def weights(self, s: Term) -> Term:
        """The matrix of attention weights."""
        return _matrix(lambda i, j: self.weight_of(s, i, j))

    def logits(self, g: Term) -> Term:
        """The matrix of logits (Eq. 5)."""
        return g @ W_O.T + outer(ones(T), bias)

    def loss(self, l: Term) -> Term:
        """The cross-entropy of all positions (Eq. 8)."""
        return self.weight * Sum(i, log_sum_exp(row(l, i)) - inner(row(targets, i), row(l, i)))

    def advantage(self, s: Term, b: Term) -> Term:
        r"""The matrix of $\alpha_{ij} (b_{ij} - \bar b_i)$, the right side of Eq. (23)."""

        def entry(i: Term, j: Term) -> Term:
            mean = Sum(n, self.weight_of(s, i, n) * b[i, n])
            return self.weight_of(s, i, j) * (b[i, j] - mean)

        return _matrix(entry)


HEAD: Final = Head()


def row(matrix: Term, query: Term) -> Term:
    """A row of a matrix."""
    return matrix.T @ unit(query)


def predictions(l: Term) -> Term:
    """The matrix of predictions (Eq. 7)."""
    return Sum(i, outer(unit(i), softmax(row(l, i))))


def _matrix(entry: Callable[[Term, Term], Term]) -> Term:
    """The matrix with these entries by query and position."""
    return Sum(i, Sum(j, entry(i, j) * outer(unit(i), unit(j))))
