"""Edits with the layout that a person would give to what they leave."""

from __future__ import annotations

import bisect
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from unstatic.c.clinic import blocks_of
from unstatic.c.lexer import Directive, Token, TokenKind, lex_body
from unstatic.c.syntax import opening_lines
from unstatic.model.extension import File
from unstatic.rewriting.layout.blank_lines import missing, spread, surplus
from unstatic.rewriting.layout.breaking import Manner, breaks
from unstatic.rewriting.layout.comments import refilled
from unstatic.rewriting.layout.hanging import continuation, hanging
from unstatic.rewriting.layout.lists import list_below
from unstatic.rewriting.layout.patched import Patched
from unstatic.rewriting.style import Style
from unstatic.text.columns import TAB, columns, limit_of
from unstatic.text.diff import lines_of
from unstatic.text.edits import Edit
from unstatic.text.source import Span, Spans

_HEAD = re.compile(rb"(\s*\w+(?:\([^)]*\))?)\s*")
_GAP = re.compile(rb"(?<=\S)((?: ?\t| {2})[ \t]*)(\},?)[ \t\r]*$", re.MULTILINE)
"""The blanks in front of a brace in a column of its own."""
_ONE_GAP = 2
"""The blanks before a comment that stands in no column."""
_NEAR = 4000
"""How far, in bytes, behind a line others are looked for that stand below it."""
_LOGICAL = (b"&&", b"||")


def relaid(file: File, edits: Sequence[Edit], style: Style, limit: int = 0) -> list[Edit]:
    """Return *edits* with no line left longer than those of the file, and what was aligned aligned again.

    The output of Argument Clinic keeps the layout that the program would give it.
    """
    lines = lines_of(file.source.data)
    patched = Patched(file.source, edits)
    manner = Manner(limit or limit_of(lines), style.indent, style.newline)
    if any(patched.outgrows(line, manner.limit) for line in patched.changed_lines):
        leading, goes_on = _leading_operators(lines), continuation(lines)
        manner = replace(manner, leading_operators=leading, hanging=hanging(lines), continuation=goes_on)
    empty = dict(surplus(patched))
    trailing = [(span, text) for span, text in _trailing(patched) if not any(item.covers(span) for item in empty)]
    changes = dict([*_realigned(patched, manner), *_in_column(patched), *empty.items(), *trailing])
    gaps = (*spread(patched), *missing(patched))
    changes |= {span: text for span, text in gaps if span not in changes and not _meets(span, empty)}
    broken = {span: text for span, text in _broken(patched, manner) if span not in changes}
    filled = {span: text for span, text in refilled(patched, manner.limit, style.newline) if not _taken(span, changes)}
    broken |= {span: text for span, text in filled.items() if not _taken(span, broken)}
    # A line that joins the one above has no indentation any more.
    changes = {span: text for span, text in changes.items() if not any(item.covers(span) for item in broken)} | broken
    generated = Spans(block.output for block in blocks_of(patched.source.data))
    own = [(span, text) for span, text in changes.items() if not generated.overlaps(span)]
    return patched.edits(own) if own else list(edits)


def _meets(place: Span, spans: Collection[Span]) -> bool:
    """Tell whether an insertion at *place* would be inside of what is replaced, or at its ends."""
    return any(item.start <= place.start <= item.end for item in spans)


def _taken(span: Span, changes: Collection[Span]) -> bool:
    """Tell whether something in *span* is changed otherwise."""
    return any(item.overlaps(span) or item.start in span for item in changes)


def _leading_operators(lines: Sequence[bytes]) -> bool:
    stripped = [line.strip() for line in lines]
    return sum(line.startswith(_LOGICAL) for line in stripped) > sum(line.endswith(_LOGICAL) for line in stripped)


def _broken(patched: Patched, manner: Manner) -> Iterator[tuple[Span, bytes]]:
    within = Spans(item.span for item in patched.lexed.directives)
    for line in patched.changed_lines:
        if not patched.outgrows(line, manner.limit):
            continue
        if within.overlaps(line):
            directive = next((item for item in patched.lexed.directives if item.span.overlaps(line)), None)
            if directive is not None and directive.name == b"define":
                yield from _in_macro(patched, directive, line, manner)
            continue
        tokens = _statement(patched, line)
        inside = [token for token in tokens if token.start >= line.start]
        if inside:
            code = Span(line.start, inside[-1].end)
            yield from _comment_above(patched, code, line, manner)
            found = _breaks_in(patched, line, tokens, manner)
            yield from found or list_below(patched, line, [*tokens, *_following(patched, line)], manner)
            yield from _joined(patched, found, line, manner)


