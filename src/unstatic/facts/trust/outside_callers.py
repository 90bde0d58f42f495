"""Callers outside of the extension: whether a function that nothing here calls may still be called from elsewhere."""

from __future__ import annotations

import os
import re
from pathlib import Path

from unstatic.facts.trust.python_code import written_files
from unstatic.model.extension import Declaration, Extension, Function
from unstatic.model.fact import fact
from unstatic.system import reads

_WORD = re.compile(rb"\b[A-Za-z_]\w*\b")
# What may call a function by its name: C that isn't part of the extension, other languages, lists of exported symbols.
_C = (".c", ".cc", ".cpp", ".cxx", ".m", ".mm", ".h", ".hh", ".hpp", ".inc", ".y", ".l")
_OTHERS = (".S", ".s", ".asm", ".f", ".f90", ".py", ".pyx", ".pxd", ".rs", ".def", ".map", ".sym", ".ver")
_SUFFIXES = (*_C, *_OTHERS)
_MOST_FILES = 5000
_MOST_BYTES = 100_000_000


def outside_callers(model: Extension, function: Function) -> str:
    """Return what may call a function that nothing in the extension calls, or is empty if nothing can.

    An extension module is loaded with its symbols kept to itself (`RTLD_LOCAL`): what neither other files of the
    project name nor a library declares is called by nobody.
    """
    if any(_is_marked(model, item) for item in (function.definition, *function.prototypes)):
        return "it is exported"
    named = named_elsewhere(model)
    if named is None:
        return "the project has too many files to look for its name"
    path = named.get(function.name)
    return f"{path}, which isn't compiled into the extension, names it" if path is not None else ""


def _is_marked(model: Extension, item: Declaration) -> bool:
    """Tell whether anything in a declaration may be an attribute, such as `__declspec(dllexport)`: also any macro."""
    file = model.files[item.path]
    end = item.body.start if item.body is not None else file.source.line_end(item.span.end)
    start = file.source.line_start(item.span.start)
    if any(start <= offset < item.name_span.start for offset in file.expansions):
        return True
    written = file.source.data[start:end]
    return any(word in written for word in (b"__attribute__", b"__declspec", b"[[", b"_export", b"_EXPORT"))


@fact
def named_elsewhere(model: Extension) -> dict[str, Path] | None:
    """Return, for the functions whose names stand in other files, the first of these; None if there are too many."""
    names = {function.name.encode() for function in model.functions.values()}
    found: dict[str, Path] = {}
    read = 0
    others = (path for path in written_files(model.root, _SUFFIXES) if path not in model.files)
    readable = (path for path in others if path.is_file() and os.access(path, os.R_OK))
    for count, path in enumerate(readable):
        read += path.stat().st_size
        if count > _MOST_FILES or read > _MOST_BYTES:
            return None
        for name in names.intersection(_WORD.findall(path.read_bytes())):
            found.setdefault(name.decode(), path.relative_to(model.root))
        reads.record([str(path)], [], ())
    return found
