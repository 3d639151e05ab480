r"""Temporary: a theorem in the form of a `Derivation`, until every derivation is a theorem.

`proved` closes a derivation in a theorem of the kernel. What is believed is the replay of its record: the
formula, the relation, the hypotheses and the status are read off what the replay established.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

import sympy as sp
from sympy.core.symbol import Str

from . import derivation, laws, prose
from .check import CheckFailed, check
from .derivation import Derivation, Status
from .display import latex
from .evaluation import NoInstance
from .fitting_tokens import FittingTokens
from .kernel import Ground, Theorem, record, replay
from .kernel.theorem import Hypothesis
from .laws import Normal
from .missed_mass import MissedMass
from .model import Parameter
from .notation import symbol
from .rules.asymptotics import leading, sign
from .stored_mass import PowerSum, StoredMass, Whole
from .student import StudentQuantile
from .terms import (
    BINDERS,
    STATISTICS,
    Term,
    fresh_names,
    instantiated,
    is_number,
    norm2,
    replaced,
    sqrt,
    subterms,
    value_of,
    zeta,
)
from .zipf_sums import SHARE, Zipf, sum_over_shares

_MOST_STEPS: Final = 24
_LARGE: Final = 16
"""A number of parts of which no instance is drawn where there are instances with fewer."""
_RELATIONS: Final = {"eq": "=", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}
_TURNED: Final = {"eq": "=", "le": ">=", "lt": ">", "ge": "<=", "gt": "<"}
_AT_LEAST, _AT_MOST = frozenset({"ge", "gt"}), frozenset({"le", "lt"})
_PLAIN: Final = {"the case considered", "the range of the sum"}
_GROUNDS: Final = {
    Ground.CONDITION: ": {}",
    Ground.ASSUMPTION: " (assumed: {})",
    Ground.APPROXIMATION: " (approximately: {})",
    Ground.CITATION: " (cited: {})",
}


class _Line(sp.Basic):
    """A step's result, for the page alone: no rule reads it."""

    def __new__(cls, shown: str) -> _Line:
        return sp.Basic.__new__(cls, Str(shown))

    def _latex(self, _: object) -> str:
        return str(self.args[0].name)


_KERNEL: Final = derivation.Rule(
    name="rules of the kernel",
    statement="Every line follows by rules of the kernel; the record of them all is replayed.",
    apply=lambda *, line: line,
)


class About(NamedTuple):
    """A number of a model; where a theorem is about a size, the number that is at a level there."""

    number: Term
    size: str | None = None
    level: float | None = None


