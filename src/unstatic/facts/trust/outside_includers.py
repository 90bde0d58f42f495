"""Sources of the project that include parts of the extension into something else, which this build doesn't compile.

`modulemixin.c` of a compiler may include `helpers.c`, of which an extension is made as well, into what it writes. There
is no module of ours there, so what is defined in such a part has to stay (G436).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from unstatic.facts.trust.outside_callers import other_files
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.project.discovery.sources import QUOTED
from unstatic.system import reads

_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".m", ".mm")
_INIT = b"PyInit_"


@fact
def outside_includers(model: Extension) -> Mapping[Path, Path]:
    """Return which sources that are included in the extension another source includes, and the first that does.

    Others that make a module, or are included in one that does, are extensions of their own: these are compared.
    """
    parts = {path.name: path for path in model.files if path.suffix in _SOURCES and path not in model.units}
    found: dict[Path, Path] = {}
    for path, names in sorted(sources_without_module(model).items()) if parts else ():
        for name in names.keys() & parts.keys():
            if (path.parent / names[name]).resolve() == parts[name]:
                found.setdefault(parts[name], path)
    return found


@fact
def sources_without_module(model: Extension) -> Mapping[Path, Mapping[str, str]]:
    """Return the other sources of the project that no module is made of, and what they include: names, as spelled.

    A source makes a module by a template as well, `hash_template.c`, in which the init function stands.
    """
    including: dict[Path, dict[str, str]] = {}
    # A header only has a macro for such functions.
    templates = ((path, file) for path, file in model.files.items() if path.suffix in _SOURCES)
    making = {path.name for path, file in templates if _INIT in file.source.data}
    for path in other_files(model, _SOURCES):
        data = path.read_bytes()
        reads.record([str(path)], [], ())
        spelled = [os.fsdecode(item) for item in QUOTED.findall(data)]
        including[path] = {item.rpartition("/")[2]: item for item in reversed(spelled)}
        making |= {path.name} if _INIT in data else set()
    while more := {path.name for path, names in including.items() if names.keys() & making} - making:
        making |= more
    while more := {name for path, names in including.items() if path.name in making for name in names} - making:
        making |= more
    return {path: names for path, names in including.items() if path.name not in making}
