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
typical = weight(threshold="typical")

# Few keys have a characteristic function that falls slowly: the smallest sizes cost most.
QUICK_FULL, QUICK_ROOT = (14, 16, 24, 32, 48), (25, 49, 100, 196, 256, 400)

full_typical = (
    typical(score_scale="full")
    .quick(d_k=QUICK_FULL)
    .named(f"the typical capacity of softmax (by median weight) at {FULL}")
)
root_typical = (
    typical(score_scale="root")
    .quick(d_k=QUICK_ROOT)
    .named(f"the typical capacity of softmax (by median weight) at {ROOT}")
)
fixed_typical = (
    typical(score_scale="fixed")
    .quick(d_k=(32, 128, 512, 1024, 2048, 4096))
    .named(f"the typical capacity of softmax (by median weight) at {FIXED}")
)

for name, scale, capacity in (
    ("full", FULL, full_typical),
    ("root", ROOT, root_typical),
    ("fixed", FIXED, fixed_typical),
):
    S6_1.claim(
        f"softmax.{name}.omega",
        f"{scale}: {HALF}, against the capacity law",
        capacity.grows_like("C*sqrt(d_k)", bound="Omega", alternatives=("C*d_k",)),
        literal(derivation=f"capacity_softmax_typical_{name}"),
    )

for name, text, capacity, law, theorem in (
    (
        "full_annealed",
        f"{FULL}: {RIGHT}",
        weight(score_scale="full", threshold="annealed").named(
            f"the annealed capacity of softmax (by mean weight) at {FULL}"
        ),
        f"C*(1 + exp(({RATE})*d_k))",
        "capacity_softmax_full",
    ),
    (
        "full_typical",
        f"{FULL}: {HALF}: the same rate as annealed",
        full_typical,
        f"C*(1 + exp(({RATE})*d_k))",
        "capacity_softmax_typical_full",
    ),
    (
        "full_mean_weight",
        f"{FULL}: the $n$ at which the right key has half of the weight on average: the same rate",
        weight(score_scale="full", threshold="mean_weight").named(
            "the number of items at which softmax gives the right key half of the weight on average, at "
            f"{FULL},"
        ),
        f"C*(1 + exp(({RATE})*d_k))",
        "mean_weight_floor_full",
    ),
    (
        "root_annealed",
        f"{ROOT}: {RIGHT}",
        weight(score_scale="root", threshold="annealed").named(
            f"the annealed capacity of softmax (by mean weight) at {ROOT}"
        ),
        "C*(1 + exp(sqrt(d_k)))",
        "capacity_softmax_root",
    ),
    (
        "root_typical",
        f"{ROOT}: {HALF}: the same rate as annealed",
        root_typical,
        "C*(1 + exp(sqrt(d_k)))",
        "capacity_softmax_typical_root",
    ),
    (
        "root_noise_annealed",
        f"{ROOT}: {POWER}",
        noise(score_scale="root", threshold="annealed").named(
            f"the capacity of softmax by mean crosstalk power at {ROOT}"
        ),
        "C*(1 + exp(2*sqrt(d_k)))",
        "capacity_softmax_noise_root",
    ),
    (
        "root_noise_typical",
        f"{ROOT}: the $n$ at which the median crosstalk power is the signal's",
        noise(score_scale="root", threshold="typical")
        .quick(d_k=QUICK_ROOT)
        .named(f"the capacity of softmax by median crosstalk power at {ROOT}"),
        "C*(1 + exp(2*sqrt(d_k)))",
        "noise_typical_root",
    ),
    (
        "full_noise_annealed",
        f"{FULL}: {POWER}",
        noise(score_scale="full", threshold="annealed").named(
            f"the capacity of softmax by mean crosstalk power at {FULL}"
        ),
        f"C*(1 + exp(({NOISE_RATE})*d_k))",
        "capacity_softmax_noise_full",
    ),
    (
        "full_noise_typical",
        f"{FULL}: the $n$ at which the median crosstalk power is the signal's",
        noise(score_scale="full", threshold="typical")
        .quick(d_k=QUICK_FULL)
        .named(f"the capacity of softmax by median crosstalk power at {FULL}"),
        f"C*(1 + exp(({NOISE_RATE})*d_k))",
        "noise_typical_full",
    ),
):
    rates.claim(f"softmax.{name}", text, capacity.grows_like(law), charitable(derivation=theorem))

rates.claim(
    "softmax.full_typical_floor",
    f"{FULL}: the median's capacity is above the size at which the mean and one standard deviation are 1, "
    "of the same rate",
    full_typical.grows_like(f"C*(1 + exp(({RATE})*d_k))", bound="Omega"),
    stronger(derivation="capacity_softmax_typical_floor_full"),
)

