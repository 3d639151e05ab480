"""Functions of terms as functions of arrays; what is random has batches and trials as its first axes."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import comb
from typing import Any, Final

import mpmath
import numpy as np
from flint import arb

from .balls import FUNCTIONS, SPECIAL

Array = np.ndarray[Any, Any]
ROUNDING: Final = 1e-12
_MOST_EDGES: Final = 300
_VALUES: Final = 400


class NoInstance(ValueError):  # noqa: N818 - an outcome
    """No instance meets the hypotheses, or a term has no value here."""


def _by_balls(name: str, x: float) -> float:
    return float(FUNCTIONS[name](arb(float(x))))


def _gamma(z: float) -> float:
    """Gamma(z), infinite at its poles: its inverse is 0 there, and so is binomial(n, k) for k > n.

    >>> _gamma(4), 1 / _gamma(-2)
    (6.0, 0.0)
    """
    return np.inf if z <= 0 and float(z).is_integer() else _by_balls("gamma", z)


def hypergeometric(cut: int, *parts: Any) -> Array:  # noqa: ANN401
    """A hypergeometric series of so many upper parameters, the lower ones and z, entry by entry."""

    def at(*row: float) -> float:
        *parameters, z = (arb(float(x)) for x in row)
        return float(z.hypgeom(parameters[:cut], parameters[cut:]))

    return np.vectorize(at)(*parts)


def meijer_g(m: int, n: int, p: int, *parts: Any) -> Array:  # noqa: ANN401
    """Meijer's G-function of p upper parameters, the lower ones and z, entry by entry."""

    def at(*row: float) -> float:
        *parameters, z = map(float, row)
        upper, lower = parameters[:p], parameters[p:]
        return float(mpmath.meijerg([upper[:n], upper[n:]], [lower[:m], lower[m:]], z))

    return np.vectorize(at)(*parts)


ELEMENTARY: Final[dict[str, Any]] = {
    "exp": np.exp,
    "log": lambda x: np.where(np.asarray(x) == 0, 0.0, np.log(x)),
    "abs": np.abs,
    "sign": np.sign,
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
    "relu": lambda x: np.maximum(x, 0),
    "softplus": lambda x: np.logaddexp(0, x),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "arccos": lambda x: np.arccos(np.where(np.abs(x) < 1 + ROUNDING, np.clip(x, -1, 1), np.nan)),
    "floor": np.floor,
    "ceiling": np.ceil,
    "gamma": np.vectorize(_gamma),
    **{name: np.vectorize(partial(_by_balls, name)) for name in ("log_gamma", "zeta", "erfc", "lambert_w")},
}


def _least_weight(rows: Array, weights: Array) -> Array:
    """The least weight of the rows that have no positive product with one vector, in each trial.

    It is reached beside an edge of the planes at right angles with the rows: those d - 1 rows on which an
    edge stands are met, being independent, by moving the vector a little.
    """
    count, dimension = rows.shape[-2:]
    if np.any(np.linalg.matrix_rank(rows) < min(count, dimension)):
        raise NoInstance("Rows that are not independent of each other are not separated here.")
    if comb(count, dimension - 1) > _MOST_EDGES:
        raise NoInstance(f"{count} planes in {dimension} dimensions have too many edges.")
    if count <= dimension:
        return np.zeros(len(rows))
    edges = [*combinations(range(count), dimension - 1)]
    chosen = np.array(edges, dtype=int).reshape(len(edges), dimension - 1)
    # An edge is at right angles with d - 1 rows, and has one product with a vector in no special position.
    level = np.broadcast_to(np.cos(np.arange(dimension)), (len(rows), len(chosen), 1, dimension))
    last = np.eye(dimension)[:, -1:]
    try:
        vectors = np.linalg.solve(np.concatenate([rows[:, chosen], level], axis=2), last)[..., 0]
    except np.linalg.LinAlgError as singular:
        raise NoInstance("Rows that are not independent of each other are not separated here.") from singular
    products = vectors @ np.swapaxes(rows, -1, -2)
    apart = np.ones((len(chosen), count))
    np.put_along_axis(apart, chosen, 0, axis=1)
    missed = [(sign * products <= ROUNDING) * apart @ weights for sign in (1, -1)]
    return np.minimum(*missed).min(axis=-1)


