"""What happens for the first module only, as single-phase initialisation ran once: tables, hooks (G89, G319)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import StatementKind
from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.once.fillers import fillers
from unstatic.facts.once.hooks import process_hooks
from unstatic.model.extension import Extension
from unstatic.rewriting.style import Style, style_of, top_level_start
from unstatic.rewriting.template import c_lines, c_text, filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

_FLAG = b"""
    /* Others may use $variable when another module is initialised. */
    static int $flag;
"""
_HOOK_FLAG = b"""
    /* The process calls $hook as often as it was registered. */
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


def hook_edits(model: Extension) -> Iterator[Edit]:
    """Yield a flag for each hook of the process, and the test of it where the hook is added."""
    taken: set[bytes] = set()
    for hook in process_hooks(model):
        flag = hook.name.encode() + b"_registered"
        if hook.statement is None or flag in taken:
            continue
        taken.add(flag)
        function = model.functions[hook.function].definition
        file = model.files[function.path]
        style = style_of(model, file)
        at = top_level_start(file, function)
        yield Edit(
            function.path, Span(at, at), c_text(style, _HOOK_FLAG, hook=hook.name.encode(), flag=flag) + style.newline
        )
        span = hook.statement.span
        indent = file.source.indent_at(span.start)
        if hook.statement.kind is StatementKind.SIMPLE:
            first, *rest = c_lines(style, _TEST, flag=flag, statements=file.source.text(span))
            yield Edit(function.path, span, style.newline.join([first, *(indent + line for line in rest)]))
            continue
        yield Edit(function.path, Span(hook.call.name.start, hook.call.name.start), filled(b"!$flag && ", flag=flag))
        after = style.newline + indent + filled(b"$flag = 1;", flag=flag)
        yield Edit(function.path, Span(span.end, span.end), after)
