"""Where the variables of a law go: to infinity as sizes do, or to 0 as step sizes and temperatures do.

What a law leaves out vanishes at that end. A claim says it, or else the sizes do: below 1 they go to 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..claim import Towards, Value
from ..errors import UsageError


def deduced(sizes: NDArray[np.float64]) -> Towards | None:
    """Where positive sizes go by themselves; None where they lie on both sides of 1.

    >>> str(deduced(np.array([0.1, 0.01]))), str(deduced(np.array([1.0, 8.0]))), deduced(np.array([0.5, 2.0]))
    ('0', 'oo', None)
    """
    if np.min(sizes) <= 0 or np.min(sizes) >= 1:
        return Towards.INFINITY
    return Towards.ZERO if np.max(sizes) <= 1 else None


def follows(name: str, other: str, columns: Mapping[str, Sequence[Value] | NDArray[Any]]) -> bool:
    """Whether a variable has one value for each of another, so that it goes along where that one goes.

    >>> columns = {"n": [4, 8, 8], "d": [2, 4, 4], "t": [1, 1, 2]}
    >>> follows("d", "n", columns), follows("t", "n", columns)
    (True, False)
    """
    pairs = set(zip(columns[other], columns[name], strict=True))
    return len(pairs) == len({first for first, _ in pairs})


def independent(
    names: Sequence[str], columns: Mapping[str, Sequence[Value] | NDArray[Any]]
) -> tuple[str, ...]:
    """Those of the variables that follow none before them."""
    found: list[str] = []
    for name in names:
        if not any(follows(name, other, columns) for other in found):
            found.append(name)
    return tuple(found)


def require_limits(limits: Mapping[str, str], sizes: Mapping[str, Sequence[Value]], where: str) -> None:
    """Raise UsageError for a limit of what is no variable, and ask for one that the sizes do not tell."""
    for name in limits:
        if name not in sizes:
            raise UsageError(f"{where}: there is no variable {name} to go to {limits[name]}.")
    for name, values in sizes.items():
        if name in limits or any(isinstance(value, str) for value in values):
            continue
        if deduced(np.asarray(values, dtype=np.float64)) is None:
            raise UsageError(
                f"{where}: does {name} go to 0 or to infinity? Its values lie on both sides of 1; say "
                f'--limit {name}=0 or {name}=oo, in a claim file limits = {{ {name} = "0" }}.'
            )
