"""Headers that code outside of an extension may rely on: installed ones, and those of other projects."""

from __future__ import annotations

import ast
import configparser
import fnmatch
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from unstatic.project.discovery.files import ProjectFiles
from unstatic.system import parsed_files

HEADER_SUFFIXES = (".h", ".hh", ".hpp", ".hxx", ".inc")
_FOREIGN_FOLDERS = {
    *("vendor", "vendored", "_vendor", "deps", "subprojects"),
    *("third_party", "third-party", "thirdparty", "3rdparty", "external", "externals", "extern"),
}
_INSTALLING = ("headers", "package_data", "data_files")
_MESON_CALL = re.compile(r"(?:install_headers|install_sources)\s*\(([^)]*)\)")
_QUOTED = re.compile(r"'([^']*)'")


def public_headers(root: Path, paths: Iterable[Path]) -> frozenset[Path]:
    """Return which of the headers among *paths* are installed, or belong to another project that is copied here."""
    files = ProjectFiles(root)
    script = _of_setup_py(files.text("setup.py") or "")
    patterns = tuple(dict.fromkeys((*script, *_of_tables(files), *_of_meson(files))))
    return frozenset(
        path
        for path in paths
        if path.suffix in HEADER_SUFFIXES and (_is_foreign(root, path) or _is_installed(root, path, patterns))
    )


def _is_foreign(root: Path, path: Path) -> bool:
    if not path.is_relative_to(root):
        return True
    return any(part.lower() in _FOREIGN_FOLDERS for part in path.relative_to(root).parts[:-1])


def _is_installed(root: Path, path: Path, patterns: Iterable[str]) -> bool:
    inside = path.relative_to(root).as_posix()
    return any(inside == item or fnmatch.fnmatch(inside, f"*/{item}") or path.name == item for item in patterns)


@lru_cache(maxsize=2)
def _of_setup_py(text: str) -> tuple[str, ...]:
    """Return what is written in `headers=`, `package_data=` and `data_files=`, or in the variables that these name.

    All extensions of a project ask for the same script.
    """
    try:
        tree = parsed_files.python(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    nodes = list(ast.walk(tree))
    given = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg in _INSTALLING]
    # `setup(**options)`: the table may be built anywhere.
    tables = [node for node in nodes if isinstance(node, ast.Dict)]
    given += [value for node in tables for key, value in zip(node.keys, node.values, strict=True) if _installs(key)]
    waiting = list(given)
    assigned = [node for node in nodes if isinstance(node, ast.Assign)]
    while waiting:
        names = {item.id for value in waiting for item in ast.walk(value) if isinstance(item, ast.Name)}
        # A name may be made of others, which are assigned elsewhere.
        waiting = [node.value for node in assigned if names & set(_targets(node)) and node.value not in given]
        given += waiting
    constants = (item.value for value in given for item in ast.walk(value) if isinstance(item, ast.Constant))
    return tuple(_header_patterns(constants))


def _installs(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and key.value in _INSTALLING


def _targets(node: ast.Assign) -> Iterator[str]:
    return (target.id for target in node.targets if isinstance(target, ast.Name))


def _header_patterns(values: Iterable[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str) and value.endswith(HEADER_SUFFIXES):
            yield value


def _of_tables(files: ProjectFiles) -> Iterator[str]:
    """Yield the package data of pyproject.toml and setup.cfg."""
    table: Any = files.toml("pyproject.toml")
    for name in ("tool", "setuptools", "package-data"):
        table = table.get(name, {}) if isinstance(table, dict) else {}
    listed = table.values() if isinstance(table, dict) else ()
    yield from _header_patterns(item for items in listed if isinstance(items, list) for item in items)
    config = configparser.RawConfigParser(strict=False)
    try:
        config.read_string(files.text("setup.cfg") or "")
    except configparser.Error:
        return
    for section in ("options.package_data", "files", "options"):
        if config.has_section(section):
            values = dict(config[section]).items()
            wanted = [value for key, value in values if section == "options.package_data" or key in _INSTALLING]
            yield from _header_patterns(word for value in wanted if value for word in value.replace(",", " ").split())


def _of_meson(files: ProjectFiles) -> Iterator[str]:
    for call in _MESON_CALL.findall(files.text("meson.build") or ""):
        yield from _header_patterns(_QUOTED.findall(call))
