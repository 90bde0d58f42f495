"""PyInit_x returns the definition; what it did becomes the exec slot (PEP 489, R11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import lex_fragment
from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.module.exec_conversion import HelperRelease, InitFlow, init_flow, unowned_releases
from unstatic.facts.module.exec_conversion.returning_macros import Returned
from unstatic.facts.module.state_size import size_number
from unstatic.facts.places.namespaces import namespaces_at, outside
from unstatic.model.extension import Extension, File, InitFunction, ModuleDef
from unstatic.plan.decisions import Plan, Verdict
from unstatic.rewriting.definition import definition_values, with_statics
from unstatic.rewriting.hoisting import lines_with_comment, vacated
from unstatic.rewriting.protocol import Rewrite
from unstatic.rewriting.slots import exec_row
from unstatic.rewriting.style import Style, outside_groups, style_of, style_of_entries
from unstatic.rewriting.template import c_lines, filled
from unstatic.text.edits import Change, Edit, Safety, without_covered
from unstatic.text.source import Span

from ..module_state.struct.by_interpreter import kept_row
from ..module_state.uses.hooks import freeing
from .datetime_import import datetime_edits
from .gil import gil_slots
from .given_fields import given_field_edits
from .header import definition_call, entry_edits, exec_name, header_edits
from .module_variable import module_edits, state_edits
from .once import hook_edits, once_edits
from .trivial import only_creates
from .warnings import level_edits

_SLOTS = b"""
    static PyModuleDef_Slot $name[] = {
    $rows
        {0, NULL}
    };
