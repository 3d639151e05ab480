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

from .row import SIZES, Budget, Detect, Noise, Row

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
        replace(_LINEAR, name="holds.half", truth="d*(1 + 2/sqrt(d))"),
        replace(_LINEAR, name="holds.half large", truth="d*(1 + 8/sqrt(d))"),
        replace(_LINEAR, name="holds.half negative", truth="d*(1 - 2/sqrt(d))"),
        replace(_LINEAR, name="holds.one", truth="d + 4"),
        replace(_LINEAR, name="holds.one large", truth="d + 50"),
        replace(_LINEAR, name="holds.one negative", truth="d - 8"),
        _DECAY,
        replace(_DECAY, name="holds.decay half", truth="(1 + 2/sqrt(d))/d"),
    )
    for row in _budgets(base)
)

_OFF: Final = replace(_LINEAR, right=REFUTED)
FAILS: Final = tuple(
    row
    for base in (
        replace(_OFF, name="fails.at margin below", truth="d**(19/20)", exponents={"d": 0.95}),
        replace(_OFF, name="fails.at margin above", truth="d**(21/20)", exponents={"d": 1.05}),
        replace(
            _OFF,
            name="fails.at margin half",
            truth="d**(19/20)*(1 - 1/sqrt(d))",
            exponents={"d": 0.95},
        ),
        replace(_OFF, name="fails.at margin one", truth="d**(21/20)*(1 + 4/d)", exponents={"d": 1.05}),
        replace(
            _OFF,
            name="fails.tenth below",
            truth="d**(9/10)",
            exponents={"d": 0.9},
            detect=Detect.EXPONENT,
        ),
        replace(
            _OFF,
            name="fails.tenth above",
            truth="d**(11/10)",
            exponents={"d": 1.1},
            detect=Detect.EXPONENT,
        ),
        replace(
            _OFF,
            name="fails.tenth half",
            truth="d**(9/10)*(1 + 2/sqrt(d))",
            exponents={"d": 0.9},
            detect=Detect.EXPONENT,
        ),
        replace(
            _OFF,
            name="fails.tenth decay",
            claimed="C/d",
            truth="d**(-9/10)",
            exponents={"d": -0.9},
            detect=Detect.EXPONENT,
        ),
        replace(_OFF, name="fails.sqrt", truth="sqrt(d)", exponents={"d": 0.5}),
    )
    for row in _budgets(base)
)

BOUND_TYPES: Final = tuple(
    replace(
        _LINEAR,
        name=f"bound_types.{name}",
        truth=truth,
        bound_type=bound_type,
        right=right,
        exponents={"d": exponent},
    )
    for name, truth, exponent, bound_type, right in (
        ("O tight", "d + 4", 1.0, BoundType.O, AGREES),
        ("O loose", "sqrt(d)", 0.5, BoundType.O, BOUND),
        ("O at margin", "d**(21/20)", 1.05, BoundType.O, REFUTED),
        ("Omega tight", "d*(1 + 2/sqrt(d))", 1.0, BoundType.OMEGA, AGREES),
        ("Omega loose", "d**2", 2.0, BoundType.OMEGA, BOUND),
        ("Omega at margin", "d**(19/20)", 0.95, BoundType.OMEGA, REFUTED),
    )
) + tuple(
    replace(
        _OFF,
        name=f"bound_types.{name}",
        truth=truth,
        bound_type=bound_type,
        exponents={"d": exponent},
        detect=Detect.EXPONENT,
    )
    for name, truth, exponent, bound_type in (
        ("O tenth", "d**(11/10)", 1.1, BoundType.O),
        ("Omega tenth", "d**(9/10)", 0.9, BoundType.OMEGA),
    )
)

