"""The error of the storage schemes in d, far beyond the range of Fig. 3."""

from __future__ import annotations

from msgspec.structs import replace

from ...figure import Drawing, Figure

_POWERS = Figure(
    id="associative_memory.figure.powers_far",
    title="Error of powers of the frequency",
    caption="Error of $q = p^\\rho$ at $\\alpha = 2$, two answers, infinitely many tokens, without sampling; "
    "dashed the orders $d^{-1/2}$, $d^{-1/4}$ and $d^{-1/8}$ of Proposition 2.",
    alternative="Three straight lines on logarithmic axes: weights that are the root of the frequency "
    "fall like "
    "d^(-1/2), the frequency itself like d^(-1/4), its square like d^(-1/8) after a wave.",
    quantity="weighted_error",
    drawing=Drawing.CURVES,
    x="d",
    series="rho",
    grid={"alpha": (2.0,)},
    laws={"d^(-1/2)": "0.31*d**(-1/2)", "d^(-1/4)": "0.25*d**(-1/4)", "d^(-1/8)": "0.27*d**(-1/8)"},
    place="Figure 3, right",
    supports=("associative_memory.weighted.alpha_two", "associative_memory.weighted.alpha_two.rho_two"),
)

FIGURES: tuple[Figure, ...] = (
    _POWERS,
    replace(
        _POWERS,
        id="associative_memory.figure.thresholds_far",
        title="Error of storing the first tokens alike",
        caption="Error of storing the $d$, $d/8$ and $d/\\log d$ most frequent tokens with weight one "
        "at $\\alpha = 2$, "
        "two answers, infinitely many tokens, without sampling; dashed $1/d$ of Table 2.",
        alternative="Storing d tokens stays at sixteen per cent whatever d; storing d/8 falls like "
        "1/d until d is "
        "about a thousand and then stays at a quarter of a per cent; storing d/log d goes on falling, "
        "but like "
        "d^(-1/2).",
        quantity="thresholded_error",
        series="P",
        grid={"M": (2,), "alpha": (2.0,), "rho": (0.0,)},
        laws={"1/d": "2.4/d"},
        place="Table 2",
        supports=(
            "associative_memory.thresholded.dimension.two",
            "associative_memory.thresholded.eighth.floor",
            "associative_memory.thresholded.logarithm.one",
        ),
    ),
    replace(
        _POWERS,
        id="associative_memory.figure.best_far",
        title="Least error over the thresholds",
        caption="Error of $q = p^\\rho 1[x \\le P]$ at its best $P$, $\\alpha = 2$, two answers, "
        "infinitely many tokens; "
        "dashed $1/d$, which $\\rho = 1/8$ reaches and equal weights miss by a logarithm.",
        alternative="Weights p^(1/8) fall like 1/d; equal weights fall beside them, ever further "
        "above; the root of "
        "the frequency falls like d^(-1/2) and the frequency like d^(-1/4), whatever the threshold.",
        quantity="best_thresholded_error",
        grid={"alpha": (2.0,)},
        laws={"1/d": "1.78/d"},
        place=None,
        supports=(
            "associative_memory.thresholded.best.without_logarithm",
            "associative_memory.thresholded.best.uniform",
        ),
    ),
)
