"""`error = PyErr_NewException(...); Py_INCREF(error);` in an initialisation that runs for each module from now on."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.model.extension import Extension
from unstatic.model.subjects import init_subject
from unstatic.rewriting.protocol import Preparation
from unstatic.rewriting.style import bare_lines, style_in
from unstatic.rewriting.template import filled
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

from .unchecked import Unchecked, unchecked_results


class CheckedResults(Preparation):
    """Test what the initialisation makes where it would crash without it."""

    name = "checked-results"
    title = "Test whether the initialisation could make its objects"
    stands_alone = False

    def changes(self, model: Extension, minimum: tuple[int, int]) -> Iterator[Change]:  # noqa: ARG002 - the protocol
        """Yield one change for each object: it stays if the module is initialised anew."""
        if model.init is None or model.init.multi_phase:
            return
        subject = init_subject(model, model.init.entry)
        for found in unchecked_results(model):
            name = model.functions[found.function].name
            reason = f"{name} uses it without a test, and runs for each module that is made"
            yield Change(subject, self.name, reason, Safety.SAFE, (_edit(model, found),))


REWRITE = CheckedResults()


def _edit(model: Extension, found: Unchecked) -> Edit:
    """Return the edit that puts a test on the lines behind a statement."""
    file = model.files[model.functions[found.function].definition.path]
    source, style = file.source, style_in(model, found.function)
    span = found.statement.span
    indent = source.indent_at(span.start)
    condition = filled(b"$variable == NULL", variable=found.variable)
    lines = [indent + line for line in style.check(condition, *found.leave)]
    whole = bare_lines(file, span)
    if whole != span:
        # An empty line below declarations stays there.
        following = source.line_end(whole.end)
        is_empty = found.is_declared and not source.data[whole.end : following].strip()
        at = following if is_empty else whole.end
        return Edit(source.path, Span(at, at), style.lines(*lines))
    # Something else stands on the line: it gets one of its own.
    rest = source.data[span.end : source.line_end(span.end)]
    blanks = len(rest) - len(rest.lstrip(b" \t"))
    text = style.newline + style.newline.join(lines) + style.newline + indent
    return Edit(source.path, Span(span.end, span.end + blanks), text)
