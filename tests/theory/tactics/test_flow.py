"""Iterations in closed form against the iteration itself, and rates against distances measured on the way."""

from fractions import Fraction

import pytest
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.evaluation import Evaluator, Instance
from theorycheck.theory.kernel import Refused, Status, apply, believe, record
from theorycheck.theory.model import Parameter, Size, fixed
from theorycheck.theory.node import number
from theorycheck.theory.prove import derive, prove, suppose
from theorycheck.theory.tactics import flow
from theorycheck.theory.terms import absolute, exp, identity, iterate, rate, sigmoid, sqrt, tanh

a, b, r, x, y, p, eta = map(Parameter, ["a", "b", "r", "x", "y", "p", "eta"])
t, s = Size("t", minimum=0), Size("s", minimum=2)
SOLVED = {
    "linear": (a * x + b, t, [a != 1], lambda x, a, b, **_: a * x + b),
    "from the second step on": (a * x + b, s, [a < 1], lambda x, a, b, **_: a * x + b),
    "steps of two sizes": (a * x + b, t + s, [a < 1], lambda x, a, b, **_: a * x + b),
    "an average": (x + a * (b - x), t, [a > 0], lambda x, a, b, **_: x + a * (b - x)),
    "a drift": (x + b, t, [], lambda x, b, **_: x + b),
    "doubling": (2 * x + 1, t, [], lambda x, **_: 2 * x + 1),
    "three steps of a parabola": (x**2 + a, number(3), [], lambda x, a, **_: x**2 + a),
    "gradient descent on a parabola": (
        x - eta * a * (x - b),
        t,
        [eta * a != 0],
        lambda x, a, b, eta, **_: x - eta * a * (x - b),
    ),
}
VALUES = {"a": Fraction(2, 5), "b": Fraction(7, 3), "y": Fraction(-5, 4), "eta": Fraction(1, 2)}
POINTS = {Parameter(name): float(number) for name, number in VALUES.items()} | {
    t: 5,
    s: 4,
    p: 0.5671432904097838,
}


@pytest.mark.parametrize("name", SOLVED)
def test_a_closed_form_is_what_the_iteration_gives(name):
    step, count, where, function = SOLVED[name]
    theorem = derive(iterate(step, x, y, count), by=flow, where=where)
    expected = VALUES["y"]
    for _ in range(int(Evaluator(Instance(POINTS).values).value(count))):
        expected = function(expected, **{k: v for k, v in VALUES.items() if k != "y"})
    found = Evaluator(Instance(POINTS).values).value(theorem.proposition.args[1])
    assert found == pytest.approx(float(expected), rel=1e-12)
    assert believe(record(theorem)).status is Status.DERIVED
    given = [h.proposition for h in theorem.hypotheses]
    assert check(theorem.proposition, given, instances=2) == "holds in 2 random instances"


def test_a_stated_form_is_proved_by_induction():
    harmonic = iterate(x / (1 + x), x, y, t)
    theorem = prove(harmonic == y / (1 + t * y), by=flow, where=[y > 0])
    assert repr(theorem) == "y > 0 ⊢ (x ↦ x/(x + 1))^t(y) = y/(t y + 1)"
    with pytest.raises(Refused, match="Counterexample"):
        prove(harmonic == y / (1 + 2 * t * y), by=flow, where=[y > 0])
    with pytest.raises(Refused):
        prove(harmonic == y / (1 + t * y), by=flow)


def test_steps_of_a_vector():
    d = Size("d")
    A, u, v = fixed("A", d, d), fixed("u", d), fixed("v", d)
    assert repr(derive(iterate(A @ v, v, u, t), by=flow)) == "⊢ (x ↦ A x)^t(u) = A^t u"
    descent = iterate(v - eta * (A @ v), v, u, t)
    stated = descent == ((identity(d) - eta * A) ** t) @ u
    assert prove(stated, by=flow).proposition is stated
    assert check(stated)
    with pytest.raises(Refused, match="Counterexample"):
        prove(descent == ((identity(d) - eta * A) ** (t + 1)) @ u, by=flow)


RATES = {
    "logistic map": (r * x * (1 - x), 1 - 1 / r, [r != 0], {r: 2.8}, "abs(2 - r)"),
    "gradient descent": (x - eta * a * (x - b), b, [], {}, "abs(1 - η a)"),
    "Newton's root": ((x + a / x) / 2, sqrt(a), [a > 0], {}, "0"),
    "the constant of exp": (exp(-x), p, [exp(-p) == p], {}, "exp(-p)"),
    "tanh at zero": (tanh(a * x), number(0), [], {}, "abs(a)"),
    "a lazy step": (x + a * (exp(-x) - x), p, [exp(-p) == p], {}, None),
    "sigmoid": (sigmoid(x) - Fraction(1, 2), number(0), [], {}, None),
}


@pytest.mark.parametrize("name", RATES)
def test_a_rate_is_what_distances_shrink_by(name):
    step, point, where, values, printed = RATES[name]
    theorem = derive(rate(step, x, point), by=flow, where=where)
    if printed is not None:
        assert repr(theorem.proposition.args[1]) == printed
    named = POINTS | values
    at = Evaluator(Instance(named).values)
    place = float(at.value(point))
    distance = 1e-6
    moved = [
        float(Evaluator(Instance(named | {x: place + side * distance}).values).value(step)) - place
        for side in (-1, 1)
    ]
    measured = abs(moved[1] - moved[0]) / (2 * distance)
    assert float(at.value(theorem.proposition.args[1])) == pytest.approx(measured, rel=1e-6, abs=1e-6)
    assert {h.proposition for h in theorem.hypotheses} == set(where)


