"""Struct sequences: PyStructSequence_InitType becomes PyStructSequence_NewType, and guards of it go (G53)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.facts.types.sequences.guards import Guard, inner_span
from unstatic.facts.types.sequences.slots import own_type_uses
from unstatic.facts.types.sequences.struct_sequences import (
    Creation,
    Form,
    StructSequence,
    doc_entry,
    error_check,
    failure,
    missing_doc,
    readied_again,
    sequence_of,
)
from unstatic.model.extension import Extension, File, StaticType
from unstatic.model.subjects import global_subject, type_subject
from unstatic.plan.decisions import Plan, TypeChoice
from unstatic.rewriting.guards import unwrapped
from unstatic.rewriting.style import style_in, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import SourceFile, Span

from ..module_state.struct.declarations import removal_edits
from .creation import inside_expression, reference_edits
from .preamble import preamble_edits
from .uses import head_statements, use_edits

_RULE = "heap-types"


def sequence_changes(model: Extension, plan: Plan, moving: Sequence[StaticType]) -> Iterator[Change]:
    """Yield one change per struct sequence of *moving*, and one per test that kept it from being made twice."""
    sequences = [found for item in moving if (found := sequence_of(model, item)) is not None]
    guards = {item.creation.guard: None for item in sequences if item.creation.guard is not None}
    inside: list[Edit] = []
    for sequence in sequences:
        edits = list(_sequence_edits(model, plan, sequence))
        guarded = [edit for edit in edits if any(_is_within(model, guard, edit) for guard in guards)]
        inside += guarded
        subject = type_subject(sequence.static)
        decision = plan.decision(subject)
        reason = f"{sequence.static.name} is made anew for every module"
        safety = decision.safety if decision else Safety.REVIEW
        yield Change(subject, _RULE, reason, safety, tuple(edit for edit in edits if edit not in guarded))
    flags = tuple(preamble_edits(model, plan, moving)) if len(sequences) == len(moving) else ()
    if flags:
        reason = "Python 3.9 has no flag for types that can't be changed"
        yield Change(type_subject(moving[0]), _RULE, reason, Safety.SAFE, flags)
    for guard in guards:
        yield _guard_change(model, guard, inside)


def _sequence_edits(model: Extension, plan: Plan, sequence: StructSequence) -> Iterator[Edit]:
    """Yield the edits of declarations, description, creation, references and uses of one type."""
    static, creation = sequence.static, sequence.creation
    choice = plan.choice(type_subject(static))
    assert choice is not None and model.init is not None
    yield from _declaration_edits(static)
    written = _written_name(model, sequence)
    prefixed = written != choice.spec_name.encode("utf-8", "surrogateescape")
    if prefixed and sequence.description is not None and sequence.name is not None:
        yield _name_edit(sequence, choice)
    if plan.minimum < (3, 10):
        yield from _doc_edits(model, sequence)
    yield from _creation_edits(model, sequence, written if choice.keeps_name else b"")
    path = model.functions[creation.function].definition.path
    gone = [(path, creation.call.span)]
    if creation.guard is not None:
        gone += [(path, Span(test.span.start, inner_span(test).start)) for test in creation.guard.tests]
    again = [(path, statement.span) for statement in readied_again(model, static)]
    for place, span in (*head_statements(model, static), *again):
        gone.append((place, span))
        yield Edit(place, whole_lines(model.files[place], span), b"")
    references = list(reference_edits(model, static))
    gone += [(edit.path, edit.span) for edit in references if not edit.new]
    yield from references
    own = own_type_uses(model)
    for use in model.uses.get(static.symbol, ()):
        if (use.path, use.offset) in own:
            span, text = own[use.path, use.offset]
            gone.append((use.path, span))
            yield Edit(use.path, span, text)
    yield from use_edits(model, static, gone)


def _declaration_edits(static: StaticType) -> Iterator[Edit]:
    for item in (static.declaration, *static.others):
        yield Edit(item.path, Span(item.name_span.start, item.name_span.start), b"*")
        if item.initialiser is not None:
            yield Edit(item.path, Span(item.name_span.end, item.initialiser.end), b"")


def _written_name(model: Extension, sequence: StructSequence) -> bytes:
    assert sequence.description is not None and sequence.name is not None
    return model.files[sequence.description.path].source.text(sequence.name.value_span)


def _doc_edits(model: Extension, sequence: StructSequence) -> Iterator[Edit]:
    """Yield the docstring that the first releases of Python 3.9 need, in the place of NULL or below the name (G365)."""
    description, name = sequence.description, sequence.name
    doc = missing_doc(model, sequence)
    if description is not None and doc is not None:
        yield Edit(description.path, doc.value_span, b'""')
    elif description is not None and name is not None and doc_entry(sequence) is None:
        yield _doc_below(model.files[description.path].source, name.span)


def _doc_below(source: SourceFile, name: Span) -> Edit:
    """Return the docstring below the entry *name* of a description; newer Pythons say that there is none."""
    end, indent = name.end, source.indent_at(name.start)
    opens_line = not source.data[source.line_start(name.start) : name.start].strip()
    if opens_line and source.data[end : source.line_end(end)].rstrip() == b",":
        lines = (b"", b"#if PY_VERSION_HEX < 0x030A0000", indent + b'.doc = "",', b"#endif")
        return Edit(source.path, Span(end + 1, end + 1), source.newline.join(lines))
    gap = source.newline + indent if opens_line else b" "
    return Edit(source.path, Span(end, end), b"," + gap + b'.doc = ""')


def _name_edit(sequence: StructSequence, choice: TypeChoice) -> Edit:
    assert sequence.description is not None and sequence.name is not None
    text = choice.spec_name.encode("utf-8", "surrogateescape")
    return Edit(sequence.description.path, sequence.name.value_span, text)


def _creation_edits(model: Extension, sequence: StructSequence, kept_name: bytes) -> Iterator[Edit]:
    """Yield the edits that make the type; *kept_name* is the name without module that stays, if any."""
    creation = sequence.creation
    statement = creation.statement
    file = model.files[model.functions[creation.function].definition.path]
    path, newline = file.source.path, file.source.newline + file.source.indent_at(statement.span.start)
    name = sequence.static.name.encode()
    description = _description_text(file, creation)
    create = filled(b"$name = PyStructSequence_NewType($description)", name=name, description=description)
    end = statement.span.end
    if creation.form is Form.ALONE:
        checked = error_check(model, creation)
        end = checked.span.end if checked is not None else end
        lines = [create + b";", *(() if checked is not None else _check(model, creation, name))]
        yield Edit(path, statement.span, newline.join(lines))
    elif creation.form is Form.TEST:
        yield Edit(path, Span(statement.span.start, statement.span.start), create + b";" + newline)
        condition = Span(statement.head[0].start, statement.head[-1].end)
        yield Edit(path, condition, name + b" == NULL")
    else:
        yield from inside_expression(path, statement.head, creation.call, create)
    after = _following(name, kept_name)
    # `};` has an empty statement behind it.
    end += creation.form is not Form.ALONE and file.source.data[end : end + 1] == b";"
    yield Edit(path, Span(end, end), b"".join(newline + line for line in after))


def _following(name: bytes, kept_name: bytes) -> list[bytes]:
    """Return the statements that keep what PyStructSequence_NewType can't be told (G30, G36)."""
    lines = [filled(b"$name->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;", name=name)]
    if kept_name:
        template = b"$name->tp_name = $kept;  /* without the module, as before */"
        lines.append(filled(template, name=name, kept=kept_name))
    return lines


