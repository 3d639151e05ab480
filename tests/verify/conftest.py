"""A process for code of users, which the tests that try some share."""

from collections.abc import Iterator

import pytest
from theorycheck.user.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """A sandbox that lasts; what hangs in it, or ends its process, needs one of its own."""
    with Sandbox(timeout=60) as found:
        yield found
