"""Models: sizes with their domains, families of random objects with their laws, and what is independent.

Random objects of different names are independent of each other, and so are the items of an i.i.d. family at
different indices: independence is read off the model and never asserted for an event.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .laws import describe
from .node import Term, Value, as_term
from .substitution import fresh_names
from .terms import parts_of_stack


def Size(name: str, *, minimum: int = 1, maximum: int | None = None) -> Term:  # noqa: N802 - a kind of symbol
    """An integer that is at least `minimum` (and at most `maximum`)."""
    return Term("size", (), (name, minimum, maximum))


def sizes(names: str, *, minimum: int = 1) -> tuple[Term, ...]:
    """Sizes of one domain, their names apart by blanks."""
    return tuple(Size(name, minimum=minimum) for name in names.split())


def Parameter(name: str) -> Term:  # noqa: N802 - a kind of symbol
    """A real number of which nothing is assumed; write `where=[tau > 0]` for what is."""
    return Term("parameter", (), (name,))


def fixed(name: str, *dimensions: Value) -> Term:
    """A vector or matrix that is not random."""
    return Term("fixed", tuple(map(as_term, dimensions)), (name,))


def Index(name: str, upper: Value) -> Term:  # noqa: N802 - a kind of symbol
    """An index from 1 to `upper`. Free in a statement, it may be any."""
    return Term("index", (as_term(upper),), (name,))


def indices(names: str, upper: Value) -> tuple[Term, ...]:
    """Indices of one range, their names apart by blanks."""
    return tuple(Index(name, upper) for name in names.split())


@dataclass(frozen=True)
class Iid:
    """A family of random objects of one law, as many as the product of the counts."""

    law: Term
    counts: tuple[Term, ...]


def iid(law: Term, *counts: Value) -> Iid:
    """Independent items of one law, at one index for each count; a `Model` gives them their name."""
    if law.head == "markov_chain":
        raise ValueError(
            "The states of a Markov chain are not independent: write chain(MarkovChain(...), T)."
        )
    return Iid(law, tuple(map(as_term, counts)))


def chain(law: Term, count: Value) -> Iid:
    """The first `count` states of a Markov chain."""
    if law.head != "markov_chain":
        raise ValueError(f"{law} is not the law of a Markov chain.")
    return Iid(law, (as_term(count),))


class Model:
    """Random objects by name: `k, v = Model(k=iid(Sphere(d_k), n), v=iid(Sphere(d_v), n))`.

    >>> from theorycheck.theory.laws import Sphere
    >>> n, d = sizes("n d")
    >>> model = Model(k=iid(Sphere(d), n))
    >>> model.k
    k
    >>> model.sentences()
    ('k_j, j = 1, ..., n: uniform on the sphere of radius 1 in R^d, independent',)
    """

    def __init__(self, **objects: Iid | Term) -> None:
        """A family for each `iid` or `chain`, one random object for each law."""
        self.objects = {name: _declared(name, law) for name, law in objects.items()}
        self.terms: tuple[Term, ...] = ()

    @classmethod
    def of(cls, *terms: Term) -> Model:
        """The random objects that occur in terms."""
        found = {
            name: own for term in terms for name, own in term.declarations if own.head in {"family", "random"}
        }
        model = cls()
        model.objects, model.terms = dict(sorted(found.items())), terms
        return model

    def __getattr__(self, name: str) -> Term:
        try:
            return self.__dict__["objects"][name]
        except KeyError:
            raise AttributeError(f"The model has no random object {name}.") from None

    def __iter__(self) -> Iterator[Term]:
        return iter(self.objects.values())

    def sentences(self) -> tuple[str, ...]:
        """What is assumed of each random object."""
        return tuple(_sentence(name, own, self.terms) for name, own in self.objects.items())


def _declared(name: str, law: Iid | Term) -> Term:
    if isinstance(law, Iid):
        return Term("family", (law.law, *law.counts), (name,))
    return Term("random", (law,), (name,))


def _sentence(name: str, own: Term, terms: tuple[Term, ...]) -> str:
    law = describe(own.args[0])
    if own.head == "random":
        return f"{name}: {law}"
    together = "" if own.args[0].head == "markov_chain" else ", independent"
    letters = fresh_names(len(own.args) - 1, own)
    ranges = "".join(f", {j} = 1, ..., {count}" for j, count in zip(letters, own.args[1:], strict=True))
    below = letters[0] if len(letters) == 1 else f"{{{', '.join(letters)}}}"
    parts = parts_of_stack(own, *terms)
    return f"{name}_{below}{ranges}: {law}{together}" + (f", {parts} of {name}" if parts else "")
