"""A derivation in words: numbered steps, each a calculation whose every line says what it uses.

Chains of equations are read off the record; what only puts equals for equals leaves no line of its own. A
fact that is used below a sum, or within a larger term after more than bookkeeping, is a step of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Final

from . import laws
from .heads import LIMITS, RELATIONS
from .kernel import RULES, Theorem
from .kernel.theorem import Hypothesis, ordered
from .node import Term, is_number
from .substitution import subterms

REASONS: Final[Mapping[str, str]] = {
    "assume": "hypothesis: {because}",
    "reflexive": "it is the same",
    "symmetric": "read from the other side",
    "transitive": "one after the other",
    "weakened": "which is weaker",
    "rewrite": "putting equals for equals",
    "within": "putting equals for equals",
    "antisymmetric": "each is at most the other",
    "both": "both hold",
    "modulus": "both sides bound the modulus",
    "within_modulus": "the modulus bounds both sides",
    "one_of_both": "one of the two",
    "cut": "whose hypothesis is",
    "under": "for every index of the sum",
    "under_variable": "for every value of the variable",
    "sum_monotone": "summed over {index}",
    "instance": "with {symbol} = {value}",
    "ring": "by algebra",
    "componentwise": "entry by entry",
    "induction": "by induction over {symbol}",
    "iterated": "one step of the iteration",
    "stationary_law": "the law that solves pi P = pi with total 1 is unique",
    "rate_of_fixed_point": "near a fixed point distances shrink by the modulus of the derivative",
    "certificate": "the difference is a sum of products of nonnegative terms",
    "linear": "by linearity",
    "written_out": "what it stands for",
    "taken_out": "the term at {value} taken out of the sum",
    "parted": "those for which it holds and those for which it does not",
    "count": "counting equal terms",
    "mean_of_independent": "the factors are independent by the model",
    "mean_monotone": "the mean keeps the order",
    "complement": "the opposite event",
    "signs_of_product": "the signs of the factors, the same or opposite",
    "fixed_norm": "{term} is the same for every draw",
    "by_parts": "integrated by parts over {x}, {law}, in its factor ⟨{x}, {partner}⟩",
    "by_covariance": "the mean and covariance of {x}, {law}",
    "rank_of_product": "the columns lie in the span of the first factor's",
    "odd_moment": "odd in {x}, whose law is symmetric about zero",
    "odd_function": "odd in {x}, whose law is symmetric about zero",
    "one_hot_chain": "{x}, {y}, {z} are one-hot, so that two that meet the third are equal",
    "one_hot_total": "the entries of the one-hot {x} add up to 1",
    "markov": "Markov's inequality",
    "chebyshev": "Chebyshev's inequality for {x}",
    "cantelli": "Cantelli's inequality for {x}",
    "union": "the union bound",
    "cauchy_schwarz_of_means": "the inequality of Cauchy and Schwarz for means of {x} and {y}",
    "cauchy_schwarz": "the inequality of Cauchy and Schwarz for {x} and {y}",
    "jensen": "Jensen's inequality for the convex function {function} of {x}",
    "same_event": "the same event",
    "same_power": "powers keep the order of what is nonnegative",
    "chord": "below the chord of the convex function {function}",
    "hazard_of_all": "the hazard of all {count} events is at most the power of one's",
    "overlap_tail": "the law of the overlap with a unit vector",
    "beta_reflected": "the incomplete Beta function from its other end",
    "beta_injective": "the incomplete Beta function falls strictly with its first parameter",
    "separable_rows": "planes through 0 cut space, each part as likely (Cover, Wendel)",
    "missed_by_all": "with a few signs turned rows are separable no more often, and no vector misses less",
    "missed_by_one": "a vector right about the first rows is a coin about others, else w or -w errs on half",
    "beta_of_coins": "the chance that fair coins show few heads (Chernoff)",
    "powers_beyond": "falling powers beyond a number, below their integral",
    "beta_between": "the incomplete Beta function beside a power",
    "lambert": "Lambert's W is the inverse of w exp(w)",
    "union_of_pairs": "the union bound, each pair counted twice",
    "all_different": "each avoids all before it",
    "extreme_event": "the extreme of a family, by all or some of it",
    "last_apart": "the last term taken out",
    "telescoped": "the differences telescope",
    "falling_density": "the density of the overlap's modulus does not rise",
    "product_monotone": "factor by factor, over {index}",
    "indicator_of": "the indicator of a compound event, from those of its parts",
    "atom": "the probability of a value of {x}, {law}",
    "by_density": "the integral over {x}, {law}",
    "extreme_mean": "the integral of the tail over the range",
    "longest_wait": "the first of j waits ends after 1/j of the mean wait, and the others begin anew",
    "successes": "the number of successes has a binomial law",
    "waiting_tail": "it lasts while fewer waits have ended",
    "two_directions": "the direction of {x} in a plane is uniform on the circle, {law}",
    "told_apart": "fractions that enclose the two lie apart",
    "no_ties": "numbers with a density are almost surely all different",
    "exchangeable": "the items may change places, so that each has one share of the sum",
    "stein": "Stein's identity: integrated by parts over {x}, {law}",
    "no_atom": "a law with a density has no atoms, and meets no plane, {law}",
    "quantile_by_density": "it lies below that level with this probability",
    "erfc_turned": "erfc of opposite numbers adds up to two",
    "of_pair": "the larger of two numbers by their distance",
    "of_mixture": "over the laws of the mixture, {law}",
    "zipf_power": "a sum over all whole numbers, {law}",
    "jointly_normal": "{values}: normal, with the means and covariances of {images}",
    "listed": "over the values of {x}, {law}",
    "over_paths": "over the paths of {x}, {law}",
    "share_moment": "a sum over shares is near its integral, a Beta function",
    "fullest_class": "values go one by one to the emptiest class",
    "zipf_beyond": "what the law of {x} leaves beyond {t}",
    "zipf_tail": "the tail of the law of {x} beside an integral",
    "gamma_between": "Wendel's inequality",
    "held_fixed": "for every value of {x}, then in the mean over it",
    "each": "as for all, so for {index}",
    "every": "for any {index}, so for all",
    "certain": "the event happens",
    "never_met": "with probability zero the two are equal",
    "where_it_holds": "which is nonnegative elsewhere",
    "implied": "which always follows, whatever {x} is",
    "mixed_events": "Jensen's inequality over what the events share",
    "monotone": "{function} keeps the order",
    "modulus_moment": "the moments of the modulus of what is linear in {x}, {law}",
    "same_law": "the law of {y} is that of {x}, in any order of coordinates",
    "coordinates_apart": "the coordinates of {x} are independent numbers, {family}",
    "coordinate_moment": "the joint moments of coordinates on a sphere",
    "normal_image": "given the weights the normal vectors add up to {w} times their length",
    "length_moment": "the moments of the length of {x}, {law}",
    "length_exponential": "the mean over the length of {x}, {law}",
    "nonzero_length": "{x} is almost surely not zero",
    "below_peak": "the density of {x} is at most its peak",
    "logistic_above": "the density of {x} is at least its peak less a parabola",
    "rises": "the slope is nowhere negative between the two (mean value theorem)",
    "cases": "in either case",
    "softmax_near": "scores that are near have weights that are near",
    "beside_the_largest": "what the largest weight leaves is shared by pairs",
    "normal_tail": "the tail of {x}, {law}",
    "product_of_lengths": "moments of Gamma laws multiply, and Mellin's formula takes them back",
    "gamma_tail_above": "an incomplete Gamma function beside its integrand at the end",
    "length_shares": "the squared lengths of {x} and {y} have Gamma laws, their shares a Beta law",
    "first_number": "before that the function is below",
    "quantile_at": "before that more probability lies above",
    "quantile_below": "less than that probability lies above",
    "confluent_between": "the series lies between exponentials",
    "projected": "what a projection on the columns of {x} is",
    "full_projection": "a projection on all dimensions is the identity",
    "generic_span": "each row lies almost surely outside the span of the others, where there is room",
    "never_annihilated": "given the other rows one value of a row alone would do",
    "zero_in_the_mean": "nonnegative and zero in the mean",
    "power_of_product": "the power of a product",
    "zonal": "functions of two coordinates on a sphere: the formula of Funk and Hecke",
    "sign_by_sides": "the sign of {x} by its sides",
    "tangent": "the exponential lies above its tangent",
    "exponential_bound": "the variance proxy bounds exponential moments",
    "largest_below": "which holds of each of them",
    "even_power": "an even power of a modulus",
    "largest": "one of a family is at most its largest, and at least its least",
    "mean_of_fold": "given the items so far, the next one is integrated out",
    "median_near_mean": "a median lies within a standard deviation of the mean",
    "own_modulus": "what is nonnegative is its own modulus",
    "chain_rule": "the chain rule, the slope there being held",
    "root": "the root of what is nonnegative",
    "exponential_moment": "the moment generating function of {x}",
    "mean_of_product": "the summands are independent by the model",
    "proxy_of_law": "the variance proxy of a linear form in {x}",
    "hoeffding": "Hoeffding's lemma",
    "bounded": "the range of {term}",
    "proxy_of_sum": "proxies of multiples and of independent summands add up",
    "proxy_of_family": "proxies of independent items add up",
    "sub_gaussian_tail": "the tail of a sub-Gaussian variable",
    "largest_normal": "the largest of n normal numbers",
    "maximum_of_sub_gaussians": "Jensen's inequality for the exponential of the maximum",
    "positive": "made of what is positive",
    "eventually": "for all large values",
    "dominated": "{small} is at most of the order of {large}",
    "coarser": "a coarser order",
    "order_of_product": "the product of two remainders",
    "combined": "adding up, by algebra",
    "vanishing": "what vanishes is above any negative number",
    "taylor": "Taylor's theorem for {function}, to {terms} terms",
    "asymptotically_equal": "the same leading term",
    "gamma_next": "Gamma(z + 1) = z Gamma(z)",
    "whole_part": "what the whole part of a number is",
    "one_of_some": "one of them is no more probable than some",
    "hurwitz_next": "the first term of Hurwitz's series taken out",
    "hurwitz_left": "what is taken out takes the most off as the first ones",
    "hurwitz_between": "a sum of falling powers beside its integral",
    "beta_monotone": "an incomplete Beta function grows with its end",
    "cosine_falls": "the cosine falls from 0 to pi, and rises again as it fell",
    "cosine_near_one": "one minus a cosine is of the order of its angle's square",
    "gamma_as_exponential": "the Gamma function by its logarithm",
    "stirling": "Stirling's series with its remainder (DLMF 5.11)",
    "power_sum": "the formula of Euler and Maclaurin with its remainder (DLMF 25.2.9)",
}
"""What a step by each rule uses, filled in with its parameters; a rule without one gives its statement."""

_WRITTEN_OUT: Final[Mapping[str, str]] = {
    "definition": "the definition of {term}",
    "Var": "the variance is the mean square less the squared mean",
    "Cov": "the covariance is the mean product less the product of the means",
    "P": "the probability is the mean of the indicator",
    "power": "a power is a product",
    "matrix_power": "a power is a product",
}
"""What a term stands for, by its head."""
_POSITIVE: Final = {
    "add": "a sum of what is positive",
    "mul": "a product of what is positive",
    "power": "a power of what is positive",
}
_MONOTONE: Final = {"power": "a positive power keeps the order", "erfc": "{function} falls"}
_WAVES: Final = {("cos",), ("sin",)}
_STATISTICS: Final = frozenset({"Var", "Cov", "P"})
_BOOKKEEPING: Final = frozenset({"ring", "linear", "reflexive", "fixed_norm"})
"""Rules that need no line of their own within a larger term."""
_EVIDENT: Final = frozenset(
    {"assume", "one_of_both", "both", "bounded", "symmetric", "weakened", "certificate", "positive"}
)
"""Rules whose result is named where it is used, and not shown as a step."""
_EXPANDING: Final = frozenset(
    {"combined", "coarser", "dominated", "order_of_product", "eventually", "vanishing", "reflexive"}
)
"""Rules that add, multiply and compare expansions; a chain of them is one step."""


Reason = tuple[str | int | Term, ...]
"""What a line uses: words, the numbers of steps, and terms."""


@dataclass(frozen=True)
class Line:
    """A relation and its right-hand side, with what it uses, one thing after the other."""

    relation: str
    right: Term
    reasons: tuple[Reason, ...]

    @property
    def reason(self) -> str:
        """What it uses as text."""
        return "; ".join(map(words, self.reasons))


@dataclass(frozen=True)
class Step:
    """A numbered step: in which case, a left-hand side, and the lines that go on from it."""

    number: int
    where: tuple[Term, ...]
    stated: Term
    left: Term
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """The step as lines of text."""
        case = f"For {' and '.join(map(repr, self.where))}: " if self.where else ""
        begun = f"{self.number}. {case}{self.left!r}"
        if len(self.lines) == 1:
            return f"{begun} {_shown(self.lines[0])}"
        return "\n".join([begun, *(f"   {_shown(line)}" for line in self.lines)])


def _shown(line: Line) -> str:
    return f"{line.relation} {line.right!r}  [{line.reason}]" if line.relation else f" [{line.reason}]"


@dataclass(frozen=True)
class _Link:
    """One relation of a chain: its left, relation, right, reasons, and whether it is bookkeeping."""

    left: Term
    head: str
    right: Term
    reasons: tuple[Reason, ...]
    plain: bool


def steps(theorem: Theorem) -> tuple[Step, ...]:
    """The steps of the theorem's derivation, each after those that it uses.

    >>> from theorycheck.theory.parse import parse
    >>> from theorycheck.theory.prove import derive
    >>> from theorycheck.theory.tactics import moments
    >>> theorem = derive(parse("E <x, u>^3", laws=["x: sphere(d)", "u: fixed(d)"]).term, by=moments)
    >>> print(steps(theorem)[0].text)
    1. E[⟨x, u⟩³] = 0  [odd in x, whose law is symmetric about zero]
    """
    reader = _Reader(theorem.hypotheses)
    reader.step(theorem)
    return tuple(reader.steps)


def words(reason: Reason) -> str:
    """A reason as text."""
    return "".join(f"step {part}" if isinstance(part, int) else str(part) for part in reason)


def reason(theorem: Theorem) -> Reason:
    """What the theorem's last step uses."""
    template = _special(theorem) or REASONS.get(theorem.rule)
    if template is None:
        stated = RULES[theorem.rule].statement.rstrip(".")
        return (stated[0].lower() + stated[1:],)
    given = dict(theorem.parameters)
    found: list[str | int | Term] = []
    for literal, slot, _, _ in Formatter().parse(template):
        found += [literal] if literal else []
        if slot:
            found += _law(given["x"]) if slot == "law" else _parts(given[slot])
    return tuple(found)


