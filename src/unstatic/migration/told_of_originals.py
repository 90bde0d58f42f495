"""What was decided on prepared sources, told of the sources that the user has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from unstatic.c.lexer import Directive, lex_fragment
from unstatic.model.extension import Extension, File
from unstatic.plan.decisions import Decision, Plan
from unstatic.text.diff import lines_of, opcodes
from unstatic.text.source import Location

_SPLICE = re.compile(rb"[ \t]*\\\r?\n[ \t]*")


def on_originals(plan: Plan, originals: Mapping[Path, bytes], prepared: Mapping[Path, bytes]) -> Plan:
    """Return *plan* with the lines that its places have in *originals*; *prepared* is what it was made for."""
    lines = {path: _lines(originals[path], data) for path, data in prepared.items()}
    decisions = tuple(_told(item, lines) for item in plan.decisions)
    reasons = tuple(replace(item, location=_moved(item.location, lines)) for item in plan.claims.reasons)
    return replace(plan, decisions=decisions, claims=replace(plan.claims, reasons=reasons))


def _told(decision: Decision, lines: Mapping[Path, Mapping[int, int]]) -> Decision:
    obstacles = tuple(replace(item, location=_moved(item.location, lines)) for item in decision.obstacles)
    return replace(decision, location=_moved(decision.location, lines), obstacles=obstacles)


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


def _lines(before: bytes, after: bytes) -> dict[int, int]:
    """Return the line of *before* for each line of *after*, from 1; for new lines, that of what they replace."""
    found: dict[int, int] = {}
    for _, old, old_end, new, new_end in opcodes(lines_of(before), lines_of(after)):
        for index in range(new, new_end):
            found[index + 1] = min(old + index - new, max(old_end - 1, old)) + 1
    return found


def _moved(location: Location, lines: Mapping[Path, Mapping[int, int]]) -> Location:
    found = lines.get(location.path, {}).get(location.line)
    return location if found is None else replace(location, line=found)
