r"""Feature maps that act on coordinates (S6): relative noise and capacity, raw and centred.

The memory is $S = \sum_j \phi(k_j) v_j^\top$, the query a stored key, the crosstalk
$\eta_i = \sum_{j \ne i} \langle \phi(k_i), \phi(k_j) \rangle v_j$. The mean output along the stored value
is $\mathbb{E} |\phi(k)|^2$; the relative noise is the ratio of means
$\mathbb{E} |\eta_i|^2 / (\mathbb{E} |\phi(k)|^2)^2$, and capacity the n at which it is 1. (The mean of the
ratio for each query is another quantity, infinite for raw ReLU, where a key may have no positive
coordinate.) Keys have length `radius`; a centred map has its mean taken away.

Whatever the map, its centred capacity lies between $d_k$ and $d_k + 1$. A raw map with a mean that does
not vanish beside its spread has a capacity that does not grow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

import mpmath
import sympy as sp

from ..derivation import Chain, CheckFailed, Derivation, SideConditionError, Step
from ..notation import d_k, d_v, n
from ..rules.algebra import collect, variance
from ..rules.asymptotics import growth, sandwich
from ..rules.contraction import squared_norm
from ..rules.convexity import bounded_slope, correlation_floor, jensen
from ..rules.coordinates import X, coordinate_moment, correlation, covariance, zonal
from ..rules.events import Variance
from ..rules.expectation import integrate_out
from ..rules.exponentials import series_bounds
from ..rules.image_overlaps import image_overlap, mean_image_overlap, overlap_floor
from ..rules.index_sums import coincidences, exchange
from ..rules.isolating import isolate
from ..rules.laws import Sphere
from ..rules.points import WORKING_DIGITS, Point, against, number, random_points
from ..rules.thresholds import relative_noise, threshold
from ..rules.vectors import IndexSum, Inner, Vector
from .model import i, j

_KEYS: Final = Sphere(d_k)
_VALUES: Final = Sphere(d_v)
_phi: Final = sp.Function(r"\phi")
_F: Final = sp.Symbol("f")
_x1: Final = sp.Symbol("x_1", real=True)
_V: Final = sp.Symbol("V", positive=True)


def relu(x: sp.Expr) -> sp.Expr:
    """ReLU."""
    return sp.Max(x, 0)


def elu_plus_one(x: sp.Expr) -> sp.Expr:
    """ELU + 1: x + 1 above 0, exp(x) below."""
    return sp.Piecewise((x + 1, X > 0), (sp.exp(x), True))


@dataclass(frozen=True, kw_only=True)
class FeatureMemory:
    """A map on coordinates, the keys' length and law; with `centred` the map's mean is taken away."""

    feature_map: Callable[[sp.Expr], sp.Expr] = relu
    radius: sp.Expr = sp.S.One
    law: Sphere = _KEYS
    value_law: Sphere = _VALUES
    centred: bool = False

    @property
    def body(self) -> sp.Expr:
        """The map of one coordinate of a unit vector."""
        return self.feature_map(self.radius * X)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All assumptions as sentences."""
        mean = "its mean over keys taken away" if self.centred else "as it is"
        return (
            self.law.describe(rf"the keys $k_j$, up to their length ${sp.latex(self.radius)}$,"),
            self.value_law.describe("the values $v_j$"),
            rf"the feature map acts on each coordinate, {mean}",
            r"the noise is $E |\eta_i|^2$ beside the squared mean output $(E |\phi(k)|^2)^2$",
        )


RELU: Final = FeatureMemory()
RELU_CENTRED: Final = FeatureMemory(centred=True)
EXP: Final = FeatureMemory(feature_map=sp.exp)
EXP_ROOT: Final = FeatureMemory(feature_map=sp.exp, radius=sp.sqrt(d_k))
EXP_CENTRED: Final = replace(EXP, centred=True)
EXP_ROOT_CENTRED: Final = replace(EXP_ROOT, centred=True)
ELU1: Final = FeatureMemory(feature_map=elu_plus_one)
ELU1_ROOT: Final = FeatureMemory(feature_map=elu_plus_one, radius=sp.sqrt(d_k))


