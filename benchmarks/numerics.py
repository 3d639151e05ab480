"""Speed of the numerics: `python benchmarks/numerics.py [--json FILE]`.

Prints the two limits of the machine that simulations meet (normal random numbers and matrix
products a second, one thread), and for quantities of each kind their trials a second beside those of a
plain NumPy loop that follows the definition one trial at a time.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from lawcheck.numerics.conditioning import QUANTITIES
from lawcheck.numerics.conditioning.capacity import D_V
from lawcheck.numerics.conditioning.softmax import score_scale
from lawcheck.numerics.monte_carlo import sample_block
from lawcheck.numerics.quantity import SampledQuantity, Sheet
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

Array = NDArray[np.float32]
Trial = Callable[[Sheet, np.random.Generator], object]

SECONDS: Final = 0.5
REPEATS: Final = 3


def device_name() -> str:
    """The processor's own name where the system tells it, else its architecture."""
    described = Path("/proc/cpuinfo")
    lines = described.read_text().splitlines() if described.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def rate(work: Callable[[], float]) -> float:
    """Units of work a second: the best of a few runs, as neighbours on the machine only slow one down."""
    work()
    best = 0.0
    for _ in range(REPEATS):
        done, start = 0.0, time.perf_counter()
        while (elapsed := time.perf_counter() - start) < SECONDS / REPEATS or not done:
            done += work()
        best = max(best, done / elapsed)
    return best


def normals() -> float:
    """Draw a quarter of a million normals."""
    return float(torch.empty(2**18).normal_(generator=torch.Generator()).numel())


def matrix_product() -> float:
    """Multiply two float32 matrices of size 1024; the work is its floating-point operations."""
    matrix = torch.ones(1024, 1024)
    _ = matrix @ matrix
    return 2.0 * 1024**3


