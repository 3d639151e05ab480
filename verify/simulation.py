"""`tc.simulate` and `tc.trials`: the estimate and the trials of a term, which may be written as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from .numerics.simulate import Simulated
from .numerics.simulate import simulate as estimated
from .numerics.simulate import trials as drawn
from .theory.node import Term
from .theory.parse import listed, parse
from .theory.syntax import ParseError

if TYPE_CHECKING:
    import torch


def simulate(
    term: Term | str,
    at: Mapping[str, Any] | Mapping[Term, Any] | None = None,
    *,
    laws: Sequence[str] = (),
    sizes: Sequence[str] = (),
    where: Sequence[Term | str] = (),
    n_trials: int = 10_000,
    seed: int = 0,
    device: str = "cpu",
    dtype: str = "float32",
) -> Simulated:
    """A term's value at a design point with its standard error, from independent trials of its model.

    The term is one of `theorycheck.theory`, or a text over the model that `laws` and `sizes` declare. What
    `at` and `where` are, and what ValueError refuses, says `theorycheck.numerics.simulate.simulate`; a text
    that cannot be read raises ParseError, which is one.

    >>> found = simulate("E <k_i, k_j>^2", {"n": 8, "d": 16}, laws=["k: sphere(d)"], where=["i != j"])
    >>> abs(found.z_score(1 / 16)) < 4
    True
    """
    read, chosen = read_term(term, at or {}, laws=laws, sizes=sizes, where=where)
    return estimated(read, at, where=chosen, n_trials=n_trials, seed=seed, device=device, dtype=dtype)


def trials(
    term: Term | str,
    at: Mapping[str, Any],
    *,
    laws: Sequence[str] = (),
    sizes: Sequence[str] = (),
    where: Sequence[Term | str] = (),
    n_trials: int,
    generator: torch.Generator,
) -> torch.Tensor:
    """The value of a random term in each of `n_trials` trials, as a simulator returns it.

    The term may be a text, as in `simulate`.
    Of an event that is whether it happens. A free index is averaged, and `at` holds it at a value. Raises
    ValueError for what it refuses, and for a term that is not one random number.

    >>> import torch
    >>> generator = torch.Generator().manual_seed(0)
    >>> at = {"n": 4, "d": 16, "i": 1, "j": 2}
    >>> squares = trials("<k_i, k_j>^2", at, laws=["k: sphere(d)"], n_trials=4000, generator=generator)
    >>> abs(squares.mean().item() - 1 / 16) < 0.01
    True
    """
    read, chosen = read_term(term, at, laws=laws, sizes=sizes, where=where)
    return drawn(read, at, n_trials=n_trials, generator=generator, where=chosen)


def read_term(
    term: Term | str,
    at: Mapping[str, Any] | Mapping[Term, Any],
    *,
    laws: Sequence[str],
    sizes: Sequence[str],
    where: Sequence[Term | str],
) -> tuple[Term, list[Term]]:
    """A term and its conditions, read where they are texts.

    Where an item h_2 asks for it, a size is at least what the design point gives.
    """
    conditions: tuple[Term | str, ...] = listed(where)
    if isinstance(term, str):
        texts = [x for x in conditions if isinstance(x, str)]
        read = partial(parse, term, laws=laws, sizes=sizes, where=texts)
        try:
            parsed = read()
        except ParseError:
            least = {name: x for name, x in at.items() if isinstance(name, str) and type(x) is int and x > 0}
            parsed = read(least=least)
        term = parsed.term
        conditions = (*(x for x in conditions if not isinstance(x, str)), *parsed.where)
    if not isinstance(term, Term):
        raise ValueError(f"A term is simulated, such as E(norm2(x)), or a text, and {term!r} is neither.")
    written = [x for x in conditions if isinstance(x, str)]
    if written:
        raise ValueError(f"The condition {written[0]!r} is a text, and the term is none; write both alike.")
    return term, [x for x in conditions if not isinstance(x, str)]
