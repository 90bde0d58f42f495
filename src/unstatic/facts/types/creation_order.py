"""Where the initialisation reads a type that it may not have made yet (G141).

The address of a static type is there from the start, a pointer to a heap type is NULL until the type is made: in
`PyTypeObject *types[] = {&Box_Type};` at the top of the function as much as in what it calls. So each read must come
after the creation on every way through the initialisation, as in the definite assignment of other languages (Java
Language Specification, chapter 16).
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Statement, StatementKind, strip_parentheses
from unstatic.capi.arguments import CALL_PREFIXES
from unstatic.capi.references import ENDS
from unstatic.capi.slots import MAKES_INSTANCES
from unstatic.capi.types import WITHOUT_READY
from unstatic.facts.module.helpers import init_functions, init_helpers
from unstatic.facts.module.ready_calls import order_of, readied
from unstatic.facts.places.in_functions import is_declaration
from unstatic.facts.references.paths.initialisation import table_around
from unstatic.facts.types.direct_slot_calls import slot_calls
from unstatic.facts.types.metaclasses import sets_its_class
from unstatic.model.extension import Extension, GlobalKind, Reference, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.uses import UsedAs, use_of
from unstatic.text.source import Span

_SUCCEEDS: tuple[list[bytes], ...] = ([b"==", b"0"], [b">=", b"0"], [b"!=", b"-", b"1"])
_TRUE_ON_SUCCESS = tuple(b"".join(item) for item in _SUCCEEDS)
_ZERO = (b"0", b"false")
_LITERALS = frozenset((b"0", b"1", b"-1", b"NULL", b"false", b"true"))


def early_reads(model: Extension, static: StaticType) -> Iterator[Reference]:
    """Yield the uses of *static*, or of functions that use it, which may come before it is made.

    A type that is never made ready is made with the module, ahead of the declarations that read it.
    """
    made = readied(model, static)
    creation = [(function, call.name.start) for function, call in made]
    if not made and model.init is not None and model.init.create is not None:
        creation = [(model.init.builder, model.init.create.start)]
    if model.init is None or not creation:
        return
    if len(creation) == 1 and _is_straight(model, static, *creation[0]):
        return
    order = _followed(model, static, frozenset(creation))
    ahead = None if made else leading_read(model, model.init.builder, [static])
    for use in dict.fromkeys((*order.early, *_hidden_reads(model, static, creation[0]))):
        if ahead is None or not _is_declared_ahead(model, use, ahead):
            yield use


def _followed(model: Extension, static: StaticType, creation: frozenset[tuple[str, int]]) -> _Order:
    """Return the order of the initialisation, where flags that are set behind the creation tell that it has been.

    Each flag is believed until some way sets it without the type: as all begin with 0, the first that is set was so on
    a way on which none of them had been.
    """
    flags = dict(_flags(model))
    while True:
        order = _Order(model, static, creation, frozenset(flags))
        if model.init is None or any(_is_hidden(model, *place) for place in creation):
            return order
        order.run(model.init.builder)
        wrong = [flag for flag, sets in flags.items() if any(order.sets.get(at) is not _Made.YES for at in sets)]
        if not wrong:
            return order
        for flag in wrong:
            del flags[flag]


@fact
def _flags(model: Extension) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the variables that begin with 0 and are only given constants, and the places where those aren't 0."""
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for item in model.globals:
        initialiser = item.declaration.initialiser
        tokens = model.files[item.declaration.path].tokens_in(initialiser) if initialiser is not None else ()
        if item.kind is not GlobalKind.DATA or item.declaration.storage != "static" or item.others:
            continue
        given = [_given(model, use) for use in item.written]
        if None not in given and (initialiser is None or [token.text for token in tokens] in ([b"0"], [b"false"])):
            pairs = zip(item.written, given, strict=True)
            found[item.symbol] = tuple((use.function or "", use.offset) for use, value in pairs if value not in _ZERO)
    return {symbol: sets for symbol, sets in found.items() if sets}


def _given(model: Extension, use: Reference) -> bytes | None:
    """Return the constant of `flag = 1;`, None for anything else that may change the flag."""
    if use.function is None or use.function not in model.functions or use.via_macro is not None:
        return None
    path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    head = path[-1].head if path and path[-1].kind is StatementKind.SIMPLE else ()
    is_set = len(head) == 3 and head[0].start == use.offset and head[1].text == b"="
    is_constant = is_set and (head[2].kind is TokenKind.NUMBER or head[2].text in (b"true", b"false"))
    return head[2].text if is_constant else None


