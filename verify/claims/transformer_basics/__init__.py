"""Claims of the topic `transformer_basics`.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""

from __future__ import annotations

from ...claim import Claim
from ...figure import Figure
from . import normalisation, streams
from .statements import STATEMENTS

__all__ = ["CLAIMS", "FIGURES", "SOURCE", "STATEMENTS"]

SOURCE = "A tutorial dialogue on the transformer architecture, in paraphrase"

CLAIMS: tuple[Claim, ...] = (
    *streams.CLAIMS,
    *normalisation.CLAIMS,
)

FIGURES: tuple[Figure, ...] = (*streams.FIGURES,)
