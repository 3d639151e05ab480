"""theorycheck derives, simulates and decides claims of machine-learning theory; its public face.

`fit` decides a law on measured data, `check` a claim of your own, `run` those that come with the package;
`load` reads a finished run, and `diff` says what moved between two. `claim` and `simulator` state a claim on
a function, `Paper` a whole source; `prove` and `derive` find formulas with their proofs, `rules_for` tells
what a proof is made of, `simulate` estimates a term, `trials` draws it in a simulator, and `observe` records
numbers inside a network of your own. Nothing is imported before it is used.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import check, diff, fit, load, run  # noqa: TC004 - `_Face` provides them
    from .errors import UsageError  # noqa: TC004
    from .numerics.observe import observe  # noqa: TC004
    from .paper import Paper  # noqa: TC004
    from .results import Result, Results  # noqa: TC004
    from .simulation import simulate, trials  # noqa: TC004
    from .simulator import Claimed, claim, computed, simulator  # noqa: TC004
    from .theory.applicable import rules_for  # noqa: TC004
    from .theory.kernel import Refused  # noqa: TC004
    from .theory.prove import derive, prove  # noqa: TC004

__all__ = [
    "Claimed",
    "Paper",
    "Refused",
    "Result",
    "Results",
    "UsageError",
    "check",
    "claim",
    "computed",
    "derive",
    "diff",
    "fit",
    "load",
    "observe",
    "prove",
    "rules_for",
    "run",
    "simulate",
    "simulator",
    "trials",
]


class _Lazy:
    """A name of the face, imported when it is first asked for.

    Modules called `claim` and `simulator` exist too. Python would put each in the place of the function when
    something imports it; here the function stays.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    def __get__(self, *_: object) -> Any:  # noqa: ANN401 - whatever the name stands for
        return getattr(import_module(self._module, __name__), self._name)

    def __set__(self, *_: object) -> None:
        """Leave the module where `from theorycheck.claim import ...` finds it."""


class _Face(ModuleType):
    """This package as others see it."""

    check, diff, fit, load, run = (_Lazy(".api") for _ in range(5))
    claim, computed, simulator, Claimed = (_Lazy(".simulator") for _ in range(4))
    Result, Results = (_Lazy(".results") for _ in range(2))
    UsageError = _Lazy(".errors")
    Paper = _Lazy(".paper")
    observe = _Lazy(".numerics.observe")
    derive, prove = (_Lazy(".theory.prove") for _ in range(2))
    rules_for = _Lazy(".theory.applicable")
    Refused = _Lazy(".theory.kernel")
    simulate, trials = (_Lazy(".simulation") for _ in range(2))

    def __dir__(self) -> list[str]:
        # A notebook completes by it: nothing that this module imports for itself.
        return sorted({*(name for name in super().__dir__() if name.startswith("_")), *__all__})


sys.modules[__name__].__class__ = _Face
