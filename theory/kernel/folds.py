"""Means along a recursion that takes in one fresh item at each step."""

from __future__ import annotations

from ..node import Term, add, multiply, number
from ..substitution import instantiated, occurs, replaced
from ..terms import vector
from .events import require_independent_items
from .logic import require_pointwise
from .probability import has_moments, require_independent, with_moments_alone
from .theorem import EQUATION, Conclusion, Theorem, require, rule

Rows = tuple[tuple[Term, ...], ...]


@rule(
    "Means that a step with fresh items changes affinely, whatever the state, follow the affine recursion.",
    EQUATION,
    others=EQUATION,
)
def mean_of_fold(
    first: Theorem,
    *others: Theorem,
    term: Term,
    state: Term,
    index: Term,
    statistics: tuple[Term, ...],
    rows: Rows,
) -> Conclusion:
    """From |- E f_r(g(j, s)) = sum_q a_rq f_q(s) + b_r for any state s and index j, with items at j that are
    independent of those of other steps, and no mean over s in f and g: E f_1 of the fold of g from x is entry
    1 of y -> a y + b, applied from E f(x) as often as there are items.

    `rows` has a_r1, ..., a_rm, b_r for each r. Given the items so far, the next one is integrated out.
    """
    require(term.head == "fold", "{} is no recursion.", term)
    body, start, count = term.args
    premises = (first, *others)
    fits = len(premises) == len(statistics) == len(rows)
    require(
        fits and all(len(row) == len(rows) + 1 for row in rows), "Each statistic needs a premise and a row."
    )
    require(index.head == "index" and index.args[0] is count, "{} is no index of {}.", index, term)
    require(state.head in {"fixed", "parameter"} and state.shape == start.shape, "{} is no state.", state)
    used = {name for part in (term, *(x for row in rows for x in row)) for name, _ in part.declarations}
    require(not {state.data[0], index.data[0]} & used, "{} and {} are not any.", state, index)
    for h in (h.proposition for premise in premises for h in premise.hypotheses):
        require(not occurs(state, h) and not occurs(index, h), "{} speaks of the state or the index.", h)
    step = instantiated(instantiated(body, index), state)
    require_independent_items(index, step)
    require_independent(start, step, ())
    for part in (step, *statistics):
        require_pointwise(part, state)
    rough = with_moments_alone(state.shape)
    for premise, f, row in zip(premises, statistics, rows, strict=True):
        require(not f.shape and not f.is_random and not occurs(index, f), "{} is no statistic.", f)
        finite = all(has_moments(replaced(f, state, x)) for x in (rough, start))
        require(finite and has_moments(replaced(step, state, rough)), "A mean may be infinite.")
        require(not any(x.shape or x.is_random for x in row), "{} are no numbers.", row)
        affine = add(*(multiply(a, g) for a, g in zip(row, statistics, strict=False)), row[-1])
        wanted = Term("eq", (Term("E", (replaced(f, state, step),)), affine))
        require(premise.proposition is wanted, "{} must be a theorem.", wanted)
    means = [
        Term("E", (at,)) if at.is_random else at for at in (replaced(f, state, start) for f in statistics)
    ]
    mean = Term("E", (replaced(statistics[0], state, term),))
    return Conclusion(Term("eq", (mean, _iterated(rows, means, count))))


def _iterated(rows: Rows, means: list[Term], count: Term) -> Term:
    """Entry 1 of y -> a y + b, from the means at the start."""
    if len(rows) == 1:
        x = Term("bound_value", (), (0,))
        return Term("iterate", (add(multiply(rows[0][0], x), rows[0][1]), means[0], count))
    size = len(rows)
    matrix = Term("array", tuple(a for row in rows for a in row[:-1]), (size, size))
    x = Term("bound_value", (number(size),), (0,))
    step = add(Term("matmul", (matrix, x)), vector(*(row[-1] for row in rows)))
    return Term("component", (Term("iterate", (step, vector(*means), count)), number(1)))
