"""How a function of the initialisation ends where something failed that wasn't tested before."""

from __future__ import annotations

from collections.abc import Container, Sequence

from unstatic.c.lexer import Token, TokenKind, lex_fragment
from unstatic.c.syntax import Statement, StatementKind, calls, strip_casts
from unstatic.capi.references import RELEASE
from unstatic.facts.macros.called_functions import called
from unstatic.facts.module.helpers import module_name
from unstatic.facts.places.in_functions import is_declaration, locals_of
from unstatic.facts.types.sequences.struct_sequences import failure
from unstatic.model.extension import Extension
from unstatic.model.initialiser_values import is_null
from unstatic.rewriting.template import filled
from unstatic.text.source import Span


def leaving(model: Extension, function: str, offset: int) -> tuple[bytes, ...]:
    """Return the statements by which *function* reports an error at *offset*; none if its result can't tell."""
    leave = failure(model, function)
    if leave is None:
        return ()
    jump = _jump(model, function, offset, leave)
    if jump is not None:
        return (jump,)
    if not owns_module(model, function, offset):
        return (leave,)
    return (filled(b"Py_DECREF($module);", module=module_name(model, function)), leave)


def owns_module(model: Extension, function: str, offset: int) -> bool:
    """Tell whether a function has made the module at *offset*, and is the one to give it up."""
    init = model.init
    if init is None or function != init.builder or init.multi_phase:
        return False
    return init.create is not None and init.create.end <= offset


def _jump(model: Extension, function: str, offset: int, leave: bytes) -> bytes | None:
    """Return the `goto` by which the test before *offset* leaves, where what follows its label can be done here too.

    *leave*: the statement that reports an error.
    """
    body = model.body(function)
    leaving = [item for item in body.walk() if item.is_exit]
    last = max((item for item in leaving if item.span.end <= offset), key=lambda item: item.span.end, default=None)
    if last is None or last.kind is not StatementKind.JUMP or last.head[0].text != b"goto":
        return None
    label = next((item for item in body.children if _names(item, last.head[1].text)), None)
    if label is None or label.span.start < offset or not _reports(model, function, label, offset, leave):
        return None
    passed = [item for item in body.walk() if item.kind is StatementKind.SIMPLE]
    since = [item for item in passed if last.span.end <= item.span.start < offset]
    released = any(called(model, call) in RELEASE for item in since for call in calls(item.head))
    skipped = Span(offset, label.span.start)
    # What is declared in between would be without its value behind the label, and C++ doesn't compile that.
    declared = any(is_declaration(model, function, item) for item in passed if skipped.covers(item.span))
    return None if released or declared else filled(b"goto $label;", label=last.head[1].text)


def _reports(model: Extension, function: str, label: Statement, offset: int, leave: bytes) -> bool:
    """Tell whether who jumps to *label* at *offset* returns what says that something failed.

    Where success comes to the label as well, a variable is returned: it says so until something else is stored (G484).
    """
    body = model.body(function)
    failing = b"".join(token.text for token in lex_fragment(leave, Span(0, len(leave)))[1:-1])
    before = [token for token in body.tokens if token.start < offset]
    known = {item.name.encode() for item in locals_of(model, function)}
    returned = (
        item.head for item in body.walk() if item.kind is StatementKind.RETURN and item.span.start > label.span.start
    )
    return all(
        _same(head, failing)
        or any(token.text == b"PyErr_Occurred" for token in head)
        or _is_macro(head, known)
        or _holds(before, head, failing)
        for head in returned
    )


def _is_macro(head: Sequence[Token], known: Container[bytes]) -> bool:
    """Tell whether what is returned is a name that is no variable: `return ERROR;`."""
    return len(head) == 1 and head[0].kind is TokenKind.IDENT and head[0].text not in known


def _holds(before: Sequence[Token], head: Sequence[Token], failing: bytes) -> bool:
    """Tell whether *head* is a variable in which the tokens *before* store nothing but what is *failing*."""
    inner = strip_casts(head)
    places = [at for at, token in enumerate(before) if len(inner) == 1 and token.text == inner[0].text]
    stored = [before[at + 2 :] for at in places if [token.text for token in before[at + 1 : at + 2]] == [b"="]]
    is_lent = any(before[at - 1].text == b"&" for at in places)
    return bool(stored) and not is_lent and all(_same(_value(tokens), failing) for tokens in stored)


def _value(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens up to the end of what is stored."""
    end = next((at for at, token in enumerate(tokens) if token.text in (b";", b",", b")")), len(tokens))
    return tokens[:end]


def _same(tokens: Sequence[Token], failing: bytes) -> bool:
    inner = strip_casts(tokens)
    return b"".join(token.text for token in inner) == failing or (is_null(inner) and failing == b"NULL")


def _names(item: Statement, label: bytes) -> bool:
    return item.kind is StatementKind.LABEL and item.tokens[0].text == label
