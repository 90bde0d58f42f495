"""Loops over a table that make its types ready: `for (i = 0; types[i]; i++) if (PyType_Ready(types[i]) < 0) ...`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from unstatic.c.lexer import Token
from unstatic.c.syntax import FAILS, Call, Statement, StatementKind, calls, split, strip_casts
from unstatic.capi.types import SET_TYPE
from unstatic.facts.places.in_functions import is_declaration, names_in
from unstatic.model.extension import Declaration, Extension, File, Reference, StaticType
from unstatic.model.initialiser_values import is_null
from unstatic.model.uses import may_store
from unstatic.text.source import Span

_READY = b"PyType_Ready"
_LOOKING = (b"strchr", b"strrchr", b"strstr", b"strcmp", b"strncmp", b"strlen")
_WORDS = (b"(", b")", b"int", b"size_t", b"Py_ssize_t", b"unsigned", b"long")


@dataclass(frozen=True)
class Count:
    """A local that holds how many rows there are, and its declaration before the loop."""

    statement: Statement
    local: Declaration


@dataclass(frozen=True)
class ReadyLoop:
    """A loop, and its statement that makes a type ready; `problem` says why that can't be done before the loop."""

    statement: Statement
    """The loop."""
    ready: Statement
    call: Call
    check: Statement | None = None
    """The test behind `result = PyType_Ready(t);`."""
    problem: str = ""
    gone: tuple[Statement, ...] = ()
    """Declarations that nothing uses once the statement is gone, or the whole loop."""
    is_emptied: bool = False
    """Whether the loop does nothing else, and goes as a whole."""
    counts: tuple[Count, ...] = ()
    """What asks for the length before the loop: it follows the table."""
    is_last: bool = False
    """Whether nothing behind the loop uses the table."""

    @property
    def tests(self) -> tuple[tuple[Token, ...], ...]:
        """What the statement asks, the call first: `PyType_Ready(t) < 0 || PyModule_AddObject(m, n, t) < 0`."""
        return split(self.ready.head, b"||") if self.ready.kind is StatementKind.IF else ()

    @property
    def span(self) -> Span:
        """What goes: the statement, or the first of what it asks."""
        tests = self.tests
        if self.check is not None:
            return Span(self.ready.span.start, self.check.span.end)
        return Span(tests[0][0].start, tests[1][0].start) if len(tests) > 1 else self.ready.span


def ready_loop(
    model: Extension,
    table: Declaration,
    function: str,
    rows: Sequence[tuple[StaticType, ...]],
    offsets: Sequence[int],
) -> ReadyLoop | None:
    """Return the loop in *function* that makes the types of *table* ready; None if none of its loops does that."""
    name = table.name.encode()
    body = model.body(function)
    for call in calls(body.tokens):
        if call.name.text != _READY or len(call.arguments) != 1:
            continue
        path = body.path_to(call.name.start)
        loop = next((item for item in path if item.kind is StatementKind.LOOP), None)
        if loop is None:
            continue
        aliases = _aliases(loop, name)
        given = strip_casts(call.arguments[0])
        if _is_element(given, loop, name) or _is_alias(given, aliases):
            found = ReadyLoop(loop, path[-1], call, _check_behind(loop, path[-1], call))
            return _checked(model, function, found, name, rows, offsets, aliases)
    return None


def _is_alias(value: Sequence[Token], aliases: dict[bytes, Statement]) -> bool:
    """Tell whether an expression is a local that was given an element, or a field of one whose address it was given."""
    if not value or value[0].text not in aliases:
        return False
    statement = aliases[value[0].text]
    texts = [token.text for token in statement.head]
    is_address = strip_casts(statement.head[texts.index(b"=") + 1 :])[0].text == b"&"
    return [token.text for token in value[1:2]] == [b"->"] and len(value) == 3 if is_address else len(value) == 1


def _check_behind(loop: Statement, ready: Statement, call: Call) -> Statement | None:
    """Return the test of what `result = PyType_Ready(t);` gives, if what follows gives the variable another value."""
    outside = [token.text for token in ready.head if not call.span.covers(token.span)]
    statements = loop.children[0].inside
    if ready not in statements or len(outside) != 2 or outside[1] != b"=":
        return None
    name, behind = outside[0], statements[statements.index(ready) + 1 :]
    if not behind or not behind[0].is_exit_test or name in names_in(behind[0].children[0].tokens):
        return None
    check = behind[0]
    named = next((item for item in behind[1:] if name in names_in(item.tokens)), None)
    if named is None or named.kind is not StatementKind.SIMPLE:
        return None
    is_set = [token.text for token in named.head[:2]] == [name, b"="] and name not in names_in(named.head[2:])
    texts = [token.text for token in check.head]
    return check if is_set and texts[:1] == [name] and texts[1:] in FAILS else None


