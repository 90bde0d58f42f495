"""The module object in the functions that initialisation calls: which parameter holds it, and who must be given it."""

from __future__ import annotations

from collections.abc import Iterable

from unstatic.c.syntax import calls, strip_casts
from unstatic.model.extension import Extension, Reference
from unstatic.model.uses import may_store


def module_parameter(model: Extension, function: str) -> int | None:
    """Return the index of the parameter that is the module at every call of an init helper, if there is one."""
    return _parameter(model, function, frozenset())


def _parameter(model: Extension, function: str, asked: frozenset[str]) -> int | None:
    init = model.init
    if init is None or function == init.builder or function in asked or function not in model.init_only_functions:
        return None
    uses = model.uses.get(function, ())
    parameters = model.functions[function].definition.parameters
    for index, symbol in enumerate(parameters):
        named = model.by_symbol.get(symbol, ())
        if named and not may_store(model, symbol):
            given = (_is_module(model, use, index, asked | {function}) for use in uses)
            if uses and all(given):
                return index
    return None


def _is_module(model: Extension, use: Reference, index: int, asked: frozenset[str]) -> bool:
    """Tell whether the argument at *index* of the call at *use* is the module."""
    init = model.init
    if init is None or use.function is None or use.via_macro is not None:
        return False
    file = model.files[use.path].at(use.offset)
    at = file.index_at(use.offset)
    call = next(iter(calls(file.tokens[at : at + 400])), None)
    if call is None or call.name.start != use.offset or len(call.arguments) <= index:
        return False
    argument = strip_casts(call.arguments[index])
    reference = file.written.get(argument[0].start) if len(argument) == 1 else None
    if reference is None:
        return False
    if use.function == init.builder:
        made = init.create is None or use.offset > init.create.end
        return reference.symbol == init.module_variable and made
    outer = _parameter(model, use.function, asked)
    return outer is not None and model.functions[use.function].definition.parameters[outer] == reference.symbol


def without_module(model: Extension, wanting: Iterable[str]) -> frozenset[str] | None:
    """Return the init helpers that must be given the module so that all of *wanting* have it.

    None if one of them can't: it runs at other times as well, or a macro calls it.
    """
    assert model.init is not None
    found: set[str] = set()
    work = [function for function in wanting if function != model.init.builder]
    while work:
        function = work.pop()
        if function in found or module_parameter(model, function) is not None:
            continue
        if function not in model.init_only_functions:
            return None
        uses = model.uses.get(function, ())
        if any(use.via_macro is not None for use in uses):
            return None
        found.add(function)
        work += [use.function for use in uses if use.function is not None and use.function != model.init.builder]
    return frozenset(found)
