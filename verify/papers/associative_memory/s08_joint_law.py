"""S8: Proposition 4 and Figure 1, the error by samples and dimension together."""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper
from .s04_schemes import FAR

S8_1 = paper.statement(
    "S8.1 Proposition 4: finite data add a term",
    "For the bounds with respect to $d$ of Propositions 2 and 3, finite data simply add a term "
    r"$T^{-1 + 1/\alpha}$ (up to constants and logarithmic terms).",
    place="Proposition 4",
    why_primary=r"Proposition 2 at $\rho = 1$ is the scheme of Table 2, and Proposition 3 has a sentence of "
    "its own.",
)

S8_1.claim(
    "joint_law.weighted",
    r"$\rho = 1$, frequencies as weights, $\alpha = 2$, infinitely many tokens, where the term in $T$ "
    r"shows: $d = 10^{16} \gg T^2$, $T$ from 100 to 100,000",
    quantity("error_of_frequencies")["error"](d=10**16, T=powers(100, 100000, 10))
    .named("the error with the frequencies of $T$ samples as weights at $d = 10^{16}$")
    .grows_like("C/sqrt(T)", alternatives=("C/T", "C*T**(-1/3)")),
    literal(tags=("joint-law", "answer: Error by samples and dimension")),
)

S8_2 = paper.statement(
    "S8.2 Proposition 4: the joint law",
    r"Thresholding with $\rho = 0$ and $P \simeq d/\log(d)$ reaches "
    r"$\mathcal{E} \asymp T^{-1 + 1/\alpha} + d^{-\alpha + 1}$.",
    place="Proposition 4, Eq. (15)",
    primary="joint_law.order_logs_sphere",
    why_primary="The proposition begins 'up to constants and logarithmic terms'; where samples do not "
    "limit, it can be followed to $d = 10^8$, and the paper's unembeddings lie on the sphere.",
    as_printed=r"Eq. (15) is written without a logarithm; with $P = d/\log d$ it needs the factor $\log d$ "
    "that the proposition grants.",
    printed="joint_law.order_far",
).having(severity="critical", tags=("joint-law", "answer: Error by samples and dimension"))

SCHEME = r"$\rho = 0$, $P = d/\log d$, $\alpha = 2$, infinitely many tokens"
BEYOND = rf"{SCHEME}, $M = 5$ orthonormal unembeddings, at $T = \infty$ and $d$ from $10^4$ to $10^8$"
of_samples = quantity("error_of_samples", "the error of thresholding with $P = d/8$ after $T$ samples")[
    "error"
]
unlimited = quantity(
    "thresholded_error",
    r"the error of thresholding with $P = d/\log d$ and unlimited samples (orthonormal unembeddings)",
)(M=5, alpha=2.0, P="d/log d", d=FAR).quick()

S8_2.claim(
    "joint_law.order",
    f"{SCHEME}: no logarithm allowed, read where samples no longer limit, $T = 10^7$ and $d$ from 32 to 512",
    of_samples(P="d/log d", T=10**7, d=powers(32, 512))
    .named(r"the error of thresholding with $P = d/\log d$ at $T = 10^7$")
    .grows_like("C/d", alternatives=("C*log(d)/d",)),
)

S8_2.claim(
    "joint_law.order_logs",
    rf"{BEYOND}: with the logarithm that $p(x > P)$ has for $P = d/\log d$ written out",
    unlimited.grows_like("C*log(d)/d"),
    charitable(),
)

S8_2.claim(
    "joint_law.order_logs_sphere",
    rf"{SCHEME}, $M = 5$, unembeddings on the sphere as in the paper, $T = \infty$ and $d$ from $10^4$ to "
    r"$10^8$: the law with the logarithm of $p(x > P)$ for $P = d/\log d$, which the proposition grants",
    quantity("threshold_error_far")["error"](d=FAR)
    .quick()
    .named(
        r"the error of thresholding with $P = d/\log d$ and unlimited samples (unembeddings on the sphere)"
    )
    .grows_like("C*log(d)/d", alternatives=("C/d",)),
    charitable(),
)

S8_2.claim(
    "joint_law.order_far",
    f"{BEYOND}: no logarithm allowed",
    unlimited.grows_like("C/d", alternatives=("C*log(d)/d",)),
    stronger(),
)

S8_3 = paper.statement(
    "S8.3 Figure 1",
    r"The plots validate empirically $\mathcal{E}(f_q) \asymp d^{-\alpha + 1} + T^{-1 + 1/\alpha}$ at "
    r"$\alpha = 2$ with $\rho = 0$ and $P = d/8$.",
    place="Figure 1, caption",
    why_primary="The caption names the scheme, and a sum of terms is a bound first.",
).having(tags=("joint-law", "answer: Error by samples and dimension"), own_threshold=True)

EDGES = "4/5*(sqrt(6)/(2*sqrt(pi*T)) + 48/(pi**2*d))"
eighth = of_samples(P="d/8", T=powers(100, 10**7, 10), d=(*powers(32, 1024), 4096, 16384))
summed = eighth.quick(T=(100, 10000), d=(32, 128, 512, 4096))

S8_3.claim(
    "joint_law.figure_upper",
    "$P = d/8$ as in Figure 1: at most the sum of its two edges, unseen mass and $p(x > P)$, four fifths of "
    "each being answered wrong",
    summed.at_most(EDGES, margin=0.05),
    literal(severity="critical"),
)

S8_3.claim(
    "joint_law.figure_lower",
    "$P = d/8$ as in Figure 1: at least the larger of its two edges (with $p(x > P) > C/(P + 1)$), four "
    "fifths of it being answered wrong",
    eighth.quick(T=(100, 10000), d=(512, 4096)).at_least(
        "4/5*max(sqrt(6)/(2*sqrt(pi*(T + 1))), 48/(pi**2*(d + 8)))", margin=0.05
    ),
    literal(severity="critical"),
)

S8_3.claim(
    "joint_law.sum",
    "$P = d/8$ as in Figure 1: the literal sum of its two edges with their constants, within 10 %",
    summed.equals(EDGES, margin=0.1),
    stronger(severity="minor"),
)

S8_3.claim(
    "joint_law.constants_one",
    r"$P = d/8$ as in Figure 1: the literal sum $1/\sqrt T + 1/d$ with both constants equal to one, within "
    "10 %",
    summed.equals("1/sqrt(T) + 1/d", margin=0.1),
    literal(severity="minor"),
)

S8_3.claim(
    "joint_law.in_samples",
    "$P = d/8$ as in Figure 1, few samples: $d = 16384$, $T$ up to 10,000",
    of_samples(P="d/8", T=(100, 300, 1000, 3000, 10000), d=16384)
    .named("the error of thresholding with $P = d/8$ at $d = 16384$")
    .grows_like("C/sqrt(T)", alternatives=("C/T", "C*T**(-1/3)")),
    literal(own_threshold=False),
)

S8_3.claim(
    "joint_law.in_dimension",
    "$P = d/8$ as in Figure 1, many samples: $T = 10^7$, $d$ from 32 to 512",
    of_samples(P="d/8", T=10**7, d=powers(32, 512))
    .named("the error of thresholding with $P = d/8$ at $T = 10^7$")
    .grows_like("C/d", alternatives=("C*log(d)/d", "C/sqrt(d)")),
    literal(own_threshold=False),
)

paper.statement(
    "S8.4 Laws recovered",
    "The scaling (15) recovers the law of Hutter (2021) in $T$, and of Michaud et al. (2023) in $d$.",
    place="after Proposition 4",
    not_covered="It compares with laws of other papers, whose statements were not at hand.",
)
