"""The baseline: what claims are expected to give, and a run held against it."""

from typing import Final

BESIDE: Final = "theorycheck-baseline.json"
"""The baseline of a user's claims, in the folder of their files or of their test suite."""