def _parts(value: object) -> Reason:
    """A parameter within a reason."""
    if not isinstance(value, tuple):
        return (value if isinstance(value, Term) else str(value),)
    return _listed([_parts(part) for part in value])


def _listed(parts: Iterable[Reason]) -> Reason:
    """The parts with commas between them."""
    return tuple(piece for part in parts for piece in (", ", *part))[1:]


def _special(theorem: Theorem) -> str | None:
    """The reason of a rule that serves several kinds of terms."""
    term = dict(theorem.parameters).get("term")
    if theorem.rule == "written_out":
        return _WRITTEN_OUT[term.head]
    if theorem.rule == "exponential_moment" and any(part.data in _WAVES for part in subterms(term)):
        return "the characteristic function of {x}"
    if theorem.rule == "linear" and term.head == "E":
        return "the mean is linear" if term.args[0].is_random else "the mean of a constant"
    if theorem.rule == "mean_of_product":
        return f"the {_INDEPENDENT[term.args[0].head]} are independent by the model"
    if theorem.rule == "indicator_of" and term.args[0].head in _OPPOSITE:
        return "the opposite event"
    if theorem.rule == "by_parts" and not dict(theorem.parameters)["x"].shape:
        return "integrated by parts over {x}, {law}, in a factor {x}"
    if theorem.rule == "monotone":
        return _MONOTONE.get(dict(theorem.parameters)["function"])
    if theorem.rule == "positive":
        return _POSITIVE.get(term.head)
    if theorem.rule == "taylor":
        return _taylor(**dict(theorem.parameters))
    if theorem.rule == "iterated" and is_number(term.args[2], 0):
        return "where the iteration starts"
    if theorem.rule == "certificate" and not theorem.proposition.declarations:
        return "an order of numbers"
    return _entrywise(theorem) if theorem.rule == "componentwise" else None


