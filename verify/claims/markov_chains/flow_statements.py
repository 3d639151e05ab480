"""Gradient flow of the reduced model (S7), sentence by sentence of the slides and the ledger."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_UNIQUE = Statement(
    id="markov_chains.S7.1",
    title="Unique minimum in slope and bias",
    text="Has the population loss of the reduced model a unique minimum in slope and bias?",
    place="no sentence of the slides, and the papers behind them were not at hand",
    source_access=SourceAccess.SLIDES,
    primary="markov_chains.reduced_minimum.convex",
    why_primary="The question names slope and bias, not the parameters behind them.",
    own_question=True,
)
_SLIDE = replace(_UNIQUE, place="Slides 'Gradient flow'", own_question=False)

STATEMENTS: tuple[Statement, ...] = (
    _UNIQUE,
    replace(
        _UNIQUE,
        id="markov_chains.S7.2",
        title="Energy of the reduced flow",
        text="Is $E = e^2 - w^2 - \\mathrm{sgn}(w) \\ln |w|$ conserved once $b$ is eliminated, $b = b^*(e, "
        "w)$?",
        primary="markov_chains.energy.conserved.left",
        why_primary="On the left the two signs of the formula differ, so that it could go wrong there.",
    ),
    replace(
        _UNIQUE,
        id="markov_chains.S7.3",
        title="Drift of the energy",
        text="How does the energy drift when $b$ moves at a finite speed?",
        primary="markov_chains.energy.moving.drift",
        why_primary="It states the order of the drift in the speed of b.",
        place="no sentence of the slides",
        own_question=True,
    ),
    replace(
        _SLIDE,
        id="markov_chains.S7.4",
        title="Global and local minima of the reduced model",
        text="Global minima; local minima (in the plane of e and w).",
        primary="markov_chains.line.curvature.left",
        why_primary="The curvature across the line e = 0 tells for every w on which side of $p + q = 1$ it "
        "is a local minimum.",
    ),
    replace(
        _SLIDE,
        id="markov_chains.S7.5",
        title="Gaussian starts below the switch",
        text="$p + q < 1$: Gaussian init. converges to global minima.",
        primary="markov_chains.starts.below.small",
        why_primary="The slide draws starts around the origin and a ball around it; at $\\sigma \\le .3$ "
        'nearly all starts are in that ball. "Nearly all" is made a number by us.',
    ),
    replace(
        _SLIDE,
        id="markov_chains.S7.6",
        title="Gaussian starts above the switch",
        text="$p + q > 1$: gets stuck at local minima!",
        primary="markov_chains.starts.above.small",
        why_primary="The slide draws starts around the origin and a ball around it; at $\\sigma = .1$ "
        'nearly all starts are in that ball. "Nearly all" is made a number by us.',
    ),
    replace(
        _UNIQUE,
        id="markov_chains.S7.7",
        title="Probability of the global minimum",
        text="With which probability does a Gaussian start of scale $\\sigma$ reach the global minimum?",
        primary="markov_chains.starts.criterion",
        why_primary="Integration stands on the criterion, so the flow is held against the criterion, start "
        "by start.",
        place="no sentence of the slides",
        own_question=True,
    ),
    replace(
        _SLIDE,
        id="markov_chains.S7.8",
        title="Where to start",
        text="Can we escape it? Initialise here: converges to global minima.",
        primary="markov_chains.final_excess.escape",
        why_primary="Left of the saddle the slope has the sign of the best one from the start, so it is "
        "where to start.",
    ),
    replace(
        _SLIDE,
        id="markov_chains.S7.9",
        title="Ball around the origin",
        text="Global minima, local minima, ball around origin, for $p + q < 1$ and $p + q > 1$.",
        primary="markov_chains.ball.above",
        why_primary="It is above $p + q = 1$ that a ball of starts without escape is news; its sharp radius "
        "tells how far it reaches.",
    ),
    replace(
        _SLIDE,
        id="markov_chains.S7.10",
        title="With attention",
        text="How does the flow of $(e, w, a)$ look? The slide asks it, and gives no form for $a$.",
        primary="markov_chains.attention.conserved",
        why_primary="The slide gives no form for a; under ours, attention to the current symbol, a second "
        "conserved quantity ties a to e.",
        place="no sentence of the slides",
        own_question=True,
    ),
    replace(
        _SLIDE,
        id="markov_chains.S7.11",
        title="Switching and initialisation",
        text="Markovian switching and initialization play a key role in the learning dynamics.",
        place="Summary of Part I",
        primary="markov_chains.switching_gap",
        why_primary="Switching is the side of $p + q = 1$, and the comparison is made at every scale of the "
        "start.",
    ),
)
