"""Functions, the tables that name them, and so how CPython reaches each."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.c.syntax import calls
from unstatic.capi.macros import TRASHCANS
from unstatic.capi.slots import TABLES
from unstatic.capi.types import TABLE_ELEMENTS
from unstatic.cparse.facts import Declaration, InitEntry, Reference, SymbolKind
from unstatic.model.building.method_tables import methods_of
from unstatic.model.extension import File, Function, HeapSpec, Method, ModuleDef, Role, RoleKind, StaticType, Table
from unstatic.model.initialiser_values import element_type, tokens_of
from unstatic.model.opened_code import Expansions

# More tokens than there are between the name of such a macro and the function that it's given.
_TRASHCAN = 16


def tables_of(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
    owners: Mapping[str, Sequence[str]],
    expansions: Expansions,
) -> dict[str, Table]:
    """Return the tables by symbol; *owners* says which types and module defs name each."""
    found: dict[str, Table] = {}
    for symbol, declarations in by_symbol.items():
        definition = next((item for item in declarations if item.initialiser is not None), None)
        if definition is None or definition.kind is not SymbolKind.VARIABLE:
            continue
        element = element_type(definition.canonical_type)
        if element in TABLE_ELEMENTS:
            methods = tuple(methods_of(files[definition.path], definition.entries or (), element, expansions))
            found[symbol] = Table(definition, element, methods, tuple(owners.get(symbol, ())))
    return found


def with_spare_ones(tables: Mapping[str, Table], uses: Container[str]) -> dict[str, Table]:
    """Return the *tables*, those that nothing names with the owners of the one from which they were copied.

    Some Python 2 was given `shelf_methods`, say, and nobody took it out.
    """
    found = dict(tables)
    for symbol, table in tables.items():
        named = {function for method in table.methods for function in method.functions}
        if table.owners or symbol in uses or not named:
            continue
        alike = (one for one in tables.values() if one.owners and one.element == table.element)
        first = next((one for one in alike if named <= {item for each in one.methods for item in each.functions}), None)
        if first is not None:
            found[symbol] = replace(table, owners=first.owners)
    return found


def _written_symbols(file: File, entry: InitEntry) -> Iterable[str]:
    for token in tokens_of(file, entry.span):
        reference = file.written.get(token.start)
        if reference is not None and reference.kind is SymbolKind.FUNCTION:
            yield reference.symbol


def table_owners(
    types: Iterable[StaticType], specs: Iterable[HeapSpec], module_defs: Iterable[ModuleDef]
) -> dict[str, list[str]]:
    """Return, for every table, the symbols of what names it."""
    found: dict[str, list[str]] = {}
    for static in types:
        for slot in TABLES:
            _add(found, static.function(slot), static.symbol)
    for spec in specs:
        for slot in TABLES:
            _add(found, spec.slots[slot].symbol if slot in spec.slots else None, spec.declaration.symbol)
        _add(found, spec.slot_table, spec.declaration.symbol)
    for module in module_defs:
        for name in ("m_methods", "m_slots"):
            _add(found, module.fields[name].symbol if name in module.fields else None, module.symbol)
    return found


def _add(found: dict[str, list[str]], table: str | None, owner: str) -> None:
    if table is not None and owner not in found.setdefault(table, []):
        found[table].append(owner)


def roles_of(
    types: Iterable[StaticType],
    specs: Iterable[HeapSpec],
    module_defs: Iterable[ModuleDef],
    tables: Mapping[str, Table],
    files: Mapping[Path, File],
    of_classes: Iterable[tuple[str, Role]],
) -> dict[str, list[Role]]:
    """Return the roles of every function that a type, table or module def names, and those *of_classes*."""
    found: dict[str, list[Role]] = {}
    for function, role in (*_slot_roles(types, specs), *_hook_roles(module_defs), *of_classes):
        _role(found, function, role)
    module_symbols = {item.symbol for item in module_defs}
    for table in tables.values():
        for method in table.methods:
            for symbol in method.functions:
                for role in _table_roles(table, method, module_symbols):
                    _role(found, symbol, role)
        if table.element == "PyModuleDef_Slot":
            for symbol in _exec_functions(table, files):
                _role(found, symbol, Role(RoleKind.EXEC, None, "Py_mod_exec", table.declaration.symbol))
    return found


def _slot_roles(types: Iterable[StaticType], specs: Iterable[HeapSpec]) -> Iterable[tuple[str | None, Role]]:
    for static in types:
        names = {*static.fields, *(item.name for item in static.runtime)}
        for slot in sorted(names):
            yield static.function(slot), Role(RoleKind.SLOT, static.symbol, slot, None)
        for field in (field for table in static.tables for field in table.hidden):
            yield field.symbol, Role(RoleKind.SLOT, static.symbol, field.name, None)
    for spec in specs:
        for slot, field in spec.slots.items():
            yield field.symbol, Role(RoleKind.SLOT, spec.declaration.symbol, slot, spec.slot_table)
        for field in spec.hidden:
            yield field.symbol, Role(RoleKind.SLOT, spec.declaration.symbol, field.name, spec.slot_table)


def _hook_roles(module_defs: Iterable[ModuleDef]) -> Iterable[tuple[str | None, Role]]:
    for module in module_defs:
        for hook in ("m_traverse", "m_clear", "m_free"):
            if hook in module.fields:
                yield module.fields[hook].symbol, Role(RoleKind.SLOT, module.symbol, hook, None)


def _exec_functions(table: Table, files: Mapping[Path, File]) -> Iterable[str]:
    file = files[table.declaration.path]
    for entry in table.declaration.entries or ():
        yield from _written_symbols(file, entry)


def _table_roles(table: Table, method: Method, modules: set[str]) -> Iterable[Role]:
    symbol = table.declaration.symbol
    for owner in table.owners or ("",):
        if table.element == "PyGetSetDef":
            yield Role(RoleKind.GETSET, owner or None, method.name.decode("latin-1"), symbol)
        elif owner in modules:
            yield Role(RoleKind.MODULE_FUNCTION, owner, method.name.decode("latin-1"), symbol)
        else:
            yield Role(_method_kind(method.flags), owner or None, method.name.decode("latin-1"), symbol)


def _method_kind(flags: bytes) -> RoleKind:
    if b"METH_STATIC" in flags:
        return RoleKind.STATIC_METHOD
    return RoleKind.CLASS_METHOD if b"METH_CLASS" in flags else RoleKind.METHOD


def _role(found: dict[str, list[Role]], symbol: str | None, role: Role) -> None:
    if symbol is not None and role not in found.setdefault(symbol, []):
        found[symbol].append(role)


def read_functions(
    types: Iterable[StaticType],
    specs: Iterable[HeapSpec],
    module_defs: Iterable[ModuleDef],
    tables: Mapping[str, Table],
    files: Mapping[Path, File],
) -> dict[str, set[str]]:
    """Return, for every initialiser that was read, the functions that were understood in it."""
    found: dict[str, set[str]] = {}
    for places, functions in (*_read_types(types), *_read_specs(specs), *_read_tables(tables, files)):
        for place in places:
            found.setdefault(place, set()).update(functions)
    for module in module_defs:
        found[module.symbol] = {item.symbol for item in module.fields.values() if item.symbol}
    return found


_Read = Iterable[tuple[Iterable[str], Iterable[str]]]


def _read_types(types: Iterable[StaticType]) -> _Read:
    for static in types:
        functions = [symbol for slot in static.fields if (symbol := static.function(slot))]
        # Protocol tables that a type is given at run time are read like those that its initialiser names.
        functions += [item.symbol for item in static.runtime if item.symbol and not item.name.startswith("tp_")]
        functions += [field.symbol for table in static.tables for field in table.hidden if field.symbol]
        yield (static.symbol, *static.protocol_tables), functions


def _read_specs(specs: Iterable[HeapSpec]) -> _Read:
    for spec in specs:
        functions = [item.symbol for item in (*spec.slots.values(), *spec.hidden) if item.symbol]
        yield (spec.declaration.symbol, spec.slot_table or ""), functions


def _read_tables(tables: Mapping[str, Table], files: Mapping[Path, File]) -> _Read:
    for symbol, table in tables.items():
        if table.owners:
            functions = [function for method in table.methods for function in method.functions]
            executed = _exec_functions(table, files) if table.element == "PyModuleDef_Slot" else ()
            yield (symbol,), (*functions, *executed)


def functions_of(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
    references: Iterable[Reference],
    roles: Mapping[str, Sequence[Role]],
    understood: Mapping[str, set[str]],
) -> dict[str, Function]:
    """Return the functions that have a body, by symbol.

    *understood* says which functions were read in which initialiser: those are reached in a known way. The address
    of any other function that stands somewhere escapes, those that a macro puts into a table included.
    """
    escapes: dict[str, list[Reference]] = {}
    for use in references:
        if use.kind is not SymbolKind.FUNCTION or use.is_call:
            continue
        if use.initialises is not None and use.symbol in understood.get(use.initialises, ()):
            continue
        if not _is_slot_assignment(files, use, roles) and not _is_of_trashcan(files, use):
            escapes.setdefault(use.symbol, []).append(use)
    found: dict[str, Function] = {}
    for symbol, declarations in by_symbol.items():
        definition = next((item for item in declarations if item.body is not None), None)
        if definition is None or definition.kind is not SymbolKind.FUNCTION:
            continue
        prototypes = tuple(item for item in declarations if item is not definition)
        alternatives = tuple(item for item in prototypes if item.body is not None and item.body != definition.body)
        reached, escaping = tuple(roles.get(symbol, ())), tuple(escapes.get(symbol, ()))
        found[symbol] = Function(definition, prototypes, reached, escaping, alternatives)
    return found


def _is_slot_assignment(files: Mapping[Path, File], use: Reference, roles: Mapping[str, Sequence[Role]]) -> bool:
    """Tell whether the use is the right side of `X.tp_slot = function;` that was read as a field."""
    found = roles.get(use.symbol, ())
    if use.via_macro is not None or not any(role.kind is RoleKind.SLOT or role.table is None for role in found):
        return False
    file = files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    before = [token.text for token in file.tokens[max(0, index - 8) : index]]
    return b"=" in before and any(text.startswith(b"tp_") for text in before)


def _is_of_trashcan(files: Mapping[Path, File], use: Reference) -> bool:
    """Tell whether the use is the second argument of `Py_TRASHCAN_BEGIN(self, Box_dealloc)`, casts around it or not."""
    if use.function is None or use.via_macro is not None:
        return False
    file = files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    found = calls(file.tokens[max(0, index - _TRASHCAN) : index + _TRASHCAN], lambda name: name.text in TRASHCANS)
    return any(len(call.arguments) == 2 and call.arguments[1][-1].start == use.offset for call in found)


def method_calls(file: File, definition: Declaration, names: frozenset[bytes]) -> list[bytes]:
    """Return which of *names* the function calls, macros included."""
    assert definition.body is not None
    return [call.name.text for call in calls(file.tokens_in(definition.body)) if call.name.text in names]
