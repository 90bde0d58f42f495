"""A new first parameter of a function, and the argument for it at each call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from unstatic.analyse.members import after_template_arguments
from unstatic.analyse.module_arguments import module_parameter, without_module
from unstatic.analyse.places import free_name
from unstatic.clex import Token
from unstatic.csyntax import closing
from unstatic.edits import Edit
from unstatic.model import Declaration, Extension
from unstatic.source import Span


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
    return Edit(declaration.path, Span(at, at), declared + b", ")


def first_argument(path: Path, tokens: tuple[Token, ...], index: int, argument: bytes) -> Iterator[Edit]:
    """Yield the edit that puts *argument* in front of those of the call whose name is at *index*."""
    opening = after_template_arguments(tokens, index + 1)
    while opening < len(tokens) and tokens[opening].text == b")":
        opening += 1
    if opening >= len(tokens) or tokens[opening].text != b"(":
        return
    following = tokens[opening + 1]
    at = tokens[opening].end
    separator = b"" if following.text == b")" else b"," if following.opens_line else b", "
    yield Edit(path, Span(at, at), argument + separator)


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
                yield from first_argument(use.path, file.tokens, file.index_at(use.offset), self.name(use.function))
