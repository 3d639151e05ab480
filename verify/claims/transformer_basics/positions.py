r"""S11, S12: sinusoids, rotary encoding, tables, and a copy task beyond its length.

`d` is the width of an encoding, `K` its number of frequencies, `b` = 2 the width of a block, `n` a number of
places, `N` the rows of a table, `P` a period, `T` the length of a sequence.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...claim import Bears, Claim, Relation, Role
from ...figure import Drawing, Figure

_LAG = Claim(
    id="transformer_basics.sinusoid_gap.pairs",
    statement_id="transformer_basics.S11.1",
    label="the change of the inner product of two sinusoidal position vectors when both places move",
    interpretation="a sine and a cosine for each frequency: the inner product depends on $i - j$ only",
    role=Role.LITERAL,
    relation=Relation.IDENTITY,
    claimed="0",
    derivation="sinusoid_gap",
    quantity="sinusoid_gap",
    grid={"of": ("pairs",)},
    margin=1e-12,
    tags=("sinusoids",),
)
_NEAREST = replace(
    _LAG,
    id="transformer_basics.nearest_places.several",
    statement_id="transformer_basics.S11.2",
    label="the least distance of two of $n$ sinusoidal position vectors (over that of neighbours)",
    interpretation="8 frequencies and more, $10000^{-k/K}$: of any $n$ places up to 100000 no two are nearer "
    "than "
    "neighbours are",
    role=Role.CHARITABLE,
    relation=Relation.EQUALS,
    claimed="1",
    derivation=None,
    quantity="nearest_places",
    grid={"of": ("ratio",), "d": (16, 32, 64, 128)},
    quick_grid={"of": ("ratio",), "d": (16, 128), "n": (1000, 10000)},
    margin=1e-6,
)
_ALIAS = replace(
    _LAG,
    id="transformer_basics.alias_gap.period",
    statement_id="transformer_basics.S11.3",
    label="the squared distance between the position vectors of places one period $P$ apart",
    interpretation="one frequency $2 \\pi/P$ with a whole period: places $P$ apart have one vector",
    derivation="alias_gap",
    quantity="alias_gap",
    grid={"turn": ("whole",)},
)
_SHARE = replace(
    _LAG,
    id="transformer_basics.lag_share.turning",
    statement_id="transformer_basics.S11.4",
    label="the share of the mean square score that depends on $i - j$ alone ($K$ pairs of "
    "$b = 2$ coordinates, each turning round)",
    interpretation="normal $W_Q$ and $W_K$, every pair of coordinates turns round: the share is $1/(2K)$, "
    "one "
    "over the "
    "width of the encoding",
    role=Role.CHARITABLE,
    relation=Relation.EQUALS,
    claimed="1/(b*K)",
    alternatives=("1/b", "1/K"),
    derivation="lag_share",
    quantity="lag_share",
    grid={"speeds": ("whole turns",)},
    quick_grid={"speeds": ("whole turns",), "K": (4, 64), "n": (1024,)},
    margin=1e-9,
    tags=("sinusoids", "answer: How much of a score the lag tells"),
)
_USUAL = {"speeds": ("usual",)}
_USUAL_QUICK = {"speeds": ("usual",), "K": (4, 64), "n": (1024,)}
_NORM = replace(
    _LAG,
    id="transformer_basics.rotary_gap.norm",
    statement_id="transformer_basics.S12.1",
    label="the relative change of a vector's length under rotary encoding",
    interpretation="a rotated query or key is as long as before",
    derivation="norm_gap",
    quantity="rotary_gap",
    grid={"of": ("norm",)},
    tags=("rotary",),
)
_COSINE = replace(
    _NORM,
    id="transformer_basics.rotary_pair.cosine",
    statement_id="transformer_basics.S12.3",
    label="the rotary score of a pair of coordinates less $\\langle q, k \\rangle \\cos((m - n) \\theta)$",
    interpretation="any query and key: the score of a pair of coordinates is their original product times "
    "$\\cos((m - n) \\theta)$",
    relation=Relation.EQUALS,
    derivation="cosine_gap",
    quantity="rotary_pair",
    grid={},
    margin=1e-9,
    tags=("rotary", "answer: The rotary score and the cosine"),
)
_COPY = Claim(
    id="transformer_basics.copying.rotary",
    statement_id="transformer_basics.S12.4",
    label="the share of right answers at the last 16 places after training at length 32 with rotary encoding",
    interpretation="one head trained at length 32 to repeat the token before (Adam, step size .03, 200 and "
    "600 "
    "steps): at "
    "lengths 64 and 128 it is right in at least 95 % of the last places",
    role=Role.LITERAL,
    relation=Relation.AT_LEAST,
    claimed="0.95",
    quantity="copying",
    output="rotary",
    grid={"T": (64, 128)},
    quick_grid={"steps": (200,), "T": (64, 128)},
    margin=0.02,
    tags=("rotary", "training", "answer: Copying beyond the trained length"),
    own_threshold=True,
)
_WRAPPED = replace(
    _LAG,
    id="transformer_basics.table_collisions.wrap",
    statement_id="transformer_basics.S12.5",
    label="the number of $n$ places that share their vector with an earlier one in a wrapped table "
    "of $N$ rows",
    interpretation="place $p$ takes row $p$ modulo $N$: of $n$ places, at most $2 N$, $n - N$ repeat an "
    "earlier "
    "vector "
    "(1952 of 4000 with 2048 rows)",
    role=Role.CHARITABLE,
    relation=Relation.EQUALS,
    claimed="n - N",
    derivation="wrapped_repeats",
    quantity="table_collisions",
    grid={"scheme": ("wrap",)},
    tags=("table",),
)
_SPACING = replace(
    _WRAPPED,
    id="transformer_basics.table_spacing.proportion",
    statement_id="transformer_basics.S12.6",
    label="the mean square distance of neighbours in an interpolated table (over that before)",
    interpretation="independent rows, interpolated: neighbours are nearer in proportion to their spacing, "
    "$(N - 1)/(n - 1)$ of the distance",
    role=Role.STRONGER,
    claimed="((N - 1)/(n - 1))**2",
    derivation=None,
    quantity="table_spacing",
    grid={},
    margin=0.01,
    bears=Bears.REFINES,
)

CLAIMS: tuple[Claim, ...] = (
    _LAG,
    replace(
        _LAG,
        id="transformer_basics.sinusoid_gap.cosines",
        label="the change of the inner product of two position vectors of cosines alone when both "
        "places move",
        interpretation="cosines without their sines: the inner product depends on $i - j$ only",
        role=Role.STRONGER,
        derivation=None,
        grid={"of": ("cosines",)},
        bears=Bears.REFINES,
    ),
    _NEAREST,
    replace(
        _NEAREST,
        id="transformer_basics.nearest_places.few",
        interpretation="two and four frequencies, $10000^{-k/K}$: of any $n$ places up to 100000 no two are "
        "nearer than "
        "neighbours are",
        role=Role.STRONGER,
        grid={"of": ("ratio",), "d": (4, 8)},
        quick_grid={"of": ("ratio",), "d": (4, 8), "n": (1000, 10000)},
    ),
    _ALIAS,
    replace(
        _NEAREST,
        id="transformer_basics.nearest_places.near_alias",
        statement_id="transformer_basics.S11.3",
        label="the least distance of two of $n + 1$ position vectors with one frequency",
        interpretation="one frequency, one radian a place: among $n + 1$ places two are within $2 \\pi/n$",
        relation=Relation.AT_MOST,
        claimed="2*pi/n",
        grid={"of": ("distance",), "d": (2,)},
        quick_grid={"of": ("distance",), "d": (2,), "n": (10, 100, 1000)},
    ),
    replace(
        _NEAREST,
        id="transformer_basics.nearest_places.exact_alias",
        statement_id="transformer_basics.S11.3",
        label="the least distance of two of $n + 1$ position vectors with one frequency",
        interpretation="one frequency, one radian a place: among 100001 places two have one vector",
        role=Role.LITERAL,
        claimed="0",
        grid={"of": ("distance",), "d": (2,), "n": (100000,)},
        quick_grid={"of": ("distance",), "d": (2,), "n": (100000,)},
    ),
    _SHARE,
    replace(
        _SHARE,
        id="transformer_basics.lag_share.whole",
        interpretation="normal $W_Q$ and $W_K$, every pair of coordinates turns round: the score depends on "
        "$i "
        "- j$ only",
        role=Role.LITERAL,
        claimed="1",
        alternatives=(),
        bears=Bears.REFINES,
    ),
    replace(
        _SHARE,
        id="transformer_basics.lag_share.usual",
        label="the share of the mean square score that depends on $i - j$ alone ($K$ pairs of $b = 2$ "
        "coordinates at the usual frequencies)",
        interpretation="normal $W_Q$ and $W_K$, frequencies $10000^{-k/K}$ over 1024 and 2048 places, of "
        "which many "
        "hardly turn: the share is $1/(2K)$",
        role=Role.STRONGER,
        alternatives=(),
        derivation=None,
        grid=_USUAL,
        quick_grid=_USUAL_QUICK,
        bears=Bears.REFINES,
    ),
    replace(
        _SHARE,
        id="transformer_basics.lag_share.least",
        label="the share of the mean square score that depends on $i - j$ alone ($K$ pairs of $b = 2$ "
        "coordinates at the usual frequencies)",
        interpretation="normal $W_Q$ and $W_K$, frequencies $10000^{-k/K}$: the share is at least $1/(2K)$",
        role=Role.STRONGER,
        relation=Relation.AT_LEAST,
        alternatives=(),
        derivation=None,
        grid=_USUAL,
        quick_grid=_USUAL_QUICK,
        bears=Bears.REFINES,
    ),
    _NORM,
    replace(
        _NORM,
        id="transformer_basics.rotary_gap.shift",
        statement_id="transformer_basics.S12.2",
        label="the change of a rotary score when both places move",
        interpretation="the score of any query at $m$ and key at $n$ depends on $m - n$ only",
        derivation="rotary_shift_gap",
        grid={"of": ("shift",)},
    ),
    _COSINE,
    replace(
        _COSINE,
        id="transformer_basics.rotary_gap.aligned",
        label="the rotary score less $\\sum_k \\langle q_k, k_k \\rangle \\cos((m - n) \\theta_k)$ for "
        "aligned query and key",
        interpretation="each pair of the key is a multiple of the query's: the score is the sum of the "
        "pairs' "
        "products "
        "times $\\cos((m - n) \\theta_k)$",
        role=Role.CHARITABLE,
        relation=Relation.IDENTITY,
        derivation="aligned_cosine_gap",
        quantity="rotary_gap",
        grid={"of": ("aligned",)},
        margin=1e-12,
    ),
    replace(
        _COSINE,
        id="transformer_basics.rotary_gap.mean",
        label="the mean rotary score over reflections of query and key less $\\sum_k \\langle q_k, k_k "
        "\\rangle \\cos((m - n) \\theta_k)$",
        interpretation="in the mean over a reflection of query and key, which leaves their product as it is, "
        "the score is "
        "the sum of the pairs' products times $\\cos((m - n) \\theta_k)$",
        role=Role.CHARITABLE,
        relation=Relation.IDENTITY,
        derivation="mean_cosine_gap",
        quantity="rotary_gap",
        grid={"of": ("mean",)},
        margin=1e-12,
    ),
    _COPY,
    replace(
        _COPY,
        id="transformer_basics.copying.trained_length",
        interpretation="one head trained at length 32 to repeat the token before (Adam, step size .03), 200 "
        "steps: at the length of training it is right in at least 95 % of the last places",
        role=Role.CHARITABLE,
        grid={"steps": (200,), "T": (32,)},
        quick_grid={},
        bears=Bears.REFINES,
    ),
    replace(
        _COPY,
        id="transformer_basics.copying.learned",
        label="the share of right answers at the last 16 places after training at length 32 with a "
        "learned table",
        interpretation="one head trained at length 32 to repeat the token before (Adam, step size .03), 200 "
        "steps, a learned table: at lengths 64 and 128 it is right in at least 95 % of the "
        "last places",
        role=Role.STRONGER,
        output="learned",
        grid={"steps": (200,), "T": (64, 128)},
        quick_grid={},
        bears=Bears.REFINES,
    ),
    replace(
        _COPY,
        id="transformer_basics.copying.sinusoidal",
        label="the share of right answers at the last 16 places after training at length 32 with added "
        "sinusoids",
        interpretation="one head trained at length 32 to repeat the token before (Adam, step size .03), 200 "
        "steps, added sinusoids: at lengths 64 and 128 it is right in at least 95 % of the "
        "last places",
        role=Role.STRONGER,
        output="sinusoidal",
        grid={"steps": (200,), "T": (64, 128)},
        quick_grid={},
        bears=Bears.REFINES,
    ),
    replace(
        _COPY,
        id="transformer_basics.copying.over_learned",
        label="the share of right answers with rotary encoding less that with a learned table (both "
        "trained at length 32)",
        interpretation="one head trained at length 32 to repeat the token before (Adam, step size .03), 200 "
        "steps from one start: at lengths 48 and 64 rotary encoding is right more often than "
        "a learned table",
        role=Role.CHARITABLE,
        relation=Relation.ORDERING,
        claimed="0",
        output="over learned",
        grid={"steps": (200,), "T": (48, 64)},
        quick_grid={},
        margin=0.0,
        own_threshold=False,
    ),
    replace(
        _COPY,
        id="transformer_basics.copying.over_sinusoidal",
        label="the share of right answers with rotary encoding less that with added sinusoids (both "
        "trained at length 32)",
        interpretation="one head trained at length 32 to repeat the token before (Adam, step size .03), 200 "
        "steps from one start: at lengths 48 and 64 rotary encoding is right more often than "
        "added sinusoids",
        role=Role.CHARITABLE,
        relation=Relation.ORDERING,
        claimed="0",
        output="over sinusoidal",
        grid={"steps": (200,), "T": (48, 64)},
        quick_grid={},
        margin=0.0,
        own_threshold=False,
    ),
    _WRAPPED,
    replace(
        _WRAPPED,
        id="transformer_basics.table_collisions.interpolate",
        label="the number of $n$ places that share their vector with an earlier one in an interpolated "
        "table of $N$ rows",
        statement_id="transformer_basics.S12.6",
        interpretation="place $p$ takes the table at $p (N - 1)/(n - 1)$, between rows in proportion: no two "
        "of "
        "$n$ places "
        "share a vector",
        claimed="0",
        derivation=None,
        grid={"scheme": ("interpolate",)},
    ),
    _SPACING,
    replace(
        _SPACING,
        id="transformer_basics.table_spacing.at_most",
        interpretation="independent rows, interpolated: neighbours are at most $(N - 1)/(n - 1)$ of the "
        "table's "
        "distance "
        "apart",
        relation=Relation.AT_MOST,
    ),
)

FIGURES: tuple[Figure, ...] = (
    Figure(
        id="transformer_basics.figure.copying",
        title="Copying beyond the trained length",
        caption="Share of right answers at the last 16 places of sequences of length $T$, one head "
        "trained for 200 steps at length 32 to repeat the token before; dashed, chance.",
        alternative="All encodings are right at 32; the learned table is at chance from 48 on, sinusoids "
        "from 64 "
        "on, rotary encoding falls more slowly and is right in about a third of places at 128.",
        quantity="copying",
        drawing=Drawing.CURVES,
        x="T",
        series="output",
        outputs=("rotary", "learned", "sinusoidal"),
        grid={"steps": (200,)},
        laws={"chance": "1/8"},
        log_y=False,
        supports=("transformer_basics.copying.rotary",),
    ),
    Figure(
        id="transformer_basics.figure.nearest_places",
        title="The nearest two places, by the number of frequencies",
        caption="Least distance of the sinusoidal vectors of any two of $n + 1$ places, over the width "
        "$d$; dashed, "
        "$2 \\pi/n$, which one frequency cannot exceed.",
        alternative="With one frequency the distance falls below the dashed line in jumps; with two and "
        "four it "
        "falls more slowly; from eight on it stays that of neighbours.",
        quantity="nearest_places",
        drawing=Drawing.CURVES,
        x="n",
        series="d",
        grid={"of": ("distance",), "d": (2, 4, 8, 16, 64)},
        laws={"one frequency": "2*pi/n"},
        supports=(
            "transformer_basics.nearest_places.several",
            "transformer_basics.nearest_places.near_alias",
        ),
    ),
)
