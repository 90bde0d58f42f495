"""Struct sequence types that PyStructSequence_InitType fills in place: where, behind which guard, from what (G53)."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import FAILS, Call, Statement, StatementKind, calls, split, strip_parentheses, text_of
from unstatic.capi.types import FILL_STRUCT_SEQUENCES
from unstatic.cparse.facts import InitEntry
from unstatic.facts.module.ready_calls import only_readies
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.types.sequences.guards import Guard, guard_around, is_error_check
from unstatic.model.extension import Declaration, Extension, Reference, StaticType
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import given_fields, is_null, named, symbol_at
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span


class Form(enum.Enum):
    """How a creating call stands in its statement; after each of these the type is known to exist, or can be."""

    ALONE = "a statement by itself"
    TEST = "an if that leaves the function when the call fails"
    PART = "one of several calls in such an if"


@dataclass(frozen=True, slots=True)
class Creation:
    """One call that fills a type; `statement` is the innermost one around it."""

    function: str
    call: Call
    statement: Statement
    guard: Guard | None
    """The test that lets the call run only once per process."""

    @property
    def form(self) -> Form | None:
        """How the call stands in its statement; None in a way that can't be followed."""
        statement = self.statement
        if statement.kind is StatementKind.SIMPLE:
            rest = [token.text for token in statement.head if not self.call.span.covers(token.span)]
            return Form.ALONE if rest in ([], [b"(", b"void", b")"]) else None
        if not statement.is_exit_test:
            return None
        parts = [strip_parentheses(part) for part in split(strip_parentheses(statement.head), b"||")]
        mine = next((part for part in parts if part and part[0].start == self.call.name.start), ())
        if [token.text for token in mine if not self.call.span.covers(token.span)] not in FAILS or not mine:
            return None
        return Form.TEST if len(parts) == 1 else Form.PART


@dataclass(frozen=True)
class StructSequence:
    """One type, the call that fills it, and the description that the call reads."""

    static: StaticType
    creation: Creation
    description: Declaration | None
    name: InitEntry | None
    """The entry of the description that gives the type's name."""
    problems: tuple[Obstacle, ...]


def sequence_of(model: Extension, static: StaticType) -> StructSequence | None:
    """Return how *static* is made as a struct sequence; None when it is an ordinary type."""
    if not any(name in model.identifiers for name in FILL_STRUCT_SEQUENCES):
        return None
    found = _creations(model, static.symbol)
    if not found:
        return None
    creation = found[0]
    description = _description(model, creation)
    name = next((item for item in (description.entries or () if description else ()) if item.field == "name"), None)
    problems = [*_type_problems(model, static), *_creation_problems(model, creation)]
    problems += _description_problems(model, creation, description, name)
    if len(found) > 1:
        problems.append(_at(model, found[1], "it is made in more than one place"))
    return StructSequence(static, creation, description, name, tuple(problems))


def sequences_of(model: Extension) -> tuple[StructSequence, ...]:
    """Return all struct sequences, in the order of their definitions."""
    return tuple(found for item in model.types if (found := sequence_of(model, item)) is not None)


def missing_doc(model: Extension, sequence: StructSequence) -> InitEntry | None:
    """Return the entry of a description that gives NULL for the docstring; None where there is none, or another text.

    The first releases of Python 3.9 make no type of that: PyStructSequence_NewType asks how long it is (G365).
    """
    description, found = sequence.description, doc_entry(sequence)
    if description is None or found is None:
        return None
    tokens = model.files[description.path].at(found.value_span.start).tokens_in(found.value_span)
    return found if is_null(tokens) else None


def doc_entry(sequence: StructSequence) -> InitEntry | None:
    """Return the entry of a description for the docstring; None if it has none."""
    description = sequence.description
    entries = description.entries or () if description is not None else ()
    return next((item for item in entries if item.field == "doc"), None)


@fact
def _creations(model: Extension, symbol: str) -> tuple[Creation, ...]:
    """Return the calls that fill a type."""
    return tuple(item for use in model.uses.get(symbol, ()) if (item := _creation(model, use)) is not None)


def _creation(model: Extension, use: Reference) -> Creation | None:
    """Return the call that fills the type named at *use*, if its first argument holds that name."""
    if use.function not in model.functions or use.via_macro is not None:
        return None
    assert use.function is not None
    path = model.body_at(use.function, use.path, use.offset).path_to(use.offset)
    for call in calls(path[-1].head) if path else ():
        if (
            call.name.text in FILL_STRUCT_SEQUENCES
            and len(call.arguments) == 2
            and use.offset in _span(call.arguments[0])
        ):
            return Creation(use.function, call, path[-1], guard_around(model, use.function, path))
    return None


def _span(tokens: Sequence[Token]) -> Span:
    return Span(tokens[0].start, tokens[-1].end) if tokens else Span(0, 0)


def _description(model: Extension, creation: Creation) -> Declaration | None:
    """Return the definition of the PyStructSequence_Desc that the call reads."""
    file = model.files[model.functions[creation.function].definition.path]
    symbol = symbol_at(file, named(creation.call.arguments[1]))
    return next((item for item in model.by_symbol.get(symbol or "", ()) if item.entries is not None), None)


def _at(model: Extension, creation: Creation, reason: str) -> Obstacle:
    return _problem(model, reason, model.functions[creation.function].definition.path, creation.call.name.start)


def _problem(model: Extension, reason: str, path: Path, offset: int) -> Obstacle:
    return Obstacle(reason, "struct-sequence", model.location(path, offset))


