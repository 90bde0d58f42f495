"""The fields of the module state: which globals move, under which name, and where the struct stands."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unstatic.facts.layout.init_locals import MANY, InitLocal, init_local
from unstatic.facts.layout.shared_header import (
    bound_text,
    bounds_before,
    declared_before,
    end_of,
    struct_sites,
    submodule_sites,
    wanted,
)
from unstatic.facts.layout.spent_flags import SpentFlag, spent_flag
from unstatic.facts.layout.struct_tags import StructTag, late_tags
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.module.module_lookups import LOOKUPS, NO_LOOKUPS, Lookups, lookups
from unstatic.facts.module.module_variable import is_process_module, made_in
from unstatic.facts.module.module_variable_uses import only_builder_uses
from unstatic.facts.once.first_texts import FirstText
from unstatic.facts.places.file_order import order_key
from unstatic.facts.places.in_functions import unused_name
from unstatic.facts.places.namespaces import namespaces_at, outside
from unstatic.facts.references.aggregates.free_lists import FreeList, free_list
from unstatic.facts.references.aggregates.live_instances import points_to_live
from unstatic.facts.references.aggregates.struct_members import ObjectStruct, held_by, own_struct
from unstatic.facts.references.api_tables import is_capsule_table
from unstatic.facts.state import interpreter_dict
from unstatic.facts.state.clinic_types import site_of
from unstatic.facts.state.routes import Asking, Route, RouteKind, Router, Routes
from unstatic.facts.state.routes.getset_closures import tables_naming
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Declaration, Extension, File, Global, GlobalKind, Reference
from unstatic.model.subjects import global_subject
from unstatic.plan.decisions import Plan, Verdict
from unstatic.rewriting.style import outside_groups
from unstatic.rewriting.template import filled
from unstatic.text.columns import columns
from unstatic.text.source import Span

from ..defining_class import with_defining_class
from .comments import as_of_fields, comment_above, comment_behind, comment_lines, declaration_with_comment, stays_true
from .initial_values import initial_values
from .texts import moving_texts, named_by_text

_OBJECTS = frozenset(GlobalKind) - {GlobalKind.DATA, GlobalKind.INSTANCE}
_MOST_BLANKS = 2
_FIELD = re.compile(rb"(\w+(?: \w+)*) ?(\**)(\w+(?:\[\w+\])*;)")
_BORROWED = b"  /* borrowed: the module owns this state */"


@dataclass(frozen=True, slots=True)
class Field:
    """One global on its way into the state struct."""

    item: Global
    name: bytes
    is_module: bool = False
    """Whether it points to the module itself, which owns the state: borrowed."""
    is_made: bool = False
    """Whether the builder uses it for the module from the start."""
    is_borrowed: bool = False
    """Whether it owns nothing of what it points to: a table that a capsule hands out, or a list of live instances."""
    pool: FreeList | None = None
    """How dead instances wait in it for their next use: as memory, which the module gives back."""
    is_left: bool = False
    """Whether it is the pointer that a migrated type left behind, where that was declared."""
    is_again: bool = False
    """Whether a field before it holds the same string, which has the place of both in the struct."""
    template: bytes = b""
    """The name under which its declaration stays, as a constant that is copied into it."""

    @property
    def is_object(self) -> bool:
        """Whether the module owns a reference through the field."""
        is_owner = not (self.is_module or self.is_borrowed or self.is_again) and self.pool is None
        return is_owner and self.item.kind in _OBJECTS

    @property
    def takes_comments(self) -> bool:
        """Whether the comments above its declaration go along."""
        return not (self.item.is_local or self.is_module or self.template)

    @property
    def takes_comment_behind(self) -> bool:
        """Whether the comment behind its declaration goes along."""
        return self.takes_comments and not self.is_left

    @property
    def is_array(self) -> bool:
        """Whether it is an array of object pointers."""
        return self.item.kind is GlobalKind.OBJECT_ARRAY

    @property
    def is_table(self) -> bool:
        """Whether it points to memory with such pointers, which is the module's."""
        return self.item.kind is GlobalKind.OBJECT_TABLE


