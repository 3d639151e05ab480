"""How often any rule could decide the hard rows: each row beside the truth of the other answer nearest to it.

Two truths whose means differ by delta standard errors in all are told apart no better than two normal means:
a rule that is wrong about the one in at most 1 % of runs is right about the other in at most
Phi(delta - z), z being the 99 % quantile (Neyman and Pearson). Where that is below the share that should be
decided, more runs or a better rule decide no more: the table does not hold the answer.

Of a law the constant is free, so the nearest truth has the one that fits best. Standard errors are those
that the values have, whatever is stated of them; of values of trials, those of their means.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special
from theorycheck import law
from theorycheck.claim import Relation

from .budgets import relative_error
from .row import Noise, Row
from .samples import BEFORE, FACTOR_SPREAD, HEAVY_LOG_SPREAD, HEAVY_TAIL, LOG_SPREAD, SPREAD, TAIL

WRONG: Final = 0.01
"""Of all runs, what a rule may be wrong in."""
SHOULD: Final = 0.8
"""What should be decided, where it can be."""


class Nearest(NamedTuple):
    """A truth with the other answer: its formula, and a factor of one of its points."""

    truth: str
    spike: tuple[int, float] | None = None


NEAREST: Final = {
    "hard.small.root": Nearest("eta**(11/20)*(1 + 29/50*eta)"),
    "hard.small.limit, slow": Nearest("992/10000 + 83/100*d**(-211/500)"),
    "hard.small.limit not 0": Nearest("1325/10000*d**(-3/100) + 1035/1000*d**(-545/1000)"),
    "hard.sums.close": Nearest("d**(-1/2) + 105/100*d**(-7/10)"),
    "hard.sums.close, power near": Nearest("d**(-53/100) + 5346/10000*d**(-985/1000)"),
    "hard.sizes.two": Nearest("d**(21/20)*(1 + 378/100/d)"),
    "hard.sizes.three": Nearest("d**(19/20)*(1 + 254/100/d)"),
    "hard.sizes.three, short": Nearest("d**(21/20)*(1 + 1074/100/d)"),
    "hard.sizes.four": Nearest("d**(19/20)*(1 + 254/100/d)"),
    "hard.sizes.four, short": Nearest("d**(21/20)*(1 + 1115/100/d)"),
    "hard.sizes.two, half off": Nearest("d + 128"),
    "hard.slow.logarithm, large": Nearest("d**(19/20)*(1 + 302/100/d)"),
    "hard.slow.quarter": Nearest("d**(19/20)*(1 + 95/100/sqrt(d))"),
    "hard.slow.quarter, negative": Nearest("d**(21/20)*(1 - 111/100/sqrt(d))"),
    "hard.slow.decay": Nearest("d**(-21/20)*(1 + 95/100/sqrt(d))"),
    "hard.slow.quarter hides a tenth": Nearest("d*(1 + 273/100*d**(-1/4) - 453/100/sqrt(d))"),
    "hard.crossovers.towards": Nearest("d**(9/10) + 87*sqrt(d)"),
    "hard.crossovers.towards, done": Nearest("d**(19/20)*(1 + 13/sqrt(d))"),
    "hard.crossovers.towards, from above": Nearest("d**(11/10)/(1 + 83/10/sqrt(d))"),
    "hard.crossovers.away, begun": Nearest("d*(1 - 16/100/sqrt(d))", (7, 1.071)),
    "hard.point.last": Nearest("d + 15/100*d*(d/2048)**8"),
    "hard.point.last, low": Nearest("d/(1 + 43/100*(d/2048)**8)"),
    "hard.errors.third, equality": Nearest("1/d", (0, 1.02)),
    "hard.trials.dependent": Nearest("d**(21/20)*(1 + 12/10/sqrt(d))"),
    "hard.trials.dependent, equality": Nearest("d", (0, 1.02)),
    "hard.trials.lognormal": Nearest("d**(21/20)*(1 + 12/10/sqrt(d))"),
    "hard.trials.lognormal, equality": Nearest("d", (0, 1.1)),
    "hard.tails.lognormal": Nearest("d", (0, 1.02)),
    "hard.tails.lognormal, many": Nearest("d", (0, 1.02)),
    "hard.tails.lognormal, law": Nearest("d**(21/20)"),
    "hard.tails.lognormal, half off": Nearest("51/100*d"),
    "hard.tails.Pareto": Nearest("d", (0, 1.02)),
    "hard.tails.Pareto, bound reached": Nearest("d", (0, 0.98)),
    "hard.tails.weights": Nearest("d", (0, 1.02)),
    "hard.tails.factors": Nearest("1", (4, 1.02)),
    "hard.tails.factors, law": Nearest("d**(1/20)"),
    "hard.tails.factors, decay": Nearest("1/(sqrt(d) + 112)"),
    "hard.tails.exponential, twenty": Nearest("d", (0, 1.02)),
    "hard.tails.exponential": Nearest("d", (0, 1.02)),
    "hard.tails.exponential, bound reached": Nearest("d", (0, 0.98)),
    "hard.few.two, bound reached": Nearest("d", (0, 0.98)),
    "hard.few.exponential, law": Nearest("d**(21/20)"),
    "hard.few.exponential, equality": Nearest("d", (0, 1.02)),
    "hard.few.exponential, bound reached": Nearest("d", (0, 0.98)),
    "hard.few.Pareto, equality": Nearest("d", (0, 1.02)),
}


def most_decided(row: Row) -> float:
    """The largest share of runs that a rule decides rightly which is wrong about the nearest truth in 1 %."""
    if row.name not in NEAREST:
        return 1.0
    return float(special.ndtr(standard_errors_between(row) + special.ndtri(WRONG)))


def decidable(row: Row) -> bool:
    """Whether some rule could decide as much of a row as should be decided."""
    return most_decided(row) >= SHOULD


def standard_errors_between(row: Row) -> float:
    """The distance of a row's means from the nearest truth, in standard errors of all points together."""
    ratios = np.log(row.means / nearest_means(row))
    if row.relation is Relation.LAW:
        ratios = ratios - np.average(ratios, weights=_relative_errors(row) ** -2 * np.ones_like(ratios))
    return float(np.linalg.norm(ratios / _relative_errors(row)))


