"""S3: r = L n^H / d_k^H as a bound (a), as a law (b), as a structure (e), and factor by factor.

A head fails where |eta|^2 > 1, the network where all H heads of one of L layers do; keys and values
are fresh in every head and layer, d_v = d_k. The law is fitted to -log(1 - r), which is exactly
proportional to L.
"""

from __future__ import annotations

from ...paper import charitable, derived, literal, powers, quantity
from . import paper

S3 = paper.statement(
    "S3 Error propagation",
    r"$r^* \propto L n^H / d_k^H$.",
    place="error propagation",
    primary="error_law.two_heads.theta",
    why_primary="'Scales as' and the sign of proportion assert the order of growth in every factor, and "
    "two heads are the fewest at which the exponent $H$ shows.",
    why_refuted="'Scales as' is more than a bound: at a constant load $n/d_k$ the law asks for a constant "
    "error rate, and the error rate falls exponentially in $d_k$. The law is Markov's bound; "
    "only one-hot keys follow it.",
)

error_law = S3.having(severity="critical")
system_failure_collapsed = quantity("system_failure_collapsed")

error_law.claim(
    "error_law.two_heads",
    r"(b) the law jointly in $L$, $n - 1$ and $d_k$ at $H = 2$, read off $-\log(1 - r)$",
    system_failure_collapsed["fails"](H=2, L=(1, 8), d_k=(8, 12, 16, 24, 32))
    .quick(d_k=(8, 12))
    .where("4*n <= 3*d_k")
    .statistic("hazard")
    .named(r"the error rate $-\log(1 - r)$ of two heads a layer")
    .grows_like(
        "C*L*(n - 1)**2/d_k**2",
        bound=("Theta", "Omega"),
        alternatives=("C*L*(n - 1)**2*exp(-c*d_k)", "C*L*(n - 1)/d_k"),
    ),
    literal(
        derivation="error_ceiling_two_heads", tags=("error-law", "answer: The error law, factor by factor")
    ),
)

error_law.claim(
    "error_law.two_heads.o",
    "(a) the law as an upper bound on the growth of $r$ in $L$, $n - 1$ and $d_k$ at $H = 2$",
    system_failure_collapsed["fails"](H=2, L=(1, 8), d_k=(8, 12, 16, 24, 32))
    .quick(d_k=(8, 12))
    .where("4*n <= 3*d_k")
    .named("the error rate $r$ of two heads a layer")
    .grows_like("C*L*(n - 1)**2/d_k**2", bound="O"),
    charitable(
        derivation="error_bound_two_heads", tags=("error-law", "answer: The error law, factor by factor")
    ),
)

error_law.claim(
    "error_law.one_head",
    r"(b) the law jointly in $L$, $n - 1$ and $d_k$ at $H = 1$, read off $-\log(1 - r)$",
    system_failure_collapsed["fails"](H=1, L=(1, 8), d_k=(8, 12, 16, 24, 32))
    .quick(d_k=(8, 12, 16))
    .where("4*n <= 3*d_k")
    .statistic("hazard")
    .named(r"the error rate $-\log(1 - r)$ of one head a layer")
    .grows_like(
        "C*L*(n - 1)/d_k",
        bound=("Theta", "Omega"),
        alternatives=("C*L*(n - 1)*exp(-c*d_k)", "C*L*(n - 1)**2/d_k**2"),
    ),
    literal(
        derivation="error_ceiling_one_head", tags=("error-law", "answer: The error law, factor by factor")
    ),
)

error_law.claim(
    "error_law.one_head.o",
    "(a) the law as an upper bound on the growth of $r$ in $L$, $n - 1$ and $d_k$ at $H = 1$",
    system_failure_collapsed["fails"](H=1, L=(1, 8), d_k=(8, 12, 16, 24, 32))
    .quick(d_k=(8, 12, 16))
    .where("4*n <= 3*d_k")
    .named("the error rate $r$ of one head a layer")
    .grows_like("C*L*(n - 1)/d_k", bound="O"),
    charitable(
        derivation="error_bound_one_head", tags=("error-law", "answer: The error law, factor by factor")
    ),
)

error_law.claim(
    "error_law.three_heads",
    r"(b) the law jointly in $L$, $n - 1$ and $d_k$ at $H = 3$, read off $-\log(1 - r)$",
    system_failure_collapsed["fails"](H=3, L=(1, 8), d_k=(8, 12, 16, 24, 32))
    .quick(L=(4, 8), d_k=(8, 12))
    .where("4*n <= 3*d_k")
    .statistic("hazard")
    .named(r"the error rate $-\log(1 - r)$ of three heads a layer")
    .grows_like(
        "C*L*(n - 1)**3/d_k**3",
        bound=("Theta", "Omega"),
        alternatives=("C*L*(n - 1)**3*exp(-c*d_k)", "C*L*(n - 1)**2/d_k**2"),
    ),
    literal(
        derivation="error_ceiling_three_heads", tags=("error-law", "answer: The error law, factor by factor")
    ),
)

error_law.claim(
    "error_law.three_heads.o",
    "(a) the law as an upper bound on the growth of $r$ in $L$, $n - 1$ and $d_k$ at $H = 3$",
    system_failure_collapsed["fails"](H=3, L=(1, 8), d_k=(8, 12, 16, 24, 32))
    .quick(L=(4, 8), d_k=(8, 12))
    .where("4*n <= 3*d_k")
    .named("the error rate $r$ of three heads a layer")
    .grows_like("C*L*(n - 1)**3/d_k**3", bound="O"),
    charitable(
        derivation="error_bound_three_heads", tags=("error-law", "answer: The error law, factor by factor")
    ),
)

