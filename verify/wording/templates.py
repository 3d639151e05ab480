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

ALTERNATIVES: Final[Mapping[Kind, str]] = {
    Kind.ALTERNATIVE_REJECTED: "It does not fit ({p_value}).",
    Kind.ALTERNATIVE_EXPONENT: (
        "With its own constants fitted, {parameter} is {interval} where this law says {value}."
    ),
    Kind.ALTERNATIVE_DERIVED: "The derived exponent of {variable} is {found}, not {value}.",
    Kind.ALTERNATIVE_FITS: "It fits the data ({p_value}).",
    Kind.ALTERNATIVE_NOT_EXCLUDED: "The data do not exclude it.",
}

TEMPLATES: Final[Mapping[Kind, str]] = {**GENERAL, **ALTERNATIVES}
