r"""`moments`: means of polynomials in inner products of random vectors, for symbolic sizes.

The polynomial is expanded by linearity into sums over indices of products of inner products. Each sum is
split by which indices coincide; in each part the indices are all different, so that the model makes the
vectors independent, and one vector after the other is integrated out by parts. All steps are rules of the
kernel.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial, reduce
from itertools import permutations

from ..kernel import Refused, Theorem, apply
from ..kernel.normals import normal_moments
from ..kernel.probability import law_of
from ..kernel.theorem import ordered
from ..laws import coordinate, density_range, is_bounded, is_positive, is_symmetric, squared_norm
from ..model import fixed
from ..terms import (
    TRUE,
    Sum,
    Term,
    absolute,
    add,
    cos,
    entry,
    exp,
    fresh_name,
    fresh_names,
    identity,
    inner,
    is_number,
    multiply,
    norm2,
    number,
    occurs,
    outer,
    power,
    relu,
    replaced,
    sin,
    stacked,
    subterms,
    tabulate,
    unit,
    value_of,
    zero_like,
)
from .goals import Tactic, finish, positive_values, same
from .integrals import NO_ANTIDERIVATIVE, numbers_in, over_density
from .rewriting import (
    Conversion,
    below,
    by_entries,
    by_modulus,
    collected,
    contracted,
    converted,
    factored,
    itself,
    left,
    occurring,
    parts_converted,
    replaced_within,
    right,
    simplified,
    then,
    tidied,
)

Pair = frozenset[Term]
_HIGHEST_POWER = 256
_PLAIN_REASONS = ("Missing hypothesis", "The mean may be infinite")
_DEEPEST = 2
"""So many means that stood in others are worked out after these."""
_FEW = 4
"""Powers of sums that are multiplied out factor by factor."""
_BY_SIDES = {("relu",): by_modulus, ("sign",): lambda x: apply("sign_by_sides", x=x)}
"""Functions as sums of moduli or indicators."""


@dataclass(frozen=True)
class Context:
    """The indices in play, theorems that some of them differ, and theorems about signs of parameters."""

    indices: tuple[Term, ...]
    different: Mapping[Pair, Theorem]
    signs: tuple[Theorem, ...] = ()
    means: tuple[Theorem, ...] = ()
    """Values of means of what is no polynomial here, for any indices."""
    positive: tuple[Theorem, ...] = ()
    """What an equation says is positive."""

    def with_index(self, index: Term, condition: Theorem | None) -> Context:
        """One more index, of which the condition says from which it differs."""
        different = dict(self.different)
        for fact in _facts(condition):
            if fact.proposition.head == "ne":
                different[frozenset(fact.proposition.args)] = fact
        return replace(self, indices=(*self.indices, index), different=different)

    @property
    def conditions(self) -> tuple[Theorem, ...]:
        """All theorems that a rule may use as side conditions."""
        return (*self.different.values(), *self.signs)


def _facts(condition: Theorem | None) -> list[Theorem]:
    if condition is None:
        return []
    if condition.proposition.head != "and":
        return [condition]
    parts = (apply("one_of_both", condition, position=position) for position in (0, 1))
    return [fact for part in parts for fact in _facts(part)]


def evaluated(term: Term, given: tuple[Theorem, ...] = ()) -> Theorem:
    """T = a formula without means, for a term made of means of polynomials in inner products.

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


def _for_any_item(term: Term, given: tuple[Theorem, ...]) -> Theorem:
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
    index = Term("index", (count,), (fresh_name(term, *(fact.proposition for fact in given)),))
    general = term
    for part, at in at_places.items():
        if at == (place, count):
            general = replaced(general, part, part.args[0][index])
    found = apply("instance", evaluated(general, given), symbol=index, value=place)
    if all(part.head != "eq" for part in subterms(right(found))):
        return found
    # That two places are the same is decided.
    return converted(found, lambda own: same(own, factored(by_entries(own)), ()))


def _of_array(term: Term, given: tuple[Theorem, ...]) -> Theorem:
    """The mean of a vector or matrix from those of <E x, a> or <E X b, a>, at the coordinate vectors."""
    names = fresh_names(2 * len(term.shape), term)
    axes = [fixed(name, size) for name, size in zip(names, term.shape, strict=False)]
    column = itself(term) if len(axes) == 1 else apply("linear", term=term @ axes[1])
    product = replaced_within(itself(inner(left(column), axes[0])), [column])
    product = then(product, apply("linear", term=right(product)))
    value = in_letters(converted(product, lambda mean: _evaluated_whole(mean, given)))
    whole, total = zero_like(term.shape), collected(right(value))
    for part in total.args if total.head == "add" else (total,):
        if not is_number(part, 0):
            whole = whole + _of_entry(_factors(part), axes)
    places = [Term("index", axis.shape, (name,)) for axis, name in zip(axes, reversed(names), strict=False)]
    for axis, place in zip(axes, places, strict=True):
        value = apply("instance", value, symbol=axis, value=unit(place))
    binder = tabulate(places[0], left(value))
    found = apply("under", value, binder=binder, index=places[0])
    for place in places[1:]:
        binder = Sum(place, outer(binder, unit(place)))
        found = apply("under", found, binder=binder, index=place)
    return converted(then(same(term, binder, ()), found), lambda own: same(own, whole, ()))


def in_letters(found: Theorem) -> Theorem:
    """The equation with sums over entries of vectors and matrices as inner products and traces."""
    heads = {part.head for part in subterms(right(found))}
    if not heads & {"tabulate", "component"}:
        return found
    plain = same(right(found), by_entries(right(found)), ())
    sums = []
    for part in occurring(right(plain), "sum"):
        # What is no contraction stays a sum.
        with suppress(Refused):
            sums.append(same(part, contracted(part), ()))
    other = converted(replaced_within(then(found, plain), sums), lambda own: same(own, factored(own), ()))
    return other if "tabulate" in heads else min(found, other, key=lambda one: len(repr(right(one))))


def _of_entry(factors: list[Term], axes: list[Term]) -> Term:
    """The vector or matrix whose entry along the axes is a product: <x, e> of x, <A e, B e'> of A^T B."""
    along: dict[Term, Term] = {}
    rest: list[Term] = []
    for k, factor in enumerate(factors):
        sides = sorted(
            map(_taken_apart, factor.args if factor.head == "inner" else ()),
            key=lambda side: side[1] not in axes,
        )
        if not sides or sides[0][1] not in axes or sides[0][1] in along:
            rest.append(factor)
            continue
        (before, axis), (behind, x) = sides
        if x in axes and x is not axis:
            matrix = _product(_turned(before), behind)
            own = matrix if axis is axes[0] else _turned(matrix)
            return multiply(*rest, *factors[k + 1 :], identity(axis.shape[0]) if own is None else own)
        along[axis] = x if (matrix := _product(_turned(before), behind)) is None else matrix @ x
    if len(along) < len(axes):
        raise Refused(f"{multiply(*factors)} is no entry of a vector or matrix.")
    return multiply(*rest, along[axes[0]] if len(axes) == 1 else outer(*(along[axis] for axis in axes)))


