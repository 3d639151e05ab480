"""The in-context estimator in special cases and under other premises."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Refused
from theorycheck.theory.markov_chains import add_half, chain, counting, estimator, unseen
from theorycheck.theory.markov_chains.estimator import Contexts, Source
from theorycheck.theory.model import fixed
from theorycheck.theory.node import number
from theorycheck.theory.notation import symbol
from theorycheck.theory.substitution import replaced
from theorycheck.theory.terms import log, vector

S, p, q, k, order = map(symbol, ("S", "p", "q", "k", "order"))


def test_another_denominator_does_not_add_up_to_one():
    assert counting.estimate_total().formula == 1
    with pytest.raises(Refused, match=r"Step 2.* is not shown: Counterexample"):
        counting.estimate_total(fixed("w", counting.n))


def test_shares_cancel_and_laws_do_not():
    alike = tuple(
        replace(group, share=number(share))
        for group, share in zip(estimator.SWITCHING.groups, (Fraction(1, 3), Fraction(2, 3)), strict=True)
    )
    elsewhere = replace(estimator.SWITCHING, groups=alike)
    assert sp.expand(estimator.risk_constant(elsewhere).formula - estimator.risk_constant().formula) == 0
    assert estimator.context_constant(elsewhere).formula != estimator.context_constant().formula
    one = Contexts(number=number(2), share=number(Fraction(1, 2)), law=alike[0].law)
    same = estimator.risk_constant(replace(estimator.SWITCHING, groups=(one,))).formula
    assert sp.expand(same - 4 * p * (1 - p)) == 0


def test_a_chain_without_memory_leaves_no_floor():
    assert counting.order_floor().formula.subs(q, 1 - p) == 0
    assert counting.order_floor(chain.UNCOUPLED).formula == 0
    assert counting.order_floor(chain.MarkovChain(down=chain.p)).formula.subs(p, 1) == sp.Rational(1, 4)


def test_adding_one_in_place_of_a_half_costs_more_on_a_constant_sequence():
    half = add_half.regret_constant().formula
    assert sp.expand_log(half) == sp.log(sp.pi) / 2
    m = symbol("m")
    assert add_half.regret_constant(add_half.Code(added=Fraction(1))).formula == sp.log(m) / 2


def test_a_certain_bit_costs_what_is_added_to_the_other_count():
    assert counting.certain_excess().formula.removeO() == sp.Rational(1, 2)
    assert counting.certain_excess(counting.Code(added=Fraction(1))).formula.removeO() == 1


def test_excess_is_half_of_the_free_shares():
    general = add_half.add_half_excess().formula
    assert sp.simplify(general - S**k * (S - 1) / 2) == 0
    third = number(Fraction(1, 3))
    alike = Contexts(number=number(1), share=number(1), law=vector(third, third, third))
    three = Source(groups=(alike,))
    assert add_half.add_half_excess_bits(three).formula == add_half.redundancy_growth(three).formula == 1


def test_other_sources_are_left_at_other_rates():
    assert unseen.undefined_decay_three(unseen.fair(4, 1)).formula == -sp.log(sp.Rational(3, 4))
    stay = unseen.undefined_decay_switching(unseen.binary(Fraction(1, 10), Fraction(1, 2)))
    assert stay.formula == -sp.log(sp.Rational(9, 10))


def test_the_rate_as_if_contexts_were_independent_is_caught(once):
    stated = once(unseen.undefined_decay_pairs).theorem.proposition
    assert check(stated).startswith("holds")
    with pytest.raises(CheckFailed):
        check(replaced(stated, stated.args[1], -log(number(Fraction(3, 4)))))
