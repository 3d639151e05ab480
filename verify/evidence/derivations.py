"""What a derivation says at the points of the evidence, and how a document records it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np
import scipy
import sympy as sp
from numpy.typing import NDArray

from ..claim import Claim, Threshold, Value
from ..decide.verdict import Derived
from ..document import DerivationRecord, StepRecord
from ..errors import UsageError
from ..law import LawError, evaluate, without
from ..statistics.evidence import Evidence
from ..statistics.threshold import ThresholdError, bracket
from ..theory.notation import symbol
from . import routes

if TYPE_CHECKING:
    from ..theory.derivation import Derivation
    from ..theory.kernel import Theorem
    from .plan import Plan


Curves = Sequence[Sequence[Mapping[str, Value]]]
"""The points of each target, along which a threshold is read off."""


@dataclass(frozen=True, kw_only=True)
class DerivationResult:
    """What a derivation comes to, as plain values that travel between processes.

    The formula stands beside itself as text and in LaTeX: printing it takes longer than deriving others.
    """

    status: str
    formula: sp.Expr
    text: str
    latex: str
    relation: str
    exponents: Mapping[str, Fraction]
    record: DerivationRecord
    approximations: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()


def conclude(topic: str, name: str) -> DerivationResult:
    """Derive anew, in whatever process this is called."""
    return concluded(routes.named_derivation(topic, name))


def conclude_of_file(file: str, text: str, function: str) -> DerivationResult:
    """What a function of a user's file derives; it runs the file.

    Raises UsageError for one that is not there, raises, or returns no theorem and no derivation.
    """
    from ..simulator import called
    from ..theory.derivation import Derivation
    from ..theory.kernel import Theorem

    found = called(file, text, function)
    if isinstance(found, Theorem):
        found = _as_derivation(found, f"{file}:{function}", function)
    if not isinstance(found, Derivation):
        raise UsageError(
            f"{file}:{function} returned {type(found).__name__}; return a theorem, from prove or derive."
        )
    known = concluded(found)
    # A law's symbols are known by their names; a user's have assumptions of their own.
    shared = {s: symbol(s.name) for s in known.formula.free_symbols}
    formula = known.formula.xreplace(shared)
    return replace(known, formula=formula, text=str(formula), latex=sp.latex(formula))


def _as_derivation(theorem: Theorem, where: str, name: str) -> Derivation:
    """The replay of the theorem, with the exponents along its sizes where they follow from the formula."""
    from ..theory.derivation import proved
    from ..theory.leading import NoLeadingTerm

    title = name.replace("_", " ").capitalize()
    declared = theorem.proposition.declarations
    sizes = [own for _, own in sorted(declared, key=itemgetter(0)) if own.head == "size"]
    try:
        return proved(name, title, theorem, *sizes)
    except NoLeadingTerm:
        return proved(name, title, theorem)
    except TypeError as error:
        raise UsageError(
            f"{where} proves {theorem}, and a claim needs a formula of numbers: {error} Give norms and inner "
            "products their values in the law, as normal(0, s^2) does for <w, z> with |z| = s."
        ) from error


def concluded(derivation: Derivation) -> DerivationResult:
    """The derivation as plain values."""
    return DerivationResult(
        status=str(derivation.status),
        formula=derivation.formula,
        text=str(derivation.formula),
        latex=sp.latex(derivation.formula),
        relation=derivation.relation,
        exponents=dict(derivation.exponents),
        record=derivation_record(derivation),
        approximations=derivation.approximations,
        assumptions=derivation.assumptions,
    )


def derived(
    plan: Plan, derivation: Derivation | DerivationResult | None, evidence: Evidence | None
) -> Derived | None:
    """The derivation as the decision needs it, with its value at each point of the evidence."""
    if derivation is None:
        return None
    curves = tuple(target.points for target in plan.targets)
    return valued(plan.claim, curves, without_values(derivation), evidence)


def without_values(derivation: Derivation | DerivationResult) -> Derived:
    """What the decision needs of a derivation, before any point is known."""
    return Derived(
        status=str(derivation.status),
        formula=derivation.formula,
        relation=derivation.relation,
        exponents=derivation.exponents,
        values=None,
        approximations=derivation.approximations,
        assumptions=derivation.assumptions,
    )


def valued(claim: Claim, curves: Curves, known: Derived | None, evidence: Evidence | None) -> Derived | None:
    """The same with the formula's value at each point of the evidence, unless it has them.

    Of coordinates that the evidence lacks, since others determine them, the formula has what the domain says.
    """
    if known is None or known.formula is None or evidence is None or known.values is not None:
        return known
    lacking = {s.name for s in known.formula.free_symbols} - evidence.at.keys()
    formula = without(known.formula, lacking, claim.domain)
    try:
        return replace(known, formula=formula, values=_values(claim, curves, formula, evidence))
    except ThresholdError:
        # A derived curve that does not cross the level on this grid has no value there.
        return known


def derivation_record(derivation: Derivation | None) -> DerivationRecord:
    """The derivation as the document keeps it; status `none` where there is none."""
    if derivation is None:
        return DerivationRecord(status="none", steps=0, cited=[])
    return DerivationRecord(
        status=str(derivation.status),
        steps=len(derivation.steps),
        cited=list(derivation.cited),
        premises=list(derivation.premises),
        chain=[StepRecord(label=step.label, latex=step.latex) for step in derivation.steps],
        checks=list(derivation.checks),
    )


def _values(claim: Claim, curves: Curves, formula: sp.Expr, evidence: Evidence) -> NDArray[np.float64]:
    solve = claim.threshold
    if solve is not None and symbol(solve.variable) in formula.free_symbols:
        return np.array([_threshold(solve, formula, points) for points in curves])
    places = (evidence.place(index) for index in range(len(evidence)))
    return np.array([_value(formula, tuple(place.items())) for place in places])


@lru_cache(maxsize=16384)
def _value(formula: sp.Expr, at: tuple[tuple[str, Value], ...]) -> float:
    """A formula at one point, which every interim analysis of the claim asks for again."""
    return evaluate(formula, dict(at))


def _threshold(solve: Threshold, formula: sp.Expr, points: Sequence[Mapping[str, Value]]) -> float:
    """Where the derived curve crosses the level: on the grid of the measured one, then by the formula."""
    coordinates = np.array([float(point[solve.variable]) for point in points])
    curve = np.array([_value(formula, tuple(point.items())) for point in points])
    left = bracket(coordinates, curve, solve.level)

    def excess(size: float) -> float:
        return _value(formula, tuple({**points[left], solve.variable: size}.items())) - solve.level

    ends = coordinates[left], coordinates[left + 1]
    try:
        return float(scipy.optimize.brentq(excess, *ends, rtol=1e-12))
    except LawError:
        return _between_integers(excess, round(ends[0]), round(ends[1]))


def _between_integers(excess: Callable[[int], float], low: int, high: int) -> float:
    """The root of a formula that has values at integers only, on the chord of the two around it."""
    above = excess(high) > 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if (excess(middle) > 0) is above else (middle, high)
    return low + excess(low) / (excess(low) - excess(high))