def relu_overlap_ratio(premises: FeatureMemory = RELU) -> Derivation:
    r"""$\mathbb{E} \langle \phi, \phi' \rangle / \mathbb{E} |\phi|^2$ of ReLU: tends to $1/\pi$ (S6)."""
    chain = _chain(premises, "relu_overlap_ratio", "Mean overlap of two images beside their length")
    phi = _map(chain, premises)
    mean, own = (_moment(chain, premises, phi, powers) for powers in ((1,), (2,)))
    share = chain.apply("two independent images", mean_image_overlap, mean, own, image=_F)
    grown = chain.apply("read off the exponent", growth, share, variables=(d_k,))

    def polar(point: Point) -> mpmath.mpf:
        first, second = (_half_line(premises, point, power) for power in (1, 2))
        return first**2 / second

    return chain.close(share, growth=grown, checks=(against(polar, _points(), _QUADRATURE),))


def feature_noise_relu(premises: FeatureMemory = RELU) -> Derivation:
    r"""Relative noise of ReLU: $(n-1)(1 + (d_k-1)/\pi^2)/d_k$ (S6).

    >>> feature_noise_relu().formula
    (n - 1)*((d_k - 1)/pi**2 + 1)/d_k
    """
    chain = _chain(premises, "feature_noise_relu", "Relative noise of ReLU features")
    noise = _relative_noise(chain, premises)
    grown = chain.apply("read off the exponents", growth, noise, variables=(n, d_k))
    return chain.close(noise, growth=grown, checks=(_against_sums(premises, solved=False),))


def capacity_relu(premises: FeatureMemory = RELU) -> Derivation:
    r"""The n at relative noise 1 of raw ReLU: $1 + d_k/(1 + (d_k-1)/\pi^2) \to 1 + \pi^2$ (S6)."""
    chain = _chain(premises, "capacity_relu", "Capacity of ReLU features")
    size = chain.apply("solve for the size", isolate, _relative_noise(chain, premises), variable=n, level=1)
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))
    return chain.close(size, growth=grown, checks=(_against_sums(premises, solved=True),))


def capacity_relu_centred(premises: FeatureMemory = RELU_CENTRED) -> Derivation:
    r"""The n at relative noise 1 of centred ReLU, exactly: exponent 1 (S6)."""
    return _between_dimensions(premises, "capacity_relu_centred", "Capacity of centred ReLU features")


def capacity_exp(premises: FeatureMemory = EXP) -> Derivation:
    r"""The n at relative noise 1 of $e^{k}$ on unit keys: tends to 2 (S6)."""
    return _between_series(premises, "capacity_exp", "Capacity of exponential features, unit keys")


def capacity_exp_root(premises: FeatureMemory = EXP_ROOT) -> Derivation:
    r"""The n at relative noise 1 of $e^{k}$ on keys of length $\sqrt{d_k}$: tends to $1 + e^2$ (S6)."""
    return _between_series(premises, "capacity_exp_root", "Capacity of exponential features, long keys")


def capacity_exp_centred(premises: FeatureMemory = EXP_CENTRED) -> Derivation:
    r"""The n at relative noise 1 of centred $e^{k}$ on unit keys: exponent 1 (S6)."""
    return _between_dimensions(premises, "capacity_exp_centred", "Capacity of centred exponential features")


def capacity_exp_root_centred(premises: FeatureMemory = EXP_ROOT_CENTRED) -> Derivation:
    r"""The same on keys of length $\sqrt{d_k}$: exponent 1 (S6)."""
    name = "capacity_exp_root_centred"
    return _between_dimensions(premises, name, "Capacity of centred exponential features, long keys")


def capacity_elu1(premises: FeatureMemory = ELU1) -> Derivation:
    r"""An upper bound, which does not grow, on the capacity of ELU + 1 on unit keys (S6)."""
    return _bounded(premises, "capacity_elu1", "Capacity of ELU + 1, unit keys")


def capacity_elu1_root(premises: FeatureMemory = ELU1_ROOT) -> Derivation:
    r"""An upper bound, which does not grow, on the capacity of ELU + 1, keys of length $\sqrt{d_k}$ (S6)."""
    return _bounded(premises, "capacity_elu1_root", "Capacity of ELU + 1, long keys")


