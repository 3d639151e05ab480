"""Orders about products of matrices: each is proved, holds in random instances, and has a false neighbour."""

import pytest
from theorycheck.theory.check import check
from theorycheck.theory.kernel import Refused, believe, record
from theorycheck.theory.prove import prove

LAWS = ["A: fixed(m, d)", "B: fixed(d, k)", "C: fixed(m, d)", "S: fixed(d, d)", "x: fixed(d)", "z: fixed(d)"]
LAWS += ["y: fixed(m)", "u: fixed(k)"]
TRUE = {
    "tr(A^T A) >= 0": "tr(A^T C) >= 0",
    "|A @ x|^2 <= tr(A^T A) |x|^2": "|A @ x|^2 <= tr(A^T A) |x|^2/2",
    "|A @ x| <= |A| |x|": "|A @ x| <= |A|",
    "|A @ B| <= |A| |B|": "|A @ B| <= |A|",
    "|A @ B @ u| <= |A| |B| |u|": "|A @ B @ u| <= |A| |u|",
    "<y, A @ x>^2 <= tr(A^T A) |x|^2 |y|^2": "<y, A @ x>^2 <= tr(A^T A) |x|^2",
    "|<y, A @ x>| <= |A| |x| |y|": "|<y, A @ x>| <= |A| |x|",
    "tr(A^T C)^2 <= tr(A^T A) tr(C^T C)": "tr(A^T C)^2 <= tr(A^T A)",
    "|tr(A^T C)| <= |A| |C|": "|tr(A^T C)| >= |A| |C|",
    "tr(A^T C) <= (|A|^2 + |C|^2)/2": "tr(A^T C) <= (|A|^2 + |C|^2)/4",
    "tr(S)^2 <= d tr(S^T S)": "tr(S)^2 <= (d - 1) tr(S^T S)",
    "|tr(S)| <= sqrt(d) |S|": "|tr(S)| <= |S|",
    "tr(S @ S) <= tr(S^T S)": "tr(S @ S) >= tr(S^T S)",
    "|A @ x - A @ z| <= |A| |x - z|": "|A @ x - A @ z| <= |A| |x + z|",
    "|relu(A @ x) - relu(A @ z)| <= |A| |x - z|": "|relu(A @ x) - relu(A @ z)| <= |x - z|",
    "|A @ relu(B @ u)| <= |A| |B| |u|": "|A @ relu(B @ u)| <= |A| |B|",
}


@pytest.mark.parametrize("text", TRUE)
def test_an_order_of_products_is_proved_and_holds(text):
    theorem = prove(text, laws=LAWS)
    assert check(theorem.proposition)
    assert believe(record(theorem)).proposition is theorem.proposition
    assert not theorem.hypotheses


@pytest.mark.parametrize("text", TRUE.values())
def test_a_false_order_of_products_gets_a_counterexample(text):
    with pytest.raises(Refused, match="Counterexample"):
        prove(text, laws=LAWS)
