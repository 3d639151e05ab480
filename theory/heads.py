r"""The heads of terms, by group, and how many symbols each binds.

The stable node set, by head (args; data):

| kind | heads |
|---|---|
| symbols | `number` (; p, q) · `size` (; name, minimum, maximum) · `parameter` (; name) |
| | `constant` (; `pi` or `euler_gamma`) · `fixed` (dims; name) · `index` (upper; name) |
| | `permuted` (upper, place; name): the place to which any one permutation takes a place |
| random objects | `random` (law; name) · `family` (law, counts; name) · `item` (family, indices) |
| arithmetic | `add` · `mul` (scalars) · `scale` (scalar, tensor) · `power` (base, exponent) |
| | `function` (x; name) · `maximum` · `minimum` |
| | `applied` (x; name): any function of numbers that is bounded on bounded sets, entry by entry; of |
| | several numbers and vectors (x, y, ...; name) a number |
| | `hypergeometric` (upper, lower, z; p, q): sum_k prod (a)_k/prod (b)_k z^k/k!, p <= q |
| | `meijer_g` (upper, lower, z; m, n, p, q): Meijer's G-function, of p upper and q lower parameters |
| | `incomplete_beta` (x, a, b): I_x(a, b) = int_0^x u^(a-1) (1-u)^(b-1) du / B(a, b), regularised |
| | `hurwitz_zeta` (s, a): zeta(s, a) = sum_{k >= 0} (k + a)^(-s), s > 1 |
| | `upper_gamma` (a, x): Q(a, x) = int_x^oo u^(a-1) e^(-u) du / Gamma(a), regularised |
| tensors | `inner` · `norm2` · `outer` · `matmul` · `transpose` · `trace` · `matrix_power` |
| | `identity` · `zeros` · `ones` · `component` (x, indices) · `softmax` · `diagonal` (vector) |
| | `array` (entries, row by row; dimensions) · `projection` (X): on the span of X's columns |
| binders | `sum` · `product` · `all` · `any` · `max` · `min` · `argmax` (; ties) · `tabulate`, |
| | all with (upper, condition, body) |
| events | `eq` `ne` `le` `lt` `ge` `gt` · `and` `or` `not` · `true` `false` · `indicator` (a number) |
| | `separable` (X): some vector w has a positive product with every row of X |
| | `least_missed` (X, p): the least that rows without a positive product with one w weigh together |
| statistics | `E` · `P` · `Var` · `Cov` · `quantile` (x, level) |
| | `fullest_class` (x, M): the least, over all functions f to 1, ..., M, of the largest P(f(x) = y) |
| | `sub_gaussian` (x, v): E exp(s (x - E x)) <= exp(s^2 v / 2) for every number s |
| iterations | `iterate` (body, start, count): body applied count times · `rate` (body, point) |
| | `fold` (body, start, count): x_j = body(j, x_(j-1)) for j = 1, ..., count, x_0 = start |
| | `first_at` (body, level): the least x > 0 at which the body is the level, 0 where there is none |
| chains | `stationary` (transition): the one law pi with pi P = pi, where there is one |
| others | `gradient` (body, point) · `definition` (template, arguments; name) |
| | `bound_index` `bound_value` (only inside binders) |
| laws | see `laws` |
| relations of limits | `similar` (f, g, x, ties): f/g -> 1 · `big_o` (f, m, g, x, ties): f = m + O(g) |
| | `eventually` (event, x, ties): from some x on. Ties n = path(x) are sizes that grow with x |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

BINDERS: Final = frozenset({"sum", "product", "all", "any", "max", "min", "argmax", "tabulate"})
"""Heads that bind an index of one range, in a condition and a body."""
_OF_ONE: Final = frozenset({"gradient", "iterate", "rate", "first_at"})
"""Heads that bind one symbol in their first part."""
BINDING: Final = BINDERS | _OF_ONE | {"fold", "definition"}
"""Heads that bind a symbol in some part."""
STATISTICS: Final = frozenset({"E", "P", "Var", "Cov", "quantile", "fullest_class", "sub_gaussian"})
"""What is no longer random, whatever random objects it is about."""
MIRRORED: Final = {"le": "ge", "lt": "gt", "ge": "le", "gt": "lt"}
"""The relation of b to a, where that of a to b is an order."""
ORDERS: Final = frozenset(MIRRORED)
RELATIONS: Final = ORDERS | {"eq", "ne"}
FUNCTIONS: Final = frozenset(
    {"exp", "log", "abs", "sign", "sin", "cos", "tanh", "relu", "softplus", "sigmoid"}
    | {"erfc", "gamma", "log_gamma", "zeta", "floor", "ceiling", "lambert_w", "arccos"}
)
CONSTANTS: Final = frozenset({"pi", "euler_gamma"})
LIMITS: Final = {"eventually": 1, "similar": 2, "big_o": 3}
"""The relations of limits, with the number of their parts before the variable."""
DECLARING: Final = frozenset(
    {"size", "parameter", "fixed", "index", "permuted", "random", "family", "definition", "applied"}
)
"""Heads of which the first datum is a name."""
BOUND: Final = frozenset({"bound_index", "bound_value"})
"""Symbols inside binders, by their depth."""
WITH_DATA: Final = (
    DECLARING | BOUND | {"number", "constant", "function", "argmax", "array", "hypergeometric", "meijer_g"}
)


def depth_of(head: str, position: int, args: Sequence[object]) -> int:
    """How many symbols the head binds in the part at that position."""
    if head not in BINDING:
        return 0
    if head in BINDERS:
        return int(position > 0)
    if head in _OF_ONE:
        return int(position == 0)
    if head == "fold":
        return 2 * (position == 0)
    if head == "definition":
        return len(args) - 1 if position == 0 else 0
    return 0
