"""How many of the static types that CPython's own list names each tool finds, and what it finds besides."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.costs import Failed

Names = set[tuple[str, str]]
"""Types as (file relative to the tree, name)."""

_GREP = re.compile(rb"^[ \t]*(?:static[ \t]+)?PyTypeObject[ \t]+(\w+)[ \t]*=", re.MULTILINE)
_RAW = re.compile(r"filename='([^']+)'.*?\bname='(\w+)', data=VarType\(([^)]*)\)")
_LIMIT = 120.0


@dataclass(frozen=True, slots=True)
class Recall:
    """What one tool found of *live*, the types that are there, and which others."""

    tool: str
    found: int
    missed: tuple[str, ...]
    extra: tuple[str, ...]
    seconds: float
    """Of processors."""


def compare(tool: str, live: Names, found: Names, seconds: float) -> Recall:
    """Return how *found* stands to the types that are there."""
    return Recall(tool, len(live & found), _texts(live - found), _texts(found - live), seconds)


def _texts(names: Names) -> tuple[str, ...]:
    return tuple(f"{name} ({file})" for file, name in sorted(names))


def with_unstatic(root: Path, env: Mapping[str, str]) -> Names:
    """Return the static types that `unstatic scan` reports for the project in *root*."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        headers = root / "Include"
        argv = [sys.executable, "-m", "unstatic", "scan", "--report", str(report)]
        argv += ["--python-include", str(headers), str(root)]
        done = subprocess.run(argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if not report.is_file():
            raise Failed(f"ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        read = json.loads(report.read_text(encoding="utf-8"))
    names: Names = set()
    for extension in read["extensions"]:
        for item in extension["types"]:
            # Places in a report are relative to the project.
            names.add((Path(os.path.normpath(item["declared"]["path"])).as_posix(), item["name"]))
    return names


def with_grep(root: Path) -> Names:
    """Return what a search for `PyTypeObject name =` finds at the beginning of lines."""
    return {
        (path.relative_to(root).as_posix(), match[1].decode())
        for path in sources(root)
        for match in _GREP.finditer(path.read_bytes())
    }


def with_ctags(root: Path, tool: str) -> Names:
    """Return the variables of type PyTypeObject that ctags finds; which of them are only declared it doesn't tell."""
    files = [path.relative_to(root).as_posix() for path in sources(root)]
    argv = [tool, "-x", "--languages=C", "--kinds-C=v", "--_xformat=%F|%N|%t", *files]
    told = subprocess.run(argv, cwd=root, capture_output=True, text=True, errors="replace", check=False)
    if told.returncode:
        raise Failed(f"ctags ended with {told.returncode}: {told.stderr.strip()[-200:]}")
    rows = (line.split("|") for line in told.stdout.splitlines() if line.count("|") == 2)
    return {(file, name) for file, name, kind in rows if kind == "typename:PyTypeObject"}


def with_c_analyzer(root: Path, failed: list[str], limit: float = _LIMIT) -> Names:
    """Return the variables of type PyTypeObject that CPython's c-analyzer finds; add to *failed* where it gives up.

    It's asked about each file alone, as one that it can't preprocess ends a run about many.
    """
    names: Names = set()
    # It can't work with the distutils that newer setuptools put in the place of Python's own.
    env = {**os.environ, "SETUPTOOLS_USE_DISTUTILS": "stdlib"}
    script = root / "Tools" / "c-analyzer" / "c-analyzer.py"
    for path in sources(root):
        file = path.relative_to(root).as_posix()
        argv = [sys.executable, str(script), "analyze", "--format", "raw", file]
        try:
            told = subprocess.run(argv, cwd=root, env=env, capture_output=True, text=True, timeout=limit, check=False)
        except subprocess.TimeoutExpired:
            failed.append(file)
            continue
        if told.returncode:
            failed.append(file)
        for line in told.stdout.splitlines():
            match = _RAW.search(line)
            if match is not None and "typespec='PyTypeObject', abstract=''" in match[3]:
                names.add((match[1], match[2]))
    return names


def sources(root: Path) -> list[Path]:
    """Return the C files of all modules; what they include of each other is theirs as well."""
    return sorted((root / "Modules").glob("**/*.c"))


def rows(recalls: Sequence[Recall], total: int) -> list[list[str]]:
    """Return the cells of the table: tool, found, missed, extra, seconds."""
    return [
        [one.tool, f"{one.found} of {total}", str(len(one.missed)), str(len(one.extra)), f"{one.seconds:.1f} s"]
        for one in recalls
    ]
