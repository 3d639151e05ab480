"""The topic's figures: what one sees of it at a glance."""

from __future__ import annotations

from ...figure import Drawing, Figure

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="conditioning.figure.failure_map",
        title="Where retrieval fails",
        caption="Share of queries with $|\\eta|^2 > 1$ over the number of stored associations and the "
        "dimension of the keys, $d_v = 16$. The boundary follows $n = d_k$, not $\\sqrt{d_k}$.",
        alternative="Failure is near zero well below the line n = d_k and near one well above it, at every "
        "dimension; the line sqrt(d_k) lies deep within the region without failures.",
        quantity="failure_map",
        drawing=Drawing.HEAT_MAP,
        x="d_k",
        y="n",
        quick_grid={"d_k": (8, 16, 32, 64, 128)},
        laws={"n = d_k": "d_k", "n = sqrt(d_k)": "sqrt(d_k)"},
        supports=("conditioning.capacity.mean_noise.omega",),
    ),
)
