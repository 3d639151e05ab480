r"""S4: weights not tied, the point with $e = a = 0$ and $\sigma(b) = \pi_1$, and how one leaves it.

`p` and `q` are the switching probabilities, `N` the number of positions, `d` the width. `tau` is what the
feed-forward part subtracts of its input, `v` the multiple of the mean token that attention subtracts, `r` a
distance of all parameters, `eta` a step size and `t` the time of gradient flow.
"""

from ...paper import grid, literal, quantity, stronger
from . import paper

untied = paper.having(
    tags=("untied",),
    setting={"subtracted": r"$v$ mean tokens by attention, $\tau$ inputs by the feed-forward part"},
)

simple = grid(weights="untied", N=4, v=0.0, tau=0.0)
least = "-sqrt((1 - tau)**2*(p + q - 1)**2)*p*q/(p + q)**2"
rate = "sqrt((p + q - 1)**2)*p*q/(p + q)**2"
dependent = "(p + q - 1)**2 > 0.0001"

S4 = untied.statement(
    "S4 A saddle where weights are not tied",
    "Saddle point (no weight tying): under the same setting as above with the weights not tied, "
    r"$\theta_\pi$ becomes a saddle point.",
    place="Part I, theoretical results",
    why_primary="The same point, $p + q > 1$ as above, and a curvature below zero beside that of the bias.",
).having(tags=("untied", "curvature", r"answer: Where $\theta_\pi$ is a saddle"))

embedding_curvature = quantity(
    "embedding_curvature",
    r"the least curvature of the loss along embeddings and read-outs at the marginal point $\theta_\pi$",
)(weights="untied", N=4, v=0.0)

S4.claim(
    "saddle.least",
    r"all parameters zero but the bias, $p + q > 1$: $-\pi_0 \pi_1 |\lambda|$ along $e$ and $a$ together, "
    "while the bias curves the loss up: a saddle",
    embedding_curvature(tau=0.0).where("p + q > 1").equals(least, margin=1e-09),
    literal(derivation="untied_least", quantifier="exists"),
)

S4.claim(
    "saddle.least.below",
    r"$e = a = 0$ and $\sigma(b) = \pi_1$, for $p + q < 1$ as well and with a feed-forward part that "
    r"subtracts twice its input: minus the modulus of $\lambda$, times $\pi_0 \pi_1$ and the factor of the "
    "feed-forward part",
    embedding_curvature(tau=(0.0, 2.0)).where("p + q < 1").equals(least, margin=1e-09),
    stronger(bears="refines", derivation="untied_least", quantifier="exists"),
)

marginal_inertia = quantity(
    "marginal_inertia",
    r"the number of negative eigenvalues of the Hessian at the marginal point $\theta_\pi$",
)(weights="untied")

S4.claim(
    "saddle.negative.one",
    "whatever p and q: at $p + q = 1$ as well there are as many negative eigenvalues as the width",
    marginal_inertia(**simple, sign="negative").where("p + q >= 1", "p + q <= 1").equals("d", margin=0.0),
    stronger(bears="refines", quantifier="all"),
)

S4.claim(
    "saddle.negative.every",
    r"every point with $e = a = 0$ and $\sigma(b) = \pi_1$, $p + q \ne 1$, with attention or feed-forward "
    "part: as many negative eigenvalues as the width. Two positions and attention that subtracts "
    r"$4/(3 + \lambda)$ of the mean token leave none",
    marginal_inertia(sign="negative").where(dependent).equals("d", margin=0.0),
    stronger(bears="refines", quantifier="all"),
)

S4.claim(
    "saddle.every",
    r"every point with $e = a = 0$ and $\sigma(b) = \pi_1$, $p + q \ne 1$, is no local minimum: below zero "
    "within $r = .3$, even where second derivatives do not show it",
    quantity("least_excess")(weights="untied", r=0.3)
    .quick(p=0.9, q=0.6)
    .where(dependent)
    .named(
        r"the least $(L - H(\pi))/(|e||a|)$ that a search finds within $r$ of the marginal point $\theta_\pi$"
    )
    .at_most("0", margin=1e-09),
    stronger(bears="refines", quantifier="all", setting={}, tags=("untied", "perturbation")),
)

