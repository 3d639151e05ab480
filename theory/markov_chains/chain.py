r"""The binary chain (S1): stationary law, entropies, covariances, and what one symbol tells of the next.

$P(0 \to 1) = p$, $P(1 \to 0) = q$, $\lambda = 1 - p - q$; entropies in nats. The chain is started from its
stationary law $\pi$. With $\pi_1$ fixed, $p = \pi_1 (1 - \lambda)$ and $q = \pi_0 (1 - \lambda)$. Entries are
numbered from one: `law[1]` is $\pi_0$, `law[2]` is $\pi_1$. The information is
$I = \sum_{ij} \pi_i P_{ij} (\log P_{ij} - \log \pi_j)$, the log of the joint probability over the product.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Parameter, Size, fixed
from ..node import Term, add, as_term, is_number, number, power
from ..prove import derive, prove, suppose
from ..substitution import replaced
from ..tactics import chains, flow, gradients
from ..tactics.rewriting import collected, converted, factored, replaced_within, right, then, tidied
from ..tactics.steps import calculation, equals, worked_out
from ..terms import define, gradient, iterate, log, matrix, stationary, vector
from ..terms import entropy_rate as mean_entropy

p, q, pi_1, lam = map(Parameter, ("p", "q", "pi_1", "lambda"))
n, m = Size("n", minimum=2), Size("m")
_state: Final = fixed("x", 2)
Rows = tuple[tuple[Term, Term], tuple[Term, Term]]


@dataclass(frozen=True, kw_only=True)
class MarkovChain:
    """The probabilities of a one after a zero and of a zero after a one."""

    up: Term = p
    down: Term = q

    @property
    def rows(self) -> Rows:
        """The transition matrix P, row by row."""
        return ((1 - self.up, self.up), (self.down, 1 - self.down))

    @property
    def transition(self) -> Term:
        """The transition matrix P."""
        return matrix(*self.rows)

    @property
    def law(self) -> Term:
        """The stationary law."""
        return stationary(self.transition)

    @property
    def shares(self) -> tuple[Term, Term]:
        """The shares of zeros and ones."""
        return self.law[1], self.law[2]

    @property
    def where(self) -> tuple[Term, ...]:
        """Every transition has a positive probability."""
        return probabilities(self.up, self.down)


@dataclass(frozen=True, kw_only=True)
class Opposites:
    """The share of ones of two chains, and the eigenvalue of one; the other's is its negative."""

    one: Term | Fraction = pi_1
    eigenvalue: Term = 1 / n

    def chain(self, sign: int) -> MarkovChain:
        """The chain with plus or minus the eigenvalue."""
        one, rest = as_term(self.one), 1 - sign * self.eigenvalue
        return MarkovChain(up=one * rest, down=(1 - one) * rest)


CHAIN: Final = MarkovChain()
UNCOUPLED: Final = MarkovChain(down=1 - p)
"""The next symbol does not depend on the last."""
OPPOSITES: Final = Opposites()
BALANCED: Final = Opposites(one=Fraction(1, 2))
HELD: Final = MarkovChain(up=pi_1 * (1 - lam), down=(1 - pi_1) * (1 - lam))
"""The chain by its share of ones and its eigenvalue."""


