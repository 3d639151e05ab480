r"""S7: where gradient flow of the reduced model ends from Gaussian starts, and the ball with one end.

Letters as in `s07_flow`; (e, w), and a or b where an interpretation names them, start at
$N(0, \sigma^2 I)$, and `k` is $1/\sigma^2$.
"""

from ...paper import charitable, grid, literal, quantity, stronger
from . import paper

flow = paper.having(tags=("gradient flow",))
below = grid(p=0.2, q=0.6)
above = grid(p=0.6, q=0.7)

S7_5 = flow.statement(
    "S7.5 Gaussian starts below the switch",
    "$p + q < 1$: Gaussian init. converges to global minima.",
    place="Slides 'Gradient flow'",
    primary="starts.below.small",
    why_primary=r"The slide draws starts around the origin and a ball around it; at $\sigma \le .3$ nearly "
    'all starts are in that ball. "Nearly all" is made a number by us.',
).having(tags=("gradient flow", "answer: Where Gaussian starts of the reduced model end"), quantifier="all")

global_share = quantity(
    "global_share", r"the probability that a Gaussian start of scale $\sigma$ reaches the global minimum"
)

wide = (4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0)

S7_5.claim(
    "starts.below.any",
    r"$p + q < 1$, $\sigma$ from .1 to 2: every start, up to probability zero, reaches the global minimum",
    global_share(**below, sigma=(0.1, 0.3, 1.0, 2.0)).equals("1", margin=0.005),
)

S7_5.claim(
    "starts.below.small",
    r"$p + q < 1$, $\sigma \le .3$: all but half a percent of the starts reach it",
    global_share(**below, sigma=(0.1, 0.3)).at_least("199/200", margin=1e-06),
    charitable(own_threshold=True),
)

S7_5.claim(
    "starts.below.wide",
    r"$p + q < 1$: as $\sigma$ grows the probability goes to 3/4, as starts with $w < 0$ and $|e| < |w|$ "
    "stick",
    global_share(**below, sigma=wide).tends_to("3/4", margin=0.002, diverging="sigma"),
    stronger(bears="refines"),
)

S7_5.claim(
    "starts.below.least",
    "$p + q < 1$: whatever the scale, at least three starts in four reach it",
    global_share(**below).at_least("3/4", margin=1e-06),
    stronger(bears="refines", own_threshold=True),
)

S7_6 = flow.statement(
    "S7.6 Gaussian starts above the switch",
    "$p + q > 1$: gets stuck at local minima!",
    place="Slides 'Gradient flow'",
    primary="starts.above.small",
    why_primary=r"The slide draws starts around the origin and a ball around it; at $\sigma = .1$ nearly all "
    'starts are in that ball. "Nearly all" is made a number by us.',
).having(tags=("gradient flow", "answer: Where Gaussian starts of the reduced model end"), quantifier="all")

S7_6.claim(
    "starts.above.any",
    r"$p + q > 1$, $\sigma$ from .1 to 2: every start, up to probability zero, sticks at a local minimum",
    global_share(**above, sigma=(0.1, 0.3, 1.0, 2.0)).equals("0", margin=0.005),
)

S7_6.claim(
    "starts.above.small",
    r"$p + q > 1$, $\sigma = .1$: all but half a percent of the starts stick",
    global_share(**above, sigma=0.1).at_most("1/200", margin=1e-06),
    charitable(own_threshold=True),
)

S7_6.claim(
    "starts.above.wide",
    r"$p + q > 1$: as $\sigma$ grows the probability goes to 1/2, that of $w < 0$",
    global_share(**above, sigma=wide).tends_to("1/2", margin=0.002, diverging="sigma"),
    stronger(bears="refines"),
)

S7_6.claim(
    "starts.above.most",
    "$p + q > 1$: whatever the scale, at most one start in two reaches the global minimum",
    global_share(**above).at_most("1/2", margin=1e-06),
    stronger(bears="refines", own_threshold=True),
)

S7_7 = flow.question(
    "S7.7 Probability of the global minimum",
    r"With which probability does a Gaussian start of scale $\sigma$ reach the global minimum?",
    why_primary="Integration stands on the criterion, so the flow is held against the criterion, start by "
    "start.",
)

