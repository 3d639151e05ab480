"""S3 (d): a head fails where another key is near the query's, |<k_i, k_j>| > 1/2: an exponential law."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role, Threshold

_QUERY = Claim(
    id="conditioning.near_collision.query",
    label="the probability that a query has $|k_i \\cdot k_j| > 1/2$ with another key",
    statement_id="conditioning.S3",
    interpretation="(d) probability that some other key has $|\\langle k_i, k_j \\rangle| > 1/2$ with the "
    "query",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="1 - (1 - betainc(1/2, (d_k - 1)/2, 1/4, 1))**(n - 1)",
    derivation="near_collision_query",
    quantity="near_collision_system_failure",
    output="fails",
    grid={"H": (1,), "L": (1,), "d_k": (4, 6, 8, 12)},
    quick_grid={"H": (1,), "L": (1,), "d_k": (4, 8)},
    domain=("n >= 9",),
    margin=0.1,
    tags=("near-collision",),
    bears=Bears.REFINES,
)
_LAW_ONE = replace(
    _QUERY,
    id="conditioning.near_collision.law_one_head",
    label="the error rate $-\\log(1 - r)$ of one head a layer that fails where $|k_i \\cdot k_j| > 1/2$",
    interpretation="(d) failure by near collision, $H = 1$: the law jointly in $L$, $n - 1$ and $d_k$, read "
    "off "
    "$-\\log(1 - r)$",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*L*(n - 1)/d_k",
    alternatives=("C*L*(n - 1)*exp(-c*d_k)/sqrt(d_k)",),
    derivation="near_ceiling_one_head",
    statistic="hazard",
    grid={"H": (1,), "L": (1, 4), "d_k": (4, 6, 8, 12, 16, 20), "n": (2, 3, 5)},
    quick_grid={"H": (1,), "L": (1, 4), "d_k": (4, 8, 12), "n": (2, 3, 5)},
    domain=("n <= d_k",),
    margin=0.05,
    tags=("near-collision", "error-law", "answer: The error law, factor by factor"),
    bears=Bears.SUPPORTS,
)
_RATE = replace(
    _LAW_ONE,
    id="conditioning.near_collision.pair_rate",
    label="the probability that two keys have $|k_i \\cdot k_j| > 1/2$",
    interpretation="(d) the probability of a near collision of two keys falls like "
    "$(3/4)^{d_k/2}/\\sqrt{d_k}$, by "
    "quadrature",
    role=Role.STRONGER,
    claimed="C/(sqrt(d_k)*(1 + (4/3)**(d_k/2)))",
    alternatives=(),
    derivation="near_collision_pair",
    quantity="key_overlap_tail_quadrature",
    output=None,
    statistic="mean",
    grid={"t": (0.5,), "d_k": (64, 128, 256, 512)},
    quick_grid={},
    domain=(),
    margin=0.05,
    tags=("near-collision", "rate"),
    bears=Bears.CONTRADICTS,
)

CLAIMS: tuple[Claim, ...] = (
    _QUERY,
    _LAW_ONE,
    replace(
        _LAW_ONE,
        id="conditioning.near_collision.law_two_heads",
        label="the error rate $-\\log(1 - r)$ of two heads a layer that fail where $|k_i \\cdot k_j| > 1/2$",
        interpretation="(d) failure by near collision, $H = 2$: the law jointly in $L$, $n - 1$ and $d_k$, "
        "read off "
        "$-\\log(1 - r)$",
        claimed="C*L*(n - 1)**2/d_k**2",
        alternatives=("C*L*(n - 1)**2*exp(-c*d_k)/d_k",),
        derivation="near_ceiling_two_heads",
        grid={"H": (2,), "L": (1, 4), "d_k": (4, 6, 8, 12, 16, 20), "n": (2, 3, 5)},
        quick_grid={"H": (2,), "L": (1, 4), "d_k": (4, 8, 12), "n": (2, 3, 5)},
        bears=Bears.SUPPORTS,
    ),
    replace(
        _QUERY,
        id="conditioning.near_collision.hazard",
        label="the error rate $-\\log(1 - r)$ of heads that fail where $|k_i \\cdot k_j| > 1/2$",
        interpretation="(d) failure by near collision: the exact law, exponential in $d_k$, read off "
        "$-\\log(1 - "
        "r)$",
        claimed="-L*log(1 - (1 - (1 - betainc(1/2, (d_k - 1)/2, 1/4, 1))**(n - 1))**H)",
        derivation="near_collision_hazard",
        statistic="hazard",
        grid={"H": (1,), "L": (1, 2), "d_k": (8, 12), "n": (3, 5)},
        quick_grid={"H": (1,), "L": (1, 2), "d_k": (8,), "n": (3, 5)},
        domain=(),
        margin=0.15,
        bears=Bears.REFINES,
    ),
    _RATE,
    replace(
        _RATE,
        id="conditioning.near_collision.load",
        label="the number of keys at which some pair has $|k_i \\cdot k_j| > 1/2$ with probability 1/2",
        interpretation="(d) the $n$ at which some pair has $|\\langle k_i, k_j \\rangle| > 1/2$ with "
        "probability "
        "1/2 is at "
        "least $1/\\sqrt{q}$ for the probability $q$ of one pair, exponential in $d_k$",
        relation=Relation.AT_LEAST,
        bound_type=None,
        claimed="1/sqrt(betainc(1/2, (d_k - 1)/2, 1/4, 1))",
        derivation="near_collision_load",
        quantity="near_collision",
        output="pair",
        threshold=Threshold(variable="n", level=0.5),
        grid={"d_k": (4, 8, 12, 16, 20, 24, 28, 32)},
        quick_grid={},
        tags=("near-collision",),
        bears=Bears.REFINES,
    ),
    replace(
        _RATE,
        id="conditioning.near_collision.pair",
        label="the probability that two keys have $|k_i \\cdot k_j| > 1/2$",
        interpretation="(d) the probability of a near collision of two keys in full, by quadrature",
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="betainc(1/2, (d_k - 1)/2, 1/4, 1)",
        derivation="near_collision_pair",
        grid={"t": (0.5,)},
        margin=0.001,
        tags=("near-collision",),
        bears=Bears.REFINES,
    ),
    replace(
        _RATE,
        id="conditioning.near_collision.rate",
        label="the limit of $-\\log(q)/d_k$ for the probability $q$ that two keys have $|k_i \\cdot k_j| "
        "> 1/2$",
        interpretation="(d) the limit of $-\\log(q)/d_k$ for the probability $q$ of a near collision",
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="log(4/3)/2",
        derivation="near_collision_rate",
        quantity=None,
        grid={},
        margin=0.0,
        bears=Bears.CONTRADICTS,
    ),
)
