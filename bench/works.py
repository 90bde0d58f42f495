"""The bodies of work that are measured: published packages, CPython's own modules, our own small extensions."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from harness import pins, sdists

from bench.costs import Command, Steps
from bench.tools import command
from unstatic import pipeline
from unstatic.errors import UnstaticError
from unstatic.project.scan import Unit
from unstatic.settings import config
from unstatic.system.building import interpreters

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
SLOW_LIMIT = 60.0
"""Seconds that the tools may take for one source which are no compilers."""


@dataclass(frozen=True, slots=True)
class Project:
    """What one run of unstatic works on: a folder, the options it needs, and the sources that it reads there."""

    name: str
    path: Path
    options: tuple[str, ...]
    units: tuple[Unit, ...]

    @property
    def lines(self) -> int:
        """The lines of all sources, headers left out."""
        return sum(unit.path.read_bytes().count(b"\n") for unit in self.units)


@dataclass(frozen=True, slots=True)
class Work:
    """Projects that are measured together; *headers* is the folder of Python.h."""

    name: str
    projects: tuple[Project, ...]
    headers: Path

    @property
    def units(self) -> tuple[Unit, ...]:
        """All sources, each once."""
        return tuple(dict.fromkeys(unit for project in self.projects for unit in project.units))

    @property
    def size(self) -> str:
        """How much there is, in words."""
        lines = sum(project.lines for project in self.projects)
        return f"{len(self.units)} sources, {lines:,} lines"


def project(name: str, path: Path, headers: Path, options: Sequence[str] = ()) -> Project:
    """Return what unstatic reads in *path*. Raises UnstaticError where it finds nothing."""
    overrides = {
        "python-include": headers,
        "include-dirs": [item[2:] for item in options if item.startswith("-I")],
        "defines": [item[2:] for item in options if item.startswith("-D")],
    }
    settings = config.load(config.project_root(path), overrides)
    found = (unit for extension in pipeline.load([path], settings) for unit in extension.units)
    return Project(name, path, tuple(options), tuple(dict.fromkeys(found)))


def packages(names: Sequence[str], folder: Path, headers: Path) -> tuple[list[Project], list[str]]:
    """Return the pinned packages, downloaded to *folder* where they aren't yet, and why others can't be had."""
    found, missing = [], []
    for name in names:
        try:
            found.append(_package(name, folder, headers))
        except (sdists.StepFailed, UnstaticError, OSError) as error:
            missing.append(f"{name}: {str(error).splitlines()[0]}")
    return found, missing


def _package(name: str, folder: Path, headers: Path) -> Project:
    pin = pins.read(CORPUS / f"{name}.toml")
    if any("{sp}" in option for option in pin.migrate):
        raise sdists.StepFailed("its sources need headers of packages that would have to be built first")
    missing = sdists.missing_debian_packages(pin)
    if missing:
        raise sdists.StepFailed(f"needs {', '.join(missing)} of Debian")
    logs = folder / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    archive = sdists.fetch(pin, folder / "sdists", logs / f"{name}.log")
    root = folder / "packages" / name
    if not root.is_dir():
        python = interpreters.find("3.11")
        assert python is not None
        root = sdists.unpack(archive, root, pin, python, logs)
    return project(name, next(root.glob("*/"), root) if not _has_build_file(root) else root, headers, pin.migrate)


def _has_build_file(folder: Path) -> bool:
    return any((folder / name).is_file() for name in ("setup.py", "pyproject.toml"))


def own_extensions(headers: Path) -> list[Project]:
    """Return our own small extensions, which are always there."""
    return [project(path.parent.name, path, headers) for path in sorted((CORPUS / "extensions").glob("*/module.c"))]


def checked(work: Work, compiler: str) -> tuple[Work, list[str]]:
    """Return *work* without the projects of which *compiler* can't compile a source, and their names."""
    kept, dropped = [], []
    for one in work.projects:
        bad = [unit.path.name for unit in one.units if _errors(compiler, unit, work.headers)]
        if bad:
            dropped.append(f"{one.name}: {compiler} can't compile {', '.join(bad[:3])} here")
        else:
            kept.append(one)
    return replace(work, projects=tuple(kept)), dropped


def _errors(compiler: str, unit: Unit, headers: Path) -> bool:
    argv = command("clang", compiler, unit, headers)
    return subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode != 0


def peer(name: str, tool: str, work: Work) -> Steps:
    """Return what a tool does for *work*: a process for each source."""
    limit = SLOW_LIMIT if name == "spatch" else 600.0
    # clang-tidy ends with 1 where it finds something that it takes for an error of the code.
    accepted = (0, 1) if name == "clang-tidy" else (0,)
    argvs = [command(name, tool, unit, work.headers) for unit in work.units]
    return partial(_commands, argvs, {}, limit, accepted)


def ours(argvs: Iterable[Sequence[str]], env: Mapping[str, str]) -> Steps:
    """Return runs of unstatic, in *env*."""
    return partial(_commands, [tuple(argv) for argv in argvs], env, 600.0, (0, 4))


def _commands(
    argvs: Sequence[tuple[str, ...]], env: Mapping[str, str], limit: float, accepted: tuple[int, ...]
) -> list[Command]:
    return [Command(argv, env, limit, accepted) for argv in argvs]