def _taylor(*, function: str, terms: int, **_: object) -> str:
    what = "a power" if function == "power" else "{function}"
    return f"Taylor's theorem for {what}, to {'its first term' if terms == 1 else '{terms} terms'}"


def _entrywise(theorem: Theorem) -> str | None:
    """What an identity of entries is: a derivative, a product of outer products, or one of numbers."""
    parts = [part for side in theorem.proposition.args for part in subterms(side)]
    slope = next((part for part in parts if part.head == "gradient"), None)
    if slope is not None:
        return "differentiated entry by entry" if slope.shape else "differentiated"
    if _is_contraction(theorem):
        return "outer products contract"
    return None if any(part.shape for part in parts) else "by algebra"


def _is_of_numbers(theorem: Theorem) -> bool:
    """Whether it is an order of two numbers, as 0 < 1, which nobody is told."""
    return _orders_numbers(theorem.proposition)


def _orders_numbers(proposition: Term) -> bool:
    return proposition.head in RELATIONS and all(map(is_number, proposition.args))


def _source(theorem: Theorem) -> Theorem:
    """The theorem that says the same or more: the other side's, both facts', or the same with other names."""
    while _restates(theorem):
        theorem = theorem.premises[0]
    return theorem


def _restates(theorem: Theorem) -> bool:
    if theorem.rule == "symmetric":
        return theorem.proposition.head not in {"eq", "ne"}
    if theorem.rule == "instance":
        given = dict(theorem.parameters)
        return repr(given["symbol"]) == repr(given["value"])
    return theorem.rule == "one_of_both"


