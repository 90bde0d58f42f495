"""The options of `verify` and of `migrate --verify`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

import click

Command = Callable[..., int]
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """What the shared part of the command line says about a verification."""

    python: tuple[str, ...]
    test: str
    test_files: tuple[str, ...]
    install: tuple[str, ...]
    exercise: tuple[str, ...]
    build: str
    no_build_isolation: bool
    module: tuple[str, ...]
    accept: tuple[str, ...]
    declared: Path | None
    timeout: int
    limit: int
    quick: bool
    sanitize: bool
    stress: int
    logs: Path | None

    def arguments(self) -> tuple[str, ...]:
        """Return the options as a command line takes them, for another process."""
        words: list[str] = []
        for field in fields(self):
            value, option = getattr(self, field.name), "--" + field.name.replace("_", "-")
            if value is True:
                words.append(option)
            elif isinstance(value, tuple):
                words += [word for one in value for word in (option, one)]
            elif value:
                words += [option, str(value)]
        return tuple(words)


_OPTIONS = (
    click.option(
        "--python",
        multiple=True,
        metavar="3.N|PATH|all",
        help="Interpreter to verify with; repeatable. all: each one found [default: the running one].",
    ),
    click.option("--test", default="", metavar="CMD", help="The package's test command; {py} is the interpreter."),
    click.option(
        "--test-files",
        multiple=True,
        metavar="PATH",
        help="Part of the project that the tests need; they see nothing else of it [default: everything].",
    ),
    click.option("--install", multiple=True, metavar="REQ", help="Also install this, such as pytest."),
    click.option(
        "--exercise",
        multiple=True,
        metavar="[MODULE=]FILE",
        help="Python expressions that make instances [default: recorded from the tests, else found by trying].",
    ),
    click.option(
        "--build", default="", metavar="CMD", help="Command that leaves a wheel in {out} [default: pip wheel]."
    ),
    click.option("--no-build-isolation", is_flag=True, help="Build with what is installed, without a network."),
    click.option(
        "--module", multiple=True, metavar="NAME", help="Examine only this module [default: all that differ]."
    ),
    click.option(
        "--accept", multiple=True, metavar="PLACE", help="Accept this difference, named as printed; * is a wildcard."
    ),
    click.option("--declared", type=_FILE, help="Report of the migration; what it left static may stay."),
    click.option("--timeout", type=click.IntRange(min=1), default=120, help="Seconds for one probe [default: 120]."),
    click.option(
        "--limit", type=click.IntRange(min=1), default=1800, help="Seconds for a build or a test run [default: 1800]."
    ),
    click.option("--quick", is_flag=True, help="Run fewer rounds of each check."),
    click.option("--sanitize", is_flag=True, help="Build and probe with AddressSanitizer as well."),
    click.option(
        "--stress", type=click.IntRange(min=2), default=None, metavar="N", help="Also run N interpreters at once."
    ),
    click.option(
        "--logs",
        type=click.Path(file_okay=False, path_type=Path),
        help="Keep all logs here [default: only those of failures].",
    ),
)


def verify_options(command: Command) -> Command:
    """Give *command* the options of a verification, as one argument `options`."""
    names = list(VerifyOptions.__dataclass_fields__)

    @functools.wraps(command)
    def invoke(*arguments: object, **values: object) -> int:
        chosen = {name: values.pop(name) for name in names}
        chosen["stress"] = chosen["stress"] or 0
        return command(*arguments, **values, options=VerifyOptions(**chosen))  # type: ignore[arg-type]

    decorated: Command = invoke
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated
