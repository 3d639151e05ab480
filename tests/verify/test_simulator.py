"""A user's simulator: known by content, tried in a sandbox, its output checked chunk by chunk."""

import os
import re

import numpy as np
import pytest
from theorycheck.errors import UsageError
from theorycheck.evidence.processes import single_threaded_children
from theorycheck.numerics.monte_carlo import block_generator, sample_block
from theorycheck.simulator import Simulator, SimulatorError, draw, output_of, simulated
from theorycheck.user.pilot import MAX_BLOCK, MIN_BLOCK, Remembering, group, trials_per_block, try_point
from theorycheck.user.sandbox import Sandbox

HEAD = "import torch, numpy, os, time, sys, dataclasses\ndef f(d, *, n_trials, generator):\n"
GOOD = "    return torch.randn(n_trials, generator=generator) + d"


def simulator(body=GOOD, generator="torch", text=None, **changes):
    fields = {"file": "mine.py", "text": text or HEAD + body, "function": "f", "generator": generator}
    return Simulator(**{**fields, **changes})


def drawn(found, d=3, n_trials=40, block=0):
    generator = block_generator(0, "test", 1, "{}", block, "cpu")
    return output_of(draw(found, {"d": d}, n_trials, generator), found)


def tried(sandbox, body=GOOD):
    return try_point(Remembering(sandbox), simulator(body), {"d": 5}, first=True)


def test_numbers_come_from_the_generator_alone():
    assert np.array_equal(drawn(simulator()), drawn(simulator()))
    assert not np.array_equal(drawn(simulator()), drawn(simulator(), block=1))


def test_a_numpy_generator_is_keyed_alike():
    found = simulator("    return generator.normal(size=n_trials)", generator="numpy")
    assert np.array_equal(drawn(found), drawn(found))
    assert not np.array_equal(drawn(found), drawn(found, block=1))


@pytest.mark.parametrize(
    "body",
    [
        "    return list(range(n_trials))",
        "    return numpy.arange(n_trials, dtype='int8')",
        "    return torch.ones(n_trials, dtype=torch.bfloat16)",
        "    print('hello'); return torch.ones(n_trials, requires_grad=True)",
    ],
)
def test_numbers_of_any_real_type_are_taken(body, capsys):
    assert drawn(simulator(body)).dtype == np.float64
    assert capsys.readouterr().out == ""


def test_booleans_are_kept_as_failures():
    assert drawn(simulator("    return torch.rand(n_trials, generator=generator) < .5")).dtype == np.bool_


def test_dataclasses_and_names_of_the_file_are_there():
    text = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass A:\n    x: int\n"
        "def f(d, *, n_trials, generator):\n    return [A(x=d).x] * n_trials"
    )
    assert drawn(simulator(text=text)).tolist() == [3.0] * 40


FAULTS = {
    "    return torch.ones(3)": "mine.py:f at d = 3 returned shape (3,) for n_trials = 40",
    "    return torch.ones(n_trials, 1)": "returned shape (40, 1)",
    "    return 1.0": "returned shape ()",
    "    return None": "returned shape ()",
    "    return {'a': torch.ones(n_trials), 'b': [0] * n_trials}": "several outputs (a, b), and a claim",
    "    return {'loss': torch.ones(n_trials), 'step': 1}": "mine.py:f['step'] at d = 3 returned shape ()",
    "    return [[1], [1, 2]]": "returned no array of numbers",
    "    return ['a'] * n_trials": "values of type",
    "    return [1j] * n_trials": "values of type complex128",
    "    return torch.full((n_trials,), float('nan'))": "NaN or infinity in 40 of 40 trials",
    "    return [1.0] * (n_trials - 1) + [float('inf')]": "NaN or infinity in 1 of 40 trials",
    "    raise ValueError('no luck')": "raised ValueError: no luck (line 3)",
    "    sys.exit(3)": "raised SystemExit: 3 (line 3)",
    "    return undefined": "raised NameError",
    "    return generator.poisson(1.0, n_trials)": 'generator = "numpy" asks for one of NumPy.',
}