@dataclass(frozen=True)
class Layout:
    """Everything that the edits of this rewrite share."""

    fields: tuple[Field, ...]
    routes: Routes
    texts: Mapping[str, FirstText]
    """The strings that are made with the module, and no more where functions first need them, by symbol."""
    pointer: bytes = b""
    """The member that points to the module, for what looked the module up; empty if nothing needs it."""
    is_new_pointer: bool = False
    """Whether that is no field that a global becomes."""
    lookups: Lookups = NO_LOOKUPS
    locals: tuple[InitLocal, ...] = ()
    """The globals that become local variables of the function that initialises them, as nothing else needs them."""
    spent: tuple[SpentFlag, ...] = ()
    """The flags that no module needs."""
    sets_values: bool = False
    """Whether some fields start as something else than zero."""
    unneeded: frozenset[bytes] = frozenset()
    """The accessors that the routes would have, and that nothing asks for where all is written."""

    @property
    def moved(self) -> tuple[Global, ...]:
        """The variables whose declarations go."""
        return (
            *(field.item for field in self.fields),
            *(one.item for one in self.locals),
            *(flag.item for flag in self.spent),
        )

    def field(self, symbol: str) -> Field | None:
        """Return the field that the global *symbol* becomes."""
        return next((item for item in self.fields if item.item.symbol == symbol), None)

    def is_the_module(self, model: Extension, use: Reference) -> bool:
        """Tell whether *use* names the module where it is made: there it is a local variable."""
        field = self.field(use.symbol)
        return field is not None and field.is_made and model.init is not None and use.function == model.init.builder

    @property
    def names(self) -> tuple[tuple[Global, bytes], ...]:
        """The globals that become fields, each with its field's name, what is the same string once."""
        return tuple((field.item, field.name) for field in self.fields if not field.is_again)

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """The variables that become fields."""
        return tuple(field.item.declaration for field in self.fields)

    @property
    def uses_by_def(self) -> bool:
        """Whether some function must look the module up by its definition."""
        return any(route.by_def for route in self.routes.functions.values())

    @property
    def looks_up_by_def(self) -> bool:
        """Whether PyType_GetModuleByDef does so for one of them."""
        routes = self.routes.functions.values()
        return any(route.by_def and route.kind is not RouteKind.REMAINING for route in routes)

    @property
    def uses_ternary(self) -> bool:
        """Whether some function finds the state through any of three operands."""
        return any(route.ternary for route in self.routes.functions.values())

    @property
    def firsts(self) -> frozenset[RouteKind]:
        """What the first arguments are of functions that are called in several ways."""
        return frozenset[RouteKind]().union(*(route.firsts for route in self.routes.functions.values()))

    def uses(self, *kinds: RouteKind) -> bool:
        """Whether some function gets the state by one of these routes."""
        return any(route.kind in kinds for route in self.routes.functions.values())


def layout_of(model: Extension, plan: Plan) -> Layout:
    """Return the fields and routes for the globals that *plan* migrates."""
    moving = [item for item in model.globals if migrates(model, plan, item)]
    made = made_in(model)
    moving = [item for item in moving if item is not made or not only_builder_uses(model, item)]
    spent = tuple(flag for item in moving if (flag := spent_flag(model, item)) is not None)
    moving = [item for item in moving if spent_flag(model, item) is None]
    own = own_state(model)
    names = {item.name.encode() for item in own.members} if own is not None else set()
    found = lookups(model)
    made_local = _locals(model, moving, bool(found.needing_state()) or found.needs_pointer)
    moving = [item for item in moving if all(item is not one.item for one in made_local)]
    texts = moving_texts(model, moving)
    fields = tuple(_fields(model, plan, moving, names, texts))
    symbols = [item.symbol for item in moving] + ([LOOKUPS] if found.needing_state() else [])
    asking = Asking.ALL if plan.by_interpreter else Asking.NOTHING
    routes = Router(model, frozenset(), holding=_holding(model, plan), asking=asking).find(symbols)
    routes = with_defining_class(model, routes) if plan.pep573 else routes
    sets = initial_values(model, ((field.item, field.name) for field in fields), b"state")
    if model.init is not None and model.init.multi_phase and (sets or texts):
        functions = {model.init.builder: Route(RouteKind.EXEC), **routes.functions}
        routes = replace(routes, functions=functions)
    own_field = next((field.name for field in fields if field.is_module), b"")
    pointer = (own_field or unused_name(frozenset(names), b"module", b"mod")) if found.needs_pointer else b""
    is_new = bool(pointer) and not own_field
    return Layout(fields, routes, texts, pointer, is_new, found, made_local, spent, bool(sets or texts))


