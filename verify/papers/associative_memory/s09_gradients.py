"""S9: the gradients (17), (19), (21), the map (20), and how well it stands for SGD (Figs. 4 and 5).

`eta` is the step size, gamma in the paper.
"""

from __future__ import annotations

from ...paper import charitable, derived, literal, quantity, stronger
from . import paper

S9 = paper.statement(
    "S9 Gradient of the loss",
    r"$\nabla_W \ell(x, y; W) = -(1 - p_W(y|x)) (u_y - \varepsilon) e_x^\top$ with "
    r"$\varepsilon = \sum_z p_W(z|x, z \ne y) u_z$.",
    place="Eq. (17)",
    primary="gradient.entry",
    why_primary="An equation between matrices holds if it holds entry by entry.",
)

S9.claim(
    "gradient.entry",
    "Eq. (17), entry by entry, for every number of answers and every dimension",
    quantity("gradient_gap", "the derivative of the loss by an entry of $W$ less that of (17)").vanishes(
        margin=1e-10
    ),
    literal(derivation="gradient_gap", tags=("gradient",)),
)

S9_1 = paper.statement(
    "S9.1 Size of the neglected term",
    r"$\varepsilon$ concentrates around zero with $\|\varepsilon\|^2 \approx 1/M$, notably for $W = 0$ and "
    "random $W$.",
    place="approximation of the updates, above Eq. (19)",
    primary="neglected.power.limit",
    why_primary="The sign of approximation is followed by an argument about large $M$, so that the limit is "
    "meant, with its constant.",
    as_printed="As an equation it needs $1/(M - 1)$, the mean at $W = 0$.",
    printed="neglected.power.printed",
).having(tags=("gradient",))

neglected_power = quantity("neglected_power", r"the mean square length of $\varepsilon$ at $W = 0$")
power = neglected_power["power"](d=(10, 100), scale=0.0).quick(d=100)

S9_1.claim(
    "neglected.power.theta",
    r"$W = 0$: mean of $|\varepsilon|^2$ against $1/M$ as an order of growth",
    power.grows_like("C/M", alternatives=("C/sqrt(M)",)),
    literal(derivation="neglected_power"),
)

S9_1.claim(
    "neglected.power.printed",
    r"$W = 0$: mean of $|\varepsilon|^2$ is $1/M$",
    power.equals("1/M", margin=0.05),
    stronger(derivation="neglected_power"),
)

S9_1.claim(
    "neglected.power.limit",
    r"$W = 0$: mean of $|\varepsilon|^2$ is asymptotically $1/M$, with its constant, as the number of "
    "answers grows",
    power.equals("1/M", margin=0.05, asymptotic=True, diverging="M"),
    literal(derivation="neglected_power"),
)

S9_1.claim(
    "neglected.power.rivals",
    r"$W = 0$: mean of $|\varepsilon|^2$ is $1/(M-1)$, one over the number of rivals",
    power.equals("1/(M - 1)", margin=0.05),
    stronger(bears="refines", derivation="neglected_power"),
)

S9_1.claim(
    "neglected.variance",
    r"it concentrates: at $W = 0$ the variance of $|\varepsilon|^2$ is $2(M-2)/(d(M-1)^3)$",
    neglected_power(d=(10, 100), scale=0.0)
    .quick(d=100)
    .statistic("variance")
    .named(r"the variance of the square length of $\varepsilon$ at $W = 0$")
    .equals("2*(M - 2)/(d*(M - 1)**3)", margin=0.2),
    stronger(derivation="neglected_power_variance"),
)

S9_1.claim(
    "neglected.power.random",
    r"random $W$ with $|W e_x|$ about 1, $d = 100$: mean of $|\varepsilon|^2$ is at most 5 % above that at "
    "$W = 0$",
    neglected_power["power"](d=100, scale=1.0)
    .quick()
    .named(r"the mean square length of $\varepsilon$ at random $W$")
    .at_most("1/(M - 1)", margin=0.05),
    charitable(own_threshold=True),
)

