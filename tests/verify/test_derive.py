"""`theorycheck derive` and `tc.prove`, `tc.derive`: answers, exit codes, one sentence for what is wrong."""

import json
import shlex
import time
from contextlib import suppress

import pytest
import theorycheck as tc
from theorycheck.commands.derive import EXAMPLES, _processor_time
from theorycheck.commands.derived import derived
from theorycheck.evidence.processes import OutOfTime
from theorycheck.theory.kernel import Refused, believe

from .running import python, theorycheck

MEMORY = ("--law", "k: sphere(d_k)", "--law", "v: sphere(d_v)")
POWER = "E|sum_{j != i} <k_i, k_j> v_j|^2"


def derive(*words):
    return theorycheck("derive", *words)


def test_a_value_is_found_with_its_model_status_and_check():
    done = derive(POWER, *MEMORY, "--size", "n >= 2")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "E[|∑_{j ≠ i} ⟨k_i, k_j⟩ v_j|²] = (n - 1)/d_k"
    assert "hypothesis    none" in lines
    assert "status        derived" in lines
    assert "second check  holds in 3 random instances" in lines
    assert any(line.startswith("for") and "n ≥ 2" in line for line in lines)
    assert not any("by algebra" in line for line in lines)


def test_the_steps_are_numbered_and_say_what_they_use():
    done = derive(f"P(|{POWER[2:-3]}|^2 > t)", *MEMORY, "--where", "t > 0", "--steps")
    assert "hypothesis    t > 0 (condition: the case considered)" in done.stdout
    assert "Markov's inequality, as 0 ≤" in done.stdout
    assert "\n1. " in done.stdout


def test_a_stated_relation_is_proved_or_refused_by_a_counterexample():
    assert derive(f"{POWER} == (n - 1)/d_k", *MEMORY).returncode == 0
    wrong = derive(f"{POWER} == n/d_k", *MEMORY)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.startswith("theorycheck: Counterexample: ")
    assert wrong.stderr.endswith("is (n - 1)/d_k.\n")
    assert wrong.stderr.count("\n") == 1
    lacking = derive("E <k_i, k_j>^2 == 1/d_k", *MEMORY)
    assert lacking.returncode == 1
    assert "Missing hypothesis: i ≠ j" in lacking.stderr


def test_a_law_of_what_does_not_occur_is_told():
    done = derive("E|W x|^2", "--law", "W_ij: normal(0, 1/n)", "--law", "x: fixed(n)")
    assert "W_ij has a law and does not occur" in done.stderr
    assert "as W[m, n]: ..." in done.stderr
    assert derive("E|W x|^2", "--law", "W[m, n]: normal(0, 1/n)", "--law", "x: fixed(n)").stderr == ""


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((POWER, "--law", "k: spere(d)"), "write sphere(dimension, radius=1)"),
        ((POWER,), "give a law, as in k: sphere(d)"),
        (("E|k|^2 <=", *MEMORY), "missing at the end"),
        (("E|k|^2", *MEMORY, "--by", "magic"), "There is no tactic 'magic'; there are auto, moments"),
        (("E|k|^2", *MEMORY, "--size", "n < x"), "declares no size"),
    ],
)
def test_bad_input_is_one_sentence(words, why):
    done = derive(*words)
    assert done.returncode == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_record_in_json_is_believed():
    done = derive(POWER, *MEMORY, "--json")
    answer = json.loads(done.stdout)
    belief = believe(json.dumps(answer["record"]))
    assert repr(belief.proposition) == answer["statement"]
    assert answer["status"] == belief.status == "derived"
    assert answer["latex"].startswith(r"\mathbb{E}")
    assert answer["steps"][-1]["lines"][-1]["right"] == "(n - 1)/d_k"


def test_latex_has_no_sign_that_latex_does_not_know():
    done = derive(
        f"P(|{POWER[2:-3]}|^2 <= tau for all i)", *MEMORY, "--where", "tau > 0", "--latex", "--steps"
    )
    assert done.stdout.isascii()
    assert done.stdout.count(r"\begin{align*}") == done.stdout.count(r"\end{align*}") > 5


def test_too_long_a_search_is_given_up():
    begun = time.perf_counter()
    done = derive("E|sum_j g_j|^40", "--law", "g: normal(dimension=d)", "--time", "1")
    assert done.returncode == 1
    assert "1 s of processor time" in done.stderr
    assert time.perf_counter() - begun < 30


@pytest.mark.parametrize("lost", [0, 2])
def test_a_search_is_given_up_though_a_signal_was_lost(lost):
    def search():
        begun = time.process_time()
        while time.process_time() < begun + 10:
            pass

    def go_on():
        for _ in range(lost):
            with suppress(OutOfTime):
                search()
        search()

    with pytest.raises(Refused, match="1 s of processor time"), _processor_time(1):
        go_on()


def test_an_interrupt_is_no_end_of_the_time():
    with pytest.raises(KeyboardInterrupt), _processor_time(60):
        raise KeyboardInterrupt


def test_each_example_of_the_help_runs():
    examples = [
        line.strip() for line in EXAMPLES.splitlines() if line.strip().startswith("theorycheck derive")
    ]
    assert len(examples) == 5
    for example in examples:
        done = derive(*shlex.split(example)[2:])
        assert done.returncode == 0, done.stderr


def test_python_has_both_with_texts():
    theorem = tc.prove(f"{POWER} < n/d_k", laws=["k: sphere(d_k)", "v: sphere(d_v)"])
    assert repr(tc.derive("Var(z)", laws=["z: normal(0, s^2)"])) == "⊢ Var[z] = s²"
    assert derived(theorem).status == "derived"
    with pytest.raises(tc.Refused, match="Counterexample"):
        tc.prove("Var(z) == s", laws=["z: normal(0, s^2)"])


def test_the_theorems_import_neither_torch_nor_the_verifier():
    program = (
        "import sys\n"
        "from theorycheck.theory.prove import derive\n"
        "derive('E[z^2]', laws=['z: normal(0, 1)'])\n"
        "own = [m for m in sys.modules if m.startswith('theorycheck.')]\n"
        "print([m for m in own if '.theory' not in m] + ['torch'] * ('torch' in sys.modules))"
    )
    assert python("-c", program, check=True).stdout.strip() == "[]"
