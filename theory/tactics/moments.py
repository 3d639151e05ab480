r"""`moments`: means of polynomials in inner products of random vectors, for symbolic sizes.

The polynomial is expanded by linearity into sums over indices of products of inner products. Each sum is
split by which indices coincide; in each part the indices are all different, so that the model makes the
vectors independent, and one vector after the other is integrated out. All steps are rules of the kernel.

| what | where |
|---|---|
| a polynomial as sums of products | `expansion` |
| one object of a polynomial | `by_parts` |
| exponentials, cosines and sines | `exponential_means` |
| lengths, moduli, half-spaces | `directions` |
| any function of random numbers | `number_means` |
| vectors and matrices | `array_means` |
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import permutations

from ..kernel import Refused, Theorem, apply
from ..kernel.theorem import EQUATION, ORDER, UNEQUAL
from ..laws import coordinate
from ..node import Term, add, is_number, number, value_of
from ..substitution import fresh_name, opened, replaced, subterms
from ..terms import norm2, relu
from .antiderivatives import NO_ANTIDERIVATIVE
from .array_means import mean_of_array
from .by_parts import integrated
from .directions import is_length, is_modulus, length_integrated_out, modulus_integrated_out, two_directions
from .exchange import by_exchange
from .expansion import as_inner, expand, of_products, squared_vector
from .exponential_means import exponential_integrated_out, exponential_of_sum, is_wave, wave_integrated_out
from .factors import (
    base_of,
    degree_in,
    factors_of,
    has_fixed_norm,
    is_exponential,
    is_inverse,
    law_in,
    objects_in,
)
from .goals import Given, Tactic, finish, positive_values, same, stated, with_head
from .hypotheses import Context, strict, strict_below, with_signs
from .number_means import as_one_vector, over_values
from .rewriting import (
    assumed,
    by_entries,
    by_modulus,
    collected,
    converted,
    factored,
    itself,
    left,
    occurring,
    replaced_within,
    right,
    simplified,
    then,
    tidied,
)

_HIGHEST_POWER = 256
_PLAIN_REASONS = ("Missing hypothesis", "The mean may be infinite")
_DEEPEST = 2
"""So many means that stood in others are worked out after these."""
_BY_SIDES = {("relu",): by_modulus, ("sign",): lambda x: apply("sign_by_sides", x=x)}
"""Functions as sums of moduli or indicators."""


def evaluated(term: Term, given: Given = ()) -> Theorem:
    """t = a formula without means, for a term made of means of polynomials in inner products.

    `given` are theorems: which indices differ, which parameters are nonnegative, and equations, which are put
    in before and after; of means also at other indices. Raises `Refused`.

    >>> from theorycheck.theory.laws import Sphere
    >>> from theorycheck.theory.model import Index, Model, iid, sizes
    >>> from theorycheck.theory.terms import E, Sum, inner, norm2
    >>> n, d, m = sizes("n d m")
    >>> k, v = Model(k=iid(Sphere(d), n), v=iid(Sphere(m), n))
    >>> i, j = Index("i", n), Index("j", n)
    >>> evaluated(E(norm2(Sum(j != i, inner(k[i], k[j]) * v[j]))))
    ⊢ E[|∑_{j ≠ i} ⟨k_i, k_j⟩ v_j|²] = (n - 1)/d
    """
    _require_small_powers(term)
    is_array = term.head == "E" and term.shape and not any(x.head == "E" for x in subterms(term.args[0]))
    try:
        return _evaluated_whole(term, given)
    except Refused as refusal:
        for way in (*([_of_array] if is_array else []), _for_any_item):
            with suppress(Refused):
                return way(term, given)
        raise refusal from None


def _of_array(term: Term, given: Given) -> Theorem:
    return mean_of_array(term, lambda mean: _evaluated_whole(mean, given))


def _for_any_item(term: Term, given: Given) -> Theorem:
    """What holds for the item, or the entry, at any index, at a place: x_1 beside a sum over all items."""
    at_places = {
        part: (part.args[1], part.args[0].args[-1] if part.head == "item" else part.args[0].shape[0])
        for part in subterms(term)
        if part.head in {"item", "component"} and len(part.args) == 2 and is_number(part.args[1])  # noqa: PLR2004
        if part.is_random
    }
    if not at_places:
        raise Refused(f"{term} holds no item at a place.")
    place, count = min(at_places.values(), key=repr)
    index = Term("index", (count,), (fresh_name(term, *stated(given)),))
    general = term
    for part, at in at_places.items():
        if at == (place, count):
            general = replaced(general, part, part.args[0][index])
    found = apply("instance", evaluated(general, given), symbol=index, value=place)
    if all(part.head != "eq" for part in subterms(right(found))):
        return found
    # That two places are the same is decided.
    return converted(found, lambda own: same(own, factored(by_entries(own)), ()))


def _evaluated_whole(term: Term, given: Given) -> Theorem:
    """The term as it is, with what is given sorted into the context."""
    different = {frozenset(fact.proposition.args): fact for fact in with_head(given, UNEQUAL)}
    signs = with_head(given, ORDER)
    signs = (*signs, *(low for sign in signs for low in strict_below(sign)))
    indices = tuple(sorted((own for _, own in term.declarations if own.head == "index"), key=repr))
    told = with_head(given, EQUATION)
    means = tuple(fact for fact in told if left(fact).head == "E")
    context = Context(_evaluated, indices, different, signs, means, positive_values(given))
    equations = [*map(of_products, told)]
    squares = ((squared_vector(left(fact)), fact) for fact in equations)
    equations += [then(as_inner(norm2(x)), fact) for x, fact in squares if x is not None]
    theorem = replaced_within(_opened_statistics(term, strict(signs)), equations)
    theorem = replaced_within(_evaluated(theorem, context), equations)
    with suppress(Refused):
        theorem = converted(theorem, lambda value: same(value, simplified(value), strict(signs)))
    return converted(theorem, lambda value: same(value, factored(value), strict(signs)))


def _require_small_powers(term: Term) -> None:
    """No power is so high that its mean cannot be waited for."""
    powers = (x for x in subterms(term) if x.head == "power" and x.is_random and is_number(x.args[1]))
    for part in powers:
        if abs(value_of(part.args[1])) > _HIGHEST_POWER:
            raise Refused(f"Means are worked out of powers up to {_HIGHEST_POWER}; {part} is higher.")


def _prove(goal: Term, given: Given) -> Theorem:
    """The goal, a relation between two such terms, from the values of both sides."""
    one, other = (evaluated(side, given) for side in goal.args)
    if goal.head == "eq" and right(one) is right(other):
        one = then(one, apply("symmetric", other))
    return finish(one, goal, given)


moments = Tactic(
    name="moments",
    prove=_prove,
    derive=evaluated,
    states="E, Var and Cov of polynomials in inner products, norms, traces and numbers, for symbolic sizes",
    example='tc.derive("E <g_i, g_j>^2", laws=["g: normal(dimension=d)"], where=["i != j"], by="moments")',
)


def _opened_statistics(term: Term, signs: Given) -> Theorem:
    """Variances and covariances as means, which the signs may have to say are finite."""
    theorem = itself(term)
    for head in ("Var", "Cov"):
        found = occurring(right(theorem), head)
        theorem = replaced_within(theorem, [with_signs("written_out", signs, term=part) for part in found])
    return theorem


def _evaluated(theorem: Theorem, context: Context) -> Theorem:
    """The equation with every mean on its right-hand side evaluated, and the result collected."""
    means = [_mean(part, context) for part in occurring(right(theorem), "E")]
    theorem = replaced_within(theorem, means)
    for _ in range(_DEEPEST):
        for part in occurring(right(theorem), "E"):
            with suppress(Refused):
                theorem = replaced_within(theorem, [_mean(part, context)])
    try:
        return tidied(theorem)
    except Refused:
        # A denominator cancels where the signs say that it is not zero.
        return tidied(theorem, *strict(context.signs))


def _mean(term: Term, context: Context) -> Theorem:
    """E x = its value."""
    (body,) = term.args
    if not body.is_random:
        return apply("linear", term=term)
    if context.means:
        with suppress(Refused):
            return _by_known_means(term, context)
    pairs = [] if body.head == "sum" else list(_halved_sums(body))
    if pairs:
        return _evaluated(replaced_within(itself(term), pairs), context)
    fixed = [apply("fixed_norm", term=part) for part in _squares_inside(body)]
    expanded = expand(body)
    theorem = replaced_within(itself(term), fixed or [expanded])
    body = right(theorem).args[0]
    if body is not term.args[0]:
        return then(theorem, _mean(right(theorem), context))
    if body.head == "sum":
        return _mean_of_sum(term, context)
    if body.head in {"add", "zeros"} or _is_multiple(body):
        return _evaluated(with_signs("linear", context.conditions, term=term), context)
    return _evaluated(_one_integrated_out(term, context), context)


def _is_multiple(body: Term) -> bool:
    """Whether a factor of it is not random."""
    return body.head in {"mul", "scale"} and not all(part.is_random for part in body.args)


def _halved_sums(body: Term) -> Iterator[Theorem]:
    """sum_{j, l > j} f(j, l) = 1/2 sum_{j, l != j} f(j, l), for f that is the same with j and l exchanged."""
    for total in occurring(body, "sum"):
        upper, condition, inner = total.args
        if condition.head == "true" and inner.head == "sum" and inner.args[1].head in {"lt", "gt"}:
            others = Term("sum", (inner.args[0], Term("ne", inner.args[1].args), inner.args[2]))
            with suppress(Refused):
                yield same(total, Term("sum", (upper, condition, others)) / 2, ())


def _by_known_means(term: Term, context: Context) -> Theorem:
    """E x by linearity alone, down to the means that are known. Raises `Refused` where others are needed."""
    (body,) = term.args
    known = next(filter(None, (_at_indices(mean, term) for mean in context.means)), None)
    if known is not None:
        return known
    if body.is_random and not (_is_multiple(body) or body.head in {"add", "sum"}):
        raise Refused(f"{term} is not known.")
    found = with_signs("linear", context.conditions, term=term)
    if not (body.is_random and body.head == "sum"):
        means = occurring(right(found), "E")
        return replaced_within(found, [_by_known_means(mean, context) for mean in means])
    index, _, mean = opened(right(found), *context.indices, *(t.proposition for t in context.conditions))
    each = apply("under", _by_known_means(mean, context), binder=right(found), index=index)
    return converted(then(found, each), lambda total: _counted(total, context))


def _at_indices(mean: Theorem, term: Term) -> Theorem | None:
    """The theorem at the indices at which it is about the term, where there are such."""
    own, other = (
        sorted((x for _, x in t.declarations if x.head == "index"), key=repr) for t in (left(mean), term)
    )
    for indices in permutations(other, len(own)):
        moved = left(mean)
        for symbol, value in zip(own, indices, strict=True):
            moved = replaced(moved, symbol, value)
        if collected(moved.args[0]) is collected(term.args[0]):
            for symbol, value in zip(own, indices, strict=True):
                mean = apply("instance", mean, symbol=symbol, value=value)
            gathered = apply("ring", left=term.args[0], right=moved.args[0])
            return then(apply("within", gathered, term=term), mean)
    return None


def _mean_of_sum(term: Term, context: Context) -> Theorem:
    """Split by the indices that may coincide; then the mean of each term, and their number."""
    (total,) = term.args
    meeting = next(
        (p for p in context.indices if p.args[0] is total.args[0] and not _excludes(total, p)), None
    )
    if meeting is not None:
        parted = replaced_within(itself(term), [_parted(total, meeting, context)])
        return _evaluated(converted(parted, lambda t: apply("linear", term=t)), context)
    theorem = with_signs("linear", context.conditions, term=term)
    sums = right(theorem)
    index, condition, mean = opened(sums, *context.indices, *(t.proposition for t in context.conditions))
    fact = None
    if condition.head != "true":
        fact = assumed(condition, "the range of the sum")
    value = _mean(mean, context.with_index(index, fact))
    theorem = then(theorem, apply("under", value, binder=sums, index=index))
    return converted(theorem, lambda t: _counted(t, context))


def _excludes(total: Term, value: Term) -> bool:
    """Whether the sum's condition takes the value out."""
    _, condition, _ = total.args
    return any(part.head in {"ne", "lt", "gt"} and value in part.args for part in subterms(condition))