# `spread` is the variance of one other key's weight beside its mean square; the floor is the size at one
# standard deviation.
for name, scale, capacity, own, mean, spread in (
    (
        "root",
        ROOT,
        root_typical,
        "exp(sqrt(d_k))",
        "hyp0f1(d_k/2, d_k/4)",
        "hyp0f1(d_k/2, d_k)/hyp0f1(d_k/2, d_k/4)**2 - 1",
    ),
    (
        "fixed",
        FIXED,
        fixed_typical,
        "exp(4)",
        "hyp0f1(d_k/2, 4)",
        "hyp0f1(d_k/2, 16)/hyp0f1(d_k/2, 4)**2 - 1",
    ),
):
    refined.claim(
        f"softmax.{name}_typical_floor",
        f"{scale}: the median's capacity is above the size at which the mean and one standard deviation are "
        "1",
        capacity.at_least(f"1 + (sqrt({spread} + 4*{own}/{mean}) - sqrt({spread}))**2/4", margin=0.02),
        stronger(derivation=f"capacity_softmax_typical_floor_{name}"),
    )

refined.claim(
    "softmax.fixed_annealed",
    f"{FIXED}: {RIGHT} tends to $1 + e^4$",
    weight(score_scale="fixed", threshold="annealed")
    .named(f"the annealed capacity of softmax (by mean weight) at {FIXED}")
    .tends_to("1 + exp(4)", margin=0.02, diverging="d_k"),
    charitable(derivation="capacity_softmax_fixed"),
)

refined.claim(
    "softmax.fixed_noise_annealed",
    f"{FIXED}: {POWER} tends to $1 + e^8$",
    noise(score_scale="fixed", threshold="annealed")
    .named(f"the capacity of softmax by mean crosstalk power at {FIXED}")
    .tends_to("1 + exp(8)", margin=0.02, diverging="d_k"),
    charitable(derivation="capacity_softmax_noise_fixed"),
)

retrieval = quantity("softmax_retrieval")
partition = retrieval["partition"].named(
    "the ratio of the other keys' mean softmax weight to the right key's own"
)
share = retrieval["weight"].named("the mean softmax weight on the right key")
wrong = retrieval["wrong"].named(
    "the probability that the right key has less than half of the softmax weight"
)

for name, scale, mean, drawn, more_drawn, quick in (
    ("full", FULL, "exp(-d_k)*hyp0f1(d_k/2, d_k**2/4)", (4, 6, 8), (4, 6, 8), (4, 6)),
    ("root", ROOT, "exp(-sqrt(d_k))*hyp0f1(d_k/2, d_k/4)", (4, 9, 16), (4, 9, 16, 25), (4, 9)),
    ("fixed", FIXED, "exp(-4)*hyp0f1(d_k/2, 4)", powers(8, 32), powers(8, 64), (8, 16)),
):
    refined.claim(
        f"softmax.partition_{name}",
        f"{scale}: the other keys' mean weight beside the right key's own",
        partition(score_scale=name, about="weight", d_k=more_drawn)
        .quick(d_k=quick)
        .equals(f"(n - 1)*{mean}", margin=0.05),
        charitable(derivation=f"softmax_partition_{name}"),
    )
    refined.claim(
        f"softmax.weight_{name}",
        f"{scale}: the mean weight on the right key is at least that at the others' mean",
        share(score_scale=name, about="weight", d_k=drawn)
        .quick(d_k=quick)
        .at_least(f"1/((n - 1)*{mean} + 1)", margin=0.02),
        charitable(derivation=f"softmax_weight_{name}"),
    )
    refined.claim(
        f"softmax.wrong_{name}",
        f"{scale}: Markov's inequality bounds the queries whose right key has less than half of the weight",
        wrong(score_scale=name, about="weight", d_k=drawn)
        .quick(d_k=quick)
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

for name, which, label, limit, theorem in (
    ("full", "for the annealed size", "for the annealed capacity of softmax", RATE, "softmax_rate"),
    (
        "noise",
        "where the mean crosstalk power is the signal's",
        "for the capacity of softmax by mean crosstalk power",
        NOISE_RATE,
        "softmax_noise_rate",
    ),
    (
        "typical",
        "for the typical size, that of the annealed one",
        "for the typical capacity of softmax",
        RATE,
        "softmax_typical_rate",
    ),
):
    rates.claim(
        f"softmax.rate_{name}",
        f"{FULL}: {LIMIT} {which}",
        derived(f"{LIMIT} {label} at {FULL}").equals(limit, margin=0.0),
        stronger(derivation=theorem),
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
