"""How a run goes, as events; what is decided, open and still needed, as a state that they add up to.

Events are plain values: a terminal draws the state, a log writes a line of JSON for each.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, Self

import msgspec

from ..errors import UsageError


class RoundBegun(msgspec.Struct, frozen=True, kw_only=True, tag="round begun", tag_field="event"):
    """Claims that read the same blocks ask for a round of `rounds`; what it lacks, by quantity.

    `later` are the blocks that each round to come would ask for.
    """

    claims: tuple[str, ...]
    round: int
    rounds: int
    blocks: dict[str, int]
    later: tuple[dict[str, int], ...]


class FiguresBegun(msgspec.Struct, frozen=True, kw_only=True, tag="figures begun", tag_field="event"):
    """The blocks that figures lack, by quantity."""

    blocks: dict[str, int]


class BlockStored(msgspec.Struct, frozen=True, kw_only=True, tag="block stored", tag_field="event"):
    """One block is safe, and what it took in CPU seconds."""

    quantity: str
    block: int
    seconds: float


class ClaimDecided(msgspec.Struct, frozen=True, kw_only=True, tag="claim decided", tag_field="event"):
    """An interim analysis of a claim: its verdict, whether it is `closed`, else what it still needs."""

    claim: str
    round: int
    rounds: int
    verdict: str
    closed: bool
    needs: str | None


class Said(msgspec.Struct, frozen=True, kw_only=True, tag="said", tag_field="event"):
    """What is being done besides."""

    text: str


Event = RoundBegun | FiguresBegun | BlockStored | ClaimDecided | Said
Observer = Callable[[Event], None]


FEWEST: Final = 0.1
"""Share of claims that are decided before their pace says when the others are."""


def unobserved(_: Event) -> None:
    """Nobody is told."""


def sentence(event: Event) -> str:
    """An event in words.

    >>> sentence(BlockStored(quantity="noise", block=3, seconds=0.25))
    'block 3 of noise is stored (0.25 CPU seconds)'
    """
    match event:
        case RoundBegun():
            claims, blocks = ", ".join(event.claims), sum(event.blocks.values())
            return f"round {event.round + 1} of {event.rounds} begins: {blocks} blocks for {claims}"
        case FiguresBegun():
            return f"figures begin: {sum(event.blocks.values())} blocks"
        case BlockStored():
            return f"block {event.block} of {event.quantity} is stored ({event.seconds:.2g} CPU seconds)"
        case ClaimDecided():
            needs = f"; needs {event.needs}" if event.needs else ""
            return f"{event.claim}: {event.verdict} after round {event.round + 1} of {event.rounds}{needs}"
        case Said():
            return event.text


@dataclass(kw_only=True)
class State:
    """What the events so far add up to.

    `asked` and `done` count blocks, `verdicts` those of closed claims; `open` is told by claim.
    """

    claims: int
    workers: int = 1
    asked: int = 0
    done: int = 0
    closed: int = 0
    text: str = "deriving"
    open: dict[str, str] = field(default_factory=dict)
    verdicts: Counter[str] = field(default_factory=Counter)
    _analyses: int = 0
    _left: Counter[str] = field(default_factory=Counter)
    _later: dict[tuple[str, ...], tuple[dict[str, int], ...]] = field(default_factory=dict)
    _seconds: dict[str, tuple[float, int]] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        """Take one event in."""
        match event:
            case RoundBegun(claims=claims, round=number, rounds=rounds, blocks=blocks, later=later):
                self._ask(blocks)
                self._later[claims] = later
                for claim in claims:
                    needs = self.open.get(claim, "").partition(": ")[2]
                    self.open[claim] = f"round {number + 1} of {rounds}" + (f": {needs}" if needs else "")
                self.text = f"{self.closed} of {self.claims} claims decided"
            case FiguresBegun(blocks=blocks):
                self._ask(blocks)
                self.text = "figures"
            case BlockStored(quantity=quantity, seconds=seconds):
                self.done += 1
                self._left[quantity] -= 1
                total, count = self._seconds.get(quantity, (0.0, 0))
                self._seconds[quantity] = total + seconds, count + 1
            case ClaimDecided(claim=claim, round=number, rounds=rounds, verdict=verdict, closed=closed):
                self._analyses += 1
                if closed:
                    self.open.pop(claim, None)
                    self.closed += 1
                    self.verdicts[verdict] += 1
                else:
                    needs = event.needs or "more evidence"
                    self.open[claim] = f"round {number + 1} of {rounds}: {verdict}, {needs}"
                self.text = f"{self.closed} of {self.claims} claims decided"
                self._later = {c: later for c, later in self._later.items() if set(c) & set(self.open)}
            case Said(text=text):
                self.text = text

    def time_left(self, elapsed: float) -> float | None:
        """Seconds that are left after so many; None before there is anything to tell it by.

        Blocks of a quantity are taken to cost what those before cost, unknown ones the mean of all. The k-th
        round that may follow counts by the k-th power of the share of interim analyses that have left their
        claim open. Where decisions take longer than blocks, those to come are taken to cost what those
        before did.
        """
        found = [self._blocks_left()] if self._seconds else []
        if FEWEST * self.claims <= self.closed < self.claims:
            found.append(elapsed * (self.claims - self.closed) / self.closed)
        return max(found, default=None)

    def _blocks_left(self) -> float:
        # One of each kind before there is any.
        share = (self._analyses - self.closed + 1) / (self._analyses + 2)
        rounds = [(share**k, blocks) for later in self._later.values() for k, blocks in enumerate(later, 1)]
        return self._cost(self._left) + sum(chance * self._cost(Counter(blocks)) for chance, blocks in rounds)

    def _ask(self, blocks: Mapping[str, int]) -> None:
        self.asked += sum(blocks.values())
        self._left.update(blocks)

    def _cost(self, blocks: Counter[str]) -> float:
        total, count = map(sum, zip(*self._seconds.values(), strict=True))
        mean = {name: seconds / number for name, (seconds, number) in self._seconds.items()}
        return sum(n * mean.get(name, total / count) for name, n in blocks.items()) / self.workers


class Log:
    """A file that gets a line of JSON for each event, with `at`, the seconds since the log began."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._start = time.monotonic()
        self._lock = threading.Lock()

    @classmethod
    def to(cls, path: Path) -> Self:
        """A log in a new file; `-` is standard error. Raises UsageError where it cannot be written."""
        import sys

        if str(path) == "-":
            return cls(sys.stderr)
        try:
            return cls(path.open("w", encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"--json-log {path} cannot be written ({error.strerror}).") from error

    def __call__(self, event: Event) -> None:
        """Write one line, at once."""
        told = {"at": round(time.monotonic() - self._start, 3)} | msgspec.to_builtins(event)
        with self._lock:
            self._stream.write(msgspec.json.encode(told).decode() + "\n")
            self._stream.flush()
