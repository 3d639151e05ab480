"""Products by their factors, and the random objects in them."""

from __future__ import annotations

from ..laws import squared_norm
from ..node import Term, add, is_number, multiply, number, value_of
from ..substitution import subterms
from ..terms import inner
from .rewriting import collected


def factors_of(term: Term) -> list[Term]:
    """The factors of a product of products."""
    return [x for part in term.args for x in factors_of(part)] if term.head == "mul" else [term]


def base_of(part: Term) -> Term:
    """What a power is of."""
    return part.args[0] if part.head == "power" else part


def is_inverse(part: Term) -> bool:
    """Whether it is a power with a number below 0, which divides."""
    return part.head == "power" and is_number(part.args[1]) and value_of(part.args[1]) < 0


def exponent_of(part: Term) -> int:
    """How often a factor stands there; a power that is not whole is one factor."""
    whole = part.head == "power" and is_number(part.args[1]) and part.args[1].data[1] == 1
    return int(part.args[1].data[0]) if whole else 1


def objects_in(body: Term) -> list[Term]:
    """The random objects of a term, those at indices that are bound inside left out."""
    return [part for part in subterms(body) if part.head in {"random", "item"} and not part.loose]


def law_in(x: Term) -> Term:
    """The law of a random object or of an item of a family, a chain's too."""
    return x.args[0] if x.head == "random" else x.args[0].args[0]


def degree_in(body: Term, x: Term) -> int:
    """The number of factors in which x stands."""
    total = 0
    for factor in body.args if body.head == "mul" else (body,):
        base, exponent = factor.args if factor.head == "power" else (factor, None)
        times = sum(part is x for part in (base, *base.args))
        total += times * (exponent.data[0] if exponent is not None and is_number(exponent) else 1)
    return total


def partner_of(body: Term, x: Term) -> Term | None:
    """A y such that <x, y> is a factor, y not x; 1 where x is a number."""
    for factor in body.args if body.head == "mul" else (body,):
        base = factor.args[0] if factor.head == "power" else factor
        if base is x:
            return number(1)
        if base.head == "inner" and x in base.args and base.args[0] is not base.args[1]:
            return base.args[1] if base.args[0] is x else base.args[0]
    return None


def is_exponential(part: Term) -> bool:
    """Whether it is exp(y)."""
    return part.head == "function" and part.data == ("exp",)


def one_product(parts: list[Term], x: Term) -> Term | None:
    """<x, c_1 w_1 + ...> for parts c_i <x, w_i>, (c_1 + ...) x of a number; none where a part is no such."""
    weights = []
    for part in parts:
        own = [factor for factor in factors_of(part) if x in subterms(factor)]
        rest = [factor for factor in factors_of(part) if factor not in own]
        (product,) = own if len(own) == 1 else (part,)
        partners = [y for y in product.args if y is not x] if product.head == "inner" else [number(1)]
        plain = product is x or (product.head == "inner" and len(partners) == 1)
        if not plain or x in subterms(partners[0]):
            return None
        weights.append(multiply(*rest, *partners))
    weight = collected(add(*weights))
    if x.shape and not weight.shape:
        return None
    return inner(x, weight) if x.shape else multiply(weight, x)


def unscaled(factor: Term) -> tuple[Term, Term]:
    """A factor as a number without inner products times an inner product, or 1."""
    if factor.head not in {"inner", "norm2"}:
        return (number(1), factor) if factor.head == "function" else (factor, number(1))
    both = factor.args if factor.head == "inner" else factor.args * 2
    pairs = [part.args if part.head == "scale" else (number(1), part) for part in both]
    return multiply(*(c for c, _ in pairs)), inner(*(x for _, x in pairs))


def has_fixed_norm(x: Term) -> bool:
    """Whether it is a random object whose law says what |x|^2 is."""
    return x.head in {"random", "item"} and squared_norm(law_in(x)) is not None
