"""Claims and evidence that tests plant: the truth is chosen, so what is to be decided of it is known.

How often it is decided otherwise is held to a rate of error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike
from theorycheck.claim import BoundType, Claim, Relation, Role
from theorycheck.decide.verdict import Derived
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.evidence import Evidence
from theorycheck.statistics.intervals import clopper_pearson_lower

Law = Callable[[np.ndarray], np.ndarray]
Places = Mapping[str, ArrayLike]
"""A column for each coordinate."""


def claim(relation: Relation, claimed: str, margin: float = 0.05, **fields: Any) -> Claim:
    """A literal claim about a planted quantity; of a law, that its growth is tight."""
    given: dict[str, Any] = {
        "id": "conditioning.S1.planted",
        "statement_id": "conditioning.S1",
        "label": "the planted quantity",
        "interpretation": "planted",
        "bound_type": BoundType.THETA if relation is Relation.LAW else None,
    }
    return Claim(role=Role.LITERAL, relation=relation, claimed=claimed, margin=margin, **(given | fields))


def derived(formula: sp.Expr, relation: str = "=", *, sizes: ArrayLike, **fields: Any) -> Derived:
    """A derived formula of one variable, with its values at these sizes of it unless others are given."""
    if "values" not in fields:
        at = (dict.fromkeys(formula.free_symbols, size) for size in np.asarray(sizes).tolist())
        fields["values"] = np.array([float(sp.N(formula.subs(point))) for point in at])
    given: dict[str, Any] = {"status": "derived", "exponents": {}} | fields
    return Derived(formula=formula, relation=relation, **given)


def measured(at: Places, means: ArrayLike, errors: ArrayLike, n_trials: float = 4_000) -> Evidence:
    """Means with standard errors."""
    return _evidence(at, means, np.square(errors), n_trials)


def _evidence(at: Places, means: ArrayLike, variances: ArrayLike, n_trials: float, **more: Any) -> Evidence:
    values = np.array(means, dtype=np.float64)
    return Evidence(
        at={name: np.array(column) for name, column in at.items()},
        means=values,
        covariance=Covariance(np.zeros(values.shape) + variances),
        n_trials=np.full(values.shape, float(n_trials)),
        **more,
    )


def sampled(at: Places, truth: ArrayLike, errors: ArrayLike, seed: int) -> Evidence:
    """Means with these standard errors, drawn about the truth."""
    values = np.array(truth, dtype=np.float64)
    noise = np.random.default_rng(seed).standard_normal(values.shape)
    return measured(at, values + np.asarray(errors) * noise, errors)


def along(name: str, sizes: ArrayLike, law: Law, error: float | None, seed: int) -> Evidence:
    """A law along one variable, with this relative error; computed where there is none."""
    truth = law(np.asarray(sizes))
    if error is None:
        return exact({name: sizes}, truth, 1e-12 * abs(truth))
    return sampled({name: sizes}, truth, error * abs(truth), seed)


def counted(at: Places, failures: ArrayLike, n_trials: int) -> Evidence:
    """Shares of so many trials that failed."""
    counts = np.array(failures, dtype=np.float64)
    shares = counts / n_trials
    return _evidence(at, shares, shares * (1 - shares) / n_trials, n_trials, failures=counts)


def exact(at: Places, values: ArrayLike, bounds: ArrayLike = 1e-12) -> Evidence:
    """Computed values with error bounds."""
    return _evidence(at, values, 0.0, 0, error_bounds=np.broadcast_to(bounds, np.shape(values)))


def at_most(runs: int, count: int, rate: float) -> bool:
    """Whether so many of the runs are compatible with a rate of error, by its one-sided limit of 99.9 %."""
    return float(clopper_pearson_lower(count, runs, 0.001)) <= rate
