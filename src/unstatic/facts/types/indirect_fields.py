"""Fields of a type that are set through a pointer to it: `type->tp_base = base` in a function that is given the type.

On a static type that is done before PyType_Ready reads the fields. A heap type is complete once it is made, and what is
set then comes too late (HOWTO "Isolating Extension Modules").
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, StatementKind, calls, strip_casts
from unstatic.capi.slots import PREFIXES
from unstatic.capi.types import SET_TYPE, TYPE_RECORDS
from unstatic.model.expansion.made import Unfollowed
from unstatic.model.extension import Extension, Linkage, Reference, StaticType, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import element_type
from unstatic.model.opened_code import as_tokens
from unstatic.model.uses import UsedAs, use_of

_ASSIGNS = (b"=", b"|=", b"&=", b"+=", b"^=")
_DEPTH = 4


@dataclass(frozen=True, slots=True)
class IndirectField:
    """One such assignment: the field, and where it stands."""

    name: str
    path: Path
    offset: int


def indirect_fields(model: Extension, static: StaticType) -> Iterator[IndirectField]:
    """Yield the assignments to fields of *static* through a parameter or a variable that holds its address."""
    for use in model.uses.get(static.symbol, ()):
        if use.function in model.functions and use.via_macro is None:
            yield from _through_function(model, use)
        elif use.initialises is not None:
            yield from _through_table(model, use.initialises)
        if use.function in model.functions:
            yield from _through_macro(model, static, use)


def given_as_base(model: Extension, static: StaticType) -> Iterator[tuple[Path, int]]:
    """Yield where *static* becomes the base of a type that stays static, as the extension doesn't define it.

    Only a pointer leads to it (`type->tp_base = &Base_Type;`), or code of another platform or a library has it.
    """
    for use in model.uses.get(static.symbol, ()):
        if use.function in model.functions and use.via_macro is None:
            path = model.body_at(use.function or "", use.path, use.offset).path_to(use.offset)
            if path and _is_base_elsewhere(model, path[-1].tokens, use.offset):
                yield use.path, use.offset


def _is_base_elsewhere(model: Extension, tokens: Sequence[Token], offset: int) -> bool:
    """Tell whether the statement sets tp_base of such a type to what stands at *offset*, or calls what may do so."""
    words = [token.text for token in tokens if token.start < offset]
    for at in range(1, len(words) - 2):
        if words[at + 1 : at + 3] == [b"tp_base", b"="] and words[at] in (b".", b"->"):
            names = () if words[at] == b"->" else {item.name.encode() for item in model.types}
            return tokens[at - 1].kind is TokenKind.IDENT and words[at - 1] not in names
    elsewhere = _defined_elsewhere(model)
    around = (call for call in calls(tokens) if call.holds(offset)) if elsewhere else ()
    return any(
        token.text in elsewhere
        for call in around
        if (name := call.name.text.decode("latin-1")) in model.functions_named or name in model.macros
        for argument in call.arguments
        for token in argument
    )


@fact
def _defined_elsewhere(model: Extension) -> Set[bytes]:
    """Return the names of the types that the project's files declare and that no source here defines."""
    own = {static.symbol for static in model.types}
    return {
        item.name.encode()
        for item in model.declarations
        if item.kind is SymbolKind.VARIABLE
        and item.linkage is Linkage.EXTERNAL
        and element_type(item.canonical_type) in TYPE_RECORDS
        and item.symbol not in own
    }


def _through_function(model: Extension, use: Reference) -> Iterator[IndirectField]:
    """Follow the address from the statement that takes it."""
    function = use.function or ""
    body = model.body_at(function, use.path, use.offset)
    path = body.path_to(use.offset)
    if not path or use_of(model, use).role is not UsedAs.ADDRESS:
        return
    yield from _through_calls(model, _own_calls(model, path[-1].tokens), use.offset)
    tokens = path[-1].tokens
    at = next((index for index, token in enumerate(tokens) if token.text == b"="), 0)
    if path[-1].kind is StatementKind.SIMPLE and at and tokens[at].start < use.offset:
        # What holds the address: a variable, or the table in whose initialiser it stands.
        names = {token.text for token in tokens[:at] if token.kind is TokenKind.IDENT}
        is_field = any(token.text in (b".", b"->") for token in tokens[:at])
        in_table = tokens[at + 1].text == b"{"
        yield from () if is_field else _set_at(model, use.path, body.tokens, None if in_table else names, 0)