def capacity_centred(premises: FeatureMemory = RELU_CENTRED) -> Derivation:
    r"""The capacity of any centred map of coordinates is at least $d_k$: it generalises across kernels (S6).

    The length of keys and the map do not enter: functions of two coordinates of a unit vector have a
    correlation of at most $1/(d_k-1)$.

    >>> capacity_centred().formula
    d_k
    """
    chain = _any_map(premises, "capacity_centred", "Capacity of every centred map, from below")
    spread = chain.define("the map has some variance", Variance(_phi(_x1)), _V)
    size = chain.apply("collect the terms", collect, _from_below(chain, premises, spread))
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))
    return chain.close(size, growth=grown, checks=(_no_larger_correlation(premises, below=True),))


def capacity_centred_limit(premises: FeatureMemory = RELU_CENTRED) -> Derivation:
    r"""The capacity of any centred map of coordinates is at most $d_k + 1$ (S6).

    >>> capacity_centred_limit().formula
    d_k + 1
    """
    chain = _any_map(premises, "capacity_centred_limit", "Capacity of every centred map, from above")
    spread = chain.define("the map has some variance", Variance(_phi(_x1)), _V)
    size = chain.apply("collect the terms", collect, _from_above(chain, premises, spread))
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))
    return chain.close(size, growth=grown, checks=(_no_larger_correlation(premises, below=False),))


_NODES: Final = 20
_DOUBLE: Final = 1e-9
_QUADRATURE: Final = "quadrature over the positive half of one coordinate"


def _chain(premises: FeatureMemory, name: str, title: str) -> Chain:
    return Chain(name=name, title=title, premises=premises.sentences)


def _any_map(premises: FeatureMemory, name: str, title: str) -> Chain:
    _require_centred(premises)
    sentences = (*premises.sentences, "the map is any function of finite, positive variance")
    return Chain(name=name, title=title, premises=sentences)


def _require_centred(premises: FeatureMemory) -> None:
    if not premises.centred:
        raise SideConditionError("Only a centred map has a capacity of the order of the dimension.")


def _map(chain: Chain, premises: FeatureMemory) -> Step:
    return chain.define("the map of a coordinate of a unit vector", _phi(X), premises.body)


def _moment(chain: Chain, premises: FeatureMemory, phi: Step, powers: tuple[int, ...]) -> Step:
    label = "moment of " + " and ".join(f"order {a}" for a in powers)
    return chain.apply(label, coordinate_moment, phi, law=premises.law, powers=powers)


def _noise(chain: Chain, premises: FeatureMemory) -> Step:
    """Steps to E|eta|^2 = (n-1) E<f, f'>^2 for any images f."""
    f, v, eta = Vector(_F.name, j), Vector("v", j, premises.value_law), Vector(r"\eta", i)
    total = IndexSum(Inner(f.at(i), f) * v, (j,), n, (i,))
    noise = chain.define("the crosstalk of the images $f_j$ of keys", eta, total)
    noise = chain.apply("square the norm by bilinearity", squared_norm, noise)
    noise = chain.apply("split by coincident indices", coincidences, noise)
    noise = chain.apply("take the expectation", exchange, noise)
    return chain.apply("integrate out the values", integrate_out, noise, letter="v")


def _spread(chain: Chain, premises: FeatureMemory, phi: Step) -> tuple[Step, Step]:
    """Second moment and mixed moment of two coordinates of an image, raw or centred."""
    own, mixed = (_moment(chain, premises, phi, powers) for powers in ((2,), (1, 1)))
    if not premises.centred:
        return own, mixed
    mean = _moment(chain, premises, phi, (1,))
    own = chain.apply("centre the coordinates", variance, own, mean)
    return own, chain.apply("centre both coordinates", covariance, mixed, mean)


def _relative_noise(chain: Chain, premises: FeatureMemory) -> Step:
    own, mixed = _spread(chain, premises, _map(chain, premises))
    ratio = chain.apply("the correlation of coordinates", correlation, own, mixed)
    share = chain.apply("add up the coordinates", image_overlap, ratio, law=premises.law, image=_F)
    return chain.apply("noise beside the signal", relative_noise, _noise(chain, premises), share)


def _from_below(chain: Chain, premises: FeatureMemory, spread: Step) -> Step:
    """Steps to n_* >= d for a centred map of this variance."""
    limit = chain.apply("two coordinates are hardly correlated", zonal, spread, law=premises.law)
    ratio = chain.apply("beside the variance", correlation, spread, limit)
    share = chain.apply("add up the coordinates", image_overlap, ratio, law=premises.law, image=_F)
    bound = chain.apply("noise beside the signal", relative_noise, _noise(chain, premises), share)
    return chain.apply("where the bound reaches 1", threshold, bound, variable=n, level=1)


