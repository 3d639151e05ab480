"""Compare with the golden file, or write it: see the package."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from theorycheck.evidence.derivation_cache import derivation_result
from theorycheck.papers.tables import CLAIMS, STATEMENTS

from . import __doc__ as described
from .comparison import differences, faults, read_changes
from .formulas import KEPT
from .record import derivation_names, encode, golden

HERE: Final = Path(__file__).parent
FILE: Final = HERE / "golden.json"
CHANGES: Final = HERE / "golden_changes.toml"


def main() -> None:
    """Write the file, or end with code 1 where anything differs that is not listed."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.golden",
        description=described,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("task", nargs="?", choices=["compare", "write"], default="compare")
    if parser.parse_args().task == "write":
        FILE.write_text(
            encode(golden(CLAIMS, STATEMENTS, derivation_names(), derivation_result)), encoding="utf-8"
        )
        return
    found = list(compared())
    print("\n".join(found) or "No difference from the golden file but those listed.")
    raise SystemExit(1 if found else 0)


def compared() -> list[str]:
    """A sentence for each fault of the claims of today against the golden file."""
    changes = read_changes(CHANGES)
    file = json.loads(FILE.read_text(encoding="utf-8"))
    found = faults(differences(file, CLAIMS, STATEMENTS, derivation_result, changes), changes)
    KEPT.save()
    return found


if __name__ == "__main__":
    main()
