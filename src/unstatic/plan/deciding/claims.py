"""What the module may say of itself: never more than is true (G100, G113)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.capi.modules import SUPPORT_VALUES
from unstatic.capi.other_apis import C_HEADER_FOLDERS, C_HEADERS, LOADED_ONCE, MODULES
from unstatic.capi.process import DATA, MAIN_INTERPRETER
from unstatic.facts.once.fillers import is_python
from unstatic.facts.once.hooks import process_hooks
from unstatic.facts.places.functions_mentioning import functions_naming
from unstatic.facts.references.api_tables import is_api_table
from unstatic.facts.trust.limited_api import silent_api
from unstatic.facts.trust.other_platforms import types_of_other_platforms
from unstatic.model.building.globals import holders_of_objects, points_to_objects
from unstatic.model.extension import Declaration, Extension, Global, GlobalKind, Linkage, StaticType, SymbolKind
from unstatic.model.obstacle import Obstacle
from unstatic.plan.decisions import Claims, Residue

# Libraries of the C runtime itself; anything else may keep state of the whole process.
_RUNTIME_LIBRARIES = {"c", "m", "dl", "rt", "pthread", "util", "gcc", "gcc_s", "stdc++", "c++", "atomic"}
_OF_PACKAGES = {"site-packages", "dist-packages"}
OWN = "per-interpreter-gil"
SHARED = "shared-gil"
NOT_SUPPORTED = "not-supported"


@dataclass(frozen=True, slots=True)
class ClaimSettings:
    """`--gil-claim`: auto, shared, own or none; and whether a guard lets the module be loaded once only."""

    gil_claim: str
    load_once: bool = False


def decide_claims(model: Extension, stays: Mapping[str, Obstacle], settings: ClaimSettings) -> Claims:
    """Return the strongest claim that is true; *stays* holds the symbols that remain process-wide, and why."""
    residue = tuple(_residue(model, stays))
    refusals = tuple(_refusals(model))
    doubts = (*refusals, *_doubts(model))
    if silent_api(model) is not None:
        return Claims("", settings.load_once, (*residue, *doubts))
    shares = any(item.is_object for item in residue) or _keeps_foreign_api(model, stays)
    if settings.load_once or shares or refusals:
        # What was multi-phase has said, by a slot or by none, where it can be loaded: that is as true as before.
        is_new = model.init is not None and not model.init.multi_phase
        claim = NOT_SUPPORTED if is_new and settings.gil_claim != "none" else ""
        return Claims(claim, settings.load_once, (*residue, *doubts))
    if settings.gil_claim == "none":
        return Claims("", False, (*residue, *doubts))
    provable = not residue and not doubts
    if not provable and settings.gil_claim == "auto" and SUPPORT_VALUES[NOT_SUPPORTED] in model.identifiers:
        # Somebody may have known of what is doubtful here.
        return Claims("", False, (*residue, *doubts))
    own = settings.gil_claim == "own" or (settings.gil_claim == "auto" and provable)
    return Claims(OWN if own else SHARED, False, (*residue, *doubts))


def _refusals(model: Extension) -> Iterator[Residue]:
    """Yield where the initialisation asks which interpreter is the main one, as it does to refuse others (G668)."""
    init = model.init
    symbols = {*model.init_only_functions, *((init.entry, init.builder) if init is not None else ())}
    for symbol in sorted(symbols & model.functions.keys()):
        for call in (one for one in model.calls(symbol) if one.name.text == MAIN_INTERPRETER):
            where = model.location(model.functions[symbol].definition.path, call.name.start)
            reason = "the initialisation asks for the main interpreter, as it does to refuse others (G668)"
            yield Residue(call.name.text.decode(), where, reason, "process-state", False, is_variable=False)


def _keeps_foreign_api(model: Extension, stays: Mapping[str, Obstacle]) -> bool:
    """Tell whether a variable stays that leads to the C API of another module, which each interpreter has its own of.

    The interpreter that imports it last gives them its table (G578).
    """
    return any(item.symbol in stays and is_api_table(model, item) for item in model.globals)


def objects_among(model: Extension, stays: Mapping[str, Obstacle]) -> tuple[StaticType | Global, ...]:
    """Return what of *stays* can lead to Python objects of the module."""
    holding = holders_of_objects(model.by_symbol) if stays else frozenset()
    types = [item for item in model.types if item.symbol in stays]
    variables = [
        item
        for item in model.globals
        if item.symbol in stays
        and (item.kind is not GlobalKind.DATA or points_to_objects(holding, item.declaration))
        and stays[item.symbol].rule != "shared-constant"
    ]
    return (*types, *variables)


def _residue(model: Extension, stays: Mapping[str, Obstacle]) -> Iterator[Residue]:
    subjects: tuple[StaticType | Global, ...] = (*model.types, *model.globals)
    objects = {item.symbol for item in objects_among(model, stays)}
    for item in subjects:
        if item.symbol in stays:
            obstacle = stays[item.symbol]
            yield Residue(item.name, obstacle.location, obstacle.reason, obstacle.rule, item.symbol in objects)


def _doubts(model: Extension) -> Iterator[Residue]:
    here = model.location(model.main_path, 0)
    for library in model.libraries:
        if library not in _RUNTIME_LIBRARIES:
            reason = (
                f"the {library} library is linked in, and may keep state of the whole process (G113): "
                "pass --gil-claim own if the library is known to be safe"
            )
            yield Residue(library, here, reason, "process-state", False, is_variable=False)
    if not model.libraries:
        yield from _library_headers(model)
    yield from _unread_code(model)
    if model.absent_sources:
        name, *others = model.absent_sources
        verb = "is" if len(others) == 1 else "are"
        more = f", and {len(others)} more {verb} missing as well" if others else ""
        reason = f"the source {name} isn't there, and may keep state of the whole process (G385){more}"
        yield Residue(name, here, reason, "process-state", False, is_variable=False)
    for name, place in types_of_other_platforms(model).items():
        reason = (
            "a static type that other platforms have, and that can't be read here (G520): migrate it by hand, or there"
        )
        yield Residue(name, place, reason, "process-state", False, is_variable=False)
    yield from _calls(model)
    for hook in process_hooks(model):
        reason = "the process calls what is registered here, whatever interpreters there are (G319)"
        yield Residue(hook.call.name.text.decode(), hook.location, reason, "process-state", False, is_variable=False)
    yield from _foreign_apis(model)


def _unread_code(model: Extension) -> Iterator[Residue]:
    """Yield the first function that a file of the project declares, code calls, and no source that is read defines."""
    called = (items[0] for symbol, items in model.by_symbol.items() if items and symbol in model.uses)
    unread = (item for item in called if _is_unread(model, item))
    first = min(unread, key=lambda item: (item.path, item.name_span.start), default=None)
    if first is not None:
        reason = (
            "it is defined in code that isn't among the sources, and may keep state of the whole process (G538): pass "
            "--gil-claim own if that code is known to be safe"
        )
        where = model.location(first.path, first.name_span.start)
        yield Residue(first.name, where, reason, "process-state", False, is_variable=False)


def _is_unread(model: Extension, item: Declaration) -> bool:
    is_function = item.kind is SymbolKind.FUNCTION and item.member is None and item.linkage is Linkage.EXTERNAL
    is_own = item.path in model.files and item.path.is_relative_to(model.root)
    return is_function and is_own and item.symbol not in model.functions and not is_python(item.name.encode())


def _library_headers(model: Extension) -> Iterator[Residue]:
    """Yield the first header of another library, where nothing that is known of the build names that library."""
    pythons = {
        item.path.parent for one in model.unit_inclusions.values() for item in one if item.path.name == "Python.h"
    }
    for unit in model.units:
        for item in model.unit_inclusions[unit]:
            if item.is_project or item.includer not in model.files or not pythons.isdisjoint(item.path.parents):
                continue
            if not _is_of_the_system(item.path):
                reason = (
                    f"{item.path.name} is a header of a library, which isn't known here and may keep state of the "
                    "whole process (G113): pass --gil-claim own if the library is known to be safe"
                )
                where = model.location(item.includer, item.offset)
                yield Residue(item.path.name, where, reason, "process-state", False, is_variable=False)
                return


def _is_of_the_system(path: Path) -> bool:
    """Tell whether a header is of the C or C++ runtime; those of Python packages bring no library that is linked."""
    return (
        # Those of C++.
        not path.suffix
        or path.name in C_HEADERS
        or not C_HEADER_FOLDERS.isdisjoint(path.parts[-3:-1])
        or not _OF_PACKAGES.isdisjoint(path.parts)
    )


def _calls(model: Extension) -> Iterator[Residue]:
    """Yield the calls that mean the same for all interpreters."""
    reasons = dict.fromkeys(DATA, "all interpreters get the same, as a process has one (G423)")
    reasons[b"PyGILState_Ensure"] = "PyGILState_Ensure binds to the main interpreter (G111)"
    for symbol in functions_naming(model, reasons):
        for call in model.calls(symbol):
            if call.name.text in reasons:
                where = model.location(model.functions[symbol].definition.path, call.name.start)
                reason, name = reasons[call.name.text], call.name.text.decode()
                yield Residue(name, where, reason, "process-state", False, is_variable=False)


def once_per_process(model: Extension) -> str:
    """Return the module whose C API is imported here, and which can't be loaded by further interpreters."""
    names = {MODULES[word] for file in model.files.values() for word in MODULES.keys() & file.lexed.words}
    return next(iter(sorted(names & LOADED_ONCE)), "")


def _foreign_apis(model: Extension) -> Iterator[Residue]:
    """Yield the uses of C APIs whose objects interpreters with a GIL of their own would share, one for each API."""
    seen: set[str] = set()
    for path, file in model.files.items():
        if file.lexed.words.isdisjoint(MODULES):
            continue
        for token in file.tokens:
            name = MODULES.get(token.text)
            if name is not None and name not in seen:
                seen.add(name)
                reason = f"the C API of {name} is kept once per process, with types that all interpreters share (G85)"
                yield Residue(
                    token.text.decode(),
                    model.location(path, token.start),
                    reason,
                    "process-state",
                    False,
                    is_variable=False,
                )
