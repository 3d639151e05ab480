"""`merge`: the evidence of several machines, joined."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command(epilog="Example: theorycheck merge machine-1 machine-2 --out both")
def merge(
    stores: Annotated[
        list[Path], typer.Argument(metavar="STORE...", help="Folders of runs, or their evidence.sqlite.")
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the joined evidence.")],
) -> None:
    """Join the evidence of several runs of one preset, seed and device class.

    A run of their claims into the same folder then decides on all of it, and draws only what is
    missing. Stores that do not match, or that hold one block with two contents, are refused.
    """
    from ..errors import visible
    from ..evidence import files
    from ..evidence import merge as merging
    from ..papers import index
    from ..report import output
    from ..wording.parts import numbered

    with output.prepared(out, fresh=False) as store:
        joined = merging.merge(stores, store, [claim.id for claim in index.read().claims])
    typer.echo(
        f"{numbered(joined.blocks, 'block')} ({joined.new} new) of "
        f"{numbered(len(joined.settings.claims), 'claim')}, preset "
        f"{visible(joined.settings.preset)}, seed {joined.settings.seed}: {out / files.STORE}"
    )