def _type_problems(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    here = static.declaration
    if static.fields:
        yield _problem(model, "it has an initialiser as well", here.path, here.name_span.start)
    if here.from_macro or any(item.from_macro for item in static.others):
        yield _problem(model, "its declaration comes from a macro", here.path, here.name_span.start)
    for other in model.types:
        if other.function("tp_base") == static.symbol:
            yield _problem(
                model, f"it is the base of {other.name}", other.declaration.path, other.declaration.name_span.start
            )
    needless = [item.span for item in readied_again(model, static)]
    for use in model.uses.get(static.symbol, ()):
        if _readying(model, use) is not None and not any(use.offset in span for span in needless):
            yield _problem(model, "PyType_Ready is called on it as well", use.path, use.offset)


def readied_again(model: Extension, static: StaticType) -> tuple[Statement, ...]:
    """Return the statements below the one that fills the type that only call PyType_Ready on it: they do nothing."""
    found = []
    for creation, use in product(_creations(model, static.symbol)[:1], model.uses.get(static.symbol, ())):
        call = _readying(model, use) if use.function == creation.function and use.via_macro is None else None
        body = model.body(creation.function)
        statement = body.path_to(use.offset)[-1] if call is not None else None
        if call is None or statement is None or statement.span.start < creation.statement.span.end:
            continue
        if only_readies(body, statement, call) and not model.files[use.path].is_conditional(statement.span.start):
            found.append(statement)
    return tuple(found)


def _readying(model: Extension, use: Reference) -> Call | None:
    """Return the call of PyType_Ready that is given what is named at *use*."""
    path = (
        model.body_at(use.function, use.path, use.offset).path_to(use.offset)
        if use.function and use.function in model.functions
        else ()
    )
    found = calls(path[-1].head) if path else ()
    return next((call for call in found if call.name.text == b"PyType_Ready" and call.holds(use.offset)), None)


def _creation_problems(model: Extension, creation: Creation) -> Iterator[Obstacle]:
    if named(creation.call.arguments[0]) is None:
        yield _at(model, creation, "the call that makes it names more than the type")
    yield from _condition_problems(model, creation)
    if creation.form is None:
        yield _at(model, creation, "it is made in an expression that can't be followed")
    elif creation.form is Form.ALONE and not error_check(model, creation) and not failure(model, creation.function):
        yield _at(model, creation, "it is made in a function that can't report a failure")
    yield from _function_problems(model, creation)


def _condition_problems(model: Extension, creation: Creation) -> Iterator[Obstacle]:
    """Only a guard that does nothing else may stand around the call: it goes, any other condition would stay."""
    body = model.body(creation.function)
    above = list(body.path_to(creation.call.name.start)[:-1])
    if creation.guard is not None:
        above = above[: above.index(creation.guard.around(creation.call.name.start))]
        if not all(is_in_block(body, test) for test in creation.guard.tests):
            yield _at(model, creation, "the test that guards it isn't a statement of its own")
    if any(item.kind is not StatementKind.BLOCK for item in above):
        yield _at(model, creation, "it is made under a condition that does more than guard it")


def _function_problems(model: Extension, creation: Creation) -> Iterator[Obstacle]:
    """A type must be made for each module: in the function that builds it, or in one that this calls once."""
    init = model.init
    function = model.functions[creation.function]
    if init is None or creation.function == init.builder:
        return
    uses = model.uses.get(creation.function, ())
    if function.roles or function.escapes or len(uses) != 1 or uses[0].function != init.builder:
        yield _at(model, creation, f"{function.name}, which makes it, isn't called once by the module's initialisation")
        return
    path = model.body(init.builder).path_to(uses[0].offset)
    before = {token.text for token in path[-1].head if token.start < uses[0].offset} if path else set()
    if uses[0].via_macro is not None or {b"&&", b"?"} & before or _is_conditional(path):
        yield _at(model, creation, f"{function.name}, which makes it, is called under a condition")


def _is_conditional(path: tuple[Statement, ...]) -> bool:
    return not path or any(item.kind is not StatementKind.BLOCK for item in path[:-1])


def _description_problems(
    model: Extension, creation: Creation, description: Declaration | None, name: InitEntry | None
) -> Iterator[Obstacle]:
    if description is None or name is None or name.macro:
        yield _at(model, creation, "the name in its description can't be read")
        return
    file = model.files[description.path]
    if "name" not in given_fields(file, description.entries or ()):
        yield _at(model, creation, "its description gives it no name")
    for use in model.uses.get(description.symbol, ()):
        user = model.files[use.path].at(use.offset)
        index = user.index_at(use.offset)
        following = [token.text for token in user.tokens[index + 1 : index + 4]]
        if use.via_macro is None and following[:1] == [b"."] and following[2:] == [b"="]:
            yield _problem(model, "its description is changed at run time", use.path, use.offset)


def error_check(model: Extension, creation: Creation) -> Statement | None:
    """Return the `if (PyErr_Occurred()) ...` that directly follows the statement of the call and leaves, if any."""
    for outer in model.body(creation.function).path_to(creation.call.name.start):
        if creation.statement in outer.children:
            index = outer.children.index(creation.statement)
            following = outer.children[index + 1 : index + 2]
            return following[0] if following and is_error_check(following[0]) else None
    return None


def failure(model: Extension, function: str) -> bytes | None:
    """Return the statement by which *function* reports an error; None if its result can't tell."""
    if model.init is not None and function == model.init.builder:
        return b"return -1;" if model.init.multi_phase else b"return NULL;"
    result = (model.functions[function].definition.result_type or "").strip()
    if result.endswith("*"):
        return b"return NULL;"
    return _failing_number(model, function) if result == "int" else None


def _failing_number(model: Extension, function: str) -> bytes:
    """Return `return 0;` where a function gives 1 or true when all is well, else `return -1;`."""
    given = {text_of(item.head) for item in model.body(function).walk() if item.kind is StatementKind.RETURN}
    return b"return 0;" if b"1" in given and b"-1" not in given else b"return -1;"
