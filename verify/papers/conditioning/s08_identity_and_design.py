"""S8: linear attention is a Hebbian memory. S9, S10: what the error bound asks of a design; both laws.

Corollaries are read off the bound as if it were the error: they are properties of the bound.
"""

from ...paper import charitable, derived, literal, quantity, stronger
from . import TIED, paper

S8 = paper.statement(
    "S8 Linear attention is a Hebbian memory",
    r"$\phi(q) S = \sum_j (\phi(q) \cdot \phi(k_j)) v_j$ with $S_i = \sum_{j \le i} \phi(k_j)^T v_j$.",
    place="linear attention equation",
    why_primary="It is the formula as printed.",
).having(severity="critical", tags=("identity", "core"))

S8.claim(
    "linearity.identity",
    "reading the state with any feature map is the sum of values weighted by kernel products",
    quantity(
        "linearity_gap",
        r"the state form $\phi(q) S$ less the attention form $\sum_j (\phi(q) \cdot \phi(k_j)) v_j$",
    ).vanishes(margin=0.0),
    literal(derivation="linearity"),
)

S8.claim(
    "linearity.recursion",
    "storing one association after another gives the Hebbian sum",
    quantity("recursion_gap", "the Hebbian sum less the recursion").vanishes(margin=0.0),
    literal(derivation="recursion"),
)

for heading, text, solved, name, interpretation, number, formula in (
    (
        "S9 Design corollary: width",
        "The width of a head at a constant error.",
        "It is the bound solved for $d_k$; no other derivation of the corollary is named.",
        "iso_error_dimension",
        "the $d_k$ at which it is $r$",
        r"the $d_k$ at which the bound $L ((n - 1)/(d_k \tau))^H$ is $r$",
        "(n - 1)/tau*(L/r)**(1/H)",
    ),
    (
        "S9.1 Design corollary: heads",
        "The number of heads needed for a given error.",
        "It is the bound solved for $H$; no other derivation of the corollary is named.",
        "heads_needed",
        "the $H$ at which it is $r$",
        r"the number of heads $H$ at which the bound $L ((n - 1)/(d_k \tau))^H$ is $r$",
        "log(r/L)/log((n - 1)/(d_k*tau))",
    ),
    (
        "S9.2 Design corollary: heads at a fixed width",
        "The best number of heads at a fixed width.",
        "It is the least value of the bound over $H$ at $D = H d_k$.",
        "optimal_heads",
        "the best $H$ at a fixed width $D = H d_k$",
        "the number of heads $H$ at which the bound is least at a fixed width $D = H d_k$",
        "D*tau/((n - 1)*exp(1))",
    ),
):
    paper.question(
        heading, text, place="design trade-offs", primary=f"design.{name}", why_primary=solved
    ).claim(
        f"design.{name}",
        f"of the bound: {interpretation}",
        derived(number).equals(formula, margin=0.0),
        literal(derivation=name, severity="minor", tags=("of the bound",)),
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

ITEMS = "the number of items at which"

for name, queries, load, reading in (
    (
        "all_queries_one_head",
        "all $n$ queries, $H = 1$: the $n$ at which the bound is constant",
        derived(f"with one head, {ITEMS} the bound on all queries' errors is constant"),
        charitable(derivation="constant_error_load_all_one_head"),
    ),
    (
        "one_query",
        "one query: the $n$ at which the bound on $r$ is constant",
        derived(f"{ITEMS} the bound on one query's error is constant"),
        literal(derivation="constant_error_load"),
    ),
    (
        "all_queries_two_heads",
        "all $n$ queries, $H = 2$: the $n$ at which the bound is constant",
        derived(f"with two heads, {ITEMS} the bound on all queries' errors is constant"),
        charitable(derivation="constant_error_load_all_two_heads"),
    ),
):
    S10.claim(
        f"two_laws.{name}",
        rf"{queries} grows like $\sqrt{{d_k}}$",
        load.grows_like("C*sqrt(d_k)", alternatives=("C*d_k",)),
        reading,
    )

S10.claim(
    "two_laws.all_queries",
    "of the bound: all $n$ queries, any $H$: the $n$ up to which it stays below $r$, of exponent "
    "$H/(H + 1)$ in $d_k$",
    derived(f"{ITEMS} the bound on all queries' errors is $r$").equals(
        "(r*(d_k*tau)**H/L)**(1/(H + 1))", margin=0.0
    ),
    stronger(
        bears="refines",
        derivation="constant_error_load_all",
        severity="minor",
        tags=("two-laws", "of the bound"),
    ),
)

for H, name, query, err in (
    (1, "one_head", "one query and head", "one head errs"),
    (2, "two_heads", "one query, two heads", "two heads err together"),
):
    S10.claim(
        f"two_laws.measured_{name}",
        rf"{query}: the measured $n$ at $r = 1/10$ grows like $\sqrt{{d_k}}$",
        quantity("system_failure_collapsed")["fails"](H=H, L=1, d_k=(8, 12, 16, 24, 32))
        .named(f"{ITEMS} {err} with probability 1/10")
        .quick(d_k=(8, 12, 16))
        .reaches(0.1, by="n")
        .grows_like("C*sqrt(d_k)", alternatives=("C*d_k",)),
        stronger(derivation="error_load_floor", setting=TIED),
    )
