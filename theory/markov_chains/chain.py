r"""The binary chain (S1): stationary law, entropies, covariances, and what one symbol tells of the next.

$P(0 \to 1) = p$, $P(1 \to 0) = q$, $\lambda = 1 - p - q$; entropies in nats. The chain is started from its
stationary law $\pi$. With $\pi_1$ fixed, $p = \pi_1 (1 - \lambda)$ and $q = \pi_0 (1 - \lambda)$.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import sympy as sp

from ..derivation import Chain, Derivation, Step
from ..notation import m as lag
from ..notation import n as size
from ..notation import symbol
from ..rules.equals import put_in
from ..rules.recurrences import linear_recurrence
from ..rules.slopes import expansion_coefficient, gather_logarithms, insert, reduce_fraction
from ..rules.solving import root_symbol, solve
from ..rules.totals import equate

p: Final = symbol("p")
q: Final = symbol("q")
pi_1: Final = symbol("pi_1")
lam: Final = sp.Symbol("lambda", real=True)
STATIONARY_ONE: Final = root_symbol(pi_1)
"""The share of ones at which nothing flows between the two states."""
_HELD: Final = sp.Symbol("u", positive=True)
_FLOW: Final = sp.Symbol("F", real=True)
_AFTER_ONE: Final = sp.Function("u")
_m: Final = sp.Symbol("m", integer=True, nonnegative=True)


@dataclass(frozen=True, kw_only=True)
class MarkovChain:
    """The probabilities of a one after a zero and of a zero after a one."""

    up: sp.Expr = p
    down: sp.Expr = q

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"a one follows a zero with probability ${sp.latex(self.up)}$",
            rf"a zero follows a one with probability ${sp.latex(self.down)}$",
            "the chain starts from its stationary law",
        )

    @property
    def rows(self) -> tuple[tuple[sp.Expr, sp.Expr], tuple[sp.Expr, sp.Expr]]:
        """The transition matrix P."""
        return ((1 - self.up, self.up), (self.down, 1 - self.down))


@dataclass(frozen=True, kw_only=True)
class Opposites:
    """The share of ones of two chains, and the eigenvalue of one; the other's is its negative."""

    one: sp.Expr = pi_1
    eigenvalue: sp.Expr = 1 / size

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        return (
            rf"both chains have the share of ones ${sp.latex(self.one)}$",
            rf"their eigenvalues are $\pm {sp.latex(self.eigenvalue)}$",
        )

    def information(self, sign: int) -> sp.Expr:
        """What a symbol of the chain with plus or minus the eigenvalue tells of the next."""
        left = 1 - sign * self.eigenvalue
        return _information(MarkovChain(up=self.one * left, down=(1 - self.one) * left), self.one)


CHAIN: Final = MarkovChain()
UNCOUPLED: Final = MarkovChain(down=1 - p)
"""The next symbol does not depend on the last."""
OPPOSITES: Final = Opposites()
BALANCED: Final = Opposites(one=sp.S.Half)


def stationary_step(chain: Chain, premises: MarkovChain = CHAIN) -> Step:
    """The step that says what pi_1 is; for chains that build on it with `put_in`."""
    flow = chain.define(
        "what flows to one, less what flows back", _FLOW, (1 - pi_1) * premises.up - pi_1 * premises.down
    )
    return chain.apply("at rest nothing flows", solve, flow, variable=pi_1, level=sp.Integer(0))


def joint(premises: MarkovChain, one: sp.Expr = STATIONARY_ONE) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """P(x_n = i, x_n+1 = j), by the share of ones."""
    shares = (1 - one, one)
    return tuple(
        tuple(share * part for part in row) for share, row in zip(shares, premises.rows, strict=True)
    )


