"""By machine, over the kernel's whole table of rules: what a rule accepts holds; what is open is listed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from theorycheck.theory.kernel import RULES, Theorem, apply
from theorycheck.theory.kernel.theorem import Conclusion, Rule
from theorycheck.theory.model import Parameter
from theorycheck.theory.node import Term, number
from theorycheck.theory.parse import parse
from theorycheck.theory.prove import suppose

from ..kernel.test_rules import ACCEPTED
from .machine import Attack, Outcome, attacks, consistent, steps_in_use

LISTED = Path(__file__).with_name("open.txt")
"""Attacks whose result is neither refused nor confirmed, a line each: the rule, then what it accepted.

Nearly all are statements whose hypotheses no instance meets. A rule may have no more of them than are listed.
"""
x, y = Parameter("x"), Parameter("y")


@pytest.fixture(scope="module")
def outcomes() -> dict[str, list[tuple[Attack, Outcome, str]]]:
    """What became of every attack, by rule: on its use in the tests, and on steps of derivations."""
    steps = steps_in_use()
    uses = {rule: [ACCEPTED[rule], *steps.get(rule, [])] for rule in RULES if rule in ACCEPTED}
    return {
        rule: [(attack, *attack.outcome()) for use in own for attack in attacks(rule, use)]
        for rule, own in uses.items()
    }


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_attacked(rule, outcomes):
    assert rule in outcomes, f"{rule} has no use to be attacked; add one to ACCEPTED."
    assert outcomes[rule], f"No attack on {rule} was found."


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


@pytest.mark.parametrize("rule", RULES)
def test_what_a_rule_accepts_holds(rule, outcomes):
    false = [f"{attack.kind}: {why}" for attack, outcome, why in outcomes[rule] if outcome is Outcome.FALSE]
    assert not false


def test_what_is_awkward_for_a_symbol_everywhere_gives_nothing_false():
    made = [attack for rule in RULES for attack in consistent(rule, ACCEPTED[rule])]
    outcomes = [(f"{attack.rule}, {attack.kind}", *attack.outcome()) for attack in made]
    assert not [one for one in outcomes if one[1] is Outcome.FALSE]
    counts = Counter(outcome for _, outcome, _ in outcomes)
    assert counts[Outcome.OPEN] < 0.1 * counts.total()
    assert min(counts[Outcome.REFUSED], counts[Outcome.CONFIRMED]) > 300


def test_what_is_open_is_listed(outcomes):
    """What has no instance is no success: it stands in the list, which a change of the rules must update."""
    every = ((rule, *one) for rule, made in outcomes.items() for one in made)
    found = sorted({f"{rule}\t{why}" for rule, _, outcome, why in every if outcome is Outcome.OPEN})
    listed = LISTED.read_text(encoding="utf-8").splitlines()
    more = _by_rule(found) - _by_rule(listed)
    assert not more, "\n".join(line for line in found if line.partition("\t")[0] in more)
    assert set(_by_rule(listed)) <= set(RULES)


def _by_rule(lines: list[str]) -> Counter[str]:
    return Counter(line.partition("\t")[0] for line in lines)


def test_most_attacks_are_refused_or_confirmed(outcomes):
    counts = Counter(outcome for made in outcomes.values() for _, outcome, _ in made)
    assert counts[Outcome.FALSE] == 0
    assert counts[Outcome.OPEN] < 0.03 * counts.total()
    assert counts[Outcome.REFUSED] > 300
    assert counts[Outcome.CONFIRMED] > 300


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
