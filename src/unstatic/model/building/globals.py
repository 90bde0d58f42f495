"""Variables with static storage that aren't constant: what they hold, and where they are written."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

from unstatic.c.expressions import ASSIGNING
from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, calls, closing, is_address_of
from unstatic.capi.arguments import READ_ARGUMENTS, READERS
from unstatic.capi.references import CLEAR, INCREASE, REPLACE
from unstatic.capi.types import DESCRIPTIONS, OBJECT_RECORDS, TYPE_RECORDS
from unstatic.cparse.facts import Declaration, Linkage, Reference, SymbolKind
from unstatic.model.expansion import Expander, Unfollowed
from unstatic.model.extension import File, Global, GlobalKind
from unstatic.model.initialiser_values import element_type, tokens_of
from unstatic.model.opened_code import as_tokens


def globals_of(
    files: Mapping[Path, File],
    by_symbol: Mapping[str, Sequence[Declaration]],
    uses: Mapping[str, Sequence[Reference]],
    expander: Expander,
) -> tuple[Global, ...]:
    """Return the mutable variables with static storage, in source order; *uses* are the references by symbol."""
    holders = _records_with_objects(by_symbol)
    found = []
    for symbol, declarations in by_symbol.items():
        definition = _definition(declarations)
        if definition is None:
            continue
        if definition.is_const and not _is_made_at_run_time(files[definition.path], definition):
            continue
        kind = GlobalKind.INSTANCE if _is_nameless_object(definition) else _kind(definition, holders)
        is_array = "[" in definition.canonical_type
        written = tuple(use for use in uses.get(symbol, ()) if _may_write(files, use, is_array, expander))
        if not written and (kind is GlobalKind.DATA or _stays_empty(files[definition.path], kind, definition)):
            continue
        others = tuple(item for item in declarations if item is not definition)
        found.append(Global(definition, others, kind, written))
    return tuple(sorted(found, key=lambda item: (item.declaration.path, item.declaration.span.start)))


def _definition(declarations: Sequence[Declaration]) -> Declaration | None:
    first = declarations[0]
    if first.kind is not SymbolKind.VARIABLE:
        return None
    if first.linkage is Linkage.NONE and first.storage != "static":
        return None
    if element_type(first.canonical_type) in DESCRIPTIONS and "*" not in first.canonical_type:
        return None
    definition = next((item for item in declarations if item.is_definition and not item.is_tentative), None)
    return definition or next((item for item in declarations if item.storage != "extern"), None)


def _stays_empty(file: File, kind: GlobalKind, definition: Declaration) -> bool:
    """Tell whether a struct that nothing writes starts without objects: it is copied from, or read."""
    if kind is not GlobalKind.OBJECT_HOLDER:
        return False
    tokens = tokens_of(file, definition.initialiser) if definition.initialiser is not None else ()
    named = (file.at(token.start).written.get(token.start) for token in tokens)
    return all(one is None or one.kind is not SymbolKind.VARIABLE for one in named) and not any(
        token.text == b"&" for token in tokens
    )


def _is_made_at_run_time(file: File, definition: Declaration) -> bool:
    """Tell whether a constant gets what a function gives, as C++ allows: a constant pointer to an object of its own."""
    made = definition.initialiser
    if made is None or b"(" not in file.source.data[slice(*made)]:
        return False
    view = file.at(made.start)
    return any(call.name.start not in view.expansions for call in calls(view.tokens_in(made)))


def object_records(by_symbol: Mapping[str, Sequence[Declaration]]) -> frozenset[str]:
    """Return the structs that begin as a PyObject: `PyObject_HEAD` makes a first field `ob_base`."""
    found = set(OBJECT_RECORDS)
    fields = [item for items in by_symbol.values() for item in items if item.kind is SymbolKind.FIELD]
    for item in fields:
        if item.name == "ob_base" and item.parent:
            found.add(item.parent)
    seen: set[str] = set()
    for item in sorted(fields, key=lambda field: (field.path, field.span.start)):
        if item.parent and item.parent not in seen:
            seen.add(item.parent)
            if "*" not in item.canonical_type and "[" not in item.canonical_type and item.pointee_record in found:
                found.add(item.parent)
    return frozenset(found)


def _records_with_objects(by_symbol: Mapping[str, Sequence[Declaration]]) -> tuple[frozenset[str], frozenset[str]]:
    objects = object_records(by_symbol)
    holding: set[str] = set()
    fields = [item for items in by_symbol.values() for item in items if item.kind is SymbolKind.FIELD]
    changed = True
    while changed:
        before = len(holding)
        for item in fields:
            if item.parent is None or item.parent in holding:
                continue
            pointer = "*" in item.canonical_type
            if (pointer and item.pointee_record in objects) or (not pointer and item.pointee_record in holding):
                holding.add(item.parent)
        changed = len(holding) != before
    return objects, frozenset(holding)


def holders_of_objects(by_symbol: Mapping[str, Sequence[Declaration]]) -> frozenset[str]:
    """Return the structs that hold pointers to objects, directly or in structs inside."""
    return _records_with_objects(by_symbol)[1]


def points_to_objects(holding: Container[str | None], definition: Declaration) -> bool:
    """Tell whether a variable points to a struct of *holding*, so that its objects are out of a module's reach."""
    return definition.pointee_record in holding and "(" not in _spelling(definition)


