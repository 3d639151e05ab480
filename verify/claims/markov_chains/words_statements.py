"""Sentences on learning, depth and the talk's frame (S13): what is tested, and why the rest is not."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_LEARN = Statement(
    id="markov_chains.S13.1",
    title="Three layers and all orders, represented",
    text="3-layer transformer can learn Markov chains of all orders.",
    place="Introduction, Memory to Depth",
    source_access=SourceAccess.SLIDES,
    primary="markov_chains.limit_error.learn_is_represent",
    why_primary="The one result behind the sentence says that the estimator can be represented.",
)
_FRAME = replace(
    _LEARN,
    id="markov_chains.S13.12",
    title="Why understanding is needed",
    text="LLMs are part of daily lives; the good and the bad; critical domains; need of the hour: "
    "fundamental understanding.",
    place="Introduction",
    primary=None,
    why_primary=None,
    not_covered="It says why one would ask, and asserts nothing of transformers or chains.",
)

STATEMENTS: tuple[Statement, ...] = (
    _LEARN,
    replace(
        _FRAME,
        id="markov_chains.S13.2",
        title="Three layers and all orders, learned",
        text="3-layer transformer can learn Markov chains of all orders.",
        place="Introduction, Memory to Depth",
        not_covered="Not established: no theorem of the talk speaks of training three layers, and no "
        "objective, optimiser, number of sequences or horizon is named that could be run. That weights "
        "exist (S13.1) does not say that training finds them, as one layer shows, which represents a chain "
        "and can stay at its marginal.",
        same_as="markov_chains.S13.1",
    ),
    replace(
        _LEARN,
        id="markov_chains.S13.3",
        title="One transformer for all orders",
        primary="markov_chains.modular_risk.one_for_all",
        why_primary="The sentence names one transformer before all orders; the result has an order before "
        "its weights.",
        text="Can one set of weights serve chains of all orders?",
        place="no sentence of the slides",
        own_question=True,
    ),
    replace(
        _FRAME,
        id="markov_chains.S13.4",
        title="Depth plays a crucial role",
        text="Depth plays a crucial role in transformer functionality.",
        not_covered="Crucial to what, and measured how, is not said; depth one is S3 to S8, depth three S10, "
        "less or linear layers S11 and S12.",
    ),
    replace(
        _FRAME,
        id="markov_chains.S13.5",
        title="Memory to depth",
        text="Memory $\\to$ Depth. Memory = k, Depth?",
        place="Introduction; Part II",
        not_covered="An arrow and a question; the answers that the talk gives are S10 to S12, and that depth "
        "has to grow is S13.6.",
    ),
    replace(
        _LEARN,
        id="markov_chains.S13.6",
        title="Heads or layers scale with memory",
        text="What we know so far (Edelman et al., 2024 & Nichani et al., 2024): number of heads/layers "
        "should scale with k.",
        place="Part II",
        primary="markov_chains.limit_error.scales_with_memory",
        why_primary="'Should scale with' says that fewer do not do; the slide goes on with 'But'.",
        why_refuted='The talk cites it to answer with "But ...": its own main result represents every '
        "order with three layers of one head.",
        same_as="markov_chains.S11.3",
    ),
    replace(
        _LEARN,
        id="markov_chains.S13.7",
        title="Heads in the number of the order suffice",
        text="What we know so far (Edelman et al., 2024 & Nichani et al., 2024): number of heads/layers "
        "should scale with k.",
        place="Part II",
        primary="markov_chains.attention_only.many_heads",
        why_primary="As sufficiency the sentence says that k heads do; the constructions of the two papers "
        "were not at hand, and any weights show it.",
        same_as="markov_chains.S11.3",
    ),
    replace(
        _FRAME,
        id="markov_chains.S13.8",
        title="In-context learning emerges",
        text="In-context learning (ICL) emerges!",
        place="Part II",
        not_covered="Of emergence in training nothing is given: neither model, nor data, nor the measure by "
        "which it has emerged. The estimator that is said to be learned is S9.",
    ),
    replace(
        _FRAME,
        id="markov_chains.S13.9",
        title="An example of a context",
        text="Mr and Mrs Dursley, of number four, Privet Drive, ... Mrs Dursley",
        place="Part II",
        not_covered="An illustration: a name that occurred before is taken up again.",
    ),
    replace(
        _FRAME,
        id="markov_chains.S13.10",
        title="Two layers and three in experiment",
        text="But... 2-layer transformer, 3-layer transformer.",
        place="Part II, pictures of training",
        not_covered="The slides show pictures without numbers, orders or settings; what two layers can "
        "represent is S11.",
    ),
    replace(
        _FRAME,
        id="markov_chains.S13.11",
        title="Challenges",
        text="Challenges: inherently complex, mathematically intractable.",
        not_covered="No property of transformers is named by which one could tell.",
    ),
    _FRAME,
    replace(
        _FRAME,
        id="markov_chains.S13.13",
        title="Why Markovian",
        text="Why Markovian? Shannon, 1948; grammar, syntax.",
        not_covered="A reason for the choice of the data, and no statement about it.",
    ),
    replace(
        _FRAME,
        id="markov_chains.S13.14",
        title="What and how do they learn",
        text="What do they learn? How do they learn? Principled frameworks and tools.",
        place="Introduction; Summary",
        not_covered="The questions of the talk; its answers are the other statements.",
    ),
    replace(
        _FRAME,
        id="markov_chains.S13.15",
        title="Future directions",
        text="More realistic data models: Hidden-Markov Models; state-space models; more practical "
        "guidelines for training LLMs.",
        place="Future directions",
        not_covered="Plans.",
    ),
)
