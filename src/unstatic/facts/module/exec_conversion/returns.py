"""What the builder returns, and the tests after which it does: an exec function returns 0 or -1 there."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import Statement, StatementKind, calls, split, strip_casts, strip_parentheses, whole_call
from unstatic.capi.references import GIVES_NULL
from unstatic.facts.macros.generated_functions import is_made
from unstatic.facts.macros.opened_functions import opened_function
from unstatic.facts.module.exec_conversion.builder import Builder, leaves, only_releases
from unstatic.facts.module.exec_conversion.flow import ReturnSite
from unstatic.facts.module.exec_conversion.module_creation import part_with_operator
from unstatic.facts.module.exec_conversion.null_module import is_before_creation, is_null_at, is_null_test
from unstatic.facts.module.exec_conversion.result_variable import Replaced, result_edits
from unstatic.facts.module.exec_conversion.returning_macros import Returned
from unstatic.facts.module.module_lookups import lookups
from unstatic.model.initialiser_values import is_null, symbol_at
from unstatic.model.obstacle import Obstacle
from unstatic.model.uses import may_store
from unstatic.text.source import Span


def returns(builder: Builder, problems: list[Obstacle]) -> Iterator[ReturnSite]:
    """Yield what the function returns where; *problems* gets what an exec function can't return."""
    for statement in builder.body.walk():
        if statement.kind is StatementKind.RETURN:
            yield from _return(builder, statement, problems)
        elif statement.kind is StatementKind.SIMPLE:
            yield from _macro_return(builder, statement, problems)


def _return(builder: Builder, statement: Statement, problems: list[Obstacle]) -> Iterator[ReturnSite]:
    head = _opened(builder, strip_parentheses(statement.head))
    value = Span(statement.head[0].start, statement.head[-1].end) if statement.head else None
    if not head:
        problems.append(builder.problem(statement.span.start, "it has a return without a value"))
    elif builder.is_null(head):
        yield ReturnSite(statement.span, Returned.FAILURE, value)
    elif builder.init.create is not None and builder.init.create.start in statement.span:
        yield ReturnSite(statement.span, Returned.MODULE, value)
    elif builder.is_module(head):
        yield ReturnSite(statement.span, _of_variable(builder, statement, problems), value)
    elif len(head) == 1 and result_edits(builder, head[0]):
        yield ReturnSite(statement.span, Returned.KEPT, value)
    elif (choices := _choices(builder, head)) is not None:
        for is_module, given in choices:
            returned = _of_variable(builder, statement, problems) if is_module else Returned.FAILURE
            yield ReturnSite(statement.span, returned, given)
    else:
        yield from _of_call(builder, statement, head, problems)


def _choices(builder: Builder, head: Sequence[Token]) -> tuple[tuple[bool, Span], ...] | None:
    """Return whether it is the module, and the span, of both sides of `failed ? NULL : module`; None for others."""
    asked = split(head, b"?")
    sides = split(asked[1], b":") if len(asked) == 2 else ()
    if len(sides) != 2 or not all(sides):
        return None
    found = tuple((builder.is_module(side), Span(side[0].start, side[-1].end)) for side in sides)
    is_null = [builder.is_null(side) for side in sides]
    return found if [is_module for is_module, _ in found] == [not item for item in is_null] and any(is_null) else None


def _of_call(
    builder: Builder, statement: Statement, head: Sequence[Token], problems: list[Obstacle]
) -> Iterator[ReturnSite]:
    """Yield what a call returns that raises an exception, or gives the module back."""
    given = Span(head[0].start, head[-1].end)
    raises = _raises(head) or _always_fails(builder, head)
    if raises and _can_be_two(builder, statement):
        yield ReturnSite(statement.span, Returned.RAISED, given)
    elif _gives_back(builder, head):
        yield ReturnSite(statement.span, Returned.HANDED, given)
    elif raises or _is_failing_call(head):
        problems.append(builder.problem(statement.span.start, "it returns the result of a call that sets an error"))
    else:
        text = b" ".join(token.text for token in head).decode("latin-1")
        problems.append(builder.problem(statement.span.start, f"it returns {text}, neither the module nor NULL"))


