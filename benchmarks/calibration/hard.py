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

from .row import Noise, Row, like

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
    like(_ETA, "linear", "eta*(1 + 2*eta)"),
    like(_ETA, "root", "sqrt(eta)*(1 + sqrt(eta))", claimed="C*sqrt(eta)", exponents={"eta": 0.5}),
    like(
        _ETA,
        "tenths",
        "eta**2*(1 + eta/2)",
        claimed="C*eta**2",
        error=0.003,
        sizes={"eta": tuple(k / 10 for k in range(1, 10))},
        exponents={"eta": 2.0},
    ),
    like(_ETA, "tenth off", "eta**(9/10)", right=REFUTED, inside=False, exponents={}),
    like(_ETA, "three quarters", "eta**(3/4)*(1 + eta)", right=REFUTED, inside=False, exponents={}),
    like(_LIMIT, "limit", "1/d"),
    like(_LIMIT, "limit, slow", "1/log(d)"),
    like(_LIMIT, "limit not 0", "1/10 + 1/sqrt(d)", right=REFUTED),
)

_SUM: Final = replace(_INSIDE, exponents={}, error=0.003)
SUMS: Final = (
    like(_SUM, "close", "d**(-1/2) + d**(-3/4)", claimed="a/sqrt(d) + b*d**(-3/4)"),
    like(_SUM, "floor", "17/10 + 8/sqrt(d)", claimed="E + A/sqrt(d)"),
    like(
        _SUM,
        "two variables",
        "1/T + 1/sqrt(d)",
        claimed="a/T + b/sqrt(d)",
        sizes={"T": tuple(4**k for k in range(5)), "d": tuple(4**k for k in range(5))},
    ),
    like(
        _SUM,
        "close, other power",
        "d**(-1/4) + d**(-3/4)",
        claimed="a/sqrt(d) + b/d",
        right=REFUTED,
        inside=False,
    ),
    like(
        _SUM,
        "close, power near",
        "d**(-1/2) + d**(-3/4)",
        claimed="a/sqrt(d) + b/d",
        right=REFUTED,
        inside=False,
        visible=False,
    ),
    like(
        _SUM,
        "floor, other power",
        "17/10 + 8*d**(-3/4)",
        claimed="E + A/sqrt(d)",
        right=REFUTED,
        inside=False,
    ),
)

_BOUND: Final = replace(
    _TRUE, claimed="1/d", relation=Relation.AT_MOST, margin=0.02, error=0.002, exponents={}
)
BOUNDS: Final = (
    like(_BOUND, "met", "9/(10*d)", inside=True),
    like(_BOUND, "reached", "1/d", inside=True),
    like(_BOUND, "inside the margin", "101/(100*d)", right=REFUTED, visible=False),
    like(
        _BOUND, "one point inside the margin", "9/(10*d)", spike=(3, 1.01 / 0.9), right=REFUTED, visible=False
    ),
    like(_BOUND, "one point beyond", "9/(10*d)", spike=(3, 1.04 / 0.9), right=REFUTED),
    like(
        _BOUND,
        "from below, inside the margin",
        "99/(100*d)",
        relation=Relation.AT_LEAST,
        right=REFUTED,
        visible=False,
    ),
    like(
        _BOUND,
        "counts beyond",
        "2/(5*d)",
        claimed="1/(2*d)",
        spike=(2, 1.3),
        sizes=_sizes(4, 8, 16, 32),
        noise=Noise.COUNTS,
        error=0.004,
        right=REFUTED,
    ),
)

SIZES: Final = (
    like(_INSIDE, "two", "d", sizes=_sizes(16, 1024)),
    like(_INSIDE, "three", "d*(1 + 2/sqrt(d))", sizes=_sizes(16, 128, 1024)),
    like(_INSIDE, "three, pure", "d", sizes=_sizes(16, 128, 1024)),
    like(_INSIDE, "three, short", "d + 8", sizes=_sizes(16, 32, 64)),
    like(_INSIDE, "four, pure", "d", sizes=_sizes(16, 64, 256, 1024)),
    like(_INSIDE, "four", "d*(1 + 2/sqrt(d))", sizes=_sizes(16, 64, 256, 1024)),
    like(_INSIDE, "four, short", "d + 8", sizes=_sizes(16, 32, 64, 128)),
    like(_FALSE, "two, half off", "sqrt(d)", sizes=_sizes(16, 1024)),
    like(_FALSE, "three, half off", "sqrt(d)", sizes=_sizes(16, 128, 1024)),
    like(_FALSE, "three, quarter off", "d**(3/4)", sizes=_sizes(16, 128, 1024)),
    like(_FALSE, "four, quarter off", "d**(3/4)", sizes=_sizes(16, 64, 256, 1024)),
    like(_FALSE, "four, half off, corrected", "sqrt(d)*(1 + 1/sqrt(d))", sizes=_sizes(16, 64, 256, 1024)),
)

