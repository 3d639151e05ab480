"""The fitted line goes where the fitted formula says, and its band where the exponent's interval says."""

import math

import pytest
from msgspec.structs import replace
from theorycheck.report.fitted import fitted, law_labels
from theorycheck.report.plots import plots
from theorycheck.report.svg import picture


@pytest.fixture
def claim(document):
    return next(claim for claim in document.claims if claim.id == "conditioning.capacity.mean_noise.omega")


def test_a_fitted_formula_is_drawn_at_the_sizes(claim):
    planted = replace(claim, formulas=replace(claim.formulas, measured="3*d_k**(0.9)"))
    line = fitted(planted, "d_k", planted.points)
    assert line.values == pytest.approx([3 * size**0.9 for size in line.sizes])


@pytest.mark.parametrize("measured", [None, "6 means", "no (formula"])
def test_without_a_formula_the_slope_goes_through_the_middle_of_the_points(claim, measured):
    line = fitted(replace(claim, formulas=replace(claim.formulas, measured=measured)), "d_k", claim.points)
    slope = math.log(line.values[-1] / line.values[0]) / math.log(line.sizes[-1] / line.sizes[0])
    assert slope == pytest.approx(claim.exponents["d_k"].estimate)
    logs = [math.log(point.mean / value) for point, value in zip(claim.points, line.values, strict=True)]
    assert sum(logs) == pytest.approx(0, abs=1e-9)


def test_the_band_has_the_slopes_of_the_interval(claim):
    exponent = replace(claim.exponents["d_k"], estimate=1.0, ci=(0.9, 1.2))
    line = fitted(replace(claim, exponents={"d_k": exponent}), "d_k", claim.points)
    steps = [math.log(line.sizes[-1] / line.sizes[0]) * width for width in (0.5 * 0.2, 0.5 * 0.1)]
    assert math.log(line.high[-1] / line.values[-1]) == pytest.approx(steps[0])
    assert math.log(line.values[-1] / line.low[-1]) == pytest.approx(steps[1])
    assert (
        fitted(replace(claim, exponents={"d_k": replace(exponent, ci=None)}), "d_k", claim.points).low == ()
    )


@pytest.mark.parametrize("fields", [{"ci": (-1e300, 1e300)}, {"estimate": 1e300}, {"exponential": -1e300}])
def test_a_line_of_any_exponent_is_made_of_numbers(claim, fields):
    exponent, formulas = replace(claim.exponents["d_k"], **fields), replace(claim.formulas, measured=None)
    line = fitted(replace(claim, exponents={"d_k": exponent}, formulas=formulas), "d_k", claim.points)
    assert all(map(math.isfinite, (*line.values, *line.low, *line.high)))
    assert max(line.values) > 100 * min(line.values) or max(line.high) > 100 * min(line.low)


def test_an_exponential_is_drawn_as_one(claim):
    exponent = replace(claim.exponents["d_k"], estimate=None, ci=None, exponential=-0.01)
    formulas = replace(claim.formulas, measured=None)
    line = fitted(replace(claim, exponents={"d_k": exponent}, formulas=formulas), "d_k", claim.points)
    rate = math.log(line.values[-1] / line.values[0]) / (line.sizes[-1] - line.sizes[0])
    assert rate == pytest.approx(-0.01)


def test_an_equality_has_no_fitted_law(document):
    equality = next(claim for claim in document.claims if claim.relation == "equals" and claim.points)
    assert fitted(equality, "n", equality.points) is None


def test_the_lines_of_a_drawing_carry_their_names(claim):
    labels = law_labels(claim, "d_k")
    assert labels["claimed"] == "claimed √d_k"
    assert labels["fitted"].startswith("fitted d_k^")
    words = picture(plots(claim)["d_k"]).replace("</tspan>", "").replace("<tspan>", "")
    assert ">claimed √d" in words
    assert ">fitted d" in words
    assert 'class="fitted"' in words
    assert 'class="band"' in words
