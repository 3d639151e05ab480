"""S6.1: softmax attention at score scales fixed, sqrt(d_k) and d_k, the paper's open question.

The right key has more than half of the weight while the others' weight relative to its own, Z, is
below 1. An annealed threshold is where the mean of Z is 1, a typical one where its median is; Y is the
mean crosstalk power relative to the signal's. Thresholds are computed from the law of one overlap;
means, weights and failures are also drawn. An exponential in d_k is held as it is claimed and the
exponent beyond it measured: over d_k = 8..48 a rate wrong by a fiftieth shows as an exponent of 1/3.
"""

from __future__ import annotations

from ...paper import charitable, derived, literal, powers, quantity, stronger
from . import paper

S6_1 = paper.question(
    "S6.1 Softmax attention",
    "Does the capacity law hold under softmax attention? (The paper's own open question.)",
    place="open questions",
    primary="softmax.full.omega",
    why_primary="The question is whether the capacity law holds; $d_k$ is the scale at which a key of "
    r"length $\sqrt{d_k}$ scores itself.",
).having(tags=("softmax",))

softmax_threshold = quantity("softmax_threshold")

full_weight_typical = (
    softmax_threshold(score_scale="full", about="weight", threshold="typical")
    .quick(d_k=(14, 16, 24, 32, 48))
    .named("the typical capacity of softmax (by median weight) at scores of scale $d_k$")
)

S6_1.claim(
    "softmax.full.omega",
    "scores of scale $d_k$: the $n$ at which half of the queries give the right key more than half of the "
    "weight, against the capacity law",
    full_weight_typical.grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C*d_k",)),
    literal(derivation="capacity_softmax_typical_full"),
)

root_weight_typical = (
    softmax_threshold(score_scale="root", about="weight", threshold="typical")
    .quick(d_k=(25, 49, 100, 196, 256, 400))
    .named(r"the typical capacity of softmax (by median weight) at scores of scale $\sqrt{d_k}$")
)

S6_1.claim(
    "softmax.root.omega",
    r"scores of scale $\sqrt{d_k}$: the $n$ at which half of the queries give the right key more than half "
    "of the weight, against the capacity law",
    root_weight_typical.grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C*d_k",)),
    literal(derivation="capacity_softmax_typical_root"),
)

fixed_weight_typical = (
    softmax_threshold(score_scale="fixed", about="weight", threshold="typical")
    .quick(d_k=(32, 128, 512, 1024, 2048, 4096))
    .named("the typical capacity of softmax (by median weight) at scores of scale 4")
)

S6_1.claim(
    "softmax.fixed.omega",
    "scores of scale 4: the $n$ at which half of the queries give the right key more than half of the "
    "weight, against the capacity law",
    fixed_weight_typical.grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C*d_k",)),
    literal(derivation="capacity_softmax_typical_fixed"),
)

