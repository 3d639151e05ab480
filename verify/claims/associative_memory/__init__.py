"""Claims of Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.

One matrix W = sum_x q(x) u_f(x) e_x^T stores the associations x -> f(x) of N input tokens with M
output tokens; it answers argmax_y u_y . W e_x. Tokens are weighed by a Zipf law p(x) = C x^-alpha, the
error is E = sum_x p(x) 1[wrong]; ties count as errors. `d` is the dimension of the embeddings, `T` the
number of samples, `P` the number of tokens stored, `rho` the power in q = p^rho.
"""

from __future__ import annotations

from ...claim import Claim
from ...figure import Figure
from . import (
    capacity,
    compute,
    cutoff,
    exact,
    figure_three,
    finite_data,
    gradients,
    incoherence,
    joint_law,
    learned,
    map_figures,
    minimax,
    optimisation,
    scheme_figures,
    schemes,
    separability,
    theorem_one,
    training_figures,
)
from .statements import STATEMENTS

__all__ = ["CLAIMS", "FIGURES", "SOURCE", "STATEMENTS"]

SOURCE = 'Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984'

CLAIMS: tuple[Claim, ...] = (
    *cutoff.CLAIMS,
    *exact.CLAIMS,
    *figure_three.CLAIMS,
    *finite_data.CLAIMS,
    *joint_law.CLAIMS,
    *compute.CLAIMS,
    *theorem_one.CLAIMS,
    *capacity.CLAIMS,
    *minimax.CLAIMS,
    *gradients.CLAIMS,
    *optimisation.CLAIMS,
    *schemes.CLAIMS,
    *incoherence.CLAIMS,
    *learned.CLAIMS,
    *separability.CLAIMS,
)

FIGURES: tuple[Figure, ...] = (
    *joint_law.FIGURES,
    *scheme_figures.FIGURES,
    *map_figures.FIGURES,
    *training_figures.FIGURES,
    *learned.FIGURES,
)