def _taken_apart(x: Term) -> tuple[Term | None, Term]:
    """The matrix and the vector of A (B x), and of x."""
    if x.head != "matmul":
        return None, x
    inside, vector = _taken_apart(x.args[1])
    return _product(x.args[0], inside), vector


def _turned(matrix: Term | None) -> Term | None:
    """The transpose, of a product that of each factor; nothing of the identity, which is none."""
    if matrix is None:
        return None
    match matrix.head:
        case "identity":
            return matrix
        case "transpose":
            return matrix.args[0]
        case "matmul":
            return _product(*map(_turned, reversed(matrix.args)))
    return matrix.T


def _product(*factors: Term | None) -> Term | None:
    """The product of those that are no identity; nothing of none."""
    return reduce(operator.matmul, known) if (known := [x for x in factors if x is not None]) else None


def _evaluated_whole(term: Term, given: tuple[Theorem, ...]) -> Theorem:
    different = {frozenset(t.proposition.args): t for t in given if t.proposition.head == "ne"}
    signs = tuple(t for t in given if t.proposition.head in {"le", "lt", "ge", "gt"})
    signs = (*signs, *(strict for sign in signs for strict in _strict_below(sign)))
    indices = tuple(sorted((own for _, own in term.declarations if own.head == "index"), key=repr))
    means = tuple(t for t in given if t.proposition.head == "eq" and left(t).head == "E")
    context = Context(indices, different, signs, means, positive_values(given))
    equations = tuple(of_products(t) for t in given if t.proposition.head == "eq")
    equations = (
        *equations,
        *(then(_as_inner(norm2(x)), t) for t in equations if (x := _squared(left(t))) is not None),
    )
    theorem = replaced_within(_opened_statistics(term, _strict(signs)), equations)
    theorem = replaced_within(_evaluated(theorem, context), equations)
    with suppress(Refused):
        theorem = converted(theorem, lambda value: same(value, simplified(value), _strict(signs)))
    return converted(theorem, lambda value: same(value, factored(value), _strict(signs)))


def _require_small_powers(term: Term) -> None:
    """No power is so high that its mean cannot be waited for."""
    for part in subterms(term):
        if part.head == "power" and part.is_random and is_number(part.args[1]):
            high = abs(value_of(part.args[1])) > _HIGHEST_POWER
            if high:
                raise Refused(f"Means are worked out of powers up to {_HIGHEST_POWER}; {part} is higher.")


def of_products(equation: Theorem) -> Theorem:
    """The equation, about <x, x> where it is about |x|^2 of an x that is not random."""
    about = left(equation)
    if about.head != "norm2" or about.is_random:
        return equation
    return then(apply("symmetric", _as_inner(about)), equation)


def _squared(term: Term) -> Term | None:
    """The x of <x, x>."""
    return term.args[0] if term.head == "inner" and term.args[0] is term.args[1] else None


def _as_inner(norm: Term) -> Theorem:
    """|x|^2 = <x, x>."""
    return apply("ring", left=norm, right=Term("inner", norm.args * 2))


def _prove(goal: Term, given: tuple[Theorem, ...]) -> Theorem:
    """The goal, a relation between two such terms, from the values of both sides."""
    one, other = (evaluated(side, given) for side in goal.args)
    if goal.head == "eq":
        return finish(
            then(one, apply("symmetric", other)) if right(one) is right(other) else one, goal, given
        )
    return finish(one, goal, given)


moments = Tactic(
    name="moments",
    prove=_prove,
    derive=evaluated,
    states="E, Var and Cov of polynomials in inner products, norms, traces and numbers, for symbolic sizes",
    example='tc.derive("E <g_i, g_j>^2", laws=["g: normal(dimension=d)"], where=["i != j"], by="moments")',
)


def _strict(signs: tuple[Theorem, ...]) -> tuple[Theorem, ...]:
    return tuple(sign for sign in signs if sign.proposition.head in {"lt", "gt"})


def _strict_below(sign: Theorem) -> list[Theorem]:
    """From c <= x, for a number c: c - 1/2 < x, which says strictly how large a dimension is."""
    low, relation, x = ordered(sign.proposition)
    if relation != "le" or not is_number(low):
        return []
    parts = ((1, 1, (0,), ()), (1, 2, (), ()))
    return [apply("certificate", sign, left=low - Fraction(1, 2), right=x, relation="lt", parts=parts)]


def _opened_statistics(term: Term, signs: tuple[Theorem, ...]) -> Theorem:
    """Variances and covariances as means, which the signs may have to say are finite."""
    theorem = itself(term)
    for head in ("Var", "Cov"):
        found = occurring(right(theorem), head)
        theorem = replaced_within(theorem, [_with_signs("written_out", signs, term=part) for part in found])
    return theorem


def _with_signs(rule: str, signs: tuple[Theorem, ...], *, term: Term) -> Theorem:
    """What a rule concludes of a term, by the signs, and those of numbers in it, where it needs them."""
    try:
        return apply(rule, term=term)
    except Refused:
        numbers = (x for x in subterms(term) if x.head in {"random", "item"} and not x.loose)
        above = [apply("bounded", *signs, term=x, end="low") for x in numbers if is_positive(_law(x))]
        return apply(rule, *signs, *above, term=term)


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
        return tidied(theorem, *_strict(context.signs))


def _mean(term: Term, context: Context) -> Theorem:
    """E x = its value."""
    (body,) = term.args
    if not body.is_random:
        return apply("linear", term=term)
    known = next(filter(None, (_at_indices(mean, term) for mean in context.means)), None)
    if known is not None:
        return known
    fixed = [apply("fixed_norm", term=part) for part in _squares_inside(body)]
    expanded = expand(body)
    theorem = replaced_within(itself(term), fixed or [expanded])
    body = right(theorem).args[0]
    if body is not term.args[0]:
        return then(theorem, _mean(right(theorem), context))
    if body.head in {"add", "zeros"}:
        return _evaluated(_with_signs("linear", context.conditions, term=term), context)
    if body.head == "sum":
        return _mean_of_sum(term, context)
    if body.head in {"mul", "scale"} and any(not part.is_random for part in body.args):
        return _evaluated(_with_signs("linear", context.conditions, term=term), context)
    if not body.is_random:
        return _evaluated(itself(term), context)
    return _evaluated(_one_integrated_out(term, context), context)


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
    theorem = _with_signs("linear", context.conditions, term=term)
    sums = right(theorem)
    index, condition, mean = sums.opened(*context.indices, *(t.proposition for t in context.conditions))
    fact = None
    if condition.head != "true":
        fact = apply("assume", proposition=condition, ground="condition", because="the range of the sum")
    value = _mean(mean, context.with_index(index, fact))
    theorem = then(theorem, apply("under", value, binder=sums, index=index))
    return converted(theorem, lambda t: _counted(t, context))


