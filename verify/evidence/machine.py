"""The machine that numbers come from: its family of processors, and the modes of its libraries.

One seed gives the same bits on one family and one version of torch. Another family has other vectors and
other library functions, whose last bits differ; what is compared across families is compared by error
bounds and statistics.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Final

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
