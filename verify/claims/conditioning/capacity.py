"""S2: five interpretations of a capacity, each as a bound Omega, Theta and O."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import BoundType, Claim, Relation, Role, Threshold

_POWERS_OF_TWO = (16, 32, 64, 128, 256, 512, 1024, 2048)

_MEAN_NOISE_OMEGA = Claim(
    id="conditioning.capacity.mean_noise.omega",
    label="the number of items at which the mean noise power $|\\eta|^2$ reaches 1",
    statement_id="conditioning.S2",
    interpretation="(a) the $n$ at which the mean noise power reaches 1",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.OMEGA,
    claimed="C*sqrt(d_k)",
    alternatives=("C*d_k",),
    derivation="capacity_mean_noise",
    quantity="noise_growth_given_keys",
    output="power",
    threshold=Threshold(variable="n", level=1.0),
    grid={"d_k": _POWERS_OF_TWO},
    quick_grid={"d_k": (16, 32, 64, 128, 256)},
    margin=0.05,
    severity="critical",
    tags=("capacity", "answer: Capacity by definition"),
)
_COHERENT_OMEGA = replace(
    _MEAN_NOISE_OMEGA,
    id="conditioning.capacity.coherent.omega",
    label="the number of items at which the mean of $\\sum_{j \\ne i} |k_i \\cdot k_j|$ reaches 1",
    interpretation="(d) the $n$ at which the coherent worst case over values, "
    "$\\sum_{j \\ne i} |\\langle k_i, k_j \\rangle|$, reaches 1 on average",
    derivation="capacity_coherent",
    quantity="coherent_crosstalk",
    output="absolute",
)
_DISTINCT_OMEGA = replace(
    _MEAN_NOISE_OMEGA,
    id="conditioning.capacity.distinct.omega",
    label="the number of one-hot keys that are all distinct with probability 1/2",
    interpretation="(h) one-hot keys drawn at random: the $n$ at which all keys are distinct with "
    "probability 1/2",
    derivation="capacity_distinct",
    quantity="first_collision",
    output=None,
    threshold=Threshold(variable="n", level=0.5),
    grid={"d_k": (64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)},
    quick_grid={"d_k": (64, 256, 1024, 4096)},
)
_UNSHARED_OMEGA = replace(
    _DISTINCT_OMEGA,
    id="conditioning.capacity.unshared.omega",
    label="the number of one-hot keys at which a query's own is unshared with probability 1/2",
    interpretation="(h) one-hot keys drawn at random: the $n$ at which a query's key is its own with "
    "probability 1/2",
    derivation="capacity_unshared",
    quantity="unshared_fraction",
    output="fraction",
    grid={"d_k": (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)},
    quick_grid={"d_k": (16, 64, 256, 1024)},
)
_GUARANTEE_OMEGA = replace(
    _MEAN_NOISE_OMEGA,
    id="conditioning.capacity.guarantee.omega",
    label="the capacity guaranteed by Markov's inequality and the union bound",
    interpretation="the $n$ up to which Markov's inequality and the union bound promise $|\\eta_i|^2 \\le 1$ "
    "for "
    "all items with probability 1/2",
    role=Role.LITERAL,
    derivation="capacity_guarantee",
    quantity="total_noise",
    output="total",
    threshold=Threshold(variable="n", level=0.5),
)

CLAIMS: tuple[Claim, ...] = (
    _GUARANTEE_OMEGA,
    replace(_GUARANTEE_OMEGA, id="conditioning.capacity.guarantee.theta", bound_type=BoundType.THETA),
    replace(_GUARANTEE_OMEGA, id="conditioning.capacity.guarantee.o", bound_type=BoundType.O),
    _MEAN_NOISE_OMEGA,
    replace(_MEAN_NOISE_OMEGA, id="conditioning.capacity.mean_noise.theta", bound_type=BoundType.THETA),
    replace(_MEAN_NOISE_OMEGA, id="conditioning.capacity.mean_noise.o", bound_type=BoundType.O),
    _COHERENT_OMEGA,
    replace(_COHERENT_OMEGA, id="conditioning.capacity.coherent.theta", bound_type=BoundType.THETA),
    replace(_COHERENT_OMEGA, id="conditioning.capacity.coherent.o", bound_type=BoundType.O),
    _DISTINCT_OMEGA,
    replace(_DISTINCT_OMEGA, id="conditioning.capacity.distinct.theta", bound_type=BoundType.THETA),
    replace(_DISTINCT_OMEGA, id="conditioning.capacity.distinct.o", bound_type=BoundType.O),
    _UNSHARED_OMEGA,
    replace(_UNSHARED_OMEGA, id="conditioning.capacity.unshared.theta", bound_type=BoundType.THETA),
    replace(_UNSHARED_OMEGA, id="conditioning.capacity.unshared.o", bound_type=BoundType.O),
)
