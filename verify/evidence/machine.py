"""The machine that numbers come from: its device, its family of processors, the modes of its libraries.

One seed gives the same bits on one family and one version of torch. Another family has other vectors and
other library functions, whose last bits differ; what is compared across families is compared by error
bounds and statistics.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ..errors import UsageError

_ROOT: Final = Path(__file__).resolve().parents[2]
"""The checkout, where theorycheck runs from one."""

_CPUINFO: Final = Path("/proc/cpuinfo")

_VENDORS: Final = {"vendor_id": "", "CPU implementer": "implementer "}
"""Keys of the vendor, and how it is called there."""

_VECTORS: Final = {"avx512f": "AVX-512", "avx2": "AVX2", "avx": "AVX", "sve": "SVE", "asimd": "NEON"}
"""Names of vector instructions, widest first: libraries choose their functions by them."""

_MODES: Final = (
    "MKL_CBWR",
    "ATEN_CPU_CAPABILITY",
    "NPY_DISABLE_CPU_FEATURES",
    "OPENBLAS_CORETYPE",
    "GLIBC_TUNABLES",
    "MKL_ENABLE_INSTRUCTIONS",
)
"""Variables by which libraries choose other functions than the processor's own."""


def commit(root: Path = _ROOT) -> str | None:
    """The commit of the checkout that runs, with "-dirty" where files differ; None where there is none."""
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        return None
    asked = [git, "-C", str(root), "describe", "--always", "--dirty", "--exclude=*", "--abbrev=12"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - words of our own
    return done.stdout.strip() or None


def processor_family() -> str:
    """Vendor and widest vectors of this machine's processor, the architecture where neither is told."""
    try:
        lines = [line.partition(":") for line in _CPUINFO.read_text(encoding="utf-8").splitlines()]
    except OSError:
        return platform.processor() or platform.machine()
    return family({name.strip(): value.strip() for name, _, value in reversed(lines)})


def family(told: dict[str, str]) -> str:
    """The family of a processor by what the system tells of it.

    >>> family({"vendor_id": "GenuineIntel", "flags": "fpu sse2 avx avx2 avx512f"})
    'GenuineIntel, AVX-512'
    """
    vendor = next((before + told[key] for key, before in _VENDORS.items() if key in told), platform.machine())
    flags = f"{told.get('flags', '')} {told.get('Features', '')}".split()
    widest = next((name for flag, name in _VECTORS.items() if flag in flags), None)
    return f"{vendor}, {widest}" if widest else vendor


def library_modes() -> str:
    """The modes of libraries that are set, as a shell would set them; "none" where none is."""
    return " ".join(f"{name}={os.environ[name]}" for name in _MODES if os.environ.get(name)) or "none"


@dataclass(frozen=True, kw_only=True)
class ComputeDevice:
    """A device with its class. `free` are the bytes free on a GPU; None on a CPU, which `--memory` bounds."""

    device: str
    device_class: str
    free: int | None = None


def named_device(name: str) -> str:
    """`cpu` or `cuda`; `auto` is cuda where there is one. Raises UsageError without a GPU."""
    if name not in ("auto", "cpu", "cuda"):
        raise UsageError(f"There is no device {name!r}; choose auto, cpu or cuda.")
    if name == "cpu":
        return name
    import torch

    if torch.cuda.is_available():
        return "cuda"
    if name == "cuda":
        raise UsageError("--device cuda needs a CUDA GPU and a CUDA build of torch, and none is usable here.")
    return "cpu"


def local_device(name: str) -> ComputeDevice:
    """The device that `cpu`, `cuda` or `auto` comes to on this machine. Raises UsageError without a GPU."""
    device = named_device(name)
    from ..numerics.monte_carlo import device_class

    free = None
    if device == "cuda":
        import torch

        free = int(torch.cuda.mem_get_info()[0])
    return ComputeDevice(device=device, device_class=device_class(device), free=free)


def common_device(devices: Mapping[str, ComputeDevice]) -> ComputeDevice:
    """What the devices of workers, by their names, have in common: the class, and the least free memory.

    Raises UsageError where two are of different classes: their numbers are no one evidence.
    """
    (first, compute_device), *others = devices.items()
    for name, other in others:
        if other.device_class != compute_device.device_class:
            raise UsageError(
                f"Worker {first} would draw on {compute_device.device_class} and worker {name} on "
                f"{other.device_class}; choose --device cpu, or give the cluster devices of one class."
            )
    free = [one.free for one in devices.values() if one.free is not None]
    return replace(compute_device, free=min(free) if free else None)


def require_memory(compute_device: ComputeDevice, chunk: int) -> None:
    """Raise UsageError where a chunk of so many bytes does not fit what is free on the GPU."""
    if compute_device.free is not None and chunk > compute_device.free:
        raise UsageError(
            f"{compute_device.device_class} has {compute_device.free / 2**30:.2g} GiB free, and this "
            f"selection needs {chunk / 2**30:.2g} GiB; free some, or choose --device cpu."
        )
