"""Lost locals: new references that a variable of the initialisation holds, and that nothing releases (G534).

`number = PyLong_FromLong(1); PyDict_SetItemString(names, "one", number);` takes a reference of its own. What runs once
in a process loses one; what is initialised for each module loses one each time, and a function whose `self` is the
module keeps all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.nodes import Call
from unstatic.c.syntax import Statement, StatementKind, strip_casts
from unstatic.capi.references import GIVES_NEW, KEEP_THEIR_OWN, KEEPS_BARE
from unstatic.facts.macros.called_functions import aliased, only_gets_to_know
from unstatic.facts.references.lost.lost_temporaries import is_new
from unstatic.facts.references.paths.summaries import summaries_of
from unstatic.model.extension import Declaration, Extension, File
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import is_null
from unstatic.model.uses import Use, UsedAs, use_of

_DEPTH = 3
_KEEPING = (KEEP_THEIR_OWN | GIVES_NEW) - KEEPS_BARE
"""Functions that own what they keep. What others give may lead into their argument: `PyBytes_AsString(name)`."""


@dataclass(frozen=True, slots=True)
class LostLocal:
    """A variable that holds a new reference when its last use is over."""

    function: str
    path: Path
    name: bytes
    last: Statement
    """The last statement that uses it, directly in a block; nothing jumps into what lies between."""
    is_there: bool
    """Whether it is tested before, so that it can't be NULL."""


@dataclass(frozen=True, slots=True)
class _Held:
    """The statements of a block in which a variable holds what one of them gives it."""

    children: tuple[Statement, ...]
    uses: tuple[Use, ...]


@fact
def lost_locals(model: Extension) -> tuple[LostLocal, ...]:
    """Return the variables that functions which only the initialisation calls never release, in the order of places."""
    functions = (one for one in model.init_only_functions if not model.functions[one].alternatives)
    found = [item for one in functions for local in model.locals.get(one, ()) for item in _lost(model, one, local)]
    return tuple(sorted(found, key=lambda item: (item.path, item.last.span.end, item.name)))


def _lost(model: Extension, function: str, local: Declaration) -> Iterator[LostLocal]:
    if not local.canonical_type.endswith("*") or local.storage == "static" or local.from_macro:
        return
    uses = [use_of(model, item) for item in model.uses.get(local.symbol, ())]
    if not uses or not _is_all(model, function, local, uses) or not all(_is_harmless(model, one) for one in uses):
        return
    path = model.functions[function].definition.path
    given = [one for one in uses if one.given is not None and not is_null(one.given.tokens)]
    starts = [one.reference.offset for one in given]
    is_own = any(_names_function(model, strip_casts(one.given.tokens)) for one in given if one.given is not None)
    if local.initialiser is not None and not is_null(tokens := model.files[path].tokens_in(local.initialiser)):
        if not _is_made(model, tokens):
            return
        is_own |= _names_function(model, strip_casts(tokens))
        starts.append(local.name_span.start)
    held = [_held(model, function, start, starts, uses) for start in sorted(starts)]
    ends = [(item.children[0].span.start, item.children[-1].span.end) for item in held if item is not None]
    left = {one.reference.offset for one in uses if one.given is None or not is_null(one.given.tokens)}
    left -= {one.reference.offset for item in held if item is not None for one in item.uses}
    if None in held or left or not all(_are_kept_together(model.files[path], *place) for place in ends):
        return
    if any(end > start for (_, end), (start, _) in pairwise(ends)):
        return
    yield from (
        LostLocal(function, path, local.name.encode(), item.children[-1], _is_tested(item))
        for item in held
        if item is not None
        if is_own or any(one.role is UsedAs.ARGUMENT for one in item.uses)
    )


def _is_made(model: Extension, tokens: Sequence[Token]) -> bool:
    """Tell whether a value is a new reference: what a function of the C API gives, or one of the project."""
    value = strip_casts(tokens)
    return is_new(model, value) or (_names_function(model, value) and summaries_of(model).is_new(value))


