"""Where a declaration that several units need can stand: in a private header that all of them read early enough."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from unstatic.c.syntax import closing
from unstatic.facts.layout.array_bounds import Constants
from unstatic.facts.module.submodules import owners_of
from unstatic.facts.places.at_file_level import (
    after_includes,
    is_include_guard,
    outer_conditionals,
    outside_groups,
    statement_end,
)
from unstatic.facts.places.namespaces import namespaces_at, outside
from unstatic.facts.places.unit_order import Reading, gives_python, reading_of
from unstatic.facts.references.aggregates.struct_members import ObjectStruct, held_by, own_struct
from unstatic.facts.state.carriers.filled_structs import filled_data
from unstatic.facts.state.clinic_types import site_of
from unstatic.facts.state.pointers.given_functions import pointer_types
from unstatic.facts.state.routes import RouteKind, Routes
from unstatic.facts.state.routes.getset_closures import tables_naming
from unstatic.model.extension import Declaration, Extension, File, SymbolKind
from unstatic.model.fact import fact
from unstatic.text.source import Span

Place = tuple[Path, int]
_PYTHON = re.compile(rb"\b_?(?:Py[A-Z_]|PY_)")
_LENGTH = re.compile(r"\[\d+\]$")

_KNOWN_TYPES = frozenset(
    word.decode()
    for word in b"""void char short int long signed unsigned float double _Bool struct union enum const volatile static
    extern register size_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t
    uintptr_t wchar_t""".split()
)


@dataclass(frozen=True)
class Wanted:
    """What a module state needs of its place."""

    sites: tuple[Place, ...]
    """Where its type is named: it must be declared before, in every unit that reads that file."""
    pointers: frozenset[Place]
    """Those of the sites that only name a pointer to it: prototypes, structs, types of functions."""
    fields: tuple[Declaration, ...]
    """The variables that become its fields."""

    def units(self, model: Extension) -> frozenset[Path]:
        """Return the units that need the state."""
        return frozenset(unit for path, _ in self.sites for unit in model.readers[path])


def wanted(model: Extension, routes: Routes, fields: Iterable[Declaration]) -> Wanted:
    """Return what the state of *fields* needs: the functions on *routes* name it, and what makes the module does."""
    sites: list[Place] = []
    pointers: list[Place] = []
    for symbol, route in routes.functions.items():
        function = model.functions[symbol]
        named = (function.definition, *(function.prototypes if route.kind is RouteKind.PARAMETER else ()))
        sites += [site_of(model, item.path, item.span.start) for item in named]
        pointers += [(item.path, item.span.start) for item in function.prototypes if item.body is None]
    sites += submodule_sites(model, routes)
    structs = tuple(struct_sites(model, routes))
    sites += structs
    fields = tuple(fields)
    sites += ((item.path, item.span.start) for item in tables_naming(model, (field.symbol for field in fields)))
    definition = model.module_def()
    if definition is not None and definition.declaration.function is None:
        sites.append((definition.declaration.path, definition.declaration.span.start))
    if model.init is not None:
        builder = model.functions[model.init.builder].definition
        sites.append((builder.path, builder.span.start))
    return Wanted(tuple(dict.fromkeys(sites)), frozenset((*pointers, *structs)).intersection(sites), fields)


def struct_sites(model: Extension, routes: Routes) -> Iterator[Place]:
    """Yield where the structs and the types of pointers are defined by which callers hand the state to callbacks."""
    for symbol, route in routes.functions.items():
        if route.kind is RouteKind.FILLED_STRUCT:
            record = filled_data(model)[symbol].record
            yield from ((item.path, item.span.start) for item in model.by_symbol[record] if item.is_definition)
    taking = [symbol for symbol, route in routes.functions.items() if route.kind is RouteKind.PARAMETER]
    yield from ((item.path, item.span.start) for item in pointer_types(model, taking))


def submodule_sites(model: Extension, routes: Routes) -> Iterator[Place]:
    """Yield where the modules are defined and made whose functions find the state through the module that they keep."""
    users = [symbol for symbol, route in routes.functions.items() if route.kind is RouteKind.SUBMODULE]
    for submodule in owners_of(model, users):
        declaration = submodule.definition.declaration
        if declaration.function is None:
            yield declaration.path, declaration.span.start
        for symbol in (declaration.function, *(creation.function for creation in submodule.creations)):
            function = model.functions[symbol].definition if symbol is not None else declaration
            yield function.path, function.span.start


@dataclass(frozen=True, slots=True)
class Home:
    """A header, the place in it, and the `#define`s that move there because the fields need them."""

    path: Path
    offset: int
    constants: tuple[tuple[Path, Span], ...]


class HomeFinder:
    """Finds the header for the state of one extension."""

    def __init__(self, model: Extension, wanted: Wanted) -> None:
        self._model = model
        self._wanted = wanted
        self._units = wanted.units(model)

    def best(self, *, python_only: bool = True) -> Home | None:
        """Return the place in the header that declares most of the fields, or that most of the code needs.

        Without *python_only* that may be a header which says nothing of Python, as those of libraries do (G663).
        """
        paths = [path for path in self._model.files if not python_only or _is_for_python(self._model, path)]
        found = [home for path in paths if (home := self.place_in(path)) is not None]
        return max(found, key=lambda home: self._rank(home.path), default=None)

    def _rank(self, path: Path) -> tuple[int, int, int]:
        declared = sum(item.path == path for item in self._declarations())
        sites = sum(site == path for site, _ in self._wanted.sites)
        return declared, sites, len(self._model.readers[path])

    def place_in(self, path: Path) -> Home | None:
        """Return the place in the header *path*, or None if the state can't stand there."""
        model = self._model
        readers = model.readers[path]
        if path in model.units or path in model.public_headers or not self._units <= set(readers):
            return None
        if path in model.kept_files or path in model.others_headers:
            return None
        if not path.is_relative_to(model.root) or _is_optional(model.files[path]):
            return None
        offset = self._offset(path)
        constants = Constants(model, path, offset, self._reading)
        moved: list[tuple[Path, Span]] = []
        for item in self._wanted.fields:
            needed = constants.needed_by(item.path, bound_of(model, item))
            if needed is None:
                return None
            moved += [place for place in needed if place not in moved]
        if not all(self._is_early(unit, path, offset) for unit in readers):
            return None
        return Home(path, offset, tuple(sorted(moved)))

    def _reading(self, unit: Path) -> Reading:
        return reading_of(self._model, unit)

    def _is_early(self, unit: Path, path: Path, offset: int) -> bool:
        """Tell whether a unit has what the state needs before the place, and needs the state only after it."""
        reading = self._reading(unit)
        here = reading.key(path, offset)
        if here is None or reading.python is None or reading.python > here:
            return False
        needed = {place: reading.key(*place) for place in self._needed()}
        if any(key > here if key is not None else place not in self._opaque for place, key in needed.items()):
            return False
        later = [reading.key(*site) for site in self._wanted.sites if unit in self._model.readers[site[0]]]
        return all(key is not None and key >= here for key in later)

    def _needed(self) -> list[Place]:
        return [place for item in self._wanted.fields for place in declared_before(self._model, item)]

    @cached_property
    def _opaque(self) -> frozenset[Place]:
        """The ends of structs that pointers alone need: a unit that has a typedef of the same name can do without."""
        needing = Counter(place for item in self._wanted.fields for place in declared_before(self._model, item))
        free = Counter(place for item in self._wanted.fields for place in behind_pointer(self._model, item))
        return frozenset(place for place, times in free.items() if times == needing[place])

    def _declarations(self) -> Iterator[Declaration]:
        for item in self._wanted.fields:
            yield from self._model.by_symbol[item.symbol]

    def _offset(self, path: Path) -> int:
        file = self._model.files[path]
        sites = [offset for site, offset in self._wanted.sites if site == path]
        limit = min(sites, default=len(file.source.data))
        lowest = _after_definitions(file, include_place(file, limit), limit)
        lowest = max([lowest, *(offset for place, offset in self._needed() if place == path)])
        own = [outside_groups(file, item.span.start) for item in self._declarations() if item.path == path]
        later = [offset for offset in own if lowest <= offset <= limit]
        return self._outside(file, min(later, default=lowest))

    def _outside(self, file: File, offset: int) -> int:
        """Return *offset*, or the start of the namespace around it that code which needs the state stands outside of.

        `using namespace` in a function's body comes too late for its parameters.
        """
        around = namespaces_at(file, offset)
        if not around:
            return offset
        sites = {namespaces_at(self._model.files[path], at) for path, at in self._wanted.sites}
        depth = next((n for n in range(len(around), 0, -1) if all(site[:n] == around[:n] for site in sites)), 0)
        return file.source.line_start(outside(file, offset, depth)) if depth < len(around) else offset


