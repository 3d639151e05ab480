"""The linear associative memory of the conditioning paper, simulated from its definitions."""

from __future__ import annotations

from typing import Final

from ..quantity import Quantity
from .capacity import coherent_crosstalk, noise_growth, total_noise
from .coherence import coherence, worst_coherent_crosstalk
from .failure import item_failure, retrieval_failure
from .linearity import linearity_gap, recursion_gap
from .nearest import argmax_error, argmax_error_collapsed, argmax_error_gaussian, argmax_failure
from .noise import noise_power
from .one_hot import distinct_keys_enumeration, first_collision, unshared_fraction
from .overlap import key_overlap, key_overlap_quadrature, key_overlap_tail, key_overlap_tail_quadrature
from .success import failure_map, memory_failure, query_success

QUANTITIES: Final[dict[str, Quantity]] = {
    "noise_power": noise_power,
    "key_overlap": key_overlap,
    "key_overlap_quadrature": key_overlap_quadrature,
    "key_overlap_tail": key_overlap_tail,
    "key_overlap_tail_quadrature": key_overlap_tail_quadrature,
    "noise_growth": noise_growth,
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
    "memory_failure": memory_failure,
    "failure_map": failure_map,
    "worst_coherent_crosstalk": worst_coherent_crosstalk,
    "coherence": coherence,
    "argmax_error": argmax_error,
    "argmax_failure": argmax_failure,
    "argmax_error_gaussian": argmax_error_gaussian,
    "argmax_error_collapsed": argmax_error_collapsed,
}
"""Every quantity of the topic by its name."""

__all__ = [
    "QUANTITIES",
    "argmax_error",
    "argmax_error_collapsed",
    "argmax_error_gaussian",
    "argmax_failure",
    "coherence",
    "coherent_crosstalk",
    "distinct_keys_enumeration",
    "failure_map",
    "first_collision",
    "item_failure",
    "key_overlap",
    "key_overlap_quadrature",
    "key_overlap_tail",
    "key_overlap_tail_quadrature",
    "linearity_gap",
    "memory_failure",
    "noise_growth",
    "noise_power",
    "query_success",
    "recursion_gap",
    "retrieval_failure",
    "total_noise",
    "unshared_fraction",
    "worst_coherent_crosstalk",
]