def _in_the_case(line: Line, case: Collection[Term]) -> Line:
    """The line without those of its facts that the case says."""
    return Line(line.relation, line.right, tuple(_beside(one, case) for one in line.reasons))


def _beside(reason: Reason, case: Collection[Term]) -> Reason:
    if _AS not in reason:
        return reason
    at = reason.index(_AS)
    facts = _listed([(fact,) for fact in reason[at + 1 :] if fact != ", " and fact not in case])
    return (*reason[:at], _AS, *facts) if facts else reason[:at]


def _is_contraction(theorem: Theorem) -> bool:
    contracted = theorem.rule == "componentwise" and theorem.proposition.args[0].head != "gradient"
    return contracted and any(part.head == "outer" for part in theorem.proposition.args[0].args)


def _is_bookkeeping(theorem: Theorem) -> bool:
    """Whether it needs no line of its own within a larger term."""
    term = dict(theorem.parameters).get("term")
    if theorem.rule == "written_out":
        return term.head not in _STATISTICS
    if theorem.rule == "linear" and term.head == "E":
        return term.args[0].head not in {"add", "sum"}
    return theorem.rule in _BOOKKEEPING or _is_contraction(theorem)


def _law(x: Term) -> Reason:
    """The law of what is random in a term; nothing of what is not."""
    own = next((part for part in subterms(x) if part.head in {"random", "family"}), None)
    if own is None:
        return ()
    terms: list[Term] = []

    def place(term: Term) -> str:
        terms.append(term)
        return f"\0{len(terms) - 1}\0"

    pieces = laws.describe(own.args[0], place).split("\0")
    return tuple(terms[int(piece)] if k % 2 else piece for k, piece in enumerate(pieces))


