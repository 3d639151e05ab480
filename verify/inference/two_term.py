"""Sums of power laws or exponentials, m = sum_k a_k exp(o_k + X_k beta_k): a T^-b + c d^-g and its like.

The amplitudes a are linear inside, so for each beta they are found by least squares, with a_k >= 0
unless a term's sign is free (variable projection: Golub and Pereyra, SIAM J. Numer. Anal. 10, 1973).
The sum has many local optima in beta: many starts, a low-discrepancy sequence around a given
centre, take damped Gauss-Newton steps together, and the best few are refined. The step in beta is
that of the joint problem in (a, beta), which is Kaufman's simplification (BIT 15, 1975).

Means are compared in the linear domain by their absolute errors, never rescaled, counts by their
likelihood, with an identity link. Intervals are where the profile of chi2 or of the deviance rises
by a threshold. A term that the data do not need bounds none of its exponents: they are infinite.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from .binomial import deviance, pearson
from .covariance import Covariance
from .glm import outward_root
from .gls import FitResult, Matrix, Vector

STARTS: Final = 24
REFINED: Final = 3
COARSE_CELLS: Final = 500
"""Cells that choose among the starts; all cells refine the best."""

COARSE_STEPS: Final = 12
MAX_STEPS: Final = 60
SMALL_GAIN: Final = 1e-8
DOMINANCE: Final = 10.0
MAX_EXPONENT: Final = 200.0
MIN_SHARE: Final = 1e-12
Batch: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Term:
    """One term a exp(offset + design beta); `design` has shape "cells exponents".

    `center` and `spread`, shape "exponents", say where starts look for beta.
    """

    design: Matrix
    offset: Vector
    center: Vector
    spread: Vector
    free_sign: bool = False


@dataclass(frozen=True, kw_only=True)
class TermData:
    """Means with their covariance; or, where `trials` is given, proportions with binomial errors."""

    means: Vector
    covariance: Covariance
    trials: Vector | None = None


@dataclass(frozen=True, kw_only=True)
class TermsFit:
    """Amplitudes, shape "terms"; `fit.parameters` are (amplitudes, beta of all terms).

    `loss` is chi2, or the deviance of counts. `dof` of the fit counts all parameters.
    """

    amplitudes: Vector
    beta: Vector
    loss: float
    fit: FitResult


@dataclass(frozen=True, kw_only=True)
class Corner:
    """Where a term stands out most: the cell, and its size there relative to all others together."""

    cell: int
    ratio: float

    @property
    def dominates(self) -> bool:
        """Whether the term is at least ten times the others there."""
        return self.ratio >= DOMINANCE


def fit_terms(terms: tuple[Term, ...], data: TermData, *, starts: int = STARTS) -> TermsFit:
    """The best of all starts. Raises ValueError where there are fewer cells than parameters."""
    size = len(terms) + sum(term.design.shape[1] for term in terms)
    if len(data.means) < size:
        raise ValueError(f"{len(terms)} terms have {size} parameters, but there are {len(data.means)} cells.")
    thin = np.unique(np.linspace(0, len(data.means) - 1, COARSE_CELLS).astype(int))
    coarse = _Problem.of(*_taken(terms, data, thin))
    betas, losses = _descend(coarse, _starts(terms, starts), COARSE_STEPS)
    whole = _Problem.of(terms, data)
    betas, losses = _descend(whole, betas[np.argsort(losses)[:REFINED]], MAX_STEPS)
    return _summary(whole, betas[int(np.argmin(losses))])


def profile_interval(
    terms: tuple[Term, ...], data: TermData, fit: TermsFit, index: int, *, rise: float
) -> tuple[float, float]:
    """Where the profile of beta[index] (stacked over the terms) has risen by `rise`, else infinite.

    Without the term the loss is that of its worst beta: if it rises by less, no beta is excluded.
    """
    problem = _Problem.of(terms, data)
    owner = int(np.searchsorted(problem.ends, index, side="right"))
    without = problem.without(owner)
    if without is not None and _descend(without, fit.beta[None, problem.owners != owner], MAX_STEPS)[1][
        0
    ] <= (fit.loss + rise):
        return -math.inf, math.inf
    scale = math.sqrt(float(fit.fit.covariance[len(terms) + index, len(terms) + index]))
    step = float(np.clip(scale, 1e-6, 0.25))
    center = float(fit.beta[index])
    ends = [outward_root(_excess(problem, fit, index, rise), center, sign * step) for sign in (-1, 1)]
    return ends[0], ends[1]


def corners(terms: tuple[Term, ...], fit: TermsFit) -> tuple[Corner, ...]:
    """For each term the cell where it is largest relative to the sum of the others' sizes.

    A sum of laws determines each exponent only where its own term dominates somewhere.
    """
    parts = np.split(fit.beta, np.cumsum([term.design.shape[1] for term in terms])[:-1])
    sizes = np.array(
        [
            abs(a) * np.exp(term.offset + term.design @ beta)
            for a, term, beta in zip(fit.amplitudes, terms, parts, strict=True)
        ]
    )
    others = np.maximum(sizes.sum(axis=0) - sizes, np.finfo(float).tiny)
    ratios = sizes / others
    return tuple(Corner(cell=int(np.argmax(row)), ratio=float(row.max())) for row in ratios)


@dataclass(frozen=True, kw_only=True)
class _Problem:
    """All terms side by side: columns of all designs, and which term owns each."""

    columns: Matrix
    owners: NDArray[np.intp]
    offsets: Matrix
    free: NDArray[np.bool_]
    data: TermData

    @classmethod
    def of(cls, terms: tuple[Term, ...], data: TermData) -> _Problem:
        widths = [term.design.shape[1] for term in terms]
        return cls(
            columns=np.column_stack([term.design for term in terms]),
            owners=np.repeat(np.arange(len(terms)), widths),
            offsets=np.array([term.offset for term in terms]),
            free=np.array([term.free_sign for term in terms]),
            data=data,
        )

    @property
    def ends(self) -> NDArray[np.intp]:
        return np.cumsum(np.bincount(self.owners, minlength=len(self.free)))

    def without(self, term: int) -> _Problem | None:
        keep = np.arange(len(self.free)) != term
        if not np.any(keep):
            return None
        mine = self.owners != term
        renamed = np.cumsum(keep) - 1
        return replace(
            self,
            columns=self.columns[:, mine],
            owners=renamed[self.owners[mine]],
            offsets=self.offsets[keep],
            free=self.free[keep],
        )

    def shapes(self, betas: Batch) -> Batch:
        """exp(offset + X beta) of each term, shape "starts terms cells"."""
        products = betas[:, :, None] * self.columns.T
        eta = np.broadcast_to(self.offsets, (len(betas), *self.offsets.shape)).copy()
        for column, owner in enumerate(self.owners):
            eta[:, owner] += products[:, column]
        return np.asarray(np.exp(np.clip(eta, -MAX_EXPONENT, MAX_EXPONENT)), dtype=np.float64)

    def loss(self, mean: Vector) -> float:
        """Chi2 of fitted means, or the deviance of fitted proportions."""
        if self.data.trials is None:
            rest = self.data.covariance.whiten(self.data.means - mean)
            return float(rest @ rest)
        return deviance(self.data.means * self.data.trials, self.data.trials, _inside(mean))

    def whiten(self, arrays: Batch, mean: Vector) -> Batch:
        """Rows of shape "rows cells" in units of the errors, those of counts at the fitted mean."""
        if self.data.trials is None:
            return self.data.covariance.whiten(arrays.T).T
        p = _inside(mean)
        return np.asarray(arrays * np.sqrt(self.data.trials / (p * (1 - p))), dtype=np.float64)
