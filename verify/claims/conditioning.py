"""Claims of Qiao, "Understanding Transformers through the Lens of Pavlovian Conditioning".

arXiv 2508.08289; only a summary was at hand, so every definition is ours.

One head of linear attention stores n associations in S = sum_j k_j v_j^T, keys and values
independent and uniform on unit spheres, and is queried with a stored key k_i: o_i = k_i^T S. The
crosstalk is eta_i = sum_{j != i} <k_i, k_j> v_j. `n` counts associations, `d_k` and `d_v` are the
dimensions of keys and values, `t` is a threshold on |<k_i, k_j>|.
"""

from __future__ import annotations

from msgspec.structs import replace

from ..claim import Claim, Crossing, Relation, Role, Sense, Value
from ..statement import SourceAccess, Statement

SOURCE = "Qiao, Understanding Transformers through the Lens of Pavlovian Conditioning, arXiv 2508.08289"

_POWERS_OF_TWO = (16, 32, 64, 128, 256, 512, 1024, 2048)

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

_NOISE_GRID: dict[str, tuple[Value, ...]] = {
    "n": (2, 4, 8, 16, 32),
    "d_k": (8, 16, 32, 64, 128, 256),
    "d_v": (8, 32),
}
_NOISE_QUICK: dict[str, tuple[Value, ...]] = {"n": (2, 4, 8, 16), "d_k": (8, 16, 32, 64), "d_v": (8,)}

_NOISE_MEAN = Claim(
    id="conditioning.noise_power.mean",
    subject="the mean noise power",
    statement_id="conditioning.S1",
    reading="mean of $|\\eta_i|^2$ over keys and values",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="(n - 1)/d_k",
    derivation="noise_power",
    quantity="noise_power",
    component="power",
    grid=_NOISE_GRID,
    quick_grid=_NOISE_QUICK,
    margin=0.02,
    severity="critical",
    tags=("moments", "core"),
)

_NOISE: tuple[Claim, ...] = (
    _NOISE_MEAN,
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.law",
        reading="order of growth of the mean of $|\\eta_i|^2$ in $n - 1$, $d_k$ and $d_v$",
        role=Role.CHARITABLE,
        relation=Relation.LAW,
        sense=Sense.THETA,
        claimed="C*(n - 1)/d_k",
        rivals=("C*n/d_k", "C*(n - 1)/sqrt(d_k)", "C*(n - 1)**2/d_k"),
        margin=0.05,
        tags=("moments", "law"),
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.second_moment",
        subject="the second moment of the noise power",
        reading="$\\mathbb{E}|\\eta_i|^4$",
        role=Role.STRONGER,
        claimed="3*(n - 1)/(d_k*(d_k + 2)) + (n - 1)*(n - 2)*(1 + 2/d_v)/d_k**2",
        derivation="noise_power_second_moment",
        component="square",
        tags=("moments",),
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.third_moment",
        subject="the third moment of the noise power",
        reading="$\\mathbb{E}|\\eta_i|^6$",
        role=Role.STRONGER,
        claimed="15*(n - 1)/(d_k*(d_k + 2)*(d_k + 4)) + 9*(n - 1)*(n - 2)*(1 + 4/d_v)/(d_k**2*(d_k + 2))"
        " + (n - 1)*(n - 2)*(n - 3)*(1 + 6/d_v + 8/d_v**2)/d_k**3",
        derivation="noise_power_third_moment",
        component="cube",
        margin=0.05,
        tags=("moments",),
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.variance",
        subject="the variance of the noise power",
        reading="variance of $|\\eta_i|^2$",
        role=Role.STRONGER,
        claimed="2*(n - 1)/d_k**2*((d_k - 1)/(d_k + 2) + (n - 2)/d_v)",
        derivation="noise_power_variance",
        functional="variance",
        margin=0.05,
        tags=("moments",),
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.directional_variance",
        subject="the variance of the crosstalk along a direction",
        reading="variance of $\\langle \\eta_i, u \\rangle$ along a fixed unit vector $u$",
        role=Role.STRONGER,
        claimed="(n - 1)/(d_k*d_v)",
        derivation="directional_variance",
        component="along",
        tags=("moments",),
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.signal_to_noise",
        subject="the signal-to-noise ratio",
        reading="power of the stored value over the mean of $|\\eta_i|^2$",
        claimed="d_k/(n - 1)",
        derivation="signal_to_noise",
        functional="reciprocal",
        tags=("moments", "core"),
    ),
    replace(
        _NOISE_MEAN,
        id="conditioning.noise_power.markov",
        subject="the probability that an item fails",
        reading="probability that one item has $|\\eta_i|^2 > 1$, bounded by Markov's inequality",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="(n - 1)/(d_k*tau)",
        derivation="noise_tail_bound",
        quantity="item_failure",
        component="first",
        grid={"d_k": (16, 32, 64, 128, 256, 512)},
        quick_grid={"d_k": (16, 32, 64, 128)},
        tags=("tails", "bound"),
    ),
)

