"""Assertions that need a type object where it can't be reached once it is in the module state (G76, G330).

`assert(Box_Check(self))` in `tp_dealloc`, `tp_clear` or `tp_traverse` can't fail: what calls these functions has looked
them up in the type of the object. `assert(Py_IS_TYPE(obj, &Box_Type))` in a callback that is given no instance says
what whoever registered it has made sure of. Both go. So does what is said of an object out of a dictionary of the
thread or the interpreter: another module of that name may have put it there (G613).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from unstatic.c.syntax import StatementKind
from unstatic.capi.modules import SHARED_DICTS
from unstatic.capi.slots import SELF_ONLY
from unstatic.facts.types.allocation import types_of_record
from unstatic.model.extension import Extension, Function, Reference, RoleKind, StaticType
from unstatic.model.fact import fact
from unstatic.text.source import Span


def self_checks(model: Extension) -> Mapping[tuple[Path, int], Span]:
    """Return the statements by path and offset of the use of the type in each."""
    return {place: span for static in model.types for place, span in self_checks_of(model, static)}


def self_checks_of(model: Extension, static: StaticType) -> Iterator[tuple[tuple[Path, int], Span]]:
    """Yield those of one type: the place of the use, and the span of the statement."""
    functions = {static.function(slot) for slot in SELF_ONLY} & model.functions.keys()
    for use in model.uses.get(static.symbol, ()):
        function = model.functions.get(use.function or "")
        if function is None:
            continue
        only_here = not function.escapes and all(role.owner == static.symbol for role in function.roles)
        is_own = function.symbol in functions and only_here
        goes = is_own or _leads_nowhere(model, function) or _reads_shared(model, function.symbol)
        if goes and (span := _assertion(model, static, function, use, is_own)):
            yield (use.path, use.offset), span


def _leads_nowhere(model: Extension, function: Function) -> bool:
    """Tell whether a function is called by its address, and given neither a module nor an instance of its types."""
    declared = [model.by_symbol.get(parameter, ()) for parameter in function.definition.parameters]
    records = [items[0].pointee_record for items in declared if items]
    unowned = all(role.owner is None and role.kind is not RoleKind.EXEC for role in function.roles)
    is_callback = unowned and bool(function.escapes or function.roles)
    return is_callback and not any(types_of_record(model, item or "") for item in records)


@fact
def _reads_shared(model: Extension, function: str) -> bool:
    """Tell whether a function takes objects out of a dictionary that all modules share."""
    return any(call.name.text in SHARED_DICTS for call in model.calls(function))


def _assertion(model: Extension, static: StaticType, function: Function, use: Reference, is_own: bool) -> Span | None:
    """Return the span of an assertion around the use, if it is a statement of its own in a block."""
    path = model.body_at(function.symbol, use.path, use.offset).path_to(use.offset)
    if (
        not path
        or path[-1].kind is not StatementKind.SIMPLE
        or (len(path) > 1 and path[-2].kind is not StatementKind.BLOCK)
    ):
        return None
    texts = [token.text.decode("latin-1") for token in path[-1].tokens if token.text != b";"]
    if texts[:2] != ["assert", "("] or len(texts) < 6:
        return None
    parameters = function.definition.parameters
    first = model.by_symbol[parameters[0]][0].name if parameters else ""
    name = first if is_own else next(item for item in texts[3:] if item != "(")
    macro = model.macros.get(texts[2])
    if macro is not None and macro.mentions & {item.name for item in model.types} == {static.name}:
        expected = [[texts[2], "(", name, ")"]]
    else:
        expected = [["PyObject_TypeCheck", "(", name, ",", "&", static.name, ")"]]
        if not is_own:
            expected.append(["Py_IS_TYPE", "(", name, ",", "&", static.name, ")"])
            expected.append(["Py_TYPE", "(", name, ")", "==", "&", static.name])
    is_read = is_own or _is_read_elsewhere(model, function, use, path[-1].span, name)
    return path[-1].span if texts[2:-1] in expected and is_read else None


def _is_read_elsewhere(model: Extension, function: Function, use: Reference, span: Span, name: str) -> bool:
    """Tell whether a function has a use for a variable besides its declaration and an assertion."""
    names = [model.by_symbol[item][0].name for item in function.definition.parameters if item in model.by_symbol]
    body = function.definition.body
    tokens = model.files[use.path].at(use.offset).tokens_in(body) if body is not None else ()
    found = [token for token in tokens if token.text == name.encode() and token.start not in span]
    return name in names or len(found) > 1
