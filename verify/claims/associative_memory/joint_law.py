"""S8: Proposition 4 and Figure 1, the error by samples and dimension together."""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import BoundType, Claim, Relation, Role
from ...figure import Drawing, Figure

_SAMPLES = (100, 1000, 10_000, 100_000, 10**6, 10**7)
_DIMENSIONS = (32, 64, 128, 256, 512, 1024, 4096, 16_384)
_FAR = (10**4, 31623, 10**5, 316228, 10**6, 3162278, 10**7, 31622777, 10**8)
_FEW = {"P": ("d/8",), "T": (100, 10_000), "d": (32, 128, 512, 4096)}

_LITERAL = Claim(
    id="associative_memory.joint_law.order",
    label="the error of thresholding with $P = d/\\log d$ at $T = 10^7$",
    statement_id="associative_memory.S8.2",
    interpretation="$\\rho = 0$, $P = d/\\log d$, $\\alpha = 2$, infinitely many tokens: no logarithm "
    "allowed, read "
    "where samples no longer limit, $T = 10^7$ and $d$ from 32 to 512",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/d",
    alternatives=("C*log(d)/d",),
    quantity="error_of_samples",
    output="error",
    grid={"P": ("d/log d",), "T": (10**7,), "d": (32, 64, 128, 256, 512)},
    margin=0.05,
    severity="critical",
    tags=("joint-law", "answer: Error by samples and dimension"),
)
_LOGS = replace(
    _LITERAL,
    id="associative_memory.joint_law.order_logs",
    label="the error of thresholding with $P = d/\\log d$ and unlimited samples (orthonormal unembeddings)",
    interpretation="$\\rho = 0$, $P = d/\\log d$, $\\alpha = 2$, infinitely many tokens, $M = 5$ "
    "orthonormal unembeddings, at $T = \\infty$ and $d$ from $10^4$ to $10^8$: with the "
    "logarithm that $p(x > P)$ has for $P = d/\\log d$ written out",
    role=Role.CHARITABLE,
    claimed="C*log(d)/d",
    alternatives=(),
    quantity="thresholded_error",
    output=None,
    grid={"M": (5,), "alpha": (2.0,), "P": ("d/log d",), "d": _FAR},
    quick_grid={"M": (5,), "alpha": (2.0,), "P": ("d/log d",), "d": _FAR},
)
_LOGS_SPHERE = replace(
    _LOGS,
    id="associative_memory.joint_law.order_logs_sphere",
    label="the error of thresholding with $P = d/\\log d$ and unlimited samples (unembeddings on the sphere)",
    interpretation="$\\rho = 0$, $P = d/\\log d$, $\\alpha = 2$, infinitely many tokens, $M = 5$, "
    "unembeddings on the sphere as in the paper, $T = \\infty$ and $d$ from $10^4$ to "
    "$10^8$: the law with the logarithm of $p(x > P)$ for $P = d/\\log d$, which the "
    "proposition grants",
    alternatives=("C/d",),
    quantity="threshold_error_far",
    output="error",
    grid={"d": _FAR},
    quick_grid={"d": _FAR},
)
_UPPER = replace(
    _LITERAL,
    id="associative_memory.joint_law.figure_upper",
    label="the error of thresholding with $P = d/8$ after $T$ samples",
    statement_id="associative_memory.S8.3",
    interpretation="$P = d/8$ as in Figure 1: at most the sum of its two edges, unseen mass and $p(x > P)$, "
    "four "
    "fifths of each being answered wrong",
    relation=Relation.AT_MOST,
    bound_type=None,
    claimed="4/5*(sqrt(6)/(2*sqrt(pi*T)) + 48/(pi**2*d))",
    alternatives=(),
    grid={"P": ("d/8",), "T": _SAMPLES, "d": _DIMENSIONS},
    quick_grid=_FEW,
    margin=0.05,
    own_threshold=True,
)
_SAMPLES_ONLY = replace(
    _LITERAL,
    id="associative_memory.joint_law.in_samples",
    label="the error of thresholding with $P = d/8$ at $d = 16384$",
    statement_id="associative_memory.S8.3",
    interpretation="$P = d/8$ as in Figure 1, few samples: $d = 16384$, $T$ up to 10,000",
    claimed="C/sqrt(T)",
    alternatives=("C/T", "C*T**(-1/3)"),
    grid={"P": ("d/8",), "T": (100, 300, 1000, 3000, 10_000), "d": (16_384,)},
    severity="major",
)

