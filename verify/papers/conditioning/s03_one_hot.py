"""S3 with a failure of the keys alone: one-hot keys, a query failing where its key is stored twice (c); and
near collision (d), where another key has |<k_i, k_j>| > 1/2 with the query's: an exponential law.
"""

from ...paper import charitable, derived, powers, quantity, stronger
from .s03_error_law import ANSWER, HEADS, S3

one_hot = S3.having(tags=("one-hot",))
one_hot_law = S3.having(tags=("one-hot", "error-law", ANSWER))
one_hot_failure = quantity("one_hot_system_failure_exact")
common = one_hot_failure(d_k=powers(16, 1024, 4)).quick(d_k=(16, 64), L=(1, 4), n=(5, 9))

one_hot.claim(
    "one_hot.error",
    "(c) one-hot keys, a head failing where its query's key is stored twice: the exact law, computed in "
    "integers",
    common.named("with one-hot keys, the error rate $r$").equals(
        "1 - (1 - (1 - (1 - 1/d_k)**(n - 1))**H)**L", margin=0.001
    ),
    stronger(bears="refines", derivation="one_hot_error"),
)

one_hot.claim(
    "one_hot.error_sampled",
    "(c) one-hot keys, a head failing where its query's key is stored twice: the exact law on drawn keys, "
    "heads and layers",
    quantity("one_hot_system_failure")["fails"](d_k=powers(16, 64), H=(1, 2), L=(4, 8))
    .named("with one-hot keys, the error rate $r$")
    .quick(d_k=16)
    .where("4*(n - 1) >= d_k")
    .equals("1 - (1 - (1 - (1 - 1/d_k)**(n - 1))**H)**L", margin=0.1),
    stronger(bears="refines", derivation="one_hot_error"),
)

one_hot.claim(
    "one_hot.failure",
    "(c) one-hot keys: one head of one layer, computed in integers",
    one_hot_failure(d_k=powers(16, 1024, 4), H=1, L=1)
    .quick(d_k=(16, 64))
    .named("the probability that a head of one-hot keys fails")
    .equals("1 - (1 - 1/d_k)**(n - 1)", margin=0.001),
    stronger(bears="refines", derivation="one_hot_failure"),
)

one_hot.claim(
    "one_hot.hazard",
    r"(c) one-hot keys: the exact law at any $H$, read off $-\log(1 - r)$",
    common.statistic("hazard")
    .named(r"with one-hot keys, the error rate $-\log(1 - r)$")
    .equals("-L*log(1 - (1 - (1 - 1/d_k)**(n - 1))**H)", margin=0.001),
    stronger(bears="refines", derivation="one_hot_hazard"),
)

for (H, name, heads, growth, _), joint_alternative, alternative in zip(
    HEADS,
    ("(n - 1)**2/d_k", "(n - 1)/d_k", "(n - 1)**2/d_k**2"),
    ("C*L/d_k**2", "C*L/d_k", "C*L/d_k**2"),
    strict=True,
):
    hazard = one_hot_failure(H=H).statistic("hazard")
    one_hot_law.claim(
        f"one_hot.law_{name}",
        f"(c) one-hot keys, $H = {H}$: the law jointly in $L$, $n - 1$ and $d_k$ where collisions are rare, "
        r"read off $-\log(1 - r)$",
        hazard(d_k=powers(2048, 131072, 4))
        .named(rf"with one-hot keys, the error rate $-\log(1 - r)$ of {heads} a layer")
        .grows_like(f"C*L*{growth}", alternatives=(f"C*L*{joint_alternative}",)),
        charitable(derivation=f"one_hot_hazard_{name}"),
    )
    one_hot_law.claim(
        f"one_hot.dimension_{name}",
        f"(c) one-hot keys, $H = {H}$: the factors $L$ and $d_k$ at $n = 17$ items",
        hazard(n=17, L=(1, 2, 8))
        .named(rf"with one-hot keys at $n = 17$, the error rate $-\log(1 - r)$ of {heads} a layer")
        .grows_like(f"C*L/{growth.split('/')[1]}", alternatives=(alternative,)),
        charitable(derivation=f"one_hot_hazard_{name}"),
    )

