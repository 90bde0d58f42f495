"""What the project's own Python code expects of the extension; it is read, never run."""

from __future__ import annotations

import ast
import os
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.project.discovery.formats.package_folders import package_folders
from unstatic.project.discovery.sources import is_left_by_tools
from unstatic.system import reads
from unstatic.system.file_facts import file_fact

_IMPORT = re.compile(
    rb"(?:^|[;:\r])[ \t\f]*+((?:from|import)\b(?:[^\r\n\\(;#]|\\\r?\n|\\\r|\((?:[^)#]|#[^\r\n]*)*+\))*+)", re.MULTILINE
)
_FROM_PACKAGE = re.compile(rb"from(?:[ \t\f.]|\\\r?\n)*+import\b")
_WORD = re.compile(rb"[\w\x80-\xff]+")
_MOST_FILES = 2000
_MOST_BYTES = 1_000_000


@fact
def expects_builtins(model: Extension) -> bool:
    """
    Tell whether the project compares some `__module__` with `"builtins"`.

    That is how code tells such a type from one that was written in Python: a static type whose name has no dot says
    that it is a builtin (G36).
    """
    return any(_compares(path) for path in python_sources(model.root))


@fact
def reads_entry_of_types(model: Extension, name: str) -> bool:
    """Tell whether Python code here takes an entry out of the dictionary of a type: `Box.__dict__["__module__"]`."""
    return any(_takes(path, name) for path in python_sources(model.root))


def _takes(path: Path, name: str) -> bool:
    tree = parsed_source(path, b"__dict__", name.encode())
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == name:
            owner = node.value
            if isinstance(owner, ast.Attribute) and owner.attr == "__dict__" and isinstance(node.ctx, ast.Load):
                return True
    return False


def python_sources(root: Path) -> Iterator[Path]:
    """Yield the Python files under *root*, folders that builds and tools make left out."""
    return islice(written_files(root, (".py",)), _MOST_FILES)


def written_files(root: Path, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files under *root* with names that end so, in order, without hidden folders and what tools make."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not is_left_by_tools(name))
        yield from (Path(folder, name) for name in sorted(files) if name.endswith(suffixes))


@fact
def python_modules(model: Extension) -> dict[str, Path]:
    """Return the project's Python files by the name under which they are imported."""
    named = {folder: name for name, folder in package_folders(model.root).items() if name}
    around = tuple(model.name.split(".")[:-1]) if model.name_is_known else ()
    found: dict[str, Path] = {}
    packages: dict[Path, tuple[str, ...]] = {}
    for path in python_sources(model.root):
        parts = packages.get(path.parent)
        if parts is None:
            parts = packages[path.parent] = _package(path.parent, named, around)
        if path.name != "__init__.py":
            parts = (*parts, path.stem)
        found.setdefault(".".join(parts), path)
    return found


def _package(folder: Path, named: Mapping[Path, str], around: tuple[str, ...]) -> tuple[str, ...]:
    """
    Return the parts of the name of the package in *folder*, none if it's none.

    *around* is the package of the extension: what stands above it without an `__init__.py` are namespaces (PEP 420).
    """
    parts: tuple[str, ...] = ()
    while (folder / "__init__.py").is_file():
        if folder in named:
            return (*named[folder].split("."), *parts)
        parts = (folder.name, *parts)
        folder = folder.parent
    for count in range(len(around) - 1, 0, -1):
        if parts[:1] == around[count : count + 1] and folder.parts[-count:] == around[:count]:
            return (*around[:count], *parts)
    return parts


def parsed_source(path: Path, *words: bytes) -> ast.Module | None:
    """Return a Python file as a tree if it holds all of *words*; None if it doesn't, or can't be read."""
    data = source_of(path)
    try:
        return ast.parse(data) if data and all(word in data for word in words) else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def all_statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the statements of a file, wherever they stand, in the order of `ast.walk`, expressions left out."""
    waiting: deque[ast.AST] = deque([tree])
    while waiting:
        node = waiting.popleft()
        yield node
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            waiting += getattr(node, name, ())


@dataclass(frozen=True, slots=True)
class RunAtImport:
    """What runs when a Python file is imported, which the bodies of functions don't."""

    imports: tuple[ast.Import | ast.ImportFrom, ...] = ()
    """In order."""
    attributes: frozenset[tuple[str, str]] = frozenset()
    """The attributes of what has a name, dotted or not: `("package.module", "attribute")`."""


def run_at_import(path: Path) -> RunAtImport:
    """Return what runs when a Python file is imported; nothing if it can't be read."""
    reads.record_texts((str(path),))
    return _run_at_import(path)


@file_fact
def _run_at_import(path: Path) -> RunAtImport:
    tree = parsed_source(path)
    nodes = list(_outside_functions(tree)) if tree is not None else []
    imports = tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))
    attributes = ((_dotted(node.value), node.attr) for node in nodes if isinstance(node, ast.Attribute))
    return RunAtImport(imports, frozenset((owner, name) for owner, name in attributes if owner))


def _outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _outside_functions(child)


def _dotted(node: ast.expr) -> str:
    """Return a name, or a name's attribute, as it is written; empty for any other expression."""
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return node.id if isinstance(node, ast.Name) else ""


def may_import(path: Path, extension: str) -> bool:
    """Tell whether a Python file imports something by the last name of an extension, as far as its text tells."""
    last = extension.rpartition(".")[2].encode()
    reads.record_texts((str(path),))
    words = _imported_words(path)
    # The package that `from . import x` names may be called as the extension is.
    return last in words or (b"" in words and last in source_of(path))


@file_fact
def _imported_words(path: Path) -> frozenset[bytes]:
    """Return all words of what looks like the imports of a Python file; empty for `from . import x`."""
    found: set[bytes] = set()
    for statement in _IMPORT.findall(source_of(path)):
        found.update(_WORD.findall(statement))
        if _FROM_PACKAGE.match(statement):
            found.add(b"")
    return frozenset(found)


def source_of(path: Path) -> bytes:
    """Return the bytes of a Python file; none if it can't be read, or is too long."""
    try:
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return b""
        reads.record_texts((str(path),))
        return path.read_bytes()
    except OSError:
        return b""


def absolute_name(node: ast.ImportFrom, package: str) -> str:
    """Return the full name of what `from ... import` names; *package* is that of the file."""
    parts = package.split(".") if package else []
    above = parts[: len(parts) - node.level + 1] if node.level else []
    return ".".join([*above, *([node.module] if node.module else [])])


def is_extension(name: str, extension: str) -> bool:
    """Tell whether a name is that of the extension; the package that it is in isn't always known."""
    return name == extension or ("." not in extension and name.rpartition(".")[2] == extension)


def _compares(path: Path) -> bool:
    tree = parsed_source(path, b"__module__", b"builtins")
    nodes = ast.walk(tree) if tree is not None else ()
    return any(_is_about_builtins(node) for node in nodes if isinstance(node, ast.Compare))


def _is_about_builtins(node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    named = any(isinstance(side, ast.Attribute) and side.attr == "__module__" for side in sides)
    return named and any(isinstance(side, ast.Constant) and side.value == "builtins" for side in sides)
