"""S16: what the cross-entropy pushes towards, where it rests, and how training ends. S17: what is not tested.

`p` is the predicted probability of the right class and `target` its share among targets; `M` is the number of
classes, `t` the time of gradient flow from equal logits; `T` the length of a sequence.
"""

from ...paper import literal, quantity, stronger
from . import paper

S16_1 = paper.statement(
    "S16.1 Still pushing at .99",
    "At $p = .99$ the loss still pushes the probability of the right token towards 1.",
    place="Recurrence and training",
    why_primary="A right token is a one-hot target.",
).having(tags=("cross-entropy", "answer: Where the cross-entropy stops pushing"))

push = quantity(
    "logit_push",
    "the push on the right logit (minus the gradient by it) where targets are right 99 times in 100",
)

S16_1.claim(
    "logit_push.one_hot",
    "one-hot targets: the right logit is pushed by $1 - p$, which at $p = .99$ is .01 and not 0",
    push(target=1.0, p=(0.5, 0.9, 0.99, 0.999))
    .named("the push on the right logit (minus the gradient by it)")
    .equals("1 - p", margin=1e-09),
    literal(derivation="one_hot_push"),
)

S16_1.claim(
    "logit_push.frequency",
    "targets are right 99 times in 100: at $p = .99$ the right logit is still pushed, by $1 - p$",
    push(target=0.99, p=0.99).equals("1 - p", margin=1e-09),
    stronger(derivation="truth_gradient"),
)

S16_1.claim(
    "logit_push.truth",
    "targets are right 99 times in 100: at $p = .99$ nothing is pushed",
    push(target=0.99, p=0.99).vanishes(margin=1e-12),
    stronger(bears="refines", derivation="truth_gradient"),
)

S16_1.claim(
    "logit_gradient_gap",
    "for any targets that sum to 1 the gradient by a logit is prediction minus target",
    quantity(
        "logit_gradient_gap",
        "the largest difference between the gradient by a logit and prediction minus target",
    ).vanishes(margin=1e-12),
    stronger(bears="refines", derivation="logit_gradient_gap"),
)

S16_2 = paper.statement(
    "S16.2 The minimiser",
    "The minimiser of the cross-entropy is the conditional distribution of the next token.",
    place="Recurrence and training",
    why_primary="The sentence is about the loss itself, so that the model is free to predict anything.",
).having(tags=("cross-entropy",))

minimiser = quantity("minimiser_gap")

S16_2.claim(
    "minimiser_gap.table",
    "free logits for each of 6 contexts: the minimiser is the conditional distribution",
    minimiser(model="table")
    .named(
        "the largest difference between the minimiser of the cross-entropy and the conditional distribution"
    )
    .equals("0", margin=1e-12),
    literal(setting={"optimiser": "Newton"}),
)

S16_2.claim(
    "excess_entropy",
    "no prediction has a cross-entropy below the entropy, that of the conditional distribution (Gibbs)",
    quantity("excess_entropy", "the least cross-entropy of any prediction minus the entropy").at_least(
        "0", margin=0.001
    ),
    stronger(derivation="excess_bound", quantifier="all"),
)

S16_2.claim(
    "minimiser_gap.pooled",
    "logits that cannot tell 6 contexts apart: the minimiser is the conditional distribution",
    minimiser(model="pooled")
    .named(
        "the largest difference between the minimiser with logits that cannot tell contexts apart and the "
        "conditional distribution"
    )
    .equals("0", margin=1e-12),
    stronger(bears="refines", setting={"optimiser": "Newton"}),
)

S16_3 = paper.statement(
    "S16.3 Chain rule",
    "The loss of a sequence is the sum of the losses of its tokens, each given those before.",
    place="Recurrence and training",
    why_primary="In the mean under the law of the sequences losses are entropies.",
)

S16_3.claim(
    "chain_rule_gap",
    "the entropy of a sequence is the sum of the entropies of each token given those before",
    quantity(
        "chain_rule_gap", "the entropy of a sequence minus the sum of conditional entropies of its tokens"
    ).vanishes(margin=1e-12),
    literal(derivation="sequence_gap", quantifier="all", tags=("cross-entropy",)),
)

S16_4 = paper.question(
    "S16.4 Rate of what is left",
    "At which rate does $1 - p$ go on falling in the training time?",
    place="no sentence of the source",
    why_primary="Free logits under one-hot targets are the simplest model of which it can be said.",
).having(
    tags=("cross-entropy",),
    setting={"optimiser": "gradient flow", "horizon": "time 10¹²", "initial scale": "equal logits"},
)

S16_4.claim(
    "residual.inverse",
    "gradient flow of free logits from equal ones, one-hot targets: what is left falls like $1/t$",
    quantity("residual")(moving="all", M=2)
    .named("one minus the probability of the target after training time $t$")
    .grows_like("C/t", alternatives=("C/sqrt(t)", "C/t**2")),
)

time = quantity("training_time")

S16_4.claim(
    "training_time.both",
    r"two classes, both logits move: $1 - p$ is $1/R$ at time $(R - 2 + \log(R - 1))/2$",
    time(moving="all")
    .named("the training time until $1 - p = 1/R$ with two classes (both logits moving)")
    .equals("(R - 2 + log(R - 1))/2", margin=1e-06),
    stronger(bears="refines", derivation="training_time"),
)

S16_4.claim(
    "training_time.one",
    r"two classes, the logit of the target moves alone: $R - 2 + \log(R - 1)$, twice as long",
    time(moving="one")
    .named("the training time until $1 - p = 1/R$ with two classes (one logit moving)")
    .equals("R - 2 + log(R - 1)", margin=1e-06),
    stronger(bears="refines", derivation="training_time_one"),
)

S16_4.claim(
    "residual_time.classes",
    "M classes from equal logits, all moving: $t (1 - p)$ tends to $1 - 1/M$",
    quantity("residual_time")(moving="all", M=(2, 10))
    .named("the product $t (1 - p)$ of training time and what is left with $M$ classes")
    .tends_to("1 - 1/M", margin=0.05, diverging="t"),
    stronger(bears="refines"),
)

paper.statement(
    "S17.1 Deployed models",
    "What deployed models use: their sizes, layers, positions, normalisations and lengths of context.",
    place="Throughout",
    not_covered="It is about models whose weights and documents are not published with the source; "
    "arithmetic on numbers that it names is S14.7.",
)

paper.statement(
    "S17.2 What heads do",
    "What heads in trained models attend to, and how many of them a model needs.",
    place="Throughout",
    not_covered="It names no task, no measure of what a head does and no model; counts, ranks and winners "
    "by number of heads are S7.",
)

paper.statement(
    "S17.3 Training practice",
    "Which learning rates, warm-ups, schedules and initialisations training needs to succeed.",
    place="Throughout",
    not_covered="It names no data, no optimiser and no criterion of success; gradients at initialisation, "
    "which are its reasons, are S13.8 to S13.11.",
)
