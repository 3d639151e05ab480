"""The document of a run: what `verdicts.json` holds, and all that a report may show.

A report is a pure function of this document, so every number it prints can be found here. The
JSON Schema of `Document` is published with the package (`schema/verdicts.schema.json`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from .claim import Bears, BoundType, Level, Relation, Seed, Value, is_computable, terms
from .figure import FigureKind
from .reason import Reason
from .upgrade import SCHEMA_VERSION, encode

Bounds = tuple[float | None, float | None]
"""A confidence interval; an end that is not bounded is null."""


class Outcome(StrEnum):
    """What was decided of a claim. Each member's meaning is one sentence for the reader."""

    AGREES = "agrees"
    BOUND_ONLY = "bound only"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"
    ERROR = "error"


class ComparisonOutcome(StrEnum):
    """How two of the three formulas compare."""

    AGREES = "agrees"
    BOUND = "bound"
    DIFFERS = "differs"
    OPEN = "open"
    NOT_MADE = "not made"


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the document."""


class Comparison(Record, frozen=True, kw_only=True):
    """A comparison of two formulas: its outcome, the sentence that says why, and the reason behind it."""

    outcome: ComparisonOutcome
    sentence: str
    reason: Reason | None = None


class Comparisons(Record, frozen=True, kw_only=True):
    """claimed - derived (symbolic), claimed - measured (inference), derived - measured (points)."""

    symbolic: Comparison
    inference: Comparison
    points: Comparison


class LocalExponent(Record, frozen=True, kw_only=True):
    """The slope between neighbouring sizes: at their geometric mean, with simultaneous limits."""

    at: float
    value: float
    ci: Bounds


class Exponent(Record, frozen=True, kw_only=True):
    """A variable's exponent: claimed, derived, and measured.

    `estimate` and `ci` are the slope on the measured range, null where no power describes it. `extrapolated`
    is the exponent at large sizes once corrections that vanish there are allowed for, slow ones too.
    `exponential` is the rate r of exp(r x) where the quantity follows an exponential in the variable instead.
    """

    claimed: float | None
    derived: float | None
    estimate: float | None
    ci: Bounds | None
    local: list[LocalExponent]
    trend: str | None = None
    extrapolated: float | None = None
    extrapolated_ci: Bounds | None = None
    exponential: float | None = None
    exponential_ci: Bounds | None = None


class Alternative(Record, frozen=True, kw_only=True):
    """A named alternative law and whether the evidence or the derivation excludes it."""

    law: str
    excluded: bool
    reason: str


class Fit(Record, frozen=True, kw_only=True):
    """The fitted form with its goodness of fit; `intervals` are those of constants of a sum."""

    model: str
    constants: dict[str, float]
    chi2: float
    dof: int
    p_value: float
    intervals: dict[str, Bounds] = {}


class Located(Record, frozen=True, kw_only=True):
    """What was found at a design point. Raises ValueError for one that cannot be computed with."""

    at: dict[str, Value]

    def __post_init__(self) -> None:
        """A file may hold any number."""
        if not all(map(is_computable, self.at.values())):
            raise ValueError("a coordinate has a size that cannot be computed with")


class PointRecord(Located, frozen=True, kw_only=True):
    """One point on the three routes; `ci` has the claim's simultaneous level.

    `failures` is the count behind a proportion, absent for any other mean.
    """

    mean: float
    stderr: float | None
    error_bound: float | None
    trials: int
    ci: Bounds
    claimed: float | None
    derived: float | None
    failures: float | None = None


KERNEL: Final = "rules of the kernel"
"""By what the steps of a theorem follow, each by a record that is replayed."""

_REPLAYED: Final = "Every line follows by rules of the kernel; the record of them all is replayed."


class StepRecord(Record, frozen=True, kw_only=True, omit_defaults=True):
    """One step of a derivation as the reader sees it; formulas in LaTeX without dollar signs.

    Documents of version 0.1 name a rule for each step, with its side conditions and its check.
    """

    label: str
    latex: str
    kind: str = "rule"
    rule: str = KERNEL
    rule_statement: str = _REPLAYED
    conditions: list[str] = []
    check: str | None = None

    def __post_init__(self) -> None:
        """Files leave out a default only where it is that very object, which no copy of it is."""
        for name, default in (("kind", "rule"), ("rule", KERNEL), ("rule_statement", _REPLAYED)):
            if getattr(self, name) == default:
                msgspec.structs.force_setattr(self, name, default)


class DerivationRecord(Record, frozen=True, kw_only=True):
    """Status (computed from the steps), number of steps, citations, and the chain itself.

    `checks` are the other routes that led to its final formula.
    """

    status: str
    steps: int
    cited: list[str]
    premises: list[str] = []
    chain: list[StepRecord] = []
    checks: list[str] = []


class Formulas(Record, frozen=True, kw_only=True):
    """The three formulas as text, and as LaTeX for typesetting."""

    claimed: str
    derived: str | None
    measured: str | None
    claimed_latex: str
    derived_latex: str | None
    measured_latex: str | None


class Scope(Record, frozen=True, kw_only=True):
    """On what the verdict rests: grid, number of points, margin, level, interim analyses and trials."""

    grid: dict[str, list[Value]]
    points: int = 0
    margin: float
    level: Level
    rounds: int
    max_rounds: int
    n_trials: int = msgspec.field(name="draws")
    device: str
    dtype: str
    missing: str | None = None
    cut_by_budget: bool = False
    missing_reason: Reason | None = None


class ClaimRecord(Record, frozen=True, kw_only=True):
    """A claim with everything found out about it.

    `counterexample` is the point farthest beyond what is claimed, of a claim that points or a derived value
    at them refute; its sentence names the same one.
    """

    id: str
    topic: str
    statement_id: str
    statement: str
    interpretation: str
    label: str
    role: str
    source: str
    place: str
    source_access: str
    relation: Relation
    bound_type: BoundType | None
    verdict: Outcome
    holds: str
    tight: str
    basis: str
    summary: str
    formulas: Formulas
    comparisons: Comparisons
    derivation: DerivationRecord
    exponents: dict[str, Exponent]
    rates: dict[str, Exponent]
    alternatives: list[Alternative]
    fit: Fit | None
    points: list[PointRecord]
    scope: Scope
    severity: str
    tags: list[str]
    command: str
    seconds: float
    quantifier: str | None = None
    direction: str | None = None
    about: str | None = None
    setting: dict[str, str] = {}
    reason: Reason | None = None
    counterexample: PointRecord | None = None
    bears: Bears = Bears.SUPPORTS
    own_threshold: bool = False
    up_to_logs: bool = False
    asymptotic: bool = False
    code: str | None = None

    @property
    def terms(self) -> dict[str, str]:
        """What the sentence depends on, by name: quantifier, direction, what it is about, its setting."""
        return terms(self.quantifier, self.direction, self.about, self.setting)


class StatementRecord(Record, frozen=True, kw_only=True):
    """A statement with the interpretations under which it holds, fails, or stays open (claim ids).

    It holds under claims that support it; it fails under supporters that fail and under true claims that
    contradict it, which `contradicted_by` names once more. True claims that refine it stand by themselves.
    """

    id: str
    title: str
    text: str
    source: str
    place: str
    source_access: str
    primary: str | None
    why_primary: str | None
    holds_under: list[str]
    fails_under: list[str]
    open: list[str]
    not_covered: str | None
    conclusion: str
    contradicted_by: list[str] = []
    refined_by: list[str] = []
    own_question: bool = False
    why_refuted: str | None = None
    as_printed: str | None = None
    printed: str | None = None
    same_as: str | None = None


class FigurePoint(Located, frozen=True, kw_only=True):
    """One number of a figure; `series` is the line or the output it belongs to, if there are several.

    `stderr` is null exactly where `error_bound` is given.
    """

    series: Value | None
    mean: float
    stderr: float | None
    error_bound: float | None
    trials: int


class Guide(Record, frozen=True, kw_only=True):
    """A formula drawn beside the numbers: by name, as written, in LaTeX, and at the places of the points.

    `series` is the line it belongs to, null where it is one for all.
    """

    name: str
    law: str
    latex: str
    series: Value | None
    points: list[tuple[float, float]]


class Axis(Record, frozen=True, kw_only=True):
    """What runs along an axis, and whether its scale is logarithmic."""

    name: str
    log: bool


class FigureRecord(Record, frozen=True, kw_only=True):
    """A figure with its numbers; no verdict rests on it.

    `x` is a variable, `y` the second one of a heat map or else the value; of a scatter both are
    outputs. `value` says what the numbers are, `series` what tells the lines apart.
    """

    id: str
    topic: str
    title: str
    caption: str
    alternative: str
    place: str | None
    supports: list[str]
    kind: FigureKind = msgspec.field(name="drawing")
    quantity: list[str]
    value: str
    x: Axis
    y: Axis
    series: str | None
    points: list[FigurePoint]
    guides: list[Guide]
    blocks: int
    missing: str | None = None

    def __post_init__(self) -> None:
        """A file may hold any names."""
        along = {FigureKind.CURVES: {self.x.name}, FigureKind.HEAT_MAP: {self.x.name, self.y.name}}
        if not all(along.get(self.kind, set()) <= point.at.keys() for point in self.points):
            raise ValueError(f"the figure {self.id} has a point that lacks a coordinate of its axes")


class RankedLaw(Record, frozen=True, kw_only=True):
    """One of several laws on the same points, with the numbers that order them.

    `deviance` is that of its best fit with so many free `constants`, `p_value` that of the fit being right.
    `evidence_against` is the evidence for the first law over this one, exp of half the difference of BIC.
    """

    law: str
    deviance: float
    dof: int
    p_value: float
    constants: int
    bic: float
    aicc: float | None
    evidence_against: float


class MoreSizes(Record, frozen=True, kw_only=True):
    """So many further sizes of a variable, up to one of them, that tell two laws apart.

    Of a law and one that contains it, they do where the larger one `holds`.
    """

    variable: str
    count: int
    up_to: float
    holds: str | None = None


class Ranking(Record, frozen=True, kw_only=True):
    """Several laws on one table, the one with most evidence first; `unfitted` are those that no fit reached.

    `apart` says whether the first two are told apart, `more` which sizes would tell them apart. Deviances are
    counted in units of `spread`, by which the best of them exceeds its degrees of freedom.
    """

    data: str
    settings: int
    spread: float
    laws: list[RankedLaw]
    unfitted: list[str]
    apart: bool
    more: MoreSizes | None = None


class Document(Record, frozen=True, kw_only=True):
    """One run: statements, claims and figures, and how to get the same again.

    A claim's `code` is the digest of all that measured it; `definitions` has that of each function, class and
    constant of this package that measured something, by where it is.
    """

    schema: int = SCHEMA_VERSION
    theorycheck: str
    preset: str
    seed: Seed
    device: str
    environment: dict[str, str]
    command: str
    statements: list[StatementRecord]
    claims: list[ClaimRecord]
    figures: list[FigureRecord] = []
    rankings: list[Ranking] = []
    definitions: dict[str, str] = {}


def json_schema() -> str:
    """The JSON Schema of `Document`, as published in `schema/verdicts.schema.json`."""
    return encode(msgspec.json.schema(Document), order="sorted")