FAILURES = [
    (iterate(a * x + b, x, y, t), [], "a ≠ 1"),
    (iterate(x**2, x, y, t), [], "state it"),
    (rate(r * x * (1 - x), x, 1 - 1 / r), [], "r ≠ 0"),
    (rate(x**2 + 1, x, 0), [], "is a fixed point"),
    (rate(absolute(x) * 2, x, 0), [], "not smooth"),
    (rate(exp(-x), x, p), [], "is a fixed point"),
    (a, [], "has no iteration"),
    (iterate(a * x + b, x, y, number(40)), [], "at most 16"),
]


@pytest.mark.parametrize(("term", "where", "missing"), FAILURES)
def test_a_failure_says_what_is_missing(term, where, missing):
    with pytest.raises(Refused, match=missing):
        derive(term, by=flow, where=where)


def test_a_false_rate_is_answered_with_a_counterexample():
    with pytest.raises(Refused, match="Counterexample"):
        prove(rate(r * x * (1 - x), x, 1 - 1 / r) == absolute(1 - r), by=flow, where=[r != 0])
    assert prove(rate(r * x * (1 - x), x, 1 - 1 / r) == absolute(r - 2), by=flow, where=[r != 0])


def test_the_second_check_sees_another_count_and_another_rate():
    with pytest.raises(CheckFailed):
        check(iterate(x + b, x, y, t) == y + b * (t + 1), instances=9)
    with pytest.raises(CheckFailed):
        check(rate(a * x, x, 0) == a, instances=9)


SUMMED = iterate(x + b, x, y, t) == y + b * t


def base_and_step():
    """Of the proof by induction that t additions of b are one of b t."""
    return derive(iterate(x + b, x, y, t), by=flow).premises[0].premises


def test_base_and_step_of_an_induction_must_be_those_of_the_statement():
    base, step = base_and_step()
    assert apply("induction", base, step, symbol=t, statement=SUMMED)
    for one, other in ((step, base), (base, base), (step, step)):
        with pytest.raises(Refused, match="must be a theorem"):
            apply("induction", one, other, symbol=t, statement=SUMMED)


def test_the_step_of_an_induction_may_assume_nothing_else_of_the_size():
    base, step = base_and_step()
    both = apply("both", step, suppose(t <= 7))
    widened = apply("one_of_both", both, position=0)
    with pytest.raises(Refused, match="are about"):
        apply("induction", base, widened, symbol=t, statement=SUMMED)


def test_what_the_base_of_an_induction_assumes_stays_assumed():
    base, step = base_and_step()
    assumed = suppose(base.proposition)
    found = apply("induction", assumed, step, symbol=t, statement=SUMMED)
    assert [h.proposition for h in found.hypotheses] == [base.proposition]
    assert not apply("induction", base, step, symbol=t, statement=SUMMED).hypotheses
    with pytest.raises(Refused, match="must be a theorem"):
        apply("induction", suppose(SUMMED), step, symbol=t, statement=SUMMED)


def test_a_size_with_a_largest_value_does_not_go_on():
    base, step = base_and_step()
    for symbol in (Size("t", minimum=0, maximum=5), x, s):
        with pytest.raises(Refused):
            apply("induction", base, step, symbol=symbol, statement=SUMMED)


def test_an_assumed_step_proves_nothing_by_induction():
    base = suppose(number(0) <= 3 + 0 * x)
    step = suppose(t + 1 <= number(3))
    with pytest.raises(Refused, match=r"are about|must be a theorem"):
        apply("induction", base, step, symbol=t, statement=t <= number(3))


def test_a_vector_of_that_dimension_is_not_taken_from_size_to_size():
    n = Size("n")
    u = fixed("u", n)
    with pytest.raises(Refused):
        apply(
            "induction",
            suppose(fixed("u", 1)[number(1)] <= 0),
            suppose(fixed("u", n + 1)[number(1)] <= 0),
            symbol=n,
            statement=u[number(1)] <= 0,
        )


def test_a_bound_that_one_step_keeps_may_be_shown_in_any_way():
    where, below = [a > 0, a < 1, b >= 0], iterate(a * x + b, x, y, t) <= y + b / (1 - a)
    found = prove(below, where=[*where, y >= 0])
    assert believe(record(found)).status == "derived"
    assert check(below, [*where, y >= 0], instances=20)
    with pytest.raises(Refused, match=r"^Missing hypothesis: y ≥ 0"):
        prove(below, where=where)


def test_a_bound_is_proved_by_induction():
    grown = iterate(r * x + 1, x, number(0), s)
    assert repr(prove(grown >= 1, by=flow, where=[r > 1])) == "r > 1 ⊢ (x ↦ r x + 1)^s(0) ≥ 1"
    assert prove(iterate(x / 2, x, number(1), t) > 0, by=flow)
    with pytest.raises(Refused):
        prove(grown >= 3, by=flow, where=[r > 1])
    with pytest.raises(Refused):
        prove(iterate(x - 1, x, number(5), t) >= 1, by=flow)
