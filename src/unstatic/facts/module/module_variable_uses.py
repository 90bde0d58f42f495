"""The module object in a variable of the whole process: what uses it, and whether it can be had otherwise.

Where only the builder uses it, it is the argument of the exec function. Elsewhere the state has a pointer to its own
module: borrowed, as the state lives in the module, and whoever has the state has the module (R9, G77).
"""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.module.helpers import init_functions
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.module.module_variable import module_store
from unstatic.facts.module.ready_calls import order_of
from unstatic.model.extension import Extension, Global, Reference
from unstatic.model.initialiser_values import is_null
from unstatic.model.obstacle import Obstacle


def only_builder_uses(model: Extension, item: Global) -> bool:
    """Tell whether nothing but the builder uses the global, lookups of the state left out, and that without a macro."""
    assert model.init is not None
    found = lookups(model)
    uses = [use for use in model.uses.get(item.symbol, ()) if not found.covers(use.path, use.offset)]
    return all(use.function == model.init.builder and use.via_macro is None for use in uses)


def module_stores(model: Extension, item: Global) -> Iterator[Obstacle]:
    """Yield the places at which the global gets anything but the created module."""
    assert model.init is not None
    for use in item.written:
        if not _is_creation(model, use) and not lookups(model).covers(use.path, use.offset):
            yield Obstacle(
                "it gets another value than the created module", "init", model.location(use.path, use.offset)
            )
    for use in _early_uses(model, item):
        yield Obstacle("it is used before the module is made", "init", model.location(use.path, use.offset))
    initialiser = item.declaration.initialiser
    if initialiser is not None and not is_null(model.files[item.declaration.path].tokens_in(initialiser)):
        yield Obstacle("it doesn't start as NULL", "init", model.location(item.declaration.path, initialiser.start))
    if item.is_local:
        yield Obstacle(
            "it is a static variable of a function",
            "init",
            model.location(item.declaration.path, item.declaration.span.start),
        )


def _early_uses(model: Extension, item: Global) -> Iterator[Reference]:
    """Yield the uses that find NULL: an exec function has the module from the start."""
    assert model.init is not None
    functions = init_functions(model)
    for use in model.uses.get(item.symbol, ()):
        if use.function not in functions or model.init.create is None or _is_creation(model, use):
            continue
        stored = module_store(model)
        made = model.init.create.start if stored is None else stored[1].span.start
        if order_of(model, use.function, use.offset) < (made,):
            yield use


def _is_creation(model: Extension, use: Reference) -> bool:
    init = model.init
    assert init is not None
    stored = module_store(model)
    if stored is not None and use.offset == stored[1].span.start and use.function == init.builder:
        return True
    if use.function != init.builder or use.via_macro is not None or init.create is None:
        return False
    file = model.files[use.path].at(use.offset)
    index = file.index_at(use.offset)
    following = [token.start for token in file.tokens[index + 1 : index + 12]]
    assigns = index + 1 < len(file.tokens) and file.tokens[index + 1].text == b"="
    return assigns and init.create.start in following
