"""What the source says, in the order of its ledger, split where a sentence says several things."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement
from . import questions

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
_CAPACITY = replace(
    _SNR,
    id="conditioning.S2",
    title="Capacity theorem",
    text="A head reliably stores $O(\\sqrt{d_k})$ associations before interference degrades retrieval.",
    primary="conditioning.capacity.all_items.omega",
    why_primary="'Reliably stores' is about all stored items, and the capacity is how many there can be; "
    "what Markov's inequality and the union bound promise is a bound on it, of the order "
    "$\\sqrt{d_k}$ by construction.",
)
_ERROR_LAW = replace(
    _SNR,
    id="conditioning.S3",
    title="Error propagation",
    text="$r^* \\propto L n^H / d_k^H$.",
    place="error propagation",
    primary="conditioning.error_law.two_heads.theta",
    why_primary="'Scales as' and the sign of proportion assert the order of growth in every factor, and two "
    "heads are the fewest at which the exponent $H$ shows.",
    why_refuted="'Scales as' is more than a bound: at a constant load $n/d_k$ the law asks for a "
    "constant error rate, and the error rate falls exponentially in $d_k$. The law is "
    "Markov's bound; only one-hot keys follow it.",
)
_DEPTH = replace(
    _SNR,
    id="conditioning.S5",
    title="Higher-order conditioning",
    text="Stacked layers associate associations, and the error of a chain accumulates with depth.",
    place="higher-order conditioning",
    primary="conditioning.depth.error",
    why_primary="The next layer is queried with what the last one retrieved, with nothing in between.",
)
_KERNELS = replace(
    _SNR,
    id="conditioning.S6",
    title="Kernel functions",
    text="The capacity law generalises across kernel functions $\\phi$.",
    place="kernel functions",
    primary="conditioning.feature_capacity.relu_raw.omega",
    why_primary="ReLU is the first map beyond the identity that the paper names, and it is used as it is.",
    why_refuted="ReLU's features have a common mean, so that crosstalk adds up in phase: no more than "
    "about $\\pi^2 + 1$ items can be stored in any dimension, and not even the order "
    "$\\sqrt{d_k}$ is left. Features less their mean restore the law.",
)
_LEARNING = replace(
    _SNR,
    id="conditioning.S7",
    title="Hebb's rule",
    text="Hebbian storage has no bound on its norm.",
    place="learning rules",
    primary="conditioning.hebb.norm",
    why_primary="The mean square norm is the quantity that a bound would be about.",
)
_DESIGN = replace(
    _SNR,
    id="conditioning.S9",
    title="Design corollary: width",
    text="The width of a head at a constant error.",
    place="design trade-offs",
    primary="conditioning.design.iso_error_dimension",
    why_primary="It is the bound solved for $d_k$; no other derivation of the corollary is named.",
    own_question=True,
)

STATEMENTS: tuple[Statement, ...] = (
    _SNR,
    _CAPACITY,
    replace(
        _CAPACITY,
        id="conditioning.S2.1",
        title="Later wording: error-free",
        text="About $\\sqrt{d_k}$ associations are stored free of error.",
        primary="conditioning.error_free.all_items.omega",
        why_primary="Free of error is said of all items at once, and the number that can be stored is "
        "meant, not the bound that the proof gives.",
        same_as="conditioning.S2",
    ),
    replace(
        _CAPACITY,
        id="conditioning.S2.2",
        title="Later wording: on average",
        text="$O(d_k)$ associations are stored on average.",
        primary="conditioning.average.mean_noise.omega",
        why_primary="'On average' names the mean, and the mean noise power is the quantity of the theorem.",
    ),
    _ERROR_LAW,
    replace(
        _ERROR_LAW,
        id="conditioning.S4",
        title="Independent heads",
        text="The heads of a layer fail independently, so that all fail with probability $p^H$.",
        primary="conditioning.heads.fresh",
        why_primary="The proof multiplies probabilities, which fresh keys in every head allow.",
        why_refuted=None,
    ),
    replace(
        _ERROR_LAW,
        id="conditioning.S4.1",
        title="Averaging heads",
        text="Is it better to average $H$ heads than to pick a good one?",
        primary="conditioning.heads.averaged_power",
        why_primary="It is the mean noise power of the capacity theorem, for the mean of the heads.",
        own_question=True,
        why_refuted=None,
    ),
    _DEPTH,
    replace(
        _DEPTH,
        id="conditioning.S5.1",
        title="Linear in depth",
        text="The error grows linearly with depth.",
        primary="conditioning.depth.linear_light",
        why_primary="The factor $L$ comes from a union bound over layers, which is meant where errors "
        "are rare, $L (n - 1)/d_k$ small.",
    ),
    replace(
        _DEPTH,
        id="conditioning.S5.2",
        title="Clean-up between layers",
        text="Does normalisation or clean-up between layers keep the error of a chain bounded?",
        primary="conditioning.depth.rms_bounded",
        why_primary="'Bounded' is all that the sentence says, and RMSNorm is the normaliser that the summary "
        "names first as a variant.",
        own_question=True,
    ),
    _KERNELS,
    replace(
        _KERNELS,
        id="conditioning.S6.1",
        title="Softmax attention",
        text="Does the capacity law hold under softmax attention? (The paper's own open question.)",
        place="open questions",
        primary="conditioning.softmax.full.omega",
        why_primary="The question is whether the capacity law holds; $d_k$ is the scale at which a key of "
        "length "
        "$\\sqrt{d_k}$ scores itself.",
        own_question=True,
        why_refuted=None,
    ),
    replace(
        _KERNELS,
        id="conditioning.S6.2",
        title="Normalisers",
        text="Does the error of the normalised read-out $o_i = \\mathrm{Norm}(\\phi(q_i) S_i)$ "
        "stay below $(n - 1)/d_k$ under a sum, RMSNorm or LayerNorm?",
        place="linear attention equation",
        primary="conditioning.normaliser.rms",
        why_primary="RMSNorm is the first variant that the summary names, and keeps the scale of unit "
        "values.",
        own_question=True,
        why_refuted=None,
    ),
    _LEARNING,
    replace(
        _LEARNING,
        id="conditioning.S7.1",
        title="Delta rule",
        text="The delta rule corrects the errors of Hebbian storage.",
        primary="conditioning.delta.average",
        why_primary="What is corrected are the errors of Hebb's rule, so that the two are compared after "
        "the same pass.",
    ),
    replace(
        _LEARNING,
        id="conditioning.S7.2",
        title="Oja's rule",
        text="Oja's rule keeps the norm bounded (homeostasis).",
        primary="conditioning.oja.norm",
        why_primary="The norm is what homeostasis is about.",
    ),
    replace(
        _LEARNING,
        id="conditioning.S7.3",
        title="Conditioning curves",
        text="Do acquisition, extinction and blocking of conditioning follow from the rules?",
        primary="conditioning.acquisition.delta",
        why_primary="The delta rule is the rule of Rescorla and Wagner, and acquisition its first curve.",
        own_question=True,
    ),
    replace(
        _LEARNING,
        id="conditioning.S7.4",
        title="Learning rules in large transformers",
        text="Biologically plausible rules could replace clipping and normalisation in large-scale "
        "transformers.",
        place="open questions",
        primary=None,
        why_primary=None,
        not_covered="It is about training large models, which no derivation or simulation here reaches.",
    ),
    replace(
        _SNR,
        id="conditioning.S8",
        title="Linear attention is a Hebbian memory",
        text="$\\phi(q) S = \\sum_j (\\phi(q) \\cdot \\phi(k_j)) v_j$ "
        "with $S_i = \\sum_{j \\le i} \\phi(k_j)^T v_j$.",
        place="linear attention equation",
        primary="conditioning.linearity.identity",
        why_primary="It is the formula as printed.",
    ),
    _DESIGN,
    replace(
        _DESIGN,
        id="conditioning.S9.1",
        title="Design corollary: heads",
        text="The number of heads needed for a given error.",
        primary="conditioning.design.heads_needed",
        why_primary="It is the bound solved for $H$; no other derivation of the corollary is named.",
        own_question=True,
    ),
    replace(
        _DESIGN,
        id="conditioning.S9.2",
        title="Design corollary: heads at a fixed width",
        text="The best number of heads at a fixed width.",
        primary="conditioning.design.optimal_heads",
        why_primary="It is the least value of the bound over $H$ at $D = H d_k$.",
        own_question=True,
    ),
    replace(
        _ERROR_LAW,
        id="conditioning.S10",
        title="Do the two headline laws agree?",
        text="Do the capacity law and the error law speak of the same failure: does the error law "
        "keep a constant error at $n \\sim \\sqrt{d_k}$?",
        place="both theorems",
        primary="conditioning.two_laws.one_query",
        why_primary="The error law is about one query; its bound at a constant $r$ gives an $n$ to hold "
        "against the "
        "capacity law.",
        own_question=True,
        why_refuted=None,
    ),
    *questions.STATEMENTS,
)
