"""S3 (c) and S2 (h): one-hot keys, a query failing where its key is stored twice; exact throughout."""

from __future__ import annotations

from ...paper import charitable, derived, powers, quantity, stronger
from .s03_error_law import S3

one_hot_system_failure_exact = quantity("one_hot_system_failure_exact")

S3.claim(
    "one_hot.error",
    "(c) one-hot keys, a head failing where its query's key is stored twice: the exact law, computed in "
    "integers",
    one_hot_system_failure_exact(d_k=powers(16, 1024, 4))
    .quick(d_k=(16, 64), L=(1, 4), n=(5, 9))
    .named("with one-hot keys, the error rate $r$")
    .equals("1 - (1 - (1 - (1 - 1/d_k)**(n - 1))**H)**L", margin=0.001),
    stronger(bears="refines", derivation="one_hot_error", tags=("one-hot",)),
)

S3.claim(
    "one_hot.error_sampled",
    "(c) one-hot keys, a head failing where its query's key is stored twice: the exact law on drawn keys, "
    "heads and layers",
    quantity("one_hot_system_failure")["fails"](d_k=powers(16, 64), H=(1, 2), L=(4, 8))
    .quick(d_k=16)
    .where("4*(n - 1) >= d_k")
    .named("with one-hot keys, the error rate $r$")
    .equals("1 - (1 - (1 - (1 - 1/d_k)**(n - 1))**H)**L", margin=0.1),
    stronger(bears="refines", derivation="one_hot_error", tags=("one-hot",)),
)

S3.claim(
    "one_hot.failure",
    "(c) one-hot keys: one head of one layer, computed in integers",
    one_hot_system_failure_exact(d_k=powers(16, 1024, 4), H=1, L=1)
    .quick(d_k=(16, 64))
    .named("the probability that a head of one-hot keys fails")
    .equals("1 - (1 - 1/d_k)**(n - 1)", margin=0.001),
    stronger(bears="refines", derivation="one_hot_failure", tags=("one-hot",)),
)

S3.claim(
    "one_hot.hazard",
    r"(c) one-hot keys: the exact law at any $H$, read off $-\log(1 - r)$",
    one_hot_system_failure_exact(d_k=powers(16, 1024, 4))
    .quick(d_k=(16, 64), L=(1, 4), n=(5, 9))
    .statistic("hazard")
    .named(r"with one-hot keys, the error rate $-\log(1 - r)$")
    .equals("-L*log(1 - (1 - (1 - 1/d_k)**(n - 1))**H)", margin=0.001),
    stronger(bears="refines", derivation="one_hot_hazard", tags=("one-hot",)),
)

S3.claim(
    "one_hot.law_one_head",
    "(c) one-hot keys, $H = 1$: the law jointly in $L$, $n - 1$ and $d_k$ where collisions are rare, read "
    r"off $-\log(1 - r)$",
    one_hot_system_failure_exact(H=1, d_k=powers(2048, 131072, 4))
    .statistic("hazard")
    .named(r"with one-hot keys, the error rate $-\log(1 - r)$ of one head a layer")
    .grows_like("C*L*(n - 1)/d_k", alternatives=("C*L*(n - 1)**2/d_k",)),
    charitable(
        derivation="one_hot_hazard_one_head",
        tags=("one-hot", "error-law", "answer: The error law, factor by factor"),
    ),
)

S3.claim(
    "one_hot.law_two_heads",
    "(c) one-hot keys, $H = 2$: the law jointly in $L$, $n - 1$ and $d_k$ where collisions are rare, read "
    r"off $-\log(1 - r)$",
    one_hot_system_failure_exact(H=2, d_k=powers(2048, 131072, 4))
    .statistic("hazard")
    .named(r"with one-hot keys, the error rate $-\log(1 - r)$ of two heads a layer")
    .grows_like("C*L*(n - 1)**2/d_k**2", alternatives=("C*L*(n - 1)/d_k",)),
    charitable(
        derivation="one_hot_hazard_two_heads",
        tags=("one-hot", "error-law", "answer: The error law, factor by factor"),
    ),
)