class _Reader:
    def __init__(self, given: frozenset[Hypothesis]) -> None:
        self.given = given
        self.steps: list[Step] = []
        self._evident: dict[int, bool] = {}
        self._chains: dict[int, list[_Link]] = {}
        self._numbers: dict[tuple[Term, frozenset[Hypothesis]], int] = {}

    def step(self, theorem: Theorem) -> int:
        """The number of the step that states the theorem, made now if it is new."""
        key = theorem.proposition, theorem.hypotheses
        if key in self._numbers:
            return self._numbers[key]
        left, lines = self._lines(theorem)
        number = len(self.steps) + 1
        own = {h.proposition for h in theorem.hypotheses - self.given if not _orders_numbers(h.proposition)}
        lines = tuple(_in_the_case(line, own) for line in lines)
        self.steps.append(Step(number, tuple(sorted(own, key=repr)), theorem.proposition, left, lines))
        self._numbers[key] = number
        return number

    def _lines(self, theorem: Theorem) -> tuple[Term, tuple[Line, ...]]:
        if theorem.proposition.head not in RELATIONS:
            return theorem.proposition, (Line("", theorem.proposition, (self._reason(theorem),)),)
        links = _merged(self.chain(theorem))
        lines = [Line(_SIGNS[link.head], link.right, _told(link.reasons)) for link in links]
        return links[0].left, tuple(lines)

    def chain(self, theorem: Theorem) -> list[_Link]:
        """The links from the theorem's left-hand side to its right-hand side."""
        known = self._chains.get(id(theorem))
        if known is None:
            known = self._chains[id(theorem)] = self._chain(theorem)
        return known

    def _chain(self, theorem: Theorem) -> list[_Link]:
        match theorem.rule:
            case "transitive":
                return [link for premise in theorem.premises for link in self._forward(premise)]
            case "weakened":
                return self._forward(theorem.premises[0])
            case "symmetric" if theorem.proposition.head == "eq":
                links = self.chain(theorem.premises[0])
                return [_Link(k.right, k.head, k.left, k.reasons, k.plain) for k in reversed(links)]
            case "symmetric" if theorem.proposition.head != "ne":
                one, other = theorem.proposition.args
                return [
                    _Link(one, theorem.proposition.head, other, ((self._named(theorem.premises[0]),),), False)
                ]
            case "within" | "under":
                return self._inside(theorem)
        left, right = theorem.proposition.args
        return [
            _Link(left, theorem.proposition.head, right, (self._reason(theorem),), _is_bookkeeping(theorem))
        ]

    def _forward(self, theorem: Theorem) -> list[_Link]:
        """The chain of a <= b, also where it is stated as b >= a."""
        if theorem.proposition.head not in {"ge", "gt"}:
            return self.chain(theorem)
        small, head, large = ordered(theorem.proposition)
        return [_Link(small, head, large, ((self._named(theorem),),), False)]

    def _inside(self, theorem: Theorem) -> list[_Link]:
        """The links of an equation that is used within a term, or for every index of a sum."""
        (equation,) = theorem.premises
        left, right = theorem.proposition.args
        links = _merged(self.chain(equation))
        if theorem.rule == "within" and left is equation.proposition.args[0]:
            return links
        if len(links) == 1 or all(link.plain for link in links):
            reasons = tuple(one for link in links for one in link.reasons)
            return [_Link(left, "eq", right, reasons, all(link.plain for link in links))]
        return [_Link(left, "eq", right, ((self.step(equation),),), False)]

    def _reason(self, theorem: Theorem) -> Reason:
        """The rule's reason with the facts that it uses."""
        if theorem.rule == "cut":
            return self._discharged(theorem)
        if (source := _source(theorem)) is not theorem:
            return (self._named(source),)
        if theorem.rule == "instance":
            return self._instance(theorem)
        if theorem.rule in _EXPANDING and theorem.proposition.head in LIMITS:
            facts, used = self._expanded(theorem), _EXPANSIONS
            if not facts:
                return _POWERS
        else:
            facts = [self._named(premise) for premise in theorem.premises if not _is_of_numbers(premise)]
            used = reason(theorem)
        named = _listed([(fact,) for fact in dict.fromkeys(facts)])
        return (*used, _AS, *named) if named else used

    def _expanded(self, theorem: Theorem) -> list[int | Term]:
        """The steps that a chain of expansions uses, those left out whose facts are evident."""
        found: dict[int | Term, None] = {}
        seen: set[int] = set()
        stack = [theorem]
        while stack:
            one = stack.pop()
            if id(one) in seen or (one is not theorem and self._is_evident(one)):
                continue
            seen.add(id(one))
            if one.rule in _EXPANDING:
                stack.extend(reversed(one.premises))
            else:
                found[self._named(one)] = None
        return list(found)

    def _instance(self, theorem: Theorem) -> Reason:
        """What is put for one symbol after the other in a theorem."""
        given: list[Reason] = []
        while theorem.rule == "instance":
            given.append(reason(theorem))
            theorem = _source(theorem.premises[0])
        first, *others = reversed(given)
        # Each begins with the word "with".
        later = (part for one in others for part in (", then ", *one[1:]))
        return (*first, *later, _AS, self._named(theorem))

    def _discharged(self, theorem: Theorem) -> Reason:
        """A theorem with the facts that are its hypotheses, those of numbers left out."""
        lemmas: list[Theorem] = []
        while theorem.rule == "cut":
            lemma, theorem = theorem.premises
            lemmas += [] if _is_of_numbers(lemma) else [lemma]
        named = _listed([(fact,) for fact in dict.fromkeys(map(self._named, reversed(lemmas)))])
        words = REASONS["cut"] if len(lemmas) == 1 else "whose hypotheses are"
        return (self._named(theorem), f", {words} ", *named) if named else (self._named(theorem),)

    def _named(self, theorem: Theorem) -> int | Term:
        """The fact itself where it is evident, else the number of its step."""
        return theorem.proposition if self._is_evident(theorem) else self.step(_source(theorem))

    def _is_evident(self, theorem: Theorem) -> bool:
        known = self._evident.get(id(theorem))
        if known is None:
            plain = theorem.rule in _EVIDENT | _EXPANDING
            given = any(h.proposition is theorem.proposition for h in theorem.hypotheses)
            known = given or (plain and all(map(self._is_evident, theorem.premises)))
            self._evident[id(theorem)] = known
        return known