def _parted(total: Term, value: Term, context: Context) -> Theorem:
    """sum_{c} f = f(i) + sum_{c, j != i} f."""
    index, condition, _ = opened(total, *context.indices)
    allowed = () if condition.head == "true" else (_holds_at(condition, index, value, context),)
    return apply("taken_out", *allowed, term=total, value=value)


def _holds_at(condition: Term, index: Term, value: Term, context: Context) -> Theorem:
    """The theorem c(i), for a condition c that takes out indices known to differ from i."""
    if condition.head == "and":
        parts = (_holds_at(part, index, value, context) for part in condition.args)
        return apply("both", *parts)
    other = condition.args[1]
    if (
        condition.head != "ne"
        or condition.args[0] is not index
        or frozenset((value, other)) not in context.different
    ):
        raise Refused(f"moments needs the hypothesis {value} != {other} to place the sum over {condition}.")
    fact = context.different[frozenset((value, other))]
    return fact if left(fact) is value else apply("symmetric", fact)


def _counted(total: Term, context: Context) -> Theorem:
    if total.head != "sum" or total.args[2].loose:
        return itself(total)
    return apply("count", *context.different.values(), term=total)


def _one_integrated_out(term: Term, context: Context) -> Theorem:
    """E of a product with one of its random objects integrated out."""
    try:
        return _by_its_form(term, context)
    except Refused as refusal:
        try:
            return over_values(term, context)
        except Refused as other:
            for way in (_exponential_of_sum, _signs_apart, _exchanged, _one_vector):
                with suppress(Refused):
                    return way(term, context)
            first, second = (str(one) for one in (refusal, other))
            infinite = f"The mean of {term.args[0]} is not known to be finite."
            if infinite in second and "must be known" not in first + second:
                raise Refused(infinite) from None
            if second.endswith(NO_ANTIDERIVATIVE):
                raise Refused(f"{term} has no closed form that is known here: {second}") from None
            if second.startswith(_PLAIN_REASONS) and "must be known" not in first:
                raise Refused(second) from None
            told = first if second in first else f"{first} {second}".strip()
            raise Refused((told or f"No rule gives {term}.") + _about_direction(term)) from None


