"""The decorators that make a quantity of a function: `compiled`, `simulator` and `computed`.

A term is compiled, what no term says is drawn by a simulator, and what is not drawn is computed. A function
names the coordinates of a point that its definition needs, as a user's simulator does, and its docstring
states the definition. A quantity is called by its topic and the function, `topic.function`. It needs no other
mention: quantities are found in the modules of their topic (`quantity.quantities`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, update_wrapper
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final

import torch
from torch import Tensor

from .quantity import DesignGroup, ExactQuantity, ExactValue, SampledQuantity, Value
from .trials import Trials

if TYPE_CHECKING:
    from ..theory.node import Term
    from .compile.statistics import Compiled

_PROGRAMS: Final = 64
"""Compiled programs that a quantity keeps."""


def simulator(
    *,
    groups: Iterable[DesignGroup],
    name: str | None = None,
    version: int = 1,
    **fields: Any,  # noqa: ANN401 - as the record has them
) -> Callable[[Callable[..., Tensor]], SampledQuantity]:
    """A decorator for a function `f(d, ..., *, trials)` that returns an array (trials, points, outputs).

    The function samples the definition of a quantity. It is handed by name the coordinates that all points
    of a group have in common, and `trials`, or `n_trials` and `generator` alone. `fields` are those of
    `SampledQuantity`.

    >>> import torch
    >>> from theorycheck.numerics.monte_carlo import sample_trials
    >>> group = DesignGroup.sized(shared={"d": 3}, trials_per_block=8)
    >>> @simulator(name="total", title="A sum of uniforms", outputs=("sum",), groups=[group])
    ... def total(d, *, n_trials, generator):
    ...     return torch.rand(n_trials, d, generator=generator).sum(1)[:, None, None]
    >>> sample_trials(total, group, 4, torch.Generator()).shape
    torch.Size([4, 1, 1])
    """

    def decorator(function: Callable[..., Tensor]) -> SampledQuantity:
        return SampledQuantity(
            name=_name(function, name),
            version=version,
            groups=tuple(groups),
            sample=sampling(function),
            **fields,
        )

    return decorator


def compiled(
    *,
    groups: Iterable[DesignGroup],
    at: Callable[[Mapping[str, Value]], Mapping[str, Any]] = dict,
    name: str | None = None,
    version: int = 1,
    **fields: Any,  # noqa: ANN401 - as the record has them
) -> Callable[[Callable[..., Sequence[Term]]], SampledQuantity]:
    """A decorator for a function of a point's coordinates that returns the terms of the outputs.

    A term is one random number or an event, whose free indices are averaged. Its symbols have the values of
    the coordinates of their names, or those that `at` gives of a point. Each point of a group is drawn anew.

    >>> from theorycheck.numerics.monte_carlo import sample_trials
    >>> from theorycheck.theory.laws import Sphere
    >>> from theorycheck.theory.model import Model, Size
    >>> from theorycheck.theory.terms import norm2
    >>> x = Model(x=Sphere(Size("d"))).x
    >>> group = DesignGroup.sized(shared={"d": 3}, trials_per_block=8)
    >>> @compiled(name="length", title="A squared length", outputs=("square",), groups=[group])
    ... def length():
    ...     return (norm2(x),)
    >>> sample_trials(length, group, 4, torch.Generator()).squeeze().allclose(torch.ones(4))
    True
    """
    from ..theory.substitution import subterms
    from .code_digest import COMPILED, sampler_keys
    from .simulate import random_program, term_digest

    def decorator(function: Callable[..., Sequence[Term]]) -> SampledQuantity:
        asked = _asked(function)

        def terms(point: Mapping[str, Any]) -> tuple[Sequence[Term], dict[str, Any]]:
            found = function(**asked(point))
            names = {known for term in found for known, _ in term.declarations}
            return found, {known: value for known, value in at(point).items() if known in names}

        @lru_cache(maxsize=_PROGRAMS)
        def program(*point: tuple[str, object]) -> Compiled:
            return random_program(*terms(dict(point)))

        def sample(trials: Trials, /, **options: object) -> Tensor:
            programs = [program(*{**point, **options}.items()) for point in trials.points]
            return torch.stack([one.drawn(trials.n_trials, trials.source) for one in programs], dim=1)

        update_wrapper(sample, function)
        cut = tuple(groups)
        drawn = [terms(point) for group in cut for point in group.points]
        told = {term_digest(*each) for each in drawn}
        heads = {part.head for term in {one for each, _ in drawn for one in each} for part in subterms(term)}
        return SampledQuantity(
            name=_name(function, name),
            version=version,
            groups=cut,
            sample=sample,
            form=(*sorted(told), COMPILED, *sampler_keys(heads)),
            **fields,
        )

    return decorator


def computed(
    *, title: str, points: Iterable[Mapping[str, Value]], name: str | None = None, version: int = 1
) -> Callable[[Callable[..., ExactValue]], ExactQuantity]:
    """A decorator for a function of a point's coordinates that returns a value and a rigorous error bound.

    >>> @computed(name="half", title="A half", points=[{"d": 1}])
    ... def half(d):
    ...     return ExactValue(value=d / 2, error_bound=0.0)
    >>> half.evaluate({"d": 3}).value
    1.5
    """

    def decorator(function: Callable[..., ExactValue]) -> ExactQuantity:
        return ExactQuantity(
            name=_name(function, name),
            version=version,
            title=title,
            points=tuple(points),
            evaluate=computing(function),
        )

    return decorator


def sampling(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """The function, handed what it asks for of trials."""

    def sample(trials: Trials, /, **options: object) -> Tensor:
        handed = {"trials": trials, "n_trials": trials.n_trials, "generator": trials.generator}
        return function(**asked(trials.common | handed), **options)

    asked = _asked(function)
    update_wrapper(sample, function)
    return sample


def computing(function: Callable[..., ExactValue]) -> Callable[..., ExactValue]:
    """The function, handed the coordinates of a point that it asks for."""

    def evaluate(at: Mapping[str, object]) -> ExactValue:
        return function(**asked(at))

    asked = _asked(function)
    update_wrapper(evaluate, function)
    return evaluate


def _name(function: Callable[..., object], name: str | None) -> str:
    """The name given, or the topic, which is the folder of the function's module, and the function's name."""
    return name or ".".join([*function.__module__.split(".")[-2:-1], function.__name__])


def _asked(function: Callable[..., object]) -> Callable[[Mapping[str, object]], dict[str, object]]:
    """What of the named values the function takes."""
    parameters = signature(function).parameters
    if any(found.kind is Parameter.VAR_KEYWORD for found in parameters.values()):
        return dict
    return lambda known: {name: known[name] for name in parameters if name in known}
