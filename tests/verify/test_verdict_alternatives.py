"""Alternative laws: what excludes them, on planted tables."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import ArrayLike
from theorycheck.claim import Claim, Relation
from theorycheck.decide import fitting
from theorycheck.decide.alternatives import AssessedAlternative, assessed_alternatives
from theorycheck.decide.context import DecisionContext
from theorycheck.decide.verdict import Verdict, decide
from theorycheck.document import Outcome
from theorycheck.law import form, form_of
from theorycheck.statistics.evidence import Evidence
from theorycheck.theory.notation import symbol

from . import planted
from .planted import Places

SIZES = (8, 12, 16, 24, 32)
GRID = [(size, k) for size in (16, 64, 256, 1024, 4096) for k in (4, 8, 16, 32, 64)]
EXPONENTIAL = "C*exp(-c*d)"


def claim(claimed: str, *alternatives: str) -> Claim:
    return planted.claim(Relation.LAW, claimed, alternatives=alternatives)


def table(places: Places, means: ArrayLike, relative: float | None) -> Evidence:
    """Exact values, or means with this relative error."""
    values = np.array(means)
    if relative is None:
        return planted.exact(places, values, 1e-10 * values)
    return planted.sampled(places, values, relative * values, seed=5)


def of_sizes(law: Callable[[float], float], relative: float | None) -> Evidence:
    return table({"d": SIZES}, [law(d) for d in SIZES], relative)


def on_grid(name: str, law: Callable[[float, float], float], relative: float | None) -> Evidence:
    sizes, k = zip(*GRID, strict=True)
    return table({name: sizes, "k": k}, [law(*place) for place in GRID], relative)


@pytest.mark.parametrize("relative", [None, 0.01])
def test_an_exponential_that_is_the_truth_is_not_excluded(relative):
    verdict = decide(claim("C/d", EXPONENTIAL), None, of_sizes(lambda d: 0.2 * np.exp(-0.06 * d), relative))
    assert not verdict.alternatives[0].excluded
    assert verdict.outcome is Outcome.REFUTED


@pytest.mark.parametrize("relative", [None, 0.002])
def test_an_exponential_is_excluded_by_a_fit_that_has_its_rate(relative):
    verdict = decide(claim("C/d", EXPONENTIAL), None, of_sizes(lambda d: 0.2 / (d + 1), relative))
    assert verdict.alternatives[0].excluded
    assert "With its own constants fitted, the exponent of d is -" in verdict.alternatives[0].reason


def test_powers_of_one_variable_share_a_fit_and_a_rate_has_its_own(monkeypatch):
    fits = []
    one = fitting.fit_exponents
    monkeypatch.setattr(
        fitting, "fit_exponents", lambda *args, **how: fits.append(args[0].names) or one(*args, **how)
    )
    verdict = decide(
        claim("C/d", "C/sqrt(d)", "C/d**2", EXPONENTIAL), None, of_sizes(lambda d: 0.2 / (d + 1), 0.002)
    )
    assert [one.excluded for one in verdict.alternatives] == [True] * 3
    assert len(fits) == len(set(fits)) == 2


def test_an_exponential_that_fits_as_well_keeps_a_power_open():
    sizes = np.arange(1000, 1005)
    near = table({"d": sizes}, 1 / sizes, 1e-6)
    verdict: Verdict = decide(claim("C/d", EXPONENTIAL), None, near)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "It fits the data" in verdict.alternatives[0].reason
    law = form(EXPONENTIAL, ("d",))
    assert AssessedAlternative(text=EXPONENTIAL, law=law).disputes(form("C/d", ("d",)))
    assert not AssessedAlternative(text=EXPONENTIAL, law=law, rejected=True).disputes(form("C/d", ("d",)))
    assert not AssessedAlternative(text="C*d**a", law=form("C*d**a", ("d",))).disputes(form("C/d", ("d",)))


@pytest.mark.parametrize("relative", [None, 0.01])
@pytest.mark.parametrize("name", ["N", "n"])
def test_half_the_power_of_a_logarithm_is_told_from_the_whole(name, relative):
    whole = on_grid(name, lambda size, k: np.log(size) / np.sqrt(k), relative)
    assert decide(claim(f"C*sqrt(log({name})/k)"), None, whole).outcome is Outcome.REFUTED
    assert decide(claim(f"C*log({name})/sqrt(k)"), None, whole).outcome is Outcome.AGREES


@pytest.mark.parametrize("name", ["N", "n"])
def test_implied_alternatives_are_half_and_twice_the_power_of_the_logarithm(name):
    context = DecisionContext(
        claim(f"C*sqrt(log({name})/k)"), None, on_grid(name, lambda n, k: np.log(n) / k, None), 0.005
    )
    found = assessed_alternatives(context, form(context.claim.claimed, context.variables), None)
    laws = [one.law.expr for one in found if one.law is not None]
    assert laws == [form(f"C*log({name})**{power}/sqrt(k)", (name, "k")).expr for power in ("(1/4)", "1")]


def test_an_alternative_that_was_not_evaluated_disputes_the_claim():
    unread = AssessedAlternative(text="C*?", law=None, problem="not a formula")
    assert unread.disputes(form("C*d", ("d",)))
    assert not unread.fits


def test_the_form_of_an_expression_is_that_of_its_text():
    d = symbol("d")
    assert form_of(symbol("C") * d**2, ("d",)).terms == form("C*d**2", ("d",)).terms
