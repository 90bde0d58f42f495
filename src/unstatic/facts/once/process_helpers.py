"""Helpers of the initialisation that fill data of the process from Python's, and do nothing for a module (G535).

`load_names()` reads a table of Python's standard library into C strings. Run for each module, it would put other
memory under what others read, and leave the old one behind. A flag of its own lets it run once, as before.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence, Set
from dataclasses import dataclass

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.once.fillers import is_python, words_in
from unstatic.facts.once.flags import FAILED
from unstatic.model.extension import Extension, GlobalKind
from unstatic.text.source import Span

_READING = re.compile(
    rb"""
    Py(Object|Err_\w+|Exc_\w+|Mem_\w+|Import_Import\w*|Eval_Get\w+|UnicodeObject|BytesObject)
    | Py[A-Za-z]+_(Get|GET_|As|AS_|Keys|Values|Items|Size|SIZE|Length|Check|From|New|Next|Is)\w*
    | _?Py_(X?DECREF|X?INCREF|CLEAR|None|True|False|ssize_t|hash_t|uhash_t|UNUSED|NewRef|XNewRef|NULL)
    """,
    re.VERBOSE,
)
"""What of Python's API changes nothing that others see: objects that are read and made, errors, counts, memory."""


@dataclass(frozen=True, slots=True)
class ProcessHelper:
    """A function that fills data of the process, with the place where a test may leave it and what ends it."""

    function: str
    start: int
    """The offset of the first statement that isn't a declaration."""
    success: Statement | None
    """`return 0;`; None where the function returns nothing, and all of it has been done at its end."""


def process_helper(model: Extension, kept: Container[str], function: str) -> ProcessHelper | None:
    """Return *function* as such a helper, if all that it changes are variables among *kept*."""
    item = model.functions[function]
    definition = item.definition
    is_own = model.init is not None and function not in (model.init.builder, model.init.entry)
    if not is_own or item.alternatives or definition.parameters or item.escapes or definition.member is not None:
        return None
    moving = {one.symbol for one in model.globals if one.symbol not in kept or one.kind is not GlobalKind.DATA}
    objects = moving | model.type_symbols
    if not all(_only_reads(model, objects, one) for one in reached(model, function)):
        return None
    body = model.body(function)
    first = _behind_declarations(model, function, body.children)
    returns = [one for one in body.walk() if one.kind is StatementKind.RETURN]
    given = [one for one in returns if b"".join(token.text for token in one.head) not in FAILED]
    if first is None:
        return None
    is_zero = len(given) == 1 and [token.text for token in given[0].head] == [b"0"] and given[0] in body.children
    if definition.canonical_type.startswith("int (") and is_zero:
        found, end = ProcessHelper(function, first.span.start, given[0]), given[0].tokens[0]
    elif definition.canonical_type.startswith("void (") and not returns:
        found, end = ProcessHelper(function, first.span.start, None), body.tokens[-1]
    else:
        return None
    # In a function on one line, no lines can be put before either.
    return found if first.tokens[0].opens_line and end.opens_line else None


def _only_reads(model: Extension, objects: Set[str], function: str) -> bool:
    """Tell whether a function only reads what Python has, and names none of the module's *objects*."""
    item = model.functions.get(function)
    if item is None or item.definition.body is None or item.alternatives:
        return False
    body = item.definition.body
    file = model.files[item.definition.path].at(body.start)
    named = {use.symbol for use in model.uses_in.get(function, ())}
    words = words_in(model, file, file.tokens_in(body))
    is_whole = not list(file.conditionals_in(Span(body.start, body.end)))
    return is_whole and named.isdisjoint(objects) and all(map(_is_read, words))


def _is_read(word: bytes) -> bool:
    return not is_python(word) or _READING.fullmatch(word) is not None


def _behind_declarations(model: Extension, function: str, children: Sequence[Statement]) -> Statement | None:
    places = [item.name_span.start for item in model.locals.get(function, ())]
    return next((one for one in children if not any(place in one.span for place in places)), None)
