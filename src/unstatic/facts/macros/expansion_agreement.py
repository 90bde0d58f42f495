"""Whether the state reaches what macros write: a change in a body must be right for every expansion (G130)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.facts.macros.generated_functions import (
    Generated,
    generated_functions,
    parameter_names,
    siblings,
    written_by,
)
from unstatic.facts.macros.handed_macros import handed_in
from unstatic.facts.macros.names_in_bodies import MacroUse, macro_places
from unstatic.model.expansion import MacroKey
from unstatic.model.extension import Extension, MacroDefinition, MacroExpansion, Reference
from unstatic.model.fact import common_fact
from unstatic.model.obstacle import Obstacle
from unstatic.model.subjects import subject_of
from unstatic.text.source import Span, Spans

# Reasons are clauses about the symbol that they're given with.
_PUBLIC = "the macro {} uses it, in a header for code outside of this extension"


def function_of_body(model: Extension, definition: MacroDefinition) -> str | None:
    """Return the function whose variables a macro's body names: one that it writes, or the one around it."""
    return function_at_macro(model, (definition.path, definition.span.start))


def function_at_macro(model: Extension, macro: MacroKey) -> str | None:
    """Return the function whose variables the body of the macro at a place names."""
    return _functions_of_bodies(model).get(macro)


@common_fact
def _functions_of_bodies(model: Extension) -> Mapping[MacroKey, str]:
    return dict(_named_in_bodies(model))


def _named_in_bodies(model: Extension) -> Iterator[tuple[MacroKey, str]]:
    bodies: dict[Path, list[tuple[Path, Span, str]]] = {}
    for body in _bodies(model):
        bodies.setdefault(body[0], []).append(body)
    uses: dict[MacroKey, list[MacroExpansion]] = {}
    for file in model.files.values():
        for use in file.expansions.values():
            if use.definition is not None:
                uses.setdefault(use.definition, []).append(use)
    inside = {path: Spans(span for _, span, _ in items) for path, items in bodies.items()}
    for definition in model.macro_definitions:
        key = (definition.path, definition.span.start)
        near = bodies[key[0]] if key[0] in inside and key[1] in inside[key[0]] else ()
        around = next((item for item in near if key[1] in item[1]), None)
        found = _function_of(model, definition, around, uses.get(key, ()))
        if found is not None:
            yield key, found


def _function_of(
    model: Extension,
    definition: MacroDefinition,
    around: tuple[Path, Span, str] | None,
    uses: Sequence[MacroExpansion],
) -> str | None:
    written = written_by(model, (definition.path, definition.span.start))
    handed = handed_in(model, definition.name)
    if written:
        return written[0].symbol
    if handed and not uses:
        return next(iter(handed)) if len(handed) == 1 else None
    return around[2] if around and all(_is_inside(model, use, around[0], around[1]) for use in uses) else None


def _is_inside(model: Extension, use: MacroExpansion, path: Path, body: Span) -> bool:
    """Tell whether a macro is used in a function's body, or in a file that is included there and nowhere else."""
    if use.path == path:
        return use.span.start in body
    included = [item for item in model.inclusions if item.path == use.path]
    return bool(included) and all(item.includer == path and item.offset in body for item in included)


def _bodies(model: Extension) -> Iterator[tuple[Path, Span, str]]:
    for symbol, function in model.functions.items():
        if function.definition.body is not None:
            yield function.definition.path, function.definition.body, symbol


def unexplained_use(model: Extension, use: Reference) -> Obstacle | None:
    """Return why the place at which a macro makes the name of *use* isn't known."""
    places = macro_places(model)
    if places.explains(use.path, use.offset, use.symbol):
        return None
    unfollowed = places.unfollowed.get((use.path, use.offset))
    detail = f": {unfollowed}" if unfollowed else ""
    reason = f"the macro {use.via_macro} makes its name up in a way that can't be followed{detail}"
    return Obstacle(reason, "generated-variable", model.location(use.path, use.offset))


def disagreements(model: Extension, moving: frozenset[str]) -> Iterator[tuple[str, Obstacle]]:
    """Yield the names that macros can't change: others make theirs by the same text, or compile against it."""
    places = macro_places(model)
    for symbol in sorted(moving):
        for item in places.by_symbol.get(symbol, ()):
            if item.place.macro[0] in model.public_headers:
                where = model.location(*item.place.macro)
                yield symbol, Obstacle(_PUBLIC.format(places.macro_name(item.place)), "public-header", where)
                break
            if _is_handed(model, item):
                reason = f"the macro {item.use.name} is given {places.macro_name(item.place)}, which names it"
                yield symbol, Obstacle(reason, "generated-variable", model.location(item.use.path, item.use.span.start))
                break
            if item.is_written:
                continue
            other = _other(places.by_place[item.place], moving)
            if other is not None:
                name = places.macro_name(item.place)
                reason = f"the macro {name} makes its name, and {other.token.text.decode()}, which can't move with it"
                where = model.location(other.use.path, other.use.span.start)
                held = model.type_by_symbol(other.symbol or "") or model.global_by_symbol(other.symbol or "")
                follows = subject_of(model, held) if held is not None else ""
                yield symbol, Obstacle(reason, "generated-variable", where, follows)
                break


def _is_handed(model: Extension, item: MacroUse) -> bool:
    """Tell whether a macro names something that it gets no state for: one that others use, and in several functions."""
    macro = item.place.macro
    definition = model.macros_defined_at[macro]
    return bool(handed_in(model, definition.name)) and function_of_body(model, definition) is None


def _other(items: tuple[MacroUse, ...], moving: frozenset[str]) -> MacroUse | None:
    return next((item for item in items if item.symbol not in moving), None)


