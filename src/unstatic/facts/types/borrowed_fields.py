"""Fields that point at objects without owning them: what they point at must stay as long as C expects it (G140)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, Statement, calls, split, strip_casts, text_of
from unstatic.capi.references import INCREASE, LET_GO
from unstatic.capi.types import TYPE_RECORDS
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.macros.opened_functions import opened_function
from unstatic.facts.places.record_objects import python_objects
from unstatic.facts.references.aggregates.object_structs import object_struct
from unstatic.facts.references.aggregates.struct_members import ObjectStruct
from unstatic.facts.references.repairs import repairs
from unstatic.facts.types.deallocation.releases import let_go
from unstatic.model.extension import Declaration, Extension, Reference, SymbolKind
from unstatic.model.initialiser_values import is_null


class BorrowedFields:
    """The structs of one extension that live as long as objects do, and what they borrow."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self.objects = python_objects(model)
        self.fields = tuple(item for item in model.declarations if item.kind is SymbolKind.FIELD)

    @cached_property
    def _symbols(self) -> frozenset[str]:
        return frozenset(item.symbol for item in self.fields)

    @cached_property
    def found(self) -> tuple[Declaration, ...]:
        """The fields that point at objects, types left out, and that nothing releases."""
        lasting = self._lasting
        pointing = [item for item in self.fields if item.parent in lasting and self._points_at_object(item)]
        pointing = [item for item in pointing if not self._lists_weak_references(item)]
        released = self._released(item.symbol for item in pointing)
        return tuple(item for item in pointing if item.symbol not in released and not self._is_owned_by_variables(item))

    def _is_owned_by_variables(self, field: Declaration) -> bool:
        """Tell whether its struct is that of variables alone, each of which owns its objects once the state has it."""
        if field.parent in self.objects or any(item.pointee_record == field.parent for item in self.fields):
            return False
        found = [item.symbol for item in self._model.globals if item.declaration.pointee_record == field.parent]
        return bool(found) and all(
            isinstance(object_struct(self._model, symbol), ObjectStruct)
            and repairs(self._model, symbol).problem is None
            for symbol in found
        )

    def _lists_weak_references(self, field: Declaration) -> bool:
        """Tell whether the field holds the weak references to an object: CPython keeps those."""
        name = field.name.encode()
        return any(name in item.value("tp_weaklistoffset") for item in self._model.types)

    @cached_property
    def _lasting(self) -> frozenset[str]:
        """The structs of objects, and those that objects or globals lead to: others live during a call only."""
        found = {item.declaration.pointee_record or "" for item in self._model.globals}
        found |= {item.parent or "" for item in self.fields} & self.objects
        leading: dict[str, set[str]] = {}
        for item in self.fields:
            leading.setdefault(item.parent or "", set()).add(item.pointee_record or "")
        work = list(found)
        while work:
            inner = leading.get(work.pop(), set()) - found
            found |= inner
            work += inner
        return frozenset(found - {""})

    def _points_at_object(self, field: Declaration) -> bool:
        if field.canonical_type == "void *":
            return any(self._is_object_at(use) for use in self._model.uses.get(field.symbol, ()))
        is_pointer = "*" in field.canonical_type and "(*" not in field.canonical_type
        return is_pointer and field.pointee_record in self.objects - TYPE_RECORDS

    def _is_object_at(self, use: Reference) -> bool:
        """Tell whether a `void *` is cast to an object there, or is assigned to or from a variable that is one."""
        statement = statement_of(self._model, use)
        tokens = statement.tokens if statement is not None else ()
        at = next((index for index, token in enumerate(tokens) if token.start == use.offset), None)
        if at is None:
            return False
        start = at
        while start > 1 and tokens[start - 1].text in (b"->", b"."):
            start -= 2
        if tokens[at + 1 : at + 2] and tokens[at + 1].text == b"=":
            return self._is_object(use, strip_casts(tokens[at + 2 : -1]))
        before = tokens[max(0, start - 4) : start]
        named = any(token.text.decode("latin-1") in self._names for token in before)
        # `(Node *)link->data`, `Node *node = link->data;` and `node = link->data;`
        is_assigned = bool(before) and before[-1].text == b"="
        return bool(before) and (named or (is_assigned and self._is_object(use, before[-2:-1])))

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of the structs of objects."""
        typedefs = {item.name for item in self._model.declarations if item.kind is SymbolKind.TYPEDEF}
        named = {name for name in typedefs if self._model.pointees.get(name, frozenset()) & self.objects}
        return frozenset(named | self.objects)

    def _is_object(self, use: Reference, value: Sequence[Token]) -> bool:
        """Tell whether *value* is one variable, and that a pointer to an object."""
        found = self._model.files[use.path].at(use.offset).written.get(value[0].start) if len(value) == 1 else None
        declared = self._model.by_symbol.get(found.symbol, ()) if found is not None else ()
        return bool(declared) and declared[0].pointee_record in self.objects

    def _released(self, fields: Iterable[str]) -> frozenset[str]:
        """Return those of *fields* that a function releases: `Py_CLEAR(self->items)`, `Py_DECREF(self->items[i])`."""
        found: set[str] = set()
        naming = {use.function for symbol in fields for use in self._model.uses.get(symbol, ())}
        # What a macro writes may name more than the parser tells.
        naming |= generated_functions(self._model).keys() | self._model.twins.keys()
        for function in self._model.functions.keys() & naming:
            for file, body in self._model.bodies(function):
                made = [call for call in calls(body.tokens) if call.arguments]
                taken = {text_of(strip_casts(call.arguments[0])) for call in made if call.name.text in INCREASE}
                for call in made:
                    inner = strip_casts(call.arguments[0])
                    if call.name.text in LET_GO and text_of(inner) not in taken:
                        found |= self._sources(file.symbol_at, body, inner, frozenset())
            found |= self._released_out_of_sight(function)
        return frozenset(found)

    def _released_out_of_sight(self, function: str) -> set[str]:
        """Return the fields that macros of the project release in a function, or functions that it calls.

        `#define buffer_clear(b) Py_CLEAR((b)->obj)`, or `drop(&self->obj)`.
        """
        found: set[str] = set()
        if not any(self._releases_out_of_sight(call) for call in self._model.calls(function)):
            return found
        opened = opened_function(self._model, function)
        body = opened.statement
        for call in opened.calls:
            callee = opened.symbol(call.name)
            positions = let_go(self._model, callee) if callee is not None and callee in self._model.functions else ()
            for position in (0,) if call.name.text in LET_GO else positions:
                value = strip_casts(call.arguments[position]) if position < len(call.arguments) else ()
                value = strip_casts(value[1:]) if value and value[0].text == b"&" else value
                found |= self._sources(opened.symbol, body, value, frozenset())
        return found

    def _releases_out_of_sight(self, call: Call) -> bool:
        """Tell whether a call as it is written is that of such a macro or function."""
        name = call.name.text.decode("latin-1")
        callees = self._model.functions_named.get(name, ())
        return name in self._releasing_macros or any(let_go(self._model, callee) for callee in callees)

    @cached_property
    def _releasing_macros(self) -> frozenset[str]:
        """The macros of the project that lead to a release: by their names alone, as what they open to is read then."""
        words = {
            name: {token.text for each in item.all for token in each.body} for name, item in self._model.macros.items()
        }
        # Of the functions only those matter that macros name: a library may have thousands.
        named = {word.decode("latin-1") for mentioned in words.values() for word in mentioned}
        callees = {name: self._model.functions_named.get(name, ()) for name in named}
        known = {*LET_GO, *(name.encode() for name, symbols in callees.items() if any(map(self._drops, symbols)))}
        found: set[str] = set()
        while more := {name for name, mentioned in words.items() if name not in found and mentioned & known}:
            found |= more
            known |= {name.encode() for name in more}
        return frozenset(found)

    def _drops(self, function: str) -> bool:
        return bool(let_go(self._model, function))

    def _sources(
        self, meant: Callable[[Token], str | None], body: Statement, value: Sequence[Token], seen: frozenset[bytes]
    ) -> set[str]:
        """Return the field that *value* is, or those that alone are assigned to the local that it is."""
        name = next((token for token in reversed(split(value, b"[")[0]) if token.kind is TokenKind.IDENT), None)
        if name is None or (len(value) == 1 and name.text in seen):
            return set()
        if len(value) > 1:
            symbol = meant(name)
            return {symbol} if symbol is not None and symbol in self._symbols else set()
        given = [inner for inner in _assigned(body, name.text) if not is_null(inner)]
        fields = [self._sources(meant, body, strip_casts(inner), seen | {name.text}) for inner in given]
        return set().union(*fields) if all(fields) else set()


def _assigned(body: Statement, name: bytes) -> list[tuple[Token, ...]]:
    """Return what a local is given, in its declaration or later."""
    found = []
    tokens = body.tokens
    for index, token in enumerate(tokens[:-2]):
        if token.text == name and tokens[index + 1].text == b"=" and tokens[index - 1].text not in (b"->", b"."):
            end = next(at for at in range(index, len(tokens)) if tokens[at].text in (b";", b",", b"{", b"}"))
            found.append(tokens[index + 2 : end])
    return found


def statement_of(model: Extension, use: Reference) -> Statement | None:
    """Return the innermost statement around a use in a function."""
    if use.function not in model.functions or use.via_macro is not None:
        return None
    path = model.body_at(use.function or "", use.path, use.offset).path_to(use.offset)
    return path[-1] if path else None
