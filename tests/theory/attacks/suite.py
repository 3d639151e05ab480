"""The attacks: misuses of rules that would give a false statement from true premises, by class.

An attack on a rule names a move, facts that may be assumed and options. It succeeds where the system accepts
it and the result has a counterexample, or where whatever can be accepted is false. Beside the attacks stand
uses that a system must accept, so that one that refuses everything does not pass. An attack on records names
a way to forge one; it succeeds where the verifier believes the forgery and names no hypothesis.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Attack:
    """A misuse of a move, or (among `LEGITIMATE`) a use that is right."""

    name: str
    kind: str
    move: str
    premises: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)
    false: bool = False
    """Whether whatever is accepted is false, so that no counterexample is searched."""


def _attacks(kind: str, *rows: tuple, false: bool = False) -> tuple[Attack, ...]:
    return tuple(
        Attack(name=name, kind=kind, move=move, premises=premises, options=dict(*options), false=false)
        for name, move, premises, *options in rows
    )


TURNED = _attacks(
    "relation turned or weakened",
    ("divide upper bounds", "divide", ("x <= 6", "y <= 2")),
    ("divide lower bounds", "divide", ("x >= 6", "y >= 2")),
    ("divide an upper bound by a value of unknown sign", "divide", ("x <= 6", "y == z")),
    ("divide a value by a lower bound", "divide", ("x == 6", "y >= 2")),
    ("an upper bound put for an equal", "substitute", ("y == x + 1", "x <= 3")),
    ("a lower bound put for an equal", "substitute", ("y == 2*x", "x >= 3")),
    ("a strict bound put for an equal", "substitute", ("y == x*x", "x < 3")),
    ("an inequality between symbols put for an equal", "substitute", ("y == x - z", "x <= z")),
    ("square an upper bound", "square", ("x <= 2",)),
    ("square a lower bound", "square", ("x >= -3",)),
    ("variance from an upper bound on the square", "variance", ("E(X**2) <= 5", "E(X) == m")),
    ("variance from a lower bound on the square", "variance", ("E(X**2) >= 5", "E(X) == m")),
    ("variance from a bound on the mean", "variance", ("E(X**2) == s", "E(X) <= 1")),
    ("Markov from a lower bound on the mean", "markov", ("E(X**2) >= 1",), {"threshold": "t"}),
    ("mean of a quotient, the mean bounded", "mean of quotient", ("E(X) <= 3", "c == 2")),
    ("mean of a quotient, the divisor bounded", "mean of quotient", ("E(X) == m", "c >= 2")),
    ("mean of a quotient, a negative divisor", "mean of quotient", ("E(X) <= 3", "c == -2")),
    ("product of means that are bounds", "product of means", ("E(X) <= 1", "E(Y) <= 1")),
    ("Bernoulli from an upper bound", "Bernoulli", ("f <= (1 + x)**3 - 1",), {"count": 3}),
    ("opposite of a bounded probability", "opposite", ("P(X > t) <= 1/3",)),
    ("opposite of a probability bounded below", "opposite", ("P(X > t) >= 1/3",)),
)

ORDER = _attacks(
    "a bound's order taken for the quantity's",
    ("growth of an upper bound", "growth", ("f <= n",), {"variable": "n"}),
    ("growth of a lower bound", "growth", ("f >= n",), {"variable": "n"}),
    false=True,
)

HEAD = _attacks(
    "wrong head",
    ("Markov applied to a variance", "markov", ("Var(X**2) == m",), {"threshold": "t"}),
    ("Markov applied to a probability", "markov", ("P(X > 1) == m",), {"threshold": "t"}),
    ("Markov applied to a number", "markov", ("x == 3",), {"threshold": "t"}),
    ("variance from another second moment", "variance", ("E(Y**2) == s", "E(X) == m")),
    ("variance from a variance", "variance", ("Var(X**2) == s", "E(X) == m")),
    ("variance from a squared mean", "variance", ("E(X)**2 == s", "E(X) == m")),
    ("product of a variance and a mean", "product of means", ("Var(X) == a", "E(Y) == b")),
    ("mean of a quotient of a variance", "mean of quotient", ("Var(X) == s", "c == 2")),
    ("opposite of a mean", "opposite", ("E(X) == m",)),
)

DOMAIN = _attacks(
    "wrong domain",
    ("a size set to a negative number", "set", ("E(X**2) == (n - 1)/d",), {"symbol": "n", "value": "-5"}),
    ("a size set to a fraction", "set", ("E(X**2) == (n - 1)/d",), {"symbol": "n", "value": "1/2"}),
    ("a size set to zero", "set", ("E(X**2) == (n - 1)/d",), {"symbol": "n", "value": "0"}),
    ("a dimension set to zero", "set", ("E(X**2) == (n - 1)/d",), {"symbol": "d", "value": "0"}),
    (
        "a dimension set to a negative number",
        "set",
        ("E(X**2) == (n - 1)/d",),
        {"symbol": "d", "value": "-2"},
    ),
    false=True,
)

CONDITION = _attacks(
    "lost side condition",
    ("divide by what may be zero", "divide", ("x == y", "z == y - y")),
    ("Markov without a sign", "markov", ("E(X) == m",), {"threshold": "t"}),
    ("Markov with a negative threshold", "markov", ("E(X**2) == m",), {"threshold": "-1"}),
    ("Markov with the threshold zero", "markov", ("E(X**2) == m",), {"threshold": "0"}),
    ("Markov with any threshold", "markov", ("E(X**2) == m",), {"threshold": "r"}),
    ("Bernoulli below minus one", "Bernoulli", ("f == (1 + x)**3 - 1",), {"count": 3}),
)

INDEPENDENCE = _attacks(
    "independence that does not hold",
    ("a variable with itself", "product of means", ("E(X) == a", "E(X) == b")),
    ("a variable with its square", "product of means", ("E(X) == a", "E(X**2) == b")),
    ("two variables of which nothing is said", "product of means", ("E(X) == a", "E(Y) == b")),
)

NAMES = _attacks(
    "foreign quantity, reused symbol",
    ("a symbol defined twice", "define twice", ("y == 1", "y == 2")),
    ("a symbol defined by itself", "define twice", ("y == y + 1",)),
    ("a symbol of the model defined", "define twice", ("n == 3",)),
    false=True,
)

ATTACKS = (*TURNED, *ORDER, *HEAD, *DOMAIN, *CONDITION, *INDEPENDENCE, *NAMES)

LEGITIMATE = _attacks(
    "a use that must be accepted",
    ("substitute", "substitute", ("y == x + 1", "x == 3")),
    ("variance", "variance", ("E(X**2) == s", "E(X) == m")),
    ("markov", "markov", ("E(X**2) == m",), {"threshold": "t"}),
    ("markov from an upper bound", "markov", ("E(X**2) <= 1",), {"threshold": "t"}),
    ("opposite", "opposite", ("P(X > t) == p",)),
    ("set", "set", ("E(X**2) == (n - 1)/d",), {"symbol": "n", "value": "5"}),
    ("mean of quotient", "mean of quotient", ("E(X) == m", "c == 2")),
)

FORGERIES = (
    "no steps",
    "another statement",
    "a copy with another statement",
    "a hypothesis taken away",
    "made without the constructor",
    "a subclass that answers for itself",
    "a rule of one's own",
    "a formula in a tuple",
    "a formula in a relation",
    "a definition that asserts a bound",
    "a definition that asserts an independence",
)
"""Ways to make a record by hand."""
