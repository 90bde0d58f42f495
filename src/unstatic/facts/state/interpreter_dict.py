"""Whether a global can be kept once per interpreter, found through the interpreter's dict, when no state reaches it.

That is right only where every function that uses it holds the GIL when it starts, runs while there is an interpreter,
and can say that something failed: looking the dict up needs memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence, Set
from itertools import zip_longest
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, split, strip_casts, strip_parentheses, whole_call
from unstatic.capi.arguments import PARSER_PREFIXES, RAISES, SETTLES, TELLS
from unstatic.capi.gil import BLOCKS, DEALS_WITH_IT, RELEASES, RUNS_WITHOUT
from unstatic.capi.references import GIVES_NULL, NULL_SAFE, RAISES_WITH_NULL
from unstatic.capi.slots import TEARDOWN
from unstatic.capi.types import CROSS_INTERPRETER_DATA
from unstatic.facts.macros.generated_functions import generated_functions
from unstatic.facts.macros.opened_words import opened_words
from unstatic.facts.module.call_contexts import is_free, reached
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.places.in_functions import after_brace
from unstatic.facts.places.record_objects import python_objects
from unstatic.facts.references.aggregates.free_lists import free_list
from unstatic.facts.references.repairs import repairs
from unstatic.facts.state.failing_returns import failing_value
from unstatic.facts.state.object_tests import is_asked_for
from unstatic.facts.state.teardown.existing_hooks import module_hooks
from unstatic.facts.trust.limited_api import INTERPRETERS, lacks
from unstatic.model.extension import (
    Declaration,
    Extension,
    Function,
    Global,
    GlobalKind,
    Linkage,
    Reference,
    RoleKind,
    SymbolKind,
)
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span

RULE = "interpreter-dict"
_NAME = re.compile(r"\w+")
_HANDLERS = frozenset((b"sa_handler", b"sa_sigaction"))
_UNRAISABLE = b"PyErr_WriteUnraisable(NULL);"
_NEEDS_IT = RAISES_WITH_NULL | frozenset(RAISES)
_NUMBERS = frozenset(("int", "long", "long long"))


def problems(model: Extension, item: Global) -> Iterator[Obstacle]:
    """Yield why *item* can't be found through the interpreter's dict; nothing when it can."""
    yield from _variable_problems(model, item)
    functions: dict[str, None] = {}
    for use in model.uses.get(item.symbol, ()):
        where = model.location(use.path, use.offset)
        if use.function is None or use.via_macro is not None or use.path != item.declaration.path:
            yield Obstacle("it is used outside of functions, in a macro, or in another file", "callback", where)
        elif model.files[use.path].is_conditional(use.offset):
            yield Obstacle("it is used in an #if group", "callback", where)
        else:
            functions[use.function] = None
    for function in (model.functions[symbol] for symbol in functions if symbol in model.functions):
        yield from _function_problems(model, function)
        if not function.roles and not _is_tested(model, function, item):
            where = model.location(function.definition.path, function.definition.name_span.start)
            reason = f"{function.name} uses it, and doesn't ask whether it is NULL, as it is in other interpreters"
            yield Obstacle(reason, "callback", where)


def _variable_problems(model: Extension, item: Global) -> Iterator[Obstacle]:
    declaration = item.declaration
    here = model.location(declaration.path, declaration.name_span.start)
    is_plain = declaration.linkage is Linkage.INTERNAL and not item.is_local and not item.others
    if item.kind is not GlobalKind.OBJECT or declaration.canonical_type.count("*") != 1 or not is_plain:
        yield Obstacle("it isn't a static object pointer of one file", "callback", here)
    if free_list(model, item.symbol) is not None:
        yield Obstacle("it is a free list", "callback", here)
    if model.language != "c":
        yield Obstacle("this is C++", "callback", here)
    if lacks(model, INTERPRETERS):
        yield Obstacle("the limited API lacks what leads to the interpreter's dict", "callback", here)
    if declaration.path not in model.units or model.files[declaration.path].is_conditional(declaration.span.start):
        yield Obstacle("it is declared in a header or under a condition", "callback", here)
    found = repairs(model, item.symbol)
    if found.add_after or found.add_before or found.drop or found.clear:
        yield Obstacle("it doesn't own its reference", "callback", here)


def _is_tested(model: Extension, function: Function, item: Global) -> bool:
    """Tell whether each path that takes the object asks first whether there is one, or only sets or clears it."""
    body = model.body(function.symbol)
    offsets = [use.offset for use in model.uses.get(item.symbol, ()) if use.function == function.symbol]
    return all(
        is_asked_for(body, at, item.name.encode()) or _is_safe_with_null(body.path_to(at)[-1], at) for at in offsets
    )


def _is_safe_with_null(statement: Statement, offset: int) -> bool:
    tokens = statement.tokens
    if tokens[0].start == offset and len(tokens) > 1 and tokens[1].text == b"=":
        return True
    return any(
        call.name.text in NULL_SAFE and any(token.start == offset for token in call.arguments[0])
        for call in calls(tokens)
        if call.arguments
    )


def _function_problems(model: Extension, function: Function) -> Iterator[Obstacle]:
    definition = function.definition
    here = model.location(definition.path, definition.name_span.start)
    init = model.init
    hooks = {item.symbol for item in module_hooks(model).values()}
    if function.symbol in init_functions(model) or (init and function.symbol in (init.entry, init.builder)):
        yield Obstacle(f"{function.name} sets it, so that each import makes it anew", "callback", here)
    if function.symbol in hooks or any(role.slot in TEARDOWN or role.kind is RoleKind.EXEC for role in function.roles):
        yield Obstacle(f"{function.name} uses it, when the interpreter's dict may be gone", "callback", here)
    if function.symbol in generated_functions(model) or function.alternatives or function.symbol in model.twins:
        yield Obstacle(f"{function.name} uses it, and is written by a macro or more than once", "callback", here)
    if definition.body is None or not _has_own_lines(model, function):
        yield Obstacle(f"{function.name} uses it, and stands on one line", "callback", here)
    if not function.roles:
        yield from gil_problems(model, function)
    if way_out(model, function) is None:
        yield Obstacle(f"{function.name} uses it, and can't tell that something failed", "callback", here)


def _has_own_lines(model: Extension, function: Function) -> bool:
    body = function.definition.body
    file = model.files[function.definition.path]
    return body is not None and after_brace(file, body.start) > body.start + 1


def gil_problems(model: Extension, function: Function) -> Iterator[Obstacle]:
    """Yield why a function that isn't called by the interpreter itself may start without the GIL, or any module."""
    for use in function.escapes:
        if _is_given_away(model, use):
            where = model.location(use.path, use.offset)
            yield Obstacle(f"{function.name} uses it, and may be called without the GIL", "callback", where)
    here = model.location(function.definition.path, function.definition.name_span.start)
    if _may_start_without(model, function.symbol):
        yield Obstacle(f"{function.name} uses it, and may start without the GIL", "callback", here)
    if _is_called_without(model, function.symbol):
        yield Obstacle(f"{function.name} uses it, and is called where the GIL may be released", "callback", here)
    if _receives(model, function):
        reason = f"{function.name} uses it, and is called in interpreters that may never have imported the module"
        yield Obstacle(reason, "callback", here)


