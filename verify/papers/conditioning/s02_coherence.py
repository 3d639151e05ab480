"""S2: capacities by the coherent crosstalk of the worst item (d) and by the coherence (e).

Random keys have a coherence of about (2 log n^2/d_k)^(1/2): the logarithm settles only where log d_k
is large, which drawn keys never reach, and a quadrature does.
"""

from ...paper import BOUNDS, charitable, powers, quantity, stronger
from .s02_capacity import capacity

# The largest of n sums exceeds their mean by about (log d_k)^(1/2) d_k^(-1/4) of it, which bends
# exponents to .53 about d_k = 2^13 and less beyond.
coherent_worst = (
    quantity("worst_coherent_crosstalk_collapsed")["worst"](d_k=powers(2**12, 2**20, 4))
    .quick(d_k=powers(2**10, 2**16, 4))
    .named(r"the number of items at which the mean of $\max_i \sum_{j \ne i} |k_i \cdot k_j|$ reaches 1")
    .reaches(1.0, by="n")
)

COHERENT_WORST = (
    "(d) the $n$ at which the coherent worst case of the worst item, "
    r"$\max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$, reaches 1 on average; measured by a sampler exact "
    "in law up to $d_k = 2^{20}$, between the bounds below"
)

capacity.claim(
    "capacity.coherent_worst",
    COHERENT_WORST,
    coherent_worst.grows_like("C*sqrt(d_k)", bound=("Omega", "Theta"), alternatives=("C*d_k",)),
    charitable(derivation="coherent_worst_ceiling"),
)

capacity.claim(
    "capacity.coherent_worst.o",
    COHERENT_WORST,
    coherent_worst.grows_like("C*sqrt(d_k)", bound="O", alternatives=("C*d_k",)),
    charitable(derivation="coherent_worst_floor"),
)

# With two items the bound is the mean itself, which takes many trials to see.
worst_crosstalk = (
    quantity("worst_coherent_crosstalk")["worst"](d_k=powers(16, 2048))
    .quick(d_k=powers(16, 256, 4), n=(3, 5, 8))
    .named(r"the mean of $\max_i \sum_{j \ne i} |k_i \cdot k_j|$")
)
MEAN_OF_ONE = "(n - 1)*gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))"
bounds = capacity.having(bears="refines", severity="major", tags=("capacity",))

bounds.claim(
    "worst_crosstalk.floor",
    r"(d) $E \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is at least the mean of one item, so that "
    "its capacity is at most that mean's",
    worst_crosstalk.at_least(MEAN_OF_ONE, margin=0.02),
    stronger(derivation="worst_crosstalk_floor"),
)

bounds.claim(
    "worst_crosstalk.union",
    r"(d) $E \max_i \sum_{j \ne i} |\langle k_i, k_j \rangle|$ is at most the sum over the items: the union "
    "bound, loose by a factor of order $n$",
    worst_crosstalk.at_most(f"n*{MEAN_OF_ONE}", margin=0.02),
    stronger(derivation="worst_crosstalk_union"),
)

coherence = quantity(
    "coherence_capacity",
    r"the number of items at which the coherence $\max_{i \ne j} |k_i \cdot k_j|$ exceeds $1/(n - 1)$ with "
    "probability 1/2",
)(tau=1.0)
COHERENCE = (
    r"(e) the $n$ at which the coherence $\mu = \max_{i \ne j} |\langle k_i, k_j \rangle|$ has "
    r"$\mu (n - 1) > 1$ with probability 1/2, by quadrature up to $d_k = 2^{52}$"
)
logarithm = capacity.having(derivation="coherence_size_floor", tags=("capacity", "logarithm"))

capacity.claim(
    "capacity.coherence",
    f"{COHERENCE}; the order of growth is read up to logarithms",
    coherence.grows_like("C*sqrt(d_k)", bound=BOUNDS, alternatives=("C*d_k",), up_to_logs=True),
    charitable(derivation="coherence_size_floor"),
)

# At these sizes the exponents with and without the logarithm differ by .016, of which a third is .005;
# log log d_k moves the one with it by .0024.
logarithm.claim(
    "capacity.coherence.with_log",
    f"{COHERENCE}, with its logarithm named",
    coherence.grows_like("C*sqrt(d_k/log(d_k))", margin=0.005, alternatives=("C*d_k/sqrt(log(d_k))",)),
    stronger(bears="refines"),
)

logarithm.claim(
    "capacity.coherence.without_log",
    f"{COHERENCE}, without any logarithm",
    coherence.grows_like("C*sqrt(d_k)", margin=0.005, alternatives=("C*d_k",)),
    charitable(),
)
