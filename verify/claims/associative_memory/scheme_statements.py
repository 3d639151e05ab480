"""Props. 2 and 3 and Table 2, sentence by sentence."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_WHOLE = Statement(
    id="associative_memory.S4",
    title="Proposition 2: without thresholding",
    text="Up to poly-logarithm factors, $q = p^\\rho$ has an error of order "
    "$(d/\\varphi(N))^{-(\\alpha - 1)/(2 \\rho \\alpha)}$ with $\\varphi(N) = 1$ if $2 \\rho \\alpha "
    "> 1$; in particular "
    "$d^{-(\\alpha - 1)/(2 \\alpha)}$ when $\\rho = 1$.",
    place="Proposition 2, Eq. (13); Table 2",
    source_access=SourceAccess.FULL_TEXT,
    primary="associative_memory.weighted.alpha_two.to_logs",
    why_primary="$\\rho = 1$ is the case that the proposition and Table 2 name, $\\alpha = 2$ that of "
    "Fig. 3.",
)
_CUT = replace(
    _WHOLE,
    id="associative_memory.S5",
    title="Proposition 3: with thresholding",
    text="With $N = \\infty$ and $P \\simeq d^{1/(2 \\rho \\alpha + 1)}$ the error of $q = p^\\rho "
    "1[x \\le P]$ is of order "
    "$d^{-(\\alpha - 1)/(2 \\rho \\alpha + 1)}$ up to logarithms.",
    place="Proposition 3, Eq. (14)",
    primary="associative_memory.thresholded.stated.eighth",
    why_primary="It takes the threshold as stated, at a $\\rho$ where $P$ is large enough that "
    "rounding it does "
    "not matter.",
)

STATEMENTS: tuple[Statement, ...] = (
    _WHOLE,
    replace(
        _WHOLE,
        id="associative_memory.S4.1",
        title="Proposition 2 at $2 \\rho \\alpha = 1$",
        text="$\\varphi(N) = \\log N$ if $2 \\rho \\alpha = 1$.",
        place="Proposition 2, Eq. (13)",
        primary="associative_memory.weighted.finite.logarithm",
        why_primary="The logarithm of $N$ shows in the constant of a law in $d$, so the whole formula is "
        "compared where $d \\ll N$.",
    ),
    replace(
        _WHOLE,
        id="associative_memory.S4.2",
        title="Proposition 2 at $2 \\rho \\alpha < 1$",
        text="$\\varphi(N) = N^{1 - 2 \\rho \\alpha}$ if $2 \\rho \\alpha < 1$.",
        place="Proposition 2, Eq. (13)",
        primary="associative_memory.weighted.finite.power",
        why_primary="A law in $d/\\varphi(N)$ is about both growing; beyond $N$ all tokens are stored "
        "and nothing "
        "is left of it.",
    ),
    replace(
        _WHOLE,
        id="associative_memory.S4.3",
        title="Proposition 2 at $\\rho = 0$",
        text="In the limit where $\\rho = 0$ the error can be understood as $(d/N)^{-\\infty}$, which "
        "will go to zero "
        "if and only if $d$ is bigger than $N$.",
        place="Proposition 2",
        primary="associative_memory.unweighted.twice",
        why_primary="'If' asks that every $d$ bigger than $N$ will do, and twice $N$ is bigger.",
        why_refuted="The printed condition is $d > N$; at $d = 2N$ the error does not go to zero but to "
        ".079 (two classes), since only $d/N$ enters.",
    ),
    _CUT,
    replace(
        _CUT,
        id="associative_memory.S5.1",
        title="Table 2: storing the first d tokens",
        text="When $\\rho = 0$ and $P \\simeq d$, one gets a scaling in $d^{-\\alpha + 1}$; in Table 2, "
        "$q(x) = 1[x \\le d]$.",
        place="Proposition 3; Table 2",
        primary="associative_memory.thresholded.dimension.two",
        why_primary="Table 2 prints the scheme, with $P = d$.",
        why_refuted="With $P = c\\,d$ every stored token is wrong with a fixed probability, .159 for $c "
        "= 1$ and two classes, so that no power of $d$ and no logarithm is left; Theorem 2's "
        "$P \\simeq d/\\log d$ repairs it.",
    ),
    replace(
        _CUT,
        id="associative_memory.S5.2",
        title="The stated threshold",
        text="Setting $P \\simeq d^{1/(2 \\rho \\alpha + 1)}$ is the choice made for $\\rho > 0$.",
        place="Proposition 3",
        primary=None,
        why_primary=None,
        not_covered="It states a choice and asserts nothing of it; whether a better threshold exists is "
        "our own question Q1.",
    ),
    replace(
        _CUT,
        id="associative_memory.S5.3",
        title="Where the maximum is reached",
        text="This maximum is reached for $P \\simeq d$.",
        place="Proposition 3",
        primary="associative_memory.best_threshold.uniform.to_logs",
        why_primary="The sentence is about $\\rho = 0$ and explains Eq. (14) of the same proposition, which "
        "grants logarithms; Theorem 2 writes $P \\simeq d/\\log d$.",
        why_refuted=None,
        as_printed="Without a logarithm it fails: the best $P$ is of the order $d/\\log d$, a share of $d$ "
        "that falls without bound.",
        printed="associative_memory.best_threshold.uniform",
    ),
    replace(
        _CUT,
        id="associative_memory.S5.4",
        title="Optimality of storing alike",
        text="The scaling $d^{-\\alpha + 1}$ of $\\rho = 0$ is actually optimal.",
        place="Proposition 3; Table 2",
        primary="associative_memory.thresholded.best.uniform",
        why_primary="Optimal in order is what the scheme at its own best threshold can show, with the "
        "logarithm that "
        "the proposition allows.",
    ),
    replace(
        _CUT,
        id="associative_memory.S5.5",
        title="Limiting the storage",
        text="A better option than weighting memories by their frequencies consists in explicitly limiting "
        "the storage with a thresholding algorithm.",
        place="Section 3.2, Eq. (12)",
        primary=None,
        why_primary=None,
        not_covered="The comparison of the two schemes at equal $d$ and $\\alpha$ is not derived or measured "
        "yet.",
    ),
)
