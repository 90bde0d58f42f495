"""The module comes as an argument: its variable, its creation and the null test go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from unstatic.c.syntax import Statement, StatementKind
from unstatic.facts.layout.leaked_references import leaking_increments
from unstatic.facts.module.exec_conversion import InitFlow
from unstatic.facts.module.module_lookups import lookups
from unstatic.facts.module.module_variable import made_in
from unstatic.facts.places.in_functions import comments_above
from unstatic.model.extension import Extension, File
from unstatic.plan.decisions import Plan
from unstatic.rewriting.hoisting import vacated, with_comment
from unstatic.rewriting.style import statement_end, whole_lines
from unstatic.text.edits import Edit
from unstatic.text.source import Span

from ..module_state.struct.declarations import removal_edits
from .labels import vacant

_CREATES = re.compile(
    rb"(?i)(?:now )?(?:create|make|creating|initiali[sz]e|set ?up) (?:the |our |\w+ )?module(?: object)?\.?"
)


def module_edits(model: Extension, plan: Plan, flow: InitFlow) -> Iterator[Edit]:
    """Yield the deletion of the creation, its null tests, and the variable's declaration."""
    file = model.files[model.functions[flow.function].definition.path]
    spans: list[Span] = [item.span for item in flow.checks]
    if flow.operand is not None:
        yield Edit(file.source.path, flow.operand, b"")
    elif flow.create is not None and flow.create.kind is not StatementKind.RETURN:
        spans.append(flow.create.span)
    spans += [statement.span for statement in (*flow.set_gil, *lookups(model).dropped)]
    for path, increment in leaking_increments(model):
        yield Edit(path, whole_lines(model.files[path], increment.span), b"")
    fetch = _state_fetch(model, plan, flow)
    if fetch is not None:
        spans.append(fetch[1].span)
    spans += (*_declared_alone(model, flow), *_definition_inside(model, file, flow))
    spans += vacant(model, file, flow.function, spans)
    gone = vacated(model, plan, file, spans)
    for span in gone:
        is_creation = flow.create is not None and flow.create.span.start in span
        yield Edit(file.source.path, _with_its_comment(file, span, gone) if is_creation else span, b"")
    process = made_in(model)
    if process is not None:
        yield from removal_edits(model, {process.symbol})
    yield from _renamings(file, flow, spans)
    if flow.declaration is not None and not any(flow.declaration.name_span.start in span for span in spans):
        yield _without(model, file, flow)


def _with_its_comment(file: File, span: Span, gone: Sequence[Span]) -> Span:
    """Take along the comment above the creation: where other lines follow, only if it says nothing but that."""
    found = with_comment(file, span, gone)
    first = comments_above(file, span.start)
    says = _CREATES.fullmatch(file.source.data[first : span.start].strip(b" \t\r\n/*"))
    return Span(first, span.end) if found == span and says is not None else found


def _renamings(file: File, flow: InitFlow, gone: Sequence[Span]) -> Iterator[Edit]:
    """Yield the uses of the module by a name that it doesn't have any more, in what stays."""
    replaced = [site.value for site in flow.returns if site.value is not None]
    replaced += [span for span, _ in flow.results]
    replaced += [statement.span for statement in (*flow.releases, *flow.clears)]
    for span in flow.renamed:
        if not any(span.start in other for other in (*gone, *replaced)):
            yield Edit(file.source.path, span, flow.variable)


def _declared_alone(model: Extension, flow: InitFlow) -> list[Span]:
    """Return the declaration of the module's name, if it declares nothing else."""
    if flow.declaration is None:
        return []
    statement = model.body(flow.function).path_to(flow.declaration.name_span.start)[-1]
    return [statement.span] if len(_declarators(statement)) == 1 else []


def _definition_inside(model: Extension, file: File, flow: InitFlow) -> Iterator[Span]:
    """Yield where the module definition stands, if that is in the function: it moves to the file's level."""
    definition = model.module_def()
    if definition is not None and definition.declaration.function == flow.function:
        yield Span(definition.declaration.span.start, statement_end(file, definition.declaration))


def _without(model: Extension, file: File, flow: InitFlow) -> Edit:
    """Take the module's name out of a declaration of several."""
    assert flow.declaration is not None
    offset = flow.declaration.name_span.start
    statement = model.body(flow.function).path_to(offset)[-1]
    pieces = _declarators(statement)
    mine = next(index for index, (start, end) in enumerate(pieces) if start <= offset < end)
    if mine == 0:
        start = _declarator_start(statement, offset)
        is_apart = file.source.data[start - 1 : start].isspace()
        return Edit(file.source.path, Span(start, pieces[1][0]), b"" if is_apart else b" ")
    return Edit(file.source.path, Span(pieces[mine - 1][1], pieces[mine][1]), b"")


def _declarators(statement: Statement) -> list[tuple[int, int]]:
    """Return the byte ranges of the declarators, the first with the specifiers in front."""
    found: list[tuple[int, int]] = []
    depth = 0
    start = statement.head[0].start
    fresh = False
    for token in statement.head:
        if fresh:
            start, fresh = token.start, False
        depth += {b"(": 1, b"{": 1, b"[": 1, b")": -1, b"}": -1, b"]": -1}.get(token.text, 0)
        if depth == 0 and token.text == b",":
            found.append((start, token.start))
            fresh = True
    found.append((start, statement.head[-1].end))
    return found


def _declarator_start(statement: Statement, offset: int) -> int:
    """Return where the first declarator begins: at the `*` before the name, or at the name."""
    tokens = statement.head
    index = next(i for i, token in enumerate(tokens) if token.start == offset)
    while index > 0 and tokens[index - 1].text == b"*":
        index -= 1
    return tokens[index].start


def state_edits(model: Extension, plan: Plan, flow: InitFlow) -> Iterator[Edit]:
    """Join `foo_state *state;` and `state = get_foo_state(module);` into one declaration, now that there is no wait."""
    file = model.files[model.functions[flow.function].definition.path]
    found = _state_fetch(model, plan, flow)
    if found is not None:
        declared, fetch = found
        call = file.source.text(Span(fetch.head[1].start, fetch.head[-1].end))
        end = declared.head[-1].end
        yield Edit(file.source.path, Span(end, end), b" " + call)


def _state_fetch(model: Extension, plan: Plan, flow: InitFlow) -> tuple[Statement, Statement] | None:
    """Return the state's declaration and the statement that fetches it."""
    getter = plan.names.getter.encode()
    children = model.body(flow.function).children
    texts = [token.text for token in children[0].head] if children else []
    # Where the function had such a variable already, that stays as it is.
    is_ours = texts[-2:-1] == [b"*"] and b" ".join(texts[:-2]) == plan.names.state_type.encode()
    declared = children[0] if is_ours else None
    for statement in children:
        texts = [token.text for token in statement.head]
        is_fetch = len(texts) == 6 and texts[1:4] == [b"=", getter, b"("]
        if is_fetch and declared is not None and texts[0] == declared.head[-1].text:
            return declared, statement
    return None
