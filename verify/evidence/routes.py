"""The routes by which a claim is derived and measured, imported only when asked for.

A route is a plain value: it travels to another process and yields the same quantity there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

import msgspec

from ..claim import Claim, Relation
from ..errors import UsageError
from ..simulator import Simulator, measured

if TYPE_CHECKING:
    from ..numerics.quantity import Quantity
    from ..theory.derivation import Derivation


EXACT_TAG: Final = "exact"
BOUND_TAG: Final = "bound"
COMPUTED_TAGS: Final = (EXACT_TAG, BOUND_TAG)
"""Tags that follow from a claim; no table types them."""


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """A quantity of `numerics`, by its topic and its name there."""

    topic: str
    name: str


Route = Named | Simulator
"""A quantity of ours, or a function of a user's file."""


def derivation(claim: Claim) -> Derivation | None:
    """The derivation the claim names, derived anew; None where it names none."""
    return None if claim.derivation is None else named_derivation(claim.topic, claim.derivation)


def derivation_function(claim: Claim) -> Callable[[], Derivation] | None:
    """The function that derives the claim's formula; None where it names none."""
    if claim.derivation is None:
        return None
    return _derivations(claim.topic)[claim.derivation]


def named_derivation(topic: str, name: str) -> Derivation:
    """A derivation of a topic by its name, derived anew."""
    return _derivations(topic)[name]()


def _derivations(topic: str) -> Mapping[str, Callable[[], Derivation]]:
    from ..theory.catalogue import derivations

    return derivations(topic)


def route(claim: Claim) -> Named | None:
    """The route to the quantity that a claim of the tables names; None where it names none."""
    return None if claim.quantity is None else Named(topic=claim.topic, name=claim.quantity)


def tags(claim: Claim, *, exact: bool) -> tuple[str, ...]:
    """A claim's own tags and those that follow from it; `exact` says that its values are computed."""
    bound = claim.relation in {Relation.AT_MOST, Relation.AT_LEAST}
    return (*claim.tags, *([EXACT_TAG] if exact else []), *([BOUND_TAG] if bound else []))


def is_computed(claim: Claim) -> bool:
    """Whether the quantity that a claim of the tables names is computed, not sampled."""
    from ..numerics.quantity import ExactQuantity

    named = route(claim)
    return named is not None and isinstance(quantity(named), ExactQuantity)


def quantity(route: Route) -> Quantity:
    """The quantity at the end of a route; that of a simulator has no groups of its own."""
    if isinstance(route, Simulator):
        return measured(route)
    from ..numerics.lock import AlteredLockError
    from ..numerics.quantity import quantity

    try:
        return quantity(route.topic, route.name)
    except AlteredLockError as error:
        raise UsageError(f"{error}.") from error


def quantities(topic: str) -> Mapping[str, Quantity]:
    """All quantities of a topic by their names."""
    from ..numerics.lock import AlteredLockError
    from ..numerics.quantity import quantities

    try:
        return quantities(topic)
    except AlteredLockError as error:
        raise UsageError(f"{error}.") from error


def topics() -> tuple[str, ...]:
    """The topics that have quantities: the packages of `numerics` with a lock file."""
    from .. import numerics
    from ..numerics.lock import file

    return tuple(found.name for found in iter_modules(numerics.__path__) if file(found.name).exists())
