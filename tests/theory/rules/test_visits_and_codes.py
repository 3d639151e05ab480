"""Rules of counting, taboo states and adding codes: what they refuse, and wrong results that they catch."""

from __future__ import annotations

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed, SideConditionError
from theorycheck.theory.markov_chains.unseen import PAIRS, TRIPLES, Memory, binary
from theorycheck.theory.rules import codes, taboo, visits
from theorycheck.theory.rules.events import Expectation, Probability

T, k, p, P, Q = (sp.Symbol(name, positive=True) for name in ("T", "k", "p", "P", "Q"))
x = sp.Symbol("x", integer=True, positive=True)
SPREAD = sp.Eq(sp.Symbol("V"), p * (1 - p), evaluate=False)
SHARE = sp.Eq(Probability(sp.Symbol("c")), sp.Rational(1, 3), evaluate=False)
SQUARE = sp.Eq(Expectation(sp.Symbol("M_c") ** 2), (T - k) * p * (1 - p) / 3, evaluate=False)
LAW = sp.Eq(
    sp.IndexedBase("P")[x], p * sp.KroneckerDelta(x, 2) + (1 - p) * sp.KroneckerDelta(x, 1), evaluate=False
)


def equation(value: sp.Expr, name: str = "R") -> sp.Eq:
    return sp.Eq(sp.Symbol(name), value, evaluate=False)


def steps(memory: Memory) -> sp.Eq:
    return sp.Eq(sp.Symbol("C"), memory.steps, evaluate=False)


def test_surprises_add_up_over_the_places_that_have_a_context():
    found = visits.surprises.apply(SPREAD, SHARE, length=T, order=k)
    assert sp.simplify(found.rhs - SQUARE.rhs) == 0
    assert "128 sequences" in visits.surprises.check(found, SPREAD, SHARE, length=T, order=k)
    wrong = equation(found.rhs * T / (T - k))
    with pytest.raises(CheckFailed):
        visits.surprises.check(wrong, SPREAD, SHARE, length=T, order=k)


def test_a_share_is_asked_for():
    with pytest.raises(SideConditionError, match="stationary probability"):
        visits.surprises.conditions(SPREAD, equation(sp.Rational(1, 3)), length=T, order=k)


def test_surprises_are_those_of_the_context_whose_share_it_is():
    other = sp.Eq(Probability(sp.Symbol("b")), sp.Rational(1, 3), evaluate=False)
    with pytest.raises(SideConditionError, match="surprises of b"):
        visits.per_visit.conditions(SQUARE, other, length=T)
    with pytest.raises(SideConditionError, match="one visit"):
        visits.surprises.conditions(equation(p), SHARE, length=T, order=k)


def test_errors_over_visits_are_the_variance_over_the_share():
    found = visits.per_visit.apply(SQUARE, SHARE, length=T)
    assert sp.simplify(found.rhs - 3 * p * (1 - p)) == 0
    assert "carried to infinity" in visits.per_visit.check(found, SQUARE, SHARE, length=T)


def test_the_two_state_chain_tells_a_share_from_its_square(monkeypatch):
    monkeypatch.setattr(visits, "two_state_error", lambda: 2.0)
    with pytest.raises(CheckFailed, match="Far out"):
        visits.per_visit.check(equation(p), SQUARE, SHARE, length=T)


def test_shares_of_all_contexts_add_up_to_one():
    facts = (equation(sp.S(2), "K"), SHARE, equation(p))
    with pytest.raises(SideConditionError, match="not to one"):
        visits.over_contexts.conditions(*facts)
    assert visits.over_contexts.conditions(equation(sp.S(3), "K"), SHARE, equation(p))


def test_the_spread_of_a_law_is_listed_symbol_by_symbol():
    found = visits.spread.apply(LAW, symbols=sp.Integer(2))
    assert sp.simplify(found.rhs - 2 * p * (1 - p)) == 0
    visits.spread.check(found, LAW, symbols=sp.Integer(2))
    with pytest.raises(CheckFailed):
        visits.spread.check(equation(p * (1 - p)), LAW, symbols=sp.Integer(2))
    short = sp.Eq(LAW.lhs, p * sp.KroneckerDelta(x, 2), evaluate=False)
    with pytest.raises(CheckFailed, match="adds up to"):
        visits.spread.check(found, short, symbols=sp.Integer(2))


