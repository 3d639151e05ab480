"""Eq. (9) and Fig. 3, sentence by sentence."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_CUTOFF = Statement(
    id="associative_memory.S3",
    title="Equation (9): the error as a cut-off",
    text="Up to constants and a logarithmic term, $\\mathbb{E}[\\mathcal{E}(f_q)] \\approx "
    "p(\\{x : d q(x)^2 \\le p_* \\|q\\|^2\\})$.",
    place="Section 3.1, Eq. (9)",
    source_access=SourceAccess.FULL_TEXT,
    primary="associative_memory.cutoff.two_classes",
    why_primary="'Up to constants' asks for a bounded ratio, and $q = p$ is the first scheme of Table 2 "
    "that has errors of every size; with unembeddings on the sphere, as in Theorem 1, the "
    "error of two classes is known at every $d$.",
)
_MAPS = replace(
    _CUTOFF,
    id="associative_memory.S12",
    title="Figure 3, left: overflow",
    text="For $q_0$, either $d$ is too small and there is memory overflow leading to large error.",
    place="Figure 3",
    primary="associative_memory.map.overflow",
    why_primary="It puts a number to the red area of the map.",
)

STATEMENTS: tuple[Statement, ...] = (
    _CUTOFF,
    replace(
        _CUTOFF,
        id="associative_memory.S3.1",
        title="The noise level",
        text="When $q$ is chosen independently of $p(y|x)$, one can expect "
        "$Q_\\infty \\approx p_* \\|q\\|^2$.",
        place="Section 3.1",
        primary="associative_memory.noise_level.bounded",
        why_primary="The next line, Eq. (9), follows from it 'up to constants', and $q = 1$ is the "
        "scheme whose capacity the paper reads off it.",
        as_printed="As an equation it fails: $p_*$ is a share of the mass, $Q_\\infty/\\|q\\|^2$ for $q "
        "= 1$ one of the tokens; at $\\alpha = 2$ and $f(x) = x \\bmod 5$ the ratio is .31.",
        printed="associative_memory.noise_level.uniform",
    ),
    replace(
        _CUTOFF,
        id="associative_memory.S3.2",
        title="Signal against noise",
        text="The error made at the input $x$ relates to the ratio between the signal $d q(x)$ and the noise "
        "$Q_\\infty$.",
        place="Section 3.1",
        primary="associative_memory.two_classes.student",
        why_primary="With two classes the relation is one formula in signal over noise alone.",
    ),
    _MAPS,
    replace(
        _MAPS,
        id="associative_memory.S12.1",
        title="Figure 3, left: enough of both",
        text="Or $d$ is big enough and with enough data the error is null.",
        primary="associative_memory.map.null",
        why_primary="It puts a number to the blue corner of the map.",
    ),
    replace(
        _MAPS,
        id="associative_memory.S12.2",
        title="Figure 3, middle: frequencies help small memories",
        text="For small $d$ and big $T$, $q_1$ avoids memory overflow, allowing a smaller error than $q_0$.",
        primary="associative_memory.map.frequency_gains",
        why_primary="Both schemes on the same data, where memory is short and data is not.",
    ),
    replace(
        _MAPS,
        id="associative_memory.S12.2.1",
        title="Figure 3, middle: and harm big ones",
        text="For big $d$, $q_1$ does not allocate enough memory to rare associations, "
        "leading to a bigger error.",
        primary="associative_memory.map.uniform_gains",
        why_primary="The same comparison where memory is not short.",
    ),
    replace(
        _MAPS,
        id="associative_memory.S12.3",
        title="Figure 3, right: a zero-one plot",
        text="The scheme $q_0$ leads to a zero-one type of plot where, if $d < N$, the error is high.",
        primary="associative_memory.curve.uniform_high",
        why_primary="It puts a number to 'high', away from $d = N$.",
    ),
    replace(
        _MAPS,
        id="associative_memory.S12.4",
        title="Figure 3, right: beyond N",
        text="If $d > N$, the error of $q_0$ decreases fast to zero.",
        primary="associative_memory.curve.uniform_beyond",
        why_primary="It puts a number to 'fast'.",
    ),
    replace(
        _MAPS,
        id="associative_memory.S12.5",
        title="Figure 3, right: storing by frequency",
        text="The scheme $q_1$ leads to an error decreasing in $d^{-(\\alpha-1)/2\\alpha} = d^{-1/4}$.",
        primary="associative_memory.curve.frequency_sphere",
        why_primary="It reads the exponent off the plot with the caption's parameters and the paper's "
        "unembeddings, which lie on the sphere.",
    ),
    replace(
        _MAPS,
        id="associative_memory.S12.6",
        title="Figure 3, right: thresholding",
        text="The scheme $q_{0,P}$ with $P = d/8$ decreases in $d^{-(\\alpha-1)} = d^{-1}$ until $d/8 > N$.",
        primary="associative_memory.curve.threshold_early_sphere",
        why_primary="It reads the exponent off the plot before the tipping point, with the caption's "
        "parameters and the paper's unembeddings, which lie on the sphere.",
    ),
)
