"""What macros do to the references that globals hold: counted from their expansions (R9, G102, G130).

In the initialisation, references are counted with macros written out. Elsewhere they are read from what is written in
functions: a macro that stores, steals or releases a reference out of sight would make that count wrong, so what isn't
balanced in the macro itself is a problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.lexer import Token
from unstatic.c.syntax import calls, split, strip_casts
from unstatic.capi.null import NULL
from unstatic.capi.references import DECREASE, INCREASE, STEALS
from unstatic.facts.macros.called_functions import formatted
from unstatic.facts.macros.names_in_bodies import MacroUse, macro_places
from unstatic.facts.module.helpers import init_functions
from unstatic.facts.references.paths import summaries_of
from unstatic.facts.references.stores import assigned_value
from unstatic.model.extension import Extension, MacroExpansion
from unstatic.model.obstacle import Obstacle
from unstatic.model.opened_code import as_tokens


def reference_problems(model: Extension, symbol: str) -> Iterator[Obstacle]:
    """Yield the uses of macros after which it can't be told how many references *symbol* holds, and why."""
    places = macro_places(model)
    by_use: dict[tuple[object, int], list[MacroUse]] = {}
    for item in (*places.by_symbol.get(symbol, ()), *places.arguments(symbol)):
        if item.use.definition is not None and not _is_followed(model, item.use):
            by_use.setdefault((item.use.path, item.use.span.start), []).append(item)
    for items in by_use.values():
        use = items[0].use
        where = model.location(use.path, use.span.start)
        if any(not _stores_new(model, item) for item in items):
            reason = f"the macro {use.name} stores something in it whose ownership can't be told"
            yield Obstacle(reason, "ownership", where)
        elif not _is_balanced(model, items):
            yield Obstacle(f"the macro {use.name} changes how many references it holds", "ownership", where)


def _is_followed(model: Extension, use: MacroExpansion) -> bool:
    """Tell whether a macro is used in the initialisation, of which every path is followed."""
    bodies = (model.functions[one].definition for one in init_functions(model))
    return any(one.path == use.path and one.body is not None and use.span.start in one.body for one in bodies)


def _stores_new(model: Extension, item: MacroUse) -> bool:
    """Tell whether nothing is stored, or a reference that the variable owns from then on."""
    if item.following != b"=":
        return True
    value = assigned_value(as_tokens(item.tokens[item.index + 2 :]))
    inner = strip_casts(value)
    if len(inner) == 1:
        return inner[0].text in NULL
    return bool(inner) and summaries_of(model).is_new(value)


def _is_balanced(model: Extension, items: Sequence[MacroUse]) -> bool:
    names = [name for item in items for name in _callees(model, item)]
    taken = names.count("steal")
    if "release" in names and not taken:
        return False
    return names.count("take") == taken


def _callees(model: Extension, item: MacroUse) -> Iterator[str]:
    """Yield what the calls around a name do with the reference."""
    tokens: tuple[Token, ...] = item.tokens  # type: ignore[assignment]
    name = tokens[item.index]
    if _is_returned(tokens, name):
        # Whoever called the function around it owns the reference then.
        yield "steal"
    for call in calls(tokens):
        for position, argument in enumerate(call.arguments):
            inner = strip_casts(argument)
            inner = strip_casts(inner[1:]) if inner and inner[0].text == b"&" else inner
            if len(inner) != 1 or inner[0] is not name:
                continue
            if call.name.text in INCREASE:
                yield "take"
            elif call.name.text in DECREASE:
                yield "release"
            elif position in STEALS.get(call.name.text, ()) or position in (formatted(model, call) or ()):
                yield "steal"


def _is_returned(tokens: Sequence[Token], name: Token) -> bool:
    """Tell whether a macro is `return ..., name`, and ends there."""
    if not tokens or tokens[0].text != b"return":
        return False
    value = tokens[1:-1] if tokens[-1].text == b";" else tokens[1:]
    inner = strip_casts(split(value, b",")[-1])
    return len(inner) == 1 and inner[0] is name