def unit_vectors(rng: np.random.Generator, n: int, d: int) -> Array:
    """Rows uniform on the sphere."""
    vectors: Array = rng.standard_normal((n, d), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def noise_of(keys: Array, values: Array) -> Array:
    """|eta_i|^2 of every item, by way of the state."""
    state = keys.T @ values
    eta = keys @ state - (keys**2).sum(axis=1, keepdims=True) * values
    power: Array = (eta**2).sum(axis=1)
    return power


def items(sheet: Sheet, rng: np.random.Generator, d_v: int) -> tuple[Array, Array]:
    """Keys and values of one draw of the sheet's largest size."""
    n = max(sheet.sizes("n"))
    return unit_vectors(rng, n, int(sheet.shared["d_k"])), unit_vectors(rng, n, d_v)


def noise_power(sheet: Sheet, rng: np.random.Generator) -> object:
    """Averages of three powers of |eta|^2."""
    power = noise_of(*items(sheet, rng, int(sheet.shared["d_v"])))
    return power.mean(), (power**2).mean(), (power**3).mean()


def key_overlap(sheet: Sheet, rng: np.random.Generator) -> object:
    """Moments of the overlaps of 32 keys."""
    keys = unit_vectors(rng, 32, int(sheet.shared["d_k"]))
    overlap = (keys @ keys.T)[np.triu_indices(32, 1)]
    return [abs(overlap).mean(), *((overlap**m).mean() for m in (2, 4, 6))]


def key_overlap_tail(sheet: Sheet, rng: np.random.Generator) -> object:
    """Indicators of one pair."""
    first, second = unit_vectors(rng, 2, int(sheet.shared["d_k"]))
    return [abs(first @ second) > float(cell["t"]) for cell in sheet.cells]


def noise_growth(sheet: Sheet, rng: np.random.Generator) -> object:
    """Noise of the first items at each size."""
    keys, values = items(sheet, rng, D_V)
    state, stored, means = np.zeros((keys.shape[1], D_V), dtype=np.float32), 0, []
    for n in sheet.sizes("n"):
        state += keys[stored:n].T @ values[stored:n]
        query, own = keys[: min(32, n)], values[: min(32, n)]
        eta = query @ state - (query**2).sum(axis=1, keepdims=True) * own
        means.append((eta**2).sum(axis=1).mean())
        stored = n
    return means


def total_noise(sheet: Sheet, rng: np.random.Generator) -> object:
    """Summed noise at each size."""
    keys, values = items(sheet, rng, D_V)
    return [noise_of(keys[:n], values[:n]).sum() for n in sheet.sizes("n")]


def coherent_crosstalk(sheet: Sheet, rng: np.random.Generator) -> object:
    """Summed overlaps at each size."""
    keys = unit_vectors(rng, max(sheet.sizes("n")), int(sheet.shared["d_k"]))
    overlap = abs(keys @ keys.T)
    np.fill_diagonal(overlap, 0)
    return [overlap[:n, :n].sum() / n for n in sheet.sizes("n")]


def first_collision(sheet: Sheet, rng: np.random.Generator) -> object:
    """Draw keys one after another until one repeats."""
    seen: set[int] = set()
    for index in rng.integers(int(sheet.shared["d_k"]), size=max(sheet.sizes("n"))).tolist():
        if index in seen:
            break
        seen.add(index)
    return len(seen) + 1


def unshared_fraction(sheet: Sheet, rng: np.random.Generator) -> object:
    """Coordinates held once, at each size."""
    d_k = int(sheet.shared["d_k"])
    indices = rng.integers(d_k, size=max(sheet.sizes("n")))
    return [(np.bincount(indices[:n], minlength=d_k) == 1).sum() / n for n in sheet.sizes("n")]


def failures(sheet: Sheet, rng: np.random.Generator) -> object:
    """Which items fail."""
    return noise_of(*items(sheet, rng, int(sheet.shared["d_k"]))) > float(sheet.shared["tau"])


def query_success(sheet: Sheet, rng: np.random.Generator) -> object:
    """Which of the first items succeed, at each size."""
    keys, values = items(sheet, rng, int(sheet.shared["d_v"]))
    return [(noise_of(keys[:n], values[:n])[:256] <= 1).mean() for n in sheet.sizes("n")]


def argmax_error(sheet: Sheet, rng: np.random.Generator) -> object:
    """Which of the first queries err, at each size."""
    keys, values = items(sheet, rng, int(sheet.shared["d_v"]))
    errors = []
    for n in sheet.sizes("n"):
        scores = keys[: min(n, 128)] @ (keys[:n].T @ values[:n]) @ values[:n].T
        errors.append((scores.argmax(axis=1) != np.arange(len(scores))).mean())
    return errors


def system_failure(sheet: Sheet, rng: np.random.Generator) -> object:
    """Which heads of the deepest system fail, at each size."""
    fails = []
    for _ in range(max(sheet.sizes("L")) * max(sheet.sizes("H"))):
        keys, values = items(sheet, rng, int(sheet.shared["d_k"]))
        for n in sorted(set(sheet.sizes("n"))):
            eta = (keys[1:n] @ keys[0]) @ values[1:n]
            fails.append(eta @ eta > 1)
    return fails


def softmax_retrieval(sheet: Sheet, rng: np.random.Generator) -> object:
    """Weights of the other keys for 8 queries, at each size."""
    keys = unit_vectors(rng, max(sheet.sizes("n")), int(sheet.shared["d_k"]))
    beta = score_scale(str(sheet.shared["score_scale"]), keys.shape[1])
    weights = np.exp(beta * (keys[:8] @ keys.T - 1))
    return [weights[:, :n].sum(axis=1) - 1 for n in sheet.sizes("n")]


def delta_recall(sheet: Sheet, rng: np.random.Generator) -> object:
    """The delta rule item by item, and its errors at each size."""
    keys, values = items(sheet, rng, D_V)
    state, errors = np.zeros((keys.shape[1], D_V), dtype=np.float32), []
    for t, (key, value) in enumerate(zip(keys, values, strict=True), start=1):
        state += np.outer(key, value - key @ state)
        if t in sheet.sizes("n"):
            errors.append(((keys[:t] @ state - values[:t]) ** 2).sum(axis=1))
    return errors


PLAIN: Final[dict[str, Trial]] = {
    "noise_power": noise_power,
    "key_overlap": key_overlap,
    "key_overlap_tail": key_overlap_tail,
    "noise_growth": noise_growth,
    "total_noise": total_noise,
    "coherent_crosstalk": coherent_crosstalk,
    "first_collision": first_collision,
    "unshared_fraction": unshared_fraction,
    "retrieval_failure": failures,
    "item_failure": failures,
    "query_success": query_success,
    "argmax_error": argmax_error,
    "system_failure": system_failure,
    "softmax_retrieval": softmax_retrieval,
    "delta_recall": delta_recall,
}
"""The quantities that are compared, one of each kind of simulation."""


def compare(quantity: SampledQuantity, plain: Trial) -> dict[str, Any]:
    """Trials a second of the quantity and of the plain loop, on the middle sheet."""
    sheet = quantity.sheets[len(quantity.sheets) // 2]
    short = replace(sheet, trials_per_block=min(sheet.trials_per_block, 4 * sheet.trials_per_chunk))
    rng = np.random.default_rng(0)

    def block() -> float:
        return float(sample_block(quantity, short, 0, 0, "cpu").count)

    def one_trial() -> float:
        plain(sheet, rng)
        return 1.0

    fast, slow = rate(block), rate(one_trial)
    return {"sheet": dict(sheet.shared), "trials_per_s": fast, "numpy_per_s": slow, "ratio": fast / slow}


def report() -> dict[str, Any]:
    """Everything measured, as plain data."""
    quantities = {
        name: compare(quantity, PLAIN[name])
        for name, quantity in QUANTITIES.items()
        if name in PLAIN and isinstance(quantity, SampledQuantity)
    }
    return {
        "device": device_name(),
        "torch": torch.__version__,
        "normals_per_s": rate(normals),
        "matmul_flop_per_s": rate(matrix_product),
        "quantities": quantities,
    }


def main() -> None:
    """Measure, print a table, and write or print JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the figures to this file instead of printing them")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    figures = report()
    table = Table("quantity", "sheet", "trials/s", "NumPy loop/s", "ratio")
    for name, row in figures["quantities"].items():
        sheet = ", ".join(f"{key} = {value}" for key, value in row["sheet"].items())
        numbers = f"{row['trials_per_s']:,.0f}", f"{row['numpy_per_s']:,.0f}", f"{row['ratio']:.1f}"
        table.add_row(name, sheet, *numbers)
    console = Console()
    console.print(f"normals {figures['normals_per_s'] / 1e6:.0f} M/s, one thread")
    console.print(f"matrix product {figures['matmul_flop_per_s'] / 1e9:.0f} GFLOP/s, one thread")
    console.print(table)
    text = json.dumps(figures, indent=1)
    if arguments.json:
        arguments.json.write_text(text + "\n", encoding="utf-8")
    else:
        console.print_json(text)


if __name__ == "__main__":
    main()
