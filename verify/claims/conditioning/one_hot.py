"""S3 (c) and S2 (h): one-hot keys, a query failing where its key is stored twice; exact throughout."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Relation, Role

_ERROR_EXACT = Claim(
    id="conditioning.one_hot.error",
    label="with one-hot keys, the error rate $r$",
    statement_id="conditioning.S3",
    interpretation="(c) one-hot keys, a head failing where its query's key is stored twice: the exact law, "
    "computed in "
    "integers",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="1 - (1 - (1 - (1 - 1/d_k)**(n - 1))**H)**L",
    derivation="one_hot_error",
    quantity="one_hot_system_failure_exact",
    grid={"d_k": (16, 64, 256, 1024)},
    quick_grid={"d_k": (16, 64), "L": (1, 4), "n": (5, 9)},
    margin=0.001,
    severity="major",
    tags=("one-hot",),
    bears=Bears.REFINES,
)
_LAW_ONE = replace(
    _ERROR_EXACT,
    id="conditioning.one_hot.law_one_head",
    label="with one-hot keys, the error rate $-\\log(1 - r)$ of one head a layer",
    interpretation="(c) one-hot keys, $H = 1$: the law jointly in $L$, $n - 1$ and $d_k$ where collisions "
    "are "
    "rare, read "
    "off $-\\log(1 - r)$",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C*L*(n - 1)/d_k",
    alternatives=("C*L*(n - 1)**2/d_k",),
    derivation="one_hot_hazard_one_head",
    statistic="hazard",
    grid={"H": (1,), "d_k": (2048, 8192, 32768, 131072)},
    quick_grid={},
    margin=0.05,
    tags=("one-hot", "error-law", "answer: The error law, factor by factor"),
    bears=Bears.SUPPORTS,
)
_DIMENSION_ONE = replace(
    _LAW_ONE,
    id="conditioning.one_hot.dimension_one_head",
    label="with one-hot keys at $n = 17$, the error rate $-\\log(1 - r)$ of one head a layer",
    interpretation="(c) one-hot keys, $H = 1$: the factors $L$ and $d_k$ at $n = 17$ items",
    claimed="C*L/d_k",
    alternatives=("C*L/d_k**2",),
    derivation="one_hot_hazard_one_head",
    grid={"H": (1,), "n": (17,), "L": (1, 2, 8)},
    bears=Bears.SUPPORTS,
)

CLAIMS: tuple[Claim, ...] = (
    _ERROR_EXACT,
    replace(
        _ERROR_EXACT,
        id="conditioning.one_hot.error_sampled",
        interpretation="(c) one-hot keys, a head failing where its query's key is stored twice: the exact "
        "law on drawn keys, heads and layers",
        derivation="one_hot_error",
        quantity="one_hot_system_failure",
        output="fails",
        grid={"d_k": (16, 32, 64), "H": (1, 2), "L": (4, 8)},
        quick_grid={"d_k": (16,), "H": (1, 2), "L": (4, 8)},
        domain=("4*(n - 1) >= d_k",),
        margin=0.1,
        tags=("one-hot",),
        bears=Bears.REFINES,
    ),
    replace(
        _ERROR_EXACT,
        id="conditioning.one_hot.failure",
        label="the probability that a head of one-hot keys fails",
        interpretation="(c) one-hot keys: one head of one layer, computed in integers",
        claimed="1 - (1 - 1/d_k)**(n - 1)",
        derivation="one_hot_failure",
        grid={"d_k": (16, 64, 256, 1024), "H": (1,), "L": (1,)},
        quick_grid={"d_k": (16, 64), "H": (1,), "L": (1,)},
        bears=Bears.REFINES,
    ),
    replace(
        _ERROR_EXACT,
        id="conditioning.one_hot.hazard",
        label="with one-hot keys, the error rate $-\\log(1 - r)$",
        interpretation="(c) one-hot keys: the exact law at any $H$, read off $-\\log(1 - r)$",
        claimed="-L*log(1 - (1 - (1 - 1/d_k)**(n - 1))**H)",
        derivation="one_hot_hazard",
        statistic="hazard",
        bears=Bears.REFINES,
    ),
    _LAW_ONE,
    replace(
        _LAW_ONE,
        id="conditioning.one_hot.law_two_heads",
        label="with one-hot keys, the error rate $-\\log(1 - r)$ of two heads a layer",
        interpretation="(c) one-hot keys, $H = 2$: the law jointly in $L$, $n - 1$ and $d_k$ where "
        "collisions are "
        "rare, "
        "read off $-\\log(1 - r)$",
        claimed="C*L*(n - 1)**2/d_k**2",
        alternatives=("C*L*(n - 1)/d_k",),
        derivation="one_hot_hazard_two_heads",
        grid={"H": (2,), "d_k": (2048, 8192, 32768, 131072)},
        bears=Bears.SUPPORTS,
    ),
    replace(
        _LAW_ONE,
        id="conditioning.one_hot.law_three_heads",
        label="with one-hot keys, the error rate $-\\log(1 - r)$ of three heads a layer",
        interpretation="(c) one-hot keys, $H = 3$: the law jointly in $L$, $n - 1$ and $d_k$ where "
        "collisions are "
        "rare, "
        "read off $-\\log(1 - r)$",
        claimed="C*L*(n - 1)**3/d_k**3",
        alternatives=("C*L*(n - 1)**2/d_k**2",),
        derivation="one_hot_hazard_three_heads",
        grid={"H": (3,), "d_k": (2048, 8192, 32768, 131072)},
        bears=Bears.SUPPORTS,
    ),
    _DIMENSION_ONE,
    replace(
        _DIMENSION_ONE,
        id="conditioning.one_hot.dimension_two_heads",
        label="with one-hot keys at $n = 17$, the error rate $-\\log(1 - r)$ of two heads a layer",
        interpretation="(c) one-hot keys, $H = 2$: the factors $L$ and $d_k$ at $n = 17$ items",
        claimed="C*L/d_k**2",
        alternatives=("C*L/d_k",),
        derivation="one_hot_hazard_two_heads",
        grid={"H": (2,), "n": (17,), "L": (1, 2, 8)},
        bears=Bears.SUPPORTS,
    ),
    replace(
        _DIMENSION_ONE,
        id="conditioning.one_hot.dimension_three_heads",
        label="with one-hot keys at $n = 17$, the error rate $-\\log(1 - r)$ of three heads a layer",
        interpretation="(c) one-hot keys, $H = 3$: the factors $L$ and $d_k$ at $n = 17$ items",
        claimed="C*L/d_k**3",
        alternatives=("C*L/d_k**2",),
        derivation="one_hot_hazard_three_heads",
        grid={"H": (3,), "n": (17,), "L": (1, 2, 8)},
        bears=Bears.SUPPORTS,
    ),
    replace(
        _ERROR_EXACT,
        id="conditioning.first_collision.exact",
        statement_id="conditioning.S2",
        label="the probability that $n$ one-hot keys are all distinct",
        interpretation="(h) probability that all $n$ one-hot keys are distinct, computed in integers",
        claimed="ff(d_k, n)/d_k**n",
        derivation="distinct_keys",
        quantity="first_collision_exact",
        grid={"d_k": (64, 128, 256, 512, 1024)},
        quick_grid={"d_k": (64, 128)},
        bears=Bears.REFINES,
    ),
    replace(
        _ERROR_EXACT,
        id="conditioning.unshared_fraction.exact",
        statement_id="conditioning.S2",
        label="the probability that no other of $n$ one-hot keys is the query's",
        interpretation="(h) probability that no other of $n$ one-hot keys is the query's, computed in "
        "integers",
        claimed="(1 - 1/d_k)**(n - 1)",
        derivation="unshared_fraction",
        quantity="unshared_fraction_exact",
        grid={"d_k": (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)},
        quick_grid={"d_k": (16, 64, 256)},
        bears=Bears.REFINES,
    ),
)