"""


class MultiPhaseInit:
    """Turn single-phase initialisation into multi-phase initialisation."""

    name = "multi-phase-init"
    title = "Switch to multi-phase initialisation"

    def changes(self, model: Extension, plan: Plan) -> Iterator[Change]:
        """Yield one change: the init function, its helper and the module definition.

        Of a module that had an exec function before, what this releases or gives away and doesn't own.
        """
        init = model.init
        decision = next(iter(plan.of_kind("init")), None)
        if init is None or decision is None:
            return
        if init.multi_phase:
            reason = "an exec function that was there releases what it doesn't own"
            edits = list(_unowned_edits(model, plan)) if plan.changes_anything else []
            if not edits:
                return
        elif decision.verdict is Verdict.MIGRATE:
            reason = "the module object is made by the import system, and filled by the exec slot"
            edits = without_covered(with_statics(model, _conversion(model, plan, init)))
        else:
            return
        yield Change(decision.subject, self.name, reason, Safety.SAFE, tuple(edits))


def _conversion(model: Extension, plan: Plan, init: InitFunction) -> list[Edit]:
    """Return the edits of the init function, its helper and the module definition."""
    flow = init_flow(model)
    file = model.files[model.functions[flow.function].definition.path]
    style = style_of(model, file)
    edits = list(_slot_edits(model, plan, flow, style))
    whole = only_creates(model, flow)
    if whole is None:
        edits += [*entry_edits(model, style), *_exec_edits(model, plan, flow, style)]
    elif init.entry != flow.function:
        edits += [*entry_edits(model, style), _without_function(model, flow)]
    elif len(model.body(flow.function).children) > 1:
        own = [item for item in edits if item.path == file.source.path]
        gone = [item for item in own if whole.covers(item.span) or whole.overlaps(item.span)]
        edits = [item for item in edits if item not in gone]
        edits.append(Edit(file.source.path, whole, filled(b"return $call;", call=definition_call(model))))
    else:
        edits += entry_edits(model, style)
    return edits


def _exec_edits(model: Extension, plan: Plan, flow: InitFlow, style: Style) -> Iterator[Edit]:
    """Yield what makes an exec function of the one that made the module."""
    file = model.files[model.functions[flow.function].definition.path]
    yield from header_edits(model, plan, flow, style)
    yield from module_edits(model, plan, flow)
    yield from state_edits(model, plan, flow)
    yield from _return_edits(file, flow)
    yield from _raising_edits(model, flow, style)
    yield from _macro_edits(model, flow)
    yield from level_edits(model)
    yield from _release_edits(model, plan, file, flow)
    yield from datetime_edits(model, plan, flow, style)
    yield from (*once_edits(model, flow, style), *hook_edits(model), *given_field_edits(model))
    yield from _by_function(model, plan, flow.helper_releases)


def _unowned_edits(model: Extension, plan: Plan) -> Iterator[Edit]:
    """Yield what makes an exec function that was there right on failure, as nobody saw it fail."""
    yield from _by_function(model, plan, unowned_releases(model))
    yield from given_field_edits(model)


def _by_function(model: Extension, plan: Plan, releases: Sequence[HelperRelease]) -> Iterator[Edit]:
    for function in {item.function: None for item in releases}:
        statements = [item.statement for item in releases if item.function == function]
        yield from _without_releases(model, plan, function, statements)


def _without_function(model: Extension, flow: InitFlow) -> Edit:
    """Return the deletion of the function that made the module, and has nothing left to do."""
    definition = model.functions[flow.function].definition
    assert definition.body is not None
    span = Span(definition.span.start, definition.body.end)
    return Edit(definition.path, lines_with_comment(model.files[definition.path], span), b"")


def _slot_edits(model: Extension, plan: Plan, flow: InitFlow, style: Style) -> Iterator[Edit]:
    """Yield the slot array before the definition, and the definition that names it."""
    definition = model.module_def()
    assert definition is not None
    style = style_of_entries(model, definition.declaration, style)
    rows, edits = gil_slots(model, flow, style)
    yield from edits
    names = plan.names
    lines: list[bytes] = []
    if only_creates(model, flow) is None:
        ahead = _forward(model, plan, flow)
        place = _outside_of_namespace(model, flow, definition)
        if place is None:
            lines += ahead
        elif ahead:
            yield Edit(definition.declaration.path, place, style.lines(*ahead))
        rows = [style.indent + exec_row(style, exec_name(model, plan)), *rows]
    rows += [style.indent + row for row in kept_row(model, plan, style)]
    lines += c_lines(style, _SLOTS, name=names.slots.encode(), rows=rows)
    freed, values = freeing(model, plan, style)
    lines = [*freed, *([b""] if freed else []), *lines]
    values["m_slots"] = names.slots.encode()
    if size_number(model, definition) == -1:
        values["m_size"] = b"0"
    yield from definition_values(model, definition, values, style.lines(*lines))


def _forward(model: Extension, plan: Plan, flow: InitFlow) -> list[bytes]:
    """Return a declaration of the exec function, which stands after the slots."""
    definition = model.module_def()
    assert definition is not None
    function = model.functions[flow.function]
    where = definition.declaration
    declared = () if _is_entry(model, flow) else function.prototypes
    if any(item.path == where.path and item.span.start < where.span.start for item in declared):
        return []
    storage = b"static " if function.definition.storage == "static" or _is_entry(model, flow) else b""
    template = b"${storage}int $exec(PyObject *$module);"
    return [filled(template, storage=storage, exec=exec_name(model, plan), module=flow.variable), b""]


def _outside_of_namespace(model: Extension, flow: InitFlow, definition: ModuleDef) -> Span | None:
    """Return where the exec function is declared if the definition is in a namespace of C++ that it isn't in."""
    if model.language != "c++":
        return None
    function = model.functions[flow.function].definition
    depth = len(namespaces_at(model.files[function.path], function.span.start))
    where = definition.declaration
    file = model.files[where.path]
    if len(namespaces_at(file, where.span.start)) == depth:
        return None
    at = outside_groups(file, outside(file, where.span.start, depth))
    return Span(at, at)


def _is_entry(model: Extension, flow: InitFlow) -> bool:
    return model.init is not None and model.init.entry == flow.function


def _return_edits(file: File, flow: InitFlow) -> Iterator[Edit]:
    yield from (Edit(file.source.path, span, text) for span, text in (*flow.imports, *flow.results))
    yield from (Edit(file.source.path, span, b"") for span in flow.null_operands)
    for site in flow.returns:
        if site.returned in (Returned.RAISED, Returned.KEPT):
            continue
        if site.returned is Returned.HANDED and site.value is not None:
            yield Edit(file.source.path, Span(site.value.end, site.value.end), b" == NULL ? -1 : 0")
            continue
        text = _result(flow, site.returned)
        if site.value is None:
            yield Edit(file.source.path, site.span, filled(b"return $result;", result=text))
        else:
            yield Edit(file.source.path, site.value, _spaced(file, site.value, text))


