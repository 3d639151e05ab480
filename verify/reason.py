"""Reasons: why a decision came out as it did, as a kind and the numbers that go into it.

A decision returns reasons and no sentence. `wording` alone says them, for each medium in its own way, from
one template a kind. A part of a reason keeps what it is (a formula, an interval, a design point), so that
a page can set what a terminal prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from .claim import Value


class Kind(StrEnum):
    """What a reason says; each kind has one template in `wording`, found under its name."""

    NOT_MEASURED = "not measured"
    NOT_DERIVED = "not derived"
    NO_DERIVED_VALUE = "no derived value"
    FAILED_CHECK = "failed check"

    ALTERNATIVE_REJECTED = "alternative rejected"
    ALTERNATIVE_EXPONENT = "alternative's exponent excluded"
    ALTERNATIVE_DERIVED = "alternative's exponent is not the derived one"
    ALTERNATIVE_FITS = "alternative fits"
    ALTERNATIVE_NOT_EXCLUDED = "alternative not excluded"


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="part"):
    """What stands in a sentence as more than a word or a plain number."""


class Formula(Part, frozen=True, tag="formula"):
    """A formula of the law grammar, as it is typed."""

    code: str


class Text(Part, frozen=True, tag="text"):
    """Words of a claim or a source, with LaTeX between dollar signs."""

    text: str


class Interval(Part, frozen=True, tag="interval"):
    """A confidence interval; an end that is not bounded is null."""

    low: float | None
    high: float | None


class Setting(Part, frozen=True, tag="setting"):
    """One design point by its coordinates."""

    at: dict[str, Value]


class Ranges(Part, frozen=True, tag="ranges"):
    """The smallest and the largest value of each variable that varies."""

    of: dict[str, tuple[float, float]]


class Count(Part, frozen=True, tag="count"):
    """How many of something there are; the noun is in the singular."""

    count: int
    noun: str = "setting"


class Share(Part, frozen=True, tag="share"):
    """A fraction that readers see in per cent."""

    value: float


class Confidence(Part, frozen=True, tag="confidence"):
    """The confidence of intervals at an error level."""

    level: float


class PValue(Part, frozen=True, tag="p value"):
    """A p-value; below double precision only its order is known."""

    value: float


class Power(Part, frozen=True, tag="power"):
    """A variable with its exponent, and the interval of the exponent where it was measured."""

    variable: str
    exponent: float
    interval: Interval | None = None


class Reason(Part, frozen=True, tag="reason"):
    """A kind with the parts that its template names. A part may itself be a reason, or several."""

    kind: Kind
    parts: dict[str, PartOrPlain] = {}

    def __hash__(self) -> int:
        """Equal reasons have equal texts of their parts."""
        return hash((self.kind, repr(sorted(self.parts.items()))))


AnyPart = Formula | Text | Interval | Setting | Ranges | Count | Share | Confidence | PValue | Power | Reason
PartOrPlain = AnyPart | str | float | int | None | tuple[AnyPart, ...]
"""What a template may name; several are said one after another, and null is said as nothing."""


def reason(kind: Kind, **parts: PartOrPlain) -> Reason:
    """The reason of that kind with these parts."""
    return Reason(kind=kind, parts=parts)


def interval(low: float, high: float) -> Interval:
    """An interval whose infinite ends are not bounded."""
    return Interval(
        low=None if low == -float("inf") else float(low), high=None if high == float("inf") else float(high)
    )


def ranges(sizes: Mapping[str, tuple[float, float]]) -> Ranges:
    """The ranges of variables, by name."""
    return Ranges(of=dict(sizes))
