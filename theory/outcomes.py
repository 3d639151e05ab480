"""Random objects at an instance: every outcome with its probability where they are few, else draws."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import prod
from typing import Any, Final

import numpy as np

from .array_functions import Array, NoInstance
from .evaluation import Evaluator, Instance, OutsideDomain
from .laws import WRITTEN
from .node import Term

TRIALS: Final = 500
_MOST_ITEMS: Final = 2000
"""Of one family in an instance that is drawn."""
_OUTCOMES: Final = 4096
RELATIVE: Final = 1e-8


def objects(term: Term) -> list[Term]:
    """The random objects and families of a term, by name."""
    found = sorted(term.declarations, key=lambda pair: pair[0])
    return [own for _, own in found if own.head in {"random", "family"}]


def enumerated(term: Term, instance: Instance) -> tuple[dict[Term, Array], Array] | None:
    """Every outcome of the term's random objects, one batch, with its probability; none where too many."""
    fixed = Evaluator(instance.values)
    samples: dict[Term, Array] = {}
    weights = np.ones(1)
    for own in objects(term):
        counts = [int(fixed.value(count)) for count in own.args[1:]]
        found = _outcomes(own.args[0], prod(counts), fixed, _OUTCOMES // len(weights))
        if found is None:
            return None
        values, chances = found
        samples = {known: np.repeat(drawn, len(chances), axis=0) for known, drawn in samples.items()}
        values = np.tile(values, (len(weights), *(1,) * (values.ndim - 1)))
        samples[own] = values.reshape(len(values), *counts, *values.shape[2:])
        weights = np.outer(weights, chances).ravel()
    return {own: values[None] for own, values in samples.items()}, weights


def _outcomes(law: Term, count: int, fixed: Evaluator, most: int) -> tuple[Array, Array] | None:
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


def _atoms(law: Term, fixed: Evaluator, most: int) -> tuple[Array, Array] | None:
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
        case "with_moments":
            return _three_values(*(float(fixed.value(part)) for part in law.args))
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


def _three_values(
    first: float, second: float | None = None, third: float | None = None, fourth: float | None = None
) -> tuple[Array, Array]:
    """A law of at most three values with these first moments. Raises `NoInstance` where there is none.

    Of mean 0, variance 1, third moment s and fourth k it has the values 0 and the a with a^2 - s a + s^2 = k.
    """
    spread = 1.0 if second is None else second - first**2
    if spread <= 0:
        raise NoInstance("The variance of a law that is given by its moments is not positive here.")
    scale = np.sqrt(spread)
    skew = 0.0 if third is None else (third - 3 * first * spread - first**3) / scale**3
    most = skew**2 + 2.0
    if third is not None and fourth is not None:
        central = fourth - 4 * first * third + 6 * first**2 * (spread + first**2) - 3 * first**4
        most = central / spread**2
    if most < skew**2 + 1 - RELATIVE:
        raise NoInstance("No law has these first moments here.")
    half = np.sqrt(most - 0.75 * skew**2)
    low, high = skew / 2 - half, skew / 2 + half
    outer = np.array([-1 / low, 1 / high]) / (high - low)
    chances = np.array([max(0.0, 1 - outer.sum()), *outer])
    return first + scale * np.array([0.0, low, high]), chances / chances.sum()


def _chances(values: Iterable[Any], total: float | None = None) -> Array:
    """Probabilities. Raises `NoInstance` where the values are none."""
    found = np.asarray(list(values), dtype=float)
    if np.any((found < 0) | (found > 1)) or (total is not None and abs(found.sum() - total) > RELATIVE):
        raise NoInstance(f"{found} are no probabilities.")
    return found


def _stochastic(law: Term, fixed: Evaluator) -> tuple[Array, Array]:
    """The transition matrix and the first law of a chain. Raises `NoInstance` where they are none."""
    transition, initial = (np.asarray(fixed.value(part), dtype=float) for part in law.args)
    for row in (*transition, initial):
        _chances(row, total=1)
    return transition, initial


def sample(term: Term, instance: Instance, generator: np.random.Generator, batches: int) -> dict[Term, Array]:
    """Draws of every random object of the term: batches, trials, items, components."""
    fixed = Evaluator(instance.values)
    samples: dict[Term, Array] = {}
    for _, own in sorted(term.declarations, key=lambda pair: pair[0]):
        if own.head in {"random", "family"}:
            counts = [int(fixed.value(count)) for count in own.args[1:]]
            if prod(counts) > _MOST_ITEMS:
                raise NoInstance(f"{own} has too many items to be drawn.")
            drawn = _drawn(own.args[0], (batches * TRIALS, prod(counts)), fixed, generator)
            samples[own] = drawn.reshape(batches, TRIALS, *counts, *drawn.shape[2:])
    return samples


def _drawn(law: Term, size: tuple[int, int], fixed: Evaluator, generator: np.random.Generator) -> Array:
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
        case "bernoulli":
            return (generator.random(size) < _chances([fixed.value(law.args[0])])).astype(float)
        case "with_moments":
            values, chances = _three_values(*(float(fixed.value(part)) for part in law.args))
            return generator.choice(values, size=size, p=chances)
        case "zipf" if len(law.args) > 1:
            weights = np.arange(1, int(fixed.value(law.args[1])) + 1) ** -float(fixed.value(law.args[0]))
            return 1.0 + generator.choice(len(weights), size=size, p=weights / weights.sum())
    known = WRITTEN.get(law.head)
    if known is not None and known.draw is not None:
        try:
            return known.draw(generator, size, *(float(fixed.value(part)) for part in law.args))
        except ValueError as error:
            raise OutsideDomain(f"There is no law {law} at these values.") from error
    return _drawn_compound(law, size, fixed, generator)


def _zipf(alpha: float, size: tuple[int, int], generator: np.random.Generator) -> Array:
    """Draws by rejection from floor(u^(-1/(alpha - 1))), Devroye 1986, X.6.1. NumPy leaves out what has more
    than 64 bits, which is most of a law with alpha near 1.
    """
    drawn = np.zeros(size)
    while (left := drawn == 0).any():
        u, v = generator.random((2, left.sum()))
        with np.errstate(over="ignore", invalid="ignore"):
            x = np.floor((1 - u) ** (-1 / (alpha - 1)))
            rise = np.expm1((alpha - 1) * np.log1p(1 / x))
            steep = np.where(x < np.inf, x * rise, alpha - 1)
        fits = v * steep * 2 ** (alpha - 1) <= (1 + rise) * (2 ** (alpha - 1) - 1)
        drawn[left] = np.where(fits, x, 0)
    return drawn


def _drawn_compound(
    law: Term, size: tuple[int, int], fixed: Evaluator, generator: np.random.Generator
) -> Array:
    """Draws of infinite Zipf laws, mixtures and chains."""
    match law.head:
        case "zipf" if fixed.value(law.args[0]) > 1:
            return _zipf(float(fixed.value(law.args[0])), size, generator)
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
