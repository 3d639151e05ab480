"""Stated error bounds hold on other processors, whose library functions are a unit in the last place off.

`other_rounding` stands in for another processor. What IEEE 754 rounds correctly everywhere, single sums and
products, is left as it is, and so is a result of few binary digits, as exp(0) is one on every processor.
"""

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
import torch
from scipy import special
from theorycheck.numerics.quantity import LIBRARY_ROUNDING, ExactQuantity, ExactValue, quantities
from torch.utils._python_dispatch import TorchDispatchMode

pytestmark = pytest.mark.usefixtures("one_torch_thread")

FEW_DIGITS = 2.0**20
EPSILON = 2.0**-52

OF_TORCH = frozenset(
    """
    exp exp2 expm1 log log1p log2 log10 sqrt rsqrt tanh sin cos tan atan atan2 erf erfc erfinv lgamma digamma
    pow sigmoid _softmax _log_softmax logsumexp softplus log_sigmoid_forward xlogy native_layer_norm
    sum mean prod var std linalg_vector_norm mm bmm mv dot addmm addmv baddbmm
    _linalg_eigh linalg_eig _linalg_svd _linalg_solve_ex linalg_lu_factor_ex linalg_qr
    """.split()  # noqa: SIM905 - a list of forty lines reads worse
)
OF_NUMPY = ["exp", "expm1", "log", "log1p", "log2", "sqrt", "tanh", "sin", "cos", "arctan", "logaddexp"]
OF_SCIPY = ["gammaln", "betaln", "erf", "erfc", "ndtr", "log_ndtr", "ndtri", "expit", "xlogy", "digamma"]
OF_PYTHON = ["exp", "expm1", "log", "log1p", "sqrt", "tanh", "sin", "cos", "atan", "lgamma", "erf", "pow"]
OF_OTHERS = {np: OF_NUMPY, special: OF_SCIPY, math: OF_PYTHON}
FEW_NUMBERS = 2
"""A sum of two numbers is rounded once, on every processor alike."""


