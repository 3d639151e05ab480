r"""Softmax weights as responsibilities of a Gaussian mixture (Eq. 44): of which one, with which priors.

Components are $N(k_j, \sigma^2 I)$. Two distributions over positions are one where all their log odds are, so
that no normaliser is needed. With $\sigma^2 = \sqrt{d_k}$ log priors must be $|k_j|^2 / (2 \sqrt{d_k})$ up to
a constant: equal only where all keys have one norm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..notation import d_k
from ..rules.components import gather, insert
from .model import ROOT, c, gap, i, j, k, o, q, r, s

evidence, prior, t = (sp.IndexedBase(name) for name in ("h", r"\log \pi", "t"))


@dataclass(frozen=True, kw_only=True)
class Mixture:
    """Variance of the components, and the log prior over |k_j|^2 / (2 variance): 0 for equal priors."""

    variance: sp.Expr = ROOT
    tilt: sp.Expr = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        variance = sp.latex(self.variance)
        return (
            rf"components are $N(k_j, {variance} I)$, the datum is $q_i$",
            rf"$\log \pi_j = {sp.latex(self.tilt)} |k_j|^2 / (2 \cdot {variance})$ up to a constant",
            r"scores are $s_{ij} = q_i^\top k_j / \sqrt{d_k}$",
        )


@dataclass(frozen=True, kw_only=True)
class OneNorm:
    """The power of its length by which a direction is divided: all keys have one norm where it is 1."""

    power: sp.Rational = sp.S.One

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            r"components are $N(k_j, \sqrt{d_k} I)$ with equal priors, the datum is $q_i$",
            rf"keys are $k_j = R\, t_j / |t_j|^{{{sp.latex(self.power)}}}$",
            r"scores are $s_{ij} = q_i^\top k_j / \sqrt{d_k}$",
        )


MIXTURE: Final = Mixture()
ONE_NORM: Final = OneNorm()


def responsibility_gap(premises: Mixture = MIXTURE) -> Derivation:
    r"""Log odds of responsibilities of positions j and r minus $s_{ij} - s_{ir}$: zero.

    >>> responsibility_gap().formula
    0
    """
    chain = Chain(name="responsibility_gap", title="Weights as responsibilities", premises=premises.sentences)
    norm = sp.Sum(k[j, c] ** 2, (c, 1, d_k)) / (2 * premises.variance)
    tilt = chain.define("log priors", prior[j], premises.tilt * norm)
    distance = sp.Sum((q[i, c] - k[j, c]) ** 2, (c, 1, d_k)) / (2 * premises.variance)
    joint = chain.define("log prior and log density", evidence[i, j], prior[j] - distance)
    scores = chain.define("the scores", s[i, j], sp.Sum(q[i, c] * k[j, c], (c, 1, d_k)) / ROOT)
    odds = evidence[i, j] - evidence[i, r] - (s[i, j] - s[i, r])
    rest = chain.define("log odds of both", gap, odds)
    for step in (joint, tilt, scores):
        rest = chain.apply("put a definition in", insert, rest, step)
    return chain.close(chain.apply("gather the sums", gather, rest))


def one_norm_gap(premises: OneNorm = ONE_NORM) -> Derivation:
    r"""Log odds under equal priors minus $s_{ij} - s_{ir}$ where all keys have one norm: zero.

    >>> one_norm_gap().formula
    0
    """
    title = "Weights as responsibilities, keys of one norm"
    chain = Chain(name="one_norm_gap", title=title, premises=premises.sentences)
    direction = t[j, c] / sp.sqrt(sp.Sum(t[j, o] ** 2, (o, 1, d_k))) ** premises.power
    keys = chain.define("the keys", k[j, c], sp.Symbol("R") * direction)
    distance = sp.Sum((q[i, c] - k[j, c]) ** 2, (c, 1, d_k)) / (2 * ROOT)
    joint = chain.define("log density, the prior being equal", evidence[i, j], -distance)
    scores = chain.define("the scores", s[i, j], sp.Sum(q[i, c] * k[j, c], (c, 1, d_k)) / ROOT)
    odds = evidence[i, j] - evidence[i, r] - (s[i, j] - s[i, r])
    rest = chain.define("log odds of both", gap, odds)
    for step in (joint, scores, keys):
        rest = chain.apply("put a definition in", insert, rest, step)
    return chain.close(chain.apply("gather the sums", gather, rest))
