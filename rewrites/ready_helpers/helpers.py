"""Functions that make the type ready that they are given: `static int add_type(PyObject *m, PyTypeObject *type)`.

What such a function does before PyType_Ready, and that call itself, can be done where it is called, just before. There
the type has its name, so that it can be made from its spec, with the slots and the base that the function gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import FAILS, Call, Statement, StatementKind, calls, split, strip_casts, strip_parentheses
from unstatic.capi.null import NULL
from unstatic.capi.types import SET_TYPE, TYPE_POINTERS
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.ready_calls import readied
from unstatic.facts.places.in_functions import is_declaration, is_in_block, names_in, zero_tested
from unstatic.facts.trust.protected_files import protected_use
from unstatic.model.extension import Extension, StaticType
from unstatic.model.initialiser_values import is_null
from unstatic.model.uses import may_store
from unstatic.text.source import Span

_READY = b"PyType_Ready"


@dataclass(frozen=True, slots=True)
class ReadyCall:
    """One call of a helper, in the statement of an initialising function that holds it."""

    function: str
    call: Call
    statement: Statement
    operand: Span
    """The test for failure in a condition; the call where nothing tests it."""
    given: bytes
    """What the function calls the type: `&Box_Type`, or a parameter of its own."""
    types: tuple[StaticType, ...]
    """The types that the call is about: one, or those that such a parameter is."""


@dataclass(frozen=True, slots=True)
class ReadyHelper:
    """A function that readies one of its parameters, and every call of it."""

    function: str
    parameter: int
    settings: tuple[Statement, ...]
    """What is set of the type before it is made ready."""
    ready: Statement
    gone: Span
    """What of `ready` goes: all of it, or one operand of its condition."""
    failure: bytes
    """What the function returns when it fails; empty where it returns nothing."""
    calls: tuple[ReadyCall, ...]
    spared: tuple[int, ...] = ()
    """Its parameters that only said what is set of the type."""


def ready_helpers(model: Extension) -> Iterator[ReadyHelper]:
    """Yield the helpers that can leave it to their callers to make the types ready."""
    for symbol, function in model.functions.items():
        for index, parameter in enumerate(function.definition.parameters):
            if _is_type_pointer(model, parameter) and _is_plain(model, symbol):
                found = _helper(model, symbol, index, _name(model, parameter))
                if found is not None:
                    yield replace(found, spared=tuple(_spared(model, found)))


def _is_type_pointer(model: Extension, parameter: str) -> bool:
    declared = model.by_symbol.get(parameter, ())
    return bool(declared) and declared[0].canonical_type in TYPE_POINTERS


def _name(model: Extension, parameter: str) -> bytes:
    return model.by_symbol[parameter][0].name.encode()


def _is_plain(model: Extension, symbol: str) -> bool:
    """Tell whether a function is written once, in no macro, and whatever is compiled, and only ever called."""
    function = model.functions[symbol]
    definition = function.definition
    file = model.files[definition.path]
    if function.roles or function.escapes or function.alternatives or symbol in model.twins or definition.from_macro:
        return False
    if definition.body is None or file.is_conditional(definition.body.start) or file.does_more(definition.body):
        return False
    if file.conditionals_in(definition.body) or protected_use(model, symbol) is not None:
        return False
    macros = [name for name, macro in model.macros.items() if function.name in macro.mentions]
    if any(_written(model, name) for name in macros):
        return False
    uses = [use for use in model.uses.get(symbol, ()) if use.is_call and use.via_macro is None]
    return _written(model, function.name) == len(uses) + 1 + len(function.prototypes)


def _written(model: Extension, name: str) -> int:
    """Return how often a name stands in the code, in groups that aren't compiled here as well."""
    wanted = name.encode()
    found = ((file.lexed, at) for file in model.files.values() for at in file.lexed.places((wanted,)))
    return sum(token.text == wanted for lexed, at in found for token in lexed.between(at, at + len(wanted)))


