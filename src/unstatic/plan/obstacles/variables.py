"""What can be told of one global alone: whether it can become a field of the module state."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from unstatic.c.nodes import Assignment, Binary, Call, Declarator, Element, Prefix
from unstatic.c.syntax import calls
from unstatic.capi.references import SETS_FIRST
from unstatic.capi.types import TYPE_RECORDS
from unstatic.facts.module.helpers import running_once
from unstatic.facts.module.module_variable import is_process_module
from unstatic.facts.module.module_variable_uses import module_stores
from unstatic.facts.once.flags import data_flags, run_once_flags
from unstatic.facts.once.process_attributes import parts_in_use, tells_of_process
from unstatic.facts.once.process_objects import objects_of_process
from unstatic.facts.once.registered_callbacks import is_registration_flag
from unstatic.facts.once.second_runs import runs_once
from unstatic.facts.places.in_functions import first_statement
from unstatic.facts.references.aggregates.borrowed_items import borrowed_items
from unstatic.facts.references.aggregates.object_structs import object_struct
from unstatic.facts.references.api_tables import is_capsule_table, is_in_capsule, values_given
from unstatic.facts.references.interpreter_constants import holds_shared_constants
from unstatic.facts.references.macro_effects import reference_problems
from unstatic.facts.references.object_tables import object_table
from unstatic.facts.references.paths.address_tables import is_followed
from unstatic.facts.references.repairs import repairs
from unstatic.facts.state.routes import RouteKind, Router
from unstatic.model.extension import Declaration, Extension, Global, GlobalKind, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_empty, symbol_at, tokens_of
from unstatic.model.obstacle import Obstacle
from unstatic.model.uses import Use, UsedAs, names_of_value, outer_of, uses_as
from unstatic.model.vendored_files import is_vendored
from unstatic.settings.rules import RuleId
from unstatic.text.source import Span

_PER_THREAD = (b"_thread_local", b"thread_local", b"__thread")
# What threads wait for each other with, of C, C++, POSIX, Windows and CPython: a lock per module would guard nothing
# that modules share, as the library behind them.
_LOCK = re.compile(
    r"\b(pthread_(mutex|rwlock|spinlock|cond|once|barrier|key)_t|sem_t|mtx_t|cnd_t|tss_t|once_flag"
    r"|(recursive_|shared_|timed_)*mutex|condition_variable(_any)?|omp_(nest_)?lock_t"
    r"|PyThread_type_lock|PyMutex|Py_tss_t|CRITICAL_SECTION|SRWLOCK|INIT_ONCE|CONDITION_VARIABLE)\b"
)
_SHAPES: Mapping[GlobalKind, tuple[str, RuleId]] = {
    GlobalKind.INSTANCE: ("it is an object that is allocated statically (G57)", "static-instance"),
}


def obstacles(model: Extension, item: Global) -> Iterator[Obstacle]:
    """Yield why *item* can't move into the module state; nothing when it can."""
    declaration = item.declaration
    here = model.location(declaration.path, declaration.name_span.start)
    if is_vendored(declaration.path) and holds_shared_constants(model, item):
        yield constant(model, item)
    if item.kind is GlobalKind.OBJECT_ARRAY and declaration.canonical_type.count("[") > 1:
        yield Obstacle("it is an array of arrays of object pointers", "object-array", here)
    if declaration.parent is not None:
        yield Obstacle("it is a static member of a class", "class-member", here)
    if item.kind is GlobalKind.OBJECT_TABLE and object_table(model, item.symbol) is None:
        reason = "it points to a table of objects whose length, or who frees it, can't be told by the module's hooks"
        yield Obstacle(reason, "object-holder", here)
        return
    struct = object_struct(model, item.symbol)
    if isinstance(struct, Obstacle):
        yield struct
        return
    if item.kind in _SHAPES and not is_capsule_table(model, item):
        yield _shape(model, item)
        return
    if declaration.from_macro:
        yield Obstacle("its declaration comes from a macro", "generated-variable", here)
    yield from _of_the_process(model, item)
    yield from _aggregate(model, item)
    yield from _content(model, item)
    yield from _start_value(model, item)
    yield from _address_taken(model, item)


def _shape(model: Extension, item: Global) -> Obstacle:
    """Return why an object stays that is there without being allocated."""
    declaration = item.declaration
    here = model.location(declaration.path, declaration.name_span.start)
    if declaration.pointee_record in _around_types(model):
        told = "it is a type with fields of its project behind it, for which a heap type has no room"
        return Obstacle(told, "embedded-type", here)
    reason, rule = _SHAPES[item.kind]
    return Obstacle(reason, rule, here)


@fact
def _around_types(model: Extension) -> frozenset[str | None]:
    """Return the structs that hold a whole type object, not a pointer to one."""
    fields = (one for one in model.declarations if one.kind is SymbolKind.FIELD and one.pointee_record in TYPE_RECORDS)
    return frozenset(one.parent for one in fields if "*" not in one.canonical_type)


