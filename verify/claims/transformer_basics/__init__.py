"""Claims of the topic `transformer_basics`.

Source: a tutorial dialogue on the transformer architecture, its statements in paraphrase.
"""

from __future__ import annotations

from ...claim import Claim
from ...figure import Figure
from . import (
    heads,
    layers,
    losses,
    mlps,
    normalisation,
    positions,
    recurrence,
    saturation,
    scores,
    sequence,
    streams,
    weighting,
)
from .statements import STATEMENTS

__all__ = ["CLAIMS", "FIGURES", "SOURCE", "STATEMENTS"]

SOURCE = "A tutorial dialogue on the transformer architecture, in paraphrase"

CLAIMS: tuple[Claim, ...] = (
    *scores.CLAIMS,
    *saturation.CLAIMS,
    *weighting.CLAIMS,
    *heads.CLAIMS,
    *layers.CLAIMS,
    *sequence.CLAIMS,
    *positions.CLAIMS,
    *streams.CLAIMS,
    *normalisation.CLAIMS,
    *losses.CLAIMS,
    *mlps.CLAIMS,
    *recurrence.CLAIMS,
)

FIGURES: tuple[Figure, ...] = (
    *saturation.FIGURES,
    *positions.FIGURES,
    *streams.FIGURES,
    *mlps.FIGURES,
    *recurrence.FIGURES,
)
