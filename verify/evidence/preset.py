"""Presets: how much evidence a run may gather. They bound samples, never seconds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Preset:
    """At most `rounds` interim analyses; after round r (from 0) a claim rests on 2**r blocks of each group.

    With `quick_grid` a claim is tested on the sub-grid it declares for it. A forecast decides `simulations`
    simulated runs, of which all that confirm a claim show a power above 0.05 ** (1 / simulations).
    """

    name: str
    rounds: int
    quick_grid: bool
    simulations: int = 60

    @property
    def blocks(self) -> tuple[int, ...]:
        """Blocks of each group after each round."""
        return tuple(2**r for r in range(self.rounds))


QUICK: Final = Preset(name="quick", rounds=5, quick_grid=True, simulations=20)
"""A lane of continuous integration."""

STANDARD: Final = Preset(name="standard", rounds=6, quick_grid=False)
"""Minutes on two cores."""

FULL: Final = Preset(name="full", rounds=8, quick_grid=False)
"""A GPU, or overnight."""

PRESETS: Final = {preset.name: preset for preset in (QUICK, STANDARD, FULL)}
