"""Tactics propose: each finds steps, which the kernel checks. None of them is trusted."""

from .bounds import bound
from .gradients import gradients
from .moments import moments
from .tails import cantelli, chebyshev, markov, union

__all__ = ["bound", "cantelli", "chebyshev", "gradients", "markov", "moments", "union"]
