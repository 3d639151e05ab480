"""CPU seconds of ordinary derivations: the command in a process of its own, and the proof alone.

    python -m benchmarks.speed.derivations [NAME...] [--repeats N] [--json FILE]

The goal is two CPU seconds for the whole command: imports, proof, replay of the record, second check, steps.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from functools import partial

from .figures import Figures, measurement
from .processes import timed

STATEMENTS = {
    "noise power": (
        "E|sum_{j != i} <k_i, k_j> v_j|^2 == (n - 1)/d_k",
        ("k: sphere(d_k)", "v: sphere(d_v)"),
        (),
    ),
    "its second moment": ("E|sum_{j != i} <k_i, k_j> v_j|^4", ("k: sphere(d_k)", "v: sphere(d_v)"), ()),
    "all of a family": (
        "P(|sum_{j != i} <k_i, k_j> v_j|^2 <= t for all i) >= 1 - n^2/(d_k t)",
        ("k: sphere(d_k)", "v: sphere(d_v)"),
        ("t > 0",),
    ),
    "products of Gaussian inner products": (
        "E[(sum_{i, j != i} <g_i, g_j>)^2]",
        ("g: normal(dimension=d)",),
        (),
    ),
    "sphere": ("E <x, u>^2 <x, w>^2", ("x: sphere(d)", "u: fixed(d)", "w: fixed(d)"), ()),
    "collisions": ("Var(sum_{i, j != i} <h_i, h_j>)", ("h: one_hot(d)",), ()),
    "Wishart": ("E tr((sum_j g_j g_j^T)^3)", ("g: normal(dimension=d)",), ()),
    "Gamma ratio": ("gamma(n + 1/2)/gamma(n) as n -> oo to order 2", (), ()),
    "Zipf sum": ("sum_{j=1}^n j^(-alpha) as n -> oo to order 2", (), ("alpha > 1",)),
    "Jacobian of softmax": (
        "grad_u softmax(u) == diagonal(softmax(u)) - softmax(u) softmax(u)^T",
        ("u: fixed(d)",),
        (),
    ),
    "entropy rate": ("entropy_rate([[1 - a, a], [b, 1 - b]])", (), ("a > 0", "b > 0")),
    "union": ("P(z_i > t for some i)", ("z: normal(0, 1)",), ("t > 0",)),
    "largest": ("E max_j z_j <= sqrt(2 log(n))", ("z: normal(0, 1)",), ()),
    "a false statement": ("E|sum_j g_j|^2 == d", ("g: normal(dimension=d)",), ()),
}  # fmt: skip
"""A text, its laws, its conditions."""


def command_seconds(text: str, laws: tuple[str, ...], where: tuple[str, ...]) -> float:
    """User and system time of the command with its steps."""
    options = [word for law in laws for word in ("--law", law)] + [w for c in where for w in ("--where", c)]
    return timed([sys.executable, "-m", "theorycheck", "derive", text, *options, "--steps"]).cpu_s


def proof_seconds(text: str, laws: tuple[str, ...], where: tuple[str, ...]) -> float:
    """The time of reading and proving alone, packages loaded."""
    from theorycheck.theory.kernel import Refused
    from theorycheck.theory.parse import parse
    from theorycheck.theory.prove import derive, prove

    begun = time.process_time()
    parsed = parse(text, laws=laws, where=where)
    with suppress(Refused):
        (prove if parsed.term.sort == "event" else derive)(parsed)
    return time.process_time() - begun


def measured(case: tuple[str, tuple[str, ...], tuple[str, ...]], repeats: int) -> Figures:
    """The least of the repeats."""
    return {
        "command": round(min(command_seconds(*case) for _ in range(repeats)), 2),
        "proof": round(min(proof_seconds(*case) for _ in range(repeats)), 3),
    }


if __name__ == "__main__":
    measurement(__doc__, {name: partial(measured, case) for name, case in STATEMENTS.items()})
