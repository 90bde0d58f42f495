"""What a module in two phases does before there is a module, `if (make_strings() < 0) return NULL;`, goes to exec.

PyInit_x only returns the definition then. Objects that are made there could be nobody's but the process's (G301).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.module.call_contexts import reached
from unstatic.facts.places.in_functions import comments_above
from unstatic.model.extension import Extension, File, Global, GlobalKind, Macro
from unstatic.model.initialiser_values import is_null
from unstatic.model.subjects import global_subject
from unstatic.rewriting.style import style_of, whole_lines, without_gap
from unstatic.text.edits import Change, Edit, Safety
from unstatic.text.source import Span

_DEFINES = b"PyModuleDef_Init"
_CREATE_SLOT = b"Py_mod_create"


def early_change(model: Extension, rule: str) -> Change | None:
    """Return the change that moves what stands before `return PyModuleDef_Init(&def);`, if it makes objects."""
    init = model.init
    assert init is not None
    if init.builder == init.entry or _has_create_slot(model):
        return None
    function = _defining(model)
    body = model.body(function) if function is not None else None
    if function is None or body is None or model.functions[init.builder].definition.body is None:
        return None
    early = body.children[:-1]
    made = _made(model, function, early)
    if made is None or not all(_can_move(model, function, one) for one in early):
        return None
    reason = f"{model.functions[function].name} makes {made.name} before there is a module that could own it"
    return Change(global_subject(model, made), rule, reason, Safety.SAFE, tuple(_edits(model, function, early)))


def _has_create_slot(model: Extension) -> bool:
    naming = (file.lexed.tokens for file in model.files.values() if _CREATE_SLOT in file.lexed.words)
    return any(token.text == _CREATE_SLOT for tokens in naming for token in tokens)


def _defining(model: Extension) -> str | None:
    """Return the function whose last statement is `return PyModuleDef_Init(&def);`, and that runs for nothing else."""
    init = model.init
    assert init is not None
    called = [use.symbol for use in model.uses_in.get(init.entry, ()) if use.is_call]
    for symbol in (init.entry, *called):
        if symbol not in model.functions or model.functions[symbol].alternatives:
            continue
        callers = {use.function for use in model.uses.get(symbol, ())}
        children = model.body(symbol).children
        last = children[-1] if children else None
        ends = last is not None and last.kind is StatementKind.RETURN and bool(last.head)
        if ends and last is not None and last.head[0].text == _DEFINES and callers <= {init.entry}:
            return symbol
    return None


def _made(model: Extension, function: str, early: Sequence[Statement]) -> Global | None:
    """Return the first object that the statements make; None if one of them has nothing to do with objects."""
    found: Global | None = None
    objects = [item for item in model.globals if item.kind is not GlobalKind.DATA]
    path = model.functions[function].definition.path
    for statement in early:
        used = [use for use in model.uses_in.get(function, ()) if use.path == path and use.offset in statement.span]
        called = {one for use in used if use.symbol in model.functions for one in reached(model, use.symbol)}
        written = [
            item
            for item in objects
            for use in item.written
            if use.function in called or (use.function == function and use.offset in statement.span)
        ]
        tested = [item for item in objects if any(use.symbol == item.symbol for use in used)]
        if not written and not tested:
            return None
        found = found or (written or tested)[0]
    return found


def _can_move(model: Extension, function: str, statement: Statement) -> bool:
    """Tell whether a statement means the same in another function: it names no local variable, and returns NULL."""
    file = model.files[model.functions[function].definition.path]
    local = {item.symbol for item in model.locals.get(function, ())}
    for one in statement.walk():
        if one.kind not in (StatementKind.SIMPLE, StatementKind.IF, StatementKind.BLOCK, StatementKind.RETURN):
            return False
        if one.kind is StatementKind.RETURN and not is_null(one.head):
            return False
    if file.conditionals_around(statement.span.start) or file.directives_in(statement.span):
        return False
    names = (file.written[token.start] for token in statement.tokens if token.start in file.written)
    if any(name.symbol in local for name in names):
        return False
    return not any(any(one.text == b"return" for one in each.body) for each in _macros(model, statement))


def _macros(model: Extension, statement: Statement) -> Iterator[Macro]:
    names = (token.text.decode("latin-1") for token in statement.tokens)
    return (each for name in names if name in model.macros for each in model.macros[name].all)


def _edits(model: Extension, function: str, early: Sequence[Statement]) -> Iterator[Edit]:
    assert model.init is not None
    source = model.files[model.functions[function].definition.path]
    target_function = model.functions[model.init.builder].definition
    target = model.files[target_function.path]
    style = style_of(model, target)
    first = model.body(model.init.builder).children[0]
    at = target.source.line_start(first.span.start)
    at = comments_above(target, at)
    texts = [_text(source, one) for one in early]
    lines = [style.indent + line if line.strip() else line for text in texts for line in text]
    yield Edit(target.source.path, Span(at, at), style.lines(*lines, b""))
    for one in early:
        start = comments_above(source, source.source.line_start(one.span.start))
        yield Edit(source.source.path, without_gap(source, whole_lines(source, Span(start, one.span.end))), b"")


def _text(file: File, statement: Statement) -> list[bytes]:
    """Return the lines of a statement and of the comment above it, without their indent; it returns -1 for NULL."""
    start = comments_above(file, file.source.line_start(statement.span.start))
    data, found = file.source.data, b""
    at = start
    for one in statement.walk():
        if one.kind is StatementKind.RETURN:
            found += data[at : one.head[0].start] + b"-1"
            at = one.head[-1].end
    found += data[at : statement.span.end]
    indent = len(file.source.indent_at(statement.span.start))
    return [line[indent:] if not line[:indent].strip() else line for line in found.splitlines()]
