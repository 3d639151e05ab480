"""What the source says, in the order of its ledger, and what nothing tests yet."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_SNR = Statement(
    id="conditioning.S1",
    title="Signal-to-noise law",
    text="A stored value is read out against crosstalk of mean power $(n - 1)/d_k$, so the signal-to-noise "
    "ratio is $d_k/(n - 1)$.",
    place="capacity theorem",
    source_access=SourceAccess.SUMMARY,
    primary="conditioning.noise_power.mean",
    why_primary="The capacity argument rests on the mean power of the crosstalk alone.",
)

_CAPACITY = Statement(
    id="conditioning.S2",
    title="Capacity theorem",
    text="A head reliably stores $O(\\sqrt{d_k})$ associations before interference degrades retrieval.",
    place="capacity theorem",
    source_access=SourceAccess.SUMMARY,
    primary="conditioning.capacity.guarantee.omega",
    why_primary="'Reliably stores' promises that so many can be stored, and the tools the summary names, "
    "Markov's inequality and the union bound, give just this guarantee.",
)

_LINEARITY = Statement(
    id="conditioning.S8",
    title="Linear attention is a Hebbian memory",
    text="$\\phi(q) S = \\sum_j (\\phi(q) \\cdot \\phi(k_j)) v_j$ "
    "with $S_i = \\sum_{j \\le i} \\phi(k_j)^T v_j$.",
    place="linear attention equation",
    source_access=SourceAccess.SUMMARY,
    primary="conditioning.linearity.identity",
    why_primary="It is the formula as printed.",
)


_OTHER_CAPACITY = Statement(
    id="conditioning.S2.b",
    title="Capacity, reading (b)",
    text="90 % of the queries have $|\\eta|^2 \\le 1$.",
    place="capacity theorem",
    source_access=SourceAccess.SUMMARY,
    not_covered="Its level is a probability within a draw, which needs a psychometric fit.",
)
_ARGMAX_CAPACITY = replace(
    _OTHER_CAPACITY,
    id="conditioning.S2.f",
    title="Capacity, reading (f)",
    text="Nearest stored value by argmax, 5 % errors a query.",
    not_covered="There is no simulator of the argmax read-out yet.",
)
_ERROR_LAW = Statement(
    id="conditioning.S3",
    title="Error propagation",
    text="$r^* \\propto L n^H / d_k^H$.",
    place="error propagation",
    source_access=SourceAccess.SUMMARY,
    not_covered="Failure of several heads and layers is not simulated yet.",
)

STATEMENTS: tuple[Statement, ...] = (
    _SNR,
    _CAPACITY,
    _OTHER_CAPACITY,
    replace(
        _OTHER_CAPACITY,
        id="conditioning.S2.c",
        title="Capacity, reading (c)",
        text="All $n$ items have $|\\eta_i|^2 \\le 1$ with probability 1/2.",
        not_covered="It needs a psychometric fit; conditioning.retrieval.half_load bounds it from below.",
    ),
    replace(
        _OTHER_CAPACITY,
        id="conditioning.S2.d",
        title="Capacity, reading (d), worst item",
        text="$\\max_i \\sum_{j \\ne i} |\\langle k_i, k_j \\rangle| \\le 1$.",
        not_covered="Only the mean over items is read so far.",
    ),
    replace(
        _OTHER_CAPACITY,
        id="conditioning.S2.e",
        title="Capacity, reading (e)",
        text="Coherence: $\\mu (n - 1) \\le \\tau$.",
        not_covered="There is no simulator of the coherence yet.",
    ),
    _ARGMAX_CAPACITY,
    replace(
        _ARGMAX_CAPACITY,
        id="conditioning.S2.g",
        title="Capacity, reading (g)",
        text="Argmax, all $n$ items correct.",
    ),
    _ERROR_LAW,
    replace(
        _ERROR_LAW,
        id="conditioning.S4",
        title="Independent heads",
        text="The heads of a layer fail independently.",
        not_covered="There is no simulator of several heads yet.",
    ),
    replace(
        _ERROR_LAW,
        id="conditioning.S5",
        title="Higher-order conditioning",
        text="Stacked layers associate associations, and errors accumulate with depth.",
        place="higher-order conditioning",
        not_covered="Stacked layers are not simulated yet.",
    ),
    replace(
        _ERROR_LAW,
        id="conditioning.S6",
        title="Feature maps and softmax",
        text="The framework generalises across kernel functions.",
        place="kernel functions",
        not_covered="The noise laws are read for the identity map only.",
    ),
    replace(
        _ERROR_LAW,
        id="conditioning.S7",
        title="Learning rules",
        text="Oja's rule and the delta rule as principled remedies.",
        place="learning rules",
        not_covered="Only Hebbian storage is simulated.",
    ),
    _LINEARITY,
    replace(
        _ERROR_LAW,
        id="conditioning.S9",
        title="Design corollaries",
        text="Widths and numbers of heads at a constant error.",
        place="design trade-offs",
        not_covered="They follow from the bound of S3.",
    ),
    replace(
        _ERROR_LAW,
        id="conditioning.S10",
        title="One definition of failure",
        text="The capacity law and the error law speak of the same failure.",
        place="both theorems",
        not_covered="It needs the readings of S3.",
    ),
)
