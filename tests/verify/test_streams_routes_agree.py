"""Derived and computed streams, losses, blocks and chains, and formulas nearby that do not meet."""

from __future__ import annotations

import pytest
import torch
from theorycheck import law
from theorycheck.numerics.monte_carlo import sample_trials
from theorycheck.numerics.quantity import quantities
from theorycheck.theory.transformer_basics import DERIVATIONS

QUANTITIES = quantities("transformer_basics")

MAX_Z = 4
SAMPLED = (
    ("fixed_stream", {"block": "pre"}, "power", "L"),
    ("fixed_stream", {"block": "fixed"}, "power", "2*L"),
    ("relative_stream", {"block": "none"}, "power", "L + 1"),
    ("last_gradient", {"block": "pre"}, "last", "1/L"),
)
EXACT = (
    ("correlated_sum", "sum_variance", {}, "n**2*rho + n"),
    ("norm_variance", "norm_moment", {"moment": "square", "gain": 1.0}, "v/(v + 2*eps + 1/1000000)"),
    ("training_time", "training_time", {"moving": "all"}, "R/2"),
    ("training_time_one", "training_time", {"moving": "one"}, "R"),
    ("mlp_parameters", "mlp_parameters", {"bias": "no", "expansion": 4}, "8*d**2 + d"),
    ("model_parameters", "model_parameters", {"embedding": "no"}, "8*L*d**2"),
    ("compute_share", "compute_share", {"mask": "full"}, "4*d/(6*d + n/2)"),
    ("causal_compute_share", "compute_share", {"mask": "causal"}, "8*d/(12*d + n)"),
    ("majority_length", "majority_length", {}, "4*d"),
    ("jacobian_norm", "jacobian_norm", {"matrix": "normal"}, "rho**(T + 1)"),
    ("jordan_corner", "jordan_corner", {}, "T"),
    ("lag_information", "lag_information", {"process": "symmetric"}, "lam**(2*k)/2"),
)


@pytest.mark.parametrize(("derivation", "block", "output", "wrong"), SAMPLED)
def test_sampled_streams_meet_the_derived_power(derivation, block, output, wrong):
    quantity, worst = QUANTITIES["residual_stream"], {}
    column = quantity.outputs.index(output)
    for group in quantity.groups:
        point = dict(group.points[0])
        if point["block"] != block["block"] or point["L"] > 64 or point["d"] < 1000:
            continue
        generator = torch.Generator().manual_seed(int(point["L"]))
        values = sample_trials(quantity, group, 200, generator)
        values = values[:, 0, column]
        for name, formula in (("derived", DERIVATIONS[derivation]().formula), ("wrong", law.parse(wrong))):
            gap = float(values.mean()) - law.evaluate(formula, point)
            z = abs(gap) / (float(values.std()) / len(values) ** 0.5)
            worst[name] = max(worst.get(name, 0.0), z)
    assert worst["derived"] < MAX_Z < worst["wrong"]


@pytest.mark.parametrize(("derivation", "quantity", "where", "wrong"), EXACT)
def test_exact_values_meet_the_derived_formula_and_not_one_nearby(derivation, quantity, where, wrong):
    found, formula, other = (
        QUANTITIES[quantity],
        DERIVATIONS[derivation]().formula,
        law.parse(wrong),
    )
    points = [point for point in found.points if all(point[name] == value for name, value in where.items())]
    missed = 0
    for point in points:
        numbers = {name: value for name, value in point.items() if not isinstance(value, str)}
        value = found.evaluate(point)
        allowed = value.error_bound + 1e-12 * abs(value.value)
        assert abs(value.value - law.evaluate(formula, numbers)) <= allowed, point
        missed += abs(value.value - law.evaluate(other, numbers)) > allowed
    assert missed > len(points) / 2