_INDEPENDENT: Final = {"all": "events", "product": "factors", "function": "summands"}
_OPPOSITE: Final = frozenset({"ne", "gt", "ge", "any", "or"})
_AS: Final = ", as "
_LINEAR: Final[Reason] = ("the mean is linear",)
_CONSTANT: Final[Reason] = ("the mean of a constant",)
_SAME: Final[Reason] = ("it is the same",)
_POWERS: Final[Reason] = ("comparing powers",)
_EXPANSIONS: Final[Reason] = ("adding, multiplying and comparing expansions",)
_SIGNS: Final = {"eq": "=", "ne": "≠", "le": "≤", "lt": "<", "ge": "≥", "gt": ">"}


def _told(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Each reason once, without those that another one includes."""
    found = dict.fromkeys(reasons)
    if _LINEAR in found:
        found.pop(_CONSTANT, None)
    if len(found) > 1:
        found.pop(_SAME, None)
    return tuple(found)


def _merged(links: list[_Link]) -> list[_Link]:
    """The links with bookkeeping joined to bookkeeping, and those left out that change nothing on paper."""
    kept: list[_Link] = []
    for link in links:
        joined = link
        if kept and kept[-1].plain and link.plain and kept[-1].head == link.head == "eq":
            before = kept.pop()
            joined = _Link(before.left, "eq", link.right, (*before.reasons, *link.reasons), True)
        if kept and joined.head == "eq" and repr(joined.left) == repr(joined.right):
            before = kept.pop()
            joined = _Link(before.left, before.head, joined.right, before.reasons, before.plain)
        back = next((k for k, one in enumerate(kept) if one.left is joined.left), len(kept))
        if all(one.head == "eq" for one in kept[back:]):
            # What leads back to where it began is left out.
            del kept[back:]
        kept.append(joined)
    return kept
