"""Run-once flags: numbers of the process by which the initialisation knows that it ran before (G148).

`if (ready) return 0; Error = PyErr_NewException(...); ready = 1;` fills variables of the process once. A module with a
state of its own would stay empty from its second load on, so that what moves needs the flag to move along.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.module.call_contexts import OWN, QUIET, reached
from unstatic.facts.module.helpers import running_once
from unstatic.facts.module.ready_calls import readied
from unstatic.facts.types.sequences.struct_sequences import sequences_of
from unstatic.model.extension import Extension, Global, GlobalKind, Reference, SymbolKind
from unstatic.model.fact import fact
from unstatic.text.source import Location, Span

_NUMBERS = frozenset(("_Bool", "bool", "char", "signed char", "unsigned char", "int", "unsigned int", "long", "short"))
FAILED = (b"NULL", b"-1", b"nullptr")


@dataclass(frozen=True, slots=True)
class RunOnceFlag:
    """A variable, the test of it, and a function of no project and not of CPython that runs once by it, if any."""

    symbol: str
    test: Location
    library_call: str
    is_number: bool


@fact
def run_once_flags(model: Extension) -> tuple[RunOnceFlag, ...]:
    """Return the flags under which the initialisation makes types or objects, those of struct sequences left out."""
    if model.init is None:
        return ()
    running, makings = running_once(model), tuple(_makings(model))
    guards = {
        item.creation.guard.variable
        for item in sequences_of(model)
        if item.creation.guard and item.creation.guard.variable
    }
    found: dict[str, RunOnceFlag] = {}
    for item in model.globals:
        if item.kind is not GlobalKind.DATA or item.symbol in guards:
            continue
        for function in running:
            flag = _flag(model, item, function, makings)
            if flag is not None:
                found.setdefault(item.symbol, flag)
    return tuple(found.values())


def _makings(model: Extension) -> Iterator[tuple[str, Path, int]]:
    """Yield where types or objects of the process are made: function, file and byte offset."""
    for item in model.globals:
        if item.kind is not GlobalKind.DATA:
            yield from ((use.function, use.path, use.offset) for use in item.written if use.function)
    for static in model.types:
        for function, call in readied(model, static):
            yield function, model.functions[function].definition.path, call.name.start


@fact
def data_flags(model: Extension) -> Mapping[str, frozenset[str]]:
    """Return the flags under which the initialisation sets other C data, and what that is.

    Where that stays with the process its flag has to, or each module would set it anew (G386).
    """
    data = [item for item in model.globals if item.kind is GlobalKind.DATA]
    running = running_once(model) if model.init is not None else ()
    found: dict[str, frozenset[str]] = {}
    for item in data:
        for region in (region for function in running for region in _regions(model, item, function)):
            under = {other.symbol for other in data if other is not item and any(map(region.holds, other.written))}
            if under and any(map(region.holds, item.written)):
                found[item.symbol] = found.get(item.symbol, frozenset()) | under
    return found


@dataclass(frozen=True, slots=True)
class _Region:
    """What a test of a variable decides about: a part of a function, and the functions that are called there."""

    function: str
    path: Path
    test: int
    span: Span
    called: frozenset[str]

    def holds(self, use: Reference) -> bool:
        """Tell whether a use stands there, or in a function that is called there."""
        if use.function in self.called:
            return True
        return use.function == self.function and use.path == self.path and use.offset in self.span


def _flag(
    model: Extension, item: Global, function: str, makings: Sequence[tuple[str, Path, int]]
) -> RunOnceFlag | None:
    """Return the flag that a variable is in one function, by the first test of it."""
    for region in _regions(model, item, function):
        makes = any(
            maker in region.called or (maker == function and file == region.path and at in region.span)
            for maker, file, at in makings
        )
        if makes and any(map(region.holds, item.written)):
            where = model.location(region.path, region.test)
            is_number = item.declaration.canonical_type in _NUMBERS
            return RunOnceFlag(
                item.symbol, where, _library_call(model, function, region.span, region.called), is_number
            )
    return None


def _regions(model: Extension, item: Global, function: str) -> Iterator[_Region]:
    """Yield what the tests of a variable in one function decide about; none once the function has set it itself."""
    path = model.functions[function].definition.path
    writes = [use.offset for use in item.written if use.path == path]
    uses = [use.offset for use in model.uses.get(item.symbol, ()) if use.function == function and use.path == path]
    for offset in sorted(set(uses) - set(writes)):
        around = model.body_at(function, path, offset).path_to(offset)
        test = around[-1] if around else None
        if test is None or test.kind is not StatementKind.IF or fails(test):
            continue
        if any(at < test.span.start and _is_in(model, function, at) for at in writes):
            return
        span = _region(around)
        inside = [use.symbol for use in model.uses_in.get(function, ()) if use.path == path and use.offset in span]
        called = {symbol for name in inside if name in model.functions for symbol in reached(model, name)}
        yield _Region(function, path, offset, span, frozenset(called))


def _is_in(model: Extension, function: str, offset: int) -> bool:
    body = model.functions[function].definition.body
    return body is not None and offset in body


def fails(test: Statement) -> bool:
    """Tell whether a test is one for failures, or refuses a second load: nothing is skipped by it."""
    then = test.children[0] if test.children else None
    if then is None or not then.leaves:
        return False
    last = then.last
    text = b"".join(token.text for token in last.head)
    raises = any(token.text.startswith(b"PyErr_") for token in then.tokens)
    return raises or (last.kind is StatementKind.RETURN and text in FAILED)


def _region(around: tuple[Statement, ...]) -> Span:
    """Return what the last of some statements, a test, decides about: itself, and all behind it if it leaves."""
    test = around[-1]
    ends = around[0].span.end if test.children and test.children[0].leaves else test.span.end
    return Span(test.span.start, ends)


def _library_call(model: Extension, function: str, region: Span, called: AbstractSet[str]) -> str:
    """Return the name of a function of some library that the flag lets run once; empty if there is none."""
    return next(_library_calls(model, function, region, called), "")


def _library_calls(model: Extension, function: str, region: Span, called: AbstractSet[str]) -> Iterator[str]:
    for where in (function, *sorted(called)):
        for use in model.uses_in.get(where, ()):
            if where == function and use.offset not in region:
                continue
            is_own = use.symbol in model.functions or use.name.startswith(OWN) or use.name in QUIET
            if use.is_call and use.kind is SymbolKind.FUNCTION and not is_own:
                yield use.name
