"""What code outside of an extension may rely on: headers, installed or of other projects, and exported functions."""

from __future__ import annotations

import ast
import configparser
import fnmatch
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from unstatic.project.discovery.files import ProjectFiles
from unstatic.project.discovery.sources import read_bytes
from unstatic.system import parsed_files

HEADER_SUFFIXES = (".h", ".hh", ".hpp", ".hxx", ".inc")
_FOREIGN_FOLDERS = {
    *("vendor", "vendored", "_vendor", "deps", "subprojects"),
    *("third_party", "third-party", "thirdparty", "3rdparty", "external", "externals", "extern"),
}
_INSTALLING = ("headers", "package_data", "data_files")
_COPYING = ("copy_file", "copy", "copy2", "copyfile")
_MESON_CALL = re.compile(r"(?:install_headers|install_sources)\s*+\(([^)]*)")
_QUOTED = re.compile(r"'([^']*)'")
_GUARD = re.compile(rb"^[ \t]*#[ \t]*ifndef[ \t]+(\w+)", re.MULTILINE)
_SOURCES = ("", "src", "lib", "python")
"""Where packages stand in a project."""


@dataclass(frozen=True, slots=True)
class _Data:
    """A pattern of `package_data`, and the package whose folder it counts in; empty if that isn't known."""

    pattern: str
    package: str = ""


def public_headers(root: Path, paths: Iterable[Path]) -> frozenset[Path]:
    """Return which of the headers among *paths* are installed, or belong to another project that is copied here."""
    files = ProjectFiles(root)
    script = _of_setup_py(files.text("setup.py") or "")
    data = tuple(dict.fromkeys((*script, *_of_tables(files), *_of_meson(files))))
    packaged = {one: folders for one in data if (folders := _folders_of(files, one))}
    # `**` also stands for no folder at all.
    patterns = [text for one in data if one not in packaged for text in (one.pattern, one.pattern.replace("**/", ""))]
    installed: dict[str, list[Path]] = {}
    for one, folders in packaged.items():
        for found in _headers_in(folders, one.pattern):
            installed.setdefault(found.name, []).append(found)
    return frozenset(
        path
        for path in paths
        if path.suffix in HEADER_SUFFIXES
        and (
            _is_foreign(root, path)
            or any(_is_copy(path, one) for one in installed.get(path.name, ()))
            or _is_installed(root, path, patterns)
        )
    )


def _folders_of(files: ProjectFiles, data: _Data) -> tuple[Path, ...]:
    """Return the folders in which a pattern counts; none if its package isn't known, or not where packages stand."""
    within = Path(data.pattern).parent
    if not data.package.strip("*") or "*" in str(within):
        return ()
    packages = (Path(source, *data.package.split(".")) for source in _SOURCES)
    found = (files.inside(package / within) for package in packages if files.inside(package / "__init__.py"))
    return tuple(folder for folder in found if folder is not None and folder.is_dir())


def _headers_in(folders: Iterable[Path], pattern: str) -> Iterator[Path]:
    """Yield the headers that a pattern means in the folders of a package."""
    for folder in folders:
        names = (name for name in os.listdir(folder) if fnmatch.fnmatchcase(name, Path(pattern).name))
        yield from (folder / name for name in names)


def _is_copy(path: Path, installed: Path) -> bool:
    """Tell whether a header is one that is installed, or what is copied there, if not in its last version."""
    if path.resolve() == installed.resolve():
        return True
    texts = [read_bytes(one) for one in (path, installed)]
    guards = [_GUARD.search(text) for text in texts]
    has_same_guard = guards[0] is not None and guards[1] is not None and guards[0][1] == guards[1][1]
    return has_same_guard or texts[0].split() == texts[1].split()


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
def _of_setup_py(text: str) -> tuple[_Data, ...]:
    """Return what is written in `headers=`, `package_data=` and `data_files=`, or in the variables that these name.

    All extensions of a project ask for the same script.
    """
    nodes = _nodes(text)
    given = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg in _INSTALLING]
    # `setup(**options)`: the table may be built anywhere.
    tables = [node for node in nodes if isinstance(node, ast.Dict)]
    given += [value for node in tables for key, value in zip(node.keys, node.values, strict=True) if _installs(key)]
    written = [value for node in given for value in _of_packages(node)]
    others = _constants(nodes, [node for node in given if not any(_of_packages(node))])
    return (*written, *(_Data(one) for one in _header_patterns((*others, *_copied(nodes)))))


def _of_packages(node: ast.expr) -> Iterator[_Data]:
    """Yield what a table of packages says if nothing in it is computed."""
    try:
        table: object = ast.literal_eval(node)
    except ValueError:
        return
    for package, patterns in table.items() if isinstance(table, dict) else ():
        if isinstance(package, str) and isinstance(patterns, list | tuple):
            yield from (_Data(one, package) for one in _header_patterns(patterns))


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


def _of_tables(files: ProjectFiles) -> Iterator[_Data]:
    """Yield the package data of pyproject.toml and setup.cfg."""
    table: Any = files.toml("pyproject.toml")
    for name in ("tool", "setuptools", "package-data"):
        table = table.get(name, {}) if isinstance(table, dict) else {}
    for package, patterns in table.items() if isinstance(table, dict) else ():
        yield from (_Data(one, package) for one in _header_patterns(patterns if isinstance(patterns, list) else ()))
    config = configparser.RawConfigParser(strict=False)
    try:
        config.read_string(files.text("setup.cfg") or "")
    except configparser.Error:
        return
    for section in ("options.package_data", "files", "options"):
        for key, value in dict(config[section]).items() if config.has_section(section) else ():
            is_data = section == "options.package_data"
            if value and (is_data or key in _INSTALLING):
                words = _header_patterns(value.replace(",", " ").split())
                yield from (_Data(one, key if is_data else "") for one in words)


def _of_meson(files: ProjectFiles) -> Iterator[_Data]:
    for call in _MESON_CALL.findall(files.text("meson.build") or ""):
        yield from (_Data(one) for one in _header_patterns(_QUOTED.findall(call)))
