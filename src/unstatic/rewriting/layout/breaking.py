"""Where a line that got too long is broken: at the outermost list or operator, under what opens it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import closing, split
from unstatic.text.columns import columns
from unstatic.text.source import SourceFile, Span

_OPENERS, _CLOSERS = frozenset((b"(", b"[", b"{")), frozenset((b")", b"]", b"}"))
_LOGICAL = frozenset((b"&&", b"||"))
_COMPARING = frozenset((b"==", b"!=", b"<", b">", b"<=", b">=", b"|"))
_HEADS = frozenset((b"if", b"while", b"for", b"switch"))
_OF_INNER_LIST = 8
"""What makes it better to break the list of a call than in front of what its result is compared with."""
_OF_BODY = -4
"""What makes it best to break in front of the statement that follows a condition."""
_AFTER_BLANKS = b" " * 4
"""What a step of a tab is behind blanks."""
_NARROW = b"  "
_FAR = 0.6
"""From where on, as a part of the line, nothing is aligned with an opening parenthesis."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a file breaks its lines."""

    limit: int
    indent: bytes
    newline: bytes
    leading_operators: bool = False
    """Whether operators begin lines rather than end them."""
    hanging: bytes | None = None
    """What lines that go on with a list are indented by, where they aren't aligned with what opens it."""
    continuation: bytes = b""
    """What lines below an assignment, or the opening of a list, are indented by; empty if that is as blocks are."""

    def beyond(self, steps: int) -> bytes:
        """Return what a line goes on with that is aligned with nothing, as the lines of the file do.

        Where none of them does it's four columns at least: what each style of clang-format but Mozilla's takes.
        """
        is_own = bool(self.continuation) and (steps == 1 or self.continuation != self.indent)
        return self.continuation if is_own else self.indent * (2 if self.indent == _NARROW else steps)


@dataclass(frozen=True, slots=True)
class _Place:
    """A place where a line can be broken: the blanks that go, and the brackets that are open there."""

    blanks: Span
    open: tuple[Token, ...]
    rank: int
    """The lower, the rather."""
    steps: int = 1
    """By how many steps a line is indented that doesn't stand below a bracket."""
    is_last: bool = False
    """Whether it's a good place only if nothing more has to be broken."""
    is_head: bool = False
    """Whether it stands between the type of a function and its name."""
    is_returned: bool = False
    """Whether it stands in what a statement returns."""
    condition: Token | None = None
    """The `if` in front of whose statement it stands."""


def breaks(source: SourceFile, line: Span, tokens: Sequence[Token], manner: Manner) -> list[tuple[Span, bytes]]:
    """Return the blanks on *line* to put line ends and indentation for; *tokens* are those from its statement on."""
    start = line.start
    indent = source.indent_at(start)
    found: list[tuple[Span, bytes]] = []
    text = source.data[line.start : line.end].rstrip(b"\r\n")
    end = line.start + len(text)
    lead = indent
    while columns(lead) + columns_from(source, start, end, lead) > manner.limit:
        places = [place for place in _places(Span(start, end), tokens, manner) if place.blanks.start > start]
        chosen = _chosen(source, Span(start, end), places, lead, manner)
        if chosen is None:
            return found
        place, lead = chosen
        found.append((place.blanks, manner.newline + lead))
        start = place.blanks.end
    return found


def columns_from(source: SourceFile, start: int, end: int, lead: bytes) -> int:
    """Return the columns that the code from *start* on takes behind *lead*."""
    rest = source.data[start:end].lstrip()
    return columns(lead + rest) - columns(lead)


def _chosen(
    source: SourceFile, rest: Span, places: Sequence[_Place], lead: bytes, manner: Manner
) -> tuple[_Place, bytes] | None:
    """Return the place to break at, and what the next line begins with."""
    base = source.indent_at(rest.start)
    fitting = [place for place in places if _width(source, rest.start, place.blanks.start, lead) <= manner.limit]
    near = manner.limit * _FAR + columns(base) / 2
    for far, is_strict in ((near, True), (manner.limit, True), (manner.limit, False)):
        for place in sorted(fitting, key=lambda item: (item.rank, -item.blanks.start)):
            indent = _indent(source, place, rest, lead, base, manner)
            later = () if place.is_last and is_strict else places
            behind = (item.blanks.start for item in later if item.blanks.start > place.blanks.end)
            width = _width(source, place.blanks.end, min(behind, default=rest.end), indent)
            whole = _width(source, place.blanks.end, rest.end, indent)
            is_spoilt = is_strict and _goes_on_outside(place, places, whole, manner)
            if width <= manner.limit and columns(indent) <= far and not is_spoilt:
                return place, indent
    return None


def _goes_on_outside(place: _Place, places: Sequence[_Place], width: int, manner: Manner) -> bool:
    """Tell whether a line of *width* that a place begins could only be broken behind the bracket that it stands in."""
    later = [item for item in places if item.blanks.start > place.blanks.end]
    return width > manner.limit and bool(later) and all(len(item.open) < len(place.open) for item in later)


def _width(source: SourceFile, start: int, end: int, lead: bytes) -> int:
    return columns(lead) + columns_from(source, start, end, lead)


