"""S10.6 to S10.10: what Sections 8.2 and 8.3 advise: layer norm, dropout, small steps, architecture.

`eta` is a step size.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

S10_6 = paper.statement(
    "S10.6 LayerNorm on values",
    "LayerNorm on values can stabilize norms while leaving directional dynamics intact.",
    place="Section 8.2",
    primary="normalised_values.direction.unit",
    why_primary="It says 'can': where values have length one already, as layer norm makes them, they turn as "
    "they would without it.",
    as_printed="From values of other lengths they turn otherwise: division changes how much each value "
    "weighs in a context, and with it every error.",
    printed="normalised_values.direction",
).having(tags=("values",))

normalised_values = quantity("normalised_values")

S10_6.claim(
    "normalised_values.direction",
    "values divided by their lengths, without gain or centring, random head of Section 7.1: every value "
    "turns as it would without the division",
    normalised_values(of="direction", lengths="any")
    .named("the least cosine between a value's turn with and without division by its length")
    .equals("1", margin=0.05),
)

S10_6.claim(
    "normalised_values.direction.unit",
    "values of length one at the start, divided by their lengths: every value turns as it would without the "
    "division",
    normalised_values(of="direction", lengths="unit")
    .named(
        "the least cosine between a turn of values of length one with and without division by their length"
    )
    .equals("1", margin=1e-10),
    charitable(),
)

S10_6.claim(
    "normalised_values.length",
    "norms are stabilised: to first order a step leaves a value's length, whatever it is",
    normalised_values(of="length")
    .named("the largest cosine between a value divided by its length and its step")
    .equals("0", margin=1e-10),
    charitable(derivation="step_along_value"),
)

S10_7 = paper.statement(
    "S10.7 Attention dropout",
    "Attention dropout disrupts the feedback loop, limiting over-specialization and encouraging more evenly "
    "used values.",
    place="Section 8.2",
    why_primary="Values are used evenly where the columns of the weights are; the toy is the source's own "
    "setting in which attention specialises.",
)

S10_7.claim(
    "specialisation.dropout.usage",
    "the toy of Section 7.1 at initial scale 0.5 and step 0.1, 100 steps, a fifth of the attention weights "
    "left out at every step",
    quantity("specialisation")["evenness by dropout"]
    .named(
        r"the evenness of column sums, their shares' entropy over $\log T$, with dropout minus that without"
    )
    .exceeds(),
    literal(tags=("toy", "specialisation")),
)

S10_8 = paper.statement(
    "S10.8 Smaller learning rates",
    "Smaller learning rates make the first-order picture more accurate.",
    place="Section 8.2",
    primary="free_steps.scores",
    why_primary="The first-order picture of the source is Eqs. (33) and (34), steps of values and scores as "
    "variables of their own; shared matrices stand beside it.",
    same_as="S2",
).having(tags=("first order",))

prediction_error = quantity("prediction_error")

S10_8.claim(
    "prediction_error.printed",
    "heads of Section 7.1 with entries $N(0, 1/4)$, a step of the shared $W_Q$, $W_K$, $W_V$, the change "
    r"predicted by $-\eta (\sum_j |\partial L/\partial v_j|^2 + \sum_{ij} (\partial L/\partial s_{ij})^2)$: "
    r"the error falls in proportion to $\eta$ as $\eta \to 0$",
    prediction_error["printed"]
    .named(
        r"the relative error of the change of the loss that Eqs. (33) and (34) predict for a step $\eta$ of "
        "shared matrices"
    )
    .grows_like("C*eta"),
    stronger(),
)

S10_8.claim(
    "prediction_error.parameters",
    "heads of Section 7.1 with entries $N(0, 1/4)$, a step of all parameters, the change predicted by "
    r"$-\eta$ times their squared gradient: the error falls in proportion to $\eta$ as $\eta \to 0$",
    prediction_error["parameters"]
    .named(r"the relative error of the predicted change of the loss in a step $\eta$ of all parameters")
    .grows_like("C*eta", alternatives=("C*sqrt(eta)", "C*eta**2")),
    charitable(),
)

free_steps = quantity("free_steps")

S10_8.claim(
    "free_steps.scores",
    "values and scores as variables of their own, heads of Section 7.1 with entries $N(0, 1/4)$, a step of "
    r"Eqs. (33) and (34), the change predicted by $-\eta$ times the squared gradients: the error falls in "
    r"proportion to $\eta$ as $\eta \to 0$, so that the remainder is of order $\eta^2$",
    free_steps["scores"]
    .named(
        r"the relative error of the predicted change of the loss in a step $\eta$ of free values and scores"
    )
    .grows_like("C*eta", alternatives=("C*sqrt(eta)", "C*eta**2")),
)

S10_8.claim(
    "free_steps.queries",
    "values, queries and keys as variables of their own, heads of Section 7.1 with entries $N(0, 1/4)$, a "
    r"step of Eqs. (33), (35) and (36), the change predicted by $-\eta$ times the squared gradients: the "
    r"error falls in proportion to $\eta$ as $\eta \to 0$, so that the remainder is of order $\eta^2$",
    free_steps["queries"]
    .named(
        r"the relative error of the predicted change of the loss in a step $\eta$ of free values, queries "
        "and keys"
    )
    .grows_like("C*eta", alternatives=("C*sqrt(eta)", "C*eta**2")),
    charitable(),
)

paper.statement(
    "S10.9 Architectural choices",
    "Multi-head attention reduces competition within a single head; depth supports the "
    "binding-elimination-refinement hierarchy; residual connections help maintain useful intermediate "
    "representations.",
    place="Section 8.3",
    not_covered="The source analyses one head of one layer without residual connections; of more it gives no "
    "formula.",
)

paper.statement(
    "S10.10 Time scales",
    "Learning rate choices modulate the timescale separation between routing and content.",
    place="Section 8.2",
    not_covered="That parameters with other rates move at other rates is a definition; what it does to "
    "training is S8.",
)