def _of_the_process(model: Extension, item: Global) -> Iterator[Obstacle]:
    """Yield why a variable is there for more than one module."""
    declaration = item.declaration
    around = objects_of_process(model).get(item.symbol)
    if around is not None and not runs_once(model):
        # Modules share it already; where there is one in a process, that is told as what it costs to load it again.
        yield replace(around, rule="process-state", follows="")
    here = model.location(declaration.path, declaration.name_span.start)
    if _is_shared_with_others(declaration):
        yield Obstacle("it is volatile or atomic: something outside of Python may use it", "process-state", here)
    if any(word in _specifiers(model, declaration) for word in _PER_THREAD):
        yield Obstacle("it is one per thread", "process-state", here)
    if _LOCK.search(declaration.type) or _LOCK.search(declaration.canonical_type):
        yield Obstacle("it is a lock: what it guards can be shared by modules", "process-state", here)


def _is_shared_with_others(declaration: Declaration) -> bool:
    """Tell whether a variable is for threads, signal handlers or devices.

    A plain number that is `volatile` isn't: whatever uses it is led to the module, and that is what handlers can't be.
    """
    types = f"{declaration.type} {declaration.canonical_type}"
    is_plain = not any(mark in types for mark in ("*", "[", "sig_atomic_t", "struct ", "union "))
    return "_Atomic" in types or ("volatile" in types and not is_plain)


def _aggregate(model: Extension, item: Global) -> Iterator[Obstacle]:
    """Yield why a struct, union or C++ object that holds no Python object can't start out as cleared memory."""
    declaration = item.declaration
    if item.kind is not GlobalKind.DATA or "*" in declaration.canonical_type or declaration.pointee_record is None:
        return
    here = model.location(declaration.path, declaration.name_span.start)
    if model.language == "c++":
        yield Obstacle("it is an object that its constructor sets up, not the module", "process-state", here)
        return
    value = declaration.initialiser
    if value is not None and not is_empty(tokens_of(model.files[declaration.path], value)):
        yield Obstacle("it is a struct that doesn't start out empty", "process-state", here)


def constant(model: Extension, item: Global) -> Obstacle:
    """Return why a variable that holds constants of the interpreter stays."""
    here = model.location(item.declaration.path, item.declaration.name_span.start)
    return Obstacle("it holds nothing but constants that all interpreters share", "shared-constant", here)


def _specifiers(model: Extension, declaration: Declaration) -> bytes:
    """Return what stands before the first name, in lower case: `_Thread_local`, or a macro for it."""
    before = Span(declaration.span.start, declaration.name_span.start)
    return model.files[declaration.path].source.text(before).lower().partition(b",")[0]


def _content(model: Extension, item: Global) -> Iterator[Obstacle]:
    if is_process_module(model, item):
        yield from module_stores(model, item)
    elif item.kind is not GlobalKind.DATA and not is_capsule_table(model, item):
        yield from _ownership(model, item)


def _ownership(model: Extension, item: Global) -> Iterator[Obstacle]:
    found = repairs(model, item.symbol)
    if found.problem is not None:
        yield found.problem
    yield from reference_problems(model, item.symbol)
    yield from borrowed_items(model, item.symbol)
    initialiser = None if item.kind is GlobalKind.OBJECT_HOLDER else item.declaration.initialiser
    if initialiser is not None and not is_empty(tokens_of(model.files[item.declaration.path], initialiser)):
        where = model.location(item.declaration.path, initialiser.start)
        is_made = next(calls(tokens_of(model.files[item.declaration.path], initialiser)), None) is not None
        told = "it is made where it is declared" if is_made else "it starts with the address of another static"
        yield Obstacle(told, "static-initialiser", where)


def _start_value(model: Extension, item: Global) -> Iterator[Obstacle]:
    """Yield why no exec function can give the variable the value that it starts with, in two phases already."""
    init, given = model.init, item.declaration.initialiser
    if init is None or not init.multi_phase or given is None:
        return
    file = model.files[item.declaration.path]
    if is_empty(tokens_of(file, given)):
        return
    where = model.location(item.declaration.path, given.start)
    if init.builder == init.entry or model.functions[init.builder].alternatives:
        yield Obstacle(
            "each module has to set what it starts with, and no exec function can", "static-initialiser", where
        )
        return
    first = first_statement(model, init.builder)
    early = [use for use in model.uses.get(item.symbol, ()) if use.function == init.builder]
    if any(first is None or use.offset < first.span.start for use in early):
        reason = "the exec function reads what it starts with where it declares its variables"
        yield Obstacle(reason, "static-initialiser", where)


