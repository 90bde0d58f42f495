"""Callers outside of the extension: whether a function that nothing here calls may still be called from elsewhere."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from unstatic.c.lexer import Conditional, TokenKind, lex
from unstatic.facts.trust.python_code import written_files
from unstatic.model.configurations.conditions import is_certain
from unstatic.model.configurations.head_choices import head_choice
from unstatic.model.configurations.known_macros import known_macros
from unstatic.model.extension import Declaration, Extension, Function
from unstatic.model.fact import common_fact, fact
from unstatic.project.discovery.declared import HEADER_SUFFIXES
from unstatic.project.discovery.headers import exported_functions
from unstatic.settings.requires import OLDEST
from unstatic.system import reads
from unstatic.system.init_names import init_names
from unstatic.text.source import Location, SourceFile, Span

_WORD = re.compile(rb"\b[A-Za-z_]\w*\b")
# What may call a function by its name: C that isn't part of the extension, other languages, lists of exported symbols.
_C = (".c", ".cc", ".cpp", ".cxx", ".m", ".mm", ".h", ".hh", ".hpp", ".inc", ".y", ".l")
_OTHERS = (".S", ".s", ".asm", ".f", ".f90", ".py", ".pyx", ".pxd", ".rs", ".def", ".map", ".sym", ".ver")
_SUFFIXES = (*_C, *_OTHERS)
# What is called by others, or exported, whatever else is said of it.
_CALLED = frozenset(
    (
        *(b'"default"', b"dllexport", b"alias", b"constructor", b"destructor", b"ifunc", b"interrupt"),
        *(b"retain", b"section", b"used", b"weak"),
    )
)
_EXPORTS = re.compile(rb'\bdllexport\b|\bvisibility *(?:__)? *\( *"default"')
_FEW_NAMES = 32
"""How many names are looked for one after the other, rather than all of them among the words of a file."""
_MOST_FILES = 5000
_MOST_BYTES = 100_000_000


def outside_callers(model: Extension, function: Function) -> str:
    """Return what may call a function that nothing in the extension calls, or is empty if nothing can.

    An extension module is loaded with its symbols kept to itself (`RTLD_LOCAL`): what neither other files of the
    project name nor a library declares is called by nobody.
    """
    declared = (function.definition, *function.prototypes)
    if any(_is_marked(model, item) for item in declared) and not any(_is_hidden(model, item) for item in declared):
        return "it is exported"
    named = named_elsewhere(model)
    if named is None:
        return "the project has too many files to look for its name"
    path = named.get(function.name)
    return f"{path}, which isn't compiled into the extension, names it" if path is not None else ""


def exported_by(model: Extension, function: Function) -> str:
    """Return what exports a function for sure, so that others may call it whether it is called here or not; or nothing.

    Macros for that are something else on each platform: all of their definitions are read.
    """
    if function.name in _listed(model):
        return "setup.py lists it in export_symbols"
    is_marked = any(_is_exporting(model, item) for item in (function.definition, *function.prototypes))
    return "it is declared as exported" if is_marked else ""


@fact
def _listed(model: Extension) -> frozenset[str]:
    return exported_functions(model.root)


def _is_exporting(model: Extension, item: Declaration) -> bool:
    """Tell whether what stands ahead of the name in a declaration says so, itself or by a macro."""
    file = model.files[item.path]
    span = Span(file.source.line_start(item.span.start), item.name_span.start)
    if _EXPORTS.search(file.source.text(span)):
        return True
    used = {token.text for token in file.lexed.between(*span) if token.start in file.at(span.start).expansions}
    return not used.isdisjoint(_exporting_macros(model))


@fact
def _exporting_macros(model: Extension) -> frozenset[bytes]:
    """Return the macros of which any definition exports something."""
    directives = ((file, item) for file in model.files.values() for item in file.lexed.directives)
    texts = (file.source.text(item.rest).lstrip() for file, item in directives if item.name == b"define")
    return frozenset(re.split(rb"\W", text, maxsplit=1)[0] for text in texts if _EXPORTS.search(text))


def _is_marked(model: Extension, item: Declaration) -> bool:
    """Tell whether anything in a declaration may be an attribute, such as `__declspec(dllexport)`: also any macro."""
    file = model.files[item.path]
    end = item.body.start if item.body is not None else file.source.line_end(item.span.end)
    start = file.source.line_start(item.span.start)
    if any(start <= offset < item.name_span.start for offset in file.expansions):
        return True
    written = file.source.data[start:end]
    return any(word in written for word in (b"__attribute__", b"__declspec", b"[[", b"_export", b"_EXPORT"))


def _is_hidden(model: Extension, item: Declaration) -> bool:
    """Tell whether a declaration keeps the name to the extension, by an attribute or by a macro that is one or nothing.

    Other attributes may have the system call the function all the same: `constructor`.
    """
    file = model.files[item.path]
    end = item.body.start if item.body is not None else file.source.line_end(item.span.end)
    tokens = file.lexed.between(file.source.line_start(item.span.start), end)
    macros = [model.macros[name] for token in tokens if (name := token.text.decode("latin-1")) in model.macros]
    bodies = [tokens, *(each.body for macro in macros for each in macro.all)]
    words = [{token.text.strip(b"_") for token in body} for body in bodies]
    is_hidden = any({b"visibility", b'"hidden"'} <= found for found in words)
    return is_hidden and all(_CALLED.isdisjoint(found) for found in words)


@fact
def named_elsewhere(model: Extension) -> dict[str, Path] | None:
    """Return, for the functions whose names stand in other files, the first of these; None if there are too many.

    Those are left out that no other file can call, as they are static.
    """
    functions = [(item.name.encode(), item.definition) for item in model.functions.values()]
    # Members may be static, too, and are called from wherever their class is known.
    names = {name for name, item in functions if item.storage != "static" or item.member is not None}
    return _first_naming(model, _SUFFIXES, names)


@common_fact
def is_macro_named_elsewhere(model: Extension, name: bytes) -> bool:
    """Tell whether another C file of the project has a macro's name as a word, or there are too many to look."""
    found = _first_naming(model, (*_C, *HEADER_SUFFIXES), {name})
    return found is None or bool(found)


