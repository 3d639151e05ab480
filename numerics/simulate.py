"""Terms simulated: the estimate of a term at a design point, with its standard error.

A term of `theory.terms` is compiled (`compile`), drawn in blocks that have random numbers of their own, and
its outermost statistics are estimated. The trials depend on the seed, the term and the design point, and not
on their number: those of a longer run begin with those of a shorter one.
"""

from __future__ import annotations

import hashlib
import math
import numbers
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..theory.node import Term
from ..theory.substitution import clashes
from ..theory.terms import E, P, vector
from .compile.program import Program
from .compile.statistics import Compiled, compiled
from .estimate import Estimate, Moments, merge
from .monte_carlo import DTYPES, block_generator, keep_freed_memory
from .trials import Source

VERSION: Final = 5
"""Changes whenever the same term would be drawn otherwise."""

_LARGEST: Final = 128
"""Largest values of a mean with random denominators, from which the index of its tail is read."""
_FEWEST_FOR_A_TAIL: Final = 1000
_SURE: Final = 2.6
"""Standard errors by which a tail's index must lie below 2 to be refused."""
_APART_FROM_ZERO: Final = 4
"""Standard errors by which an estimate that something is divided by must differ from zero."""
_NEAR_ZERO: Final = 8
"""Index of the tail of 1/x below which x comes near zero: x^-4 has no variance."""
Array = NDArray[np.float64]

_programs: Final[dict[str, Compiled]] = {}
"""The last programs by the digests of their terms and design points: other seeds compile nothing again."""
_MOST_PROGRAMS: Final = 16
_MOST_CONSTANTS: Final = 2**18
"""Numbers of a design point from which a program is not kept."""


@dataclass(frozen=True, kw_only=True)
class Simulated:
    """An estimate: a number, or an array where the term is a vector or matrix.

    `note` says where the standard error is not to be trusted.
    """

    value: float | Array
    stderr: float | Array
    n_trials: int
    note: str | None = None

    def z_score(self, expected: float | Array) -> float | Array:
        """(value - expected) / stderr; 0 or infinite where the estimate has no error."""
        difference, stderr = np.subtract(self.value, expected), np.asarray(self.stderr)
        exact = np.where(difference == 0, 0.0, np.copysign(np.inf, difference))
        found: Array = np.where(stderr > 0, difference / np.where(stderr > 0, stderr, 1.0), exact)
        return found if found.ndim else float(found)

    def __str__(self) -> str:
        number = f"{self.value} ± {self.stderr}"
        if isinstance(self.value, float):
            number = f"{self.value:.6g} ± {self.stderr:.2g}"
        return f"{number} ({self.n_trials:,} trials)" + (f"\n{self.note}" if self.note else "")


