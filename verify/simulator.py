"""A simulator that a user wrote: a function of a file, known by the content of the file.

The function is called as `f(**point, n_trials=..., generator=...)` and returns `n_trials` independent
numbers, or booleans that mark failures; of several outputs a dict of such arrays by their names. Its
content, not its path, fixes the identity of its evidence, so an edited simulator never meets the evidence of
an earlier one. Whatever it returns is checked, chunk by chunk, before it becomes evidence.
"""

from __future__ import annotations

import hashlib
import inspect
import math
import operator
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import lru_cache, partial, update_wrapper
from io import TextIOBase
from numbers import Rational
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, overload

import msgspec

from .claim import LARGEST, Value, point_words
from .errors import UsageError, in_a_sentence, words_of
from .sampling_code import sampling_code

if TYPE_CHECKING:
    import numpy as np
    import torch
    from numpy.typing import NDArray

    from .numerics.normal_form import Part
    from .numerics.quantity import DesignGroup, ExactQuantity, ExactValue, Quantity, SampledQuantity
    from .numerics.trials import Trials

Kind = Literal["torch", "numpy"]
"""Whose generator the function is handed: `torch.Generator` or `numpy.random.Generator`."""

T = TypeVar("T")

VERSION: Final = 1
"""Changes whenever the same content would be called otherwise."""

LEVEL: Final = "value"
"""The coordinate of a level with which what a function returns is compared."""

SAMPLE_SIZE: Final = 8
"""Values of which a variance is taken: of normal ones its error is that of 7 in 8 of them."""

_SEED_WORDS: Final = 8
"""256 bits seed a NumPy generator."""


class SimulatorError(UsageError):
    """A user's simulator that raised, or returned something else than numbers; names file and function."""


class Simulator(msgspec.Struct, frozen=True, kw_only=True):
    """A function of a file, by the text of the file; `file` is a name for messages alone.

    `binary` says that it returns booleans, which a pilot finds out. With an `event`, "value <= 2*sqrt(d)",
    trials are whether it happens; with `levels` a point has a level `value`, and trials are whether what the
    function returns is at most that. A function that is `computed` returns a value and a bound on its error.

    With `variance` a trial is the sample variance of `SAMPLE_SIZE` values of the function.

    A function that returns a dict has several outputs: event, levels, computed values are of one `output`;
    without them the `outputs` are recorded together, so that claims on them share trials.
    """

    file: str
    text: str
    function: str
    generator: Kind
    binary: bool = False
    event: str | None = None
    levels: bool = False
    variance: bool = False
    computed: bool = False
    output: str | None = None
    outputs: tuple[str, ...] = ()

    @property
    def is_of_one_output(self) -> bool:
        """Whether what is recorded is taken of one output: an event, levels, a variance, what is computed."""
        return self.event is not None or self.levels or self.variance or self.computed

    @property
    def form(self) -> tuple[Part, ...]:
        """The normal form of all that fixes what the function does."""
        taken = [self.event] if self.event is not None else ["levels"] * self.levels
        taken += [f"variance of {SAMPLE_SIZE}"] * self.variance
        named = ["output", self.output] if self.is_of_one_output and self.output is not None else []
        recorded = ["outputs", *self.outputs] if self.outputs else []
        return (
            *(self.function, self.generator, *sampling_code(self.text, self.function)),
            *(*taken, *named, *recorded),
        )

    @property
    def digest(self) -> str:
        """128 bits over the normal form; what it names of this package counts by its name."""
        told = [getattr(part, "name", part) for part in self.form]
        return hashlib.blake2b(repr(told).encode(), digest_size=16).hexdigest()

    @property
    def where(self) -> str:
        """File and function, as messages name them."""
        return f"{self.file}:{self.function}"


class Claimed:
    """A function with the claim made of it, as the decorator `claim` returns it.

    `fields` are the keys of a claim file; nothing is registered anywhere.
    """

    def __init__(self, function: Callable[..., object], fields: dict[str, object]) -> None:
        self.function = function
        self.fields = {key: _name(value) if callable(value) else value for key, value in fields.items()}
        derivation = fields.get("derivation")
        if isinstance(derivation, str):
            derivation = getattr(inspect.unwrap(function), "__globals__", {}).get(derivation)
        self.derivation = derivation if callable(derivation) else None

    def __call__(self, *arguments: object, **named: object) -> object:
        """Call the simulator itself."""
        return self.function(*arguments, **named)