def _address_taken(model: Extension, item: Global) -> Iterator[Obstacle]:
    """`&global` handed around can outlive the module, and be stored to; in a direct call argument neither is hidden."""
    for use in uses_as(model, item.symbol, UsedAs.ADDRESS):
        if use.reference.function is not None and _keeps_address(model, item, use):
            where = model.location(use.reference.path, use.reference.offset)
            yield Obstacle("its address is stored", "address-stored", where)


def _keeps_address(model: Extension, item: Global, use: Use) -> bool:
    around = outer_of(use.outer)
    first = around[0] if around else None
    if item.kind not in (GlobalKind.OBJECT, GlobalKind.TYPE):
        is_designated = isinstance(first, Element) and bool(first.designators)
        return is_designated or isinstance(first, Assignment | Declarator)
    if isinstance(first, Element):
        return not is_followed(model, use)
    return not isinstance(first, Call | Binary | Prefix)


def moves_with_objects(
    model: Extension, item: Global, moving: Container[str], objects: frozenset[str], router: Router
) -> bool:
    """Tell whether plain C data belongs to the module: it guards objects, or only code with a module uses it (G89).

    Of all variables, *moving* are those that may move, *objects* those of them that hold objects, and the types.
    """
    if is_capsule_table(model, item):
        return _names_one_of(model, item, objects)
    if item.kind is not GlobalKind.DATA:
        return True
    if "[" in item.declaration.canonical_type or item.declaration.path not in _python_files(model):
        return False
    if is_in_capsule(model, item) or is_registration_flag(model, item):
        return False
    if any(flag.symbol == item.symbol for flag in run_once_flags(model)):
        return True
    tied = (*data_flags(model).get(item.symbol, ()), *parts_in_use(model).get(item.symbol, ()))
    if any(symbol not in moving for symbol in (*tied, *_set_beside(model).get(item.symbol, ()))):
        return False
    if _guards(model, item, objects):
        return True
    return not tells_of_process(model, item) and _is_for_modules(model, item, objects, router)


@fact
def _set_beside(model: Extension) -> Mapping[str, frozenset[str]]:
    """Return the objects that a function sets together with a number: what that says of them is true where they are.

    `callback = given; is_logging = 1;` (G614). What the initialisation sets is set for each module.
    """
    is_data = {one.symbol: one.kind is GlobalKind.DATA for one in model.globals}
    by_function: dict[str, set[str]] = {}
    for symbol in is_data:
        for use in uses_as(model, symbol, UsedAs.WRITTEN, UsedAs.CHANGED, UsedAs.ARGUMENT):
            call = use.outer[0] if use.role is UsedAs.ARGUMENT else None
            if not isinstance(call, Call) or call.function.tokens[-1].text in SETS_FIRST:
                by_function.setdefault(use.reference.function or "", set()).add(symbol)
    found: dict[str, frozenset[str]] = {}
    for function in by_function.keys() - {"", *running_once(model)}:
        objects = frozenset(symbol for symbol in by_function[function] if not is_data[symbol])
        for symbol in by_function[function] - objects if objects else ():
            found[symbol] = found.get(symbol, frozenset()) | objects
    return found


def _is_for_modules(model: Extension, item: Global, objects: frozenset[str], router: Router) -> bool:
    """Tell whether only functions use a variable that are led to the module anyway, or can be."""
    users = {use.function for use in model.uses.get(item.symbol, ()) if use.function}
    if model.init is not None and users <= {*model.init_only_functions, model.init.entry}:
        return False
    needing = router.find(sorted(objects)).functions
    routes = router.find([item.symbol])
    if routes.blocked:
        return False
    return all(
        user in needing or (user in routes.functions and routes.functions[user].kind is not RouteKind.PARAMETER)
        for user in users
    )


def _names_one_of(model: Extension, item: Global, objects: frozenset[str]) -> bool:
    """Tell whether an element or a member of a capsule's table is given one of *objects*, or its address."""
    for use in uses_as(model, item.symbol, UsedAs.ELEMENT, UsedAs.MEMBER, UsedAs.WRITTEN):
        file = model.files[use.reference.path].at(use.reference.offset)
        names = (name for value in values_given(use) for name in names_of_value(value))
        if any(symbol_at(file, name.tokens[0]) in objects for name in names):
            return True
    return False


def _guards(model: Extension, item: Global, objects: frozenset[str]) -> bool:
    """Tell whether some function writes the variable and stores to a migrating object as well."""
    writers = {use.function for use in item.written}
    stored: set[str | None] = set()
    for other in model.globals:
        if other.symbol in objects:
            stored |= {use.function for use in other.written}
    return bool(writers & stored)


def _python_files(model: Extension) -> frozenset[object]:
    """Return the files of the units that use Python's API: state is for those."""
    found = {model.main_path}
    for path, file in model.files.items():
        if any(item.symbol.startswith("Py") for item in file.written.values()):
            found.add(path)
    return frozenset(found)
