r"""S7: where gradient flow of the reduced model ends from Gaussian starts, and the ball with one end.

Letters as in `flow`; (e, w), and a or b where a reading names them, start at $N(0, \sigma^2 I)$, and `k` is
$1/\sigma^2$.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Quantifier, Relation, Role

_BELOW = {"p": (0.2,), "q": (0.6,)}
_ABOVE = {"p": (0.6,), "q": (0.7,)}

_MOVING = Claim(
    id="markov_chains.moving_starts.agrees",
    label="the share of Gaussian starts whose end the energy criterion tells",
    statement_id="markov_chains.S7.3",
    interpretation="$e, w, b$ from $N(0, 1)$, b moving as fast as e and w: the criterion, which takes b as "
    "eliminated, tells the end of every start",
    role=Role.STRONGER,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="moving_starts",
    output="agrees",
    grid={**_ABOVE, "sigma": (1.0,)},
    margin=0.01,
    tags=("gradient flow", "energy", "scale: 1"),
    setting={"horizon": "1600 of a clock that slows where it is steep"},
    bears=Bears.REFINES,
)
_ANY = Claim(
    id="markov_chains.starts.below.any",
    label="the probability that a Gaussian start of scale $\\sigma$ reaches the global minimum",
    statement_id="markov_chains.S7.5",
    interpretation="$p + q < 1$, $\\sigma$ from .1 to 2: every start, up to probability zero, reaches the "
    "global "
    "minimum",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="global_share",
    grid={**_BELOW, "sigma": (0.1, 0.3, 1.0, 2.0)},
    margin=0.005,
    tags=("gradient flow", "answer: Where Gaussian starts of the reduced model end"),
    quantifier=Quantifier.ALL,
)
_SMALL = replace(
    _ANY,
    id="markov_chains.starts.below.small",
    interpretation="$p + q < 1$, $\\sigma \\le .3$: all but half a percent of the starts reach it",
    role=Role.CHARITABLE,
    relation=Relation.AT_LEAST,
    claimed="199/200",
    grid={**_BELOW, "sigma": (0.1, 0.3)},
    margin=1e-6,
    own_threshold=True,
)
_WIDE = replace(
    _ANY,
    id="markov_chains.starts.below.wide",
    interpretation="$p + q < 1$: as $\\sigma$ grows the probability goes to 3/4, as starts with $w < 0$ and "
    "$|e| < "
    "|w|$ stick",
    role=Role.STRONGER,
    relation=Relation.LIMIT,
    claimed="3/4",
    grid={**_BELOW, "sigma": (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)},
    diverging="sigma",
    margin=0.002,
    bears=Bears.REFINES,
)
_TOLD = Claim(
    id="markov_chains.starts.criterion",
    label="the share of Gaussian starts whose end the energy criterion tells",
    statement_id="markov_chains.S7.7",
    interpretation="both sides of $p + q = 1$, $\\sigma$ from .1 to 2: the global minimum is reached exactly "
    "where "
    "the slope starts with the sign of the best one, or $w < 0$ and the energy is above that of the saddle, "
    "$-(1 + \\ln 2)/2$",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    quantity="gaussian_starts",
    output="agrees",
    quick_grid={"p": (0.2, 0.6), "sigma": (0.3, 1.0)},
    margin=0.01,
    tags=("gradient flow",),
    quantifier=Quantifier.ALL,
)
_BOUND = Claim(
    id="markov_chains.starts.above.bound",
    label="the probability that a Gaussian start of scale $\\sigma = 1/\\sqrt{k}$ reaches the global minimum",
    statement_id="markov_chains.S7.7",
    interpretation="$p + q > 1$: at most $2^{-1/(4 \\sigma^2)}$, the probability of a start outside the ball",
    role=Role.STRONGER,
    relation=Relation.AT_MOST,
    claimed="exp(-k*log(2)/4)",
    quantity="rare_share",
    grid={**_ABOVE, "k": (1.0, 4.0, 16.0, 64.0, 256.0, 1024.0)},
    margin=1e-6,
    tags=("gradient flow",),
)
_RATE = replace(
    _BOUND,
    id="markov_chains.starts.above.rate",
    label="$-2 \\sigma^2$ times the logarithm of the probability of the global minimum at $\\sigma^2 = 1/k$",
    interpretation="$p + q > 1$: as $\\sigma$ falls it goes to $(\\ln 2)/2$, the squared radius of the ball",
    relation=Relation.LIMIT,
    claimed="log(2)/2",
    quantity="rare_rate",
    grid=_ABOVE,
    diverging="k",
    margin=0.005,
)
_ESCAPE = Claim(
    id="markov_chains.final_excess.escape",
    label="the normalised excess loss $(L - R)/(H(\\pi) - R)$ at the end of the flow",
    statement_id="markov_chains.S7.8",
    interpretation="$p + q > 1$: from $w < -1/\\sqrt{2}$ and any $e \\ne 0$ the global minimum is reached",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="final_excess",
    grid={**_ABOVE, "w": (-2.0, -1.5, -1.0, -0.8), "e": (0.1, 0.5, 1.0, 2.0)},
    margin=0.01,
    tags=("gradient flow", "basins"),
    quantifier=Quantifier.ALL,
)
_BALL = Claim(
    id="markov_chains.ball.above",
    label="the squared radius of the largest ball around zero from which all starts have one end",
    statement_id="markov_chains.S7.9",
    interpretation="$p + q > 1$: all starts inside the ball of radius $\\sqrt{(\\ln 2)/2} = .589$ stick at "
    "local "
    "minima, and inside no larger one: there the separatrix is nearest, at $w = -1/2$",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="log(2)/2",
    derivation="sharp_square_above",
    quantity="sharp_square",
    grid={"p": (0.6, 0.9)},
    quick_grid={"p": (0.6,)},
    margin=0.01,
    tags=("gradient flow", "ball", "answer: The ball around the origin"),
    quantifier=Quantifier.ALL,
)
_ATTENTION_TOLD = replace(
    _TOLD,
    id="markov_chains.attention_starts.agrees",
    statement_id="markov_chains.S7.10",
    interpretation="(e, w, a) from $N(0, \\sigma^2 I)$: the criterion tells the end once it also counts "
    "starts "
    "with $e^2 > 2 (1 + a)^2$ as global",
    role=Role.STRONGER,
    quantity="attention_starts",
    quick_grid={"sigma": (1.0,)},
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    replace(
        _TOLD,
        id="markov_chains.starts.side",
        label="the share of starts whose w keeps its sign",
        statement_id="markov_chains.S7.2",
        interpretation="the energy is infinite at w = 0: no orbit crosses it",
        role=Role.STRONGER,
        output="side",
        bears=Bears.REFINES,
    ),
    _MOVING,
    replace(
        _MOVING,
        id="markov_chains.moving_starts.agrees.small",
        interpretation="$e, w, b$ from $N(0, \\sigma^2)$ with $\\sigma = .1$, b moving as fast as e and w: "
        "the criterion, which takes b as eliminated, tells the end of every start",
        grid={**_ABOVE, "sigma": (0.1,)},
        tags=("gradient flow", "energy", "scale: .1"),
    ),
    _ANY,
    _SMALL,
    _WIDE,
    replace(
        _ANY,
        id="markov_chains.starts.below.least",
        interpretation="$p + q < 1$: whatever the scale, at least three starts in four reach it",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        claimed="3/4",
        grid=_BELOW,
        margin=1e-6,
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    replace(
        _ANY,
        id="markov_chains.starts.above.any",
        statement_id="markov_chains.S7.6",
        interpretation="$p + q > 1$, $\\sigma$ from .1 to 2: every start, up to probability zero, sticks at "
        "a "
        "local minimum",
        claimed="0",
        grid={**_ABOVE, "sigma": (0.1, 0.3, 1.0, 2.0)},
    ),
    replace(
        _SMALL,
        id="markov_chains.starts.above.small",
        statement_id="markov_chains.S7.6",
        interpretation="$p + q > 1$, $\\sigma = .1$: all but half a percent of the starts stick",
        relation=Relation.AT_MOST,
        claimed="1/200",
        grid={**_ABOVE, "sigma": (0.1,)},
    ),
    replace(
        _WIDE,
        id="markov_chains.starts.above.wide",
        statement_id="markov_chains.S7.6",
        interpretation="$p + q > 1$: as $\\sigma$ grows the probability goes to 1/2, that of $w < 0$",
        claimed="1/2",
        grid={**_ABOVE, "sigma": (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)},
    ),
    replace(
        _ANY,
        id="markov_chains.starts.above.most",
        statement_id="markov_chains.S7.6",
        interpretation="$p + q > 1$: whatever the scale, at most one start in two reaches the global minimum",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="1/2",
        grid=_ABOVE,
        margin=1e-6,
        bears=Bears.REFINES,
        own_threshold=True,
    ),
    _TOLD,
    replace(
        _TOLD,
        id="markov_chains.starts.share",
        label="the share of starts that flow to the rarer end relative to its probability by quadrature",
        interpretation="two chains on each side, $\\sigma = 1$ and 2: as many starts flow to the rarer end "
        "(above "
        "$p + q = 1$ the global minimum) as the criterion gives by quadrature, to a tenth",
        role=Role.STRONGER,
        quantity="end_ratio",
        output="ratio",
        quick_grid={"p": (0.9,), "sigma": (2.0,)},
        margin=0.1,
    ),
    _BOUND,
    replace(
        _BOUND,
        id="markov_chains.starts.below.bound",
        label="the probability that a Gaussian start of scale $\\sigma = 1/\\sqrt{k}$ ends at a "
        "local minimum",
        interpretation="$p + q < 1$: at most $e^{-1/(4 \\sigma^2)}$, the probability of a start outside the "
        "ball",
        claimed="exp(-k/4)",
        grid={**_BELOW, "k": (1.0, 4.0, 16.0, 64.0, 256.0, 1024.0)},
    ),
    _RATE,
    replace(
        _RATE,
        id="markov_chains.starts.below.rate",
        label="$-2 \\sigma^2$ times the logarithm of the probability of a local minimum at $\\sigma^2 = 1/k$",
        interpretation="$p + q < 1$: as $\\sigma$ falls it goes to 1/2, the squared radius of the ball",
        claimed="1/2",
        grid=_BELOW,
    ),
    _ESCAPE,
    replace(
        _ESCAPE,
        id="markov_chains.final_excess.above_separatrix",
        interpretation="$p + q > 1$, $w = -1/2$: above the separatrix, from $e = .4$ on, the global minimum "
        "is "
        "reached",
        role=Role.STRONGER,
        grid={**_ABOVE, "w": (-0.5,), "e": (0.4, 0.6, 1.0, 2.0)},
        bears=Bears.REFINES,
    ),
    replace(
        _ESCAPE,
        id="markov_chains.final_excess.below_separatrix",
        interpretation="$p + q > 1$, $w = -1/2$: below the separatrix, up to $e = .3$, the flow sticks at a "
        "local "
        "minimum",
        role=Role.STRONGER,
        claimed="1",
        grid={**_ABOVE, "w": (-0.5,), "e": (0.1, 0.2, 0.3)},
        bears=Bears.REFINES,
    ),
    _BALL,
    replace(
        _BALL,
        id="markov_chains.ball.below",
        interpretation="$p + q < 1$: all starts with $e \\ne 0$ inside the ball of radius $1/\\sqrt{2}$ "
        "reach the "
        "global minimum, and inside no larger one",
        claimed="1/2",
        derivation="sharp_square_below",
        grid={"p": (0.1, 0.2)},
        quick_grid={"p": (0.2,)},
    ),
    _ATTENTION_TOLD,
    replace(
        _ATTENTION_TOLD,
        id="markov_chains.attention_starts.small",
        label="the share of starts that reach the global minimum",
        interpretation="$p + q > 1$, $\\sigma = .1$: with attention as without, starts stick at local minima",
        claimed="0",
        output="global",
        grid={**_ABOVE, "sigma": (0.1,)},
        quick_grid={**_ABOVE, "sigma": (0.1,)},
    ),
    replace(
        _ATTENTION_TOLD,
        id="markov_chains.attention_starts.gain",
        label="the share of starts that reach the global minimum with attention minus that without",
        interpretation="$p + q > 1$, $\\sigma = 1$: attention adds starts that reach the global minimum",
        relation=Relation.ORDERING,
        claimed="0",
        output="gain",
        grid={**_ABOVE, "sigma": (1.0,)},
        quick_grid={**_ABOVE, "sigma": (1.0,)},
        margin=0.0,
        tags=("gradient flow", "scale: 1"),
        quantifier=None,
    ),
    replace(
        _ANY,
        id="markov_chains.switching_gap",
        label="the probability of a start to reach the global minimum below $p + q = 1$ less that above",
        statement_id="markov_chains.S7.11",
        interpretation="$(p, q) = (.2, .6)$ against $(.6, .7)$, at every scale of the start: the side of $p "
        "+ q = "
        "1$ matters",
        role=Role.LITERAL,
        relation=Relation.ORDERING,
        claimed="0",
        quantity="switching_gap",
        grid={},
        margin=0.0,
        tags=("gradient flow",),
        quantifier=None,
    ),
    replace(
        _ANY,
        id="markov_chains.switching_gap.scale",
        label="the probability of a start to reach the global minimum below $p + q = 1$ less that above",
        statement_id="markov_chains.S7.11",
        interpretation="how much it matters hangs on the scale: from all at $\\sigma = .1$ it goes to one "
        "quarter",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        claimed="1/4",
        quantity="switching_gap",
        grid={},
        diverging="sigma",
        margin=0.005,
        tags=("gradient flow",),
        quantifier=None,
        bears=Bears.REFINES,
    ),
)
