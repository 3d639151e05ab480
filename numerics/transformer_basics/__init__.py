"""Quantities of the topic `transformer_basics`, measured from their definitions.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity

QUANTITIES: Final[Mapping[str, Quantity]] = {}
"""Every quantity of the topic by its name."""
