"""Objections to names that were given: those that clash, and those that nobody uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token, TokenKind
from unstatic.objections.revision import Objection, Revision

_STATE = re.compile(rb"\w+_state\b")
_OF_ANY_MODULE = b"module"
"""What names begin with that hold for several modules."""
_NAMED = re.compile(rb"PyModuleDef_HEAD_INIT\s*,\s*(?:\.m_name\s*=\s*)?\"([\w.]+)\"")


def clashing_names(revisions: Sequence[Revision]) -> Iterator[Objection]:
    """Functions and tables that differ from others in nothing but the case of letters."""
    given = [
        (revision, token)
        for revision in revisions
        if revision.is_changed
        for token in _defined(revision)
        if token.text not in revision.old_lexed.names
    ]
    wanted = {token.text.lower() for _, token in given}
    spelled: dict[bytes, set[bytes]] = {}
    for revision in revisions if wanted else ():
        # Tables of tens of thousands of lines define little.
        if wanted & set(map(bytes.lower, revision.words)):
            for token in _defined(revision):
                spelled.setdefault(token.text.lower(), set()).add(token.text)
    for revision, token in given:
        others = spelled[token.text.lower()] - {token.text}
        if others:
            told = f"{token.text.decode()} differs from {min(others).decode()} by case only"
            yield revision.objection(revision.line_of(token.start), "clashing-names", told)


def _defined(revision: Revision) -> Iterator[Token]:
    """Yield the names of functions and of arrays and structs with initialisers, at the level of the file."""
    yield from (item.name for item in revision.functions)
    tokens, depth = revision.lexed.tokens, 0
    for index, token in enumerate(tokens):
        depth += {b"{": 1, b"}": -1}.get(token.text, 0)
        if not depth and token.text == b"=" and index > 1:
            names = (item for item in reversed(tokens[max(index - 6, 0) : index]) if item.kind is TokenKind.IDENT)
            yield from list(names)[:1]


def unused_names(revisions: Sequence[Revision]) -> Iterator[Objection]:
    """Functions and macros that were written and that nothing names."""
    given = [(revision, *item) for revision in revisions for item in _written(revision)]
    wanted = {name for _, name, _ in given}
    counts: Counter[bytes] = Counter()
    for revision in revisions:
        if wanted & revision.words.keys():
            counts.update(re.findall(rb"\w+", _code(revision)))
    for revision, name, offset in given:
        line = revision.line_of(offset)
        if counts[name] == 1 and revision.is_new(line) and not name.startswith(b"PyInit_"):
            yield revision.objection(line, "unused-name", f"nothing uses {name.decode()}")


def _written(revision: Revision) -> Sequence[tuple[bytes, int]]:
    """Return the names of functions and macros that weren't in the file, and where they are defined."""
    if not revision.is_changed:
        return ()
    names = [(item.name.text, item.name.start) for item in revision.functions]
    for directive in revision.lexed.directives:
        word = re.match(rb"\s*(\w+)", revision.source.text(directive.rest))
        if directive.name == b"define" and word is not None:
            names.append((word[1], directive.span.start))
    return [(name, at) for name, at in names if name not in revision.before]


def _code(revision: Revision) -> bytes:
    """Return the text of a file without its comments."""
    pieces, at = [], 0
    for span in revision.lexed.comments:
        pieces.append(revision.after[at : span.start])
        at = span.end
    return b" ".join([*pieces, revision.after[at:]])


def foreign_names(revisions: Sequence[Revision]) -> Iterator[Objection]:
    """Names of the state that come from a file, where neither the module nor its package is called so.

    What several modules are compiled from can't be called after one.
    """
    modules = {match for revision in revisions for match in _NAMED.findall(revision.after)}
    wanted = {_plain(part) for name in modules for part in name.split(b".")}
    wanted |= {_plain(part.encode("utf-8", "replace")) for revision in revisions for part in revision.path.parent.parts}
    for revision in revisions if modules else ():
        for name in _new_states(revision):
            own = _plain(name.text.removesuffix(b"_state"))
            if own != _OF_ANY_MODULE and not any(own in item or item in own for item in wanted if item):
                told = f"{name.text.decode()} isn't named after its module"
                yield revision.objection(revision.line_of(name.start), "foreign-name", told)


def _new_states(revision: Revision) -> Iterator[Token]:
    """Yield the names of new structs that are a state."""
    # Most files are as they were, and tables of tens of thousands of lines among them.
    tokens = revision.lexed.tokens if revision.is_changed else ()
    for brace, name in zip(tokens, tokens[1:], strict=False):
        is_state = brace.text == b"}" and name.kind is TokenKind.IDENT and _STATE.fullmatch(name.text)
        if is_state and revision.is_new(revision.line_of(name.start)) and name.text not in revision.before:
            yield name


def _plain(name: bytes) -> bytes:
    return name.replace(b"_", b"").lower()
