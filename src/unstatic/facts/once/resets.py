"""Statements of the initialisation that give data of the process its first value, which later loads would take away.

Single-phase initialisation runs once in a process, an exec slot for every module. By then other functions may have
changed what `count = 0;` or `init_queue(&queue)` resets, or still hold the lock that `lock = new_lock();` replaces.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from unstatic.c.lexer import TokenKind
from unstatic.c.nodes import Assignment, Call, Name, Node
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.c.type_names import BUILT_IN
from unstatic.capi.blocks import MAKING_WORDS
from unstatic.capi.process import DONE_ONCE
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.helpers import running_once
from unstatic.facts.once.fillers import is_needed, is_python, is_whole, locals_of, words_in
from unstatic.facts.once.flags import FAILED, fails
from unstatic.facts.once.process_helpers import ProcessHelper, process_helper
from unstatic.facts.references.api_tables import is_api_table
from unstatic.model.extension import Extension, Global, GlobalKind, Reference
from unstatic.model.initialiser_values import is_empty, tokens_of
from unstatic.model.uses import Use, UsedAs, outer_of, use_of
from unstatic.text.source import Location, Span

_OF_INTERPRETER = re.compile(rb"_?Py(ThreadState|InterpreterState)_\w+")
# What of Python's API knows nothing of modules: memory, locks, interpreters, and the errors of what fails.
_NEUTRAL = re.compile(rb"Py(Mem|Thread|ThreadState|InterpreterState|Err|Exc|Mutex)_\w+|_?Py_(ssize_t|hash_t|uhash_t)")
_TRUE, _UNTRUE = (b"1", b"TRUE", b"true"), (b"0", b"FALSE", b"false")
_SAYING = re.compile(rb"(?i)warn|err|print|puts|log|perror|trace")
_LABEL = re.compile(rb"(?i)fail|err|bad|abort|exc")


@dataclass(frozen=True, slots=True)
class Reset:
    """One variable of the process, and where the initialisation sets it."""

    item: Global
    location: Location
    function: str
    statement: Statement | None
    """What a test can stand around, so that it is run for the first module only; None if nothing can."""
    tells_itself: bool
    """Whether the variable is a pointer that is NULL until the statement is run."""
    helper: ProcessHelper | None = None
    """The whole function, if that is what runs for the first module only."""


def resets(model: Extension, staying: Iterable[Global]) -> Iterator[Reset]:
    """Yield what stays and would lose its value with each load: others change it, or it is made for the first one.

    So is what the first one was made by: `limit = atoi(text); rooms = calloc(limit, 8);` needs both, or neither.
    """
    data = (item for item in staying if item.kind is GlobalKind.DATA and not is_api_table(model, item))
    # The type of an unnamed struct is spelled with the path of its file: `struct (unnamed at /once/lib.c:3:8)`.
    types = ((item, item.declaration.type.partition("(")[0].encode()) for item in data)
    kept = {item.symbol: item for item, named in types if DONE_ONCE.search(named) is None}
    initialising = running_once(model)
    found = tuple(_changed_or_made(model, kept, initialising))
    measures = tuple(_measures(model, kept, found, initialising))
    if any(item.statement is None for item in measures):
        found = tuple(replace(item, statement=None, helper=None) for item in found)
    yield from (*found, *measures, *_complaining(model, kept, initialising))


def _changed_or_made(model: Extension, kept: dict[str, Global], initialising: Sequence[str]) -> Iterator[Reset]:
    """Yield what other functions change as well, and what a function makes."""
    for item in kept.values():
        uses = [use_of(model, one) for one in item.written if not model.files[one.path].is_inactive(one.offset)]
        changes = any(_is_changed_later(item, use, initialising) for use in uses)
        setting = [use for use in uses if use.reference.function in initialising and _sets(use, changes)]
        setting = [use for use in setting if not _is_asked(model, kept, use, initialising)]
        whole = {use: helper for use in setting if (helper := _helper(model, kept, use)) is not None}
        for use, helper in whole.items():
            where = model.location(use.reference.path, use.reference.offset)
            yield Reset(item, where, helper.function, None, False, helper)
        setting = [use for use in setting if use not in whole]
        found = [_guardable(model, kept, use) for use in setting]
        if None in found or _is_read(model, item, setting, initialising):
            # What is told of whole variables would be said of each table that serves as room for a text.
            setting = [use for use in setting if use.role is UsedAs.WRITTEN]
            found = [None for _ in setting]
        for use, statement in zip(setting, found, strict=True):
            where = model.location(use.reference.path, use.reference.offset)
            assert use.reference.function is not None
            tells_itself = _tells_itself(model, item, use, changes)
            yield Reset(item, where, use.reference.function, statement, tells_itself)


def _measures(
    model: Extension, kept: dict[str, Global], found: Sequence[Reset], initialising: Sequence[str]
) -> Iterator[Reset]:
    """Yield the numbers that a call gives, and that what is run for the first module only reads."""
    known = {item.item.symbol for item in found}
    for item in kept.values():
        if item.symbol in known or not BUILT_IN.issuperset(item.declaration.canonical_type.encode().split()):
            continue
        setting = [use_of(model, one) for one in item.written if one.function in initialising]
        setting = [use for use in setting if _is_given_by_call(use) and not _is_asked(model, kept, use, initialising)]
        if not setting or not any(_runs_once(model, found, one) for one in model.uses.get(item.symbol, ())):
            continue
        for use in setting:
            where = model.location(use.reference.path, use.reference.offset)
            assert use.reference.function is not None
            yield Reset(item, where, use.reference.function, _guardable(model, kept, use, is_number=True), False)


def _complaining(model: Extension, kept: dict[str, Global], initialising: Sequence[str]) -> Iterator[Reset]:
    """Yield what a function sets that complains when it is called again: `if (is_set) { warn(...); return; }`."""
    uses = (use for function in initialising for use in model.uses_in.get(function, ()))
    for use in (use for use in uses if use.is_call and use.symbol in model.functions):
        item = _set_without_complaint(model, kept, use.symbol)
        if item is not None and use.function is not None:
            where = model.location(use.path, use.offset)
            yield Reset(item, where, use.function, _guardable(model, kept, use_of(model, use)), False)


def _set_without_complaint(model: Extension, kept: dict[str, Global], function: str) -> Global | None:
    """Return what a function sets behind such a test; its flag if that is all."""
    file = model.files[model.functions[function].definition.path]
    for test in model.body(function).children:
        then = test.children[0] if test.kind is StatementKind.IF and len(test.children) == 1 else None
        said = (call.name.text for call in calls(then.tokens)) if then is not None else ()
        if then is None or not then.leaves or not any(map(_SAYING.search, said)) or fails(test):
            continue
        asked = {use.symbol for token in test.head if (use := file.written.get(token.start)) is not None}
        set_behind = [
            item
            for item in kept.values()
            if any(use.function == function and use.offset > test.span.end for use in item.written)
        ]
        if any(item.symbol in asked for item in set_behind):
            return min(set_behind, key=lambda item: item.symbol in asked)
    return None


def _is_given_by_call(use: Use) -> bool:
    value = value_given(use)
    return value is not None and any(isinstance(node, Call) for node in value.walk())


def _runs_once(model: Extension, found: Iterable[Reset], use: Reference) -> bool:
    """Tell whether *use* is part of what is run for the first module only."""
    for item in found:
        if item.helper is not None and use.function in set(reached(model, item.helper.function)):
            return True
        if item.statement is not None and use.function == item.function and use.offset in item.statement.span:
            return True
    return False


def _helper(model: Extension, kept: dict[str, Global], use: Use) -> ProcessHelper | None:
    """Return the function around *use* if all of it can be run for the first module only, and a statement can't."""
    assert use.reference.function is not None
    return process_helper(model, kept, use.reference.function) if _guardable(model, kept, use) is None else None


