"""Uses of a field in which nothing is done with its object but to give up the reference (G140)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Tokens, is_address_of
from unstatic.capi.references import LET_GO
from unstatic.facts.macros.opened_functions import OpenedFunction, opened_function
from unstatic.facts.types.deallocation.releases import let_go
from unstatic.model.extension import Extension, Reference

_DEPTH = 4


def only_releases(model: Extension, use: Reference, is_intact: Callable[[str], bool]) -> bool:
    """Tell whether a use asks whether there is an object, sets the field, or gives up the reference.

    It may do so by macros, by functions that are given the object or the field's address, and by a local variable. That
    may lead to the members of the object as well, if it points to a struct that *is_intact* says nothing empties.
    """
    if use.function not in model.functions or use.function is None:
        return False
    opened = opened_function(model, use.function)
    places = [number for number, symbol in opened.names.items() if symbol == use.symbol]
    found = [number for number in places if opened.offsets[number] == use.offset]
    return bool(found) and all(
        _is_release(model, opened, number, _DEPTH) or _is_read_in(model, use.function, opened, number, is_intact)
        for number in found
    )


def _is_read_in(
    model: Extension, function: str, opened: OpenedFunction, at: int, is_intact: Callable[[str], bool]
) -> bool:
    """Tell whether the object goes to a local variable, by which nothing is done but to read members of the object."""
    tokens = opened.statement.tokens
    at, following = _behind_parentheses(tokens, at)
    equals = next(_backwards(tokens, at), 0)
    if not equals or following >= len(tokens) or tokens[following].text != b";":
        return False
    name = tokens[equals - 1].text
    declared = [one for one in model.locals.get(function, ()) if one.name.encode() == name]
    places = [token.start for token in tokens if token.text == name and token.start > at]
    only_leads = len(declared) == 1 and bool(places) and all(tokens[place + 1].text == b"->" for place in places)
    return only_leads and is_intact(declared[0].pointee_record or "")


def _is_release(model: Extension, opened: OpenedFunction, at: int, depth: int) -> bool:
    tokens = opened.statement.tokens
    at, following = _behind_parentheses(tokens, at)
    if following >= len(tokens):
        return False
    after = tokens[following].text
    if after in (b"=", b"==", b"!="):
        return True
    around = [call for call in opened.calls if call.holds(at)]
    if around:
        call = around[-1]
        given = next((i for i, one in enumerate(call.arguments) if one and one[0].start <= at < one[-1].end), -1)
        if given < 0 or tokens[following].start not in (call.close.start, call.arguments[given][-1].end):
            return False
        callee = opened.symbol(call.name)
        if call.name.text in LET_GO:
            return given == 0
        return callee in model.functions and depth > 0 and _drops(model, callee or "", given, depth - 1)
    return after in (b")", b"&&", b"||") or (after == b";" and _is_kept_for_release(model, opened, at, depth))


def _behind_parentheses(tokens: Tokens, at: int) -> tuple[int, int]:
    """Return the place of the name, and of what stands behind it: `((self->items)) = NULL`.

    Those of a call or of a condition stay.
    """
    following = at + 1
    start = at
    while start > 1 and tokens[start - 1].text in (b"->", b"."):
        start -= 2
    while following < len(tokens) and tokens[following].text == b")" and start and tokens[start - 1].text == b"(":
        if start > 1 and tokens[start - 2].kind is TokenKind.IDENT:
            break
        following, start = following + 1, start - 1
    return at, following


def _drops(model: Extension, callee: str, position: int, depth: int) -> bool:
    """Tell whether a function does nothing with an argument but to release it."""
    parameters = model.functions[callee].definition.parameters
    if position >= len(parameters) or position not in let_go(model, callee):
        return False
    opened = opened_function(model, callee)
    places = [number for number, symbol in opened.names.items() if symbol == parameters[position]]
    return all(_is_release(model, opened, number, depth) for number in places)


def _is_kept_for_release(model: Extension, opened: OpenedFunction, at: int, depth: int) -> bool:
    """Tell whether the object goes to a local variable of which nothing is done but to release it."""
    tokens = opened.statement.tokens
    equals = next(_backwards(tokens, at), 0)
    if not equals or is_address_of(tokens, equals + 1) or depth <= 0:
        return False
    name = tokens[equals - 1].text
    places = [token.start for token in tokens if token.text == name and token.start > at]
    return tokens[equals - 2].text not in (b"->", b".") and all(
        _is_release(model, opened, number, depth - 1) for number in places
    )


def _backwards(tokens: Tokens, at: int) -> Iterator[int]:
    """Yield where the statement around a place assigns."""
    while at > 1 and tokens[at].text not in (b";", b"{", b"}"):
        if tokens[at].text == b"=":
            yield at
        at -= 1
