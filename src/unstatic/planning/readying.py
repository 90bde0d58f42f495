"""Whether the call that makes a type ready can be the one that creates it."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.analyse.init_helpers import init_helpers
from unstatic.analyse.readying import order_of, readied
from unstatic.csyntax import StatementKind
from unstatic.model import Extension, StaticType
from unstatic.planning.obstacle import Obstacle


def ready_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield why PyType_Ready, where it is called, can't become the creation of *static*."""
    found = readied(model, static)
    for function, call in found[1:]:
        where = model.location(model.functions[function].definition.path, call.name.start)
        yield Obstacle("it is made ready in more than one place, and can be created only once", "type-ready", where)
    for function, call in found:
        definition = model.functions[function].definition
        path = model.body(function).path_to(call.name.start)
        where = model.location(definition.path, call.name.start)
        if any(item.kind in (StatementKind.LOOP, StatementKind.SWITCH) for item in path):
            yield Obstacle("it is made ready in a loop or switch", "type-ready", where)
        if function in init_helpers(model) and definition.result_type == "void":
            reason = f"{definition.name}, which makes it ready, returns nothing: it can't report a failure"
            yield Obstacle(reason, "type-ready", where)
        base = model.type_by_symbol(static.function("tp_base") or "")
        for other, later in readied(model, base) if base is not None else ():
            if order_of(model, function, call.name.start) < order_of(model, other, later.name.start):
                assert base is not None
                yield Obstacle(f"its base {base.name} is made ready after it", "type-ready", where)
