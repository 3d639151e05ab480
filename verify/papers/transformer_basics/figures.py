"""Figures beside the claims: what one sees at a glance."""

from ...paper import grid, powers
from . import paper

paper.figure(
    "figure.saturation",
    "What saturation leaves of two keys, in mean",
    quantity="two_keys",
    x="d_k",
    series="statistic",
    at=grid(scale="unscaled", statistic=("shortfall", "jacobian", "query")),
    laws={"log 2 / sqrt(pi d)": "log(2)/sqrt(pi*d_k)"},
    supports=("query_gradient.mean", "shortfall.mean.theta"),
    caption="Means over normal queries and keys without a scale: one minus the largest weight and the norm "
    r"of the Jacobian fall like $1/\sqrt{d_k}$ (dashed), the norm of the derivative by the query "
    "does not fall at all.",
    alternative="Two lines fall with slope minus one half on logarithmic axes, a third is flat at 0.56.",
)

paper.figure(
    "figure.one_hot",
    "Rows with a weight above .9",
    quantity="softmax_row_collapsed",
    x="d_k",
    series="n",
    outputs=("above_nine_tenths",),
    at=grid(scale="unscaled"),
    quick=grid(scale="unscaled", n=(2, 8, 64), d_k=(64, 512, 1024, 16384)),
    log_y=False,
    supports=("softmax_row.share",),
    caption="Share of rows over n keys whose largest weight exceeds .9, scores without a scale: at "
    "$d_k = 512$ between .70 and .95.",
    alternative="Curves rise towards one with the dimension, lower for more keys.",
)

paper.figure(
    "figure.copying",
    "Copying beyond the trained length",
    quantity="copying",
    x="T",
    series="output",
    outputs=("rotary", "learned", "sinusoidal"),
    at=grid(steps=200),
    laws={"chance": "1/8"},
    log_y=False,
    supports=("copying.rotary",),
    caption="Share of right answers at the last 16 places of sequences of length $T$, one head trained for "
    "200 steps at length 32 to repeat the token before; dashed, chance.",
    alternative="All encodings are right at 32; the learned table is at chance from 48 on, sinusoids from "
    "64 on, rotary encoding falls more slowly and is right in about a third of places at 128.",
)

paper.figure(
    "figure.nearest_places",
    "The nearest two places, by the number of frequencies",
    quantity="nearest_places",
    x="n",
    series="d",
    at=grid(of="distance", d=(2, 4, 8, 16, 64)),
    laws={"one frequency": "2*pi/n"},
    supports=("nearest_places.several", "nearest_places.near_alias"),
    caption="Least distance of the sinusoidal vectors of any two of $n + 1$ places, over the width $d$; "
    r"dashed, $2 \pi/n$, which one frequency cannot exceed.",
    alternative="With one frequency the distance falls below the dashed line in jumps; with two and four it "
    "falls more slowly; from eight on it stays that of neighbours.",
)

paper.figure(
    "figure.residual_gradients",
    "Gradient of the first layer against depth",
    quantity="residual_stream",
    x="L",
    series="block",
    outputs=("first",),
    at=grid(block=("pre", "post"), d=65536, L=powers(4, 256)),
    laws={"1/L": "1/L"},
    supports=("gradient.post.first", "gradient.pre.first"),
    caption="Mean squared gradient by the first layer's weights at initialisation, over $d$, for post-norm "
    "and pre-norm blocks; dashed, $1/L$.",
    alternative="Both curves are flat, and the dashed line falls below them.",
)

paper.figure(
    "figure.compute_share",
    "Share of the MLP in the compute of a block",
    quantity="compute_share",
    x="n",
    series="d",
    at=grid(mask="full"),
    laws={"one half": "1/2"},
    supports=("compute_share.any",),
    caption="Operations of the MLP over those of the block, every pair of tokens, against the length; "
    "dashed, one half.",
    alternative="Each curve starts at two thirds and falls through one half at twice the width.",
)

paper.figure(
    "figure.lag_information",
    "Information shared by tokens k apart",
    quantity="lag_information",
    x="k",
    series="lam",
    at=grid(process="symmetric"),
    laws={"0.9": "(9/10)**(2*k)/2"},
    log_x=False,
    supports=("information_rate.twice",),
    caption=r"Symmetric chains of two states; dashed, $\lambda^{2 k}/2$ at $\lambda = .9$.",
    alternative="Each curve falls exponentially, the faster the smaller the eigenvalue.",
)
