"""S2: how many associations a head stores, by definition of storing them, each as Omega, Theta and O.

(a) mean noise power; (b) one query in ten fails, |eta|^2 > 1; (c) any of all n items fails; (d) coherent
worst case over values; (e) coherence; (f) another stored value is nearest to a query's answer, (g) to any
item's; (h) one-hot keys. Values have d_v = 16 dimensions (`fixed`) or d_v = d_k (`tied`).
"""

from ...paper import BOUNDS, charitable, literal, powers, quantity, stronger
from . import paper

S2 = paper.statement(
    "S2 Capacity theorem",
    r"A head reliably stores $O(\sqrt{d_k})$ associations before interference degrades retrieval.",
    place="capacity theorem",
    primary="capacity.all_items.omega",
    why_primary="'Reliably stores' is about all stored items, and the capacity is how many there can be; "
    "what Markov's inequality and the union bound promise is a bound on it, of the order "
    r"$\sqrt{d_k}$ by construction.",
)

capacity = S2.having(severity="critical", tags=("capacity", "answer: Capacity by definition"))

guaranteed = (
    quantity("total_noise")["total"](d_k=powers(16, 2048)).quick(d_k=powers(16, 256)).reaches(0.5, by="n")
)
mean_noise = (
    quantity("noise_growth_given_keys")["power"](d_k=powers(16, 2048))
    .quick(d_k=powers(16, 256))
    .named(r"the number of items at which the mean noise power $|\eta|^2$ reaches 1")
    .reaches(1.0, by="n")
)
unshared = (
    quantity("unshared_fraction")["fraction"](d_k=powers(16, 4096))
    .quick(d_k=powers(16, 1024, 4))
    .named("the number of one-hot keys at which a query's own is unshared with probability 1/2")
    .reaches(0.5, by="n")
)
query_failure = quantity("query_success")["success"].statistic("complement").reaches(0.1, by="n")
all_items = quantity("memory_failure")["any"].statistic("complement").reaches(0.5, by="n")

capacity.claim(
    "capacity.guarantee",
    r"the $n$ up to which Markov's inequality and the union bound promise $|\eta_i|^2 \le 1$ for all items "
    "with probability 1/2",
    guaranteed.named("the capacity guaranteed by Markov's inequality and the union bound").grows_like(
        "C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",)
    ),
    literal(derivation="capacity_guarantee"),
)

capacity.claim(
    "capacity.mean_noise",
    "(a) the $n$ at which the mean noise power reaches 1",
    mean_noise.grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",)),
    charitable(derivation="capacity_mean_noise"),
)

capacity.claim(
    "capacity.coherent",
    "(d) the $n$ at which the coherent worst case over values, "
    r"$\sum_{j \ne i} |\langle k_i, k_j \rangle|$, reaches 1 on average",
    quantity("coherent_crosstalk")["absolute"](d_k=powers(16, 2048))
    .quick(d_k=powers(16, 256))
    .named(r"the number of items at which the mean of $\sum_{j \ne i} |k_i \cdot k_j|$ reaches 1")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",)),
    charitable(derivation="capacity_coherent"),
)

capacity.claim(
    "capacity.distinct",
    "(h) one-hot keys drawn at random: the $n$ at which all keys are distinct with probability 1/2",
    quantity("first_collision")(d_k=powers(64, 32768))
    .quick(d_k=powers(64, 4096, 4))
    .named("the number of one-hot keys that are all distinct with probability 1/2")
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",)),
    charitable(derivation="capacity_distinct"),
)

capacity.claim(
    "capacity.unshared",
    "(h) one-hot keys drawn at random: the $n$ at which a query's key is its own with probability 1/2",
    unshared.grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",)),
    charitable(derivation="capacity_unshared"),
)

ONE_IN_TEN = r"the number of items at which one query in ten has a noise power $|\eta|^2 > 1$"

capacity.claim(
    "capacity.query",
    r"(b) the $n$ at which one query in ten has $|\eta|^2 > 1$, values of 16 dimensions",
    query_failure(values="fixed", d_k=powers(16, 2048))
    .quick(d_k=(32, 64, 128, 512))
    .named(f"with $d_v = 16$, {ONE_IN_TEN}")
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",)),
    charitable(derivation="item_failure_heuristic"),
)

capacity.claim(
    "capacity.query_exact",
    r"(b) the $n$ at which one query in ten has $|\eta|^2 > 1$, values of 16 dimensions, by the exact law "
    r"of $|\eta|^2$ on spheres, a Hankel integral",
    quantity("sphere_query_capacity", f"with $d_v = 16$, {ONE_IN_TEN}")(d_k=(48, *powers(64, 2048)))
    .quick(d_k=(48, 64, 128, 256))
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",)),
    charitable(derivation="query_capacity_floor"),
)

capacity.claim(
    "capacity.query_tied",
    r"(b) the $n$ at which one query in ten has $|\eta|^2 > 1$, values of $d_k$ dimensions; orders of "
    "growth are read up to logarithms",
    query_failure(values="tied", d_k=powers(32, 512))
    .quick(d_k=powers(32, 256))
    .named(f"with $d_v = d_k$, {ONE_IN_TEN}")
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",), up_to_logs=True),
    charitable(derivation="item_failure_heuristic"),
)

