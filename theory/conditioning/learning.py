r"""Learning rules that forget (S7): Hebb, the delta rule, Oja's rule. $\eta$ is the learning rate.

| rule | update of the state |
|---|---|
| Hebb | $S_j = S_{j-1} + k_j v_j^\top$ |
| delta | $S_j = S_{j-1} + \eta\, k_j (v_j - S_{j-1}^\top k_j)^\top$ |
| Oja | $S_j = S_{j-1} + \eta\, (k_j - S_{j-1} v_j) v_j^\top$ |

$S_0 = 0$; the oldest item, of key u and value w, gives $S_1 = \eta\, u w^\top$. The delta rule multiplies
what is stored by $I - \eta k k^\top$ on the side of the keys; Oja's rule, the value being the clamped
activity of the output, by $I - \eta v v^\top$ on that of the values.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..laws import Sphere
from ..model import Index, Model, Parameter, Size, fixed, iid
from ..node import Term, as_term, is_number, number
from ..prove import derive, prove, suppose
from ..substitution import replaced, subterms
from ..tactics import asymptotics, products
from ..tactics.goals import same
from ..tactics.orders import grown
from ..tactics.recursions import mean_of_fold
from ..tactics.rewriting import converted, factored, left, right, simplified
from ..tactics.steps import calculation, equals
from ..terms import E, expansion, fold, inner, log, norm2, outer, zero_like
from .definitions import d_k, d_v, n

_HALF = Fraction(1, 2)
eta, alpha, age = Parameter("eta"), Parameter("alpha"), Size("age")
_MANY: Final = Size("n", minimum=2)
_DIMENSION: Final = Size("d_k", minimum=2)
_KEYS: Final = Sphere(d_k)
_VALUES: Final = Sphere(d_v)


@dataclass(frozen=True, kw_only=True)
class Learner:
    """The laws of keys and values, the rate, and the side that forgets: keys (delta), or values (Oja)."""

    key_law: Term = _KEYS
    value_law: Term = _VALUES
    rate: Term | int = 1
    forgets_keys: bool = True
    others: Term = _MANY - 1
    """The items after the oldest one."""

    @property
    def shape(self) -> tuple[Term, Term]:
        """The dimensions of the state."""
        return (*self.key_law.shape, *self.value_law.shape)

    @property
    def letter(self) -> Term:
        """Any state."""
        return fixed("S", *self.shape)

    @property
    def facts(self) -> tuple[Theorem, ...]:
        """Below rate 2 items are forgotten in mean square."""
        return () if is_number(as_term(self.rate)) else (suppose(self.rate < 2, "the rate"),)  # noqa: PLR2004

    @property
    def lengths(self) -> tuple[Theorem, ...]:
        """The oldest item's key and value have length one."""
        return tuple(suppose(norm2(x) == 1, "a length of the oldest item") for x in self.oldest)

    def state(self, start: Term, count: Term) -> Term:
        """The state that starts so, after that number of items."""
        k, v = Model(k=iid(self.key_law, count), v=iid(self.value_law, count))
        j, state = Index("j", count), self.letter
        item = outer(k[j], v[j] - state.T @ k[j]) if self.forgets_keys else outer(k[j] - state @ v[j], v[j])
        return fold(state + self.rate * item, state, j, start)

    @property
    def oldest(self) -> tuple[Term, Term]:
        """Key and value of the oldest item: any, of length one."""
        return fixed("u", self.shape[0]), fixed("w", self.shape[1])

    @property
    def after_oldest(self) -> Term:
        """The state after the oldest item and the others."""
        return self.state(self.rate * outer(*self.oldest), self.others)


DELTA: Final = Learner()
"""The delta rule in one pass with rate one: the newest item is recalled exactly."""

DELTA_FULL: Final = Learner(key_law=Sphere(_DIMENSION), others=_DIMENSION - 1)
"""As many items as dimensions."""

OJA: Final = Learner(rate=eta, forgets_keys=False)
"""Oja's rule with the values as clamped activities."""


