"""Asks pkg-config what a library needs, where a build file names the library. It is the system's program."""

from __future__ import annotations

import ast
import functools
import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.project.discovery.declared import kept_arguments
from unstatic.project.discovery.libraries import from_arguments
from unstatic.system import parsed_files

_TRACE = re.compile(r"pkg[-_]?conf", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9][\w.+-]*")
_PROGRAM = ("pkg-config", "pkgconf")
_CALLED = re.compile(r"_?(?:\w+_)?pkg_?config\w*", re.IGNORECASE)
_OF_MODULE = frozenset({"parse", "cflags", "libs", "exists", "installed", "configure_extension"})
_TIMEOUT = 10
_MAX_NAMES = 20


@dataclass(frozen=True, slots=True)
class Needs:
    """What a library asks of those that use it: arguments for the compiler, and the libraries to link."""

    arguments: tuple[str, ...]
    libraries: tuple[str, ...]


@functools.cache
def needs(name: str) -> Needs | None:
    """Return what the library *name* needs, or None if pkg-config isn't there or doesn't know it."""
    # Most projects don't ask for it.
    import shutil
    import subprocess

    program = next(filter(None, map(shutil.which, _PROGRAM)), None)
    if program is None or not _NAME.fullmatch(name):
        return None
    try:
        # Outside of the project, as some are configured by files of the working directory.
        done = subprocess.run(
            [program, "--cflags", "--libs", name],
            capture_output=True,
            text=True,
            timeout=_TIMEOUT,
            cwd="/",
            stdin=subprocess.DEVNULL,
        )
        words = shlex.split(done.stdout) if done.returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired, ValueError, UnicodeDecodeError):
        return None
    return None if words is None else Needs(kept_arguments(words, Path("/")), from_arguments(words))


def named_in(scripts: Iterable[str]) -> tuple[str, ...]:
    """Return the libraries that Python code asks pkg-config for, as far as their names are written down."""
    found: dict[str, None] = {}
    for tree in _trees(script for script in scripts if _TRACE.search(script)):
        for node in ast.walk(tree):
            for text in _texts(node):
                found.update(dict.fromkeys(word for word in text.split() if _NAME.fullmatch(word)))
    return tuple(found)[:_MAX_NAMES]


def _trees(scripts: Iterable[str]) -> Iterator[ast.AST]:
    for script in scripts:
        try:
            yield parsed_files.python(script)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue


def _texts(node: ast.AST) -> Iterator[str]:
    """Yield the texts that hold names of libraries: what stands beside `pkg-config`, or is given to a call of it."""
    if isinstance(node, ast.List | ast.Tuple):
        first = node.elts[0] if node.elts else None
        if isinstance(first, ast.Constant) and first.value in _PROGRAM:
            yield from _constants(node.elts[1:])
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        program, _, rest = node.value.partition(" ")
        if program in _PROGRAM:
            yield rest
    elif isinstance(node, ast.Call) and _asks(node.func):
        yield from _constants([*node.args, *(one.value for one in node.keywords)])


def _asks(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return _CALLED.fullmatch(function.id) is not None
    if not isinstance(function, ast.Attribute):
        return False
    of_module = isinstance(function.value, ast.Name) and function.value.id == "pkgconfig"
    return (of_module and function.attr in _OF_MODULE) or _CALLED.fullmatch(function.attr) is not None


def _constants(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.List | ast.Tuple):
            yield from _constants(node.elts)
