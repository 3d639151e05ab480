"""The command line: assembles the commands and sets the exit code; everything else returns values.

Exit codes: 0 fine, 1 `check` or `fit` found a claim refuted or not as expected, `run` and `ci` one
that differs from the baseline, 2 usage, 3 with --strict something inconclusive, 4 a check failed to
execute, 5 nothing selected, 6 theorycheck itself failed, 130 interrupted (resumable).
"""

from __future__ import annotations

import errno
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Annotated, Any, Final, NoReturn

import typer

from .commands import options
from .commands.process import end_at_once
from .errors import (
    CRASHED,
    CheckFailedError,
    InterruptedRunError,
    NothingSelectedError,
    UsageError,
    in_a_sentence,
)
from .evidence.processes import work_reproducibly

COMMANDS: Final = {
    "catalogue": ("list", "show"),
    "run": ("run",),
    "ci": ("ci",),
    "baseline": ("baseline",),
    "check": ("check",),
    "new": ("new",),
    "fit": ("fit",),
    "derive": ("derive",),
    "rules": ("rules",),
    "simulate": ("simulate",),
    "report": ("report", "publish"),
    "finished": ("open", "explain", "plot", "diff"),
    "merge": ("merge",),
    "doctor": ("doctor",),
}
"""The modules of `commands` in the order of the help, each with the commands it has."""

HELP: Final = "--help"

MISREAD: Final[type[Exception]] = typer.BadParameter.__mro__[2]
"""What Typer raises where words of a call fit no command, which it has no name of its own for."""

FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""What the system answers where a disk, a quota or a file is full."""

UNUSABLE: Final = {
    errno.EACCES,
    errno.EISDIR,
    errno.ELOOP,
    errno.ENAMETOOLONG,
    errno.ENOTDIR,
    errno.EPERM,
    errno.EROFS,
}
"""What it answers of a path that is of no file of the user's."""


def application(words: Sequence[str] = ()) -> typer.Typer:
    """The command line with all its commands, or with the one alone that the words of a call name.

    Describing a command takes as long as importing some packages, so a call for help has their names alone.
    """
    app = typer.Typer(
        name="theorycheck",
        help="Derive, measure and decide claims of machine-learning theory.",
        epilog="Start with `theorycheck run conditioning`, then open theorycheck-report/report.html.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        # Plain help answers in half the time of typeset help.
        rich_markup_mode=None,
    )
    app.callback()(_options)
    named = next((word for word in words if word == HELP or not word.startswith("-")), None)
    chosen = [module for module, names in COMMANDS.items() if named in names] or list(COMMANDS)
    for module in chosen:
        commands = import_module(f".commands.{module}", __package__).app
        if named == HELP:
            _name_commands(app, commands)
        else:
            # A group without a name adds its commands at the top level.
            app.add_typer(commands)
    return app


def _name_commands(app: typer.Typer, commands: typer.Typer) -> None:
    """Add commands with what they do and none of their options."""
    for one in commands.registered_commands:
        name = one.name or getattr(one.callback, "__name__", None)
        app.command(name, help=one.callback.__doc__)(lambda: None)
    for group in commands.registered_groups:
        app.command(group.name, help=getattr(group.typer_instance, "info", group).help)(lambda: None)


def main() -> NoReturn:
    """Run the command line and exit."""
    work_reproducibly()
    options.take_as_typed()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # The name of a folder need not be text, nor a terminal's encoding have every letter.
        sys.stdout.reconfigure(errors="backslashreplace")
    with exit_codes():
        try:
            code = application(sys.argv[1:])(
                prog_name="theorycheck", default_map=options.defaults(), standalone_mode=False
            )
        finally:
            # What cannot be written is told as other errors are; a closed stream is none.
            if sys.stdout is not None:
                sys.stdout.flush()
    raise SystemExit(code if isinstance(code, int) else 0)


@contextmanager
def exit_codes() -> Iterator[None]:
    """Exit by the error that ends the block; one that a user can correct is a sentence on standard error."""
    try:
        yield
    except UsageError as error:
        sys.exit(_refuse(error, 5 if isinstance(error, NothingSelectedError) else 2))
    except MISREAD as error:
        sys.exit(_misread(error))
    except CheckFailedError as error:
        sys.exit(_refuse(error, 4))
    except InterruptedRunError as error:
        _refuse(error, 130)
        end_at_once(130)
    except BrokenPipeError:
        _end_unread()
    except ImportError as error:
        sys.exit(_without_torch(error) or _crashed(error))
    except SystemExit as ended:
        # Click ends by 1 where the reader has gone, which is the code of a claim that is refuted.
        if isinstance(ended.__context__, BrokenPipeError):
            _end_unread()
        raise
    except KeyboardInterrupt:
        sys.exit(_refuse(InterruptedRunError("interrupted."), 130))
    except OSError as error:
        sys.exit(_refused_by_system(error) or _crashed(error))
    except Exception as error:  # noqa: BLE001 - whatever was not foreseen is no verdict
        sys.exit(_crashed(error))


def _end_unread() -> NoReturn:
    """The reader of a pipe has gone; flushing at exit would fail once more."""
    sys.stdout = None
    sys.exit(0)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib import metadata

        typer.echo(f"theorycheck {metadata.version('theorycheck')}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
) -> None:
    """Options of the command line itself; each acts by its callback."""


def _misread(error: Any) -> int:  # noqa: ANN401 - as Typer has it
    """Say in one sentence what is wrong with the words of a call; without any, show the help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return 2
    told, context = error.format_message(), error.ctx
    if context is not None and not told.endswith("?"):
        told = f"{told.rstrip('.')}; `{context.command_path} {HELP}` shows what it takes."
    return _refuse(UsageError(told), 2)


def _crashed(error: Exception) -> int:
    """Say in one sentence that theorycheck failed itself, with the trace in a file; the exit code of that."""
    from .commands.crash import sentence

    with suppress(OSError):
        typer.echo(f"theorycheck: {sentence(error)}", err=True)
    return CRASHED


def _refused_by_system(error: OSError) -> int:
    """Say what cannot be written or used, if the disk or a path is at fault; the exit code of that."""
    if error.errno in FULL:
        done = "written"
    elif error.errno in UNUSABLE and error.filename is not None:
        done = "used"
    else:
        return 0
    named = in_a_sentence(str(error.filename or "A file"))
    return _refuse(UsageError(f"{named} cannot be {done} ({error.strerror})."), 2)


def _without_torch(error: ImportError) -> int:
    """Say that what draws needs torch, if torch is what cannot be imported; the exit code of that."""
    try:
        import torch  # noqa: F401 - whether it can be imported is the question
    except ImportError as missing:
        if str(missing) == str(error):
            said = "what was asked for draws samples; fit, report, derive, list and explain do without"
            return _refuse(UsageError(f"torch cannot be imported ({missing}): {said}."), 2)
    return 0


def _refuse(error: Exception, code: int) -> int:
    from .terminal.verbosity import Verbosity, verbosity

    # Where standard error takes nothing, Python would end by the code of a claim that is refuted.
    with suppress(OSError):
        if verbosity() is Verbosity.VERBOSE:
            import traceback

            traceback.print_exception(error)
        typer.echo(f"theorycheck: {error}", err=True)
    return code
