"""The variable of the whole process that holds the module, if there is one."""

from __future__ import annotations

from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.references import CLEAR, DECREASE, INCREASE
from unstatic.model.extension import Extension, Global
from unstatic.model.fact import fact


def process_module(model: Extension) -> Global | None:
    """Return the global that the builder keeps the module in."""
    return made_in(model) or kept_in(model)


def is_process_module(model: Extension, item: Global) -> bool:
    """Tell whether *item* is that global."""
    found = process_module(model)
    return found is not None and found.symbol == item.symbol


def made_in(model: Extension) -> Global | None:
    """Return the global that receives the module from PyModule_Create."""
    if model.init is None or model.init.multi_phase or model.init.module_variable is None:
        return None
    return model.global_by_symbol(model.init.module_variable)


def kept_in(model: Extension) -> Global | None:
    """Return the global that the builder sets to the module once it is made, and that owns nothing."""
    stored = module_store(model)
    return None if stored is None else stored[0]


@fact
def module_store(model: Extension) -> tuple[Global, Statement] | None:
    """Return the one global that gets the module by `the_module = module;`, and that statement."""
    init = model.init
    if init is None or init.multi_phase or init.create is None or made_in(model) is not None:
        return None
    names = {item.name.encode() for item in model.by_symbol.get(init.module_variable or "", ())}
    body, path = model.body(init.builder), model.functions[init.builder].definition.path
    stores = {
        item.head[0].start: item
        for item in body.children
        if item.kind is StatementKind.SIMPLE
        and item.span.start >= init.create.end
        and [token.text for token in item.head[1:2]] == [b"="]
        and {token.text for token in item.head[2:]} in [{name} for name in names]
    }
    for item in model.globals:
        written = [use for use in item.written if use.path == path and use.offset in stores]
        if len(written) == 1 and len(item.written) == 1 and not _counted(model, item, body, names):
            return item, stores[written[0].offset]
    return None


def _counted(model: Extension, item: Global, builder: Statement, names: set[bytes]) -> bool:
    """Tell whether the global owns a reference to the module, as far as the calls that count can tell."""
    own = item.name.encode()
    assert model.init is not None and model.init.create is not None
    # An earlier module is looked for before.
    made = model.init.create.end
    given = {
        call.arguments[0][-1].text
        for call in calls(builder.tokens)
        if call.name.text in INCREASE and call.name.start > made and call.arguments
    }
    if given & {own, *names}:
        return True
    users = {use.function for use in model.uses.get(item.symbol, ()) if use.function is not None}
    released = (
        call.arguments[0][-1].text
        for function in users
        for _, body in model.bodies(function)
        for call in calls(body.tokens)
        if call.name.text in DECREASE | CLEAR and call.arguments
    )
    return own in released
