"""Objections to what a module keeps in its state."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import calls
from unstatic.capi.modules import MAKE_CAPSULES
from unstatic.capi.references import RELEASE
from unstatic.objections.revision import Objection, Revision
from unstatic.text.source import Span, Spans

_EXEC = re.compile(rb"\bPy_mod_exec\s*,\s*(?:\([^)]*\)\s*)?(\w+)")
_PASTED = re.compile(rb"(?:->|\.)\s*(\w+)\s*##\s*(\w*)")
"""Members that a macro names in part: `state->str_##op`, `state->type##_Type`."""
_PLACED = re.compile(rb"\boffsetof\s*\([^,()]*,\s*(\w+)\s*\)")
_PLACING = re.compile(rb"#\s*define\s+(\w+)\(([^)]*)\)(?=(?:.*\\\r?\n)*.*\boffsetof\b)")
"""Macros that tell the place of a member, with their parameters."""
_CAPSULING = re.compile(rb"#\s*define\s+(\w+)\((?=(?:.*\\\r?\n)*.*\b(?:" + b"|".join(sorted(MAKE_CAPSULES)) + rb")\b)")
"""Macros that make a capsule."""
_LEAVING = re.compile(rb"#\s*define\s+(\w+)(?=(?:.*\\\r?\n)*.*\b(?:return|goto)\b)")
"""Macros that leave the function."""
_WORD = re.compile(rb"\w+")
_VISIT = b"Py_VISIT"
_FEW = 2
"""The ways out at which a local variable is worth what it has to be released at: the test of its creation is one."""


def unread_fields(revisions: Sequence[Revision]) -> Iterator[Objection]:
    """Fields of the state that nothing but the initialisation names: a local variable would do.

    That is so where few ways lead out of the function while it has the object.
    """
    execs = {name for revision in revisions for name in _EXEC.findall(revision.after)}
    fields = [(revision, *item) for revision in revisions if revision.is_changed for item in _new_fields(revision)]
    wanted = {field for _, _, field in fields}
    if not execs or not wanted:
        return
    naming = [revision for revision in revisions if wanted & revision.words.keys()]
    makers = MAKE_CAPSULES.union(*(_CAPSULING.findall(revision.after) for revision in revisions))
    uses, handed_out, ways_out = _uses(naming), _handed_out(naming, makers), _ways_out(naming, execs)
    pasted = [parts for revision in revisions for parts in _PASTED.findall(revision.after)]
    for revision, line, field in fields:
        is_only_set = not uses.get(field, execs) - execs and field not in handed_out and not _is_pasted(field, pasted)
        if is_only_set and ways_out.get(field, 0) <= _FEW:
            told = f"nothing but the initialisation uses {field.decode()}"
            yield revision.objection(line, "unread-state", told)


def _is_pasted(field: bytes, pasted: Sequence[tuple[bytes, bytes]]) -> bool:
    """Tell whether a macro may make the name of a field out of two parts, one of which is given."""
    return any(field.startswith(first) or (last and field.endswith(last)) for first, last in pasted)


def _new_fields(revision: Revision) -> Iterator[tuple[int, bytes]]:
    """Yield the fields of states that were written, with their lines."""
    for field in _fields(revision):
        line = revision.line_of(field.start)
        if revision.is_new(line):
            yield line, field.text


def _handed_out(revisions: Sequence[Revision], makers: Container[bytes]) -> set[bytes]:
    """Return the names whose address or place is given on: a capsule holds it, or `offsetof` tells it a getter."""
    found = (call for revision in revisions for function in revision.functions for call in calls(function.body))
    given = (call.arguments[0] for call in found if call.name.text in makers and call.arguments)
    return {token.text for argument in given for token in argument} | _placed(revisions)


def _placed(revisions: Sequence[Revision]) -> set[bytes]:
    """Return what `offsetof` is given as a member, and what macros are given that hand it on."""
    found = {name for revision in revisions for name in _PLACED.findall(revision.after)}
    macros = {
        name
        for revision in revisions
        for name, given in _PLACING.findall(revision.after)
        if set(_WORD.findall(given)) & found
    }
    uses = (call for revision in revisions if macros for call in calls(revision.lexed.tokens))
    return found | {token.text for call in uses if call.name.text in macros for one in call.arguments for token in one}


def _ways_out(revisions: Sequence[Revision], execs: set[bytes]) -> Mapping[bytes, int]:
    """Return how many statements leave the initialisation between the first and the last use of each name."""
    found: dict[bytes, int] = {}
    leaving = {b"return", b"goto", *(name for revision in revisions for name in _LEAVING.findall(revision.after))}
    for function in (item for revision in revisions for item in revision.functions if item.name.text in execs):
        first: dict[bytes, int] = {}
        last: dict[bytes, int] = {}
        ways = 0
        for token in function.body:
            ways += token.text in leaving
            first.setdefault(token.text, ways)
            last[token.text] = ways
        for name, before in first.items():
            found.setdefault(name, last[name] - before)
    return found


def _fields(revision: Revision) -> Iterator[Token]:
    """Yield the names of the fields of structs that are called a state."""
    tokens = revision.lexed.tokens
    for index, token in enumerate(tokens):
        if token.text != b"}" or index + 1 >= len(tokens) or not tokens[index + 1].text.endswith(b"_state"):
            continue
        start = index
        while start and tokens[start].text != b"{":
            start -= 1
        depth = 0
        for at in range(start, index):
            inner, after = tokens[at], tokens[at + 1].text
            depth += (inner.text == b"[") - (inner.text == b"]")
            if not depth and inner.kind is TokenKind.IDENT and after in (b";", b"["):
                yield inner


def _uses(revisions: Sequence[Revision]) -> Mapping[bytes, set[bytes]]:
    """Return the functions that take each member, apart from those that visit and clear it; macros as b""."""
    found: dict[bytes, set[bytes]] = {}
    for revision in revisions:
        for function in revision.functions:
            body = function.body
            for index, token in enumerate(body):
                if token.text in (b"->", b".") and index + 1 < len(body) and not _keeps(body, index):
                    found.setdefault(body[index + 1].text, set()).add(function.name.text)
        for name in _outside(revision):
            found.setdefault(name, set()).add(b"")
        for directive in revision.lexed.directives:
            for name in re.findall(rb"(?:->|\.)\s*(\w+)", revision.source.text(directive.span)):
                found.setdefault(name, set()).add(b"")
    return found


def _outside(revision: Revision) -> Iterator[bytes]:
    """Yield the members that are taken outside of functions: in those of C++ classes, which aren't told apart."""
    tokens = revision.lexed.tokens
    inside = Spans(Span(item.body[0].start, item.body[-1].end) for item in revision.functions)
    for before, token in zip(tokens, tokens[1:], strict=False):
        if before.text == b"->" and token.start not in inside:
            yield token.text


def _keeps(body: Sequence[Token], at: int) -> bool:
    return at > 2 and body[at - 2].text == b"(" and body[at - 3].text in RELEASE | {_VISIT}
