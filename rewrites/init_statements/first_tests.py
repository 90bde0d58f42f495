"""`if (Error == NULL)` around what the initialisation makes: the state of a new module has nothing yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from unstatic.c.syntax import Statement, StatementKind, strip_parentheses
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.once.fillers import is_whole
from unstatic.facts.once.second_runs import runs_once
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.state.object_tests import absent
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Extension, File, Global, GlobalKind
from unstatic.model.initialiser_values import is_empty, symbol_at, tokens_of
from unstatic.model.subjects import global_subject
from unstatic.rewriting.guards import unwrapped
from unstatic.text.edits import Change, Edit, Safety


def first_tests(model: Extension, rule: str) -> Iterator[Change]:
    """Yield one change for each test of a global that is NULL by then in every module that keeps it."""
    if model.init is None or not runs_once(model):
        return
    items = {item.symbol: item for item in model.globals if _starts_as_null(model, item)}
    for function in init_functions(model):
        if model.functions[function].alternatives:
            continue
        body = model.body(function)
        file = model.file_of(model.functions[function].definition)
        for statement in body.walk():
            item = _tested(file, statement, items)
            if (
                item is not None
                and _is_first(model, function, item, statement)
                and _can_go(model, file, body, statement)
            ):
                reason = f"{item.name} is a field of a new module's state there, and nothing has set it yet"
                edit = Edit(file.source.path, statement.span, unwrapped(file, statement))
                yield Change(global_subject(model, item), rule, reason, Safety.SAFE, (edit,))


def _starts_as_null(model: Extension, item: Global) -> bool:
    start = item.declaration.initialiser
    is_empty_at_first = start is None or is_empty(tokens_of(model.files[item.declaration.path], start))
    return item.kind in (GlobalKind.OBJECT, GlobalKind.TYPE) and is_empty_at_first


def _tested(file: File, statement: Statement, items: Mapping[str, Global]) -> Global | None:
    """Return which of *items* an `if` without `else` asks to be NULL, and nothing else."""
    if statement.kind is not StatementKind.IF or len(statement.children) != 1:
        return None
    named = ((token, items.get(symbol_at(file, token) or "")) for token in statement.head)
    token, item = next(((token, item) for token, item in named if item is not None), (None, None))
    condition = b"".join(one.text for one in strip_parentheses(statement.head))
    return item if token is not None and condition in absent(token.text) else None


def _is_first(model: Extension, function: str, item: Global, test: Statement) -> bool:
    """Tell whether all that sets a global while the module is initialised lies in *test*, or below it."""
    assert model.init is not None
    running = set(reached(model, model.init.builder))
    setting = [use for use in item.written if use.function in running]
    return bool(setting) and all(use.function == function and use.offset >= test.span.start for use in setting)


def _can_go(model: Extension, file: File, body: Statement, test: Statement) -> bool:
    around = body.path_to(test.span.start)
    declares = any(item.name_span.start in test.span for items in model.locals.values() for item in items)
    return (
        is_whole(file, test)
        and is_in_block(body, test)
        and not declares
        and not any(one.kind in (StatementKind.LOOP, StatementKind.SWITCH) for one in around)
        and not any(one.kind is StatementKind.LABEL for one in test.walk())
        and protected(model, file.source.path, test.span.start) is None
    )
