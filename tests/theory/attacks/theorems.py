"""The kernel of theorems, `theory.kernel`, as the attacks see it."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache

from theorycheck.theory.kernel import Refused as KernelRefused
from theorycheck.theory.kernel import Status, Theorem, apply, believe, record
from theorycheck.theory.kernel.theorem import ordered
from theorycheck.theory.laws import Normal
from theorycheck.theory.model import Model, Parameter, Size
from theorycheck.theory.node import Term, negation, number, power
from theorycheck.theory.prove import derive, prove, suppose
from theorycheck.theory.substitution import replaced
from theorycheck.theory.tactics import markov, moments
from theorycheck.theory.tactics.goals import strict_facts
from theorycheck.theory.terms import E, P, Var, define, norm2

from .system import Belief, Refused

_SYMBOLS = {name: Parameter(name) for name in "abcfmprstxyz"} | {"n": Size("n"), "d": Size("d")}
_Z = Model(z=Normal(dimension=2)).z
_RANDOM = {"X": _Z[1], "Y": _Z[2]}
"""Two coordinates of one vector: nothing says that they are independent."""


def parsed(text: str) -> Term:
    """A statement as a proposition; X and Y are coordinates of one random vector."""
    exact = re.sub(r"(\d+)/(\d+)", r"Fraction(\1, \2)", text)
    return eval(exact, {"Fraction": Fraction, **_SYMBOLS, **_RANDOM, "E": E, "P": P, "Var": Var})


def text_of(term: Term) -> str:
    """A term in the language of statements."""
    match term.head:
        case "component":
            return "XY"[term.args[1].data[0] - 1]
        case "number":
            return f"({term.data[0]}/{term.data[1]})"
        case "add" | "mul":
            return "(" + {"add": " + ", "mul": " * "}[term.head].join(map(text_of, term.args)) + ")"
        case "power":
            return f"({text_of(term.args[0])})**({term.args[1].data[0]})"
        case "E" | "P" | "Var":
            return f"{term.head}({text_of(term.args[0])})"
        case "eq" | "le" | "lt" | "ge" | "gt":
            sign = {"eq": "==", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}[term.head]
            return f"{text_of(term.args[0])} {sign} {text_of(term.args[1])}"
    return term.data[0]


class Theorems:
    """Each move asks the kernel for what the move would conclude, by every rule that could conclude it."""

    def assume(self, statement: str) -> Theorem:
        """A hypothesis; statements about random objects stand inside means."""
        try:
            return suppose(parsed(statement))
        except KernelRefused as refusal:
            raise Refused(str(refusal)) from refusal

    def apply(self, move: str, *facts: Theorem, **options: object) -> Theorem:
        """The move by the rules of the kernel."""
        try:
            return _MOVES[move](*facts, **options)
        except (KernelRefused, ValueError, TypeError, IndexError) as refusal:
            raise Refused(str(refusal)) from refusal

    def statement(self, fact: Theorem) -> str:
        """The theorem's proposition as text."""
        return text_of(fact.proposition)

    def forge(self, how: str) -> object:
        """A record that no proof gives, or a theorem made in another way."""
        try:
            return FORGED[how]()
        except (KernelRefused, TypeError, AttributeError, ValueError) as refusal:
            raise Refused(str(refusal)) from refusal

    def believes(self, record_of: object) -> Belief:
        """The replay."""
        try:
            belief = believe(record_of)
        except KernelRefused as refusal:
            raise Refused(str(refusal)) from refusal
        if belief.status is not Status.DERIVED:
            raise Refused(belief.status)
        return Belief(repr(belief.proposition), belief.status, tuple(map(repr, belief.hypotheses)))


def _divide(above: Theorem, below: Theorem) -> Theorem:
    """x R a, y S b: x/y R a/b by rewriting, or by a certificate."""
    (x, _, a), (y, _, b) = ordered(above.proposition), ordered(below.proposition)
    if above.proposition.head in {"ge", "gt"}:
        x, a = a, x
    if below.proposition.head in {"ge", "gt"}:
        y, b = b, y
    claims = [Term(head, (x / y, a / b)) for head in ("eq", "le", "ge")]
    return _first(claims, lambda claim: _concluded(claim, above, below))