def _about_direction(term: Term) -> str:
    """That a normal vector over its length is one on a sphere, where a mean is about that."""
    bases = [part.args[0] for part in subterms(term) if is_inverse(part)]
    squares = [base.args[0] if base.head == "power" else base for base in bases]
    for x in (square.args[0] for square in squares if square.head == "norm2"):
        if x.head in {"random", "item"} and law_in(x).head == "normal":
            return f" With mean 0 and equal variances, {x}/|{x}| has the law sphere(d): state it of that."
    return ""


def _signs_apart(term: Term, context: Context) -> Theorem:
    """E F of vectors of signs by their coordinates."""
    vectors = [
        x for x in dict.fromkeys(objects_in(term.args[0])) if x.shape and law_in(x).head == "rademacher"
    ]
    if not vectors:
        raise Refused(f"{term.args[0]} holds no vector of signs.")
    found = itself(term)
    for x in vectors:
        family = Term("family", (coordinate(law_in(x)), *x.shape), (fresh_name(right(found)),))
        apart = {"x": x, "family": family}
        found = then(found, apply("coordinates_apart", *context.conditions, term=right(found), **apart))
        heads = ("sum", "inner", "norm2", "component")
        inside = [part for head in heads for part in occurring(right(found), head)]
        entries = [same(part, by_entries(part), ()) for part in inside if family in subterms(part)]
        found = replaced_within(found, entries)
    with suppress(Refused):
        return converted(found, partial(_exponential_of_sum, context=context))
    return _evaluated(found, context)


