"""`assert(Box_Check(self))` in `tp_dealloc`, `tp_clear` or `tp_traverse`: it can't fail, and it needs the type object.

The type object can't be reached there once it is in the module state (G76). What calls these functions has looked them
up in the type of the object, so the check says nothing, and goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from unstatic.c.syntax import StatementKind
from unstatic.capi.slots import SELF_ONLY
from unstatic.model.extension import Extension, Function, Reference, StaticType
from unstatic.text.source import Span


def self_checks(model: Extension) -> Mapping[tuple[Path, int], Span]:
    """Return the statements by path and offset of the use of the type in each."""
    return {place: span for static in model.types for place, span in self_checks_of(model, static)}


def self_checks_of(model: Extension, static: StaticType) -> Iterator[tuple[tuple[Path, int], Span]]:
    """Yield those of one type: the place of the use, and the span of the statement."""
    functions = {static.function(slot) for slot in SELF_ONLY} & model.functions.keys()
    for use in model.uses.get(static.symbol, ()):
        if use.function is None or use.function not in functions:
            continue
        function = model.functions[use.function]
        only_here = not function.escapes and all(role.owner == static.symbol for role in function.roles)
        if only_here and (span := _assertion(model, static, function, use)) is not None:
            yield (use.path, use.offset), span


def _assertion(model: Extension, static: StaticType, function: Function, use: Reference) -> Span | None:
    """Return the span of `assert(CHECK(self));` around the use, if it is a statement of its own in a block."""
    path = model.body_at(use.function or "", use.path, use.offset).path_to(use.offset)
    if (
        not path
        or path[-1].kind is not StatementKind.SIMPLE
        or (len(path) > 1 and path[-2].kind is not StatementKind.BLOCK)
    ):
        return None
    texts = [token.text.decode("latin-1") for token in path[-1].tokens if token.text != b";"]
    parameters = function.definition.parameters
    first = model.by_symbol[parameters[0]][0].name if parameters else ""
    check = texts[2] if len(texts) > 2 else ""
    macro = model.macros.get(check)
    if macro is not None and macro.mentions & {item.name for item in model.types} == {static.name}:
        expected = ["assert", "(", check, "(", first, ")", ")"]
    else:
        expected = ["assert", "(", "PyObject_TypeCheck", "(", first, ",", "&", static.name, ")", ")"]
    return path[-1].span if texts == expected else None
