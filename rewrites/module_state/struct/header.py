"""The state in a header, where several units need it: one that they share, or a new one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.c.lexer import Branch
from unstatic.facts.layout.shared_header import Home, HomeFinder, Place, include_place, is_read_before, wanted
from unstatic.facts.places.at_file_level import after_includes, is_include_guard
from unstatic.facts.places.unit_order import gives_python
from unstatic.model.extension import Extension, File
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style, style_of, without_gap
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .accessors import accessor_text
from .fields import Layout
from .own_struct import needed_by, repeated_edits, state_text


def header_edits(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the struct and its accessors in the header that the plan names, and what makes all units see them."""
    path = model.root / plan.header
    if path not in model.files:
        yield Edit(path, Span(0, 0), new_header(model, path, _text(model, plan, layout, _style(model))))
        yield from include_edits(model, wanted(model, layout.routes, layout.declarations).sites, path)
        return
    needed = needed_by(model, layout)
    # One that was made for the flags of types isn't read by all that need the state.
    seen = tuple(site for site in needed.sites if is_read_before(model, (path, 0), site))
    yield from include_edits(model, [site for site in needed.sites if site not in seen], path)
    home = HomeFinder(model, replace(needed, sites=seen)).place_in(path)
    assert home is not None, f"the plan overlooked that the state can't stand in {plan.header}"
    yield from _into(model, plan, layout, home)


def _into(model: Extension, plan: Plan, layout: Layout, home: Home) -> Iterator[Edit]:
    source = model.files[home.path].source
    style = replace(_style(model), newline=source.newline)
    pieces = []
    for path, span in home.constants:
        yield Edit(path, without_gap(model.files[path], span), b"")
        pieces.append(model.files[path].source.text(span).replace(model.files[path].source.newline, source.newline))
    text = style.newline.join([*pieces, _text(model, plan, layout, style)])
    yield addition(model.files[home.path], home.offset, text)
    yield from repeated_edits(model, plan, layout, style, (home.path, home.offset))


def addition(file: File, offset: int, text: bytes) -> Edit:
    """Return the edit that puts whole lines before the one at *offset*, with a blank line to what is around them."""
    source = file.source
    if source.data[:offset].strip() and source.data[source.line_start(offset - 1) : offset].strip():
        text = source.newline + text
    if source.data[offset : source.line_end(offset)].strip():
        text += source.newline
    return Edit(source.path, Span(offset, offset), text)


def _text(model: Extension, plan: Plan, layout: Layout, style: Style) -> bytes:
    definition = model.module_def()
    assert definition is not None
    accessors = accessor_text(model, plan, layout, style, definition.declaration.name.encode())
    return state_text(model, plan, layout, style) + style.newline + accessors


def _style(model: Extension) -> Style:
    """Return the style of the main file: a header has few functions to tell by."""
    return style_of(model, model.files[model.main_path])


def new_header(model: Extension, path: Path, text: bytes) -> bytes:
    """Return a header that includes Python.h and has *text*."""
    style = _style(model)
    guard = path.name.upper().replace(".", "_").encode()
    opening = style.lines(b"#ifndef " + guard, b"#define " + guard, b"", _python_include(model), b"")
    return (
        opening + text.rstrip(b"\r\n") + style.newline + style.lines(b"", filled(b"#endif /* $guard */", guard=guard))
    )


def _python_include(model: Extension) -> bytes:
    """Return the line that includes Python.h, as the main file's unit writes it."""
    unit = model.readers[model.main_path][0]
    found = next(item for item in model.unit_inclusions[unit] if gives_python(model, item))
    source = model.files[found.includer].source
    return source.data[found.offset : source.line_end(found.offset)].strip()


def include_edits(model: Extension, sites: Sequence[Place], header: Path) -> Iterator[Edit]:
    """Yield the include of a new header in each file that has one of the *sites*, after those that are there.

    A file that includes another of them before its own site has it from there.
    """
    offsets: dict[Path, list[int]] = {}
    for path, offset in sites:
        offsets.setdefault(path, []).append(offset)
    halves = {path: _half(model, path, found) for path, found in offsets.items()}
    including = {path: _include_place(model.files[path], min(found), halves[path]) for path, found in offsets.items()}
    for path, found in offsets.items():
        others = (other for other in including.items() if other[0] != path)
        if any(is_read_before(model, other, (path, min(found))) for other in others):
            continue
        file, at, half = model.files[path], including[path], halves[path]
        name = os.path.relpath(header, path.parent).replace(os.sep, "/").encode()
        line = filled(b'#include "$name"$newline', name=name, newline=file.source.newline)
        is_first = half is not None or not after_includes(file, min(found))
        if half is None and is_first and file.source.data[file.source.line_start(max(at - 1, 0)) : at].strip():
            line = file.source.newline + line
        if is_first and file.source.data[at : file.source.line_end(at)].strip():
            line += file.source.newline
        yield Edit(path, Span(at, at), line)


def _include_place(file: File, limit: int, half: Branch | None) -> int:
    return include_place(file, limit) if half is None else file.source.line_end(half.directive.span.end - 1)


def _half(model: Extension, path: Path, offsets: Sequence[int]) -> Branch | None:
    """Return the innermost group with all places of a header that others include: they skip it (G439)."""
    file = model.files[path]
    around = file.conditionals_around(min(offsets)) if path in model.others_headers else ()
    halves = (one for item in around if not is_include_guard(file, item) for one in item.branches)
    return next((one for one in halves if all(offset in one.body for offset in offsets)), None)


__all__ = ["addition", "header_edits", "include_edits", "new_header"]
