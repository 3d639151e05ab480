r"""The chain as a logit (S6): affine in the last symbol, and which slope.

The bigram has the logit $\log(p/(1-p)) + s x_n$. With tied weights, no attention and no feed-forward part
the slope is $\langle e, e \rangle \ge 0$.
"""

from __future__ import annotations

from ..derivation import Derivation, proved
from ..kernel import apply
from ..node import Term, add
from ..prove import suppose
from ..tactics.rewriting import tidied
from ..terms import define, exp, log
from ..terms import entropy_rate as mean_entropy
from .chain import CHAIN, MarkovChain, evaluated


def bigram_slope(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$s = \log \frac{(1-p)(1-q)}{pq}$, the log odds of a one after a one less those after a zero (S6).

    >>> bigram_slope().formula
    -log(p) - log(q) + log(1 - p) + log(1 - q)
    """
    zero, one = log_odds(premises)
    slope = apply("written_out", term=define("s", one - zero))
    found = tidied(slope, *map(suppose, premises.where))
    return proved("bigram_slope", "Slope of the bigram's logit", found)


def slope_sign(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$(1-p)(1-q) - pq = \lambda$: the slope has the sign of $\lambda$ (S6).

    >>> slope_sign().formula
    -p - q + 1
    """
    (stay_0, leave_0), (leave_1, stay_1) = premises.rows
    above = apply("written_out", term=define("D", stay_0 * stay_1 - leave_0 * leave_1))
    return proved("slope_sign", "What decides the slope's sign", tidied(above))


def bigram_loss_gap(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$L - R = 0$ for a logit of the bigram's bias and slope (S6).

    >>> bigram_loss_gap().formula
    0
    """
    gap = define("D", cross_entropy(premises, log_odds(premises)) - mean_entropy(premises.transition))
    return proved("bigram_loss_gap", "Loss of the bigram", evaluated(gap, premises))


def cross_entropy(premises: MarkovChain, logits: tuple[Term, Term]) -> Term:
    """-E[x log f + (1 - x) log(1 - f)] over a symbol and the next, for the logits after zero and one."""
    return add(
        *(
            premises.shares[i] * premises.rows[i][j] * log(1 + exp((1 - 2 * j) * logits[i]))
            for i, j in ((0, 0), (0, 1), (1, 0), (1, 1))
        )
    )


def log_odds(premises: MarkovChain) -> tuple[Term, Term]:
    """The log odds of a one after a zero and after a one."""
    zero, one = premises.rows
    return log(zero[1] / zero[0]), log(one[1] / one[0])
