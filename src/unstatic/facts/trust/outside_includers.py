"""Sources of the project that include parts of the extension into something else, which this build doesn't compile.

`modulemixin.c` of a compiler may include `helpers.c`, of which an extension is made as well, into what it writes. There
is no module of ours there, so what is defined in such a part has to stay (G436).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.facts.trust.outside_callers import other_files
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.project.discovery.declared import HEADER_SUFFIXES
from unstatic.project.discovery.sources import QUOTED, read_bytes
from unstatic.system import reads
from unstatic.system.file_facts import file_fact

_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".m", ".mm")
_INIT = b"PyInit_"
_WORD = re.compile(rb"\b[A-Za-z_]\w*\b")
# It goes on to what ends it, whatever that is: each byte is looked at once.
_EXTERN = re.compile(rb"\bextern\b([^;{}\"]*)([;{}\"]?)")


@fact
def outside_includers(model: Extension) -> Mapping[Path, Path]:
    """Return which sources that are included in the extension another source includes, and the first that does.

    Others that make a module, or are included in one that does, are extensions of their own: these are compared.
    """
    parts = {path.name: path for path in model.files if path.suffix in _SOURCES and path not in model.units}
    found: dict[Path, Path] = {}
    for path, source in sorted(sources_without_module(model).items()) if parts else ():
        for name in source.includes.keys() & parts.keys():
            if (path.parent / source.includes[name]).resolve() == parts[name]:
                found.setdefault(parts[name], path)
    return found


@dataclass(frozen=True, slots=True)
class OtherSource:
    """What matters of a source that isn't compiled here."""

    includes: Mapping[str, str]
    """The names of the files that it includes, and how it spells them."""
    declares: frozenset[bytes]
    """The words of its `extern` declarations."""
    has_init: bool


def sources_without_module(model: Extension) -> Mapping[Path, OtherSource]:
    """Return the other sources of the project that no module is made of."""
    others, making = _others(model)
    return {path: source for path, source in others.items() if path.name not in making}


def modules_sharing(model: Extension, files: Iterable[Path]) -> Mapping[Path, Path]:
    """Return those of *files* that are headers and that other modules include as well, each with their first source."""
    headers = {path.name: path for path in files if path.suffix in HEADER_SUFFIXES}
    if not headers:
        return {}
    others, making = _others(model)
    found: dict[Path, Path] = {}
    for path, source in sorted(others.items()):
        for name in source.includes.keys() & headers.keys() if path.name in making else ():
            if may_include(path, source.includes[name], headers[name]):
                found.setdefault(headers[name], path)
    return found


def may_include(path: Path, written: str, header: Path) -> bool:
    """Tell whether a source at *path* means *header* by what it includes: beside it, or in a folder to be searched."""
    beside = (path.parent / written).resolve()
    return beside == header or (not beside.exists() and header.as_posix().endswith("/" + written))


@fact
def _others(model: Extension) -> tuple[Mapping[Path, OtherSource], frozenset[str]]:
    """Return the other sources of the project, and the names of the files that modules are made of.

    A source makes a module by a template as well, `hash_template.c`, in which the init function stands.
    """
    # A header only has a macro for such functions.
    templates = ((path, file) for path, file in model.files.items() if path.suffix in _SOURCES)
    making = {path.name for path, file in templates if _INIT in file.source.data}
    others: dict[Path, OtherSource] = {}
    for path in other_files(model, _SOURCES):
        others[path] = _read(path)
        reads.record_texts((str(path),))
    making |= {path.name for path, source in others.items() if source.has_init}
    while more := {path.name for path, source in others.items() if source.includes.keys() & making} - making:
        making |= more
    while more := {name for path, source in others.items() if path.name in making for name in source.includes} - making:
        making |= more
    return others, frozenset(making)


@file_fact
def _read(path: Path) -> OtherSource:
    data = read_bytes(path)
    spelled = [os.fsdecode(item) for item in QUOTED.findall(data)]
    # Few sources have such declarations, and the pattern is slow where there is nothing to find.
    found = _EXTERN.findall(data) if b"extern" in data else ()
    declared = frozenset(word for item, end in found if end == b";" for word in _WORD.findall(item))
    return OtherSource({item.rpartition("/")[2]: item for item in reversed(spelled)}, declared, _INIT in data)
