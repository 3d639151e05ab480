"""S12: rotary encoding, a copy task beyond the trained length, and tables of positions.

`d` is the width of an encoding, `n` a number of places, `N` the rows of a table, `T` the length of a text.
"""

from ...paper import charitable, literal, quantity, stronger
from . import paper

S12_1 = paper.statement(
    "S12.1 Rotary encoding and norms",
    "Rotary encoding preserves norms.",
    place="Positions, 12",
    why_primary="It is the sentence.",
).having(tags=("rotary",))

gap = quantity("rotary_gap")

S12_1.claim(
    "rotary_gap.norm",
    "a rotated query or key is as long as before",
    gap(of="norm")
    .named("the relative change of a vector's length under rotary encoding")
    .vanishes(margin=1e-12),
    literal(derivation="norm_gap"),
)

S12_2 = paper.statement(
    "S12.2 Rotary scores",
    "The rotary score depends on $m - n$ only.",
    place="Positions, 12",
    why_primary="For a given query and key it is the sentence.",
).having(tags=("rotary",))

S12_2.claim(
    "rotary_gap.shift",
    "the score of any query at $m$ and key at $n$ depends on $m - n$ only",
    gap(of="shift").named("the change of a rotary score when both places move").vanishes(margin=1e-12),
    literal(derivation="rotary_shift_gap"),
)

S12_3 = paper.statement(
    "S12.3 Rotary scores and the cosine",
    r"The rotary score is the original dot product times $\cos((m - n) \theta)$.",
    place="Positions, 12",
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
    gap(of="aligned")
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
    gap(of="mean")
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
    why_primary="To extrapolate is to stay right where training did not reach.",
    why_refuted="In the plainest task, to repeat the token before, a head that is right at the length it "
    "was trained at is wrong at twice that length.",
).having(tags=("rotary", "training", "answer: Copying beyond the trained length"), own_threshold=True)

copying = quantity("copying")
RIGHT = "the share of right answers at the last 16 places after training at length 32 with"
OVER = "the share of right answers with rotary encoding less that with"
TRAINED = "one head trained at length 32 to repeat the token before (Adam, step size .03"
BEYOND = "at lengths 64 and 128 it is right in at least 95 % of the last places"
rotary = copying["rotary"].named(f"{RIGHT} rotary encoding")

S12_4.claim(
    "copying.rotary",
    f"{TRAINED}, 200 and 600 steps): {BEYOND}",
    rotary(T=(64, 128)).quick(steps=200).at_least("0.95", margin=0.02),
)

S12_4.claim(
    "copying.trained_length",
    f"{TRAINED}), 200 steps: at the length of training it is right in at least 95 % of the last places",
    rotary(steps=200, T=32).at_least("0.95", margin=0.02),
    charitable(bears="refines"),
)

for name, encoding in (("learned", "a learned table"), ("sinusoidal", "added sinusoids")):
    S12_4.claim(
        f"copying.{name}",
        f"{TRAINED}), 200 steps, {encoding}: {BEYOND}",
        copying[name](steps=200, T=(64, 128)).named(f"{RIGHT} {encoding}").at_least("0.95", margin=0.02),
        stronger(bears="refines"),
    )
    S12_4.claim(
        f"copying.over_{name}",
        f"{TRAINED}), 200 steps from one start: at lengths 48 and 64 rotary encoding is right more often "
        f"than {encoding}",
        copying[f"over {name}"](steps=200, T=(48, 64))
        .named(f"{OVER} {encoding} (both trained at length 32)")
        .exceeds(),
        charitable(own_threshold=False),
    )

S12_5 = paper.question(
    "S12.5 Wrapping a learned table",
    "How many of 4000 positions share a vector where a table of 2048 rows is wrapped?",
    place="no sentence of the source",
    why_primary="What wrapping costs is that places share a row.",
).having(tags=("table",))

repeats = quantity("table_collisions")

S12_5.claim(
    "table_collisions.wrap",
    "place $p$ takes row $p$ modulo $N$: of $n$ places, at most $2 N$, $n - N$ repeat an earlier vector "
    "(1952 of 4000 with 2048 rows)",
    repeats(scheme="wrap")
    .named(
        "the number of $n$ places that share their vector with an earlier one in a wrapped table of $N$ rows"
    )
    .equals("n - N", margin=1e-12),
    charitable(derivation="wrapped_repeats"),
)

S12_6 = paper.question(
    "S12.6 Interpolating a learned table",
    "How many of 4000 positions share a vector where a table of 2048 rows is interpolated?",
    place="no sentence of the source",
    why_primary="It is held against wrapping by the same count.",
).having(tags=("table",))

S12_6.claim(
    "table_collisions.interpolate",
    "place $p$ takes the table at $p (N - 1)/(n - 1)$, between rows in proportion: no two of $n$ places "
    "share a vector",
    repeats(scheme="interpolate")
    .named(
        "the number of $n$ places that share their vector with an earlier one in an interpolated table of "
        "$N$ rows"
    )
    .equals("0", margin=1e-12),
    charitable(),
)

spacing = quantity(
    "table_spacing", "the mean square distance of neighbours in an interpolated table (over that before)"
)

S12_6.claim(
    "table_spacing.proportion",
    "independent rows, interpolated: neighbours are nearer in proportion to their spacing, "
    "$(N - 1)/(n - 1)$ of the distance",
    spacing.equals("((N - 1)/(n - 1))**2", margin=0.01),
    stronger(bears="refines"),
)

S12_6.claim(
    "table_spacing.at_most",
    "independent rows, interpolated: neighbours are at most $(N - 1)/(n - 1)$ of the table's distance apart",
    spacing.at_most("((N - 1)/(n - 1))**2", margin=0.01),
    stronger(bears="refines"),
)
