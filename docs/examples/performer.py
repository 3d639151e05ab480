r"""Positive random features of softmax attention, decided: `theorycheck check performer.py --preset quick`.

$SM(x, y) = e^{\langle x, y \rangle}$ is estimated from $m$ normal projections $\omega$: a feature of $x$ is
$e^{\langle \omega, x \rangle - |x|^2/2}$. All depends on $s = |x + y|$ and $2 r^2 = |x|^2 + |y|^2$; the
projection of $x + y$ is normal of variance $s^2$. Formulas are proved of that; vectors are simulated.
"""

import math

import numpy as np
import torch
from theorycheck import computed, derive, simulator
from theorycheck.paper import Paper, charitable, literal, powers, quantity

SOURCE = "K. Choromanski et al., Rethinking attention with Performers, ICLR 2021, arXiv 2009.14794"
paper = Paper("performer", source=SOURCE)

POSITIVE = "exp(-r^2) sum_j exp(g_j)/m"
HYPERBOLIC = "exp(-r^2) sum_j (exp(g_j) + exp(-g_j))/(2 m)"
PROJECTIONS = ["g[m]: normal(0, s^2)"]


def positive_mean():
    """Lemma 1."""
    return derive(f"E[{POSITIVE}]", laws=PROJECTIONS)


def positive_error():
    """Lemma 2, second line."""
    return derive(f"Var({POSITIVE})", laws=PROJECTIONS)


def hyperbolic_error():
    """Lemma 2, third line."""
    return derive(f"Var({HYPERBOLIC})", laws=PROJECTIONS)


def pair(s, r, d=4):
    """Two vectors of length r whose sum has length s."""
    x, y = torch.zeros(d), torch.zeros(d)
    x[0], x[1] = s / 2, math.sqrt(r**2 - s**2 / 4)
    y[0], y[1] = x[0], -x[1]
    return x, y


def estimate(projections, x, y, kind="positive"):
    """The estimator of SM(x, y): features by Eqs. (5) and (7)."""
    if kind == "trigonometric":
        return (projections @ (x - y)).cos().mean(1) * ((x @ x + y @ y) / 2).exp()
    scores = projections @ (x + y)
    return (scores.exp() if kind == "positive" else scores.cosh()).mean(1) * (-(x @ x + y @ y) / 2).exp()


@simulator
def value(kind, s, r, m, *, n_trials, generator):
    """The estimate."""
    return estimate(torch.randn(n_trials, m, 4, generator=generator), *pair(s, r), kind)


@simulator
def error(kind, s, r, m, *, n_trials, generator):
    """Its squared error."""
    return (value(kind, s, r, m, n_trials=n_trials, generator=generator) - math.exp(s**2 / 2 - r**2)) ** 2


@simulator
def advantage(s, r, m, *, n_trials, generator):
    """How much less the squared error of m hyperbolic features is than that of 2 m positive ones."""
    positive = error("positive", s, r, 2 * m, n_trials=n_trials, generator=generator)
    return positive - error("hyperbolic", s, r, m, n_trials=n_trials, generator=generator)


@computed
def unequal(t):
    """The error of one positive feature for x of length t and y = -x/10, by the trapezoidal rule."""
    w = np.linspace(-60, 60, 24001)
    estimates = np.exp(0.9 * w * t - 1.01 * t**2 / 2)
    squares = (estimates - np.exp(-(t**2) / 10)) ** 2 * np.exp(-(w**2) / 2) / math.sqrt(2 * math.pi)
    return squares.sum() * 0.005, 1e-9 * squares.sum()


@simulator
def kernel_ratio(s, d, *, n_trials, generator):
    r"""$SMREG / SM$: a projection of length $\sqrt{d}$, in a uniform direction."""
    direction = torch.randn(n_trials, d, generator=generator)
    return (math.sqrt(d) * s * direction[:, 0] / direction.norm(dim=1) - s**2 / 2).exp()


@simulator
def gain(s, r, m, d, *, n_trials, generator):
    """How much less the squared error is where projections are orthogonal and have their lengths (2.4)."""
    apart, other = torch.randn(2, n_trials, m, d, generator=generator)
    right = torch.linalg.qr(apart.mT)[0].mT * other.norm(dim=2, keepdim=True)
    first, second = (
        (estimate(one, *pair(s, r, d)) - math.exp(s**2 / 2 - r**2)) ** 2 for one in (apart, right)
    )
    return first - second


SM = "exp(s**2/2 - r**2)"
ERROR = f"exp(s**2)*{SM}**2*(1 - exp(-s**2))/m"
at = {"s": (0.25, 0.5), "r": 0.5, "m": (8, 32)}
mean, squared = quantity(value, "the mean estimate")(**at), quantity(error, "the mean squared error")(**at)
far = squared(s=1, r=(1, 1.5, 2, 2.5), m=2)

