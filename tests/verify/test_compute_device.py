"""Where blocks are drawn: here, or where the workers of a cluster are."""

import re
from pathlib import Path

import pytest
import torch
from theorycheck.errors import UsageError
from theorycheck.evidence import cluster
from theorycheck.evidence.machine import ComputeDevice, common_device, local_device, require_memory
from theorycheck.evidence.run import RunOptions
from theorycheck.papers.plans import plans_of
from theorycheck.papers.tables import CLAIMS
from theorycheck.user import arguments

H100 = ComputeDevice(device="cuda", device_class="cuda:H100", free=8 * 2**30)
SMALLER = ComputeDevice(device="cuda", device_class="cuda:H100", free=2**30)
A100 = ComputeDevice(device="cuda", device_class="cuda:A100", free=8 * 2**30)
CPU = ComputeDevice(device="cpu", device_class="cpu")


def test_workers_of_one_class_are_bounded_by_the_one_with_least_memory():
    assert common_device({"a": H100, "b": SMALLER}) == SMALLER
    assert common_device({"a": CPU, "b": CPU}) == CPU


@pytest.mark.parametrize("other", [A100, CPU])
def test_workers_of_two_classes_are_refused(other):
    with pytest.raises(UsageError, match=f"a would draw on cuda:H100 and worker b on {other.device_class}"):
        common_device({"a": H100, "b": other})


def test_what_a_worker_lacks_is_told_with_its_name():
    with pytest.raises(UsageError, match="Worker b: none is usable"):
        cluster._agreed({"a": H100, "b": "none is usable"})


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_machine_without_a_gpu_draws_on_its_cpu_or_says_why_not():
    assert local_device("auto") == local_device("cpu") == CPU
    with pytest.raises(UsageError, match="needs a CUDA GPU"):
        local_device("cuda")
    assert "needs a CUDA GPU" in cluster._device_or_reason("cuda")


def test_a_chunk_must_fit_what_is_free_on_the_gpu():
    require_memory(SMALLER, 2**30)
    require_memory(CPU, 2**60)
    with pytest.raises(UsageError, match=r"has 1 GiB free, and this selection needs 2 GiB"):
        require_memory(SMALLER, 2**31)


def test_the_page_on_clusters_sets_what_the_benchmark_does():
    page = Path(__file__).parents[2] / "docs" / "cluster.md"
    exports = dict(re.findall(r"^export (DASK_\w+)=(\S+)", page.read_text(), flags=re.MULTILINE))
    assert exports == cluster.QUIET


def test_a_run_takes_its_class_and_its_memory_from_the_workers():
    def options(compute_device):
        return RunOptions(
            preset=arguments.preset("quick"),
            seed=0,
            device=compute_device.device,
            workers=1,
            memory=2**31,
            budget=None,
            command="",
            compute_device=compute_device,
        )

    claims = [claim for claim in CLAIMS if claim.id.startswith("conditioning.noise_power")][:1]
    assert options(H100).device_class == "cuda:H100"
    assert plans_of(claims, options(H100))
    with pytest.raises(UsageError, match="GiB free"):
        plans_of(claims, options(ComputeDevice(device="cuda", device_class="cuda:H100", free=1000)))
