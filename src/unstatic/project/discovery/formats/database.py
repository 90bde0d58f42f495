"""Reads compile_commands.json: how each source is really compiled."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unstatic.errors import UsageError
from unstatic.project.discovery.declared import is_forced_to_cpp, is_source, kept_arguments
from unstatic.project.discovery.driver import target_arguments


@dataclass(frozen=True, slots=True)
class Command:
    """One entry: absolute paths of source and object, the arguments that matter, and the target it's linked into."""

    path: Path
    arguments: tuple[str, ...]
    target: str
    exists: bool
    is_cpp: bool
    object: Path | None = None


_ADVICE = "; make it anew with your build tool, or leave out --compile-commands"


def read(path: Path) -> tuple[Command, ...]:
    """Return the entries for C and C++ sources. Raises UsageError if the file is missing or isn't such a database."""
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: the compilation database isn't a file{_ADVICE}")
    try:
        loaded = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path}: can't read the compilation database: {error.strerror or error}{_ADVICE}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: the compilation database isn't valid JSON: {error}{_ADVICE}") from error
    if not isinstance(loaded, list):
        raise UsageError(f"{path}: a compilation database is a JSON list of objects{_ADVICE}")
    commands = [_command(path, number, entry) for number, entry in enumerate(loaded, 1)]
    return tuple(one for one in commands if is_source(one.path))


def _command(database: Path, number: int, entry: Any) -> Command:
    where = f"{database}: entry {number}"
    if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
        raise UsageError(f"{where} has no text `file`{_ADVICE}")
    # A relative directory isn't allowed, but tools write it: the database's own folder is meant.
    folder = Path(os.path.normpath(database.resolve().parent / str(entry.get("directory", ""))))
    source = Path(os.path.normpath(folder / entry["file"]))
    program, *given = _words(where, entry)
    arguments = _expanded(given, folder)
    output = _output(entry, arguments)
    return Command(
        source,
        (*target_arguments(program), *kept_arguments(arguments, folder)),
        _target(output),
        source.is_file(),
        is_forced_to_cpp(arguments),
        Path(os.path.normpath(folder / output)) if output else None,
    )


def _words(where: str, entry: dict[str, Any]) -> Sequence[str]:
    """Return the program and its arguments."""
    listed, text = entry.get("arguments"), entry.get("command")
    if isinstance(listed, list) and all(isinstance(one, str) for one in listed):
        return listed or [""]
    if not isinstance(text, str):
        raise UsageError(f"{where} has neither `arguments` nor `command`{_ADVICE}")
    try:
        return shlex.split(text) or [""]
    except ValueError as error:
        raise UsageError(f"{where}: can't split its command: {error}{_ADVICE}") from error


def _expanded(arguments: Sequence[str], folder: Path) -> list[str]:
    """Return the arguments with those of response files in their place, as far as the files are still there."""
    found: list[str] = []
    for argument in arguments:
        path = folder / argument[1:]
        if argument.startswith("@") and path.is_file():
            try:
                found += shlex.split(path.read_text(encoding="utf-8", errors="replace"))
            except (OSError, ValueError):
                continue
        else:
            found.append(argument)
    return found


def _output(entry: dict[str, Any], arguments: Sequence[str]) -> str:
    after = list(arguments[arguments.index("-o") + 1 :]) if "-o" in arguments else []
    return str(entry["output"]) if isinstance(entry.get("output"), str) else (after or [""])[0]


def _target(output: str) -> str:
    """Return the folder that CMake (`name.dir`) or Meson (`name.so.p`) keeps a target's objects in, or ""."""
    parts = Path(output).parts
    return next((os.path.join(*parts[: i + 1]) for i, one in enumerate(parts) if one.endswith((".dir", ".p"))), "")
