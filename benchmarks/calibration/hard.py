"""Rows that hurt: what users' tables have and a family of power corrections does not expect.

| rows | what is planted |
|---|---|
| small | variables below 1 that go to 0, and limits that are 0 |
| sums | terms with close exponents, a floor with a decay |
| bounds | bounds that are violated inside the margin and beyond it, or reached |
| sizes | two, three and four sizes |
| zero | a row at which the law is zero |
| slow | corrections like 1/log(d), log(log(d))/log(d), d**(-1/4) |
| crossovers | to the claimed law, and away from it |
| saturation | growth that ends |
| point | one wrong row, inside and at the ends |
| errors | standard errors stated too small, or too large |
| trials | values that depend on those before them, and heavy tails |
| tails | tails so heavy that few trials make up a mean, and asymmetric trials |
| few | two or three values at each size, as of runs with different seeds |

They are formulas and nothing else: their errors are given, no planner chooses them, and no row knows
which forms are fitted. A claim is true as a law where it is so as its variable goes where it goes.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from theorycheck.claim import BoundType, Relation
from theorycheck.document import Outcome

from .row import Noise, Row

AGREES, BOUND, REFUTED = Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.REFUTED

_EIGHT: Final = {"d": tuple(2**k for k in range(4, 12))}
_HALVES: Final = {"eta": tuple(2.0**-k for k in range(1, 9))}
_D: Final = {"d": 1.0}

_TRUE: Final = Row(name="", claimed="C*d", right=AGREES, error=0.01, sizes=_EIGHT, exponents=_D)
_INSIDE: Final = replace(_TRUE, inside=True)
_FALSE: Final = replace(_TRUE, right=REFUTED, exponents={})


def _sizes(*sizes: int) -> dict[str, tuple[int | float, ...]]:
    return {"d": sizes}


_ETA: Final = replace(_INSIDE, claimed="C*eta", sizes=_HALVES, exponents={"eta": 1.0})
_LIMIT: Final = replace(_TRUE, claimed="0", relation=Relation.LIMIT, margin=0.02, exponents={})
SMALL: Final = (
    replace(_ETA, name="linear", truth="eta*(1 + 2*eta)"),
    replace(
        _ETA, name="root", claimed="C*sqrt(eta)", truth="sqrt(eta)*(1 + sqrt(eta))", exponents={"eta": 0.5}
    ),
    replace(
        _ETA,
        name="tenths",
        claimed="C*eta**2",
        truth="eta**2*(1 + eta/2)",
        error=0.003,
        sizes={"eta": tuple(k / 10 for k in range(1, 10))},
        exponents={"eta": 2.0},
    ),
    replace(_ETA, name="tenth off", truth="eta**(9/10)", right=REFUTED, inside=False, exponents={}),
    replace(
        _ETA, name="three quarters", truth="eta**(3/4)*(1 + eta)", right=REFUTED, inside=False, exponents={}
    ),
    replace(_LIMIT, name="limit", truth="1/d"),
    replace(_LIMIT, name="limit, slow", truth="1/log(d)"),
    replace(_LIMIT, name="limit not 0", truth="1/10 + 1/sqrt(d)", right=REFUTED),
)

_SUM: Final = replace(_INSIDE, exponents={}, error=0.003)
SUMS: Final = (
    replace(_SUM, name="close", claimed="a/sqrt(d) + b*d**(-3/4)", truth="d**(-1/2) + d**(-3/4)"),
    replace(_SUM, name="floor", claimed="E + A/sqrt(d)", truth="17/10 + 8/sqrt(d)"),
    replace(
        _SUM,
        name="two variables",
        claimed="a/T + b/sqrt(d)",
        truth="1/T + 1/sqrt(d)",
        sizes={"T": tuple(4**k for k in range(5)), "d": tuple(4**k for k in range(5))},
    ),
    replace(
        _SUM,
        name="close, other power",
        claimed="a/sqrt(d) + b/d",
        truth="d**(-1/4) + d**(-3/4)",
        right=REFUTED,
        inside=False,
    ),
    replace(
        _SUM,
        name="close, power near",
        claimed="a/sqrt(d) + b/d",
        truth="d**(-1/2) + d**(-3/4)",
        right=REFUTED,
        inside=False,
        visible=False,
    ),
    replace(
        _SUM,
        name="floor, other power",
        claimed="E + A/sqrt(d)",
        truth="17/10 + 8*d**(-3/4)",
        right=REFUTED,
        inside=False,
    ),
)

_BOUND: Final = replace(
    _TRUE, claimed="1/d", relation=Relation.AT_MOST, margin=0.02, error=0.002, exponents={}
)
BOUNDS: Final = (
    replace(_BOUND, name="met", truth="9/(10*d)", inside=True),
    replace(_BOUND, name="reached", truth="1/d", inside=True),
    replace(_BOUND, name="inside the margin", truth="101/(100*d)", right=REFUTED, visible=False),
    replace(
        _BOUND,
        name="one point inside the margin",
        truth="9/(10*d)",
        spike=(3, 1.01 / 0.9),
        right=REFUTED,
        visible=False,
    ),
    replace(_BOUND, name="one point beyond", truth="9/(10*d)", spike=(3, 1.04 / 0.9), right=REFUTED),
    replace(
        _BOUND,
        name="from below, inside the margin",
        relation=Relation.AT_LEAST,
        truth="99/(100*d)",
        right=REFUTED,
        visible=False,
    ),
    replace(
        _BOUND,
        name="counts beyond",
        claimed="1/(2*d)",
        truth="2/(5*d)",
        spike=(2, 1.3),
        sizes=_sizes(4, 8, 16, 32),
        noise=Noise.COUNTS,
        error=0.004,
        right=REFUTED,
    ),
)

SIZES: Final = (
    replace(_INSIDE, name="two", truth="d", sizes=_sizes(16, 1024)),
    replace(_INSIDE, name="three", truth="d*(1 + 2/sqrt(d))", sizes=_sizes(16, 128, 1024)),
    replace(_INSIDE, name="three, pure", truth="d", sizes=_sizes(16, 128, 1024)),
    replace(_INSIDE, name="three, short", truth="d + 8", sizes=_sizes(16, 32, 64)),
    replace(_INSIDE, name="four, pure", truth="d", sizes=_sizes(16, 64, 256, 1024)),
    replace(_INSIDE, name="four", truth="d*(1 + 2/sqrt(d))", sizes=_sizes(16, 64, 256, 1024)),
    replace(_INSIDE, name="four, short", truth="d + 8", sizes=_sizes(16, 32, 64, 128)),
    replace(_FALSE, name="two, half off", truth="sqrt(d)", sizes=_sizes(16, 1024)),
    replace(_FALSE, name="three, half off", truth="sqrt(d)", sizes=_sizes(16, 128, 1024)),
    replace(_FALSE, name="three, quarter off", truth="d**(3/4)", sizes=_sizes(16, 128, 1024)),
    replace(_FALSE, name="four, quarter off", truth="d**(3/4)", sizes=_sizes(16, 64, 256, 1024)),
    replace(
        _FALSE,
        name="four, half off, corrected",
        truth="sqrt(d)*(1 + 1/sqrt(d))",
        sizes=_sizes(16, 64, 256, 1024),
    ),
)

ZERO: Final = (
    replace(
        _INSIDE,
        name="logarithm",
        claimed="C*log(d)",
        truth="log(d)",
        sizes=_sizes(*(2**k for k in range(9))),
        exponents={},
    ),
    replace(
        _INSIDE,
        name="distance",
        claimed="C*(d - 1)",
        truth="d - 1",
        sizes=_sizes(*(2**k for k in range(8))),
        exponents={},
    ),
    replace(
        _INSIDE,
        name="equals",
        relation=Relation.EQUALS,
        claimed="1 - 1/d",
        truth="1 - 1/d",
        margin=0.02,
        error=0.003,
        sizes=_sizes(1, 2, 3, 4, 6, 8),
        exponents={},
    ),
    replace(
        _FALSE,
        name="equals but there",
        relation=Relation.EQUALS,
        claimed="(1 - 1/d)/100",
        truth="(1 - 1/d)/100 + d**(-40)/200",
        margin=0.02,
        error=0.003,
        sizes=_sizes(1, 2, 3, 4, 6, 8),
    ),
)

SLOW: Final = (
    replace(_TRUE, name="logarithm", truth="d*(1 + 1/log(d))"),
    replace(_TRUE, name="logarithm, large", truth="d*(1 + 3/log(d))"),
    replace(_TRUE, name="logarithm, negative", truth="d*(1 - 1/log(d))"),
    replace(_TRUE, name="iterated logarithm", truth="d*(1 + log(log(d))/log(d))"),
    replace(_TRUE, name="quarter", truth="d*(1 + 2*d**(-1/4))"),
    replace(_TRUE, name="quarter, negative", truth="d*(1 - d**(-1/4))"),
    replace(_TRUE, name="quarter, precise", truth="d*(1 + d**(-1/4))", error=0.003),
    replace(_TRUE, name="decay", claimed="C/d", truth="(1 + 2*d**(-1/4))/d", exponents={"d": -1.0}),
    replace(_FALSE, name="quarter and a tenth off", truth="d**(9/10)*(1 + 2*d**(-1/4))"),
    replace(_FALSE, name="quarter hides a tenth", truth="d**(9/10)*(1 - d**(-1/4))", visible=False),
)

CROSSOVERS: Final = (
    replace(_TRUE, name="towards", truth="d + 200*sqrt(d)"),
    replace(_INSIDE, name="towards, done", truth="d + 20*sqrt(d)"),
    replace(_TRUE, name="towards, from above", truth="d/(1 + 20/sqrt(d))"),
    replace(_FALSE, name="away", truth="d + d**(3/2)/100"),
    replace(_FALSE, name="away, begun", truth="d + d**2/20000", visible=False),
    replace(_FALSE, name="away, decay", claimed="C/d", truth="1/d + 1/(30*sqrt(d))"),
)

SATURATION: Final = (
    replace(_FALSE, name="growth", truth="d/(1 + d/500)"),
    replace(_FALSE, name="sudden", truth="300*(1 - exp(-d/300))"),
    replace(_FALSE, name="upper bound", truth="d/(1 + d/500)", bound_type=BoundType.O, right=BOUND),
    replace(_INSIDE, name="claimed", claimed="1 - exp(-C*d)", truth="1 - exp(-d/300)", exponents={}),
)

POINTS: Final = (
    replace(_TRUE, name="inside", truth="d", spike=(3, 1.15)),
    replace(_TRUE, name="first", truth="d", spike=(0, 1.15)),
    replace(_TRUE, name="last", truth="d", spike=(7, 1.15)),
    replace(_TRUE, name="last, low", truth="d", spike=(7, 0.7)),
    replace(
        _TRUE,
        name="of a decay",
        claimed="C/d",
        truth="(1 + 2/sqrt(d))/d",
        spike=(6, 1.3),
        exponents={"d": -1.0},
    ),
    replace(_FALSE, name="of a tenth off", truth="d**(9/10)", spike=(7, 1.3)),
)

_EQUAL: Final = replace(
    _TRUE, relation=Relation.EQUALS, claimed="1/d", truth="1/d", margin=0.02, exponents={}
)
ERRORS: Final = (
    replace(_TRUE, name="half", truth="d*(1 + 2/sqrt(d))", stated=0.5),
    replace(_TRUE, name="third", truth="d", stated=1 / 3),
    replace(_TRUE, name="three times", truth="d", stated=3.0),
    replace(_EQUAL, name="third, equality", stated=1 / 3),
    replace(_FALSE, name="third, a tenth off", truth="d**(9/10)", stated=1 / 3),
    replace(_FALSE, name="three times, a tenth off", truth="d**(9/10)", stated=3.0, error=0.003),
)

_VALUES: Final = replace(_TRUE, truth="d", trials=400)
TRIALS: Final = (
    replace(_VALUES, name="dependent", noise=Noise.DEPENDENT),
    replace(
        _VALUES,
        name="dependent, equality",
        claimed="d",
        relation=Relation.EQUALS,
        margin=0.02,
        noise=Noise.DEPENDENT,
        exponents={},
    ),
    replace(_VALUES, name="lognormal", noise=Noise.LOGNORMAL, trials=20000),
    replace(
        _VALUES,
        name="lognormal, equality",
        trials=4000,
        claimed="d",
        relation=Relation.EQUALS,
        margin=0.1,
        noise=Noise.LOGNORMAL,
        exponents={},
    ),
    replace(_VALUES, name="Pareto", noise=Noise.PARETO, trials=4000),
    replace(
        _VALUES,
        name="Pareto, a quarter off",
        truth="d**(3/4)",
        right=REFUTED,
        noise=Noise.PARETO,
        exponents={},
    ),
    replace(
        _VALUES,
        name="Pareto, bound",
        claimed="4*d/5",
        relation=Relation.AT_MOST,
        margin=0.02,
        right=REFUTED,
        noise=Noise.PARETO,
        exponents={},
    ),
)

_TAIL: Final = replace(_VALUES, claimed="d", relation=Relation.EQUALS, margin=0.02, trials=400, exponents={})
_ONE: Final = replace(
    _TAIL, truth="1 + 0*d", claimed="1", sizes=_sizes(4, 8, 16, 32, 64), noise=Noise.FACTORS, trials=4000
)
TAILS: Final = (
    replace(_TAIL, name="lognormal", noise=Noise.HEAVY_LOGNORMAL),
    replace(_TAIL, name="lognormal, many", noise=Noise.HEAVY_LOGNORMAL, trials=20000),
    replace(_TAIL, name="lognormal, law", noise=Noise.HEAVY_LOGNORMAL, claimed="C*d", relation=Relation.LAW),
    replace(
        _TAIL,
        name="lognormal, half off",
        noise=Noise.HEAVY_LOGNORMAL,
        claimed="d/2",
        right=REFUTED,
    ),
    replace(_TAIL, name="Pareto", noise=Noise.HEAVY_PARETO),
    replace(
        _TAIL, name="Pareto, bound reached", noise=Noise.HEAVY_PARETO, relation=Relation.AT_LEAST, trials=4000
    ),
    replace(_TAIL, name="Pareto, a fifth off", noise=Noise.HEAVY_PARETO, claimed="4*d/5", right=REFUTED),
    replace(_TAIL, name="weights", noise=Noise.WEIGHTS),
    replace(_ONE, name="factors"),
    replace(_ONE, name="factors, law", claimed="C", relation=Relation.LAW),
    replace(_ONE, name="factors, decay", claimed="C/sqrt(d)", relation=Relation.LAW, right=REFUTED),
    replace(_TAIL, name="exponential, twenty", noise=Noise.EXPONENTIAL, trials=20),
    replace(_TAIL, name="exponential", noise=Noise.EXPONENTIAL),
    replace(
        _TAIL,
        name="exponential, bound reached",
        noise=Noise.EXPONENTIAL,
        relation=Relation.AT_LEAST,
        trials=150,
    ),
    replace(
        _TAIL,
        name="exponential, half off",
        noise=Noise.EXPONENTIAL,
        claimed="C*sqrt(d)",
        relation=Relation.LAW,
        right=REFUTED,
    ),
)

_TWO: Final = replace(_VALUES, noise=Noise.NORMAL, trials=2)
_SAME: Final = replace(_TWO, claimed="d", relation=Relation.EQUALS, margin=0.02, exponents={})
_THREE: Final = replace(_SAME, noise=Noise.EXPONENTIAL, trials=3)
FEW: Final = (
    replace(_TWO, name="two, law", inside=True),
    replace(_TWO, name="two, half off", truth="sqrt(d)", right=REFUTED, exponents={}),
    replace(_TWO, name="two, quarter off", truth="d**(3/4)", right=REFUTED, exponents={}),
    replace(_SAME, name="two, equality", error=0.003),
    replace(_SAME, name="two, a fifth off", claimed="4*d/5", right=REFUTED),
    replace(_SAME, name="two, bound reached", relation=Relation.AT_LEAST),
    replace(_SAME, name="two, bound a fifth off", relation=Relation.AT_MOST, claimed="4*d/5", right=REFUTED),
    replace(_THREE, name="exponential, law", claimed="C*d", relation=Relation.LAW),
    replace(_THREE, name="exponential, equality"),
    replace(_THREE, name="exponential, bound reached", relation=Relation.AT_LEAST),
    replace(_THREE, name="Pareto, equality", noise=Noise.PARETO),
)

HARD: Final = tuple(
    replace(row, name=f"hard.{group}.{row.name}")
    for group, rows in (
        ("small", SMALL),
        ("sums", SUMS),
        ("bounds", BOUNDS),
        ("sizes", SIZES),
        ("zero", ZERO),
        ("slow", SLOW),
        ("crossovers", CROSSOVERS),
        ("saturation", SATURATION),
        ("point", POINTS),
        ("errors", ERRORS),
        ("trials", TRIALS),
        ("tails", TAILS),
        ("few", FEW),
    )
    for row in rows
)
