"""Method tables that are turned into functions by hand, which then belong to the module, or to an instance (R11)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, is_alone, strip_casts
from unstatic.capi.modules import MAKE_FUNCTIONS
from unstatic.cparse.facts import Declaration, Reference, SymbolKind
from unstatic.model.extension import File, HeapSpec, InitFunction, ModuleDef, StaticType
from unstatic.model.functions import only_called_from
from unstatic.model.initialiser_values import element_type, is_null, named, symbol_at


def handmade_owners(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
    uses: Mapping[str, Sequence[Reference]],
    uses_in: Mapping[str, Sequence[Reference]],
    init: InitFunction | None,
    module: ModuleDef | None,
) -> dict[str, list[str]]:
    """Return the method tables that initialisation turns into functions by hand, owned by the module.

    The references are given by their symbol, and by the function that holds them.
    """
    if init is None or module is None:
        return {}
    tables = [symbol for symbol, items in by_symbol.items() if symbol in uses and _is_method_table(items)]
    if not tables:
        return {}
    reader = _Reader(files, by_symbol, uses, only_called_from(init.builder, _defined(by_symbol), uses, uses_in), init)
    return {symbol: [module.symbol] for symbol in tables if all(map(reader.is_handmade, uses[symbol]))}


def bound_owners(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
    uses: Mapping[str, Sequence[Reference]],
    types: Sequence[StaticType],
    specs: Sequence[HeapSpec],
) -> dict[str, list[str]]:
    """Return the tables of which functions are made for instances alone, `PyCFunction_New(&def, (PyObject *)box)`.

    They are owned by the types whose instances the variable may point to.
    """
    found: dict[str, list[str]] = {}
    for symbol, items in by_symbol.items():
        if symbol in uses and _is_method_table(items) and not _may_lack_self(files, by_symbol, items):
            records = {_record_of_self(files, by_symbol, use) for use in uses[symbol]}
            record = records.pop() if len(records) == 1 else None
            owners = [item.symbol for item in types if record and item.record == record]
            owners += [item.declaration.symbol for item in specs if record and item.record == record]
            if owners:
                found[symbol] = owners
    return found


def _may_lack_self(
    files: Mapping[Path, File], by_symbol: Mapping[str, Sequence[Declaration]], items: Sequence[Declaration]
) -> bool:
    """Tell whether a function of a table asks whether it has a self at all."""
    table = next(item for item in items if item.entries is not None)
    file = files[table.path].at(table.span.start)
    symbols = {symbol_at(file, token) or "" for token in file.tokens_in(table.span)}
    for item in (one for symbol in symbols for one in by_symbol.get(symbol, ()) if one.body is not None):
        name = by_symbol[item.parameters[0]][0].name.encode() if item.parameters else b""
        text = b" ".join(token.text for token in files[item.path].at(item.span.start).tokens_in(item.body or item.span))
        if name and re.search(
            rb"! %b [^-]|\b%b [!=]= NULL|NULL [!=]= %b\b|\( %b \) \{|\b%b (\?|&&)" % ((name,) * 5), text
        ):
            return True
    return False


def _record_of_self(
    files: Mapping[Path, File], by_symbol: Mapping[str, Sequence[Declaration]], use: Reference
) -> str | None:
    """Return the struct to which the variable points that a function gets as its self there."""
    file = files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    found = calls(file.tokens[max(0, index - 10) : index + 40])
    call = next((one for one in found if one.holds(use.offset) and one.name.text in MAKE_FUNCTIONS), None)
    if call is None or use.via_macro is not None or len(call.arguments) != 2 or not call.arguments[0]:
        return None
    token = named(call.arguments[1])
    is_whole = token is not None and strip_casts(call.arguments[1]) == (token,)
    declared = by_symbol.get(symbol_at(file, token) or "", ()) if is_whole else ()
    return declared[0].pointee_record if declared and declared[0].canonical_type.count("*") == 1 else None


def _defined(by_symbol: Mapping[str, Sequence[Declaration]]) -> frozenset[str]:
    return frozenset(symbol for symbol, items in by_symbol.items() if any(item.body is not None for item in items))


def _is_method_table(declarations: Sequence[Declaration]) -> bool:
    definition = next((item for item in declarations if item.entries is not None), None)
    return definition is not None and element_type(definition.canonical_type) == "PyMethodDef"


class _Reader:
    """Follows method tables through the functions that run during initialisation."""

    def __init__(
        self,
        files: Mapping[Path, File],
        by_symbol: Mapping[str, Sequence[Declaration]],
        uses: Mapping[str, Sequence[Reference]],
        functions: tuple[str, ...],
        init: InitFunction,
    ) -> None:
        self._files = files
        self._by_symbol = by_symbol
        self._uses = uses
        self._functions = functions
        self._module = init.module_variable

    def is_handmade(self, use: Reference, depth: int = 0) -> bool:
        """Tell whether the table goes to PyCFunction_New and kin, with no self or with the module."""
        if use.function not in self._functions or depth > 3:
            return False
        file = self._files[use.path].at(use.offset)
        index = file.index_at(use.offset)
        for call in calls(file.tokens[max(0, index - 60) : index + 60]):
            if call.holds(use.offset):
                if call.name.text in MAKE_FUNCTIONS:
                    return self._has_no_other_self(file, call)
                if self._is_passed_on(file, call, use, depth):
                    return True
        through = file.tokens[index - 2] if index > 1 and file.tokens[index - 1].text == b"=" else None
        return through is not None and self._is_walked(file, through)

    def _has_no_other_self(self, file: File, call: Call) -> bool:
        if call.name.text == b"PyModule_AddFunctions":
            # A module that is made beside the extension's own has another state, or none.
            return bool(call.arguments) and self._is_module(file, call.arguments[0])
        given = call.arguments[1] if len(call.arguments) >= 2 else ()
        return is_null(given) or self._is_module(file, given)

    def _is_module(self, file: File, tokens: Sequence[Token], depth: int = 0) -> bool:
        """Tell whether an expression is the extension's module, or a parameter that every call gives that."""
        symbol = symbol_at(file, named(tokens))
        if symbol is None or self._module is None or symbol == self._module or depth > 3:
            return symbol is not None and symbol == self._module
        declared = next(iter(self._by_symbol.get(symbol, ())), None)
        if declared is None or declared.kind is not SymbolKind.PARAMETER or declared.function not in self._functions:
            return False
        definition = next(item for item in self._by_symbol[declared.function or ""] if item.body is not None)
        position = definition.parameters.index(symbol) if symbol in definition.parameters else -1
        given = [self._given(use, position) for use in self._uses.get(definition.symbol, ())]
        return bool(given) and all(
            found is not None and self._is_module(found[0], found[1], depth + 1) for found in given
        )

    def _given(self, use: Reference, position: int) -> tuple[File, tuple[Token, ...]] | None:
        """Return the argument that a call gives at *position*; None if the use isn't a call that can be read."""
        file = self._files[use.path].at(use.offset)
        index = file.index_at(use.offset)
        call = next(iter(calls(file.tokens[index : index + 200])), None)
        fits = use.is_call and call is not None and call.name.start == use.offset and use.via_macro is None
        if not fits or call is None or not 0 <= position < len(call.arguments):
            return None
        return file, call.arguments[position]

    def _is_walked(self, file: File, variable: Token) -> bool:
        """Tell whether a pointer into a table goes to PyCFunction_New, again with no self or with the module."""
        index = file.index_at(variable.start)
        for call in calls(file.tokens[index : index + 400]):
            if call.name.text in MAKE_FUNCTIONS and len(call.arguments) >= 2:
                first = call.arguments[0]
                if len(first) == 1 and first[0].text == variable.text:
                    return self._has_no_other_self(file, call)
        return False

    def _is_passed_on(self, file: File, call: Call, use: Reference, depth: int) -> bool:
        """Tell whether the table is an argument of another such function, which treats it the same way."""
        callee = symbol_at(file, call.name)
        position = next((i for i, argument in enumerate(call.arguments) if is_alone(argument, use.offset)), None)
        if callee not in self._functions or position is None:
            return False
        definition = next(item for item in self._by_symbol[callee] if item.body is not None)
        if position >= len(definition.parameters):
            return False
        parameter = definition.parameters[position]
        uses = self._uses.get(parameter, ())
        return any(self.is_handmade(item, depth + 1) for item in uses) and all(
            self.is_handmade(item, depth + 1) or self._is_read(item) for item in uses
        )

    def _is_read(self, use: Reference) -> bool:
        """Tell whether only a field of the table's entry is read, or the pointer moves on."""
        file = self._files[use.path].at(use.offset)
        index = file.index_at(use.offset)
        return file.tokens[index + 1].text in (b"->", b"[", b"++") or file.tokens[index - 1].text == b"++"