def _may_start_without(model: Extension, symbol: str) -> bool:
    """Tell whether a function, or what it calls, takes the GIL: then nobody may have held it before.

    What it only registers with a library takes the GIL for itself. Where it makes objects or raises, it holds the GIL.
    """
    called = {item: _words(model, item) for item in reached(model, symbol, lambda use: use.is_call or use.via_macro)}
    if any(not DEALS_WITH_IT.isdisjoint(words) for words in called.values()):
        return True
    named = reached(model, symbol)
    takes_it = any(not DEALS_WITH_IT.isdisjoint(_words(model, item)) for item in named if item not in called)
    return takes_it and all(_NEEDS_IT.isdisjoint(words) for words in called.values())


def _receives(model: Extension, function: Function) -> bool:
    """Tell whether a function makes an object of what another interpreter hands over (G463)."""
    declared = (item for symbol in function.definition.parameters for item in model.by_symbol.get(symbol, ())[:1])
    named = (set(_NAME.findall(item.canonical_type)) for item in declared)
    return bool(function.escapes) and any(not CROSS_INTERPRETER_DATA.isdisjoint(names) for names in named)


def _is_given_away(model: Extension, use: Reference) -> bool:
    """Tell whether the address goes to a thread, a signal or the end of the process; outside of calls, to a handler."""
    if use.function is None or use.function not in model.functions:
        return _HANDLERS.intersection(token.text for token in _declaration_tokens(model, use)) != frozenset()
    for call in model.calls(use.function):
        inside = any(token.start == use.offset for argument in call.arguments for token in argument)
        if inside and call.name.text in RUNS_WITHOUT:
            return True
    statement = model.body_at(use.function, use.path, use.offset).path_to(use.offset)[-1:]
    return any(token.text in _HANDLERS for item in statement for token in item.tokens)


