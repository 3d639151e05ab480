"""Statements on the chain (S1) and on the marginal point (S2)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_STATIONARY = Statement(
    id="markov_chains.S1.1",
    title="Stationary law",
    text="$\\pi = (\\pi_0, \\pi_1) = (\\frac{q}{p+q}, \\frac{p}{p+q})$.",
    place="slide: Input data: First-order Markov chain",
    source_access=SourceAccess.SLIDES,
    primary="markov_chains.stationary_one",
    why_primary="It is the formula as printed.",
)
_POINT = replace(
    _STATIONARY,
    id="markov_chains.S2.1",
    title="The marginal point predicts the marginal",
    text="$f_{\\theta_\\pi}(x_1^n) = P(x_{n+1} = 1)$, the marginal distribution.",
    place="slide: Theoretical results, (ii)",
    primary="markov_chains.marginal_point.prediction",
    why_primary="The slide states it for tied weights, where $a = 0$ is $e = 0$.",
)

STATEMENTS: tuple[Statement, ...] = (
    _STATIONARY,
    replace(
        _STATIONARY,
        id="markov_chains.S1.2",
        title="Entropy of the stationary law",
        text="$H(\\pi)$, the entropy of the stationary distribution.",
        place="slide: Theoretical results, (iii)",
        primary="markov_chains.marginal_entropy",
        why_primary="It is the definition, in nats.",
    ),
    replace(
        _STATIONARY,
        id="markov_chains.S1.3",
        title="Entropy rate",
        text="The entropy rate $R$ is the least loss, of the bigram.",
        place="slide: Ideally...",
        primary="markov_chains.entropy_rate",
        why_primary="It is the closed form of what one more symbol adds.",
    ),
    replace(
        _STATIONARY,
        id="markov_chains.S1.4",
        title="Covariance at a lag",
        text="What is the covariance of symbols $m$ apart?",
        place="no sentence of the slides",
        primary="markov_chains.lag_covariance",
        why_primary="It is the formula, for every lag.",
        own_question=True,
    ),
    replace(
        _STATIONARY,
        id="markov_chains.S1.5",
        title="The gap is a mutual information",
        text="What does $L(\\theta_\\pi) - L(\\theta_*)$ measure?",
        place="no sentence of the slides",
        primary="markov_chains.information_gap",
        why_primary="It is the identity.",
        own_question=True,
    ),
    replace(
        _STATIONARY,
        id="markov_chains.S1.6",
        title="The gap's sign",
        text="$L(\\theta_\\pi) > L(\\theta_*)$.",
        place="slide: Theoretical results, (i)",
        primary="markov_chains.saved_loss.positive",
        why_primary="The slide states it for $p + q > 1$, where symbols are dependent.",
    ),
    replace(
        _STATIONARY,
        id="markov_chains.S1.7",
        title="Expansion of the gap",
        text="How large is $H(\\pi) - R$ where $\\lambda = 1 - p - q$ is small?",
        place="no sentence of the slides",
        primary="markov_chains.information_expansion.second",
        why_primary="The leading term says how large the gap is.",
        own_question=True,
    ),
    replace(
        _STATIONARY,
        id="markov_chains.S1.8",
        title="Sign of lambda",
        text="Which saves more over the marginal at the same $|\\lambda|$ and $\\pi$, a chain "
        "that sticks or one that alternates?",
        place="no sentence of the slides",
        primary="markov_chains.information_asymmetry.positive",
        why_primary="It compares both signs at one size of $\\lambda$ and one stationary law.",
        own_question=True,
    ),
    _POINT,
    replace(
        _POINT,
        id="markov_chains.S2.2",
        title="The marginal point's loss",
        text="$L(\\theta_\\pi) = H(\\pi)$, the entropy of the stationary distribution.",
        place="slide: Theoretical results, (iii)",
        primary="markov_chains.marginal_point.loss",
        why_primary="It is the equation, at every marginal point built here.",
    ),
    replace(
        _POINT,
        id="markov_chains.S2.3",
        title="The marginal point is stationary",
        text="$\\nabla L(\\theta_\\pi) = 0$, i.e. $\\theta_\\pi$ is a stationary point.",
        place="slide: Theoretical results, (iv)",
        primary="markov_chains.marginal_point.gradient.tied",
        why_primary="The slide states it for tied weights.",
    ),
    replace(
        _POINT,
        id="markov_chains.S2.4",
        title="The same without tying",
        text="Under the same setting with the weights not tied, $\\theta_\\pi$ satisfies the same "
        "properties.",
        place="slide: Saddle point (no weight tying)",
        primary="markov_chains.marginal_point.gradient.untied",
        why_primary="The point of the tied layer has $a = e = 0$; it is taken over as it is.",
    ),
    replace(
        _POINT,
        id="markov_chains.S2.5",
        title="Intuition: the unembedding vanishes",
        text="$a = 0$ gives $f_\\theta(x_1^n) = \\sigma(b) = \\pi_1$.",
        place="slide: Intuition",
        primary="markov_chains.marginal_point.prediction.untied",
        why_primary="It is the line as drawn, with all other weights arbitrary.",
    ),
    replace(
        _POINT,
        id="markov_chains.S2.6",
        title="What must vanish",
        text="Is $a = 0$ alone enough for (iv), or must the embedding $e$ vanish too?",
        place="no sentence of the slides",
        primary="markov_chains.marginal_point.slope",
        why_primary="The slope says for which chains $a = 0$ alone is enough: those of independent symbols.",
        own_question=True,
    ),
)
