r"""Laws of random objects, as terms, each with what proofs and simulations may know of it.

| law | parameters | values |
|---|---|---|
| `Sphere` | dimension, radius r | uniform on the sphere of radius r in R^d |
| `Normal` | mean, covariance | a number (variance), or a vector (a number s stands for s I) |
| `OneHot` | dimension | e_1, ..., e_d, each with probability 1/d |
| `Rademacher` | scale, dimension | +scale or -scale, alone or in each coordinate |
| `DiscreteUniform` | count | 1, ..., N |
| `Uniform` | low, high | an open interval |
| `Exponential` | rate | all x > 0, with density rate exp(-rate x) |
| `Bernoulli` | p | 1 with probability p, else 0 |
| `Zipf` | exponent, count | j with probability proportional to j^(-exponent), j <= N, or all j |
| `MarkovChain` | transition, initial | states 1, ..., S of a stationary or started chain |
| `Mixture` | weights, laws | one of the laws, by its weight |
| `WithMoments` | E x, ..., up to E x^4 | any law of a number with these; proofs alone take it |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

from .node import Term, Value, as_term, is_number, number, power, value_of
from .signatures import declare_law
from .substitution import fresh_name
from .terms import PI, Sum, absolute, exp, hypergeometric, inner, norm2, zero_like, zeta

End = Term | str
"""A number, or one of `INFINITE`."""
INFINITE: Final[tuple[End, End]] = ("-oo", "oo")


@dataclass(frozen=True)
class Written:
    """How a law is written in text, what makes it, and the positions of its dimensions and counts.

    `draw(generator, size, *parameters)` draws numbers for the second check of a proof.
    """

    text: str
    make: Callable[..., Term]
    whole: frozenset[int] = frozenset()
    draw: Callable[..., NDArray[np.float64]] | None = None


def Sphere(dimension: Value, radius: Value = 1) -> Term:  # noqa: N802 - a law
    """The uniform law on the sphere of that radius in R^dimension."""
    return Term("sphere", (as_term(dimension), as_term(radius)))


def Normal(mean: Value = 0, covariance: Value = 1, *, dimension: Value | None = None) -> Term:  # noqa: N802
    """The normal law; with a dimension the mean 0 is that of a vector, and a covariance s is s I.

    >>> from theorycheck.theory.model import Size
    >>> Normal(dimension=Size("d")).shape
    (d,)
    """
    centre = as_term(mean)
    if dimension is not None and not centre.shape:
        if not is_number(centre, 0):
            raise ValueError(f"The mean {centre} of a vector must be a vector.")
        centre = zero_like((as_term(dimension),))
    spread = as_term(covariance)
    _require(spread, lambda x: x >= 0, "The variance of a normal law is at least 0")
    return Term("normal", (centre, spread))


def _require(x: Term, holds: Callable[[Fraction], bool], told: str) -> None:
    """Raise ValueError for a number that is no parameter of the law; of a symbol a proof asks for as much."""
    if is_number(x) and not holds(value_of(x)):
        raise ValueError(f"{told}, and {x} is not.")


def OneHot(dimension: Value) -> Term:  # noqa: N802 - a law
    """The uniform law on the coordinate vectors."""
    return Term("one_hot", (as_term(dimension),))


def Rademacher(dimension: Value | None = None, *, scale: Value = 1) -> Term:  # noqa: N802 - a law
    """Fair signs times the scale, in each coordinate."""
    dims = () if dimension is None else (as_term(dimension),)
    return Term("rademacher", (as_term(scale), *dims))


def DiscreteUniform(count: Value) -> Term:  # noqa: N802 - a law
    """The uniform law on 1, ..., count."""
    return Term("discrete_uniform", (as_term(count),))


def Uniform(low: Value = 0, high: Value = 1) -> Term:  # noqa: N802 - a law
    """The uniform law on an open interval."""
    start, end = as_term(low), as_term(high)
    if is_number(start):
        _require(end, lambda x: x >= value_of(start), f"An interval from {start} ends at {start} or above")
    return Term("uniform", (start, end))


def Exponential(rate: Value = 1) -> Term:  # noqa: N802 - a law
    """The law of x > 0 with density rate exp(-rate x), of mean 1/rate."""
    known = as_term(rate)
    _require(known, lambda x: x > 0, "The rate of an exponential law is above 0")
    return Term("exponential", (known,))


def Bernoulli(p: Value) -> Term:  # noqa: N802 - a law
    """1 with probability p, else 0."""
    known = as_term(p)
    _require(known, lambda x: 0 <= x <= 1, "The probability of a Bernoulli law is between 0 and 1")
    return Term("bernoulli", (known,))


def Zipf(exponent: Value, count: Value | None = None) -> Term:  # noqa: N802 - a law
    """Probabilities proportional to j^(-exponent) on 1, ..., count, or on all whole numbers from 1."""
    known = as_term(exponent)
    if count is None:
        _require(known, lambda x: x > 1, "The exponent of a Zipf law on all whole numbers is above 1")
        return Term("zipf", (known,))
    return Term("zipf", (known, as_term(count)))


def MarkovChain(transition: Term, initial: Term) -> Term:  # noqa: N802 - a law
    """The chain with these probabilities of the next state given the last, and of the first."""
    return Term("markov_chain", (transition, initial))


def Mixture(weights: Sequence[Value], laws: Sequence[Term]) -> Term:  # noqa: N802 - a law
    """A law drawn by its weight, then a draw from it."""
    return Term("mixture", (*map(as_term, weights), *laws))


def WithMoments(*moments: Value) -> Term:  # noqa: N802 - a law
    """Any law of a number with these first moments E x, E x^2, ..., up to the fourth, and others finite."""
    return Term("with_moments", tuple(map(as_term, moments)))


def _declared(head: str, parameters: int, written: Written) -> Written:
    """A law whose head is declared here: one of vectors where its first parameter is whole, the dimension."""
    declare_law(head, parameters, of_vectors=0 in written.whole)
    return written


WRITTEN: Final = {
    "sphere": Written("sphere(dimension, radius=1)", Sphere, frozenset({0})),
    "normal": Written("normal(mean=0, covariance=1, dimension=d)", Normal),
    "one_hot": Written("one_hot(dimension)", OneHot, frozenset({0})),
    "rademacher": Written("rademacher(dimension, scale=1)", Rademacher, frozenset({0})),
    "discrete_uniform": Written("discrete_uniform(count)", DiscreteUniform, frozenset({0})),
    "uniform": _declared(
        "uniform",
        2,
        Written("uniform(low=0, high=1)", Uniform, draw=lambda g, size, *ends: g.uniform(*ends, size)),
    ),
    "exponential": _declared(
        "exponential",
        1,
        Written("exponential(rate=1)", Exponential, draw=lambda g, size, rate: g.exponential(1 / rate, size)),
    ),
    "bernoulli": _declared("bernoulli", 1, Written("bernoulli(p)", Bernoulli)),
    "zipf": Written("zipf(exponent, count)", Zipf, frozenset({1})),
    "markov_chain": Written("markov_chain(transition, initial)", MarkovChain),
}
"""The laws by their names in text; a mixture is written with its parts."""


def mean(law: Term) -> Term | None:
    """E x, where it has a closed form here."""
    match law.head:
        case "sphere" | "rademacher":
            return zero_like(law.shape)
        case "normal":
            return law.args[0]
        case "one_hot":
            return Term("scale", (power(law.args[0], -1), Term("ones", law.args)))
        case "discrete_uniform" if law.args:
            return (law.args[0] + 1) * Fraction(1, 2)
        case "uniform":
            return (law.args[0] + law.args[1]) * Fraction(1, 2)
        case "exponential":
            return power(law.args[0], -1)
        case "bernoulli" | "with_moments":
            return law.args[0]
    return None


def covariance(law: Term) -> Term | None:
    """Cov(x) of a vector as a matrix, or as a number s that stands for s I; the variance of a number."""
    match law.head:
        case "sphere":
            dimension, radius = law.args
            return radius**2 / dimension
        case "normal":
            return law.args[1]
        case "rademacher":
            return law.args[0] ** 2
        case "one_hot":
            (d,) = law.args
            one = Term("ones", law.args)
            return Term("identity", law.args) * power(d, -1) - Term("outer", (one, one)) * power(d, -2)
        case "discrete_uniform" if law.args:
            return (law.args[0] ** 2 - 1) * Fraction(1, 12)
        case "uniform":
            return (law.args[1] - law.args[0]) ** 2 * Fraction(1, 12)
        case "exponential":
            return power(law.args[0], -2)
        case "bernoulli":
            return law.args[0] * (1 - law.args[0])
        case "with_moments" if len(law.args) > 1:
            return law.args[1] - law.args[0] ** 2
    return None


def squared_norm(law: Term) -> Term | None:
    """|x|^2 where it is the same for every draw."""
    match law.head:
        case "sphere":
            return law.args[1] ** 2
        case "one_hot":
            return number(1)
        case "rademacher":
            return law.args[0] ** 2 * (law.args[1] if law.shape else 1)
    return None


def is_isotropic(law: Term) -> bool:
    """Whether the law of a vector is the same in all directions."""
    normal = law.head == "normal" and law.args[0].head == "zeros" and not law.args[1].shape
    return law.head == "sphere" or (normal and bool(law.shape))


def is_exchangeable(law: Term) -> bool:
    """Whether the coordinates of a vector have one law in any order."""
    return is_isotropic(law) or (law.head in {"one_hot", "rademacher"} and bool(law.shape))


def coordinate(law: Term) -> Term | None:
    """The law of each coordinate of a vector whose coordinates are independent and of one law."""
    if law.head == "rademacher" and law.shape:
        return Rademacher(scale=law.args[0])
    is_white = law.head == "normal" and bool(law.shape) and _is_zero(law.args[0]) and not law.args[1].shape
    return Normal(0, law.args[1]) if is_white else None


def with_coordinates(law: Term, dimension: Term) -> Term | None:
    """The law of a vector with so many independent coordinates of a law, where there is one here."""
    if law.head == "rademacher" and not law.shape:
        return Rademacher(dimension, scale=law.args[0])
    is_centred = law.head == "normal" and not law.shape and _is_zero(law.args[0])
    return Normal(0, law.args[1], dimension=dimension) if is_centred else None


def is_symmetric(law: Term) -> bool:
    """Whether x and -x have one law."""
    return law.head in {"sphere", "rademacher"} or (law.head == "normal" and _is_zero(law.args[0]))


def is_bounded(law: Term) -> bool:
    """Whether |x| has a bound."""
    bounded = {"sphere", "one_hot", "rademacher", "discrete_uniform", "uniform", "bernoulli"}
    return law.head in bounded


def has_exponential_moments(law: Term) -> bool:
    """Whether E exp(s |x|) is finite for every s."""
    return is_bounded(law) or law.head == "normal"


def _is_zero(x: Term) -> bool:
    return x.head == "zeros" or is_number(x, 0)


def proxy(law: Term) -> Term | None:
    """The variance proxy of <x, w> for |w| = 1 or of a number, as a number or matrix, where it is the
    variance: E exp(s <x - E x, w>) <= exp(s^2 <w, C w> / 2).

    Equal for normal laws; by comparing moments for signs, spheres and intervals.
    """
    return covariance(law) if law.head in {"normal", "sphere", "rademacher", "uniform"} else None


def support(law: Term) -> tuple[Term, Term] | None:
    """The least and largest value of a number, where there are such."""
    match law.head:
        case "rademacher" if not law.shape:
            return -absolute(law.args[0]), absolute(law.args[0])
        case "discrete_uniform":
            return number(1), law.args[0]
        case "uniform":
            return law.args
        case "bernoulli":
            return number(0), number(1)
        case "zipf" if len(law.args) > 1:
            return number(1), law.args[1]
    return None


def positive_where(law: Term) -> Term | None:
    """The parameter that must be above 0 for all values to be so, where there is one: the rate of an
    exponential law, and the end of a uniform one on an open interval of numbers from 0 or above.
    """
    match law.head:
        case "exponential":
            return law.args[0]
        case "uniform" if all(map(is_number, law.args)):
            low, high = law.args
            return high if 0 <= value_of(low) < value_of(high) else None
    return None


def values_are_whole(law: Term) -> bool:
    """Whether the values are 1, 2, ..., to the end of the support where there is one."""
    return law.head in {"zipf", "discrete_uniform"}


def two_values(law: Term) -> tuple[tuple[Term, Term], ...]:
    """The values of a coin or a sign, each with its probability; none for other laws."""
    match law.head:
        case "bernoulli":
            return (number(1), law.args[0]), (number(0), 1 - law.args[0])
        case "rademacher" if not law.shape:
            half = number(Fraction(1, 2))
            return (law.args[0], half), (-law.args[0], half)
    return ()


def probability(law: Term, value: Term) -> Term:
    """P(x = value) of a law on whole numbers, for one of its values."""
    if law.head == "discrete_uniform":
        return 1 / law.args[0]
    exponent, *count = law.args
    if not count:
        return power(value, -exponent) / zeta(exponent)
    index = Term("index", tuple(count), (fresh_name(law),))
    return power(value, -exponent) / Sum(index, power(index, -exponent))


def density(law: Term, at: Term) -> Term | None:
    """The density of a number at a place inside the range of its values, where it has one."""
    match law.head:
        case "normal" if not law.shape:
            centre, spread = law.args
            return exp(-((at - centre) ** 2) / (2 * spread)) * power(2 * PI * spread, Fraction(-1, 2))
        case "uniform":
            return power(law.args[1] - law.args[0], -1)
        case "exponential":
            return law.args[0] * exp(-law.args[0] * at)
    return None


def existence(law: Term) -> tuple[Term, ...]:
    """What the parameters of a law must meet for it to be one, as far as an order of numbers says it."""
    match law.head:
        case "normal" if not law.args[1].shape:
            return (law.args[1] >= 0,)
        case "uniform":
            return (law.args[0] <= law.args[1],)
        case "exponential":
            return (law.args[0] > 0,)
        case "bernoulli":
            return law.args[0] >= 0, law.args[0] <= 1
        case "zipf" if len(law.args) == 1:
            return (law.args[0] > 1,)
        case "markov_chain":
            chances = [x for part in law.args if part.head == "array" for x in part.args]
            return tuple(x >= 0 for x in dict.fromkeys(chances))
    return ()


def density_range(law: Term) -> tuple[End, End, Term] | None:
    """The ends between which the density of a number is positive, and the condition for it to be one."""
    match law.head:
        case "normal" if not law.shape:
            return *INFINITE, law.args[1] > 0
        case "uniform":
            return *law.args, law.args[0] < law.args[1]
        case "exponential":
            return number(0), INFINITE[1], law.args[0] > 0
    return None


def generating_function(law: Term, s: Term) -> Term | None:
    """E exp(s x) of a number, E exp<x, s> of a normal vector or of one on a sphere."""
    match law.head:
        case "normal" if law.shape:
            mean, spread = law.args
            square = inner(s, spread @ s) if spread.shape else spread * norm2(s)
            return exp(square / 2 if mean.head == "zeros" else inner(mean, s) + square / 2)
        case "normal" if not law.shape:
            return exp(s * law.args[0] + s**2 * law.args[1] / 2)
        case "sphere":
            dimension, radius = law.args
            return hypergeometric((), (dimension / 2,), radius**2 * norm2(s) / 4)
        case "rademacher" if not law.shape:
            return (exp(s * law.args[0]) + exp(-s * law.args[0])) / 2
        case "bernoulli":
            return 1 - law.args[0] + law.args[0] * exp(s)
    return None


def has_all_moments(law: Term) -> bool:
    """Whether E|x|^p is finite for every p."""
    if law.head == "mixture":
        return all(has_all_moments(part) for part in law.args[len(law.args) // 2 :])
    return law.head != "zipf" or len(law.args) > 1


def describe(law: Term, shown: Callable[[Term], str] = str) -> str:
    """The law in words; `shown` writes its parameters."""
    args = [shown(part) for part in law.args]
    match law.head:
        case "sphere":
            return f"uniform on the sphere of radius {args[1]} in R^{args[0]}"
        case "normal":
            space = f" on R^{shown(law.shape[0])}" if law.shape else ""
            kind = "covariance" if law.shape else "variance"
            isotropic = law.shape and not law.args[1].shape
            multiple = "" if is_number(law.args[1], 1) else f"{args[1]} "
            spread = f"{multiple}I" if isotropic else args[1]
            return f"normal{space} with mean {args[0]} and {kind} {spread}"
        case "one_hot":
            return f"uniform on the {args[0]} coordinate vectors"
        case "rademacher":
            return f"fair signs times {args[0]}" + (f" in each of {args[1]} coordinates" if law.shape else "")
        case "discrete_uniform":
            return f"uniform on 1, ..., {args[0]}"
        case "uniform":
            return f"uniform between {args[0]} and {args[1]}"
        case "exponential":
            return f"exponential with rate {args[0]}"
        case "bernoulli":
            return f"1 with probability {args[0]}, else 0"
        case "zipf":
            among = f"j = 1, ..., {args[1]}" if len(args) > 1 else "all whole j from 1"
            return f"j with probability proportional to j^(-{args[0]}), {among}"
        case "with_moments":
            x = Term("parameter", (), ("x",))
            known = ", ".join(f"E {shown(power(x, k))} = {value}" for k, value in enumerate(args, start=1))
            return f"of any law with {known}"
        case "markov_chain":
            return f"a Markov chain with transition matrix {args[0]} and first law {args[1]}"
    half = len(args) // 2
    return "; or ".join(
        f"with weight {w} {describe(one, shown)}" for w, one in zip(args[:half], law.args[half:], strict=True)
    )
