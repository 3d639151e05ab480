"""Means of functions of random numbers: over finitely many values, densities, mixtures and normal forms."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import permutations

from ..kernel import Refused, Theorem, apply
from ..kernel.normals import normal_moments, normal_parts
from ..laws import Normal, density_range
from ..node import Term, add, is_number, number, summands
from ..substitution import replaced, subterms
from ..terms import inner, sqrt, unit, vector
from .directions import odd, two_directions
from .exponential_means import of_gaussian
from .factors import factors_of, is_exponential, law_in, objects_in
from .goals import Given, same
from .hypotheses import Context, first_that_holds, strict
from .integrals import numbers_in, over_density
from .rewriting import (
    assumed,
    below,
    by_entries,
    collected,
    converted,
    itself,
    left,
    occurring,
    replaced_within,
    right,
    then,
    tidied,
    with_numbers,
)


def over_values(term: Term, context: Context) -> Theorem:
    """E of any function of numbers: over the laws of a mixture, over finitely many values, over densities."""
    (body,) = term.args
    entries = [part for part in subterms(body) if _is_entry(part)]
    if entries:
        products = [_by_product(part) for part in dict.fromkeys(entries)]
        found = context.evaluated(replaced_within(itself(term), products))
        return converted(found, partial(_plain_units, context=context))
    objects, vectors = numbers_in(body), any(x.shape for x in objects_in(body))
    if vectors:
        context = replace(context, signs=(*context.signs, *context.positive))
    if not objects:
        ways = [of_gaussian] if is_exponential(body) else [_of_pair]
        attempts = [partial(way, term, context) for way in (*ways, _as_number, odd)]
        return context.evaluated(first_that_holds(attempts))
    attempts = []
    for x in objects:
        law = law_in(x)
        if law.head == "markov_chain":
            attempts.append(partial(_listed, term, x.args[0], context, "over_paths"))
        elif law.head == "mixture":
            attempts.append(partial(_of_mixture, term, x, context))
        elif density_range(law) is not None:
            attempts.append(partial(over_density, term, x, context.conditions))
        elif law.head == "zipf" and len(law.args) == 1:
            attempts.append(partial(_zipf_power, term, x, context))
        else:
            attempts.append(partial(_listed, term, x, context))
    if len(objects) > 1 or vectors:
        attempts = [
            partial(_as_vector, term, context),
            partial(_as_number, term, context),
            partial(split, term, context.conditions),
            *attempts,
            partial(_of_pair, term, context),
        ]
        attempts += [partial(_one_held, term, x, y, context) for x, y in permutations(objects, 2)]
    attempts.append(partial(odd, term, context))
    return context.evaluated(first_that_holds(attempts))


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
    return context.evaluated(replaced_within(itself(term), [value]))


def _new_object(x: Term, law: Term, place: int, term: Term) -> Term:
    """A random object of that law with a name that does not occur."""
    own = x.data[0] if x.head == "random" else x.args[0].data[0]
    names = {name for name, _ in term.declarations}
    name = next(n for k in range(len(names) + 1) if (n := f"{own}{place}" + "'" * k) not in names)
    return Term("random", (law,), (name,))


def _of_mixture(term: Term, x: Term, context: Context) -> Theorem:
    """E f(x) by the means over the laws of a mixture."""
    laws_of = law_in(x).args[len(law_in(x).args) // 2 :]
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


def _listed(term: Term, x: Term, context: Context, rule: str = "listed") -> Theorem:
    """E f(x) by its values, or paths, as a sum that is written out where it is short."""
    found = apply(rule, *context.conditions, term=term, x=x)
    found = with_numbers(converted(found, lambda total: _inside_sum(total, context)))
    facts = strict(context.signs)
    try:
        return then(
            found, apply("componentwise", *facts, left=right(found), right=by_entries(right(found), facts))
        )
    except Refused:
        return found


def _inside_sum(total: Term, context: Context) -> Theorem:
    """The means in a sum over values, which holds its index, evaluated."""
    if total.head != "sum":
        return context.evaluated(itself(total))
    return below(total, lambda body: context.evaluated(itself(body)), *context.indices)


def _as_number(term: Term, context: Context) -> Theorem:
    """E F of a linear form L in normal objects as that of a normal number z; what else is linear in them, and
    stands in polynomials, as a multiple of z and what is independent of it (regression).
    """
    (body,) = term.args
    first = _one_form(body)
    objects = list(dict.fromkeys(objects_in(first)))
    mean, spread = map(collected, normal_moments((first,)))
    z = _new_object(objects[0], Term("normal", (mean, spread)), 0, term)
    rest = replaced(body, first, number(0))
    outside = _normal_atoms(rest)
    closed = [part for part in subterms(rest) if part.sort == "event" or part.head == "function"]
    if any(part in outside for whole in closed for part in subterms(whole)):
        raise Refused(f"{body} holds functions of more than {first}.")
    others = [part for part in outside if not set(objects).isdisjoint(subterms(part))]
    try:
        apply("positive", *strict(context.signs), *context.positive, term=spread)
    except Refused:
        raise Refused(f"Missing hypothesis: {spread > 0}.") from None

    def regressed(part: Term) -> Term:
        share = normal_moments((first, part))[3] / spread
        rest = add(part, *(-share * summand for summand in summands(first)))
        for place, x in enumerate(objects, start=1):
            rest = replaced(rest, x, _new_object(x, law_in(x), place, term))
        return share * z + rest

    images, values = (first, *others), (z, *map(regressed, others))
    facts = (*context.conditions, *context.positive)
    return apply("jointly_normal", *facts, term=term, images=images, values=values)


def _as_vector(term: Term, context: Context) -> Theorem:
    """E F of two linear forms in independent normal numbers, in half-spaces or moduli, as that of <w, u> and
    <w, v> for one normal vector w and arrays u and v.
    """
    forms = tuple(dict.fromkeys(_compared(part) for part in factors_of(term.args[0])))
    objects = list(dict.fromkeys(x for form in forms for x in objects_in(form)))
    if len(forms) != 2 or any(is_number(form) for form in forms) or len(objects) < 2:  # noqa: PLR2004
        raise Refused
    w = _new_object(objects[0], Normal(dimension=len(objects)), len(objects), term)
    arrays = []
    for form in forms:
        weights = {x: c for c, x, u in normal_parts(form)[0] if u is None}
        arrays.append(vector(*(weights.get(x, number(0)) * sqrt(law_in(x).args[-1]) for x in objects)))
    values = tuple(inner(w, array) for array in arrays)
    facts = (*context.conditions, *context.positive)
    alike = [
        same(one, other, strict(context.signs))
        for one, other in zip(normal_moments(forms), normal_moments(values), strict=True)
        if one is not other
    ]
    found = apply("jointly_normal", *facts, *alike, term=term, images=forms, values=values)
    products = [(u, v) for u in arrays for v in arrays]
    known = [same(inner(*pair), by_entries(inner(*pair)), strict(context.signs)) for pair in products]
    lengths = [
        apply("transitive", apply("positive", *strict(facts), term=right(one)), apply("symmetric", one))
        for one, (u, v) in zip(known, products, strict=True)
        if u is v
    ]
    turned = two_directions(right(found), replace(context, signs=(*context.signs, *lengths)))
    found = replaced_within(then(found, turned), known)
    angles = [part for part in occurring(right(found), "function") if part.data == ("arccos",)]
    return replaced_within(found, [same(part, by_entries(part), ()) for part in angles])


def as_one_vector(term: Term, conditions: Given) -> Theorem:
    """P(|x - y|^2 > t), or E f(|x - y|^2), by one normal vector of the law of x - y.

    >>> from theorycheck.theory.model import Model, Size
    >>> from theorycheck.theory.terms import E, norm2
    >>> d = Size("d")
    >>> x, y = Model(x=Normal(dimension=d), y=Normal(0, 3, dimension=d))
    >>> as_one_vector(E(norm2(x - y) ** 2), ())
    ⊢ E[|x - y|⁴] = E[|x0|⁴]
    """
    sums = [part.args[0] for part in subterms(term) if part.head == "norm2" and part.args[0].head == "add"]
    form = next((x for x in sums if not x.loose and len(x.shape) == 1), None)
    if form is None:
        raise Refused(f"{term} holds no length of a sum of normal vectors.")
    mean, spread = normal_moments((form,))
    law = Normal(mean, collected(spread), dimension=form.shape[0])
    w = _new_object(normal_parts(form)[0][0][1], law, 0, term)
    return apply("jointly_normal", *conditions, term=term, images=(form,), values=(w,))


def _compared(factor: Term) -> Term:
    """The form L of 1[L > 0], and so for the other sides, or of |L|."""
    (inside,) = factor.args if factor.head in {"indicator", "function"} else (factor,)
    if inside.head in {"gt", "ge", "lt", "le"} and is_number(inside.args[1], 0):
        return inside.args[0]
    return inside if factor.data == ("abs",) else number(0)


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
        if is_object and law_in(own[0]).head == "normal" and not law_in(own[0]).args[-1].shape:
            found[part] = None
    return found


def split(term: Term, conditions: Given) -> Theorem:
    """E of a product as that of the factors that share an object with the first, times that of the others."""
    first, *others = [frozenset(objects_in(part)) for part in factors_of(term.args[0])]
    own = (0, *(place for place, objects in enumerate(others, start=1) if first & objects))
    return apply("mean_of_independent", *conditions, term=term, first=own)


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
    told = tuple(assumed(replaced(fact.proposition, y, held), "any value") for fact in ends)
    inside = over_density(replaced(term, y, held), x, (*context.conditions, *told))
    if occurring(right(inside), "E"):
        inside = replace(context, signs=(*context.signs, *told)).evaluated(inside)
    return apply("held_fixed", inside, *ends, *context.conditions, fixed=held, x=y)
