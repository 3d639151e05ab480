"""Derivations kept from one run to the next, known by everything they follow from.

A conclusion is stored as JSON, its formula as a tree that is read and never run, under a digest of the
sources of `theory`, of what concludes and records it, and of the versions of the libraries that do the
algebra: what could change a formula changes the digest. Where nothing can be stored every run derives anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from ..document import DerivationRecord
from .cache import digest, drop_others, folder, read, write
from .derivations import DerivationResult, conclude
from .formula_tree import FormulaTreeError, Tree, from_tree, to_tree

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


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A conclusion as plain data; exponents are fractions as texts."""

    status: str
    formula: Tree
    text: str
    latex: str
    relation: str
    exponents: Mapping[str, str]
    record: DerivationRecord
    approximations: tuple[str, ...]


def derivation_result(topic: str, name: str) -> DerivationResult:
    """What a derivation comes to: read where it was derived before from the same, else derived anew."""
    known = known_result(topic, name)
    return keep(topic, name, conclude(topic, name)) if known is None else known


def known_result(topic: str, name: str) -> DerivationResult | None:
    """What a derivation came to before, from the same; None where that is not known."""
    content = read(_path(topic, name))
    try:
        return None if content is None else _result(msgspec.json.decode(content, type=Kept))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def keep(topic: str, name: str, found: DerivationResult) -> DerivationResult:
    """Store what a derivation came to, unless plain data cannot tell its formula; returns it."""
    path = _path(topic, name)
    try:
        content = msgspec.json.encode(_kept(found))
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


def _kept(found: DerivationResult) -> Kept:
    return Kept(
        status=found.status,
        formula=to_tree(found.formula),
        text=found.text,
        latex=found.latex,
        relation=found.relation,
        exponents={name: str(value) for name, value in found.exponents.items()},
        record=found.record,
        approximations=found.approximations,
    )


def _result(kept: Kept) -> DerivationResult:
    return DerivationResult(
        status=kept.status,
        formula=from_tree(kept.formula),
        text=kept.text,
        latex=kept.latex,
        relation=kept.relation,
        exponents={name: Fraction(value) for name, value in kept.exponents.items()},
        record=kept.record,
        approximations=kept.approximations,
    )
