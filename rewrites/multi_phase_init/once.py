"""Tables of the process are filled by the first module only, as single-phase initialisation ran once (G89)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.module.table_fillers import fillers
from unstatic.model.extension import Extension
from unstatic.rewriting.style import Style, top_level_start
from unstatic.rewriting.template import c_lines, c_text
from unstatic.text.edits import Edit
from unstatic.text.source import Span

_FLAG = b"""
    /* Others may use $variable when another module is initialised. */
    static int $flag;
"""
_TEST = b"""
    if (!$flag) {
        $statements
        $flag = 1;
    }
"""


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
        at = top_level_start(file, function)
        text = c_text(style, _FLAG, variable=filler.variable.encode(), flag=flag)
        yield Edit(function.path, Span(at, at), text + style.newline)
        span = filler.span
        indent = file.source.indent_at(span.start)
        first, *others = file.source.text(span).splitlines(keepends=True)
        statements = b"".join([first, *(style.indent + line if line.strip() else line for line in others)])
        first, *rest = c_lines(style, _TEST, flag=flag, statements=statements)
        yield Edit(function.path, span, style.newline.join([first, *(indent + line for line in rest)]))
