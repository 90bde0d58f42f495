"""Creating the module before what needs it; the statement goes away when it becomes an exec function."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from unstatic.c.lexer import Conditional
from unstatic.c.syntax import Statement, StatementKind, calls
from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.module.exec_conversion.builder import only_releases
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.places.at_file_level import statement_end
from unstatic.facts.places.in_functions import (
    above,
    after_brace,
    comments_above,
    first_statement,
    is_declaration,
    outside_conditionals,
)
from unstatic.model.configurations.conditions import dead_spans
from unstatic.model.configurations.known_macros import known_macros, texts_of
from unstatic.model.extension import Declaration, Extension, File, Function
from unstatic.plan.decisions import Plan
from unstatic.rewriting.style import Style, bare_lines, style_in, whole_lines, without_gap
from unstatic.rewriting.template import filled
from unstatic.text.edits import Edit
from unstatic.text.source import Span

# What a tool is told by a comment holds until another one.
SWITCH = re.compile(rb"clang-format (off|on)|INDENT-O(FF|N)|EXCL_(START|STOP)|NOLINT(BEGIN|END)")


def hoist_edits(
    model: Extension, plan: Plan, flow: InitFlow, style: Style, needed_at: int | None, following: Sequence[bytes]
) -> Iterator[Edit]:
    """Yield the edits that create the module before *needed_at*, with the lines *following* right after.

    *needed_at* is the offset of the first thing in the builder that needs the module, None if nothing there does. That
    may be one of the declarations that open the builder: `PyTypeObject *types[] = {&Box_Type};`.
    """
    file = model.files[model.functions[flow.function].definition.path]
    if flow.create is None:
        if following and first_statement(model, flow.function) is not None:
            yield _before_declarations(model, flow, style, needed_at, following)
        return
    create, checks = flow.create, _following_checks(model, flow)
    end = checks[-1].span.end if checks else create.span.end
    if not flow.module_name or flow.renamed:
        named = _split_module(model, plan, flow, style, following) if flow.renamed else None
        yield from named or _named_module(model, flow, style, following)
        return
    if flow.operand is None and (needed_at is None or needed_at > create.span.start):
        if following:
            at = _after(model, file, end, flow)
            yield Edit(file.source.path, Span(at, at), style.lines(*following))
        return
    at = _before_first(model, flow, needed_at)
    body = model.functions[flow.function].definition.body
    assert body is not None
    at = comments_above(file, at, body.start) if not following else at
    if flow.operand is not None:
        yield Edit(file.source.path, Span(at, at), style.lines(*_own_creation(file, flow, style), *following, b""))
        yield Edit(file.source.path, flow.operand, b"")
        return
    declared = _late_declaration(model, flow, at)
    goes = [*([declared] if declared is not None else []), create, *checks]
    moved = [_without_releases(file, statement, style) for statement in goes]
    spans = vacated(model, plan, file, [statement.span for statement in goes])
    comments = list(_comment_of(file, create, spans))
    moved[goes.index(create) : goes.index(create)] = [file.source.text(comment).rstrip() for comment in comments]
    yield Edit(file.source.path, Span(at, at), style.lines(*moved, *following) + style.newline)
    for span in [*spans, *comments]:
        yield Edit(file.source.path, span, b"")


def _comment_of(file: File, create: Statement, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the lines of the comment that speaks of nothing but the creation, which goes with the *spans*."""
    span = next(span for span in spans if create.span.start in span)
    first = with_comment(file, span).start
    if first < span.start:
        yield Span(first, span.start)


def _before_declarations(
    model: Extension, flow: InitFlow, style: Style, needed_at: int | None, following: Sequence[bytes]
) -> Edit:
    """Return the lines *following* before the first statement, or the declarations from *needed_at* on."""
    definition = model.functions[flow.function].definition
    file = model.files[definition.path]
    at = _before_first(model, flow, needed_at)
    if needed_at is None or at > needed_at:
        return Edit(file.source.path, Span(at, at), style.lines(*following))
    assert definition.body is not None
    at = above(file, definition.body, needed_at)
    is_first = model.body(flow.function).children[0].span.start >= at
    return Edit(file.source.path, Span(at, at), style.lines(*([] if is_first else [b""]), *following, b""))


def _late_declaration(model: Extension, flow: InitFlow, offset: int) -> Statement | None:
    """Return the declaration of the module's variable if it stands between *offset* and the creation."""
    assert flow.create is not None
    if flow.declaration is None or not offset < flow.declaration.span.start < flow.create.span.start:
        return None
    return model.body(flow.function).path_to(flow.declaration.name_span.start)[-1]


