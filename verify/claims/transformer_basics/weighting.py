"""S5, S6: weights that add up to one without a softmax, and what averaging leaves of values.

`n` is the number of scores or values, `t` a level; scores are independent and standard normal.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Claim, Quantifier, Relation, Role, Sense

_NEGATIVE = Claim(
    id="transformer_basics.negative_share.quotient",
    statement_id="transformer_basics.S5.1",
    reading="n independent normal scores over their sum: some weight is negative unless all signs agree, "
    "with probability $1 - 2^{1-n}$",
    subject="the share of rows with a negative weight",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1 - 2**(1 - n)",
    quantity="negative_share",
    component="quotient",
    margin=0.01,
    tags=("quotient", "answer: Scores over their sum in place of a softmax"),
)
_TAIL = Claim(
    id="transformer_basics.quotient_tail.theta",
    statement_id="transformer_basics.S5.2",
    reading="8 normal scores over their sum: the largest modulus of a weight exceeds t with probability of "
    "order $1/t$, the density of the sum at 0 being positive",
    subject="the probability that a weight exceeds t in modulus",
    role=Role.LITERAL,
    relation=Relation.LAW,
    sense=Sense.THETA,
    claimed="C/t",
    rivals=("C/t**2", "C/sqrt(t)"),
    quantity="quotient_tail",
    component="beyond",
    grid={"n": (8,)},
    quick_grid={"n": (8,)},
    margin=0.05,
    tags=("quotient", "answer: Scores over their sum in place of a softmax"),
)
_RATIO = Claim(
    id="transformer_basics.convex_ratio.softmax",
    statement_id="transformer_basics.S6.1",
    reading="softmax weights: the average of vectors is never longer than the longest of them",
    subject="the share of rows whose average is longer than the longest value",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="0",
    quantity="convex_ratio",
    component="softmax",
    margin=0.001,
    tags=("averaging", "answer: Does an average preserve magnitude"),
    quantifier=Quantifier.ALL,
)
_POWER = Claim(
    id="transformer_basics.averaging.preserved",
    statement_id="transformer_basics.S6.2",
    reading="equal weights, independent values of mean 0: the average has the mean square of one value",
    subject="the mean square of an average of independent values, over that of a value",
    role=Role.LITERAL,
    relation=Relation.EQUALS,
    claimed="1",
    derivation="average_variance",
    quantity="averaging",
    component="power",
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
        reading="the softmax of the same scores: no weight is negative",
        role=Role.STRONGER,
        claimed="0",
        component="softmax",
        margin=0.001,
    ),
    _TAIL,
    replace(
        _TAIL,
        id="transformer_basics.quotient_tail.pair",
        reading="two normal scores over their sum, by quadrature: order $1/t$",
        role=Role.STRONGER,
        quantity="quotient_tail_exact",
        component=None,
        grid={},
        quick_grid={},
        margin=0.02,
        tags=("quotient", "exact", "answer: Scores over their sum in place of a softmax"),
    ),
    replace(
        _TAIL,
        id="transformer_basics.quotient_tail.mean",
        reading="two normal scores over their sum: the tail falls faster than $t^{-3/2}$, so that the "
        "largest weight has a mean",
        role=Role.STRONGER,
        sense=Sense.O,
        claimed="C*t**(-3/2)",
        rivals=("C/t",),
        quantity="quotient_tail_exact",
        component=None,
        grid={},
        quick_grid={},
        tags=("quotient", "exact", "answer: Scores over their sum in place of a softmax"),
    ),
    replace(
        _TAIL,
        id="transformer_basics.quotient_tail.pair.closed",
        reading="two normal scores over their sum, in closed form: with sum and difference independent the "
        "tail is $\\mathbb{P}(|C| > 2t - 1)$ for a Cauchy variable C, so that t times it goes to $1/\\pi$",
        role=Role.STRONGER,
        relation=Relation.EQUALS,
        sense=None,
        claimed="betainc(1/2, 1/2, 0, 1/(1 + (2*t - 1)**2))",
        derivation="pair_tail",
        rivals=(),
        quantity="quotient_tail_exact",
        component=None,
        grid={},
        quick_grid={},
        margin=1e-8,
        tags=("quotient", "exact", "answer: Scores over their sum in place of a softmax"),
    ),
    _RATIO,
    replace(
        _RATIO,
        id="transformer_basics.convex_gap",
        reading="weights that add up to one: $M - \\sum \\alpha_j v_j = \\sum \\alpha_j (M - v_j)$, not "
        "negative where no weight is and M is a ceiling",
        subject="the distance of an average from a ceiling, less the average distance",
        role=Role.STRONGER,
        relation=Relation.IDENTITY,
        derivation="convex_gap",
        quantity=None,
        component=None,
        margin=1e-12,
        tags=("averaging", "exact", "answer: Does an average preserve magnitude"),
        quantifier=Quantifier.ALL,
    ),
    replace(
        _RATIO,
        id="transformer_basics.convex_ratio.quotient",
        reading="normal scores over their sum in place of a softmax: the average is never longer than the "
        "longest",
        role=Role.STRONGER,
        component="quotient",
    ),
    _POWER,
    replace(
        _POWER,
        id="transformer_basics.averaging.shrinks",
        reading="equal weights, independent values of mean 0: the mean square falls to $1/n$ of one value's",
        role=Role.CHARITABLE,
        claimed="1/n",
    ),
    replace(
        _POWER,
        id="transformer_basics.averaging.scaled",
        reading="softmax weights of scaled scores, independent values of mean 0: the mean square falls "
        "like $1/n$ too",
        role=Role.CHARITABLE,
        relation=Relation.LAW,
        sense=Sense.THETA,
        claimed="C/n",
        rivals=("C/sqrt(n)",),
        derivation=None,
        grid={"weights": ("root",)},
        quick_grid={"weights": ("root",), "n": (2, 8, 32, 128, 512)},
        margin=0.1,
    ),
    replace(
        _POWER,
        id="transformer_basics.averaging.concentration",
        reading="softmax weights of scaled scores: n times the sum of squared weights goes to $e$, as if "
        "$n/e$ values were averaged with equal weights",
        subject="the number of values times the sum of squared weights",
        role=Role.STRONGER,
        relation=Relation.LIMIT,
        claimed="exp(1)",
        derivation=None,
        quantity="concentration",
        component="concentration",
        grid={"weights": ("root",)},
        quick_grid={"weights": ("root",)},
        margin=0.05,
    ),
    replace(
        _POWER,
        id="transformer_basics.averaging.unscaled",
        reading="softmax weights at $d_k = 512$ without a scale, up to 512 independent values: at least "
        "half is kept",
        role=Role.CHARITABLE,
        relation=Relation.AT_LEAST,
        claimed="1/2",
        derivation=None,
        grid={"weights": ("unscaled",), "n": (2, 8, 32, 128, 512)},
        quick_grid={"weights": ("unscaled",), "n": (2, 8, 32)},
        margin=0.0,
    ),
)
