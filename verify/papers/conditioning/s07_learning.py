"""S7: Hebb's rule, the delta rule and Oja's rule after n items; acquisition, extinction and blocking.

`eta` is the rate of a rule, and Oja's has its outputs clamped to the values; `age` counts the items stored
since. Of the curves of conditioning, in exact fractions, `m` counts the trials of a phase and `n` those of
stimulus A alone before it.
"""

from ...paper import derived, literal, powers, quantity, stronger
from . import paper

S7 = paper.statement(
    "S7 Hebb's rule",
    "Hebbian storage has no bound on its norm.",
    place="learning rules",
    why_primary="The mean square norm is the quantity that a bound would be about.",
)

S7.claim(
    "hebb.norm",
    "Hebb's rule: mean of $|S|_F^2$ after $n$ items grows without bound",
    quantity("hebb_norm")["square"](d_k=powers(16, 256, 4))
    .named("the mean square norm of the Hebbian state after $n$ items")
    .quick(d_k=16)
    .equals("n", margin=0.05),
    literal(derivation="hebb_norm", tags=("learning",)),
)

S7_1 = paper.statement(
    "S7.1 Delta rule",
    "The delta rule corrects the errors of Hebbian storage.",
    place="learning rules",
    primary="delta.average",
    why_primary="What is corrected are the errors of Hebb's rule, so that the two are compared after the "
    "same pass.",
).having(tags=("learning",))

recall = quantity("delta_recall")
small = recall(d_k=powers(8, 32)).quick(d_k=(8, 16))
refined = S7_1.having(bears="refines")

S7_1.claim(
    "delta.oldest",
    "delta rule, one pass: mean of $|S^T k_1 - v_1|^2$ after $n$ items",
    small["oldest"]
    .where("2*n >= d_k")
    .named("the mean square error of the oldest item under the delta rule")
    .equals(
        "2 - 3*((d_k - 1)/d_k)**(n - 1) + ((d_k**2 - 2)/(d_k*(d_k + 2)))**(n - 1) + "
        "(((d_k - 1)/d_k)**(n - 1) - ((d_k**2 - 2)/(d_k*(d_k + 2)))**(n - 1))/d_k",
        margin=0.1,
    ),
    literal(bears="refines", derivation="delta_error"),
)

refined.claim(
    "delta.limit",
    "delta rule, one pass at $n = d_k$: the oldest item's error tends to $2 - 3/e + 1/e^2$",
    recall["oldest"](d_k=powers(8, 128))
    .quick(d_k=powers(8, 32))
    .where("n == d_k")
    .named("the mean square error of the oldest item under the delta rule at $n = d_k$")
    .tends_to("2 - 3*exp(-1) + exp(-2)", margin=0.1, diverging="d_k"),
    stronger(derivation="delta_error_full"),
)

refined.claim(
    "delta.limit_value",
    "delta rule, one pass at $n = d_k$: the value that the oldest item's error tends to",
    derived("the limit of the oldest item's mean square error under the delta rule at $n = d_k$").equals(
        "2 - 3*exp(-1) + exp(-2)", margin=0.0
    ),
    stronger(derivation="delta_error_limit_full"),
)

refined.claim(
    "delta.limit_by_load",
    r"delta rule, one pass at $n = \alpha d_k$: the value that the oldest item's error tends to",
    derived(
        r"the limit of the oldest item's mean square error under the delta rule at $n = \alpha d_k$"
    ).equals("2 - 3*exp(-alpha) + exp(-2*alpha)", margin=0.0),
    stronger(derivation="delta_error_limit"),
)

refined.claim(
    "delta.retention",
    "delta rule, one pass: what is left of the oldest item after $n$ items, on average",
    derived("the mean weight of the oldest item under the delta rule").equals(
        "(1 - 1/d_k)**(n - 1)", margin=0.0
    ),
    stronger(derivation="delta_retention"),
)

refined.claim(
    "delta.norm",
    "delta rule, one pass: mean of $|S|_F^2$ after $n$ items stays below $d_k$",
    small["norm"]
    .named("the mean square norm of the state under the delta rule")
    .equals("d_k*(1 - ((d_k - 1)/d_k)**n)", margin=0.02),
    stronger(derivation="delta_norm"),
)

