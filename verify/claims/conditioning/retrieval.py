"""S2: capacities by failure |eta|^2 > 1, of a query in ten (b) and of any of all n items (c)."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role, Threshold

_QUERY_OMEGA = Claim(
    id="conditioning.capacity.query.omega",
    label="with $d_v = 16$, the number of items at which one query in ten has a noise power $|\\eta|^2 > 1$",
    statement_id="conditioning.S2",
    interpretation="(b) the $n$ at which one query in ten has $|\\eta|^2 > 1$, values of 16 dimensions",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.OMEGA,
    claimed="C*sqrt(d_k)",
    alternatives=("C*d_k",),
    derivation="item_failure_heuristic",
    quantity="query_success",
    output="success",
    statistic="complement",
    threshold=Threshold(variable="n", level=0.1),
    grid={"values": ("fixed",), "d_k": (16, 32, 64, 128, 256, 512, 1024, 2048)},
    quick_grid={"values": ("fixed",), "d_k": (32, 64, 128, 512)},
    margin=0.05,
    severity="critical",
    tags=("capacity", "answer: Capacity by definition"),
)
_QUERY_TIED_OMEGA = replace(
    _QUERY_OMEGA,
    id="conditioning.capacity.query_tied.omega",
    label="with $d_v = d_k$, the number of items at which one query in ten has a noise power $|\\eta|^2 > 1$",
    interpretation="(b) the $n$ at which one query in ten has $|\\eta|^2 > 1$, values of $d_k$ dimensions; "
    "orders "
    "of growth "
    "are read up to logarithms",
    up_to_logs=True,
    grid={"values": ("tied",), "d_k": (32, 64, 128, 256, 512)},
    quick_grid={"values": ("tied",), "d_k": (32, 64, 128, 256)},
    margin=0.05,
)
_ALL_OMEGA = replace(
    _QUERY_OMEGA,
    id="conditioning.capacity.all_items.omega",
    label="with $d_v = 16$, the number of items that all have a noise power $|\\eta_i|^2 \\le 1$ with "
    "probability 1/2",
    interpretation="(c) the $n$ at which all $n$ items have $|\\eta_i|^2 \\le 1$ with probability 1/2, "
    "values of 16 "
    "dimensions; orders of growth are read up to logarithms, on every $d_k$ that is drawn",
    up_to_logs=True,
    derivation="all_items_heuristic",
    quantity="memory_failure",
    output="any",
    threshold=Threshold(variable="n", level=0.5),
    grid={"values": ("fixed",), "d_k": (16, 32, 64, 128, 256, 512, 1024)},
    quick_grid={"values": ("fixed",), "d_k": (16, 32, 64, 128, 256)},
    margin=0.05,
)
_ALL_TIED_OMEGA = replace(
    _ALL_OMEGA,
    id="conditioning.capacity.all_items_tied.omega",
    label="with $d_v = d_k$, the number of items that all have a noise power $|\\eta_i|^2 \\le 1$ "
    "with probability 1/2",
    interpretation="(c) the $n$ at which all $n$ items have $|\\eta_i|^2 \\le 1$ with probability 1/2, "
    "values of "
    "$d_k$ dimensions; orders of growth are read up to logarithms, on every $d_k$ that is drawn: "
    "fluctuations of order $\\sqrt{\\log(d_k)/d_k}$ raise the exponent there",
    grid={"values": ("tied",), "d_k": (16, 32, 64, 128, 256)},
    quick_grid={"values": ("tied",), "d_k": (16, 32, 64, 128)},
)
_UNION_OMEGA = replace(
    _ALL_OMEGA,
    id="conditioning.capacity.all_items_union.omega",
    label="with $d_v = 16$, the number of items up to which the union bound over exact failures is 1/2",
    interpretation="(c) the $n$ up to which the union over all items of one item's exact failure is at most "
    "1/2, "
    "values of 16 dimensions, by a Hankel integral up to $d_k = 2^{30}$: no more than the capacity by all "
    "items; the order of growth is read up to logarithms",
    derivation="union_capacity_floor",
    quantity="sphere_union_capacity",
    output=None,
    statistic="mean",
    threshold=None,
    grid={"d_k": (256, 2**10, 2**14, 2**18, 2**22, 2**26, 2**30)},
    quick_grid={"d_k": (2**10, 2**18, 2**26, 2**30)},
    tags=("capacity", "answer: Capacity by definition"),
)
_QUERY_EXACT_OMEGA = replace(
    _QUERY_OMEGA,
    id="conditioning.capacity.query_exact.omega",
    interpretation="(b) the $n$ at which one query in ten has $|\\eta|^2 > 1$, values of 16 dimensions, by "
    "the exact law of $|\\eta|^2$ on spheres, a Hankel integral",
    derivation="query_capacity_floor",
    quantity="sphere_query_capacity",
    output=None,
    statistic="mean",
    threshold=None,
    grid={"d_k": (48, 64, 128, 256, 512, 1024, 2048)},
    quick_grid={"d_k": (48, 64, 128, 256)},
)
_BOUND = replace(
    _QUERY_OMEGA,
    id="conditioning.sphere_failure.markov",
    label="the probability that a query has a noise power $|\\eta|^2 > \\tau$",
    interpretation="(b) Markov's bound on the failure of one query beside its exact law on spheres",
    role=Role.STRONGER,
    relation=Relation.AT_MOST,
    bound_type=None,
    claimed="(n - 1)/(d_k*tau)",
    alternatives=(),
    derivation="noise_tail_bound",
    quantity="sphere_failure",
    output=None,
    statistic="mean",
    threshold=None,
    grid={"d_k": (48, 64, 128, 256, 512, 1024, 2048)},
    quick_grid={"d_k": (48,), "n": (28, 34, 40)},
    margin=0.02,
    severity="major",
    tags=(),
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _QUERY_OMEGA,
    replace(_QUERY_OMEGA, id="conditioning.capacity.query.theta", bound_type=BoundType.THETA),
    replace(_QUERY_OMEGA, id="conditioning.capacity.query.o", bound_type=BoundType.O),
    _QUERY_EXACT_OMEGA,
    replace(_QUERY_EXACT_OMEGA, id="conditioning.capacity.query_exact.theta", bound_type=BoundType.THETA),
    replace(_QUERY_EXACT_OMEGA, id="conditioning.capacity.query_exact.o", bound_type=BoundType.O),
    _UNION_OMEGA,
    replace(_UNION_OMEGA, id="conditioning.capacity.all_items_union.theta", bound_type=BoundType.THETA),
    replace(_UNION_OMEGA, id="conditioning.capacity.all_items_union.o", bound_type=BoundType.O),
    _BOUND,
    _QUERY_TIED_OMEGA,
    replace(_QUERY_TIED_OMEGA, id="conditioning.capacity.query_tied.theta", bound_type=BoundType.THETA),
    replace(_QUERY_TIED_OMEGA, id="conditioning.capacity.query_tied.o", bound_type=BoundType.O),
    _ALL_OMEGA,
    replace(_ALL_OMEGA, id="conditioning.capacity.all_items.theta", bound_type=BoundType.THETA),
    replace(_ALL_OMEGA, id="conditioning.capacity.all_items.o", bound_type=BoundType.O),
    _ALL_TIED_OMEGA,
    replace(_ALL_TIED_OMEGA, id="conditioning.capacity.all_items_tied.theta", bound_type=BoundType.THETA),
    replace(_ALL_TIED_OMEGA, id="conditioning.capacity.all_items_tied.o", bound_type=BoundType.O),
)