def _declaration_tokens(model: Extension, use: Reference) -> Sequence[Token]:
    around = [span for span in _declared_at(model).get(use.path, ()) if use.offset in span]
    return [token for span in around for token in model.files[use.path].tokens_in(span)]


@fact
def _declared_at(model: Extension) -> dict[Path, list[Span]]:
    """Return the declarations of each file that may set a handler of signals."""
    found: dict[Path, list[Span]] = {}
    for item in model.declarations:
        if not model.files[item.path].lexed.words.isdisjoint(_HANDLERS):
            found.setdefault(item.path, []).append(item.span)
    return found


@fact
def _words(model: Extension, symbol: str) -> frozenset[bytes]:
    tokens = model.body(symbol).tokens if model.functions[symbol].definition.body is not None else ()
    return frozenset(opened_words(model, tokens))


def _is_called_without(model: Extension, symbol: str) -> bool:
    """Tell whether a call may lead to the function while the GIL is released."""
    found: set[str] = set()
    work = [symbol]
    while work:
        for use in model.uses.get(work.pop(), ()):
            caller = use.function if use.is_call else None
            if caller not in model.functions or caller is None:
                continue
            if _may_be_released(model, caller, use):
                return True
            if caller not in found:
                found.add(caller)
                work.append(caller)
    return False


def _may_be_released(model: Extension, caller: str, use: Reference) -> bool:
    """Tell whether a function that releases the GIL may do so around a call: in a block, or else anywhere."""
    words = _words(model, caller)
    if RELEASES.isdisjoint(words):
        return False
    is_by_blocks = (RELEASES & words) <= BLOCKS and DEALS_WITH_IT.isdisjoint(words)
    return is_free(model, use.path, use.offset) if is_by_blocks else not _is_in_front(model, caller, use)


def _is_in_front(model: Extension, caller: str, use: Reference) -> bool:
    """Tell whether a call is run once at most, before its function does anything about the GIL."""
    if use.via_macro is not None:
        return False
    body = model.body_at(caller, use.path, use.offset)
    before = set(opened_words(model, (token for token in body.tokens if token.start < use.offset)))
    repeats = any(item.kind is StatementKind.LOOP for item in body.path_to(use.offset))
    is_entered = any(item.kind is StatementKind.LABEL and item.span.start < use.offset for item in body.walk())
    return before.isdisjoint(RELEASES | DEALS_WITH_IT) and not repeats and not is_entered


