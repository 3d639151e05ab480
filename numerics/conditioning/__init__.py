"""Quantities of the topic `conditioning`, measured from their definitions.

Source: Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning", arXiv 2508.08289.
"""

from __future__ import annotations

from typing import Final

from ..quantity import Quantity
from .capacity import coherent_crosstalk, noise_growth, noise_growth_given_keys, total_noise
from .coherence import (
    coherence,
    near_collision,
    worst_coherent_crosstalk,
    worst_coherent_crosstalk_collapsed,
)
from .coherence_size import coherence_capacity
from .curves import acquisition_curve, blocking_curve, extinction_curve
from .depth import depth_error, depth_error_collapsed
from .failure import item_failure, noise_survival, retrieval_failure
from .features import feature_failure, feature_noise, feature_noise_given_keys
from .gaussian import (
    gaussian_failure,
    gaussian_failure_integral,
    gaussian_failure_inversion,
    gaussian_rare_failure,
)
from .heads import averaged_heads, head_dependence, unit_slices
from .learning import (
    delta_converged,
    delta_gain,
    delta_recall,
    hebb_norm,
    oja_norm,
    oja_orthonormal,
    oja_recall,
    oja_recency,
)
from .linearity import linearity_gap, recursion_gap
from .nearest import argmax_error, argmax_error_collapsed, argmax_error_gaussian, argmax_failure
from .noise import noise_power
from .normaliser import normalised_error, normalised_error_collapsed
from .normaliser_tail import normalised_tail
from .one_hot import (
    distinct_keys_enumeration,
    first_collision,
    first_collision_exact,
    unshared_fraction,
    unshared_fraction_exact,
)
from .overlap import key_overlap, key_overlap_quadrature, key_overlap_tail, key_overlap_tail_quadrature
from .positive import positive_product
from .scalar import (
    gaussian_scalar_failure,
    gaussian_scalar_failure_student,
    scalar_failure,
    scalar_failure_fourier,
)
from .softmax import softmax_collapsed, softmax_retrieval
from .sphere_failure import sphere_failure, sphere_query_capacity, sphere_union_capacity
from .success import failure_map, memory_failure, query_success
from .system import (
    near_collision_system_failure,
    one_hot_system_failure,
    one_hot_system_failure_exact,
    system_failure,
    system_failure_collapsed,
)
from .thresholds import softmax_threshold

