"""Reads what is linked together out of what Meson and CMake leave in a build folder: build.ninja and link.txt."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from unstatic.project.discovery.driver import Effect, Linking, effect_of

_LIBRARY = (".so", ".pyd", ".dylib")
_ARGUMENTS = ("LINK_ARGS", "LINK_FLAGS", "LINK_LIBRARIES", "LINK_PATH")
_ESCAPED = re.compile(r"\$([ :$])")
_VARIABLE = re.compile(r"\$\{?cmake_ninja_workdir\}?")
_MAX_SIZE = 100_000_000


def effects(folder: Path) -> Iterator[Effect]:
    """Yield what the build in *folder* links; nothing if there's no such file. Raises nothing."""
    yield from _of_ninja(folder)
    is_cmake = (folder / "CMakeCache.txt").is_file()
    for script in sorted(folder.glob("**/CMakeFiles/*.dir/link.txt")) if is_cmake else ():
        # Its commands run in the folder that holds CMakeFiles.
        for line in _text(script).splitlines():
            words = _split(line)
            if words:
                yield effect_of(words[0], words[1:], script.parents[2])


def _of_ninja(folder: Path) -> Iterator[Effect]:
    text = _text(folder / "build.ninja").replace("$\n", "")
    for block in re.split(r"^build ", text, flags=re.MULTILINE)[1:]:
        edge, *rest = block.split("\n")
        outputs, inputs = _halves(edge)
        rule, *names = inputs
        if not outputs or "LINK" not in rule.upper():
            continue
        paths = tuple(_path(folder, one) for one in names if one not in ("|", "||"))
        output = _path(folder, outputs[0])
        yield Effect((), Linking(output, paths, output.name.endswith(_LIBRARY), tuple(_arguments(rest)), folder))


def _halves(edge: str) -> tuple[list[str], list[str]]:
    """Return the outputs, and the rule with the inputs; what is only ordered before (`||`) is left out."""
    outputs, _, inputs = edge.replace("$:", "\0").partition(":")
    words = [[word.replace("\0", ":") for word in _words(half)] for half in (outputs, inputs.partition(" || ")[0])]
    return words[0], words[1] or [""]


def _words(text: str) -> list[str]:
    return [word.replace("\1", " ") for word in text.replace("$ ", "\1").split()]


def _arguments(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if not line.startswith(" "):
            return
        name, _, value = line.strip().partition(" = ")
        if name in _ARGUMENTS:
            yield from _split(_ESCAPED.sub(r"\1", value))


def _path(folder: Path, text: str) -> Path:
    return Path(os.path.normpath(folder / _VARIABLE.sub("", text.replace("$$", "$"))))


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []


def _text(path: Path) -> str:
    try:
        is_usual = path.is_file() and path.stat().st_size < _MAX_SIZE
        return path.read_text(encoding="utf-8", errors="replace") if is_usual else ""
    except OSError:
        return ""
