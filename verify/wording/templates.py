"""The template of each kind of reason, by the row of the decision table that uses it.

A template names the parts of its reason in braces. How a part is written may follow a colon: `capital`
begins it with a capital letter, `lower` with a small one, `list` joins several by commas and an "and";
`bracket` puts it in brackets, `at` and `in` write that word before it, `on` says whether a range was
measured or computed; a part that says nothing leaves no trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..reason import Kind

GENERAL: Final[Mapping[Kind, str]] = {
    Kind.NOT_MEASURED: "Nothing was measured.",
    Kind.UNMEASURED: "{label} is undecided: no value of it was found.",
    Kind.OBSTRUCTED: "{label} is undecided: {obstacle:lower}",
    Kind.NOT_DERIVED: "There is no derivation to compare with.",
    Kind.NO_DERIVED_VALUE: "There is no derived value to compare with.",
    Kind.FAILED_CHECK: (
        "A check of the derivation failed (an error in it), so nothing is decided about the claim."
    ),
    Kind.FAILED: "{error}",
    Kind.OBSTACLE: "{obstacle}",
    Kind.NO_SETTINGS: "Settings at which the quantity is measured; there are none.",
    Kind.NEEDS_SETTINGS: "The formulas can only be compared in settings, and there are none.",
    Kind.DEGENERATE: (
        "In {settings} the sample is degenerate (all trials are equal), which refutes nothing: what no trial "
        "showed may be rare."
    ),
    Kind.DEGENERATE_NEEDED: "A sample that is not degenerate: trials that differ.",
    Kind.EVERY_ANALYSIS: "{found} This holds at every interim analysis of the growing data.",
    Kind.DEPENDENT_TRIALS: (
        "{label} is undecided: the trials of this simulator are not independent. Their block "
        "means scatter {times} times more than their standard errors say."
    ),
    Kind.HEAVY_TAIL: (
        "Whether this holds of {label} stays open: few trials make up its mean. One trial, or one block of "
        "them, makes up {share} of the whole scatter, so that the mean may be off by many standard errors."
    ),
    Kind.HEAVY_TAIL_NEEDED: (
        "A claim about the median, a quantile or a logarithm, which no heavy tail moves; or a derivation of "
        "the mean."
    ),
    Kind.HEAVY_LEFT_OUT: "{found} Not used: {count}, as {at}, where few trials make up the mean.",
    Kind.NEGATIVE_LEFT_OUT: ("{found} Not used: {count}, as {at}, before the number is surely positive."),
    Kind.LEFT_OUT: "{found} Not used: {count}, as {at}, where the law is zero, undefined or too large.",
    Kind.CURVE_MISFITS: (
        "{found} The curve from which these values are read does not fit at every size, so that their errors "
        "are widened up to {times} times."
    ),
    Kind.ASSUMED: "{found} The derivation rests on {premises:list}.",
    Kind.ERRORS_BY_RESIDUALS: (
        "{found} Each setting has one value; standard errors, about {error} of it, are those of residuals "
        "about a smooth surface."
    ),
    Kind.ERRORS_LEAN: "{found} Standard errors of {count} a setting lean on those of all settings.",
    Kind.OUTLIER: "{found} Without one setting ({at}) they would be about {error}.",
    Kind.STANDS_OUT: (
        "{found} One value stands out: at {at} it is {times} times what a smooth surface through the "
        "others gives."
    ),
    Kind.CONSTANT_IGNORED: "{found} The factor {constant} is not tested: a law claims an order of growth.",
    Kind.MEASURED: "measured{trials:bracket}",
    Kind.COMPUTED: "computed",
    Kind.CHI2: "; χ²({dof}) = {chi2}, {p}",
    Kind.P_VALUE: ", {p}",
    Kind.MORE_TRIALS: "more trials",
    Kind.TIMES_THE_TRIALS: "about {factor} times the trials",
    Kind.AT_LEAST_TIMES_THE_TRIALS: "at least {factor} times the trials",
    Kind.SMALLER_ERRORS: "smaller errors",
    Kind.TIMES_SMALLER_ERRORS: "errors about {factor} times smaller",
    Kind.AT_LEAST_TIMES_SMALLER_ERRORS: "errors at least {factor} times smaller",
}

ALTERNATIVES: Final[Mapping[Kind, str]] = {
    Kind.ALTERNATIVE_REJECTED: "It does not fit ({p_value}).",
    Kind.ALTERNATIVE_EXPONENT: (
        "With its own constants fitted, {parameter:lower} is {interval}, where this law has {value}."
    ),
    Kind.ALTERNATIVE_DERIVED: "The derived exponent of {variable} is {found}, not {value}.",
    Kind.ALTERNATIVE_FITS: "It fits the data ({p_value}).",
    Kind.ALTERNATIVE_NOT_EXCLUDED: "The data do not exclude it.",
}

VALUES: Final[Mapping[Kind, str]] = {
    Kind.EQUALS_BY_ALGEBRA: "{label} equals {claimed} exactly, by derivation; no simulation is involved.",
    Kind.EQUALS_DERIVED: (
        "{label} equals {claimed}: derived, and {how:lower} within {within} of it{where:in}."
    ),
    Kind.EQUALS_DERIVED_EXACTLY: (
        "{label} equals {claimed} exactly: derived, and {how:lower} the same{where:in}."
    ),
    Kind.EQUALS_MEASURED: "{label} equals {claimed} within {within}: {how:lower}{where:in}{test}.",
    Kind.EQUALS_COMPUTED_EXACTLY: "{label} equals {claimed} exactly: computed{where:in}.",
    Kind.SAME_FORMULA: "Equals the derived formula exactly; no simulation is involved.",
    Kind.OTHER_FORMULA: "The derived formula is {derived}, not {claimed}.",
    Kind.FORMULA_UNSETTLED: "Algebra does not settle whether the claimed and the derived formula are equal.",
    Kind.DIFFERS_BY_ALGEBRA: (
        "{label} is not {claimed}: the derived formula is {derived}; no simulation is involved."
    ),
    Kind.DIFFERS_DERIVED: (
        "{label} is {derived}{number}, not {claimed}{here:at}: derived, and {how:lower} within {within} of "
        "it{tested:in}{example}."
    ),
    Kind.DIFFERS_FROM_LONG: (
        "{label} is not {claimed}: derived, and {how:lower} within {within} of the derived value"
        "{tested:in}{example}."
    ),
    Kind.DIFFERS: ("{label} is not {claimed}: {how:lower} {value}{instead}{at:at}{spread}."),
    Kind.LIMITS: " ({interval}){instead}",
    Kind.INSTEAD: " instead of {expected}",
    Kind.AS_NUMBER: " {sign} {value}",
    Kind.FAR_OFF: "; it is {value} instead of {expected}{at:at}",
    Kind.DIFFERS_IN: "; it differs{margin}{count:in}",
    Kind.BY_MORE_THAN: " by more than {within}",
    Kind.DIFFERS_TOGETHER: (
        "{label} is not {claimed}: all settings together differ from it by more than {within}{test}; "
        "farthest off is {value}{instead}{at:at}."
    ),
    Kind.EQUALITY_OPEN: (
        "{label} may equal {claimed}: nothing contradicts it, but not every interval is within {within} of "
        "it ({how:lower} {value}{instead}{at:at}). {degenerate}"
    ),
    Kind.NEARLY_EQUAL: (
        "{label} is within {within} of {claimed}{where:in}, yet not equal to it: {how:lower} {value}"
        "{instead}{at:at}{test}."
    ),
    Kind.NEARLY_EQUAL_NEEDED: (
        "A smaller margin, which would refute equality; no larger one would support it."
    ),
    Kind.UNPROVED_IDENTITY: ("{label} is within {within} of {claimed}{where:in}; that proves no identity."),
    Kind.DERIVATION_NEEDED: "A derivation: settings can refute an identity in symbols but not prove it.",
    Kind.UNTIL_WITHIN: "{trials}, until every {confidence} interval is within {within}.",
    Kind.TENDS_BY_ALGEBRA: (
        "{label} tends to {limit} as {variable} grows, by derivation; no simulation is involved."
    ),
    Kind.TENDS_ELSEWHERE_BY_ALGEBRA: (
        "{label} tends to {limit} as {variable} grows, not to {claimed}, by derivation; no simulation is "
        "involved."
    ),
    Kind.TENDS_DERIVED: (
        "{label} tends to {claimed} as {variable} grows: derived, and consistent with what was {how:lower}"
        "{where:in}."
    ),
    Kind.TENDS_DERIVED_NOT_YET: (
        "{label} tends to {claimed} as {variable} grows: derived, and true asymptotically, not yet{at:at}, "
        "where it is {how:lower} {value} instead of {expected}, farther than {within}."
    ),
    Kind.TENDS_NOT_YET: (
        "{label} tends to {claimed} as {variable} grows: true asymptotically, not yet{at:at}, where it is "
        "{how:lower} {value}. With the corrections {named:list} it goes there: what is left is {reached}, "
        "within {within}."
    ),
    Kind.TENDS_CORRECTED: (
        "{label} tends to {claimed} as {variable} grows once the corrections {named:list} are allowed for: "
        "what is left is {reached}, within {within}; {how:lower} {value}{at:at}."
    ),
    Kind.TENDS_THROUGH: (
        "{label} is within {within} of {claimed} at the largest {variable}, on its way elsewhere: with the "
        "corrections {named:list} it goes on, and what is left is {reached}."
    ),
    Kind.TENDS_ELSEWHERE: (
        "{label} tends to {limit} as {variable} grows, not to {claimed}: derived, and consistent with "
        "what was {how:lower}{where:in}."
    ),
    Kind.TENDS_MEASURED: (
        "{label} tends to {claimed} as {variable} grows: {how:lower}{tested:in}, and {value}{at:at}, "
        "within {within} of it."
    ),
    Kind.RATIO_TO: "the ratio of {label} to {formula}",
    Kind.DERIVED_LIMIT: "The derived formula tends to {limit} as {variable} grows.",
    Kind.OTHER_LIMIT: "The derived formula tends to {limit} as {variable} grows, not to {claimed}.",
    Kind.NO_LIMIT_RULE: "No rule gives the limit of {derived} in {variable}.",
    Kind.LIMIT_UNSETTLED: "Algebra gives the limit {limit}; it does not settle whether this is {claimed}.",
    Kind.FAR_END_AWAY: (
        "{label} does not tend to {claimed} as {variable} grows: {how:lower} {value} instead of {expected}"
        "{at:at}, farther than {within} and not approaching it."
    ),
    Kind.FAR_END_RECEDES: (
        "{label} is within {within} of {claimed} at the largest {variable}, but does not approach it: "
        "{how:lower} {value}{at:at}, at a distance of {distance}."
    ),
    Kind.FAR_END_WITHOUT_TREND: (
        "{label} is within {within} of {claimed} at the largest {variable}, but no trend towards it is "
        "shown: {how:lower} {value}{at:at}, at a distance of {distance}."
    ),
    Kind.FAR_END_PASSING: (
        "{label} is within {within} of {claimed} at the largest {variable}, but may go through it: "
        "{how:lower} {value}{at:at}, and one more step like the last leads beyond."
    ),
    Kind.FAR_END_STILL_FAR: (
        "{label} may still tend to {claimed} as {variable} grows: {how:lower} {value}{at:at}, farther "
        "than {within} from it. {degenerate}"
    ),
    Kind.FAR_END_OPEN: (
        "{label} may tend to {claimed} as {variable} grows: at the largest {variable} it is {how:lower} "
        "neither within {within} of it nor beyond ({value}{at:at}, at a distance of {distance})."
    ),
    Kind.MORE_SIZES: "More sizes of {variable}, or smaller errors at its smallest ones.",
    Kind.MORE_SIZES_OR_TRIALS: (
        "{trials}, at the smallest ones of {variable} first, until all sizes are within {within} or come "
        "nearer; or more sizes."
    ),
    Kind.LARGER_SIZES: "Larger sizes of {variable}.",
    Kind.SIZES_OR_CORRECTIONS: "Larger sizes of {variable}, or its correction by name (`corrections`).",
    Kind.SIZES_UP_TO_OR_CORRECTIONS: (
        "Sizes of {variable} up to about {size}, or its correction by name (`corrections`)."
    ),
    Kind.UNTIL_FAR_END_WITHIN: (
        "{trials}, until the {confidence} interval at the largest size is within {within}."
    ),
    Kind.POSITIVE: "positive",
    Kind.ABOVE: "above {claimed}",
    Kind.ORDERED_DERIVED: "{label} is {side:lower}{tested:in}: derived {value}{at:at}{weakest}.",
    Kind.ORDERED_MEASURED: ("{label} is {side:lower}{tested:in}: {how:lower} {value}{at:at}{test}{weakest}."),
    Kind.WHERE_SMALLEST: ", where it is smallest",
    Kind.WHERE_WEAKEST: ", where it is least clear",
    Kind.REVERSED_DERIVED: "{label} is not {side:lower}: derived {value}{at:at}{spread}.",
    Kind.REVERSED: "{label} is not {side:lower}: {how:lower} {value}{at:at}{test}{spread}.",
    Kind.REVERSED_IN: "; the order is reversed{count:in}",
    Kind.ORDER_OPEN: (
        "Whether {label} is {side:lower} stays open: neither this nor the reverse is shown{count:in}, "
        "{how:lower} {value}{at:at}{test}. {degenerate}"
    ),
    Kind.ORDER_UNSETTLED: (
        "The derived value is neither {side:lower} nor the reverse beyond the margin: {value}{at:at}."
    ),
    Kind.UNTIL_ORDERED: (
        "{trials}, until the one-sided p-value of every setting, or that of the reverse in one, is at most "
        "{level}."
    ),
    Kind.REPRODUCED_DERIVED: (
        "{label} is reproduced within {within}: derived {value}{at:at}, where {expected} is published. "
        "{consistency}"
    ),
    Kind.REPRODUCED_MEASURED: (
        "{label} is reproduced within {within}{tested:in}: {how:lower} {value}{at:at}, where {expected} "
        "is published. {consistency}"
    ),
    Kind.NOT_REPRODUCED_DERIVED: (
        "{label} is not reproduced: derived {value}{at:at}, where {expected} is published; they differ by "
        "more than {within}. {consistency}"
    ),
    Kind.NOT_REPRODUCED: (
        "{label} is not reproduced: {how:lower} {value}{at:at}, where {expected} is published; the "
        "difference is {difference}, more than {within}. {consistency}"
    ),
    Kind.REPRODUCTION_OPEN: (
        "Whether {label} is reproduced stays open: {how:lower} {value}{at:at}, where {expected} is "
        "published; the difference is {difference}, neither within {within} nor beyond. {cause} {degenerate} "
        "{consistency}"
    ),
    Kind.FORMULA_NEAR_DERIVED: (
        "{label} is within {within} of {claimed}: derived {value}{at:at}, where the formula gives "
        "{expected}. {consistency}"
    ),
    Kind.FORMULA_NEAR_MEASURED: (
        "{label} is within {within} of {claimed}{tested:in}: {how:lower} {value}{at:at}, where the formula "
        "gives {expected}. {consistency}"
    ),
    Kind.FORMULA_OFF_DERIVED: (
        "{label} is not {claimed}: derived {value}{at:at}, where the formula gives {expected}; they differ "
        "by more than {within}. {consistency}"
    ),
    Kind.FORMULA_OFF: (
        "{label} is not {claimed}: {how:lower} {value}{at:at}, where the formula gives {expected}; they "
        "differ by more than {within}. {consistency}"
    ),
    Kind.PUBLISHED_ERROR_TOO_LARGE: (
        "The published value is too uncertain to hold the derived {value} against it{at:at}."
    ),
    Kind.PUBLISHED_ERROR: (
        "The published mean itself, of {runs} with a spread of {spread}, is known to ±{error} only."
    ),
    Kind.PUBLISHED_FITS: "The published mean, spread, number of runs and p-value fit each other.",
    Kind.PUBLISHED_DOES_NOT_FIT: (
        "The published numbers do not fit each other: {mean} with spread {spread} over {runs} runs gives a "
        "p-value of {possible}, not {printed}."
    ),
    Kind.MARGIN_NEEDED: "A margin or a published spread: neither says how near is near enough.",
    Kind.PUBLISHED_RUNS_NEEDED: (
        "More published runs: the spread of the published mean alone exceeds the margin."
    ),
    Kind.UNTIL_NARROWER: (
        "{trials}, until the {confidence} interval of the difference lies within {within}, or beyond."
    ),
}

BOUNDS: Final[Mapping[Kind, str]] = {
    Kind.AT_MOST: "at most",
    Kind.AT_LEAST: "at least",
    Kind.BOUND_DERIVED: (
        "{label} is {side:lower} {claimed}: derived, and consistent with what was {how:lower}"
        "{where:in}{aside}{slack}."
    ),
    Kind.BOUND_MEASURED: (
        "{label} is {side:lower} {claimed}{margin:bracket}: {how:lower}{where:in}{aside}{slack}."
    ),
    Kind.BOUND_COMPUTED: "{label} is {side:lower} {claimed}: computed{where:in}{aside}{slack}.",
    Kind.WITHIN: " within {within}",
    Kind.BOUND_BROKEN_DERIVED: (
        "{label} is not {side:lower} {claimed}: derived {derived}{at:at}{bound}{spread}."
    ),
    Kind.BOUND_BROKEN: (
        "{label} is not {side:lower} {claimed}: {how:lower} {value}{at:at}{bound}{test}{spread}."
    ),
    Kind.WHERE_BOUND: ", where the bound is {expected}",
    Kind.BROKEN_IN: "; the bound is broken{count:in}",
    Kind.BOUND_VACUOUS: (
        "{label} is {side:lower} {claimed} whatever it is: no setting has a bound that a probability could "
        "break."
    ),
    Kind.BOUND_VACUOUS_NEEDED: "Settings in which a probability could break the bound.",
    Kind.BOUND_OPEN: (
        "{label} may be {side:lower} {claimed}: nothing breaks the bound, but that it holds is not shown"
        "{count:in} ({how:lower} {value}{at:at}{bound}). {degenerate}"
    ),
    Kind.BOUND_NEEDS_ERRORS: "Smaller error bounds of the computed values.",
    Kind.UNTIL_BOUNDED: "{trials}, until every one-sided {confidence} limit is within the bound.",
    Kind.BOUND_IS_DERIVED: "The claimed bound is the derived one; no simulation is involved.",
    Kind.BOUND_IS_VALUE: "The bound is the derived value itself; no simulation is involved.",
    Kind.BOUND_ORDERED: "The derived value is {side:lower} the claimed bound{where:in}.",
    Kind.BOUND_NOT_IMPLIED: (
        "The derived bound does not imply the claimed one: {derived}{at:at}, where {expected} is claimed."
    ),
    Kind.BOUND_UNSPOKEN: "Nothing derived speaks about this bound.",
    Kind.SLACK_UNKNOWN: "; whether it is tight stays open",
    Kind.ALSO_VACUOUS: "; in {count} the bound is vacuous",
    Kind.SLACK_RATIO: "; the value is {ratio} times the bound",
    Kind.ONLY_VALUE: "; it is {value}",
    Kind.NEAREST: "; it comes nearest to the bound with {value}{at:at}{bound}",
    Kind.SLACK_STEADY: (
        "; the bound is tight: the exponents of the ratio of value to bound are within {margin} of zero"
    ),
    Kind.SLACK_LOOSE: "; the bound is not tight: the ratio of value to bound varies as {powers:list}",
    Kind.SLACK_ENDS: (
        "; the bound is not tight: the value is {near} times the bound{at_near:at} and {far} times{at_far:at}"
    ),
}

COMPARISONS: Final[Mapping[Kind, str]] = {
    Kind.AGREES_WITH_DERIVED: "{how} within {within} of the derived value{where:in}{test}.",
    Kind.WITHIN_DERIVED: "Nothing lies beyond the derived bound{where:in}.",
    Kind.DERIVED_OPEN: (
        "Nothing contradicts the derived value, but not every interval is within {within} of it "
        "({how:lower} {value}{at:at}, derived {expected}). {degenerate}"
    ),
    Kind.DERIVED_DISAGREES: (
        "{label} is undecided: derivation and simulation disagree (one of them is wrong, not the claim), "
        "{how:lower} {value} and derived {expected}{at:at}{test}{ratio}."
    ),
    Kind.DERIVED_BOUND_BROKEN: (
        "{label} is undecided: derivation and simulation disagree (one of them is wrong, not the claim), "
        "{how:lower} {value} and derived {side:lower} {expected}{at:at}{test}."
    ),
    Kind.RATIO_IS: (
        "; their ratio is like {factor}{other} in every setting, perhaps a factor that one definition lacks"
    ),
    Kind.RATIO_OR: " (or {factor})",
    Kind.RATIO_STEADY: (
        "; their ratio is about {factor} in every setting, perhaps a number that one definition lacks"
    ),
    Kind.RATIO_GROWS: (
        "; their ratio goes like {powers:list} over the settings, perhaps a power that one definition lacks"
    ),
    Kind.RATIO_VARIES: (
        "; their ratio runs from {low}{at_low:at} to {high}{at:at}, and is neither a constant nor a power of "
        "a size"
    ),
    Kind.PREMISE: "{text}",
    Kind.HEURISTIC_STEP: "a heuristic step",
    Kind.HEURISTIC_OFF: (
        "The derivation rests on an approximation ({premise:lower}), which is off by {off} at these sizes: "
        "{how:lower} {value} where it gives {expected}{at:at}{test}."
    ),
    Kind.HEURISTIC_BOUND_OFF: (
        "The derivation rests on an approximation ({premise:lower}), which does not hold at these sizes: "
        "{how:lower} {value} where it gives {side:lower} {expected}{at:at}{test}."
    ),
    Kind.NO_EXPONENT_DERIVED: "No exponent is derived.",
    Kind.EXPONENTS_UNSPOKEN: "Derived exponents say nothing of {formula}.",
    Kind.NO_EXPONENT_OF: "The derivation gives no exponent of {variable}.",
    Kind.ALTERNATIVE_NOT_DERIVED: "The derived formula is another one.",
    Kind.ALTERNATIVE_RULED_OUT: "The measurements rule it out{test}.",
    Kind.ALTERNATIVE_STANDS: "The measurements do not rule it out{test}.",
    Kind.ALTERNATIVE_BROKEN: "A setting breaks it.",
    Kind.ALTERNATIVE_UNBROKEN: "No setting breaks it.",
}

ADVICE: Final[Mapping[Kind, str]] = {
    Kind.LONGER_OR_MORE: "{trials}, or {reach:lower}, {goal:lower}.",
    Kind.LARGER_OR_SHARPER: "Larger sizes, or smaller error bounds, {goal:lower}.",
    Kind.LARGER_SIZES_OF: "larger sizes of {variable}",
    Kind.SIZES_UP_TO: "sizes of {variable} up to {size}, as precise as the largest",
    Kind.SMALLER_SIZES_OF: "smaller values of {variable}",
    Kind.SIZES_DOWN_TO: "values of {variable} down to {size}, as precise as the smallest",
    Kind.EXPONENT_OF: "the exponent of {variable}",
    Kind.RATE_OF: "the rate of {variable}",
    Kind.ONE_SIDE_OF_MARGIN: (
        "for an interval of {parameter:lower} that lies on one side of the margin {margin}"
    ),
}

_BEYOND = "Sizes beyond {range} at which the local exponents of {variable} "
_ON = "{range:on}{held:bracket}, {measured}. {notes}"

GROWTH: Final[Mapping[Kind, str]] = {
    Kind.LAW_AGREES: "{label} {order}, {margin}: " + _ON,
    Kind.LAW_AGREES_BEYOND: (
        "{label} {order}, {margin} once corrections that vanish at large sizes are allowed for: " + _ON
    ),
    Kind.LAW_NOT_YET: (
        "{label} {order}, {margin}: true asymptotically, not yet at {far}. Corrections that vanish there are "
        "allowed for{named:bracket}; " + _ON
    ),
    Kind.NAMED_CORRECTIONS: " {of:list}",
    Kind.LAW_TIGHT: "{label} {order}, and the bound is tight, {margin}: " + _ON,
    Kind.LAW_LOOSE: "{label} {order}, and the bound is not tight (margin {size} in the exponent): " + _ON,
    Kind.LAW_BOUND: (
        "{label} {order}; whether the bound is tight stays open (margin {size} in the exponent): " + _ON
    ),
    Kind.LAW_REFUTED_EXPONENTIAL: (
        "{label} {order} ({margin}): {range:on}{held:bracket}, {measured}. {why} {notes}"
    ),
    Kind.LAW_REFUTED: (
        "{label} {order} (margin {size} in the exponent): {range:on}{held:bracket}, {measured}. {why} {notes}"
    ),
    Kind.LAW_OPEN: (
        "Whether {label} {order}, {margin}, stays open: {range:on}{held:bracket}, {measured}. {why} {notes}"
    ),
    Kind.LAW_DESCRIBES: (
        "The law {law} describes {label}{best:bracket}, with {constants:list}; {range:on}{held:bracket}. "
        "{why} {notes}"
    ),
    Kind.DESCRIBES_NOT: (
        "The law {law} does not describe {label}: {range:on}{held:bracket}, {measured}. {why} {notes}"
    ),
    Kind.DESCRIBES_OPEN: (
        "Whether {law} describes {label} stays open: {range:on}{held:bracket}, {measured}. {why} {notes}"
    ),
    Kind.WHY_DESCRIPTION: "No exponent of it is a number, so it claims none.",
    Kind.WRITE_NUMBERS: "A law with exponents that are numbers, which is a claim.",
    Kind.WHY_ROUGH: (
        "No form {law} fits{best:bracket}, and no smooth curve does: the errors may be told too small, by a "
        "factor of {times}."
    ),
    Kind.WHY_LEFT_OUT: (
        "No form {law} fits{best:bracket}: where all other variables are equal, it depends on {variable}, "
        "which the law leaves out ({p_value} for no dependence)."
    ),
    Kind.LAW_BY_ALGEBRA: "{label} {order}, by derivation; no simulation is involved.",
    Kind.LAW_TIGHT_BY_ALGEBRA: (
        "{label} {order}, and the bound is tight, by derivation; no simulation is involved."
    ),
    Kind.LAW_LOOSE_BY_ALGEBRA: (
        "{label} {order}, and the bound is not tight: by derivation it {derived}; no simulation is involved."
    ),
    Kind.LAW_REFUTED_BY_ALGEBRA: ("{label} {order}: by derivation it {derived}; no simulation is involved."),
    Kind.LAW_NOTHING_TO_FIT: "Whether {label} {order} stays open: there is nothing to fit.",
    Kind.LAW_NEGATIVE: (
        "Whether {label} {order} stays open: laws of growth are of positive numbers, and no setting has one."
    ),
    Kind.LAW_DERIVED: "{label} {order}, by derivation; " + _ON,
    Kind.LAW_DERIVED_TIGHT: "{label} {order}, and the bound is tight, by derivation; " + _ON,
    Kind.LAW_DERIVED_LOOSE: (
        "{label} {order}, and the bound is not tight: by derivation it {derived}; " + _ON
    ),
    Kind.LAW_DERIVED_BOUND: (
        "{label} {order}, by derivation; {range:on}{held:bracket}, {measured}. Whether the bound is tight "
        "stays open. {notes}"
    ),
    Kind.LAW_REFUTED_BY_DERIVATION: "{label} {order}: by derivation it {derived}; " + _ON,
    Kind.WHY_FLOOR: (
        "No form {law} with a vanishing correction fits{best:bracket}; a floor remains at large sizes."
    ),
    Kind.FAR_WORSE: " {p}, far worse than what fits best",
    Kind.WHY_ON_FLOOR: "What fits best keeps a floor at large sizes.",
    Kind.WHY_ON_FLOOR_OR_ALTERNATIVE: (
        "What fits best keeps a floor at large sizes, and {alternative} fits as well."
    ),
    Kind.WHY_ALTERNATIVE: "No form {law} with a vanishing correction fits{best:bracket}; {alternative} does.",
    Kind.WHY_EXPONENTIAL: (
        "No form {law} with a vanishing correction fits{best:bracket}; an exponential in {variable} does."
    ),
    Kind.WHY_LOCAL: (
        "No form {law} with a vanishing correction fits{best:bracket}; the local exponents of {variable} end "
        "beyond the margin."
    ),
    Kind.WHY_NO_FORM: "No form {law} with a vanishing correction fits{best:bracket}.",
    Kind.WHY_DISPUTED: "{alternative} fits as well.",
    Kind.WHY_FEW_SIZES: "So few sizes of {variable} decide nothing.",
    Kind.WHY_WRONG_POINT: (
        "No form {law} with a vanishing correction fits{best:bracket}; without one setting ({point}) one "
        "does."
    ),
    Kind.WHY_WIDER_ERRORS: (
        "No form {law} with a vanishing correction fits{best:bracket}; with errors {times} times as "
        "large, as the settings scatter, one does."
    ),
    Kind.WHY_THETA_AGREES: (
        "As Theta it agrees, whose corrections vanish like powers; a claim about the limit allows slower "
        "ones, like 1/log, and these data leave them open."
    ),
    Kind.WHY_PURE_AGREES: (
        "As a pure law it agrees; corrections of up to half of the law, which these data allow, leave it "
        "open."
    ),
    Kind.WHY_PURE_REFUTED: (
        "As a pure law it is refuted; corrections of up to half of the law, which these data allow, leave it "
        "open."
    ),
    Kind.WHY_POWER_BESIDE: (
        "Allowing for corrections that vanish, these data do not exclude a power of {variable} beside the "
        "exponential, with an exponent from {least} to {most}, which makes the rate uncertain."
    ),
    Kind.WHY_NOT_REACHED: (
        "The claimed order is not reached on this range: the local exponents of {variable} come nearer to "
        "{claimed}."
    ),
    Kind.WHY_TOWARDS: (
        "The local exponents of {variable} come nearer to the claimed {claimed}, as those of a law that "
        "crosses over to it do."
    ),
    Kind.WHY_MAY_CROSS: (
        "As a pure law it is refuted; one that goes over to the claimed {claimed} at the largest {variable}, "
        "where errors hide it, leaves it open."
    ),
    Kind.WHY_SETTLES: (
        "The claimed law describes these data as well, with a correction beside its exponential that is gone "
        "at larger {variable}."
    ),
    Kind.WHY_OUTGROWS: "An exponential in {variable} goes beyond every power at larger sizes.",
    Kind.WHY_AWAY: "The local exponents of {variable} leave the margin, away from the claimed {claimed}.",
    Kind.WHY_DERIVED: "A derivation gives this order, and nothing measured contradicts it.",
    Kind.NOTE_AGAINST: (
        "A trend speaks against it: the local exponent of {variable} moves away from the claimed one, from "
        "{first} to {last}."
    ),
    Kind.NOTE_TOWARDS: (
        "On this range the local exponent of {variable} comes nearer to the claimed one without reaching "
        "it{reach}."
    ),
    Kind.EXTRAPOLATES_TO: "; extrapolated to large sizes it is {exponent}",
    Kind.EXPONENT_FOR: "{derived} for {variable}",
    Kind.NOTE_CLIMBS: (
        "The local exponents of {variable} run through the bound, from {first} to {last}, where {claimed} is "
        "claimed."
    ),
    Kind.NOTE_ONE_SIDED: ("The derivation gives a bound only, whose exponent is {exponents:list}."),
    Kind.NOTE_BOUND_NOT_YET: (
        "In the limit the derived bound forces an exponent of {exponents:list}, which is not reached yet on "
        "this range."
    ),
    Kind.NOTE_BOUND_REACHED: (
        "In the limit the derived bound forces an exponent of {exponents:list}, which is reached at the end "
        "of this range only."
    ),
    Kind.EXPONENT_BOUNDED: " {side:lower} {derived} for {variable}{local}",
    Kind.LOCAL_EXPONENTS: " (local exponents here: {first} to {last})",
    Kind.NOTE_NOT_YET: (
        "These sizes are not yet asymptotic: the local exponents approach the derived ({exponents:list})."
    ),
    Kind.NOTE_WITHIN: ("The derived exponent is {exponents:list}."),
    Kind.NOTE_REACHED_LATER: (
        "The values agree with the derived formula, whose exponent ({exponents:list}) is reached at larger "
        "sizes."
    ),
    Kind.NOTE_HEURISTIC: (
        "The derived exponent ({exponents:list}) is heuristic, and the local exponents do not approach it."
    ),
    Kind.NOTE_UNEXPLAINED: (
        "The local exponents do not approach the derived ({exponents:list}): either the sizes are too small, "
        "or the derivation or the simulation is at fault."
    ),
    Kind.EXTRAPOLATED: (
        "Extrapolated to large sizes, corrections that vanish there allowed for ({confidence} together): "
        "{measured}. {why}"
    ),
    Kind.DERIVED_ORDER: "Derived: it {derived}; claimed: it {claimed}.",
    Kind.DERIVED_DRIFTS: (
        "The derived exponents are the claimed ones, but another factor grows without bound."
    ),
    Kind.DERIVED_BOUND_SHOWS: "A derived bound shows the claim: it {derived}; claimed: it {claimed}.",
    Kind.DERIVED_BOUND_EXCLUDES: (
        "A derived bound excludes the claimed order: it {derived}; claimed: it {claimed}."
    ),
    Kind.DERIVED_BOUND_SILENT: (
        "A derived bound does not settle the claim: it {derived}; claimed: it {claimed}."
    ),
    Kind.SIZES_MISSING: "At least {sizes} of {variable}.",
    Kind.MORE_VALUES: "Values at several sizes of a variable of the law, not zero and not all equal.",
    Kind.OTHER_SIGN: "The same numbers with the other sign, to ask how their size grows.",
    Kind.LARGER_SIZES_SETTLED: "Larger sizes of {variable}, where such a correction is gone.",
    Kind.LARGER_SIZES_UNTIL: (
        "Larger sizes of {variable}, until its local exponents lie within {margin} of the claim or stay away."
    ),
    Kind.CONFIRM_DERIVED: "More trials or larger sizes, until every setting agrees with the derived value.",
    Kind.OTHER_FORM: "A form that fits; the local exponents and their trend say where this one fails.",
    Kind.EXCLUDE_ALTERNATIVE: "Smaller errors or larger sizes, until {alternatives:list} no longer fits.",
    Kind.PLAN_TRIALS: "{trials}.",
    Kind.PLAN_SIZES: "Sizes of {variable} up to {size}.",
    Kind.PLAN_SIZES_AND_TRIALS: "{trials}, and sizes of {variable} up to {size}.",
    Kind.PLAN_FEW_SIZES: (
        "Measurement alone cannot decide this law: it needs at least {sizes} of {variable}."
    ),
    Kind.WOULD_CHANGE: "{found}",
    Kind.CUT_BY_BUDGET: "The time budget ended first; the same command with a longer one goes on.",
    Kind.BEYOND_RANGE: "Sizes beyond {range} that another form describes.",
    Kind.BEYOND_COMES_WITHIN: _BEYOND + "come within {margin} of {claimed}.",
    Kind.BEYOND_LEAVES: _BEYOND + "lie further than {margin} from {claimed}.",
    Kind.BEYOND_SINKS_TO: _BEYOND + "sink to {edge} or below.",
    Kind.BEYOND_EXCEEDS: _BEYOND + "exceed {edge}.",
    Kind.BEYOND_RISES_TO: _BEYOND + "rise to {edge} or above.",
    Kind.BEYOND_FALLS_BELOW: _BEYOND + "fall below {edge}.",
    Kind.LARGER_MARGIN: "A margin above {margin}, by which some setting certainly misses the formula.",
    Kind.SMALLER_MARGIN: "A margin below {margin}, as far as some interval reaches; or other settings.",
    Kind.ONE_DEFINITION: "One definition for both: compare them at the setting that is named, and fix one.",
    Kind.CORRECTED: "What it names, corrected: the same command then gathers evidence and decides.",
    Kind.OTHER_SETTINGS: "Other settings.",
    Kind.SEVERAL_SIZES: "Several sizes.",
}

TEMPLATES: Final[Mapping[Kind, str]] = {
    **GENERAL,
    **GROWTH,
    **VALUES,
    **BOUNDS,
    **COMPARISONS,
    **ALTERNATIVES,
    **ADVICE,
}
