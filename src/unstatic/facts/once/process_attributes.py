"""C data that tells what was set for the process, such as a cached answer of a system call: one for all modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from unstatic.c.syntax import Call, Statement, StatementKind
from unstatic.capi.blocks import LIBRARY_WORDS
from unstatic.capi.process import ATTRIBUTES
from unstatic.facts.module.helpers import running_once
from unstatic.facts.once.fillers import is_python
from unstatic.facts.once.resets import words_of
from unstatic.model.extension import Extension, Global, GlobalKind, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.uses import use_of
from unstatic.text.source import Span


def tells_of_process(model: Extension, item: Global) -> bool:
    """Tell whether a function that sets *item* also sets an attribute of the process, or is handed its memory."""
    functions = {use.function for use in item.written if use.function is not None and use.function in model.functions}
    sets_attribute = any(call.name.text in ATTRIBUTES for function in functions for call in model.calls(function))
    return sets_attribute or tells_of_library(model, item)


def tells_of_library(model: Extension, item: Global) -> bool:
    """Tell whether a number says if a library is running: all that set it start or end one as a whole (G537)."""
    later = [use for use in item.written if use.function not in running_once(model)]
    if not later or not all(_is_set_to_constant(model, use) for use in later):
        return False
    functions = {use.function for use in later if use.function is not None and use.function in model.functions}
    return bool(functions) and all(
        any(is_of_library(model, function, call) for call in model.calls(function)) for function in functions
    )


def _is_set_to_constant(model: Extension, use: Reference) -> bool:
    """Tell whether a number or a name for one is stored there: what a variable holds says more than that (G659)."""
    given = use_of(model, use).given
    if given is None or not all(token.text.isalnum() for token in given.tokens):
        return False
    file = model.files[use.path].at(use.offset)
    named = (symbol_at(file, token) for token in given.tokens)
    found = (one for symbol in named if symbol is not None for one in model.by_symbol.get(symbol, ()))
    return not any(one.kind in (SymbolKind.VARIABLE, SymbolKind.PARAMETER) for one in found)


def is_of_library(model: Extension, function: str, call: Call, words: Set[str] = LIBRARY_WORDS) -> bool:
    """Tell whether a call starts or ends a library: it gets constants and room for answers, nothing of an object.

    *words*: one of these is part of the name of what is called.
    """
    name = call.name.text
    is_own = name.decode("latin-1") in model.functions_named or name.decode("latin-1") in model.macros
    if is_own or is_python(name) or words.isdisjoint(words_of(name)):
        return False
    parameters = {model.by_symbol[one][0].name.encode() for one in model.functions[function].definition.parameters}
    given = {token.text for argument in call.arguments for token in argument}
    return b"->" not in given and parameters.isdisjoint(given)


@fact
def parts_in_use(model: Extension) -> Mapping[str, frozenset[str]]:
    """Return the numbers that say which part of other data is in use, and what that is: `arena + used` (G438).

    Two modules with numbers of their own would both use the same part of what stays with the process.
    """
    numbers: dict[str, list[Reference]] = {}
    for item in model.globals:
        for use in model.uses.get(item.symbol, ()) if item.written and _is_number(item) else ():
            numbers.setdefault(use.function or "", []).append(use)
    found: dict[str, set[str]] = {}
    for item in model.globals if numbers else ():
        for use in model.uses.get(item.symbol, ()) if _is_block(item) else ():
            for number in _named_with(model, use, numbers.get(use.function or "", ())):
                found.setdefault(number, set()).add(item.symbol)
    return {number: frozenset(data) for number, data in found.items()}


def _is_number(item: Global) -> bool:
    declaration = item.declaration
    is_plain = not any(mark in declaration.canonical_type for mark in "*[(")
    return item.kind is GlobalKind.DATA and is_plain and declaration.pointee_record is None


def _is_block(item: Global) -> bool:
    """Tell whether a variable is an array that is filled later, or leads to memory."""
    is_array = "[" in item.declaration.canonical_type
    is_filled_later = item.declaration.initialiser is None or bool(item.written)
    return is_filled_later if is_array else item.kind is GlobalKind.DATA and "*" in item.declaration.canonical_type


def _named_with(model: Extension, use: Reference, others: Sequence[Reference]) -> set[str]:
    """Return which of *others*, in the same function, the statement around a use names, or a head of a loop around."""
    if not others or use.function is None or use.function not in model.functions:
        return set()
    around = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    spans = tuple(_heads(around))
    return {item.symbol for item in others if item.path == use.path and any(item.offset in span for span in spans)}


def _heads(around: tuple[Statement, ...]) -> Iterator[Span]:
    for statement in around:
        if statement.head and (statement is around[-1] or statement.kind is StatementKind.LOOP):
            yield Span(statement.head[0].start, statement.head[-1].end)
