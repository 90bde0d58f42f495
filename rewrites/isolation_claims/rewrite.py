"""The module says how it may be loaded: never more than is true (G100, HOWTO "Opt-Out")."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.capi.modules import SUPPORT_VALUES
from unstatic.capi.versions import first_hexversion, is_missing
from unstatic.model.extension import Extension, File, Reference, RoleKind, Table
from unstatic.model.subjects import init_subject
from unstatic.plan.decisions import Plan
from unstatic.rewriting.protocol import Rewrite
from unstatic.rewriting.slots import slot_table
from unstatic.rewriting.style import Style, style_of, style_of_entries, top_level_start
from unstatic.rewriting.template import c_text, filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

# The flag is set before the slot runs, as that may import, and taken back when it fails.
_GUARD = b"""
    static int $flag = 0;
    #ifdef Py_GIL_DISABLED
    static PyMutex ${flag}_mutex = {0};
    #endif

    static int
    $guard(PyObject *module)
    {
        int is_first, result;

    #ifdef Py_GIL_DISABLED
        PyMutex_Lock(&${flag}_mutex);
    #endif
        is_first = !$flag;
        $flag = 1;
    #ifdef Py_GIL_DISABLED
        PyMutex_Unlock(&${flag}_mutex);
    #endif
        if (!is_first) {
            PyErr_SetString(PyExc_ImportError,
                "$module: cannot load module more than once per process");
            return -1;
        }
        result = $function(module);
        if (result < 0) {
    #ifdef Py_GIL_DISABLED
            PyMutex_Lock(&${flag}_mutex);
    #endif
            $flag = 0;
    #ifdef Py_GIL_DISABLED
            PyMutex_Unlock(&${flag}_mutex);
    #endif
        }
        return result;
    }
"""


class IsolationClaims:
    """Declare how many interpreters may load the module; guard what can be loaded only once, if that was asked for."""

    name = "isolation-claims"
    title = "Declare support for multiple interpreters"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield the claim as a module slot, and the load-once guard where it was asked for."""
        table = slot_table(model)
        if model.init is None or not model.init.multi_phase or table is None or not plan.changes_anything:
            return
        file = model.files[table.declaration.path]
        style = style_of_entries(model, table.declaration, style_of(model, file))
        subject = init_subject(model, model.init.entry)
        edits = [*_claim_edits(plan, table, style, file)]
        if plan.claims.load_once and b"_loaded" not in file.source.data and (edits or not _has_claim(model, table)):
            edits += _guard_edits(model, plan, table)
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


def _claim_edits(plan: Plan, table: Table, style: Style, file: File) -> Iterator[Edit]:
    text = file.source.text(table.declaration.span)
    value = SUPPORT_VALUES.get(plan.claims.multiple_interpreters)
    entries = table.declaration.entries
    if value is None or not entries:
        return
    if b"Py_mod_multiple_interpreters" in text:
        yield from _raised(table, text, value)
        return
    at = entries[-1].span.start
    row = filled(b"{Py_mod_multiple_interpreters, $value},", value=value)
    if not is_missing("Py_mod_multiple_interpreters", plan.minimum):
        yield Edit(table.declaration.path, Span(at, at), row + style.newline + style.indent)
        return
    newer = b"#if PY_VERSION_HEX >= " + first_hexversion("Py_mod_multiple_interpreters")
    lines = [newer, style.indent + row, b"#endif"]
    start = file.source.line_start(at)
    if file.source.data[start:at].strip():
        # The table stands on one line: directives need lines of their own.
        yield Edit(table.declaration.path, Span(at, at), style.newline + style.lines(*lines) + style.indent)
    else:
        yield Edit(table.declaration.path, Span(start, start), style.lines(*lines))


def _raised(table: Table, text: bytes, value: bytes) -> Iterator[Edit]:
    """Yield the stronger claim where the module said that it can be loaded once only."""
    old = SUPPORT_VALUES["not-supported"]
    found = text.find(old)
    if found >= 0 and value != old:
        start = table.declaration.span.start + found
        yield Edit(table.declaration.path, Span(start, start + len(old)), value)


def _guard_edits(model: Extension, plan: Plan, table: Table) -> Iterator[Edit]:
    """Yield a function around the exec slot: another module would share what stays, unless the first one failed."""
    found = next(_runs(model, table), None)
    if found is None:
        return
    file = model.files[table.declaration.path]
    style = style_of(model, file)
    name = found.name.encode()
    guard = name + b"_once"
    while guard in model.identifiers:
        guard += b"_"
    yield Edit(found.path, Span(found.offset, found.offset + len(name)), guard)
    at = top_level_start(file, table.declaration)
    flag = plan.names.loaded.encode()
    text = c_text(style, _GUARD, guard=guard, flag=flag, module=plan.extension.encode(), function=name)
    yield Edit(found.path, Span(at, at), text + style.newline)


def _runs(model: Extension, table: Table) -> Iterator[Reference]:
    """Yield where the table names the function that fills the module."""
    for symbol, function in model.functions.items():
        if any(role.kind is RoleKind.EXEC for role in function.roles):
            inside = (use for use in model.uses.get(symbol, ()) if use.path == table.declaration.path)
            yield from (use for use in inside if use.offset in table.declaration.span)


REWRITE: Rewrite = IsolationClaims()
