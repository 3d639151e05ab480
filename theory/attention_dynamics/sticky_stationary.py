r"""The sticky chain where rows differ: distances along a line or modulo seven among eight symbols (S7).

The stationary law solves $\pi P = \pi$, $\sum_i \pi_i = 1$ in rational numbers; the entropy rate is
$-\sum_i \pi_i \sum_j P_{ij} \log P_{ij}$, the chance of staying $\sum_i \pi_i P_{ii}$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log
from typing import Final

import sympy as sp
from sympy.polys.matrices import DomainMatrix

from ..derivation import Chain, CheckFailed, Derivation, Rule, SideConditionError, Step
from .sticky import STAY, SYMBOLS, farness, inverse

P, pi, rate = sp.Symbol("P"), sp.Symbol(r"\pi"), sp.Symbol("H", positive=True)
_PERIOD: Final = 7
_STEPS: Final = 60
_CLOSE: Final = sp.Rational(1, 10**6)


def straight(start: int, end: int) -> int:
    """The distance along a line."""
    return abs(end - start)


def forward(start: int, end: int) -> int:
    """The way on round seven: from the first symbol to the last it is none."""
    return (end - start) % _PERIOD


def shorter(start: int, end: int) -> int:
    """The shorter way round seven."""
    return min(forward(start, end), forward(end, start))


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Distance, weight of a move, what a stay weighs beside moves, and the share of stays added after.

    A move of distance none weighs nothing.
    """

    distance: Callable[[int, int], int] = field(default=straight)
    weight: Callable[[int], sp.Rational] = field(default=inverse)
    beside: sp.Rational = sp.S.Zero
    after: sp.Rational = STAY

    @property
    def weights(self) -> sp.ImmutableMatrix:
        """What moves and stays weigh, row by row."""

        def entry(start: int, end: int) -> sp.Rational:
            if start == end:
                return self.beside
            way = self.distance(start, end)
            return self.weight(way) if way else sp.S.Zero

        return sp.ImmutableMatrix(SYMBOLS, SYMBOLS, lambda a, b: entry(int(a), int(b)))

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        first = ", ".join(sp.latex(w) for w in self.weights.row(0))
        return (
            f"rows are divided by their sums; moves from the first of eight symbols weigh ${first}$",
            rf"a stay weighs ${sp.latex(self.beside)}$ beside moves",
            rf"a share of ${sp.latex(self.after)}$ of stays is added, and the rest is scaled to fit",
        )


LINE: Final = Rows()
ROUND_SEVEN: Final = Rows(distance=shorter)
ON_ROUND_SEVEN: Final = Rows(distance=forward, weight=farness)
ON_BEFORE: Final = Rows(distance=forward, weight=farness, beside=STAY, after=sp.S.Zero)


def _law(fact: sp.Eq, *, after: sp.Rational) -> sp.Eq:
    """The rows over their sums, with a share of stays."""
    weights = fact.rhs
    scaled = sp.diag(*(1 / sum(weights.row(a)) for a in range(weights.rows))) * weights
    return sp.Eq(P, sp.ImmutableMatrix((1 - after) * scaled + after * sp.eye(weights.rows)), evaluate=False)


def _check_law(result: sp.Eq, fact: sp.Eq, *, after: sp.Rational) -> str:
    law = result.rhs
    if any(sum(law.row(a)) != 1 or min(law.row(a)) < 0 for a in range(law.rows)):
        raise CheckFailed("A row does not sum to 1.")
    return f"each of the {law.rows} rows sums to 1"


def _stationary(fact: sp.Eq) -> sp.Eq:
    """One of the equations follows from the others; that of the sum takes its place."""
    size = fact.rhs.rows
    equations = (fact.rhs.T - sp.eye(size)).as_mutable()
    equations[size - 1, :] = sp.ones(1, size)
    right = DomainMatrix.from_Matrix(sp.Matrix([0] * (size - 1) + [1])).convert_to(sp.QQ)
    found = DomainMatrix.from_Matrix(equations).convert_to(sp.QQ).lu_solve(right)
    return sp.Eq(pi, sp.ImmutableMatrix(found.to_Matrix().T), evaluate=False)


def _reaches_all(fact: sp.Eq) -> tuple[str, ...]:
    size = fact.rhs.rows
    steps = [{b for b in range(size) if fact.rhs[a, b] > 0} for a in range(size)]
    reached = steps
    for _ in range(size):
        reached = [some.union(*(steps[b] for b in some)) for some in reached]
    if any(len(some) < size for some in reached):
        raise SideConditionError("Some symbol is not reached from every other.")
    return ("every symbol is reached from every other",)


def _check_stationary(result: sp.Eq, fact: sp.Eq) -> str:
    size = fact.rhs.rows
    moved = [sum(result.rhs[a] * fact.rhs[a, b] for a in range(size)) for b in range(size)]
    if list(result.rhs) != moved or sum(moved) != 1 or min(moved) <= 0:
        raise CheckFailed(f"{result.rhs} is not kept by the chain.")
    return "kept by a step of the chain, in rational numbers"


