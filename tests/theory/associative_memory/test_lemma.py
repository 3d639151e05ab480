"""Cover's count as the chance of few heads."""

from __future__ import annotations

from math import comb

import mpmath
import pytest
from theorycheck.theory.associative_memory.separability import separable_probability


@pytest.mark.parametrize(("many", "size"), [(5, 3), (12, 5), (40, 20)])
def test_all_right_is_the_chance_of_few_heads(many: int, size: int) -> None:
    formula = separable_probability().formula
    at = {s: {"N": many, "d": size}[s.name] for s in formula.free_symbols}
    heads = mpmath.mpf(sum(comb(many - 1, k) for k in range(size))) / 2 ** (many - 1)
    assert abs(mpmath.mpf(formula.subs(at).evalf(30)) - heads) < 1e-20