def _from_above(chain: Chain, premises: FeatureMemory, spread: Step) -> Step:
    """Steps to n_* <= d + 1 for any map."""
    share = chain.apply("leave out squares", overlap_floor, spread, law=premises.law, image=_F)
    bound = chain.apply("noise beside the signal", relative_noise, _noise(chain, premises), share)
    return chain.apply("where the bound reaches 1", threshold, bound, variable=n, level=1)


def _between_dimensions(premises: FeatureMemory, name: str, title: str) -> Derivation:
    """The exact size, with the exponents of the two bounds that hold for every centred map."""
    chain = _chain(premises, name, title)
    size = chain.apply("solve for the size", isolate, _relative_noise(chain, premises), variable=n, level=1)
    _require_centred(premises)
    spread = next(step for step in chain.steps if isinstance(step.result.lhs, Variance))
    sides = [step(chain, premises, spread) for step in (_from_below, _from_above)]
    return _enclosed(chain, premises, size, sides)


def _between_series(premises: FeatureMemory, name: str, title: str) -> Derivation:
    """The exact size, with the exponents of the formula at both bounds of its series."""
    chain = _chain(premises, name, title)
    size = chain.apply("solve for the size", isolate, _relative_noise(chain, premises), variable=n, level=1)
    sides = [
        chain.apply(f"bound the series from {word}", series_bounds, size, above=above)
        for word, above in (("below", False), ("above", True))
    ]
    return _enclosed(chain, premises, size, sides)


def _enclosed(chain: Chain, premises: FeatureMemory, size: Step, sides: list[Step]) -> Derivation:
    grown = [chain.apply("read off its exponent", growth, side, variables=(d_k,)) for side in sides]
    between = chain.apply("the size lies between the two", sandwich, *sides, *grown)
    return chain.close(size, growth=between, checks=(_against_sums(premises, solved=True),))


def _bounded(premises: FeatureMemory, name: str, title: str) -> Derivation:
    chain = _chain(premises, name, title)
    phi = _map(chain, premises)
    mean = chain.apply("its mean is at least its value at 0", jensen, phi, law=premises.law)
    spread = chain.apply("its slope is bounded", bounded_slope, phi, law=premises.law)
    mixed = chain.apply("two coordinates are hardly correlated", zonal, spread, law=premises.law)
    ratio = chain.apply("the mean dominates", correlation_floor, mean, spread, mixed)
    share = chain.apply("add up the coordinates", image_overlap, ratio, law=premises.law, image=_F)
    bound = chain.apply("noise beside the signal", relative_noise, _noise(chain, premises), share)
    size = chain.apply("where the bound reaches 1", threshold, bound, variable=n, level=1)
    grown = chain.apply("read off the exponent", growth, size, variables=(d_k,))
    return chain.close(size, growth=grown, checks=(_above_the_size(premises),))


def _points() -> list[dict[sp.Symbol, sp.Rational]]:
    return random_points({d_k}, least=5)


def _half_line(premises: FeatureMemory, point: Point, power: int) -> mpmath.mpf:
    """The mean of x^power over x > 0 for one coordinate: sin(a) with density cos(a)^(d-2)."""
    d, end = number(premises.law.dimension, point), mpmath.pi / 2
    above = mpmath.quad(lambda a: mpmath.sin(a) ** power * mpmath.cos(a) ** (d - 2), [0, end])
    return above / (2 * mpmath.quad(lambda a: mpmath.cos(a) ** (d - 2), [0, end]))


def _against_sums(premises: FeatureMemory, *, solved: bool) -> Callable[[sp.Expr], str]:
    """The correlation by a product rule for the joint density of two coordinates."""

    def check(formula: sp.Expr) -> str:
        for d in (7, 12):
            at = {d_k: sp.Integer(d), n: sp.Integer(4)}
            size = int(premises.law.dimension.subs(at))
            share = (1 + (size - 1) * _pair_correlation(premises, at) ** 2) / size
            route = 1 + 1 / share if solved else 3 * share
            if abs(route / float(number(formula, at)) - 1) > _DOUBLE:
                raise CheckFailed(f"At d_k = {d} polar quadrature gives {route}.")
        return "polar quadrature of two coordinates at d_k = 7 and 12 to 9 digits"

    return check