def cursor_of(loop: Statement, table: bytes) -> bytes | None:
    """Return the pointer that a `for` sets to the first element of *table*; None if it sets none."""
    parts = split(loop.head, b";") if loop.kind is StatementKind.LOOP and loop.tokens[0].text == b"for" else ()
    texts = [token.text for token in parts[0]] if parts else []
    return texts[0] if len(texts) == 3 and texts[1:] == [b"=", table] else None


def _is_element(value: Sequence[Token], loop: Statement, table: bytes) -> bool:
    """Tell whether an expression is an element of *table*, or a field of one: `table[i].type`, `*cursor`."""
    texts = [token.text for token in value[:2]]
    cursor = cursor_of(loop, table)
    return texts[:1] == [table] or (cursor is not None and texts in ([b"*", cursor], [cursor, b"->"]))


def _aliases(loop: Statement, name: bytes) -> dict[bytes, Statement]:
    """Return the locals that are given an element of the table in the loop, and nothing else."""
    found: dict[bytes, Statement] = {}
    for statement in loop.walk():
        texts = [token.text for token in statement.head]
        if statement.kind is not StatementKind.SIMPLE or b"=" not in texts:
            continue
        at = texts.index(b"=")
        value = strip_casts(statement.head[at + 1 :])
        value = value[1:] if value and value[0].text == b"&" else value
        if at and _is_element(value, loop, name) and not any(calls(value)):
            found[texts[at - 1]] = statement
    return found


def _checked(
    model: Extension,
    function: str,
    found: ReadyLoop,
    name: bytes,
    rows: Sequence[tuple[StaticType, ...]],
    offsets: Sequence[int],
    aliases: dict[bytes, Statement],
) -> ReadyLoop:
    body, loop = model.body(function), found.statement
    outer = body.path_to(loop.span.start)
    around = outer[: outer.index(loop)]
    if not around or around[-1].kind is not StatementKind.BLOCK:
        return replace(found, problem="the loop doesn't stand in a block")
    counts = _counts(model, function, around[-1], loop, name, [at for at in offsets if at < loop.span.start])
    if any(item.kind is StatementKind.SWITCH for item in around) or counts is None:
        return replace(found, problem="the table is used where the loop wasn't run")
    classes = [item for item in loop.children[0].inside if _sets_class(item, {name, *aliases})]
    problem = _problem(model, function, found, name, aliases, classes)
    if problem or not _covers_all(model, loop, name, rows, {item.local.name.encode() for item in counts}):
        return replace(found, problem=problem or "the loop may leave out some rows")
    left = (found.check,) if len(found.tests) > 1 else (found.ready, found.check)
    listed = [item for item in loop.children[0].inside if item not in left]
    rest = [item for item in listed if item not in classes]
    gone = [*classes, *(item for item in rest if _is_unused(item, aliases, rest))]
    found = replace(found, gone=tuple(gone), is_emptied=len(gone) == len(listed), counts=counts)
    found = replace(found, is_last=_is_last(model, found, offsets))
    return _without_counter(model, function, found, name) if found.is_emptied else found


def _counts(
    model: Extension, function: str, block: Statement, loop: Statement, table: bytes, offsets: Sequence[int]
) -> tuple[Count, ...] | None:
    """Return the declarations in a block that use the table before a loop, for its length; None if others use it there.

    `size_t const count = sizeof(types) / sizeof(types[0]);`, which nothing asks for before the loop.
    """
    found = []
    for statement in (item for item in block.children if any(offset in item.span for offset in offsets)):
        local = _count_in(model, function, statement, table)
        if local is None or any(use.offset < loop.span.start for use in _uses(model, local)):
            return None
        found.append(Count(statement, local))
    is_all = all(any(offset in item.statement.span for item in found) for offset in offsets)
    return tuple(found) if is_all else None


def _count_in(model: Extension, function: str, statement: Statement, table: bytes) -> Declaration | None:
    """Return the local that a declaration gives the length of the table, if that is its only value."""
    texts = [token.text for token in statement.head]
    if statement.kind is not StatementKind.SIMPLE or b"=" not in texts or len(split(statement.head)) != 1:
        return None
    if not _is_length(statement.head[texts.index(b"=") + 1 :], table):
        return None
    found = [item for item in model.locals.get(function, ()) if item.name_span.start in statement.span]
    return found[0] if len(found) == 1 and not may_store(model, found[0].symbol) else None


