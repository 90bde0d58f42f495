"""What was decided on prepared sources, told of the sources that the user has."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.c.lexer import Directive, lex_fragment
from unstatic.migration.applied import Made
from unstatic.model.extension import Extension, File
from unstatic.plan.decisions import Plan
from unstatic.text.edits import Edit, ordered
from unstatic.text.source import Location, SourceFile

_SPLICE = re.compile(rb"[ \t]*\\\r?\n[ \t]*")


def on_originals(plan: Plan, originals: Mapping[Path, bytes], steps: Sequence[Made]) -> Plan:
    """Return *plan*, which was made for what *steps* made of *originals*, with the places that are meant there."""
    told = _Places(originals, steps)
    decisions = tuple(
        replace(
            item,
            location=told.original(item.location),
            obstacles=tuple(replace(one, location=told.original(one.location)) for one in item.obstacles),
        )
        for item in plan.decisions
    )
    reasons = tuple(replace(item, location=told.original(item.location)) for item in plan.claims.reasons)
    return replace(plan, decisions=decisions, claims=replace(plan.claims, reasons=reasons))


@dataclass(frozen=True, slots=True)
class _Piece:
    """An edit, and where its text stands in what it makes."""

    start: int
    edit: Edit

    @property
    def end(self) -> int:
        return self.start + len(self.edit.new)


class _Places:
    """Where what stands in prepared sources comes from."""

    def __init__(self, originals: Mapping[Path, bytes], steps: Sequence[Made]) -> None:
        self._steps: dict[Path, list[tuple[SourceFile, list[_Piece]]]] = {}
        """For each file what it was before each step, and the pieces of that."""
        self._files: dict[Path, SourceFile] = {}
        for path, data in originals.items():
            for step in steps:
                if step.edits.get(path):
                    self._steps.setdefault(path, []).append((SourceFile(path, data), list(_pieces(step.edits[path]))))
                    data = step.files.get(path, data)
            self._files[path] = SourceFile(path, data)

    def original(self, location: Location) -> Location:
        """Return the place in the file on the disk: of a new text, that of what it replaces."""
        before = self._steps.get(location.path)
        if before is None:
            return location
        offset = self._files[location.path].offset(location)
        for file, pieces in reversed(before):
            offset = _before(file, pieces, offset)
        return before[0][0].location(offset)


def _pieces(edits: Iterable[Edit]) -> Iterator[_Piece]:
    shift = 0
    for edit in ordered(edits):
        yield _Piece(edit.span.start + shift, edit)
        shift += len(edit.new) - (edit.span.end - edit.span.start)


def _before(file: SourceFile, pieces: Sequence[_Piece], offset: int) -> int:
    """Return where an offset was before an edit; in a new text, as many lines below its start as the old one has."""
    index = bisect.bisect_right(pieces, offset, key=lambda piece: piece.start) - 1
    if index < 0:
        return offset
    piece = pieces[index]
    span = piece.edit.span
    if offset >= piece.end:
        return span.end + offset - piece.end
    at = span.start
    for _ in range(piece.edit.new.count(b"\n", 0, offset - piece.start)):
        following = file.line_end(at)
        if following >= span.end:
            break
        at = following
    return at


def changed_code(before: Extension, after: Extension) -> Location | None:
    """Return the first place where the parser keeps other tokens or directives of a file; conditionals don't count."""
    for path, file in before.files.items():
        other = after.files.get(path)
        if other is not None and (file.source.data, file.inactive) == (other.source.data, other.inactive):
            continue
        old, new = compiled_code(file), [] if other is None else compiled_code(other)
        if [text for text, _ in old] != [text for text, _ in new]:
            pairs = zip(old, [*new, *[(b"", 0)] * len(old)], strict=False)
            return file.source.location(next((at for (text, at), (other, _) in pairs if text != other), 0))
    return None


def compiled_code(file: File) -> list[tuple[bytes, int]]:
    """Return the tokens and directives of a file that the parser kept, with their places; conditionals don't count."""
    directives = [
        (_spelled(file, item), item.span.start)
        for item in file.lexed.directives
        if not item.is_condition and not file.is_inactive(item.span.start)
    ]
    return sorted([*((token.text, token.start) for token in file.tokens), *directives], key=lambda item: item[1])


def _spelled(file: File, directive: Directive) -> bytes:
    """Return a directive without the blanks that its further lines begin with, unless a literal goes on there."""
    data, at = file.source.data, directive.span.start
    if b"\n" not in file.source.text(directive.span):
        return file.source.text(directive.span)
    pieces = []
    for token in lex_fragment(data, directive.rest):
        pieces += [_SPLICE.sub(b" \\\n", data[at : token.start]), token.text]
        at = token.end
    return b"".join((*pieces, data[at : directive.span.end]))
