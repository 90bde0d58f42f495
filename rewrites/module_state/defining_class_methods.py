"""Methods that can be given the class that defines them (PEP 573), instead of looking it up from `self`."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import strip_casts
from unstatic.capi.arguments import CONVENTIONS
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.places.in_functions import names_in
from unstatic.model.extension import Extension, Function, HeapSpec, InitEntry, RoleKind, Table
from unstatic.text.source import Span

GIVEN = (b"defining_class", b"args", b"nargs", b"kwnames")


@dataclass(frozen=True, slots=True)
class MethodForm:
    """One method that can change: *title* is its name in messages, `Box.copy`."""

    function: Function
    title: bytes
    flags: frozenset[bytes]
    flags_span: Span
    value_span: Span
    """What the table has in `ml_meth`, casts included."""
    table: Table
    argument: bytes
    """The name of the one argument of METH_O, where the function uses it."""


def method_form(model: Extension, symbol: str) -> MethodForm | None:
    """Return what has to change so that a function gets its class; None if it can't be told, or isn't its form."""
    function = model.functions[symbol]
    uses = model.uses.get(symbol, ())
    if len(function.roles) != 1 or function.roles[0].kind is not RoleKind.METHOD or len(uses) != 1:
        return None
    table = model.tables.get(function.roles[0].table or "")
    spec = next((item for item in model.specs if item.declaration.symbol == function.roles[0].owner), None)
    if table is None or spec is None or len(table.owners) != 1 or not _is_plain(model, function):
        return None
    named = spec.slots.get("tp_methods")
    if named is None or named.symbol != table.declaration.symbol:
        # PyCFunction_New gives no class.
        return None
    fields = _entry(model, table, uses[0].offset)
    values = {name: _tokens(model, table, entry) for name, entry in fields.items()}
    title = _title(model, spec, values.get("ml_name", ()))
    flags = frozenset(token.text for token in values.get("ml_flags", ()) if token.text != b"|")
    if not title or len(function.definition.parameters) not in CONVENTIONS.get(flags, ()):
        return None
    if [token.text for token in strip_casts(values["ml_meth"])] != [function.name.encode()]:
        return None
    argument = _argument(model, function, flags)
    spans = (fields["ml_flags"].value_span, fields["ml_meth"].value_span)
    return None if argument is None else MethodForm(function, title, flags, *spans, table, argument)


def _is_plain(model: Extension, function: Function) -> bool:
    definition = function.definition
    file = model.files[definition.path]
    return (
        model.language == "c"
        and not function.prototypes
        and not function.alternatives
        and function.symbol not in model.twins
        and function.symbol not in generated_functions(model)
        and not file.is_conditional(definition.name_span.start)
        and not any(
            definition.span.covers(item.span) for item in file.lexed.conditionals if item.span.start < _body(function)
        )
    )


def _body(function: Function) -> int:
    body = function.definition.body
    return body.start if body is not None else 0


def _entry(model: Extension, table: Table, offset: int) -> dict[str, InitEntry]:
    """Return the fields of the entry that names the function, if it is written out."""
    file = model.files[table.declaration.path]
    for entry in table.declaration.entries or ():
        if offset in entry.span and entry.children is not None and not entry.macro and not file.is_conditional(offset):
            found = {item.field: item for item in entry.children if item.field and not item.macro}
            return found if {"ml_name", "ml_meth", "ml_flags"} <= found.keys() else {}
    return {}


def _tokens(model: Extension, table: Table, entry: InitEntry) -> tuple[Token, ...]:
    return model.files[table.declaration.path].tokens_in(entry.value_span)


def _title(model: Extension, spec: HeapSpec, name: tuple[Token, ...]) -> bytes:
    """Return `Box.copy`, as CPython names the method in its messages; empty if the names aren't plain strings."""
    path = spec.declaration.path
    entries = [item for item in spec.declaration.entries or () if item.field == "name"]
    owner = model.files[path].tokens_in(entries[0].value_span) if entries else ()
    if (
        len(owner) != 1
        or len(name) != 1
        or owner[0].kind is not TokenKind.STRING
        or name[0].kind is not TokenKind.STRING
    ):
        return b""
    title = owner[0].text.strip(b'"').rpartition(b".")[2] + b"." + name[0].text.strip(b'"')
    return title if title.replace(b".", b"").replace(b"_", b"").isalnum() else b""


def _argument(model: Extension, function: Function, flags: frozenset[bytes]) -> bytes | None:
    """Return the name of the argument that becomes a variable, empty if there's none; None if it can't become one."""
    written = names_in(model.body(function.symbol).tokens)
    parameters = [model.by_symbol.get(item, ()) for item in function.definition.parameters]
    names = [items[0].name.encode() if items else b"" for items in parameters]
    new = GIVEN if b"METH_FASTCALL" not in flags else (GIVEN[0],) if b"METH_KEYWORDS" in flags else (GIVEN[0], GIVEN[3])
    if not written.isdisjoint(new) or any(name in new for name in names[:1]) or not names[0]:
        return None
    if b"METH_FASTCALL" in flags:
        return b"" if not set(names[1:]) & set(new) else None
    if names[1:2] == [] or not names[1] or names[1] not in written:
        return b""
    is_object = b"METH_O" in flags and parameters[1][0].canonical_type in ("PyObject *", "struct _object *")
    return names[1] if is_object else None
