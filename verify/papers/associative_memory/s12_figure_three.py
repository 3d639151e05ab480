"""S12: what the caption of Fig. 3 reads off its maps and its curves, each as a claim about numbers.

`q_0` stores all tokens alike, `q_1` by their frequency p (`rho` = 0 and 1), `q_{0,P}` the P most frequent.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

S12 = paper.statement(
    "S12 Figure 3, left: overflow",
    "For $q_0$, either $d$ is too small and there is memory overflow leading to large error.",
    place="Figure 3",
    why_primary="It puts a number to the red area of the map.",
).having(tags=("figure 3", "map"))

uniform_map = quantity("recall_map")["error"](rho=0.0)

S12.claim(
    "map.overflow",
    r"'large error': above 1/2 for $d \le 12$, $N = 100$, however many samples",
    uniform_map(d=(5, 8, 12))
    .quick(d=(5, 12), T=(10, 500, 10000))
    .named("the error of equal weights $q_0$ at small $d$")
    .at_least("1/2", margin=0.01),
    literal(own_threshold=True),
)

S12_1 = paper.statement(
    "S12.1 Figure 3, left: enough of both",
    "Or $d$ is big enough and with enough data the error is null.",
    place="Figure 3",
    why_primary="It puts a number to the blue corner of the map.",
).having(tags=("figure 3", "map"))

S12_1.claim(
    "map.null",
    r"'null': below 2 % at $d = 320 > 3 N$ with $T \ge 2000$ samples",
    uniform_map(d=320, T=(2000, 5000, 10000))
    .quick(T=10000)
    .named("the error of equal weights $q_0$ at large $d$ and $T$")
    .at_most("1/50", margin=0.01),
    literal(own_threshold=True),
)

S12_2 = paper.statement(
    "S12.2 Figure 3, middle: frequencies help small memories",
    "For small $d$ and big $T$, $q_1$ avoids memory overflow, allowing a smaller error than $q_0$.",
    place="Figure 3",
    why_primary="Both schemes on the same data, where memory is short and data is not.",
).having(tags=("figure 3", "map"))

scheme_gap = quantity("scheme_gap")

S12_2.claim(
    "map.frequency_gains",
    r"for small $d$ and big $T$ storing by frequency errs less, $8 \le d \le 20$, $T \ge 1000$",
    scheme_gap["frequency gains"](d=(8, 12, 20), T=(1000, 2000, 5000, 10000))
    .named("the error of equal weights $q_0$ less that of frequencies $q_1$ as weights")
    .exceeds(),
)

S12_2_1 = paper.statement(
    "S12.2.1 Figure 3, middle: and harm big ones",
    "For big $d$, $q_1$ does not allocate enough memory to rare associations, leading to a bigger error.",
    place="Figure 3",
    why_primary="The same comparison where memory is not short.",
).having(tags=("figure 3", "map"))

S12_2_1.claim(
    "map.uniform_gains",
    r"for big $d$ storing by frequency errs more, $d \ge 80$, $T \ge 200$",
    scheme_gap["uniform gains"](d=(80, 125, 200, 320), T=(200, 500, 1000, 2000, 5000, 10000))
    .named("the error of frequencies $q_1$ as weights less that of equal weights $q_0$")
    .exceeds(),
)

S12_3 = paper.statement(
    "S12.3 Figure 3, right: a zero-one plot",
    "The scheme $q_0$ leads to a zero-one type of plot where, if $d < N$, the error is high.",
    place="Figure 3",
    why_primary="It puts a number to 'high', away from $d = N$.",
).having(tags=("figure 3", "curve"), own_threshold=True)

uniform_curve = quantity("recall_curves")["uniform"]

S12_3.claim(
    "curve.uniform_high",
    r"'high': above 1/4 for $d \le N/2$, $\alpha = 2$",
    uniform_curve.where("2*d <= N")
    .named(r"the error of equal weights $q_0$ with infinite data at $d \le N/2$")
    .at_least("1/4", margin=0.01),
    literal(derivation="one_rival_uniform"),
)

S12_3.claim(
    "curve.uniform_at_capacity",
    r"'zero-one': below 5 % as soon as $d \ge N$, $\alpha = 2$",
    uniform_curve.where("d >= N")
    .named(r"the error of equal weights $q_0$ with infinite data at $d \ge N$")
    .at_most("1/20", margin=0.01),
)

S12_4 = paper.statement(
    "S12.4 Figure 3, right: beyond N",
    "If $d > N$, the error of $q_0$ decreases fast to zero.",
    place="Figure 3",
    why_primary="It puts a number to 'fast'.",
).having(tags=("figure 3", "curve"), own_threshold=True)

S12_4.claim(
    "curve.uniform_beyond",
    r"'decreases fast to zero': below 1 % for $d \ge 4 N$, $\alpha = 2$",
    uniform_curve.where("d >= 4*N")
    .named(r"the error of equal weights $q_0$ with infinite data at $d \ge 4 N$")
    .at_most("1/100", margin=0.01),
    charitable(derivation="all_rivals_uniform"),
)

S12_5 = paper.statement(
    "S12.5 Figure 3, right: storing by frequency",
    r"The scheme $q_1$ leads to an error decreasing in $d^{-(\alpha-1)/2\alpha} = d^{-1/4}$.",
    place="Figure 3",
    primary="curve.frequency_sphere",
    why_primary="It reads the exponent off the plot with the caption's parameters and the paper's "
    "unembeddings, which lie on the sphere.",
).having(tags=("figure 3", "curve"), own_threshold=True)

SPHERE = "unembeddings on the sphere"
ORTHONORMAL = "orthonormal unembeddings"
SLOPE = "the log-log slope of the error of frequencies $q_1$ as weights over"
PLOT = r"$10 \le d \le 1000$"
AVERAGED = "the straight line through the curve averaged over 100 runs"
line = quantity("curve_slope")
sampled_line = quantity("curve_slope_sampled")["slope"].quick()
orthonormal = line(rho=1.0, least=10, most=1000).named(f"{SLOPE} {PLOT} ({ORTHONORMAL})")
sphere = sampled_line(rho=1.0, least=10, most=1000).named(f"{SLOPE} {PLOT} ({SPHERE})")

S12_5.claim(
    "curve.frequency",
    f"{ORTHONORMAL}, not the paper's: the straight line through the plot, {PLOT} at the caption's $N = 100$",
    orthonormal(N=100).is_reported("-1/4", margin=0.08),
    stronger(),
)

S12_5.claim(
    "curve.frequency_many",
    f"{ORTHONORMAL}: the straight line through the plot, {PLOT}, with $N = 1000$ tokens",
    orthonormal(N=1000).is_reported("-1/4", margin=0.08),
    charitable(),
)

S12_5.claim(
    "curve.frequency_sphere",
    f"{SPHERE} as in the paper: {AVERAGED}, {PLOT}, at the caption's $N = 100$; within .05, this project's "
    "tolerance for an exponent that is read off a plot",
    sphere(N=100).is_reported("-1/4", margin=0.2),
    stronger(),
)

S12_5.claim(
    "curve.frequency_many_sphere",
    f"{SPHERE}: {AVERAGED}, {PLOT}, $N = 1000$ tokens",
    sphere(N=1000).is_reported("-1/4", margin=0.2),
    charitable(),
)

S12_5.claim(
    "curve.frequency_late_sphere",
    f"{SPHERE}, $N = 1000$ tokens: the straight line over the upper half of the plot, "
    r"$100 \le d \le 1000$, within .02",
    sphere(N=1000, least=100)
    .named(rf"{SLOPE} $100 \le d \le 1000$ ({SPHERE})")
    .is_reported("-1/4", margin=0.08),
    charitable(),
)

S12_5.claim(
    "curve.frequency_close_sphere",
    f"{SPHERE}, $N = 100$ tokens: the straight line over {PLOT}, within .02 of $-1/4$",
    sphere(N=100).is_reported("-1/4", margin=0.08),
    stronger(),
)

S12_6 = paper.statement(
    "S12.6 Figure 3, right: thresholding",
    r"The scheme $q_{0,P}$ with $P = d/8$ decreases in $d^{-(\alpha-1)} = d^{-1}$ until $d/8 > N$.",
    place="Figure 3",
    primary="curve.threshold_early_sphere",
    why_primary="It reads the exponent off the plot before the tipping point, with the caption's parameters "
    "and the paper's unembeddings, which lie on the sphere.",
).having(tags=("figure 3", "curve"), own_threshold=True)

THRESHOLDED = "the log-log slope of the error of $q_{0,[d/8]}$ (equal weights on $[d/8]$ tokens) over"
threshold_slope = {
    (unembeddings, N, most): of(scheme="threshold", least=16, N=N, most=most)
    .named(rf"{THRESHOLDED} $16 \le d \le {most}$ ({unembeddings})")
    .is_reported("-1.00", margin=0.08)
    for unembeddings, of in ((ORTHONORMAL, line), (SPHERE, sampled_line))
    for N, most in ((100, 100), (100, 630), (1000, 1000))
}

S12_6.claim(
    "curve.threshold_hundred",
    f"{ORTHONORMAL}, not the paper's: the straight line through the plot until $d/8 > N$, "
    r"$16 \le d \le 630$ at the caption's $N = 100$",
    threshold_slope[ORTHONORMAL, 100, 630],
    stronger(),
)

S12_6.claim(
    "curve.threshold_early_sphere",
    rf"{SPHERE} as in the paper: {AVERAGED} while $d \le N$, $16 \le d \le 100$, at the caption's "
    "$N = 100$, before the tipping point; within .08",
    threshold_slope[SPHERE, 100, 100],
    stronger(),
)

S12_6.claim(
    "curve.threshold_hundred_sphere",
    rf"{SPHERE}, $N = 100$ tokens: the straight line over $16 \le d \le 630$, up to $d/8 > N$, where hardly "
    "a token is left to store",
    threshold_slope[SPHERE, 100, 630],
    stronger(),
)

S12_6.claim(
    "curve.threshold_many_sphere",
    rf"{SPHERE}, $N = 1000$ tokens: the straight line over $16 \le d \le 1000$",
    threshold_slope[SPHERE, 1000, 1000],
    charitable(),
)

S12_6.claim(
    "curve.threshold_early",
    rf"{ORTHONORMAL}: the straight line while $d \le N$, $16 \le d \le 100$ at $N = 100$",
    threshold_slope[ORTHONORMAL, 100, 100],
    charitable(),
)

S12_6.claim(
    "curve.threshold_many",
    rf"{ORTHONORMAL}: the straight line over $16 \le d \le 1000$ with $N = 1000$ tokens",
    threshold_slope[ORTHONORMAL, 1000, 1000],
    charitable(),
)

S12_6.claim(
    "curve.threshold_far",
    "$P = d/8$ far beyond the plot, to $d = 10^8$ with infinitely many tokens, orthonormal unembeddings, "
    "without sampling",
    quantity("threshold_far")
    .where("d >= 1000")
    .named("the error of $q_{0,[d/8]}$ (equal weights on $[d/8]$ tokens) with infinite data")
    .grows_like("C/d", alternatives=("C/sqrt(d)",)),
    stronger(derivation="one_rival_floor", own_threshold=False),
)
