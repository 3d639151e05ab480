"""Plots draw what the cells say, for every variable, in bounded size."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import msgspec
import pytest
from lawcheck.verify.document import CellRecord, ClaimRecord, Document
from lawcheck.verify.report.axes import dodge, labelled_sizes, labels, limits
from lawcheck.verify.report.plots import plots
from lawcheck.verify.report.svg import ARROW


@pytest.fixture(scope="module")
def by_id(document: Document) -> dict[str, ClaimRecord]:
    return {claim.id: claim for claim in document.claims}


def test_each_variable_with_several_sizes_has_a_drawing(
    by_id: dict[str, ClaimRecord],
) -> None:
    assert [plot.variable for plot in plots(by_id["conditioning.noise_power"], "a")] == ["n", "d_k", "d_v"]
    assert plots(by_id["conditioning.linearity"], "a") == ()


def test_drawings_are_well_formed_small_and_named(
    by_id: dict[str, ClaimRecord],
) -> None:
    for plot in plots(by_id["conditioning.key_overlap_tail_bound"], "a"):
        assert ET.fromstring(plot.svg).tag == "svg"
        assert len(plot.svg) < 60_000
        assert "<title" in plot.svg
        assert not re.search(r"\d\.\d{3,}", plot.svg)


def test_a_drawing_names_no_colour(by_id: dict[str, ClaimRecord]) -> None:
    for plot in plots(by_id["conditioning.noise_power"], "a"):
        assert not re.search(r"#[0-9a-f]{3,6}\b|rgb| style=", plot.svg)


def test_zero_counts_on_a_log_axis_are_arrows_at_their_upper_limits(by_id: dict[str, ClaimRecord]) -> None:
    claim = by_id["conditioning.key_overlap_tail_bound"]
    zeros = sum(cell.mean == 0 for cell in claim.cells)
    assert zeros
    for plot in plots(claim, "a"):
        assert plot.svg.partition("measured ÷")[0].count(ARROW) == zeros
    assert ARROW not in plots(by_id["conditioning.noise_power"], "a")[0].svg


def test_cells_that_are_exactly_zero_have_no_drawing(by_id: dict[str, ClaimRecord]) -> None:
    claim = by_id["conditioning.noise_power"]
    cells = [msgspec.structs.replace(cell, mean=0.0, ci=(0.0, 0.0)) for cell in claim.cells]
    assert plots(msgspec.structs.replace(claim, cells=cells), "a") == ()
    almost = [msgspec.structs.replace(cells[0], ci=(0.0, 0.1)), *cells[1:]]
    assert len(plots(msgspec.structs.replace(claim, cells=almost), "a")) == 3


def test_a_variable_that_leaves_too_many_series_is_left_out(by_id: dict[str, ClaimRecord]) -> None:
    claim = by_id["conditioning.noise_power"]
    cells = [
        msgspec.structs.replace(claim.cells[0], at={"n": n, "d_k": d_k})
        for n in range(2, 20)
        for d_k in (16, 64)
    ]
    assert [plot.variable for plot in plots(msgspec.structs.replace(claim, cells=cells), "a")] == ["n"]
    assert len(plots(msgspec.structs.replace(claim, cells=cells[:8]), "a")) == 2


def test_variables_that_go_together_are_one_series(by_id: dict[str, ClaimRecord]) -> None:
    claim = by_id["conditioning.noise_power"]
    cells = [msgspec.structs.replace(claim.cells[0], at={"n": n, "d_k": 2 * n}) for n in (4, 8, 16)]
    (along_n, _) = plots(msgspec.structs.replace(claim, cells=cells), "a")
    assert " = 8" not in along_n.svg
    (apart, *_) = plots(msgspec.structs.replace(claim, cells=[*cells, *claim.cells]), "a")
    assert " = 8" in apart.svg


def test_a_moved_mean_moves_its_mark(by_id: dict[str, ClaimRecord]) -> None:
    claim = by_id["conditioning.noise_power"]
    cells = [msgspec.structs.replace(cell, mean=2 * cell.mean) for cell in claim.cells]
    assert plots(claim, "a") == plots(claim, "a")
    assert plots(claim, "a") != plots(msgspec.structs.replace(claim, cells=cells), "a")


def test_zero_counts_and_values_below_zero_are_drawn(
    by_id: dict[str, ClaimRecord],
) -> None:
    claim = by_id["conditioning.noise_power"]
    for mean in (0.0, -1.0):
        cells = [
            msgspec.structs.replace(cell, mean=mean, ci=(None, 1.0), claimed=0.0, derived=None)
            for cell in claim.cells
        ]
        assert len(plots(msgspec.structs.replace(claim, cells=cells), "a")) == 3


def test_formulas_far_below_the_measured_values_do_not_squeeze_them(by_id: dict[str, ClaimRecord]) -> None:
    claim = by_id["conditioning.noise_power"]
    sunk = [msgspec.structs.replace(cell, derived=1e-90) for cell in claim.cells]
    (plot, *_) = plots(msgspec.structs.replace(claim, cells=sunk), "a")
    labels = re.findall(r"10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", plot.svg)
    assert "measured ÷" in plot.svg
    assert not [label for label in labels if "⁻⁹" in label or "⁻⁸" in label]


def test_a_variant_named_by_a_word_is_a_series(by_id: dict[str, ClaimRecord]) -> None:
    claim = by_id["conditioning.capacity.guarantee"]

    def under(law: str) -> list[CellRecord]:
        return [msgspec.structs.replace(cell, at={**cell.at, "law": law}) for cell in claim.cells]

    (plot,) = plots(msgspec.structs.replace(claim, cells=under("$phere") + under("<gauss>")), "a")
    assert "law = $phere" in plot.svg
    assert "law = &lt;gauss&gt;" in plot.svg


def test_marks_of_several_series_stand_beside_each_other() -> None:
    assert dodge((1.0, 10.0), 0, 1) == (1.0, 10.0)
    assert dodge((1.0, 10.0), 0, 2)[0] < 1.0 < dodge((1.0, 10.0), 1, 2)[0]
    assert limits((1.0, 10.0))[0] < dodge((1.0, 10.0), 0, 2)[0]


def test_labels_of_sizes_leave_out_what_has_no_room() -> None:
    shown = labelled_sizes([float(size) for size in range(1000, 1100)])
    assert 2 < len(shown) < 15
    assert shown[-1] == 1099


@pytest.mark.parametrize(("ends", "count"), [((0.5, 2e6), 4), ((3.0, 40.0), 3), ((1e-12, 1.0), 5)])
def test_log_values_have_few_labels(ends: tuple[float, float], count: int) -> None:
    assert abs(len(labels(*ends, is_log=True)) - count) <= 2


@pytest.mark.parametrize("ends", [(0.98, 1.03), (-3.0, 40.0), (1e-9, 3.1e-9), (2e7, 9e7)])
def test_linear_values_have_few_labels_that_differ(ends: tuple[float, float]) -> None:
    shown = labels(*ends, is_log=False)
    assert 2 <= len({words for _, words in shown}) == len(shown) <= 6
    assert all(ends[0] <= value <= ends[1] for value, _ in shown)


def test_a_log_axis_within_a_decade_is_still_labelled() -> None:
    assert len(labels(0.52, 0.93, is_log=True)) > 1