def _through_macro(model: Extension, static: StaticType, use: Reference) -> Iterator[IndirectField]:
    """Yield the fields that a macro sets which is given the type: `PyTypeObject *type = (T); type->tp_base = (B);`."""
    expansion = model.files[use.path].at(use.offset).outermost_use(use.offset)
    try:
        made = as_tokens(model.expander.expand(expansion).tokens) if expansion is not None else ()
    except Unfollowed:
        return
    words = [token.text for token in made]
    pointers = {words[at - 1] for at, word in enumerate(words) if word == b"=" and _leads_to(words[at + 1 :], static)}
    for at, word in enumerate(words):
        if word == b"->" and words[at + 2 : at + 3] and words[at + 2] in _ASSIGNS and words[at - 1] in pointers:
            field = words[at + 1].decode("latin-1")
            if field.startswith(PREFIXES) or field == "ob_type":
                yield IndirectField(field, use.path, use.offset)
        if word in SET_TYPE and words[at + 2 : at + 3] and words[at + 2] in pointers:
            yield IndirectField("ob_type", use.path, use.offset)


def _leads_to(words: Sequence[bytes], static: StaticType) -> bool:
    """Tell whether a value is the address of a type, casts and parentheses left out."""
    end = words.index(b";") if b";" in words else len(words)
    return [b"&", static.name.encode()] == [word for word in words[:end] if word not in (b"(", b")")][-2:]


def _own_calls(model: Extension, tokens: Sequence[Token]) -> tuple[Call, ...]:
    """Return the calls of functions of the project."""
    return tuple(calls(tokens, lambda name: name.text.decode("latin-1") in model.functions_named))


def _through_calls(model: Extension, found: Sequence[Call], offset: int, depth: int = 0) -> Iterator[IndirectField]:
    """Follow what stands at *offset* into those of the functions called that are given it."""
    for call in (one for one in found if one.holds(offset)):
        for symbol in model.functions_named.get(call.name.text.decode("latin-1"), ()):
            parameters = model.functions[symbol].definition.parameters
            for argument, parameter in zip(call.arguments, parameters, strict=False):
                inner = strip_casts(argument)
                if inner and inner[-1].start == offset and (len(inner) == 1 or inner[0].text == b"&"):
                    yield from _set_in(model, symbol, {model.by_symbol[parameter][0].name.encode()}, depth + 1)


def _through_table(model: Extension, table: str) -> Iterator[IndirectField]:
    for function in sorted({use.function or "" for use in model.uses.get(table, ())} & model.functions.keys()):
        yield from _set_in(model, function, None, 0)


def _set_in(model: Extension, function: str, names: Container[bytes] | None, depth: int) -> Iterator[IndirectField]:
    """Yield the fields that *function* sets through one of *names*, or through any pointer where that is None."""
    if depth <= _DEPTH:
        path = model.functions[function].definition.path
        yield from _set_at(model, path, model.body(function).tokens, names, depth)


def _set_at(
    model: Extension, path: Path, tokens: Sequence[Token], names: Container[bytes] | None, depth: int
) -> Iterator[IndirectField]:
    """Yield those that the tokens of a function set, as some configuration has them."""
    for index, token in enumerate(tokens):
        if token.text == b"->" and tokens[index + 2].text in _ASSIGNS:
            field = tokens[index + 1].text.decode("latin-1")
            if field.startswith(PREFIXES) and (names is None or _holder(tokens, index) in names):
                yield IndirectField(field, path, token.start)
    named = [
        token.start
        for index, token in enumerate(tokens)
        if names is not None and token.text in names and tokens[index - 1].text not in (b".", b"->")
    ]
    found = _own_calls(model, tokens) if named else ()
    for offset in named:
        yield from _through_calls(model, found, offset, depth)


def _holder(tokens: Sequence[Token], index: int) -> bytes:
    """Return the variable before the `->` at *index*, parentheses and casts left out."""
    while index > 0 and tokens[index - 1].text == b")":
        index -= 1
    return tokens[index - 1].text
