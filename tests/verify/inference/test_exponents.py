"""Planted power laws: corrections, floors, exact cells, several variables, small counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from lawcheck.verify.inference.corrections import Correction, Design, amplitude_box, predictor
from lawcheck.verify.inference.covariance import Covariance
from lawcheck.verify.inference.exponents import Measured, fit_exponents, fit_model, form_p_value

SIZES = 2.0 ** np.arange(4, 12)
DESIGN = Design(names=("d",), logs=np.log(SIZES)[:, None], offset=np.zeros(8))
LEVEL = 0.005


def planted(law: Callable[[np.ndarray], np.ndarray], relative: float, seed: int) -> Measured:
    rng = np.random.default_rng(seed)
    means = law(SIZES)
    return Measured(
        means=means * (1 + relative * rng.standard_normal(8)), covariance=Covariance((relative * means) ** 2)
    )


@pytest.mark.parametrize("correction", ["pure", "half", "one", "floor"])
def test_the_envelope_covers_the_leading_exponent_under_each_correction(correction: str) -> None:
    laws: dict[str, Callable[[np.ndarray], np.ndarray]] = {
        "pure": lambda d: 1 / d,
        "half": lambda d: (1 + 2 * d**-0.5) / d,
        "one": lambda d: (1 + 4 / d) / d,
        "floor": lambda d: 1 / d + 5e-4,
    }
    fit = fit_exponents(DESIGN, planted(laws[correction], 0.01, 43), LEVEL)
    assert fit.lower is not None
    assert fit.upper is not None
    assert fit.lower[0] <= -1 <= fit.upper[0]
    assert fit.upper[0] - fit.lower[0] < 0.4


def test_a_straight_line_alone_would_miss_a_hidden_correction() -> None:
    measured = planted(lambda d: (1 + 2 * d**-0.5) / d, 0.003, 47)
    line = fit_model(DESIGN, Correction(name="pure"), measured)
    assert line is not None
    slope, stderr = line.fit.parameters[1], np.sqrt(line.fit.covariance[1, 1])
    assert abs(slope + 1) > 10 * stderr
    assert line.fit.p_value < LEVEL


def test_a_floor_under_a_decaying_law_rejects_every_vanishing_form() -> None:
    fit = fit_exponents(DESIGN, planted(lambda d: 1 / d + 5e-4, 0.005, 53), LEVEL)
    assert fit.rejected
    assert [model.correction.name for model in fit.survivors] == ["floor"]
    assert not fit_exponents(DESIGN, planted(lambda d: 1 / d, 0.005, 53), LEVEL).rejected


def test_a_form_outside_the_family_is_rejected() -> None:
    fit = fit_exponents(DESIGN, planted(lambda d: np.exp(-d / 300), 0.01, 59), LEVEL)
    assert fit.rejected
    assert fit.estimate is None


def test_the_jacobian_of_every_model_is_that_of_finite_differences() -> None:
    theta = np.array([0.3, -0.8, 0.2])
    for correction in (Correction(name="half", terms=((0, 0.5),)), Correction(name="floor", floor=True)):
        predict = predictor(DESIGN, correction)
        eta, jacobian = predict(theta)
        for j in range(3):
            moved = theta.copy()
            moved[j] += 1e-6
            assert (predict(moved)[0] - eta) / 1e-6 == pytest.approx(jacobian[:, j], abs=1e-4)


def test_a_correction_is_small_at_the_far_end() -> None:
    low, high = amplitude_box(DESIGN, Correction(name="half", terms=((0, 0.5),)))
    assert high[0] * (SIZES[-1] / SIZES[0]) ** -0.5 == pytest.approx(0.5)
    assert low[0] == -0.95
    shifted = fit_model(
        DESIGN, Correction(name="half", terms=((0, 0.5),)), planted(lambda d: d**-1.0, 0.08, 61)
    )
    assert shifted is not None
    assert low[0] <= shifted.fit.parameters[2] <= high[0]


def test_two_variables_have_an_exponent_each() -> None:
    rng = np.random.default_rng(67)
    n, d = (grid.ravel() for grid in np.meshgrid([2.0, 4, 8, 16, 32], [16.0, 64, 256, 1024]))
    design = Design(names=("n", "d"), logs=np.log(np.column_stack([n - 1, d])), offset=np.zeros(20))
    means = (n - 1) / d
    measured = Measured(
        means=means * (1 + 0.005 * rng.standard_normal(20)), covariance=Covariance((0.005 * means) ** 2)
    )
    fit = fit_exponents(design, measured, LEVEL)
    assert fit.lower is not None
    assert fit.upper is not None
    assert np.all(fit.lower <= [1, -1])
    assert np.all(fit.upper >= [1, -1])
    assert form_p_value(design, np.array([1.0, -0.5]), measured) < LEVEL
    assert form_p_value(design, np.array([1.0, -1.0]), measured) > LEVEL


def test_exact_cells_of_a_pure_law_allow_only_its_slope() -> None:
    measured = Measured(means=SIZES**0.5, covariance=Covariance(np.zeros(8)), error_bounds=np.full(8, 1e-9))
    fit = fit_exponents(DESIGN, measured, LEVEL)
    assert fit.lower is not None
    assert fit.upper is not None
    assert fit.lower[0] < 0.5 < fit.upper[0]
    assert fit.upper[0] - fit.lower[0] < 1e-8


def test_exact_cells_with_a_correction_span_its_extrapolation() -> None:
    measured = Measured(means=SIZES + 1, covariance=Covariance(np.zeros(8)), error_bounds=np.full(8, 1e-12))
    fit = fit_exponents(DESIGN, measured, LEVEL)
    assert fit.lower is not None
    assert fit.upper is not None
    assert fit.lower[0] < 1 < fit.upper[0]
    assert 1e-4 < fit.upper[0] - fit.lower[0] < 0.01


def test_small_counts_are_fitted_by_their_likelihood() -> None:
    rng = np.random.default_rng(71)
    missed = []
    for _ in range(100):
        trials = np.full(8, 4_000.0)
        counts = rng.binomial(4_000, 0.4 / SIZES).astype(float)
        share = counts / trials
        measured = Measured(means=share, covariance=Covariance(share / trials), counts=counts, trials=trials)
        fit = fit_exponents(DESIGN, measured, LEVEL)
        missed.append(fit.lower is None or fit.upper is None or not fit.lower[0] <= -1 <= fit.upper[0])
        assert counts.min() < 5
    assert sum(missed) <= 4
