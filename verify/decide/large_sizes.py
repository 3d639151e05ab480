"""What is printed of an exponent at large sizes: an interval that slow corrections do not falsify.

A law is decided by a family of corrections that vanish like v^(-1/2) or faster. Its interval leaves out the
truth where they vanish more slowly, like v^(-1/4), 1/log(v) or log log v/log v. So the interval that is
printed allows for these too; and where no pure law holds for another power before the law (d + 30 sqrt(d) at
sizes up to 1500, where the correction is nearly as large as the law), or for a smallest size that is apart.
It is cut to what the verdict says: inside the margin where the family's interval lies there, beyond it where
it lies beyond. Nothing is printed of a law that stays open since it may be on its way to the claimed one, nor
of a variable with too few sizes to tell any.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from ..document import Bounds, Exponent, Outcome
from ..reason import Kind, Reason
from ..statistics.exponents import slow_limits
from .context import Diagnostic
from .headlines import Seen
from .parameters import product_design

ON_THE_WAY = frozenset({Kind.WHY_TOWARDS, Kind.WHY_MAY_CROSS, Kind.WHY_NOT_REACHED})


def at_large_sizes(seen: Seen, decided: Diagnostic) -> dict[str, Exponent]:
    """The exponents of a law that measurement decided, each with the interval to be printed."""
    records, context = dict(seen.exponents), seen.context
    if context.exact or seen.found is None or seen.found.curve is not None:
        return records
    printed = {name: one for name, one in records.items() if one.extrapolated_ci is not None}
    why = decided.sentence.parts.get("why") if isinstance(decided.sentence, Reason) else None
    if not printed or (isinstance(why, Reason) and why.kind in ON_THE_WAY):
        return records | {
            name: replace(one, extrapolated=None, extrapolated_ci=None) for name, one in printed.items()
        }
    design, usable, kept = product_design(context, seen.law)
    if design is None:
        return records
    limits = slow_limits(
        design,
        context.measured(usable),
        context.level,
        up_to_logs=context.claim.up_to_logs,
        fitted=None if context.claim.asymptotic else seen.found.fit,
    )
    for column, (parameter, low, high) in enumerate(zip(kept, *limits.tolist(), strict=True)):
        one = printed.get(parameter.label)
        if one is not None and column not in design.corrected:
            records[parameter.label] = replace(one, extrapolated=None, extrapolated_ci=None)
        elif one is not None:
            ends = _cut(one, (low, high), parameter.margin(context.claim.margin), decided.outcome)
            records[parameter.label] = replace(one, extrapolated_ci=ends)
    return records


def _cut(one: Exponent, wide: tuple[float, float], margin: float, outcome: Outcome) -> Bounds:
    """The wider interval, on the side of the margin on which the family's own lies, if that decided."""
    low, high = one.extrapolated_ci or (None, None)
    low, high = -np.inf if low is None else low, np.inf if high is None else high
    least, most = min(low, wide[0]), max(high, wide[1])
    if one.claimed is not None and outcome is not Outcome.INCONCLUSIVE:
        near, far = one.claimed - margin, one.claimed + margin
        if near <= low and high <= far:
            least, most = max(least, near), min(most, far)
        elif high < near:
            most = min(most, near)
        elif low > far:
            least = max(least, far)
    return least if np.isfinite(least) else None, most if np.isfinite(most) else None
