"""The template of each kind of reason, by the row of the decision table that uses it.

A template names the parts of its reason in braces. After a colon may stand how a part is written: `capital`
begins it with a capital letter, `lower` with a small one, `list` joins several by commas and an "and".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..reason import Kind

GENERAL: Final[Mapping[Kind, str]] = {
    Kind.NOT_MEASURED: "Nothing was measured.",
    Kind.NOT_DERIVED: "There is no derivation to compare with.",
    Kind.NO_DERIVED_VALUE: "There is no derived value to compare with.",
    Kind.FAILED_CHECK: (
        "A check of the derivation failed (a bug in theorycheck), so nothing is decided about the claim."
    ),
}

TEMPLATES: Final[Mapping[Kind, str]] = {**GENERAL}
