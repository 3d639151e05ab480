"""Every kind of reason is said in all media by a decision on planted evidence."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest
import sympy as sp
from theorycheck.claim import BoundType, Claim, Published, Relation, Threshold, Towards
from theorycheck.decide import limit
from theorycheck.decide.context import Derived, Verdict
from theorycheck.decide.verdict import Monitoring, decide, failed
from theorycheck.evidence.deciding import DecisionInput, decide_each
from theorycheck.reason import Kind
from theorycheck.statistics.evidence import Evidence
from theorycheck.theory.notation import symbol
from theorycheck.user.fit import worded
from theorycheck.wording import Medium, sentences, templates, words

from .. import planted

SIZES = 2 ** np.arange(4, 12)
d, m = symbol("d"), symbol("m")
ZERO, ONE = np.zeros(SIZES.size), np.ones(SIZES.size)
GROUPS = (templates.GENERAL, templates.VALUES, templates.BOUNDS, templates.COMPARISONS, templates.ADVICE)


def claim(relation: Relation, claimed: str, margin: float = 0.02, **fields: object) -> Claim:
    given = {"label": "the mean of $x^2$", "quantity": "conditioning.planted", "bound_type": None}
    return planted.claim(relation, claimed, margin, **(given | fields))


def sampled(means: np.ndarray, errors: np.ndarray | float = 1e-3, sizes: np.ndarray = SIZES) -> Evidence:
    return planted.measured({"d": sizes}, means, errors)


def counted(shares: np.ndarray, n_trials: int = 10_000) -> Evidence:
    return planted.counted({"d": SIZES}, np.round(shares * n_trials), n_trials)


def computed(means: np.ndarray, error: np.ndarray | float = 1e-12) -> Evidence:
    return planted.exact({"d": SIZES}, means, error)


known = partial(planted.derived, sizes=SIZES)


@dataclass(frozen=True)
class Planted:
    """What is decided: a claim, what is derived for it, and its evidence."""

    claim: Claim
    derived: Derived | None
    evidence: Evidence | None


EQUALS, IDENTITY, LIMIT = Relation.EQUALS, Relation.IDENTITY, Relation.LIMIT
AT_MOST, AT_LEAST, ORDERING = Relation.AT_MOST, Relation.AT_LEAST, Relation.ORDERING
REPORTED, LAW = Relation.REPORTED, Relation.LAW
one = sp.Integer(1)
ALONE = {"quantity": None}


def values() -> Iterator[Planted]:
    """Equalities and identities."""
    yield Planted(claim(EQUALS, "1", alternatives=("2", "1/d")), known(one), sampled(ONE))
    yield Planted(claim(EQUALS, "1", 0.0), known(one), computed(ONE, 0.0))
    yield Planted(
        claim(EQUALS, "1"), known(one, assumptions=("$x$ is normal (assumed: Lemma 2)",)), sampled(ONE)
    )
    yield Planted(claim(EQUALS, "1", alternatives=("2", "1.0001")), None, sampled(ONE))
    yield Planted(claim(EQUALS, "1", 0.0), None, computed(ONE, 0.0))
    yield Planted(claim(EQUALS, "2"), known(one), sampled(ONE))
    long = sp.Add(*(d**k for k in range(3, 20)))
    yield Planted(claim(EQUALS, "2"), known(1 + 1 / long), sampled(ONE))
    yield Planted(claim(EQUALS, "2"), None, sampled(ONE))
    yield Planted(claim(EQUALS, "2"), known(one / 2), sampled(ONE / 2))
    yield Planted(claim(EQUALS, "1/d"), known(2 / d), sampled(2 / SIZES, 1e-7))
    yield Planted(claim(EQUALS, "1/d"), None, sampled(2 / SIZES, 1e-5))
    yield Planted(claim(EQUALS, "1"), None, sampled(1.0224 * ONE))
    yield Planted(claim(EQUALS, "1"), None, sampled(ONE, 1e-1))
    yield Planted(claim(EQUALS, "1"), None, sampled(1.01 * ONE, 1e-4))
    yield Planted(claim(EQUALS, "1"), None, sampled(ONE, 0.0))
    threshold = Threshold(variable="n", level=1.0)
    yield Planted(claim(EQUALS, "1", threshold=threshold), None, sampled(1.5 * ONE))
    yield Planted(claim(EQUALS, "2"), None, sampled(ONE, 0.0))
    yield Planted(claim(IDENTITY, "1"), None, sampled(ONE))
    yield Planted(claim(EQUALS, "1"), known(one, "<="), sampled(ONE))
    yield Planted(claim(EQUALS, "1", **ALONE), known(one), None)
    yield Planted(claim(EQUALS, "2", **ALONE), known(one), None)
    yield Planted(claim(EQUALS, "1"), known(one), sampled(1.5 * ONE))
    for ratio, error in (
        (2 * ONE, 1e-3),
        (1 + 1 / SIZES, 1e-2),
        (5 * SIZES**0.3, 1e-3),
        (1 + SIZES / 32, 1e-3),
    ):
        yield Planted(claim(EQUALS, "1"), known(one), sampled(ratio, error))
    yield Planted(claim(EQUALS, "1"), known(one), sampled(ONE, 0.1))
    yield Planted(claim(EQUALS, "1"), known(one, ">="), sampled(0.5 * ONE))
    rough = known(one, status="heuristic")
    yield Planted(claim(EQUALS, "1"), rough, sampled(1.5 * ONE))
    yield Planted(
        claim(EQUALS, "1"), replace(rough, relation=">=", approximations=("x is normal",)), sampled(0.5 * ONE)
    )
    yield Planted(claim(EQUALS, "1"), known(one, status="failed"), sampled(ONE))
    yield Planted(claim(EQUALS, "1"), None, replace(sampled(ONE), excess_scatter=4.0))
    yield Planted(claim(EQUALS, "1"), None, replace(sampled(ONE), heavy_share=0.9))
    asymmetry = np.where(np.arange(len(SIZES)) == 0, 0.9, 0.0)
    yield Planted(claim(LAW, "C"), None, replace(sampled(ONE), heavy_share=0.9, asymmetry=asymmetry))
    yield Planted(claim(EQUALS, "1"), None, replace(sampled(ONE), misfit=3.1))
    bump = sampled(np.where(np.arange(len(SIZES)) == 2, 1.2, 1.0))
    yield Planted(claim(EQUALS, "1"), None, replace(bump, by_residuals=True))
    yield Planted(claim(EQUALS, "1"), None, replace(sampled(ONE), n_trials=3 * ONE, error_dof=4 * ONE))
    yield Planted(claim(AT_MOST, "9"), None, sampled(np.where(np.arange(len(SIZES)) == 4, 2.0, 1.0)))
    yield Planted(claim(EQUALS, "1"), None, None)


def limits() -> Iterator[Planted]:
    """Limits: reached, missed, slow, starved, derived."""
    near, away = 1 + 1 / SIZES, 1.2 + 1 / SIZES
    yield Planted(claim(LIMIT, "1"), known(1 + 1 / d), sampled(near))
    yield Planted(claim(LIMIT, "2"), known(1 + 1 / d), sampled(near))
    yield Planted(claim(LIMIT, "1", **ALONE), known(1 + 1 / d), None)
    yield Planted(claim(LIMIT, "2", **ALONE), known(1 + 1 / d), None)
    yield Planted(claim(LIMIT, "1"), known(sp.Function("f")(d) + 1, values=near), sampled(near))
    yield Planted(claim(LIMIT, "m"), known(m + 1 / d, values=near, relation="="), None)
    yield Planted(claim(LIMIT, "1"), None, sampled(near))
    yield Planted(claim(LIMIT, "1"), None, sampled(away))
    yield Planted(claim(LIMIT, "1"), None, sampled(1.001 + SIZES / SIZES[-1] * 0.01, 1e-4))
    yield Planted(claim(LIMIT, "1"), None, sampled(ONE + np.where(SIZES[-1] > SIZES, 0.03, 0), 0.005))
    yield Planted(claim(LIMIT, "1"), None, sampled(1 + 1 / np.log(SIZES), 1e-5))
    slow = 1 + 1 / np.log(SIZES)
    yield Planted(claim(LIMIT, "1", corrections=("1/log(d)",)), None, sampled(slow, 1e-4))
    yield Planted(claim(LIMIT, "1", corrections=("1/d",)), None, sampled(slow, 1e-5))
    yield Planted(claim(LIMIT, "1"), None, sampled(1 + 2 / np.sqrt(SIZES)))
    open_ = np.where(SIZES[-1] == SIZES, 0.2, 1e-4)
    yield Planted(claim(LIMIT, "1", corrections=("1/log(d)",)), None, sampled(slow, open_))
    yield Planted(claim(LIMIT, "1.13", corrections=("1/log(d)",)), None, sampled(slow, 1e-4))
    yield Planted(claim(LIMIT, "1"), known(1 + 1000 / d), sampled(1 + 1000 / SIZES))
    yield Planted(claim(LIMIT, "1"), None, sampled(near, 0.1))
    yield Planted(claim(LIMIT, "1"), None, sampled(2 * ONE, 0.0))
    passing = 4 * SIZES[:7] / 16
    yield Planted(claim(LIMIT, "16"), None, sampled(np.sqrt(passing), 1e-3, sizes=passing))
    yield Planted(claim(EQUALS, "d", asymptotic=True), None, sampled(SIZES * (1 + 2 / SIZES), 1e-3 * SIZES))


def orders() -> Iterator[Planted]:
    """Orderings: shown, reversed, open, derived."""
    yield Planted(claim(ORDERING, "0", 0.0), None, sampled(ONE))
    yield Planted(claim(ORDERING, "1/2", 0.0), known(one), sampled(ONE))
    yield Planted(claim(ORDERING, "0", 0.0), known(-one), sampled(-ONE))
    yield Planted(claim(ORDERING, "0", 0.0), None, sampled(-ONE))
    yield Planted(claim(ORDERING, "0", 0.0), None, sampled(ZERO))
    yield Planted(claim(ORDERING, "0", 0.0), None, sampled(2e-3 * ONE))
    yield Planted(claim(ORDERING, "1", 0.1), known(one), sampled(ONE))
    yield Planted(claim(ORDERING, "1/2"), None, sampled(ZERO, 0.0))


def published() -> Iterator[Planted]:
    """Reported values: reproduced, missed, open for each reason."""

    def reported(claimed: str, margin: float = 0.0, **fields: object) -> Claim:
        return claim(REPORTED, claimed, margin, published=Published(**{"spread": "0.05", "n": 40, **fields}))

    yield Planted(reported("1.00"), known(one), sampled(ONE))
    yield Planted(reported("1.00", p_value="0.03"), None, sampled(ONE))
    for formula in ("1 + 1/d**3", "2 + 1/d"):
        yield Planted(claim(REPORTED, formula, 0.05), known(one), sampled(ONE))
        yield Planted(claim(REPORTED, formula, 0.05), None, sampled(ONE))
    yield Planted(reported("1.00", p_value="<0.001"), None, sampled(ONE))
    yield Planted(reported("2.00"), known(one), sampled(ONE))
    yield Planted(reported("2.00"), None, sampled(ONE))
    yield Planted(reported("2.00"), None, sampled(ONE, 0.0))
    yield Planted(reported("1.00", n=3), known(one), sampled(ONE))
    for evidence in (sampled(ONE, 0.05), replace(sampled(ONE, 0.05), n_trials=np.full(SIZES.size, np.inf))):
        yield Planted(reported("1.00"), None, evidence)
    yield Planted(claim(REPORTED, "1.00", 0.0), None, sampled(ONE))


def bounds() -> Iterator[Planted]:
    """Bounds: held, broken, vacuous, open, derived; tight and loose."""
    shares = 10 / SIZES
    yield Planted(claim(AT_MOST, "4/d", alternatives=("1/d", "8/d")), known(4 / d, "<="), counted(2 / SIZES))
    yield Planted(claim(AT_MOST, "1"), known(one), sampled(ONE))
    yield Planted(claim(AT_MOST, "2"), known(one), sampled(ONE))
    yield Planted(claim(AT_MOST, "1/2"), known(one), sampled(ONE))
    yield Planted(claim(AT_MOST, "1/2"), known(one, "<="), sampled(0.4 * ONE))
    yield Planted(claim(AT_MOST, "2"), known(one, ">="), sampled(1.5 * ONE))
    yield Planted(claim(AT_MOST, "30/d"), None, counted(shares / 2))
    yield Planted(claim(AT_LEAST, "1/2"), None, computed(ONE))
    yield Planted(claim(AT_MOST, "1/2"), None, sampled(ONE))
    yield Planted(claim(AT_MOST, "2*d"), None, counted(shares / 10))
    yield Planted(claim(AT_MOST, "1"), None, sampled(ONE, 0.1))
    yield Planted(claim(AT_MOST, "1"), None, sampled(0.99 * ONE, 0.1))
    yield Planted(claim(AT_MOST, "1"), None, computed(0.9 * ONE, 0.5))
    yield Planted(claim(AT_MOST, "1/sqrt(d)"), None, sampled(1 / SIZES, 0.001 / SIZES))
    yield Planted(claim(AT_MOST, "8/d"), None, counted(np.exp(-SIZES / 16)))
    yield Planted(claim(AT_MOST, "2"), None, sampled(np.array([1.0]), sizes=np.array([16])))
    ours = claim(AT_MOST, "2", own_threshold=True)
    yield Planted(ours, None, sampled(np.array([1.0]), sizes=np.array([16])))
    yield Planted(claim(AT_MOST, "4/d"), known(4 / d, "<=", values=np.full(8, 1e9)), counted(2 / SIZES))
    yield Planted(claim(AT_MOST, "1", **ALONE), known(one), None)


def laws() -> Iterator[Planted]:
    """What laws share with the other rows, and what would decide them."""

    def theta(claimed: str, margin: float = 0.05, **fields: object) -> Claim:
        return claim(LAW, claimed, margin, bound_type=BoundType.THETA, **fields)

    sizes = SIZES * 1.0
    linear, proportional = theta("C*d"), sampled(sizes, 1e-2 * sizes)
    yield Planted(theta("7*d"), None, proportional)
    yield Planted(theta("C*d", **ALONE), known(d, exponents={"d": 1}), None)
    yield Planted(linear, known(d), proportional)
    yield Planted(theta("C*d*log(d)"), known(d, exponents={"d": 1}), proportional)
    yield Planted(linear, known(d * m, exponents={"m": 1}, values=sizes), proportional)
    yield Planted(theta("C*log(d/16)"), None, sampled(np.log(SIZES / 16) + 1e-9, 1e-2))
    short = sampled(SIZES * (1 + 1 / np.sqrt(SIZES)), 0.1 * SIZES)
    yield Planted(linear, None, short)
    decay = np.exp(-SIZES / 500)
    decaying = sampled(decay, 0.1 * decay)
    yield Planted(theta("C*exp(-d/500)"), None, decaying)
    rate = theta("C*exp(-d/500)", limits={"d": Towards.ZERO})
    yield Planted(rate, None, decaying)
    for error in (0.1, 0.3):
        yield Planted(theta("C*d", limits={"d": Towards.ZERO}), None, sampled(sizes, error * sizes))
    yield Planted(linear, None, sampled(sizes - 40, 1e-3 * sizes))
    for one, evidence in (
        (claim(EQUALS, "1"), sampled(ONE, 0.1)),
        (claim(AT_MOST, "1"), sampled(ONE, 0.1)),
        (linear, short),
        (rate, decaying),
    ):
        yield Planted(one, None, replace(evidence, n_trials=np.full(SIZES.size, np.inf)))
    slow = computed(SIZES + np.log(SIZES) ** 2, 1e-3)
    yield Planted(theta("C*d", 0.02), None, slow)


class Recorded(dict[Kind, str]):
    """The templates, and which of them were asked for."""

    def __init__(self, of: Mapping[Kind, str]) -> None:
        super().__init__(of)
        self.said: set[Kind] = set()

    def __getitem__(self, kind: Kind) -> str:
        self.said.add(kind)
        return super().__getitem__(kind)


@pytest.fixture
def recorded(monkeypatch):
    found = Recorded(templates.TEMPLATES)
    monkeypatch.setattr(sentences, "TEMPLATES", found)
    return found


def verdicts() -> Iterator[Verdict]:
    """The verdicts on everything planted, and those that other parts of the program make."""
    for rows in (values, limits, orders, published, bounds, laws):
        for one in rows():
            yield decide(one.claim, one.derived, one.evidence)
    mine = claim(EQUALS, "1")
    yield failed(mine, "The simulator stopped.")
    yield decide(mine, None, None)
    yield worded(decide(mine, None, sampled(ONE)), Monitoring.ANYTIME)
    stuck = DecisionInput(
        claim=mine,
        level=0.005,
        evidence=None,
        obstacle="No threshold.",
        failure=None,
        derived=None,
        curves=(),
    )
    yield decide_each([stuck])[0].verdict


def unsettled(monkeypatch: pytest.MonkeyPatch) -> Verdict:
    """A limit whose two formulas algebra cannot compare."""
    with monkeypatch.context() as patched:
        patched.setattr(limit, "same_formula", lambda *_: None)
        return decide(claim(LIMIT, "1"), known(1 + 1 / d), sampled(1 + 1 / SIZES))


def test_every_kind_is_said_by_a_decision_in_every_medium(recorded, monkeypatch):
    assert set(templates.TEMPLATES) == set(Kind)
    for verdict in (*verdicts(), unsettled(monkeypatch)):
        comparisons = verdict.comparisons
        edges = (comparisons.symbolic, comparisons.inference, comparisons.points)
        said = [
            verdict.summary,
            *(comparison.reason or comparison.sentence for comparison in edges),
            verdict.missing,
        ]
        for medium in Medium:
            for found in said:
                if found is not None:
                    check(words(found, medium), medium)
    mine = {kind for group in GROUPS for kind in group}
    assert mine - recorded.said == set()


def check(text: str, medium: Medium) -> None:
    """A sentence begins with a capital, ends with a stop, and shows nothing of how it was made."""
    assert re.search(r"[.:]$", text), text
    assert text[:1].upper() == text[:1], text
    assert "  " not in text, text
    assert "None" not in text, text
    assert "Reason(" not in text, text
    if medium is not Medium.MARKUP:
        assert not re.search(r"[{}]", text), text
