"""Rules of logic: hypotheses, equality, orders, binders, instances."""

from __future__ import annotations

from ..heads import BINDERS, LIMITS, MIRRORED, STATISTICS
from ..node import Term, is_number, number, value_of
from ..requirements import is_integer, least
from ..substitution import abstracted, instantiated, occurs, rebuilt, replaced, subterms
from ..terms import absolute
from .theorem import (
    ANY,
    EQUATION,
    ORDER,
    RELATION,
    SIDE,
    Conclusion,
    Ground,
    Hypothesis,
    Theorem,
    ordered,
    require,
    rule,
)

_OF_NUMBERS = frozenset({"add", "mul", "power", "function", "sum", "product", *RELATION})
_NAMED = frozenset({"size", "parameter", "fixed", "index", "random", "family"})


@rule("A hypothesis: it stays left of the turnstile.")
def assume(*, proposition: Term, ground: str, because: str) -> Conclusion:
    """p |- p, for a p that is not random."""
    require(proposition.sort == "event", "{} is no proposition.", proposition)
    require(not proposition.is_random, "{} is about random objects: assume it of their law.", proposition)
    require(type(because) is str and because.isprintable(), "A reason is a line of text: {!r}.", because)
    return Conclusion(proposition, added=(Hypothesis(proposition, Ground(ground), because),))


@rule("A thing equals itself.")
def reflexive(*, term: Term) -> Conclusion:
    """|- t = t."""
    return Conclusion(Term("eq", (term, term)))


@rule("A relation may be read from the other side.", SIDE)
def symmetric(premise: Theorem) -> Conclusion:
    """From a = b: b = a; from a != b: b != a; from a <= b: b >= a, and so on."""
    (one, other), head = premise.proposition.args, premise.proposition.head
    return Conclusion(Term(MIRRORED.get(head, head), (other, one)))


@rule("Relations of one direction chain: a <= b and b < c give a < c.", RELATION, RELATION)
def transitive(first: Theorem, second: Theorem) -> Conclusion:
    """a R b and b S c give a T c, strict where R or S is."""
    a, one, b = ordered(first.proposition)
    b2, other, c = ordered(second.proposition)
    require(b is b2, "{} ends in {}, and {} begins with {}.", first.proposition, b, second.proposition, b2)
    head = "lt" if "lt" in {one, other} else "le" if "le" in {one, other} else "eq"
    return Conclusion(Term(head, (a, c)))


@rule("What is at most a number, and at least it, is equal to it.", *[EQUATION | {"le", "ge"}] * 2)
def antisymmetric(one: Theorem, other: Theorem) -> Conclusion:
    """From a <= b and b <= a: a = b."""
    (a, _, b), (c, _, d) = ordered(one.proposition), ordered(other.proposition)
    require(a is d and b is c, "{} and {} are no two orders of two numbers.", one, other)
    return Conclusion(Term("eq", (a, b)))


@rule("What is equal or less is less or equal, and what is less is not equal.", frozenset({"eq", "lt", "gt"}))
def weakened(premise: Theorem, *, relation: str = "le") -> Conclusion:
    """From a = b or a < b: a <= b; from a < b: a != b."""
    a, own, b = ordered(premise.proposition)
    require(relation == "le" or (relation, own) == ("ne", "lt"), "{} is not weaker.", relation)
    return Conclusion(Term(relation, (a, b)))


@rule("What lies between -b and b has a modulus of at most b.", RELATION, RELATION)
def modulus(low: Theorem, high: Theorem) -> Conclusion:
    """From -b <= x and x <= b: |x| <= b."""
    (least_value, _, x), (y, _, b) = ordered(low.proposition), ordered(high.proposition)
    require(x is y and least_value is -b, "{} and {} are no two sides.", low, high)
    return Conclusion(Term("le", (absolute(x), b)))


