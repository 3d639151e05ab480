"""`theorycheck simulate` and `tc.simulate`: estimates of texts, and one sentence for what is wrong."""

import json
import shlex
from functools import partial

import pytest
import theorycheck as tc
import torch
from theorycheck.commands.simulate import EXAMPLES
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Index, Model, Size, iid
from theorycheck.theory.terms import E, Sum

from .running import theorycheck

POWER = "E|sum_{j != i} <k_i, k_j> v_j|^2"
MEMORY = ("--law", "k: sphere(d_k)", "--law", "v: sphere(d_v)")


def simulate(*words):
    return theorycheck("simulate", *words)


def test_a_text_is_estimated_with_its_error():
    done = simulate(POWER, *MEMORY, "--at", "n=8", "d_k=32", "d_v=8", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert abs(found["value"] - 7 / 32) < 4 * found["stderr"]
    assert found["n_trials"] == 10_000
    assert abs(found["value"] - 8 / 32) > 6 * found["stderr"]


def test_a_value_below_one_needs_no_zero_before_its_point():
    words = ("E <x, u>^2", "--law", "x: normal(dimension=d)", "--law", "u: fixed(d)", "--json", "--at", "d=2")
    short, long, other = (simulate(*words, u).stdout for u in ("u=[.5,-.25]", "u=[0.5,-0.25]", "u=[5,-0.25]"))
    assert short == long != other


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((POWER, *MEMORY, "--at", "n=8"), "at gives no value to d_k, d_v"),
        ((POWER, *MEMORY, "--at", "n"), "write NAME=VALUE"),
        ((POWER, *MEMORY, "--at", "n=8", "n=9"), "n has two values"),
        ((POWER, *MEMORY, "--at", f"n={10**400}"), "n is a number, and 1000"),
        ((POWER, *MEMORY, "--at", "n=1" + "0" * 5000), "000...' is not a value of the design point"),
        (("E <k_i, k_j>^2", "--law", "k: sphere(d)", "--at", "n=3,d=2"), "may be equal"),
        (("E sum_{j", "--law", "k: sphere(d)"), "E sum_{j"),
        (("P(z > E(z))", "--law", "z: normal"), "@simulator"),
        (("E h_9", "--law", "h: normal", "--at", "n=8"), "n is at least 9, and 8 was given"),
        (("E h_2", "--law", "h: normal", "--size", "n >= 1", "--at", "n=8"), "declare n >= 2"),
        (("E <u, k_2>", "--law", "k: sphere(d)", "--at", "n=8", "d=3"), "u has no law; declare it"),
        (("E h_i", "--law", "h: normal", "--at", "n=-3"), "n is at least 1, and -3 was given"),
        (("E x", "--law", "x: bernoulli(2)"), "Bernoulli law is between 0 and 1, and 2 is not"),
        (("E x", "--law", "x: normal", "--n-trials", "1"), "'--n-trials': Input should be greater than"),
        (("E x", "--law", "x: normal", "--trials", "9"), "No such option: --trials"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(words, why):
    done = simulate(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr
    assert done.stderr.startswith("theorycheck: ")
    assert done.stderr.count("\n") == 1


def test_an_item_that_the_design_point_has_needs_no_domain_of_its_size():
    done = simulate("P(h_2 > t h_7)", "--law", "h: normal", "--at", "n=7", "t=2", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert abs(found["value"] - 1 / 2) < 4 * found["stderr"]
    at = {"n": 3, "i": 2}
    held, free = (tc.simulate("E[(h_i - h_2)^2]", at | last, laws=["h: normal"]) for last in ({}, {"i": 1}))
    assert (held.value, abs(free.z_score(2.0)) < 4) == (0, True)


def test_each_example_of_the_help_runs():
    examples = [x.strip() for x in EXAMPLES.splitlines() if x.strip().startswith("theorycheck simulate")]
    assert len(examples) == 3
    for example in examples:
        done = simulate(*shlex.split(example)[2:])
        assert done.returncode == 0, done.stderr
        assert " ± " in done.stdout


def test_python_takes_terms_and_texts():
    z = Model(z=Normal()).z
    assert tc.simulate(E(z**2)).value == tc.simulate("E(z^2)", laws=["z: normal"]).value
    found = tc.simulate("E <k_i, k_j>^2", {"n": 4, "d": 8}, laws="k: sphere(d)", where="i != j")
    assert abs(found.z_score(1 / 8)) < 4
    with pytest.raises(ValueError, match="write both alike"):
        tc.simulate(E(z), where=["t > 0"])


def test_a_simulator_draws_a_term():
    n = Size("n", minimum=2)
    i, j = Index("i", n), Index("j", n)
    z = Model(z=iid(Normal(), n)).z
    drawn = partial(tc.trials, n_trials=4000, generator=torch.Generator().manual_seed(0))
    first = drawn(Sum(j, z[j] ** 2), {"n": 3})
    assert abs(first.mean() - 3) < 4 * first.std() / 4000**0.5
    assert abs(first.mean() - 3.5) > 4 * first.std() / 4000**0.5
    happens, share = drawn(z[i] > 0, {"n": 3, "i": 1}), drawn(z[i] > 0, {"n": 3})
    assert happens.dtype == torch.bool
    assert {round(3 * float(x)) for x in share} == {0, 1, 2, 3}
    with pytest.raises(ValueError, match="not one random number a trial"):
        drawn(E(z[i]), {"n": 3})


def test_an_estimate_of_a_vector_is_written_entry_by_entry():
    found = tc.simulate("E(k[i])", {"d": 3, "n": 2}, laws=["k[n]: sphere(d)"], n_trials=100)
    assert found.value.shape == (3,)
    assert str(found).startswith("[")
    assert str(found).endswith("(100 trials)")
    with pytest.raises(ValueError, match="gives no value to d; each size and parameter"):
        tc.simulate("E(k[i])", {"n": 2}, laws=["k[n]: sphere(d)"])
