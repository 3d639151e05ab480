"""What the source says of finite data and finite memory together, and what follows for compute."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_ADDS = Statement(
    id="associative_memory.S8.1",
    title="Proposition 4: finite data add a term",
    text="For the bounds with respect to $d$ of Propositions 2 and 3, finite data simply add a term "
    "$T^{-1 + 1/\\alpha}$ (up to constants and logarithmic terms).",
    place="Proposition 4",
    source_access=SourceAccess.FULL_TEXT,
    primary="associative_memory.joint_law.weighted",
    why_primary="Proposition 2 at $\\rho = 1$ is the scheme of Table 2, and Proposition 3 has a "
    "sentence of its own.",
)
STATEMENTS: tuple[Statement, ...] = (
    _ADDS,
    replace(
        _ADDS,
        id="associative_memory.S8.2",
        title="Proposition 4: the joint law",
        text="Thresholding with $\\rho = 0$ and $P \\simeq d/\\log(d)$ reaches "
        "$\\mathcal{E} \\asymp T^{-1 + 1/\\alpha} + d^{-\\alpha + 1}$.",
        place="Proposition 4, Eq. (15)",
        primary="associative_memory.joint_law.order_logs_sphere",
        why_primary="The proposition begins 'up to constants and logarithmic terms'; where samples do "
        "not limit, it can be followed to $d = 10^8$, and the paper's unembeddings lie on "
        "the sphere.",
        as_printed="Eq. (15) is written without a logarithm; with $P = d/\\log d$ it needs the factor "
        "$\\log d$ that the proposition grants.",
        printed="associative_memory.joint_law.order_far",
    ),
    replace(
        _ADDS,
        id="associative_memory.S8.3",
        title="Figure 1",
        text="The plots validate empirically $\\mathcal{E}(f_q) \\asymp d^{-\\alpha + 1} + T^{-1 + "
        "1/\\alpha}$ "
        "at $\\alpha = 2$ with $\\rho = 0$ and $P = d/8$.",
        place="Figure 1, caption",
        primary="associative_memory.joint_law.figure_upper",
        why_primary="The caption names the scheme, and a sum of terms is a bound first.",
    ),
    replace(
        _ADDS,
        id="associative_memory.S8.4",
        title="Laws recovered",
        text="The scaling (15) recovers the law of Hutter (2021) in $T$, and of Michaud et al. "
        "(2023) in $d$.",
        place="after Proposition 4",
        primary=None,
        why_primary=None,
        not_covered="It compares with laws of other papers, whose statements were not at hand.",
    ),
    replace(
        _ADDS,
        id="associative_memory.S14",
        title="Compute-optimal corollary",
        text="Balancing the two terms of (15) at a compute of $T d^2$ sets $T$ against $d$, "
        "and the error against compute.",
        place="corollary of Eq. (15)",
        primary="associative_memory.compute.threshold_error",
        why_primary="The exponent of the error against compute is what a budget is planned with; the "
        "paper stops at Eq. (15).",
        own_question=True,
    ),
)
