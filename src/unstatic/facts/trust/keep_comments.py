"""Comments in which a maintainer says that something stays: `unstatic: keep NAME because REASON`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.model.extension import Declaration, Extension, Global, StaticType
from unstatic.model.subjects import global_subject, type_subject
from unstatic.text.source import Location, Span

FORM = "unstatic: keep NAME because REASON"
_MARK = re.compile(rb"(?m)(?:\A|^)[ \t/*!<-]*(unstatic:)")
_KEEP = re.compile(r"keep\s+(?P<name>\S+)(?:\s+because\b(?P<reason>.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class KeepComment:
    """One such comment: what it names, or the *problem* for which it has no effect."""

    location: Location
    name: str
    reason: str
    symbols: tuple[str, ...]
    """The types and globals that stay."""
    problem: str = ""
    is_compiled: bool = True
    """Whether it stands in a part of the file that some configuration reads."""


def keep_comments(model: Extension) -> tuple[KeepComment, ...]:
    """Return all such comments in the files of *model*, also those without effect, in the order of their places."""
    return tuple(found for path in sorted(model.files) for found in _of_file(model, path))


def _of_file(model: Extension, path: Path) -> Iterator[KeepComment]:
    file = model.files[path]
    for comment in file.lexed.comments if b"unstatic:" in file.source.data else ():
        text = file.source.text(comment)
        marks = list(_MARK.finditer(text)) if b"unstatic:" in text else []
        ends = [*(mark.start() for mark in marks[1:]), len(text)]
        for mark, end in zip(marks, ends, strict=False):
            yield _read(model, path, comment.start + mark.start(1), _plain(text[mark.end() : end]))


def _plain(text: bytes) -> str:
    """Return the words of a comment, without what frames it."""
    lines = text.decode("utf-8", "backslashreplace").removesuffix("*/").splitlines()
    return " ".join(" ".join(line.strip().lstrip("*/").strip() for line in lines).split())


def _read(model: Extension, path: Path, offset: int, text: str) -> KeepComment:
    where = model.location(path, offset)
    is_compiled = not model.files[path].is_unseen(offset)
    match = _KEEP.fullmatch(text)
    if match is None:
        return KeepComment(where, "", "", (), f"it isn't understood; write `{FORM}`", is_compiled)
    name, reason = match["name"], (match["reason"] or "").strip(" \t:,;-")
    if not re.search(r"\w", reason):
        return KeepComment(where, name, "", (), f"it gives no reason; write `{FORM}`", is_compiled)
    symbols = tuple(_named(model, path, offset, name))
    problem = "" if symbols else "there is no such static type or global in this file"
    return KeepComment(where, name, reason, symbols, problem, is_compiled)


def _named(model: Extension, path: Path, offset: int, name: str) -> list[str]:
    """Return the symbols of what *name* can mean at a place: the local ones of the function around it, or any."""
    items: list[tuple[StaticType | Global, str]] = [(item, type_subject(item)) for item in model.types]
    items += [(item, global_subject(model, item)) for item in model.globals]
    here = [(item, subject) for item, subject in items if _is_declared_in(item, path)]
    exact = [item.symbol for item, subject in here if name in (subject, subject.partition(":")[2])]
    inner = [item.symbol for item, _ in here if item.name == name and _is_around(model, item.declaration, path, offset)]
    outer = [item.symbol for item, _ in here if item.name == name and item.declaration.function is None]
    return inner or exact or outer


def _is_declared_in(item: StaticType | Global, path: Path) -> bool:
    return any(declaration.path == path for declaration in (item.declaration, *item.others))


def _is_around(model: Extension, declaration: Declaration, path: Path, offset: int) -> bool:
    """Tell whether a place lies in the function that has *declaration* in it."""
    function = model.functions.get(declaration.function or "")
    if function is None or function.definition.path != path:
        return False
    span: Span = function.definition.span
    return offset in span
