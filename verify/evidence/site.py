"""Where blocks are drawn: the device, the class that its numbers depend on, the memory that is free there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..errors import UsageError


@dataclass(frozen=True, kw_only=True)
class Site:
    """A device with its class. `free` are the bytes free on a GPU; None on a CPU, which `--memory` bounds."""

    device: str
    device_class: str
    free: int | None = None


def named_device(name: str) -> str:
    """`cpu` or `cuda`; `auto` is cuda where there is one. Raises UsageError without a GPU."""
    if name not in ("auto", "cpu", "cuda"):
        raise UsageError(f"There is no device {name!r}; choose auto, cpu or cuda.")
    if name == "cpu":
        return name
    import torch

    if torch.cuda.is_available():
        return "cuda"
    if name == "cuda":
        raise UsageError("--device cuda needs a CUDA GPU and a CUDA build of torch, and none is usable here.")
    return "cpu"


def local_site(name: str) -> Site:
    """The site that `cpu`, `cuda` or `auto` comes to on this machine. Raises UsageError without a GPU."""
    device = named_device(name)
    from ..numerics.monte_carlo import device_class

    free = None
    if device == "cuda":
        import torch

        free = int(torch.cuda.mem_get_info()[0])
    return Site(device=device, device_class=device_class(device), free=free)


def common_site(sites: Mapping[str, Site]) -> Site:
    """What the sites of workers, by their names, have in common: the class, and the least free memory.

    Raises UsageError where two are of different classes: their numbers are no one evidence.
    """
    (first, site), *others = sites.items()
    for name, other in others:
        if other.device_class != site.device_class:
            raise UsageError(
                f"Worker {first} would draw on {site.device_class} and worker {name} on "
                f"{other.device_class}; choose --device cpu, or give the cluster devices of one class."
            )
    free = [one.free for one in sites.values() if one.free is not None]
    return replace(site, free=min(free) if free else None)


def require_memory(site: Site, chunk: int) -> None:
    """Raise UsageError where a chunk of so many bytes does not fit what is free on the GPU."""
    if site.free is not None and chunk > site.free:
        raise UsageError(
            f"{site.device_class} has {site.free / 2**30:.2g} GiB free, and this selection needs "
            f"{chunk / 2**30:.2g} GiB; free some, or choose --device cpu."
        )
