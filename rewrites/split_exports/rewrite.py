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

from .shared_exports import SharedExport, shared_exports


class SplitExports(Preparation):
    """Give other extensions a function of their own where C code here calls the same one."""

    name = "split-exports"
    title = "Give functions that are handed out and called here a function for each caller"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each function in a table that C code here calls as well."""
        for item in shared_exports(model):
            reason = f"C code that has the module calls {item.function.name}, which other extensions call without it"
            yield Change(item.subject, self.name, reason, Safety.SAFE, tuple(_edits(model, item)))


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
