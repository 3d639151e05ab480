"""What happens inside a network: numbers of its outputs, gradients and parameters, trial by trial.

Each trial builds the network and its inputs anew, from a seed of its own, trains the network for some steps
where that is asked for, and calls functions on what was seen. Ordinary torch code draws from torch's global
generator, which is seeded inside a trial and left as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, TypeVar, overload

import torch
from torch import Tensor, nn

_Value = TypeVar("_Value")

_SEEDS: Final = 2**62


class Named(dict[str, _Value]):
    """What belongs to modules or parameters of a network, by their names; LookupError for another name."""

    def __missing__(self, name: str) -> _Value:
        near = ", ".join(map(repr, get_close_matches(name, self, n=3, cutoff=0.0)))
        raise LookupError(f"nothing is called {name!r}; near are {near or 'no names at all'}")


@dataclass(frozen=True, kw_only=True)
class Observation:
    """A network in one trial: what its modules returned, its parameters, and the gradients of the loss.

    `outputs` are of the last pass, `outputs_before` of the pass before the first step; the network itself has
    the name "". A module that is called several times in a pass has its last output. `gradients` are of the
    loss in the last pass, and there are none without a loss.
    """

    inputs: tuple[Any, ...]
    outputs: Named[Any]
    outputs_before: Named[Any]
    parameters: Named[Tensor]
    gradients: Named[Tensor]


Network = nn.Module | Callable[[], nn.Module]
"""A network, or how one is made."""

Observable = Callable[[Observation], Tensor | float | bool]
"""A number, or whether an event happened, of one trial."""

Loss = Callable[..., Tensor]
"""A loss of a network and its inputs, as in `lambda network, x, y: mse_loss(network(x), y)`."""

Optimizer = Callable[[Iterable[nn.Parameter]], torch.optim.Optimizer]
"""An optimizer of parameters, as `partial(SGD, lr=0.1)`."""


@overload
def observe(
    network: Network,
    inputs: object,
    *,
    of: Observable,
    n_trials: int,
    generator: torch.Generator,
    loss: Loss | None = ...,
    optimizer: Optimizer | None = ...,
    steps: int = ...,
) -> Tensor: ...
@overload
def observe(
    network: Network,
    inputs: object,
    *,
    of: Mapping[str, Observable],
    n_trials: int,
    generator: torch.Generator,
    loss: Loss | None = ...,
    optimizer: Optimizer | None = ...,
    steps: int = ...,
) -> dict[str, Tensor]: ...
def observe(
    network: Network,
    inputs: object,
    *,
    of: Observable | Mapping[str, Observable],
    n_trials: int,
    generator: torch.Generator,
    loss: Loss | None = None,
    optimizer: Optimizer | None = None,
    steps: int = 0,
) -> Tensor | dict[str, Tensor]:
    """Numbers of `n_trials` independent trials of a network: an array (n_trials,) for each function in `of`.

    `network` and `inputs` are functions that make a network and what it is called with (a tensor, or a tuple
    of arguments); a module or a tensor stands for itself, and is the same in every trial. With a `loss` there
    are gradients, and `steps` of the `optimizer` lower it before the network is observed. Raises ValueError
    for steps without a loss and an optimizer.

    >>> size = observe(
    ...     lambda: nn.Linear(64, 64, bias=False),
    ...     lambda: torch.randn(8, 64),
    ...     of=lambda seen: rms(seen.outputs[""]),
    ...     n_trials=2,
    ...     generator=torch.Generator().manual_seed(0),
    ... )
    >>> size.shape
    torch.Size([2])
    """
    if steps and (loss is None or optimizer is None):
        raise ValueError("steps need a loss and an optimizer")
    functions = {"": of} if callable(of) else of
    rows = []
    for _ in range(n_trials):
        with _seeded(generator):
            seen = _trial(network, inputs, loss, optimizer, steps)
            rows.append([torch.as_tensor(function(seen)).detach() for function in functions.values()])
    columns = dict(zip(functions, map(torch.stack, zip(*rows, strict=True)), strict=True))
    return columns[""] if callable(of) else columns


def rms(values: Tensor) -> Tensor:
    r"""The root mean square $\sqrt{\operatorname{mean} x^2}$ of all entries: the size of a coordinate."""
    size: Tensor = values.detach().square().mean().sqrt()
    return size


def entropy(weights: Tensor) -> Tensor:
    r"""$-\sum_j p_j \ln p_j$ of weights that sum to one along the last axis, averaged over the other axes."""
    terms: Tensor = torch.special.xlogy(weights, weights).detach()
    return -terms.sum(-1).mean()


def _trial(
    network: Network, inputs: object, loss: Loss | None, optimizer: Optimizer | None, steps: int
) -> Observation:
    built = deepcopy(network) if isinstance(network, nn.Module) else network()
    given = inputs() if callable(inputs) else inputs
    arguments = given if isinstance(given, tuple) else (given,)
    before = outputs = _pass(built, arguments, loss)
    if optimizer is not None:
        descent = optimizer(built.parameters())
        for _ in range(steps):
            descent.step()
            outputs = _pass(built, arguments, loss)
    gradients = {name: one.grad for name, one in built.named_parameters() if one.grad is not None}
    return Observation(
        inputs=arguments,
        outputs=outputs,
        outputs_before=before,
        parameters=Named((name, one.detach()) for name, one in built.named_parameters()),
        gradients=Named(gradients),
    )


def _pass(network: nn.Module, arguments: tuple[Any, ...], loss: Loss | None) -> Named[Any]:
    """What each module returned; where there is a loss, the parameters have its gradients."""
    network.zero_grad()
    with torch.set_grad_enabled(loss is not None), _recorded(network) as outputs:
        if loss is None:
            network(*arguments)
        else:
            torch.autograd.backward(loss(network, *arguments))
    return outputs


@contextmanager
def _recorded(network: nn.Module) -> Iterator[Named[Any]]:
    """The outputs of all modules as they are called; no hook is left behind."""
    outputs: Named[Any] = Named()

    def keeping(name: str) -> Callable[[nn.Module, Any, Any], None]:
        return lambda _module, _arguments, returned: outputs.__setitem__(name, returned)

    hooks = [module.register_forward_hook(keeping(name)) for name, module in network.named_modules()]
    try:
        yield outputs
    finally:
        for hook in hooks:
            hook.remove()


@contextmanager
def _seeded(generator: torch.Generator) -> Iterator[None]:
    """Draws without a generator, on this one's device, follow a seed that it gives; restored afterwards."""
    seed = int(torch.randint(_SEEDS, (), generator=generator, device=generator.device))
    devices = [generator.device] if generator.device.type == "cuda" else []
    with torch.random.fork_rng(devices=devices), torch.device(generator.device):
        torch.manual_seed(seed)
        yield
