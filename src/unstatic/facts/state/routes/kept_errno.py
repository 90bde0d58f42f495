"""Whether functions may ask for the module between a system call and what reads its error (G341)."""

from __future__ import annotations

from collections.abc import Iterable

from unstatic.c.lexer import Token
from unstatic.c.syntax import Tokens
from unstatic.capi.errors import READS_ERRNO
from unstatic.facts.module.call_contexts import OWN, QUIET, reached
from unstatic.facts.places.in_functions import first_statement
from unstatic.model.extension import Extension, Reference, SymbolKind


def is_errno_read_after(model: Extension, asking: Iterable[str]) -> bool:
    """Tell whether `errno` may be read after one of the functions *asking* has looked for the module, and set before.

    The order is that of the text: a system call in between sets it anew.
    """
    order = _Order(model)
    work = list(asking)
    if any(order.reads_first(symbol) for symbol in work):
        return True
    known = set(work)
    while work:
        for use in model.uses.get(work.pop(), ()):
            caller = use.function
            if not use.is_call or caller is None or caller not in model.functions:
                continue
            if order.reads_behind(caller, use):
                return True
            if caller not in known:
                known.add(caller)
                work.append(caller)
    return False


class _Order:
    """What comes first in the text of functions: a reading of `errno`, or a call that may set it."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self._first: dict[str, bool] = {}

    def reads_first(self, symbol: str) -> bool:
        """Tell whether a function reads what its caller left, or what its declarations do."""
        if symbol not in self._first:
            # A function that calls itself reads nothing by that.
            self._first[symbol] = False
            first = first_statement(self._model, symbol)
            starts = [0] if first is None else [0, first.span.start]
            tokens = self._model.body(symbol).tokens
            self._first[symbol] = any(self._reads(symbol, _from(tokens, start)) for start in starts)
        return self._first[symbol]

    def reads_behind(self, function: str, use: Reference) -> bool:
        """Tell whether *function* reads it behind a call, other than one that it leaves with: `return set_error();`."""
        tokens = self._model.body_at(function, use.path, use.offset).tokens
        call = self._model.call_at(function, use.offset)
        before = [token.text for token in tokens if token.start < use.offset][-1:]
        return before != [b"return"] and self._reads(function, _from(tokens, call.span.end if call else use.offset + 1))

    def _reads(self, function: str, tokens: Tokens) -> bool:
        path = self._model.functions[function].definition.path
        ends: set[int] = set()
        for index, token in enumerate(tokens):
            following = tokens[index + 1].text if index + 1 < len(tokens) else b""
            if token.text.decode("latin-1") in READS_ERRNO:
                return following != b"="
            if token.start in ends:
                return False
            if following == b"(":
                reference = next(iter(self._model.references_at(path, token.start)), None)
                if reference is not None and self._is_own(reference) and self.reads_first(reference.symbol):
                    return True
                if reference is not None and self._sets(reference):
                    call = self._model.call_at(function, token.start)
                    ends.add(call.close.start if call is not None else token.end)
        return False

    def _is_own(self, reference: Reference) -> bool:
        return reference.is_call and reference.symbol in self._model.functions

    def _sets(self, reference: Reference) -> bool:
        """Tell whether a call may set it: one of a library's function, or of one of ours that calls such."""
        if reference.kind is not SymbolKind.FUNCTION:
            return False
        if reference.symbol not in self._model.functions:
            return not reference.name.startswith(OWN) and reference.name not in QUIET
        return any(
            use.is_call and use.symbol not in self._model.functions and self._sets(use)
            for symbol in reached(self._model, reference.symbol)
            for use in self._model.uses_in.get(symbol, ())
        )


def _from(tokens: Tokens, offset: int) -> tuple[Token, ...]:
    return tuple(token for token in tokens if token.start >= offset)
