"""The derivations of a topic, found in the modules of its package."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from types import ModuleType

from .derivation import Derivation


@cache
def derivations(topic: str) -> dict[str, Callable[..., Derivation]]:
    """All derivations of a topic by their names, from the modules of its package, in their order.

    A module's public functions that return a derivation and whose premises all have a default, and those of
    its table `DERIVATIONS` where it makes them from rows. Raises ValueError for two derivations of one name.
    """
    package = import_module(f"{__package__}.{topic}")
    found: dict[str, Callable[..., Derivation]] = {}
    for module in iter_modules(package.__path__, f"{package.__name__}."):
        for name, function in _derivations(import_module(module.name)):
            if found.setdefault(name, function) is not function:
                raise ValueError(f"Two derivations of {topic} are called {name}; a name is for one of them.")
    return found


def _derivations(module: ModuleType) -> Iterator[tuple[str, Callable[..., Derivation]]]:
    yield from getattr(module, "DERIVATIONS", {}).items()
    for name, function in vars(module).items():
        own = getattr(function, "__module__", None) == module.__name__ and not name.startswith("_")
        if own and callable(function) and not isinstance(function, type) and _derives(function):
            yield name, function


def _derives(function: Callable[..., object]) -> bool:
    """Annotations are compared by name: those for type checkers alone cannot be evaluated."""
    stated = signature(function)
    returned = getattr(stated.return_annotation, "__name__", stated.return_annotation)
    given = all(one.default is not one.empty for one in stated.parameters.values())
    return given and returned == "Derivation"
