"""Functions in tables for other extensions that C code here calls as well, and that ask for a type.

Who calls one by the table has no module of its own, and asks the interpreter for the one that was imported last. Who
calls it here has the module whose instances it gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.api_tables import is_capsule_table, values_given
from unstatic.facts.state.interpreter_dict import way_out
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Declaration, Extension, Function, Linkage, Reference
from unstatic.model.subjects import type_subject
from unstatic.model.uses import uses_as
from unstatic.rewriting.forwarding import parameters_of
from unstatic.text.source import Span

from .kept_exports import KeptExport, asked_by, kept_export


@dataclass(frozen=True, slots=True)
class SharedExport:
    """A function, the places in one file where tables name it, and what stands around the first at file level."""

    function: Function
    subject: str
    """The type that it asks for."""
    entries: tuple[Reference, ...]
    holder: Declaration


def split_exports(model: Extension) -> Iterator[SharedExport | KeptExport]:
    """Yield the functions of which other extensions, or C code here, need one of their own."""
    for symbol, function in model.functions.items():
        if not function.escapes or function.roles:
            continue
        if not _is_plain(model, function):
            kept = kept_export(model, symbol, function)
            yield from () if kept is None else (kept,)
            continue
        if way_out(model, function) is None:
            # A twin couldn't say that there is no module.
            continue
        is_own = function.definition.linkage is Linkage.INTERNAL
        # What other sources see may have macros by its name, in the half of a header that is for other extensions.
        asking = reached(model, symbol) if is_own else (symbol,)
        asked = next((found for each in asking if (found := asked_by(model, each)) is not None), None)
        uses = model.uses.get(symbol, ())
        is_called = any(use.is_call and use.function not in (None, symbol) for use in uses)
        entries = tuple(use for use in uses if not use.is_call)
        holders = [holder for use in entries if (holder := _holder(model, use, is_own=is_own)) is not None]
        is_listed = len(holders) == len(entries) and len({use.path for use in entries}) == 1
        if asked is not None and is_called and is_listed:
            first = min(holders, key=lambda holder: holder.span.start)
            yield SharedExport(function, type_subject(asked), entries, first)


def _is_plain(model: Extension, function: Function) -> bool:
    """Tell whether a function is written where it can be changed, and its parameters are no arrays or functions."""
    definition = function.definition
    public = any(item.path in model.public_headers for item in (definition, *function.prototypes))
    is_written = not definition.from_macro and definition.body is not None and model.language == "c"
    if public or not is_written or function.alternatives or protected_use(model, function.symbol) is not None:
        return False
    if not parameters_of(model, function) or function.symbol in model.twins:
        return False
    file = model.files[definition.path]
    declarations = [model.by_symbol[symbol][0] for symbol in definition.parameters]
    return not any(file.tokens_in(Span(item.name_span.end, item.span.end)) for item in declarations)


def _holder(model: Extension, use: Reference, *, is_own: bool) -> Declaration | None:
    """Return what stands at file level around the place of a table that names a function; None for any other place."""
    file = model.files[use.path]
    is_entry = use.initialises is not None or (is_own and _is_filled_in(model, use))
    # A macro may make other names of what it's given: `INIT(box_width)`.
    is_read_as_written = use.via_macro is None and not file.is_in_use(use.offset)
    if not is_entry or not is_read_as_written or file.is_conditional(use.offset):
        return None
    if use.function is not None and use.function in model.functions:
        found = model.functions[use.function].definition
        return found if found.path == use.path else None
    items = model.by_symbol.get(use.initialises or "", ())
    return next((item for item in items if item.path == use.path and use.offset in item.span), None)


def _is_filled_in(model: Extension, use: Reference) -> bool:
    """Tell whether the initialisation gives a function to a table for a capsule: `api[1] = box_width;`."""
    if use.function not in init_functions(model):
        return False
    tables = [item for item in model.globals if is_capsule_table(model, item)]
    uses = (one for item in tables for one in uses_as(model, item.symbol) if one.reference.function == use.function)
    return any(token.start == use.offset for one in uses for value in values_given(one) for token in value.tokens)
