r"""Gradients under any routing $g_i = \sum_j w_{ij} v_j$ (Section 9.3), by the index calculus.

Near a point any smooth routing is $w_{ij} = w^0_{ij} + \sum_a \theta_a D_{ija}$, and a derivative there asks
for no more. Weights that sum to one have $\sum_j D_{ija} = 0$: then any baseline $c_i$ may be subtracted from
$b_{ij}$, $\mathbb{E}_{w_i} b$ among them. Where sums move with the parameters, it changes the gradient.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Derivation, Step
from ..notation import d_v
from ..rules.totals import sum_out
from .model import HEAD, Gradients, T, a, b, e, f, g, i, j, n, o, r, u, upstream, v

theta, phi, w, D, E, w_0, v_0, baseline = (
    sp.IndexedBase(name) for name in (r"\theta", r"\phi", "w", "D", "E", "w^{0}", "v^{0}", "c")
)
P: Final = sp.Symbol("P", positive=True)


@dataclass(frozen=True, kw_only=True)
class Routing:
    """How the sum of a query's weights moves with a parameter; zero where weights sum to one."""

    drift: sp.Expr = sp.S.Zero

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is assumed beside the head."""
        return (
            r"near a point $w_{ij} = w^0_{ij} + \sum_a \theta_a D_{ija}$",
            rf"$\sum_j D_{{ija}} = {sp.latex(self.drift)}$",
        )


NORMALISED: Final = Routing()


@dataclass(frozen=True, kw_only=True)
class Counted:
    """The share of the weights' derivative that the formula counts."""

    share: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is assumed beside the head."""
        return (rf"near a point $w_{{ij}} = w^0_{{ij}} + {sp.latex(self.share)} \sum_a \theta_a D_{{ija}}$",)


COUNTED: Final = Counted()


@dataclass(frozen=True, kw_only=True)
class Values:
    """The share of the values' derivative that the conjectured formula counts."""

    share: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is assumed beside the head."""
        return (rf"near a point $v_{{je}} = v^0_{{je}} + {sp.latex(self.share)} \sum_a \phi_a E_{{jea}}$",)


VALUES: Final = Values()


def baseline_gap(premises: Routing = NORMALISED) -> Derivation:
    r"""$\partial_o L - \sum_{ij} (b_{ij} - c_i)\, \partial_o w_{ij} = 0$, any c; $\partial_o$ by $\theta_o$.

    >>> baseline_gap().formula
    0
    """
    head = Gradients.of(
        "baseline_gap", "Gradient by routing parameters, any baseline", HEAD, premises.sentences
    )
    outer = _by_weight(head)
    moved = sp.Sum(theta[a] * D[i, j, a], (a, 1, P))
    family = head.define("the routing near a point", w[i, j], w_0[i, j] + moved)
    derivative = head.through("the routing", outer, family, theta[o], (T, T))
    products = sp.Sum((b[i, j] - baseline[i]) * D[i, j, o], (i, 1, T), (j, 1, T))
    compatible = head.chain.define("the compatibility", b[i, j], sp.Sum(u[i, e] * v[j, e], (e, 1, d_v)))
    rest = head.gap(derivative, products, compatible)
    drift = head.chain.define("how sums of weights move", sp.Sum(D[i, j, o], (j, 1, T)), premises.drift)
    return head.chain.close(head.chain.apply("use it", sum_out, rest, drift))


def plain_gap(premises: Counted = COUNTED) -> Derivation:
    r"""$\partial_o L - \sum_{ij} b_{ij}\, \partial_o w_{ij} = 0$, whatever weights sum to.

    >>> plain_gap().formula
    0
    """
    head = Gradients.of("plain_gap", "Gradient by routing parameters", HEAD, premises.sentences)
    outer = _by_weight(head)
    moved = premises.share * sp.Sum(theta[a] * D[i, j, a], (a, 1, P))
    family = head.define("the routing near a point", w[i, j], w_0[i, j] + moved)
    derivative = head.through("the routing", outer, family, theta[o], (T, T))
    compatible = head.chain.define("the compatibility", b[i, j], sp.Sum(u[i, e] * v[j, e], (e, 1, d_v)))
    products = sp.Sum(b[i, j] * D[i, j, o], (i, 1, T), (j, 1, T))
    return head.chain.close(head.gap(derivative, products, compatible))


def value_parameter_gap(premises: Values = VALUES) -> Derivation:
    r"""$\partial_o L - \sum_{ij} w_{ij}\, u_i^\top \partial_o v_j = 0$, any routing (by $\phi_o$).

    >>> value_parameter_gap().formula
    0
    """
    head = Gradients.of("value_parameter_gap", "Gradient by value parameters", HEAD, premises.sentences)
    outer, _ = upstream(head)
    derivative = head.through("the contexts", outer, _contexts(head), v[j, f], (T, d_v))
    moved = premises.share * sp.Sum(phi[a] * E[j, f, a], (a, 1, P))
    family = head.define("the values near a point", v[j, f], v_0[j, f] + moved)
    derivative = head.through("the values", derivative, family, phi[o], (T, d_v))
    pulled = sp.Sum(w[i, j] * u[i, e] * E[j, e, o], (i, 1, T), (j, 1, T), (e, 1, d_v))
    return head.chain.close(head.gap(derivative, pulled))


def _contexts(head: Gradients) -> Step:
    return head.define("the contexts", g[r, e], sp.Sum(w[r, n] * v[n, e], (n, 1, T)))


def _by_weight(head: Gradients) -> Step:
    outer, _ = upstream(head)
    return head.through("the contexts", outer, _contexts(head), w[i, j], (T, d_v))