def way_out(model: Extension, function: Function, definition: Declaration | None = None) -> tuple[bytes, ...] | None:
    """Return the statements by which a definition of the function ends when the lookup failed; None if none can."""
    definition = definition or function.definition
    result = (definition.result_type or "").removeprefix("const ").strip()
    if function.roles:
        return _way_out_of_entry(function, result)
    if result == "void":
        return (_UNRAISABLE, b"return;")
    if result in ("PyObject *", "struct _object *") or (
        _is_object(model, result) and _may_raise(model, function.symbol)
    ):
        return (b"return NULL;",)
    is_pointer = result.endswith("*")
    if result == "int" and _is_converter(model, function):
        return (b"return 0;",)
    body = model.body_at(function.symbol, definition.path, (definition.body or definition.span).start)
    called = _handed_on(model, function, body)
    if called is not None:
        return way_out(model, called)
    enumerators = _enumerators(model, function)
    kept = _value_kept(body, enumerators)
    result = "int" if kept or _gives_number(definition, body, enumerators) else result
    if is_pointer and any(value.partition(b" ")[0] in GIVES_NULL for value in _returned(body)):
        return (b"return NULL;",)
    raised = b""
    if is_pointer or result in _NUMBERS:
        raised = _value_with_exception(model, body) or _constant(set(_after_callees(model, body)))
        raised = raised or _call_for_exception(model, body)
    value = raised or _value(body, result) or (_value_for_others(model, body, enumerators) if result == "int" else b"")
    value = value or kept
    leave = b"return " + value + b";"
    return ((leave,) if raised else (_UNRAISABLE, leave)) if value else None


def _is_object(model: Extension, result: str) -> bool:
    """Tell whether what a function gives is a pointer to the struct of an object, such as `Box *`."""
    record, _, pointer = result.rpartition(" ")
    names = {record, *model.pointees.get(record, ())}
    return pointer == "*" and not names.isdisjoint(python_objects(model))


def _may_raise(model: Extension, symbol: str) -> bool:
    """Tell whether a function, or what it calls, makes objects or raises: NULL comes with an exception then."""
    for item in reached(model, symbol, lambda use: use.is_call or use.via_macro):
        used = {use.name.encode() for use in model.uses_in.get(item, ())}
        if not (_NEEDS_IT | {b"tp_alloc"}).isdisjoint(used | _words(model, item)):
            return True
    return False


def _handed_on(model: Extension, function: Function, body: Statement) -> Function | None:
    """Return the function that one calls whose result it returns, if it does nothing else."""
    tokens = body.children[0].head if len(body.children) == 1 and body.children[0].kind is StatementKind.RETURN else ()
    call = whole_call(tokens)
    if call is None:
        return None
    named = {use.symbol for use in model.uses_in.get(function.symbol, ()) if use.offset == call.name.start}
    return next((model.functions[one] for one in named if one in model.functions and one != function.symbol), None)


def _enumerators(model: Extension, function: Function) -> frozenset[bytes]:
    """Return the constants of enums that a function names."""
    uses = model.uses_in.get(function.symbol, ())
    return frozenset(use.name.encode() for use in uses if use.kind is SymbolKind.ENUM_CONSTANT)


def _gives_number(definition: Declaration, body: Statement, enumerators: Container[bytes]) -> bool:
    """Tell whether what a function gives is of an enum, which may have no name but that of a typedef, or a number.

    What is no pointer, and returned as `1`, is one.
    """
    result = definition.canonical_type.partition("(")[0]
    returned = _returned(body)
    is_number = any(value in enumerators or value.isdigit() for value in returned)
    return result.startswith("enum ") or (is_number and "*" not in result)


