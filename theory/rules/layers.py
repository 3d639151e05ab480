r"""From one layer to the next: the recurrence of a mean square, and the step of a flow that settles.

A stream x takes in what a branch adds, $x' = x + g\, r\, w$ with $E |w|^2 = 1$ and w independent of x. The
scale r of the branch is that of its input: the length of the stream itself, or one where that was normalised.
"""

from __future__ import annotations

from itertools import product

import mpmath
import sympy as sp

from ..derivation import Rule, SideConditionError
from .events import Expectation
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import Vector, vectors

scale = sp.Symbol("r", positive=True)
"""The length of what a branch sees."""

power = sp.Function("m")


def _stream(fact: sp.Eq) -> Expectation:
    means = fact.rhs.atoms(Expectation)
    if len(means) != 1 or fact.rhs.coeff(*means) != 1:
        raise SideConditionError(f"{fact} is not the mean square of a stream plus what a branch adds.")
    return next(iter(means))


def _step(fact: sp.Eq, *, index: sp.Symbol, relative: bool) -> sp.Eq:
    before = power(index)
    right = sp.expand(fact.rhs).subs(scale**2, before if relative else 1).subs(_stream(fact), before)
    return sp.Eq(power(index + 1), right, evaluate=False)


def _step_conditions(fact: sp.Eq, *, index: sp.Symbol, relative: bool) -> tuple[str, ...]:
    (stream,) = {v for v in vectors(_stream(fact)) if isinstance(v, Vector)}
    if sp.expand(fact.rhs).coeff(scale, 1) != 0:
        raise SideConditionError(f"{fact} holds the branch to the first power: its mean is not zero.")
    seen = "the stream as it is" if relative else "something of length one"
    return (f"the branch sees {seen}", f"what it adds is centred and independent of ${stream.name}$")


def _check_step(result: sp.Eq, fact: sp.Eq, *, index: sp.Symbol, relative: bool) -> str:
    """Streams of lengths 1 and 3, and all signs of what the branch adds, on the line."""
    gain = sp.sqrt(sp.expand(fact.rhs).coeff(scale, 2))
    for point in random_points(fact.rhs.free_symbols - {scale}):
        g = number(gain, point)
        with mpmath.workdps(WORKING_DIGITS):
            lengths = (mpmath.mpf(1), mpmath.mpf(3))
            pairs = list(product(lengths, (-1, 1)))
            mean = sum((x + g * (x if relative else 1) * s) ** 2 for x, s in pairs) / len(pairs)
        before = sum(x**2 for x in lengths) / len(lengths)
        stepped = number(result.rhs.subs(power(index), int(before)), point)
        require_close(mean, stepped, f"At {point} all signs and the recurrence")
    return "two lengths of the stream and all signs of the branch were enumerated on the line"


next_layer = Rule(
    name="one layer more",
    statement=(
        r"$m_{l+1} = m_l + g^2 r^2$ for the mean square of a stream, with $r^2 = m_l$ where the branch sees "
        r"the stream itself and $r = 1$ where it sees something of length one."
    ),
    apply=_step,
    conditions=_step_conditions,
    check=_check_step,
)
