"""Where the compilers of a build look for headers on their own: each is asked, as its user could with `-E -v`."""

from __future__ import annotations

import functools
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.project.discovery.declared import CPP_SUFFIXES
from unstatic.project.discovery.driver import Compilation
from unstatic.system.building.processes import own_environment

_TIMEOUT = 20
# What changes the answer; of some, the value is the next argument.
_ASKED_WITH = re.compile(
    r"-stdlib=.*|--?sysroot=.*|-std=.*|-m(?:32|64|x32)|--?target=.*|--gcc-toolchain=.*|-nostd.*|-B.+"
)
_WITH_VALUE = ("--sysroot", "-isysroot", "-target", "-B", "-arch")
_LIST = re.compile(r"^#include <\.\.\.> search starts here:\n(.*?)^End of search list\.", re.DOTALL | re.MULTILINE)
# GCC's and Clang's own headers, which are for them alone: the parser has its own.
_OF_COMPILER = re.compile(
    r".*/lib(?:32|64|exec)?/(?:gcc(?:-cross)?/[^/]+|clang|llvm-[^/]+/lib/clang)/[^/]+/include(?:-fixed)?"
)


def search_arguments(one: Compilation) -> tuple[str, ...]:
    """Return arguments with which the parser looks for headers where the compiler of *one* did; none if it's silent.

    Left to itself, the parser looks for the C++ library of a GCC beside its own library file, which it doesn't find
    through an overlay of files (`-ivfsoverlay`), and never where a cross compiler has its headers.
    """
    is_cpp = one.is_cpp or one.source.suffix in CPP_SUFFIXES
    found = _asked(one.program, tuple(_flags(one.arguments)), "c++" if is_cpp else "c", one.folder)
    if not found:
        return ()
    own = next((index for index, path in enumerate(found) if _OF_COMPILER.fullmatch(path)), len(found) - 1)
    kept = [(index, path) for index, path in enumerate(found) if not _OF_COMPILER.fullmatch(path)]
    # Before the compiler's own headers stand those of C++, which wrap those of C, after them the system's.
    placed = (("-isystem" if index <= own else "-idirafter", path) for index, path in kept)
    return ("-nostdlibinc", *(["-nostdinc++"] if is_cpp else []), *(word for pair in placed for word in pair))


def _flags(arguments: Sequence[str]) -> Iterator[str]:
    left = iter(arguments)
    for argument in left:
        if argument in _WITH_VALUE:
            yield from (argument, next(left, ""))
        elif _ASKED_WITH.fullmatch(argument):
            yield argument


@functools.cache
def _asked(program: str, flags: tuple[str, ...], language: str, folder: Path) -> tuple[str, ...]:
    """Return the folders that a compiler names, in its order; none if it doesn't answer, or not in time."""
    command = [program, *flags, "-x", language, "-E", "-v", os.devnull]
    try:
        answer = subprocess.run(
            command,
            cwd=folder if folder.is_dir() else "/",
            env=own_environment() | {"LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=_TIMEOUT,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ()
    listed = _LIST.search(os.fsdecode(answer.stderr))
    lines = listed[1].splitlines() if listed and answer.returncode == 0 else []
    # Clang on macOS marks its frameworks, which aren't folders of headers.
    named = (line.strip() for line in lines if not line.endswith("(framework directory)"))
    return tuple(dict.fromkeys(os.path.normpath(folder / name) for name in named))