def _pair_correlation(premises: FeatureMemory, point: Point) -> float:
    """E f_1 f_2 / E f_1^2: Gauss rules over the radius and each quarter of the angle of two coordinates."""
    d = int(premises.law.dimension.subs(point))
    phi = sp.lambdify(X, premises.body.subs(point), "math")
    rule = _legendre(_NODES)
    mass = one = square = pair = 0.0
    for u, w in rule:
        r, weight = sin(u * pi / 2), w * sin(u * pi / 2) * cos(u * pi / 2) ** (d - 3)
        for quarter in range(4):
            for a, z in rule:
                angle = (quarter + a) * pi / 2
                f, g = phi(r * cos(angle)), phi(r * sin(angle))
                mass, one = mass + weight * z, one + weight * z * f
                square, pair = square + weight * z * f * f, pair + weight * z * f * g
    mean = (one / mass) ** 2 if premises.centred else 0.0
    return (pair / mass - mean) / (square / mass - mean)


@lru_cache(maxsize=1)
def _legendre(count: int) -> list[tuple[float, float]]:
    """Nodes and weights of the Gauss rule on (0, 1), by Newton's method on Legendre's recurrence."""
    nodes = []
    for k in range(1, count + 1):
        x = cos(pi * (k - 1 / 4) / (count + 1 / 2))
        for _ in range(8):
            before, value = 1.0, x
            for m in range(1, count):
                before, value = value, ((2 * m + 1) * x * value - m * before) / (m + 1)
            slope = count * (x * value - before) / (x * x - 1)
            x -= value / slope
        nodes.append(((1 + x) / 2, 1 / ((1 - x * x) * slope**2)))
    return nodes


def _above_the_size(premises: FeatureMemory) -> Callable[[sp.Expr], str]:
    def check(formula: sp.Expr) -> str:
        for d in (7, 12):
            at = {d_k: sp.Integer(d)}
            size = int(premises.law.dimension.subs(at))
            exact = 1 + size / (1 + (size - 1) * _pair_correlation(premises, at) ** 2)
            if not exact <= float(number(formula, at)) < 3 * exact:
                raise CheckFailed(f"At d_k = {d} the size is {exact}.")
        return "above the size by polar quadrature at d_k = 7 and 12, and below three times it"

    return check


def _no_larger_correlation(premises: FeatureMemory, *, below: bool) -> Callable[[sp.Expr], str]:
    """Sizes of centred even powers: x^2 attains the bound from below, no power leaves the range."""

    def check(formula: sp.Expr) -> str:
        for point in _points():
            with mpmath.workdps(WORKING_DIGITS):
                d, bound = number(premises.law.dimension, point), number(formula, point)
                sizes = [1 + d / (1 + (d - 1) * _power_correlation(d, m) ** 2) for m in (1, 2, 3, 4)]
                if any((size < bound) == below for size in sizes if abs(size - bound) > 10**-40):
                    raise CheckFailed(f"At {point} a centred power has a size on the wrong side of {bound}.")
                if below and abs(sizes[0] - bound) > mpmath.mpf(10) ** -40:
                    raise CheckFailed(
                        f"At {point} the centred square has the size {mpmath.nstr(sizes[0], 12)}."
                    )
                if not below and bound > max(sizes) * 2:
                    raise CheckFailed(f"At {point} no centred power comes near {mpmath.nstr(bound, 12)}.")
        return "sizes of the centred powers x^2, x^4, x^6, x^8, by their moments"

    return check


def _power_correlation(d: mpmath.mpf, m: int) -> mpmath.mpf:
    """The correlation of x_1^(2m) and x_2^(2m): moments (1/2)_m.../(d/2)_m."""
    odd, even = mpmath.rf(mpmath.mpf(1) / 2, m), mpmath.rf(d / 2, m)
    mean, square = odd / even, mpmath.rf(mpmath.mpf(1) / 2, 2 * m) / mpmath.rf(d / 2, 2 * m)
    pair = odd**2 / mpmath.rf(d / 2, 2 * m)
    return (pair - mean**2) / (square - mean**2)
