"""One build of a project in a private copy, with stand-ins for the compilers."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unstatic.errors import UsageError
from unstatic.project.capture.wrappers import VARIABLES, Wrappers
from unstatic.system import parsed_files
from unstatic.system.building.interpreters import Interpreter
from unstatic.system.building.processes import Finished, run
from unstatic.system.building.projects import BuildFailed, copy_tree, environment_of

_SHOWN_LINES = 25
# A build is to see what a person's build sees, but not the environment that this program runs in.
_HIDDEN = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "VIRTUAL_ENV", "MAKEFLAGS")
_KEEP_BUILD_FOLDER = {"mesonpy": "build-dir", "scikit_build_core.build": "build-dir"}
_BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg", "meson.build", "CMakeLists.txt", "configure")
_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")


@dataclass(frozen=True, slots=True)
class Order:
    """What to build with: *command* is a line of shell, empty for the project's own way; *timeout* in seconds."""

    python: Interpreter
    command: str = ""
    timeout: float = 1800


@dataclass(frozen=True, slots=True)
class Build:
    """A finished build: the copy it ran in, what was recorded, and the wheels that it left."""

    copy: Path
    wrappers: Wrappers
    wheels: tuple[Path, ...]


def has_build_file(folder: Path) -> bool:
    """Tell whether something in the folder says how it's built."""
    return any((folder / name).is_file() for name in (*_BUILD_FILES, *_MAKEFILES))


def build(root: Path, order: Order, work: Path) -> Build:
    """Build a copy of the project in *root* below *work*, an empty folder.

    Raises BuildFailed with the end of the log, which stays outside of *work*; UsageError if nothing says how to build.
    """
    wrappers = Wrappers(work / "compilers", work / "records")
    temporary, wheels = work / "tmp", work / "wheels"
    for folder in (temporary, wheels):
        folder.mkdir(parents=True)
    copy = copy_tree(root, work / "copy" / root.resolve().name)
    wrappers.fill(os.environ.get("PATH", os.defpath))
    builder = order.python.executable
    if _backend(copy) is not None and not order.command:
        builder = environment_of(order.python, work / "builder", work / "builder.log")
    command = _command(copy, order, builder, wheels, work / "build")
    path = f"{builder.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    env = {name: value for name, value in os.environ.items() if name not in _HIDDEN}
    env |= {"LC_ALL": "C.UTF-8", "TMPDIR": str(temporary), "PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if not (copy / "PKG-INFO").is_file():
        # Git may not know it: not of a shallow clone, nor of a working tree whose repository is elsewhere.
        env.setdefault("SETUPTOOLS_SCM_PRETEND_VERSION", "0.0")
    env = wrappers.environment(env, _variables(order.python))
    done = run(command, copy, env, order.timeout, work / "build.log")
    if done.exit or done.timed_out:
        raise BuildFailed(_failure(root, done, order))
    return Build(copy, wrappers, tuple(sorted(wheels.glob("*.whl"))))


def _failure(root: Path, done: Finished, order: Order) -> str:
    with tempfile.NamedTemporaryFile("w", prefix="unstatic-build-", suffix=".log", delete=False) as log:
        log.write(done.output)
    how = f"took longer than {order.timeout:.0f} s" if done.timed_out else f"ended with {done.exit}"
    shown = "\n".join(f"  {line}" for line in done.output.rstrip().splitlines()[-_SHOWN_LINES:])
    return (
        f"{root}: its build {how}, so its compilers' arguments aren't known; nothing was written. The end of the log:\n"
        f"{shown}\nthe whole log: {log.name}"
    )


def _command(copy: Path, order: Order, builder: Path, wheels: Path, folder: Path) -> str | Sequence[str]:
    """Return the command that builds the project: the given one, pip, or that of its build files."""
    if order.command:
        return order.command.replace("{py}", str(builder)).replace("{out}", str(wheels))
    backend = _backend(copy)
    if backend is not None:
        options = ["--verbose", "--no-deps", "--no-clean", "--no-cache-dir", "--wheel-dir", str(wheels)]
        if backend in _KEEP_BUILD_FOLDER:
            # Else it's gone after the build, with the headers that were made in it.
            options.append(f"--config-settings={_KEEP_BUILD_FOLDER[backend]}={folder}")
        return [str(builder), "-m", "pip", "wheel", *options, str(copy)]
    if (copy / "meson.build").is_file():
        return f"meson setup '{folder}' && meson compile -C '{folder}'"
    if (copy / "CMakeLists.txt").is_file():
        return f"cmake -S . -B '{folder}' && cmake --build '{folder}'"
    if any((copy / name).is_file() for name in _MAKEFILES):
        return "make"
    if (copy / "configure").is_file():
        return "./configure && make"
    raise UsageError(f"{copy.name}: no build file says how to build it; pass --capture-build CMD")


def _backend(copy: Path) -> str | None:
    """Return the name of the build backend, "" for the default one, or None if pip can't build this."""
    try:
        pyproject = parsed_files.toml((copy / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        pyproject = {}
    system = pyproject.get("build-system")
    if isinstance(system, dict):
        return str(system.get("build-backend", ""))
    return "" if "project" in pyproject or (copy / "setup.py").is_file() else None


def _variables(python: Interpreter) -> dict[str, str]:
    """Return the compilers, linkers and archivers that Python itself would use."""
    question = f"import json, sysconfig; print(json.dumps([sysconfig.get_config_var(n) or '' for n in {VARIABLES}]))"
    answer = subprocess.run([python.executable, "-I", "-c", question], capture_output=True, timeout=60, cwd="/")
    values: list[Any] = json.loads(answer.stdout) if answer.returncode == 0 else []
    return {name: str(value) for name, value in zip(VARIABLES, values, strict=False)}