def delta_norm(premises: Learner = DELTA) -> Derivation:
    r"""$\mathbb{E} |S_n|_F^2 = d_k (1 - (1 - 1/d_k)^n)$ under the delta rule of rate one (S7)."""
    return proved("delta_norm", "Mean square norm under the delta rule", _norm(premises))


def oja_norm(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E} |S_n|_F^2 = \frac{\eta d_v}{2-\eta} (1 - (1 - \eta(2-\eta)/d_v)^n)$, Oja (S7)."""
    return proved("oja_norm", "Mean square norm under Oja's rule", _norm(premises))


def oja_norm_limit(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E} |S_\infty|_F^2 = \eta d_v/(2 - \eta)$: Oja's rule keeps the norm bounded (S7)."""
    norm = _norm(premises)
    mean, value = norm.proposition.args
    kept = next(part for part in subterms(value) if part.head == "power" and part.args[1] is n)
    limit = factored(simplified(replaced(value, kept, number(0))))
    shrinks = [kept.args[0] > 0, kept.args[0] < 1, *(fact.proposition for fact in premises.facts)]
    theorem = prove(expansion(mean, limit, kept, n), by=[asymptotics, norm], where=shrinks)
    return proved("oja_norm_limit", "Mean square norm that Oja's rule settles at", theorem)


def delta_retention(premises: Learner = DELTA) -> Derivation:
    r"""$\mathbb{E}$ weight of the oldest item after n: $(1 - 1/d_k)^{n-1}$ under the delta rule (S7)."""
    return proved("delta_retention", "Weight of the oldest item under the delta rule", _retention(premises))


def oja_retention(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E}$ weight of the oldest item against fresh: $(1 - \eta/d_v)^{n-1}$, Oja (S7)."""
    return proved("oja_retention", "Weight of the oldest item under Oja's rule", _retention(premises))


def oja_signal(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E} \langle o, v \rangle = \eta (1 - \eta/d_v)^a$ a steps before the last, Oja (S7)."""
    return proved("oja_signal", "Signal of an item by its age", _signal(replace(premises, others=age)))


def oja_power(premises: Learner = OJA) -> Derivation:
    r"""$\mathbb{E} |o|^2 = \eta^2 (1 - \eta(2-\eta)/d_v)^a$ a steps before the last, orthonormal keys (S7).

    What is stored of an item under a key of its own is its value, from which every later item takes its
    share: the power of recall falls geometrically with age, whatever the dimension of the keys.
    """
    return proved("oja_power", "Power of recall by age, orthonormal keys", _power_by_age(premises))


def oja_half_life(premises: Learner = OJA) -> Derivation:
    r"""The age at which the power is half a fresh item's: $-\log 2/\log(1 - \eta(2-\eta)/d_v)$ (S7).

    It does not grow with the dimension of the keys: what is kept is recent, not more.
    """
    faded = _power_by_age(premises)
    half = suppose(left(faded) == as_term(premises.rate) ** 2 / 2, "half of a fresh item's power")
    reached, value = apply("rewrite", faded, half), right(faded)
    kept = next(part for part in subterms(value) if part.head == "power" and part.args[1] is age)
    (base, _), rate = kept.args, as_term(premises.rate)
    known = [suppose(fact, "an item fades") for fact in (rate != 0, base > 0, base < 1)]
    share = prove(kept == number(_HALF), by=[products, reached, *known])
    logs = prove(age * log(base) == -log(2), by=[products, grown(share, "log", *known), *known])
    age_at = prove(age == -log(2) / log(base), by=[products, logs, *known])
    return proved("oja_half_life", "Age of half the power of recall", age_at)


def delta_error(premises: Learner = DELTA) -> Derivation:
    r"""$\mathbb{E} |S_n^\top k_1 - v_1|^2$ of the oldest item in one pass of the delta rule, exactly (S7)."""
    return proved("delta_error", "Error of the oldest item", _error(premises))


