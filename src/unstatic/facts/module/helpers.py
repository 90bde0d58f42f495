"""The functions that do a part of the initialisation: called by nothing else, and once.

What they do happens exactly once per module, as what the builder does itself. They may make types ready and fill
globals before or after the module exists, with the module as an argument or without (R5, G101).
"""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.syntax import Call, StatementKind, calls
from unstatic.model.extension import Extension, Reference, RoleKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import named, symbol_at
from unstatic.model.uses import may_store


@dataclass(frozen=True, slots=True)
class InitHelper:
    """One such function, and the one call of it."""

    function: str
    caller: str
    call: Call
    module: int | None
    """The parameter that receives the module; None if there is none."""


@fact
def init_helpers(model: Extension) -> dict[str, InitHelper]:
    """Return the helpers of the initialisation by symbol, callers before what they call."""
    found: dict[str, InitHelper] = {}
    if model.init is None or model.init.builder not in model.functions:
        return found
    work = [model.init.builder]
    while work:
        caller = work.pop(0)
        for use in model.uses_in.get(caller, ()):
            helper = _helper(model, caller, use, found)
            if helper is not None:
                found[use.symbol] = helper
                work.append(use.symbol)
    return found


def init_functions(model: Extension) -> tuple[str, ...]:
    """Return the builder and its helpers."""
    return (model.init.builder, *init_helpers(model)) if model.init is not None else ()


def initialising(model: Extension) -> frozenset[str]:
    """Return the entry point with the builder and its helpers."""
    return frozenset((model.init.entry, *init_functions(model))) if model.init is not None else frozenset()


def running_once(model: Extension) -> tuple[str, ...]:
    """Return the builder, its helpers, and what nothing else calls: what ran once in a process (G89, G319, G320)."""
    return tuple(dict.fromkeys((*init_functions(model), *model.init_only_functions)))


@fact
def exec_functions(model: Extension) -> frozenset[str]:
    """Return the functions in `Py_mod_exec` slots."""
    functions = model.functions.items()
    return frozenset(symbol for symbol, item in functions if any(role.kind is RoleKind.EXEC for role in item.roles))


def module_name(model: Extension, function: str) -> bytes:
    """Return the name under which an initialising function knows the module; empty if it doesn't."""
    assert model.init is not None
    if function == model.init.builder:
        declared = model.by_symbol.get(model.init.module_variable or "", ())
        return declared[0].name.encode() if declared else b""
    helper = init_helpers(model).get(function)
    if helper is None or helper.module is None:
        return b""
    parameter = model.functions[function].definition.parameters[helper.module]
    return model.by_symbol[parameter][0].name.encode()


def _helper(model: Extension, caller: str, use: Reference, found: dict[str, InitHelper]) -> InitHelper | None:
    function = model.functions.get(use.symbol)
    if function is None or use.via_macro is not None or not use.is_call or use.symbol in found:
        return None
    assert model.init is not None
    own = use.symbol in (model.init.builder, model.init.entry)
    if own or function.roles or function.escapes or len(model.uses.get(use.symbol, ())) != 1:
        return None
    body = model.body_at(caller, use.path, use.offset)
    path = body.path_to(use.offset)
    if any(item.repeats or item.kind is StatementKind.SWITCH for item in path):
        return None
    call = next((one for one in calls(body.tokens) if one.name.start == use.offset), None)
    if call is None:
        return None
    return InitHelper(use.symbol, caller, call, _module_parameter(model, caller, use, call, found))


def _module_parameter(
    model: Extension, caller: str, use: Reference, call: Call, found: dict[str, InitHelper]
) -> int | None:
    """Return the parameter that is given the module, and that the helper never assigns to."""
    assert model.init is not None
    outer = found.get(caller)
    if caller == model.init.builder:
        create = model.init.create
        variable = model.init.module_variable if create is None or create.end <= use.offset else None
    elif outer is not None and outer.module is not None:
        variable = model.functions[caller].definition.parameters[outer.module]
    else:
        variable = None
    if variable is None:
        return None
    file = model.files[use.path]
    parameters = model.functions[use.symbol].definition.parameters
    for index, argument in enumerate(call.arguments[: len(parameters)]):
        if symbol_at(file, named(argument)) == variable and not may_store(model, parameters[index]):
            return index
    return None
