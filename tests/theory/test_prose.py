"""A derivation in words: each rule has words for what it uses, and each line of a step a reason."""

import re
from string import Formatter

import pytest
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.kernel import RULES, apply
from theorycheck.theory.model import Size
from theorycheck.theory.parse import parse
from theorycheck.theory.prose import REASONS, reason, steps
from theorycheck.theory.prose import words as text_of
from theorycheck.theory.prove import derive, prove
from theorycheck.theory.tactics import asymptotics, cantelli, markov, moments, union

from .kernel.test_rules import ACCEPTED

LAWS = ("k: sphere(d_k)", "v: sphere(d_v)")


def test_each_rule_has_its_reason():
    assert set(REASONS) == set(RULES)


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_step_by_each_rule_says_what_it_uses(name):
    premises, parameters = ACCEPTED[name]
    theorem = apply(name, *premises, **parameters)
    words = text_of(reason(theorem))
    assert words
    assert not re.search(r"[{}]{2}|\.$", words)
    slots = {slot for _, slot, _, _ in Formatter().parse(REASONS.get(name, "")) if slot}
    for slot in slots & set(parameters):
        assert repr(parameters[slot]).strip("'(),") in words
    last = steps(theorem)[-1]
    stated = (last.left, last.lines[-1].right)
    assert all(repr(part) in last.text for part in stated)


def test_jensen_names_no_other_function_than_the_one_that_a_step_is_about():
    x = parse("exp(tanh(z))", laws=("z: normal(0, 1)",)).term.args[0]
    theorem = apply("jensen", x=x, function="exp")
    told = [reason(theorem), *(RULES[name].statement for name in theorem.schemas)]
    assert "exp" in told[0]
    assert not any(name in words for words in told for name in ("erfc", "softplus", "pi"))


def test_a_derivation_is_read_as_a_calculation():
    mean = parse("E|sum_{j != i} <k_i, k_j> v_j|^2", laws=LAWS).term
    found = [step.text for step in steps(derive(mean, by=moments))]
    assert len(found) == 4
    assert found[0].splitlines()[0] == "1. For j ≠ i: E[⟨k_i, k_j⟩ ⟨k_i, k_j⟩ ⟨v_j, v_j⟩]"
    assert found[0].splitlines()[1] == (
        "   = E[⟨k_j, k_j⟩ ⟨v_j, v_j⟩]/d_k  [integrated by parts over k_i, "
        "uniform on the sphere of radius 1 in R^d_k, in its factor ⟨k_i, k_j⟩]"
    )
    assert found[-1].splitlines()[-1] == "   = (n - 1)/d_k  [counting equal terms]"


def test_each_step_uses_earlier_ones_and_each_but_the_last_is_used():
    power = parse("E|sum_{j != i} <k_i, k_j> v_j|^2 == (n - 1)/d_k", laws=LAWS).term
    tail = parse(
        "P(|sum_{j != i} <k_i, k_j> v_j|^2 > tau) <= (n - 1)/(d_k tau)", laws=LAWS, where=["tau > 0"]
    )
    every = parse("P(|sum_{j != i} <k_i, k_j> v_j|^2 <= tau for all i) >= 1 - n (n - 1)/(d_k tau)", laws=LAWS)
    one = prove(tail.term, by=[markov, prove(power, by=moments)], where=tail.where)
    found = steps(prove(every.term, by=[union, one]))
    used = set()
    for step in found:
        own = {int(number) for line in step.lines for number in re.findall(r"step (\d+)", line.reason)}
        assert all(number < step.number for number in own)
        used |= own
    assert used == set(range(1, len(found)))
    assert [step.number for step in found] == list(range(1, len(found) + 1))


def test_conditions_are_named_where_they_are_used():
    bound = parse("P(z - E[z] > tau) <= s^2/(s^2 + tau^2)", laws=["z: normal(0, s^2)"], where=["tau > 0"])
    spread = derive(parse("Var(z)", laws=["z: normal(0, s^2)"]).term, by=moments)
    text = "\n".join(step.text for step in steps(prove(bound.term, by=[cantelli, spread], where=bound.where)))
    assert "[Cantelli's inequality for z, as τ > 0]" in text