def _helper(model: Extension, symbol: str, index: int, name: bytes) -> ReadyHelper | None:
    body = model.body(symbol)
    found = [call for call in calls(body.tokens) if call.name.text == _READY]
    parameter = model.functions[symbol].definition.parameters[index]
    if len(found) != 1 or _texts(strip_casts(found[0].arguments[0])) != [name] or may_store(model, parameter):
        return None
    ready = body.path_to(found[0].name.start)
    if len(ready) != 2:
        return None
    settings = _settings(model, symbol, body.children[: body.children.index(ready[1])], name)
    shape = _shape(ready[1], found[0])
    if settings is None or shape is None:
        return None
    gone, failure = shape
    places = list(_calls(model, symbol, index, failure, bool(settings)))
    statics = Counter(static.symbol for place in places if place is not None for static in place.types)
    if not places or None in places or max(statics.values()) > 1:
        return None
    whole = tuple(place for place in places if place is not None)
    if any(lacking(item, name) for item in settings) and any(len(place.types) > 1 for place in whole):
        return None
    helper = ReadyHelper(symbol, index, settings, ready[1], gone, failure, whole)
    return helper if all(_is_known(model, helper, place) for place in whole) else None


def _texts(tokens: Sequence[Token]) -> list[bytes]:
    return [token.text for token in tokens]


def _settings(model: Extension, symbol: str, before: Sequence[Statement], name: bytes) -> tuple[Statement, ...] | None:
    """Return the statements that set fields of the type; None if anything else is done before it is made ready."""
    found: list[Statement] = []
    for statement in before:
        if is_declaration(model, symbol, statement) and not any(calls(statement.tokens)):
            continue
        is_setting = _sets(statement, name) or bool(lacking(statement, name))
        if not is_setting and condition_of(model, symbol, statement, name) is None:
            return None
        found.append(statement)
    return tuple(found)


def _sets(statement: Statement, name: bytes) -> bool:
    """Tell whether a statement is `type->field = value;` or gives the type its metaclass."""
    texts = _texts(statement.head)
    if statement.kind is not StatementKind.SIMPLE:
        return False
    sides = split(statement.head, b"=")
    if len(sides) == 2 and _texts(sides[0][-2:]) == [b"->", b"ob_type"] and not any(calls(statement.head)):
        return _texts(strip_casts(sides[0][:-2])) == [name]
    heads = [head for head in (b"Py_TYPE", *SET_TYPE) if texts[:3] == [head, b"(", name]]
    inside = [call for call in calls(statement.head) if call.name.text not in heads]
    is_field = texts[:2] == [name, b"->"] and texts[3:4] == [b"="] and texts.count(b"=") == 1
    return not inside and (is_field or bool(heads))


def lacking(statement: Statement, name: bytes) -> tuple[str, ...]:
    """Return the fields without which a type gets what a statement sets: `if (!type->tp_new) type->tp_new = ...;`.

    Empty for any other statement. What it sets may stand behind an assertion.
    """
    if statement.kind is not StatementKind.IF or len(statement.children) != 1:
        return ()
    asked = [_texts(zero_tested(operand)) for operand in split(statement.head, b"&&")]
    is_fields = all(len(texts) == 3 and texts[:2] == [name, b"->"] for texts in asked)
    inside = set_inside(statement)
    return tuple(texts[2].decode() for texts in asked) if is_fields and all(_sets(one, name) for one in inside) else ()


def lacks(place: ReadyCall, fields: Sequence[str]) -> bool:
    """Tell whether the type of a call has none of the fields."""
    return not any(static.value(field) for static in place.types for field in fields)


def set_inside(statement: Statement) -> tuple[Statement, ...]:
    """Return the statements of a branch, without assertions."""
    return tuple(one for one in statement.children[0].inside if _texts(one.head[:1]) != [b"assert"])


def condition_of(model: Extension, symbol: str, statement: Statement, name: bytes) -> int | None:
    """Return which parameter `if (base != NULL) type->tp_base = base;` asks for; None for any other statement."""
    if statement.kind is not StatementKind.IF or len(statement.children) != 1:
        return None
    texts = _texts(statement.head)
    if texts[1:] and not (texts[1] == b"!=" and is_null(statement.head[2:])):
        return None
    if not all(_sets(item, name) for item in statement.children[0].inside):
        return None
    parameters = model.functions[symbol].definition.parameters
    names = [model.by_symbol[item][0].name.encode() for item in parameters]
    return names.index(texts[0]) if texts[0] in names and names.index(texts[0]) != names.index(name) else None


