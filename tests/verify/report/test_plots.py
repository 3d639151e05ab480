"""Plots draw what the cells say, for every variable, in bounded size."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import matplotlib as mpl
import msgspec
import pytest
from lawcheck.verify.document import CellRecord, ClaimRecord, Document
from lawcheck.verify.report.axes import dodge, label_log_values, label_sizes, limits
from lawcheck.verify.report.plots import plots
from matplotlib.figure import Figure


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


def test_drawing_leaves_the_settings_of_matplotlib_alone(
    by_id: dict[str, ClaimRecord],
) -> None:
    before = dict(mpl.rcParams)
    plots(by_id["conditioning.directional_variance"], "a")
    assert dict(mpl.rcParams) == before


def test_marks_of_several_series_stand_beside_each_other() -> None:
    assert dodge((1.0, 10.0), 0, 1) == (1.0, 10.0)
    assert dodge((1.0, 10.0), 0, 2)[0] < 1.0 < dodge((1.0, 10.0), 1, 2)[0]
    assert limits((1.0, 10.0))[0] < dodge((1.0, 10.0), 0, 2)[0]


def test_labels_of_sizes_leave_out_what_has_no_room() -> None:
    axes = Figure().add_axes((0, 0, 1, 1))
    label_sizes(axes, [float(size) for size in range(1000, 1100)], "n")
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert 2 < len(labels) < 15
    assert labels[-1] == "1099"


@pytest.mark.parametrize(("ends", "labels"), [((0.5, 2e6), 4), ((3.0, 40.0), 3), ((1e-12, 1.0), 5)])
def test_log_values_have_few_labels(ends: tuple[float, float], labels: int) -> None:
    axes = Figure().add_axes((0, 0, 1, 1))
    axes.set_yscale("log")
    axes.set_ylim(*ends)
    label_log_values(axes)
    assert abs(len(axes.get_yticklabels()) - labels) <= 2
