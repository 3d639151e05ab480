"""False orders and equations of sums, products, powers, binomial coefficients, roots and angles: reversed,
with sides moved by one, signs and ends of ranges that are not given, weights of another sum, and empty
sums. No tactic proves one, though none is stopped by an instance in which it fails.
"""

import pytest
import theorycheck as tc
from theorycheck.theory.kernel import Refused

pytestmark = pytest.mark.usefixtures("refused")


def vectors(names, size="n"):
    """Their laws."""
    return [f"{name}: fixed({size})" for name in names.split()]


def each(names, relation):
    """What holds of each item of them, as x_j >= 0."""
    return [f"{name}_j {relation} for all j" for name in names.split()]


FALSE: list[tuple[str, list[str], list[str], list[str]]] = [
    ("sum_{j=n}^N 1/j^2 <= 1/(n-1) - 1/(N-1)", [], ["n >= 2", "N >= 2"], ["n <= N"]),
    ("sum_{j=n}^N 1 == N - n + 1", [], ["n >= 1", "N >= 1"], []),
    ("sum_{j=n}^N 1 == N - n + 1", [], ["n >= 1", "N >= 1"], ["n <= N + 2"]),
    ("sum_{j=n}^N j == (N (N+1) - n (n-1))/2", [], ["n >= 1", "N >= 1"], ["N <= n"]),
    ("sum_{t=s}^T g^t <= g^s/(1-g)", [], ["s >= 1", "T >= 1"], ["s <= T", "g < 1"]),
    ("sum_{t=s}^T g^t >= g^s/(1-g)", [], ["s >= 1", "T >= 1"], ["s <= T", "g > 0", "g < 1"]),
    ("sum_{j=n}^N x_j == sum_j x_j", ["x: fixed(N)"], ["n >= 1", "N >= 1"], ["n <= N"]),
    ("sum_{j=n}^N x_j <= sum_j x_j", ["x: fixed(N)"], ["n >= 1", "N >= 1"], ["n <= N"]),
    ("sum_{j=n+1}^N 1/j^2 <= 1/(n+1)", [], ["n >= 1", "N >= 2"], ["n + 1 <= N"]),
    ("sum_{j=i}^N 1/j^2 <= 1/i", ["i: index(N)"], ["N >= 1"], []),
    ("prod_{j=2}^n (1 - 1/j) == 1/(n - 1)", [], ["n >= 2"], []),
    ("prod_{j=3}^n (1 - 1/j) == 1/n", [], ["n >= 3"], []),
    ("prod_{j=k}^n (1 - 1/j) == k/n", [], ["n >= 2", "k >= 2"], ["k <= n"]),
    ("prod_{j=k+1}^n (1 - 1/j) == k/n", [], ["n >= 1", "k >= 1"], []),
    ("prod_{j=k+1}^n (1 - 1/j) <= k/n", [], ["n >= 1", "k >= 1"], ["k <= n + 2"]),
    ("prod_j (1 + x_j) >= 1 + sum_j x_j", ["x: fixed(n)"], [], ["x_j >= -1 for all j"]),
    ("prod_j (1 + x_j) > 1 + sum_j x_j", ["x: fixed(n)"], [], ["x_j >= 0 for all j"]),
    ("prod_j (1 + x_j) <= exp(sum_j x_j) - 1/100", ["x: fixed(n)"], [], ["x_j >= 0 for all j"]),
    ("log(sum_j x_j) <= sum_j log(x_j)", ["x: fixed(n)"], [], ["x_j > 0 for all j"]),
    ("sqrt(sum_j x_j) <= sum_j sqrt(x_j) - 1/100", ["x: fixed(n)"], [], ["x_j >= 0 for all j"]),
    ("sqrt(1 + sum_j x_j) >= sum_j sqrt(1 + x_j)", ["x: fixed(n)"], [], ["x_j >= 0 for all j"]),
    ("(sum_j x_j)^p >= sum_j x_j^p", ["x: fixed(n)"], [], ["x_j > 0 for all j", "p > 0", "p <= 1"]),
    ("(sum_j x_j)^p <= sum_j y_j^p", vectors("x y"), [], [*each("x y", "> 0"), "p > 0", "p <= 1"]),
    ("exp(sum_j x_j) <= sum_j exp(x_j)", ["x: fixed(n)"], [], ["x_j >= 0 for all j"]),
    ("(sum_j w_j x_j)^2 <= (sum_j w_j) sum_j w_j x_j^2", vectors("w x"), [], []),
    ("(sum_j w_j x_j)^2 <= sum_j w_j x_j^2", vectors("w x"), [], ["w_j >= 0 for all j", "sum_j w_j == 2"]),
    ("(sum_j w_j x_j)^2 <= sum_j w_j x_j^2", vectors("w v x"), [], ["w_j >= 0 for all j", "sum_j v_j == 1"]),
    ("(sum_j w_j x_j)^2 <= sum_j w_j x_j^2", vectors("w x"), [], ["sum_j w_j == 1"]),
    (
        "(sum_j w_j x_j y_j)^2 <= (sum_j w_j x_j^2) (sum_j w_j y_j^2) - 1/100",
        vectors("w x y"),
        [],
        ["w_j >= 0 for all j"],
    ),
    ("(sum_j x_j)^2 <= (sum_j w_j) sum_j x_j^2/w_j", vectors("w x"), [], []),
    ("(sum_j x_j) (sum_j y_j) <= n sum_j x_j y_j", vectors("x y"), [], each("x y", ">= 0")),
    ("(sum_j x_j) (sum_j 1/x_j) >= n^2", ["x: fixed(n)"], [], []),
    ("(sum_j x_j) (sum_j 1/x_j) >= n^2", ["x: fixed(n)"], [], ["x_j >= 0 for all j"]),
    ("(sum_j x_j) (sum_j x_j^2) <= n sum_j x_j^3", ["x: fixed(n)"], [], []),
    ("<softmax(u), x>^2 <= <softmax(v), x>", vectors("u v x"), [], []),
    ("sum_j softmax(u)_j softmax(v)_j <= 1/n", vectors("u v"), [], []),
    ("sum_j softmax(u)_j u_j <= 1/n sum_j u_j", ["u: fixed(n)"], [], []),
    ("-sum_j softmax(u)_j log(softmax(v)_j) <= log(n)", vectors("u v"), [], []),
    ("<w, (diagonal(softmax(u)) - softmax(v) softmax(v)^T) w> >= 0", vectors("u v w", "d"), [], []),
    ("1/x >= 1", [], [], ["x >= 0", "x <= 1"]),
    ("1/x <= 1/y", [], [], ["x >= y", "y >= 0"]),
    ("x^y >= 1 + y log(x) + 1/100", [], [], ["x >= 0", "y >= 0"]),
    ("0^x <= 0", [], [], ["x >= 0"]),
    ("sqrt(x) >= x", [], [], ["x >= 0", "x <= 2"]),
    ("sqrt(x) <= x", [], [], ["x >= 1/2"]),
    ("sqrt(1 - x^2) <= 1 - x^2", [], [], ["x >= -1", "x <= 1"]),
    ("sqrt(x y) <= (x + y)/2", [], [], ["x >= -1", "y >= 0"]),
    ("sqrt(x) sqrt(y) >= (x + y)/2", [], [], ["x >= 0", "y >= 0"]),
    ("eta^2 L^2 <= 1", [], [], ["eta == 2/(L + mu)", "mu > 0", "L >= mu"]),
    ("x <= 2", [], [], ["x == 1/y", "y >= 1/3"]),
    ("x <= y", [], [], ["x == y z", "z <= 1"]),
    ("x == 0", [], [], ["x == x^2"]),
    ("x > 1", [], [], ["x == 1 + y^2"]),
    ("(1 + x)^n >= 1 + n x", [], ["n >= 1"], ["x >= -3"]),
    ("(1 + x)^n <= 1 + n x", [], ["n >= 1"], ["x >= -1"]),
    ("(1 + x)^n >= 1 + n x + 1/100", [], ["n >= 1"], ["x >= -1"]),
    ("(1 + x)^n > 1 + n x", [], ["n >= 1"], ["x >= -1"]),
    ("(1 + 1/L)^L >= 5/2", [], ["L >= 2"], []),
    ("(1 - 1/m)^n <= 1 - n/m", [], ["n >= 1", "m >= 1"], []),
    ("(1 - p)^n >= 1 - n p", [], ["n >= 0"], ["p >= 0", "p <= 4"]),
    ("(1 - x)^t <= exp(-t x)", [], ["t >= 1"], ["x <= 2"]),
    ("(1 - x)^t <= exp(-t x)", [], ["t >= 1"], []),
    ("(1 - x)^t <= exp(-t x) - 1/1000", [], ["t >= 1"], ["x <= 1"]),
    ("(1 - p/n)^n <= exp(-p)", [], ["n >= 1"], ["p <= n + 1"]),
    ("(1 - p/n)^n >= exp(-p)", [], ["n >= 1"], ["p >= 0", "p <= n"]),
    ("binomial(n, k) <= n^k/factorial(k) - 1/100", [], ["n >= 1", "k >= 0"], ["k <= n"]),
    ("binomial(n, k) >= 1", [], ["n >= 1", "k >= 0"], ["k <= n + 1"]),
    ("binomial(2 n, k) <= 2^n", [], ["n >= 1", "k >= 1"], ["k <= n"]),
    ("binomial(n + m, n) <= 2^n", [], ["n >= 1", "m >= 1"], []),
    ("arccos(x) == pi - arccos(y)", [], [], ["x >= -1", "x <= 1", "y >= -1", "y <= 1"]),
    ("arccos(x) > 0", [], [], ["x >= -1", "x <= 1"]),
    ("arccos(x) <= pi x", [], [], ["x >= 0", "x <= 1"]),
    ("arccos(<u, v>) <= pi", vectors("u v", "d"), [], ["|u|^2 == 1", "|v|^2 == 2"]),
    ("arccos(<u, v>) <= pi/2", vectors("u v", "d"), [], ["|u|^2 == 1", "|v|^2 == 1"]),
    ("(E x)^2 <= Var(x)", ["x: normal(m, v)"], [], ["v > 0"]),
    ("(E x)^2 >= E x^2", ["x: normal(m, v)"], [], ["v > 0"]),
    ("(E x)^4 <= E x^2", ["x: normal(m, v)"], [], ["v > 0"]),
    ("(E x y)^2 <= (E x)^2 (E y)^2 - 1/100", ["x: normal(0, 1)", "y: normal(0, 1)"], [], []),
    ("P(x > t) <= 1/2", ["x: normal(0, 1)"], [], []),
    ("P(x > t) <= 99/100", ["x: normal(0, 1)"], [], ["t >= -3"]),
    ("P(x > 0 and x < 0) >= 0 + 1/100", ["x: normal(0, 1)"], [], []),
    ("min(1, c/t) t >= c", [], [], ["c > 0", "t > 0"]),
    ("sqrt(|u|^2 |v|^2 - <u, v>^2) <= |u| |v| - 1/100", vectors("u v", "d"), [], []),
    ("sqrt(|u|^2 |v|^2 - <u, v>^2) == 0", vectors("u v", "d"), [], []),
]


@pytest.mark.parametrize(("text", "laws", "sizes", "where"), FALSE)
def test_a_false_order_is_refused_by_every_tactic(text, laws, sizes, where):
    with pytest.raises(Refused):
        tc.prove(text, laws=laws, sizes=sizes, where=where)