S3.claim(
    "one_hot.law_three_heads",
    "(c) one-hot keys, $H = 3$: the law jointly in $L$, $n - 1$ and $d_k$ where collisions are rare, read "
    r"off $-\log(1 - r)$",
    one_hot_system_failure_exact(H=3, d_k=powers(2048, 131072, 4))
    .statistic("hazard")
    .named(r"with one-hot keys, the error rate $-\log(1 - r)$ of three heads a layer")
    .grows_like("C*L*(n - 1)**3/d_k**3", alternatives=("C*L*(n - 1)**2/d_k**2",)),
    charitable(
        derivation="one_hot_hazard_three_heads",
        tags=("one-hot", "error-law", "answer: The error law, factor by factor"),
    ),
)

S3.claim(
    "one_hot.dimension_one_head",
    "(c) one-hot keys, $H = 1$: the factors $L$ and $d_k$ at $n = 17$ items",
    one_hot_system_failure_exact(H=1, n=17, L=(1, 2, 8))
    .statistic("hazard")
    .named(r"with one-hot keys at $n = 17$, the error rate $-\log(1 - r)$ of one head a layer")
    .grows_like("C*L/d_k", alternatives=("C*L/d_k**2",)),
    charitable(
        derivation="one_hot_hazard_one_head",
        tags=("one-hot", "error-law", "answer: The error law, factor by factor"),
    ),
)

S3.claim(
    "one_hot.dimension_two_heads",
    "(c) one-hot keys, $H = 2$: the factors $L$ and $d_k$ at $n = 17$ items",
    one_hot_system_failure_exact(H=2, n=17, L=(1, 2, 8))
    .statistic("hazard")
    .named(r"with one-hot keys at $n = 17$, the error rate $-\log(1 - r)$ of two heads a layer")
    .grows_like("C*L/d_k**2", alternatives=("C*L/d_k",)),
    charitable(
        derivation="one_hot_hazard_two_heads",
        tags=("one-hot", "error-law", "answer: The error law, factor by factor"),
    ),
)

S3.claim(
    "one_hot.dimension_three_heads",
    "(c) one-hot keys, $H = 3$: the factors $L$ and $d_k$ at $n = 17$ items",
    one_hot_system_failure_exact(H=3, n=17, L=(1, 2, 8))
    .statistic("hazard")
    .named(r"with one-hot keys at $n = 17$, the error rate $-\log(1 - r)$ of three heads a layer")
    .grows_like("C*L/d_k**3", alternatives=("C*L/d_k**2",)),
    charitable(
        derivation="one_hot_hazard_three_heads",
        tags=("one-hot", "error-law", "answer: The error law, factor by factor"),
    ),
)

near_collision_system_failure = quantity("near_collision_system_failure")["fails"]

S3.claim(
    "near_collision.query",
    r"(d) probability that some other key has $|\langle k_i, k_j \rangle| > 1/2$ with the query",
    near_collision_system_failure(H=1, L=1, d_k=(4, 6, 8, 12))
    .quick(d_k=(4, 8))
    .where("n >= 9")
    .named(r"the probability that a query has $|k_i \cdot k_j| > 1/2$ with another key")
    .equals("1 - (1 - betainc(1/2, (d_k - 1)/2, 1/4, 1))**(n - 1)", margin=0.1),
    stronger(bears="refines", derivation="near_collision_query", tags=("near-collision",)),
)

S3.claim(
    "near_collision.law_one_head",
    "(d) failure by near collision, $H = 1$: the law jointly in $L$, $n - 1$ and $d_k$, read off "
    r"$-\log(1 - r)$",
    near_collision_system_failure(H=1, L=(1, 4), d_k=(4, 6, 8, 12, 16, 20), n=(2, 3, 5))
    .quick(d_k=(4, 8, 12))
    .where("n <= d_k")
    .statistic("hazard")
    .named(r"the error rate $-\log(1 - r)$ of one head a layer that fails where $|k_i \cdot k_j| > 1/2$")
    .grows_like("C*L*(n - 1)/d_k", alternatives=("C*L*(n - 1)*exp(-c*d_k)/sqrt(d_k)",)),
    charitable(
        derivation="near_ceiling_one_head",
        tags=("near-collision", "error-law", "answer: The error law, factor by factor"),
    ),
)

