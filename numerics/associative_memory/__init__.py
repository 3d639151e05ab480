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
from .error import recall_error
from .joint import recall_error_joint
from .marginal import recall_error_marginal

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
}
"""Every quantity of the topic by its name."""

__all__ = ["QUANTITIES", "recall_error", "recall_error_joint", "recall_error_marginal", "unseen_mass", "unseen_mass_constant", "unseen_mass_decay", "unseen_mass_exponent", "unseen_mass_finite", "unseen_mass_sampled"]
