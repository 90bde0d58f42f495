"""Uses of a type object that a pointer can't take the place of."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.macros.generated_functions import is_made
from unstatic.facts.macros.names_in_bodies import macro_places
from unstatic.facts.references.macro_effects import reference_problems
from unstatic.facts.types.copied_arguments import copied_arguments
from unstatic.model.extension import Extension, StaticType
from unstatic.model.obstacle import Obstacle


def use_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield the uses of the type object that a pointer can't take the place of."""
    copied = {use for use, _ in copied_arguments(model, static)}
    for use in model.uses.get(static.symbol, ()):
        if use.via_macro is not None or use.function is None or use in copied:
            continue
        file = model.files[use.path].at(use.offset)
        index = file.index_at(use.offset)
        before = [token.text for token in file.tokens[max(0, index - 3) : index]]
        following = file.tokens[index + 1].text if index + 1 < len(file.tokens) else b""
        where = model.location(use.path, use.offset)
        if before[-2:] == [b"sizeof", b"("]:
            yield Obstacle("sizeof is taken of the type object itself", "type-as-value", where)
        elif before[-1:] != [b"&"] and following != b".":
            yield Obstacle("the type object itself is used as a value", "type-as-value", where)


def macro_obstacles(model: Extension, static: StaticType) -> Iterator[Obstacle]:
    """Yield what macros do with the type object that a pointer can't stand (G130)."""
    here = model.location(static.declaration.path, static.declaration.name_span.start)
    traverse = static.function("tp_traverse")
    if traverse in model.functions and is_made(model, traverse or ""):
        yield Obstacle("a macro writes its tp_traverse", "traverse-shape", here)
    for item in macro_places(model).by_symbol.get(static.symbol, ()):
        before = item.tokens[item.index - 1] if item.index else None
        where = model.location(item.use.path, item.use.span.start)
        is_address = before is not None and before.text == b"&" and before.macro == item.place.macro
        if not is_address and item.following != b".":
            yield Obstacle(f"the macro {item.use.name} uses the type object itself as a value", "type-as-value", where)
    yield from reference_problems(model, static.symbol)
