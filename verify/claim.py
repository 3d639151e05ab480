"""A claim: one statement of a source under one exact interpretation.

Claims are data. Nothing here computes: formulas are strings of the law grammar
(`law.py`), a derivation and a quantity are named and looked up where they are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Annotated

import msgspec

Value = int | float | str
"""What a coordinate of a point may be: a size, a threshold, or the name of a variant."""

LARGEST_SEED = 2**63 - 1
Seed = Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
"""A root seed, as a store and a generator take it."""
Level = Annotated[float, msgspec.Meta(gt=0, lt=1)]
"""An error level, of which a file may hold no other."""

LARGEST = 1e100
SMALLEST = 1e-100
"""Of what is not zero: statistics square numbers, and multiply such squares, in double precision."""

EXPONENT_MARGIN = 0.05
"""How far an exponent may lie from the claimed one, where no margin is declared."""

VALUE_MARGIN = 0.02
"""How far a value may lie from the claimed one, or beyond a bound, in relative terms."""

SEVERITIES = ("minor", "major", "critical")
"""How much hangs on a claim, from the least to the most."""


class Relation(StrEnum):
    """How the claimed formula stands to the quantity."""

    IDENTITY = "identity"
    EQUALS = "equals"
    LAW = "law"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    LIMIT = "limit"
    ORDERING = "ordering"
    REPORTED = "reported"


class BoundType(StrEnum):
    """What a law asserts of the order of growth."""

    THETA = "Theta"
    O = "O"
    OMEGA = "Omega"


class Towards(StrEnum):
    """Where a variable goes in a statement about growth."""

    ZERO = "0"
    INFINITY = "oo"


def point_words(at: Mapping[str, Value]) -> str:
    """The coordinates of a design point, as messages tell them.

    >>> point_words({"d": 16, "rule": "delta"})
    'd = 16, rule = delta'
    """
    return ", ".join(f"{name} = {value}" for name, value in at.items())


def is_glob(pattern: str) -> bool:
    """Whether a pattern has a sign that stands for others."""
    return not {"*", "?", "["}.isdisjoint(pattern)


def names_id(pattern: str, identifier: str) -> bool:
    """Whether a pattern names an id: as it is, by its beginning up to a dot, or as a glob.

    >>> [names_id(pattern, "noise.mean.law") for pattern in ("noise.mean", "noise.me", "*.law")]
    [True, False, True]
    """
    return f"{identifier}.".startswith(f"{pattern}.") or (
        is_glob(pattern) and fnmatchcase(identifier, pattern)
    )


def is_computable(value: Value) -> bool:
    """Whether a coordinate is the name of a variant, or a number of a size that can be computed with."""
    return isinstance(value, str) or value == 0 or SMALLEST <= abs(value) <= LARGEST


def no_end(variable: str, end: object) -> str:
    """What to write in place of an end that is none, in one sentence."""
    return (
        f'limits.{variable} is {end!r}, and a variable goes to "0" or "oo": a law in {end} - {variable}, as '
        f"C/({end} - {variable}), goes there by itself; else make the distance x = {end} - {variable} the "
        "variable, which goes to 0."
    )


class Role(StrEnum):
    """How an interpretation stands to the words of the source."""

    LITERAL = "literal"
    CHARITABLE = "charitable"
    STRONGER = "stronger"


class Bears(StrEnum):
    """How a claim bears on its statement if it is true."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    REFINES = "refines"


class Quantifier(StrEnum):
    """Over what a sentence ranges: one example makes the first true and the second false."""

    EXISTS = "exists"
    ALL = "all"


class Direction(StrEnum):
    """Whether the sentence says that a condition suffices, or that it is needed."""

    SUFFICIENT = "sufficient"
    NECESSARY = "necessary"


class About(StrEnum):
    """Whether the sentence is about what a model can be made to do, or about what training finds."""

    REPRESENTATION = "representation"
    LEARNING = "learning"


