"""C data that was set once per process, and that each module sets anew, or makes for itself, from then on (G151).

Single-phase initialisation runs once in a process, an exec slot for every module. What stays in a variable of the
process is reset then, and what moves with the module is made once more, while nothing gives it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unstatic.c.nodes import Call
from unstatic.capi.blocks import FREEING_WORDS
from unstatic.facts.once.resets import made_by, resets, words_of
from unstatic.facts.references.api_tables import is_api_table
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.uses import Use, UsedAs, uses_as
from unstatic.text.source import Location


def set_anew(model: Extension, staying: Iterable[Global]) -> Iterator[tuple[Global, Location]]:
    """Yield what stays and loses its value with each load, where no test can keep it."""
    yield from (
        (item.item, item.location) for item in resets(model, staying) if item.statement is None and item.helper is None
    )


def made_for_each(model: Extension, moving: Iterable[Global]) -> Iterator[tuple[Global, Location, str]]:
    """Yield the pointers that move and that nothing gives back, with the call that makes what they lead to."""
    for item in moving:
        if not _is_single(item) or "*" not in item.declaration.canonical_type or is_api_table(model, item):
            continue
        if any(map(_is_given_back, uses_as(model, item.symbol, UsedAs.ARGUMENT, UsedAs.ADDRESS))):
            continue
        for use in _compiled(model, uses_as(model, item.symbol, UsedAs.WRITTEN)):
            maker = made_by(use.given) if use.given is not None else ""
            if maker:
                yield item, model.location(use.reference.path, use.reference.offset), maker
                break


def _compiled(model: Extension, uses: Iterable[Use]) -> tuple[Use, ...]:
    """Return the uses outside of groups that aren't compiled here, such as those for debugging."""
    return tuple(use for use in uses if not model.files[use.reference.path].is_inactive(use.reference.offset))


def _is_single(item: Global) -> bool:
    return item.kind is GlobalKind.DATA and "[" not in item.declaration.canonical_type


def _is_given_back(use: Use) -> bool:
    calls = (node for node in use.around if isinstance(node, Call))
    return any(not FREEING_WORDS.isdisjoint(words_of(call.function.tokens[-1].text)) for call in calls)
