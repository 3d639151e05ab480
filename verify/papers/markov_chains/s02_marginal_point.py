"""S2: the marginal point theta_pi, by what vanishes there.

`weights` are tied (a = e) or untied; `vanishing` says which vectors are zero, all other weights being N(0, 1)
and the bias log(p/q); with "nothing" they are made by hand.
"""

from ...paper import grid, literal, quantity, stronger
from . import paper

section = paper.having(tags=("marginal point",))
answer = ("marginal point", "answer: What must vanish at the marginal point")
tied = grid(weights="tied", vanishing="e")

S2_1 = section.statement(
    "S2.1 The marginal point predicts the marginal",
    r"$f_{\theta_\pi}(x_1^n) = P(x_{n+1} = 1)$, the marginal distribution.",
    place="slide: Theoretical results, (ii)",
    why_primary="The slide states it for tied weights, where $a = 0$ is $e = 0$.",
)

prediction_gap = quantity("prediction_gap", r"the largest distance of the prediction $f_\theta$ from $\pi_1$")

S2_1.claim(
    "marginal_point.prediction",
    r"tied weights, $e = 0$, $b = \log(p/q)$, all else arbitrary: the prediction is the marginal after every "
    "context",
    prediction_gap(**tied).vanishes(margin=1e-09),
    literal(derivation="prediction_gap", quantifier="all", direction="sufficient"),
)

S2_2 = section.statement(
    "S2.2 The marginal point's loss",
    r"$L(\theta_\pi) = H(\pi)$, the entropy of the stationary distribution.",
    place="slide: Theoretical results, (iii)",
    why_primary="It is the equation, at every marginal point built here.",
)

S2_2.claim(
    "marginal_point.loss",
    "the loss at the marginal point is the entropy of the stationary law, tied and untied",
    quantity("marginal_loss_gap")(vanishing=("e", "a and e", "a", "nothing"))
    .named(r"the loss at the marginal point $\theta_\pi$ less the entropy $H(\pi)$")
    .vanishes(margin=1e-09),
    literal(derivation="marginal_loss_gap", quantifier="all"),
)

S2_3 = section.statement(
    "S2.3 The marginal point is stationary",
    r"$\nabla L(\theta_\pi) = 0$, i.e. $\theta_\pi$ is a stationary point.",
    place="slide: Theoretical results, (iv)",
    why_primary="The slide states it for tied weights.",
)

marginal_gradient = quantity(
    "marginal_gradient", r"the largest entry of $\nabla L$ at the marginal point $\theta_\pi$"
)

S2_3.claim(
    "marginal_point.gradient.tied",
    r"tied weights, $a = e = 0$, $b = \log(p/q)$, all else arbitrary: the gradient vanishes",
    marginal_gradient(**tied).vanishes(margin=1e-09),
    literal(derivation="tied_slope", quantifier="all", direction="sufficient", tags=answer),
)

S2_4 = section.statement(
    "S2.4 The same without tying",
    r"Under the same setting with the weights not tied, $\theta_\pi$ satisfies the same properties.",
    place="slide: Saddle point (no weight tying)",
    why_primary="The point of the tied layer has $a = e = 0$; it is taken over as it is.",
)

S2_4.claim(
    "marginal_point.gradient.untied",
    "untied weights, $a = e = 0$: the gradient vanishes, all else arbitrary",
    marginal_gradient(weights="untied", vanishing="a and e").equals("0", margin=1e-09),
    literal(derivation="blind_slope", quantifier="all", direction="sufficient", tags=answer),
)

S2_5 = section.statement(
    "S2.5 Intuition: the unembedding vanishes",
    r"$a = 0$ gives $f_\theta(x_1^n) = \sigma(b) = \pi_1$.",
    place="slide: Intuition",
    why_primary="It is the line as drawn, with all other weights arbitrary.",
)

S2_5.claim(
    "marginal_point.prediction.untied",
    r"untied weights, $a = 0$, $b = \log(p/q)$, all else arbitrary: the prediction is the marginal",
    prediction_gap(weights="untied", vanishing=("a", "a and e")).vanishes(margin=1e-09),
    literal(derivation="prediction_gap", quantifier="all", direction="sufficient"),
)

S2_6 = section.question(
    "S2.6 What must vanish",
    "Is $a = 0$ alone enough for (iv), or must the embedding $e$ vanish too?",
    primary="marginal_point.slope",
    why_primary="The slope says for which chains $a = 0$ alone is enough: those of independent symbols.",
).having(tags=answer, quantifier="all")

S2_6.claim(
    "marginal_point.gradient.unembedding",
    "untied weights, $a = 0$ alone, as the slide names it: the gradient vanishes, all else arbitrary",
    marginal_gradient(weights="untied", vanishing="a").equals("0", margin=1e-09),
    stronger(bears="refines", direction="sufficient"),
)

S2_6.claim(
    "marginal_point.prediction.embedding",
    "untied weights, $e = 0$ alone, all else arbitrary: the prediction is the marginal",
    prediction_gap(weights="untied", vanishing="e alone").vanishes(margin=1e-09),
    literal(bears="refines", direction="sufficient", tags=("marginal point",)),
)

S2_6.claim(
    "marginal_point.slope",
    r"untied, $a = 0$, $|e| = 1$, no attention or feed-forward part: the slope is $-\pi_0 \pi_1 \lambda$, so "
    "that $a = 0$ is no rest but for independent symbols",
    quantity("plain_slope", "the slope of the loss by $a$ along $e$ at $a = 0$").equals(
        "p*q*(p + q - 1)/(p + q)**2", margin=1e-07
    ),
    stronger(derivation="logit_slope", quantifier=None),
)

marginal_embedding = quantity(
    "marginal_embedding", "the length of $e$ at a stationary point that predicts the marginal"
)

for weights in ("tied", "untied"):
    S2_6.claim(
        f"marginal_point.embedding.{weights}",
        f"{weights} weights: every stationary point that predicts the marginal has $e = 0$",
        marginal_embedding(weights=weights).equals("0", margin=1e-09),
        stronger(bears="refines", direction="necessary"),
    )

S2_6.claim(
    "marginal_point.gradient.cancelled",
    "tied or untied, $|e| = 1$: the gradient vanishes where one live unit removes $e$ from $z$ and attention "
    "makes that unit uncorrelated with the next symbol",
    marginal_gradient(vanishing="nothing").equals("0", margin=1e-09),
    stronger(bears="refines", quantifier="exists"),
)
