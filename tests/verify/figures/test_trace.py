"""Figures are planned like claims, and one that cannot be drawn as it says is refused in a sentence."""

import pytest
from msgspec.structs import replace
from theorycheck.errors import UsageError
from theorycheck.evidence.figure_traces import plan_figure
from theorycheck.evidence.preset import PRESETS
from theorycheck.figure import Figure, FigureKind, supporting
from theorycheck.papers.plans import plan
from theorycheck.papers.tables import CLAIMS, FIGURES

MAP = Figure(
    id="conditioning.figure.test",
    title="title",
    caption="caption",
    alternative="alternative",
    quantity="failure_map",
    kind=FigureKind.HEAT_MAP,
    x="d_k",
    y="n",
)
BLOCKING = replace(
    MAP, quantity="blocking_curve", kind=FigureKind.CURVES, x="m", y=None, series="n",
    grid={"rule": ("delta",), "eta": (0.25,)}
)  # fmt: skip
CAPACITIES = replace(
    MAP, quantity=None, kind=FigureKind.CURVES, y=None, blocks=4,
    lines={"mean noise": "conditioning.capacity.mean_noise.omega"}
)  # fmt: skip


def planned(figure: Figure, preset: str = "standard"):
    return plan_figure(figure, CLAIMS, PRESETS[preset])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_every_figure_of_the_tables_can_be_drawn(figure, preset):
    assert planned(figure, preset).traces
    known = {claim.id for claim in CLAIMS}
    assert set(figure.supports) <= known
    assert figure.caption
    assert figure.alternative


def test_ids_are_unique():
    assert len({figure.id for figure in FIGURES}) == len(FIGURES)


@pytest.mark.parametrize(
    ("figure", "sentence"),
    [
        (replace(MAP, quantity="failure_mapp"), "names the quantity 'failure_mapp', which conditioning has"),
        (replace(MAP, outputs=("falls",)), "has no output 'falls'; it has fails."),
        (replace(BLOCKING, outputs=("A",)), "has no output 'A'; it has none."),
        (replace(MAP, y=None), "y is the second variable of a heat map"),
        (replace(MAP, grid={"d_k": (7,)}), "selects no point of conditioning.failure_map"),
        (replace(MAP, y="m"), "have no 'm'"),
        (replace(BLOCKING, grid={"rule": ("delta",)}), "several points at one place; fix eta"),
        (replace(BLOCKING, lines={"a": "b"}), "either a quantity or lines"),
        (
            replace(CAPACITIES, lines={"a": "conditioning.capacity"}),
            "names the claim 'conditioning.capacity'",
        ),
        (replace(MAP, laws={"guide": "C*d_k"}), "guide 'guide': its formula needs C, which no point has"),
        (replace(MAP, laws={"guide": "d_k*"}), "guide 'guide':"),
        (replace(MAP, kind=FigureKind.SCATTER, x="fails", y=None), "names no output for y"),
        (replace(MAP, kind=FigureKind.SCATTER, x="fails", y="size"), "has no output 'size'"),
        (
            replace(MAP, kind=FigureKind.CURVES, y=None, series="values", quantity="query_success", blocks=2),
            "several points at one place; fix d_v, n, tau in its grid",
        ),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_refused_in_one_sentence(figure, sentence):
    with pytest.raises(UsageError, match=r"^Figure|^The grid of figure") as refused:
        planned(figure)
    assert sentence in str(refused.value)


def test_one_draw_is_refused_for_want_of_a_standard_error():
    figure = replace(
        MAP, quantity="query_success", kind=FigureKind.CURVES, y=None, x="n",
        grid={"d_k": (2048,), "values": ("fixed",)}
    )  # fmt: skip
    with pytest.raises(UsageError, match="rests on one trial"):
        planned(figure)
    assert planned(replace(figure, blocks=2))


def test_a_scatter_may_show_the_places_of_one_draw():
    figure = replace(
        MAP, id="associative_memory.figure.test", quantity="learned_embeddings", kind=FigureKind.SCATTER,
        x="first coordinate", y="second coordinate", grid={"M": (5,)}
    )  # fmt: skip
    (first, _) = planned(figure).traces
    assert [group.trials_per_block * first.blocks for group in first.groups] == [1]
    with pytest.raises(UsageError, match="rests on one trial"):
        planned(replace(figure, kind=FigureKind.CURVES, x="x", y=None, outputs=("class",)))


def test_figures_and_claims_ask_for_blocks_by_the_same_keys():
    (trace,) = planned(CAPACITIES, "quick").traces
    claim = next(claim for claim in CLAIMS if claim.id in CAPACITIES.lines.values())
    of_claim = plan(claim, PRESETS["quick"]).keys(2, seed=3, device="cpu")
    assert trace.keys(seed=3, device="cpu") == of_claim


def test_a_quick_run_takes_the_quick_grid():
    figure = replace(MAP, quick_grid={"d_k": (8, 16)})
    assert len(planned(figure, "quick").groups) == 2
    assert len(planned(figure).groups) == 11


def test_figures_stand_beside_their_claims_or_with_their_whole_topic():
    first, second = CLAIMS[0], CLAIMS[1]
    beside = replace(MAP, supports=(first.id,))
    assert supporting([MAP, beside], [first], CLAIMS) == [beside]
    assert supporting([MAP, beside], [second], CLAIMS) == []
    assert supporting([MAP, beside], CLAIMS, CLAIMS) == [MAP, beside]
