r"""What the slides say of the point $\theta_\pi$, weights tied (S3, S5) and not tied (S4)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_CONDITION = (
    "If $p + q > 1$ and the weights are tied, there exists a $\\theta_\\pi$ with explicit construction such "
    "that"
)

_EXISTS = Statement(
    id="markov_chains.S3",
    title="A bad local minimum where weights are tied",
    text=f"Bad local minima (weight tying): {_CONDITION} (i) to (iv).",
    place="Part I, theoretical results",
    source_access=SourceAccess.SLIDES,
    primary="markov_chains.bad_minimum.curvature",
    why_primary="The slide asks for one construction; that with every weight zero but the bias is the "
    "simplest, and "
    "curvature across the flat directions is what makes it a minimum.",
)

STATEMENTS: tuple[Statement, ...] = (
    _EXISTS,
    replace(
        _EXISTS,
        id="markov_chains.S3.1",
        title="(i) It is a local minimum",
        text=f"{_CONDITION}: (i) $\\theta_\\pi$ is a bad local minima for $L(\\cdot)$.",
        primary="markov_chains.bad_minimum.floor",
        why_primary="A bound on the loss of every layer within a radius is what local minimum means, flat "
        "directions "
        "and kinks of the rectifier included.",
    ),
    replace(
        _EXISTS,
        id="markov_chains.S3.2",
        title="(i) Its loss is not the least",
        text="(i) ... with $L(\\theta_\\pi) > L(\\theta_*)$.",
        primary="markov_chains.bad_minimum.gap",
        why_primary="The least loss of a tied layer is at most that of one which predicts by the last token.",
        same_as="markov_chains.S1.6",
    ),
    replace(
        _EXISTS,
        id="markov_chains.S3.3",
        title="(ii) It predicts the marginal",
        text="(ii) $f_{\\theta_\\pi}(x_1^n) = \\mathbb{P}(x_{n+1} = 1)$, the marginal distribution.",
        primary="markov_chains.bad_minimum.prediction",
        why_primary="The prediction after every context is compared with the share of ones.",
        same_as="markov_chains.S2.1",
    ),
    replace(
        _EXISTS,
        id="markov_chains.S3.4",
        title="(iii) Its loss is the marginal entropy",
        text="(iii) $L(\\theta_\\pi) = H(\\pi)$, the entropy of the stationary distribution.",
        primary="markov_chains.bad_minimum.loss",
        why_primary="The enumerated loss is compared with the formula of the entropy.",
        same_as="markov_chains.S2.2",
    ),
    replace(
        _EXISTS,
        id="markov_chains.S3.5",
        title="(iv) It is stationary",
        text="(iv) $\\nabla L(\\theta_\\pi) = 0$, i.e. $\\theta_\\pi$ is a stationary point.",
        primary="markov_chains.bad_minimum.gradient",
        why_primary="The gradient is by all parameters.",
        same_as="markov_chains.S2.3",
    ),
    replace(
        _EXISTS,
        id="markov_chains.S3.6",
        title="The Hessian with weight tying",
        text="Intuition, weight-tying: Hessian is (almost) positive-definite.",
        place="Part I, intuition",
        primary="markov_chains.bad_minimum.almost_positive",
        why_primary="Almost can only mean that zero eigenvalues are allowed.",
    ),
    replace(
        _EXISTS,
        id="markov_chains.S4",
        title="A saddle where weights are not tied",
        text="Saddle point (no weight tying): under the same setting as above with the weights not tied, "
        "$\\theta_\\pi$ "
        "becomes a saddle point.",
        primary="markov_chains.saddle.least",
        why_primary="The same point, $p + q > 1$ as above, and a curvature below zero beside that of the "
        "bias.",
    ),
    replace(
        _EXISTS,
        id="markov_chains.S4.1",
        title="The saddle has the same properties",
        text="It satisfies the same properties.",
        primary="markov_chains.saddle.gradient",
        why_primary="Of the four properties stationarity is the one that the added read-out could break; "
        "the others "
        "are claims beside it.",
        same_as="markov_chains.S2.4",
    ),
    replace(
        _EXISTS,
        id="markov_chains.S4.2",
        title="The Hessian without weight tying",
        text="Intuition, no weight-tying: Hessian is indefinite.",
        place="Part I, intuition",
        primary="markov_chains.saddle.negative",
        why_primary="Positive curvature along the bias is there in any case; what is asserted is the "
        "negative one.",
    ),
    replace(
        _EXISTS,
        id="markov_chains.S5",
        title="The same point for $p + q < 1$",
        text="What is the point of the construction where $p + q < 1$?",
        primary="markov_chains.tied_below.saddle",
        why_primary="The construction of S3 is asked for its nature on the other side of one.",
        place="no sentence of the slides",
        own_question=True,
    ),
    replace(
        _EXISTS,
        id="markov_chains.S5.1",
        title="Is the condition needed?",
        text='The theorem says "if $p + q > 1$"; is the condition needed as well?',
        primary="markov_chains.tied_below.only_if",
        why_primary="One point on the other side decides it.",
        place="no sentence of the slides",
        own_question=True,
    ),
    replace(
        _EXISTS,
        id="markov_chains.S5.2",
        title="Bad local minima for $p + q < 1$",
        text="Are there bad local minima for $p + q < 1$ too?",
        primary="markov_chains.tied_below.minimum",
        why_primary="The condition leaves open whether weights other than the simple ones hold a bad local "
        "minimum on the other side.",
        place="no sentence of the slides",
        own_question=True,
    ),
)