def _fields(
    model: Extension, plan: Plan, moving: Sequence[Global], names: set[bytes], texts: Mapping[str, FirstText]
) -> Iterator[Field]:
    """Yield the fields; *names* are taken, and get theirs."""
    named = named_by_text(model, texts, names)
    names |= set(named.values())
    seen: set[bytes] = set()
    times = Counter(item.name for item in moving if item.symbol not in named)
    for item in moving:
        shared = item.is_local and times[item.name] > 1
        name = named.get(item.symbol) or _field_name(model, item, names, shared)
        names.add(name)
        is_module, is_made = is_process_module(model, item), item is made_in(model)
        borrows = is_capsule_table(model, item) or points_to_live(model, item.symbol)
        pool = free_list(model, item.symbol)
        held = held_by(model, item.symbol)
        template = held.template if isinstance(held, ObjectStruct) and not borrows else b""
        is_left = item.kind is GlobalKind.TYPE and plan.decision(global_subject(model, item)) is None
        yield Field(item, name, is_module, is_made, borrows, pool, is_left, name in seen, template)
        seen.add(name)


def _locals(model: Extension, moving: Sequence[Global], needs_state: bool) -> tuple[InitLocal, ...]:
    """Return what becomes a local variable: all of it, where there is no state then, else where that is short.

    Where each way out would release more of them than the one before, a state is shorter.
    """
    found = [one for item in moving if (one := init_local(model, item)) is not None]
    is_all = len(found) == len(moving) and not needs_state and own_state(model) is None
    if is_all and sum(one.lines for one in found) > MANY:
        return ()
    return tuple(one for one in found if is_all or one.is_short)


def _holding(model: Extension, plan: Plan) -> frozenset[str]:
    """Return the specs of the plan's types of which an instance keeps its module from being cleared."""
    names = {f"{choice.stem}_spec" for choice in plan.types if choice.holds_module}
    return frozenset(item.declaration.symbol for item in model.specs if item.declaration.name in names)


def builder_namespaces(model: Extension) -> tuple[str, ...]:
    """Return the namespaces of C++ around the function that builds the module."""
    assert model.init is not None
    builder = model.functions[model.init.builder].definition
    return namespaces_at(model.files[builder.path], builder.span.start)


def _field_name(model: Extension, item: Global, taken: set[bytes], shared: bool) -> bytes:
    """Return the global's name, with its function's or its file's in front if it is taken, or *shared* by functions."""
    name = item.name.encode()
    owner = model.functions.get(item.declaration.function or "")
    stem = owner.name if owner else re.sub(r"\W", "_", item.declaration.path.stem)
    number = 1
    while name in taken or (shared and number == 1):
        name = stem.encode() + (str(number).encode() if number > 1 else b"") + b"_" + item.name.encode()
        number += 1
    return name


def fields_seen(model: Extension, layout: Layout, path: Path) -> dict[bytes, Field]:
    """Return the fields, by the globals' names, that *path* can mean: two sources may each have a `static cache`."""
    fields = (field for field in layout.fields if not field.item.is_local)
    return {field.item.name.encode(): field for field in fields if model.sees(path, field.item.symbol)}


def migrates(model: Extension, plan: Plan, item: Global) -> bool:
    """Tell whether a global moves: planned as such, or the pointer that a migrated type left behind."""
    decision = plan.decision(global_subject(model, item))
    if decision is not None and decision.verdict is Verdict.MIGRATE:
        return decision.rule != interpreter_dict.RULE
    return item.kind is GlobalKind.TYPE and plan.migrates(f"type:{item.name}")


