"""The module's traverse, clear and free: new ones, and the lines that those which are there get (R9, G88)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.facts.module.existing_state import own_state
from unstatic.facts.module.failing_frees import failing_frees
from unstatic.facts.places.in_functions import (
    after_brace,
    first_statement,
    free_name,
    is_declaration,
    outside_conditionals,
)
from unstatic.facts.references.aggregates.object_structs import object_places
from unstatic.facts.references.object_tables import object_table
from unstatic.facts.state.object_tests import is_absence_test
from unstatic.facts.state.teardown.existing_hooks import module_hooks, settled_statements
from unstatic.facts.trust.limited_api import state_may_be_late
from unstatic.model.extension import Extension, Function
from unstatic.plan.decisions import Plan
from unstatic.rewriting.definition import CLEAR, FREE_BY_CLEAR, TRAVERSE, named_beside
from unstatic.rewriting.hoisting import vacated
from unstatic.rewriting.style import Style, indent_in, style_of, top_level_start, whole_lines
from unstatic.rewriting.template import Value, c_lines, c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..passing.existing_local import kept_state
from ..passing.parameters import named_parameters, parameter_name
from ..struct.fields import Field, Layout
from .each_object import counters, object_lines
from .free_lists import emptied_first, emptying_lines
from .tables import table_length

_FREE = b"""
    static void
    $name(void *module)
    {
        $state *state = $getter((PyObject *)module);
        $counter
        $unless_freed
        $clears
    }
"""
_FREE_TABLES = b"""
    static void
    $name(void *module)
    {
        $state *state = $getter((PyObject *)module);
        $unless_freed
        $clear((PyObject *)module);
        $freed
    }
"""
_EACH_OF_TABLE = b"""
    if ($field != NULL) {
        for (i = 0; i < $count; i++) {
            $macro($field[i]);
        }
    }
"""


@dataclass(frozen=True)
class Hooks:
    """What the module definition gets, and the edits for the hooks that were there."""

    text: bytes
    """The hooks that are new, to stand before the definition; empty if `edits` holds them."""
    values: dict[str, bytes]
    edits: tuple[Edit, ...]


def hooks_of(model: Extension, plan: Plan, layout: Layout) -> Hooks:
    """Return the hooks that visit and clear the owned fields only."""
    owned = [field for field in layout.fields if field.is_object]
    definition = model.module_def()
    assert definition is not None
    if not owned:
        return Hooks(b"", {}, ())
    style = style_of(model, model.files[definition.declaration.path])
    there = module_hooks(model)
    text, values = _new_hooks(model, plan, layout, owned, style, there)
    edits = [*_deletions(model, plan, layout), *_additions(model, plan, layout, owned, style, there)]
    earliest = min(there.values(), key=lambda item: item.definition.span.start, default=None)
    calls_older = "m_clear" in there and "m_free" in values
    if earliest is None or not text or calls_older:
        return Hooks(text, values, tuple(edits))
    file = model.files[earliest.definition.path]
    at = top_level_start(file, earliest.definition, definition.declaration)
    edits.append(Edit(file.source.path, Span(at, at), text + style.newline))
    if earliest.definition.path != definition.declaration.path or at < definition.declaration.span.start:
        return Hooks(b"", values, tuple(edits))
    # What the hooks need may stand below the definition as well.
    ahead = style.lines(*(_prototype(text, name) for name in values.values()))
    prototype = next((item for item in earliest.prototypes if item.path == file.source.path), None)
    if prototype is None:
        return Hooks(ahead, values, tuple(edits))
    end = file.source.line_end(prototype.span.end)
    return Hooks(b"", values, (*edits, Edit(file.source.path, Span(end, end), ahead)))


def free_edits(model: Extension) -> Iterator[Edit]:
    """Yield the deletions of calls of m_free for a module that isn't made: it is called when that goes (G585)."""
    for (path, _), statement in failing_frees(model).items():
        yield Edit(path, whole_lines(model.files[path], statement.span), b"")


def _prototype(text: bytes, name: bytes) -> bytes:
    """Return the declaration of the function *name* that *text* defines."""
    end = text.index(b"{", text.index(name + b"("))
    start = text.rindex(b"static", 0, end)
    return b" ".join(text[start:end].split()) + b";"


