"""From the names in a claim to the roads they stand for, imported only when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .claim import Claim

if TYPE_CHECKING:
    from ..numerics.quantity import Quantity
    from ..theory.derivation import Derivation


def derivation(claim: Claim) -> Derivation | None:
    """The derivation the claim names, derived anew; None where it names none."""
    if claim.derivation is None:
        return None
    topic = import_module(f"...theory.{claim.topic}", __name__)
    found: Derivation = topic.DERIVATIONS[claim.derivation]()
    return found


def quantity(claim: Claim) -> Quantity | None:
    """The quantity the claim names; None where it names none."""
    if claim.quantity is None:
        return None
    return named_quantity(claim.topic, claim.quantity)


def named_quantity(topic: str, name: str) -> Quantity:
    """A quantity of a topic by its name within the topic."""
    found: Quantity = import_module(f"...numerics.{topic}", __name__).QUANTITIES[name]
    return found
