"""Builds a project into a wheel, installs it into an environment of its own, and runs its tests there."""

from __future__ import annotations

import re
import shutil
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.errors import UsageError
from unstatic.system.building import copies
from unstatic.system.building.interpreters import Interpreter
from unstatic.system.building.processes import Finished, plain_environment, run
from unstatic.system.building.projects import BuildFailed, copy_tree, environment_like, environment_of
from unstatic.verify.building import counts
from unstatic.verify.files import files_of

__all__ = ["BuildFailed", "Installed", "Recipe", "Tested", "copy_tree", "environment_like", "environment_of", "install"]
__all__ += ["names_to_paths", "prepare_tests", "test", "test_environment", "warnings", "wheel_of"]

_WARNING = re.compile(r"^(?:[^\n:]+:)?(?:\d+:){0,2} ?warning: (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How to build and test: *build* and *test* are lines of shell, empty for pip's own way and for no tests."""

    build: str = ""
    test: str = ""
    test_files: tuple[str, ...] = ()
    install: tuple[str, ...] = ()
    isolated: bool = True
    timeout: float = 1800
    flags: str = ""


@dataclass(frozen=True, slots=True)
class Installed:
    """
    An environment with the package: its interpreter, its site-packages, and its extension modules by import name.

    *files* is what else it installs.
    """

    python: Path
    environment: Path
    site: Path
    modules: Mapping[str, Path]
    warnings: Counter[str]
    log: Path
    files: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tested:
    """How the tests ended; *counts* is empty if no summary was recognised."""

    exit: int
    counts: Mapping[str, int]
    timed_out: bool
    log: Path

    def same_as(self, other: Tested) -> bool:
        """Whether both ended alike, with as many tests passed."""
        same = self.exit == other.exit and self.counts.get("passed") == other.counts.get("passed")
        return same and not self.timed_out

    def __str__(self) -> str:
        numbers = ", ".join(f"{number} {name}" for name, number in self.counts.items() if name != "ran")
        return f"took too long ({self.log})" if self.timed_out else f"{numbers or 'no summary'}, exit {self.exit}"


def wheel_of(source: Path, python: Interpreter, builder: Path, recipe: Recipe, folder: Path, log: Path) -> Path:
    """
    Build the project in *source* with the interpreter *builder*, and return the wheel in *folder*.

    The flags are those of the interpreter itself. Raises BuildFailed, naming *log*.
    """
    if shutil.which(python.compiler[0]) is None:
        raise BuildFailed(
            f"there is no C compiler: Python {python.version} was built with {python.compiler[0]!r}; install it"
        )
    folder.mkdir(parents=True, exist_ok=True)
    env = plain_environment({"PATH": _path(builder)})
    if not (source / "PKG-INFO").is_file():
        # One version for both, though git knows only one of them.
        env.setdefault("SETUPTOOLS_SCM_PRETEND_VERSION", "0.0")
    if recipe.flags:
        env |= {"CFLAGS": " ".join((*python.flags, recipe.flags)), "LDFLAGS": recipe.flags}
    if recipe.build:
        command: list[str] | str = filled(recipe.build, {"py": builder, "src": source, "out": folder})
    else:
        # Else older versions of pip would need the wheel package for a project without pyproject.toml.
        isolation = ("--use-pep517",) if recipe.isolated else ("--no-build-isolation",)
        command = [str(builder), "-m", "pip", "--disable-pip-version-check", "wheel", "--verbose", "--no-deps"]
        command += [*isolation, "--wheel-dir", str(folder), str(source)]
    done = run(command, source, env, recipe.timeout, log)
    wheels = sorted(folder.glob("*.whl"))
    if done.exit or len(wheels) != 1:
        raise BuildFailed(f"{_why(done, wheels)}; the log: {log}")
    return wheels[0]


def _why(done: Finished, wheels: Sequence[Path]) -> str:
    if done.timed_out:
        return f"building took longer than {done.seconds:.0f} s"
    if done.exit:
        errors = [line for line in done.output.splitlines() if re.search(r"\berror\b", line, re.IGNORECASE)]
        return f"building ended with {done.exit}" + (f": {errors[0].strip()[:200]}" if errors else "")
    return f"building left {len(wheels)} wheels instead of one"


def install(wheel: Path, python: Interpreter, executable: Path, recipe: Recipe, built: str, log: Path) -> Installed:
    """Install a wheel, its dependencies and *recipe.install* into the environment of *executable*, which is a new one.

    *built* is the build's output.
    """
    folder = executable.parent.parent
    command = [str(executable), "-m", "pip", "--disable-pip-version-check", "install", str(wheel), *recipe.install]
    done = run(command, folder, plain_environment(), recipe.timeout, log)
    if done.exit:
        how = f"took longer than {recipe.timeout:.0f} s" if done.timed_out else f"ended with {done.exit}"
        raise BuildFailed(f"installing {wheel.name} {how}; the log: {log}")
    (site,) = folder.glob("lib/python3*/site-packages")
    names = _names_in(wheel, python.suffix)
    modules = names_to_paths(site, names)
    return Installed(executable, folder, site, modules, warnings(built), log, files_of(wheel))


def warnings(output: str) -> Counter[str]:
    """Return the texts of a compiler's warnings with their count, without places: those move."""
    return Counter(match[1] for match in _WARNING.finditer(output))


def _names_in(wheel: Path, suffix: str) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        files = archive.namelist()
    found = []
    for name in files:
        for ending in (suffix, ".abi3.so", ".abi3t.so"):
            if name.endswith(ending) and ".data/" not in name:
                found.append(name.removesuffix(ending))
    return sorted(set(found))


def names_to_paths(site: Path, names: Sequence[str]) -> dict[str, Path]:
    """Return the libraries under *site* by import name, from paths without their suffix."""
    return {name.replace("/", "."): next(site.glob(f"{name}.*so")) for name in names}


def test(recipe: Recipe, source: Path, installed: Installed, folder: Path, log: Path) -> Tested:
    """
    Run the test command in *folder*, which gets the test files of *source* or all.

    A failure is tried again, as tests may be flaky; not what took too long.
    """
    done = _test(recipe, source, installed, folder, log)
    if done.exit == 0 or done.timed_out:
        return done
    return _test(recipe, source, installed, folder, log.with_suffix(".again.log"))


def _test(recipe: Recipe, source: Path, installed: Installed, folder: Path, log: Path) -> Tested:
    command = prepare_tests(recipe, source, installed, folder)
    done = run(command, folder, test_environment(recipe, installed), recipe.timeout, log)
    return Tested(done.exit, counts.read(done.output), done.timed_out, log)


def prepare_tests(recipe: Recipe, source: Path, installed: Installed, folder: Path) -> str:
    """Put the test files into a new *folder* and return the command. Raises UsageError for a file that isn't there."""
    shutil.rmtree(folder, ignore_errors=True)
    if not recipe.test_files:
        copies.copy(source, folder, pristine=True)
    for name in recipe.test_files:
        folder.mkdir(parents=True, exist_ok=True)
        if (source / name).is_dir():
            copies.copy(source / name, folder / name, pristine=True)
        elif (source / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / name, folder / name)
        else:
            raise UsageError(f"--test-files {name}: there is none in the original; name what the tests need")
    places = {"py": installed.python, "src": source, "venv": installed.environment, "t": folder, "sp": installed.site}
    return filled(recipe.test, places)


def test_environment(recipe: Recipe, installed: Installed) -> dict[str, str]:
    """Return the environment for the tests: the package's own comes first on PATH."""
    added = {"PATH": _path(installed.python), "VIRTUAL_ENV": str(installed.environment)}
    if not recipe.test_files:
        # So that the folder with the sources, in which the tests run, isn't taken for the installed package.
        added["PYTHONSAFEPATH"] = "1"
    return plain_environment(added | {"PYTHONDONTWRITEBYTECODE": "1"})


def _path(python: Path) -> str:
    return f"{python.parent}:{plain_environment().get('PATH', '')}"


def filled(command: str, places: Mapping[str, Path]) -> str:
    """Return a line of shell with {py} and the like replaced; other braces stay, shells use them."""
    for word, path in places.items():
        command = command.replace(f"{{{word}}}", str(path))
    return command
