"""Sums and products whose terms are differences, or ratios, of a known function at two neighbours."""

from __future__ import annotations

from ..kernel import Refused, Theorem, apply
from ..kernel.sums import last_of
from ..node import TRUE, Term, Value, as_term, number, power
from ..substitution import opened, replaced
from ..terms import gamma, hurwitz_zeta, log, log_gamma
from .goals import same, strict_facts
from .rewriting import gamma_next, itself, left, replaced_within, right, simplified, then


def gamma_product(term: Term, z: Term, *facts: Theorem) -> Theorem:
    """prod_{j <= N} (j + z - 1) = Gamma(z + N)/Gamma(z), and the sum of the logarithms of the factors is the
    difference of those of the Gamma functions, for 0 < z.

    >>> from theorycheck.theory.model import Index, Size
    >>> from theorycheck.theory.terms import Product
    >>> j = Index("j", Size("n"))
    >>> gamma_product(Product(j, j + 1), number(2))
    ⊢ ∏_j (j + 1) = Γ(n + 2)/Γ(2)
    """
    is_sum, (index, condition, body) = term.head == "sum", opened(term, z)
    place, last = index + (z - 1), z + term.args[0]
    if condition is not TRUE or body is not (log(place) if is_sum else place):
        raise Refused(f"{term} has other factors, or logarithms of others, than j + {z} - 1.")
    known = strict_facts(facts)
    first = apply("positive", *known, term=z)
    low, parts = apply("bounded", term=index, end="low"), ((1, 1, (0,), ()), (1, 1, (1,), ()))
    above = apply("certificate", low, first, left=number(0), right=place, relation="lt", parts=parts)
    step = gamma_next(place, above, log=is_sum)
    function, whole = log_gamma if is_sum else gamma, left(step)
    before = replaced(whole, index, index - 1)
    step = replaced_within(step, [_aligned(function(place), before)])
    if is_sum:
        step = apply("ring", step, left=body, right=whole - before, multipliers=(number(-1),))
    found = apply("telescoped", step, index=index, whole=whole, head=term.head)
    ends = ((term.args[0], last), (number(0), z))
    ends = [_aligned(replaced(whole, index, end), function(at)) for end, at in ends]
    if is_sum:
        none = apply("one_of_both", apply("gamma_next", above, z=place), position=1)
        found = replaced_within(found, [*ends, none])
        return then(found, apply("ring", left=right(found), right=simplified(right(found))))
    scale = 1 / gamma(z)
    multipliers = (scale, scale, -term * scale)
    return apply(
        "ring", found, *ends, first, left=term, right=gamma(last) / gamma(z), multipliers=multipliers
    )


def _aligned(old: Term, new: Term) -> Theorem:
    """f(a) = f(b), a = b by algebra."""
    pairs = zip(old.args, new.args, strict=True)
    return replaced_within(itself(old), [apply("ring", left=one, right=other) for one, other in pairs])


def geometric_sum(term: Term, *facts: Theorem) -> Theorem:
    """sum_{j <= N} r^j = r (1 - r^N)/(1 - r), for r != 1; N may be an index."""
    last, (index, condition, body) = last_of(term), opened(term)
    if body.head != "power" or body.args[1] is not index:
        raise Refused(f"{term} is no geometric sum.")
    r, known = body.args[0], strict_facts(facts)
    whole = -power(r, index + 1) / (1 - r)
    step = same(body, whole - replaced(whole, index, index - 1), known)
    found = apply("telescoped", step, index=index, whole=whole, condition=condition)
    return then(found, same(right(found), r * (1 - power(r, last)) / (1 - r), known))


def hurwitz_sum(term: Term, *facts: Theorem, step: Value = 1, start: Value = 0) -> Theorem:
    """sum_{j <= N} (c j + b)^(-s) = c^(-s) (zeta(s, 1 + b/c) - zeta(s, N + 1 + b/c)), for 1 < s, 0 < c and
    0 < b + c.
    """
    step, start = as_term(step), as_term(start)
    (index, _, body), known = opened(term, step, start), strict_facts(facts)
    e = body.args[1] if body.head == "power" else number(1)
    place, scale = index + start / step, power(step, e)
    low = apply("bounded", term=index, end="low")
    inverse, first = (apply("positive", *known, term=x) for x in (1 / step, start + step))
    parts = ((1, 1, (0,), ()), (1, 1, (1, 2), ()))
    above = apply(
        "certificate", low, inverse, first, *known, left=number(0), right=place, relation="lt", parts=parts
    )
    after = apply("hurwitz_next", above, *known, s=-e, a=place)
    whole = -scale * hurwitz_zeta(-e, place + 1)
    before = replaced(whole, index, index - 1)
    turned = _aligned(replaced(hurwitz_zeta(-e, place + 1), index, index - 1), left(after))
    each = apply(
        "ring",
        after,
        turned,
        *known,
        inverse,
        above,
        left=body,
        right=whole - before,
        multipliers=(-scale, -scale),
    )
    found = apply("telescoped", each, index=index, whole=whole)
    first, last = 1 + start / step, term.args[0] + 1 + start / step
    totals = [hurwitz_zeta(-e, at) for at in (first, last)]
    for end, total in zip((number(0), term.args[0]), totals, strict=True):
        own = replaced(hurwitz_zeta(-e, place + 1), index, end)
        if total.head == own.head:
            found = replaced_within(found, [_aligned(own, total)])
        else:
            pair = [apply("hurwitz_next", *known, s=-e, a=at) for at in (own.args[1], number(1))]
            equal = apply("ring", *pair, left=own, right=total, multipliers=(number(1), number(-1)))
            found = replaced_within(found, [equal])
    return then(found, apply("ring", left=right(found), right=scale * (totals[0] - totals[1])))
