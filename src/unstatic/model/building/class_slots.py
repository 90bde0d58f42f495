"""Slots and methods of the classes that a metaclass makes: `((PyTypeObject *)cls)->tp_vectorcall = Struct_vectorcall;`.

CPython calls such a function with the class, which is an instance of the metaclass, as it would call `tp_call` of
that (G458). So it does with what `PyDescr_NewClassMethod(cls, &method)` adds in the metaclass's `tp_new` (G645).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from unstatic.c.nodes import Assignment, Call, Declarator, Member, Name, Node, Prefix
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import is_alone, parse_block, split, strip_casts
from unstatic.capi.modules import MAKE_CLASS_METHOD
from unstatic.capi.types import CLASS_RECORDS
from unstatic.cparse.facts import Declaration, Reference, SymbolKind
from unstatic.model.extension import File, HeapSpec, Role, RoleKind, StaticType
from unstatic.model.initialiser_values import element_type

_SLOT = b"tp_vectorcall"
_AHEAD = 20
_ENDS = (b";", b"{", b"}")


def class_slots(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
    references: Iterable[Reference],
    types: Sequence[StaticType],
    specs: Sequence[HeapSpec],
) -> Iterator[tuple[str, Role]]:
    """Yield the functions that classes get as such a slot, with the metaclass that each belongs to as its owner."""
    both: tuple[StaticType | HeapSpec, ...] = (*types, *specs)
    records = {item.record: item.declaration.symbol for item in both if item.record}
    # An object that starts as a class does is one.
    fields = (one for items in by_symbol.values() for one in items if one.kind is SymbolKind.FIELD)
    inner = (one for one in fields if one.parent in records and one.canonical_type.count("*") == 0)
    classes = {one.parent for one in inner if one.pointee_record in CLASS_RECORDS}
    owners = {record: symbol for record, symbol in records.items() if record in classes}
    for use in references if owners else ():
        if use.kind is SymbolKind.FUNCTION and not use.is_call and use.path in files and use.via_macro is None:
            record = _record_set(files[use.path].at(use.offset), use.offset, by_symbol)
            if record in owners:
                yield use.symbol, Role(RoleKind.METHOD, owners[record], _SLOT.decode(), None)


def _record_set(file: File, offset: int, by_symbol: Mapping[str, Sequence[Declaration]]) -> str | None:
    """Return what the variable points to whose field gets the function at *offset*; None if it isn't such a field."""
    tokens, index = file.around(offset, _AHEAD)
    behind = tuple(takewhile(lambda token: token.text not in _ENDS, reversed(tokens[:index])))
    target, *value = split((*reversed(behind), tokens[index]), b"=")
    is_set = [token.text for token in target[-2:]] == [b"->", _SLOT]
    if not is_set or len(value) != 1 or not is_alone(value[0], offset):
        return None
    holder = strip_casts(target[:-2])
    use = file.written.get(holder[0].start) if len(holder) == 1 else None
    declared = by_symbol.get(use.symbol, ()) if use is not None else ()
    return declared[0].pointee_record if declared and declared[0].canonical_type.count("*") == 1 else None


def class_method_owners(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
    uses: Mapping[str, Sequence[Reference]],
    types: Sequence[StaticType],
    specs: Sequence[HeapSpec],
) -> dict[str, list[str]]:
    """Return the definitions of methods that a metaclass adds to the classes that it makes: it owns them."""
    makers: dict[str, list[str]] = {}
    made = [(item.function("tp_new"), item.symbol) for item in types]
    made += [(item.slots["tp_new"].symbol, item.declaration.symbol) for item in specs if "tp_new" in item.slots]
    for function, owner in made:
        if function is not None and function in by_symbol:
            makers.setdefault(function, []).append(owner)
    found: dict[str, list[str]] = {}
    for symbol, items in by_symbol.items() if makers else ():
        if symbol in uses and any(element_type(one.canonical_type) == "PyMethodDef" for one in items):
            functions = {use.function or "" for use in uses[symbol]}
            maker = functions.pop() if len(functions) == 1 else ""
            places = [use.offset for use in uses[symbol] if use.via_macro is None and not use.is_call]
            if maker in makers and len(places) == len(uses[symbol]):
                classes = _NewClasses(files, by_symbol, maker)
                if all(classes.adds(offset) for offset in places):
                    found[symbol] = makers[maker]
    return found


