"""What a parse yields: names, spans and flags of one translation unit, without any parser object.

Offsets count bytes in the file on disk. A place inside a macro argument is the place of the argument's text; a place
that a macro's body made is the place of the macro's name. Spans are half-open.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from unstatic.text.source import SourceFile, Span


class Unit(Protocol):
    """A source file and how it's compiled."""

    @property
    def path(self) -> Path:
        """The file; relative paths count from the project root."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """Compiler arguments; relative folders count from the project root."""

    @property
    def language(self) -> str:
        """`c` or `c++`."""


class SymbolKind(enum.Enum):
    """What a name stands for."""

    FUNCTION = "function"
    VARIABLE = "variable"
    PARAMETER = "parameter"
    FIELD = "field"
    RECORD = "record"
    TYPEDEF = "typedef"
    ENUM_CONSTANT = "enum constant"


class MemberKind(enum.Enum):
    """What kind of member of a C++ class a function is."""

    METHOD = "member function"
    VIRTUAL = "virtual member function"
    STATIC = "static member function"
    CONSTRUCTOR = "constructor"
    DESTRUCTOR = "destructor"
    CONVERSION = "conversion function"


class Linkage(enum.Enum):
    """Who else can see a name."""

    EXTERNAL = "external"
    INTERNAL = "internal"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class InitEntry:
    """One entry of a brace initialiser, in the order in which they're written."""

    field: str | None
    """The field it initialises (dotted for `.a.b = v`); None in arrays, and where it isn't known."""
    index: int
    """The running index of the field or array element; -1 where it isn't known."""
    designated: bool
    span: Span
    """The whole entry without the comma; for entries that a macro makes, the macro call."""
    value_span: Span
    children: tuple[InitEntry, ...] | None
    """The entries of a nested brace list that is written out, else None."""
    macro: bool
    """Whether a macro makes more than the value: braces, the designator, or several entries in one."""
    made: tuple[InitEntry, ...] = ()
    """The entries, when a macro makes several of them in this one place."""


class Declaration(NamedTuple):
    """One declaration that is written in a file of the project.

    `symbol` is equal for all declarations of one thing. External names are their own symbol; internal ones are
    `path:name`, static locals `path:function:name`, other locals and parameters `path:function:name@offset`,
    fields `record.field`, records their tag or, without one, their typedef's name.
    """

    symbol: str
    kind: SymbolKind
    name: str
    path: Path
    span: Span
    """From the first specifier to the end of the initialiser or body, without the semicolon.

    Attributes after a variable without initialiser, and macros that expand to nothing, may lie outside.
    """
    name_span: Span
    """Where the name is written; the macro call if `from_macro`."""
    type: str
    canonical_type: str
    linkage: Linkage
    storage: str
    """`static`, `extern` or empty, as written in this declaration."""
    is_definition: bool
    is_tentative: bool
    """A C variable at file scope that is neither `extern` nor initialised here."""
    function: str | None
    """The symbol of the function around it; for parameters, of their function."""
    parent: str | None
    """The record's symbol, for fields and for the functions and static variables of a class."""
    initialiser: Span | None
    entries: tuple[InitEntry, ...] | None
    """The entries of a brace initialiser with records or pointers in it; None if there's none or it can't be read."""
    body: Span | None
    """A function's body, braces included."""
    parameters: tuple[str, ...]
    result_type: str | None
    is_const: bool
    """Whether the object itself (in arrays, the element) is constant."""
    from_macro: bool
    """Whether the name isn't spelled at its place, because a macro makes it."""
    pointee_record: str | None
    """The record that it is, or points to, or is an array of."""
    member: MemberKind | None = None
    """For functions of a C++ class: what kind."""
    is_public: bool = True
    """Whether code outside of its class may name it."""
    hidden: tuple[InitEntry, ...] = ()
    """Entries of a struct's initialiser that stand in `#if` groups which the plain parse skips."""
    declared_outside: bool = False
    """Whether a header that doesn't belong to the project declares the same variable or function."""


