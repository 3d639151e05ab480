"""Steps of attention: derived formulas and exact points are one, and nearby formulas are not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from theorycheck import law
from theorycheck.numerics.quantity import quantities
from theorycheck.papers.tables import CLAIMS, STATEMENTS
from theorycheck.theory.attention_dynamics import DERIVATIONS

QUANTITIES = quantities("attention_dynamics")

MEETINGS = (
    ("routing_response", {}, "-a"),
    ("own_advantage", {}, "(2*a - 1)*a"),
    ("dominance_error", {"errors": "aligned"}, "T/ratio"),
    ("dominant_gain", {"errors": "opposed"}, "1 - 1/ratio"),
)
"""A derivation and the quantity of its name, the points it speaks of, and a formula near the derived one."""


def chosen(name, where):
    """The points of a quantity with the given coordinates."""
    return [point for point in QUANTITIES[name].points if where.items() <= point.items()]


def gaps(formula, name, where):
    """Measured minus formula, in units of the error bound and rounding, point by point."""
    found = []
    for point in chosen(name, where):
        exact = QUANTITIES[name].evaluate(point)
        value = law.evaluate(formula, {k: v for k, v in point.items() if not isinstance(v, str)})
        found.append(abs(exact.value - value) / (exact.error_bound + 1e-12 * abs(value)))
    return found


@pytest.mark.parametrize(("name", "where", "wrong"), MEETINGS)
def test_both_routes_meet_and_a_formula_nearby_does_not(name, where, wrong):
    assert chosen(name, where)
    assert max(gaps(DERIVATIONS[name]().formula, name, where)) <= 1
    assert max(gaps(law.parse(wrong), name, where)) > 1e6


ALPHA, B = (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)), (-1, -3, 7)


def printed_steps(sign):
    """Eq. (34) at the instance of three values, in fractions."""
    mean = sum(weight * x for weight, x in zip(ALPHA, B, strict=True))
    return [sign * weight * (x - mean) for weight, x in zip(ALPHA, B, strict=True)]


def test_the_printed_score_step_at_the_counterexample_is_that_of_the_forward_pass():
    push = QUANTITIES["score_push"]
    for pairs, above in (("above", True), ("below", False)):
        point = {"instance": "three values", "pairs": pairs}
        mine = [s for s, x in zip(printed_steps(-1), B, strict=True) if (x > 0) is above]
        assert push.evaluate(point).value == pytest.approx(float(min(mine)))
        assert push.evaluate(point).value != pytest.approx(float(min(-s for s in mine)))


def test_no_statement_holds_under_a_interpretation_that_says_its_reverse():
    """Identities that refute a sentence stand with sentences they support."""
    reverse = {"score_balance": "S3.b", "compatibility_balance": "S5.4", "total_change": "S3.i"}
    for claim in CLAIMS:
        name = claim.id.removeprefix("attention_dynamics.")
        if name in reverse:
            assert claim.statement_id == f"attention_dynamics.{reverse[name]}"


def test_every_sentence_of_the_ledger_has_a_letter_of_its_own():
    letters = [s.id.rpartition(".")[2] for s in STATEMENTS if s.id.startswith("attention_dynamics.S3.")]
    assert letters == [chr(ord("a") + k) for k in range(len(letters))]
    assert len(letters) > 20