def _entropy_rate(law: sp.Eq, kept: sp.Eq) -> sp.Eq:
    shares: dict[int, sp.Rational] = {}
    for a in range(law.rhs.rows):
        for entry in law.rhs.row(a):
            for prime, power in sp.factorrat(entry).items() if entry else ():
                shares[prime] = shares.get(prime, sp.S.Zero) + power * kept.rhs[a] * entry
    return sp.Eq(rate, -sp.Add(*(share * sp.log(prime) for prime, share in shares.items())), evaluate=False)


def _stay(law: sp.Eq, kept: sp.Eq) -> sp.Eq:
    return sp.Eq(
        sp.Symbol("P_0"), sum(kept.rhs[a] * law.rhs[a, a] for a in range(law.rhs.rows)), evaluate=False
    )


def _by_steps(of_row: Callable[[int, list[float]], float]) -> Callable[..., str]:
    """A second route: the mean over rows after many steps from the first symbol, in floating point."""

    def check(result: sp.Eq, law: sp.Eq, kept: sp.Eq) -> str:
        rows = [[float(entry) for entry in law.rhs.row(a)] for a in range(law.rhs.rows)]
        here = [1.0] + [0.0] * (len(rows) - 1)
        for _ in range(_STEPS):
            here = [sum(here[a] * row[b] for a, row in enumerate(rows)) for b in range(len(rows))]
        mean = sum(share * of_row(a, rows[a]) for a, share in enumerate(here))
        if abs(mean - float(result.rhs)) > _CLOSE:
            raise CheckFailed(f"After {_STEPS} steps the mean is {mean}, not {float(result.rhs)}.")
        return f"the mean after {_STEPS} steps from the first symbol, to {_CLOSE}"

    return check


normalise_rows: Final = Rule(
    name="rows of a chain",
    statement=r"$P_{ij} = (1 - s) w_{ij} / \sum_k w_{ik} + s\, \delta_{ij}$.",
    apply=_law,
    check=_check_law,
)
stationary_law: Final = Rule(
    name="stationary law",
    statement=r"An irreducible chain keeps one law: $\pi P = \pi$, $\sum_i \pi_i = 1$.",
    apply=_stationary,
    conditions=_reaches_all,
    check=_check_stationary,
)
entropy_of_rows: Final = Rule(
    name="entropy rate",
    statement=(
        r"A stationary chain has the entropy rate $-\sum_i \pi_i \sum_j P_{ij} \log P_{ij}$; logarithms of "
        r"rational numbers are sums over primes."
    ),
    apply=_entropy_rate,
    check=_by_steps(lambda _, row: -sum(x * log(x) for x in row if x > 0)),
)
chance_of_staying: Final = Rule(
    name="chance of staying",
    statement=r"A stationary chain stays with the probability $\sum_i \pi_i P_{ii}$.",
    apply=_stay,
    check=_by_steps(lambda place, row: row[place]),
)


def entropy_rate_linear(premises: Rows = LINE) -> Derivation:
    """Inverse distances along a line, 0.3 on the diagonal, in nats.

    >>> entropy_rate_linear().formula.evalf(4)
    1.847
    """
    return _entropy("entropy_rate_linear", premises)


def entropy_rate_circular_seven(premises: Rows = ROUND_SEVEN) -> Derivation:
    """Inverse distances the shorter way round seven, 0.3 on the diagonal.

    >>> entropy_rate_circular_seven().formula.evalf(4)
    1.878
    """
    return _entropy("entropy_rate_circular_seven", premises)


def entropy_rate_modulo_seven(premises: Rows = ON_ROUND_SEVEN) -> Derivation:
    """Moves in proportion to (j - i) mod 7, 0.3 on the diagonal.

    >>> entropy_rate_modulo_seven().formula.evalf(4)
    1.860
    """
    return _entropy("entropy_rate_modulo_seven", premises)


def entropy_rate_modulo_seven_before(premises: Rows = ON_BEFORE) -> Derivation:
    """The same with 0.3 on the diagonal before rows are divided by their sums.

    >>> entropy_rate_modulo_seven_before().formula.evalf(4)
    1.829
    """
    return _entropy("entropy_rate_modulo_seven_before", premises)


def stay_modulo_seven_before(premises: Rows = ON_BEFORE) -> Derivation:
    """The chance of staying of that law.

    >>> stay_modulo_seven_before().formula.evalf(4)
    0.01260
    """
    chain, law, kept = _begun("stay_modulo_seven_before", "Chance of staying", premises)
    return chain.close(chain.apply("its mean over symbols", chance_of_staying, law, kept))


def _entropy(name: str, premises: Rows) -> Derivation:
    chain, law, kept = _begun(name, "Entropy rate where rows differ", premises)
    return chain.close(chain.apply("the mean entropy of a row", entropy_of_rows, law, kept))


def _begun(name: str, title: str, premises: Rows) -> tuple[Chain, Step, Step]:
    """The chain's law, and the law that it keeps."""
    chain = Chain(name=name, title=title, premises=premises.sentences)
    weights = chain.define("the weights of moves and stays", sp.Symbol("w"), premises.weights)
    law = chain.apply("divide rows by their sums", normalise_rows, weights, after=premises.after)
    return chain, law, chain.apply("the law that it keeps", stationary_law, law)
