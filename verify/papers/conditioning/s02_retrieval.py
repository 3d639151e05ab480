"""S2: capacities by failure |eta|^2 > 1, of a query in ten (b) and of any of all n items (c)."""

from __future__ import annotations

from ...paper import charitable, powers, quantity, stronger
from .s02_capacity import S2

retrieval = S2.having(severity="critical", tags=("capacity", "answer: Capacity by definition"))
query_success = quantity("query_success")["success"]

retrieval.claim(
    "capacity.query",
    r"(b) the $n$ at which one query in ten has $|\eta|^2 > 1$, values of 16 dimensions",
    query_success(values="fixed", d_k=powers(16, 2048))
    .quick(d_k=(32, 64, 128, 512))
    .statistic("complement")
    .named(r"with $d_v = 16$, the number of items at which one query in ten has a noise power $|\eta|^2 > 1$")
    .reaches(0.1, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",)),
    charitable(derivation="item_failure_heuristic"),
)

retrieval.claim(
    "capacity.query_exact",
    r"(b) the $n$ at which one query in ten has $|\eta|^2 > 1$, values of 16 dimensions, by the exact law "
    r"of $|\eta|^2$ on spheres, a Hankel integral",
    quantity("sphere_query_capacity")(d_k=(48, 64, 128, 256, 512, 1024, 2048))
    .quick(d_k=(48, 64, 128, 256))
    .named(r"with $d_v = 16$, the number of items at which one query in ten has a noise power $|\eta|^2 > 1$")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",)),
    charitable(derivation="query_capacity_floor"),
)

retrieval.claim(
    "capacity.all_items_union",
    "(c) the $n$ up to which the union over all items of one item's exact failure is at most 1/2, values of "
    "16 dimensions, by a Hankel integral up to $d_k = 2^{30}$: no more than the capacity by all items; the "
    "order of growth is read up to logarithms",
    quantity("sphere_union_capacity")(d_k=(256, 1024, 16384, 262144, 4194304, 67108864, 1073741824))
    .quick(d_k=(1024, 262144, 67108864, 1073741824))
    .named("with $d_v = 16$, the number of items up to which the union bound over exact failures is 1/2")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",), up_to_logs=True),
    charitable(derivation="union_capacity_floor"),
)

retrieval.claim(
    "sphere_failure.markov",
    "(b) Markov's bound on the failure of one query beside its exact law on spheres",
    quantity("sphere_failure")(d_k=(48, 64, 128, 256, 512, 1024, 2048))
    .quick(d_k=48, n=(28, 34, 40))
    .named(r"the probability that a query has a noise power $|\eta|^2 > \tau$")
    .at_most("(n - 1)/(d_k*tau)", margin=0.02),
    stronger(bears="refines", derivation="noise_tail_bound", severity="major", tags=()),
)

retrieval.claim(
    "capacity.query_tied",
    r"(b) the $n$ at which one query in ten has $|\eta|^2 > 1$, values of $d_k$ dimensions; orders of "
    "growth are read up to logarithms",
    query_success(values="tied", d_k=powers(32, 512))
    .quick(d_k=powers(32, 256))
    .statistic("complement")
    .named(
        r"with $d_v = d_k$, the number of items at which one query in ten has a noise power $|\eta|^2 > 1$"
    )
    .reaches(0.1, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",), up_to_logs=True),
    charitable(derivation="item_failure_heuristic"),
)

memory_failure = quantity("memory_failure")["any"]

retrieval.claim(
    "capacity.all_items",
    r"(c) the $n$ at which all $n$ items have $|\eta_i|^2 \le 1$ with probability 1/2, values of 16 "
    "dimensions; orders of growth are read up to logarithms, on every $d_k$ that is drawn",
    memory_failure(values="fixed", d_k=powers(16, 1024))
    .quick(d_k=powers(16, 256))
    .statistic("complement")
    .named(
        r"with $d_v = 16$, the number of items that all have a noise power $|\eta_i|^2 \le 1$ with "
        "probability 1/2"
    )
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",), up_to_logs=True),
    charitable(derivation="all_items_heuristic"),
)

retrieval.claim(
    "capacity.all_items_tied",
    r"(c) the $n$ at which all $n$ items have $|\eta_i|^2 \le 1$ with probability 1/2, values of $d_k$ "
    "dimensions; orders of growth are read up to logarithms, on every $d_k$ that is drawn: fluctuations of "
    r"order $\sqrt{\log(d_k)/d_k}$ raise the exponent there",
    memory_failure(values="tied", d_k=powers(16, 256))
    .quick(d_k=powers(16, 128))
    .statistic("complement")
    .named(
        r"with $d_v = d_k$, the number of items that all have a noise power $|\eta_i|^2 \le 1$ with "
        "probability 1/2"
    )
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",), up_to_logs=True),
    charitable(derivation="all_items_heuristic"),
)