def _own_creation(file: File, flow: InitFlow, style: Style) -> list[bytes]:
    """Return the creation as a statement of its own, with the way out that its condition had."""
    assert flow.create is not None and flow.create.kind is StatementKind.IF and flow.made is not None
    leave = file.source.text(flow.create.children[0].span)
    lines = [filled(b"$module = $made;", module=flow.module_name, made=file.source.text(flow.made))]
    lines += (
        style.check(flow.module_name + b" == NULL", leave)
        if not leave.startswith(b"{")
        else [filled(b"if ($module == NULL) $leave", module=flow.module_name, leave=leave)]
    )
    return [style.indent + line for line in lines]


def _text(file: File, statement: Statement, style: Style) -> bytes:
    """Return the statement as the compiler sees it, without the directives and dead groups inside."""
    span = statement.span
    gone = [item.span for item in file.directives_in(span)] + [item for item in file.inactive if item.overlaps(span)]
    if not gone:
        return file.source.indent_at(span.start) + file.source.text(span)
    lines: list[bytes] = []
    start = file.source.line_start(span.start)
    while start < span.end:
        end = min(file.source.line_end(start), span.end)
        line = Span(start, end)
        if not any(item.overlaps(line) for item in gone):
            lines.append(file.source.text(line).rstrip(b"\r\n"))
        start = end
    return style.newline.join(lines)


def _without_releases(file: File, statement: Statement, style: Style) -> bytes:
    """Return the text of a statement that comes first now: there is nothing to release yet if the module fails."""
    text = _text(file, statement, style)
    for child in statement.walk():
        if only_releases(child) and child.tokens[0].opens_line:
            text = text.replace(file.source.text(whole_lines(file, child.span)), b"")
        elif only_releases(child) and not only_releases(statement):
            # `{ Py_DECREF(other); return NULL; }`
            text = text.replace(file.source.text(child.span) + b" ", b"")
    return text


def _after(model: Extension, file: File, offset: int, flow: InitFlow) -> int:
    """Return the start of the line after *offset*, conditionals of the function that hold it left behind."""
    body = model.functions[flow.function].definition.body
    assert body is not None
    around = [item for item in file.conditionals_around(offset - 1) if body.covers(item.span)]
    end = around[-1].span.end if around else offset
    return file.source.line_end(end - 1)


def _before_first(model: Extension, flow: InitFlow, needed_at: int | None) -> int:
    """Return where lines go before the first statement of the builder, or the declaration before that needs them.

    What returns the module that was made earlier stays before them, as long as it is there.
    """
    first = first_statement(model, flow.function)
    definition = model.functions[flow.function].definition
    assert first is not None and definition.body is not None
    start = first.span.start if needed_at is None else min(first.span.start, needed_at)
    statements = model.body(flow.function).children
    made = flow.create.span.start if flow.create is not None else 0
    end = made if needed_at is None else min(made, needed_at)
    asking = [item for item in lookups(model).dropped if item.span.start < end]
    if first in asking or (asking and _is_idle_before(model, flow, asking[0])):
        after = [item for item in statements if item.span.start > asking[-1].span.start]
        start = above(model.files[definition.path], definition.body, min(item.span.start for item in after))
    return outside_conditionals(model.files[definition.path], definition.body, start)


def _is_idle_before(model: Extension, flow: InitFlow, asking: Statement) -> bool:
    """Tell whether no type is made, and no function of the project called, before the search for an earlier module."""
    before = [item for item in model.body(flow.function).children if item.span.end <= asking.span.start]
    named = {call.name.text for item in before for call in calls(item.tokens)}
    return named.isdisjoint((b"PyType_Ready", *(item.name.encode() for item in model.functions.values())))


def _following_checks(model: Extension, flow: InitFlow) -> list[Statement]:
    """Return the null test that directly follows the creation."""
    if flow.create is None:
        return []
    siblings = _siblings(model.body(flow.function), flow.create)
    index = siblings.index(flow.create) if flow.create in siblings else -1
    following = siblings[index + 1 :] if index >= 0 else ()
    first = next((item for item in following if not is_declaration(model, flow.function, item)), None)
    return [first] if first is not None and first in flow.checks else []