class OtherTorch(TorchDispatchMode):
    """Torch with library functions and sums that round otherwise."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._generator = torch.Generator().manual_seed(seed)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        few = isinstance(args[0], torch.Tensor) and 1 < args[0].numel() <= FEW_NUMBERS
        if func.overloadpacket.__name__.rstrip("_") in OF_TORCH and not few:
            self._move(result)
        return result

    def _move(self, result: Any) -> None:
        if isinstance(result, tuple):
            for part in result:
                self._move(part)
        elif isinstance(result, torch.Tensor) and result.is_floating_point():
            steps = torch.randint(-1, 2, result.shape, generator=self._generator, dtype=result.dtype)
            steps[(result * FEW_DIGITS).frac() == 0] = 0.0
            # In place, for a function may have written into what it was given.
            result.addcmul_(result, steps, value=torch.finfo(result.dtype).eps)


@contextmanager
def other_rounding(seed: int) -> Iterator[None]:
    """While it holds, the library functions that numerics calls round otherwise."""
    rng = np.random.default_rng(seed)
    modules = [module for name, module in sys.modules.items() if name.startswith("theorycheck.numerics.")]
    with ExitStack() as stack:
        for home, names in OF_OTHERS.items():
            for plain in (getattr(home, name) for name in names):
                moved = rounding_otherwise(plain, rng)
                for place in (home, *modules):
                    for name in [name for name, value in vars(place).items() if value is plain]:
                        stack.enter_context(patch.object(place, name, moved))
        stack.enter_context(OtherTorch(seed))
        yield


def rounding_otherwise(function: Callable[..., Any], rng: np.random.Generator) -> Callable[..., Any]:
    def moved(*args: Any, **kwargs: Any) -> Any:
        found = function(*args, **kwargs)
        if isinstance(found, torch.Tensor) or np.iscomplexobj(found) or not np.all(np.isfinite(found)):
            return found
        steps = EPSILON * rng.integers(-1, 2, np.shape(found))
        other = np.where(np.mod(np.multiply(found, FEW_DIGITS), 1) == 0, found, found * (1 + steps))
        return float(other) if isinstance(found, float) else other

    return moved


def forget() -> None:
    """Empty what numerics remembers, so that everything is computed anew."""
    for name, module in list(sys.modules.items()):
        if name.startswith("theorycheck.numerics."):
            for value in vars(module).values():
                getattr(value, "cache_clear", lambda: None)()


CHOSEN = {
    "associative_memory": "lower_multiple uniform_beyond_capacity noise_approximation heavy_token_error "
    "weighted_error unseen_mass_decay incoherence_failure best_error_floor",
    "attention_dynamics": "gradient_gap smoothed_update_gap normalised_values resting_gradient step_balance "
    "loss_remainder prototype_gap key_null_quadrature",
    "conditioning": "key_overlap_tail_quadrature gaussian_failure_integral gaussian_failure_inversion "
    "scalar_failure_fourier coherence_capacity extinction_curve",
    "markov_chains": "rare_rate rare_share global_share stationary_one entropy_rate information_third "
    "unnormalised_pair attention_excess represented_excess line_excess infinite_loss",
    "transformer_basics": "score_shape quotient_tail_exact sinusoid_gap rotary_gap norm_moment "
    "logit_gradient_gap residual saturated_norm jordan_corner",
}
"""Quantities of milliseconds; `ci` in other modes of the libraries compares them all."""

SENSITIVE = [
    ("lone_position_error", {"S": 2, "k": 4, "i": 3}),
    ("limit_error", {"variant": "inner products", "S": 2, "k": 3}),
    ("shortest_failure", {"S": 2, "k": 2}),
    ("rare_share", {"p": 0.2, "q": 0.6, "k": 1024.0}),
    ("rare_rate", {"p": 0.2, "q": 0.6, "k": 1024.0}),
]
"""Where temperatures, exponents or thresholds multiply what library functions round."""


def evaluated(quantity: ExactQuantity, point: Mapping[str, Any], seed: int | None = None) -> ExactValue:
    """A point, plain or rounded otherwise, computed anew."""
    forget()
    with other_rounding(seed) if seed is not None else nullcontext():
        found = quantity.evaluate(point).on_any_processor
    forget()
    return found


def beyond(quantity: ExactQuantity, point: Mapping[str, Any], seeds: Sequence[int] = (1, 2)) -> list[float]:
    """By how much other roundings move a point beyond the two stated bounds."""
    plain = evaluated(quantity, point)
    others = [evaluated(quantity, point, seed) for seed in seeds]
    gaps = [abs(plain.value - other.value) - plain.error_bound - other.error_bound for other in others]
    return [gap for gap in gaps if gap > 0]


def quantity_of(topic: str, name: str) -> ExactQuantity:
    return quantities(topic)[name]


@pytest.mark.parametrize(("topic", "name"), [(t, n) for t, names in CHOSEN.items() for n in names.split()])
def test_other_rounding_stays_within_the_stated_bounds(topic, name):
    quantity = quantity_of(topic, name)
    for point in (quantity.points[0], quantity.points[-1]):
        assert beyond(quantity, point, (1,)) == [], point


@pytest.mark.parametrize(("name", "point"), SENSITIVE)
def test_bounds_include_what_a_temperature_makes_of_rounding(name, point):
    assert beyond(quantity_of("markov_chains", name), point) == []


def test_a_bound_without_rounding_is_caught():
    """The negative control: the bound that a temperature of 226,636 once had."""
    name, point = SENSITIVE[0]
    right = quantity_of("markov_chains", name)

    def too_sure(at: Mapping[str, Any]) -> ExactValue:
        return replace(right.evaluate(at), error_bound=1e-15)

    assert beyond(replace(right, evaluate=too_sure), point, range(8)) != []


def test_descents_from_random_starts_end_where_rounding_does_not_matter(monkeypatch):
    rest = {"r": 0.03, "tau": 0.0, "weights": "tied"}
    points = [
        {"N": 2, "p": 0.6, "q": 0.8, "v": 0.0, **rest},
        {"N": 4, "p": 0.6, "q": 0.8, "v": 0.0, **rest},
        {"N": 2, "p": 0.9, "q": 0.6, "v": 1.6, **rest},
    ]
    quantity = quantity_of("markov_chains", "least_excess")
    assert [beyond(quantity, point, (1,)) for point in points] == [[], [], []]
    # Slopes of full size let Adam follow the rounding of a slope that is zero; where, is the processor's.
    monkeypatch.setattr("theorycheck.numerics.markov_chains.neighbourhood._FAINT", 1.0)
    assert any(beyond(quantity, point, (1,)) for point in points)


def test_inexact_values_are_granted_the_rounding_of_library_functions_and_exact_ones_none():
    assert ExactValue(value=3.0, error_bound=0.0).on_any_processor.error_bound == 0.0
    assert (
        ExactValue(value=-4.0, error_bound=1e-15).on_any_processor.error_bound == 1e-15 + 4 * LIBRARY_ROUNDING
    )
