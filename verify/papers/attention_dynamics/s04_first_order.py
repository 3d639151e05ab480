"""S4: the first-order effect of a value step on each query's loss, and the dominant-query approximation.

`ratio` is alpha_ij/alpha_rj, the same for every other query r, and all errors have one length.
"""

from ...paper import charitable, derived, literal, quantity, stronger
from . import paper

section = paper.having(tags=("first order",))
heads = "random heads of Section 7.1 and wider ones, entries of size 0.1 and 0.5"

S4_1 = section.statement(
    "S4.1 First-order change of a query's loss",
    r"$\Delta L_i \approx u_i^\top \Delta g_i = -\eta\, \alpha_{ij} \sum_r \alpha_{rj} (u_i^\top u_r)$.",
    place="Section 4.3, Eqs. (39)-(41)",
    why_primary="It is the equation, for every instance.",
)

S4_1.claim(
    "query_change",
    "free values, any sizes, one value moving",
    quantity("change_gap")(queries="each")
    .named(r"the first-order change $\Delta L_i$ of a query's loss minus Eq. (41)")
    .vanishes(margin=1e-10),
    literal(derivation="query_change"),
)

S4_2 = section.statement(
    "S4.2 What first order leaves out",
    r"$\Delta L_i \approx u_i^\top \Delta g_i$ for an infinitesimal change in $v_j$.",
    place="Section 4.3, Eq. (40); Section 11",
    why_primary="'First-order' promises a remainder of second order in the step; Section 4.3 moves one "
    "value.",
)

loss_remainder = quantity("loss_remainder")

S4_2.claim(
    "loss_remainder.one",
    r"free values, two random heads of Section 7.1, one value moving, $\eta$ from $2^{-3}$ to $2^{-12}$",
    loss_remainder(moved="one")
    .named(r"the change of a query's loss beyond first order in a step $\eta$ of one value")
    .grows_like("C*eta**2", alternatives=("C*eta", "C*eta**3")),
)

S4_2.claim(
    "loss_remainder.all",
    r"free values, two random heads of Section 7.1, all values moving, $\eta$ from $2^{-3}$ to $2^{-12}$",
    loss_remainder(moved="all")
    .named(r"the change of a query's loss beyond first order in a step $\eta$ of all values")
    .grows_like("C*eta**2", alternatives=("C*eta", "C*eta**3")),
    stronger(),
)

S4_2.claim(
    "curvature_ratio",
    "never negative, and a hundredth below one at most, so that each query gains less, or loses more, than "
    r"to first order: free values, two random heads of Section 7.1, one value moving, $\eta$ from $2^{-7}$ "
    "to $2^{-9}$",
    quantity("curvature_ratio")
    .where("eta < 1/100", "eta > 1/1000")
    .named(
        "the loss's remainder beyond first order over "
        r"$\eta^2 \alpha_{ij}^2 \mathrm{Var}_{p_i}(W_O \bar u_j)/2$"
    )
    .at_least("99/100"),
    stronger(bears="refines", own_threshold=True),
)

S4_2.claim(
    "second_order",
    "any number of classes: the second derivative is a variance, so that the loss is convex along a step",
    derived(
        "the second derivative of a query's loss along its logits minus their variance under $p_i$"
    ).vanishes(margin=1e-10),
    stronger(bears="refines", derivation="second_order"),
)

S4_3 = section.statement(
    "S4.3 Conflicting errors",
    "If many $u_r$ align with $u_i$, $v_j$ can move in a direction that helps them all; if some are "
    "anti-aligned, $v_j$ must compromise.",
    place="Section 4.3, Interpretation",
    why_primary="That compromises occur is what can be tested: a query's own loss rises, and often.",
).having(tags=("first order", "frequency"), own_threshold=True)

side_effects = quantity("side_effects")

S4_3.claim(
    "side_effects.one_value",
    f"compromises occur, for at least a fifth of the queries: free values, {heads}",
    side_effects["one_value"]
    .named("the share of queries whose loss rises to first order by one value's step")
    .at_least("1/5", margin=0.05),
)

S4_3.claim(
    "side_effects.all_values",
    f"no compromises, loss rises for at most a hundredth of the queries: free values, {heads}, all values "
    "moving",
    side_effects["all_values"]
    .named("the share of queries whose loss rises to first order by the step of all values")
    .at_most("1/100", margin=0.05),
    charitable(bears="contradicts"),
)

S4_4 = section.statement(
    "S4.4 Dominant-query approximation",
    r"If $\alpha_{ij} \gg \alpha_{rj}$ for $r \ne i$, then $\sum_r \alpha_{rj} u_r \approx \alpha_{ij} u_i$.",
    place="Section 4.3, Eq. (42)",
    why_primary=r"$\gg$ and $\approx$ speak of a limit, at a given number of queries.",
    as_printed="It needs a small sum of the other weights: 1000 other users at a hundredth each make the "
    "error ten times what is approximated.",
    printed="dominance_error.each",
)

dominance_error = quantity(
    "dominance_error",
    r"the relative error of $\sum_r \alpha_{rj} u_r \approx \alpha_{ij} u_i$ with aligned errors",
)(errors="aligned")