def made_by(value: Node) -> str:
    """Return the function that made a value for its caller, as far as its name tells; empty if none did."""
    call = value.bare
    function = call.function.bare if isinstance(call, Call) else None
    name = function.text if isinstance(function, Name) else b""
    return name.decode("latin-1") if not MAKING_WORDS.isdisjoint(words_of(name)) else ""


def words_of(name: bytes) -> list[str]:
    """Return the parts of a name, in lower case: those of `lib_newContext` are lib, new and context."""
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name.decode("latin-1"))]


def _is_changed_later(item: Global, use: Use, initialising: Container[str | None]) -> bool:
    """Tell whether another value is there than a constant that the initialisation sets: others set it, or a call does.

    A library's `slot_allocate(&slot)` gives each caller another one.
    """
    if use.reference.function not in initialising:
        return True
    call = next((node for node in outer_of(use.outer)[:1] if isinstance(node, Call)), None)
    is_single = BUILT_IN.issuperset(item.declaration.canonical_type.encode().split())
    return use.role is UsedAs.ADDRESS and is_single and call is not None and bool(made_by(call))


def _sets(use: Use, changes: bool) -> bool:
    """Tell whether a use gives the variable, or a part of it, another value than it has by then."""
    value = value_given(use)
    if value is not None:
        is_constant = not any(isinstance(node, Call) for node in value.walk())
        is_of_interpreter = any(_OF_INTERPRETER.fullmatch(token.text) for token in value.tokens)
        return bool(made_by(value)) or is_of_interpreter or (changes and is_constant)
    return changes and use.role in (UsedAs.ADDRESS, UsedAs.MEMBER, UsedAs.ELEMENT, UsedAs.ARGUMENT)


