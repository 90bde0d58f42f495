"""Functions to which deallocators leave it to free the instance: `static void free_base(Base *self)`."""

from __future__ import annotations

from unstatic.c.syntax import Statement, StatementKind, calls, strip_casts
from unstatic.capi.memory import FREE
from unstatic.model.extension import Extension
from unstatic.model.fact import fact


@fact
def frees_for_deallocators(model: Extension, symbol: str) -> bool:
    """Tell whether a function frees the instance that it's given, whatever happens, and only deallocators call it.

    It can stay as it is: who calls it knows the type, and releases that afterwards.
    """
    function = model.functions[symbol]
    if function.roles or function.escapes or function.alternatives or symbol in model.twins:
        return False
    deallocators = {static.function("tp_dealloc") for static in model.types}
    uses = model.uses.get(symbol, ())
    if symbol in deallocators or not uses or not all(use.is_call and use.function in deallocators for use in uses):
        return False
    parameters = [item.name.encode() for one in function.definition.parameters for item in model.by_symbol[one][:1]]
    return len(parameters) == 1 and _frees(model.body(symbol), parameters[0])


def _frees(body: Statement, name: bytes) -> bool:
    """Tell whether a body frees *name* once, by a statement that is always reached."""
    frees = [call for call in calls(body.tokens) if call.name.text == b"tp_free" or call.name.text in FREE]
    freed = [one for one in body.children if frees and frees[0].name.start in one.span]
    leaves = any(item.kind in (StatementKind.RETURN, StatementKind.JUMP) for item in body.walk())
    if len(frees) != 1 or leaves or freed[0].kind is not StatementKind.SIMPLE or len(frees[0].arguments) != 1:
        return False
    before = [token.text for token in freed[0].tokens if token.start < frees[0].name.start]
    given = [token.text for token in strip_casts(frees[0].arguments[0])]
    ways = ([b"Py_TYPE", b"(", name, b")", b"->"], [name, b"->", b"ob_type", b"->"])
    return given == [name] and before in ways and frees[0].close.end == freed[0].head[-1].end