def _after_definitions(file: File, at: int, limit: int) -> int:
    """Return the start of the line after `#if` groups that follow the line at an offset, and hold directives only."""
    for group in sorted(file.lexed.conditionals, key=lambda item: item.span):
        is_next = group.span.start >= at and not file.source.data[at : group.span.start].strip()
        if is_next and group.span.end < limit and not file.lexed.between(*group.span):
            at = file.source.line_end(group.span.end - 1)
    return at


def include_place(file: File, limit: int) -> int:
    """Return the start of the line before which a new include stands: after the others, or what opens the file."""
    at = max(after_includes(file, limit), _after_guard(file))
    for comment in file.lexed.comments if at == 0 else ():
        end = file.source.line_end(comment.end - 1)
        if file.source.data[at : comment.start].strip() or file.source.data[end : file.source.line_end(end)].strip():
            break
        at = end
    return at


def can_include(model: Extension, path: Path, offset: int) -> bool:
    """Tell whether an include after those of *path* comes after Python.h, in every unit that reads the file."""
    at = include_place(model.files[path], offset)
    for unit in model.readers[path]:
        reading = reading_of(model, unit)
        here = reading.key(path, at)
        if here is None or reading.python is None or reading.python > here:
            return False
    return path not in model.public_headers


def is_read_before(model: Extension, earlier: Place, site: Place) -> bool:
    """Tell whether each unit that reads a place has read another one by then."""
    for unit in model.readers[site[0]]:
        reading = reading_of(model, unit)
        there, here = reading.key(*earlier), reading.key(*site)
        if there is None or (here is not None and there > here):
            return False
    return True


