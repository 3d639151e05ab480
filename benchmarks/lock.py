"""Write the lock file of a topic (see `theorycheck.numerics.lock`): `python -m benchmarks.lock TOPIC`.

Known groups keep their chunks, since evidence is keyed by them, and get the memory that they take now. The
programs of compiled terms have a file as well, `programs`: what follows from the term and the sizes alone.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

import torch
from theorycheck.evidence import routes
from theorycheck.numerics.compile.statistics import compiled
from theorycheck.numerics.lock import bytes_of, entry, file, stored
from theorycheck.numerics.quantity import SampledQuantity
from theorycheck.numerics.simulate import design_point
from theorycheck.theory.terms import vector

from .speed.compiled import EXAMPLES
from .speed.simulator_terms.table import TABLE


def content(topic: str) -> str:
    """The file's text: a line for each group, by the name of its quantity."""
    quantities = [x for x in routes.quantities(topic).values() if isinstance(x, SampledQuantity)]
    tables = []
    for quantity in sorted(quantities, key=lambda x: x.name):
        lines = {
            entry(group): [group.trials_per_chunk, bytes_of(quantity, group, group.trials_per_chunk)]
            for group in quantity.groups
        }
        table = ",\n".join(f"  {json.dumps(name)}: {json.dumps(cut)}" for name, cut in lines.items())
        tables.append(f" {json.dumps(quantity.name)}: {{\n{table}\n }}")
    return "{\n" + ",\n".join(tables) + "\n}\n"


PROGRAMS: Final = Path(__file__).parent / "speed" / "programs.lock"


def programs() -> dict[str, tuple[int, int, int, str]]:
    """The lock entry of each compiled term of `benchmarks.speed`, by its name and design point."""
    terms = [(x.name, x.term, x.at, x.where) for x in EXAMPLES]
    for x in TABLE:
        at = x.values(x.design_group.points[x.compared])
        terms.append((f"{x.quantity} {x.group}", vector(*x.terms), at, x.where))
    return {
        name: compiled(term, design_point(term, at, where), where).program.lock_entry(torch.float32)
        for name, term, at, where in terms
    }


def text_of(entries: dict[str, tuple[int, int, int, str]]) -> str:
    """The file of programs: a line for each."""
    lines = [f" {json.dumps(name)}: {json.dumps(entry)}" for name, entry in sorted(entries.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the file, and say which groups are new."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("topic", choices=[*sorted(routes.topics()), "programs"])
    topic = parser.parse_args().topic
    if topic == "programs":
        PROGRAMS.write_text(text_of(programs()), encoding="utf-8")
        return
    torch.set_num_threads(1)
    before = stored(topic)
    text = content(topic)
    file(topic).write_text(text, encoding="utf-8")
    for name, table in json.loads(text).items():
        for group in sorted(table.keys() - before.get(name, {}).keys()):
            print(f"{name}: {group}")


if __name__ == "__main__":
    main()