def _exponential_of_sum(term: Term, context: Context) -> Theorem:
    return exponential_of_sum(term, partial(_mean, context=context), *context.conditions)


def _exchanged(term: Term, context: Context) -> Theorem:
    return _evaluated(by_exchange(term, context.conditions), context)


def _one_vector(term: Term, context: Context) -> Theorem:
    return _evaluated(as_one_vector(term, context.conditions), context)


def _by_its_form(term: Term, context: Context) -> Theorem:
    """E of a product in which an object stands in inner products, powers, moduli or exponentials."""
    (body,) = term.args
    factors, objects = factors_of(body), objects_in(body)
    bases = [base_of(part) for part in factors]

    def written(*parts: Theorem) -> Theorem:
        return _evaluated(replaced_within(itself(term), parts), context)

    if any(part.is_random and is_exponential(base) for part, base in zip(factors, bases, strict=True)):
        return _with_exponential(term, context)
    if body.head == "mul" and any(part.head in {"mul", "add"} for part in body.args):
        return written(apply("ring", left=body, right=collected(body)))
    larger = [base for base in bases if base.head == "maximum" and number(0) in base.args]
    if larger and all(x.shape for x in objects):
        return written(*(same(x, relu(add(*x.args)), ()) for x in larger))
    if kinked := [base for base in bases if base.is_random and base.data in _BY_SIDES]:
        return written(*(_BY_SIDES[base.data](base.args[0]) for base in dict.fromkeys(kinked)))
    if all(part.head == "indicator" for part in factors) and any(x.shape for x in objects):
        return two_directions(term, context)
    if any(map(is_wave, factors)):
        return _evaluated(wave_integrated_out(term, context), context)
    if any(map(is_length, factors)):
        return length_integrated_out(term, context)
    if any(map(is_modulus, factors)):
        return _evaluated(modulus_integrated_out(term, context), context)
    return _any_object_integrated_out(term, context)