@rule("What has a modulus of at most b lies between -b and b.", ORDER)
def within_modulus(premise: Theorem) -> Conclusion:
    """From |x| <= b: -b <= x and x <= b; so for <."""
    part, relation, b = ordered(premise.proposition)
    require(part.head == "function" and part.data == ("abs",), "{} is no modulus.", part)
    (x,) = part.args
    return Conclusion(Term("and", (Term(relation, (-b, x)), Term(relation, (x, b)))))


@rule("Equals may be put for equals.", EQUATION, ANY)
def rewrite(equation: Theorem, target: Theorem) -> Conclusion:
    """The target with the equation's left side replaced everywhere by its right side."""
    old, new = equation.proposition.args
    changed = put_for(target.proposition, old, new)
    require(changed is not target.proposition, "{} does not occur in {}.", old, target.proposition)
    return Conclusion(changed)


@rule("Equals may be put for equals within a term.", EQUATION)
def within(equation: Theorem, *, term: Term) -> Conclusion:
    """From a = b: f(a) = f(b)."""
    old, new = equation.proposition.args
    return Conclusion(Term("eq", (term, put_for(term, old, new))))


def put_for(term: Term, old: Term, new: Term) -> Term:
    """The term with `old` replaced where it stands as a value.

    Never within what declares a symbol, nor under a limit, whose variable an equation may be about, nor in
    what breaks ties by lot: each such term draws its own.
    """

    def change(node: Term, _: int) -> Term | None:
        if node is old:
            return new
        if node.head == "definition":
            template, *arguments = node.args
            return Term("definition", (template, *(new if a is old else a for a in arguments)), node.data)
        return node if node.head in _NAMED or node.head in LIMITS or _draws_lots(node) else None

    return rebuilt(term, change)


def _draws_lots(term: Term) -> bool:
    return term.head == "argmax" and term.data == ("uniform",)


@rule("Both of two facts.", ANY, ANY)
def both(one: Theorem, other: Theorem) -> Conclusion:
    """p and q from p, q."""
    return Conclusion(Term("and", (one.proposition, other.proposition)))


@rule("One of two facts.", frozenset({"and"}))
def one_of_both(premise: Theorem, *, position: int) -> Conclusion:
    """p, or q, from p and q."""
    require(position in {0, 1}, "Both means two.")
    return Conclusion(premise.proposition.args[position])


@rule("A hypothesis that is a theorem is not needed.", ANY, ANY)
def cut(lemma: Theorem, premise: Theorem) -> Conclusion:
    """From G |- p and H, p |- q: G, H |- q."""
    held = [h for h in premise.hypotheses if h.proposition is lemma.proposition]
    require(bool(held), "{} is no hypothesis of {}.", lemma.proposition, premise)
    own = tuple(h for h in lemma.hypotheses if h.proposition is lemma.proposition)
    return Conclusion(premise.proposition, discharged=(lemma.proposition,), added=own)


@rule("Of two numbers one is at most the other: what holds in both cases holds.", ANY, ANY)
def cases(one: Theorem, other: Theorem, *, low: Term, high: Term) -> Conclusion:
    """From a <= b |- p and b <= a |- p: p."""
    require(one.proposition is other.proposition, "{} and {} say two things.", one, other)
    # Of random numbers neither need be the larger one always.
    require(not (low.is_random or high.is_random), "{} or {} is random.", low, high)
    orders = Term("le", (low, high)), Term("le", (high, low))
    for theorem, opposite in zip((one, other), orders[::-1], strict=True):
        twice = any(h.proposition is opposite for h in theorem.hypotheses)
        require(not twice, "{} is about both cases.", theorem)
    return Conclusion(one.proposition, orders)


