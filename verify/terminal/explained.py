"""Lines of an explanation: on a terminal what is too long goes on below, behind its indent."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from .shown import print_line


def print_lines(lines: Iterable[str]) -> None:
    """Print lines, each of which may begin with an indent."""
    console = Console(highlight=False)
    for line in lines:
        indent = len(line) - len(line.lstrip())
        print_line(console, indent + 2, Text(line))
