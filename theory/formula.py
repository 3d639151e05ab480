r"""Terms as formulas in SymPy, with the symbols that laws and derivations share.

Beside the operations that SymPy has, sums of powers, masses of tokens under a Zipf law and quantiles of
Student's law have functions of their own, whose values balls enclose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import sympy as sp

from .fitting_tokens import FittingTokens
from .laws import Normal
from .model import Parameter
from .node import Term
from .notation import symbol
from .stored_mass import MissedMass, PowerSum, StoredMass, Whole
from .student import StudentQuantile
from .substitution import instantiated, opened, replaced
from .terms import norm2, sqrt, zeta
from .zipf_sums import SHARE, Zipf, sum_over_shares


def as_formula(term: Term) -> sp.Expr:
    """The term in SymPy, with the shared symbols.

    >>> from .model import Size
    >>> as_formula((Size("n") - 1) / Size("d_k"))
    (n - 1)/d_k
    """
    if term.head in _BINDING:
        return _BINDING[term.head](term)
    parts = [as_formula(part) for part in term.args if part.sort in {"real", "index"}]
    match term.head:
        case "number":
            return sp.Rational(*term.data)
        case "zeros":
            return sp.Integer(0)
        case "constant":
            return {"pi": sp.pi, "euler_gamma": sp.EulerGamma}[term.data[0]]
        case "size" | "parameter" | "index":
            return symbol(term.data[0])
        case "hypergeometric":
            p, _ = term.data
            return sp.hyper(parts[:p], parts[p:-1], parts[-1])
        case "meijer_g":
            m, n, p, _ = term.data
            upper, lower = parts[:p], parts[p:-1]
            return sp.meijerg([upper[:n], upper[n:]], [lower[:m], lower[m:]], parts[-1])
        case head if head in _OPERATIONS:
            return _OPERATIONS[head](*parts)
        case "function" if term.data[0] in _FUNCTIONS:
            return _FUNCTIONS[term.data[0]](*parts)
    raise TypeError(f"{term} is no formula of numbers.")


def _product(term: Term) -> sp.Expr:
    """The product of b - c j over j = 1, ..., n, a falling factorial."""
    index, condition, body = opened(term)
    j = sp.Dummy()
    factor = as_formula(replaced(body, index, Parameter("#j"))).subs(symbol("#j"), j)
    slope = factor.diff(j)
    if condition.head != "true" or slope.has(j):
        raise TypeError(f"{term} is no product of linear factors.")
    count = as_formula(term.args[0])
    return (-slope) ** count * sp.ff(sp.cancel(-factor.subs(j, 1) / slope), count)


def _power_sum(term: Term) -> sp.Expr:
    """The sum of c j^-s over j = 1, ..., n."""
    index, condition, body = opened(term)
    j = sp.Dummy(positive=True)
    summand = as_formula(replaced(body, index, Parameter("#j"))).subs(symbol("#j"), j)
    c, power = summand.as_independent(j)
    base, exponent = power.as_base_exp()
    if condition.head != "true" or base != j or exponent.has(j):
        raise TypeError(f"{term} is no sum of powers of its index.")
    return c * PowerSum(as_formula(term.args[0]), -exponent)


def student(z: Term, g: Term) -> Term:
    """Student's variable of as many degrees as g has entries, of a number z and a vector g of standard normal
    numbers.
    """
    return z / sqrt(norm2(g) / g.shape[0])


def student_quantile(term: Term) -> tuple[Term, Term] | None:
    """The chance that is left beyond a quantile of Student's law, and its degrees."""
    drawn = sorted((own for _, own in term.declarations if own.head == "random"), key=lambda x: len(x.shape))
    if term.head != "quantile" or [len(x.shape) for x in drawn] != [0, 1]:
        return None
    z, g = drawn
    plain = z.args[0] is Normal(0, 1) and g.args[0] is Normal(0, 1, dimension=g.shape[0])
    return (1 - term.args[1], g.shape[0]) if plain and term.args[0] is student(z, g) else None


def _quantile(term: Term) -> sp.Expr:
    """A quantile of Student's law."""
    found = student_quantile(term)
    if found is None:
        raise TypeError(f"{term} is no quantile of Student's law.")
    return StudentQuantile(*map(as_formula, found))


def _first_at(term: Term) -> sp.Expr:
    """The k with 16 k (1 + 8 k P/d) = d, k = log P + b, for the P that fits."""
    k, d = symbol("#k"), as_formula(term.args[1])
    body = as_formula(instantiated(term.args[0], Parameter("#k")))
    b = sp.log(sp.cancel(128 / (d * sp.expand(body).coeff(k**2 * sp.exp(k)))))
    if sp.expand(body - 16 * k * (1 + 8 * k * sp.exp(k - b) / d)) != 0:
        raise TypeError(f"{term} is not the edge of the set of Eq. (7).")
    return sp.log(FittingTokens(d, b)) + b


