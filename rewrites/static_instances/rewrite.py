"""`PyObject missing = {PyObject_HEAD_INIT(&Missing_Type)};` becomes a pointer to an object made with its type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from unstatic.facts.places.spellings import Spelling
from unstatic.facts.types.sequences.struct_sequences import Form, error_check, failure
from unstatic.model.extension import Declaration, Extension, Function
from unstatic.model.subjects import global_subject
from unstatic.plan.decisions import Decision, Plan
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_in, style_of, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .instances import StaticInstance, static_instances


class StaticInstances(Preparation):
    """Make objects when their type is made ready that were allocated statically."""

    name = "static-instances"
    title = "Make static objects in the initialisation"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each such object."""
        found = static_instances(model)
        for item in found:
            subject = global_subject(model, item.item)
            same = {global_subject(model, one.item) for one in found if one.static is item.static}
            reason = f"{item.item.name} is made when {item.static.name} is, and reached through a pointer"
            edits = tuple(_edits(model, item))
            yield Change(subject, self.name, reason, Safety.REVIEW, edits, frozenset(same - {subject}))

    def on_originals(self, model: Extension, plan: Plan, failed: Mapping[str, Decision]) -> Plan:  # noqa: ARG002
        """Return *plan* with what is in the way of objects that could be made in the initialisation."""
        decisions = tuple(
            replace(
                failed[item.subject], reason=f"{failed[item.subject].reason}; so it stays allocated statically (G57)"
            )
            if item.rule == "static-instance" and item.subject in failed
            else item
            for item in plan.decisions
        )
        return replace(plan, decisions=decisions)


def _edits(model: Extension, item: StaticInstance) -> Iterator[Edit]:
    for declaration in (item.item.declaration, *item.item.others):
        yield from _pointer(declaration)
    for use in item.uses:
        yield _reached(use)
    for path, statement in item.heads:
        yield Edit(path, whole_lines(model.files[path], statement.span), b"")
    if item.unfreed is not None:
        yield from _freeing(model, item.unfreed)
    yield _creation(model, item)


def _pointer(declaration: Declaration) -> Iterator[Edit]:
    start, end = declaration.name_span.start, declaration.name_span.end
    yield Edit(declaration.path, Span(start, start), b"*")
    if declaration.initialiser is not None:
        yield Edit(declaration.path, Span(end, declaration.initialiser.end), b"")


def _reached(use: Spelling) -> Edit:
    """`&missing` is `missing` now, and `missing.field` is `missing->field`."""
    if use.text(1) == b".":
        return Edit(use.path, use.tokens[use.index + 1].span, b"->")
    return Edit(use.path, Span(use.tokens[use.index - 1].start, use.token.start), b"")


def _freeing(model: Extension, function: Function) -> Iterator[Edit]:
    """Let a deallocator that was never to be called free the object."""
    body = model.body(function.symbol)
    path = function.definition.path
    file = model.files[path]
    name = model.by_symbol[function.definition.parameters[0]][0].name.encode()
    free = filled(b"Py_TYPE($name)->tp_free($name);", name=name)
    if body.children:
        yield Edit(path, Span(body.children[0].span.start, body.children[-1].span.end), free)
        return
    indent, newline = style_of(model, file).indent, file.source.newline
    assert function.definition.body is not None
    yield Edit(path, function.definition.body, newline.join((b"{", indent + free, b"}")))


def _creation(model: Extension, item: StaticInstance) -> Edit:
    """Return the lines behind the statement that makes the type ready."""
    creation = item.creation
    statement = creation.statement
    path = model.functions[creation.function].definition.path
    file = model.files[path]
    name, static = item.item.name.encode(), item.static.name.encode()
    declared = item.item.declaration.type.encode().removeprefix(b"static ").strip()
    cast = b"" if declared == b"PyObject" else filled(b"($declared *)", declared=declared)
    lines = [filled(b"$name = $cast$static.tp_alloc(&$static, 0);", name=name, cast=cast, static=static)]
    end = statement.span.end
    if creation.form is Form.ALONE:
        checked = error_check(model, creation)
        end = checked.span.end if checked is not None else end
        leave = failure(model, creation.function) or b"return -1;"
        lines += style_in(model, creation.function).check(name + b" == NULL", leave)
    else:
        # The parenthesis that closes the condition, and how the function is left behind it.
        start = next(token.start for token in statement.tokens if token.start >= statement.head[-1].end)
        opening = file.source.data[statement.span.start : statement.head[0].start]
        lines.append(opening + name + b" == NULL" + file.source.data[start : statement.span.end])
    lines += [filled(b"$name->$field = $value;", name=name, field=field, value=value) for field, value in item.values]
    newline = file.source.newline + file.source.indent_at(statement.span.start)
    return Edit(path, Span(end, end), b"".join(newline + line for line in lines))


REWRITE: Preparation = StaticInstances()
