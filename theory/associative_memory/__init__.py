"""Derivations of the topic `associative_memory`, each a function of the premises.

Source: Cabannes, Dohmatob, Bietti, "Scaling Laws for Associative Memories", ICLR 2024, arXiv 2310.02984.
"""

from collections.abc import Callable
from typing import Final

from .exact import two_class_error
from ..derivation import Derivation
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

DERIVATIONS: Final[dict[str, Callable[..., Derivation]]] = {
    function.__name__: function
    for function in (
        two_class_error,
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
}
"""Every derivation of the topic by its name."""

__all__ = [
    "DERIVATIONS",
    "unseen_mass",
    "unseen_mass_constant",
    "unseen_mass_constant_two",
    "unseen_mass_finite",
    "unseen_mass_guessed",
    "unseen_mass_six_fifths",
    "unseen_mass_three",
    "unseen_mass_three_halves",
    "unseen_mass_two",
]
