"""Second checks of a statement: both sides and the relation, in small random instances of its model.

Sizes, parameters, fixed vectors and free indices are drawn, the random objects are sampled, and the statement
is evaluated as its terms say, sharing nothing with any proof. Where the outcomes are few, means are exact
sums over all of them; else they are averages over batches of draws, and a relation between them is tested at
a z-score. Expansions are evaluated in ball arithmetic at growing sizes. A check that passes is no proof; one
that fails names its instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Final

import numpy as np
from flint import arb

from .balls import FUNCTIONS, NoBall, holds_in_the_limit, value
from .terms import LIMITS, RELATIONS, E, Term, exp, instantiated, number, value_of

_BATCHES: Final = 24
_DRAWS: Final = 500
_OUTCOMES: Final = 4096
_Z: Final = 6.0
_RELATIVE: Final = 1e-8
_ROUNDING: Final = 1e-12
_STEPS: Final = 30
_HALVINGS: Final = 12
_DIFFERENCE: Final = 1e-6
"""Steps towards a solution of equations, how often one is halved, and the difference that gives slopes."""
_TRIES: Final = 1000
_TRIES_OF_MEANS: Final = 12
"""Instances in which a hypothesis about means is tried, which takes long."""
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
            raise CheckFailed(f"{statement} does not hold at {_shown(statement, instance)}.")
    return f"holds in {instances} random instances"


def _shown(statement: Term, instance: Instance) -> Instance | str:
    """The values that matter: those of what a limit binds do not."""
    if statement.head not in LIMITS:
        return instance
    limit = statement.args[LIMITS[statement.head] :]
    bound = {limit[0], *(tie.args[0] for tie in limit[1:])}
    values = {own: value for own, value in instance.values.items() if own not in bound}
    return Instance(values) if values else "four growing sizes"


@dataclass(frozen=True)
class Instance:
    """Values of the symbols that are not random."""

    values: Mapping[Term, Any]

    def __repr__(self) -> str:
        return ", ".join(f"{term} = {np.round(value, 3)}" for term, value in self.values.items())


def _instance(terms: tuple[Term, ...], given: tuple[Term, ...], generator: np.random.Generator) -> Instance:
    symbols = sorted({own for term in terms for _, own in term.declarations}, key=lambda own: str(own.data))
    of_numbers = [fact for fact in given if not _objects(fact)]
    of_means = [fact for fact in given if _objects(fact)]
    left = _TRIES_OF_MEANS
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
        _solve([fact for fact in of_numbers if fact.head == "eq"], values)
        if all(_holds(fact, Instance(values), generator) for fact in of_numbers):
            if all(_holds(fact, Instance(values), generator) for fact in of_means):
                return Instance(values)
            left -= 1
        if not left:
            break
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

    put(_root(residual, np.concatenate([np.ravel(values[own]) for own in moved])))


def _root(residual: Callable[[Array], Array], x: Array) -> Array:
    """A point near x without residual, by Gauss-Newton steps of least length, halved until they help."""
    for _ in range(_STEPS):
        left = residual(x)
        size = float(np.linalg.norm(left))
        if not size:
            break
        slopes = [
            (residual(x + _DIFFERENCE * one) - residual(x - _DIFFERENCE * one)) for one in np.eye(x.size)
        ]
        step = np.linalg.lstsq(np.stack(slopes, axis=1) / (2 * _DIFFERENCE), -left, rcond=None)[0]
        tries = (x + step / 2**k for k in range(_HALVINGS))
        x = next((tried for tried in tries if np.linalg.norm(residual(tried)) < size), x)
    return x


def _holds(statement: Term, instance: Instance, generator: np.random.Generator) -> bool:
    """Whether the statement holds, for every draw or within its standard error."""
    if statement.is_random:
        return all(
            bool(np.all(_happens(statement, draw))) for draw in _draws(statement, instance, generator)[:1]
        )
    match statement.head:
        case "and":
            return all(_holds(part, instance, generator) for part in statement.args)
        case "or":
            return any(_holds(part, instance, generator) for part in statement.args)
        case "all" | "any":
            parts = (_holds(part, inside, generator) for part, inside in _instances(statement, instance))
            return all(parts) if statement.head == "all" else any(parts)
        case "true" | "false":
            return statement.head == "true"
        case "sub_gaussian":
            return all(_holds(part, instance, generator) for part in _exponential_moments(statement))
    if statement.head in LIMITS:
        return _holds_in_the_limit(statement, instance)
    if statement.head not in RELATIONS:
        raise NoInstance(f"{statement} is no relation.")
    differences = []
    for draw in _draws(statement, instance, generator):
        one, other = (np.asarray(draw.value(side), dtype=float) for side in statement.args)
        differences.append(one - other)
    is_exact = len(differences) == 1
    mean = np.mean(differences, axis=0)
    if is_exact and statement.head in {"lt", "gt"}:
        # Nothing is estimated, so that equality up to rounding is not strict.
        return bool((mean if statement.head == "gt" else -mean) > _ROUNDING * (1 + abs(one)))
    spread = np.std(differences, axis=0, ddof=1) / np.sqrt(len(differences)) if len(differences) > 1 else 0.0
    every = np.any if statement.head == "ne" else np.all
    return bool(every(_related(statement.head, mean, _Z * spread + _RELATIVE * (1 + np.abs(one)))))


def _happens(event: Term, draw: _Evaluator) -> Any:  # noqa: ANN401
    """In which draws a random event happens, up to rounding."""
    match event.head:
        case "and" | "or":
            parts = [_happens(part, draw) for part in event.args]
            return np.logical_and(*parts) if event.head == "and" else np.logical_or(*parts)
        case "all" | "any":
            parts = [_happens(part, inside) for part, inside in draw.bodies(event)]
            return np.all(parts, axis=0) if event.head == "all" else np.any(parts, axis=0)
    if event.head not in RELATIONS:
        raise NoInstance(f"{event} is no relation.")
    one, other = (draw.value(side) for side in event.args)
    return _related(event.head, one - other, _RELATIVE * (1 + np.abs(one) + np.abs(other)))


def _instances(binder: Term, instance: Instance) -> list[tuple[Term, Instance]]:
    """The body at each index that meets the condition, with the instance that knows the index."""
    return [
        (body, Instance(inside.values)) for body, inside in _Evaluator(instance.values, {}, 1).bodies(binder)
    ]


def _draws(statement: Term, instance: Instance, generator: np.random.Generator) -> list[_Evaluator]:
    """All outcomes where they are few, else batches of draws; one evaluator of each."""
    known = _enumerated(statement, instance)
    if known is not None:
        samples, weights = known
        return [_Evaluator(instance.values, samples, len(weights), weights)]
    return [
        _Evaluator(instance.values, _sample(statement, instance, generator), _DRAWS) for _ in range(_BATCHES)
    ]


def _holds_in_the_limit(statement: Term, instance: Instance) -> bool:
    exact = {
        symbol: Fraction(value).limit_denominator(1000)
        for symbol, value in instance.values.items()
        if symbol.head in {"size", "parameter", "index"}
    }
    try:
        return holds_in_the_limit(statement, exact)
    except NoBall as nothing:
        raise NoInstance(str(nothing)) from nothing


def _exponential_moments(statement: Term) -> list[Term]:
    """E exp(s (x - E x)) <= exp(s^2 v / 2) for some numbers s."""
    x, proxy = statement.args
    steps = [number(Fraction(sign * k, 4)) for k in (1, 2, 4, 6) for sign in (1, -1)]
    return [E(exp(s * (x - E(x)))) <= exp(s**2 * proxy / 2) for s in steps]


def _related(head: str, difference: Array, error: Array) -> Array:
    match head:
        case "eq":
            return np.abs(difference) <= error
        case "ne":
            return np.abs(difference) > error
        case "le" | "lt":
            return difference <= error
    return difference >= -error


def _objects(term: Term) -> list[Term]:
    """The random objects and families of a term, by name."""
    found = sorted(term.declarations, key=lambda pair: pair[0])
    return [own for _, own in found if own.head in {"random", "family"}]


def _enumerated(term: Term, instance: Instance) -> tuple[dict[Term, Array], Array] | None:
    """Every outcome of the term's random objects, with its probability; none where there are too many."""
    fixed = _Evaluator(instance.values, {}, 1)
    samples: dict[Term, Array] = {}
    weights = np.ones(1)
    for own in _objects(term):
        count = int(fixed.value(own.args[1])) if own.head == "family" else 1
        found = _outcomes(own.args[0], count, fixed, _OUTCOMES // len(weights))
        if found is None:
            return None
        values, chances = found
        samples = {known: np.repeat(drawn, len(chances), axis=0) for known, drawn in samples.items()}
        values = np.tile(values, (len(weights), *(1,) * (values.ndim - 1)))
        samples[own] = values if own.head == "family" else values[:, 0]
        weights = np.outer(weights, chances).ravel()
    return samples, weights


def _outcomes(law: Term, count: int, fixed: _Evaluator, most: int) -> tuple[Array, Array] | None:
    """The values of `count` items and their probabilities: outcomes, items, components."""
    if law.head == "markov_chain":
        transition, initial = _stochastic(law, fixed)
        if len(initial) ** count > most:
            return None
        places = np.indices((len(initial),) * count).reshape(count, -1)
        chances = initial[places[0]]
        for before, after in pairwise(places):
            chances = chances * transition[before, after]
        return 1.0 + places.T, chances
    atoms = _atoms(law, fixed, most)
    if atoms is None or len(atoms[1]) ** count > most:
        return None
    values, single = atoms
    places = np.indices((len(single),) * count).reshape(count, -1)
    return values[places.T], np.prod(single[places], axis=0)


def _atoms(law: Term, fixed: _Evaluator, most: int) -> tuple[Array, Array] | None:
    """The values of one object with a finite law, and their probabilities."""
    match law.head:
        case "one_hot":
            size = int(fixed.value(law.args[0]))
            return np.eye(size), np.full(size, 1 / size)
        case "rademacher":
            size = int(fixed.value(law.shape[0])) if law.shape else 1
            if 2**size > most:
                return None
            signs = 2.0 * np.indices((2,) * size).reshape(size, -1).T - 1
            return fixed.value(law.args[0]) * (signs if law.shape else signs[:, 0]), np.full(
                2**size, 0.5**size
            )
        case "discrete_uniform":
            size = int(fixed.value(law.args[0]))
            return 1.0 + np.arange(size), np.full(size, 1 / size)
        case "bernoulli":
            p = _chances([fixed.value(law.args[0])])[0]
            return np.array([0.0, 1.0]), np.array([1 - p, p])
        case "zipf" if len(law.args) > 1:
            ranks = 1.0 + np.arange(int(fixed.value(law.args[1])))
            chances = ranks ** -float(fixed.value(law.args[0]))
            return ranks, chances / chances.sum()
        case "mixture":
            half = len(law.args) // 2
            weights = _chances([fixed.value(w) for w in law.args[:half]], total=1)
            parts = [_atoms(part, fixed, most) for part in law.args[half:]]
            if any(part is None for part in parts):
                return None
            known = [part for part in parts if part is not None]
            chances = [w * single for w, (_, single) in zip(weights, known, strict=True)]
            return np.concatenate([values for values, _ in known]), np.concatenate(chances)
    return None


def _chances(values: Iterable[Any], total: float | None = None) -> Array:
    """Probabilities. Raises `NoInstance` where the values are none."""
    found = np.asarray(list(values), dtype=float)
    if np.any((found < 0) | (found > 1)) or (total is not None and abs(found.sum() - total) > _RELATIVE):
        raise NoInstance(f"{found} are no probabilities.")
    return found


def _stochastic(law: Term, fixed: _Evaluator) -> tuple[Array, Array]:
    """The transition matrix and the first law of a chain. Raises `NoInstance` where they are none."""
    transition, initial = (np.asarray(fixed.value(part), dtype=float) for part in law.args)
    for row in (*transition, initial):
        _chances(row, total=1)
    return transition, initial


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
            return (generator.random(size) < _chances([fixed.value(law.args[0])])).astype(float)
        case "zipf" if len(law.args) > 1:
            weights = np.arange(1, int(fixed.value(law.args[1])) + 1) ** -float(fixed.value(law.args[0]))
            return 1.0 + generator.choice(len(weights), size=size, p=weights / weights.sum())
    return _drawn_compound(law, size, fixed, generator)


def _drawn_compound(
    law: Term, size: tuple[int, int], fixed: _Evaluator, generator: np.random.Generator
) -> Array:
    """Draws of infinite Zipf laws, mixtures and chains."""
    match law.head:
        case "zipf" if fixed.value(law.args[0]) > 1:
            return generator.zipf(fixed.value(law.args[0]), size=size).astype(float)
        case "mixture":
            half = len(law.args) // 2
            weights = _chances([fixed.value(w) for w in law.args[:half]], total=1)
            parts = np.stack([_drawn(part, size, fixed, generator) for part in law.args[half:]])
            chosen = generator.choice(half, size=size, p=weights)
            return np.take_along_axis(parts, chosen.reshape(1, *size, *(1,) * len(law.shape)), axis=0)[0]
        case "markov_chain":
            transition, initial = _stochastic(law, fixed)
            uniform = generator.random(size)
            states = [np.searchsorted(np.cumsum(initial)[:-1], uniform[:, 0], side="right")]
            ends = np.cumsum(transition, axis=1)[:, :-1]
            for step in uniform.T[1:]:
                states.append((step[:, None] >= ends[states[-1]]).sum(axis=1))
            return 1.0 + np.stack(states, axis=1)
    raise NoInstance(f"{law} is not sampled here.")


def _by_balls(name: str, x: float) -> float:
    return float(FUNCTIONS[name](arb(float(x))))


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
    **{name: np.vectorize(partial(_by_balls, name)) for name in ("gamma", "log_gamma", "zeta", "erfc")},
}


