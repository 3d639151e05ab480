"""The planned point error decides planted laws with the planned power, and twice the error does not."""

import numpy as np
import pytest
from theorycheck.statistics.corrections import Correction, Design
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.exponents import Measured, fit_exponents
from theorycheck.statistics.intervals import clopper_pearson_lower, clopper_pearson_upper
from theorycheck.statistics.sizing import required_error

LEVEL, POWER, MARGIN, RUNS = 0.005, 0.95, 0.05, 200


def design(top: int) -> Design:
    sizes = 2.0 ** np.arange(4, top)
    return Design(names=("d",), columns=np.log(sizes)[:, None], offset=np.zeros(sizes.size))


def decided(plan: Design, law: np.ndarray, error: float, seed: int) -> int:
    rng = np.random.default_rng(seed)
    count = 0
    for _ in range(RUNS):
        measured = Measured(
            means=law * (1 + error * rng.standard_normal(law.size)), covariance=Covariance((error * law) ** 2)
        )
        fit = fit_exponents(plan, measured, LEVEL)
        if fit.lower is not None and fit.upper is not None:
            count += bool(fit.lower[0] >= -1 - MARGIN and fit.upper[0] <= -1 + MARGIN)
    return count


@pytest.mark.parametrize(("order", "seed"), [(0.0, 11), (0.5, 13), (1.0, 17)])
def test_the_planned_error_gives_the_planned_power(order, seed):
    plan = design(11)
    error = required_error(plan, np.array([-1.0]), MARGIN, level=LEVEL, power=POWER)
    u = np.exp(-order * (plan.columns[:, 0] - plan.columns[0, 0]))
    law = np.exp(-plan.columns[:, 0]) * (1 + 0.5 * u * (order > 0))
    # A form is rejected by chance at the level too, which the plan does not count.
    assert clopper_pearson_upper(decided(plan, law, error, seed), RUNS, 0.001) >= POWER - 2 * LEVEL


def test_twice_the_planned_error_is_too_much_for_the_hardest_truth():
    plan = design(11)
    error = required_error(plan, np.array([-1.0]), MARGIN, level=LEVEL, power=POWER)
    law = np.exp(-plan.columns[:, 0]) * (1 + 0.5 * np.exp(-0.5 * (plan.columns[:, 0] - plan.columns[0, 0])))
    assert clopper_pearson_lower(RUNS - decided(plan, law, 2 * error, 19), RUNS, 0.001) > 1 - POWER


def test_longer_ranges_and_simpler_truths_need_less():
    exponent = np.array([-1.0])
    errors = [required_error(design(top), exponent, MARGIN, level=LEVEL, power=POWER) for top in (9, 11, 14)]
    assert errors == sorted(errors)
    pure = (Correction(name="pure"),)
    assert required_error(design(11), exponent, MARGIN, level=LEVEL, power=POWER, family=pure) > 2 * errors[1]