@rule("What holds for every value of an index may be used below a sum over it.", EQUATION)
def under(equation: Theorem, *, binder: Term, index: Term) -> Conclusion:
    """From c(j) |- f(j) = g(j): the binder over j with condition c equals itself with g(j) put for f(j)."""
    old, new = equation.proposition.args
    fits = binder.head in BINDERS and not _draws_lots(binder)
    require(fits, "{} binds no index, or breaks ties by lot.", binder)
    upper, *parts = binder.args
    require(index.head == "index" and index.args[0] is upper, "{} has another range than {}.", index, binder)
    used = any(name == index.data[0] for name, _ in binder.declarations)
    require(not used, "{} occurs in {}.", index, binder)
    condition, body = (instantiated(part, index) for part in parts)
    require_general(index, condition, (equation,))
    other = put_for(body, old, new)
    require(other is not body, "{} does not occur in {}.", old, body)
    changed = Term(binder.head, (upper, parts[0], abstracted(other, index)), binder.data)
    sides = (Term("P", (x,)) if binder.sort == "event" else x for x in (binder, changed))
    return Conclusion(Term("eq", tuple(sides)), (condition,))


@rule(
    "What holds for every value of a variable may be used below a gradient, an iteration, a rate.", EQUATION
)
def under_variable(equation: Theorem, *, term: Term, variable: Term) -> Conclusion:
    """From |- f(x) = g(x) for any x: the gradient of f is that of g; so for iterations and rates."""
    require(term.head in {"gradient", "iterate", "rate"}, "{} binds no variable.", term)
    # What holds almost surely for each value need not hold so for all values at once.
    require(not equation.proposition.is_random, "{} is random.", equation.proposition)
    body, point, *rest = term.args
    require(variable.head in {"fixed", "parameter"}, "{} is no variable.", variable)
    spoken = [h.proposition for h in equation.hypotheses if occurs(variable, h.proposition)]
    require(variable.shape == point.shape and not spoken, "{} is not any value of that shape.", variable)
    require(
        all(name != variable.data[0] for name, _ in term.declarations), "{} occurs in {}.", variable, term
    )
    opened = instantiated(body, variable)
    changed = put_for(opened, *equation.proposition.args)
    require(changed is not opened, "{} does not occur in {}.", equation.proposition.args[0], opened)
    other = Term(term.head, (abstracted(changed, variable), point, *rest))
    return Conclusion(Term("eq", (term, other)))


@rule("A sum of smaller terms is smaller.", RELATION)
def sum_monotone(premise: Theorem, *, condition: Term, index: Term) -> Conclusion:
    """From c(j) |- f(j) <= g(j): the sum of f(j) over the j with c(j) is at most that of g(j)."""
    small, _, large = ordered(premise.proposition)
    require(not small.shape, "Vectors are not ordered.")
    require_general(index, condition, (premise,))
    sums = [closed_binder("sum", condition, side, index) for side in (small, large)]
    return Conclusion(Term("le", (sums[0], sums[1])), (condition,))


def closed_binder(head: str, condition: Term, body: Term, index: Term) -> Term:
    """sum_{j: c(j)} f(j), or the product."""
    return Term(head, (index.args[0], abstracted(condition, index), abstracted(body, index)))


def require_general(index: Term, condition: Term, premises: tuple[Theorem, ...]) -> None:
    """No hypothesis but the condition speaks of the index."""
    require(index.head == "index" and not condition.is_random, "{} is no index.", index)
    for premise in premises:
        for h in premise.hypotheses:
            speaks = h.proposition is not condition and any(
                own is index for _, own in h.proposition.declarations
            )
            require(not speaks, "The hypothesis {} is about {}.", h.proposition, index)


def require_any(symbol: Term, premises: tuple[Theorem, ...], *parts: Term) -> None:
    """The letter is any number: no hypothesis of the premises, and none of the parts, speaks of it."""
    stated = (*parts, *(h.proposition for premise in premises for h in premise.hypotheses))
    free = symbol.head == "parameter" and not any(occurs(symbol, part) for part in stated)
    require(free, "{} is not any number.", symbol)


