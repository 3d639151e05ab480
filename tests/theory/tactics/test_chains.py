"""Stationary laws and entropy rates in letters against eigenvectors and long runs of chains."""

import numpy as np
import pytest
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.evaluation import Evaluator, Instance
from theorycheck.theory.kernel import Refused, Status, apply, believe, record
from theorycheck.theory.model import Parameter
from theorycheck.theory.node import Term, number
from theorycheck.theory.prove import derive, prove, suppose
from theorycheck.theory.substitution import subterms
from theorycheck.theory.tactics import chains
from theorycheck.theory.terms import define, entropy_rate, inner, log, matrix, ones, stationary, vector

a, b, c, e, f, g = map(Parameter, "abcefg")
VALUES = {a: 0.2, b: 0.35, c: 0.15, e: 0.4, f: 0.25, g: 0.3}
P = matrix([1 - a, a], [b, 1 - b])
CHAINS = {
    "two states": P,
    "three states": matrix([1 - a - b, a, b], [c, 1 - c - e, e], [f, g, 1 - f - g]),
    "a walk on a line": matrix([1 - a, a, 0], [b, 1 - b - c, c], [0, e, 1 - e]),
    "a ring": matrix([1 - a, a, 0], [0, 1 - b, b], [c, 0, 1 - c]),
    "a restart": matrix([a, 1 - a, 0, 0], [a, 0, 1 - a, 0], [a, 0, 0, 1 - a], [a, 0, 0, 1 - a]),
    "a chain that alternates": matrix([0, 1], [1, 0]),
    "the same state with one weight": matrix([1 - a, a], [1 - a, a]),
}


def value(term: Term) -> np.ndarray:
    return np.asarray(Evaluator(Instance(VALUES).values).value(term), dtype=float)


def positive(term: Term) -> list[Term]:
    """The parameters that occur are positive, and the diagonals too."""
    used = [x for x in VALUES if any(own is x for _, own in term.declarations)]
    diagonal = [part for part in subterms(term) if part.head == "add" and len(part.args) > 2]
    return (
        [x > 0 for x in used] + [x < 1 for x in used] + [x > 0 for x in diagonal if x.args[-1] is number(1)]
    )


@pytest.mark.parametrize("name", CHAINS)
def test_a_stationary_law_is_the_eigenvector(name):
    law = stationary(CHAINS[name])
    theorem = derive(law, by=chains, where=positive(CHAINS[name]))
    transition = value(CHAINS[name])
    values, vectors = np.linalg.eig(transition.T)
    vector_of_one = np.real(vectors[:, np.argmin(np.abs(values - 1))])
    expected = vector_of_one / vector_of_one.sum()
    np.testing.assert_allclose(value(theorem.proposition.args[1]), expected, rtol=1e-9)
    assert believe(record(theorem)).status is Status.DERIVED


@pytest.mark.parametrize("name", CHAINS)
def test_an_entropy_rate_is_that_of_the_next_state(name):
    term = entropy_rate(CHAINS[name])
    theorem = derive(term, by=chains, where=positive(CHAINS[name]))
    transition = value(CHAINS[name])
    law = np.full(len(transition), 1 / len(transition))
    lazy = (transition + np.eye(len(transition))) / 2
    for _ in range(3000):
        law = law @ lazy
    entropies = [-sum(p * np.log(p) for p in row if p > 0) for row in transition]
    assert value(theorem.proposition.args[1]) == pytest.approx(float(law @ entropies), rel=1e-9, abs=1e-12)
    given = [h.proposition for h in theorem.hypotheses]
    assert check(theorem.proposition, given, instances=2) == "holds in 2 random instances"


def test_the_two_state_chain_reads_as_in_a_textbook():
    theorem = derive(stationary(P), by=chains, where=[a > 0, b > 0])
    assert repr(theorem) == "a > 0, b > 0 ⊢ π(((1 - a, a), (b, 1 - b))) = (b/(a + b), a/(a + b))"
    stated = stationary(P)[number(1)] == b / (a + b)
    assert prove(stated, by=chains, where=[a > 0, b > 0]).proposition is stated
    entropy = -(b * (a * log(a) + (1 - a) * log(1 - a)) + a * (b * log(b) + (1 - b) * log(1 - b))) / (a + b)
    assert prove(entropy_rate(P) == entropy, by=chains, where=[a > 0, b > 0])


def test_a_run_of_the_chain_visits_its_states_that_often():
    theorem = derive(stationary(CHAINS["three states"]), by=chains, where=positive(CHAINS["three states"]))
    transition, generator = value(CHAINS["three states"]), np.random.default_rng(3)
    state, visits = 0, np.zeros(3)
    for u in generator.random(40_000):
        state = int(np.searchsorted(np.cumsum(transition[state]), u))
        visits[state] += 1
    np.testing.assert_allclose(visits / visits.sum(), value(theorem.proposition.args[1]), atol=0.015)


def test_a_chain_may_have_a_name():
    walk = define("W", CHAINS["a walk on a line"])
    theorem = derive(stationary(walk), by=chains, where=positive(walk))
    assert theorem.proposition.args[0] is stationary(walk)
    assert check(theorem.proposition, positive(walk))


def test_the_second_check_sees_another_law():
    with pytest.raises(CheckFailed):
        check(stationary(P) == vector(a / (a + b), b / (a + b)), [a > 0, b > 0])


