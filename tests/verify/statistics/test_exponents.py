"""Planted power laws: corrections, floors, exact points, several variables, small counts."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from theorycheck.statistics import profile
from theorycheck.statistics.corrections import Correction, Design, Shape, corrections
from theorycheck.statistics.covariance import Covariance
from theorycheck.statistics.exponents import Measured, fit_constant, fit_exponents, form_p_value, remains
from theorycheck.statistics.intervals import rise_of
from theorycheck.statistics.likelihood import Counts, LinearMeans, LogMeans
from theorycheck.statistics.profile import SELECTION, fit_family, intervals

SIZES = 2.0 ** np.arange(4, 12)
DESIGN = Design(names=("d",), columns=np.log(SIZES)[:, None], offset=np.zeros(8))
LEVEL = 0.005


def planted(law: Callable[[np.ndarray], np.ndarray], relative: float, seed: int) -> Measured:
    rng = np.random.default_rng(seed)
    means = law(SIZES)
    return Measured(
        means=means * (1 + relative * rng.standard_normal(8)), covariance=Covariance((relative * means) ** 2)
    )


@pytest.mark.parametrize("correction", ["pure", "half", "one", "floor"])
def test_the_envelope_covers_the_leading_exponent_under_each_correction(correction):
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


@pytest.mark.parametrize(("sizes", "charge"), [(8, SELECTION), (2, 0.0)])
def test_an_interval_is_charged_for_the_choice_among_forms_where_there_is_one(sizes, charge):
    design = replace(DESIGN, columns=DESIGN.columns[:sizes], offset=DESIGN.offset[:sizes])
    whole = planted(lambda d: d + 8 * np.sqrt(d), 0.01, 61)
    measured = Measured(means=whole.means[:sizes], covariance=whole.covariance.take(np.arange(sizes)))
    fit = fit_exponents(design, measured, LEVEL)
    assert fit.limits is not None
    assert fit.lower is not None
    assert fit.upper is not None
    for rise, equal in ((rise_of(2 * LEVEL) + charge, True), (rise_of(2 * LEVEL) + 1 - charge, False)):
        allowed = intervals(1, fit.limits.scans, fit.models, measured.likelihood, rise).values()
        ends = min(low for low, _ in allowed), max(high for _, high in allowed)
        assert (ends == (fit.lower[0], fit.upper[0])) is equal


def test_a_straight_line_alone_would_miss_a_hidden_correction():
    measured = planted(lambda d: (1 + 2 * d**-0.5) / d, 0.003, 47)
    (line,), (scan,) = fit_family(
        DESIGN, measured.likelihood, measured.means, [Correction(name="pure")], rise_of(0.01)
    )
    assert abs(line.theta[1] + 1) > 10 * np.sqrt(scan.fits.covariance[0, 1, 1])
    assert line.p_value < LEVEL


def test_a_floor_under_a_decaying_law_is_never_taken_for_the_law():
    fit = fit_exponents(DESIGN, planted(lambda d: 1 / d + 5e-4, 0.005, 53), LEVEL)
    assert fit.best is not None
    assert fit.best.correction.floor
    assert remains(fit.best)
    assert fit.vanishing is None or fit.vanishing[0, 0] > -0.9
    pure = fit_exponents(DESIGN, planted(lambda d: 1 / d, 0.005, 53), LEVEL)
    assert pure.vanishing is not None
    assert pure.vanishing[0, 0] < -1 < pure.vanishing[1, 0]


def test_a_form_outside_the_family_is_rejected():
    fit = fit_exponents(DESIGN, planted(lambda d: np.exp(-d / 300), 0.01, 59), LEVEL)
    assert fit.rejected
    assert fit.estimate is None


def test_a_correction_is_small_at_the_far_end():
    shape = Shape(design=DESIGN, correction=Correction(name="half", terms=((0, 0.5),)), means=1 / SIZES)
    ends = np.array([[-1.0], [0.0], [1.0]])
    offsets, floors = shape.at(ends)
    assert floors is None
    assert np.exp(offsets[:, -1]) == pytest.approx([1 - 0.95 * (SIZES[-1] / SIZES[0]) ** -0.5, 1.0, 1.5])
    assert np.exp(offsets[:, 0]) == pytest.approx([0.05, 1.0, 1 + shape.amplitude(ends[2])[0]])


def test_a_floor_stays_between_the_means():
    shape = Shape(design=DESIGN, correction=Correction(name="floor", floor=True), means=1 / SIZES)
    _, floors = shape.at(np.array([[-1.0], [0.0], [1.0]]))
    assert floors is not None
    assert floors == pytest.approx([-0.5 / SIZES[0], 0.0, 0.995 / SIZES[-1]])


def test_a_free_power_of_a_logarithm_widens_the_interval_and_covers():
    measured = planted(lambda d: np.log(d) / d, 0.003, 61)
    bare, loose = (fit_exponents(DESIGN, measured, LEVEL, up_to_logs=up) for up in (False, True))
    assert loose.lower is not None
    assert loose.upper is not None
    assert loose.lower[0] <= -1 <= loose.upper[0]
    assert bare.lower is None or bare.lower[0] > -1


def test_an_exponential_rate_is_a_column_like_any_other():
    rng = np.random.default_rng(63)
    x = np.linspace(1.0, 10.0, 10)
    means = 2 * np.exp(-0.3 * x) / np.sqrt(x)
    design = Design(
        names=("x", "rate"), columns=np.column_stack([np.log(x), -x]), offset=np.zeros(10), powers=()
    )
    measured = Measured(
        means=means * (1 + 0.002 * rng.standard_normal(10)), covariance=Covariance((0.002 * means) ** 2)
    )
    fit = fit_exponents(design, measured, LEVEL)
    assert fit.lower is not None
    assert fit.upper is not None
    assert np.all(fit.lower <= [-0.5, 0.3])
    assert np.all(fit.upper >= [-0.5, 0.3])
    assert np.all(fit.upper - fit.lower < 0.05)
    assert fit_constant(design.offset + design.columns @ [-0.5, 0.3], measured) == pytest.approx(
        np.log(2), abs=0.01
    )


def test_few_trials_widen_the_errors():
    means, variances = 1 / SIZES, (0.01 / SIZES) ** 2
    known = Measured(means=means, covariance=Covariance(variances))
    few = Measured(means=means, covariance=Covariance(variances), dof=np.full(8, 5.0))
    wide, narrow = (fit_exponents(DESIGN, measured, LEVEL) for measured in (few, known))
    assert wide.upper is not None
    assert narrow.upper is not None
    assert wide.upper[0] + 1 == pytest.approx((narrow.upper[0] + 1) * np.sqrt(5 / 3), rel=0.05)


def test_two_variables_have_an_exponent_each():
    rng = np.random.default_rng(67)
    n, d = (grid.ravel() for grid in np.meshgrid([2.0, 4, 8, 16, 32], [16.0, 64, 256, 1024]))
    design = Design(names=("n", "d"), columns=np.log(np.column_stack([n - 1, d])), offset=np.zeros(20))
    means = (n - 1) / d
    measured = Measured(
        means=means * (1 + 0.005 * rng.standard_normal(20)), covariance=Covariance((0.005 * means) ** 2)
    )
    fit = fit_exponents(design, measured, LEVEL)
    assert fit.lower is not None
    assert fit.upper is not None
    assert np.all(fit.lower <= [1, -1])
    assert np.all(fit.upper >= [1, -1])
    assert form_p_value(design, np.array([1.0, -0.5]), measured, LEVEL) < LEVEL
    assert form_p_value(design, np.array([1.0, -1.0]), measured, LEVEL) > LEVEL


@pytest.mark.parametrize("count", [3, 4, 5])
def test_each_of_many_variables_has_its_exponent(count):
    """Each takes three sizes, and may be corrected with all the others."""
    columns = np.log(np.random.default_rng(67).choice([8.0, 32.0, 128.0], size=(90, count)))
    truth = np.linspace(-1, 0.5, count)
    means = np.exp(columns @ truth)
    noisy = means * (1 + 0.01 * np.random.default_rng(71).standard_normal(len(means)))
    design = Design(names=tuple("abcde"[:count]), columns=columns, offset=np.zeros(len(means)))
    fit = fit_exponents(design, Measured(means=noisy, covariance=Covariance((0.01 * means) ** 2)), LEVEL)
    assert fit.lower is not None
    assert fit.upper is not None
    assert np.all((fit.lower <= truth) & (truth <= fit.upper))
    assert np.all(fit.upper - fit.lower < 0.3)


def test_exact_points_of_a_pure_law_allow_only_its_slope():
    measured = Measured(means=SIZES**0.5, covariance=Covariance(np.zeros(8)), error_bounds=np.full(8, 1e-9))
    fit = fit_exponents(DESIGN, measured, LEVEL)
    assert fit.lower is not None
    assert fit.upper is not None
    assert fit.lower[0] < 0.5 < fit.upper[0]
    assert fit.upper[0] - fit.lower[0] < 1e-8


def test_exact_points_with_a_correction_span_its_extrapolation():
    measured = Measured(means=SIZES + 1, covariance=Covariance(np.zeros(8)), error_bounds=np.full(8, 1e-12))
    fit = fit_exponents(DESIGN, measured, LEVEL)
    assert fit.lower is not None
    assert fit.upper is not None
    assert fit.lower[0] < 1 < fit.upper[0]
    assert 1e-4 < fit.upper[0] - fit.lower[0] < 0.01


def test_small_counts_are_fitted_by_their_likelihood():
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


def test_an_interval_of_counts_ends_where_the_profile_has_risen():
    trials = np.full(8, 4_000.0)
    counts = np.random.default_rng(61).binomial(4_000, 4 / SIZES).astype(float)
    data = Counts(counts=counts, trials=trials)
    rise = rise_of(0.01)
    pure = [Correction(name="pure")]
    models, scans = fit_family(DESIGN, data, counts / trials, pure, rise)
    low, high = intervals(1, scans, models, data, rise)[0]
    least = float(data.fit(DESIGN.regressors, np.zeros((1, 8))).deviance[0])
    for end in (low, high):
        held = data.fit(np.ones((8, 1)), (end * DESIGN.columns[:, 0])[None])
        assert float(held.deviance[0]) - least == pytest.approx(rise, rel=5e-3)
    assert low < float(models[0].theta[1]) < high


def worst_rise_beside_a_correction() -> float:
    """How far the deviance at the ends of an interval is from the rise, over all amplitudes of a correction.

    The errors are so small that an amplitude and the exponent go together in a narrow valley.
    """
    means = (1 + 3 / np.sqrt(SIZES)) / SIZES
    data = LinearMeans(means=means, covariance=Covariance((1e-3 * means) ** 2))
    correction, rise = Correction(name="half", terms=((0, 0.5),)), rise_of(0.01)
    ((model,), scans) = fit_family(DESIGN, data, means, [correction], rise)
    amplitudes = np.linspace(-1, 1, 20_001)[:, None]
    offsets, _ = scans[0].shape.at(amplitudes)
    ends = intervals(1, scans, [model], data, rise)[0]
    fits = [data.fit(np.ones((8, 1)), offsets + end * DESIGN.columns[:, 0]) for end in ends]
    return max(abs(float(fit.deviance.min()) - model.deviance - rise) / rise for fit in fits)


def test_an_interval_ends_where_the_profile_has_risen_over_all_amplitudes(monkeypatch):
    assert worst_rise_beside_a_correction() < 5e-3
    # Without a place between those of the grid the valley is missed.
    monkeypatch.setattr(profile, "PROFILE_GRID", 1)
    assert worst_rise_beside_a_correction() > 0.03


@pytest.mark.parametrize("likelihood", ["logs", "means", "counts"])
def test_a_model_beside_others_is_fitted_as_by_itself(likelihood):
    rng = np.random.default_rng(71)
    means = (1 + 4 / SIZES) / SIZES * (1 + 0.02 * rng.standard_normal(8))
    errors = Covariance((0.02 * means) ** 2)
    trials = np.full(8, 4_000.0)
    data = {
        "logs": LogMeans(means=means, covariance=errors),
        "means": LinearMeans(means=means, covariance=errors),
        "counts": Counts(counts=rng.binomial(4_000, means).astype(float), trials=trials),
    }[likelihood]
    rise = rise_of(0.01)
    family = corrections(DESIGN, up_to_logs=True)
    models, scans = fit_family(DESIGN, data, means, family, rise)
    together = intervals(1, scans, models, data, rise)
    assert len(together) > 2
    for number, correction in enumerate(family):
        ((model,), alone) = fit_family(DESIGN, data, means, [correction], rise)
        assert model.deviance == pytest.approx(models[number].deviance, rel=1e-7)
        if number in together:
            # Every model is held to the least deviance of all.
            least = min(one.penalised for one in models)
            ends = intervals(1, alone, [model], data, rise - (model.penalised - least))[0]
            assert ends == pytest.approx(together[number], rel=1e-5)


def test_an_interval_that_nothing_bounds_is_infinite_on_both_sides(monkeypatch):
    monkeypatch.setattr(profile, "EXPANSIONS", 1)
    monkeypatch.setattr(profile, "FIRST", 1e-3)
    counts, trials = np.zeros(8), np.full(8, 3.0)
    counts[3] = 1.0
    data = Counts(counts=counts, trials=trials)
    rise = 1e7
    models, scans = fit_family(DESIGN, data, counts / trials, [Correction(name="pure")], rise)
    assert intervals(1, scans, models, data, rise)[0] == (-np.inf, np.inf)