UNSTEADY = r": fluctuations of order $\sqrt{\log(d_k)/d_k}$ raise the exponent there"

for name, values, d_v, dimensions, last, last_quick, comment in (
    ("all_items", "fixed", "16", "16", 1024, 256, ""),
    ("all_items_tied", "tied", "d_k", "$d_k$", 256, 128, UNSTEADY),
):
    capacity.claim(
        f"capacity.{name}",
        r"(c) the $n$ at which all $n$ items have $|\eta_i|^2 \le 1$ with probability 1/2, values of "
        f"{dimensions} dimensions; orders of growth are read up to logarithms, on every $d_k$ that is "
        f"drawn{comment}",
        all_items(values=values, d_k=powers(16, last))
        .quick(d_k=powers(16, last_quick))
        .named(
            rf"with $d_v = {d_v}$, the number of items that all have a noise power $|\eta_i|^2 \le 1$ with "
            "probability 1/2"
        )
        .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",), up_to_logs=True),
        charitable(derivation="all_items_heuristic"),
    )

capacity.claim(
    "capacity.all_items_union",
    "(c) the $n$ up to which the union over all items of one item's exact failure is at most 1/2, values of "
    "16 dimensions, by a Hankel integral up to $d_k = 2^{30}$: no more than the capacity by all items; the "
    "order of growth is read up to logarithms",
    quantity("sphere_union_capacity")(d_k=(256, 1024, *powers(2**14, 2**30, 16)))
    .named("with $d_v = 16$, the number of items up to which the union bound over exact failures is 1/2")
    .quick(d_k=(1024, 2**18, 2**26, 2**30))
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",), up_to_logs=True),
    charitable(derivation="union_capacity_floor"),
)

S2.claim(
    "sphere_failure.markov",
    "(b) Markov's bound on the failure of one query beside its exact law on spheres",
    quantity("sphere_failure")(d_k=(48, *powers(64, 2048)))
    .named(r"the probability that a query has a noise power $|\eta|^2 > \tau$")
    .quick(d_k=48, n=(28, 34, 40))
    .at_most("(n - 1)/(d_k*tau)", margin=0.02),
    stronger(bears="refines", derivation="noise_tail_bound"),
)

NEAREST = ("C*d_k", "C*d_k**2")
WRONG = "(f) the $n$ at which 5 % of the queries have another stored value nearest"
SOME_WRONG = "the number of items at which 5 % of the queries have another stored value nearest"
argmax_error = quantity("argmax_error")["error"]

S2.claim(
    "argmax_error.normal_rivals",
    "(f) values of $d_k$ dimensions: at least as many queries err as independent normal competitors alone "
    "would make; the noise of the right value's own score comes on top",
    argmax_error(values="tied", d_k=64)
    .named("with $d_v = d_k$, the probability that another stored value is nearest")
    .at_least("1 - (1 - erfc(sqrt(d_k*d_v/(2*(n - 1))))/2)**(n - 1)", margin=0.02),
    stronger(bears="refines", derivation="argmax_failure", severity="minor", tags=("capacity", "heuristic")),
)

competitors = argmax_error(d_k=powers(16, 512)).quick(d_k=powers(16, 128)).reaches(0.05, by="n")

capacity.claim(
    "capacity.argmax",
    f"{WRONG}, values of 16 dimensions; orders of growth are read up to logarithms; a heuristic gives 1, "
    "and leaves out the noise of the right score, which counts at these sizes",
    competitors(values="fixed")
    .named(f"with $d_v = 16$, {SOME_WRONG}")
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=NEAREST, up_to_logs=True),
    charitable(derivation="capacity_argmax"),
)

capacity.claim(
    "capacity.argmax_tied",
    f"{WRONG}, values of $d_k$ dimensions",
    competitors(values="tied")
    .named(f"with $d_v = d_k$, {SOME_WRONG}")
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=NEAREST, up_to_logs=True),
    charitable(derivation="capacity_argmax_tied"),
)

capacity.claim(
    "capacity.argmax_gaussian",
    f"{WRONG}, normal values of $d_k$ dimensions, by a sampler exact in law",
    quantity("argmax_error_collapsed")["error"](d_k=powers(16, 1024))
    .quick(d_k=powers(16, 128))
    .named(f"with normal values of $d_k$ dimensions, {SOME_WRONG}")
    .reaches(0.05, by="n")
    .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=NEAREST, up_to_logs=True),
    charitable(),
)

for name, values, d_v, dimensions, drawn, quick in (
    ("argmax_all", "fixed", "16", "16", powers(16, 512), (16, 32, 64, 256)),
    ("argmax_all_tied", "tied", "d_k", "$d_k$", powers(16, 128), powers(16, 128)),
):
    capacity.claim(
        f"capacity.{name}",
        "(g) the $n$ at which all $n$ items have their own value nearest with probability 1/2, values of "
        f"{dimensions} dimensions",
        quantity("argmax_failure")["any"](values=values, d_k=drawn)
        .quick(d_k=quick)
        .named(
            f"with $d_v = {d_v}$, the number of items that all have their own value nearest with probability "
            "1/2"
        )
        .reaches(0.5, by="n")
        .grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=NEAREST, up_to_logs=True),
        charitable(derivation=f"capacity_{name}"),
    )