S7_7.claim(
    "starts.criterion",
    r"both sides of $p + q = 1$, $\sigma$ from .1 to 2: the global minimum is reached exactly where the "
    "slope starts with the sign of the best one, or $w < 0$ and the energy is above that of the saddle, "
    r"$-(1 + \ln 2)/2$",
    quantity("gaussian_starts")["agrees"]
    .quick(p=(0.2, 0.6), sigma=(0.3, 1.0))
    .named("the share of Gaussian starts whose end the energy criterion tells")
    .equals("1", margin=0.01),
    literal(quantifier="all"),
)

S7_7.claim(
    "starts.share",
    r"two chains on each side, $\sigma = 1$ and 2: as many starts flow to the rarer end (above $p + q = 1$ "
    "the global minimum) as the criterion gives by quadrature, to a tenth",
    quantity("end_ratio")["ratio"]
    .quick(p=0.9, sigma=2.0)
    .named("the share of starts that flow to the rarer end relative to its probability by quadrature")
    .equals("1", margin=0.1),
    stronger(quantifier="all"),
)

rare_share = quantity("rare_share")(k=(1.0, 4.0, 16.0, 64.0, 256.0, 1024.0))

S7_7.claim(
    "starts.above.bound",
    r"$p + q > 1$: at most $2^{-1/(4 \sigma^2)}$, the probability of a start outside the ball",
    rare_share(**above)
    .named(r"the probability that a Gaussian start of scale $\sigma = 1/\sqrt{k}$ reaches the global minimum")
    .at_most("exp(-k*log(2)/4)", margin=1e-06),
    stronger(),
)

S7_7.claim(
    "starts.below.bound",
    r"$p + q < 1$: at most $e^{-1/(4 \sigma^2)}$, the probability of a start outside the ball",
    rare_share(**below)
    .named(r"the probability that a Gaussian start of scale $\sigma = 1/\sqrt{k}$ ends at a local minimum")
    .at_most("exp(-k/4)", margin=1e-06),
    stronger(),
)

rare_rate = quantity("rare_rate")

S7_7.claim(
    "starts.above.rate",
    r"$p + q > 1$: as $\sigma$ falls it goes to $(\ln 2)/2$, the squared radius of the ball",
    rare_rate(**above)
    .named(r"$-2 \sigma^2$ times the logarithm of the probability of the global minimum at $\sigma^2 = 1/k$")
    .tends_to("log(2)/2", margin=0.005, diverging="k"),
    stronger(),
)

S7_7.claim(
    "starts.below.rate",
    r"$p + q < 1$: as $\sigma$ falls it goes to 1/2, the squared radius of the ball",
    rare_rate(**below)
    .named(r"$-2 \sigma^2$ times the logarithm of the probability of a local minimum at $\sigma^2 = 1/k$")
    .tends_to("1/2", margin=0.005, diverging="k"),
    stronger(),
)

S7_8 = flow.statement(
    "S7.8 Where to start",
    "Can we escape it? Initialise here: converges to global minima.",
    place="Slides 'Gradient flow'",
    why_primary="Left of the saddle the slope has the sign of the best one from the start, so it is where to "
    "start.",
).having(tags=("gradient flow", "basins"), quantifier="all")

final_excess = quantity(
    "final_excess", r"the normalised excess loss $(L - R)/(H(\pi) - R)$ at the end of the flow"
)(**above)

S7_8.claim(
    "final_excess.escape",
    r"$p + q > 1$: from $w < -1/\sqrt{2}$ and any $e \ne 0$ the global minimum is reached",
    final_excess(w=(-2.0, -1.5, -1.0, -0.8), e=(0.1, 0.5, 1.0, 2.0)).equals("0", margin=0.01),
)

S7_8.claim(
    "final_excess.above_separatrix",
    "$p + q > 1$, $w = -1/2$: above the separatrix, from $e = .4$ on, the global minimum is reached",
    final_excess(w=-0.5, e=(0.4, 0.6, 1.0, 2.0)).equals("0", margin=0.01),
    stronger(bears="refines"),
)

S7_8.claim(
    "final_excess.below_separatrix",
    "$p + q > 1$, $w = -1/2$: below the separatrix, up to $e = .3$, the flow sticks at a local minimum",
    final_excess(w=-0.5, e=(0.1, 0.2, 0.3)).equals("1", margin=0.01),
    stronger(bears="refines"),
)

S7_9 = flow.statement(
    "S7.9 Ball around the origin",
    "Global minima, local minima, ball around origin, for $p + q < 1$ and $p + q > 1$.",
    place="Slides 'Gradient flow'",
    why_primary="It is above $p + q = 1$ that a ball of starts without escape is news; its sharp radius "
    "tells how far it reaches.",
).having(tags=("gradient flow", "ball", "answer: The ball around the origin"), quantifier="all")

