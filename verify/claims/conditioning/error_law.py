"""S3: r = L n^H / d_k^H as a bound (a), as a law (b), as a structure (e), and factor by factor.

A head fails where |eta|^2 > 1, the network where all H heads of one of L layers do; keys and values
are fresh in every head and layer, d_v = d_k. The law is fitted to -log(1 - r), which is exactly
proportional to L.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import BoundType, Claim, Relation, Role

_BOUND_ONE = Claim(
    id="conditioning.error_bound.one_head",
    label="the error rate $r$ of one head a layer",
    statement_id="conditioning.S3",
    interpretation="(a) the bound of Markov's inequality, independent heads and the union over layers, "
    "setting "
    "by setting, $H = 1$",
    role=Role.CHARITABLE,
    relation=Relation.AT_MOST,
    claimed="L*(n - 1)/(d_k*tau)",
    derivation="error_bound_one_head",
    quantity="system_failure_collapsed",
    output="fails",
    grid={"H": (1,), "d_k": (8, 12, 16, 24, 32)},
    quick_grid={"H": (1,), "L": (1,), "d_k": (8, 16)},
    margin=0.02,
    severity="critical",
    tags=(),
)
_LAW_ONE = replace(
    _BOUND_ONE,
    id="conditioning.error_law.one_head.theta",
    label="the error rate $-\\log(1 - r)$ of one head a layer",
    interpretation="(b) the law jointly in $L$, $n - 1$ and $d_k$ at $H = 1$, read off $-\\log(1 - r)$",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*L*(n - 1)/d_k",
    alternatives=("C*L*(n - 1)*exp(-c*d_k)", "C*L*(n - 1)**2/d_k**2"),
    derivation="error_ceiling_one_head",
    statistic="hazard",
    grid={"H": (1,), "L": (1, 8), "d_k": (8, 12, 16, 24, 32)},
    quick_grid={"H": (1,), "L": (1, 8), "d_k": (8, 12, 16)},
    domain=("4*n <= 3*d_k",),
    margin=0.05,
    tags=("error-law", "answer: The error law, factor by factor"),
)
_LAW_TWO = replace(
    _LAW_ONE,
    id="conditioning.error_law.two_heads.theta",
    label="the error rate $-\\log(1 - r)$ of two heads a layer",
    interpretation="(b) the law jointly in $L$, $n - 1$ and $d_k$ at $H = 2$, read off $-\\log(1 - r)$",
    claimed="C*L*(n - 1)**2/d_k**2",
    alternatives=("C*L*(n - 1)**2*exp(-c*d_k)", "C*L*(n - 1)/d_k"),
    derivation="error_ceiling_two_heads",
    grid={"H": (2,), "L": (1, 8), "d_k": (8, 12, 16, 24, 32)},
    quick_grid={"H": (2,), "L": (1, 8), "d_k": (8, 12)},
)
_LAW_THREE = replace(
    _LAW_ONE,
    id="conditioning.error_law.three_heads.theta",
    label="the error rate $-\\log(1 - r)$ of three heads a layer",
    interpretation="(b) the law jointly in $L$, $n - 1$ and $d_k$ at $H = 3$, read off $-\\log(1 - r)$",
    claimed="C*L*(n - 1)**3/d_k**3",
    alternatives=("C*L*(n - 1)**3*exp(-c*d_k)", "C*L*(n - 1)**2/d_k**2"),
    derivation="error_ceiling_three_heads",
    grid={"H": (3,), "L": (1, 8), "d_k": (8, 12, 16, 24, 32)},
    quick_grid={"H": (3,), "L": (4, 8), "d_k": (8, 12)},
)
_UPPER_ONE = replace(
    _LAW_ONE,
    id="conditioning.error_law.one_head.o",
    label="the error rate $r$ of one head a layer",
    interpretation="(a) the law as an upper bound on the growth of $r$ in $L$, $n - 1$ and $d_k$ at $H = 1$",
    role=Role.CHARITABLE,
    bound_type=BoundType.O,
    derivation="error_bound_one_head",
    statistic="mean",
    alternatives=(),
)
_FACTOR_LAYERS = replace(
    _LAW_ONE,
    id="conditioning.error_law.factor_layers",
    label="with one-hot keys and two heads, the error rate $-\\log(1 - r)$",
    interpretation="(e) the factor $L$ alone, real if this holds: $-\\log(1 - r)$ against $L$ at two heads, "
    "one-hot keys, $d_k = 16$, "
    "$n = 9$",
    role=Role.CHARITABLE,
    claimed="C*L",
    alternatives=("C*sqrt(L)", "C*L**2"),
    derivation="one_hot_hazard_two_heads",
    quantity="one_hot_system_failure_exact",
    output=None,
    grid={"H": (2,), "d_k": (16,), "n": (9,)},
    quick_grid={},
    domain=(),
    margin=0.05,
    tags=("error-law", "factor", "answer: The error law, factor by factor"),
)

CLAIMS: tuple[Claim, ...] = (
    _LAW_TWO,
    replace(
        _UPPER_ONE,
        id="conditioning.error_law.two_heads.o",
        label="the error rate $r$ of two heads a layer",
        interpretation="(a) the law as an upper bound on the growth of $r$ in $L$, $n - 1$ and $d_k$ at $H = "
        "2$",
        claimed="C*L*(n - 1)**2/d_k**2",
        derivation="error_bound_two_heads",
        grid={"H": (2,), "L": (1, 8), "d_k": (8, 12, 16, 24, 32)},
        quick_grid={"H": (2,), "L": (1, 8), "d_k": (8, 12)},
    ),
    replace(_LAW_TWO, id="conditioning.error_law.two_heads.omega", bound_type=BoundType.OMEGA),
    _LAW_ONE,
    _UPPER_ONE,
    replace(_LAW_ONE, id="conditioning.error_law.one_head.omega", bound_type=BoundType.OMEGA),
    _LAW_THREE,
    replace(
        _UPPER_ONE,
        id="conditioning.error_law.three_heads.o",
        label="the error rate $r$ of three heads a layer",
        interpretation="(a) the law as an upper bound on the growth of $r$ in $L$, $n - 1$ and $d_k$ at $H = "
        "3$",
        claimed="C*L*(n - 1)**3/d_k**3",
        derivation="error_bound_three_heads",
        grid={"H": (3,), "L": (1, 8), "d_k": (8, 12, 16, 24, 32)},
        quick_grid={"H": (3,), "L": (4, 8), "d_k": (8, 12)},
    ),
    replace(_LAW_THREE, id="conditioning.error_law.three_heads.omega", bound_type=BoundType.OMEGA),
    _BOUND_ONE,
    replace(
        _BOUND_ONE,
        id="conditioning.error_bound.two_heads",
        label="the error rate $r$ of two heads a layer",
        interpretation="(a) the bound of Markov's inequality, independent heads and the union over layers, "
        "setting "
        "by setting, $H = 2$",
        claimed="L*((n - 1)/(d_k*tau))**2",
        derivation="error_bound_two_heads",
        grid={"H": (2,), "d_k": (8, 12, 16, 24, 32)},
        quick_grid={"H": (2,), "L": (1,), "d_k": (8, 16)},
    ),
    replace(
        _BOUND_ONE,
        id="conditioning.error_bound.three_heads",
        label="the error rate $r$ of three heads a layer",
        interpretation="(a) the bound of Markov's inequality, independent heads and the union over layers, "
        "setting "
        "by setting, $H = 3$",
        claimed="L*((n - 1)/(d_k*tau))**3",
        derivation="error_bound_three_heads",
        grid={"H": (3,), "d_k": (8, 12, 16, 24, 32)},
        quick_grid={"H": (3,), "L": (1,), "d_k": (8, 16)},
    ),
    replace(
        _BOUND_ONE,
        id="conditioning.error_bound.any_heads",
        label="the error rate $r$ of $H$ heads a layer",
        interpretation="(a) the bound in one formula for every $H$, $L$, $n$ and $d_k$, setting by setting",
        role=Role.LITERAL,
        claimed="L*((n - 1)/(d_k*tau))**H",
        derivation="error_bound",
        grid={"H": (1, 2, 3), "d_k": (8, 12, 16, 24, 32)},
        quick_grid={"H": (1, 2, 3), "L": (8,), "d_k": (8,)},
    ),
    replace(
        _BOUND_ONE,
        id="conditioning.error_bound.markov",
        label="the probability that a head fails, $|\\eta|^2 > \\tau$,",
        interpretation="(a) Markov's inequality alone, at thresholds $\\tau$ on $|\\eta|^2$ from 1/8 to 3",
        claimed="(n - 1)/(d_k*tau)",
        derivation="noise_tail_bound",
        quantity="noise_survival",
        output=None,
        grid={"d_k": (8, 16, 32, 64, 128)},
        quick_grid={"d_k": (8, 16, 32)},
    ),
    _FACTOR_LAYERS,
    replace(
        _FACTOR_LAYERS,
        id="conditioning.error_law.factor_items",
        label="the error rate $-\\log(1 - r)$ of one layer of one head",
        interpretation="the factor $n$ alone, real if this holds: $-\\log(1 - r)$ against $n - 1$ at one "
        "head and "
        "layer, $d_k = 16$",
        role=Role.LITERAL,
        claimed="C*(n - 1)",
        alternatives=("C*(n - 1)**2",),
        derivation=None,
        quantity="system_failure_collapsed",
        grid={"H": (1,), "L": (1,), "d_k": (16,)},
        quick_grid={"H": (1,), "L": (1,), "d_k": (16,)},
    ),
    replace(
        _FACTOR_LAYERS,
        id="conditioning.error_law.factor_dimension",
        label="at a constant load $n - 1 = d_k/2$, the probability that a head fails",
        interpretation="the factor $d_k$ at a constant load $n - 1 = d_k/2$, where the law asks for a "
        "constant, "
        "real if this holds: "
        "the probability that a head fails",
        role=Role.LITERAL,
        claimed="C",
        alternatives=("C*exp(-c*d_k)",),
        derivation="failure_half_load",
        quantity="noise_survival",
        output=None,
        statistic="mean",
        diverging="d_k",
        grid={"tau": (1.0,), "d_k": (8, 16, 32, 64, 128)},
        quick_grid={"tau": (1.0,), "d_k": (8, 16, 32)},
        domain=("2*(n - 1) == d_k",),
    ),
    replace(
        _BOUND_ONE,
        id="conditioning.error_structure.failure",
        label="the error rate $r$ of heads and layers that fail independently",
        interpretation="(e) the structure alone: heads and layers fail independently, one head with "
        "probability $p$",
        relation=Relation.EQUALS,
        claimed="1 - (1 - p**H)**L",
        derivation="error_structure",
        quantity=None,
        output=None,
        grid={},
        quick_grid={},
        margin=0.0,
        tags=("error-law", "structure", "answer: The error law, factor by factor"),
    ),
    replace(
        _BOUND_ONE,
        id="conditioning.error_structure.hazard",
        label="the error rate $-\\log(1 - r)$ of heads and layers that fail independently",
        interpretation="(e) the structure alone, read off $-\\log(1 - r)$: proportional to $L$ and, where "
        "failures are "
        "rare, to $p^H$",
        relation=Relation.EQUALS,
        claimed="-L*log(1 - p**H)",
        derivation="error_hazard",
        quantity=None,
        output=None,
        grid={},
        quick_grid={},
        margin=0.0,
        tags=("error-law", "structure", "answer: The error law, factor by factor"),
    ),
)
