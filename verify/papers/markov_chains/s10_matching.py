"""S10: transformers whose last head matches contexts, beside the in-context k-gram estimator.

`k` is the order, `S` the number of symbols, `kappa` the factor on the cosine, `i` a position; `r` is the
ratio of the weights of neighbouring symbols in a code, `mark` the square of the coordinate that marks
complete contexts over that of the code's sum; `x` is kappa over 9^k. Errors are the largest of any
probability, over all sequences of 2k + 1 symbols after which the estimator is defined.
"""

from ...paper import charitable, literal, quantity, stronger
from . import LARGEST_ERROR, paper

section = paper.having(about="representation")

S10_1 = section.statement(
    "S10.1 Three layers represent the estimator",
    "Any order k in-context estimator can be represented by a transformer with 3 layers, 1 head per layer, "
    "relative positional encodings and layer norm.",
    place="Part II, main result (constant depth suffices)",
    why_primary="The weights use what the sentence names and nothing else, and every sequence is tried.",
).having(quantifier="exists")

limit_error = quantity("limit_error")

S10_1.claim(
    "three_layers.marked",
    "there are weights: three layers, one head each, biases on scores and values by distance, layer norm "
    r"after the first two heads, a linear readout; $k \le 4$, two and three symbols",
    limit_error(variant="marked")
    .named(f"{LARGEST_ERROR} three layers at a temperature where other contexts weigh nothing")
    .equals("0", margin=1e-09),
    literal(direction="sufficient", tags=("construction", "answer: What represents the k-gram estimator")),
)

S10_1.claim(
    "three_layers.long",
    "random sequences of 64 symbols, the last k of which came before",
    quantity("long_sequences")["three"]
    .quick(S=2)
    .named("the share of long sequences after which three layers give the estimate to $10^{-8}$")
    .equals("1", margin=0.05),
    charitable(tags=("construction",)),
)

S10_2 = section.statement(
    "S10.2 An induction head of order k",
    r"$\mathrm{att}_{T,n} \propto \exp(\kappa \langle v_n, u_T \rangle / (\|v_n\|_2 \|u_T\|_2))$ (realizes a "
    "$k^{th}$-order induction head).",
    place="Part II, intuition",
    primary="printed_attention.first_hidden",
    why_primary="The sums of the estimator that the head realises begin at $i = k + 1$, so that a position "
    "without a whole context before it is not meant.",
    as_printed=r"It needs a mask: over all $n \le T$, as printed, the first $k$ positions pass for matches.",
    printed="printed_attention.all_positions",
).having(tags=("construction", "mask", "answer: Which positions the last head must not see"))

unmarked = limit_error(variant="unmarked").named(
    f"{LARGEST_ERROR} the printed attention over all positions where other contexts weigh nothing"
)

S10_2.claim(
    "printed_attention.all_positions",
    r"the printed weights over all positions $n \le T$, the code of a position with fewer than k symbols "
    "before it made of those that there are",
    unmarked.equals("0", margin=1e-09),
)

S10_2.claim(
    "printed_attention.first_hidden",
    "the printed weights over $n > k$, as the estimator's sums begin there",
    limit_error(variant="first k hidden")
    .named(f"{LARGEST_ERROR} the printed attention over positions $n > k$ where other contexts weigh nothing")
    .equals("0", margin=1e-09),
    charitable(),
)

S10_2.claim(
    "printed_attention.one_less",
    r"the printed weights over $n \ge k$: the first k - 1 positions hidden are enough",
    limit_error(variant="first k - 1 hidden")
    .named(
        rf"{LARGEST_ERROR} the printed attention over positions $n \ge k$ where other contexts weigh nothing"
    )
    .equals("0", margin=1e-09),
    charitable(bears="refines"),
)

S10_2.claim(
    "printed_attention.damage",
    "over all positions the largest error is $k/(k+1)$: after k equal symbols, another and the k again, all "
    "of the first k positions pass for matches",
    unmarked.equals("k/(k + 1)", margin=1e-09),
    stronger(bears="refines"),
)

S10_2.claim(
    "printed_attention.each",
    "each of the first k positions has to be hidden: seen alone it does the damage of one match",
    quantity(
        "lone_position_error",
        "the largest error, against the in-context estimate, where of the first k positions i alone is seen",
    ).equals("1/2", margin=1e-09),
    stronger(bears="refines"),
)

S10_3 = section.statement(
    "S10.3 The temperature of the matching head",
    r"$\mathrm{att}_{T,n} \propto \exp(\kappa \langle v_n, u_T \rangle / (\|v_n\|_2 \|u_T\|_2))$: match "
    "contexts & count.",
    place="Part II, intuition",
    why_primary="The slide names no rate; this is the whole error, from which the rate is read off.",
).having(tags=("temperature",))

built = "(3*((3**k - 1)/2)**2 - 3**k + 3)"

S10_3.claim(
    "worst_error.leak",
    r"orders 2 to 4: one neighbouring context beside one match, $1/(1 + e^{\kappa \Delta})$ with $\Delta$ "
    "one minus the cosine of the closest contexts",
    quantity("worst_error")(k=(2, 3, 4))
    .named(f"{LARGEST_ERROR} three layers")
    .equals(f"1/(1 + exp(5*kappa/(3*(1 + sqrt(1 - 5/(3*{built})))*{built})))", margin=0.001),
    stronger(
        derivation="worst_leak", tags=("temperature", "answer: How the error falls with the temperature")
    ),
)

