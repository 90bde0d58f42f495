"""Releases of what an object owns: the fields that a function lets go of, by its own calls, by macros and by others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, Statement, StatementKind, split, strip_casts, text_of
from unstatic.c.type_names import BUILT_IN, QUALIFIERS
from unstatic.capi.macros import OBJECT_CASTS
from unstatic.capi.null import NULL
from unstatic.capi.references import INCREASE, LET_GO, SHARE
from unstatic.facts.macros.opened_functions import opened_function
from unstatic.facts.references.paths.bodies import up_to_semicolon
from unstatic.facts.types.deallocation.held_fields import Given, Held, HeldFields, Meaning
from unstatic.model.extension import Extension, SymbolKind
from unstatic.model.fact import fact
from unstatic.text.source import Span

_DEPTH = 4
_NUMBERS = (BUILT_IN | QUALIFIERS | {b"*"}) - {b"void"}
_NEVER_AGAIN = (b"while ( 0 ) ;", b"while ( false ) ;")


@dataclass(frozen=True, slots=True)
class Released:
    """What a function releases of one object: fields whatever happens, fields at all, and objects in none of them."""

    owned: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    more: bool = False

    def with_more(self, other: Released) -> Released:
        """Add what is released as well."""
        return Released((*self.owned, *other.owned), (*self.fields, *other.fields), self.more or other.more)


def released_by(model: Extension, symbol: str, given: Given) -> Released:
    """Return what a function releases of the object that it is *given*, what it calls and hands on included."""
    found = _Releases(model, asks_for_more=True).of(symbol, given, 0)
    numbers = _pointing_at_numbers(model)
    owned, fields = ([item for item in names if item not in numbers] for names in (found.owned, found.fields))
    return Released(tuple(owned), tuple(fields), found.more)


@fact
def _pointing_at_numbers(model: Extension) -> frozenset[str]:
    """Return the fields that point at numbers or characters: no release makes objects of them."""
    found: dict[str, bool] = {}
    for item in model.declarations:
        if item.kind is SymbolKind.FIELD:
            words = set(item.canonical_type.replace("*", " * ").encode().split())
            is_numbers = words <= _NUMBERS and b"*" in words
            found[item.name] = found.get(item.name, True) and is_numbers
    return frozenset(name for name, is_numbers in found.items() if is_numbers)


@fact
def let_go(model: Extension, symbol: str) -> frozenset[int]:
    """Return the parameters of a function that it may release, or release what they point at, by their positions."""
    if not _may_release(model, symbol):
        return frozenset()
    declared = [model.by_symbol.get(item, ()) for item in model.functions[symbol].definition.parameters]
    names = [items[0].name if items else "" for items in declared]
    found: set[str] = set()
    for held in (Held.VALUE, Held.ADDRESS):
        given = {name.encode(): Meaning(held, str(position)) for position, name in enumerate(names) if name}
        if given:
            found.update(_Releases(model, asks_for_more=False).of(symbol, given, 0).fields)
    return frozenset(int(item) for item in found)


def _may_release(model: Extension, symbol: str) -> bool:
    """Tell whether a function releases anything, or calls one that does: most of a library's don't."""
    answers = _answers(model)
    if symbol not in answers:
        found, work, releases = {symbol}, [symbol], False
        while work and not releases:
            releases, callees = _steps(model, work.pop())
            releases = releases or any(answers.get(item, False) for item in callees)
            more = [item for item in callees if item not in found and item not in answers]
            found.update(more)
            work += more
        answers.update(dict.fromkeys((symbol,) if releases else found, releases))
    return answers[symbol]


@fact
def _answers(_: Extension) -> dict[str, bool]:
    return {}


@fact
def _steps(model: Extension, symbol: str) -> tuple[bool, frozenset[str]]:
    """Return whether a function itself releases anything, and which functions of the project it calls."""
    opened = opened_function(model, symbol)
    called = {opened.symbol(call.name) for call in opened.calls}
    releases = any(call.name.text in LET_GO for call in opened.calls)
    return releases, frozenset(item for item in called if item is not None and item in model.functions)


class _Releases:
    """Finds what functions release; where nobody *asks for more* than fields, only calls that are given some count."""

    def __init__(self, model: Extension, asks_for_more: bool) -> None:
        self._model = model
        self._asks_for_more = asks_for_more
        self._seen: set[tuple[str, frozenset[tuple[bytes, Meaning]]]] = set()

    def of(self, symbol: str, given: Given, depth: int) -> Released:
        """Return what a function releases, what it calls and what it gives to be called included."""
        self._seen.add((symbol, frozenset(given.items())))
        held = HeldFields(self._model, symbol, given)
        ends = _destructors(self._model, held, symbol) if self._asks_for_more else ()
        found = Released(more=any(self.of(item, {}, _DEPTH).more for item in ends))
        taken = [held.meaning(call.arguments[0]) for call in held.opened.calls if _takes(call)]
        for call in held.opened.calls:
            if call.name.text in LET_GO and call.arguments:
                meaning = held.meaning(call.arguments[0])
                if meaning is not None and meaning in taken:
                    # The reference is one that was taken for the time of a call.
                    taken.remove(meaning)
                    continue
                found = found.with_more(_release(held, call))
                continue
            for callee, inner in self._called(held, call) if depth < _DEPTH else ():
                if (callee, frozenset(inner.items())) not in self._seen:
                    other = self.of(callee, inner, depth + 1)
                    owned = tuple(item for item in other.owned if _is_unconditional(held, call, item))
                    found = found.with_more(Released(owned, other.fields, other.more))
        return found

    def _called(self, held: HeldFields, call: Call) -> Iterator[tuple[str, Given]]:
        """Yield the functions of the project that a call calls or hands on, each with what it's given of the object."""
        callee = held.opened.symbol(call.name)
        if callee is not None and callee in self._model.functions:
            if not self._asks_for_more and not _may_release(self._model, callee):
                return
            given = held.given_by(callee, call.arguments)
            if given or self._asks_for_more:
                yield callee, given
        for argument in call.arguments if self._asks_for_more else ():
            inner = strip_casts(argument)
            handed = held.opened.symbol(inner[-1]) if inner and not _calls_any(inner) else None
            if handed is not None and handed in self._model.functions:
                yield handed, {}


