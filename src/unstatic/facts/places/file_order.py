"""The order in which the compiler reads places in different files."""

from __future__ import annotations

from pathlib import Path

from unstatic.model.extension import Extension


def order_key(model: Extension, path: Path, offset: int) -> tuple[int, ...]:
    """Return a key that sorts places of one translation unit as the compiler meets them."""
    seen = {path}
    key: tuple[int, ...] = (offset,)
    current = path
    while True:
        inclusion = next((item for item in model.inclusions if item.path == current), None)
        if inclusion is None or inclusion.includer in seen or inclusion.includer not in model.files:
            return key
        seen.add(inclusion.includer)
        key = (inclusion.offset, *key)
        current = inclusion.includer