@pytest.mark.parametrize("body", FAULTS)
def test_what_is_no_number_is_refused_with_function_and_point(body):
    with pytest.raises(SimulatorError) as refused:
        drawn(simulator(body))
    assert FAULTS[body] in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def f(:", "mine.py cannot be loaded: SyntaxError"),
        ("import nowhere_to_be_found", "cannot be loaded: ModuleNotFoundError"),
        ("x = 1\n1 / 0", "ZeroDivisionError: division by zero (line 2)"),
        ("def g(): pass", "has no function 'f'"),
        ("f = 3", "has no function 'f'"),
        ("def f(n, *, n_trials, generator): pass", "define it as f(d, *, n_trials, generator)"),
        ("def f(d): pass", "define it as f(d, *, n_trials, generator)"),
    ],
)
def test_a_file_without_the_function_is_refused(text, sentence):
    with pytest.raises(SimulatorError, match=re.escape(sentence)):
        drawn(simulator(text=text))


def test_identity_follows_the_content_and_not_the_path():
    other = simulator(text=HEAD + GOOD + "\ng = f", function="g")
    each = (simulator(), simulator(GOOD + " + 1"), simulator(generator="numpy"), other)
    assert len({simulated(found).name for found in each}) == 4
    assert simulated(simulator(file="elsewhere.py")).name == simulated(simulator()).name


@pytest.mark.usefixtures("one_torch_thread")
def test_a_block_holds_the_trials_of_its_chunks():
    found = simulator()
    part = group({"d": 3}, ({},), 1024, 0.0)
    block = sample_block(simulated(found, (part,)), part, 0, 0, "cpu")
    assert (block.count, part.trials_per_chunk) == (1024, 256)
    assert abs(block.mean[0] - 3) * 1024**0.5 < 4


@pytest.mark.usefixtures("one_torch_thread")
def test_another_kind_of_value_than_the_pilot_saw_is_refused():
    part = group({"d": 3}, ({},), 16, 0.0)
    with pytest.raises(SimulatorError, match="returned numbers, and booleans before"):
        sample_block(simulated(simulator(binary=True), (part,)), part, 0, 0, "cpu")


def test_the_pilot_measures_mean_and_spread(sandbox):
    seen = tried(sandbox)
    assert abs(seen.mean - 5) * seen.n_trials**0.5 < 4
    assert abs(seen.sd - 1) * (2 * seen.n_trials) ** 0.5 < 4
    assert not seen.binary


def test_a_failure_that_never_happened_has_a_spread(sandbox):
    seen = tried(sandbox, "    return numpy.zeros(n_trials, dtype=bool)")
    assert seen.binary
    assert seen.sd > 0


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("    return torch.arange(n_trials) + d", "gave the same numbers under two seeds"),
        ("    return torch.arange(n_trials) % 2 == 0", "gave the same numbers under two seeds"),
        ("    return torch.rand(n_trials)", "gave other numbers under the same seed"),
        ("    raise ValueError('no luck')", "raised ValueError: no luck (line 3)"),
    ],
)
def test_a_function_that_ignores_its_generator_is_refused(sandbox, body, sentence):
    with pytest.raises(UsageError, match=re.escape(sentence)):
        tried(sandbox, body)


def test_what_hangs_is_killed_and_said():
    with Sandbox(timeout=0.3) as sandbox, pytest.raises(UsageError, match="did not come back within"):
        tried(sandbox, "    time.sleep(60)")


def test_what_ends_its_process_is_said():
    ended = pytest.raises(UsageError, match=r"ended its process \(exit code 7\)")
    with Sandbox(timeout=20) as sandbox, ended:
        tried(sandbox, "    os._exit(7)")


def test_children_have_one_thread_and_the_environment_is_restored(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "5")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    with single_threaded_children():
        assert os.environ["OMP_NUM_THREADS"] == os.environ["MKL_NUM_THREADS"] == "1"
    assert os.environ["OMP_NUM_THREADS"] == "5"
    assert "MKL_NUM_THREADS" not in os.environ


@pytest.mark.parametrize(("sd", "error"), [(1.0, 0.005), (0.1, 0.01), (3.0, 0.005)])
def test_the_last_round_reaches_the_error_aimed_at(sd, error):
    trials = 32 * trials_per_block(sd, error)
    assert sd / trials**0.5 <= error or trials == 32 * MAX_BLOCK


def test_blocks_are_bounded():
    assert trials_per_block(1e-9, 1.0) == MIN_BLOCK
    assert trials_per_block(1.0, 0.0) == trials_per_block(1e9, 1.0) == MAX_BLOCK
