"""Types that Argument Clinic's output names: it says `clinic_state()->box_type` once its input does.

The input names types in its `class` lines and in `subclass_of`. Where the same text is put for them in both, that is
what would be written anew; the macro `clinic_state()` stands around the include and says how the state is found. Where
that differs, as `__new__` is given a class and methods an instance, it is written in each place instead (G461).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.clinic import blocks_of
from unstatic.facts.state.direct_calls import first_argument_of
from unstatic.model.extension import Extension, Function, GlobalKind, Reference
from unstatic.model.fact import fact
from unstatic.project.discovery.generators import generator_of
from unstatic.text.source import Span

STATE = b"clinic_state()"
_MACRO = b"clinic_state"
_GENERATOR = "Argument Clinic"


@dataclass(frozen=True, slots=True)
class Output:
    """A file that Argument Clinic wrote whole: where it is included, and the functions in it that name types."""

    path: Path
    includer: Path
    include: int
    """The offset of the `#include`."""
    functions: tuple[str, ...]
    is_uniform: bool
    """Whether all of these find the state in the same way."""


@fact
def clinic_outputs(model: Extension) -> Mapping[Path, Output]:
    """Return the files in which types can be named by way of the state."""
    if _MACRO in model.identifiers:
        return {}
    found = (_output(model, path) for path in model.files)
    return {item.path: item for item in found if item is not None}


def _output(model: Extension, path: Path) -> Output | None:
    data = model.files[path].source.data
    generator = generator_of(data)
    blocks = blocks_of(data)
    if generator is None or generator.name != _GENERATOR or len(blocks) != 1 or not blocks[0].is_intact(data):
        return None
    places = {
        (item.includer, item.offset) for unit in model.unit_inclusions.values() for item in unit if item.path == path
    }
    uses = [use for symbol in _named_there(model) for use in model.uses.get(symbol, ()) if use.path == path]
    functions = tuple(dict.fromkeys(use.function or "" for use in uses))
    given = {_first(model, function) for function in functions}
    if len(places) != 1 or not given or not all(name for _, name in given):
        return None
    includer, offset = places.pop()
    is_plain = includer in model.files and not model.files[includer].is_conditional(offset)
    return Output(path, includer, offset, functions, len(given) == 1) if is_plain else None


def _named_there(model: Extension) -> list[str]:
    """Return types, variables that hold one, and structs that do: `subclass_of="socket_api.Sock_Type"` (G465)."""
    kinds = (GlobalKind.TYPE, GlobalKind.OBJECT_HOLDER)
    return [*(item.symbol for item in model.types), *(item.symbol for item in model.globals if item.kind in kinds)]


def _first(model: Extension, function: str) -> tuple[str, str]:
    """Return what an entry is given first, and what that is called; the same for all entries of a file, or nothing."""
    item = model.functions.get(function)
    kinds = {first_argument_of(model, role) for role in item.roles} if item is not None else set()
    if item is None or item.escapes or len(kinds) != 1 or not item.definition.parameters:
        return "", ""
    declared = model.by_symbol.get(item.definition.parameters[0], ())
    return kinds.pop(), declared[0].name if declared else ""


@fact
def clinic_uses(model: Extension, symbol: str) -> frozenset[tuple[Path, int]]:
    """Return where Argument Clinic's output names a type, if all of that can be written by way of the state."""
    outputs = clinic_outputs(model)
    uses = [use for use in model.uses.get(symbol, ()) if use.path in outputs]
    if not uses or not all(_is_written(model, use) for use in uses) or not _inputs_agree(model, symbol, uses):
        return frozenset()
    return frozenset((use.path, use.offset) for use in uses)


def _is_written(model: Extension, use: Reference) -> bool:
    return use.via_macro is None and use.function in clinic_outputs(model)[use.path].functions


