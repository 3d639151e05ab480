r"""Gradients of the cross-entropy loss (S9): Eqs. (17) and (21), and the power of what (19) drops.

$\ell = -s_y + \log \sum_z e^{s_z}$ with the logits $s = U W e$ (Eq. 16), or $U W e / |W e|$ under a layer
norm; M answers and d dimensions are symbols, $\varepsilon$ is the mean of the competitors' unembeddings under
the predictions p. A gap is the derivative by $W_{i j}$ minus the printed expression.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Sphere
from ..model import Index, Model, Size, fixed, iid
from ..node import Term, Value, as_term, is_number, number, power
from ..prove import derive, prove, suppose
from ..tactics import algebra, gradients, moments, named, same
from ..tactics.rewriting import converted, itself, left, replaced_within, right
from ..terms import E, Sum, Var, define, gradient, log_sum_exp, norm2, ones, softmax, sqrt, unit

M, d = Size("M", minimum=2), Size("d")
y, z = Index("y", M), Index("z", M)
i, j, a = (Index(name, d) for name in "ija")
_u, _W, _e = fixed("u", M, d), fixed("W", d, d), fixed("e", d)
hidden: Final = _W @ _e
zero, one = number(0), number(1)
_SPHERE: Final = Sphere(d)


@dataclass(frozen=True, kw_only=True)
class Logits:
    """The factor on logits, the power of |W e| they are divided by, and whether competitors leave it out."""

    scale: Value = one
    power: Value = 0
    without_own: bool = True

    @property
    def logits(self) -> Term:
        """S, in the embedding that is asked for."""
        plain = self.scale * (_u @ hidden)
        root = power(norm2(hidden), -as_term(self.power) / 2)
        return plain if is_number(as_term(self.power), 0) else root * plain

    @property
    def chances(self) -> Term:
        """P, the model's predictions."""
        return softmax(self.logits)

    @property
    def gradient(self) -> Term:
        """The derivative of the loss by an entry of W."""
        return gradient(log_sum_exp(self.logits) - self.logits[y], _W)[i, j]

    def competitors(self, entry: Term) -> Term:
        """An entry of epsilon."""
        share = self.chances[z] / (1 - self.chances[y]) * _u[z, entry]
        return Sum(z != y, share) if self.without_own else Sum(z, share)

    def printed(self, entry: Term) -> Term:
        """An entry of Eq. (17), over e_j."""
        return -(1 - self.chances[y]) * (_u[y, entry] - self.competitors(entry))

    @property
    def others(self) -> Theorem:
        """The right answer is not certain."""
        return suppose(self.chances[y] != 1, "the other answers have a chance")


@dataclass(frozen=True, kw_only=True)
class Competitors:
    """The law of the unembeddings, and the score that all answers share at the start."""

    law: Term = _SPHERE
    score: Value = zero

    def mean(self, statistic: Callable[[Term], Term]) -> Theorem:
        """A statistic of |eps|^2, once the predictions are known to be alike."""
        p, u = softmax(self.score * ones(M)), Model(u=iid(self.law, M)).u
        share = prove(p[z] / (1 - p[y]) == 1 / (M - 1), by=algebra)
        each = left(share) * u[z]
        total = Sum(z != y, each)
        known = apply("under", apply("within", share, term=each), binder=total, index=z)
        found = replaced_within(itself(statistic(norm2(total))), [known])
        return converted(found, lambda own: derive(own, by=moments))


COMPETITORS: Final = Competitors()
PLAIN: Final = Logits()
LAYER_NORM: Final = Logits(power=1)
_NONZERO: Final = suppose(norm2(hidden) > 0, "W e is not zero")


def gradient_gap(premises: Logits = PLAIN) -> Derivation:
    r"""$\partial \ell / \partial W_{i j}$ minus $-(1 - p_y)(u_y - \varepsilon)_i e_j$: zero (Eq. 17).

    >>> gradient_gap().formula
    0
    """
    gap = define("g", premises.gradient - premises.printed(i) * _e[j], i, j, y)
    return proved("gradient_gap", "Gradient of the loss", prove(gap == 0, by=[gradients, premises.others]))


def layer_norm_gap(premises: Logits = LAYER_NORM) -> Derivation:
    r"""The gradient under a layer norm minus the projected one of Eq. (21): zero.

    >>> layer_norm_gap().formula
    0
    """
    over, slope = 1 / sqrt(norm2(hidden)), _u.T @ (premises.chances - unit(y))

    def projected(entry: Term, radial: Term) -> Term:
        return (over * entry - over / norm2(hidden) * hidden[i] * radial) * _e[j]

    printed = define("G", premises.printed(a), a, y)
    known = prove(printed == slope[a], by=[gradients, premises.others])
    radial = Sum(a, hidden[a] * printed)
    along = apply("under", known, binder=radial, index=a)
    own = apply("instance", known, symbol=a, value=i)
    taken = prove(premises.gradient == projected(slope[i], right(along)), by=[gradients, _NONZERO])
    gap = premises.gradient - projected(left(own), radial)
    found = converted(named("g", gap, taken, own, along, at=(i, j, y)), lambda rest: same(rest, zero, ()))
    return proved("layer_norm_gap", "Gradient under a layer norm", found)


def layer_norm_radial(premises: Logits = LAYER_NORM) -> Derivation:
    r"""$\sum_i (W e)_i\, \partial \ell / \partial W_{i j} = 0$ under a layer norm: no step along $W e$.

    >>> layer_norm_radial().formula
    0
    """
    radial = define("g", Sum(i, hidden[i] * premises.gradient), j, y)
    found = prove(radial == 0, by=[gradients, _NONZERO])
    return proved("layer_norm_radial", "Radial part of the gradient", found)


def neglected_power(premises: Competitors = COMPETITORS) -> Derivation:
    r"""$\mathbb{E} |\varepsilon|^2 = 1/(M-1)$ at W = 0 for unembeddings uniform on the sphere (below Eq. 18).

    >>> neglected_power().formula
    1/(M - 1)
    """
    return proved("neglected_power", "Power of the neglected term", premises.mean(E), M)


def neglected_power_variance(premises: Competitors = COMPETITORS) -> Derivation:
    r"""$\mathrm{Var} |\varepsilon|^2 = \frac{2 (M-2)}{d (M-1)^3}$ at W = 0 (below Eq. 18)."""
    title = "Variance of the power of the neglected term"
    return proved("neglected_power_variance", title, premises.mean(Var), M, d)
