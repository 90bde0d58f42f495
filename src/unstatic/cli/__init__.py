"""The command line: one file per command, and the only place that turns results into exit codes."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Sequence

import click

from unstatic import __version__
from unstatic.errors import UnstaticError
from unstatic.system import compiled
from unstatic.system.interrupts import unwinding

INTERRUPTED = 130
READER_LEFT = 141
"""What a shell reports of a program whose reader went away, as in `unstatic diff . | head -1`."""
BUG = 70
"""The exit code after a mistake of ours, EX_SOFTWARE of sysexits.h: distinct from all that the user can cause."""
BUG_ADVICE = (
    f"this is a bug in unstatic {__version__} (Python {sys.version.split()[0]}); nothing was left half-written. "
    "Please report it with the lines above and the C code that it happened with."
)

# What click before 8.2 doesn't have: there the help isn't an error.
_NO_COMMAND: tuple[type[click.ClickException], ...] = tuple(
    filter(None, [getattr(click.exceptions, "NoArgsIsHelpError", None)])
)
_COMMANDS = {
    "scan": "List static types, globals and what blocks a migration.",
    "diff": "Show the migration as a unified diff; write nothing.",
    "migrate": "Write the migration: in place, as a copy or as patches.",
    "review": "Decide about one type, one global at a time, then write.",
    "verify": "Prove that a converted extension behaves as before and is isolated.",
    "batch": "Work on many packages: parallel, resumable, one summary.",
    "lsp": "Serve an editor: findings, reasons and changes while you write.",
    "config": "Show the settings of a project, and where each comes from.",
    "cache": "Show or empty the cache of results and parsed headers.",
    "explain": "Explain RULE, or list everything that can be explained.",
}

# What a terminal may obey: names of files can hold it, and a project chooses those. Lines and tabs are ours too.
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(9), *range(11, 32), *range(127, 160))}


def printable(text: str) -> str:
    """Return a text that no terminal takes for a command."""
    return text.translate(_CONTROLS)


class _Commands(click.Group):
    """Imports a command when it's asked for, so that none pays for another, and the list of them for none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(f"unstatic.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        command.short_help = _COMMANDS[cmd_name]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


_EPILOG = (
    "Exit codes: 0 done, 1 changes pending (diff --check) or something new (scan --fail-on-new), 2 wrong usage, "
    "3 something was refused (--strict), "
    "4 the input can't be parsed, built or written, 5 the result was wrong and thrown away, 70 a bug in unstatic, "
    "130 interrupted, 141 the reader of the output went away."
)

_VERSION = "%(prog)s, version %(version)s" + (
    ""
    if compiled.walker()
    else "\nwalks through C in Python, which is slower: the compiled walker isn't there or isn't wanted"
)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_EPILOG)
@click.version_option(__version__, prog_name="unstatic", message=_VERSION)
def _group() -> None:
    """Migrate C extensions of CPython to heap types, module state and multi-phase initialisation.

    Nothing is written unless you ask for it: start with `unstatic scan PATH` and `unstatic diff PATH`.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code of the process. SystemExit is raised only by signals."""
    with unwinding():
        try:
            return _told(arguments)
        except BrokenPipeError:
            return READER_LEFT


def _told(arguments: Sequence[str] | None) -> int:
    """Run one command, and tell what went wrong. Raises BrokenPipeError if nobody listens."""
    try:
        return _run(arguments)
    except click.Abort:
        click.echo("unstatic: interrupted; no file was left half-written", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        if isinstance(error, _NO_COMMAND):
            error.show()
            return 2
        click.echo(f"unstatic: {_usage(error)}", err=True)
        return 2
    except UnstaticError as error:
        click.echo(printable(f"unstatic: {error}"), err=True)
        return error.exit_code
    except BrokenPipeError:
        raise
    except OSError as error:
        return _out_of_reach(error)
    except Exception:  # the one place where our own mistakes end
        import traceback

        click.echo(f"{traceback.format_exc()}\nunstatic: {BUG_ADVICE}", err=True)
        return BUG


def _usage(error: click.ClickException) -> str:
    """Return what click says about a wrong command line, in the form of our own errors: one line, with a next step."""
    said = " ".join(error.format_message().split()).rstrip(".")
    command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "unstatic"
    return f"{said[:1].lower()}{said[1:]} (`{command} --help` tells more)"


def _run(arguments: Sequence[str] | None) -> int:
    try:
        result = _group.main(
            args=arguments, prog_name="unstatic", standalone_mode=False, terminal_width=_width_of_help()
        )
    except SystemExit as stop:
        # A closed pipe is all that click itself ends with; signals have codes above 128.
        if stop.code == 1:
            return READER_LEFT
        raise
    return result if isinstance(result, int) else 0


def _width_of_help() -> int:
    """Return what click would choose; for that it imports shutil, and with it all kinds of archives."""
    columns = os.environ.get("COLUMNS", "")
    try:
        width = int(columns) if columns.isdecimal() else os.get_terminal_size().columns
    except (AttributeError, ValueError, OSError):
        width = 0
    return max(min(width or 80, 80) - 2, 50)


def _out_of_reach(error: OSError) -> int:
    """Tell what the system refused; without a file's name, that was the output."""
    _forget_output()
    place = error.filename or "the output can't be written"
    click.echo(f"unstatic: {place}: {error.strerror or error}; no file was left half-written", err=True)
    return UnstaticError.exit_code


def _forget_output() -> None:
    # What is still in the buffer would fail again, with a traceback, when Python ends.
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
