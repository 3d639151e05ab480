"""S13: "can learn Markov chains of all orders", split by what is learned, and by what "all" stands before.

A sentence with two quantifiers can be taken in two ways: for every order there is a transformer, or there is
one transformer for every order. Representing the estimator is one thing and learning it another.
"""

from ...paper import charitable, literal, quantity
from . import LARGEST_ERROR, paper

S13_1 = paper.statement(
    "S13.1 Three layers and all orders, represented",
    "3-layer transformer can learn Markov chains of all orders.",
    place="Introduction, Memory to Depth",
    why_primary="The one result behind the sentence says that the estimator can be represented.",
)

limit_error = quantity("limit_error", f"{LARGEST_ERROR} three layers with one head each")(variant="marked")

S13_1.claim(
    "limit_error.learn_is_represent",
    "representation, existence, for every order its own weights: three layers give the estimate of orders 1 "
    "to 4 on all sequences of $2k + 1$ symbols, where other contexts weigh nothing",
    limit_error.quick(k=(1, 2, 3), S=2).equals("0", margin=1e-08),
    charitable(tags=("representation", "answer: What three layers can do")),
)

paper.statement(
    "S13.2 Three layers and all orders, learned",
    "3-layer transformer can learn Markov chains of all orders.",
    place="Introduction, Memory to Depth",
    not_covered="Not established: no theorem of the talk speaks of training three layers, and no objective, "
    "optimiser, number of sequences or horizon is named that could be run. That weights exist (S13.1) does "
    "not say that training finds them, as one layer shows, which represents a chain and can stay at its "
    "marginal.",
    same_as="S13.1",
)

S13_3 = paper.question(
    "S13.3 One transformer for all orders",
    "Can one set of weights serve chains of all orders?",
    why_primary="The sentence names one transformer before all orders; the result has an order before its "
    "weights.",
).having(tags=("representation", "answer: What three layers can do"), own_threshold=True)

modular_risk = quantity("modular_risk", "the mean squared error of the in-context estimate of order two")[
    "square"
](S=2, order=2, T=1024)

S13_3.claim(
    "modular_risk.one_for_all",
    "universality, one set of weights for all orders: what gives the estimate of order 2 has an error of "
    "1/20 at most on chains of order 1, 2 and 3 after 1024 symbols",
    modular_risk(k=(1, 2, 3)).at_most("1/20", margin=0.02),
)

S13_3.claim(
    "modular_risk.one_for_lower",
    "one set of weights for an order and those below it: what gives the estimate of order 2 has an error of "
    "1/20 at most on chains of order 1 after 1024 symbols",
    modular_risk(k=1).at_most("1/20", margin=0.02),
    charitable(bears="refines"),
)

paper.statement(
    "S13.4 Depth plays a crucial role",
    "Depth plays a crucial role in transformer functionality.",
    place="Introduction",
    not_covered="Crucial to what, and measured how, is not said; depth one is S3 to S8, depth three S10, "
    "less or linear layers S11 and S12.",
)

paper.statement(
    "S13.5 Memory to depth",
    r"Memory $\to$ Depth. Memory = k, Depth?",
    place="Introduction; Part II",
    not_covered="An arrow and a question; the answers that the talk gives are S10 to S12, and that depth has "
    "to grow is S13.6.",
)

S13_6 = paper.statement(
    "S13.6 Heads or layers scale with memory",
    "What we know so far (Edelman et al., 2024 & Nichani et al., 2024): number of heads/layers should scale "
    "with k.",
    place="Part II",
    why_primary="'Should scale with' says that fewer do not do; the slide goes on with 'But'.",
    why_refuted='The talk cites it to answer with "But ...": its own main result represents every order with '
    "three layers of one head.",
    same_as="S11.3",
)

S13_6.claim(
    "limit_error.scales_with_memory",
    "necessity: with the number of heads and layers held, three layers of one head each, the estimate of "
    "orders 2, 3 and 4 is missed by 1/100 or more on some sequence",
    limit_error(k=(2, 3, 4)).quick(k=(2, 3), S=2).at_least("1/100", margin=0.01),
    literal(own_threshold=True, tags=("necessity", "answer: What three layers can do")),
)

S13_7 = paper.statement(
    "S13.7 Heads in the number of the order suffice",
    "What we know so far (Edelman et al., 2024 & Nichani et al., 2024): number of heads/layers should scale "
    "with k.",
    place="Part II",
    why_primary="As sufficiency the sentence says that k heads do; the constructions of the two papers were "
    "not at hand, and any weights show it.",
    same_as="S11.3",
)

S13_7.claim(
    "attention_only.many_heads",
    "there are weights, of our own construction: k heads in one layer that copy from distances 1 to k, one "
    "head in the next that matches, neither layer norm nor feed-forward layer; orders up to 8",
    quantity(
        "many_heads_error",
        f"{LARGEST_ERROR} k copying heads and a matching one",
    ).equals("0", margin=1e-09),
    charitable(quantifier="exists", direction="sufficient", about="representation", tags=("attention only",)),
)

paper.statement(
    "S13.8 In-context learning emerges",
    "In-context learning (ICL) emerges!",
    place="Part II",
    not_covered="Of emergence in training nothing is given: neither model, nor data, nor the measure by "
    "which it has emerged. The estimator that is said to be learned is S9.",
)

paper.statement(
    "S13.9 An example of a context",
    "Mr and Mrs Dursley, of number four, Privet Drive, ... Mrs Dursley",
    place="Part II",
    not_covered="An illustration: a name that occurred before is taken up again.",
)

paper.statement(
    "S13.10 Two layers and three in experiment",
    "But... 2-layer transformer, 3-layer transformer.",
    place="Part II, pictures of training",
    not_covered="The slides show pictures without numbers, orders or settings; what two layers can represent "
    "is S11.",
)

paper.statement(
    "S13.11 Challenges",
    "Challenges: inherently complex, mathematically intractable.",
    place="Introduction",
    not_covered="No property of transformers is named by which one could tell.",
)

paper.statement(
    "S13.12 Why understanding is needed",
    "LLMs are part of daily lives; the good and the bad; critical domains; need of the hour: fundamental "
    "understanding.",
    place="Introduction",
    not_covered="It says why one would ask, and asserts nothing of transformers or chains.",
)

paper.statement(
    "S13.13 Why Markovian",
    "Why Markovian? Shannon, 1948; grammar, syntax.",
    place="Introduction",
    not_covered="A reason for the choice of the data, and no statement about it.",
)

paper.statement(
    "S13.14 What and how do they learn",
    "What do they learn? How do they learn? Principled frameworks and tools.",
    place="Introduction; Summary",
    not_covered="The questions of the talk; its answers are the other statements.",
)

paper.statement(
    "S13.15 Future directions",
    "More realistic data models: Hidden-Markov Models; state-space models; more practical guidelines for "
    "training LLMs.",
    place="Future directions",
    not_covered="Plans.",
)
