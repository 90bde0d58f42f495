"""Lost temporaries: new references that the initialisation gives to calls which take a reference of their own (G102).

`PyDict_SetItem(names, PyLong_FromLong(1), value)` never releases the number. With an initialisation that runs once per
process, it is lost once; each import loses one where each import initialises a module of its own. What is set in the
dictionary of the module can be added to the module by a call that takes it over.
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, strip_casts
from unstatic.capi.references import GIVES_NEW, KEEP_THEIR_OWN
from unstatic.facts.macros.called_functions import called, called_alone
from unstatic.facts.module.helpers import init_functions, module_name
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import named, symbol_at
from unstatic.model.uses import STORING, use_of
from unstatic.text.source import Location, Span


def lost_temporaries(model: Extension) -> Iterator[tuple[Location, str]]:
    """Yield where the initialisation loses what a call gave, with the name of the call that it was given to."""
    mended = {call.name.start for _, call in module_constants(model)}
    for function in model.init_only_functions:
        path = model.functions[function].definition.path
        for call in model.calls(function):
            if called(model, call) in KEEP_THEIR_OWN and call.name.start not in mended:
                given = (argument for argument in call.arguments if _is_new(model, strip_casts(argument)))
                for argument in given:
                    yield model.location(path, argument[0].start), call.name.text.decode()


@fact
def module_constants(model: Extension) -> tuple[tuple[str, Call], ...]:
    """Return the calls that set new objects in the module's dictionary, which is used for something else as well."""
    if model.init is None or model.init.multi_phase:
        return ()
    return tuple((function, call) for function in init_functions(model) for call in _constants(model, function))


def _constants(model: Extension, function: str) -> Iterator[Call]:
    file = model.files[model.functions[function].definition.path]
    by_symbol: dict[str, list[Call]] = {}
    for call in model.calls(function):
        if called(model, call) == b"PyDict_SetItemString" and len(call.arguments) == 3:
            symbol = symbol_at(file, named(call.arguments[0]))
            if symbol is not None and _is_new(model, strip_casts(call.arguments[2])):
                by_symbol.setdefault(symbol, []).append(call)
    for symbol, found in by_symbol.items():
        if _is_module_dict(model, function, symbol) and _is_read_elsewhere(model, symbol, found):
            yield from found


def _is_module_dict(model: Extension, function: str, symbol: str) -> bool:
    """Tell whether a local variable is never anything but the dictionary of the module."""
    file = model.files[model.functions[function].definition.path]
    declared = next((item for item in model.locals.get(function, ()) if item.symbol == symbol), None)
    module = module_name(model, function)
    if declared is None or declared.from_macro or not module:
        return False
    uses = (use_of(model, item) for item in model.uses.get(symbol, ()))
    values = [use.given.tokens if use.given is not None else () for use in uses if use.role in STORING]
    if declared.initialiser is not None:
        values.append(file.tokens_in(declared.initialiser))
    return [[token.text for token in value] for value in values] == [[b"PyModule_GetDict", b"(", module, b")"]]


def _is_read_elsewhere(model: Extension, symbol: str, calls: list[Call]) -> bool:
    """Tell whether a variable is still read without some calls, so that it isn't left over."""
    spans = [Span(call.name.start, call.close.end) for call in calls]
    uses = [item for item in model.uses.get(symbol, ()) if not any(item.offset in span for span in spans)]
    return any(use_of(model, item).role not in STORING for item in uses)


def _is_new(model: Extension, tokens: tuple[Token, ...], through: frozenset[bytes] = frozenset()) -> bool:
    """Tell whether an argument is nothing but a call that gives a new reference; *through* macros as well."""
    name = called_alone(model, tokens)
    macro = model.macros.get(name.decode("latin-1")) if name not in through else None
    if macro is None:
        return name in GIVES_NEW
    return all(_is_new(model, strip_casts(item.body), through | {name}) for item in macro.all)