class Reference(NamedTuple):
    """One use of a symbol in a project file; names of system headers are their own symbol."""

    path: Path
    offset: int
    name: str
    symbol: str
    kind: SymbolKind
    function: str | None
    """The symbol of the function whose body holds it."""
    is_call: bool
    """Whether it's the callee of a direct call."""
    via_macro: str | None
    """None if the name is written at `offset`, else the macro that is expanded there (empty: spliced lines)."""
    initialises: str | None
    """The symbol of the variable with static storage in whose initialiser it stands."""


class ConstructionKind(enum.Enum):
    """How long a C++ object lives that a constructor makes."""

    LOCAL = "local variable"
    TEMPORARY = "temporary"
    OTHER = "anything else"


@dataclass(frozen=True, slots=True)
class Construction:
    """A visible call of a C++ constructor; `offset` is where the variable's or the class's name is written."""

    path: Path
    offset: int
    symbol: str
    kind: ConstructionKind
    function: str | None


@dataclass(frozen=True, slots=True)
class Lambda:
    """A C++ lambda expression."""

    path: Path
    span: Span


class MacroDefinition(NamedTuple):
    """A `#define` in a project file; the span runs from `#` to the end of the last line, newline left out."""

    name: str
    path: Path
    span: Span
    body: Span
    parameters: tuple[str, ...] | None

    @property
    def given(self) -> tuple[bytes, ...]:
        """The names by which the body has what the macro is given: `__VA_ARGS__` for the `...` of its parameters."""
        names = (name.removesuffix("...").encode("utf-8", "surrogateescape") for name in self.parameters or ())
        return tuple(name or b"__VA_ARGS__" for name in names)


class MacroExpansion(NamedTuple):
    """A use of a macro in a project file, arguments included; not those that come out of another macro's body."""

    name: str
    path: Path
    span: Span
    definition: tuple[Path, int] | None
    """Path and start (the `#`) of the definition, if that stands in a project file."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What the parser complained about; severity 3 is an error, 4 a fatal one."""

    severity: int
    path: Path | None
    offset: int
    message: str
    is_syntax: bool = False
    """Whether it's about the form of the text, after which nothing is sure, and not about what names mean."""
    is_stated: bool = False
    """Whether an `#error` of the code says it, which has no part in what other code means."""


@dataclass(frozen=True, slots=True)
class Inclusion:
    """An `#include` in a project file; the offset is that of its `#`."""

    path: Path
    includer: Path
    offset: int
    is_project: bool


@dataclass(frozen=True, slots=True)
class ParsedUnit:
    """All facts of one translation unit, each kind in source order; paths are real paths."""

    path: Path
    language: str
    files: Mapping[Path, SourceFile]
    """The project files that the unit reads, itself included."""
    declarations: tuple[Declaration, ...]
    references: tuple[Reference, ...]
    macros: tuple[MacroDefinition, ...]
    expansions: tuple[MacroExpansion, ...]
    diagnostics: tuple[Diagnostic, ...]
    inclusions: tuple[Inclusion, ...]
    skipped: Mapping[Path, tuple[Span, ...]]
    """What the preprocessor left out: from the `#` of a condition that failed to the `#` that ends its group."""
    has_python: bool
    """Whether Python.h was read."""
    constructions: tuple[Construction, ...] = ()
    lambdas: tuple[Lambda, ...] = ()
    left_out: tuple[Path, ...] = ()
    """Sources of other extensions that it reads with other groups active, and whose facts it has none of."""
    memory: dict[object, object] = field(init=False, default_factory=dict, compare=False, repr=False)
    """What follows from these facts alone: it stays as long as the parse does, whatever other units become."""

    @property
    def own_names(self) -> frozenset[str]:
        """The names of the functions, and of the variables outside of functions, that it declares."""
        found = self.memory.get("own names")
        if not isinstance(found, frozenset):
            kinds = (SymbolKind.FUNCTION, SymbolKind.VARIABLE)
            names = (item.name for item in self.declarations if item.kind in kinds and not item.function)
            found = self.memory["own names"] = frozenset(names)
        return found
