"""`void init_box(PyObject *module)`, which makes a type ready, gives -1 if it fails; its caller leaves then."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.model.extension import Extension
from unstatic.model.subjects import init_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import style_in, style_of
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .helpers import VoidHelper, returns_of, void_helpers


class VoidHelpers(Preparation):
    """Let the functions that make types ready say when they fail."""

    name = "void-helpers"
    title = "Let the functions that make types ready say when they fail"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each function: they stay if the module is initialised anew."""
        if model.init is None:
            return
        subject = init_subject(model, model.init.entry)
        for helper in void_helpers(model):
            name = model.functions[helper.function].name
            told = "returns nothing" if helper.results else "nobody asks for what it returns"
            reason = f"{name} makes types, which can fail, and {told}"
            edits = (*_own_edits(model, helper), _call_edit(model, helper))
            yield Change(subject, self.name, reason, Safety.SAFE, edits)


REWRITE = VoidHelpers()


def _own_edits(model: Extension, helper: VoidHelper) -> Iterator[Edit]:
    for declaration, result in helper.results:
        yield Edit(declaration.path, result, b"int")
    definition = model.functions[helper.function].definition
    for statement, text in returns_of(model, helper):
        yield Edit(definition.path, Span(statement.span.start, statement.span.end - 1), text.removesuffix(b";"))
    if not model.body(helper.function).leaves:
        assert definition.body is not None
        file = model.files[definition.path]
        style = style_of(model, file)
        at = file.source.line_start(definition.body.end - 1)
        yield Edit(definition.path, Span(at, at), style.lines(style.indent + b"return 0;"))


def _call_edit(model: Extension, helper: VoidHelper) -> Edit:
    path = model.functions[helper.caller].definition.path
    file = model.files[path]
    style = style_in(model, helper.caller)
    span = helper.call.span
    called = file.source.text(Span(span.start, helper.call.head[-1].end))
    lines = style.check(called + b" < 0", *helper.leave)
    return Edit(path, span, (style.newline + file.source.indent_at(span.start)).join(lines))
