"""What a user can correct: each error is one sentence or two, shown without a traceback."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

CRASHED: Final = 6
"""The exit code of a command that failed itself: it says nothing of any claim."""


STEERING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Characters that steer a terminal or turn the order of reading, and what is no text at all."""

MOST: Final = 200
"""Characters of somebody else's words that a sentence repeats."""


class UsageError(ValueError):
    """A wrong argument, selection, folder or store; the command line exits with code 2.

    What it repeats of a name or a text steers no terminal.
    """

    def __str__(self) -> str:
        return visible(super().__str__())


def visible(text: str) -> str:
    r"""The text with `STEERING` characters written as Python writes them.

    >>> print(visible("\x1b[2Jagrees"))
    \x1b[2Jagrees
    """
    return STEERING.sub(lambda found: ascii(found[0])[1:-1], text)


def one_line(text: str) -> str:
    """The text on one line, of which none of its own begins another, and visible."""
    return visible(" ".join(text.split()))


def in_a_sentence(text: str) -> str:
    """Text of unknown origin as a part of a sentence: on one line, visible, and not too long."""
    line = one_line(text)
    return line if len(line) <= MOST else f"{line[:MOST]}..."


def words_of(error: BaseException) -> str:
    """What an error says of itself; nothing where it fails at that."""
    try:
        return str(getattr(error, "msg", None) or error)
    except Exception:  # noqa: BLE001 - an error of a user's own class does what it likes
        return ""


def require_visible(value: object, where: str) -> None:
    """Raise UsageError where a text in a value, or in its lists and tables, has a `STEERING` character."""
    if isinstance(value, str):
        if found := STEERING.search(value):
            raise UsageError(
                f"{where} has the character U+{ord(found[0]):04X}, which steers a terminal or turns the "
                "order of reading; leave it out."
            )
    elif isinstance(value, Mapping):
        for key, one in value.items():
            require_visible(key, where)
            require_visible(one, f"{where}: {key}")
    elif isinstance(value, list | tuple):
        for one in value:
            require_visible(one, where)


def nearest(name: str, known: Iterable[str], otherwise: str, *, most: int = 1) -> str:
    """What may have been meant by a name: the nearest of those known, or else what to do instead.

    >>> nearest("quik", ("quick", "full"), "choose one of quick, full."), nearest("x", (), "none is there.")
    ('did you mean quick?', 'none is there.')
    """
    near = get_close_matches(name, sorted(known), n=most)
    return f"did you mean {', '.join(near)}?" if near else otherwise


def attempted(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | UsageError:
    """What a function returns, or what it refuses: one of many files or claims, whose others go on."""
    try:
        return function(*args, **kwargs)
    except UsageError as error:
        return error


class OtherCodeError(UsageError):
    """A worker has other code than the run: no block of it counts."""


class NothingSelectedError(UsageError):
    """A selection that names nothing; the command line exits with code 5."""


class InterruptedRunError(RuntimeError):
    """A run stopped by the user with its evidence stored; the command line exits with code 130."""


class CheckFailedError(RuntimeError):
    """A route of a claim raised while it ran; the command line exits with code 4."""
