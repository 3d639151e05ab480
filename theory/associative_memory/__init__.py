"""Derivations of the topic `associative_memory`, each a function of the premises.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation
from .bounds import recall_ceiling, recall_floor, recall_floor_constant
from .compute import (
    compute_optimal_error,
    compute_optimal_error_weighted,
    compute_optimal_samples,
    compute_optimal_samples_weighted,
)
from .exact import two_class_error
from .finite_data import (
    unseen_mass,
    unseen_mass_constant,
    unseen_mass_constant_two,
    unseen_mass_finite,
    unseen_mass_guessed,
    unseen_mass_six_fifths,
    unseen_mass_three,
    unseen_mass_three_halves,
    unseen_mass_two,
)
from .gradients import (
    gradient_gap,
    layer_norm_gap,
    layer_norm_radial,
    neglected_power,
    neglected_power_variance,
)
from .incoherence import incoherence_bound, incoherence_lemma, learned_gap, rectified_gap
from .minimax import minimax_floor
from .separability import separable_half, separable_probability, separable_size
from .thresholded import thresholded_error, thresholded_limit, thresholded_limit_eighth
from .unweighted import unweighted_error, unweighted_error_equal, unweighted_error_twice
from .updates import iterate_growth, update_step, update_step_repelled
from .weighted import (
    weighted_error,
    weighted_error_above,
    weighted_error_below,
    weighted_order_alpha_2_rho_1,
    weighted_order_alpha_2_rho_2,
    weighted_order_alpha_2_rho_half,
    weighted_order_alpha_3_halves_rho_1,
    weighted_order_alpha_3_halves_rho_half,
    weighted_order_alpha_3_rho_half,
    weighted_order_alpha_3_rho_quarter,
)

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
        incoherence_bound,
        incoherence_lemma,
        learned_gap,
        rectified_gap,
        separable_half,
        separable_probability,
        separable_size,
        two_class_error,
        thresholded_error,
        thresholded_limit,
        thresholded_limit_eighth,
        recall_ceiling,
        recall_floor,
        recall_floor_constant,
        minimax_floor,
        gradient_gap,
        layer_norm_gap,
        layer_norm_radial,
        neglected_power,
        neglected_power_variance,
        iterate_growth,
        unweighted_error,
        unweighted_error_equal,
        unweighted_error_twice,
        update_step,
        update_step_repelled,
        compute_optimal_error,
        compute_optimal_error_weighted,
        compute_optimal_samples,
        compute_optimal_samples_weighted,
        unseen_mass,
        unseen_mass_constant,
        unseen_mass_constant_two,
        unseen_mass_finite,
        unseen_mass_guessed,
        unseen_mass_six_fifths,
        unseen_mass_three,
        unseen_mass_three_halves,
        unseen_mass_two,
        weighted_error,
        weighted_error_above,
        weighted_error_below,
        weighted_order_alpha_2_rho_1,
        weighted_order_alpha_2_rho_2,
        weighted_order_alpha_2_rho_half,
        weighted_order_alpha_3_halves_rho_1,
        weighted_order_alpha_3_halves_rho_half,
        weighted_order_alpha_3_rho_half,
        weighted_order_alpha_3_rho_quarter,
    )
}
"""Every derivation of the topic by its name."""

__all__ = [
    "DERIVATIONS",
    "compute_optimal_error",
    "compute_optimal_error_weighted",
    "compute_optimal_samples",
    "compute_optimal_samples_weighted",
    "gradient_gap",
    "incoherence_bound",
    "incoherence_lemma",
    "iterate_growth",
    "layer_norm_gap",
    "layer_norm_radial",
    "learned_gap",
    "minimax_floor",
    "neglected_power",
    "neglected_power_variance",
    "recall_ceiling",
    "recall_floor",
    "recall_floor_constant",
    "rectified_gap",
    "separable_half",
    "separable_probability",
    "separable_size",
    "thresholded_error",
    "thresholded_limit",
    "thresholded_limit_eighth",
    "two_class_error",
    "unseen_mass",
    "unseen_mass_constant",
    "unseen_mass_constant_two",
    "unseen_mass_finite",
    "unseen_mass_guessed",
    "unseen_mass_six_fifths",
    "unseen_mass_three",
    "unseen_mass_three_halves",
    "unseen_mass_two",
    "unweighted_error",
    "unweighted_error_equal",
    "unweighted_error_twice",
    "update_step",
    "update_step_repelled",
    "weighted_error",
    "weighted_error_above",
    "weighted_error_below",
    "weighted_order_alpha_2_rho_1",
    "weighted_order_alpha_2_rho_2",
    "weighted_order_alpha_2_rho_half",
    "weighted_order_alpha_3_halves_rho_1",
    "weighted_order_alpha_3_halves_rho_half",
    "weighted_order_alpha_3_rho_half",
    "weighted_order_alpha_3_rho_quarter",
]
