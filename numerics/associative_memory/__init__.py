"""Quantities of the topic `associative_memory`, measured from their definitions.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity
from .finite_data import (
    unseen_mass,
    unseen_mass_constant,
    unseen_mass_decay,
    unseen_mass_exponent,
    unseen_mass_finite,
    unseen_mass_sampled,
)
from .cutoff import cutoff_approximation, noise_approximation, threshold_far, uniform_beyond_capacity
from .error import recall_error
from .figure_three import curve_slope_exact, recall_curves, recall_map, scheme_gap
from .joint import recall_error_joint
from .marginal import recall_error_marginal
from .quadrature import recall_error_exact
from .two_classes import two_class_error

QUANTITIES: Final[Mapping[str, Quantity]] = {
    "recall_error": recall_error,
    "unseen_mass": unseen_mass,
    "unseen_mass_constant": unseen_mass_constant,
    "unseen_mass_decay": unseen_mass_decay,
    "unseen_mass_exponent": unseen_mass_exponent,
    "unseen_mass_finite": unseen_mass_finite,
    "unseen_mass_sampled": unseen_mass_sampled,
    "recall_error_joint": recall_error_joint,
    "recall_error_marginal": recall_error_marginal,
    "recall_error_exact": recall_error_exact,
    "two_class_error": two_class_error,
    "cutoff_approximation": cutoff_approximation,
    "noise_approximation": noise_approximation,
    "threshold_far": threshold_far,
    "uniform_beyond_capacity": uniform_beyond_capacity,
    "curve_slope": curve_slope_exact,
    "recall_curves": recall_curves,
    "recall_map": recall_map,
    "scheme_gap": scheme_gap,
}
"""Every quantity of the topic by its name."""

__all__ = [
    "QUANTITIES",
    "recall_error",
    "recall_error_joint",
    "recall_error_marginal",
    "unseen_mass",
    "unseen_mass_constant",
    "unseen_mass_decay",
    "unseen_mass_exponent",
    "unseen_mass_finite",
    "unseen_mass_sampled",
]
