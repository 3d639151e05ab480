"""The signatures of laws: what each takes as parameters, and the shape of its values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from .requirements import MATRIX, Part, is_value, require, require_dimensions, require_scalars, require_square

Checked = tuple[str, tuple[Any, ...]]
"""The sort and the shape of a term; a whole number in the shape stands for the term that it is."""
Check = Callable[[tuple[Part, ...], tuple[Any, ...]], Checked]
Shape = Callable[[tuple[Part, ...], tuple[Any, ...]], tuple[Part, ...]]


def check_law(shape: Shape) -> Check:
    """The signature of a law whose values have that shape, given its parameters."""

    def check(args: tuple[Part, ...], data: tuple[Any, ...]) -> Checked:
        require(not any(x.is_random or x.loose for x in args), "The parameters of a law are not random.")
        return "law", shape(args, data)

    return check


def _sphere(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
    dimension, radius = args
    require_dimensions((dimension,))
    require_scalars("The radius", (radius,))
    return (dimension,)


def _normal(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
    mean, covariance = args
    require(is_value(mean) and len(mean.shape) < MATRIX, "{} is no mean of a number or vector.", mean)
    fits = covariance.shape in {(), mean.shape * 2} if mean.shape else covariance.shape == ()
    require(is_value(covariance) and fits, "{} is no covariance beside the mean {}.", covariance, mean)
    return mean.shape


def _one_hot(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
    require_dimensions(args)
    require(len(args) == 1, "One-hot vectors have one dimension.")
    return args


def _rademacher(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
    scale, *dims = args
    require_scalars("The scale", (scale,))
    require(len(dims) <= 1, "Signs are a number or a vector.")
    require_dimensions(tuple(dims))
    return tuple(dims)


def number_law(count: int) -> Shape:
    """A law of numbers with so many parameters, all numbers."""

    def shape(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
        require(len(args) == count, "This law has {} parameters.", count)
        require_scalars("A law", args)
        return ()

    return shape


def vector_law(count: int) -> Shape:
    """A law of vectors with so many parameters: their dimension, then numbers."""

    def shape(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
        require(len(args) == count, "The law has {} parameters, and {} are given.", count, len(args))
        require_dimensions(args[:1])
        require_scalars("The law", args[1:])
        return args[:1]

    return shape


def _discrete_uniform(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
    require(len(args) == 1, "A uniform law on whole numbers has one count.")
    require_dimensions(args)
    return ()


def _zipf(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
    require(1 <= len(args) <= 2, "A Zipf law has an exponent and, where it is finite, a count.")  # noqa: PLR2004
    require_scalars("A law", args[:1])
    require_dimensions(args[1:])
    return ()


def _with_moments(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
    require(1 <= len(args) <= 4, "A law of which moments are known has one to four of them.")  # noqa: PLR2004
    require_scalars("A law", args)
    return ()


def _markov_chain(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
    transition, initial = args
    require_square(transition)
    require(initial.shape == transition.shape[:1], "The first law is over the states of the chain.")
    return ()


def _mixture(args: tuple[Part, ...], _: tuple[Any, ...]) -> tuple[Part, ...]:
    half = len(args) // 2
    weights, laws = args[:half], args[half:]
    require(half > 0 and len(weights) == len(laws), "A mixture has a weight for each law.")
    require_scalars("A weight", weights)
    known = [Fraction(*weight.data) for weight in weights if weight.head == "number"]
    fits = all(weight >= 0 for weight in known) and (len(known) < half or sum(known) == 1)
    require(
        fits, "The weights of a mixture are probabilities, and {} are none.", ", ".join(map(str, weights))
    )
    plain = all(law.sort == "law" and law.head != "markov_chain" for law in laws)
    require(
        plain and all(law.shape == laws[0].shape for law in laws), "The laws are of one shape, no chains."
    )
    return laws[0].shape


LAWS: Final[dict[str, Check]] = {
    "sphere": check_law(_sphere),
    "normal": check_law(_normal),
    "one_hot": check_law(_one_hot),
    "rademacher": check_law(_rademacher),
    "discrete_uniform": check_law(_discrete_uniform),
    "zipf": check_law(_zipf),
    "with_moments": check_law(_with_moments),
    "markov_chain": check_law(_markov_chain),
    "mixture": check_law(_mixture),
}
"""The laws with parameters other than numbers; the others are declared where their moments are."""
