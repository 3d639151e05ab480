"""The planted truths: what is true, what is claimed of it, and what the right answer is.

| group | what is planted |
|---|---|
| holds | a true law, pure or with a correction that vanishes at large sizes |
| fails | an exponent off by the margin, by 0.1, by a half |
| bound_types | O and Omega: tight, loose, wrong |
| outside | logarithms, floors, exponentials, growing terms: no form that is fitted |
| logs | logarithms that the claim names, or allows |
| several | products and sums in two variables |
| counts | binomial counts, from plenty to fewer than one a point |
| trials | items that share a trial, trials that sizes share |
| equals, bounds, orderings | values at every point, one of them off |
| looks | the same, decided in six doubling rounds |
| shapes | exponentials, crossovers, d**2/log(d), floors, drifts, small parameters, sums, few sizes |
| exponentials | a claimed rate, beside the claimed power, another one, a second exponential, a floor |

A name is group.truth, and the budget where there are several. Claims are C d in the bound type Theta on
16..1024 with margin 0.05 where they say nothing else.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from theorycheck.claim import BoundType, Relation
from theorycheck.document import Outcome

from .row import SIZES, Budget, Detect, Noise, Row, like

AGREES, BOUND, REFUTED = Outcome.AGREES, Outcome.BOUND_ONLY, Outcome.REFUTED
TWENTY: Final = tuple(2**k for k in range(4, 24))


def _budgets(row: Row) -> tuple[Row, ...]:
    """The row starved, at the default budget, and rich; only the default can show power."""
    return tuple(
        replace(
            row,
            name=f"{row.name}.{budget}",
            budget=budget,
            detect=row.detect if budget is Budget.DEFAULT else Detect.NOTHING,
        )
        for budget in Budget
    )


_LINEAR: Final = Row(name="holds.pure", claimed="C*d", truth="d", right=AGREES, exponents={"d": 1.0})
_DECAY: Final = Row(name="holds.decay", claimed="C/d", truth="1/d", right=AGREES, exponents={"d": -1.0})

HOLDS: Final = tuple(
    row
    for base in (
        _LINEAR,
        like(_LINEAR, "holds.half", "d*(1 + 2/sqrt(d))"),
        like(_LINEAR, "holds.half large", "d*(1 + 8/sqrt(d))"),
        like(_LINEAR, "holds.half negative", "d*(1 - 2/sqrt(d))"),
        like(_LINEAR, "holds.one", "d + 4"),
        like(_LINEAR, "holds.one large", "d + 50"),
        like(_LINEAR, "holds.one negative", "d - 8"),
        _DECAY,
        like(_DECAY, "holds.decay half", "(1 + 2/sqrt(d))/d"),
    )
    for row in _budgets(base)
)

_OFF: Final = replace(_LINEAR, right=REFUTED)
FAILS: Final = tuple(
    row
    for base in (
        like(_OFF, "fails.at margin below", "d**(19/20)", exponent=0.95),
        like(_OFF, "fails.at margin above", "d**(21/20)", exponent=1.05),
        like(_OFF, "fails.at margin half", "d**(19/20)*(1 - 1/sqrt(d))", exponent=0.95),
        like(_OFF, "fails.at margin one", "d**(21/20)*(1 + 4/d)", exponent=1.05),
        like(_OFF, "fails.tenth below", "d**(9/10)", exponent=0.9, detect=Detect.EXPONENT),
        like(_OFF, "fails.tenth above", "d**(11/10)", exponent=1.1, detect=Detect.EXPONENT),
        like(_OFF, "fails.tenth half", "d**(9/10)*(1 + 2/sqrt(d))", exponent=0.9, detect=Detect.EXPONENT),
        like(_OFF, "fails.tenth decay", "d**(-9/10)", claimed="C/d", exponent=-0.9, detect=Detect.EXPONENT),
        like(_OFF, "fails.sqrt", "sqrt(d)", exponent=0.5),
    )
    for row in _budgets(base)
)

_UPPER: Final = replace(_LINEAR, bound_type=BoundType.O)
_LOWER: Final = replace(_LINEAR, bound_type=BoundType.OMEGA)
_TENTH: Final = {"right": REFUTED, "detect": Detect.EXPONENT}
BOUND_TYPES: Final = (
    like(_UPPER, "bound_types.O tight", "d + 4"),
    like(_UPPER, "bound_types.O loose", "sqrt(d)", exponent=0.5, right=BOUND),
    like(_UPPER, "bound_types.O at margin", "d**(21/20)", exponent=1.05, right=REFUTED),
    like(_LOWER, "bound_types.Omega tight", "d*(1 + 2/sqrt(d))"),
    like(_LOWER, "bound_types.Omega loose", "d**2", exponent=2.0, right=BOUND),
    like(_LOWER, "bound_types.Omega at margin", "d**(19/20)", exponent=0.95, right=REFUTED),
    like(_UPPER, "bound_types.O tenth", "d**(11/10)", exponent=1.1, **_TENTH),
    like(_LOWER, "bound_types.Omega tenth", "d**(9/10)", exponent=0.9, **_TENTH),
)

_ALTERNATIVES: Final = ("C*d*log(d)", "C*d/log(d)", "C*sqrt(d)", "C*d**(4/5)")
_OUTSIDE: Final = replace(_LINEAR, right=REFUTED, outside=True, exponents={})
OUTSIDE: Final = tuple(
    row
    for base in (
        like(_OUTSIDE, "outside.log", "d*log(d)"),
        like(_OUTSIDE, "outside.log alternatives", "d*log(d)", alternatives=_ALTERNATIVES),
        like(_OUTSIDE, "outside.over log", "d/log(d)"),
        like(_OUTSIDE, "outside.over log alternatives", "d/log(d)", alternatives=_ALTERNATIVES),
        like(_OUTSIDE, "outside.root log", "d*sqrt(log(d))"),
        like(_OUTSIDE, "outside.floor", "1/d + 1/500", claimed="C/d"),
        like(_OUTSIDE, "outside.floor small", "1/d + 1/5000", claimed="C/d"),
        like(_OUTSIDE, "outside.exponential", "exp(-d/300)/d", claimed="C/d"),
        like(_OUTSIDE, "outside.exponential alone", "exp(-d/150)", claimed="C/d**2"),
        like(_OUTSIDE, "outside.growing term", "d + d**(3/2)/30"),
    )
    for row in _budgets(base)
)

LOGS: Final = (
    like(_LINEAR, "logs.named", "d*log(d)", claimed="C*d*log(d)"),
    like(_LINEAR, "logs.named below", "d/log(d)", claimed="C*d/log(d)"),
    like(
        _OFF,
        "logs.named tenth",
        "d**(9/10)*log(d)",
        claimed="C*d*log(d)",
        exponent=0.9,
        detect=Detect.EXPONENT,
    ),
    like(_LINEAR, "logs.up to logs", "d*log(d)", up_to_logs=True, budget=Budget.RICH),
)

_GRID: Final = {"d": tuple(2**k for k in range(4, 11)), "T": tuple(2**k for k in range(2, 8))}
_PRODUCT: Final = Row(
    name="several.product",
    claimed="C*sqrt(T)/d",
    truth="sqrt(T)/d",
    sizes=_GRID,
    right=AGREES,
    exponents={"d": -1.0, "T": 0.5},
)
_SUM: Final = Row(
    name="several.sum",
    claimed="a/T + b/sqrt(d)",
    truth="1/T + 1/sqrt(d)",
    sizes={"T": tuple(4**k for k in range(6)), "d": tuple(4**k for k in range(8))},
    right=AGREES,
    exponents={"T (term 1)": -1.0, "d (term 2)": -0.5},
    error=0.01,
)
SEVERAL: Final = (
    _PRODUCT,
    like(_PRODUCT, "several.product corrected", "sqrt(T)*(1 + 1/T)*(1 + 2/sqrt(d))/d"),
    like(
        _PRODUCT,
        "several.product tenth",
        "T**(2/5)/d",
        right=REFUTED,
        exponents={"d": -1.0, "T": 0.4},
        detect=Detect.EXPONENT,
    ),
    _SUM,
    like(
        _SUM,
        "several.sum tenth",
        "1/T + d**(-2/5)",
        right=REFUTED,
        exponents={"T (term 1)": -1.0, "d (term 2)": -0.4},
        detect=Detect.EXPONENT,
    ),
)

_COUNTS: Final = like(_DECAY, "counts.pure", "8/d", noise=Noise.COUNTS)
_COUNTS_OFF: Final = like(_COUNTS, "counts.tenth", "(16/d)**(9/10)/2", right=REFUTED, exponent=-0.9)
COUNTS: Final = (
    _COUNTS,
    like(_COUNTS, "counts.half", "2*(1 + 4/sqrt(d))/d"),
    replace(_COUNTS_OFF, detect=Detect.EXPONENT),
    *(
        replace(row, name=f"{row.name}.{trials} trials", trials=trials, budget=Budget.STARVED)
        for row in (
            _COUNTS,
            _COUNTS_OFF,
            like(_COUNTS_OFF, "counts.fifth", "(16/d)**(4/5)/2", exponent=-0.8),
        )
        for trials in (12, 176, 2500)
    ),
)

TRIALS: Final = (
    *_budgets(like(_LINEAR, "trials.clustered", "d + 4", noise=Noise.CLUSTERS)),
    *_budgets(
        like(
            _OFF,
            "trials.clustered tenth",
            "d**(9/10)",
            noise=Noise.CLUSTERS,
            exponent=0.9,
            detect=Detect.EXPONENT,
        )
    ),
    *_budgets(like(_LINEAR, "trials.shared", "d*(1 + 2/sqrt(d))", noise=Noise.SHARED)),
    *_budgets(
        like(
            _OFF, "trials.shared tenth", "d**(9/10)", noise=Noise.SHARED, exponent=0.9, detect=Detect.EXPONENT
        )
    ),
    like(
        _DECAY,
        "trials.clustered errors",
        "2/sqrt(d)",
        claimed="C/sqrt(d)",
        exponent=-0.5,
        noise=Noise.BINARY_CLUSTERS,
        trials=200,
        budget=Budget.STARVED,
    ),
    like(
        _DECAY,
        "trials.clustered errors fifth",
        "(16/d)**(3/10)/2",
        claimed="C/sqrt(d)",
        right=REFUTED,
        exponent=-0.3,
        noise=Noise.BINARY_CLUSTERS,
        trials=200,
        budget=Budget.STARVED,
    ),
)

_EQUALS: Final = Row(
    name="equals.exact", relation=Relation.EQUALS, claimed="1/d", truth="1/d", right=AGREES, margin=0.02
)
_ATMOST: Final = Row(
    name="bounds.met",
    relation=Relation.AT_MOST,
    claimed="1/d",
    truth="4/(5*d)",
    right=AGREES,
    margin=0.02,
    sizes={"d": TWENTY},
)
_ATLEAST: Final = like(_ATMOST, "bounds.met from below", "5/(4*d)", relation=Relation.AT_LEAST)
_ORDER: Final = Row(
    name="orderings.positive",
    relation=Relation.ORDERING,
    claimed="0",
    truth="1/sqrt(d)",
    right=AGREES,
    margin=0.0,
    sizes={"d": TWENTY},
)
VALUES: Final = (
    *_budgets(_EQUALS),
    *_budgets(like(_EQUALS, "equals.off by the margin", "51/(50*d)", right=REFUTED)),
    *_budgets(like(_EQUALS, "equals.off by two margins", "26/(25*d)", right=REFUTED)),
    like(_EQUALS, "equals.one point off by the margin", spike=(3, 1.02), right=REFUTED),
    like(_EQUALS, "equals.counts", "1/d", noise=Noise.COUNTS),
    *_budgets(_ATMOST),
    like(_ATMOST, "bounds.met with equality", "1/d", error=0.003),
    *_budgets(like(_ATMOST, "bounds.at the margin", spike=(7, 1.275), right=REFUTED)),
    *_budgets(like(_ATMOST, "bounds.one violated", spike=(7, 1.375), right=REFUTED, detect=Detect.POINT)),
    like(
        _ATMOST,
        "bounds.one violated, counts",
        "2/(5*d)",
        claimed="1/(2*d)",
        sizes={"d": tuple(range(5, 25))},
        spike=(7, 1.375),
        right=REFUTED,
        noise=Noise.COUNTS,
        detect=Detect.POINT,
    ),
    _ATLEAST,
    like(_ATLEAST, "bounds.one violated from below", spike=(7, 0.72), right=REFUTED, detect=Detect.POINT),
    *_budgets(_ORDER),
    *_budgets(like(_ORDER, "orderings.one reversed", spike=(7, -1.0), right=REFUTED, detect=Detect.POINT)),
    *_budgets(like(_ORDER, "orderings.one equal", spike=(7, 0.0), right=REFUTED)),
)

ANALYSES: Final = tuple(
    replace(row, name=f"looks.{row.name}", rounds=6)
    for row in (
        like(_LINEAR, "pure"),
        like(_LINEAR, "half", "d*(1 + 2/sqrt(d))"),
        like(_LINEAR, "one", "d + 4"),
        like(_OFF, "at margin", "d**(19/20)", exponent=0.95),
        like(_OFF, "tenth", "d**(9/10)", exponent=0.9, detect=Detect.EXPONENT),
        like(_COUNTS, "counts"),
        like(_EQUALS, "equals"),
    )
)

_EIGHT: Final = {"d": tuple(2**k for k in range(4, 12))}
_DENSE: Final = {"d": tuple(range(8, 33, 4))}
# A rich budget is a third of the error given, and is not asked to decide everything.
_SHAPE: Final = Row(name="", claimed="C*d", right=AGREES, budget=Budget.RICH, error=0.03, sizes=_EIGHT)
_WRONG: Final = replace(_SHAPE, right=REFUTED)
SHAPES: Final = tuple(
    replace(row, name=f"shapes.{row.name}")
    for row in (
        like(_SHAPE, "exponential beside a power", "exp(-d/10)/d", claimed="C*exp(-c*d)/d", sizes=_DENSE),
        like(_WRONG, "exponential as a power", "exp(-d*3/50)", claimed="C/d**2", sizes=_DENSE),
        like(_WRONG, "power as an exponential", "1/d**3", claimed="C*exp(-c*d)", sizes=_DENSE),
        like(_SHAPE, "crossover", "d + 200*sqrt(d)"),
        like(_SHAPE, "crossover from above", "d/(1 + 20/sqrt(d))", claimed="C*d"),
        like(_SHAPE, "square over log named", "d**2/log(d)", claimed="C*d**2/log(d)"),
        like(_WRONG, "square over log", "d**2/log(d)", claimed="C*d**2"),
        like(_WRONG, "floor", "1/d + 1/500", claimed="C/d"),
        like(_WRONG, "drifting away", "d*exp(log(d/16)**2/30)"),
        like(_WRONG, "drifting through", "d**(4/5)*exp(log(d/16)**2/30)"),
        like(
            _SHAPE,
            "small parameter",
            "eta*(1 + 2*eta)",
            claimed="C*eta",
            sizes={"eta": tuple(2.0**-k for k in range(1, 9))},
        ),
        like(_SHAPE, "sum", "1/d + 1/sqrt(d)", claimed="a/d + b/sqrt(d)"),
        like(_WRONG, "sum of another power", "1/d + d**(-1/4)", claimed="a/d + b/sqrt(d)"),
        like(_SHAPE, "five sizes", "d*(1 + 2/sqrt(d))", sizes={"d": SIZES[:5]}),
        like(_WRONG, "five sizes of another power", "d**(3/4)", sizes={"d": SIZES[:5]}),
        like(_WRONG, "three sizes of another power", "sqrt(d)", sizes={"d": SIZES[:3]}),
    )
)

_BITS: Final = {"b": tuple(range(1, 9))}
_STEPS: Final = {"n": tuple(range(10, 101, 10))}
_DECAYS: Final = replace(_SHAPE, claimed="C*4**(-b)", truth="4**(-b)", error=0.015, sizes=_BITS)
_DECAYS_NOT: Final = replace(_DECAYS, right=REFUTED)
EXPONENTIALS: Final = tuple(
    replace(row, name=f"exponentials.{row.name}")
    for row in (
        like(_DECAYS, "rate claimed"),
        like(_DECAYS, "rate free", "exp(-n/20)", claimed="C*exp(-c*n)", sizes=_STEPS),
        like(_DECAYS, "power", "exp(-n/20)/sqrt(n)", claimed="C*exp(-c*n)/sqrt(n)", sizes=_STEPS),
        like(
            _DECAYS,
            "two variables",
            "d*4**(-b)",
            claimed="C*d*4**(-b)",
            sizes={"d": (16, 32, 64, 128), "b": (2, 3, 4, 5, 6)},
        ),
        like(_DECAYS, "growth", "2**b", claimed="C*2**b", sizes={"b": tuple(range(1, 13))}),
        like(_DECAYS, "second exponential", "4**(-b) + 8**(-b)"),
        like(
            _DECAYS,
            "tail of a Gaussian",
            "erfc(t/sqrt(2))",
            claimed="C*exp(-t**2/2)/t",
            sizes={"t": (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)},
        ),
        like(_DECAYS, "loose bound", "5**(-b)", right=BOUND, bound_type=BoundType.O),
        like(_DECAYS_NOT, "half a power more", "4**(-b)*sqrt(b)"),
        like(_DECAYS_NOT, "half a power less", "4**(-b)/sqrt(b)"),
        like(_DECAYS_NOT, "rate a tenth off", "4**(-b*9/10)"),
        like(_DECAYS_NOT, "floor", "4**(-b) + 1/5000"),
        like(_DECAYS_NOT, "Gaussian", "exp(-n**2/2000)", claimed="C*exp(-c*n)", sizes=_STEPS),
        like(_DECAYS_NOT, "upper bound", claimed="C*5**(-b)", bound_type=BoundType.O),
    )
)

PLANTED: Final = (
    *HOLDS,
    *FAILS,
    *BOUND_TYPES,
    *OUTSIDE,
    *LOGS,
    *SEVERAL,
    *COUNTS,
    *TRIALS,
    *VALUES,
    *ANALYSES,
    *SHAPES,
    *EXPONENTIALS,
)
