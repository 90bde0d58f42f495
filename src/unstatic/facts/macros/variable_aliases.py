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


def _macro_names(model: Extension) -> Iterator[tuple[tuple[Path, int], str]]:
    # A large macro makes many names, and each is an item that shares all of its tokens with the others.
    alone: dict[int, bool] = {}
    for item in macro_places(model).uses:
        if item.symbol is None or item.use.span.end - item.use.span.start != len(item.use.name.encode()):
            continue
        tokens = id(item.tokens)
        if tokens not in alone:
            alone[tokens] = _is_name(item.tokens)
        if alone[tokens]:
            yield (item.use.path, item.use.span.start), item.symbol


def _is_name(tokens: Sequence[Made]) -> bool:
    """Tell whether a macro stands for one token, casts, parentheses and `&` left out."""
    inner = strip_casts(as_tokens(tokens))
    if inner and inner[0].text == b"&":
        inner = strip_casts(inner[1:])
    return len(inner) == 1
