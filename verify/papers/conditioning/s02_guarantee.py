"""S2: what Markov's inequality and the union bound guarantee, and how loose that is; one-hot keys exactly."""

from ...paper import charitable, literal, powers, quantity, stronger
from . import TIED
from .s02_capacity import S2

guarantee = S2.having(tags=("guarantee",))
all_items = guarantee.having(setting=TIED)
retrieval = quantity("retrieval_failure")["any"](d_k=powers(16, 512)).statistic("complement")

all_items.claim(
    "retrieval.guarantee",
    r"probability that all $n$ items have $|\eta_i|^2 \le 1$, bounded by Markov and the union bound",
    retrieval.quick(d_k=powers(16, 128))
    .where("n*(n - 1) <= d_k")
    .named(r"the probability that all $n$ items have a noise power $|\eta_i|^2 \le \tau$")
    .at_least("1 - n*(n - 1)/(d_k*tau)", margin=0.02),
    literal(derivation="retrieval_guarantee", severity="critical"),
)

all_items.claim(
    "retrieval.half_load",
    r"how loose the guarantee is: with $n = d_k/2$ items, about $\sqrt{d_k/2}$ times what it promises, all "
    r"still have $|\eta_i|^2 \le 1$ with probability at least 1/2",
    retrieval.quick(d_k=32)
    .where("2*n == d_k")
    .named(r"with $n = d_k/2$, the probability that all $n$ items have a noise power $|\eta_i|^2 \le 1$")
    .at_least("1/2", margin=0.02),
    stronger(
        bears="refines", derivation="retrieval_guarantee", own_threshold=True, tags=("guarantee", "looseness")
    ),
)

guarantee.claim(
    "coherence.guarantee",
    r"(e) probability that $\mu (n - 1) > 1$, bounded by the tail of one pair and the union over pairs: "
    r"small up to about $\sqrt{d_k/(4 \log n)}$ items",
    quantity("coherence")["beyond"](d_k=powers(64, 2048))
    .named(r"the probability that the coherence $\max_{i \ne j} |k_i \cdot k_j|$ exceeds $\tau/(n - 1)$")
    .quick(d_k=powers(64, 256))
    .where("4*(n - 1)**2*log(n) <= d_k")
    .at_most("n*(n - 1)*exp(-d_k*tau**2/(2*(n - 1)**2))", margin=0.02),
    charitable(derivation="coherence_guarantee"),
)

DISTINCT = "the probability that $n$ one-hot keys are all distinct"

guarantee.claim(
    "first_collision.union_bound",
    "(h) probability that all $n$ one-hot keys are distinct, bounded by the union over pairs",
    quantity("first_collision", DISTINCT)(d_k=powers(64, 16384, 4))
    .quick(d_k=powers(64, 1024, 4))
    .where("n*(n - 1) <= 2*d_k")
    .at_least("1 - n*(n - 1)/(2*d_k)", margin=0.02),
    charitable(derivation="distinct_keys_bound"),
)

refined = S2.having(bears="refines")

refined.claim(
    "first_collision.probability",
    "(h) probability that all $n$ one-hot keys are distinct, by enumeration of every assignment",
    quantity("distinct_keys_enumeration", DISTINCT).equals("ff(d_k, n)/d_k**n", margin=0.02),
    stronger(derivation="distinct_keys"),
)

refined.claim(
    "first_collision.exact",
    "(h) probability that all $n$ one-hot keys are distinct, computed in integers",
    quantity("first_collision_exact", DISTINCT)(d_k=powers(64, 1024))
    .quick(d_k=(64, 128))
    .equals("ff(d_k, n)/d_k**n", margin=0.001),
    stronger(derivation="distinct_keys", tags=("one-hot",)),
)

refined.claim(
    "unshared_fraction.exact",
    "(h) probability that no other of $n$ one-hot keys is the query's, computed in integers",
    quantity("unshared_fraction_exact")(d_k=powers(16, 4096))
    .named("the probability that no other of $n$ one-hot keys is the query's")
    .quick(d_k=powers(16, 256, 4))
    .equals("(1 - 1/d_k)**(n - 1)", margin=0.001),
    stronger(derivation="unshared_fraction", tags=("one-hot",)),
)
