"""A copy of the tree with all diffs in it, built, and CPython's own tests in both builds."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from harness.stdlib.builds import FOR_WINDOWS, built, modules_of
from harness.stdlib.runs import Run

_MINUTES, _MINUTES_OF_LEAKS = 5, 20
# What looks at all modules: imports, subinterpreters, embedding, the interpreter's end.
_GENERAL = ("test_capi", "test_embed", "test_gc", "test_import", "test_threading", "test__xxsubinterpreters")
_ALONE = """
import importlib, sys
import {name}
import _xxsubinterpreters as interpreters
one = interpreters.create({options})
interpreters.run_string(one, "import {name}")
interpreters.destroy(one)
for _ in range(3):
    del sys.modules["{name}"]
    importlib.import_module("{name}")
"""


@dataclass(frozen=True, slots=True)
class Trial:
    """The results of tests by name, `passed` or how they ended, before and after; and modules that don't load alone."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    unloadable: Mapping[str, str]
    unpatched: Sequence[str]
    foreign: Mapping[str, str]
    """What a compiler for Windows says of each source that only Windows compiles; empty if it's content."""
    leaks: Mapping[str, tuple[str, str]] | None = None
    """What `-R 3:3` says of each test, before and after; empty if nothing leaks, and before if nothing does after."""

    @property
    def worse(self) -> list[str]:
        """The tests that passed before, and don't now."""
        return [name for name, found in self.after.items() if found != "passed" == self.before.get(name)]


def migrated_tree(tree: Path, build: Path, runs: Iterable[Run], folder: Path, jobs: int) -> tuple[Path, list[str]]:
    """Return a build of a copy of *tree* with the diffs of *runs*, and the modules whose diff doesn't apply."""
    copy, again = folder / tree.name, folder / build.name
    shutil.rmtree(copy, ignore_errors=True)
    # Times are kept, so that make builds anew only what differs.
    shutil.copytree(tree, copy, symlinks=True)
    if not again.is_dir():
        shutil.copytree(build, again, symlinks=True)
    (again / "built").unlink(missing_ok=True)
    failed = [run.module for run in runs if not _patched(run.patch, copy)]
    return built(copy, again, jobs), failed


def _patched(patch: Path, tree: Path) -> bool:
    if not patch.is_file() or not patch.stat().st_size:
        return True
    argv = ["patch", "-p1", "--no-backup-if-mismatch", "-i", str(patch)]
    return all(
        subprocess.run([*argv, *more], cwd=tree, capture_output=True, check=False).returncode == 0
        for more in (["--dry-run"], [])
    )


@dataclass(frozen=True, slots=True)
class Builds:
    """An interpreter before the migration and one after it, both with `Py_DEBUG`."""

    before: Path
    after: Path


def trial(
    tree: Path, builds: Builds, runs: Sequence[Run], unpatched: Sequence[str], jobs: int, *, refleaks: bool
) -> Trial:
    """Run the tests of the modules that changed in both builds."""
    changed = [run.module for run in runs if run.patch.is_file() and run.patch.stat().st_size]
    tests = tests_of(tree, changed)
    loads = {
        name: error for name in changed if (error := _loads(builds.after, name)) and not _loads(builds.before, name)
    }
    after = _tested(builds.after, tests, jobs)
    good = [name for name, found in after.items() if found == "passed" and name not in _GENERAL]
    return Trial(
        _tested(builds.before, tests, jobs),
        after,
        loads,
        unpatched,
        _compiled(builds.after.parent / tree.name, builds.after, changed),
        _leaks(builds, good, jobs) if refleaks else None,
    )


def _leaks(builds: Builds, tests: Sequence[str], jobs: int) -> dict[str, tuple[str, str]]:
    """Return what is left by each test that is run again and again, in both builds if it is in the later one."""

    def asked(name: str) -> tuple[str, str]:
        after = _leak(builds.after, name)
        return (_leak(builds.before, name) if after else "", after)

    with ThreadPoolExecutor(jobs) as pool:
        return dict(zip(tests, pool.map(asked, tests), strict=True))


def _leak(build: Path, test: str) -> str:
    argv = ["nice", str(build / "python"), "-m", "test", "-q", "-R", "3:3", test]
    try:
        done = subprocess.run(
            argv, cwd=build, capture_output=True, text=True, timeout=_MINUTES_OF_LEAKS * 60, check=False
        )
    except subprocess.TimeoutExpired:
        return "not finished"
    found = [line for line in done.stdout.splitlines() if " leaked [" in line]
    return "; ".join(found) or (f"exit {done.returncode}" if done.returncode else "")


def _compiled(tree: Path, build: Path, changed: Sequence[str]) -> dict[str, str]:
    """Compile what only Windows has of the modules that *changed*, as it is after the migration."""
    found = {}
    for module in (one for one in modules_of(tree, build) if one.name in changed):
        for one in (item for item in module.compilations if item.program == FOR_WINDOWS):
            argv = [one.program, *one.arguments, "-o", os.devnull, str(one.source)]
            done = subprocess.run(argv, capture_output=True, text=True, check=False)
            found[one.source.name] = next((line for line in done.stderr.splitlines() if "error:" in line), "")
    return found


def tests_of(tree: Path, modules: Iterable[str]) -> list[str]:
    """Return the tests of `Lib/test` that have a module's name, or import it by name."""
    names = {name.strip("_") for name in modules} | set(modules)
    imports = re.compile(
        rf"^\s*(?:import|from) +(?:{'|'.join(sorted(names))})\b|['\"](?:{'|'.join(sorted(names))})['\"]"
    )
    found = set(_GENERAL)
    for path in (tree / "Lib" / "test").glob("test_*"):
        source = path / "__init__.py" if path.is_dir() else path
        own = path.stem.removeprefix("test_").strip("_") in names
        if source.suffix == ".py" and source.is_file():
            lines = source.read_text(errors="replace").splitlines()
            if own or any(line.startswith(("import _", "from _")) and imports.match(line) for line in lines):
                found.add(path.stem)
    return sorted(name for name in found if list((tree / "Lib" / "test").glob(f"{name}*")))


def _tested(build: Path, tests: Sequence[str], jobs: int) -> dict[str, str]:
    with ThreadPoolExecutor(jobs) as pool:
        return dict(zip(tests, pool.map(lambda name: _result(build, name), tests), strict=True))


def _result(build: Path, test: str) -> str:
    argv = ["nice", str(build / "python"), "-X", "dev", "-m", "test", "-q", "--timeout", str(_MINUTES * 60), test]
    try:
        done = subprocess.run(argv, cwd=build, capture_output=True, timeout=_MINUTES * 60 + 60, check=False)
    except subprocess.TimeoutExpired:
        return "not finished"
    return "passed" if done.returncode == 0 else f"exit {done.returncode}"


def _loads(build: Path, name: str) -> str:
    """Return why a module can't be imported alone, in subinterpreters of both kinds and again; empty if it can."""
    for options in ("", "isolated=False"):
        code = _ALONE.format(name=name, options=options)
        argv = [str(build / "python"), "-X", "dev", "-c", code]
        done = subprocess.run(argv, cwd=build, capture_output=True, text=True, check=False)
        if done.returncode:
            return (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
    return ""
