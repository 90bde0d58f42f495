"""What older Pythons and headers lack, once per file, after the includes (G30, G33, G40)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.capi.slots import OFFSETS
from unstatic.capi.versions import first_hexversion, is_missing
from unstatic.facts.places.at_file_level import after_includes
from unstatic.facts.places.file_order import order_key
from unstatic.model.extension import Extension, File, StaticType
from unstatic.model.subjects import type_subject
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import outside_groups
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

_FLAG = "Py_TPFLAGS_IMMUTABLETYPE"


def preamble_edits(model: Extension, plan: Plan, moving: Sequence[StaticType]) -> Iterator[Edit]:
    """Yield definitions of the flags that Python 3.9 doesn't have, and the include that member tables need."""
    by_path: dict[Path, list[StaticType]] = {}
    for static in moving:
        by_path.setdefault(static.declaration.path, []).append(static)
    flagged = _flagged(model, by_path)
    for path, types in by_path.items():
        file = model.files[path]
        included = after_includes(file, min(item.declaration.span.start for item in types))
        at = included or _first_declaration(model, file)
        lines: list[bytes] = []
        needs_members = any(item.value(slot) for item in types for slot in OFFSETS)
        if needs_members and b"structmember.h" not in file.source.data and is_missing("Py_READONLY", plan.minimum):
            lines.append(b"#include <structmember.h>")
        flags = _flags(model, plan, flagged.get(path, ()))
        lines += [b"", *flags] if lines and flags else flags
        if lines:
            newline = file.source.newline
            lead = [b""] if included and lines[0][:4] != b"#inc" else []
            yield Edit(path, Span(at, at), newline.join([*lead, *lines, *([] if included else [b""]), b""]))


def _flagged(model: Extension, by_path: Mapping[Path, list[StaticType]]) -> dict[Path, list[StaticType]]:
    """Return the files that define the flags, with the types that need them: the first that each unit reads."""
    found: dict[Path, list[StaticType]] = {}
    starts = {path: min(item.declaration.span.start for item in types) for path, types in by_path.items()}
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
