"""Derivations of the topic `conditioning`, each a function of the premises.

Source: Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning", arXiv
2508.08289. Read in this order: `definitions` (the memory and its crosstalk; `model` for derivations that are
not theorems yet), then the modules as listed in `_MODULES`; `walk` is a second route of the noise moments.
"""

from collections.abc import Callable, Iterator
from inspect import signature
from types import ModuleType
from typing import Final

from ..derivation import Derivation
from . import (
    coherence,
    coherent,
    collisions,
    constant_load,
    dependence,
    depth,
    design,
    extremes,
    features,
    gaussian,
    gaussian_lengths,
    guarantee,
    learning,
    linearity,
    loads,
    network,
    noise,
    normalised,
    one_hot,
    overlap_moments,
    positive_features,
    projections,
    rare_failures,
    recall,
    reinforcement,
    scalar,
    shared_keys,
    shared_tokens,
    sizes,
    softmax,
    softmax_rates,
)

_MODULES: Final = (
    noise, overlap_moments, guarantee, one_hot, shared_keys, sizes, coherent, coherence,
    extremes, network, collisions, gaussian, projections, shared_tokens, depth, normalised, features,
    positive_features, softmax, softmax_rates, learning, reinforcement, design, linearity, loads,
    constant_load, rare_failures, gaussian_lengths, scalar, dependence, recall,
)  # fmt: skip


def _derivations(module: ModuleType) -> Iterator[tuple[str, Callable[..., Derivation]]]:
    """The module's table, and its public functions of premises that have a default."""
    yield from getattr(module, "DERIVATIONS", {}).items()
    for name, function in vars(module).items():
        own = getattr(function, "__module__", None) == module.__name__ and not name.startswith("_")
        if own and callable(function) and not isinstance(function, type):
            premises = signature(function).parameters.get("premises")
            if premises is not None and premises.default is not premises.empty:
                yield name, function


DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    name: function for module in _MODULES for name, function in _derivations(module)
}

__all__ = ["DERIVATIONS"]
