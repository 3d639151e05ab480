"""S9 and S10: what the error bound asks of a design, and whether the two headline laws agree.

Corollaries are read off the bound as if it were the error: they are properties of the bound.
"""

from __future__ import annotations

from ...paper import charitable, derived, literal, quantity, stronger
from . import paper

S9 = paper.question(
    "S9 Design corollary: width",
    "The width of a head at a constant error.",
    place="design trade-offs",
    primary="design.iso_error_dimension",
    why_primary="It is the bound solved for $d_k$; no other derivation of the corollary is named.",
)

S9.claim(
    "design.iso_error_dimension",
    "of the bound: the $d_k$ at which it is $r$",
    derived(r"the $d_k$ at which the bound $L ((n - 1)/(d_k \tau))^H$ is $r$").equals(
        "(n - 1)/tau*(L/r)**(1/H)", margin=0.0
    ),
    literal(derivation="iso_error_dimension", severity="minor", tags=("of the bound",)),
)

S9_1 = paper.question(
    "S9.1 Design corollary: heads",
    "The number of heads needed for a given error.",
    place="design trade-offs",
    primary="design.heads_needed",
    why_primary="It is the bound solved for $H$; no other derivation of the corollary is named.",
)

S9_1.claim(
    "design.heads_needed",
    "of the bound: the $H$ at which it is $r$",
    derived(r"the number of heads $H$ at which the bound $L ((n - 1)/(d_k \tau))^H$ is $r$").equals(
        "log(r/L)/log((n - 1)/(d_k*tau))", margin=0.0
    ),
    literal(derivation="heads_needed", severity="minor", tags=("of the bound",)),
)

S9_2 = paper.question(
    "S9.2 Design corollary: heads at a fixed width",
    "The best number of heads at a fixed width.",
    place="design trade-offs",
    primary="design.optimal_heads",
    why_primary="It is the least value of the bound over $H$ at $D = H d_k$.",
)

S9_2.claim(
    "design.optimal_heads",
    "of the bound: the best $H$ at a fixed width $D = H d_k$",
    derived("the number of heads $H$ at which the bound is least at a fixed width $D = H d_k$").equals(
        "D*tau/((n - 1)*exp(1))", margin=0.0
    ),
    literal(derivation="optimal_heads", severity="minor", tags=("of the bound",)),
)

S10 = paper.question(
    "S10 Do the two headline laws agree?",
    "Do the capacity law and the error law speak of the same failure: does the error law keep a constant "
    r"error at $n \sim \sqrt{d_k}$?",
    place="both theorems",
    primary="two_laws.one_query",
    why_primary="The error law is about one query; its bound at a constant $r$ gives an $n$ to hold against "
    "the capacity law.",
).having(severity="critical", tags=("two-laws", "answer: Can both laws be right?"))

S10.claim(
    "two_laws.all_queries_one_head",
    r"all $n$ queries, $H = 1$: the $n$ at which the bound is constant grows like $\sqrt{d_k}$",
    derived(
        "with one head, the number of items at which the bound on all queries' errors is constant"
    ).grows_like("C*sqrt(d_k)", alternatives=("C*d_k",)),
    charitable(derivation="constant_error_load_all_one_head"),
)

S10.claim(
    "two_laws.one_query",
    r"one query: the $n$ at which the bound on $r$ is constant grows like $\sqrt{d_k}$",
    derived("the number of items at which the bound on one query's error is constant").grows_like(
        "C*sqrt(d_k)", alternatives=("C*d_k",)
    ),
    literal(derivation="constant_error_load"),
)

S10.claim(
    "two_laws.all_queries_two_heads",
    r"all $n$ queries, $H = 2$: the $n$ at which the bound is constant grows like $\sqrt{d_k}$",
    derived(
        "with two heads, the number of items at which the bound on all queries' errors is constant"
    ).grows_like("C*sqrt(d_k)", alternatives=("C*d_k",)),
    charitable(derivation="constant_error_load_all_two_heads"),
)

S10.claim(
    "two_laws.all_queries",
    "of the bound: all $n$ queries, any $H$: the $n$ up to which it stays below $r$, of exponent "
    "$H/(H + 1)$ in $d_k$",
    derived("the number of items at which the bound on all queries' errors is $r$").equals(
        "(r*(d_k*tau)**H/L)**(1/(H + 1))", margin=0.0
    ),
    stronger(
        bears="refines",
        derivation="constant_error_load_all",
        severity="minor",
        tags=("two-laws", "of the bound"),
    ),
)

system_failure_collapsed = quantity("system_failure_collapsed")["fails"](L=1, d_k=(8, 12, 16, 24, 32))

S10.claim(
    "two_laws.measured_one_head",
    r"one query and head: the measured $n$ at $r = 1/10$ grows like $\sqrt{d_k}$",
    system_failure_collapsed(H=1)
    .quick(d_k=(8, 12, 16))
    .named("the number of items at which one head errs with probability 1/10")
    .reaches(0.1, by="n")
    .grows_like("C*sqrt(d_k)", alternatives=("C*d_k",)),
    stronger(derivation="error_load_floor"),
)

S10.claim(
    "two_laws.measured_two_heads",
    r"one query, two heads: the measured $n$ at $r = 1/10$ grows like $\sqrt{d_k}$",
    system_failure_collapsed(H=2)
    .quick(d_k=(8, 12, 16))
    .named("the number of items at which two heads err together with probability 1/10")
    .reaches(0.1, by="n")
    .grows_like("C*sqrt(d_k)", alternatives=("C*d_k",)),
    stronger(derivation="error_load_floor"),
)