@dataclass(frozen=True, kw_only=True)
class Proved(Derivation):
    """A derivation that is a theorem; all but its name and title follows from its record."""

    record: str
    along: tuple[str, ...] = ()
    """The sizes along which the exponents of the formula are read off."""
    between: tuple[str, ...] = ()
    """Records of bounds from either side: exponents are then those that both have."""
    premises: tuple[str, ...] = field(init=False)
    steps: tuple[derivation.Step, ...] = field(init=False)
    formula: sp.Expr = field(init=False)
    relation: str = field(init=False)
    exponents: Mapping[str, Fraction] = field(init=False)
    checks: tuple[str, ...] = field(init=False)
    failures: tuple[str, ...] = field(init=False, default=())
    approximate: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        """Replay the record, and read off everything else."""
        theorem = self.theorem
        stated, *bounds = _parts(theorem.proposition)
        side, relation = formula_side(stated)
        formula = as_formula(side).xreplace(_whole_sizes(theorem))
        read = [as_formula(formula_side(bound)[0]) for bound in bounds] or [formula]
        found: dict[str, Any] = {
            "premises": _premises(theorem),
            "steps": _steps(theorem),
            "formula": formula,
            "relation": relation,
            "exponents": self._exponents_between()
            if self.between
            else _common(_exponents(one, self.along) for one in read),
            "approximate": tuple(_shown(h) for h in _resting_on(theorem, Ground.APPROXIMATION)),
            **_checked(theorem),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)

    @cached_property
    def theorem(self) -> Theorem:
        """What the record proves, replayed."""
        return replay(self.record)

    @property
    def about(self) -> About | None:
        """The number that the theorem is about, as its model defines it; none where there are two."""
        stated = _parts(self.theorem.proposition)[0]
        if stated.head in _RELATIONS and (sides := _defined(stated)):
            return About(sides[0]) if len(sides) == 1 else None
        levels = [
            (sides[0], other)
            for fact in (h.proposition for h in _resting_on(self.theorem, Ground.CONDITION))
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
    def status(self) -> Status:
        """The theorem's own status; `failed` once its statement fails in an instance."""
        return Status.FAILED if self.failures else Status(str(self.theorem.status))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the author puts in without proof."""
        return tuple(_shown(h) for h in _resting_on(self.theorem, Ground.ASSUMPTION))

    @property
    def cited(self) -> tuple[str, ...]:
        """The results taken from the literature."""
        return tuple(h.because for h in _resting_on(self.theorem, Ground.CITATION))


def proved(
    name: str, title: str, theorem: Theorem, *along: Term, between: tuple[Theorem, ...] = ()
) -> Proved:
    """The theorem as a derivation, with its exponents along the given sizes, or those of two bounds."""
    names, bounds = tuple(s.data[0] for s in along), tuple(map(record, between))
    return Proved(name=name, title=title, record=record(theorem), along=names, between=bounds)


def _defined(relation: Term) -> list[Term]:
    """The sides of a relation that are about what is random."""
    return [side for side in relation.args if _is_about(side)]


def _is_about(side: Term) -> bool:
    """Whether it holds a statistic, other than a quantile of Student's law, which is a formula."""
    return any(part.head in STATISTICS and _student(part) is None for part in subterms(side))


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
    facts = (h.proposition for h in _resting_on(theorem, Ground.CONDITION) if h.proposition.head == "eq")
    told = [
        fact.args for fact in facts if fact.args[1].head == "function" and fact.args[1].data == ("floor",)
    ]
    return {as_formula(size): as_formula(whole) for size, whole in told if size.head == "size"}


def _common(exponents: Iterable[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """The exponents on which all agree."""
    first, *others = exponents
    return {name: a for name, a in first.items() if all(other.get(name) == a for other in others)}


def as_formula(term: Term) -> sp.Expr:
    """The term in SymPy, with the shared symbols.

    >>> from .model import Size
    >>> as_formula((Size("n") - 1) / Size("d_k"))
    (n - 1)/d_k
    """
    if term.head in _BINDING:
        return _BINDING[term.head](term)
    parts = [as_formula(part) for part in term.args if part.sort in {"real", "index"}]
    match term.head:
        case "number":
            return sp.Rational(*term.data)
        case "zeros":
            return sp.Integer(0)
        case "constant":
            return {"pi": sp.pi, "euler_gamma": sp.EulerGamma}[term.data[0]]
        case "size" | "parameter" | "index":
            return symbol(term.data[0])
        case "hypergeometric":
            p, _ = term.data
            return sp.hyper(parts[:p], parts[p:-1], parts[-1])
        case "meijer_g":
            m, n, p, _ = term.data
            upper, lower = parts[:p], parts[p:-1]
            return sp.meijerg([upper[:n], upper[n:]], [lower[:m], lower[m:]], parts[-1])
        case head if head in _OPERATIONS:
            return _OPERATIONS[head](*parts)
        case "function" if term.data[0] in _FUNCTIONS:
            return _FUNCTIONS[term.data[0]](*parts)
    raise TypeError(f"{term} is no formula of numbers.")


def _product(term: Term) -> sp.Expr:
    """The product of b - c j over j = 1, ..., n, a falling factorial."""
    index, condition, body = term.opened()
    j = sp.Dummy()
    factor = as_formula(replaced(body, index, Parameter("#j"))).subs(symbol("#j"), j)
    slope = factor.diff(j)
    if condition.head != "true" or slope.has(j):
        raise TypeError(f"{term} is no product of linear factors.")
    count = as_formula(term.args[0])
    return (-slope) ** count * sp.ff(sp.cancel(-factor.subs(j, 1) / slope), count)


def _power_sum(term: Term) -> sp.Expr:
    """The sum of c j^-s over j = 1, ..., n."""
    index, condition, body = term.opened()
    j = sp.Dummy(positive=True)
    summand = as_formula(replaced(body, index, Parameter("#j"))).subs(symbol("#j"), j)
    c, power = summand.as_independent(j)
    base, exponent = power.as_base_exp()
    if condition.head != "true" or base != j or exponent.has(j):
        raise TypeError(f"{term} is no sum of powers of its index.")
    return c * PowerSum(as_formula(term.args[0]), -exponent)


def student(z: Term, g: Term) -> Term:
    """Student's variable of as many degrees as g has entries, of a number z and a vector g of standard normal
    numbers.
    """
    return z / sqrt(norm2(g) / g.shape[0])


def _student(term: Term) -> tuple[Term, Term] | None:
    """The chance that is left beyond a quantile of Student's law, and its degrees."""
    drawn = sorted((own for _, own in term.declarations if own.head == "random"), key=lambda x: len(x.shape))
    if term.head != "quantile" or [len(x.shape) for x in drawn] != [0, 1]:
        return None
    z, g = drawn
    plain = z.args[0] is Normal(0, 1) and g.args[0] is Normal(0, 1, dimension=g.shape[0])
    return (1 - term.args[1], g.shape[0]) if plain and term.args[0] is student(z, g) else None


def _quantile(term: Term) -> sp.Expr:
    """A quantile of Student's law."""
    found = _student(term)
    if found is None:
        raise TypeError(f"{term} is no quantile of Student's law.")
    return StudentQuantile(*map(as_formula, found))


def _first_at(term: Term) -> sp.Expr:
    """The k with 16 k (1 + 8 k P/d) = d, k = log P + b, for the P that fits."""
    k, d = symbol("#k"), as_formula(term.args[1])
    body = as_formula(instantiated(term.args[0], Parameter("#k")))
    b = sp.log(sp.cancel(128 / (d * sp.expand(body).coeff(k**2 * sp.exp(k)))))
    if sp.expand(body - 16 * k * (1 + 8 * k * sp.exp(k - b) / d)) != 0:
        raise TypeError(f"{term} is not the edge of the set of Eq. (7).")
    return sp.log(FittingTokens(d, b)) + b


def _missed_mass(summand: sp.Expr, j: sp.Symbol, last: sp.Expr) -> sp.Expr:
    r"""The sum of $c j^{-s} P(X^2 > j^{-r}/H)$ over j <= n, X a coordinate on a sphere, H the sum of j^-r."""
    (chance,) = summand.atoms(sp.betainc_regularized)
    half, size, level, one = chance.args
    (c, mass), (share, weight) = (part.as_independent(j) for part in (summand / chance, level))
    (base, s), (other, r) = mass.as_base_exp(), weight.as_base_exp()
    shown = sp.harmonic(last) if r == -1 else PowerSum(last, -r)
    if (base, other, half, one, share) != (j, j, sp.S.Half, 1, 1 / shown):
        raise TypeError(f"{summand} is no mass of a token that is missed.")
    return c * StoredMass(-s, -r, 2 * size, last)


def _zipf_mean(term: Term) -> sp.Expr:
    """The mean of a function of the share p(x), for a value x with a Zipf law."""
    drawn = [own for _, own in term.declarations if own.head in {"random", "family"}]
    if len(drawn) != 1 or drawn[0].args[0].head != "zipf":
        raise TypeError(f"{term} is no mean over one value with a Zipf law.")
    exponent, *count = drawn[0].args[0].args
    law = Zipf(as_formula(exponent), *map(as_formula, count))
    x = symbol("#x")
    total = as_formula(zeta(exponent)) if not count else PowerSum(law.tokens, law.exponent)
    body = as_formula(replaced(term.args[0], drawn[0], Parameter("#x")))
    if not count and isinstance(body, sp.betainc_regularized):
        return _missed(body, x, law.exponent) / total
    summand = SHARE * body.subs(x**-law.exponent, total * SHARE)
    if summand.has(x):
        raise TypeError(f"{term} is no mean of a function of the share.")
    return sum_over_shares(summand, law)


def _missed(chance: sp.Expr, x: sp.Symbol, alpha: sp.Expr) -> sp.Expr:
    r"""The sum of $x^{-\alpha} I_{1 - x^{-r}/\zeta(r)}(d/2, 1/2)$ over all x."""
    half, size, level, _ = chance.args
    scale, power = sp.powsimp(level).as_independent(x)
    base, exponent = power.as_base_exp()
    if (
        base != x
        or (exponent * size).has(x)
        or half != sp.S.Half
        or sp.simplify(scale * sp.zeta(-exponent)) != 1
    ):
        raise TypeError(f"{chance} is no chance that a token's place is passed.")
    return MissedMass(alpha, -exponent, 2 * size)


def _sum(term: Term) -> sp.Expr:
    """A sum of c/j, a harmonic number, of c r^j/j, which breaks off the series of a logarithm, or of c j^-s.

    >>> from .model import Index, Size
    >>> from .terms import Sum
    >>> T = Size("T")
    >>> i, j = Index("i", T), Index("j", T)
    >>> as_formula(Sum(i >= j, 1 / i))
    harmonic(T) - harmonic(j - 1)
    """
    index, condition, body = term.opened()
    j, last = sp.Dummy(positive=True), as_formula(term.args[0])
    share = as_formula(replaced(body, index, Parameter("#j"))).subs(symbol("#j"), j) * j
    if share.has(sp.betainc_regularized):
        return _missed_mass(share / j, j, last)
    ratio = sp.powsimp(share.subs(j, j + 1) / share)
    if ratio.has(j):
        return _power_sum(term)
    if condition.head != "true" and (condition.head, condition.args[0], ratio) != ("ge", index, 1):
        raise TypeError(f"{term} is no sum of inverses, or of powers over their exponents, up to the last.")
    factor = share.subs(j, 1) / ratio
    if condition.head != "true":
        return factor * (sp.harmonic(last) - sp.harmonic(as_formula(condition.args[1]) - 1))
    if ratio == 1 or last.is_Integer:
        return factor * (
            sp.harmonic(last) if ratio == 1 else sp.Add(*(ratio**k / k for k in range(1, last + 1)))
        )
    beyond = ratio ** (last + 1) / (last + 1) * sp.hyper((1, last + 1), (last + 2,), ratio)
    return factor * (-sp.log(1 - ratio) - beyond)


_SIGNS: Final = {"=": "=", "≠": r"\ne", "≤": r"\le", "<": "<", "≥": r"\ge", ">": ">"}
_OPERATIONS: Final[dict[str, Callable[..., sp.Expr]]] = {
    "add": sp.Add,
    "mul": sp.Mul,
    "power": sp.Pow,
    "minimum": sp.Min,
    "maximum": sp.Max,
    "incomplete_beta": lambda x, a, b: sp.betainc_regularized(b, a, sp.cancel(1 - x), 1),
    "upper_gamma": lambda a, x: sp.uppergamma(a, x) / sp.gamma(a),
    "hurwitz_zeta": sp.zeta,
}
_BINDING: Final[dict[str, Callable[[Term], sp.Expr]]] = {
    "product": _product,
    "sum": _sum,
    "E": _zipf_mean,
    "quantile": _quantile,
    "first_at": _first_at,
}
_FUNCTIONS: Final = {
    "exp": sp.exp,
    "log": sp.log,
    "sin": sp.sin,
    "cos": sp.cos,
    "abs": sp.Abs,
    "gamma": sp.gamma,
    "erfc": sp.erfc,
    "zeta": sp.zeta,
    "floor": lambda x: Whole(*x.as_base_exp()),
    "lambert_w": sp.LambertW,
}


def _exponents(formula: sp.Expr, along: Iterable[str]) -> dict[str, Fraction]:
    """The exponent of the leading term as each size grows alone, up to logarithms as which W grows."""
    bare = formula.replace(sp.LambertW, lambda _: sp.Integer(1))
    found = {name: leading(bare, symbol(name))[1] for name in along}
    return {name: Fraction(int(a.p), int(a.q)) for name, a in found.items() if a.is_Rational}


def _grows(formula: sp.Expr, along: str) -> bool:
    """Whether the coefficient of the leading term is positive."""
    coefficient, _ = leading(formula, symbol(along))
    return bool(coefficient.evalf() > 0) if coefficient.is_number else sign(coefficient) == 1


# What the page shows.


def _resting_on(theorem: Theorem, *grounds: Ground) -> list[Hypothesis]:
    """The hypotheses with one of these grounds, or all, in a fixed order."""
    found = (h for h in theorem.hypotheses if not grounds or h.ground in grounds)
    return sorted(found, key=lambda h: (repr(h.proposition), h.because))


def _premises(theorem: Theorem) -> tuple[str, ...]:
    """The model, the definitions and the hypotheses, as sentences."""
    hypotheses = _resting_on(theorem)
    stated = (theorem.proposition, *(h.proposition for h in hypotheses))
    own = {own for term in stated for _, own in term.declarations}
    objects = sorted((o for o in own if o.head in {"family", "random"}), key=lambda o: str(o.data))
    names = " and ".join(f"${latex(o)}$" for o in objects)
    return (
        *map(_declared, objects),
        *([f"{names} are independent of each other"] if len(objects) > 1 else []),
        *(f"${latex(name)} = {latex(name.unfolded())}$" for name in _definitions(stated)),
        *map(_shown, hypotheses),
    )


def _declared(own: Term) -> str:
    law = _SPACE.sub(r"$\\mathbb{R}^{\1}$", laws.describe(own.args[0], lambda term: f"${latex(term)}$"))
    if own.head == "random":
        return f"${latex(own)}$ is {law}"
    together = "" if own.args[0].head == "markov_chain" else "independent and "
    letters = fresh_names(len(own.args) - 1, own)
    pairs = zip(letters, own.args[1:], strict=True)
    ranges = ", ".join(rf"${j} = 1, \dots, {latex(count)}$" for j, count in pairs)
    below = letters[0] if len(letters) == 1 else f"{{{', '.join(letters)}}}"
    return rf"${latex(own)}_{below}$, {ranges}, are {together}{law}"


def _definitions(stated: Iterable[Term]) -> Iterable[Term]:
    """The names that the statement uses, then those that their definitions use."""
    found: dict[str, Term] = {}
    waiting = list(stated)
    while waiting:
        for part in subterms(waiting.pop(0)):
            if part.head == "definition" and not part.loose:
                if found.setdefault(part.data[0], part) is part:
                    waiting.append(part.unfolded())
            elif part.head in BINDERS and not part.loose:
                waiting += part.opened()[1:]
    return found.values()


def _shown(hypothesis: Hypothesis) -> str:
    because = "" if hypothesis.because in _PLAIN else _GROUNDS[hypothesis.ground].format(hypothesis.because)
    return f"${latex(hypothesis.proposition)}$" + because


def _steps(theorem: Theorem) -> tuple[derivation.Step, ...]:
    """The steps that the last one needs, the nearest first to be kept where there are many."""
    every = {step.number: step for step in prose.steps(theorem)}
    kept: list[int] = []
    waiting = [max(every)]
    while waiting and len(kept) < _MOST_STEPS:
        number = waiting.pop(0)
        if number not in kept:
            kept.append(number)
            waiting += [int(n) for line in every[number].lines for n in _REFERENCE.findall(line.reason)]
    places = {number: place for place, number in enumerate(sorted(kept), start=1)}
    return tuple(_step(every[number], places) for number in sorted(kept))


_SPACE: Final = re.compile(r"R\^\$(.*?)\$")
_REFERENCE: Final = re.compile(r"\bstep (\d+)")


def _step(step: prose.Step, places: Mapping[int, int]) -> derivation.Step:
    def renumbered(match: re.Match[str]) -> str:
        place = places.get(int(match[1]))
        return f"step {place}" if place else "a step of the record"

    case = f"for ${' and '.join(map(latex, step.where))}$: " if step.where else ""
    reasons = "; then ".join(_REFERENCE.sub(renumbered, line.reason) for line in step.lines)
    lines = "".join(f" {_SIGNS[line.relation]} {latex(line.right)}" for line in step.lines if line.relation)
    return derivation.Step(
        label=case + reasons, rule=_KERNEL, inputs=(), options={}, result=_Line(latex(step.left) + lines)
    )


def instantiable(theorem: Theorem) -> tuple[Term, list[Term]]:
    """The statement and its hypotheses with what is approximated put for what it approximates.

    An approximation as it stands holds in no instance but where both its sides are nearly 0 or 1, and there
    other formulas hold too.
    """
    stated, given = theorem.proposition, [h.proposition for h in _resting_on(theorem)]
    for fact in (h.proposition for h in _resting_on(theorem, Ground.APPROXIMATION)):
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


def _checked(theorem: Theorem) -> dict[str, tuple[str, ...]]:
    """The second check of the statement: its sentence, or the instance in which it fails."""
    try:
        found = check(*instantiable(_of_any_size(theorem)))
    except CheckFailed as failure:
        return {"checks": (), "failures": (str(failure),)}
    except (NoInstance, ArithmeticError, ValueError) as nothing:
        return {"checks": (f"not checked in instances: {nothing}",), "failures": ()}
    return {"checks": (f"the statement {found} of the model",), "failures": ()}
