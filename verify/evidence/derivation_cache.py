"""Derivations kept from one run to the next, known by everything they follow from.

A conclusion is stored under a digest of the sources of `theory`, of what records it, and of the
versions of the libraries that do the algebra: whatever could change a formula changes the digest.
Where nothing can be stored every run derives anew.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
from functools import lru_cache
from importlib import metadata, resources
from pathlib import Path
from typing import Final

from .cache import drop_others, folder, write
from .derivations import DerivationResult, conclude

_ALGEBRA: Final = ("sympy", "mpmath", "python-flint")
_RECORDING: Final = ("evidence/derivations.py", "document.py")


def derivation_result(topic: str, name: str) -> DerivationResult:
    """What a derivation comes to: read where it was derived before from the same, else derived anew."""
    path = folder() / f"{topic}.{name}.{_digest()}.pickle"
    known = _read(path)
    if known is not None:
        return known
    found = conclude(topic, name)
    write(path, pickle.dumps(found))
    drop_others(path, f"{topic}.{name}.*.pickle")
    return found


@lru_cache(maxsize=1)
def _digest() -> str:
    """128 bits over the sources and versions that fix every conclusion."""
    theory = resources.files("theorycheck.theory")
    ours = resources.files("theorycheck")
    sources = {str(path.relative_to(str(theory))): path for path in sorted(Path(str(theory)).rglob("*.py"))}
    sources |= {name: Path(str(ours)) / name for name in _RECORDING}
    state = hashlib.blake2b(digest_size=16)
    for name, path in sources.items():
        state.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    versions = (platform.python_version(), *(metadata.version(package) for package in _ALGEBRA))
    state.update("\0".join(versions).encode())
    return state.hexdigest()


def _read(path: Path) -> DerivationResult | None:
    """The conclusion in a file; None where there is none that can be read."""
    try:
        with path.open("rb") as file:
            found = pickle.load(file)  # noqa: S301 - written by this user, in a folder of this user's own
    except Exception:  # noqa: BLE001 - a file cut short raises whatever it is cut to
        return None
    return found if isinstance(found, DerivationResult) else None
