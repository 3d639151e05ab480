"""S2: capacities by the coherent crosstalk of the worst item (d) and by the coherence (e).

Random keys have a coherence of about (2 log n^2/d_k)^(1/2): the logarithm settles only where log d_k
is large, which drawn keys never reach, and a quadrature does.
"""

from __future__ import annotations

from ...paper import charitable, powers, quantity, stronger
from .s02_capacity import S2

coherence = S2.having(severity="critical", tags=("capacity", "answer: Capacity by definition"))

coherence.claim(
    "capacity.coherent_worst",
    "(d) the $n$ at which the coherent worst case of the worst item, "
    r"$\max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$, reaches 1 on average; measured by a sampler exact "
    "in law up to $d_k = 2^{20}$, between the bounds below",
    quantity("worst_coherent_crosstalk_collapsed")["worst"](d_k=powers(4096, 1048576, 4))
    .quick(d_k=powers(1024, 65536, 4))
    .named(r"the number of items at which the mean of $\max_i \sum_{j \ne i} |k_i \cdot k_j|$ reaches 1")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta"), alternatives=("C*d_k",)),
    charitable(derivation="coherent_worst_ceiling"),
)

coherence.claim(
    "capacity.coherent_worst.o",
    "(d) the $n$ at which the coherent worst case of the worst item, "
    r"$\max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$, reaches 1 on average; measured by a sampler exact "
    "in law up to $d_k = 2^{20}$, between the bounds below",
    quantity("worst_coherent_crosstalk_collapsed")["worst"](d_k=powers(4096, 1048576, 4))
    .quick(d_k=powers(1024, 65536, 4))
    .named(r"the number of items at which the mean of $\max_i \sum_{j \ne i} |k_i \cdot k_j|$ reaches 1")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound="O", alternatives=("C*d_k",)),
    charitable(derivation="coherent_worst_floor"),
)

worst_coherent_crosstalk = quantity(
    "worst_coherent_crosstalk", r"the mean of $\max_i \sum_{j \ne i} |k_i \cdot k_j|$"
)["worst"](d_k=powers(16, 2048)).quick(d_k=powers(16, 256, 4), n=(3, 5, 8))

coherence.claim(
    "worst_crosstalk.floor",
    r"(d) $E \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is at least the mean of one item, so that "
    "its capacity is at most that mean's",
    worst_coherent_crosstalk.at_least("(n - 1)*gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))", margin=0.02),
    stronger(bears="refines", derivation="worst_crosstalk_floor", severity="major", tags=("capacity",)),
)

coherence.claim(
    "worst_crosstalk.union",
    r"(d) $E \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is at most the sum over the items: the union "
    "bound, loose by a factor of order $n$",
    worst_coherent_crosstalk.at_most("n*(n - 1)*gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))", margin=0.02),
    stronger(bears="refines", derivation="worst_crosstalk_union", severity="major", tags=("capacity",)),
)

coherence_capacity = quantity(
    "coherence_capacity",
    r"the number of items at which the coherence $\max_{i \ne j} |k_i \cdot k_j|$ exceeds $1/(n - 1)$ with "
    "probability 1/2",
)(tau=1.0)

coherence.claim(
    "capacity.coherence",
    r"(e) the $n$ at which the coherence $\mu = \max_{i \ne j} |\langle k_i, k_j \rangle|$ has "
    r"$\mu (n - 1) > 1$ with probability 1/2, by quadrature up to $d_k = 2^{52}$; the order of growth is "
    "read up to logarithms",
    coherence_capacity.grows_like(
        "C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",), up_to_logs=True
    ),
    charitable(derivation="coherence_size_floor"),
)

coherence.claim(
    "capacity.coherence.with_log",
    r"(e) the $n$ at which the coherence $\mu = \max_{i \ne j} |\langle k_i, k_j \rangle|$ has "
    r"$\mu (n - 1) > 1$ with probability 1/2, by quadrature up to $d_k = 2^{52}$, with its logarithm named",
    coherence_capacity.grows_like(
        "C*sqrt(d_k/log(d_k))", margin=0.005, alternatives=("C*d_k/sqrt(log(d_k))",)
    ),
    stronger(bears="refines", derivation="coherence_size_floor", tags=("capacity", "logarithm")),
)

coherence.claim(
    "capacity.coherence.without_log",
    r"(e) the $n$ at which the coherence $\mu = \max_{i \ne j} |\langle k_i, k_j \rangle|$ has "
    r"$\mu (n - 1) > 1$ with probability 1/2, by quadrature up to $d_k = 2^{52}$, without any logarithm",
    coherence_capacity.grows_like("C*sqrt(d_k)", margin=0.005, alternatives=("C*d_k",)),
    charitable(derivation="coherence_size_floor", tags=("capacity", "logarithm")),
)
