"""The oldest Python that a project supports, read from its build files without running them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic import parsed

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

OLDEST = (3, 9)
"""The oldest Python that migrated code can run on: the first with `PyType_FromModuleAndSpec`."""
NEWEST = (3, 15)
# What nearly every project says. Whatever is more than that needs the library, which takes longer to load than to use.
_AT_LEAST = re.compile(r">= ?3\.([0-9]{1,2})(?:\.[0-9]{1,2})?")


@dataclass(frozen=True, slots=True)
class Minimum:
    """A Python version, where it was found, and what was changed about it (empty if nothing)."""

    version: tuple[int, int]
    source: str
    note: str = ""


def stated_requirement(root: Path) -> SpecifierSet:
    """Return what the project in *root* requires of Python; everything will do if it says nothing that can be read."""
    try:
        pyproject = parsed.toml((root / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        pyproject = {}
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        return SpecifierSet(next((requirement for _, requirement in _stated(root, pyproject) if requirement), ""))
    except InvalidSpecifier:
        return SpecifierSet()


def minimum_python(root: Path, pyproject: Mapping[str, object]) -> Minimum:
    """Return the oldest Python that the project in *root* supports, between OLDEST and NEWEST.

    *pyproject* is the parsed pyproject.toml, empty if there is none. The first build file that states a
    usable requirement wins: pyproject.toml, setup.cfg, then a literal `python_requires=` in setup.py.
    """
    for source, requirement in _stated(root, pyproject):
        version = lowest(requirement)
        if version is not None:
            return _within_limits(version, f"{source}: {requirement}")
    return Minimum(OLDEST, "default: the project doesn't say which Pythons it supports")


def _stated(root: Path, pyproject: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield what each build file says, or nothing; a file isn't read before it's asked for."""
    yield "pyproject.toml", _from_pyproject(pyproject)
    yield "setup.cfg", _from_setup_cfg(root / "setup.cfg")
    yield "setup.py", _from_setup_py(root / "setup.py")


def _from_pyproject(pyproject: Mapping[str, object]) -> str:
    project = pyproject.get("project")
    requirement = project.get("requires-python") if isinstance(project, dict) else None
    return requirement if isinstance(requirement, str) else ""


def _from_setup_cfg(path: Path) -> str:
    if not path.is_file():
        return ""
    import configparser

    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        return ""
    options = parser["options"] if parser.has_section("options") else {}
    return options.get("python_requires", options.get("python-requires", "")).strip()


def _from_setup_py(path: Path) -> str:
    try:
        data = path.read_bytes()
        # Most scripts don't name it, and parsing takes longer than looking for it.
        tree = _script(data) if b"python_requires" in data else ast.Module([], [])
    except (OSError, SyntaxError, ValueError):
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "python_requires":
            value = node.value
            return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
    return ""


def _script(data: bytes) -> ast.Module:
    # Others read it as text, without a look at the encoding that it may name.
    return parsed.python(data.decode()) if data.isascii() and b"\r" not in data else ast.parse(data)


def lowest(requirement: str) -> tuple[int, int] | None:
    """Return the oldest Python that *requirement* allows, None if it allows none, is empty or can't be read."""
    if not requirement:
        return None
    plain = _AT_LEAST.fullmatch(requirement)
    return (3, int(plain[1])) if plain else lowest_allowed(requirement)


@lru_cache(maxsize=64)
def lowest_allowed(requirement: str) -> tuple[int, int] | None:
    """Return the same as `lowest`, for a requirement of any form."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        specifiers = SpecifierSet(requirement)
    except InvalidSpecifier:
        return None
    # "2.7" first: a project that still names it supports everything that comes after.
    candidates = [(2, 7), *((3, minor) for minor in range(100))]
    for major, minor in candidates:
        # A late patch release too: ">=3.9.2" excludes 3.9.0 but means 3.9.
        if any(specifiers.contains(f"{major}.{minor}.{patch}") for patch in (0, 99)):
            return (major, minor)
    return None


def _within_limits(version: tuple[int, int], source: str) -> Minimum:
    if version < OLDEST:
        return Minimum(OLDEST, source, f"{source}: the result needs Python {dotted(OLDEST)} or newer")
    if version > NEWEST:
        return Minimum(NEWEST, source, f"{source}: nothing newer than Python {dotted(NEWEST)} is known")
    return Minimum(version, source)


def dotted(version: tuple[int, int]) -> str:
    """Return a version as people write it."""
    return f"{version[0]}.{version[1]}"
