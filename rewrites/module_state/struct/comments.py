"""The comments of globals that become fields: they go along, where they speak of nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from unstatic.facts.places.at_file_level import is_heading
from unstatic.facts.places.in_functions import comments_above
from unstatic.model.extension import Declaration, Extension, File, Global, GlobalKind, SymbolKind
from unstatic.rewriting.style import statement_end
from unstatic.text.source import Span

# The adjective at the start of a comment, before a noun.
_STATIC = re.compile(
    rb"\A(?P<opening>/\*[\s*]*|//[\s/]*)(?P<first>[SsGg])(?:tatic|lobal) (?!interpreter)(?P<noun>[a-z])"
)
# `/* Forward declarations */` speaks of what is declared right below it.
FORWARD = re.compile(rb"(?i)\bforward\b")
OF_TYPE = re.compile(rb"\s*(?:static\s+)?PyType_(?:Slot|Spec)\b")
# What a comment above a pointer to a type speaks of if it stands below it.
_SPOKEN_OF = re.compile(OF_TYPE.pattern + rb"|[ \t]*#[ \t]*define\b")
_OF_CLINIC = b"[clinic "
_OF_STATICS = re.compile(rb"borrow|steal|stolen|refcount|static(?![ -]?method)")


def comment_above(model: Extension, item: Declaration, moving: Collection[str]) -> Span | None:
    """Return the comment right above the declaration of *item*, which goes with it; None if what stays may need it.

    *moving*: the symbols of all variables whose declarations go.
    """
    file = model.files[item.path]
    place = whole_place(model, item, moving)
    if not _stands_for_all(model, item, moving):
        return None
    first, start = _lines_above(file, place.start)
    if first == start and place.start != item.span.start:
        # In an `#if` group of its own, the comment stands below the condition as well.
        first, start = _lines_above(file, item.span.start)
    if first == start:
        first, start = _title_above(file, place.start)
        if first != start and not _is_between_functions(model, item, moving):
            return None
    found = Span(first + len(file.source.indent_at(first)), first + len(file.source.data[first:start].rstrip()))
    if first == start or is_heading(file, found) or not _ends_group(model, file, item, moving):
        return None
    # What Argument Clinic reads and writes speaks of all that is declared there, in comments.
    return found if _OF_CLINIC not in file.source.text(found) else None


def _lines_above(file: File, offset: int) -> tuple[int, int]:
    """Return where the comments above the line at *offset* start, and where they end; twice the same if none do."""
    start = file.source.line_start(offset)
    is_first = not file.source.data[start:offset].strip()
    return comments_above(file, start) if is_first else start, start


def _title_above(file: File, offset: int) -> tuple[int, int]:
    """Return where a comment of one line starts that an empty line parts from the one at *offset*, and where it ends.

    It has an empty line above as well; twice the same if there is none.
    """
    data, start = file.source.data, file.source.line_start(offset)
    gap = file.source.line_start(start - 1) if start else start
    first = comments_above(file, gap) if not data[gap:start].strip() else gap
    above = data[file.source.line_start(first - 1) : first] if first else b""
    is_alone = data[first:gap].count(b"\n") == 1 and not above.strip()
    return (first, gap) if is_alone else (start, start)


def _is_between_functions(model: Extension, item: Declaration, moving: Collection[str]) -> bool:
    """Tell whether a function follows the variables from *item* on, all of which go, and something else is before them.

    A comment that comes first in a file tells what the file is for.
    """
    others = [one for one in model.declarations if one.path == item.path and one.symbol not in moving]
    beside = [one for one in others if one.function is None]
    following = next((one for one in beside if one.span.start > item.span.start), None)
    return following is not None and following.body is not None and beside[0] is not following


def declaration_with_comment(model: Extension, item: Global, moving: Collection[str]) -> Declaration | None:
    """Return the declaration of a variable whose comment its field takes along: of those in headers too."""
    declared = (one for one in (item.declaration, *item.others) if speaks_of_variable(model, item, one))
    return next((one for one in declared if comment_above(model, one, moving) is not None), None)


def speaks_of_variable(model: Extension, item: Global, declared: Declaration) -> bool:
    """Tell whether a comment above a declaration speaks of the variable, and of no spec or macro right below it.

    Those above the declarations of a header say what they have in common.
    """
    if item.kind is not GlobalKind.TYPE or declared.storage == "extern":
        return True
    file = model.files[declared.path]
    source, start = file.source, file.source.line_start(declared.span.start)
    above = source.data[comments_above(file, start) : start]
    return not FORWARD.search(above) and not _SPOKEN_OF.match(
        source.data, source.line_end(statement_end(file, declared) - 1)
    )


def comment_behind(model: Extension, item: Declaration, moving: Collection[str]) -> Span | None:
    """Return the comment that ends the last line of the declaration of *item*; arguments as above."""
    if not _stands_for_all(model, item, moving):
        return None
    file = model.files[item.path]
    end = statement_end(file, item)
    rest = Span(end, file.source.line_end(end - 1))
    for comment in file.lexed.comments:
        if comment.start in rest:
            text = file.source.data[rest.start : comment.start] + file.source.data[comment.end : rest.end]
            is_alone = not text.strip() and b"\n" not in file.source.text(comment)
            return comment if is_alone else None
    return None


def comment_lines(file: File, comment: Span) -> Iterator[bytes]:
    """Yield the lines of a comment without the indentation that it had."""
    indent = file.source.indent_at(comment.start)
    for line in as_of_fields(file.source.text(comment)).split(b"\n"):
        yield line.rstrip(b"\r").removeprefix(indent)


def whole_place(model: Extension, item: Declaration, moving: Collection[str]) -> Span:
    """Return the declaration with its `;`, or the outermost `#if` around it in which nothing else stands."""
    file = model.files[item.path]
    found = Span(item.span.start, statement_end(file, item))
    around = file.conditionals_around(item.span.start)
    if not around:
        return found
    gone = [
        Span(one.span.start, statement_end(file, one))
        for one in model.declarations
        if one.symbol in moving and one.path == item.path and one.function is None
    ]
    for conditional in around:
        inside = file.lexed.between(*conditional.span)
        # Macros that are defined there stay of use.
        if all(any(token.start in span for span in gone) for token in inside) and not file.does_more(conditional.span):
            found = conditional.span
    return found


def variables_at(model: Extension, path: Path, start: int) -> list[Declaration]:
    """Return what is declared together from a place on; without a struct that the declaration defines."""
    return [one for one in model.starting_at[path, start] if one.kind is not SymbolKind.RECORD]


def stays_true(file: File, comment: Span) -> bool:
    """Tell whether a comment says nothing of how a static held its object: a field owns it."""
    text = as_of_fields(file.source.text(comment)).lower()
    return not _OF_STATICS.search(text)


def as_of_fields(text: bytes) -> bytes:
    """Return a comment such as `/* Static strings, used by */` as it is true of fields: `/* Strings, used by */`."""
    return _STATIC.sub(_without_adjective, text, count=1)


def _without_adjective(found: re.Match[bytes]) -> bytes:
    return found["opening"] + (found["noun"].upper() if found["first"].isupper() else found["noun"])


def _stands_for_all(model: Extension, item: Declaration, moving: Collection[str]) -> bool:
    """Tell whether *item* is the first variable of its declaration, all of which goes."""
    together = variables_at(model, item.path, item.span.start)
    first = min(together, key=lambda one: one.name_span.start)
    return first.symbol == item.symbol and all(one.symbol in moving for one in together)


def _ends_group(model: Extension, file: File, item: Declaration, moving: Collection[str]) -> bool:
    """Tell whether only declarations that go stand between *item* and the next blank line or comment."""
    at = file.source.line_end(whole_place(model, item, moving).end - 1)
    starts = {
        file.source.line_start(one.span.start): one
        for one in model.declarations
        if one.symbol in moving and one.path == item.path and one.function is None
    }
    while at in starts:
        at = file.source.line_end(whole_place(model, starts[at], moving).end - 1)
    following = file.source.data[at : file.source.line_end(at)].strip()
    return not following or following.startswith((b"/*", b"//", b"#"))
