"""S2.1 and S2.2: the later wording, about sqrt(d_k) associations free of error and O(d_k) on average."""

from ...paper import BOUNDS, charitable, literal, powers, stronger
from . import paper
from .s02_capacity import all_items, guaranteed, mean_noise, query_failure, unshared

S2_1 = paper.statement(
    "S2.1 Later wording: error-free",
    r"About $\sqrt{d_k}$ associations are stored free of error.",
    place="capacity theorem",
    primary="error_free.all_items.omega",
    why_primary="Free of error is said of all items at once, and the number that can be stored is meant, "
    "not the bound that the proof gives.",
    same_as="S2",
).having(tags=("wording",))

S2_1.claim(
    "error_free.guarantee",
    r"the $n$ up to which Markov's inequality and the union bound promise $|\eta_i|^2 \le 1$ for all items "
    "with probability 1/2",
    guaranteed.named(
        "the number of items that Markov's inequality and the union bound guarantee free of error"
    ).grows_like("C*sqrt(d_k)", bound=("Omega", "Theta"), alternatives=("C*d_k",)),
    literal(derivation="capacity_guarantee"),
)

S2_1.claim(
    "error_free.all_items",
    r"(c) the $n$ at which all $n$ items have $|\eta_i|^2 \le 1$ with probability 1/2, values of 16 "
    "dimensions; orders of growth are read up to logarithms, on every $d_k$ that is drawn",
    all_items(values="fixed", d_k=powers(16, 1024))
    .quick(d_k=powers(16, 256))
    .named(
        r"with $d_v = 16$, the number of items that are all free of error, $|\eta_i|^2 \le 1$, with "
        "probability 1/2"
    )
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta"), alternatives=("C*d_k",), up_to_logs=True),
    stronger(derivation="all_items_heuristic"),
)

S2_2 = paper.statement(
    "S2.2 Later wording: on average",
    "$O(d_k)$ associations are stored on average.",
    place="capacity theorem",
    why_primary="'On average' names the mean, and the mean noise power is the quantity of the theorem.",
).having(tags=("wording",))

S2_2.claim(
    "average.mean_noise",
    "(a) the $n$ at which the mean noise power reaches 1",
    mean_noise.grows_like("C*d_k", bound=BOUNDS, alternatives=("C*sqrt(d_k)",)),
    literal(derivation="capacity_mean_noise"),
)

S2_2.claim(
    "average.query",
    r"(b) the $n$ at which one query in ten has $|\eta|^2 > 1$, values of 16 dimensions",
    query_failure(values="fixed", d_k=powers(16, 2048))
    .quick(d_k=(32, 64, 128, 512))
    .named(
        "with $d_v = 16$, the number of items at which nine queries in ten have a noise power "
        r"$|\eta|^2 \le 1$"
    )
    .grows_like("C*d_k", bound=BOUNDS, alternatives=("C*sqrt(d_k)",)),
    stronger(derivation="item_failure_heuristic"),
)

S2_2.claim(
    "average.unshared",
    "(h) the $n$ at which a query's one-hot key is its own with probability 1/2",
    unshared.grows_like("C*d_k", bound=BOUNDS, alternatives=("C*sqrt(d_k)",)),
    charitable(derivation="capacity_unshared"),
)
