"""Whether the extension is compiled for the limited API: most of what is written would not be declared there."""

from __future__ import annotations

from unstatic.model.extension import Extension
from unstatic.text.source import Location

_NAME = "Py_LIMITED_API"


def limited_api(model: Extension) -> Location | None:
    """Return where Py_LIMITED_API is defined, or the main file if the build defines it; None if nothing does."""
    for item in model.macro_definitions:
        if item.name == _NAME and not model.files[item.path].is_inactive(item.span.start):
            return model.location(item.path, item.span.start)
    return model.location(model.main_path, 0) if _NAME in model.defined else None
