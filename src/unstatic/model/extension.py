"""The facts of one extension: its types, globals, functions, tables, macros and initialisation.

Everything here is names, spans and flags; nothing of the parser reaches further. An extension has one or many
translation units; a declaration in a header that several units include stands here once.
"""

from __future__ import annotations

import bisect
import enum
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from unstatic.c.lexer import Conditional, Directive, Lexed, Token, TokenKind
from unstatic.c.syntax import Call, Statement, calls, parse_block
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
from unstatic.model.expansion import Expanded, Expander, MacroKey, Unfollowed
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Location, SourceFile, Span, Spans

__all__ = [
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


_OBJECT = re.compile(rb"[\s(]*(?:\w+\s*\*\s*\)[\s(]*)?&\s*PyBaseObject_Type[\s)]*")


@dataclass(frozen=True, eq=False)
class File:
    """One file of the project as one configuration keeps it, with what is written where."""

    source: SourceFile
    lexed: Lexed
    inactive: tuple[Span, ...]
    written: Mapping[int, Reference]
    """References whose name is spelled at the offset."""
    expansions: Mapping[int, MacroExpansion]
    """Macro uses by the offset of the macro's name."""
    views: tuple[File, ...] = ()
    """The same file as other configurations keep it, each with the groups that it skips."""

    def at(self, offset: int) -> File:
        """Return the file as a configuration keeps it in which *offset* is active: this one if it can be."""
        if self.views and self.is_inactive(offset):
            return next((view for view in self.views if not view.is_inactive(offset)), self)
        return self

    def seen(self, index: int) -> File:
        """Return the file as one of the other configurations keeps it; as it is if there are fewer."""
        if index >= len(self.views):
            return self
        others = (replace(self, views=()), *(view for view in self.views if view is not self.views[index]))
        return replace(self.views[index], views=others)

    def is_conditional(self, offset: int) -> bool:
        """Tell whether some configuration leaves *offset* out."""
        return self.is_inactive(offset) or any(view.is_inactive(offset) for view in self.views)

    def is_unseen(self, offset: int) -> bool:
        """Tell whether *offset* lies in a group that no configuration kept."""
        return self.is_inactive(offset) and all(view.is_inactive(offset) for view in self.views)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that the preprocessor kept."""
        tokens, starts = self.lexed.tokens, self.lexed.starts
        if not self.inactive:
            return tokens
        kept: list[Token] = []
        end = 0
        for span, start in zip(self.inactive, [*self._inactive_starts[1:], None], strict=True):
            kept += tokens[end : bisect.bisect_left(starts, span.start)]
            end = bisect.bisect_left(starts, span.end if start is None else min(span.end, start))
        return (*kept, *tokens[end:])

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.tokens] if self.inactive else self.lexed.starts

    @cached_property
    def _inactive_starts(self) -> list[int]:
        return [span.start for span in self.inactive]

    @cached_property
    def _uses(self) -> list[int]:
        return sorted(self.expansions)

    @cached_property
    def _used(self) -> Spans:
        return Spans(use.span for use in self.expansions.values())

    def uses_in(self, span: Span) -> list[int]:
        """Return where macros are used inside *span*, in order."""
        return self._uses[bisect.bisect_left(self._uses, span.start) : bisect.bisect_left(self._uses, span.end)]

    def is_in_use(self, offset: int) -> bool:
        """Tell whether *offset* lies in the use of a macro, arguments included."""
        return offset in self._used

    @cached_property
    def _inactive_ends(self) -> list[int]:
        """How far the skipped groups reach up to each of them."""
        return list(accumulate((span.end for span in self.inactive), max))

    def inactive_in(self, span: Span) -> tuple[Span, ...]:
        """Return the skipped groups that overlap *span*."""
        first = bisect.bisect_right(self._inactive_ends, span.start)
        last = bisect.bisect_left(self._inactive_starts, span.end)
        return tuple(item for item in self.inactive[first:last] if item.overlaps(span))

    def is_inactive(self, offset: int) -> bool:
        """Tell whether *offset* lies in a group that the preprocessor skipped."""
        index = bisect.bisect_right(self._inactive_starts, offset) - 1
        return index >= 0 and offset < self.inactive[index].end

    def tokens_in(self, span: Span) -> tuple[Token, ...]:
        """Return the active tokens that start inside *span*."""
        if "tokens" not in self.__dict__ and span.end - span.start < len(self.source.data) // 2:
            found = self.lexed.between(*span)
            if self.inactive_in(span):
                return tuple(item for item in found if not self.is_inactive(item.start))
            return found
        return self.tokens[bisect.bisect_left(self._starts, span.start) : bisect.bisect_left(self._starts, span.end)]

    def around(self, offset: int, count: int) -> tuple[tuple[Token, ...], int]:
        """Return *count* active tokens from *offset* on and as many before, or all there are, and where *offset* is."""
        reach = 16 * count
        size = len(self.source.data)
        while True:
            span = Span(max(offset - reach, 0), min(offset + reach, size))
            tokens = self.tokens_in(span)
            index = bisect.bisect_left(tokens, offset, key=lambda item: item.start)
            first, last = index - count, index + count
            if (first >= 0 or span.start == 0) and (last <= len(tokens) or span.end == size):
                return tokens[max(first, 0) : last], min(index, count)
            reach *= 4

    def index_at(self, offset: int) -> int:
        """Return the index, among the active tokens, of the first that starts at or after *offset*."""
        return bisect.bisect_left(self._starts, offset)

    def directives_in(self, span: Span) -> tuple[Directive, ...]:
        """Return the directives inside *span*."""
        return tuple(item for item in self.lexed.directives if span.covers(item.span))

    def does_more(self, span: Span) -> bool:
        """Tell whether the preprocessor has more to do in *span* than to choose: macros to define, files to include."""
        return any(not item.is_condition for item in self.directives_in(span))

    def conditionals_around(self, offset: int) -> tuple[Conditional, ...]:
        """Return the conditionals that hold *offset*, innermost first."""
        return tuple(item for item in self.lexed.conditionals if offset in item.span)

    def conditionals_in(self, span: Span) -> tuple[Conditional, ...]:
        """Return the conditionals that lie wholly inside *span*, in order of their ends."""
        return tuple(item for item in self.lexed.conditionals if span.covers(item.span))


class RoleKind(enum.Enum):
    """How CPython comes to call a function, and so what its parameters are."""

    MODULE_FUNCTION = "function of the module"
    METHOD = "method"
    CLASS_METHOD = "class method"
    STATIC_METHOD = "static method"
    GETSET = "getter or setter"
    SLOT = "slot"
    EXEC = "module exec slot"


@dataclass(frozen=True, slots=True)
class Role:
    """One way in which CPython reaches a function; `owner` is the type's symbol, `slot` the field's name."""

    kind: RoleKind
    owner: str | None
    slot: str
    table: str | None


@dataclass(frozen=True)
class Function:
    """A function defined in the extension."""

    definition: Declaration
    prototypes: tuple[Declaration, ...]
    roles: tuple[Role, ...]
    escapes: tuple[Reference, ...]
    """Uses of the function's address that are neither a known table nor a slot."""
    alternatives: tuple[Declaration, ...] = ()
    """Definitions of the same function in other `#if` groups; they are among the prototypes, too."""

    @property
    def symbol(self) -> str:
        """The identity of the function."""
        return self.definition.symbol

    @property
    def name(self) -> str:
        """The name as written."""
        return self.definition.name


@dataclass(frozen=True, slots=True)
class Field:
    """One field given in an initialiser; `value` is the text, casts included."""

    name: str
    value: bytes
    span: Span
    value_span: Span
    symbol: str | None
    """The symbol that the value names, when it is one name (with `&` or casts around it)."""
    opened: bytes = b""
    """The value with the project's macros in it opened."""
    macro: MacroKey | None = None
    """The macro that stands for the whole entry, or for several."""


@dataclass(frozen=True, slots=True)
class RuntimeField:
    """`Foo_Type.field = value;` in a function; `value` is empty for zero and NULL, which take the field away."""

    name: str
    value: bytes
    value_span: Span
    statement: Span
    path: Path
    function: str
    conditional: bool
    symbol: str | None
    opened: bytes = b""
    """The value with the project's macros in it opened."""
    adds: bool = False
    """Whether it is written `|=`: the value has what the field had before as well."""


@dataclass(frozen=True)
class SlotTable:
    """An initialiser that gives a type some of its slots."""

    declaration: Declaration
    holder: Field | None
    """The field of the type that names the table; None for the type itself."""
    fields: tuple[Field, ...]
    """What is given in it, `NULL` left out, in source order."""
    hidden: tuple[Field, ...]
    """What is given in `#if` groups that aren't compiled here, `NULL` included."""


@dataclass(frozen=True)
class StaticType:
    """A `PyTypeObject` defined as a variable."""

    declaration: Declaration
    others: tuple[Declaration, ...]
    """Forward and extern declarations."""
    fields: Mapping[str, Field]
    """Initialised fields by slot name, protocol tables opened (`nb_add`), zero and NULL values left out."""
    protocol_tables: tuple[str, ...]
    """Symbols of the `PyNumberMethods` and kin that the fields came from."""
    runtime: tuple[RuntimeField, ...]
    record: str | None
    """The object struct, from `sizeof` in tp_basicsize."""
    ready: bool
    """Whether `PyType_Ready` is called on it."""
    problems: tuple[Obstacle, ...]
    """Why its initialiser can't be read reliably, or names a class that can't come along."""
    tables: tuple[SlotTable, ...] = ()
    """Where the fields are written: its own initialiser first, then the protocol tables."""
    metaclass: str = ""
    """The symbol of the class that its head names, where that is another static type of the project."""

    @property
    def symbol(self) -> str:
        """The identity of the type object."""
        return self.declaration.symbol

    @property
    def name(self) -> str:
        """The variable's name."""
        return self.declaration.name

    def value(self, slot: str) -> bytes:
        """Return the text that *slot* is given, run-time assignments included; empty if none."""
        for item in reversed(self.runtime):
            if item.name == slot:
                return item.value
        found = self.fields.get(slot)
        return found.value if found else b""

    @property
    def base(self) -> bytes:
        """The text that tp_base is given; empty where that is object, which is the base by default."""
        text = self.value("tp_base")
        return b"" if _OBJECT.fullmatch(text) else text

    def function(self, slot: str) -> str | None:
        """Return the symbol that *slot* names, run-time assignments included."""
        for item in reversed(self.runtime):
            if item.name == slot:
                return item.symbol
        found = self.fields.get(slot)
        return found.symbol if found else None

    @property
    def is_subclassable(self) -> bool:
        """Whether the flags hold Py_TPFLAGS_BASETYPE."""
        return b"Py_TPFLAGS_BASETYPE" in self._flags

    @property
    def is_gc(self) -> bool:
        """Whether the flags hold Py_TPFLAGS_HAVE_GC."""
        return b"Py_TPFLAGS_HAVE_GC" in self._flags

    @property
    def _flags(self) -> bytes:
        for item in reversed(self.runtime):
            if item.name == "tp_flags":
                return item.opened or item.value
        found = self.fields.get("tp_flags")
        return (found.opened or found.value) if found else b""


@dataclass(frozen=True)
class HeapSpec:
    """A `PyType_Spec` variable: a type that is a heap type already."""

    declaration: Declaration
    flags: bytes
    slots: Mapping[str, Field]
    slot_table: str | None
    holder: str | None
    """The symbol of the global that holds the created type."""
    creator: str
    """The function of the C API that makes the type; empty if that isn't seen."""
    created_in: str | None
    """The symbol of the function that makes it."""
    record: str | None = None
    """The object struct, from `sizeof` in basicsize."""

    @property
    def is_subclassable(self) -> bool:
        """Whether the flags hold Py_TPFLAGS_BASETYPE."""
        return b"Py_TPFLAGS_BASETYPE" in self.flags


class GlobalKind(enum.Enum):
    """What a variable with static storage holds."""

    OBJECT = "object pointer"
    TYPE = "type pointer"
    OBJECT_ARRAY = "array of object pointers"
    OBJECT_HOLDER = "struct that holds object pointers, or memory with such in it"
    INSTANCE = "statically allocated object"
    DATA = "plain C data"


@dataclass(frozen=True)
class Global:
    """A variable with static storage that isn't constant: file scope or function-local."""

    declaration: Declaration
    others: tuple[Declaration, ...]
    kind: GlobalKind
    written: tuple[Reference, ...]
    """Uses that may change the value."""

    @property
    def symbol(self) -> str:
        """The identity of the variable."""
        return self.declaration.symbol

    @property
    def name(self) -> str:
        """The variable's name."""
        return self.declaration.name

    @property
    def is_local(self) -> bool:
        """Whether it is a function-local static."""
        return self.declaration.function is not None


@dataclass(frozen=True, slots=True)
class Method:
    """One entry of a PyMethodDef or PyGetSetDef table."""

    name: bytes
    functions: tuple[str, ...]
    flags: bytes
    span: Span
    uses_closure: bool


@dataclass(frozen=True)
class Table:
    """An array of PyMethodDef, PyGetSetDef, PyMemberDef, PyType_Slot or PyModuleDef_Slot."""

    declaration: Declaration
    element: str
    methods: tuple[Method, ...]
    owners: tuple[str, ...]
    """Symbols of the types (static or spec) and module defs that use the table."""


@dataclass(frozen=True)
class ModuleDef:
    """A PyModuleDef variable."""

    declaration: Declaration
    others: tuple[Declaration, ...]
    fields: Mapping[str, Field]

    @property
    def symbol(self) -> str:
        """The identity of the definition."""
        return self.declaration.symbol


@dataclass(frozen=True)
class InitFunction:
    """How the module comes to be.

    `entry` is PyInit_x; `builder` the function that calls PyModule_Create: the same one, or one that the entry
    returns the result of. Both are the same function in a multi-phase module.
    """

    entry: str
    builder: str
    definition: str | None
    """Symbol of the PyModuleDef."""
    multi_phase: bool
    create: Span | None
    """The PyModule_Create call."""
    module_variable: str | None
    """Symbol of the local that receives the module."""
    problems: tuple[Obstacle, ...]


@dataclass(frozen=True)
class Macro:
    """A macro defined in the project, with the project names that its body mentions."""

    definition: MacroDefinition
    body: tuple[Token, ...]
    mentions: frozenset[str]
    """Identifiers in the body that aren't parameters, and those of the alternatives."""
    alternatives: tuple[Macro, ...] = ()
    """Definitions of the same name in other `#if` groups."""

    @property
    def all(self) -> tuple[Macro, ...]:
        """This definition and its alternatives."""
        return (self, *self.alternatives)


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
    """Return declarations by symbol, in the given order, those in groups that aren't compiled here last."""
    found: dict[str, list[Declaration]] = {}
    hidden: list[Declaration] = []
    for declaration in declarations:
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
    declarations: tuple[Declaration, ...]
    references: tuple[Reference, ...]
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
    defined: frozenset[str] = frozenset()
    """The macros that the build defines on the command line of some unit."""
    is_configuration: bool = False
    """Whether this is another model as a further parse of it saw the groups, see `configurations`."""
    _bodies: dict[tuple[Path, Span, tuple[Span, ...]], Statement] = field(
        default_factory=dict, compare=False, repr=False
    )
    _calls: dict[str, tuple[Call, ...]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def configurations(self) -> tuple[Extension, ...]:
        """The same facts with the tokens of other `#if` groups: one model for each further parse."""
        if self.is_configuration:
            return ()
        count = max((len(item.views) for item in self.files.values()), default=0)
        return tuple(
            replace(
                self,
                files={path: item.seen(index) for path, item in self.files.items()},
                is_configuration=True,
                memory={},
            )
            for index in range(count)
        )

    def forget(self) -> None:
        """Drop the facts that were found. They refer to the model in turn, which otherwise waits for a collection."""
        for model in (self, *self.__dict__.get("configurations", ())):
            model.memory.clear()
        self.common_memory.clear()

    @cached_property
    def own_symbols(self) -> frozenset[str]:
        """The symbols of the static types, the globals and the functions."""
        return frozenset(
            {item.symbol for item in self.types} | {item.symbol for item in self.globals} | self.functions.keys()
        )

    @cached_property
    def own_names(self) -> frozenset[str]:
        """The names of `own_symbols`."""
        return frozenset(self.by_symbol[item][0].name for item in self.own_symbols if item in self.by_symbol)

    @cached_property
    def uses(self) -> Mapping[str, tuple[Reference, ...]]:
        """References by symbol, in source order."""
        found: dict[str, list[Reference]] = {}
        for reference in self.references:
            found.setdefault(reference.symbol, []).append(reference)
        return {symbol: tuple(items) for symbol, items in found.items()}

    def references_at(self, path: Path, offset: int) -> tuple[Reference, ...]:
        """Return the references of all units whose name is spelled at a place."""
        return self._written_at.get((path, offset), ())

    @cached_property
    def _written_at(self) -> Mapping[tuple[Path, int], tuple[Reference, ...]]:
        found: dict[tuple[Path, int], tuple[Reference, ...]] = {}
        for item in self.references:
            if item.via_macro is None:
                found[item.path, item.offset] = (*found.get((item.path, item.offset), ()), item)
        return found

    @cached_property
    def uses_in(self) -> Mapping[str, tuple[Reference, ...]]:
        """References by the function that holds them."""
        found: dict[str, list[Reference]] = {}
        for reference in self.references:
            if reference.function:
                found.setdefault(reference.function, []).append(reference)
        return {symbol: tuple(items) for symbol, items in found.items()}

    @cached_property
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

    @cached_property
    def locals(self) -> Mapping[str, tuple[Declaration, ...]]:
        """Declarations inside functions, parameters included, by function."""
        found: dict[str, list[Declaration]] = {}
        for declaration in self.declarations:
            if declaration.function is not None:
                found.setdefault(declaration.function, []).append(declaration)
        return {symbol: tuple(items) for symbol, items in found.items()}

    @cached_property
    def pointees(self) -> Mapping[str, frozenset[str]]:
        """The records that declarations of a name are, point to or are arrays of."""
        found: dict[str, set[str]] = {}
        for declaration in self.declarations:
            if declaration.pointee_record is not None:
                found.setdefault(declaration.name, set()).add(declaration.pointee_record)
        return {name: frozenset(records) for name, records in found.items()}

    @cached_property
    def twins(self) -> Mapping[str, tuple[str, ...]]:
        """Functions that share their body with others, as those of a header that is included several times do."""
        found: dict[tuple[Path, Span], list[str]] = {}
        for symbol, function in self.functions.items():
            definition = function.definition
            if definition.body is not None and self.files[definition.path].source.data[definition.body.start] == 0x7B:
                found.setdefault((definition.path, definition.body), []).append(symbol)
        return {symbol: tuple(together) for together in found.values() if len(together) > 1 for symbol in together}

    @cached_property
    def identifiers(self) -> Container[bytes]:
        """Every identifier written anywhere in the extension's files, macro bodies included."""
        written: set[bytes] = set()
        for macro in self.macros.values():
            written.add(macro.definition.name.encode())
            written.update(token.text for token in macro.body if token.kind is TokenKind.IDENT)
        return _Identifiers(written, [item.lexed for item in self.files.values()])

    @cached_property
    def init_only_functions(self) -> tuple[str, ...]:
        """The function that builds the module, then those that only initialisation calls: they run once per module."""
        if self.init is None or self.init.builder not in self.functions:
            return ()
        return only_called_from(self.init.builder, self.functions, self.references)

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

    def location(self, path: Path, offset: int) -> Location:
        """Return the place of a byte offset."""
        return self.files[path].source.location(offset)

    def type_by_symbol(self, symbol: str) -> StaticType | None:
        """Return the static type of that identity."""
        return next((item for item in self.types if item.symbol == symbol), None)

    def global_by_symbol(self, symbol: str) -> Global | None:
        """Return the global of that identity."""
        return next((item for item in self.globals if item.symbol == symbol), None)

    def sole_macro(self, name: str) -> Macro | None:
        """Return the macro *name* if it has one definition, whatever the `#if` groups and the unit; else None."""
        macro = self.macros.get(name)
        return None if macro is None or macro.alternatives or name in self.rival_macros else macro

    def module_def(self) -> ModuleDef | None:
        """Return the definition that the init function uses."""
        if self.init is None or self.init.definition is None:
            return None
        return next((item for item in self.module_defs if item.symbol == self.init.definition), None)


def only_called_from(start: str, functions: Mapping[str, object], references: Sequence[Reference]) -> tuple[str, ...]:
    """Return *start* and the functions that only it and they call, directly and by name."""
    uses: dict[str, list[Reference]] = {}
    calls: dict[str, list[str]] = {}
    for item in references:
        if item.symbol in functions:
            uses.setdefault(item.symbol, []).append(item)
            if item.is_call and item.function:
                calls.setdefault(item.function, []).append(item.symbol)
    found = [start]
    for function in found:
        found += [item for item in dict.fromkeys(calls.get(function, ())) if item not in found]
    while True:
        fitting = [
            item
            for item in found
            if item == start or all(use.is_call and use.function in found for use in uses.get(item, ()))
        ]
        if fitting == found:
            return tuple(found)
        found = fitting
