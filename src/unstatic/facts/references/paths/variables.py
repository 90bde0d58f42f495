"""Which variables a function names, and between which of them values pass: those must be followed together."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Mapping
from functools import cached_property

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import closing
from unstatic.capi import references
from unstatic.facts.macros.variable_aliases import macro_names_in
from unstatic.facts.references.paths.bodies import Body, body_of
from unstatic.model.extension import Extension, GlobalKind, SymbolKind

Links = Mapping[str, set[str]]
"""Which variables values pass between, for each of them."""


class Variables:
    """The variables of one extension that may hold objects."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self._names: dict[str, tuple[Mapping[int, str], frozenset[int]]] = {}
        self._bodies: dict[str, Body] = {}
        self._linked: dict[str, Links] = {}

    @cached_property
    def types(self) -> frozenset[str]:
        """The static types: objects themselves."""
        return self._model.type_symbols

    @cached_property
    def objects(self) -> frozenset[str]:
        """The static types, and the globals that hold an object."""
        kinds = (GlobalKind.OBJECT, GlobalKind.TYPE)
        return self.types | {item.symbol for item in self._model.globals if item.kind in kinds}

    @cached_property
    def structs(self) -> frozenset[str]:
        """The structs that hold objects, and arrays of them."""
        return frozenset(item.symbol for item in self._model.globals if item.kind is GlobalKind.OBJECT_HOLDER)

    def names_in(self, function: str) -> tuple[Mapping[int, str], frozenset[int]]:
        """Return the symbols of a function by the offset at which they are written, and where some are declared."""
        found = self._names.get(function)
        if found is not None:
            return found
        definition = self._model.functions[function].definition
        assert definition.body is not None
        file = self._model.files[definition.path].at(definition.body.start)
        names = {
            token.start: reference.symbol
            for token in file.tokens_in(definition.body)
            if (reference := file.written.get(token.start)) is not None
        }
        body = definition.body
        named = macro_names_in(self._model, definition.path)
        first, last = (bisect.bisect_left(named, (at, "")) for at in body)
        names |= dict(named[first:last])
        declared = {item.name_span.start: item.symbol for item in self._model.locals.get(function, ())}
        found = self._names[function] = {**names, **declared}, frozenset(declared)
        return found

    def body(self, function: str) -> Body:
        """Return what the body of *function* says, as this configuration has it."""
        found = self._bodies.get(function)
        if found is None:
            tokens, every_call = self._model.body(function).tokens, self._model.calls(function)
            found = body_of(tokens, every_call, self.names_in(function)[0], self.written_by)
            self._bodies[function] = found
        return found

    def connected(self, function: str, start: Iterable[str]) -> frozenset[str]:
        """Return *start* with all variables that values pass to or from by plain assignment."""
        links = self._linked.get(function)
        if links is None:
            links = self._linked[function] = self.links(self.body(function), self.names_in(function)[0])
        return closure(start, links)

    def links(self, body: Body, names: Mapping[int, str]) -> Links:
        """Return for each variable in a body those that are given what it holds, or that it is given."""
        found: dict[str, set[str]] = {}
        for target, value in (*body.assigned, *body.replaced):
            for symbol in self.plain_names(names, value):
                found.setdefault(symbol, set()).add(target)
                found.setdefault(target, set()).add(symbol)
        return found

    def plain_names(self, names: Mapping[int, str], tokens: tuple[Token, ...]) -> set[str]:
        """Return the pointer variables among *tokens*, outside of calls that give something else."""
        found = set()
        index = 0
        while index < len(tokens):
            token = tokens[index]
            following = tokens[index + 1].text if index + 1 < len(tokens) else b""
            if token.kind is TokenKind.IDENT and following == b"(" and token.text not in references.SHARE:
                index = closing(tokens, index + 1) + 1
                continue
            symbol = names.get(token.start)
            is_field = index > 0 and tokens[index - 1].text in (b".", b"->")
            if symbol in self.structs:
                found.add(symbol)
            is_object = symbol is not None and (symbol in self.types or self.is_pointer(symbol))
            if symbol is not None and is_object and not is_field and following not in (b"->", b"."):
                found.add(symbol)
            index += 1
        return found

    def is_pointer(self, symbol: str) -> bool:
        """Tell whether a variable may point to an object."""
        declaration = next(iter(self._model.by_symbol.get(symbol, ())), None)
        return (
            declaration is not None
            and declaration.kind in (SymbolKind.VARIABLE, SymbolKind.PARAMETER)
            and declaration.canonical_type.count("*") == 1
            and "(" not in declaration.canonical_type
        )

    def writes(self, function: str) -> frozenset[str]:
        """Return the object globals that *function* may store to, itself or by what it calls."""
        return self._stores.get(function, frozenset())

    def written_by(self, name: bytes) -> frozenset[str]:
        """Return the object globals that functions of that name may store to."""
        return self._written_by_name.get(name, frozenset())

    @cached_property
    def _written(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for item in self._model.globals:
            for use in item.written if item.symbol in self.objects else ():
                found.setdefault(use.function or "", set()).add(item.symbol)
        return found

    @cached_property
    def _written_by_name(self) -> dict[bytes, frozenset[str]]:
        found: dict[bytes, frozenset[str]] = {}
        for name, symbols in self._model.functions_named.items():
            written = frozenset(one for symbol in symbols for one in self.writes(symbol))
            if written:
                found[name.encode("latin-1", "backslashreplace")] = written
        return found

    @cached_property
    def _stores(self) -> dict[str, frozenset[str]]:
        """The object globals that functions may store to, of those that may store to any."""
        callers: dict[str, set[str]] = {}
        for use in self._model.references:
            if use.is_call and use.function is not None and use.symbol in self._model.functions:
                callers.setdefault(use.symbol, set()).add(use.function)
        found = {function: set(symbols) for function, symbols in self._written.items()}
        work = list(found)
        while work:
            function = work.pop()
            for caller in callers.get(function, ()):
                known = found.setdefault(caller, set())
                if not found[function] <= known:
                    known |= found[function]
                    work.append(caller)
        return {function: frozenset(symbols) for function, symbols in found.items()}


def closure(start: Iterable[str], links: Links) -> frozenset[str]:
    """Return *start* with everything that *links* lead to."""
    found = set(start)
    work = list(found)
    while work:
        more = links.get(work.pop(), set()) - found
        found |= more
        work += more
    return frozenset(found)