S6_1.claim(
    "softmax.full_annealed",
    "scores of scale $d_k$: the $n$ at which the other keys' mean weight is the right key's own",
    softmax_threshold(score_scale="full", about="weight", threshold="annealed")
    .named("the annealed capacity of softmax (by mean weight) at scores of scale $d_k$")
    .grows_like("C*(1 + exp(((3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2)*d_k))"),
    charitable(bears="refines", derivation="capacity_softmax_full", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.full_typical",
    "scores of scale $d_k$: the $n$ at which half of the queries give the right key more than half of the "
    "weight: the same rate as annealed",
    full_weight_typical.grows_like("C*(1 + exp(((3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2)*d_k))"),
    charitable(bears="refines", derivation="capacity_softmax_typical_full", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.full_typical_floor",
    "scores of scale $d_k$: the median's capacity is above the size at which the mean and one standard "
    "deviation are 1, of the same rate",
    full_weight_typical.grows_like(
        "C*(1 + exp(((3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2)*d_k))", bound="Omega"
    ),
    stronger(bears="refines", derivation="capacity_softmax_typical_floor_full", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.root_typical_floor",
    r"scores of scale $\sqrt{d_k}$: the median's capacity is above the size at which the mean and one "
    "standard deviation are 1",
    root_weight_typical.at_least(
        "1 + (sqrt(hyp0f1(d_k/2, d_k)/hyp0f1(d_k/2, d_k/4)**2 - 1 + 4*exp(sqrt(d_k))/hyp0f1(d_k/2, d_k/4)) "
        "- sqrt(hyp0f1(d_k/2, d_k)/hyp0f1(d_k/2, d_k/4)**2 - 1))**2/4",
        margin=0.02,
    ),
    stronger(bears="refines", derivation="capacity_softmax_typical_floor_root"),
)

S6_1.claim(
    "softmax.fixed_typical_floor",
    "scores of scale 4: the median's capacity is above the size at which the mean and one standard "
    "deviation are 1",
    fixed_weight_typical.at_least(
        "1 + (sqrt(hyp0f1(d_k/2, 16)/hyp0f1(d_k/2, 4)**2 - 1 + 4*exp(4)/hyp0f1(d_k/2, 4)) - "
        "sqrt(hyp0f1(d_k/2, 16)/hyp0f1(d_k/2, 4)**2 - 1))**2/4",
        margin=0.02,
    ),
    stronger(bears="refines", derivation="capacity_softmax_typical_floor_fixed"),
)

S6_1.claim(
    "softmax.full_mean_weight",
    "scores of scale $d_k$: the $n$ at which the right key has half of the weight on average: the same rate",
    softmax_threshold(score_scale="full", about="weight", threshold="mean_weight")
    .named(
        "the number of items at which softmax gives the right key half of the weight on average, at scores "
        "of scale $d_k$,"
    )
    .grows_like("C*(1 + exp(((3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2)*d_k))"),
    charitable(bears="refines", derivation="mean_weight_floor_full", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.root_annealed",
    r"scores of scale $\sqrt{d_k}$: the $n$ at which the other keys' mean weight is the right key's own",
    softmax_threshold(score_scale="root", about="weight", threshold="annealed")
    .named(r"the annealed capacity of softmax (by mean weight) at scores of scale $\sqrt{d_k}$")
    .grows_like("C*(1 + exp(sqrt(d_k)))"),
    charitable(bears="refines", derivation="capacity_softmax_root", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.root_typical",
    r"scores of scale $\sqrt{d_k}$: the $n$ at which half of the queries give the right key more than half "
    "of the weight: the same rate as annealed",
    root_weight_typical.grows_like("C*(1 + exp(sqrt(d_k)))"),
    charitable(bears="refines", derivation="capacity_softmax_typical_root", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.fixed_annealed",
    "scores of scale 4: the $n$ at which the other keys' mean weight is the right key's own tends to "
    "$1 + e^4$",
    softmax_threshold(score_scale="fixed", about="weight", threshold="annealed")
    .named("the annealed capacity of softmax (by mean weight) at scores of scale 4")
    .tends_to("1 + exp(4)", margin=0.02, diverging="d_k"),
    charitable(bears="refines", derivation="capacity_softmax_fixed"),
)

S6_1.claim(
    "softmax.fixed_noise_annealed",
    "scores of scale 4: the $n$ at which the mean crosstalk power is the signal's tends to $1 + e^8$",
    softmax_threshold(score_scale="fixed", about="noise", threshold="annealed")
    .named("the capacity of softmax by mean crosstalk power at scores of scale 4")
    .tends_to("1 + exp(8)", margin=0.02, diverging="d_k"),
    charitable(bears="refines", derivation="capacity_softmax_noise_fixed"),
)

S6_1.claim(
    "softmax.root_noise_annealed",
    r"scores of scale $\sqrt{d_k}$: the $n$ at which the mean crosstalk power is the signal's",
    softmax_threshold(score_scale="root", about="noise", threshold="annealed")
    .named(r"the capacity of softmax by mean crosstalk power at scores of scale $\sqrt{d_k}$")
    .grows_like("C*(1 + exp(2*sqrt(d_k)))"),
    charitable(bears="refines", derivation="capacity_softmax_noise_root", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.root_noise_typical",
    r"scores of scale $\sqrt{d_k}$: the $n$ at which the median crosstalk power is the signal's",
    softmax_threshold(score_scale="root", about="noise", threshold="typical")
    .quick(d_k=(25, 49, 100, 196, 256, 400))
    .named(r"the capacity of softmax by median crosstalk power at scores of scale $\sqrt{d_k}$")
    .grows_like("C*(1 + exp(2*sqrt(d_k)))"),
    charitable(bears="refines", derivation="noise_typical_root", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.full_noise_annealed",
    "scores of scale $d_k$: the $n$ at which the mean crosstalk power is the signal's",
    softmax_threshold(score_scale="full", about="noise", threshold="annealed")
    .named("the capacity of softmax by mean crosstalk power at scores of scale $d_k$")
    .grows_like("C*(1 + exp((2 - (sqrt(17) - 1)/2 - log((sqrt(17) - 1)/8)/2)*d_k))"),
    charitable(bears="refines", derivation="capacity_softmax_noise_full", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.full_noise_typical",
    "scores of scale $d_k$: the $n$ at which the median crosstalk power is the signal's",
    softmax_threshold(score_scale="full", about="noise", threshold="typical")
    .quick(d_k=(14, 16, 24, 32, 48))
    .named("the capacity of softmax by median crosstalk power at scores of scale $d_k$")
    .grows_like("C*(1 + exp((2 - (sqrt(17) - 1)/2 - log((sqrt(17) - 1)/8)/2)*d_k))"),
    charitable(bears="refines", derivation="noise_typical_full", tags=("softmax", "rate")),
)

softmax_retrieval = quantity("softmax_retrieval")

S6_1.claim(
    "softmax.partition_full",
    "scores of scale $d_k$: the other keys' mean weight beside the right key's own",
    softmax_retrieval["partition"](score_scale="full", about="weight", d_k=(4, 6, 8))
    .quick(d_k=(4, 6))
    .named("the ratio of the other keys' mean softmax weight to the right key's own")
    .equals("(n - 1)*exp(-d_k)*hyp0f1(d_k/2, d_k**2/4)", margin=0.05),
    charitable(bears="refines", derivation="softmax_partition_full"),
)

S6_1.claim(
    "softmax.partition_root",
    r"scores of scale $\sqrt{d_k}$: the other keys' mean weight beside the right key's own",
    softmax_retrieval["partition"](score_scale="root", about="weight", d_k=(4, 9, 16, 25))
    .quick(d_k=(4, 9))
    .named("the ratio of the other keys' mean softmax weight to the right key's own")
    .equals("(n - 1)*exp(-sqrt(d_k))*hyp0f1(d_k/2, d_k/4)", margin=0.05),
    charitable(bears="refines", derivation="softmax_partition_root"),
)

S6_1.claim(
    "softmax.partition_fixed",
    "scores of scale 4: the other keys' mean weight beside the right key's own",
    softmax_retrieval["partition"](score_scale="fixed", about="weight", d_k=powers(8, 64))
    .quick(d_k=(8, 16))
    .named("the ratio of the other keys' mean softmax weight to the right key's own")
    .equals("(n - 1)*exp(-4)*hyp0f1(d_k/2, 4)", margin=0.05),
    charitable(bears="refines", derivation="softmax_partition_fixed"),
)

S6_1.claim(
    "softmax.noise_root",
    r"scores of scale $\sqrt{d_k}$: the mean crosstalk power beside the signal's",
    softmax_retrieval["noise"](score_scale="root", about="noise", d_k=(4, 9, 16))
    .quick(d_k=(4, 9))
    .named("the ratio of the mean crosstalk power of softmax to the signal's")
    .equals("(n - 1)*exp(-2*sqrt(d_k))*hyp0f1(d_k/2, d_k)", margin=0.05),
    charitable(bears="refines", derivation="softmax_noise_root"),
)

S6_1.claim(
    "softmax.noise_fixed",
    "scores of scale 4: the mean crosstalk power beside the signal's",
    softmax_retrieval["noise"](score_scale="fixed", about="noise", d_k=powers(8, 32))
    .quick(d_k=8)
    .named("the ratio of the mean crosstalk power of softmax to the signal's")
    .equals("(n - 1)*exp(-8)*hyp0f1(d_k/2, 16)", margin=0.05),
    charitable(bears="refines", derivation="softmax_noise_fixed"),
)

S6_1.claim(
    "softmax.noise_full",
    "scores of scale $d_k$: the mean crosstalk power beside the signal's",
    softmax_retrieval["noise"](score_scale="full", about="noise", d_k=(3, 4, 6))
    .quick(d_k=4)
    .named("the ratio of the mean crosstalk power of softmax to the signal's")
    .equals("(n - 1)*exp(-2*d_k)*hyp0f1(d_k/2, d_k**2)", margin=0.05),
    charitable(bears="refines", derivation="softmax_noise_full"),
)

S6_1.claim(
    "softmax.weight_full",
    "scores of scale $d_k$: the mean weight on the right key is at least that at the others' mean",
    softmax_retrieval["weight"](score_scale="full", about="weight", d_k=(4, 6, 8))
    .quick(d_k=(4, 6))
    .named("the mean softmax weight on the right key")
    .at_least("1/((n - 1)*exp(-d_k)*hyp0f1(d_k/2, d_k**2/4) + 1)", margin=0.02),
    charitable(bears="refines", derivation="softmax_weight_full"),
)

S6_1.claim(
    "softmax.weight_root",
    r"scores of scale $\sqrt{d_k}$: the mean weight on the right key is at least that at the others' mean",
    softmax_retrieval["weight"](score_scale="root", about="weight", d_k=(4, 9, 16))
    .quick(d_k=(4, 9))
    .named("the mean softmax weight on the right key")
    .at_least("1/((n - 1)*exp(-sqrt(d_k))*hyp0f1(d_k/2, d_k/4) + 1)", margin=0.02),
    charitable(bears="refines", derivation="softmax_weight_root"),
)

S6_1.claim(
    "softmax.weight_fixed",
    "scores of scale 4: the mean weight on the right key is at least that at the others' mean",
    softmax_retrieval["weight"](score_scale="fixed", about="weight", d_k=powers(8, 32))
    .quick(d_k=(8, 16))
    .named("the mean softmax weight on the right key")
    .at_least("1/((n - 1)*exp(-4)*hyp0f1(d_k/2, 4) + 1)", margin=0.02),
    charitable(bears="refines", derivation="softmax_weight_fixed"),
)

S6_1.claim(
    "softmax.wrong_full",
    "scores of scale $d_k$: Markov's inequality bounds the queries whose right key has less than half of "
    "the weight",
    softmax_retrieval["wrong"](score_scale="full", about="weight", d_k=(4, 6, 8))
    .quick(d_k=(4, 6))
    .named("the probability that the right key has less than half of the softmax weight")
    .at_most("(n - 1)*exp(-d_k)*hyp0f1(d_k/2, d_k**2/4)", margin=0.02),
    charitable(bears="refines", derivation="softmax_wrong_full"),
)

S6_1.claim(
    "softmax.wrong_root",
    r"scores of scale $\sqrt{d_k}$: Markov's inequality bounds the queries whose right key has less than "
    "half of the weight",
    softmax_retrieval["wrong"](score_scale="root", about="weight", d_k=(4, 9, 16))
    .quick(d_k=(4, 9))
    .named("the probability that the right key has less than half of the softmax weight")
    .at_most("(n - 1)*exp(-sqrt(d_k))*hyp0f1(d_k/2, d_k/4)", margin=0.02),
    charitable(bears="refines", derivation="softmax_wrong_root"),
)

S6_1.claim(
    "softmax.wrong_fixed",
    "scores of scale 4: Markov's inequality bounds the queries whose right key has less than half of the "
    "weight",
    softmax_retrieval["wrong"](score_scale="fixed", about="weight", d_k=powers(8, 32))
    .quick(d_k=(8, 16))
    .named("the probability that the right key has less than half of the softmax weight")
    .at_most("(n - 1)*exp(-4)*hyp0f1(d_k/2, 4)", margin=0.02),
    charitable(bears="refines", derivation="softmax_wrong_fixed"),
)

S6_1.claim(
    "softmax.rate_full",
    r"scores of scale $d_k$: the limit of $\log(n)/d_k$ for the annealed size",
    derived(
        r"the limit of $\log(n)/d_k$ for the annealed capacity of softmax at scores of scale $d_k$"
    ).equals("(3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2", margin=0.0),
    stronger(bears="refines", derivation="softmax_rate", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.rate_noise",
    r"scores of scale $d_k$: the limit of $\log(n)/d_k$ where the mean crosstalk power is the signal's",
    derived(
        r"the limit of $\log(n)/d_k$ for the capacity of softmax by mean crosstalk power at scores of scale "
        "$d_k$"
    ).equals("2 - (sqrt(17) - 1)/2 - log((sqrt(17) - 1)/8)/2", margin=0.0),
    stronger(bears="refines", derivation="softmax_noise_rate", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.rate_typical",
    r"scores of scale $d_k$: the limit of $\log(n)/d_k$ for the typical size, that of the annealed one",
    derived(
        r"the limit of $\log(n)/d_k$ for the typical capacity of softmax at scores of scale $d_k$"
    ).equals("(3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2", margin=0.0),
    stronger(bears="refines", derivation="softmax_typical_rate", tags=("softmax", "rate")),
)

S6_1.claim(
    "softmax.typical_exceeds_annealed",
    "the typical size exceeds the annealed one at scores of scale $d_k$: a mean is raised by rare near "
    "keys, a median is not",
    softmax_threshold(score_scale="full", about="weight", threshold="typical_over_annealed")
    .quick(d_k=(8, 16, 32, 48))
    .named("the ratio of the typical to the annealed capacity of softmax at scores of scale $d_k$")
    .at_least("1", margin=0.02),
    stronger(bears="refines", derivation="typical_over_annealed_floor"),
)
