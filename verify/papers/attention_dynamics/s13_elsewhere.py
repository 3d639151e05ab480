"""What the source says and nothing here tests."""

from . import paper

companion = (
    "It is about the companion paper's trained models, whose checkpoints and data are not published with the "
    "source."
)

paper.statement(
    "S13 Value manifolds in wind tunnels",
    "PC1 explains 84-90 % of variance, strongly correlated with posterior entropy ($|r| > 0.9$).",
    place="Section 6.1",
    not_covered=companion,
)

paper.statement(
    "S13.1 Entropy and calibration in wind tunnels",
    "Early in training attention entropy decreases; later attention patterns appear stable while calibration "
    "error continues to drop even as attention maps remain visually unchanged.",
    place="Section 6.1",
    not_covered=companion,
)

paper.statement(
    "S13.2 HMM tracking by architecture",
    "Transformers and Mamba both achieve Bayesian inference (0.049 and 0.031 bits MAE on HMM tracking), "
    "while LSTMs fail (0.416 bits).",
    place="Section 9.4",
    not_covered=companion,
)

paper.statement(
    "S13.3 Taxonomy of architectures",
    "Transformers realize accumulation, transport and binding; Mamba accumulation and transport; LSTMs only "
    "accumulation of static sufficient statistics; MLPs none.",
    place="Sections 1, 9.2, 12",
    not_covered="The primitives are defined in the companion paper; the algebra said to explain them is S9.",
)

paper.statement(
    "S13.4 Wind tunnels and production models",
    "The same gradient dynamics that minimize cross-entropy also sculpt the low-dimensional Bayesian "
    "manifolds observed in Paper I; these mechanisms persist in production LLMs.",
    place="Abstract; Sections 1, 10.1, 12 (5)",
    not_covered=companion,
)

paper.statement(
    "S13.5 Frame-precision dissociation in large models",
    "Attention often stabilizes early, while values continue to refine: a frame-precision dissociation that "
    "matches our empirical observations in wind tunnels and large models.",
    place="Sections 1.1 (4), 6.3, 12 (4)",
    not_covered="Of wind tunnels and large models no checkpoint is published; for the source's own "
    "experiments it is S8.",
)

paper.statement(
    "S13.6 What enables the inference primitives",
    "Advantage-based routing enables random-access binding, responsibility-weighted values enable belief "
    "accumulation, coupled specialization enables belief transport.",
    place="Abstract; Section 12 (1)-(3)",
    not_covered="The source gives neither a definition of the primitives nor an experiment in which one is "
    "switched off.",
)

paper.statement(
    "S13.7 Implicit bias",
    "Gradient descent implicitly favors representations where routing aligns with error geometry and values "
    "lie on low-dimensional manifolds that support Bayesian updating.",
    place="Section 10.3",
    not_covered="No measure of alignment and no competing solutions are named among which it would choose.",
)

paper.statement(
    "S13.8 Reports of stage-wise dynamics",
    "Our two-timescale observation (fast routing, slow values) aligns with reports of stage-wise dynamics; "
    "max-margin analyses show directional convergence of attention parameters.",
    place="Section 10.3",
    not_covered="It is about other papers, which are not cited there; the source's own observation is S8.",
)

paper.statement(
    "S13.9 Limits of the analysis",
    "We work in a first-order regime, assuming small learning rates; a single head in isolation; no "
    "connection to infinite width; toy simulations are intentionally small.",
    place="Section 11",
    not_covered="It says what the source leaves out.",
)