def _uses(model: Extension, local: Declaration) -> Iterator[Reference]:
    return (use for use in model.uses.get(local.symbol, ()) if use.offset != local.name_span.start)


def _is_last(model: Extension, found: ReadyLoop, offsets: Sequence[int]) -> bool:
    """Tell whether neither the table nor its length is used behind the loop."""
    end = found.statement.span.end
    counted = [use.offset for item in found.counts for use in _uses(model, item.local)]
    return max([*offsets, *counted]) < end


def _sets_class(statement: Statement, names: Set[bytes]) -> bool:
    """Tell whether a statement only gives an element the class that it has anyway: `Py_SET_TYPE(t, &PyType_Type);`."""
    found = tuple(calls(statement.tokens)) if statement.kind is StatementKind.SIMPLE else ()
    if len(found) != 1 or found[0].name.text not in SET_TYPE or len(found[0].arguments) != 2:
        return False
    given, kind = (strip_casts(item) for item in found[0].arguments)
    is_whole = statement.tokens[0] is found[0].name and [token.text for token in kind] == [b"&", b"PyType_Type"]
    return is_whole and bool(given) and given[0].text in names


def _problem(
    model: Extension,
    function: str,
    found: ReadyLoop,
    name: bytes,
    aliases: dict[bytes, Statement],
    classes: Sequence[Statement],
) -> str:
    """Return why the statement can't go before the loop; empty if it can."""
    statements = found.statement.children[0].inside
    if found.ready not in statements:
        return "it isn't a statement of the loop by itself"
    if not _leaves_or_passes(found, name, aliases):
        return "what follows a failure depends on the loop"
    before = statements[: statements.index(found.ready)]
    idle = (*classes, *aliases.values())
    if not all(item in idle or (is_declaration(model, function, item) and _only_looks(item)) for item in before):
        return "something happens before it in the loop"
    jumps = (item for item in found.statement.walk() if item.kind is StatementKind.JUMP)
    return "the loop may end early" if any(item.tokens[0].text == b"break" for item in jumps) else ""


def _only_looks(statement: Statement) -> bool:
    return all(call.name.text in _LOOKING for call in calls(statement.tokens))


def _without_counter(model: Extension, function: str, found: ReadyLoop, table: bytes) -> ReadyLoop:
    """Return the loop with the declaration of what it counts with, if nothing else asks for that."""
    name, inside = _counter(found.statement, table), found.statement.span
    for item in model.locals.get(function, ()):
        if item.name.encode() != name or item.name_span.start in inside:
            continue
        if any(use.offset not in inside and use.offset != item.name_span.start for use in model.uses[item.symbol]):
            return found
        statement = model.body(function).path_to(item.name_span.start)[-1]
        if len(split(statement.head)) > 1 or any(token.text == b"=" for token in statement.head):
            return replace(found, problem="nothing else needs what the loop counts with")
        return replace(found, gone=(statement,))
    return replace(found, gone=())


def _is_unused(item: Statement, aliases: dict[bytes, Statement], rest: Sequence[Statement]) -> bool:
    """Tell whether a statement only names an element that nothing else in the loop asks for."""
    names = [name for name, statement in aliases.items() if statement is item]
    others = [one for one in rest if one is not item]
    return bool(names) and not any(names[0] in names_in(one.tokens) for one in others)


def _leaves_or_passes(found: ReadyLoop, name: bytes, aliases: dict[bytes, Statement]) -> bool:
    """Tell whether the statement is the call, or `if (call fails) <leave>`, and leaves the same way outside."""
    statement, call = found.ready, found.call
    if found.check is not None:
        return not names_in(found.check.tokens) & {*aliases, _counter(found.statement, name)}
    asked = [item for test in found.tests[1:] for item in test]
    outside = [item for item in statement.tokens if not call.span.covers(item.span) and item not in asked]
    index = _counter(found.statement, name)
    if names_in(tuple(outside)) & {*aliases, index}:
        return False
    if statement.kind is StatementKind.SIMPLE:
        return [token.text for token in outside] == [b";"]
    if statement.kind is not StatementKind.IF or len(statement.children) != 1:
        return False
    rest = [token.text for token in found.tests[0] if not call.span.covers(token.span)]
    fails = rest in ([], [b"<", b"0"], [b"0", b">"], [b"!=", b"0"], [b"==", b"-", b"1"])
    last = list(statement.children[0].walk())[-1]
    jumps = last.kind is StatementKind.JUMP and last.tokens[0].text == b"goto"
    return fails and (last.kind is StatementKind.RETURN or jumps)


