"""Attacks on the rules of tensors entry by entry: false identities and slopes by hand, and by machine."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from theorycheck.theory.check import CheckFailed, check
from theorycheck.theory.kernel import Refused, apply
from theorycheck.theory.laws import MarkovChain, Normal
from theorycheck.theory.model import Index, Model, Parameter, Size, chain, fixed, iid, indices, sizes
from theorycheck.theory.node import Term, add, multiply, number, power
from theorycheck.theory.prove import suppose
from theorycheck.theory.substitution import abstracted, replaced
from theorycheck.theory.terms import (
    PI,
    E,
    Product,
    Sum,
    absolute,
    any_function,
    any_permutation,
    argmax,
    cos,
    diagonal,
    exp,
    function,
    gradient,
    indicator,
    inner,
    log,
    log_sum_exp,
    maximum,
    norm2,
    ones,
    outer,
    sigmoid,
    sin,
    softmax,
    softplus,
    sqrt,
    tabulate,
    tanh,
    trace,
    unit,
)

n, m, d = Size("n", minimum=2), *sizes("m d")
x, y, t = map(Parameter, "xyt")
u, w, A, B = fixed("u", d), fixed("w", d), fixed("A", d, d), fixed("B", n, d)
w_n = fixed("w_n", n)
a, b = indices("a b", d)
i, j, k = indices("i j k", n)
p = softmax(u)
h, both = any_function("h"), any_function("F")
order, other = any_permutation("sigma"), any_permutation("rho")
g = Model(g=iid(Normal(dimension=d), n)).g
where = suppose
FALSE = {
    "a sign": (gradient(p, u), diagonal(p) + outer(p, p), ()),
    "a transpose": (gradient(A @ u, u), A.T, ()),
    "a product that does not commute": (A @ A.T, A.T @ A, ()),
    "a trace of another order": (trace(A @ A.T @ A), trace(A @ A @ A), ()),
    "a factor": (gradient(norm2(u), u), u, ()),
    "a double sum as a single one": (Sum(i, Sum(j, B[i, a] * B[j, b])), Sum(i, B[i, a] * B[i, b]), ()),
    "two indices exchanged": (
        Sum(i, Sum(j, B[i, a] ** 2 * B[j, b])),
        Sum(i, Sum(j, B[i, a] * B[j, b] ** 2)),
        (),
    ),
    "a condition lost": (Sum(j != i, B[j, a]), Sum(j, B[j, a]), ()),
    "a condition outside the range": (Sum(j == number(2), x), x + Sum(j == number(9), x) + 1, ()),
    "a number outside the range": (Sum(Index("e", d) == number(3), x), x, ()),
    "a count": (Sum(i, x), m * x, ()),
    "zero by zero": (x / x, number(1), ()),
    "zero by zero, not negative": (x / x, number(1), (x >= 0,)),
    "another is not zero": (x / x, number(1), (y > 0,)),
    "a product is not zero": (x / x, number(1), (x + y > 0,)),
    "the root of a square": (sqrt(x**2), x, ()),
    "the square of a root": (sqrt(x) ** 2, x, ()),
    "a root of a product": (sqrt(x * y), sqrt(x) * sqrt(y), (x * y > 0,)),
    "a power's exponents added": (x**y * x, x ** (y + 1), ()),
    "a power with an exponent that may be negative": (x ** (n - 5) * x**5, x**n, ()),
    "the exponent of a negative base": (power(x, Fraction(2, 3)) ** 3, x**2, ()),
    "log of a product": (log(x * y), log(x) + log(y), (x * y > 0,)),
    "log of a square": (log(x**2), 2 * log(x), (x != 0,)),
    "log of a sum": (log(x + y), log(x) + log(y), (x > 0, y > 0)),
    "exp of a sum": (exp(x + y), exp(x) + exp(y), ()),
    "exp of a product": (exp(x * y), exp(x) * exp(y), ()),
    "a parameter of the name exp": (sqrt(Parameter("exp") ** 2), Parameter("exp"), ()),
    "a kink": (gradient(absolute(x), x), x / absolute(x), ()),
    "an order turned": (indicator(i < j), indicator(j < i), ()),
    "an order that ties meet": (indicator(i < j), indicator(i - j <= 0), ()),
    "an order and its reverse as all": (indicator(i <= j) + indicator(j <= i), number(1), ()),
    "an order by twice the distance": (indicator(2 * j - i <= 0), indicator(j <= i), ()),
    "a jump": (gradient(indicator(x > 0), x), number(0), ()),
    "a largest": (gradient(maximum(x, y), x), indicator(x > y), ()),
    "a jump that cancels at the point": (
        gradient(indicator(x == t) / indicator(x == t), x), number(0), (indicator(x == t) > 0,),
    ),
    "a kink hidden in a product": (gradient(absolute(x) * 0 + absolute(x) * x, x), 2 * absolute(x), ()),
    "an exponent that varies": (gradient(power(t, x), x), x * power(t, x - 1), (t > 0,)),
    "a condition that varies": (gradient(Sum(i == n, x) + x, x), number(1), ()),
    "a mean that holds the variable": (gradient(E(exp(x * g[i][a])), x), number(0), ()),
    "a logarithm left of zero": (gradient(log(x), x), 1 / x, ()),
    "an inverse at zero": (gradient(1 / x, x), -1 / x**2, ()),
    "a root at zero": (gradient(sqrt(norm2(u)), u), u / sqrt(norm2(u)), ()),
    "the gradient of another variable": (gradient(inner(u, w), u), u, ()),
    "a Hessian for a gradient": (gradient(gradient(x**3, x), x), 3 * x**2, ()),
    "an inner gradient's variable taken for the outer": (
        gradient(x * gradient(x**2, x), x), 2 * x, (),
    ),
    "two items of a family": (inner(g[i], g[i]), inner(g[i], g[j]), ()),
    "a mean below a random index": (
        Sum(j, indicator(Term("eq", (j, argmax(i, inner(g[i], u))))) * E(inner(g[j], u) ** 2)),
        E(inner(g[argmax(i, inner(g[i], u))], u) ** 2),
        (),
    ),
    "a mean of a product": (E(inner(g[i], u) ** 2), E(inner(g[i], u)) ** 2, ()),
    "a softmax that is shifted in one entry": (softmax(u + x * unit(a)), p, ()),
    "a softmax of another temperature": (softmax(2 * u), p, ()),
    "a total of squares": (norm2(p), number(1), ()),
    "one entry's total": (Sum(j, softmax(B @ u)[i]), number(1), ()),
    "log-sum-exp without its log": (gradient(Sum(a, exp(u[a])), u), p, ()),
    "log-sum-exp of a multiple": (log_sum_exp(2 * u), 2 * log_sum_exp(u), ()),
    "half of all for pairs of what is not symmetric": (
        Sum(i, Sum(j > i, w_n[i] ** 2 * w_n[j])), Sum(i, Sum(j != i, w_n[i] ** 2 * w_n[j])) / 2, (),
    ),
    "half of all for pairs that may be equal": (
        Sum(i, Sum(j >= i, w_n[i] * w_n[j])), Sum(i, Sum(j, w_n[i] * w_n[j])) / 2, (),
    ),
    "half of all for pairs beside one item": (
        Sum(i, Sum(j >= i, indicator(j <= k) * w_n[i] * w_n[j])),
        (Sum(i, Sum(j, indicator(j <= k) * w_n[i] * w_n[j])) + Sum(i, indicator(i <= k) * w_n[i] ** 2)) / 2,
        (),
    ),
    "a factor of a product once": (Product(j, x * w_n[j]), x * Product(j, w_n[j]), ()),
    "a product of sums": (Product(j, w_n[j] + 1), Product(j, w_n[j]) + 1, ()),
    "a product of exponentials by their product": (Product(j, exp(w_n[j])), exp(Product(j, w_n[j])), ()),
    "a product of inverses of zero": (Product(j, w_n[j] / w_n[j]), number(1), ()),
    "a product of roots": (Product(j, sqrt(w_n[j])), sqrt(Product(j, w_n[j])), ()),
    "a product of moduli": (Product(j, sqrt(w_n[j] ** 2)), Product(j, w_n[j]), ()),
    "a part of a product": (Product(j != i, x * w_n[j]), x**n * Product(j != i, w_n[j]), ()),
    "a product of powers by its index": (Product(j, x**j), x**n, ()),
    "from the second place on as all": (Sum(j >= 2, w_n[j]), Sum(j, w_n[j]), ()),
    "one place too few": (Sum(j > 2, w_n[j]), Sum(j, w_n[j]) - w_n[number(1)], ()),
    "one place too many": (Sum(j < 2, w_n[j]), w_n[number(1)] + w_n[number(2)], ()),
    "the first place as a place before it": (Sum(j < 1, w_n[j]), w_n[number(1)], ()),
    "twice an index for one": (Sum(j, indicator(2 * j <= 2) * w_n[j]), w_n[number(1)] + w_n[number(2)], ()),
    "half of all after a free index": (Sum(j > i, w_n[i] * w_n[j]), Sum(j != i, w_n[i] * w_n[j]) / 2, ()),
    "pairs for triples": (
        Sum(i, Sum(j > i, Sum(k > j, w_n[i] * w_n[j] * w_n[k]))), Sum(i, w_n[i]) ** 3 / 6, (),
    ),
    "two coincidences exchanged": (indicator(w_n[i] == w_n[j]), indicator(w_n[i] == w_n[k]), ()),
    "the cosine of a sum": (cos(x + y), cos(x) * cos(y) + sin(x) * sin(y), ()),
    "the sine of a difference": (sin(x - y), sin(y) * cos(x) - cos(y) * sin(x), ()),
    "a sine without its sign": (sin(-x), sin(x), ()),
    "half a turn for a whole one": (cos(x + PI), cos(x), ()),
    "a quarter of a turn the other way": (sin(x + PI / 2), -cos(x), ()),
    "a third of a turn for a quarter": (cos(PI / 3), number(0), ()),
    "squares of another sign": (cos(x) ** 2 - sin(x) ** 2, number(1), ()),
    "a double angle as twice the sine": (sin(2 * x), 2 * sin(x), ()),
    "an angle of many turns": (cos(17 * x), cos(16 * x), ()),
    "the cosine of a product": (cos(x * y), cos(x) * cos(y), ()),
    "the slope of a sine turned": (gradient(sin(x) ** 2, x), -2 * sin(x) * cos(x), ()),
    "tanh for sigmoid": (tanh(x), 2 * sigmoid(x) - 1, ()),
    "softplus for its argument": (softplus(x) - softplus(-x), -x, ()),
    "a place for its image": (h(order(i)), h(i), ()),
    "a part of a sum in another order": (Sum(j != i, h(order(j))), Sum(j != i, h(j)), ()),
    "the places before one in another order": (Sum(j <= i, h(order(j))), Sum(j <= i, h(j)), ()),
    "one of two factors in another order": (Sum(j, h(order(j)) * j), Sum(j, h(j) * j), ()),
    "two orders for one": (Sum(j, h(order(j)) * h(other(j))), Sum(j, h(j) ** 2), ()),
    "an order turned round": (Sum(j, h(order(j)) * j), Sum(j, h(j) * order(j)), ()),
    "arguments exchanged": (both(x, y), both(y, x), ()),
    "another vector in a function": (both(x, u), both(x, 2 * u), ()),
    "a function of a sum": (both(x, u + w), both(x, u) + both(x, w), ()),
}  # fmt: skip
"""False identities: left, right, conditions."""
UNSEEN = {
    "zero by zero, not negative",
    "a product is not zero",
    "a power with an exponent that may be negative",
    "a power's exponents added",
    "a kink",
    "a jump",
    "a largest",
    "a jump that cancels at the point",
    "a kink hidden in a product",
    "a mean below a random index",
    "a root at zero",
    "a product of inverses of zero",
}
"""Those that are false at single points, or that the check does not evaluate."""
GUARDED = {
    "names of the rule itself": (fixed("#1", d)[a], fixed("#1", d)[a], ()),
    "an index of the rule itself": (B[Index("#a1", n), a], B[Index("#a1", n), a], ()),
    "a relation that tells nothing": (x / x, number(1), (x == y,)),
    "tensors of other shapes": (u, B, ()),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_identity_is_refused(name):
    left, right, conditions = FALSE[name]
    statement = Term("eq", (left, right))
    if name not in UNSEEN:
        with pytest.raises(CheckFailed):
            check(statement, conditions, instances=60)
    with pytest.raises(Refused):
        apply("componentwise", *map(suppose, conditions), left=left, right=right)


TRUE = {
    "a sum in another order": (Sum(j, h(order(j))), Sum(j, h(j))),
    "one order after another": (Sum(j, h(order(other(j)))), Sum(j, h(j))),
    "both factors in the other order": (Sum(j, h(order(j)) * order(j)), Sum(j, h(j) * j)),
    "all but an image": (Sum(j, h(order(j)) * indicator(order(j) != order(i))), Sum(j, h(j)) - h(order(i))),
    "an order below another sum": (Sum(i, Sum(j, both(i, order(j)))), Sum(i, Sum(j, both(order(i), j)))),
    "pairs as half of all": (Sum(i, Sum(j > i, h(i) * h(j))), Sum(i, Sum(j != i, h(i) * h(j))) / 2),
    "a factor of a product": (Product(j, -2 * h(j)), (-2) ** n * Product(j, h(j))),
    "a product of products": (Product(j, h(j) ** 2 * x), Product(j, h(j)) ** 2 * x**n),
    "a product of exponentials": (
        Product(j, h(j) * exp(h(j) - x)),
        Product(j, h(j)) * exp(Sum(j, h(j)) - n * x),
    ),
    "from the second place on": (Sum(j >= 2, h(j)), Sum(j, h(j)) - h(number(1))),
    "after the first two places": (Sum(j > 2, h(j)), Sum(j, h(j)) - h(number(1)) - h(number(2))),
    "the first place": (Sum(j < 2, h(j)), h(number(1))),
    "no place before the first": (Sum(j <= 0, h(j)), number(0)),
    "both sides of pairs": (
        Sum(i, Sum(j > i, h(i) ** 2 * h(j))) + Sum(i, Sum(j < i, h(i) ** 2 * h(j))),
        Sum(i, Sum(j != i, h(i) ** 2 * h(j))),
    ),
    "pairs of pairs": (
        Sum(i, Sum(j > i, h(i) * h(j))) * Sum(i, Sum(j <= i, h(i) * h(j))),
        (Sum(i, h(i)) ** 4 - Sum(i, h(i) ** 2) ** 2) / 4,
    ),
    "a coincidence exchanged": (indicator(h(i) == h(j)), indicator(h(j) == h(i))),
    "a vector written by its entries": (both(x, u + w), both(x, tabulate(a, w[a] + u[a]))),
}
"""Identities of sums in another order, and of functions of which no more is known."""


@pytest.mark.parametrize("name", TRUE)
def test_a_true_identity_of_orders_holds(name):
    left, right = TRUE[name]
    assert apply("componentwise", left=left, right=right).hypotheses == frozenset()
    assert check(Term("eq", (left, right)))


def test_a_permutation_is_of_one_range():
    with pytest.raises(ValueError, match="runs to"):
        Term("permuted", (n, a), ("sigma",))
    with pytest.raises(Refused, match="stands for two things"):
        apply("reflexive", term=Sum(j, h(order(j))) + Sum(a, h(order(a))))
    with pytest.raises(ValueError, match="is random"):
        order(argmax(i, inner(g[i], u)))


def swapped(body: Term) -> Term:
    """The body with i and j exchanged."""
    held = Index("held", n)
    return replaced(replaced(replaced(body, i, held), j, i), held, j)


def _body(random: Random) -> Term:
    """A product of entries at two indices, perhaps beside a sum over those after one of them."""
    body = random.choice([w_n[i], w_n[i] ** 2, number(1)]) * random.choice([w_n[j], w_n[i] * w_n[j]])
    third = Sum(random.choice([k > j, k >= j, k <= i, k < j, k != i]), w_n[k])
    return random.choice([body, body * third])


@pytest.mark.parametrize("seed", range(4))
def test_sums_over_ordered_indices_are_taken_for_equal_where_they_are(seed):
    random, accepted = Random(seed), 0
    for _ in range(60):
        body = _body(random)
        body = random.choice([body, body + swapped(body)])
        sums = [Sum(i, Sum(order, body)) for order in (j > i, j >= i, j < i, j <= i, j != i)]
        one, other, whole = (random.choice(sums) for _ in range(3))
        whole = random.choice([whole, Sum(i, Sum(j, body)), 2 * one])
        try:
            found = apply("componentwise", left=one + other, right=whole)
        except Refused:
            with pytest.raises(CheckFailed):
                check(Term("eq", (one + other, whole)), instances=12)
            continue
        accepted += 1
        assert check(found.proposition, instances=4)
    assert 0 < accepted < 30


def test_a_place_that_may_be_beyond_the_last_is_not_taken_out():
    """At n = 2 there is no third place, where no vector has an entry."""
    with pytest.raises((Refused, ValueError)):
        apply(
            "componentwise", left=Sum(j <= 3, w_n[j]), right=w_n[number(1)] + w_n[number(2)] + w_n[number(3)]
        )
    with pytest.raises(Refused):
        apply("componentwise", left=Sum(j <= 3, j), right=number(6))
    with pytest.raises(Refused):
        apply("componentwise", left=Sum(j, indicator(j + j * n <= 2) * j), right=number(1))


@pytest.mark.parametrize("name", GUARDED)
def test_what_the_rule_does_not_take_is_refused(name):
    left, right, conditions = GUARDED[name]
    with pytest.raises(Refused):
        apply("componentwise", *map(suppose, conditions), left=left, right=right)


def slope_at(body: Term, point: Term) -> Term:
    """The slope of a body in y at a point."""
    return replaced(gradient(body, y), y, point)


def along(slope: Term, point: Term) -> Term:
    """The derivative by x of a slope times a point, the slope held."""
    return Term("gradient", (abstracted(slope * replaced(point, x, t), t), x))


def test_a_slope_taken_at_another_point_is_none():
    slope, stated = slope_at(y**2, exp(x)), gradient(x**6, x)
    with pytest.raises(CheckFailed):
        check(stated == along(slope, x**3))
    theorem = apply("chain_rule", slope=slope, variable=x)
    assert theorem.proposition is Term("eq", (gradient(exp(x) ** 2, x), along(slope, exp(x))))


@pytest.mark.parametrize("factor", [x, exp(x)], ids=str)
def test_a_variable_that_also_occurs_in_the_body_is_refused(factor):
    slope = slope_at(factor * y**2, x**2)
    with pytest.raises(CheckFailed):
        check(gradient(factor * x**4, x) == along(slope, x**2))
    with pytest.raises(Refused, match="It must vary by"):
        apply("chain_rule", slope=slope, variable=x)


def test_a_random_slope_is_refused():
    with pytest.raises(Refused, match="random"):
        apply("chain_rule", slope=slope_at(inner(g[i], u) * y**2, x**2), variable=x)


@pytest.mark.parametrize(
    ("rule", "parameters"),
    [
        ("chain_rule", {"slope": slope_at(Parameter("#x") * y**2, x**2), "variable": x}),
        ("assume", {"proposition": Parameter("#1") > 0, "ground": "condition", "because": ""}),
        (
            "bounded",
            {
                "term": Sum(i, w_n[i] * w_n[Index("#1", n)])
                + Term("mul", (number(0), log(norm2(w_n) + 1)))
                + 1,
                "end": "low",
            },
        ),
    ],
)
def test_no_rule_takes_names_of_its_own(rule, parameters):
    with pytest.raises(Refused, match="names with #"):
        apply(rule, **parameters)


def test_a_whole_power_that_may_be_negative_has_no_slope_at_zero():
    """At n = 1 the body is x, whose slope is 1, and the formula is 0 at x = 0."""
    size = Size("size", minimum=0)
    falling = power(x, -size)
    formula = 2 * x * falling - size * x**2 * power(x, -size - 1)
    with pytest.raises(Refused, match="x > 0 must be"):
        apply("componentwise", left=gradient(x**2 * falling, x), right=formula)
    where_positive = apply("componentwise", where(x > 0), left=gradient(x**2 * falling, x), right=formula)
    assert where_positive.status == "derived"
    with pytest.raises(Refused, match="> 0 must be"):
        apply("chain_rule", slope=slope_at(power(y, -size), x**2), variable=x)
    with pytest.raises(ValueError, match="no exponent"):
        Term("matrix_power", (A, 2 - size))


def test_what_the_name_of_a_bound_index_would_prove_is_false():
    with pytest.raises(CheckFailed):
        check(Sum(i, w_n[i] * w_n[j]) + 1 >= 0, instances=40)


def test_states_of_a_chain_are_not_exchanged():
    c = chain(MarkovChain(fixed("P", m, m), fixed("first", m)), n)
    states = Model(c=c).c
    with pytest.raises(Refused):
        apply("componentwise", left=E(states[i]), right=E(states[j]))


class Expressions:
    """Random expressions in a few letters, and rewritings that may or may not keep their value."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def scalar(self, depth: int) -> Term:
        """A number: an entry, a letter, an inner product, or an operation on numbers."""
        pick = self.random.choice
        if depth == 0:
            return pick([x, y, u[a], w[a], u[b], inner(u, w), number(2), n, B[i, a], A[a, b]])
        one, other = self.scalar(depth - 1), self.scalar(depth - 1)
        letter = Index("l", d)
        return pick(
            [
                add(one, other),
                multiply(one, other),
                multiply(number(-1), one),
                one**2,
                exp(multiply(number(Fraction(1, 4)), one)),
                Sum(letter, multiply(other, u[letter], A[a, letter])),
                Sum(letter != a, multiply(one, w[letter])),
                1 / (1 + one**2),
                tanh(one),
                cos(one),
                sin(one),
                inner(self.vector(depth - 1), self.vector(depth - 1)),
            ]
        )

    def vector(self, depth: int) -> Term:
        """A vector of dimension d."""
        pick = self.random.choice
        if depth == 0:
            return pick([u, w, unit(a), ones(d), softmax(u), B.T @ fixed("r", n)])
        inside = self.vector(depth - 1)
        return pick(
            [
                inside + self.vector(depth - 1),
                multiply(self.scalar(depth - 1), inside),
                A @ inside,
                inside @ A,
                softmax(inside),
                diagonal(inside) @ u,
                outer(u, inside) @ w,
            ]
        )

    def altered(self, term: Term) -> Term:
        """Two arguments exchanged, a letter changed, or a part turned about."""
        nodes = [part for part in _closed(term) if part.args]
        changes = {
            "add": lambda node: add(*node.args[::-1]),
            "mul": lambda node: multiply(*node.args[::-1]),
            "inner": lambda node: inner(*node.args[::-1]),
            "matmul": lambda node: node.args[1] @ node.args[0].T if len(node.args[0].shape) > 1 else node,
            "power": lambda node: multiply(node.args[0], node.args[0]),
        }
        letters = {x: y, u: w, a: b}
        likely = [part for part in nodes if part.head in changes] or nodes or [term]
        node = self.random.choice(likely)
        old = self.random.choice(list(letters))
        changed = changes.get(node.head, lambda node: node)(node)
        if self.random.random() < 0.4:
            changed = _put(node, old, letters[old])
        return _put(term, node, changed)


