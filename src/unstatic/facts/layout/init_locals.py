"""Globals that could be local variables of one function of the initialisation, and where it would release them.

Such a function makes the object, uses it, and hands it to the module or to others. Nothing else names it, so the state
needn't keep it: the function's own reference goes to the module, or is released after its last use.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from unstatic.c.lexer import Token
from unstatic.c.nodes import Call as CallNode
from unstatic.c.syntax import FAILS, Call, Statement, StatementKind, is_alone, only_call
from unstatic.capi import references
from unstatic.capi.slots import PLAIN_FIELDS
from unstatic.facts.macros.called_functions import called, is_of_api
from unstatic.facts.macros.mentions import unneeded_macros
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.in_functions import parent_of
from unstatic.facts.references.conditional_uses import may_differ
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.facts.references.repairs import repairs
from unstatic.facts.references.stores import stores_of
from unstatic.facts.state.object_tests import is_absence_test
from unstatic.facts.trust.asked_warnings import Asked, is_asked
from unstatic.model.extension import Declaration, Extension, Global, GlobalKind
from unstatic.model.fact import fact
from unstatic.model.uses import Use, UsedAs, uses_as
from unstatic.text.source import Span

_KINDS = (GlobalKind.OBJECT, GlobalKind.TYPE)
_FEW = 3
MANY = 24
"""The lines of a state for what could be local variables: its struct, and what finds, visits and clears it."""
_INNER_JUMPS = (b"break", b"continue")


@dataclass(frozen=True, slots=True)
class InitLocal:
    """A variable of one function, from the statement that makes its object on."""

    item: Global
    function: str
    made: Statement
    dropped: Statement | None
    """The increment for the module that isn't needed, as the module gets the function's own reference."""
    leaving: tuple[Statement, ...]
    """The statements that leave the function while the object is its own."""
    last: Statement | None
    """The statement after which it is released; None if the module gets it."""
    lines: int
    """How many lines releasing it meanwhile takes."""

    @property
    def is_short(self) -> bool:
        """Whether that are few: else a field of a state that is there anyway is shorter."""
        return self.lines <= _FEW


@fact
def init_local(model: Extension, item: Global) -> InitLocal | None:
    """Return how a global becomes a local variable; None if the state, or a static variable, has to keep it."""
    if item.kind not in _KINDS or item.is_local or _has_remarks(model, item):
        return None
    if is_asked(model, Asked.LATE_DECLARATIONS):
        return None
    function = _only_function(model, item)
    uses = uses_as(model, item.symbol) if function is not None else ()
    if function is None or not uses or any(use.statement is None for use in uses):
        return None
    body = _Body(model, item, function, uses)
    if not body.is_readable or not body.is_made_once or body.lends:
        return None
    found = repairs(model, item.symbol)
    if found.problem or found.add_after or found.drop or found.clear:
        return None
    if unneeded_macros(model, item.name) is None:
        # A macro that may be used would name what is declared nowhere (G601).
        return None
    takers = [touch.call.name.start for touch in found.add_before]
    if body.is_guarded:
        return body.given_where_made(takers)
    return body.given_to_module(takers) or (body.released() if not takers else None)


def _has_remarks(model: Extension, item: Global) -> bool:
    """Tell whether a comment on a variable would be lost: those beside forward declarations speak of the type."""
    return item.kind is not GlobalKind.TYPE and any(
        _is_remarked(model, one) for one in (item.declaration, *item.others)
    )


def _is_remarked(model: Extension, item: Declaration) -> bool:
    source = model.files[item.path].source
    line, end = source.line_start(item.span.start), source.line_end(item.span.end)
    above = source.data[source.line_start(max(line - 1, 0)) : line].strip()
    behind = source.data[item.span.end : end]
    return b"/*" in behind or b"//" in behind or above.endswith(b"*/") or above.startswith(b"//")


def _only_function(model: Extension, item: Global) -> str | None:
    """Return the function of the initialisation that alone names a variable, in all configurations."""
    found = {use.function for one in (model, *model.configurations) for use in one.uses.get(item.symbol, ())}
    if len(found) != 1 or not found <= set(init_functions(model)) or may_differ(model, item.symbol):
        return None
    return next(iter(found))


class _Body:
    """The function with the places in it where one variable is named."""

    def __init__(self, model: Extension, item: Global, function: str, uses: Sequence[Use]) -> None:
        self._model, self._item, self._function, self._uses = model, item, function, uses
        self._body = model.body(function)
        self._top = self._body.children
        self._path = model.functions[function].definition.path
        self._places = [self._index(use) for use in uses]

    def _index(self, use: Use) -> int:
        offset = use.reference.offset
        at = bisect_right(self._top, offset, key=lambda one: one.span.start) - 1
        return at if at >= 0 and offset in self._top[at].span else -1

    @property
    def is_readable(self) -> bool:
        """Whether all that can leave the function is written, and no label is jumped to from before the object is."""
        file = self._model.files[self._path]
        first, last = self._places[0], self._places[-1]
        if first < 0 or any(use.reference.path != self._path for use in self._uses):
            return False
        spans = [one.span for one in self._top[first : last + 1]]
        is_split = any(file.is_conditional(place) for span in spans for place in (span.start, span.end - 1))
        is_split = is_split or not all(self._is_compatibility(token, spans) for token in self._skipped())
        labelled = _labelled(self._model, self._function)
        if is_split or any(at <= last for at in labelled) or (labelled and self._model.language == "c++"):
            return False
        inside = [each for one in self._top[first : last + 1] for each in one.walk()]
        known = {each.head[0].start for each in inside if _is_exit_macro(self._model, each)}
        tokens = (token for one in self._top[first : last + 1] for token in one.tokens if token.start not in known)
        return not any(_hides_exit(self._model, token) for token in tokens)

    def _skipped(self) -> Iterator[tuple[Token, bytes]]:
        """Yield where `#if` groups that aren't compiled name the variable, each with the text after it."""
        file = self._model.files[self._path]
        body = self._model.functions[self._function].definition.span
        for group in (span for span in file.inactive if span.overlaps(body)):
            tokens = file.lexed.between(*group)
            for token, after in zip_longest(tokens, tokens[1:]):
                if token.text == self._item.name.encode():
                    yield token, after.text if after is not None else b""

    def _is_compatibility(self, named: tuple[Token, bytes], spans: Sequence[Span]) -> bool:
        """Tell whether such a group only sets a member of the object while the function has it."""
        token, after = named
        return after == b"->" and spans[0].end <= token.start < spans[-1].start

    @property
    def is_made_once(self) -> bool:
        """Whether the first use is a statement that makes it, tested by the next, and nothing stores to it again."""
        first, at = self._uses[0], self._places[0]
        stores = stores_of(self._model, self._item.symbol)
        written = [use for use in self._uses if use.role in (UsedAs.WRITTEN, UsedAs.CHANGED, UsedAs.ADDRESS)]
        made = self._top[at]
        starts = made.kind is StatementKind.SIMPLE and made.head[0].start == first.reference.offset
        if not starts or written != [first] or len(stores) != 1 or self._places.count(at) != 1:
            return False
        check = self._following
        is_new = summaries_of(self._model).is_new(stores[0].value)
        return is_new and check is not None and (self._is_check(check) or self.is_guarded)

    @property
    def is_guarded(self) -> bool:
        """Whether all else that is done with the object stands in `if (object != NULL) { ... }` below its making."""
        guard, name = self._following, self._item.name.encode()
        if guard is None or guard.kind is not StatementKind.IF or len(guard.children) != 1:
            return False
        is_test = [token.text for token in guard.head] in ([name], [name, b"!=", b"NULL"], [b"NULL", b"!=", name])
        return is_test and set(self._places[1:]) == {self._places[0] + 1}

    @property
    def _following(self) -> Statement | None:
        """The statement below that which makes the object."""
        return next(iter(self._top[self._places[0] + 1 :]), None)

    def _is_check(self, check: Statement) -> bool:
        last = list(check.walk())[-1]
        is_exit = last.is_exit or _is_exit_macro(self._model, last)
        return is_exit and is_absence_test(check, self._item.name.encode())

    @property
    def lends(self) -> bool:
        """Whether something else may keep the pointer without a reference, or a pointer to what the object owns."""
        return not all(self._is_harmless(use) for use in self._uses[2:])

    def _is_harmless(self, use: Use) -> bool:
        if use.role is UsedAs.MEMBER:
            return use.member in PLAIN_FIELDS
        if use.role is not UsedAs.ARGUMENT:
            return use.role is UsedAs.COMPARED
        call = use.outer[0]
        assert isinstance(call, CallNode)
        tokens = call.function.tokens
        name = tokens[-1].text
        is_slot = len(tokens) > 2 and name in PLAIN_FIELDS
        if name in references.KEEPS_BARE | references.GIVES_BORROWED | references.FORMATS.keys() | references.SHARE:
            return False
        gives_away = name in references.STEALS and name not in references.STEALS_ON_SUCCESS
        return is_slot or (is_of_api(self._model, name) and not gives_away)

    def given_to_module(self, takers: Sequence[int] = ()) -> InitLocal | None:
        """Return the variable whose own reference the module takes over, instead of one that was made for it.

        The calls at *takers* have none yet, and the variable nothing else to give.
        """
        found = self._handed(takers)
        if found is None:
            return None
        counting, taking = found
        increment, taken = self._statement(counting[0]) if counting else None, self._statement(taking[0])
        at = self._top.index(taken)
        if at != self._places[-1] or (increment is not None and not self._is_plain(increment, counting[0], at)):
            return None
        leaving = list(self._leaving(at))
        if taken.kind is StatementKind.IF:
            on_failure = self._on_failure(taken, taking[0])
            if on_failure is None:
                return None
            leaving += on_failure
        elif taken.kind is not StatementKind.SIMPLE:
            return None
        if len(self._released()) != (1 if taken.kind is StatementKind.IF and not on_failure else 0):
            return None
        return self._local(increment, leaving, None, self._lines(self._leaving(at)))

    def _handed(self, takers: Sequence[int]) -> tuple[list[Call], list[Call]] | None:
        """Return the increment for the module, if there is one, and the one call that takes the object."""
        counting = [call for call in self._counting() if called(self._model, call) in references.INCREASE]
        taking = [call for call in self._counting() if called(self._model, call) in references.STEALS_ON_SUCCESS]
        if len(taking) != 1 or len(counting) != (0 if takers else 1) or (takers and [taking[0].name.start] != takers):
            return None
        return counting, taking

    def given_where_made(self, takers: Sequence[int]) -> InitLocal | None:
        """Return the same of an object that is given away in the block that asks whether it was made."""
        found, guard = self._handed(takers), self._following
        assert guard is not None
        block = guard.children[0].children if guard.children[0].kind is StatementKind.BLOCK else guard.children
        if found is None or self._released() or any(True for _ in _exits(self._model, guard)):
            return None
        order = [call.name.start for calls in found for call in calls]
        alone = [one for one in block if one.kind is StatementKind.SIMPLE and one.head[0].start in order]
        if [one.head[0].start for one in alone] != order:
            return None
        dropped = alone[0] if found[0] else None
        return InitLocal(self._item, self._function, self._top[self._places[0]], dropped, (), None, lines=0)

    def _is_plain(self, increment: Statement, call: Call, end: int) -> bool:
        """Tell whether a statement before another does nothing but to count."""
        starts = [token.start for token in increment.head[:1]] == [call.name.start]
        return starts and increment.kind is StatementKind.SIMPLE and self._top.index(increment) < end

    def _on_failure(self, taken: Statement, call: Call) -> list[Statement] | None:
        """Return what leaves where the module refused the object, if that isn't released there; None if unclear."""
        rest = [token.text for token in taken.head if not call.span.covers(token.span)]
        inside = list(taken.children[0].walk())
        leaving = [one for one in inside if one.is_exit or _is_exit_macro(self._model, one)]
        starts = bool(taken.head) and taken.head[0].start == call.name.start
        if len(taken.children) != 1 or not starts or rest not in FAILS or inside[-1:] != leaving:
            return None
        return [] if any(taken.children[0].span.covers(one.span) for one in self._released()) else leaving

    def released(self) -> InitLocal | None:
        """Return the variable that the function releases after its last use."""
        at = self._places[-1]
        last = self._top[at]
        if last.kind not in (StatementKind.SIMPLE, StatementKind.IF) or at == self._places[0] + 1:
            return None
        leaving = [*self._leaving(at), *_exits(self._model, last)]
        return self._local(None, leaving, last, self._lines(leaving))

    def _local(
        self, dropped: Statement | None, leaving: Sequence[Statement], last: Statement | None, lines: int
    ) -> InitLocal | None:
        file = self._model.files[self._path]
        parents = [(one, parent_of(self._body, one)) for one in leaving]
        for one, parent in parents:
            if any(use.reference.offset in one.span for use in self._uses):
                return None
            if parent is None or parent.kind not in (StatementKind.BLOCK, StatementKind.IF):
                return None
            if parent.kind is StatementKind.IF and (file.is_conditional(one.span.start) or len(parent.children) != 1):
                return None
        made = self._top[self._places[0]]
        return InitLocal(self._item, self._function, made, dropped, tuple(leaving), last, lines)

    def _leaving(self, end: int) -> Iterator[Statement]:
        """Yield what leaves the function between the test of the object and a statement of it."""
        for one in self._top[self._places[0] + 2 : end]:
            yield from _exits(self._model, one)

    def _lines(self, leaving: Iterable[Statement]) -> int:
        """Return how many lines release an object where the function is left: with braces that are missing yet."""
        parents = [parent_of(self._body, one) for one in leaving]
        return sum(1 if parent is not None and parent.kind is StatementKind.BLOCK else 3 for parent in parents)

    def _statement(self, call: Call) -> Statement:
        """Return the statement at the function's own level that holds a call."""
        return next(one for one in self._top if call.name.start in one.span)

    def _counting(self) -> Iterator[Call]:
        """Yield the calls that count references to the object, or take one over."""
        names = references.INCREASE | references.RELEASE | references.STEALS.keys()
        offsets = [use.reference.offset for use in self._uses]
        around = (call for offset in offsets for call in self._model.calls_around(self._function, offset))
        for _, call in sorted({call.name.start: call for call in around}.items()):
            given = any(is_alone(argument, offset) for argument in call.arguments for offset in offsets)
            if given and called(self._model, call) in names:
                yield call

    def _released(self) -> list[Call]:
        return [call for call in self._counting() if called(self._model, call) in references.RELEASE]


