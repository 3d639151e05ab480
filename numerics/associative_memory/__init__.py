"""Quantities of the topic `associative_memory`, measured from their definitions.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity
from .approximation import update_approximation
from .bounds import (
    heavy_token_error,
    light_token_error,
    lower_multiple,
    lower_multiple_sampled,
    negative_weight_share,
    upper_share,
    upper_share_sampled,
)
from .capacity import crowded_failure, stored_all, stored_failure, stored_per_token
from .cutoff import cutoff_approximation, noise_approximation, threshold_far, uniform_beyond_capacity
from .error import recall_error
from .figure_three import curve_slope_exact, recall_curves, recall_map, scheme_gap
from .compute import error_of_compute
from .finite_memory import error_of_frequencies, error_of_samples
from .finite_data import (
    unseen_mass,
    unseen_mass_constant,
    unseen_mass_decay,
    unseen_mass_exponent,
    unseen_mass_finite,
    unseen_mass_sampled,
)
from .gradients import gradient_gap, layer_norm_gap, layer_norm_radial, neglected_power
from .joint import recall_error_joint
from .laws import (
    best_threshold_size,
    best_thresholded_error,
    logarithmic_threshold,
    thresholded_error,
    unweighted_error,
    weighted_error,
    weighted_error_classes,
    weighted_error_finite,
)
from .marginal import recall_error_marginal
from .minimax import least_class_mass, least_error, threshold_error
from .optimisation import batch_size_effect, optimiser_effect, schedule_effect, step_size_effect
from .overwriting import overwriting
from .quadrature import recall_error_exact
from .rare import rare_error
from .streaming import recall_error_streamed
from .two_classes import two_class_error
from .updates import (
    equivalent_power,
    iterate,
    iterate_growth,
    population_power,
    scheme_distance,
    scheme_share,
    update_step,
)

QUANTITIES: Final[Mapping[str, Quantity]] = {
    "recall_error": recall_error,
    "heavy_token_error": heavy_token_error,
    "light_token_error": light_token_error,
    "lower_multiple": lower_multiple,
    "lower_multiple_sampled": lower_multiple_sampled,
    "negative_weight_share": negative_weight_share,
    "upper_share": upper_share,
    "upper_share_sampled": upper_share_sampled,
    "crowded_failure": crowded_failure,
    "stored_all": stored_all,
    "stored_failure": stored_failure,
    "stored_per_token": stored_per_token,
    "least_class_mass": least_class_mass,
    "least_error": least_error,
    "threshold_error": threshold_error,
    "error_of_compute": error_of_compute,
    "error_of_frequencies": error_of_frequencies,
    "error_of_samples": error_of_samples,
    "unseen_mass": unseen_mass,
    "unseen_mass_constant": unseen_mass_constant,
    "unseen_mass_decay": unseen_mass_decay,
    "unseen_mass_exponent": unseen_mass_exponent,
    "unseen_mass_finite": unseen_mass_finite,
    "unseen_mass_sampled": unseen_mass_sampled,
    "recall_error_joint": recall_error_joint,
    "recall_error_marginal": recall_error_marginal,
    "recall_error_exact": recall_error_exact,
    "recall_error_streamed": recall_error_streamed,
    "rare_error": rare_error,
    "two_class_error": two_class_error,
    "cutoff_approximation": cutoff_approximation,
    "noise_approximation": noise_approximation,
    "threshold_far": threshold_far,
    "uniform_beyond_capacity": uniform_beyond_capacity,
    "curve_slope": curve_slope_exact,
    "recall_curves": recall_curves,
    "recall_map": recall_map,
    "scheme_gap": scheme_gap,
    "update_approximation": update_approximation,
    "gradient_gap": gradient_gap,
    "layer_norm_gap": layer_norm_gap,
    "layer_norm_radial": layer_norm_radial,
    "neglected_power": neglected_power,
    "batch_size_effect": batch_size_effect,
    "optimiser_effect": optimiser_effect,
    "schedule_effect": schedule_effect,
    "step_size_effect": step_size_effect,
    "overwriting": overwriting,
    "equivalent_power": equivalent_power,
    "iterate": iterate,
    "iterate_growth": iterate_growth,
    "population_power": population_power,
    "scheme_distance": scheme_distance,
    "scheme_share": scheme_share,
    "update_step": update_step,
    "weighted_error": weighted_error,
    "weighted_error_classes": weighted_error_classes,
    "weighted_error_finite": weighted_error_finite,
    "unweighted_error": unweighted_error,
    "thresholded_error": thresholded_error,
    "logarithmic_threshold": logarithmic_threshold,
    "best_thresholded_error": best_thresholded_error,
    "best_threshold_size": best_threshold_size,
}
"""Every quantity of the topic by its name."""

__all__ = [
    "best_threshold_size",
    "best_thresholded_error",
    "logarithmic_threshold",
    "thresholded_error",
    "unweighted_error",
    "weighted_error",
    "weighted_error_classes",
    "weighted_error_finite",
    "QUANTITIES",
    "heavy_token_error",
    "light_token_error",
    "lower_multiple",
    "lower_multiple_sampled",
    "negative_weight_share",
    "upper_share",
    "upper_share_sampled",
    "crowded_failure",
    "stored_all",
    "stored_failure",
    "stored_per_token",
    "least_class_mass",
    "least_error",
    "threshold_error",
    "batch_size_effect",
    "equivalent_power",
    "gradient_gap",
    "iterate",
    "iterate_growth",
    "layer_norm_gap",
    "layer_norm_radial",
    "neglected_power",
    "optimiser_effect",
    "overwriting",
    "population_power",
    "curve_slope_exact",
    "cutoff_approximation",
    "noise_approximation",
    "recall_curves",
    "recall_error",
    "recall_map",
    "scheme_gap",
    "threshold_far",
    "two_class_error",
    "uniform_beyond_capacity",
    "recall_error_exact",
    "recall_error_joint",
    "recall_error_marginal",
    "schedule_effect",
    "scheme_distance",
    "scheme_share",
    "step_size_effect",
    "error_of_compute",
    "error_of_frequencies",
    "error_of_samples",
    "unseen_mass",
    "unseen_mass_constant",
    "unseen_mass_decay",
    "unseen_mass_exponent",
    "unseen_mass_finite",
    "unseen_mass_sampled",
    "update_approximation",
    "update_step",
]
