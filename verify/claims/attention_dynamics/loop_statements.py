"""The smallest feedback loop, and what can only be told with the companion paper's trained models."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_LOOP = Statement(
    id="attention_dynamics.S12",
    title="Attention concentrates",
    text="Repeated application yields specialized value vectors that serve distinct subsets of queries, "
    "while "
    "attention concentrates on these specialized prototypes.",
    place="Section 4.4, last sentence",
    source_access=SourceAccess.FULL_TEXT,
    primary="attention_dynamics.smallest_loop.specialized",
    why_primary="Two queries that ask for different things are the fewest with distinct subsets; every "
    "random start is asked for.",
)
_COMPANION = replace(_LOOP, primary=None, why_primary=None)
_CHECKPOINTS = (
    "It is about the companion paper's trained models, whose checkpoints and data are not published with "
    "the source."
)

STATEMENTS: tuple[Statement, ...] = (
    _LOOP,
    replace(
        _LOOP,
        id="attention_dynamics.S12.1",
        title="Positive feedback loop",
        text="These equations induce a positive feedback loop: queries route more strongly to values that "
        "help them; "
        "those values move toward their users, reinforcing routing and creating specialization.",
        place="Abstract; 1.1 (3)",
        primary="attention_dynamics.smallest_loop.focused",
        why_primary="In the smallest loop nothing but the mutual reinforcement of values and scores is at "
        "work, and every random start is asked for.",
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13",
        title="Value manifolds in wind tunnels",
        text="PC1 explains 84-90 % of variance, strongly correlated with posterior entropy ($|r| > 0.9$).",
        place="Section 6.1",
        not_covered=_CHECKPOINTS,
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13.1",
        title="Entropy and calibration in wind tunnels",
        text="Early in training attention entropy decreases; later attention patterns appear stable while "
        "calibration "
        "error continues to drop even as attention maps remain visually unchanged.",
        place="Section 6.1",
        not_covered=_CHECKPOINTS,
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13.2",
        title="HMM tracking by architecture",
        text="Transformers and Mamba both achieve Bayesian inference (0.049 and 0.031 bits MAE on HMM "
        "tracking), while "
        "LSTMs fail (0.416 bits).",
        place="Section 9.4",
        not_covered=_CHECKPOINTS,
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13.3",
        title="Taxonomy of architectures",
        text="Transformers realize accumulation, transport and binding; Mamba accumulation and transport; "
        "LSTMs only "
        "accumulation of static sufficient statistics; MLPs none.",
        place="Sections 1, 9.2, 12",
        not_covered="The primitives are defined in the companion paper; the algebra said to explain them "
        "is S9.",
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13.4",
        title="Wind tunnels and production models",
        text="The same gradient dynamics that minimize cross-entropy also sculpt the low-dimensional "
        "Bayesian "
        "manifolds observed in Paper I; these mechanisms persist in production LLMs.",
        place="Abstract; Sections 1, 10.1, 12 (5)",
        not_covered=_CHECKPOINTS,
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13.5",
        title="Frame-precision dissociation in large models",
        text="Attention often stabilizes early, while values continue to refine: a frame-precision "
        "dissociation that "
        "matches our empirical observations in wind tunnels and large models.",
        place="Sections 1.1 (4), 6.3, 12 (4)",
        not_covered="Of wind tunnels and large models no checkpoint is published; for the source's own "
        "experiments it "
        "is S8.",
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13.6",
        title="What enables the inference primitives",
        text="Advantage-based routing enables random-access binding, responsibility-weighted values enable "
        "belief "
        "accumulation, coupled specialization enables belief transport.",
        place="Abstract; Section 12 (1)-(3)",
        not_covered="The source gives neither a definition of the primitives nor an experiment in which "
        "one is "
        "switched off.",
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13.7",
        title="Implicit bias",
        text="Gradient descent implicitly favors representations where routing aligns with error geometry "
        "and values "
        "lie on low-dimensional manifolds that support Bayesian updating.",
        place="Section 10.3",
        not_covered="No measure of alignment and no competing solutions are named among which it would "
        "choose.",
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13.8",
        title="Reports of stage-wise dynamics",
        text="Our two-timescale observation (fast routing, slow values) aligns with reports of stage-wise "
        "dynamics; "
        "max-margin analyses show directional convergence of attention parameters.",
        place="Section 10.3",
        not_covered="It is about other papers, which are not cited there; the source's own observation is "
        "S8.",
    ),
    replace(
        _COMPANION,
        id="attention_dynamics.S13.9",
        title="Limits of the analysis",
        text="We work in a first-order regime, assuming small learning rates; a single head in isolation; no "
        "connection to infinite width; toy simulations are intentionally small.",
        place="Section 11",
        not_covered="It says what the source leaves out.",
    ),
)