@pytest.mark.parametrize(
    ("text", "laws", "read", "not_read"),
    [
        (
            "grad_u relu(<u, w>)^2",
            ["u: fixed(d)", "w: fixed(d)"],
            "[differentiated entry by entry]",
            "compound",
        ),
        ("E|z|^3", ["z: normal(0, 1)"], "[differentiated]", "entry by entry"),
        ("E prod_j a_j^2", ["a: normal(0, 1)"], "in a factor a_j]", "summands"),
        ("E prod_j a_j", ["a: uniform(0, 1)"], "[the factors are independent by the model]", "summands"),
        ("P(z > 2)", ["z: uniform(0, 3)"], "[the opposite event]", "compound"),
        (
            "P(<g, u> > 0 and <g, w> > 0)",
            ["g: normal(dimension=d)"],
            "uniform on the circle",
            "compound event",
        ),
    ],
)
def test_each_step_is_named_for_what_it_is(text, laws, read, not_read):
    where = ["|u|^2 == 1", "|w|^2 == 1"] if "<g" in text else []
    laws = [*laws, *(["u: fixed(d)", "w: fixed(d)"] if where else [])]
    found = "\n".join(step.text for step in steps(derive(text, laws=laws, where=where)))
    assert read in found
    assert not_read not in found


def test_a_calculation_does_not_return_to_where_it_was():
    laws, where = ["g: sphere(d)", "u: fixed(d)", "w: fixed(d)"], ["|u|^2 == 1", "|w|^2 == 1"]
    for step in steps(derive("P(<g, u> > 0 and <g, w> > 0)", laws=laws, where=where)):
        shown = [step.left, *(line.right for line in step.lines)]
        assert len(set(map(repr, shown))) == len(shown)


def test_an_expansion_is_read_by_its_theorems():
    """Adding, multiplying and comparing expansions is one step; Taylor and Stirling are each their own."""
    ratio = parse("gamma(n + 1/2)/gamma(n)", sizes=["n"]).term
    found = steps(derive(ratio, by=asymptotics(Size("n"))))
    reasons = [step.lines[-1].reason for step in found]
    assert len(found) < 12
    assert sum("Stirling" in one for one in reasons) == 2
    assert sum("Taylor" in one for one in reasons) >= 2
    assert found[-1].text.endswith("step 5, step 6]")


def test_a_rule_without_a_reason_of_its_own_gives_its_statement(monkeypatch):
    theorem = apply("reflexive", term=parse("<u, w>", laws=["u: fixed(d)", "w: fixed(d)"]).term)
    monkeypatch.setattr("theorycheck.theory.prose.REASONS", {})
    assert text_of(reason(theorem)) == "a thing equals itself"


def test_no_step_but_the_last_says_only_what_another_says():
    found = steps(derivations("conditioning")["capacity_softmax_typical_root"]().theorem)
    assert len(found) > 20
    for step in found[:-1]:
        assert not re.fullmatch(r"(; )?step \d+", "; ".join(line.reason for line in step.lines)), step.text


def test_a_lemma_names_the_step_of_its_hypothesis():
    premises, parameters = ACCEPTED["cut"]
    lemma, premise = premises
    (line,) = steps(apply("cut", *premises, **parameters))[-1].lines
    assert line.reason == f"{premise.proposition}, whose hypothesis is {lemma.proposition}"


@pytest.mark.parametrize(
    ("made", "read"),
    [
        (lambda x, y: x + y, "a sum"),
        (lambda x, y: x * y, "a product"),
        (lambda x, y: (x + y) ** 2, "a power"),
    ],
)
def test_what_is_positive_is_called_what_it_is(made, read):
    facts, _ = ACCEPTED["positive"]
    term = made(*(fact.proposition.args[0] for fact in facts))
    assert text_of(reason(apply("positive", *facts, term=term))) == f"{read} of what is positive"


def test_an_order_of_numbers_is_not_told():
    zero, one = (parse(text).term for text in ("0", "1"))
    fact = apply("certificate", left=zero, right=one, relation="lt", parts=((1, 1, (), ()),))
    _, parameters = ACCEPTED["positive"]
    found = apply("positive", fact, *ACCEPTED["positive"][0], **parameters)
    (line,) = steps(found)[-1].lines
    assert line.reason == "a product of what is positive, as τ > 0, x > 1"


def test_one_term_is_no_terms():
    premises, parameters = ACCEPTED["taylor"]
    one = apply("taylor", *premises, **{**parameters, "terms": 1})
    assert text_of(reason(one)) == "Taylor's theorem for a power, to its first term"


def test_what_is_put_for_several_symbols_is_one_step():
    *before, last = steps(derivations("attention_dynamics")["bias_explicit"]().theorem)
    assert last.lines[-1].reason.startswith("with T = 3, then d_x = 2, then ")
    assert last.lines[-1].reason.endswith(f", as step {before[-1].number}")
