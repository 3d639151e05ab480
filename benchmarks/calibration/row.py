"""A row of the calibration: one planted truth, how it is measured, and one claim about it."""

from __future__ import annotations

import itertools
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from theorycheck import law
from theorycheck.claim import BoundType, Claim, Relation, Role
from theorycheck.document import Outcome

SIZES: Final = tuple(2**k for k in range(4, 11))
"""The grid on which sample sizes are usually stated: 16..1024."""


class Budget(StrEnum):
    """How much is drawn: as much as a claim needs that is true, or far less, or far more."""

    STARVED = "starved"
    DEFAULT = "default"
    RICH = "rich"


class Noise(StrEnum):
    """How the planted means are measured."""

    ERRORS = "means with known errors"
    COUNTS = "binomial counts"
    CLUSTERS = "values of items, five to a draw, design effect 3"
    BINARY_CLUSTERS = "wrong or right items, five to a draw, design effect 3"
    SHARED = "values of draws that all sizes share"
    DEPENDENT = "values in the order of their drawing, each with correlation 0.9 to the one before"
    LOGNORMAL = "lognormal values, the logarithm's standard deviation being 1.5"
    PARETO = "Pareto values whose fourth moment is infinite"
    HEAVY_PARETO = "Pareto values whose variance is barely finite"
    HEAVY_LOGNORMAL = "lognormal values, the logarithm's standard deviation being 2.5"
    FACTORS = (
        "products of so many lognormal factors as the size says, standard deviation 0.3 of each logarithm"
    )
    WEIGHTS = "importance weights of a normal law by one of standard deviation 0.6"
    EXPONENTIAL = "exponential values"
    NORMAL = "normal values"


class Detect(StrEnum):
    """What a row's refutation shows."""

    NOTHING = "nothing"
    EXPONENT = "an exponent off by 0.1"
    POINT = "one violated point of twenty"


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Data and nothing else, so that a row can be read, listed and fingerprinted.

    `truth` is a formula of the planted means on the grid `sizes`; `spike` multiplies it in one point.
    `right` is the best answer. With `outside` the truth is in no family that is fitted. `exponents`
    are its leading exponents, whose intervals must cover. `error` overrides the budget's relative
    error of a point, `trials` that of counts. `field` names a proved law, which is sampled instead.

    Of the hard rows `inside` says that the truth is in the family of forms, `visible` that a falsehood lies
    beyond the margin on the range by more than the errors hide, and `stated` which part of their size
    errors are told to have.
    """

    name: str
    claimed: str
    right: Outcome
    truth: str = ""
    relation: Relation = Relation.LAW
    bound_type: BoundType = BoundType.THETA
    margin: float = 0.05
    alternatives: tuple[str, ...] = ()
    up_to_logs: bool = False
    sizes: dict[str, tuple[int | float, ...]] = msgspec.field(default_factory=lambda: {"d": SIZES})
    spike: tuple[int, float] | None = None
    outside: bool = False
    exponents: dict[str, float] = {}
    noise: Noise = Noise.ERRORS
    budget: Budget = Budget.DEFAULT
    error: float | None = None
    trials: int | None = None
    detect: Detect = Detect.NOTHING
    rounds: int = 1
    field: str | None = None
    inside: bool = False
    visible: bool = True
    stated: float = 1.0

    @property
    def is_hard(self) -> bool:
        """Whether it is one of the hard rows, which have criteria of their own."""
        return self.name.startswith("hard.")

    @property
    def claim(self) -> Claim:
        """The claim that is decided."""
        return Claim(
            id=f"calibration.{self.name}",
            statement_id="calibration.S1",
            label="the planted quantity",
            interpretation=f"{self.claimed}, planted {self.truth or self.field}",
            role=Role.LITERAL,
            relation=self.relation,
            claimed=self.claimed,
            bound_type=self.bound_type if self.relation is Relation.LAW else None,
            alternatives=self.alternatives,
            up_to_logs=self.up_to_logs,
            margin=self.margin,
        )

    @property
    def coordinates(self) -> dict[str, NDArray[np.float64]]:
        """The columns of the grid, a number for each point."""
        return _coordinates(tuple(self.sizes.items()))

    @property
    def means(self) -> NDArray[np.float64]:
        """The planted means, shape "points"."""
        means = _formula(self.truth, tuple(self.sizes.items())).copy()
        if self.spike is not None:
            point, factor = self.spike
            means[point] *= factor
        return means


def like(
    base: Row,
    name: str,
    truth: str | None = None,
    *,
    exponent: float | None = None,
    **changes: Any,  # noqa: ANN401 - the fields of a row
) -> Row:
    """A row under another name, with another truth, leading exponent of d, and whatever else changes."""
    if truth is not None:
        changes["truth"] = truth
    if exponent is not None:
        changes["exponents"] = {"d": exponent}
    return replace(base, name=name, **changes)


def _coordinates(sizes: tuple[tuple[str, tuple[int | float, ...]], ...]) -> dict[str, NDArray[np.float64]]:
    points = np.array(list(itertools.product(*(values for _, values in sizes))), dtype=np.float64)
    return {name: column for (name, _), column in zip(sizes, points.T, strict=True)}


@lru_cache(maxsize=1024)
def _formula(text: str, sizes: tuple[tuple[str, tuple[int | float, ...]], ...]) -> NDArray[np.float64]:
    """The formula at each point, once a row and not once a run."""
    return law.values(law.parse(text), _coordinates(sizes))
