"""Data of the process that the module's m_clear and m_free give back: `free(table); table = NULL;`.

A module whose initialisation runs once in a process goes at its end. Once each load makes a module, one that goes would
take away what the initialisation made for all of them. What others make where they need it, they make again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from unstatic.c.nodes import Call
from unstatic.c.syntax import StatementKind
from unstatic.capi.blocks import ENDING_WORDS, FREEING_WORDS
from unstatic.capi.modules import HOOKS
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.helpers import running_once
from unstatic.facts.once.process_attributes import is_of_library
from unstatic.facts.once.resets import words_of
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.uses import Use, UsedAs, use_of
from unstatic.text.source import Location

_GIVEN = (UsedAs.ARGUMENT, UsedAs.ADDRESS, UsedAs.ELEMENT, UsedAs.MEMBER)


@dataclass(frozen=True, slots=True)
class Ended:
    """One variable, the hook that gives it back, and where."""

    item: Global
    hook: str
    location: Location


@dataclass(frozen=True, slots=True)
class EndedLibrary:
    """One call that ends a library, the hook that makes it, and where."""

    function: str
    hook: str
    location: Location


def ended_libraries(model: Extension) -> Iterator[EndedLibrary]:
    """Yield what a module that goes ends for all others, `snmp_shutdown("app");`, unless it counts them."""
    for symbol, slot in _ending(model):
        body, path = model.body(symbol), model.functions[symbol].definition.path
        counts = any(token.text == b"--" for token in body.tokens)
        for call in model.calls(symbol):
            around = body.path_to(call.span.start) if counts else ()
            is_counted = any(one.kind is StatementKind.IF for one in around)
            if is_of_library(model, symbol, call, ENDING_WORDS) and not is_counted:
                yield EndedLibrary(call.name.text.decode(), slot, model.location(path, call.name.start))


def ended_data(model: Extension, staying: Iterable[Global]) -> Iterator[Ended]:
    """Yield what stays and doesn't outlive the first module that goes."""
    running = dict(_ending(model))
    making = frozenset(running_once(model))
    for item in staying if running else ():
        used_in = {one.function for one in model.uses.get(item.symbol, ())}
        is_made = any(one.function in making for one in item.written)
        if item.kind is not GlobalKind.DATA or not is_made or used_in <= running.keys() | making:
            continue
        uses = (one for one in model.uses.get(item.symbol, ()) if one.function in running)
        ending = next((one for one in uses if _ends(use_of(model, one))), None)
        if ending is not None:
            assert ending.function is not None
            yield Ended(item, running[ending.function], model.location(ending.path, ending.offset))


def _ending(model: Extension) -> Iterator[tuple[str, str]]:
    """Yield the functions that run when a module goes, each with the hook that leads there."""
    for slot, function in module_hooks(model).items():
        if HOOKS[slot] == 1:
            yield from ((symbol, slot) for symbol in reached(model, function.symbol))


def _ends(use: Use) -> bool:
    """Tell whether the variable gets another value there, or goes to what takes such things back; counts may change."""
    if use.role is UsedAs.WRITTEN:
        return True
    calls = (node for node in use.around if isinstance(node, Call))
    return use.role in _GIVEN and any(
        not FREEING_WORDS.isdisjoint(words_of(call.function.tokens[-1].text)) for call in calls
    )