def _raising_edits(model: Extension, flow: InitFlow, style: Style) -> Iterator[Edit]:
    """Yield the edits that make `return PyErr_NoMemory();` a call of that, and a statement that returns -1."""
    path = model.functions[flow.function].definition.path
    source = model.files[path].source
    for site in flow.returns:
        if site.returned is not Returned.RAISED or site.value is None:
            continue
        around = model.body_at(flow.function, path, site.span.start).path_to(site.span.start)
        start, end = site.span.start, site.span.end
        if around[-2].kind is StatementKind.BLOCK:
            line = source.newline + source.indent_at(start)
            yield Edit(path, Span(start, site.value.start), b"")
            yield Edit(path, Span(site.value.end, end), filled(b";${line}return -1;", line=line))
            continue
        before = model.files[path].at(start).tokens_in(Span(around[-2].span.start, start))[-1].end
        outer = source.newline + source.indent_at(around[-2].span.start)
        inner = outer + style.indent
        yield Edit(path, Span(before, site.value.start), filled(b" {$inner", inner=inner))
        yield Edit(path, Span(site.value.end, end), filled(b";${inner}return -1;$outer}", inner=inner, outer=outer))


def _result(flow: InitFlow, returned: Returned) -> bytes:
    """Return what stands for the module, or for NULL."""
    if returned is Returned.FAILURE:
        return b"-1"
    return filled(b"$module == NULL ? -1 : 0", module=flow.module_name) if flow.clears else b"0"


def _macro_edits(model: Extension, flow: InitFlow) -> Iterator[Edit]:
    """Yield the changes of what macros return, and the deletions of their releases of the module."""
    for item in flow.macro_returns:
        file = model.files[item.path]
        if item.returned is not None:
            yield Edit(item.path, item.span, _spaced(file, item.span, _result(flow, item.returned)))
        else:
            yield Edit(item.path, _without_blanks(file, item.span), b"")


def _without_blanks(file: File, span: Span) -> Span:
    """Return a statement in a macro's body with its line, if it has one of its own, or else the blanks after it."""
    data = file.source.data
    start, end = file.source.line_start(span.start), file.source.line_end(span.end)
    if data[start : span.start].strip() == b"" and data[span.end : end].strip() == b"\\":
        return Span(start, end)
    rest = data[span.end : end]
    return Span(span.start, span.end + len(rest) - len(rest.lstrip(b" \t")))


def _spaced(file: File, value: Span, text: bytes) -> bytes:
    """Keep a blank after `return` where `return(NULL)` had none."""
    glued = file.source.data[value.start - 1 : value.start].isalnum()
    return b" " + text if glued else text


def _release_edits(model: Extension, plan: Plan, file: File, flow: InitFlow) -> Iterator[Edit]:
    """An exec function owns no reference to the module: its decrements go (G103)."""
    yield from _without_releases(model, plan, flow.function, flow.releases)
    for statement in flow.clears:
        tokens = lex_fragment(file.source.data, statement.span)
        if tokens[1].text == b"(":
            yield Edit(file.source.path, statement.span, filled(b"$module = NULL;", module=flow.module_name))


def _without_releases(model: Extension, plan: Plan, function: str, releases: Sequence[Statement]) -> Iterator[Edit]:
    """Yield the deletions of the decrements in one function."""
    file = model.files[model.functions[function].definition.path]
    spans: list[Span] = []
    for statement in releases:
        body = model.body_at(function, file.source.path, statement.span.start)
        path = body.path_to(statement.span.start)
        parent = path[-2]
        if parent.kind is StatementKind.IF and len(parent.children) == 1:
            spans.append(parent.span)
        elif parent.kind is StatementKind.BLOCK:
            spans.append(statement.span)
        else:
            yield Edit(file.source.path, statement.span, b";")
    for span in vacated(model, plan, file, spans):
        yield Edit(file.source.path, span, b"")


REWRITE: Rewrite = MultiPhaseInit()
