"""Whether a derivation is one of the number that a claim measures, before anything is drawn.

A derivation of another quantity, at another level or in other variables would let derivation and
simulation disagree although neither is wrong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import sympy as sp

from ..claim import Claim, Relation, Value, point_words
from ..errors import UsageError
from ..evidence.plan import ResolvedClaim, targets_of
from ..law import LawError, evaluate, parse
from ..law.towards import independent

Points = Sequence[Mapping[str, Value]]


def require_fit(resolved: ResolvedClaim) -> None:
    """Raise UsageError where a user's derivation does not fit the claim that names it."""
    if resolved.derivation_result is not None:
        reason = misfit(resolved.claim, resolved.derivation_result.formula, points_of(resolved))
        if reason is not None:
            raise UsageError(reason)


def require_one_end(resolved: ResolvedClaim) -> None:
    """Raise UsageError where a claim of the limit leaves open which of several variables goes there."""
    claim = resolved.claim
    if not claim.is_of_limit or claim.diverging is not None:
        return
    points = points_of(resolved)
    numbers = {name for name, value in points[0].items() if not isinstance(value, str)} if points else set()
    if claim.threshold is not None:
        numbers -= {claim.threshold.variable}
    columns = {name: [point[name] for point in points] for name in sorted(numbers)}
    varying = independent([name for name, values in columns.items() if len(set(values)) > 1], columns)
    if claim.relation is Relation.LIMIT:
        in_formula = {str(symbol) for symbol in parse(claim.claimed).free_symbols}
        varying = tuple(name for name in varying if name not in in_formula)
    if len(varying) > 1:
        raise UsageError(
            f"{claim.id} is claimed of the limit, and {', '.join(varying)} vary; name the one that goes "
            "there in `diverging`. Of a joint limit, as n = alpha d, make alpha and d the variables."
        )


def points_of(resolved: ResolvedClaim) -> Points:
    """The design points of the claim; none where nothing is measured."""
    if resolved.given is not None:
        return [resolved.given.place(index) for index in range(len(resolved.given))]
    if resolved.quantity is None:
        return ()
    targets = targets_of(resolved.quantity, resolved.claim.grid, resolved.claim.domain)
    return [point for target in targets for point in target.points]


def misfit(claim: Claim, formula: sp.Expr, points: Points) -> str | None:
    """Why a derived formula cannot be one of the claim's number; None where nothing speaks against it.

    A law that rests on a derivation alone may leave out variables, which are its constants.
    """
    if not points and claim.relation is Relation.LAW:
        return None
    names = sorted(s.name for s in formula.free_symbols)
    known = sorted({name for point in points for name in point} or _claimed_names(claim))
    missing = [name for name in names if name not in known]
    if missing:
        where = "design points have" if points else "claimed formula and grid name"
        return (
            f"{claim.id}: its derivation is a formula in {', '.join(names)}, and the {where} "
            f"{', '.join(known) or 'no variable'}; name a derivation without {', '.join(missing)}, or give "
            "them values in the grid."
        )
    return next(filter(None, (_no_number(claim, formula, point) for point in points)), None)


def _claimed_names(claim: Claim) -> set[str]:
    claimed = {s.name for s in parse(claim.claimed).free_symbols}
    solved = {claim.threshold.variable} if claim.threshold else set()
    return claimed | claim.grid.keys() | solved


def _no_number(claim: Claim, formula: sp.Expr, point: Mapping[str, Value]) -> str | None:
    used = {s.name: point[s.name] for s in formula.free_symbols if s.name in point}
    try:
        value = evaluate(formula, used)
    except LawError as error:
        return f"{claim.id}: its derivation cannot be evaluated at its design points: {error}"
    if not math.isnan(value):
        return None
    at = point_words(used)
    return (
        f"{claim.id}: its derivation, {formula}, is not a real number at {at}; name a derivation that holds "
        "on the claim's grid, or leave these values out."
    )
