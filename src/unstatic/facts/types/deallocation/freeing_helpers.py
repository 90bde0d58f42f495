"""Functions to which deallocators leave it to free the instance, `void free_base(Base *self)`; tests around that."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, Statement, StatementKind, calls, closing, split, strip_casts
from unstatic.capi.memory import FREE
from unstatic.facts.macros.opened_words import opened_words
from unstatic.model.extension import Extension, File
from unstatic.model.fact import fact
from unstatic.model.uses import may_store


@fact
def freed_for_deallocators(model: Extension, symbol: str) -> int | None:
    """Return by which parameter a function is given the instance that it frees, if only deallocators call it.

    It frees that whatever happens, and can stay as it is: who calls it knows the type, and releases that afterwards.
    """
    function = model.functions[symbol]
    if function.roles or function.escapes or function.alternatives or symbol in model.twins:
        return None
    uses = model.uses.get(symbol, ())
    if model.types_with("tp_dealloc", symbol) or not uses:
        return None
    if not all(use.is_call and model.types_with("tp_dealloc", use.function or "") for use in uses):
        return None
    body = model.body(symbol)
    names = [(model.by_symbol.get(one, ()), one) for one in function.definition.parameters]
    freed = [bool(found) and _frees(model, body, found[0].name.encode()) for found, _ in names]
    return freed.index(True) if True in freed and not may_store(model, names[freed.index(True)][1]) else None


def frees_through_type(tokens: Sequence[Token], name: bytes) -> bool:
    """Tell whether tokens are `Py_TYPE(name)->tp_free(name)`, whatever the casts."""
    freed = next((item for item in calls(tokens) if item.name.text == b"tp_free"), None)
    if freed is None or len(freed.arguments) != 1 or freed.close is not tokens[-1]:
        return False
    before = [token.text for token in tokens if token.start < freed.name.start]
    given = [token.text for token in strip_casts(freed.arguments[0])]
    ways = ([b"Py_TYPE", b"(", name, b")", b"->"], [name, b"->", b"ob_type", b"->"])
    return given == [name] and before in ways


def frees_by_slot(body: Statement) -> Iterator[Call]:
    """Yield the calls of what `PyType_GetSlot(type, Py_tp_free)` gives: of a local that holds it, or of that itself."""
    tokens = body.tokens
    asked = [call for call in calls(tokens) if call.name.text == b"PyType_GetSlot" and _is_free_slot(call)]
    if not asked:
        return
    stored = [one.text for one, following in pairwise(tokens) if following.text == b"="]
    for call in asked:
        head = body.path_to(call.name.start)[-1].head
        name = _set_to(head, call)
        if name and stored.count(name) == 1:
            yield from (item for item in calls(tokens) if item.name.text == name)
        elif (end := _called_at_once(head, call)) is not None:
            yield end


def _is_free_slot(call: Call) -> bool:
    return len(call.arguments) == 2 and [token.text for token in strip_casts(call.arguments[1])] == [b"Py_tp_free"]


def _set_to(head: Sequence[Token], call: Call) -> bytes:
    """Return the name that a statement sets to what *call* gives, under casts; empty if it does anything else."""
    position = next((at for at, token in enumerate(head) if token.text == b"="), 0)
    value = strip_casts(head[position + 1 :])
    is_whole = bool(value) and value[0].start == call.name.start and value[-1].start == call.close.start
    return head[position - 1].text if position and is_whole else b""


def _called_at_once(head: Sequence[Token], call: Call) -> Call | None:
    """Return the call of what *call* gives, if a statement calls that: `((freefunc)PyType_GetSlot(...))(self)`."""
    end = closing(head, 0) if head and head[0].text == b"(" else len(head)
    value = strip_casts(head[: end + 1])
    if not value or value[0].start != call.name.start or end + 1 >= len(head) or head[end + 1].text != b"(":
        return None
    close = closing(head, end + 1)
    return Call(call.name, head[end + 1], head[close], split(head[end + 2 : close])) if close < len(head) else None


def unfreed_way(model: Extension, file: File, body: Statement, frees: Sequence[Statement]) -> Statement | None:
    """Return the test of a pointer on which it depends whether one of *frees* is reached at all (G657).

    `if (self->file != NULL) { fclose(self->file); free... }`, or `if (self->file == NULL) return;` above it. A field
    that the deallocator sets tells of a call inside of another, which frees the instance.
    """
    inside = [[child for child in body.children if child.span.covers(free.span)] for free in frees]
    around = [found[0] for found in inside if found]
    if len(around) < len(frees) or not around:
        return None
    words = [token.text for token in body.tokens]
    set_here = {name for name, following in zip(words, words[1:], strict=False) if following == b"="}
    if around[0].kind is StatementKind.IF and all(one is around[0] for one in around):
        return around[0] if _asks_for_pointer(model, file, around[0], set_here, _HOLDS) else None
    above = [child for child in body.children if child.span.end <= around[0].span.start]
    tests = (child for child in above if _asks_for_pointer(model, file, child, set_here, _LACKS))
    return next((test for test in tests if _only_returns(test.children[0])), None)


_HOLDS: tuple[list[bytes], ...] = ([], [b"!=", b"NULL"])
_LACKS: tuple[list[bytes], ...] = ([b"!"], [b"==", b"NULL"])


def _asks_for_pointer(
    model: Extension, file: File, statement: Statement, set_here: Container[bytes], ways: Sequence[list[bytes]]
) -> bool:
    """Tell whether a statement is an `if` without `else` that asks for a pointer in the instance in one of the ways."""
    if statement.kind is not StatementKind.IF or len(statement.children) != 1 or any(calls(statement.head)):
        return False
    last = split(statement.head, b"&&")[-1]
    at = next((index for index, token in enumerate(last) if token.text == b"->"), 0)
    field = last[at + 1] if at and at + 1 < len(last) else None
    rest = [token.text for index, token in enumerate(last) if index not in (at - 1, at, at + 1)]
    if field is None or rest not in ways or field.text in set_here:
        return False
    declared = model.by_symbol.get(file.symbol_at(field) or "", ())
    return any("*" in item.canonical_type for item in declared)


def _only_returns(statement: Statement) -> bool:
    inner = (
        statement.children[0] if statement.kind is StatementKind.BLOCK and len(statement.children) == 1 else statement
    )
    return inner.kind is StatementKind.RETURN


def _frees(model: Extension, body: Statement, name: bytes) -> bool:
    """Tell whether a body frees *name* once, by a statement that is always reached."""
    frees = [call for call in calls(body.tokens) if call.name.text == b"tp_free" or call.name.text in FREE]
    plain = (one for one in body.children if one.kind is StatementKind.SIMPLE)
    if len(frees) != 1 or not any(frees_through_type(one.head, name) for one in plain):
        return False
    # A macro may leave as well.
    return not {b"return", b"goto"} & set(opened_words(model, body.tokens))
