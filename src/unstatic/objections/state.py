"""Objections to what a module keeps in its state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.capi.references import RELEASE
from unstatic.objections.revision import Objection, Revision

_EXEC = re.compile(rb"\bPy_mod_exec\s*,\s*(?:\([^)]*\)\s*)?(\w+)")
_VISIT = b"Py_VISIT"


def unread_fields(revisions: Sequence[Revision]) -> Iterator[Objection]:
    """Fields of the state that nothing but the initialisation names: a local variable would do."""
    execs = {name for revision in revisions for name in _EXEC.findall(revision.after)}
    uses = _uses(revisions)
    for revision in revisions:
        for field in _fields(revision):
            line = revision.line_of(field.start)
            if revision.is_new(line) and execs and not uses.get(field.text, execs) - execs:
                told = f"nothing but the initialisation uses {field.text.decode()}"
                yield revision.objection(line, "unread-state", told)


def _fields(revision: Revision) -> Iterator[Token]:
    """Yield the names of the fields of structs that are called a state."""
    tokens = revision.lexed.tokens
    for index, token in enumerate(tokens):
        if token.text != b"}" or index + 1 >= len(tokens) or not tokens[index + 1].text.endswith(b"_state"):
            continue
        start = index
        while start and tokens[start].text != b"{":
            start -= 1
        for inner, after in zip(tokens[start:index], tokens[start + 1 : index + 1], strict=True):
            if inner.kind is TokenKind.IDENT and after.text in (b";", b"["):
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
        for directive in revision.lexed.directives:
            for name in re.findall(rb"(?:->|\.)\s*(\w+)", revision.source.text(directive.span)):
                found.setdefault(name, set()).add(b"")
    return found


def _keeps(body: Sequence[Token], at: int) -> bool:
    return at > 2 and body[at - 2].text == b"(" and body[at - 3].text in RELEASE | {_VISIT}
