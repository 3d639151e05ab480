"""The steps of a derivation depend on it alone: not on what was derived before, nor on the process."""

import json
import os
import subprocess
import sys

SHOW = """
import json, sys
from theorycheck.theory.catalogue import derivations
every = derivations("conditioning")
made = {name: every[name]() for name in sys.argv[1:]}
print(json.dumps({
    name: [one.record, one.checks, one.premises, [(step.label, step.latex) for step in one.steps]]
    for name, one in made.items()
}))
"""
SEVERAL_INDICES = ("error_bound", "near_collision_hazard")
"""A bound on one item is used for every layer, head and item: the names of all three are put apart."""
SEVERAL_LETTERS = ("oja_power", "heads_needed", "noise_typical_root")
"""Polynomials in several letters are factored, hypotheses are many, and expansions are divided."""


def shown(names, seed):
    """What a fresh process derives, in this order."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", SHOW, *names]
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


def test_another_order_and_another_process_show_the_same_steps():
    names = SEVERAL_INDICES + SEVERAL_LETTERS
    found, again = shown(names, "1"), shown(names[::-1], "2")
    assert sorted(found) == sorted(names)
    assert [name for name in names if found[name] != again[name]] == []
