"""Calls that need nothing of the project, though what they call does: `set_error(ERROR_MEMORY)`.

A constant argument picks one way through a switch on the parameter, and what other ways use doesn't matter: such a call
needs no module state, and neither does the function that makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from unstatic.c.lexer import TokenKind
from unstatic.c.syntax import Call, Statement, StatementKind, strip_casts
from unstatic.facts.places.functions_mentioning import functions_naming
from unstatic.model.extension import Extension, File, Function, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import symbol_at
from unstatic.model.uses import STORING, UsedAs, uses_as
from unstatic.text.source import Span

# What may cut a value off that a label keeps.
_NARROW = ("char", "short", "bool", "_Bool")


@fact
def idle_calls(model: Extension) -> frozenset[tuple[Path, int]]:
    """Return the calls, by path and offset of the function's name."""
    return frozenset(_find(model))


def _find(model: Extension) -> Iterator[tuple[Path, int]]:
    for symbol in functions_naming(model, (b"switch",)):
        for index, ways in enumerate(_switches(model, model.functions[symbol])):
            for use in model.uses.get(symbol, ()) if ways else ():
                label = _constant(model, use, index)
                if label and all(_is_idle(model, symbol, file, way, label) for file, way in ways):
                    yield use.path, use.offset


def _switches(model: Extension, function: Function) -> Iterator[list[tuple[File, Statement]]]:
    """Yield, for each parameter, the one switch on it in each reading of the body; nothing where that isn't clear."""
    symbols = () if function.alternatives or function.symbol in model.twins else function.definition.parameters
    for symbol in symbols:
        bodies = list(model.bodies(function.symbol))
        found = [(file, way) for file, body in bodies for way in _ways(model, file, body, symbol)]
        yield found if len(found) == len(bodies) else []


def _ways(model: Extension, file: File, body: Statement, parameter: str) -> list[Statement]:
    """Return the switches on *parameter*, if it keeps its value and nothing jumps but by them."""
    declared = next(iter(model.by_symbol.get(parameter, ())), None)
    if declared is None or any(word in declared.canonical_type for word in _NARROW) or "&" in declared.canonical_type:
        return []
    found = [item for item in body.walk() if item.kind is StatementKind.SWITCH and len(item.head) == 1]
    found = [item for item in found if symbol_at(file, item.head[0]) == parameter]
    jumps = found and any(token.text == b"goto" for token in body.tokens)
    return [] if jumps or (found and _may_change(model, file, parameter)) else found


def _may_change(model: Extension, file: File, parameter: str) -> bool:
    """Tell whether a parameter may get another value: by a store, by its address, or as an argument of a macro."""
    macros = [item.span for item in file.expansions.values() if item.name in model.macros]
    for use in uses_as(model, parameter):
        if use.role in STORING or any(use.reference.offset in span for span in macros):
            return True
        if model.language != "c" and use.role is not UsedAs.COMPARED:
            # It may be given to a function that takes a reference.
            return True
    return False


def _constant(model: Extension, use: Reference, index: int) -> bytes:
    """Return the name of the constant that a call passes as argument *index*; empty if it passes anything else."""
    call = _call_at(model, use)
    if call is None or index >= len(call.arguments):
        return b""
    inner = strip_casts(call.arguments[index])
    if len(inner) != 1 or inner[0].kind is not TokenKind.IDENT:
        return b""
    reference = model.files[use.path].at(use.offset).written.get(inner[0].start)
    if reference is not None:
        return inner[0].text if reference.kind is SymbolKind.ENUM_CONSTANT else b""
    return inner[0].text if _is_number(model, inner[0].text.decode("latin-1")) else b""


def _call_at(model: Extension, use: Reference) -> Call | None:
    if not use.is_call or use.via_macro is not None or use.function is None or use.function in model.twins:
        return None
    return model.call_at(use.function, use.offset)


def _is_number(model: Extension, name: str) -> bool:
    """Tell whether a macro is a number, and the same everywhere."""
    macro = model.sole_macro(name)
    if macro is None or macro.definition.parameters is not None:
        return False
    return all(token.kind is TokenKind.NUMBER or token.text in (b"(", b")", b"-") for token in macro.body)


def _is_idle(model: Extension, symbol: str, file: File, switch: Statement, label: bytes) -> bool:
    """Tell whether the function uses nothing of the project on the way that *label* picks."""
    dead = _dead(switch, label)
    body = model.functions[symbol].definition.body
    if dead is None or body is None:
        return False
    uses = [use for use in model.uses_in.get(symbol, ()) if use.symbol in model.own_symbols]
    expansions = [offset for offset in file.uses_in(body) if _mentions_own(model, file.expansions[offset].name)]
    offsets = [use.offset for use in uses if use.path == file.source.path] + expansions
    return len(uses) == len(offsets) - len(expansions) and all(
        any(offset in span for span in dead) for offset in offsets
    )


def _mentions_own(model: Extension, name: str) -> bool:
    macro = model.macros.get(name)
    return macro is not None and bool(macro.mentions & model.own_names)


def _dead(switch: Statement, label: bytes) -> list[Span] | None:
    """Return what a switch skips if its value is *label*; None if the label isn't there, or can't be followed."""
    (block,) = switch.children
    inner = [item for child in block.children for item in child.walk() if item is not child]
    if block.kind is not StatementKind.BLOCK or any(item.kind is StatementKind.LABEL for item in inner):
        return None
    texts = [[token.text for token in item.tokens] for item in block.children]
    wanted = [b"case", label, b":"]
    if texts.count(wanted) != 1:
        return None
    first = texts.index(wanted)
    after = next((i for i, item in enumerate(block.children) if i > first and item.is_exit), None)
    last = len(block.children) - 1 if after is None else after
    return [item.span for index, item in enumerate(block.children) if not first <= index <= last]