CLAIMS: tuple[Claim, ...] = (
    _LITERAL,
    _LOGS,
    _LOGS_SPHERE,
    replace(
        _LOGS,
        id="associative_memory.joint_law.order_far",
        interpretation="$\\rho = 0$, $P = d/\\log d$, $\\alpha = 2$, infinitely many tokens, $M = 5$ "
        "orthonormal unembeddings, at $T = \\infty$ and $d$ from $10^4$ to $10^8$: no "
        "logarithm allowed",
        role=Role.STRONGER,
        claimed="C/d",
        alternatives=("C*log(d)/d",),
    ),
    _UPPER,
    replace(
        _UPPER,
        id="associative_memory.joint_law.figure_lower",
        interpretation="$P = d/8$ as in Figure 1: at least the larger of its two edges (with $p(x > P) > "
        "C/(P + 1)$), "
        "four fifths of it being answered wrong",
        relation=Relation.AT_LEAST,
        claimed="4/5*max(sqrt(6)/(2*sqrt(pi*(T + 1))), 48/(pi**2*(d + 8)))",
        quick_grid={"P": ("d/8",), "T": (100, 10_000), "d": (512, 4096)},
    ),
    replace(
        _UPPER,
        id="associative_memory.joint_law.sum",
        interpretation="$P = d/8$ as in Figure 1: the literal sum of its two edges with their constants, "
        "within 10 %",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        margin=0.1,
        severity="minor",
        own_threshold=True,
    ),
    replace(
        _UPPER,
        id="associative_memory.joint_law.constants_one",
        interpretation="$P = d/8$ as in Figure 1: the literal sum $1/\\sqrt T + 1/d$ with both constants "
        "equal to one, within 10 %",
        relation=Relation.EQUALS,
        claimed="1/sqrt(T) + 1/d",
        margin=0.1,
        severity="minor",
        own_threshold=True,
    ),
    _SAMPLES_ONLY,
    replace(
        _SAMPLES_ONLY,
        id="associative_memory.joint_law.in_dimension",
        label="the error of thresholding with $P = d/8$ at $T = 10^7$",
        interpretation="$P = d/8$ as in Figure 1, many samples: $T = 10^7$, $d$ from 32 to 512",
        claimed="C/d",
        alternatives=("C*log(d)/d", "C/sqrt(d)"),
        grid={"P": ("d/8",), "T": (10**7,), "d": (32, 64, 128, 256, 512)},
    ),
    replace(
        _SAMPLES_ONLY,
        id="associative_memory.joint_law.weighted",
        label="the error with the frequencies of $T$ samples as weights at $d = 10^{16}$",
        statement_id="associative_memory.S8.1",
        interpretation="$\\rho = 1$, frequencies as weights, $\\alpha = 2$, infinitely many tokens, where "
        "the term "
        "in $T$ shows: $d = 10^{16} \\gg T^2$, $T$ from 100 to 100,000",
        quantity="error_of_frequencies",
        grid={"d": (10**16,), "T": (100, 1000, 10_000, 100_000)},
    ),
)

_DIMENSION_FIGURE = Figure(
    id="associative_memory.figure_one.dimension",
    title="Figure 1, left: error against dimension",
    caption="Error with $P = d/8$ against $d$ for several $T$, infinitely many tokens: it falls "
    "like $1/d$ until the "
    "unseen tokens are left.",
    alternative="Curves of the error against d, one for each T, falling together and levelling off "
    "one after the other.",
    quantity="error_of_samples",
    drawing=Drawing.CURVES,
    x="d",
    series="T",
    outputs=("error",),
    laws={"$1/d$": "1/d"},
    grid={"P": ("d/8",), "T": (100, 1000, 10_000, 10**6), "d": _DIMENSIONS},
    place="Figure 1, left",
    supports=("associative_memory.joint_law.figure_upper", "associative_memory.joint_law.in_dimension"),
)

FIGURES: tuple[Figure, ...] = (
    _DIMENSION_FIGURE,
    replace(
        _DIMENSION_FIGURE,
        id="associative_memory.figure_one.samples",
        title="Figure 1, right: error against samples",
        caption="Error with $P = d/8$ against $T$ for several $d$, infinitely many tokens: it falls "
        "like $1/\\sqrt{T}$ "
        "until the memory is full.",
        alternative="Curves of the error against T, one for each d, falling together and levelling "
        "off one by one.",
        x="T",
        series="d",
        laws={"$1/\\sqrt{T}$": "1/sqrt(T)"},
        grid={"P": ("d/8",), "T": _SAMPLES, "d": (64, 256, 1024, 16_384)},
        place="Figure 1, right",
        supports=("associative_memory.joint_law.figure_upper", "associative_memory.joint_law.in_samples"),
    ),
)
