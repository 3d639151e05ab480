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
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .binomial import deviance, pearson
from .covariance import Covariance
from .gls import FitResult, Matrix, Vector
from .roots import PRECISION, outward_roots

STARTS: Final = 24
REFINED: Final = 3
COARSE_POINTS: Final = 500
"""Points that choose among the starts; all points refine the best."""

COARSE_STEPS: Final = 12
MAX_STEPS: Final = 60
REWEIGHTINGS: Final = 5
MIN_DAMPING: Final = 1e-13
MAX_DAMPING: Final = 1e8
SMALL_GAIN: Final = 1e-8
MAX_EXPONENT: Final = 200.0
MIN_SHARE: Final = 1e-12
Batch: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Term:
    """One term sign a exp(offset + design beta), a >= 0; `design` has shape "points exponents".

    `center` and `spread`, shape "exponents", say where starts look for beta. With `free_sign` a may be
    negative.
    """

    design: Matrix
    offset: Vector
    center: Vector
    spread: Vector
    free_sign: bool = False
    sign: float = 1.0


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


def fit_terms(terms: tuple[Term, ...], data: TermData) -> TermsFit:
    """The best of all starts. Raises ValueError where there are fewer points than parameters."""
    size = len(terms) + sum(term.design.shape[1] for term in terms)
    if len(data.means) < size:
        raise ValueError(
            f"{len(terms)} terms have {size} parameters, but there are {len(data.means)} points."
        )
    thin = np.unique(np.linspace(0, len(data.means) - 1, COARSE_POINTS).astype(int))
    coarse = _Problem.of(*_taken(terms, data, thin))
    betas, losses = _descend(coarse, _starts(terms), COARSE_STEPS)
    whole = _Problem.of(terms, data)
    betas, losses = _descend(whole, betas[np.argsort(losses)[:REFINED]], MAX_STEPS)
    return _summary(whole, betas[int(np.argmin(losses))])


def profile_intervals(terms: tuple[Term, ...], data: TermData, fit: TermsFit, *, rise: float) -> Matrix:
    """Where the profile of each beta (stacked over the terms) has risen by `rise`, shape "exponents 2".

    Without its term the loss is that of its worst beta: if it rises by less, no beta is excluded, and both
    ends are infinite. All other ends are looked for together.
    """
    problem = _Problem.of(terms, data)
    needed = [term for term in np.unique(problem.owners) if _is_needed(problem, fit, term, rise)]
    ends = np.tile([-math.inf, math.inf], (fit.beta.size, 1))
    bounded = np.flatnonzero(np.isin(problem.owners, needed))
    if bounded.size:
        variances = np.diag(fit.fit.covariance)[len(terms) + bounded]
        steps = np.clip(math.sqrt(rise) * np.sqrt(variances), 1e-6, 0.25)
        index = np.repeat(bounded, 2)
        roots = outward_roots(
            _Excess(problem, fit, rise, index),
            fit.beta[index],
            np.repeat(steps, 2) * np.tile([-1.0, 1.0], len(bounded)),
            np.full(len(index), rise),
            tolerance=PRECISION,
        )
        ends[bounded] = roots.reshape(-1, 2)
    return ends


def _is_needed(problem: _Problem, fit: TermsFit, term: np.intp, rise: float) -> bool:
    """Whether the data need a term: without it the loss rises by more."""
    without = problem.without(term)
    if without is None:
        return True
    _, losses = _descend(without, fit.beta[None, problem.owners != term], MAX_STEPS)
    return bool(losses[0] > fit.loss + rise)


