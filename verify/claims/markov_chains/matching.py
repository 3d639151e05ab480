"""S10, S11: transformers whose last head matches contexts, beside the in-context k-gram estimator.

`k` is the order, `S` the number of symbols, `kappa` the factor on the cosine, `i` a position; `r` is the
ratio of the weights of neighbouring symbols in a code, `mark` the square of the coordinate that marks
complete contexts over that of the code's sum; `x` is kappa over 9^k, `T` the length of a sequence. Errors
are the largest of any probability, over all sequences of 2k + 1 symbols after which the estimator is defined.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import About, Bears, BoundType, Claim, Direction, Quantifier, Relation, Role
from ...figure import Drawing, Figure

_EXACT = 1e-9
_SINE = "(1 + 2*mark)*(r - 1)**2/((1 + mark)*((r**k - r)**2 + (r - 1)**2 + mark*(r**k - 1)**2))"
_BUILT = "(3*((3**k - 1)/2)**2 - 3**k + 3)"
_LEAK = f"1/(1 + exp(5*kappa/(3*(1 + sqrt(1 - 5/(3*{_BUILT})))*{_BUILT})))"
_RATES = {2: "sqrt(121/126)", 3: "sqrt(1444/1449)", 4: "sqrt(14161/14166)"}
"""Cosines of the closest contexts, by order; without the mark they are those below."""
_UNMARKED = {2: "sqrt(9/10)", 3: "sqrt(144/145)", 4: "sqrt(1521/1522)"}

_THREE = Claim(
    id="markov_chains.three_layers.marked",
    label="the largest error, against the in-context estimate, of three layers at a temperature "
    "where other contexts weigh nothing",
    statement_id="markov_chains.S10.1",
    interpretation="there are weights: three layers, one head each, biases on scores and values by distance, "
    "layer "
    "norm after the first two heads, a linear readout; $k \\le 4$, two and three symbols",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="limit_error",
    grid={"variant": ("marked",)},
    margin=_EXACT,
    tags=("construction", "answer: What represents the k-gram estimator"),
    quantifier=Quantifier.EXISTS,
    direction=Direction.SUFFICIENT,
    about=About.REPRESENTATION,
)
_PRINTED = replace(
    _THREE,
    id="markov_chains.printed_attention.all_positions",
    label="the largest error, against the in-context estimate, of the printed attention over all "
    "positions where other contexts weigh nothing",
    statement_id="markov_chains.S10.2",
    interpretation="the printed weights over all positions $n \\le T$, the code of a position with fewer "
    "than k "
    "symbols before it made of those that there are",
    grid={"variant": ("unmarked",)},
    tags=("construction", "mask", "answer: Which positions the last head must not see"),
    quantifier=None,
    direction=None,
)
_WORST = replace(
    _THREE,
    id="markov_chains.worst_error.leak",
    label="the largest error, against the in-context estimate, of three layers",
    statement_id="markov_chains.S10.3",
    interpretation="orders 2 to 4: one neighbouring context beside one match, "
    "$1/(1 + e^{\\kappa \\Delta})$ with $\\Delta$ one minus the cosine of the closest contexts",
    role=Role.STRONGER,
    claimed=_LEAK,
    derivation="worst_leak",
    quantity="worst_error",
    grid={"k": (2, 3, 4)},
    margin=0.001,
    tags=("temperature", "answer: How the error falls with the temperature"),
    quantifier=None,
    direction=None,
)
_GAP = replace(
    _WORST,
    id="markov_chains.context_gap.formula",
    setting={
        "code": "weights $r^{-j}$ of past symbols beside a common coordinate of square mark",
    },
    label="one minus the cosine of the closest two contexts",
    statement_id="markov_chains.S10.4",
    interpretation="the closest contexts differ in their oldest symbol alone, all others being one: so for "
    "two "
    "symbols and for three, marked and not",
    claimed=f"{_SINE}/(1 + sqrt(1 - {_SINE}))",
    derivation="context_gap",
    quantity="context_gap",
    grid={},
    margin=1e-6,
    tags=("gap", "answer: How the gap between contexts falls with the order"),
    quantifier=None,
    direction=None,
)
_SQUARE = replace(
    _GAP,
    id="markov_chains.context_gap.order",
    setting={
        "code": "weights $r^{-j}$ of past symbols beside a common coordinate of square mark",
    },
    quantifier=None,
    direction=None,
    label="$r^{2k}$ times one minus the cosine of the closest two contexts",
    interpretation="marked, for weights $2^{-j}$ and $3^{-j}$: the gap falls like $5 (r-1)^2 r^{-2k} / 18$, "
    "so that "
    "$\\kappa$ must grow like $r^{2k}$",
    relation=Relation.LIMIT,
    claimed="5*(r - 1)**2/18",
    derivation=None,
    quantity="context_gap_scaled",
    grid={"mark": (2,), "S": (2,)},
    diverging="k",
    margin=0.02,
    bears=Bears.REFINES,
)
_PLAIN = replace(
    _THREE,
    id="markov_chains.plain_scores.fail",
    label="the largest error, against the in-context estimate, of three layers with plain inner "
    "products as $\\kappa \\to \\infty$",
    statement_id="markov_chains.S10.5",
    interpretation="three layers of one head without layer norm, orders 2 to 4: some sequence is "
    "predicted with certainty to go on with a symbol that never followed",
    claimed="1",
    grid={"variant": ("inner products",), "k": (2, 3, 4)},
    tags=("layer norm", "answer: What fails without layer norm"),
    quantifier=None,
    direction=Direction.NECESSARY,
)
_TWO = replace(
    _THREE,
    id="markov_chains.two_layers.wide",
    label="the largest error, against the in-context estimate, of two layers at $\\kappa = 40$",
    statement_id="markov_chains.S11.1",
    interpretation="there are weights: two layers, one head each, a feed-forward layer of $2 S^{k+1}$ units "
    "and no "
    "layer norm; $k \\le 4$, two and three symbols",
    role=Role.STRONGER,
    quantity="two_layer_error",
    grid={"kappa": (40,)},
)

CLAIMS: tuple[Claim, ...] = (
    _THREE,
    replace(
        _THREE,
        id="markov_chains.three_layers.long",
        label="the share of long sequences after which three layers give the estimate to $10^{-8}$",
        interpretation="random sequences of 64 symbols, the last k of which came before",
        role=Role.CHARITABLE,
        claimed="1",
        quantity="long_sequences",
        output="three",
        grid={},
        quick_grid={"S": (2,)},
        margin=0.05,
        tags=("construction",),
        direction=None,
        quantifier=Quantifier.EXISTS,
        about=About.REPRESENTATION,
    ),
    _PRINTED,
    replace(
        _PRINTED,
        id="markov_chains.printed_attention.first_hidden",
        label="the largest error, against the in-context estimate, of the printed attention over "
        "positions $n > k$ where other "
        "contexts weigh nothing",
        quantifier=None,
        direction=None,
        interpretation="the printed weights over $n > k$, as the estimator's sums begin there",
        role=Role.CHARITABLE,
        grid={"variant": ("first k hidden",)},
    ),
    replace(
        _PRINTED,
        id="markov_chains.printed_attention.one_less",
        label="the largest error, against the in-context estimate, of the printed attention over "
        "positions $n \\ge k$ where other "
        "contexts weigh nothing",
        quantifier=None,
        direction=None,
        interpretation="the printed weights over $n \\ge k$: the first k - 1 positions hidden are enough",
        role=Role.CHARITABLE,
        grid={"variant": ("first k - 1 hidden",)},
        bears=Bears.REFINES,
    ),
    replace(
        _PRINTED,
        id="markov_chains.printed_attention.damage",
        label="the largest error, against the in-context estimate, of the printed attention over "
        "all positions where other "
        "contexts weigh nothing",
        quantifier=None,
        direction=None,
        interpretation="over all positions the largest error is $k/(k+1)$: after k equal symbols, another "
        "and the k "
        "again, all of the first k positions pass for matches",
        role=Role.STRONGER,
        claimed="k/(k + 1)",
        bears=Bears.REFINES,
    ),
    replace(
        _PRINTED,
        id="markov_chains.printed_attention.each",
        quantifier=None,
        direction=None,
        label="the largest error, against the in-context estimate, where of the first k positions "
        "i alone is seen",
        interpretation="each of the first k positions has to be hidden: seen alone it does the damage of one "
        "match",
        role=Role.STRONGER,
        claimed="1/2",
        quantity="lone_position_error",
        grid={},
        bears=Bears.REFINES,
    ),
    _WORST,
    *(
        replace(
            _WORST,
            id=f"markov_chains.worst_error.rate.{k}",
            label="the largest error, against the in-context estimate, of three layers at $\\kappa = 9^k x$",
            interpretation=f"order {k}: an exponential in $\\kappa$ whose rate is the gap between contexts",
            role=Role.CHARITABLE,
            relation=Relation.LAW,
            bound_type=BoundType.THETA,
            claimed=f"C*exp(-{9**k}*x*(1 - {cosine}))",
            alternatives=(f"C*exp(-{9**k}*x*(1 - {_UNMARKED[k]}))",),
            derivation=None,
            quantity="cold_error",
            grid={"k": (k,), "S": (2,)},
            margin=0.02,
            tags=("temperature",),
        )
        for k, cosine in _RATES.items()
    ),
    _GAP,
    _SQUARE,
    replace(
        _SQUARE,
        id="markov_chains.context_gap.unmarked",
        quantifier=None,
        direction=None,
        interpretation="unmarked, the first k positions hidden by hand: the gap falls like $(r-1)^2 r^{-2k} "
        "/ 2$",
        claimed="(r - 1)**2/2",
        grid={"mark": (0,), "S": (2,)},
    ),
    _PLAIN,
    replace(
        _PLAIN,
        id="markov_chains.plain_scores.first_order",
        quantifier=None,
        interpretation="order 1: contexts are one-hot and need no layer norm",
        role=Role.CHARITABLE,
        claimed="0",
        grid={"variant": ("inner products",), "k": (1,)},
        bears=Bears.REFINES,
    ),
    replace(
        _PLAIN,
        id="markov_chains.plain_scores.code",
        label="the largest plain inner product with another context less that with the own one",
        interpretation="weights $r^{-j}$: no other context scores above the own one, at any order",
        role=Role.STRONGER,
        relation=Relation.AT_MOST,
        claimed="0",
        quantity="unnormalised_excess",
        grid={},
        quick_grid={"S": (2,)},
        margin=0.0,
        tags=("layer norm",),
        quantifier=None,
        direction=None,
        bears=Bears.REFINES,
    ),
    replace(
        _PLAIN,
        id="markov_chains.plain_scores.pair",
        label="the largest plain inner product with another binary context of two symbols less that with "
        "the own one",
        interpretation="any weights $w_1 > w_2 > 0$ on two symbols: $w_2 (w_1 - w_2)$, by which $a a$ scores "
        "above "
        "$a b$ asked for $a b$",
        role=Role.STRONGER,
        claimed="w_2*(w_1 - w_2)",
        derivation="plain_excess",
        quantity="unnormalised_pair",
        grid={},
        domain=("w_1 > w_2",),
        tags=("layer norm",),
        quantifier=Quantifier.ALL,
        direction=Direction.NECESSARY,
        bears=Bears.REFINES,
    ),
    replace(
        _PLAIN,
        id="markov_chains.plain_scores.shortest",
        label="the length of the shortest sequence on which plain inner products are wrong by a half",
        interpretation="the smallest witness has $k + 3$ symbols",
        role=Role.STRONGER,
        claimed="k + 3",
        quantity="shortest_failure",
        grid={},
        tags=("layer norm",),
        quantifier=None,
        direction=None,
        bears=Bears.REFINES,
    ),
    _TWO,
    replace(
        _TWO,
        id="markov_chains.two_layers.rate",
        label="the largest error, against the in-context estimate, of two layers",
        interpretation="two layers, order 4: an exponential in $\\kappa$ of rate 1, whatever the order",
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C*exp(-kappa)",
        alternatives=("C*exp(-2*kappa)",),
        grid={"kappa": (20, 22, 24, 26, 28), "k": (4,), "S": (2,)},
        margin=0.02,
        tags=("temperature",),
        quantifier=None,
        direction=None,
        bears=Bears.REFINES,
    ),
    replace(
        _TWO,
        id="markov_chains.two_layers.long",
        label="the share of long sequences after which two layers give the estimate to $10^{-8}$",
        interpretation="two layers, random sequences of 64 symbols, the last k of which came before",
        claimed="1",
        quantity="long_sequences",
        output="two",
        grid={},
        quick_grid={"S": (2,)},
        margin=0.05,
        tags=("construction",),
        direction=None,
        quantifier=Quantifier.EXISTS,
        about=About.REPRESENTATION,
    ),
    replace(
        _TWO,
        id="markov_chains.one_layer.table",
        label="the largest error, against the in-context estimate, of one layer over all "
        "sequences of its length T",
        interpretation="for sequences of one length: one layer whose feed-forward part has $2 S^T$ units",
        quantity="one_layer_error",
        grid={},
        bears=Bears.REFINES,
    ),
    replace(
        _TWO,
        id="markov_chains.depth.needed",
        label="the number of layers of the shallowest construction of the in-context estimate",
        statement_id="markov_chains.S11.2",
        interpretation="no transformer of fewer than three layers with one head each represents the "
        "estimator, "
        "however wide its feed-forward layers",
        role=Role.LITERAL,
        relation=Relation.AT_LEAST,
        claimed="3",
        quantity="layers_enough",
        grid={},
        margin=0.0,
        tags=("depth", "answer: How many layers it takes"),
        quantifier=None,
        direction=Direction.NECESSARY,
    ),
    replace(
        _TWO,
        id="markov_chains.depth.scales",
        label="the number of layers of the shallowest construction of the in-context estimate",
        statement_id="markov_chains.S11.3",
        interpretation="with one head a layer, the layers that are needed grow in proportion to k or faster",
        role=Role.LITERAL,
        relation=Relation.LAW,
        bound_type=BoundType.OMEGA,
        claimed="C*k",
        quantity="layers_enough",
        grid={"S": (2,)},
        margin=0.05,
        tags=("depth", "answer: How many layers it takes"),
        quantifier=None,
        direction=Direction.NECESSARY,
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="markov_chains.figure.temperature",
        title="Error of the three-layer construction against its temperature",
        caption="Largest error over all binary sequences of $2k + 1$ symbols, over the factor $\\kappa$ on "
        "the cosine: exponentials whose rates are the gaps between contexts, smaller about ninefold for "
        "each order.",
        alternative="Four falling curves, one an order, each about ten times as far to the right as the one "
        "before.",
        quantity="worst_error",
        drawing=Drawing.CURVES,
        x="kappa",
        series="k",
        grid={"S": (2,)},
        supports=("markov_chains.worst_error.leak",),
    ),
    Figure(
        id="markov_chains.figure.gap",
        title="Gap between contexts against the order",
        caption="One minus the cosine of the closest two binary contexts over the order k, complete contexts "
        "marked, for weights $2^{-j}$ and $3^{-j}$.",
        alternative="Two straight falling lines on a logarithmic scale, the one of base three twice as steep "
        "or nearly.",
        quantity="context_gap",
        drawing=Drawing.CURVES,
        x="k",
        series="r",
        grid={"S": (2,), "mark": (2,)},
        log_x=False,
        supports=("markov_chains.context_gap.formula",),
    ),
)