def _value_kept(body: Statement, enumerators: Container[bytes]) -> bytes:
    """Return the constant that a function keeps for its end where the first call that may fail did; empty if none is.

    `if (!message) { result = NEED_MEMORY; goto out; }` where `out:` leads to `return result;`.
    """
    returned = _returned(body)
    for test in (item for item in body.walk() if item.kind is StatementKind.IF) if len(returned) == 1 else ():
        asked = strip_parentheses(test.head)
        is_failure = bool(asked) and (asked[0].text == b"!" or is_null(split(asked, b"==")[-1]))
        *before, last = test.children[0].children or (test.children[0],)
        stored = [_text(item.head) for item in before if item.kind is StatementKind.SIMPLE and b"=" in _text(item.head)]
        name, _, value = stored[-1].partition(b"=") if stored else (b"", b"", b"")
        if is_failure and last.kind is StatementKind.JUMP and name.strip() in returned:
            return value.strip() if value.strip() in enumerators else b""
    return b""


def _value_for_others(model: Extension, body: Statement, enumerators: Container[bytes]) -> bytes:
    """Return the constant that a function gives back for what is no instance of a type here; empty if none is seen.

    `if (!PyObject_TypeCheck(object, &Box_Type)) return 0;`, or behind what it does for an instance.
    """
    values: set[bytes] = set()
    for block in (item for item in body.walk() if item.kind is StatementKind.BLOCK):
        for item, following in zip_longest(block.children, block.children[1:]):
            texts = [token.text for token in item.head] if item.kind is StatementKind.IF else []
            is_other = texts[:1] == [b"!"]
            tested = texts[is_other:]
            is_test = tested[:2] == [b"PyObject_TypeCheck", b"("] and tested.count(b"(") == 1 and tested[-1] == b")"
            # The type, or the pointer that it is by then.
            if not is_test or tested[-2].decode("latin-1") not in model.own_names or len(item.children) != 1:
                continue
            last = item.children[0].last
            left = last if is_other else following
            if last.kind is StatementKind.RETURN and left is not None and left.kind is StatementKind.RETURN:
                values.add(_text(left.head))
    value = next(iter(values)) if len(values) == 1 else b""
    return value if value in enumerators else _constant(values)


def _way_out_of_entry(function: Function, result: str) -> tuple[bytes, ...] | None:
    if result.endswith("*"):
        return (b"return NULL;",)
    is_slot = any(role.kind in (RoleKind.SLOT, RoleKind.GETSET) for role in function.roles)
    return (b"return -1;",) if is_slot and result in (*_NUMBERS, "Py_ssize_t", "Py_hash_t") else None


def _value(body: Statement, result: str) -> bytes:
    """Return what a function gives back that can't do its work; empty if that can't be told."""
    if result in _NUMBERS:
        values = _returned(body)
        return (
            _value_after(body, TELLS)
            or _constant(values)
            or (_constant({b"-1"} & values) if _are_constants(values) else b"")
            or failing_value(body)
        )
    return b"NULL" if result.endswith("*") and b"NULL" in _returned(body) else b""


def _value_with_exception(model: Extension, body: Statement) -> bytes:
    """Return the constant that a function gives when it leaves an exception to its caller; empty if none is seen."""
    if _value_after(body, TELLS):
        return b""
    asked = (item for item in body.walk() if item.kind is StatementKind.IF and _asks_for_exception(item.head))
    found = {_text(last.head) for item in asked if (last := item.children[0].last).kind is StatementKind.RETURN}
    failed = (value for value in _after_failures(model, body) if _asking_for_exception(model, value) is None)
    return _value_after(body, frozenset(RAISES)) or _constant(found) or _constant(set(failed))


def _call_for_exception(model: Extension, body: Statement) -> bytes:
    """Return the call that makes a number of an exception, `error_code()`, if that is what a function gives back."""
    if _value_after(body, TELLS):
        return b""
    returned = _returned(body)
    stored = (split(item.head, b"=") for item in body.walk() if item.kind is StatementKind.SIMPLE)
    kept = {_text(parts[1]) for parts in stored if len(parts) == 2 and _text(parts[0]) in returned}
    found = {call for value in returned | kept if (call := _asking_for_exception(model, value)) is not None}
    return next(iter(found)) if len(found) == 1 else b""


