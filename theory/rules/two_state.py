r"""Two-state Markov chains: means over a token and a later one, at any lag.

The stationary law is $\pi \propto (P_{10}, P_{01})$, and $P^k = 1 \pi^\top + \lambda^k (I - 1 \pi^\top)$ with
$\lambda = P_{00} + P_{11} - 1$, the eigenvalue beside 1.
"""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .cross_entropy import x, y
from .events import Expectation
from .points import number, require_close

_BITS = (0, 1)
_LAGS = 4
_POINTS = 3


def stationary(matrix: sp.Matrix) -> tuple[sp.Expr, sp.Expr]:
    """The law that the chain keeps."""
    leave = matrix[0, 1], matrix[1, 0]
    return leave[1] / (leave[0] + leave[1]), leave[0] / (leave[0] + leave[1])


def _later(matrix: sp.Matrix, first: int, then: int, lag: sp.Expr) -> sp.Expr:
    """P(x = first, y = then), y being `lag` steps later."""
    pi, eigenvalue = stationary(matrix), matrix[0, 0] + matrix[1, 1] - 1
    own = 1 if first == then else 0
    return pi[first] * (pi[then] + eigenvalue**lag * (own - pi[then]))


def free(*expressions: sp.Basic) -> set[sp.Symbol]:
    """The symbols that are neither tokens nor the next token."""
    found = set().union(*(expression.free_symbols for expression in expressions))
    return {s for s in found if s.is_Symbol} - {y, x.label}


def _point(symbols: set[sp.Symbol], seed: int) -> dict[sp.Symbol, sp.Rational]:
    """Small whole numbers for whole symbols, random fractions below one for the others."""
    random = Random(seed)
    return {
        s: sp.Integer(random.randint(1, _LAGS)) if s.is_integer else sp.Rational(random.randint(1, 8), 11)
        for s in sorted(symbols, key=str)
    }


def mean_over(expression: sp.Expr, matrix: sp.Matrix) -> sp.Expr:
    """Sums are taken apart, and every term is added up over its token and the next."""
    if not expression.has(sp.Sum):
        return _enumerated(expression, matrix)
    total = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand(expression)):
        sums = [part for part in sp.Mul.make_args(term) if isinstance(part, sp.Sum)]
        if not sums:
            total += _enumerated(term, matrix)
            continue
        if len(sums) > 1:
            raise SideConditionError(f"{term} joins tokens of two lags.")
        inside = term / sums[0] * sums[0].function
        total += sp.Sum(sp.factor(_enumerated(inside, matrix)), *sums[0].limits)
    return total


def _enumerated(expression: sp.Expr, matrix: sp.Matrix) -> sp.Expr:
    tokens = [atom for atom in expression.atoms(sp.Indexed) if atom.base == x]
    if len(tokens) > 1:
        raise SideConditionError(f"{expression} joins tokens of two lags.")
    token = tokens[0] if tokens else x[1]
    lag = token.indices[0]
    return sp.Add(
        *(
            _later(matrix, i, j, lag) * expression.xreplace({token: sp.Integer(i)}).subs(y, j)
            for i, j in product(_BITS, repeat=2)
        )
    )


def _chain_mean(fact: sp.Rel, transition: sp.Eq) -> sp.Rel:
    return fact.func(Expectation(fact.lhs), mean_over(fact.rhs, transition.rhs), evaluate=False)


def _chain_conditions(fact: sp.Rel, transition: sp.Eq) -> tuple[str, ...]:
    require_stochastic(transition)
    return ("the chain is stationary", "no term joins tokens of two lags")


def require_stochastic(transition: sp.Eq) -> None:
    """Raise `SideConditionError` unless the rows of the matrix of two states add up to one."""
    matrix = transition.rhs
    rows = [sp.expand(sum(matrix.row(i))) for i in _BITS] if getattr(matrix, "shape", None) == (2, 2) else []
    if rows != [1, 1]:
        raise SideConditionError(f"{matrix} is not the transition matrix of two states.")


def _check_chain(result: sp.Rel, fact: sp.Rel, transition: sp.Eq) -> str:
    """Powers of the matrix itself, in fractions; whole symbols are small."""
    symbols = free(fact.rhs, transition.rhs)
    for seed in range(_POINTS):
        at = _point(symbols, seed)
        matrix = transition.rhs.subs(at)
        direct = _by_powers(fact.rhs.subs(at).doit(), matrix)
        require_close(
            number(direct, {}),
            number(result.rhs.subs(at).doit(), {}),
            f"At {at} the sum over pairs and the mean",
        )
    return f"summed over pairs of tokens by powers of the matrix, at {_POINTS} random points"


def _by_powers(expression: sp.Expr, matrix: sp.Matrix) -> sp.Expr:
    """E of the expression over all tokens it names: sums over paths of the chain."""
    lags = sorted({int(atom.indices[0]) for atom in expression.atoms(sp.Indexed)}, reverse=True)
    longest = lags[0] if lags else 1
    pi, total = stationary(matrix), sp.Integer(0)
    for path in product(_BITS, repeat=longest + 1):
        weight = pi[path[0]]
        for i, j in pairwise(path):
            weight *= matrix[i, j]
        tokens = {x[k]: sp.Integer(path[longest - k]) for k in lags}
        total += weight * expression.xreplace(tokens).subs(y, path[longest])
    return total


