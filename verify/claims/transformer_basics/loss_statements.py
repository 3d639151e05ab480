"""What the source says of the cross-entropy (S16)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_PUSH = Statement(
    id="transformer_basics.S16.1",
    title="Still pushing at .99",
    text="At $p = .99$ the loss still pushes the probability of the right token towards 1.",
    place="Recurrence and training",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.logit_push.one_hot",
    why_primary="A right token is a one-hot target.",
)

STATEMENTS: tuple[Statement, ...] = (
    _PUSH,
    replace(
        _PUSH,
        id="transformer_basics.S16.2",
        title="The minimiser",
        text="The minimiser of the cross-entropy is the conditional distribution of the next token.",
        primary="transformer_basics.minimiser_gap.table",
        why_primary="The sentence is about the loss itself, so that the model is free to predict anything.",
    ),
    replace(
        _PUSH,
        id="transformer_basics.S16.3",
        title="Chain rule",
        text="The loss of a sequence is the sum of the losses of its tokens, each given those before.",
        primary="transformer_basics.chain_rule_gap",
        why_primary="In the mean under the law of the sequences losses are entropies.",
    ),
    replace(
        _PUSH,
        id="transformer_basics.S16.4",
        title="Rate of what is left",
        text="At which rate does $1 - p$ go on falling in the training time?",
        primary="transformer_basics.residual.inverse",
        why_primary="Free logits under one-hot targets are the simplest model of which it can be said.",
        place="no sentence of the source",
        own_question=True,
    ),
)
