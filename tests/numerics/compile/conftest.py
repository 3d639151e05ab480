"""Programs run on given draws."""

import pytest
import torch
from theorycheck.numerics.compile.program import Program
from theorycheck.numerics.trials import Source


@pytest.fixture
def on_draws(monkeypatch):
    """The outputs of a program where the random objects are these, by their terms."""

    def outputs(program, drawn, trials):
        by_name = {own.data[0]: torch.from_numpy(value) for own, value in drawn.items()}
        monkeypatch.setattr(Program, "_drawn", lambda _, node, *__: by_name[node.params[0]].clone())
        return [x.double().numpy() for x in program.run(trials, Source(generator=torch.Generator()))]

    return outputs
