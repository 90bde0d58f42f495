"""A new first parameter of a function, and the argument for it at each call."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from unstatic.c.lexer import Token
from unstatic.c.syntax import Call, calls, closing, split
from unstatic.facts.module.module_parameters import module_parameter, without_module
from unstatic.facts.places.in_functions import free_name
from unstatic.facts.state.cpp_members import after_template_arguments
from unstatic.model.extension import Declaration, Extension, File, Function
from unstatic.text.columns import columns
from unstatic.text.edits import Edit
from unstatic.text.source import SourceFile, Span

# Two may be on lines of their own because they didn't fit one.
_LISTED = 3
_SURELY_FITTING = 60
_NAME = string.ascii_letters.encode() + string.digits.encode() + b"_"


def first_parameter(model: Extension, declaration: Declaration, declared: bytes) -> Edit:
    """Return the edit that puts *declared* in front of a function's parameters."""
    file = model.files[declaration.path].at(declaration.name_span.start)
    index = file.index_at(declaration.name_span.end)
    tokens = file.tokens
    while tokens[index].text != b"(":
        index += 1
    end = closing(tokens, index)
    inner = tokens[index + 1 : end]
    if not inner or (len(inner) == 1 and inner[0].text == b"void"):
        return Edit(declaration.path, Span(tokens[index].end, tokens[end].start), declared)
    at = inner[0].start
    given = [model.by_symbol.get(symbol, ()) for symbol in declaration.parameters]
    if declaration.body is None and given and not any(items and items[0].name for items in given):
        # A prototype that only lists types.
        declared = b", ".join(item.rstrip(_NAME).rstrip() for item in declared.split(b", "))
    return Edit(declaration.path, Span(at, at), declared + _separator(file, inner))


def _separator(file: File, inner: Sequence[Token]) -> bytes:
    """Return what stands between the first of several parameters or arguments and the rest: a comma and a blank.

    Or a line end, where each stands on a line of its own, the first one behind the parenthesis or not.
    """
    parts = split(inner)
    if not all(part and part[0].opens_line for part in parts[1:]):
        return b", "
    if inner[0].opens_line:
        return b"," + file.source.newline + file.source.indent_at(inner[0].start)
    if len(parts) == 1 or not _is_list(file.source, parts):
        return b", "
    return b"," + file.source.newline + file.source.indent_at(parts[1][0].start)


def _is_list(source: SourceFile, parts: Sequence[Sequence[Token]]) -> bool:
    """Tell whether parts stand below each other, and not for want of room."""
    line = b" ".join(source.data[source.line_start(parts[0][0].start) : parts[-1][-1].end].split())
    starts = (part[0].start for part in parts)
    below = {columns(source.data[source.line_start(start) : start]) for start in starts}
    return len(below) == 1 and (len(parts) >= _LISTED or len(line) <= _SURELY_FITTING)


def first_argument(file: File, index: int, argument: bytes) -> Iterator[Edit]:
    """Yield the edit that puts *argument* in front of those of the call whose name is at *index*."""
    tokens = file.tokens
    opening = after_template_arguments(tokens, index + 1)
    while opening < len(tokens) and tokens[opening].text == b")":
        opening += 1
    if opening >= len(tokens) or tokens[opening].text != b"(":
        return
    inner = tokens[opening + 1 : closing(tokens, opening)]
    at = inner[0].start if inner else tokens[opening].end
    yield Edit(file.source.path, Span(at, at), argument + (_separator(file, inner) if inner else b""))


def without_arguments(path: Path, call: Call, spared: Sequence[int]) -> Iterator[Edit]:
    """Yield what takes some of the arguments of a call away, or the parameters of a declaration."""
    arguments = call.arguments
    kept = next((index for index in range(len(arguments)) if index not in spared), None)
    if kept is None:
        yield Edit(path, Span(arguments[0][0].start, arguments[-1][-1].end), b"")
        return
    if kept:
        yield Edit(path, Span(arguments[0][0].start, arguments[kept][0].start), b"")
    for index in spared:
        if index > kept:
            yield Edit(path, Span(arguments[index - 1][-1].end, arguments[index][-1].end), b"")


def without_parameters(model: Extension, function: Function, spared: Sequence[int]) -> Iterator[Edit]:
    """Yield what takes some of the parameters of a function away, where it's defined and where it's declared."""
    for declaration in (function.definition, *function.prototypes):
        file = model.files[declaration.path]
        start = declaration.name_span.start
        found = calls(file.tokens_in(Span(start, declaration.span.end)))
        header = next(call for call in found if call.name.start == start)
        yield from without_arguments(declaration.path, header, spared)


class ModuleArguments:
    """The module in the functions of initialisation that need it, those included that must be given it first."""

    def __init__(self, model: Extension, wanting: Iterable[str], variable: bytes) -> None:
        assert model.init is not None
        self._model = model
        self._builder = model.init.builder
        self._variable = variable
        added = without_module(model, wanting)
        assert added is not None
        self.added: Mapping[str, bytes] = {item: free_name(model, item, b"module", b"mod") for item in sorted(added)}

    def name(self, function: str) -> bytes:
        """Return what the module is called in *function*."""
        if function == self._builder:
            return self._variable
        if function in self.added:
            return self.added[function]
        index = module_parameter(self._model, function)
        assert index is not None
        symbol = self._model.functions[function].definition.parameters[index]
        return self._model.by_symbol[symbol][0].name.encode()

    def first_call(self) -> int | None:
        """Return where the builder first passes the module to a function that didn't take it."""
        uses = [use for function in self.added for use in self._model.uses.get(function, ())]
        return min((use.offset for use in uses if use.function == self._builder), default=None)

    def edits(self) -> Iterator[Edit]:
        """Yield the new parameters and arguments."""
        for function, name in self.added.items():
            found = self._model.functions[function]
            for declaration in (found.definition, *found.prototypes):
                yield first_parameter(self._model, declaration, b"PyObject *" + name)
            for use in self._model.uses.get(function, ()):
                assert use.function is not None
                file = self._model.files[use.path].at(use.offset)
                yield from first_argument(file, file.index_at(use.offset), self.name(use.function))
