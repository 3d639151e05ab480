"""Section 7.1 of the source: the toy simulation (S6)."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_SHARP = Statement(
    id="attention_dynamics.S6",
    title="Attention sharpens",
    text="Over about 100 steps attention heatmaps sharpen.",
    place="observation (1), Section 7.1",
    source_access=SourceAccess.FULL_TEXT,
    primary="attention_dynamics.toy.sharpens.best",
    why_primary="It reports what was observed at one scale and step, which are not given: a setting in "
    "which most runs show it suffices; a sharper map at a higher loss is no success.",
)

STATEMENTS: tuple[Statement, ...] = (
    _SHARP,
    replace(
        _SHARP,
        id="attention_dynamics.S6.1",
        title="Coherent, low-dimensional trajectories",
        text="Value vectors move coherently in a low-dimensional subspace; a PCA projection of their "
        "trajectories shows emergent manifold structure.",
        place="observation (2), Section 7.1; Fig. 5",
        primary="attention_dynamics.toy.line",
        why_primary="A plane is all of the space of the values, so that coherence must show as more of a "
        "line "
        "than chance gives.",
    ),
    replace(
        _SHARP,
        id="attention_dynamics.S6.2",
        title="Smooth decay",
        text="The cross-entropy loss decays smoothly.",
        place="observation (3), Section 7.1; Fig. 4",
        primary="attention_dynamics.toy.smooth.small",
        why_primary="It reports what was observed at one scale and step: a setting suffices in which the "
        "loss of most runs never turns up.",
    ),
    replace(
        _SHARP,
        id="attention_dynamics.S6.3",
        title="Mass on a few positions",
        text="Mass concentrates on a few positions per query.",
        place="observation (1), Section 7.1; Fig. 3",
        primary="attention_dynamics.toy.concentrates.best",
        why_primary="Two of five positions are few, and the setting at which attention sharpens most is "
        "asked for.",
    ),
    replace(
        _SHARP,
        id="attention_dynamics.S6.4",
        title="Gains and specialisation",
        text="Most gains occur as specialisation emerges.",
        place="observation (3), Section 7.1",
        primary="attention_dynamics.specialisation.gains",
        why_primary="Specialised attention is sharp, so that its emergence is the fall of its entropy, and "
        "most is more than half.",
        why_refuted="Where the toy sharpens most, most runs gain less than half while attention sharpens: "
        "much of the loss falls before it does.",
    ),
)
