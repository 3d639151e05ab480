r"""Products of independent squared norms: their law as a sum of Gaussians, moments, tail, and rate.

A sum of independent normal vectors with fixed coefficients is normal, so the crosstalk of normal keys
and values is a product of independent lengths. Its moments are ratios of Gamma functions; Mellin
inversion gives the tail as a Meijer G-function, and Stirling's formula its rate.
"""

from __future__ import annotations

import mpmath
import sympy as sp
from flint import arb, ctx

from ..derivation import CheckFailed, Rule, SideConditionError
from .contraction import power, squared_norm
from .events import Expectation, Probability
from .expectation import integrate_out
from .index_sums import coincidences, exchange
from .laws import Gaussian
from .points import WORKING_DIGITS, number, random_points, require_close, require_equal
from .rates import DecayRate
from .vectors import Inner, Vector, vectors


def _letters(fact: sp.Eq) -> tuple[Vector, Vector, Vector]:
    """The query, the stored key and the value of a crosstalk sum."""
    total = fact.rhs
    (j,) = total.indices
    (overlap,) = total.summand.atoms(Inner)
    (value,) = (f for f in sp.Mul.make_args(total.summand) if isinstance(f, Vector))
    query = next(v for v in overlap.args if v.index != j)
    key = next(v for v in overlap.args if v.index == j)
    return query, key, value


def _lengths(fact: sp.Eq) -> sp.Eq:
    query, key, value = _letters(fact)
    items = fact.rhs.count
    h, g = Vector("h", None, Gaussian(items)), Vector("g", None, Gaussian(value.law.dimension))
    product = items / key.law.dimension * Inner(query, query) * Inner(h, h) * Inner(g, g)
    return sp.Eq(Inner(fact.lhs, fact.lhs), product, evaluate=False)


def _lengths_conditions(fact: sp.Eq) -> tuple[str, ...]:
    query, key, value = _letters(fact)
    if not isinstance(key.law, Gaussian) or not isinstance(value.law, Gaussian):
        raise SideConditionError(f"The laws {key.law} and {value.law} are not both normal.")
    if query.index not in fact.rhs.excluded:
        raise SideConditionError("The query's own key must be taken out of the sum.")
    return ("given the coefficients the sum is normal; given the query the coefficients are normal",)


def _check_lengths(result: sp.Eq, fact: sp.Eq) -> str:
    """The first two moments of the squared norm by pairings, and of the product by Gamma moments."""
    for order in (1, 2):
        mean = squared_norm.apply(fact)
        mean = power.apply(mean, exponent=order) if order > 1 else mean
        mean = exchange.apply(coincidences.apply(mean))
        mean = integrate_out.apply(mean, letter="v")
        mean = integrate_out.apply(mean, letter="k", keep=_letters(fact)[0].index)
        mean = integrate_out.apply(mean, letter="k")
        require_equal(mean.rhs, _norms_moment(result.rhs, order))
    return "the first two moments agree with those by pairings at random rational points"


def _norms_moment(product: sp.Expr, order: int) -> sp.Expr:
    value = sp.Integer(1)
    for factor in sp.Mul.make_args(product):
        value *= factor.args[0].law.norm_moment(order) if isinstance(factor, Inner) else factor**order
    return value


def _moment(fact: sp.Eq, *, order: sp.Symbol) -> sp.Eq:
    value = sp.Integer(1)
    for factor in sp.Mul.make_args(fact.rhs):
        if isinstance(factor, Inner):
            half = factor.args[0].law.dimension / 2
            value *= sp.gamma(half + order) / sp.gamma(half) / half**order
        else:
            value *= factor**order
    return sp.Eq(Expectation(fact.lhs**order), value, evaluate=False)


def _moment_conditions(fact: sp.Eq, **_: object) -> tuple[str, ...]:
    for v in vectors(fact.rhs):
        if not isinstance(v.law, Gaussian):
            raise SideConditionError(f"The squared norm of {v} is not that of a normal vector.")
    return ("the squared norms are independent Gamma variables",)


def _check_moment(result: sp.Eq, fact: sp.Eq, *, order: sp.Symbol) -> str:
    for whole in (1, 2, 3):
        require_equal(result.rhs.subs(order, whole), _norms_moment(fact.rhs, whole))
    return "the moments of order 1, 2, 3 are the rising products of the laws"