def _with_exponential(term: Term, context: Context) -> Theorem:
    """E exp(y) F with one object integrated out, or by the mean of the first factor, if it is independent."""
    first, *others = map(objects_in, factors_of(term.args[0]))
    try:
        return _evaluated(exponential_integrated_out(term, context), context)
    except Refused:
        if not others or any(set(first) & set(other) for other in others):
            raise
    parted = apply("mean_of_independent", *context.different.values(), term=term, first=(0,))
    return _evaluated(parted, context)


def _any_object_integrated_out(term: Term, context: Context) -> Theorem:
    """E of a polynomial with the first object integrated out for which a rule holds, the rarest first."""
    (body,) = term.args
    failures = []
    for x in sorted(objects_in(body), key=lambda x: (degree_in(body, x), repr(x))):
        try:
            return integrated(term, x, context)
        except Refused as refusal:
            failures.append(f"{x}: {refusal}")
    why = " ".join(failures) or "Its objects stand below a function of all their items."
    raise Refused(f"moments cannot integrate {body}. {why}")


def _squares_inside(body: Term) -> list[Term]:
    """Squared lengths that are known, inside functions and powers that are no polynomials."""
    closed = (part for part in subterms(body) if part.head == "function" or _is_no_polynomial(part))
    inside = dict.fromkeys(part for factor in closed for part in subterms(factor))
    squares = (x for x in inside if x.head in {"norm2", "inner"} and x.is_random and not x.loose)
    return [x for x in squares if x.args[0] is x.args[-1] and has_fixed_norm(x.args[0])]


def _is_no_polynomial(part: Term) -> bool:
    exponent = part.args[1] if part.head == "power" else number(1)
    return not (is_number(exponent) and exponent.data[1] == 1 and exponent.data[0] > 0)