def claim(**fields: object) -> Callable[[Callable[..., object]], Claimed]:
    """A decorator that states a claim on a simulator; `fields` are the keys of a claim file.

    Those of `[measure]` stand beside the others, and `python` is the function itself; `derivation`
    is a function of the same file, or its name.

    >>> @claim(id="mine.mean", statement="it grows like d", law="C*d", bound="Theta", grid={"d": [8, 64]})
    ... def total(d, *, n_trials, generator):
    ...     return torch.rand(n_trials, d, generator=generator).sum(1)
    >>> total.fields["law"]
    'C*d'
    """

    def decorator(function: Callable[..., object]) -> Claimed:
        return (
            function.claim(**fields) if isinstance(function, SimulatorFunction) else Claimed(function, fields)
        )

    return decorator


class SimulatorFunction:
    """A function that samples a quantity, as the decorator `simulator` returns it; calling it draws.

    `claim` states a claim on it; claims on one simulator share its trials.
    """

    def __init__(self, function: Callable[..., object], generator: Kind) -> None:
        self.function = function
        self.generator: Kind = generator
        update_wrapper(self, function)

    def __call__(self, *arguments: object, **named: object) -> object:
        """Call the function itself."""
        return self.function(*arguments, **named)

    def claim(self, **fields: object) -> Claimed:
        """A claim on the simulator; `fields` are those of the decorator `claim`."""
        return Claimed(self.function, {"generator": self.generator, **fields})


@overload
def simulator(function: Callable[..., object], /) -> SimulatorFunction: ...
@overload
def simulator(*, generator: Kind = ...) -> Callable[[Callable[..., object]], SimulatorFunction]: ...
def simulator(
    function: Callable[..., object] | None = None, /, *, generator: Kind = "torch"
) -> SimulatorFunction | Callable[[Callable[..., object]], SimulatorFunction]:
    """A decorator for a function `f(d, ..., *, n_trials, generator)` that returns a number for each trial.

    The function samples the definition of a quantity, one argument a variable, and its docstring states that
    definition. It is handed a `torch.Generator`, or NumPy's with `generator="numpy"`.

    >>> @simulator
    ... def total(d, *, n_trials, generator):
    ...     return torch.rand(n_trials, d, generator=generator).sum(1)
    >>> mean = total.claim(
    ...     id="mine.mean", statement="it grows like d", law="C*d", bound="Theta", grid={"d": [8, 64]}
    ... )
    >>> mean.fields["generator"]
    'torch'
    """
    if function is None:
        return lambda function: SimulatorFunction(function, generator)
    return SimulatorFunction(function, generator)


class ComputedFunction(SimulatorFunction):
    """A function that computes a quantity, as the decorator `computed` returns it."""

    def claim(self, **fields: object) -> Claimed:
        """A claim on what the function computes; `fields` are those of the decorator `claim`."""
        return Claimed(self.function, {"computes": True, **fields})


def computed(function: Callable[..., object], /) -> ComputedFunction:
    """A decorator for a function `f(d, ...)` that returns a value and a bound on its absolute error.

    Nothing is drawn: an integer or a fraction is exact by itself, and any other number comes with its bound.
    Of several outputs it returns a dict by their names.

    >>> @computed
    ... def harmonic(n):
    ...     return sum(1 / k for k in range(1, n + 1)), 1e-12 * n
    >>> harmonic(2)[0]
    1.5
    """
    return ComputedFunction(function, "torch")


def _name(function: Callable[..., object]) -> str:
    return str(getattr(function, "__name__", function))


def measured(simulator: Simulator) -> Quantity:
    """The quantity at the end of the route that a function is, without points of its own."""
    return values_of(simulator) if simulator.computed else simulated(simulator)