S3.claim(
    "near_collision.law_two_heads",
    "(d) failure by near collision, $H = 2$: the law jointly in $L$, $n - 1$ and $d_k$, read off "
    r"$-\log(1 - r)$",
    near_collision_system_failure(H=2, L=(1, 4), d_k=(4, 6, 8, 12, 16, 20), n=(2, 3, 5))
    .quick(d_k=(4, 8, 12))
    .where("n <= d_k")
    .statistic("hazard")
    .named(r"the error rate $-\log(1 - r)$ of two heads a layer that fail where $|k_i \cdot k_j| > 1/2$")
    .grows_like("C*L*(n - 1)**2/d_k**2", alternatives=("C*L*(n - 1)**2*exp(-c*d_k)/d_k",)),
    charitable(
        derivation="near_ceiling_two_heads",
        tags=("near-collision", "error-law", "answer: The error law, factor by factor"),
    ),
)

S3.claim(
    "near_collision.hazard",
    r"(d) failure by near collision: the exact law, exponential in $d_k$, read off $-\log(1 - r)$",
    near_collision_system_failure(H=1, L=(1, 2), d_k=(8, 12), n=(3, 5))
    .quick(d_k=8)
    .statistic("hazard")
    .named(r"the error rate $-\log(1 - r)$ of heads that fail where $|k_i \cdot k_j| > 1/2$")
    .equals("-L*log(1 - (1 - (1 - betainc(1/2, (d_k - 1)/2, 1/4, 1))**(n - 1))**H)", margin=0.15),
    stronger(bears="refines", derivation="near_collision_hazard", tags=("near-collision",)),
)

key_overlap_tail_quadrature = quantity(
    "key_overlap_tail_quadrature", r"the probability that two keys have $|k_i \cdot k_j| > 1/2$"
)(t=0.5)

S3.claim(
    "near_collision.pair_rate",
    r"(d) the probability of a near collision of two keys falls like $(3/4)^{d_k/2}/\sqrt{d_k}$, by "
    "quadrature",
    key_overlap_tail_quadrature(d_k=powers(64, 512)).grows_like("C/(sqrt(d_k)*(1 + (4/3)**(d_k/2)))"),
    stronger(bears="contradicts", derivation="near_collision_pair", tags=("near-collision", "rate")),
)

S3.claim(
    "near_collision.load",
    r"(d) the $n$ at which some pair has $|\langle k_i, k_j \rangle| > 1/2$ with probability 1/2 is at "
    r"least $1/\sqrt{q}$ for the probability $q$ of one pair, exponential in $d_k$",
    quantity("near_collision")["pair"](d_k=range(4, 33, 4))
    .named(r"the number of keys at which some pair has $|k_i \cdot k_j| > 1/2$ with probability 1/2")
    .reaches(0.5, by="n")
    .at_least("1/sqrt(betainc(1/2, (d_k - 1)/2, 1/4, 1))", margin=0.05),
    stronger(bears="refines", derivation="near_collision_load", tags=("near-collision",)),
)

S3.claim(
    "near_collision.pair",
    "(d) the probability of a near collision of two keys in full, by quadrature",
    key_overlap_tail_quadrature.equals("betainc(1/2, (d_k - 1)/2, 1/4, 1)", margin=0.001),
    stronger(bears="refines", derivation="near_collision_pair", tags=("near-collision",)),
)

S3.claim(
    "near_collision.rate",
    r"(d) the limit of $-\log(q)/d_k$ for the probability $q$ of a near collision",
    derived(
        r"the limit of $-\log(q)/d_k$ for the probability $q$ that two keys have $|k_i \cdot k_j| > 1/2$"
    ).equals("log(4/3)/2", margin=0.0),
    stronger(bears="contradicts", derivation="near_collision_rate", tags=("near-collision", "rate")),
)