S9_1.claim(
    "neglected.power.random_narrow",
    r"random $W$ with $|W e_x|$ about 1, $d = 10$: mean of $|\varepsilon|^2$ is as at $W = 0$",
    neglected_power["power"](d=10, scale=1.0)
    .quick()
    .named(r"the mean square length of $\varepsilon$ at random $W$")
    .equals("1/(M - 1)", margin=0.05),
    stronger(own_threshold=True),
)

S9_2 = paper.statement(
    "S9.2 The neglected term is negligible",
    r"$\varepsilon$ is hence negligible in front of $u_{f(x)}$.",
    place="approximation of the updates, Eq. (19)",
    primary="neglected.negligible.five",
    why_primary="The approximation is used for the figures, all of which have $M = 5$.",
    why_refuted=r"The figures have $M = 5$, where $\varepsilon$ has a quarter of the mean square length of "
    "$u_{f(x)}$, half of its length.",
)

S9_2.claim(
    "neglected.negligible.five",
    r"$M = 5$ as in the paper's figures: $|\varepsilon|^2$ is at most a tenth of $|u|^2$",
    neglected_power["power"](d=(10, 100), scale=0.0, M=5).quick(d=100).at_most("1/10", margin=0.05),
    literal(derivation="neglected_power", own_threshold=True, tags=("gradient",)),
)

S9_2.claim(
    "neglected.negligible.limit",
    r"as the number of answers grows: $|\varepsilon|^2$ tends to 0",
    power.tends_to("0", margin=0.05, diverging="M"),
    charitable(derivation="neglected_power", tags=("gradient",)),
)

S9_3 = paper.statement(
    "S9.3 The map of one update",
    r"With the update model (19) SGD with batches of one leads to $q_\gamma(x) \approx f^{T p(x)}(0)$ with "
    r"$f: x \mapsto x + \gamma/(1 + M^{-1} e^x)$.",
    place="Eq. (20)",
    primary="update_map.five_answers",
    why_primary="The sign of approximation is meant for the paper's own setting, $M = 5$.",
    as_printed="As an equation it needs $M - 1$, the number of rivals, for $M$.",
    printed="update_map.printed",
).having(tags=("update",))

update_step = quantity(
    "update_step",
    r"the score of a token after one SGD step of size $\eta$ from score $q$ without interference",
)

S9_3.claim(
    "update_map.printed",
    r"orthonormal codes, $W = q\, u_y e_x^\top$: a step leads to the printed map of $q$",
    update_step(rivals="zero").equals("q + eta/(1 + exp(q)/M)", margin=0.02),
    literal(derivation="update_step"),
)

S9_3.claim(
    "update_map.rivals",
    r"orthonormal codes, $W = q\, u_y e_x^\top$: a step leads to the printed map with $M - 1$, the number "
    "of rivals, for $M$",
    update_step(rivals="zero").equals("q + eta/(1 + exp(q)/(M - 1))", margin=0.02),
    charitable(bears="refines", derivation="update_step"),
)

S9_3.claim(
    "update_map.many_answers",
    r"orthonormal codes, $W = q\, u_y e_x^\top$: a step leads to the printed map asymptotically, as the "
    "number of answers grows",
    update_step(rivals="zero").equals("q + eta/(1 + exp(q)/M)", margin=0.02, asymptotic=True, diverging="M"),
    charitable(derivation="update_step"),
)

S9_3.claim(
    "update_map.five_answers",
    r"orthonormal codes, $W = q\, u_y e_x^\top$, $M = 5$ as in the paper's figures, steps up to 1: the "
    "printed map is right to 5 % of a step's result or better",
    update_step(rivals="zero", M=5, eta=(0.1, 1.0)).is_reported("q + eta/(1 + exp(q)/M)", margin=0.05),
    charitable(derivation="update_step", own_threshold=True),
)

S9_3.claim(
    "update_map.pushed_away",
    r"with the neglected term kept, $W = q (u_y - \varepsilon) e_x^\top$: rivals fall by $q$ in sum",
    update_step(rivals="pushed away").equals("q + eta/(1 + exp(q*M/(M - 1))/(M - 1))", margin=0.02),
    stronger(bears="refines", derivation="update_step_repelled"),
)

