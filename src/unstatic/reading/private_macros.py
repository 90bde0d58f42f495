"""Macros that several sources define, each for itself: they have names of their own while an extension is worked on.

`#define CHECK_CLOSED(self)` in two sources means two things, and facts are kept by name. So each of them but one gets
another name of the same length, in memory only: offsets stay those of the files, and what is written has the old names
again (G466). So it is with a macro that one source defines for one function after the other, and undefines in between
(G649).
"""

from __future__ import annotations

import re
import string
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import TypeVar

from unstatic.c.lexer import defined_name
from unstatic.cparse.facts import ParsedUnit
from unstatic.model.extension import Extension, File
from unstatic.settings.decided_beforehand import HandEdit, Planned
from unstatic.text.source import Span

_FIRST = (string.ascii_uppercase + string.ascii_lowercase).encode()
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class OwnNames:
    """The names that macros have for the time being."""

    old: Mapping[bytes, bytes] = field(default_factory=dict)
    """What each of these is called in the project."""
    files: Mapping[Path, bytes] = field(default_factory=dict)
    """The sources with these names."""

    def bytes_told(self, data: bytes) -> bytes:
        """Return *data* with the names that the project has: nothing else in it holds one of the others."""
        for new, old in self.old.items():
            data = data.replace(new, old)
        return data

    def taken_over(self, planned: Planned | None, root: Path) -> Planned | None:
        """Return a plan file whose edits by hand are of sources with these names."""
        if planned is None or not self.old:
            return planned
        return replace(planned, edits=tuple(self._taken_over(item, root) for item in planned.edits))

    def _taken_over(self, item: HandEdit, root: Path) -> HandEdit:
        here = self.files.get(root / item.path, b"")
        for new, old in self.old.items():
            word = re.compile(rb"\b" + re.escape(old) + rb"\b")
            # Where a source has both, the edit is of one that kept its name, or isn't found.
            if new in here and word.search(here) is None:
                item = replace(item, old=word.sub(new, item.old), new=word.sub(new, item.new))
        return item

    def told(self, value: _T) -> _T:
        """Return *value*, a report or a plan, with the names that the project has."""
        return _told(value, self) if self.old else value


def own_names(model: Extension, units: Sequence[ParsedUnit]) -> OwnNames:
    """Return other names for macros that several sources define for themselves, if what may move is named there.

    *units*: the sources as they are compiled.
    """
    skipped = {unit.path: unit.skipped for unit in units}
    old: dict[bytes, bytes] = {}
    files: dict[Path, bytes] = {}
    for name in _rivals(model):
        private = [path for path in _defining(model, name) if _is_private(model, path, name, skipped.get(path, {}))]
        several = len(_defining(model, name)) > len(private)
        for path in private if several else private[1:]:
            new = _free(model, name, old.keys())
            if new is not None:
                old[new] = name
                data = files.get(path, model.files[path].source.data)
                files[path] = re.sub(rb"\b" + re.escape(name) + rb"\b", new, data)
        path, sections = _sections(model, name, skipped)
        for section in sections[1:]:
            new = _free(model, name, old.keys())
            if new is not None:
                old[new] = name
                data = files.get(path, model.files[path].source.data)
                inside = re.sub(rb"\b" + re.escape(name) + rb"\b", new, data[section.start : section.end])
                files[path] = data[: section.start] + inside + data[section.end :]
    return OwnNames(old, files)


def _sections(
    model: Extension, name: bytes, skipped: Mapping[Path, Mapping[Path, Sequence[Span]]]
) -> tuple[Path, Sequence[Span]]:
    """Return the parts of the one source that defines a macro, from `#define` to `#undef`, if no use is elsewhere."""
    paths = _defining(model, name)
    path = paths[0] if len(paths) == 1 else model.main_path
    word = re.compile(rb"\b" + re.escape(name) + rb"\b")
    if len(paths) != 1 or _is_named_by_others(model, path, word, skipped.get(path, {})):
        return path, ()
    file, found, start = model.files[path], list[Span](), -1
    for item in file.lexed.directives:
        if item.is_condition and word.search(file.source.text(item.rest)):
            return path, ()
        if item.name == b"define" and defined_name(file.source.data, item) == name:
            if start >= 0:
                return path, ()
            start = item.span.start
        elif item.name == b"undef" and file.source.text(item.rest).strip() == name:
            if start < 0 or file.conditionals_beside(start, item.span.start):
                return path, ()
            found.append(Span(start, item.span.end))
            start = -1
    places = [match.start() for match in word.finditer(file.source.data)]
    is_whole = start < 0 and all(any(at in section for section in found) for at in places)
    return path, found if is_whole else ()