def _is_straight(model: Extension, static: StaticType, function: str, offset: int) -> bool:
    """Tell whether the initialisation reads the type in *function* alone, behind the statement that always makes it."""
    body = model.body(function)
    made = next(iter(body.path_to(offset)[1:]), None)
    if made is None or made.kind is not StatementKind.IF or offset not in Span(made.head[0].start, made.head[-1].end):
        return False
    if not _is_left_on_failure(made) or _has_jumps(model, function) or _is_hidden(model, function, offset):
        return False
    initialising = init_functions(model)
    reads = [use for use in _reads(model, static) if use.function in initialising]
    return all(use.function == function and use.offset > made.tokens[-1].start for use in reads) and not any(
        _is_hidden(model, function, use.offset) for use in reads
    )


def _is_left_on_failure(statement: Statement) -> bool:
    """Tell whether a statement is `if (create() < 0) return NULL;`, with or without braces."""
    inner = statement.children[0].inside
    is_left = len(statement.children) == 1 and bool(inner) and inner[-1].kind is StatementKind.RETURN
    return is_left and [token.text for token in statement.head[-2:]] == [b"<", b"0"]


@fact
def _has_jumps(model: Extension, function: str) -> bool:
    """Tell whether a function has labels, or macros that may jump to some."""
    labels = {StatementKind.LABEL, StatementKind.JUMP}
    macros = {token.text.decode("latin-1") for token in model.body(function).tokens} & model.macros.keys()
    jumps = any(token.text == b"goto" for name in macros for each in model.macros[name].all for token in each.body)
    return jumps or any(item.kind in labels for item in model.body(function).walk())


def leading_read(model: Extension, function: str, types: Sequence[StaticType]) -> Statement | None:
    """Return the first of the declarations that open *function* whose initialiser reads one of *types*."""
    reads = {use.offset for static in types for use in _reads(model, static) if use.function == function}
    for statement in model.body(function).children:
        if not is_declaration(model, function, statement):
            return None
        if any(token.start in reads for token in statement.tokens):
            return statement
    return None


def _is_declared_ahead(model: Extension, use: Reference, first: Statement) -> bool:
    """Tell whether *use* stands in a declaration that opens the function: *first*, or one behind it."""
    assert model.init is not None
    if use.function != model.init.builder or use.offset < first.span.start:
        return False
    holder = model.body(use.function).child_at(use.offset)
    return holder is not None and is_declaration(model, use.function, holder)


def _reads(model: Extension, static: StaticType) -> Iterator[Reference]:
    """Yield the uses that need the type itself, then the calls of functions that have such uses, and so on."""
    found = [use for use in model.uses.get(static.symbol, ()) if use.function is not None and _is_value(model, use)]
    seen = set(_making(model, static))
    while found:
        use = found.pop()
        yield use
        function = use.function or ""
        if function in model.functions and function not in seen:
            seen.add(function)
            found += [item for item in model.uses.get(function, ()) if _may_run(model, item)]
            found += _instantiations(model, function)


def _instantiations(model: Extension, function: str) -> Iterator[Reference]:
    """Yield the uses of types that call *function*, as it makes their instances: `PyObject_CallNoArgs(&Box_Type)`."""
    owners = {role.owner or "" for role in model.functions[function].roles if role.slot in MAKES_INSTANCES}
    owners |= {item.holder for item in model.specs if item.holder and item.declaration.symbol in owners}
    for use in (use for owner in owners for use in model.uses.get(owner, ()) if use.function in model.functions):
        around = model.calls_around(use.function or "", use.offset)
        if any(call.name.text.lstrip(b"_").startswith(CALL_PREFIXES) for call in around):
            yield use
    for place, call in slot_calls(model).items():
        yield from model.references_at(*place)[:1] if call.function == function else ()


def _making(model: Extension, static: StaticType) -> Iterator[str]:
    """Yield the functions that make the type, and those that call them for that."""
    assert model.init is not None
    yield model.init.builder
    helpers = init_helpers(model)
    for function, _ in readied(model, static):
        while function in helpers:
            yield function
            function = helpers[function].caller


def _may_run(model: Extension, use: Reference) -> bool:
    """Tell whether a function is called at *use*, or given to something that may call it."""
    if use.function not in model.functions:
        return False
    if use.is_call or use.via_macro is not None:
        return True
    return bool(model.calls_around(use.function or "", use.offset))


def _is_value(model: Extension, use: Reference) -> bool:
    """Tell whether the use takes the address itself: neither a field of the type, nor what readies or counts it."""
    assert use.function is not None
    if use.function not in model.functions:
        return False
    if use.via_macro is not None:
        macro = model.macros.get(use.via_macro)
        return macro is None or not any(token.text == b"PyType_Ready" for each in macro.all for token in each.body)
    if table_around(model, use) is not None:
        return True
    if use_of(model, use).role is not UsedAs.ADDRESS:
        return False
    fields = (item for static in model.types for item in static.runtime)
    if any(item.path == use.path and use.offset in item.statement for item in fields) or sets_its_class(model, use):
        return False
    around = model.calls_around(use.function or "", use.offset)
    return not any(call.name.text in WITHOUT_READY for call in around)


