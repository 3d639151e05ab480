"""S8: trainings of the single layer from random weights, judged by the normalised excess of the exact loss.

Width 8, four positions; `t` steps from weights of size `scale` (bias zero). GD follows the exact population
loss, SGD and AdamW (decay .01) batches of 16 fresh sequences; each setting has its own step size, tuned on
other seeds. A run is stuck with an excess of .9 to 1.1 and has learned below .1. The chains have p, q = .2,
.3 and .1, .4 below p + q = 1, .8, .7 and .9, .6 above.
"""

from ...paper import grid, literal, quantity, stronger
from . import paper

section = paper.having(
    about="learning", quantifier="all", tags=("training", "answer: Which trainings stick at the marginal")
)
tied = grid(weights="tied", p=(0.8, 0.9))
untied = grid(weights="untied", p=(0.8, 0.9))
training_outcome = quantity("training_outcome", "the share of runs that stay at the marginal")(t=300)
stuck = training_outcome["stuck"]
learned = training_outcome["learned"].named("the share of runs that have learned the chain")

S8_1 = section.statement(
    "S8.1 Training sometimes fails",
    "Single-layer transformers sometimes fail to learn even first-order Markov chains.",
    place="slide: But...",
    why_primary='"Sometimes" asks for runs that fail where the theorem speaks: tied weights, $p + q > 1$.',
).having(setting={"optimiser": "GD or SGD", "horizon": "300 steps", "initial scale": "0.02 or 0.1"})

stuck_tied = stuck(**tied, optimiser=("GD", "SGD"), scale=(0.02, 0.1)).quick(
    p=0.8, optimiser="GD", scale=0.02
)

S8_1.claim(
    "training.sticks",
    "tied, $p + q > 1$, GD or SGD, weights of size .02 or .1, 300 steps: some runs stay at the marginal",
    stuck_tied.exceeds(margin=0.02),
    literal(quantifier="exists"),
)

S8_1.claim(
    "training.sticks.all",
    "tied, $p + q > 1$, GD or SGD, weights of size .02 or .1, 300 steps: all runs, to within a tenth, stay "
    "at the marginal",
    stuck_tied.equals("1", margin=0.1),
    stronger(bears="refines"),
)

each_optimiser = {"optimiser": "GD, SGD or AdamW", "horizon": "300 steps", "initial scale": "0.1"}

S8_2 = section.statement(
    "S8.2 Without tying",
    "Without weight tying training does not stay at the marginal.",
    place="slide: Main results, Without weight tying",
    why_primary="It is the setting of the tied runs, untied.",
).having(setting=each_optimiser)

S8_2.claim(
    "training.untied",
    "untied, $p + q > 1$, 300 steps of each optimiser, weights of size .1: at most a tenth of the runs stays "
    "at the marginal",
    stuck(**untied, scale=0.1).quick(p=0.8, optimiser="GD").equals("0", margin=0.1),
    literal(own_threshold=True),
)

S8_2.claim(
    "training.untied.learns",
    "untied, $p + q > 1$, 300 steps of each optimiser, weights of size .1: all runs, to within a tenth, "
    "learn the chain",
    learned(**untied, scale=0.1).quick(p=0.8, optimiser="GD").equals("1", margin=0.1),
    stronger(),
)

S8_3 = section.statement(
    "S8.3 Below one",
    "With $p + q < 1$ training from a Gaussian start converges to the global minimum.",
    place="slide: Gradient flow, $p + q < 1$",
    why_primary="It is the setting of the failing runs, on the other side.",
    same_as="S7.5",
).having(setting=each_optimiser)

S8_3.claim(
    "training.below",
    "tied, $p + q < 1$, 300 steps of each optimiser, weights of size .1: all runs, to within a tenth, learn "
    "the chain",
    learned(weights="tied", p=(0.2, 0.1), scale=0.1).quick(p=0.2, optimiser="GD").equals("1", margin=0.1),
    stronger(),
)

S8_4 = section.question(
    "S8.4 The optimiser",
    "What does AdamW do where gradient descent never leaves the marginal?",
    why_primary="It says where the runs end.",
)

S8_4.claim(
    "training.adamw.learns",
    "tied, $p + q > 1$, AdamW, weights of size .1 or .3, 300 steps: all runs, to within a quarter, learn the "
    "chain",
    learned(**tied, optimiser="AdamW", scale=(0.1, 0.3)).quick(p=0.8, scale=0.1).equals("1", margin=0.25),
    stronger(setting={"optimiser": "AdamW", "horizon": "300 steps", "initial scale": "0.1 or 0.3"}),
)

S8_4.claim(
    "training.adamw.sticks",
    "tied, $p + q > 1$, AdamW, weights of size .02 or .1, where gradient descent never leaves, 300 steps: "
    "all runs stay at the marginal",
    stuck(**tied, optimiser="AdamW", scale=(0.02, 0.1)).quick(p=0.8, scale=0.1).equals("1", margin=0.1),
    stronger(
        bears="refines",
        setting={"optimiser": "AdamW", "horizon": "300 steps", "initial scale": "0.02 or 0.1"},
    ),
)

S8_5 = section.statement(
    "S8.5 The scale of the start",
    "Markovian switching and initialization play a key role in the learning dynamics.",
    place="slide: How do they learn?",
    primary="training.scale.learns",
    why_primary="It is the same training as the failing one, from larger weights.",
    same_as="S7.11",
).having(quantifier="exists", setting={"optimiser": "GD", "horizon": "300 steps", "initial scale": "0.3"})

for name, outcome, text in (
    ("sticks", stuck, "stay at the marginal"),
    ("learns", learned, "learn the chain"),
):
    S8_5.claim(
        f"training.scale.{name}",
        f"tied, $p + q > 1$, GD, weights of size .3, 300 steps: some runs {text}",
        outcome(**tied, optimiser="GD", scale=0.3).quick(p=0.8).exceeds(margin=0.02),
        stronger(),
    )

Q1 = paper.question(
    "Q1 AdamW that sticks",
    "From which starts, and for how many steps, does AdamW stay at the marginal where weights are tied and "
    "$p + q > 1$?",
    why_primary="Where few stay in the end, sticking is a matter of the number of steps, not of the start.",
).having(about="learning", quantifier="all", tags=("training",))

adamw_stays = quantity("adamw_stays", "the share of AdamW's runs that are at the marginal")

Q1.claim(
    "adamw_stays.long",
    "steps of 0.01 on batches of 16 sequences, from weights of size .001, .01 and .1 with decay .01 and, "
    "from .01, with 0 and .1: after 1000 steps at most a tenth of the runs is at the marginal",
    adamw_stays(rate=0.01, t=1000).quick(p=0.8, scale=(0.001, 0.1)).equals("0", margin=0.1),
    stronger(
        own_threshold=True,
        setting={"optimiser": "AdamW", "horizon": "1000 steps", "initial scale": "0.001 to 0.1"},
    ),
)

Q1.claim(
    "adamw_stays.short",
    "steps of 0.003, from weights of size .001 and .01, decay .01: after 100 steps all runs, to within a "
    "tenth, are at the marginal",
    adamw_stays(rate=0.003, t=100).quick(p=0.8, scale=0.001).equals("1", margin=0.1),
    stronger(
        bears="refines",
        setting={"optimiser": "AdamW", "horizon": "100 steps", "initial scale": "0.001 or 0.01"},
    ),
)
