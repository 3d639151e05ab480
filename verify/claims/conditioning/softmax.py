"""S6.1: softmax attention at score scales fixed, sqrt(d_k) and d_k, the paper's open question.

The right key has more than half of the weight while the others' weight relative to its own, Z, is
below 1. An annealed threshold is where the mean of Z is 1, a typical one where its median is; Y is the
mean crosstalk power relative to the signal's. An exponential in d_k is held as it is claimed and the
exponent beyond it measured: over d_k = 8..16 a rate wrong by a twelfth shows as an exponent of 1/2.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Crossing, Relation, Role, Sense

_FULL_ANNEALED = Claim(
    id="conditioning.softmax.full_annealed",
    subject="the annealed capacity of softmax at scores of scale $d_k$",
    statement_id="conditioning.S6.1",
    reading="scores of scale $d_k$: the $n$ at which the other keys' mean weight is the right key's own",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C*(1 + exp(((3 - sqrt(5))/2 - log((sqrt(5) - 1)/2)/2)*d_k))",
    rivals=(),
    quantity="softmax_collapsed",
    component="partition",
    crossing=Crossing(variable="n", level=1.0),
    grid={"score_scale": ("full",)},
    quick_grid={"score_scale": ("full",), "d_k": (8, 10, 12, 14)},
    margin=0.5,
    tags=("softmax", "rate"),
)
_FULL_OMEGA = replace(
    _FULL_ANNEALED,
    id="conditioning.softmax.full.omega",
    subject="the typical capacity of softmax at scores of scale $d_k$",
    reading="scores of scale $d_k$: the $n$ at which half of the queries give the right key more than half "
    "of the "
    "weight, against the capacity law",
    role=Role.LITERAL,
    sense=Sense.OMEGA,
    claimed="C*sqrt(d_k)",
    rivals=("C*d_k",),
    component="wrong",
    crossing=Crossing(variable="n", level=0.5),
    margin=0.1,
    tags=("softmax",),
)

CLAIMS: tuple[Claim, ...] = (
    _FULL_OMEGA,
    replace(
        _FULL_OMEGA,
        id="conditioning.softmax.root.omega",
        subject="the typical capacity of softmax at scores of scale $\\sqrt{d_k}$",
        reading="scores of scale $\\sqrt{d_k}$: the $n$ at which half of the queries give the right key "
        "more than "
        "half of the weight, against the capacity law",
        grid={"score_scale": ("root",), "d_k": (49, 100)},
        quick_grid={"score_scale": ("root",), "d_k": (25, 49)},
    ),
    replace(
        _FULL_OMEGA,
        id="conditioning.softmax.fixed.omega",
        subject="the typical capacity of softmax at scores of fixed scale",
        reading="scores of scale 4: the $n$ at which half of the queries give the right key more than half "
        "of the "
        "weight, against the capacity law",
        quantity="softmax_retrieval",
        grid={"score_scale": ("fixed",), "about": ("weight",), "d_k": (64, 128)},
        quick_grid={},
    ),
    _FULL_ANNEALED,
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.full_typical",
        subject="the typical capacity of softmax at scores of scale $d_k$",
        reading="scores of scale $d_k$: the $n$ at which half of the queries give the right key more than "
        "half of "
        "the weight: the same rate as annealed",
        component="wrong",
        crossing=Crossing(variable="n", level=0.5),
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.full_mean_weight",
        subject="the capacity of softmax by mean weight at scores of scale $d_k$",
        reading="scores of scale $d_k$: the $n$ at which the right key has half of the weight on average: "
        "the same "
        "rate",
        component="weight",
        crossing=Crossing(variable="n", level=0.5),
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.root_annealed",
        subject="the annealed capacity of softmax at scores of scale $\\sqrt{d_k}$",
        reading="scores of scale $\\sqrt{d_k}$: the $n$ at which the other keys' mean weight is the right "
        "key's own",
        claimed="C*(1 + exp(sqrt(d_k)))",
        grid={"score_scale": ("root",)},
        quick_grid={"score_scale": ("root",), "d_k": (16, 25, 36, 49)},
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.root_typical",
        subject="the typical capacity of softmax at scores of scale $\\sqrt{d_k}$",
        reading="scores of scale $\\sqrt{d_k}$: the $n$ at which half of the queries give the right key "
        "more than "
        "half of the weight: the same rate as annealed",
        claimed="C*(1 + exp(sqrt(d_k)))",
        component="wrong",
        crossing=Crossing(variable="n", level=0.5),
        grid={"score_scale": ("root",)},
        quick_grid={"score_scale": ("root",), "d_k": (16, 25, 36, 49)},
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.fixed_annealed",
        subject="the annealed capacity of softmax at scores of fixed scale",
        reading="scores of scale 4: the $n$ at which the other keys' mean weight is the right key's own "
        "tends to "
        "$1 + e^4$",
        relation=Relation.LIMIT,
        sense=None,
        claimed="1 + exp(4)",
        rivals=(),
        diverging="d_k",
        quantity="softmax_retrieval",
        grid={"score_scale": ("fixed",), "about": ("weight",), "d_k": (32, 64, 128)},
        quick_grid={},
        margin=0.1,
        tags=("softmax",),
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.root_noise_annealed",
        subject="the capacity of softmax by mean crosstalk at scores of scale $\\sqrt{d_k}$",
        reading="scores of scale $\\sqrt{d_k}$: the $n$ at which the mean crosstalk power is the signal's",
        claimed="C*(1 + exp(2*sqrt(d_k)))",
        quantity="softmax_retrieval",
        component="noise",
        grid={"score_scale": ("root",), "about": ("noise",)},
        quick_grid={"score_scale": ("root",), "about": ("noise",)},
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.root_noise_typical",
        subject="the typical capacity of softmax by crosstalk at scores of scale $\\sqrt{d_k}$",
        reading="scores of scale $\\sqrt{d_k}$: the $n$ at which the median crosstalk power is the signal's",
        claimed="C*(1 + exp(2*sqrt(d_k)))",
        quantity="softmax_retrieval",
        component="loud",
        crossing=Crossing(variable="n", level=0.5),
        grid={"score_scale": ("root",), "about": ("noise",)},
        quick_grid={"score_scale": ("root",), "about": ("noise",)},
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.full_noise_annealed",
        subject="the capacity of softmax by mean crosstalk at scores of scale $d_k$",
        reading="scores of scale $d_k$: the $n$ at which the mean crosstalk power is the signal's",
        claimed="C*(1 + exp((2 - (sqrt(17) - 1)/2 - log((sqrt(17) - 1)/8)/2)*d_k))",
        quantity="softmax_retrieval",
        component="noise",
        grid={"score_scale": ("full",), "about": ("noise",)},
        quick_grid={"score_scale": ("full",), "about": ("noise",)},
    ),
    replace(
        _FULL_ANNEALED,
        id="conditioning.softmax.full_noise_typical",
        subject="the typical capacity of softmax by crosstalk at scores of scale $d_k$",
        reading="scores of scale $d_k$: the $n$ at which the median crosstalk power is the signal's",
        claimed="C*(1 + exp((2 - (sqrt(17) - 1)/2 - log((sqrt(17) - 1)/8)/2)*d_k))",
        quantity="softmax_retrieval",
        component="loud",
        crossing=Crossing(variable="n", level=0.5),
        grid={"score_scale": ("full",), "about": ("noise",)},
        quick_grid={"score_scale": ("full",), "about": ("noise",)},
    ),
)
