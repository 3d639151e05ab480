"""Symbols of a term and substitution.

Bodies of binders hold bound indices by depth (de Bruijn), so that nothing is captured.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, count, islice

from .heads import BINDING, BOUND, STATISTICS, depth_of
from .node import Term
from .requirements import Misfit


def occurs(symbol: Term, term: Term) -> bool:
    """Whether the symbol, which declares a name, occurs in the term."""
    return any(own is symbol for _, own in term.declarations)


def clashes(terms: Iterable[Term]) -> list[str]:
    """The names that are declared in more than one way."""
    declared = frozenset[tuple[str, Term]]().union(*(term.declarations for term in terms))
    if len(dict(declared)) == len(declared):
        return []
    return sorted(name for name, times in Counter(name for name, _ in declared).items() if times > 1)


def subterms(term: Term) -> Iterable[Term]:
    """The term and everything below it, each once."""
    seen: dict[Term, None] = {}
    stack = [term]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen[node] = None
            stack.extend(reversed(node.args))
    return tuple(seen)


def fresh_name(*terms: Term) -> str:
    """A letter for an index that occurs in none of the terms."""
    return fresh_names(1, *terms)[0]


def fresh_names(number_of: int, *terms: Term) -> list[str]:
    """As many letters for indices that occur in none of the terms."""
    used = {name for term in terms for name, _ in term.declarations}
    letters = chain("jlmpqrs", (f"j_{k}" for k in count(1)))
    return list(islice((letter for letter in letters if letter not in used), number_of))


def rebuilt(term: Term, change: Callable[[Term, int], Term | None], depth: int = 0) -> Term:
    """The term with `change(node, depth)` in place of each node for which it is not none, outermost first."""
    found = change(term, depth)
    if found is not None:
        return found
    if not term.args:
        return term
    if term.head in BINDING:
        args = [
            rebuilt(part, change, depth + depth_of(term.head, position, term.args))
            for position, part in enumerate(term.args)
        ]
    else:
        args = [rebuilt(part, change, depth) for part in term.args]
    same = all(map(operator.is_, args, term.args))
    return term if same else Term(term.head, tuple(args), term.data)


def replaced(term: Term, old: Term, new: Term) -> Term:
    """The term with every occurrence of `old` replaced; both hold no loose bound index."""
    if old.loose or new.loose:
        raise ValueError("Only closed terms are replaced.")
    return rebuilt(term, lambda node, _: new if node is old else None)


def abstracted(term: Term, symbol: Term) -> Term:
    """The body of a binder of `symbol`, an index, or a fixed vector or parameter (for a gradient)."""
    head, args = ("bound_index", symbol.args) if symbol.sort == "index" else ("bound_value", symbol.shape)

    def change(node: Term, depth: int) -> Term | None:
        if node is symbol:
            return Term(head, args, (depth,))
        if node.head in BOUND and node.data[0] >= depth:
            return Term(node.head, node.args, (node.data[0] + 1,))
        return None

    return rebuilt(term, change)


def instantiated(body: Term, value: Term) -> Term:
    """The body of a binder with a closed value in place of its bound symbol.

    Raises `Misfit` where a random value would come below a statistic, which is one at each value.
    """

    def change(node: Term, depth: int) -> Term | None:
        if not node.loose or all(loose < depth for loose, _ in node.loose):
            return node
        if value.is_random and node.head in STATISTICS and any(loose == depth for loose, _ in node.loose):
            raise Misfit(f"{node} is a statistic at each value, and {value} is random.")
        if node.head not in BOUND:
            return None
        (level,) = node.data
        if level == depth:
            return value if not value.loose else _lifted(value, depth)
        return Term(node.head, node.args, (level - 1,))

    return rebuilt(body, change)


def opened(binder: Term, *avoid: Term) -> tuple[Term, Term, Term]:
    """A binder's index under a name that neither it nor `avoid` holds, its condition and its body."""
    upper, condition, body = binder.args
    index = Term("index", (upper,), (fresh_name(binder, *avoid),))
    return index, instantiated(condition, index), instantiated(body, index)


def unfolded(definition: Term) -> Term:
    """What a definition stands for."""
    template, *arguments = definition.args
    for left, argument in reversed(list(enumerate(arguments))):
        # Parameters that are left are bound around it still, and are no symbols of the argument.
        template = instantiated(template, _lifted(argument, left))
    return template


def _lifted(term: Term, by: int) -> Term:
    """The term with its loose bound symbols raised, for use below `by` more binders."""
    if by == 0:
        return term

    def change(node: Term, depth: int) -> Term | None:
        if all(loose < depth for loose, _ in node.loose):
            return node
        return Term(node.head, node.args, (node.data[0] + by,)) if node.head in BOUND else None

    return rebuilt(term, change)