def _hidden_reads(model: Extension, static: StaticType, creation: tuple[str, int]) -> Iterator[Reference]:
    """Yield the reads before the creation if one of the two stands in an `#if` group that isn't compiled here."""
    initialising = init_functions(model)
    created = order_of(model, *creation)
    hidden = _is_hidden(model, *creation)
    for use in _reads(model, static):
        if use.function in initialising and (hidden or _is_hidden(model, use.function, use.offset)):
            yield from [use] if order_of(model, use.function, use.offset) < created else []


def _is_hidden(model: Extension, function: str, offset: int) -> bool:
    return model.files[model.functions[function].definition.path].is_inactive(offset)


class _Made(enum.IntEnum):
    """Whether the type is made; of several ways to one place the least holds."""

    NO = 0
    FAILED = 1
    YES = 2


class _Order:
    """Follows the initialisation, and collects the reads at which the type may not be made."""

    def __init__(
        self, model: Extension, static: StaticType, creation: frozenset[tuple[str, int]], flags: frozenset[str]
    ) -> None:
        self._model = model
        self._creation = creation
        self._flags = flags
        self._sets = frozenset(at for flag in flags for at in _flags(model)[flag])
        self._reads = {(use.function or "", use.offset): use for use in _reads(model, static)}
        leading = {function for function, _ in creation}
        self._helpers = {}
        for item in reversed(init_helpers(model).values()):
            if item.function in leading:
                leading.add(item.caller)
                self._helpers[item.caller, item.call.name.start] = item.function
        self._labels: dict[bytes, _Made] = {}
        self._breaks: list[list[_Made]] = []
        self._cases: list[_Made] = []
        self._exits: list[tuple[_Made, bytes]] = []
        self._negative: list[bytes] = []
        self._negated: set[tuple[str, int]] = set()
        self._function = ""
        self.early: dict[Reference, None] = {}
        self.sets: dict[tuple[str, int], _Made] = {}
        """What is so where a flag is set."""

    def run(self, function: str, made: _Made = _Made.NO, is_negated: bool = False) -> _Made:
        """Follow *function*; return what is so once it has returned, unless it failed to make the type."""
        outer = self._function, self._labels, self._breaks, self._cases, self._exits
        self._function, self._labels, self._breaks, self._cases = function, {}, [], []
        known: dict[bytes, _Made] | None = None
        while known != self._labels:
            # A jump back may bring less than what its label was reached with before.
            known, self._exits = dict(self._labels), []
            end = self._block(self._model.body(function).children, made)
            self._exits += [(end, b"")] if end is not None else []
        result = _on_success(self._exits, is_negated)
        self._function, self._labels, self._breaks, self._cases, self._exits = outer
        return result

    def _events(self, tokens: Sequence[Token], made: _Made) -> _Made:
        """Follow an expression in the order in which it is written."""
        for token in tokens:
            place = (self._function, token.start)
            if place in self._reads and made is not _Made.YES:
                self.early[self._reads[place]] = None
            if place in self._sets:
                self.sets[place] = min(made, self.sets.get(place, made))
            if place in self._creation:
                made = _Made.YES
            elif place in self._helpers:
                made = self.run(self._helpers[place], made, place in self._negated)
        return made

    def _block(self, children: Sequence[Statement], made: _Made | None) -> _Made | None:
        """Return what is so behind the statements; None if their end isn't reached."""
        for child in children:
            made = self._statement(child, made)
        return made

    def _statement(self, statement: Statement, made: _Made | None) -> _Made | None:
        kind = statement.kind
        if kind is StatementKind.LABEL:
            name = statement.tokens[0].text
            is_case = name in (b"case", b"default") and bool(self._cases)
            return _least(made, self._cases[-1] if is_case else self._labels.get(name))
        if kind is StatementKind.BLOCK:
            return self._block(statement.children, made)
        if kind is StatementKind.IF:
            return self._if(statement, made)
        if kind in (StatementKind.LOOP, StatementKind.SWITCH):
            return self._round(statement, made)
        return None if made is None else self._simple(statement, self._events(statement.head, made))

    def _simple(self, statement: Statement, made: _Made) -> _Made | None:
        if statement.kind is StatementKind.RETURN:
            text = b"".join(token.text for token in strip_parentheses(statement.head))
            self._exits.append((_Made.FAILED if text in self._negative else made, text))
            return None
        if statement.kind is StatementKind.JUMP:
            self._jump([token.text for token in statement.head], made)
            return None
        body = self._macro_body(statement)
        for index, text in enumerate(body):
            self._jump(body[index : index + 2] if text == b"goto" else [], made)
        return None if statement.head and statement.head[0].text in ENDS or _leaves(body) else made

    def _macro_body(self, statement: Statement) -> list[bytes]:
        """Return the words of the macro that a statement begins with."""
        first = statement.head[0].text if statement.head else b""
        macro = self._model.macros.get(first.decode("latin-1"))
        return [token.text for token in macro.body] if macro is not None else []

    def _jump(self, texts: Sequence[bytes], made: _Made) -> None:
        if texts[:1] == [b"goto"] and len(texts) > 1:
            self._labels[texts[1]] = min(made, self._labels.get(texts[1], _Made.YES))
        elif texts[:1] == [b"break"] and self._breaks:
            self._breaks[-1].append(made)

    def _if(self, statement: Statement, made: _Made | None) -> _Made | None:
        then = other = made
        if made is not None:
            self._negated |= self._left_if_zero(statement)
            after = self._events(statement.head, made)
            then = other = after
            if after > made:
                then, other = (after, made) if self._succeeds(statement) else (_Made.FAILED, after)
            then, other = self._told(statement.head, then, other)
        self._negative.append(_found_negative(statement.head))
        ways = [self._statement(statement.children[0], then)]
        self._negative.pop()
        ways.append(self._statement(statement.children[1], other) if len(statement.children) > 1 else other)
        return _least(*ways)

    def _told(self, head: Sequence[Token], then: _Made, other: _Made) -> tuple[_Made, _Made]:
        """Return what is so in both branches of `if (flag)` or `if (!flag)`: where it is set, the type is made."""
        tested = strip_parentheses(head)
        is_negated = bool(tested) and tested[0].text == b"!"
        tested = strip_parentheses(tested[1:]) if is_negated else tested
        file = self._model.files[self._model.functions[self._function].definition.path]
        if len(tested) != 1 or symbol_at(file, tested[0]) not in self._flags:
            return then, other
        return (then, _Made.YES) if is_negated else (_Made.YES, other)

    def _left_if_zero(self, statement: Statement) -> set[tuple[str, int]]:
        """Return the helpers in the condition of `if (!helper()) return NULL;`, for which 0 is a failure."""
        last = list(statement.children[0].walk())[-1]
        if not last.is_exit:
            return set()
        following = zip(statement.head, statement.head[1:], strict=False)
        return {(self._function, name.start) for before, name in following if before.text == b"!"}

    def _succeeds(self, statement: Statement) -> bool:
        """Tell whether the condition with the creation in it holds if that succeeds."""
        texts = [token.text for token in statement.head]
        if any((self._function, token.start) in self._helpers for token in statement.head):
            last = list(statement.children[0].walk())[-1]
            is_jump = last.is_exit
            return not is_jump and not _leaves(self._macro_body(last))
        if b"||" in texts:
            return False
        return texts[:1] == [b"!"] or any(texts[-len(each) :] == each for each in _SUCCEEDS)

    def _round(self, statement: Statement, made: _Made | None) -> _Made | None:
        """A loop may run not at all, a switch may have no case that fits: a type is made in neither."""
        start = self._events(statement.head, _Made.YES if made is None else made)
        self._breaks.append([])
        if statement.kind is StatementKind.SWITCH:
            self._cases.append(start)
        inside = None if statement.kind is StatementKind.SWITCH or made is None else start
        end = self._block(statement.children, inside)
        if statement.kind is StatementKind.SWITCH:
            self._cases.pop()
        return _least(made and start, end, *self._breaks.pop())