def stationary_one(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$\pi_1 = p/(p+q)$ (S1).

    >>> stationary_one().formula
    p/(p + q)
    """
    return proved("stationary_one", "Share of ones", share_of_ones(premises))


def marginal_entropy(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$H(\pi) = -\pi_0 \log \pi_0 - \pi_1 \log \pi_1$ (S1)."""
    total = define("H", entropy(premises.shares))
    return proved("marginal_entropy", "Entropy of one symbol", evaluated(total, premises))


def entropy_rate(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$R = \pi_0 h(p) + \pi_1 h(q)$ with $h$ the binary entropy (S1)."""
    total = define("R", mean_entropy(premises.transition))
    return proved("entropy_rate", "Entropy rate", evaluated(total, premises))


def lag_covariance(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$\mathrm{Cov}(x_n, x_{n+m}) = \pi_0 \pi_1 \lambda^m$ (S1).

    Given a one, the law m symbols later is $(0, 1) P^m$.

    >>> lag_covariance().formula
    p*q*(-p - q + 1)**m/(p + q)**2
    """
    share = share_of_ones(premises)
    one, kept = right(share), power(collected(1 - premises.up - premises.down), m)
    later = vector((1 - one) * (1 - kept), one + (1 - one) * kept)
    after = iterate(_state @ premises.transition, _state, vector(0, 1), m)
    known = prove(after == later, by=flow, where=premises.where)
    covariance = define("C_m", premises.law[2] * (after[2] - premises.law[2]))
    value = factored(one * (1 - one)) * kept
    found = calculation(covariance, equals(value, known, share, *_facts(premises)))
    return proved("lag_covariance", "Covariance at a lag", found)


def information_gap(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$H(\pi) - R - I(x_n; x_{n+1}) = 0$ (S1).

    >>> information_gap().formula
    0
    """
    told = information(premises.shares, premises.rows)
    gap = define("D", entropy(premises.shares) - mean_entropy(premises.transition) - told)
    return proved("information_gap", "Loss above the rate, and information", evaluated(gap, premises))


def saved_loss(premises: MarkovChain = CHAIN) -> Derivation:
    r"""$H(\pi) - R$, what the last symbol saves (S1)."""
    return proved("saved_loss", "Loss saved by the last symbol", _saved(premises))


def saved_loss_uncoupled(premises: MarkovChain = UNCOUPLED) -> Derivation:
    r"""$H(\pi) - R = 0$ where $p + q = 1$ (S1).

    >>> saved_loss_uncoupled().formula
    0
    """
    return proved("saved_loss_uncoupled", "Loss saved by the last symbol", _saved(premises))


def information_asymmetry(premises: Opposites = OPPOSITES) -> Derivation:
    r"""$I(-\lambda) - I(\lambda)$ at $\lambda = 1/n$, the share of ones held (S1)."""
    return _asymmetry("information_asymmetry", premises)


def balanced_asymmetry(premises: Opposites = BALANCED) -> Derivation:
    r"""$I(-\lambda) - I(\lambda) = 0$ for as many ones as zeros (S1).

    >>> balanced_asymmetry().formula
    0
    """
    return _asymmetry("balanced_asymmetry", premises)


def information_second(premises: MarkovChain = HELD) -> Derivation:
    r"""$[\lambda^2] I(x_n; x_{n+1}) = 1/2$ whatever the stationary law (S1).

    >>> information_second().formula
    1/2
    """
    return _coefficient("information_second", premises, 2)


def information_third(premises: MarkovChain = HELD) -> Derivation:
    r"""$[\lambda^3] I(x_n; x_{n+1}) = -(\pi_1 - \pi_0)^2 / (6 \pi_0 \pi_1)$ (S1).

    >>> information_third().formula
    (2*pi_1 - 1)**2/(6*pi_1*(pi_1 - 1))
    """
    return _coefficient("information_third", premises, 3)


def share_of_ones(premises: MarkovChain) -> Theorem:
    """pi_1 by the transition probabilities."""
    return derive(premises.law[2], by=chains, where=premises.where)


def later(premises: MarkovChain, steps: Term) -> Theorem:
    """P^k = 1 pi^T + lambda^k (1 - 1 pi^T), by induction over the steps."""
    facts, law = _facts(premises), derive(premises.law, by=chains, where=premises.where)
    pi, kept = right(law).args, power(collected(1 - premises.up - premises.down), steps)
    form = matrix(*([pi[j] + kept * (int(i == j) - pi[j]) for j in (0, 1)] for i in (0, 1)))
    of_steps = Term("matrix_power", (premises.transition, steps))
    statement = Term("eq", (of_steps, form))

    def shown(at: Term, *known: Theorem) -> Theorem:
        whole, value = (replaced(side, steps, at) for side in statement.args)
        before = whole if at is number(1) else premises.transition @ of_steps
        found = apply("componentwise", left=whole, right=before)
        found = replaced_within(found, known)
        return then(found, apply("componentwise", *facts, left=right(found), right=value))

    last = suppose(statement, "it holds one step before")
    return apply("induction", shown(number(1)), shown(steps + 1, last), symbol=steps, statement=statement)


def probabilities(*chances: Term) -> tuple[Term, ...]:
    """Each lies between 0 and 1; what says the same is said once."""
    found: dict[Term, Term] = {}
    for x in chances:
        found.setdefault(collected(x), x > 0)
        found.setdefault(collected(1 - x), x < 1)
    return tuple(found.values())


def entropy(masses: Iterable[Term]) -> Term:
    """-sum m log m."""
    return -add(*(mass * log(mass) for mass in masses))


def information(shares: tuple[Term, Term], rows: Rows) -> Term:
    """What a symbol tells of the next, both having these shares."""
    return add(
        *(
            shares[i] * rows[i][j] * (log(rows[i][j]) - log(shares[j]))
            for i, j in ((0, 0), (0, 1), (1, 0), (1, 1))
        )
    )


def evaluated(total: Term, premises: MarkovChain) -> Theorem:
    """The definition's value by the transition probabilities, logarithm by logarithm."""
    return tidied(calculation(total, worked_out(chains, *_facts(premises))), *_facts(premises))


def _facts(premises: MarkovChain) -> tuple[Theorem, ...]:
    return tuple(map(suppose, premises.where))


def _asymmetry(name: str, premises: Opposites) -> Derivation:
    """The difference by the ratios of probabilities, or the number that it is."""
    shares = (1 - as_term(premises.one), as_term(premises.one))
    minus, plus = map(premises.chain, (-1, 1))
    difference = information(shares, minus.rows) - information(shares, plus.rows)
    where = dict.fromkeys((*MarkovChain(up=shares[1], down=shares[1]).where, *minus.where, *plus.where))
    facts = tuple(map(suppose, where))
    found = tidied(apply("written_out", term=define("D", difference)), *facts)
    if not is_number(right(found)):
        by_ratios = _by_ratios(shares, minus.rows) - _by_ratios(shares, plus.rows)
        found = converted(found, lambda own: apply("ring", *facts, left=own, right=by_ratios))
    return proved(name, "Information at opposite eigenvalues", found)


def _by_ratios(shares: tuple[Term, Term], rows: Rows) -> Term:
    """The information, each logarithm that of P_ij / pi_j."""
    pairs = ((0, 0), (0, 1), (1, 0), (1, 1))
    return add(*(shares[i] * rows[i][j] * log(rows[i][j] / shares[j]) for i, j in pairs))


def _saved(premises: MarkovChain) -> Theorem:
    gap = define("G", entropy(premises.shares) - mean_entropy(premises.transition))
    return evaluated(gap, premises)


def _coefficient(name: str, premises: MarkovChain, order: int) -> Derivation:
    """A coefficient of the information's Taylor series in lambda at zero, the stationary law held."""
    slope = information((1 - pi_1, pi_1), premises.rows)
    for _ in range(order):
        slope = gradient(slope, lam)
    coefficient = define("c", replaced(slope, lam, number(0)) / factorial(order))
    facts = tuple(map(suppose, (pi_1 > 0, pi_1 < 1)))
    found = calculation(coefficient, worked_out(gradients, *facts), worked_out(*facts))
    return proved(name, f"Coefficient {order} of the information in lambda", found)
