"""Claims of the topic `markov_chains`.

Source: Makkuva et al., "Attention with Markov: A Markovian Tale of Transformers" (slides), and the
papers behind it: arXiv 2402.04161; "Local to Global" and "Constant Depth Suffices", NeurIPS 2024.
"""

from __future__ import annotations

from ...claim import Claim
from ...figure import Figure
from . import (
    add_half,
    chain_facts,
    depth,
    estimator,
    estimator_figures,
    flow,
    flow_figures,
    flow_starts,
    marginal_point,
    matching,
    minimum,
    represented,
    saddle,
    trained,
    words,
)
from .statements import STATEMENTS

__all__ = ["CLAIMS", "FIGURES", "SOURCE", "STATEMENTS"]

SOURCE = (
    'Makkuva et al., "Attention with Markov: A Markovian Tale of Transformers" (slides); arXiv '
    '2402.04161; "Local to Global: Learning Dynamics and Effect of Initialization for Transformers" '
    'and "Transformers on Markov Data: Constant Depth Suffices", NeurIPS 2024'
)

CLAIMS: tuple[Claim, ...] = (
    *chain_facts.CLAIMS,
    *marginal_point.CLAIMS,
    *minimum.CLAIMS,
    *saddle.CLAIMS,
    *represented.CLAIMS,
    *flow.CLAIMS,
    *flow_starts.CLAIMS,
    *trained.CLAIMS,
    *estimator.CLAIMS,
    *add_half.CLAIMS,
    *matching.CLAIMS,
    *depth.CLAIMS,
    *words.CLAIMS,
)

FIGURES: tuple[Figure, ...] = (
    *saddle.FIGURES,
    *flow_figures.FIGURES,
    *trained.FIGURES,
    *matching.FIGURES,
    *estimator_figures.FIGURES,
)
