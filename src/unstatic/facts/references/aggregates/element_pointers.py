"""Pointers to structs that hold objects: `for (e = table; e->name; e++) e->error = PyErr_NewException(...);` (G496).

What is done through a local pointer is done to the table that it leads to. So each pointer is followed: into the
variables that it is assigned to, the functions that it is given to, and to the callers of those that return it. Where
one is kept, copied from, or handed to other code, nothing is known of the objects behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.nodes import (
    Assignment,
    Binary,
    Call,
    Cast,
    Comma,
    Conditional,
    Declarator,
    Index,
    Member,
    Name,
    Node,
    Parenthesised,
    Postfix,
    Prefix,
)
from unstatic.c.syntax import StatementKind, is_address_of, text_of
from unstatic.capi.macros import ARRAY_LENGTH, SHOWING_TEXT
from unstatic.facts.references.aggregates.struct_members import ObjectStruct, held_by
from unstatic.facts.references.paths.places import end_of_access, place_through
from unstatic.model.extension import Extension, File, Linkage, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle
from unstatic.model.opened_code import as_tokens
from unstatic.model.uses import Use, UsedAs, use_of, uses_as

_TESTS = frozenset((b"==", b"!=", b"<", b">", b"<=", b">=", b"&&", b"||"))
_STEPS = frozenset((b"++", b"--"))
_LED_TO = "a pointer to it is used here: what is done through that can't be followed"
_STORED = "a pointer to it is stored here, and may be used when the module is gone"
_HANDED_ON = "a pointer to it is handed to code here that can't be followed"
_COPIED = "one of its structs is copied or set as a whole here, with objects that nobody counts"
_AT_OBJECT = "the address of one of its objects is taken: who owns what is left there can't be told"


@dataclass(frozen=True, slots=True)
class ElementPointers:
    """What is known of the pointers to one table, or to a struct."""

    places: Mapping[str, bytes]
    """The local variables and parameters that may point to it, each with what it points to: `[]` for an element."""
    problem: Obstacle | None
    """Why it can't be told what is done through one of them, or where the table itself is named."""


@fact
def element_pointers(model: Extension, symbol: str) -> ElementPointers:
    """Return the pointers to the structs with objects in the variable *symbol*."""
    held = held_by(model, symbol)
    return _Flow(model, symbol, held).result() if isinstance(held, ObjectStruct) else ElementPointers({}, None)


@dataclass(frozen=True, slots=True)
class _Led:
    """An expression, and the place in the table that it is, or points to."""

    node: Node
    place: bytes
    is_pointer: bool


