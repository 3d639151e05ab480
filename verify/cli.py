"""The command line: assembles the commands and sets the exit code; everything else returns values.

Exit codes: 0 fine, 1 `check` or `fit` found a claim refuted or not as expected, `run` and `ci` one
that differs from the baseline, 2 usage, 3 with --strict something inconclusive, 4 a check failed to
execute, 5 nothing selected, 130 interrupted (resumable).
"""

from __future__ import annotations

import sys

import typer

from .commands import (
    baseline,
    bench,
    calibrate,
    catalogue,
    check,
    ci,
    doctor,
    fit,
    merge,
    mutate,
    new,
    publish,
    report,
    run,
)
from .commands.process import end_at_once
from .errors import CheckFailedError, InterruptedRunError, NothingSelectedError, UsageError
from .processes import work_reproducibly

app = typer.Typer(
    name="theorycheck",
    help="Derive, measure and decide claims of machine-learning theory.",
    epilog="Start with `theorycheck run conditioning`, then open theorycheck-report/report.html.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Plain help answers in half the time of typeset help.
    rich_markup_mode=None,
)

# A group without a name adds its commands at the top level, in this order.
for group in (
    catalogue,
    run,
    ci,
    baseline,
    check,
    new,
    fit,
    report,
    publish,
    merge,
    calibrate,
    mutate,
    bench,
    doctor,
):
    app.add_typer(group.app)


def main() -> None:
    """Run the command line and exit; errors a user can mend are one sentence on standard error."""
    work_reproducibly()
    try:
        app()
    except UsageError as error:
        sys.exit(_refuse(error, 5 if isinstance(error, NothingSelectedError) else 2))
    except CheckFailedError as error:
        sys.exit(_refuse(error, 4))
    except InterruptedRunError as error:
        _refuse(error, 130)
        end_at_once(130)
    except BrokenPipeError:
        # The reader of a pipe has gone; flushing at exit would fail once more.
        sys.stdout = None
        sys.exit(0)


def _refuse(error: Exception, code: int) -> int:
    typer.echo(f"theorycheck: {error}", err=True)
    return code


if __name__ == "__main__":
    main()