def _missed_mass(summand: sp.Expr, j: sp.Symbol, last: sp.Expr) -> sp.Expr:
    r"""The sum of $c j^{-s} P(X^2 > j^{-r}/H)$ over j <= n, X a coordinate on a sphere, H the sum of j^-r."""
    (chance,) = summand.atoms(sp.betainc_regularized)
    half, size, level, one = chance.args
    (c, mass), (share, weight) = (part.as_independent(j) for part in (summand / chance, level))
    (base, s), (other, r) = mass.as_base_exp(), weight.as_base_exp()
    shown = sp.harmonic(last) if r == -1 else PowerSum(last, -r)
    if (base, other, half, one, share) != (j, j, sp.S.Half, 1, 1 / shown):
        raise TypeError(f"{summand} is no mass of a token that is missed.")
    return c * StoredMass(-s, -r, 2 * size, last)


def _zipf_mean(term: Term) -> sp.Expr:
    """The mean of a function of the share p(x), for a value x with a Zipf law."""
    drawn = [own for _, own in term.declarations if own.head in {"random", "family"}]
    if len(drawn) != 1 or drawn[0].args[0].head != "zipf":
        raise TypeError(f"{term} is no mean over one value with a Zipf law.")
    exponent, *count = drawn[0].args[0].args
    law = Zipf(as_formula(exponent), *map(as_formula, count))
    x = symbol("#x")
    total = as_formula(zeta(exponent)) if not count else PowerSum(law.tokens, law.exponent)
    body = as_formula(replaced(term.args[0], drawn[0], Parameter("#x")))
    if not count and isinstance(body, sp.betainc_regularized):
        return _missed(body, x, law.exponent) / total
    summand = SHARE * body.subs(x**-law.exponent, total * SHARE)
    if summand.has(x):
        raise TypeError(f"{term} is no mean of a function of the share.")
    return sum_over_shares(summand, law)


def _missed(chance: sp.Expr, x: sp.Symbol, alpha: sp.Expr) -> sp.Expr:
    r"""The sum of $x^{-\alpha} I_{1 - x^{-r}/\zeta(r)}(d/2, 1/2)$ over all x."""
    half, size, level, _ = chance.args
    scale, power = sp.powsimp(level).as_independent(x)
    base, exponent = power.as_base_exp()
    if (
        base != x
        or (exponent * size).has(x)
        or half != sp.S.Half
        or sp.simplify(scale * sp.zeta(-exponent)) != 1
    ):
        raise TypeError(f"{chance} is no chance that a token's place is passed.")
    return MissedMass(alpha, -exponent, 2 * size)


def _sum(term: Term) -> sp.Expr:
    """A sum of c/j, a harmonic number, of c r^j/j, which breaks off the series of a logarithm, or of c j^-s.

    >>> from .model import Index, Size
    >>> from .terms import Sum
    >>> T = Size("T")
    >>> i, j = Index("i", T), Index("j", T)
    >>> as_formula(Sum(i >= j, 1 / i))
    harmonic(T) - harmonic(j - 1)
    """
    index, condition, body = opened(term)
    j, last = sp.Dummy(positive=True), as_formula(term.args[0])
    share = as_formula(replaced(body, index, Parameter("#j"))).subs(symbol("#j"), j) * j
    if share.has(sp.betainc_regularized):
        return _missed_mass(share / j, j, last)
    ratio = sp.powsimp(share.subs(j, j + 1) / share)
    if ratio.has(j):
        return _power_sum(term)
    if condition.head != "true" and (condition.head, condition.args[0], ratio) != ("ge", index, 1):
        raise TypeError(f"{term} is no sum of inverses, or of powers over their exponents, up to the last.")
    factor = share.subs(j, 1) / ratio
    if condition.head != "true":
        return factor * (sp.harmonic(last) - sp.harmonic(as_formula(condition.args[1]) - 1))
    if ratio == 1 or last.is_Integer:
        return factor * (
            sp.harmonic(last) if ratio == 1 else sp.Add(*(ratio**k / k for k in range(1, last + 1)))
        )
    beyond = ratio ** (last + 1) / (last + 1) * sp.hyper((1, last + 1), (last + 2,), ratio)
    return factor * (-sp.log(1 - ratio) - beyond)


_OPERATIONS: Final[dict[str, Callable[..., sp.Expr]]] = {
    "add": sp.Add,
    "mul": sp.Mul,
    "power": sp.Pow,
    "minimum": sp.Min,
    "maximum": sp.Max,
    "incomplete_beta": lambda x, a, b: sp.betainc_regularized(b, a, sp.cancel(1 - x), 1),
    "upper_gamma": lambda a, x: sp.uppergamma(a, x) / sp.gamma(a),
    "hurwitz_zeta": sp.zeta,
}
_BINDING: Final[dict[str, Callable[[Term], sp.Expr]]] = {
    "product": _product,
    "sum": _sum,
    "E": _zipf_mean,
    "quantile": _quantile,
    "first_at": _first_at,
}
_FUNCTIONS: Final = {
    "exp": sp.exp,
    "log": sp.log,
    "sin": sp.sin,
    "cos": sp.cos,
    "abs": sp.Abs,
    "gamma": sp.gamma,
    "erfc": sp.erfc,
    "zeta": sp.zeta,
    "floor": lambda x: Whole(*x.as_base_exp()),
    "lambert_w": sp.LambertW,
    "arccos": sp.acos,
}
