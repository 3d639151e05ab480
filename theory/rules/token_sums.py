r"""Sums over the tokens of a Zipf law: expectations token by token, and how they grow.

A sum $\sum_x g(p(x))$ over $p(x) = C x^{-\alpha}$ with g rising and then falling differs from its integral by
at most the largest term; in the variable $u = p(x)$ that integral is of Beta type. For
$g(u) = u^a (1-u)^b$ both bounds follow, and with them the leading term as b grows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import product

import mpmath
import sympy as sp
from mpmath.calculus.quadrature import GaussLegendre
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import Growth, leading, sign
from .events import Expectation, Probability
from .points import WORKING_DIGITS, number, random_points, require_close
from .vectors import with_right

_Term = Callable[[mpmath.mpf], mpmath.mpf]

_ONE_BY_ONE = 2000
"""Sums no longer than this are added up term by term."""
_HEAD = 400
"""Terms that are always added up; from there on a term changes slowly from one token to the next."""
_DEGREE = 4
_CORRECTIONS = 5
_STEEP = mpmath.mpf(1) / 4
"""A term that changes by more than this share from one token to the next is not left to an expansion."""
_POWER = mpmath.mpf(1) / 20
_EXPONENTS = (sp.Rational(3, 2), sp.Integer(3))
_COUNTS = (1, 100, 10**5)
_CHECK_DIGITS = 20
_FAR = sp.Integer(10) ** 45
_FAR_TOLERANCE = mpmath.mpf(10) ** -10


class Zipf(sp.Basic):
    """The law p(x) = C x^-exponent on tokens 1, ..., tokens, which may be infinitely many."""

    def __new__(cls, exponent: sp.Expr, tokens: sp.Expr = sp.oo) -> Zipf:
        """Raise `SideConditionError` for a law on infinitely many tokens that has no normaliser."""
        exponent = sp.sympify(exponent, strict=True)
        if tokens == sp.oo and exponent.is_number and not exponent > 1:
            raise SideConditionError(
                f"Infinitely many tokens have no Zipf law of exponent {exponent}: it must exceed 1."
            )
        return sp.Basic.__new__(cls, exponent, sp.sympify(tokens, strict=True))

    @property
    def exponent(self) -> sp.Expr:
        """The exponent alpha."""
        return self.args[0]

    @property
    def tokens(self) -> sp.Expr:
        """How many tokens there are."""
        return self.args[1]

    @property
    def constant(self) -> sp.Expr:
        """C = p(1), from the masses adding up to one."""
        if self.tokens == sp.oo:
            return 1 / sp.zeta(self.exponent)
        return 1 / sp.harmonic(self.tokens, self.exponent)

    @property
    def scale(self) -> sp.Expr:
        """C^(1/alpha), the number of tokens on which shares are of order one."""
        if self.tokens == sp.oo:
            return sp.zeta(self.exponent) ** (-1 / self.exponent)
        return self.constant ** (1 / self.exponent)

    def describe(self) -> str:
        """The law as a sentence."""
        alpha, count = (sp.latex(part) for part in self.args)
        return rf"$p(x) = C x^{{-{alpha}}}$ on the tokens $x = 1, ..., {count}$"


class Share(sp.AtomicExpr):
    """p(x), the probability of the token that a `TokenSum` runs over."""

    is_positive = True
    is_commutative = True

    def _latex(self, printer: LatexPrinter) -> str:
        return "p(x)"

    def _sympystr(self, printer: sp.printing.str.StrPrinter) -> str:
        return "p(x)"


SHARE = Share()


class Indicator(sp.Expr):
    """One where the event holds, else zero."""

    is_commutative = True
    is_nonnegative = True

    def __new__(cls, event: sp.Basic) -> Indicator:
        """The indicator of `event`."""
        return sp.Expr.__new__(cls, event)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"1\left[{printer._print(self.args[0])}\right]"


class TokenSum(sp.Expr):
    """The sum of `summand`, a function of p(x), over the tokens of a Zipf law."""

    is_commutative = True
    precedence = PRECEDENCE["Add"]

    def __new__(cls, summand: sp.Expr, law: Zipf) -> TokenSum:
        """The sum over all tokens of the law."""
        return sp.Expr.__new__(cls, summand, law)

    @property
    def summand(self) -> sp.Expr:
        """The term as a function of the share."""
        return self.args[0]

    @property
    def law(self) -> Zipf:
        """The law of the tokens."""
        return self.args[1]

    def _eval_evalf(self, prec: int) -> sp.Expr:
        """Terms one by one, then Euler and Maclaurin; symbols leave it as it is."""
        if self.free_symbols or self.has(Indicator, Probability):
            return self
        # A share of 1/T is taken from one: that costs as many digits as T has.
        sizes = [abs(mpmath.mpf(x)) for x in self.summand.atoms(sp.Number)]
        lost = int(mpmath.log(max(sizes, default=1) + 2, 2))
        with mpmath.workprec(prec + 30 + lost):
            return sp.Float(_added_up(self), precision=prec)

    def _latex(self, printer: LatexPrinter) -> str:
        summand = printer.parenthesize(self.summand, PRECEDENCE["Mul"], strict=True)
        return rf"\sum_{{x=1}}^{{{printer._print(self.law.tokens)}}} {summand}"


class Leading(sp.Expr):
    """The limit of quantity * variable^-power as the variable grows."""

    is_commutative = True
    is_real = True

    def __new__(cls, quantity: sp.Expr, variable: sp.Symbol, power: sp.Expr) -> Leading:
        """The coefficient of the leading term."""
        return sp.Expr.__new__(cls, quantity, variable, power)

    def _latex(self, printer: LatexPrinter) -> str:
        quantity, variable, power = self.args
        scaled = printer._print(variable**-power)
        return rf"\lim_{{{printer._print(variable)} \to \infty}} {scaled}\, {printer._print(quantity)}"


def _added_up(total: TokenSum) -> mpmath.mpf:
    """The sum to working precision: the head, the integral of the rest, and what its ends add to it."""
    exponent = number(total.law.exponent, {})
    endless = total.law.tokens == sp.oo
    count = mpmath.inf if endless else mpmath.mpf(int(total.law.tokens))
    masses = mpmath.zeta(exponent) if endless else _power_sum(exponent, int(count))
    share = sp.Dummy(positive=True)
    of_share = sp.lambdify(share, total.summand.xreplace({SHARE: share}), "mpmath")

    def term(x: mpmath.mpf) -> mpmath.mpf:
        return of_share(mpmath.mpf(x) ** -exponent / masses)

    if not endless and (count <= _ONE_BY_ONE or _is_steep(term, count)):
        return mpmath.fsum(term(x) for x in range(1, int(count) + 1))
    head = mpmath.fsum(term(x) for x in range(1, _HEAD)) + _end(term, _HEAD, sign_of_end=-1)
    start, power, bulk = _bulk(term, exponent, count)
    rest = _power_tail(term, power, start, count)
    return head + bulk + rest + (mpmath.mpf(0) if endless else _end(term, count, sign_of_end=1))


def _power_sum(exponent: mpmath.mpf, count: int) -> mpmath.mpf:
    """1 + 2^-a + ... + count^-a: a difference of Hurwitz zeta functions where there are many terms."""
    if count <= _ONE_BY_ONE or exponent <= 1:
        return mpmath.fsum(mpmath.mpf(x) ** -exponent for x in range(1, count + 1))
    return mpmath.zeta(exponent) - mpmath.zeta(exponent, count + 1)


def _is_steep(term: _Term, x: mpmath.mpf) -> bool:
    here = term(x)
    return here != 0 and abs(term(x - 1) - here) > _STEEP * here


def _end(term: _Term, x: mpmath.mpf, *, sign_of_end: int) -> mpmath.mpf:
    """What one end adds to the integral (Euler and Maclaurin): half its term, and odd derivatives."""
    total = term(x) / 2
    for k in range(1, _CORRECTIONS + 1):
        weight = mpmath.bernoulli(2 * k) / mpmath.factorial(2 * k)
        total += sign_of_end * weight * mpmath.diff(term, x, 2 * k - 1)
    return total


def _bulk(term: _Term, exponent: mpmath.mpf, count: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf, mpmath.mpf]:
    """Where the terms fall like x^-a with a > 1 from, that a, and the integral up to there.

    The integral is taken by panels in log x; where no power is reached it runs to the end.
    """
    nodes = _nodes(mpmath.mp.prec)
    width, low, total = 1 / exponent, mpmath.log(_HEAD), mpmath.mpf(0)
    end = mpmath.log(count)
    while low < end:
        terms = [term(mpmath.exp(low + k * width)) for k in range(3)]
        if all(terms):
            slope, next_slope = (mpmath.log(terms[k] / terms[k + 1]) / width for k in range(2))
            if slope > 1 and abs(next_slope - slope) < _POWER:
                return mpmath.exp(low), next_slope, total
        half = (min(low + width, end) - low) / 2
        points = ((w, mpmath.exp(low + half * (1 + y))) for y, w in nodes)
        total += half * mpmath.fsum(w * term(x) * x for w, x in points)
        low += 2 * half
    return count, exponent, total


@lru_cache(maxsize=16)
def _nodes(bits: int) -> list[tuple[mpmath.mpf, mpmath.mpf]]:
    """Nodes and weights between -1 and 1."""
    return GaussLegendre(mpmath.mp).get_nodes(-1, 1, _DEGREE, bits)


def _power_tail(term: _Term, power: mpmath.mpf, start: mpmath.mpf, count: mpmath.mpf) -> mpmath.mpf:
    """The integral where terms fall like x^-a, in w = (x/start)^(1 - a): there it is nearly constant."""
    if start >= count:
        return mpmath.mpf(0)
    root = 1 / (power - 1)
    last = mpmath.mpf(0) if count == mpmath.inf else (count / start) ** (1 - power)

    def in_w(w: mpmath.mpf) -> mpmath.mpf:
        x = start * w**-root
        return term(x) * x * root / w

    return mpmath.quad(in_w, [last, 1])


def _mean_of_indicators(fact: sp.Eq) -> sp.Eq:
    mean = fact.rhs.replace(lambda e: isinstance(e, Indicator), lambda e: Probability(e.args[0]))
    return sp.Eq(Expectation(fact.lhs), mean, evaluate=False)


def _indicator_conditions(fact: sp.Eq) -> tuple[str, ...]:
    sums = fact.rhs.atoms(TokenSum)
    if len(sums) != 1 or not all(_is_linear(total.summand) for total in sums):
        raise SideConditionError(f"{fact.rhs} is not a sum over tokens of shares times one indicator.")
    return ("the sum has terms of one sign, so mean and sum may be exchanged",)


def _is_linear(summand: sp.Expr) -> bool:
    return sum(isinstance(factor, Indicator) for factor in sp.Mul.make_args(summand)) == 1


def _check_mean(result: sp.Eq, fact: sp.Eq) -> str:
    """Three tokens whose events depend on each other: all eight outcomes, weighed by a law of their own."""
    weights = [sp.Rational(k, 36) for k in range(1, 9)]
    shares = [sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 6)]
    outcomes = list(product((0, 1), repeat=3))
    (total,), (mean,) = fact.rhs.atoms(TokenSum), result.rhs.atoms(TokenSum)
    before = sum(w * sum(_valued(total, u, bit) for u, bit in zip(shares, o, strict=True))
                 for w, o in zip(weights, outcomes, strict=True))  # fmt: skip
    chances = [sum(w * o[k] for w, o in zip(weights, outcomes, strict=True)) for k in range(3)]
    after = sum(_valued(mean, u, chance) for u, chance in zip(shares, chances, strict=True))
    if sp.expand(fact.rhs.xreplace({total: before}) - result.rhs.xreplace({mean: after})) != 0:
        raise CheckFailed(f"Over eight outcomes the mean is {before}, and the rule gives {after}.")
    return "all outcomes of three events that depend on each other were enumerated"


def _valued(total: TokenSum, share: sp.Expr, value: sp.Expr) -> sp.Expr:
    events = total.summand.atoms(Indicator, Probability)
    return total.summand.xreplace({SHARE: share, **dict.fromkeys(events, sp.sympify(value))})


def _put_probability_in(fact: sp.Eq, known: sp.Eq, *, share: sp.Symbol) -> sp.Eq:
    return with_right(fact, fact.rhs.xreplace({known.lhs: known.rhs.xreplace({share: SHARE})}))


def _put_conditions(fact: sp.Eq, known: sp.Eq, *, share: sp.Symbol) -> tuple[str, ...]:
    if not fact.rhs.has(known.lhs):
        raise SideConditionError(f"{fact.rhs} does not hold {known.lhs}.")
    return (f"the probability is that of a token of share ${sp.latex(share)}$, whichever it is",)


def _check_put(result: sp.Eq, fact: sp.Eq, known: sp.Eq, *, share: sp.Symbol) -> str:
    """Token by token at random shares: the probability's value put in for its name."""
    (before,), (after,) = fact.rhs.atoms(TokenSum), result.rhs.atoms(TokenSum)
    for point in random_points(known.rhs.free_symbols | after.free_symbols | {share}):
        inside = {**point, share: 1 / point[share]}
        value = number(known.rhs, inside)
        named = before.summand.xreplace({SHARE: inside[share], known.lhs: sp.Integer(1)})
        one = number(fact.rhs.xreplace({before: named}), inside)
        other = number(result.rhs.xreplace({after: after.summand.xreplace({SHARE: inside[share]})}), inside)
        with mpmath.workdps(WORKING_DIGITS):
            require_close(one * value, other, f"At the share {inside[share]} the two terms")
    return "term by term at three random shares to 50 digits"


