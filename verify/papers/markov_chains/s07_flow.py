r"""S7: gradient flow of the reduced model $\mathrm{logit} = e^2 (1 + 2 w |w|)(1 + a)\, x + b - e^2/2$.

`s` and `c` are slope and intercept, `size` is |w| on the `left` (w < 0) or the `right`, `rate` how many times
as fast b moves as e and w. The bias is eliminated unless it is said to move, and a = 0 unless attention
is named.
"""

from ...paper import charitable, grid, literal, powers, quantity, stronger
from . import paper

flow = paper.having(tags=("gradient flow",))
below = grid(p=0.2, q=0.6)
above = grid(p=0.6, q=0.7)

S7_1 = flow.question(
    "S7.1 Unique minimum in slope and bias",
    "Has the population loss of the reduced model a unique minimum in slope and bias?",
    place="no sentence of the slides, and the papers behind them were not at hand",
    why_primary="The question names slope and bias, not the parameters behind them.",
).having(quantifier="all")

S7_1.claim(
    "reduced_minimum.convex",
    "in slope and intercept the loss is strictly convex, its Hessian's determinant "
    r"$\pi_0 \pi_1 \sigma'(c) \sigma'(s + c)$ being positive everywhere: the minimum is unique",
    quantity("loss_curvature")
    .quick(p=(0.2, 0.6), s=(-2.0, 3.0), c=(-2.0, 0.5))
    .named("the determinant of the loss's Hessian in slope and intercept")
    .equals("p*q*exp(s + 2*c)/((p + q)**2*(1 + exp(c))**2*(1 + exp(s + c))**2)", margin=1e-06),
    literal(derivation="loss_curvature"),
)

S7_1.claim(
    "reduced_minimum.slope",
    r"the slope of least loss is $\log \frac{(1-p)(1-q)}{pq}$, positive where $p + q < 1$ and negative where "
    "$p + q > 1$",
    quantity("slope_odds", "the exponential $e^s$ of the slope $s$ of least loss").equals(
        "(1 - p)*(1 - q)/(p*q)", margin=1e-06
    ),
    stronger(bears="refines", derivation="slope_odds"),
)

S7_1.claim(
    "reduced_minimum.intercept",
    r"the intercept of least loss, $b - e^2/2$, is $\log \frac{p}{1-p}$",
    quantity("intercept_odds", "the exponential $e^c$ of the intercept $c$ of least loss").equals(
        "p/(1 - p)", margin=1e-06
    ),
    stronger(bears="refines", derivation="intercept_odds"),
)

S7_1.claim(
    "reduced_minimum.curve",
    r"in (e, w, b) the minima form a curve: every $e \ne 0$ has a w and a b with the entropy rate as loss",
    quantity("curve_excess", "the least loss at a given $e$ minus the entropy rate").equals(
        "0", margin=1e-09
    ),
    stronger(bears="refines"),
)

S7_1.claim(
    "reduced_minimum.single",
    "in the parameters (e, w, b) the minimum is unique",
    quantity("minimisers", "the number of minima among eight values of e").at_most("1", margin=1e-06),
    literal(bears="refines"),
)

S7_2 = flow.question(
    "S7.2 Energy of the reduced flow",
    r"Is $E = e^2 - w^2 - \mathrm{sgn}(w) \ln |w|$ conserved once $b$ is eliminated, $b = b^*(e, w)$?",
    place="no sentence of the slides, and the papers behind them were not at hand",
    why_primary="On the left the two signs of the formula differ, so that it could go wrong there.",
).having(quantifier="all", tags=("gradient flow", "energy"))

flow_drift = quantity("flow_drift")(invariant="energy")

S7_2.claim(
    "energy.conserved.left",
    r"$w < 0$, bias eliminated, any loss of slope and intercept: $e^2 - w^2 + \ln |w|$ does not change",
    flow_drift(start=("left", "far left"))
    .quick(p=0.6)
    .named(r"the rate of change of $E = e^2 - w^2 + \ln |w|$ for $w < 0$")
    .vanishes(margin=1e-08),
    literal(derivation="energy_rate_left"),
)

S7_2.claim(
    "energy.conserved.right",
    r"$w > 0$, bias eliminated, any loss of slope and intercept: $e^2 - w^2 - \ln w$ does not change",
    flow_drift(start="right")
    .quick(p=0.6)
    .named(r"the rate of change of $E = e^2 - w^2 - \ln w$ for $w > 0$")
    .vanishes(margin=1e-08),
    literal(derivation="energy_rate_right"),
)

S7_2.claim(
    "starts.side",
    "the energy is infinite at w = 0: no orbit crosses it",
    quantity("gaussian_starts")["side"]
    .quick(p=(0.2, 0.6), sigma=(0.3, 1.0))
    .named("the share of starts whose w keeps its sign")
    .equals("1", margin=0.01),
    stronger(bears="refines", tags=("gradient flow",)),
)

S7_3 = flow.question(
    "S7.3 Drift of the energy",
    "How does the energy drift when $b$ moves at a finite speed?",
    why_primary="It states the order of the drift in the speed of b.",
).having(tags=("gradient flow", "energy"))

energy_change = quantity(
    "energy_change",
    "the change of the energy $E$ until time 40 with $b$ moving rate times as fast as $e$ and $w$",
)

S7_3.claim(
    "energy.moving.drift",
    "$p + q > 1$, from $(e, w) = (.9, -.4)$ and the best bias: where b moves `rate` times as fast as e and "
    "w, the energy changes by an amount of order $1/$rate until time 40",
    energy_change(**above, start="left", rate=powers(16, 512))
    .quick(rate=powers(16, 128))
    .grows_like("C/rate", alternatives=("C/sqrt(rate)", "C/rate**2")),
    charitable(),
)

