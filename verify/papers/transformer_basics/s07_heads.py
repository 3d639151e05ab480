"""S7: counts and ranks of heads, and whether many narrow heads are one wide head.

`D` is the width of a layer, `H` its number of heads, `d_k` the dimension of one, `n` the number of tokens.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

S7_1 = paper.statement(
    "S7.1 Dimension of a head",
    "$768 / 12 = 64$.",
    place="Heads and ranks, 7",
    why_primary="It is the dimension of a head in such a layer.",
)

S7_1.claim(
    "head_width",
    "a layer of 768 dimensions with 12 heads, as PyTorch builds it",
    quantity("head_width", "the dimension of a head")(D=768, H=12).equals("64", margin=1e-12),
    literal(tags=("heads",)),
)

S7_2 = paper.statement(
    "S7.2 Parameters of an attention layer",
    "$4 d^2$ parameters whatever the number of heads.",
    place="Heads and ranks, 7",
    why_primary="The source counts the four matrices and names no biases.",
).having(tags=("heads", "answer: Parameters of an attention layer"), quantifier="all")

parameters = quantity("layer_parameters", "the number of parameters of an attention layer")

S7_2.claim(
    "layer_parameters.weights",
    "matrices without biases, from 1 head to as many as dimensions",
    parameters(bias="no").equals("4*D**2", margin=1e-12),
    literal(derivation="head_parameters"),
)

S7_2.claim(
    "layer_parameters.biased",
    "matrices and biases, as PyTorch builds a layer by default (they are $4 D^2 + 4 D$)",
    parameters(bias="yes").equals("4*D**2", margin=1e-12),
    stronger(bears="refines", derivation="biased_head_parameters"),
)

directions = quantity(
    "generic_parameters",
    "the number of independent directions of parameter space that change the outputs of an attention layer",
)

S7_2.claim(
    "generic_parameters.count",
    "directions of parameter space that move the outputs, width 2 to 6: as many as parameters, whatever the "
    "number of heads",
    directions.equals("4*D**2", margin=1e-12),
    stronger(bears="refines", derivation="product_directions"),
)

S7_2.claim(
    "generic_parameters.heads",
    "directions of parameter space that move the outputs, width 2 to 6: $4 D^2 - 2 D^2/H$, each head's "
    "queries and keys, and values and outputs, being known only as products",
    directions.equals("4*D**2 - 2*D**2/H", margin=1e-12),
    stronger(bears="refines", derivation="product_directions"),
)

S7_3 = paper.statement(
    "S7.3 Rank of the scores",
    r"$\mathrm{rank}(Q K^\top) \le d_k$.",
    place="Heads and ranks, 7",
    why_primary="It is the inequality itself.",
).having(tags=("heads",))

rank = quantity("score_rank", "the rank of $Q K^T$")

S7_3.claim(
    "score_rank.bound",
    "12 and 24 random whole queries and keys, by exact elimination",
    rank.at_most("d_k", margin=1e-09),
    literal(derivation="score_rank"),
)

S7_3.claim(
    "score_rank.equal",
    r"12 and 24 random whole queries and keys: the rank is $\min(d_k, n)$",
    rank.equals("min(d_k, n)", margin=1e-12),
    stronger(bears="refines"),
)

S7_4 = paper.question(
    "S7.4 Winners of a head of one dimension",
    "With $d_k = 1$ how many different winners can the rows have?",
    place="no sentence of the source",
    why_primary="'Can have' asks for the most there ever are.",
).having(tags=("heads", "answer: Winners among the rows of a head"), quantifier="all")

winners = quantity("score_winners")

S7_4.claim(
    "score_winners.one",
    "heads of one dimension: scores are products, so that each row's winner is the largest key or the "
    "smallest, two at most",
    winners["beyond_two"](d_k=1)
    .quick()
    .named("the share of trials in which rows have more than two different winners ($d_k = 1$)")
    .equals("0", margin=0.001),
)

S7_4.claim(
    "score_winners.two",
    "heads of two dimensions, 16 and 64 tokens: two at most as well",
    winners["beyond_two"](d_k=2, n=(16, 64))
    .quick()
    .named("the share of trials in which rows have more than two different winners ($d_k = 2$)")
    .equals("0", margin=0.001),
    stronger(bears="refines"),
)

S7_4.claim(
    "score_winners.number",
    "heads of one dimension: the mean number of different winners goes to 2 as tokens are added",
    winners["number"](d_k=1)
    .quick()
    .named("the mean number of different winners among the rows ($d_k = 1$)")
    .tends_to("2", margin=0.01, diverging="n"),
    stronger(bears="refines"),
)

S7_5 = paper.statement(
    "S7.5 Many heads of one dimension",
    "768 heads of one dimension are equivalent to one head of 768.",
    place="Heads and ranks, 7",
    why_primary="The same numbers cut into heads is what the sentence equates, in the softmax layer it is "
    "said of.",
    why_refuted="Each head has a softmax of its own, so that products of different coordinates are never "
    "added up before it, as they are in one head.",
).having(tags=("heads", "answer: Are many narrow heads one wide head"), quantifier="all")

gap = quantity("split_head_gap")
OUTPUTS = "the relative distance between the outputs of $D$"

S7_5.claim(
    "split_head_gap.softmax",
    "one set of matrices, cut into D heads of one dimension, softmax head by head: the outputs are those of "
    "one head of D, 8 tokens, D = 2, 64, 768",
    gap(attention="softmax")
    .named(f"{OUTPUTS} softmax heads of one dimension and of one head of $D$")
    .vanishes(margin=1e-12),
)

S7_5.claim(
    "split_head_gap.linear",
    "one set of matrices, cut into D heads of one dimension, whose scores weigh values as they are: the "
    "outputs are those of one head of D",
    gap(attention="linear")
    .named(f"{OUTPUTS} linear heads of one dimension and of one head of $D$")
    .vanishes(margin=1e-12),
    charitable(),
)

S7_5.claim(
    "split_head_gap.scores",
    "the scores alone, summed over heads: they are those of one head",
    gap(attention="scores")
    .named(
        "the relative distance between the summed scores of $D$ heads of one dimension and those of one head "
        "of $D$"
    )
    .equals("0", margin=1e-12),
    charitable(derivation="split_score_gap"),
)

S7_5.claim(
    "generic_parameters.family",
    "the families of layers, width 2 to 6: those with D heads of one dimension have as many dimensions, "
    "$2 D^2$, as those with one head (and are not $4 D^2 - 2 D$)",
    directions.where("H == D")
    .named("the number of independent directions of parameter space that change the outputs of $H$ heads")
    .equals("2*D**2", margin=1e-12),
    charitable(derivation="product_directions"),
)
