"""Attacks on orders of products of matrices, of lists of weights, of means, and of formulas with parameters.

Each statement is false, or holds under a hypothesis that is not given.
"""

import pytest
from theorycheck.theory.kernel import Refused
from theorycheck.theory.prove import prove

from ...lanes import sampled

pytestmark = pytest.mark.usefixtures("refused")
MATRICES = ["A: fixed(m, d)", "B: fixed(d, k)", "C: fixed(m, d)", "S: fixed(d, d)", "R: fixed(d, d)"]
MATRICES += ["x: fixed(d)", "z: fixed(d)", "y: fixed(m)", "u: fixed(k)"]
ITEMS = [f"{name}: fixed(n)" for name in "xypq"]
WEIGHTS = ["p_j >= 0 for all j", "q_j >= 0 for all j", "sum_j p_j == 1", "sum_j q_j == 1"]
NORMAL = ["z[n]: normal(0, 1)"]

FALSE = [
    ("|A @ x|^2 <= |x|^2", MATRICES, []),
    ("|A @ x| >= |A| |x|", MATRICES, []),
    ("|A @ x|^2 <= |A|^2 |x|", MATRICES, []),
    ("|A @ B|^2 >= |A|^2 |B|^2", MATRICES, []),
    ("|A^T @ y| <= |A|", MATRICES, []),
    ("tr(A^T C) <= 0", MATRICES, []),
    ("tr(A^T C) <= |A|^2/2", MATRICES, []),
    ("tr(S)^2 >= |S|^2", MATRICES, []),
    ("tr(S) <= sqrt(d) |S|/2", MATRICES, []),
    ("tr(S @ R) <= tr(S^T R)", MATRICES, []),
    ("tr(S @ R)^2 <= tr(S @ S) tr(R @ R)", MATRICES, []),
    ("tr(S @ S) >= 0", MATRICES, []),
    ("|S @ x|^2 <= tr(S)^2 |x|^2", MATRICES, []),
    ("<x, S @ x> >= 0", MATRICES, []),
    ("<x, S @ x> <= tr(S) |x|^2", MATRICES, []),
    ("<x, S @ z> <= <x, S @ x> + <z, S @ z>", MATRICES, []),
    ("|A @ x - A @ z| <= |A| |x|", MATRICES, []),
    ("|relu(x) - relu(z)| >= |x - z|", MATRICES, []),
    ("|relu(x - z)| <= |relu(x) - relu(z)|", MATRICES, []),
    ("|relu(x)| <= |x|/2", MATRICES, []),
    ("|relu(A @ x)| <= |relu(A)| |x|", MATRICES, []),
    ("|A + C|^2 <= |A|^2 + |C|^2", MATRICES, []),
    ("|S @ S| <= |S|", MATRICES, []),
    ("|S^T @ S| >= |S|^2", MATRICES, []),
    ("|A @ x|^2 <= d |x|^2", MATRICES, []),
    ("tr(S)^2 <= tr(S^T S)", MATRICES, []),
    ("sum_j |p_j - q_j| <= 3/2", ITEMS, WEIGHTS),
    ("sum_j sqrt(p_j q_j) >= 1/2", ITEMS, WEIGHTS),
    ("sum_j sqrt(p_j) <= 1", ITEMS, WEIGHTS),
    ("sum_j sqrt(p_j q_j) <= 1 - sum_j |p_j - q_j|/2", ITEMS, WEIGHTS),
    ("sum_j (p_j - q_j)^2 <= 1", ITEMS, WEIGHTS),
    ("sum_j p_j x_j <= sum_j q_j x_j", ITEMS, WEIGHTS),
    ("max_j p_j <= max_j q_j", ITEMS, WEIGHTS),
    ("sum_j p_j^2 <= sum_j p_j q_j", ITEMS, WEIGHTS),
    ("sum_j |p_j + q_j| <= 1", ITEMS, WEIGHTS),
    ("sum_j max(p_j, q_j) <= 3/2", ITEMS, WEIGHTS),
    ("sum_j |x_j - y_j| <= 2", ITEMS, []),
    ("<x, y> <= (max_j |x_j|) |y|/2", ITEMS, []),
    ("<x, y> <= (max_j |x_j|) (max_j |y_j|)", ITEMS, []),
    ("|<x, y>| <= (sum_j |x_j|) (min_j |y_j|)", ITEMS, []),
    ("max_j x_j max_j y_j <= max_j |x_j|", ITEMS, []),
    ("sum_j |x_j y_j| >= |x| |y|", ITEMS, []),
    ("E log(sum_j exp(z_j)) <= E[max_j z_j] + log(n)/2", NORMAL, []),
    ("E log(sum_j exp(z_j)) >= E[max_j z_j] + log(n)", NORMAL, []),
    ("E[max_j z_j] >= E[max_j |z_j|]", NORMAL, []),
    ("2 E[max_j z_j] <= E[max_j z_j]", NORMAL, []),
    ("E[max_j z_j] + 1 <= E[max_j |z_j|]", NORMAL, []),
    ("E log(sum_j z_j^2) <= E[max_j z_j^2]", NORMAL, []),
    ("a b <= a^p/p + b^q/q", [], ["a > 0", "b > 0", "p > 1", "q > 1"]),
    ("a b <= a^p/p + b^q/q", [], ["a > 0", "b > 0", "1/p + 1/q == 1", "p < 1", "p > 0"]),
    ("a b <= a^p/q + b^q/p", [], ["a > 0", "b > 0", "p > 1", "1/p + 1/q == 1"]),
    ("a b <= a^p/p + b^q/q", [], ["a > 0", "b > 0", "p > 1", "1/p + 1/q == 2"]),
    ("(x y z)^(1/3) <= (x + y + z)/3", [], []),
    ("sqrt(x y) <= (x + y)/2", [], []),
    ("2 <= x + 1/x", [], []),
    ("a b <= eps a^2/2 + b^2/(2 eps)", [], []),
    ("a x^2 + b x + c >= c - b^2/(4 a)", [], []),
    ("(a + b)^2 <= 2 a^2 + b^2", [], []),
    ("(x y z)^(1/2) <= (x + y + z)/3", [], ["x > 0", "y > 0", "z > 0"]),
    ("9 <= (x + y + z) (1/x + 1/y)", [], ["x > 0", "y > 0", "z > 0"]),
    ("10 <= (x + y + z) (1/x + 1/y + 1/z)", [], ["x > 0", "y > 0", "z > 0"]),
    ("x y z <= x^2/2 + y^2/2 + z^2/2", [], ["x > 0", "y > 0", "z > 0"]),
    ("sqrt(x y) >= (x + y)/2", [], ["x > 0", "y > 0"]),
    ("x y <= x^2/2 + y^2/3", [], ["x > 0", "y > 0"]),
    ("a^t b^(1 - t) <= t a + (1 - t) b", [], ["a > 0", "b > 0"]),
    ("a^t b^(1 - t) <= t a + (1 - t) b", [], ["a > 0", "b > 0", "t > 1"]),
    ("a^t b^(1 + t) <= t a + (1 + t) b", [], ["a > 0", "b > 0", "t > 0"]),
    ("2 <= x + 1/x", [], ["x < 0"]),
    ("a b <= eps a^2/2 + b^2/(2 eps)", [], ["eps < 0"]),
    ("a b <= eps a^2 + b^2/eps - 1", [], ["eps > 0"]),
    ("a b <= eps a^2/4 + b^2/(4 eps)", [], ["eps > 0"]),
    ("(a + b)^2 <= (1 + eps) a^2 + (1 - 1/eps) b^2", [], ["eps > 0"]),
    ("a x^2 + b x + c >= 0", [], ["a > 0"]),
    ("a x^2 + b x >= -b^2/a", [], ["a < 0"]),
    ("x^2 <= x^3/3 + 1/3", [], ["x > 0"]),
    ("x^a <= a x + 1", [], ["x > 0", "a > 1"]),
    ("x^a <= a x + 1 - a", [], ["x > 0", "a > 1"]),
    ("x^a >= a x + 1 - a", [], ["x > 0", "a > 0", "a < 1"]),
]


@pytest.mark.parametrize(("statement", "laws", "where"), sampled(FALSE, 3))
def test_a_false_order_is_refused(statement, laws, where):
    with pytest.raises(Refused):
        prove(statement, laws=laws, where=where)
