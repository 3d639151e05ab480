"""What tests of every folder need of torch, and of derivations."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from jaxtyping import install_import_hook
from theorycheck.evidence.processes import loading_packages, work_reproducibly

if TYPE_CHECKING:
    from theorycheck.theory.derivation import Derivation

# Before a test loads torch, as the command does.
work_reproducibly()

ROOT = Path(__file__).parents[1]
SHAPED = [
    ".".join(("theorycheck", *path.relative_to(ROOT).with_suffix("").parts))
    for path in (ROOT / "numerics").rglob("*.py")
    if "from jaxtyping import" in path.read_text(encoding="utf-8")
]
"""Modules whose annotations state shapes, which each call of their functions is held to. Where none is
stated the type checker has seen all there is, and to check it once more at each call takes longer than to
compile a term."""
install_import_hook(SHAPED, "beartype.beartype")

# How long an example takes says more of what else the machine does.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """The garbage collector works as in the command: it searches neither packages nor collected tests."""
    with loading_packages():
        return (yield)


@pytest.fixture
def one_torch_thread() -> Iterator[None]:
    """One thread while a test runs, as blocks require, and as many as before afterwards."""
    # Imported here, for tests of theory have no other use for it.
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def once() -> Callable[[Callable[[], Derivation]], Derivation]:
    """What a function derives from its own premises, kept for the tests that ask again."""
    return cache(lambda derive: derive())
