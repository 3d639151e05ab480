"""S6.1: softmax attention at score scales fixed, sqrt(d_k) and d_k, the paper's open question.

The right key has more than half of the weight while the others' weight relative to its own, Z, is
below 1. An annealed threshold is where the mean of Z is 1, a typical one where its median is; Y is the
mean crosstalk power relative to the signal's. Thresholds are computed from the law of one overlap;
means, weights and failures are also drawn. An exponential in d_k is held as it is claimed and the
exponent beyond it measured: over d_k = 8..48 a rate wrong by a fiftieth shows as an exponent of 1/3.
"""

from ...paper import charitable, derived, literal, powers, quantity, stronger
from . import paper

S6_1 = paper.question(
    "S6.1 Softmax attention",
    "Does the capacity law hold under softmax attention? (The paper's own open question.)",
    place="open questions",
    why_primary="The question is whether the capacity law holds; $d_k$ is the scale at which a key of "
    r"length $\sqrt{d_k}$ scores itself.",
).having(tags=("softmax",))

refined = S6_1.having(bears="refines")
rates = refined.having(tags=("softmax", "rate"))

RATE = "(3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2"
NOISE_RATE = "2 - (sqrt(17) - 1)/2 - log((sqrt(17) - 1)/8)/2"
FULL, ROOT, FIXED = "scores of scale $d_k$", r"scores of scale $\sqrt{d_k}$", "scores of scale 4"
HALF = "the $n$ at which half of the queries give the right key more than half of the weight"
RIGHT = "the $n$ at which the other keys' mean weight is the right key's own"
POWER = "the $n$ at which the mean crosstalk power is the signal's"

weight = quantity("softmax_threshold")(about="weight")
noise = quantity("softmax_threshold")(about="noise")
ANNEALED = "the annealed capacity of softmax (by mean weight) at"
TYPICAL = "the typical capacity of softmax (by median weight) at"
MEAN_POWER = "the capacity of softmax by mean crosstalk power at"

# Few keys have a characteristic function that falls slowly: the smallest sizes cost most.
full = weight(score_scale="full").quick(d_k=(14, 16, 24, 32, 48))
root = weight(score_scale="root").quick(d_k=(25, 49, 100, 196, 256, 400))
fixed = weight(score_scale="fixed").quick(d_k=(32, 128, 512, 1024, 2048, 4096))

for name, scale, capacity in (("full", FULL, full), ("root", ROOT, root), ("fixed", FIXED, fixed)):
    S6_1.claim(
        f"softmax.{name}.omega",
        f"{scale}: {HALF}, against the capacity law",
        capacity(threshold="typical")
        .named(f"{TYPICAL} {scale}")
        .grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C*d_k",)),
        literal(derivation=f"capacity_softmax_typical_{name}"),
    )

for name, scale, capacity, rate, noise_rate in (
    ("full", FULL, full, f"({RATE})*d_k", f"({NOISE_RATE})*d_k"),
    ("root", ROOT, root, "sqrt(d_k)", "2*sqrt(d_k)"),
):
    rates.claim(
        f"softmax.{name}_annealed",
        f"{scale}: {RIGHT}",
        weight(score_scale=name, threshold="annealed")
        .named(f"{ANNEALED} {scale}")
        .grows_like(f"C*(1 + exp({rate}))"),
        charitable(derivation=f"capacity_softmax_{name}"),
    )
    rates.claim(
        f"softmax.{name}_typical",
        f"{scale}: {HALF}: the same rate as annealed",
        capacity(threshold="typical").named(f"{TYPICAL} {scale}").grows_like(f"C*(1 + exp({rate}))"),
        charitable(derivation=f"capacity_softmax_typical_{name}"),
    )
    rates.claim(
        f"softmax.{name}_noise_annealed",
        f"{scale}: {POWER}",
        noise(score_scale=name, threshold="annealed")
        .named(f"{MEAN_POWER} {scale}")
        .grows_like(f"C*(1 + exp({noise_rate}))"),
        charitable(derivation=f"capacity_softmax_noise_{name}"),
    )
    rates.claim(
        f"softmax.{name}_noise_typical",
        f"{scale}: the $n$ at which the median crosstalk power is the signal's",
        capacity(about="noise", threshold="typical")
        .named(f"the capacity of softmax by median crosstalk power at {scale}")
        .grows_like(f"C*(1 + exp({noise_rate}))"),
        charitable(derivation=f"noise_typical_{name}"),
    )

rates.claim(
    "softmax.full_mean_weight",
    f"{FULL}: the $n$ at which the right key has half of the weight on average: the same rate",
    weight(score_scale="full", threshold="mean_weight")
    .named(
        f"the number of items at which softmax gives the right key half of the weight on average, at {FULL},"
    )
    .grows_like(f"C*(1 + exp(({RATE})*d_k))"),
    charitable(derivation="mean_weight_floor_full"),
)

ABOVE = "the median's capacity is above the size at which the mean and one standard deviation are 1"

rates.claim(
    "softmax.full_typical_floor",
    f"{FULL}: {ABOVE}, of the same rate",
    full(threshold="typical")
    .named(f"{TYPICAL} {FULL}")
    .grows_like(f"C*(1 + exp(({RATE})*d_k))", bound="Omega"),
    stronger(derivation="capacity_softmax_typical_floor_full"),
)

