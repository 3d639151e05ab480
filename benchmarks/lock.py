"""Write the lock file of a topic (see `theorycheck.numerics.lock`): `python -m benchmarks.lock TOPIC`.

Known groups keep their chunks, since evidence is keyed by them, and get the memory that they take now.
"""

from __future__ import annotations

import argparse
import json

import torch
from theorycheck.evidence import routes
from theorycheck.numerics.lock import bytes_of, entry, file, stored
from theorycheck.numerics.quantity import SampledQuantity


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


def main() -> None:
    """Write the file, and say which groups are new."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("topic", choices=sorted(routes.topics()))
    topic = parser.parse_args().topic
    torch.set_num_threads(1)
    before = stored(topic)
    text = content(topic)
    file(topic).write_text(text, encoding="utf-8")
    for name, table in json.loads(text).items():
        for group in sorted(table.keys() - before.get(name, {}).keys()):
            print(f"{name}: {group}")


if __name__ == "__main__":
    main()
