"""The tables of statements and claims, one module a topic; nothing here computes."""

from __future__ import annotations

from ..claim import Claim
from ..statement import Statement
from . import conditioning

TOPICS: dict[str, str] = {"conditioning": conditioning.SOURCE}
"""Topics with the source each one reads."""

STATEMENTS: tuple[Statement, ...] = conditioning.STATEMENTS
CLAIMS: tuple[Claim, ...] = conditioning.CLAIMS
