"""Functions that nothing ever called: the initialisation gives their slot another value before the type is ready.

The initialiser named them, which kept the compiler quiet. The spec has the slot's last value only.
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.slots import TEARDOWN
from unstatic.model.extension import Declaration, Extension, Linkage, Reference, StaticType
from unstatic.rewriting.hoisting import with_comment
from unstatic.rewriting.style import statement_end, whole_lines
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def superseded_edits(model: Extension, static: StaticType) -> Iterator[Edit]:
    """Yield the deletion of the functions of a type that its spec doesn't name, and of those that only they use."""
    for symbol in _unnamed(model, static):
        gone = _with_callees(model, symbol)
        if all(_is_plain(model, one) for one in gone) and not _leaves_variable(model, gone):
            for one in gone:
                function = model.functions[one]
                for declared in (function.definition, *function.prototypes):
                    yield _deletion(model, declared)


def _unnamed(model: Extension, static: StaticType) -> Iterator[str]:
    """Yield the functions that stand in no other place than fields of a type which have another value later."""
    final = {item.name: item.symbol for item in static.runtime}
    fields = [item for table in static.tables for item in table.fields if item.symbol in model.functions]
    for symbol in {item.symbol or "": None for item in fields}:
        named = [item for item in fields if item.symbol == symbol]
        uses = model.uses.get(symbol, ())
        superseded = all(item.name in final and final[item.name] != symbol for item in named)
        in_fields = len(uses) == len(named) and all(_stands_in(static, use) for use in uses)
        if superseded and in_fields and not TEARDOWN & {item.name for item in named}:
            yield symbol


def _stands_in(static: StaticType, use: Reference) -> bool:
    return use.via_macro is None and use.initialises in {static.symbol, *static.protocol_tables}


def _with_callees(model: Extension, symbol: str) -> list[str]:
    """Return a function, and the static ones that only it and they use."""
    gone = [symbol]
    for one in gone:
        for use in model.uses_in.get(one, ()):
            function = model.functions.get(use.symbol)
            if function is None or use.symbol in gone or function.definition.storage != "static":
                continue
            if all(other.function in gone for other in model.uses.get(use.symbol, ())):
                gone.append(use.symbol)
    return gone


def _leaves_variable(model: Extension, gone: list[str]) -> bool:
    """Tell whether a static variable is used by functions that go, and by no other."""
    for symbol in {use.symbol for one in gone for use in model.uses_in.get(one, ())} - set(gone):
        declared = [item for item in model.by_symbol.get(symbol, ()) if item.function is None]
        is_own = any(item.linkage is Linkage.INTERNAL for item in declared)
        if is_own and all(use.function in gone for use in model.uses.get(symbol, ())):
            return True
    return False


def _is_plain(model: Extension, symbol: str) -> bool:
    """Tell whether a function is written once, without `#if` groups or types in it, and named nowhere else."""
    function = model.functions[symbol]
    definition = function.definition
    if definition.storage != "static" or definition.from_macro or not all(_is_own(model, symbol)):
        return False
    file = model.files[definition.path]
    span = _whole(model, definition)
    name = definition.name.encode()
    written = sum(len(item.lexed.places([name])) for item in model.files.values())
    types = model.type_symbols
    return (
        written == 1 + len(function.prototypes) + len(model.uses.get(symbol, ()))
        and not (file.conditionals_around(span.start) or file.directives_in(span))
        and not any(use.symbol in types for use in model.uses_in.get(symbol, ()))
    )


def _is_own(model: Extension, symbol: str) -> Iterator[bool]:
    """Tell of each prototype whether it is a declaration of its own, read by the unit of the definition alone."""
    function = model.functions[symbol]
    for item in function.prototypes:
        file = model.files[item.path]
        is_alone = file.source.data[item.span.end : statement_end(file, item)].strip() == b";"
        readers = set(model.readers[item.path]) == set(model.readers[function.definition.path])
        yield item.body is None and is_alone and readers and not file.conditionals_around(item.span.start)


def _whole(model: Extension, declared: Declaration) -> Span:
    end = declared.body.end if declared.body is not None else statement_end(model.files[declared.path], declared)
    return Span(declared.span.start, end)


def _deletion(model: Extension, declared: Declaration) -> Edit:
    file = model.files[declared.path]
    lines = whole_lines(file, _whole(model, declared))
    return Edit(declared.path, with_comment(file, lines) if declared.body is not None else lines, b"")
