"""What older Pythons and headers lack, once per file, after the includes (G30, G33, G40)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from unstatic.ctext import is_include_guard, outer_conditionals
from unstatic.edits import Edit
from unstatic.model import Extension, File, StaticType
from unstatic.plan import Plan
from unstatic.source import Span
from unstatic.subjects import type_subject

from .slots import OFFSETS


def preamble_edits(model: Extension, plan: Plan, moving: Sequence[StaticType]) -> Iterator[Edit]:
    """Yield definitions of the flags that Python 3.9 doesn't have, and the include that member tables need."""
    by_path: dict[Path, list[StaticType]] = {}
    for static in moving:
        by_path.setdefault(static.declaration.path, []).append(static)
    for path, types in by_path.items():
        file = model.files[path]
        at = after_includes(file, min(item.declaration.span.start for item in types))
        lines: list[bytes] = []
        needs_members = any(item.value(slot) for item in types for slot in OFFSETS)
        if needs_members and b"structmember.h" not in file.source.data and plan.minimum < (3, 12):
            lines.append(b"#include <structmember.h>")
        lines += _flags(model, plan, types)
        if lines:
            newline = file.source.newline
            yield Edit(
                path,
                Span(at, at),
                newline.join([*lines, b""]) if lines[0][:4] == b"#inc" else newline.join([b"", *lines, b""]),
            )


def _flags(model: Extension, plan: Plan, types: Sequence[StaticType]) -> list[bytes]:
    if plan.minimum >= (3, 10):
        return []
    names = [b"Py_TPFLAGS_IMMUTABLETYPE"]
    choices = [plan.choice(type_subject(item)) for item in types]
    if any(item is not None and item.disallow_instantiation for item in choices):
        names.append(b"Py_TPFLAGS_DISALLOW_INSTANTIATION")
    missing = [name for name in names if b"define " + name not in b"".join(f.source.data for f in model.files.values())]
    if not missing:
        return []
    return [
        b"#if PY_VERSION_HEX < 0x030A0000",
        *(b"#  define " + name + b" 0" for name in missing),
        b"#endif",
    ]


def after_includes(file: File, limit: int) -> int:
    """Return the start of the line after the last include at file level before *limit*."""
    at = 0
    for directive in file.lexed.directives:
        if directive.span.start >= limit:
            break
        if directive.name != b"include" or file.is_inactive(directive.span.start):
            continue
        around = [item for item in outer_conditionals(file, directive.span.start) if not is_include_guard(file, item)]
        end = around[-1].span.end if around else directive.span.end
        if end < limit:
            at = max(at, file.source.line_end(end - 1))
    return at