@fact
def _labelled(model: Extension, function: str) -> tuple[int, ...]:
    """Return which statements at a function's own level hold labels."""
    top = model.body(function).children
    return tuple(at for at, one in enumerate(top) if any(each.is_target for each in one.walk()))


def _exits(model: Extension, statement: Statement) -> Iterator[Statement]:
    for one in statement.walk():
        is_jump = one.kind is StatementKind.JUMP and one.head[0].text not in _INNER_JUMPS
        if one.kind is StatementKind.RETURN or is_jump or _is_exit_macro(model, one):
            yield one


def _is_exit_macro(model: Extension, statement: Statement) -> bool:
    """Tell whether a statement is a macro that stands for a return: `RETURN_ERROR;`, `INIT_RETURN(NULL);`."""
    if statement.kind is not StatementKind.SIMPLE or not statement.head:
        return False
    call = only_call(statement) if len(statement.head) > 1 else None
    macro = model.macros.get(statement.head[0].text.decode("latin-1"))
    if macro is None or (call is None and len(statement.head) > 1):
        return False
    texts = [[token.text for token in one.body] for one in macro.all if bool(one.definition.parameters) == bool(call)]
    return bool(texts) and all(body[:1] == [b"return"] and b";" not in body[:-1] for body in texts)


def _hides_exit(model: Extension, token: Token) -> bool:
    """Tell whether a name is a macro that may leave the function."""
    if token.text.startswith(b"Py_RETURN"):
        return True
    work, seen = [token.text.decode("latin-1")], set[str]()
    while work:
        name = work.pop()
        if name in seen or name not in model.macros:
            continue
        seen.add(name)
        for each in model.macros[name].all:
            if any(one.text in (b"return", b"goto", b"break", b"continue") for one in each.body):
                return True
            work += [one.text.decode("latin-1") for one in each.body]
    return False