def _new_hooks(
    model: Extension, plan: Plan, layout: Layout, owned: list[Field], style: Style, there: dict[str, Function]
) -> tuple[bytes, dict[str, bytes]]:
    again = _clear_again(model, plan, there)
    tables = [(field, table) for field in owned if (table := object_table(model, field.item.symbol)) is not None]
    new = {
        "m_traverse": (plan.names.traverse, TRAVERSE),
        "m_clear": (plan.names.clear, CLEAR),
        "m_free": (plan.names.free, (_FREE_TABLES if tables else FREE_BY_CLEAR) if again else _FREE),
    }
    missing = {slot: (name.encode(), template) for slot, (name, template) in new.items() if slot not in there}
    values: dict[str, Value] = {
        "state": plan.names.state_type.encode(),
        **_fetching_late(model, plan, style),
        "counter": counters(model, [field.item for field in owned]),
        "visits": _lines(model, layout, b"Py_VISIT", owned, b"state", style),
        "clears": [
            *emptying_lines(model, layout, b"state", style, collected=True),
            *_lines(model, layout, b"Py_CLEAR", emptied_first(model, layout, owned), b"state", style),
            *emptying_lines(model, layout, b"state", style, collected=False),
        ],
        "freed": [filled(b"$free(state->$name);", free=table.free, name=field.name) for field, table in tables],
        "clear": again,
    }
    parts = [c_text(style, template, name=name, **values) for name, template in missing.values()]
    return style.newline.join(parts), {slot: name for slot, (name, _) in missing.items()}


def _fetching_late(model: Extension, plan: Plan, style: Style) -> dict[str, Value]:
    """Return what fetches the state, and the lines that leave hooks if there is none yet."""
    if not state_may_be_late(model):
        return {"getter": plan.names.getter.encode(), "unless": [], "unless_freed": []}
    cast = filled(b"($state *)", state=plan.names.state_type.encode()) if model.language == "c++" else b""
    lines = {"unless": b"return 0;", "unless_freed": b"return;"}
    checks = {name: [b"", *style.check(b"state == NULL", leave)] for name, leave in lines.items()}
    return {"getter": cast + b"PyModule_GetState", **checks}


def _clear_again(model: Extension, plan: Plan, there: dict[str, Function]) -> bytes:
    """Return the name of the m_clear that m_free can call; empty if what it does isn't meant to be done twice."""
    if "m_clear" not in there:
        return plan.names.clear.encode()
    function = there["m_clear"]
    return function.name.encode() if _may_be_repeated(model, function) else b""


def _may_be_repeated(model: Extension, clear: Function) -> bool:
    """Tell whether an m_clear does nothing but clear objects, so that m_free can call it, too."""
    own = own_state(model)
    kept = kept_state(model, clear.symbol, own) if own is not None else None
    return all(
        item.kind is StatementKind.RETURN
        or (item.kind is StatementKind.SIMPLE and bool(item.head) and item.head[0].text == b"Py_CLEAR")
        or (kept is not None and item.span.end == kept.offset)
        for item in model.body(clear.symbol).children
    )


def freeing(model: Extension, plan: Plan, style: Style) -> tuple[list[bytes], dict[str, bytes]]:
    """Return an m_free, and its name by its slot, where m_clear is all that a module with a state of its own has (G18).

    The collector calls m_clear for cycles alone; a module that is made in a single phase never goes.
    """
    definition = model.module_def()
    clear = module_hooks(model).get("m_clear")
    if definition is None or clear is None or "m_free" in definition.fields or own_state(model) is None:
        return [], {}
    if not _may_be_repeated(model, clear):
        return [], {}
    name = named_beside(model, clear, "m_clear", "m_free") or plan.names.free.encode()
    return c_lines(style, FREE_BY_CLEAR, name=name, clear=clear.name.encode()), {"m_free": name}


def _lines(
    model: Extension, layout: Layout, macro: bytes, owned: list[Field], state: bytes, style: Style
) -> list[bytes]:
    lines: list[bytes] = []
    for field in owned:
        table = object_table(model, field.item.symbol)
        count = table_length(table, layout, state) if table is not None else b""
        name = filled(b"$state->$name", state=state, name=field.name)
        if table is not None:
            lines += c_lines(style, _EACH_OF_TABLE, macro=macro, field=name, count=count)
        else:
            lines += object_lines(style, macro, name, object_places(model, field.item))
    return lines


def _deletions(model: Extension, plan: Plan, layout: Layout) -> Iterator[Edit]:
    """Yield the deletion of what the hooks did for the globals."""
    by_function: dict[str, list[Span]] = {}
    for field in layout.fields:
        for _, function, statement in settled_statements(model, field.item.symbol):
            by_function.setdefault(function, []).append(statement.span)
    for function, spans in by_function.items():
        file = model.files[model.functions[function].definition.path]
        for span in vacated(model, plan, file, spans):
            yield Edit(file.source.path, span, b"")