S7_3.claim(
    "energy.moving.drift.below",
    "$p + q < 1$, from $(e, w) = (.8, .4)$ and the best bias: the energy changes by an amount of order "
    "$1/$rate until time 40",
    energy_change(**below, start="right", rate=powers(16, 512))
    .quick(rate=powers(16, 128))
    .grows_like("C/rate", alternatives=("C/sqrt(rate)", "C/rate**2")),
    charitable(),
)

S7_3.claim(
    "energy.moving.conserved",
    "b moves as fast as e and w, from the best bias: the energy still does not change",
    energy_change(rate=1).quick().equals("0", margin=0.001),
    stronger(bears="refines"),
)

S7_3.claim(
    "energy.moving.balance",
    r"b moves $\kappa$ times as fast as e and w: the energy changes by exactly "
    r"$-\frac{2}{\kappa} \int e^2 db$",
    quantity("energy_balance")
    .quick(p=0.6, rate=(1, 8))
    .named(r"the rate of the energy plus $2/\kappa$ times that of the area $\int e^2\,db$")
    .vanishes(margin=1e-06),
    stronger(derivation="energy_balance", quantifier="all"),
)

moving_starts = quantity(
    "moving_starts", "the share of Gaussian starts whose end the energy criterion tells"
)["agrees"](**above)

for name, text, sigma, scale in (
    ("agrees", "$e, w, b$ from $N(0, 1)$", 1.0, "scale: 1"),
    ("agrees.small", r"$e, w, b$ from $N(0, \sigma^2)$ with $\sigma = .1$", 0.1, "scale: .1"),
):
    S7_3.claim(
        f"moving_starts.{name}",
        f"{text}, b moving as fast as e and w: the criterion, which takes b as eliminated, tells the end of "
        "every start",
        moving_starts(sigma=sigma).equals("1", margin=0.01),
        stronger(
            bears="refines",
            setting={"horizon": "1600 of a clock that slows where it is steep"},
            tags=("gradient flow", "energy", scale),
        ),
    )

S7_4 = flow.statement(
    "S7.4 Global and local minima of the reduced model",
    "Global minima; local minima (in the plane of e and w).",
    place="Slides 'Gradient flow'",
    why_primary="The curvature across the line e = 0 tells for every w on which side of $p + q = 1$ it is a "
    "local minimum.",
).having(tags=("gradient flow", "rest points"), quantifier="exists")

line_curvature = quantity("line_curvature")

S7_4.claim(
    "line.curvature.left",
    r"$w < 0$: across the line e = 0 of rest points the loss curves by $-2 \lambda \pi_0 \pi_1 (1 - 2 w^2)$, "
    r"$\lambda = 1 - p - q$: for $p + q > 1$ local minima where $w > -1/\sqrt{2}$ and saddles beyond, for "
    "$p + q < 1$ the other way round",
    line_curvature(side="left")
    .named(r"the second derivative of the loss by $e$ at $e = 0$ and $w = -\mathrm{size}$")
    .equals("2*p*q*(p + q - 1)*(1 - 2*size**2)/(p + q)**2", margin=1e-06),
    literal(derivation="line_curvature_left", quantifier="all"),
)

S7_4.claim(
    "line.curvature.right",
    r"$w > 0$: across the line e = 0 the loss curves by $-2 \lambda \pi_0 \pi_1 (1 + 2 w^2)$: local minima "
    "for $p + q > 1$, none for $p + q < 1$",
    line_curvature(side="right")
    .named(r"the second derivative of the loss by $e$ at $e = 0$ and $w = \mathrm{size}$")
    .equals("2*p*q*(p + q - 1)*(1 + 2*size**2)/(p + q)**2", margin=1e-06),
    literal(derivation="line_curvature_right", quantifier="all"),
)

S7_4.claim(
    "line.marginal",
    "on the line e = 0 the best prediction is the marginal, for every w and on both sides of $p + q = 1$",
    quantity("line_excess", r"the normalised excess loss $(L - R)/(H(\pi) - R)$ on the line $e = 0$").equals(
        "1", margin=1e-09
    ),
)

line_rise = quantity("line_rise", "the least rise of the loss over a small sphere in (e, w, b)")

S7_4.claim(
    "line.local.above",
    r"$p + q > 1$, points (0, w) with $w > -1/\sqrt{2}$: in no direction does the loss fall below $H(\pi)$, "
    "and along the line it stays: local minima, not strict ones",
    line_rise(**above, w=(-0.5, 0.0, 0.5, 1.0)).equals("0", margin=1e-09),
)

S7_4.claim(
    "line.local.below",
    r"$p + q < 1$ has bad local minima as well: the points (0, w) with $w < -1/\sqrt{2}$",
    line_rise(**below, w=(-1.5, -1.0)).equals("0", margin=1e-09),
    stronger(bears="refines"),
)

line_fall = quantity("line_fall", "the largest fall of the loss over a small sphere in (e, w, b)")

S7_4.claim(
    "line.saddle.above",
    r"$p + q > 1$, points (0, w) with $w < -1/\sqrt{2}$: the loss falls in some direction: no local minima",
    line_fall(**above, w=(-1.5, -1.0)).exceeds(),
)

S7_4.claim(
    "line.saddle.below",
    r"$p + q < 1$, points (0, w) with $w > -1/\sqrt{2}$: the loss falls in some direction",
    line_fall(**below, w=(-0.5, 0.0, 0.5, 1.0)).exceeds(),
)
