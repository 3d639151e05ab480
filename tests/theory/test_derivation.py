"""The record of a derivation: its status is computed, and no step can be handed its result."""

from dataclasses import replace

import pytest
import sympy as sp
from theorycheck.theory.derivation import Chain, CheckFailed, Kind, Rule, SideConditionError, Status
from theorycheck.theory.notation import d_k
from theorycheck.theory.rules.asymptotics import Growth
from theorycheck.theory.rules.laws import Sphere
from theorycheck.theory.rules.vectors import Inner, Vector, with_right

x = sp.Symbol("x", positive=True)


def doubling(kind: Kind = Kind.RULE, **more) -> Rule:
    return Rule(
        name="doubling",
        statement="Twice the value.",
        apply=lambda fact: with_right(fact, 2 * fact.rhs),
        kind=kind,
        **more,
    )


def chain() -> Chain:
    return Chain(name="synthetic", title="Synthetic", premises=())


def closed(rule: Rule):
    built = chain()
    start = built.define("start", sp.Symbol("y"), x)
    return built.close(built.apply("double", rule, start))


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (Kind.RULE, Status.DERIVED),
        (Kind.INSTANCE, Status.INSTANCES),
        (Kind.CITED, Status.PARTLY_CITED),
        (Kind.NUMERIC, Status.NUMERIC),
        (Kind.HEURISTIC, Status.HEURISTIC),
    ],
)
def test_a_chain_is_worth_as_much_as_its_weakest_step(kind, status):
    assert closed(doubling(kind)).status is status


def test_a_heuristic_step_outweighs_a_citation():
    built = chain()
    start = built.define("start", sp.Symbol("y"), x)
    cited = built.apply("cite", doubling(Kind.CITED), start)
    derivation = built.close(built.apply("guess", doubling(Kind.HEURISTIC), cited))
    assert derivation.status is Status.HEURISTIC
    assert derivation.cited == ("Twice the value.",)


def test_a_numeric_dimension_makes_a_derivation_one_of_instances():
    built = chain()
    k = Vector("k", None, Sphere(3))
    derivation = built.close(built.define("length", sp.Symbol("y"), Inner(k, k)))
    assert derivation.status is Status.INSTANCES
    k = Vector("k", None, Sphere(d_k))
    built = chain()
    assert built.close(built.define("length", sp.Symbol("y"), Inner(k, k))).status is Status.DERIVED


def refuse(*_, **__):
    raise CheckFailed("the second route leads elsewhere")


def test_a_failing_step_check_fails_the_derivation():
    derivation = closed(doubling(check=refuse))
    assert derivation.status is Status.FAILED
    assert derivation.steps[-1].check == "the second route leads elsewhere"


def test_a_failing_final_check_fails_the_derivation():
    built = chain()
    derivation = built.close(built.define("start", sp.Symbol("y"), x), checks=(refuse,))
    assert derivation.status is Status.FAILED
    assert derivation.checks == ()


def test_a_rule_takes_no_formula_as_an_option():
    built = chain()
    start = built.define("start", sp.Symbol("y"), x)
    with pytest.raises(TypeError, match="only as results of earlier steps"):
        built.apply("smuggle", doubling(), start, result=x**2 + 1)


def test_no_equation_follows_from_an_inequality_but_by_a_rule_that_is_made_for_it():
    def equal(fact):
        return sp.Eq(fact.lhs, fact.rhs, evaluate=False)

    rule = Rule(name="equal", statement="The two sides are equal.", apply=equal)
    built = chain()
    bound = built.define("a bound", sp.Le(sp.Symbol("y"), x, evaluate=False))
    with pytest.raises(SideConditionError, match="does not follow from the inequality y <= x"):
        built.apply("taken as equal", rule, bound)
    built.apply("where the bound is attained", replace(rule, bounds=frozenset({0})), bound)
    assert built.apply("doubled as a bound", doubling(), bound).result == sp.Le(sp.Symbol("y"), 2 * x)


def test_no_bound_follows_from_one_of_the_other_side_but_by_a_rule_that_is_made_for_it():
    def above(fact):
        return sp.Ge(fact.lhs, fact.rhs, evaluate=False)

    rule = Rule(name="above", statement="The other side.", apply=above)
    built = chain()
    bound = built.define("a bound", sp.Le(sp.Symbol("y"), x, evaluate=False))
    with pytest.raises(SideConditionError, match="does not follow from the inequality y <= x"):
        built.apply("turned round", rule, bound)
    built.apply("where it may be", replace(rule, bounds=frozenset({0})), bound)


def test_an_equation_has_no_order_that_is_read_off_a_bound_alone():
    order = Rule(name="order", statement="Its order.", apply=lambda *facts: growth_of_order(facts[0].lhs))
    both = replace(order, bounds=frozenset({0, 1}))
    built = chain()
    exact = built.define("a value", sp.Symbol("y"), x)
    below, above = (
        built.define("a bound", side(sp.Symbol("y"), x, evaluate=False)) for side in (sp.Ge, sp.Le)
    )
    assert built.close(exact, growth=built.apply("by the value", order, exact)).exponents == {"x": 1}
    assert built.close(above, growth=built.apply("by the bound", order, above)).exponents == {"x": 1}
    assert built.close(exact, growth=built.apply("between both", both, below, above)).exponents == {"x": 1}
    alone = built.apply("by a bound", order, above)
    with pytest.raises(SideConditionError, match="y <= x is a bound alone"):
        built.close(exact, growth=alone)


def growth_of_order(quantity):
    return Growth(quantity, sp.Tuple(sp.Tuple(x, sp.Integer(1))))


def test_a_step_of_another_chain_is_refused():
    elsewhere = chain().define("start", sp.Symbol("y"), x)
    with pytest.raises(ValueError, match="not in this chain"):
        chain().apply("double", doubling(), elsewhere)


def test_a_step_shows_its_result_in_latex_and_its_arguments_as_text():
    step = closed(doubling()).steps[-1]
    assert step.latex == "y = 2 x"
    assert step.arguments == (("premise 1", "$y = x$"),)


def test_a_step_is_carried_out_once_however_often_it_is_asked_for():
    asked = []
    rule = doubling(check=lambda result, fact: asked.append(fact) or "seen")
    first, second = closed(rule), closed(rule)
    assert len(asked) == 1
    assert first.steps[-1] == second.steps[-1]


def test_a_step_that_is_remembered_is_told_from_another_rule_premise_or_option():
    def times(factor):
        return lambda fact, **_: with_right(fact, factor * fact.rhs)

    rule = Rule(name="times", statement="Times it.", apply=times(2))
    tampered = replace(rule, apply=times(3))
    assert (closed(rule).formula, closed(tampered).formula) == (2 * x, 3 * x)
    built = chain()
    one, other = built.define("one", sp.Symbol("y"), x), built.define("other", sp.Symbol("y"), x + 1)
    assert [built.apply("double", rule, step).result.rhs for step in (one, other)] == [2 * x, 2 * x + 2]
    telling = replace(rule, apply=lambda fact, *, k: with_right(fact, sp.Symbol(type(k).__name__)))
    kinds = [built.apply("which", telling, one, k=k).result.rhs.name for k in (1, True, sp.Integer(1), [1])]
    assert kinds == ["int", "bool", "One", "list"]


def test_a_step_that_failed_fails_again():
    rule = doubling(check=refuse)
    assert [closed(rule).status for _ in range(2)] == [Status.FAILED] * 2
