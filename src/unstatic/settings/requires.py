"""The oldest Python that a project supports, read from its build files without running them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from unstatic.project.discovery.setup_py import evaluator
from unstatic.project.discovery.sources import read_bytes
from unstatic.system import parsed_files

if TYPE_CHECKING:
    from packaging.specifiers import SpecifierSet

OLDEST = (3, 9)
"""The oldest Python that migrated code can run on: the first with `PyType_FromModuleAndSpec`."""
NEWEST = (3, 15)
# The minor version of a classifier that names none.
_ANY = -1
_ANY_3 = (3, _ANY)
# What nearly every project says. Whatever is more than that needs the library, which takes longer to load than to use.
_CLASSIFIER = re.compile(
    r"^[ \t]*Programming Language :: Python :: (2|3|[23]\.[0-9]{1,2})(?: :: Only)?[ \t\r]*$", re.MULTILINE
)
_AT_LEAST = re.compile(r">= ?3\.([0-9]{1,2})(?:\.[0-9]{1,2})?")

# Python reads no number of more than 4,300 digits, and what takes more than a few dozen letters isn't a requirement.
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Minimum:
    """A Python version, where it was found, and what was changed about it (empty if nothing)."""

    version: tuple[int, int]
    source: str
    note: str = ""


def stated_requirement(root: Path) -> SpecifierSet:
    """Return what the project in *root* requires of Python; everything will do if it says nothing that can be read."""
    try:
        pyproject = parsed_files.toml(read_bytes(root / "pyproject.toml").decode())
    except (OSError, ValueError):
        pyproject = {}
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    stated = next((requirement for _, requirement in _stated(root, pyproject) if requirement), "")
    try:
        return SpecifierSet(stated if len(stated) <= _LONGEST else "")
    except InvalidSpecifier:
        return SpecifierSet()


def minimum_python(root: Path, pyproject: Mapping[str, object]) -> Minimum:
    """Return the oldest Python that the project in *root* supports, between OLDEST and NEWEST.

    *pyproject* is the parsed pyproject.toml, empty if there is none. The first build file that states a
    usable requirement wins: pyproject.toml, setup.cfg, then `python_requires=` in setup.py.
    """
    source, requirement = _requirement(root, pyproject)
    version = lowest(requirement)
    if version is None:
        note = broken_promise(root, pyproject, OLDEST)
        return Minimum(OLDEST, "default: the project doesn't say which Pythons it requires", note)
    if version > NEWEST:
        note = f"{source}: {requirement}: nothing newer than Python {dotted(NEWEST)} is known"
        return Minimum(NEWEST, f"{source}: {requirement}", note)
    oldest = max(version, OLDEST)
    return Minimum(oldest, f"{source}: {requirement}", broken_promise(root, pyproject, oldest))


def broken_promise(root: Path, pyproject: Mapping[str, object], needed: tuple[int, int]) -> str:
    """Return which Pythons the project says it supports, if some are older than *needed*; empty if none is.

    What it requires counts, then the classifiers (packaging.python.org, "Core metadata"): pip looks at the former only.
    """
    source, requirement = _requirement(root, pyproject)
    version = lowest(requirement)
    listed = _classified(root, pyproject)
    known = [item for _, item in listed if item != _ANY_3]
    if (version or min(known, default=needed)) >= needed:
        return ""
    named = sorted({item for _, item in listed if version is None or item >= version})
    is_listed = bool(named) and named[0] < needed
    text = f"{spelled(named)} ({listed[0][0]})" if is_listed else f"{requirement} ({source})"
    return f"the result needs Python {dotted(needed)}; the project says {text}"


def spelled(versions: Sequence[tuple[int, int]]) -> str:
    """Return sorted versions as people write them: `2.7, 3.6-3.13`."""
    runs: list[list[tuple[int, int]]] = []
    for version in versions:
        if runs and runs[-1][-1] == (version[0], version[1] - 1):
            runs[-1].append(version)
        else:
            runs.append([version])
    texts = [f"{dotted(run[0])}-{dotted(run[-1])}" if len(run) > 1 else dotted(run[0]) for run in runs]
    return ", ".join(text.removesuffix(f".{_ANY}") for text in texts)


def _requirement(root: Path, pyproject: Mapping[str, object]) -> tuple[str, str]:
    """Return the first requirement that can be read, with the file that states it."""
    stated = _stated(root, pyproject)
    return next(((source, text) for source, text in stated if lowest(text) is not None), ("", ""))


def _classified(root: Path, pyproject: Mapping[str, object]) -> list[tuple[str, tuple[int, int]]]:
    """Return the versions that classifiers name, each with its file; a bare 2 or 3 where nothing else is."""
    project = pyproject.get("project")
    listed = project.get("classifiers") if isinstance(project, dict) else None
    texts = {"pyproject.toml": "\n".join(map(str, listed)) if isinstance(listed, list) else ""}
    if not texts["pyproject.toml"]:
        texts["setup.cfg"] = _setup_cfg(root / "setup.cfg", "metadata", ("classifiers", "classifier"))
        texts["setup.py"] = "\n".join(_constants(root / "setup.py"))
    found = [(source, match[1]) for source, text in texts.items() for match in _CLASSIFIER.finditer(text)]
    exact = {text[0] for _, text in found if "." in text}
    return [(source, _version(text)) for source, text in found if "." in text or text not in exact]


def _version(text: str) -> tuple[int, int]:
    major, _, minor = text.partition(".")
    return (int(major), int(minor) if minor else _ANY)


def _constants(path: Path) -> Iterator[str]:
    """Yield the texts that a script writes out, comments not among them."""
    try:
        data = read_bytes(path)
        tree = _script(data) if b"Programming Language" in data else ast.Module([], [])
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _stated(root: Path, pyproject: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield what each build file says, or nothing; a file isn't read before it's asked for."""
    yield "pyproject.toml", _from_pyproject(pyproject)
    yield "setup.cfg", _setup_cfg(root / "setup.cfg", "options", ("python_requires", "python-requires"))
    yield "setup.py", _from_setup_py(root / "setup.py")


def _from_pyproject(pyproject: Mapping[str, object]) -> str:
    project = pyproject.get("project")
    requirement = project.get("requires-python") if isinstance(project, dict) else None
    return requirement if isinstance(requirement, str) else ""


def _setup_cfg(path: Path, section: str, keys: Sequence[str]) -> str:
    if not path.is_file():
        return ""
    import configparser

    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError):
        return ""
    options = parser[section] if parser.has_section(section) else {}
    return next((options[key].strip() for key in keys if options.get(key)), "")


def _from_setup_py(path: Path) -> str:
    try:
        data = read_bytes(path)
        # Most scripts don't name it, and parsing takes longer than looking for it.
        tree = _script(data) if b"python_requires" in data else ast.Module([], [])
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "python_requires":
            value = node.value
            if isinstance(value, ast.Constant):
                return value.value if isinstance(value.value, str) else ""
            return next(evaluator.given(path.parent, "python_requires"), "")
    return ""


def _script(data: bytes) -> ast.Module:
    # Others read it as text, without a look at the encoding that it may name.
    return parsed_files.python(data.decode()) if data.isascii() and b"\r" not in data else ast.parse(data)


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

    if len(requirement) > _LONGEST:
        return None
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


def dotted(version: tuple[int, int]) -> str:
    """Return a version as people write it."""
    return f"{version[0]}.{version[1]}"