def _excludes(total: Term, value: Term) -> bool:
    """Whether the sum's condition takes the value out."""
    _, condition, _ = total.args
    return any(part.head == "ne" and value in part.args for part in subterms(condition))


def _parted(total: Term, value: Term, context: Context) -> Theorem:
    """sum_{c} f = f(i) + sum_{c, j != i} f."""
    index, condition, _ = total.opened(*context.indices)
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
    if total.head != "sum":
        return itself(total)
    if total.args[2].loose:
        return itself(total)
    return apply("count", *context.different.values(), term=total)


def _one_integrated_out(term: Term, context: Context) -> Theorem:
    """E of a product with one of its random objects integrated out."""
    try:
        return _by_its_form(term, context)
    except Refused as refusal:
        try:
            return _over_values(term, context)
        except Refused as other:
            for way in (_exponential_of_sum, _signs_apart):
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
            raise Refused(told or f"No rule gives {term}.") from None


def _signs_apart(term: Term, context: Context) -> Theorem:
    """E F of vectors of signs by their coordinates."""
    vectors = [x for x in dict.fromkeys(_objects(term.args[0])) if x.shape and _law(x).head == "rademacher"]
    if not vectors:
        raise Refused(f"{term.args[0]} holds no vector of signs.")
    found = itself(term)
    for x in vectors:
        family = Term("family", (coordinate(_law(x)), *x.shape), (fresh_name(right(found)),))
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


def exponential_of_sum(term: Term, conversion: Conversion, *given: Theorem) -> Theorem:
    """E exp(c sum_j f_j) = prod_j E exp(c f_j), of independent f_j, each mean converted."""
    (body,) = term.args
    factors = _factors(body.args[0]) if _is_exponential(body) else []
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


def _mean_of_product(mean: Term, given: tuple[Theorem, ...]) -> Theorem:
    """Its value, by conditions only where its factors have not all moments."""
    with suppress(Refused):
        return apply("mean_of_product", term=mean)
    return apply("mean_of_product", *given, term=mean)


def _over_values(term: Term, context: Context) -> Theorem:
    """E of any function of numbers: over the laws of a mixture, over finitely many values, over densities."""
    (body,) = term.args
    entries = [part for part in subterms(body) if _is_entry(part)]
    if entries:
        products = [_by_product(part) for part in dict.fromkeys(entries)]
        found = _evaluated(replaced_within(itself(term), products), context)
        return converted(found, partial(_plain_units, context=context))
    objects, vectors = numbers_in(body), any(x.shape for x in _objects(body))
    if vectors:
        context = replace(context, signs=(*context.signs, *context.positive))
    if not objects:
        ways = [_of_gaussian] if _is_exponential(body) else [_of_pair]
        attempts = [partial(way, term, context) for way in (*ways, _as_number, _odd)]
        return _evaluated(_first_that_holds(attempts), context)
    attempts = []
    for x in objects:
        law = _law(x)
        if law.head == "mixture":
            attempts.append(partial(_of_mixture, term, x, context))
        elif density_range(law) is not None:
            attempts.append(partial(over_density, term, x, context.conditions))
        elif law.head == "zipf" and len(law.args) == 1:
            attempts.append(partial(_zipf_power, term, x, context))
        else:
            attempts.append(partial(_listed, term, x, context))
    if len(objects) > 1 or vectors:
        ways = (_as_number, _split)
        attempts = [
            *(partial(way, term, context) for way in ways),
            *attempts,
            partial(_of_pair, term, context),
        ]
        attempts += [partial(_one_held, term, x, y, context) for x, y in permutations(objects, 2)]
    attempts.append(partial(_odd, term, context))
    return _evaluated(_first_that_holds(attempts), context)


def _of_gaussian(term: Term, context: Context) -> Theorem:
    """E exp(<x, w> - c |x|^2) of a normal vector x; other objects in w, or beside it, are held fixed."""
    (body,) = term.args
    vectors = sorted(dict.fromkeys(_objects(body)), key=repr)
    images = list(dict.fromkeys(x for x in subterms(body) if x.head == "matmul" and _has_entries(x)))
    if len(images) > 1 or not (vectors or images):
        raise Refused(f"The objects of {body} stand below a function of all their items.")
    if len(vectors) > 1 and not images:
        return _first_that_holds(partial(_vector_held, term, y, context) for y in vectors)
    (x,) = images or vectors
    known = [] if images else [expand(part) for part in _exponents(body)]
    theorem = replaced_within(itself(term), known)
    (exponent,) = _exponents(collected(*right(theorem).args))
    parts = exponent.args if exponent.head == "add" else (exponent,)
    square = inner(x, x)
    squared = [part for part in parts if square in _factors(part)]
    linear = [part for part in parts if part not in squared and x in subterms(part)]
    rest = [part for part in parts if part not in squared and part not in linear]
    weights = (multiply(number(1), *(f for f in _factors(part) if f is not square)) for part in squared)
    c, product = collected(-add(number(0), *weights)), _one_product(linear, x) if linear else None
    w = None if product is None else next(y for y in product.args if y is not x)
    if c.is_random or (linear and (w is None or w.is_random)):
        raise Refused(f"{exponent} is not of the form <x, w> - c |x|^2.")
    told = {"w": w, "b": add(*rest) if rest else None}
    told = {name: part for name, part in told.items() if part is not None}
    try:
        value = apply("length_exponential", *_strict(context.signs), x=x, c=c, **told)
    except Refused as refusal:
        if is_bounded(_law(x)):
            raise
        raise Refused(f"The mean may be infinite: {refusal}") from refusal
    gathered = apply("componentwise", left=right(theorem).args[0], right=left(value).args[0])
    return _plain_exponent(replaced_within(replaced_within(theorem, [gathered]), [value]), context)


def _exponents(body: Term) -> list[Term]:
    """What stands in the exponentials of a product, or in powers of them."""
    return [part.args[0] for part in map(_base, _factors(body)) if _is_exponential(part)]


