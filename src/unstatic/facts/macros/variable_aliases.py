"""Macros that are another name of a variable: `#define missing (&missing_object)`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.c.syntax import strip_casts
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.model.expansion import Made
from unstatic.model.extension import Extension
from unstatic.model.fact import common_fact
from unstatic.model.opened_code import as_tokens


@common_fact
def macro_names(model: Extension) -> Mapping[tuple[Path, int], str]:
    """Return the symbols that uses of such macros mean, by path and offset."""
    return dict(_macro_names(model))


def macro_names_in(model: Extension, path: Path) -> Sequence[tuple[int, str]]:
    """Return what uses of such macros mean in one file: offsets in order, and symbols."""
    return _by_file(model).get(path, ())


@common_fact
def _by_file(model: Extension) -> Mapping[Path, Sequence[tuple[int, str]]]:
    found: dict[Path, list[tuple[int, str]]] = {}
    for (path, at), symbol in macro_names(model).items():
        found.setdefault(path, []).append((at, symbol))
    return {path: sorted(named) for path, named in found.items()}


def _macro_names(model: Extension) -> Iterator[tuple[tuple[Path, int], str]]:
    places, names = macro_places(model), model.expander.names
    # Uses without arguments share what they become.
    alone: dict[int, bool] = {}
    for use in places.expanded():
        if use.name not in names or use.span.end - use.span.start != len(use.name.encode()):
            continue
        opened = model.expanded(use) if places.names_more_than_fields(use) else None
        if opened is None:
            continue
        if id(opened) not in alone:
            alone[id(opened)] = _is_name(opened.tokens)
        if alone[id(opened)]:
            for item in places.names_in(use):
                if item.symbol is not None:
                    yield (use.path, use.span.start), item.symbol


def _is_name(tokens: Sequence[Made]) -> bool:
    """Tell whether a macro stands for one token, casts, parentheses and `&` left out."""
    inner = strip_casts(as_tokens(tokens))
    if inner and inner[0].text == b"&":
        inner = strip_casts(inner[1:])
    return len(inner) == 1