def _breaks_in(patched: Patched, line: Span, tokens: Sequence[Token], manner: Manner) -> list[tuple[Span, bytes]]:
    """Return where a line is broken; *tokens* are those of its statement up to the line's end."""
    inside = [token for token in tokens if token.start >= line.start]
    if not inside or not patched.outgrows(line, manner.limit):
        return []
    gap = _GAP.search(patched.source.data, line.start, line.end)
    if gap is not None and columns(patched.source.data[line.start : gap.start()]) < manner.limit - len(gap[2]):
        # The braces of rows stood in a column of their own.
        return [(Span(*gap.span(1)), b" ")]
    found = breaks(patched.source, Span(line.start, inside[-1].end), tokens, manner)
    return _as_below(patched, found, tokens, line, manner)


def _in_macro(patched: Patched, directive: Directive, line: Span, manner: Manner) -> Iterator[tuple[Span, bytes]]:
    """Yield the breaks of a line of a macro: of its only line behind the head, of others as elsewhere."""
    source = patched.source
    if directive.span.end <= line.end and source.line_start(directive.span.start) == line.start:
        head = _HEAD.match(source.data, directive.rest.start, directive.rest.end)
        body = source.data[head.end() : directive.rest.end] if head is not None else b""
        if head is not None and columns(manner.indent + body) <= manner.limit:
            yield Span(head.end(1), head.end()), b" \\" + manner.newline + manner.indent
        return
    tokens = [token for token in lex_body(source.data, directive.rest) if token.start < line.end]
    starts = [
        index for index, token in enumerate(tokens) if token.text in (b";", b"{", b"}") and token.end <= line.start
    ]
    inside = [token for token in tokens if token.start >= line.start]
    if inside:
        code = Span(line.start, inside[-1].end)
        column, lead, start = _backslash(patched, directive), b"", line.start
        for span, text in breaks(source, code, tokens[starts[-1] + 1 :] if starts else tokens, manner):
            width = columns(lead + source.data[start : span.start])
            yield span, b" " * max(1, column - width) + b"\\" + text
            lead, start = text.removeprefix(manner.newline), span.end
        rest = source.data[code.end : line.end].rstrip(b"\r\n")
        if start != line.start and rest.endswith(b"\\"):
            width = columns(lead + source.data[start : code.end])
            yield Span(code.end, code.end + len(rest) - 1), b" " * max(1, column - width)


def _backslash(patched: Patched, directive: Directive) -> int:
    """Return the column in which the backslashes of the other lines of a macro stand."""
    rows = patched.source.text(directive.span).split(b"\n")[:-1]
    return Counter(columns(row.rstrip()[:-1]) for row in rows).most_common(1)[0][0] if rows else 0


def _trailing(patched: Patched) -> Iterator[tuple[Span, bytes]]:
    """Yield the removal of blanks at the end of a line that is changed, which `git diff --check` complains of."""
    for line in patched.changed_lines:
        text = patched.source.text(line).rstrip(b"\r\n")
        code = text.rstrip(b" \t")
        old = patched.replaced(line) or b""
        if code != text and old.rstrip(b"\r\n") != text:
            yield Span(line.start + len(code), line.start + len(text)), b""


def _in_column(patched: Patched) -> Iterator[tuple[Span, bytes]]:
    """Yield the blanks before comments that stood in a column, where what stands before them got longer or shorter."""
    source, old = patched.source, patched.old
    for line in patched.changed_lines:
        # The last of those that start in the line.
        comment = next(reversed(patched.lexed.comments_between(*line)), None)
        was = None if comment is None else patched.origin(comment.start)
        if comment is None or was is None or patched.origin(comment.start - 1) != was - 1:
            continue
        lead, there = source.data[line.start : comment.start], old.data[old.line_start(was) : was]
        column, gap = columns(there), columns(there) - columns(there.rstrip())
        code = columns(lead.rstrip())
        if gap > _ONE_GAP and b"\t" not in there[-gap:] and there.strip() and code and columns(lead) != column:
            start = line.start + len(lead.rstrip())
            yield Span(start, comment.start), b" " * max(_ONE_GAP, column - code)


