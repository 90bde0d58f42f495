"""Platforms that exclude each other: a build is for one of them, whatever else its conditions ask for."""

from __future__ import annotations

from unstatic.c.lexer import Branch, TokenKind, lex_fragment

_WINDOWS = (b"_WIN32", b"_WIN64", b"WIN32", b"WIN64", b"MS_WIN32", b"MS_WIN64", b"MS_WINDOWS", b"_MSC_VER")
_APPLE = (b"__APPLE__", b"__MACH__", b"_OSX", b"MACOSX")
_OTHERS = (b"__linux__", b"__FreeBSD__", b"__OpenBSD__", b"__NetBSD__", b"__sun", b"_AIX", b"__EMSCRIPTEN__")
_PLATFORM_OF = {
    **dict.fromkeys(_WINDOWS, b"_WIN32"),
    **dict.fromkeys(_APPLE, b"__APPLE__"),
    **dict.fromkeys((b"linux", b"__linux"), b"__linux__"),
    **{name: name for name in _OTHERS},
}


def platform_of(data: bytes, branch: Branch) -> bytes:
    """Return the platform that a group is for, as in `#ifdef _WIN32`; empty if its condition asks for anything else."""
    tokens = lex_fragment(data, branch.directive.rest)
    names = [token.text for token in tokens if token.kind is TokenKind.IDENT and token.text != b"defined"]
    is_plain = all(token.kind is TokenKind.IDENT or token.text in (b"(", b")") for token in tokens)
    if branch.directive.name not in (b"if", b"ifdef", b"elif", b"elifdef") or not is_plain or len(names) != 1:
        return b""
    return _PLATFORM_OF.get(names[0], b"")