def _plain_exponent(theorem: Theorem, context: Context) -> Theorem:
    """The equation with each inner product once in the exponent of its right-hand side."""
    theorem = converted(theorem, _plain_lengths)
    for one in filter(_is_exponential, _factors(right(theorem))):
        (exponent,) = one.args
        coefficients: dict[Term, list[Term]] = {}
        for part in exponent.args if exponent.head == "add" else (exponent,):
            own = [unscaled(factor) for factor in _factors(part)]
            product = multiply(*(vectors for _, vectors in own))
            coefficients.setdefault(product, []).append(multiply(*(c for c, _ in own)))
        parts = (multiply(factored(add(*cs)), product) for product, cs in coefficients.items())
        theorem = replaced_within(theorem, [same(exponent, add(*parts), context.signs)])
    powers = [part.args[0] for part in subterms(right(theorem)) if part.head == "power"]
    sums = [base for base in dict.fromkeys(powers) if base.head == "add"]
    theorem = replaced_within(theorem, [same(base, factored(base), context.signs) for base in sums])
    return tidied(theorem, *_strict(context.signs))


def unscaled(factor: Term) -> tuple[Term, Term]:
    """A factor as a number without inner products times an inner product, or 1."""
    if factor.head not in {"inner", "norm2"}:
        return (number(1), factor) if factor.head == "function" else (factor, number(1))
    both = factor.args if factor.head == "inner" else factor.args * 2
    pairs = [part.args if part.head == "scale" else (number(1), part) for part in both]
    return multiply(*(c for c, _ in pairs)), inner(*(x for _, x in pairs))


def _vector_held(term: Term, y: Term, context: Context) -> Theorem:
    """E over a normal vector y of the mean over the others for any value of y."""
    held = fixed(f"{y.args[0].data[0] if y.head == 'item' else y.data[0]}_held", *y.shape)
    inside = _evaluated(itself(replaced(term, y, held)), context)
    inside = _plain_exponent(inside, context)
    known = apply("nonzero_length", *_strict(context.signs), x=y)
    return apply("held_fixed", inside, known, *context.conditions, fixed=held, x=y)


def _is_entry(part: Term) -> bool:
    """Whether it is an entry of a random vector."""
    return part.head == "component" and part.args[0].head in {"random", "item"} and not part.loose


def _by_product(entry: Term) -> Theorem:
    """x_a = <x, e_a>."""
    x, place = entry.args
    where = place if place.head == "index" else Term("index", x.shape, ("place",))
    if where is not place:
        raise Refused(f"{entry} is at a number; write an index.")
    return apply("componentwise", left=entry, right=inner(x, unit(where)))


def _plain_units(term: Term, *, context: Context) -> Theorem:
    """Products of coordinate vectors as numbers, 0 for indices that differ."""
    products = [part for part in subterms(term) if part.head == "inner" and not part.is_random]
    plain = (
        apply("componentwise", left=part, right=by_entries(part))
        for part in dict.fromkeys(products)
        if not part.loose and all(x.head == "tabulate" for x in part.args)
    )
    found = replaced_within(itself(term), plain)
    apart = [fact for fact in context.different.values() if left(fact).head == right(fact).head == "index"]
    return tidied(replaced_within(found, [zero for fact in apart for zero in _never_equal(fact)]))


def _never_equal(fact: Theorem) -> list[Theorem]:
    """1[i = j] = 0 and 1[j = i] = 0 from i != j."""
    found = []
    for one in (fact, apply("symmetric", fact)):
        always, opposite = (
            apply("certain", one),
            apply("indicator_of", term=Term("indicator", (one.proposition,))),
        )
        (same,) = (part for part in subterms(right(opposite)) if part.head == "indicator")
        multipliers = (number(1), number(-1))
        found.append(apply("ring", opposite, always, left=same, right=number(0), multipliers=multipliers))
    return found


def _of_pair(term: Term, context: Context) -> Theorem:
    """E F of the larger or smaller of two numbers, by the modulus of their difference."""
    pairs = (part for part in subterms(term.args[0]) if part.head in {"maximum", "minimum"})
    part = next((part for part in pairs if len(part.args) == 2), None)  # noqa: PLR2004
    if part is None:
        raise Refused
    both = apply("of_pair", x=part.args[0], y=part.args[1])
    value = apply("one_of_both", both, position=int(part.head == "minimum"))
    return _evaluated(replaced_within(itself(term), [value]), context)


def _new_object(x: Term, law: Term, place: int, term: Term) -> Term:
    """A random object of that law with a name that does not occur."""
    own = x.data[0] if x.head == "random" else x.args[0].data[0]
    names = {name for name, _ in term.declarations}
    name = next(n for k in range(len(names) + 1) if (n := f"{own}{place}" + "'" * k) not in names)
    return Term("random", (law,), (name,))


