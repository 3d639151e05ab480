"""S6.2: the read-out normalised by the sum of weights, by RMSNorm or by LayerNorm; medians of the error.

Under the identity map the sum of weights takes both signs, so the error has no mean: medians are
compared, and the tail that rules a mean out is a claim of its own.
"""

from __future__ import annotations

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

S6_2 = paper.question(
    "S6.2 Normalisers",
    r"Does the error of the normalised read-out $o_i = \mathrm{Norm}(\phi(q_i) S_i)$ stay below "
    "$(n - 1)/d_k$ under a sum, RMSNorm or LayerNorm?",
    place="linear attention equation",
    primary="normaliser.rms",
    why_primary="RMSNorm is the first variant that the summary names, and keeps the scale of unit values.",
).having(tags=("normaliser",))

normalised_error_collapsed = quantity("normalised_error_collapsed")(feature_map="identity")

rms = (
    normalised_error_collapsed(normaliser="rms", d_k=powers(32, 128))
    .quick(d_k=(32, 64))
    .named("the median error $|o - v|^2$ under RMSNorm")
)

S6_2.claim(
    "normaliser.rms",
    "identity map, RMSNorm: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
    rms.reaches(0.5, by="t").at_most("(n - 1)/d_k", margin=0.1),
    literal(derivation="normalised_ceiling"),
)

S6_2.claim(
    "normaliser.rms_bounded",
    "identity map, RMSNorm: $|o - v|^2$ never exceeds 4, whatever the crosstalk; its median",
    rms.reaches(0.5, by="t").at_most("4", margin=0.1),
    stronger(bears="refines", derivation="normalised_ceiling"),
)

S6_2.claim(
    "normaliser.layer",
    "identity map, LayerNorm: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
    normalised_error_collapsed(normaliser="layer", d_k=powers(32, 128))
    .quick(d_k=(32, 64))
    .named("the median error $|o - v|^2$ under LayerNorm")
    .reaches(0.5, by="t")
    .at_most("(n - 1)/d_k", margin=0.1),
    literal(derivation="normalised_ceiling"),
)

S6_2.claim(
    "normaliser.none",
    "identity map, no normaliser: the median of $|o - v|^2$ is proportional to $(n - 1)/d_k$",
    normalised_error_collapsed(normaliser="none")
    .named("the median error $|o - v|^2$ without a normaliser")
    .reaches(0.5, by="t")
    .grows_like("C*(n - 1)/d_k", alternatives=("C*(n - 1)**2/d_k**2",)),
    literal(derivation="noise_median_ceiling"),
)

S6_2.claim(
    "normaliser.sum",
    "identity map, sum of weights: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
    normalised_error_collapsed(normaliser="sum", d_k=powers(32, 128))
    .quick(d_k=(32, 64))
    .named("the median error $|o - v|^2$ under the sum of weights")
    .reaches(0.5, by="t")
    .at_most("(n - 1)/d_k", margin=0.1),
)

normalised_error = quantity("normalised_error")(feature_map="relu", d_k=powers(32, 128))

S6_2.claim(
    "normaliser.relu_sum",
    "ReLU, sum of weights: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
    normalised_error(normaliser="sum")
    .quick(d_k=32)
    .named("the median error $|o - v|^2$ under ReLU and the sum of weights")
    .reaches(0.5, by="t")
    .at_most("(n - 1)/d_k", margin=0.1),
    charitable(),
)

S6_2.claim(
    "normaliser.relu_rms",
    "ReLU, RMSNorm: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
    normalised_error(normaliser="rms")
    .quick(d_k=32)
    .named("the median error $|o - v|^2$ under ReLU and RMSNorm")
    .reaches(0.5, by="t")
    .at_most("(n - 1)/d_k", margin=0.1),
    charitable(derivation="normalised_ceiling"),
)

S6_2.claim(
    "normaliser.relu_layer",
    "ReLU, LayerNorm: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
    normalised_error(normaliser="layer")
    .quick(d_k=32)
    .named("the median error $|o - v|^2$ under ReLU and LayerNorm")
    .reaches(0.5, by="t")
    .at_most("(n - 1)/d_k", margin=0.1),
    charitable(derivation="normalised_ceiling"),
)

S6_2.claim(
    "normaliser.sum_tail",
    "identity map, sum of weights: the probability that $|o - v|^2 > t$ falls like $t^{-1/2}$, so that the "
    "error has no mean",
    quantity("normalised_tail")(
        normaliser="sum",
        feature_map="identity",
        n=32,
        d_k=32,
        t=(10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0),
    )
    .named("the probability that the error $|o - v|^2$ under the sum of weights exceeds $t$")
    .grows_like("C/sqrt(t)", alternatives=("C/t",)),
    stronger(bears="refines"),
)
