"""Numbers for components: nested sums."""

from __future__ import annotations

import pytest
import sympy as sp
from theorycheck.theory.derivation import CheckFailed
from theorycheck.theory.rules.entries import require_same_entries

M, d = (sp.Symbol(name, positive=True) for name in "Md")
i, j, k, z = (sp.Symbol(name, integer=True, positive=True) for name in "ijkz")
u, v = (sp.IndexedBase(name) for name in "uv")
eta = sp.Symbol("eta", positive=True)


def test_a_sum_inside_a_sum_is_added_up_anew_where_a_name_in_it_depends_on_the_outer_index() -> None:
    named = sp.Eq(eta, v[z], evaluate=False)
    inner = sp.Sum(u[i] * eta, (i, 1, d))
    one, other = sp.Sum(inner, (z, 1, M)), sp.Sum(u[i], (i, 1, d)) * sp.Sum(v[z], (z, 1, M))
    assert require_same_entries(one, other, (named,))
    with pytest.raises(CheckFailed):
        require_same_entries(sp.Sum(inner * v[z], (z, 1, M)), other, (named,))