def _of_mixture(term: Term, x: Term, context: Context) -> Theorem:
    """E f(x) by the means over the laws of a mixture."""
    laws_of = _law(x).args[len(_law(x).args) // 2 :]
    parts = tuple(_new_object(x, law, place, term) for place, law in enumerate(laws_of, start=1))
    return apply("of_mixture", *context.conditions, term=term, x=x, parts=parts)


def _zipf_power(term: Term, x: Term, context: Context) -> Theorem:
    """E x^e for a Zipf number x on all whole numbers, of a product of powers too."""
    (body,) = term.args
    power_of = collected(body)
    base, e = power_of.args if power_of.head == "power" else (power_of, number(1))
    if base is not x:
        raise Refused(f"The mean of {body} is known for powers of {x} alone.")
    gathered = apply("within", apply("ring", left=body, right=power_of), term=term)
    return then(gathered, apply("zipf_power", *context.conditions, x=x, e=e))


def _listed(term: Term, x: Term, context: Context) -> Theorem:
    """E f(x) by its values, as a sum that is written out where it is short."""
    found = apply("listed", *context.conditions, term=term, x=x)
    found = converted(found, lambda total: _inside_sum(total, context))
    facts = _strict(context.signs)
    try:
        return then(
            found, apply("componentwise", *facts, left=right(found), right=by_entries(right(found), facts))
        )
    except Refused:
        return found


def _inside_sum(total: Term, context: Context) -> Theorem:
    """The means in a sum over values, which holds its index, evaluated."""
    if total.head != "sum":
        return _evaluated(itself(total), context)
    return below(total, lambda body: _evaluated(itself(body), context), *context.indices)


def _as_number(term: Term, context: Context) -> Theorem:
    """E F of a linear form L in normal objects as that of a normal number z; what else is linear in them, and
    stands in polynomials, as a multiple of z and what is independent of it (regression).
    """
    (body,) = term.args
    first = _one_form(body)
    objects = list(dict.fromkeys(_objects(first)))
    mean, spread = map(collected, normal_moments((first,)))
    z = _new_object(objects[0], Term("normal", (mean, spread)), 0, term)
    outside = _normal_atoms(replaced(body, first, number(0)))
    others = [part for part in outside if not set(objects).isdisjoint(subterms(part))]
    try:
        apply("positive", *_strict(context.signs), *context.positive, term=spread)
    except Refused:
        raise Refused(f"Missing hypothesis: {spread > 0}.") from None

    def regressed(part: Term) -> Term:
        share = normal_moments((first, part))[3] / spread
        rest = add(part, *(-share * summand for summand in (first.args if first.head == "add" else (first,))))
        for place, x in enumerate(objects, start=1):
            rest = replaced(rest, x, _new_object(x, _law(x), place, term))
        return share * z + rest

    images, values = (first, *others), (z, *map(regressed, others))
    facts = (*context.conditions, *context.positive)
    return apply("jointly_normal", *facts, term=term, images=images, values=values)


def _one_form(body: Term) -> Term:
    """The one product of a normal vector with a fixed one, or sum of such and of normal numbers, that stands
    in functions and events.
    """
    closed = [part for part in subterms(body) if part.sort == "event" or part.head == "function"]
    atoms = dict.fromkeys(part for whole in closed for part in _normal_atoms(whole))
    sums = dict.fromkeys(part for whole in closed for part in subterms(whole) if part.head == "add")
    forms = [form for form in sums if not form.loose and _normal_atoms(form).keys() == atoms.keys()]
    forms = forms if len(atoms) > 1 else [part for part in atoms if part.head == "inner"]
    if len(forms) != 1:
        raise Refused
    return forms[0]


def _normal_atoms(term: Term) -> dict[Term, None]:
    """The products of a normal vector with a fixed one, and the normal numbers, of a term."""
    found = {}
    for part in subterms(term):
        own = [x for x in part.args if x.is_random] if part.head == "inner" else [part]
        is_object = len(own) == 1 and own[0].head in {"random", "item"} and not part.loose and not part.shape
        if is_object and _law(own[0]).head == "normal" and not _law(own[0]).args[-1].shape:
            found[part] = None
    return found


def _split(term: Term, context: Context) -> Theorem:
    """E of a product as that of the factors that share an object with the first, times that of the others."""
    first, *others = [frozenset(numbers_in(part)) for part in _factors(term.args[0])]
    own = (0, *(place for place, objects in enumerate(others, start=1) if first & objects))
    return apply("mean_of_independent", *context.conditions, term=term, first=own)


def _one_held(term: Term, x: Term, y: Term, context: Context) -> Theorem:
    """E over y of the mean over x for any value of y."""
    name = f"{y.args[0].data[0] if y.head == 'item' else y.data[0]}_held"
    held = Term("parameter", (), (name,))
    ends = []
    for end in ("low", "high"):
        try:
            ends.append(apply("bounded", *context.signs, term=y, end=end))
        except Refused:
            continue
    told = tuple(
        apply(
            "assume", proposition=replaced(fact.proposition, y, held), ground="condition", because="any value"
        )
        for fact in ends
    )
    inside = over_density(replaced(term, y, held), x, (*context.conditions, *told))
    return apply("held_fixed", inside, *ends, *context.conditions, fixed=held, x=y)


def _by_its_form(term: Term, context: Context) -> Theorem:
    """E of a product in which an object stands in inner products, powers, moduli or exponentials."""
    (body,) = term.args
    if any(part.is_random and _is_exponential(_base(part)) for part in _factors(body)):
        first, *others = map(_objects, _factors(body))
        try:
            return _evaluated(_exponential_integrated_out(term, context), context)
        except Refused:
            if not others or any(set(first) & set(other) for other in others):
                raise
        parted = apply("mean_of_independent", *context.different.values(), term=term, first=(0,))
        return _evaluated(parted, context)
    if body.head == "mul" and any(part.head in {"mul", "add"} for part in body.args):
        gathered = apply("ring", left=body, right=collected(body))
        return _evaluated(replaced_within(itself(term), [gathered]), context)
    larger = [
        part for part in map(_base, _factors(body)) if part.head == "maximum" and number(0) in part.args
    ]
    if larger and all(x.shape for x in _objects(body)):
        return _evaluated(
            replaced_within(itself(term), [same(x, relu(add(*x.args)), ()) for x in larger]), context
        )
    if kinked := [part for part in map(_base, _factors(body)) if part.is_random and part.data in _BY_SIDES]:
        parts = [_BY_SIDES[part.data](part.args[0]) for part in dict.fromkeys(kinked)]
        return _evaluated(replaced_within(itself(term), parts), context)
    if all(part.head == "indicator" for part in _factors(body)) and any(x.shape for x in _objects(body)):
        return _two_directions(term, context)
    if any(_is_wave(part) for part in _factors(body)):
        return _evaluated(_wave_integrated_out(term, context), context)
    if any(_is_length(part) for part in _factors(body)):
        return _length_integrated_out(term, context)
    if any(_is_modulus(part) for part in _factors(body)):
        return _evaluated(_modulus_integrated_out(term, context), context)
    failures = []
    for x in sorted(_objects(body), key=lambda x: (_degree(body, x), repr(x))):
        try:
            return _integrated(term, x, context)
        except Refused as refusal:
            failures.append(f"{x}: {refusal}")
    why = " ".join(failures) or "Its objects stand below a function of all their items."
    raise Refused(f"moments cannot integrate {body}. {why}")


def _squares_inside(body: Term) -> list[Term]:
    """Squared lengths that are known, inside functions and powers that are no polynomials."""
    closed = [part for part in subterms(body) if part.head == "function" or _is_no_polynomial(part)]
    return [
        part
        for part in dict.fromkeys(inside for factor in closed for inside in subterms(factor))
        if part.head in {"norm2", "inner"} and part.is_random and not part.loose
        if all(x is part.args[0] for x in part.args) and _has_fixed_norm(part.args[0])
    ]


def _is_no_polynomial(part: Term) -> bool:
    exponent = part.args[1] if part.head == "power" else number(1)
    return not (is_number(exponent) and exponent.data[1] == 1 and exponent.data[0] > 0)


def _first_that_holds(attempts: Iterable[Callable[[], Theorem]]) -> Theorem:
    """Of several rules for one mean; raises `Refused` with what each of them lacks."""
    failures = []
    for attempt in attempts:
        try:
            return attempt()
        except Refused as refusal:
            failures.append(str(refusal))
    raise Refused(" ".join(filter(None, dict.fromkeys(failures))))


def _base(part: Term) -> Term:
    """What a power is of."""
    return part.args[0] if part.head == "power" else part


def _is_wave(part: Term) -> bool:
    base = _base(part)
    return base.is_random and base.head == "function" and base.data in {("cos",), ("sin",)}


def _wave_integrated_out(term: Term, context: Context) -> Theorem:
    """E of a product with a cosine or sine; of several first as a sum of products with one."""
    (body,) = term.args
    rest = [part for part in _factors(body) if not _is_wave(part)]
    waves = [_base(part) for part in _factors(body) if _is_wave(part) for _ in range(_exponent(part))]
    if len(waves) > 1:
        joined = multiply(_sum_of_waves(*waves[:2]), *waves[2:], *rest)
        return replaced_within(itself(term), [apply("componentwise", left=body, right=joined)])
    (wave,) = waves
    angle = collected(right(expand(wave.args[0])))
    summands = angle.args if angle.head == "add" else (angle,)

    def over(x: Term) -> Theorem:
        own = [part for part in summands if x in subterms(part)]
        product = _one_product(own, x)
        if product is None:
            raise Refused(f"{x} stands not alone in products of {wave}.")
        gathered = add(product, *(part for part in summands if part not in own))
        straight = apply("componentwise", left=wave.args[0], right=gathered)
        theorem = replaced_within(itself(term), [straight])
        mean = right(theorem)
        value = apply("exponential_moment", *context.conditions, term=mean, x=x)
        return then(theorem, converted(value, _plain_lengths))

    return _first_that_holds(partial(over, x) for x in dict.fromkeys(_objects(angle)))


def _exponent(part: Term) -> int:
    """How often a factor stands there; a power that is not whole is one factor."""
    whole = part.head == "power" and is_number(part.args[1]) and part.args[1].data[1] == 1
    return int(part.args[1].data[0]) if whole else 1


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


def _is_length(part: Term) -> bool:
    """Whether it is a random length, or a power of one that is no polynomial."""
    length = part.args[0] if part.head == "power" and _is_root(part.args[0]) else part
    return part.is_random and length.head == "power" and length.args[0].head == "norm2"


def _is_root(part: Term) -> bool:
    return part.head == "power" and part.args[0].head == "norm2"


def _length_integrated_out(term: Term, context: Context) -> Theorem:
    """E |x|^e F of a normal x that is not in F."""
    rooted = [part for part in _factors(term.args[0]) if part.head == "power" and _is_root(part.args[0])]
    if rooted:
        return _evaluated(
            replaced_within(itself(term), [_one_power(part, context) for part in rooted]), context
        )
    objects = [part.args[0].args[0] for part in _factors(term.args[0]) if _is_length(part)]
    value = _first_that_holds(
        partial(apply, "length_moment", *context.signs, *context.different.values(), term=term, x=x)
        for x in objects
    )
    return _evaluated(value, context)


def _one_power(part: Term, context: Context) -> Theorem:
    """(|x|^e)^k = |x|^(e k), for a normal x, which is almost surely not zero."""
    (square, e), k = part.args[0].args, part.args[1]
    known = apply("nonzero_length", *context.signs, x=square.args[0])
    return apply("ring", known, left=part, right=power(square, collected(e * k)))


def _is_modulus(part: Term) -> bool:
    """Whether it is a random modulus, or a power of one."""
    base = _base(part)
    return base.is_random and base.head == "function" and base.data == ("abs",)


def _modulus_integrated_out(term: Term, context: Context) -> Theorem:
    """E of a product with a modulus: an even power is that of what is inside, the first power independent."""
    (body,) = term.args
    gathered = collected(body)
    if gathered is not body:
        return replaced_within(itself(term), [apply("ring", left=body, right=gathered)])
    factors = body.args if body.head == "mul" else (body,)
    if multiples := [
        base for base in map(_base, factors) if _is_modulus(base) and is_number(_factors(base.args[0])[0])
    ]:
        return replaced_within(itself(term), [_modulus_of_multiple(part) for part in multiples])
    position = next(place for place, part in enumerate(factors) if _is_modulus(part))
    part = factors[position]
    if part.head == "power":
        return replaced_within(itself(term), [apply("even_power", term=part)])
    if len(factors) > 1:
        try:
            return _first_that_holds((partial(_odd, term, context), partial(_two_directions, term, context)))
        except Refused:
            parted = apply("mean_of_independent", *context.different.values(), term=term, first=(position,))
        term = Term("E", (part,))
    else:
        parted = itself(term)
    value = _first_that_holds(partial(_mean_modulus, term, x, context) for x in dict.fromkeys(_objects(part)))
    return replaced_within(parted, [value])


def _mean_modulus(term: Term, x: Term, context: Context) -> Theorem:
    """E|<x, u>|, also of a sum of products with x."""
    (inside,) = term.args[0].args
    product = _one_product(list(inside.args), x) if inside.head == "add" and x.shape else None
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
    return apply("assume", proposition=norm2(u) == square, ground="condition", because=because)


def at_vector(found: Theorem, unit: Theorem, y: Term, apart: tuple[Theorem, ...]) -> Theorem:
    """What holds for any vector of that length, for the vector y."""
    length = apply("fixed_norm", term=norm2(y))
    (u,) = left(unit).args
    return apply("held_fixed", found, length, *apart, fixed=u, x=y)


def _modulus_of_multiple(modulus: Term) -> Theorem:
    """|c x| = |c| |x|, for a number c."""
    c, *rest = _factors(modulus.args[0])
    return same(modulus, multiply(number(abs(value_of(c))), absolute(multiply(*rest))), ())


def _odd(term: Term, context: Context) -> Theorem:
    """E F = 0, for an F that is odd in one of its objects."""
    (body,) = term.args

    def over(x: Term) -> Theorem:
        turned = apply("componentwise", left=replaced(body, x, -x), right=-body)
        return apply("odd_function", turned, *context.conditions, x=x)

    try:
        return _first_that_holds(partial(over, x) for x in dict.fromkeys(_objects(body)))
    except Refused:
        # What another way lacks says more.
        raise Refused from None


def _two_directions(term: Term, context: Context) -> Theorem:
    """E|<w, u>||<w, v>|, or E 1[<w, u> > 0] 1[<w, v> > 0], of a w whose law is the same in all directions."""
    (body,) = term.args
    chance = itself(term)
    if body.head == "indicator":
        chance = apply("symmetric", apply("written_out", term=Term("P", body.args)))
    elif all(part.head == "indicator" for part in _factors(body)):
        event = Term("and", tuple(part.args[0] for part in _factors(body)))
        one = apply("indicator_of", term=Term("indicator", (event,)))
        mean = replaced_within(apply("written_out", term=Term("P", (event,))), [one])
        chance = apply("symmetric", mean)
    found = _first_that_holds(
        partial(apply, "two_directions", *context.signs, *context.positive, term=right(chance), x=x)
        for x in dict.fromkeys(_objects(body))
    )
    return then(chance, found)


def _is_exponential(part: Term) -> bool:
    return part.head == "function" and part.data == ("exp",)


def _exponential_integrated_out(term: Term, context: Context) -> Theorem:
    """E exp(y) F with one object integrated out that stands in products <x, w> of the exponent alone."""
    theorem = replaced_within(itself(term), [expand(exponent) for exponent in _exponents(term.args[0])])
    (body,) = right(theorem).args
    gathered = collected(body)
    theorem = replaced_within(theorem, [apply("ring", left=body, right=gathered)])
    factors = _factors(gathered)
    one = next((part for part in factors if _is_exponential(part) and part.is_random), None)
    if one is None:
        return _evaluated(theorem, context)
    summands = one.args[0].args if one.args[0].head == "add" else (one.args[0],)
    alone = [
        (x, [part for part in summands if x in subterms(part)])
        for x in dict.fromkeys(_objects(one))
        if not any(x in subterms(part) for part in factors if part is not one)
    ]
    # What is in one product leaves the others as they are; joined products leave a length.
    for x, own in sorted(alone, key=lambda pair: len(pair[1]) > 1):
        joined = own[0] if len(own) == 1 else _one_product(own, x)
        if joined is not None:
            others = [part for part in factors if part is not one]
            rest = [part for part in summands if part not in own]
            apart = multiply(*others, *([exp(add(*rest))] if rest else []), exp(add(*own)))
            theorem = replaced_within(theorem, [apply("ring", left=gathered, right=apart)])
            if len(own) > 1:
                theorem = replaced_within(theorem, [apply("componentwise", left=add(*own), right=joined)])
            return _with_exponential_moment(theorem, x, context)
    if one is gathered and all(x.shape for x in _objects(one)):
        return tidied(_evaluated(_of_gaussian(term, context), context), *_strict(context.signs))
    raise Refused(
        f"Of {one} no object stands in the exponent alone, and there in products <x, w> with others."
    )


def _one_product(parts: list[Term], x: Term) -> Term | None:
    """<x, c_1 w_1 + ...> for parts c_i <x, w_i>, (c_1 + ...) x of a number; none where a part is no such."""
    weights = []
    for part in parts:
        own = [factor for factor in _factors(part) if x in subterms(factor)]
        rest = [factor for factor in _factors(part) if factor not in own]
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


def _with_exponential_moment(theorem: Theorem, x: Term, context: Context) -> Theorem:
    """The equation with E exp<x, w> F evaluated over x, and squared lengths written out."""
    mean = right(theorem)
    theorem = then(theorem, apply("exponential_moment", *context.conditions, term=mean, x=x))
    lengths = [part for part in subterms(right(theorem)) if part.head == "norm2" and not part.loose]
    theorem = replaced_within(theorem, map(expand, lengths))
    squares = (
        part for part in subterms(right(theorem)) if part.head == "inner" and part.args[0] is part.args[1]
    )
    fixed = (part for part in squares if part.is_random and _has_fixed_norm(part.args[0]))
    theorem = replaced_within(theorem, [apply("fixed_norm", term=part) for part in dict.fromkeys(fixed)])
    series = occurring(right(theorem), "hypergeometric")
    tidy = (
        apply("ring", left=z, right=collected(z)) for z in dict.fromkeys(part.args[-1] for part in series)
    )
    return replaced_within(theorem, tidy)


def _has_fixed_norm(x: Term) -> bool:
    return x.head in {"random", "item"} and squared_norm(_law(x)) is not None


def _law(x: Term) -> Term:
    return x.args[0] if x.head == "random" else x.args[0].args[0]


def _objects(body: Term) -> list[Term]:
    return [part for part in subterms(body) if part.head in {"random", "item"} and not part.loose]


def _degree(body: Term, x: Term) -> int:
    """The number of factors in which x stands."""
    total = 0
    for factor in body.args if body.head == "mul" else (body,):
        base, exponent = factor.args if factor.head == "power" else (factor, None)
        times = sum(part is x for part in (base, *base.args))
        total += times * (exponent.data[0] if exponent is not None and is_number(exponent) else 1)
    return total


def _integrated(term: Term, x: Term, context: Context) -> Theorem:
    (body,) = term.args
    law = _law(x)
    conditions = context.conditions
    square = Term("inner", (x, x)) if x.shape else None
    squares = [part for part in subterms(body) if part is square]
    if squared_norm(law) is not None and squares:
        theorem = replaced_within(itself(term), [apply("fixed_norm", term=part) for part in squares])
        product = right(theorem).args[0]
        flat = multiply(*_factors(product))
        return replaced_within(theorem, [apply("ring", left=product, right=flat)])
    if is_symmetric(law) and _degree(body, x) % 2:
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
        return _first_that_holds(
            (
                partial(apply, "by_covariance", *conditions, term=term, x=x),
                partial(over_density, term, x, conditions),
            )
        )
    if law.head not in {"sphere", "normal"}:
        return apply("by_covariance", *conditions, term=term, x=x)
    partner = _partner(body, x)
    if partner is None:
        return apply("by_parts", *conditions, term=term, x=x, partner=x)
    return apply("by_parts", *conditions, term=term, x=x, partner=partner)


def _factors(term: Term) -> list[Term]:
    """The factors of a product of products."""
    return [x for part in term.args for x in _factors(part)] if term.head == "mul" else [term]


def _partner(body: Term, x: Term) -> Term | None:
    """A y such that <x, y> is a factor, y not x; 1 where x is a number."""
    for factor in body.args if body.head == "mul" else (body,):
        base = factor.args[0] if factor.head == "power" else factor
        if base is x:
            return Term("number", (), (1, 1))
        if base.head == "inner" and x in base.args and base.args[0] is not base.args[1]:
            return base.args[1] if base.args[0] is x else base.args[0]
    return None


def _signs_squared(term: Term, x: Term, conditions: tuple[Theorem, ...]) -> Theorem:
    """An even power of a sign as a power of its square."""
    (body,) = term.args
    even = _degree(body, x)
    rest = [part for part in (body.args if body.head == "mul" else (body,)) if x not in subterms(part)]
    squared = apply("fixed_norm", term=x**2)
    target = Term("E", (_times(*rest, Term("power", (left(squared), _number(even // 2)))),))
    gathered = apply("ring", left=body, right=target.args[0])
    theorem = replaced_within(itself(term), [gathered])
    return replaced_within(theorem, [squared])


def _number(value: int) -> Term:
    return Term("number", (), (value, 1))


def _times(*factors: Term) -> Term:
    return factors[0] if len(factors) == 1 else Term("mul", factors)


def _one_hot_reduced(term: Term, x: Term, conditions: tuple[Theorem, ...]) -> Theorem:
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
    partners = [_partner(part, x) for part in own[:2]]
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


def expand(term: Term) -> Theorem:
    """T = a sum, over indices, of products of inner products, by linearity alone."""
    match term.head:
        case "definition" if not _is_entrywise(term.unfolded()):
            return converted(apply("written_out", term=term), expand)
        case "norm2" | "component" | "inner" if any(map(_has_entries, term.args)) and not _is_product(term):
            return converted(apply("componentwise", left=term, right=_by_entries(term)), expand)
        case "norm2":
            return converted(_as_inner(term), expand)
        case "power" if _is_whole_power(term):
            base = expand(term.args[0])
            theorem = replaced_within(itself(term), [base])
            if right(base).head == "add" and value_of(term.args[1]) > _FEW:
                try:
                    return then(theorem, apply("ring", left=right(theorem), right=collected(right(theorem))))
                except Refused:
                    pass
            if right(base).head in {"add", "sum", "mul"} and right(theorem).head == "power":
                return converted(converted(theorem, lambda t: apply("written_out", term=t)), expand)
            return theorem
        case "matrix_power" if is_number(term.args[1]) and term.args[1].data[0] > 1:
            return converted(apply("written_out", term=term), expand)
        case "sum":
            return _expanded_sum(term)
        case "add" | "inner" | "mul" | "scale" | "outer" | "matmul" | "trace" | "transpose":
            return _pushed_in(parts_converted(term, expand))
    return itself(term)


def _is_entrywise(term: Term) -> bool:
    """Whether it is a vector whose entries are functions of entries, which do not expand."""
    if term.head in {"add", "scale"}:
        return any(map(_is_entrywise, term.args))
    return bool(term.shape) and term.is_random and term.head in {"function", "applied"}


def _has_entries(x: Term) -> bool:
    """Whether it is a vector given by its entries: a table, rows times a vector, or a function of such."""
    match x.head:
        case "tabulate":
            return x.args[2].head != "indicator"
        case "matmul":
            return len(x.shape) == 1 and stacked(x.args[0]) is not None
        case "function":
            return bool(x.shape) and _has_entries(x.args[0])
        case "add" | "scale":
            return any(map(_has_entries, x.args))
    return False


def _is_product(term: Term) -> bool:
    """Whether it is <x, y> of a random vector x that is integrated out as it is, since y is about others."""
    return term.head == "inner" and any(
        one.head in {"random", "item"} and not occurs(one, other)
        for one, other in (term.args, term.args[::-1])
    )


def _by_entries(term: Term) -> Term:
    """An entry of a vector, or the sum of the products of entries of two, the squares of one."""
    if term.head == "component":
        return entry(*term.args)
    place = Term("index", term.args[0].shape, (fresh_name(term),))
    one, other = (entry(x, place) for x in (term.args * 2)[:2])
    return Sum(place, one * other if term.head == "inner" else one**2)


def _is_whole_power(term: Term) -> bool:
    base, exponent = term.args
    return base.is_random and exponent.head == "number" and exponent.data[1] == 1 and exponent.data[0] > 1


def _expanded_sum(term: Term) -> Theorem:
    theorem = below(term, expand)
    if right(theorem).args[2].head == "add":
        return converted(theorem, lambda t: apply("linear", term=t))
    return theorem


def _pushed_in(theorem: Theorem) -> Theorem:
    """Linear operations carried into sums; outer products contracted."""
    term = right(theorem)
    if term.head == "add":
        return theorem
    compound = {"add", "sum", "zeros"} | ({"scale"} if term.head not in {"mul", "scale"} else set())
    for position, part in enumerate(term.args):
        if part.head in compound and part.is_random:
            return converted(then(theorem, apply("linear", term=term, position=position)), expand)
    contracted = _contraction(term)
    if contracted is None:
        return theorem
    return converted(then(theorem, apply("componentwise", left=term, right=contracted)), expand)


def _is_image(term: Term) -> bool:
    """Whether it is a matrix that is not random times a random vector."""
    matrix, x = term.args if term.head == "matmul" else (term, term)
    return x.is_random and not matrix.is_random and len(x.shape) == 1


def _of_image(image: Term, y: Term) -> Term | None:
    """<M x, y> as <x, M^T y>, and as a sum over the entries of M x where x stands in y too."""
    matrix, x = image.args
    turned = matrix.args[0] if matrix.head == "transpose" else matrix.T
    if not y.is_random:
        return inner(x, turned @ y)
    own = y.args[1] if _is_image(y) else y
    if own is x:
        a = Term("index", matrix.shape[:1], (fresh_name(image),))
        return Sum(a, inner(x, turned @ unit(a)) * inner(y, unit(a)))
    return inner(x, (turned @ y.args[0]) @ own) if _is_image(y) else None


def _contraction(term: Term) -> Term | None:
    """(a b^T) x as <b, x> a; (a b^T)(c d^T) as <b, c> a d^T; tr a b^T as <a, b>; and the like."""
    if term.head not in {"matmul", "trace", "transpose", "inner"}:
        return None
    one, other = term.args[0], term.args[-1]
    outer = [part.head == "outer" for part in term.args]
    match term.head, outer:
        case "matmul", [True, True]:
            return multiply(inner(one.args[1], other.args[0]), Term("outer", (one.args[0], other.args[1])))
        case "matmul", [True, False] if len(other.shape) == 1:
            return multiply(inner(one.args[1], other), one.args[0])
        case "matmul", [False, True] if len(one.shape) == 1:
            return multiply(inner(one, other.args[0]), other.args[1])
        case "matmul", [True, False] | [False, True]:
            moved = (one.args[0], other.T @ one.args[1]) if outer[0] else (one @ other.args[0], other.args[1])
            return Term("outer", moved)
        case "trace", [True]:
            return inner(*one.args)
        case "transpose", [True]:
            return Term("outer", one.args[::-1])
        case "inner", [False, True] if len(one.shape) > 1:
            return inner(other.args[0], one @ other.args[1])
        case "inner", [True, False] if len(other.shape) > 1:
            return inner(one.args[0], other @ one.args[1])
        case "matmul", _ if _is_image(other) and not one.is_random:
            return (one @ other.args[0]) @ other.args[1]
        case "inner", _ if any(map(_is_image, term.args)):
            return _of_image(one, other) if _is_image(one) else _of_image(other, one)
        case "inner", [True, True]:
            return multiply(inner(one.args[0], other.args[0]), inner(one.args[1], other.args[1]))
    return None