class _NewClasses:
    """Reads the tp_new of a metaclass: `cls = PyType_Type.tp_new(meta, args, kwds);`, and what it adds to the class."""

    def __init__(
        self, files: Mapping[Path, File], by_symbol: Mapping[str, Sequence[Declaration]], function: str
    ) -> None:
        (definition,) = [item for item in by_symbol[function] if item.body is not None][:1] or (None,)
        body = definition.body if definition is not None else None
        tokens = files[definition.path].at(body.start).tokens_in(body) if definition is not None and body else ()
        self._trees = [tree for item in parse_block(tokens).walk() for tree in expressions_of(item)] if tokens else []
        first = by_symbol.get(definition.parameters[0], ()) if definition is not None and definition.parameters else ()
        self._meta = first[0].name.encode() if first else b""

    def adds(self, offset: int) -> bool:
        """Tell whether the method named at *offset* is added to the class, or set as the one that will be."""
        path = next((found for tree in self._trees if (found := tree.path_to(offset))), ())
        outer = [node for node in reversed(path) if node.bare is node][1:]
        if not outer or not isinstance(outer[0], Prefix) or outer[0].operator != b"&" or len(outer) == 1:
            return False
        if isinstance(outer[1], Call):
            return self._is_adding(outer[1], outer[0])
        is_set = isinstance(outer[1], Assignment) and outer[1].operator == b"=" and outer[1].value.bare is outer[0]
        target = outer[1].target.bare if isinstance(outer[1], Assignment) else None
        return is_set and isinstance(target, Name) and self._is_only_added(target.text)

    def _is_only_added(self, name: bytes) -> bool:
        """Tell whether a variable only says which method is added: it is set, read and given to the one call."""
        given = [
            node
            for node in self._nodes()
            if isinstance(node, Call) and any(_is_name(argument, name) for argument in node.arguments)
        ]
        taken = any(
            isinstance(node, Prefix) and node.operator == b"&" and _is_name(node.operand, name)
            for node in self._nodes()
        )
        copied = any(
            isinstance(node, Assignment | Declarator) and node.value is not None and _is_name(node.value, name)
            for node in self._nodes()
        )
        return not taken and not copied and bool(given) and all(self._is_adding(one, name) for one in given)

    def _is_adding(self, call: Call, method: Node | bytes) -> bool:
        """Tell whether a call adds a method to the new class."""
        if not _is_name(call.function, MAKE_CLASS_METHOD) or len(call.arguments) != 2:  # noqa: PLR2004
            return False
        given, added = call.arguments[0].bare, call.arguments[1].bare
        is_it = added is method if isinstance(method, Node) else _is_name(added, method)
        return is_it and isinstance(given, Name) and self._is_new_class(given.text)

    def _is_new_class(self, name: bytes) -> bool:
        """Tell whether a variable is set once, to a class that type makes for the metaclass or one derived from it."""
        values = [
            node.value
            for node in self._nodes()
            if (isinstance(node, Assignment) and _is_name(node.target, name))
            or (isinstance(node, Declarator) and node.name is not None and node.name.text == name and node.value)
        ]
        value = values[0].bare if len(values) == 1 and values[0] is not None else None
        if not isinstance(value, Call) or not value.arguments or not _is_name(value.arguments[0], self._meta):
            return False
        made = value.function.bare
        return isinstance(made, Member) and made.name.text == b"tp_new" and _is_name(made.object, b"PyType_Type")

    def _nodes(self) -> Iterator[Node]:
        for tree in self._trees:
            yield from tree.walk()


def _is_name(node: Node, name: bytes) -> bool:
    return isinstance(node.bare, Name) and node.bare.text == name and bool(name)
