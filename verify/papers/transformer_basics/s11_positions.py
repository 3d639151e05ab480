"""S11, S12: sinusoids, rotary encoding, tables, and a copy task beyond its length.

`d` is the width of an encoding, `K` its number of frequencies, `b` = 2 the width of a block, `n` a number of
places, `N` the rows of a table, `P` a period, `T` the length of a sequence.
"""

from __future__ import annotations

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

S11_1 = paper.statement(
    "S11.1 Products of sinusoids",
    "The dot product of sinusoidal position vectors depends on $i - j$ only.",
    place="Positions, 11",
    primary="sinusoid_gap.pairs",
    why_primary="Sinusoidal vectors have a sine and a cosine for each frequency.",
)

sinusoid_gap = quantity("sinusoid_gap")

S11_1.claim(
    "sinusoid_gap.pairs",
    "a sine and a cosine for each frequency: the inner product depends on $i - j$ only",
    sinusoid_gap(of="pairs")
    .named("the change of the inner product of two sinusoidal position vectors when both places move")
    .vanishes(margin=1e-12),
    literal(derivation="sinusoid_gap", tags=("sinusoids",)),
)

S11_1.claim(
    "sinusoid_gap.cosines",
    "cosines without their sines: the inner product depends on $i - j$ only",
    sinusoid_gap(of="cosines")
    .named("the change of the inner product of two position vectors of cosines alone when both places move")
    .vanishes(margin=1e-12),
    stronger(bears="refines", tags=("sinusoids",)),
)

S11_2 = paper.statement(
    "S11.2 Several frequencies",
    "Several frequencies identify a position.",
    place="Positions, 11",
    primary="nearest_places.several",
    why_primary="To identify is to keep places apart, and neighbours are what has to be told apart anyway.",
)

nearest_places = quantity("nearest_places")

S11_2.claim(
    "nearest_places.several",
    "8 frequencies and more, $10000^{-k/K}$: of any $n$ places up to 100000 no two are nearer than "
    "neighbours are",
    nearest_places(of="ratio", d=powers(16, 128))
    .quick(d=(16, 128), n=(1000, 10000))
    .named("the least distance of two of $n$ sinusoidal position vectors (over that of neighbours)")
    .equals("1", margin=1e-06),
    charitable(tags=("sinusoids",)),
)

S11_2.claim(
    "nearest_places.few",
    "two and four frequencies, $10000^{-k/K}$: of any $n$ places up to 100000 no two are nearer than "
    "neighbours are",
    nearest_places(of="ratio", d=(4, 8))
    .quick(n=(1000, 10000))
    .named("the least distance of two of $n$ sinusoidal position vectors (over that of neighbours)")
    .equals("1", margin=1e-06),
    stronger(tags=("sinusoids",)),
)

S11_3 = paper.statement(
    "S11.3 A single frequency",
    "A single frequency aliases.",
    place="Positions, 11",
    primary="alias_gap.period",
    why_primary="Places that share a vector are what aliasing means; an irrational period only comes near.",
).having(tags=("sinusoids",))

S11_3.claim(
    "alias_gap.period",
    r"one frequency $2 \pi/P$ with a whole period: places $P$ apart have one vector",
    quantity("alias_gap")(turn="whole")
    .named("the squared distance between the position vectors of places one period $P$ apart")
    .vanishes(margin=1e-12),
    literal(derivation="alias_gap"),
)

S11_3.claim(
    "nearest_places.near_alias",
    r"one frequency, one radian a place: among $n + 1$ places two are within $2 \pi/n$",
    nearest_places(of="distance", d=2)
    .quick(n=powers(10, 1000, 10))
    .named("the least distance of two of $n + 1$ position vectors with one frequency")
    .at_most("2*pi/n", margin=1e-06),
    charitable(),
)

S11_3.claim(
    "nearest_places.exact_alias",
    "one frequency, one radian a place: among 100001 places two have one vector",
    nearest_places(of="distance", d=2, n=10**5)
    .quick()
    .named("the least distance of two of $n + 1$ position vectors with one frequency")
    .equals("0", margin=1e-06),
)

S11_4 = paper.question(
    "S11.4 Sinusoids through projections",
    "Through generic $W_Q$ and $W_K$, how much of the score depends on $i - j$?",
    place="no sentence of the source",
    primary="lag_share.turning",
    why_primary="Generic matrices are independent normal ones, and a share of the mean square is how much.",
).having(tags=("sinusoids", "answer: How much of a score the lag tells"))

lag_share = quantity("lag_share")

whole_turns = (
    lag_share(speeds="whole turns")
    .quick(K=(4, 64), n=1024)
    .named(
        "the share of the mean square score that depends on $i - j$ alone ($K$ pairs of $b = 2$ coordinates, "
        "each turning round)"
    )
)

S11_4.claim(
    "lag_share.turning",
    "normal $W_Q$ and $W_K$, every pair of coordinates turns round: the share is $1/(2K)$, one over the "
    "width of the encoding",
    whole_turns.equals("1/(b*K)", margin=1e-09, alternatives=("1/b", "1/K")),
    charitable(derivation="lag_share"),
)

