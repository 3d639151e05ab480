"""By machine, over the kernel's whole table of rules: what a rule accepts holds; what is open is listed."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from theorycheck.theory.kernel import RULES, Theorem, apply
from theorycheck.theory.kernel.theorem import Conclusion, Rule
from theorycheck.theory.model import Parameter
from theorycheck.theory.node import Term, number
from theorycheck.theory.parse import parse
from theorycheck.theory.prove import suppose

from ...lanes import sampled
from ..kernel.test_rules import ACCEPTED
from .machine import Attack, Outcome, attacks, consistent, steps_in_use

LISTED = Path(__file__).with_name("open.txt")
"""Attacks whose result is neither refused nor confirmed, a line each: the rule, then what it accepted.

Nearly all are statements whose hypotheses no instance meets. A rule may have no more of them than are listed.
"""
x, y = Parameter("x"), Parameter("y")


of_a_share_of_the_rules = pytest.mark.parametrize("rule", sampled(RULES, 3))


@cache
def outcomes(rule: str) -> list[tuple[Attack, Outcome, str]]:
    """What became of every attack on a rule: on its use in the tests, and on steps of derivations."""
    uses = [ACCEPTED[rule], *steps().get(rule, [])]
    return [(attack, *attack.outcome()) for use in uses for attack in attacks(rule, use)]


steps = cache(steps_in_use)


@cache
def awkward(rule: str) -> list[tuple[str, Outcome, str]]:
    """What became of attacks that put what is awkward for a symbol, everywhere in a use."""
    made = consistent(rule, ACCEPTED[rule])
    return [(f"{attack.rule}, {attack.kind}", *attack.outcome()) for attack in made]


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_attacked(rule):
    assert rule in ACCEPTED, f"{rule} has no use to be attacked; add one to ACCEPTED."
    assert attacks(rule, ACCEPTED[rule]), f"No attack on {rule} was found."


@pytest.mark.parametrize("rule", RULES)
def test_each_premise_is_attacked(rule):
    premises, parameters = ACCEPTED[rule]
    made = attacks(rule, (premises, parameters))
    for position, premise in enumerate(premises):
        untouched = [
            attack
            for attack in made
            if len(attack.premises) == len(premises) and attack.premises[position] is premise
        ]
        assert len(untouched) < len(made), f"No attack on {rule} alters its premise {position + 1}."


@of_a_share_of_the_rules
def test_what_a_rule_accepts_holds(rule):
    false = [f"{attack.kind}: {why}" for attack, outcome, why in outcomes(rule) if outcome is Outcome.FALSE]
    assert not false


@of_a_share_of_the_rules
def test_what_is_awkward_for_a_symbol_everywhere_gives_nothing_false(rule):
    assert not [one for one in awkward(rule) if one[1] is Outcome.FALSE]


@of_a_share_of_the_rules
def test_what_is_open_is_listed(rule):
    """What has no instance is no success: it stands in the list, which a change of the rules must update."""
    found = sorted({why for _, outcome, why in outcomes(rule) if outcome is Outcome.OPEN})
    assert len(found) <= Counter(line.partition("\t")[0] for line in _listed())[rule], "\n".join(found)


def test_what_is_listed_is_of_rules():
    assert {line.partition("\t")[0] for line in _listed()} <= set(RULES)


def _listed() -> list[str]:
    return LISTED.read_text(encoding="utf-8").splitlines()


@pytest.mark.slow
@pytest.mark.parametrize(("became", "most_open"), [(outcomes, 0.03), (awkward, 0.1)])
def test_most_attacks_are_refused_or_confirmed(became, most_open):
    counts = Counter(outcome for rule in RULES for _, outcome, _ in became(rule))
    assert counts[Outcome.FALSE] == 0
    assert counts[Outcome.OPEN] < most_open * counts.total()
    assert min(counts[Outcome.REFUSED], counts[Outcome.CONFIRMED]) > 300


# Controls: rules that are wrong in one respect are found out.


def _turned(premise: Theorem) -> Conclusion:
    return Conclusion(Term("le", premise.proposition.args[::-1]))


def _about_another_quantity(premise: Theorem) -> Conclusion:
    return Conclusion(Term("le", (x, premise.proposition.args[1])))


def _without_its_condition(*, term: Term) -> Conclusion:
    upper, _, body = term.args
    return Conclusion(Term("eq", (term, Term("mul", (upper - 1, body)))))


def _independent_of_itself(*, term: Term) -> Conclusion:
    factors = [Term("E", (part,)) for part in term.args[0].args]
    return Conclusion(Term("eq", (term, Term("mul", tuple(factors)))))


ORDER = frozenset({"le", "lt", "ge", "gt", "eq"})
WRONG = {
    "turned": (Rule("turned", "", (ORDER,), None, _turned), ((suppose(x == y),), {})),
    "about_another": (
        Rule("about_another", "", (ORDER,), None, _about_another_quantity),
        ((suppose(x <= y),), {}),
    ),
    "any_condition": (
        Rule("any_condition", "", (), None, _without_its_condition),
        ((), {"term": ACCEPTED["count"][1]["term"]}),
    ),
    "independent": (
        Rule("independent", "", (), None, _independent_of_itself),
        ((), {"term": parse("E[a b]", laws=["a: bernoulli(1/2)", "b: bernoulli(1/3)"]).term}),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_rule_is_found_out(name, monkeypatch):
    rule, use = WRONG[name]
    monkeypatch.setitem(RULES, name, rule)
    assert apply(name, *use[0], **use[1])
    assert Outcome.FALSE in {attack.outcome()[0] for attack in attacks(name, use)}


def _of_a_name(*, term: Term) -> Conclusion:
    return Conclusion(Term("le", (number(0), Term("mul", (term, term if term.head == "parameter" else x)))))


def test_a_rule_that_trusts_the_form_of_a_symbol_is_found_out(monkeypatch):
    monkeypatch.setitem(RULES, "of_a_name", Rule("of_a_name", "", (), None, _of_a_name))
    assert Outcome.FALSE in {one.outcome()[0] for one in consistent("of_a_name", ((), {"term": y}))}


def test_what_no_instance_meets_is_open():
    absurd = Attack("weakened", "made by hand", (suppose(number(4) < 3),), {})
    assert absurd.outcome()[0] is Outcome.OPEN