def values_of(simulator: Simulator, points: tuple[Mapping[str, Value], ...] = ()) -> ExactQuantity:
    """The quantity that the function computes."""
    from .numerics.quantity import ExactQuantity

    return ExactQuantity(
        name=f"{simulator.function}@{simulator.digest}",
        version=VERSION,
        title=simulator.where,
        points=points,
        evaluate=partial(_value, simulator),
        form=simulator.form,
    )


def simulated(simulator: Simulator, groups: tuple[DesignGroup, ...] = ()) -> SampledQuantity:
    """The quantity that the function samples."""
    from .numerics.quantity import SampledQuantity

    return SampledQuantity(
        name=f"{simulator.function}@{simulator.digest}",
        version=VERSION,
        title=simulator.where,
        outputs=simulator.outputs or ("value",),
        binary=simulator.binary,
        groups=groups,
        sample=partial(_sample, simulator),
        form=simulator.form,
        dtype="float64",
    )


Columns = dict[str | None, "NDArray[np.bool_] | NDArray[np.float64]"]
"""The trials of each output by its name; of a function that returns one array, by None."""


def draw(
    simulator: Simulator, point: Mapping[str, Value], n_trials: int, generator: torch.Generator
) -> Columns:
    """`n_trials` numbers of each output at one point, whether the event happens in them, or variances.

    Raises SimulatorError for anything else.
    """
    n_values = SAMPLE_SIZE * n_trials if simulator.variance else n_trials
    function = _function(simulator, point)
    source = generator if simulator.generator == "torch" else _numpy_generator(generator)
    with _told(simulator.file, f"{call_at(simulator, point)} raised"):
        returned = function(**point, n_trials=n_values, generator=source)
    outputs = returned if isinstance(returned, Mapping) else {None: returned}
    columns = {
        name: _numbers(call_at(simulator, point, name), n_values, values) for name, values in outputs.items()
    }
    if simulator.variance:
        drawn = output_of(columns, simulator).reshape(n_trials, SAMPLE_SIZE)
        columns = {simulator.output: drawn.var(axis=1, ddof=1, dtype="float64")}
    if simulator.event is None:
        _require_sizes(columns, simulator, point)
        return columns
    return {simulator.output: _happens(simulator.event, output_of(columns, simulator), point)}


def _require_sizes(columns: Columns, simulator: Simulator, point: Mapping[str, Value]) -> None:
    for name, column in columns.items():
        if (largest := abs(column).max(initial=0)) > LARGEST:
            raise SimulatorError(
                f"{call_at(simulator, point, name)} returned numbers of a size up to {largest:g}, and up to "
                f"{LARGEST:g} can be computed with; return them in another unit, or their logarithms."
            )


def output_of(columns: Mapping[str | None, T], simulator: Simulator) -> T:
    """The output that a claim is about; raises SimulatorError where there is none such."""
    if simulator.output in columns:
        return columns[simulator.output]
    if None in columns:
        raise SimulatorError(
            f"{simulator.where} returns one {'value' if simulator.computed else 'array'}, and the claim is "
            f"about its output {simulator.output!r}: leave output out, or return a dict of them by name."
        )
    has = ", ".join(map(str, columns)) or "none"
    if simulator.output is None:
        first = next(iter(columns), "NAME")
        raise SimulatorError(
            f"{simulator.where} returned several outputs ({has}), and a claim is about one: name it, as "
            f'output = "{first}".'
        )
    raise SimulatorError(
        f"{simulator.where} has no output {simulator.output!r}; it has {has}: name one of them."
    )


