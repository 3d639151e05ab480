"""What derived formulas come to at the points of evidence, kept from one round and one run to the next.

They follow from the formula, what the claim solves for, and the points, by which an entry is known; and from
the code and the libraries that evaluate them, whose digest names the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
import sympy as sp
from numpy.typing import NDArray

from ..claim import Claim
from ..statistics.evidence import Evidence
from .cache import Table, digest
from .derivation_cache import ALGEBRA, sources
from .derivations import Curves
from .formula_tree import FormulaTreeError, to_tree

_EVALUATING: Final = ("law", "statistics/threshold.py", "evidence/value_cache.py")
"""What evaluates a formula that `theory` has derived, besides what concludes it."""


@lru_cache(maxsize=1)
def _digest() -> str:
    return digest(evaluating(), (*ALGEBRA, "numpy", "scipy"))


def evaluating() -> Sequence[Path]:
    """The sources that fix every value."""
    ours = Path(str(resources.files("theorycheck")))
    named = [ours / name for name in _EVALUATING]
    return [*sources(), *(file for path in named for file in (sorted(path.glob("*.py")) or [path]))]


_VALUES: Final = Table("values", _digest)
_NUMBER: Final = np.dtype("<f8")
_BYTES: Final = _NUMBER.itemsize


def known_values(
    formula: sp.Expr, claim: Claim, curves: Curves, evidence: Evidence
) -> NDArray[np.float64] | None:
    """The values of the formula at the points; None where they are not known."""
    key = _key(formula, claim, curves, evidence)
    known = None if key is None else _VALUES.get(key)
    return None if known is None or len(known) != _BYTES * len(evidence) else np.frombuffer(known, _NUMBER)


def keep_values(
    formula: sp.Expr, claim: Claim, curves: Curves, evidence: Evidence, values: NDArray[np.float64]
) -> None:
    """Add the values of the formula at the points, where plain data can tell the formula."""
    key = _key(formula, claim, curves, evidence)
    if key is not None:
        _VALUES.put(key, values.astype(_NUMBER).tobytes())


def save_values() -> None:
    """Keep all values for later runs."""
    _VALUES.save()


def _key(formula: sp.Expr, claim: Claim, curves: Curves, evidence: Evidence) -> str | None:
    written = _written(formula)
    if written is None:
        return None
    points = [evidence.place(index) for index in range(len(evidence))]
    known_by = msgspec.json.encode((written, claim.threshold, curves, points))
    return hashlib.blake2b(known_by, digest_size=16).hexdigest()


@lru_cache(maxsize=1024)
def _written(formula: sp.Expr) -> str | None:
    try:
        return msgspec.json.encode(to_tree(formula)).decode()
    except FormulaTreeError:
        return None
