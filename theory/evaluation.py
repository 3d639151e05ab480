"""Values of terms at an instance of their model, as the terms say; what is random has trials or outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial, reduce
from itertools import combinations
from math import comb
from typing import Any, Final

import mpmath
import numpy as np
from flint import arb, ctx

from .balls import FUNCTIONS, SPECIAL, NoBall
from .balls import value as ball_value
from .heads import RELATIONS
from .node import Term, number, value_of
from .substitution import instantiated, rebuilt, unfolded

ROUNDING: Final = 1e-12
_STEP: Final = 1e-3
"""Of the differences that stand for gradients."""
_ALIKE: Final = 1e-8
"""The slopes that two steps tell differ by no more, or by as much of them."""
_FAR, _PLACES, _HALVINGS = 12.0, 241, 60
"""Where a level is looked for: between e^-12 and e^12, at so many places, then halved so often."""
_BITS: Final = 800
"""Of the balls in which derivatives of numbers are taken."""
_MOST_EDGES: Final = 300
_MOST_BODIES: Final = 2**16
_VALUES: Final = 400
_LEADING: Final = 2
"""Axes of what is random, or a statistic, before its own: batches and trials."""
Array = np.ndarray[Any, Any]


class NoInstance(ValueError):  # noqa: N818 - an outcome
    """No instance meets the hypotheses, or a term has no value here."""


class OutsideDomain(NoInstance):
    """An instance in which no side is a number, as where both hold the logarithm of a negative one."""


@dataclass(frozen=True)
class Instance:
    """Values of the symbols that are not random."""

    values: Mapping[Term, Any]

    @property
    def has_whole_sizes(self) -> bool:
        """Whether no size lies between two whole numbers, so that what fails here fails."""
        return all(value == round(float(value)) for own, value in self.values.items() if own.head == "size")

    def __repr__(self) -> str:
        return ", ".join(f"{term} = {_rounded(value)}" for term, value in self.values.items())


def _rounded(value: Any) -> Any:  # noqa: ANN401
    """To three places, or to two digits where none of these is left."""
    near = np.round(value, 3)
    return near if np.any(near) or not np.any(value) else np.array2string(np.asarray(value), precision=1)


@cache
def _coefficients(name: str) -> Array:
    return np.random.default_rng(list(name.encode())).normal(size=4)


def _by_balls(name: str, x: float) -> float:
    return float(FUNCTIONS[name](arb(float(x))))


def _gamma(z: float) -> float:
    """Gamma(z), infinite at its poles: its inverse is 0 there, and so is binomial(n, k) for k > n.

    >>> _gamma(4), 1 / _gamma(-2)
    (6.0, 0.0)
    """
    return np.inf if z <= 0 and float(z).is_integer() else _by_balls("gamma", z)


def _series(upper: tuple[float, ...], lower: tuple[float, ...], z: float) -> float:
    return float(arb(float(z)).hypgeom([arb(float(a)) for a in upper], [arb(float(b)) for b in lower]))


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


def _shared_out(alpha: float, classes: int) -> float:
    """The mass of the fullest class where values with a Zipf law are given, from the likeliest on, to the
    class that is emptiest: the others fill it in the end, or it is filled already.
    """
    whole, beyond = (float(arb(alpha).zeta(arb(start))) for start in (1, _VALUES + 1))
    masses = np.zeros(classes)
    for value in range(1, _VALUES + 1):
        masses[masses.argmin()] += value**-alpha / whole
    lacking = classes * masses.max() - masses.sum()
    return float(1 / classes if lacking <= beyond / whole else masses.max())


def _same(one: Any, other: Any, least: float = 1.0) -> Any:  # noqa: ANN401
    """Equality up to rounding, without which numbers that are worked out in two ways are never equal; `least`
    is the size of what may have cancelled in them.
    """
    return np.abs(np.subtract(one, other)) <= ROUNDING * (least + np.maximum(np.abs(one), np.abs(other)))


@lru_cache(maxsize=4096)
def _cancels_nothing(term: Term) -> bool:
    """Whether its error is a share of it: a product of powers and moduli of what is drawn or given."""
    if term.head in {"mul", "power"} or term.data == ("abs",):
        return all(map(_cancels_nothing, term.args))
    return term.head in {"number", "constant", "size", "parameter", "index", "random", "item"}


def _place(index: Any) -> Any:  # noqa: ANN401
    """Where arrays, which begin at 0, have what an index names, which begins at 1."""
    return index - 1 if type(index) is int else np.asarray(index).astype(int) - 1


@lru_cache(maxsize=4096)
def _opened(binder: Term, upper: int) -> tuple[tuple[int, Term, Term, Term], ...]:
    """A binder's places, each with the index that stands for it, the condition and the body there."""
    size, condition, body = binder.args
    places = [(j, Term("index", (size,), (f"#{j}",))) for j in range(1, upper + 1)]
    return tuple((j, own, instantiated(condition, own), instantiated(body, own)) for j, own in places)


