"""One random object of a polynomial integrated out: by parts, by symmetry, as a sign or a one-hot vector.

Each theorem is E T = a term in which the object stands in fewer factors.
"""

from __future__ import annotations

from functools import partial

from ..kernel import Refused, Theorem, apply
from ..laws import density_range, is_symmetric, squared_norm
from ..node import Term, multiply, number
from ..substitution import subterms
from ..terms import inner
from .factors import degree_in, factors_of, law_in, partner_of
from .goals import Given
from .hypotheses import Context, first_that_holds
from .integrals import over_density
from .rewriting import collected, itself, left, replaced_within, right, then


def integrated(term: Term, x: Term, context: Context) -> Theorem:
    """E of a product with the object x integrated out, by what its law allows."""
    (body,) = term.args
    law = law_in(x)
    conditions = context.conditions
    square = Term("inner", (x, x)) if x.shape else None
    squares = [part for part in subterms(body) if part is square]
    if squared_norm(law) is not None and squares:
        theorem = replaced_within(itself(term), [apply("fixed_norm", term=part) for part in squares])
        product = right(theorem).args[0]
        flat = multiply(*factors_of(product))
        return replaced_within(theorem, [apply("ring", left=product, right=flat)])
    if is_symmetric(law) and degree_in(body, x) % 2:
        try:
            return apply("odd_moment", *conditions, term=term, x=x)
        except Refused:
            if law.head != "normal":
                raise
    if law.head == "rademacher" and not x.shape:
        return _signs_squared(term, x, conditions)
    if law.head == "one_hot":
        return _one_hot_reduced(term, x, conditions)
    if law.head == "with_moments":
        return apply("by_covariance", *conditions, term=term, x=x)
    if law.head != "normal" and density_range(law) is not None:
        gathered = collected(body)
        if gathered is not body:
            return replaced_within(itself(term), [apply("ring", left=body, right=gathered)])
        return first_that_holds(
            (
                partial(apply, "by_covariance", *conditions, term=term, x=x),
                partial(over_density, term, x, conditions),
            )
        )
    if law.head not in {"sphere", "normal"}:
        return apply("by_covariance", *conditions, term=term, x=x)
    partner = partner_of(body, x)
    if partner is None:
        return apply("by_parts", *conditions, term=term, x=x, partner=x)
    return apply("by_parts", *conditions, term=term, x=x, partner=partner)


def _signs_squared(term: Term, x: Term, conditions: Given) -> Theorem:
    """An even power of a sign as a power of its square."""
    (body,) = term.args
    even = degree_in(body, x)
    rest = [part for part in (body.args if body.head == "mul" else (body,)) if x not in subterms(part)]
    squared = apply("fixed_norm", term=x**2)
    target = Term("E", (_times(*rest, Term("power", (left(squared), number(even // 2)))),))
    gathered = apply("ring", left=body, right=target.args[0])
    theorem = replaced_within(itself(term), [gathered])
    return replaced_within(theorem, [squared])


def _times(*factors: Term) -> Term:
    return factors[0] if len(factors) == 1 else Term("mul", factors)


def _one_hot_reduced(term: Term, x: Term, conditions: Given) -> Theorem:
    """One power or one partner of a one-hot vector fewer; the mean 1/d where one factor is left."""
    (body,) = term.args
    gathered = collected(body)
    if gathered is not body:
        return replaced_within(itself(term), [apply("ring", left=body, right=gathered)])
    factors = body.args if body.head == "mul" else (body,)
    own = [part for part in factors if x in subterms(part)]
    for part in own:
        if part.head == "power":
            one, other = part.args[0].args
            square = _one_hot_square(one, other)
            fewer = part.args[1].data[0] - 2
            kept = [] if fewer == 0 else [part.args[0] ** fewer]
            spread = apply("ring", left=part, right=_times(left(square), *kept))
            return replaced_within(itself(term), [replaced_within(spread, [square])])
    if len(own) == 1:
        theorem = apply("by_covariance", *conditions, term=term, x=x)
        found = [
            part for part in subterms(right(theorem)) if part.head == "inner" and part.args[0].head == "scale"
        ]
        for part in found:
            outside = apply("linear", term=part, position=0)
            product = right(outside).args[-1]
            swapped = apply("ring", left=product, right=Term("inner", product.args[::-1]))
            drawn = part.args[1].head in {"random", "item"}
            totals = [apply("one_hot_total", x=part.args[1])] if drawn else []
            reduced = replaced_within(outside, [swapped, *totals])
            theorem = replaced_within(theorem, [reduced])
        return theorem
    partners = [partner_of(part, x) for part in own[:2]]
    y, z = (partner for partner in partners if partner is not None)
    chained = apply("one_hot_chain", x=x, y=y, z=z)
    rest = [part for part in factors if part not in own[:2]]
    gathered = apply("ring", left=body, right=_times(left(chained), *rest))
    return replaced_within(replaced_within(itself(term), [gathered]), [chained])


def _one_hot_square(x: Term, y: Term) -> Theorem:
    """<x, y>^2 = <x, y> <y, y> = <x, y>."""
    chain = apply("one_hot_chain", x=x, y=y, z=y)
    product = inner(x, y)
    squared = then(apply("ring", left=product**2, right=left(chain)), chain)
    once = replaced_within(squared, [apply("fixed_norm", term=inner(y, y))])
    return then(once, apply("ring", left=right(once), right=product))