sharp_square = quantity(
    "sharp_square", "the squared radius of the largest ball around zero from which all starts have one end"
)

S7_9.claim(
    "ball.above",
    r"$p + q > 1$: all starts inside the ball of radius $\sqrt{(\ln 2)/2} = .589$ stick at local minima, and "
    "inside no larger one: there the separatrix is nearest, at $w = -1/2$",
    sharp_square(p=(0.6, 0.9)).quick(p=0.6).equals("log(2)/2", margin=0.01),
    literal(derivation="sharp_square_above"),
)

S7_9.claim(
    "ball.below",
    r"$p + q < 1$: all starts with $e \ne 0$ inside the ball of radius $1/\sqrt{2}$ reach the global "
    "minimum, and inside no larger one",
    sharp_square(p=(0.1, 0.2)).quick(p=0.2).equals("1/2", margin=0.01),
    literal(derivation="sharp_square_below"),
)

S7_10 = flow.question(
    "S7.10 With attention",
    "How does the flow of $(e, w, a)$ look? The slide asks it, and gives no form for $a$.",
    why_primary="The slide gives no form for a; under ours, attention to the current symbol, a second "
    "conserved quantity ties a to e.",
).having(quantifier="all", tags=("gradient flow", "energy"))

flow_drift = quantity("flow_drift")

S7_10.claim(
    "attention.conserved",
    "attention that looks at the current symbol multiplies the slope by $1 + a$: $e^2 - 2 (1 + a)^2$ does "
    "not change",
    flow_drift(invariant="attention")
    .quick(p=0.6)
    .named("the rate of change of $e^2 - 2 (1 + a)^2$ with attention")
    .vanishes(margin=1e-08),
    stronger(derivation="attention_rate"),
)

S7_10.claim(
    "attention.energy",
    r"$w < 0$, with attention: $e^2 - w^2 + \ln |w|$ does not change either",
    flow_drift(start=("left", "far left"), invariant="energy with attention")
    .quick(p=0.6)
    .named(r"the rate of change of $E = e^2 - w^2 + \ln |w|$ with attention")
    .vanishes(margin=1e-08),
    stronger(bears="refines", derivation="energy_rate_attention"),
)

attention_starts = quantity("attention_starts")

S7_10.claim(
    "attention_starts.agrees",
    r"(e, w, a) from $N(0, \sigma^2 I)$: the criterion tells the end once it also counts starts with "
    "$e^2 > 2 (1 + a)^2$ as global",
    attention_starts["agrees"]
    .quick(sigma=1.0)
    .named("the share of Gaussian starts whose end the energy criterion tells")
    .equals("1", margin=0.01),
    stronger(bears="refines", tags=("gradient flow",)),
)

S7_10.claim(
    "attention_starts.small",
    r"$p + q > 1$, $\sigma = .1$: with attention as without, starts stick at local minima",
    attention_starts["global"](**above, sigma=0.1)
    .quick()
    .named("the share of starts that reach the global minimum")
    .equals("0", margin=0.01),
    stronger(bears="refines", tags=("gradient flow",)),
)

S7_10.claim(
    "attention_starts.gain",
    r"$p + q > 1$, $\sigma = 1$: attention adds starts that reach the global minimum",
    attention_starts["gain"](**above, sigma=1.0)
    .quick()
    .named("the share of starts that reach the global minimum with attention minus that without")
    .exceeds(),
    stronger(bears="refines", quantifier=None, tags=("gradient flow", "scale: 1")),
)

S7_11 = flow.statement(
    "S7.11 Switching and initialisation",
    "Markovian switching and initialization play a key role in the learning dynamics.",
    place="Summary of Part I",
    why_primary="Switching is the side of $p + q = 1$, and the comparison is made at every scale of the "
    "start.",
)

switching_gap = quantity(
    "switching_gap",
    "the probability of a start to reach the global minimum below $p + q = 1$ less that above",
)

S7_11.claim(
    "switching_gap",
    "$(p, q) = (.2, .6)$ against $(.6, .7)$, at every scale of the start: the side of $p + q = 1$ matters",
    switching_gap.exceeds(),
)

S7_11.claim(
    "switching_gap.scale",
    r"how much it matters hangs on the scale: from all at $\sigma = .1$ it goes to one quarter",
    switching_gap.tends_to("1/4", margin=0.005, diverging="sigma"),
    stronger(bears="refines"),
)