_ALTERNATIVES: Final = ("C*d*log(d)", "C*d/log(d)", "C*sqrt(d)", "C*d**(4/5)")
_OUTSIDE: Final = replace(_LINEAR, right=REFUTED, outside=True, exponents={})
OUTSIDE: Final = tuple(
    row
    for base in (
        replace(_OUTSIDE, name="outside.log", truth="d*log(d)"),
        replace(_OUTSIDE, name="outside.log alternatives", truth="d*log(d)", alternatives=_ALTERNATIVES),
        replace(_OUTSIDE, name="outside.over log", truth="d/log(d)"),
        replace(_OUTSIDE, name="outside.over log alternatives", truth="d/log(d)", alternatives=_ALTERNATIVES),
        replace(_OUTSIDE, name="outside.root log", truth="d*sqrt(log(d))"),
        replace(_OUTSIDE, name="outside.floor", claimed="C/d", truth="1/d + 1/500"),
        replace(_OUTSIDE, name="outside.floor small", claimed="C/d", truth="1/d + 1/5000"),
        replace(_OUTSIDE, name="outside.exponential", claimed="C/d", truth="exp(-d/300)/d"),
        replace(_OUTSIDE, name="outside.exponential alone", claimed="C/d**2", truth="exp(-d/150)"),
        replace(_OUTSIDE, name="outside.growing term", truth="d + d**(3/2)/30"),
    )
    for row in _budgets(base)
)

LOGS: Final = (
    replace(_LINEAR, name="logs.named", claimed="C*d*log(d)", truth="d*log(d)"),
    replace(_LINEAR, name="logs.named below", claimed="C*d/log(d)", truth="d/log(d)"),
    replace(
        _OFF,
        name="logs.named tenth",
        claimed="C*d*log(d)",
        truth="d**(9/10)*log(d)",
        exponents={"d": 0.9},
        detect=Detect.EXPONENT,
    ),
    replace(_LINEAR, name="logs.up to logs", truth="d*log(d)", up_to_logs=True, budget=Budget.RICH),
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
    replace(_PRODUCT, name="several.product corrected", truth="sqrt(T)*(1 + 1/T)*(1 + 2/sqrt(d))/d"),
    replace(
        _PRODUCT,
        name="several.product tenth",
        truth="T**(2/5)/d",
        right=REFUTED,
        exponents={"d": -1.0, "T": 0.4},
        detect=Detect.EXPONENT,
    ),
    _SUM,
    replace(
        _SUM,
        name="several.sum tenth",
        truth="1/T + d**(-2/5)",
        right=REFUTED,
        exponents={"T (term 1)": -1.0, "d (term 2)": -0.4},
        detect=Detect.EXPONENT,
    ),
)

_COUNTS: Final = replace(_DECAY, name="counts.pure", truth="8/d", noise=Noise.COUNTS)
_COUNTS_OFF: Final = replace(
    _COUNTS, name="counts.tenth", truth="(16/d)**(9/10)/2", right=REFUTED, exponents={"d": -0.9}
)
COUNTS: Final = (
    _COUNTS,
    replace(_COUNTS, name="counts.half", truth="2*(1 + 4/sqrt(d))/d"),
    replace(_COUNTS_OFF, detect=Detect.EXPONENT),
    *(
        replace(row, name=f"{row.name}.{trials} trials", trials=trials, budget=Budget.STARVED)
        for row in (
            _COUNTS,
            _COUNTS_OFF,
            replace(_COUNTS_OFF, name="counts.fifth", truth="(16/d)**(4/5)/2", exponents={"d": -0.8}),
        )
        for trials in (12, 176, 2500)
    ),
)

