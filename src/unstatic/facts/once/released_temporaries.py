"""Lost temporaries that can be released: those of calls that a function of the extension's own can stand in for (G472).

The number of `PyDict_SetItem(names, PyLong_FromLong(1), value)` is the caller's to release. Where the initialisation
makes many calls of the kind, one function that takes the new arguments over is the smallest change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.syntax import Call, Statement, StatementKind, calls, strip_casts
from unstatic.capi.references import FILLS_BORROWED, GIVES_BORROWED, KEEPING_PARAMETERS, SHARE
from unstatic.facts.macros.called_functions import called, called_alone, is_of_api
from unstatic.facts.macros.mentions import definitions, mentions
from unstatic.facts.once.second_runs import runs_once
from unstatic.facts.places.in_functions import bare_lines
from unstatic.facts.references.lost.lost_locals import LostLocal, lost_locals
from unstatic.facts.references.lost.lost_results import LostResult, lost_results
from unstatic.facts.references.lost.lost_temporaries import Temporary, lost_temporaries
from unstatic.facts.trust.protected_files import protected
from unstatic.model.extension import Declaration, Extension
from unstatic.model.fact import fact
from unstatic.model.initialiser_values import named
from unstatic.text.source import Location, Span


@dataclass(frozen=True, slots=True)
class Released:
    """The calls of one function of the C API in one file whose new arguments are the same ones."""

    path: Path
    called: bytes
    positions: tuple[int, ...]
    calls: tuple[Temporary, ...]


def left_temporaries(model: Extension) -> Iterator[tuple[Location, str]]:
    """Yield where the initialisation goes on to lose what a call gave, and the name of the call that gets it."""
    released = {item for group in released_temporaries(model) for item in group.calls}
    for item in lost_temporaries(model):
        if item not in released:
            for position in item.positions:
                place = item.call.arguments[position][0].start
                yield model.location(item.path, place), item.call.name.text.decode("latin-1")


@fact
def released_temporaries(model: Extension) -> tuple[Released, ...]:
    """Return what a module that is initialised anew would lose each time, and need not."""
    if not _is_worse_anew(model):
        return ()
    groups: dict[tuple[Path, bytes, tuple[int, ...]], list[Temporary]] = {}
    for item in lost_temporaries(model):
        if _can_change(model, item):
            groups.setdefault((item.path, item.call.name.text, item.positions), []).append(item)
    # Nothing would call a function for groups alone that aren't compiled here.
    return tuple(
        Released(*key, tuple(found))
        for key, found in groups.items()
        if any(not model.files[key[0]].is_inactive(item.call.name.start) for item in found)
    )


@fact
def released_locals(model: Extension) -> tuple[LostLocal, ...]:
    """Return the variables that can be released below their last use, on a line of its own."""
    return tuple(item for item in lost_locals(model) if _has_room(model, item)) if _is_worse_anew(model) else ()


@fact
def released_results(model: Extension) -> tuple[LostResult, ...]:
    """Return the statements that can release what they make, and nothing takes."""
    found = lost_results(model) if _is_worse_anew(model) else ()
    own = (item for item in found if protected(model, item.path, item.call.name.start) is None)
    return tuple(item for item in own if item.test is None or _has_room_around(model, item, item.test))


def _is_worse_anew(model: Extension) -> bool:
    """Tell whether what the initialisation loses weighs more once each module is initialised by itself.

    It was lost once, or, with a state for each module, led to types of which a process has one.
    """
    is_single = model.init is not None and not model.init.multi_phase
    return runs_once(model) or (is_single and bool(model.types))


def _has_room_around(model: Extension, item: LostResult, test: Statement) -> bool:
    """Tell whether a variable can be declared above a test, and released below it.

    C++ compiles no jump over a variable; and what is compiled in some groups alone may hold half of the statement.
    """
    file = model.files[item.path]
    is_alone = bare_lines(file, test.span) != test.span and not file.conditionals_in(test.span)
    jumping = (StatementKind.LABEL, StatementKind.SWITCH)
    is_jumped = any(one.kind in jumping for one in model.body(item.function).walk())
    return is_alone and (model.language == "c" or not is_jumped)


def _has_room(model: Extension, item: LostLocal) -> bool:
    file, span = model.files[item.path], item.last.span
    return (
        _is_plain(model, item.function)
        and bare_lines(file, span) != span
        and protected(model, item.path, span.start) is None
    )


def _can_change(model: Extension, item: Temporary) -> bool:
    call, path = item.call, item.path
    definition = model.functions[item.function].definition
    parameters = KEEPING_PARAMETERS.get(call.name.text, b"").split(b", ")
    return (
        is_of_api(model, call.name.text)
        and len(call.arguments) == len(parameters)
        and not any(one.rpartition(b" ")[2].lstrip(b"*").decode() in model.macros for one in parameters)
        and all(parameters[at].startswith(b"PyObject *") for at in item.positions)
        and not any(called_alone(model, strip_casts(call.arguments[at])) in SHARE for at in item.positions)
        and _is_own_source(model, path)
        and definition.path == path
        and _is_plain(model, item.function)
        and protected(model, path, call.name.start) is None
        and (item.macro is None or _is_of_one(model, item))
        and not _looks_up(model, call)
    )


def _is_own_source(model: Extension, path: Path) -> bool:
    """Tell whether a file is read as a source, and by no other one: a static function would be one of each."""
    return path in model.units and set(model.readers[path]) == {path}


def _is_plain(model: Extension, function: str) -> bool:
    """Tell whether a function stands at the level of a file, once, with a body that no macro writes."""
    found = model.functions[function]
    definition = found.definition
    assert definition.body is not None
    is_written = model.files[definition.path].source.data[definition.body.start : definition.body.start + 1] == b"{"
    return is_written and not found.alternatives and definition.member is None


def _is_of_one(model: Extension, item: Temporary) -> bool:
    """Tell whether a macro is used in the initialisation of its own file alone, where it may be taken back as well."""
    assert item.macro is not None
    written = [one for _, one in definitions(model, item.macro.encode("latin-1")) if one.name == b"define"]
    if model.sole_macro(item.macro) is None or len(written) != 1:
        return False
    bodies = [_body(model.functions[one].definition) for one in model.init_only_functions if _is_here(model, one, item)]
    places = mentions(model, item.macro.encode("latin-1"))
    return all(path == item.path and any(body.covers(span) for body in bodies) for path, span in places)


def _is_here(model: Extension, function: str, item: Temporary) -> bool:
    return model.functions[function].definition.path == item.path and _is_plain(model, function)


def _body(definition: Declaration) -> Span:
    assert definition.body is not None
    return definition.body


def _looks_up(model: Extension, call: Call) -> bool:
    """Tell whether the initialisation borrows from what is given the object, and may need it for ever."""
    target = named(call.arguments[0])
    if target is None:
        return False
    return any(
        other.arguments and (first := named(other.arguments[0])) is not None and first.text == target.text
        for other in _borrowing(model)
    )


@fact
def _borrowing(model: Extension) -> tuple[Call, ...]:
    """Return the calls of the initialisation that borrow what another object holds."""
    borrowing = FILLS_BORROWED | {name for name in GIVES_BORROWED if b"item" in name.lower()}
    made = (
        call
        for function in model.init_only_functions
        for call in calls(
            model.files[model.functions[function].definition.path].lexed.between(
                *_body(model.functions[function].definition)
            )
        )
    )
    return tuple(call for call in made if called(model, call) in borrowing)
