"""Deallocators that release what the instance holds, and forget the instance itself (G437)."""

from __future__ import annotations

from dataclasses import dataclass

from unstatic.c.syntax import Statement, StatementKind, calls, only_call, strip_casts, strip_parentheses
from unstatic.capi.blocks import GIVE_BACK
from unstatic.capi.memory import CHANGE_HANDS
from unstatic.capi.references import RELEASE
from unstatic.cparse.facts import SymbolKind
from unstatic.facts.places.in_functions import is_declaration
from unstatic.facts.types.allocation import initialisations, same_record
from unstatic.facts.types.deallocation.deallocators import Dealloc, dealloc_of
from unstatic.facts.types.deallocation.freeing_helpers import unfreed_way
from unstatic.facts.types.deallocation.other_frees import is_call_on_field, is_field, tested
from unstatic.model.extension import Extension, Reference, StaticType

_VALUES = (SymbolKind.VARIABLE, SymbolKind.FIELD)


def forgotten_free(model: Extension, static: StaticType) -> Dealloc | None:
    """Return the facts of the type's deallocator if it does all that it should, but frees no memory.

    An instance of a static type costs no more than its own memory then. One of a heap type would keep its type, and so
    the module and all of its state.
    """
    dealloc = dealloc_of(model, static)
    if dealloc is None or dealloc.frees or dealloc.delegations or dealloc.leaving or dealloc.heap_type_tests:
        return None
    function = model.functions[dealloc.function]
    # What is left to object to is that nothing is freed.
    is_only_that = len(dealloc.problems) == 1 and bool(dealloc.self_name) and not function.alternatives
    is_called = any(use.is_call for use in model.uses.get(dealloc.function, ()))
    if not is_only_that or is_called or len(function.roles) != 1 or not _forgets(model, dealloc):
        return None
    return dealloc if _is_of_its_own(model, static) else None


@dataclass(frozen=True, slots=True)
class FreeAtTimes:
    """A test of a field, and what frees the instance: at the end of what is tested, or below a test that leaves."""

    dealloc: Dealloc
    test: Statement
    free: Statement
    leaving: Statement | None = None
    """The `return` of a test that leaves."""


def freed_at_times(model: Extension, static: StaticType) -> FreeAtTimes | None:
    """Return how the type's deallocator frees an instance only if that holds something (G657)."""
    dealloc = dealloc_of(model, static)
    if dealloc is None or len(dealloc.frees) != 1 or len(dealloc.problems) != 1 or not _is_of_its_own(model, static):
        return None
    body, path = model.body(dealloc.function), model.functions[dealloc.function].definition.path
    free = dealloc.frees[0].statement
    test = unfreed_way(model, model.files[path], body, [free])
    groups = model.files[path].conditionals_in(body.span)
    if test is None or any(one.span.start in group.span for one in (test, free) for group in groups):
        return None
    block = test.children[0]
    if not test.span.covers(free.span):
        return FreeAtTimes(dealloc, test, free, next(one for one in block.walk() if one.kind is StatementKind.RETURN))
    is_last = block.kind is StatementKind.BLOCK and len(block.children) > 1 and block.children[-1] is free
    return FreeAtTimes(dealloc, test, free) if is_last and test is body.children[-1] else None


def _forgets(model: Extension, dealloc: Dealloc) -> bool:
    """Tell whether all that a deallocator does is to release fields, or to end what they hold, whatever way it goes."""
    body, path = model.body(dealloc.function), model.functions[dealloc.function].definition.path
    if model.files[path].conditionals_in(body.span):
        return False
    if not dealloc.released and not any(_is_end_of_field(model, item) for item in body.walk()):
        return False
    return all(_releases(model, dealloc.function, item) for item in body.children)


def _releases(model: Extension, function: str, statement: Statement) -> bool:
    if statement.kind is StatementKind.BLOCK:
        return all(_releases(model, function, item) for item in statement.children)
    if statement.kind is StatementKind.IF:
        return is_field(tested(statement.head)) and all(_releases(model, function, one) for one in statement.children)
    if is_declaration(model, function, statement):
        return not any(calls(statement.head))
    return is_call_on_field(statement, RELEASE | GIVE_BACK) or _is_end_of_field(model, statement)


def _is_end_of_field(model: Extension, statement: Statement) -> bool:
    """Tell whether a statement hands a field, or its address, to a library: `WebPPictureFree(&(self->frame));`."""
    call = only_call(statement)
    if call is None or len(call.arguments) != 1:
        return False
    name = call.name.text.decode("latin-1")
    is_own = name in model.functions_named or name in model.macros or name.startswith(("Py", "_Py"))
    inner = strip_casts(call.arguments[0])
    inner = strip_parentheses(inner[1:]) if inner[:1] and inner[0].text == b"&" else inner
    return not is_own and is_field(inner)


def _is_of_its_own(model: Extension, static: StaticType) -> bool:
    """Tell whether each instance is allocated for itself, by the type: none stands in a variable or a larger struct."""
    record = static.record
    alloc = static.value("tp_alloc")
    own = (alloc and alloc != b"PyType_GenericAlloc") or static.value("tp_free") or static.value("tp_itemsize")
    if record is None or static.base or own or static.value("tp_finalize"):
        return False
    if any(item.type_symbol in (static.symbol, None) for item in initialisations(model)):
        return False
    if _is_given_by_hand(model, static):
        return False
    values = (item for item in model.declarations if item.kind in _VALUES and "*" not in item.canonical_type)
    return not any(same_record(model, record, item.pointee_record or "") for item in values)


def _is_given_by_hand(model: Extension, static: StaticType) -> bool:
    """Tell whether code makes instances by setting the type of what is there."""
    for use in model.uses.get(static.symbol, ()):
        if use.function in model.functions and use.function is not None and not _gets_its_own_type(model, use):
            path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
            if path and any(token.text == b"ob_type" or token.text in CHANGE_HANDS for token in path[-1].tokens):
                return True
    return False


def _gets_its_own_type(model: Extension, use: Reference) -> bool:
    """Tell whether a call is given the type itself to set the type of: `Py_SET_TYPE(&Box_Type, &PyType_Type)`."""
    around = model.calls_around(use.function or "", use.offset)
    return any(
        call.name.text in CHANGE_HANDS and any(token.start == use.offset for token in call.arguments[0])
        for call in around
        if call.arguments
    )