def _concluded(claim: Term, *facts: Theorem) -> Theorem:
    """The claim by rewriting with the facts, else by a certificate with all products of two of them."""
    left, right = claim.args
    if claim.head == "eq":
        theorem = apply("reflexive", term=left)
        for fact in facts:
            theorem = apply("transitive", theorem, apply("within", fact, term=theorem.proposition.args[1]))
        strict = strict_facts(facts)
        return apply(
            "transitive", theorem, apply("ring", *strict, left=theorem.proposition.args[1], right=right)
        )
    small, _, large = ordered(claim)
    usable = len(facts)
    shapes = [(k,) for k in range(usable)] + [(k, m) for k in range(usable) for m in range(k, usable)]
    tries = [((1, 1, shape, ()),) for shape in shapes] + [((-1, 1, shape, ()),) for shape in shapes]
    return _first(
        tries, lambda parts: apply("certificate", *facts, left=small, right=large, relation="le", parts=parts)
    )


def _first(tries: list, attempt: Callable[[object], Theorem]) -> Theorem:
    refusals = []
    for one in tries:
        try:
            return attempt(one)
        except KernelRefused as refusal:
            refusals.append(str(refusal))
    raise KernelRefused(" ".join(refusals))


def _substitute(fact: Theorem, known: Theorem) -> Theorem:
    if known.proposition.head == "eq":
        return apply("rewrite", known, fact)
    left, right = known.proposition.args
    changed = replaced(fact.proposition, left, right)
    return _concluded(changed, fact, known)


def _square(fact: Theorem) -> Theorem:
    left, right = fact.proposition.args
    return _concluded(Term(fact.proposition.head, (power(left, 2), power(right, 2))), fact)


def _variance(second: Theorem, first: Theorem) -> Theorem:
    mean, _, _ = _forward(first)
    spread = apply("written_out", term=Var(mean.args[0]))
    theorem = spread
    for fact in (second, first):
        theorem = apply("transitive", theorem, apply("within", fact, term=theorem.proposition.args[1]))
    value = _forward(second)[2] - power(_forward(first)[2], 2)
    return apply("transitive", theorem, apply("ring", left=theorem.proposition.args[1], right=value))


def _forward(fact: Theorem) -> tuple[Term, str, Term]:
    one, other = fact.proposition.args
    return one, fact.proposition.head, other


def _markov(fact: Theorem, *, threshold: str) -> Theorem:
    mean, _, value = _forward(fact)
    t = number(int(threshold)) if threshold.lstrip("-").isdigit() else _SYMBOLS[threshold]
    given = (suppose(t > 0),) if threshold == "t" else ()
    return prove(P(Term("gt", (mean.args[0], t))) <= value / t, by=[markov, fact, *given])


def _mean_of_quotient(fact: Theorem, divisor: Theorem) -> Theorem:
    mean, head, value = _forward(fact)
    c, _, number_of_c = _forward(divisor)
    quotient = E(mean.args[0] / c)
    theorem = apply("linear", term=quotient)
    claims = [Term(h, (theorem.proposition.args[1], value / number_of_c)) for h in ("eq", head)]
    return apply("transitive", theorem, _first(claims, lambda claim: _concluded(claim, fact, divisor)))


def _product_of_means(one: Theorem, other: Theorem) -> Theorem:
    (x, _, a), (y, _, b) = _forward(one), _forward(other)
    body = Term("mul", (x.args[0], y.args[0]))
    theorem = apply("mean_of_independent", term=E(body), first=(0,))
    claims = [Term(h, (theorem.proposition.args[1], a * b)) for h in ("eq", "le")]
    return apply("transitive", theorem, _first(claims, lambda claim: _concluded(claim, one, other)))


def _bernoulli(fact: Theorem, *, count: int) -> Theorem:
    left, _, _ = _forward(fact)
    return _concluded(left >= count * _SYMBOLS["x"], fact)


def _opposite(fact: Theorem) -> Theorem:
    chance, _, value = _forward(fact)
    theorem = apply("complement", event=negation(chance.args[0]))
    return apply("transitive", theorem, _concluded(theorem.proposition.args[1] == 1 - value, fact))


