"""A module with a state of its own gets an m_traverse and an m_clear for the objects in it (G604)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.state.teardown.forgotten_members import Forgotten, forgotten_members
from unstatic.facts.state.teardown.unseen_state import UnseenState, unseen_state
from unstatic.model.extension import Extension
from unstatic.model.subjects import init_subject
from unstatic.plan.names import choose_names
from unstatic.rewriting.definition import CLEAR, FREE_BY_CLEAR, TRAVERSE, definition_values, named_beside
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import bare_lines, style_of, top_level_start
from unstatic.rewriting.template import Value, c_text, filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span


class StateHooks(Preparation):
    """Show the garbage collector what a state of the module's own holds."""

    name = "state-hooks"
    title = "Show the garbage collector what a state of the module's own holds"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:
        """Yield one change for the module: it stays if the module is initialised anew."""
        if model.init is None:
            return
        found, forgotten = unseen_state(model, minimum), forgotten_members(model, minimum)
        subject = init_subject(model, model.init.entry)
        if found is not None:
            reason = f"{found.own.spelling} holds objects that lead to the module, which nothing would ever free"
            yield Change(subject, self.name, reason, Safety.SAFE, tuple(_edits(model, found)))
        if forgotten is not None:
            reason = (
                f"m_clear forgets {b', '.join(forgotten.places).decode()}, of which each import would leave one behind"
            )
            yield Change(subject, self.name, reason, Safety.SAFE, tuple(_further_lines(model, forgotten)))


REWRITE = StateHooks()


def _edits(model: Extension, found: UnseenState) -> Iterator[Edit]:
    definition = model.module_def()
    assert definition is not None
    file = model.files[definition.declaration.path]
    style = style_of(model, file)
    names = _names(model, found)
    known: dict[str, Value] = {
        "state": found.own.spelling.encode(),
        "getter": _getter(found, cplusplus=style.cplusplus),
        "counter": [],
        "unless": [],
    }
    visits, clears = (
        [filled(b"$macro(state->$name);", macro=macro, name=item.name) for item in found.objects]
        for macro in (b"Py_VISIT", b"Py_CLEAR")
    )
    parts = [
        c_text(style, TRAVERSE, name=names["m_traverse"], visits=visits, **known),
        c_text(style, CLEAR, name=names["m_clear"], clears=clears, **known),
    ]
    if found.free is None:
        parts.append(c_text(style, FREE_BY_CLEAR, name=names["m_free"], clear=names["m_clear"]))
        yield from definition_values(model, definition, names, style.newline.join(parts))
        return
    del names["m_free"]
    text = style.newline.join(parts)
    where = found.free.definition
    if where.path == definition.declaration.path and where.span.start < definition.declaration.span.start:
        at = top_level_start(file, where)
        yield Edit(where.path, Span(at, at), text + style.newline)
        text = b""
    yield from definition_values(model, definition, names, text)
    yield from _freed_by_clear(model, found, names["m_clear"])


def _further_lines(model: Extension, forgotten: Forgotten) -> Iterator[Edit]:
    """Yield the lines of both hooks for the members that they forget, behind those that they have."""
    for line in forgotten.after:
        source = model.files[line.path].source
        indent = source.newline + source.indent_at(line.end - 1)
        each = (
            filled(b"$macro($state$place);", macro=line.macro, state=line.state, place=one) for one in forgotten.places
        )
        yield Edit(line.path, Span(line.end, line.end), b"".join(indent + text for text in each))


def _names(model: Extension, found: UnseenState) -> dict[str, bytes]:
    """Return what the hooks are called, by their slots: as m_free is, if there is one."""
    chosen = choose_names(model)
    names = {"m_traverse": chosen.traverse, "m_clear": chosen.clear, "m_free": chosen.free}
    like = {slot: named_beside(model, found.free, "m_free", slot) for slot in names} if found.free is not None else {}
    if like.get("m_traverse") and like["m_clear"]:
        return like
    return {slot: name.encode() for slot, name in names.items()}


def _getter(found: UnseenState, *, cplusplus: bool) -> bytes:
    """Return what gives the state of a module: the accessor that the project has."""
    if found.own.accessor:
        return found.own.accessor.encode()
    return filled(b"($state *)PyModule_GetState" if cplusplus else b"PyModule_GetState", state=found.own.spelling)


def _freed_by_clear(model: Extension, found: UnseenState, clear: bytes) -> Iterator[Edit]:
    """Yield the call of m_clear in m_free, in place of what releases the same objects."""
    assert found.free is not None
    definition = found.free.definition
    file = model.files[definition.path]
    module = model.by_symbol[definition.parameters[0]][0]
    given = module.name.encode() if module.type == "PyObject *" else filled(b"(PyObject *)$name", name=module.name)
    call = filled(b"$clear($given);", clear=clear, given=given)
    if found.released:
        first, *others = found.released
        yield Edit(definition.path, first.span, call)
        yield from (Edit(definition.path, bare_lines(file, item.span), b"") for item in others)
        return
    body = definition.body
    assert body is not None
    last = model.body(found.free.symbol).children[-1:]
    at = file.source.line_end(last[0].span.end - 1) if last else file.source.line_end(body.start)
    indent = file.source.indent_at(last[0].span.start) if last else style_of(model, file).indent
    yield Edit(definition.path, Span(at, at), indent + call + file.source.newline)
