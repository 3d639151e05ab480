"""S12: attention without layer norm and without feed-forward layers.

`L` is the number of layers and `H` of heads in each, those of the last, matching layer not counted unless
it is named; `k` is the order, `S` the number of symbols, `p` the share of ones in a context's code.
"""

from ...paper import charitable, literal, quantity, stronger
from . import LARGEST_ERROR, paper

section = paper.having(
    about="representation", tags=("attention only", "answer: How deep attention alone must be")
)


S12_1 = section.question(
    "S12.1 Is logarithmic depth enough?",
    "Is logarithmic depth enough without non-linearities?",
    why_primary="A depth that one needs is one that is enough.",
)

S12_1.claim(
    "attention_only.doubling",
    r"there are weights: $\lceil \log_2 (k+1) \rceil$ layers that copy from distances 1, 2, 4, ... and one "
    "that matches, one head each, neither layer norm nor feed-forward layer; orders up to 8",
    quantity("doubling_error", f"{LARGEST_ERROR} the doubling construction").equals("0", margin=1e-09),
    literal(quantifier="exists", direction="sufficient"),
)

long_attention = quantity("long_attention").quick(S=2)

S12_1.claim(
    "attention_only.doubling.long",
    "random sequences of 64 symbols, the last k of which came before: to $10^{-4}$",
    long_attention["doubling"]
    .named("the share of long sequences after which the doubling construction gives the estimate")
    .equals("1", margin=0.05),
    charitable(tags=("attention only",)),
)

S12_2 = section.statement(
    "S12.2 Logarithmic depth is needed without non-linearities",
    "Without non-linearities, you need logarithmic depth.",
    place="Part II, what's happening",
    why_primary="A head that weighs by content is itself no linear map: without non-linearities what is "
    "known before the matching layer is moved by distances alone.",
)

S12_2.claim(
    "attention_only.reach",
    "before the matching layer every head attends to one distance, so that all that is known is linear in "
    "the symbols: with H heads each L layers see $(1+H)^L - 1$ symbols back and no more",
    quantity("reachable_order", "the largest order that L layers reach over all choices of distances").equals(
        "(1 + H)**L - 1", margin=1e-06
    ),
    literal(derivation="reachable_order", quantifier="all", direction="necessary"),
)

S12_2.claim(
    "attention_only.patterns",
    "patterns that depend on distances alone but may spread over many: one head a layer holds $2^L$ "
    "independent sums of the past",
    quantity(
        "pattern_count",
        "the number of independent weighted sums of the past after L layers of random patterns",
    ).equals("2**L", margin=1e-06),
    stronger(derivation="pattern_count", direction="necessary", tags=("attention only",)),
)

S12_2.claim(
    "attention_only.rank",
    "a score bilinear in such sums that is largest at the own context, for every context of k signs, has "
    "rank k, so that k of them are needed and $2^L - 1$ must not be less",
    quantity("matching_rank", "the least rank of a bilinear score that matches contexts").equals(
        "k", margin=1e-06
    ),
    stronger(direction="necessary", tags=("attention only",)),
)

S12_2.claim(
    "attention_only.content",
    "neither layer norm nor feed-forward layer, but every head may look at content, and a start symbol "
    "stands first: four layers, the matching one among them, represent orders up to $2^{4-1} - 1$ and no "
    "more",
    quantity("four_layer_order", "the largest order up to 8 that four layers of attention represent").at_most(
        "2**(L - 1) - 1"
    ),
    stronger(quantifier="all", direction="necessary"),
)

S12_2.claim(
    "attention_only.four",
    "there are weights: four layers of one head, whose third weighs symbols by content, for every order up "
    "to 8 and with a start symbol before the first: constant depth is enough",
    quantity("four_layer_error", f"{LARGEST_ERROR} four layers of attention").equals("0", margin=1e-06),
    stronger(bears="refines", quantifier="exists", direction="sufficient"),
)

S12_2.claim(
    "attention_only.four.long",
    "four layers, random sequences of 64 symbols, the last k of which came before: to $10^{-4}$",
    long_attention["four"]
    .named("the share of long sequences after which four layers of attention give the estimate")
    .equals("1", margin=0.05),
    stronger(bears="refines", tags=("attention only",)),
)

S12_2.claim(
    "attention_only.square",
    r"how the third of four layers squares: the start symbol's weight falls by $\varepsilon |v|^2 / 4$, v "
    "the code of the context, of which p are ones",
    quantity("sink_slope", r"the slope of the start symbol's weight by $\varepsilon$").equals(
        "-(p**2 + (1 - p)**2)/4", margin=1e-06
    ),
    stronger(bears="refines", derivation="sink_slope", tags=("attention only",)),
)