_OVERLAP_MEAN_SQUARE = Claim(
    id="conditioning.key_overlap.mean_square",
    subject="the mean square overlap of two keys",
    statement_id="conditioning.S1",
    reading="$\\mathbb{E}\\langle k_i, k_j \\rangle^2$ of two independent keys",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1/d_k",
    derivation="key_overlap_mean_square",
    quantity="key_overlap",
    component="square",
    grid={"d_k": (4, 8, 16, 32, 64, 128, 256, 512)},
    quick_grid={"d_k": (4, 16, 64, 256)},
    margin=0.02,
    tags=("overlap", "moments"),
)

_OVERLAP_TAIL = replace(
    _OVERLAP_MEAN_SQUARE,
    id="conditioning.key_overlap.tail",
    subject="the tail of the overlap of two keys",
    reading="tail probability of $|\\langle k_i, k_j \\rangle|$ beyond $t$",
    role=Role.STRONGER,
    claimed="betainc(1/2, (d_k - 1)/2, t**2, 1)",
    derivation="key_overlap_tail",
    quantity="key_overlap_tail",
    component="beyond",
    margin=0.05,
    tags=("overlap", "tails"),
)

_OVERLAP: tuple[Claim, ...] = (
    _OVERLAP_MEAN_SQUARE,
    replace(
        _OVERLAP_MEAN_SQUARE,
        id="conditioning.key_overlap.fourth_moment",
        subject="the fourth moment of the overlap of two keys",
        reading="$\\mathbb{E}\\langle k_i, k_j \\rangle^4$",
        role=Role.STRONGER,
        claimed="3/(d_k*(d_k + 2))",
        derivation="key_overlap_fourth_moment",
        component="fourth",
    ),
    replace(
        _OVERLAP_MEAN_SQUARE,
        id="conditioning.key_overlap.sixth_moment",
        subject="the sixth moment of the overlap of two keys",
        reading="$\\mathbb{E}\\langle k_i, k_j \\rangle^6$",
        role=Role.STRONGER,
        claimed="15/(d_k*(d_k + 2)*(d_k + 4))",
        derivation="key_overlap_sixth_moment",
        component="sixth",
        margin=0.05,
    ),
    replace(
        _OVERLAP_MEAN_SQUARE,
        id="conditioning.key_overlap.mean_absolute",
        subject="the mean absolute overlap of two keys",
        reading="$\\mathbb{E}|\\langle k_i, k_j \\rangle|$, by quadrature of the slice density",
        role=Role.STRONGER,
        claimed="gamma(d_k/2)/(sqrt(pi)*gamma((d_k + 1)/2))",
        derivation="key_overlap_mean_absolute",
        quantity="key_overlap_quadrature",
        component=None,
        tags=("overlap", "moments", "exact"),
    ),
    _OVERLAP_TAIL,
    replace(
        _OVERLAP_TAIL,
        id="conditioning.key_overlap.tail_bound",
        reading="sub-Gaussian bound on the tail of $|\\langle k_i, k_j \\rangle|$",
        role=Role.CHARITABLE,
        relation=Relation.AT_MOST,
        claimed="2*exp(-d_k*t**2/2)",
        derivation="key_overlap_tail_bound",
        quantity="key_overlap_tail_quadrature",
        component=None,
        margin=0.02,
        tags=("overlap", "tails", "bound", "exact"),
    ),
)

