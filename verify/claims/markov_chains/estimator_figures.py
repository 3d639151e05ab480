"""Figures of S9: the error of estimators by their order, and contexts that never came before."""

from __future__ import annotations

from ...figure import Drawing, Figure

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="markov_chains.figure.estimator_error",
        title="The in-context estimate by its order",
        caption="Mean squared error of the estimated law of the next symbol after $T$ symbols of a binary "
        "chain of order one, p = .3, q = .45, by exact sums. In contexts of one symbol it falls like $1/T$; "
        "counted without context it stays at $2 \\pi_0 \\pi_1 (1 - p - q)^2 = .03$.",
        alternative="On logarithmic axes the error of order one falls along a straight line of slope minus "
        "one, and that of order zero stays at three hundredths.",
        quantity="context_risk",
        drawing=Drawing.CURVES,
        x="T",
        series="order",
        grid={"p": (0.3,), "context": ("any",)},
        quick_grid={"p": (0.3,), "context": ("any",), "T": (64, 128, 256, 512, 1024)},
        laws={"0.915/T": "0.915/T", "0.03": "0.03"},
        supports=("markov_chains.context_risk.rate", "markov_chains.context_risk.order_zero"),
    ),
    Figure(
        id="markov_chains.figure.undefined",
        title="Contexts never seen before",
        caption="Probability that the context at the end of $T$ fair bits occurred nowhere before it, by the "
        "length $k$ of contexts: it decays exponentially, the slower the longer they are.",
        alternative="On a logarithmic axis three lines fall steadily, for contexts of one bit steeply and "
        "for contexts of three bits slowly.",
        quantity="undefined_probability",
        drawing=Drawing.CURVES,
        x="T",
        series="k",
        grid={"source": ("fair",), "S": (2,)},
        log_x=False,
        supports=("markov_chains.undefined_decay.pairs",),
    ),
)
