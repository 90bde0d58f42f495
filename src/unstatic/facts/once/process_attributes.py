"""C data that tells what was set for the process, such as a cached answer of a system call: one for all modules."""

from __future__ import annotations

from collections.abc import Set

from unstatic.c.syntax import Call
from unstatic.capi.blocks import LIBRARY_WORDS
from unstatic.capi.process import ATTRIBUTES
from unstatic.facts.module.helpers import running_once
from unstatic.facts.once.fillers import is_python
from unstatic.facts.once.resets import words_of
from unstatic.model.extension import Extension, Global
from unstatic.model.uses import use_of


def tells_of_process(model: Extension, item: Global) -> bool:
    """Tell whether a function that sets *item* also sets an attribute of the process, or is handed its memory."""
    functions = {use.function for use in item.written if use.function is not None and use.function in model.functions}
    sets_attribute = any(call.name.text in ATTRIBUTES for function in functions for call in model.calls(function))
    return sets_attribute or tells_of_library(model, item)


def tells_of_library(model: Extension, item: Global) -> bool:
    """Tell whether a number says if a library is running: all that set it start or end one as a whole (G537)."""
    later = [use for use in item.written if use.function not in running_once(model)]
    given = [use_of(model, use).given for use in later]
    if not later or any(value is None or not all(token.text.isalnum() for token in value.tokens) for value in given):
        return False
    functions = {use.function for use in later if use.function is not None and use.function in model.functions}
    return bool(functions) and all(
        any(is_of_library(model, function, call) for call in model.calls(function)) for function in functions
    )


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
