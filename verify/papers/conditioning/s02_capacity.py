"""S2: five interpretations of a capacity, each as a bound Omega, Theta and O."""

from __future__ import annotations

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

_POWERS_OF_TWO = powers(16, 2048)

S2 = paper.statement(
    "S2 Capacity theorem",
    r"A head reliably stores $O(\sqrt{d_k})$ associations before interference degrades retrieval.",
    place="capacity theorem",
    primary="capacity.all_items.omega",
    why_primary="'Reliably stores' is about all stored items, and the capacity is how many there can be; "
    "what Markov's inequality and the union bound promise is a bound on it, of the order "
    r"$\sqrt{d_k}$ by construction.",
)

capacity = S2.having(severity="critical", tags=("capacity", "answer: Capacity by definition"))

capacity.claim(
    "capacity.guarantee",
    r"the $n$ up to which Markov's inequality and the union bound promise $|\eta_i|^2 \le 1$ for all items "
    "with probability 1/2",
    quantity("total_noise")["total"](d_k=_POWERS_OF_TWO)
    .quick(d_k=powers(16, 256))
    .named("the capacity guaranteed by Markov's inequality and the union bound")
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",)),
    literal(derivation="capacity_guarantee"),
)

capacity.claim(
    "capacity.mean_noise",
    "(a) the $n$ at which the mean noise power reaches 1",
    quantity("noise_growth_given_keys")["power"](d_k=_POWERS_OF_TWO)
    .quick(d_k=powers(16, 256))
    .named(r"the number of items at which the mean noise power $|\eta|^2$ reaches 1")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",)),
    charitable(derivation="capacity_mean_noise"),
)

capacity.claim(
    "capacity.coherent",
    "(d) the $n$ at which the coherent worst case over values, "
    r"$\sum_{j \ne i} |\langle k_i, k_j \rangle|$, reaches 1 on average",
    quantity("coherent_crosstalk")["absolute"](d_k=_POWERS_OF_TWO)
    .quick(d_k=powers(16, 256))
    .named(r"the number of items at which the mean of $\sum_{j \ne i} |k_i \cdot k_j|$ reaches 1")
    .reaches(1.0, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",)),
    charitable(derivation="capacity_coherent"),
)

first_collision = quantity(
    "first_collision", "the number of one-hot keys that are all distinct with probability 1/2"
)

capacity.claim(
    "capacity.distinct",
    "(h) one-hot keys drawn at random: the $n$ at which all keys are distinct with probability 1/2",
    first_collision(d_k=powers(64, 32768))
    .quick(d_k=powers(64, 4096, 4))
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",)),
    charitable(derivation="capacity_distinct"),
)

capacity.claim(
    "capacity.unshared",
    "(h) one-hot keys drawn at random: the $n$ at which a query's key is its own with probability 1/2",
    quantity("unshared_fraction")["fraction"](d_k=powers(16, 4096))
    .quick(d_k=powers(16, 1024, 4))
    .named("the number of one-hot keys at which a query's own is unshared with probability 1/2")
    .reaches(0.5, by="n")
    .grows_like("C*sqrt(d_k)", bound=("Omega", "Theta", "O"), alternatives=("C*d_k",)),
    charitable(derivation="capacity_unshared"),
)

retrieval_failure = quantity("retrieval_failure")["any"](d_k=powers(16, 512))

capacity.claim(
    "retrieval.guarantee",
    r"probability that all $n$ items have $|\eta_i|^2 \le 1$, bounded by Markov and the union bound",
    retrieval_failure.quick(d_k=powers(16, 128))
    .where("n*(n - 1) <= d_k")
    .statistic("complement")
    .named(r"the probability that all $n$ items have a noise power $|\eta_i|^2 \le \tau$")
    .at_least("1 - n*(n - 1)/(d_k*tau)", margin=0.02),
    literal(derivation="retrieval_guarantee", tags=("guarantee",)),
)

capacity.claim(
    "retrieval.half_load",
    r"how loose the guarantee is: with $n = d_k/2$ items, about $\sqrt{d_k/2}$ times what it promises, all "
    r"still have $|\eta_i|^2 \le 1$ with probability at least 1/2",
    retrieval_failure.quick(d_k=32)
    .where("2*n == d_k")
    .statistic("complement")
    .named(r"with $n = d_k/2$, the probability that all $n$ items have a noise power $|\eta_i|^2 \le 1$")
    .at_least("1/2", margin=0.02),
    stronger(
        bears="refines",
        derivation="retrieval_guarantee",
        own_threshold=True,
        severity="major",
        tags=("guarantee", "looseness"),
    ),
)

capacity.claim(
    "first_collision.union_bound",
    "(h) probability that all $n$ one-hot keys are distinct, bounded by the union over pairs",
    first_collision(d_k=powers(64, 16384, 4))
    .quick(d_k=powers(64, 1024, 4))
    .where("n*(n - 1) <= 2*d_k")
    .named("the probability that $n$ one-hot keys are all distinct")
    .at_least("1 - n*(n - 1)/(2*d_k)", margin=0.02),
    charitable(derivation="distinct_keys_bound", severity="major", tags=("guarantee",)),
)

capacity.claim(
    "first_collision.probability",
    "(h) probability that all $n$ one-hot keys are distinct, by enumeration of every assignment",
    quantity("distinct_keys_enumeration", "the probability that $n$ one-hot keys are all distinct").equals(
        "ff(d_k, n)/d_k**n", margin=0.02
    ),
    stronger(bears="refines", derivation="distinct_keys", severity="major", tags=()),
)

capacity.claim(
    "coherence.guarantee",
    r"(e) probability that $\mu (n - 1) > 1$, bounded by the tail of one pair and the union over pairs: "
    r"small up to about $\sqrt{d_k/(4 \log n)}$ items",
    quantity("coherence")["beyond"](d_k=powers(64, 2048))
    .quick(d_k=powers(64, 256))
    .where("4*(n - 1)**2*log(n) <= d_k")
    .named(r"the probability that the coherence $\max_{i \ne j} |k_i \cdot k_j|$ exceeds $\tau/(n - 1)$")
    .at_most("n*(n - 1)*exp(-d_k*tau**2/(2*(n - 1)**2))", margin=0.02),
    charitable(derivation="coherence_guarantee", severity="major", tags=("guarantee",)),
)

capacity.claim(
    "first_collision.exact",
    "(h) probability that all $n$ one-hot keys are distinct, computed in integers",
    quantity("first_collision_exact")(d_k=powers(64, 1024))
    .quick(d_k=(64, 128))
    .named("the probability that $n$ one-hot keys are all distinct")
    .equals("ff(d_k, n)/d_k**n", margin=0.001),
    stronger(bears="refines", derivation="distinct_keys", severity="major", tags=("one-hot",)),
)

capacity.claim(
    "unshared_fraction.exact",
    "(h) probability that no other of $n$ one-hot keys is the query's, computed in integers",
    quantity("unshared_fraction_exact")(d_k=powers(16, 4096))
    .quick(d_k=powers(16, 256, 4))
    .named("the probability that no other of $n$ one-hot keys is the query's")
    .equals("(1 - 1/d_k)**(n - 1)", margin=0.001),
    stronger(bears="refines", derivation="unshared_fraction", severity="major", tags=("one-hot",)),
)
