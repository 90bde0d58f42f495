"""Tables of the process are filled by the first module only, as single-phase initialisation ran once (G89)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.module.table_fillers import fillers
from unstatic.model.extension import Extension
from unstatic.rewriting.style import Style, top_level_start
from unstatic.text.edits import Edit
from unstatic.text.source import Span


def once_edits(model: Extension, flow: InitFlow, style: Style) -> Iterator[Edit]:
    """Yield a flag for the statements that fill tables, and the test of it."""
    function = model.functions[flow.function].definition
    file = model.files[function.path]
    taken: set[bytes] = set()
    for filler in fillers(model, flow.function):
        flag = filler.variable.encode() + b"_filled"
        if flag in model.identifiers or flag in taken:
            continue
        taken.add(flag)
        at = top_level_start(file, function.span.start)
        lines = (
            b"/* Others may use " + filler.variable.encode() + b" when another module is initialised. */",
            b"static int " + flag + b";",
            b"",
        )
        yield Edit(function.path, Span(at, at), style.lines(*lines))
        span = filler.span
        indent = file.source.indent_at(span.start)
        first, *others = file.source.text(span).splitlines(keepends=True)
        statements = b"".join([first, *(style.indent + line if line.strip() else line for line in others)])
        head, inner, end = style.check(b"!" + flag, statements)
        text = [head, indent + inner, indent + style.indent + flag + b" = 1;", indent + end]
        yield Edit(function.path, span, style.newline.join(text))
