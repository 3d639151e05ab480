r"""S5: the point $\theta_\pi$ of S3, weights tied, where $p + q < 1$.

`p` and `q` are the switching probabilities and $\lambda = 1 - p - q$, `N` the number of positions, `d` the
width and `D` the number of all parameters. `tau` is what the feed-forward part subtracts of its input and `v`
the multiple of the mean token that attention subtracts; with both zero every parameter but the bias is zero,
which is called the simple point. `r` is the distance of all parameters from the point, the bias at will.
"""

from ...paper import grid, literal, quantity, stronger
from . import paper

tied = paper.having(
    setting={"subtracted": r"$v$ mean tokens by attention, $\tau$ inputs by the feed-forward part"}
)

simple = grid(weights="tied", N=4, v=0.0, tau=0.0)
minimum = ("tied", "curvature", r"answer: Where $\theta_\pi$ is a local minimum")

S5 = tied.question(
    "S5 The same point for $p + q < 1$",
    "What is the point of the construction where $p + q < 1$?",
    why_primary="The construction of S3 is asked for its nature on the other side of one.",
).having(tags=("tied", "curvature"))

marginal_inertia = quantity("marginal_inertia")(**simple)

S5.claim(
    "tied_below.saddle",
    "the simple point, $p + q < 1$: the loss falls along every embedding and rises along the bias, a saddle "
    "with as many negative eigenvalues as the width",
    marginal_inertia(sign="negative")
    .where("p + q < 1")
    .named(r"the number of negative eigenvalues of the Hessian at the marginal point $\theta_\pi$")
    .equals("d", margin=0.0),
    literal(tags=minimum),
)

S5.claim(
    "tied_below.maximum",
    "the simple point, $p + q < 1$: a local maximum, so that no eigenvalue is positive",
    marginal_inertia(sign="positive")
    .where("p + q < 1")
    .named(r"the number of positive eigenvalues of the Hessian at the marginal point $\theta_\pi$")
    .equals("0", margin=0.0),
    stronger(bears="refines"),
)

S5.claim(
    "tied_below.one",
    r"the simple point, $p + q = 1$: only the bias curves the loss, and $H(\pi)$ is the least loss there is",
    marginal_inertia(sign="zero")
    .where("p + q >= 1", "p + q <= 1")
    .named(r"the number of zero eigenvalues of the Hessian at the marginal point $\theta_\pi$")
    .equals("D - 1", margin=0.0),
    stronger(bears="refines"),
)

S5_1 = tied.question(
    "S5.1 Is the condition needed?",
    'The theorem says "if $p + q > 1$"; is the condition needed as well?',
    why_primary="One point on the other side decides it.",
).having(tags=minimum, quantifier="all", direction="necessary")

embedding_curvature = quantity(
    "embedding_curvature",
    "the least curvature of the loss along embeddings at the marginal point, the bias at its best,",
)(weights="tied").where("p + q < 1")

S5_1.claim(
    "tied_below.only_if",
    "only if $p + q > 1$: for $p + q < 1$ no point with $e = 0$ curves up along every embedding, whatever "
    "the other weights; here the feed-forward part subtracts twice its input",
    embedding_curvature(N=4, v=0.0, tau=2.0).at_most("0"),
    stronger(derivation="tied_curvature"),
)

S5_1.claim(
    "tied_below.only_if.attention",
    "only if $p + q > 1$: for $p + q < 1$ no point with $e = 0$ curves up along every embedding, whatever "
    "the other weights; here attention subtracts three times the mean token",
    embedding_curvature(N=range(2, 9), v=3.0, tau=0.0).quick(N=(2, 4, 6)).at_most("0"),
    stronger(derivation="attended_curvature"),
)

S5_2 = tied.question(
    "S5.2 Bad local minima for $p + q < 1$",
    "Are there bad local minima for $p + q < 1$ too?",
    why_primary="The condition leaves open whether weights other than the simple ones hold a bad local "
    "minimum on the other side.",
)

S5_2.claim(
    "tied_below.minimum",
    "tied weights, $p + q < 1$, $e = 0$, with a feed-forward part that subtracts twice its input or "
    "attention that subtracts three times the mean token, all parameters moved by .1: no layer so near has a "
    "lower loss, so that there are bad local minima on this side as well",
    quantity("least_excess")(weights="tied", N=4, v=(0.0, 3.0), tau=(0.0, 2.0), r=0.1)
    .quick(v=0.0, tau=2.0)
    .where("p + q < 1", "tau + v > 1")
    .named(
        r"the least $(L - H(\pi))/|e|^2$ that a search finds within $r$ of the marginal point $\theta_\pi$"
    )
    .exceeds(),
    stronger(
        quantifier="exists", tags=("tied", "perturbation", r"answer: Where $\theta_\pi$ is a local minimum")
    ),
)

S5_2.claim(
    "tied_below.gap",
    r"$p + q < 1$: their loss $H(\pi)$ is above the least, so that they are bad",
    quantity("marginal_gap")(**simple)
    .where("p + q < 1")
    .named(
        r"the loss at the marginal point $\theta_\pi$ less that of a tied layer that predicts by the last "
        "token"
    )
    .exceeds(),
    stronger(derivation="marginal_gap", tags=("tied",)),
)
