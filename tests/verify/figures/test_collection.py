"""Figures are evidence like that of claims: stored, reused, resumed, and without a say in any verdict."""

import pytest
from msgspec.structs import replace
from theorycheck.document import FigurePoint
from theorycheck.evidence.figure_records import _guides
from theorycheck.evidence.progress import Event, FiguresBegun
from theorycheck.figure import FigureKind

from .. import running
from ..running import stored
from .test_trace import MAP as FAILURES

MAP = replace(
    FAILURES, id="conditioning.figure.map", grid={"d_k": (8, 16), "n": (4, 8, 16)}, laws={"load one": "d_k"},
    blocks=2
)  # fmt: skip
CURVES = replace(
    MAP, id="conditioning.figure.curves", quantity="acquisition_curve", kind=FigureKind.CURVES, x="m", y=None,
    series="eta", grid={"rule": ("delta",)}, laws={"formula": "1 - (1 - eta)**m"}, blocks=1
)  # fmt: skip
SHARED = replace(
    MAP, id="conditioning.figure.shared", quantity=None, kind=FigureKind.CURVES, y=None, grid={},
    lines={"unshared": "conditioning.capacity.unshared.omega"}, laws={}, blocks=1
)  # fmt: skip
SELECTION = ("conditioning.capacity.unshared.omega", "conditioning.acquisition.delta")


class Counting:
    def __init__(self) -> None:
        self.figures: list[int] = []

    def __call__(self, event: Event) -> None:
        if isinstance(event, FiguresBegun):
            self.figures.append(sum(event.blocks.values()))


def run_in(folder, figures=(MAP, CURVES, SHARED), **asked):
    return running.run_in(folder, SELECTION, figures=figures, **asked)


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    folder = tmp_path_factory.mktemp("figures")
    seen = Counting()
    return folder, run_in(folder, observer=seen), seen


def test_blocks_of_claims_are_not_drawn_again_for_figures(reference):
    # Two groups of two blocks; the curves and the shared line are those of the claims.
    _, _, seen = reference
    assert seen.figures == [4]


def test_blocks_of_figures_are_not_redone_on_resume(reference):
    folder, document, _ = reference
    before, again = stored(folder), Counting()
    resumed = run_in(folder, observer=again)
    assert again.figures == [0]
    assert stored(folder) == before
    assert resumed.figures == document.figures


def test_figures_alter_no_verdict(reference, tmp_path):
    _, document, _ = reference
    without = run_in(tmp_path, figures=())
    assert without.figures == []

    def timeless(claims):
        return [replace(claim, seconds=0.0) for claim in claims]

    assert timeless(without.claims) == timeless(document.claims)
    assert without.statements == document.statements


def test_points_have_a_standard_error_or_an_error_bound(reference):
    _, document, _ = reference
    heat, curves, shared = document.figures
    assert len(heat.points) == 6
    assert all(point.stderr is not None and point.error_bound is None for point in heat.points)
    assert {point.trials for point in heat.points} == {16}
    assert all(point.stderr is None and point.error_bound is not None for point in curves.points)
    assert {point.series for point in shared.points} == {"unshared"}


def test_places_of_one_draw_claim_no_error(tmp_path):
    places = replace(
        FAILURES,
        id="associative_memory.figure.places",
        quantity="learned_embeddings",
        kind=FigureKind.SCATTER,
        x="first coordinate",
        y="second coordinate",
        grid={"M": (5,)},
    )
    (drawn,) = run_in(tmp_path, figures=(places,)).figures
    assert len(drawn.points) == 200
    assert {(point.trials, point.stderr, point.error_bound) for point in drawn.points} == {(1, None, None)}


def test_exact_curves_meet_their_guides_and_a_wrong_guide_is_seen(reference):
    _, document, _ = reference
    curves = document.figures[1]
    (half,) = [guide for guide in curves.guides if guide.series == 0.5]
    means = {point.at["m"]: point.mean for point in curves.points if point.series == 0.5}
    assert dict(half.points) == pytest.approx(means, rel=1e-15)
    assert dict(half.points)[1.0] != pytest.approx(means[2], rel=0.1)


def test_a_guide_that_is_one_for_all_lines_is_kept_once(reference):
    _, document, _ = reference
    (guide,) = document.figures[0].guides
    assert (guide.series, guide.points) == (None, [(8.0, 8.0), (16.0, 16.0)])


def test_past_the_deadline_no_figure_is_begun(tmp_path):
    document = run_in(tmp_path, figures=[MAP, CURVES], budget=1e-9)
    assert document.figures == []
    begun = run_in(tmp_path, figures=[MAP, CURVES])
    assert [figure.id for figure in begun.figures] == [MAP.id, CURVES.id]


def test_a_guide_leaves_out_the_places_where_it_has_no_number():
    points = [
        FigurePoint(at={"d": d}, series=None, mean=1.0, stderr=None, error_bound=0.0, trials=0)
        for d in (1, 2, 3)
    ]
    [guide] = _guides(replace(MAP, x="d", laws={"pole": "1/(d - 2)"}), points)
    assert guide.points == [(1.0, -1.0), (3.0, 1.0)]