S9_4 = paper.statement(
    "S9.4 Saturation of the iterates",
    "Minimising the loss implies $p_W(y|x) = 1$, which leads to $W$ diverging to infinity; "
    r"$n \mapsto f^n(0)$ reaches a saturation phase.",
    place="Fig. 5, left; Section 4.1",
    primary="iterates.growth",
    why_primary="It says how fast the iterates diverge once they saturate.",
)

S9_4.claim(
    "iterates.growth",
    r"$f^n(0)$ grows as $\log(\gamma M n)$: $e^{f^n(0)}/(\gamma M n)$ tends to 1",
    derived(r"the ratio $e^{f^n(0)}/(\gamma M n)$ for the $n$-th iterate of the printed map").tends_to(
        "1", margin=0.05, diverging="n"
    ),
    stronger(derivation="iterate_growth", tags=("update",)),
)

S9_4.claim(
    "iterates.growth.measured",
    r"$f^n(0)$ grows as $\log(\gamma M n)$: $e^{f^n(0)}/(\gamma M n)$, iterated in floating point up to "
    "$n = 80000$, tends to 1",
    quantity(
        "iterate_growth",
        r"the ratio $e^{f^n(0)}/(\gamma M n)$ for the $n$-th iterate of the printed map ($\gamma = \eta$)",
    ).tends_to("1", margin=0.05, diverging="n"),
    stronger(bears="refines", tags=("update",)),
)

S9_5 = paper.statement(
    "S9.5 Equivalent powers",
    r"$q_\rho$ for $\rho$ = .05, .35 and 1 maps well $q_\gamma$ for $\gamma = 10$, $10^{-1}$ and $10^{-3}$.",
    place="Fig. 5, right",
    primary="equivalent_power.two_hundred",
    why_primary="The caption names no number of tokens; at $N = 200$ the printed powers come out to their "
    "digits.",
).having(tags=("update",), own_threshold=True)

equivalent_power = quantity(
    "equivalent_power", r"the power $\rho$ whose scheme $q_\rho$ is nearest to $q_\gamma$ ($\gamma = \eta$)"
)

S9_5.claim(
    "equivalent_power.hundred",
    "$N = 100$ as in the paper's other figures, least squares of $q(x)/q(1)$ over all tokens: the printed "
    "powers to a fifth of their value",
    equivalent_power(N=100).is_reported("rho", margin=0.2),
)

S9_5.claim(
    "equivalent_power.two_hundred",
    "$N = 200$, where the caption names no number of tokens, least squares of $q(x)/q(1)$ over all tokens: "
    "the printed powers to a fifth of their value",
    equivalent_power(N=200).is_reported("rho", margin=0.2),
    charitable(),
)

S9_5.claim(
    "equivalent_power.distance",
    "the curves map well: nowhere further apart than a tenth of $q(1)$, at $N = 100$",
    quantity("scheme_distance")(N=100)
    .named(r"the largest distance of $q_\gamma$, $\gamma = \eta$, from the printed $q_\rho$")
    .at_most("1/10", margin=0.02),
    stronger(),
)

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

update_approximation = quantity(
    "update_approximation", "the distance of SGD's error from its approximation's in a single run"
).where("t >= 16")

S9_6.claim(
    "approximation.single_run",
    r"$N = d = 100$, $M = 5$, $\alpha = 2$, SGD with batches of one from $W = 0$, $\eta$ 1 and 10, 16 to "
    "1024 tokens: in a single run the errors are on average at most .02 apart",
    update_approximation["distance"](d=100).quick(eta=1.0, t=1024).at_most("1/50", margin=0.02),
)

S9_6.claim(
    "approximation.ratio",
    r"$N = d = 100$, $M = 5$, $\alpha = 2$, SGD with batches of one from $W = 0$, $\eta$ 1 and 10, 16 to "
    "1024 tokens: the mean errors agree within 10 % of the approximation's",
    update_approximation["sgd"](d=100)
    .quick(t=(256, 1024))
    .statistic("ratio")
    .named("the mean error of SGD after $t$ tokens over that of its approximation")
    .equals("1", margin=0.1),
    stronger(),
)

update_approximation_long = quantity("update_approximation_long")["sgd"]

