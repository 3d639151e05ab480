"""Where the code of a claim is: its simulator or computation, and its derivation, by file and line.

Found in the text of the packages `numerics` and `theory`, so that nothing is imported for a link.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

from ..document import ClaimRecord
from ..papers import index


@dataclass(frozen=True, kw_only=True)
class CodePlace:
    """What code is for, its path from the root of the sources, and the line."""

    what: str
    path: str
    line: int


def code_places(claims: Sequence[ClaimRecord]) -> Mapping[str, tuple[CodePlace, ...]]:
    """For each claim of the papers that come with theorycheck the places of its code; none for others."""
    asked = {claim.id for claim in claims if (index.PAPERS / claim.topic).is_dir()}
    found = {}
    for claim in index.read().claims if asked else ():
        if claim.id in asked:
            kinds = (("simulation", "numerics", claim.quantity), ("derivation", "theory", claim.derivation))
            places = [_place(what, package, claim.topic, name) for what, package, name in kinds if name]
            found[claim.id] = tuple(place for place in places if place is not None)
    return found


@lru_cache(maxsize=4096)
def _place(what: str, package: str, topic: str, name: str) -> CodePlace | None:
    """Where a name is defined: by a simulator or a function of that name, else where it is a text."""
    texts = _texts(package, topic)
    own = re.escape(name)
    simulator = rf"^@(?:simulator|computed)\b(?:(?!^def ).)*?^def {own}\("
    named = rf"^@(?:simulator|computed)\b(?:(?!^def ).)*?name=\"{own}\""
    for pattern in (simulator, named, rf"^def {own}\(", rf"[\"']{own}[\"']"):
        for path, text in texts.items():
            if hit := re.search(pattern, text, re.MULTILINE | re.DOTALL):
                return CodePlace(what=what, path=path, line=text.count("\n", 0, hit.start()) + 1)
    return None


@lru_cache(maxsize=32)
def _texts(package: str, topic: str) -> dict[str, str]:
    """The modules of a topic by their paths."""
    root = Path(str(resources.files(f"theorycheck.{package}"))) / topic
    return {
        f"{package}/{path.relative_to(root.parent).as_posix()}": path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*.py"))
    }
