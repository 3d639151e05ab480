"""Derivations of the topic `conditioning`, each a function of the premises.

Source: Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning", arXiv
2508.08289. Read in this order: `model` (premises and definitions), `noise`, `overlap`,
`guarantee`, `one_hot`, `capacity`, `network`, `collisions`, `linearity`; `walk` is the second road
of the noise moments.
"""

from collections.abc import Callable
from typing import Final

from ..derivation import Derivation
from .capacity import (
    capacity_coherent,
    capacity_distinct,
    capacity_guarantee,
    capacity_mean_noise,
    capacity_unshared,
)
from .collisions import (
    ONE_HOT_NETWORK,
    near_collision_hazard,
    near_collision_pair,
    near_collision_query,
    near_collision_rate,
    one_hot_error,
    one_hot_failure,
    one_hot_hazard,
    one_hot_hazard_one_head,
    one_hot_hazard_three_heads,
    one_hot_hazard_two_heads,
)
from .guarantee import noise_tail_bound, retrieval_guarantee
from .linearity import HEBBIAN, Storage, linearity, recursion
from .model import ONE_HOT, UNIT_VECTORS, Premises
from .network import (
    NETWORK,
    Network,
    error_bound,
    error_bound_one_head,
    error_bound_three_heads,
    error_bound_two_heads,
    error_hazard,
    error_structure,
    heads_fail_together,
)
from .noise import (
    directional_variance,
    noise_power,
    noise_power_second_moment,
    noise_power_third_moment,
    noise_power_variance,
    signal_to_noise,
)
from .one_hot import distinct_keys, distinct_keys_bound, unshared_fraction
from .overlap import (
    key_overlap_fourth_moment,
    key_overlap_mean_absolute,
    key_overlap_mean_square,
    key_overlap_sixth_moment,
    key_overlap_tail,
    key_overlap_tail_bound,
)

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
        noise_power,
        noise_power_second_moment,
        noise_power_third_moment,
        noise_power_variance,
        directional_variance,
        signal_to_noise,
        key_overlap_mean_square,
        key_overlap_fourth_moment,
        key_overlap_sixth_moment,
        key_overlap_mean_absolute,
        key_overlap_tail,
        key_overlap_tail_bound,
        noise_tail_bound,
        retrieval_guarantee,
        distinct_keys,
        distinct_keys_bound,
        unshared_fraction,
        capacity_mean_noise,
        capacity_coherent,
        capacity_guarantee,
        capacity_distinct,
        capacity_unshared,
        error_bound,
        error_bound_one_head,
        error_bound_two_heads,
        error_bound_three_heads,
        error_structure,
        error_hazard,
        one_hot_failure,
        one_hot_error,
        one_hot_hazard,
        one_hot_hazard_one_head,
        one_hot_hazard_two_heads,
        one_hot_hazard_three_heads,
        near_collision_pair,
        near_collision_query,
        near_collision_hazard,
        near_collision_rate,
        heads_fail_together,
        linearity,
        recursion,
    )
}

__all__ = [
    "DERIVATIONS",
    "HEBBIAN",
    "NETWORK",
    "ONE_HOT",
    "ONE_HOT_NETWORK",
    "UNIT_VECTORS",
    "Network",
    "Premises",
    "Storage",
    "capacity_coherent",
    "capacity_distinct",
    "capacity_guarantee",
    "capacity_mean_noise",
    "capacity_unshared",
    "directional_variance",
    "distinct_keys",
    "distinct_keys_bound",
    "error_bound",
    "error_bound_one_head",
    "error_bound_three_heads",
    "error_bound_two_heads",
    "error_hazard",
    "error_structure",
    "heads_fail_together",
    "key_overlap_fourth_moment",
    "key_overlap_mean_absolute",
    "key_overlap_mean_square",
    "key_overlap_sixth_moment",
    "key_overlap_tail",
    "key_overlap_tail_bound",
    "linearity",
    "near_collision_hazard",
    "near_collision_pair",
    "near_collision_query",
    "near_collision_rate",
    "noise_power",
    "noise_power_second_moment",
    "noise_power_third_moment",
    "noise_power_variance",
    "noise_tail_bound",
    "one_hot_error",
    "one_hot_failure",
    "one_hot_hazard",
    "one_hot_hazard_one_head",
    "one_hot_hazard_three_heads",
    "one_hot_hazard_two_heads",
    "recursion",
    "retrieval_guarantee",
    "signal_to_noise",
    "unshared_fraction",
]