@dataclass(frozen=True)
class _Evaluator:
    """Values of terms at an instance; what is random has the draws as its first axis."""

    values: Mapping[Term, Any]
    samples: Mapping[Term, Array]
    draws: int
    weights: Array | None = None
    """The probabilities of the draws; the same for each where there are none."""

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

    def _constant(self, term: Term) -> float:
        return float(value(term, {}))

    def _item(self, term: Term) -> Array:
        family, place = term.args
        return self._at(self.samples[family], (place,), 1)

    def _component(self, term: Term) -> Any:  # noqa: ANN401
        x, *places = term.args
        value = np.asarray(self.value(x))
        return self._at(value, tuple(places), value.ndim - len(places))

    def _at(self, value: Array, places: tuple[Term, ...], axis: int) -> Array:
        """The entry at places, which may differ from draw to draw."""
        at = tuple(np.asarray(self.value(place)).astype(int) - 1 for place in places)
        if any(np.ndim(place) for place in at):
            rows = (np.arange(self.draws),) if axis else ()
            return value[(*rows, *at)]
        return value[(slice(None),) * axis + at]

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
        inside = replace(self, values={**self.values, variable: value})
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

    def bodies(self, term: Term) -> list[tuple[Term, _Evaluator]]:
        """A binder's body at each index that meets its condition, with the evaluator that knows the index."""
        upper, condition, body = term.args
        places = [number(j) for j in range(1, int(self.value(upper)) + 1)]
        indices = [Term("index", (upper,), (f"= {place}",)) for place in places]
        found = []
        for place, index in zip(places, indices, strict=True):
            inside = replace(self, values={**self.values, index: place.data[0]})
            if inside.value(instantiated(condition, index)):
                found.append((instantiated(body, index), inside))
        return found

    def _bodies(self, term: Term) -> list[Any]:
        return [inside.value(body) for body, inside in self.bodies(term)]

    def _argmax(self, term: Term) -> Any:  # noqa: ANN401
        values = np.stack(np.broadcast_arrays(*self._bodies(term)))
        if term.data != ("first",) and np.any((values == values.max(axis=0)).sum(axis=0) > 1):
            raise NoInstance(f"{term} has ties, which are broken at random.")
        return 1 + np.argmax(values, axis=0)

    def _false(self, term: Term) -> bool:
        return False

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

    def _mean(self, value: Any, rank: int) -> Any:  # noqa: ANN401
        """The mean over the draws; an empty sum of random objects has no axis of draws."""
        return np.average(value, axis=0, weights=self.weights) if np.ndim(value) > rank else value

    def _E(self, term: Term) -> Any:  # noqa: ANN401, N802
        return self._mean(self.value(term.args[0]), len(term.shape))

    def _P(self, term: Term) -> Any:  # noqa: ANN401, N802
        return self._E(Term("E", (Term("indicator", term.args),)))

    def _Var(self, term: Term) -> Any:  # noqa: ANN401, N802
        value = np.asarray(self.value(term.args[0]), dtype=float)
        return self._mean((value - self._mean(value, 0)) ** 2, 0)

    def _quantile(self, term: Term) -> Any:  # noqa: ANN401
        value, level = (np.asarray(self.value(part), dtype=float) for part in term.args)
        order = np.argsort(value, axis=None)
        weights = np.full(len(order), 1 / len(order)) if self.weights is None else self.weights[order]
        reached = np.searchsorted(np.cumsum(weights), level - _ROUNDING)
        return value.ravel()[order[min(reached, len(order) - 1)]]

    def _Cov(self, term: Term) -> Any:  # noqa: ANN401, N802
        x, y = (Term("E", (part,)) for part in term.args)
        return self.value(Term("E", (term.args[0] * term.args[1],))) - self.value(x) * self.value(y)
