"""Objections to the statements of functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

from unstatic.c.syntax import Statement, StatementKind, parse_block, text_of
from unstatic.capi.references import RELEASE
from unstatic.objections.revision import Function, Objection, Revision

_MISSING = re.compile(rb"(?:! (?P<a>.+)|(?P<b>.+?) == (?:NULL|nullptr)|(?:NULL|nullptr) == (?P<c>.+))")


def late_checks(revision: Revision) -> Iterator[Objection]:
    """Statements that were put between a creation and the test whether it failed."""
    for function in _changed(revision):
        for block in _blocks(function):
            for before, between, check in zip(block.children, block.children[1:], block.children[2:], strict=False):
                made = _tested(check)
                is_other = _does_something(between) and not (_assigns(between, made) or _is_used_up(before, between))
                if made and is_other and _assigns(before, made) and _is_inserted(revision, between):
                    line = revision.line_of(between.span.start)
                    yield revision.objection(line, "late-check", "it stands between a creation and its check")


def _is_inserted(revision: Revision, statement: Statement) -> bool:
    """Tell whether a statement stands for none that was there."""
    line = revision.line_of(statement.span.start)
    return revision.is_new(line) and line not in revision.replaced


def _is_used_up(before: Statement, between: Statement) -> bool:
    """Tell whether a statement releases what the creation before it was given: the common way to write that."""
    texts = [token.text for token in between.head]
    return texts[:1] in ([name] for name in RELEASE) and texts[2:3] != [] and texts[2] in text_of(before.head).split()


def _does_something(statement: Statement) -> bool:
    """Tell whether a statement is no mere declaration."""
    return statement.kind is StatementKind.SIMPLE and any(token.text in (b"(", b"=") for token in statement.head)


def _tested(check: Statement) -> bytes:
    """Return what an `if` compares with NULL; empty for other statements."""
    found = _MISSING.fullmatch(text_of(check.head)) if check.kind is StatementKind.IF else None
    return next(filter(None, found.groups())) if found else b""


def _assigns(statement: Statement, name: bytes) -> bool:
    return statement.kind is StatementKind.SIMPLE and (b" " + text_of(statement.head)).find(b" " + name + b" = ") >= 0


def mixed_braces(revision: Revision) -> Iterator[Objection]:
    """Tests with braces in a function that has none around single statements, or the other way round."""
    for function in _changed(revision):
        block = parse_block(function.body)
        single = [item for item in block.walk() if item.kind is StatementKind.IF and _is_single(item)]
        old = {_is_braced(item) for item in single if not revision.touches(item.span)}
        if len(old) == 1 and sum(not revision.touches(item.span) for item in single) > 1:
            for item in single:
                line = revision.line_of(item.span.start)
                if _is_braced(item) not in old and _is_all_new(revision, item):
                    yield revision.objection(line, "mixed-braces", "braces differ from those of the function")


def _is_all_new(revision: Revision, item: Statement) -> bool:
    """Tell whether an `if` isn't one that was there, with what it names in the state now."""
    first, last = revision.line_of(item.span.start), revision.line_of(item.span.end - 1)
    was = revision.new[first].replace(b"state->", b"")
    # The brace that closes it is like any other: the comparison may take it for one that was there.
    written = range(first, last if _is_braced(item) else last + 1)
    return first != last and was not in revision.old and all(revision.is_new(line) for line in written)


def _is_single(item: Statement) -> bool:
    if len(item.children) != 1:
        return False
    inner = item.children[0]
    if inner.kind is StatementKind.BLOCK:
        return len(inner.children) == 1 and not inner.children[0].children
    return not inner.children


def _is_braced(item: Statement) -> bool:
    return item.children[0].kind is StatementKind.BLOCK


def unused_parameters(revision: Revision, added: Sequence[bytes] = (b"state",)) -> Iterator[Objection]:
    """Parameters that functions got and don't name; not where macros call them, by the same text as others."""
    named, parts = _named_in_macros(revision)
    for function in _changed(revision):
        if function.name.text in named or _is_made_of(function.name.text, parts):
            continue
        names = {token.text for token in function.body} | _words_of_directives(revision, function)
        names |= _words_of_macros(revision, names)
        given = {token.text for token in function.parameters}
        unused = given.intersection(added) - names
        for name in unused - revision.old_parameters.get(function.name.text, given) if unused else ():
            told = f"the function doesn't use its new {name.decode()}"
            yield revision.objection(revision.line_of(function.name.start), "unused-parameter", told)


def _named_in_macros(revision: Revision) -> tuple[set[bytes], list[tuple[bytes, bytes]]]:
    """Return the names that stand in functions other than called, and what stands on both sides of each `##`."""
    pairs = (pair for item in revision.functions for pair in pairwise(item.body))
    named = {one.text for one, after in pairs if after.text != b"("}
    texts = (revision.source.text(item.span) for item in revision.lexed.directives)
    return named, [part for text in texts for part in re.findall(rb"(\w*)##(\w*)", text)]


def _is_made_of(name: bytes, parts: Sequence[tuple[bytes, bytes]]) -> bool:
    return any((first and name.startswith(first)) or (last and name.endswith(last)) for first, last in parts)


def _words_of_directives(revision: Revision, function: Function) -> set[bytes]:
    body = function.body[0].span._replace(end=function.body[-1].end)
    inside = (revision.source.text(item.span) for item in revision.lexed.directives if item.span.overlaps(body))
    return {word for text in inside for word in re.findall(rb"\w+", text)}


def _words_of_macros(revision: Revision, names: Set[bytes]) -> set[bytes]:
    """Return what the macros of the file that go by one of *names* are made of."""
    words = (
        re.findall(rb"\w+", revision.source.text(item.rest))
        for item in revision.lexed.directives
        if item.name == b"define"
    )
    return {word for found in words if found and found[0] in names for word in found[1:]}


def poked_names(revision: Revision) -> Iterator[Objection]:
    """Names of finished types that are written over, for the sake of messages."""
    for line in revision.new_lines:
        if re.search(rb"->tp_name = ", revision.new[line]):
            yield revision.objection(line, "poked-name", "tp_name of a finished type is written over")


def _changed(revision: Revision) -> Iterator[Function]:
    for function in revision.functions:
        if revision.touches(function.body[0].span._replace(end=function.body[-1].end)) or revision.touches(
            function.name.span
        ):
            yield function


def _blocks(function: Function) -> Iterator[Statement]:
    return (item for item in parse_block(function.body).walk() if item.kind is StatementKind.BLOCK)
