"""Reasons: why a decision came out as it did, as a kind and the numbers that go into it.

A decision returns reasons and no sentence. `wording` alone says them, for each medium in its own way, from
one template a kind. A part of a reason keeps what it is (a formula, an interval, a design point), so that
a page can set what a terminal prints.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from enum import StrEnum

import msgspec

from .claim import Level, Value


class Kind(StrEnum):
    """What a reason says; each kind has one template in `wording`, found under its name."""

    NOT_MEASURED = "not measured"
    UNMEASURED = "unmeasured"
    OBSTRUCTED = "unmeasured for a reason"
    NOT_DERIVED = "not derived"
    NO_DERIVED_VALUE = "no derived value"
    FAILED_CHECK = "failed check"
    FAILED = "failed"
    OBSTACLE = "obstacle"
    NO_SETTINGS = "no settings"
    NEEDS_SETTINGS = "needs settings"
    DEGENERATE = "alike"
    DEGENERATE_NEEDED = "alike needed"
    EVERY_ANALYSIS = "every look"
    DEPENDENT_TRIALS = "dependent trials"
    HEAVY_TAIL = "a heavy tail"
    HEAVY_TAIL_NEEDED = "no heavy tail needed"
    CURVE_MISFITS = "a curve that does not fit"
    ASSUMED = "assumed"
    ERRORS_BY_RESIDUALS = "errors by residuals"
    ERRORS_LEAN = "errors that lean on each other"
    OUTLIER = "outlier"
    STANDS_OUT = "a value that stands out"
    CONSTANT_IGNORED = "constant ignored"
    LEFT_OUT = "left out"
    HEAVY_LEFT_OUT = "heavy tails left out"
    NEGATIVE_LEFT_OUT = "negative numbers left out"
    MEASURED = "measured"
    COMPUTED = "computed"
    CHI2 = "chi2"
    P_VALUE = "p value"
    MORE_TRIALS = "more trials"
    TIMES_THE_TRIALS = "times the trials"
    AT_LEAST_TIMES_THE_TRIALS = "at least times the trials"
    SMALLER_ERRORS = "smaller errors"
    TIMES_SMALLER_ERRORS = "errors so many times smaller"
    AT_LEAST_TIMES_SMALLER_ERRORS = "errors at least so many times smaller"

    EQUALS_BY_ALGEBRA = "equals by algebra"
    EQUALS_DERIVED = "equals derived"
    EQUALS_DERIVED_EXACTLY = "equals derived exactly"
    EQUALS_MEASURED = "equals measured"
    EQUALS_COMPUTED_EXACTLY = "equals computed exactly"
    SAME_FORMULA = "same formula"
    OTHER_FORMULA = "other formula"
    FORMULA_UNSETTLED = "formula unsettled"
    DIFFERS_BY_ALGEBRA = "differs by algebra"
    DIFFERS_DERIVED = "differs derived"
    DIFFERS_FROM_LONG = "differs from a long derived formula"
    DIFFERS = "differs"
    DIFFERS_TOGETHER = "differs together"
    INSTEAD = "instead"
    AS_NUMBER = "as number"
    LIMITS = "limits of a number"
    FAR_OFF = "far off"
    DIFFERS_IN = "differs in"
    BY_MORE_THAN = "by more than"
    EQUALITY_OPEN = "equality open"
    NEARLY_EQUAL = "nearly equal"
    NEARLY_EQUAL_NEEDED = "nearly equal needed"
    UNPROVED_IDENTITY = "unproved identity"
    DERIVATION_NEEDED = "derivation needed"
    UNTIL_WITHIN = "until within"

    TENDS_DERIVED = "tends derived"
    TENDS_DERIVED_NOT_YET = "tends derived, not yet"
    TENDS_CORRECTED = "tends with named corrections"
    TENDS_THROUGH = "inside the margin, on its way elsewhere"
    TENDS_NOT_YET = "tends with named corrections, not yet"
    TENDS_BY_ALGEBRA = "tends by algebra"
    TENDS_MEASURED = "tends measured"
    RATIO_TO = "ratio to"
    DERIVED_LIMIT = "derived limit"
    OTHER_LIMIT = "other limit"
    NO_LIMIT_RULE = "no limit rule"
    LIMIT_UNSETTLED = "limit unsettled"
    TENDS_ELSEWHERE = "tends elsewhere"
    TENDS_ELSEWHERE_BY_ALGEBRA = "tends elsewhere by algebra"
    FAR_END_AWAY = "far end away"
    FAR_END_RECEDES = "far end recedes"
    FAR_END_WITHOUT_TREND = "far end without trend"
    FAR_END_STILL_FAR = "far end still far"
    FAR_END_PASSING = "far end passing"
    FAR_END_OPEN = "far end open"
    MORE_SIZES = "more sizes"
    MORE_SIZES_OR_TRIALS = "more sizes, or so many trials"
    SIZES_OR_CORRECTIONS = "larger sizes, or the correction by name"
    SIZES_UP_TO_OR_CORRECTIONS = "sizes up to, or the correction by name"
    LARGER_SIZES = "larger sizes"
    UNTIL_FAR_END_WITHIN = "until far end within"

    POSITIVE = "positive"
    ABOVE = "above"
    WHERE_SMALLEST = "where smallest"
    WHERE_WEAKEST = "where weakest"
    ORDERED_DERIVED = "ordered derived"
    ORDERED_MEASURED = "ordered measured"
    REVERSED_DERIVED = "reversed derived"
    REVERSED = "reversed"
    REVERSED_IN = "reversed in"
    ORDER_OPEN = "order open"
    ORDER_UNSETTLED = "order unsettled"
    UNTIL_ORDERED = "until ordered"

    REPRODUCED_DERIVED = "reproduced derived"
    REPRODUCED_MEASURED = "reproduced measured"
    NOT_REPRODUCED_DERIVED = "not reproduced derived"
    NOT_REPRODUCED = "not reproduced"
    REPRODUCTION_OPEN = "reproduction open"
    FORMULA_NEAR_DERIVED = "a published formula is near the derived value"
    FORMULA_NEAR_MEASURED = "a published formula is near the measured value"
    FORMULA_OFF_DERIVED = "a published formula is off the derived value"
    FORMULA_OFF = "a published formula is off the measured value"
    PUBLISHED_ERROR_TOO_LARGE = "published error too large"
    PUBLISHED_ERROR = "published error"
    PUBLISHED_FITS = "published fits"
    PUBLISHED_DOES_NOT_FIT = "published does not fit"
    MARGIN_NEEDED = "margin needed"
    PUBLISHED_RUNS_NEEDED = "published runs needed"
    UNTIL_NARROWER = "until narrower"

    AT_MOST = "at most"
    AT_LEAST = "at least"
    BOUND_DERIVED = "bound derived"
    BOUND_MEASURED = "bound measured"
    BOUND_COMPUTED = "bound computed"
    BOUND_BROKEN_DERIVED = "bound broken derived"
    BOUND_BROKEN = "bound broken"
    BROKEN_IN = "broken in"
    WHERE_BOUND = "where the bound is"
    WITHIN = "within"
    ONLY_VALUE = "only value"
    NEAREST = "nearest to the bound"
    BOUND_VACUOUS = "bound vacuous"
    BOUND_VACUOUS_NEEDED = "bound vacuous needed"
    BOUND_OPEN = "bound open"
    BOUND_NEEDS_ERRORS = "bound needs errors"
    UNTIL_BOUNDED = "until bounded"
    BOUND_IS_DERIVED = "bound is derived"
    BOUND_IS_VALUE = "bound is value"
    BOUND_ORDERED = "bound ordered"
    BOUND_NOT_IMPLIED = "bound not implied"
    BOUND_UNSPOKEN = "bound unspoken"
    ALSO_VACUOUS = "also vacuous"
    SLACK_UNKNOWN = "slack not known"
    SLACK_RATIO = "slack ratio"
    SLACK_STEADY = "slack steady"
    SLACK_LOOSE = "slack loose"
    SLACK_ENDS = "slack ends"

    AGREES_WITH_DERIVED = "agrees with derived"
    WITHIN_DERIVED = "within derived"
    DERIVED_OPEN = "derived open"
    DERIVED_DISAGREES = "derived disagrees"
    DERIVED_BOUND_BROKEN = "derived bound broken"
    RATIO_IS = "ratio is"
    RATIO_OR = "ratio or"
    RATIO_STEADY = "ratio steady"
    RATIO_GROWS = "ratio grows"
    RATIO_VARIES = "ratio varies"
    PREMISE = "premise"
    HEURISTIC_STEP = "heuristic step"
    HEURISTIC_OFF = "heuristic off"
    HEURISTIC_BOUND_OFF = "heuristic bound off"

    ALTERNATIVE_NOT_DERIVED = "alternative not derived"
    ALTERNATIVE_RULED_OUT = "alternative ruled out"
    ALTERNATIVE_STANDS = "alternative stands"
    ALTERNATIVE_BROKEN = "alternative broken"
    ALTERNATIVE_UNBROKEN = "alternative unbroken"

    LONGER_OR_MORE = "longer or more"
    LARGER_OR_SHARPER = "larger or sharper"
    LARGER_SIZES_OF = "larger sizes of"
    SIZES_UP_TO = "sizes up to"
    SMALLER_SIZES_OF = "smaller sizes of"
    SIZES_DOWN_TO = "sizes down to"
    EXPONENT_OF = "exponent of"
    RATE_OF = "rate of"
    ONE_SIDE_OF_MARGIN = "one side of margin"

    NO_EXPONENT_DERIVED = "no exponent derived"
    EXPONENTS_UNSPOKEN = "exponents unspoken"
    NO_EXPONENT_OF = "no exponent of"

    ALTERNATIVE_REJECTED = "alternative rejected"
    ALTERNATIVE_EXPONENT = "alternative's exponent excluded"
    ALTERNATIVE_DERIVED = "alternative's exponent is not the derived one"
    ALTERNATIVE_FITS = "alternative fits"
    ALTERNATIVE_NOT_EXCLUDED = "alternative not excluded"

    LAW_AGREES = "law agrees"
    LAW_AGREES_BEYOND = "law agrees once corrections are allowed for"
    LAW_TIGHT = "law is a tight bound"
    LAW_LOOSE = "law is a loose bound"
    LAW_BY_ALGEBRA = "law by algebra"
    LAW_TIGHT_BY_ALGEBRA = "law is a tight bound by algebra"
    LAW_LOOSE_BY_ALGEBRA = "law is a loose bound by algebra"
    LAW_REFUTED_BY_ALGEBRA = "law refuted by algebra"
    LAW_BOUND = "law is a bound of open tightness"
    LAW_REFUTED = "law refuted"
    LAW_REFUTED_EXPONENTIAL = "exponential law refuted"
    LAW_OPEN = "law open"
    LAW_NOTHING_TO_FIT = "law without anything to fit"
    LAW_NEGATIVE = "law of negative numbers"
    LAW_DERIVED = "law derived"
    LAW_DERIVED_TIGHT = "law derived as a tight bound"
    LAW_DERIVED_LOOSE = "law derived as a loose bound"
    LAW_DERIVED_BOUND = "law derived as a bound of open tightness"
    LAW_REFUTED_BY_DERIVATION = "law refuted by a derivation"
    WHY_FLOOR = "a floor remains"
    FAR_WORSE = "fits far worse than the best"
    WHY_ON_FLOOR = "a floor fits best"
    WHY_ON_FLOOR_OR_ALTERNATIVE = "a floor fits best beside an alternative"
    WHY_ALTERNATIVE = "an alternative fits instead"
    WHY_EXPONENTIAL = "an exponential fits instead"
    WHY_LOCAL = "all local exponents lie beyond the margin"
    WHY_NO_FORM = "no form fits"
    WHY_DISPUTED = "an alternative fits as well"
    WHY_FEW_SIZES = "few sizes"
    WHY_WRONG_POINT = "one setting off the law"
    WHY_WIDER_ERRORS = "errors told too small"
    WHY_THETA_AGREES = "why theta agrees"
    WHY_PURE_AGREES = "why pure agrees"
    WHY_PURE_REFUTED = "why pure refuted"
    WHY_POWER_BESIDE = "a power beside an exponential"
    WHY_NOT_REACHED = "why limit ahead"
    LAW_NOT_YET = "a law that holds asymptotically, not yet"
    NAMED_CORRECTIONS = "corrections by name"
    LAW_DESCRIBES = "a law that describes"
    DESCRIBES_NOT = "a law that does not describe"
    DESCRIBES_OPEN = "a law that may describe"
    WHY_DESCRIPTION = "a description"
    WRITE_NUMBERS = "numbers instead of free exponents"
    WHY_ROUGH = "errors too small for any smooth law"
    WHY_LEFT_OUT = "a variable left out"
    WHY_TOWARDS = "a crossover towards the claim"
    WHY_MAY_CROSS = "a crossover that errors hide"
    WHY_SETTLES = "a correction of an exponential"
    WHY_OUTGROWS = "an exponential beyond every power"
    WHY_AWAY = "the local exponents move away"
    WHY_DERIVED = "a derivation that is not contradicted"
    NOTE_AGAINST = "a trend away from the claim"
    NOTE_TOWARDS = "a trend towards the claim"
    EXTRAPOLATES_TO = "extrapolates to"
    EXPONENT_FOR = "an exponent for a variable"
    NOTE_CLIMBS = "local exponents beyond a bound"
    NOTE_ONE_SIDED = "a derived bound"
    NOTE_BOUND_NOT_YET = "a derived bound on exponents that is not reached yet"
    NOTE_BOUND_REACHED = "a derived bound on exponents that is reached at the end"
    EXPONENT_BOUNDED = "a bound on the exponent of a variable"
    LOCAL_EXPONENTS = "the first and the last local exponent"
    NOTE_NOT_YET = "not yet asymptotic"
    NOTE_WITHIN = "a derived exponent within the margin"
    NOTE_REACHED_LATER = "a derived exponent reached at larger sizes"
    NOTE_HEURISTIC = "an exponent of a heuristic derivation that is not met"
    NOTE_UNEXPLAINED = "a derived exponent that is not met"
    EXTRAPOLATED = "extrapolated exponents"
    DERIVED_ORDER = "derived order"
    DERIVED_DRIFTS = "derived order with another factor"
    DERIVED_BOUND_SHOWS = "a derived bound that shows the claim"
    DERIVED_BOUND_EXCLUDES = "a derived bound that excludes the claim"
    DERIVED_BOUND_SILENT = "a derived bound that does not settle the claim"
    SIZES_MISSING = "sizes missing"
    MORE_VALUES = "values to fit needed"
    OTHER_SIGN = "numbers of the other sign needed"
    LARGER_SIZES_SETTLED = "larger sizes until a correction is gone"
    LARGER_SIZES_UNTIL = "larger sizes needed"
    CONFIRM_DERIVED = "agreement with the derivation needed"
    OTHER_FORM = "a form that fits needed"
    EXCLUDE_ALTERNATIVE = "an alternative to exclude"
    PLAN_FEW_SIZES = "a plan with few sizes"
    PLAN_TRIALS = "a plan of more trials"
    PLAN_SIZES = "a plan of more sizes"
    PLAN_SIZES_AND_TRIALS = "a plan of more sizes and trials"
    WOULD_CHANGE = "outlook"
    CUT_BY_BUDGET = "cut by the budget"
    BEYOND_RANGE = "sizes beyond the range"
    BEYOND_COMES_WITHIN = "local exponents come within the margin beyond the range"
    BEYOND_LEAVES = "local exponents leave the margin beyond the range"
    BEYOND_SINKS_TO = "local exponents sink to the bound beyond the range"
    BEYOND_EXCEEDS = "local exponents exceed the bound beyond the range"
    BEYOND_RISES_TO = "local exponents rise to the bound beyond the range"
    BEYOND_FALLS_BELOW = "local exponents fall below the bound beyond the range"
    LARGER_MARGIN = "a larger margin"
    SMALLER_MARGIN = "a smaller margin"
    ONE_DEFINITION = "one definition"
    CORRECTED = "corrected"
    OTHER_SETTINGS = "other settings"
    SEVERAL_SIZES = "several sizes needed"


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

    @property
    def width(self) -> float:
        """Infinite where an end is not bounded."""
        return math.inf if self.low is None or self.high is None else self.high - self.low


class Setting(Part, frozen=True, tag="setting"):
    """One design point by its coordinates; of a claim's only one also the terms of its setting."""

    at: dict[str, Value]
    under: dict[str, str] = {}


