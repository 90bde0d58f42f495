"""Objections to `#if` groups and to what is defined in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Conditional
from unstatic.objections.revision import Objection, Revision
from unstatic.text.source import Span

_SHORT = 24
"""The tokens of functions that each file has its own of: a `traverse` that visits nothing but the type."""


def adjacent_conditions(revision: Revision) -> Iterator[Objection]:
    """Groups of one condition that follow each other directly."""
    groups = sorted(revision.lexed.conditionals, key=lambda item: item.span)
    opening = {revision.line_of(item.span.start): item for item in groups}
    for group in groups:
        end = revision.line_of(group.end.span.start)
        other = opening.get(end + 1)
        if other is None or len(group.branches) > 1 or len(other.branches) > 1:
            continue
        same = _condition(revision, group) == _condition(revision, other)
        if same and (revision.touches(group.span) or revision.touches(other.span)):
            yield revision.objection(end + 1, "adjacent-conditions", "a group of the same condition ends right above")


def _condition(revision: Revision, group: Conditional) -> bytes:
    directive = group.branches[0].directive
    return directive.name + b" ".join(revision.source.text(directive.rest).split())


def empty_conditions(revision: Revision) -> Iterator[Objection]:
    """Groups in which nothing is left."""
    was_empty = {
        _head(revision.before, item) for item in revision.old_lexed.conditionals if _is_empty(item, revision.before)
    }
    for group in revision.lexed.conditionals:
        if _is_empty(group, revision.after) and _head(revision.after, group) not in was_empty:
            line = revision.line_of(group.span.start)
            yield revision.objection(line, "empty-condition", "nothing stands in the group")


def _head(data: bytes, group: Conditional) -> bytes:
    return data[slice(*group.branches[0].directive.span)]


def _is_empty(group: Conditional, data: bytes) -> bool:
    return not any(data[slice(*branch.body)].strip() for branch in group.branches)


def crowded_conditions(revision: Revision) -> Iterator[Objection]:
    """New groups that start right below what they have nothing to do with."""
    directives = {revision.line_of(item.span.start): item.name for item in revision.lexed.directives}
    for group in revision.lexed.conditionals:
        line = revision.line_of(group.span.start)
        is_new = revision.is_new(line) and revision.is_new(revision.line_of(group.end.span.start))
        if is_new and directives.get(line - 1) == b"include":
            yield revision.objection(line, "crowded-condition", "no empty line stands before the group")


def repeated_definitions(revisions: Sequence[Revision]) -> Iterator[Objection]:
    """Macros, and functions with all that they do, that several files got: one header could have them."""
    first: dict[tuple[bytes, ...], Revision] = {}
    for revision in revisions:
        for (name, *body), span in (*_definitions(revision), *_functions(revision)):
            line = revision.line_of(span.start)
            if not revision.is_new(line) or name in revision.before:
                continue
            other = first.setdefault((name, *body), revision)
            if other is not revision:
                told = f"{name.decode()} is defined in {other.path.name} as well"
                yield revision.objection(line, "repeated-definition", told)


def _functions(revision: Revision) -> Iterator[tuple[tuple[bytes, ...], Span]]:
    for function in revision.functions if revision.is_changed else ():
        if len(function.body) > _SHORT and revision.is_new(revision.line_of(function.name.start)):
            yield (function.name.text, *(token.text for token in function.body)), function.name.span


def _definitions(revision: Revision) -> Iterator[tuple[tuple[bytes], Span]]:
    for directive in revision.lexed.directives:
        words = revision.source.text(directive.rest).replace(b"(", b" ").split()
        if directive.name == b"define" and words:
            yield (words[0],), directive.span
