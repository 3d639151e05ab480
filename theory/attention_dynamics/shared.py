r"""Updates of free values and of a shared matrix (S2): the trained one is smoothed by a Gram matrix.

One component of the values at a time, $v_j = \sum_a W_a x_{j a}$. To first order the loss changes as
$\sum_i u_i g_i$ does, with $g_i = \sum_l \alpha_{i l} v_l$, and u and alpha at their present values. The
number of positions T and the width $d_x$ of the inputs are symbols. Queries and keys are the same algebra
with their own gradients in place of those of the values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import d_v, eta, symbol
from ..rules.algebra import collect
from ..rules.asymptotics import growth
from ..rules.components import chain_rule, differentiate, gather, insert
from ..rules.contraction import squared_norm
from ..rules.expectation import integrate_out
from ..rules.index_sums import coincidences, exchange
from ..rules.laws import Gaussian, Sphere
from ..rules.naming import name
from ..rules.vectors import IndexSum, Inner, Vector

T: Final = symbol("T")
d_x: Final = symbol("d_x")
i, j, l, m, a = (sp.Symbol(name, integer=True, positive=True) for name in "ijlma")
alpha, u, v, W, x, printed = (sp.IndexedBase(name) for name in (r"\alpha", "u", "v", "W", "x", "p"))
moved: Final = sp.IndexedBase(r"\Delta v")
loss: Final = sp.Symbol("L")
gap: Final = sp.Symbol("gap")

_INPUTS: Final = Gaussian(d_x)
_UPDATES: Final = Sphere(d_v)


@dataclass(frozen=True, kw_only=True)
class Matrix:
    """The scale of the values, and whether the inputs are the coordinate vectors."""

    scale: sp.Expr = sp.S.One
    coordinate_inputs: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        inputs = (
            "position $l$ has the coordinate vector $e_l$ as its input"
            if self.coordinate_inputs
            else "the inputs are any"
        )
        return (
            rf"values are $v_j = {sp.latex(self.scale * sp.Symbol('W'))} x_j$ with one matrix W",
            f"the inputs are {inputs}",
            r"W moves by $-\eta$ times its gradient",
        )


@dataclass(frozen=True, kw_only=True)
class Independent:
    """The laws of inputs and of free updates, which know nothing of each other."""

    inputs: Gaussian | Sphere = _INPUTS
    updates: Gaussian | Sphere = _UPDATES

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            self.inputs.describe("the inputs $x_l$"),
            self.updates.describe("the free updates $z_l$"),
            "inputs and updates are independent of each other",
        )


ONE_MATRIX: Final = Matrix()
COORDINATES: Final = Matrix(coordinate_inputs=True)
INDEPENDENT: Final = Independent()


def smoothed_update_gap(premises: Matrix = ONE_MATRIX) -> Derivation:
    r"""$\Delta v_j + \eta \sum_l (\sum_i \alpha_{i l} u_i)\, x_l^\top x_j$ under a step of W: zero (S2).

    >>> smoothed_update_gap().formula
    0
    """
    chain = Chain(name="smoothed_update_gap", title="Update of trained values", premises=premises.sentences)
    gram = sp.Sum(x[l, a] * x[j, a], (a, 1, d_x))
    return _minus(chain, premises, -eta * sp.Sum(alpha[i, l] * u[i] * gram, (i, 1, T), (l, 1, T)))


def free_update_gap(premises: Matrix = COORDINATES) -> Derivation:
    r"""$\Delta v_j + \eta \sum_i \alpha_{i j} u_i$ under a step of W with orthonormal inputs: zero (Eq. 33).

    Orthonormal inputs are coordinate vectors in a basis of their own.

    >>> free_update_gap().formula
    0
    """
    chain = Chain(
        name="free_update_gap", title="Update of values, orthonormal inputs", premises=premises.sentences
    )
    return _minus(chain, premises, -eta * sp.Sum(alpha[i, j] * u[i], (i, 1, T)))


def orthonormal_cosine(premises: Matrix = COORDINATES) -> Derivation:
    r"""The cosine of all moves under a step of W with the free ones, orthonormal inputs: 1 (S2).

    >>> orthonormal_cosine().formula
    1
    """
    title = "Cosine of the update with the free one, orthonormal inputs"
    chain = Chain(name="orthonormal_cosine", title=title, premises=premises.sentences)
    made = _moved(chain, premises)
    if premises.coordinate_inputs:
        made = chain.apply("put the inputs in", insert, made, _coordinates(chain))
    made = chain.apply("gather the sums", gather, made)
    free = chain.define("the free update", printed[j], -eta * sp.Sum(alpha[i, j] * u[i], (i, 1, T)))
    made = chain.apply("name what it has of it", name, made, free)
    lengths = sp.Mul(*(sp.sqrt(sp.Sum(part[j] ** 2, (j, 1, T))) for part in (moved, printed)))
    cosine = sp.Sum(moved[j] * printed[j], (j, 1, T)) / lengths
    cosine = chain.define("the cosine", gap, cosine)
    cosine = chain.apply("put the move in", insert, cosine, made)
    return chain.close(chain.apply("gather the sums", gather, cosine))


def smoothed_power(premises: Independent = INDEPENDENT) -> Derivation:
    r"""$\mathbb{E} |\sum_l \langle x_l, x_j \rangle z_l|^2 = 1 + (T+1)/d_x$ for Gaussian inputs (S2).

    Its mean product with the free update $z_j$ is 1, so that 1 over the root of this is the cosine of the
    two in mean square: $\sqrt{d_x / (d_x + T + 1)}$.

    >>> smoothed_power().formula
    (T + d_x + 1)/d_x
    """
    chain = Chain(name="smoothed_power", title="Power of a smoothed update", premises=premises.sentences)
    inputs, update = Vector("x", m, premises.inputs), Vector("z", m, premises.updates)
    total = IndexSum(Inner(inputs, inputs.at(j)) * update, (m,), T)
    smoothed = chain.define("the update smoothed by the Gram matrix", Vector("w", j), total)
    power = chain.apply("square its norm", squared_norm, smoothed)
    power = chain.apply("split by coincidences", coincidences, power)
    power = chain.apply("take the expectation", exchange, power)
    power = chain.apply("integrate out the updates", integrate_out, power, letter="z")
    power = chain.apply("integrate out the inputs", integrate_out, power, letter="x")
    power = chain.apply("collect the terms", collect, power)
    grown = chain.apply("read off the exponents", growth, power, variables=(T, d_x))
    return chain.close(power, growth=grown)


def _minus(chain: Chain, premises: Matrix, claim: sp.Expr) -> Derivation:
    """The move of a value under a step of W, minus the one claimed."""
    rest = _moved(chain, premises)
    claimed = chain.define("the claimed update", printed[j], claim)
    known = [rest, claimed]
    if premises.coordinate_inputs:
        known.append(_coordinates(chain))
    left = chain.define("subtract it", gap, moved[j] - printed[j])
    for step in known:
        left = chain.apply("put a definition in", insert, left, step)
    return chain.close(chain.apply("gather the sums", gather, left))


def _coordinates(chain: Chain) -> Step:
    return chain.define("the inputs", x[l, a], sp.KroneckerDelta(l, a))


def _moved(chain: Chain, premises: Matrix) -> Step:
    """Steps to the move of value j when the matrix steps."""
    contexts = sp.Sum(alpha[i, l] * v[l], (l, 1, T))
    change = chain.define("the loss, to first order", loss, sp.Sum(u[i] * contexts, (i, 1, T)))
    values = chain.define("the values", v[l], premises.scale * sp.Sum(W[a] * x[l, a], (a, 1, d_x)))
    by_value = chain.apply("differentiate by a value", differentiate, change, by=v[l])
    by_entry = chain.apply("differentiate a value by the matrix", differentiate, values, by=W[a])
    slope = chain.apply("chain rule over the values", chain_rule, by_value, by_entry, change, values, count=T)
    entry = slope.result.lhs
    step = premises.scale * sp.Sum(-eta * entry * x[j, a], (a, 1, d_x))
    found = chain.define("the matrix steps, and the value with it", moved[j], step)
    return chain.apply("put the gradient in", insert, found, slope)