@fact
def _is_for_python(model: Extension, header: Path) -> bool:
    """Tell whether a header, or what it includes of the project, includes Python.h or names something of it (G663).

    Any other is one of the library's, which programs include that have no Python.
    """
    found, waiting = {header}, [header]
    for path in waiting:
        file = model.files.get(path)
        if file is not None and _PYTHON.search(file.source.data):
            return True
        included = [item for item in model.inclusions if item.includer == path]
        if any(gives_python(model, item) for item in included):
            return True
        more = {item.path for item in included if item.is_project} - found
        found |= more
        waiting += more
    return False


def _is_optional(file: File) -> bool:
    """Tell whether all of a header stands in a group that isn't its guard: some builds may read nothing of it."""
    wrapping = (item.branches[0].directive for item in file.lexed.conditionals if is_include_guard(file, item))
    return any(item.name != b"ifndef" and not file.source.text(item.rest).startswith(b"!") for item in wrapping)


def _after_guard(file: File) -> int:
    """Return the start of the line after an include guard's `#define` or a leading `#pragma once`, or 0."""
    first = next(iter(file.lexed.directives), None)
    if first is not None and first.name == b"pragma" and file.source.text(first.rest).strip() == b"once":
        return file.source.line_end(first.span.end - 1)
    guard = next((item for item in file.lexed.conditionals if is_include_guard(file, item)), None)
    opened = [item for item in file.lexed.directives if guard is not None and item.span.start in guard.span][:2]
    return file.source.line_end(opened[1].span.end - 1) if len(opened) > 1 and opened[1].name == b"define" else 0


def bound_of(model: Extension, item: Declaration) -> Span | None:
    """Return what stands in the brackets of an array's declaration, brackets included."""
    file = model.files[item.path].at(item.name_span.end)
    index = file.index_at(item.name_span.end)
    if index >= len(file.tokens) or file.tokens[index].text != b"[":
        return None
    end = closing(file.tokens, index)
    return Span(file.tokens[index].start, file.tokens[end].end)


def bound_text(model: Extension, item: Declaration) -> bytes:
    """Return the bound of an array's declaration, with the length that its initialiser gives it if it says none."""
    span = bound_of(model, item)
    text = model.files[item.path].source.text(span) if span is not None else b""
    if text and not text.strip(b"[ ]") and (template := _varying(model, item)):
        # Not Py_ARRAY_LENGTH, which is no constant for a compiler on Python 3.13.
        return b"[sizeof(" + template + b") / sizeof(" + template + b"[0])]"
    length = _LENGTH.search(item.canonical_type) if not text.strip(b"[ ]") else None
    return length[0].encode() if text and length is not None else text