def _additions(
    model: Extension,
    plan: Plan,
    layout: Layout,
    owned: list[Field],
    style: Style,
    there: dict[str, Function],
) -> Iterator[Edit]:
    """Yield the lines for the fields in the hooks that are there."""
    clear = _clear_again(model, plan, there)
    extended = [("m_traverse", b"Py_VISIT"), ("m_clear", b"Py_CLEAR")]
    if not clear and not _calls(model, there.get("m_free"), there["m_clear"].name.encode()):
        extended.append(("m_free", b"Py_CLEAR"))
    for slot, macro in extended:
        if slot not in there:
            continue
        function = there[slot]
        yield from named_parameters(model, function.definition, (0,))
        module = parameter_name(model, function.definition, 0)
        given = filled(b"(PyObject *)$module", module=module) if slot == "m_free" else module
        state, fetch = _reached(model, plan, function, given)
        counter = counters(model, [field.item for field in owned if not field.is_table])
        fields = owned if slot == "m_traverse" else emptied_first(model, layout, owned)
        lines = _lines(model, layout, macro, fields, state, style)
        if slot != "m_traverse":
            lines = emptying_lines(model, layout, state, style, collected=True) + lines
            lines += emptying_lines(model, layout, state, style, collected=False)
        yield from inserted(model, function, style, [*fetch, *counter], lines)
    if clear and "m_free" in there and not _calls(model, there["m_free"], clear):
        function = there["m_free"]
        module = parameter_name(model, function.definition, 0)
        yield from named_parameters(model, function.definition, (0,))
        call = filled(b"$clear((PyObject *)$module);", clear=clear, module=module)
        yield from inserted(model, function, style, [], [call])


def _calls(model: Extension, function: Function | None, name: bytes) -> bool:
    tokens = model.body(function.symbol).tokens if function is not None else ()
    return any(call.name.text == name for call in calls(tokens))


def _reached(model: Extension, plan: Plan, function: Function, module: bytes) -> tuple[bytes, list[bytes]]:
    """Return what the state is called in a hook, as it says already if it does, and the line that declares it."""
    own = own_state(model)
    getter = plan.names.getter.encode()
    if own is not None:
        kept = kept_state(model, function.symbol, own)
        if kept is not None and kept.module == module.removeprefix(b"(PyObject *)"):
            return kept.name, []
        texts = [token.text for token in model.body(function.symbol).tokens]
        written = [getter, b"(", module.removeprefix(b"(PyObject *)"), b")", b"->"]
        if any(texts[index : index + 5] == written for index in range(len(texts))):
            return filled(b"$getter($module)", getter=getter, module=module), []
    state = free_name(model, function.symbol, plan.names.state.encode(), b"module_state", b"mod_state")
    kind = plan.names.state_type.encode()
    return state, [filled(b"$kind *$state = $getter($module);", kind=kind, state=state, getter=getter, module=module)]


def inserted(
    model: Extension, function: Function, style: Style, declared: list[bytes], lines: list[bytes]
) -> Iterator[Edit]:
    """Yield *declared* at the head of the function, and *lines* before its first statement, once it has the state."""
    file = model.files[function.definition.path]
    body = function.definition.body
    assert body is not None
    top = after_brace(file, body.start)
    first = first_statement(model, function.symbol)
    at = outside_conditionals(file, body, first.span.start) if first is not None else top
    children = model.body(function.symbol).children
    fetching = _fetching(model, function)
    if fetching is not None and not file.is_conditional(fetching.span.start):
        at = file.source.line_end(fetching.span.end - 1)
    if at <= top or not any(is_declaration(model, function.symbol, item) for item in children):
        at, declared, lines = top, [], [*declared, *lines]
    indent = indent_in(file, model.body(function.symbol), style)
    indented = [indent + line for line in lines]
    if declared:
        yield Edit(file.source.path, Span(top, top), style.lines(*(indent + line for line in declared)))
    broken = b"" if file.source.data[at - 1 : at] == b"\n" else style.newline
    yield Edit(file.source.path, Span(at, at), broken + style.lines(*indented))


def _fetching(model: Extension, function: Function) -> Statement | None:
    """Return the last of the first statements that only give a local the state, and leave if that is NULL."""
    own = own_state(model)
    kept = kept_state(model, function.symbol, own) if own is not None else None
    first, found = first_statement(model, function.symbol), None
    if kept is None or first is None:
        return None
    for statement in (item for item in model.body(function.symbol).children if item.span.start >= first.span.start):
        is_given = statement is first and statement.span.end == kept.offset
        if not is_given and not (statement.span.start > kept.offset and _leaves_without(statement, kept.name)):
            break
        found = statement
    return found


def _leaves_without(statement: Statement, name: bytes) -> bool:
    """Tell whether a statement leaves the function if a local is NULL: `if (state == NULL) return 0;`."""
    return is_absence_test(statement, name) and list(statement.walk())[-1].kind is StatementKind.RETURN
