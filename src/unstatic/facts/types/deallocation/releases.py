"""Releases of what an object owns: the fields that a function lets go of, helpers that it calls included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, Statement, StatementKind, calls, strip_casts
from unstatic.capi.macros import OBJECT_CASTS
from unstatic.capi.null import NULL
from unstatic.capi.references import LET_GO, SHARE
from unstatic.facts.types.deallocation.same_object import SameObject
from unstatic.model.extension import Extension, File
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class Released:
    """What a function releases of one object: fields whatever happens, fields at all, and objects in none of them."""

    owned: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    more: bool = False

    def with_helper(self, other: Released, is_plain: bool) -> Released:
        """Add what a function releases that is called here, *is_plain* if whatever happens."""
        owned = other.owned if is_plain else ()
        return Released((*self.owned, *owned), (*self.fields, *other.fields), self.more or other.more)


class Releases:
    """Finds what functions release."""

    def __init__(self, model: Extension, same: SameObject) -> None:
        self._model = model
        self._object = same

    def of(self, symbol: str, names: frozenset[str]) -> Released:
        """Return what a function releases of the object that has *names* in it."""
        return self._of(symbol, names, 0, set())

    def _of(self, symbol: str, names: frozenset[str], depth: int, seen: set[str]) -> Released:
        """Return what a function releases, what it calls and what it gives to be called included."""
        seen.add(symbol)
        file = self._model.files[self._model.functions[symbol].definition.path]
        body = self._model.body(symbol)
        found = Released()
        for call in calls(body.tokens):
            if call.name.text in LET_GO and call.arguments:
                found = found.with_helper(self._release(file, body, call, names), True)
                continue
            for callee, inner in self._called(file, call, names) if depth < 4 else ():
                if callee not in seen:
                    found = found.with_helper(self._of(callee, inner, depth + 1, seen), _is_plain(body, call))
        return found

    def _release(self, file: File, body: Statement, call: Call, names: frozenset[str]) -> Released:
        if _is_type_release(call):
            return Released()
        field = self._field(file, call.arguments[0], names)
        if not field:
            return Released(more=not _is_own_result(body, call))
        return Released((field,) if _is_unconditional(body, call, field) else (), (field,))

    def _called(self, file: File, call: Call, names: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield the functions of the project that a call calls or hands on, each with its names for the object."""
        reference = file.written.get(call.name.start)
        callee = self._model.functions.get(reference.symbol) if reference is not None else None
        if callee is not None:
            parameters = callee.definition.parameters
            given = zip(parameters, call.arguments, strict=False)
            mapped = [parameter for parameter, argument in given if self._object.is_one(file, argument, names)]
            inner_file, body = self._model.files[callee.definition.path], self._model.body(callee.symbol)
            yield callee.symbol, frozenset().union(*(self._object.aliases(inner_file, body, item) for item in mapped))
        for argument in call.arguments:
            inner = strip_casts(argument)
            handed = file.written.get(inner[-1].start) if inner else None
            if handed is not None and not handed.is_call and handed.symbol in self._model.functions:
                yield handed.symbol, frozenset()

    def _field(self, file: File, argument: Sequence[Token], names: frozenset[str]) -> str:
        inner = strip_casts(argument)
        if len(inner) == 3 and inner[1].text == b"->" and self._object.is_one(file, inner[:1], names):
            return inner[2].text.decode("latin-1")
        # ((Foo *)self)->field
        if len(inner) > 3 and inner[-2].text == b"->" and self._object.is_one(file, inner[:-2], names):
            return inner[-1].text.decode("latin-1")
        return ""


def _is_own_result(body: Statement, release: Call) -> bool:
    """Tell whether what is released is a local that only results of calls made here were stored in."""
    inner = strip_casts(release.arguments[0])
    if len(inner) != 1 or inner[0].kind is not TokenKind.IDENT:
        return False
    tokens = body.tokens
    stores = [i for i, token in enumerate(tokens[:-3]) if token.text == inner[0].text and tokens[i + 1].text == b"="]
    values = [strip_casts(tokens[i + 2 : i + 6]) for i in stores]
    return bool(values) and all(
        value[0].kind is TokenKind.IDENT and value[0].text not in (SHARE | OBJECT_CASTS) and value[1].text == b"("
        for value in values
    )


def _is_type_release(call: Call) -> bool:
    text = [token.text for token in strip_casts(call.arguments[0])]
    return text in ([b"tp"], [b"type"]) or text[:1] == [b"Py_TYPE"]


def _is_unconditional(body: Statement, call: Call, field: str) -> bool:
    for statement in body.path_to(call.name.start)[:-1]:
        if statement.kind in (StatementKind.LOOP, StatementKind.SWITCH) and not _is_once(statement):
            return False
        if statement.kind is StatementKind.IF and call.name.start not in _span(statement.head):
            allowed = {field.encode("latin-1"), b"->", b"!=", b"(", b")"} | NULL
            words = {token.text for token in strip_casts(statement.head)}
            if statement.children[-1] is not statement.children[0] and call.name.start in statement.children[-1].span:
                return False
            extra = words - allowed
            if len(extra) > 1 or field.encode("latin-1") not in words:
                return False
    return True


def _is_plain(body: Statement, call: Call) -> bool:
    path = body.path_to(call.name.start)
    return all(item.kind in (StatementKind.BLOCK, StatementKind.SIMPLE) or _is_once(item) for item in path)


def _is_once(statement: Statement) -> bool:
    """Tell whether a loop is a macro block, such as a trashcan or critical section: its body runs once."""
    return statement.kind is StatementKind.LOOP and statement.tokens[0].text.startswith((b"Py_BEGIN", b"Py_TRASHCAN"))


def _span(tokens: Sequence[Token]) -> Span:
    return Span(tokens[0].start, tokens[-1].end) if tokens else Span(0, 0)