def field_declaration(model: Extension, field: Field, tag: StructTag | None = None) -> list[bytes]:
    """Return `PyObject *name;`, with the array's bound as written; the lines of a struct that stands there.

    *tag*: that of the struct which it points to, if the struct is defined below.
    """
    if tag is not None:
        return [filled(b"struct $tag *$name;", tag=tag.name, name=field.name)]
    bound = bound_text(model, field.item.declaration)
    own = own_struct(model, field.item.declaration)
    if own is not None:
        lines = _lines_of(model.files[field.item.declaration.path], own)
        return [*lines[:-1], filled(b"$end $name$bound;", end=lines[-1], name=field.name, bound=bound)]
    declared = field.item.declaration.type.encode()
    for word in (b"static ", b"extern "):
        declared = declared.replace(word, b"")
    if b"(*)" in declared:
        # A pointer to a function or to an array has its name inside.
        return [declared.replace(b"(*)", b"(*" + field.name + b")", 1) + b";"]
    declared = declared.split(b"[")[0].rstrip()
    template = b"$type$name$bound;" if declared.endswith(b"*") else b"$type $name$bound;"
    row = filled(template, type=declared, name=field.name, bound=bound)
    return [row + _BORROWED if field.is_module else row]


def _lines_of(file: File, span: Span) -> list[bytes]:
    """Return the lines of a declaration, without the indentation of the first."""
    indent = file.source.indent_at(span.start)
    lines = file.source.text(span).split(b"\n")
    return [line.rstrip(b"\r").removeprefix(indent) for line in lines]


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of the struct, and the comment behind it with the column that it had, and the blanks before it."""

    text: bytes
    comment: bytes = b""
    column: int = 0
    blanks: int = 0


def _commented(
    model: Extension, field: Field, tag: StructTag | None, moving: Collection[str], column: int
) -> Iterator[_Row]:
    *lines, declaration = field_declaration(model, field, tag)
    declaration = _aligned(declaration, column)
    commented = declaration_with_comment(model, field.item, moving) if field.takes_comments else None
    above = comment_above(model, commented, moving) if commented is not None else None
    if commented is not None and above is not None and stays_true(model.files[commented.path], above):
        yield from map(_Row, comment_lines(model.files[commented.path], above))
    item = field.item.declaration
    yield from map(_Row, lines)
    behind = comment_behind(model, item, moving) if field.takes_comment_behind else None
    source = model.files[item.path].source
    if behind is None or not stays_true(model.files[item.path], behind):
        yield _Row(declaration)
        return
    before = source.data[source.line_start(behind.start) : behind.start]
    text, width = as_of_fields(source.text(behind)), columns(before)
    yield _Row(declaration, text, width, min(len(before) - len(before.rstrip()), _MOST_BLANKS))


def _aligned(declaration: bytes, column: int) -> bytes:
    """Return the declaration of a field with its name at a column, the stars of a pointer at its type."""
    found = _FIELD.fullmatch(declaration) if column else None
    return (found[1] + found[2]).ljust(column - 1) + b" " + found[3] if found is not None else declaration


def field_rows(model: Extension, layout: Layout, with_comments: bool = True, column: int = 0) -> list[bytes]:
    """Return the declarations of all fields, with the comments that those of the globals had.

    *column*: where their names begin, 0 if that is right behind their types.
    """
    moving = {field.item.symbol for field in layout.fields}
    fields = [field for field in layout.fields if not field.is_again]
    if with_comments:
        tags = tags_of(model, layout)
        told = ((field, tags.get(field.item.symbol)) for field in fields)
        written = [(field, list(_commented(model, field, tag, moving, column))) for field, tag in told]
        rows = _laid_out(_grouped(model, written))
    else:
        rows = [row for field in fields for row in field_declaration(model, field)]
    if layout.is_new_pointer:
        rows.append(filled(b"PyObject *$pointer;", pointer=layout.pointer) + _BORROWED)
    return rows


def _grouped(model: Extension, fields: Sequence[tuple[Field, list[_Row]]]) -> list[_Row]:
    """Return the lines of all fields, with empty ones around those that a comment speaks of."""
    found: list[_Row] = []
    before: Field | None = None
    is_spoken_of = False
    for field, rows in fields:
        is_commented = rows[0].text.startswith((b"/*", b"//"))
        goes_on = is_spoken_of and before is not None and _follows(model, field.item, before.item)
        if found and (is_commented or (is_spoken_of and not goes_on)):
            found.append(_Row(b""))
        is_spoken_of = is_commented or goes_on
        found += rows
        before = field
    return found


def _follows(model: Extension, item: Global, other: Global) -> bool:
    """Tell whether a variable is declared right below another one, or along with it; directives don't count."""
    for one in (item.declaration, *item.others):
        for above in (other.declaration, *other.others):
            rows = model.files[one.path].source.data[above.span.end : one.span.start].split(b"\n")
            lines = [row for row in rows[1:] if not row.lstrip().startswith(b"#")]
            if one.path == above.path and above.span.start <= one.span.start and len(lines) < 2:
                return True
    return False


