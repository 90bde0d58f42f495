"""Converters that `PyArg_ParseTuple` calls for `O&`, and that need the module state (G78).

Their parameters are given, so the state can't come in. Where each call looks like `if (!PyArg_ParseTuple(...))` or
`ok = PyArg_ParseTuple(...);`, the object can be taken with `O`, and converted right after by a call that can pass the
state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, Statement, StatementKind, calls
from unstatic.capi.arguments import PARSERS, RAISES
from unstatic.facts.state.subject_users import subject_used
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Extension, File, Function, Reference
from unstatic.text.source import Span

from .argument_formats import FormatUnit, format_units

"""Functions of the C API, and which of their arguments is the format."""


@dataclass(frozen=True)
class Conversion:
    """One `O&` in one call."""

    path: Path
    function: str
    """Around the call."""
    call: Call
    unit: FormatUnit
    unit_at: int
    """The byte offset of `O&` in the file."""
    arguments: Span
    """The converter and where its result goes."""
    target: str
    """The variable whose address is given."""
    is_negated: bool
    """Whether it is asked whether the call failed, rather than what it gives."""


@dataclass(frozen=True)
class Converter:
    """A converter that only such calls use."""

    function: Function
    subject: str
    """What it needs the state for."""
    conversions: tuple[Conversion, ...]


def converters(model: Extension) -> Iterator[Converter]:
    """Yield the converters that can be called by name instead."""
    for symbol, function in model.functions.items():
        if not function.escapes or function.roles or not _is_readable(model, function):
            continue
        subject = subject_used(model, symbol)
        found = [_conversion(model, function, use) for use in function.escapes] if subject else []
        conversions = tuple(item for item in found if item is not None)
        if subject and len(conversions) == len(found) and all(_is_call(model, use) for use in model.uses[symbol]):
            yield Converter(function, subject, conversions)


def _is_call(model: Extension, use: Reference) -> bool:
    return use.is_call or any(use in function.escapes for function in (model.functions[use.symbol],))


def _is_readable(model: Extension, function: Function) -> bool:
    """Tell whether it returns 1, or 0 right after it raised an exception, and can be given a parameter."""
    definition = function.definition
    if len(definition.parameters) != 2 or definition.from_macro or definition.member is not None:
        return False
    if function.alternatives or protected_use(model, function.symbol) is not None:
        return False
    if any(item.path in model.public_headers for item in (definition, *function.prototypes)):
        return False
    return all(_returns(body) for _, body in model.bodies(function.symbol))


def _returns(body: Statement) -> bool:
    found = False
    for block in body.walk():
        for before, item in zip((None, *block.children), block.children, strict=False):
            if item.kind is not StatementKind.RETURN:
                continue
            found = True
            value = b"".join(token.text for token in item.head)
            raised = block.kind is StatementKind.BLOCK and before is not None and _raises(before)
            if value != b"1" and not (value == b"0" and raised):
                return False
    return found


def _raises(statement: Statement) -> bool:
    return statement.kind is StatementKind.SIMPLE and bool(statement.head) and statement.head[0].text in RAISES


def _conversion(model: Extension, converter: Function, use: Reference) -> Conversion | None:
    if use.via_macro is not None or use.function is None or use.function not in model.functions:
        return None
    file = model.files[use.path].at(use.offset)
    around = _around(model, use)
    call = next((item for item in calls(around) if item.name.text in PARSERS), None)
    if call is None or around[-1] is not call.close:
        return None
    ahead = around[: around.index(call.name)]
    is_negated = len(ahead) == 1 and ahead[0].text == b"!"
    if not is_negated and (not ahead or ahead[-1].text != b"="):
        return None
    position = PARSERS[call.name.text]
    units = _units(call, position)
    first = position + (2 if call.name.text == b"PyArg_ParseTupleAndKeywords" else 1)
    for unit in units:
        index = first + unit.argument
        given = call.arguments[index : index + 2]
        if unit.text == b"O&" and len(given) == 2 and _is_name(given[0], use.offset):
            target = _target(model, file, converter, given[1])
            format_token = call.arguments[position][0]
            at = format_token.start + 1 + unit.offset
            span = Span(given[0][0].start, given[1][-1].end)
            if target and not unit.is_nested and not _is_macro(file, span):
                return Conversion(use.path, use.function, call, unit, at, span, target, is_negated)
    return None


def _is_name(argument: tuple[Token, ...], offset: int) -> bool:
    """Tell whether an argument is the name at an offset, or its address, which is the same for a function."""
    plain = argument[1:] if argument and argument[0].text == b"&" else argument
    return len(plain) == 1 and plain[0].start == offset


def _around(model: Extension, use: Reference) -> tuple[Token, ...]:
    """Return the condition of the `if`, or the statement, that holds a use, without its `;`."""
    assert use.function is not None
    path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    found = path[-1] if path else None
    if found is None or found.kind not in (StatementKind.IF, StatementKind.SIMPLE) or len(found.head) <= 2:
        return ()
    return found.head[:-1] if found.head[-1].text == b";" else found.head


def _units(call: Call, position: int) -> tuple[FormatUnit, ...]:
    given = call.arguments[position] if position < len(call.arguments) else ()
    if len(given) != 1 or given[0].kind is not TokenKind.STRING or b"\\" in given[0].text:
        return ()
    return format_units(given[0].text[1:-1]) or ()


def _target(model: Extension, file: File, converter: Function, given: tuple) -> str:  # type: ignore[type-arg]
    """Return the variable in `&variable`, if its address is what the converter takes; empty if not."""
    if len(given) != 2 or given[0].text != b"&":
        return ""
    reference = file.written.get(given[1].start)
    variable = model.by_symbol.get(reference.symbol, ()) if reference is not None else ()
    taken = model.by_symbol.get(converter.definition.parameters[1], ())
    if not variable or not taken:
        return ""
    wanted, has = (item[0].canonical_type.replace(" ", "") for item in (taken, variable))
    return variable[0].name if wanted in ("void*", has + "*") else ""


def _is_macro(file: File, span: Span) -> bool:
    return any(at in span for at in file.expansions)
