"""What expressions of a function say of one object: that they are it, what a field of it holds, or where that is.

A function is given the object, the value of a field (`drop(self->items)`) or its address (`drop(&self->items)`). What
locals are follows from what they were assigned last, as long as nothing else may have changed them.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import MEMBERS, StatementKind, Tokens, closing, is_address_of, split, strip_casts
from unstatic.facts.macros.opened_functions import OpenedFunction, opened_function
from unstatic.model.extension import Extension
from unstatic.model.fact import fact

_DEPTH = 4
_COUNTING = frozenset((b"++", b"--", b"+=", b"-="))


class Held(enum.Enum):
    """How an expression is about the object."""

    OBJECT = "the object itself"
    VALUE = "what a field of it holds"
    ADDRESS = "the address of a field of it"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an expression is; `field` is empty for the object itself."""

    held: Held
    field: str = ""


Given = Mapping[bytes, Meaning]
"""What a function is given, by the names of its parameters."""


class HeldFields:
    """Reads the expressions of one function, which is called with what is *given*."""

    def __init__(self, model: Extension, function: str, given: Given, depth: int = 0) -> None:
        self._model = model
        self._function = function
        self._given = given
        self._depth = depth
        self.opened: OpenedFunction = opened_function(model, function)

    def meaning(self, expression: Tokens) -> Meaning | None:
        """Return what an expression is; None if that is nothing of the object, or can't be told."""
        inner = strip_casts(expression)
        if len(inner) < 2:
            return self._variable(inner[0]) if inner else None
        if inner[0].text == b"&":
            return _changed(self.meaning(inner[1:]), Held.VALUE, Held.ADDRESS)
        if inner[0].text == b"*":
            return _changed(self.meaning(inner[1:]), Held.ADDRESS, Held.VALUE)
        if [token.text for token in inner[-3:]] == [b"[", b"0", b"]"]:
            return _changed(self.meaning(inner[:-3]), Held.ADDRESS, Held.VALUE)
        if inner[-2].text == b"->":
            of = self.meaning(inner[:-2])
            return Meaning(Held.VALUE, inner[-1].text.decode("latin-1")) if of == Meaning(Held.OBJECT) else None
        return self._result(inner)

    def given_by(self, callee: str, arguments: Sequence[Tokens]) -> Given:
        """Return what a call gives the function *callee*, as its parameters have it."""
        found: dict[bytes, Meaning] = {}
        for parameter, argument in zip(self._model.functions[callee].definition.parameters, arguments, strict=False):
            meaning, declared = self.meaning(argument), self._model.by_symbol.get(parameter, ())
            if meaning is not None and declared:
                found[declared[0].name.encode()] = meaning
        return found

    def _variable(self, token: Token) -> Meaning | None:
        if token.kind is not TokenKind.IDENT or token.text in _changed_variables(self._model, self._function):
            return None
        stores = _stores(self._model, self._function).get(token.text, ())
        # `item = item->next` is something else each time.
        if any(token.text in _named(self._stored(at)) for at in stores):
            return None
        before = [at for at in stores if at < token.start]
        if not before:
            return self._given.get(token.text)
        around = self.opened.statement.path_to(before[-1])[-2:-1]
        path = self.opened.statement.path_to(token.start)
        if not any(item is outer for item in around for outer in path):
            return None
        return self.meaning(self._stored(before[-1]))

    def _stored(self, at: int) -> Tokens:
        return _value(self.opened.statement.tokens, at + 2)

    def _result(self, inner: Tokens) -> Meaning | None:
        """Return what a function gives back that does nothing but that, `as_box(self)`."""
        callee = self.opened.symbol(inner[0])
        is_call = inner[1].text == b"(" and closing(inner, 1) == len(inner) - 1
        if not is_call or callee not in self._model.functions or callee is None or self._depth >= _DEPTH:
            return None
        body = self._model.body(callee).children
        if len(body) != 1 or body[0].kind is not StatementKind.RETURN:
            return None
        given = self.given_by(callee, split(inner[2:-1]))
        there = HeldFields(self._model, callee, given, self._depth + 1)
        return there.meaning(there.opened.statement.children[0].head)


@fact
def _stores(model: Extension, function: str) -> Mapping[bytes, Sequence[int]]:
    """Return where each variable is assigned to in a function."""
    found: dict[bytes, list[int]] = {}
    tokens = opened_function(model, function).statement.tokens
    for at in range(1, len(tokens) - 2):
        if tokens[at + 1].text != b"=" or tokens[at].kind is not TokenKind.IDENT:
            continue
        before = tokens[at - 1].text
        # `*place = x` changes what the variable points at.
        is_place = before == b"*" and tokens[at - 2].text in (b";", b"{", b"}", b")")
        if not is_place and before not in MEMBERS:
            found.setdefault(tokens[at].text, []).append(tokens[at].start)
    return found


@fact
def _changed_variables(model: Extension, function: str) -> frozenset[bytes]:
    """Return the variables of a function that count, or whose address is given away."""
    tokens = opened_function(model, function).statement.tokens
    found = set()
    for at, token in enumerate(tokens[:-1]):
        following = tokens[at + 1]
        if token.text == b"&":
            is_member = at + 2 < len(tokens) and tokens[at + 2].text in (*MEMBERS, b"[")
            if is_address_of(tokens, at) and following.kind is TokenKind.IDENT and not is_member:
                found.add(following.text)
        if token.text in _COUNTING and following.kind is TokenKind.IDENT:
            found.add(following.text)
        if following.text in _COUNTING and token.kind is TokenKind.IDENT:
            found.add(token.text)
    return frozenset(found)


def _changed(meaning: Meaning | None, old: Held, new: Held) -> Meaning | None:
    return Meaning(new, meaning.field) if meaning is not None and meaning.held is old else None


def _named(tokens: Tokens) -> set[bytes]:
    """Return the names in an expression but for those of members."""
    members = {b"->", b"."}
    return {one.text for at, one in enumerate(tokens) if not at or tokens[at - 1].text not in members}


def _value(tokens: Tokens, start: int) -> Tokens:
    """Return what is assigned from *start* on: as far as the `;` or `,` behind it."""
    end = start
    while end < len(tokens) and tokens[end].text not in (b";", b",", b")"):
        end = closing(tokens, end) + 1 if tokens[end].text in (b"(", b"[", b"{") else end + 1
    return tokens[start:end]
