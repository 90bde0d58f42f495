"""A method that C code calls with other objects becomes a function for C code and a method that calls it (G363)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.places.in_functions import unused_name
from unstatic.model.extension import Extension
from unstatic.rewriting.forwarding import declared, forwarding, parameters_of
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_of, top_level_start
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .shared_methods import SharedMethod, is_of_module, shared_methods, table_above


class SplitMethods(Preparation):
    """Give Python code a method of its own where C code calls the same function with other objects."""

    name = "split-methods"
    title = "Give methods that C code calls as well a function for each caller"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each method that C code calls with what may not lead to the module."""
        for item in shared_methods(model):
            edits = tuple(_edits(model, item))
            reason = f"C code calls {item.function.name} with what doesn't lead to the module"
            if edits:
                yield Change(item.subject, self.name, reason, Safety.SAFE, edits)


def _edits(model: Extension, item: SharedMethod) -> Iterator[Edit]:
    definition = item.function.definition
    file = model.files[definition.path]
    style = style_of(model, file)
    parameters = parameters_of(model, item.function)
    if not parameters or definition.body is None:
        return
    old = definition.name.encode()
    new = unused_name(model.identifiers, old + (b"_function" if is_of_module(item.function) else b"_method"))
    if is_of_module(item.function) and b"module" not in (name for _, name in parameters):
        parameters = ((parameters[0][0], b"module"), *parameters[1:])
    written = [declared(kind, name) for kind, name in parameters]
    given = [name for _, name in parameters]
    if item.takes_nothing and len(parameters) == 2:  # noqa: PLR2004 - an object and NULL
        written[1] = b"PyObject *Py_UNUSED(ignored)"
        given[1] = b"NULL"
    head = filled(b"$name($parameters)", name=new, parameters=b", ".join(written))
    result = b"static PyObject *"
    above = table_above(model, item)
    if above is not None:
        at = top_level_start(file, above)
        yield Edit(definition.path, Span(at, at), style.lines(result + head + b";", b""))
    end = file.source.line_end(definition.body.end - 1)
    yield Edit(definition.path, Span(end, end), style.newline + forwarding(style, result, head, old, given))
    for use in item.entries:
        yield Edit(use.path, Span(use.offset, use.offset + len(old)), new)


REWRITE: Preparation = SplitMethods()
