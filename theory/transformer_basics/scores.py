r"""Scores of random queries and keys (S1, S2): variance, the power that makes it one, nearness to a normal.

$s = d_k^{-a} \sum_i q_i k_i$ over independent coordinates of one law.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Normal, Rademacher, WithMoments
from ..model import Index, Model, Parameter, Size, iid
from ..node import Term, Value, number, power
from ..prove import derive, prove, suppose
from ..tactics import bound, moments
from ..tactics.rewriting import left, right
from ..tactics.solving import isolated
from ..terms import E, Sum, Var, define, sqrt

d_k: Final = Size("d_k")
a, mu, kappa = map(Parameter, ("a", "mu", "kappa"))

UNIT: Final = WithMoments(0, 1)
"""Mean 0 and variance 1, otherwise any law."""
NORMAL: Final = Normal()
SIGNS: Final = Rademacher()
KURTIC: Final = WithMoments(0, 1, 0, kappa)
SHIFTED: Final = WithMoments(mu, 1 + mu**2)
"""Mean mu and variance 1."""
zero, half, one = number(0), number(1) / 2, number(1)


@dataclass(frozen=True, kw_only=True)
class Score:
    """The law of the coordinates, the power of $d_k$ that divides, and whether the key is the query."""

    coordinate: Term = UNIT
    power: Value = zero
    aligned: bool = False

    @property
    def score(self) -> Term:
        """Their inner product, divided."""
        i = Index("i", d_k)
        q, k = Model(q=iid(self.coordinate, d_k), k=iid(self.coordinate, d_k))
        product = Sum(i, q[i] * (q if self.aligned else k)[i])
        return define("s", product if self.power is zero else product / power(d_k, self.power))


PLAIN: Final = Score()
SCALED: Final = Score(power=a)
LOPSIDED: Final = Score(coordinate=SHIFTED)
OF_NORMALS: Final = Score(coordinate=NORMAL)
OF_SIGNS: Final = Score(coordinate=SIGNS)
CENTRED: Final = Score(coordinate=KURTIC)
BY_ROOT: Final = Score(power=half)
ROOT: Final = Score(power=half, coordinate=NORMAL, aligned=True)
FULL: Final = Score(power=one, coordinate=NORMAL, aligned=True)


def score_variance(premises: Score = PLAIN) -> Derivation:
    r"""$\mathrm{Var} \langle q, k \rangle = d_k$ for coordinates of mean 0 and variance 1 (S1).

    >>> score_variance().formula
    d_k
    """
    return proved("score_variance", "Variance of a score", _variance(premises), d_k)


def score_deviation(premises: Score = PLAIN) -> Derivation:
    r"""The standard deviation $\sqrt{d_k}$ of a score (S1).

    >>> score_deviation().formula
    sqrt(d_k)
    """
    found = derive(sqrt(Var(premises.score)), by=moments)
    return proved("score_deviation", "Deviation of a score", found, d_k)


def shifted_score_variance(premises: Score = LOPSIDED) -> Derivation:
    r"""$\mathrm{Var} \langle q, k \rangle = d_k (1 + 2 \mu^2)$ for coordinates of mean mu, variance 1 (S1).

    >>> shifted_score_variance().formula
    d_k*(2*mu**2 + 1)
    """
    title = "Variance of a score where coordinates have a mean"
    return proved("shifted_score_variance", title, _variance(premises))


def scaled_variance(premises: Score = SCALED) -> Derivation:
    r"""$\mathrm{Var}(\langle q, k \rangle / d_k^a) = d_k^{1 - 2a}$ (S2).

    >>> scaled_variance().formula
    d_k**(1 - 2*a)
    """
    return proved("scaled_variance", "Variance of a scaled score", _variance(premises))


def root_variance(premises: Score = BY_ROOT) -> Derivation:
    r"""$\mathrm{Var}(\langle q, k \rangle / \sqrt{d_k}) = 1$ in every dimension (S2).

    >>> root_variance().formula
    1
    """
    return proved("root_variance", "Variance of a scaled score", _variance(premises))


def neutral_power(premises: Score = SCALED) -> Derivation:
    r"""The one power a with $\mathrm{Var}(\langle q, k \rangle / d_k^a) = 1$: 1/2 in each dimension (S2).

    >>> neutral_power().formula
    1/2
    """
    title, several = "The power that takes the dimension out", suppose(d_k > 1)
    found = _variance(premises)
    level = apply("rewrite", found, suppose(left(found) == 1, "the dimension is taken out"))
    logarithm = apply("monotone", several, function="log", exponent=one)
    return proved("neutral_power", title, isolated(level, a, several, logarithm))


def normal_score_excess(premises: Score = OF_NORMALS) -> Derivation:
    r"""Excess kurtosis $6/d_k$ of a score of normal coordinates (S1).

    >>> normal_score_excess().formula
    6/d_k
    """
    return proved("normal_score_excess", "Excess kurtosis of a score", _excess(premises))


def normal_excess_order(premises: Score = OF_NORMALS) -> Derivation:
    r"""The same with its order $1/d_k$, told by a positive coefficient (S1).

    >>> dict(normal_excess_order().exponents)
    {'d_k': Fraction(-1, 1)}
    """
    found = _excess(premises)
    prove(right(found) > 0, by=bound)
    return proved("normal_excess_order", "Excess kurtosis of a score", found, d_k)


def sign_score_excess(premises: Score = OF_SIGNS) -> Derivation:
    r"""Excess kurtosis $-2/d_k$ of a score of fair signs (S1).

    >>> sign_score_excess().formula
    -2/d_k
    """
    return proved("sign_score_excess", "Excess kurtosis of a score", _excess(premises))


def score_excess(premises: Score = CENTRED) -> Derivation:
    r"""Excess kurtosis $(\kappa^2 - 3)/d_k$ of a score, $\kappa$ the fourth moment of a coordinate (S1).

    >>> score_excess().formula
    (kappa**2 - 3)/d_k
    """
    found = _excess(premises, kappa >= 1)
    return proved("score_excess", "Excess kurtosis of a score", found)


def aligned_score_mean(premises: Score = ROOT) -> Derivation:
    r"""$\mathbb{E} |q|^2 / \sqrt{d_k} = \sqrt{d_k}$: a key that is the query stands out by the root (S2).

    >>> aligned_score_mean().formula
    sqrt(d_k)
    """
    return _aligned_mean(premises, "aligned_score_mean")


def full_score_mean(premises: Score = FULL) -> Derivation:
    r"""$\mathbb{E} |q|^2 / d_k = 1$ in every dimension (S2).

    >>> full_score_mean().formula
    1
    """
    return _aligned_mean(premises, "full_score_mean")


def aligned_score_variance(premises: Score = ROOT) -> Derivation:
    r"""$\mathrm{Var}(|q|^2 / \sqrt{d_k}) = 2$ for normal coordinates, in every dimension (S2).

    >>> aligned_score_variance().formula
    2
    """
    title = "Variance of the score of a key that is the query"
    return proved("aligned_score_variance", title, _variance(premises))


def _aligned_mean(premises: Score, name: str) -> Derivation:
    found = derive(E(premises.score), by=moments)
    return proved(name, "Mean score of a key that is the query", found, d_k)


def _variance(premises: Score) -> Theorem:
    return derive(Var(premises.score), by=moments)


def _excess(premises: Score, *where: Term) -> Theorem:
    """E (s - E s)^4/(Var s)^2 - 3."""
    score = premises.score
    excess = E((score - E(score)) ** 4) / Var(score) ** 2 - 3
    mean = derive(E(score), by=moments, where=where)
    return derive(excess, by=[moments, mean], where=where)
