"""Migrates the packages of wild/packages.toml, which nothing here was tuned to, and writes WILD.md."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypedDict

from harness import wild_page

HERE = Path(__file__).resolve().parent
PAGE = HERE / "WILD.md"
LIST = HERE / "wild" / "packages.toml"
# Seconds by the clock, for one package; with builds and probes.
LIMIT, LIMIT_WITH_BUILDS = 900, 3600
PYTHONS = ("3.12", "3.13")
EXAMINED = (0, 3, 4, 5, 70)
"""Exit codes of a batch that went through all packages; 70: a bug of the tool in one of them."""


class Entry(TypedDict):
    """One package of the list: its pinned requirement, and the Debian packages with the headers that it includes."""

    requirement: str
    debian: list[str]


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if all packages were examined, else the exit code of the batch."""
    options = _options(arguments)
    listed = entries(LIST)
    lacking = missing(package for entry in listed for package in entry["debian"])
    if lacking:
        print(f"headers are missing, so some packages can't be read: apt-get install {' '.join(lacking)}")
    options.work.mkdir(parents=True, exist_ok=True)
    manifest = options.work / "packages.toml"
    manifest.write_text("".join(f"[[package]]\nrequirement = {json.dumps(one['requirement'])}\n" for one in listed))
    ended = subprocess.run(_command(manifest, options), check=False).returncode
    if ended not in EXAMINED:
        return ended
    found = wild_page.read(options.work / "reports")
    history = wild_page.history(PAGE.read_text(encoding="utf-8") if PAGE.exists() else "")
    PAGE.write_text(wild_page.page(found, wild_page.Run(version(), lacking, options.build), history), encoding="utf-8")
    print(f"wrote {PAGE}")
    return ended


def _options(arguments: list[str] | None) -> argparse.Namespace:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2, help="packages at the same time")
    parser.add_argument("--build", action="store_true", help="build both versions and compare them; runs their code")
    parser.add_argument("--work", type=Path, default=cache / "unstatic-wild", help="downloads and reports")
    options = parser.parse_args(arguments)
    options.work = options.work.resolve() / ("built" if options.build else "read")
    return options


def entries(path: Path) -> Sequence[Entry]:
    """Return the packages of the list at *path*."""
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["package"]
    return [Entry(requirement=one["requirement"], debian=one.get("debian", [])) for one in listed]


def missing(packages: Iterable[str]) -> list[str]:
    """Return the Debian packages that aren't installed; all count as installed where there is no dpkg."""
    tool = shutil.which("dpkg-query")
    if tool is None:
        return []
    command = [tool, "--show", "--showformat", "${Status}"]
    return [
        name
        for name in sorted(set(packages))
        if b"ok installed" not in subprocess.run([*command, name], capture_output=True, check=False).stdout
    ]


def _command(manifest: Path, options: argparse.Namespace) -> list[str]:
    limit = LIMIT_WITH_BUILDS if options.build else LIMIT
    command = [sys.executable, "-m", "unstatic", "batch", str(manifest), "--output", str(options.work / "reports")]
    command += ["--jobs", str(options.jobs), "--time-limit", str(limit)]
    if options.build:
        command += ["--capture", "--verify", *(word for minor in PYTHONS for word in ("--python", minor))]
    return command


def version() -> str:
    """Return the commit that was measured, with a plus if the working tree differs from it."""
    command = ["git", "-C", str(HERE), "describe", "--always", "--dirty=+", "--exclude=*"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
