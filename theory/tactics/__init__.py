"""Tactics propose: each finds steps, which the kernel checks. None of them is trusted."""

from .moments import moments
from .tails import cantelli, chebyshev, markov, union

__all__ = ["cantelli", "chebyshev", "markov", "moments", "union"]