def _comment_above(patched: Patched, code: Span, line: Span, manner: Manner) -> Iterator[tuple[Span, bytes]]:
    """Yield the move of a comment for which there is no room behind the code any more."""
    source = patched.source
    comment = next(iter(patched.lexed.comments_between(code.end, line.end)), None)
    if comment is None or comment.end > line.end or columns(source.data[code.start : code.end]) > manner.limit:
        return
    if _statement(patched, line)[0].start >= line.start:
        yield Span(code.end, comment.end), b""
        indent = source.indent_at(line.start)
        yield Span(line.start, line.start), indent + source.text(comment) + manner.newline


def _as_below(
    patched: Patched, found: list[tuple[Span, bytes]], tokens: Sequence[Token], line: Span, manner: Manner
) -> list[tuple[Span, bytes]]:
    """Return the breaks with the indentation of the next line, where the list goes on there in a column of its own."""
    source = patched.source
    if not found or source.data[found[-1][0].start - 1 : found[-1][0].start] != b",":
        return found
    last, text = found[-1]
    rest = source.data[last.end : line.end].rstrip()
    opened = next((opener for opener, _ in _below(line, [*tokens, *_following(patched, line)])), None)
    indent = source.indent_at(line.end) if line.end < len(source.data) else b""
    if opened is None or not indent or columns(indent) == columns(source.indent_at(line.start)):
        return found
    opener = opened.start
    # A row of a table may go on below its first value, the rows of a table don't.
    is_row = opened.text == b"{" and line.start <= opener and source.data[opened.end : line.end].strip() != b""
    if opened.text != b"(" and not is_row:
        return found
    was = _column_behind(patched, opener)
    here = columns(source.data[source.line_start(opener) : opener]) + 1
    if columns(indent) == was and (here != was or any(span.end <= opener for span, _ in found)):
        # It moves along with its parenthesis.
        return found
    is_list = rest.endswith(b",") and rest.count(b"(") == rest.count(b")")
    if not is_list or columns(indent + rest) > manner.limit:
        return found
    return [(span, manner.newline + indent if each == text else each) for span, each in found]


def _joined(
    patched: Patched, found: Sequence[tuple[Span, bytes]], line: Span, manner: Manner
) -> Iterator[tuple[Span, bytes]]:
    """Yield the removal of the line's end where the next one has room behind what was broken off."""
    source = patched.source
    behind = source.data[found[-1][0].start - 1 : found[-1][0].start] if found else b""
    if behind not in (b",", b"("):
        return
    last, text = found[-1]
    rest = source.data[last.end : line.end].rstrip()
    below = source.data[line.end : source.line_end(line.end)].rstrip() if line.end < len(source.data) else b""
    indent = text.removeprefix(manner.newline)
    own = below[: len(below) - len(below.lstrip())]
    goes_on = own == indent if behind == b"," else columns(own) == _column_behind(patched, last.start - 1)
    is_list = rest.endswith(b",") and goes_on and below[len(own) : len(own) + 1].isalnum()
    if is_list and columns(indent + rest + b" " + below.lstrip()) <= manner.limit:
        yield Span(last.end + len(rest), line.end + len(own)), b" "


def _column_behind(patched: Patched, opener: int) -> int | None:
    """Return the column behind a parenthesis as it was; None for a new one."""
    was, old = patched.origin(opener), patched.old
    return None if was is None else columns(old.data[old.line_start(was) : was]) + 1


def _statement(patched: Patched, line: Span) -> list[Token]:
    """Return the tokens from the start of the statement that *line* belongs to up to its end."""
    ends = (b";", b"{", b"}")
    reach = _NEAR
    while True:
        begin = max(line.start - reach, 0)
        tokens = patched.lexed.between(begin, line.end)
        # What stands before the first of these isn't known, unless nothing does.
        least = 1 if begin else 0
        index = bisect.bisect_left(tokens, line.start, key=lambda token: token.start)
        while index > least and not (tokens[index - 1].text in ends and _closes(tokens, index - 1)):
            index -= 1
        if index > least or not begin:
            return list(tokens[index:])
        reach *= 4


