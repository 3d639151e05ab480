"""Derivations kept from one run to the next, known by everything they follow from.

A conclusion is stored as JSON, its formula as a tree that is read and never run, under a digest of the
sources of `theory`, of what concludes and records it, and of the versions of the libraries that do the
algebra: what could change a formula changes the digest. Where nothing can be stored every run derives anew.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec
import sympy as sp

from .cache import digest, drop_others, folder, read, write
from .derivations import DerivationResult, conclude
from .formula_tree import FormulaTreeError, from_tree, to_tree

ALGEBRA: Final = ("sympy", "mpmath", "python-flint")
"""The libraries that formulas follow from."""
_CONCLUDING: Final = (
    "claim.py",
    "document.py",
    "evidence/derivation_cache.py",
    "evidence/derivations.py",
    "evidence/formula_tree.py",
    "evidence/routes.py",
)
"""What `verify` does with what `theory` proves."""


def derivation_result(topic: str, name: str) -> DerivationResult:
    """What a derivation comes to: read where it was derived before from the same, else derived anew."""
    known = known_result(topic, name)
    return keep(topic, name, conclude(topic, name)) if known is None else known


def known_result(topic: str, name: str) -> DerivationResult | None:
    """What a derivation came to before, from the same; None where that is not known."""
    content = read(_path(topic, name))
    try:
        if content is None:
            return None
        return msgspec.json.decode(content, type=DerivationResult, dec_hook=_from_plain)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def keep(topic: str, name: str, found: DerivationResult) -> DerivationResult:
    """Store what a derivation came to, unless plain data cannot tell its formula; returns it."""
    path = _path(topic, name)
    try:
        content = msgspec.json.encode(found, enc_hook=_plain)
    except FormulaTreeError:
        return found
    write(path, content)
    drop_others(path, f"{topic}.{name}.*")
    return found


def _path(topic: str, name: str) -> Path:
    return folder() / f"{topic}.{name}.{_digest()}.derivation"


@lru_cache(maxsize=1)
def _digest() -> str:
    """Of the sources and versions that fix every conclusion."""
    return digest(sources(), ALGEBRA)


def sources() -> list[Path]:
    """The sources that fix every conclusion."""
    theory, ours = (Path(str(resources.files(name))) for name in ("theorycheck.theory", "theorycheck"))
    return [*sorted(theory.rglob("*.py")), *(ours / name for name in _CONCLUDING)]


def _plain(part: Any) -> Any:  # noqa: ANN401 - a formula or a fraction, as a list or a text
    return str(part) if isinstance(part, Fraction) else to_tree(part)


def _from_plain(kind: type, data: Any) -> sp.Basic | Fraction:  # noqa: ANN401 - as above
    return Fraction(data) if kind is Fraction else from_tree(data)