class _Flow:
    """The way of one table's address through the functions."""

    def __init__(self, model: Extension, symbol: str, held: ObjectStruct) -> None:
        self._model = model
        self._symbol = symbol
        self._held = held
        self._structs = dict(held.structs)
        self._places: dict[str, bytes] = {}
        self._results: dict[str, bytes] = {}
        self._work: list[Iterator[tuple[Use, str | None]]] = []
        self._steps: Mapping[type[Node], Callable[[Use, _Led, Node], _Led | str | None]] = {
            Assignment: self._in_assignment,
            Binary: self._in_binary,
            Call: self._in_call,
            Comma: self._in_comma,
            Conditional: self._in_conditional,
            Declarator: self._in_declarator,
            Index: self._in_index,
            Member: self._in_member,
            Postfix: self._as_it_is,
            Prefix: self._in_prefix,
        }

    def result(self) -> ElementPointers:
        self._work.append(self._of_table())
        while self._work:
            for use, reason in self._work.pop():
                if reason is not None:
                    where = self._model.location(use.reference.path, use.reference.offset)
                    return ElementPointers({}, Obstacle(reason, "object-holder", where))
        return ElementPointers(self._places, None)

    def _of_table(self) -> Iterator[tuple[Use, str | None]]:
        for use in uses_as(self._model, self._symbol):
            is_outside = use.reference.function is None and use.reference.via_macro is None
            if use.reference.kind is not SymbolKind.VARIABLE:
                yield use, "its struct has the same name"
            elif is_outside and use.role is UsedAs.SIZED:
                yield use, "its size is needed outside of functions"
            elif use.role is UsedAs.UNKNOWN:
                yield use, self._in_macro(use)
            else:
                yield use, self._follow(use, _Led(use.around[0], b"", is_pointer=False))

    def _of_pointer(self, symbol: str) -> Iterator[tuple[Use, str | None]]:
        declared = self._model.by_symbol[symbol][0]
        for use in uses_as(self._model, symbol):
            if use.reference.offset == declared.name_span.start:
                continue
            if use.role is UsedAs.UNKNOWN:
                yield use, self._in_macro(use)
            else:
                yield use, self._follow(use, _Led(use.around[0], self._places[symbol], is_pointer=True))

    def _of_result(self, function: str) -> Iterator[tuple[Use, str | None]]:
        for use in (use_of(self._model, item) for item in self._model.uses.get(function, ())):
            call = use.around[1] if len(use.around) > 1 else None
            if not use.reference.is_call or not isinstance(call, Call) or call.function is not use.around[0]:
                yield use, "a pointer to it is returned by this function, which is used otherwise than in calls"
            else:
                yield use, self._follow(use, _Led(call, self._results[function], is_pointer=True))

    def _is_named_out_of_sight(self, symbol: str) -> bool:
        """Tell whether a group that nothing is known of may name a pointer."""
        declared = self._model.by_symbol[symbol][0]
        file, function = self._model.files[declared.path], declared.function or ""
        body = self._model.functions[function].definition.body
        names = {one.name_span.start for one in self._model.locals.get(function, ())}
        before = b""
        for token in file.lexed.between(*body) if body is not None else ():
            is_it = token.text == declared.name.encode() and before not in (b".", b"->", b"goto")
            if is_it and token.start not in names and not self._model.references_at(declared.path, token.start):
                return True
            before = token.text
        return False

    def _file(self, use: Use) -> File:
        return self._model.files[use.reference.path].at(use.reference.offset)

    def _follow(self, use: Use, led: _Led) -> str | None:
        """Follow what leads to a place outwards, and note the pointers it goes on by; return why that can't be."""
        for outer in use.around[use.around.index(led.node) + 1 :]:
            if not led.is_pointer and (self._held.holds(led.place) or self._held.is_data(led.place)):
                break
            found = self._step(use, led, outer)
            if not isinstance(found, _Led):
                return found
            led = found
        if not led.is_pointer and (self._held.holds(led.place) or self._held.is_data(led.place)):
            return self._at_member(use, led)
        if not led.is_pointer and self._held.is_array(led.place):
            led = _Led(led.node, led.place + b"[]", is_pointer=True)
        return self._alone(use, led)

    def _alone(self, use: Use, led: _Led) -> str | None:
        if use.statement is None:
            return _STORED
        if not led.is_pointer:
            return _COPIED
        if use.statement.kind is not StatementKind.RETURN:
            return None
        return self._returned(use.reference.function or "", led.place)

    def _step(self, use: Use, led: _Led, outer: Node) -> _Led | str | None:
        """Return what the expression around one leads to; None if nothing more, or why that can't be followed."""
        if isinstance(outer, Parenthesised):
            return replace(led, node=outer)
        if not led.is_pointer:
            return self._in_struct(use, led, outer)
        if self._held.holds(led.place):
            return _AT_OBJECT
        if isinstance(outer, Cast):
            return None if text_of(outer.type.tokens) == b"( void )" else _LED_TO
        step = self._steps.get(type(outer))
        return step(use, led, outer) if step is not None else _STORED

    def _in_struct(self, use: Use, led: _Led, outer: Node) -> _Led | str | None:
        if isinstance(outer, Member) and outer.operator == b".":
            return _Led(outer, led.place + b"." + outer.name.text, is_pointer=False)
        if isinstance(outer, Index) and outer.object is led.node:
            return _Led(outer, led.place + b"[]", is_pointer=False)
        if use.role_of(led.node) is UsedAs.SIZED:
            return None
        if isinstance(outer, Prefix) and outer.operator == b"&":
            return _Led(outer, led.place, is_pointer=True)
        if self._held.is_array(led.place):
            return self._step(use, _Led(led.node, led.place + b"[]", is_pointer=True), outer)
        return _COPIED

    def _at_member(self, use: Use, led: _Led) -> str | None:
        """Return why what is done with an object, or with other data, can't be followed."""
        role = use.role_of(led.node)
        around = use.around[use.around.index(led.node) + 1 :]
        if not self._held.holds(led.place):
            is_kept = role is UsedAs.ADDRESS and not _is_argument(around)
            return "the address of one of its members is stored" if is_kept else None
        if role is UsedAs.ADDRESS:
            return _AT_OBJECT
        named = led.node.tokens
        if named[0].start != use.reference.offset or end_of_access(named, 1) < len(named):
            return _LED_TO
        call = next((one for one in around if isinstance(one, Call)), None)
        return self._in_macro(use, call) if call is not None and self._is_macro(use, call) else None

    def _in_index(self, _use: Use, led: _Led, outer: Node) -> _Led | str | None:
        assert isinstance(outer, Index)
        is_element = outer.object is led.node and led.place.endswith(b"[]")
        return _Led(outer, led.place, is_pointer=False) if is_element else _LED_TO

    def _in_member(self, _use: Use, led: _Led, outer: Node) -> _Led | str | None:
        assert isinstance(outer, Member)
        return _Led(outer, led.place + b"." + outer.name.text, is_pointer=False)

    def _in_prefix(self, use: Use, led: _Led, outer: Node) -> _Led | str | None:
        assert isinstance(outer, Prefix)
        if outer.operator == b"!" or use.role_of(led.node) is UsedAs.SIZED:
            return None
        if outer.operator == b"*":
            return _Led(outer, led.place, is_pointer=False)
        return replace(led, node=outer) if outer.operator in _STEPS else _LED_TO

    def _as_it_is(self, _use: Use, led: _Led, outer: Node) -> _Led | str | None:
        return replace(led, node=outer)

    def _in_binary(self, use: Use, led: _Led, outer: Node) -> _Led | str | None:
        assert isinstance(outer, Binary)
        if outer.operator in _TESTS:
            return None
        if outer.operator == b"-" and (outer.right is led.node or self._points(use, outer.right.bare)):
            return None
        return replace(led, node=outer) if outer.operator in (b"+", b"-") else _LED_TO

    def _points(self, use: Use, node: Node) -> bool:
        """Tell whether an operand is the table, an address in it, or a pointer to it: what is left is a number."""
        if isinstance(node, Prefix) and node.operator == b"&":
            return True
        found = self._file(use).written.get(node.tokens[-1].start) if isinstance(node, Name) else None
        return found is not None and any(
            sign in one.canonical_type for one in self._model.by_symbol.get(found.symbol, ()) for sign in "*["
        )

    def _in_assignment(self, use: Use, led: _Led, outer: Node) -> _Led | str | None:
        assert isinstance(outer, Assignment)
        if outer.target is led.node:
            return replace(led, node=outer)
        target = outer.target
        while isinstance(target, Parenthesised):
            target = target.inner
        found = self._file(use).written.get(target.tokens[-1].start) if isinstance(target, Name) else None
        if found is None or outer.operator != b"=":
            return _STORED
        return self._given(found.symbol, led) or replace(led, node=outer)

    def _in_declarator(self, use: Use, led: _Led, outer: Node) -> _Led | str | None:
        assert isinstance(outer, Declarator)
        start = outer.name.start if outer.name is not None else -1
        declared = [
            one for one in self._model.locals.get(use.reference.function or "", ()) if one.name_span.start == start
        ]
        return self._given(declared[0].symbol, led) if declared else _STORED

    def _in_conditional(self, _use: Use, led: _Led, outer: Node) -> _Led | str | None:
        assert isinstance(outer, Conditional)
        return replace(led, node=outer) if outer.test is not led.node or outer.yes is None else None

    def _in_comma(self, _use: Use, led: _Led, outer: Node) -> _Led | str | None:
        assert isinstance(outer, Comma)
        return replace(led, node=outer) if outer.items[-1] is led.node else None

    def _in_call(self, use: Use, led: _Led, outer: Node) -> _Led | str | None:
        assert isinstance(outer, Call)
        name = outer.function.tokens[-1]
        if name.text == ARRAY_LENGTH or name.text.decode("latin-1") in SHOWING_TEXT:
            return None
        if self._is_macro(use, outer):
            return self._in_macro(use, outer)
        if self._held.is_data(led.place):
            return None
        found = self._file(use).written.get(name.start) if isinstance(outer.function, Name) else None
        function = self._model.functions.get(found.symbol) if found is not None else None
        position = next((at for at, one in enumerate(outer.arguments) if one is led.node), -1)
        if function is None or function.alternatives or not 0 <= position < len(function.definition.parameters):
            return _HANDED_ON
        return self._given(function.definition.parameters[position], led)

    def _given(self, symbol: str, led: _Led) -> str | None:
        """Note that a variable points to a place; return why what is done through it can't be followed."""
        declared = self._model.by_symbol[symbol][0]
        is_local = declared.function is not None and not declared.storage and declared.function in self._model.functions
        is_pointer = declared.canonical_type.count("*") == 1 and not set("[(&") & set(declared.canonical_type)
        if not is_local or declared.from_macro:
            return _STORED
        if not is_pointer or declared.pointee_record is None:
            return _LED_TO
        if declared.pointee_record != self._structs.get(led.place) or self._places.get(symbol, led.place) != led.place:
            return "a pointer to it may lead to a struct of another kind"
        if self._is_named_out_of_sight(symbol):
            return "a pointer to it is named in code that isn't compiled here"
        if symbol not in self._places:
            self._places[symbol] = led.place
            self._work.append(self._of_pointer(symbol))
        return None

    def _returned(self, name: str, place: bytes) -> str | None:
        function = self._model.functions.get(name)
        is_own = function is not None and function.definition.linkage is Linkage.INTERNAL
        if function is None or function.alternatives or not is_own or self._results.get(name, place) != place:
            return "a pointer to it is returned to callers that aren't known"
        if name not in self._results:
            self._results[name] = place
            self._work.append(self._of_result(name))
        return None

    def _is_macro(self, use: Use, call: Call) -> bool:
        """Tell whether a call is the use of one of the project's macros."""
        made = self._file(use).expansions.get(call.function.tokens[-1].start)
        return use.reference.function is not None and made is not None and self._model.expander.opens(made)

    def _in_macro(self, use: Use, call: Call | None = None) -> str | None:
        """Return why what a macro does with the name that it has or gets can't be followed."""
        at = use.reference.offset if call is None else call.function.tokens[-1].start
        made = self._file(use).expansions.get(at) if use.reference.function is not None else None
        opened = self._model.expanded(made) if made is not None else None
        return self._in_tokens(as_tokens(opened.tokens), use.reference) if opened is not None else _LED_TO

    def _in_tokens(self, tokens: Sequence[Token], reference: Reference) -> str | None:
        """Return why what a macro makes can't be followed: it has to lead to one object or one value each time."""
        name = self._model.by_symbol[reference.symbol][0].name.encode()
        for at, token in enumerate(tokens):
            before = tokens[at - 1].text if at else b""
            if token.text != name or token.kind is not TokenKind.IDENT or before in (b".", b"->"):
                continue
            if _is_sized(tokens, at):
                continue
            behind = tokens[at + 1 : end_of_access(tokens, at + 1)]
            place = place_through(behind, self._places.get(reference.symbol)) or b""
            if not (self._held.is_data(place) or self._held.holds(place)) or is_address_of(tokens, at - 1):
                return _LED_TO
        return None


def _is_sized(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether only the size is asked for of what the name at an index leads to."""
    while at and tokens[at - 1].text in (b"(", b"*", b"&"):
        at -= 1
    return at > 0 and tokens[at - 1].text == b"sizeof"


def _is_argument(around: Sequence[Node]) -> bool:
    """Tell whether the address that the first node takes is an argument as it is."""
    rest = [one for one in around if not isinstance(one, Cast | Parenthesised)]
    return len(rest) > 1 and isinstance(rest[1], Call)
