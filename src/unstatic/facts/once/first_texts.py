"""Strings that functions make when they first need them: `static PyObject *name; if (!name) name = ...;`.

Where several functions have a variable of the same name, fields of the module state would need longer ones, and hold
the same text several times. So each text is made once, with the module, as CPython's own modules do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.arguments import TEXT_MAKERS
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.module.helpers import initialising
from unstatic.facts.places.in_functions import zero_tested
from unstatic.model.extension import Extension, File, Function, Global, GlobalKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null, symbol_at, tokens_of
from unstatic.model.uses import STORING, uses_as
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class FirstText:
    """A string that a static variable of a function is given under the test whether it has one."""

    call: bytes
    """What makes it, such as `PyUnicode_InternFromString("name")`."""
    text: bytes
    """What stands between its quotation marks."""
    path: Path
    guard: Span
    """The whole test."""


@fact
def first_texts(model: Extension) -> Mapping[str, FirstText]:
    """Return such strings by the symbols of their variables; none where each variable has a name of its own."""
    variables: dict[str, dict[str, Global]] = {}
    for item in model.globals:
        if item.is_local and _may_be_text(model, item):
            variables.setdefault(item.declaration.function or "", {})[item.symbol] = item
    found: dict[str, FirstText] = {}
    for symbol, own in variables.items():
        if _is_plain(model, model.functions[symbol]):
            found |= _texts_of(model, symbol, own)
    names = Counter(model.by_symbol[symbol][0].name for symbol in found)
    return found if any(times > 1 for times in names.values()) else {}


def _may_be_text(model: Extension, item: Global) -> bool:
    declared = item.declaration
    if item.kind is not GlobalKind.OBJECT or declared.from_macro or item.others:
        return False
    file = model.files[declared.path]
    return declared.initialiser is None or is_null(tokens_of(file, declared.initialiser))


def _is_plain(model: Extension, function: Function) -> bool:
    """Tell whether a function has one text of its own, and runs when there is a module."""
    is_one = not function.alternatives and function.symbol not in model.twins
    is_one &= function.symbol not in generated_functions(model)
    return is_one and function.symbol not in initialising(model)


def _texts_of(model: Extension, function: str, variables: Mapping[str, Global]) -> Mapping[str, FirstText]:
    """Return the strings of one function whose tests can go."""
    path = model.functions[function].definition.path
    file = model.files[path]
    found: dict[str, FirstText] = {}
    for block in model.body(function).walk():
        for guard in block.children if block.kind is StatementKind.BLOCK else ():
            texts = _filled(file, guard, variables)
            if texts and all(_is_set_there(model, symbol, path, guard, block) for symbol in texts):
                found |= {symbol: FirstText(call, text, path, guard.span) for symbol, (call, text) in texts.items()}
    return found


def _filled(file: File, guard: Statement, variables: Collection[str]) -> Mapping[str, tuple[bytes, bytes]]:
    """Return the calls and texts by which a test fills *variables*; empty if it does anything else."""
    if guard.kind is not StatementKind.IF or len(guard.children) != 1 or _tested(file, guard.head) not in variables:
        return {}
    is_hidden = file.is_conditional(guard.span.start) or bool(file.directives_in(guard.span))
    if is_hidden or any(comment.start in guard.span for comment in file.lexed.comments):
        return {}
    found: dict[str, tuple[bytes, bytes]] = {}
    for statement in guard.children[0].inside:
        symbol = symbol_at(file, statement.head[0]) if statement.head else None
        made = _made(statement)
        if symbol in variables and symbol is not None and made is not None and symbol not in found:
            found[symbol] = made
        elif not statement.is_exit_test or _tested(file, statement.head) not in found:
            return {}
    return found if _tested(file, guard.head) in found else {}


def _made(statement: Statement) -> tuple[bytes, bytes] | None:
    """Return the call in `name = PyUnicode_FromString("text");`, and the text."""
    call = next(calls(statement.head[2:]), None) if statement.kind is StatementKind.SIMPLE else None
    if call is None or statement.head[1].text != b"=" or call.name.text not in TEXT_MAKERS:
        return None
    whole = Span(statement.head[2].start, statement.head[-1].end)
    tokens: Sequence[Token] = call.arguments[0] if len(call.arguments) == 1 else ()
    if whole != call.span or len(tokens) != 1 or tokens[0].kind is not TokenKind.STRING:
        return None
    return call.name.text + b"(" + tokens[0].text + b")", tokens[0].text[1:-1]


def _tested(file: File, head: Sequence[Token]) -> str | None:
    """Return the variable in `!name`, `name == NULL` or `NULL == name`."""
    tokens = zero_tested(head)
    return symbol_at(file, tokens[0]) if len(tokens) == 1 else None


def _is_set_there(model: Extension, symbol: str, path: Path, guard: Statement, block: Statement) -> bool:
    """Tell whether a variable is set in *guard* alone, and used in the rest of its block alone."""
    is_set = [use.reference.offset in guard.span for use in uses_as(model, symbol, *STORING)]
    rest = Span(guard.span.start, block.span.end)
    uses = model.uses.get(symbol, ())
    return is_set == [True] and all(use.path == path and use.offset in rest and not use.via_macro for use in uses)


def same_texts(found: Mapping[str, FirstText]) -> Iterator[list[str]]:
    """Yield the symbols of variables that hold the same string, in the order of their first."""
    groups: dict[bytes, list[str]] = {}
    for symbol, text in found.items():
        groups.setdefault(text.call, []).append(symbol)
    yield from groups.values()
