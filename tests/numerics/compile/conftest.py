"""Compiled programs on given draws, and beside the plain evaluator of theory."""

from itertools import product

import numpy as np
import pytest
import torch
from theorycheck.numerics.compile.program import Program
from theorycheck.numerics.compile.statistics import compiled
from theorycheck.numerics.simulate import design_point
from theorycheck.numerics.trials import Source
from theorycheck.theory import outcomes
from theorycheck.theory.evaluation import Evaluator, Instance

TRIALS = 25


@pytest.fixture
def on_draws(monkeypatch):
    """The outputs of a program where the random objects are these, by their terms."""

    def outputs(program, drawn, trials):
        by_name = {own.data[0]: torch.from_numpy(value) for own, value in drawn.items()}
        monkeypatch.setattr(Program, "_drawn", lambda _, node, *__: by_name[node.params[0]].clone())
        return [x.double().numpy() for x in program.run(trials, Source(generator=torch.Generator()))]

    return outputs


def plainly(body, values, where, drawn):
    """A row of trials for each value of the free indices."""
    free = [own for _, own in body.declarations if own.head == "index" and own not in values]
    sizes = [range(1, values[own.args[0]] + 1) for own in free]
    points = [{**values, **dict(zip(free, at, strict=True))} for at in product(*sizes)]
    kept = [at for at in points if all(Evaluator(at, {}, 1).value(one) for one in where)]
    return np.array([np.broadcast_to(Evaluator(at, drawn, TRIALS).value(body), TRIALS) for at in kept])


@pytest.fixture
def difference(on_draws, monkeypatch):
    """The largest between the compiled numbers of trials of a term and the plain ones of it, or another."""
    monkeypatch.setattr(outcomes, "TRIALS", TRIALS)

    def largest(term, at, where=(), of=None):
        at = design_point(term, at, where)
        sizes = Evaluator(at, {}, 1)
        shapes = {own: [int(sizes.value(part)) for part in own.shape] for own in at}
        values = {own: np.broadcast_to(x, shapes[own]) if shapes[own] else x for own, x in at.items()}
        found, other = (compiled(x, values, where) for x in (term, term if of is None else of))
        drawn = outcomes.sample(term, Instance(values), np.random.default_rng(1))
        gaps = []
        for leaf, output in zip(other.leaves, on_draws(found.program, drawn, TRIALS), strict=False):
            expected = plainly(leaf.body, values, where, drawn).astype(float)
            numbers = output.reshape(TRIALS, -1)
            expected = expected.T if numbers.shape[1] > 1 else expected.mean(axis=0)[:, None]
            gaps.append(abs(numbers - expected).max() / (1 + abs(expected).max()))
        return max(gaps)

    return largest
