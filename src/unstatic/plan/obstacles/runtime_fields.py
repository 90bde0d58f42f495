"""Fields of a type that are set at run time, and can't become slots of its spec."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import lex_fragment
from unstatic.c.syntax import strip_casts
from unstatic.capi.slots import HEAD, PREFIXES
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.ready_calls import made_ready, order_of, readied
from unstatic.facts.types.bases import inherits_new, is_read_at_creation, names_exception
from unstatic.facts.types.indirect_fields import given_as_base, indirect_fields
from unstatic.facts.types.metaclasses import sets_its_class
from unstatic.model.extension import Extension, RuntimeField, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.model.uses import use_of
from unstatic.text.source import Span


def runtime_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the assignments to fields of the type, direct or not, of which no slot of its spec can be made."""
    for item in static.runtime:
        if item.name not in HEAD:
            yield from _assignment_obstacles(model, static, item)
        elif item.name == "ob_type" and item.function not in init_functions(model):
            where = model.location(item.path, item.statement.start)
            yield Obstacle("its metaclass is set at run time", "metaclass", where)
    yield from _early_obstacles(model, static)
    yield from _indirect_obstacles(model, static)


def _indirect_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the fields that are set through a pointer to the type: nothing reads them once it is made from a spec."""
    for item in indirect_fields(model, static):
        reason = f"{item.name} is set through a pointer to it"
        yield Obstacle(reason, "runtime-slot", model.location(item.path, item.offset))
    for path, offset in given_as_base(model, static):
        reason = (
            "it becomes the base of a type that stays static: no source here defines it, or only a pointer leads there"
        )
        yield Obstacle(reason, "runtime-slot", model.location(path, offset))


def _assignment_obstacles(model: Extension, static: StaticType, item: RuntimeField) -> Iterator[Obstacle]:
    """Yield why an assignment can't become a slot."""
    for clause in _objections(model, static, item):
        where = model.location(item.path, item.statement.start)
        yield Obstacle(f"{item.name} {clause}", "runtime-slot", where)
        return


def _objections(model: Extension, static: StaticType, item: RuntimeField) -> Iterator[str]:
    if item.conditional:
        yield "is assigned under a condition"
    if item.function not in init_functions(model):
        yield "is assigned outside of the module's initialisation"
    if not item.name.startswith(PREFIXES):
        yield "is assigned at run time"
    if item.name == "tp_flags":
        yield from _flags_objections(model, static, item)
    if not _is_seen(model, static, item.symbol or "") and not is_read_at_creation(model, static, item):
        yield "is given something that its own file doesn't see"
    is_known = is_read_at_creation(model, static, item) or inherits_new(model, static, item)
    if _is_computed(model, static, item) and not is_known:
        yield "is given what can only be read at run time"
    if _is_local(model, item) and {function for function, _ in readied(model, static)} != {item.function}:
        yield "is given a local variable of another function than the one that makes it ready"


def _is_computed(model: Extension, static: StaticType, item: RuntimeField) -> bool:
    """Tell whether the value depends on when it is read: in a struct, or in a variable where the type is made first.

    Types that nothing but PyModule_AddType, or a function that is given them, makes ready are made first of all: then
    CPython's exceptions are there.
    """
    value = item.opened or item.value
    tokens = lex_fragment(value, Span(0, len(value)))
    texts = [token.text for token in tokens]
    is_exception = names_exception(model, b"".join(token.text for token in strip_casts(tokens)))
    is_early = texts[:1] == [b"&"] or is_exception or bool(readied(model, static))
    is_variable = item.name == "tp_base" and not is_early
    return is_variable or any(text in (b".", b"->") for text in texts)


def _flags_objections(model: Extension, static: StaticType, item: RuntimeField) -> Iterator[str]:
    """Yield why flags that are set at run time can't be told when the spec is written."""
    given = static.fields.get("tp_flags")
    in_initialiser = model.files[static.declaration.path].conditionals_in(given.span) if given is not None else ()
    if in_initialiser or _may_be_left_out(model, static, item):
        yield "differs between #if groups, and is set at run time"
    here = order_of(model, item.function, item.statement.start)
    if item.adds and any(order_of(model, name, call.name.start) < here for name, call in readied(model, static)):
        yield "is changed after the type is made"


def _may_be_left_out(model: Extension, static: StaticType, item: RuntimeField) -> bool:
    """Tell whether an `#if` group can leave an assignment out and not the type."""
    file = model.files[item.path]
    if item.path != static.declaration.path:
        return file.is_conditional(item.statement.start)
    return file.is_left_out_beside(item.statement.start, static.declaration.span.start)


def _early_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """A field that is used before the type is created can't be read as a slot: `T.tp_flags &= ...`, `a = b = c`."""
    made = [order_of(model, function, call.name.start) for function, call in made_ready(model, static)]
    initialising = set(init_functions(model))
    understood = {(item.path, item.statement) for item in static.runtime if not _is_chained(model, item)}
    for use in model.uses.get(static.symbol, ()):
        if use.function not in initialising or use.via_macro is not None:
            continue
        if not use_of(model, use).member or sets_its_class(model, use):
            continue
        if any(path == use.path and use.offset in span for path, span in understood):
            continue
        if not made or order_of(model, use.function or "", use.offset) < min(made):
            where = model.location(use.path, use.offset)
            yield Obstacle("a field of it is used in another way before it is made ready", "runtime-slot", where)


def _is_chained(model: Extension, item: RuntimeField) -> bool:
    return any(token.text == b"=" for token in model.files[item.path].tokens_in(item.value_span))


def _is_local(model: Extension, item: RuntimeField) -> bool:
    """Tell whether the value names a variable that only the assigning function knows."""
    file = model.files[item.path]
    used = {
        file.written[token.start].symbol for token in file.tokens_in(item.value_span) if token.start in file.written
    }
    return any(found.symbol in used and found.storage != "static" for found in model.locals.get(item.function, ()))


def _is_seen(model: Extension, static: StaticType, symbol: str) -> bool:
    """Tell whether the file that will hold the slots knows *symbol*."""
    declared = [item.path for item in model.by_symbol.get(symbol, ()) if item.function is None]
    readers = set(model.readers[static.declaration.path])
    return not declared or any(readers <= set(model.readers[path]) for path in declared)
