"""Finds CPython interpreters by their minor version, and what they compile extensions with."""

from __future__ import annotations

import functools
import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MINORS = ("3.9", "3.10", "3.11", "3.12", "3.13")
# What `all` looks for.
ALL = (*MINORS, "3.14", "3.15")

_QUESTION = """
import json, os, platform, sys, sysconfig
get = sysconfig.get_config_var
print(json.dumps({
    "executable": sys.executable, "minor": "%d.%d" % sys.version_info[:2], "version": platform.python_version(),
    "implementation": platform.python_implementation(), "include": sysconfig.get_paths()["include"],
    "compiler": get("CC"), "flags": (get("CFLAGS") or "") + " " + (get("CCSHARED") or "-fPIC"),
    "suffix": get("EXT_SUFFIX"), "header": os.path.exists(sysconfig.get_paths()["include"] + "/Python.h")}))
"""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """One CPython that can build extensions; *flags* are the compiler flags it was built with."""

    minor: str
    version: str
    executable: Path
    compiler: tuple[str, ...]
    flags: tuple[str, ...]
    include: Path
    suffix: str

    @property
    def number(self) -> tuple[int, int]:
        """The minor version as numbers, for comparing."""
        major, minor = self.minor.split(".")
        return int(major), int(minor)


@functools.cache
def find(minor: str) -> Interpreter | None:
    """Return the first interpreter of this minor version that runs and has its headers, or None."""
    for candidate in _candidates(minor):
        found = _ask(candidate, minor)
        if found is not None:
            return found
    return None


def at(executable: Path) -> Interpreter | None:
    """Return the interpreter of this path, or None if it isn't a CPython that runs and has its headers."""
    return _ask(executable, "")


def _candidates(minor: str) -> Iterator[Path]:
    """Yield pyenv's versions, then those on PATH, then uv's; within a folder the newest patch release first."""
    home = Path.home()
    pyenv = Path(os.environ.get("PYENV_ROOT", home / ".pyenv")) / "versions"
    uv = Path(os.environ.get("UV_PYTHON_INSTALL_DIR", home / ".local" / "share" / "uv" / "python"))
    yield from _newest_first(pyenv, f"{minor}.*", minor)
    on_path = shutil.which(f"python{minor}")
    if on_path:
        yield Path(on_path)
    yield from _newest_first(uv, f"cpython-{minor}.*", minor)


def _newest_first(folder: Path, pattern: str, minor: str) -> Iterator[Path]:
    def patch(path: Path) -> int:
        digits = path.name.removeprefix("cpython-").removeprefix(f"{minor}.").split("-")[0]
        return int(digits) if digits.isdigit() else -1

    for version in sorted(folder.glob(pattern), key=patch, reverse=True):
        yield version / "bin" / f"python{minor}"


def _ask(candidate: Path, minor: str) -> Interpreter | None:
    # Outside of any project: a pyenv shim answers by the folder it's called in.
    try:
        answer = subprocess.run([candidate, "-I", "-c", _QUESTION], capture_output=True, text=True, timeout=60, cwd="/")
    except (OSError, subprocess.TimeoutExpired):
        return None
    try:
        facts = json.loads(answer.stdout) if answer.returncode == 0 else None
    except ValueError:
        facts = None
    if facts is None or facts["implementation"] != "CPython" or not facts["header"]:
        return None
    if minor and facts["minor"] != minor:
        return None
    return Interpreter(
        minor=facts["minor"],
        version=facts["version"],
        executable=Path(facts["executable"]),
        compiler=tuple(shlex.split(facts["compiler"])),
        flags=tuple(shlex.split(facts["flags"])),
        include=Path(facts["include"]),
        suffix=facts["suffix"],
    )
