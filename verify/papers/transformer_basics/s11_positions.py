"""S11: sinusoidal encodings of positions, and how much of a score depends on the lag alone.

`d` is the width of an encoding, `K` its number of frequencies, `b` = 2 the width of a block, `n` a number of
places, `P` a period.
"""

from ...paper import charitable, literal, powers, quantity, stronger
from . import paper

S11_1 = paper.statement(
    "S11.1 Products of sinusoids",
    "The dot product of sinusoidal position vectors depends on $i - j$ only.",
    place="Positions, 11",
    why_primary="Sinusoidal vectors have a sine and a cosine for each frequency.",
).having(tags=("sinusoids",))

moved = quantity("sinusoid_gap")
WHEN_MOVED = "when both places move"

S11_1.claim(
    "sinusoid_gap.pairs",
    "a sine and a cosine for each frequency: the inner product depends on $i - j$ only",
    moved(of="pairs")
    .named(f"the change of the inner product of two sinusoidal position vectors {WHEN_MOVED}")
    .vanishes(margin=1e-12),
    literal(derivation="sinusoid_gap"),
)

S11_1.claim(
    "sinusoid_gap.cosines",
    "cosines without their sines: the inner product depends on $i - j$ only",
    moved(of="cosines")
    .named(f"the change of the inner product of two position vectors of cosines alone {WHEN_MOVED}")
    .vanishes(margin=1e-12),
    stronger(bears="refines"),
)

S11_2 = paper.statement(
    "S11.2 Several frequencies",
    "Several frequencies identify a position.",
    place="Positions, 11",
    why_primary="To identify is to keep places apart, and neighbours are what has to be told apart anyway.",
).having(tags=("sinusoids",))

nearest = quantity("nearest_places")
ratio = nearest(of="ratio").named(
    "the least distance of two of $n$ sinusoidal position vectors (over that of neighbours)"
)
APART = "$10000^{-k/K}$: of any $n$ places up to 100000 no two are nearer than neighbours are"

S11_2.claim(
    "nearest_places.several",
    f"8 frequencies and more, {APART}",
    ratio(d=powers(16, 128)).quick(d=(16, 128), n=(1000, 10000)).equals("1", margin=1e-06),
    charitable(),
)

S11_2.claim(
    "nearest_places.few",
    f"two and four frequencies, {APART}",
    ratio(d=(4, 8)).quick(n=(1000, 10000)).equals("1", margin=1e-06),
    stronger(),
)

S11_3 = paper.statement(
    "S11.3 A single frequency",
    "A single frequency aliases.",
    place="Positions, 11",
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

one_frequency = nearest(of="distance", d=2).named(
    "the least distance of two of $n + 1$ position vectors with one frequency"
)

S11_3.claim(
    "nearest_places.near_alias",
    r"one frequency, one radian a place: among $n + 1$ places two are within $2 \pi/n$",
    one_frequency.quick(n=powers(10, 1000, 10)).at_most("2*pi/n", margin=1e-06),
    charitable(),
)

S11_3.claim(
    "nearest_places.exact_alias",
    "one frequency, one radian a place: among 100001 places two have one vector",
    one_frequency(n=10**5).quick().equals("0", margin=1e-06),
)

S11_4 = paper.question(
    "S11.4 Sinusoids through projections",
    "Through generic $W_Q$ and $W_K$, how much of the score depends on $i - j$?",
    place="no sentence of the source",
    why_primary="Generic matrices are independent normal ones, and a share of the mean square is how much.",
).having(tags=("sinusoids", "answer: How much of a score the lag tells"))

share = quantity("lag_share").quick(K=(4, 64), n=1024)
SHARE = "the share of the mean square score that depends on $i - j$ alone ($K$ pairs of $b = 2$ coordinates"
TURNING = "normal $W_Q$ and $W_K$, every pair of coordinates turns round"
USUAL = "normal $W_Q$ and $W_K$, frequencies $10000^{-k/K}$"
whole_turns = share(speeds="whole turns").named(f"{SHARE}, each turning round)")
usual = share(speeds="usual").named(f"{SHARE} at the usual frequencies)")

S11_4.claim(
    "lag_share.turning",
    f"{TURNING}: the share is $1/(2K)$, one over the width of the encoding",
    whole_turns.equals("1/(b*K)", margin=1e-09, alternatives=("1/b", "1/K")),
    charitable(derivation="lag_share"),
)

S11_4.claim(
    "lag_share.whole",
    f"{TURNING}: the score depends on $i - j$ only",
    whole_turns.equals("1", margin=1e-09),
    literal(bears="refines", derivation="lag_share"),
)

S11_4.claim(
    "lag_share.usual",
    f"{USUAL} over 1024 and 2048 places, of which many hardly turn: the share is $1/(2K)$",
    usual.equals("1/(b*K)", margin=1e-09),
    stronger(bears="refines"),
)

S11_4.claim(
    "lag_share.least",
    f"{USUAL}: the share is at least $1/(2K)$",
    usual.at_least("1/(b*K)", margin=1e-09),
    stronger(bears="refines"),
)