_MEAN_NOISE_OMEGA = Claim(
    id="conditioning.capacity.mean_noise.omega",
    subject="the capacity by mean noise power",
    statement_id="conditioning.S2",
    reading="(a) the $n$ at which the mean noise power reaches 1",
    role=Role.CHARITABLE,
    relation=Relation.LAW,
    sense=Sense.OMEGA,
    claimed="C*sqrt(d_k)",
    rivals=("C*d_k",),
    derivation="capacity_mean_noise",
    quantity="noise_growth",
    component="power",
    crossing=Crossing(variable="n", level=1.0),
    grid={"d_k": _POWERS_OF_TWO},
    quick_grid={"d_k": (16, 32, 64, 128, 256)},
    margin=0.05,
    severity="critical",
    tags=("capacity",),
)
_COHERENT_OMEGA = replace(
    _MEAN_NOISE_OMEGA,
    id="conditioning.capacity.coherent.omega",
    subject="the capacity by mean coherent crosstalk",
    reading="(d) the $n$ at which the coherent worst case over values, "
    "$\\sum_{j \\ne i} |\\langle k_i, k_j \\rangle|$, reaches 1 on average",
    derivation="capacity_coherent",
    quantity="coherent_crosstalk",
    component="absolute",
)
_DISTINCT_OMEGA = replace(
    _MEAN_NOISE_OMEGA,
    id="conditioning.capacity.distinct.omega",
    subject="the capacity by all one-hot keys distinct",
    reading="(h) one-hot keys drawn at random: the $n$ at which all keys are distinct with probability 1/2",
    derivation="capacity_distinct",
    quantity="first_collision",
    component=None,
    crossing=Crossing(variable="n", level=0.5),
    grid={"d_k": (64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768)},
    quick_grid={"d_k": (64, 256, 1024, 4096)},
)
_UNSHARED_OMEGA = replace(
    _DISTINCT_OMEGA,
    id="conditioning.capacity.unshared.omega",
    subject="the capacity by an unshared one-hot key",
    reading="(h) one-hot keys drawn at random: the $n$ at which a query's key is its own with "
    "probability 1/2",
    derivation="capacity_unshared",
    quantity="unshared_fraction",
    component="fraction",
    grid={"d_k": (16, 32, 64, 128, 256, 512, 1024, 2048, 4096)},
    quick_grid={"d_k": (16, 64, 256, 1024)},
)
_GUARANTEE_OMEGA = replace(
    _MEAN_NOISE_OMEGA,
    id="conditioning.capacity.guarantee.omega",
    subject="the capacity guaranteed by Markov and the union bound",
    reading="the $n$ up to which Markov's inequality and the union bound promise $|\\eta_i|^2 \\le 1$ for "
    "all items with probability 1/2",
    role=Role.LITERAL,
    derivation="capacity_guarantee",
    quantity="total_noise",
    component="total",
    crossing=Crossing(variable="n", level=0.5),
)

_CAPACITIES: tuple[Claim, ...] = (
    _GUARANTEE_OMEGA,
    replace(_GUARANTEE_OMEGA, id="conditioning.capacity.guarantee.theta", sense=Sense.THETA),
    replace(_GUARANTEE_OMEGA, id="conditioning.capacity.guarantee.o", sense=Sense.O),
    _MEAN_NOISE_OMEGA,
    replace(_MEAN_NOISE_OMEGA, id="conditioning.capacity.mean_noise.theta", sense=Sense.THETA),
    replace(_MEAN_NOISE_OMEGA, id="conditioning.capacity.mean_noise.o", sense=Sense.O),
    _COHERENT_OMEGA,
    replace(_COHERENT_OMEGA, id="conditioning.capacity.coherent.theta", sense=Sense.THETA),
    replace(_COHERENT_OMEGA, id="conditioning.capacity.coherent.o", sense=Sense.O),
    _DISTINCT_OMEGA,
    replace(_DISTINCT_OMEGA, id="conditioning.capacity.distinct.theta", sense=Sense.THETA),
    replace(_DISTINCT_OMEGA, id="conditioning.capacity.distinct.o", sense=Sense.O),
    _UNSHARED_OMEGA,
    replace(_UNSHARED_OMEGA, id="conditioning.capacity.unshared.theta", sense=Sense.THETA),
    replace(_UNSHARED_OMEGA, id="conditioning.capacity.unshared.o", sense=Sense.O),
)