def _varying(model: Extension, item: Declaration) -> bytes:
    """Return the constant that tells how long an array is, where `#if` groups decide that; empty if they don't."""
    held = held_by(model, item.symbol)
    return held.template if isinstance(held, ObjectStruct) and held.varies else b""


def declared_before(model: Extension, item: Declaration) -> Iterator[Place]:
    """Yield the ends of the project's declarations that the type of *item* names: structs, typedefs, constants.

    An array whose length depends on `#if` groups is declared with that of the constant that keeps its start.
    """
    if _varying(model, item):
        yield end_of(model, item)
    yield from (end_of(model, declaration) for declaration in _named_by(model, item))


def bounds_before(model: Extension, item: Declaration) -> Iterator[Place]:
    """Yield the ends of the macros' definitions that the bound of the array *item* is written with.

    Or of `#if` groups around them in which the array doesn't stand.
    """
    bound = bound_of(model, item)
    work = [token.text for token in model.files[item.path].at(bound.start).tokens_in(bound)] if bound else []
    seen: set[bytes] = set()
    while work:
        name = work.pop()
        macro = model.macros.get(name.decode("latin-1"))
        if macro is None or name in seen or macro.definition.path not in model.files:
            continue
        seen.add(name)
        work += [token.text for token in macro.body]
        yield macro.definition.path, _end_of_macro(model.files[macro.definition.path], macro.definition.span, item)


def _end_of_macro(file: File, span: Span, item: Declaration) -> int:
    around = (one for one in outer_conditionals(file, span.start) if not is_include_guard(file, one))
    own = item.name_span.start if item.path == file.source.path else -1
    return file.source.line_end(max([span.end, *(one.span.end for one in around if own not in one.span)]) - 1)


def behind_pointer(model: Extension, item: Declaration) -> Iterator[Place]:
    """Yield the ends of the structs that the pointer *item* needs no more of than a typedef: `lib_context *context`."""
    if not item.type.rstrip().endswith("*"):
        return
    named = tuple(_named_by(model, item))
    names = {declaration.name for declaration in named if declaration.kind is SymbolKind.TYPEDEF}
    for declaration in named:
        if declaration.kind is SymbolKind.RECORD and declaration.name in names:
            yield end_of(model, declaration)


def end_of(model: Extension, declaration: Declaration) -> Place:
    """Return the start of the line behind a declaration."""
    file = model.files[declaration.path]
    return declaration.path, file.source.line_end(statement_end(file, declaration) - 1)


def _named_by(model: Extension, item: Declaration) -> Iterator[Declaration]:
    own = own_struct(model, item)
    file = model.files[item.path].at(item.name_span.end)
    words = set(re.findall(r"\w+", item.type))
    if own is not None:
        words = {token.text.decode("latin-1") for token in file.tokens_in(own)}
    bound = bound_of(model, item)
    if bound is not None:
        words |= {token.text.decode("latin-1") for token in file.tokens_in(bound)}
    for declaration in _types_and_constants(model):
        is_own = own is not None and declaration.path == item.path and declaration.span.start in own
        if declaration.name in words and not is_own:
            yield declaration


@fact
def _types_and_constants(model: Extension) -> Sequence[Declaration]:
    """Return the structs, typedefs and constants that are declared outside of functions."""
    kinds = (SymbolKind.TYPEDEF, SymbolKind.RECORD, SymbolKind.ENUM_CONSTANT)
    return tuple(item for item in model.declarations if item.kind in kinds and item.function is None)


def foreign_types(model: Extension, items: Iterable[Declaration]) -> Sequence[Declaration]:
    """Return the variables whose type neither C, Python nor the project declares: who includes it can't be told."""
    project = {item.name for item in model.declarations if item.kind in (SymbolKind.TYPEDEF, SymbolKind.RECORD)}
    found = []
    for item in items:
        own = own_struct(model, item)
        named = set() if own is not None else set(re.findall(r"[A-Za-z_]\w*", item.type.split("[")[0]))
        fields = model.members.get(item.pointee_record or "", ()) if own is not None else ()
        words = named.union(*(re.findall(r"[A-Za-z_]\w*", one.type.split("[")[0]) for one in fields))
        known = project | _KNOWN_TYPES | ({"bool"} if model.languages[model.main_path] == "c++" else set())
        strange = {word for word in words - known if not word.lstrip("_").startswith("Py")}
        if strange:
            found.append(item)
    return found