def _inputs_agree(model: Extension, symbol: str, uses: Iterable[Reference]) -> bool:
    """Tell whether the input names the type, each place for functions that find the state in the same way."""
    inputs = list(clinic_inputs(model, symbol))
    if all(clinic_outputs(model)[use.path].is_uniform for use in uses):
        return bool(inputs)
    functions = {use.function or "" for use in uses}
    given = {place: {_first(model, one) for one in served} for place, served in _served(model, inputs, functions)}
    served = {one for _, found in _served(model, inputs, functions) for one in found}
    return served == functions and all(len(kinds) <= 1 for kinds in given.values())


def input_functions(model: Extension, symbol: str) -> Mapping[tuple[Path, Span], str]:
    """Return a function whose output is made of each place in the input that names a type."""
    functions = {use.function or "" for use in model.uses.get(symbol, ()) if use.path in clinic_outputs(model)}
    inputs = list(clinic_inputs(model, symbol))
    return {place: min(served) for place, served in _served(model, inputs, functions) if served}


def _served(
    model: Extension, inputs: Sequence[tuple[Path, Span]], functions: Set[str]
) -> Iterator[tuple[tuple[Path, Span], frozenset[str]]]:
    """Yield for each place in the input the functions that are made of it.

    What a function's own block names is in its output; the `class` line says what stands in all others.
    """
    names = {symbol: model.functions[symbol].name for symbol in functions if symbol in model.functions}
    blocks = {place: _named_in(model, place) for place in inputs}
    own = frozenset(blocks.values())
    for place, named in blocks.items():
        yield place, frozenset(one for one, name in names.items() if (name if name in own else "") == named)


def _named_in(model: Extension, place: tuple[Path, Span]) -> str:
    """Return the function in whose block the input names something; nothing for a block of `class` lines."""
    data = model.files[place[0]].source.data
    block = next(one for one in blocks_of(data) if one.input.covers(place[1]))
    lines = (line.strip() for line in data[block.input.start : block.input.end].splitlines())
    head = next((line for line in lines if line and not line.startswith(b"@")), b"")
    if head.startswith((b"class ", b"module ")):
        return ""
    name, _, given = head.partition(b" as ")
    name = given.strip() or name.partition(b" ")[0].removesuffix(b".__new__").replace(b".", b"_")
    return name.decode("latin-1")


def clinic_inputs(model: Extension, symbol: str) -> Iterator[tuple[Path, Span]]:
    """Yield where Argument Clinic's input names, quoted, a type, its `&` included, or a struct without the member."""
    name = next((item.name.encode() for item in model.by_symbol.get(symbol, ())), b"")
    pattern = re.compile(rb"""(?<=["'])&?""" + re.escape(name) + rb"""(?=(?:\.\w+)*["'])""")
    for path, file in model.files.items():
        data = file.source.data
        if not path.is_relative_to(model.root) or not model.sees(path, symbol) or b"[clinic input]" not in data:
            continue
        for block in blocks_of(data):
            for match in pattern.finditer(data, block.input.start, block.input.end):
                if block.is_intact(data):
                    yield path, Span(*match.span())


def site_of(model: Extension, path: Path, offset: int) -> tuple[Path, int]:
    """Return where the state has to be known for what stands at a place: for Argument Clinic's output, the include."""
    output = clinic_outputs(model).get(path)
    return (path, offset) if output is None else (output.includer, output.include)


def clinic_converter(model: Extension, function: Function) -> Reference | None:
    """Return where Argument Clinic's output calls a converter of an argument, which it gives the argument alone.

    No input can tell it to hand such a function more; what an `_impl` function is given, the input says.
    """
    definition = function.definition
    declared = [item for symbol in definition.parameters for item in model.by_symbol.get(symbol, ())[:1]]
    types = [item.canonical_type for item in declared]
    is_converter = len(types) == 2 and types[1].endswith("*") and definition.result_type == "int"
    if not is_converter or definition.name.endswith("_impl"):
        return None
    found = [use for use in model.uses.get(function.symbol, ()) if use.is_call and _is_output(model, use.path)]
    return found[0] if found else None


def _is_output(model: Extension, path: Path) -> bool:
    generator = generator_of(model.files[path].source.data)
    return generator is not None and generator.name == _GENERATOR
