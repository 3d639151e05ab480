"""Every sentence about growth, from decisions on planted data, in all media."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from msgspec import structs
from theorycheck.claim import BoundType, Claim, Relation, Towards
from theorycheck.decide.verdict import Derived, Verdict, decide
from theorycheck.reason import Kind, Reason, reasons
from theorycheck.statistics.evidence import Evidence
from theorycheck.theory.notation import symbol
from theorycheck.wording import Medium, words
from theorycheck.wording.templates import GROWTH

from .. import planted

SIZES = tuple(2.0**k for k in range(4, 12))
TO_TEN_THOUSAND = tuple(np.round(10 ** np.linspace(1, 4, 12)))
BELOW = (10.0, 26.0, 65.0, 167.0, 427.0, 1093.0, 2795.0)
O, OMEGA, THETA = BoundType.O, BoundType.OMEGA, BoundType.THETA
ELSEWHERE = {
    Kind.WOULD_CHANGE, Kind.CUT_BY_BUDGET, Kind.BEYOND_RANGE, Kind.BEYOND_COMES_WITHIN, Kind.BEYOND_LEAVES,
    Kind.BEYOND_SINKS_TO, Kind.BEYOND_EXCEEDS, Kind.BEYOND_RISES_TO, Kind.BEYOND_FALLS_BELOW,
    Kind.WHY_NOT_REACHED, Kind.WHY_THETA_AGREES, Kind.ONE_DEFINITION, Kind.CORRECTED,
    Kind.LARGER_MARGIN, Kind.SMALLER_MARGIN, Kind.OTHER_SETTINGS, Kind.SEVERAL_SIZES, Kind.PLAN_FEW_SIZES,
    Kind.PLAN_TRIALS, Kind.PLAN_SIZES, Kind.PLAN_SIZES_AND_TRIALS,
}  # fmt: skip
"""Kinds of outlooks, plans and claims about limits, which their own tests render."""


def claim(
    claimed: str, bound_type: BoundType = THETA, *, alternatives: tuple[str, ...] = (), logs: bool = False
) -> Claim:
    return planted.claim(
        Relation.LAW,
        claimed,
        label="the error of $W_V$",
        bound_type=bound_type,
        alternatives=alternatives,
        up_to_logs=logs,
    )


def table(
    means: Callable[[np.ndarray], np.ndarray],
    sizes: tuple[float, ...] = SIZES,
    error: float | None = 0.002,
    seed: int = 5,
) -> Evidence:
    """Points of a formula in d; exact where there is no error."""
    return planted.along("d", sizes, means, error, seed)


def derived(
    exponent: Fraction, values: np.ndarray | None, relation: str = "=", formula: object = None
) -> Derived:
    return Derived(
        status="derived",
        formula=symbol("d") if formula is None else formula,
        relation=relation,
        exponents={"d": exponent},
        values=values,
    )


def two_variables(few: tuple[float, ...]) -> Evidence:
    n, d = np.repeat(few, len(SIZES)), np.tile(SIZES, len(few))
    return planted.sampled({"d": d, "n": n}, n / d, 0.002 * n / d, seed=3)


def stated(scatter: Sequence[float], error: float) -> Evidence:
    """Points whose errors are told, off a law by so many of them."""
    d = np.array(SIZES)
    means = d * (1 + error * np.resize(scatter, d.size))
    return planted.measured({"d": d}, means, error * d, n_trials=np.inf)


D = np.array(SIZES)
NOTHING = Evidence.of((), np.empty((0, 0)))
PLANTED: dict[str, tuple[Claim, Derived | None, Evidence]] = {
    "pure": (claim("C/d"), None, table(lambda d: 1 / d)),
    "one setting off": (claim("C*d"), None, stated([0, 0, 0, 30, 0, 0, 0, 0], 0.01)),
    "errors told too small": (claim("C*d"), None, stated([4, -4, -4, 4, 4, -4, 4, -4], 0.002)),
    "flat": (claim("C"), None, table(lambda d: 3 + 0 * d)),
    "corrected": (claim("C*d"), None, table(lambda d: d + 2 * np.sqrt(d))),
    "tight": (claim("C*d", O), None, table(lambda d: d)),
    "loose": (claim("C*d**2", O), None, table(lambda d: d)),
    "bound": (claim("C*d", O), None, table(lambda d: d**0.94, error=0.02)),
    "off": (claim("C*sqrt(d)"), None, table(lambda d: d)),
    "starved": (claim("C*d"), None, table(lambda d: d, error=0.3)),
    "seen as pure": (claim("C*d"), None, table(lambda d: d, error=0.04)),
    "off, starved": (claim("C*d"), None, table(lambda d: d**0.9, error=0.05)),
    "floor, sharp": (claim("C/d"), None, table(lambda d: 1 / d + 1e-3, error=0.0002)),
    "floor or another, sharp": (
        claim("C/d", alternatives=("C*log(d)/d",)), None, table(lambda d: 1 / d + 3e-4, error=0.02, seed=79)
    ),
    "floor": (claim("C/d"), None, table(lambda d: 1 / d + 1e-3)),
    "floor or another": (
        claim("C/d", alternatives=("C*log(d)/d",)), None, table(lambda d: 1 / d + 3e-4, error=0.05, seed=79)
    ),
    "exponential": (claim("C/d"), None, table(lambda d: np.exp(-d / 300) / d)),
    "exponential, exact": (claim("C/d"), None, table(lambda d: np.exp(-d / 300), error=None)),
    "exponential off": (
        claim("C*2**(-d)"), None, table(lambda d: 4.0**-d, sizes=tuple(range(1, 9)))
    ),
    "exponential, corrected": (
        claim("C*4**(-d)"), None, table(lambda d: 4.0**-d * (1 + 2.0**-d), sizes=tuple(range(1, 9)))
    ),
    "a power beside": (claim("C*exp(-c*d)"), None, table(lambda d: np.exp(-d / 300), error=0.15)),
    "another": (
        claim("C*d", alternatives=("C*d*log(d)",)),
        None,
        table(lambda d: d * np.log(d), error=0.0005),
    ),
    "bent": (claim("C*d"), None, table(lambda d: d**1.3 * 2 ** (0.05 * np.log2(d / 16) ** 2))),
    "settling": (claim("C*d"), None, table(lambda d: d * np.exp(-8 * np.exp(-np.log2(d / 8) / 2)))),
    "few": (claim("C/d"), None, table(lambda d: 1 / d, SIZES[:3])),
    "few of one": (claim("C*n/d"), None, two_variables((2.0, 4.0))),
    "towards": (claim("C*d"), None, table(lambda d: d + 60 * np.sqrt(d))),
    "may cross": (claim("C*d"), None, table(np.sqrt, SIZES[:6], error=0.08)),
    "towards, exact": (claim("C*d"), None, table(lambda d: d + 60 * np.sqrt(d), error=None)),
    "near, refuted": (claim("C*d"), None, table(lambda d: d / np.log(d), error=None)),
    "away": (claim("C*d"), None, table(lambda d: d * (1 + d / 5e4), error=None)),
    "climbs": (claim("C*d", O), None, table(lambda d: d * (1 + d / 5e4), error=None)),
    "away, beyond the margin": (
        claim("C*sqrt(d)"),
        None,
        table(lambda d: 100 * np.sqrt(d) + d / 6, TO_TEN_THOUSAND, error=0.007, seed=1),
    ),
    "nothing": (claim("C*d"), None, table(lambda d: 0 * d)),
    "negative": (claim("C*d"), None, table(lambda d: -d)),
    "a power above an exponential": (
        claim("C*d**1.4", O),
        None,
        table(lambda d: (d + 238.3) ** 1.5, (10, 16, 27, 44, 72, 117, 192, 314), error=0.03, seed=1),
    ),
    "a floor far better": (
        claim("C*d**(-0.9)", O),
        None,
        planted.measured(
            {"d": np.array(BELOW)},
            [0.1655, 0.05981, 0.02264, 0.008246, 0.003093, 0.001125, 0.0004396],
            0.009 * (np.array(BELOW) ** -1.0 + 1.04 * np.array(BELOW) ** -1.2),
            np.inf,
        ),
    ),
    "derived": (claim("C*d"), derived(Fraction(1), D), table(lambda d: d)),
    "derived tight": (claim("C*d", OMEGA), derived(Fraction(1), D), table(lambda d: d)),
    "derived loose": (claim("C*sqrt(d)", OMEGA), derived(Fraction(1), D), table(lambda d: d)),
    "derived bound": (
        claim("C*sqrt(d)", OMEGA), derived(Fraction(1, 2), np.sqrt(D), ">="), table(lambda d: d)
    ),
    "derived against": (claim("C*d**2"), derived(Fraction(1), D), table(lambda d: d)),
    "derived ceiling": (claim("C*d**2", OMEGA), derived(Fraction(1), D, "<="), table(lambda d: 0.5 * d)),
    "derived silent": (claim("C*d**2", OMEGA), derived(Fraction(1), D, ">="), table(lambda d: 2 * d)),
    "derived drifts": (
        claim("C*d"),
        derived(Fraction(1), D * np.log(D), formula=symbol("d") * sp.log(symbol("d"))),
        table(lambda d: d * np.log(d)),
    ),
    "not yet": (claim("C*d"), derived(Fraction(1), D + 50), table(lambda d: d + 50)),
    "within": (
        claim("C*d"), replace(derived(Fraction(1), None), status="heuristic"), table(lambda d: d**0.98)
    ),
    "unexplained": (claim("C*d"), derived(Fraction(2), None), table(lambda d: d)),
    "one-sided": (claim("C*d"), derived(Fraction(1, 2), np.sqrt(D), ">="), table(lambda d: d)),
    "a bound ahead": (
        claim("C*sqrt(d)"), derived(Fraction(1), D, ">="), table(lambda d: d + 20 * np.log(d))
    ),
    "a bound ahead, local exponents not told apart": (
        claim("C*sqrt(d)"),
        derived(Fraction(1), D[:4], ">="),
        table(lambda d: d + 20 * np.log(d), SIZES[:4], error=0.05),
    ),
    "an upper bound ahead": (claim("C*d"), derived(Fraction(1), 2 * D, "<="), table(lambda d: d**1.03)),
    "a bound reached": (
        claim("C/sqrt(d)"),
        derived(Fraction(-1), 9e3 / D, "<="),
        table(lambda d: 1 / (np.sqrt(d) * (1 + d / 500))),
    ),
    "a bound kept": (claim("C*sqrt(d)"), derived(Fraction(1), D, ">="), table(lambda d: d * np.log(d))),
    "ahead": (claim("C*d"), derived(Fraction(1), 1 + D / 1e6), table(lambda d: 1 + d / 1e6)),
    "heuristic": (claim("C*d"), replace(derived(Fraction(2), None), status="heuristic"), table(lambda d: d)),
    "by algebra": (claim("C*d"), derived(Fraction(1), None), NOTHING),
    "tight by algebra": (claim("C*d", O), derived(Fraction(1), None), NOTHING),
    "loose by algebra": (claim("C*d**2", O), derived(Fraction(1), None), NOTHING),
    "refuted by algebra": (claim("C*d**2"), derived(Fraction(1), None), NOTHING),
    "not contradicted": (
        claim("C*d"), derived(Fraction(1), None), table(lambda d: d**1.2, error=0.001)
    ),
    "disputed": (
        claim("C*d", alternatives=("C*d*log(d)**(1/8)",)), None, table(lambda d: d, error=0.02, seed=83)
    ),
    "describes": (claim("C*d**a"), None, table(lambda d: d**0.7)),
    "describes not": (claim("C*d**a"), None, table(lambda d: np.exp(-d / 500))),
    "describes, but for errors too small": (
        claim("C*d**a"), None, table(lambda d: d**0.7 * (1 + 0.05 * np.sin(d)))
    ),
    "describes but for one": (
        claim("C*d**a"), None, table(lambda d: d**0.7 * np.where(d == D[3], 1.05, 1.0))
    ),
    "not there yet": (
        structs.replace(claim("C*d**(1/2)"), asymptotic=True, corrections=("1/log(d)",)),
        None,
        table(lambda d: np.sqrt(d) * (1 + 6 / np.log(d)), SIZES[:5] , error=0.0005),
    ),
    "left out": (claim("E + C*n"), None, two_variables((2.0, 4.0, 8.0, 16.0))),
    "logs": (claim("C*d**2", logs=True), None, table(lambda d: d**2 / np.log(d), error=None)),
}  # fmt: skip


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    return {name: decide(*planted) for name, planted in PLANTED.items()}


def said(verdict: Verdict) -> list[Reason]:
    comparisons = verdict.comparisons
    told = (verdict.summary, verdict.missing, comparisons.symbolic.reason, comparisons.inference.reason)
    return [one for part in told for one in reasons(part)]


def test_every_kind_about_growth_is_said_of_some_planted_law(verdicts: dict[str, Verdict]) -> None:
    used = {one.kind for verdict in verdicts.values() for one in said(verdict)}
    assert sorted(set(GROWTH) - used - ELSEWHERE) == []


@pytest.mark.parametrize("medium", list(Medium))
def test_every_sentence_is_whole_in_every_medium(verdicts: dict[str, Verdict], medium: Medium) -> None:
    for name, verdict in verdicts.items():
        for one in (verdict.summary, verdict.missing):
            if one is None:
                continue
            text = words(one, medium)
            assert text.endswith("."), (name, text)
            assert "{" not in text or medium is Medium.MARKUP, (name, text)
            assert "None" not in text, (name, text)
            assert "grows like d^-" not in text, (name, text)
            assert "  " not in text, (name, text)


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        ("a bound ahead", "an exponent of at least 1 for d, which is not reached yet"),
        ("a bound ahead, local exponents not told apart", "at least 1 for d (local exponents here: 0.4"),
        ("an upper bound ahead", "an exponent of at most 1 for d, which is not reached yet"),
        (
            "a bound reached",
            "an exponent of at most -1 for d, which is reached at the end of this range only",
        ),
    ],
)
def test_a_measured_exponent_beyond_a_derived_bound_is_explained(
    verdicts: dict[str, Verdict], planted: str, told: str
) -> None:
    assert told in words(verdicts[planted].summary)


@pytest.mark.parametrize("planted", ["a bound kept", "one-sided", "derived bound", "derived ceiling"])
def test_an_exponent_on_the_bounds_own_side_needs_no_explanation(
    verdicts: dict[str, Verdict], planted: str
) -> None:
    assert "In the limit the derived bound" not in words(verdicts[planted].summary)


@pytest.mark.parametrize(("relation", "told"), [(">=", True), ("<=", False)])
def test_the_side_of_a_bound_turns_where_the_sizes_go_to_zero(relation: str, told: bool) -> None:
    steps = tuple(2.0**-k for k in range(10, 2, -1))
    planted = structs.replace(claim("C"), limits={"d": Towards.ZERO})
    values = np.array(steps) * (0.5 if relation == ">=" else 2)
    verdict = decide(
        planted, derived(Fraction(1), values, relation), table(lambda d: d**1.03, steps, error=None)
    )
    assert ("an exponent of at most 1 for d" in words(verdict.summary)) is told


@pytest.mark.parametrize("medium", Medium)
def test_verbs_agree_with_a_name_that_is_a_plural(medium: Medium) -> None:
    """A user may name the numbers of trials "the draws", and templates say "grows"."""
    sizes = np.array(SIZES)
    noisy = planted.sampled({"d": sizes}, sizes, 0.3 * sizes, seed=2)
    data = (planted.sampled({"d": sizes}, sizes, 0.002 * sizes, seed=1), noisy)
    claims = (
        *(planted.claim(Relation.LAW, law) for law in ("C*d", "C*sqrt(d)", "C")),
        *(
            planted.claim(relation, "d")
            for relation in (Relation.EQUALS, Relation.AT_MOST, Relation.AT_LEAST)
        ),
        *(
            planted.claim(Relation.EQUALS, law, asymptotic=asked)
            for law, asked in (("2*d", False), ("d", True))
        ),
        planted.claim(Relation.ORDERING, "0", 0.0),
    )
    said = [
        words(decide(structs.replace(one, label=label), None, each).summary, medium)
        for one in claims
        for each in data
        for label in ("the draws", "the loss of draws")
    ]
    behind = re.compile(r"(?i)(?:^|whether )the draws (\w+)")
    verbs = {found[1] for text in said if (found := behind.search(text))}
    assert {"are", "equal", "grow", "do"} <= verbs
    assert not verbs & {"is", "equals", "grows", "does", "falls", "stays"}
    one = {found[1] for text in said if (found := re.search(r"(?i)^the loss of draws (\w+)", text))}
    assert {"is", "equals", "grows", "does"} <= one
