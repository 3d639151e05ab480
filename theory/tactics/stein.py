"""Means of a normal number or vector x beside a smooth function of it, by parts (Stein's identity):
E x f(x) = m E f(x) + s E f'(x), where the means that are left may have no closed form.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ..kernel import Refused, Theorem, apply
from ..model import fixed
from ..node import Term, multiply, number
from ..substitution import fresh_name, replaced
from ..terms import gradient
from .expansion import expand
from .factors import base_of, factors_of, law_in, objects_in
from .goals import Given, same
from .gradients import gradients
from .integrals import letter
from .moments import evaluated
from .number_means import split
from .rewriting import collected, converted, itself, occurring, replaced_within, right, then

_DEEPEST = 6
"""So often a mean is integrated by parts: of some functions this goes on for ever."""


def by_parts(term: Term, given: Given) -> Theorem:
    """t = the same with each mean in it integrated by parts, until no normal object is a factor in one.

    >>> from theorycheck.theory.laws import Normal
    >>> from theorycheck.theory.model import Model
    >>> from theorycheck.theory.terms import E, tanh
    >>> x = Model(x=Normal()).x
    >>> by_parts(E(x * tanh(x)), ())
    ⊢ E[x tanh(x)] = 1 - E[tanh(x)²]
    """
    (found,) = sides_by_parts((term,), given)
    return found


def sides_by_parts(sides: tuple[Term, ...], given: Given) -> list[Theorem]:
    """Each side so, and multiplied out; raises `Refused` where none is integrated by parts."""
    steps = list[Theorem]()
    found = []
    for side in sides:
        means = [_mean(part, given, steps) for part in occurring(side, "E")]
        theorem = replaced_within(itself(side), means)
        found.append(converted(theorem, lambda own: same(own, collected(own), given)))
    if not steps:
        raise Refused(f"No mean is integrated by parts in {', '.join(map(repr, sides))}.")
    return found


def _mean(term: Term, given: Given, steps: list[Theorem], depth: int = 0) -> Theorem:
    """E f as a sum of multiples of means without such a factor; the steps by parts are noted."""
    with suppress(Refused):
        return evaluated(term, given)
    found = apply("within", _multiplied_out(term.args[0]), term=term)
    if right(found).args[0].head in {"add", "sum"} or any(
        not part.is_random for part in factors_of(right(found).args[0])
    ):
        found = converted(found, lambda mean: apply("linear", *given, term=mean))
        parts = [_mean(part, given, steps, depth) for part in occurring(right(found), "E")]
        return replaced_within(found, parts)
    with suppress(Refused):
        apart = converted(found, lambda mean: split(mean, given))
        parts = [_mean(part, given, steps, depth) for part in occurring(right(apart), "E")]
        return replaced_within(apart, parts)
    factors = list(_normal_factors(right(found).args[0]))
    if not factors:
        return found
    if depth == _DEEPEST:
        raise Refused(f"Integration by parts does not end at {term}.")
    steps.append(_integrated(right(found), *factors[0], given))
    once = then(found, steps[-1])
    parts = [_mean(part, given, steps, depth + 1) for part in occurring(right(once), "E")]
    return replaced_within(once, parts)


def _multiplied_out(body: Term) -> Theorem:
    return converted(expand(body), lambda own: same(own, collected(own), ()))


def _normal_factors(body: Term) -> Iterator[tuple[Term, Term, Term]]:
    """A factor x, or <x, y> with a fixed y, of a product; x and y."""
    for factor in map(base_of, factors_of(body)):
        drawn = [x for x in objects_in(factor) if law_in(x).head == "normal"]
        if len(drawn) != 1:
            continue
        (x,) = drawn
        others = [part for part in factor.args if part is not x] if factor.head == "inner" else []
        if factor is x:
            yield factor, x, number(1)
        elif len(others) == 1 and not others[0].is_random:
            yield factor, x, others[0]


def _integrated(mean: Term, factor: Term, x: Term, y: Term, given: Given) -> Theorem:
    """E <x, y> f(x) = <m, y> E f(x) + s E <y, grad f(x)>."""
    parts = factors_of(mean.args[0])
    own = next(part for part in parts if base_of(part) is factor)
    fewer = number(1) if own is factor else factor ** (own.args[1] - 1)
    f = multiply(fewer, *(part for part in parts if part is not own))
    variable = fixed(fresh_name(mean), *x.shape) if x.shape else letter(mean)
    slope = gradients.derive(gradient(replaced(f, x, variable), variable), given)
    parts = apply("stein", slope, *given, x=x, variable=variable, y=y)
    turned = same(mean.args[0], parts.proposition.args[0].args[0], given)
    return then(apply("within", turned, term=mean), parts)