S7_1.claim(
    "delta.newest",
    "delta rule, one pass: the item stored last is recalled to rounding, below $10^{-9}$",
    small["newest"]
    .named("the mean square error of the newest item under the delta rule")
    .at_most("1/1000000000", margin=0.02),
    literal(own_threshold=True),
)

S7_1.claim(
    "delta.average",
    r"delta rule, one pass, values of 16 dimensions: averaged over the stored items, $|S^\top k_i - v_i|^2$ "
    "is smaller than under Hebb's rule on the same items",
    quantity("delta_gain")["gain"](d_k=powers(8, 32))
    .quick(d_k=(8, 16))
    .named("Hebb's mean square error of an item minus that after one pass of the delta rule")
    .exceeds(),
)

converged = quantity("delta_converged")

refined.claim(
    "delta.converged",
    "delta rule at convergence: mean of $|S^T k_i - v_i|^2$ over the items",
    converged["residual"](d_k=powers(8, 32))
    .quick(d_k=(8, 16))
    .where("4*n >= 5*d_k")
    .named("the mean square error over $n$ items of the converged delta rule")
    .equals("1 - min(d_k, n)/n", margin=0.1),
    stronger(derivation="delta_converged_error"),
)

S7_1.claim(
    "delta.exact_recall",
    r"delta rule at convergence: all $n \le d_k$ items are recalled exactly",
    converged["exact"](d_k=powers(8, 64))
    .quick(d_k=(8, 16))
    .where("n <= d_k")
    .named(r"the probability that the converged delta rule recalls all $n \le d_k$ items exactly")
    .equals("1", margin=0.01),
    stronger(derivation="delta_exact_recall", own_threshold=True),
)

refined.claim(
    "delta.no_exact_recall",
    "delta rule at convergence: $n > d_k$ items are never all recalled exactly",
    converged["exact"](d_k=powers(8, 64))
    .quick(d_k=(8, 16))
    .where("n > d_k")
    .named("the probability that the converged delta rule recalls all $n > d_k$ items exactly")
    .equals("0", margin=0.01),
    stronger(derivation="delta_no_exact_recall", own_threshold=True),
)

S7_2 = paper.statement(
    "S7.2 Oja's rule",
    "Oja's rule keeps the norm bounded (homeostasis).",
    place="learning rules",
    why_primary="The norm is what homeostasis is about.",
).having(tags=("learning",))

OJA = "Oja's rule with clamped outputs"
oja_norm = quantity("oja_norm", "the mean square norm under Oja's rule")["square"](d_k=(16, 64))

S7_2.claim(
    "oja.norm",
    f"{OJA}, values of $d_v = 16$ dimensions: mean of $|S|_F^2$ after $n$ items stays below "
    r"$d_v \eta/(2 - \eta)$",
    oja_norm(eta=(0.5, 1.0, 1.5))
    .quick(d_k=16)
    .equals("d_v*eta/(2 - eta)*(1 - (1 - eta*(2 - eta)/d_v)**n)", margin=0.05),
    literal(derivation="oja_norm"),
)

S7_2.claim(
    "oja.limit",
    rf"{OJA}: $|S|_F^2$ tends to $d_v \eta/(2 - \eta)$, at $\eta = 1$",
    oja_norm(eta=1.0).quick(d_k=16).tends_to("d_v*eta/(2 - eta)", margin=0.05, diverging="n"),
    stronger(derivation="oja_norm"),
)

S7_2.claim(
    "oja.limit_value",
    rf"{OJA}: the $|S|_F^2$ that one more item leaves as it is, at any $\eta$",
    derived("the mean square norm that Oja's rule settles at").equals("d_v*eta/(2 - eta)", margin=0.0),
    stronger(derivation="oja_norm_limit"),
)

S7_2.claim(
    "oja.retention",
    f"{OJA}: what is left of the oldest item after $n$ items, on average, beside a fresh one",
    derived("the mean weight of the oldest item under Oja's rule").equals(
        "(1 - eta/d_v)**(n - 1)", margin=0.0
    ),
    stronger(bears="refines", derivation="oja_retention"),
)

