"""The right-hand side of an equation or bound in a shorter form: with what is known put in, and cancelled."""

from __future__ import annotations

from contextlib import suppress

from ..kernel import Theorem, apply
from ..kernel.theorem import EQUATION, ordered
from ..node import Term, number
from ..substitution import subterms
from .array_means import in_letters
from .expansion import of_products
from .factors import unscaled
from .goals import NOT_FOR_THIS, Given, same, strict_facts, with_head
from .rewriting import collected, converted, factored, left, replaced_within, right, shortened, simplified


def shorter(found: Theorem, given: Given) -> Theorem:
    """a <= b, or a = b, with a b of which denominators cancel where the facts allow it; of a multiple of a
    vector those of its factor.
    """
    with suppress(*NOT_FOR_THIS):
        found = in_letters(found)
    found = _with_values(found, given)
    with suppress(*NOT_FOR_THIS):
        large = ordered(found.proposition)[2]
        found = apply("transitive", found, same(large, shortened(large), given))
    _, relation, large = ordered(found.proposition)
    with suppress(*NOT_FOR_THIS):
        if large.head == "scale":
            factor = large.args[0]
            cancelled = apply("within", same(factor, factored(factor), given), term=large)
        else:
            form = collected(large, *strict_facts(given))
            cancelled = same(large, factored(form) if relation == "le" else form, given)
        fewer = relation == "le" or _inverses(right(cancelled)) < _inverses(large)
        if fewer and relation != "lt" and len(repr(right(cancelled))) < len(repr(large)):
            return apply("transitive", found, cancelled)
    return found


def _with_values(found: Theorem, given: Given) -> Theorem:
    """The equation or bound with what the facts say that products are, and multiples of vectors in front."""
    facts = with_head(given, EQUATION)
    known = {left(fact): fact for fact in (*facts, *map(of_products, facts))}
    products = [
        x for x in subterms(ordered(found.proposition)[2]) if x.head in {"inner", "norm2"} and not x.loose
    ]
    for part in dict.fromkeys(products):
        c, plain = unscaled(part)
        if not part.is_random and (c is not number(1) or plain in known or part in known):
            with suppress(*NOT_FOR_THIS):
                value = replaced_within(same(part, c * plain, ()), [known[plain]] if plain in known else [])
                put = apply("within", value, term=ordered(found.proposition)[2])
                found = apply("transitive", found, converted(put, lambda x: same(x, simplified(x), ())))
    return found


def _inverses(term: Term) -> int:
    """How many inverses there are, powers of powers, and summands."""
    powers = [part for part in subterms(term) if part.head == "power"]
    summands = sum(len(part.args) for part in subterms(term) if part.head == "add")
    return summands + sum(repr(part.args[1])[0] == "-" or part.args[0].head == "power" for part in powers)