def _counter(loop: Statement, table: bytes) -> bytes:
    """Return the variable that a `for` counts with, or points to the elements with; empty if there is none."""
    first = split(loop.head, b";")[:1]
    texts = [token.text for token in first[0]] if first else []
    counter = texts[-3] if len(texts) in (3, 4) and texts[-2:] == [b"=", b"0"] else b""
    return cursor_of(loop, table) or counter


def _covers_all(
    model: Extension, loop: Statement, name: bytes, rows: Sequence[tuple[StaticType, ...]], counts: Set[bytes]
) -> bool:
    """Tell whether a loop goes through every row that holds a type, from the first on; *counts* name their number."""
    parts = split(loop.head, b";")
    index = _counter(loop, name)
    if loop.tokens[0].text != b"for" or len(parts) != 3 or not index:
        return False
    step = [token.text for token in parts[2]]
    if step not in ([index, b"++"], [b"++", index], [index, b"+=", b"1"]):
        return False
    types = next((at for at, row in enumerate(rows) if not row), len(rows))
    if any(rows[types:]):
        return False
    condition = parts[1]
    texts = [token.text for token in condition]
    length = _length_of_element(texts, name, index)
    if length:
        return types < len(rows) and _is_tested(condition[length:])
    is_below = len(texts) > 2 and texts[0] == index and texts[1] in (b"<", b"!=")
    return types == len(rows) and is_below and _is_count(model, condition[2:], name, len(rows), counts)


def _length_of_element(texts: Sequence[bytes], name: bytes, index: bytes) -> int:
    """Return how many tokens `table[i]`, `*cursor` or `cursor` before `->` is; 0 if it's something else."""
    if texts[:4] == [name, b"[", index, b"]"]:
        return 4
    return 2 if texts[:2] == [b"*", index] else int(texts[:2] == [index, b"->"])


def _is_tested(rest: Sequence[Token]) -> bool:
    """Tell whether what is behind an element is a field at most, and a test for NULL at most."""
    if rest and rest[0].text in (b".", b"->"):
        rest = rest[2:]
    return not rest or (rest[0].text == b"!=" and is_null(rest[1:]))


def _is_count(model: Extension, tokens: Sequence[Token], name: bytes, count: int, counts: Set[bytes]) -> bool:
    """Tell whether tokens say how many rows there are."""
    if len(tokens) == 1 and tokens[0].text in counts:
        return True
    if len(tokens) == 1 and tokens[0].text.decode("latin-1") in model.macros:
        macro = model.sole_macro(tokens[0].text.decode("latin-1"))
        if macro is None or macro.definition.parameters is not None:
            return False
        return _is_count(model, macro.body, name, count, counts)
    written = [token.text for token in tokens if token.text not in _WORDS]
    return _is_length(tokens, name) or written == [str(count).encode()]


def _is_length(tokens: Sequence[Token], table: bytes) -> bool:
    """Tell whether tokens are the number of the rows of *table*, as it is usually written."""
    texts = [token.text for token in tokens if token.text not in _WORDS]
    size = [b"sizeof", table, b"/", b"sizeof"]
    return texts in ([*size, table, b"[", b"0", b"]"], [*size, b"*", table], [b"Py_ARRAY_LENGTH", table])


def made_ready(file: File, loop: ReadyLoop, name: bytes) -> bytes:
    """Return the text of the statement with the address of the type *name* in the call, which it asks alone."""
    whole, arguments = loop.ready.span, loop.call.arguments[0]
    given = Span(arguments[0].start, arguments[-1].end)
    data = file.source.data
    if loop.check is not None:
        head = loop.check.head
        call = data[loop.call.span.start : given.start] + b"&" + name + data[given.end : loop.call.span.end]
        asked = data[head[0].end : head[-1].end] or b" < 0"
        return data[loop.check.span.start : head[0].start] + call + asked + data[head[-1].end : loop.check.span.end]
    text = data[whole.start : given.start] + b"&" + name
    if len(loop.tests) > 1:
        return text + data[given.end : loop.tests[0][-1].end] + data[loop.ready.head[-1].end : whole.end]
    return text + data[given.end : whole.end]
