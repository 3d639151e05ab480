"""A run on a cluster of this machine: the same evidence, and what happens when parts of it go away."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch
from theorycheck.evidence.cluster import QUIET

from .running import stored

pytest.importorskip("distributed")

pytestmark = pytest.mark.slow

SCRIPTS = Path(sys.executable).parent
THEORYCHECK = [sys.executable, "-m", "theorycheck"]
SELECTION = ("conditioning.capacity.unshared", "conditioning.noise_power.m*")
ENVIRONMENT = {
    **os.environ,
    **QUIET,
    "OMP_NUM_THREADS": "1",
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "5",
}


class Cluster:
    """A scheduler and workers on the loopback interface, as a user starts them."""

    def __init__(self, folder):
        self.file = folder / "scheduler.json"
        self.processes = []
        self.scheduler = self.begin("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show")
        wait_until(self.file.exists)
        self.workers = [self.work(), self.work()]

    def begin(self, *arguments):
        process = subprocess.Popen(
            [SCRIPTS / "dask", *arguments, "--no-dashboard", "--scheduler-file", self.file],
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def work(self):
        return self.begin("worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")

    @property
    def address(self):
        return json.loads(self.file.read_text())["address"]

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path):
    begun = Cluster(tmp_path)
    yield begun
    begun.end()


def wait_until(condition, timeout=600.0):
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def begin_run(folder, *arguments):
    command = [
        *THEORYCHECK,
        "run",
        *SELECTION,
        "--preset",
        "quick",
        "--no-figures",
        "--out",
        folder,
        *arguments,
    ]
    return subprocess.Popen(
        [str(part) for part in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def has_blocks(folder):
    """Whether the log of the store, which nobody else may open, is longer than its tables make it."""
    log = folder / "evidence.sqlite-wal"
    return log.exists() and log.stat().st_size > 100_000


def found_in(output):
    """The lines that a run printed, without the seconds that it took."""
    return sorted(re.sub(r"\(\d+ s\)", "", line) for line in output.splitlines())


def test_a_cluster_that_loses_a_worker_gathers_the_same_evidence(cluster, tmp_path):
    here = begin_run(tmp_path / "here", "--workers", "1")
    expected, _ = here.communicate(timeout=600)
    assert here.returncode == 0
    there = begin_run(tmp_path / "there", "--dask", cluster.address)
    wait_until(lambda: has_blocks(tmp_path / "there"))
    cluster.workers[0].kill()
    output, error = there.communicate(timeout=600)
    assert there.returncode == 0, error
    assert stored(tmp_path / "there") == stored(tmp_path / "here")
    assert found_in(output) == found_in(expected)


def test_a_run_without_its_scheduler_ends_with_what_was_stored_and_resumes(cluster, tmp_path):
    running = begin_run(tmp_path / "run", "--dask", cluster.address)
    wait_until(lambda: has_blocks(tmp_path / "run"))
    cluster.scheduler.send_signal(signal.SIGKILL)
    _, error = running.communicate(timeout=600)
    assert running.returncode == 130
    assert "the workers are gone" in error
    assert "Traceback" not in error
    kept = stored(tmp_path / "run")
    assert kept
    again = begin_run(tmp_path / "run", "--workers", "1")
    assert again.communicate(timeout=600) is not None
    assert again.returncode == 0
    assert set(kept) <= set(stored(tmp_path / "run"))


def test_an_address_where_nobody_answers_is_refused(tmp_path):
    running = begin_run(tmp_path / "run", "--dask", "127.0.0.1")
    _, error = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "No scheduler answers" in error
    assert "Traceback" not in error


@pytest.mark.skipif(torch.cuda.is_available(), reason="the workers have a GPU")
def test_the_device_is_that_of_the_workers(cluster, tmp_path):
    running = begin_run(tmp_path / "run", "--dask", cluster.address, "--device", "cuda")
    _, error = running.communicate(timeout=600)
    assert running.returncode == 2
    assert "Worker tcp://" in error
    assert "needs a CUDA GPU" in error
