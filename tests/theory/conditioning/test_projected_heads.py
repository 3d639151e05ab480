"""Projected heads, whose formula no law of the tokens moves."""

import pytest
from theorycheck.theory import laws
from theorycheck.theory.catalogue import derivations
from theorycheck.theory.conditioning.definitions import tau
from theorycheck.theory.conditioning.dependence import ProjectedHeads, width


@pytest.mark.parametrize("name", ["projected_heads_ratio", "projected_heads_excess"])
def test_projected_heads_fail_together_whatever_the_tokens(once, name):
    derive = derivations("conditioning")[name]
    found, moved = once(derive), derive(ProjectedHeads(token_law=laws.Rademacher(width), threshold=tau / 2))
    assert moved.theorem.proposition is not found.theorem.proposition
    assert moved.formula == found.formula