def _first_naming(model: Extension, suffixes: tuple[str, ...], names: set[bytes]) -> dict[str, Path] | None:
    """Return the first of the other files that has each of some names as a word; None if there are too many files."""
    found: dict[str, Path] = {}
    read = 0
    for count, path in enumerate(other_files(model, suffixes)):
        read += path.stat().st_size
        if count > _MOST_FILES or read > _MOST_BYTES:
            return None
        for name in _named(path.read_bytes(), names):
            found.setdefault(name.decode(), path.relative_to(model.root))
        reads.record_texts((str(path),))
    return found


def _named(data: bytes, names: set[bytes]) -> set[bytes]:
    """Return those of some names that are words of a file."""
    if len(names) > _FEW_NAMES:
        return names.intersection(_WORD.findall(data))
    return {name for name in names if name in data and re.search(rb"\b%s\b" % re.escape(name), data)}


@dataclass(frozen=True, slots=True)
class InitCaller:
    """A call of the init function in another file."""

    name: str
    """What it calls the init function."""
    place: Location
    is_conditional: bool
    """Whether it stands in an `#if` group, so that only some builds have it."""


@fact
def init_callers(model: Extension) -> tuple[InitCaller, ...]:
    """Return where other files call the init function, and so get what it returns (G108).

    The import system makes a module of a definition; who calls `PyInit_x()` takes it for the module. A table such as
    PyImport_AppendInittab fills has the address only. Of a very large project, the first files are read.
    """
    if model.init is None:
        return ()
    choice = head_choice(model, model.init.entry)
    names = (model.functions[model.init.entry].name, *(choice.names if choice is not None else ()))
    others = list(islice(other_files(model, _C), _MOST_FILES))
    return tuple(caller for name in names for caller in _callers(name, others))


def _callers(name: str, others: Sequence[Path]) -> Iterator[InitCaller]:
    """Yield the calls of the init function *name* in other files."""
    naming = [path for path in others if name.encode() in init_names(str(path))]
    reads.record_texts(map(str, naming))
    reads.record_unnamed(name, (str(path) for path in others if path not in naming))
    for path in naming:
        yield from _calls(path, name.encode())


def _calls(path: Path, name: bytes) -> Iterator[InitCaller]:
    """Yield where a file calls a function without arguments; its declarations are none."""
    data = path.read_bytes()
    lexed = lex(data)
    tokens = lexed.tokens
    for before, token, opening, closing in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        if token.text != name or (opening.text, closing.text) != (b"(", b")"):
            continue
        follows_type = before.text == b"*" or (before.kind is TokenKind.IDENT and before.text != b"return")
        if not follows_type:
            place = SourceFile(path, data).location(token.start)
            yield InitCaller(name.decode(), place, not _is_always_compiled(data, lexed.conditionals, token.start))


def _is_always_compiled(data: bytes, conditionals: Sequence[Conditional], offset: int) -> bool:
    chosen = [(item, branch) for item in conditionals for branch in item.branches if offset in branch.body]
    return all(is_certain(data, item, branch, known_macros(OLDEST, ())) for item, branch in chosen)


def other_files(model: Extension, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """Yield the files of the project that aren't part of the extension."""
    others = (path for path in written_files(model.root, suffixes) if path not in model.files)
    return (path for path in others if path.is_file() and os.access(path, os.R_OK))