def _put(term: Term, old: Term, new: Term) -> Term:
    from theorycheck.theory.substitution import replaced

    return replaced(term, old, new)


def _closed(term: Term) -> list[Term]:
    from theorycheck.theory.substitution import subterms

    return [part for part in subterms(term) if not part.loose and part.sort == "real"]


def test_by_machine_what_is_accepted_holds_and_most_of_what_holds_is_accepted():
    counts = {"accepted": 0, "true and refused": 0, "false and refused": 0}
    for seed in range(300):
        source = Expressions(seed)
        left = source.scalar(2) if seed % 2 else source.vector(2)
        right = source.altered(left)
        if right is left or right.shape != left.shape:
            continue
        try:
            apply("componentwise", left=left, right=right)
            accepted = True
        except Refused:
            accepted = False
        try:
            check(Term("eq", (left, right)), instances=4, seed=seed)
            holds = True
        except CheckFailed:
            holds = False
        assert holds or not accepted, f"{left} = {right} was accepted."
        key = "accepted" if accepted else "true and refused" if holds else "false and refused"
        counts[key] += 1
    assert counts["accepted"] > 20
    assert counts["false and refused"] > 20
    assert counts["true and refused"] <= 3


def test_by_machine_gradients_are_those_of_finite_differences():
    found = 0
    for seed in range(60):
        body = Expressions(seed + 1000).scalar(2)
        left, right = gradient(body, x), gradient(multiply(number(2), body), x)
        apply("componentwise", left=right, right=multiply(number(2), left))
        with pytest.raises(Refused):
            apply("componentwise", left=left, right=left + number(1))
        try:
            apply("componentwise", left=left, right=number(0))
        except Refused:
            continue
        found += 1
        assert check(Term("eq", (left, number(0))), instances=2)
    assert found > 5


def test_sine_and_cosine_are_differentiated_and_not_taken_for_each_other():
    sin, cos = function("sin"), function("cos")
    assert apply("componentwise", left=gradient(sin(2 * x), x), right=2 * cos(2 * x))
    with pytest.raises(Refused):
        apply("componentwise", left=gradient(cos(x), x), right=sin(x))


def test_entries_of_a_vector_of_entries_are_themselves():
    assert apply("componentwise", left=tabulate(a, u[a]), right=u)


def test_a_sum_of_roots_of_its_index_is_nonnegative_and_one_of_differences_is_not() -> None:
    n = Size("n")
    i, j = indices("i j", n)
    for total in (Sum(j, power(j, Fraction(-1, 2))), Sum(j != i, power(j, Fraction(1, 2)))):
        assert apply("bounded", term=total, end="low").proposition.args[0] is number(0)
    with pytest.raises(Refused, match="no known bounds"):
        apply("bounded", term=Sum(j, power(j - 2, Fraction(1, 2)) - j), end="low")