def _indent(source: SourceFile, place: _Place, rest: Span, lead: bytes, base: bytes, manner: Manner) -> bytes:
    """Return the indentation after a break: below what follows the bracket, or one step in where nothing does."""
    if place.is_head:
        return base
    if place.condition is not None:
        return source.indent_at(place.condition.start) + manner.indent
    if not place.open and manner.hanging is not None:
        return base + manner.hanging
    if not place.open:
        return base + (b" " * len(b"return ") if place.is_returned else manner.beyond(place.steps))
    opener = place.open[-1]
    if opener.end == place.blanks.start:
        return deeper(lead, _step(place, manner))
    line = source.line_start(opener.start)
    if opener.start < rest.start:
        # It was opened on an earlier line: as this one is indented.
        return lead
    if manner.hanging is not None and opener.text == b"(":
        return deeper(lead, _step(place, manner))
    # Below what follows the bracket: `{ "name", value,` has a blank there.
    first = next(at for at in range(opener.end, place.blanks.end) if source.data[at : at + 1] != b" ")
    before = source.data[max(line, rest.start) : first]
    opened = lead + before.lstrip() if max(line, rest.start) == rest.start else before
    own = source.indent_at(opener.start)
    return own + b" " * (columns(opened) - columns(own))


def _step(place: _Place, manner: Manner) -> bytes:
    """Return what a line goes on with: more than the block behind a condition is indented by."""
    return manner.beyond(place.steps) if manner.hanging in (None, manner.indent) else manner.hanging


def deeper(lead: bytes, step: bytes) -> bytes:
    """Return an indentation with a step more: no tab follows blanks, which `git diff --check` complains of."""
    return lead + (step.replace(b"\t", _AFTER_BLANKS) if lead.endswith(b" ") else step)


def _places(rest: Span, tokens: Sequence[Token], manner: Manner) -> Iterator[_Place]:
    stack: list[Token] = []
    head = condition_in(tokens)
    end = closing(tuple(tokens), head) if head is not None else -1
    for index, token in enumerate(tokens):
        if token.start >= rest.end:
            return
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.text in _CLOSERS and stack:
            stack.pop()
        if token.text in _OPENERS and _is_bracket(tokens, index):
            stack.append(token)
        if token.start < rest.start or after is None or after.start >= rest.end:
            continue
        is_body = index == end and after.text != b"{"
        rank = _OF_BODY if is_body else _rank(token, after, tokens, index, stack, manner)
        if rank is not None:
            steps = 1 if head is None else 2
            is_returned = tokens[0].text == b"return"
            is_head = not stack and _is_head(tokens, index)
            is_last = is_head or token.text == b"="
            blanks, condition = Span(token.end, after.start), tokens[0] if is_body else None
            yield _Place(blanks, tuple(stack), rank, steps, is_last, is_head, is_returned, condition)


def condition_in(tokens: Sequence[Token]) -> int | None:
    """Return the index of the parenthesis that opens the condition with which a statement begins, if it does."""
    at = 1 if [token.text for token in tokens[:2]] == [b"else", b"if"] else 0
    return at + 1 if [token.text for token in tokens[at + 1 : at + 2]] == [b"("] and tokens[at].text in _HEADS else None


def _rank(
    token: Token, after: Token, tokens: Sequence[Token], index: int, stack: Sequence[Token], manner: Manner
) -> int | None:
    """Return how good it is to break between two tokens: outermost first, a list before its opening bracket."""
    depth = 4 * len(stack)
    if after.text in (b"?", b":") and tokens[0].text not in (b"case", b"default"):
        return depth + 1
    if not stack and _is_head(tokens, index):
        return 5
    if token.text == b"=":
        return depth + 5 if after.text != b"{" else None
    last = after if manner.leading_operators else token
    if last.text in _LOGICAL:
        return depth + 1 if stack and _is_list(tokens, stack[-1]) else depth - 1
    if not stack:
        return None
    # The semicolons of a `for` come first.
    if token.text in (b",", b";"):
        return depth - 2 * (token.text == b";")
    if token is stack[-1] and token.text == b"(" and index and tokens[index - 1].kind is TokenKind.IDENT:
        is_call = tokens[index - 1].text not in _HEADS | {b"return", b"sizeof"} and after.text != b")"
        return depth + 2 if is_call else None
    return depth + _OF_INNER_LIST if last.text in _COMPARING else None


def _is_list(tokens: Sequence[Token], opener: Token) -> bool:
    """Tell whether a bracket holds several arguments: a line breaks between them before it does inside of one."""
    first = tokens.index(opener)
    return len(split(tokens[first + 1 : closing(tuple(tokens), first)])) > 1


def _is_head(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether the name of a static function follows its type."""
    following = tokens[index + 1 : index + 3]
    is_call = len(following) > 1 and following[0].kind is TokenKind.IDENT and following[1].text == b"("
    return is_call and tokens[0].text == b"static" and all(t.text != b"=" for t in tokens[:index])


def _is_bracket(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a brace opens a list rather than a block."""
    return tokens[index].text != b"{" or (index == 0 or tokens[index - 1].text in (b"=", b",", b"{", b"("))