def said_between(
    premise: Theorem, letter: Term, ends: tuple[object, ...], relation: str = "lt"
) -> tuple[Term, ...]:
    """The hypotheses about a letter, which say no more than that it is between two ends."""
    inside = [(ends[0], relation, letter), (letter, relation, ends[1])]
    spoken = tuple(h.proposition for h in premise.hypotheses if occurs(letter, h.proposition))
    for hypothesis in spoken:
        said = hypothesis.head != "ne" and ordered(hypothesis) in inside
        require(said, "{} says more of {} than where it lies.", hypothesis, letter)
    return spoken


def require_pointwise(term: Term, symbol: Term) -> None:
    """What the term says of one value of the symbol, it says of a random one: no statistic is over it."""
    for part in subterms(term):
        over = part.head in STATISTICS and occurs(symbol, part)
        require(not over, "{} is a mean at {}.", part, symbol)


@rule("What holds for every value of a symbol holds for one, also for a random one.", ANY, others=RELATION)
def instance(premise: Theorem, *within: Theorem, symbol: Term, value: Term) -> Conclusion:
    """The theorem with a value of its domain put for a symbol, in its hypotheses too; a random value where
    nothing is random yet, none of the hypotheses speaks of the symbol, and no mean is over it. In formulas
    and sums an index may be any whole number m >= 1, by m <= n, where it ends at n; a size from c on may be
    any whole number m, by c <= m.
    """
    stated = (premise.proposition, *(h.proposition for h in premise.hypotheses))
    if value.is_random:
        free = premise.proposition.head in SIDE and symbol.head in {"parameter", "fixed"}
        free = free and not premise.proposition.is_random and not any(occurs(symbol, h) for h in stated[1:])
        require(free, "{} is random, and {} is not any fixed value.", value, symbol)
        require_pointwise(premise.proposition, symbol)
    for part in (part for p in stated for part in subterms(p) if part.head in LIMITS):
        variable, *ties = part.args[LIMITS[part.head] :]
        bound = {variable, *(tie.args[0] for tie in ties)}
        free = symbol not in bound and not any(own in bound for _, own in value.declarations)
        require(free, "{} is about a limit along {}.", part, variable)
    if within:
        _require_within(symbol, value, within, stated)
    else:
        require_in_domain(symbol, value)
    changed = tuple(
        Hypothesis(replaced(h.proposition, symbol, value), h.ground, h.because) for h in premise.hypotheses
    )
    gone = tuple(
        h.proposition for h in premise.hypotheses if all(h.proposition is not c.proposition for c in changed)
    )
    return Conclusion(replaced(premise.proposition, symbol, value), gone, changed)


def _require_within(symbol: Term, value: Term, within: tuple[Theorem, ...], stated: tuple[Term, ...]) -> None:
    """A whole number from 1 to the last index is one, where an index is a number and no place of an item; a
    whole number from the least size on is one.
    """
    (fact, *more), spoken = within, [h.proposition for own in within for h in own.hypotheses]
    ends, is_size = ordered(fact.proposition)[::2], symbol.head == "size" and symbol.data[2] is None
    first = is_size and ends == (number(symbol.data[1]), value)
    last = symbol.head == "index" and ends == (value, symbol.args[0]) and (least(value) or 0) >= 1
    whole = is_integer(value) and not more
    require((first or last) and whole, "{} is not known to be in the domain of {}.", value, symbol)
    require(not any(occurs(symbol, p) for p in spoken), "The hypotheses {} are about {}.", spoken, symbol)
    if is_size:
        return
    parts = [part for p in stated for part in subterms(p) if occurs(symbol, part)]
    plain = all(part is symbol or part.head in _OF_NUMBERS for part in parts)
    require(plain, "{} is more than a number in {}.", symbol, stated)


