"""What is believed is the replay of a record, and nothing else."""

import copy
import json
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from theorycheck.theory.kernel import RULES, Refused, Status, Theorem, apply, believe, record
from theorycheck.theory.laws import Sphere
from theorycheck.theory.model import Index, Model, Parameter, Size, iid, sizes
from theorycheck.theory.node import Term, number
from theorycheck.theory.prove import assume, prove
from theorycheck.theory.tactics import markov, moments, union
from theorycheck.theory.terms import E, P, Sum, all_, define, inner, norm2

n, (d_k, d_v), tau = Size("n", minimum=2), sizes("d_k d_v"), Parameter("tau")
i, j = Index("i", n), Index("j", n)
k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))
eta = define("eta", Sum(j != i, inner(k[i], k[j]) * v[j]), i)


@pytest.fixture(scope="module")
def every():
    power = prove(E(norm2(eta)) == (n - 1) / d_k, by=moments)
    one = prove(P(norm2(eta) > tau) <= (n - 1) / (d_k * tau), by=[markov, power], where=[tau > 0])
    return prove(P(all_(i, norm2(eta) <= tau)) >= 1 - n * (n - 1) / (d_k * tau), by=[union, one])


def test_a_replay_gives_back_the_statement_its_hypotheses_and_its_status(every):
    belief = believe(record(every))
    assert belief.proposition is every.proposition
    assert [repr(h.proposition) for h in belief.hypotheses] == ["τ > 0"]
    assert belief.status is Status.DERIVED
    assert belief.schemas == ("markov", "union")


def test_a_record_is_plain_data_and_the_same_each_time(every):
    assert json.loads(record(every)) == json.loads(record(every))
    assert believe(record(every)) == believe(record(every).encode())


def test_a_record_replays_in_a_process_of_its_own(every):
    run = subprocess.run(
        [sys.executable, "-m", "theorycheck.theory.kernel"],
        input=record(every),
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert "⊢ P(|η_j|² ≤ τ for all j) ≥ 1 - n (n - 1)/(d_k τ)" in run.stdout
    assert "status: derived" in run.stdout


def test_every_single_change_of_a_number_in_a_record_is_refused_or_proves_something_else(every):
    body = json.loads(record(every))
    claimed = body["statement"]
    accepted = 0
    for position, row in enumerate(body["terms"]):
        if row[0] != "number":
            continue
        changed = copy.deepcopy(body)
        changed["terms"][position][2] = [row[2][0] + 1, 1]
        try:
            belief = believe(json.dumps(changed))
        except Refused:
            continue
        accepted += 1
        assert belief.proposition is not every.proposition or claimed != changed["statement"]
    assert accepted == 0


def test_dropping_a_step_is_refused(every):
    body = json.loads(record(every))
    for position in range(0, len(body["steps"]), 7):
        changed = copy.deepcopy(body)
        del changed["steps"][position]
        with pytest.raises(Refused):
            believe(json.dumps(changed))


@pytest.mark.parametrize("other", [None, 7, {"format": 1}, ["steps"], "no json", "{}", '{"format": 2}'])
def test_what_is_no_record_is_refused(other):
    with pytest.raises(Refused):
        believe(other)


def test_no_theorem_is_made_copied_pickled_or_changed_by_hand():
    theorem = apply("positive", assume(tau > 0, because="a threshold"), term=1 / tau)
    with pytest.raises(TypeError):
        Theorem()
    with pytest.raises(TypeError):
        pickle.dumps(theorem)
    with pytest.raises(TypeError):
        copy.copy(theorem)
    with pytest.raises(AttributeError):
        theorem.proposition = tau > 1
    with pytest.raises(TypeError):
        type("Mine", (Theorem,), {})


def test_a_theorem_forged_in_memory_is_replayed_as_what_its_steps_prove():
    honest = apply("positive", assume(tau > 0, because="a threshold"), term=1 / tau)
    object.__setattr__(honest, "hypotheses", frozenset())
    object.__setattr__(honest, "schemas", frozenset())
    assert [repr(h.proposition) for h in believe(record(honest)).hypotheses] == ["τ > 0"]
    object.__setattr__(honest, "proposition", tau < 0)
    with pytest.raises(Refused, match="and claims"):
        believe(record(honest))


def test_neither_terms_nor_the_kernel_import_sympy_or_torch():
    code = (
        "import sys, theorycheck.theory.kernel, theorycheck.theory.model; "
        "print(sorted({'sympy', 'torch', 'numpy', 'theorycheck.claim'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_rule_that_is_another_now_is_asked_again(every, monkeypatch):
    """What a rule concluded is known by its function and by all that it was given."""
    written = record(every)
    assert believe(written).proposition is every.proposition
    used = replace(RULES["union"], conclude=lambda *_, **__: 1 / 0)
    monkeypatch.setitem(RULES, "union", used)
    with pytest.raises(Refused, match="union: division by zero"):
        believe(written)


def test_the_same_step_keeps_the_hypotheses_that_it_is_taken_from():
    reasons = [assume(tau > 0, because=because) for because in ("one", "other")]
    turned = [apply("symmetric", premise) for premise in reasons]
    assert [theorem.proposition for theorem in turned] == [Term("lt", (number(0), tau))] * 2
    assert [theorem.hypotheses for theorem in turned] == [premise.hypotheses for premise in reasons]
