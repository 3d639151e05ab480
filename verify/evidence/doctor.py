"""Whether this machine can run everything theorycheck needs; each finding is one sentence."""

from __future__ import annotations

import os
import platform
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Diagnostic:
    """One thing that was checked."""

    label: str
    ok: bool
    sentence: str


def diagnostics() -> Iterator[Diagnostic]:
    """Check each part in turn; a part that raises is broken, and the next one follows."""
    for label, check in _CHECKS.items():
        try:
            yield Diagnostic(label=label, ok=True, sentence=check())
        except Exception as error:  # noqa: BLE001 - whatever breaks a part is its finding
            yield Diagnostic(label=label, ok=False, sentence=f"{type(error).__name__}: {error}")


def _python() -> str:
    return f"Python {platform.python_version()}, theorycheck {metadata.version('theorycheck')}"


def _packages() -> str:
    names = ("torch", "numpy", "scipy", "sympy", "mpmath", "matplotlib")
    return ", ".join(f"{name} {metadata.version(name)}" for name in names)


def _device() -> str:
    import torch

    if torch.cuda.is_available():
        return f"cuda: {torch.cuda.get_device_name()}"
    return f"cpu, {os.cpu_count()} cores; no CUDA device"


def _generator() -> str:
    import torch

    from ..numerics.monte_carlo import block_generator

    def draw(block: int) -> torch.Tensor:
        return torch.rand(4, generator=block_generator(0, "doctor", 1, "{}", block, "cpu"))

    if not torch.equal(draw(0), draw(0)) or torch.equal(draw(0), draw(1)):
        raise RuntimeError("Keyed generators do not give equal numbers for equal keys alone.")
    return "equal keys give equal numbers, other keys other ones"


def _algebra() -> str:
    from ..theory.conditioning.noise import noise_power

    derivation = noise_power()
    if derivation.status != "derived":
        raise RuntimeError(f"The derivation of the noise power is {derivation.status}.")
    return f"derived E|eta|^2 = {derivation.formula} in {len(derivation.steps)} steps"


def _store() -> str:
    from .store import RunSettings, Store

    settings = RunSettings(preset="quick", seed=0, device="cpu", claims=())
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "evidence.sqlite", settings):
        return f"SQLite {sqlite3.sqlite_version} writes and locks"


_CHECKS: Final[dict[str, Callable[[], str]]] = {
    "python": _python,
    "packages": _packages,
    "device": _device,
    "generator": _generator,
    "algebra": _algebra,
    "store": _store,
}
