"""Second checks of a statement: both sides and the relation, in small random instances of its model.

Sizes, parameters, fixed vectors and free indices are drawn, the random objects are sampled, and the statement
is evaluated as its terms say, sharing nothing with any proof. Means are averages over batches of draws, so
that a relation between them is tested at a z-score. A check that passes is no proof; one that fails names its
instance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from .terms import RELATIONS, Term, instantiated, number, value_of

_BATCHES: Final = 24
_DRAWS: Final = 500
_Z: Final = 6.0
_RELATIVE: Final = 1e-8
_ROUNDING: Final = 1e-12
_TRIES: Final = 1000
_ZERO: Final = 0.1
_STEP: Final = 1e-3
"""Of the differences that stand for gradients."""
Array = np.ndarray[Any, Any]


class CheckFailed(ArithmeticError):  # noqa: N818 - an outcome
    """An instance in which the statement does not hold."""


class NoInstance(ValueError):  # noqa: N818 - an outcome
    """No instance meets the hypotheses, or a term has no value here."""


def check(statement: Term, hypotheses: Iterable[Term] = (), *, instances: int = 3, seed: int = 1) -> str:
    """A sentence where the statement holds in every instance tried. Raises `CheckFailed` with one where not.

    >>> from theorycheck.theory.model import Parameter
    >>> x = Parameter("x")
    >>> check(x**2 >= 0)
    'holds in 3 random instances'
    """
    given = tuple(hypotheses)
    generator = np.random.default_rng(seed)
    for _ in range(instances):
        instance = _instance((statement, *given), given, generator)
        if not _holds(statement, instance, generator):
            raise CheckFailed(f"{statement} does not hold at {instance}.")
    return f"holds in {instances} random instances"


@dataclass(frozen=True)
class Instance:
    """Values of the symbols that are not random."""

    values: Mapping[Term, Any]

    def __repr__(self) -> str:
        return ", ".join(f"{term} = {np.round(value, 3)}" for term, value in self.values.items())


def _instance(terms: tuple[Term, ...], given: tuple[Term, ...], generator: np.random.Generator) -> Instance:
    symbols = sorted({own for term in terms for _, own in term.declarations}, key=lambda own: str(own.data))
    for _ in range(_TRIES):
        values: dict[Term, Any] = {}
        for own in (s for s in symbols if s.head == "size"):
            _, low, high = own.data
            values[own] = int(generator.integers(low, min(high or low + 4, low + 4) + 1))
        sizes = _Evaluator(values, {}, 1)
        for own in symbols:
            if own.head == "parameter":
                values[own] = _parameter(own, given, generator)
            elif own.head == "fixed":
                values[own] = generator.normal(size=[int(sizes.value(dim)) for dim in own.shape])
            elif own.head == "index":
                values[own] = int(generator.integers(1, int(sizes.value(own.args[0])) + 1))
        for fact in given:
            if fact.head == "eq" and fact.args[0].head == "parameter":
                values[fact.args[0]] = _Evaluator(values, {}, 1).value(fact.args[1])
        _solve([fact for fact in given if fact.head == "eq"], values)
        if all(_holds(fact, Instance(values), generator) for fact in given):
            return Instance(values)
    raise NoInstance(f"No instance was found in which {', '.join(map(repr, given))} holds.")


def _parameter(own: Term, given: tuple[Term, ...], generator: np.random.Generator) -> float:
    """A number between the bounds that the hypotheses give it; zero now and then: there quotients are 1/0."""
    low, high = -np.inf, np.inf
    for fact in given:
        if fact.head in {"le", "lt", "ge", "gt"}:
            small, large = fact.args if fact.head in {"le", "lt"} else fact.args[::-1]
            if large is own and small.head == "number":
                low = max(low, float(value_of(small)))
            elif small is own and large.head == "number":
                high = min(high, float(value_of(large)))
    if np.isfinite(low) and np.isfinite(high):
        return float(np.round(low + (high - low) * generator.random(), 2))
    drawn = float(np.round(generator.normal() * 1.5, 2)) * (generator.random() > _ZERO)
    return low + abs(drawn) if np.isfinite(low) else high - abs(drawn) if np.isfinite(high) else drawn


def _solve(equations: list[Term], values: dict[Term, Any]) -> None:
    """Move the fixed vectors and parameters of the equations to a nearby solution."""
    named = {own for fact in equations for _, own in fact.declarations}
    moved = sorted((own for own in named if own.head in {"fixed", "parameter"}), key=lambda own: own.data)
    if not moved or all(_holds(fact, Instance(values), np.random.default_rng(0)) for fact in equations):
        return
    shapes = [np.shape(values[own]) for own in moved]
    cuts = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]

    def put(flat: Array) -> None:
        for own, shape, part in zip(moved, shapes, np.split(flat, cuts), strict=True):
            values[own] = part.reshape(shape)

    def residual(flat: Array) -> Array:
        put(flat)
        inside = _Evaluator(values, {}, 1)
        sides = [[np.ravel(inside.value(side)) for side in fact.args] for fact in equations]
        return np.concatenate([np.atleast_1d(one - other) for one, other in sides])

    # Loading SciPy's optimizers takes longer than most checks.
    from scipy.optimize import least_squares

    start = np.concatenate([np.ravel(values[own]) for own in moved])
    put(least_squares(residual, start, xtol=1e-15, ftol=1e-15, gtol=1e-15).x)


def _holds(statement: Term, instance: Instance, generator: np.random.Generator) -> bool:
    """Whether the statement holds, for every draw or within its standard error."""
    if statement.head in {"and", "or"}:
        parts = [_holds(part, instance, generator) for part in statement.args]
        return all(parts) if statement.head == "and" else any(parts)
    if statement.head not in RELATIONS:
        raise NoInstance(f"{statement} is no relation.")
    if statement.is_random:
        draw = _Evaluator(instance.values, _sample(statement, instance, generator), _DRAWS)
        one, other = (draw.value(side) for side in statement.args)
        error = _RELATIVE * (1 + np.abs(one) + np.abs(other))
        return bool(np.all(_related(statement.head, one - other, error)))
    is_exact = not _has_randomness(statement)
    differences = []
    for _ in range(1 if is_exact else _BATCHES):
        draw = _Evaluator(instance.values, _sample(statement, instance, generator), _DRAWS)
        one, other = (np.asarray(draw.value(side), dtype=float) for side in statement.args)
        differences.append(one - other)
    mean = np.mean(differences, axis=0)
    if is_exact and statement.head in {"lt", "gt"}:
        # Nothing is estimated, so that equality up to rounding is not strict.
        return bool((mean if statement.head == "gt" else -mean) > _ROUNDING * (1 + abs(one)))
    spread = np.std(differences, axis=0, ddof=1) / np.sqrt(len(differences)) if len(differences) > 1 else 0.0
    return bool(np.all(_related(statement.head, mean, _Z * spread + _RELATIVE * (1 + np.abs(one)))))


def _related(head: str, difference: Array, error: Array) -> Array:
    match head:
        case "eq":
            return np.abs(difference) <= error
        case "ne":
            return np.abs(difference) > error
        case "le" | "lt":
            return difference <= error
    return difference >= -error


def _has_randomness(term: Term) -> bool:
    return any(own.head in {"random", "family"} for _, own in term.declarations)


def _sample(term: Term, instance: Instance, generator: np.random.Generator) -> dict[Term, Array]:
    """Draws of every random object of the term: trials, items, components."""
    fixed = _Evaluator(instance.values, {}, 1)
    samples: dict[Term, Array] = {}
    for _, own in sorted(term.declarations, key=lambda pair: pair[0]):
        if own.head in {"random", "family"}:
            count = int(fixed.value(own.args[1])) if own.head == "family" else 1
            drawn = _drawn(own.args[0], (_DRAWS, count), fixed, generator)
            samples[own] = drawn if own.head == "family" else drawn[:, 0]
    return samples


def _drawn(law: Term, size: tuple[int, int], fixed: _Evaluator, generator: np.random.Generator) -> Array:
    shape = tuple(int(fixed.value(dim)) for dim in law.shape)
    match law.head:
        case "sphere":
            normal = generator.normal(size=(*size, *shape))
            return fixed.value(law.args[1]) * normal / np.linalg.norm(normal, axis=-1, keepdims=True)
        case "normal":
            mean, spread = (np.asarray(fixed.value(part), dtype=float) for part in law.args)
            normal = generator.normal(size=(*size, *shape))
            if spread.ndim:
                return mean + normal @ np.linalg.cholesky(spread + 1e-12 * np.eye(len(spread))).T
            if spread < 0:
                raise NoInstance(f"The variance {law.args[1]} is negative here.")
            return mean + np.sqrt(spread) * normal
        case "one_hot":
            return np.eye(shape[0])[generator.integers(shape[0], size=size)]
        case "rademacher":
            return fixed.value(law.args[0]) * (2.0 * generator.integers(2, size=(*size, *shape)) - 1)
        case "discrete_uniform":
            return 1.0 + generator.integers(int(fixed.value(law.args[0])), size=size)
        case "uniform":
            low, high = (fixed.value(part) for part in law.args)
            return low + (high - low) * generator.random(size)
        case "bernoulli":
            return (generator.random(size) < fixed.value(law.args[0])).astype(float)
        case "zipf" if len(law.args) > 1:
            weights = np.arange(1, int(fixed.value(law.args[1])) + 1) ** -float(fixed.value(law.args[0]))
            return 1.0 + generator.choice(len(weights), size=size, p=weights / weights.sum())
    raise NoInstance(f"{law} is not sampled here.")


_FUNCTIONS: Final[dict[str, Any]] = {
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
    "floor": np.floor,
    "ceiling": np.ceil,
}


@dataclass(frozen=True)
class _Evaluator:
    """Values of terms at an instance; what is random has the draws as its first axis."""

    values: Mapping[Term, Any]
    samples: Mapping[Term, Array]
    draws: int

    def value(self, term: Term) -> Any:  # noqa: ANN401 - a number or an array
        if term in self.values:
            return self.values[term]
        if term in self.samples:
            return self.samples[term]
        method = getattr(self, f"_{term.head}", None)
        if method is not None:
            return method(term)
        if term.head in RELATIONS:
            one, other = (self.value(part) for part in term.args)
            compare = {"eq": np.equal, "ne": np.not_equal, "le": np.less_equal, "lt": np.less}
            compare |= {"ge": np.greater_equal, "gt": np.greater}
            return compare[term.head](one, other)
        raise NoInstance(f"{term} is not evaluated here.")

    def _number(self, term: Term) -> float:
        return float(value_of(term))

    def _item(self, term: Term) -> Array:
        family, place = term.args
        return self.samples[family][:, int(self.value(place)) - 1]

    def _component(self, term: Term) -> Any:  # noqa: ANN401
        x, *places = term.args
        return self.value(x)[(..., *(int(self.value(place)) - 1 for place in places))]

    def _definition(self, term: Term) -> Any:  # noqa: ANN401
        return self.value(term.unfolded())

    def _broadcast(self, factor: Any, rank: int, is_random: bool) -> Any:  # noqa: ANN401
        return np.reshape(factor, (*np.shape(factor), *(1,) * rank)) if is_random and rank else factor

    def _add(self, term: Term) -> Any:  # noqa: ANN401
        return sum(self.value(part) for part in term.args)

    def _mul(self, term: Term) -> Any:  # noqa: ANN401
        total = 1.0
        for part in term.args:
            total = total * self.value(part)
        return total

    def _scale(self, term: Term) -> Any:  # noqa: ANN401
        factor, tensor = term.args
        return self._broadcast(self.value(factor), len(tensor.shape), factor.is_random) * self.value(tensor)

    def _power(self, term: Term) -> Any:  # noqa: ANN401
        base, exponent = (np.asarray(self.value(part), dtype=float) for part in term.args)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where((base == 0) & (exponent < 0), 0.0, base**exponent)

    def _function(self, term: Term) -> Any:  # noqa: ANN401
        if term.data[0] not in _FUNCTIONS:
            raise NoInstance(f"{term} is not evaluated here.")
        with np.errstate(divide="ignore", invalid="ignore"):
            return _FUNCTIONS[term.data[0]](self.value(term.args[0]))

    def _inner(self, term: Term) -> Any:  # noqa: ANN401
        product = np.asarray(self.value(term.args[0]) * self.value(term.args[1]))
        return product.sum(axis=tuple(range(-len(term.args[0].shape), 0)))

    def _norm2(self, term: Term) -> Any:  # noqa: ANN401
        return self._inner(Term("inner", (term.args[0], term.args[0])))

    def _outer(self, term: Term) -> Any:  # noqa: ANN401
        a, b = (np.asarray(self.value(part)) for part in term.args)
        return a[..., :, None] * b[..., None, :]

    def _matmul(self, term: Term) -> Any:  # noqa: ANN401
        a, b = (np.asarray(self.value(part)) for part in term.args)
        rows, columns = (len(part.shape) for part in term.args)
        if rows == 1:
            return (a[..., None, :] @ b)[..., 0, :]
        return (a @ b[..., None])[..., 0] if columns == 1 else a @ b

    def _transpose(self, term: Term) -> Any:  # noqa: ANN401
        return np.swapaxes(self.value(term.args[0]), -1, -2)

    def _matrix_power(self, term: Term) -> Any:  # noqa: ANN401
        base, exponent = term.args
        return np.linalg.matrix_power(self.value(base), int(self.value(exponent)))

    def _trace(self, term: Term) -> Any:  # noqa: ANN401
        return np.trace(self.value(term.args[0]), axis1=-2, axis2=-1)

    def _zeros(self, term: Term) -> Array:
        return np.zeros([int(self.value(dim)) for dim in term.args])

    def _ones(self, term: Term) -> Array:
        return np.ones([int(self.value(dim)) for dim in term.args])

    def _identity(self, term: Term) -> Array:
        return np.eye(int(self.value(term.args[0])))

    def _diagonal(self, term: Term) -> Any:  # noqa: ANN401
        vector = np.asarray(self.value(term.args[0]))
        return vector[..., :, None] * np.eye(vector.shape[-1])

    def _array(self, term: Term) -> Array:
        entries = np.broadcast_arrays(*(self.value(part) for part in term.args))
        return np.stack(entries, axis=-1).reshape(*np.shape(entries[0]), *term.data)

    def _gradient(self, term: Term) -> Array:
        """Central differences of fourth order, one entry of the point at a time."""
        body, point = term.args
        place = np.asarray(self.value(point), dtype=float)
        slopes = []
        for position in np.ndindex(place.shape):
            total = 0.0
            for steps, weight in ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12)):
                moved = place.copy()
                moved[position] += steps * _STEP
                total = total + weight * np.asarray(self._stepped(body, point.shape, moved), dtype=float)
            slopes.append(total / _STEP)
        stacked = np.stack(slopes, axis=-1)
        return stacked.reshape((*stacked.shape[:-1], *place.shape))

    def _stepped(self, body: Term, shape: tuple[Term, ...], value: Any) -> Any:  # noqa: ANN401
        """The body at a value of its variable."""
        variable = Term("fixed", shape, ("moved",)) if shape else Term("parameter", (), ("moved",))
        inside = _Evaluator({**self.values, variable: value}, self.samples, self.draws)
        return inside.value(instantiated(body, variable))

    def _iterate(self, term: Term) -> Any:  # noqa: ANN401
        body, start, count = term.args
        value = self.value(start)
        for _ in range(int(self.value(count))):
            value = self._stepped(body, start.shape, value)
        return value

    def _rate(self, term: Term) -> Any:  # noqa: ANN401
        return np.abs(self._gradient(Term("gradient", term.args)))

    def _stationary(self, term: Term) -> Array:
        """The left eigenvector of the eigenvalue 1, of total 1."""
        values, vectors = np.linalg.eig(np.asarray(self.value(term.args[0]), dtype=float).T)
        vector = np.real(vectors[:, np.argmin(np.abs(values - 1))])
        return vector / vector.sum()

    def _bodies(self, term: Term) -> list[Any]:
        upper, condition, body = term.args
        places = [number(j) for j in range(1, int(self.value(upper)) + 1)]
        indices = [Term("index", (upper,), (f"= {place}",)) for place in places]
        found = []
        for place, index in zip(places, indices, strict=True):
            inside = _Evaluator({**self.values, index: place.data[0]}, self.samples, self.draws)
            if inside.value(instantiated(condition, index)):
                found.append(inside.value(instantiated(body, index)))
        return found

    def _true(self, term: Term) -> bool:
        return True

    def _sum(self, term: Term) -> Any:  # noqa: ANN401
        bodies = self._bodies(term)
        zero = np.zeros([int(self.value(dim)) for dim in term.shape])
        return sum(bodies) if bodies else zero

    def _product(self, term: Term) -> Any:  # noqa: ANN401
        return np.prod(self._bodies(term), axis=0)

    def _maximum(self, term: Term) -> Any:  # noqa: ANN401
        return np.max(np.broadcast_arrays(*map(self.value, term.args)), axis=0)

    def _minimum(self, term: Term) -> Any:  # noqa: ANN401
        return np.min(np.broadcast_arrays(*map(self.value, term.args)), axis=0)

    def _max(self, term: Term) -> Any:  # noqa: ANN401
        return np.max(self._bodies(term), axis=0)

    def _min(self, term: Term) -> Any:  # noqa: ANN401
        return np.min(self._bodies(term), axis=0)

    def _all(self, term: Term) -> Any:  # noqa: ANN401
        return np.all(self._bodies(term), axis=0)

    def _any(self, term: Term) -> Any:  # noqa: ANN401
        return np.any(self._bodies(term), axis=0)

    def _tabulate(self, term: Term) -> Array:
        return np.stack(self._bodies(term), axis=-1)

    def _softmax(self, term: Term) -> Any:  # noqa: ANN401
        logits = np.asarray(self.value(term.args[0]))
        raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
        return raised / raised.sum(axis=-1, keepdims=True)

    def _and(self, term: Term) -> Any:  # noqa: ANN401
        return np.logical_and(*(self.value(part) for part in term.args))

    def _or(self, term: Term) -> Any:  # noqa: ANN401
        return np.logical_or(*(self.value(part) for part in term.args))

    def _indicator(self, term: Term) -> Any:  # noqa: ANN401
        return np.asarray(self.value(term.args[0]), dtype=float)

    def _E(self, term: Term) -> Any:  # noqa: ANN401, N802
        (body,) = term.args
        value = self.value(body)
        # An empty sum of random objects has no axis of draws.
        return np.mean(value, axis=0) if np.ndim(value) > len(body.shape) else value

    def _P(self, term: Term) -> Any:  # noqa: ANN401, N802
        return self._E(Term("E", (Term("indicator", term.args),)))

    def _Var(self, term: Term) -> Any:  # noqa: ANN401, N802
        value = self.value(term.args[0])
        return np.var(value, axis=0) if np.ndim(value) else 0.0

    def _Cov(self, term: Term) -> Any:  # noqa: ANN401, N802
        x, y = (Term("E", (part,)) for part in term.args)
        return self.value(Term("E", (term.args[0] * term.args[1],))) - self.value(x) * self.value(y)