def _shape(ready: Statement, call: Call) -> tuple[Span, bytes] | None:
    """Return what of the statement goes and what the function returns if that fails; None where that isn't clear."""
    if ready.kind is StatementKind.SIMPLE and _texts(ready.head[:1]) == [_READY] and ready.head[-1] is call.close:
        return ready.span, b""
    if ready.kind is StatementKind.RETURN and ready.head[0] is call.name and ready.head[-1] is call.close:
        return ready.span, b"-1"
    if ready.kind is not StatementKind.IF or len(ready.children) != 1:
        return None
    leaving = ready.children[0].inside
    if len(leaving) != 1 or leaving[0].kind is not StatementKind.RETURN or any(calls(leaving[0].head)):
        return None
    operands = split(ready.head, b"||")
    if not _is_test(operands[0], call, FAILS):
        return None
    failure = b"".join(_texts(strip_parentheses(leaving[0].head)))
    gone = ready.span if len(operands) == 1 else Span(ready.head[0].start, operands[1][0].start)
    return gone, failure


def _is_test(operand: Sequence[Token], call: Call, forms: Sequence[list[bytes]]) -> bool:
    tokens = strip_parentheses(operand)
    index = next((at for at, token in enumerate(tokens) if token is call.close or token == call.close), -1)
    return bool(tokens) and tokens[0].start == call.name.start and _texts(tokens[index + 1 :]) in forms


def _calls(model: Extension, symbol: str, index: int, failure: bytes, sets: bool) -> Iterator[ReadyCall | None]:
    """Yield the calls of the helper, None for one at which the type can't be made ready."""
    for use in model.uses.get(symbol, ()):
        if not use.is_call:
            continue
        function = use.function or ""
        found = model.call_at(function, use.offset) if function in model.functions else None
        if found is None:
            yield None
            continue
        body = model.body_at(function, use.path, use.offset)
        yield _call(model, function, body, found, index, failure, sets)


def _call(
    model: Extension, function: str, body: Statement, call: Call, index: int, failure: bytes, sets: bool
) -> ReadyCall | None:
    path = body.path_to(call.name.start)
    if any(item.repeats or item.kind is StatementKind.SWITCH for item in path) or len(call.arguments) <= index:
        return None
    argument = strip_casts(call.arguments[index])
    types = _given_types(model, function, argument, frozenset())
    others = [argument for at, argument in enumerate(call.arguments) if at != index]
    if not types or any(readied(model, static) for static in types) or any(map(_does_more, others)):
        return None
    statement = path[-1]
    test = _operand(statement, call, failure)
    if test is None or not (is_in_block(body, statement) or (statement.kind is StatementKind.IF and not sets)):
        return None
    return ReadyCall(function, call, statement, test, b"".join(_texts(argument)), types)


def _does_more(argument: Sequence[Token]) -> bool:
    """Tell whether an argument does anything but name a value."""
    return any(calls(argument)) or not _CHANGING.isdisjoint(_texts(argument))


_CHANGING = frozenset((b"++", b"--", b"="))


def _given_types(
    model: Extension, function: str, argument: Sequence[Token], seen: frozenset[str]
) -> tuple[StaticType, ...]:
    """Return the type whose address an argument is, or those that a parameter is at the calls of the function."""
    definition = model.functions[function].definition
    reference = model.files[definition.path].written.get(argument[-1].start) if argument else None
    if reference is None:
        return ()
    if len(argument) == 2 and argument[0].text == b"&" and function in init_functions(model):
        static = model.type_by_symbol(reference.symbol)
        return (static,) if static is not None else ()
    if len(argument) != 1 or reference.symbol not in definition.parameters or function in seen:
        return ()
    index = definition.parameters.index(reference.symbol)
    is_passed_on = _is_type_pointer(model, reference.symbol) and not may_store(model, reference.symbol)
    if not is_passed_on or not _is_plain(model, function):
        return ()
    found: list[StaticType] = []
    for use in model.uses.get(function, ()):
        if use.is_call:
            caller = use.function or ""
            call = model.call_at(caller, use.offset) if caller in model.functions else None
            given = strip_casts(call.arguments[index]) if call is not None and len(call.arguments) > index else ()
            types = _given_types(model, caller, given, seen | {function})
            if not types:
                return ()
            found += types
    return tuple(found)


