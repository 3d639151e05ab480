"""The benchmark's baseline has the law of the routes beside it, and the command says what it knows."""

import json
import subprocess
import sys

import numpy as np
import pytest
import torch
from theorycheck.numerics.associative_memory.error import plain_group, recall_error
from theorycheck.numerics.monte_carlo import sample_block
from typer.testing import CliRunner

from benchmarks.speed import associative_memory as benchmark
from benchmarks.speed import cluster, processes, timing
from benchmarks.speed.__main__ import app
from benchmarks.speed.figures import measurement
from benchmarks.speed.record import Row, compared

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SMALL = {
    "small": (
        {"scheme": "power", "rho": 1.0, "d": 10, "N": 50},
        {"scheme": "threshold", "rho": 0.0, "P": "d/8", "d": 30, "T": 40, "N": 50},
    )
}


def test_the_source_order_measures_the_same_error():
    points = SMALL["small"]
    errors = benchmark.in_source_order(points, 800, torch.Generator().manual_seed(2))
    plain = sample_block(recall_error, plain_group(points, 1500), 0, 3, "cpu")
    stderr = np.sqrt(errors.var(axis=0, ddof=1) / 800 + np.diag(plain.covariance)[::5])
    assert abs((errors.mean(axis=0) - plain.mean[::5]) / stderr).max() < 4
    assert abs((errors.mean(axis=0) - plain.mean[[5, 0]]) / stderr).max() > 4


def test_a_ratio_is_of_the_first_route():
    rows = compared("work", {"loop": 4.0, "batch": 0.5})
    assert [row.faster for row in rows] == [1.0, 8.0]


def test_the_command_writes_what_it_measured(monkeypatch, tmp_path):
    monkeypatch.setattr(benchmark, "WORK", SMALL)
    monkeypatch.setattr(benchmark, "RUNS", 4)
    monkeypatch.setattr(benchmark, "FAR", ({"rho": 1.0, "d": 10**8, "u": "orthonormal"},))
    monkeypatch.setattr(benchmark, "STREAMED", (3000, 200, 16))
    file = tmp_path / "bench.json"
    result = CliRunner().invoke(app, ["associative_memory", "--json", str(file)])
    assert result.exit_code == 0, result.output
    rows = json.loads(file.read_text())["subjects"]["associative_memory"]
    assert [row["route"] for row in rows[:3]] == ["source's order", "reordered", "joint law"]
    assert rows[0]["faster"] == 1
    assert all(row["seconds"] > 0 and row["also"]["stderr"] > 0 for row in rows[:3])
    far, streamed = rows[3:]
    assert 0 < far["also"]["relative error"] < 1e-3
    # Python and torch alone take a tenth of that.
    assert 0.05 < streamed["also"]["peak memory in GB"] < 4
    assert result.stdout.startswith("associative_memory\tsmall\tsource's order\t")


def test_the_limits_of_the_machine_are_rates_of_what_was_done(monkeypatch):
    from benchmarks.speed import machine

    monkeypatch.setattr(timing, "LEAST", 0.005)
    monkeypatch.setattr(machine, "LENGTH", 2**16)
    monkeypatch.setattr(machine, "SIZE", 64)
    rows: list[Row] = machine.rows()
    assert all(value > 0 for row in rows for value in row.also.values())
    product = rows[0]
    assert product.also["flop/s"] * product.seconds == pytest.approx(2 * 64**3)


def test_a_verdict_is_held_to_the_product_and_a_sampler_to_what_it_needs(monkeypatch):
    from benchmarks.speed import fractions

    monkeypatch.setattr(timing, "LEAST", 0.005)
    monkeypatch.setattr(fractions, "SHAPES", ((32, 16, 8),))
    monkeypatch.setattr(fractions, "LENGTH", 2**16)
    monkeypatch.setattr(fractions, "SIZE", 64)
    needed = {key: needs for key, needs in fractions.NEEDED.items() if key[0] == "conditioning"}
    monkeypatch.setattr(fractions, "NEEDED", needed)
    rows = fractions.rows()
    product, decided = rows[:2]
    assert decided.faster == pytest.approx(product.seconds / decided.seconds)
    for row in rows[2:]:
        shares = row.also
        assert shares["of drawing and products"] == pytest.approx(
            shares["of random numbers"] + shares["of products"]
        )


def test_a_file_keeps_the_figures_of_what_is_not_chosen(monkeypatch, tmp_path):
    file = tmp_path / "figures.json"
    file.write_text('{"slow": 1, "fast": 2}')
    monkeypatch.setattr(sys, "argv", ["measure", "fas", "--repeats", "7", "--json", str(file)])
    measurement("What is measured.", {"slow": lambda _: {}, "fast": lambda repeats: {"repeats": repeats}})
    assert json.loads(file.read_text()) == {"slow": 1, "fast": {"repeats": 7}}
    monkeypatch.setattr(sys, "argv", ["measure", "--json", str(file)])
    measurement("What is measured.", {"slow": lambda repeats: {"repeats": repeats}})
    assert json.loads(file.read_text()) == {"slow": {"repeats": 5}}


def test_a_command_is_timed_with_what_it_leaves_behind(tmp_path):
    work = "import os, time\nwhile time.process_time() < 0.3: pass\nprint(os.environ['WORD'])"
    left = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {work!r}]); sys.exit(3)"
    other = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    found = processes.timed([sys.executable, "-c", left], tmp_path, {"WORD": "told"})
    assert (found.exit_code, found.out) == (3, "told\n")
    assert found.cpu_s > 0.3
    assert processes.timed([sys.executable, "-c", ""], tmp_path).cpu_s < 0.3
    # A process of ours that goes on is not waited for.
    assert other.poll() is None
    other.communicate(b"\n")


def test_batches_and_pools_draw_the_same_blocks(monkeypatch):
    from theorycheck.evidence.work import executor

    from benchmarks.speed import cluster

    work = cluster.tasks()
    assert len(work) > 500
    with executor(1) as pool:
        found = cluster.spent(pool, 1, work[:4])
    assert 0 < found.blocks <= found.cpu


def test_an_unknown_label_is_named():
    result = CliRunner().invoke(app, ["chemistry"])
    assert result.exit_code != 0
    assert "chemistry" in str(result.exception)


@pytest.mark.slow
def test_workers_of_the_cluster_tell_their_clocks():
    distributed = pytest.importorskip("distributed")
    with (
        cluster.local_cluster(1) as address,
        distributed.Client(address, timeout=60, set_as_default=False) as client,
    ):
        client.wait_for_workers(1, timeout=60)
        assert len(client.run(cluster.clock)) == 1
