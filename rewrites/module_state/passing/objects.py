"""C++ objects that keep a pointer to the module state: the member, what sets it, and what hands it over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import closing
from unstatic.facts.places.in_functions import names_in
from unstatic.facts.state.cpp_objects import Classes, argument_place
from unstatic.facts.state.routes import RouteKind, Routes
from unstatic.model.extension import Declaration, Extension, File, Function, SymbolKind
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span


class StateObjects:
    """The classes of one extension whose objects get a pointer to the state."""

    def __init__(self, model: Extension, routes: Routes, state_type: bytes, wanted: bytes) -> None:
        self._model = model
        self._routes = routes
        self._type = state_type
        self._wanted = wanted
        self._classes = Classes(model)
        self._names: dict[str, bytes] = {}

    def records(self) -> list[str]:
        """Return the classes, in the order of their definitions."""
        found = {
            self._model.functions[symbol].definition.parent or ""
            for symbol, route in self._routes.functions.items()
            if route.kind in (RouteKind.OBJECT, RouteKind.CONSTRUCTOR)
        }
        return sorted(found)

    def name(self, record: str) -> bytes:
        """Return the member's name: one that nothing in the class uses."""
        if record not in self._names:
            used = frozenset(name for part in self._written(record) for name in names_in(part))
            choices = (self._wanted, b"module_" + self._wanted, b"mod_" + self._wanted)
            self._names[record] = next((item for item in choices if item not in used), self._wanted + b"_of_module")
        return self._names[record]

    def _written(self, record: str) -> Iterator[tuple[Token, ...]]:
        """Yield the tokens of the class, and of its functions that are defined outside of it."""
        definition = self._definition(record)
        yield self._model.files[definition.path].tokens_in(definition.span)
        for function in self._model.functions.values():
            if function.definition.parent == record:
                yield self._model.files[function.definition.path].tokens_in(function.definition.span)

    def _definition(self, record: str) -> Declaration:
        found = self._classes.definition(record)
        assert found is not None
        return found

    def declaration_edits(self, newline: bytes) -> Iterator[Edit]:
        """Yield the member, before the first of the others, so that it is set first as well."""
        for record in self.records():
            definition = self._definition(record)
            file = self._model.files[definition.path]
            fields = self._fields(record)
            if not fields:
                at = file.source.line_end(_opening_brace(file, definition))
                indent = file.source.indent_at(definition.span.start) + b"    "
            else:
                at = file.source.line_start(fields[0].span.start)
                indent = file.source.indent_at(fields[0].span.start)
            text = filled(b"$type$name;", type=self._declared(file, fields), name=self.name(record))
            yield Edit(definition.path, Span(at, at), indent + text + newline)

    def _fields(self, record: str) -> list[Declaration]:
        found = [item for item in self._model.members.get(record, ()) if item.kind is SymbolKind.FIELD]
        return sorted(found, key=lambda item: item.span.start)

    def _declared(self, file: File, fields: Sequence[Declaration]) -> bytes:
        """Return `foo_state *` with the star where the class's own pointers have it."""
        texts = [file.source.text(Span(item.span.start, item.name_span.start)) for item in fields]
        pointers = [text for text in texts if b"*" in text]
        return self._type + (
            b"* " if pointers and pointers[0].rstrip(b" ").endswith(b"*") and b" *" not in pointers[0] else b" *"
        )

    def parameter(self, function: Function) -> bytes:
        """Return the declaration of a constructor's parameter."""
        record = function.definition.parent or ""
        file = self._model.files[function.definition.path]
        return self._declared(file, self._fields(record)) + self.name(record)

    def constructor_edits(self, function: Function) -> Iterator[Edit]:
        """Yield the initialisation of the member in one constructor."""
        definition = function.definition
        file = self._model.files[definition.path]
        tokens = file.tokens
        index = file.index_at(definition.name_span.end)
        while tokens[index].text != b"(":
            index += 1
        index = closing(tokens, index)
        assert definition.body is not None
        end = file.index_at(definition.body.start)
        name = self.name(definition.parent or "")
        setting = filled(b"$name($name)", name=name)
        colon = next((i for i in range(index, end) if tokens[i].text == b":"), None)
        if colon is None:
            at = tokens[end - 1].end
            yield Edit(definition.path, Span(at, at), b" : " + setting)
            return
        yield self._in_list(file, definition, colon, end, setting)

    def _in_list(self, file: File, definition: Declaration, colon: int, end: int, setting: bytes) -> Edit:
        """Put the initialiser before that of the first member: bases come first, and members in their order."""
        starts = _initialisers(file.tokens, colon, end)
        for start in starts:
            reference = file.written.get(file.tokens[start].start)
            if reference is not None and reference.kind is SymbolKind.FIELD:
                at = file.tokens[start].start
                return Edit(definition.path, Span(at, at), setting + _separator(file, starts))
        at = file.tokens[end - 1].end
        return Edit(definition.path, Span(at, at), b", " + setting)

    def construction_edits(self, symbol: str, names: dict[str, bytes]) -> Iterator[Edit]:
        """Yield the argument wherever an object is made; *names* tells what the state is called in each function."""
        for site in self._classes.constructions.get(symbol, ()):
            place = argument_place(self._model.files[site.path], site)
            assert place is not None
            at, before, after = place
            yield Edit(site.path, Span(at, at), before + names[site.function or ""] + after)

    def makers(self, symbol: str) -> list[tuple[str, int]]:
        """Return the functions that make objects with a constructor, and where."""
        found = self._classes.constructions.get(symbol, ())
        return [(item.function, item.offset) for item in found if item.function]


def _opening_brace(file: File, definition: Declaration) -> int:
    tokens = file.at(definition.span.start).tokens_in(definition.span)
    return next(token.start for token in tokens if token.text == b"{")


def _initialisers(tokens: Sequence[Token], colon: int, end: int) -> list[int]:
    """Return the indexes at which the parts of `: a(1), b(2)` start."""
    found = [colon + 1]
    index = colon + 1
    while index < end:
        if tokens[index].text in (b"(", b"{"):
            index = closing(tokens, index)
        elif tokens[index].text == b",":
            found.append(index + 1)
        index += 1
    return found


def _separator(file: File, starts: Sequence[int]) -> bytes:
    """Return what goes between two initialisers: a blank, or a line of its own for each."""
    if len(starts) < 2:
        return b", "
    first, second = file.tokens[starts[0]], file.tokens[starts[1]]
    if not second.opens_line:
        return b", "
    indent = b" " * (first.start - file.source.line_start(first.start))
    own = file.source.indent_at(second.start)
    return b"," + file.source.newline + (own if len(own.expandtabs(8)) == len(indent) else indent)
