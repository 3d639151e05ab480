"""S11, S12: encodings of positions."""

from __future__ import annotations

from msgspec.structs import replace

from ...statement import SourceAccess, Statement

_LAG = Statement(
    id="transformer_basics.S11.1",
    title="Products of sinusoids",
    text="The dot product of sinusoidal position vectors depends on $i - j$ only.",
    place="Positions, 11",
    source_access=SourceAccess.SUMMARY,
    primary="transformer_basics.sinusoid_gap.pairs",
    why_primary="Sinusoidal vectors have a sine and a cosine for each frequency.",
)
_ROTARY = replace(
    _LAG,
    id="transformer_basics.S12.1",
    title="Rotary encoding and norms",
    text="Rotary encoding preserves norms.",
    place="Positions, 12",
    primary="transformer_basics.rotary_gap.norm",
    why_primary="It is the sentence.",
)

STATEMENTS: tuple[Statement, ...] = (
    _LAG,
    replace(
        _LAG,
        id="transformer_basics.S11.2",
        title="Several frequencies",
        text="Several frequencies identify a position.",
        primary="transformer_basics.nearest_places.several",
        why_primary="To identify is to keep places apart, and neighbours are what has to be told apart "
        "anyway.",
    ),
    replace(
        _LAG,
        id="transformer_basics.S11.3",
        title="A single frequency",
        text="A single frequency aliases.",
        primary="transformer_basics.alias_gap.period",
        why_primary="Places that share a vector are what aliasing means; an irrational period only comes "
        "near.",
    ),
    replace(
        _LAG,
        id="transformer_basics.S11.4",
        title="Sinusoids through projections",
        text="Through generic $W_Q$ and $W_K$, how much of the score depends on $i - j$?",
        primary="transformer_basics.lag_share.turning",
        why_primary="Generic matrices are independent normal ones, and a share of the mean square is how "
        "much.",
        place="no sentence of the source",
        own_question=True,
    ),
    _ROTARY,
    replace(
        _ROTARY,
        id="transformer_basics.S12.2",
        title="Rotary scores",
        text="The rotary score depends on $m - n$ only.",
        primary="transformer_basics.rotary_gap.shift",
        why_primary="For a given query and key it is the sentence.",
    ),
    replace(
        _ROTARY,
        id="transformer_basics.S12.3",
        title="Rotary scores and the cosine",
        text="The rotary score is the original dot product times $\\cos((m - n) \\theta)$.",
        primary="transformer_basics.rotary_pair.cosine",
        why_primary="The sentence has one angle, that of a pair, and names no condition on query and key.",
        why_refuted="The product of rotated pairs has a term in $\\sin((m - n) \\theta)$ as well, which "
        "vanishes only where query and key are aligned or in a mean.",
    ),
    replace(
        _ROTARY,
        id="transformer_basics.S12.4",
        title="Rotary encoding and longer sequences",
        text="Rotary encoding extrapolates to longer sequences.",
        primary="transformer_basics.copying.rotary",
        why_primary="To extrapolate is to stay right where training did not reach.",
        why_refuted="In the plainest task, to repeat the token before, a head that is right at the "
        "length it was trained at is wrong at twice that length.",
    ),
    replace(
        _ROTARY,
        id="transformer_basics.S12.5",
        title="Wrapping a learned table",
        text="How many of 4000 positions share a vector where a table of 2048 rows is wrapped?",
        primary="transformer_basics.table_collisions.wrap",
        why_primary="What wrapping costs is that places share a row.",
        place="no sentence of the source",
        own_question=True,
    ),
    replace(
        _ROTARY,
        id="transformer_basics.S12.6",
        title="Interpolating a learned table",
        text="How many of 4000 positions share a vector where a table of 2048 rows is interpolated?",
        primary="transformer_basics.table_collisions.interpolate",
        why_primary="It is held against wrapping by the same count.",
        place="no sentence of the source",
        own_question=True,
    ),
)