def simulate(
    term: Term,
    at: Mapping[str, Any] | Mapping[Term, Any] | None = None,
    *,
    n_trials: int = 10_000,
    seed: int = 0,
    where: Sequence[Term] = (),
    device: str = "cpu",
    dtype: str = "float32",
) -> Simulated:
    """The term's value at the design point, estimated from `n_trials` independent trials.

    `at` gives each size, parameter and fixed vector by its name (a number stands for all entries), and may
    hold an index at a value. A free index is averaged within a draw, over the values that meet the conditions
    `where`. Raises ValueError with one sentence for a term without statistics, an index that is not bound, a
    symbol without a value, values of other shapes, a statistic inside a function of another draw, and a mean
    whose random denominator comes so near zero that its standard error is not known.

    >>> from theorycheck.theory.laws import Sphere
    >>> from theorycheck.theory.model import Model, Size, iid, indices
    >>> from theorycheck.theory.terms import E, inner
    >>> n, d = Size("n", minimum=2), Size("d")
    >>> i, j = indices("i j", n)
    >>> k = Model(k=iid(Sphere(d), n)).k
    >>> found = simulate(E(inner(k[i], k[j]) ** 2), {"n": 8, "d": 16}, where=[i != j])
    >>> abs(found.z_score(1 / 16)) < 4
    True
    """
    if not isinstance(n_trials, numbers.Integral) or n_trials < 2:  # noqa: PLR2004 - a standard error needs two
        raise ValueError(f"n_trials must be a whole number of at least 2, and is {n_trials}.")
    if not isinstance(seed, numbers.Integral) or seed < 0:
        raise ValueError(f"seed must be a whole number of at least 0, and is {seed}.")
    if at is not None and not isinstance(at, Mapping):
        raise ValueError(f"at gives values by names, as in {{'n': 8}}, and is {at!r}.")
    if dtype not in DTYPES:
        raise ValueError(f"dtype must be one of {', '.join(DTYPES)}, and is {dtype!r}.")
    torch_device = _device(device)
    values = design_point(term, at or {}, where)
    key = _digest(term, values, where)
    program = _programs.pop(key, None) or compiled(term, values, where)
    if program.program.constant_numbers < _MOST_CONSTANTS:
        _programs[key] = program
    if len(_programs) > _MOST_PROGRAMS:
        del _programs[next(iter(_programs))]
    if not program.leaves:
        return _estimate(program, np.empty(0), np.empty((0, 0)), n_trials)
    _require_memory(program, DTYPES[dtype], torch_device)
    with _one_thread(device):
        means, covariance, note = _draw(program, n_trials, seed, key, torch_device, DTYPES[dtype])
    return replace(_estimate(program, means, covariance, n_trials), note=note)


def trials(
    term: Term,
    at: Mapping[str, Any],
    *,
    n_trials: int,
    generator: torch.Generator,
    where: Sequence[Term] = (),
) -> Tensor:
    """The value of a random term in each of `n_trials` trials, as a simulator returns it.

    Of an event that is whether it happens. A free index is averaged; `at` and `where` are as in `simulate`.
    Raises ValueError for what it refuses, and for a term that is not one random number.
    """
    program = random_program([term], at, where)
    source = Source(generator=generator, dtype=torch.float32)
    drawn = torch.cat([outputs[0].reshape(-1) for outputs in program.chunks(n_trials, source)])
    held = {key if isinstance(key, str) else key.data[0] for key in at}
    averaged = any(own.head == "index" and name not in held for name, own in term.declarations)
    return drawn > 0 if term.sort == "event" and not averaged else drawn


def random_program(
    terms: Sequence[Term], at: Mapping[str, Any] | Mapping[Term, Any], where: Sequence[Term] = ()
) -> Compiled:
    """The program of random terms and events, a number each; raises ValueError where one is none."""
    means = [P(term) if term.sort == "event" else E(term) for term in terms]
    together = vector(*means) if len(means) > 1 else means[0]
    program = compiled(together, design_point(together, at, where), where)
    for term, leaf in zip_longest(terms, program.leaves):
        if term is None or not term.is_random or leaf is None or leaf.node.numbers != 1:
            raise ValueError(
                f"{term} is not one random number a trial; write the term without its statistics."
            )
    # A number that is not finite, of a zero denominator, is refused by whoever draws it.
    wanted = Program(program.program.outputs[: len(terms)], program.program.value)
    return replace(program, program=wanted, denominators=())


def term_digest(terms: Sequence[Term], at: Mapping[str, Any]) -> str:
    """A text that tells terms and design points apart."""
    values = {own: at[name] for term in terms for name, own in term.declarations if name in at}
    return _digest(terms[0], values, terms[1:])


def _device(name: str) -> torch.device:
    if name.partition(":")[0] not in {"cpu", "cuda"}:
        raise ValueError(f"device must be cpu or cuda, and is {name!r}.")
    if name != "cpu" and not torch.cuda.is_available():
        raise ValueError(f"device is {name!r}, and torch finds no GPU here: take device='cpu'.")
    return torch.device(name)


def _require_memory(program: Compiled, dtype: torch.dtype, device: torch.device) -> None:
    """Raise ValueError where a chunk, of one draw at least, is larger than the memory of the machine."""
    needed = program.program.bytes_per_chunk(dtype)
    there = _memory_of_the_machine()
    if device.type == "cpu" and needed > there:
        raise ValueError(
            f"{program.term} needs {needed / 2**30:,.0f} GiB at this design point, and this machine has"
            f" {there / 2**30:,.0f}: take smaller sizes."
        )


