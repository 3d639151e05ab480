r"""The chain as a logit (S6): affine in the last symbol, and which slope.

The bigram has the logit $\log(p/(1-p)) + s x_n$. With tied weights, no attention and no feed-forward part
the slope is $\langle e, e \rangle \ge 0$.
"""

from __future__ import annotations

from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation
from ..rules.slopes import gather_logarithms, insert, reduce_fraction
from .chain import CHAIN, STATIONARY_ONE, MarkovChain, _rate, joint, stationary_step

_SLOPE: Final = sp.Symbol("s", real=True)
_LOSS: Final = sp.Symbol("L", real=True)


def bigram_slope(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$s = \log \frac{(1-p)(1-q)}{pq}$, the log odds of a one after a one less those after a zero (S6).

    >>> bigram_slope().formula
    -log(p) - log(q) + log(1 - p) + log(1 - q)
    """
    chain = Chain(name="bigram_slope", title="Slope of the bigram's logit", premises=premises.sentences)
    total = chain.define("difference of log odds", _SLOPE, _odds(premises)[1] - _odds(premises)[0])
    return chain.close(chain.apply("logarithm by logarithm", gather_logarithms, total))


def slope_sign(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$(1-p)(1-q) - pq = \lambda$: the slope has the sign of $\lambda$ (S6).

    >>> slope_sign().formula
    -p - q + 1
    """
    chain = Chain(name="slope_sign", title="What decides the slope's sign", premises=premises.sentences)
    (stay_0, leave_0), (leave_1, stay_1) = premises.rows
    total = chain.define("above less below the line", sp.Symbol("D"), stay_0 * stay_1 - leave_0 * leave_1)
    return chain.close(chain.apply("multiply out", reduce_fraction, total))


def bigram_loss_gap(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$L - R = 0$ for a logit of the bigram's bias and slope (S6).

    >>> bigram_loss_gap().formula
    0
    """
    chain = Chain(name="bigram_loss_gap", title="Loss of the bigram", premises=premises.sentences)
    share = stationary_step(chain, premises)
    logits = [
        chain.define(f"logit after {k}", sp.Symbol(f"t_{k}", real=True), odds)
        for k, odds in enumerate(_odds(premises))
    ]
    masses = joint(premises)
    total = sp.Add(
        *(
            masses[i][j] * sp.log(1 + sp.exp((1 - 2 * j) * logits[i].result.lhs))
            for i, j in ((0, 0), (0, 1), (1, 0), (1, 1))
        )
    )
    loss = chain.define("cross-entropy of the next symbol", _LOSS, total)
    rate = chain.define("entropy rate", sp.Symbol("R", real=True), _rate(premises, STATIONARY_ONE))
    gap = chain.define("their difference", sp.Symbol("D"), loss.result.lhs - rate.result.lhs)
    for fact in (loss, rate, *logits, share):
        gap = chain.apply("put in", insert, gap, fact)
    return chain.close(chain.apply("logarithm by logarithm", gather_logarithms, gap))


def _odds(premises: MarkovChain) -> tuple[sp.Expr, ...]:
    """The log odds of a one after a zero and after a one."""
    return tuple(sp.log(row[1] / row[0]) for row in premises.rows)