@dataclass(frozen=True, kw_only=True)
class _Problem:
    """All terms side by side: columns of all designs, and which term owns each."""

    columns: Matrix
    owners: NDArray[np.intp]
    offsets: Matrix
    free: NDArray[np.bool_]
    signs: Vector
    data: TermData

    @classmethod
    def of(cls, terms: tuple[Term, ...], data: TermData) -> _Problem:
        widths = [term.design.shape[1] for term in terms]
        return cls(
            columns=np.column_stack([term.design for term in terms]),
            owners=np.repeat(np.arange(len(terms)), widths),
            offsets=np.array([term.offset for term in terms]),
            free=np.array([term.free_sign for term in terms]),
            signs=np.array([term.sign for term in terms]),
            data=data,
        )

    def without(self, term: np.intp) -> _Problem | None:
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
            signs=self.signs[keep],
        )

    def shapes(self, betas: Batch) -> Batch:
        """Sign exp(offset + X beta) of each term, shape "starts terms points"."""
        products = betas[:, :, None] * self.columns.T
        eta = np.broadcast_to(self.offsets, (len(betas), *self.offsets.shape)).copy()
        for column, owner in enumerate(self.owners):
            eta[:, owner] += products[:, column]
        sizes = np.exp(np.clip(eta, -MAX_EXPONENT, MAX_EXPONENT))
        return np.asarray(self.signs[:, None] * sizes, dtype=np.float64)

    def losses(self, means: Batch) -> Vector:
        """Chi2 of each row of fitted means, or the deviance of fitted proportions."""
        data = self.data
        if data.trials is None:
            rest = data.covariance.whiten_each(data.means - means)
            return np.asarray(np.sum(rest**2, axis=1), dtype=np.float64)
        counts, trials = data.means * data.trials, data.trials
        return np.array([deviance(counts, trials, p) for p in _inside(means)])

    def whiten(self, arrays: Batch, means: Batch) -> Batch:
        """Arrays "starts rows points" in units of the errors, those of counts at the fitted means."""
        if self.data.trials is not None:
            p = _inside(means)
            return np.asarray(arrays * np.sqrt(self.data.trials / (p * (1 - p)))[:, None], dtype=np.float64)
        flat = arrays.reshape(-1, arrays.shape[-1])
        return self.data.covariance.whiten_each(flat).reshape(*arrays.shape[:2], -1)

    def project(self, shapes: Batch) -> tuple[Batch, Batch]:
        """The best amplitudes for given shapes, and the means they make, by reweighting for counts."""
        observed = np.broadcast_to(self.data.means, (len(shapes), shapes.shape[-1]))
        means = observed
        if self.data.trials is not None:
            means = (observed * self.data.trials + 0.5) / (self.data.trials + 1.0)
        for _ in range(1 if self.data.trials is None else REWEIGHTINGS):
            columns = self.whiten(shapes, means)
            target = self.whiten(observed[:, None], means)[:, 0]
            # A step may lead to powers beyond what numbers hold: such a start has no loss and is left.
            with np.errstate(over="ignore", invalid="ignore"):
                gram = columns @ columns.transpose(0, 2, 1)
                amplitudes = _signed_solution(gram, (columns @ target[:, :, None])[:, :, 0], self.free)
                means = (amplitudes[:, None] @ shapes)[:, 0]
        return amplitudes, means

    def slopes(self, shapes: Batch, amplitudes: Batch) -> Batch:
        """Of the means in (amplitudes, beta), shape "starts parameters points"; zero where a_k rests at 0."""
        bent = (amplitudes[:, :, None] * shapes)[:, self.owners] * self.columns.T
        return np.concatenate([np.where(amplitudes[:, :, None] != 0, shapes, 0.0), bent], axis=1)


def _descend(
    problem: _Problem, betas: Batch, steps: int, *, held: NDArray[np.intp] | None = None
) -> tuple[Batch, Vector]:
    """Damped Gauss-Newton from every start at once (Levenberg and Marquardt), amplitudes projected.

    `held` is the number of the beta of each start that stays as it is.
    """
    terms = len(problem.free)
    shapes = problem.shapes(betas)
    amplitudes, means = problem.project(shapes)
    losses, damping = problem.losses(means), np.full(len(betas), 1e-3)
    arrived = np.zeros(len(betas), dtype=bool)
    for _ in range(steps):
        jacobian = problem.whiten(problem.slopes(shapes, amplitudes), means)
        if held is not None:
            jacobian[np.arange(len(held)), terms + held] = 0.0
        rest = problem.whiten((problem.data.means - means)[:, None], means)[:, 0]
        trial = betas + _damped_step(jacobian, rest, damping)[:, terms:]
        trial_shapes = problem.shapes(trial)
        trial_amplitudes, trial_means = problem.project(trial_shapes)
        trial_losses = problem.losses(trial_means)
        better = trial_losses <= losses
        gains = np.where(better, losses - trial_losses, np.inf)
        betas, losses = np.where(better[:, None], trial, betas), np.where(better, trial_losses, losses)
        shapes = np.where(better[:, None, None], trial_shapes, shapes)
        amplitudes = np.where(better[:, None], trial_amplitudes, amplitudes)
        means = np.where(better[:, None], trial_means, means)
        damping = np.where(better, damping / 10, damping * 10)
        # For good: one that has arrived may yet move by a rounding error while others are on their way.
        arrived |= (gains <= SMALL_GAIN * (1 + losses)) | (damping > MAX_DAMPING)
        if arrived.all():
            break
    return betas, losses


def _damped_step(jacobian: Batch, rest: Batch, damping: Vector) -> Batch:
    normal = jacobian @ jacobian.transpose(0, 2, 1)
    scale = np.sqrt(np.einsum("spp->sp", normal))
    seen = scale > 0
    scale = np.where(seen, scale, 1.0)
    ridge = np.where(seen, damping[:, None] + MIN_DAMPING, 1.0)
    unit = normal / (scale[:, :, None] * scale[:, None, :]) + np.eye(scale.shape[1]) * ridge[:, None]
    rhs = (jacobian @ rest[:, :, None])[:, :, 0] / scale
    return np.asarray(np.linalg.solve(unit, rhs[:, :, None])[:, :, 0] / scale, dtype=np.float64)