def require_in_domain(symbol: Term, value: Term) -> None:
    """The value is one that the symbol takes."""
    outside = f"{value} is not known to be in the domain of {symbol}."
    match symbol.head:
        case "size":
            _, low, high = symbol.data
            lowest = least(value)
            require(is_integer(value) and lowest is not None and lowest >= low, outside)
            require(high is None or (value.head == "number" and value_of(value) <= high), outside)
        case "index":
            upper = symbol.args[0]
            same = value.head in {"index", "permuted"} and value.args[0] is upper
            whole = is_number(value) and value.data[1] == 1
            require(same or (whole and 1 <= value.data[0] <= (least(upper) or 0)), outside)
        case "parameter":
            require(value.sort in {"real", "index"} and value.shape == (), outside)
        case "fixed":
            require(value.sort == "real" and value.shape == symbol.shape, outside)
        case _:
            require(False, "{} is no symbol that takes values.", symbol)


@rule("Induction: what holds first, and next where it holds, holds always.", ANY, ANY)
def induction(base: Theorem, step: Theorem, *, symbol: Term, statement: Term) -> Conclusion:
    """From |- p(low) and p(n) |- p(n + 1): |- p(n), for a size n that is at least `low`, with no largest.

    No hypothesis but p(n) speaks of n.
    """
    require(symbol.head == "size" and symbol.data[2] is None, "{} is no size that grows.", symbol)
    require(not any(part.head in LIMITS for part in subterms(statement)), "This is about a limit.")
    for theorem, value in ((base, number(symbol.data[1])), (step, symbol + 1)):
        wanted = replaced(statement, symbol, value)
        require(theorem.proposition is wanted, "{} must be a theorem, and {} is.", wanted, theorem)
    kept = [h.proposition for h in (*base.hypotheses, *step.hypotheses) if h.proposition is not statement]
    spoken = [p for p in kept if occurs(symbol, p)]
    require(not spoken, "The hypotheses {} are about {}.", spoken, symbol)
    require(all(h.proposition is not statement for h in base.hypotheses), "The base assumes {}.", statement)
    return Conclusion(statement, (statement,))


@rule("An iteration starts at its start, and its next value is the step at the last.")
def iterated(*, term: Term) -> Conclusion:
    """|- f^0(x) = x; |- f^(t+1)(x) = f(f^t(x))."""
    require(term.head == "iterate", "{} is no iteration.", term)
    body, start, count = term.args
    if is_number(count, 0):
        return Conclusion(Term("eq", (term, start)))
    require((least(count) or 0) >= 1, "{} may be zero.", count)
    last = Term("iterate", (body, start, count - 1))
    return Conclusion(Term("eq", (term, instantiated(body, last))))


@rule("The stationary law is the one solution of pi P = pi of total one.", EQUATION, EQUATION, EQUATION)
def stationary_law(balance: Theorem, total: Theorem, only: Theorem) -> Conclusion:
    """From pi P = pi, <pi, 1> = 1, and x P = x, <x, 1> = 1 |- x = pi for any vector x: stationary(P) = pi."""
    product, pi = balance.proposition.args
    require(product.head == "matmul" and product.args[0] is pi, "{} is no balance.", balance)
    transition = product.args[1]
    require(len(transition.shape) == 2 and not pi.is_random, "{} is no matrix.", transition)  # noqa: PLR2004
    ones = Term("ones", pi.shape)
    require(total.proposition is Term("eq", (Term("inner", (pi, ones)), number(1))), "{} is no total.", total)
    x, value = only.proposition.args
    require(x.head == "fixed" and value is pi, "{} does not say which vector it is.", only)
    own = (Term("eq", (x @ transition, x)), Term("eq", (Term("inner", (x, ones)), number(1))))
    others = [h.proposition for p in (balance, total, only) for h in p.hypotheses if h.proposition not in own]
    spoken = any(occurs(x, part) for part in (*others, pi, transition))
    require(not spoken, "{} is not any vector.", x)
    require(not any(h.proposition in own for p in (balance, total) for h in p.hypotheses), "It is assumed.")
    return Conclusion(Term("eq", (Term("stationary", (transition,)), pi)), own)
