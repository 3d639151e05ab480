r"""S7, the least loss: the Bayes filter beside the printed minimum, losses and accuracies.

The filter knows the law and the embeddings; inputs are $x_t = \mu_{y_{t-1}} + N(0, I)$. The text does not
say how long the embeddings are: standard ones have entries N(0, 1), those of unit length N(0, 1/20).
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Quantifier, Relation, Role

_ANSWER = "answer: The least loss on the sticky chain"

_SLIGHTLY = Claim(
    id="attention_dynamics.bayes_filter.slightly",
    label="what input noise adds to the minimum (the Bayes filter's loss minus the entropy rate)",
    statement_id="attention_dynamics.S7.3",
    interpretation="entries of the embeddings $N(0, 1)$, the laws of the text and of the script and one more "
    "of "
    "1.829 nats, $T = 500$: at most a tenth of the printed gap in loss, 0.141",
    own_threshold=True,
    role=Role.LITERAL,
    relation=Relation.AT_MOST,
    claimed="0.0141",
    quantity="bayes_filter",
    output="excess by beliefs",
    grid={"embedding": ("standard",), "T": (500,)},
    margin=0.02,
    tags=("sticky chain", "Bayes filter", _ANSWER),
)
_HIGHER = replace(
    _SLIGHTLY,
    id="attention_dynamics.bayes_filter.higher",
    own_threshold=False,
    interpretation="higher: no prediction from noisy inputs knows more than the last symbol tells; entries "
    "of the "
    "embeddings $N(0, 1)$, $T = 100$, all three laws (in a quick run that of the text)",
    role=Role.STRONGER,
    relation=Relation.AT_LEAST,
    claimed="0",
    derivation="least_loss",
    grid={"embedding": ("standard",), "T": (100,)},
    quick_grid={"law": ("text",), "embedding": ("standard",), "T": (100,)},
    margin=0.0,
)
_REACHED = replace(
    _SLIGHTLY,
    id="attention_dynamics.bayes_filter.reported_loss",
    label="the Bayes filter's loss (the least possible)",
    statement_id="attention_dynamics.S7.22",
    role=Role.STRONGER,
    bears=Bears.REFINES,
    own_threshold=False,
    interpretation="the printed loss of the EM-like schedule, 1.970, is possible: entries of the embeddings "
    "$N(0, "
    "1)$, $T = 500$, all three laws",
    relation=Relation.AT_MOST,
    claimed="1.970",
    output="minimum by beliefs",
    margin=0.0,
    quantifier=Quantifier.EXISTS,
)

_NUMBER = Claim(
    id="attention_dynamics.table.confidence.em",
    label="the largest mean confidence that the printed entropy of the EM-like schedule allows",
    statement_id="attention_dynamics.Q3",
    interpretation="calibrated predictions are right as often as they are confident: at least the printed "
    "accuracy, 0.244",
    role=Role.CHARITABLE,
    relation=Relation.AT_LEAST,
    claimed="0.244",
    quantity="table_number",
    grid={"number": ("confidence at EM's entropy",)},
    margin=0.02,
    severity="minor",
    tags=("sticky chain", "published numbers"),
)

CLAIMS: tuple[Claim, ...] = (
    _SLIGHTLY,
    _HIGHER,
    replace(
        _SLIGHTLY,
        id="attention_dynamics.bayes_filter.slightly.unit_length",
        interpretation="embeddings of length one, the laws of the text and of the script and one more of "
        "1.829 "
        "nats, $T = 500$: at most half of the printed gap in loss, 0.141",
        role=Role.CHARITABLE,
        claimed="0.0705",
        grid={"embedding": ("unit length",), "T": (500,)},
    ),
    replace(
        _SLIGHTLY,
        id="attention_dynamics.bayes_filter.head",
        label="the loss of a single head set by hand minus that of the Bayes filter on the same sequence",
        statement_id="attention_dynamics.S7.13",
        interpretation="no head is below the minimum: entries of the embeddings $N(0, 1)$, $T = 100$, all "
        "three "
        "laws (in a quick run that of the text)",
        role=Role.STRONGER,
        bears=Bears.REFINES,
        own_threshold=False,
        relation=Relation.AT_LEAST,
        claimed="0",
        derivation="least_loss",
        output="head over filter",
        grid={"embedding": ("standard",), "T": (100,)},
        quick_grid={"law": ("text",), "embedding": ("standard",), "T": (100,)},
        margin=0.0,
    ),
    _REACHED,
    replace(
        _REACHED,
        id="attention_dynamics.bayes_filter.reported_loss.unit_length",
        interpretation="the printed loss of the EM-like schedule, 1.970, is possible with embeddings of "
        "length "
        "one, $T = 500$, all three laws",
        role=Role.CHARITABLE,
        grid={"embedding": ("unit length",), "T": (500,)},
    ),
    replace(
        _REACHED,
        id="attention_dynamics.bayes_filter.reported_minimum",
        statement_id="attention_dynamics.S7.3",
        bears=Bears.SUPPORTS,
        interpretation="noise counted: entries of the embeddings $N(0, 1)$, $T = 500$, the law of the script "
        "and "
        "the other circular one of 1.829 nats",
        role=Role.CHARITABLE,
        relation=Relation.REPORTED,
        claimed="1.829",
        grid={"law": ("before and split", "twice"), "embedding": ("standard",), "T": (500,)},
        margin=0.011,
        quantifier=None,
    ),
    replace(
        _REACHED,
        id="attention_dynamics.bayes_filter.accuracy",
        label="the Bayes filter's accuracy",
        statement_id="attention_dynamics.S7.24",
        interpretation="the printed accuracy of the EM-like schedule, 0.244, is possible: entries of the "
        "embeddings $N(0, 1)$, $T = 500$, all three laws",
        relation=Relation.AT_LEAST,
        claimed="0.244",
        output="accuracy",
        margin=0.02,
    ),
    replace(
        _REACHED,
        id="attention_dynamics.bayes_filter.accuracy.unit_length",
        label="the Bayes filter's accuracy",
        statement_id="attention_dynamics.S7.24",
        interpretation="the printed accuracy of the EM-like schedule, 0.244, is possible with embeddings of "
        "length "
        "one, $T = 500$, all three laws",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        claimed="0.244",
        output="accuracy",
        grid={"embedding": ("unit length",), "T": (500,)},
        margin=0.02,
    ),
    _NUMBER,
    replace(
        _NUMBER,
        id="attention_dynamics.table.confidence.sgd",
        label="the largest mean confidence that the printed entropy of SGD allows",
        interpretation="calibrated predictions are right as often as they are confident: at least the "
        "printed "
        "accuracy of SGD, 0.200",
        claimed="0.200",
        grid={"number": ("confidence at SGD's entropy",)},
    ),
    replace(
        _NUMBER,
        id="attention_dynamics.table.calibrated.em",
        derivation="calibration_em",
        label="the printed loss of the EM-like schedule minus its printed entropy",
        interpretation="calibrated predictions have their entropy as expected loss: no further below it than "
        "both "
        "printed spreads, 0.034 and 0.035",
        claimed="-0.069",
        grid={"number": ("loss less entropy of EM",)},
        own_threshold=True,
    ),
    replace(
        _NUMBER,
        id="attention_dynamics.table.calibrated.sgd",
        derivation="calibration_sgd",
        label="the printed loss of SGD minus its printed entropy",
        interpretation="calibrated predictions have their entropy as expected loss: no further below it than "
        "both "
        "printed spreads, 0.007 and 0.001",
        claimed="-0.008",
        grid={"number": ("loss less entropy of SGD",)},
        own_threshold=True,
    ),
)
