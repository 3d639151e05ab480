"""S16: what the cross-entropy pushes towards, where it rests, and how training ends.

`p` is the predicted probability of the right class and `target` its share among targets; `M` is the number of
classes, `t` the time of gradient flow from equal logits; `T` the length of a sequence.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Quantifier, Relation, Role

_PUSH = Claim(
    id="transformer_basics.logit_push.one_hot",
    statement_id="transformer_basics.S16.1",
    interpretation="one-hot targets: the right logit is pushed by $1 - p$, which at $p = .99$ is .01 and not "
    "0",
    label="the push on the right logit (minus the gradient by it)",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1 - p",
    derivation="one_hot_push",
    quantity="logit_push",
    grid={"target": (1.0,), "p": (0.5, 0.9, 0.99, 0.999)},
    margin=1e-9,
    tags=("cross-entropy", "answer: Where the cross-entropy stops pushing"),
)
_RATE = Claim(
    id="transformer_basics.residual.inverse",
    statement_id="transformer_basics.S16.4",
    interpretation="gradient flow of free logits from equal ones, one-hot targets: what is left falls like "
    "$1/t$",
    label="one minus the probability of the target after training time $t$",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/t",
    alternatives=("C/sqrt(t)", "C/t**2"),
    quantity="residual",
    grid={"moving": ("all",), "M": (2,)},
    margin=0.05,
    setting={"optimiser": "gradient flow", "horizon": "time 10¹²", "initial scale": "equal logits"},
    tags=("cross-entropy",),
)

CLAIMS: tuple[Claim, ...] = (
    _PUSH,
    replace(
        _PUSH,
        id="transformer_basics.logit_push.frequency",
        label="the push on the right logit (minus the gradient by it) where targets are right 99 times "
        "in 100",
        interpretation="targets are right 99 times in 100: at $p = .99$ the right logit is still pushed, by "
        "$1 - p$",
        role=Role.STRONGER,
        derivation="truth_gradient",
        grid={"target": (0.99,), "p": (0.99,)},
    ),
    replace(
        _PUSH,
        id="transformer_basics.logit_push.truth",
        label="the push on the right logit (minus the gradient by it) where targets are right 99 times "
        "in 100",
        interpretation="targets are right 99 times in 100: at $p = .99$ nothing is pushed",
        role=Role.STRONGER,
        relation=Relation.IDENTITY,
        claimed="0",
        derivation="truth_gradient",
        grid={"target": (0.99,), "p": (0.99,)},
        margin=1e-12,
        bears=Bears.REFINES,
    ),
    replace(
        _PUSH,
        id="transformer_basics.logit_gradient_gap",
        interpretation="for any targets that sum to 1 the gradient by a logit is prediction minus target",
        label="the largest difference between the gradient by a logit and prediction minus target",
        role=Role.STRONGER,
        relation=Relation.IDENTITY,
        claimed="0",
        derivation="logit_gradient_gap",
        quantity="logit_gradient_gap",
        grid={},
        margin=1e-12,
        bears=Bears.REFINES,
    ),
    replace(
        _PUSH,
        id="transformer_basics.minimiser_gap.table",
        statement_id="transformer_basics.S16.2",
        interpretation="free logits for each of 6 contexts: the minimiser is the conditional distribution",
        label="the largest difference between the minimiser of the cross-entropy and the conditional "
        "distribution",
        relation=Relation.EQUALS,
        claimed="0",
        derivation=None,
        quantity="minimiser_gap",
        grid={"model": ("table",)},
        margin=1e-12,
        setting={"optimiser": "Newton"},
        tags=("cross-entropy",),
    ),
    replace(
        _PUSH,
        id="transformer_basics.excess_entropy",
        statement_id="transformer_basics.S16.2",
        interpretation="no prediction has a cross-entropy below the entropy, that of the conditional "
        "distribution "
        "(Gibbs)",
        label="the least cross-entropy of any prediction minus the entropy",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        claimed="0",
        derivation="excess_bound",
        quantity="excess_entropy",
        grid={},
        margin=0.001,
        quantifier=Quantifier.ALL,
        tags=("cross-entropy",),
    ),
    replace(
        _PUSH,
        id="transformer_basics.minimiser_gap.pooled",
        statement_id="transformer_basics.S16.2",
        interpretation="logits that cannot tell 6 contexts apart: the minimiser is the conditional "
        "distribution",
        label="the largest difference between the minimiser with logits that cannot tell contexts apart "
        "and the conditional distribution",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="0",
        derivation=None,
        quantity="minimiser_gap",
        grid={"model": ("pooled",)},
        margin=1e-12,
        setting={"optimiser": "Newton"},
        tags=("cross-entropy",),
        bears=Bears.REFINES,
    ),
    replace(
        _PUSH,
        id="transformer_basics.chain_rule_gap",
        statement_id="transformer_basics.S16.3",
        interpretation="the entropy of a sequence is the sum of the entropies of each token given those "
        "before",
        label="the entropy of a sequence minus the sum of conditional entropies of its tokens",
        relation=Relation.IDENTITY,
        claimed="0",
        derivation="sequence_gap",
        quantity="chain_rule_gap",
        grid={},
        margin=1e-12,
        quantifier=Quantifier.ALL,
        tags=("cross-entropy",),
    ),
    _RATE,
    replace(
        _RATE,
        id="transformer_basics.training_time.both",
        interpretation="two classes, both logits move: $1 - p$ is $1/R$ at time $(R - 2 + \\log(R - 1))/2$",
        label="the training time until $1 - p = 1/R$ with two classes (both logits moving)",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="(R - 2 + log(R - 1))/2",
        alternatives=(),
        derivation="training_time",
        quantity="training_time",
        grid={"moving": ("all",)},
        margin=1e-6,
        bears=Bears.REFINES,
    ),
    replace(
        _RATE,
        id="transformer_basics.training_time.one",
        interpretation="two classes, the logit of the target moves alone: $R - 2 + \\log(R - 1)$, twice as "
        "long",
        label="the training time until $1 - p = 1/R$ with two classes (one logit moving)",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="R - 2 + log(R - 1)",
        alternatives=(),
        derivation="training_time_one",
        quantity="training_time",
        grid={"moving": ("one",)},
        margin=1e-6,
        bears=Bears.REFINES,
    ),
    replace(
        _RATE,
        id="transformer_basics.residual_time.classes",
        interpretation="M classes from equal logits, all moving: $t (1 - p)$ tends to $1 - 1/M$",
        label="the product $t (1 - p)$ of training time and what is left with $M$ classes",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        bound_type=None,
        claimed="1 - 1/M",
        alternatives=(),
        quantity="residual_time",
        grid={"moving": ("all",), "M": (2, 10)},
        diverging="t",
        bears=Bears.REFINES,
    ),
)