FAILURES = [
    (stationary(P), [a > 0], "a \\+ b ≠ 0.*not unique"),
    (stationary(matrix([1 - a, a], [b, b])), [a > 0, b > 0], "adds up to 2 b"),
    (stationary(matrix([1, 0], [0, 1])), [], "more than one"),
    (stationary(matrix([1 - a, a, 0], [b, 1 - b, 0], [0, 0, 1])), [a > 0, b > 0], "more than one"),
    (a + b, [], "no stationary law"),
    (stationary(Term("fixed", (number(2), number(2)), ("M",))), [], "matrix of at most 6 states"),
]


@pytest.mark.parametrize(("term", "where", "missing"), FAILURES)
def test_a_failure_says_what_is_missing(term, where, missing):
    with pytest.raises(Refused, match=missing):
        derive(term, by=chains, where=where)


def test_a_false_law_is_answered_with_a_counterexample():
    with pytest.raises(Refused, match="Counterexample"):
        prove(stationary(P) == vector(a / (a + b), b / (a + b)), by=chains, where=[a > 0, b > 0])


def test_the_rule_needs_uniqueness_and_both_equations():
    identity, half = matrix([1, 0], [0, 1]), vector(number(1) / 2, number(1) / 2)
    x = Term("fixed", half.shape, ("x",))
    balance = apply("componentwise", left=half @ identity, right=half)
    total = apply("componentwise", left=inner(half, ones(2)), right=number(1))
    claimed = suppose(Term("eq", (x, half)))
    with pytest.raises(Refused, match="not any vector"):
        apply("stationary_law", balance, total, claimed)
    with pytest.raises(Refused, match="no balance"):
        apply("stationary_law", total, total, claimed)
    with pytest.raises(Refused, match="no total"):
        apply("stationary_law", balance, balance, claimed)
    doubled = apply("within", claimed, term=2 * x)
    with pytest.raises(Refused, match="which vector"):
        apply("stationary_law", balance, total, doubled)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ("[[1/2, 1/2], [1/3, 1/3]]", "Row 2 of .* adds up to 2/3"),
        ("[[1 - a, a, 0], [b, 1 - b, 0], [0, 1/2, 1/3]]", "Row 3 of .* adds up to 5/6"),
        ("[[a, b], [b, a]]", "Row 1 of .* adds up to a \\+ b"),
    ],
)
@pytest.mark.parametrize("of", ["stationary", "entropy_rate"])
def test_a_row_that_does_not_add_up_to_one_is_named(of, rows, why):
    with pytest.raises(Refused, match=why):
        derive(f"{of}({rows})", where=["a > 0", "b > 0"])


CHAIN = "c: markov_chain([[1 - a, a], [b, 1 - b]], [f, 1 - f])"
STATES = [
    ("P(c_3 == 1 given c_1 == 1)", lambda T, p: (T @ T)[0, 0]),
    ("P(c_3 == 1)", lambda T, p: (p @ T @ T)[0]),
    ("P(c_2 == c_1)", lambda T, p: p @ np.diag(T)),
    ("P(c_2 > c_1)", lambda T, p: p[0] * T[0, 1]),
    ("E[c_2]", lambda T, p: p @ T @ [1, 2]),
    ("Cov(c_1, c_2)", lambda T, p: p @ (T @ [1, 2] * [1, 2]) - (p @ [1, 2]) * (p @ T @ [1, 2])),
]


@pytest.mark.parametrize(("text", "expected"), STATES)
def test_states_of_a_chain_follow_its_paths(text, expected):
    found = derive(text, laws=[CHAIN], where=["a > 0", "a < 1", "b > 0", "b < 1", "f > 0", "f < 1"])
    assert believe(record(found)).status is Status.DERIVED
    exact = expected(value(P), np.array([VALUES[f], 1 - VALUES[f]]))
    assert value(found.proposition.args[1]) == pytest.approx(exact, rel=1e-12)


BEGUN = "c: markov_chain([[1 - a, a], [b, 1 - b]], [b/(a + b), a/(a + b)])"
OF_LETTERS = ["a > 0", "a < 1", "b > 0", "b < 1"]


@pytest.mark.parametrize(
    ("text", "neighbour"),
    [
        (
            "P(c_3 == 1 given c_2 == 1 and c_1 == 2) == P(c_3 == 1 given c_2 == 1)",
            "P(c_3 == 1 given c_1 == 1) == P(c_3 == 1 given c_1 == 2)",
        ),
        ("P(c_3 == 1) == b/(a + b)", "P(c_3 == 1) == a/(a + b)"),
        ("P(c_3 == 1) == P(c_1 == 1)", "P(c_3 == 1) == P(c_1 == 2)"),
        ("P(c_2 == 1 and c_1 == 2) == P(c_2 == 2 and c_1 == 1)", "P(c_2 == 1 and c_1 == 2) == P(c_2 == 1)"),
    ],
)
def test_a_chain_that_begins_in_its_stationary_law_stays_there_and_remembers_one_state(text, neighbour):
    assert prove(text, laws=[BEGUN], where=OF_LETTERS)
    with pytest.raises(Refused, match="Counterexample"):
        prove(neighbour, laws=[BEGUN], where=OF_LETTERS)


def test_what_a_chain_needs_of_its_letters_is_a_hypothesis_and_rows_add_up_to_one():
    found = derive("P(c_2 == 1)", laws=[CHAIN])
    assert {h.proposition for h in found.hypotheses} == {x >= 0 for x in (a, 1 - a, b, 1 - b, f, 1 - f)}
    with pytest.raises(Refused, match="does not add up to 1"):
        derive("P(c_2 == 1)", laws=["c: markov_chain([[1 - a, a], [b, 1 - 2 b]], [f, 1 - f])"])
    with pytest.raises(Refused):
        derive("P(c_20 == 1)", laws=[CHAIN])
