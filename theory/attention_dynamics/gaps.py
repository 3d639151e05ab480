"""What is left of a statement once its right-hand side is subtracted: nothing, entry by entry."""

from __future__ import annotations

from collections.abc import Callable

from ..derivation import Derivation, proved
from ..kernel import Theorem, apply
from ..model import Parameter, fixed
from ..node import Term
from ..prove import suppose
from ..substitution import replaced
from ..tactics.goals import same
from ..tactics.rewriting import converted, itself, left, replaced_within, right, then
from ..terms import define, zero_like


def nothing_left(name: str, title: str, gap: Term, *facts: Theorem) -> Derivation:
    """The gap as a definition that equals zero. Raises `Refused` where it is not zero."""
    found = apply("written_out", term=define("gap", gap))
    return proved(name, title, converted(found, lambda own: same(own, zero_like(gap.shape), facts)))


def no_difference(name: str, title: str, equation: Theorem) -> Derivation:
    """The left side of an equation minus the right one: nothing."""
    shape = left(equation).shape
    one, other = (fixed(letter, *shape) if shape else Parameter(letter) for letter in ("∂x", "∂y"))
    none = replaced_within(itself(one - other), [suppose(one == other)])
    none = converted(none, lambda own: same(own, zero_like(shape), ()))
    for letter, value in ((one, left(equation)), (other, right(equation))):
        none = apply("instance", none, symbol=letter, value=value)
    none = apply("cut", equation, none)
    return proved(name, title, then(apply("written_out", term=define("gap", left(none))), none))


def nothing_of(
    name: str,
    title: str,
    whole: Callable[..., Term],
    *slopes: Theorem,
    shared: tuple[Term, ...] = (),
    facts: tuple[Theorem, ...] = (),
) -> Derivation:
    """What is made of gradients is nothing, whatever tensors stand for parts that their values share."""
    made = whole(*map(left, slopes))
    found = replaced_within(apply("written_out", term=define("gap", made)), slopes)
    rest, letters = right(found), [fixed("∂c", *part.shape) for part in shared]
    for letter, part in zip(letters, shared, strict=True):
        rest = replaced(rest, part, letter)
    none = apply("componentwise", *facts, left=rest, right=zero_like(made.shape))
    for letter, part in zip(letters, shared, strict=True):
        none = apply("instance", none, symbol=letter, value=part)
    return proved(name, title, then(found, none))