class Ranges(Part, frozen=True, tag="ranges"):
    """The smallest and the largest value of each variable that varies; whether nothing was sampled there."""

    of: dict[str, tuple[float, float]]
    computed: bool = False


class Settings(Part, frozen=True, kw_only=True, tag="settings"):
    """So many of so many settings; where they are told, what is held fixed and the ranges of what varies.

    `under` are the terms of a claim's setting by name: optimiser, horizon.
    """

    count: int
    of: int
    at: dict[str, Value] = {}
    over: dict[str, tuple[float, float]] = {}
    under: dict[str, str] = {}


class Count(Part, frozen=True, tag="count"):
    """How many of something there are; the noun is in the singular."""

    count: int
    noun: str = "setting"


class Share(Part, frozen=True, tag="share"):
    """A fraction that readers see in per cent."""

    value: float


class Beside(Part, frozen=True, kw_only=True, tag="beside"):
    """A number with another one that stands beside it: it is written so that the two can be told apart."""

    value: float
    other: float


class Confidence(Part, frozen=True, tag="confidence"):
    """The confidence of intervals at an error level."""

    level: Level


class PValue(Part, frozen=True, tag="p value"):
    """A p-value; below double precision only its order is known."""

    value: float


class Constant(Part, frozen=True, tag="constant"):
    """A free constant of a law with its value and interval."""

    name: str
    value: float
    interval: Interval


