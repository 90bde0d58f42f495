"""Static types with every field they are given, and the specs of types that are heap types already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from unstatic.c.lexer import Token, lex_fragment
from unstatic.c.syntax import Nesting, Statement, StatementKind, calls, parse_block
from unstatic.capi.slots import RECORDS, SET_WHEN_MADE
from unstatic.capi.types import TYPE_RECORDS
from unstatic.cparse.facts import Declaration, InitEntry, Reference, SymbolKind
from unstatic.model.building.made_fields import given, made_slots
from unstatic.model.expansion import Unfollowed, text_of
from unstatic.model.extension import Field, File, HeapSpec, RuntimeField, SlotTable, StaticType
from unstatic.model.initialiser_values import (
    element_type,
    field_of,
    given_fields,
    is_null,
    named,
    struct_in_sizeof,
    symbol_at,
    tokens_of,
)
from unstatic.model.obstacle import Obstacle
from unstatic.model.opened_code import Expansions, as_tokens
from unstatic.text.source import Span

Declarations = Mapping[str, Sequence[Declaration]]


class TypeReader:
    """Reads the static types of one extension."""

    def __init__(
        self,
        files: Mapping[Path, File],
        by_symbol: Declarations,
        uses: Mapping[str, Sequence[Reference]],
        expansions: Expansions,
    ) -> None:
        self._files = files
        self._expansions = expansions
        self._by_symbol = by_symbol
        self._uses = uses
        self._readings: dict[tuple[int, Span], tuple[Statement, Nesting]] = {}

    def static_types(self) -> tuple[StaticType, ...]:
        """Return the static types in the order of their definitions."""
        found = []
        for declarations in self._by_symbol.values():
            first = declarations[0]
            if first.kind is not SymbolKind.VARIABLE or element_type(first.canonical_type) not in TYPE_RECORDS:
                continue
            definition = next((item for item in declarations if item.is_definition and not item.is_tentative), None)
            definition = definition or next((item for item in declarations if item.is_tentative), None)
            if definition is not None:
                found.append(self._static_type(definition, declarations))
        return tuple(sorted(found, key=lambda item: (item.declaration.path, item.declaration.span.start)))

    def _static_type(self, definition: Declaration, declarations: Sequence[Declaration]) -> StaticType:
        file = self._files[definition.path]
        problems = list(_shape_problems(definition))
        fields = self._given(definition, problems)
        tables = [slot_table(file, definition, None, [f for slot, f in fields.items() if slot not in RECORDS])]
        protocol_tables: list[str] = []
        for slot in RECORDS:
            if slot in fields:
                problems += self._open_protocol(fields, slot, protocol_tables, tables)
        metaclass = self._metaclass(file, definition)
        filled = [item for table in protocol_tables for item in self._runtime_fields(table)]
        runtime = (*filled, *self._opened_runtime(definition.symbol, protocol_tables, problems))
        runtime = tuple(_joined(runtime, fields))
        given_at_start = fields.get("tp_basicsize")
        sizes = [given_at_start.value] if given_at_start else []
        sizes += [item.value for item in runtime if item.name == "tp_basicsize"]
        here = file.source.location(definition.name_span.start)
        unread = (Obstacle(reason, "unreadable-initialiser", here) for reason in problems)
        record = struct_in_sizeof(lex_fragment(sizes[-1], Span(0, len(sizes[-1])))) if sizes else None
        return StaticType(
            definition,
            tuple(item for item in declarations if item is not definition),
            fields,
            tuple(protocol_tables),
            runtime,
            record,
            self._is_readied(definition.symbol),
            (*unread, *(() if metaclass else self._head_problems(file, definition))),
            tuple(tables),
            metaclass,
        )

    def _opened_runtime(self, symbol: str, tables: list[str], problems: list[str]) -> Iterable[RuntimeField]:
        """Yield run-time fields; a protocol table given at run time stands for the fields in it."""
        for item in self._runtime_fields(symbol):
            table = self._table(item.symbol, RECORDS[item.name]) if item.name in RECORDS else None
            if item.name not in RECORDS:
                yield item
            elif table is None or item.symbol is None:
                problems.append(f"{item.name} names something other than a table of this project")
            else:
                tables.append(item.symbol)
                # The statement itself gives nothing that isn't in the table.
                yield replace(item, value=b"NULL", symbol=None)
                for field in self._given(table, problems, table.name).values():
                    yield replace(item, name=field.name, value=field.value, symbol=field.symbol)
                yield from self._runtime_fields(item.symbol)

    def _table(self, symbol: str | None, element: str) -> Declaration | None:
        """Return the definition of a protocol table, which may start out empty."""
        declared = [
            item for item in self._by_symbol.get(symbol or "", ()) if element_type(item.canonical_type) == element
        ]
        with_values = next((item for item in declared if item.entries is not None), None)
        empty = next((item for item in declared if item.initialiser is None and item.storage != "extern"), None)
        return with_values or empty

    def _open_protocol(
        self, fields: dict[str, Field], slot: str, tables: list[str], read: list[SlotTable]
    ) -> Iterable[str]:
        holder = fields[slot]
        symbol = holder.symbol
        table = self._table(symbol, RECORDS[slot])
        if table is None or symbol is None:
            return [f"{slot} names something other than a table of this project"]
        problems: list[str] = []
        inner = self._given(table, problems, table.name)
        del fields[slot]
        fields.update(inner)
        tables.append(symbol)
        read.append(slot_table(self._files[table.path], table, holder, list(inner.values())))
        return problems

    def _given(self, declaration: Declaration, problems: list[str], name: str = "") -> dict[str, Field]:
        """Return the fields that a declaration's initialiser gives; what can't be read goes to *problems*."""
        try:
            return given(self._files[declaration.path], declaration.entries or (), self._expansions)
        except Unfollowed as error:
            problems.append(f"an entry of {name or 'its initialiser'} comes from a macro: {error}")
            return given_fields(self._files[declaration.path], declaration.entries or ())

    def _metaclass(self, file: File, definition: Declaration) -> str:
        """Return the symbol of the static type that the head of the initialiser names; empty if there is none."""
        for entry in definition.entries or ():
            for token in tokens_of(file, entry.value_span) if entry.field == "ob_base" else ():
                symbol = symbol_at(file.at(token.start), token) or ""
                declared = next(iter(self._by_symbol.get(symbol, ())), None)
                if declared is not None and element_type(declared.canonical_type) in TYPE_RECORDS:
                    return symbol if "*" not in declared.canonical_type else ""
        return ""

    def _head_problems(self, file: File, definition: Declaration) -> Iterable[Obstacle]:
        here = file.source.location(definition.name_span.start)
        for entry in definition.entries or ():
            if not _is_head(entry):
                continue
            try:
                tokens = as_tokens(self._expansions.tokens_in(file, entry.value_span))
            except Unfollowed as error:
                yield Obstacle(f"its head comes from a macro: {error}", "unreadable-initialiser", here)
                continue
            for call in calls(tokens):
                if call.name.text in (b"PyVarObject_HEAD_INIT", b"PyObject_HEAD_INIT") and call.arguments:
                    metatype = call.arguments[0]
                    if not is_null(metatype) and getattr(named(metatype), "text", b"") != b"PyType_Type":
                        yield Obstacle("its metaclass isn't a type of this project", "metaclass", here)

    def _is_readied(self, symbol: str) -> bool:
        for use in self._uses.get(symbol, ()):
            if use.function is None:
                continue
            if use.via_macro is not None:
                return True
            file = self._files[use.path].at(use.offset)
            tokens, index = file.around(use.offset, 3)
            before = [token.text for token in tokens[:index]]
            if any(
                name in before
                for name in (*(b"PyType_Ready",), b"PyStructSequence_InitType", b"PyStructSequence_InitType2")
            ):
                return True
        return False

    def _runtime_fields(self, symbol: str) -> Iterable[RuntimeField]:
        for use in self._uses.get(symbol, ()):
            if use.function is None or use.via_macro is not None:
                continue
            found = self._assignment(use)
            if found:
                yield found

    def _assignment(self, use: Reference) -> RuntimeField | None:
        """Read `X.field = value;`, or `X.tp_flags |= value;`, where the use is its first token."""
        file = self._files[use.path].at(use.offset)
        tokens, index = file.around(use.offset, 4)
        texts = [token.text for token in tokens[index + 1 : index + 4]]
        if texts[::2] != [b".", b"="] and texts != [b".", b"tp_flags", b"|="]:
            return None
        body = self._body_of(use)
        if body is None:
            return None
        path = self._reading(use.path, body, use.offset)[0].path_to(use.offset)
        statement = path[-1]
        head = statement.head
        start = 1 if head and head[0].text in (b"(",) else 0
        if statement.kind is not StatementKind.SIMPLE or len(head) < start + 4 or head[start].start != use.offset:
            return None
        if head[start + 1].text != b"." or head[start + 3].text not in (b"=", b"|="):
            return None
        value = head[start + 4 :]
        return RuntimeField(
            head[start + 2].text.decode(),
            b"" if is_null(value) else file.source.data[value[0].start : value[-1].end],
            _span(value),
            statement.span,
            use.path,
            use.function or "",
            any(item.kind in (StatementKind.IF, StatementKind.LOOP, StatementKind.SWITCH) for item in path),
            symbol_at(file, named(value)),
            self._opened(file, _span(value)),
            head[start + 3].text == b"|=",
        )

    def _opened(self, file: File, span: Span) -> bytes:
        try:
            return text_of(self._expansions.tokens_in(file, span))
        except Unfollowed:
            return b""

    def _reading(self, path: Path, body: Span, offset: int) -> tuple[Statement, Nesting]:
        """Return the statements and the calls of a body as the configuration has them that keeps *offset*."""
        file = self._files[path].at(offset)
        found = self._readings.get((id(file), body))
        if found is None:
            tokens = file.tokens_in(body)
            found = self._readings[id(file), body] = parse_block(tokens), Nesting(calls(tokens))
        return found

    def _body_of(self, use: Reference) -> Span | None:
        for declaration in self._by_symbol.get(use.function or "", ()):
            if declaration.body is not None and declaration.path == use.path and use.offset in declaration.body:
                return declaration.body
        return None

    def heap_specs(self) -> tuple[HeapSpec, ...]:
        """Return the specs of types that are heap types already."""
        found = []
        for declarations in self._by_symbol.values():
            definition = next((item for item in declarations if item.entries is not None), None)
            if definition is None or element_type(definition.canonical_type) != "PyType_Spec":
                continue
            if definition.canonical_type.endswith("]"):
                continue
            found.append(self._heap_spec(definition))
        return tuple(found)

    def _heap_spec(self, definition: Declaration) -> HeapSpec:
        file = self._files[definition.path].at(definition.span.start)
        fields = given_fields(file, definition.entries or ())
        slots = fields.get("slots")
        table = next(
            (item for item in self._by_symbol.get((slots.symbol if slots else None) or "", ()) if item.entries), None
        )
        rows: list[Field] = []
        if table is not None:
            # Where groups give one slot in several ways, the one that is compiled here comes last.
            file = self._files[table.path]
            rows = sorted(self._slots(table), key=lambda field: not file.is_inactive(field.span.start))
        inner = {field.name: field for field in rows}
        hidden = tuple(field for field in rows if inner[field.name] is not field)
        holder = self._holder(definition.symbol)
        inner |= {field.name: field for field in self._set_when_made(holder)}
        given = fields.get("flags")
        flags = (self._opened(file, given.value_span) or given.value) if given is not None else b""
        size = fields["basicsize"].value if "basicsize" in fields else b""
        creator, created_in = self._creator(definition.symbol)
        return HeapSpec(
            definition,
            flags,
            inner,
            table.symbol if table else None,
            holder,
            creator,
            created_in,
            struct_in_sizeof(lex_fragment(size, Span(0, len(size)))) if size else None,
            hidden,
        )

    def _set_when_made(self, holder: str | None) -> Iterable[Field]:
        """Yield what the type that *holder* holds is given later: `Box_Type->tp_vectorcall = Box_vectorcall;`."""
        for use in self._uses.get(holder or "", ()):
            file = self._files[use.path].at(use.offset)
            tokens, index = file.around(use.offset, 4)
            texts = [token.text for token in tokens[index + 1 : index + 4]]
            body = self._body_of(use)
            if body is None or texts[::2] != [b"->", b"="] or texts[1].decode("latin-1") not in SET_WHEN_MADE:
                continue
            statement = self._reading(use.path, body, use.offset)[0].path_to(use.offset)[-1]
            value = [token for token in statement.head if token.start > tokens[index + 3].start]
            if value:
                span, symbol = _span(value), symbol_at(file, named(value))
                yield Field(texts[1].decode("latin-1"), file.source.text(span), statement.span, span, symbol)

    def _slots(self, table: Declaration) -> Iterator[Field]:
        """Yield the slots of an array of PyType_Slot, those in macros included."""
        for entry in table.entries or ():
            file = self._files[table.path].at(entry.span.start)
            if entry.children and len(entry.children) >= 2:
                name = named(file.tokens_in(entry.children[0].value_span))
                if name is not None:
                    field = field_of(file, entry.children[1])
                    yield replace(field, name=name.text.decode().removeprefix("Py_"))
                continue
            # The functions in what can't be followed count as taken by address.
            with suppress(Unfollowed):
                yield from list(made_slots(file, entry, self._expansions))

    def _creator(self, spec: str) -> tuple[str, str | None]:
        """Return the call that makes a type from *spec*, and the function that holds it."""
        for use in self._uses.get(spec, ()):
            body = self._body_of(use)
            if body is None:
                continue
            file = self._files[use.path].at(use.offset)
            for call in self._reading(use.path, body, use.offset)[1].around(use.offset):
                if call.name.text.startswith(b"PyType_From"):
                    return call.name.text.decode(), use.function
                inner = self._created_inside(symbol_at(file, call.name))
                if inner:
                    return inner, use.function
        return "", None

    def _created_inside(self, function: str | None) -> str:
        """Return the call by which a function makes a type from the spec that it is given."""
        definition = next((item for item in self._by_symbol.get(function or "", ()) if item.body is not None), None)
        if definition is None or definition.body is None:
            return ""
        given = {self._by_symbol[item][0].name.encode() for item in definition.parameters if item in self._by_symbol}
        file = self._files[definition.path].at(definition.body.start)
        for call in calls(file.tokens_in(definition.body)):
            names = {argument[0].text for argument in call.arguments if len(argument) == 1}
            if call.name.text.startswith(b"PyType_From") and names & given:
                return call.name.text.decode()
        return ""

    def _holder(self, spec: str) -> str | None:
        """Return the global that receives the type made from *spec*."""
        for use in self._uses.get(spec, ()):
            body = self._body_of(use)
            if body is None:
                continue
            file = self._files[use.path].at(use.offset)
            statement = self._reading(use.path, body, use.offset)[0].path_to(use.offset)[-1]
            for position, token in enumerate(statement.head):
                if token.text == b"=" and position > 0:
                    return symbol_at(file, statement.head[position - 1])
        return None


def _joined(runtime: Iterable[RuntimeField], fields: Mapping[str, Field]) -> Iterable[RuntimeField]:
    """Yield run-time fields; `X.tp_flags |= value;` gives what the field had, and the value."""
    given = fields.get("tp_flags")
    value, opened = (given.value, given.opened) if given else (b"", b"")
    for item in runtime:
        if item.adds:
            both = b" | ".join(part for part in (value, item.value) if part)
            item = replace(item, value=both, opened=b" | ".join(part for part in (opened, item.opened) if part))
        if item.name == "tp_flags":
            value, opened = item.value, item.opened
        yield item


def slot_table(file: File, declaration: Declaration, holder: Field | None, fields: Sequence[Field]) -> SlotTable:
    """Return what an initialiser gives, in `#if` groups that aren't compiled here as well."""
    hidden = [field_of(file, entry) for entry in declaration.hidden if entry.field != "ob_base"]
    return SlotTable(declaration, holder, tuple(fields), tuple(hidden))


def _is_head(entry: InitEntry) -> bool:
    return entry.field == "ob_base" or entry.macro


def _shape_problems(definition: Declaration) -> Iterable[str]:
    if "[" in definition.canonical_type:
        yield "it's an element of an array"
    if definition.entries is None and definition.initialiser is not None:
        yield "its initialiser can't be read"
    for entry in definition.entries or ():
        if entry.field is None and not entry.made:
            yield "an entry of its initialiser comes from a macro"


def _span(tokens: Sequence[Token]) -> Span:
    return Span(tokens[0].start, tokens[-1].end)
