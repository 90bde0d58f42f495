"""`PyType_Ready(&Base_Type)` behind that of a type derived from it, which makes the base ready too, goes in front.

A type that only `PyModule_AddType` makes ready is made ready in front of that, where its base and its class are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.module.ready_calls import only_readies, readied
from unstatic.facts.places.in_functions import outside_conditionals
from unstatic.model.extension import Extension, File, StaticType
from unstatic.model.subjects import type_subject
from unstatic.rewriting.hoisting import with_comment
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import whole_lines
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .added_types import readied_where_added


class LateBases(Preparation):
    """Make bases ready before the types that are derived from them."""

    name = "late-bases"
    title = "Make bases ready before the types that are derived from them"
    stands_alone = False
    repeats = True

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for the first base or type that is made too late or too early: others may depend on that."""
        for static in model.types:
            edit = readied_where_added(model, static)
            if edit is not None:
                reason = f"{static.name} has to be made behind what it is made from"
                yield Change(type_subject(static), self.name, reason, Safety.SAFE, (edit,))
                return
        derived: dict[str, list[StaticType]] = {}
        for static in model.types:
            derived.setdefault(static.function("tp_base") or "", []).append(static)
        for base in model.types:
            edits = tuple(_moved(model, base, derived.get(base.symbol, ())))
            if edits:
                reason = f"{base.name} has to be there before what is derived from it is made"
                yield Change(type_subject(base), self.name, reason, Safety.SAFE, edits)
                return


def _moved(model: Extension, base: StaticType, derived: Sequence[StaticType]) -> Iterator[Edit]:
    """Yield the move of the only statement that makes *base* ready, where one of *derived* is made before that."""
    found = readied(model, base) if derived else ()
    if len(found) != 1:
        return
    function, call = found[0]
    body = model.body(function)
    path = model.functions[function].definition.path
    file = model.files[path].at(body.span.start)
    late = body.child_at(call.name.start)
    starts = [
        other.name.start
        for static in derived
        for where, other in readied(model, static)
        if where == function and other.name.start < call.name.start
    ]
    first = body.child_at(min(starts)) if starts else None
    if late is None or first is None or first is late or not only_readies(body, late, call):
        return
    if not _may_go(model, file, body, base, late, first):
        return
    lines = with_comment(file, whole_lines(file, late.span))
    at = outside_conditionals(file, body.span, first.span.start)
    newline, before = file.source.newline, file.source.data[: whole_lines(file, late.span).start]
    # What stood apart goes on to do so.
    gap = newline if before.endswith(newline * 2) or lines.start < len(before) else b""
    yield Edit(path, lines, b"")
    yield Edit(path, Span(at, at), file.source.text(lines).strip(b"\r\n") + newline + gap)


def _may_go(model: Extension, file: File, body: Statement, base: StaticType, late: Statement, first: Statement) -> bool:
    """Tell whether the statement *late* does in front of *first* what it does where it stands.

    It is compiled wherever the function is, leaves as what is in front of it does, and nothing between asks for the
    base or sets its fields.
    """
    if file.conditionals_beside(late.span.start, body.span.start):
        return False
    between = Span(first.span.start, late.span.start)
    uses = [use for use in model.uses.get(base.symbol, ()) if use.path == file.source.path and use.offset in between]
    return not uses and _leaves_as(late, first)


def _leaves_as(late: Statement, first: Statement) -> bool:
    """Tell whether *late* leaves the function as *first* may do, or returns a constant, if it leaves it at all."""
    if late.kind is not StatementKind.IF:
        return True
    branch = late.children[0]
    ways = [_texts(item.children[0]) for item in first.walk() if item.kind is StatementKind.IF]
    last = branch.last
    is_constant = all(token.kind is not TokenKind.IDENT or token.text == b"NULL" for token in last.head)
    is_return = len(branch.inside) == 1 and last.kind is StatementKind.RETURN and is_constant
    return is_return or _texts(branch) in ways


def _texts(statement: Statement) -> list[bytes]:
    return [token.text for token in statement.tokens if token.text not in (b"{", b"}")]


REWRITE: Preparation = LateBases()