class Power(Part, frozen=True, tag="power"):
    """A variable with its exponent, and the interval of the exponent where it was measured."""

    variable: str
    exponent: float
    interval: Interval | None = None


class Direction(StrEnum):
    """What a law says of its quantity as the variables grow."""

    GROWS = "grows"
    FALLS = "falls"
    FLAT = "flat"
    SCALES = "scales"
    FOLLOWS = "follows"


class Stance(StrEnum):
    """How a quantity stands to an order of growth."""

    LIKE = "like"
    UNLIKE = "unlike"
    AT_MOST = "at most"
    AT_LEAST = "at least"
    LARGER = "larger"
    SMALLER = "smaller"


class Order(Part, frozen=True, tag="order"):
    """A quantity beside an order of growth, as a predicate: "falls like 1/d", "does not depend on d"."""

    law: str
    direction: Direction
    stance: Stance
    variables: tuple[str, ...] = ()
    up_to_logs: bool = False


class Margin(Part, frozen=True, tag="margin"):
    """How near the claimed `exponents`, so many of them, are to be, and `rates` in parts of themselves.

    Of variables that nothing depends on (`flat`), and of those that other factors of the law depend on too
    (`beside`), it is the power that is allowed: of the latter's, up to `power`, where that is not `value`.
    """

    value: float
    flat: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    rates: bool = False
    exponents: int = 1
    power: float | None = None


