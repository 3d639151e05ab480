r"""A derivation: a theorem of the kernel with the formula, relation and exponents that follow from it.

What is believed is the replay of its record: the formula, the relation, the hypotheses and the status are
read off what the replay established.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

import sympy as sp

from .array_functions import NoInstance
from .check import CheckFailed, check
from .exposition import Exposition, Step, exposition, resting_on, shown
from .formula import as_formula, student_quantile
from .heads import STATISTICS
from .kernel import Ground, Theorem, record, replay
from .leading import leading, sign
from .node import Term, is_number, value_of
from .notation import symbol
from .substitution import replaced, subterms

FAILED: Final = "failed"
"""The status of a derivation whose statement does not hold in some instance."""
_LARGE: Final = 16
"""A number of parts of which no instance is drawn where there are instances with fewer."""
_RELATIONS: Final = {"eq": "=", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}
_TURNED: Final = {"eq": "=", "le": ">=", "lt": ">", "ge": "<=", "gt": "<"}
_AT_LEAST, _AT_MOST = frozenset({"ge", "gt"}), frozenset({"le", "lt"})


Premises = TypeVar("Premises")


class About(NamedTuple):
    """A number of a model; where a theorem is about a size, the number that is at a level there."""

    number: Term
    size: str | None = None
    level: float | None = None


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """A theorem under a name; all else follows from its record."""

    name: str
    title: str
    record: str
    along: tuple[str, ...] = ()
    """The sizes along which the exponents of the formula are read off."""
    between: tuple[str, ...] = ()
    """Records of bounds from either side: exponents are then those that both have."""

    def __post_init__(self) -> None:
        """Read off the formula and its exponents, so that a theorem without them is refused here."""
        _ = self.formula, self.exponents

    @cached_property
    def theorem(self) -> Theorem:
        """What the record proves, replayed."""
        return replay(self.record)

    @cached_property
    def formula(self) -> sp.Expr:
        """The side of the statement that is a formula, sizes that are whole parts put in."""
        side, _ = formula_side(self._stated)
        return as_formula(side).xreplace(_whole_sizes(self.theorem))

    @cached_property
    def relation(self) -> str:
        """How what the theorem is about relates to the formula: `=`, `<=`, `<`, `>=` or `>`."""
        return formula_side(self._stated)[1]

    @cached_property
    def exponents(self) -> Mapping[str, Fraction]:
        """The exponents along the sizes: of the formula, or of all bounds that the statement has."""
        if self.between:
            return self._exponents_between()
        _, *bounds = _parts(self.theorem.proposition)
        read = [as_formula(formula_side(bound)[0]) for bound in bounds] or [self.formula]
        return _common(_exponents(one, self.along) for one in read)

    @cached_property
    def _exposition(self) -> Exposition:
        return exposition(self.theorem)

    @property
    def premises(self) -> tuple[str, ...]:
        """The model, the definitions and the hypotheses, as sentences."""
        return self._exposition.premises

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that the statement needs, as a page shows them."""
        return self._exposition.steps

    @property
    def checks(self) -> tuple[str, ...]:
        """What the second check of the statement in instances of its model says; none where it failed."""
        return self._checked[0]

    @property
    def failures(self) -> tuple[str, ...]:
        """The instance in which the statement does not hold."""
        return self._checked[1]

    @property
    def _stated(self) -> Term:
        return _parts(self.theorem.proposition)[0]

    @cached_property
    def _checked(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        try:
            found = check(*instantiable(_of_any_size(self.theorem)))
        except CheckFailed as failure:
            return (), (str(failure),)
        except (NoInstance, ArithmeticError, ValueError) as nothing:
            return (f"not checked in instances: {nothing}",), ()
        return (f"the statement {found} of the model",), ()

    @property
    def about(self) -> About | None:
        """The number that the theorem is about, as its model defines it; none where there are two."""
        stated = self._stated
        if stated.head in _RELATIONS and (sides := _defined(stated)):
            return About(sides[0]) if len(sides) == 1 else None
        levels = [
            (sides[0], other)
            for fact in (h.proposition for h in resting_on(self.theorem, Ground.CONDITION))
            if fact.head in _RELATIONS and len(sides := _defined(fact)) == 1
            for other in fact.args
            if other.head == "number"
        ]
        if len(levels) != 1 or stated.args[0].head != "size":
            return None
        number, level = levels[0]
        return About(number, size=stated.args[0].data[0], level=float(value_of(level)))

    def _exponents_between(self) -> dict[str, Fraction]:
        """The exponents of both bounds, the lower one being positive far out.

        Raises `ValueError` where they are not about what the theorem is.
        """
        about, _ = self.theorem.proposition.args
        found = []
        for bound, heads in zip(map(replay, self.between), (_AT_LEAST, _AT_MOST), strict=True):
            own, value = bound.proposition.args
            fits = own is about and bound.proposition.head in heads
            if not fits or not bound.hypotheses <= self.theorem.hypotheses:
                raise ValueError(f"{bound} does not bound {self.theorem}.")
            found.append(as_formula(value))
        low, high = (_exponents(bound, self.along) for bound in found)
        return {name: e for name, e in low.items() if high.get(name) == e and _grows(found[0], name)}

    @property
    def status(self) -> str:
        """The theorem's own status; `failed` once its statement fails in an instance."""
        return FAILED if self.failures else self.theorem.status

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the author puts in without proof."""
        return self._hypotheses(Ground.ASSUMPTION)

    @property
    def approximations(self) -> tuple[str, ...]:
        """The premises that hold only approximately."""
        return self._hypotheses(Ground.APPROXIMATION)

    @property
    def cited(self) -> tuple[str, ...]:
        """The results taken from the literature."""
        return tuple(h.because for h in resting_on(self.theorem, Ground.CITATION))

    def _hypotheses(self, ground: Ground) -> tuple[str, ...]:
        return tuple(shown(h) for h in resting_on(self.theorem, ground))


def proved(
    name: str, title: str, theorem: Theorem, *along: Term, between: tuple[Theorem, ...] = ()
) -> Derivation:
    """The theorem as a derivation, with its exponents along the given sizes, or those of two bounds.

    Raises `TypeError` where it has no formula of numbers, `NoLeadingTerm` where that has no order.
    """
    names, bounds = tuple(s.data[0] for s in along), tuple(map(record, between))
    return Derivation(name=name, title=title, record=record(theorem), along=names, between=bounds)


def table(
    kind: Callable[[str, Premises], Derivation], **rows: Premises
) -> dict[str, Callable[..., Derivation]]:
    """Derivations of one kind by their names, each a function of premises that are those of its row."""

    def row(name: str, own: Premises) -> Callable[..., Derivation]:
        def derive(premises: Premises = own) -> Derivation:
            return kind(name, premises)

        derive.__name__ = derive.__qualname__ = name
        derive.__doc__ = kind.__doc__
        return derive

    return {name: row(name, own) for name, own in rows.items()}


def _defined(relation: Term) -> list[Term]:
    """The sides of a relation that are about what is random."""
    return [side for side in relation.args if _is_about(side)]


def _is_about(side: Term) -> bool:
    """Whether it holds a statistic, other than a quantile of Student's law, which is a formula."""
    return any(part.head in STATISTICS and student_quantile(part) is None for part in subterms(side))


def formula_side(proposition: Term) -> tuple[Term, str]:
    """The side of a relation that is a formula, and how what it is about relates to it.

    >>> from .terms import E
    >>> from .model import Parameter
    >>> formula_side(Parameter("x") <= E(Parameter("y")))
    (x, '>=')
    """
    if proposition.head == "big_o":
        return proposition.args[1], "="
    left, right = proposition.args
    if _is_about(right) and not _is_about(left):
        return left, _TURNED[proposition.head]
    return right, _RELATIONS[proposition.head]


def _parts(proposition: Term) -> tuple[Term, ...]:
    """The formula, and what bounds the size that it is solved for from both sides."""
    both = proposition.head == "and"
    return tuple(p for part in proposition.args for p in _parts(part)) if both else (proposition,)


def _whole_sizes(theorem: Theorem) -> dict[sp.Symbol, sp.Expr]:
    """The sizes that are whole parts by the hypotheses."""
    facts = (h.proposition for h in resting_on(theorem, Ground.CONDITION) if h.proposition.head == "eq")
    told = [
        fact.args for fact in facts if fact.args[1].head == "function" and fact.args[1].data == ("floor",)
    ]
    return {as_formula(size): as_formula(whole) for size, whole in told if size.head == "size"}


def _common(exponents: Iterable[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """The exponents on which all agree."""
    first, *others = exponents
    return {name: a for name, a in first.items() if all(other.get(name) == a for other in others)}


def _exponents(formula: sp.Expr, along: Iterable[str]) -> dict[str, Fraction]:
    """The exponent of the leading term as each size grows alone, up to logarithms as which W grows."""
    bare = formula.replace(sp.LambertW, lambda _: sp.Integer(1))
    found = {name: leading(bare, symbol(name))[1] for name in along}
    return {name: Fraction(int(a.p), int(a.q)) for name, a in found.items() if a.is_Rational}


def _grows(formula: sp.Expr, along: str) -> bool:
    """Whether the coefficient of the leading term is positive."""
    coefficient, _ = leading(formula, symbol(along))
    return bool(coefficient.evalf() > 0) if coefficient.is_number else sign(coefficient) == 1


def instantiable(theorem: Theorem) -> tuple[Term, list[Term]]:
    """The statement and its hypotheses with what is approximated put for what it approximates.

    An approximation as it stands holds in no instance but where both its sides are nearly 0 or 1, and there
    other formulas hold too.
    """
    stated, given = theorem.proposition, [h.proposition for h in resting_on(theorem)]
    for fact in (h.proposition for h in resting_on(theorem, Ground.APPROXIMATION)):
        others = [one for one in given if one is not fact]
        put = [replaced(one, *fact.args) for one in (stated, *others)] if fact.head == "eq" else []
        if put and put != [stated, *others]:
            stated, given = put[0], put[1:]
    return stated, given


def _of_any_size(theorem: Theorem) -> Theorem:
    """The theorem of any size of which it is an instance: in small instances there are fewer parts."""
    if theorem.rule != "instance":
        return theorem
    put = dict(theorem.parameters)
    is_large = put["symbol"].head == "size" and is_number(put["value"]) and value_of(put["value"]) > _LARGE
    return theorem.premises[0] if is_large else theorem