def _closes(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a statement ends with that token, which is none of a list's."""
    return tokens[index].text != b"{" or index == 0 or tokens[index - 1].text not in (b"=", b",", b"(")


def _realigned(patched: Patched, manner: Manner) -> Iterator[tuple[Span, bytes]]:
    """Yield the indentation of lines that stood below an opening parenthesis which has moved."""
    source = patched.source
    changed = {span.start: span for span in patched.changed_lines}
    for line in patched.changed_lines:
        tokens = _statement(patched, line)
        broken = _breaks_in(patched, line, tokens, manner)
        following = [*tokens, *_following(patched, line)]
        moved: list[tuple[Span, bytes]] = []
        for opener, token in _below(line, following):
            below = changed.get(source.line_start(token.start))
            # Where one of both is broken in the list, that places what is below.
            is_whole = bool(broken) and all(span.end <= opener.start for span, _ in broken)
            parts = (below,) if is_whole else (line, below)
            if below is not None and any(patched.outgrows(item, manner.limit) for item in parts if item is not None):
                break
            for anchor in (opener, *_literals_above(following, token, line)):
                moved += _moved(patched, anchor, token, broken, manner.hanging)
        yield from (() if broken else _without_room(patched, moved, following, manner)) or moved


def _without_room(
    patched: Patched, moved: Sequence[tuple[Span, bytes]], tokens: Sequence[Token], manner: Manner
) -> Sequence[tuple[Span, bytes]]:
    """Return the move of a list below its call, where a line of it would get too long in its column."""
    source = patched.source
    for blanks, indent in moved:
        line = Span(source.line_start(blanks.start), source.line_end(blanks.start))
        width = columns(indent + source.data[blanks.end : line.end])
        if width > max(manner.limit, columns(source.text(line))):
            return list(list_below(patched, line, tokens, manner))
    return ()


def _following(patched: Patched, line: Span) -> Sequence[Token]:
    """Return the tokens near behind a line."""
    return patched.lexed.between(line.end, min(line.end + _NEAR, len(patched.source.data)))


def _below(line: Span, tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    """Yield what opens later lines of a statement, each with the innermost parenthesis that is open there."""
    for opener, token in opening_lines(tokens):
        if token.start < line.end:
            continue
        if opener is None:
            return
        if opener.start in line:
            yield opener, token


def _literals_above(tokens: Sequence[Token], token: Token, line: Span) -> Iterator[Token]:
    """Yield the first of the literals in *line* that *token* goes on with, if it is one as well."""
    first = index = bisect.bisect_left(tokens, token.start, key=lambda item: item.start)
    while index >= 0 and tokens[index].kind is TokenKind.STRING:
        first, index = index, index - 1
    # What stands right behind a parenthesis is below that already.
    is_alone = first > 0 and tokens[first - 1].text != b"("
    if tokens[first].start < token.start and tokens[first].start in line and is_alone:
        yield tokens[first]


def _moved(
    patched: Patched, opener: Token, token: Token, broken: Sequence[tuple[Span, bytes]], hanging: bytes | None
) -> Iterator[tuple[Span, bytes]]:
    """Yield the indentation of the line that *token* opens, where it was below *opener* and isn't any more.

    That is behind a parenthesis, and where a literal begins. *broken*: where the line of the opener gets line ends, and
    what follows these; *hanging*: as that of `Manner`.
    """
    source, old = patched.source, patched.old
    # What an edit put before the first word of a line doesn't change where the line begins.
    was, here = patched.origin(opener.start), patched.origin(token.start - 1)
    if was is None or here is None or old.line_start(was) == old.line_start(here):
        return
    behind = int(opener.kind is not TokenKind.STRING)
    before = columns(old.data[old.line_start(was) : was]) + behind
    begin, lead, below = source.line_start(opener.start), b"", b""
    for span, text in broken:
        if span.end <= opener.start:
            begin, lead = span.end, text.splitlines()[-1]
        if span.start == opener.end and behind:
            below = text.splitlines()[-1]
    now = columns(below) if below else columns(lead + source.data[begin : opener.start]) + behind
    start = source.line_start(token.start)
    indent = source.data[start : token.start]
    if columns(indent) == before != now:
        yield Span(start, token.start), below or _indented(indent, now)
    elif (
        lead
        and behind
        and hanging is not None
        and indent == source.indent_at(opener.start) + hanging
        and not _is_block(patched, opener)
    ):
        yield Span(start, token.start), lead + hanging


def _is_block(patched: Patched, opener: Token) -> bool:
    """Tell whether a brace opens a block of statements, which stays where its head begins."""
    tokens = patched.lexed.between(patched.source.line_start(opener.start), opener.end)
    return opener.text == b"{" and _closes(tokens, len(tokens) - 1)


def _indented(indent: bytes, width: int) -> bytes:
    if b"\t" not in indent:
        return b" " * width
    return b"\t" * (width // TAB) + b" " * (width % TAB)