S1 = paper.statement("S1 Unbiased", "Positive features are unbiased.", place="Lemma 1, Eq. (7)")
S1.claim("mean.exp", "exp", mean(kind="positive").equals(SM, margin=0.02), literal(derivation=positive_mean))
S1.claim("mean.cosh", "cosh", mean(kind="hyperbolic").equals(SM, margin=0.02))
TEXT = r"$MSE(SM^{trig}) = e^{|x+y|^2} SM^{-2} (1 - e^{-|x-y|^2})^2 / (2m)$."
S2 = paper.statement("S2 Trigonometric", TEXT, place="Lemma 2, Eq. (8)")
printed = squared(kind="trigonometric").equals("exp(2*r**2)*(1 - exp(s**2 - 4*r**2))**2/(2*m)", margin=0.05)
S2.claim("error.trigonometric", "as printed", printed)
TEXT = r"$MSE(SM^+) = e^{|x+y|^2} SM^2 (1 - e^{-|x+y|^2}) / m$."
S3 = paper.statement("S3 Positive", TEXT, place="Lemma 2, Eq. (8)")
printed = squared(kind="positive").equals(ERROR, margin=0.1)
S3.claim("error.positive", "as printed", printed, literal(derivation=positive_error))
TEXT = r"$MSE(SM^{hyp+}) = (1 - e^{-|x+y|^2}) MSE(SM^+) / 2$."
S4 = paper.statement("S4 Hyperbolic", TEXT, place="Lemma 2, Eq. (8)")
printed = squared(kind="hyperbolic").equals(f"(1 - exp(-s**2))/2*{ERROR}", margin=0.1)
S4.claim("error.hyperbolic", "as printed", printed, literal(derivation=hyperbolic_error))

S5 = paper.statement("S5 Large", r"For $SM \to 0$, $MSE(SM^{trig}) \to \infty$.", place="below Eq. (8)")
grows = far(kind="trigonometric").at_least("exp(2*r**2)/5")
S5.claim("large", "|x + y| = 1, at least a fifth of its leading term", grows, literal(own_threshold=True))
TEXT, WHY = (
    r"For $SM \to 0$, $MSE(SM^+) \to 0$.",
    "At y = -x/10 the error of Eq. (8) grows while SM vanishes.",
)
S6 = paper.statement("S6 Small", TEXT, place="below Eq. (8)", why_refuted=WHY)
S6.claim("small", "y = -x/10", quantity(unequal)(t=(1, 2, 3, 4, 5, 6)).tends_to("0", margin=0.05))
falls = far(kind="positive").at_most("4*exp(-2*r**2)")
S6.claim("small.bounded", "|x + y| = 1", falls, charitable(own_threshold=True))
S7 = paper.statement("S7 Gain", r"$SM^{hyp+}_m$ is strictly better than $SM^+_{2m}$.", place="below Eq. (8)")
better = quantity(advantage, "the gain in squared error")(s=(0.5, 0.75, 1), r=0.5, m=(2, 8))
S7.claim("gain.hyperbolic", "the mean squared error", better.exceeds("0"))

TEXT = r"$1 - 2 d^{-1/3} + o(d^{-1/3}) \le SMREG/SM \le 1$, the latter for $d \ge 2$."
S8 = paper.statement("S8 Regularized", TEXT, place="Theorem 1, Eq. (9)")
ratio = quantity(kernel_ratio, "the ratio of the kernels")(s=(1, 2))
S8.claim("ratio.above", "never above the softmax kernel", ratio(d=powers(2, 16)).at_most("1"))
S8.claim("ratio.below", "the bound as printed", ratio(d=powers(16, 64)).at_least("1 - 2/d**(1/3)"))
TEXT = r"Orthogonal features gain at least $\frac{2(m-1)}{m(d+2)} (SM - e^{-r^2})^2$."
S9 = paper.statement("S9 Orthogonal", TEXT, place="Theorem 2, Eq. (10)")
less = quantity(gain, "the gain in squared error")(s=1, r=(0.5, 0.75), m=4, d=(4, 8, 16))
S9.claim("gain.orthogonal", "as printed", less.at_least(f"2*(m - 1)/(m*(d + 2))*({SM} - exp(-r**2))**2"))

TEXT = r"$m = \Theta(d \delta^{-2} \log(4 d^{3/4} R / \delta))$ projections suffice."
paper.statement("S10 Uniform", TEXT, place="Theorem 4", not_covered="The constant is not given.")