def terms(
    quantifier: str | None, direction: str | None, about: str | None, setting: Mapping[str, str]
) -> dict[str, str]:
    """What a sentence depends on, by name; what is not said is left out."""
    named = {"quantifier": quantifier, "direction": direction, "about": about}
    return {name: term for name, term in named.items() if term is not None} | dict(setting)


class Threshold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The law is about the value of `variable` at which the quantity crosses `level`.

    `fitted` says that the points lie close around the threshold and share no trials: then all of them
    tell it, by a likelihood, and not only a cubic through the nearest.
    """

    variable: str
    level: float
    fitted: bool = False


class SpreadOf(StrEnum):
    """What a published spread is the standard deviation of."""

    VALUES = "values"
    MEAN = "mean"


class Published(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a source prints beside a value: its spread over `n` runs, and a two-sided p-value.

    `spread` and `p_value` are texts as printed, so that their digits tell how they were rounded; a
    p-value may begin with "<". `null` is the mean that the p-value tests.
    """

    spread: str | None = None
    spread_of: SpreadOf = SpreadOf.VALUES
    n: int | None = None
    p_value: str | None = None
    null: float = 0.0


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One statement under one interpretation, with the routes that test it.

    `claimed` is a formula of the law grammar over the grid's variables; in a law, names that are
    no grid variable are free constants. `label` names the quantity in sentences. `derivation`
    names a function of `theory.<topic>` and `quantity` one of `numerics.<topic>`. `output` and
    `statistic` say which number of the quantity's statistics is meant; with `threshold` the number
    is a solved-for coordinate. `grid` selects points of the quantity by their coordinates (all of
    them where it is empty), `domain` by conditions; `quick_grid` replaces `grid` in a quick run.
    `margin` is declared before any run: absolute for exponents, relative for values and bounds.
    `diverging` names the variable that a limit takes to infinity (by default the one that varies and
    that `claimed` leaves out), `limits` says of variables of a law whether they go to infinity or to 0 (by
    default as their sizes tell), `asymptotic` that a law, a formula or a limit is claimed of
    the limit alone, so that corrections like 1/log may remain, `corrections` what a law is known to be
    corrected by, as factors 1 + c log(log(n))/log(n), `published` what a source prints beside a
    reported value. Where the truth depends on them, `quantifier`, `direction` and `about` say which sentence
    is meant, and `setting` under what it was observed: optimiser, horizon, initial scale. `bears` says what a
    true claim does to its statement; `own_threshold` that the number which decides is our choice, not the
    source's.
    """

    id: str
    statement_id: str
    interpretation: str
    label: str
    role: Role
    relation: Relation
    claimed: str
    derivation: str | None = None
    quantity: str | None = None
    output: str | None = None
    statistic: str = "mean"
    threshold: Threshold | None = None
    grid: dict[str, tuple[Value, ...]] = {}
    quick_grid: dict[str, tuple[Value, ...]] = {}
    domain: tuple[str, ...] = ()
    bound_type: BoundType | None = None
    up_to_logs: bool = False
    diverging: str | None = None
    limits: dict[str, Towards] = {}
    asymptotic: bool = False
    corrections: tuple[str, ...] = ()
    published: Published | None = None
    alternatives: tuple[str, ...] = ()
    quantifier: Quantifier | None = None
    direction: Direction | None = None
    about: About | None = None
    setting: dict[str, str] = {}
    margin: float
    bears: Bears = Bears.SUPPORTS
    own_threshold: bool = False
    severity: str = "major"
    tags: tuple[str, ...] = ()

    @property
    def terms(self) -> dict[str, str]:
        """What the sentence depends on, by name."""
        return terms(self.quantifier, self.direction, self.about, self.setting)

    @property
    def is_ratio(self) -> bool:
        """Whether it is an asymptotic equality: the ratio of the quantity to the formula tends to one."""
        return self.relation is Relation.EQUALS and self.asymptotic

    @property
    def is_of_limit(self) -> bool:
        """Whether it says where the quantity, or its ratio to a formula, goes."""
        return self.relation is Relation.LIMIT or self.is_ratio

    @property
    def topic(self) -> str:
        """The first part of the id."""
        return self.id.partition(".")[0]