def _operand(statement: Statement, call: Call, failure: bytes) -> Span | None:
    """Return where the result is tested for failure; None if what happens then isn't clear."""
    if statement.kind is StatementKind.IF:
        operands = split(statement.head, b"||") if failure else ()
        found = next((item for item in operands if _tests(item, call, _forms(failure))), None)
        return Span(found[0].start, found[-1].end) if found is not None else None
    if statement.kind not in (StatementKind.SIMPLE, StatementKind.RETURN):
        return None
    is_cast = _texts(statement.head[:3]) == [b"(", b"void", b")"]
    tokens = statement.head[3:] if is_cast else statement.head
    is_whole = bool(tokens) and tokens[0].start == call.name.start and tokens[-1].end == call.close.end
    return call.span if is_whole and (failure or statement.kind is StatementKind.SIMPLE) else None


def _forms(failure: bytes) -> tuple[list[bytes], ...]:
    """Return what is written around a call that failed."""
    if failure in (*NULL, b"0", b"false", b"FALSE"):
        return ([b"!"], [b"==", b"NULL"], [b"==", b"0"])
    return FAILS if failure.startswith(b"-") else ([], [b"!=", b"0"])


def _tests(operand: Sequence[Token], call: Call, forms: Sequence[list[bytes]]) -> bool:
    tokens = strip_parentheses(operand)
    if tokens and tokens[0].text == b"!":
        return [b"!"] in forms and _is_test(tokens[1:], call, ([],))
    return _is_test(tokens, call, [form for form in forms if form != [b"!"]])


def _is_known(model: Extension, helper: ReadyHelper, place: ReadyCall) -> bool:
    """Tell whether all that the settings name means the same where the helper is called."""
    home = model.functions[helper.function].definition
    if model.functions[place.function].definition.path == home.path:
        here = {item.name.encode() for item in model.locals.get(place.function, ())}
        return not here & _named_in(model, helper)
    return not _named_in(model, helper)


def _spared(model: Extension, helper: ReadyHelper) -> Iterator[int]:
    """Yield the parameters that nothing but the settings looks at."""
    settings = frozenset().union(*(names_in(statement.tokens) for statement in helper.settings))
    gone = (*(item.span for item in helper.settings), helper.gone)
    body = model.body(helper.function)
    kept = [token for token in body.tokens if not any(token.start in span for span in gone)]
    for index, parameter in enumerate(model.functions[helper.function].definition.parameters):
        name = _name(model, parameter)
        if index != helper.parameter and name in settings and name not in names_in(tuple(kept)):
            yield index


def _named_in(model: Extension, helper: ReadyHelper) -> frozenset[bytes]:
    """Return the names in the settings, other than those of parameters and of what every file knows."""
    definition = model.functions[helper.function].definition
    parameters = {model.by_symbol[item][0].name.encode() for item in definition.parameters}
    found: set[bytes] = set()
    for statement in helper.settings:
        found |= names_in(statement.tokens)
    return frozenset(name for name in found - parameters if not name.startswith((b"Py", b"_Py")))


def is_only_ready(model: Extension, helper: ReadyHelper) -> bool:
    """Tell whether nothing is left of the helper but to return 0, or nothing, where it could make the type ready."""
    rest = [item for item in model.body(helper.function).children if item not in (*helper.settings, helper.ready)]
    if helper.ready.kind is StatementKind.RETURN:
        return all(is_declaration(model, helper.function, item) for item in rest)
    returned = [_texts(item.head) for item in rest if item.kind is StatementKind.RETURN]
    is_plain = returned == [[b"0"]] and helper.failure.startswith(b"-") or returned in ([], [[]]) and not helper.failure
    return helper.gone == helper.ready.span and len(rest) == len(returned) and is_plain


def is_name(token: Token) -> bool:
    """Tell whether a token is an identifier."""
    return token.kind is TokenKind.IDENT
