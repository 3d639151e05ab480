"""Figures are drawn to scale, once, readable in grey, and their numbers stand in a table."""

import re
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace
from theorycheck.document import Axis, FigurePoint, FigureRecord, Guide
from theorycheck.figure import FigureKind
from theorycheck.report.chart import INNER
from theorycheck.report.colormap import colormap_of
from theorycheck.report.figure_charts import figure_drawing, tiled
from theorycheck.report.figure_tables import guide_name, table
from theorycheck.report.markdown_page import render
from theorycheck.report.site import single_file
from theorycheck.report.svg import picture


def figure_svg(figure: FigureRecord) -> str:
    return picture(figure_drawing(figure))


@pytest.fixture(scope="module")
def by_kind(document):
    return {figure.kind: figure for figure in document.figures}


@pytest.fixture(scope="module")
def page(document):
    return single_file(document)


def changed(figure: FigureRecord, factor: float) -> FigureRecord:
    first, *others = figure.points
    return replace(figure, points=[replace(first, mean=factor * first.mean), *others])


@pytest.mark.parametrize("kind", FigureKind)
def test_a_drawing_is_well_formed_colourless_and_says_what_it_shows(by_kind, kind):
    drawn = figure_svg(by_kind[kind])
    assert ET.fromstring(drawn).get("aria-label") == by_kind[kind].alternative
    assert not re.search(r"#[0-9a-f]{3,6}\b|rgb| style=|nan|inf\b", drawn)
    assert figure_svg(by_kind[kind]) == drawn
    assert figure_svg(changed(by_kind[kind], 1.5)) != drawn


@pytest.mark.parametrize("kind", FigureKind)
@pytest.mark.parametrize("factor", [1e300, -1e300, 5e-324])
def test_numbers_at_the_ends_of_double_precision_are_drawn(by_kind, kind, factor):
    drawn = figure_svg(changed(by_kind[kind], factor))
    assert ET.fromstring(drawn) is not None
    assert not re.search(r"\b(?:nan|inf)\b", drawn)


@pytest.mark.parametrize("kind", FigureKind)
def test_a_figure_without_a_number_says_what_is_missing(by_kind, kind, document):
    empty = replace(by_kind[kind], points=[], guides=[], missing="no threshold")
    assert ET.fromstring(figure_svg(empty)).get("aria-label") == empty.alternative
    alone = replace(document, figures=[empty])
    assert "no threshold" in single_file(alone)
    assert "no threshold" in render(alone)


def test_curves_have_a_band_a_line_and_a_mark_each_and_dashed_guides(by_kind):
    drawn = figure_svg(by_kind[FigureKind.CURVES])
    for css, count in (("band", 2), ("line", 4), ("guide-0", 3), ("m-0", 2), ("m-1", 2)):
        assert len(re.findall(rf'class="{css}"', drawn)) == count
    # Lines in the order of a number differ in strength as well.
    assert 'stroke-opacity="0.4"' in drawn


def test_exact_values_have_no_band(by_kind):
    exact = [
        FigurePoint(at={"d_k": d}, series=None, mean=1 / d, stderr=None, error_bound=1e-16, trials=0)
        for d in (8, 16)
    ]
    figure = replace(by_kind[FigureKind.CURVES], points=exact, series=None, guides=[])
    assert 'class="band"' not in figure_svg(figure)


def test_tiles_tell_their_numbers_and_keep_their_order(by_kind):
    figure = by_kind[FigureKind.HEAT_MAP]
    drawn = figure_svg(figure)
    tiles = re.findall(r'fill-opacity="([\d.]+)"><title>([^<]*)</title>', drawn)
    assert len(tiles) == len(figure.points)
    assert "d_k = 8, n = 4: 0.333 ± 0.033" in {told for _, told in tiles}
    strengths = [float(strength) for strength, _ in tiles]
    assert strengths == pytest.approx([point.mean for point in figure.points], abs=0.006)


def test_axes_of_a_map_name_the_sizes_of_the_grid(by_kind):
    drawn = figure_svg(by_kind[FigureKind.HEAT_MAP])
    up, along, *_ = re.findall(r'<g class="(?:end|mid)">(.*?)</g>', drawn)
    assert re.findall(r">(\d+)<", up) == ["4", "8", "16"]
    assert re.findall(r">(\d+)<", along) == ["8", "16"]