def delta_error_full(premises: Learner = DELTA_FULL) -> Derivation:
    r"""The error of the oldest item at $n = d_k$, one pass of the delta rule, exactly (S7.1)."""
    title = "Error of the oldest item with as many items as dimensions"
    return proved("delta_error_full", title, _error(premises))


def delta_error_limit(premises: Learner = DELTA) -> Derivation:
    r"""The error of the oldest item as $n = \alpha d_k \to \infty$: $2 - 3 e^{-\alpha} + e^{-2\alpha}$ (S7).

    >>> delta_error_limit().formula
    2 - 3*exp(-alpha) + exp(-2*alpha)
    """
    return proved(
        "delta_error_limit", "Error of the oldest item at a fixed load", _far_error(premises, alpha)
    )


def delta_error_limit_full(premises: Learner = DELTA) -> Derivation:
    r"""The same at one item for each dimension: $2 - 3/e + 1/e^2$ (S7).

    >>> delta_error_limit_full().formula
    -3*exp(-1) + exp(-2) + 2
    """
    title = "Error of the oldest item at a load of one"
    return proved("delta_error_limit_full", title, _far_error(premises, number(1)))


@lru_cache
def _norm(premises: Learner) -> Theorem:
    """E |S_n|^2, from the empty state."""
    state = premises.state(zero_like(premises.shape), n)
    return mean_of_fold(state, premises.letter, [norm2(premises.letter)], premises.facts)


def _signal(premises: Learner) -> Theorem:
    """E <S^T u, w>: what the oldest item's key recalls of its value."""
    (u, w), state = premises.oldest, premises.letter
    return mean_of_fold(premises.after_oldest, state, [inner(state.T @ u, w)], premises.lengths)


def _retention(premises: Learner) -> Theorem:
    """The signal beside that of a fresh item, which is the rate."""
    signal, rate = _signal(premises), as_term(premises.rate)
    if is_number(rate, 1):
        return signal
    share = apply("within", signal, term=left(signal) / rate)
    return converted(share, lambda value: same(value, factored(value), (suppose(rate != 0, "the rate"),)))


def _power_by_age(premises: Learner) -> Theorem:
    """E |o|^2 of what an item's own key retrieves of its value, from which later items take their shares."""
    v, j = Model(v=iid(premises.value_law, age)).v, Index("j", age)
    o, (_, w) = fixed("o", premises.shape[1]), premises.oldest
    kept = fold(o - premises.rate * inner(v[j], o) * v[j], o, j, premises.rate * w)
    return mean_of_fold(kept, o, [norm2(o)], premises.lengths)


@lru_cache
def _error(premises: Learner) -> Theorem:
    """E |S^T k_1 - v_1|^2 of the oldest item, of key k_1 and value v_1."""
    (u, w), state = premises.oldest, premises.letter
    whole, facts = premises.after_oldest, (*premises.facts, *premises.lengths)
    power = mean_of_fold(whole, state, [norm2(state.T @ u), norm2(state)], facts)
    signal = mean_of_fold(whole, state, [inner(state.T @ u, w)], facts)
    output = whole.T @ u
    error = calculation(
        E(norm2(output - w)),
        equals(E(norm2(output)) - 2 * E(inner(output, w)) + norm2(w)),
        equals(right(power) - 2 * right(signal) + 1, power, signal, premises.lengths[1]),
    )
    for letter, law, x in zip(
        premises.oldest, (premises.key_law, premises.value_law), ("k_1", "v_1"), strict=True
    ):
        (one,) = Model(**{x: law})
        error = apply("held_fixed", error, apply("fixed_norm", term=norm2(one)), fixed=letter, x=one)
    return error


def _far_error(premises: Learner, load: Term) -> Theorem:
    """Its limit as the dimension grows and the items with it."""
    error = _error(premises)
    tie = Term("eq", (_MANY, load * d_k))
    return derive(left(error), by=[asymptotics(d_k, tie, order=0), error])
