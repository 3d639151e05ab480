"""S2.1 and S2.2: the later wording, about sqrt(d_k) associations free of error and O(d_k) on average."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import BoundType, Claim, Relation, Role, Threshold

_ERROR_FREE_GUARANTEED = Claim(
    id="conditioning.error_free.guarantee.omega",
    label="the number of items that Markov's inequality and the union bound guarantee free of error",
    statement_id="conditioning.S2.1",
    interpretation="the $n$ up to which Markov's inequality and the union bound promise $|\\eta_i|^2 \\le 1$ "
    "for "
    "all items with probability 1/2",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.OMEGA,
    claimed="C*sqrt(d_k)",
    alternatives=("C*d_k",),
    derivation="capacity_guarantee",
    quantity="total_noise",
    output="total",
    threshold=Threshold(variable="n", level=0.5),
    grid={"d_k": (16, 32, 64, 128, 256, 512, 1024, 2048)},
    quick_grid={"d_k": (16, 32, 64, 128, 256)},
    margin=0.05,
    severity="major",
    tags=("wording",),
)
_ERROR_FREE_MEASURED = replace(
    _ERROR_FREE_GUARANTEED,
    id="conditioning.error_free.all_items.omega",
    label="with $d_v = 16$, the number of items that are all free of error, $|\\eta_i|^2 \\le 1$, with "
    "probability 1/2",
    interpretation="(c) the $n$ at which all $n$ items have $|\\eta_i|^2 \\le 1$ with probability 1/2, "
    "values of 16 "
    "dimensions; orders of growth are read up to logarithms, on every $d_k$ that is drawn",
    role=Role.STRONGER,
    up_to_logs=True,
    derivation="all_items_heuristic",
    quantity="memory_failure",
    output="any",
    statistic="complement",
    grid={"values": ("fixed",), "d_k": (16, 32, 64, 128, 256, 512, 1024)},
    quick_grid={"values": ("fixed",), "d_k": (16, 32, 64, 128, 256)},
    margin=0.05,
)
_AVERAGE_MEAN_OMEGA = replace(
    _ERROR_FREE_GUARANTEED,
    id="conditioning.average.mean_noise.omega",
    label="the number of items at which the mean noise power $|\\eta|^2$ reaches 1",
    statement_id="conditioning.S2.2",
    interpretation="(a) the $n$ at which the mean noise power reaches 1",
    claimed="C*d_k",
    alternatives=("C*sqrt(d_k)",),
    derivation="capacity_mean_noise",
    quantity="noise_growth_given_keys",
    output="power",
    threshold=Threshold(variable="n", level=1.0),
)
_AVERAGE_QUERY_OMEGA = replace(
    _AVERAGE_MEAN_OMEGA,
    id="conditioning.average.query.omega",
    label="with $d_v = 16$, the number of items at which nine queries in ten have a noise power "
    "$|\\eta|^2 \\le 1$",
    interpretation="(b) the $n$ at which one query in ten has $|\\eta|^2 > 1$, values of 16 dimensions",
    role=Role.STRONGER,
    derivation="item_failure_heuristic",
    quantity="query_success",
    output="success",
    statistic="complement",
    threshold=Threshold(variable="n", level=0.1),
    grid={"values": ("fixed",), "d_k": (16, 32, 64, 128, 256, 512, 1024, 2048)},
    quick_grid={"values": ("fixed",), "d_k": (32, 64, 128, 512)},
)
_AVERAGE_UNSHARED_OMEGA = replace(
    _AVERAGE_MEAN_OMEGA,
    id="conditioning.average.unshared.omega",
    label="the number of one-hot keys at which a query's own is unshared with probability 1/2",
    interpretation="(h) the $n$ at which a query's one-hot key is its own with probability 1/2",
    role=Role.CHARITABLE,
    derivation="capacity_unshared",
    quantity="unshared_fraction",
    output="fraction",
    threshold=Threshold(variable="n", level=0.5),
    grid={"d_k": (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)},
    quick_grid={"d_k": (16, 64, 256, 1024)},
)

CLAIMS: tuple[Claim, ...] = (
    _ERROR_FREE_GUARANTEED,
    replace(_ERROR_FREE_GUARANTEED, id="conditioning.error_free.guarantee.theta", bound_type=BoundType.THETA),
    _ERROR_FREE_MEASURED,
    replace(_ERROR_FREE_MEASURED, id="conditioning.error_free.all_items.theta", bound_type=BoundType.THETA),
    _AVERAGE_MEAN_OMEGA,
    replace(_AVERAGE_MEAN_OMEGA, id="conditioning.average.mean_noise.theta", bound_type=BoundType.THETA),
    replace(_AVERAGE_MEAN_OMEGA, id="conditioning.average.mean_noise.o", bound_type=BoundType.O),
    _AVERAGE_QUERY_OMEGA,
    replace(_AVERAGE_QUERY_OMEGA, id="conditioning.average.query.theta", bound_type=BoundType.THETA),
    replace(_AVERAGE_QUERY_OMEGA, id="conditioning.average.query.o", bound_type=BoundType.O),
    _AVERAGE_UNSHARED_OMEGA,
    replace(_AVERAGE_UNSHARED_OMEGA, id="conditioning.average.unshared.theta", bound_type=BoundType.THETA),
    replace(_AVERAGE_UNSHARED_OMEGA, id="conditioning.average.unshared.o", bound_type=BoundType.O),
)