def _memory_of_the_machine() -> float:
    """In bytes; no bound where the system does not tell."""
    if sys.platform == "win32":
        return math.inf
    return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))


def design_point(
    term: Term, at: Mapping[str, Any] | Mapping[Term, Any], where: Sequence[Term] = ()
) -> dict[Term, Any]:
    """The values of symbols, from values by name. Raises ValueError for names and values that do not fit."""
    twice = clashes((term, *where))
    if twice:
        raise ValueError(f"The name {twice[0]} is declared in two ways.")
    declared: dict[str, Term] = {}
    for one in (term, *where):
        declared |= {name: own for name, own in one.declarations if own.head in _GIVEN}
    found: dict[Term, Any] = {}
    for key, value in at.items():
        name = key if isinstance(key, str) else key.data[0]
        if name not in declared:
            raise ValueError(
                f"The term has no symbol {name}; it has {', '.join(sorted(declared)) or 'none'}."
            )
        found[declared[name]] = _checked(declared[name], value)
    missing = [own for own in declared.values() if own.head != "index" and own not in found]
    if missing:
        names = ", ".join(sorted(own.data[0] for own in missing))
        raise ValueError(f"at gives no value to {names}; each size and parameter of a term or law needs one.")
    return found


_GIVEN: Final = frozenset({"size", "parameter", "fixed", "index"})


def _checked(own: Term, value: Any) -> Any:  # noqa: ANN401 - a number or an array
    if own.head == "fixed":
        return _array(own, value)
    is_number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not is_number or not abs(value) <= sys.float_info.max:
        raise ValueError(f"{own.data[0]} is a number, and {value!r} is none.")
    if own.head == "parameter":
        return float(value)
    if not float(value).is_integer():
        raise ValueError(f"{own.data[0]} is a whole number, and {value} is none.")
    low, high = own.data[1:] if own.head == "size" else (1, None)
    if value < low:
        raise ValueError(f"{own.data[0]} is at least {low}, and {value} was given.")
    if high is not None and value > high:
        raise ValueError(f"{own.data[0]} is at most {high}, and {value} was given.")
    return int(float(value))