S11_4.claim(
    "lag_share.whole",
    "normal $W_Q$ and $W_K$, every pair of coordinates turns round: the score depends on $i - j$ only",
    whole_turns.equals("1", margin=1e-09),
    literal(bears="refines", derivation="lag_share"),
)

usual = (
    lag_share(speeds="usual")
    .quick(K=(4, 64), n=1024)
    .named(
        "the share of the mean square score that depends on $i - j$ alone ($K$ pairs of $b = 2$ coordinates "
        "at the usual frequencies)"
    )
)

S11_4.claim(
    "lag_share.usual",
    "normal $W_Q$ and $W_K$, frequencies $10000^{-k/K}$ over 1024 and 2048 places, of which many hardly "
    "turn: the share is $1/(2K)$",
    usual.equals("1/(b*K)", margin=1e-09),
    stronger(bears="refines"),
)

S11_4.claim(
    "lag_share.least",
    "normal $W_Q$ and $W_K$, frequencies $10000^{-k/K}$: the share is at least $1/(2K)$",
    usual.at_least("1/(b*K)", margin=1e-09),
    stronger(bears="refines"),
)

S12_1 = paper.statement(
    "S12.1 Rotary encoding and norms",
    "Rotary encoding preserves norms.",
    place="Positions, 12",
    primary="rotary_gap.norm",
    why_primary="It is the sentence.",
)

rotary_gap = quantity("rotary_gap")

S12_1.claim(
    "rotary_gap.norm",
    "a rotated query or key is as long as before",
    rotary_gap(of="norm")
    .named("the relative change of a vector's length under rotary encoding")
    .vanishes(margin=1e-12),
    literal(derivation="norm_gap", tags=("rotary",)),
)

S12_2 = paper.statement(
    "S12.2 Rotary scores",
    "The rotary score depends on $m - n$ only.",
    place="Positions, 12",
    primary="rotary_gap.shift",
    why_primary="For a given query and key it is the sentence.",
)

S12_2.claim(
    "rotary_gap.shift",
    "the score of any query at $m$ and key at $n$ depends on $m - n$ only",
    rotary_gap(of="shift").named("the change of a rotary score when both places move").vanishes(margin=1e-12),
    literal(derivation="rotary_shift_gap", tags=("rotary",)),
)

S12_3 = paper.statement(
    "S12.3 Rotary scores and the cosine",
    r"The rotary score is the original dot product times $\cos((m - n) \theta)$.",
    place="Positions, 12",
    primary="rotary_pair.cosine",
    why_primary="The sentence has one angle, that of a pair, and names no condition on query and key.",
    why_refuted=r"The product of rotated pairs has a term in $\sin((m - n) \theta)$ as well, which vanishes "
    "only where query and key are aligned or in a mean.",
).having(tags=("rotary", "answer: The rotary score and the cosine"))

S12_3.claim(
    "rotary_pair.cosine",
    "any query and key: the score of a pair of coordinates is their original product times "
    r"$\cos((m - n) \theta)$",
    quantity(
        "rotary_pair",
        r"the rotary score of a pair of coordinates less $\langle q, k \rangle \cos((m - n) \theta)$",
    ).equals("0", margin=1e-09),
    literal(derivation="cosine_gap"),
)

S12_3.claim(
    "rotary_gap.aligned",
    "each pair of the key is a multiple of the query's: the score is the sum of the pairs' products times "
    r"$\cos((m - n) \theta_k)$",
    rotary_gap(of="aligned")
    .named(
        r"the rotary score less $\sum_k \langle q_k, k_k \rangle \cos((m - n) \theta_k)$ for aligned query "
        "and key"
    )
    .vanishes(margin=1e-12),
    charitable(derivation="aligned_cosine_gap"),
)

S12_3.claim(
    "rotary_gap.mean",
    "in the mean over a reflection of query and key, which leaves their product as it is, the score is the "
    r"sum of the pairs' products times $\cos((m - n) \theta_k)$",
    rotary_gap(of="mean")
    .named(
        "the mean rotary score over reflections of query and key less "
        r"$\sum_k \langle q_k, k_k \rangle \cos((m - n) \theta_k)$"
    )
    .vanishes(margin=1e-12),
    charitable(derivation="mean_cosine_gap"),
)

S12_4 = paper.statement(
    "S12.4 Rotary encoding and longer sequences",
    "Rotary encoding extrapolates to longer sequences.",
    place="Positions, 12",
    primary="copying.rotary",
    why_primary="To extrapolate is to stay right where training did not reach.",
    why_refuted="In the plainest task, to repeat the token before, a head that is right at the length it "
    "was trained at is wrong at twice that length.",
).having(tags=("rotary", "training", "answer: Copying beyond the trained length"), own_threshold=True)

copying = quantity("copying")

