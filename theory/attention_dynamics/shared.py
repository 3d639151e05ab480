r"""Updates of free values and of a shared matrix (S2): the trained one is smoothed by a Gram matrix.

One component of the values at a time, $v = X w$. To first order the loss changes as $u^\top A v$ does, with u
and the weights A at their present values. The number of positions T and the width $d_x$ of the inputs are
symbols. Queries and keys are the same algebra with their own gradients in place of those of the values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import apply
from ..laws import Normal, Sphere
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, Value, number
from ..prove import derive, suppose
from ..tactics import moments
from ..tactics.rewriting import replaced_within, then
from ..terms import E, Sum, define, gradient, identity, inner, norm2, sqrt
from .gaps import nothing_left

T, d_x, d_v = map(Size, ("T", "d_x", "d_v"))
m, j = Index("m", T), Index("j", T)
eta = Parameter("eta")
alpha, errors, inputs = fixed("alpha", T, T), fixed("u", T), fixed("x", T, d_x)


@dataclass(frozen=True, kw_only=True)
class Matrix:
    """The scale of the values, and the inputs by position: any, or the coordinate vectors."""

    scale: Value = 1
    inputs: Term = inputs

    @property
    def moved(self) -> Term:
        """The move of all values when the matrix steps."""
        w = fixed("w", self.inputs.shape[1])
        contexts = alpha @ (self.scale * (self.inputs @ w))
        return self.scale * (self.inputs @ (-eta * gradient(inner(errors, contexts), w)))


@dataclass(frozen=True, kw_only=True)
class Independent:
    """The laws of inputs and of free updates, which know nothing of each other."""

    inputs: Term = Normal(0, 1 / d_x, dimension=d_x)  # noqa: RUF009 - a term does not change
    updates: Term = Sphere(d_v)  # noqa: RUF009


ONE_MATRIX: Final = Matrix()
COORDINATES: Final = Matrix(inputs=identity(T))
INDEPENDENT: Final = Independent()
_FREE: Final = -eta * (alpha.T @ errors)
"""The move of free values (Eq. 33)."""


def smoothed_update_gap(premises: Matrix = ONE_MATRIX) -> Derivation:
    r"""$\Delta v + \eta\, X X^\top A^\top u$ under a step of W: zero (S2).

    >>> smoothed_update_gap().formula
    0
    """
    gap = premises.moved - premises.inputs @ (premises.inputs.T @ _FREE)
    return nothing_left("smoothed_update_gap", "Update of trained values", gap)


def free_update_gap(premises: Matrix = COORDINATES) -> Derivation:
    r"""$\Delta v + \eta\, A^\top u$ under a step of W with orthonormal inputs: zero (Eq. 33).

    Orthonormal inputs are coordinate vectors in a basis of their own.

    >>> free_update_gap().formula
    0
    """
    gap = premises.moved - _FREE
    return nothing_left("free_update_gap", "Update of values, orthonormal inputs", gap)


def orthonormal_cosine(premises: Matrix = COORDINATES) -> Derivation:
    r"""The cosine of all moves under a step of W with the free ones, orthonormal inputs: 1 (S2).

    >>> orthonormal_cosine().formula
    1
    """
    cosine = inner(premises.moved, _FREE) / (sqrt(norm2(premises.moved)) * sqrt(norm2(_FREE)))
    found = apply("written_out", term=define("cosine", cosine))
    found = replaced_within(found, [apply("componentwise", left=premises.moved, right=_FREE)])
    move = fixed("y", T)
    own = inner(move, move) / (sqrt(norm2(move)) * sqrt(norm2(move)))
    one = apply("componentwise", suppose(norm2(move) > 0, "some value moves"), left=own, right=number(1))
    found = then(found, apply("instance", one, symbol=move, value=_FREE))
    return proved("orthonormal_cosine", "Cosine of the update with the free one, orthonormal inputs", found)


def smoothed_power(premises: Independent = INDEPENDENT) -> Derivation:
    r"""$\mathbb{E} |\sum_l \langle x_l, x_j \rangle z_l|^2 = 1 + (T+1)/d_x$ for Gaussian inputs (S2).

    Its mean product with the free update $z_j$ is 1, so that 1 over the root of this is the cosine of the
    two in mean square: $\sqrt{d_x / (d_x + T + 1)}$.

    >>> smoothed_power().formula
    (T + d_x + 1)/d_x
    """
    x, z = Model(x=iid(premises.inputs, T), z=iid(premises.updates, T))
    mean = derive(E(norm2(Sum(m, inner(x[m], x[j]) * z[m]))), by=moments)
    return proved("smoothed_power", "Power of a smoothed update", mean, T, d_x)
