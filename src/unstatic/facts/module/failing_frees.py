"""`m_free(NULL);` where the initialisation fails: the function is called anyway when the module goes (G585)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from unstatic.c.syntax import Statement, StatementKind, only_call
from unstatic.facts.module.helpers import running_once
from unstatic.model.extension import Extension, Reference
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null


@fact
def failing_frees(model: Extension) -> Mapping[tuple[Path, int], Statement]:
    """Return the statements, by the place of the function's name, that call m_free with NULL and are left by failing.

    No module was made there, so that m_free had to be called for what the process holds. From now on there is one.
    """
    definition = model.module_def()
    field = definition.fields.get("m_free") if definition is not None else None
    uses = model.uses.get(field.symbol or "", ()) if field is not None else ()
    found = ((use, _failing(model, use)) for use in uses if use.is_call and use.via_macro is None)
    return {(use.path, use.offset): statement for use, statement in found if statement is not None}


def _failing(model: Extension, use: Reference) -> Statement | None:
    if use.function not in running_once(model):
        return None
    around = model.body_at(use.function or "", use.path, use.offset).path_to(use.offset)
    if len(around) < 2 or around[-2].kind is not StatementKind.BLOCK or around[-1].kind is not StatementKind.SIMPLE:
        return None
    statement, following = around[-1], around[-2].children[around[-2].children.index(around[-1]) + 1 :]
    call = only_call(statement)
    given = call.arguments[0] if call is not None and call.arguments else ()
    fails = bool(following) and _fails(following[0])
    return statement if call is not None and is_null(given) and fails else None


def _fails(statement: Statement) -> bool:
    value = [token for token in statement.head if token.text not in (b"return", b";")]
    is_return = statement.kind is StatementKind.RETURN and bool(value)
    return is_return and (any(token.text == b"NULL" for token in value[-1:]) or value[0].text == b"-")