def _array(own: Term, value: Any) -> Array:  # noqa: ANN401 - numbers in some nesting
    try:
        found = np.array(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{own.data[0]} is an array of numbers, and its value is none: {value!r}.") from None
    if not np.isfinite(found).all():
        raise ValueError(f"{own.data[0]} has entries that are not finite.")
    return found


def _digest(term: Term, values: Mapping[Term, Any], where: Sequence[Term]) -> str:
    """A text that tells terms and design points apart."""
    at = sorted((own.data[0], np.asarray(value).tolist()) for own, value in values.items())
    content = repr(([_structure(one) for one in (term, *where)], at))
    return hashlib.blake2b(content.encode(), digest_size=16).hexdigest()


def _structure(term: Term) -> tuple[Any, ...]:
    return (term.head, term.data, *map(_structure, term.args))


@contextmanager
def _one_thread(device: str) -> Iterator[None]:
    """On a CPU the bits of sums depend on the number of threads."""
    threads = torch.get_num_threads()
    if device.startswith("cpu"):
        keep_freed_memory()
        torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _draw(
    program: Compiled, n_trials: int, seed: int, key: str, device: torch.device, dtype: torch.dtype
) -> tuple[Array, Array, str | None]:
    """The estimates behind the leaves, one after another, their covariance, and what is to be noted of it."""
    keeps_values = any(leaf.level is not None for leaf in program.leaves)
    tail = _Tail(program)
    total: list[Estimate] = []
    kept: list[list[Tensor]] = []
    size = program.program.trials_per_block
    for block in range(-(-n_trials // size)):
        generator = block_generator(seed, "compiled term", VERSION, key, block, device)
        source = Source(generator=generator, dtype=dtype)
        chunks = []
        for outputs in program.chunks(min(size, n_trials - block * size), source):
            leaves = [x.double().reshape(len(x), -1) for x in outputs[: len(program.leaves)]]
            tail.add(leaves, outputs[len(leaves) :])
            chunks.append(leaves if keeps_values else list(_sums(torch.cat(leaves, dim=1))))
        # What leaves the device leaves it here, once a block.
        if keeps_values:
            kept += [[x.cpu() for x in chunk] for chunk in chunks]
        else:
            # Small arrays that stayed would keep the memory of chunks between them from being used again.
            with np.errstate(invalid="ignore"):
                total = [merge([*total, *(_moments(*(x.cpu() for x in chunk)) for chunk in chunks)])]
    note = tail.require_finite_variance(n_trials)
    if keeps_values:
        columns = [torch.cat([chunk[k] for chunk in kept]).numpy() for k in range(len(program.leaves))]
        return *_with_quantiles(program, columns), note
    (whole,) = total
    _require_finite(program, whole.mean[None])
    return whole.mean, whole.covariance, note


def _sums(x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    mean = x.mean(dim=0)
    deviations = x - mean
    return torch.tensor(len(x)), mean, deviations.mT @ deviations


def _moments(count: Tensor, mean: Tensor, scatter: Tensor) -> Moments:
    return Moments(count=int(count), mean=mean.numpy(), scatter=scatter.numpy())


def _require_finite(program: Compiled, means: Array) -> None:
    if not np.isfinite(means).all():
        raise ValueError(
            f"{program.term} has trials that are not finite numbers at this design point: a logarithm or a"
            " power of a negative number, an empty maximum, or an overflow."
        )


def _with_quantiles(program: Compiled, columns: list[Array]) -> tuple[Array, Array]:
    """Means and quantiles, with the covariance of their influences: a draw moves each by so much / N."""
    estimates, influences = [], []
    for leaf, x in zip(program.leaves, columns, strict=True):
        _require_finite(program, x)
        if leaf.level is None:
            estimates.append(x.mean(axis=0))
            influences.append(x - x.mean(axis=0))
        else:
            q, influence = _quantile(x, leaf.level)
            estimates.append(np.array([q]))
            influences.append(influence[:, None])
    together = np.concatenate(influences, axis=1)
    n = len(together)
    return np.concatenate(estimates), together.T @ together / (n * (n - 1.0))


def _quantile(x: Array, level: float) -> tuple[float, Array]:
    """The least value whose share is the level, and each draw's influence on it.

    The shares of trials have a standard error s; half the distance between the quantiles of the levels plus
    and minus s is the quantile's (Woodruff, "Confidence intervals for medians and other position measures",
    1952).
    """
    if not 0 < level < 1:
        raise ValueError(f"The level of a quantile lies between 0 and 1, and is {level:.6g}.")
    ordered = np.sort(x, axis=None)

    def at(share: float) -> float:
        place = int(np.ceil(share * ordered.size - 1e-9)) - 1
        return float(ordered[min(max(place, 0), ordered.size - 1)])

    q = at(level)
    shares = (x <= q).mean(axis=1)
    s = shares.std(ddof=1) / np.sqrt(len(shares))
    slope = (at(level + s) - at(level - s)) / (2 * s) if s > 0 else 0.0
    influence: Array = -(shares - shares.mean()) * slope
    return q, influence


class _Tail:
    """The largest values of means that may have no variance, and whether a random denominator was zero.

    Those are means with a random denominator, which are refused, and of an exponential or a high power, of
    which it is noted.
    """

    def __init__(self, program: Compiled) -> None:
        self._program = program
        self._largest: list[Tensor] = []
        self._zeros: list[Tensor] = []

    def add(self, leaves: list[Tensor], denominators: list[Tensor]) -> None:
        """Take a chunk in."""
        if not denominators and not self._program.may_be_heavy:
            return
        if denominators:
            zeros = torch.stack([(x == 0).sum() for x in denominators])
            self._zeros = [zeros + sum(self._zeros)]
        inverses = [x.double().reshape(-1, 1).reciprocal() for x in denominators]
        largest = torch.cat([*self._largest, torch.cat([*leaves, *inverses], dim=1).abs()])
        self._largest = [largest.topk(min(_LARGEST, len(largest)), dim=0).values]

    def require_finite_variance(self, n_trials: int) -> str | None:
        """What is to be noted of a mean without variance.

        Raises ValueError where a random denominator was zero, or comes so near zero that there is none.
        """
        for term, zeros in zip(
            self._program.denominators, self._zeros[0].tolist() if self._zeros else (), strict=True
        ):
            if zeros:
                raise ValueError(f"The denominator {term} was zero in {zeros} of {n_trials:,} trials.")
        if not self._largest or n_trials < _FEWEST_FOR_A_TAIL:
            return None
        k = min(_LARGEST, int(n_trials**0.5))
        logs = self._largest[0][:k].log()
        index = (k - 1) / (logs - logs[-1]).sum(dim=0)
        # Of events too rare to be among the largest values nothing is told.
        index = index.where(logs[-1].isfinite(), torch.inf)
        index = index.nan_to_num(nan=torch.inf)
        named = self._program.denominators
        least = float(index[: len(index) - len(named)].min())
        near_zero = [
            term
            for term, own in zip(named, index[len(index) - len(named) :], strict=True)
            if own < _NEAR_ZERO
        ]
        if least * (1 + _SURE / k**0.5) >= 2 or any(leaf.level is not None for leaf in self._program.leaves):  # noqa: PLR2004
            return None
        if not near_zero:
            return (
                f"The largest values fall off like t^-{least:.1f}: the mean may have no variance, and its"
                " standard error may be too small; take a quantile, or P of an event."
            )
        raise ValueError(
            f"The denominator {', '.join(map(str, dict.fromkeys(near_zero)))} comes so near zero"
            f" that the largest values fall off like t^-{least:.1f}, and the mean has no standard error:"
            " take a quantile, or P of an event."
        )


def _estimate(program: Compiled, means: Array, covariance: Array, n_trials: int) -> Simulated:
    """The function of the estimates, with the standard error of its linear part."""
    sizes = [leaf.node.numbers for leaf in program.leaves]
    estimates = [
        torch.from_numpy(part.copy()).reshape(leaf.node.sizes).requires_grad_()
        for part, leaf in zip(np.split(means, np.cumsum(sizes))[:-1], program.leaves, strict=True)
    ]
    value, *divisors = program.values(estimates)
    if not bool(value.isfinite().all()):
        estimates_there = f"the estimates {means.tolist()}" if means.size else "this design point"
        raise ValueError(f"{program.term} is not finite at {estimates_there}.")
    for (term, _), divisor in zip(program.divisors, divisors, strict=True):
        for entry in divisor.flatten():
            found, error = entry.item(), _standard_error(entry, estimates, covariance)
            if abs(found) < _APART_FROM_ZERO * error:
                raise ValueError(
                    f"The denominator {term} is estimated as {found:.2g} ± {error:.2g}, which may be"
                    " zero: the quotient has no standard error; draw more trials."
                )
    errors = [_standard_error(entry, estimates, covariance) for entry in value.flatten()]
    stderr = torch.tensor(errors, dtype=torch.float64).reshape(value.shape)
    return Simulated(value=_plain(value), stderr=_plain(stderr), n_trials=n_trials)


def _standard_error(entry: Tensor, estimates: list[Tensor], covariance: Array) -> float:
    if not entry.requires_grad:
        return 0.0
    parts = torch.autograd.grad(entry, estimates, retain_graph=True, allow_unused=True)
    slopes = [torch.zeros_like(x) if part is None else part for part, x in zip(parts, estimates, strict=True)]
    slope = torch.cat([x.flatten() for x in slopes]).numpy()
    return float(np.sqrt(max(slope @ covariance @ slope, 0.0)))


def _plain(x: Tensor) -> float | Array:
    """A number, or an array."""
    array: Array = x.detach().numpy()
    return array if array.ndim else float(array)
