"""S6.2: the read-out normalised by the sum of weights, by RMSNorm or by LayerNorm; medians of the error.

Under the identity map the sum of weights takes both signs, so the error has no mean: medians are
compared, and the tail that rules a mean out is a claim of its own.
"""

from ...paper import charitable, literal, powers, quantity, stronger
from . import FIXED, paper

S6_2 = paper.question(
    "S6.2 Normalisers",
    r"Does the error of the normalised read-out $o_i = \mathrm{Norm}(\phi(q_i) S_i)$ stay below "
    "$(n - 1)/d_k$ under a sum, RMSNorm or LayerNorm?",
    place="linear attention equation",
    why_primary="RMSNorm is the first variant that the summary names, and keeps the scale of unit values.",
).having(tags=("normaliser",))

error = quantity("normalised_error_collapsed")(feature_map="identity").reaches(0.5, by="t")
identity = error(d_k=powers(32, 128)).quick(d_k=(32, 64))
relu = (
    quantity("normalised_error")(feature_map="relu", d_k=powers(32, 128)).quick(d_k=32).reaches(0.5, by="t")
)

MEDIAN = "the median error $|o - v|^2$ under"
rms = identity(normaliser="rms").named(f"{MEDIAN} RMSNorm")
layer = identity(normaliser="layer").named(f"{MEDIAN} LayerNorm")
weights = identity(normaliser="sum").named(f"{MEDIAN} the sum of weights")
relu_weights = relu(normaliser="sum").named(f"{MEDIAN} ReLU and the sum of weights")
relu_rms = relu(normaliser="rms").named(f"{MEDIAN} ReLU and RMSNorm")
relu_layer = relu(normaliser="layer").named(f"{MEDIAN} ReLU and LayerNorm")

for name, text, median, reading in (
    ("rms", "identity map, RMSNorm", rms, literal(derivation="normalised_ceiling")),
    ("layer", "identity map, LayerNorm", layer, literal(derivation="normalised_ceiling")),
    ("sum", "identity map, sum of weights", weights, literal()),
    ("relu_sum", "ReLU, sum of weights", relu_weights, charitable()),
    ("relu_rms", "ReLU, RMSNorm", relu_rms, charitable(derivation="normalised_ceiling")),
    ("relu_layer", "ReLU, LayerNorm", relu_layer, charitable(derivation="normalised_ceiling")),
):
    S6_2.claim(
        f"normaliser.{name}",
        f"{text}: the median of $|o - v|^2$ is at most $(n - 1)/d_k$",
        median.at_most("(n - 1)/d_k", margin=0.1),
        reading,
    )

S6_2.claim(
    "normaliser.rms_bounded",
    "identity map, RMSNorm: $|o - v|^2$ never exceeds 4, whatever the crosstalk; its median",
    rms.at_most("4", margin=0.1),
    stronger(bears="refines", derivation="normalised_ceiling"),
)

S6_2.claim(
    "normaliser.none",
    "identity map, no normaliser: the median of $|o - v|^2$ is proportional to $(n - 1)/d_k$",
    error(normaliser="none")
    .named("the median error $|o - v|^2$ without a normaliser")
    .grows_like("C*(n - 1)/d_k", alternatives=("C*(n - 1)**2/d_k**2",)),
    literal(derivation="noise_median_ceiling", setting=FIXED),
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
