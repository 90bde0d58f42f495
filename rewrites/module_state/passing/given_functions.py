"""Functions that are called by parameters: the type of these, and the calls by them, follow the functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import closing, split
from unstatic.facts.state.pointers.given_functions import GivenFunctions, arguments_of, groups_among
from unstatic.facts.state.routes import RouteKind, Routes
from unstatic.model.extension import Declaration, Extension
from unstatic.plan.decisions import Plan
from unstatic.rewriting.parameters import first_argument
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

_NAMELESS = frozenset((b"char", b"short", b"int", b"long", b"float", b"double", b"unsigned", b"signed", b"const"))


def pointer_edits(model: Extension, plan: Plan, routes: Routes, local: Callable[[str], bytes]) -> Iterator[Edit]:
    """Yield the new parameter in the types, and the argument of the calls: *local* names the state in a function."""
    for group in _groups(model, routes):
        for item in group.types:
            yield _in_type(model, plan, item)
        for use in group.calls:
            file = model.files[use.path].at(use.offset)
            yield from first_argument(file, file.index_at(use.offset), local(use.function or ""))


def pointer_calls(model: Extension, routes: Routes) -> Iterator[tuple[str | None, int]]:
    """Yield where functions are called by pointers that get the state: functions and offsets."""
    return ((use.function, use.offset) for group in _groups(model, routes) for use in group.calls)


def _groups(model: Extension, routes: Routes) -> tuple[GivenFunctions, ...]:
    taking = (symbol for symbol, route in routes.functions.items() if route.kind is RouteKind.PARAMETER)
    return groups_among(model, taking)


def _in_type(model: Extension, plan: Plan, item: Declaration) -> Edit:
    """Return the edit that puts the state in front of the parameters that a pointer's type lists."""
    tokens = arguments_of(model, item)
    assert tokens is not None
    end = closing(tokens, 0)
    inner = tokens[1:end]
    declared = filled(b"$type *", type=plan.names.state_type)
    if not inner or [token.text for token in inner] == [b"void"]:
        return Edit(item.path, Span(tokens[0].end, tokens[end].start), declared)
    name = plan.names.state.encode()
    if all(_is_named(part) for part in split(inner)) and name not in {token.text for token in inner}:
        declared += name
    return Edit(item.path, Span(inner[0].start, inner[0].start), declared + b", ")


def _is_named(part: tuple[Token, ...]) -> bool:
    """Tell whether a parameter has a name, and not only a type."""
    last, before = part[-1], part[-2:-1]
    is_name = last.kind is TokenKind.IDENT and last.text not in _NAMELESS
    return is_name and bool(before) and before[0].text not in (b"struct", b"const", b"union", b"enum")
