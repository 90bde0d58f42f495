"""`module_init()` imports Python code that imports the module back: a function that is called last does it instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.syntax import Statement
from unstatic.facts.places.in_functions import comments_above, unused_name
from unstatic.model.extension import Extension, File
from unstatic.model.subjects import init_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import bare_lines, style_in, whole_lines
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .cycles import EarlyImports, early_imports, span_of


class LateImports(Preparation):
    """Import what imports the module back once the module is complete."""

    name = "late-imports"
    title = "Import what imports the module back once the module is complete"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for the helper that imports too early."""
        found = early_imports(model)
        if found is None or model.init is None:
            return
        reason = f"{found.module} imports the module back, which has to be complete by then"
        subject = init_subject(model, model.init.entry)
        yield Change(subject, self.name, reason, Safety.REVIEW, tuple(_edits(model, found)))


REWRITE: Preparation = LateImports()


def _edits(model: Extension, found: EarlyImports) -> Iterator[Edit]:
    definition = model.functions[found.helper.function].definition
    file, path = model.files[definition.path], definition.path
    assert definition.body is not None
    name = unused_name(model.identifiers, b"import_" + found.module.partition(".")[0].encode())
    yield from (Edit(path, whole_lines(file, _lines(file, run)), b"") for run in found.runs)
    if found.dropped:
        behind = file.source.line_end(found.ending[-1].span.end - 1)
        yield Edit(path, Span(behind, file.source.line_end(found.dropped[-1].span.end - 1)), b"")
    end = file.source.line_end(definition.body.end - 1)
    yield Edit(path, Span(end, end), file.source.newline + _function(model, found, name))
    assert model.init is not None
    yield _call(model, found, name)


def _function(model: Extension, found: EarlyImports, name: bytes) -> bytes:
    definition = model.functions[found.helper.function].definition
    file = model.files[definition.path]
    source, newline = file.source, file.source.newline
    assert definition.body is not None
    head = source.text(Span(definition.span.start, definition.name_span.start)) + name
    head += source.text(Span(definition.name_span.end, definition.body.start + 1)) + newline
    declared = b"".join(source.text(bare_lines(file, item.span)) for item in found.declared)
    runs = newline.join(source.text(_lines(file, run)) for run in found.runs)
    ending = source.text(_lines(file, found.ending))
    dropped = b"".join(source.text(bare_lines(file, item.span)) for item in found.dropped)
    parts = (declared, runs, ending, dropped)
    return head + newline.join(part for part in parts if part) + b"}" + newline


def _lines(file: File, run: Sequence[Statement]) -> Span:
    """Return the lines of statements that follow each other, with the comment right above them."""
    lines = bare_lines(file, span_of(run))
    return Span(comments_above(file, lines.start), lines.end)


def _call(model: Extension, found: EarlyImports, name: bytes) -> Edit:
    """Return the test of the new function before the module is returned, which is released if that fails."""
    builder = found.helper.caller
    file = model.files[model.functions[builder].definition.path]
    style = style_in(model, builder)
    at = comments_above(file, file.source.line_start(found.leave.span.start))
    indent = file.source.indent_at(found.leave.span.start)
    module = found.leave.head[0].text
    lines = style.check(
        filled(b"$name() < 0", name=name), filled(b"Py_DECREF($module);", module=module), b"return NULL;"
    )
    return Edit(file.source.path, Span(at, at), style.lines(*(indent + line for line in lines), b""))
