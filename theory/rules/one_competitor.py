r"""Several classes: one competitor alone bounds the error of a stored token from below."""

from __future__ import annotations

from typing import Final

import mpmath
import sympy as sp

from ..derivation import CheckFailed, Rule, SideConditionError
from .events import Probability
from .points import number
from .relations import require_side
from .stored import student_integral

_SIZES: Final = (100, 403, 5000)
_MORE: Final = (1, 2, 5)
_DIGITS: Final = 30
_HALF: Final = sp.Rational(1, 2)


def _class_noise(stored: sp.Eq, *, classes: sp.Integer, noise: sp.Symbol) -> sp.Ge:
    # P > y - 1, and each class has at least (P - M + 1)/M of the first P tokens.
    return sp.Ge(noise, sp.expand(2 * (stored.rhs - classes) / classes - 1), evaluate=False)


def _class_noise_conditions(stored: sp.Eq, *, classes: sp.Integer, noise: sp.Symbol) -> tuple[str, ...]:
    if not classes.is_Integer or classes < 2:  # noqa: PLR2004 - a competitor is needed
        raise SideConditionError(f"{classes} classes leave no competitor.")
    return (
        rf"the first $\lfloor {sp.latex(stored.rhs)} \rfloor$ tokens have weight 1, the others none",
        rf"$f(x) = x \bmod {classes}$: the classes' numbers of tokens differ by one at most",
    )


def _check_class_noise(result: sp.Ge, stored: sp.Eq, *, classes: sp.Integer, noise: sp.Symbol) -> str:
    """The tokens of every two classes counted, one token less."""
    require_side(result, sp.Ge)
    (size,) = stored.rhs.free_symbols
    for d in _SIZES:
        last = int(sp.floor(stored.rhs.subs(size, d)))
        counts = sorted(sum(x % int(classes) == y for x in range(1, last + 1)) for y in range(int(classes)))
        if counts[0] + counts[1] - 1 < result.rhs.subs(size, d):
            raise CheckFailed(f"At d = {d} two classes have {counts[:2]} tokens.")
    return "counted for the two smallest classes at three sizes"


def _noisier(fact: sp.Eq, noise: sp.Ge, *, own: sp.Symbol, competitor: sp.Symbol, weight: sp.Symbol) -> sp.Ge:
    integral = student_integral(fact)
    share = sp.cancel(noise.rhs / (noise.rhs + 1))
    tail = sp.betainc_regularized(integral.args[0], _HALF, 0, share) / 2
    return sp.Ge(fact.lhs, tail, evaluate=False)


def _noisier_conditions(
    fact: sp.Eq, noise: sp.Ge, *, own: sp.Symbol, competitor: sp.Symbol, weight: sp.Symbol
) -> tuple[str, ...]:
    share = student_integral(fact).args[3]
    further = sp.cancel(share / (1 - share) * weight**2) - own - competitor
    if not sp.expand(further).is_nonnegative:
        raise SideConditionError(f"{fact.rhs} is not a tail under the noise of two classes or more.")
    if not isinstance(noise, sp.Ge):
        raise SideConditionError(f"{noise} is no lower bound on the noise.")
    return (
        "the token has weight 1, and its own class and the competitor add up to this noise",
        "further classes only add noise, and the tail rises with it",
        f"${sp.latex(noise.rhs)} > 0$",
    )


def _check_noisier(
    result: sp.Ge, fact: sp.Eq, noise: sp.Ge, *, own: sp.Symbol, competitor: sp.Symbol, weight: sp.Symbol
) -> str:
    """The tail under the least noise and under more."""
    require_side(result, sp.Ge)
    (size,) = noise.rhs.free_symbols
    degrees = 2 * student_integral(fact).args[0]
    for d in _SIZES:
        with mpmath.workdps(_DIGITS):
            at = {size: sp.Integer(d), **dict.fromkeys(degrees.free_symbols, sp.Integer(d))}
            least = number(noise.rhs, at)
            if least <= 0:
                continue  # the bound on the noise says nothing yet
            bound = number(result.rhs, at)
            tails = [
                mpmath.betainc(number(degrees, at) / 2, 0.5, 0, b / (b + 1), regularized=True) / 2
                for b in (least, *(least + more for more in _MORE))
            ]
            if any(tail < bound * (1 - mpmath.mpf(10) ** -20) for tail in tails):
                raise CheckFailed(f"At d = {d} the tails under more and more noise are {tails}, not {bound}.")
    return "under the least noise and more, at three sizes"


def _stored_only(tail: sp.Ge, rest: sp.Le) -> sp.Ge:
    return sp.Ge(sp.Symbol("E"), (1 - rest.rhs) * tail.rhs, evaluate=False)


def _stored_only_conditions(tail: sp.Ge, rest: sp.Le) -> tuple[str, ...]:
    if not isinstance(tail, sp.Ge) or not isinstance(tail.lhs, Probability):
        raise SideConditionError(f"{tail} is no lower bound on the probability of a mistake.")
    if not isinstance(rest, sp.Le):
        raise SideConditionError(f"{rest} is no upper bound on the mass of the rest.")
    return ("errors of tokens that are not stored are left out", "the mass of the rest is below one")


def _check_stored_only(result: sp.Ge, tail: sp.Ge, rest: sp.Le) -> str:
    """With no mass in the rest the bound is the tail, and with half of it half."""
    require_side(result, sp.Ge)
    (size,) = rest.rhs.free_symbols
    for d in _SIZES:
        mass, one, both = (number(part, {size: sp.Integer(d)}) for part in (rest.rhs, tail.rhs, result.rhs))
        if not 0 < mass < 1 or abs(both / one + mass - 1) > mpmath.mpf(10) ** -12:
            raise CheckFailed(f"At d = {d} a share {both / one} is stored beside a rest of {mass}.")
    return "the stored share and the rest add up to one at three sizes"


class_noise = Rule(
    name="noise of two classes",
    statement=r"Of the first $P > y - 1$ tokens two classes of M have at least $2 (y - M)/M$.",
    apply=_class_noise,
    conditions=_class_noise_conditions,
    check=_check_class_noise,
)

noisier = Rule(
    name="a tail under more noise",
    statement=r"$\mathbb{P}(t_d > \sqrt{d/B})$ rises with $B$.",
    apply=_noisier,
    conditions=_noisier_conditions,
    check=_check_noisier,
)

stored_only = Rule(
    name="errors of the stored",
    statement=r"$E \ge (1 - H) \min_x \mathbb{P}(x \text{ is wrong})$ over stored x, H the mass of the rest.",
    apply=_stored_only,
    conditions=_stored_only_conditions,
    check=_check_stored_only,
    bounds=frozenset({1}),
)
