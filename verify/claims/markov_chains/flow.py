r"""S7: gradient flow of the reduced model $\mathrm{logit} = e^2 (1 + 2 w |w|)(1 + a)\, x + b - e^2/2$.

`s` and `c` are slope and intercept, `size` is |w| on the `left` (w < 0) or the `right`, `rate` how many times
as fast b moves as e and w. The bias is eliminated unless a reading says that it moves, and a = 0 unless it
names attention.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Quantifier, Relation, Role

_BELOW = {"p": (0.2,), "q": (0.6,)}
_ABOVE = {"p": (0.6,), "q": (0.7,)}

_CONVEX = Claim(
    id="markov_chains.reduced_minimum.convex",
    label="the determinant of the loss's Hessian in slope and intercept",
    statement_id="markov_chains.S7.1",
    interpretation="in slope and intercept the loss is strictly convex, its Hessian's determinant $\\pi_0 "
    "\\pi_1 "
    "\\sigma'(c) \\sigma'(s + c)$ being positive everywhere: the minimum is unique",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="p*q*exp(s + 2*c)/((p + q)**2*(1 + exp(c))**2*(1 + exp(s + c))**2)",
    derivation="loss_curvature",
    quantity="loss_curvature",
    quick_grid={"p": (0.2, 0.6), "s": (-2.0, 3.0), "c": (-2.0, 0.5)},
    margin=1e-6,
    tags=("gradient flow",),
    quantifier=Quantifier.ALL,
)
_SLOPE = replace(
    _CONVEX,
    id="markov_chains.reduced_minimum.slope",
    label="the exponential $e^s$ of the slope $s$ of least loss",
    interpretation="the slope of least loss is $\\log \\frac{(1-p)(1-q)}{pq}$, positive where $p + q < 1$ "
    "and "
    "negative where $p + q > 1$",
    role=Role.STRONGER,
    claimed="(1 - p)*(1 - q)/(p*q)",
    derivation="slope_odds",
    quantity="slope_odds",
    quick_grid={},
    bears=Bears.REFINES,
)
_KEPT = Claim(
    id="markov_chains.energy.conserved.left",
    label="the rate of change of $E = e^2 - w^2 + \\ln |w|$ for $w < 0$",
    statement_id="markov_chains.S7.2",
    interpretation="$w < 0$, bias eliminated, any loss of slope and intercept: $e^2 - w^2 + \\ln |w|$ does "
    "not "
    "change",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="energy_rate_left",
    quantity="flow_drift",
    grid={"start": ("left", "far left"), "invariant": ("energy",)},
    quick_grid={"p": (0.6,), "start": ("left", "far left"), "invariant": ("energy",)},
    margin=1e-8,
    tags=("gradient flow", "energy"),
    quantifier=Quantifier.ALL,
)
_DRIFT = Claim(
    id="markov_chains.energy.moving.drift",
    label="the change of the energy $E$ until time 40 with $b$ moving rate times as fast as $e$ and $w$",
    statement_id="markov_chains.S7.3",
    interpretation="$p + q > 1$, from $(e, w) = (.9, -.4)$ and the best bias: where b moves `rate` times as "
    "fast "
    "as e and w, the energy changes by an amount of order $1/$rate until time 40",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/rate",
    alternatives=("C/sqrt(rate)", "C/rate**2"),
    quantity="energy_change",
    grid={**_ABOVE, "start": ("left",), "rate": (16, 32, 64, 128, 256, 512)},
    quick_grid={**_ABOVE, "start": ("left",), "rate": (16, 32, 64, 128)},
    margin=0.05,
    tags=("gradient flow", "energy"),
)
_LINE = Claim(
    id="markov_chains.line.curvature.left",
    label="the second derivative of the loss by $e$ at $e = 0$ and $w = -\\mathrm{size}$",
    statement_id="markov_chains.S7.4",
    interpretation="$w < 0$: across the line e = 0 of rest points the loss curves by $-2 \\lambda \\pi_0 "
    "\\pi_1 (1 "
    "- 2 w^2)$, $\\lambda = 1 - p - q$: for $p + q > 1$ local minima where $w > -1/\\sqrt{2}$ and saddles "
    "beyond, for $p + q < 1$ the other way round",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="2*p*q*(p + q - 1)*(1 - 2*size**2)/(p + q)**2",
    derivation="line_curvature_left",
    quantity="line_curvature",
    grid={"side": ("left",)},
    margin=1e-6,
    tags=("gradient flow", "rest points"),
    quantifier=Quantifier.ALL,
)
_LOCAL = replace(
    _LINE,
    id="markov_chains.line.local.above",
    label="the least rise of the loss over a small sphere in (e, w, b)",
    interpretation="$p + q > 1$, points (0, w) with $w > -1/\\sqrt{2}$: in no direction does the loss fall "
    "below "
    "$H(\\pi)$, and along the line it stays: local minima, not strict ones",
    claimed="0",
    derivation=None,
    quantity="line_rise",
    grid={**_ABOVE, "w": (-0.5, 0.0, 0.5, 1.0)},
    margin=1e-9,
    tags=("gradient flow", "rest points"),
    quantifier=Quantifier.EXISTS,
)
_FALLS = replace(
    _LOCAL,
    id="markov_chains.line.saddle.above",
    label="the largest fall of the loss over a small sphere in (e, w, b)",
    interpretation="$p + q > 1$, points (0, w) with $w < -1/\\sqrt{2}$: the loss falls in some direction: no "
    "local "
    "minima",
    relation=Relation.ORDERING,
    quantity="line_fall",
    grid={**_ABOVE, "w": (-1.5, -1.0)},
    margin=0.0,
)
_ATTENTION = replace(
    _KEPT,
    id="markov_chains.attention.conserved",
    label="the rate of change of $e^2 - 2 (1 + a)^2$ with attention",
    statement_id="markov_chains.S7.10",
    interpretation="attention that looks at the current symbol multiplies the slope by $1 + a$: $e^2 - 2 (1 "
    "+ "
    "a)^2$ does not change",
    role=Role.STRONGER,
    derivation="attention_rate",
    grid={"invariant": ("attention",)},
    quick_grid={"p": (0.6,), "invariant": ("attention",)},
)

CLAIMS: tuple[Claim, ...] = (
    _CONVEX,
    _SLOPE,
    replace(
        _SLOPE,
        id="markov_chains.reduced_minimum.intercept",
        label="the exponential $e^c$ of the intercept $c$ of least loss",
        interpretation="the intercept of least loss, $b - e^2/2$, is $\\log \\frac{p}{1-p}$",
        claimed="p/(1 - p)",
        derivation="intercept_odds",
        quantity="intercept_odds",
    ),
    replace(
        _SLOPE,
        id="markov_chains.reduced_minimum.curve",
        label="the least loss at a given $e$ minus the entropy rate",
        interpretation="in (e, w, b) the minima form a curve: every $e \\ne 0$ has a w and a b with the "
        "entropy "
        "rate as loss",
        claimed="0",
        derivation=None,
        quantity="curve_excess",
        margin=1e-9,
    ),
    replace(
        _SLOPE,
        id="markov_chains.reduced_minimum.single",
        label="the number of minima among eight values of e",
        interpretation="in the parameters (e, w, b) the minimum is unique",
        role=Role.LITERAL,
        relation=Relation.AT_MOST,
        claimed="1",
        derivation=None,
        quantity="minimisers",
    ),
    _KEPT,
    replace(
        _KEPT,
        id="markov_chains.energy.conserved.right",
        label="the rate of change of $E = e^2 - w^2 - \\ln w$ for $w > 0$",
        interpretation="$w > 0$, bias eliminated, any loss of slope and intercept: $e^2 - w^2 - \\ln w$ does "
        "not "
        "change",
        derivation="energy_rate_right",
        grid={"start": ("right",), "invariant": ("energy",)},
        quick_grid={"p": (0.6,), "start": ("right",), "invariant": ("energy",)},
    ),
    _DRIFT,
    replace(
        _DRIFT,
        id="markov_chains.energy.moving.drift.below",
        interpretation="$p + q < 1$, from $(e, w) = (.8, .4)$ and the best bias: the energy changes by an "
        "amount "
        "of order $1/$rate until time 40",
        grid={**_BELOW, "start": ("right",), "rate": (16, 32, 64, 128, 256, 512)},
        quick_grid={**_BELOW, "start": ("right",), "rate": (16, 32, 64, 128)},
    ),
    replace(
        _DRIFT,
        id="markov_chains.energy.moving.conserved",
        interpretation="b moves as fast as e and w, from the best bias: the energy still does not change",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="0",
        alternatives=(),
        grid={"rate": (1,)},
        quick_grid={"rate": (1,)},
        margin=0.001,
        bears=Bears.REFINES,
    ),
    replace(
        _KEPT,
        id="markov_chains.energy.moving.balance",
        label="the rate of the energy plus $2/\\kappa$ times that of the area $\\int e^2\\,db$",
        statement_id="markov_chains.S7.3",
        interpretation="b moves $\\kappa$ times as fast as e and w: the energy changes by exactly "
        "$-\\frac{2}{\\kappa} \\int e^2 db$",
        role=Role.STRONGER,
        derivation="energy_balance",
        quantity="energy_balance",
        grid={},
        quick_grid={"p": (0.6,), "rate": (1, 8)},
        margin=1e-6,
    ),
    _LINE,
    replace(
        _LINE,
        id="markov_chains.line.curvature.right",
        label="the second derivative of the loss by $e$ at $e = 0$ and $w = \\mathrm{size}$",
        interpretation="$w > 0$: across the line e = 0 the loss curves by $-2 \\lambda \\pi_0 \\pi_1 (1 + 2 "
        "w^2)$: "
        "local minima for $p + q > 1$, none for $p + q < 1$",
        claimed="2*p*q*(p + q - 1)*(1 + 2*size**2)/(p + q)**2",
        derivation="line_curvature_right",
        grid={"side": ("right",)},
    ),
    replace(
        _LOCAL,
        id="markov_chains.line.marginal",
        label="the normalised excess loss $(L - R)/(H(\\pi) - R)$ on the line $e = 0$",
        interpretation="on the line e = 0 the best prediction is the marginal, for every w and on both sides "
        "of $p "
        "+ q = 1$",
        claimed="1",
        quantity="line_excess",
        grid={},
    ),
    _LOCAL,
    replace(
        _LOCAL,
        id="markov_chains.line.local.below",
        interpretation="$p + q < 1$ has bad local minima as well: the points (0, w) with $w < -1/\\sqrt{2}$",
        role=Role.STRONGER,
        grid={**_BELOW, "w": (-1.5, -1.0)},
        bears=Bears.REFINES,
    ),
    _FALLS,
    replace(
        _FALLS,
        id="markov_chains.line.saddle.below",
        interpretation="$p + q < 1$, points (0, w) with $w > -1/\\sqrt{2}$: the loss falls in some direction",
        grid={**_BELOW, "w": (-0.5, 0.0, 0.5, 1.0)},
    ),
    _ATTENTION,
    replace(
        _ATTENTION,
        id="markov_chains.attention.energy",
        label="the rate of change of $E = e^2 - w^2 + \\ln |w|$ with attention",
        interpretation="$w < 0$, with attention: $e^2 - w^2 + \\ln |w|$ does not change either",
        derivation="energy_rate_attention",
        grid={"start": ("left", "far left"), "invariant": ("energy with attention",)},
        quick_grid={"p": (0.6,), "start": ("left", "far left"), "invariant": ("energy with attention",)},
        bears=Bears.REFINES,
    ),
)
