"""The nearest stored value by enumeration of signs; the collapsed route against the plain one."""

from itertools import product

import numpy as np
import pytest
import torch
from theorycheck.numerics.conditioning.nearest import (
    argmax_error,
    argmax_error_collapsed,
    argmax_error_gaussian,
    argmax_failure,
    score_tables,
)
from theorycheck.numerics.quantity import DesignGroup
from theorycheck.numerics.sampling import sample_keys
from theorycheck.numerics.trials import Source, Trials

from ..samples import gaps, measure, z_scores

Z_LIMIT = 4.5
LINE = {"d_k": 1, "d_v": 1}


def sign_memory(n: int) -> list[tuple[list[bool], list[bool]]]:
    """(errs, ties) of every item for all keys and values that are signs."""
    found = []
    for keys, values in product(product((-1, 1), repeat=n), repeat=2):
        state = sum(k * v for k, v in zip(keys, values, strict=True))
        own = [k * state * v for k, v in zip(keys, values, strict=True)]
        best = [max(k * state * v for j, v in enumerate(values) if j != i) for i, k in enumerate(keys)]
        pairs = list(zip(own, best, strict=True))
        found.append(([a <= b for a, b in pairs], [a == b for a, b in pairs]))
    return found


@pytest.mark.parametrize("n", [2, 3, 4])
def test_errors_and_ties_of_signs_by_enumeration(n):
    memories = sign_memory(n)
    error, tie = (float(np.mean([m[part] for m in memories])) for part in (0, 1))
    some = float(np.mean([any(errs) for errs, _ in memories]))
    estimate = measure(argmax_error, LINE, [{"n": n}])
    assert abs(z_scores(estimate, [error, tie])).max() < Z_LIMIT
    assert abs(z_scores(estimate, [error - tie, tie]))[0] > 3 * Z_LIMIT
    assert abs(z_scores(measure(argmax_failure, LINE, [{"n": n}]), [some])).max() < Z_LIMIT


def test_storing_in_parts_changes_nothing(monkeypatch):
    sizes = (3, 5, 12)
    group = DesignGroup.sized(
        shared={"d_k": 4, "d_v": 6}, points=[{"n": n} for n in sizes], trials_per_block=2
    )
    monkeypatch.setattr("theorycheck.numerics.conditioning.nearest._ITEMS_AT_ONCE", 4)
    tables = list(
        score_tables(
            Trials(group=group, n_trials=2, source=Source(generator=torch.Generator().manual_seed(4))),
            law="sphere",
            queries=7,
        )
    )
    generator = torch.Generator().manual_seed(4)
    parts = [
        [sample_keys("sphere", (2, count), d, Source(generator=generator)) for d in (4, 6)]
        for count in (3, 2, 4, 3)
    ]
    keys, values = (torch.cat([part[i] for part in parts], dim=1) for i in (0, 1))
    for n, table in zip(sizes, tables, strict=True):
        outputs = keys[:, : min(n, 7)] @ (keys[:, :n].mT @ values[:, :n])
        torch.testing.assert_close(table, outputs @ values[:, :n].mT, rtol=0, atol=1e-12)


@pytest.mark.parametrize("d", [3, 16])
def test_the_collapsed_route_is_exact_in_law(d):
    shared, points = {"d_k": d, "d_v": d}, [{"n": n} for n in (2, 6, 15)]
    plain, collapsed = (
        measure(quantity, shared, points) for quantity in (argmax_error_gaussian, argmax_error_collapsed)
    )
    assert abs(gaps(plain, collapsed)).max() <= 4
    wrong = measure(argmax_error_collapsed, {"d_k": d, "d_v": d + 2}, points)
    assert abs(gaps(plain, wrong)).max() > 4