def _spelling(definition: Declaration) -> str:
    """Return the canonical type without the places in parentheses by which clang tells unnamed structs apart."""
    return _UNNAMED.sub("", definition.canonical_type)


def _is_nameless_object(definition: Declaration) -> bool:
    """Tell whether it is an object by its initialiser: its struct may have no name to know it by."""
    has_head = any(entry.field == "ob_base" for entry in definition.entries or ())
    return has_head and "*" not in definition.canonical_type and "[" not in definition.canonical_type


_UNNAMED = re.compile(r" ?\((?:unnamed|anonymous)\b.*?:\d+:\d+\)")
# A pointer to pointers: memory that some function allocates.
_TABLE = re.compile(r"(?:struct )?(\w+) \*+ ?\*(?: ?const)?")


def _kind(definition: Declaration, records: tuple[frozenset[str], frozenset[str]]) -> GlobalKind:
    objects, holding = records
    record = definition.pointee_record
    canonical = _spelling(definition)
    stars = canonical.count("*")
    table = _TABLE.fullmatch(canonical)
    if table is not None and table[1] in objects:
        return GlobalKind.OBJECT_TABLE if stars == 2 else GlobalKind.OBJECT_HOLDER
    if record is None or "(" in canonical:
        return GlobalKind.DATA
    if "[" in canonical:
        if stars and record in objects:
            return GlobalKind.OBJECT_ARRAY
        return GlobalKind.OBJECT_HOLDER if not stars and record in holding | objects else GlobalKind.DATA
    if stars == 1 and record in TYPE_RECORDS:
        return GlobalKind.TYPE
    if stars == 1 and record in objects:
        return GlobalKind.OBJECT
    return _struct_kind(record, records) if stars == 0 else GlobalKind.DATA


def _struct_kind(record: str, records: tuple[frozenset[str], frozenset[str]]) -> GlobalKind:
    objects, holding = records
    if record in objects:
        return GlobalKind.INSTANCE
    return GlobalKind.OBJECT_HOLDER if record in holding else GlobalKind.DATA


def _may_write(files: Mapping[Path, File], use: Reference, is_array: bool, expander: Expander) -> bool:
    """Tell whether the use may change the variable; True when in doubt."""
    if use.via_macro is not None:
        return use.function is not None
    if use.function is None:
        return False
    file = files[use.path].at(use.offset)
    tokens, index, end = _accessed(file, use.offset)
    following = tokens[end].text if end < len(tokens) else b""
    before = tokens[index - 1].text if index else b""
    if _is_changed(tokens, index, end) or _is_changed_by_macro(file, use, expander):
        return True
    if before == b"(" and index > 1 and tokens[index - 2].text in _SETTING:
        return True
    taken = is_address_of(tokens, index - 1)
    if end > index + 1:
        return taken and _escapes(file, use)
    return (taken or (is_array and _is_array_use(following))) and _escapes(file, use)


