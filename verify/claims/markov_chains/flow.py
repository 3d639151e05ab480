r"""S7: gradient flow of the reduced model $\mathrm{logit} = e^2 (1 + 2 w |w|)(1 + a)\, x + b - e^2/2$.

`s` and `c` are slope and intercept, `size` is |w| on the `left` (w < 0) or the `right`, `rate` how many times
as fast b moves as e and w; (e, w) starts at $N(0, \sigma^2 I)$, `k` is $1/\sigma^2$. The bias is eliminated
unless a reading says that it moves, and a = 0 unless it names attention.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Relation, Role, Sense
from ...figure import Drawing, Figure

_BELOW = {"p": (0.2,), "q": (0.6,)}
_ABOVE = {"p": (0.6,), "q": (0.7,)}

_CONVEX = Claim(
    id="markov_chains.reduced_minimum.convex",
    subject="the determinant of the loss's Hessian in slope and intercept",
    statement_id="markov_chains.S7.1",
    reading="in slope and intercept the loss is strictly convex, its Hessian's determinant $\\pi_0 \\pi_1 "
    "\\sigma'(c) \\sigma'(s + c)$ being positive everywhere: the minimum is unique",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="p*q*exp(s + 2*c)/((p + q)**2*(1 + exp(c))**2*(1 + exp(s + c))**2)",
    derivation="loss_curvature",
    quantity="loss_curvature",
    quick_grid={"p": (0.2, 0.6), "s": (-2.0, 3.0), "c": (-2.0, 0.5)},
    margin=1e-6,
    tags=("gradient flow", "exact", "quantifier: all"),
)
_SLOPE = replace(
    _CONVEX,
    id="markov_chains.reduced_minimum.slope",
    subject="the odds $e^s$ of the slope of least loss",
    reading="the slope of least loss is $\\log \\frac{(1-p)(1-q)}{pq}$, positive where $p + q < 1$ and "
    "negative where $p + q > 1$",
    role=Role.STRONGER,
    claimed="(1 - p)*(1 - q)/(p*q)",
    derivation="slope_odds",
    quantity="slope_odds",
    quick_grid={},
)
_KEPT = Claim(
    id="markov_chains.energy.conserved.left",
    subject="the rate of the energy",
    statement_id="markov_chains.S7.2",
    reading="$w < 0$, bias eliminated, any loss of slope and intercept: $e^2 - w^2 + \\ln |w|$ does not "
    "change",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="energy_rate_left",
    quantity="flow_drift",
    grid={"start": ("left", "far left"), "invariant": ("energy",)},
    margin=1e-8,
    tags=("gradient flow", "energy", "exact", "quantifier: all"),
)
_DRIFT = Claim(
    id="markov_chains.energy.moving.drift",
    subject="the change of the energy",
    statement_id="markov_chains.S7.3",
    reading="$p + q > 1$, from $(e, w) = (.9, -.4)$ and the best bias: where b moves `rate` times as fast "
    "as e and w, the energy changes by an amount of order $1/$rate until time 40",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C/rate",
    rivals=("C/sqrt(rate)", "C/rate**2"),
    quantity="energy_change",
    grid={**_ABOVE, "start": ("left",), "rate": (16, 32, 64, 128, 256, 512)},
    margin=0.05,
    tags=("gradient flow", "energy", "exact"),
)
_MOVING = Claim(
    id="markov_chains.moving_starts.agrees",
    subject="the share of starts whose end the criterion tells",
    statement_id="markov_chains.S7.3",
    reading="$e, w, b$ from $N(0, 1)$, b moving as fast as e and w: the criterion, which takes b as "
    "eliminated, tells the end of every start",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="moving_starts",
    component="agrees",
    grid={**_ABOVE, "sigma": (1.0,)},
    margin=0.01,
    tags=(
        "gradient flow",
        "energy",
        "scale: 1",
        "horizon: 600 steps of a clock that slows where it is steep",
    ),
)
_LINE = Claim(
    id="markov_chains.line.curvature.left",
    subject="the second derivative of the loss by e at e = 0",
    statement_id="markov_chains.S7.4",
    reading="$w < 0$: across the line e = 0 of rest points the loss curves by $-2 \\lambda \\pi_0 \\pi_1 (1 "
    "- 2 w^2)$, $\\lambda = 1 - p - q$: for $p + q > 1$ local minima where $w > -1/\\sqrt{2}$ and saddles "
    "beyond, for $p + q < 1$ the other way round",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="2*p*q*(p + q - 1)*(1 - 2*size**2)/(p + q)**2",
    derivation="line_curvature_left",
    quantity="line_curvature",
    grid={"side": ("left",)},
    margin=1e-6,
    tags=("gradient flow", "rest points", "exact", "quantifier: all"),
)
_LOCAL = replace(
    _LINE,
    id="markov_chains.line.local.above",
    subject="the least rise of the loss over a small sphere in (e, w, b)",
    reading="$p + q > 1$, points (0, w) with $w > -1/\\sqrt{2}$: in no direction does the loss fall below "
    "$H(\\pi)$, and along the line it stays: local minima, not strict ones",
    claimed="0",
    derivation=None,
    quantity="line_rise",
    grid={**_ABOVE, "w": (-0.5, 0.0, 0.5, 1.0)},
    margin=1e-9,
    tags=("gradient flow", "rest points", "exact", "quantifier: exists"),
)
_FALLS = replace(
    _LOCAL,
    id="markov_chains.line.saddle.above",
    subject="the largest fall of the loss over a small sphere in (e, w, b)",
    reading="$p + q > 1$, points (0, w) with $w < -1/\\sqrt{2}$: the loss falls in some direction: no local "
    "minima",
    relation=Relation.ORDERING,
    quantity="line_fall",
    grid={**_ABOVE, "w": (-1.5, -1.0)},
    margin=0.0,
)
_ANY = Claim(
    id="markov_chains.starts.below.any",
    subject="the probability of the global minimum",
    statement_id="markov_chains.S7.5",
    reading="$p + q < 1$, $\\sigma$ from .1 to 2: every start, up to probability zero, reaches the global "
    "minimum",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="global_share",
    grid={**_BELOW, "sigma": (0.1, 0.3, 1.0, 2.0)},
    margin=0.005,
    tags=(
        "gradient flow",
        "exact",
        "quantifier: all",
        "answer: Where Gaussian starts of the reduced model end",
    ),
)
_SMALL = replace(
    _ANY,
    id="markov_chains.starts.below.small",
    reading="$p + q < 1$, $\\sigma \\le .3$: all but half a percent of the starts reach it",
    role=Role.CHARITABLE,
    grid={**_BELOW, "sigma": (0.1, 0.3)},
)
_WIDE = replace(
    _ANY,
    id="markov_chains.starts.below.wide",
    reading="$p + q < 1$: as $\\sigma$ grows the probability goes to 3/4, as starts with $w < 0$ and $|e| < "
    "|w|$ stick",
    role=Role.STRONGER,
    relation=Relation.LIMIT,
    claimed="3/4",
    grid={**_BELOW, "sigma": (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)},
    diverging="sigma",
    margin=0.002,
)
_TOLD = Claim(
    id="markov_chains.starts.criterion",
    subject="the share of starts whose end the criterion tells",
    statement_id="markov_chains.S7.7",
    reading="both sides of $p + q = 1$, $\\sigma$ from .1 to 2: the global minimum is reached exactly where "
    "the slope starts with the sign of the best one, or $w < 0$ and the energy is above that of the saddle, "
    "$-(1 + \\ln 2)/2$",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="gaussian_starts",
    component="agrees",
    quick_grid={"sigma": (0.3, 1.0)},
    margin=0.01,
    tags=("gradient flow", "quantifier: all"),
)
_BOUND = Claim(
    id="markov_chains.starts.above.bound",
    subject="the probability of the global minimum",
    statement_id="markov_chains.S7.7",
    reading="$p + q > 1$: at most $2^{-1/(4 \\sigma^2)}$, the probability of a start outside the ball",
    role=Role.STRONGER,
    relation=Relation.AT_MOST,
    claimed="exp(-k*log(2)/4)",
    quantity="rare_share",
    grid={**_ABOVE, "k": (1.0, 4.0, 16.0, 64.0, 256.0, 1024.0)},
    margin=1e-6,
    tags=("gradient flow", "exact"),
)
_RATE = replace(
    _BOUND,
    id="markov_chains.starts.above.rate",
    subject="$-2 \\sigma^2$ times the logarithm of the probability of the global minimum",
    reading="$p + q > 1$: as $\\sigma$ falls it goes to $(\\ln 2)/2$, the squared radius of the ball",
    relation=Relation.LIMIT,
    claimed="log(2)/2",
    quantity="rare_rate",
    grid=_ABOVE,
    diverging="k",
    margin=0.005,
)
_ESCAPE = Claim(
    id="markov_chains.final_excess.escape",
    subject="the normalised excess at the end of the flow",
    statement_id="markov_chains.S7.8",
    reading="$p + q > 1$: from $w < -1/\\sqrt{2}$ and any $e \\ne 0$ the global minimum is reached",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="final_excess",
    grid={**_ABOVE, "w": (-2.0, -1.5, -1.0, -0.8), "e": (0.1, 0.5, 1.0, 2.0)},
    margin=0.01,
    tags=("gradient flow", "basins", "exact", "quantifier: all"),
)
_BALL = Claim(
    id="markov_chains.ball.above",
    subject="the squared radius of the largest ball around zero with one end",
    statement_id="markov_chains.S7.9",
    reading="$p + q > 1$: all starts inside the ball of radius $\\sqrt{(\\ln 2)/2} = .589$ stick at local "
    "minima, and inside no larger one: there the separatrix is nearest, at $w = -1/2$",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="log(2)/2",
    derivation="sharp_square_above",
    quantity="sharp_square",
    grid={"p": (0.6, 0.9)},
    quick_grid={"p": (0.6,)},
    margin=0.01,
    tags=("gradient flow", "ball", "exact", "quantifier: all", "answer: The ball around the origin"),
)
_ATTENTION = replace(
    _KEPT,
    id="markov_chains.attention.conserved",
    subject="the rate of $e^2 - 2(1+a)^2$",
    statement_id="markov_chains.S7.10",
    reading="attention that looks at the current symbol multiplies the slope by $1 + a$: $e^2 - 2 (1 + "
    "a)^2$ does not change",
    role=Role.STRONGER,
    derivation="attention_rate",
    grid={"invariant": ("attention",)},
)
_ATTENTION_TOLD = replace(
    _TOLD,
    id="markov_chains.attention_starts.agrees",
    statement_id="markov_chains.S7.10",
    reading="(e, w, a) from $N(0, \\sigma^2 I)$: the criterion tells the end once it also counts starts "
    "with $e^2 > 2 (1 + a)^2$ as global",
    role=Role.STRONGER,
    quantity="attention_starts",
    quick_grid={"sigma": (1.0,)},
)

CLAIMS: tuple[Claim, ...] = (
    _CONVEX,
    _SLOPE,
    replace(
        _SLOPE,
        id="markov_chains.reduced_minimum.intercept",
        subject="the odds $e^c$ of the intercept of least loss",
        reading="the intercept of least loss, $b - e^2/2$, is $\\log \\frac{p}{1-p}$",
        claimed="p/(1 - p)",
        derivation="intercept_odds",
        quantity="intercept_odds",
    ),
    replace(
        _SLOPE,
        id="markov_chains.reduced_minimum.curve",
        subject="the loss less the entropy rate",
        reading="in (e, w, b) the minima form a curve: every $e \\ne 0$ has a w and a b with the entropy "
        "rate as loss",
        claimed="0",
        derivation=None,
        quantity="curve_excess",
        margin=1e-9,
    ),
    replace(
        _SLOPE,
        id="markov_chains.reduced_minimum.single",
        subject="the number of minima among eight values of e",
        reading="in the parameters (e, w, b) the minimum is unique",
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
        reading="$w > 0$, bias eliminated, any loss of slope and intercept: $e^2 - w^2 - \\ln w$ does not "
        "change",
        derivation="energy_rate_right",
        grid={"start": ("right",), "invariant": ("energy",)},
    ),
    replace(
        _TOLD,
        id="markov_chains.starts.side",
        subject="the share of starts whose w keeps its sign",
        statement_id="markov_chains.S7.2",
        reading="the energy is infinite at w = 0: no orbit crosses it",
        role=Role.STRONGER,
        component="side",
    ),
    _DRIFT,
    replace(
        _DRIFT,
        id="markov_chains.energy.moving.drift.below",
        reading="$p + q < 1$, from $(e, w) = (.8, .4)$ and the best bias: the energy changes by an amount "
        "of order $1/$rate until time 40",
        grid={**_BELOW, "start": ("right",), "rate": (16, 32, 64, 128, 256, 512)},
    ),
    replace(
        _DRIFT,
        id="markov_chains.energy.moving.conserved",
        reading="b moves as fast as e and w, from the best bias: the energy still does not change",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        sense=None,
        claimed="0",
        rivals=(),
        grid={"rate": (1,)},
        margin=0.001,
    ),
    replace(
        _KEPT,
        id="markov_chains.energy.moving.balance",
        subject="the rate of the energy and $2/\\kappa$ times the area under the path of b",
        statement_id="markov_chains.S7.3",
        reading="b moves $\\kappa$ times as fast as e and w: the energy changes by exactly "
        "$-\\frac{2}{\\kappa} \\int e^2 db$",
        role=Role.STRONGER,
        derivation="energy_balance",
        quantity="energy_balance",
        grid={},
        quick_grid={"p": (0.6,), "rate": (1, 8)},
        margin=1e-6,
    ),
    _MOVING,
    replace(
        _MOVING,
        id="markov_chains.moving_starts.agrees.small",
        reading="the same with $\\sigma = .1$: the criterion tells the end of every start",
        grid={**_ABOVE, "sigma": (0.1,)},
        tags=("gradient flow", "energy", "scale: .1"),
    ),
    _LINE,
    replace(
        _LINE,
        id="markov_chains.line.curvature.right",
        reading="$w > 0$: across the line e = 0 the loss curves by $-2 \\lambda \\pi_0 \\pi_1 (1 + 2 w^2)$: "
        "local minima for $p + q > 1$, none for $p + q < 1$",
        claimed="2*p*q*(p + q - 1)*(1 + 2*size**2)/(p + q)**2",
        derivation="line_curvature_right",
        grid={"side": ("right",)},
    ),
    replace(
        _LOCAL,
        id="markov_chains.line.marginal",
        subject="the normalised excess on the line e = 0",
        reading="on the line e = 0 the best prediction is the marginal, for every w and on both sides of $p "
        "+ q = 1$",
        claimed="1",
        quantity="line_excess",
        grid={},
    ),
    _LOCAL,
    replace(
        _LOCAL,
        id="markov_chains.line.local.below",
        reading="$p + q < 1$ has bad local minima as well: the points (0, w) with $w < -1/\\sqrt{2}$",
        role=Role.STRONGER,
        grid={**_BELOW, "w": (-1.5, -1.0)},
    ),
    _FALLS,
    replace(
        _FALLS,
        id="markov_chains.line.saddle.below",
        reading="$p + q < 1$, points (0, w) with $w > -1/\\sqrt{2}$: the loss falls in some direction",
        grid={**_BELOW, "w": (-0.5, 0.0, 0.5, 1.0)},
    ),
    _ANY,
    _SMALL,
    _WIDE,
    replace(
        _ANY,
        id="markov_chains.starts.below.least",
        reading="$p + q < 1$: whatever the scale, at least three starts in four reach it",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        claimed="3/4",
        grid=_BELOW,
        margin=1e-6,
    ),
    replace(
        _ANY,
        id="markov_chains.starts.above.any",
        statement_id="markov_chains.S7.6",
        reading="$p + q > 1$, $\\sigma$ from .1 to 2: every start, up to probability zero, sticks at a "
        "local minimum",
        claimed="0",
        grid={**_ABOVE, "sigma": (0.1, 0.3, 1.0, 2.0)},
    ),
    replace(
        _SMALL,
        id="markov_chains.starts.above.small",
        statement_id="markov_chains.S7.6",
        reading="$p + q > 1$, $\\sigma = .1$: all but half a percent of the starts stick",
        claimed="0",
        grid={**_ABOVE, "sigma": (0.1,)},
    ),
    replace(
        _WIDE,
        id="markov_chains.starts.above.wide",
        statement_id="markov_chains.S7.6",
        reading="$p + q > 1$: as $\\sigma$ grows the probability goes to 1/2, that of $w < 0$",
        claimed="1/2",
        grid={**_ABOVE, "sigma": (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)},
    ),
    replace(
        _ANY,
        id="markov_chains.starts.above.most",
        statement_id="markov_chains.S7.6",
        reading="$p + q > 1$: whatever the scale, at most one start in two reaches the global minimum",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="1/2",
        grid=_ABOVE,
        margin=1e-6,
    ),
    _TOLD,
    _BOUND,
    replace(
        _BOUND,
        id="markov_chains.starts.below.bound",
        subject="the probability of a local minimum",
        reading="$p + q < 1$: at most $e^{-1/(4 \\sigma^2)}$, the probability of a start outside the ball",
        claimed="exp(-k/4)",
        grid={**_BELOW, "k": (1.0, 4.0, 16.0, 64.0, 256.0, 1024.0)},
    ),
    _RATE,
    replace(
        _RATE,
        id="markov_chains.starts.below.rate",
        subject="$-2 \\sigma^2$ times the logarithm of the probability of a local minimum",
        reading="$p + q < 1$: as $\\sigma$ falls it goes to 1/2, the squared radius of the ball",
        claimed="1/2",
        grid=_BELOW,
    ),
    _ESCAPE,
    replace(
        _ESCAPE,
        id="markov_chains.final_excess.above_separatrix",
        reading="$p + q > 1$, $w = -1/2$: above the separatrix, from $e = .4$ on, the global minimum is "
        "reached",
        role=Role.STRONGER,
        grid={**_ABOVE, "w": (-0.5,), "e": (0.4, 0.6, 1.0, 2.0)},
    ),
    replace(
        _ESCAPE,
        id="markov_chains.final_excess.below_separatrix",
        reading="$p + q > 1$, $w = -1/2$: below the separatrix, up to $e = .3$, the flow sticks at a local "
        "minimum",
        role=Role.STRONGER,
        claimed="1",
        grid={**_ABOVE, "w": (-0.5,), "e": (0.1, 0.2, 0.3)},
    ),
    _BALL,
    replace(
        _BALL,
        id="markov_chains.ball.below",
        reading="$p + q < 1$: all starts with $e \\ne 0$ inside the ball of radius $1/\\sqrt{2}$ reach the "
        "global minimum, and inside no larger one",
        claimed="1/2",
        derivation="sharp_square_below",
        grid={"p": (0.1, 0.2)},
        quick_grid={"p": (0.2,)},
        margin=0.03,
    ),
    _ATTENTION,
    replace(
        _ATTENTION,
        id="markov_chains.attention.energy",
        subject="the rate of the energy",
        reading="$w < 0$, with attention: $e^2 - w^2 + \\ln |w|$ does not change either",
        derivation="energy_rate_attention",
        grid={"start": ("left", "far left"), "invariant": ("energy with attention",)},
    ),
    _ATTENTION_TOLD,
    replace(
        _ATTENTION_TOLD,
        id="markov_chains.attention_starts.small",
        subject="the share of starts that reach the global minimum",
        reading="$p + q > 1$, $\\sigma = .1$: with attention as without, starts stick at local minima",
        claimed="0",
        component="global",
        grid={**_ABOVE, "sigma": (0.1,)},
        quick_grid={**_ABOVE, "sigma": (0.1,)},
    ),
    replace(
        _ATTENTION_TOLD,
        id="markov_chains.attention_starts.gain",
        subject="the share of starts that reach the global minimum with attention, less that without",
        reading="$p + q > 1$, $\\sigma = 1$: attention adds starts that reach the global minimum",
        relation=Relation.ORDERING,
        claimed="0",
        component="gain",
        grid={**_ABOVE, "sigma": (1.0,)},
        quick_grid={**_ABOVE, "sigma": (1.0,)},
        margin=0.0,
        tags=("gradient flow", "scale: 1"),
    ),
    replace(
        _ANY,
        id="markov_chains.switching_gap",
        subject="the probability of the global minimum below $p + q = 1$ less that above",
        statement_id="markov_chains.S7.11",
        reading="$(p, q) = (.2, .6)$ against $(.6, .7)$, at every scale of the start: the side of $p + q = "
        "1$ matters",
        role=Role.LITERAL,
        relation=Relation.ORDERING,
        claimed="0",
        quantity="switching_gap",
        grid={},
        margin=0.0,
        tags=("gradient flow", "exact"),
    ),
    replace(
        _ANY,
        id="markov_chains.switching_gap.scale",
        subject="the probability of the global minimum below $p + q = 1$ less that above",
        statement_id="markov_chains.S7.11",
        reading="how much it matters hangs on the scale: from all at $\\sigma = .1$ it goes to one quarter",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        claimed="1/4",
        quantity="switching_gap",
        grid={},
        diverging="sigma",
        margin=0.005,
        tags=("gradient flow", "exact"),
    ),
)

_ABOVE_MAP = Figure(
    id="markov_chains.figure.basins.above",
    title="Where the reduced flow ends, p + q > 1",
    caption="Normalised excess at the end of gradient flow from (e, w), $p = .6$, $q = .7$: 1 at local "
    "minima, 0 at the global ones; dashed, the separatrix, the level of the energy at the saddle $(0, "
    "-1/\\sqrt{2})$, which bounds the basin between the saddle and $w = 0$.",
    alternative="Starts left of w = -0.7, and those above a curve that rises from there towards w = 0, end "
    "at zero; all others, the whole right half among them, end at one.",
    quantity="final_excess",
    drawing=Drawing.HEAT_MAP,
    x="w",
    y="e",
    laws={"separatrix": "sqrt(w**2 - log(max(-w, 1/1000)) - (1 + log(2))/2)"},
    grid=_ABOVE,
    log_x=False,
    log_y=False,
    place="Slides on gradient flow, p + q > 1",
    supports=("markov_chains.final_excess.escape", "markov_chains.ball.above"),
)

FIGURES: tuple[Figure, ...] = (
    _ABOVE_MAP,
    replace(
        _ABOVE_MAP,
        id="markov_chains.figure.basins.below",
        title="Where the reduced flow ends, p + q < 1",
        caption="The same at $p = .2$, $q = .6$; the separatrix bounds the basin beyond the saddle.",
        alternative="Starts below a curve that rises from w = -0.7 to the left end at one; all others, but "
        "those on e = 0, at zero.",
        grid=_BELOW,
        place="Slides on gradient flow, p + q < 1",
        supports=("markov_chains.starts.below.small", "markov_chains.ball.below"),
    ),
    Figure(
        id="markov_chains.figure.orbits",
        title="Orbits of the reduced flow, p + q > 1",
        caption="e over w along four orbits, which run to the left: `passes` and `beyond` cross or start "
        "beyond the saddle and meet the curve of global minima, `sticks` and `right` fall to e = 0.",
        alternative="One curve falls, turns near w = -0.7 and rises; one starts near e = 0 and rises to the "
        "left; two fall to e = 0.",
        quantity="orbit",
        drawing=Drawing.CURVES,
        x="w",
        series="orbit",
        log_x=False,
        log_y=False,
        supports=("markov_chains.energy.conserved.left",),
    ),
    Figure(
        id="markov_chains.figure.global_share",
        title="Probability of the global minimum by the scale of the start",
        caption="Over $\\sigma$, for $p = .2$ ($p + q < 1$) and $p = .6$ ($p + q > 1$), by quadrature.",
        alternative="Below p + q = 1 it falls from one to three quarters, above it rises from zero to one "
        "half.",
        quantity="global_share",
        drawing=Drawing.CURVES,
        x="sigma",
        series="p",
        log_y=False,
        supports=("markov_chains.starts.below.any", "markov_chains.starts.above.any"),
    ),
)
