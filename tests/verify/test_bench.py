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
from lawcheck.verify.benchmark import associative_memory as benchmark
from lawcheck.verify.benchmark.record import Row, compared
from lawcheck.verify.benchmark.timing import cpu_seconds
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


def test_a_ratio_is_of_the_first_road() -> None:
    rows = compared("work", {"loop": 4.0, "batch": 0.5})
    assert [row.faster for row in rows] == [1.0, 8.0]


def test_twice_the_work_takes_twice_the_time() -> None:
    once, twice = (cpu_seconds(lambda n=n: sum(range(n))) for n in (100_000, 200_000))
    assert 1.5 < twice / once < 2.7


def test_the_command_writes_what_it_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(benchmark, "WORK", SMALL)
    monkeypatch.setattr(benchmark, "RUNS", 4)
    file = tmp_path / "bench.json"
    result = CliRunner().invoke(app, ["bench", "associative_memory", "--json", str(file)])
    assert result.exit_code == 0, result.output
    rows = json.loads(file.read_text())["subjects"]["associative_memory"]
    assert [row["road"] for row in rows] == ["source's order", "reordered", "joint law"]
    assert rows[0]["faster"] == 1
    assert all(row["seconds"] > 0 and row["also"]["stderr"] > 0 for row in rows)
    assert result.stdout.startswith("associative_memory\tsmall\tsource's order\t")


def test_the_limits_of_the_machine_are_rates_of_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    from lawcheck.verify.benchmark import machine

    monkeypatch.setattr(machine, "LENGTH", 2**16)
    monkeypatch.setattr(machine, "SIZE", 64)
    rows: list[Row] = machine.rows()
    assert all(value > 0 for row in rows for value in row.also.values())
    product = rows[0]
    assert product.also["flop/s"] * product.seconds == pytest.approx(2 * 64**3)


def test_an_unknown_subject_is_named() -> None:
    result = CliRunner().invoke(app, ["bench", "chemistry"])
    assert result.exit_code != 0
    assert "chemistry" in str(result.exception)
