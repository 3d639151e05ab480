"""Statements on what the single layer can represent (S6) and what its training reaches (S8)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_REPRESENTS = Statement(
    id="markov_chains.S6.1",
    title="The layer represents the chain",
    text="Ideally $f_\\theta(x_1^n) \\approx P(x_{n+1} = 1 \\mid x_n)$: the layer has such weights "
    "$\\theta_*$.",
    place="slide: Ideally...; Theoretical results, (i)",
    source_access=SourceAccess.SLIDES,
    primary="markov_chains.represented",
    why_primary="It gives the weights, tied and untied, on both sides of $p + q = 1$.",
)
_FAILS = replace(
    _REPRESENTS,
    id="markov_chains.S8.1",
    title="Training sometimes fails",
    text="Single-layer transformers sometimes fail to learn even first-order Markov chains.",
    place="slide: But...",
    primary="markov_chains.training.sticks",
    why_primary='"Sometimes" asks for runs that fail where the theorem speaks: tied weights, $p + q > 1$.',
)

STATEMENTS: tuple[Statement, ...] = (
    _REPRESENTS,
    replace(
        _REPRESENTS,
        id="markov_chains.S6.2",
        title="An affine logit is enough",
        text="What is the logit of the bigram?",
        place="no sentence of the slides",
        primary="markov_chains.bigram_slope",
        why_primary="It gives the slope.",
        own_question=True,
    ),
    replace(
        _REPRESENTS,
        id="markov_chains.S6.3",
        title="Embeddings alone",
        text="How far does the layer come without attention and feed-forward part?",
        place="no sentence of the slides",
        primary="markov_chains.plain_layer.tied.above",
        why_primary="Tied weights above one are where the slope $\\langle e, e \\rangle$ has the wrong sign.",
        own_question=True,
    ),
    replace(
        _REPRESENTS,
        id="markov_chains.S6.4",
        title="Attention alone",
        text="How near does attention come without the feed-forward part, weights tied and $p + q > 1$?",
        place="no sentence of the slides",
        primary="markov_chains.attention_alone.law",
        why_primary="The rate says that attention alone comes as near as one likes.",
        own_question=True,
    ),
    _FAILS,
    replace(
        _FAILS,
        id="markov_chains.S8.2",
        title="Without tying",
        text="Without weight tying training does not stay at the marginal.",
        place="slide: Main results, Without weight tying",
        primary="markov_chains.training.untied",
        why_primary="It is the setting of the tied runs, untied.",
    ),
    replace(
        _FAILS,
        id="markov_chains.S8.3",
        title="Below one",
        text="With $p + q < 1$ training from a Gaussian start converges to the global minimum.",
        place="slide: Gradient flow, $p + q < 1$",
        primary="markov_chains.training.below",
        why_primary="It is the setting of the failing runs, on the other side.",
        same_as="markov_chains.S7.5",
    ),
    replace(
        _FAILS,
        id="markov_chains.S8.4",
        title="The optimiser",
        text="What does AdamW do where gradient descent never leaves the marginal?",
        place="no sentence of the slides",
        primary="markov_chains.training.adamw.learns",
        why_primary="It says where the runs end.",
        own_question=True,
    ),
    replace(
        _FAILS,
        id="markov_chains.S8.5",
        title="The scale of the start",
        text="Markovian switching and initialization play a key role in the learning dynamics.",
        place="slide: How do they learn?",
        primary="markov_chains.training.scale.learns",
        why_primary="It is the same training as the failing one, from larger weights.",
        same_as="markov_chains.S7.11",
    ),
    replace(
        _FAILS,
        id="markov_chains.Q1",
        title="AdamW that sticks",
        text="From which starts, and for how many steps, does AdamW stay at the marginal where weights are "
        "tied and $p + q > 1$?",
        place="no sentence of the slides",
        primary=None,
        why_primary=None,
        not_covered="Not all runs from weights of size .02 and .1 stay for 300 steps; smaller starts, other "
        "weight decays and the step at which a run leaves are not measured yet.",
        own_question=True,
    ),
)
