r"""One attention head in components (Eqs. 1-12), and the steps that all of its gradients share.

T positions, C classes and dimensions $d_x$, $d_k$, $d_v$ are symbols. $m_{ij}$ is 1 where query i sees
position j and 0 elsewhere, so that one derivation serves the full and the causal sequence. $Y_{iz}$ is 1 for
the target class $z = y_i$ and 0 elsewhere. $u_i$ is the upstream gradient, $b_{ij} = u_i^\top v_j$ and
$\bar b_i$ the mean of $b_{ij}$ under $\alpha_i$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Step
from ..notation import d_k, d_v, symbol
from ..rules.components import chain_rule, differentiate, gather, insert
from ..rules.naming import name, name_weights

T: Final = symbol("T")
C: Final = symbol("C")
d_x: Final = symbol("d_x")
i, j, r, n, h, z, w, e, f, c, o, a = (sp.Symbol(x, integer=True, positive=True) for x in "ijrnhzwefcoa")
x, q, k, v, s, g, u, b, p, Y, m, G = (sp.IndexedBase(letter) for letter in "xqkvsgubpYmG")
alpha, mean, logit, bias = (sp.IndexedBase(letter) for letter in (r"\alpha", r"\bar{b}", r"\ell", r"\beta"))
W_Q, W_K, W_V, W_O = (sp.IndexedBase(f"W^{letter}") for letter in "QKVO")
loss: Final = sp.Symbol("L")
gap: Final = sp.Symbol("gap")

ROOT: Final = sp.sqrt(d_k)


@dataclass(frozen=True, kw_only=True)
class Head:
    """The `divisor` of scores, the `factor` on them under the softmax, and the `weight` of the loss.

    `sink` is added to the softmax's sum, so that weights sum to less than one; the source has none.
    """

    divisor: sp.Expr = ROOT
    factor: sp.Expr = sp.S.One
    sink: sp.Expr = sp.S.Zero
    weight: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        factor = "" if self.factor == 1 else f"{sp.latex(self.factor)} "
        mass = rf"m_{{ij}} e^{{{factor}s_{{ij}}}}"
        sink = "" if self.sink == 0 else f"{sp.latex(self.sink)} + "
        weight = "" if self.weight == 1 else f"{sp.latex(self.weight)} "
        return (
            r"$q_i = W_Q x_i$, $k_j = W_K x_j$, $v_j = W_V x_j$",
            rf"$s_{{ij}} = q_i^\top k_j / {sp.latex(self.divisor)}$",
            rf"$\alpha_{{ij}} = a_{{ij}} / ({sink}\sum_r a_{{ir}})$, $a_{{ij}} = {mass}$",
            "$m_{ij}$ is 1 where query $i$ sees position $j$ and 0 elsewhere",
            r"$g_i = \sum_j \alpha_{ij} v_j$, $\ell_i = W_O g_i + \beta$, $p_i$ the softmax of $\ell_i$",
            rf"$L = -{weight}\sum_i \log p_{{i, y_i}}$",
        )


HEAD: Final = Head()


@dataclass(kw_only=True)
class Gradients:
    """The chain of one derivation, with the definitions of the head and the derivatives found so far."""

    chain: Chain
    premises: Head
    known: list[Step]

    @classmethod
    def of(cls, name: str, title: str, premises: Head, sentences: tuple[str, ...] = ()) -> Gradients:
        """An empty chain about a head; `sentences` are assumptions beside its own."""
        assumed = (*premises.sentences, *sentences)
        return cls(chain=Chain(name=name, title=title, premises=assumed), premises=premises, known=[])

    def define(self, label: str, left: sp.Expr, right: sp.Expr) -> Step:
        """A definition, kept for the checks of later chain rules, which want the loss down to its letters."""
        if label in {step.label for step in self.known}:
            return self.definition(label)
        step = self.chain.define(label, left, right)
        self.known.append(step)
        return step

    def definition(self, label: str) -> Step:
        """The definition with that label."""
        return next(step for step in self.known if step.label == label)

    def through(
        self, label: str, outer: Step, family: Step, by: sp.Indexed, count: tuple[sp.Symbol, ...]
    ) -> Step:
        """The derivative of the loss by `by`, through the family that the definition `family` says."""
        slope = self.chain.apply(f"differentiate {label}", differentiate, family, by=by)
        if family.result.lhs.base == alpha:
            slope = self.chain.apply("recognise the weights", name_weights, slope, family)
        known = [step for step in self.known if step is not family]
        return self.chain.apply(
            f"chain rule over {label}", chain_rule, outer, slope, *known, family, count=count
        )

    def gap(self, derivative: Step, printed: sp.Expr, *known: Step) -> Step:
        """The derivative minus the printed expression, of which `known` are definitions."""
        claim = self.chain.define("the printed gradient", sp.Symbol("G"), printed)
        rest = self.chain.define("subtract it", gap, derivative.result.lhs - claim.result.lhs)
        rest = self.chain.apply("put the derivative in", insert, rest, derivative)
        for step in (claim, *known):
            rest = self.chain.apply("put a definition in", insert, rest, step)
        return self.chain.apply("gather the sums", gather, rest)


def by_logit(head: Gradients) -> Step:
    r"""Steps to $\partial L / \partial \ell_{iz}$."""
    competitor = sp.Sum(sp.exp(logit[i, w]), (w, 1, C))
    own = sp.Sum(Y[i, z] * logit[i, z], (z, 1, C))
    total = head.define("the loss", loss, head.premises.weight * sp.Sum(sp.log(competitor) - own, (i, 1, T)))
    model = head.define("the predictions", p[i, z], sp.exp(logit[i, z]) / competitor)
    slope = head.chain.apply("differentiate by a logit", differentiate, total, by=logit[i, z])
    return head.chain.apply("recognise the predictions", name_weights, slope, model)


def upstream(head: Gradients) -> tuple[Step, Step]:
    r"""Steps to $\partial L / \partial g_{re}$ by components of u, and u as printed."""
    outer = by_logit(head)
    logits = head.define("the logits", logit[i, z], sp.Sum(W_O[z, e] * g[i, e], (e, 1, d_v)) + bias[z])
    by_context = head.through("the logits", outer, logits, g[r, e], (T, C))
    printed = head.define(
        "the upstream gradient", u[r, e], sp.Sum(W_O[z, e] * (p[r, z] - Y[r, z]), (z, 1, C))
    )
    return head.chain.apply("name it", name, by_context, printed), printed
