"""The records of the papers that come with theorycheck, found in their folders; nothing here computes."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from ..claim import Claim
from ..figure import Figure
from ..paper import Coordinates, Paper
from ..statement import Statement


def _papers() -> tuple[Paper, ...]:
    """Each folder beside this module with all of its modules, which add what they state to its paper."""
    root = __name__.rpartition(".")[0]
    folders = [
        import_module(f"{root}.{one.name}") for one in iter_modules(import_module(root).__path__) if one.ispkg
    ]
    for folder in folders:
        for module in iter_modules(folder.__path__):
            import_module(f"{folder.__name__}.{module.name}")
    return tuple(folder.paper for folder in folders)


PAPERS: tuple[Paper, ...] = _papers()

TOPICS: dict[str, str] = {paper.name: paper.source for paper in PAPERS}
"""The source that each paper reads."""

COORDINATES: dict[str, Coordinates] = {paper.name: paper.coordinates for paper in PAPERS}
"""How sentences tell the coordinates of each paper's design points."""

STATEMENTS: tuple[Statement, ...] = tuple(one for paper in PAPERS for one in paper.statements)
CLAIMS: tuple[Claim, ...] = tuple(one for paper in PAPERS for one in paper.claims)
FIGURES: tuple[Figure, ...] = tuple(one for paper in PAPERS for one in paper.figures)
"""Pictures that stand beside claims: evidence that no verdict needs."""
