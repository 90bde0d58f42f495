"""The extension modules of CPython 3.11: fetched as Debian's source package, configured, and made a project of.

CPython 3.11 finds out in its own `setup.py`, while it's being built, what its modules consist of. In the copy that is
measured one takes its place that lists the modules of `Modules/Setup.*.in` as they stand there.
"""

from __future__ import annotations

import os
import re
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

from bench.tools import command
from unstatic.project.scan import Unit

SOURCES = (
    "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main"
)
FOLDERS = (
    ".",
    "Include",
    "Include/internal",
    "Modules",
    "Modules/_decimal/libmpdec",
    "Modules/expat",
)
_CORE = ("Py_BUILD_CORE", "Py_BUILD_CORE_BUILTIN")
# What the build defines for single modules.
_DEFINES = {
    "_decimal": ("CONFIG_64=1", "ANSI=1", "HAVE_UINT128_T=1"),
    "_sqlite3": ('MODULE_NAME="sqlite3"',),
    "pyexpat": ("HAVE_EXPAT_CONFIG_H=1", "XML_STATIC"),
}
# Compiled on Windows only, and nothing elsewhere: what stands there is behind an #if.
_ELSEWHERE = {"_io": ("Modules/_io/winconsoleio.c",)}
_TABLE = "Tools/c-analyzer/cpython/globals-to-fix.tsv"


class Unreachable(Exception):
    """The sources can't be had here; says why."""


def fetch(folder: Path) -> Path:
    """Return the configured tree below *folder*, made there unless it is. Raises Unreachable."""
    folder.mkdir(parents=True, exist_ok=True)
    root = next(folder.glob("Python-3.11.*/"), None) or _unpacked(_downloaded(folder), folder)
    if not (root / "pyconfig.h").is_file():
        _run(["./configure", "-q"], root, folder / "configure.log")
    return root


def _downloaded(folder: Path) -> Path:
    listing = folder / "sources.list"
    listing.write_text(SOURCES + "\n", encoding="utf-8")
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    options = {
        "Dir::Etc::sourcelist": listing,
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State": folder / "state",
        "Dir::Cache": folder / "cache",
    }
    apt = ["apt-get", "-q", *(part for key, value in options.items() for part in ("-o", f"{key}={value}"))]
    log = folder / "apt.log"
    _run([*apt, "update"], folder, log)
    _run([*apt, "source", "--download-only", "python3.11"], folder, log)
    return next(folder.glob("python3.11_*.orig.tar.*"))


def _unpacked(archive: Path, folder: Path) -> Path:
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return next(folder.glob("Python-3.11.*/"))


def _run(argv: list[str], folder: Path, log: Path) -> None:
    with log.open("ab") as output:
        try:
            subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unreachable(f"{argv[0]} doesn't work here ({error}); see {log}") from error


def modules(root: Path) -> dict[str, tuple[str, ...]]:
    """Return the sources of each module by its name, relative to the tree."""
    found: dict[str, tuple[str, ...]] = {}
    for name in ("Setup.stdlib.in", "Setup.bootstrap.in"):
        for line in (root / "Modules" / name).read_text(encoding="utf-8").splitlines():
            match = re.fullmatch(r"#?(?:@MODULE_\w+@)?(\w+)((?: +[\w/]+\.c)+)(?: .*)?", line)
            if match is not None:
                own = tuple(f"Modules/{source}" for source in match[2].split())
                found[match[1]] = (*own, *(one for one in _ELSEWHERE.get(match[1], ()) if (root / one).is_file()))
    listed = {source for sources in found.values() for source in sources}
    for path in sorted((root / "Modules").glob("*.c")):
        maker = re.search(rb"^PyInit_(\w+)\s*\(", path.read_bytes(), re.MULTILINE)
        if maker is not None and f"Modules/{path.name}" not in listed:
            found.setdefault(maker[1].decode(), (f"Modules/{path.name}",))
    return found


def make_project(root: Path, compiler: str) -> tuple[list[str], list[str]]:
    """Write a `setup.py` that lists the modules which *compiler* can compile here; return their names and the others.

    The others need headers that aren't installed, or a platform that this isn't.
    """
    lines: list[str] = []
    kept: list[str] = []
    left: list[str] = []
    for name, sources in modules(root).items():
        defines = next((item for item in _choices(name) if _compiles(root, sources, item, compiler)), None)
        if defines is None:
            left.append(name)
            continue
        macros = [(key, value or None) for key, _, value in (item.partition("=") for item in defines)]
        options = f"include_dirs={list(FOLDERS)!r}, define_macros={macros!r}"
        lines.append(f"    Extension({name!r}, {list(sources)!r}, {options}),")
        kept.append(name)
    text = ["from setuptools import Extension, setup", "", "setup(ext_modules=[", *lines, "])", ""]
    (root / "setup.py").write_text("\n".join(text), encoding="utf-8")
    return kept, left


def _choices(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the macros to try: a few modules refuse to be compiled as a part of the core."""
    own = _DEFINES.get(name, ())
    return (*_CORE, *own), (_CORE[0], *own), own


def _compiles(root: Path, sources: tuple[str, ...], defines: tuple[str, ...], compiler: str) -> bool:
    arguments = (*(f"-I{os.path.normpath(root / name)}" for name in FOLDERS), *(f"-D{item}" for item in defines))
    units = [Unit(root / source, arguments, "c") for source in sources]
    commands = (command("clang", compiler, unit, root / "Include") for unit in units)
    return all(subprocess.run(argv, capture_output=True, check=False).returncode == 0 for argv in commands)


def live_types(root: Path) -> set[tuple[str, str]]:
    """Return the static types of modules that c-analyzer's list has and that are still defined, as (file, name)."""
    return {item for item in _listed(root) if _is_defined(root, *item)}


def _listed(root: Path) -> Iterator[tuple[str, str]]:
    section = ""
    for line in (root / _TABLE).read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            section = line[2:]
        elif line.startswith("Modules/") and section == "static types":
            file, _, name, *_ = line.split("\t")
            yield file, name


def _is_defined(root: Path, file: str, name: str) -> bool:
    path = root / file
    pattern = rf"^[^\n#]*\bPyTypeObject\s+{name}\b\s*=".encode()
    return path.is_file() and re.search(pattern, path.read_bytes(), re.MULTILINE) is not None
