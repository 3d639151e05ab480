r"""Errors of the first P tokens stored under powers of a Zipf law, as sums that balls enclose.

A stored token is missed with half the probability that one coordinate X of a unit vector of $R^{d+1}$ has
$X^2 > x^{-r}/H$, $H = \sum_{x \le P} x^{-r}$; a token that is not stored is missed half of the time. The sum
of these over tokens has no closed form, but a rigorous value: a head term by term and a series of Hurwitz
zeta functions. Markov's inequality for a moment of X, and integrals beside the tail, tell its order.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Final

import mpmath
import sympy as sp
from flint import arb, ctx, fmpq, fmpz
from sympy.printing.latex import LatexPrinter

from ..derivation import CheckFailed, Rule, SideConditionError
from .asymptotics import Growth, growth
from .balls import Enclosed
from .events import Expectation, Probability
from .laws import Sphere
from .points import number, require_close
from .vectors import vectors, with_right

_NEAR: Final = 4.0
"""The series is used where its variable is below a quarter."""
_SHORT: Final = 1000
"""Tokens that are always added up one by one."""
_LONGEST: Final = 10**6
_PLACES: Final = ((3, 4), (7, 8))
"""Tokens and dimensions at which sums are added up term by term."""


class Whole(Enclosed):
    """The whole part of a power, exactly: floor(base**exponent)."""

    nargs = 2
    is_integer = True
    is_nonnegative = True

    @staticmethod
    def enclosed(base: fmpq | arb, exponent: fmpq | arb) -> fmpq:
        """The whole number; raises `TypeError` where a ball holds more than one."""
        if isinstance(base, fmpq) and isinstance(exponent, fmpq) and base.denominator == 1:
            return fmpq(fmpz(base.numerator ** int(exponent.numerator)).root(int(exponent.denominator)))
        power = base if exponent == 1 else arb(base) ** arb(exponent)
        found = power.floor() if isinstance(power, fmpq) else arb(power).floor().unique_fmpz()
        if found is None:
            raise TypeError(f"A ball about {power} does not tell its whole part.")
        return fmpq(found)

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        whole = rf"\lfloor {printer._print(self.args[0] ** self.args[1])} \rfloor"
        return whole if exp is None else rf"{whole}^{{{exp}}}"


class PowerSum(Enclosed):
    r"""$\sum_{x \le n} x^{-s}$, continued to real n as a difference of zeta functions."""

    nargs = 2
    is_positive = True

    @staticmethod
    def enclosed(last: fmpq | arb, power: fmpq | arb) -> arb:
        """A ball around the sum."""
        s, end = arb(power), arb(last) + 1
        if power == 1:
            return end.digamma() + arb.const_euler()
        return s.zeta() - s.zeta(end)

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        last, power = (printer._print(part) for part in self.args)
        total = rf"\sum_{{x \le {last}}} x^{{-{power}}}"
        return total if exp is None else rf"\left({total}\right)^{{{exp}}}"


class StoredMass(Enclosed):
    r"""$\sum_{x \le P} x^{-\alpha}\, \mathbb{P}(X^2 > x^{-r}/H)$, X a coordinate of a unit vector."""

    nargs = 4
    is_nonnegative = True

    @staticmethod
    def enclosed(alpha: fmpq | arb, fall: fmpq | arb, size: fmpq | arb, last: fmpq | arb) -> arb:
        """A ball around the sum; raises `TypeError` unless all is rational and not too long."""
        if not all(isinstance(x, fmpq) for x in (alpha, fall, size, last)) or not (alpha > 0 and fall >= 0):
            raise TypeError(f"No enclosure of the sum is known at {(alpha, fall, size, last)}.")
        stored = int(last.floor())
        # A single token has no noise.
        return _enclosed(arb(alpha), arb(fall), arb(size), stored) if stored > 1 else arb(0)

    def _latex(self, printer: LatexPrinter, exp: object = None) -> str:
        alpha, r, d, last = (printer._print(part) for part in self.args)
        chance = rf"\mathbb{{P}}(X_{{{d}+1}}^2 > x^{{-{r}}}/\sum_{{j \le {last}}} j^{{-{r}}})"
        total = rf"\sum_{{x \le {last}}} x^{{-{alpha}}} {chance}"
        return total if exp is None else rf"\left({total}\right)^{{{exp}}}"


def _enclosed(alpha: arb, fall: arb, size: arb, stored: int) -> arb:
    """All terms alike, a head and a series; terms of the head below 2^-bits widen the ball."""
    if fall == 0:
        return PowerSum.enclosed(fmpq(stored), _exact(alpha)) * _beyond(arb(1) / stored, size)
    bits = ctx.prec
    with ctx.workprec(4 * bits):
        # The series grows to e^(d z/2) before it falls, which takes as many bits again.
        level = PowerSum.enclosed(fmpq(stored), _exact(fall))
        place = 1 / float(fall.mid())
        first = ceil(max(1.0, (float(size.mid()) / (1.4 * bits) / float(level.mid())) ** place))
        start = min(max(first, ceil((_NEAR / float(level.mid())) ** place)), stored + 1)
        if stored - first < _SHORT:
            start = stored + 1
        if start - first > _LONGEST:
            raise TypeError(f"The head of {start - first} terms is too long.")
        least = min(first - 1, stored)
        total = arb(0, least * 2.0**-bits)
        for x in range(first, start):
            total += _beyond(1 / (level * arb(x) ** fall), size) / arb(x) ** alpha
        if start <= stored:
            total += _power(alpha, start, stored) - _recalled(alpha, fall, size, level, start, stored)
    return total


def _exact(ball: arb) -> fmpq | arb:
    """One is told from its neighbours."""
    return fmpq(1) if ball == 1 else ball


def _beyond(level: arb, size: arb) -> arb:
    """P(X^2 > level)."""
    return (1 - level).beta_lower(size / 2, arb("0.5"), True)


def _power(power: arb, start: int, last: int) -> arb:
    return power.zeta(arb(start)) - power.zeta(arb(last + 1))


def _recalled(alpha: arb, fall: arb, size: arb, level: arb, start: int, last: int) -> arb:
    r"""$\sum x^{-\alpha} \mathbb{P}(X^2 \le z)$ over the tokens from `start` on, as a series in z."""
    total, binomial, k = arb(0), arb(1), 0
    reach = float(size.mid()) / (2 * float((level * arb(start) ** fall).mid()))
    least = arb(2) ** -(ctx.prec // 2)
    while True:
        order = arb(k) + arb("0.5")
        term = binomial / order * level**-order * _power(alpha + fall * order, start, last)
        total += term
        if k > reach and abs(term) < least:
            break
        binomial, k = -binomial * (size / 2 - 1 - k) / (k + 1), k + 1
    scale = (size / 2 + arb("0.5")).gamma() / ((size / 2).gamma() * arb.pi().sqrt())
    # Further terms fall by half at least, alternate or not.
    return scale * (total + arb(0, float(least.mid())))


def _weigh(fact: sp.Eq, weights: sp.Eq, law: sp.Eq, overlap: sp.Eq, *, error: sp.Symbol) -> sp.Eq:
    alpha, fall, stored, size = _parts(fact, weights, law, overlap)
    half = fact.rhs / next(iter(fact.rhs.atoms(Probability)))
    constant = law.rhs * law.lhs.args[0] ** alpha
    rest = sp.zeta(alpha, stored + 1) if constant == 1 / sp.zeta(alpha) else sp.Integer(0)
    missed = constant * half * StoredMass(alpha, fall, size, stored)
    return sp.Eq(error, missed + constant * sp.Rational(1, 2) * rest, evaluate=False)


def _parts(fact: sp.Eq, weights: sp.Eq, law: sp.Eq, overlap: sp.Eq) -> tuple[sp.Expr, ...]:
    """The exponents of the law and of the squared weights, how many are stored, and the dimension."""
    kept, within = weights.rhs.args[0]
    (stored,) = within.free_symbols - {law.lhs.args[0]}
    (law_of_overlap,) = {v.law for v in vectors(overlap.rhs)}
    fall = -2 * kept.as_base_exp()[1] if kept != 1 else sp.Integer(0)
    return _exponent(law), fall, stored, law_of_overlap.dimension - 1


def _exponent(law: sp.Eq) -> sp.Expr:
    """The alpha of C x^-alpha."""
    power = law.rhs.as_independent(law.lhs.args[0])[1]
    return -power.as_base_exp()[1]


def _weigh_conditions(
    fact: sp.Eq, weights: sp.Eq, law: sp.Eq, overlap: sp.Eq, *, error: sp.Symbol
) -> tuple[str, ...]:
    x = law.lhs.args[0]
    pieces = weights.rhs.args if isinstance(weights.rhs, sp.Piecewise) else ()
    if len(pieces) != 2 or pieces[1][0] != 0 or pieces[0][0].as_base_exp()[0] not in (x, 1):  # noqa: PLR2004
        raise SideConditionError(f"{weights} is no power of the rank up to a last token.")
    alpha, fall, stored, _ = _parts(fact, weights, law, overlap)
    if alpha.has(x) or fall.has(x):
        raise SideConditionError(f"{law} and {weights} are no powers of the rank.")
    if {v.law.func for v in vectors(overlap.rhs)} != {Sphere}:
        raise SideConditionError(f"{overlap.rhs} is no overlap of unit vectors.")
    constant = law.rhs * x**alpha
    if constant == 1 / sp.zeta(alpha):
        return ("a token that is not stored has a symmetric gap and is missed half of the time",)
    if constant != 1 / PowerSum(stored, alpha):
        raise SideConditionError(f"The masses of {law} do not add up to one.")
    return ("all tokens are stored",)


def _check_weigh(
    result: sp.Eq, fact: sp.Eq, weights: sp.Eq, law: sp.Eq, overlap: sp.Eq, *, error: sp.Symbol
) -> str:
    """A few tokens one by one: half of incomplete Beta functions, and what is not stored."""
    alpha, fall, stored, size = _parts(fact, weights, law, overlap)
    for tokens, dimension in _PLACES:
        powers = {s: sp.Rational(2 if s in alpha.free_symbols else 1, 1 if s in alpha.free_symbols else 3)
                  for s in (alpha.free_symbols | fall.free_symbols)}  # fmt: skip
        at = {**powers, **{s: sp.Integer(tokens) for s in stored.free_symbols}}
        at |= {s: sp.Integer(dimension) for s in size.free_symbols}
        with mpmath.workdps(30):
            a, r, n = (number(part, at) for part in (alpha, fall, size))
            count = int(stored.subs(at))
            level = mpmath.fsum(mpmath.mpf(x) ** -r for x in range(1, count + 1))
            total = mpmath.fsum(
                mpmath.mpf(x) ** -a
                * mpmath.betainc(n / 2, mpmath.mpf(1) / 2, 0, 1 - x**-r / level, regularized=True)
                for x in range(1, count + 1)
            )
            whole = mpmath.zeta(a) if result.rhs.has(sp.zeta) else mpmath.zeta(a) - mpmath.zeta(a, count + 1)
            rest = mpmath.zeta(a, count + 1) if result.rhs.has(sp.zeta) else 0
            added, found = (total + rest) / (2 * whole), number(result.rhs, at)
            if abs(added - found) > mpmath.mpf(10) ** -20:
                raise CheckFailed(f"At {at} the tokens add up to {added}, not {found}.")
    return "three and seven tokens added up one by one, to 20 digits"


def _markov(fact: sp.Eq, moment: sp.Eq, *, order: sp.Rational) -> sp.Le:
    def bounded(alpha: sp.Expr, fall: sp.Expr, size: sp.Expr, stored: sp.Expr) -> sp.Expr:
        return stored ** (fall * order - alpha + 1) * (2 * sp.sqrt(stored)) ** order * moment.rhs

    return sp.Le(fact.lhs, fact.rhs.replace(StoredMass, bounded), evaluate=False)


def _markov_conditions(fact: sp.Eq, moment: sp.Eq, *, order: sp.Rational) -> tuple[str, ...]:
    (mass,) = fact.rhs.atoms(StoredMass)
    alpha, fall, _, _ = mass.args
    if not isinstance(moment.lhs, Expectation) or moment.lhs.args[0].as_base_exp()[1] != 2 * order:
        raise SideConditionError(f"{moment.lhs} is not the moment of order {2 * order}.")
    if not (fall >= sp.Rational(1, 2) and fall * order >= alpha and fall != 0):
        raise SideConditionError(f"With r = {fall} the bounds need r >= 1/2 and {order} r >= {alpha}.")
    return (
        f"$r = {sp.latex(fall)} \\ge 1/2$: $\\sum_{{x \\le P}} x^{{-r}} \\le 2 \\sqrt{{P}}$",
        f"${sp.latex(fall * order - alpha)} \\ge 0$: the largest of P terms is the last",
    )


def _check_markov(result: sp.Le, fact: sp.Eq, moment: sp.Eq, *, order: sp.Rational) -> str:
    """The sum itself lies below, at four sizes."""
    (mass,) = fact.rhs.atoms(StoredMass)
    symbols = sorted(mass.args[3].free_symbols | mass.args[2].free_symbols, key=str)
    for sizes in ((1, 1), (3, 40), (30, 20), (60, 300)):
        at = {s: sp.Integer(sizes[s in mass.args[2].free_symbols]) for s in symbols}
        if number(fact.rhs, at) > number(result.rhs, at):
            raise CheckFailed(f"At {at} the bound {number(result.rhs, at)} is below the sum.")
    return "above the sum itself at four sizes"


def _markov_series(fact: sp.Eq, moment: sp.Eq, *, order: sp.Rational) -> sp.Le:
    def bounded(alpha: sp.Expr, fall: sp.Expr, size: sp.Expr, stored: sp.Expr) -> sp.Expr:
        return sp.zeta(fall) ** order * sp.zeta(alpha - fall * order) * moment.rhs

    return sp.Le(fact.lhs, fact.rhs.replace(StoredMass, bounded), evaluate=False)


def _markov_series_conditions(fact: sp.Eq, moment: sp.Eq, *, order: sp.Rational) -> tuple[str, ...]:
    (mass,) = fact.rhs.atoms(StoredMass)
    alpha, fall, _, _ = mass.args
    if not isinstance(moment.lhs, Expectation) or moment.lhs.args[0].as_base_exp()[1] != 2 * order:
        raise SideConditionError(f"{moment.lhs} is not the moment of order {2 * order}.")
    if not (fall > 1 and alpha - fall * order > 1 and order > 0):
        raise SideConditionError(f"With r = {fall} the series need r > 1 and {order} r < {alpha} - 1.")
    return (
        f"$r = {sp.latex(fall)} > 1$: $\\sum_{{x \\le P}} x^{{-r}} \\le \\zeta(r)$",
        f"$\\alpha - r s = {sp.latex(alpha - fall * order)} > 1$: the series converges",
    )


def _tail(fact: sp.Rel, *, above: bool) -> sp.Rel:
    def bounded(power: sp.Expr, start: sp.Expr) -> sp.Expr:
        return (start - 1 if above else start) ** (1 - power) / (power - 1)

    right = fact.rhs if above else fact.rhs.replace(StoredMass, lambda *_: sp.Integer(0))
    tails = {z: bounded(*z.args) for z in right.atoms(sp.zeta) if len(z.args) > 1}
    return (sp.Le if above else sp.Ge)(fact.lhs, right.xreplace(tails), evaluate=False)


def _tail_conditions(fact: sp.Rel, *, above: bool) -> tuple[str, ...]:
    tails = [z for z in fact.rhs.atoms(sp.zeta) if len(z.args) > 1]
    if len(tails) != 1 or not (tails[0].args[0] - 1).is_positive:
        raise SideConditionError(f"{fact.rhs} holds no tail of a power above one.")
    if above and (fact.rhs.has(StoredMass) or not isinstance(fact, sp.Le)):
        raise SideConditionError(f"{fact} is no upper bound free of sums.")
    return ("the power falls", *(() if above else ("no stored token is missed less than never",)))


def _check_tail(result: sp.Rel, fact: sp.Rel, *, above: bool) -> str:
    for size in (2, 30, 100):
        at = {s: sp.Integer(size) for s in result.rhs.free_symbols | fact.rhs.free_symbols}
        one, other = number(fact.rhs, at), number(result.rhs, at)
        if (other < one) if above else (other > one):
            raise CheckFailed(f"At {at} the bound {other} is on the wrong side of {one}.")
    return "on its side at sizes 2, 30 and 100"


def _between(fact: sp.Rel, whole: sp.Eq) -> sp.Rel:
    """Each term with its count at the end of (b - 1, b] where the bound is weakest."""
    count, (base, exponent) = whole.lhs, whole.rhs.args
    power, above = base**exponent, isinstance(fact, sp.Le)

    def placed(term: sp.Expr) -> sp.Expr:
        rises = _rises(term, count)
        return term.subs(count, power if rises == above else power - 1)

    return with_right(fact, sp.Add(*(placed(term) for term in sp.Add.make_args(fact.rhs))))


def _rises(term: sp.Expr, count: sp.Symbol) -> bool:
    """Whether a positive power of the count, or of the count and one, rises with it."""
    exponent = sp.Integer(0)
    for factor in sp.Mul.make_args(sp.powsimp(term)):
        if factor.has(count):
            base, power = factor.as_base_exp()
            if base not in (count, count + 1) or power.has(count):
                raise SideConditionError(f"{term} is no power of {count}.")
            exponent += power
    if exponent.is_positive is None:
        raise SideConditionError(f"Whether {term} rises with {count} is not known.")
    return bool(exponent.is_positive)


def _between_conditions(fact: sp.Rel, whole: sp.Eq) -> tuple[str, ...]:
    if not isinstance(whole.rhs, Whole) or not isinstance(fact, sp.Le | sp.Ge):
        raise SideConditionError(f"{whole} is no whole part, or {fact} no bound.")
    return ("the whole part of b lies in $(b - 1, b]$, and each term is a power of it",)


def _check_between(result: sp.Rel, fact: sp.Rel, whole: sp.Eq) -> str:
    (size,) = whole.rhs.free_symbols
    for d in (9, 50, 1001):
        at = {size: sp.Integer(d)}
        count = int(number(whole.rhs, at))
        one, other = number(fact.rhs, {**at, whole.lhs: sp.Integer(count)}), number(result.rhs, at)
        if (other < one) if isinstance(fact, sp.Le) else (other > one):
            raise CheckFailed(f"At d = {d} the bound {other} is stronger than {one}.")
    return "weaker than at the whole part, at three sizes"


def _at_whole(fact: sp.Eq, whole: sp.Eq) -> sp.Eq:
    return with_right(fact, fact.rhs.xreplace({whole.lhs: whole.rhs}))


def _at_whole_conditions(fact: sp.Eq, whole: sp.Eq) -> tuple[str, ...]:
    if not isinstance(whole.rhs, Whole | sp.Symbol | sp.Integer) or not fact.rhs.has(whole.lhs):
        raise SideConditionError(f"{whole} is no count, or {fact} does not hold {whole.lhs}.")
    return (f"${sp.latex(whole.lhs)}$ is a whole number, and what is said of it holds for every one",)


def _check_at_whole(result: sp.Eq, fact: sp.Eq, whole: sp.Eq) -> str:
    """The statement for the whole number that comes out, at two sizes."""
    for size in (9, 60):
        at = {s: sp.Integer(size if s.name == "d" else 2) for s in result.rhs.free_symbols}
        count = sp.Integer(int(number(whole.rhs, at)))
        require_close(
            number(fact.rhs, {**at, whole.lhs: count}), number(result.rhs, at), f"At {at} the sides"
        )
    return "for the whole number that comes out, at two sizes"


def _last(fact: sp.Eq, moment: sp.Eq, *, order: sp.Integer) -> sp.Le:
    (mass,) = fact.rhs.atoms(StoredMass)
    _, fall, _, stored = mass.args
    half = sp.cancel(fact.rhs / mass * PowerSum(stored, mass.args[0]))
    bound = half * (stored**fall * PowerSum(stored, fall)) ** order * moment.rhs
    return sp.Le(fact.lhs, bound, evaluate=False)


def _last_conditions(fact: sp.Eq, moment: sp.Eq, *, order: sp.Integer) -> tuple[str, ...]:
    (mass,) = fact.rhs.atoms(StoredMass)
    if not sp.cancel(fact.rhs / mass * PowerSum(mass.args[3], mass.args[0])).is_Rational:
        raise SideConditionError(f"{fact.rhs} is no mean over all tokens.")
    if not isinstance(moment.lhs, Expectation) or moment.lhs.args[0].as_base_exp()[1] != 2 * order:
        raise SideConditionError(f"{moment.lhs} is not the moment of order {2 * order}.")
    return ("no token is missed more often than the last", "Markov's inequality for that moment")


def _check_order(result: Growth, fact: sp.Rel, *, variables: tuple[sp.Symbol, ...]) -> str:
    """The local exponent between 10^16 and 10^17, by balls."""
    for x in variables:
        near, far = (number(fact.rhs, {x: sp.Integer(10) ** k}) for k in (16, 17))
        slope = mpmath.log10(far / near)
        if abs(slope - number(dict(result.args[1])[x], {})) > mpmath.mpf(10) ** -6:
            raise CheckFailed(f"The local exponent in {x} at 10^16 is {mpmath.nstr(slope, 8)}.")
    return "the local exponents between 10^16 and 10^17 agree to six digits"


order_by_balls: Final = replace(growth, check=_check_order)
"""Leading exponents, checked by balls: they know sums over tokens."""

weigh_stored: Final = Rule(
    name="mean over tokens, stored or not",
    statement=r"$E = \sum_{x \le P} p(x)\, \mathbb{P}(\text{x is missed}) + \frac12 \sum_{x > P} p(x)$.",
    apply=_weigh,
    conditions=_weigh_conditions,
    check=_check_weigh,
)

markov_stored: Final = Rule(
    name="Markov's inequality for the stored",
    statement=(
        r"$\sum_{x \le P} x^{-\alpha} \mathbb{P}(X^2 > x^{-r}/H) \le P^{r s - \alpha + 1} (2 \sqrt P)^s "
        r"\mathbb{E}|X|^{2s}$ for $r \ge 1/2$, $r s \ge \alpha$."
    ),
    apply=_markov,
    conditions=_markov_conditions,
    check=_check_markov,
)

markov_series: Final = Rule(
    name="Markov's inequality for a convergent series",
    statement=(
        r"$\sum_{x \le P} x^{-\alpha} \mathbb{P}(X^2 > x^{-r}/H) \le \zeta(r)^s \zeta(\alpha - r s)\, "
        r"\mathbb{E}|X|^{2s}$ for $r > 1$, $r s < \alpha - 1$."
    ),
    apply=_markov_series,
    conditions=_markov_series_conditions,
    check=_check_markov,
)

tail_beside: Final = Rule(
    name="integral beside a tail",
    statement=(
        r"$\frac{(P+1)^{1-\alpha}}{\alpha-1} \le \sum_{x > P} x^{-\alpha} \le \frac{P^{1-\alpha}}{\alpha-1}$."
    ),
    apply=_tail,
    conditions=_tail_conditions,
    check=_check_tail,
)

whole_between: Final = Rule(
    name="a whole part between",
    statement=r"$b - 1 < \lfloor b \rfloor \le b$.",
    apply=_between,
    conditions=_between_conditions,
    check=_check_between,
)

at_whole: Final = Rule(
    name="a count that is a whole part",
    statement="What holds for every whole number holds for a whole part.",
    apply=_at_whole,
    conditions=_at_whole_conditions,
    check=_check_at_whole,
)

markov_last: Final = Rule(
    name="Markov's inequality for the last token",
    statement=(
        r"$\sum_x p(x)\, \mathbb{P}(X^2 > x^{-r}/H) \le \mathbb{P}(X^2 > N^{-r}/H) \le (N^r H)^s\, "
        r"\mathbb{E}|X|^{2s}$."
    ),
    apply=_last,
    conditions=_last_conditions,
    check=_check_markov,
)
