"""What code outside of an extension may rely on: headers, installed or of other projects, and exported functions."""

from __future__ import annotations

import ast
import configparser
import fnmatch
import re
from collections.abc import Iterable, Iterator, Sequence
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
_COPYING = ("copy_file", "copy", "copy2", "copyfile")
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


def exported_functions(root: Path) -> frozenset[str]:
    """Return the functions that setup.py lists in `export_symbols=`: others may link against them."""
    nodes = _nodes(ProjectFiles(root).text("setup.py") or "")
    given = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg == "export_symbols"]
    return frozenset(value for value in _constants(nodes, given) if isinstance(value, str))


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
    nodes = _nodes(text)
    given = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg in _INSTALLING]
    # `setup(**options)`: the table may be built anywhere.
    tables = [node for node in nodes if isinstance(node, ast.Dict)]
    given += [value for node in tables for key, value in zip(node.keys, node.values, strict=True) if _installs(key)]
    return tuple(_header_patterns((*_constants(nodes, given), *_copied(nodes))))


def _nodes(text: str) -> list[ast.AST]:
    try:
        return list(ast.walk(parsed_files.python(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _constants(nodes: Sequence[ast.AST], given: Sequence[ast.expr]) -> Iterator[object]:
    """Yield the constants in some expressions, and in what is assigned to the variables that they name."""
    waiting, found = list(given), list(given)
    assigned = [node for node in nodes if isinstance(node, ast.Assign)]
    while waiting:
        names = {item.id for value in waiting for item in ast.walk(value) if isinstance(item, ast.Name)}
        # A name may be made of others, which are assigned elsewhere.
        waiting = [node.value for node in assigned if names & set(_targets(node)) and node.value not in found]
        found += waiting
    return (item.value for value in found for item in ast.walk(value) if isinstance(item, ast.Constant))


def _copied(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the names of the files that a command for the installation copies itself."""
    commands = (node for node in nodes if isinstance(node, ast.ClassDef))
    installing = [node for node in commands if any("install" in ast.unparse(base) for base in node.bases)]
    calls = (item for node in installing for item in ast.walk(node) if isinstance(item, ast.Call))
    copies = (item for item in calls if isinstance(item.func, ast.Attribute) and item.func.attr in _COPYING)
    sources = (item.args[0] for item in copies if item.args)
    yield from (item.value for item in sources if isinstance(item, ast.Constant) and isinstance(item.value, str))


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
