"""Lost temporaries: new references that the initialisation gives to calls which take a reference of their own (G102).

`PyDict_SetItem(names, PyLong_FromLong(1), value)` never releases the number. With an initialisation that runs once per
process, it is lost once; each import loses one where each import initialises a module of its own. What is set in the
dictionary of the module can be added to the module by a call that takes it over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, strip_casts
from unstatic.capi.references import GIVES_NEW, KEEP_THEIR_OWN
from unstatic.facts.macros.called_functions import called, called_alone
from unstatic.facts.module.helpers import init_functions, module_name
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import named, symbol_at
from unstatic.model.uses import STORING, use_of
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class Temporary:
    """A call that is given new references and takes its own, and which of its arguments those are."""

    function: str
    path: Path
    call: Call
    positions: tuple[int, ...]
    macro: str | None = None
    """The macro of the project in whose body it is written."""


@fact
def lost_temporaries(model: Extension) -> tuple[Temporary, ...]:
    """Return the calls by which the initialisation loses what other calls gave, in whatever `#if` group."""
    mended = {call.name.start for _, call in module_constants(model)}
    # What a macro loses is told of the function that uses it first.
    last_first = sorted(model.init_only_functions, key=lambda one: -model.functions[one].definition.span.start)
    found = {(item.path, item.call.name.start): item for function in last_first for item in _lost(model, function)}
    return tuple(found[place] for place in sorted(found) if place[1] not in mended)


def _lost(model: Extension, function: str) -> Iterator[Temporary]:
    for definition in (model.functions[function].definition, *model.functions[function].alternatives):
        assert definition.body is not None
        for call in calls(model.files[definition.path].lexed.between(*definition.body)):
            macro = model.macros.get(call.name.text.decode("latin-1"))
            for item in macro.all if macro is not None and macro.definition.parameters is not None else ():
                yield from _given(model, function, item.definition.path, calls(item.body), item.definition.name)
            yield from _given(model, function, definition.path, (call,))


def _given(
    model: Extension, function: str, path: Path, made: Iterable[Call], macro: str | None = None
) -> Iterator[Temporary]:
    for call in made:
        if called(model, call) in KEEP_THEIR_OWN:
            given = enumerate(call.arguments)
            positions = tuple(at for at, argument in given if is_new(model, strip_casts(argument)))
            if positions:
                yield Temporary(function, path, call, positions, macro)


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
            if symbol is not None and is_new(model, strip_casts(call.arguments[2])):
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
    """Tell whether a variable is still read without some calls, so that it isn't left over in any `#if` group."""
    declared = model.by_symbol[symbol][0].name_span.start
    spans = [Span(call.name.start, call.close.end) for call in calls]
    uses = [
        item
        for item in model.uses.get(symbol, ())
        if not any(item.offset in span for span in spans)
        and not model.files[item.path].conditionals_beside(item.offset, declared)
    ]
    return any(use_of(model, item).role not in STORING for item in uses)


def is_new(model: Extension, tokens: tuple[Token, ...], through: frozenset[bytes] = frozenset()) -> bool:
    """Tell whether an argument is nothing but a call that gives a new reference; *through* macros as well."""
    name = called_alone(model, tokens)
    macro = model.macros.get(name.decode("latin-1")) if name not in through else None
    if macro is None:
        return name in GIVES_NEW
    return all(is_new(model, strip_casts(item.body), through | {name}) for item in macro.all)