ZERO: Final = (
    like(
        _INSIDE,
        "logarithm",
        "log(d)",
        claimed="C*log(d)",
        sizes=_sizes(*(2**k for k in range(9))),
        exponents={},
    ),
    like(
        _INSIDE,
        "distance",
        "d - 1",
        claimed="C*(d - 1)",
        sizes=_sizes(*(2**k for k in range(8))),
        exponents={},
    ),
    like(
        _INSIDE,
        "equals",
        "1 - 1/d",
        relation=Relation.EQUALS,
        claimed="1 - 1/d",
        margin=0.02,
        error=0.003,
        sizes=_sizes(1, 2, 3, 4, 6, 8),
        exponents={},
    ),
    like(
        _FALSE,
        "equals but there",
        "(1 - 1/d)/100 + d**(-40)/200",
        relation=Relation.EQUALS,
        claimed="(1 - 1/d)/100",
        margin=0.02,
        error=0.003,
        sizes=_sizes(1, 2, 3, 4, 6, 8),
    ),
)

SLOW: Final = (
    like(_TRUE, "logarithm", "d*(1 + 1/log(d))"),
    like(_TRUE, "logarithm, large", "d*(1 + 3/log(d))"),
    like(_TRUE, "logarithm, negative", "d*(1 - 1/log(d))"),
    like(_TRUE, "iterated logarithm", "d*(1 + log(log(d))/log(d))"),
    like(_TRUE, "quarter", "d*(1 + 2*d**(-1/4))"),
    like(_TRUE, "quarter, negative", "d*(1 - d**(-1/4))"),
    like(_TRUE, "quarter, precise", "d*(1 + d**(-1/4))", error=0.003),
    like(_TRUE, "decay", "(1 + 2*d**(-1/4))/d", claimed="C/d", exponent=-1.0),
    like(_FALSE, "quarter and a tenth off", "d**(9/10)*(1 + 2*d**(-1/4))"),
    like(_FALSE, "quarter hides a tenth", "d**(9/10)*(1 - d**(-1/4))", visible=False),
)

CROSSOVERS: Final = (
    like(_TRUE, "towards", "d + 200*sqrt(d)"),
    like(_INSIDE, "towards, done", "d + 20*sqrt(d)"),
    like(_TRUE, "towards, from above", "d/(1 + 20/sqrt(d))"),
    like(_FALSE, "away", "d + d**(3/2)/100"),
    like(_FALSE, "away, begun", "d + d**2/20000", visible=False),
    like(_FALSE, "away, decay", "1/d + 1/(30*sqrt(d))", claimed="C/d"),
)

SATURATION: Final = (
    like(_FALSE, "growth", "d/(1 + d/500)"),
    like(_FALSE, "sudden", "300*(1 - exp(-d/300))"),
    like(_FALSE, "upper bound", "d/(1 + d/500)", bound_type=BoundType.O, right=BOUND),
    like(_INSIDE, "claimed", "1 - exp(-d/300)", claimed="1 - exp(-C*d)", exponents={}),
)

POINTS: Final = (
    like(_TRUE, "inside", "d", spike=(3, 1.15)),
    like(_TRUE, "first", "d", spike=(0, 1.15)),
    like(_TRUE, "last", "d", spike=(7, 1.15)),
    like(_TRUE, "last, low", "d", spike=(7, 0.7)),
    like(_TRUE, "of a decay", "(1 + 2/sqrt(d))/d", claimed="C/d", spike=(6, 1.3), exponent=-1.0),
    like(_FALSE, "of a tenth off", "d**(9/10)", spike=(7, 1.3)),
)