def test_tiles_meet_halfway_between_their_values():
    spans, axis = tiled([1.0, 4.0, 16.0], Axis(name="n", log=True))
    assert spans == {1.0: (0.5, 2.0), 4.0: (2.0, 8.0), 16.0: (8.0, 32.0)}
    assert [axis(end) for end in (0.5, 32.0)] == pytest.approx([0.0, INNER])


def test_shares_are_shaded_from_zero_to_one_and_wide_ranges_by_their_logarithm():
    assert colormap_of([0.2, 0.9])(0.5) == 0.5
    assert colormap_of([1e-4, 1.0])(1e-2) == pytest.approx(0.5)
    assert colormap_of([2.0, 4.0])(3.0) == 0.5
    assert colormap_of([3.0, 3.0])(3.0) == 0.0


def test_dots_stand_at_their_outputs(by_kind):
    drawn = figure_svg(by_kind[FigureKind.SCATTER])
    assert drawn.count("<circle") == 2 * 3
    assert "d_k = 8: signal 1.12 ± 0.11, noise 0.250 ± 0.025" in drawn


def test_hostile_names_of_lines_stay_text(by_kind):
    figure = by_kind[FigureKind.CURVES]
    points = [replace(point, series='<b a="') for point in figure.points]
    drawn = figure_svg(replace(figure, points=points, guides=[]))
    assert "<b" not in drawn
    assert "&lt;b a=&quot;" in drawn


def test_a_zero_on_a_logarithmic_axis_is_left_out_and_said(by_kind, document):
    figure = changed(by_kind[FigureKind.CURVES], 0.0)
    assert "nan" not in figure_svg(figure)
    shown = single_file(replace(document, figures=[figure]))
    assert "A count of zero is not shown on a logarithmic axis" in shown
    assert "A count of zero is not shown on a logarithmic axis" not in single_file(document)


def test_a_figure_has_a_part_of_its_own_that_its_claims_name(page, document):
    name = "conditioning.figure.curves"
    assert page.count(f'id="{name}"') == 1
    articles = re.findall(r"<article .*?</article>", page, flags=re.DOTALL)
    (holding,) = [article for article in articles if f'id="{name}"' in article]
    supported = next(figure for figure in document.figures if figure.id == name).supports
    pointing = [article for article in articles if f'href="#{name}"' in article]
    assert all(f'href="#{claim}"' in holding for claim in supported)
    assert all(any(f' id="{claim}"' in article for article in pointing) for claim in supported)
    assert any("(Figure 2 of the source)" in article for article in pointing)


def test_every_figure_stands_in_the_list(page, document):
    listed = page.partition('<section id="figures">')[2].partition("</section>")[0]
    assert listed.count('href="#conditioning.figure.') == len(document.figures)


def test_tables_hold_every_number_at_its_place(by_kind):
    curves, tiles, dots = (table(by_kind[kind]) for kind in FigureKind)
    assert (curves.corner, curves.across, curves.columns) == ("d_k", "n", (2, 8))
    assert [row for row, _ in curves.rows] == [16, 64, 256]
    assert all(
        point.at == {"d_k": row, "n": n}
        for row, points in curves.rows
        for n, point in zip((2, 8), points, strict=True)
    )
    assert [row for row, _ in tiles.rows] == [16, 8, 4]
    assert (tiles.columns, dots.columns) == ((8, 16), ("signal", "noise", "share"))
    for kind, found in zip(FigureKind, (curves, tiles, dots), strict=True):
        assert sum(point is not None for _, points in found.rows for point in points) == len(
            by_kind[kind].points
        )


def test_the_markdown_twin_has_captions_and_tables(document):
    text = render(document)
    assert "| $d_k$ | 2 | 8 |" in text
    assert "0.500 ± 0.050" in text
    assert text.count("One sees that it grows.") == len(document.figures)


def test_a_guide_is_named_by_its_formula_once():
    guide = Guide(name="d_k^2", law="d_k**2", latex="d_{k}^{2}", series=None, points=[])
    assert guide_name(guide) == "$d_{k}^{2}$"
    assert guide_name(replace(guide, name="square")) == "square: $d_{k}^{2}$"
    assert guide_name(replace(guide, name="n = d_k^2")) == "n = d_k^2"


def test_pages_of_documents_without_figures_have_no_list(document):
    without = replace(document, figures=[])
    assert 'id="figures"' not in single_file(without)
    assert "## Figures" not in render(without)
