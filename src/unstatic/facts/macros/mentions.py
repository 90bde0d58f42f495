"""Where a macro is defined and where it is named, whether that is compiled or not: one that nothing names can go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.lexer import Directive, lex_body
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Extension, File, Macro
from unstatic.text.source import Span

_DEFINES = (b"define", b"undef")


def mentions(model: Extension, name: bytes) -> Iterator[tuple[Path, Span]]:
    """Yield the places that name a macro, a directive as a whole; where it is defined isn't one of them."""
    for path, file in model.files.items():
        yield from ((path, token.span) for token in file.lexed.tokens if token.text == name)
        for directive in file.lexed.directives:
            words = _words(file, directive)
            if name in (words[1:] if directive.name in _DEFINES else words):
                yield path, directive.span


def definitions(model: Extension, name: bytes) -> Iterator[tuple[Path, Directive]]:
    """Yield the directives that define a macro, or take it back."""
    for path, file in model.files.items():
        for directive in file.lexed.directives:
            if directive.name in _DEFINES and _words(file, directive)[:1] == [name]:
                yield path, directive


def only_definition(model: Extension, name: str) -> Macro | None:
    """Return the macro *name* if no directive defines it in another way, or takes it back, in whatever group."""
    macro = model.sole_macro(name)
    is_alone = len(list(definitions(model, name.encode("utf-8", "surrogateescape")))) == 1
    return macro if is_alone else None


def is_ours(model: Extension, path: Path, offset: int) -> bool:
    """Tell whether a macro that is defined there may go: the place can be edited, and no other project reads it."""
    return path not in model.public_headers and protected(model, path, offset) is None


def _words(file: File, directive: Directive) -> list[bytes]:
    return [token.text for token in lex_body(file.source.data, directive.rest)]
