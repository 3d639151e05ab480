"""S2: capacities by the coherent crosstalk of the worst item (d) and by the coherence (e).

Random keys have a coherence of about (2 log n^2/d_k)^(1/2): the logarithm settles only where log d_k
is large, which drawn keys never reach, and a quadrature does.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role, Threshold

_WORST_OMEGA = Claim(
    id="conditioning.capacity.coherent_worst.omega",
    label="the number of items at which the mean of $\\max_i \\sum_{j \\ne i} |k_i \\cdot k_j|$ reaches 1",
    statement_id="conditioning.S2",
    interpretation="(d) the $n$ at which the coherent worst case of the worst item, "
    "$\\max_i \\sum_{j \\ne i} |\\langle k_i, k_j \\rangle|$, reaches 1 on average; measured by a sampler "
    "exact in law up to $d_k = 2^{20}$, between the bounds below",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.OMEGA,
    claimed="C*sqrt(d_k)",
    alternatives=("C*d_k",),
    derivation="coherent_worst_ceiling",
    quantity="worst_coherent_crosstalk_collapsed",
    output="worst",
    threshold=Threshold(variable="n", level=1.0),
    # The largest of n sums exceeds their mean by about (log d_k)^(1/2) d_k^(-1/4) of it, which bends
    # exponents to .53 about d_k = 2^13 and less beyond.
    grid={"d_k": (2**12, 2**14, 2**16, 2**18, 2**20)},
    quick_grid={"d_k": (2**10, 2**12, 2**14, 2**16)},
    margin=0.05,
    severity="critical",
    tags=("capacity", "answer: Capacity by definition"),
)
_WORST_FLOOR = replace(
    _WORST_OMEGA,
    id="conditioning.worst_crosstalk.floor",
    label="the mean of $\\max_i \\sum_{j \\ne i} |k_i \\cdot k_j|$",
    interpretation="(d) $E \\max_i \\sum_{j \\ne i} |\\langle k_i, k_j \\rangle|$ is at least the mean of "
    "one item, "
    "so that its capacity is at most that mean's",
    role=Role.STRONGER,
    relation=Relation.AT_LEAST,
    bound_type=None,
    claimed="(n - 1)*gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))",
    alternatives=(),
    derivation="worst_crosstalk_floor",
    quantity="worst_coherent_crosstalk",
    threshold=None,
    grid={"d_k": (16, 32, 64, 128, 256, 512, 1024, 2048)},
    # With two items the bound is the mean itself, which takes many draws to see.
    quick_grid={"d_k": (16, 64, 256), "n": (3, 5, 8)},
    margin=0.02,
    severity="major",
    tags=("capacity",),
    bears=Bears.REFINES,
)
_COHERENCE_OMEGA = replace(
    _WORST_OMEGA,
    id="conditioning.capacity.coherence.omega",
    label="the number of items at which the coherence $\\max_{i \\ne j} |k_i \\cdot k_j|$ exceeds $1/(n - "
    "1)$ with probability 1/2",
    interpretation="(e) the $n$ at which the coherence $\\mu = \\max_{i \\ne j} |\\langle k_i, k_j "
    "\\rangle|$ has "
    "$\\mu (n - 1) > 1$ with probability 1/2, by quadrature up to $d_k = 2^{52}$; the order of growth is "
    "read up to logarithms",
    derivation="coherence_size_floor",
    quantity="coherence_capacity",
    output=None,
    threshold=None,
    grid={"tau": (1.0,)},
    quick_grid={},
    up_to_logs=True,
    margin=0.05,
    tags=("capacity", "answer: Capacity by definition"),
)

CLAIMS: tuple[Claim, ...] = (
    _WORST_OMEGA,
    replace(_WORST_OMEGA, id="conditioning.capacity.coherent_worst.theta", bound_type=BoundType.THETA),
    replace(
        _WORST_OMEGA,
        id="conditioning.capacity.coherent_worst.o",
        bound_type=BoundType.O,
        derivation="coherent_worst_floor",
    ),
    _WORST_FLOOR,
    replace(
        _WORST_FLOOR,
        id="conditioning.worst_crosstalk.union",
        interpretation="(d) $E \\max_i \\sum_{j \\ne i} |\\langle k_i, k_j \\rangle|$ is at most the sum "
        "over the items: the union bound, loose by a factor of order $n$",
        relation=Relation.AT_MOST,
        claimed="n*(n - 1)*gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))",
        derivation="worst_crosstalk_union",
        bears=Bears.REFINES,
    ),
    _COHERENCE_OMEGA,
    replace(_COHERENCE_OMEGA, id="conditioning.capacity.coherence.theta", bound_type=BoundType.THETA),
    replace(_COHERENCE_OMEGA, id="conditioning.capacity.coherence.o", bound_type=BoundType.O),
    # At these sizes the exponents with and without the logarithm differ by .016, of which a third is .005;
    # log log d_k moves the one with it by .0024.
    replace(
        _COHERENCE_OMEGA,
        id="conditioning.capacity.coherence.with_log",
        interpretation="(e) the $n$ at which the coherence $\\mu = \\max_{i \\ne j} |\\langle k_i, k_j "
        "\\rangle|$ has $\\mu (n - 1) > 1$ with probability 1/2, by quadrature up to $d_k = "
        "2^{52}$, with its logarithm named",
        role=Role.STRONGER,
        bound_type=BoundType.THETA,
        claimed="C*sqrt(d_k/log(d_k))",
        alternatives=("C*d_k/sqrt(log(d_k))",),
        up_to_logs=False,
        margin=0.005,
        tags=("capacity", "logarithm"),
        bears=Bears.REFINES,
    ),
    replace(
        _COHERENCE_OMEGA,
        id="conditioning.capacity.coherence.without_log",
        interpretation="(e) the $n$ at which the coherence $\\mu = \\max_{i \\ne j} |\\langle k_i, k_j "
        "\\rangle|$ has $\\mu (n - 1) > 1$ with probability 1/2, by quadrature up to $d_k = "
        "2^{52}$, without any logarithm",
        bound_type=BoundType.THETA,
        up_to_logs=False,
        margin=0.005,
        tags=("capacity", "logarithm"),
    ),
)