def _signed_solution(gram: Batch, rhs: Batch, free: NDArray[np.bool_]) -> Batch:
    """Least squares with a_k >= 0 where the sign is not free: the best admissible set of terms."""
    best, gains = np.zeros(rhs.shape), np.zeros(len(rhs))
    scale = np.sqrt(np.maximum(np.einsum("skk->sk", gram), np.finfo(float).tiny))
    unit, right = gram / (scale[:, :, None] * scale[:, None, :]), rhs / scale
    sets = (part for size in range(len(free)) for part in itertools.combinations(range(len(free)), size + 1))
    for part in map(list, sets):
        block = unit[:, part][:, :, part] + MIN_DAMPING * np.eye(len(part))
        a = np.linalg.solve(block, right[:, part, None])[:, :, 0]
        gain = np.sum(a * right[:, part], axis=1)
        better = np.all(free[part] | (a > 0), axis=1) & (gain > gains)
        gains = np.where(better, gain, gains)
        full = np.zeros(rhs.shape)
        full[:, part] = a
        best = np.where(better[:, None], full, best)
    return np.asarray(best / scale, dtype=np.float64)


def _starts(terms: tuple[Term, ...]) -> Batch:
    """The centre first, then Kronecker's sequence of the root of x^(P+1) = x + 1 around it."""
    center = np.concatenate([term.center for term in terms])
    spread = np.concatenate([term.spread for term in terms])
    root = 1.5
    for _ in range(60):
        root = (1 + root) ** (1 / (center.size + 1))
    steps = np.arange(STARTS)[:, None] * root ** -np.arange(1.0, center.size + 1)
    cube = 2 * np.mod(steps + 0.5, 1.0) - 1
    return np.asarray(center + spread * cube, dtype=np.float64)


class _Excess:
    """The losses with one beta held, above the threshold; each from the fit and from its last held fit."""

    def __init__(self, problem: _Problem, fit: TermsFit, rise: float, index: NDArray[np.intp]) -> None:
        self.problem, self.fit, self.rise, self.index = problem, fit, rise, index
        self.last = np.tile(fit.beta, (len(index), 1))

    def __call__(self, rows: NDArray[np.intp], values: Vector) -> Vector:
        """The excesses of some of the ends at a value of each."""
        held, each = self.index[rows], np.arange(len(rows))
        starts = np.stack([np.broadcast_to(self.fit.beta, (len(rows), self.fit.beta.size)), self.last[rows]])
        starts[:, each, held] = values
        betas, losses = _descend(
            self.problem, starts.reshape(-1, self.fit.beta.size), MAX_STEPS, held=np.tile(held, 2)
        )
        losses = losses.reshape(2, -1)
        self.last[rows] = betas.reshape(starts.shape)[np.argmin(losses, axis=0), each]
        return np.asarray(losses.min(axis=0) - self.fit.loss - self.rise, dtype=np.float64)


def _summary(problem: _Problem, beta: Vector) -> TermsFit:
    shapes = problem.shapes(beta[None])
    amplitudes, means = problem.project(shapes)
    loss = float(problem.losses(means)[0])
    chi2, groups = loss, problem.data.covariance.rank
    if problem.data.trials is not None:
        trials = problem.data.trials
        chi2, groups = pearson(problem.data.means * trials, trials, _inside(means[0]))
    slopes = problem.whiten(problem.slopes(shapes, amplitudes), means)[0]
    scale = np.sqrt(np.sum(slopes**2, axis=1))
    unit = slopes / np.where(scale > 0, scale, 1.0)[:, None]
    # A term that rests at zero has no slopes, and its exponents no finite error.
    inverse = np.linalg.pinv(unit @ unit.T, hermitian=True)
    inverse[scale == 0, scale == 0] = np.inf
    spread = inverse / np.outer(np.where(scale > 0, scale, 1.0), np.where(scale > 0, scale, 1.0))
    parameters = np.concatenate([amplitudes[0], beta])
    fit = FitResult(parameters=parameters, covariance=spread, chi2=chi2, dof=groups - parameters.size)
    return TermsFit(amplitudes=amplitudes[0], beta=beta, loss=loss, fit=fit)


def _taken(
    terms: tuple[Term, ...], data: TermData, where: NDArray[np.intp]
) -> tuple[tuple[Term, ...], TermData]:
    fewer = tuple(replace(t, design=t.design[where], offset=t.offset[where]) for t in terms)
    trials = None if data.trials is None else data.trials[where]
    return fewer, TermData(means=data.means[where], covariance=data.covariance.take(where), trials=trials)


def _inside(p: Batch) -> Batch:
    return np.asarray(np.clip(p, MIN_SHARE, 1 - 1e-9), dtype=np.float64)
