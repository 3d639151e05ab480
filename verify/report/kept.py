"""What reports keep from one run to the next: formulas in MathML, and compiled templates."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

from ..evidence.cache import Table, digest


def _ours(*patterns: str) -> list[Path]:
    """Source files of this package by patterns."""
    root = Path(str(resources.files(__package__ or "")))
    return sorted(path for pattern in patterns for path in root.glob(pattern))


@lru_cache(maxsize=1)
def _of_formulas() -> str:
    return digest(_ours("mathml.py"), ("latex2mathml",))


@lru_cache(maxsize=1)
def _of_templates() -> str:
    return digest(_ours("*.py", "templates/*.jinja"), ("jinja2", "markupsafe"))


FORMULAS: Final = Table("formulas", _of_formulas)
"""Formulas in MathML, by their LaTeX."""

TEMPLATES: Final = Table("templates", _of_templates)
"""Compiled templates of reports."""


def save() -> None:
    """Keep all tables."""
    for table in (FORMULAS, TEMPLATES):
        table.save()