def unfollowed_calls(model: Extension, takers: frozenset[str]) -> Iterator[tuple[str, Obstacle]]:
    """Yield the functions that get the state as an argument, and that macros call in a form that can't be changed."""
    places = macro_places(model)
    for symbol in sorted(takers):
        name = model.functions[symbol].name
        for item in places.by_symbol.get(symbol, ()):
            if item.following not in (b"(", b""):
                continue
            macro = places.macro_name(item.place)
            if item.place.macro[0] in model.public_headers:
                reason = f"{name} uses it, and {_PUBLIC.format(macro)}"
                yield symbol, Obstacle(reason, "public-header", model.location(*item.place.macro))
                break
            where = model.location(item.use.path, item.use.span.start)
            if not item.following or item.tokens[item.index + 1].macro != item.place.macro:
                yield (
                    symbol,
                    Obstacle(
                        f"{name} uses it, and the macro {macro} gives the name of what is called",
                        "generated-function",
                        where,
                    ),
                )
                break
            if not item.is_written and _other(places.by_place[item.place], takers) is not None:
                reason = f"{name} uses it, and the macro {macro} calls other functions by the same text"
                yield symbol, Obstacle(reason, "generated-function", where)
                break


def unfollowed_arguments(model: Extension, takers: frozenset[str]) -> Iterator[tuple[str, Obstacle]]:
    """Yield the functions that get the state, and that a macro is given to call where the state can't go along."""
    places = macro_places(model)
    for items in places.called_arguments.values():
        others = [item for item in items if item.symbol not in takers]
        for item in items if others or not _is_where_state_is(model, items[0]) else ():
            if item.symbol in takers:
                assert item.symbol is not None
                name = model.functions[item.symbol].name
                other = others[0].token.text.decode("latin-1") if others else ""
                detail = f", and calls {other} by the same text" if other else " in a way that can't be followed"
                where = model.location(item.use.path, item.use.span.start)
                yield (
                    item.symbol,
                    Obstacle(
                        f"{name} uses it, and the macro {item.use.name} calls it{detail}", "generated-function", where
                    ),
                )


def _is_where_state_is(model: Extension, item: MacroUse) -> bool:
    """Tell whether the call is spelled in a macro's body that knows a function's variables, or can have the state."""
    opening = item.tokens[item.index + 1]
    if opening.macro is None or opening.passed or opening.is_pasted:
        return False
    return function_at_macro(model, opening.macro) is not None or _can_be_given(model, opening.macro)


def _can_be_given(model: Extension, macro: MacroKey) -> bool:
    """Tell whether a macro can have the state as a parameter: whoever uses it is of the project, and uses it itself."""
    definition = model.macros_defined_at.get(macro)
    if definition is None or macro[0] in model.public_headers:
        return False
    name = definition.name
    is_handed = handed_in(model, name) or name in model.rival_macros or name in model.superseded_macros
    return definition.parameters is not None and not is_handed


def giving_macros(model: Extension, takers: frozenset[str]) -> frozenset[str]:
    """Return the macros that call what they are given, if that takes the state: they have to be given it, too."""
    found = set[str]()
    for items in macro_places(model).called_arguments.values():
        macro = items[0].tokens[items[0].index + 1].macro
        if macro is not None and items[0].symbol in takers and function_at_macro(model, macro) is None:
            found.add(model.macros_defined_at[macro].name)
    return frozenset(found)


def called_together(model: Extension, symbol: str) -> frozenset[str]:
    """Return the functions that macros call by the same text as *symbol*; none if one isn't of the project."""
    return _called_together(model).get(symbol, frozenset())


@common_fact
def _called_together(model: Extension) -> Mapping[str, frozenset[str]]:
    places = macro_places(model)
    made = [tuple(i for i in items if i.following == b"(" and not i.is_written) for items in places.by_place.values()]
    given = [items for items in places.called_arguments.values() if _is_where_state_is(model, items[0])]
    found: dict[str, frozenset[str]] = {}
    for items in (*made, *given):
        symbols = frozenset(item.symbol or "" for item in items)
        if len(symbols) > 1 and symbols <= model.functions.keys():
            for symbol in symbols:
                found[symbol] = found.get(symbol, frozenset()) | symbols - {symbol}
    return found


def disagreeing_functions(model: Extension, routes: Mapping[str, object]) -> Iterator[tuple[str, Obstacle]]:
    """Yield the functions that a macro writes, and that need the state in another way than their siblings do."""
    for symbol, others in same_text(model):
        for other in others if symbol in routes else ():
            reason = _difference(model, routes, symbol, other)
            if reason:
                function = model.functions[symbol]
                where = model.location(function.definition.path, function.definition.name_span.start)
                yield symbol, Obstacle(f"{function.name} uses it, and {reason}", "generated-function", where)
                break


def same_text(model: Extension) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the functions that share their text: written by one macro, or in a file that is included several times."""
    for symbol, item in generated_functions(model).items():
        if isinstance(item, Generated):
            yield symbol, tuple(other.symbol for other in siblings(model, item))
    yield from model.twins.items()


def _difference(model: Extension, routes: Mapping[str, object], symbol: str, other: str) -> str:
    name = model.functions[other].name
    if other not in routes:
        return f"{name}, which the same text makes, doesn't get the module state"
    if routes[other] != routes[symbol]:
        return f"{name}, which the same text makes, would get the module state from elsewhere"
    if parameter_names(model, other)[:3] != parameter_names(model, symbol)[:3]:
        return f"{name}, which the same text makes, has other parameters"
    return ""
