"""Plots draw what the points say, for every variable, in bounded size."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.ticker import LogLocator, MaxNLocator
from msgspec.structs import replace
from theorycheck.document import PointRecord
from theorycheck.report.axes import FAR, Axis, dodge, limits, log_label, sizes_axis, ticks
from theorycheck.report.drawing import MARKS, strokes
from theorycheck.report.plots import plots
from theorycheck.report.svg import UNITS, markers, picture, written

from ..running import python


def pictures(claim) -> list[str]:
    """The drawings of a claim as SVG."""
    return [picture(drawing) for drawing in plots(claim).values()]


def located(low: float, high: float, *, is_log: bool) -> list[float]:
    """The labelled values that matplotlib chooses."""
    if is_log:
        parts = (1.0,) if high >= 100 * low else (1.0, 2.0, 5.0)
        found = LogLocator(subs=parts, numticks=5).tick_values(low, high)
    else:
        found = MaxNLocator(4, steps=(1, 2, 2.5, 5, 10)).tick_values(low, high)
    return [value for value in found.tolist() if low <= value <= high]


def test_powers_are_labelled_as_matplotlib_labels_them():
    # No axis begins at a power of ten: matplotlib rounds that of -5 down, and would leave it out.
    draw = np.random.default_rng(5).uniform
    for low in (10 ** draw(-12, 9, 300)).tolist():
        high = low * 10 ** draw(0.001, 12)
        assert ticks(low, high, is_log=True) == pytest.approx(located(low, high, is_log=True), rel=1e-14)


def test_values_are_labelled_as_matplotlib_labels_them():
    draw = np.random.default_rng(5).uniform
    for low in (draw(-1, 1, 300) * 10 ** draw(-3, 6, 300)).tolist():
        high = low + 10 ** draw(-4, 6)
        assert ticks(low, high, is_log=False) == pytest.approx(located(low, high, is_log=False), rel=1e-14)


def test_labels_one_step_off_are_noticed():
    assert ticks(0.0, 4.1, is_log=False) != pytest.approx(located(0.0, 8.3, is_log=False))


@pytest.fixture(scope="module")
def by_id(document):
    return {claim.id: claim for claim in document.claims}


def test_the_variable_with_most_sizes_has_the_drawing(by_id):
    claim = by_id["conditioning.noise_power"]
    assert list(plots(claim)) == ["n"]
    assert plots(by_id["conditioning.linearity"]) == {}
    fewer = [
        point
        for point in claim.points
        if point.at["n"] == 9 or (point.at["n"] == 33 and point.at["d_k"] == 16)
    ]
    many = [replace(point, at={**point.at, "d_v": k}) for k, point in enumerate(fewer, start=1)]
    assert list(plots(replace(claim, points=many))) == ["d_v"]


def test_each_variable_with_local_exponents_has_a_drawing(by_id):
    claim = by_id["conditioning.noise_power"]
    (measured,) = by_id["conditioning.capacity.coherent.theta"].exponents.values()
    both = replace(claim, exponents={"d_k": measured, "d_v": measured})
    assert list(plots(both)) == ["d_k", "d_v"]


def test_ratios_that_are_one_everywhere_are_not_drawn(by_id):
    claim = by_id["conditioning.noise_power"]
    assert "measured ÷" in pictures(claim)[0]
    exact = [replace(c, mean=c.derived, ci=(c.derived, c.derived)) for c in claim.points]
    (plot,) = pictures(replace(claim, points=exact))
    assert "measured ÷" not in plot


def test_drawings_are_well_formed_small_and_named(by_id):
    for plot in pictures(by_id["conditioning.key_overlap_tail_bound"]):
        assert ET.fromstring(plot).tag == "svg"
        assert len(plot) < 12_000
        assert 'aria-label="Against ' in plot
        assert not re.search(r"\d\.\d{3,}", plot)


def test_a_drawing_names_no_colour(by_id):
    for plot in pictures(by_id["conditioning.noise_power"]):
        assert not re.search(r"#[0-9a-f]{3,6}\b|rgb| style=", plot)


STEP = re.compile(r"([MLlHhVv])([-\d. ]*)")


def walked(path: str) -> list[tuple[float, float]]:
    """The places that a path goes through."""
    found, x, y = [], 0.0, 0.0
    for command, told in STEP.findall(path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", told)]
        across, down = (x, y) if command.islower() else (0.0, 0.0)
        x = across + numbers[0] if command in "MLlHh" else x
        y = down + numbers[-1] if command in "MLlVv" else y
        found.append((x / UNITS, y / UNITS))
    return found


def drawn(drawing: str, css: str) -> list[tuple[float, float]]:
    """The places of all paths of a class: those of the marks, for the class of a mark."""
    paths = re.findall(rf'<path class="{css}" d="([^"]*)"', drawing)
    return [place for path in paths for place in walked(path.removesuffix("h0"))]


@settings(max_examples=200)
@given(st.lists(st.tuples(*[st.floats(-500, 500)] * 2), min_size=1, max_size=9))
def test_a_path_goes_through_its_places_to_a_tenth_of_a_point(places):
    (path,) = re.findall(r'd="([^"]*)"', written(strokes([places], "line")))
    for found, asked in zip(walked(path), places, strict=True):
        assert found == pytest.approx(asked, abs=0.05 + 1e-9)


def test_zero_counts_on_a_log_axis_are_arrows_at_their_upper_limits(by_id):
    claim = by_id["conditioning.key_overlap_tail_bound"]
    zeros = sum(point.mean == 0 for point in claim.points)
    assert zeros
    for plot in pictures(claim):
        assert len(drawn(plot.partition("measured ÷")[0], "m-arrow")) == zeros
    assert drawn(pictures(by_id["conditioning.noise_power"])[0], "m-arrow") == []


def test_an_interval_that_reaches_zero_runs_to_the_axis(by_id):
    claim = by_id["conditioning.capacity.guarantee"]
    wide = [replace(point, ci=(0.0, point.mean)) for point in claim.points]
    (plot,) = pictures(replace(claim, points=wide))
    values = plot.partition("measured ÷")[0]
    lower_ends = {y for _, y in drawn(values, "interval")[::2]}
    (axis,) = {y for _, y in drawn(values, "frame")[1:3]}
    assert lower_ends == {axis}


def test_points_that_are_exactly_zero_have_no_drawing(by_id):
    claim = by_id["conditioning.noise_power"]
    points = [replace(point, mean=0.0, ci=(0.0, 0.0)) for point in claim.points]
    assert plots(replace(claim, points=points)) == {}
    almost = [replace(points[0], ci=(0.0, 0.1)), *points[1:]]
    assert len(plots(replace(claim, points=almost))) == 1


def test_a_variable_that_leaves_too_many_series_is_left_out(by_id):
    claim = by_id["conditioning.noise_power"]
    points = [replace(claim.points[0], at={"n": n, "d_k": d_k}) for n in range(2, 20) for d_k in (16, 64)]
    assert list(plots(replace(claim, points=points))) == ["n"]
    turned = [replace(point, at={"n": point.at["d_k"], "d_k": point.at["n"]}) for point in points]
    assert list(plots(replace(claim, points=turned))) == ["d_k"]


def test_variables_that_go_together_have_one_drawing_of_one_series(by_id):
    claim = by_id["conditioning.noise_power"]
    points = [replace(claim.points[0], at={"n": n, "d_k": 2 * n}) for n in (4, 8, 16)]
    changed = replace(claim, points=points)
    assert list(plots(changed)) == ["n"]
    assert " = 8" not in pictures(changed)[0]
    (apart, *_) = pictures(replace(claim, points=[*points, *claim.points]))
    assert re.findall(r"<text[^>]*>([^<]*)</text>", apart)[-2:] == ["64, 16", "64, 64"]


def test_a_moved_mean_moves_its_mark(by_id):
    claim = by_id["conditioning.noise_power"]
    points = [replace(point, mean=2 * point.mean) for point in claim.points]
    assert plots(claim) == plots(claim)
    assert plots(claim) != plots(replace(claim, points=points))


def test_zero_counts_and_values_below_zero_are_drawn(by_id):
    claim = by_id["conditioning.noise_power"]
    for mean in (0.0, -1.0):
        points = [
            replace(point, mean=mean, ci=(None, 1.0), claimed=0.0, derived=None) for point in claim.points
        ]
        assert len(plots(replace(claim, points=points))) == 1


@pytest.mark.parametrize("value", [1e308, -1e308, 1e300, 5e-324, -0.0])
@pytest.mark.parametrize("field", ["mean", "ci", "claimed", "derived"])
def test_numbers_at_the_ends_of_double_precision_are_drawn(by_id, field, value):
    """One point, so that the axis runs from there to the others; and all, so that it has no other end."""
    claim = by_id["conditioning.noise_power"]
    first, *others = claim.points
    put = {field: (value, abs(value)) if field == "ci" else value}
    for points in ([replace(first, **put), *others],
                   [replace(point, **put) for point in claim.points]):  # fmt: skip
        (drawing,) = plots(replace(claim, points=points)).values()
        plot = picture(drawing)
        drawn = re.sub(r">[^<]*<", "><", plot)
        numbers = map(float, re.findall(r"\d+(?:e\+?\d+)?", drawn))
        assert max(numbers) <= UNITS * 2 * FAR * drawing.height
        assert not re.search(r"\b(?:nan|inf)\b", plot)


def test_formulas_far_below_the_measured_values_do_not_squeeze_them(by_id):
    claim = by_id["conditioning.noise_power"]
    sunk = [replace(point, derived=1e-90) for point in claim.points]
    (plot, *_) = pictures(replace(claim, points=sunk))
    labels = re.findall(r"10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", plot)
    assert "measured ÷" in plot
    assert not [label for label in labels if "⁻⁹" in label or "⁻⁸" in label]


def test_a_variant_named_by_a_word_is_a_series(by_id):
    claim = by_id["conditioning.capacity.guarantee"]

    def under(law: str) -> list[PointRecord]:
        return [replace(point, at={**point.at, "law": law}) for point in claim.points]

    (plot,) = pictures(replace(claim, points=under("$phere") + under("<gauss>")))
    assert "law = $phere" in plot
    assert "law = &lt;gauss&gt;" in plot


def test_marks_of_several_series_stand_beside_each_other():
    assert dodge((1.0, 10.0), 0, 1) == (1.0, 10.0)
    assert dodge((1.0, 10.0), 0, 2)[0] < 1.0 < dodge((1.0, 10.0), 1, 2)[0]
    assert limits((1.0, 10.0))[0] < dodge((1.0, 10.0), 0, 2)[0]


def test_labels_of_sizes_leave_out_what_has_no_room():
    shown = sizes_axis([float(size) for size in range(1000, 1100)], 290.0, "n").labels()
    assert 2 < len(shown) < 15
    assert shown[-1] == (1099, "1099")


def texts(drawing: str, css: str) -> list[str]:
    """The words of a drawing that are aligned in one way."""
    groups = re.findall(rf'<g class="{css}">(.*?)</g>', drawing)
    return [words for group in groups for words in re.findall(r"<text[^>]*>([^<]*)<", group)]


@pytest.mark.parametrize(
    ("scale", "power"), [(1.0, 0.05), (1.0, 1.0), (1e-9, 3.0), (1e-12, 6.0), (-1.0, 1.0)]
)
def test_values_of_every_range_have_few_labels_that_differ(by_id, scale, power):
    claim = by_id["conditioning.capacity.guarantee"]
    means = [scale * point.mean**power for point in claim.points]
    points = [
        replace(point, mean=mean, ci=(mean, mean), claimed=None, derived=None)
        for point, mean in zip(claim.points, means, strict=True)
    ]
    (plot,) = pictures(replace(claim, points=points))
    labels = texts(plot, "end")
    assert 2 <= len(set(labels)) == len(labels) <= 7


def test_large_and_small_powers_of_ten_are_written_as_powers():
    assert [log_label(value) for value in (1e-5, 0.01, 0.5, 1000.0, 1e6)] == [
        "10⁻⁵", "0.01", "0.5", "1000", "10⁶",
    ]  # fmt: skip


def test_claims_that_show_the_same_share_a_drawing(by_id):
    claim = by_id["conditioning.noise_power"]
    other = replace(claim, id="conditioning.other")
    assert pictures(claim)[0] is pictures(other)[0]


def test_every_mark_is_defined_once_and_differs_from_the_others():
    defined = re.findall(r'<marker id="mark-(\w+)".*?d="([^"]*)"', markers())
    assert {name for name, _ in defined} == {str(index) for index in range(len(MARKS))} | {"arrow"}
    assert len({shape for _, shape in defined}) == len(defined) == len(MARKS) + 1


def test_an_axis_puts_its_ends_at_the_ends_and_keeps_ratios_on_a_log_axis():
    plain = Axis(low=2.0, high=6.0, length=100.0, is_log=False)
    assert [plain(value) for value in (2.0, 3.0, 6.0)] == [0.0, 25.0, 100.0]
    upward = Axis(low=1.0, high=100.0, length=100.0, is_log=True, is_upward=True)
    assert [upward(value) for value in (1.0, 10.0, 100.0)] == pytest.approx([100.0, 50.0, 0.0])


def test_pages_without_drawings_do_without_matplotlib():
    code = "import sys, theorycheck.report.html_page; sys.exit('matplotlib' in sys.modules)"
    assert python("-c", code).returncode == 0


def test_an_interval_that_its_mark_covers_is_not_drawn(by_id):
    claim = by_id["conditioning.capacity.guarantee"]

    def intervals(width: float) -> int:
        points = [replace(c, ci=(c.mean, c.mean * (1 + width))) for c in claim.points]
        (plot,) = pictures(replace(claim, points=points))
        return len(drawn(plot.partition("measured ÷")[0], "interval"))

    assert intervals(1e-6) == 0
    assert intervals(1.0) == 2 * len(claim.points)