def _siblings(body: Statement, statement: Statement) -> tuple[Statement, ...]:
    for outer in body.path_to(statement.span.start):
        if statement in outer.children:
            return outer.children
    return ()


def _named_module(model: Extension, flow: InitFlow, style: Style, following: Sequence[bytes]) -> Iterator[Edit]:
    """`return PyModule_Create(&def);` needs a variable before types can be made."""
    assert flow.create is not None and flow.create.kind is StatementKind.RETURN
    file = model.files[model.functions[flow.function].definition.path]
    body = model.functions[flow.function].definition.body
    assert body is not None
    value = Span(flow.create.head[0].start, flow.create.head[-1].end)
    at = after_brace(file, body.start)
    name = flow.variable
    lines = [filled(b"PyObject *$name = $value;", name=name, value=file.source.text(value))]
    lines += style_in(model, flow.function).check(name + b" == NULL", b"return NULL;")
    yield Edit(file.source.path, Span(at, at), style.lines(*(style.indent + line for line in lines), *following))
    yield Edit(file.source.path, value, name)


def _split_module(
    model: Extension, plan: Plan, flow: InitFlow, style: Style, following: Sequence[bytes]
) -> Iterator[Edit]:
    """The variable of the module holds something else before: the module gets one of its own, from the start."""
    assert flow.create is not None and flow.made is not None
    definition = model.functions[flow.function].definition
    file = model.files[definition.path]
    assert definition.body is not None
    at = after_brace(file, definition.body.start)
    lines = [filled(b"PyObject *$module = $made;", module=flow.variable, made=file.source.text(flow.made))]
    lines += style_in(model, flow.function).check(flow.variable + b" == NULL", b"return NULL;")
    yield Edit(file.source.path, Span(at, at), style.lines(*(style.indent + line for line in lines), *following))
    gone = [item.span for item in (flow.create, *_following_checks(model, flow))]
    for span in vacated(model, plan, file, gone):
        yield Edit(file.source.path, with_comment(file, span), b"")
    for span in flow.renamed:
        if not any(span.start in item for item in gone):
            yield Edit(file.source.path, span, flow.variable)


def removal(file: File, span: Span) -> Edit:
    """Return the deletion of what has lines of its own, with the comment above that spoke of nothing else."""
    return Edit(file.source.path, with_comment(file, whole_lines(file, span)), b"")


def function_removal(model: Extension, function: Function) -> Iterator[Edit]:
    """Yield the deletion of a function with the comment above it, and of its prototypes that stand alone."""
    yield definition_removal(model, function)
    gone = (prototype_removal(model.files[item.path], item) for item in function.prototypes)
    yield from (edit for edit in gone if edit is not None)


def definition_removal(model: Extension, function: Function) -> Edit:
    """Return the deletion of a function's definition with the comment above it."""
    definition = function.definition
    file = model.files[definition.path]
    start = comments_above(file, file.source.line_start(definition.span.start))
    end = file.source.line_end(definition.span.end - 1)
    return Edit(definition.path, without_gap(file, Span(start, end)), b"")


def prototype_removal(file: File, declared: Declaration) -> Edit | None:
    """Return the deletion of a prototype that stands alone: `void a(void), b(void);` declares two."""
    span = Span(declared.span.start, statement_end(file, declared))
    tokens = file.lexed.between(declared.name_span.end, span.end)
    depth = 0
    for token in tokens[:-1]:
        depth += (token.text == b"(") - (token.text == b")")
        if depth == 0 and token is not tokens[-2]:
            return None
    return removal(file, span)


def with_comment(file: File, span: Span, gone: Sequence[Span] = ()) -> Span:
    """Take along the comment right above lines that go, where a blank line follows: it spoke of nothing else.

    What is *gone* as well doesn't follow. A comment that begins a file or a block speaks of all of it.
    """
    data = file.source.data
    end = span.end
    for other in sorted(gone):
        if end <= other.start and not data[end : other.start].strip():
            end = other.end
    below = data[end : file.source.line_end(end)].strip()
    is_before_gap = not below or (end != span.end and data[:end].endswith(b"\n" + file.source.newline))
    if span.start != file.source.line_start(span.start) or not is_before_gap:
        return span
    first = comments_above(file, span.start)
    if SWITCH.search(data[first : span.start]) is not None or opens_block(file, first):
        return span
    return without_gap(file, Span(first, span.end)) if 0 < first < span.start else span