S4_4.claim(
    "dominance_error.limit",
    r"$\alpha_{ij}$ grows beyond all bounds relative to each other weight $\alpha_{rj}$, errors aligned and "
    "of one length, any fixed number of queries: the error vanishes",
    dominance_error.named(
        r"the relative error of $\sum_r \alpha_{rj} u_r \approx \alpha_{ij} u_i$ with aligned errors, "
        r"$\alpha_{ij}$ being ratio times each other weight,"
    ).tends_to("0", margin=0.05, diverging="ratio"),
    literal(derivation="dominance_error"),
)

S4_4.claim(
    "dominance_error.each",
    r"each other weight $\alpha_{rj}$ is a hundredth of $\alpha_{ij}$, errors aligned and of one length, 2 "
    "to 1001 queries: at most a tenth",
    dominance_error(ratio=100.0).at_most("1/10", margin=0.05),
    literal(derivation="dominance_error", own_threshold=True),
)

S4_4.claim(
    "dominance_error.value",
    r"errors aligned and of one length: the error is $T - 1$ over the ratio of $\alpha_{ij}$ to each other "
    "weight",
    dominance_error.equals("(T - 1)/ratio", margin=0.05),
    stronger(bears="refines", derivation="dominance_error"),
)

dominance_power = quantity(
    "dominance_power",
    r"the mean square of the relative error of $\sum_r \alpha_{rj} u_r \approx \alpha_{ij} u_i$ with random "
    "errors",
)["power"]

S4_4.claim(
    "dominance_power.random",
    r"each other weight a hundredth of $\alpha_{ij}$, errors uniform on a sphere in three dimensions, 11 to "
    "1001 queries: at most a tenth in the root mean square",
    dominance_power(ratio=100.0, T=(11, 1001)).at_most("1/100", margin=0.05),
    charitable(derivation="dominance_power", own_threshold=True),
)

S4_4.claim(
    "dominance_power.value",
    "errors uniform on a sphere: in the root mean square the error is the root of the number of others over "
    r"the ratio of $\alpha_{ij}$ to each other weight",
    dominance_power.equals("(T - 1)/ratio**2", margin=0.05),
    stronger(bears="refines", derivation="dominance_power"),
)

dominance_share = quantity(
    "dominance_share",
    r"the relative error of $\sum_r \alpha_{rj} u_r \approx \alpha_{ij} u_i$ divided by the others' summed "
    r"weight $\sum_{r \ne i} \alpha_{rj}/\alpha_{ij}$",
)

S4_4.claim(
    "dominance_error.sum",
    "dominance over the sum of the others: it bounds the error, whatever the errors' directions",
    dominance_share.at_most("1", margin=0.05),
    charitable(),
)

S4_4.claim(
    "dominance_error.sum.aligned",
    "dominance over the sum of the others: the bound is reached where the others' errors agree with each "
    "other",
    dominance_share(errors=("aligned", "opposed")).at_most("1", margin=0.05),
    stronger(bears="refines", derivation="dominance_share"),
)

S4_5 = section.statement(
    "S4.5 The dominant query gains",
    r"$\Delta L_i \approx -\eta\, \alpha_{ij}^2 |u_i|^2 \le 0$: the update decreases loss for query i by an "
    r"amount proportional to $\alpha_{ij}^2 |u_i|^2$.",
    place="Section 4.3, Eq. (43)",
    why_primary="The hypothesis is that of Eq. (42), and a limit.",
    as_printed="It needs a weight above the sum of the others': 1000 other users at a hundredth each "
    "outweigh the primary user, whose loss rises.",
    printed="dominant_gain.each",
)

dominant_gain = quantity(
    "dominant_gain",
    r"the gain $-\Delta L_i$ of the dominant query over $\eta\, \alpha_{ij}^2 |u_i|^2$ with all other errors "
    "opposed",
)(errors="opposed")

S4_5.claim(
    "dominant_gain.limit",
    r"$\alpha_{ij}$ grows beyond all bounds relative to each other weight $\alpha_{rj}$, errors opposed and "
    "of one length, any fixed number of queries: the gain is what is printed",
    dominant_gain.named(
        r"the gain $-\Delta L_i$ of the dominant query over $\eta\, \alpha_{ij}^2 |u_i|^2$ with all other "
        r"errors opposed, $\alpha_{ij}$ being ratio times each other weight,"
    ).tends_to("1", margin=0.05, diverging="ratio"),
    literal(derivation="dominant_gain"),
)

S4_5.claim(
    "dominant_gain.each",
    r"each other weight $\alpha_{rj}$ is a hundredth of $\alpha_{ij}$, errors opposed and of one length, 2 "
    "to 1001 queries",
    dominant_gain(ratio=100.0, T=(2, 11, 1001)).exceeds(),
    literal(derivation="dominant_gain"),
)

S4_5.claim(
    "dominant_gain.sum",
    r"the others' summed weight is below $\alpha_{ij}$, errors opposed and of one length",
    dominant_gain.where("T - 1 < ratio").exceeds(),
    charitable(derivation="dominant_gain"),
)

S4_5.claim(
    "side_effects.heaviest_user",
    f"the primary user as the query with the largest weight: free values, {heads}; at most a hundredth",
    side_effects["heaviest_user"]
    .named("the share of values by whose step their heaviest user loses to first order")
    .at_most("1/100", margin=0.05),
    charitable(own_threshold=True, tags=("first order", "frequency")),
)
