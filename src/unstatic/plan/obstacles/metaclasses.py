"""Whether a type keeps its metaclass: PyType_FromMetaclass is told which, from Python 3.12 on CPython's own (G45)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unstatic.c.lexer import Token, lex_fragment
from unstatic.c.syntax import strip_casts
from unstatic.capi.versions import is_missing
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.ready_calls import order_of, readied
from unstatic.facts.types.bases import final_base
from unstatic.facts.types.metaclasses import (
    inherits_metaclass,
    lineage,
    makes_classes_itself,
    metaclass_of,
    settings_of,
)
from unstatic.model.extension import Extension, StaticType
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import type_subject
from unstatic.text.source import Location, Span

# Heap types are PyHeapTypeObjects, and so large must an instance of any metaclass be: creation checks it.
_AS_LARGE = (b"", b"0", b"sizeof(PyHeapTypeObject)")
_TOO_SMALL = (b"sizeof(PyTypeObject)", b"sizeof(struct_typeobject)")


def metaclass_obstacles(model: Extension, static: StaticType, minimum: tuple[int, int]) -> Iterator[Obstacle]:
    """Yield why *static* would lose its metaclass as a heap type, or can't be made with it."""
    here = model.location(static.declaration.path, static.declaration.name_span.start)
    for item in settings_of(model, static):
        where = model.location(item.path, item.statement.span.start)
        is_known = item.is_type or (item.function in init_functions(model) and item.metaclass is not None)
        if not item.is_plain or not is_known:
            yield Obstacle("its metaclass is set at run time, in a way that can't be followed", "metaclass", where)
    size = b"".join(token.text for token in _lexed(static.value("tp_basicsize")))
    if _text(static.value("tp_base")) == b"& PyType_Type" and size in _TOO_SMALL:
        yield Obstacle("it has a tp_basicsize that is smaller than that of type, its base", "metaclass", here)
    owner = inherits_metaclass(model, static) or static
    metaclass = metaclass_of(model, owner)
    if metaclass is not None:
        yield from _unfit(model, owner, metaclass, here)
        is_set_later = makes_classes_itself(model, metaclass)
        if is_set_later:
            yield from _made_with_another(model, static, metaclass, here)
        if is_missing("PyType_FromMetaclass", minimum) or is_set_later:
            yield from _unfit_as_class(model, metaclass, here)
            final = final_base(model, static)
            if owner is not static and final is not None:
                reason = f"its base {final.name}, from which it has its metaclass, lacks Py_TPFLAGS_BASETYPE"
                yield Obstacle(reason, "metaclass", here)


def _unfit_as_class(model: Extension, metaclass: StaticType, here: Location) -> Iterator[Obstacle]:
    """Yield why a type that was made as an instance of type can't become one of *metaclass* afterwards."""
    for item in lineage(model, metaclass):
        size = b"".join(token.text for token in _lexed(item.value("tp_basicsize")))
        if size not in _AS_LARGE or item.value("tp_itemsize") not in (b"", b"0"):
            since = "and has a tp_new" if makes_classes_itself(model, metaclass) else "which needs Python 3.12"
            reason = f"its metaclass {item.name} adds to the struct of a type, {since}"
            yield Obstacle(reason, "metaclass", here)


def _made_with_another(
    model: Extension, static: StaticType, metaclass: StaticType, here: Location
) -> Iterator[Obstacle]:
    """Yield why a type isn't made as an instance of type before its class is set: from Python 3.12 on, its base says.

    A class of which PyType_FromModuleAndSpec would take the tp_new for granted is an error from 3.14 on.
    """
    for base in list(lineage(model, static))[1:]:
        if metaclass_of(model, base) is not None:
            told = f"has a tp_new of its own, and its base {base.name} has a metaclass, too"
            yield Obstacle(f"its metaclass {metaclass.name} {told}", "metaclass", here)
    last = list(lineage(model, static))[-1]
    root = strip_casts(_lexed(last.value("tp_base")))
    if root and not (root[0].text == b"&" and root[-1].text.startswith(b"Py") and root[-1].text.endswith(b"_Type")):
        told = "has a tp_new of its own, and what it is made from may have a metaclass, too"
        yield Obstacle(f"its metaclass {metaclass.name} {told}", "metaclass", here)


def _unfit(model: Extension, static: StaticType, metaclass: StaticType, here: Location) -> Iterator[Obstacle]:
    """Yield why *static* can't be made with *metaclass*."""
    for item in lineage(model, metaclass):
        if item.value("tp_alloc"):
            reason = f"its metaclass {item.name} has a tp_alloc of its own, by which no type is made from a spec"
            yield Obstacle(reason, "metaclass", here)
        root = model.type_by_symbol(item.function("tp_base") or "")
        if root is None and _text(item.value("tp_base")) != b"& PyType_Type":
            yield Obstacle(f"what its metaclass {item.name} is made from isn't seen to be type", "metaclass", here)
    made = [order_of(model, function, call.name.start) for function, call in readied(model, metaclass)]
    if made and not readied(model, static):
        reason = f"it isn't seen to be made ready, and its metaclass {metaclass.name} is: it would be made before that"
        yield Obstacle(reason, "metaclass", here)
    for function, call in readied(model, static):
        if not made or order_of(model, function, call.name.start) < min(made):
            where = model.location(model.functions[function].definition.path, call.name.start)
            yield Obstacle(f"its metaclass {metaclass.name} isn't seen to be made ready before it", "metaclass", where)


def _text(value: bytes) -> bytes:
    return b" ".join(token.text for token in strip_casts(_lexed(value)))


def _lexed(value: bytes) -> tuple[Token, ...]:
    return lex_fragment(value, Span(0, len(value)))


def left_static(model: Extension, types: Mapping[str, StaticType]) -> Iterator[tuple[str, Obstacle]]:
    """Yield the migrating metaclasses of types that stay static: those need the address of their class."""
    for static in model.types:
        metaclass = metaclass_of(model, static)
        if metaclass is None or static.symbol in types or metaclass.symbol not in types:
            continue
        where = model.location(static.declaration.path, static.declaration.name_span.start)
        reason = f"{static.name}, which stays static, has it as its metaclass"
        yield metaclass.symbol, Obstacle(reason, "static-owner", where, type_subject(static))