def _set(fact: Theorem, *, symbol: str, value: str) -> Theorem:
    parts = [int(part) for part in value.split("/")]
    exact = number(parts[0]) / parts[1] if len(parts) > 1 else number(parts[0])
    return apply("instance", fact, symbol=_SYMBOLS[symbol], value=exact)


def _growth(fact: Theorem, *, variable: str) -> Theorem:
    left, _, right = _forward(fact)
    return _concluded(left == right, fact)


def _define_twice(*facts: Theorem) -> Theorem:
    """Both definitions of one name used in one theorem."""
    named = [define(_forward(fact)[0].data[0], _forward(fact)[2]) for fact in facts]
    if len(named) == 1:
        named.append(_forward(facts[0])[0])
    one, other = (
        apply("written_out", term=n) if n.head == "definition" else apply("reflexive", term=n) for n in named
    )
    return apply("both", one, other)


_MOVES = {
    "divide": _divide,
    "substitute": _substitute,
    "square": _square,
    "variance": _variance,
    "markov": _markov,
    "mean of quotient": _mean_of_quotient,
    "product of means": _product_of_means,
    "Bernoulli": _bernoulli,
    "opposite": _opposite,
    "set": _set,
    "growth": _growth,
    "define twice": _define_twice,
}


@cache
def honest() -> Theorem:
    """E <x, x> for a normal vector."""
    (x,) = Model(x=Normal(dimension=Size("d")))
    return derive(E(norm2(x)), by=moments)


def _changed(change: Callable[[dict], None]) -> str:
    body = json.loads(record(honest()))
    change(body)
    return json.dumps(body)


def _without_steps(body: dict) -> None:
    body["steps"] = []


def _other_statement(body: dict) -> None:
    body["terms"] += [["number", [], [7, 1]], ["eq", [len(body["terms"])] * 2, []]]
    body["terms"][-1][1] = [0, len(body["terms"]) - 2]
    body["terms"][0] = ["parameter", [], ["q"]]
    body["statement"] = len(body["terms"]) - 1


def _without_hypothesis() -> str:
    body = json.loads(record(suppose(Parameter("tau") > 0)))
    body["steps"] = [["weakened", [], {}]]
    return json.dumps(body)


def _by_hand() -> Theorem:
    made = object.__new__(Theorem)
    x = Parameter("x")
    for name, value in (
        ("hypotheses", frozenset()), ("proposition", Term("le", (x, number(-5)))), ("rule", "reflexive"),
        ("premises", ()), ("parameters", (("term", x),)), ("schemas", frozenset()),
    ):  # fmt: skip
        object.__setattr__(made, name, value)
    return made


def _copied() -> str:
    other = copy.copy(honest())
    object.__setattr__(other, "proposition", Term("eq", (number(1), number(2))))
    return record(other)


def _subclassed() -> object:
    class Boaster(Theorem):
        status = Status.DERIVED

    return object.__new__(Boaster)


def _own_rule(body: dict) -> None:
    body["steps"].append(["it_is_so", [len(body["steps"]) - 1], {}])


def _smuggled_tuple(body: dict) -> None:
    body["steps"].append(["reflexive", [], {"term": [{"term": 0}, {"term": 0}]}])


def _smuggled_relation(body: dict) -> None:
    body["steps"].append(["reflexive", [], {"term": {"term": 0}, "result": {"term": 0}}])


FORGED: dict[str, Callable[[], object]] = {
    "no steps": lambda: _changed(_without_steps),
    "another statement": lambda: _changed(_other_statement),
    "a copy with another statement": _copied,
    "a hypothesis taken away": _without_hypothesis,
    "made without the constructor": lambda: record(_by_hand()),
    "a subclass that answers for itself": _subclassed,
    "a rule of one's own": lambda: _changed(_own_rule),
    "a formula in a tuple": lambda: _changed(_smuggled_tuple),
    "a formula in a relation": lambda: _changed(_smuggled_relation),
    "a definition that asserts a bound": lambda: record(
        apply("written_out", term=define("x", Parameter("x") <= -5))
    ),
    "a definition that asserts an independence": lambda: record(
        apply("mean_of_independent", term=E(Term("mul", (_RANDOM["X"], _RANDOM["X"]))), first=(0,))
    ),
    "pickled": lambda: pickle.dumps(honest()),
    "the theorem itself": honest,
}