def _of_variable(builder: Builder, statement: Statement, problems: list[Obstacle]) -> Returned:
    """Return what the module's variable holds in a statement that returns it."""
    if is_null_at(builder, statement):
        return Returned.FAILURE
    is_dropped = any(item.span.covers(statement.span) for item in lookups(builder.model).dropped)
    if is_before_creation(builder, statement) and not is_dropped:
        reason = f"it returns {builder.name.decode()} before the module is made, and that may hold something else there"
        problems.append(builder.problem(statement.span.start, reason))
    return Returned.MODULE


def results(builder: Builder, sites: Sequence[ReturnSite]) -> Iterator[Replaced]:
    """Yield what changes where variables that the function returns become numbers."""
    for site in sites:
        if site.returned is Returned.KEPT:
            statement = builder.body.path_to(site.span.start)[-1]
            yield from result_edits(builder, strip_parentheses(statement.head)[0])


def _opened(builder: Builder, head: Sequence[Token]) -> Sequence[Token]:
    """Return *head* without a macro around it that only gives its argument back, or in front that is a cast.

    `MOD_SUCCESS_VAL(m)`, and `RET_MOD NULL` where another Python has `(void)` for it.
    """
    macro = builder.model.macros.get(head[0].text.decode("latin-1")) if len(head) > 1 else None
    if macro is not None and macro.definition.parameters is None:
        rest = strip_casts(head[1:])
        return rest if rest and strip_casts((*macro.body, *rest)) == rest else head
    call = next(iter(calls(head)), None)
    if macro is None or call is None or call.name is not head[0] or call.close is not head[-1]:
        return head
    parameters = macro.definition.parameters or ()
    body = [token.text for token in strip_parentheses(macro.body)]
    if len(parameters) != 1 or len(call.arguments) != 1 or body != [parameters[0].encode()]:
        return head
    return _opened(builder, strip_parentheses(call.arguments[0]))


def _raises(head: Sequence[Token]) -> bool:
    """Tell whether the tokens are a call such as `PyErr_NoMemory()`, which sets an error and gives NULL."""
    call = whole_call(head)
    return call is not None and call.name.text in GIVES_NULL


def _always_fails(builder: Builder, head: Sequence[Token]) -> bool:
    """Tell whether the tokens are a call of a function of the project that gives NULL on each way."""
    symbol = symbol_at(builder.file, head[0])
    function = builder.model.functions.get(symbol or "")
    if function is None or whole_call(head) is None or function.alternatives or is_made(builder.model, function.symbol):
        return False
    models = (builder.model, *builder.model.configurations)
    bodies = [opened_function(model, function.symbol) for model in models if function.symbol in model.functions]
    returned = [item for one in bodies for item in one.statement.walk() if item.kind is StatementKind.RETURN]
    is_hidden = any(token.text.startswith(b"Py_RETURN_") for one in bodies for token in one.statement.tokens)
    return not is_hidden and bool(returned) and all(_is_failure(strip_parentheses(item.head)) for item in returned)


def _is_failure(head: Sequence[Token]) -> bool:
    return bool(head) and (is_null(strip_casts(head)) or _raises(strip_casts(head)))


def _gives_back(builder: Builder, head: Sequence[Token]) -> bool:
    """Tell whether the tokens are a call such as `add_errors(module)` that gives the module back, or NULL."""
    model = builder.model
    call = next(iter(calls(head)), None)
    symbol = symbol_at(builder.file, head[0])
    function = model.functions.get(symbol or "")
    if call is None or call.name is not head[0] or call.close is not head[-1] or function is None:
        return False
    places = [index for index, argument in enumerate(call.arguments) if builder.is_module(argument)]
    if len(places) != 1 or function.alternatives or len(function.definition.parameters) != len(call.arguments):
        return False
    parameter = function.definition.parameters[places[0]]
    file = model.files[function.definition.path]
    returned = [item for item in model.body(function.symbol).walk() if item.kind is StatementKind.RETURN]
    values = [strip_casts(strip_parentheses(item.head)) for item in returned if item.head]
    is_own = [len(value) == 1 and symbol_at(file, value[0]) == parameter for value in values]
    fits = all(own or is_null(value) for own, value in zip(is_own, values, strict=True))
    return any(is_own) and fits and len(values) == len(returned) and not may_store(model, parameter)


