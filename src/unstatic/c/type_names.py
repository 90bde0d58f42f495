"""Names of types, told from expressions by their spelling and by what is known to be a type."""

from __future__ import annotations

import enum
from collections.abc import Container, Sequence

from unstatic.c.lexer import Token, TokenKind

QUALIFIERS = frozenset((b"const", b"volatile", b"restrict", b"__restrict", b"__restrict__", b"_Atomic"))
TAGS = frozenset((b"struct", b"union", b"enum"))
BUILT_IN = frozenset(
    (
        *(b"void", b"char", b"short", b"int", b"long", b"signed", b"unsigned", b"float", b"double", b"_Bool"),
        *(b"bool", b"_Complex", b"__int128", b"wchar_t", b"size_t", b"ssize_t", b"typeof", b"__typeof__", b"typename"),
    )
)
_FIRST = BUILT_IN | QUALIFIERS | TAGS
_NO_TYPES = frozenset((b"sizeof", b"_Alignof", b"alignof", b"defined", b"return", b"new", b"delete", b"throw"))
_IN_ANGLES = frozenset((b"<", b">", b">>", b"::", b",", b"*", b"&"))


class Likely(enum.Enum):
    """How sure it is that tokens name a type."""

    NO = "no"
    MAYBE = "maybe"
    YES = "yes"


def type_likelihood(tokens: Sequence[Token], types: Container[bytes] = ()) -> Likely:
    """Tell whether *tokens* name a type: `T *` can be nothing else, `T` may be anything that isn't known."""
    words = 0
    while words < len(tokens) and (tokens[words].kind is TokenKind.IDENT or tokens[words].text == b"::"):
        words += 1
    if not words or tokens[0].text in _NO_TYPES or tokens[0].kind is not TokenKind.IDENT:
        return Likely.NO
    first, last, rest = tokens[0].text, tokens[words - 1].text, tokens[words:]
    is_known = first in _FIRST or last in types
    if not rest:
        # Two names side by side are no expression; `outer::inner` is one name.
        pairs = zip(tokens, tokens[1:words], strict=False)
        several = any(a.kind is b.kind is TokenKind.IDENT for a, b in pairs)
        return Likely.YES if is_known or several else Likely.MAYBE
    if all(token.text == b"*" or token.text in QUALIFIERS for token in rest):
        return Likely.YES if rest[-1].text != b"*" or rest[0].text == b"*" else Likely.MAYBE
    return Likely.YES if _is_derived(rest, is_known) else Likely.NO


def _is_derived(rest: Sequence[Token], is_known: bool) -> bool:
    """Tell whether what stands behind the first names makes a pointer to a function, an array or a reference."""
    opening = 0
    while opening < len(rest) and rest[opening].text == b"*":
        opening += 1
    if [token.text for token in rest[opening : opening + 2]] == [b"(", b"*"]:
        inner = next((i for i in range(opening, len(rest)) if rest[i].text == b")"), len(rest))
        return [token.text for token in rest[inner + 1 : inner + 2]] == [b"("] and rest[-1].text == b")"
    plain = all(token.text in (b"*", b"&", b"[", b"]") or token.kind is TokenKind.NUMBER for token in rest)
    return is_known and plain and rest[0].text != b"&"


def is_template(tokens: Sequence[Token]) -> int:
    """Return how many tokens a template's arguments `<...>` take, which a call or a path follows; 0 if it's none."""
    depth = 0
    for at, token in enumerate(tokens):
        if token.kind is not TokenKind.IDENT and token.kind is not TokenKind.NUMBER and token.text not in _IN_ANGLES:
            return 0
        depth += {b"<": 1, b">": -1, b">>": -2}.get(token.text, 0)
        if depth <= 0:
            after = tokens[at + 1].text if at + 1 < len(tokens) else b""
            return at + 1 if at > 1 and after in (b"(", b"::", b"{") else 0
    return 0