def value_given(use: Use) -> Node | None:
    """Return what is assigned to the variable there, or to a part of it."""
    if use.given is not None:
        return use.given
    around = zip(use.around[1:], use.around, strict=False)
    found = next(((one, inner) for one, inner in around if isinstance(one, Assignment)), None)
    if found is None or found[0].operator != b"=" or found[0].target.bare is not found[1].bare:
        return None
    return found[0].value


def _tells_itself(model: Extension, item: Global, use: Use, changes: bool) -> bool:
    """Tell whether a pointer starts as NULL and is made there, once and for all."""
    declaration, value = item.declaration, use.given
    if value is None or not made_by(value) or not declaration.canonical_type.endswith("*"):
        return False
    start = declaration.initialiser
    return not changes and (start is None or is_empty(tokens_of(model.files[declaration.path], start)))


def _is_asked(model: Extension, kept: dict[str, Global], use: Use, initialising: Container[str | None]) -> bool:
    """Tell whether a test decides about *use*: of the variable itself, or of a flag that the initialisation sets."""
    reference = use.reference
    assert reference.function is not None
    body = model.body_at(reference.function, reference.path, reference.offset)
    file = model.files[reference.path]
    around = body.path_to(reference.offset)
    blocks = tuple(item for item in around if item.kind is StatementKind.BLOCK)
    tests = [item for item in around if item.kind is StatementKind.IF]
    tests += [
        item
        for block in blocks
        for item in block.children
        if item.kind is StatementKind.IF
        and item.span.end <= reference.offset
        and item.children[0].leaves
        and not fails(item)
    ]
    for test in tests:
        for token in test.head:
            named = file.written.get(token.start)
            if named is None or token.start == reference.offset:
                continue
            if named.symbol == reference.symbol:
                return True
            flag = kept.get(named.symbol)
            if flag is not None and any(one.function in initialising for one in flag.written):
                return True
    return False


def _guardable(model: Extension, kept: dict[str, Global], use: Use, *, is_number: bool = False) -> Statement | None:
    """Return the statement around *use* that can be run for the first module only."""
    reference = use.reference
    assert reference.function is not None
    if model.functions[reference.function].alternatives:
        return None
    body = model.body_at(reference.function, reference.path, reference.offset)
    path = body.path_to(reference.offset)
    loops = [index for index, item in enumerate(path) if item.kind is StatementKind.LOOP]
    last = loops[0] if loops else len(path) - 1
    # A number is also what it is where a test found nothing to set it to, and what else was made went by that.
    inner = range(1, last + 1) if is_number else range(last, 0, -1)
    at = next((i for i in inner if path[i - 1].kind is StatementKind.BLOCK), None)
    if at is None:
        return None
    found = path[at]
    kinds = (StatementKind.SIMPLE, StatementKind.IF, StatementKind.LOOP)
    is_plain = found.kind in kinds and not any(item.kind is StatementKind.SWITCH for item in path)
    return found if is_plain and _is_of_process(model, kept, reference.function, found, is_number) else None


