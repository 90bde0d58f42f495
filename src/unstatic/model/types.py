"""The types of an extension: static ones with what fills their slots, and those that are made of a spec."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.cparse.facts import Declaration
from unstatic.model.expansion import MacroKey
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span

_OTHER_FLAGS = re.compile(rb"\b(?!Py_TPFLAGS_)[A-Za-z_]\w*")
_OBJECT = re.compile(rb"[\s(]*(?:\w+\s*\*\s*\)[\s(]*)?&\s*PyBaseObject_Type[\s)]*")


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

    @property
    def is_default(self) -> bool:
        """Whether it says what is so anyway: that the base is object."""
        return self.name == "tp_base" and _OBJECT.fullmatch(self.value) is not None


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
    """Why its initialiser can't be read reliably, or names a class that can't move with it."""
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
    """The text of its flags, with the project's macros in it opened."""
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
    hidden: tuple[Field, ...] = ()
    """What `#if` groups give of the same slots that aren't compiled here."""

    @property
    def is_subclassable(self) -> bool:
        """Whether the flags hold Py_TPFLAGS_BASETYPE, or what may hold it (G302)."""
        return b"Py_TPFLAGS_BASETYPE" in self.flags or _OTHER_FLAGS.search(self.flags) is not None

    @property
    def is_gc(self) -> bool:
        """Whether the flags hold Py_TPFLAGS_HAVE_GC."""
        return b"Py_TPFLAGS_HAVE_GC" in self.flags
