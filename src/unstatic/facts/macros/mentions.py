"""Where a macro is named, whether that is compiled or not, as one that nothing names can go."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.lexer import lex_body
from unstatic.model.extension import Extension, Macro, MacroDefinition
from unstatic.text.source import Span


def mentions(model: Extension, definition: MacroDefinition) -> Iterator[tuple[Path, Span]]:
    """Yield the places that name a macro, a directive as a whole; its definition isn't one of them."""
    name = definition.name.encode()
    for path, file in model.files.items():
        yield from ((path, token.span) for token in file.lexed.tokens if token.text == name)
        for directive in file.lexed.directives:
            is_own = (path, directive.span.start) == (definition.path, definition.span.start)
            if not is_own and name in {token.text for token in lex_body(file.source.data, directive.rest)}:
                yield path, directive.span


def only_definition(model: Extension, name: str) -> Macro | None:
    """Return the macro *name* if no directive defines it in another way, or takes it back, in whatever group."""
    macro = model.sole_macro(name)
    if macro is None:
        return None
    spelled = name.encode("utf-8", "surrogateescape")
    for path, file in model.files.items():
        for directive in file.lexed.directives:
            is_own = (path, directive.span.start) == (macro.definition.path, macro.definition.span.start)
            if directive.name not in (b"define", b"undef") or is_own:
                continue
            if [token.text for token in lex_body(file.source.data, directive.rest)[:1]] == [spelled]:
                return None
    return macro