def _calls_any(tokens: Sequence[Token]) -> bool:
    return any(token.text == b"(" for token in tokens)


def _takes(call: Call) -> bool:
    return call.name.text in INCREASE | SHARE and bool(call.arguments)


def _destructors(model: Extension, held: HeldFields, symbol: str) -> Iterator[str]:
    """Yield the destructors of the project that run in a function: of its local objects, and of what it deletes."""
    known = _all_destructors(model)
    if not known:
        return
    ends = any(token.text in (b"delete", b"~") for token in held.opened.statement.tokens)
    named = {use.symbol for use in model.uses_in.get(symbol, ())} if ends else set()
    declared = [items[0] for one in named if (items := model.by_symbol.get(one))]
    declared += [item for item in model.locals.get(symbol, ()) if "*" not in item.canonical_type]
    records = {item.pointee_record for item in declared} - {None}
    yield from (one for one, record in known if record in records)


@fact
def _all_destructors(model: Extension) -> tuple[tuple[str, str | None], ...]:
    """Return the destructors of the project, each with its record."""
    return tuple(
        (symbol, function.definition.parent)
        for symbol, function in model.functions.items()
        if function.name.startswith("~")
    )


def _release(held: HeldFields, call: Call) -> Released:
    if _is_type_release(call):
        return Released()
    meaning = held.meaning(call.arguments[0])
    if meaning is None or meaning.held is not Held.VALUE:
        return Released(more=not _is_own_result(held.opened.statement, call))
    field = meaning.field
    return Released((field,) if _is_unconditional(held, call, field) else (), (field,))


def _is_own_result(body: Statement, release: Call) -> bool:
    """Tell whether what is released is a local that only results of calls made here were stored in."""
    inner = strip_casts(release.arguments[0])
    if len(inner) != 1 or inner[0].kind is not TokenKind.IDENT:
        return False
    tokens = body.tokens
    stores = [i for i, token in enumerate(tokens[:-3]) if token.text == inner[0].text and tokens[i + 1].text == b"="]
    values = [strip_casts(up_to_semicolon(tokens, i + 2)) for i in stores]
    return bool(values) and all(
        len(value) > 1
        and value[0].kind is TokenKind.IDENT
        and value[0].text not in (SHARE | OBJECT_CASTS)
        and value[1].text == b"("
        for value in values
    )


def _is_type_release(call: Call) -> bool:
    text = [token.text for token in strip_casts(call.arguments[0])]
    return text in ([b"tp"], [b"type"]) or text[:1] == [b"Py_TYPE"]


def _is_unconditional(held: HeldFields, call: Call, field: str) -> bool:
    """Tell whether a call is reached wherever the *field* holds something."""
    for statement in held.opened.statement.path_to(call.name.start)[:-1]:
        if statement.kind in (StatementKind.LOOP, StatementKind.SWITCH) and not _is_once(statement):
            return False
        if statement.kind is StatementKind.IF and call.name.start not in _span(statement.head):
            if statement.children[-1] is not statement.children[0] and call.name.start in statement.children[-1].span:
                return False
            if not _asks_for(held, statement.head, field):
                return False
    return True


def _asks_for(held: HeldFields, head: Sequence[Token], field: str) -> bool:
    """Tell whether a condition is nothing but that the *field* holds something."""
    sides = [side for side in split(strip_casts(head), b"!=") if text_of(strip_casts(side)) not in NULL]
    if len(sides) == 1 and held.meaning(sides[0]) == Meaning(Held.VALUE, field):
        return True
    allowed = {field.encode("latin-1"), b"->", b"!=", b"(", b")"} | NULL
    words = {token.text for token in strip_casts(head)}
    return field.encode("latin-1") in words and len(words - allowed) <= 1


def _is_once(statement: Statement) -> bool:
    """Tell whether a loop is a macro block, such as a trashcan or critical section, or one that a macro needs."""
    if statement.kind is not StatementKind.LOOP:
        return False
    return statement.tokens[0].text.startswith((b"Py_BEGIN", b"Py_TRASHCAN")) or text_of(statement.head) in _NEVER_AGAIN


def _span(tokens: Sequence[Token]) -> Span:
    return Span(tokens[0].start, tokens[-1].end) if tokens else Span(0, 0)