def _names_function(model: Extension, value: Sequence[Token]) -> bool:
    """Tell whether a function of the project makes the object, which may stay where that put it: in a dictionary."""
    return bool(value) and value[0].text.decode("latin-1") in model.functions_named


def _is_all(model: Extension, function: str, local: Declaration, uses: Sequence[Use]) -> bool:
    """Tell whether every word in the function that could be the variable is one of *uses*, in all `#if` groups."""
    definition = model.functions[function].definition
    assert definition.body is not None
    file, name = model.files[definition.path], local.name.encode()
    known = {one.reference.offset for one in uses} | {local.name_span.start}
    written = {token.start for token in file.lexed.between(*definition.body) if token.text == name}
    return written == known and not any(map(file.is_inactive, known))


def _is_harmless(model: Extension, use: Use, depth: int = 0) -> bool:
    """Tell whether a use only tests the variable, gives it a new object, or shows it to what keeps nothing bare."""
    if use.reference.via_macro is not None or use.statement is None:
        return False
    if use.given is not None and depth == 0:
        return is_null(use.given.tokens) or _is_made(model, use.given.tokens)
    if use.role is UsedAs.COMPARED:
        return True
    call = use.outer[0] if use.role is UsedAs.ARGUMENT else None
    return isinstance(call, Call) and _only_sees(model, call, use, depth)


def _only_sees(model: Extension, call: Call, use: Use, depth: int) -> bool:
    position = next(at for at, one in enumerate(call.arguments) if use.reference.offset in one.span)
    name = aliased(model, call.function.tokens[-1].text)
    own = model.functions_named.get(name.decode("latin-1"), ())
    if len(own) == 1 and depth < _DEPTH and not model.functions[own[0]].alternatives:
        parameters = model.functions[own[0]].definition.parameters
        uses = model.uses.get(parameters[position], ()) if position < len(parameters) else ()
        return bool(uses) and all(_is_harmless(model, use_of(model, one), depth + 1) for one in uses)
    return only_gets_to_know(model, name, position) and name in _KEEPING


def _held(model: Extension, function: str, start: int, starts: Sequence[int], uses: Sequence[Use]) -> _Held | None:
    """Return the statements from the one that gives the variable its object to the last one that uses it."""
    path = model.body(function).path_to(start)
    if len(path) < 2 or path[-2].kind is not StatementKind.BLOCK or start not in _head(path[-1]):
        return None
    block, first = path[-2], path[-1]
    children = block.children[block.children.index(first) :]
    end = next((at for at, one in enumerate(children[1:], 1) if any(other in one.span for other in starts)), None)
    children = children[:end]
    inside = [one for one in uses if any(one.reference.offset in child.span for child in children)]
    last = max(
        (at for at, one in enumerate(children) if any(use.reference.offset in one.span for use in inside)), default=0
    )
    children = children[: last + 1]
    ends = any(one.is_exit for one in children)
    entered = any(inner.kind is StatementKind.LABEL for one in children for inner in one.walk())
    return None if ends or entered else _Held(children, tuple(inside))


def _are_kept_together(file: File, start: int, end: int) -> bool:
    """Tell whether every configuration that keeps *end* keeps *start* too."""
    branches = (branch.body for one in file.conditionals_around(start) for branch in one.branches)
    return all(end in body for body in branches if start in body)


def _head(statement: Statement) -> range:
    """Return the offsets of what always runs of a statement: all of a plain one, the test of an `if`."""
    if statement.kind not in (StatementKind.SIMPLE, StatementKind.IF) or not statement.head:
        return range(0)
    return range(statement.head[0].start, statement.head[-1].end)


def _is_tested(held: _Held) -> bool:
    """Tell whether the function leaves where the variable is NULL."""
    tests = [_head(one) for one in held.children if one.kind is StatementKind.IF and one.children[0].leaves]
    asking = (one for one in held.uses if one.role in (UsedAs.COMPARED, UsedAs.WRITTEN))
    return any(one.reference.offset in test for one in asking for test in tests)
