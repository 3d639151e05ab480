r"""S13: "can learn Markov chains of all orders", split by what is learned, and by what "all" stands before.

A sentence with two quantifiers has two readings: for every order there is a transformer, or there is one
transformer for every order. Representing the estimator is one thing and learning it another.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role

_REPRESENT = Claim(
    id="markov_chains.limit_error.learn_is_represent",
    label="the largest error, against the in-context estimate, of three layers with one head each",
    statement_id="markov_chains.S13.1",
    interpretation="representation, existence, for every order its own weights: three layers give the "
    "estimate of "
    "orders 1 to 4 on all sequences of $2k + 1$ symbols, where other contexts weigh nothing",
    role=Role.CHARITABLE,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="limit_error",
    grid={"variant": ("marked",)},
    quick_grid={"variant": ("marked",), "k": (1, 2, 3), "S": (2,)},
    margin=1e-8,
    tags=("representation", "answer: What three layers can do"),
)
_ONE_FOR_ALL = replace(
    _REPRESENT,
    id="markov_chains.modular_risk.one_for_all",
    label="the mean squared error of the in-context estimate of order two",
    statement_id="markov_chains.S13.3",
    interpretation="universality, one set of weights for all orders: what gives the estimate of order 2 has "
    "an "
    "error of 1/20 at most on chains of order 1, 2 and 3 after 1024 symbols",
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="1/20",
    quantity="modular_risk",
    output="square",
    grid={"S": (2,), "k": (1, 2, 3), "order": (2,), "T": (1024,)},
    quick_grid={},
    margin=0.02,
    own_threshold=True,
)

CLAIMS: tuple[Claim, ...] = (
    _REPRESENT,
    _ONE_FOR_ALL,
    replace(
        _ONE_FOR_ALL,
        id="markov_chains.modular_risk.one_for_lower",
        interpretation="one set of weights for an order and those below it: what gives the estimate of "
        "order 2 has an error of 1/20 at most on chains of order 1 after 1024 symbols",
        role=Role.CHARITABLE,
        grid={"S": (2,), "k": (1,), "order": (2,), "T": (1024,)},
        bears=Bears.REFINES,
    ),
    replace(
        _REPRESENT,
        id="markov_chains.limit_error.scales_with_memory",
        statement_id="markov_chains.S13.6",
        interpretation="necessity: with the number of heads and layers held, three layers of one head each, "
        "the "
        "estimate of orders 2, 3 and 4 is missed by 1/100 or more on some sequence",
        role=Role.LITERAL,
        relation=Relation.AT_LEAST,
        claimed="1/100",
        grid={"variant": ("marked",), "k": (2, 3, 4)},
        quick_grid={"variant": ("marked",), "k": (2, 3), "S": (2,)},
        margin=0.01,
        tags=("necessity", "answer: What three layers can do"),
        own_threshold=True,
    ),
)
