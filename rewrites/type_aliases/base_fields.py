"""`Box_Type.tp_base->tp_dealloc(self)`: the base has a name, which needs no type object to get there.

In deallocators and traverse functions that matters: the type may be out of reach there (G03, G76). So does
`Py_TYPE(self)->tp_base->tp_dealloc(self)`, which finds that base for as long as nothing derives from the type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import names_of_path, strip_casts, strip_parentheses
from unstatic.capi.slots import SELF_ONLY
from unstatic.facts.places.file_order import order_key
from unstatic.facts.places.in_functions import locals_of
from unstatic.facts.types.bases import is_final
from unstatic.model.extension import Extension, File, Reference, StaticType
from unstatic.text.source import Span

_CHANGES = frozenset({b"=", b"|=", b"&=", b"+=", b"-=", b"^=", b"++", b"--"})


@dataclass(frozen=True, slots=True)
class BaseField:
    """One use: `span` covers `Box_Type.tp_base->`, and `text` is what leads to the base's fields instead."""

    path: Path
    span: Span
    text: bytes


def base_fields(model: Extension, static: StaticType) -> Iterator[BaseField]:
    """Yield where functions go through *static* to read a field of its base, which can be named there."""
    base = _base_of(model, static)
    if base is None:
        return
    found = [(use, _through(model, use)) for use in model.uses.get(static.symbol, ())]
    if is_final(model, static):
        found += [(use, _through_instance(model, use)) for use in _instances(model, static)]
    for use, span in found:
        if span is not None and _is_known_at(model, use, base):
            yield BaseField(use.path, span, base.text)


def _instances(model: Extension, static: StaticType) -> Iterator[Reference]:
    """Yield where functions that are called with nothing but instances of *static* name these."""
    for symbol in (static.function(slot) for slot in SELF_ONLY):
        function = model.functions.get(symbol or "")
        if function is None or function.escapes or {role.owner for role in function.roles} != {static.symbol}:
            continue
        if not any(use.is_call for use in model.uses.get(function.symbol, ())) and function.definition.parameters:
            yield from model.uses.get(function.definition.parameters[0], ())


@dataclass(frozen=True, slots=True)
class _Base:
    """What tp_base is given, once and for all: `text` leads to its fields."""

    text: bytes
    file: File
    root: Token


def _base_of(model: Extension, static: StaticType) -> _Base | None:
    runtime = [item for item in static.runtime if item.name == "tp_base"]
    given = [item for item in (static.fields.get("tp_base"),) if item is not None]
    if len(runtime) + len(given) != 1 or any(item.conditional for item in runtime):
        return None
    path = runtime[0].path if runtime else static.declaration.path
    span = (runtime or given)[0].value_span
    file = model.files[path].at(span.start)
    tokens = strip_casts(file.tokens_in(span))
    is_address = bool(tokens) and tokens[0].text == b"&"
    names = names_of_path(strip_casts(tokens[1:]) if is_address else tokens)
    if not names or (is_address and len(names) > 1):
        return None
    inner = {item.name.encode() for item in locals_of(model, runtime[0].function)} if runtime else set()
    if names[0].text in inner or names[-1].text == b"NULL":
        return None
    text = file.source.data[names[0].start : names[-1].end]
    whole = strip_parentheses(file.tokens_in(span))
    if not is_address and whole[0] != names[0]:
        text = b"(" + file.source.data[whole[0].start : whole[-1].end] + b")"
    return _Base(text + (b"." if is_address else b"->"), file, names[0])


def _through(model: Extension, use: Reference) -> Span | None:
    """Return the span of `Box_Type.tp_base->` where a function reads a field of the base so."""
    if use.function not in model.functions or use.via_macro is not None:
        return None
    file = model.files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    found = file.tokens[index : index + 6]
    if [token.text for token in found[1:4]] != [b".", b"tp_base", b"->"] or found[5].text in _CHANGES:
        return None
    return Span(use.offset, found[3].end)


def _through_instance(model: Extension, use: Reference) -> Span | None:
    """Return the span of `Py_TYPE(self)->tp_base->` where *use* is the name in it."""
    if use.function not in model.functions or use.via_macro is not None:
        return None
    file = model.files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    before, after = file.tokens[max(index - 2, 0) : index], file.tokens[index + 1 : index + 7]
    texts = [token.text for token in (*before, *after[:4])]
    if texts != [b"Py_TYPE", b"(", b")", b"->", b"tp_base", b"->"] or after[5].text in _CHANGES:
        return None
    return Span(before[0].start, after[3].end)


def _is_known_at(model: Extension, use: Reference, base: _Base) -> bool:
    """Tell whether the base's name means the same at *use*: a macro, or a variable of the file or of other code."""
    place = order_key(model, use.path, use.offset)
    if base.root.text in {item.name.encode() for item in locals_of(model, use.function or "")}:
        return False
    if base.root.start in base.file.expansions:
        macro = model.sole_macro(base.root.text.decode("latin-1"))
        if macro is None or macro.definition.parameters is not None:
            return False
        declared = [(macro.definition.path, macro.definition.span.start)]
    else:
        reference = base.file.written.get(base.root.start)
        if reference is None:
            return False
        declared = [(item.path, item.name_span.start) for item in model.by_symbol.get(reference.symbol, ())]
    if not declared:
        return True
    readers = set(model.readers[use.path])
    return any(
        readers <= set(model.readers.get(path, ())) and order_key(model, path, offset) < place
        for path, offset in declared
    )
