"""Names of the object that a function is called with: its parameter, locals that are the same, macros for them."""

from __future__ import annotations

from collections.abc import Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, strip_casts
from unstatic.model.extension import Extension, File


class SameObject:
    """Tells which names and expressions of a function mean the object that it is called with."""

    def __init__(self, model: Extension) -> None:
        self._model = model

    def name(self, symbol: str) -> bytes:
        """Return how a parameter or local is written."""
        declarations = self._model.by_symbol.get(symbol, ())
        return declarations[0].name.encode() if declarations else b""

    def aliases(self, file: File, body: Statement, parameter: str) -> frozenset[str]:
        """Return the parameter and the locals that are the same object under a cast."""
        found = {parameter}
        tokens = body.tokens
        for index, token in enumerate(tokens[:-2]):
            if tokens[index + 1].text != b"=" or token.kind is not TokenKind.IDENT:
                continue
            end = next((i for i in range(index + 2, len(tokens)) if tokens[i].text in (b";", b",")), len(tokens))
            if self.is_one(file, tokens[index + 2 : end], frozenset(found)):
                target = self._declared_or_used(file, token)
                if target is not None:
                    found.add(target)
        return frozenset(found)

    def is_one(self, file: File, tokens: Sequence[Token], names: frozenset[str]) -> bool:
        """Tell whether an expression is nothing but the object, by one of its *names*, casts left out."""
        inner = strip_casts(tokens)
        reference = file.written.get(inner[0].start) if len(inner) == 1 else None
        if reference is not None:
            return reference.symbol in names
        return bool(inner) and self._opened(file, inner) in {self.name(symbol) for symbol in names}

    def _declared_or_used(self, file: File, token: Token) -> str | None:
        reference = file.written.get(token.start)
        if reference is not None:
            return reference.symbol
        declared = self._model.named_at.get((file.source.path, token.start), ())
        return declared[0].symbol if declared else None

    def _opened(self, file: File, tokens: Sequence[Token]) -> bytes | None:
        """Return the one name that the use of a macro stands for, casts left out: `#define box ((Box *)self)`."""
        use = file.expansions.get(tokens[0].start)
        is_whole = use is not None and use.span.end == tokens[-1].end
        found = self._model.expanded(use) if use is not None and is_whole else None
        made = found.tokens if found is not None else ()
        inner = strip_casts([Token(each.kind, each.span.start, each.span.end, each.text, False) for each in made])
        return inner[0].text if len(inner) == 1 and inner[0].kind is TokenKind.IDENT else None