error_law.claim(
    "error_bound.one_head",
    "(a) the bound of Markov's inequality, independent heads and the union over layers, setting by setting, "
    "$H = 1$",
    system_failure_collapsed["fails"](H=1, d_k=(8, 12, 16, 24, 32))
    .quick(L=1, d_k=(8, 16))
    .named("the error rate $r$ of one head a layer")
    .at_most("L*(n - 1)/(d_k*tau)", margin=0.02),
    charitable(derivation="error_bound_one_head"),
)

error_law.claim(
    "error_bound.two_heads",
    "(a) the bound of Markov's inequality, independent heads and the union over layers, setting by setting, "
    "$H = 2$",
    system_failure_collapsed["fails"](H=2, d_k=(8, 12, 16, 24, 32))
    .quick(L=1, d_k=(8, 16))
    .named("the error rate $r$ of two heads a layer")
    .at_most("L*((n - 1)/(d_k*tau))**2", margin=0.02),
    charitable(derivation="error_bound_two_heads"),
)

error_law.claim(
    "error_bound.three_heads",
    "(a) the bound of Markov's inequality, independent heads and the union over layers, setting by setting, "
    "$H = 3$",
    system_failure_collapsed["fails"](H=3, d_k=(8, 12, 16, 24, 32))
    .quick(L=1, d_k=(8, 16))
    .named("the error rate $r$ of three heads a layer")
    .at_most("L*((n - 1)/(d_k*tau))**3", margin=0.02),
    charitable(derivation="error_bound_three_heads"),
)

error_law.claim(
    "error_bound.any_heads",
    "(a) the bound in one formula for every $H$, $L$, $n$ and $d_k$, setting by setting",
    system_failure_collapsed["fails"](H=(1, 2, 3), d_k=(8, 12, 16, 24, 32))
    .quick(L=8, d_k=8)
    .named("the error rate $r$ of $H$ heads a layer")
    .at_most("L*((n - 1)/(d_k*tau))**H", margin=0.02),
    literal(derivation="error_bound"),
)

noise_survival = quantity("noise_survival")(d_k=powers(8, 128))

error_law.claim(
    "error_bound.markov",
    r"(a) Markov's inequality alone, at thresholds $\tau$ on $|\eta|^2$ from 1/8 to 3",
    noise_survival.quick(d_k=powers(8, 32))
    .named(r"the probability that a head fails, $|\eta|^2 > \tau$,")
    .at_most("(n - 1)/(d_k*tau)", margin=0.02),
    charitable(derivation="noise_tail_bound"),
)

error_law.claim(
    "error_law.factor_layers",
    r"(e) the factor $L$ alone, real if this holds: $-\log(1 - r)$ against $L$ at two heads, one-hot keys, "
    "$d_k = 16$, $n = 9$",
    quantity("one_hot_system_failure_exact")(H=2, d_k=16, n=9)
    .statistic("hazard")
    .named(r"with one-hot keys and two heads, the error rate $-\log(1 - r)$")
    .grows_like("C*L", alternatives=("C*sqrt(L)", "C*L**2")),
    charitable(
        derivation="one_hot_hazard_two_heads",
        tags=("error-law", "factor", "answer: The error law, factor by factor"),
    ),
)

error_law.claim(
    "error_law.factor_items",
    r"the factor $n$ alone, real if this holds: $-\log(1 - r)$ against $n - 1$ at one head and layer, "
    "$d_k = 16$",
    system_failure_collapsed(H=1, L=1, d_k=16)
    .quick()
    .statistic("hazard")
    .named(r"the error rate $-\log(1 - r)$ of one layer of one head")
    .grows_like("C*(n - 1)", alternatives=("C*(n - 1)**2",)),
    literal(tags=("error-law", "factor", "answer: The error law, factor by factor")),
)

error_law.claim(
    "error_law.factor_dimension",
    "the factor $d_k$ at a constant load $n - 1 = d_k/2$, where the law asks for a constant, real if this "
    "holds: the probability that a head fails",
    noise_survival(tau=1.0)
    .quick(d_k=powers(8, 32))
    .where("2*(n - 1) == d_k")
    .named("at a constant load $n - 1 = d_k/2$, the probability that a head fails")
    .grows_like("C", alternatives=("C*exp(-c*d_k)",), diverging="d_k"),
    literal(
        derivation="failure_half_load",
        tags=("error-law", "factor", "answer: The error law, factor by factor"),
    ),
)

error_law.claim(
    "error_structure.failure",
    "(e) the structure alone: heads and layers fail independently, one head with probability $p$",
    derived("the error rate $r$ of heads and layers that fail independently").equals(
        "1 - (1 - p**H)**L", margin=0.0
    ),
    charitable(
        derivation="error_structure",
        tags=("error-law", "structure", "answer: The error law, factor by factor"),
    ),
)

error_law.claim(
    "error_structure.hazard",
    r"(e) the structure alone, read off $-\log(1 - r)$: proportional to $L$ and, where failures are rare, "
    "to $p^H$",
    derived(r"the error rate $-\log(1 - r)$ of heads and layers that fail independently").equals(
        "-L*log(1 - p**H)", margin=0.0
    ),
    charitable(
        derivation="error_hazard", tags=("error-law", "structure", "answer: The error law, factor by factor")
    ),
)
