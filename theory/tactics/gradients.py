r"""`gradients`: gradients, Jacobians and Hessians of tensor expressions, for symbolic dimensions.

The formula is found in reverse: the cotangent c of a part is handed to what the part is made of, as in
automatic differentiation, but in letters. A Jacobian is read off from the product with a cotangent that is a
letter. The kernel asks none of this: it compares the entries of both sides.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import product, repeat

from ..kernel import Refused, Theorem, apply
from ..kernel.components import contraction
from ..kernel.entries import positive_part_of
from ..kernel.theorem import EQUATION
from ..node import TRUE, Term, add, is_number, multiply, number, power, summands, value_of
from ..substitution import abstracted, instantiated, occurs, opened, rebuilt, replaced, subterms, unfolded
from ..terms import (
    PI,
    diagonal,
    exp,
    function,
    indicator,
    inner,
    outer,
    sigmoid,
    softmax,
    tabulate,
    tanh,
    unit,
    unit_place,
    zero_like,
)
from .goals import Given, Tactic, counterexample, denominators, strict_facts, with_head
from .moments import evaluated
from .rewriting import converted, itself, left, occurring, replaced_within, right, then

_SLOPES: dict[str, Callable[[Term], Term]] = {
    "exp": exp,
    "log": lambda x: 1 / x,
    "sin": function("cos"),
    "cos": lambda x: -function("sin")(x),
    "tanh": lambda x: 1 - tanh(x) ** 2,
    "sigmoid": lambda x: sigmoid(x) * (1 - sigmoid(x)),
    "softplus": sigmoid,
    "erfc": lambda x: -2 * power(PI, Fraction(-1, 2)) * exp(-(x**2)),
}


def formula(term: Term) -> Term:
    """The term with every gradient in it replaced by a formula.

    >>> from theorycheck.theory.model import Size, fixed
    >>> from theorycheck.theory.terms import gradient, log_sum_exp
    >>> u = fixed("u", Size("d"))
    >>> formula(gradient(log_sum_exp(u), u))
    softmax(u)
    """
    while found := [part for part in subterms(term) if part.head == "gradient" and not part.loose]:
        own = {part for one in found for part in subterms(one) if part is not one}
        values = {part: _gradient(part) for part in found if part not in own}
        term = rebuilt(term, lambda node, _, values=values: values.get(node))
    if any(part.head == "gradient" for part in subterms(term)):
        raise Refused(f"{term} has a gradient below a bound index of its own; take it for one index first.")
    return term


def _gradient(term: Term) -> Term:
    body, point = term.args
    variable, letter = _letter("∂", point.shape, term), _letter("∂c", body.shape, term)
    opened = formula(instantiated(body, variable))
    try:
        return replaced(neat(_found(opened, letter, variable)), variable, point)
    except Refused as refusal:
        raise Refused(str(refusal).replace(repr(variable), repr(point))) from refusal


def _found(body: Term, letter: Term, variable: Term) -> Term:
    """The gradient of a number, or the Jacobian of a vector by a cotangent that is a letter."""
    if not body.shape:
        return _pulled(body, number(1), variable)
    if len(body.shape) == 1:
        return _rows(_pulled(body, letter, variable), letter)
    raise Refused(f"The gradient of the matrix {body} is found entry by entry: write x[a, b].")


def neat(term: Term) -> Term:
    """The term with numbers in front of products of tensors, and equal parts of sums added up."""
    args = tuple(map(neat, term.args)) if term.head in _LINEAR else term.args
    match term.head:
        case "add":
            return _added(args)
        case "scale":
            s, x = _apart(args[1])
            factor = multiply(args[0], s)
            whole = is_number(factor, -1) and x.head == "add"
            return _added(tuple(multiply(factor, part) for part in x.args)) if whole else multiply(factor, x)
        case "inner" | "outer" | "matmul" | "transpose" | "diagonal":
            factors, tensors = zip(*map(_apart, args), strict=True)
            if term.head == "inner" and tensors[0].head == "ones":
                tensors = tensors[::-1]
            return multiply(*factors, _contracted(term.head, tensors))
    return multiply(*args) if term.head == "mul" else term


def _contracted(head: str, tensors: tuple[Term, ...]) -> Term:
    """A product of tensors, worked out for coordinate vectors and totals of a softmax."""
    if head == "transpose":
        return _transposed(tensors[0])
    place = unit_place(tensors[-1])
    if head == "inner" and place is not None:
        return tensors[0][place]
    if head == "matmul" and tensors[0].head == "diagonal" and place is not None:
        return tensors[0].args[0][place] * tensors[1]
    if head == "inner" and tensors[0].head == "softmax" and tensors[1].head == "ones":
        return number(1)
    return Term(head, tensors)


_LINEAR = frozenset({"add", "scale", "mul", "inner", "outer", "matmul", "transpose", "diagonal"})


def _apart(x: Term) -> tuple[Term, Term]:
    """The number before a tensor, and the tensor."""
    return (x.args[0], x.args[1]) if x.head == "scale" else (number(1), x)


def _added(parts: tuple[Term, ...]) -> Term:
    factors: dict[Term, Term] = {}
    for part in parts:
        for one in summands(part):
            s, x = _apart(one) if one.shape else (number(1), one)
            factors[x] = add(factors[x], s) if x in factors else s
    return add(zero_like(parts[0].shape), *(multiply(s, x) for x, s in factors.items()))


def _letter(name: str, shape: tuple[Term, ...], avoid: Term) -> Term:
    """A symbol of that shape that does not occur in a term."""
    used = {own for own, _ in avoid.declarations}
    free = next(own for own in (name + "'" * k for k in range(len(used) + 1)) if own not in used)
    return Term("fixed", shape, (free,)) if shape else Term("parameter", (), (free,))


# In reverse: the cotangent c of a part, carried to the variable.


def _pulled(node: Term, c: Term, v: Term) -> Term:
    """The gradient of <c, node> with respect to the variable v."""
    if not occurs(v, node):
        return zero_like(v.shape)
    if node is v:
        return c
    if node.head in {"sum", "tabulate"}:
        return _below(node, c, v)
    if node.head not in _RULES:
        raise _no_rule(node)
    return add(
        zero_like(v.shape),
        *(_pulled(part, own, v) for part, own in _RULES[node.head](node, c) if occurs(v, part)),
    )


def _no_rule(node: Term) -> Refused:
    return Refused(f"The gradient of {node} is not taken: it is not smooth, or no rule is known for it.")


Parts = list[tuple[Term, Term]]
"""Parts of a term, each with its cotangent."""


def _of_mul(node: Term, c: Term) -> Parts:
    parts = node.args
    return [(x, multiply(c, *parts[:k], *parts[k + 1 :])) for k, x in enumerate(parts)]


def _of_scale(node: Term, c: Term) -> Parts:
    s, x = node.args
    return [(s, inner(c, x)), (x, s * c)]


def _of_power(node: Term, c: Term) -> Parts:
    base, exponent = node.args
    inside, square_on = positive_part_of(base), is_number(exponent) and value_of(exponent) >= 2  # noqa: PLR2004
    steep = inside is not None and not base.shape and square_on
    return [(inside if steep else base, c * exponent * power(base, exponent - 1))]


def _of_function(node: Term, c: Term) -> Parts:
    (name,), (x,) = node.data, node.args
    if name == "log" and (found := _logarithm(x, c)):
        return found
    if name not in _SLOPES or len(x.shape) > 1:
        raise _no_rule(node)
    if x.shape:
        index = Term("index", x.shape, ("∂j",))
        return [(x, diagonal(_vector(index, _SLOPES[name](x[index]))) @ c)]
    return [(x, c * _SLOPES[name](x))]


def _logarithm(x: Term, c: Term) -> Parts:
    """For log softmax(z) = z - log sum exp z, and for log sum_j exp z_j, whose gradient is softmax(z)."""
    if x.head == "softmax":
        (z,) = x.args
        return [(z, c - inner(Term("ones", z.shape), c) * x)]
    if x.head == "component" and x.args[0].head == "softmax":
        p, place = x.args
        return [(p.args[0], c * (_unit(place, p.shape[0]) - p))]
    if x.head == "sum" and x.args[1] is TRUE and not x.shape:
        index, _, body = opened(x, c)
        if body.head == "function" and body.data == ("exp",):
            z = _vector(index, body.args[0])
            return [(z, c * softmax(z))]
    return []


def _vector(index: Term, entry: Term) -> Term:
    """The vector with that entry at the index, by its name where it has one."""
    if not occurs(index, entry):
        return entry * Term("ones", index.args)
    if entry.head == "component" and entry.args[1:] == (index,) and not occurs(index, entry.args[0]):
        return entry.args[0]
    if entry.head == "function":
        return Term("function", (_vector(index, entry.args[0]),), entry.data)
    if entry.head == "add":
        return add(*(_vector(index, part) for part in entry.args))
    if entry.head == "mul":
        inside = [part for part in entry.args if occurs(index, part)]
        if len(inside) == 1:
            outside = [part for part in entry.args if part is not inside[0]]
            return multiply(*outside, _vector(index, inside[0]))
    return tabulate(index, entry)


def _unit(place: Term, dimension: Term) -> Term:
    if place.head == "index":
        return unit(place)
    index = Term("index", (dimension,), ("∂j",))
    return tabulate(index, indicator(Term("eq", (index, place))))


def _of_matmul(node: Term, c: Term) -> Parts:
    a, b = node.args
    if len(a.shape) == 1:
        return [(a, b @ c), (b, outer(a, c))]
    if len(b.shape) == 1:
        return [(a, outer(c, b)), (b, _transposed(a) @ c)]
    return [(a, _product(c, _transposed(b))), (b, _product(_transposed(a), c))]


def _of_component(node: Term, c: Term) -> Parts:
    x, *places = node.args
    if x.head == "tabulate":
        return [(instantiated(x.args[2], places[0]), c)]
    units = [_unit(place, size) for place, size in zip(places, x.shape, strict=True)]
    return [(x, c * (units[0] if len(units) == 1 else outer(*units)))]


def _of_softmax(node: Term, c: Term) -> Parts:
    return [(node.args[0], diagonal(node) @ c - inner(node, c) * node)]


def _of_matrix_power(node: Term, c: Term) -> Parts:
    base, exponent = node.args
    if not is_number(exponent) or exponent.data[0] < 1:
        raise Refused(f"The exponent of {node} must be a whole number to take its gradient.")
    return [(reduce(operator.matmul, repeat(base, exponent.data[0])), c)]


def _of_array(node: Term, c: Term) -> Parts:
    places = product(*(range(1, dim + 1) for dim in node.data))
    return [(x, c[place]) for x, place in zip(node.args, places, strict=True)]


def _of_diagonal(node: Term, c: Term) -> Parts:
    index = Term("index", node.shape[:1], ("∂j",))
    return [(node.args[0], _vector(index, c[index, index]))]


_RULES: dict[str, Callable[[Term, Term], Parts]] = {
    "add": lambda node, c: [(part, c) for part in node.args],
    "mul": _of_mul,
    "scale": _of_scale,
    "power": _of_power,
    "function": _of_function,
    "inner": lambda node, c: [(node.args[0], c * node.args[1]), (node.args[1], c * node.args[0])],
    "norm2": lambda node, c: [(node.args[0], 2 * c * node.args[0])],
    "outer": lambda node, c: [(node.args[0], c @ node.args[1]), (node.args[1], node.args[0] @ c)],
    "matmul": _of_matmul,
    "transpose": lambda node, c: [(node.args[0], _transposed(c))],
    "trace": lambda node, c: [(node.args[0], c * Term("identity", node.args[0].shape[:1]))],
    "matrix_power": _of_matrix_power,
    "component": _of_component,
    "softmax": _of_softmax,
    "array": _of_array,
    "diagonal": _of_diagonal,
    "definition": lambda node, c: [(unfolded(node), c)],
}


def _below(node: Term, c: Term, v: Term) -> Term:
    """A sum over an index, or the vector whose entries the body gives."""
    index, condition, body = opened(node, c, v)
    own = c if node.head == "sum" else c[index]
    inside = _pulled(body, own, v)
    if not occurs(index, inside) and condition is TRUE:
        return index.args[0] * inside
    return _vector_of_units(index, condition, inside)


def _vector_of_units(index: Term, condition: Term, inside: Term) -> Term:
    """sum_j f(j), and sum_j f(j) e_j as the vector of the f(j)."""
    if condition is TRUE and inside.head == "scale" and inside.args[1] is unit(index):
        return _vector(index, inside.args[0])
    return _sum(index, condition, inside)


def _sum(index: Term, condition: Term, body: Term) -> Term:
    return Term("sum", (index.args[0], abstracted(condition, index), abstracted(body, index)))


# The matrix J of a vector J^T c that is linear in the letter c; for a number, the vector.


def _rows(value: Term, c: Term) -> Term:
    """J with value = c @ J; `value` is linear in c."""
    if not occurs(c, value):
        if value.head in {"zeros", "number"}:
            return zero_like((*c.shape, *value.shape))
        raise Refused(f"{value} is not linear in a cotangent.")
    if value is c:
        return Term("identity", c.shape)
    match value.head:
        case "add":
            return add(*(_rows(part, c) for part in value.args))
        case "scale" | "mul":
            own = next(part for part in value.args if occurs(c, part))
            rest = [part for part in value.args if part is not own]
            vectors = [part for part in rest if part.shape]
            if not vectors:
                return multiply(*rest, _rows(own, c))
            return outer(multiply(*(x for x in rest if not x.shape), _rows(own, c)), vectors[0])
        case "inner":
            one, other = value.args if occurs(c, value.args[0]) else value.args[::-1]
            return other if one is c else _product(_rows(one, c), other)
        case "component" if value.args[0] is c:
            return _unit(value.args[1], c.shape[0])
        case "matmul":
            a, b = value.args
            return _product(_rows(a, c), b) if occurs(c, a) else _product(_rows(b, c), _transposed(a))
        case "sum":
            index, condition, body = opened(value, c)
            return _sum(index, condition, _rows(body, c))
        case "tabulate":
            index, _, body = opened(value, c)
            row = _rows(body, c)
            if row.head == "scale" and row.args[1] is unit(index):
                return diagonal(_vector(index, row.args[0]))
            return _sum(index, TRUE, outer(row, unit(index)))
    raise Refused(f"The Jacobian is not read off from {value}.")


def _transposed(x: Term) -> Term:
    if x.head in {"identity", "diagonal"} or (x.head == "outer" and x.args[0] is x.args[1]):
        return x
    if x.head == "matmul":
        return _transposed(x.args[1]) @ _transposed(x.args[0])
    return x.args[0] if x.head == "transpose" else x.T


def _product(a: Term, b: Term) -> Term:
    if a.head == "identity":
        return b
    return a if b.head == "identity" else a @ b


# The tactic.


def _equal(one: Term, other: Term, given: Given) -> Theorem:
    return apply("componentwise", *strict_facts(given), left=one, right=other)


def pulled_back(slope: Theorem, middle: Term, variable: Term, value: Callable[[Term], Term]) -> Theorem:
    """From grad_y f(y) = s(y) for any y: grad_x f(g(x)) = v(s(g(x))) with v(c) = grad_x <c, g(x)> for any c.

    `middle` is g(x). Raises `Refused` where f or g is not smooth by its form, or v(c) another gradient.

    >>> from theorycheck.theory.model import Size, fixed
    >>> from theorycheck.theory.prove import derive
    >>> from theorycheck.theory.terms import gradient, log_sum_exp
    >>> u, x, W = fixed("u", Size("n")), fixed("x", Size("d")), fixed("W", Size("n"), Size("d"))
    >>> slope = derive(gradient(log_sum_exp(u), u), by=gradients)
    >>> pulled_back(slope, W @ x, x, lambda c: W.T @ c)
    ⊢ ∇_x log(∑_j exp((W x)_j)) = Wᵀ softmax(W x)
    """
    here = apply("instance", slope, symbol=left(slope).args[1], value=middle)
    found = apply("chain_rule", slope=left(here), variable=variable)
    found = replaced_within(found, [here])
    letter = _letter("∂c", middle.shape, left(found))
    along = Term("gradient", (abstracted(contraction(letter, middle), variable), variable))
    held = _equal(along, value(letter), ())
    return then(found, apply("instance", held, symbol=letter, value=right(here)))


def _derive(term: Term, given: Given) -> Theorem:
    """Term = a formula without gradients; equations among the theorems are put in."""
    theorem = _without_means(term, given)
    value = formula(right(theorem))
    if value is term:
        raise Refused(f"{term} has no gradient: write gradient(f, u) for a fixed vector or parameter u.")
    theorem = then(theorem, _equal(right(theorem), value, given))
    return converted(with_equations(theorem, given), lambda t: _equal(t, neat(t), given))


def _without_means(term: Term, given: Given) -> Theorem:
    """The term with the means below its gradients evaluated by moments, for any value of the variable."""
    theorem = itself(term)
    facts = tuple(fact for fact in given if fact.proposition.head != "eq")
    for found in occurring(term, "gradient"):
        body, point = found.args
        name = point.data[0] if point.head in {"fixed", "parameter"} else "x"
        variable = _letter(name, point.shape, term)
        below = _without_means(instantiated(body, variable), given)
        means = [part for part in occurring(right(below), "E") if occurs(variable, part)]
        below = replaced_within(below, [evaluated(mean, facts) for mean in means])
        if left(below) is not right(below):
            step = apply("under_variable", below, term=found, variable=variable)
            theorem = replaced_within(theorem, [step])
    return theorem


def with_equations(theorem: Theorem, given: Given) -> Theorem:
    """The equation with known values put for the parts of its right-hand side that equal a left side."""
    for fact in with_head(given, EQUATION):
        known = left(fact)
        for part in subterms(right(theorem)):
            if not part.loose and part.shape == known.shape and part.head in {known.head, *_NUMBERS}:
                with suppress(Refused):
                    theorem = replaced_within(theorem, [then(_equal(part, known, given), fact)])
    return theorem


_NUMBERS = frozenset({"inner", "norm2", "trace", "sum"})


def _prove(goal: Term, given: Given) -> Theorem:
    """An equation of tensors entry by entry, with known values put in on both sides."""
    if goal.head != "eq":
        raise Refused(f"gradients proves equations, and {goal} is none. {counterexample(goal, given)}")
    one, other = goal.args
    try:
        plain = all(part.head != "E" or not part.loose for part in subterms(goal))
        if plain and not with_head(given, EQUATION):
            return _equal(one, other, given)
        here, there = (_by_formula(side, given) for side in (one, other))
        return then(converted(here, lambda t: _equal(t, right(there), given)), apply("symmetric", there))
    except Refused as refusal:
        hint = denominators(given, *goal.args)
        raise Refused(f"{refusal} {hint} {counterexample(goal, given)}") from refusal


def _by_formula(side: Term, given: Given) -> Theorem:
    """The side = its formula, with means evaluated and known values put in."""
    theorem = _without_means(side, given)
    return with_equations(converted(theorem, lambda t: _equal(t, formula(t), given)), given)


gradients = Tactic(
    name="gradients",
    prove=_prove,
    derive=_derive,
    states="gradients, Jacobians and Hessians, and identities of tensor expressions",
    example='tc.derive("grad_u log_sum_exp(u)", laws=["u: fixed(d)"], by="gradients")',
)