_RETRIEVAL_GUARANTEE = Claim(
    id="conditioning.retrieval.guarantee",
    subject="the probability that no item fails",
    statement_id="conditioning.S2",
    reading="probability that all $n$ items have $|\\eta_i|^2 \\le 1$, bounded by Markov and the union bound",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="1 - n*(n - 1)/(d_k*tau)",
    derivation="retrieval_guarantee",
    quantity="retrieval_failure",
    component="any",
    functional="complement",
    grid={"d_k": (16, 32, 64, 128, 256, 512)},
    quick_grid={"d_k": (16, 32, 64, 128)},
    domain=("n*(n - 1) <= d_k",),
    margin=0.02,
    severity="critical",
    tags=("guarantee", "bound"),
)

_RETRIEVAL: tuple[Claim, ...] = (
    _RETRIEVAL_GUARANTEE,
    replace(
        _RETRIEVAL_GUARANTEE,
        id="conditioning.retrieval.half_load",
        reading="how loose the guarantee is: with $n = d_k/2$ items, far beyond it, all still have "
        "$|\\eta_i|^2 \\le 1$ with probability at least 1/2",
        role=Role.STRONGER,
        claimed="1/2",
        derivation=None,
        domain=("2*n == d_k",),
        severity="major",
        tags=("guarantee", "looseness"),
    ),
    replace(
        _RETRIEVAL_GUARANTEE,
        id="conditioning.first_collision.union_bound",
        subject="the probability that all one-hot keys are distinct",
        reading="(h) probability that all $n$ one-hot keys are distinct, bounded by the union over pairs",
        role=Role.CHARITABLE,
        claimed="1 - n*(n - 1)/(2*d_k)",
        derivation="distinct_keys_bound",
        quantity="first_collision",
        component=None,
        functional="mean",
        grid={"d_k": (64, 256, 1024, 4096, 16384)},
        quick_grid={"d_k": (64, 256, 1024)},
        domain=("n*(n - 1) <= 2*d_k",),
        severity="major",
        tags=("guarantee", "bound"),
    ),
    replace(
        _RETRIEVAL_GUARANTEE,
        id="conditioning.first_collision.probability",
        subject="the probability that all one-hot keys are distinct",
        reading="(h) probability that all $n$ one-hot keys are distinct, by enumeration of every assignment",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        claimed="ff(d_k, n)/d_k**n",
        derivation="distinct_keys",
        quantity="distinct_keys_enumeration",
        component=None,
        functional="mean",
        grid={},
        quick_grid={},
        domain=(),
        severity="major",
        tags=("exact",),
    ),
)

_LINEARITY_IDENTITY = Claim(
    id="conditioning.linearity.identity",
    subject="the difference of state form and attention form",
    statement_id="conditioning.S8",
    reading="reading the state with any feature map is the sum of values weighted by kernel products",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="linearity",
    quantity="linearity_gap",
    margin=0.0,
    severity="critical",
    tags=("identity", "core", "exact"),
)

_IDENTITIES: tuple[Claim, ...] = (
    _LINEARITY_IDENTITY,
    replace(
        _LINEARITY_IDENTITY,
        id="conditioning.linearity.recursion",
        subject="the difference of Hebbian sum and recursion",
        reading="storing one association after another gives the Hebbian sum",
        derivation="recursion",
        quantity="recursion_gap",
    ),
)

CLAIMS: tuple[Claim, ...] = _CAPACITIES + _RETRIEVAL + _NOISE + _OVERLAP + _IDENTITIES