def nearest_means(row: Row) -> NDArray[np.float64]:
    """The means of the nearest truth of the other answer, shape "points"."""
    truth, spike = NEAREST[row.name]
    means = law.values(law.parse(truth), row.coordinates).copy()
    if spike is not None:
        means[spike[0]] *= spike[1]
    return means


def _relative_errors(row: Row) -> NDArray[np.float64]:
    """The standard error of each point's mean, relative to it, shape "points"."""
    return np.broadcast_to(_relative_spread(row) / np.sqrt(float(row.trials or 1)), row.means.shape)


def _relative_spread(row: Row) -> float | NDArray[np.float64]:
    """The standard deviation of one value, relative to its mean; what an independent one would have."""
    match row.noise:
        case Noise.DEPENDENT:
            return SPREAD * float(np.sqrt((1 + BEFORE) / (1 - BEFORE)))
        case Noise.LOGNORMAL:
            return float(np.sqrt(np.expm1(LOG_SPREAD**2)))
        case Noise.HEAVY_LOGNORMAL:
            return float(np.sqrt(np.expm1(HEAVY_LOG_SPREAD**2)))
        case Noise.FACTORS:
            (numbers,) = row.coordinates.values()
            return np.asarray(np.sqrt(np.expm1(FACTOR_SPREAD**2 * numbers)))
        case Noise.PARETO:
            return float(1 / np.sqrt(TAIL * (TAIL - 2)))
        case Noise.HEAVY_PARETO:
            return float(1 / np.sqrt(HEAVY_TAIL * (HEAVY_TAIL - 2)))
        case Noise.WEIGHTS:
            return np.inf
        case Noise.EXPONENTIAL:
            return 1.0
        case Noise.NORMAL:
            return relative_error(row) * float(np.sqrt(float(row.trials or 1)))
    return row.error or 0.0
