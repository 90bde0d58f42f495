"""`api = *table;`, from another module's capsule: the struct owns the objects in it once the module state has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.c.nodes import Call
from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.modules import CAPSULE_POINTERS
from unstatic.facts.places.in_functions import is_in_block
from unstatic.facts.references.aggregates.object_structs import member_objects
from unstatic.facts.references.aggregates.struct_members import members_of
from unstatic.model.extension import Extension, File, Global, GlobalKind, Reference
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.subjects import global_subject
from unstatic.model.uses import UsedAs, uses_as
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety


@dataclass(frozen=True, slots=True)
class Copy:
    """A statement that copies a table into a struct, whole."""

    item: Global
    file: File
    statement: Statement
    table: bytes
    members: tuple[tuple[bytes, bool], ...]
    """Their names, and whether each holds an object."""


class CapsuleCopies(Preparation):
    """Copy the tables of other modules' capsules member by member."""

    name = "capsule-copies"
    title = "Copy the tables of other modules' capsules member by member"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each copy: it stays if the struct moves."""
        for item in model.globals:
            for copy in _copies(model, item) if item.kind is GlobalKind.OBJECT_HOLDER else ():
                reason = f"{item.name} holds objects of another module, which may go before this one does"
                yield Change(global_subject(model, item), self.name, reason, Safety.SAFE, (_edit(copy),))


REWRITE: Preparation = CapsuleCopies()


def _copies(model: Extension, item: Global) -> Iterator[Copy]:
    members = members_of(model, item)
    objects = member_objects(model, item)
    for use in item.written if members and objects else ():
        function = use.function
        if function is None or use.via_macro is not None:
            continue
        body, file = model.body(function), model.files[use.path].at(use.offset)
        statement = body.path_to(use.offset)[-1]
        table = _table(statement, use)
        if table is None or not is_in_block(body, statement) or file.directives_in(statement.span):
            continue
        if _is_of_capsule(model, symbol_at(file, table)):
            kinds = tuple((name, name in objects) for name in members)
            yield Copy(item, file, statement, table.text, kinds)


def _table(statement: Statement, use: Reference) -> Token | None:
    """Return what a statement copies to where *use* stands, if it is `name = *table;`."""
    head: Sequence[Token] = statement.head
    texts = [token.text for token in head]
    is_copy = statement.kind is StatementKind.SIMPLE and len(head) == 4 and texts[1:3] == [b"=", b"*"]
    return head[3] if is_copy and head[0].start == use.offset else None


def _is_of_capsule(model: Extension, table: str | None) -> bool:
    """Tell whether a variable is given nothing but tables of capsules: what it points to keeps its references."""
    calls = {(use.path, use.offset) for name in CAPSULE_POINTERS for use in model.uses.get(name.decode(), ())}
    values = []
    for use in uses_as(model, table or "", UsedAs.WRITTEN, UsedAs.CHANGED, UsedAs.ADDRESS, UsedAs.UNKNOWN):
        given = use.given.bare if use.given is not None else None
        values.append(isinstance(given, Call) and (use.reference.path, given.tokens[0].start) in calls)
    return bool(values) and all(values)


def _edit(copy: Copy) -> Edit:
    source, span = copy.file.source, copy.statement.span
    indent = source.newline + source.indent_at(span.start)
    lines = []
    for member, is_object in copy.members:
        target = copy.item.name.encode() + b"." + member
        lines.append(filled(b"$target = $table->$member;", target=target, table=copy.table, member=member))
        if is_object:
            lines.append(filled(b"Py_XINCREF($target);", target=target))
    return Edit(source.path, span, indent.join(lines))
