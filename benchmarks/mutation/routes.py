"""Mutants of one route alone: the derived formula, or the measured numbers, and the other as it is.

Each must make the two routes disagree, or a claim of the numbers fall, or lead them away from what the
theorem is about. A derived bound is no formula for the numbers:
one that is looser at every point follows from it, and so does a bound from an equation; nothing refutes
what is true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from fractions import Fraction
from typing import Final

import msgspec
import sympy as sp
from theorycheck.claim import Relation
from theorycheck.decide.verdict import Verdict
from theorycheck.document import ComparisonOutcome, Outcome
from theorycheck.law import LawError, evaluate, parse
from theorycheck.theory.array_functions import NoInstance
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.derivation import Derivation, formula_side, instantiable
from theorycheck.theory.heads import RELATIONS
from theorycheck.theory.node import Term, number
from theorycheck.theory.notation import symbol

from benchmarks.time_limit import TooLongError, limited
from benchmarks.wide_instances import fails

from .equivalence import asks_for_no_more, is_looser, same_order
from .faults import SHIFT, Fault, faults
from .operators import HALF, WEAKENED
from .sample import ALL, Sample
from .subject import AT_THE_END, DEFINITION, SECOND_BOUND, Fate, Subject, answer, derived_once

SMALL: Final = "what the simulator measures at small sizes"
"""How a fault is told that the simulator would show where the number is worked out."""

WIDE: Final = "what the bound is of, at larger sizes and ends of parameters"
"""How a bound is told that is beyond it there."""

SECONDS: Final = 20
"""CPU seconds of instances that are looked at."""

SECOND: Final = "a second route to the same number"
"""How points are told that are off from it."""

BESIDE: Final = "another claim that reads the same numbers"
"""How a fault of what is measured is told that the claim itself, a bound perhaps, does not notice."""


def fates(subject: Subject, sample: Sample = ALL, beside: Iterable[Subject] = ()) -> Iterator[Fate]:
    """What becomes of each mutant; none where there is but one route.

    `beside` are the other claims that read the same numbers, and with them the same faults.
    """
    if subject.derivation is None or subject.evidence is None:
        return
    for operator, change, derivation in (*_theory(subject.derivation), *_neighbours(subject)):
        if sample.takes("derived", subject.claim.id, operator, change):
            moved = replace(subject, derivation=derivation)
            yield _derived(subject, moved, _fate(subject, moved, "derived", operator, change))
    for fault in faults(subject, subject.evidence):
        faulty = fault.of(subject)
        if faulty is not None and sample.takes("measured", subject.claim.id, fault.operator, fault.change):
            yield _measured(subject, faulty, fault, beside)


def _derived(subject: Subject, moved: Subject, found: Fate) -> Fate:
    """What becomes of another formula, which what knows no proof may refuse where the claim does not."""
    true, other = subject.derivation, moved.derivation
    if found.fate != "survived" or true is None or other is None:
        return found
    for refuses, by in (
        (_fails_in_an_instance, AT_THE_END),
        (subject.leaves_second_bound, SECOND_BOUND),
        (_fails_in_a_wide_instance, WIDE),
    ):
        if refuses(true, other):
            return msgspec.structs.replace(found, fate="caught", by=by, reason="")
    return found


def _measured(subject: Subject, moved: Subject, fault: Fault, beside: Iterable[Subject]) -> Fate:
    """What becomes of a fault of the numbers, which the other claims that read them may notice."""
    found = _fate(subject, moved, "measured", fault.operator, fault.change)
    if found.fate != "survived":
        return found
    if fault.operator == SHIFT and _grants_counted(subject, fault.counted):
        return msgspec.structs.replace(found, fate="equivalent", reason="")
    if _is_seen_at_small_sizes(fault, subject):
        return msgspec.structs.replace(found, fate="caught", by=SMALL, reason="")
    if any(_is_noticed(fault, other) for other in beside):
        return msgspec.structs.replace(found, fate="caught", by=BESIDE, reason="")
    return found


def _is_noticed(fault: Fault, subject: Subject) -> bool:
    moved = fault.of(subject)
    if moved is None:
        return False
    found = _fate(subject, moved, "measured", fault.operator, fault.change)
    return found.fate == "caught" or _is_seen_at_small_sizes(fault, subject)


def _is_seen_at_small_sizes(fault: Fault, subject: Subject) -> bool:
    """Whether a simulator with that fault leaves what is known of its number where sizes are small.

    A fault of where a curve is at a level is none of the curve, which is what is measured there.
    """
    if subject.claim.threshold is not None and fault.counted is None:
        return False
    return any(
        small is not None and (moved := fault.of(small)) is not None and leaves(small, moved)
        for small, leaves in (
            (subject.at_small_sizes_of_theorem, _leaves_definition),
            (subject.at_small_sizes_of_term, _leaves_second_route),
        )
    )


def _fails_in_an_instance(true: Derivation, moved: Derivation) -> bool:
    """Whether the second check of a theorem refuses it with another formula.

    That is its own times a number or a power of a size, or the other theorem's that the mutant has. A
    heuristic, whose hypotheses are met between whole sizes alone, is looked at there, as `tests/papers` does.
    """
    other = _other_side(true, moved)
    if other is None:
        return False
    stated, given = instantiable(true.theorem)
    side, _ = formula_side(stated)
    made = Term(stated.head, tuple(other if part is side else part for part in stated.args))
    try:
        check(made, given, between=true.status == "heuristic")
    except CheckFailed:
        return True
    except (NoInstance, ArithmeticError, ValueError):
        return False
    return False


def _fails_in_a_wide_instance(true: Derivation, moved: Derivation) -> bool:
    """Whether larger sizes and ends of parameters refuse the theorem with another bound."""
    other = _other_side(true, moved)
    try:
        with limited(SECONDS):
            return other is not None and not fails(true.theorem) and fails(true.theorem, other)
    except TooLongError:
        return False


def _other_side(true: Derivation, moved: Derivation) -> Term | None:
    """The mutant's formula as a term; None of one that is neither the formula times something nor proved, and
    of another relation.
    """
    if true.theorem.proposition.head not in RELATIONS or moved.relation != true.relation:
        return None
    stated, _ = instantiable(true.theorem)
    side, _ = formula_side(stated)
    if moved.theorem is not true.theorem:
        return formula_side(instantiable(moved.theorem)[0])[0]
    factor = sp.simplify(moved.formula / true.formula)
    base, power = factor.as_base_exp()
    sizes = [own for name, own in stated.declarations if name == str(base)]
    if factor.is_Rational:
        return number(Fraction(str(factor))) * side
    return sizes[0] ** Fraction(str(power)) * side if sizes and power.is_Rational else None


def _theory(true: Derivation) -> Iterator[tuple[str, str, Derivation]]:
    """The derived formula as a bound, times 2, by 2, and times a half power of each of its variables."""
    formula = true.formula
    if true.relation == "=":
        yield WEAKENED, "derived value -> derived upper bound", with_formula(true, formula, relation="<=")
    if formula == 0:
        yield "offset", "derived 0 -> 1", with_formula(true, sp.Integer(1))
        return
    for factor in (sp.Integer(2), HALF):
        yield "factor", f"derived formula times {factor}", with_formula(true, factor * formula)
    for name in sorted(str(s) for s in formula.free_symbols):
        for off in (HALF, -HALF):
            exponents = dict(true.exponents)
            if name in exponents:
                exponents[name] += Fraction(int(off.p), int(off.q))
            moved = with_formula(true, formula * symbol(name) ** off, exponents)
            yield "exponent", f"derived formula times {name}**({off})", moved


def _neighbours(subject: Subject) -> Iterator[tuple[str, str, Derivation]]:
    """What the next derivation of the same module says, of another quantity with the same variables."""
    true, claim = subject.derivation, subject.claim
    if true is None or claim.derivation is None:
        return
    known = derivations(claim.topic)
    home = known[claim.derivation].__module__
    names = [name for name, derive in known.items() if derive.__module__ == home]
    at = names.index(claim.derivation)
    for name in (*names[at + 1 :], *names[:at]):
        other = derived_once(known[name])
        if other.formula.free_symbols == true.formula.free_symbols and other.formula != true.formula:
            made = with_formula(true, other.formula, other.exponents, other.relation)
            vars(made).update(theorem=other.theorem)
            yield "quantity", f"derived {claim.derivation} -> {name}", made
            return


def with_formula(
    true: Derivation,
    formula: sp.Expr,
    exponents: Mapping[str, Fraction] | None = None,
    relation: str | None = None,
) -> Derivation:
    """The derivation with another end, which no theorem would have: its steps stay as they are."""
    exponents = true.exponents if exponents is None else exponents
    made = copy(true)
    vars(made).update(formula=formula, exponents=exponents, relation=relation or true.relation)
    return made


def _grants_counted(subject: Subject, variable: str | None) -> bool:
    """Whether a law and its derivation say the same of sizes counted one higher.

    The law has the same order, and the derived bound is looser there; a heuristic formula decides nothing.
    """

    def counted(formula: sp.Expr) -> sp.Expr:
        return formula - 1 if variable is None else formula.subs(symbol(variable), symbol(variable) + 1)

    claim, known = subject.claim, subject.derivation
    law = parse(claim.claimed)
    if claim.relation is not Relation.LAW or not same_order(law, counted(law), subject.names):
        return False
    if known is None or known.status == "heuristic":
        return True
    try:
        return is_looser(known.relation, known.formula, counted(known.formula), subject.places)
    except LawError:
        # A threshold's formula names the coordinate along which it is solved.
        return False


def _fate(subject: Subject, moved: Subject, family: str, operator: str, change: str) -> Fate:
    def fate(what: str, *, by: str = "", reason: str = "") -> Fate:
        return Fate(
            family=family,
            target=subject.claim.id,
            operator=operator,
            change=change,
            fate=what,
            by=by,
            reason=reason,
        )

    try:
        verdict = moved.verdict
    except (ValueError, ArithmeticError, TypeError) as error:
        return fate("stillborn", by="the decision breaks", reason=f"{type(error).__name__}: {error}")
    # A claim that was in error before anything was changed shows nothing by being so still.
    if answer(verdict) != subject.answer:
        differs = verdict.outcome is Outcome.ERROR
        return fate("caught", by="error: the routes differ" if differs else "another answer, no error")
    if family == "measured" and _measures_the_same(subject, moved):
        return fate("equivalent")
    if family == "measured" and _leaves_definition(subject, moved):
        return fate("caught", by=DEFINITION)
    if family == "measured" and _leaves_second_route(subject, moved):
        return fate("caught", by=SECOND)
    if family == "derived" and _is_same_at_points(subject, moved):
        return fate("equivalent")
    if family == "derived" and _follows(subject, moved):
        return fate("weaker", by="it follows from the derivation")
    return fate("survived", reason=_reason(verdict))


def _measures_the_same(subject: Subject, moved: Subject) -> bool:
    """Whether every point is what it was: twice no failures are none."""
    before, after = subject.evidence, moved.evidence
    return before is not None and after is not None and before.points == after.points


def _is_same_at_points(subject: Subject, moved: Subject) -> bool:
    """Whether the derived number is the same at every point, bit for bit, and so are its exponents."""
    before, after = subject.derivation, moved.derivation
    if before is None or after is None or before.exponents != after.exponents:
        return False
    if before.relation != after.relation:
        return False
    try:
        return all(evaluate(before.formula, at) == evaluate(after.formula, at) for at in subject.places)
    except LawError:
        # A threshold's formula names the coordinate along which it is solved.
        return False


def _leaves_definition(subject: Subject, moved: Subject) -> bool:
    """Whether points that agree with what the theorem is about do so no more, where they were changed."""
    changed = _changed(subject, moved)
    before, after = (one.meets_definition(one.derivation, changed) for one in (subject, moved))
    return before and not after


def _leaves_second_route(subject: Subject, moved: Subject) -> bool:
    """Whether points that agree with a second route do so no more, where they were changed."""
    changed = _changed(subject, moved)
    return subject.meets_second_route(changed) and not moved.meets_second_route(changed)


def _changed(subject: Subject, moved: Subject) -> list[int]:
    """The places of the points that are others."""
    if subject.evidence is None or moved.evidence is None:
        return []
    both = enumerate(zip(subject.evidence.points, moved.evidence.points, strict=True))
    return [place for place, (before, after) in both if before != after]


def _follows(subject: Subject, moved: Subject) -> bool:
    """Whether what is derived follows from what was: a looser bound, at every point, or a value as a bound.

    A value that becomes a bound is excused where the claim is such a bound, is refuted by the bound too, or
    rests on what is measured alone, its law and the derived one not compared: every other one asks for the
    value, and has to fall with it.
    """
    if subject.derivation is None or moved.derivation is None:
        return False
    before, after = subject.derivation, moved.derivation
    if before.relation != after.relation:
        suffices = subject.answer.outcome is Outcome.REFUTED or asks_for_no_more(
            subject.claim, after.relation
        )
        return suffices or subject.answer.symbolic is ComparisonOutcome.OPEN
    return is_looser(after.relation, before.formula, after.formula, subject.places)


def _reason(verdict: Verdict) -> str:
    return f"{answer(verdict).words}: {verdict.comparisons.points.sentence}"
