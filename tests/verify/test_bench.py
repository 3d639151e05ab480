"""The benchmark's baseline has the law of the roads beside it, and the command says what it knows."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from lawcheck.numerics.associative_memory import recall_error
from lawcheck.numerics.associative_memory.error import plain_sheet
from lawcheck.numerics.monte_carlo import sample_block
from lawcheck.verify import benchmark
from lawcheck.verify.cli import app
from typer.testing import CliRunner

SMALL = {
    "small": (
        {"scheme": "power", "rho": 1.0, "d": 10, "N": 50},
        {"scheme": "threshold", "rho": 0.0, "P": "d/8", "d": 30, "T": 40, "N": 50},
    )
}


@pytest.fixture(autouse=True)
def one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def test_the_source_order_measures_the_same_error() -> None:
    cells = SMALL["small"]
    errors = benchmark.in_source_order(cells, 800, torch.Generator().manual_seed(2))
    plain = sample_block(recall_error, plain_sheet(cells, 1500), 0, 3, "cpu")
    stderr = np.sqrt(errors.var(axis=0, ddof=1) / 800 + np.diag(plain.covariance)[::5])
    assert abs((errors.mean(axis=0) - plain.mean[::5]) / stderr).max() < 4
    assert abs((errors.mean(axis=0) - plain.mean[[5, 0]]) / stderr).max() > 4


def test_the_command_writes_what_it_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(benchmark, "WORK", SMALL)
    file = tmp_path / "bench.json"
    options = ["--baseline-runs", "2", "--runs", "4", "--json", str(file)]
    result = CliRunner().invoke(app, ["bench", "associative_memory", *options])
    assert result.exit_code == 0, result.output
    rows = json.loads(file.read_text())
    assert [row["road"] for row in rows] == ["source's order", "reordered", "joint law"]
    assert rows[0]["faster"] == 1
    assert all(row["seconds"] > 0 and row["stderr"] > 0 for row in rows)


def test_an_unknown_topic_is_named() -> None:
    result = CliRunner().invoke(app, ["bench", "chemistry"])
    assert result.exit_code != 0
    assert "chemistry" in str(result.exception)
