"""S3: r = L n^H / d_k^H as a bound (a), as a law (b), as a structure (e), and factor by factor.

A head fails where |eta|^2 > 1, the network where all H heads of one of L layers do; keys and values
are fresh in every head and layer, d_v = d_k. The law is fitted to -log(1 - r), which is exactly
proportional to L.
"""

from ...paper import charitable, derived, literal, powers, quantity
from . import TIED, paper

S3 = paper.statement(
    "S3 Error propagation",
    r"$r^* \propto L n^H / d_k^H$.",
    place="error propagation",
    primary="error_law.two_heads.theta",
    why_primary="'Scales as' and the sign of proportion assert the order of growth in every factor, and two "
    "heads are the fewest at which the exponent $H$ shows.",
    why_refuted="'Scales as' is more than a bound: at a constant load $n/d_k$ the law asks for a constant "
    "error rate, and the error rate falls exponentially in $d_k$. The law is Markov's bound; "
    "only one-hot keys follow it.",
)

ANSWER = "answer: The error law, factor by factor"
HEADS = (
    (1, "one_head", "one head", "(n - 1)/d_k", "(n - 1)**2/d_k**2"),
    (2, "two_heads", "two heads", "(n - 1)**2/d_k**2", "(n - 1)/d_k"),
    (3, "three_heads", "three heads", "(n - 1)**3/d_k**3", "(n - 1)**2/d_k**2"),
)
"""Heads H, in names and in words, the law of one layer and an alternative to it."""

system_failure = quantity("system_failure_collapsed")
failure = system_failure["fails"](d_k=(8, 12, 16, 24, 32))
critical = S3.having(severity="critical")
law = critical.having(tags=("error-law", ANSWER), setting=TIED)
factor = critical.having(tags=("error-law", "factor", ANSWER))
structure = critical.having(tags=("error-law", "structure", ANSWER))

for (H, name, heads, growth, alternative), quick_layers, quick_d_k in zip(
    HEADS, ((1, 8), (1, 8), (4, 8)), ((8, 12, 16), (8, 12), (8, 12)), strict=True
):
    rate = failure(H=H, L=(1, 8)).quick(L=quick_layers, d_k=quick_d_k).where("4*n <= 3*d_k")
    law.claim(
        f"error_law.{name}",
        rf"(b) the law jointly in $L$, $n - 1$ and $d_k$ at $H = {H}$, read off $-\log(1 - r)$",
        rate.statistic("hazard")
        .named(rf"the error rate $-\log(1 - r)$ of {heads} a layer")
        .grows_like(
            f"C*L*{growth}",
            bound=("Theta", "Omega"),
            alternatives=(f"C*L*{growth.split('/')[0]}*exp(-c*d_k)", f"C*L*{alternative}"),
        ),
        literal(derivation=f"error_ceiling_{name}"),
    )
    law.claim(
        f"error_law.{name}.o",
        f"(a) the law as an upper bound on the growth of $r$ in $L$, $n - 1$ and $d_k$ at $H = {H}$",
        rate.named(f"the error rate $r$ of {heads} a layer").grows_like(f"C*L*{growth}", bound="O"),
        charitable(derivation=f"error_bound_{name}"),
    )

for H, name, heads, bound in (
    (1, "one_head", "one head", "(n - 1)/(d_k*tau)"),
    (2, "two_heads", "two heads", "((n - 1)/(d_k*tau))**2"),
    (3, "three_heads", "three heads", "((n - 1)/(d_k*tau))**3"),
):
    critical.claim(
        f"error_bound.{name}",
        "(a) the bound of Markov's inequality, independent heads and the union over layers, setting by "
        f"setting, $H = {H}$",
        failure(H=H)
        .quick(L=1, d_k=(8, 16))
        .named(f"the error rate $r$ of {heads} a layer")
        .at_most(f"L*{bound}", margin=0.02),
        charitable(derivation=f"error_bound_{name}"),
    )

critical.claim(
    "error_bound.any_heads",
    "(a) the bound in one formula for every $H$, $L$, $n$ and $d_k$, setting by setting",
    failure(H=(1, 2, 3))
    .quick(L=8, d_k=8)
    .named("the error rate $r$ of $H$ heads a layer")
    .at_most("L*((n - 1)/(d_k*tau))**H", margin=0.02),
    literal(derivation="error_bound"),
)

head_failure = quantity("noise_survival")(d_k=powers(8, 128)).quick(d_k=powers(8, 32))

critical.claim(
    "error_bound.markov",
    r"(a) Markov's inequality alone, at thresholds $\tau$ on $|\eta|^2$ from 1/8 to 3",
    head_failure.named(r"the probability that a head fails, $|\eta|^2 > \tau$,").at_most(
        "(n - 1)/(d_k*tau)", margin=0.02
    ),
    charitable(derivation="noise_tail_bound"),
)

factor.claim(
    "error_law.factor_layers",
    r"(e) the factor $L$ alone, real if this holds: $-\log(1 - r)$ against $L$ at two heads, one-hot keys, "
    "$d_k = 16$, $n = 9$",
    quantity("one_hot_system_failure_exact")(H=2, d_k=16, n=9)
    .named(r"with one-hot keys and two heads, the error rate $-\log(1 - r)$")
    .statistic("hazard")
    .grows_like("C*L", alternatives=("C*sqrt(L)", "C*L**2")),
    charitable(derivation="one_hot_hazard_two_heads"),
)

factor.claim(
    "error_law.factor_items",
    r"the factor $n$ alone, real if this holds: $-\log(1 - r)$ against $n - 1$ at one head and layer, "
    "$d_k = 16$",
    system_failure(H=1, L=1, d_k=16)
    .quick()
    .statistic("hazard")
    .named(r"the error rate $-\log(1 - r)$ of one layer of one head")
    .grows_like("C*(n - 1)", alternatives=("C*(n - 1)**2",)),
)

factor.claim(
    "error_law.factor_dimension",
    "the factor $d_k$ at a constant load $n - 1 = d_k/2$, where the law asks for a constant, real if this "
    "holds: the probability that a head fails",
    head_failure(tau=1.0)
    .quick(d_k=powers(8, 32))
    .where("2*(n - 1) == d_k")
    .named("at a constant load $n - 1 = d_k/2$, the probability that a head fails")
    .grows_like("C", alternatives=("C*exp(-c*d_k)",), diverging="d_k"),
    literal(derivation="failure_half_load"),
)

structure.claim(
    "error_structure.failure",
    "(e) the structure alone: heads and layers fail independently, one head with probability $p$",
    derived("the error rate $r$ of heads and layers that fail independently").equals(
        "1 - (1 - p**H)**L", margin=0.0
    ),
    charitable(derivation="error_structure"),
)

structure.claim(
    "error_structure.hazard",
    r"(e) the structure alone, read off $-\log(1 - r)$: proportional to $L$ and, where failures are rare, "
    "to $p^H$",
    derived(r"the error rate $-\log(1 - r)$ of heads and layers that fail independently").equals(
        "-L*log(1 - p**H)", margin=0.0
    ),
    charitable(derivation="error_hazard"),
)
