"""The facts of one extension: its types, globals, functions, tables, macros and initialisation.

Everything here is names, spans and flags; nothing of the parser reaches further. An extension has one or many
translation units; a declaration in a header that several units include stands here once.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from pathlib import Path

from unstatic.c.lexer import Lexed, TokenKind
from unstatic.c.syntax import Call, Nesting, Statement, calls, parse_block
from unstatic.cparse.facts import (
    Construction,
    ConstructionKind,
    Declaration,
    Inclusion,
    InitEntry,
    Lambda,
    Linkage,
    MacroDefinition,
    MacroExpansion,
    MemberKind,
    Reference,
    SymbolKind,
)
from unstatic.model.expansion import Expanded, Expander, Unfollowed
from unstatic.model.file import File
from unstatic.model.functions import Function, Method, Role, RoleKind, Table, grouped, only_called_from
from unstatic.model.globals import OF_MANY, Global, GlobalKind
from unstatic.model.indexes import DeclarationsSeen, index
from unstatic.model.macros import Macro
from unstatic.model.module import InitFunction, ModuleDef
from unstatic.model.types import Field, HeapSpec, RuntimeField, SlotTable, StaticType
from unstatic.text.source import Location, Span

__all__ = [
    "OF_MANY",
    "Construction",
    "ConstructionKind",
    "Declaration",
    "Extension",
    "Field",
    "File",
    "Function",
    "Global",
    "GlobalKind",
    "HeapSpec",
    "Inclusion",
    "InitEntry",
    "InitFunction",
    "Lambda",
    "Linkage",
    "Macro",
    "MacroDefinition",
    "MacroExpansion",
    "MemberKind",
    "Method",
    "ModuleDef",
    "Reference",
    "Role",
    "RoleKind",
    "RuntimeField",
    "SlotTable",
    "StaticType",
    "SymbolKind",
    "Table",
]


class _Identifiers:
    """Tells which identifiers are written in files; only those that may hold one are read closely."""

    def __init__(self, macros: set[bytes], files: list[Lexed]) -> None:
        self._macros = macros
        self._files = files

    def __contains__(self, name: object) -> bool:
        return name in self._macros or any(name in item.words and name in item.names for item in self._files)


def declarations_by_symbol(
    declarations: Sequence[Declaration], files: Mapping[Path, File]
) -> dict[str, list[Declaration]]:
    """Return declarations by symbol, in the given order, those in groups that aren't compiled here last.

    Without a symbol, as class templates of C++ are, they have nothing in common.
    """
    found: dict[str, list[Declaration]] = {}
    hidden: list[Declaration] = []
    for declaration in (item for item in declarations if item.symbol):
        if files[declaration.path].is_inactive(declaration.name_span.start):
            hidden.append(declaration)
        else:
            found.setdefault(declaration.symbol, []).append(declaration)
    for declaration in hidden:
        found.setdefault(declaration.symbol, []).append(declaration)
    return found


@dataclass(frozen=True)
class Extension:
    """All facts of one extension."""

    name: str
    name_is_known: bool
    root: Path
    main_path: Path
    """The file that holds the init function."""
    language: str
    units: tuple[Path, ...]
    files: Mapping[Path, File]
    types: tuple[StaticType, ...]
    specs: tuple[HeapSpec, ...]
    globals: tuple[Global, ...]
    functions: Mapping[str, Function]
    tables: Mapping[str, Table]
    module_defs: tuple[ModuleDef, ...]
    init: InitFunction | None
    macros: Mapping[str, Macro]
    macro_definitions: tuple[MacroDefinition, ...]
    """Every definition of every macro, in source order."""
    rival_macros: Mapping[str, frozenset[str]]
    """Macros that are defined at several places, of which `macros` holds one, and what any of them mentions."""
    macros_of_others: tuple[MacroDefinition, ...]
    """Those of the half of a header that is for other extensions, which `macros` leaves out."""
    superseded_macros: Mapping[str, frozenset[str]]
    """Macros that are defined anew before any use, and what the definitions mention that nothing uses."""
    declarations: tuple[Declaration, ...]
    references: tuple[Reference, ...]
    uses: Mapping[str, tuple[Reference, ...]]
    """References by symbol, in source order."""
    uses_in: Mapping[str, tuple[Reference, ...]]
    """References by the function that holds them."""
    inclusions: tuple[Inclusion, ...]
    readers: Mapping[Path, tuple[Path, ...]]
    """The units that read each file."""
    unit_inclusions: Mapping[Path, tuple[Inclusion, ...]]
    """What each unit includes, headers outside of the project with it."""
    languages: Mapping[Path, str]
    """`c` or `c++`, by unit."""
    public_headers: frozenset[Path]
    """Headers that are installed, or that come from somewhere else: code outside of the extension may rely on them."""
    errors: tuple[tuple[Path, int, str], ...]
    """Errors of the parse in files of the project: path, byte offset, message."""
    warnings: tuple[tuple[Path, int, str], ...]
    """Warnings that a wrong rewrite would show as; same shape."""
    libraries: tuple[str, ...]
    notes: tuple[str, ...]
    expander: Expander = field(compare=False, repr=False)
    constructions: tuple[Construction, ...] = ()
    lambdas: tuple[Lambda, ...] = ()
    foreign_errors: tuple[str, ...] = ()
    """Errors of the parse in other files, such as where a template of the library is instantiated."""
    memory: dict[object, object] = field(default_factory=dict, compare=False, repr=False)
    """The facts that were found so far, see `fact`."""
    common_memory: dict[object, object] = field(default_factory=dict, compare=False, repr=False)
    """Those that the configurations share."""
    forced_errors: tuple[tuple[Path, int, str], ...] = ()
    """What the parser said about groups that it was made to read; same shape."""
    defined: Mapping[str, str] = field(default_factory=dict)
    """The macros that the build defines on the command line of some unit, and what they stand for."""
    absent_sources: tuple[str, ...] = ()
    """The sources that the build lists and that aren't there: what they keep can't be seen."""
    kept_files: Mapping[Path, str] = field(default_factory=dict)
    """The files that another extension is made from, and needs as they are: its name."""
    others_headers: Collection[Path] = ()
    """The headers that other extensions include, and can't have this one's state in."""
    names_are_shared: bool = False
    """Whether what is written has to hold for other extensions of the same files."""
    is_configuration: bool = False
    """Whether this is another model as a further parse of it saw the groups, see `configurations`."""
    _bodies: dict[tuple[Path, Span, tuple[Span, ...]], Statement] = field(
        default_factory=dict, compare=False, repr=False
    )
    _calls: dict[str, tuple[Call, ...]] = field(default_factory=dict, compare=False, repr=False)
    _nestings: dict[str, Nesting] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def configurations(self) -> tuple[Extension, ...]:
        """The same facts with the tokens of other `#if` groups: one model for each further parse."""
        if self.is_configuration:
            return ()
        count = max((len(item.views) for item in self.files.values()), default=0)
        return tuple(map(self._seen, range(count)))

    def _seen(self, number: int) -> Extension:
        files = {path: item.seen(number) for path, item in self.files.items()}
        found = replace(self, files=files, is_configuration=True, memory={})
        found.__dict__["by_symbol"] = DeclarationsSeen(self.by_symbol, files)
        return found

    def forget(self) -> None:
        """Drop the facts that were found. They refer to the model in turn, which otherwise waits for a collection."""
        for model in (self, *self.__dict__.get("configurations", ())):
            model.memory.clear()
        self.common_memory.clear()

    @index
    def own_symbols(self) -> frozenset[str]:
        """The symbols of the static types, the globals and the functions."""
        return frozenset(
            {item.symbol for item in self.types} | {item.symbol for item in self.globals} | self.functions.keys()
        )

    @index
    def own_names(self) -> frozenset[str]:
        """The names of `own_symbols`."""
        return frozenset(self.by_symbol[item][0].name for item in self.own_symbols if item in self.by_symbol)

    def references_at(self, path: Path, offset: int) -> tuple[Reference, ...]:
        """Return the references of all units whose name is spelled at a place."""
        return self._written_at.get((path, offset), ())

    @index
    def _written_at(self) -> Mapping[tuple[Path, int], tuple[Reference, ...]]:
        found: dict[tuple[Path, int], tuple[Reference, ...]] = {}
        for item in self.references:
            if item.via_macro is None:
                found[item.path, item.offset] = (*found.get((item.path, item.offset), ()), item)
        return found

    @index
    def functions_in(self) -> Mapping[Path, tuple[Function, ...]]:
        """The functions that are defined in each file."""
        found: dict[Path, list[Function]] = {}
        for function in self.functions.values():
            found.setdefault(function.definition.path, []).append(function)
        return {path: tuple(functions) for path, functions in found.items()}

    @index
    def functions_named(self) -> Mapping[str, tuple[str, ...]]:
        """Symbols of the functions by the name as written."""
        found: dict[str, list[str]] = {}
        for symbol, function in self.functions.items():
            found.setdefault(function.name, []).append(symbol)
        return {name: tuple(symbols) for name, symbols in found.items()}

    @cached_property
    def by_symbol(self) -> Mapping[str, tuple[Declaration, ...]]:
        """Declarations by symbol, in source order, those that aren't compiled here last."""
        found = declarations_by_symbol(self.declarations, self.files)
        return {symbol: tuple(items) for symbol, items in found.items()}

    @index
    def starting_at(self) -> Mapping[tuple[Path, int], tuple[Declaration, ...]]:
        """Declarations by file and start, in source order: several variables may be declared together."""
        return grouped(self.declarations, lambda item: (item.path, item.span.start))

    @index
    def named_at(self) -> Mapping[tuple[Path, int], tuple[Declaration, ...]]:
        """Declarations by file and where their name is written."""
        return grouped(self.declarations, lambda item: (item.path, item.name_span.start))

    @index
    def members(self) -> Mapping[str, tuple[Declaration, ...]]:
        """Fields of records, and functions and static variables of classes, by record."""
        return grouped(self.declarations, attrgetter("parent"))

    @index
    def inclusions_of(self) -> Mapping[Path, tuple[Inclusion, ...]]:
        """What includes each file, in the order of `inclusions`."""
        return grouped(self.inclusions, attrgetter("path"))

    @index
    def macros_defined_at(self) -> Mapping[tuple[Path, int], MacroDefinition]:
        """Definitions of macros by file and start."""
        return {(item.path, item.span.start): item for item in self.macro_definitions}

    @index
    def locals(self) -> Mapping[str, tuple[Declaration, ...]]:
        """Declarations inside functions, parameters included, by function."""
        return grouped(self.declarations, attrgetter("function"))

    @index
    def pointees(self) -> Mapping[str, frozenset[str]]:
        """The records that declarations of a name are, point to or are arrays of."""
        found: dict[str, set[str]] = {}
        for declaration in self.declarations:
            if declaration.pointee_record is not None:
                found.setdefault(declaration.name, set()).add(declaration.pointee_record)
        return {name: frozenset(records) for name, records in found.items()}

    @index
    def twins(self) -> Mapping[str, tuple[str, ...]]:
        """Functions that share their body with others, as those of a header that is included several times do."""
        found: dict[tuple[Path, Span], list[str]] = {}
        for symbol, function in self.functions.items():
            definition = function.definition
            if definition.body is not None and self.files[definition.path].source.data[definition.body.start] == 0x7B:
                found.setdefault((definition.path, definition.body), []).append(symbol)
        return {symbol: tuple(together) for together in found.values() if len(together) > 1 for symbol in together}

    @index
    def identifiers(self) -> Container[bytes]:
        """Every identifier written anywhere in the extension's files, macro bodies included."""
        written: set[bytes] = set()
        for macro in self.macros.values():
            written.add(macro.definition.name.encode())
            written.update(token.text for token in macro.body if token.kind is TokenKind.IDENT)
        return _Identifiers(written, [item.lexed for item in self.files.values()])

    @index
    def init_only_functions(self) -> tuple[str, ...]:
        """The function that builds the module, then those that only initialisation calls: they run once per module."""
        if self.init is None or self.init.builder not in self.functions:
            return ()
        return self.only_called_from(self.init.builder)

    def only_called_from(self, start: str) -> tuple[str, ...]:
        """Return a function, and those that only it and they call, directly and by name."""
        return only_called_from(start, self.functions, self.uses, self.uses_in)

    def sees(self, path: Path, symbol: str) -> bool:
        """Tell whether some unit that reads *path* reads a declaration of *symbol* too."""
        readers = set(self.readers.get(path, ()))
        return any(readers & set(self.readers[item.path]) for item in self.by_symbol.get(symbol, ()))

    def file_of(self, declaration: Declaration) -> File:
        """Return the file that holds *declaration*."""
        return self.files[declaration.path]

    def body(self, symbol: str) -> Statement:
        """Return the parsed body of a function, as one block."""
        definition = self.functions[symbol].definition
        assert definition.body is not None
        return self._parsed(self.files[definition.path].at(definition.body.start), definition.body)

    def body_at(self, symbol: str, path: Path, offset: int) -> Statement:
        """Return the body of a function as the configuration has it that keeps *offset* of *path*."""
        function = self.functions[symbol]
        for item in (function.definition, *function.alternatives):
            if item.path == path and item.body is not None and offset in item.body:
                return self._parsed(self.files[path].at(offset), item.body)
        return self.body(symbol)

    def bodies(self, symbol: str) -> Iterator[tuple[File, Statement]]:
        """Yield every reading of a function's body, alternative definitions included; the usual one comes first."""
        function = self.functions[symbol]
        for item in (function.definition, *function.alternatives):
            assert item.body is not None
            file = self.files[item.path].at(item.body.start)
            yield file, self._parsed(file, item.body)
            for view in self.files[item.path].views:
                differs = view.inactive_in(item.body) != file.inactive_in(item.body)
                if differs and not view.is_inactive(item.body.start):
                    yield view, self._parsed(view, item.body)

    def _parsed(self, file: File, body: Span) -> Statement:
        key = (file.source.path, body, file.inactive_in(body))
        found = self._bodies.get(key)
        if found is None:
            found = self._bodies[key] = parse_block(file.tokens_in(body))
        return found

    def expanded(self, use: MacroExpansion) -> Expanded | None:
        """Return what a use of a macro becomes; None if that can't be followed."""
        try:
            return self.expander.expand(use)
        except Unfollowed:
            return None

    def calls(self, symbol: str) -> tuple[Call, ...]:
        """Return the calls in a function's body, in whatever `#if` group, uses of function-like macros included."""
        found = self._calls.get(symbol)
        if found is None:
            made = {call.name.start: call for _, body in self.bodies(symbol) for call in calls(body.tokens)}
            found = self._calls[symbol] = tuple(made.values())
        return found

    def call_at(self, symbol: str, offset: int) -> Call | None:
        """Return the call in a function's body whose name is written at *offset*; None if there is none."""
        return self._nesting(symbol).named_at(offset)

    def calls_around(self, symbol: str, offset: int) -> list[Call]:
        """Return the calls in a function's body that hold *offset* between their parentheses, outer before inner."""
        return self._nesting(symbol).around(offset)

    def _nesting(self, symbol: str) -> Nesting:
        found = self._nestings.get(symbol)
        if found is None:
            found = self._nestings[symbol] = Nesting(self.calls(symbol))
        return found

    def location(self, path: Path, offset: int) -> Location:
        """Return the place of a byte offset."""
        return self.files[path].source.location(offset)

    def type_by_symbol(self, symbol: str) -> StaticType | None:
        """Return the static type of that identity."""
        return self._types_by_symbol.get(symbol)

    def types_with(self, slot: str, symbol: str) -> Sequence[StaticType]:
        """Return the static types whose *slot* names that function or type, in source order."""
        found = self._types_with.get(slot)
        if found is None:
            found = self._types_with[slot] = {}
            for item in self.types:
                found.setdefault(item.function(slot) or "", []).append(item)
        return found.get(symbol, ())

    @index
    def _types_with(self) -> dict[str, dict[str, list[StaticType]]]:
        """Types by slot and what the slot names, filled by `types_with`."""
        return {}

    @index
    def type_symbols(self) -> frozenset[str]:
        """The symbols of the static types."""
        return frozenset(item.symbol for item in self.types)

    def global_by_symbol(self, symbol: str) -> Global | None:
        """Return the global of that identity."""
        return self._globals_by_symbol.get(symbol)

    @index
    def _types_by_symbol(self) -> Mapping[str, StaticType]:
        return {item.symbol: item for item in reversed(self.types)}

    @index
    def _globals_by_symbol(self) -> Mapping[str, Global]:
        return {item.symbol: item for item in reversed(self.globals)}

    @index
    def names_in_macros(self) -> frozenset[str]:
        """All names that bodies of macros mention."""
        return frozenset[str]().union(*(macro.mentions for macro in self.macros.values()))

    def sole_macro(self, name: str) -> Macro | None:
        """Return the macro *name* if it has one definition, whatever the `#if` groups and the unit; else None."""
        macro = self.macros.get(name)
        return None if macro is None or macro.alternatives or name in self.rival_macros else macro

    def module_def(self) -> ModuleDef | None:
        """Return the definition that the init function uses."""
        if self.init is None or self.init.definition is None:
            return None
        return next((item for item in self.module_defs if item.symbol == self.init.definition), None)
