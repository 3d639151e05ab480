"""The program `theorycheck`: the command line in a process of its own, which ends with the command."""

from __future__ import annotations

import os
from typing import NoReturn


def program() -> NoReturn:
    """Run the command line and end the process, whatever is loaded.

    Nothing is imported before an interruption is awaited: it ends the imports without a trace.
    """
    try:
        from .cli import main
        from .commands.process import end_at_once
        from .evidence.processes import begin_workers_without_main

        begin_workers_without_main()
        try:
            main()
        except SystemExit as ended:
            end_at_once(ended.code if isinstance(ended.code, int) else 0)
    except KeyboardInterrupt:
        os._exit(130)


if __name__ == "__main__":
    program()
