"""Dictionaries that types are given before they are made ready: `Box_Type.tp_dict = attributes;` (G47).

A heap type has its own dictionary from the start. What stands in the other can be put in once the type is ready: as no
slot reads it, nobody sees the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import FAILS, Call, Statement, StatementKind, calls, strip_casts
from unstatic.capi.references import CLEAR, DECREASE
from unstatic.facts.module.ready_calls import readied
from unstatic.facts.places.in_functions import parent_of
from unstatic.model.extension import Declaration, Extension, File, StaticType
from unstatic.model.initialiser_values import is_null
from unstatic.text.source import Span

_FILLS = b"PyDict_SetItemString"


@dataclass(frozen=True)
class Preset:
    """A dictionary that a type is given, and the test whether the type could be made ready."""

    static: StaticType
    file: File
    given: Statement
    ready: Statement
    call: Call


@dataclass(frozen=True)
class MadeThere(Preset):
    """One that is made where it is given: `Box_Type.tp_dict = PyDict_New();`."""

    check: Statement
    """The test whether there is one, which leaves the function."""


@dataclass(frozen=True)
class MadeBefore(Preset):
    """One that a variable of the function leads to."""

    name: bytes
    cleared: Statement | None
    """`attributes = NULL;`, as the type owns the reference; what the function does in the end releases nothing then."""


def presets(model: Extension) -> Iterator[MadeThere | MadeBefore]:
    """Yield the dictionaries that types are given where what is in them can be put in later."""
    for static in model.types:
        found = _preset(model, static)
        if found is None:
            continue
        value = strip_casts(found.file.tokens_in(_value_of(static)))
        made = _made_there(model, found, value) if len(value) > 1 else _made_before(model, found, value)
        if made is not None:
            yield made


def _value_of(static: StaticType) -> Span:
    return next(item.value_span for item in static.runtime if item.name == "tp_dict")


def _preset(model: Extension, static: StaticType) -> Preset | None:
    """Return where a type is given a dictionary, once and in the block that makes it ready."""
    given = [item for item in static.runtime if item.name == "tp_dict"]
    made = readied(model, static)
    if len(given) != 1 or len(made) != 1 or given[0].conditional or not given[0].value:
        return None
    (item,), ((function, call),) = given, made
    if item.function != function or model.functions[function].alternatives:
        return None
    file, body = model.files[item.path], model.body(function)
    setting, ready = body.path_to(item.statement.start)[-1], body.path_to(call.name.start)[-1]
    places = (setting.span.start, ready.span.start)
    is_plain = setting.kind is StatementKind.SIMPLE and setting.tokens[-1].start < ready.span.start
    if not is_plain or any(file.is_conditional(at) for at in places) or not is_test(ready, call):
        return None
    block = parent_of(body, ready)
    is_inside = block is not None and block.kind is StatementKind.BLOCK and setting in block.children
    return Preset(static, file, setting, ready, call) if is_inside else None


def is_test(statement: Statement, call: Call) -> bool:
    """Tell whether a statement is `if (call fails) ...` and no more."""
    rest = [token.text for token in statement.head if not call.span.covers(token.span)]
    return statement.kind is StatementKind.IF and len(statement.children) == 1 and rest in FAILS


def _made_there(model: Extension, found: Preset, value: Sequence[Token]) -> MadeThere | None:
    """Return one that is tested, and then only filled until the type is made ready."""
    if [token.text for token in value] != [b"PyDict_New", b"(", b")"]:
        return None
    static, file = found.static, found.file
    function = next(item.function for item in static.runtime if item.name == "tp_dict")
    block = parent_of(model.body(function), found.ready)
    assert block is not None
    between = block.children[block.children.index(found.given) + 1 : block.children.index(found.ready)]
    check = between[0] if between else None
    field = static.name.encode(), b".", b"tp_dict"
    if check is None or check.kind is not StatementKind.IF or len(check.children) != 1:
        return None
    texts = tuple(token.text for token in check.head)
    if texts not in ((b"!", *field), (*field, b"==", b"NULL"), (*field, b"==", b"0")):
        return None
    start = check.span.end
    uses = [use for use in model.uses.get(static.symbol, ()) if start <= use.offset < found.ready.span.start]
    if any(use.function != function or use.via_macro is not None for use in uses):
        return None
    filled = [call for statement in between[1:] for call in calls(statement.tokens) if fills(call, field)]
    is_only_filled = all(any(call.holds(use.offset) for call in filled) for use in uses)
    return MadeThere(static, file, found.given, found.ready, found.call, check) if is_only_filled else None


def fills(call: Call, expression: Sequence[bytes]) -> bool:
    """Tell whether a call puts something under a plain name into a dictionary: no slot reads that (G382)."""
    if call.name.text != _FILLS or len(call.arguments) != 3:
        return False
    target, key = strip_casts(call.arguments[0]), call.arguments[1]
    is_plain = len(key) == 1 and key[0].kind is TokenKind.STRING and not key[0].text.startswith(b'"__')
    return is_plain and tuple(token.text for token in target) == tuple(expression)


def _made_before(model: Extension, found: Preset, value: Sequence[Token]) -> MadeBefore | None:
    """Return one in a variable that is only filled, given to the type, and not used any more once that is ready."""
    function = next(item.function for item in found.static.runtime if item.name == "tp_dict")
    named = [item for item in model.locals.get(function, ()) if item.symbol == _symbol(found.file, value)]
    if len(named) != 1 or named[0].storage == "static":
        return None
    used = _used(model, found, function, named[0])
    if used is None:
        return None
    cleared, released = used
    if bool(released) != bool(cleared) or not all(_all_lead_to(model.body(function), found, one) for one in released):
        return None
    name = named[0].name.encode()
    return MadeBefore(found.static, found.file, found.given, found.ready, found.call, name, next(iter(cleared), None))


def _used(
    model: Extension, found: Preset, function: str, item: Declaration
) -> tuple[list[Statement], list[Statement]] | None:
    """Return where the variable is cleared once the type has the dictionary, and where it is released in the end.

    None if something else is done with it than to fill it before the type is ready.
    """
    name, body = item.name.encode(), model.body(function)
    given, ready = found.given.span, found.ready.span
    cleared: list[Statement] = []
    released: list[Statement] = []
    for offset in _uses(model, item, given):
        statement = body.path_to(offset)[-1]
        if given.end <= offset < ready.start and is_cleared(statement, (name,)):
            cleared.append(statement)
        elif offset > given.end and is_release(statement, (name,)):
            released.append(statement)
        elif offset > ready.start or not _is_filled(statement, offset, name):
            return None
    is_together = all(parent_of(body, one) == parent_of(body, found.given) for one in cleared)
    return (cleared, released) if len(cleared) <= 1 and is_together else None


def _symbol(file: File, value: Sequence[Token]) -> str | None:
    reference = file.written.get(value[0].start) if value else None
    return reference.symbol if reference is not None else None


def _uses(model: Extension, item: Declaration, setting: Span) -> list[int]:
    """Return where a variable is used, but for its declaration and the statement that gives it to the type."""
    uses = model.uses.get(item.symbol, ())
    return [use.offset for use in uses if use.offset not in setting and use.offset != item.name_span.start]


def is_cleared(statement: Statement, expression: Sequence[bytes]) -> bool:
    """Tell whether a statement is `expression = NULL;`."""
    head, count = statement.head if statement.kind is StatementKind.SIMPLE else (), len(expression)
    return [token.text for token in head[: count + 1]] == [*expression, b"="] and is_null(head[count + 1 :])


def is_release(statement: Statement, expression: Sequence[bytes]) -> bool:
    """Tell whether a statement is `Py_XDECREF(expression);`, or another release of it."""
    found = tuple(calls(statement.tokens)) if statement.kind is StatementKind.SIMPLE else ()
    if len(found) != 1 or found[0].name.text not in (*DECREASE, *CLEAR) or len(found[0].arguments) != 1:
        return False
    given = [token.text for token in strip_casts(found[0].arguments[0])]
    return statement.tokens[0] is found[0].name and given == [*expression]


def _is_filled(statement: Statement, offset: int, name: bytes) -> bool:
    """Tell whether a use makes the dictionary, tests for it, or puts something under a plain name into it."""
    if any(fills(call, (name,)) and call.holds(offset) for call in calls(statement.tokens)):
        return True
    texts = [token.text for token in statement.head]
    if statement.kind is StatementKind.IF:
        return texts in ([b"!", name], [name, b"==", b"NULL"], [name, b"==", b"0"])
    return texts == [name, b"=", b"PyDict_New", b"(", b")"] or is_cleared(statement, (name,))


def _all_lead_to(body: Statement, found: Preset, release: Statement) -> bool:
    """Tell whether all that follows the type's getting the dictionary comes to a statement of the body."""
    ends = (item.span.start for item in body.walk() if item.kind is StatementKind.RETURN)
    is_left = any(found.given.span.end < at < release.span.start for at in ends)
    return release in body.children and not is_left
