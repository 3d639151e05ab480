"""How far a run is: a bar over decided claims on a terminal, and in a pipe a plain line every half minute.

Both say how many claims came to which verdict, and one estimate of the time left: that of the blocks asked
for, and of later rounds in the share in which claims have asked for one so far.
"""

from __future__ import annotations

import time
from threading import Event as Signal
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final, Self

from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ..evidence.progress import ClaimDecided, Event, Observer, Said, State, sentence, unobserved
from .verbosity import Verbosity, verbosity

if TYPE_CHECKING:
    from rich.live import Live

SHOWN: Final = 4
"""Open claims that are named."""

REFRESH: Final = 0.2
"""Seconds between two drawings on a terminal."""

EVERY: Final = 30.0
"""Seconds between two lines in a pipe."""


class Progress:
    """Shows the events of a run on standard error; `log` is told of the same ones.

    A verbose command also prints a line for each, a quiet one shows nothing. With `tells_verdicts` each
    verdict is a line as it falls.
    """

    def __init__(
        self,
        *,
        claims: int,
        workers: int = 1,
        log: Observer = unobserved,
        every: float = EVERY,
        tells_verdicts: bool = False,
    ) -> None:
        self._state = State(claims=claims, workers=workers)
        self._log = log
        self._lock = Lock()
        self._start = time.monotonic()
        self._console = Console(stderr=True)
        self._live: Live | None = None
        self._tells = verbosity() is Verbosity.VERBOSE
        self._tells_verdicts = tells_verdicts and not self._tells
        self._next = 0.0
        self._every = every
        self._over = Signal()

    def __enter__(self) -> Self:
        if verbosity() is Verbosity.QUIET:
            return self
        if self._console.is_terminal:
            from rich.live import Live

            self._live = Live(
                console=self._console, transient=True, auto_refresh=False, get_renderable=self._drawn
            )
            self._live.start(refresh=True)
        else:
            Thread(target=self._print_lines, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._live is not None:
            self._live.stop()

    def __call__(self, event: Event) -> None:
        """Take an event in."""
        self._log(event)
        with self._lock:
            self._state.add(event)
            if self._tells:
                self._console.print(sentence(event), markup=False, highlight=False, soft_wrap=True)
            elif self._tells_verdicts and isinstance(event, ClaimDecided) and event.closed:
                said = f"{event.verdict}  {event.claim}"
                self._console.print(said, markup=False, highlight=False, soft_wrap=True)
            if self._live is not None and time.monotonic() >= self._next:
                self._next = time.monotonic() + REFRESH
                self._live.refresh()

    def says(self, text: str) -> None:
        """What is being done besides."""
        self._next = 0.0
        self(Said(text=text))

    def _print_lines(self) -> None:
        while not self._over.wait(self._every):
            with self._lock:
                line = progress_line(self._state, time.monotonic() - self._start)
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def _drawn(self) -> RenderableType:
        state = self._state
        line = Table.grid(padding=(0, 1))
        line.add_row(
            ProgressBar(total=max(state.claims, 1), completed=state.closed, width=20),
            Text(progress_line(state, time.monotonic() - self._start)),
        )
        named = [Text(f"  {claim}  {what}", "dim") for claim, what in list(state.open.items())[:SHOWN]]
        more = len(state.open) - len(named)
        if more > 0:
            named.append(Text(f"  and {more} more open", "dim"))
        return Group(line, *named)


def progress_line(state: State, seconds: float) -> str:
    """How far a run is after so many seconds.

    >>> progress_line(State(claims=3, text="deriving"), 30)
    '0:30 deriving'
    """
    told = [f"{clock(seconds)} {state.text}"]
    if state.verdicts:
        told.append(", ".join(f"{count} {verdict}" for verdict, count in state.verdicts.most_common()))
    if state.asked:
        told.append(f"{state.done} of {state.asked} blocks")
    if (left := state.time_left(seconds)) is not None:
        told.append(f"about {clock(left)} left")
    return "; ".join(told)


def clock(seconds: float) -> str:
    """Minutes and seconds.

    >>> clock(95.2)
    '1:35'
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