def _opposite(fact: sp.Eq) -> sp.Eq:
    return sp.Eq(Probability(fact.lhs.args[0].negated), 1 - fact.rhs, evaluate=False)


def _check_opposite(result: sp.Eq, fact: sp.Eq) -> str:
    if result.lhs.args[0].negated != fact.lhs.args[0] or sp.expand(result.rhs + fact.rhs - 1) != 0:
        raise CheckFailed(f"{result} is not the opposite of {fact}.")
    return "the event and its opposite share a mass of one"


def powers_of(summand: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The exponents a and b of u^a (1 - u)^b; raises `SideConditionError` for another summand."""
    a = b = sp.Integer(0)
    for factor in sp.Mul.make_args(summand):
        base, exponent = factor.as_base_exp()
        if base == SHARE:
            a += exponent
        elif base == 1 - SHARE:
            b += exponent
        else:
            raise SideConditionError(f"{summand} is not of the form u^a (1-u)^b.")
    return a, b


def _largest_term(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """A bound on u^a (1 - u)^b: its maximum is at u = a/(a+b), and the other factor is at most one."""
    return (a / (a + b)) ** a


def _against_integral(fact: sp.Eq, *, below: bool) -> sp.Rel:
    (total,) = fact.rhs.atoms(TokenSum)
    (a, b), alpha, C = powers_of(total.summand), total.law.exponent, total.law.constant
    u = sp.Symbol("u", positive=True)
    whole = sp.Integral(u ** (a - 1 - 1 / alpha) * (1 - u) ** b, (u, 0, 1))
    scale, top = total.law.scale / alpha, _largest_term(a, b)
    if below:
        bound = scale * (whole - C ** (-1 - 1 / alpha) / (b + 1)) - top
        return sp.Ge(fact.lhs, fact.rhs.xreplace({total: bound}), evaluate=False)
    return sp.Le(fact.lhs, fact.rhs.xreplace({total: scale * whole + top}), evaluate=False)


def _integral_conditions(fact: sp.Eq, *, below: bool) -> tuple[str, ...]:
    (total,) = fact.rhs.atoms(TokenSum)
    a, _ = powers_of(total.summand)
    alpha = total.law.exponent
    if total.law.tokens != sp.oo:
        raise SideConditionError("The integral runs over infinitely many tokens, and the law has an end.")
    if alpha.is_number and not alpha * a > 1:
        raise SideConditionError(f"The sum of p^{a} diverges for the exponent {alpha}.")
    return (rf"${sp.latex(alpha)} > 1$", "the terms rise, then fall, so that sum and integral differ by one")


def _check_against_integral(result: sp.Rel, fact: sp.Eq, *, below: bool) -> str:
    """The sum itself, added up, lies on the bound's right side for three laws and sizes up to 10^5."""
    (total,) = fact.rhs.atoms(TokenSum)
    sizes = sorted(total.summand.free_symbols, key=str)
    others = sorted(fact.rhs.free_symbols - set(sizes) - total.law.free_symbols, key=str)
    alphas = sorted(total.law.exponent.free_symbols, key=str)
    for exponent, count in product(_EXPONENTS, _COUNTS):
        point = dict.fromkeys(sizes, sp.Integer(count)) | dict.fromkeys(alphas, exponent)
        point |= dict.fromkeys(others, sp.Rational(1, 3))
        added = _sum_at(fact.rhs.subs(point))
        # As floating-point numbers: Gamma functions of large halves would become long products.
        bound = number(_evaluated(result.rhs), {x: sp.Float(v, WORKING_DIGITS) for x, v in point.items()})
        if (bound > added) if below else (bound < added):
            raise CheckFailed(f"At {point} the sum is {added}, and the bound on it {bound}.")
    return f"the sum added up, for {len(_EXPONENTS)} exponents and sizes up to {max(_COUNTS)}"


@cache
def _sum_at(expression: sp.Expr) -> mpmath.mpf:
    return mpmath.mpf(str(sp.N(expression, _CHECK_DIGITS)))


def _evaluated(expression: sp.Expr) -> sp.Expr:
    return expression.replace(lambda e: isinstance(e, sp.Integral), _beta)


def _beta(integral: sp.Integral) -> sp.Expr:
    """Gamma(a) Gamma(b) / Gamma(a+b) for the integral of u^(a-1) (1-u)^(b-1) over (0, 1)."""
    u, start, end = integral.limits[0]
    a = b = sp.Integer(1)
    for factor in sp.Mul.make_args(integral.function):
        base, exponent = factor.as_base_exp()
        if base == u:
            a += exponent
        elif base == 1 - u:
            b += exponent
        else:
            raise SideConditionError(f"{integral.function} is not of the form u^a (1-u)^b.")
    if (start, end) != (0, 1):
        raise SideConditionError(f"{integral} does not run from 0 to 1.")
    a = sp.together(a)
    return sp.gamma(a) * sp.gamma(b) / sp.gamma(sp.expand(a + b))


def _evaluate_beta(fact: sp.Rel) -> sp.Rel:
    return with_right(fact, _evaluated(fact.rhs))


def _beta_conditions(fact: sp.Rel) -> tuple[str, ...]:
    if not fact.rhs.atoms(sp.Integral):
        raise SideConditionError(f"{fact.rhs} holds no integral.")
    return ("both exponents exceed -1",)


def _check_beta(result: sp.Rel, fact: sp.Rel) -> str:
    """Tanh-sinh quadrature at random rational exponents."""
    for point in random_points(fact.rhs.free_symbols):
        values = {}
        for integral in fact.rhs.atoms(sp.Integral):
            u = integral.limits[0][0]
            with mpmath.workdps(WORKING_DIGITS):
                integrand = sp.lambdify(u, integral.function.subs(point), "mpmath")
                area = mpmath.quad(_flattened(integrand), [0, 1])
                values[integral] = sp.Float(area, WORKING_DIGITS)
        expected = fact.rhs.xreplace(values)
        with mpmath.workdps(WORKING_DIGITS):
            one, other = number(expected, point), number(result.rhs, point)
            if abs(one - other) > mpmath.mpf(10) ** -30 * (1 + abs(one)):
                raise CheckFailed(f"At {point} quadrature gives {one}, the Gamma functions {other}.")
    return "by quadrature at three random points to 30 digits"


def _flattened(integrand: _Term) -> _Term:
    """The integrand in v with u = v^12: a power of u above -11/12 is then bounded at 0."""
    return lambda v: integrand(v**12) * 12 * v**11


def _tame(expression: sp.Expr) -> tuple[sp.Expr, dict[sp.Expr, sp.Expr]]:
    """The expression with values of the zeta function as positive names, and the names' meaning."""
    names = {value: sp.Dummy("zeta", positive=True) for value in expression.atoms(sp.zeta)}
    return expression.xreplace(names), {name: value for value, name in names.items()}


def leading_term(expression: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, sp.Expr]:
    """Coefficient and exponent as the variable grows, the coefficient being proved positive."""
    tame, meaning = _tame(expression)
    coefficient, power = leading(tame, variable)
    if sign(coefficient) != 1:
        raise SideConditionError(
            f"The leading coefficient {coefficient} of {expression} is not known positive."
        )
    return coefficient.xreplace(meaning), sp.expand(power)


def _leading_between(below: sp.Ge, above: sp.Le, *, variable: sp.Symbol) -> sp.Eq:
    coefficient, power = leading_term(above.rhs, variable)
    return sp.Eq(Leading(above.lhs, variable, power), coefficient, evaluate=False)


def _between_conditions(below: sp.Ge, above: sp.Le, *, variable: sp.Symbol) -> tuple[str, ...]:
    if not (isinstance(below, sp.Ge) and isinstance(above, sp.Le) and below.lhs == above.lhs):
        raise SideConditionError(f"{below} and {above} are not a lower and an upper bound on one quantity.")
    one, other = leading_term(below.rhs, variable), leading_term(above.rhs, variable)
    if sp.simplify(one[0] - other[0]) != 0 or sp.simplify(one[1] - other[1]) != 0:
        raise SideConditionError(f"The bounds lead with {one} and {other}: they do not enclose a limit.")
    return ("both bounds have one leading term",)


def _check_between(result: sp.Eq, below: sp.Ge, above: sp.Le, *, variable: sp.Symbol) -> str:
    """Both bounds at 10^45, scaled by the power, against the coefficient."""
    power = result.lhs.args[2]
    for exponent in _EXPONENTS:
        point = dict.fromkeys(result.rhs.free_symbols | below.rhs.free_symbols - {variable}, exponent)
        expected = number(result.rhs, point)
        for bound in (below, above):
            scaled = number((bound.rhs * variable**-power).subs(variable, sp.Float(_FAR, 120)), point)
            if abs(scaled - expected) > _FAR_TOLERANCE * abs(expected):
                raise CheckFailed(
                    f"At 10^45 and {point} a bound is {scaled}, and the coefficient {expected}."
                )
    return "both bounds at 10^45 agree with it to ten digits, at two exponents"


def _growth_of(fact: sp.Eq) -> Growth:
    quantity, variable, power = fact.lhs.args
    return Growth(quantity, sp.Tuple(sp.Tuple(variable, power)))


mean_of_indicators = Rule(
    name="mean of indicators",
    statement=r"$\mathbb{E} \sum_x p(x) 1[A_x] = \sum_x p(x) \mathbb{P}(A_x)$, whatever the dependence.",
    apply=_mean_of_indicators,
    conditions=_indicator_conditions,
    check=_check_mean,
)

put_probability_in = Rule(
    name="probability of each token's event",
    statement="Each term of a sum over tokens takes its own probability.",
    apply=_put_probability_in,
    conditions=_put_conditions,
    check=_check_put,
)

opposite = Rule(
    name="opposite event",
    statement=r"$\mathbb{P}(A^c) = 1 - \mathbb{P}(A)$.",
    apply=_opposite,
    check=_check_opposite,
)

against_integral = Rule(
    name="sum against integral",
    statement=(
        r"Where g rises and then falls, $\sum_x g(C x^{-\alpha})$ and "
        r"$\int_1^{\infty} g(C x^{-\alpha}) dx = "
        r"\frac{C^{1/\alpha}}{\alpha} \int_0^C u^{-1-1/\alpha} g(u) du$ "
        r"differ by at most $\max g$; beyond C, $u^{a-1-1/\alpha} \le C^{-1-1/\alpha}$."
    ),
    apply=_against_integral,
    conditions=_integral_conditions,
    check=_check_against_integral,
)

beta_integral = Rule(
    name="Beta integral",
    statement=r"$\int_0^1 u^{a-1} (1-u)^{b-1} du = \Gamma(a) \Gamma(b) / \Gamma(a+b)$.",
    apply=_evaluate_beta,
    conditions=_beta_conditions,
    check=_check_beta,
)

leading_between = Rule(
    name="leading term between bounds",
    statement="What lies between two quantities with one leading term has that leading term.",
    apply=_leading_between,
    conditions=_between_conditions,
    check=_check_between,
)

growth_of = Rule(
    name="order of a leading term",
    statement=r"$\lim x^{-a} E = c > 0$ gives $E \asymp x^a$.",
    apply=_growth_of,
)
