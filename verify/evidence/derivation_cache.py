"""Derivations, and what their formulas come to at the points of evidence, kept from one run to the next.

A conclusion is stored as JSON, under a digest of the sources of `theory`, of what concludes and records it,
and of the versions of the libraries that do the algebra: what could change a formula changes the digest.
Where nothing can be stored every run derives anew. Values follow from the formula, what the claim solves for,
and the points, by which an entry is known; and from the code and the libraries that evaluate them, whose
digest names their table.

A formula is plain data, read and never run: a node is a list of the class of a SymPy object, by module and
name, and its arguments. Only subclasses of `sympy.Basic` are called, of modules of SymPy that are loaded and
of `theory`, and only with formulas.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import sympy as sp
from numpy.typing import NDArray

from ..claim import Claim
from ..decide.context import Derived
from ..statistics.evidence import Evidence
from .cache import Table, digest, drop_others, folder, read, write
from .derivations import Curves, DerivationResult, conclude

ALGEBRA: Final = ("sympy", "mpmath", "python-flint")
"""The libraries that formulas follow from."""
_CONCLUDING: Final = (
    "claim.py",
    "document.py",
    "evidence/derivation_cache.py",
    "evidence/derivations.py",
    "evidence/routes.py",
)
"""What `verify` does with what `theory` proves."""

_EVALUATING: Final = ("law", "statistics/threshold.py", "evidence/derivation_cache.py")
"""What evaluates a formula that `theory` has derived, besides what concludes it."""

_NUMBER: Final = np.dtype("<f8")
_BYTES: Final = _NUMBER.itemsize

Tree = list[Any]
"""A node `["sympy.core.add:Add", node, node]`; a number `["3/4"]`, a symbol `["x", {"positive": true}]`, a
float by its sign, mantissa, exponent and precision."""

_OURS: Final = "theorycheck.theory."
_SYMPY: Final = "sympy."
_RATIONAL: Final = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?")


class FormulaTreeError(ValueError):
    """Data that are no formula, or a formula that data cannot tell."""


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


def to_tree(formula: sp.Basic) -> Tree:
    """The formula as data. Raises FormulaTreeError for one that `from_tree` would not give back.

    >>> to_tree(sp.Symbol("x", positive=True) / 2)
    ['sympy.core.mul:Mul', ['1/2'], ['x', {'positive': True}]]
    """
    tree = _node(formula)
    if from_tree(tree) != formula:
        raise FormulaTreeError(f"{formula} is not told by its arguments.")
    return tree


def from_tree(tree: object) -> sp.Basic:
    """The formula of a tree. Raises FormulaTreeError for data that are none.

    >>> from_tree(["sympy.core.power:Pow", ["x", {}], ["-1/2"]])
    1/sqrt(x)
    """
    try:
        found = _formula(tree)
    except Exception as error:
        raise FormulaTreeError(f"{tree!s:.80} is no formula: {error}") from error
    if not isinstance(found, sp.Basic):
        raise FormulaTreeError(f"{tree!s:.80} is no formula.")
    return found


def known_values(
    formula: sp.Expr, claim: Claim, curves: Curves, evidence: Evidence
) -> NDArray[np.float64] | None:
    """The values of the formula at the points; None where they are not known."""
    known = VALUES.get(_key(formula, claim, curves, evidence))
    return None if known is None or len(known) != _BYTES * len(evidence) else np.frombuffer(known, _NUMBER)


def keep_values(found: Derived | None, claim: Claim, curves: Curves, evidence: Evidence | None) -> None:
    """Add the values of a formula at the points, if it has any there: later rounds and runs ask for them."""
    if found is not None and found.formula is not None and found.values is not None and evidence is not None:
        VALUES.put(_key(found.formula, claim, curves, evidence), found.values.astype(_NUMBER).tobytes())


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


def evaluating() -> Sequence[Path]:
    """The sources that fix every value."""
    ours = Path(str(resources.files("theorycheck")))
    named = [ours / name for name in _EVALUATING]
    return [*sources(), *(file for path in named for file in (sorted(path.glob("*.py")) or [path]))]


VALUES: Final = Table("values", lambda: digest(evaluating(), (*ALGEBRA, "numpy", "scipy")))


_text: Final = lru_cache(maxsize=1024)(sp.srepr)
"""SymPy's own text of a formula, which every round asks for."""


def _key(formula: sp.Expr, claim: Claim, curves: Curves, evidence: Evidence) -> str:
    points = [evidence.place(index) for index in range(len(evidence))]
    known_by = msgspec.json.encode((_text(formula), claim.threshold, curves, points))
    return hashlib.blake2b(known_by, digest_size=16).hexdigest()


def _node(part: sp.Basic) -> Tree:
    if isinstance(part, sp.Rational):
        return [str(part)]
    if type(part) is sp.Symbol:
        return [part.name, dict(part._assumptions_orig)]
    if isinstance(part, sp.Float):
        sign, mantissa, exponent, _ = part._mpf_
        return [int(sign), str(mantissa), int(exponent), part._prec]
    return [f"{type(part).__module__}:{type(part).__name__}", *map(_node, part.args)]


def _formula(tree: object) -> object:
    match tree:
        case [str(name), dict(assumptions)] if all(type(known) is bool for known in assumptions.values()):
            return sp.Symbol(name, **assumptions)
        case [int(sign), str(mantissa), int(exponent), int(precision)]:
            return sp.Float((sign, int(mantissa), exponent), precision=precision)
        case [str(number)] if _RATIONAL.fullmatch(number):
            return sp.Rational(*map(int, number.split("/")))
        case [str(head), *arguments] if all(isinstance(argument, list) for argument in arguments):
            made = _class(head)
            # Sums, products and powers stay in the form that they were left in.
            options = {"evaluate": False} if made in (sp.Add, sp.Mul, sp.Pow) else {}
            return made(*map(_formula, arguments), **options)
    raise FormulaTreeError("its form is not that of a node.")


@lru_cache(maxsize=1024)
def _class(head: str) -> type[sp.Basic]:
    module, _, name = head.partition(":")
    # Nothing is imported for data but modules of ours.
    found = import_module(module) if module.startswith(_OURS) else sys.modules.get(module)
    named = getattr(found, name, None)
    is_ours = module.startswith((_OURS, _SYMPY)) and getattr(named, "__module__", None) == module
    if is_ours and isinstance(named, type) and issubclass(named, sp.Basic):
        return named
    raise FormulaTreeError(f"{head} is no class of formulas.")