def _found_negative(head: Sequence[Token]) -> bytes:
    """Return the variable that a condition finds to be an error: `rc < 0`, as in `if (rc < 0) return rc;`."""
    texts = [token.text for token in strip_parentheses(head)]
    return texts[0] if texts[1:] in ([b"<", b"0"], [b"==", b"-", b"1"]) else b""


def _leaves(body: Sequence[bytes]) -> bool:
    """Tell whether a macro with this body always leaves the place."""
    return (b"return" in body or b"goto" in body) and b"if" not in body


def _least(*ways: _Made | None) -> _Made | None:
    return min((item for item in ways if item is not None), default=None)


def _on_success(exits: Sequence[tuple[_Made, bytes]], is_negated: bool) -> _Made:
    """Return what is so behind a function that was left like this, unless it says that it failed.

    *is_negated*: whoever called it takes 0 for a failure.
    """
    given = {text for made, text in exits if made is _Made.YES}
    failing = {b"-1", b"NULL"} | (_LITERALS - given if given & _LITERALS else frozenset())
    if any(text.endswith(_TRUE_ON_SUCCESS) for text in given):
        failing |= {b"0", b"false"}
    failing = {b"0", b"NULL", b"false", b"FALSE"} if is_negated else failing
    return min((made for made, text in exits if made is not _Made.FAILED and text not in failing), default=_Made.YES)
