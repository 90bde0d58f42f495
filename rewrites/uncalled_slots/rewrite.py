"""A function for `tp_print` or `sq_slice`, which CPython 3 never calls: a spec has no room for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.capi.slots import UNCALLED, WAS_TP_PRINT
from unstatic.facts.macros.mentions import mentions
from unstatic.facts.places.at_file_level import is_always_read
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Extension, Field, Function, StaticType
from unstatic.model.subjects import type_subject
from unstatic.rewriting.hoisting import function_removal, prototype_removal
from unstatic.rewriting.protocol import Preparation
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

_Given = tuple[StaticType, Path, Field]
"""A type, the file that gives it a field which is never called, and the field."""


class UncalledSlots(Preparation):
    """Take out the slots that CPython 3 never calls, and the functions for them."""

    name = "uncalled-slots"
    title = "Take out the slots that CPython 3 never calls, and the functions for them"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each function that such slots name."""
        found: dict[str, list[_Given]] = {}
        for item in _given(model):
            found.setdefault(item[2].symbol or "", []).append(item)
        for symbol, given in found.items():
            edits = tuple(_edits(model, model.functions[symbol], given))
            static, _, field = given[0]
            name = "tp_print" if field.name == WAS_TP_PRINT else field.name
            reason = f"{model.functions[symbol].name} is given as {name}, which CPython 3 never calls"
            if edits:
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, edits)


REWRITE: Preparation = UncalledSlots()


def _given(model: Extension) -> Iterator[_Given]:
    for static in model.types:
        for table in static.tables:
            for field in table.fields:
                is_uncalled = field.name in (*UNCALLED, WAS_TP_PRINT) and field.macro is None
                if is_uncalled and field.symbol in model.functions:
                    yield static, table.declaration.path, field


def _edits(model: Extension, function: Function, given: list[_Given]) -> Iterator[Edit]:
    """Yield what takes the fields and the function away; nothing if one of them stands under a condition."""
    fields = dict.fromkeys((path, field.value_span) for _, path, field in given)
    if not all(is_always_read(model.files[path], span.start) for path, span in fields):
        return
    gone = _unused(model, function, list(fields))
    if gone is None:
        return
    yield from (Edit(path, span, b"0") for path, span in fields)
    for item in gone:
        yield from function_removal(model, item)


def _unused(model: Extension, function: Function, places: list[tuple[Path, Span]]) -> list[Function] | None:
    """Return the functions that nothing names but what goes at *places*, and each other.

    None if the function is static and can't go, although nothing else uses it: compilers warn of such ones.
    """
    if function.definition.storage != "static" or len(model.uses.get(function.symbol, ())) > len(places):
        return []
    if not _may_go(model, function, places):
        return None
    found, work = [function], [function]
    while work:
        item = work.pop()
        places = [*places, (item.definition.path, item.definition.span)]
        called = dict.fromkeys(use.symbol for use in model.uses_in.get(item.symbol, ()))
        for other in (model.functions[symbol] for symbol in called if symbol in model.functions):
            if other not in found and _may_go(model, other, places):
                found.append(other)
                work.append(other)
    return found


def _may_go(model: Extension, function: Function, places: list[tuple[Path, Span]]) -> bool:
    """Tell whether a static function is named at *places* alone, but for its definition and prototypes."""
    definition = function.definition
    if definition.storage != "static" or definition.parent is not None or definition.from_macro:
        return False
    own = {(item.path, item.name_span) for item in (definition, *function.prototypes)}
    # What others include, and what isn't ours to edit, may be all there is of it here.
    if any(path in model.public_headers for path, _ in own) or protected_use(model, function.symbol):
        return False
    if function.alternatives or not all(is_always_read(model.files[path], span.start) for path, span in own):
        return False
    if not all(prototype_removal(model.files[item.path], item) for item in function.prototypes):
        return False
    named = [place for place in mentions(model, function.name.encode()) if place not in own]
    return all(any(path == where and span.covers(place) for where, span in places) for path, place in named)
