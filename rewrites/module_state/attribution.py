"""Which types and globals each edit is made for, so that people can review one of them at a time."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.c.lexer import TokenKind, lex_fragment
from unstatic.model.extension import Extension, Global
from unstatic.model.subjects import global_subject
from unstatic.plan.decisions import Plan
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from .struct.fields import Layout


def attributed(model: Extension, plan: Plan, layout: Layout, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield *edits* with the subjects that each serves: those it names, else those that its function needs."""
    subjects = {item.symbol: _subject(model, plan, item) for item in layout.moved}
    names = {field.name: subjects[field.item.symbol] for field in layout.fields}
    names |= {one.item.name.encode(): subjects[one.item.symbol] for one in layout.locals}
    places = _places(model, layout)
    functions = _functions(model, layout)
    for edit in edits:
        named = {subjects[symbol] for symbol in _within(places.get(edit.path, []), edit.span)}
        tokens = lex_fragment(edit.new, Span(0, len(edit.new)))
        named |= {names[item.text] for item in tokens if item.kind is TokenKind.IDENT and item.text in names}
        around = _around(functions.get(edit.path, []), edit.span.start)
        needed = (subjects[symbol] for symbols in around for symbol in symbols if symbol in subjects)
        yield replace(edit, serves=frozenset(named or needed))


def _subject(model: Extension, plan: Plan, item: Global) -> str:
    """Return the type whose pointer a variable is, or the variable itself."""
    subject = f"type:{item.name}"
    return subject if plan.migrates(subject) else global_subject(model, item)


def _places(model: Extension, layout: Layout) -> dict[Path, list[tuple[int, str]]]:
    """Return where the globals are named, by file and in order."""
    found: dict[Path, list[tuple[int, str]]] = {}
    for item in layout.moved:
        symbol = item.symbol
        for use in model.uses.get(symbol, ()):
            found.setdefault(use.path, []).append((use.offset, symbol))
        for declaration in (item.declaration, *item.others):
            found.setdefault(declaration.path, []).append((declaration.name_span.start, symbol))
    return {path: sorted(items) for path, items in found.items()}


def _within(places: list[tuple[int, str]], span: Span) -> Iterator[str]:
    index = bisect_left(places, (span.start, ""))
    while index < len(places) and places[index][0] < span.end:
        yield places[index][1]
        index += 1


def _functions(model: Extension, layout: Layout) -> dict[Path, list[tuple[Span, frozenset[str], int]]]:
    """Return the definitions and prototypes of the functions that need the state, in order, and what for.

    Each has the end of the one that goes furthest so far, as macros may make some that overlap.
    """
    found: dict[Path, list[tuple[Span, frozenset[str]]]] = {}
    for symbol, needs in layout.routes.needs.items():
        function = model.functions.get(symbol)
        for item in () if function is None else (function.definition, *function.prototypes):
            found.setdefault(item.path, []).append((item.span, needs))
    return {path: list(_with_reach(sorted(items, key=lambda item: item[0]))) for path, items in found.items()}


def _with_reach(items: Iterable[tuple[Span, frozenset[str]]]) -> Iterator[tuple[Span, frozenset[str], int]]:
    reach = 0
    for span, needs in items:
        reach = max(reach, span.end)
        yield span, needs, reach


def _around(functions: Sequence[tuple[Span, frozenset[str], int]], offset: int) -> Iterator[frozenset[str]]:
    """Yield what the functions need in whose text a place is."""
    number = bisect_right(functions, offset, key=lambda item: item[0].start)
    while number and functions[number - 1][2] > offset:
        number -= 1
        if offset in functions[number][0]:
            yield functions[number][1]