def _description_text(file: File, creation: Creation) -> bytes:
    argument = creation.call.arguments[1]
    return file.source.text(Span(argument[0].start, argument[-1].end))


def _check(model: Extension, creation: Creation, name: bytes) -> tuple[bytes, ...]:
    leave = failure(model, creation.function)
    assert leave is not None
    return style_in(model, creation.function).check(name + b" == NULL", leave)


def _is_within(model: Extension, guard: Guard, edit: Edit) -> bool:
    path = model.functions[guard.function].definition.path
    return edit.path == path and any(inner_span(test).covers(edit.span) for test in guard.tests)


def _guard_change(model: Extension, guard: Guard, inside: Sequence[Edit]) -> Change:
    """Return the change by which a guard goes: what it guarded always runs, and its variable isn't needed."""
    file = model.files[model.functions[guard.function].definition.path]
    edits = [Edit(file.source.path, whole_lines(file, item.span), b"") for item in guard.sets]
    edits += inside
    outside = [edit for edit in edits if not _is_within(model, guard, edit) and edit not in inside]
    for test in guard.tests:
        outside.append(Edit(file.source.path, test.span, unwrapped(file, test, edits)))
    item = model.global_by_symbol(guard.variable or "")
    if item is None:
        static = model.type_by_symbol(guard.made[0])
        assert static is not None
        reason = f"every module makes its own {static.name}, so nothing tests whether it was made before"
        return Change(type_subject(static), _RULE, reason, Safety.SAFE, tuple(outside))
    outside += removal_edits(model, {item.symbol})
    reason = f"every module makes its own struct sequences, so {item.name} has nothing to guard"
    return Change(global_subject(model, item), _RULE, reason, Safety.SAFE, tuple(outside))