# `power` over the square of `mean`, less 1, is the variance of one other key's weight beside its mean square;
# the floor is the size at one standard deviation.
for name, scale, capacity, own, mean, power in (
    ("root", ROOT, root, "exp(sqrt(d_k))", "hyp0f1(d_k/2, d_k/4)", "hyp0f1(d_k/2, d_k)"),
    ("fixed", FIXED, fixed, "exp(4)", "hyp0f1(d_k/2, 4)", "hyp0f1(d_k/2, 16)"),
):
    spread = f"{power}/{mean}**2 - 1"
    refined.claim(
        f"softmax.{name}_typical_floor",
        f"{scale}: {ABOVE}",
        capacity(threshold="typical")
        .named(f"{TYPICAL} {scale}")
        .at_least(f"1 + (sqrt({spread} + 4*{own}/{mean}) - sqrt({spread}))**2/4", margin=0.02),
        stronger(derivation=f"capacity_softmax_typical_floor_{name}"),
    )

refined.claim(
    "softmax.fixed_annealed",
    f"{FIXED}: {RIGHT} tends to $1 + e^4$",
    weight(score_scale="fixed", threshold="annealed")
    .named(f"{ANNEALED} {FIXED}")
    .tends_to("1 + exp(4)", margin=0.02, diverging="d_k"),
    charitable(derivation="capacity_softmax_fixed"),
)

refined.claim(
    "softmax.fixed_noise_annealed",
    f"{FIXED}: {POWER} tends to $1 + e^8$",
    noise(score_scale="fixed", threshold="annealed")
    .named(f"{MEAN_POWER} {FIXED}")
    .tends_to("1 + exp(8)", margin=0.02, diverging="d_k"),
    charitable(derivation="capacity_softmax_noise_fixed"),
)

retrieval = quantity("softmax_retrieval")

for name, scale, mean, drawn, more_drawn, quick in (
    ("full", FULL, "exp(-d_k)*hyp0f1(d_k/2, d_k**2/4)", (4, 6, 8), (4, 6, 8), (4, 6)),
    ("root", ROOT, "exp(-sqrt(d_k))*hyp0f1(d_k/2, d_k/4)", (4, 9, 16), (4, 9, 16, 25), (4, 9)),
    ("fixed", FIXED, "exp(-4)*hyp0f1(d_k/2, 4)", powers(8, 32), powers(8, 64), (8, 16)),
):
    given = retrieval(score_scale=name, about="weight", d_k=drawn)
    refined.claim(
        f"softmax.partition_{name}",
        f"{scale}: the other keys' mean weight beside the right key's own",
        given["partition"](d_k=more_drawn)
        .quick(d_k=quick)
        .named("the ratio of the other keys' mean softmax weight to the right key's own")
        .equals(f"(n - 1)*{mean}", margin=0.05),
        charitable(derivation=f"softmax_partition_{name}"),
    )
    refined.claim(
        f"softmax.weight_{name}",
        f"{scale}: the mean weight on the right key is at least that at the others' mean",
        given["weight"]
        .quick(d_k=quick)
        .named("the mean softmax weight on the right key")
        .at_least(f"1/((n - 1)*{mean} + 1)", margin=0.02),
        charitable(derivation=f"softmax_weight_{name}"),
    )
    refined.claim(
        f"softmax.wrong_{name}",
        f"{scale}: Markov's inequality bounds the queries whose right key has less than half of the weight",
        given["wrong"]
        .quick(d_k=quick)
        .named("the probability that the right key has less than half of the softmax weight")
        .at_most(f"(n - 1)*{mean}", margin=0.02),
        charitable(derivation=f"softmax_wrong_{name}"),
    )

for name, scale, power, drawn, few in (
    ("root", ROOT, "exp(-2*sqrt(d_k))*hyp0f1(d_k/2, d_k)", (4, 9, 16), (4, 9)),
    ("fixed", FIXED, "exp(-8)*hyp0f1(d_k/2, 16)", powers(8, 32), (8,)),
    ("full", FULL, "exp(-2*d_k)*hyp0f1(d_k/2, d_k**2)", (3, 4, 6), (4,)),
):
    refined.claim(
        f"softmax.noise_{name}",
        f"{scale}: the mean crosstalk power beside the signal's",
        retrieval["noise"](score_scale=name, about="noise", d_k=drawn)
        .quick(d_k=few)
        .named("the ratio of the mean crosstalk power of softmax to the signal's")
        .equals(f"(n - 1)*{power}", margin=0.05),
        charitable(derivation=f"softmax_noise_{name}"),
    )

LIMIT = r"the limit of $\log(n)/d_k$"

rates.claim(
    "softmax.rate_full",
    f"{FULL}: {LIMIT} for the annealed size",
    derived(f"{LIMIT} for the annealed capacity of softmax at {FULL}").equals(RATE, margin=0.0),
    stronger(derivation="softmax_rate"),
)

rates.claim(
    "softmax.rate_noise",
    f"{FULL}: {LIMIT} where the mean crosstalk power is the signal's",
    derived(f"{LIMIT} for {MEAN_POWER} {FULL}").equals(NOISE_RATE, margin=0.0),
    stronger(derivation="softmax_noise_rate"),
)

rates.claim(
    "softmax.rate_typical",
    f"{FULL}: {LIMIT} for the typical size, that of the annealed one",
    derived(f"{LIMIT} for the typical capacity of softmax at {FULL}").equals(RATE, margin=0.0),
    stronger(derivation="softmax_typical_rate"),
)

refined.claim(
    "softmax.typical_exceeds_annealed",
    "the typical size exceeds the annealed one at scores of scale $d_k$: a mean is raised by rare near "
    "keys, a median is not",
    weight(score_scale="full", threshold="typical_over_annealed")
    .quick(d_k=(8, 16, 32, 48))
    .named(f"the ratio of the typical to the annealed capacity of softmax at {FULL}")
    .at_least("1", margin=0.02),
    stronger(derivation="typical_over_annealed_floor"),
)
