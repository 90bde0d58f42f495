"""Where the address of a function goes, and from where the function is called by it.

An address that only ever stands in variables, parameters and fields of the project, whatever the casts on the way, is
called where one of these is called, and nowhere else: no library has it.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import is_address_of, split, strip_casts
from unstatic.model.extension import Declaration, Extension, File, InitEntry, Linkage, Reference, SymbolKind

_TESTS = frozenset((b"==", b"!=", b"&&", b"||", b"!"))
_ENDS = frozenset((b";", b"{", b"}"))
_MEMORY = "function-pointers"


def calling_places(model: Extension, function: str) -> frozenset[tuple[Path, int]] | None:
    """Return where *function* is called by its address; None if the address leaves what can be seen here."""
    known = model.memory.setdefault(_MEMORY, {})
    assert isinstance(known, dict)
    if function not in known:
        known[function] = _followed(model, function)
    found: frozenset[tuple[Path, int]] | None = known[function]
    return found


def _followed(model: Extension, function: str) -> frozenset[tuple[Path, int]] | None:
    places: set[tuple[Path, int]] = set()
    seen: set[str] = set()
    waiting = list(model.functions[function].escapes)
    while waiting:
        use = waiting.pop()
        target = _target(model, use)
        if target is None:
            return None
        if target == use.symbol:
            places.add((use.path, use.offset))
        elif target and target not in seen:
            if not _is_own(model, target):
                return None
            seen.add(target)
            waiting += model.uses.get(target, ())
    return frozenset(places)


def _is_own(model: Extension, symbol: str) -> bool:
    """Tell whether only code of this extension can have a variable, or a field."""
    declared = model.by_symbol.get(symbol, ())
    if not declared or any(item.declared_outside or item.path not in model.files for item in declared):
        return False
    is_global = declared[0].kind is SymbolKind.VARIABLE and declared[0].function is None
    return not is_global or declared[0].linkage is Linkage.INTERNAL


def _target(model: Extension, use: Reference) -> str | None:
    """Return the variable, parameter or field that gets what is named at *use*; the symbol there where it is called.

    Nothing where it is only asked for or assigned to, and None where it can't be told.
    """
    entry = _entry(model, use)
    if entry is not None:
        return _initialised(model, use, *entry)
    if use.function is None or use.function not in model.functions or use.via_macro is not None:
        return None
    file = model.files[use.path].at(use.offset)
    tokens = model.body_at(use.function, use.path, use.offset).tokens
    at = bisect.bisect_left(tokens, use.offset, key=attrgetter("start"))
    if at == len(tokens) or tokens[at].start != use.offset:
        return None
    if use.kind is not SymbolKind.FUNCTION and tokens[at + 1].text == b"(":
        return use.symbol
    if tokens[at + 1].text == b"=":
        return ""
    around = model.calls_around(use.function, use.offset)
    if around:
        innermost = max(around, key=lambda call: call.open.start)
        return _parameter(model, file, innermost.name, innermost.arguments, _path(tokens, at))
    return _assigned(model, file, tokens, at)


def _entry(model: Extension, use: Reference) -> tuple[Declaration, InitEntry] | None:
    """Return the entry of a brace list that the address stands in, with what the list initialises."""
    for declared in model.by_symbol.get(use.initialises or "", ()) if use.via_macro is None else ():
        entries = declared.entries if declared.path == use.path else None
        found = next((entry for entry in _leaves(entries or ()) if use.offset in entry.value_span), None)
        if found is not None and not found.macro:
            return declared, found
    return None


def _initialised(model: Extension, use: Reference, declared: Declaration, entry: InitEntry) -> str | None:
    """Return the field, or the array, that the entry gives the address to (G654)."""
    value = strip_casts(model.files[use.path].at(use.offset).tokens_in(entry.value_span))
    if not value or value[-1].start != use.offset:
        return None
    field = f"{declared.pointee_record}.{entry.field}" if entry.field is not None else declared.symbol
    return field if field in model.by_symbol else None


def _leaves(entries: Sequence[InitEntry]) -> Iterator[InitEntry]:
    for entry in entries:
        yield from (entry,) if entry.children is None else _leaves(entry.children)


def _path(tokens: Sequence[Token], at: int) -> tuple[Token, ...]:
    """Return `a->b.c` for the index of `c`, and `&f` for that of a function."""
    first = at
    while first > 1 and tokens[first - 1].text in (b"->", b".") and tokens[first - 2].kind is TokenKind.IDENT:
        first -= 2
    return tuple(tokens[first - 1 if is_address_of(tokens, first - 1) else first : at + 1])


def _parameter(
    model: Extension, file: File, name: Token, arguments: Sequence[Sequence[Token]], path: tuple[Token, ...]
) -> str | None:
    """Return the parameter of a function of the project that a path is given to."""
    callee = file.written.get(name.start)
    function = model.functions.get(callee.symbol) if callee is not None else None
    for index, argument in enumerate(arguments):
        if strip_casts(argument) == path:
            is_seen = function is not None and index < len(function.definition.parameters)
            return function.definition.parameters[index] if function is not None and is_seen else None
    return None


def _assigned(model: Extension, file: File, tokens: Sequence[Token], at: int) -> str | None:
    """Return what an assignment or a declaration stores the value in; nothing for a test of it."""
    path = _path(tokens, at)
    first = at + 1 - len(path)
    start = next((i + 1 for i in range(first - 1, -1, -1) if tokens[i].text in _ENDS), 0)
    end = next((i for i in range(at, len(tokens)) if tokens[i].text in _ENDS), len(tokens))
    equals = [i for i in range(start, first) if tokens[i].text == b"="]
    if not equals:
        around = [tokens[first - 1].text, tokens[at + 1].text]
        return "" if around == [b"(", b")"] or not _TESTS.isdisjoint(around) else None
    target = tokens[equals[0] - 1]
    if len(equals) > 1 or target.kind is not TokenKind.IDENT or not _gives(tokens[equals[0] + 1 : end], path):
        return None
    reference = file.written.get(target.start)
    if reference is not None:
        return reference.symbol
    declared = (item.symbol for item in model.declarations if item.name_span.start == target.start)
    return next(declared, None)


def _gives(value: Sequence[Token], path: tuple[Token, ...]) -> bool:
    """Tell whether a value is *path*, or one of the two of a choice is."""
    inner = strip_casts(value)
    question = next((index for index, token in enumerate(inner) if token.text == b"?"), None)
    ways = split(inner[question + 1 :], b":") if question is not None else (inner,)
    return any(strip_casts(way) == path for way in ways)
