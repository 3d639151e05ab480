"""S9 and S10: what the error bound asks of a design, and whether the two headline laws agree.

Corollaries are read off the bound as if it were the error: they are properties of the bound.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role, Threshold

_ISO_ERROR = Claim(
    id="conditioning.design.iso_error_dimension",
    label="the $d_k$ at which the bound $L ((n - 1)/(d_k \\tau))^H$ is $r$",
    statement_id="conditioning.S9",
    interpretation="of the bound: the $d_k$ at which it is $r$",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="(n - 1)/tau*(L/r)**(1/H)",
    derivation="iso_error_dimension",
    margin=0.0,
    severity="minor",
    tags=("of the bound",),
)
_ONE_QUERY = replace(
    _ISO_ERROR,
    id="conditioning.two_laws.one_query",
    label="the number of items at which the bound on one query's error is constant",
    statement_id="conditioning.S10",
    interpretation="one query: the $n$ at which the bound on $r$ is constant grows like $\\sqrt{d_k}$",
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*sqrt(d_k)",
    alternatives=("C*d_k",),
    derivation="constant_error_load",
    margin=0.05,
    severity="critical",
    tags=("two-laws", "answer: Can both laws be right?"),
)
_MEASURED_ONE = replace(
    _ONE_QUERY,
    id="conditioning.two_laws.measured_one_head",
    label="the number of items at which one head errs with probability 1/10",
    interpretation="one query and head: the measured $n$ at $r = 1/10$ grows like $\\sqrt{d_k}$",
    role=Role.STRONGER,
    derivation="error_load_floor",
    quantity="system_failure_collapsed",
    output="fails",
    threshold=Threshold(variable="n", level=0.1),
    grid={"H": (1,), "L": (1,), "d_k": (8, 12, 16, 24, 32)},
    quick_grid={"H": (1,), "L": (1,), "d_k": (8, 12, 16)},
)

CLAIMS: tuple[Claim, ...] = (
    _ISO_ERROR,
    replace(
        _ISO_ERROR,
        id="conditioning.design.heads_needed",
        label="the number of heads $H$ at which the bound $L ((n - 1)/(d_k \\tau))^H$ is $r$",
        statement_id="conditioning.S9.1",
        interpretation="of the bound: the $H$ at which it is $r$",
        claimed="log(r/L)/log((n - 1)/(d_k*tau))",
        derivation="heads_needed",
    ),
    replace(
        _ISO_ERROR,
        id="conditioning.design.optimal_heads",
        label="the number of heads $H$ at which the bound is least at a fixed width $D = H d_k$",
        statement_id="conditioning.S9.2",
        interpretation="of the bound: the best $H$ at a fixed width $D = H d_k$",
        claimed="D*tau/((n - 1)*exp(1))",
        derivation="optimal_heads",
    ),
    replace(
        _ONE_QUERY,
        id="conditioning.two_laws.all_queries_one_head",
        label="with one head, the number of items at which the bound on all queries' errors is constant",
        interpretation="all $n$ queries, $H = 1$: the $n$ at which the bound is constant grows like "
        "$\\sqrt{d_k}$",
        role=Role.CHARITABLE,
        derivation="constant_error_load_all_one_head",
    ),
    _ONE_QUERY,
    replace(
        _ONE_QUERY,
        id="conditioning.two_laws.all_queries_two_heads",
        label="with two heads, the number of items at which the bound on all queries' errors is constant",
        interpretation="all $n$ queries, $H = 2$: the $n$ at which the bound is constant grows like "
        "$\\sqrt{d_k}$",
        role=Role.CHARITABLE,
        derivation="constant_error_load_all_two_heads",
    ),
    replace(
        _ISO_ERROR,
        id="conditioning.two_laws.all_queries",
        label="the number of items at which the bound on all queries' errors is $r$",
        statement_id="conditioning.S10",
        interpretation="of the bound: all $n$ queries, any $H$: the $n$ up to which it stays below $r$, of "
        "exponent $H/(H + 1)$ in $d_k$",
        role=Role.STRONGER,
        claimed="(r*(d_k*tau)**H/L)**(1/(H + 1))",
        derivation="constant_error_load_all",
        tags=("two-laws", "of the bound"),
        bears=Bears.REFINES,
    ),
    _MEASURED_ONE,
    replace(
        _MEASURED_ONE,
        id="conditioning.two_laws.measured_two_heads",
        label="the number of items at which two heads err together with probability 1/10",
        interpretation="one query, two heads: the measured $n$ at $r = 1/10$ grows like $\\sqrt{d_k}$",
        grid={"H": (2,), "L": (1,), "d_k": (8, 12, 16, 24, 32)},
        quick_grid={"H": (2,), "L": (1,), "d_k": (8, 12, 16)},
    ),
)
