"""S2: capacities when the answer is the nearest stored value, by a query (f) and by all items (g)."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role, Threshold

_ARGMAX_OMEGA = Claim(
    id="conditioning.capacity.argmax.omega",
    label="with $d_v = 16$, the number of items at which 5 % of the queries have another stored value "
    "nearest",
    statement_id="conditioning.S2",
    interpretation="(f) the $n$ at which 5 % of the queries have another stored value nearest, values of 16 "
    "dimensions; orders of growth are read up to logarithms; a heuristic gives 1, and "
    "leaves out the noise of the right score, which counts at these sizes",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.OMEGA,
    claimed="C*sqrt(d_k)",
    alternatives=("C*d_k", "C*d_k**2"),
    derivation="capacity_argmax",
    quantity="argmax_error",
    output="error",
    threshold=Threshold(variable="n", level=0.05),
    grid={"values": ("fixed",), "d_k": (16, 32, 64, 128, 256, 512)},
    quick_grid={"values": ("fixed",), "d_k": (16, 32, 64, 128)},
    up_to_logs=True,
    margin=0.05,
    severity="critical",
    tags=("capacity", "answer: Capacity by definition"),
)
_ARGMAX_TIED_OMEGA = replace(
    _ARGMAX_OMEGA,
    id="conditioning.capacity.argmax_tied.omega",
    label="with $d_v = d_k$, the number of items at which 5 % of the queries have another stored value "
    "nearest",
    interpretation="(f) the $n$ at which 5 % of the queries have another stored value nearest, values of "
    "$d_k$ "
    "dimensions",
    derivation="capacity_argmax_tied",
    grid={"values": ("tied",), "d_k": (16, 32, 64, 128, 256, 512)},
    quick_grid={"values": ("tied",), "d_k": (16, 32, 64, 128)},
)
_ARGMAX_GAUSSIAN_OMEGA = replace(
    _ARGMAX_TIED_OMEGA,
    id="conditioning.capacity.argmax_gaussian.omega",
    label="with normal values of $d_k$ dimensions, the number of items at which 5 % of the queries have "
    "another stored value nearest",
    interpretation="(f) the $n$ at which 5 % of the queries have another stored value nearest, normal "
    "values of $d_k$ dimensions, by a sampler exact in law",
    derivation=None,
    quantity="argmax_error_collapsed",
    grid={"d_k": (16, 32, 64, 128, 256, 512, 1024)},
    quick_grid={"d_k": (16, 32, 64, 128)},
)
_ARGMAX_ALL_OMEGA = replace(
    _ARGMAX_OMEGA,
    id="conditioning.capacity.argmax_all.omega",
    label="with $d_v = 16$, the number of items that all have their own value nearest with probability 1/2",
    interpretation="(g) the $n$ at which all $n$ items have their own value nearest with probability 1/2, "
    "values of "
    "16 dimensions",
    derivation="capacity_argmax_all",
    quantity="argmax_failure",
    output="any",
    threshold=Threshold(variable="n", level=0.5),
    quick_grid={"values": ("fixed",), "d_k": (16, 32, 64, 256)},
)
_ARGMAX_ALL_TIED_OMEGA = replace(
    _ARGMAX_ALL_OMEGA,
    id="conditioning.capacity.argmax_all_tied.omega",
    label="with $d_v = d_k$, the number of items that all have their own value nearest with probability 1/2",
    interpretation="(g) the $n$ at which all $n$ items have their own value nearest with probability 1/2, "
    "values of "
    "$d_k$ dimensions",
    derivation="capacity_argmax_all_tied",
    grid={"values": ("tied",), "d_k": (16, 32, 64, 128)},
    quick_grid={"values": ("tied",), "d_k": (16, 32, 64, 128)},
)
_NORMAL_ALTERNATIVES = replace(
    _ARGMAX_TIED_OMEGA,
    id="conditioning.argmax_error.normal_rivals",
    label="with $d_v = d_k$, the probability that another stored value is nearest",
    interpretation="(f) values of $d_k$ dimensions: at least as many queries err as independent normal "
    "rivals alone "
    "would make; the noise of the right value's own score comes on top",
    role=Role.STRONGER,
    relation=Relation.AT_LEAST,
    bound_type=None,
    claimed="1 - (1 - erfc(sqrt(d_k*d_v/(2*(n - 1))))/2)**(n - 1)",
    alternatives=(),
    derivation="argmax_failure",
    threshold=None,
    up_to_logs=False,
    grid={"values": ("tied",), "d_k": (64,)},
    quick_grid={},
    margin=0.02,
    severity="minor",
    tags=("capacity", "heuristic"),
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _NORMAL_ALTERNATIVES,
    _ARGMAX_OMEGA,
    replace(_ARGMAX_OMEGA, id="conditioning.capacity.argmax.theta", bound_type=BoundType.THETA),
    replace(_ARGMAX_OMEGA, id="conditioning.capacity.argmax.o", bound_type=BoundType.O),
    _ARGMAX_TIED_OMEGA,
    replace(_ARGMAX_TIED_OMEGA, id="conditioning.capacity.argmax_tied.theta", bound_type=BoundType.THETA),
    replace(_ARGMAX_TIED_OMEGA, id="conditioning.capacity.argmax_tied.o", bound_type=BoundType.O),
    _ARGMAX_GAUSSIAN_OMEGA,
    replace(
        _ARGMAX_GAUSSIAN_OMEGA, id="conditioning.capacity.argmax_gaussian.theta", bound_type=BoundType.THETA
    ),
    replace(_ARGMAX_GAUSSIAN_OMEGA, id="conditioning.capacity.argmax_gaussian.o", bound_type=BoundType.O),
    _ARGMAX_ALL_OMEGA,
    replace(_ARGMAX_ALL_OMEGA, id="conditioning.capacity.argmax_all.theta", bound_type=BoundType.THETA),
    replace(_ARGMAX_ALL_OMEGA, id="conditioning.capacity.argmax_all.o", bound_type=BoundType.O),
    _ARGMAX_ALL_TIED_OMEGA,
    replace(
        _ARGMAX_ALL_TIED_OMEGA, id="conditioning.capacity.argmax_all_tied.theta", bound_type=BoundType.THETA
    ),
    replace(_ARGMAX_ALL_TIED_OMEGA, id="conditioning.capacity.argmax_all_tied.o", bound_type=BoundType.O),
)
