"""Means of exponentials, and of cosines and sines, of forms in random objects."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from ..kernel import Refused, Theorem, apply
from ..laws import is_bounded
from ..model import fixed
from ..node import TRUE, Term, add, is_number, multiply, number, power, summands
from ..substitution import replaced, subterms
from ..terms import cos, exp, inner, sin
from .expansion import expand, has_entries
from .factors import (
    base_of,
    exponent_of,
    factors_of,
    has_fixed_norm,
    is_exponential,
    law_in,
    objects_in,
    one_product,
    unscaled,
)
from .goals import Given, same
from .hypotheses import Context, first_that_holds, strict
from .rewriting import (
    Conversion,
    below,
    collected,
    converted,
    factored,
    itself,
    left,
    occurring,
    replaced_within,
    right,
    then,
    tidied,
)


def exponential_of_sum(term: Term, conversion: Conversion, *given: Theorem) -> Theorem:
    """E exp(c sum_j f_j) = prod_j E exp(c f_j), of independent f_j, each mean converted."""
    (body,) = term.args
    factors = factors_of(body.args[0]) if is_exponential(body) else []
    sums = [part for part in factors if part.head == "sum"]
    if len(sums) != 1 or sums[0].args[1] is not TRUE:
        raise Refused(f"{body} is no exponential of one sum over all of an index.")
    inside, (upper, condition, summand) = body.args[0], sums[0].args
    each = multiply(*(part for part in factors if part.head != "sum"), summand)
    pushed = apply("componentwise", left=inside, right=Term("sum", (upper, condition, each)))
    theorem = converted(apply("within", pushed, term=term), partial(_mean_of_product, given=given))
    stated = [fact.proposition for fact in given]
    theorem = converted(theorem, lambda product: below(product, conversion, *stated))
    product = right(theorem)
    if product.args[2].loose:
        return theorem
    return then(theorem, apply("componentwise", left=product, right=power(product.args[2], upper)))


def _mean_of_product(mean: Term, given: Given) -> Theorem:
    """Its value, by conditions only where its factors have not all moments."""
    with suppress(Refused):
        return apply("mean_of_product", term=mean)
    return apply("mean_of_product", *given, term=mean)


def exponential_integrated_out(term: Term, context: Context) -> Theorem:
    """E exp(y) F with one object integrated out that stands in products <x, w> of the exponent alone."""
    theorem = replaced_within(itself(term), [expand(exponent) for exponent in _exponents(term.args[0])])
    (body,) = right(theorem).args
    gathered = collected(body)
    theorem = replaced_within(theorem, [apply("ring", left=body, right=gathered)])
    factors = factors_of(gathered)
    one = next((part for part in factors if is_exponential(part) and part.is_random), None)
    if one is None:
        return context.evaluated(theorem)
    parts = summands(one.args[0])
    alone = [
        (x, [part for part in parts if x in subterms(part)])
        for x in dict.fromkeys(objects_in(one))
        if not any(x in subterms(part) for part in factors if part is not one)
    ]
    # What is in one product leaves the others as they are; joined products leave a length.
    for x, own in sorted(alone, key=lambda pair: len(pair[1]) > 1):
        joined = own[0] if len(own) == 1 else one_product(own, x)
        if joined is not None:
            others = [part for part in factors if part is not one]
            rest = [part for part in parts if part not in own]
            apart = multiply(*others, *([exp(add(*rest))] if rest else []), exp(add(*own)))
            theorem = replaced_within(theorem, [apply("ring", left=gathered, right=apart)])
            if len(own) > 1:
                theorem = replaced_within(theorem, [apply("componentwise", left=add(*own), right=joined)])
            return _with_exponential_moment(theorem, x, context)
    if one is gathered and all(x.shape for x in objects_in(one)):
        return tidied(context.evaluated(of_gaussian(term, context)), *strict(context.signs))
    raise Refused(
        f"Of {one} no object stands in the exponent alone, and there in products <x, w> with others."
    )


def _with_exponential_moment(theorem: Theorem, x: Term, context: Context) -> Theorem:
    """The equation with E exp<x, w> F evaluated over x, and squared lengths written out."""
    mean = right(theorem)
    theorem = then(theorem, apply("exponential_moment", *context.conditions, term=mean, x=x))
    lengths = [part for part in subterms(right(theorem)) if part.head == "norm2" and not part.loose]
    theorem = replaced_within(theorem, map(expand, lengths))
    squares = (
        part for part in subterms(right(theorem)) if part.head == "inner" and part.args[0] is part.args[1]
    )
    fixed = (part for part in squares if part.is_random and has_fixed_norm(part.args[0]))
    theorem = replaced_within(theorem, [apply("fixed_norm", term=part) for part in dict.fromkeys(fixed)])
    series = occurring(right(theorem), "hypergeometric")
    tidy = (
        apply("ring", left=z, right=collected(z)) for z in dict.fromkeys(part.args[-1] for part in series)
    )
    return replaced_within(theorem, tidy)


def of_gaussian(term: Term, context: Context) -> Theorem:
    """E exp(<x, w> - c |x|^2) of a normal vector x; other objects in w, or beside it, are held fixed."""
    (body,) = term.args
    vectors = sorted(dict.fromkeys(objects_in(body)), key=repr)
    images = list(dict.fromkeys(x for x in subterms(body) if x.head == "matmul" and has_entries(x)))
    if len(images) > 1 or not (vectors or images):
        raise Refused(f"The objects of {body} stand below a function of all their items.")
    if len(vectors) > 1 and not images:
        return first_that_holds(partial(_vector_held, term, y, context) for y in vectors)
    (x,) = images or vectors
    known = [] if images else [expand(part) for part in _exponents(body)]
    theorem = replaced_within(itself(term), known)
    (exponent,) = _exponents(collected(*right(theorem).args))
    parts = summands(exponent)
    square = inner(x, x)
    squared = [part for part in parts if square in factors_of(part)]
    linear = [part for part in parts if part not in squared and x in subterms(part)]
    rest = [part for part in parts if part not in squared and part not in linear]
    weights = (multiply(number(1), *(f for f in factors_of(part) if f is not square)) for part in squared)
    c, product = collected(-add(number(0), *weights)), one_product(linear, x) if linear else None
    w = None if product is None else next(y for y in product.args if y is not x)
    if c.is_random or (linear and (w is None or w.is_random)):
        raise Refused(f"{exponent} is not of the form <x, w> - c |x|^2.")
    told = {"w": w, "b": add(*rest) if rest else None}
    told = {name: part for name, part in told.items() if part is not None}
    try:
        value = apply("length_exponential", *strict(context.signs), x=x, c=c, **told)
    except Refused as refusal:
        if is_bounded(law_in(x)):
            raise
        raise Refused(f"The mean may be infinite: {refusal}") from refusal
    gathered = apply("componentwise", left=right(theorem).args[0], right=left(value).args[0])
    return _plain_exponent(replaced_within(replaced_within(theorem, [gathered]), [value]), context)


def _exponents(body: Term) -> list[Term]:
    """What stands in the exponentials of a product, or in powers of them."""
    return [part.args[0] for part in map(base_of, factors_of(body)) if is_exponential(part)]


def _plain_exponent(theorem: Theorem, context: Context) -> Theorem:
    """The equation with each inner product once in the exponent of its right-hand side."""
    theorem = converted(theorem, _plain_lengths)
    for one in filter(is_exponential, factors_of(right(theorem))):
        (exponent,) = one.args
        coefficients: dict[Term, list[Term]] = {}
        for part in summands(exponent):
            own = [unscaled(factor) for factor in factors_of(part)]
            product = multiply(*(vectors for _, vectors in own))
            coefficients.setdefault(product, []).append(multiply(*(c for c, _ in own)))
        parts = (multiply(factored(add(*cs)), product) for product, cs in coefficients.items())
        theorem = replaced_within(theorem, [same(exponent, add(*parts), context.signs)])
    powers = [part.args[0] for part in subterms(right(theorem)) if part.head == "power"]
    sums = [base for base in dict.fromkeys(powers) if base.head == "add"]
    theorem = replaced_within(theorem, [same(base, factored(base), context.signs) for base in sums])
    return tidied(theorem, *strict(context.signs))


def _vector_held(term: Term, y: Term, context: Context) -> Theorem:
    """E over a normal vector y of the mean over the others for any value of y."""
    held = fixed(f"{y.args[0].data[0] if y.head == 'item' else y.data[0]}_held", *y.shape)
    inside = context.evaluated(itself(replaced(term, y, held)))
    inside = _plain_exponent(inside, context)
    known = apply("nonzero_length", *strict(context.signs), x=y)
    return apply("held_fixed", inside, known, *context.conditions, fixed=held, x=y)


def is_wave(part: Term) -> bool:
    """Whether it is a random cosine or sine, or a power of one."""
    base = base_of(part)
    return base.is_random and base.head == "function" and base.data in {("cos",), ("sin",)}


def wave_integrated_out(term: Term, context: Context) -> Theorem:
    """E of a product with a cosine or sine; of several first as a sum of products with one."""
    (body,) = term.args
    rest = [part for part in factors_of(body) if not is_wave(part)]
    waves = [base_of(part) for part in factors_of(body) if is_wave(part) for _ in range(exponent_of(part))]
    if len(waves) > 1:
        joined = multiply(_sum_of_waves(*waves[:2]), *waves[2:], *rest)
        return replaced_within(itself(term), [apply("componentwise", left=body, right=joined)])
    (wave,) = waves
    angle = collected(right(expand(wave.args[0])))
    parts = summands(angle)

    def over(x: Term) -> Theorem:
        own = [part for part in parts if x in subterms(part)]
        product = one_product(own, x)
        if product is None:
            raise Refused(f"{x} stands not alone in products of {wave}.")
        gathered = add(product, *(part for part in parts if part not in own))
        straight = apply("componentwise", left=wave.args[0], right=gathered)
        theorem = replaced_within(itself(term), [straight])
        mean = right(theorem)
        value = apply("exponential_moment", *context.conditions, term=mean, x=x)
        return then(theorem, converted(value, _plain_lengths))

    return first_that_holds(partial(over, x) for x in dict.fromkeys(objects_in(angle)))


def _sum_of_waves(one: Term, other: Term) -> Term:
    """A product of cosines or sines: cos a cos b = (cos(a - b) + cos(a + b))/2, and so on."""
    (a,), (b,) = one.args, other.args
    match one.data[0], other.data[0]:
        case "cos", "cos":
            return (_wave(cos, a - b) + _wave(cos, a + b)) / 2
        case "sin", "sin":
            return (_wave(cos, a - b) - _wave(cos, a + b)) / 2
        case "sin", "cos":
            return (_wave(sin, a + b) + _wave(sin, a - b)) / 2
    return (_wave(sin, a + b) - _wave(sin, a - b)) / 2


def _wave(function: Callable[[Term], Term], angle: Term) -> Term:
    """Cos or sin of an angle, a number where that is zero."""
    plain = collected(angle)
    return number(function is cos) if is_number(plain, 0) else function(plain)


def _plain_lengths(term: Term) -> Theorem:
    """Squared lengths of multiples, and of what is random, written out."""
    lengths = [part for part in subterms(term) if part.head == "norm2" and not part.loose]
    return replaced_within(itself(term), (_of_multiple(part) for part in dict.fromkeys(lengths)))


def _of_multiple(square: Term) -> Theorem:
    """|c x|^2 = c^2 |x|^2; expanded where it is random."""
    (x,) = square.args
    if square.is_random:
        return expand(square)
    if x.head != "scale":
        return itself(square)
    return apply("componentwise", left=square, right=multiply(x.args[0] ** 2, Term("norm2", x.args[1:])))
