"""C++ classes whose objects can keep a pointer to the module state, so that their member functions reach it.

That is right for objects that live during a call into the module, no longer: each one is a local variable or a
temporary, and each place at which one is made is seen. What makes objects out of sight forbids it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from unstatic.facts.places.record_objects import python_objects
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import (
    Construction,
    ConstructionKind,
    Declaration,
    Extension,
    File,
    Function,
    MemberKind,
    SymbolKind,
)
from unstatic.model.obstacle import Obstacle

_BASE_MARKS = (b":", b"public", b"private", b"protected", b"virtual")
_OWN_STATE = (MemberKind.METHOD, MemberKind.VIRTUAL, MemberKind.DESTRUCTOR)


class Classes:
    """The classes of one extension."""

    def __init__(self, model: Extension) -> None:
        self._model = model
        self._known: dict[str, Obstacle | None] = {}

    def obstacle(self, record: str, member: Function) -> Obstacle | None:
        """Return why objects of *record* can't keep the state, as a clause about a *member* of the class."""
        definition = self.definition(record) if record else None
        if definition is None:
            missing = f"the definition of its class {record} isn't in the project"
            clause = missing if record else "it is a member of a class template, or of a class without a name"
            where = self._model.location(member.definition.path, member.definition.name_span.start)
            return Obstacle(clause, "member-function", where)
        if record not in self._known:
            self._known[record] = next(self._obstacles(record, definition), None)
        return self._known[record]

    def members(self, record: str) -> tuple[str, ...]:
        """Return the functions of the class that reach the state through the object."""
        return tuple(
            symbol
            for symbol, function in self._model.functions.items()
            if function.definition.parent == record and function.definition.member in _OWN_STATE
        )

    def constructors(self, record: str) -> tuple[str, ...]:
        """Return the constructors that are written out."""
        return tuple(
            symbol
            for symbol, function in self._model.functions.items()
            if function.definition.parent == record and function.definition.member is MemberKind.CONSTRUCTOR
        )

    @cached_property
    def constructions(self) -> Mapping[str, tuple[Construction, ...]]:
        """The visible calls of each constructor."""
        found: dict[str, list[Construction]] = {}
        for item in self._model.constructions:
            found.setdefault(item.symbol, []).append(item)
        return {symbol: tuple(items) for symbol, items in found.items()}

    def _obstacles(self, record: str, definition: Declaration) -> Iterator[Obstacle]:
        where = self._model.location(definition.path, definition.name_span.start)
        for clause in self._class_clauses(record, definition):
            yield Obstacle(clause, "member-function", where)
        for site in (item for symbol in self.constructors(record) for item in self.constructions.get(symbol, ())):
            maker = self._other_maker(site)
            if maker:
                reason = f"{maker} makes an object of its class {record}"
                yield Obstacle(reason, "member-function", self._model.location(site.path, site.offset))
        yield from self._use_obstacles(record)

    def _class_clauses(self, record: str, definition: Declaration) -> Iterator[str]:
        if record in python_objects(self._model):
            yield f"it is a member of {record}, which is a Python object itself"
        found = protected_use(self._model, record)
        if found is not None:
            yield f"its class {record} is named in a file that {found.reason}"
        if definition.function is not None or definition.from_macro:
            yield f"its class {record} is defined in a function or by a macro"
        yield from self._constructor_clauses(record, definition)

    def definition(self, record: str) -> Declaration | None:
        """Return the declaration of a class that has its body."""
        declared = self._model.by_symbol.get(record, ())
        return next((item for item in declared if item.kind is SymbolKind.RECORD and item.is_definition), None)

    def _constructor_clauses(self, record: str, definition: Declaration) -> Iterator[str]:
        own = self.constructors(record)
        if not own:
            yield f"its class {record} has no constructor that could take the state"
        for declared in self._model.by_symbol.values():
            if declared[0].parent == record and declared[0].kind is SymbolKind.FUNCTION:
                yield from self._declared_clauses(record, definition, declared[0], declared[0].symbol in own)
        if own and not any(self.constructions.get(symbol) for symbol in own):
            yield f"nothing here makes an object of its class {record}: who does can't be seen"

    def _declared_clauses(
        self, record: str, definition: Declaration, function: Declaration, has_body: bool
    ) -> Iterator[str]:
        if function.member is not MemberKind.CONSTRUCTOR and function.name.split("<")[0] == definition.name:
            yield f"its class {record} has a constructor that is a template"
        if function.member is MemberKind.CONSTRUCTOR and self._copies(function, record) == has_body:
            what = "copies objects itself" if has_body else "has a constructor without a body here"
            yield f"its class {record} {what}"

    def _copies(self, constructor: Declaration, record: str) -> bool:
        """Tell whether a constructor copies or moves."""
        if len(constructor.parameters) != 1:
            return False
        declared = self._model.by_symbol.get(constructor.parameters[0], ())
        return bool(declared) and declared[0].canonical_type in (f"const {record} &", f"{record} &", f"{record} &&")

    def _other_maker(self, site: Construction) -> str:
        """Return what makes an object at *site*; empty if it is a local variable, or a temporary."""
        if site.function is None or site.function not in self._model.functions:
            return "an initialiser outside of functions"
        if site.kind is ConstructionKind.OTHER:
            return "something other than a local variable"
        file = self._model.files.get(site.path)
        if file is None or argument_place(file, site) is None:
            return "a declaration that can't be read"
        return ""

    def _use_obstacles(self, record: str) -> Iterator[Obstacle]:
        for item in self._model.declarations:
            if item.kind is SymbolKind.FIELD and item.pointee_record == record and "*" not in item.canonical_type:
                where = self._model.location(item.path, item.name_span.start)
                yield Obstacle(f"objects of its class {record} are parts of others", "member-function", where)
                return
        for use in self._model.uses.get(record, ()):
            where = self._model.location(use.path, use.offset)
            file = self._model.files[use.path]
            index = file.index_at(use.offset)
            before = [token.text for token in file.tokens[max(0, index - 4) : index]]
            if before[-1:] and before[-1] in _BASE_MARKS and use.function is None:
                yield Obstacle(f"its class {record} has derived classes", "member-function", where)
                return
            if before[:2] == [b"std", b"::"] and before[-1] == b"<":
                reason = f"the standard library makes objects of its class {record}"
                yield Obstacle(reason, "member-function", where)
                return


def argument_place(file: File, site: Construction) -> tuple[int, bytes, bytes] | None:
    """Return where a first argument goes, and what goes before and after it; None if the form isn't known."""
    tokens = file.tokens
    index = file.index_at(site.offset)
    if index >= len(tokens) or tokens[index].start != site.offset:
        return None
    while tokens[index + 1].text == b"::":
        index += 2
    opening = tokens[index + 1]
    if opening.text == b"=" and tokens[index + 2].text == b"{":
        opening = tokens[index + 2]
        index += 1
    if opening.text in (b"(", b"{"):
        empty = tokens[index + 2].text in (b")", b"}")
        return opening.end, b"", b"" if empty else b", "
    if site.kind is ConstructionKind.LOCAL and opening.text in (b";", b","):
        return tokens[index].end, b"(", b")"
    return None
