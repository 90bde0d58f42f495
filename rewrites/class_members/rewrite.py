"""`static PyTypeObject *Type;` of a C++ class becomes a variable beside it, which the module state can take over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from unstatic.facts.places.in_functions import comments_above
from unstatic.model.extension import Extension
from unstatic.model.subjects import global_subject
from unstatic.plan.decisions import Decision, Plan
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_of, whole_lines
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .members import ClassMember, class_members


class ClassMembers(Preparation):
    """Make variables of static members of C++ classes that hold objects."""

    name = "class-members"
    title = "Make variables of static members of C++ classes that hold objects"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each such member."""
        for member in class_members(model):
            reason = f"{_spelled(member)} is no part of an object, and each module needs one of its own"
            yield Change(_subject(member), self.name, reason, Safety.SAFE, tuple(_edits(model, member)))

    def on_originals(self, model: Extension, plan: Plan, failed: Mapping[str, Decision]) -> Plan:
        """Return *plan* with what the members are called in *model*."""
        members = {_subject(item): item for item in class_members(model)}
        undone = {global_subject(model, item.item): failed[name] for name, item in members.items() if name in failed}
        return replace(plan, decisions=tuple(_told(model, item, members, undone) for item in plan.decisions))


REWRITE: Preparation = ClassMembers()


def _told(
    model: Extension, decision: Decision, members: Mapping[str, ClassMember], undone: Mapping[str, Decision]
) -> Decision:
    if decision.subject in undone:
        return replace(undone[decision.subject], subject=decision.subject)
    member = members.get(decision.subject)
    if member is None:
        return decision
    declared = member.item.declaration
    where = model.location(declared.path, declared.name_span.start)
    return replace(decision, reason=f"{decision.reason}; it was {_spelled(member)}", location=where)


def _subject(member: ClassMember) -> str:
    return f"global:{member.name}"


def _spelled(member: ClassMember) -> str:
    return f"{(member.item.declaration.parent or '').rpartition('::')[2]}::{member.item.name}"


def _edits(model: Extension, member: ClassMember) -> Iterator[Edit]:
    file = model.files[member.path]
    at = comments_above(file, file.source.line_start(member.opens))
    newline = style_of(model, file).newline
    text = b"extern " + member.type + member.name.encode() + b";"
    yield Edit(member.path, Span(at, at), text + newline * 2)
    yield Edit(member.path, whole_lines(file, member.declared), b"")
    for path, span in member.names:
        yield Edit(path, span, member.name.encode())
