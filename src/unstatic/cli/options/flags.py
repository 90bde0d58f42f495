"""The arguments and options that all commands share which run the engine."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click

from unstatic.cli.options import completion

Format = Literal["text", "json", "sarif", "github", "html", "markdown"]
FORMATS = ("text", "json", "sarif", "github")


@dataclass(frozen=True, slots=True)
class Request:
    """What the shared part of a command line asks for; *overrides* are keys and values of `[tool.unstatic]`."""

    paths: tuple[Path, ...]
    overrides: dict[str, object]
    format: Format
    report: Path | None
    plan: Path | None = None
    cache: bool = True
    """Whether results of earlier runs are used, and kept for later ones."""


def _listed(context: click.Context, parameter: click.Parameter, values: Sequence[str]) -> tuple[str, ...]:
    return tuple(part for value in values for part in value.replace(",", " ").split())


def has_folder(context: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """Refuse a file in a folder that isn't there (a click callback)."""
    # Before the work: a missing folder mustn't show only after files were written.
    if value is not None and not value.parent.is_dir():
        raise click.BadParameter(f"there is no folder {value.parent}")
    return value


_REPORT = click.Path(dir_okay=False, writable=True, path_type=Path)
OUTPUT_FILE = _REPORT
_FILE = click.Path(exists=True, dir_okay=False, resolve_path=True)
_FOLDER = click.Path(exists=True, file_okay=False, resolve_path=True)

Command = Callable[..., int]
Option = Callable[[Command], Command]

# By key of the configuration.
_SETTINGS: dict[str, Option] = {
    "compile-commands": click.option(
        "--compile-commands", type=_FILE, help="Read the compiler arguments of each file here."
    ),
    "capture": click.option(
        "--capture",
        is_flag=True,
        default=None,
        help="Build a copy of the project once to learn how it is compiled. This runs the project's code.",
    ),
    "build-python": click.option(
        "--build-python",
        metavar="3.N|PATH",
        help="With --capture: the Python to build with [default: the running one].",
    ),
    "capture-build": click.option(
        "--capture-build",
        metavar="CMD",
        help="With --capture: how to build [default: pip, or what the build file says].",
    ),
    "capture-timeout": click.option(
        "--capture-timeout",
        type=click.IntRange(min=1),
        metavar="SECONDS",
        help="With --capture: how long the build may take [default: 1800].",
    ),
    "include-dirs": click.option(
        "-I", "include_dirs", type=_FOLDER, multiple=True, help="Search this folder for headers."
    ),
    "defines": click.option("-D", "defines", metavar="NAME[=VALUE]", multiple=True, help="Define a macro."),
    "python-include": click.option("--python-include", type=_FOLDER, help="The folder of Python.h."),
    "libclang": click.option("--libclang", type=_FILE, help="Use this libclang instead of the installed one."),
    "min-python": click.option(
        "--min-python", metavar="3.N", help="Oldest Python the result must support [default: the project's own]."
    ),
    "select": click.option(
        "--select",
        callback=_listed,
        shell_complete=completion.rewrites,
        multiple=True,
        help="Run only this rewrite; repeatable.",
    ),
    "ignore": click.option(
        "--ignore",
        callback=_listed,
        shell_complete=completion.rewrites,
        multiple=True,
        help="Leave out this rewrite; repeatable.",
    ),
    "only": click.option(
        "--only",
        callback=_listed,
        multiple=True,
        metavar="type:NAME|global:NAME|spec:NAME",
        help="Migrate only this; repeatable.",
    ),
    "gc": click.option(
        "--gc", type=click.Choice(["auto", "always", "never"]), help="Which types join garbage collection."
    ),
    "gil-claim": click.option(
        "--gil-claim",
        type=click.Choice(["auto", "shared", "own", "none"]),
        help="What the module says about interpreters.",
    ),
    "pep573": click.option(
        "--pep573", is_flag=True, default=None, help="Pass methods their defining class where possible."
    ),
    "fold-dead-branches": click.option(
        "--fold-dead-branches",
        is_flag=True,
        default=None,
        help="Drop all #if branches for Pythons older than --min-python.",
    ),
    "fallback": click.option(
        "--fallback",
        type=click.Choice(["auto", "none", "interpreter-dict"]),
        help="Find the module by the interpreter where nothing else leads to it, as in callbacks, or keep "
        "globals once per interpreter; auto does so where types move then, or nothing stays shared.",
    ),
    "unpack-limit": click.option(
        "--unpack-limit",
        type=click.IntRange(min=1),
        metavar="MIB",
        help="The most that an archive may unpack to [default: 2048, and 200 times its size].",
    ),
    "load-once": click.option(
        "--load-once",
        is_flag=True,
        default=None,
        help="Also migrate modules that can be loaded only once per process afterwards.",
    ),
    "first-stage": click.option(
        "--first-stage",
        is_flag=True,
        default=None,
        help="If the initialisation has to stay, make heap types anyway, in static variables.",
    ),
    "jobs": click.option(
        "--jobs",
        type=click.IntRange(min=1),
        help="How many extensions to work on at once [default: the processors there are, at most 16].",
    ),
    "strict": click.option("--strict", is_flag=True, default=None, help="Exit with 3 if anything was refused."),
}
_PLAN = click.Path(dir_okay=False, path_type=Path)
_QUIET = "unstatic.quiet"