def _is_of_process(
    model: Extension, kept: dict[str, Global], function: str, statement: Statement, is_number: bool
) -> bool:
    """Tell whether a statement does nothing but set variables that stay: no module needs it for itself.

    What a number is worked out from in local variables is only read there, unless it is needed afterwards.
    """
    path = model.functions[function].definition.path
    file = model.files[path]
    tokens = statement.tokens
    macros = {token.text for token in tokens if _is_macro(model, token.text)}
    if not is_whole(file, statement) or macros or not _ends_well(model, function, statement):
        return False
    named = {use.symbol for token in tokens if (use := file.written.get(token.start)) is not None}
    if not locals_of(model, function).isdisjoint(named) and (
        not (is_number or statement.kind is StatementKind.LOOP) or is_needed(model, function, statement)
    ):
        return False
    called = {symbol for name in named if name in model.functions for symbol in reached(model, name)}
    words = words_in(model, file, tokens)
    if not _is_neutral(word for word in words if word.decode("latin-1") not in model.macros):
        return False
    return _changes_only(model, kept, function, statement.span, called) and all(
        _is_neutral_function(model, symbol) for symbol in called
    )


def _is_macro(model: Extension, name: bytes) -> bool:
    macro = model.macros.get(name.decode("utf-8", "surrogateescape"))
    return macro is not None and macro.definition.parameters is not None


def _ends_well(model: Extension, function: str, statement: Statement) -> bool:
    """Tell whether a statement leaves its function for failures only."""
    last = next(iter(model.body(function).children[-1:]), None)
    failed = (*FAILED, *_UNTRUE) if last is not None and _returned(last) in _TRUE else FAILED
    return all(_leaves_failing(item, failed) for item in statement.walk())


def _leaves_failing(statement: Statement, failed: Container[bytes]) -> bool:
    if statement.kind is StatementKind.RETURN:
        return _returned(statement) in failed
    jumps = statement.kind is StatementKind.JUMP and statement.tokens[0].text == b"goto"
    return not jumps or _LABEL.search(statement.tokens[1].text) is not None


def _returned(statement: Statement) -> bytes:
    return b"".join(token.text for token in statement.head) if statement.kind is StatementKind.RETURN else b""


def _is_neutral(names: Iterable[bytes]) -> bool:
    """Tell whether none of *names* is one of Python's that a module could need for itself."""
    return all(not is_python(name) or _NEUTRAL.fullmatch(name) is not None for name in names)


def _is_neutral_function(model: Extension, symbol: str) -> bool:
    function = model.functions[symbol]
    if function.definition.body is None or function.alternatives:
        return False
    body = function.definition.body
    tokens = model.files[function.definition.path].at(body.start).tokens_in(body)
    return _is_neutral(token.text for token in tokens if token.kind is TokenKind.IDENT)


def _changes_only(model: Extension, kept: dict[str, Global], function: str, span: Span, called: set[str]) -> bool:
    """Tell whether all that a statement and what it calls change is data that stays."""
    path = model.functions[function].definition.path
    changed = (
        item
        for item in model.globals
        if any(use.function in called or (use.path == path and use.offset in span) for use in item.written)
    )
    return all(item.symbol in kept for item in changed)


def _is_read(model: Extension, item: Global, setting: Sequence[Use], initialising: Sequence[str]) -> bool:
    """Tell whether the initialisation goes on with the value, other than by asking whether there is one."""
    seen = {use.reference for use in setting}
    others = (use for use in model.uses.get(item.symbol, ()) if use.function in initialising and use not in seen)
    uses = (use_of(model, use) for use in others)
    return any(value_given(use) is None and use.role not in (UsedAs.COMPARED, UsedAs.SIZED) for use in uses)
