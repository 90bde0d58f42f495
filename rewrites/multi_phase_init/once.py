"""What happens for the first module only, as single-phase initialisation ran once: tables, hooks (G89, G319)."""

from __future__ import annotations

from collections.abc import Iterator

from unstatic.c.syntax import StatementKind
from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.once.fillers import fillers
from unstatic.facts.once.hooks import process_hooks
from unstatic.model.extension import Extension
from unstatic.rewriting.guards import declared_flag, guarded, set_once
from unstatic.rewriting.style import Style, style_of, top_level_start
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

_HOOK = b"The process calls $hook as often as it was registered."


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
        yield from set_once(style, file, function, filler.span, filler.variable.encode(), flag)


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
        yield Edit(function.path, Span(at, at), declared_flag(style, flag, filled(_HOOK, hook=hook.name.encode())))
        span = hook.statement.span
        if hook.statement.kind is StatementKind.SIMPLE:
            yield guarded(style, file, span, flag=flag)
            continue
        yield Edit(function.path, Span(hook.call.name.start, hook.call.name.start), filled(b"!$flag && ", flag=flag))
        after = style.newline + file.source.indent_at(span.start) + filled(b"$flag = 1;", flag=flag)
        yield Edit(function.path, Span(span.end, span.end), after)
