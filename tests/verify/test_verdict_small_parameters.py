"""Laws of variables that go to 0: step sizes, temperatures, noise."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
import sympy as sp
from theorycheck.claim import BoundType, Claim, Relation, Towards
from theorycheck.decide.verdict import Verdict, decide
from theorycheck.document import Outcome
from theorycheck.errors import UsageError
from theorycheck.law.towards import require_limits
from theorycheck.statistics.evidence import Evidence
from theorycheck.theory.notation import eta
from theorycheck.user.arguments import limits
from theorycheck.wording import words

from . import planted

SIZES = 4.0 ** -np.arange(2.0, 8.0)
Law = Callable[[np.ndarray], np.ndarray]
STEP_ERRORS: tuple[tuple[str, Law], ...] = (
    ("C*eta", lambda x: x * (1 - 2 * x)),
    ("C*eta", lambda x: x * (1 - 0.8 * np.sqrt(x))),
    ("C*eta**2", lambda x: np.expm1(x) - x),
    ("C/eta", lambda x: 1 / np.expm1(x)),
    ("C*sqrt(eta)", lambda x: np.sqrt(x) / (1 + x)),
)


def claim(
    claimed: str, bound_type: BoundType = BoundType.THETA, limits: dict[str, Towards] | None = None
) -> Claim:
    return planted.claim(Relation.LAW, claimed, bound_type=bound_type, limits=limits or {})


def sampled(law: Law, relative: float | None, seed: int) -> Evidence:
    return planted.along("eta", SIZES, law, relative, seed)


exact = partial(sampled, relative=None, seed=0)


@pytest.mark.parametrize(("claimed", "law"), STEP_ERRORS)
def test_a_true_law_of_a_small_parameter_agrees(claimed, law):
    found = {decide(claim(claimed), None, sampled(law, 0.003, seed)).outcome for seed in range(4)}
    assert found == {Outcome.AGREES}
    assert decide(claim(claimed), None, exact(law)).outcome is Outcome.AGREES


def test_the_same_table_read_towards_infinity_does_not_agree():
    data = sampled(lambda x: x * (1 - 6 * x), 0.001, 1)
    assert decide(claim("C*eta"), None, data).outcome is Outcome.AGREES
    upwards = claim("C*eta", limits={"eta": Towards.INFINITY})
    assert decide(upwards, None, data).outcome is not Outcome.AGREES


def test_a_wrong_exponent_is_refuted():
    assert decide(claim("C*eta"), None, sampled(lambda x: x**1.2, 0.003, 2)).outcome is Outcome.REFUTED


@pytest.mark.parametrize(
    ("power", "bound_type", "outcome"),
    [
        (2, BoundType.O, Outcome.BOUND_ONLY),
        (2, BoundType.OMEGA, Outcome.REFUTED),
        (0.5, BoundType.O, Outcome.REFUTED),
        (0.5, BoundType.OMEGA, Outcome.BOUND_ONLY),
    ],
)
def test_an_upper_bound_towards_zero_has_the_smaller_exponent(power, bound_type, outcome):
    data = sampled(lambda x: x**power, 0.003, 3)
    assert decide(claim("C*eta", bound_type), None, data).outcome is outcome
    formula = eta ** sp.Rational(str(power))
    derived = planted.derived(formula, sizes=SIZES, exponents={"eta": Fraction(str(power))})
    assert decide(claim("C*eta", bound_type), derived, exact(lambda x: x**power)).outcome is outcome


def test_a_derived_factor_that_tends_to_one_at_zero_is_no_drift():
    derived = planted.derived(eta * (1 + eta), sizes=SIZES, exponents={"eta": Fraction(1)})
    verdict = decide(claim("C*eta"), derived, exact(lambda x: x * (1 + x)))
    assert (verdict.outcome, verdict.basis) == (Outcome.AGREES, "derived")


def test_an_exponential_is_not_named_where_one_point_alone_speaks_for_it():
    """One point of six is off by six standard errors; no local exponent leaves the margin by more."""
    data = sampled(lambda x: x, 0.002, 4)
    off = data.means.copy()
    off[0] *= 0.985
    verdict = decide(claim("C*eta", limits={"eta": Towards.INFINITY}), None, replace(data, means=off))
    assert verdict.outcome is not Outcome.REFUTED


def test_a_limit_that_values_do_not_tell_is_asked_for():
    with pytest.raises(UsageError, match="does tau go to 0 or to infinity"):
        require_limits({}, {"tau": (0.5, 1.0, 2.0)}, "mine.toml")
    require_limits({"tau": "0"}, {"tau": (0.5, 1.0, 2.0), "d": (16, 32), "eta": (0.1, 0.2)}, "mine.toml")
    with pytest.raises(UsageError, match="no variable sigma"):
        require_limits({"sigma": "0"}, {"tau": (0.5, 0.25)}, "mine.toml")


def test_limits_are_read_from_the_command_line():
    assert limits(["eta=0", "d=oo"]) == {"eta": "0", "d": "oo"}
    with pytest.raises(UsageError, match="where it goes"):
        limits(["eta=1"])


RATIOS = np.array([0.5, 0.75, 0.875, 0.9375])


def below_the_pole(law: Law, relative: float, seed: int) -> Verdict:
    data = planted.sampled({"alpha": RATIOS}, law(RATIOS), relative * law(RATIOS), seed)
    return decide(claim("C/(1 - alpha)"), None, data)


def test_a_power_of_the_distance_to_a_pole_is_decided():
    for seed in range(4):
        assert below_the_pole(lambda a: 1 / (1 - a), 0.001, seed).outcome is Outcome.AGREES
        assert below_the_pole(lambda a: (1 - a) ** -1.25, 0.001, seed).outcome is Outcome.REFUTED


def test_local_exponents_below_a_pole_are_told_towards_it():
    for seed in range(4):
        found = below_the_pole(lambda a: a / (1 - a), 0.003, seed)
        course = found.exponents["alpha"]
        assert found.outcome is not Outcome.REFUTED
        assert [one.at for one in course.local] == sorted(one.at for one in course.local)
        # They are -1/a: nearer to the claimed -1 as the pole comes nearer.
        assert course.trend == "rising"
        assert "A trend speaks against it" not in words(found.summary)
