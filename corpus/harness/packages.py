"""Fetches, builds, installs and tests one published package."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from harness.compiler import warnings
from harness.pins import Pin
from unstatic.building.interpreters import Interpreter
from unstatic.verify import counts

TOOLS = ("setuptools", "wheel", "pytest")
# setuptools lets these replace the interpreter's own flags, and then two builds don't compare.
HIDDEN = ("CC", "CFLAGS", "CPPFLAGS", "CXXFLAGS", "LDFLAGS", "PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "VIRTUAL_ENV")


class StepFailed(Exception):
    """A step outside of what is judged went wrong: names the step and its log."""


@dataclass(frozen=True, slots=True)
class Run:
    """One finished command; *log* is the file with all it printed."""

    exit: int
    seconds: float
    output: str
    log: Path


@dataclass(frozen=True, slots=True)
class Installed:
    """One build of the package in an environment of its own."""

    python: Path
    environment: Path
    site: Path
    warnings: Counter[str]
    exit: int
    log: Path


@dataclass(frozen=True, slots=True)
class Tested:
    """The result of the package's own tests."""

    exit: int
    counts: dict[str, int]
    seconds: float
    log: Path
    runs: int

    def same_as(self, other: Tested) -> bool:
        """Whether both ended alike and as many tests passed."""
        return self.exit == other.exit and self.counts.get("passed") == other.counts.get("passed")


def execute(command: list[str] | str, log: Path, cwd: Path, env: dict[str, str] | None = None) -> Run:
    """Run a command, or a line of shell, without input and with a plain environment; keep what it prints in *log*."""
    log.parent.mkdir(parents=True, exist_ok=True)
    plain = {name: value for name, value in os.environ.items() if name not in HIDDEN}
    start = time.monotonic()
    run = subprocess.run(
        command,
        shell=isinstance(command, str),
        cwd=cwd,
        env=plain | {"LC_ALL": "C.UTF-8"} | (env or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    output = run.stdout.decode(errors="replace")
    log.write_text(f"$ {command}\n{output}\n[exit {run.returncode}]\n", encoding="utf-8")
    return Run(run.returncode, time.monotonic() - start, output, log)


def fetch(pin: Pin, folder: Path, log: Path) -> Path:
    """Return the pinned sdist in *folder*, downloaded unless it's there. Raises StepFailed if it's another one."""
    folder.mkdir(parents=True, exist_ok=True)
    found = _with_digest(folder, pin.sha256)
    if found is None:
        command = [sys.executable, "-m", "unearth", "--no-binary", "-d", str(folder), f"{pin.name}=={pin.version}"]
        run = execute(command, log, folder)
        found = _with_digest(folder, pin.sha256)
        if found is None:
            raise StepFailed(f"no sdist with the pinned sha256 was downloaded (exit {run.exit}): {log}")
    return found


def _with_digest(folder: Path, digest: str) -> Path | None:
    archives = sorted(folder.glob("*.tar.gz"))
    return next((path for path in archives if hashlib.sha256(path.read_bytes()).hexdigest() == digest), None)


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack the sdist and return its only folder."""
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    return root


def missing_debian_packages(pin: Pin) -> list[str]:
    """Return those of the pin's Debian packages that dpkg doesn't know as installed."""
    if shutil.which("dpkg-query") is None:
        return []
    query = ["dpkg-query", "-W", "-f", "${Status}"]
    return [
        name for name in pin.apt if b"ok installed" not in subprocess.run([*query, name], capture_output=True).stdout
    ]


def tools(python: Interpreter, pin: Pin, folder: Path, log: Path) -> Path:
    """Return the interpreter of an environment with what builds and tests need; made once, and then offline."""
    wanted = sorted({*TOOLS, *pin.pip})
    key = hashlib.sha256(repr((python.version, str(python.executable), wanted)).encode()).hexdigest()[:12]
    environment = folder / f"tools-{python.minor}-{key}"
    executable = environment / "bin" / "python"
    if not (environment / "complete").exists():
        shutil.rmtree(environment, ignore_errors=True)
        _must(execute([str(python.executable), "-m", "venv", str(environment)], log, Path("/")))
        # One string may hold options too: "lxml --no-binary lxml".
        words = [word for requirement in wanted for word in requirement.split()]
        _must(execute([str(executable), "-m", "pip", "install", "--upgrade", *words], log, Path("/")))
        (environment / "complete").touch()
    return executable


def install(source: Path, pin: Pin, tools_python: Path, environment: Path, log: Path) -> Installed:
    """Build *source* (a private copy of the tree) and install it into a new environment that sees the tools."""
    shutil.rmtree(environment, ignore_errors=True)
    _must(execute([str(tools_python), "-m", "venv", "--without-pip", str(environment)], log, Path("/")))
    site, shared = _site(environment), _site(tools_python.parent.parent)
    (site / "tools.pth").write_text(f"{shared}\n", encoding="utf-8")
    executable = environment / "bin" / "python"
    pip = [str(executable), "-m", "pip", "install", "--verbose", "--no-build-isolation", "--no-deps", "--no-index"]
    run = execute([*pip, "--force-reinstall", str(source)], log, environment, dict(pin.env))
    return Installed(executable, environment, site, warnings(run.output), run.exit, log)


def _site(environment: Path) -> Path:
    (site,) = environment.glob("lib/python3*/site-packages")
    return site


def test(pin: Pin, source: Path, installed: Installed, folder: Path, log: Path) -> Tested:
    """Run the package's tests from a folder that holds nothing but its test files; a failure is tried once more."""
    done = _test(pin, source, installed, folder, log)
    if done.exit == 0:
        return done
    again = _test(pin, source, installed, folder, log.with_suffix(".again.log"))
    return Tested(again.exit, again.counts, again.seconds, again.log, runs=2)


def _test(pin: Pin, source: Path, installed: Installed, folder: Path, log: Path) -> Tested:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in pin.test_files:
        if (source / name).is_dir():
            shutil.copytree(source / name, folder / name)
        else:
            shutil.copy2(source / name, folder / name)
    words = {
        "{py}": installed.python,
        "{src}": source,
        "{venv}": installed.environment,
        "{t}": folder,
        "{sp}": installed.site,
    }
    run = execute(fill(pin.test, words), log, folder, dict(pin.env))
    return Tested(run.exit, counts.read(run.output), run.seconds, log, runs=1)


def fill(command: str, words: dict[str, Path]) -> str:
    """Return the command with the placeholders replaced; other braces stay, shells and printf use them."""
    for word, path in words.items():
        command = command.replace(word, str(path))
    return command


def _must(run: Run) -> None:
    if run.exit:
        raise StepFailed(f"exit {run.exit}: see {run.log}")
