"""Members of a static struct that stands in for the state become variables, which the real state takes over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unstatic.facts.places.in_functions import comments_above
from unstatic.model.extension import Declaration, Extension, File
from unstatic.plan.decisions import Decision, Plan
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import bare_lines, style_of, whole_lines
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .members import MemberStruct, member_structs


class StructMembers(Preparation):
    """Make variables of the members of a static struct that holds the module's objects."""

    name = "struct-members"
    title = "Make variables of the members of structs that stand in for the state"
    stands_alone = False
    is_attempt = True

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each member: they go together."""
        for struct in member_structs(model):
            subjects = frozenset(map(_subject, struct.fields))
            for field in struct.fields:
                reason = f"{struct.item.name} is one for the process, and each module needs a {field.name} of its own"
                edits = tuple(_edits_of(struct, field))
                edits += tuple(_edits(model, struct)) if field is struct.fields[0] else ()
                yield Change(_subject(field), self.name, reason, Safety.SAFE, edits, subjects - {_subject(field)})

    def on_originals(self, model: Extension, plan: Plan, failed: Mapping[str, Decision]) -> Plan:  # noqa: ARG002
        """Return *plan* with what the members belong to in *model*."""
        fields = {_subject(field): (struct, field) for struct in member_structs(model) for field in struct.fields}
        names = replace(plan.names, state_type=_state_type(plan, [struct for struct, _ in fields.values()]))
        return replace(plan, names=names, decisions=tuple(_told(model, item, fields) for item in plan.decisions))


REWRITE: Preparation = StructMembers()


def _state_type(plan: Plan, structs: Sequence[MemberStruct]) -> str:
    """Return what the state is called: as the struct was, if that is the only one and becomes the state."""
    chosen, names = plan.names.state_type, {struct.type for struct in structs}
    moves = all(plan.migrates(_subject(field)) for struct in structs for field in struct.fields)
    is_default = chosen == f"{plan.names.prefix}_state"
    return names.pop() or chosen if moves and is_default and len(names) == 1 else chosen


def _told(model: Extension, decision: Decision, fields: Mapping[str, tuple[MemberStruct, Declaration]]) -> Decision:
    if decision.subject not in fields:
        return decision
    struct, field = fields[decision.subject]
    where = model.location(field.path, field.name_span.start)
    return replace(decision, reason=f"{decision.reason}; it was {struct.item.name}.{field.name}", location=where)


def _subject(field: Declaration) -> str:
    return f"global:{field.name}"


def _edits_of(struct: MemberStruct, field: Declaration) -> Iterator[Edit]:
    """Yield the edits for one member: its declaration, and where the struct led to it."""
    yield Edit(field.path, Span(field.span.start, field.span.start), b"static ")
    for name, path, span in struct.prefixes:
        if name == field.name:
            yield Edit(path, span, b"")


def _edits(model: Extension, struct: MemberStruct) -> Iterator[Edit]:
    """Yield the edits for the struct itself, and for the calls that clear it."""
    path = struct.item.declaration.path
    file = model.files[path]
    yield Edit(path, bare_lines(file, struct.head), b"")
    yield Edit(path, bare_lines(file, struct.tail), b"")
    if struct.declared is not None:
        above = Span(comments_above(file, struct.declared.start), struct.declared.end)
        yield Edit(path, whole_lines(file, above), b"")
    gone = [_with_comments(file, field) for field in struct.spare]
    for span in gone:
        yield Edit(path, span, b"")
    at = file.source.line_end(struct.head.end)
    while at < file.source.line_start(struct.tail.start):
        if any(at in span for span in gone):
            at = file.source.line_end(at)
            continue
        # What stood in the struct stands by itself.
        line = file.source.data[at : file.source.line_end(at)]
        yield Edit(path, Span(at, at + len(line) - len(line.lstrip(b" \t"))), b"")
        at = file.source.line_end(at)
    for name, where, statement in struct.refills:
        source = model.files[where].source
        text = b"Py_CLEAR(" + name.encode() + b");" + style_of(model, model.files[where]).newline
        at = statement.span.start
        yield Edit(where, Span(at, at), text + source.indent_at(at))
    for where, span in struct.calls:
        yield Edit(where, whole_lines(model.files[where], span), b"")


def _with_comments(file: File, field: Declaration) -> Span:
    """Return the lines of a member that nothing names."""
    end = next(token.end for token in file.tokens[file.index_at(field.span.start) :] if token.text == b";")
    span = bare_lines(file, Span(field.span.start, end))
    return Span(comments_above(file, span.start), span.end)