def _asking_for_exception(model: Extension, value: bytes) -> bytes | None:
    """Return the call of a function of the project that is given nothing, and asks for the exception; None if none.

    It needs no state itself, which would become a parameter.
    """
    name, _, rest = value.partition(b" ")
    named = model.functions_named.get(name.decode("latin-1"), ()) if rest == b"( )" else ()
    may_move = model.type_symbols | {item.symbol for item in model.globals} if named else frozenset()
    used = {use.symbol for each in named for one in reached(model, each) for use in model.uses_in.get(one, ())}
    is_asking = may_move.isdisjoint(used) and all(b"PyErr_Occurred" in _words(model, one) for one in named)
    return name + b"()" if named and is_asking else None


def _after_failures(model: Extension, body: Statement) -> Iterator[bytes]:
    """Yield what the function returns where a call of Python gave NULL, and the exception is left to the caller."""
    return (_text(item.head) for item in _failing_returns(body, lambda name: _raises_with_null(model, name)))


def _failing_returns(body: Statement, raises: Callable[[bytes], bool]) -> Iterator[Statement]:
    """Yield the statements that return where a call gave NULL, of a function that *raises* then."""
    for block in body.walk():
        before: Sequence[Token] = ()
        for item in block.children:
            last = item.children[0].last if item.kind is StatementKind.IF else item
            if (
                item.kind is StatementKind.IF
                and last.kind is StatementKind.RETURN
                and _asks_for_null(item.head, before, raises)
            ):
                inside = {token.text for token in item.children[0].tokens}
                yield from () if SETTLES & inside else (last,)
            before = item.head


def _after_callees(model: Extension, body: Statement) -> Iterator[bytes]:
    """Yield what the function returns where a function of the project failed that leaves an exception behind."""
    for item in body.walk():
        last = item.children[0].last if item.is_exit_test else item
        call = next(iter(calls(item.head)), None) if last.kind is StatementKind.RETURN else None
        if call is None or last is item or call.name is not item.head[0]:
            continue
        asked = [token.text for token in item.head if token.start >= call.close.end]
        failing = asked in ([], [b"<", b"0"], [b"!=", b"0"], [b"==", b"-", b"1"])
        named = model.functions_named.get(call.name.text.decode("latin-1"), ()) if failing else ()
        if named and all(_value_with_exception(model, model.body(one)) for one in named):
            yield _text(last.head)


def _asks_for_null(condition: Sequence[Token], before: Sequence[Token], raises: Callable[[bytes], bool]) -> bool:
    """Tell whether a condition asks whether a call of Python failed: in itself, or in the statement *before* it.

    *raises*: whether a function of some name gives NULL with an exception.
    """
    inner = strip_parentheses(condition)
    sides = split(inner, b"==")
    if inner[:1] and inner[0].text == b"!":
        asked = strip_parentheses(inner[1:])
    elif len(sides) == 2 and is_null(sides[1]):
        asked = strip_parentheses(sides[0])
    else:
        return False
    assigned = before if len(asked) == 1 else asked
    parts = split(assigned, b"=")
    call = next(iter(calls(parts[1])), None) if len(parts) == 2 and parts[0] else None
    is_same = len(asked) > 1 or (bool(asked) and call is not None and parts[0][-1].text == asked[0].text)
    if call is None or not is_same:
        return False
    value = strip_casts(parts[1])
    holder = value[: value.index(call.name)] if call.name in value else value
    # `type->tp_alloc(type, 0)`, which PyObject_New becomes, raises as that does.
    is_member = call.name.text == b"tp_alloc" and [token.text for token in holder[-1:]] == [b"->"]
    is_whole = value[-1] == call.close and (not holder or is_member)
    return is_whole and (is_member or raises(call.name.text))


