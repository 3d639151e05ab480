"""S9: the gradients (17) and (19) and the map (20) of one update (Fig. 5).

`eta` is the step size, gamma in the paper.
"""

from ...paper import charitable, derived, literal, quantity, stronger
from . import paper

S9 = paper.statement(
    "S9 Gradient of the loss",
    r"$\nabla_W \ell(x, y; W) = -(1 - p_W(y|x)) (u_y - \varepsilon) e_x^\top$ with "
    r"$\varepsilon = \sum_z p_W(z|x, z \ne y) u_z$.",
    place="Eq. (17)",
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

neglected = quantity("neglected_power")(d=(10, 100), scale=0.0).quick(d=100)
power = neglected["power"].named(r"the mean square length of $\varepsilon$ at $W = 0$")
random = power(scale=1.0).named(r"the mean square length of $\varepsilon$ at random $W$")
MEAN = r"$W = 0$: mean of $|\varepsilon|^2$"
RANDOM = r"random $W$ with $|W e_x|$ about 1"

S9_1.claim(
    "neglected.power.theta",
    f"{MEAN} against $1/M$ as an order of growth",
    power.grows_like("C/M", alternatives=("C/sqrt(M)",)),
    literal(derivation="neglected_power"),
)

S9_1.claim(
    "neglected.power.printed",
    f"{MEAN} is $1/M$",
    power.equals("1/M", margin=0.05),
    stronger(derivation="neglected_power"),
)

S9_1.claim(
    "neglected.power.limit",
    f"{MEAN} is asymptotically $1/M$, with its constant, as the number of answers grows",
    power.equals("1/M", margin=0.05, asymptotic=True, diverging="M"),
    literal(derivation="neglected_power"),
)

S9_1.claim(
    "neglected.power.rivals",
    f"{MEAN} is $1/(M-1)$, one over the number of competitors",
    power.equals("1/(M - 1)", margin=0.05),
    stronger(bears="refines", derivation="neglected_power"),
)

S9_1.claim(
    "neglected.variance",
    r"it concentrates: at $W = 0$ the variance of $|\varepsilon|^2$ is $2(M-2)/(d(M-1)^3)$",
    neglected.named(r"the variance of the square length of $\varepsilon$ at $W = 0$")
    .statistic("variance")
    .equals("2*(M - 2)/(d*(M - 1)**3)", margin=0.2),
    stronger(derivation="neglected_power_variance"),
)

S9_1.claim(
    "neglected.power.random",
    rf"{RANDOM}, $d = 100$: mean of $|\varepsilon|^2$ is at most 5 % above that at $W = 0$",
    random(d=100).quick().at_most("1/(M - 1)", margin=0.05),
    charitable(own_threshold=True),
)

S9_1.claim(
    "neglected.power.random_narrow",
    rf"{RANDOM}, $d = 10$: mean of $|\varepsilon|^2$ is as at $W = 0$",
    random(d=10).quick().equals("1/(M - 1)", margin=0.05),
    stronger(own_threshold=True),
)

S9_2 = paper.statement(
    "S9.2 The neglected term is negligible",
    r"$\varepsilon$ is hence negligible in front of $u_{f(x)}$.",
    place="approximation of the updates, Eq. (19)",
    why_primary="The approximation is used for the figures, all of which have $M = 5$.",
    why_refuted=r"The figures have $M = 5$, where $\varepsilon$ has a quarter of the mean square length of "
    "$u_{f(x)}$, half of its length.",
).having(derivation="neglected_power", tags=("gradient",))

S9_2.claim(
    "neglected.negligible.five",
    r"$M = 5$ as in the paper's figures: $|\varepsilon|^2$ is at most a tenth of $|u|^2$",
    power(M=5).at_most("1/10", margin=0.05),
    literal(own_threshold=True),
)

S9_2.claim(
    "neglected.negligible.limit",
    r"as the number of answers grows: $|\varepsilon|^2$ tends to 0",
    power.tends_to("0", margin=0.05, diverging="M"),
    charitable(),
)

S9_3 = paper.statement(
    "S9.3 The map of one update",
    r"With the update model (19) SGD with batches of one leads to $q_\gamma(x) \approx f^{T p(x)}(0)$ with "
    r"$f: x \mapsto x + \gamma/(1 + M^{-1} e^x)$.",
    place="Eq. (20)",
    primary="update_map.five_answers",
    why_primary="The sign of approximation is meant for the paper's own setting, $M = 5$.",
    as_printed="As an equation it needs $M - 1$, the number of competitors, for $M$.",
    printed="update_map.printed",
).having(tags=("update",))

step = quantity(
    "update_step",
    r"the score of a token after one SGD step of size $\eta$ from score $q$ without interference",
)
still = step(competitors="zero")
CODES = r"orthonormal codes, $W = q\, u_y e_x^\top$"
PRINTED = "q + eta/(1 + exp(q)/M)"

S9_3.claim(
    "update_map.printed",
    f"{CODES}: a step leads to the printed map of $q$",
    still.equals(PRINTED, margin=0.02),
    literal(derivation="update_step"),
)

S9_3.claim(
    "update_map.rivals",
    f"{CODES}: a step leads to the printed map with $M - 1$, the number of competitors, for $M$",
    still.equals("q + eta/(1 + exp(q)/(M - 1))", margin=0.02),
    charitable(bears="refines", derivation="update_step"),
)

S9_3.claim(
    "update_map.many_answers",
    f"{CODES}: a step leads to the printed map asymptotically, as the number of answers grows",
    still.equals(PRINTED, margin=0.02, asymptotic=True, diverging="M"),
    charitable(derivation="update_step"),
)

S9_3.claim(
    "update_map.five_answers",
    f"{CODES}, $M = 5$ as in the paper's figures, steps up to 1: the printed map is right to 5 % of a "
    "step's result or better",
    still(M=5, eta=(0.1, 1.0)).is_reported(PRINTED, margin=0.05),
    charitable(derivation="update_step", own_threshold=True),
)

S9_3.claim(
    "update_map.pushed_away",
    r"with the neglected term kept, $W = q (u_y - \varepsilon) e_x^\top$: competitors fall by $q$ in sum",
    step(competitors="pushed away").equals("q + eta/(1 + exp(q*M/(M - 1))/(M - 1))", margin=0.02),
    stronger(bears="refines", derivation="update_step_repelled"),
)

S9_4 = paper.statement(
    "S9.4 Saturation of the iterates",
    "Minimising the loss implies $p_W(y|x) = 1$, which leads to $W$ diverging to infinity; "
    r"$n \mapsto f^n(0)$ reaches a saturation phase.",
    place="Fig. 5, left; Section 4.1",
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