def stationary_one(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$\pi_1 = p/(p+q)$ (S1).

    >>> stationary_one().formula
    p/(p + q)
    """
    chain = Chain(name="stationary_one", title="Share of ones", premises=premises.sentences)
    return chain.close(chain.apply("over one denominator", reduce_fraction, stationary_step(chain, premises)))


def marginal_entropy(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$H(\pi) = -\pi_0 \log \pi_0 - \pi_1 \log \pi_1$ (S1)."""
    chain = Chain(name="marginal_entropy", title="Entropy of one symbol", premises=premises.sentences)
    share = stationary_step(chain, premises)
    total = chain.define(
        "entropy of one symbol", sp.Symbol("H"), _entropy((1 - STATIONARY_ONE, STATIONARY_ONE))
    )
    return chain.close(_gathered(chain, total, share))


def entropy_rate(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$R = \pi_0 h(p) + \pi_1 h(q)$ with $h$ the binary entropy (S1)."""
    chain = Chain(name="entropy_rate", title="Entropy rate", premises=premises.sentences)
    share = stationary_step(chain, premises)
    total = chain.define("mean entropy of a transition", sp.Symbol("R"), _rate(premises, STATIONARY_ONE))
    return chain.close(_gathered(chain, total, share))


def lag_covariance(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$\mathrm{Cov}(x_n, x_{n+m}) = \pi_0 \pi_1 \lambda^m$ (S1).

    >>> lag_covariance().formula
    p*q*(-p - q + 1)**m/(p + q)**2
    """
    chain = Chain(name="lag_covariance", title="Covariance at a lag", premises=premises.sentences)
    share = stationary_step(chain, premises)
    before = _AFTER_ONE(_m)
    step = chain.define(
        "probability of a one, one symbol later",
        _AFTER_ONE(_m + 1),
        sp.expand((1 - before) * premises.up + before * (1 - premises.down)),
    )
    start = chain.define("a one after no symbol", _AFTER_ONE(0), sp.Integer(1))
    after = chain.apply("m symbols after a one", linear_recurrence, step, start, count=lag)
    named = chain.define("probability of a one m symbols after a one", _AFTER_ONE(lag), _HELD)
    known = chain.apply("by its name", equate, named, after)
    total = chain.define(
        "covariance of what is 0 or 1", sp.Symbol("C"), STATIONARY_ONE * (_HELD - STATIONARY_ONE)
    )
    for fact in (known, share):
        total = chain.apply("put in", insert, total, fact)
    return chain.close(chain.apply("over one denominator", reduce_fraction, total))


def information_gap(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$H(\pi) - R - I(x_n; x_{n+1}) = 0$ (S1).

    >>> information_gap().formula
    0
    """
    chain = Chain(
        name="information_gap", title="Loss above the rate, and information", premises=premises.sentences
    )
    share = stationary_step(chain, premises)
    gap = chain.define("what one symbol saves", sp.Symbol("G"), _gap(premises, STATIONARY_ONE))
    told = chain.define("mutual information", sp.Symbol("I"), _information(premises, STATIONARY_ONE))
    total = chain.define("their difference", sp.Symbol("D"), gap.result.lhs - told.result.lhs)
    for fact in (gap, told, share):
        total = chain.apply("put in", insert, total, fact)
    return chain.close(chain.apply("logarithm by logarithm", gather_logarithms, total))


def saved_loss(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$H(\pi) - R$, what the last symbol saves (S1)."""
    return _saved(premises, "saved_loss")


def saved_loss_uncoupled(premises: MarkovChain = UNCOUPLED) -> Derivation:
    r"""$H(\pi) - R = 0$ where $p + q = 1$ (S1).

    >>> saved_loss_uncoupled().formula
    0
    """
    return _saved(premises, "saved_loss_uncoupled")


def information_asymmetry(premises: Opposites = OPPOSITES) -> Derivation:
    r"""$I(-\lambda) - I(\lambda)$ at $\lambda = 1/n$, the share of ones held (S1)."""
    return _asymmetry(premises, "information_asymmetry")


def balanced_asymmetry(premises: Opposites = BALANCED) -> Derivation:
    r"""$I(-\lambda) - I(\lambda) = 0$ for as many ones as zeros (S1).

    >>> balanced_asymmetry().formula
    0
    """
    return _asymmetry(premises, "balanced_asymmetry")


def information_second(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$[\lambda^2] I(x_n; x_{n+1}) = 1/2$ whatever the stationary law (S1).

    >>> information_second().formula
    1/2
    """
    return _coefficient("information_second", premises, 2)


def information_third(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$[\lambda^3] I(x_n; x_{n+1}) = -(\pi_1 - \pi_0)^2 / (6 \pi_0 \pi_1)$ (S1).

    >>> information_third().formula
    (2*pi_1 - 1)**2/(6*pi_1*(pi_1 - 1))
    """
    return _coefficient("information_third", premises, 3)


def _saved(premises: MarkovChain, name: str) -> Derivation:
    chain = Chain(name=name, title="Loss saved by the last symbol", premises=premises.sentences)
    share = stationary_step(chain, premises)
    total = chain.define("what one symbol saves", sp.Symbol("G"), _gap(premises, STATIONARY_ONE))
    return chain.close(_gathered(chain, total, share))


def _asymmetry(premises: Opposites, name: str) -> Derivation:
    title = "Information at opposite eigenvalues"
    chain = Chain(name=name, title=title, premises=premises.sentences)
    signs = (("at minus the eigenvalue", "I_-", -1), ("at the eigenvalue", "I_+", 1))
    told = [chain.define(word, sp.Symbol(letter), premises.information(sign)) for word, letter, sign in signs]
    total = chain.define("their difference", sp.Symbol("D"), told[0].result.lhs - told[1].result.lhs)
    for fact in told:
        total = chain.apply("put in", put_in, total, fact)
    return chain.close(total)


def _coefficient(name: str, premises: MarkovChain, order: int) -> Derivation:
    """A coefficient of the information's expansion in lambda, the stationary law held."""
    title = f"Coefficient {order} of the information in lambda"
    chain = Chain(name=name, title=title, premises=premises.sentences)
    total = chain.define("mutual information", sp.Symbol("I"), _information(premises, pi_1))
    for switch, share in ((p, pi_1), (q, 1 - pi_1)):
        known = chain.define(f"${switch}$ by the eigenvalue", switch, share * (1 - lam))
        total = chain.apply("put in", insert, total, known)
    total = chain.apply("logarithm by logarithm", gather_logarithms, total)
    return chain.close(chain.apply("expand", expansion_coefficient, total, by=lam, order=order))


def _entropy(masses: tuple[sp.Expr, ...]) -> sp.Expr:
    return -sp.Add(*(mass * sp.log(mass) for mass in masses))


def _rate(premises: MarkovChain, one: sp.Expr) -> sp.Expr:
    return sp.Add(*(share * _entropy(row) for share, row in zip((1 - one, one), premises.rows, strict=True)))


def _gap(premises: MarkovChain, one: sp.Expr) -> sp.Expr:
    return _entropy((1 - one, one)) - _rate(premises, one)


def _information(premises: MarkovChain, one: sp.Expr) -> sp.Expr:
    """Sum of p_ij log(p_ij / (p_i p_j)), both margins being the stationary law."""
    shares, masses = (1 - one, one), joint(premises, one)
    return sp.Add(
        *(
            masses[i][j] * sp.log(masses[i][j] / (shares[i] * shares[j]))
            for i, j in ((0, 0), (0, 1), (1, 0), (1, 1))
        )
    )


def _gathered(chain: Chain, total: Step, share: Step) -> Step:
    return chain.apply(
        "logarithm by logarithm", gather_logarithms, chain.apply("put in", insert, total, share)
    )