TRIALS: Final = (
    *_budgets(replace(_LINEAR, name="trials.clustered", noise=Noise.CLUSTERS, truth="d + 4")),
    *_budgets(
        replace(
            _OFF,
            name="trials.clustered tenth",
            noise=Noise.CLUSTERS,
            truth="d**(9/10)",
            exponents={"d": 0.9},
            detect=Detect.EXPONENT,
        )
    ),
    *_budgets(replace(_LINEAR, name="trials.shared", noise=Noise.SHARED, truth="d*(1 + 2/sqrt(d))")),
    *_budgets(
        replace(
            _OFF,
            name="trials.shared tenth",
            noise=Noise.SHARED,
            truth="d**(9/10)",
            exponents={"d": 0.9},
            detect=Detect.EXPONENT,
        )
    ),
    replace(
        _DECAY,
        name="trials.clustered errors",
        claimed="C/sqrt(d)",
        truth="2/sqrt(d)",
        exponents={"d": -0.5},
        noise=Noise.BINARY_CLUSTERS,
        trials=200,
        budget=Budget.STARVED,
    ),
    replace(
        _DECAY,
        name="trials.clustered errors fifth",
        claimed="C/sqrt(d)",
        truth="(16/d)**(3/10)/2",
        right=REFUTED,
        exponents={"d": -0.3},
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
_ATLEAST: Final = replace(_ATMOST, name="bounds.met from below", relation=Relation.AT_LEAST, truth="5/(4*d)")
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
    *_budgets(replace(_EQUALS, name="equals.off by the margin", truth="51/(50*d)", right=REFUTED)),
    *_budgets(replace(_EQUALS, name="equals.off by two margins", truth="26/(25*d)", right=REFUTED)),
    replace(_EQUALS, name="equals.one point off by the margin", spike=(3, 1.02), right=REFUTED),
    replace(_EQUALS, name="equals.counts", truth="1/d", noise=Noise.COUNTS),
    *_budgets(_ATMOST),
    replace(_ATMOST, name="bounds.met with equality", truth="1/d", error=0.003),
    *_budgets(replace(_ATMOST, name="bounds.at the margin", spike=(7, 1.275), right=REFUTED)),
    *_budgets(
        replace(_ATMOST, name="bounds.one violated", spike=(7, 1.375), right=REFUTED, detect=Detect.POINT)
    ),
    replace(
        _ATMOST,
        name="bounds.one violated, counts",
        claimed="1/(2*d)",
        truth="2/(5*d)",
        sizes={"d": tuple(range(5, 25))},
        spike=(7, 1.375),
        right=REFUTED,
        noise=Noise.COUNTS,
        detect=Detect.POINT,
    ),
    _ATLEAST,
    replace(
        _ATLEAST, name="bounds.one violated from below", spike=(7, 0.72), right=REFUTED, detect=Detect.POINT
    ),
    *_budgets(_ORDER),
    *_budgets(
        replace(_ORDER, name="orderings.one reversed", spike=(7, -1.0), right=REFUTED, detect=Detect.POINT)
    ),
    *_budgets(replace(_ORDER, name="orderings.one equal", spike=(7, 0.0), right=REFUTED)),
)

ANALYSES: Final = tuple(
    replace(row, name=f"looks.{row.name}", rounds=6)
    for row in (
        replace(_LINEAR, name="pure"),
        replace(_LINEAR, name="half", truth="d*(1 + 2/sqrt(d))"),
        replace(_LINEAR, name="one", truth="d + 4"),
        replace(_OFF, name="at margin", truth="d**(19/20)", exponents={"d": 0.95}),
        replace(_OFF, name="tenth", truth="d**(9/10)", exponents={"d": 0.9}, detect=Detect.EXPONENT),
        replace(_COUNTS, name="counts"),
        replace(_EQUALS, name="equals"),
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
        replace(
            _SHAPE,
            name="exponential beside a power",
            claimed="C*exp(-c*d)/d",
            truth="exp(-d/10)/d",
            sizes=_DENSE,
        ),
        replace(_WRONG, name="exponential as a power", claimed="C/d**2", truth="exp(-d*3/50)", sizes=_DENSE),
        replace(_WRONG, name="power as an exponential", claimed="C*exp(-c*d)", truth="1/d**3", sizes=_DENSE),
        replace(_SHAPE, name="crossover", truth="d + 200*sqrt(d)"),
        replace(_SHAPE, name="crossover from above", claimed="C*d", truth="d/(1 + 20/sqrt(d))"),
        replace(_SHAPE, name="square over log named", claimed="C*d**2/log(d)", truth="d**2/log(d)"),
        replace(_WRONG, name="square over log", claimed="C*d**2", truth="d**2/log(d)"),
        replace(_WRONG, name="floor", claimed="C/d", truth="1/d + 1/500"),
        replace(_WRONG, name="drifting away", truth="d*exp(log(d/16)**2/30)"),
        replace(_WRONG, name="drifting through", truth="d**(4/5)*exp(log(d/16)**2/30)"),
        replace(
            _SHAPE,
            name="small parameter",
            claimed="C*eta",
            truth="eta*(1 + 2*eta)",
            sizes={"eta": tuple(2.0**-k for k in range(1, 9))},
        ),
        replace(_SHAPE, name="sum", claimed="a/d + b/sqrt(d)", truth="1/d + 1/sqrt(d)"),
        replace(_WRONG, name="sum of another power", claimed="a/d + b/sqrt(d)", truth="1/d + d**(-1/4)"),
        replace(_SHAPE, name="five sizes", truth="d*(1 + 2/sqrt(d))", sizes={"d": SIZES[:5]}),
        replace(_WRONG, name="five sizes of another power", truth="d**(3/4)", sizes={"d": SIZES[:5]}),
        replace(_WRONG, name="three sizes of another power", truth="sqrt(d)", sizes={"d": SIZES[:3]}),
    )
)

_BITS: Final = {"b": tuple(range(1, 9))}
_STEPS: Final = {"n": tuple(range(10, 101, 10))}
_DECAYS: Final = replace(_SHAPE, claimed="C*4**(-b)", truth="4**(-b)", error=0.015, sizes=_BITS)
_DECAYS_NOT: Final = replace(_DECAYS, right=REFUTED)
EXPONENTIALS: Final = tuple(
    replace(row, name=f"exponentials.{row.name}")
    for row in (
        replace(_DECAYS, name="rate claimed"),
        replace(_DECAYS, name="rate free", claimed="C*exp(-c*n)", truth="exp(-n/20)", sizes=_STEPS),
        replace(
            _DECAYS, name="power", claimed="C*exp(-c*n)/sqrt(n)", truth="exp(-n/20)/sqrt(n)", sizes=_STEPS
        ),
        replace(
            _DECAYS,
            name="two variables",
            claimed="C*d*4**(-b)",
            truth="d*4**(-b)",
            sizes={"d": (16, 32, 64, 128), "b": (2, 3, 4, 5, 6)},
        ),
        replace(_DECAYS, name="growth", claimed="C*2**b", truth="2**b", sizes={"b": tuple(range(1, 13))}),
        replace(_DECAYS, name="second exponential", truth="4**(-b) + 8**(-b)"),
        replace(
            _DECAYS,
            name="tail of a Gaussian",
            claimed="C*exp(-t**2/2)/t",
            truth="erfc(t/sqrt(2))",
            sizes={"t": (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)},
        ),
        replace(_DECAYS, name="loose bound", truth="5**(-b)", right=BOUND, bound_type=BoundType.O),
        replace(_DECAYS_NOT, name="half a power more", truth="4**(-b)*sqrt(b)"),
        replace(_DECAYS_NOT, name="half a power less", truth="4**(-b)/sqrt(b)"),
        replace(_DECAYS_NOT, name="rate a tenth off", truth="4**(-b*9/10)"),
        replace(_DECAYS_NOT, name="floor", truth="4**(-b) + 1/5000"),
        replace(_DECAYS_NOT, name="Gaussian", claimed="C*exp(-c*n)", truth="exp(-n**2/2000)", sizes=_STEPS),
        replace(_DECAYS_NOT, name="upper bound", claimed="C*5**(-b)", bound_type=BoundType.O),
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