@lru_cache(maxsize=4096)
def _as_if_it_happened(body: Term) -> Term:
    """The body with 1 for indicators and |x| for relu(x): what a mean is made of where no trial shows it."""

    def change(part: Term, _: int) -> Term | None:
        if part.head == "indicator":
            return number(1)
        return Term("function", part.args, ("abs",)) if part.data == ("relu",) else None

    return rebuilt(body, change)


@lru_cache(maxsize=4096)
def _unfolded(definition: Term) -> Term:
    return unfolded(definition)


@dataclass(frozen=True)
class Evaluator:
    """Values of terms at an instance; what is random has batches of trials as its first two axes.

    A statistic is worked out in each batch, and has an axis of one trial.
    """

    values: Mapping[Term, Any]
    samples: Mapping[Term, Array] = field(default_factory=dict)
    weights: Array | None = None
    """The probabilities of the trials of each batch; the same for each where there are none."""
    known: dict[Term, Any] = field(default_factory=dict, repr=False)
    """What was worked out: the same part stands in many places."""
    unseen: float = 0.0
    """The least that the probability of a random event, or of its opposite, is taken for."""
    shares: list[float] | None = field(default=None, repr=False)
    """Where each mean notes the share of one trial in what its standard error is made of, if asked to."""

    def value(self, term: Term) -> Any:  # noqa: ANN401 - a number or an array
        """The term's value, or its values in the trials."""
        for known in (self.values, self.samples, self.known):
            if term in known:
                return known[term]
        found = self.known[term] = self._value(term)
        return found

    def _value(self, term: Term) -> Any:  # noqa: ANN401
        method = getattr(self, f"_{term.head}", None)
        if method is not None:
            return method(term)
        if term.head in SPECIAL:
            return self._special(term)
        if term.head in RELATIONS:
            one, other = (self.value(part) for part in term.args)
            same = _same(one, other, least=not all(map(_cancels_nothing, term.args)))
            if term.head in {"eq", "ne"}:
                return same if term.head == "eq" else ~same
            apart = np.less(one, other) if term.head in {"lt", "le"} else np.greater(one, other)
            return apart & ~same if term.head in {"lt", "gt"} else apart | same
        raise NoInstance(f"{term} is not evaluated here.")

    def _number(self, term: Term) -> float:
        return float(value_of(term))

    def _constant(self, term: Term) -> float:
        return float(ball_value(term, {}))

    def _item(self, term: Term) -> Array:
        family, *places = term.args
        if family not in self.samples:
            raise NoInstance(f"{family} has no trials here, as in a parameter of another law.")
        return self._at(self.samples[family], tuple(places), _LEADING)

    def _component(self, term: Term) -> Any:  # noqa: ANN401
        x, *places = term.args
        value = np.asarray(self.value(x))
        return self._at(value, tuple(places), value.ndim - len(places))

    def _at(self, value: Array, places: tuple[Term, ...], axis: int) -> Array:
        """The entry at places, which may differ from draw to draw."""
        at = tuple(_place(self.value(place)) for place in places)
        if any(np.ndim(place) for place in at):
            rows = np.ogrid[tuple(slice(count) for count in value.shape[:axis])]
            return value[(*rows, *at)]
        return value[(slice(None),) * axis + at]

    def _definition(self, term: Term) -> Any:  # noqa: ANN401
        return self.value(_unfolded(term))

    def _add(self, term: Term) -> Any:  # noqa: ANN401
        with np.errstate(invalid="ignore", over="ignore"):
            return sum(self.value(part) for part in term.args)

    def _mul(self, term: Term) -> Any:  # noqa: ANN401
        total = 1.0
        for part in term.args:
            total = total * self.value(part)
        return total

    def _scale(self, term: Term) -> Any:  # noqa: ANN401
        factor, tensor = (self.value(part) for part in term.args)
        return np.reshape(factor, (*np.shape(factor), *(1,) * len(term.shape))) * tensor

    def _power(self, term: Term) -> Any:  # noqa: ANN401
        base, exponent = (np.asarray(self.value(part), dtype=float) for part in term.args)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            if exponent.ndim == 0 and exponent > 0 and float(exponent).is_integer():
                return base ** float(exponent)
            base = self._not_below_zero(term.args[0], base)
            return np.where((base == 0) & (exponent < 0), 0.0, base**exponent)

    def _not_below_zero(self, term: Term, value: Any) -> Any:  # noqa: ANN401
        """What a root or logarithm is taken of: 0 where a sum lies below that by rounding alone."""
        if not np.any(np.less(value, 0)):
            return value
        lost = ROUNDING * np.asarray(self._largest_of(term), dtype=float)
        return np.where((value < 0) & (value >= -lost), 0.0, value)

    def _largest_of(self, term: Term) -> Any:  # noqa: ANN401
        """The modulus of a number; of a sum those of its parts together, of which little may be left."""
        if term.head in {"add", "mul"}:
            parts = (self._largest_of(part) for part in term.args)
            return sum(parts) if term.head == "add" else reduce(np.multiply, parts)
        return np.abs(self.value(term))

    def _function(self, term: Term) -> Any:  # noqa: ANN401
        if term.data[0] not in _FUNCTIONS:
            raise NoInstance(f"{term} is not evaluated here.")
        (x,) = term.args
        value = self._not_below_zero(x, self.value(x)) if term.data == ("log",) else self.value(x)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return _FUNCTIONS[term.data[0]](value)

    def _applied(self, term: Term) -> Any:  # noqa: ANN401
        """A function drawn by its name; one of several numbers and vectors is bounded."""
        if len(term.args) > 1:
            turn = sum(self._weighed(part, f"{term.data[0]}{k}") for k, part in enumerate(term.args))
            return 2 * np.sin(turn + _coefficients(term.data[0])[0])
        return np.polynomial.Polynomial(_coefficients(term.data[0]))(np.asarray(self.value(term.args[0])))

    def _weighed(self, term: Term, name: str) -> Any:  # noqa: ANN401
        """A number times a weight, or the sum of a vector's entries times weights, drawn by a name."""
        value = np.asarray(self.value(term), dtype=float)
        weights = np.random.default_rng(list(name.encode())).normal(
            size=value.shape[-1:] if term.shape else ()
        )
        return (value * weights).sum(axis=-1) if term.shape else value * weights

    def _permuted(self, term: Term) -> int:
        """A permutation drawn by its name."""
        upper, place = (int(self.value(part)) for part in term.args)
        order = np.random.default_rng(list(term.data[0].encode())).permutation(upper)
        return 1 + int(order[place - 1])

    def _hypergeometric(self, term: Term) -> Any:  # noqa: ANN401
        *parameters, z = np.broadcast_arrays(*map(self.value, term.args))
        cut = term.data[0]
        every = zip(*(np.ravel(part) for part in (*parameters, z)), strict=True)
        found = [_series(row[:cut], row[cut:-1], row[-1]) for row in every]
        return np.reshape(found, np.shape(z))

    def _meijer_g(self, term: Term) -> Any:  # noqa: ANN401
        m, n, p, _ = term.data

        def at(*parts: float) -> float:
            *parameters, z = map(float, parts)
            upper, lower = parameters[:p], parameters[p:]
            return float(mpmath.meijerg([upper[:n], upper[n:]], [lower[:m], lower[m:]], z))

        return np.vectorize(at)(*map(self.value, term.args))

    def _special(self, term: Term) -> Any:  # noqa: ANN401
        at = np.vectorize(lambda *parts: float(SPECIAL[term.head](*(arb(float(x)) for x in parts))))
        return at(*map(self.value, term.args))

    def _inner(self, term: Term) -> Any:  # noqa: ANN401
        a, b = (np.asarray(self.value(part), dtype=float) for part in term.args)
        axes = "ijkl"[: len(term.args[0].shape)]
        return np.einsum(f"...{axes},...{axes}->...", a, b)

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

    def _projection(self, term: Term) -> Any:  # noqa: ANN401
        columns = np.asarray(self.value(term.args[0]), dtype=float)
        return columns @ np.linalg.pinv(columns)

    def _separable(self, term: Term) -> Any:  # noqa: ANN401
        rows = np.asarray(self.value(term.args[0]), dtype=float)
        return self._least_of_rows(rows, np.ones(rows.shape[-2])) == 0

    def _least_missed(self, term: Term) -> Any:  # noqa: ANN401
        return self._least_of_rows(*(np.asarray(self.value(part), dtype=float) for part in term.args))

    def _least_of_rows(self, rows: Array, weights: Array) -> Array:
        *leading, count, dimension = rows.shape
        return _least_weight(rows.reshape(-1, count, dimension), weights).reshape(leading)

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
        """The slope of a number in balls; else by central differences, entry by entry of the point. Raises
        `OutsideDomain` where two steps tell two slopes, as near a kink or where values are large.
        """
        try:
            return self._slope_of_number(term)
        except NoBall:
            pass
        wide, near = (self._differences(term, step) for step in (_STEP, _STEP / 2))
        if np.any(np.abs(wide - near) > _ALIKE * (1 + np.abs(near))):
            raise OutsideDomain(f"{term} is not told by differences.")
        return near

    def _differences(self, term: Term, step: float) -> Array:
        """Differences of fourth order."""
        body, point = term.args
        place = np.asarray(self.value(point), dtype=float)
        shape = place.shape[place.ndim - len(point.shape) :]
        slopes = []
        for position in np.ndindex(shape):
            total = 0.0
            for steps, weight in ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12)):
                moved = place.copy()
                moved[(..., *position)] += steps * step
                total = total + weight * np.asarray(self._stepped(body, point.shape, moved), dtype=float)
            slopes.append(total / step)
        stacked = np.stack(slopes, axis=-1)
        return stacked.reshape((*stacked.shape[:-1], *shape))

    def _slope_of_number(self, term: Term) -> Array:
        numbers = {own: arb(float(x)) for own, x in self.values.items() if not np.ndim(x)}
        before, ctx.prec = ctx.prec, _BITS
        try:
            return np.float64(ball_value(term, numbers))
        finally:
            ctx.prec = before

    def _stepped(self, body: Term, shape: tuple[Term, ...], value: Any) -> Any:  # noqa: ANN401
        """The body at a value of its variable."""
        name = f"#moved_{len(self.values)}"
        variable = Term("fixed", shape, (name,)) if shape else Term("parameter", (), (name,))
        inside = replace(self, values={**self.values, variable: value}, known={})
        return inside.value(instantiated(body, variable))

    def _iterate(self, term: Term) -> Any:  # noqa: ANN401
        body, start, count = term.args
        value = self.value(start)
        for _ in range(int(self.value(count))):
            value = self._stepped(body, start.shape, value)
        return value

    def _fold(self, term: Term) -> Any:  # noqa: ANN401
        body, state, count = term.args
        known = self
        for j in range(1, int(self.value(count)) + 1):
            index = Term("index", (count,), (f"#{j}",))
            known = replace(known, values={**known.values, index: j, state: known.value(state)})
            state = instantiated(instantiated(body, index), state)
        return known.value(state)

    def _rate(self, term: Term) -> Any:  # noqa: ANN401
        return np.abs(self._gradient(Term("gradient", term.args)))

    def _first_at(self, term: Term) -> float:
        """By the first change of sign on a grid of powers, halved; 0 where there is none."""
        body, level = term.args
        level = self.value(level)

        def below(x: float) -> bool:
            return bool(self._stepped(body, (), x) < level)

        grid = np.exp(np.linspace(-_FAR, _FAR, _PLACES))
        sides = [below(x) for x in grid]
        change = next((k for k in range(1, _PLACES) if sides[k] != sides[k - 1]), None)
        if change is None:
            return 0.0
        low, high = grid[change - 1 : change + 1]
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if below(middle) == sides[change - 1] else (low, middle)
        return float(low + high) / 2

    def _stationary(self, term: Term) -> Array:
        """The left eigenvector of the eigenvalue 1, of total 1."""
        values, vectors = np.linalg.eig(np.asarray(self.value(term.args[0]), dtype=float).T)
        vector = np.real(vectors[:, np.argmin(np.abs(values - 1))])
        return vector / vector.sum()

    def bodies(self, term: Term) -> list[tuple[Term, Evaluator]]:
        """A binder's body at each index that meets its condition, with the evaluator that knows the index."""
        found, upper = [], int(self.value(term.upper))
        if upper > _MOST_BODIES:
            raise NoInstance(f"{term} has too many parts to be worked out one by one.")
        for place, index, condition, body in _opened(term, upper):
            # The index stands for this place everywhere, so that all share what they work out.
            inside = self._knowing(index, place)
            if inside.value(condition):
                found.append((body, inside))
        return found

    def _knowing(self, index: Term, place: int) -> Evaluator:
        """The same with an index; `dataclasses.replace` takes four times as long."""
        values = {**self.values, index: place}
        return Evaluator(values, self.samples, self.weights, self.known, self.unseen, self.shares)

    def _bodies(self, term: Term) -> Sequence[Any]:
        """The values at each place, of one shape: some may depend on a draw where others do not."""
        return np.broadcast_arrays(*(inside.value(body) for body, inside in self.bodies(term)))

    def _argmax(self, term: Term) -> Any:  # noqa: ANN401
        values = np.stack(self._bodies(term))
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
        # Whole numbers would overflow.
        return np.prod(self._bodies(term), axis=0, dtype=float)

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
        """The mean over the trials of a batch; an empty sum of random objects has no axis of trials."""
        if np.ndim(value) <= rank or np.shape(value)[1] == 1:
            return value
        mean = np.average(value, axis=1, weights=self.weights, keepdims=True)
        if self.shares is not None and not np.isin(value, (0, 1)).all():
            squares = (value - mean) ** 2
            total = squares.sum(axis=1)
            self.shares.append(float(np.max(squares.max(axis=1) / np.where(total > 0, total, 1))))
        return mean

    def _E(self, term: Term) -> Any:  # noqa: ANN401, N802
        (body,) = term.args
        value = self.value(body)
        mean = self._mean(value, len(term.shape))
        if not self.unseen or not body.is_random or term.shape or np.any(value):
            return mean
        return mean + self.unseen * np.max(np.abs(self.value(_as_if_it_happened(body))))

    def _P(self, term: Term) -> Any:  # noqa: ANN401, N802
        share = self._E(Term("E", (Term("indicator", term.args),)))
        return np.clip(share, self.unseen, 1 - self.unseen) if term.args[0].is_random else share

    def _Var(self, term: Term) -> Any:  # noqa: ANN401, N802
        value = np.asarray(self.value(term.args[0]), dtype=float)
        return self._mean((value - self._mean(value, 0)) ** 2, 0)

    def _quantile(self, term: Term) -> Any:  # noqa: ANN401
        value, level = (np.asarray(self.value(part), dtype=float) for part in term.args)
        if not value.ndim:
            return value
        order = np.argsort(value, axis=1)
        weights = np.full(value.shape[1], 1 / value.shape[1]) if self.weights is None else self.weights
        below = np.cumsum(weights[order], axis=1) < level - ROUNDING
        reached = np.minimum(below.sum(axis=1, keepdims=True), value.shape[1] - 1)
        return np.take_along_axis(value, np.take_along_axis(order, reached, axis=1), axis=1)

    def _fullest_class(self, term: Term) -> float:
        x, classes = term.args
        law = x.args[0] if x.head in {"random", "item"} else x
        law = law.args[0] if x.head == "item" else law
        if law.head != "zipf" or len(law.args) > 1:
            raise NoInstance(f"The values of {x} are shared out among classes for Zipf laws alone.")
        return _shared_out(float(self.value(law.args[0])), int(self.value(classes)))

    def _Cov(self, term: Term) -> Any:  # noqa: ANN401, N802
        x, y = (Term("E", (part,)) for part in term.args)
        return self.value(Term("E", (term.args[0] * term.args[1],))) - self.value(x) * self.value(y)
