"""C data that was set once per process, and that each module sets anew, or makes for itself, from then on (G151).

Single-phase initialisation runs once in a process, an exec slot for every module. What stays in a variable of the
process is reset then, and what moves with the module is made once more, while nothing gives it back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from unstatic.c.nodes import Call, Name, Node
from unstatic.c.syntax import StatementKind
from unstatic.capi.blocks import FREEING_WORDS, MAKING_WORDS
from unstatic.facts.module.helpers import running_once
from unstatic.facts.references.api_tables import is_api_table
from unstatic.model.extension import Extension, Global, GlobalKind
from unstatic.model.uses import STORING, Use, UsedAs, uses_as
from unstatic.text.source import Location

_OF_INTERPRETER = re.compile(rb"_?Py(ThreadState|InterpreterState)_\w+")


def set_anew(model: Extension, staying: Iterable[Global]) -> Iterator[tuple[Global, Location]]:
    """Yield what stays and loses its value with each load: others changed it, or it was made for the first one."""
    initialising = running_once(model)
    for item in staying:
        if not _is_single(item) or is_api_table(model, item):
            continue
        stores = _compiled(model, uses_as(model, item.symbol, *STORING))
        changes = any(use.reference.function not in initialising for use in stores)
        for use in stores:
            if use.reference.function not in initialising or use.given is None or _is_asked(model, item, use):
                continue
            if _made_by(use.given) or _is_of_interpreter(use.given) or (changes and _is_constant(use.given)):
                yield item, model.location(use.reference.path, use.reference.offset)
                break


def made_for_each(model: Extension, moving: Iterable[Global]) -> Iterator[tuple[Global, Location, str]]:
    """Yield the pointers that move and that nothing gives back, with the call that makes what they lead to."""
    for item in moving:
        if not _is_single(item) or "*" not in item.declaration.canonical_type or is_api_table(model, item):
            continue
        if any(map(_is_given_back, uses_as(model, item.symbol, UsedAs.ARGUMENT, UsedAs.ADDRESS))):
            continue
        for use in _compiled(model, uses_as(model, item.symbol, UsedAs.WRITTEN)):
            maker = _made_by(use.given) if use.given is not None else ""
            if maker:
                yield item, model.location(use.reference.path, use.reference.offset), maker
                break


def _compiled(model: Extension, uses: Iterable[Use]) -> tuple[Use, ...]:
    """Return the uses outside of groups that aren't compiled here, such as those for debugging."""
    return tuple(use for use in uses if not model.files[use.reference.path].is_inactive(use.reference.offset))


def _is_single(item: Global) -> bool:
    return item.kind is GlobalKind.DATA and "[" not in item.declaration.canonical_type


def _is_asked(model: Extension, item: Global, use: Use) -> bool:
    """Tell whether *use* stands under a condition that names the variable: one that is set is left alone."""
    function, offset = use.reference.function, use.reference.offset
    assert function is not None
    around = model.body_at(function, use.reference.path, offset).path_to(offset)
    conditions = (one for one in around if one.kind is StatementKind.IF)
    return any(
        token.text == item.name.encode() and token.start != offset
        for condition in conditions
        for token in condition.head
    )


def _made_by(value: Node) -> str:
    """Return the function that made a value for its caller, as far as its name tells; empty if none did."""
    call = value.bare
    function = call.function.bare if isinstance(call, Call) else None
    name = function.text if isinstance(function, Name) else b""
    return name.decode("latin-1") if not MAKING_WORDS.isdisjoint(_words(name)) else ""


def _is_given_back(use: Use) -> bool:
    calls = (node for node in use.around if isinstance(node, Call))
    return any(not FREEING_WORDS.isdisjoint(_words(call.function.tokens[-1].text)) for call in calls)


def _words(name: bytes) -> list[str]:
    """Return the parts of a name, in lower case: those of `lib_newContext` are lib, new and context."""
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name.decode("latin-1"))]


def _is_of_interpreter(value: Node) -> bool:
    return any(_OF_INTERPRETER.fullmatch(token.text) for token in value.tokens)


def _is_constant(value: Node) -> bool:
    return not any(isinstance(node, Call) for node in value.walk())