def opens_block(file: File, offset: int) -> bool:
    """Tell whether nothing but blanks stands between the brace of a block and what is at *offset*."""
    brace = file.tokens[file.index_at(offset) - 1] if file.index_at(offset) else None
    return brace is not None and brace.text == b"{" and not file.source.data[brace.end : offset].strip()


def lines_with_comment(file: File, span: Span) -> Span:
    """Widen a directive that goes to its lines, the comment right above that spoke of nothing else included."""
    lines = bare_lines(file, span)
    with_text = with_comment(file, lines)
    return without_gap(file, lines) if with_text == lines else with_text


def neighbours_with_comment(file: File, spans: Iterable[Span]) -> Iterator[Span]:
    """Widen directives that go as `lines_with_comment` does, as one where they stand below each other.

    The comment above the first speaks of them all.
    """
    found: list[Span] = []
    for span in sorted(spans):
        between = file.source.data[found[-1].end : span.start] if found else b"..."
        if between.strip() or between.count(b"\n") > 1:
            found.append(span)
        else:
            found[-1] = Span(found[-1].start, span.end)
    return (lines_with_comment(file, span) for span in found)


def vacated(model: Extension, plan: Plan, file: File, spans: Sequence[Span]) -> list[Span]:
    """Return what to delete so that *spans* go: whole lines, and a conditional that only dead groups are left of."""
    dead = dead_spans(file, known_macros(plan.minimum, texts_of(model)))
    found: list[Span] = []
    for span in spans:
        found.append(_vacated(file, span, spans, dead))
    # Two that have one blank line between them may both take it along.
    return _joined(_without_gap_at_the_end(file, without_gap(file, item)) for item in _joined(found))


def _without_gap_at_the_end(file: File, span: Span) -> Span:
    """Take along the blank line before whole lines that end a block."""
    data, start = file.source.data, span.start
    if start == 0 or start != file.source.line_start(start) or span.end != file.source.line_start(span.end):
        return span
    before = file.source.line_start(start - 1)
    ends = data[span.end : file.source.line_end(span.end)].lstrip().startswith(b"}")
    return Span(before, span.end) if ends and not data[before:start].strip() else span


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Return *spans* in order, those that touch as one."""
    merged: list[Span] = []
    for item in sorted(set(spans)):
        if merged and item.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, item.end))
        else:
            merged.append(item)
    return merged


def _vacated(file: File, span: Span, spans: Sequence[Span], dead: Sequence[Span]) -> Span:
    for conditional in file.conditionals_around(span.start):
        holding = [branch for branch in conditional.branches if span.start in branch.body]
        if len(holding) != 1:
            continue
        body = holding[0].body
        tokens = file.lexed.between(*body)
        emptied = not file.does_more(body) and all(any(token.start in item for item in spans) for token in tokens)
        others = [branch for branch in conditional.branches if branch is not holding[0]]
        if emptied and all(branch.body in dead or _is_empty(file, branch.body) for branch in others):
            return _vacated(file, conditional.span, [*spans, conditional.span], dead)
    for conditional in file.conditionals_around(span.end - 1):
        leaves = span.start < conditional.span.start and span.end < conditional.span.end
        if leaves and crossed(file, conditional, span, dead):
            return _vacated(file, Span(span.start, conditional.span.end), spans, dead)
    return _with_blanks(file, bare_lines(file, span))


def _with_blanks(file: File, span: Span) -> Span:
    """Take along the blanks behind a statement that had others beside it on its line, a brace at least."""
    data = file.source.data
    is_parted = data[span.start - 1 : span.start].isspace() and span.start != file.source.line_start(span.start)
    rest = data[span.end : file.source.line_end(span.end)]
    behind = len(rest) - len(rest.lstrip(b" \t")) if is_parted and rest.strip() else 0
    return Span(span.start, span.end + behind)


def crossed(file: File, conditional: Conditional, span: Span, dead: Sequence[Span]) -> bool:
    """Tell whether nothing but dead groups is left of *conditional*, which opens in *span* and ends behind it."""
    return all(
        branch.body in dead or branch.body.end <= span.end or _is_left_empty(file, branch.body, span.end)
        for branch in conditional.branches
    )


def _is_left_empty(file: File, body: Span, start: int) -> bool:
    """Tell whether nothing that is compiled is left of a group from *start* on."""
    rest = Span(max(body.start, start), body.end)
    return not file.does_more(rest) and not file.tokens_in(rest)


def _is_empty(file: File, body: Span) -> bool:
    return not file.does_more(body) and not file.lexed.between(*body)