def _gammas(moment: sp.Eq, order: sp.Symbol) -> tuple[list[sp.Expr], sp.Expr]:
    """The half dimensions a of Gamma(a+s)/Gamma(a), and C of the factor C^s."""
    halves, scale = [], sp.Integer(1)
    for factor in sp.Mul.make_args(moment.rhs):
        base, exponent = factor.as_base_exp()
        if isinstance(base, sp.gamma):
            if exponent == 1:
                halves.append(base.args[0] - order)
        else:
            scale *= base ** sp.diff(exponent, order)
    return halves, sp.factor(scale)


def _survival(moment: sp.Eq, *, order: sp.Symbol, threshold: sp.Symbol) -> sp.Eq:
    halves, scale = _gammas(moment, order)
    variable = moment.lhs.args[0].base
    tail = sp.meijerg([[], [1]], [[0, *halves], []], threshold / scale)
    share = tail / sp.Mul(*(sp.gamma(a) for a in halves))
    return sp.Eq(Probability(sp.Gt(variable, threshold)), share, evaluate=False)


def product_tail(halves: list[mpmath.mpf], level: mpmath.mpf, per_unit: int = 16) -> mpmath.mpf:
    """P(X Y > level) for Gamma variables: one integral over log X by the trapezoidal rule.

    The integrand falls doubly exponentially on both sides and is analytic within pi/2 of the line, so
    that the error is about exp(-pi^2/step).
    """
    a, b = halves
    start, step = mpmath.log(level) - 6, mpmath.mpf(1) / per_unit
    count = int((mpmath.log(200 + 4 * a) - start) / step) + 1
    terms = []
    for k in range(count):
        u = start + k * step
        terms.append(mpmath.exp(a * u - mpmath.exp(u)) * _beyond(b, level * mpmath.exp(-u)))
    return step * mpmath.fsum(terms) / mpmath.gamma(a)


def _beyond(shape: mpmath.mpf, level: mpmath.mpf) -> mpmath.mpf:
    """P(Y > level) for a Gamma variable: a Poisson sum where the shape is whole."""
    if shape != int(shape):
        return mpmath.gammainc(shape, level, regularized=True)
    term, total = mpmath.mpf(1), mpmath.mpf(0)
    for k in range(int(shape)):
        total, term = total + term, term * level / (k + 1)
    return total * mpmath.exp(-level)


def _check_survival(result: sp.Eq, moment: sp.Eq, *, order: sp.Symbol, threshold: sp.Symbol) -> str:
    halves, scale = _gammas(moment, order)
    if len(halves) != 2:  # noqa: PLR2004 - one integral over one of two factors
        return "not integrated: the check by one integral is for two factors"
    (point,) = random_points(result.rhs.free_symbols, count=1, seed=4, least=3)
    # Even numbers make one shape whole and the other half of an odd number.
    point = {s: sp.Integer(2 * int(x)) if s.is_integer else x for s, x in point.items()}
    point[threshold] = sp.Rational(2, 7)
    with mpmath.workdps(WORKING_DIGITS):
        level = number(threshold / scale, point)
        route = product_tail([number(a, point) for a in halves], level)
    require_close(route, number(result.rhs, point), "One integral over a factor and the rule")
    return "one integral over a factor at a random rational point to 50 digits"


def _rate(
    moment: sp.Eq,
    items: sp.Eq,
    values: sp.Eq,
    *,
    order: sp.Symbol,
    threshold: sp.Symbol,
    dimension: sp.Symbol,
) -> sp.Eq:
    halves, scale = _gammas(moment, order)
    shares = [_share(a, items, values, dimension) for a in halves]
    level = sp.factor(threshold / scale.subs(items.lhs, items.rhs).subs(values.lhs, values.rhs))
    level = sp.cancel(level / dimension ** len(shares))
    if len(shares) != 2 or level.has(dimension):  # noqa: PLR2004 - a quadratic equation
        raise SideConditionError(f"The slope of the rate is solved for two factors, not {len(shares)}.")
    a, b = shares
    best = (-(a + b) + sp.sqrt((a - b) ** 2 + 4 * level)) / 2
    value = best * sp.log(level)
    for share in shares:
        value -= (share + best) * sp.log(share + best) - share * sp.log(share) - best
    event = Probability(sp.Gt(moment.lhs.args[0].base, threshold))
    return sp.Eq(DecayRate(event, dimension), value, evaluate=False)


