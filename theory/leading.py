r"""Leading exponents, one variable at a time, with a certificate that the leading terms do not cancel.

Sums take the largest exponent (max-plus) once the sum of their leading coefficients has a proved
sign; products add, powers multiply; a ratio of Gamma functions follows
Gamma(x+a)/Gamma(x+b) ~ x^(a-b); -log(1-w) lies between w and w/(1-w); 1-(1-w)^m ~ mw as w
vanishes, and (1-w)^m converges with mw. An exponent may be a symbol (the number of heads).
SymPy's `limit` is not used.
"""

from __future__ import annotations

import sympy as sp

Leading = tuple[sp.Expr, sp.Expr]
"""The coefficient and the exponent of x in c x^a (1 + o(1))."""


class NoLeadingTerm(ValueError):  # noqa: N818 - an outcome
    """Leading terms cancel, or the form is not known."""


def leading(expression: sp.Expr, x: sp.Symbol) -> Leading:
    """Coefficient and exponent of the leading term as x grows.

    Raises `NoLeadingTerm` where leading terms cancel or the form is not known.
    """
    if not expression.has(x):
        return expression, sp.Integer(0)
    if expression == x:
        return sp.Integer(1), sp.Integer(1)
    if isinstance(expression, sp.Mul | sp.gamma):
        return _leading_product(expression, x)
    if isinstance(expression, sp.Add):
        return _leading_sum(expression, x)
    if isinstance(expression, sp.Pow) and not expression.exp.has(x):
        if isinstance(expression.base, sp.gamma):
            return _leading_product(expression, x)
        coefficient, exponent = leading(expression.base, x)
        return coefficient**expression.exp, exponent * expression.exp
    if isinstance(expression, sp.Pow) and expression.base.is_rational_function(x):
        return _leading_compound(expression, x)
    if isinstance(expression, sp.log):
        return _leading_logarithm(expression, x)
    if isinstance(expression, sp.hyper):
        return _leading_series(expression, x)
    if isinstance(expression, sp.exp):
        return _leading_exponential(expression, x)
    raise NoLeadingTerm(f"The growth of {expression} in {x} follows from no rule here.")


def _leading_series(series: sp.hyper, x: sp.Symbol) -> Leading:
    """0F1(; b; z) of positive b and z: between 1 and exp(z/b), termwise."""
    upper, lower, z = series.args
    if len(upper) or len(lower) != 1 or not (lower[0].is_positive and z.is_positive):
        raise NoLeadingTerm(f"The growth of {series} in {x} follows from no rule here.")
    if leading(z / lower[0], x)[1].is_negative:
        return sp.Integer(1), sp.Integer(0)
    raise NoLeadingTerm(f"The growth of {series} in {x} follows from no rule here.")


def _leading_product(product: sp.Expr, x: sp.Symbol) -> Leading:
    gammas: list[tuple[sp.Expr, sp.Rational]] = []
    coefficient, exponent = sp.Integer(1), sp.Integer(0)
    for factor in sp.Mul.make_args(product):
        base, power = factor.as_base_exp()
        if isinstance(base, sp.gamma) and base.has(x):
            gammas.append((base.args[0], power))
            continue
        own = leading(factor, x)
        coefficient, exponent = coefficient * own[0], exponent + own[1]
    ratio = _leading_gamma_ratio(gammas, x)
    return coefficient * ratio[0], exponent + ratio[1]


def _leading_gamma_ratio(gammas: list[tuple[sp.Expr, sp.Rational]], x: sp.Symbol) -> Leading:
    if not gammas:
        return sp.Integer(1), sp.Integer(0)
    slopes = {sp.diff(argument, x) for argument, _ in gammas}
    if len(slopes) != 1 or any(slope.has(x) for slope in slopes) or sum(power for _, power in gammas) != 0:
        raise NoLeadingTerm(
            f"The Gamma functions of {gammas} do not balance, so their ratio is no power of {x}."
        )
    (slope,) = slopes
    exponent = sum((power * argument.subs(x, 0) for argument, power in gammas), start=sp.Integer(0))
    return slope**exponent, exponent


def _leading_sum(total: sp.Add, x: sp.Symbol) -> Leading:
    complement = _leading_complement(total, x)
    if complement is not None:
        return complement
    terms = [leading(part, x) for part in sp.Add.make_args(sp.expand(total))]
    top = _largest([exponent for _, exponent in terms], total)
    coefficient = sp.expand(sum(c for c, exponent in terms if exponent == top))
    if coefficient != 0:
        if sign(coefficient) == 0:
            raise NoLeadingTerm(
                f"The leading coefficient {coefficient} of {total} in {x} has no proved sign."
            )
        return coefficient, top
    return _leading_difference_of_roots(total, x)


def _largest(exponents: list[sp.Expr], total: sp.Expr) -> sp.Expr:
    """The exponent that is at least every other; raises `NoLeadingTerm` where none is."""
    for candidate in exponents:
        if all((candidate - other).is_nonnegative for other in exponents):
            return candidate
    raise NoLeadingTerm(f"The exponents {exponents} of the terms of {total} have no proved order.")