def _is_changed(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Tell whether an operator beside a name, of which the parts up to *end* are named, changes it: `(name)++`."""
    following = tokens[end].text if end < len(tokens) else b""
    before = tokens[index - 1].text if index else b""
    if before == b"(" and following == b")" and (index < 2 or tokens[index - 2].kind is not TokenKind.IDENT):
        return _is_changed(tokens, index - 1, _after_access(tokens, end + 1))
    return following in ASSIGNING or following in (b"++", b"--") or before in (b"++", b"--")


def _is_changed_by_macro(file: File, use: Reference, expander: Expander) -> bool:
    """Tell whether a macro of the project that is given the name may change it, by an operator or by its address."""
    around = file.outermost_use(use.offset) if file.is_in_use(use.offset) else None
    if around is None or not expander.opens(around):
        return False
    try:
        made = expander.expand(around).tokens
    except Unfollowed:
        return True
    opened = as_tokens(made)
    here = [at for at, token in enumerate(made) if token.macro is None and token.span.start == use.offset]
    return any(_is_changed(opened, at, _after_access(opened, at + 1)) or is_address_of(opened, at - 1) for at in here)


# How many tokens to both sides are looked at: for what is done with a name, and for the call around it.
_NEXT, _NEAR = 8, 200
_SETTING = CLEAR | REPLACE
"""Macros that assign to their first argument: `Py_CLEAR(name)`, `Py_XSETREF(name, value)`."""


def _is_array_use(following: bytes) -> bool:
    return following in (b",", b")", b";", b"+")


def _accessed(file: File, offset: int) -> tuple[Sequence[Token], int, int]:
    """Return tokens around a name, where it is among them, and where what is written of its parts ends."""
    for count in (_NEXT, 4 * _NEXT, _NEAR):
        tokens, index = file.around(offset, count)
        end = _after_access(tokens, index + 1)
        if end < len(tokens):
            return tokens, index, end
    index = file.index_at(offset)
    return file.tokens, index, _after_access(file.tokens, index + 1)


def _after_access(tokens: Sequence[Token], at: int) -> int:
    """Skip `[i]`, `.field` and `->field` after a name."""
    while at < len(tokens):
        text = tokens[at].text
        if text == b"[":
            depth = 0
            while at < len(tokens):
                depth += {b"[": 1, b"]": -1}.get(tokens[at].text, 0)
                at += 1
                if depth == 0:
                    break
        elif text in (b".", b"->"):
            at += 2
        else:
            return at
    return at


def _escapes(file: File, use: Reference) -> bool:
    """Tell whether the variable's address reaches something that may write through it."""
    call, position = _enclosing_call(file, use.offset)
    if call is None:
        return True
    name = call.name.text
    if name in READERS:
        return False
    read_only = READ_ARGUMENTS.get(name)
    if read_only is not None:
        return position not in read_only
    callee = file.written.get(call.name.start)
    return callee is None or not _is_read_parameter(name)


def _is_read_parameter(name: bytes) -> bool:
    return name in INCREASE or name in (b"Py_VISIT", b"PyObject_IsInstance")


def _enclosing_call(file: File, offset: int) -> tuple[Call | None, int]:
    """Return the innermost call whose arguments hold *offset*, and which argument it is."""
    window, index = file.around(offset, _NEAR)
    depth = 0
    # Back to the parentheses around it, the inner ones first.
    for at in range(index - 1, 0, -1):
        text = window[at].text
        depth += {b")": 1, b"(": -1}.get(text, 0)
        if depth < 0:
            depth = 0
            call = next(calls(window[at - 1 : closing(window, at) + 1]), None)
            if call is not None and call.open is window[at]:
                inside = enumerate(call.arguments)
                holding = (position for position, argument in inside if argument and offset < argument[-1].end)
                return call, next(holding, -1)
    return None, -1
