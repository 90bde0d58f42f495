"""Variables that the project's Python code fills when it is imported: it calls a function, or sets an attribute (G146).

With single-phase initialisation they are one per process: `del sys.modules["_ext"]` and a new import find them filled.
A second module object has a state of its own, and nobody fills that, as the Python code has been imported already.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from unstatic.c.syntax import Statement
from unstatic.capi.modules import HOOKS
from unstatic.capi.slots import TEARDOWN
from unstatic.facts.module.call_contexts import leading_to
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.module_lookups import Gives, lookups
from unstatic.facts.references.stores import stores_of
from unstatic.facts.trust.python_code import (
    absolute_name,
    all_statements,
    is_extension,
    may_import,
    parsed_source,
    python_modules,
)
from unstatic.model.extension import Extension, Global, RoleKind
from unstatic.model.uses import use_of

_ENDING = TEARDOWN | HOOKS.keys()
_ASIDE = frozenset(
    (
        "bench",
        "benchmark",
        "benchmarks",
        "demo",
        "demos",
        "doc",
        "docs",
        "example",
        "examples",
        "test",
        "testing",
        "tests",
    )
)
_FILLING = frozenset(("add", "append", "extend", "insert", "setdefault", "update"))
"""Methods that put something into a list, a dict or a set."""


@dataclass(frozen=True, slots=True)
class Filling:
    """A place in Python code, and what it sets there: an attribute of the module, what is in one, or by a function."""

    path: Path
    line: int
    name: str
    kind: Literal["attribute", "call", "content"] = "attribute"
    """Content is put into a list or a dict of that name, which the module was given when it was made."""


def filled_from_python(model: Extension, moving: Iterable[Global]) -> tuple[Filling, ...]:
    """Return what Python code does once at import, and what *moving* variables keep of it from then on."""
    if model.init is None or model.init.multi_phase:
        return ()
    done = [one for name, path in imported_modules(model).items() for one in _fillings(model, name, path)]
    if not done:
        return ()
    moving = tuple(moving)
    items = [_writers(model, item) for item in moving]
    given = {kind: {one.name for one in done if one.kind == kind} for kind in ("attribute", "call", "content")}
    called = {name: set(_functions_of(model, name)) for name in given["call"]}
    names = {name for name, entries in called.items() if any(_only_fill(model, writers, entries) for writers in items)}
    if any(_keeps_attributes(model, writers) for writers in items):
        names |= {name for name in given["attribute"] if _is_named(model, name)}
    names |= {name for name in given["attribute"] if any(_asks_for(model, writers, name) for writers in items)}
    names |= {name for name in given["content"] if any(_is_exported(model, item, name) for item in moving)}
    return tuple(one for one in done if one.name in names)


def imported_modules(model: Extension) -> dict[str, Path]:
    """Return the project's Python modules that users of the package may import, by name."""
    return {name: path for name, path in python_modules(model).items() if not _is_aside(path.relative_to(model.root))}


def _is_aside(path: Path) -> bool:
    """Tell whether a file only tries or shows the package: its users don't import it."""
    return not _ASIDE.isdisjoint(path.parts[:-1])


def _is_exported(model: Extension, item: Global, name: str) -> bool:
    """Tell whether the initialisation gives the module what a variable holds, under a name."""
    spelt = b'"' + name.encode() + b'"'
    initialising = set(init_functions(model))
    uses = [use_of(model, use) for use in model.uses.get(item.symbol, ()) if use.function in initialising]
    statements = [use.statement for use in uses if use.statement is not None]
    by_macro = item.name == name and any(use.statement is None or b"(" in _texts(use.statement) for use in uses)
    return by_macro or any(spelt in _texts(statement) for statement in statements)


def _texts(statement: Statement) -> set[bytes]:
    return {token.text for token in statement.tokens}


def _functions_of(model: Extension, name: str) -> Iterator[str]:
    """Yield the C functions that Python code calls by a name of the module."""
    for table in model.tables.values():
        if model.init is not None and model.init.definition in table.owners:
            for method in table.methods:
                if method.name.strip(b'"').decode("latin-1") == name:
                    yield from method.functions


def _writers(model: Extension, item: Global) -> set[str]:
    """Return the functions that give the variable a value, the initialisation's left out."""
    assert model.init is not None
    found = {use.function for use in item.written} | {store.function for store in stores_of(model, item.symbol)}
    initialising = {model.init.builder, *init_functions(model)}
    return {symbol for symbol in found if symbol is not None and symbol not in initialising}