def shared_out(alpha: float, classes: int) -> float:
    """The mass of the fullest class where values with a Zipf law are given, from the likeliest on, to the
    class that is emptiest: the others fill it in the end, or it is filled already.
    """
    whole, beyond = (float(arb(alpha).zeta(arb(start))) for start in (1, _VALUES + 1))
    masses = np.zeros(classes)
    for value in range(1, _VALUES + 1):
        masses[masses.argmin()] += value**-alpha / whole
    lacking = classes * masses.max() - masses.sum()
    return float(1 / classes if lacking <= beyond / whole else masses.max())


def _least_missed(rows: Any, weights: Any) -> Array:  # noqa: ANN401
    """The same in each trial of each batch."""
    vectors = np.asarray(rows, dtype=float)
    *leading, count, dimension = vectors.shape
    missed = _least_weight(vectors.reshape(-1, count, dimension), np.asarray(weights, dtype=float))
    return missed.reshape(leading)


def _stationary(transition: Any) -> Array:  # noqa: ANN401
    """The left eigenvector of the eigenvalue 1, of total 1."""
    values, vectors = np.linalg.eig(np.asarray(transition, dtype=float).T)
    vector = np.real(vectors[:, np.argmin(np.abs(values - 1))])
    return vector / vector.sum()


def _softmax(logits: Any) -> Array:  # noqa: ANN401
    raised = np.exp(logits - np.max(logits, axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def _of_balls(function: Any) -> Any:  # noqa: ANN401
    return np.vectorize(lambda *parts: float(function(*(arb(float(x)) for x in parts))))


OF_VALUES: Final[dict[str, Any]] = {
    **{head: _of_balls(function) for head, function in SPECIAL.items()},
    "maximum": lambda *parts: np.max(np.broadcast_arrays(*parts), axis=0),
    "minimum": lambda *parts: np.min(np.broadcast_arrays(*parts), axis=0),
    "outer": lambda a, b: np.asarray(a)[..., :, None] * np.asarray(b)[..., None, :],
    "transpose": lambda x: np.swapaxes(x, -1, -2),
    "matrix_power": lambda base, exponent: np.linalg.matrix_power(base, int(exponent)),
    "trace": lambda x: np.trace(x, axis1=-2, axis2=-1),
    "projection": lambda x: np.asarray(x, dtype=float) @ np.linalg.pinv(x),
    "separable": lambda rows: _least_missed(rows, np.ones(np.shape(rows)[-2])) == 0,
    "least_missed": _least_missed,
    "zeros": lambda *dims: np.zeros(list(map(int, dims))),
    "ones": lambda *dims: np.ones(list(map(int, dims))),
    "identity": lambda count: np.eye(int(count)),
    "diagonal": lambda x: np.asarray(x)[..., :, None] * np.eye(np.shape(x)[-1]),
    "softmax": _softmax,
    "stationary": _stationary,
    "and": np.logical_and,
    "or": np.logical_or,
    "true": lambda: True,
    "false": lambda: False,
    "indicator": lambda event: np.asarray(event, dtype=float),
}
"""Of the values of the parts; what is random has batches and trials as its first axes."""
OF_BODIES: Final[dict[str, Any]] = {
    # Whole numbers would overflow.
    "product": lambda bodies: np.prod(bodies, axis=0, dtype=float),
    "max": lambda bodies: np.max(bodies, axis=0),
    "min": lambda bodies: np.min(bodies, axis=0),
    "all": lambda bodies: np.all(bodies, axis=0),
    "any": lambda bodies: np.any(bodies, axis=0),
    "tabulate": lambda bodies: np.stack(bodies, axis=-1),
}
"""Of the values of a binder's body at each place."""
