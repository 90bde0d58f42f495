"""Where nothing is edited: outside of the project, and in what a program writes anew each time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from unstatic.discovery.generators import GENERATORS, Generator, generator_of
from unstatic.model import Extension
from unstatic.source import Location, Span

_VENDORED = frozenset({"vendor", "vendored", "_vendor", "third_party", "third-party", "thirdparty", "3rdparty"})
_CLINIC_START = b"[clinic start generated code]*/"
_CLINIC_END = b"/*[clinic end generated code"


@dataclass(frozen=True, slots=True)
class Protected:
    """A use in a place that can't be edited; *reason* is a clause about the file."""

    reason: str
    rule: str
    location: Location


def protected_use(model: Extension, symbol: str) -> Protected | None:
    """Return the first place that can't be edited and that declares or uses *symbol*, or None."""
    places = [(use.path, use.offset) for use in model.uses.get(symbol, ())]
    places += [(one.path, one.name_span.start) for one in model.by_symbol.get(symbol, ())]
    return next((found for path, offset in places if (found := protected(model, path, offset))), None)


def protected(model: Extension, path: Path, offset: int) -> Protected | None:
    """Return why a place can't be edited, or None if it can."""
    if not path.is_relative_to(model.root):
        return Protected(
            "lies outside of the project, or is made by its build", "foreign-file", model.location(path, offset)
        )
    folder = _vendored(model, path)
    if folder:
        reason = f"belongs to a library that is kept in {folder}/: migrate it where it comes from"
        return Protected(reason, "foreign-file", model.location(path, offset))
    file = model.files.get(path)
    generator, spans = _generated(file.source.data) if file is not None else (None, ())
    name = generator.name if generator else "Argument Clinic" if any(offset in span for span in spans) else ""
    if not name:
        return None
    advice = next((one.advice for one in GENERATORS if one.name == name), "")
    return Protected(f"{name} writes: change {advice}", "generated-file", model.location(path, offset))


def _vendored(model: Extension, path: Path) -> str:
    """Return the name of the folder for libraries of others that *path* lies in, unless the module does too (G134)."""
    folders = [one for one in path.parents if one.is_relative_to(model.root) and one.name.lower() in _VENDORED]
    foreign = [one for one in folders if not model.main_path.is_relative_to(one)]
    return foreign[0].name if foreign else ""


@cache
def _generated(data: bytes) -> tuple[Generator | None, tuple[Span, ...]]:
    """Return what wrote the file, and which parts of it Argument Clinic wrote."""
    return generator_of(data), tuple(_clinic_spans(data)) if _CLINIC_START in data else ()


def _clinic_spans(data: bytes) -> Iterator[Span]:
    start = data.find(_CLINIC_START)
    while start != -1:
        end = data.find(_CLINIC_END, start)
        if end == -1:
            return
        yield Span(start + len(_CLINIC_START), end)
        start = data.find(_CLINIC_START, end)
