"""Derivations from their own premises, each derived once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from theorycheck.theory.derivation import Derivation


@pytest.fixture(scope="session")
def once() -> Callable[[Callable[[], Derivation]], Derivation]:
    """What a function derives, kept for the tests that ask again."""
    return cache(lambda derive: derive())
