"""S5, S6: weights that add up to one without a softmax, and what averaging leaves of values.

`n` is the number of scores or values, `t` a level; scores are independent and standard normal.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, BoundType, Claim, Quantifier, Relation, Role

_NEGATIVE = Claim(
    id="transformer_basics.negative_share.quotient",
    statement_id="transformer_basics.S5.1",
    interpretation="n independent normal scores over their sum: some weight is negative unless all signs "
    "agree, "
    "with probability $1 - 2^{1-n}$",
    label="the share of rows with a negative weight $w/\\sum w$ ($w$ normal)",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1 - 2**(1 - n)",
    derivation="negative_share",
    quantity="negative_share",
    output="quotient",
    margin=0.01,
    tags=("quotient", "answer: Scores over their sum in place of a softmax"),
)
_TAIL = Claim(
    id="transformer_basics.quotient_tail.theta",
    statement_id="transformer_basics.S5.2",
    interpretation="8 normal scores over their sum: the largest modulus of a weight exceeds t with "
    "probability of "
    "order $1/t$, the density of the sum at 0 being positive",
    label="the probability that some weight $w/\\sum w$ of 8 normal scores exceeds $t$ in modulus",
    role=Role.LITERAL,
    relation=Relation.LAW,
    bound_type=BoundType.THETA,
    claimed="C/t",
    alternatives=("C/t**2", "C/sqrt(t)"),
    quantity="quotient_tail",
    output="beyond",
    grid={"n": (8,)},
    quick_grid={"n": (8,)},
    margin=0.05,
    tags=("quotient", "answer: Scores over their sum in place of a softmax"),
)
_RATIO = Claim(
    id="transformer_basics.convex_ratio.softmax",
    statement_id="transformer_basics.S6.1",
    interpretation="softmax weights: the average of vectors is never longer than the longest of them",
    label="the share of rows whose softmax average is longer than the longest value",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="convex_ratio",
    output="softmax",
    margin=0.001,
    tags=("averaging", "answer: Does an average preserve magnitude"),
    quantifier=Quantifier.ALL,
)
_POWER = Claim(
    id="transformer_basics.averaging.preserved",
    statement_id="transformer_basics.S6.2",
    interpretation="equal weights, independent values of mean 0: the average has the mean square of one "
    "value",
    label="the mean square of an equal-weight average of $n$ independent values (over that of one value)",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    derivation="average_variance",
    quantity="averaging",
    output="power",
    grid={"weights": ("uniform",), "n": (2, 8, 32, 128, 512)},
    quick_grid={"weights": ("uniform",), "n": (2, 8, 32)},
    margin=0.02,
    tags=("averaging", "answer: Does an average preserve magnitude"),
)

CLAIMS: tuple[Claim, ...] = (
    _NEGATIVE,
    replace(
        _NEGATIVE,
        id="transformer_basics.negative_share.softmax",
        label="the share of rows with a negative softmax weight",
        interpretation="the softmax of the same scores: no weight is negative",
        role=Role.STRONGER,
        derivation=None,
        claimed="0",
        output="softmax",
        margin=0.001,
        bears=Bears.REFINES,
    ),
    _TAIL,
    replace(
        _TAIL,
        id="transformer_basics.quotient_tail.pair",
        label="the probability that some weight $w/\\sum w$ of two normal scores exceeds $t$ in modulus",
        interpretation="two normal scores over their sum, by quadrature: order $1/t$",
        role=Role.STRONGER,
        quantity="quotient_tail_exact",
        output=None,
        grid={},
        quick_grid={},
        margin=0.05,
        tags=("quotient", "answer: Scores over their sum in place of a softmax"),
        bears=Bears.REFINES,
    ),
    replace(
        _TAIL,
        id="transformer_basics.quotient_tail.mean",
        label="the probability that some weight $w/\\sum w$ of two normal scores exceeds $t$ in modulus",
        interpretation="two normal scores over their sum: the tail falls faster than $t^{-3/2}$, so that the "
        "largest weight has a mean",
        role=Role.STRONGER,
        bound_type=BoundType.O,
        claimed="C*t**(-3/2)",
        alternatives=("C/t",),
        quantity="quotient_tail_exact",
        output=None,
        grid={},
        quick_grid={},
        tags=("quotient", "answer: Scores over their sum in place of a softmax"),
        bears=Bears.REFINES,
    ),
    replace(
        _TAIL,
        id="transformer_basics.quotient_tail.pair.closed",
        label="the probability that some weight $w/\\sum w$ of two normal scores exceeds $t$ in modulus",
        interpretation="two normal scores over their sum, in closed form: with sum and difference "
        "independent the "
        "tail is $\\mathbb{P}(|C| > 2t - 1)$ for a Cauchy variable C, so that t times it goes to $1/\\pi$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        bound_type=None,
        claimed="betainc(1/2, 1/2, 0, 1/(1 + (2*t - 1)**2))",
        derivation="pair_tail",
        alternatives=(),
        quantity="quotient_tail_exact",
        output=None,
        grid={},
        quick_grid={},
        margin=1e-8,
        tags=("quotient", "answer: Scores over their sum in place of a softmax"),
        bears=Bears.REFINES,
    ),
    _RATIO,
    replace(
        _RATIO,
        id="transformer_basics.convex_gap",
        interpretation="weights that add up to one: $M - \\sum \\alpha_j v_j = \\sum \\alpha_j (M - v_j)$, "
        "not "
        "negative where no weight is and M is a ceiling",
        label="the difference $(M - \\sum \\alpha_j v_j) - \\sum \\alpha_j (M - v_j)$ for weights that "
        "add up to one",
        role=Role.STRONGER,
        relation=Relation.IDENTITY,
        derivation="convex_gap",
        quantity=None,
        output=None,
        margin=1e-12,
        tags=("averaging", "answer: Does an average preserve magnitude"),
        quantifier=Quantifier.ALL,
    ),
    replace(
        _RATIO,
        id="transformer_basics.convex_ratio.quotient",
        label="the share of rows whose average with weights $w/\\sum w$ is longer than the longest value",
        interpretation="normal scores over their sum in place of a softmax: the average is never longer than "
        "the "
        "longest",
        role=Role.STRONGER,
        output="quotient",
        bears=Bears.REFINES,
    ),
    _POWER,
    replace(
        _POWER,
        id="transformer_basics.averaging.shrinks",
        interpretation="equal weights, independent values of mean 0: the mean square falls to $1/n$ of one "
        "value's",
        role=Role.CHARITABLE,
        claimed="1/n",
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _POWER,
        id="transformer_basics.averaging.scaled",
        label="the mean square of a softmax average of $n$ independent values for scaled scores (over "
        "that of one value)",
        interpretation="softmax weights of scaled scores, independent values of mean 0: the mean square "
        "falls "
        "like $1/n$ too",
        role=Role.CHARITABLE,
        relation=Relation.LAW,
        bound_type=BoundType.THETA,
        claimed="C/n",
        alternatives=("C/sqrt(n)",),
        derivation=None,
        grid={"weights": ("root",)},
        quick_grid={"weights": ("root",), "n": (2, 8, 32, 128, 512)},
        # Wider than .05: the corrections that its sizes allow leave the exponent open there.
        margin=0.1,
        bears=Bears.CONTRADICTS,
    ),
    replace(
        _POWER,
        id="transformer_basics.averaging.concentration",
        interpretation="softmax weights of scaled scores: n times the sum of squared weights goes to $e$, as "
        "if "
        "$n/e$ values were averaged with equal weights",
        label="the number of values times the sum of squared softmax weights of scaled scores",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        claimed="exp(1)",
        derivation=None,
        quantity="concentration",
        output="concentration",
        grid={"weights": ("root",)},
        quick_grid={"weights": ("root",)},
        margin=0.05,
        bears=Bears.REFINES,
    ),
    replace(
        _POWER,
        id="transformer_basics.averaging.unscaled",
        label="the mean square of a softmax average of $n$ independent values for unscaled scores at "
        "$d_k = 512$ (over that of one value)",
        interpretation="softmax weights at $d_k = 512$ without a scale, up to 512 independent values: at "
        "least "
        "half is kept",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        claimed="1/2",
        derivation=None,
        grid={"weights": ("unscaled",), "n": (2, 8, 32, 128, 512)},
        quick_grid={"weights": ("unscaled",), "n": (2, 8, 32)},
        margin=0.0,
        bears=Bears.REFINES,
        own_threshold=True,
    ),
)