cold_error = quantity("cold_error", rf"{LARGEST_ERROR} three layers at $\kappa = 9^k x$")(S=2)

# The cosine of the closest contexts with the mark, and for the alternative without it.
for k, with_mark, without_mark in (
    (2, "sqrt(121/126)", "sqrt(9/10)"),
    (3, "sqrt(1444/1449)", "sqrt(144/145)"),
    (4, "sqrt(14161/14166)", "sqrt(1521/1522)"),
):
    S10_3.claim(
        f"worst_error.rate.{k}",
        rf"order {k}: an exponential in $\kappa$ whose rate is the gap between contexts",
        cold_error(k=k).grows_like(
            f"C*exp(-{9**k}*x*(1 - {with_mark}))",
            margin=0.02,
            alternatives=(f"C*exp(-{9**k}*x*(1 - {without_mark}))",),
        ),
        charitable(),
    )

S10_4 = section.statement(
    "S10.4 Capture context: codes apart for different contexts",
    r"Capture context: $u_n / \|u_n\|_2$ and $v_n / \|v_n\|_2$.",
    place="Part II, intuition",
    why_primary="To match by cosine, codes of different contexts must have different directions: this is how "
    "different they are.",
).having(
    tags=("gap", "answer: How the gap between contexts falls with the order"),
    setting={"code": "weights $r^{-j}$ of past symbols beside a common coordinate of square mark"},
)

squared_sine = "(1 + 2*mark)*(r - 1)**2/((1 + mark)*((r**k - r)**2 + (r - 1)**2 + mark*(r**k - 1)**2))"

S10_4.claim(
    "context_gap.formula",
    "the closest contexts differ in their oldest symbol alone, all others being one: so for two symbols and "
    "for three, marked and not",
    quantity("context_gap", "one minus the cosine of the closest two contexts").equals(
        f"{squared_sine}/(1 + sqrt(1 - {squared_sine}))", margin=1e-06
    ),
    stronger(derivation="context_gap"),
)

context_gap_scaled = quantity(
    "context_gap_scaled", "$r^{2k}$ times one minus the cosine of the closest two contexts"
)(S=2)

S10_4.claim(
    "context_gap.order",
    "marked, for weights $2^{-j}$ and $3^{-j}$: the gap falls like $5 (r-1)^2 r^{-2k} / 18$, so that "
    r"$\kappa$ must grow like $r^{2k}$",
    context_gap_scaled(mark=2).tends_to("5*(r - 1)**2/18", margin=0.02, diverging="k"),
    stronger(bears="refines"),
)

S10_4.claim(
    "context_gap.unmarked",
    "unmarked, the first k positions hidden by hand: the gap falls like $(r-1)^2 r^{-2k} / 2$",
    context_gap_scaled(mark=0).tends_to("(r - 1)**2/2", margin=0.02, diverging="k"),
    stronger(bears="refines"),
)

S10_5 = section.question(
    "S10.5 Layer norm",
    "What fails in the construction where layer norm is left out?",
    why_primary="Layer norm is named as an ingredient; what it is for shows where it is left out.",
).having(tags=("layer norm",))

plain_products = limit_error(variant="inner products").named(
    rf"{LARGEST_ERROR} three layers with plain inner products as $\kappa \to \infty$"
)
missing = ("layer norm", "answer: What fails without layer norm")

S10_5.claim(
    "plain_scores.fail",
    "three layers of one head without layer norm, orders 2 to 4: some sequence is predicted with certainty "
    "to go on with a symbol that never followed",
    plain_products(k=(2, 3, 4)).equals("1", margin=1e-09),
    literal(direction="necessary", tags=missing),
)

S10_5.claim(
    "plain_scores.first_order",
    "order 1: contexts are one-hot and need no layer norm",
    plain_products(k=1).equals("0", margin=1e-09),
    charitable(bears="refines", direction="necessary", tags=missing),
)

S10_5.claim(
    "plain_scores.code",
    "weights $r^{-j}$: no other context scores above the own one, at any order",
    quantity("unnormalised_excess")
    .quick(S=2)
    .named("the largest plain inner product with another context less that with the own one")
    .at_most("0"),
    stronger(bears="refines"),
)

S10_5.claim(
    "plain_scores.pair",
    "any weights $w_1 > w_2 > 0$ on two symbols: $w_2 (w_1 - w_2)$, by which $a a$ scores above $a b$ asked "
    "for $a b$",
    quantity("unnormalised_pair")
    .where("w_1 > w_2")
    .named(
        "the largest plain inner product with another binary context of two symbols less that with the own "
        "one"
    )
    .equals("w_2*(w_1 - w_2)", margin=1e-09),
    stronger(bears="refines", derivation="plain_excess", quantifier="all", direction="necessary"),
)

S10_5.claim(
    "plain_scores.shortest",
    "the smallest witness has $k + 3$ symbols",
    quantity(
        "shortest_failure",
        "the length of the shortest sequence on which plain inner products are wrong by a half",
    ).equals("k + 3", margin=1e-09),
    stronger(bears="refines"),
)
