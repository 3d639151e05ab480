"""S2: what Markov and the union bound guarantee, and how loose that is."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_RETRIEVAL_GUARANTEE = Claim(
    id="conditioning.retrieval.guarantee",
    label="the probability that all $n$ items have a noise power $|\\eta_i|^2 \\le \\tau$",
    statement_id="conditioning.S2",
    interpretation="probability that all $n$ items have $|\\eta_i|^2 \\le 1$, bounded by Markov and the "
    "union bound",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="1 - n*(n - 1)/(d_k*tau)",
    derivation="retrieval_guarantee",
    quantity="retrieval_failure",
    output="any",
    statistic="complement",
    grid={"d_k": (16, 32, 64, 128, 256, 512)},
    quick_grid={"d_k": (16, 32, 64, 128)},
    domain=("n*(n - 1) <= d_k",),
    margin=0.02,
    severity="critical",
    tags=("guarantee",),
)

CLAIMS: tuple[Claim, ...] = (
    _RETRIEVAL_GUARANTEE,
    replace(
        _RETRIEVAL_GUARANTEE,
        id="conditioning.retrieval.half_load",
        label="with $n = d_k/2$, the probability that all $n$ items have a noise power $|\\eta_i|^2 \\le 1$",
        interpretation="how loose the guarantee is: with $n = d_k/2$ items, about $\\sqrt{d_k/2}$ times what "
        "it "
        "promises, all still have $|\\eta_i|^2 \\le 1$ with probability at least 1/2",
        role=Role.STRONGER,
        claimed="1/2",
        derivation="retrieval_guarantee",
        quick_grid={"d_k": (32,)},
        domain=("2*n == d_k",),
        severity="major",
        tags=("guarantee", "looseness"),
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    replace(
        _RETRIEVAL_GUARANTEE,
        id="conditioning.first_collision.union_bound",
        label="the probability that $n$ one-hot keys are all distinct",
        interpretation="(h) probability that all $n$ one-hot keys are distinct, bounded by the union over "
        "pairs",
        role=Role.CHARITABLE,
        claimed="1 - n*(n - 1)/(2*d_k)",
        derivation="distinct_keys_bound",
        quantity="first_collision",
        output=None,
        statistic="mean",
        grid={"d_k": (64, 256, 1024, 4096, 16384)},
        quick_grid={"d_k": (64, 256, 1024)},
        domain=("n*(n - 1) <= 2*d_k",),
        severity="major",
        tags=("guarantee",),
    ),
    replace(
        _RETRIEVAL_GUARANTEE,
        id="conditioning.first_collision.probability",
        label="the probability that $n$ one-hot keys are all distinct",
        interpretation="(h) probability that all $n$ one-hot keys are distinct, by enumeration of every "
        "assignment",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="ff(d_k, n)/d_k**n",
        derivation="distinct_keys",
        quantity="distinct_keys_enumeration",
        output=None,
        statistic="mean",
        grid={},
        quick_grid={},
        domain=(),
        severity="major",
        tags=(),
        bears=Bears.REFINES,
    ),
    replace(
        _RETRIEVAL_GUARANTEE,
        id="conditioning.coherence.guarantee",
        label="the probability that the coherence $\\max_{i \\ne j} |k_i \\cdot k_j|$ exceeds $\\tau/(n - "
        "1)$",
        interpretation="(e) probability that $\\mu (n - 1) > 1$, bounded by the tail of one pair and the "
        "union over "
        "pairs: small up to about $\\sqrt{d_k/(4 \\log n)}$ items",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="n*(n - 1)*exp(-d_k*tau**2/(2*(n - 1)**2))",
        derivation="coherence_guarantee",
        quantity="coherence",
        output="beyond",
        statistic="mean",
        grid={"d_k": (64, 128, 256, 512, 1024, 2048)},
        quick_grid={"d_k": (64, 128, 256)},
        domain=("4*(n - 1)**2*log(n) <= d_k",),
        severity="major",
        tags=("guarantee",),
    ),
)