def _leading_complement(total: sp.Add, x: sp.Symbol) -> Leading | None:
    """The leading term m w of 1 - (1 - w)^m where w vanishes; none for another form.

    Bernoulli's inequalities enclose it: m w - m (m-1) w^2/2 <= 1 - (1-w)^m <= m w for m >= 1.
    """
    if len(total.args) != 2 or not total.args[0].is_number:  # noqa: PLR2004 - one and a power
        return None
    one, (sign_of_power, power) = total.args[0], total.args[1].as_coeff_Mul()
    base, count = power.as_base_exp()
    if one != -sign_of_power or not base.has(x) or count.has(x) or (count.is_Rational and count <= 1):
        return None
    small = 1 - base
    coefficient, exponent = leading(sp.cancel(small) if small.is_rational_function(x) else small, x)
    return (one * count * coefficient, exponent) if exponent.is_negative else None


def _leading_difference_of_roots(total: sp.Add, x: sp.Symbol) -> Leading:
    """a - sqrt(b) = (a^2 - b)/(a + sqrt(b)), where the leading terms of a and sqrt(b) cancel."""
    roots = [
        part
        for part in sp.expand(total).args
        if any(p.exp == sp.Rational(1, 2) for p in part.atoms(sp.Pow) if p.has(x))
    ]
    if len(roots) != 1:
        raise NoLeadingTerm(f"The leading terms of {total} in {x} cancel.")
    rest = sp.expand(total) - roots[0]
    above, below = leading(sp.expand(rest**2 - roots[0] ** 2), x), leading(rest - roots[0], x)
    return above[0] / below[0], above[1] - below[1]


def _leading_logarithm(logarithm: sp.log, x: sp.Symbol) -> Leading:
    small = 1 - logarithm.args[0]
    coefficient, exponent = leading(sp.cancel(small) if small.is_rational_function(x) else small, x)
    if not exponent.is_negative:
        raise NoLeadingTerm(f"{logarithm} is not the logarithm of 1 - w with w vanishing as {x} grows.")
    return -coefficient, exponent


def _leading_exponential(exponential: sp.exp, x: sp.Symbol) -> Leading:
    """The exponential of what converges: of 0, or of the leading coefficient."""
    coefficient, exponent = leading(exponential.exp, x)
    if exponent.is_negative:
        return sp.Integer(1), sp.Integer(0)
    if exponent != 0:
        raise NoLeadingTerm(f"{exponential} does not converge as {x} grows.")
    return sp.exp(coefficient), sp.Integer(0)


def _leading_compound(power: sp.Pow, x: sp.Symbol) -> Leading:
    """The limit e^(-c) of (1 - w)^m where w vanishes and m w converges to c.

    By -log(1-w) between w and w/(1-w) the logarithm is -m w (1 + o(1)).
    """
    small = sp.cancel(1 - power.base)
    (size, own), (count, own_count) = leading(small, x), leading(power.exp, x)
    if not own.is_negative or sp.expand(own + own_count).is_positive is not False:
        raise NoLeadingTerm(f"{power} does not converge as {x} grows.")
    if (own + own_count).is_negative:
        return sp.Integer(1), sp.Integer(0)
    return sp.exp(-size * count), sp.Integer(0)


def sign(coefficient: sp.Expr) -> int:
    """1 or -1 where all symbols being at least 2 proves the sign, else 0.

    The logarithm of what lies between 0 and 1 is negative.
    """
    known = [f for f in sp.Mul.make_args(coefficient) if f.is_positive or f.is_negative]
    if known:
        rest = sp.Mul(*(f for f in sp.Mul.make_args(coefficient) if f not in known))
        own = (-1) ** sum(1 for f in known if f.is_negative)
        return own if rest == 1 else own * sign(rest)
    logarithms = [f for f in sp.Mul.make_args(coefficient) if isinstance(f, sp.log)]
    if logarithms and all(_is_fraction(f.args[0]) for f in logarithms):
        return sign(coefficient / sp.Mul(*logarithms)) * (-1) ** len(logarithms)
    above, below = (sp.expand(part) for part in sp.fraction(sp.together(_from_two(coefficient))))
    if above.is_nonzero is None and not (above.is_positive or above.is_negative):
        return 0
    signs = [1 if part.is_positive else -1 if part.is_negative else 0 for part in (above, below)]
    return signs[0] * signs[1]


def _from_two(expression: sp.Expr) -> sp.Expr:
    """The expression with every symbol written as 2 plus a positive one, positive series as positive."""
    series = {f: sp.Dummy(positive=True) for f in expression.atoms(sp.hyper) if _is_positive_series(f)}
    expression = expression.xreplace(series)
    return expression.xreplace({s: 2 + sp.Dummy(positive=True) for s in expression.free_symbols})


def _is_positive_series(series: sp.hyper) -> bool:
    tops, bottoms, argument = series.args
    return bool(argument.is_positive and all(part.is_positive for part in (*tops, *bottoms)))


def _is_fraction(expression: sp.Expr) -> bool:
    """Whether all symbols being at least 2 proves that the expression lies between 0 and 1."""
    if expression.is_Rational:
        return bool(0 < expression < 1)
    if isinstance(expression, sp.Add) and len(expression.args) == 2 and expression.args[0] == 1:  # noqa: PLR2004 - one and the rest
        return _is_fraction(1 - expression)
    if isinstance(expression, sp.Pow) and _is_fraction(expression.base):
        return bool(sp.expand(_from_two(expression.exp)).is_positive)
    if isinstance(expression, sp.Pow) and expression.exp == -1:
        return bool(sp.expand(_from_two(expression.base) - 1).is_positive)
    return isinstance(expression, sp.Mul) and all(_is_fraction(factor) for factor in expression.args)
