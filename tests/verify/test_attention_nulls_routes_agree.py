"""Derived and sampled nulls of attention's diagnostics, and what a wrong formula would show."""

from __future__ import annotations

import pytest
import torch
from theorycheck import law
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.attention_dynamics import DERIVATIONS

MAX_Z = 4
TRIALS = 2000
MEETINGS = (
    ("random_cosine", "key_null", "absolute", "1/sqrt(d_k)"),
    ("random_signed_cosine", "key_null", "signed", "2/25"),
    ("random_square_cosine", "key_null", "square", "2/(pi*d_k)"),
    ("smoothed_power", "smoothed_power", "power", "1 + T/d_x"),
)
"""Derivation, quantity, component, and a formula near the derived one."""


def z_scores(formula, quantity, output):
    """The z-scores of the formula at each group of the quantity."""
    column, found = quantity.outputs.index(output), []
    for number, group in enumerate(quantity.groups):
        generator = torch.Generator().manual_seed(number)
        trials = sample_trials(quantity, group, TRIALS, generator)
        values = trials[:, 0, column]
        claimed = law.evaluate(formula, dict(group.points[0]))
        found.append(float(values.mean() - claimed) / (float(values.std()) / len(values) ** 0.5))
    return found


@pytest.mark.parametrize(("derivation", "quantity", "output", "wrong"), MEETINGS)
def test_both_routes_meet_and_a_formula_nearby_does_not(derivation, quantity, output, wrong):
    measured = quantities("attention_dynamics")[quantity]
    assert max(map(abs, z_scores(DERIVATIONS[derivation]().formula, measured, output))) < MAX_Z
    assert max(map(abs, z_scores(law.parse(wrong), measured, output))) > MAX_Z