S7_2.claim(
    "oja.signal",
    rf"{OJA}: mean of $\langle o, v \rangle$ for an item stored $age$ steps before the last",
    quantity("oja_recall")["signal"](d_k=(64, 256), eta=(0.5, 1.0), age=(0, 2, 4, 8, 12))
    .quick(d_k=64, eta=1.0, age=(0, 2, 4, 8))
    .named("the signal of an item under Oja's rule at a given age")
    .equals("eta*(1 - eta/d_v)**age", margin=0.1),
    stronger(bears="refines", derivation="oja_signal"),
)

S7_2.claim(
    "oja.power",
    f"{OJA}, orthonormal keys: mean of $|o|^2$ for an item stored $age$ steps before the last; it decays "
    "geometrically, whatever the dimension of the keys",
    quantity("oja_orthonormal")["power"](d_v=(8, 16), eta=(0.5, 1.0, 1.5), age=(0, 1, 2, 4, 8, 16))
    .quick(eta=(0.5, 1.0), age=(0, 1, 2, 4, 8))
    .named("with orthonormal keys, the power of recall under Oja's rule at a given age")
    .equals("eta**2*(1 - eta*(2 - eta)/d_v)**age", margin=0.05),
    stronger(bears="refines", derivation="oja_power"),
)

S7_2.claim(
    "oja.half_life",
    f"{OJA}, orthonormal keys: the age at which the mean of $|o|^2$ is half a fresh item's, the same in "
    "every dimension of the keys",
    derived("with orthonormal keys, the age at which Oja's rule has halved the power of recall").equals(
        "-log(2)/log(1 - eta*(2 - eta)/d_v)", margin=0.0
    ),
    stronger(bears="refines", derivation="oja_half_life"),
)

S7_3 = paper.question(
    "S7.3 Conditioning curves",
    "Do acquisition, extinction and blocking of conditioning follow from the rules?",
    place="learning rules",
    why_primary="The delta rule is the rule of Rescorla and Wagner, and acquisition its first curve.",
).having(tags=("learning",))

PAIRED = "the strength of a stimulus after $m$ paired trials"
UNPAIRED = "the strength of a stimulus after $n$ paired trials and $m$ without the outcome"
ADDED = "the strength of a stimulus added for $m$ trials to one trained for $n$"

for curve, strength, formula, comment in (
    ("acquisition", PAIRED, "1 - (1 - eta)**m", ""),
    ("extinction", UNPAIRED, "(1 - (1 - eta)**n)*(1 - eta)**m", ", after $n$ paired trials"),
    ("blocking", ADDED, "(1 - eta)**n*(1 - (1 - 2*eta)**m)/2", ": B added after $n$ trials of A alone"),
):
    S7_3.claim(
        f"{curve}.delta",
        f"{curve} under the delta rule{comment}",
        quantity(f"{curve}_curve", f"under the delta rule, {strength}")(rule="delta").equals(
            formula, margin=0.001
        ),
        literal(derivation=curve),
    )

S7_3.claim(
    "acquisition.hebb",
    "acquisition under Hebb's rule: without an asymptote",
    quantity("acquisition_curve", f"under Hebb's rule, {PAIRED}")(rule="hebb").equals("eta*m", margin=0.001),
    literal(bears="refines", derivation="acquisition_hebb"),
)

for curve, strength, formula in (("extinction", UNPAIRED, "eta*n"), ("blocking", ADDED, "eta*m")):
    S7_3.claim(
        f"{curve}.hebb",
        f"{curve} under Hebb's rule: none",
        quantity(f"{curve}_curve", f"under Hebb's rule, {strength}")(rule="hebb").equals(
            formula, margin=0.001
        ),
        literal(bears="contradicts", derivation=f"{curve}_hebb"),
    )

paper.statement(
    "S7.4 Learning rules in large transformers",
    "Biologically plausible rules could replace clipping and normalisation in large-scale transformers.",
    place="open questions",
    not_covered="It is about training large models, which no derivation or simulation here reaches.",
)