def _can_be_two(builder: Builder, statement: Statement) -> bool:
    """Tell whether another statement has its place behind this one, in braces of their own if need be."""
    parent = builder.body.path_to(statement.span.start)[-2]
    between = Span(parent.span.start, statement.span.end)
    has_comment = any(between.covers(item) for item in builder.file.lexed.comments)
    plain = not has_comment and not builder.file.directives_in(between)
    return parent.kind is StatementKind.BLOCK or (parent.kind is StatementKind.IF and plain)


def _is_failing_call(head: Sequence[Token]) -> bool:
    return len(head) > 2 and head[0].text.startswith(b"PyErr_")


def _macro_return(builder: Builder, statement: Statement, problems: list[Obstacle]) -> Iterator[ReturnSite]:
    """Recognise `INITERROR;` and `INITRETURN;`, macros whose bodies are `return NULL` and `return m`."""
    head = statement.head
    if len(head) > 3 and head[1].text == b"(":
        yield from _macro_value(builder, statement, problems)
        return
    if len(head) != 1:
        return
    macro = builder.model.macros.get(head[0].text.decode("latin-1"))
    if macro is None or macro.definition.parameters is not None or not macro.body:
        return
    body = macro.body[:-1] if macro.body[-1].text == b";" else macro.body
    if body[0].text == b"return" and is_null(body[1:]):
        yield ReturnSite(statement.span, Returned.FAILURE, None, macro.definition.name)
    elif body[0].text == b"return" and builder.is_module(body[1:]):
        yield ReturnSite(statement.span, _of_variable(builder, statement, problems), None, macro.definition.name)


def _macro_value(builder: Builder, statement: Statement, problems: list[Obstacle]) -> Iterator[ReturnSite]:
    """Recognise `MOD_RETURN(m);`, a macro whose body is `return m`."""
    macro = builder.model.macros.get(statement.head[0].text.decode("latin-1"))
    call = next(iter(calls(statement.head)), None)
    if macro is None or call is None or len(macro.definition.parameters or ()) != 1 or len(call.arguments) != 1:
        return
    body = [token.text for token in macro.body if token.text not in (b";", b"(", b")")]
    assert macro.definition.parameters is not None
    if body != [b"return", macro.definition.parameters[0].encode()]:
        return
    if builder.is_null(strip_parentheses(call.arguments[0])):
        yield ReturnSite(statement.span, Returned.FAILURE, None, macro.definition.name)
    elif builder.is_module(call.arguments[0]):
        yield ReturnSite(statement.span, _of_variable(builder, statement, problems), None, macro.definition.name)


def null_checks(builder: Builder, create: Statement | None, returns: Container[Span]) -> Iterator[Statement]:
    """Yield `if (module == NULL) return NULL;` and the like, after the creation.

    What was made before may be released there.
    """
    for statement in builder.body.walk():
        if statement.kind is not StatementKind.IF or len(statement.children) != 1 or not builder.name:
            continue
        if statement is create or not is_null_test(builder, statement.head):
            continue
        if create is not None and statement.span.start < create.span.start:
            continue
        branch = statement.children[0]
        if leaves(builder, branch, returns) or all(map(only_releases, branch.children or (branch,))):
            yield statement


def null_operands(builder: Builder, create: Statement | None) -> Iterator[Span]:
    """Yield `module == NULL ||` in conditions after the creation, which test the module along with something else."""
    for statement in builder.body.walk():
        if statement.kind is not StatementKind.IF or create is None or statement.span.start < create.span.end:
            continue
        parts = split(statement.head, b"||")
        tests = [index for index, part in enumerate(parts) if is_null_test(builder, part)]
        if builder.name and len(tests) == 1 and len(parts) > 1:
            yield part_with_operator(parts, tests[0])
