"""Quantities of the topic `markov_chains`, measured from their definitions.

Source: Makkuva et al., "Attention with Markov: A Markovian Tale of Transformers" (slides), and the
papers behind it: arXiv 2402.04161; "Local to Global" and "Constant Depth Suffices", NeurIPS 2024.
"""

from collections.abc import Mapping
from typing import Final

from ..quantity import Quantity
from .add_half import (
    add_half_chain_excess,
    add_half_chain_redundancy,
    add_half_excess,
    add_half_redundancy,
    add_half_regret,
    largest_log_loss,
)
from .context_risk import (
    context_risk,
    context_risk_scaled,
    infinite_loss,
)
from .modular import (
    modular_risk,
)
from .totals import (
    estimate_total,
)
from .unseen import (
    undefined_decay,
    undefined_probability,
)

QUANTITIES: Final[Mapping[str, Quantity]] = {
    "add_half_chain_excess": add_half_chain_excess,
    "add_half_chain_redundancy": add_half_chain_redundancy,
    "add_half_excess": add_half_excess,
    "add_half_redundancy": add_half_redundancy,
    "add_half_regret": add_half_regret,
    "largest_log_loss": largest_log_loss,
    "context_risk": context_risk,
    "context_risk_scaled": context_risk_scaled,
    "infinite_loss": infinite_loss,
    "modular_risk": modular_risk,
    "estimate_total": estimate_total,
    "undefined_decay": undefined_decay,
    "undefined_probability": undefined_probability,
}
"""Every quantity of the topic by its name."""
