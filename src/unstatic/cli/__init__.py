"""The command line: one file per command, and the only place that turns results into exit codes."""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Sequence

import click

from unstatic import __version__
from unstatic.errors import UnstaticError

INTERRUPTED = 130
BUG = 70
"""The exit code after a mistake of ours, EX_SOFTWARE of sysexits.h: distinct from all that the user can cause."""

_COMMANDS = ("scan", "diff", "migrate", "explain")


class _Commands(click.Group):
    """Imports a command when it's asked for, so that none pays for another."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(f"unstatic.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


_EPILOG = (
    "Exit codes: 0 done, 1 changes pending (diff --check), 2 wrong usage, 3 something was refused (--strict), "
    "4 the input can't be parsed or written, 70 a bug in unstatic, 130 interrupted."
)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_EPILOG)
@click.version_option(__version__, prog_name="unstatic")
def _group() -> None:
    """Migrate C extensions of CPython to heap types, module state and multi-phase initialisation.

    Nothing is written unless you ask for it: start with `unstatic scan PATH` and `unstatic diff PATH`.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code of the process."""
    try:
        result = _group.main(args=arguments, prog_name="unstatic", standalone_mode=False)
    except click.Abort:
        click.echo("unstatic: interrupted; no file was left half-written", err=True)
        return INTERRUPTED
    except click.ClickException as error:
        error.show()
        return 2
    except UnstaticError as error:
        click.echo(f"unstatic: {error}", err=True)
        return error.exit_code
    except Exception:  # the one place where our own mistakes end
        return _bug()
    return result if isinstance(result, int) else 0


def _bug() -> int:
    click.echo(traceback.format_exc(), err=True)
    click.echo(
        f"unstatic: this is a bug in unstatic {__version__} (Python {sys.version.split()[0]}); nothing was left "
        "half-written. Please report it with the lines above and the C code that it happened with.",
        err=True,
    )
    return BUG
