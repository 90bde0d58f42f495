"""Where the time goes: one run under cProfile, its own time summed up by part of the program."""

from __future__ import annotations

import pstats
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import unstatic
from bench.works import Project

# The command line has the work done by other processes, which a profile wouldn't see.
_CODE = """
import cProfile, sys
from dataclasses import replace
from pathlib import Path
from unstatic import pipeline
from unstatic.errors import UnstaticError
from unstatic.settings import config
stats, command, headers, cache, *paths = sys.argv[1:]
def work():
    for path in map(Path, paths):
        settings = config.load(config.project_root(path), {"python-include": headers})
        settings = replace(settings, precompiled=Path(cache))
        for extension in pipeline.load([path], settings):
            try:
                (pipeline.scan if command == "scan" else pipeline.run)(extension, settings)
            except UnstaticError as error:
                print(error, file=sys.stderr)
cProfile.run("work()", stats)
"""
_SOURCE = Path(unstatic.__file__).resolve().parent
_PARSER = "parsed_file"
"""The function that calls libclang's parser: all its own time is that of the parser."""
LEAST = 0.01
"""The share of the whole below which parts aren't told one by one."""


def of(command: str, projects: Iterable[Project], headers: Path, cache: Path) -> list[tuple[str, float]]:
    """Return the parts of the program with their shares of the time that *command* takes, largest first.

    Parsed headers come from the folder *cache*.
    """
    with tempfile.TemporaryDirectory() as folder:
        stats = Path(folder) / "stats"
        argv = [sys.executable, "-c", _CODE, str(stats), command, str(headers), str(cache)]
        paths = [str(project.path) for project in projects]
        subprocess.run([*argv, *paths], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if not stats.is_file():
            return []
        read = pstats.Stats(str(stats))
    seconds: Counter[str] = Counter()
    for (file, _, name), (_, _, own, _, _) in read.stats.items():  # type: ignore[attr-defined]
        seconds[part_of(file, name)] += own
    return shares(seconds)


def shares(seconds: Counter[str]) -> list[tuple[str, float]]:
    """Return the shares of the whole, largest first, with what is small added up at the end."""
    whole = sum(seconds.values()) or 1.0
    found = [(name, value / whole) for name, value in seconds.most_common()]
    told = [(name, share) for name, share in found if share >= LEAST]
    return [*told, ("all else", sum(share for _, share in found if share < LEAST))]


def part_of(file: str, name: str) -> str:
    """Return which part of the program a function is of, by its file as Python names it."""
    path = Path(file)
    if name == _PARSER:
        return "libclang: parsing C"
    if path.is_absolute() and path.is_relative_to(_SOURCE):
        inner = path.relative_to(_SOURCE)
        return inner.parts[0] if len(inner.parts) > 1 else inner.stem
    if "rewrites" in path.parts:
        return "rewrites"
    if file == "~":
        return "Python's built-in functions"
    return "libraries"
