"""Steps of a training as CUDA graphs: a step of many small kernels is launched once, not kernel by kernel.

The twin is the step itself, which is all that a CPU gets. A step may change its `state` in place, and reads
whatever else it is given; it returns nothing, draws no random number and never waits for the device.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

import torch
from torch import Tensor

WARM_UP: Final = 3
"""Calls before a step is captured, in which libraries choose their kernels and their room."""

Step = Callable[..., None]
Replay = Callable[[], object]


def captured(step: Step, state: Sequence[Tensor]) -> Step:
    """The step as it is called: plainly on a CPU, as a graph for each kind of arguments on a GPU."""
    if any(part.is_cuda for part in state):
        return Captured(step, state, recorded)
    return step


class Captured:
    """A step whose calls are replayed; arguments are copied to where the recorded call reads them."""

    def __init__(self, step: Step, state: Sequence[Tensor], record: Callable[[Replay], Replay]) -> None:
        self._step, self._state, self._record = step, tuple(state), record
        self._calls: dict[Hashable, tuple[Replay, list[Any]]] = {}

    def __call__(self, *arguments: Any) -> None:  # noqa: ANN401 - those of the step
        """One step, recorded where its kind of arguments is new."""
        kind = tuple(_kind(given) for given in arguments)
        if kind not in self._calls:
            self._calls[kind] = self._recorded(arguments)
        replay, places = self._calls[kind]
        for place, given in zip(places, arguments, strict=True):
            if isinstance(place, Tensor):
                place.copy_(given)
        replay()

    def _recorded(self, arguments: Sequence[Any]) -> tuple[Replay, list[Any]]:
        """The recorded call and its own arguments; the state is afterwards what it was."""
        places = [given.clone() if isinstance(given, Tensor) else given for given in arguments]
        before = [part.clone() for part in self._state]
        replay = self._record(lambda: self._step(*places))
        for part, was in zip(self._state, before, strict=True):
            part.copy_(was)
        return replay, places


def recorded(call: Replay) -> Replay:
    """A call as a CUDA graph, after calls that warm up on a stream of their own."""
    side = torch.cuda.Stream()  # type: ignore[no-untyped-call, unused-ignore]
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(WARM_UP):
            call()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        call()
    return graph.replay


def _kind(given: Any) -> Hashable:  # noqa: ANN401
    """What a recorded call has fixed: of tensors their shape and type, of anything else its value."""
    return (tuple(given.shape), given.dtype) if isinstance(given, Tensor) else given