def _laid_out(rows: Sequence[_Row]) -> list[bytes]:
    """Return the lines with their comments, below each other where neighbours had them so."""
    lines: list[bytes] = []
    for column, group in itertools.groupby(rows, key=lambda row: row.column):
        neighbours = list(group)
        width = max(len(row.text) for row in neighbours) + min(row.blanks for row in neighbours)
        lines += (row.text.ljust(width) + row.comment if column else row.text for row in neighbours)
    return lines


def struct_place(model: Extension, layout: Layout) -> tuple[Path, int]:
    """Return where the state struct goes: where the first global stood, or before what needs it earlier."""
    templates = {field.item.symbol for field in layout.fields if field.template}
    places: list[tuple[Path, int]] = [
        end_of(model, declaration) if item.symbol in templates else (declaration.path, declaration.span.start)
        for item in layout.moved
        for declaration in (item.declaration, *item.others)
        if declaration.function is None
    ]
    for symbol, route in layout.routes.functions.items():
        function = model.functions[symbol]
        texts = (function.definition, *(function.prototypes if route.kind is RouteKind.PARAMETER else ()))
        named = [site_of(model, item.path, item.span.start) for item in texts]
        places += [place for place in named if protected(model, *place) is None]
    for static in model.specs:
        if static.holder is not None and layout.field(static.holder) is not None:
            places.append((static.declaration.path, static.declaration.span.start))
    places += [(item.definition.path, item.definition.span.start) for item in module_hooks(model).values()]
    places += submodule_sites(model, layout.routes)
    places += struct_sites(model, layout.routes)
    tables = tables_naming(model, (field.item.symbol for field in layout.fields))
    places += ((item.path, item.span.start) for item in tables)
    definition = model.module_def()
    if definition is not None and definition.declaration.function is None:
        # The hooks stand before the definition, and its size names the struct.
        places.append((definition.declaration.path, definition.declaration.span.start))
    # A unit that only declares a global again doesn't see what stands in another.
    seen = [place for place in places if model.main_path in model.readers.get(place[0], ())]
    path, offset = min(seen or places, key=lambda place: order_key(model, *place))
    if model.language == "c++":
        # Functions of the builder's namespace use the struct, and so do member functions.
        offset = outside(model.files[path], offset, len(builder_namespaces(model)))
    at = outside_groups(model.files[path], offset)
    needed = _last_needed(model, layout)
    if needed is not None and order_key(model, *needed) > order_key(model, path, at):
        return needed
    return path, at


def tags_of(model: Extension, layout: Layout) -> Mapping[str, StructTag]:
    """Return the tags of structs that are defined too late for the fields that point to them."""
    return late_tags(model, wanted(model, layout.routes, layout.declarations))


def _last_needed(model: Extension, layout: Layout) -> tuple[Path, int] | None:
    """Return the place after the last struct, typedef or macro that a field's type names."""
    own = own_state(model)
    tags = tags_of(model, layout)
    every = (*layout.declarations, *(own.members if own is not None else ()))
    declared = [item for item in every if item.symbol not in tags]
    places = [place for item in declared for place in (*declared_before(model, item), *bounds_before(model, item))]
    return max(places, key=lambda place: order_key(model, *place)) if places else None
