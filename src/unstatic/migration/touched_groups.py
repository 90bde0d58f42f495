"""Which `#if` groups for unsupported Pythons a migration touches: half edited, they would be worth less than folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from unstatic.c.lexer import Directive, Token, TokenKind, lex_fragment
from unstatic.facts.places.dead_groups import Judged, LeftAlone, judge
from unstatic.model.extension import Extension, File
from unstatic.rewriting.protocol import Place
from unstatic.text.diff import lines_of, opcodes
from unstatic.text.source import Span, Spans


def touched_branches(
    model: Extension, minimum: tuple[int, int], before: Mapping[Path, bytes], after: Mapping[Path, bytes]
) -> frozenset[Place]:
    """
    Return where the conditionals about certain versions begin that the way from *before* to *after* touches.

    Such a conditional holds a changed line, or shares a declaration with one (the body of a function, or its head); or
    a group that nobody compiles names what is declared otherwise now, or goes with such a conditional. *model* has the
    facts of *before*.
    """
    changed = {path: Spans(_changed(before[path], data)) for path, data in after.items() if path in before}
    if not changed:
        return frozenset()
    found = [item.judged if isinstance(item, LeftAlone) else item for item in judge(model, minimum)]
    certain = [item for item in found if _is_certain(model, item)]
    spans = {path: Spans((*spans, *_declared(model, path, spans))) for path, spans in changed.items()}
    names = frozenset(_redeclared(model, changed)) if certain else frozenset()
    touched = [item for item in certain if _is_near(item, spans)]
    while more := [item for item in certain if item not in touched and _names_any(model, item, names)]:
        touched += more
        names |= {name for item in touched for name in _declared_in(model, item)}
    return frozenset(item.place for item in touched)


def _changed(before: bytes, after: bytes) -> Iterator[Span]:
    """Yield what is replaced or deleted, and the byte before which something is inserted."""
    old, new = lines_of(before), lines_of(after)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    for kind, first, last, _, _ in opcodes(old, new):
        if kind != "equal":
            yield Span(starts[first], max(starts[last], starts[first] + 1))


def _is_certain(model: Extension, judged: Judged) -> bool:
    """Tell whether a branch is always compiled, or code in one never is: else only a condition gets simpler."""
    lexed = model.files[judged.path].lexed
    return judged.truths[0] is True or any(lexed.between(*body) for body in judged.dropped)


def _declared(model: Extension, path: Path, changed: Spans) -> Iterator[Span]:
    """Yield the declarations at file level that hold a change."""
    for item in model.declarations:
        if item.path == path and item.function is None and changed.overlaps(_inside(item.span)):
            yield item.span


def _redeclared(model: Extension, changed: Mapping[Path, Spans]) -> Iterator[bytes]:
    """Yield the names whose declarations change: of functions, that is what stands before the body."""
    for item in model.declarations:
        head = Span(item.span.start, item.body.start) if item.body else item.span
        if item.function is None and item.path in changed and changed[item.path].overlaps(_inside(head)):
            yield item.name.encode("utf-8", "surrogateescape")
    for macro in model.macro_definitions:
        if macro.path in changed and changed[macro.path].overlaps(_inside(macro.span)):
            yield macro.name.encode("utf-8", "surrogateescape")


def _declared_in(model: Extension, judged: Judged) -> Iterator[bytes]:
    """Yield what dead groups at file level declare or define; nobody parsed them, so what looks like it counts."""
    file = model.files[judged.path]
    start = judged.conditional.span.start
    if any(item.path == judged.path and item.function is None and start in item.span for item in model.declarations):
        return
    for body in judged.dropped:
        yield from (words[0].text for item in file.directives_in(body) if (words := _macro(file, item)))
        depth = 0
        tokens = file.lexed.between(*body)
        for token, after in pairwise(tokens):
            depth += {b"{": 1, b"}": -1}.get(token.text, 0)
            if depth == 0 and token.kind is TokenKind.IDENT and after.text in (b"(", b"=", b"[", b";", b","):
                yield token.text


def _macro(file: File, directive: Directive) -> Sequence[Token]:
    return lex_fragment(file.source.data, directive.rest) if directive.name == b"define" else ()


def _is_near(judged: Judged, spans: Mapping[Path, Spans]) -> bool:
    return judged.path in spans and spans[judged.path].overlaps(_inside(judged.conditional.span))


def _inside(span: Span) -> Span:
    """Return *span* without its first byte: what is inserted before that isn't in it."""
    return Span(span.start + 1, span.end)


def _names_any(model: Extension, judged: Judged, names: frozenset[bytes]) -> bool:
    lexed = model.files[judged.path].lexed
    return any(
        token.kind is TokenKind.IDENT and token.text in names
        for body in judged.dropped
        for token in lexed.between(*body)
    )