_COMPARED: Final[Mapping[str, Callable[[Any, float], Any]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}


def _happens(event: str, numbers: NDArray[Any], point: Mapping[str, Value]) -> NDArray[np.bool_]:
    """In which trials the event happens: "value <= 2*sqrt(d)"."""
    from .law import evaluate, parse

    _, sign, bound = re.split(r"(<=|>=|<|>)", event)
    found: NDArray[np.bool_] = _COMPARED[sign](numbers, evaluate(parse(bound), point))
    return found


def _at_levels(
    simulator: Simulator, points: Sequence[Mapping[str, Value]], n_trials: int, generator: torch.Generator
) -> list[NDArray[np.bool_] | NDArray[np.float64]]:
    """The same trials at each of the levels of points that differ in nothing else."""
    at = {name: value for name, value in points[0].items() if name != LEVEL}
    numbers = output_of(draw(simulator, at, n_trials, generator), simulator)
    return [numbers <= float(point[LEVEL]) for point in points]


def _value(simulator: Simulator, point: Mapping[str, Any]) -> ExactValue:
    """What a computed function returns at a point; raises SimulatorError for no value with a bound."""
    from .numerics.quantity import ExactValue

    function = _function(simulator, point)
    with _told(simulator.file, f"{call_at(simulator, point)} raised"):
        returned = function(**point)
    found = output_of(returned if isinstance(returned, Mapping) else {None: returned}, simulator)
    value: Any
    bound: Any
    value, bound = found if isinstance(found, tuple) and len(found) == 2 else (found, None)  # noqa: PLR2004
    exact = isinstance(value, Rational)
    try:
        made = ExactValue(value=float(value), error_bound=float(0.0 if bound is None else bound))
    except (TypeError, ValueError, OverflowError):
        made = ExactValue(value=math.nan, error_bound=0.0)
    if (bound is None and not exact) or not math.isfinite(made.value) or not 0 <= made.error_bound < math.inf:
        raise SimulatorError(
            f"{call_at(simulator, point, simulator.output)} returned {found!r}; return a finite value and a "
            "bound on its absolute error, or an integer or a fraction, which is exact."
        )
    return made


def called(file: str, text: str, function: str) -> object:
    """What a function of a file without parameters returns; raises SimulatorError where it is none."""
    found: Any = vars(module(file, text)).get(function)
    if not callable(found) or isinstance(found, Claimed):
        raise SimulatorError(f"{file} has no function {function!r} without parameters; define it there.")
    with _told(file, f"{file}:{function}() raised"):
        return found()


@lru_cache(maxsize=64)
def module(file: str, text: str) -> ModuleType:
    """The module that the text of a file makes, made once a process; raises SimulatorError."""
    name = f"theorycheck_file_{hashlib.blake2b(text.encode(), digest_size=16).hexdigest()}"
    made = ModuleType(name)
    made.__file__ = file
    # Dataclasses look their module up by its name.
    sys.modules[name] = made
    try:
        with _told(file, f"{file} cannot be loaded:"):
            exec(compile(text, file, "exec"), made.__dict__)  # noqa: S102 - the user asked to run this file
    except SimulatorError:
        del sys.modules[name]
        raise
    return made


@contextmanager
def _told(file: str, what: str) -> Iterator[None]:
    """Whatever a user's code raises in the body is told in one sentence; what it prints is not.

    A copy of the process that it forks ends there, and would go on as a second worker.
    """
    process = os.getpid()
    try:
        with redirect_stdout(_Silence()), redirect_stderr(_Silence()):
            yield
    except BaseException as error:
        from multiprocessing import parent_process

        # Workers leave Ctrl-C to the command, so theirs is raised by the code itself.
        if isinstance(error, KeyboardInterrupt) and parent_process() is None:
            raise
        raise SimulatorError(f"{what} {_raised(file, error)}") from None
    finally:
        if os.getpid() != process:
            os._exit(0)


class _Silence(TextIOBase):
    """Takes what a user's code prints: the standard streams are for verdicts and errors."""

    def write(self, text: str) -> int:
        return len(text)


def _sample(simulator: Simulator, trials: Trials) -> torch.Tensor:
    import numpy as np
    import torch

    if simulator.levels:
        recorded = [[one] for one in _at_levels(simulator, trials.points, trials.n_trials, trials.generator)]
    else:
        recorded = [_recorded(simulator, point, trials) for point in trials.points]
    for point, columns in zip(trials.points, recorded, strict=True):
        if any((column.dtype == np.bool_) is not simulator.binary for column in columns):
            kinds = ("booleans", "numbers") if simulator.binary else ("numbers", "booleans")
            raise SimulatorError(
                f"{call_at(simulator, point)} returned {kinds[1]}, and {kinds[0]} before; return one kind."
            )
    drawn = np.stack([np.stack(columns, axis=1) for columns in recorded], axis=1)
    return trials.source.like(torch.from_numpy(drawn))


def _recorded(
    simulator: Simulator, point: Mapping[str, Value], trials: Trials
) -> list[NDArray[np.bool_] | NDArray[np.float64]]:
    """The trials of a point, a column for each output that is recorded."""
    drawn = draw(simulator, point, trials.n_trials, trials.generator)
    if not simulator.outputs:
        return [output_of(drawn, simulator)]
    return [output_of(drawn, msgspec.structs.replace(simulator, output=name)) for name in simulator.outputs]


def _function(simulator: Simulator, point: Mapping[str, Value]) -> Callable[..., object]:
    found = _defined(simulator)
    drawn = {} if simulator.computed else {"n_trials": 1, "generator": None}
    try:
        _signature(simulator).bind(**point, **drawn)
    except (TypeError, ValueError) as error:
        names = ", ".join([*point, *(["*", *drawn] if drawn else [])])
        raise SimulatorError(
            f"{simulator.where} cannot be called with {names} ({error}); define it as "
            f"{simulator.function}({names})."
        ) from None
    return found


def _defined(simulator: Simulator) -> Callable[..., object]:
    found: Any = vars(module(simulator.file, simulator.text)).get(simulator.function)
    if isinstance(found, Claimed | SimulatorFunction):
        found = found.function
    if not callable(found):
        raise SimulatorError(f"{simulator.file} has no function {simulator.function!r}; name one it defines.")
    called: Callable[..., object] = found
    return called


@lru_cache(maxsize=64)
def _signature(simulator: Simulator) -> inspect.Signature:
    return inspect.signature(_defined(simulator))


def _numpy_generator(generator: torch.Generator) -> np.random.Generator:
    import numpy as np
    import torch

    words = torch.randint(0, 2**32, (_SEED_WORDS,), generator=generator, dtype=torch.int64)
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(words.tolist())))


