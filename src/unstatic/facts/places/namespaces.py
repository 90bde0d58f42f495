"""The namespaces of C++ around a place, and the places outside of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.model.extension import Declaration, Extension, File


@dataclass(frozen=True, slots=True)
class Scope:
    """One block around a place; `name` is that of a namespace (empty for an unnamed one), None for anything else."""

    name: str | None
    start: int
    """Where the declaration that opens it begins."""
    is_linkage: bool
    """Whether it is `extern "C" { }`, which is no scope."""


def scopes_at(file: File, offset: int) -> tuple[Scope, ...]:
    """Return the blocks around *offset*, outermost first; the body of a function isn't looked into."""
    found: list[Scope] = []
    tokens = file.tokens[: file.index_at(offset)]
    for index, token in enumerate(tokens):
        if token.text == b"{":
            found.append(_scope(tokens, index))
        elif token.text == b"}" and found:
            found.pop()
    return tuple(found)


def namespaces_at(file: File, offset: int) -> tuple[str, ...]:
    """Return the namespaces around *offset*, outermost first."""
    return tuple(scope.name for scope in scopes_at(file, offset) if scope.name is not None)


def prefix(model: Extension, named: Declaration, user: Declaration) -> str:
    """Return what stands before the name of a declaration where another uses it: `box::detail::`.

    It's empty in the namespaces of the declaration, and in those within.
    """
    own, around = (namespaces_at(model.files[item.path], item.span.start) for item in (named, user))
    if around[: len(own)] == own:
        return ""
    return "".join(name + "::" for name in own if name)


def outside(file: File, offset: int, depth: int) -> int:
    """Return *offset*, or the start of the outermost declaration around it that leaves *depth* namespaces."""
    for scope in scopes_at(file, offset):
        if scope.is_linkage:
            continue
        if scope.name is None or depth == 0:
            return scope.start
        depth -= 1
    return offset


def _scope(tokens: Sequence[Token], index: int) -> Scope:
    first = index
    while first > 0 and tokens[first - 1].text not in (b";", b"{", b"}"):
        first -= 1
    head = tokens[first:index]
    texts = [token.text for token in head]
    start = head[0].start if head else tokens[index].start
    if b"namespace" in texts and b"using" not in texts:
        words = [token.text.decode("latin-1") for token in head if token.kind is TokenKind.IDENT]
        return Scope("::".join(word for word in words if word not in ("namespace", "inline")), start, False)
    return Scope(None, start, is_linkage(head))


def is_linkage(tokens: Sequence[Token]) -> bool:
    """Tell whether *tokens* are `extern "C"` and nothing else."""
    return len(tokens) == 2 and tokens[0].text == b"extern" and tokens[1].text.startswith(b'"')