def _at_marginal(fact: sp.Rel, bias: sp.Eq) -> sp.Rel:
    inserted = fact.rhs.subs(bias.lhs, bias.rhs)
    return fact.func(fact.lhs, _tidy(inserted), evaluate=False)


def _tidy(expression: sp.Expr) -> sp.Expr:
    if expression.has(sp.log):
        return sp.simplify(expression)
    return sp.factor(sp.together(sp.powsimp(sp.simplify(expression))))


def _at_marginal_conditions(fact: sp.Rel, bias: sp.Eq) -> tuple[str, ...]:
    if not bias.lhs.is_Symbol or bias.rhs.has(bias.lhs):
        raise SideConditionError(f"{bias} does not say what the bias is.")
    return (f"${sp.latex(bias.lhs)}$ is what the definition says",)


def _check_at_marginal(result: sp.Rel, fact: sp.Rel, bias: sp.Eq) -> str:
    symbols = free(fact.rhs, bias.rhs) - {bias.lhs}
    for seed in range(_POINTS):
        at = _point(symbols, seed)
        before = number(fact.rhs, {**at, bias.lhs: bias.rhs.subs(at)})
        require_close(before, number(result.rhs, at), f"At {at} the formula before and after")
    return f"the formula before and after, at {_POINTS} random points"


def _geometric(fact: sp.Eq, weights: sp.Eq, *, lag: sp.Symbol, count: int) -> sp.Eq:
    """Weights delta_k1 + c/n of the lags 1..n, then the mean over n = 1..count."""
    weight, n = _weight(weights, lag)
    own = fact.rhs.subs({weights.lhs: 1, lag: 1})
    each = fact.rhs.subs(weights.lhs, 1)
    ratio = sp.simplify(each.subs(lag, lag + 1) / each)
    series = own * (1 - ratio**n) / (1 - ratio) * weight
    total = own + sp.Add(*(sp.cancel(series.subs(n, length)) for length in range(1, count + 1))) / count
    return sp.Eq(Expectation(fact.lhs), sp.factor(total), evaluate=False)


def _weight(weights: sp.Eq, lag: sp.Symbol) -> tuple[sp.Expr, sp.Symbol]:
    """The weight c/n that all lags have, and n; raises `SideConditionError` for another form."""
    delta = sp.KroneckerDelta(lag, 1)
    spread = sp.simplify(weights.rhs.subs(delta, 0))
    lengths = [s for s in spread.free_symbols if s.is_integer]
    if spread == 0 and weights.rhs == delta:
        return spread, sp.Dummy("n", integer=True, positive=True)
    if sp.expand(weights.rhs - spread - delta) != 0 or len(lengths) != 1 or spread.has(lag):
        raise SideConditionError(f"{weights.rhs} is not the own token and a mean over all.")
    return spread, lengths[0]


def _geometric_conditions(fact: sp.Eq, weights: sp.Eq, *, lag: sp.Symbol, count: int) -> tuple[str, ...]:
    _weight(weights, lag)
    if sp.expand(fact.rhs - weights.lhs * sp.diff(fact.rhs, weights.lhs)) != 0:
        raise SideConditionError(f"{fact.rhs} is not in proportion to {weights.lhs}.")
    if sp.simplify(fact.rhs.subs(lag, lag + 1) / fact.rhs).has(lag):
        raise SideConditionError(f"{fact.rhs} is not geometric in {lag}.")
    return (f"every position from 1 to {count} counts alike",)


def _check_geometric(result: sp.Eq, fact: sp.Eq, weights: sp.Eq, *, lag: sp.Symbol, count: int) -> str:
    _, n = _weight(weights, lag)
    symbols = sorted((fact.rhs.free_symbols | weights.rhs.free_symbols) - {lag, n, weights.lhs}, key=str)
    random = Random(1)
    at = {s: sp.Rational(random.randint(1, 8), 11) for s in symbols}
    total = sp.Integer(0)
    for length in range(1, count + 1):
        for k in range(1, length + 1):
            at_lag = weights.rhs.subs({lag: k, n: length}).subs(at)
            total += fact.rhs.subs({weights.lhs: at_lag, lag: k}).subs(at)
    derived = result.rhs.subs(at)
    if total / count != derived:
        raise CheckFailed(f"Added up over {count} positions the sum is {total / count}, not {derived}.")
    return f"added up lag by lag for {count} positions, exactly"


chain_mean = Rule(
    name="mean over a two-state chain",
    statement=r"$P^k = 1 \pi^\top + \lambda^k (I - 1 \pi^\top)$, and the first token has the law $\pi$.",
    apply=_chain_mean,
    conditions=_chain_conditions,
    check=_check_chain,
)

at_bias = Rule(
    name="the bias put in",
    statement="A symbol may be replaced by what it is defined to be, and terms collected.",
    apply=_at_marginal,
    conditions=_at_marginal_conditions,
    check=_check_at_marginal,
)

over_lags = Rule(
    name="sum over lags and positions",
    statement=r"$\sum_{k=1}^n \lambda^k = \lambda (1 - \lambda^n)/(1 - \lambda)$.",
    apply=_geometric,
    conditions=_geometric_conditions,
    check=_check_geometric,
)