def _share(half: sp.Expr, items: sp.Eq, values: sp.Eq, dimension: sp.Symbol) -> sp.Expr:
    share = sp.cancel(half.subs(items.lhs, items.rhs).subs(values.lhs, values.rhs) / dimension)
    if share.has(dimension):
        raise SideConditionError(f"{half} is not proportional to {dimension}.")
    return share


def _best_gain(shape: list[mpmath.mpf], level: mpmath.mpf) -> mpmath.mpf:
    """The largest of s * level - log moment / 10^9 over 4096 orders s * 10^9."""
    far = 10**9
    with ctx.workdps(WORKING_DIGITS):
        ends, slope = [arb(a) for a in shape], arb(level)
        start = sum((a.lgamma() for a in ends), start=arb(0))

        def gain(k: int) -> arb:
            s = arb(k) / 512
            return s * slope - (sum(((a + s * far).lgamma() for a in ends), start=arb(0)) - start) / far

        return mpmath.mpf(max(gain(k).mid() for k in range(4096)).str(WORKING_DIGITS, radius=False))


def _check_rate(result: sp.Eq, moment: sp.Eq, items: sp.Eq, values: sp.Eq, **options: sp.Symbol) -> str:
    """Log moments at dimension 10^9: no order gives more than the rate, and one gives it within 10^-6."""
    order, threshold, d = (options[name] for name in ("order", "threshold", "dimension"))
    far = sp.Integer(10) ** 9
    (point,) = random_points(result.rhs.free_symbols, count=1, seed=9, least=1)
    point[threshold] = 1 + sum(point.values())
    halves, scale = _gammas(moment, order)
    at = {items.lhs: items.rhs.subs(d, far).subs(point), values.lhs: values.rhs.subs(d, far).subs(point)}
    at |= {d: far, threshold: point[threshold]}
    with mpmath.workdps(WORKING_DIGITS):
        shape, level = [number(a, at) for a in halves], number(sp.log(threshold / scale), at)
        rate, best = number(result.rhs, point), _best_gain(shape, level)
        if not rate - mpmath.mpf(10) ** -5 < best < rate + mpmath.mpf(10) ** -7:
            raise CheckFailed(f"The best of 4096 orders gives {best}, not the rate {rate}.")
    return "the best of 4096 orders at dimension 10^9 comes within 10^-5 and never above"


product_of_lengths = Rule(
    name="sum of normal vectors",
    statement=(
        r"For normal keys and values $| \sum_j \langle q, k_j \rangle v_j |^2$ has the law of "
        r"$\frac{n-1}{d_k} |q|^2 |h|^2 |g|^2$ with independent normal $h \in R^{n-1}$, "
        r"$g \in R^{d_v}$ of mean square length one."
    ),
    apply=_lengths,
    conditions=_lengths_conditions,
    check=_check_lengths,
)

moment_of_product = Rule(
    name="moments of a product of lengths",
    statement=r"$\mathbb{E} |g|^{2s} = \Gamma(d/2+s)/(\Gamma(d/2) (d/2)^s)$ for normal g.",
    apply=_moment,
    conditions=_moment_conditions,
    check=_check_moment,
)

survival = Rule(
    name="Mellin inversion",
    statement=(
        r"$\mathbb{P}(Z > \tau)$ has the Mellin transform $\mathbb{E} Z^s / s$: for "
        r"$\mathbb{E} Z^s = C^s \prod \Gamma(a+s)/\Gamma(a)$ it is "
        r"$G^{k+1,0}_{1,k+1}(\tau/C \mid 1; 0, a) / \prod \Gamma(a)$."
    ),
    apply=_survival,
    check=_check_survival,
)

product_rate = Rule(
    name="large deviations of a product",
    statement=(
        r"By Stirling $\frac{1}{d} \log \mathbb{E} Z^{sd} \to \Lambda(s)$, and "
        r"$-\frac{1}{d} \log \mathbb{P}(Z > \tau)$ tends to "
        r"$\sup_s (s \log \tau - \Lambda(s))$ above the mean (Gärtner and Ellis)."
    ),
    apply=_rate,
    check=_check_rate,
)
