"""A function that other extensions and C code here call becomes one for each (G448)."""

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

from .kept_exports import KeptExport
from .shared_exports import SharedExport, split_exports


class SplitExports(Preparation):
    """Give other extensions a function of their own where C code here calls the same one."""

    name = "split-exports"
    title = "Give functions that are handed out and called here a function for each caller"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each function in a table that C code here calls as well."""
        for item in split_exports(model):
            reason = f"C code that has the module calls {item.function.name}, which other extensions call without it"
            edits = _edits(model, item) if isinstance(item, SharedExport) else _kept_edits(model, item)
            yield Change(item.subject, self.name, reason, Safety.SAFE, tuple(edits))


def _kept_edits(model: Extension, item: KeptExport) -> Iterator[Edit]:
    """Yield the function for C code here, under a name of its own, and the one that other extensions call below it."""
    definition = item.function.definition
    assert definition.body is not None
    file = model.files[definition.path]
    style = style_of(model, file)
    old = definition.name.encode()
    new = unused_name(model.identifiers, old + b"_impl")
    at = definition.name_span.start
    result = (definition.result_type or "").encode()
    yield Edit(definition.path, Span(definition.span.start, definition.span.start), b"static ")
    for place in (at, *(use.offset for use in item.calls)):
        yield Edit(definition.path, Span(place, place + len(old)), new)
    head = file.source.text(Span(at, definition.body.start)).rstrip()
    given = [name for _, name in parameters_of(model, item.function)]
    below = file.source.line_end(definition.body.end - 1)
    text = forwarding(style, result, head, new, given)
    yield Edit(definition.path, Span(below, below), style.newline + text)


def _edits(model: Extension, item: SharedExport) -> Iterator[Edit]:
    path = item.holder.path
    file = model.files[path]
    style = style_of(model, file)
    old = item.function.definition.name.encode()
    new = unused_name(model.identifiers, old + b"_capi")
    parameters = parameters_of(model, item.function)
    written = b", ".join(declared(kind, name) for kind, name in parameters)
    head = filled(b"$name($parameters)", name=new, parameters=written)
    result = b"static " + (item.function.definition.result_type or "").encode()
    at = top_level_start(file, item.holder)
    text = forwarding(style, result, head, old, [name for _, name in parameters])
    yield Edit(path, Span(at, at), text + style.newline)
    for use in item.entries:
        yield Edit(path, Span(use.offset, use.offset + len(old)), new)


REWRITE: Preparation = SplitExports()
