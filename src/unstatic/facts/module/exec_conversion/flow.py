"""What the function that builds the module does with it, as data: each statement that its conversion concerns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from unstatic.c.syntax import Statement
from unstatic.facts.module.exec_conversion.module_releases import HelperRelease
from unstatic.facts.module.exec_conversion.result_variable import Replaced
from unstatic.facts.module.exec_conversion.returning_macros import MacroReturn, Returned
from unstatic.model.extension import Declaration
from unstatic.model.obstacle import Obstacle
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class ReturnSite:
    """One `return`; there is no `value` to change in place when the whole statement is one macro."""

    span: Span
    returned: Returned
    value: Span | None
    macro: str = ""
    """The macro that is the whole statement."""


@dataclass(frozen=True, slots=True)
class InitFlow:
    """The statements of the builder that concern the module object."""

    function: str
    module_name: bytes
    """The variable's name; empty when the module is returned at once."""
    variable: bytes
    """The variable's name, or the one that it gets: never that of the module definition."""
    declaration: Declaration | None
    create: Statement | None
    """The statement that creates the module: an assignment, a declaration, or an `if` around it."""
    made: Span | None
    """The PyModule_Create call."""
    operand: Span | None
    """The creation's part of a longer `a || b` condition, with the `||`; then only that part goes."""
    checks: tuple[Statement, ...]
    """Null tests of the module that only leave the function: an exec function doesn't need them."""
    returns: tuple[ReturnSite, ...]
    releases: tuple[Statement, ...]
    """`Py_DECREF(module);` statements."""
    clears: tuple[Statement, ...]
    """`Py_CLEAR(module);` and `module = NULL;` statements."""
    set_gil: tuple[Statement, ...]
    problems: tuple[Obstacle, ...]
    renamed: tuple[Span, ...] = ()
    """Where the module goes by a name that means something else before it is made: it gets one of its own."""
    helper_releases: tuple[HelperRelease, ...] = ()
    """`Py_DECREF(module);` statements in the functions that it calls with the module."""
    imports: tuple[tuple[Span, bytes], ...] = ()
    """Calls of NumPy's macros that return NULL on failure, and what returns -1 instead."""
    results: tuple[Replaced, ...] = ()
    """What changes where a variable that the function returns becomes a number."""
    null_operands: tuple[Span, ...] = ()
    """Null tests of the module, each with its `||`, in conditions that ask for something else as well."""
    macro_returns: tuple[MacroReturn, ...] = ()
    """What macros return from the function, and where they release the module."""


def joined(flow: InitFlow, other: InitFlow) -> InitFlow:
    """Return *flow* with what *other*, the same function in another configuration, adds to it."""
    return replace(
        flow,
        checks=_once((*flow.checks, *other.checks)),
        returns=tuple({(item.span, item.value): item for item in (*other.returns, *flow.returns)}.values()),
        releases=_once((*flow.releases, *other.releases)),
        clears=_once((*flow.clears, *other.clears)),
        helper_releases=tuple(
            {item.statement.span: item for item in (*other.helper_releases, *flow.helper_releases)}.values()
        ),
        problems=tuple(dict.fromkeys((*flow.problems, *other.problems))),
        imports=tuple(dict.fromkeys((*flow.imports, *other.imports))),
        results=tuple(dict.fromkeys((*flow.results, *other.results))),
        null_operands=tuple(dict.fromkeys((*flow.null_operands, *other.null_operands))),
    )


def with_macros(flow: InitFlow, found: Sequence[MacroReturn | Obstacle]) -> InitFlow:
    """Return *flow* with what macros return; a macro whose body changes stays as it is where it is used."""
    changes = tuple(item for item in found if isinstance(item, MacroReturn))
    problems = dict.fromkeys((*flow.problems, *(item for item in found if isinstance(item, Obstacle))))
    names = {item.macro for item in changes if item.returned is not None}
    returns = tuple(item for item in flow.returns if item.value is not None or item.macro not in names)
    return replace(flow, returns=returns, macro_returns=tuple(dict.fromkeys(changes)), problems=tuple(problems))


def _once(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    return tuple({item.span: item for item in reversed(statements)}.values())