def _raises_with_null(model: Extension, name: bytes, known: Set[str] | None = None) -> bool:
    """Tell whether what a function gives, an object, comes with an exception where it is NULL.

    *known*: the functions of the project of which that is sure; None where it has to be found out.
    """
    if name in RAISES_WITH_NULL:
        return True
    named = model.functions_named.get(name.decode("latin-1"), ())
    return bool(named) and all(one in known if known is not None else _explains_null(model, one) for one in named)


@fact
def _explains_null(model: Extension, symbol: str) -> bool:
    """Tell whether a function of the project gives an object, and NULL only where a call raised before.

    That call may be of another of these, but the first of them calls Python.
    """
    functions = (one for one in reached(model, symbol) if one in model.functions)
    waiting = {one for one in functions if model.functions[one].definition.result_type == "PyObject *"}
    known: set[str] = set()
    while more := {one for one in waiting if _gives_null_after(model, one, known)}:
        known |= more
        waiting -= more
    return symbol in known


def _gives_null_after(model: Extension, symbol: str, known: Set[str]) -> bool:
    """Tell whether a function gives NULL only where Python, or one of the *known* functions, raised before."""
    body = model.body(symbol)
    # One way out of several in `return *text ? PyUnicode_FromString(text) : NULL;` is no failure of a call.
    nulls = [item for item in body.walk() if item.kind is StatementKind.RETURN and _may_be_null(item.head)]
    failing = _failing_returns(body, lambda name: _raises_with_null(model, name, known))
    raising = {item.span for item in (*failing, *_returns_after(body, frozenset(RAISES)))} if nulls else set()
    return all(item.span in raising for item in nulls) and _may_raise(model, symbol)


def _may_be_null(value: Sequence[Token]) -> bool:
    return is_null(strip_casts(value)) or any(token.text in (b"?", b"NULL", b"nullptr") for token in value)


def _asks_for_exception(condition: Sequence[Token]) -> bool:
    """Tell whether a condition is `PyErr_Occurred()`, perhaps compared with NULL."""
    texts = [token.text for token in condition]
    return texts[:3] == [b"PyErr_Occurred", b"(", b")"] and texts[3:] in ([], [b"!=", b"NULL"])


def _is_converter(model: Extension, function: Function) -> bool:
    """Tell whether the function is handed only to `PyArg_Parse...`, for `O&`."""
    return bool(function.escapes) and all(
        use.function in model.functions
        and any(
            call.name.text.startswith(PARSER_PREFIXES)
            and any(t.start == use.offset for arg in call.arguments for t in arg)
            for call in model.calls(use.function or "")
        )
        for use in function.escapes
    )


def _value_after(body: Statement, reporting: frozenset[bytes]) -> bytes:
    """Return the constant that the function returns once it has called one of *reporting*; empty if none is."""
    return _constant({_text(item.head) for item in _returns_after(body, reporting)})


def _returns_after(body: Statement, reporting: frozenset[bytes]) -> Iterator[Statement]:
    """Yield the statements that return where one of *reporting* was called before in the same block."""
    for block in body.walk():
        if block.kind is not StatementKind.BLOCK:
            continue
        told = False
        for item in block.children:
            is_simple = item.kind is StatementKind.SIMPLE
            told = told or (is_simple and any(call.name.text in reporting for call in calls(item.tokens)))
            if told and item.kind is StatementKind.RETURN:
                yield item
                told = False


def _returned(body: Statement) -> set[bytes]:
    found = (item for item in body.walk() if item.kind is StatementKind.RETURN)
    return {_text(item.head) for item in found}


def _text(returned: Sequence[Token]) -> bytes:
    return b" ".join(token.text for token in strip_casts(returned)).replace(b"- ", b"-")


def _are_constants(values: set[bytes]) -> bool:
    return all(value.removeprefix(b"-").isdigit() for value in values)


def _constant(values: set[bytes]) -> bytes:
    """Return the one of *values* if that is all there is, and a number or a name in capitals."""
    value = next(iter(values)) if len(values) == 1 else b""
    return value if value.removeprefix(b"-").isdigit() or value.isupper() else b""
