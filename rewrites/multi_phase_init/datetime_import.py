"""`PyDateTime_IMPORT;` without a look at how it ended: its exception mustn't wait while types and objects are made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.other_apis import IMPORT_DATETIME
from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.model.extension import Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style, style_in
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def datetime_edits(model: Extension, plan: Plan, flow: InitFlow, style: Style) -> Iterator[Edit]:
    """
    Yield a check behind the import, if nothing has to be released there.

    An init function with the exception set made the interpreter raise a SystemError, unless a later call cleared the
    exception by chance; the calls that make heap types want none.
    """
    file = model.files[model.functions[flow.function].definition.path]
    statements = model.body(flow.function).children
    for index, statement in enumerate(statements):
        if _is_import(statement):
            if not _is_checked(statements[index + 1 :]) and statement.tokens[0].opens_line:
                indent = file.source.indent_at(statement.span.start)
                tested = style_in(model, flow.function).check(b"PyDateTimeAPI == NULL", b"return -1;")
                lines = [indent + line for line in tested]
                at = file.source.line_end(statement.span.end - 1)
                yield Edit(file.source.path, Span(at, at), style.lines(*lines))
            return
        if not _holds_nothing(plan, flow, statement):
            return


def _is_import(statement: Statement) -> bool:
    texts = [token.text for token in statement.tokens]
    return statement.kind is StatementKind.SIMPLE and texts == [IMPORT_DATETIME, b";"]


def _is_checked(following: tuple[Statement, ...]) -> bool:
    words = {token.text for item in following[:1] for token in item.tokens}
    return bool(words & {b"PyDateTimeAPI", b"PyErr_Occurred"})


def _holds_nothing(plan: Plan, flow: InitFlow, statement: Statement) -> bool:
    """Tell whether nothing that a return would have to release comes from *statement*."""
    if statement == flow.create or statement in flow.checks:
        return True
    getter = plan.names.getter.encode()
    called = [before.text for before, token in pairwise(statement.tokens) if token.text == b"("]
    return statement.kind is StatementKind.SIMPLE and all(name == getter for name in called)
