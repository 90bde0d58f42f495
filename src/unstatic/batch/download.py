"""Source distributions from package indexes, found as pip finds them.

`pip download` would run each package's setup.py to learn its metadata. unearth is pip's finder as a library: it takes
the same requirements and indexes, and runs nothing.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from unstatic.batch.packages import ARCHIVES, Package, mismatch
from unstatic.errors import UnstaticError, UsageError
from unstatic.settings.requires import NEWEST, dotted
from unstatic.system.building.processes import plain_environment, run

_LIMIT = 600
_OPTIONS = {"index-url": "--index-url", "extra-index-url": "--index-url", "find-links": "--find-link"}
_DEFAULT_INDEX = "https://pypi.org/simple/"


class DownloadFailed(UnstaticError):
    """A package can't be had, or isn't what its hash says."""


def require() -> None:
    """Raise UsageError unless what downloads packages is installed."""
    if importlib.util.find_spec("unearth") is None:
        raise UsageError("downloading packages needs unearth; install it with: pip install 'unstatic[batch]'")


def fetch(package: Package, folder: Path) -> Path:
    """Return the package's archive, downloaded to *folder* unless an earlier run did. Raises DownloadFailed."""
    own = folder / package.name
    if not any(_archives(own)):
        _download(package, own)
    archive = _archives(own)[0]
    wrong = mismatch(archive, package.hashes)
    if wrong:
        shutil.rmtree(own, ignore_errors=True)
        raise DownloadFailed(f"{package.source}: {archive.name} isn't what was asked for: {wrong}")
    return archive


def _archives(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*") if path.name.endswith(ARCHIVES))


def _download(package: Package, folder: Path) -> None:
    """Leave the archive in *folder*, which appears complete or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".download-", dir=folder.parent) as work:
        new = Path(work) / "new"
        new.mkdir()
        command = [sys.executable, "-P", "-m", "unearth", "--no-binary", *_index_options(), "-d", str(new)]
        ended = run([*command, package.requirement], new, plain_environment(), _LIMIT, Path(work) / "log")
        found = _local_path(ended.output)
        if found is None and not ended.timed_out:
            # One that asks for a newer Python than the running one is read all the same.
            newer = [*command, "--python-version", dotted(NEWEST), package.requirement]
            found = _local_path(run(newer, new, plain_environment(), _LIMIT, Path(work) / "log").output)
        if found is None:
            raise DownloadFailed(f"{package.source}: {_reason(ended.output, ended.timed_out)}")
        if found.parent != new:
            # An archive of this machine isn't downloaded, only found.
            shutil.copy(found, new)
        for other in new.iterdir():
            if other.is_dir():
                # Unpacked as well, which isn't wanted here.
                shutil.rmtree(other)
        os.replace(new, folder)


def _local_path(output: str) -> Path | None:
    """Return where unearth says that the archive is, if it found one; its answer is JSON."""
    try:
        answer = json.loads(output[output.index("\n{") : output.rindex("}") + 1])
        path = Path(answer["local_path"])
    except (ValueError, KeyError, TypeError):
        return None
    return path if path.is_file() and path.name.endswith(ARCHIVES) else None


def _reason(output: str, timed_out: bool) -> str:
    if timed_out:
        return f"can't be downloaded within {_LIMIT} seconds; look at the network and try again"
    last = [line for line in output.splitlines() if line.strip() and not line.startswith(("[", "$"))][-1:]
    if not last or "No matches" in last[0] or "not found" in last[0].lower():
        return "no such source distribution on the configured indexes; look at its spelling and version"
    return f"can't be downloaded: {last[0].strip()}; look at the network and at `pip config list`"


def _index_options() -> list[str]:
    """Return the indexes that pip is configured to use."""
    found: dict[str, list[str]] = {}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "pip", "config", "list"], capture_output=True, text=True, timeout=60
        )
        lines = done.stdout.splitlines()
    except (OSError, subprocess.TimeoutExpired):
        lines = []
    for line in lines:
        name, _, value = line.partition("=")
        key = name.rpartition(".")[2]
        if key in _OPTIONS:
            # What the environment says stands last, and replaces what files say.
            found[key] = str(ast.literal_eval(value)).split()
    found.setdefault("index-url", [_DEFAULT_INDEX])
    return [word for key, option in _OPTIONS.items() for value in found.get(key, ()) for word in (option, value)]