PAIR = "betainc(1/2, (d_k - 1)/2, 1/4, 1)"
near = S3.having(tags=("near-collision",))
near_rate = S3.having(bears="contradicts", tags=("near-collision", "rate"))
near_failure = quantity("near_collision_system_failure")["fails"]

near.claim(
    "near_collision.query",
    r"(d) probability that some other key has $|\langle k_i, k_j \rangle| > 1/2$ with the query",
    near_failure(H=1, L=1, d_k=(4, 6, 8, 12))
    .quick(d_k=(4, 8))
    .where("n >= 9")
    .named(r"the probability that a query has $|k_i \cdot k_j| > 1/2$ with another key")
    .equals(f"1 - (1 - {PAIR})**(n - 1)", margin=0.1),
    stronger(bears="refines", derivation="near_collision_query"),
)

for H, name, heads, growth, alternative in (
    (1, "one_head", "one head a layer that fails", "(n - 1)/d_k", "(n - 1)*exp(-c*d_k)/sqrt(d_k)"),
    (2, "two_heads", "two heads a layer that fail", "(n - 1)**2/d_k**2", "(n - 1)**2*exp(-c*d_k)/d_k"),
):
    near.claim(
        f"near_collision.law_{name}",
        f"(d) failure by near collision, $H = {H}$: the law jointly in $L$, $n - 1$ and $d_k$, read off "
        r"$-\log(1 - r)$",
        near_failure(H=H, L=(1, 4), d_k=(4, 6, 8, 12, 16, 20), n=(2, 3, 5))
        .quick(d_k=(4, 8, 12))
        .where("n <= d_k")
        .statistic("hazard")
        .named(rf"the error rate $-\log(1 - r)$ of {heads} where $|k_i \cdot k_j| > 1/2$")
        .grows_like(f"C*L*{growth}", alternatives=(f"C*L*{alternative}",)),
        charitable(derivation=f"near_ceiling_{name}", tags=("near-collision", "error-law", ANSWER)),
    )

near.claim(
    "near_collision.hazard",
    r"(d) failure by near collision: the exact law, exponential in $d_k$, read off $-\log(1 - r)$",
    near_failure(H=1, L=(1, 2), d_k=(8, 12), n=(3, 5))
    .quick(d_k=8)
    .statistic("hazard")
    .named(r"the error rate $-\log(1 - r)$ of heads that fail where $|k_i \cdot k_j| > 1/2$")
    .equals(f"-L*log(1 - (1 - (1 - {PAIR})**(n - 1))**H)", margin=0.15),
    stronger(bears="refines", derivation="near_collision_hazard"),
)

NEAR = r"$|k_i \cdot k_j| > 1/2$"
pair = quantity("key_overlap_tail_quadrature", f"the probability that two keys have {NEAR}")(t=0.5)

near.claim(
    "near_collision.pair",
    "(d) the probability of a near collision of two keys in full, by quadrature",
    pair.equals(PAIR, margin=0.001),
    stronger(bears="refines", derivation="near_collision_pair"),
)

near_rate.claim(
    "near_collision.pair_rate",
    r"(d) the probability of a near collision of two keys falls like $(3/4)^{d_k/2}/\sqrt{d_k}$, by "
    "quadrature",
    pair(d_k=powers(64, 512)).grows_like("C/(sqrt(d_k)*(1 + (4/3)**(d_k/2)))"),
    stronger(derivation="near_collision_pair"),
)

near_rate.claim(
    "near_collision.rate",
    r"(d) the limit of $-\log(q)/d_k$ for the probability $q$ of a near collision",
    derived(
        r"the limit of $-\log(q)/d_k$ for the probability $q$ that two keys have $|k_i \cdot k_j| > 1/2$"
    ).equals("log(4/3)/2", margin=0.0),
    stronger(derivation="near_collision_rate"),
)

near.claim(
    "near_collision.load",
    r"(d) the $n$ at which some pair has $|\langle k_i, k_j \rangle| > 1/2$ with probability 1/2 is at "
    r"least $1/\sqrt{q}$ for the probability $q$ of one pair, exponential in $d_k$",
    quantity("near_collision")["pair"](d_k=range(4, 33, 4))
    .named(f"the number of keys at which some pair has {NEAR} with probability 1/2")
    .reaches(0.5, by="n")
    .at_least(f"1/sqrt({PAIR})", margin=0.05),
    stronger(bears="refines", derivation="near_collision_load"),
)