S9_6.claim(
    "approximation.long",
    r"the left and middle panels of Fig. 4 to their end: $N = d = 100$, $M = 5$, $\alpha = 2$, SGD with "
    r"batches of one from $W = 0$, steps $\gamma = 10$ and 1, after $10^4$ tokens: the mean error of the "
    "approximation is at most twice SGD's",
    update_approximation_long(d=100, t=10000)
    .quick(eta=10.0)
    .statistic("ratio")
    .named(r"the mean error of SGD with $\gamma = 10$ and $d = N = 100$ over that of its approximation")
    .at_least("1/2", margin=0.02),
)

S9_6.claim(
    "approximation.long_small",
    r"$N = d = 100$, $M = 5$, $\alpha = 2$, SGD with batches of one and step $\gamma = 1$, after $10^4$ "
    "tokens: the mean error of the approximation is at most three times SGD's",
    update_approximation_long(d=100, eta=1.0, t=10000)
    .quick()
    .statistic("ratio")
    .named(r"the mean error of SGD with $\gamma = 1$ and $d = N = 100$ over that of its approximation")
    .at_least("1/3", margin=0.02),
    literal(bears="refines"),
)

S9_6.claim(
    "approximation.long_early",
    r"$N = d = 100$, $M = 5$, $\alpha = 2$, SGD with batches of one and step $\gamma = 1$, after 1024 "
    "tokens, a tenth of the run: the mean error of the approximation is at most twice SGD's",
    update_approximation_long(d=100, eta=1.0, t=1024)
    .quick()
    .statistic("ratio")
    .named(r"the mean error of SGD with $\gamma = 1$ and $d = N = 100$ over that of its approximation")
    .at_least("1/2", margin=0.02),
    charitable(bears="refines"),
)

S9_6.claim(
    "approximation.wide",
    "$d = 400$, four times $N$, 1024 tokens: in a single run the errors are at most .005 apart",
    update_approximation["distance"](d=400, t=1024).quick(eta=1.0).at_most("1/200", margin=0.02),
    charitable(bears="refines"),
)

S9_7 = paper.statement(
    "S9.7 Where the approximation fails",
    r"For $d = N/10 = 10$ with $\gamma = 1$ the approximation is not valid anymore.",
    place="Fig. 4, right",
    primary="approximation.narrow_long",
    why_primary="Not valid means further apart than where it is called valid, after as many tokens.",
).having(tags=("update", "training"))

S9_7.claim(
    "approximation.narrow_long",
    r"$d = 10 < N = 100$, $M = 5$, $\alpha = 2$, step $\gamma = 1$, after $10^4$ tokens: the mean error of "
    "the approximation is more than twice SGD's",
    update_approximation_long(d=10, eta=1.0, t=10000)
    .quick()
    .statistic("ratio")
    .named(r"the mean error of SGD with $\gamma = 1$ and $d = N/10 = 10$ over that of its approximation")
    .at_most("1/2", margin=0.02),
    literal(own_threshold=True),
)

S9_7.claim(
    "approximation.narrow",
    r"$d = 10 < N = 100$, $\eta = 1$, 1024 tokens: the errors are more than .02 apart",
    update_approximation["distance"](d=10, eta=1.0, t=1024).at_least("1/50", margin=0.02),
    literal(own_threshold=True),
)

S9_7.claim(
    "approximation.pessimistic",
    "$d = 10 < N = 100$, 1024 tokens: SGD does better than its approximation predicts",
    update_approximation["gap"](d=10, t=1024)
    .named(r"the error of the approximation minus that of SGD at step size $\eta$")
    .exceeds(),
    stronger(bears="refines"),
)

S9_8 = paper.statement(
    "S9.8 Gradient under a layer norm",
    r"$\nabla_W \ell^{LN} = \frac{1}{\|W e_x\|} (I - (\bar W e_x)(\bar W e_x)^\top) \nabla_{\bar W} \ell(x, "
    r"y; \bar W)$ with $\bar W = W/\|W e_x\|$.",
    place="Eq. (21)",
    primary="layer_norm.gradient",
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
    primary="layer_norm.radial",
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