_EQUAL: Final = replace(
    _TRUE, relation=Relation.EQUALS, claimed="1/d", truth="1/d", margin=0.02, exponents={}
)
ERRORS: Final = (
    like(_TRUE, "half", "d*(1 + 2/sqrt(d))", stated=0.5),
    like(_TRUE, "third", "d", stated=1 / 3),
    like(_TRUE, "three times", "d", stated=3.0),
    like(_EQUAL, "third, equality", stated=1 / 3),
    like(_FALSE, "third, a tenth off", "d**(9/10)", stated=1 / 3),
    like(_FALSE, "three times, a tenth off", "d**(9/10)", stated=3.0, error=0.003),
)

_VALUES: Final = replace(_TRUE, truth="d", trials=400)
TRIALS: Final = (
    like(_VALUES, "dependent", noise=Noise.DEPENDENT),
    like(
        _VALUES,
        "dependent, equality",
        claimed="d",
        relation=Relation.EQUALS,
        margin=0.02,
        noise=Noise.DEPENDENT,
        exponents={},
    ),
    like(_VALUES, "lognormal", noise=Noise.LOGNORMAL, trials=20000),
    like(
        _VALUES,
        "lognormal, equality",
        trials=4000,
        claimed="d",
        relation=Relation.EQUALS,
        margin=0.1,
        noise=Noise.LOGNORMAL,
        exponents={},
    ),
    like(_VALUES, "Pareto", noise=Noise.PARETO, trials=4000),
    like(_VALUES, "Pareto, a quarter off", "d**(3/4)", right=REFUTED, noise=Noise.PARETO, exponents={}),
    like(
        _VALUES,
        "Pareto, bound",
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
    like(_TAIL, "lognormal", noise=Noise.HEAVY_LOGNORMAL),
    like(_TAIL, "lognormal, many", noise=Noise.HEAVY_LOGNORMAL, trials=20000),
    like(_TAIL, "lognormal, law", noise=Noise.HEAVY_LOGNORMAL, claimed="C*d", relation=Relation.LAW),
    like(_TAIL, "lognormal, half off", noise=Noise.HEAVY_LOGNORMAL, claimed="d/2", right=REFUTED),
    like(_TAIL, "Pareto", noise=Noise.HEAVY_PARETO),
    like(_TAIL, "Pareto, bound reached", noise=Noise.HEAVY_PARETO, relation=Relation.AT_LEAST, trials=4000),
    like(_TAIL, "Pareto, a fifth off", noise=Noise.HEAVY_PARETO, claimed="4*d/5", right=REFUTED),
    like(_TAIL, "weights", noise=Noise.WEIGHTS),
    like(_ONE, "factors"),
    like(_ONE, "factors, law", claimed="C", relation=Relation.LAW),
    like(_ONE, "factors, decay", claimed="C/sqrt(d)", relation=Relation.LAW, right=REFUTED),
    like(_TAIL, "exponential, twenty", noise=Noise.EXPONENTIAL, trials=20),
    like(_TAIL, "exponential", noise=Noise.EXPONENTIAL),
    like(
        _TAIL, "exponential, bound reached", noise=Noise.EXPONENTIAL, relation=Relation.AT_LEAST, trials=150
    ),
    like(
        _TAIL,
        "exponential, half off",
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
    like(_TWO, "two, law", inside=True),
    like(_TWO, "two, half off", "sqrt(d)", right=REFUTED, exponents={}),
    like(_TWO, "two, quarter off", "d**(3/4)", right=REFUTED, exponents={}),
    like(_SAME, "two, equality", error=0.003),
    like(_SAME, "two, a fifth off", claimed="4*d/5", right=REFUTED),
    like(_SAME, "two, bound reached", relation=Relation.AT_LEAST),
    like(_SAME, "two, bound a fifth off", relation=Relation.AT_MOST, claimed="4*d/5", right=REFUTED),
    like(_THREE, "exponential, law", claimed="C*d", relation=Relation.LAW),
    like(_THREE, "exponential, equality"),
    like(_THREE, "exponential, bound reached", relation=Relation.AT_LEAST),
    like(_THREE, "Pareto, equality", noise=Noise.PARETO),
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
