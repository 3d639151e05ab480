"""Where theory and numerics meet; for those who write claims, its public face.

`claim` states a claim on a simulator of your own, which `theorycheck check FILE.py` decides.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from .simulator import Claimed, claim  # noqa: TC004 - `_Face` provides them

__all__ = ["Claimed", "claim"]


class _Face(ModuleType):
    """This package as others see it: its public names, imported when they are first asked for.

    The records of claims live in a module called `claim` too. Python would put that module in the
    place of the decorator when something imports it; here the decorator stays.
    """

    @property
    def claim(self) -> Callable[[Callable[..., object]], Claimed]:
        found: Callable[[Callable[..., object]], Claimed] = _public("claim")
        return found

    @claim.setter
    def claim(self, module: ModuleType) -> None:
        """Leave the module where `from theorycheck.claim import ...` finds it."""

    @property
    def Claimed(self) -> type[Claimed]:  # noqa: N802 - the name of a class
        found: type[Claimed] = _public("Claimed")
        return found


def _public(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
    return getattr(import_module(".simulator", __name__), name)


sys.modules[__name__].__class__ = _Face
