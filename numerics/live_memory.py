"""Memory that torch code holds at its peak, counted from the sizes of its arrays.

Every operation is seen as it is dispatched, and an array counts from its creation until the last user of its
memory is gone. What a kernel that reads arrays needs for itself is not seen; it is taken to be at most what
it returns. The count depends on shapes alone, so it is the same on every machine, and it is no estimate: the
code runs.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


def peak_bytes(run: Callable[[], object]) -> int:
    """The most bytes that arrays made by `run` hold at once, scratch of kernels included."""
    counted = _Counted()
    with counted:
        run()
    return counted.peak


class _Counted(TorchDispatchMode):
    """Adds the memory of new arrays, and takes it off when they go."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.peak = 0
        self._live = 0
        self._held: dict[int, tuple[weakref.ref[torch.UntypedStorage], int]] = {}

    def __torch_dispatch__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - what the operation returns
        found = func(*args, **(kwargs or {}))
        before = self._live
        for one in tree_leaves(found):
            if isinstance(one, Tensor):
                self._note(one.untyped_storage())
        reads = any(isinstance(one, Tensor) for one in tree_leaves((args, kwargs)))
        scratch = max(0, self._live - before) if reads else 0
        self.peak = max(self.peak, self._live + scratch)
        return found

    def _note(self, storage: torch.UntypedStorage) -> None:
        place, size = storage._cdata, storage.nbytes()
        if place in self._held:
            # An array that was resized in place.
            self._live += size - self._held[place][1]
            self._held[place] = (self._held[place][0], size)
            return
        self._held[place] = (weakref.ref(storage, lambda _: self._gone(place)), size)
        self._live += size

    def _gone(self, place: int) -> None:
        self._live -= self._held.pop(place)[1]
