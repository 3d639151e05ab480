"""S6.1: softmax attention at score scales fixed, sqrt(d_k) and d_k, the paper's open question.

The right key has more than half of the weight while the others' weight relative to its own, Z, is
below 1. An annealed threshold is where the mean of Z is 1, a typical one where its median is; Y is the
mean crosstalk power relative to the signal's. Thresholds are computed from the law of one overlap;
means, weights and failures are also drawn. An exponential in d_k is held as it is claimed and the
exponent beyond it measured: over d_k = 8..48 a rate wrong by a fiftieth shows as an exponent of 1/3.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_QUICK_FULL = {"score_scale": ("full",), "d_k": (14, 16, 24, 32, 48)}
_QUICK_ROOT = {"score_scale": ("root",), "d_k": (25, 49, 100, 196, 256, 400)}
_QUICK_FIXED = {"score_scale": ("fixed",), "d_k": (32, 128, 512, 1024, 2048, 4096)}
"""Few keys have a characteristic function that falls slowly: the smallest sizes cost most."""

_FULL_ANNEALED = Claim(
    id="conditioning.softmax.full_annealed",
    label="the annealed capacity of softmax (by mean weight) at scores of scale $d_k$",
    statement_id="conditioning.S6.1",
    interpretation="scores of scale $d_k$: the $n$ at which the other keys' mean weight is the right key's "
    "own",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*(1 + exp(((3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2)*d_k))",
    derivation="capacity_softmax_full",
    quantity="softmax_threshold",
    grid={"score_scale": ("full",), "about": ("weight",), "threshold": ("annealed",)},
    margin=0.05,
    tags=("softmax", "rate"),
    bears=Bears.REFINES,
)
_FULL_TYPICAL = replace(
    _FULL_ANNEALED,
    id="conditioning.softmax.full_typical",
    label="the typical capacity of softmax (by median weight) at scores of scale $d_k$",
    interpretation="scores of scale $d_k$: the $n$ at which half of the queries give the right key more than "
    "half "
    "of the weight: the same rate as annealed",
    derivation="capacity_softmax_typical_full",
    grid={"score_scale": ("full",), "about": ("weight",), "threshold": ("typical",)},
    quick_grid=_QUICK_FULL | {"about": ("weight",), "threshold": ("typical",)},
    bears=Bears.REFINES,
)
_FULL_OMEGA = replace(
    _FULL_TYPICAL,
    id="conditioning.softmax.full.omega",
    interpretation="scores of scale $d_k$: the $n$ at which half of the queries give the right key more than "
    "half "
    "of the weight, against the capacity law",
    role=Role.LITERAL,
    bound_type=BoundType.OMEGA,
    claimed="C*sqrt(d_k)",
    alternatives=("C*d_k",),
    tags=("softmax",),
    bears=Bears.SUPPORTS,
)
_PARTITION = replace(
    _FULL_ANNEALED,
    id="conditioning.softmax.partition_full",
    label="the ratio of the other keys' mean softmax weight to the right key's own",
    interpretation="scores of scale $d_k$: the other keys' mean weight beside the right key's own",
    relation=Relation.EQUALS,
    bound_type=None,
    claimed="(n - 1)*exp(-d_k)*hyp0f1(d_k/2, d_k**2/4)",
    derivation="softmax_partition_full",
    quantity="softmax_retrieval",
    output="partition",
    grid={"score_scale": ("full",), "about": ("weight",), "d_k": (4, 6, 8)},
    quick_grid={"score_scale": ("full",), "about": ("weight",), "d_k": (4, 6)},
    margin=0.05,
    tags=("softmax",),
    bears=Bears.REFINES,
)
_NOISE = replace(
    _PARTITION,
    id="conditioning.softmax.noise_root",
    label="the ratio of the mean crosstalk power of softmax to the signal's",
    interpretation="scores of scale $\\sqrt{d_k}$: the mean crosstalk power beside the signal's",
    claimed="(n - 1)*exp(-2*sqrt(d_k))*hyp0f1(d_k/2, d_k)",
    derivation="softmax_noise_root",
    output="noise",
    grid={"score_scale": ("root",), "about": ("noise",), "d_k": (4, 9, 16)},
    quick_grid={"score_scale": ("root",), "about": ("noise",), "d_k": (4, 9)},
    bears=Bears.REFINES,
)
_WEIGHT = replace(
    _PARTITION,
    id="conditioning.softmax.weight_full",
    label="the mean softmax weight on the right key",
    interpretation="scores of scale $d_k$: the mean weight on the right key is at least that at the others' "
    "mean",
    relation=Relation.AT_LEAST,
    claimed="1/((n - 1)*exp(-d_k)*hyp0f1(d_k/2, d_k**2/4) + 1)",
    derivation="softmax_weight_full",
    output="weight",
    margin=0.02,
    tags=("softmax",),
    bears=Bears.REFINES,
)
_WRONG = replace(
    _WEIGHT,
    id="conditioning.softmax.wrong_full",
    label="the probability that the right key has less than half of the softmax weight",
    interpretation="scores of scale $d_k$: Markov's inequality bounds the queries whose right key has less "
    "than "
    "half of the weight",
    relation=Relation.AT_MOST,
    claimed="(n - 1)*exp(-d_k)*hyp0f1(d_k/2, d_k**2/4)",
    derivation="softmax_wrong_full",
    output="wrong",
    bears=Bears.REFINES,
)

# The variance of one other key's weight beside its mean square, and the size at one standard deviation.
_ROOT_SPREAD = "hyp0f1(d_k/2, d_k)/hyp0f1(d_k/2, d_k/4)**2 - 1"
_ROOT_FLOOR = (
    f"1 + (sqrt({_ROOT_SPREAD} + 4*exp(sqrt(d_k))/hyp0f1(d_k/2, d_k/4)) - sqrt({_ROOT_SPREAD}))**2/4"
)
_FIXED_SPREAD = "hyp0f1(d_k/2, 16)/hyp0f1(d_k/2, 4)**2 - 1"
_FIXED_FLOOR = f"1 + (sqrt({_FIXED_SPREAD} + 4*exp(4)/hyp0f1(d_k/2, 4)) - sqrt({_FIXED_SPREAD}))**2/4"

CLAIMS: tuple[Claim, ...] = (
    _FULL_OMEGA,
    replace(
        _FULL_OMEGA,
        id="conditioning.softmax.root.omega",
        label="the typical capacity of softmax (by median weight) at scores of scale $\\sqrt{d_k}$",
        interpretation="scores of scale $\\sqrt{d_k}$: the $n$ at which half of the queries give the right "
        "key "
        "more than half of the weight, against the capacity law",
        derivation="capacity_softmax_typical_root",
        grid={"score_scale": ("root",), "about": ("weight",), "threshold": ("typical",)},
        quick_grid=_QUICK_ROOT | {"about": ("weight",), "threshold": ("typical",)},
        bears=Bears.SUPPORTS,
    ),
    replace(
        _FULL_OMEGA,
        id="conditioning.softmax.fixed.omega",
        label="the typical capacity of softmax (by median weight) at scores of scale 4",
        interpretation="scores of scale 4: the $n$ at which half of the queries give the right key more than "
        "half "
        "of the weight, against the capacity law",
        derivation="capacity_softmax_typical_fixed",
        grid={"score_scale": ("fixed",), "about": ("weight",), "threshold": ("typical",)},
        quick_grid=_QUICK_FIXED | {"about": ("weight",), "threshold": ("typical",)},
        bears=Bears.SUPPORTS,
    ),
    _FULL_ANNEALED,
    _FULL_TYPICAL,
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.full_typical_floor",
        label="the typical capacity of softmax (by median weight) at scores of scale $d_k$",
        interpretation="scores of scale $d_k$: the median's capacity is above the size at which the mean and "
        "one "
        "standard deviation are 1, of the same rate",
        role=Role.STRONGER,
        bound_type=BoundType.OMEGA,
        derivation="capacity_softmax_typical_floor_full",
        grid={"score_scale": ("full",), "about": ("weight",), "threshold": ("typical",)},
        quick_grid=_QUICK_FULL | {"about": ("weight",), "threshold": ("typical",)},
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.root_typical_floor",
        label="the typical capacity of softmax (by median weight) at scores of scale $\\sqrt{d_k}$",
        interpretation="scores of scale $\\sqrt{d_k}$: the median's capacity is above the size at which the "
        "mean "
        "and one standard deviation are 1",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed=_ROOT_FLOOR,
        derivation="capacity_softmax_typical_floor_root",
        grid={"score_scale": ("root",), "about": ("weight",), "threshold": ("typical",)},
        quick_grid=_QUICK_ROOT | {"about": ("weight",), "threshold": ("typical",)},
        margin=0.02,
        tags=("softmax",),
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.fixed_typical_floor",
        label="the typical capacity of softmax (by median weight) at scores of scale 4",
        interpretation="scores of scale 4: the median's capacity is above the size at which the mean and one "
        "standard deviation are 1",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed=_FIXED_FLOOR,
        derivation="capacity_softmax_typical_floor_fixed",
        grid={"score_scale": ("fixed",), "about": ("weight",), "threshold": ("typical",)},
        quick_grid=_QUICK_FIXED | {"about": ("weight",), "threshold": ("typical",)},
        margin=0.02,
        tags=("softmax",),
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.full_mean_weight",
        label="the number of items at which softmax gives the right key half of the weight on average, at "
        "scores of scale $d_k$,",
        interpretation="scores of scale $d_k$: the $n$ at which the right key has half of the weight on "
        "average: "
        "the same rate",
        derivation="mean_weight_floor_full",
        grid={"score_scale": ("full",), "about": ("weight",), "threshold": ("mean_weight",)},
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.root_annealed",
        label="the annealed capacity of softmax (by mean weight) at scores of scale $\\sqrt{d_k}$",
        interpretation="scores of scale $\\sqrt{d_k}$: the $n$ at which the other keys' mean weight is the "
        "right "
        "key's own",
        claimed="C*(1 + exp(sqrt(d_k)))",
        derivation="capacity_softmax_root",
        grid={"score_scale": ("root",), "about": ("weight",), "threshold": ("annealed",)},
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_TYPICAL,
        id="conditioning.softmax.root_typical",
        label="the typical capacity of softmax (by median weight) at scores of scale $\\sqrt{d_k}$",
        interpretation="scores of scale $\\sqrt{d_k}$: the $n$ at which half of the queries give the right "
        "key "
        "more than half of the weight: the same rate as annealed",
        claimed="C*(1 + exp(sqrt(d_k)))",
        derivation="capacity_softmax_typical_root",
        grid={"score_scale": ("root",), "about": ("weight",), "threshold": ("typical",)},
        quick_grid=_QUICK_ROOT | {"about": ("weight",), "threshold": ("typical",)},
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.fixed_annealed",
        label="the annealed capacity of softmax (by mean weight) at scores of scale 4",
        interpretation="scores of scale 4: the $n$ at which the other keys' mean weight is the right key's "
        "own "
        "tends to $1 + e^4$",
        relation=Relation.LIMIT,
        bound_type=None,
        claimed="1 + exp(4)",
        diverging="d_k",
        derivation="capacity_softmax_fixed",
        grid={"score_scale": ("fixed",), "about": ("weight",), "threshold": ("annealed",)},
        margin=0.02,
        tags=("softmax",),
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.fixed_noise_annealed",
        label="the capacity of softmax by mean crosstalk power at scores of scale 4",
        interpretation="scores of scale 4: the $n$ at which the mean crosstalk power is the signal's tends "
        "to "
        "$1 + e^8$",
        relation=Relation.LIMIT,
        bound_type=None,
        claimed="1 + exp(8)",
        diverging="d_k",
        derivation="capacity_softmax_noise_fixed",
        grid={"score_scale": ("fixed",), "about": ("noise",), "threshold": ("annealed",)},
        margin=0.02,
        tags=("softmax",),
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.root_noise_annealed",
        label="the capacity of softmax by mean crosstalk power at scores of scale $\\sqrt{d_k}$",
        interpretation="scores of scale $\\sqrt{d_k}$: the $n$ at which the mean crosstalk power is the "
        "signal's",
        claimed="C*(1 + exp(2*sqrt(d_k)))",
        derivation="capacity_softmax_noise_root",
        grid={"score_scale": ("root",), "about": ("noise",), "threshold": ("annealed",)},
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.root_noise_typical",
        label="the capacity of softmax by median crosstalk power at scores of scale $\\sqrt{d_k}$",
        interpretation="scores of scale $\\sqrt{d_k}$: the $n$ at which the median crosstalk power is the "
        "signal's",
        claimed="C*(1 + exp(2*sqrt(d_k)))",
        derivation="noise_typical_root",
        grid={"score_scale": ("root",), "about": ("noise",), "threshold": ("typical",)},
        quick_grid=_QUICK_ROOT | {"about": ("noise",), "threshold": ("typical",)},
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.full_noise_annealed",
        label="the capacity of softmax by mean crosstalk power at scores of scale $d_k$",
        interpretation="scores of scale $d_k$: the $n$ at which the mean crosstalk power is the signal's",
        claimed="C*(1 + exp((2 - (sqrt(17) - 1)/2 - log((sqrt(17) - 1)/8)/2)*d_k))",
        derivation="capacity_softmax_noise_full",
        grid={"score_scale": ("full",), "about": ("noise",), "threshold": ("annealed",)},
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.full_noise_typical",
        label="the capacity of softmax by median crosstalk power at scores of scale $d_k$",
        interpretation="scores of scale $d_k$: the $n$ at which the median crosstalk power is the signal's",
        claimed="C*(1 + exp((2 - (sqrt(17) - 1)/2 - log((sqrt(17) - 1)/8)/2)*d_k))",
        derivation="noise_typical_full",
        grid={"score_scale": ("full",), "about": ("noise",), "threshold": ("typical",)},
        quick_grid=_QUICK_FULL | {"about": ("noise",), "threshold": ("typical",)},
        bears=Bears.REFINES,
    ),
    _PARTITION,
    replace(
        _PARTITION,
        id="conditioning.softmax.partition_root",
        interpretation="scores of scale $\\sqrt{d_k}$: the other keys' mean weight beside the right key's "
        "own",
        claimed="(n - 1)*exp(-sqrt(d_k))*hyp0f1(d_k/2, d_k/4)",
        derivation="softmax_partition_root",
        grid={"score_scale": ("root",), "about": ("weight",), "d_k": (4, 9, 16, 25)},
        quick_grid={"score_scale": ("root",), "about": ("weight",), "d_k": (4, 9)},
        bears=Bears.REFINES,
    ),
    replace(
        _PARTITION,
        id="conditioning.softmax.partition_fixed",
        interpretation="scores of scale 4: the other keys' mean weight beside the right key's own",
        claimed="(n - 1)*exp(-4)*hyp0f1(d_k/2, 4)",
        derivation="softmax_partition_fixed",
        grid={"score_scale": ("fixed",), "about": ("weight",), "d_k": (8, 16, 32, 64)},
        quick_grid={"score_scale": ("fixed",), "about": ("weight",), "d_k": (8, 16)},
        bears=Bears.REFINES,
    ),
    _NOISE,
    replace(
        _NOISE,
        id="conditioning.softmax.noise_fixed",
        interpretation="scores of scale 4: the mean crosstalk power beside the signal's",
        claimed="(n - 1)*exp(-8)*hyp0f1(d_k/2, 16)",
        derivation="softmax_noise_fixed",
        grid={"score_scale": ("fixed",), "about": ("noise",), "d_k": (8, 16, 32)},
        quick_grid={"score_scale": ("fixed",), "about": ("noise",), "d_k": (8,)},
        bears=Bears.REFINES,
    ),
    replace(
        _NOISE,
        id="conditioning.softmax.noise_full",
        interpretation="scores of scale $d_k$: the mean crosstalk power beside the signal's",
        claimed="(n - 1)*exp(-2*d_k)*hyp0f1(d_k/2, d_k**2)",
        derivation="softmax_noise_full",
        grid={"score_scale": ("full",), "about": ("noise",), "d_k": (3, 4, 6)},
        quick_grid={"score_scale": ("full",), "about": ("noise",), "d_k": (4,)},
        bears=Bears.REFINES,
    ),
    _WEIGHT,
    replace(
        _WEIGHT,
        id="conditioning.softmax.weight_root",
        interpretation="scores of scale $\\sqrt{d_k}$: the mean weight on the right key is at least that at "
        "the "
        "others' mean",
        claimed="1/((n - 1)*exp(-sqrt(d_k))*hyp0f1(d_k/2, d_k/4) + 1)",
        derivation="softmax_weight_root",
        grid={"score_scale": ("root",), "about": ("weight",), "d_k": (4, 9, 16)},
        quick_grid={"score_scale": ("root",), "about": ("weight",), "d_k": (4, 9)},
        bears=Bears.REFINES,
    ),
    replace(
        _WEIGHT,
        id="conditioning.softmax.weight_fixed",
        interpretation="scores of scale 4: the mean weight on the right key is at least that at the others' "
        "mean",
        claimed="1/((n - 1)*exp(-4)*hyp0f1(d_k/2, 4) + 1)",
        derivation="softmax_weight_fixed",
        grid={"score_scale": ("fixed",), "about": ("weight",), "d_k": (8, 16, 32)},
        quick_grid={"score_scale": ("fixed",), "about": ("weight",), "d_k": (8, 16)},
        bears=Bears.REFINES,
    ),
    _WRONG,
    replace(
        _WRONG,
        id="conditioning.softmax.wrong_root",
        interpretation="scores of scale $\\sqrt{d_k}$: Markov's inequality bounds the queries whose right "
        "key has "
        "less than half of the weight",
        claimed="(n - 1)*exp(-sqrt(d_k))*hyp0f1(d_k/2, d_k/4)",
        derivation="softmax_wrong_root",
        grid={"score_scale": ("root",), "about": ("weight",), "d_k": (4, 9, 16)},
        quick_grid={"score_scale": ("root",), "about": ("weight",), "d_k": (4, 9)},
        bears=Bears.REFINES,
    ),
    replace(
        _WRONG,
        id="conditioning.softmax.wrong_fixed",
        interpretation="scores of scale 4: Markov's inequality bounds the queries whose right key has less "
        "than "
        "half of the weight",
        claimed="(n - 1)*exp(-4)*hyp0f1(d_k/2, 4)",
        derivation="softmax_wrong_fixed",
        grid={"score_scale": ("fixed",), "about": ("weight",), "d_k": (8, 16, 32)},
        quick_grid={"score_scale": ("fixed",), "about": ("weight",), "d_k": (8, 16)},
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.rate_full",
        label="the limit of $\\log(n)/d_k$ for the annealed capacity of softmax at scores of scale $d_k$",
        interpretation="scores of scale $d_k$: the limit of $\\log(n)/d_k$ for the annealed size",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="(3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2",
        derivation="softmax_rate",
        quantity=None,
        grid={},
        margin=0.0,
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.rate_noise",
        label="the limit of $\\log(n)/d_k$ for the capacity of softmax by mean crosstalk power at scores "
        "of scale $d_k$",
        interpretation="scores of scale $d_k$: the limit of $\\log(n)/d_k$ where the mean crosstalk power is "
        "the "
        "signal's",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="2 - (sqrt(17) - 1)/2 - log((sqrt(17) - 1)/8)/2",
        derivation="softmax_noise_rate",
        quantity=None,
        grid={},
        margin=0.0,
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.rate_typical",
        label="the limit of $\\log(n)/d_k$ for the typical capacity of softmax at scores of scale $d_k$",
        interpretation="scores of scale $d_k$: the limit of $\\log(n)/d_k$ for the typical size, that of the "
        "annealed one",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="(3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2",
        derivation="softmax_typical_rate",
        quantity=None,
        grid={},
        margin=0.0,
        bears=Bears.REFINES,
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.typical_exceeds_annealed",
        label="the ratio of the typical to the annealed capacity of softmax at scores of scale $d_k$",
        interpretation="the typical size exceeds the annealed one at scores of scale $d_k$: a mean is raised "
        "by "
        "rare near keys, a median is not",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed="1",
        derivation="typical_over_annealed_floor",
        grid={"score_scale": ("full",), "about": ("weight",), "threshold": ("typical_over_annealed",)},
        quick_grid={
            "score_scale": ("full",),
            "about": ("weight",),
            "threshold": ("typical_over_annealed",),
            "d_k": (8, 16, 32, 48),
        },
        margin=0.02,
        tags=("softmax",),
        bears=Bears.REFINES,
    ),
)
