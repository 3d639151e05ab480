"""Derivations of the topic `transformer_basics`, each a function of the premises.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {function.__name__: function for function in ()}
"""Every derivation of the topic by its name."""
