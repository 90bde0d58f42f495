"""`if (!initialized) { ... initialized = 1; }` around the calls that fill struct sequences.

A static type must be filled once per process. A module that makes its own types has no use for the test: behind it,
the second module would be left without types.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.capi.types import FILL_STRUCT_SEQUENCES
from unstatic.facts.places.in_functions import zero_tested
from unstatic.model.extension import Extension, File, GlobalKind
from unstatic.model.initialiser_values import is_null, named, symbol_at
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class Guard:
    """The tests of one variable, or one test of `X.tp_name`, that do nothing but make struct sequences once."""

    function: str
    variable: str | None
    """The symbol of the variable, which nothing else uses; None when a type's own name is tested."""
    tests: tuple[Statement, ...]
    sets: tuple[Statement, ...]
    """The assignments `variable = 1;`."""
    made: tuple[str, ...]
    """The symbols of the types that the tests guard."""

    def around(self, offset: int) -> Statement:
        """Return the test that holds *offset*. Raises StopIteration if none does."""
        return next(test for test in self.tests if offset in test.span)


def guard_around(model: Extension, function: str, path: Sequence[Statement]) -> Guard | None:
    """Return the guard among the statements *path* around a call, outermost first; None if there is none."""
    file = model.files[model.functions[function].definition.path]
    test = next((item for item in path[:-1] if item.kind is StatementKind.IF), None)
    tested = zero_tested(test.head) if test is not None else ()
    if test is None or not tested:
        return None
    if [token.text for token in tested[1:]] == [b".", b"tp_name"]:
        made = tuple(_made(file, test))
        is_own = symbol_at(file, tested[0]) in made
        return Guard(function, None, (test,), (), made) if is_own and _only_makes(file, test, ()) else None
    variable = symbol_at(file, tested[0]) if len(tested) == 1 else None
    return _variable_guard(model, function, variable) if variable is not None else None


def _variable_guard(model: Extension, function: str, variable: str) -> Guard | None:
    """Return the guard by *variable* if every use of it is such a test, or sets it, in *function*."""
    item = model.global_by_symbol(variable)
    if item is None or item.kind is not GlobalKind.DATA or item.declaration.storage != "static" or item.others:
        return None
    file = model.files[model.functions[function].definition.path]
    initialiser = item.declaration.initialiser
    if initialiser is not None and not is_null(model.files[item.declaration.path].tokens_in(initialiser)):
        return None
    tests: list[Statement] = []
    sets: list[Statement] = []
    for use in model.uses.get(variable, ()):
        path = model.body_at(function, use.path, use.offset).path_to(use.offset) if use.function == function else ()
        if not path or use.via_macro is not None:
            return None
        statement = path[-1]
        if _sets(statement, use.offset):
            sets.append(statement)
        elif statement.kind is StatementKind.IF and [t.start for t in zero_tested(statement.head)] == [use.offset]:
            tests.append(statement)
        else:
            return None
    if not all(_only_makes(file, test, sets) for test in tests):
        return None
    made = tuple(symbol for test in tests for symbol in _made(file, test))
    return Guard(function, variable, tuple(tests), tuple(sets), made)


def _sets(statement: Statement, offset: int) -> bool:
    """Tell whether the statement is `x = 1;`, with `x` at *offset*."""
    head = statement.head
    if statement.kind is not StatementKind.SIMPLE or len(head) != 3 or head[0].start != offset:
        return False
    value = head[2]
    is_set = value.text == b"true" or (value.kind is TokenKind.NUMBER and value.text.strip(b"0") != b"")
    return head[1].text == b"=" and is_set


def _only_makes(file: File, test: Statement, sets: Sequence[Statement]) -> bool:
    """Tell whether the test has no `else` and guards only calls that fill types or use them, their checks and *sets*.

    What is given a type, such as PyModule_AddObject, does the same for that of each module.
    """
    if len(test.children) != 1:
        return False
    made = frozenset(_made(file, test))
    others = (item for item in test.children[0].inside if item not in sets)
    return all(_makes(item) or is_error_check(item) or _is_given_one(file, item, made) for item in others)


def _is_given_one(file: File, statement: Statement, made: Container[str | None]) -> bool:
    """Tell whether the statement only calls functions with one of the types, and leaves if that fails, or goes on."""
    if statement.kind is StatementKind.IF:
        if not statement.is_exit_test:
            return False
    elif statement.kind is not StatementKind.SIMPLE:
        return False
    found = calls(statement.head)
    given = [any(symbol_at(file, named(one)) in made for one in call.arguments) for call in found]
    return bool(given) and all(given)


def _makes(statement: Statement) -> bool:
    """Tell whether the statement fills a type, and leaves the function or does nothing else if that fails."""
    if statement.kind not in (StatementKind.SIMPLE, StatementKind.IF) or len(statement.children) > 1:
        return False
    found = [call.name.text for call in calls(statement.head)]
    return bool(found) and all(name in FILL_STRUCT_SEQUENCES for name in found)


def is_error_check(statement: Statement) -> bool:
    """Tell whether the statement is `if (PyErr_Occurred())`, and leaves the function then."""
    texts = [token.text for token in statement.head]
    return (
        statement.is_exit_test
        and texts[:3] == [b"PyErr_Occurred", b"(", b")"]
        and not {b"&&", b"||", b"=="} & set(texts)
    )


def _made(file: File, test: Statement) -> Iterator[str]:
    """Yield the symbols of the types that are filled inside the test."""
    for statement in test.children[0].inside:
        for call in calls(statement.head):
            symbol = (
                symbol_at(file, named(call.arguments[0]))
                if call.name.text in FILL_STRUCT_SEQUENCES and call.arguments
                else None
            )
            if symbol is not None:
                yield symbol


def inner_span(test: Statement) -> Span:
    """Return what the test guards: between the braces, or the one statement."""
    child = test.children[0]
    if child.kind is StatementKind.BLOCK:
        return Span(child.tokens[0].end, child.tokens[-1].start)
    return child.span
