"""Sources of the project that include parts of the extension into something else, which this build doesn't compile.

`modulemixin.c` of a compiler may include `helpers.c`, of which an extension is made as well, into what it writes. There
is no module of ours there, so what is defined in such a part has to stay (G436).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Set
from pathlib import Path

from unstatic.facts.trust.outside_callers import other_files
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.system import reads

_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".m", ".mm")
_INCLUDED = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\r\n]+)"', re.MULTILINE)
_INIT = b"PyInit_"


@fact
def outside_includers(model: Extension) -> Mapping[Path, Path]:
    """Return which sources that are included in the extension another source includes, and the first that does.

    Others that make a module, or are included in one that does, are extensions of their own: these are compared.
    """
    parts = {path.name: path for path in model.files if path.suffix in _SOURCES and path not in model.units}
    found: dict[Path, Path] = {}
    for path, names in sorted(_without_module(model).items()) if parts else ():
        for name in names & parts.keys():
            if (path.parent / _written(path, name)).resolve() == parts[name]:
                found.setdefault(parts[name], path)
    return found


def _without_module(model: Extension) -> Mapping[Path, Set[str]]:
    """Return the other sources of the project that no module is made of, and the names of what these include."""
    including: dict[Path, Set[str]] = {}
    making: set[str] = set()
    for path in other_files(model, _SOURCES):
        data = path.read_bytes()
        reads.record([str(path)], [], ())
        including[path] = {os.fsdecode(name).rpartition("/")[2] for name in _INCLUDED.findall(data)}
        making |= including[path] | {path.name} if _INIT in data else set()
    while more := {name for path, names in including.items() if path.name in making for name in names} - making:
        making |= more
    return {path: names for path, names in including.items() if path.name not in making}


def _written(path: Path, name: str) -> str:
    """Return how a source spells what it includes by the name *name*."""
    written = (os.fsdecode(item) for item in _INCLUDED.findall(path.read_bytes()))
    return next(item for item in written if item.rpartition("/")[2] == name)
