"""The module says how it may be loaded: never more than is true (G100, HOWTO "Opt-Out")."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.analyse.places import above, first_statement, is_declaration
from unstatic.csyntax import Statement, calls
from unstatic.ctext import Style, style_of, top_level_start
from unstatic.edits import Change, Edit, Safety
from unstatic.model import Extension, File, RoleKind, Table
from unstatic.plan import Plan
from unstatic.source import Span

_VALUES = {
    "per-interpreter-gil": b"Py_MOD_PER_INTERPRETER_GIL_SUPPORTED",
    "shared-gil": b"Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED",
    "not-supported": b"Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED",
}


class IsolationClaims:
    """Declare how many interpreters may load the module, and guard what can be loaded only once."""

    name = "isolation-claims"
    title = "Declare support for multiple interpreters"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield the claim as a module slot, and the load-once guard where process state remains."""
        table = _slots(model)
        if model.init is None or not model.init.multi_phase or table is None or not plan.changes_anything:
            return
        file = model.files[table.declaration.path]
        style = style_of(model, file)
        subject = f"init:{model.functions[model.init.entry].name}"
        edits = [*_claim_edits(plan, table, style, file)]
        if plan.claims.load_once and b"_loaded" not in file.source.data and (edits or not _has_claim(model, table)):
            edits += _guard_edits(model, plan)
        if edits:
            yield Change(subject, self.name, _reason(plan), Safety.REVIEW, tuple(edits))


def _has_claim(model: Extension, table: Table) -> bool:
    text = model.files[table.declaration.path].source.text(table.declaration.span)
    return b"Py_mod_multiple_interpreters" in text


def _reason(plan: Plan) -> str:
    if not plan.claims.reasons:
        return "nothing of the module is shared by the process"
    listed = ", ".join(item.name for item in plan.claims.reasons[:5])
    return f"no stronger claim is true because of {listed}"


def _slots(model: Extension) -> Table | None:
    definition = model.module_def()
    field = definition.fields.get("m_slots") if definition else None
    return model.tables.get(field.symbol) if field and field.symbol else None


def _claim_edits(plan: Plan, table: Table, style: Style, file: File) -> Iterator[Edit]:
    text = file.source.text(table.declaration.span)
    value = _VALUES.get(plan.claims.multiple_interpreters)
    entries = table.declaration.entries
    if value is None or not entries:
        return
    if b"Py_mod_multiple_interpreters" in text:
        yield from _raised(table, text, value)
        return
    at = entries[-1].span.start
    row = b"{Py_mod_multiple_interpreters, " + value + b"},"
    if plan.minimum >= (3, 12):
        yield Edit(table.declaration.path, Span(at, at), row + style.newline + style.indent)
        return
    lines = [b"#if PY_VERSION_HEX >= 0x030C0000", style.indent + row, b"#endif"]
    start = file.source.line_start(at)
    if file.source.data[start:at].strip():
        # The table stands on one line: directives need lines of their own.
        yield Edit(table.declaration.path, Span(at, at), style.newline + style.lines(*lines) + style.indent)
    else:
        yield Edit(table.declaration.path, Span(start, start), style.lines(*lines))


def _raised(table: Table, text: bytes, value: bytes) -> Iterator[Edit]:
    """Yield the stronger claim where the module said that it can be loaded once only."""
    old = _VALUES["not-supported"]
    found = text.find(old)
    if found >= 0 and value != old:
        start = table.declaration.span.start + found
        yield Edit(table.declaration.path, Span(start, start + len(old)), value)


def _guard_edits(model: Extension, plan: Plan) -> Iterator[Edit]:
    """Yield the flag and its test: a second module object would share what stays (with a mutex when free-threaded)."""
    function = next(
        (item for item in model.functions.values() if any(role.kind is RoleKind.EXEC for role in item.roles)), None
    )
    if function is None:
        return
    definition = function.definition
    file = model.files[definition.path]
    style = style_of(model, file)
    flag = plan.names.loaded.encode()
    mutex = flag + b"_mutex"
    at = top_level_start(file, definition.span.start)
    lines = [b"static int " + flag + b" = 0;", b"#ifdef Py_GIL_DISABLED", b"static PyMutex " + mutex + b" = {0};"]
    yield Edit(definition.path, Span(at, at), style.lines(*lines, b"#endif", b""))
    first = _first_effect(model, function.symbol) if style.cplusplus else first_statement(model, function.symbol)
    assert first is not None
    start = above(file, model.body(function.symbol).span, first.span.start)
    yield Edit(definition.path, Span(start, start), style.lines(*_guard(style, flag, mutex), b""))


def _first_effect(model: Extension, function: str) -> Statement | None:
    """Return the first statement that does more than declare: in C++ a declaration often calls something."""
    for statement in model.body(function).children:
        fetches = any(
            b"PyModule_GetState" == call.name.text or call.name.text.startswith(b"get_")
            for call in calls(statement.head)
        )
        if not is_declaration(model, function, statement) or (list(calls(statement.head)) and not fetches):
            return statement
    return None


def _guard(style: Style, flag: bytes, mutex: bytes) -> list[bytes]:
    one, two = style.indent, style.indent * 2
    unlock = [b"#ifdef Py_GIL_DISABLED", one + b"PyMutex_Unlock(&" + mutex + b");", b"#endif"]
    inner_unlock = [unlock[0], one + unlock[1], unlock[2]]
    return [
        b"#ifdef Py_GIL_DISABLED",
        one + b"PyMutex_Lock(&" + mutex + b");",
        b"#endif",
        one + b"if (" + flag + b") {",
        *inner_unlock,
        two + b"PyErr_SetString(PyExc_ImportError,",
        two + style.indent + b'"cannot load module more than once per process");',
        two + b"return -1;",
        one + b"}",
        one + flag + b" = 1;",
        *unlock,
    ]
