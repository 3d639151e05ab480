"""Sample sizes from margin, levels, power and family, by closed forms of the design's geometry.

Cells at sizes x with equal relative errors s measure log m = const + c log x + (nuisance column) with
Fisher information X^T X / s^2, so the exponent has the standard error s sqrt(v), where v = [(X^T X)^-1]_cc
depends on the design alone. The nuisance columns are the derivatives of each form's log mean at
amplitude zero: x^-w for a correction (1 + a x^-w), x^-c for a floor under x^c, log log x for a factor
(log x)^a.

An equivalence test at one-sided level with margin m finds |c-hat - c| + z se < m with power 1 - b when c
is true if  m / se >= z_(1-level) + z_(1-b/2);  the refutation of an exponent off by 2 m then has more
than that power, since its one side needs z_(1-level) + z_(1-b) only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from scipy import special

from .gls import Matrix, Vector

MAX_STEPS: Final = 200


class Form(Enum):
    """The family member that is fitted: each but the first frees one amplitude."""

    PURE = "x^c"
    HALF = "x^c (1 + a x^-1/2)"
    ONE = "x^c (1 + a x^-1)"
    FLOOR = "x^c + a"
    LOG = "x^c (log x)^a"


@dataclass(frozen=True, kw_only=True)
class Demand:
    """What a test is to reach: margin of the exponent, one-sided level, and power."""

    margin: float
    level: float
    power: float

    def __post_init__(self) -> None:
        """Raise ValueError for what no test can reach."""
        if not (self.margin > 0 and 0 < self.level < 1 and 0 < self.power < 1):
            raise ValueError(f"A demand needs margin > 0 and level, power between 0 and 1; got {self}.")

    @property
    def stderr(self) -> float:
        """The largest standard error of an exponent that meets the demand.

        >>> round(0.05 / Demand(margin=0.05, level=0.005, power=0.95).stderr, 3)
        4.536
        """
        return self.margin / (_quantile(self.level) + _quantile((1 - self.power) / 2))


@dataclass(frozen=True, kw_only=True)
class LongerRange:
    """A grid of the same spacing that meets the demand: its number of sizes, and the largest."""

    sizes: int
    largest: float


def exponent_variance(sizes: Vector, form: Form, exponent: float) -> float:
    """The v = [(X^T X)^-1]_cc, by projecting log x off the constant and the nuisance column.

    >>> round(exponent_variance(2.0 ** np.arange(4, 11), Form.PURE, -1.0) * 28 * math.log(2) ** 2, 9)
    1.0
    """
    x = np.log(np.asarray(sizes, dtype=np.float64))
    nuisance = _nuisance(x, form, exponent)
    seen = _information(x, nuisance, np.ones(x.size))
    if x.size <= 1 + nuisance.shape[1] or seen <= 1e-12 * float(x @ x):
        raise ValueError(f"{x.size} sizes cannot tell the exponent from the rest of {form.value}; take more.")
    return 1 / seen


def required_relative_error(sizes: Vector, demand: Demand, form: Form, exponent: float) -> float:
    """The relative error s that each cell may have."""
    return demand.stderr / math.sqrt(exponent_variance(sizes, form, exponent))


def required_counts(relative_error: float, design_effect: float = 1.0) -> float:
    """Counts a cell of a rare event, K = design effect / s^2.

    >>> required_counts(0.1, 1.5)
    150.0
    """
    return round(design_effect / relative_error**2, 9)


def required_trials(relative_error: float, relative_sd: float) -> float:
    """Trials a cell of a mean whose single values have the given relative standard deviation."""
    return (relative_sd / relative_error) ** 2


def equivalence_power(
    sizes: Vector, relative_errors: Vector, demand: Demand, form: Form, exponent: float
) -> float:
    """P(|c-hat - c| + z se < margin | c is true) with these errors, one a cell."""
    se = _stderr(sizes, relative_errors, form, exponent)
    reach = demand.margin / se - _quantile(demand.level)
    return max(0.0, 2 * float(special.ndtr(reach)) - 1)


def refutation_power(
    sizes: Vector, relative_errors: Vector, demand: Demand, form: Form, exponent: float, against: float
) -> float:
    """P(the interval lies outside the margin | the exponent is off by `against`), on the near side."""
    se = _stderr(sizes, relative_errors, form, exponent)
    return float(special.ndtr((abs(against) - demand.margin) / se - _quantile(demand.level)))


def longer_range(
    sizes: Vector, relative_error: float, demand: Demand, form: Form, exponent: float
) -> LongerRange | None:
    """The shortest continuation of a geometric grid that meets the demand at the same error a cell.

    None where no number of further sizes up to 200 does.
    """
    grid = np.sort(np.asarray(sizes, dtype=np.float64))
    ratio = (grid[-1] / grid[0]) ** (1 / (grid.size - 1))
    for more in range(MAX_STEPS):
        longer = np.concatenate([grid, grid[-1] * ratio ** np.arange(1.0, more + 1)])
        if required_relative_error(longer, demand, form, exponent) >= relative_error:
            return LongerRange(sizes=longer.size, largest=float(longer[-1]))
    return None


def _stderr(sizes: Vector, relative_errors: Vector, form: Form, exponent: float) -> float:
    x = np.log(np.asarray(sizes, dtype=np.float64))
    return 1 / math.sqrt(
        _information(x, _nuisance(x, form, exponent), 1 / np.asarray(relative_errors, float))
    )


def _information(x: Vector, nuisance: Matrix, root: Vector) -> float:
    """What is left of x, in units of the errors, off the constant and the nuisance column."""
    columns = np.column_stack([np.ones(x.size), nuisance]) * root[:, None]
    rest = x * root - columns @ np.linalg.lstsq(columns, x * root, rcond=None)[0]
    return float(rest @ rest)


def _nuisance(x: Vector, form: Form, exponent: float) -> Matrix:
    match form:
        case Form.PURE:
            return np.empty((x.size, 0))
        case Form.LOG:
            if np.any(x <= 0):
                raise ValueError("A factor (log x)^a needs sizes above 1.")
            return np.log(x).reshape(-1, 1)
        case Form.HALF | Form.ONE | Form.FLOOR:
            decay = {Form.HALF: 0.5, Form.ONE: 1.0, Form.FLOOR: exponent}[form]
            return np.asarray(np.exp(-decay * (x - x[0])), dtype=np.float64).reshape(-1, 1)


def _quantile(level: float) -> float:
    return float(-special.ndtri(level))
