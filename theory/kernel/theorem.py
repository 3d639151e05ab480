r"""Theorems, and the only way to make one: a rule applied to theorems.

`Theorem(hypotheses |- proposition)` holds for all values of its free symbols: sizes in their domains, real
parameters, fixed vectors, indices in their ranges. Where random objects stand outside every statistic it
holds almost surely. Random objects of different names are independent. Division is total: 1/0 is 0, and no
rule uses that value. A theorem in Python's memory proves nothing by being there: what is believed is the
replay of its record (`record`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from ..heads import LIMITS
from ..node import Term, is_number
from ..substitution import clashes

Parameters = tuple[tuple[str, Any], ...]
"""What a rule was given beside its premises: terms, whole numbers, texts and tuples of these, by name."""


class Refused(ValueError):  # noqa: N818 - an outcome
    """A rule was applied to what it does not accept, or a record does not replay."""


class Ground(StrEnum):
    """Why a hypothesis is there."""

    CONDITION = "condition"
    """The statement is about the case in which it holds."""
    ASSUMPTION = "assumption"
    """The source assumes it."""
    APPROXIMATION = "approximation"
    """It holds only approximately."""
    CITATION = "citation"
    """A result of the literature, taken without proof."""


class Status(StrEnum):
    """What a theorem is worth, computed from what it rests on."""

    DERIVED = "derived"
    INSTANCES = "derived for instances"
    PARTLY_CITED = "partly cited"
    HEURISTIC = "heuristic"


@dataclass(frozen=True)
class Hypothesis:
    """A proposition left of the turnstile, with its ground and the reason given for it."""

    proposition: Term
    ground: Ground
    because: str


class Theorem:
    """`hypotheses |- proposition`, with the step that made it. Made by `apply` alone."""

    __slots__ = ("hypotheses", "parameters", "premises", "proposition", "rule", "schemas")
    hypotheses: frozenset[Hypothesis]
    proposition: Term
    rule: str
    premises: tuple[Theorem, ...]
    parameters: Parameters
    schemas: frozenset[str]
    """The textbook inequalities and results of the literature used, by name."""

    def __new__(cls, *_: object, **__: object) -> Theorem:
        """Refused: theorems come from `apply`."""
        raise TypeError("A theorem is made by a rule: kernel.apply(rule, premises, ...).")

    def __init_subclass__(cls) -> None:
        raise TypeError("Theorem is not subclassed.")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A theorem is immutable; {name} cannot be set.")

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("A theorem is not copied or pickled: keep its record and replay it.")

    @property
    def status(self) -> Status:
        """As much as the weakest thing it rests on."""
        return status_of(self.hypotheses, self.proposition, self.schemas)

    def __repr__(self) -> str:
        from ..display import text

        stated = (self.proposition, *(h.proposition for h in self.hypotheses))
        right, *left = (text(one, *stated) for one in stated)
        return f"{', '.join(sorted(left))} ⊢ {right}" if left else f"⊢ {right}"


def status_of(hypotheses: Iterable[Hypothesis], proposition: Term, schemas: Iterable[str]) -> Status:
    """The status of a theorem with these hypotheses, proved by these schemas."""
    grounds = {h.ground for h in hypotheses}
    if Ground.APPROXIMATION in grounds:
        return Status.HEURISTIC
    if Ground.CITATION in grounds or any(RULES[name].source for name in schemas):
        return Status.PARTLY_CITED
    laws = (own.args[0] for _, own in proposition.declarations if own.head in {"random", "family"})
    if any(dim.head == "number" for law in laws for dim in law.shape):
        return Status.INSTANCES
    return Status.DERIVED


@dataclass(frozen=True)
class Conclusion:
    """What a rule concludes, and the hypotheses of its premises that it discharges."""

    proposition: Term
    discharged: tuple[Term, ...] = ()
    added: tuple[Hypothesis, ...] = ()


@dataclass(frozen=True)
class Rule:
    """A rule with what it accepts: for each premise the heads of its proposition, then those of any
    others.
    """

    name: str
    statement: str
    premises: tuple[frozenset[str], ...]
    others: frozenset[str] | None
    conclude: Callable[..., Conclusion]
    is_schema: bool = False
    source: str = ""
    """Where it is proved, for a result of the literature that is taken without proof."""


EQUATION: Final = frozenset({"eq"})
UNEQUAL: Final = frozenset({"ne"})
ORDER: Final = frozenset({"le", "lt", "ge", "gt"})
RELATION: Final = EQUATION | ORDER
SIDE: Final = RELATION | UNEQUAL
"""What side conditions are made of."""
TAIL: Final = frozenset({"sub_gaussian"})
ANY: Final = SIDE | TAIL | {"and", "or", "all", "any", "true"} | frozenset(LIMITS)

RULES: Final[dict[str, Rule]] = {}

_CONCLUDED: Final[dict[Hashable, Conclusion]] = {}
_MOST_CONCLUDED: Final = 2**14


def rule(
    statement: str,
    *premises: frozenset[str],
    others: frozenset[str] | None = None,
    schema: bool = False,
    source: str = "",
) -> Callable[[Callable[..., Conclusion]], Callable[..., Conclusion]]:
    """Declare a function as a rule of the kernel, named as the function is."""

    def register(conclude: Callable[..., Conclusion]) -> Callable[..., Conclusion]:
        name = conclude.__name__
        if name in RULES or conclude.__module__.rpartition(".")[0] != __package__:
            raise ValueError(f"The rule {name} is there already, or it is not one of the kernel's.")
        RULES[name] = Rule(name, statement, premises, others, conclude, schema or bool(source), source)
        return conclude

    return register


def apply(name: str, *premises: Theorem, **parameters: Any) -> Theorem:  # noqa: ANN401 - terms, numbers, texts
    """The theorem that the rule concludes. Raises `Refused` where the rule does not apply."""
    if name not in RULES:
        raise Refused(f"There is no rule {name!r}.")
    chosen = RULES[name]
    _require_accepted(chosen, premises)
    for key, value in parameters.items():
        _require_plain(key, value)
    given = tuple(sorted(parameters.items()))
    return _made(chosen, premises, given, _concluded(chosen, premises, given))


def _concluded(chosen: Rule, premises: tuple[Theorem, ...], given: Parameters) -> Conclusion:
    """What the rule concludes, worked out once: whoever derives something replays it next."""
    stated = tuple((premise.proposition, premise.hypotheses) for premise in premises)
    key = (chosen.conclude, stated, given)
    if (known := _CONCLUDED.get(key)) is not None:
        return known
    try:
        found = chosen.conclude(*premises, **dict(given))
    except Refused:
        raise
    except (
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        KeyError,
        ArithmeticError,
        RecursionError,
    ) as error:
        raise Refused(f"{chosen.name}: {error}") from error
    if len(_CONCLUDED) >= _MOST_CONCLUDED:
        _CONCLUDED.clear()
    _CONCLUDED[key] = found
    return found


def _made(chosen: Rule, premises: tuple[Theorem, ...], given: Parameters, found: Conclusion) -> Theorem:
    hypotheses = frozenset[Hypothesis]().union(*(premise.hypotheses for premise in premises))
    if found.discharged:
        hypotheses = frozenset(h for h in hypotheses if all(h.proposition is not p for p in found.discharged))
    hypotheses = hypotheses.union(found.added)
    proposition = found.proposition
    if type(proposition) is not Term or proposition.sort != "event" or proposition.loose:
        raise Refused(f"{chosen.name} concludes no proposition: {proposition}.")
    double = clashes((proposition, *(h.proposition for h in hypotheses)))
    if double:
        raise Refused(f"{chosen.name}: the name {double[0]} stands for two things.")
    made = object.__new__(Theorem)
    schemas = frozenset[str]().union(*(premise.schemas for premise in premises))
    for name, value in (
        ("hypotheses", hypotheses),
        ("proposition", proposition),
        ("rule", chosen.name),
        ("premises", premises),
        ("parameters", given),
        ("schemas", schemas | {chosen.name} if chosen.is_schema else schemas),
    ):
        object.__setattr__(made, name, value)
    return made


def _require_accepted(chosen: Rule, premises: tuple[Theorem, ...]) -> None:
    expected = len(chosen.premises)
    if len(premises) < expected or (len(premises) > expected and chosen.others is None):
        raise Refused(f"{chosen.name} takes {expected} premises, and {len(premises)} were given.")
    for position, premise in enumerate(premises):
        if type(premise) is not Theorem:
            raise Refused(f"{chosen.name}: premise {position + 1} is no theorem.")
        accepted = chosen.premises[position] if position < expected else chosen.others or frozenset()
        if premise.proposition.head not in accepted:
            raise Refused(
                f"{chosen.name}: premise {position + 1} is {premise.proposition}, of the kind "
                f"{premise.proposition.head}; accepted are {', '.join(sorted(accepted))}."
            )


def _require_plain(key: str, value: object) -> None:
    """Parameters are closed terms, whole numbers, texts, and tuples of these; names with # are none."""
    if type(value) is tuple:
        for part in value:
            _require_plain(key, part)
        return
    own = [name for name, _ in value.declarations if name[0] == "#"] if type(value) is Term else []
    if own:
        raise Refused(f"The name {own[0]} is not the user's: names with # are the kernel's.")
    if not (type(value) in {int, str} or (type(value) is Term and not value.loose)):
        raise Refused(f"The parameter {key} is neither a closed term, a whole number nor a text: {value!r}.")


def require(holds: bool, sentence: str, *about: object) -> None:
    """Raise `Refused` with the sentence, filled in only then, unless it holds."""
    if not holds:
        raise Refused(sentence.format(*about))


def ordered(proposition: Term) -> tuple[Term, str, Term]:
    """The smaller side, `eq`, `le` or `lt`, and the larger side."""
    match proposition.head, proposition.args:
        case ("eq" | "le" | "lt") as relation, (one, other):
            return one, relation, other
        case "ge", (one, other):
            return other, "le", one
        case "gt", (one, other):
            return other, "lt", one
    raise Refused(f"{proposition} orders nothing.")


def sign_of(premise: Theorem, *, strict: bool = False) -> Term:
    """x, from 0 <= x or 0 < x; strictly from 0 < x alone, for a number that is not random."""
    low, relation, x = ordered(premise.proposition)
    told = is_number(low, 0) and not x.shape
    require(told, "{} does not say that a number is nonnegative.", premise.proposition)
    positive = not strict or (relation == "lt" and not x.is_random)
    require(positive, "{} does not say that a number is positive.", premise.proposition)
    return x
