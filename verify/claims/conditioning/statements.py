"""What the source says, in the order of its ledger, split where a sentence says several things."""

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
_CAPACITY = replace(
    _SNR,
    id="conditioning.S2",
    title="Capacity theorem",
    text="A head reliably stores $O(\\sqrt{d_k})$ associations before interference degrades retrieval.",
    primary="conditioning.capacity.guarantee.omega",
    why_primary="'Reliably stores' promises that so many can be stored, and the tools the summary names, "
    "Markov's inequality and the union bound, give just this guarantee.",
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
    why_primary="It is the bound solved for $d_k$; no other road to the corollary is named.",
)

STATEMENTS: tuple[Statement, ...] = (
    _SNR,
    _CAPACITY,
    replace(
        _CAPACITY,
        id="conditioning.S2.1",
        title="Later wording: error-free",
        text="About $\\sqrt{d_k}$ associations are stored free of error.",
        primary="conditioning.error_free.guarantee.omega",
        why_primary="Free of error is a promise about all items at once, which is what the guarantee is for.",
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
    ),
    replace(
        _ERROR_LAW,
        id="conditioning.S4.1",
        title="Averaging heads",
        text="Averaging $H$ heads instead of picking a good one.",
        primary="conditioning.heads.averaged_power",
        why_primary="It is the mean noise power of the capacity theorem, for the mean of the heads.",
    ),
    _DEPTH,
    replace(
        _DEPTH,
        id="conditioning.S5.1",
        title="Linear in depth",
        text="The error grows linearly with depth.",
        primary="conditioning.depth.linear",
        why_primary="The factor $L$ of the error law is read as the law of the chain's error.",
    ),
    replace(
        _DEPTH,
        id="conditioning.S5.2",
        title="Clean-up between layers",
        text="Normalisation or clean-up between layers keeps the error of a chain bounded.",
        primary="conditioning.depth.rms_bounded",
        why_primary="'Bounded' is all that the sentence says, and RMSNorm is the normaliser that the summary "
        "names first as a variant.",
    ),
    _KERNELS,
    replace(
        _KERNELS,
        id="conditioning.S6.1",
        title="Softmax attention",
        text="Whether the capacity theorem holds under softmax dynamics is an open question.",
        place="open questions",
        primary="conditioning.softmax.full.omega",
        why_primary="The question is whether the capacity law holds; $d_k$ is the scale at which a key of "
        "length "
        "$\\sqrt{d_k}$ scores itself.",
    ),
    replace(
        _KERNELS,
        id="conditioning.S6.2",
        title="Normalisers",
        text="The read-out is normalised, $o_i = \\mathrm{Norm}(\\phi(q_i) S_i)$, by a sum, RMSNorm or "
        "LayerNorm.",
        place="linear attention equation",
        primary="conditioning.normaliser.rms",
        why_primary="RMSNorm is the first variant that the summary names, and keeps the scale of unit "
        "values.",
    ),
    _LEARNING,
    replace(
        _LEARNING,
        id="conditioning.S7.1",
        title="Delta rule",
        text="The delta rule corrects the errors of Hebbian storage.",
        primary="conditioning.delta.oldest",
        why_primary="Tokens are seen once, in order, and the oldest item has been disturbed most.",
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
        text="Acquisition, extinction and blocking of conditioning follow from the rules.",
        primary="conditioning.acquisition.delta",
        why_primary="The delta rule is the rule of Rescorla and Wagner, and acquisition its first curve.",
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
        not_covered="It is about training large models, which neither road reaches.",
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
        why_primary="It is the bound solved for $H$; no other road to the corollary is named.",
    ),
    replace(
        _DESIGN,
        id="conditioning.S9.2",
        title="Design corollary: heads at a fixed width",
        text="The best number of heads at a fixed width.",
        primary="conditioning.design.optimal_heads",
        why_primary="It is the least value of the bound over $H$ at $D = H d_k$.",
    ),
    replace(
        _ERROR_LAW,
        id="conditioning.S10",
        title="Do the two headline laws agree?",
        text="The capacity law and the error law speak of the same failure: at a constant error, "
        "$n \\sim \\sqrt{d_k}$.",
        place="both theorems",
        primary="conditioning.two_laws.one_query",
        why_primary="The error law is about one query; its bound at a constant $r$ gives an $n$ to hold "
        "against the "
        "capacity law.",
    ),
)
