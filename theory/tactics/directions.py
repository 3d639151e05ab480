"""Means over laws that are the same in all directions: lengths, moduli, half-spaces, odd functions."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from ..kernel import Refused, Theorem, apply
from ..kernel.probability import law_of
from ..laws import squared_norm
from ..node import Term, is_number, multiply, number, power, value_of
from ..substitution import fresh_name, replaced
from ..terms import E, absolute, norm2, zero_like
from .factors import base_of, factors_of, objects_in, one_product
from .goals import Given, same
from .hypotheses import Context, first_that_holds
from .rewriting import (
    assumed,
    by_entries,
    collected,
    converted,
    itself,
    left,
    occurring,
    replaced_within,
    right,
    simplified,
    then,
    tidied,
)


def is_length(part: Term) -> bool:
    """Whether it is a random length, or a power of one that is no polynomial."""
    length = part.args[0] if part.head == "power" and _is_root(part.args[0]) else part
    return part.is_random and length.head == "power" and length.args[0].head == "norm2"


def _is_root(part: Term) -> bool:
    return part.head == "power" and part.args[0].head == "norm2"


def length_integrated_out(term: Term, context: Context) -> Theorem:
    """E |x|^e F of a normal x that is not in F."""
    rooted = [part for part in factors_of(term.args[0]) if part.head == "power" and _is_root(part.args[0])]
    if rooted:
        return context.evaluated(
            replaced_within(itself(term), [_one_power(part, context) for part in rooted])
        )
    objects = [part.args[0].args[0] for part in factors_of(term.args[0]) if is_length(part)]
    value = first_that_holds(
        partial(apply, "length_moment", *context.signs, *context.different.values(), term=term, x=x)
        for x in objects
    )
    return context.evaluated(value)


def _one_power(part: Term, context: Context) -> Theorem:
    """(|x|^e)^k = |x|^(e k), for a normal x, which is almost surely not zero."""
    (square, e), k = part.args[0].args, part.args[1]
    known = apply("nonzero_length", *context.signs, x=square.args[0])
    return apply("ring", known, left=part, right=power(square, collected(e * k)))


def is_modulus(part: Term) -> bool:
    """Whether it is a random modulus, or a power of one."""
    base = base_of(part)
    return base.is_random and base.head == "function" and base.data == ("abs",)


def modulus_integrated_out(term: Term, context: Context) -> Theorem:
    """E of a product with a modulus: an even power is that of what is inside, the first power independent."""
    (body,) = term.args
    gathered = collected(body)
    if gathered is not body:
        return replaced_within(itself(term), [apply("ring", left=body, right=gathered)])
    factors = body.args if body.head == "mul" else (body,)
    if multiples := [
        base for base in map(base_of, factors) if is_modulus(base) and is_number(factors_of(base.args[0])[0])
    ]:
        return replaced_within(itself(term), [_modulus_of_multiple(part) for part in multiples])
    position = next(place for place, part in enumerate(factors) if is_modulus(part))
    part = factors[position]
    if part.head == "power":
        return replaced_within(itself(term), [apply("even_power", term=part)])
    if len(factors) > 1:
        try:
            return first_that_holds((partial(odd, term, context), partial(two_directions, term, context)))
        except Refused:
            parted = apply("mean_of_independent", *context.different.values(), term=term, first=(position,))
        term = Term("E", (part,))
    else:
        parted = itself(term)
    value = first_that_holds(
        partial(_mean_modulus, term, x, context) for x in dict.fromkeys(objects_in(part))
    )
    return replaced_within(parted, [value])


def _mean_modulus(term: Term, x: Term, context: Context) -> Theorem:
    """E|<x, u>|, also of a sum of products with x."""
    (inside,) = term.args[0].args
    product = one_product(list(inside.args), x) if inside.head == "add" and x.shape else None
    joined = [same(inside, product, ())] if product is not None else []
    mean = replaced_within(itself(term), joined)
    return then(mean, mean_modulus(right(mean), x, *context.conditions))


def mean_modulus(term: Term, x: Term, *conditions: Theorem) -> Theorem:
    """E|<x, y>| for an x whose law is the same in all directions, y first held fixed, or E|x|."""
    form = term.args[0].args[0]
    y = form.args[form.args[0] is x] if form.head == "inner" else x
    if y is x or not y.is_random:
        return apply("modulus_moment", *conditions, term=term, x=x)
    u = any_vector(x, y)
    found = apply("modulus_moment", *conditions, term=replaced(term, y, u), x=x)
    if squared_norm(law_of(y)) is not None:
        unit = of_length(u, right(apply("fixed_norm", term=norm2(y))))
        found = converted(replaced_within(found, [unit]), _rebuilt)
        return at_vector(found, unit, y, conditions)
    found = apply("held_fixed", found, *conditions, fixed=u, x=y)
    found = converted(found, lambda mean: apply("linear", term=mean))
    (length,) = occurring(right(found), "E")
    return replaced_within(found, [apply("length_moment", *conditions, term=length, x=y)])


def _rebuilt(term: Term) -> Theorem:
    return apply("ring", left=term, right=simplified(term))


def any_vector(x: Term, *avoid: Term) -> Term:
    """Any vector that is not random, of the shape of x."""
    return Term("fixed", x.shape, (fresh_name(x, *avoid),))


def of_length(u: Term, square: Term) -> Theorem:
    """The hypothesis that the vector has that squared length."""
    because = "what the other vector is held fixed at"
    return assumed(norm2(u) == square, because)


def at_vector(found: Theorem, unit: Theorem, y: Term, apart: Given) -> Theorem:
    """What holds for any vector of that length, for the vector y, its length being tidied where it must."""
    length = apply("fixed_norm", term=norm2(y))
    if right(length) is not right(unit):
        length = tidied(length)
    (u,) = left(unit).args
    return apply("held_fixed", found, length, *apart, fixed=u, x=y)


def drawn(found: Theorem, fixed: Term, x: Term, *facts: Theorem) -> Theorem:
    """What holds for any fixed vector, of a length if x has one, for a random x."""
    lengths = []
    with suppress(Refused):
        lengths.append(apply("fixed_norm", term=norm2(x)))
    return apply("held_fixed", found, *lengths, *facts, fixed=fixed, x=x)


def _modulus_of_multiple(modulus: Term) -> Theorem:
    """|c x| = |c| |x|, for a number c."""
    c, *rest = factors_of(modulus.args[0])
    return same(modulus, multiply(number(abs(value_of(c))), absolute(multiply(*rest))), ())


def odd(term: Term, context: Context) -> Theorem:
    """E F = 0, for an F that is odd in one of its objects, or E F = c, for F - c, c = F(0)."""
    (body,) = term.args

    def over(x: Term) -> Theorem:
        middle = replaced(body, x, zero_like(x.shape))
        if body.shape or middle.is_random:
            return none(x, body)
        middle = by_entries(middle)
        odd_part = body if is_number(middle, 0) else body - middle
        mean = none(x, odd_part)
        if odd_part is body:
            return mean
        apart = apply("linear", *context.conditions, term=left(mean))
        apart = replaced_within(apart, [apply("linear", term=E(-middle))])
        return apply("ring", apart, mean, left=term, right=middle, multipliers=(number(-1), number(1)))

    def none(x: Term, part: Term) -> Theorem:
        turned = apply("componentwise", left=replaced(part, x, -x), right=-part)
        return apply("odd_function", turned, *context.conditions, x=x)

    try:
        return first_that_holds(partial(over, x) for x in dict.fromkeys(objects_in(body)))
    except Refused:
        # What another way lacks says more.
        raise Refused from None


def two_directions(term: Term, context: Context) -> Theorem:
    """E|<w, u>||<w, v>|, or E 1[<w, u> > 0] 1[<w, v> > 0], of a w whose law is the same in all directions."""
    (body,) = term.args
    chance = itself(term)
    if body.head == "indicator":
        chance = apply("symmetric", apply("written_out", term=Term("P", body.args)))
    elif all(part.head == "indicator" for part in factors_of(body)):
        event = Term("and", tuple(part.args[0] for part in factors_of(body)))
        one = apply("indicator_of", term=Term("indicator", (event,)))
        mean = replaced_within(apply("written_out", term=Term("P", (event,))), [one])
        chance = apply("symmetric", mean)
    found = first_that_holds(
        partial(apply, "two_directions", *context.signs, *context.positive, term=right(chance), x=x)
        for x in dict.fromkeys(objects_in(body))
    )
    return then(chance, found)