S4.claim(
    "saddle.escape",
    r"untied weights, random starts one part in a million away from the saddle: $\log |(e, a)|$ grows, while "
    "it is small, at minus the least eigenvalue",
    quantity("saddle_escape", "the rate at which gradient flow leaves the saddle")
    .quick(p=0.6)
    .equals(rate, margin=0.001),
    stronger(
        bears="refines",
        derivation="escape_rate",
        setting={"optimiser": "gradient flow", "horizon": "8 over the rate", "initial scale": "$10^{-6}$"},
        tags=("untied", "escape"),
    ),
)

S4.claim(
    "saddle.descent",
    r"gradient descent with steps of size $\eta$ from .5 to 8, time counted as $\eta$ a step: "
    r"$\log(1 + \eta |\mu|)/\eta$ for the least eigenvalue $\mu$",
    quantity("saddle_descent")
    .quick(eta=8.0)
    .named("the rate at which gradient descent leaves the saddle")
    .equals(f"log(1 + eta*{rate})/eta", margin=0.001),
    stronger(
        bears="refines",
        derivation="descent_rate",
        setting={"optimiser": "gradient descent", "horizon": "8 over the rate", "initial scale": "$10^{-6}$"},
        tags=("untied", "escape"),
    ),
)

S4_1 = untied.statement(
    "S4.1 The saddle has the same properties",
    "It satisfies the same properties.",
    place="Part I, theoretical results",
    why_primary="Of the four properties stationarity is the one that the added read-out could break; the "
    "others are claims beside it.",
    same_as="S2.4",
)

marginal_value = quantity("marginal_value")(weights="untied")

S4_1.claim(
    "saddle.gradient",
    "(iv): zero at every point with $e = a = 0$, with attention or feed-forward part as well",
    marginal_value(what="gradient")
    .named(r"the largest entry of $\nabla L$ at the marginal point $\theta_\pi$ by all parameters")
    .equals("0", margin=1e-09),
    literal(derivation="blind_slope"),
)

S4_1.claim(
    "saddle.prediction",
    "(ii): after every context the share of ones",
    marginal_value(what=("largest prediction", "least prediction"))
    .named(r"the prediction farthest from the others at the marginal point $\theta_\pi$")
    .equals("p/(p + q)", margin=1e-09),
    literal(derivation="stationary_one"),
)

S4_1.claim(
    "saddle.loss",
    "(iii): the entropy of the stationary law",
    marginal_value(what="loss")
    .named(r"the loss at the marginal point $\theta_\pi$")
    .equals("-(p*log(p/(p + q)) + q*log(q/(p + q)))/(p + q)", margin=1e-09),
    literal(derivation="marginal_entropy"),
)

S4_1.claim(
    "saddle.gap",
    r"(i), second half: $L(\theta_\pi) > L(\theta_*)$ for $p + q > 1$",
    quantity("marginal_gap")(**simple)
    .where("p + q > 1")
    .named(
        r"the loss at the marginal point $\theta_\pi$ less that of an untied layer that predicts by the last "
        "token"
    )
    .exceeds(),
    literal(derivation="marginal_gap"),
)

S4_1.claim(
    "saddle.minimum",
    "(i), first half: a local minimum, so that no curvature is negative, $p + q > 1$",
    embedding_curvature(tau=0.0).where("p + q > 1").at_least("0", margin=1e-09),
    literal(derivation="untied_least"),
)

S4_2 = untied.statement(
    "S4.2 The Hessian without weight tying",
    "Intuition, no weight-tying: Hessian is indefinite.",
    place="Part I, intuition",
    why_primary="Positive curvature along the bias is there in any case; what is asserted is the negative "
    "one.",
).having(tags=("untied", "curvature"))

S4_2.claim(
    "saddle.negative",
    r"indefinite: as many negative eigenvalues as the width, whenever $p + q \ne 1$",
    marginal_inertia(**simple, sign="negative").where(dependent).equals("d", margin=0.0),
)

S4_2.claim(
    "saddle.positive",
    r"indefinite: one positive eigenvalue more than the width, whenever $p + q \ne 1$",
    marginal_inertia(**simple, sign="positive")
    .where(dependent)
    .named(r"the number of positive eigenvalues of the Hessian at the marginal point $\theta_\pi$")
    .equals("d + 1", margin=0.0),
    stronger(),
)