def is_quiet() -> bool:
    """Tell whether the command that runs was asked for nothing on stderr but errors."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_QUIET))


def _set_quiet(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    context.meta[_QUIET] = value


_OUTPUT: tuple[Option, ...] = (
    click.option(
        "-q",
        "--quiet",
        is_flag=True,
        expose_value=False,
        callback=_set_quiet,
        help="Print what the command is for, and errors: no summary, notes or progress.",
    ),
    click.option("--plan", type=_PLAN, help="Follow this plan; diff --save-plan writes one."),
    click.option("--report", type=_REPORT, callback=has_folder, help="Also write the report here, as JSON."),
    click.option(
        "--no-cache", "cache", flag_value=False, is_flag=True, default=True, help="Use no results of earlier runs."
    ),
)


def setting_options(command: Command) -> Command:
    """Give *command* an option for each key of the configuration, as one argument `overrides`."""

    @functools.wraps(command)
    def invoke(*arguments: object, **values: object) -> int:
        shared = {key: values.pop(key.replace("-", "_")) for key in _SETTINGS}
        return command(
            *arguments, **values, overrides={key: value for key, value in shared.items() if value not in (None, ())}
        )

    decorated: Command = invoke
    for option in reversed(_SETTINGS.values()):
        decorated = option(decorated)
    return decorated


def engine_options(command: Command, formats: Sequence[str] = FORMATS) -> Command:
    """Give *command* the shared arguments, as one Request in front of its own."""
    form: Option = click.option(
        "--format", "format_", type=click.Choice(formats), default="text", help="Format of the report."
    )

    @functools.wraps(command)
    def invoke(
        paths: tuple[Path, ...],
        format_: Format,
        report: Path | None,
        plan: Path | None,
        cache: bool,
        overrides: dict[str, object],
        **values: object,
    ) -> int:
        return command(Request(paths, overrides, format_, report, plan, cache), **values)

    decorated: Command = invoke
    for option in reversed((form, *_OUTPUT)):
        decorated = option(decorated)
    decorated = setting_options(decorated)
    path = click.Path(exists=True, path_type=Path)
    argument: Option = click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=path)
    return argument(decorated)


def save_plan(command: Command) -> Command:
    """Give *command* the option `--save-plan`."""
    option: Option = click.option(
        "--save-plan", type=_REPORT, callback=has_folder, help="Write the decisions here, to edit and pass to --plan."
    )
    return option(command)
