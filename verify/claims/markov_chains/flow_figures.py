"""Pictures of gradient flow of the reduced model: its basins, its orbits, and the share of each end."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Value
from ...figure import Drawing, Figure

_BELOW: dict[str, tuple[Value, ...]] = {"p": (0.2,), "q": (0.6,)}
_ABOVE: dict[str, tuple[Value, ...]] = {"p": (0.6,), "q": (0.7,)}

_COARSE: dict[str, tuple[Value, ...]] = {
    "e": (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0),
    "w": (-2.0, -1.6, -1.2, -0.8, -0.6, -0.4, -0.2, 0.0, 0.4, 0.8, 1.2, 1.6, 2.0),
}

_ABOVE_MAP = Figure(
    id="markov_chains.figure.basins.above",
    title="Where the reduced flow ends, p + q > 1",
    caption="Normalised excess at the end of gradient flow from (e, w), $p = .6$, $q = .7$: 1 at local "
    "minima, 0 at the global ones; dashed, the border, the level of the energy at the saddle $(0, "
    "-1/\\sqrt{2})$, above which starts between the saddle and $w = 0$ escape.",
    alternative="Starts left of w = -0.7, and those above a curve that rises from there towards w = 0, end "
    "at zero; all others, the whole right half among them, end at one.",
    quantity="final_excess",
    drawing=Drawing.HEAT_MAP,
    x="w",
    y="e",
    laws={
        "border": "min(2, sqrt(min(max(-w, 1/10**6), 7071/10000)**2"
        " - log(min(max(-w, 1/10**6), 7071/10000)) - (1 + log(2))/2))"
    },
    grid=_ABOVE,
    quick_grid={**_ABOVE, **_COARSE},
    log_x=False,
    log_y=False,
    place="Slides on gradient flow, p + q > 1",
    supports=("markov_chains.final_excess.escape", "markov_chains.ball.above"),
)

FIGURES: tuple[Figure, ...] = (
    _ABOVE_MAP,
    replace(
        _ABOVE_MAP,
        id="markov_chains.figure.basins.below",
        title="Where the reduced flow ends, p + q < 1",
        caption="The same at $p = .2$, $q = .6$; the border bounds the basin of the local minima.",
        alternative="Starts below a curve that rises from w = -0.7 to the left end at one; all others, but "
        "those on e = 0, at zero.",
        laws={"border": "sqrt(max(-w, 7072/10000)**2 - log(max(-w, 7072/10000)) - (1 + log(2))/2)"},
        grid=_BELOW,
        quick_grid={**_BELOW, **_COARSE},
        place="Slides on gradient flow, p + q < 1",
        supports=("markov_chains.starts.below.small", "markov_chains.ball.below"),
    ),
    Figure(
        id="markov_chains.figure.orbits",
        title="Orbits of the reduced flow, p + q > 1",
        caption="e over w along four orbits, which run to the left: `passes` and `beyond` cross or start "
        "beyond the saddle and meet the curve of global minima, `sticks` and `right` fall to e = 0.",
        alternative="One curve falls, turns near w = -0.7 and rises; one starts near e = 0 and rises to the "
        "left; two fall to e = 0.",
        quantity="orbit",
        drawing=Drawing.CURVES,
        x="w",
        series="orbit",
        log_x=False,
        log_y=False,
        supports=("markov_chains.energy.conserved.left",),
    ),
    Figure(
        id="markov_chains.figure.global_share",
        title="Probability of the global minimum by the scale of the start",
        caption="Over $\\sigma$, for $p = .2$ ($p + q < 1$) and $p = .6$ ($p + q > 1$), by quadrature.",
        alternative="Below p + q = 1 it falls from one to three quarters, above it rises from zero to one "
        "half.",
        quantity="global_share",
        drawing=Drawing.CURVES,
        x="sigma",
        series="p",
        log_y=False,
        supports=("markov_chains.starts.below.any", "markov_chains.starts.above.any"),
    ),
)
