"""The order in which the compiler reads places in different files."""

from __future__ import annotations

from pathlib import Path

from unstatic.model.extension import Extension, Reference
from unstatic.text.source import Span


def order_key(model: Extension, path: Path, offset: int) -> tuple[int, ...]:
    """Return a key that sorts places of one translation unit as the compiler meets them."""
    seen = {path}
    key: tuple[int, ...] = (offset,)
    current = path
    while True:
        inclusion = next(iter(model.inclusions_of.get(current, ())), None)
        if inclusion is None or inclusion.includer in seen or inclusion.includer not in model.files:
            return key
        seen.add(inclusion.includer)
        key = (inclusion.offset, *key)
        current = inclusion.includer


def offset_met(model: Extension, path: Path, body: Span, use: Reference) -> int:
    """Return where the compiler meets a use in the file at *path*: there, or at the `#include` that leads to it.

    *body* is that of the function which holds the use: a list may be included elsewhere as well.
    """
    current, offset, seen = use.path, use.offset, {path}
    while current not in seen:
        seen.add(current)
        inclusions = model.inclusions_of.get(current, ())
        there = [item for item in inclusions if item.includer == path]
        inside = [item for item in there if item.offset in body]
        found = next(iter([*inside, *there, *inclusions]), None)
        if found is None:
            return use.offset
        current, offset = found.includer, found.offset
    return offset


def is_declared_above(model: Extension, symbol: str, path: Path, offset: int) -> bool:
    """Tell whether all units that read a place have met a declaration of a function or variable before it."""
    readers, here = set(model.readers[path]), order_key(model, path, offset)
    return any(
        readers <= set(model.readers[item.path])
        and item.function is None
        and order_key(model, item.path, item.name_span.start) < here
        for item in model.by_symbol.get(symbol, ())
    )