def test_fibonacci_and_tribonacci_sequences_stay_away_longest():
    golden = (1 + sp.sqrt(5)) / 2
    pairs = taboo.slowest_taboo.apply(steps(PAIRS)).rhs
    assert sp.simplify(sp.exp(-pairs) - golden / 2) == 0
    tau = 2 * sp.exp(-taboo.slowest_taboo.apply(steps(TRIPLES)).rhs)
    assert abs(sp.N(tau**3 - tau**2 - tau - 1, 30)) < 1e-25


def test_the_rate_as_if_contexts_were_independent_is_caught():
    with pytest.raises(CheckFailed, match="the decay is"):
        taboo.slowest_taboo.check(equation(-sp.log(sp.Rational(3, 4))), steps(PAIRS))


def test_rows_that_are_no_laws_are_refused():
    short = sp.Eq(sp.Symbol("C"), sp.ImmutableMatrix([[0, 1], [sp.Rational(1, 2), 0]]), evaluate=False)
    with pytest.raises(SideConditionError, match="laws"):
        taboo.slowest_taboo.conditions(short)
    with pytest.raises(SideConditionError, match="reached"):
        taboo.slowest_taboo.conditions(steps(binary(sp.S.One, sp.S.One)))


def test_codes_are_products_of_shares():
    facts = (equation(sp.Rational(1, 2), "a"), equation(sp.S(3), "n_0"), equation(sp.S(1), "n_1"))
    found = codes.sequential_code.apply(*facts)
    # 1/2, 1/4, 3/6, 5/8 for one 1 and then three 0.
    assert sp.simplify(found.rhs) == sp.Rational(1, 2) * sp.Rational(1, 4) * sp.Rational(3, 6) * sp.Rational(
        5, 8
    )
    codes.sequential_code.check(found, *facts)


def test_duplication_keeps_the_value():
    fact = equation(sp.gamma(T + 1) * 2**-T)
    found = codes.duplication.apply(fact, variable=T)
    assert not found.rhs.has(sp.gamma(T + 1))
    codes.duplication.check(found, fact, variable=T)
    with pytest.raises(CheckFailed):
        codes.duplication.check(equation(2 * found.rhs), fact, variable=T)


def test_a_regret_that_is_no_half_logarithm_is_refused():
    with pytest.raises(SideConditionError, match="square root"):
        codes.beyond_half_log.apply(equation(sp.gamma(T + 1) / sp.gamma(T)), variable=T)
    fact = equation(sp.gamma(T + 1) / sp.gamma(T + sp.Rational(1, 2)))
    assert codes.beyond_half_log.apply(fact, variable=T).rhs == 0
    with pytest.raises(CheckFailed, match="from its limit"):
        codes.beyond_half_log.check(equation(sp.log(2)), fact, variable=T)


def test_divergences_are_expanded_where_they_and_their_slope_vanish():
    divergence = equation(P * sp.log(P / Q) - P + Q, "f")
    square = equation(P * (1 - P))
    found = codes.second_order.apply(divergence, square, estimate=Q, truth=P)
    assert sp.simplify(found.rhs - (1 - P) / 2) == 0
    codes.second_order.check(found, divergence, square, estimate=Q, truth=P)
    with pytest.raises(CheckFailed):
        codes.second_order.check(equation(2 * found.rhs), divergence, square, estimate=Q, truth=P)
    with pytest.raises(SideConditionError, match="not zero"):
        codes.second_order.conditions(equation(Q - P, "f"), square, estimate=Q, truth=P)


def test_excesses_that_fall_like_one_over_t_add_up_to_a_logarithm():
    fact = sp.Eq(Expectation(sp.Symbol("D")), p / 2, evaluate=False)
    found = codes.summed.apply(fact)
    codes.summed.check(found, fact)
    with pytest.raises(CheckFailed):
        codes.summed.check(equation(p), fact)
    with pytest.raises(SideConditionError, match="next symbol"):
        codes.summed.conditions(SPREAD)


def test_sums_over_symbols_use_the_law():
    excess = equation((1 - P) / 2)
    found = codes.over_symbols.apply(excess, LAW, truth=P, symbols=sp.Integer(2))
    assert found.rhs == sp.Rational(1, 2)
    codes.over_symbols.check(found, excess, LAW, truth=P, symbols=sp.Integer(2))
    with pytest.raises(CheckFailed):
        codes.over_symbols.check(equation(sp.S.One), excess, LAW, truth=P, symbols=sp.Integer(2))