def _numbers(call: str, n_trials: int, values: object) -> NDArray[np.bool_] | NDArray[np.float64]:
    import numpy as np

    try:
        array = _array(values)
    except (TypeError, ValueError, RuntimeError) as error:
        raise SimulatorError(f"{call} returned no array of numbers: {error}.") from None
    if array.shape != (n_trials,):
        raise SimulatorError(
            f"{call} returned shape {array.shape} for n_trials = {n_trials}; return one number a trial."
        )
    if array.dtype.kind == "b":
        return array
    if array.dtype.kind not in "iuf":
        raise SimulatorError(
            f"{call} returned values of type {array.dtype}; return real numbers or booleans."
        )
    numbers = array.astype(np.float64)
    if not np.isfinite(numbers).all():
        bad = int(np.sum(~np.isfinite(numbers)))
        raise SimulatorError(
            f"{call} returned NaN or infinity in {bad} of {n_trials} trials; every trial "
            "needs a finite number."
        )
    return numbers


def _array(values: object) -> NDArray[Any]:
    import numpy as np
    import torch

    if not isinstance(values, torch.Tensor):
        return np.asarray(values)
    tensor = values.detach().cpu()
    # NumPy has no bfloat16.
    return np.asarray((tensor.double() if tensor.is_floating_point() else tensor).numpy())


def call_at(simulator: Simulator, point: Mapping[str, Value], output: str | None = None) -> str:
    """The call of a simulator at a point, or an output of it, as messages name it."""
    return f"{simulator.where}{'' if output is None else f'[{output!r}]'} at {point_words(point)}"


_OTHER_GENERATOR: Final = {
    "torch._C.Generator": ' The generator is one of torch; generator = "numpy" asks for one of NumPy.',
    "numpy.random._generator.Generator": (
        ' The generator is one of NumPy; generator = "torch" asks for one of torch.'
    ),
}
"""By the kind of generator that an error names: what a function that wants the other says."""


def _raised(file: str, error: BaseException) -> str:
    """Kind and text of an error, with the line of the user's file that it came from."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    place = f" (line {lines[-1]})" if lines else ""
    text, kind = words_of(error), in_a_sentence(type(error).__name__)
    hint = next((remedy for other, remedy in _OTHER_GENERATOR.items() if other in text), "")
    said = in_a_sentence(text)
    return f"{kind}: {said}{place}.{hint}" if said else f"{kind}{place}."
