"""`recursions`: the mean of a statistic of a state that takes in one fresh item at each step, in closed form.

The step's mean is found by `moments`, for any state; where it is affine in the statistics, these follow an
affine recursion of numbers, which is solved and proved by induction.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from ..kernel import Refused, Theorem, apply
from ..kernel.components import Components
from ..kernel.polynomials import Monomial
from ..node import Term, add, multiply, number, power
from ..substitution import instantiated, occurs, replaced, subterms
from ..terms import E
from .expansion import expand, of_products
from .flow import by_induction
from .goals import strict_facts
from .moments import evaluated
from .rewriting import Letters, converted, factored, replaced_within, right, then

Given = tuple[Theorem, ...]


def mean_of_fold(term: Term, state: Term, statistics: Sequence[Term], given: Given = ()) -> Theorem:
    """E f_1(x_n) = a formula, for the fold x_n and statistics f_r of a state that a step changes affinely.

    >>> from theorycheck.theory.laws import Sphere
    >>> from theorycheck.theory.model import Index, Model, fixed, iid, sizes
    >>> from theorycheck.theory.terms import fold, inner, norm2
    >>> n, d = sizes("n d")
    >>> x, u, j = fixed("x", d), fixed("u", d), Index("j", n)
    >>> k = Model(k=iid(Sphere(d), n)).k
    >>> mean_of_fold(fold(x - inner(k[j], x) * k[j], x, j, u), x, [norm2(x)])
    ⊢ E[|(x ↦ x - ⟨k_j, x⟩ k_j)_{j ≤ n}(u)|²] = ⟨u, u⟩ ((d - 1)/d)^n
    """
    index = Term("index", term.args[2:], ("j_step",))
    step = instantiated(instantiated(term.args[0], index), state)
    means = [evaluated(E(replaced(f, state, step)), given) for f in statistics]
    rows = tuple(_row(right(mean), state, statistics) for mean in means)
    facts = strict_facts(given)
    affine = [_affine(row, statistics) for row in rows]
    premises = [
        then(mean, apply("componentwise", *facts, left=right(mean), right=value))
        for mean, value in zip(means, affine, strict=True)
    ]
    theorem = apply(
        "mean_of_fold",
        *premises,
        term=term,
        state=state,
        index=index,
        statistics=tuple(statistics),
        rows=rows,
    )
    iteration = right(theorem).args[0] if len(rows) > 1 else right(theorem)
    starts = iteration.args[1].args if len(rows) > 1 else iteration.args[1:2]
    theorem = replaced_within(theorem, [_value(start, given) for start in dict.fromkeys(starts)])
    return converted(theorem, lambda value: _solved(value, rows, given))


def _affine(row: tuple[Term, ...], statistics: Sequence[Term]) -> Term:
    return add(*(multiply(a, f) for a, f in zip(row, statistics, strict=False)), row[-1])


def _row(value: Term, state: Term, statistics: Sequence[Term]) -> tuple[Term, ...]:
    """The a_q and b with value = sum_q a_q f_q + b, read off one monomial in the state of each f_q."""
    tools = Components()
    parts = _by_state(tools, value, state)
    found = []
    for f in statistics:
        of_f = _by_state(tools, f, state)
        mark = next((m for m in of_f if sum(m in _by_state(tools, g, state) for g in statistics) == 1), None)
        if mark is None:
            raise Refused(f"No part of {f} is its own among {statistics}.")
        found.append(factored(parts.get(mark, number(0)) / of_f[mark]))
    return (*found, factored(parts.get(((), frozenset()), number(0))))


def _by_state(tools: Components, value: Term, state: Term) -> dict[Monomial, Term]:
    """The coefficient of each monomial in entries of the state."""
    found: dict[Monomial, Term] = {}
    for (bound, atoms), c in tools.entries(value).items():
        own = frozenset((a, e) for a, e in atoms if occurs(state, a) or any(occurs(b, a) for b in bound))
        rest = multiply(number(c), *sorted((power(a, e) for a, e in atoms - own), key=repr))
        found[bound, own] = found.get((bound, own), number(0)) + rest
    return found


def _solved(value: Term, rows: tuple[tuple[Term, ...], ...], given: Given) -> Theorem:
    """The iteration, or its first entry, in closed form: sums of powers of the diagonal of a."""
    iteration = value.args[0] if value.head == "component" else value
    body, start, count = iteration.args
    t = Term("size", (), ("t_step", 1, None))
    starts = list(start.args) if value.head == "component" else [start]
    forms = _forms(rows, starts, t)
    form = Term("array", tuple(forms), (len(forms),)) if value.head == "component" else forms[0]
    solved = by_induction(Term("iterate", (body, start, t)), t, form, given)
    solved = apply("instance", solved, symbol=t, value=count)
    theorem = apply("within", solved, term=value)
    plain = factored(replaced(forms[0], t, count)) if count.head == "size" else replaced(forms[0], t, count)
    return converted(theorem, lambda own: apply("componentwise", *strict_facts(given), left=own, right=plain))


def _forms(rows: tuple[tuple[Term, ...], ...], starts: list[Term], t: Term) -> list[Term]:
    """The solution of y_t = a y_(t-1) + b for a triangular a, its diagonal of distinct entries."""
    letters, size = Letters(), len(rows)
    a = sp.Matrix(size, size, lambda i, j: letters.formula(rows[i][j]))
    b = sp.Matrix([letters.formula(row[-1]) for row in rows])
    if not a.is_upper:
        raise Refused("The statistics are not ordered so that each step uses later ones alone.")
    states = [sp.Matrix([letters.formula(x) for x in starts])]
    bases = list(dict.fromkeys([sp.Integer(1), *(a[k, k] for k in range(size))]))
    for _ in bases[1:]:
        states.append((a * states[-1] + b).applyfunc(sp.factor))
    system = sp.Matrix(len(bases), len(bases), lambda i, j: bases[j] ** i)
    solution = system.LUsolve(sp.Matrix([list(x) for x in states])).applyfunc(sp.factor)
    forms = []
    for k in range(size):
        terms = [letters.term(sp.factor(c)) for c in solution[:, k]]
        powers = [power(letters.term(sp.factor(base)), t) for base in bases[1:]]
        forms.append(add(*(multiply(c, p) for c, p in zip(terms, (number(1), *powers), strict=True))))
    return forms


def _value(start: Term, given: Given) -> Theorem:
    """What a statistic is at the start, by the equations at hand."""
    entries = Components().entries(start)
    if all(monomial == ((), frozenset()) for monomial in entries):
        return apply("componentwise", left=start, right=number(sum(entries.values())))
    equations = [of_products(fact) for fact in given if fact.proposition.head == "eq"]
    theorem = expand(start)
    while (found := _compound(right(theorem))) is not None:
        part, position = found
        theorem = replaced_within(theorem, [apply("linear", term=part, position=position)])
        theorem = replaced_within(converted(theorem, expand), equations)
    theorem = replaced_within(theorem, equations)
    return converted(theorem, lambda value: apply("ring", left=value, right=factored(value)))


def _compound(term: Term) -> tuple[Term, int] | None:
    """A linear operation on a multiple or sum, with its position there."""
    places = (
        (part, position)
        for part in subterms(term)
        if part.head in {"inner", "outer", "matmul", "transpose"} and not part.loose
        for position, inside in enumerate(part.args)
        if inside.head in {"scale", "add"}
    )
    return next(places, None)
