"""Containers of the module that functions lend references to, for a lookup only (G569).

`PyTuple_SET_ITEM(pair, 0, name)` gives the reference to the tuple. One that was never freed could be lent what it
holds; with the module, it is freed, and would release what it never owned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.syntax import Call, Statement, calls, strip_casts
from unstatic.capi.null import NULL
from unstatic.capi.references import INCREASE, LET_GO, STEALS
from unstatic.facts.macros.called_functions import called
from unstatic.facts.references.paths import summaries_of
from unstatic.facts.references.stores import assigned_value
from unstatic.model.extension import Extension
from unstatic.model.fact import fact
from unstatic.model.obstacle import Obstacle


def borrowed_items(model: Extension, symbol: str) -> Iterator[Obstacle]:
    """Yield where something is put into the container *symbol* that it doesn't own from then on."""
    for use in model.uses.get(symbol, ()):
        if use.function is None or use.function not in model.functions or use.via_macro is not None:
            continue
        found = _settings(model, use.function).get((use.path, use.offset))
        if found is not None and not _is_owned(model, *found):
            told = "what is put into it is a borrowed reference, which it would release with the module"
            yield Obstacle(told, "ownership", model.location(use.path, found[1].name.start))


@fact
def _settings(model: Extension, function: str) -> Mapping[tuple[Path, int], tuple[Statement, Call]]:
    """Return the calls of a function that put something into a container, by where they name that."""
    found: dict[tuple[Path, int], tuple[Statement, Call]] = {}
    for file, body in model.bodies(function):
        for call in calls(body.tokens):
            if len(call.arguments) > 2 and 2 in STEALS.get(called(model, call), ()):
                container = strip_casts(call.arguments[0])
                if len(container) == 1:
                    found.setdefault((file.source.path, container[0].start), (body, call))
    return found


def _is_owned(model: Extension, body: Statement, setting: Call) -> bool:
    """Tell whether the value that a call puts somewhere is a new reference, or one more than the function releases."""
    known = summaries_of(model)
    value = strip_casts(setting.arguments[2])
    is_name = len(value) == 1 and value[0].kind is TokenKind.IDENT
    if known.is_new(value) or (is_name and value[0].text in NULL):
        return True
    around = [call for call in calls(body.tokens) if _names(call, value)]
    taken = any(called(model, call) in INCREASE for call in around)
    released = any(called(model, call) in LET_GO and call.name.start > setting.name.start for call in around)
    given = list(_assigned(body.tokens, value[0].text)) if is_name else []
    is_new = bool(given) and all(known.is_new(item) for item in given)
    return is_new + taken - released > 0


def _names(call: Call, value: Sequence[Token]) -> bool:
    """Tell whether the first argument of a call is written like *value*."""
    first = strip_casts(call.arguments[0]) if call.arguments else ()
    return [token.text for token in first] == [token.text for token in value]


def _assigned(tokens: Sequence[Token], name: bytes) -> Iterator[Sequence[Token]]:
    """Yield what a local variable is given, NULL apart."""
    for index, token in enumerate(tokens[:-2]):
        if token.text == name and tokens[index + 1].text == b"=" and tokens[index - 1].text not in (b".", b"->"):
            value = assigned_value(tokens[index + 2 :])
            inner = strip_casts(value)
            if not (len(inner) == 1 and inner[0].text in NULL):
                yield value
