"""What older Pythons and headers lack: flags in the header of the state, or once per file (G30, G33, G40)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.capi.versions import first_hexversion, is_missing
from unstatic.facts.layout.shared_header import HomeFinder, Wanted, can_include
from unstatic.facts.places.at_file_level import after_includes
from unstatic.facts.places.file_order import order_key
from unstatic.facts.types.sequences.struct_sequences import sequence_of
from unstatic.model.extension import Extension, File, StaticType, SymbolKind
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import outside_groups, style_of
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..module_state.struct.header import addition, include_edits, new_header
from .members import has_offsets

_FLAG = "Py_TPFLAGS_IMMUTABLETYPE"


def preamble_edits(model: Extension, plan: Plan, moving: Sequence[StaticType]) -> Iterator[Edit]:
    """Yield definitions of the flags that Python 3.9 doesn't have, and the include that member tables need."""
    by_path: dict[Path, list[StaticType]] = {}
    starts: dict[Path, int] = {}
    for static in moving:
        path, start = _place(model, static)
        by_path.setdefault(path, []).append(static)
        starts[path] = min(starts.get(path, start), start)
    home = _header(model, plan, by_path, starts)
    yield from home.edits
    flagged = _flagged(model, {path: types for path, types in by_path.items() if path not in home.files}, starts)
    for path, types in by_path.items():
        file = model.files[path]
        included = after_includes(file, starts[path])
        at = included or _first_declaration(model, file)
        lines: list[bytes] = []
        needs_members = any(has_offsets(model, plan, item) for item in types)
        if needs_members and b"structmember.h" not in file.source.data and is_missing("Py_READONLY", plan.minimum):
            lines.append(b"#include <structmember.h>")
        flags = _flags(model, plan, flagged.get(path, ()))
        lines += [b"", *flags] if lines and flags else flags
        if lines:
            newline = file.source.newline
            lead = [b""] if included and lines[0][:4] != b"#inc" else []
            yield Edit(path, Span(at, at), newline.join([*lead, *lines, *([] if included else [b""]), b""]))


def _place(model: Extension, static: StaticType) -> tuple[Path, int]:
    """Return where the flags of a type are named: in its spec, or by what makes the struct sequence."""
    sequence = sequence_of(model, static)
    item = static.declaration if sequence is None else model.functions[sequence.creation.function].definition
    return item.path, item.span.start


@dataclass(frozen=True, slots=True)
class _Home:
    """The *edits* that define flags in a header, and the *files* that see it."""

    edits: tuple[Edit, ...] = ()
    files: frozenset[Path] = frozenset()


def _header(
    model: Extension, plan: Plan, by_path: Mapping[Path, Sequence[StaticType]], starts: Mapping[Path, int]
) -> _Home:
    """Return the definitions for several units in the header of the state, which exists or is made for them.

    Where not all that need them see that one, in another of the project's that they do.
    """
    flagged = _flagged(model, by_path, starts)
    if len(flagged) < 2:
        return _Home()
    home = _in_header_of_state(model, plan, by_path, starts) if plan.header else _Home()
    found = None
    if not flagged.keys() <= home.files:
        found = HomeFinder(model, Wanted(tuple(starts.items()), frozenset(), ())).best()
    flags = _flags(model, plan, [static for types in by_path.values() for static in types])
    if found is None or not flags:
        return home
    file = model.files[found.path]
    return _Home((addition(file, found.offset, style_of(model, file).lines(*flags)),), frozenset(by_path))


def _in_header_of_state(
    model: Extension, plan: Plan, by_path: Mapping[Path, Sequence[StaticType]], starts: Mapping[Path, int]
) -> _Home:
    path = model.root / plan.header
    sites = tuple((item, start) for item, start in starts.items() if _sees(model, path, item, start))
    flags = _flags(model, plan, [static for item, _ in sites for static in by_path[item]])
    files = frozenset(item for item, _ in sites)
    if len(files) < 2 or not flags:
        return _Home()
    if path not in model.files:
        text = style_of(model, model.files[model.main_path]).lines(*flags)
        earliest = [(item, min(start, _first_function(model, item))) for item, start in sites]
        return _Home(
            (Edit(path, Span(0, 0), new_header(model, path, text)), *include_edits(model, earliest, path)), files
        )
    place = _place_in(model, path, sites)
    if place is None:
        return _Home()
    text = style_of(model, place[0]).lines(*flags)
    return _Home((addition(*place, text),), files)


def _place_in(model: Extension, header: Path, sites: tuple[tuple[Path, int], ...]) -> tuple[File, int] | None:
    """Return the place in a header that is there for what stands before all *sites*; None if there is none."""
    found = HomeFinder(model, Wanted(sites, frozenset(), ())).place_in(header)
    return (model.files[header], found.offset) if found is not None else None


def in_header(model: Extension, plan: Plan, places: Sequence[tuple[File, int]]) -> tuple[File, int] | None:
    """Return the place for what several units need, in the header of the state; None if it isn't there, or not seen."""
    path = model.root / plan.header
    if len(places) < 2 or path not in model.files:
        return None
    sites = tuple((file.source.path, at) for file, at in places)
    return _place_in(model, path, sites) if all(_sees(model, path, *site) for site in sites) else None


def _sees(model: Extension, header: Path, path: Path, start: int) -> bool:
    """Tell whether all that read the file *path* read the header, or can if it's new."""
    if header in model.files:
        return set(model.readers[header]).issuperset(model.readers[path])
    languages = {model.languages[unit] for unit in (*model.readers[path], *model.readers[model.main_path])}
    return len(languages) == 1 and can_include(model, path, min(start, _first_function(model, path)))


def _first_function(model: Extension, path: Path) -> int:
    """Return where the first function of a file is declared: what is included for the types may serve it as well."""
    starts = [item.span.start for item in model.declarations if item.path == path and item.kind is SymbolKind.FUNCTION]
    return min(starts, default=len(model.files[path].source.data))


def _flagged(
    model: Extension, by_path: Mapping[Path, Sequence[StaticType]], starts: Mapping[Path, int]
) -> dict[Path, list[StaticType]]:
    """Return the files that define the flags, with the types that need them: the first that each unit reads."""
    found: dict[Path, list[StaticType]] = {}
    for path in sorted(by_path, key=lambda path: order_key(model, path, starts[path])):
        readers = set(model.readers.get(path, ()))
        earlier = next((item for item in found if readers <= set(model.readers.get(item, ()))), None)
        found.setdefault(earlier or path, []).extend(by_path[path])
    return found


def _first_declaration(model: Extension, file: File) -> int:
    """Return the start of the first declaration of a header that includes nothing."""
    starts = [item.span.start for item in model.declarations if item.path == file.source.path and item.function is None]
    return outside_groups(file, min(starts)) if starts else 0


def _flags(model: Extension, plan: Plan, types: Sequence[StaticType]) -> list[bytes]:
    if not is_missing(_FLAG, plan.minimum) or not types:
        return []
    names = [_FLAG.encode()]
    choices = [plan.choice(type_subject(item)) for item in types]
    if any(item is not None and item.disallow_instantiation for item in choices):
        names.append(b"Py_TPFLAGS_DISALLOW_INSTANTIATION")
    missing = [name for name in names if b"define " + name not in b"".join(f.source.data for f in model.files.values())]
    if not missing:
        return []
    return [
        b"#if PY_VERSION_HEX < " + first_hexversion(_FLAG),
        *(filled(b"#  define $name 0", name=name) for name in missing),
        b"#endif",
    ]