def _only_fill(model: Extension, writers: set[str], entries: set[str]) -> bool:
    """Tell whether those functions alone, of all that CPython calls, lead to one that gives the value."""
    filling = {
        symbol
        for symbol in leading_to(model, writers)
        if symbol in model.functions
        and any(role.kind is not RoleKind.EXEC and role.slot not in _ENDING for role in model.functions[symbol].roles)
    }
    return bool(filling) and filling <= entries


def _keeps_attributes(model: Extension, writers: set[str]) -> bool:
    """Tell whether what gives the value finds it in the module itself, after the initialisation."""
    return any(one.gives is Gives.MODULE and one.function in writers for one in lookups(model).found)


def _asks_for(model: Extension, writers: set[str], name: str) -> bool:
    """Tell whether what gives the value spells the attribute's name: the module may stand in a variable."""
    spelt = b'"' + name.encode() + b'"'
    return any(token.text == spelt for symbol in writers for _, body in model.bodies(symbol) for token in body.tokens)


def _is_named(model: Extension, name: str) -> bool:
    return any(name.encode() in file.lexed.words for file in model.files.values())


@dataclass
class _Names:
    """What a file calls the extension, and what it has imported from it."""

    modules: set[str] = field(default_factory=set)
    functions: dict[str, str] = field(default_factory=dict)


def _fillings(model: Extension, module: str, path: Path) -> Iterator[Filling]:
    tree = parsed_source(path) if may_import(path, model.name) else None
    if tree is None:
        return
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    names = _names(tree, package, model.name)
    if not names.modules and not names.functions:
        return
    for node in _run(tree):
        for target in _targets(node):
            if isinstance(target, ast.Attribute) and ast.unparse(target.value) in names.modules:
                yield Filling(path, target.lineno, target.attr)
            if isinstance(target, ast.Subscript) and (name := _imported(target.value, names)):
                yield Filling(path, target.lineno, name, "content")
        if isinstance(node, ast.Call) and (node.args or node.keywords):
            yield from _call(node, names, path)


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []


def _imported(node: ast.expr, names: _Names) -> str:
    """Return the name that what an expression gives has in the extension; empty if it is something else."""
    if isinstance(node, ast.Attribute) and ast.unparse(node.value) in names.modules:
        return node.attr
    return names.functions.get(node.id, "") if isinstance(node, ast.Name) else ""


def _call(node: ast.Call, names: _Names, path: Path) -> Iterator[Filling]:
    if (
        isinstance(node.func, ast.Attribute)
        and node.func.attr in _FILLING
        and (content := _imported(node.func.value, names))
    ):
        yield Filling(path, node.lineno, content, "content")
    elif isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) in names.modules:
        yield Filling(path, node.lineno, node.func.attr, "call")
    elif isinstance(node.func, ast.Name) and node.func.id in names.functions:
        yield Filling(path, node.lineno, names.functions[node.func.id], "call")
    elif isinstance(node.func, ast.Name) and node.func.id == "setattr" and len(node.args) > 1:
        name = node.args[1]
        if (
            ast.unparse(node.args[0]) in names.modules
            and isinstance(name, ast.Constant)
            and isinstance(name.value, str)
        ):
            yield Filling(path, node.lineno, name.value)


def _names(tree: ast.Module, package: str, extension: str) -> _Names:
    found = _Names()
    for node in all_statements(tree):
        if isinstance(node, ast.Import):
            found.modules |= {item.asname or item.name for item in node.names if is_extension(item.name, extension)}
        elif isinstance(node, ast.ImportFrom):
            base = absolute_name(node, package)
            for item in node.names:
                if is_extension(base, extension):
                    found.functions[item.asname or item.name] = item.name
                elif is_extension(f"{base}.{item.name}".strip("."), extension):
                    found.modules.add(item.asname or item.name)
    return found


def _run(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what is run when a file is imported: what stands outside of functions, and in those called there."""
    functions = {node.name: node for node in all_statements(tree) if isinstance(node, ast.FunctionDef)}
    waiting: deque[ast.AST] = deque([tree])
    while waiting:
        node = waiting.popleft()
        yield node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            waiting += functions.pop(node.func.id).body if node.func.id in functions else []
        waiting += [
            child
            for child in ast.iter_child_nodes(node)
            if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        ]
