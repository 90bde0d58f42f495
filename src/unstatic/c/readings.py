"""The expressions and declarations of statements (C11 6.7, 6.8), each as a tree."""

from __future__ import annotations

from collections.abc import Container, Iterator

from unstatic.c.expressions import expression
from unstatic.c.lexer import Token, TokenKind
from unstatic.c.nodes import Declarator, Declaring, Node, Opaque
from unstatic.c.syntax import Statement, StatementKind, Tokens, closing, split
from unstatic.c.type_names import BUILT_IN, QUALIFIERS, TAGS

_STORAGE = frozenset(
    (
        *(b"static", b"extern", b"register", b"auto", b"typedef", b"inline", b"__inline", b"__inline__"),
        *(b"_Thread_local", b"thread_local", b"__thread", b"constexpr", b"_Noreturn", b"_Alignas", b"alignas"),
    )
)
_WORDS = _STORAGE | QUALIFIERS
_ATTRIBUTES = frozenset((b"__attribute__", b"__declspec", b"_Alignas", b"alignas", b"typeof", b"__typeof__"))
_BEHIND_NAMES = frozenset((b"", b"=", b",", b"[", b"(", b":", b"{"))


class AllBut:
    """Tells types from other names: what isn't known to be anything else is one where a type fits."""

    def __init__(self, others: frozenset[bytes]) -> None:
        self._others = others

    def __contains__(self, name: object) -> bool:
        return name not in self._others


def expressions_of(statement: Statement, types: Container[bytes] = ()) -> tuple[Node, ...]:
    """Return what is written in a statement itself, not in those below it: expressions, or one declaration."""
    if statement.kind in (StatementKind.BLOCK, StatementKind.JUMP, StatementKind.LABEL) or not statement.head:
        return ()
    if statement.kind is StatementKind.LOOP:
        return tuple(read(part, types) for part in _loop_parts(statement) if part)
    return (read(statement.head, types),)


def read(tokens: Tokens, types: Container[bytes] = ()) -> Node:
    """Return a declaration or an expression, whichever *tokens* are."""
    written = tuple(tokens)
    return _declaration(written, types) if is_declaration(written, types) else expression(written, types)


def _loop_parts(statement: Statement) -> tuple[tuple[Token, ...], ...]:
    head = statement.head
    if statement.tokens[0].text == b"do" and len(head) > 1 and head[1].text == b"(":
        return (head[2 : closing(head, 1)],)
    if statement.tokens[0].text in (b"for", b"while", b"do"):
        return split(head, b";")
    # A macro that is a loop: `LIST_FOREACH(item, list) {...}`.
    return split(head)


def is_declaration(tokens: Tokens, types: Container[bytes] = ()) -> bool:
    """Tell whether a statement declares something: `T *x` and `T x` do, as nobody multiplies to no avail."""
    end = _specifiers_end(tuple(tokens))
    if not end:
        return False
    first = tokens[0].text
    if first in _WORDS or first in BUILT_IN or first in TAGS:
        return True
    rest = tokens[end:]
    stars = next((at for at, token in enumerate(rest) if not _is_pointer(token)), len(rest))
    if not rest or _is_function_pointer(rest[stars:]):
        return tokens[end - 1].text in types and bool(rest)
    named = rest[stars : stars + 1]
    after = rest[stars + 1].text if stars + 1 < len(rest) else b""
    return bool(named) and named[0].kind is TokenKind.IDENT and after in _BEHIND_NAMES and (not stars or after != b"(")


def _is_function_pointer(tokens: Tokens) -> bool:
    """Tell whether `(*name)(...)` stands here, which may also be an argument and a call of what the call gives."""
    if [token.text for token in tokens[:2]] != [b"(", b"*"]:
        return False
    end = closing(tokens, 0)
    return [token.text for token in tokens[end + 1 : end + 2]] == [b"("]


def _is_pointer(token: Token) -> bool:
    return token.text in (b"*", b"&", b"&&") or token.text in QUALIFIERS


def _specifiers_end(tokens: tuple[Token, ...]) -> int:
    """Return the index behind the words that a declaration starts with; 0 if it can't be one."""
    at, typed = 0, False
    while at < len(tokens) and tokens[at].kind is TokenKind.IDENT:
        text = tokens[at].text
        if typed and text not in _WORDS and text not in BUILT_IN and text not in _ATTRIBUTES:
            break
        typed = typed or (text not in _WORDS and text not in _ATTRIBUTES)
        at = _behind_word(tokens, at)
    return at if typed or (at and tokens[0].text in _WORDS) else 0


def _behind_word(tokens: tuple[Token, ...], at: int) -> int:
    """Return the index behind one of the words: a path, `struct tag {...}`, `__attribute__((...))`."""
    text = tokens[at].text
    following = at + 1
    if text in TAGS:
        following += following < len(tokens) and tokens[following].kind is TokenKind.IDENT
        opener = b"{"
    else:
        while tokens[following : following + 1] and tokens[following].text == b"::":
            following += 2
        opener = b"(" if text in _ATTRIBUTES else b""
    if following < len(tokens) and tokens[following].text == opener:
        following = closing(tokens, following) + 1
    return min(following, len(tokens))


def _declaration(tokens: tuple[Token, ...], types: Container[bytes]) -> Node:
    end = _specifiers_end(tokens)
    return Declaring(tokens, tokens[:end], tuple(_declarators(tokens[end:], types)))


def _declarators(tokens: tuple[Token, ...], types: Container[bytes]) -> Iterator[Declarator]:
    for part in split(tokens):
        if part:
            equal = next(_outside(part, b"="), len(part))
            value = expression(part[equal + 1 :], types) if equal + 1 < len(part) else None
            if value is None and equal < len(part):
                value = Opaque(part[equal:])
            yield Declarator(part, _declared(part[:equal]), value)


def _outside(tokens: tuple[Token, ...], wanted: bytes) -> Iterator[int]:
    """Yield where *wanted* stands outside of brackets."""
    at = 0
    while at < len(tokens):
        if tokens[at].text == wanted:
            yield at
        at = closing(tokens, at) + 1 if tokens[at].text in (b"(", b"[", b"{") else at + 1


def _declared(tokens: tuple[Token, ...]) -> Token | None:
    """Return the name that a declarator gives: `x`, `*x[3]`, `(*x)(int)`."""
    for at, token in enumerate(tokens):
        if token.kind is TokenKind.IDENT and token.text not in QUALIFIERS:
            return token
        if token.text == b"(":
            return _declared(tokens[at + 1 : closing(tokens, at)])
    return None
