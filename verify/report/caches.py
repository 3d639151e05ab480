"""Caches of reports from one run to the next: formulas in MathML, and compiled templates."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

from jinja2.bccache import Bucket, BytecodeCache

from ..evidence.cache import Table, digest


def _ours(*patterns: str) -> list[Path]:
    """Source files of this package by patterns."""
    root = Path(str(resources.files(__package__ or "")))
    return sorted(path for pattern in patterns for path in root.glob(pattern))


FORMULAS: Final = Table("formulas", lambda: digest(_ours("mathml.py"), ("latex2mathml",)))
"""Formulas in MathML, by their LaTeX."""

TEMPLATES: Final = Table(
    "templates", lambda: digest(_ours("*.py", "templates/*.jinja"), ("jinja2", "markupsafe"))
)
"""Compiled templates of reports."""


class CachedTemplates(BytecodeCache):
    """What Jinja2 asks for templates compiled earlier; a bucket checks that its source is the same."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket where its template is known."""
        known = TEMPLATES.get(bucket.key)
        if known is not None:
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template that was just compiled."""
        TEMPLATES.put(bucket.key, bucket.bytecode_to_string())


def save() -> None:
    """Keep all tables."""
    for table in (FORMULAS, TEMPLATES):
        table.save()