class Slope(Part, frozen=True, tag="slope"):
    """An exponent, or a rate, with its interval.

    `beside` says that it stands beside other factors that depend on the variable too.
    """

    name: str
    value: float | None
    interval: Interval | None = None
    beside: bool = False


class Drift(Part, frozen=True, tag="drift"):
    """Local exponents that are no single power: the first and the last of them."""

    name: str
    first: float
    last: float
    beside: bool = False


class Exponential(Part, frozen=True, tag="exponential"):
    """An exponential exp(rate x) in one variable."""

    variable: str
    rate: float
    interval: Interval | None = None


class Courses(Part, frozen=True, tag="courses"):
    """How a quantity runs in each of several variables."""

    of: tuple[Slope | Drift | Exponential, ...]


class Reason(Part, frozen=True, tag="reason"):
    """A kind with the parts that its template names. A part may itself be a reason, or several."""

    kind: Kind
    parts: dict[str, PartOrPlain] = {}

    def __hash__(self) -> int:
        """Equal reasons have equal texts of their parts."""
        return hash((self.kind, repr(sorted(self.parts.items()))))


AnyPart = (
    Formula
    | Text
    | Interval
    | Setting
    | Ranges
    | Settings
    | Count
    | Share
    | Beside
    | Confidence
    | PValue
    | Constant
    | Power
    | Order
    | Margin
    | Slope
    | Drift
    | Exponential
    | Courses
    | Reason
)
PartOrPlain = AnyPart | str | float | int | None | tuple[AnyPart, ...]
"""What a template may name; several are said one after another, and null is said as nothing."""


def reason(kind: Kind, **parts: PartOrPlain) -> Reason:
    """The reason of that kind with these parts."""
    return Reason(kind=kind, parts=parts)


def reasons(found: object) -> Iterator[Reason]:
    """A reason, or each of several, with all reasons inside it; none in anything else."""
    if isinstance(found, Reason):
        yield found
        for part in found.parts.values():
            yield from reasons(part)
    if isinstance(found, tuple):
        for part in found:
            yield from reasons(part)


def interval(low: float, high: float) -> Interval:
    """An interval whose infinite ends are not bounded."""
    return Interval(
        low=None if low == -float("inf") else float(low), high=None if high == float("inf") else float(high)
    )


def ranges(sizes: Mapping[str, tuple[float, float]], *, computed: bool = False) -> Ranges:
    """The ranges of variables, by name."""
    return Ranges(of=dict(sizes), computed=computed)
