"""Where commands write, and look for a finished run, unless they are told."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DEFAULT_FOLDER: Final = Path("theorycheck-report")
