"""S14: the error against compute where samples and dimension are balanced."""

from ...paper import derived, literal, powers, quantity, stronger
from . import paper

S14 = paper.question(
    "S14 Compute-optimal corollary",
    "Balancing the two terms of (15) at a compute of $T d^2$ sets $T$ against $d$, and the error against "
    "compute.",
    place="corollary of Eq. (15)",
    why_primary="The exponent of the error against compute is what a budget is planned with; the paper "
    "stops at Eq. (15).",
).having(tags=("compute", "answer: Error by compute"))

AT_COMPUTE = "at compute $Q = T d^2$ with"
LEAST, BEST = "the exponent of $1/Q$ in the least error", "the exponent of $Q$ in the best $T$"
THRESHOLDING = r"thresholding at $\rho = 0$"

S14.claim(
    "compute.threshold_error",
    f"{THRESHOLDING}: {LEAST} at a compute $Q = T d^2$, given (15)",
    derived(f"{LEAST} {AT_COMPUTE} thresholding").equals("(alpha - 1)/(alpha + 2)", margin=0.0),
    literal(derivation="compute_optimal_error"),
)

S14.claim(
    "compute.threshold_samples",
    rf"{THRESHOLDING}: {BEST}, hence $T$ of the order $d^{{\alpha}}$",
    derived(f"{BEST} {AT_COMPUTE} thresholding").equals("alpha/(alpha + 2)", margin=0.0),
    literal(derivation="compute_optimal_samples"),
)

S14.claim(
    "compute.weighted_error",
    rf"$q = p$, whose term in $d$ is $d^{{-(\alpha - 1)/(2 \alpha)}}$: {LEAST}",
    derived(f"{LEAST} {AT_COMPUTE} $q = p$").equals("(alpha - 1)/(5*alpha)", margin=0.0),
    literal(derivation="compute_optimal_error_weighted"),
)

S14.claim(
    "compute.weighted_samples",
    rf"$q = p$: {BEST}, hence $T$ of the order $\sqrt{{d}}$",
    derived(f"{BEST} {AT_COMPUTE} $q = p$").equals("1/5", margin=0.0),
    literal(derivation="compute_optimal_samples_weighted"),
)

error_of_compute = quantity("error_of_compute")["error"]

S14.claim(
    "compute.balanced",
    r"thresholding with $P = d/8$ at $\alpha = 2$ and $T = d^2$, measured: the error against compute "
    "$Q = T d^2$",
    error_of_compute(split="balanced")
    .named("the error at compute $Q = T d^2$ with $P = d/8$ and $T = d^2$")
    .grows_like("C*Q**(-1/4)", margin=0.04, alternatives=("C*Q**(-1/2)", "C*Q**(-1/10)")),
)

S14.claim(
    "compute.fixed_factor",
    r"any constant in $T = c\, d^2$ keeps the order: $P = d/8$, $\alpha = 2$, $T$ is 64 times $d^2$ at "
    "equal compute, $d$ 8 times smaller",
    error_of_compute(split="more samples")
    .quick(Q=powers(2**28, 2**40, 16))
    .named("the error at compute $Q = T d^2$ with $P = d/8$ and $T = 64 d^2$")
    .grows_like("C*Q**(-1/4)", margin=0.04, alternatives=("C*Q**(-1/2)", "C*Q**(-1/10)")),
    stronger(bears="refines", severity="minor"),
)