def _rivals(model: Extension) -> Iterator[bytes]:
    """Yield the macros with several definitions of which one names something that may be in the way."""
    objects = frozenset((*(item.name for item in model.types), *(item.name for item in model.globals)))
    names = objects | {function.name for function in model.functions.values()}
    for name, mentions in model.rival_macros.items():
        # What is called like the C API may stand in for some of it.
        wanted = objects if name.startswith(("Py", "_Py")) else names
        if not _named_through(model, mentions).isdisjoint(wanted):
            yield name.encode()


def _named_through(model: Extension, mentions: frozenset[str]) -> Set[str]:
    """Return what macros name, and what the macros among these name in turn."""
    found, waiting = set(mentions), set(mentions)
    while waiting:
        more = {name for one in waiting if one in model.macros for name in model.macros[one].mentions}
        waiting = more - found
        found |= more
    return found


def _defining(model: Extension, name: bytes) -> Sequence[Path]:
    found = (item.path for item in model.macro_definitions if item.name.encode() == name)
    return sorted(set(found))


def _is_private(model: Extension, path: Path, name: bytes, skipped: Mapping[Path, Sequence[Span]]) -> bool:
    """Tell whether a macro is defined once in a source, for all of it, and nothing that this reads has its name.

    What it reads and *skipped* may have it: a header's macro for all who aren't that source.
    """
    word = re.compile(rb"\b" + re.escape(name) + rb"\b")
    if _is_named_by_others(model, path, word, skipped):
        return False
    definitions = [item for item in model.macro_definitions if item.path == path and item.name.encode() == name]
    file = model.files[path]
    is_sole = len(definitions) == 1 and definitions[0].parameters is not None
    return is_sole and not _is_asked_for(file, word)


def _is_named_by_others(
    model: Extension, path: Path, word: re.Pattern[bytes], skipped: Mapping[Path, Sequence[Span]]
) -> bool:
    """Tell whether others read a source, or what it reads itself may have the name of its macro."""
    if path not in model.units or tuple(model.readers.get(path, ())) != (path,):
        return True
    others = [other for other, readers in model.readers.items() if path in readers and other != path]
    named = ((other, found) for other in others if other in model.files for found in _named_in(model, other, word))
    return any(not any(at in span for span in skipped.get(other, ())) for other, at in named)


def _named_in(model: Extension, path: Path, word: re.Pattern[bytes]) -> Iterator[int]:
    return (found.start() for found in word.finditer(model.files[path].source.data))


def _is_asked_for(file: File, word: re.Pattern[bytes]) -> bool:
    """Tell whether a directive undefines a macro, or asks whether it's defined."""
    asking = (item for item in file.lexed.directives if item.is_condition or item.name == b"undef")
    return any(word.search(file.source.text(item.rest)) for item in asking)


def _free(model: Extension, name: bytes, taken: Container[bytes]) -> bytes | None:
    """Return a name of the same length that is nowhere in the extension, within other names included."""
    for first in _FIRST:
        new = bytes((first,)) + name[1:]
        if new not in taken and not any(new in file.source.data for file in model.files.values()):
            return new
    return None


def _told(value: _T, names: OwnNames) -> _T:
    found: object = value
    if isinstance(value, bytes):
        found = names.bytes_told(value)
    elif isinstance(value, str):
        found = names.bytes_told(value.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")
    elif isinstance(value, tuple) and not hasattr(value, "_fields"):
        found = tuple(_told(item, names) for item in value)
    elif isinstance(value, Mapping):
        found = {key: _told(item, names) for key, item in value.items()}
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {item.name: getattr(value, item.name) for item in fields(value) if item.init}
        changed = {name: new for name, part in parts.items() if (new := _told(part, names)) != part}
        found = replace(value, **changed) if changed else value
    return found  # type: ignore[return-value]
