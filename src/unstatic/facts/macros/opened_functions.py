"""Bodies of functions with the project's macros written out, for what only has to be told apart from other code.

The tokens are numbered anew, in order: those that macros make stand in other files. A macro that can't be followed
stays as it is written, as do those that have the name of one of CPython's that counts references, such as `Py_SETREF`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import MEMBERS, Call, Statement, calls, parse_block
from unstatic.capi.references import INCREASE, LET_GO, SHARE
from unstatic.facts.macros.generated_functions import Generated, generated_functions
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.model.expansion import Made
from unstatic.model.extension import Extension, MacroExpansion
from unstatic.model.fact import fact

_new = tuple.__new__
_COUNTING = frozenset(name.decode() for name in LET_GO | INCREASE | SHARE)


@dataclass(frozen=True)
class OpenedFunction:
    """One body, and what its numbered tokens stand for."""

    statement: Statement
    names: Mapping[int, str]
    """The symbols that are named, by the number of the token."""
    offsets: tuple[int, ...]
    """Where each token is written; for what a macro makes of itself, where the macro is used."""

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls in it."""
        return tuple(calls(self.statement.tokens))

    def symbol(self, token: Token) -> str | None:
        """Return what a token names."""
        return self.names.get(token.start)


@fact
def opened_function(model: Extension, symbol: str) -> OpenedFunction:
    """Return the body of a function with its macros opened, as the configuration *model* has it."""
    made = generated_functions(model).get(symbol)
    opening = _Opening(model, symbol)
    return opening.made(made) if isinstance(made, Generated) else opening.result()


class _Opening:
    """The numbering of one body's tokens."""

    def __init__(self, model: Extension, symbol: str) -> None:
        self._model = model
        self._body = model.body(symbol).tokens
        definition = model.functions[symbol].definition
        assert definition.body is not None
        self._file = model.files[definition.path].at(definition.body.start)
        self._tokens: list[Token] = []
        self._offsets: list[int] = []
        self._names: dict[int, str] = {}

    def result(self) -> OpenedFunction:
        end = 0
        expansions, written, add = self._file.expansions, self._file.written, self._add
        for kind, start, _, text, opens_line in self._body:
            if start < end:
                continue
            use = expansions.get(start)
            if use is None or not self._open(use):
                named = written.get(start)
                add(kind, text, start, None if named is None else named.symbol, opens_line)
            else:
                end = use.span.end
        return OpenedFunction(parse_block(self._tokens), self._names, tuple(self._offsets))

    def made(self, item: Generated) -> OpenedFunction:
        """Return the body of a function that a macro writes as a whole."""
        definition = self._model.functions[item.symbol].definition
        assert definition.body is not None
        self._add_made(self._file.expansions[definition.body.start], item.body)
        return OpenedFunction(parse_block(self._tokens), self._names, tuple(self._offsets))

    def _open(self, use: MacroExpansion) -> bool:
        """Add what a macro becomes; False if it stays as it is written."""
        opened = self._model.expanded(use) if self._model.expander.opens(use) else None
        if opened is None or use.name in _COUNTING:
            return False
        self._add_made(use, opened.tokens)
        return True

    def _add_made(self, use: MacroExpansion, tokens: Sequence[Made]) -> None:
        """Add tokens that come out of a macro."""
        for before, item in zip((None, *tokens), tokens, strict=False):
            is_given = item.macro is None and item.path == self._file.source.path
            offset = item.span.start if is_given else use.span.start
            symbol = self._written(offset) if is_given else None
            if symbol is None and item.kind is TokenKind.IDENT:
                symbol = macro_places(self._model).symbol_of(use, item, before is not None and before.text in MEMBERS)
            self._add(item.kind, item.text, offset, symbol, opens_line=False)

    def _written(self, offset: int) -> str | None:
        found = self._file.written.get(offset)
        return found.symbol if found is not None else None

    def _add(self, kind: TokenKind, text: bytes, offset: int, symbol: str | None, opens_line: bool) -> None:
        number = len(self._tokens)
        self._tokens.append(_new(Token, (kind, number, number + 1, text, opens_line)))
        self._offsets.append(offset)
        if symbol is not None:
            self._names[number] = symbol
