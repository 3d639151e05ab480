"""S7, the chain: which reading of its law has the printed entropy, and what the printed numbers say.

A printed 1.829 stands for 1.8285 to 1.8295, so that a value agrees within .001 and is refuted beyond .0015.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Quantifier, Relation, Role

_PRINTED = 0.00055
"""Relative: twice the rounding of 1.829, whose own rounding is added to a measured difference."""

_CHAIN = "answer: Entropy rate of the sticky chain by the reading of its law"

_TEXT = Claim(
    id="attention_dynamics.entropy_rate.text",
    derivation="entropy_rate_text",
    label="the entropy rate in nats of the chain by the law of the text",
    statement_id="attention_dynamics.S7",
    interpretation="nats; the text to the letter: the shorter way round eight, moves weighed by the inverse "
    "distance, $P(\\text{stay}) = 0.3$",
    role=Role.LITERAL,
    relation=Relation.REPORTED,
    claimed="1.829",
    quantity="sticky_entropy_rate",
    grid={"distance": ("circular 8",), "weight": ("inverse",), "diagonal": ("split",), "unit": ("nats",)},
    margin=_PRINTED,
    severity="minor",
    tags=("sticky chain", _CHAIN),
)
_BITS = replace(
    _TEXT,
    id="attention_dynamics.entropy_rate.bits",
    derivation="entropy_rate_bits",
    statement_id="attention_dynamics.S7.1",
    label="the entropy rate in bits of the chain by the law of the text",
    interpretation="bits, as printed; the shorter way round eight, moves weighed by the inverse distance, "
    "$P(\\text{stay}) = 0.3$",
    role=Role.LITERAL,
    grid={**_TEXT.grid, "unit": ("bits",)},
)
_TWICE = replace(
    _TEXT,
    id="attention_dynamics.entropy_rate.complement.twice",
    derivation="entropy_rate_twice",
    label="the entropy rate in nats of the chain with 0.3 added twice",
    interpretation="nats; the shorter way round eight, weights 4, 3, 2, 1 falling with it, and 0.3 added "
    "twice to "
    "a normalised row that is normalised again",
    role=Role.CHARITABLE,
    grid={**_TEXT.grid, "weight": ("complement",), "diagonal": ("twice",)},
)
_BEFORE_AND_SPLIT = replace(
    _TEXT,
    id="attention_dynamics.entropy_rate.inverse.before_and_split",
    derivation="entropy_rate_before_and_split",
    label="the entropy rate in nats of the chain of the released script",
    interpretation="nats; the law of the released script: the shorter way round eight, inverse distances, "
    "and 0.3 "
    "on the diagonal both before the row is normalised and after",
    role=Role.CHARITABLE,
    grid={**_TEXT.grid, "diagonal": ("before and split",)},
)
_STAY = replace(
    _TEXT,
    id="attention_dynamics.stay_probability.complement.twice",
    derivation="stay_twice",
    label="the chance of staying in the chain with 0.3 added twice",
    statement_id="attention_dynamics.S7.2",
    interpretation="the law with 0.3 added twice to a normalised row, whose entropy is 1.829 nats",
    relation=Relation.EQUALS,
    claimed="0.3",
    quantity="sticky_stay_probability",
    grid={"distance": ("circular 8",), "weight": ("complement",), "diagonal": ("twice",)},
    margin=0.02,
)
_P_LEAST = Claim(
    id="attention_dynamics.table_p_value.least",
    label="the least p-value that the printed spreads of the losses allow",
    statement_id="attention_dynamics.S7.7",
    interpretation="paired t-test over 5 seeds, perfectly correlated losses: $p$ can be as small as 0.003, "
    "which "
    "stands for values up to 0.0035",
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="0.0035",
    quantity="table_p_value",
    grid={"end": ("least",)},
    margin=0.0,
    severity="minor",
    tags=("sticky chain", "published numbers"),
    quantifier=Quantifier.EXISTS,
)
_RATIO = replace(
    _TEXT,
    id="attention_dynamics.table.ratio_of_steps",
    derivation="ratio_of_steps",
    label="the ratio 1000/430 of the printed steps",
    statement_id="attention_dynamics.S7.9",
    interpretation="the speed-up is the ratio of the means",
    role=Role.LITERAL,
    claimed="2.3",
    quantity="table_number",
    grid={"number": ("ratio of steps",)},
    margin=0.044,
    tags=("sticky chain", "published numbers"),
)

CLAIMS: tuple[Claim, ...] = (
    _TEXT,
    replace(
        _TEXT,
        id="attention_dynamics.entropy_rate.distance",
        derivation="entropy_rate_distance",
        label="the entropy rate in nats of the chain with moves weighed by their distance",
        interpretation="nats; the shorter way round eight, moves weighed by the distance itself, "
        "$P(\\text{stay}) "
        "= 0.3$",
        role=Role.LITERAL,
        grid={**_TEXT.grid, "weight": ("distance",)},
    ),
    replace(
        _TEXT,
        id="attention_dynamics.entropy_rate.complement",
        derivation="entropy_rate_complement",
        label="the entropy rate in nats of the chain with linearly falling weights",
        interpretation="nats; the shorter way round eight, weights 4, 3, 2, 1 falling with it, "
        "$P(\\text{stay}) = "
        "0.3$",
        role=Role.CHARITABLE,
        grid={**_TEXT.grid, "weight": ("complement",)},
    ),
    replace(
        _TEXT,
        id="attention_dynamics.entropy_rate.circular_seven",
        derivation="entropy_rate_circular_seven",
        label="the entropy rate in nats of the chain with distances round seven",
        interpretation="nats; the shorter way round seven, inverse distances, $P(\\text{stay}) = 0.3$",
        role=Role.LITERAL,
        grid={**_TEXT.grid, "distance": ("circular 7",)},
    ),
    replace(
        _TEXT,
        id="attention_dynamics.entropy_rate.modulo_seven",
        derivation="entropy_rate_modulo_seven",
        label="the entropy rate in nats of the chain with distances $(j - i) \\bmod 7$",
        interpretation="nats; moves weighed by $(j - i) \\bmod 7$, $P(\\text{stay}) = 0.3$",
        role=Role.LITERAL,
        grid={**_TEXT.grid, "distance": ("modulo 7",), "weight": ("distance",)},
    ),
    replace(
        _TEXT,
        id="attention_dynamics.entropy_rate.linear",
        derivation="entropy_rate_linear",
        label="the entropy rate in nats of the chain on a line",
        interpretation="nats; moves weighed by $1/|i - j|$, $P(\\text{stay}) = 0.3$",
        role=Role.CHARITABLE,
        grid={**_TEXT.grid, "distance": ("linear",)},
    ),
    replace(
        _TEXT,
        id="attention_dynamics.entropy_rate.before",
        derivation="entropy_rate_before",
        label="the entropy rate in nats of the chain with 0.3 before normalising",
        interpretation="nats; the shorter way round eight, inverse distances, and 0.3 on the diagonal before "
        "the "
        "row is normalised",
        role=Role.CHARITABLE,
        grid={**_TEXT.grid, "diagonal": ("before",)},
    ),
    _TWICE,
    _BEFORE_AND_SPLIT,
    replace(
        _TEXT,
        id="attention_dynamics.entropy_rate.modulo_seven.before",
        derivation="entropy_rate_modulo_seven_before",
        label="the entropy rate in nats of the chain with distances $(j - i) \\bmod 7$ and 0.3 "
        "before normalising",
        interpretation="nats; moves weighed by $(j - i) \\bmod 7$, and 0.3 on the diagonal before the row is "
        "normalised",
        role=Role.CHARITABLE,
        grid={**_TEXT.grid, "distance": ("modulo 7",), "weight": ("distance",), "diagonal": ("before",)},
    ),
    _BITS,
    replace(
        _BITS,
        id="attention_dynamics.entropy_rate.bits.released",
        derivation=None,
        label="the entropy rate in bits of the chain of the released script",
        interpretation="bits, as printed; the law of the released script, whose entropy rate is 1.829 nats",
        grid={**_BITS.grid, "diagonal": ("before and split",)},
    ),
    replace(
        _BITS,
        id="attention_dynamics.entropy_rate.bits.least",
        derivation=None,
        label="the least entropy rate in bits of any law that the text allows",
        interpretation="bits: every law that the text may mean has at least 2.4, so that 1.829 bits is none "
        "of them",
        role=Role.STRONGER,
        bears=Bears.CONTRADICTS,
        own_threshold=True,
        relation=Relation.AT_LEAST,
        claimed="2.4",
        grid={"unit": ("bits",)},
        margin=0.04,
    ),
    replace(
        _BITS,
        id="attention_dynamics.largest_entropy.bits",
        derivation="largest_entropy_bits",
        label="the entropy in bits of uniform predictions of eight symbols",
        interpretation="bits: SGD's 2.077 of Table 1 is just below the entropy of equal predictions of eight "
        "symbols",
        claimed="2.077",
        quantity="largest_entropy",
        grid={"unit": ("bits",)},
        margin=0.002,
    ),
    replace(
        _BITS,
        id="attention_dynamics.largest_entropy.nats",
        derivation="largest_entropy_nats",
        label="the entropy in nats of uniform predictions of eight symbols",
        interpretation="nats: SGD's 2.077 of Table 1 is just below the entropy of equal predictions of eight "
        "symbols",
        role=Role.CHARITABLE,
        bears=Bears.REFINES,
        claimed="2.077",
        quantity="largest_entropy",
        grid={"unit": ("nats",)},
        margin=0.002,
    ),
    _STAY,
    replace(
        _STAY,
        id="attention_dynamics.stay_probability.inverse.before_and_split",
        derivation="stay_before_and_split",
        label="the chance of staying in the chain of the released script",
        interpretation="the law of the released script, with 0.3 on the diagonal before and after the row is "
        "normalised, whose entropy is 1.829 nats: $P(\\text{stay}) = 177/506$ where 0.3 is printed",
        grid={**_STAY.grid, "weight": ("inverse",), "diagonal": ("before and split",)},
    ),
    replace(
        _STAY,
        id="attention_dynamics.stay_probability.modulo_seven.before",
        derivation="stay_modulo_seven_before",
        label="the chance of staying in the chain with distances $(j - i) \\bmod 7$ and 0.3 before "
        "normalising",
        interpretation="moves weighed by $(j - i) \\bmod 7$, with 0.3 on the diagonal before the row is "
        "normalised, whose entropy is 1.829 nats",
        grid={"distance": ("modulo 7",), "weight": ("distance",), "diagonal": ("before",)},
    ),
    _P_LEAST,
    replace(
        _P_LEAST,
        id="attention_dynamics.table_p_value.most",
        label="the largest p-value that the printed spreads of the losses allow",
        interpretation="paired t-test over 5 seeds, perfectly anti-correlated losses: $p$ can be as large as "
        "0.003, which stands for values from 0.0025",
        relation=Relation.AT_LEAST,
        claimed="0.0025",
        grid={"end": ("most",)},
    ),
    _RATIO,
    replace(
        _RATIO,
        id="attention_dynamics.table.entropy_gap",
        derivation="entropy_gap",
        label="the printed final entropy of the EM-like schedule minus the printed minimum",
        statement_id="attention_dynamics.S7.12",
        interpretation="the gap of the predictive entropy, 1.998 - 1.829",
        role=Role.LITERAL,
        claimed="0.17",
        grid={"number": ("entropy gap",)},
        margin=0.06,
    ),
    replace(
        _RATIO,
        id="attention_dynamics.table.loss_gap",
        derivation="loss_gap",
        label="the printed final loss of the EM-like schedule minus the printed minimum",
        statement_id="attention_dynamics.S7.12",
        interpretation="the gap of the loss, 1.970 - 1.829, of which the entropy rate is the minimum; a "
        "predictive "
        "entropy has no such minimum",
        role=Role.STRONGER,
        claimed="0.17",
        grid={"number": ("loss gap",)},
        margin=0.06,
    ),
    replace(
        _RATIO,
        id="attention_dynamics.table.share_closed.sgd",
        derivation="share_closed_sgd",
        label="the share of the way from uniform predictions to the printed minimum that SGD's "
        "printed loss has gone",
        statement_id="attention_dynamics.S7.10",
        interpretation="both approach the minimum: by the printed losses SGD too has gone at least half of "
        "the way "
        "from $\\log 8$ to 1.829",
        own_threshold=True,
        relation=Relation.AT_LEAST,
        claimed="1/2",
        grid={"number": ("share closed by SGD",)},
        margin=0.02,
    ),
    replace(
        _RATIO,
        id="attention_dynamics.table.share_closed.order",
        derivation="share_closed_em",
        label="the share of the way from uniform predictions to the printed minimum that EM's "
        "printed loss has gone",
        statement_id="attention_dynamics.S7.11",
        interpretation="EM comes closer: by the printed losses it has gone farther than SGD, whose share of "
        "the "
        "way from $\\log 8$ to 1.829 is 0.0857",
        relation=Relation.ORDERING,
        claimed="0.0857",
        grid={"number": ("share closed by EM",)},
        margin=0.0,
    ),
)