QUANTITIES: Final[dict[str, Quantity]] = {
    "noise_power": noise_power,
    "key_overlap": key_overlap,
    "key_overlap_quadrature": key_overlap_quadrature,
    "key_overlap_tail": key_overlap_tail,
    "key_overlap_tail_quadrature": key_overlap_tail_quadrature,
    "noise_growth": noise_growth,
    "noise_growth_given_keys": noise_growth_given_keys,
    "total_noise": total_noise,
    "coherent_crosstalk": coherent_crosstalk,
    "first_collision": first_collision,
    "unshared_fraction": unshared_fraction,
    "distinct_keys_enumeration": distinct_keys_enumeration,
    "retrieval_failure": retrieval_failure,
    "item_failure": item_failure,
    "linearity_gap": linearity_gap,
    "recursion_gap": recursion_gap,
    "query_success": query_success,
    "sphere_failure": sphere_failure,
    "sphere_query_capacity": sphere_query_capacity,
    "sphere_union_capacity": sphere_union_capacity,
    "memory_failure": memory_failure,
    "failure_map": failure_map,
    "worst_coherent_crosstalk": worst_coherent_crosstalk,
    "worst_coherent_crosstalk_collapsed": worst_coherent_crosstalk_collapsed,
    "coherence": coherence,
    "coherence_capacity": coherence_capacity,
    "argmax_error": argmax_error,
    "argmax_failure": argmax_failure,
    "argmax_error_gaussian": argmax_error_gaussian,
    "argmax_error_collapsed": argmax_error_collapsed,
    "system_failure": system_failure,
    "system_failure_collapsed": system_failure_collapsed,
    "one_hot_system_failure": one_hot_system_failure,
    "near_collision_system_failure": near_collision_system_failure,
    "gaussian_failure": gaussian_failure,
    "gaussian_rare_failure": gaussian_rare_failure,
    "gaussian_failure_integral": gaussian_failure_integral,
    "gaussian_failure_inversion": gaussian_failure_inversion,
    "scalar_failure": scalar_failure,
    "scalar_failure_fourier": scalar_failure_fourier,
    "gaussian_scalar_failure": gaussian_scalar_failure,
    "gaussian_scalar_failure_student": gaussian_scalar_failure_student,
    "first_collision_exact": first_collision_exact,
    "unshared_fraction_exact": unshared_fraction_exact,
    "one_hot_system_failure_exact": one_hot_system_failure_exact,
    "noise_survival": noise_survival,
    "near_collision": near_collision,
    "head_dependence": head_dependence,
    "unit_slices": unit_slices,
    "averaged_heads": averaged_heads,
    "depth_error": depth_error,
    "depth_error_collapsed": depth_error_collapsed,
    "feature_noise": feature_noise,
    "feature_noise_given_keys": feature_noise_given_keys,
    "feature_failure": feature_failure,
    "positive_product": positive_product,
    "softmax_retrieval": softmax_retrieval,
    "softmax_collapsed": softmax_collapsed,
    "softmax_threshold": softmax_threshold,
    "normalised_error": normalised_error,
    "normalised_error_collapsed": normalised_error_collapsed,
    "normalised_tail": normalised_tail,
    "hebb_norm": hebb_norm,
    "delta_recall": delta_recall,
    "delta_converged": delta_converged,
    "delta_gain": delta_gain,
    "oja_norm": oja_norm,
    "oja_orthonormal": oja_orthonormal,
    "oja_recall": oja_recall,
    "oja_recency": oja_recency,
    "acquisition_curve": acquisition_curve,
    "extinction_curve": extinction_curve,
    "blocking_curve": blocking_curve,
}
"""Every quantity of the topic by its name."""

__all__ = [
    "QUANTITIES",
    "acquisition_curve",
    "argmax_error",
    "argmax_error_collapsed",
    "argmax_error_gaussian",
    "argmax_failure",
    "averaged_heads",
    "blocking_curve",
    "coherence",
    "coherence_capacity",
    "coherent_crosstalk",
    "delta_converged",
    "delta_gain",
    "delta_recall",
    "depth_error",
    "depth_error_collapsed",
    "distinct_keys_enumeration",
    "extinction_curve",
    "failure_map",
    "feature_failure",
    "feature_noise",
    "feature_noise_given_keys",
    "first_collision",
    "first_collision_exact",
    "gaussian_failure",
    "gaussian_failure_integral",
    "gaussian_failure_inversion",
    "gaussian_rare_failure",
    "gaussian_scalar_failure",
    "gaussian_scalar_failure_student",
    "head_dependence",
    "hebb_norm",
    "item_failure",
    "key_overlap",
    "key_overlap_quadrature",
    "key_overlap_tail",
    "key_overlap_tail_quadrature",
    "linearity_gap",
    "memory_failure",
    "near_collision",
    "near_collision_system_failure",
    "noise_growth",
    "noise_growth_given_keys",
    "noise_power",
    "noise_survival",
    "normalised_error",
    "normalised_error_collapsed",
    "normalised_tail",
    "oja_norm",
    "oja_orthonormal",
    "oja_recall",
    "oja_recency",
    "one_hot_system_failure",
    "one_hot_system_failure_exact",
    "positive_product",
    "query_success",
    "recursion_gap",
    "retrieval_failure",
    "scalar_failure",
    "scalar_failure_fourier",
    "softmax_collapsed",
    "softmax_retrieval",
    "softmax_threshold",
    "sphere_failure",
    "sphere_query_capacity",
    "sphere_union_capacity",
    "system_failure",
    "system_failure_collapsed",
    "total_noise",
    "unit_slices",
    "unshared_fraction",
    "unshared_fraction_exact",
    "worst_coherent_crosstalk",
    "worst_coherent_crosstalk_collapsed",
]
