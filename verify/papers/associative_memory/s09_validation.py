"""S9: how well the map (20) stands for SGD (Fig. 4), and the gradient (21) under a layer norm.

`eta` is the step size, gamma in the paper; `t` counts tokens.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

S9_6 = paper.statement(
    "S9.6 The approximation is validated",
    "The approximation by $q(x)$ and the map (20) is validated empirically against SGD where $d = N = 100$, "
    r"with $\gamma = 10$ and $\gamma = 1$ (curves of the error over $10^4$ tokens).",
    place="Fig. 4, left and middle",
    primary="approximation.long",
    why_primary="The figure compares curves of the error; where they end, at $10^4$ tokens, a factor of two "
    "is visible on its axes.",
    why_refuted=r"At $\gamma = 10$ after $10^4$ tokens SGD errs on .0025 of the mass and the approximation "
    "on .04 to .06 in the mean, some twenty times as much.",
).having(tags=("update", "training"), own_threshold=True)

SGD = r"$N = d = 100$, $M = 5$, $\alpha = 2$, SGD with batches of one"
BOTH = rf"{SGD} from $W = 0$, $\eta$ 1 and 10, 16 to 1024 tokens"
approximation = quantity(
    "update_approximation", "the distance of SGD's error from its approximation's in a single run"
).where("t >= 16")
ratio = quantity("update_approximation_long")["sgd"].statistic("ratio")

S9_6.claim(
    "approximation.single_run",
    f"{BOTH}: in a single run the errors are on average at most .02 apart",
    approximation["distance"](d=100).quick(eta=1.0, t=1024).at_most("1/50", margin=0.02),
)

S9_6.claim(
    "approximation.ratio",
    f"{BOTH}: the mean errors agree within 10 % of the approximation's",
    approximation["sgd"](d=100)
    .quick(t=(256, 1024))
    .statistic("ratio")
    .named("the mean error of SGD after $t$ tokens over that of its approximation")
    .equals("1", margin=0.1),
    stronger(),
)

S9_6.claim(
    "approximation.long",
    rf"the left and middle panels of Fig. 4 to their end: {SGD} from $W = 0$, steps $\gamma = 10$ and 1, "
    "after $10^4$ tokens: the mean error of the approximation is at most twice SGD's",
    ratio(d=100, t=10000)
    .quick(eta=10.0)
    .named(r"the mean error of SGD with $\gamma = 10$ and $d = N = 100$ over that of its approximation")
    .at_least("1/2", margin=0.02),
)

small = ratio(d=100, eta=1.0).named(
    r"the mean error of SGD with $\gamma = 1$ and $d = N = 100$ over that of its approximation"
)

S9_6.claim(
    "approximation.long_small",
    rf"{SGD} and step $\gamma = 1$, after $10^4$ tokens: the mean error of the approximation is at most "
    "three times SGD's",
    small(t=10000).quick().at_least("1/3", margin=0.02),
    literal(bears="refines"),
)

S9_6.claim(
    "approximation.long_early",
    rf"{SGD} and step $\gamma = 1$, after 1024 tokens, a tenth of the run: the mean error of the "
    "approximation is at most twice SGD's",
    small(t=1024).quick().at_least("1/2", margin=0.02),
    charitable(bears="refines"),
)

S9_6.claim(
    "approximation.wide",
    "$d = 400$, four times $N$, 1024 tokens: in a single run the errors are at most .005 apart",
    approximation["distance"](d=400, t=1024).quick(eta=1.0).at_most("1/200", margin=0.02),
    charitable(bears="refines"),
)

S9_7 = paper.statement(
    "S9.7 Where the approximation fails",
    r"For $d = N/10 = 10$ with $\gamma = 1$ the approximation is not valid anymore.",
    place="Fig. 4, right",
    why_primary="Not valid means further apart than where it is called valid, after as many tokens.",
).having(tags=("update", "training"))

S9_7.claim(
    "approximation.narrow_long",
    r"$d = 10 < N = 100$, $M = 5$, $\alpha = 2$, step $\gamma = 1$, after $10^4$ tokens: the mean error of "
    "the approximation is more than twice SGD's",
    ratio(d=10, eta=1.0, t=10000)
    .quick()
    .named(r"the mean error of SGD with $\gamma = 1$ and $d = N/10 = 10$ over that of its approximation")
    .at_most("1/2", margin=0.02),
    literal(own_threshold=True),
)

S9_7.claim(
    "approximation.narrow",
    r"$d = 10 < N = 100$, $\eta = 1$, 1024 tokens: the errors are more than .02 apart",
    approximation["distance"](d=10, eta=1.0, t=1024).at_least("1/50", margin=0.02),
    literal(own_threshold=True),
)

S9_7.claim(
    "approximation.pessimistic",
    "$d = 10 < N = 100$, 1024 tokens: SGD does better than its approximation predicts",
    approximation["gap"](d=10, t=1024)
    .named(r"the error of the approximation minus that of SGD at step size $\eta$")
    .exceeds(),
    stronger(bears="refines"),
)

S9_8 = paper.statement(
    "S9.8 Gradient under a layer norm",
    r"$\nabla_W \ell^{LN} = \frac{1}{\|W e_x\|} (I - (\bar W e_x)(\bar W e_x)^\top) \nabla_{\bar W} \ell(x, "
    r"y; \bar W)$ with $\bar W = W/\|W e_x\|$.",
    place="Eq. (21)",
    why_primary="An equation between matrices holds if it holds entry by entry.",
)

S9_8.claim(
    "layer_norm.gradient",
    "Eq. (21), entry by entry, for every number of answers and every dimension",
    quantity("layer_norm_gap", "the derivative of the loss under a layer norm less that of (21)").vanishes(
        margin=1e-10
    ),
    literal(derivation="layer_norm_gap", tags=("gradient",)),
)

S9_9 = paper.statement(
    "S9.9 A projection",
    "The projection kills the signal that already aligns with $W e_x$.",
    place="below Eq. (21)",
    why_primary="What is killed is the part of the gradient along $W e_x$.",
)

S9_9.claim(
    "layer_norm.radial",
    r"$(W e_x)^\top \nabla_W \ell^{LN}$ vanishes, entry by entry",
    quantity("layer_norm_radial", "the part along $W e_x$ of the gradient under a layer norm").vanishes(
        margin=1e-10
    ),
    literal(derivation="layer_norm_radial", tags=("gradient",)),
)

paper.statement(
    "S9.10 Clipping",
    "We conjecture that the layer norm introduces a clipping effect on $q(x)$.",
    place="below Eq. (21)",
    not_covered="A conjecture that defines neither $q(x)$ of a trained $W$ nor what clipping would be.",
)
