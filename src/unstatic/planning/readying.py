"""Whether the call that makes a type ready can be the one that creates it."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.analyse.aggregates import carried
from unstatic.analyse.init_helpers import init_functions, init_helpers
from unstatic.analyse.ready import extern_declaration, is_defined_for
from unstatic.analyse.readying import order_of, readied
from unstatic.csyntax import Call, StatementKind
from unstatic.model import Extension, Reference, StaticType
from unstatic.obstacle import Obstacle

# What may be done with a type object before PyType_Ready: the creation does the same, or has no need of it.
_BEFORE_IT_IS_MADE = frozenset(
    b"""PyType_Ready Py_INCREF Py_XINCREF Py_DECREF Py_XDECREF Py_CLEAR Py_TYPE Py_SET_TYPE Py_SET_REFCNT Py_REFCNT
    Py_SET_SIZE PyObject_TypeCheck PyObject_IsInstance PyType_IsSubtype""".split()
)


def ready_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield why PyType_Ready, where it is called, can't become the creation of *static*."""
    if model.init is None:
        return
    found = readied(model, static)
    yield from _unseen(model, static)
    for function, call in found[1:]:
        where = model.location(model.functions[function].definition.path, call.name.start)
        yield Obstacle("it is made ready in more than one place, and can be created only once", "type-ready", where)
    for function, call in found:
        yield from _call_obstacles(model, function, call)
        base = model.type_by_symbol(static.function("tp_base") or "")
        for other, later in readied(model, base) if base is not None else ():
            if order_of(model, function, call.name.start) < order_of(model, other, later.name.start):
                assert base is not None
                where = model.location(model.functions[function].definition.path, call.name.start)
                yield Obstacle(f"its base {base.name} is made ready after it", "type-ready", where)
    yield from _early_uses(model, static)


def is_made_after(model: Extension, static: StaticType, base: StaticType) -> bool:
    """Tell whether PyType_Ready is seen to be called on *base*, and where *static* is made, which then comes later.

    PyType_Ready on a type readies its base too; making the type from a spec doesn't.
    """
    return bool(readied(model, static)) and bool(readied(model, base))


def _early_uses(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the uses of the type's address where the pointer isn't set yet: the address was there from the start."""
    found = readied(model, static)
    if found:
        created = order_of(model, found[0][0], found[0][1].name.start)
    elif model.init is not None and model.init.create is not None:
        created = (model.init.create.start,)
    else:
        return
    initialising = init_functions(model)
    for use in model.uses.get(static.symbol, ()):
        if use.function not in initialising or use.via_macro is not None:
            continue
        if order_of(model, use.function, use.offset) < created and _is_value(model, use):
            where = model.location(use.path, use.offset)
            yield Obstacle("its address is kept before it is made", "type-ready", where)


def _is_value(model: Extension, use: Reference) -> bool:
    """Tell whether the use takes the address itself: neither a field of the type, nor what readies or counts it."""
    assert use.function is not None
    if any(item.offset == use.offset for item in carried(model, use.symbol, use.function)):
        return True
    file = model.files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    if file.tokens[index - 1].text != b"&" or file.tokens[index + 1].text in (b".", b"->"):
        return False
    fields = (item for static in model.types for item in static.runtime)
    if any(item.path == use.path and use.offset in item.statement for item in fields):
        return False
    around = [call for call in model.calls(use.function) if call.open.start < use.offset < call.close.start]
    return not any(call.name.text in _BEFORE_IT_IS_MADE for call in around)


def _unseen(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Another source can only create the type if a header of both declares it: so it will declare the spec."""
    if not is_defined_for(model, static) and extern_declaration(model, static) is None:
        where = model.location(static.declaration.path, static.declaration.name_span.start)
        yield Obstacle("no header declares it for the file in which it would be created", "type-ready", where)


def _call_obstacles(model: Extension, function: str, call: Call) -> Iterator[Obstacle]:
    definition = model.functions[function].definition
    path = model.body(function).path_to(call.name.start)
    where = model.location(definition.path, call.name.start)
    if any(item.kind in (StatementKind.LOOP, StatementKind.SWITCH) for item in path):
        yield Obstacle("it is made ready in a loop or switch", "type-ready", where)
    if function in init_helpers(model) and definition.result_type == "void":
        reason = f"{definition.name}, which makes it ready, returns nothing: it can't report a failure"
        yield Obstacle(reason, "type-ready", where)