S12_4.claim(
    "copying.rotary",
    "one head trained at length 32 to repeat the token before (Adam, step size .03, 200 and 600 steps): at "
    "lengths 64 and 128 it is right in at least 95 % of the last places",
    copying["rotary"](T=(64, 128))
    .quick(steps=200)
    .named(
        "the share of right answers at the last 16 places after training at length 32 with rotary encoding"
    )
    .at_least("0.95", margin=0.02),
)

S12_4.claim(
    "copying.trained_length",
    "one head trained at length 32 to repeat the token before (Adam, step size .03), 200 steps: at the "
    "length of training it is right in at least 95 % of the last places",
    copying["rotary"](steps=200, T=32)
    .named(
        "the share of right answers at the last 16 places after training at length 32 with rotary encoding"
    )
    .at_least("0.95", margin=0.02),
    charitable(bears="refines"),
)

S12_4.claim(
    "copying.learned",
    "one head trained at length 32 to repeat the token before (Adam, step size .03), 200 steps, a learned "
    "table: at lengths 64 and 128 it is right in at least 95 % of the last places",
    copying["learned"](steps=200, T=(64, 128))
    .named(
        "the share of right answers at the last 16 places after training at length 32 with a learned table"
    )
    .at_least("0.95", margin=0.02),
    stronger(bears="refines"),
)

S12_4.claim(
    "copying.sinusoidal",
    "one head trained at length 32 to repeat the token before (Adam, step size .03), 200 steps, added "
    "sinusoids: at lengths 64 and 128 it is right in at least 95 % of the last places",
    copying["sinusoidal"](steps=200, T=(64, 128))
    .named(
        "the share of right answers at the last 16 places after training at length 32 with added sinusoids"
    )
    .at_least("0.95", margin=0.02),
    stronger(bears="refines"),
)

S12_4.claim(
    "copying.over_learned",
    "one head trained at length 32 to repeat the token before (Adam, step size .03), 200 steps from one "
    "start: at lengths 48 and 64 rotary encoding is right more often than a learned table",
    copying["over learned"](steps=200, T=(48, 64))
    .named(
        "the share of right answers with rotary encoding less that with a learned table (both trained at "
        "length 32)"
    )
    .exceeds(),
    charitable(own_threshold=False),
)

S12_4.claim(
    "copying.over_sinusoidal",
    "one head trained at length 32 to repeat the token before (Adam, step size .03), 200 steps from one "
    "start: at lengths 48 and 64 rotary encoding is right more often than added sinusoids",
    copying["over sinusoidal"](steps=200, T=(48, 64))
    .named(
        "the share of right answers with rotary encoding less that with added sinusoids (both trained at "
        "length 32)"
    )
    .exceeds(),
    charitable(own_threshold=False),
)

S12_5 = paper.question(
    "S12.5 Wrapping a learned table",
    "How many of 4000 positions share a vector where a table of 2048 rows is wrapped?",
    place="no sentence of the source",
    primary="table_collisions.wrap",
    why_primary="What wrapping costs is that places share a row.",
)

table_collisions = quantity("table_collisions")

S12_5.claim(
    "table_collisions.wrap",
    "place $p$ takes row $p$ modulo $N$: of $n$ places, at most $2 N$, $n - N$ repeat an earlier vector "
    "(1952 of 4000 with 2048 rows)",
    table_collisions(scheme="wrap")
    .named(
        "the number of $n$ places that share their vector with an earlier one in a wrapped table of $N$ rows"
    )
    .equals("n - N", margin=1e-12),
    charitable(derivation="wrapped_repeats", tags=("table",)),
)

S12_6 = paper.question(
    "S12.6 Interpolating a learned table",
    "How many of 4000 positions share a vector where a table of 2048 rows is interpolated?",
    place="no sentence of the source",
    primary="table_collisions.interpolate",
    why_primary="It is held against wrapping by the same count.",
).having(tags=("table",))

S12_6.claim(
    "table_collisions.interpolate",
    "place $p$ takes the table at $p (N - 1)/(n - 1)$, between rows in proportion: no two of $n$ places "
    "share a vector",
    table_collisions(scheme="interpolate")
    .named(
        "the number of $n$ places that share their vector with an earlier one in an interpolated table of "
        "$N$ rows"
    )
    .equals("0", margin=1e-12),
    charitable(),
)

table_spacing = quantity(
    "table_spacing", "the mean square distance of neighbours in an interpolated table (over that before)"
)

S12_6.claim(
    "table_spacing.proportion",
    "independent rows, interpolated: neighbours are nearer in proportion to their spacing, "
    "$(N - 1)/(n - 1)$ of the distance",
    table_spacing.equals("((N - 1)/(n - 1))**2", margin=0.01),
    stronger(bears="refines"),
)

S12_6.claim(
    "table_spacing.at_most",
    "independent rows, interpolated: neighbours are at most $(N - 1)/(n - 1)$ of the table's distance apart",
    table_spacing.at_most("((N - 1)/(n - 1))**2", margin=0.01),
    stronger(bears="refines"),
)
